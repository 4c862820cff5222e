import AudioCore
import AudioDevices
import AudioSession
import CoreFoundation
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// Listeners of the properties that change by themselves, and what can be set of the hardware.
extension AudioSessionTests {
    /// A listener's line: the property, its size, and its value as a number, an amount, or the number of an array's elements.
    private static let note: SessionListener.Function = { context, id, size, data in
        let value: String
        switch id {
        case kAudioSessionProperty_InputSources, kAudioSessionProperty_OutputDestinations:
            value = "\(Unmanaged<NSArray>.fromOpaque(data!).takeUnretainedValue().count)"
        case kAudioSessionProperty_CurrentHardwareOutputVolume, kAudioSessionProperty_InputGainScalar:
            value = "\(data!.load(as: Float32.self))"
        default: value = "\(data!.load(as: UInt32.self))"
        }
        Log.at(context).lines.append("\(FourCC(id)) \(size) \(value)")
    }

    /// What a listener of a property is told when the devices become others, in a session that plays and records.
    private func told(
        _ id: AudioSessionPropertyID, _ change: @escaping @Sendable (inout [DeviceDescription]) -> Void
    ) throws -> [String] {
        let (server, center, lines) = (server, center, LockedValue<[String]>([]))
        try withClient { client, log in
            try Self.write(kAudioSessionCategory_PlayAndRecord, kAudioSessionProperty_AudioCategory, client)
            // What the category changes comes first.
            center.settle()
            while CFRunLoopRunInMode(.defaultMode, 0.1, true) == .handledSource {}
            try client.add(SessionListener(Self.note, log.pointer), to: id)
            var devices = server.devices
            change(&devices)
            server.setDevices(devices)
            Self.run(log, until: 1)
            // One that would come too often comes now.
            while CFRunLoopRunInMode(.defaultMode, 0.1, true) == .handledSource {}
            lines.withLock { $0 = log.lines }
        }
        return lines.withLock { $0 }
    }

    private static func each(
        _ direction: DeviceDirection, _ devices: inout [DeviceDescription], _ body: (inout DeviceDescription) -> Void
    ) {
        for index in devices.indices where devices[index].direction == direction { body(&devices[index]) }
    }

    @Test func theVolumeOfTheOutput() throws {
        let lines = try told(kAudioSessionProperty_CurrentHardwareOutputVolume) {
            Self.each(.output, &$0) { $0.volume = [0.5, 0.25] }
        }
        #expect(lines == ["chov 4 0.5"])
    }

    @Test func theChannelsOfTheHardware() throws {
        let outputs = try told(kAudioSessionProperty_CurrentHardwareOutputNumberChannels) {
            Self.each(.output, &$0) { $0.channels = 6 }
        }
        #expect(outputs == ["choc 4 6"])
        let inputs = try told(kAudioSessionProperty_CurrentHardwareInputNumberChannels) {
            Self.each(.input, &$0) { $0.channels = 1 }
        }
        #expect(inputs == ["chic 4 1"])
    }

    @Test func theInputAndItsGain() throws {
        let gone = try told(kAudioSessionProperty_AudioInputAvailable) { $0.removeAll { $0.direction == .input } }
        #expect(gone == ["aiav 4 0"])
        let back = try told(kAudioSessionProperty_AudioInputAvailable) { $0 = ManualServer.firstDevices }
        #expect(back == ["aiav 4 1"])
        let gain = try told(kAudioSessionProperty_InputGainScalar) {
            Self.each(.input, &$0) { $0.volume = [0.25, 0.25] }
        }
        #expect(gain == ["igsc 4 0.25"])
        // Another input is in use, which has no such setting.
        let isSettable = try told(kAudioSessionProperty_InputGainAvailable) {
            Self.each(.input, &$0) { $0.isDefault = false }
            $0.append(DeviceDescription(id: "plain", name: "Plain", direction: .input, isDefault: true))
        }
        #expect(isSettable == ["igav 4 0"])
    }

    @Test func whatCanBeChosen() throws {
        let attic = DevicePort(id: "attic", name: "Attic")
        let sources = try told(kAudioSessionProperty_InputSources) { Self.each(.input, &$0) { $0.ports.append(attic) } }
        #expect(sources == ["srcs 8 3"])
        let places = try told(kAudioSessionProperty_OutputDestinations) {
            Self.each(.output, &$0) { $0.ports.append(attic) }
        }
        #expect(places == ["dsts 8 3"])
    }

    @Test func theEndOfTheServer() throws {
        let server = server
        try withClient { client, log in
            try client.add(SessionListener(Self.note, log.pointer), to: kAudioSessionProperty_ServerDied)
            try client.setActive(true, notifiesOthers: false)
            server.crash()
            Self.run(log, until: 1)
            #expect(log.lines == ["died 4 1"])
        }
    }

    @Test func setsSourcesDestinationsAndTheGain() throws {
        let server = server
        try withClient { client, _ in
            try Self.write(kAudioSessionCategory_PlayAndRecord, kAudioSessionProperty_AudioCategory, client)
            for (id, direction) in [
                (kAudioSessionProperty_InputSource, DeviceDirection.input),
                (kAudioSessionProperty_OutputDestination, .output),
            ] {
                #expect(try (Self.object(client, id) as? NSNumber)?.intValue == 0)
                let second = NSNumber(value: 1)
                try Self.write(Unmanaged.passUnretained(second).toOpaque(), id, client)
                #expect(try (Self.object(client, id) as? NSNumber)?.intValue == 1)
                #expect(server.devices.first { $0.direction == direction }?.port == "back")
                let stranger = NSNumber(value: 7)
                let status = Self.status { try Self.write(Unmanaged.passUnretained(stranger).toOpaque(), id, client) }
                #expect(status != 0 && server.devices.first { $0.direction == direction }?.port == "back")
            }
            try Self.write(Float32(0.25), kAudioSessionProperty_InputGainScalar, client)
            #expect(server.devices.first { $0.direction == .input }?.volume == [0.25, 0.25])
            #expect(try Self.read(client, kAudioSessionProperty_InputGainScalar, as: Float32.self) == 0.25)
        }
    }

    /// The session is inactive all the same, and what has run stands still.
    @Test func inactiveWhileSomethingRuns() throws {
        let center = center
        let player = SessionExtra()
        center.add(player)
        try withClient { client, _ in
            try Self.write(kAudioSessionCategory_MediaPlayback, kAudioSessionProperty_AudioCategory, client)
            try client.setActive(true, notifiesOthers: false)
            let status = Self.status { try client.setActive(false, notifiesOthers: false) }
            #expect(status == kAudioSessionNotActiveError && status == 0x2161_6374)
            #expect(!center.isActive && !player.isRunning && player.happened == ["deactivated"])
            #expect(Self.status { try client.setActive(false, notifiesOthers: false) } == 0)
        }
    }

    /// A listener of an interruption's end becomes active again, is interrupted, and waits for the end in the run loop. Each end
    /// has its own type: that of the outer one is there again when the inner one has been told.
    @Test func anEndWithinAnEndHasATypeOfItsOwn() throws {
        let surroundings = surroundings
        try withClient { client, log in
            let type = { try? Self.read(client, kAudioSessionProperty_InterruptionType) }
            log.inside = { state in
                guard state == kAudioSessionEndInterruption, log.lines.count == 2 else { return }
                #expect(throws: Never.self) { try client.setActive(true, notifiesOthers: false) }
                surroundings.deliver(.peerActive("a", .standard))
                surroundings.deliver(.peerEnded("a"))
                Self.run(log, until: 4)
                log.lines.append("outer \(type().map { "\(FourCC($0))" } ?? "none")")
            }
            try client.setActive(true, notifiesOthers: false)
            surroundings.deliver(.callBegan)
            surroundings.deliver(.callEnded)
            Self.run(log, until: 5)
            #expect(
                log.lines == [
                    "interruption 1 \(FourCC(0))", "interruption 0 irsm", "interruption 1 \(FourCC(0))",
                    "interruption 0 !rsm", "outer irsm",
                ])
            #expect(type() == nil)
            log.inside = nil
        }
    }
}
