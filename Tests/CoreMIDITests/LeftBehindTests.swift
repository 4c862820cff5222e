import AudioCore
import CSystem
import CoreMIDI
import Foundation
import MIDIEvents
import Testing

@testable import MIDIDevices

/// Programs that leave much behind or do not read what the server tells them take no room from others.
@Suite(.serialized) struct LeftBehindTests {
    private let place: PrivatePlace

    init() throws { place = try PrivatePlace() }

    private func devices(of system: ClientSystem, _ prefix: String) -> [String] {
        system.system.all(.externalDevice).compactMap { system.name(of: $0) }.filter { $0.hasPrefix(prefix) }
    }

    @Test func whatProgramsLeaveBehindHasAShareOfItsOwn() throws {
        let server = try ThreadServer(place)
        defer { server.end() }
        let watcher = place.system()
        _ = try watcher.client("watcher")
        let size = 30 << 10
        let count = SharingLimits.mostLeftBytesOfProgram / size + 5
        for program in ["a", "b", "c"] {
            let one = place.system()
            _ = try one.client(program)
            for number in 0..<count {
                let device = one.system.createDevice("\(program)\(number)", "", "", isExternal: true)
                try one.system.set("large", of: device, to: .data([UInt8](repeating: 1, count: size)))
                try one.system.addToSetup(device, isExternal: true)
            }
            #expect(eventually { devices(of: watcher, program).count == count })
            one.system.leave()
            #expect(eventually { devices(of: watcher, program).count < count })
            // The last ones stay, as many as there is room for.
            #expect(eventually { server.sharedBytes <= SharingLimits.mostLeftBytes })
            #expect(devices(of: watcher, program).contains("\(program)\(count - 1)"))
            #expect(!devices(of: watcher, program).contains("\(program)0"))
        }
        #expect(eventually { devices(of: watcher, "a").count < 5 })
        let share = SharingLimits.mostLeftBytesOfProgram / size - 2
        #expect(devices(of: watcher, "b").count > share - 5 && devices(of: watcher, "c").count >= share)
    }

    @Test func aProgramHasALittleRoomInAnyCase() {
        var usage = SharingUsage()
        for number in UInt32(1)...3 {
            usage.begin(number)
            let object = MIDIObject(number, .source)
            object.shared = SharedObject(id: SharedObject.id(number, 1))
            if number < 3 {
                object.properties["a"] = .data([UInt8](repeating: 0, count: SharingLimits.mostBytes / 2))
            }
            usage.count(object)
        }
        #expect(usage.bytes > SharingLimits.mostBytes)
        #expect(!usage.hasRoom(for: 100, of: 1) && usage.hasRoom(for: 100, of: 3))
        #expect(!usage.hasRoom(for: SharingLimits.ownBytes, of: 3) && !usage.hasRoom(for: 100, of: 0))
        usage.begin(4)
        for number in 0..<SharingLimits.mostThrusOfProgram {
            let thru = MIDIObject(UInt32(100 + number), .thru)
            thru.shared = SharedObject(id: SharedObject.id(4, UInt32(number)))
            #expect(usage.hasRoomForThru(of: 0, 4))
            usage.count(thru)
        }
        #expect(!usage.hasRoomForThru(of: 0, 4))
    }

    /// What waits for two programs that do not read is counted together. The one that keeps more waiting is dropped, and one that reads is
    /// not.
    @Test func whatWaitsForProgramsThatDoNotReadIsBounded() throws {
        let most = 2 << 20
        let server = try ThreadServer(place, mostWaiting: most)
        defer { server.end() }
        let (one, two) = (place.system(), place.system())
        let client = try one.client("one")
        _ = try two.client("two")
        let source = try one.system.createSource(client, "s", protocolID: 1)
        let stalled = try ChannelPeer(place)
        let bytes = 50 << 10
        for number in 0..<100 {
            var value = [UInt8](repeating: 0, count: bytes)
            value[0] = UInt8(number)
            try one.system.set("p", of: source, to: .data(value))
            // One that reads has it before the next.
            #expect(eventually { two.source("s").flatMap { try? two.system.data("p", of: $0).first } == UInt8(number) })
        }
        #expect(eventually { !server.knows(stalled.number) })
        #expect(server.waitingBytes <= most)
        #expect(two.source("s") != nil && one.system.hasServer)
    }

    @Test func descriptorsWaitForAStoppedProgramOnlySoMany() {
        var channels = ServedChannels()
        func add(_ number: UInt32) {
            let connection = PeerConnection(-1, wakeUp: nil)
            connection.number = number
            channels.add(connection)
        }
        add(1)
        // It takes none, and those at the other ends come and go.
        for number in UInt32(2)..<UInt32(2 + ServedChannels.most) {
            add(number)
            #expect(channels.canBegin(1, number))
            channels.begin(1, number)
            channels.answered(by: number, about: 1)
            _ = channels.remove(number)
        }
        add(1000)
        #expect(!channels.canBegin(1, 1000))
        // The end of a channel that it has taken was waiting for it, too.
        channels.answered(by: 1, about: 2)
        #expect(channels.canBegin(1, 1000) && channels.canBegin(1000, 1))
        add(1001)
        #expect(channels.canBegin(1000, 1001))
    }
}

/// Sends that are held while lists begin to take another way.
struct SendsInProgressTests {
    @Test func nothingIsSentWhileTheWayChanges() throws {
        let sends = SendsInProgress()
        let log = WaitableValue<[String]>([])
        sends.begin()
        let changer = try AudioCore.Thread(name: "changer") {
            sends.withNone { log.withLock { $0.append("changed") } }
            // Afterwards, sends go on.
            sends.begin()
            sends.end()
            log.withLock { $0.append("sent") }
        }
        #expect(log.withLockQuietly { $0 } == [])
        log.withLock { $0.append("ending") }
        sends.end()
        changer.join()
        #expect(log.withLockQuietly { $0 } == ["ending", "changed", "sent"])
    }

    @Test func manyThreadsSendWhileTheWayChangesAgainAndAgain() throws {
        let sends = SendsInProgress()
        let inside = WaitableValue(0)
        let (isOver, wasWrong) = (LockedValue(false), LockedValue(false))
        let threads = try (0..<4).map { _ in
            try AudioCore.Thread(name: "sender") {
                while !isOver.withLock({ $0 }) {
                    sends.begin()
                    inside.withLockQuietly { $0 += 1 }
                    inside.withLockQuietly { $0 -= 1 }
                    sends.end()
                }
            }
        }
        for _ in 0..<200 {
            sends.withNone { if inside.withLockQuietly({ $0 }) != 0 { wasWrong.withLock { $0 = true } } }
        }
        isOver.withLock { $0 = true }
        for thread in threads { thread.join() }
        #expect(!wasWrong.withLock { $0 })
    }
}
