import AudioCore
import Foundation
import Testing

@testable import CoreMIDI

/// Endpoints of Universal MIDI Packets that state what they are, and devices that a manager keeps.
@Suite(.serialized) struct UniversalEndpointTests {
    init() { Surroundings.begin() }

    private static let device = MIDI2DeviceInfo(
        manufacturerID: MIDI2DeviceManufacturer(sysExIDByte: (0x7D, 1, 2)), family: 300, modelNumber: 16383,
        revisionLevel: MIDI2DeviceRevisionLevel(revisionLevel: (4, 3, 2, 1)))

    private func block(_ name: String, first: UInt8 = 0, groups: UInt8 = 1) -> MIDIUMPMutableFunctionBlock? {
        MIDIUMPMutableFunctionBlock(
            name: name, direction: .bidirectional, firstGroup: first, totalGroupsSpanned: groups, maxSysEx8Streams: 2,
            midi1Info: .restrictedBandwidth, uiHint: .receiver, isEnabled: true)
    }

    /// Waits for what the library does on its queue, for ten seconds at most.
    private func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<2000 where !condition() { Thread.sleep(forTimeInterval: 0.005) }
        return condition()
    }

    private func found(_ endpoint: MIDIUMPMutableEndpoint) -> MIDIUMPEndpoint? {
        MIDIUMPEndpointManager.shared.umpEndpoints.first { $0.midiDestination == endpoint.midiDestination }
    }

    @Test func descriptionsAreValues() {
        #expect(Self.device.family == 300 && Self.device.modelNumber == 16383)
        #expect(Self.device.manufacturerID.sysExIDByte.0 == 0x7D && Self.device.revisionLevel.revisionLevel.3 == 1)
        #expect(
            block("x", first: 15, groups: 2) == nil && block("x", groups: 0) == nil && block("x", groups: 17) == nil)
        #expect(block(String(repeating: "x", count: 99)) == nil)
        let long = MIDIUMPMutableEndpoint(
            name: String(repeating: "x", count: 99), deviceInfo: Self.device, productInstanceID: "",
            midiProtocol: ._2_0, destinationCallback: { _, _ in })
        #expect(long == nil)
    }

    @Test(arguments: [MIDIProtocolID._1_0, ._2_0]) func endpointsAreFound(midiProtocol: MIDIProtocolID) throws {
        let inbox = Inbox()
        let name = "Synthesizer of the tests \(midiProtocol.rawValue)"
        let made = MIDIUMPMutableEndpoint(
            name: name, deviceInfo: Self.device, productInstanceID: "12345", midiProtocol: midiProtocol,
            destinationCallback: { inbox.add($0, $1) })
        let endpoint = try #require(made)
        let (strings, drums) = (try #require(block("Strings", groups: 2)), try #require(block("Drums", first: 9)))
        try endpoint.registerFunctionBlocks([strings, drums], markAsStatic: false)
        #expect(!endpoint.isEnabled && endpoint.midiDestination == 0 && endpoint.endpointType == .unknown)
        #expect(drums.functionBlockID == 1 && drums.umpEndpoint === endpoint && drums.midiCIDevice == nil)
        #expect(endpoint.mutableFunctionBlocks.count == 2)
        try endpoint.setEnabled(true)
        try endpoint.setEnabled(true)
        #expect(endpoint.isEnabled && endpoint.endpointType == .virtual)

        #expect(eventually { found(endpoint) != nil })
        let other = try #require(found(endpoint))
        #expect(other.name == name && other.productInstanceID == "12345" && other.midiSource == endpoint.midiSource)
        #expect(other.midiProtocol == midiProtocol && other.deviceInfo.family == 300)
        #expect(other.supportedMIDIProtocols == (midiProtocol == ._1_0 ? .MIDI1 : .MIDI2))
        #expect(!other.hasStaticFunctionBlocks && !other.hasJRTSReceiveCapability && !other.hasJRTSTransmitCapability)
        #expect(other.functionBlocks.map(\.name) == ["Strings", "Drums"] && other.endpointType == .virtual)
        let first = try #require(other.functionBlocks.first)
        #expect(first.direction == .bidirectional && first.firstGroup == 0 && first.totalGroupsSpanned == 2)
        #expect(first.maxSysEx8Streams == 2 && first.midi1Info == .restrictedBandwidth && first.uiHint == .receiver)
        #expect(first.isEnabled && first.umpEndpoint === other && first.functionBlockID == 0)

        // Changes come by themselves.
        try strings.setName("Choir")
        try strings.setEnabled(false)
        try drums.reconfigure(firstGroup: 3, direction: .input, MIDI1Info: .notMIDI1, UIHint: .sender)
        let last = other.functionBlocks[1]
        #expect(eventually { last.firstGroup == 3 && first.name == "Choir" && !first.isEnabled })
        #expect(last.direction == .input && last.midi1Info == .notMIDI1 && last.uiHint == .sender)
        #expect(throws: NSError.self) {
            try drums.reconfigure(firstGroup: 16, direction: .input, MIDI1Info: .notMIDI1, UIHint: .sender)
        }
        #expect(throws: NSError.self) { try drums.setName(String(repeating: "x", count: 99)) }
        try endpoint.setName("Other")
        #expect(eventually { other.name == "Other" })
        #expect(throws: NSError.self) { try endpoint.setName(String(repeating: "x", count: 99)) }
        var text: Unmanaged<CFString>?
        #expect(MIDIObjectGetStringProperty(endpoint.midiDestination, kMIDIPropertyName, &text) == noErr)
        #expect(text?.takeRetainedValue().description == "Other")

        try receivesAndEnds(endpoint, midiProtocol, inbox)
        #expect(eventually { other.endpointType == .unknown })
    }

    /// The program gets what is sent to it, until the endpoint ends. Static blocks stay as they are.
    private func receivesAndEnds(
        _ endpoint: MIDIUMPMutableEndpoint, _ midiProtocol: MIDIProtocolID, _ inbox: Inbox
    ) throws {
        let blocks: [MIDIUMPFunctionBlock] = endpoint.functionBlocks
        let (strings, drums) = (endpoint.mutableFunctionBlocks[0], blocks[1])
        var (client, output) = (MIDIClientRef(), MIDIPortRef())
        MIDIClientCreateWithBlock("sender" as CFString, &client, nil)
        defer { MIDIClientDispose(client) }
        MIDIOutputPortCreate(client, "out" as CFString, &output)
        withEvents(midiProtocol, [(0, [0x10F8_0000])]) { _ = MIDISendEventList(output, endpoint.midiDestination, $0) }
        #expect(eventually { inbox.words.contains([0x10F8_0000]) })

        endpoint.mutableFunctionBlocks = [strings]
        #expect(drums.umpEndpoint == nil)
        try endpoint.registerFunctionBlocks([strings], markAsStatic: true)
        #expect(throws: NSError.self) { try endpoint.registerFunctionBlocks([], markAsStatic: false) }
        #expect(throws: NSError.self) { try strings.setEnabled(true) }
        let destination = endpoint.midiDestination
        try endpoint.setEnabled(false)
        #expect(
            eventually { !MIDIUMPEndpointManager.shared.umpEndpoints.contains { $0.midiDestination == destination } })
        #expect(endpoint.endpointType == .unknown && !endpoint.isEnabled)
    }

    /// Notifications come on the main queue, with their objects.
    @Test func notificationsAndKeysHaveNames() {
        let names = [
            MIDIUMPEndpointManager.endpointWasAddedNotification, MIDIUMPEndpointManager.endpointWasRemovedNotification,
            MIDIUMPEndpointManager.endpointWasUpdatedNotification,
            MIDIUMPEndpointManager.functionBlockWasUpdatedNotification,
            MIDICIDeviceManager.deviceWasAddedNotification, MIDICIDeviceManager.deviceWasRemovedNotification,
            MIDICIDeviceManager.profileWasUpdatedNotification, MIDICIDeviceManager.profileWasRemovedNotification,
        ]
        #expect(Set(names).count == 8)
        #expect(MIDIUMPEndpointManager.DictionaryKey.endpointObject != .functionBlockObject)
        #expect(MIDICIDeviceManager.DictionaryKey.deviceObject != .profileObject)
        #expect(MIDICIDeviceManager.DictionaryKey(rawValue: "a").rawValue == "a")
        #expect(MIDIUMPEndpointManager.DictionaryKey(rawValue: "a").rawValue == "a")
    }

    /// Damaged and lying stream messages, in any order.
    @Test func strangeMessagesAreRead() {
        var random = randomNumbers()
        var reader = EndpointReader()
        for _ in 0..<20_000 {
            var message = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            message[0] = 0xF0 | message[0] & 0xC
            message[1] = UInt8.random(in: 0...0x14, using: &random)
            _ = reader.take(message)
        }
        #expect(reader.take([0xF0]) == nil && reader.take([UInt8](repeating: 0, count: 16)) == nil)
        #expect(reader.description.blocks.count <= 32 && reader.description.name.utf8.count < 400)
        var whole = EndpointDescription()
        whole.name = String(repeating: "n", count: 98)
        whole.blocks[0] = EndpointDescription.Block(name: "B")
        whole.blockCount = 1
        var other = EndpointReader()
        for message in whole.answers(0x1F) + whole.blockAnswers(0xFF, 3) { _ = other.take(message) }
        #expect(other.isComplete && other.description == whole)
    }

    private final class Owner: NSObject, MIDICIProfileResponderDelegate {
        func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool { true }
        func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID) {}
    }

    @Test func managersKeepDevicesOfMIDICI() throws {
        let made = MIDIUMPMutableEndpoint(
            name: "CI", deviceInfo: Self.device, productInstanceID: "", midiProtocol: ._1_0,
            destinationCallback: { _, _ in })
        let endpoint = try #require(made)
        let part = try #require(block("Part"))
        try endpoint.registerFunctionBlocks([part], markAsStatic: false)
        let profile = MIDICIProfile(data: Data([0x7E, 0, 1, 1, 0]))
        try endpoint.setEnabled(true)
        let responder = MIDICIResponder(
            deviceInfo: MIDICIDeviceInfo(
                destination: endpoint.midiDestination, manufacturer: Data([0x7D, 1, 2]), family: Data([0x2C, 2]),
                model: Data(), revision: Data()),
            profileDelegate: Owner(),
            profileStates: [MIDICIProfileState(channel: 2, enabledProfiles: [], disabledProfiles: [profile])],
            supportProperties: true)
        #expect(responder.start())
        func found() -> MIDICIDevice? {
            // One that was asked before it was started is asked again when it comes again.
            MIDICIDeviceManager.shared.discoveredCIDevices.first {
                $0.muid != 0 && !$0.profiles.isEmpty && $0.deviceInfo.family == 300
            }
        }
        #expect(eventually { found() != nil })
        let device = try #require(found())
        #expect(
            device.supportsProfileConfiguration && device.supportsPropertyExchange && !device.supportsProcessInquiry)
        #expect(!device.supportsProtocolNegotiation && device.maxSysExSize == 65536 && device.deviceType == .virtual)
        #expect(eventually { device.maxPropertyExchangeRequests == 1 } && part.midiCIDevice === device)
        let known: MIDIUMPCIProfile = try #require(device.profiles.first)
        #expect(
            device.profiles.first === known && known.name == "7E 00 01 01 00"
                && known.profileID.standard.profileNumber == 1)
        #expect(known.profileType == .singleChannel && known.firstChannel == 2 && known.groupOffset == 0)
        #expect(known.totalChannelCount == 1 && known.enabledChannelCount == 0 && !known.isEnabled)
        try known.setProfileState(true, enabledChannelCount: 1)
        #expect(eventually { known.isEnabled && known.enabledChannelCount == 1 })
        responder.stop()
        #expect(eventually { found() == nil })
        let error = #expect(throws: NSError.self) { try known.setProfileState(false, enabledChannelCount: 0) }
        #expect(error?.code == Int(kMIDINoConnection))
        try endpoint.setEnabled(false)
        #expect(device.deviceType == .unknown)
    }
}
