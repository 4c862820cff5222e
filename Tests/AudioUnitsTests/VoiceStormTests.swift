import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import CCoreAudio
import TestSupport
import Testing

@testable import AudioUnits

/// VoiceProcessingIO while several threads start it, stop it, make it anew, and change what it is. Nothing hangs, every status
/// is one that the call has, and afterwards the unit does its work.
@Suite(.mustEnd) struct VoiceStormTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        server.latency = 1024
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private static func format(_ rate: Double) -> StreamFormat {
        .float32(sampleRate: rate, channels: 1, interleaved: false)
    }

    private func voice() throws -> Client {
        let system = self.system
        var made = UnitBlueprint("auou", "vpio", "Voice") { VoiceUnit($0, system: system) }
        (made.inputs, made.outputs) = (VoiceUnit.voice.inputs, VoiceUnit.voice.outputs)
        let client = try Client(made)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try Self.setRate(48_000, client)
        return client
    }

    private static func setRate(_ rate: Double, _ client: Client) throws {
        try client.setFormat(format(rate), kAudioUnitScope_Input, 0)
        try client.setFormat(format(rate), kAudioUnitScope_Output, 1)
    }

    /// Another unit of the process, which plays a constant.
    private func other() throws -> Client {
        let system = self.system
        let client = try Client(
            UnitBlueprint("auou", "def ", "Other") {
                DeviceUnit($0, .init(records: false, choosesDevice: false), system: system)
            })
        try client.setFormat(Self.format(48_000), kAudioUnitScope_Input)
        try client.feed(Feed(constants: [0.25]))
        try client.unit.initialize()
        return client
    }

    /// What the calls of the storm return: success, that the unit is not initialized or is, that a value or a format does not
    /// go, and that the devices cannot be had at that moment.
    private static let statuses: Set<Int32> = [
        0, kAudioUnitErr_Uninitialized, kAudioUnitErr_Initialized, kAudioUnitErr_InvalidPropertyValue,
        kAudioUnitErr_FormatNotSupported, kAudioUnitErr_FailedInitialization, kAudioUnitErr_CannotDoInCurrentContext,
        kAudioUnitErr_PropertyNotWritable, kAudioUnitErr_InvalidElement,
    ]

    /// One call of many.
    private static func call(_ kind: UInt64, _ client: Client, _ random: inout SeededRandom) throws {
        let unit = client.unit
        let flag = UInt32(random.next() % 2)
        switch kind {
        case 0: try unit.start()
        case 1: try unit.stop()
        case 2: try unit.initialize()
        case 3: unit.uninitialize()
        case 4: try setRate([8000, 16_000, 44_100, 48_000][Int(random.next() % 4)], client)
        case 5: try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: flag)
        case 6: try client.set(kAUVoiceIOProperty_VoiceProcessingEnableAGC, to: flag)
        case 7: try client.set(kAUVoiceIOProperty_MuteOutput, to: flag)
        case 8: try client.set(kAUVoiceIOProperty_DuckNonVoiceAudio, to: flag)
        case 9:
            let ducking = AudioUnitPropertyID(kAUVoiceIOProperty_OtherAudioDuckingConfiguration)
            try client.set(ducking, to: random.next() % 4 * 10 << 32 | UInt64(flag))
        case 10: try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: flag)
        case 11: try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: flag)
        case 12: unit.reset()
        default: #expect(unit.latency >= 0)
        }
    }

    /// Two units are called by two threads each, while others change the device's rate and let time pass.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func theUnitWorksAfterwards(seed: UInt64) throws {
        let clients = [try voice(), try voice()]
        let recorders = clients.map { VoiceRecorder($0) }
        for (client, recorder) in zip(clients, recorders) {
            try client.feed(Feed { _, frame in Float(frame % 100) / 400 })
            try client.set(kAudioOutputUnitProperty_SetInputCallback, to: recorder.callback)
        }
        let given = LockedValue<Set<Int32>>([])
        let storms = try (0..<4).map { index in
            let client = clients[index % 2]
            return try Thread(name: "storm") {
                var random = SeededRandom(seed &* 10 &+ UInt64(index))
                for _ in 0..<150 {
                    let outcome = status { try Self.call(random.next() % 14, client, &random) }
                    given.withLock { _ = $0.insert(outcome) }
                }
            }
        }
        let isOver = LockedValue(false)
        let (server, system) = (self.server, self.system)
        let clock = try Thread(name: "time") {
            while !isOver.withLock({ $0 }) {
                let near = [Float](repeating: 0.125, count: 1024)
                if server.advance(512, input: near).isEmpty {
                    _ = WaitableValue(0).wait(nanoseconds: 50_000) { _ -> Bool? in nil }
                }
            }
        }
        let changer = try Thread(name: "rates") {
            for turn in 0..<20 {
                guard let device = try? number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) else { continue }
                let rate = [48_000.0, 44_100, 96_000, 8000][turn % 4]
                try? set(system, device, kAudioDevicePropertyNominalSampleRate, to: rate)
                _ = WaitableValue(0).wait(nanoseconds: 2_000_000) { _ -> Bool? in nil }
            }
        }
        for thread in storms + [changer] { thread.join() }
        for client in clients { #expect(status { try client.unit.stop() } == 0) }
        isOver.withLock { $0 = true }
        clock.join()
        #expect(given.withLock { $0 }.subtracting(Self.statuses) == [])
        try expectWork(clients[0])
        // The other one too, and other sound is as loud as it was.
        try expectWork(clients[1])
        let other = try other()
        try other.unit.start()
        #expect(eventually { server.advance(512).dropLast().last == 0.25 })
        try other.unit.stop()
        // The units have their addresses alone.
        withExtendedLifetime(recorders) {}
    }

    /// Brings the unit and the device to a state that is known. With the processing left out, the microphone is heard to the
    /// sample.
    private func expectWork(_ client: Client) throws {
        client.unit.uninitialize()
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: 48_000.0)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(1))
        try Self.setRate(48_000, client)
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: UInt32(1))
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(0))
        let recorder = VoiceRecorder(client)
        try client.feed(Feed(constants: [0.5]))
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: recorder.callback)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        var next: Float = 0
        let isHeard = eventually {
            let frames = (0..<512).map { _ -> Float in
                next += 1 / 65_536
                return next
            }
            let output = server.advance(512, input: frames.flatMap { [$0, $0] })
            return output.count == 1024 && output.allSatisfy { $0 == 0.5 }
                && recorder.samples.suffix(512) == frames[...]
        }
        #expect(isHeard && recorder.statuses.allSatisfy { $0 == 0 })
        try client.unit.stop()
        #expect(
            eventually {
                _ = server.advance(512)
                return server.runningStreams == 0
            })
        withExtendedLifetime(recorder) {}
    }
}
