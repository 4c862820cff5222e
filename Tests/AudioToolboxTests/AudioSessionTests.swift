import AudioCore
import AudioDevices
import AudioSession
import CoreFoundation
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// AudioSession.h over a session of its own: what is told in the run loop, and what can be asked there.
@Suite struct AudioSessionTests {
    /// What the listeners of a client have been told, in order.
    final class Log: @unchecked Sendable {
        var lines: [String] = []
        var client: SessionClient?
        /// Called by the listener of interruptions, with the state.
        var inside: ((UInt32) -> Void)?

        static func at(_ pointer: UnsafeMutableRawPointer?) -> Log {
            Unmanaged<Log>.fromOpaque(pointer!).takeUnretainedValue()
        }
        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    }

    let surroundings = TestSurroundings()
    let server = ManualServer()
    let center: SessionCenter

    init() throws { center = try TestSession.center(server, surroundings) }

    /// Runs `body` with an initialized client on a thread whose run loop is the client's.
    func withClient(_ body: @escaping @Sendable (SessionClient, Log) throws -> Void) throws {
        let center = center
        let failure = LockedValue<(any Error)?>(nil)
        try Thread(name: "run loop") {
            let (client, log) = (SessionClient(center), Log())
            log.client = client
            do {
                let loop = OpaquePointer(Unmanaged<CFRunLoop>.passUnretained(CFRunLoopGetCurrent()).toOpaque())
                try client.initialize(loop, nil) { state in
                    let type = (try? Self.read(client, kAudioSessionProperty_InterruptionType)) ?? 0
                    log.lines.append("interruption \(state) \(FourCC(type))")
                    log.inside?(state)
                }
                try body(client, log)
            } catch {
                failure.withLock { $0 = error }
            }
        }.join()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Runs the loop until so many lines are there, or 20 s have passed.
    static func run(_ log: Log, until count: Int) {
        let end = Date(timeIntervalSinceNow: 20)
        while log.lines.count < count, Date() < end { CFRunLoopRunInMode(.defaultMode, 0.05, true) }
    }

    static func read<Value: BitwiseCopyable>(
        _ client: SessionClient, _ id: AudioSessionPropertyID, as type: Value.Type = UInt32.self
    ) throws -> Value {
        let place = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        defer { place.deallocate() }
        var size = UInt32(16)
        try client.copyProperty(id, to: place, &size)
        #expect(Int(size) == MemoryLayout<Value>.size)
        return place.load(as: type)
    }

    static func write<Value: BitwiseCopyable>(
        _ value: Value, _ id: AudioSessionPropertyID, _ client: SessionClient
    ) throws {
        try withUnsafeBytes(of: value) { try client.setProperty(id, from: $0.baseAddress!, UInt32($0.count)) }
    }

    /// An object that is read, which the reader owns.
    static func object(_ client: SessionClient, _ id: AudioSessionPropertyID) throws -> AnyObject {
        let reference = try read(client, id, as: UnsafeRawPointer.self)
        return Unmanaged<AnyObject>.fromOpaque(reference).takeRetainedValue()
    }

    static func status(_ body: () throws -> Void) -> OSStatus { AudioToolbox.status(body) }

    @Test func nothingIsThereBeforeTheInitialization() {
        let client = SessionClient(center)
        #expect(Self.status { try client.setActive(true, notifiesOthers: false) } == kAudioSessionNotInitialized)
        #expect(Self.status { _ = try Self.read(client, kAudioSessionProperty_Mode) } == kAudioSessionNotInitialized)
        #expect(Self.status { _ = try client.propertySize(0) } == kAudioSessionNotInitialized)
    }

    @Test func isInitializedOnce() throws {
        try withClient { client, _ in
            #expect(Self.status { try client.initialize(nil, nil) { _ in } } == kAudioSessionAlreadyInitialized)
        }
    }

    /// The type can be asked for while the end is told, and not before or afterwards.
    @Test func tellsInterruptionsInTheRunLoop() throws {
        let surroundings = surroundings
        try withClient { client, log in
            try client.setActive(true, notifiesOthers: false)
            surroundings.deliver(.callBegan)
            surroundings.deliver(.callEnded)
            try client.setActive(true, notifiesOthers: false)
            surroundings.deliver(.peerActive("a", .standard))
            surroundings.deliver(.peerEnded("a"))
            Self.run(log, until: 4)
            let (begin, end) = (kAudioSessionBeginInterruption, kAudioSessionEndInterruption)
            let resumes = FourCC(kAudioSessionInterruptionType_ShouldResume)
            let stays = FourCC(kAudioSessionInterruptionType_ShouldNotResume)
            #expect(
                log.lines == [
                    "interruption \(begin) \(FourCC(0))", "interruption \(end) \(resumes)",
                    "interruption \(begin) \(FourCC(0))", "interruption \(end) \(stays)",
                ])
            #expect(log.lines.first == "interruption 1 \(FourCC(0))" && log.lines.last == "interruption 0 !rsm")
            let status = Self.status { _ = try Self.read(client, kAudioSessionProperty_InterruptionType) }
            #expect(status == kAudioSessionUnsupportedPropertyError)
        }
    }

    private static let noteRoute: SessionListener.Function = { context, id, size, data in
        let change = Unmanaged<NSDictionary>.fromOpaque(data!).takeUnretainedValue()
        let reason = change[kAudioSession_RouteChangeKey_Reason] as? Int
        let old = change["OutputDeviceDidChange_OldRoute" as NSString] as? String
        let keys = [
            kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
            kAudioSession_AudioRouteChangeKey_CurrentRouteDescription,
        ]
        let ports = keys.map { key in
            let route = change[key] as? NSDictionary
            return "\((route?[kAudioSession_AudioRouteKey_Outputs] as? NSArray)?.count ?? -1)"
        }
        Log.at(context).lines.append("\(FourCC(id)) \(size) \(reason ?? -1) \(old ?? "?") \(ports)")
    }

    @Test func tellsHowTheRouteChanged() throws {
        try withClient { client, log in
            try client.add(SessionListener(Self.noteRoute, log.pointer), to: kAudioSessionProperty_AudioRouteChange)
            // The route that a listener reads is that of the moment in which it is called.
            for (count, category) in [kAudioSessionCategory_RecordAudio, kAudioSessionCategory_MediaPlayback]
                .enumerated()
            {
                try Self.write(category, kAudioSessionProperty_AudioCategory, client)
                Self.run(log, until: count + 1)
            }
            #expect(log.lines.count == 2)
            #expect(log.lines.first?.hasPrefix("roch 8 3 ") == true, "\(log.lines)")
            #expect(log.lines.first?.hasSuffix(#"["1", "0"]"#) == true, "\(log.lines)")
            #expect(log.lines.last?.hasSuffix(#"["0", "1"]"#) == true, "\(log.lines)")
        }
    }

    /// A listener that is added twice is called once, and a listener that another has taken away is not called.
    @Test func listenersComeAndGo() throws {
        let note: SessionListener.Function = { context, _, _, _ in
            let log = Log.at(context)
            log.lines.append("noted")
            try? log.client?.remove(
                SessionListener(Self.other, log.pointer), from: kAudioSessionProperty_AudioRouteChange)
        }
        try withClient { client, log in
            let route = kAudioSessionProperty_AudioRouteChange
            try client.add(SessionListener(note, log.pointer), to: route)
            try client.add(SessionListener(note, log.pointer), to: route)
            try client.add(SessionListener(Self.other, log.pointer), to: route)
            try Self.write(kAudioSessionCategory_AmbientSound, kAudioSessionProperty_AudioCategory, client)
            Self.run(log, until: 1)
            CFRunLoopRunInMode(.defaultMode, 0, true)
            #expect(log.lines == ["noted"])
            try client.removeListeners(of: route)
            try Self.write(kAudioSessionCategory_MediaPlayback, kAudioSessionProperty_AudioCategory, client)
            while CFRunLoopRunInMode(.defaultMode, 0.1, true) == .handledSource {}
            #expect(log.lines == ["noted"])
        }
    }

    private static let other: SessionListener.Function = { context, _, _, _ in
        Log.at(context).lines.append("other")
    }

    /// What is set in C is what AVAudioSession has, and the other way round.
    @Test func isTheSessionOfSwift() throws {
        let center = center
        try withClient { client, _ in
            try Self.write(kAudioSessionCategory_PlayAndRecord, kAudioSessionProperty_AudioCategory, client)
            try Self.write(kAudioSessionMode_VoiceChat, kAudioSessionProperty_Mode, client)
            try Self.write(UInt32(1), kAudioSessionProperty_OtherMixableAudioShouldDuck, client)
            #expect(center.setting.category == .playAndRecord && center.setting.mode == .voiceChat)
            #expect(center.setting.options == [.duckOthers, .mixWithOthers, .allowBluetoothHFP])
            #expect(try Self.read(client, kAudioSessionProperty_OverrideCategoryMixWithOthers) == 1)
            #expect(try Self.read(client, kAudioSessionProperty_OverrideCategoryEnableBluetoothInput) == 1)
            try center.set(SessionSetting(.multiRoute, mode: .spokenAudio))
            let status = Self.status { _ = try Self.read(client, kAudioSessionProperty_AudioCategory) }
            #expect(status == kAudioSessionNoCategorySet)
            #expect(try Self.read(client, kAudioSessionProperty_Mode) == kAudioSessionMode_Default)
        }
    }

    @Test func routesHaveWords() {
        func port(_ type: SessionPortType) -> SessionPort { SessionPort(type: type, name: "", uid: "", channels: []) }
        func word(_ output: SessionPortType?, _ input: SessionPortType? = nil) -> String {
            SessionRoute(inputs: input.map { [port($0)] } ?? [], outputs: output.map { [port($0)] } ?? []).word
        }
        #expect(word(nil) == "" && word(nil, .builtInMic) == "MicrophoneBuiltIn")
        #expect(word(.builtInSpeaker) == "Speaker" && word(.builtInSpeaker, .builtInMic) == "SpeakerAndMicrophone")
        #expect(word(.builtInReceiver, .builtInMic) == "ReceiverAndMicrophone")
        #expect(word(.headphones) == "Headphone" && word(.headphones, .headsetMic) == "HeadsetInOut")
        #expect(word(.headphones, .builtInMic) == "HeadphonesAndMicrophone")
        #expect(word(.lineOut) == "LineOut" && word(.lineOut, .lineIn) == "LineInOut")
        #expect(word(.bluetoothHFP, .bluetoothHFP) == "HeadsetBT" && word(.bluetoothA2DP) == "HeadphonesBT")
        #expect(word(.hdmi) == "HDMIOutput" && word(.usb) == "USBOutput" && word(.airPlay) == "AirTunes")
    }

    @Test func routesAreDictionaries() {
        let route = SessionRoute(
            inputs: [SessionPort(type: .bluetoothHFP, name: "", uid: "a", channels: [])],
            outputs: [
                SessionPort(type: .usb, name: "", uid: "b", channels: []),
                SessionPort(type: .builtInSpeaker, name: "", uid: "c", channels: []),
            ])
        let type = kAudioSession_AudioRouteKey_Type
        let expected: NSDictionary = [
            kAudioSession_AudioRouteKey_Inputs: [[type: kAudioSessionInputRoute_BluetoothHFP]],
            kAudioSession_AudioRouteKey_Outputs: [
                [type: kAudioSessionOutputRoute_USBAudio], [type: kAudioSessionOutputRoute_BuiltInSpeaker],
            ],
        ]
        #expect(route.dictionary == expected)
    }

    @Test func sourcesAreArraysOfDictionaries() {
        let sources = [SessionDataSource(id: 3, name: "Line"), SessionDataSource(id: 7, name: "Microphone")]
        let (id, name) = (kAudioSession_InputSourceKey_ID, kAudioSession_InputSourceKey_Description)
        let inputs: NSArray = [[id: 3, name: "Line"], [id: 7, name: "Microphone"]]
        #expect(sources.inputs == inputs)
        let outputID = kAudioSession_OutputDestinationKey_ID
        let outputName = kAudioSession_OutputDestinationKey_Description
        let outputs: NSArray = [[outputID: 3, outputName: "Line"], [outputID: 7, outputName: "Microphone"]]
        #expect(sources.outputs == outputs)
    }
}
