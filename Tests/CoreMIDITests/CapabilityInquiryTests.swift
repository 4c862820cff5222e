import AudioCore
import CoreMIDI
import CoreMIDI.MIDICapabilityInquiry
import Foundation
import Testing

/// Devices of MIDI-CI that find each other in the process, and what they say on the wire.
@Suite(.serialized) struct CapabilityInquiryTests {
    init() { Surroundings.begin() }

    /// Decides for a device as the test says, and notes what it was asked.
    private final class Owner: NSObject, MIDICIProfileResponderDelegate, @unchecked Sendable {
        struct Notes: Sendable {
            var accepted: [UInt32] = []
            var left: [UInt32] = []
            var asked: [String] = []
            var data: [Data] = []
            var accepts = true
            var allows = true
        }

        let notes = WaitableValue(Notes())

        func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool {
            notes.withLock { notes in
                notes.accepted.append(initiatorMUID.uint32Value)
                return notes.accepts
            }
        }

        func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID) {
            notes.withLock { $0.left.append(initiatorMUID.uint32Value) }
        }

        func willSetProfile(_ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled: Bool) -> Bool {
            notes.withLock { notes in
                notes.asked.append("\(aProfile.name) \(channel) \(enabled)")
                return notes.allows
            }
        }

        func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data) {
            notes.withLock { $0.data.append(inData) }
        }
    }

    private static let organ = MIDICIProfile(data: Data([0x7E, 0, 1, 1, 0]))
    private static let piano = MIDICIProfile(data: Data([0x7E, 0, 2, 1, 0]), name: "Piano")

    /// A client with a virtual destination and a source of the same name.
    private final class Pair {
        var client = MIDIClientRef()
        var source = MIDIEndpointRef()
        var destination = MIDIEndpointRef()
        let inbox = Inbox(hearsInquiries: true)

        init(_ name: String) {
            MIDIClientCreateWithBlock(name as CFString, &client, nil)
            MIDISourceCreate(client, name as CFString, &source)
            MIDIDestinationCreateWithBlock(client, name as CFString, &destination) { [inbox] in inbox.add($0, $1) }
        }

        deinit { MIDIClientDispose(client) }
    }

    private func information(_ destination: MIDIEndpointRef) -> MIDICIDeviceInfo {
        MIDICIDeviceInfo(
            destination: destination, manufacturer: Data([0x7D]), family: Data([1, 2]), model: Data([3, 0x84, 5]),
            revision: Data([6, 7, 8, 9]))
    }

    private func responder(_ pair: Pair, _ owner: Owner, properties: Bool = false) -> MIDICIResponder {
        MIDICIResponder(
            deviceInfo: information(pair.destination), profileDelegate: owner,
            profileStates: [
                MIDICIProfileState(channel: 3, enabledProfiles: [Self.organ], disabledProfiles: [Self.piano]),
                MIDICIProfileState(enabledProfiles: [], disabledProfiles: [Self.organ]),
            ], supportProperties: properties)
    }

    private func discover() -> [MIDICIDiscoveredNode] {
        let found = WaitableValue<[MIDICIDiscoveredNode]?>(nil)
        MIDICIDiscoveryManager.sharedInstance().discover { nodes in found.withLock { $0 = nodes } }
        return found.wait(nanoseconds: 10_000_000_000) { $0 } ?? []
    }

    /// The device at a destination: asked again where a busy machine has answered after the half second that a search waits.
    private func answering(at destination: MIDIEntityRef) -> MIDICIDiscoveredNode? {
        for _ in 0..<20 {
            if let node = discover().first(where: { $0.destination == destination }) { return node }
        }
        return nil
    }

    @Test func adviceIsKept() {
        let information = information(7)
        #expect(Array(information.manufacturerID) == [0x7D, 0, 0] && Array(information.family) == [1, 2])
        #expect(Array(information.modelNumber) == [3, 4] && Array(information.revisionLevel) == [6, 7, 8, 9])
        #expect(information.midiDestination == 7)
        #expect(MIDICIDiscoveryResponseBlock.self == (([MIDICIDiscoveredNode]) -> Void).self)
        #expect(MIDICISessionDisconnectBlock.self == ((MIDICISession, any Error) -> Void).self)
        typealias Changed = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
        typealias Specific = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Data) -> Void
        #expect(MIDICIProfileChangedBlock.self == Changed.self && MIDICIProfileSpecificDataBlock.self == Specific.self)
        #expect(Self.organ.name == "7E 00 01 01 00" && Self.piano.name == "Piano")
        #expect(Self.organ == MIDICIProfile(data: Self.organ.profileID, name: "Other") && Self.organ != Self.piano)
        #expect(Set([Self.organ, MIDICIProfile(data: Self.organ.profileID)]).count == 1)
        #expect(MIDICIProfileState(enabledProfiles: [], disabledProfiles: []).midiChannel == MIDIChannelsWholePort)
    }

    @Test func objectsAreArchived() throws {
        func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
        }
        let information = try copy(information(7))
        #expect(Array(information.modelNumber) == [3, 4] && information.midiDestination == 7)
        let profile = try copy(Self.piano)
        #expect(profile == Self.piano && profile.name == "Piano")
        let state = try copy(
            MIDICIProfileState(channel: 3, enabledProfiles: [Self.organ], disabledProfiles: [Self.piano]))
        #expect(
            state.midiChannel == 3 && state.enabledProfiles == [Self.organ] && state.disabledProfiles == [Self.piano])
        let (pair, owner) = (Pair("archived"), Owner())
        let responder = responder(pair, owner)
        #expect(responder.start())
        let found = try #require(answering(at: pair.destination))
        let node = try copy(found)
        #expect(node.destination == pair.destination && node.supportsProfiles && !node.supportsProperties)
        responder.stop()
    }

    @Test func initiatorsFindDevicesAndTurnTheirProfilesOnAndOff() throws {
        let (pair, owner) = (Pair("organ"), Owner())
        let responder = responder(pair, owner, properties: true)
        #expect(responder.start() && responder.start())
        let node = try #require(answering(at: pair.destination))
        #expect(
            Array(node.deviceInfo.manufacturerID) == [0x7D, 0, 0] && node.deviceInfo.midiDestination == pair.destination
        )
        #expect(node.supportsProfiles && node.supportsProperties && node.maximumSysExSize.intValue == 65536)
        // A manager that another test has used asks, too.
        #expect(!responder.initiators.isEmpty && owner.notes.withLock { !$0.accepted.isEmpty })

        let ready = WaitableValue(0)
        let ended = WaitableValue<[Int]>([])
        let session = MIDICISession(
            discoveredNode: node, dataReadyHandler: { ready.withLock { $0 += 1 } },
            disconnectHandler: { _, error in ended.withLock { $0.append((error as NSError).code) } })
        #expect(ready.wait(nanoseconds: 10_000_000_000) { $0 > 0 ? $0 : nil } == 1)
        // What comes half a second after the question comes after the block.
        let state = { (channel: MIDIChannelNumber) in session.profileState(forChannel: channel) }
        #expect(eventually { state(3).enabledProfiles == [Self.organ] && state(3).disabledProfiles == [Self.piano] })
        #expect(eventually { state(MIDIChannelsWholePort).disabledProfiles == [Self.organ] })
        #expect(session.profileState(forChannel: 4).enabledProfiles.isEmpty && session.maxPropertyRequests == 1)
        #expect(
            session.supportsProfileCapability && session.supportsPropertyCapability && session.maxSysExSize == 65536)
        #expect(session.midiDestination == pair.destination && session.deviceInfo === node.deviceInfo)

        let changes = WaitableValue<[String]>([])
        session.profileChangedCallback = { _, channel, profile, isOn in
            changes.withLock { $0.append("\(channel) \(profile.name) \(isOn)") }
        }
        try session.enable(Self.piano, onChannel: 3)
        #expect(changes.wait(nanoseconds: 10_000_000_000) { $0.isEmpty ? nil : $0 } == ["3 7E 00 02 01 00 true"])
        #expect(Set(session.profileState(forChannel: 3).enabledProfiles) == [Self.organ, Self.piano])
        #expect(owner.notes.withLock { $0.asked } == ["7E 00 02 01 00 3 true"])
        try session.disableProfile(Self.organ, onChannel: 3)
        #expect(changes.wait(nanoseconds: 10_000_000_000) { $0.count > 1 ? $0[1] : nil } == "3 7E 00 01 01 00 false")
        // What the owner refuses stays as it is: the device answers that it does not do it.
        owner.notes.withLock { $0.allows = false }
        try session.enable(Self.organ, onChannel: 3)
        _ = owner.notes.wait(nanoseconds: 10_000_000_000) { $0.asked.count > 2 ? () : nil }
        #expect(responder.notify(Self.organ, onChannel: MIDIChannelsWholePort, isEnabled: true))
        #expect(changes.wait(nanoseconds: 10_000_000_000) { $0.count > 2 ? $0[2] : nil } == "127 7E 00 01 01 00 true")
        #expect(session.profileState(forChannel: 3).disabledProfiles == [Self.organ])

        // Data, both ways.
        let received = WaitableValue<[Data]>([])
        session.profileSpecificDataHandler = { _, _, _, data in received.withLock { $0.append(data) } }
        #expect(session.profileSpecificDataHandler != nil && session.profileChangedCallback != nil)
        #expect(session.send(Self.piano, onChannel: 3, profileData: Data([1, 2, 3])))
        #expect(owner.notes.wait(nanoseconds: 10_000_000_000) { $0.data.first } == Data([1, 2, 3]))
        #expect(responder.send(Self.piano, onChannel: 3, profileData: Data([4])))
        #expect(received.wait(nanoseconds: 10_000_000_000) { $0.first } == Data([4]))

        responder.stop()
        #expect(ended.wait(nanoseconds: 10_000_000_000) { $0.isEmpty ? nil : $0 } == [Int(kMIDIObjectNotFound)])
        #expect(throws: (any Error).self) { try session.enable(Self.piano, onChannel: 3) }
        #expect(!session.send(Self.piano, onChannel: 3, profileData: Data([1])) && responder.initiators.isEmpty)
        #expect(ready.withLock { $0 } == 1)
    }

    @Test func whatCannotBeDoneIsRefused() throws {
        let (pair, owner) = (Pair("refusing"), Owner())
        let responder = responder(pair, owner)
        #expect(!responder.notify(Self.organ, onChannel: 3, isEnabled: false))
        #expect(!responder.send(Self.organ, onChannel: 3, profileData: Data([1])))
        responder.stop()
        #expect(responder.start())
        #expect(responder.profileDelegate === owner && Array(responder.deviceInfo.family) == [1, 2])
        #expect(!responder.notify(Self.piano, onChannel: 9, isEnabled: true))
        #expect(!responder.notify(MIDICIProfile(data: Data([1, 2])), onChannel: 3, isEnabled: true))
        let node = try #require(answering(at: pair.destination))
        let ready = WaitableValue(false)
        let session = MIDICISession(
            discoveredNode: node, dataReadyHandler: { ready.withLock { $0 = true } }, disconnectHandler: { _, _ in })
        #expect(ready.wait(nanoseconds: 10_000_000_000) { $0 ? true : nil } == true && session.maxPropertyRequests == 0)
        for profile in [MIDICIProfile(data: Data([1, 2])), MIDICIProfile(data: Data([1, 2, 3, 4, 5]))] {
            let error = #expect(throws: NSError.self) { try session.enable(profile, onChannel: 3) }
            #expect(error?.code == Int(kMIDIObjectNotFound) && error?.domain == NSOSStatusErrorDomain)
        }
        #expect(!session.send(Self.organ, onChannel: 3, profileData: Data([0x80])), "bytes of 8 bits")
        #expect(!responder.send(Self.organ, onChannel: 3, profileData: Data([0x80])))
        #expect(!responder.send(Self.organ, onChannel: 3, profileData: Data(count: 40_000)), "too long")
        // Devices without a destination or a source are not started.
        let alone = MIDICIResponder(
            deviceInfo: information(99), profileDelegate: owner, profileStates: [], supportProperties: false)
        #expect(!alone.start())
        var single = MIDIEndpointRef()
        MIDIDestinationCreateWithBlock(pair.client, "single" as CFString, &single) { _, _ in }
        let silent = MIDICIResponder(
            deviceInfo: information(single), profileDelegate: owner, profileStates: [], supportProperties: false)
        #expect(!silent.start())
        // Whom the owner does not let in finds nothing.
        responder.stop()
        owner.notes.withLock { $0.accepts = false }
        #expect(responder.start() && !discover().contains { $0.destination == pair.destination })
        responder.stop()
    }

    @Test func sessionsEndWithTheirDevices() throws {
        let owner = Owner()
        var pair: Pair? = Pair("leaving")
        let responder = responder(try #require(pair), owner)
        #expect(responder.start())
        let destination = try #require(pair?.destination)
        let node = try #require(answering(at: destination))
        let ended = WaitableValue(0)
        let session = MIDICISession(
            discoveredNode: node, dataReadyHandler: {}, disconnectHandler: { _, _ in ended.withLock { $0 += 1 } })
        pair = nil
        #expect(ended.wait(nanoseconds: 10_000_000_000) { $0 > 0 ? $0 : nil } == 1)
        #expect(session.profileState(forChannel: 3).midiChannel == 3)
        #expect(!responder.notify(Self.organ, onChannel: 3, isEnabled: false))
    }

    /// A session that takes the place of another one for the same device hears it, also after the other has been freed.
    @Test func aSessionOutlivesAnotherForTheSameDevice() throws {
        let (pair, owner) = (Pair("twice"), Owner())
        let responder = responder(pair, owner)
        #expect(responder.start())
        defer { responder.stop() }
        let node = try #require(answering(at: pair.destination))
        let ready = WaitableValue(0)
        let heard = WaitableValue<[Bool]>([])
        var session = MIDICISession(
            discoveredNode: node, dataReadyHandler: { ready.withLock { $0 += 1 } }, disconnectHandler: { _, _ in })
        #expect(ready.wait(nanoseconds: 10_000_000_000) { $0 > 0 ? $0 : nil } == 1)
        session = MIDICISession(
            discoveredNode: node, dataReadyHandler: { ready.withLock { $0 += 1 } }, disconnectHandler: { _, _ in })
        session.profileChangedCallback = { _, _, _, isOn in heard.withLock { $0.append(isOn) } }
        #expect(ready.wait(nanoseconds: 10_000_000_000) { $0 > 1 ? $0 : nil } == 2)
        #expect(responder.notify(Self.organ, onChannel: 3, isEnabled: false))
        #expect(heard.wait(nanoseconds: 10_000_000_000) { $0.isEmpty ? nil : $0 } == [false])
    }

    /// A device of another maker, by the bytes that it sends and gets.
    private struct OtherMaker {
        static let number: [UInt8] = [1, 2, 3, 4]
        static let everybody: [UInt8] = [0x7F, 0x7F, 0x7F, 0x7F]
        private let pair: Pair
        private let inbox = Inbox(hearsInquiries: true)
        private let output: MIDIPortRef

        init(_ pair: Pair) {
            self.pair = pair
            var (input, output) = (MIDIPortRef(), MIDIPortRef())
            MIDIInputPortCreateWithBlock(pair.client, "in" as CFString, &input) { [inbox] in inbox.add($0, $1) }
            MIDIPortConnectSource(input, pair.source, nil)
            MIDIOutputPortCreate(pair.client, "out" as CFString, &output)
            self.output = output
        }

        func send(_ type: UInt8, version: UInt8 = 2, about address: UInt8 = 0x7F, to: [UInt8], _ body: [UInt8]) {
            var message: [UInt8] = [0xF0, 0x7E, address, 0x0D, type, version] + Self.number
            message += to + body + [0xF7]
            // In two packets, with a clock in between.
            withPackets([(0, Array(message.prefix(9))), (0, [0xF8]), (0, Array(message.dropFirst(9)))]) {
                _ = MIDISend(output, pair.destination, $0)
            }
        }

        /// What is for this device, or for everybody: a manager that another test has used gets answers, too.
        func heard(_ count: Int) -> [[UInt8]] {
            for _ in 0..<2000 {
                let found = inbox.bytes.filter {
                    $0.count >= 15 && [Self.number, Self.everybody].contains(Array($0[10..<14]))
                }
                if found.count >= count { return found }
                Thread.sleep(forTimeInterval: 0.005)
            }
            return []
        }
    }

    /// The bytes, as a device of another maker sends and gets them.
    @Test func messagesAreThoseOfTheSpecification() throws {
        let (pair, owner) = (Pair("bytes"), Owner())
        let responder = responder(pair, owner, properties: true)
        #expect(responder.start())
        defer { responder.stop() }
        let (maker, ours, everybody) = (OtherMaker(pair), OtherMaker.number, OtherMaker.everybody)
        maker.send(0x70, to: everybody, [0x7D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C, 0, 4, 0, 0, 0])
        let reply = try #require(maker.heard(1).first)
        #expect(Array(reply.prefix(6)) == [0xF0, 0x7E, 0x7F, 0x0D, 0x71, 2] && Array(reply[10..<14]) == ours)
        #expect(
            Array(reply[14...]) == [0x7D, 0, 0, 1, 2, 3, 4, 6, 7, 8, 9, 0x0C, 0, 0, 4, 0, 0, 0x7F, 0xF7])
        let theirs = Array(reply[6..<10])
        maker.send(0x20, to: theirs, [])
        let states = maker.heard(3).dropFirst().map { Array($0[2...]) }
        let head: [UInt8] = [0x0D, 0x21, 2] + theirs + ours
        #expect(states.first == [3] + head + [1, 0, 0x7E, 0, 1, 1, 0, 1, 0, 0x7E, 0, 2, 1, 0, 0xF7])
        #expect(states.last == [0x7F] + head + [0, 0, 1, 0, 0x7E, 0, 1, 1, 0, 0xF7])
        maker.send(0x22, about: 3, to: theirs, [0x7E, 0, 2, 1, 0, 1, 0])
        #expect(
            maker.heard(4).last
                == [0xF0, 0x7E, 3, 0x0D, 0x24, 2] + theirs + everybody + [0x7E, 0, 2, 1, 0, 1, 0, 0xF7])
        // What is unknown is refused, what is too short and what is for others is not answered.
        maker.send(0x28, about: 3, to: theirs, [0x7E, 0, 2, 1, 0, 0])
        #expect(maker.heard(5).last?[4...6].elementsEqual([0x7F, 2] + theirs.prefix(1)) == true)
        #expect(maker.heard(5).last?[14] == 0x28)
        maker.send(0x22, about: 3, to: [9, 9, 9, 9], [0x7E, 0, 2, 1, 0, 1, 0])
        maker.send(0x70, to: everybody, [1, 2, 3])
        maker.send(0x2F, about: 3, to: theirs, [0x7E, 0, 2, 1, 0, 0x7F, 0x7F, 0, 0, 1])
        #expect(maker.heard(6).last?[14] == 0x2F, "a length that lies")
        maker.send(0x30, to: theirs, [1, 0, 0])
        #expect(maker.heard(7).last?.dropFirst(14).dropLast() == [1, 0, 0])
        maker.send(0x34, to: theirs, [5, 0, 0, 1, 0, 1, 0, 0, 0])
        let answer = try #require(maker.heard(8).last)
        #expect(answer[4] == 0x35 && answer[14] == 5)
        #expect(String(decoding: answer[17..<31], as: UTF8.self) == #"{"status":404}"#)
        // The first version has no channels, and no details.
        maker.send(0x70, version: 1, to: everybody, [0x7D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C, 0, 4, 0, 0])
        #expect(maker.heard(9).count == 9)
        maker.send(0x7E, to: everybody, ours)
        #expect(owner.notes.wait(nanoseconds: 10_000_000_000) { $0.left.first } == 8_438_017)
        maker.send(0x20, to: theirs, [])
        maker.send(0x70, to: everybody, [0x7D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C, 0, 4, 0, 0, 0])
        #expect(maker.heard(10).last?[4] == 0x71, "the question before is of nobody who is known")
        // The program hears all of it, too.
        #expect(pair.inbox.packets.count > 20)
    }

    /// Bytes that look like messages and are none, with any endings.
    @Test func damagedMessagesAreNotAnswered() throws {
        let (pair, owner) = (Pair("damaged"), Owner())
        let responder = responder(pair, owner)
        #expect(responder.start())
        defer { responder.stop() }
        var output = MIDIPortRef()
        MIDIOutputPortCreate(pair.client, "out" as CFString, &output)
        var random = randomNumbers()
        var good: [UInt8] = [0xF0, 0x7E, 0x7F, 0x0D, 0x70, 2, 1, 2, 3, 4, 0x7F, 0x7F, 0x7F, 0x7F]
        good += [UInt8](repeating: 0, count: 17)
        good.append(0xF7)
        for _ in 0..<300 {
            var message = good
            for _ in 0..<3 {
                message[Int.random(in: 0..<message.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            message.removeLast(Int.random(in: 0..<message.count, using: &random))
            withPackets([(0, message)]) { _ = MIDISend(output, pair.destination, $0) }
        }
        // The device still answers.
        #expect(discover().contains { $0.destination == pair.destination })
    }
}
