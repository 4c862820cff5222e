import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import CCoreAudio
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// VoiceProcessingIO on a device that is driven by hand, whose microphone hears its loudspeaker.
@Suite(.mustEnd) struct VoiceUnitTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        // A sound is heard after it has been rendered, as on every device.
        server.latency = 1024
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private static let format = StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false)

    private func client() throws -> Client {
        let system = self.system
        var made = UnitBlueprint("auou", "vpio", "Voice") { VoiceUnit($0, system: system) }
        (made.inputs, made.outputs) = (VoiceUnit.voice.inputs, VoiceUnit.voice.outputs)
        let client = try Client(made)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.setFormat(Self.format, kAudioUnitScope_Input, 0)
        try client.setFormat(Self.format, kAudioUnitScope_Output, 1)
        return client
    }

    /// A unit that plays a voice from the beginning.
    private func speak(_ client: Client, _ voice: [Float]) throws -> Feed {
        let feed = Feed { _, frame in frame < voice.count ? voice[frame] : 0 }
        try client.feed(feed)
        return feed
    }

    /// Lets a time pass in which the microphone hears what is played, 40 ms after it is heard, and a near voice.
    ///
    /// - Returns: what the microphone and the client heard.
    private func converse(
        _ recorder: VoiceRecorder, seconds: Double, near: [Float] = []
    ) -> (microphone: [Float], voice: [Float]) {
        var (played, microphone): ([Float], [Float]) = ([], [])
        let late = server.latency + 1920
        let first = recorder.samples.count
        while microphone.count < Int(seconds * 48_000) {
            var input = [Float](repeating: 0, count: 512)
            for (place, frame) in (microphone.count..<microphone.count + 512).enumerated() {
                if frame >= late { input[place] += 0.5 * played[frame - late] }
                if frame < near.count { input[place] += near[frame] }
            }
            microphone += input
            let output = server.advance(512, input: input.flatMap { [$0, $0] })
            // A stream that does not run yet plays nothing.
            played += output.isEmpty ? [Float](repeating: 0, count: 512) : (0..<512).map { output[2 * $0] }
        }
        return (microphone, Array(recorder.samples[first...]))
    }

    private func power(_ samples: some Sequence<Float>) -> Double {
        samples.reduce(1e-12) { $0 + Double($1) * Double($1) }
    }

    private func run(
        _ client: Client, seconds: Double, near: [Float] = [], while body: () throws -> Void = {}
    ) throws -> (microphone: [Float], voice: [Float]) {
        let recorder = VoiceRecorder(client)
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: recorder.callback)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        try body()
        let result = converse(recorder, seconds: seconds, near: near)
        try client.unit.stop()
        #expect(recorder.statuses.allSatisfy { $0 == 0 })
        return result
    }

    @Test func takesTheEchoOfWhatItPlays() throws {
        let client = try client()
        let feed = try speak(client, SpeechLoop.voice(6 * 48_000, 48_000, pitch: 130, seed: 1))
        let (microphone, voice) = try run(client, seconds: 6)
        #expect(feed.calls.count > 500 && voice.count > 5 * 48_000)
        #expect(power(microphone.suffix(48_000)) > 50)
        #expect(power(microphone.suffix(48_000)) > 1000 * power(voice.suffix(48_000)))
    }

    /// A room in which the microphone of a device hears its loudspeakers 40 ms after they sound.
    private final class Room {
        private let server: ManualServer
        private let rate: Double
        private var air: [Float] = []
        private(set) var heard: [Float] = []

        init(_ server: ManualServer, rate: Double) { (self.server, self.rate) = (server, rate) }

        /// Lets 10 ms pass.
        ///
        /// - Returns: whether both streams of the device had the room's rate.
        @discardableResult func pass() -> Bool {
            let (frames, late) = (Int(rate / 100), server.latency + Int(rate / 25))
            let input = (heard.count..<heard.count + frames).map { $0 < late ? 0 : 0.5 * air[$0 - late] }
            heard += input
            let begin = server.hostTime
            let output = server.advance(frames, input: input.flatMap { [$0, $0] })
            air += (0..<frames).map { 2 * $0 < output.count ? output[2 * $0] : 0 }
            return output.count == 2 * frames && server.hostTime - begin == 10_000_000
        }
    }

    /// The device takes another rate while the unit runs. From 3 s on, the echo is 25 dB softer again.
    @Test func takesTheEchoAtAnotherRate() throws {
        let client = try client()
        let sound = SpeechLoop.voice(6 * 48_000, 48_000, pitch: 130, seed: 1)
        let feed = Feed { _, frame in sound[frame % sound.count] }
        try client.feed(feed)
        let recorder = VoiceRecorder(client)
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: recorder.callback)
        let unit = try #require(client.unit as? DeviceUnit)
        try unit.initialize()
        try unit.start()
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        for rate in [48_000, 44_100] as [Double] {
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: rate)
            let room = Room(server, rate: rate)
            // No time passes until the streams are those of the new rate.
            let hasChanged = eventually {
                unit.running.withLock { $0.run?.kernel.voice?.playedRate == rate } && server.runningStreams == 2
                    && room.pass()
            }
            #expect(hasChanged)
            for _ in 0..<500 { room.pass() }
            let echo = power(room.heard.suffix(2 * Int(rate))) / rate
            let rest = power(recorder.samples.suffix(2 * 48_000)) / 48_000
            #expect(echo > 1e-4)
            #expect(10 * log10(echo / rest) >= 25, "\(rate)")
        }
        unit.stop()
        #expect(!feed.calls.isEmpty)
    }

    /// What others in the process play is echo too.
    @Test func takesTheEchoOfWhatTheProcessPlays() throws {
        let client = try client()
        let silence = try speak(client, [])
        // At its own level.
        try client.set(kAUVoiceIOProperty_DuckNonVoiceAudio, to: UInt32(0))
        let system = self.system
        let other = try Client(
            UnitBlueprint("auou", "def ", "Other") {
                DeviceUnit($0, .init(records: false, choosesDevice: false), system: system)
            })
        try other.setFormat(Self.format, kAudioUnitScope_Input)
        let feed = try speak(other, SpeechLoop.voice(6 * 48_000, 48_000, pitch: 130, seed: 1))
        try other.unit.initialize()
        let (microphone, voice) = try run(client, seconds: 6) { try other.unit.start() }
        try other.unit.stop()
        #expect(silence.calls.count > 500 && feed.calls.count > 500)
        #expect(power(microphone.suffix(48_000)) > 50)
        #expect(power(microphone.suffix(48_000)) > 1000 * power(voice.suffix(48_000)))
    }

    /// A near voice arrives, late by the unit's latency, while nothing is played and while something is.
    @Test(arguments: [false, true]) func leavesTheNearVoice(isDouble: Bool) throws {
        let client = try client()
        try client.set(kAUVoiceIOProperty_VoiceProcessingEnableAGC, to: UInt32(0))
        let feed = try speak(client, isDouble ? SpeechLoop.voice(8 * 48_000, 48_000, pitch: 130, seed: 1) : [])
        var near = SpeechLoop.voice(8 * 48_000, 48_000, pitch: 200, seed: 9)
        for index in 0..<4 * 48_000 { near[index] = 0 }
        let (microphone, voice) = try run(client, seconds: 8, near: near)
        #expect(!feed.calls.isEmpty)
        let latency = Int((client.unit.latency * 48_000).rounded())
        #expect(latency == 1024)
        // The client gets a cycle's frames in the cycle; where its first one falls is found by the sound itself.
        let best = (0..<4).map { $0 * 512 }.map { late -> Double in
            let start = voice.count - microphone.count + latency + late
            var (product, energy) = (0.0, 0.0)
            for index in 5 * 48_000..<7 * 48_000 where (0..<voice.count).contains(index + start) {
                product += Double(near[index]) * Double(voice[index + start])
                energy += Double(near[index]) * Double(near[index])
            }
            return product / energy
        }.max()!
        #expect((0.89...1.12).contains(best))
    }

    @Test func mutesAndBypasses() throws {
        let client = try client()
        let feed = try speak(client, [])
        let near = SpeechLoop.voice(96_000, 48_000, pitch: 200, seed: 9)
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(1))
        let muted = try run(client, seconds: 1, near: near)
        #expect(muted.voice.count > 40_000 && muted.voice.allSatisfy { $0 == 0 })
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(0))
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: UInt32(1))
        let raw = try run(client, seconds: 1, near: near)
        #expect(raw.voice.count > 40_000)
        #expect(Array(raw.microphone.suffix(10_000)) == Array(raw.voice.suffix(10_000)))
        #expect(!feed.calls.isEmpty)
    }

    /// What is recorded is brought to the client's rate, as by RemoteIO.
    @Test func convertsTheRate() throws {
        let client = try client()
        let format = StreamFormat.float32(sampleRate: 16_000, channels: 1, interleaved: false)
        try client.setFormat(format, kAudioUnitScope_Input, 0)
        try client.setFormat(format, kAudioUnitScope_Output, 1)
        let feed = try speak(client, SpeechLoop.voice(6 * 16_000, 16_000, pitch: 130, seed: 1))
        let (microphone, voice) = try run(client, seconds: 6)
        #expect(!feed.calls.isEmpty && voice.count > 5 * 16_000)
        #expect(power(microphone.suffix(48_000)) > 1000 * power(voice.suffix(16_000)))
    }

    @Test func answersOfTheUnit() throws {
        let client = try client()
        #expect(try client.get(kAUVoiceIOProperty_BypassVoiceProcessing, as: UInt32.self) == 0)
        #expect(try client.get(kAUVoiceIOProperty_VoiceProcessingEnableAGC, as: UInt32.self) == 1)
        #expect(try client.get(kAUVoiceIOProperty_MuteOutput, as: UInt32.self) == 0)
        // Programs name the element that records.
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, kAudioUnitScope_Global, 1, to: UInt32(1))
        #expect(try client.get(kAUVoiceIOProperty_BypassVoiceProcessing, 0, 1, as: UInt32.self) == 1)
        #expect(try client.get(kAUVoiceIOProperty_DuckNonVoiceAudio, as: UInt32.self) == 1)
        #expect(try client.get(kAUVoiceIOProperty_VoiceProcessingQuality, as: UInt32.self) == 127)
        #expect(status { try client.set(kAUVoiceIOProperty_VoiceProcessingQuality, to: UInt32(128)) } == -10851)
        let ducking = AudioUnitPropertyID(kAUVoiceIOProperty_OtherAudioDuckingConfiguration)
        #expect(try client.get(ducking, as: UInt64.self) == 0)
        try client.set(ducking, to: UInt64(30) << 32 | 1)
        #expect(try client.get(ducking, as: UInt64.self) == UInt64(30) << 32 | 1)
        #expect(status { try client.set(ducking, to: UInt64(31) << 32) } == -10851)
        #expect(status { try client.set(ducking, to: UInt32(1)) } == -10851)
        #expect(status { try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt8(1)) } == -10851)
    }
}

/// An input callback that keeps what it renders.
final class VoiceRecorder: @unchecked Sendable {
    private let client: Unmanaged<Client>
    var samples: [Float] = []
    var statuses: [Int32] = []

    init(_ client: Client) { self.client = .passUnretained(client) }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        let recorder = Unmanaged<VoiceRecorder>.fromOpaque(context!).takeUnretainedValue()
        return Sanitizer.ignore { () -> Int32 in
            let buffers = BufferList.allocate(count: 1)
            defer { buffers.deallocate() }
            let client = recorder.client.takeUnretainedValue()
            let status = client.instance.render(flags, time, bus: bus, frames: frames, buffers.list)
            recorder.statuses.append(status)
            guard status == 0, let samples = buffers.samples(0) else { return status }
            recorder.samples += UnsafeBufferPointer(start: samples, count: Int(frames))
            return 0
        }
    }

    var callback: (UInt, UInt) {
        (unsafeBitCast(Self.function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }
}
