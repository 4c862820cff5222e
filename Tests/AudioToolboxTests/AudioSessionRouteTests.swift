import AudioCore
import AudioDevices
import AudioSession
import CoreFoundation
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// What a route is and why it changes, and what AudioSession.h and AVAudioSession have in common.
extension AudioSessionTests {
    // MARK: Routes

    /// A pair of devices of one kind, and the types of their ports.
    private struct Pair {
        var kind: DeviceKind
        var transport: DeviceTransport
        var output: NSString
        var input: NSString
    }

    private static var pairs: [Pair] {
        func pair(_ kind: DeviceKind, _ transport: DeviceTransport, _ output: NSString, _ input: NSString) -> Pair {
            Pair(kind: kind, transport: transport, output: output, input: input)
        }
        return [
            pair(.line, .pci, kAudioSessionOutputRoute_LineOut, kAudioSessionInputRoute_LineIn),
            pair(.headset, .builtIn, kAudioSessionOutputRoute_Headphones, kAudioSessionInputRoute_HeadsetMic),
            pair(.headset, .usb, kAudioSessionOutputRoute_USBAudio, kAudioSessionInputRoute_USBAudio),
            pair(.speaker, .pci, kAudioSessionOutputRoute_BuiltInSpeaker, kAudioSessionInputRoute_BuiltInMic),
            pair(
                .bluetoothHFP, .bluetooth, kAudioSessionOutputRoute_BluetoothHFP, kAudioSessionInputRoute_BluetoothHFP),
            pair(
                .bluetoothA2DP, .bluetooth, kAudioSessionOutputRoute_BluetoothA2DP,
                kAudioSessionInputRoute_BluetoothHFP),
            // Inputs of these have the strings of AVAudioSession.Port.
            pair(.hdmi, .hdmi, kAudioSessionOutputRoute_HDMI, "HDMIOutput"),
            pair(.unknown, .airPlay, kAudioSessionOutputRoute_AirPlay, "AirPlay"),
        ]
    }

    private static func device(
        _ id: String, _ direction: DeviceDirection, _ pair: Pair? = nil, isDefault: Bool
    ) -> DeviceDescription {
        var device = DeviceDescription(id: id, name: id, direction: direction, isDefault: isDefault)
        (device.kind, device.transport) = (pair?.kind ?? .speaker, pair?.transport ?? .pci)
        return device
    }

    /// The types of a route's ports, as a client reads them: one for each input and output.
    private static func types(_ client: SessionClient, _ key: NSString) throws -> [String] {
        let route = try object(client, kAudioSessionProperty_AudioRouteDescription) as? NSDictionary
        let ports = route?[key] as? NSArray ?? []
        return ports.compactMap { ($0 as? NSDictionary)?[kAudioSession_AudioRouteKey_Type] as? String }
    }

    /// The device that the user chooses is the route, and is named by its type.
    @Test func aRouteHasTheTypesOfItsPorts() throws {
        let server = server
        try withClient { client, _ in
            try Self.write(kAudioSessionCategory_PlayAndRecord, kAudioSessionProperty_AudioCategory, client)
            for (chosen, pair) in Self.pairs.enumerated() {
                server.setDevices(
                    Self.pairs.enumerated().flatMap { index, pair in
                        [DeviceDirection.output, .input].map {
                            Self.device("\(index)", $0, pair, isDefault: index == chosen)
                        }
                    })
                #expect(
                    eventually { (try? Self.types(client, kAudioSession_AudioRouteKey_Outputs)) == ["\(pair.output)"] },
                    "\(pair)")
                #expect(
                    eventually { (try? Self.types(client, kAudioSession_AudioRouteKey_Inputs)) == ["\(pair.input)"] },
                    "\(pair)")
            }
        }
    }

    /// No device here is known to be a receiver; the route that has one names it.
    @Test func aReceiverIsNamedToo() {
        let receiver = SessionPort(type: .builtInReceiver, name: "", uid: "", channels: [])
        let route = SessionRoute(inputs: [], outputs: [receiver])
        let expected: NSDictionary = [
            kAudioSession_AudioRouteKey_Inputs: [],
            kAudioSession_AudioRouteKey_Outputs: [
                [kAudioSession_AudioRouteKey_Type: kAudioSessionOutputRoute_BuiltInReceiver]
            ],
        ]
        #expect(route.dictionary == expected && route.word == "\(kAudioSessionOutputRoute_BuiltInReceiver)")
    }

    // MARK: Reasons

    private static let noteReason: SessionListener.Function = { context, _, _, data in
        let change = Unmanaged<NSDictionary>.fromOpaque(data!).takeUnretainedValue()
        let reason = change[kAudioSession_AudioRouteChangeKey_Reason as NSString] as? UInt32
        Log.at(context).lines.append("\(reason.map { "\($0)" } ?? "none")")
    }

    private static func speaker(_ isDefault: Bool) -> DeviceDescription {
        device("speaker", .output, isDefault: isDefault)
    }
    private static func headset(_ isDefault: Bool) -> DeviceDescription {
        device("headset", .output, isDefault: isDefault)
    }

    /// Each reason follows from what happens to the devices, and none of them is unknown.
    @Test func aRouteChangesForAReason() throws {
        let (server, center, surroundings) = (server, center, surroundings)
        let steps: [(reason: UInt32, change: @Sendable (SessionClient) throws -> Void)] = [
            (
                kAudioSessionRouteChangeReason_NewDeviceAvailable,
                { _ in server.setDevices([Self.speaker(false), Self.headset(true)]) }
            ),
            (
                kAudioSessionRouteChangeReason_Override,
                { _ in server.setDevices([Self.speaker(true), Self.headset(false)]) }
            ),
            (kAudioSessionRouteChangeReason_OldDeviceUnavailable, { _ in server.setDevices([Self.headset(true)]) }),
            (
                kAudioSessionRouteChangeReason_RouteConfigurationChange,
                { _ in
                    var surround = Self.headset(true)
                    surround.channels = 6
                    server.setDevices([surround])
                }
            ),
            (
                kAudioSessionRouteChangeReason_WakeFromSleep,
                { _ in
                    surroundings.deliver(.sleeping(true))
                    surroundings.deliver(.sleeping(false))
                }
            ),
            // There is no input, so that the route has no port at all.
            (
                kAudioSessionRouteChangeReason_CategoryChange,
                { try Self.write(kAudioSessionCategory_RecordAudio, kAudioSessionProperty_AudioCategory, $0) }
            ),
        ]
        server.setDevices([Self.speaker(true)])
        try withClient { client, log in
            try Self.write(kAudioSessionCategory_MediaPlayback, kAudioSessionProperty_AudioCategory, client)
            center.settle()
            while CFRunLoopRunInMode(.defaultMode, 0.1, true) == .handledSource {}
            let route = kAudioSessionProperty_AudioRouteChange
            try client.add(SessionListener(Self.noteReason, log.pointer), to: route)
            for (index, step) in steps.enumerated() {
                try step.change(client)
                Self.run(log, until: index + 1)
                #expect(log.lines.count == index + 1 && log.lines.last == "\(step.reason)", "\(log.lines)")
            }
            let inputs = try Self.types(client, kAudioSession_AudioRouteKey_Inputs)
            let outputs = try Self.types(client, kAudioSession_AudioRouteKey_Outputs)
            #expect(inputs.isEmpty && outputs.isEmpty)
            let others = [
                kAudioSessionRouteChangeReason_Unknown, kAudioSessionRouteChangeReason_NoSuitableRouteForCategory,
            ]
            #expect(!others.contains { log.lines.contains("\($0)") })
        }
    }

    // MARK: Modes, statuses and numbers

    @Test func modesAreThoseOfSwift() throws {
        let center = center
        try withClient { client, _ in
            let modes: [(UInt32, SessionMode)] = [
                (kAudioSessionMode_VideoRecording, .videoRecording), (kAudioSessionMode_Measurement, .measurement),
            ]
            for category in [kAudioSessionCategory_RecordAudio, kAudioSessionCategory_PlayAndRecord] {
                try Self.write(category, kAudioSessionProperty_AudioCategory, client)
                for (number, mode) in modes {
                    try Self.write(number, kAudioSessionProperty_Mode, client)
                    #expect(try center.setting.mode == mode && Self.read(client, kAudioSessionProperty_Mode) == number)
                }
            }
            // The mode of a recording does not go with a category that only plays; the one before stays.
            try Self.write(kAudioSessionCategory_MediaPlayback, kAudioSessionProperty_AudioCategory, client)
            try Self.write(kAudioSessionMode_Measurement, kAudioSessionProperty_Mode, client)
            let status = Self.status {
                try Self.write(kAudioSessionMode_VideoRecording, kAudioSessionProperty_Mode, client)
            }
            #expect(status == kAudioSessionIncompatibleCategory && center.setting.mode == .measurement)
        }
    }

    /// The devices may be missing, or their server: each has a status of its own, and the session can be initialized all the same.
    @Test func statusesOfWhatIsMissing() throws {
        let server = server
        server.setDevices(ManualServer.firstDevices.filter { $0.direction == .output })
        try withClient { client, _ in
            try Self.write(kAudioSessionCategory_RecordAudio, kAudioSessionProperty_AudioCategory, client)
            let withoutInput = Self.status { try client.setActive(true, notifiesOthers: false) }
            #expect(withoutInput == AudioError.sessionResource.status && withoutInput != kAudioServicesNoHardwareError)
            let gain = Self.status { try Self.write(Float32(0.5), kAudioSessionProperty_InputGainScalar, client) }
            #expect(gain == kAudioSessionUnspecifiedError)
        }
        let center = SessionCenter(surroundings: surroundings) { () throws(AudioError) in throw .serverUnavailable }
        let client = SessionClient(center)
        let loop = OpaquePointer(Unmanaged<CFRunLoop>.passUnretained(CFRunLoopGetCurrent()).toOpaque())
        let status = Self.status { try client.initialize(loop, nil) { _ in } }
        #expect(status == kAudioSessionNoError && status != kAudioSessionInitializationError)
        let withoutServer = Self.status { try client.setActive(true, notifiesOthers: false) }
        #expect(withoutServer == AudioError.sessionServer.status)
    }

    /// What `AVAudioSession` had as `inputIsAvailable`, `currentHardwareSampleRate` and the like is here, and is the session's.
    @Test func numbersOfTheHardwareAreTheSessions() throws {
        let (server, center) = (server, center)
        try withClient { client, _ in
            func read<Value: BitwiseCopyable>(_ id: AudioSessionPropertyID, as type: Value.Type) throws -> Value {
                try Self.read(client, id, as: type)
            }
            try Self.write(kAudioSessionCategory_PlayAndRecord, kAudioSessionProperty_AudioCategory, client)
            #expect(try read(kAudioSessionProperty_AudioInputAvailable, as: UInt32.self) == 1)
            #expect(try read(kAudioSessionProperty_CurrentHardwareInputNumberChannels, as: UInt32.self) == 2)
            #expect(try read(kAudioSessionProperty_CurrentHardwareOutputNumberChannels, as: UInt32.self) == 2)
            #expect(try read(kAudioSessionProperty_PreferredHardwareSampleRate, as: Double.self) == 0)
            #expect(try read(kAudioSessionProperty_CurrentHardwareSampleRate, as: Double.self) == 48_000)
            // A rate that the device has counts from the activation on.
            try Self.write(44_100.0, kAudioSessionProperty_PreferredHardwareSampleRate, client)
            #expect(try read(kAudioSessionProperty_PreferredHardwareSampleRate, as: Double.self) == 44_100)
            #expect(try read(kAudioSessionProperty_CurrentHardwareSampleRate, as: Double.self) == 48_000)
            try client.setActive(true, notifiesOthers: false)
            #expect(try read(kAudioSessionProperty_CurrentHardwareSampleRate, as: Double.self) == 44_100)
            #expect(center.sampleRate == 44_100 && center.preferredSampleRate == 44_100)
            // Without an input.
            var devices = server.devices.filter { $0.direction == .output }
            devices[0].channels = 6
            server.setDevices(devices)
            #expect(eventually { !center.isInputAvailable && center.outputChannels == 6 })
            #expect(try read(kAudioSessionProperty_AudioInputAvailable, as: UInt32.self) == 0)
            #expect(try read(kAudioSessionProperty_CurrentHardwareInputNumberChannels, as: UInt32.self) == 0)
            #expect(try read(kAudioSessionProperty_CurrentHardwareOutputNumberChannels, as: UInt32.self) == 6)
        }
    }
}
