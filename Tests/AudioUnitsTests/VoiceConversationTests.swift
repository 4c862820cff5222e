import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// What VoiceProcessingIO does beside its recording: it lowers other sound, hears what others play, and notices muted speech.
@Suite(.mustEnd) struct VoiceConversationTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        server.latency = 1024
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// A unit that records, and plays unless it is told not to.
    private func voice(plays: Bool = true, rate: Double = 48_000) throws -> Client {
        let system = self.system
        var made = UnitBlueprint("auou", "vpio", "Voice") { VoiceUnit($0, system: system) }
        (made.inputs, made.outputs) = (VoiceUnit.voice.inputs, VoiceUnit.voice.outputs)
        let client = try Client(made)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(plays ? 1 : 0))
        let format = StreamFormat.float32(sampleRate: rate, channels: 1, interleaved: false)
        try client.setFormat(format, kAudioUnitScope_Input, 0)
        try client.setFormat(format, kAudioUnitScope_Output, 1)
        return client
    }

    /// Another unit of the process, which plays.
    private func other(_ feed: Feed, rate: Double = 48_000) throws -> Client {
        let system = self.system
        let client = try Client(
            UnitBlueprint("auou", "def ", "Other") {
                DeviceUnit($0, .init(records: false, choosesDevice: false), system: system)
            })
        try client.setFormat(
            .float32(sampleRate: rate, channels: 1, interleaved: false), kAudioUnitScope_Input)
        try client.feed(feed)
        try client.unit.initialize()
        return client
    }

    private func settle(_ client: Client) { (client.unit as? VoiceUnit)?.attendant.settle() }

    /// Lets the microphone hear a sound.
    ///
    /// - Returns: the last sample of the first channel that was played.
    @discardableResult private func hear(_ near: [Float]) -> Float {
        var last: Float = 0
        for first in stride(from: 0, to: near.count, by: 512) {
            let part = near[first..<min(near.count, first + 512)]
            let output = server.advance(part.count, input: part.flatMap { [$0, $0] })
            last = output.dropLast().last ?? 0
        }
        return last
    }

    private func silence(_ seconds: Double) -> [Float] { Array(repeating: 0, count: Int(seconds * 48_000)) }

    private func speech(_ seconds: Double) -> [Float] {
        SpeechLoop.voice(Int(seconds * 48_000), 48_000, pitch: 200, seed: 9)
    }

    // MARK: Latency

    @Test func aBypassTakesTheLatency() throws {
        let (client, notes) = (try voice(), Notes())
        notes.listen(to: client.unit, kAudioUnitProperty_Latency)
        #expect(client.unit.latency == 1024.0 / 48_000)
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: UInt32(1))
        #expect(try client.get(kAudioUnitProperty_Latency, as: Double.self) == 0)
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: UInt32(1))
        #expect(notes.properties.count == 1)
        try client.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: UInt32(0))
        #expect(client.unit.latency == 1024.0 / 48_000)
        #expect(notes.properties.count == 2)
    }

    // MARK: Echo

    private func power(_ samples: some Sequence<Float>) -> Double {
        samples.reduce(1e-12) { $0 + Double($1) * Double($1) }
    }

    /// The mean of each frame and its neighbours, in which half the rate is silent.
    private func softened(_ samples: [Float]) -> [Float] {
        samples.indices.map { index in
            let (last, next) = (max(0, index - 1), min(samples.count - 1, index + 1))
            return (samples[last] + 2 * samples[index] + samples[next]) / 4
        }
    }

    /// A unit that only records takes away what others play, on another device and at another rate too.
    ///
    /// - Parameter microphone: the rate of a device of its own; nil for one device of both directions.
    @Test(arguments: [nil, 48_000, 16_000] as [Double?]) func hearsWhatOthersPlay(microphone: Double?) throws {
        let rate = microphone ?? 48_000
        if microphone != nil {
            server.setDevices([
                DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: 48_000, isDefault: true),
                DeviceDescription(id: "in", name: "In", direction: .input, sampleRate: rate, isDefault: true),
            ])
        }
        let client = try voice(plays: false, rate: rate)
        try client.set(kAUVoiceIOProperty_DuckNonVoiceAudio, to: UInt32(0))
        let recorder = VoiceRecorder(client)
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: recorder.callback)
        // Nothing near half the rate: the microphone below takes frames of the loudspeakers without the filter that a real one has.
        let voice = SpeechLoop.voice(Int(6 * rate), rate, pitch: 130, seed: 1)
        let sound = softened(softened(voice)).map { 1.5 * $0 }
        let other = try other(Feed { _, frame in frame < sound.count ? sound[frame] : 0 }, rate: rate)
        try client.unit.initialize()
        try client.unit.start()
        try other.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        // 48 kHz at the loudspeakers. The microphone hears them 40 ms after the sound is heard.
        let step = Int(48_000 / rate)
        let late = Int((Double(server.latency) / 48_000 + 0.04) * rate)
        var (played, heard): ([Float], [Float]) = ([], [])
        while Double(heard.count) < 6 * rate {
            var input = [Float](repeating: 0, count: 512)
            for place in 0..<512 {
                let frame = (heard.count + place - late) * step
                if frame >= 0, frame < played.count { input[place] = 0.5 * played[frame] }
            }
            heard += input
            let output = server.advance(512, input: input.flatMap { [$0, $0] })
            let frames = output.isEmpty ? 512 * step : output.count / 2
            for frame in 0..<frames { played.append(output.isEmpty ? 0 : output[2 * frame]) }
        }
        try client.unit.stop()
        try other.unit.stop()
        #expect(recorder.statuses.allSatisfy { $0 == 0 })
        #expect(recorder.samples.count > Int(5 * rate))
        let second = Int(rate)
        let (before, after) = (power(heard.suffix(second)), power(recorder.samples.suffix(second)))
        #expect(before > 10)
        // 20 dB, which a filter between the two rates leaves.
        #expect(before > 100 * after)
    }

    /// A microphone, and loudspeakers of a rate; nil for none.
    private static func setLoudspeakers(_ rate: Double?, of server: ManualServer) {
        let microphone = DeviceDescription(
            id: "in", name: "In", direction: .input, sampleRate: 48_000, isDefault: true)
        let loudspeakers = rate.map {
            DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: $0, isDefault: true)
        }
        server.setDevices([loudspeakers, microphone].compactMap { $0 })
    }

    /// Whether a running unit hears what is played at a rate; 0 for nothing.
    private static func hears(_ unit: DeviceUnit, at rate: Double) -> Bool {
        unit.running.withLock { running in
            guard let run = running.run else { return false }
            return run.kernel.voice?.playedRate == rate && (run.heard != nil) == (rate > 0)
        }
    }

    /// A change that comes while the unit starts is not lost.
    @Test func followsLoudspeakersThatChangeDuringAStart() throws {
        Self.setLoudspeakers(48_000, of: server)
        let client = try voice(plays: false)
        let (unit, server) = (try #require(client.unit as? DeviceUnit), server)
        try unit.initialize()
        for round in 0..<100 {
            let rate = ([44_100, 48_000, 96_000] as [Double])[round % 3]
            let thread = try Thread(name: "test-devices") { Self.setLoudspeakers(rate, of: server) }
            try unit.start()
            thread.join()
            #expect(eventually { Self.hears(unit, at: rate) }, "round \(round)")
            unit.stop()
        }
    }

    /// A unit that only records hears loudspeakers at the rate that they have now, and such as come later.
    @Test func followsTheLoudspeakers() throws {
        Self.setLoudspeakers(48_000, of: server)
        let (client, notes) = (try voice(plays: false), Notes())
        let unit = try #require(client.unit as? DeviceUnit)
        notes.listen(to: unit, kAudioUnitProperty_StreamFormat)
        func hears(at rate: Double) -> Bool { Self.hears(unit, at: rate) }
        try unit.initialize()
        try unit.start()
        #expect(hears(at: 48_000))
        for rate in [44_100, 0, 48_000, 96_000] as [Double] {
            notes.properties = []
            Self.setLoudspeakers(rate > 0 ? rate : nil, of: server)
            // Listeners are told when the unit has gone on.
            #expect(eventually { hears(at: rate) && !notes.properties.isEmpty }, "\(rate)")
        }
        unit.stop()
        // A start finds the rate of now, too.
        Self.setLoudspeakers(44_100, of: server)
        #expect(eventually { unit.hardwareFormat(isInput: false).sampleRate == 44_100 })
        try unit.start()
        #expect(hears(at: 44_100))
        unit.stop()
        withExtendedLifetime(notes) {}
    }

    // MARK: Speech while the unit is muted

    private final class Events: Sendable {
        private let all = LockedValue<[UInt32]>([])
        var list: [UInt32] { all.withLock { $0 } }
        /// Started and ended in turn, beginning with started.
        var alternate: Bool { list.enumerated().allSatisfy { $0.element == UInt32($0.offset % 2) } }

        func note(_ event: UInt32) { all.withLock { $0.append(event) } }
    }

    private func listen(_ client: Client, _ listener: UnitRequest.SpeechListener?) throws {
        let id = AudioUnitPropertyID(kAUVoiceIOProperty_MutedSpeechActivityEventListener)
        try withUnsafeBytes(of: UInt(0)) {
            try client.unit.set(UnitRequest(id, input: $0, speechListener: { _ in listener }))
        }
    }

    @Test func noticesTheSpeechOfAMutedSpeaker() throws {
        let (client, events) = (try voice(), Events())
        let feed = Feed(constants: [0])
        try client.feed(feed)
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(1))
        // No lock is held, and every call is legal.
        try listen(client) { [weak client] event in
            _ = try? client?.get(kAUVoiceIOProperty_MuteOutput, as: UInt32.self)
            events.note(event)
        }
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        hear(silence(2))
        settle(client)
        #expect(events.list.isEmpty)
        hear(speech(1.5))
        settle(client)
        #expect(events.alternate && events.list.last == 0)
        hear(silence(1.5))
        settle(client)
        #expect(events.alternate && events.list.last == 1)
        // Who is heard is not told.
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(0))
        let before = events.list.count
        hear(speech(1.5))
        settle(client)
        #expect(events.list.count == before)
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(1))
        settle(client)
        #expect(events.alternate && events.list.count == before + 1)
        try client.unit.stop()
        settle(client)
        #expect(events.alternate && events.list.count == before + 2)
        #expect(!feed.calls.isEmpty)
    }

    @Test func aListenerIsRemoved() throws {
        let (client, events) = (try voice(), Events())
        let feed = Feed(constants: [0])
        try client.feed(feed)
        try client.set(kAUVoiceIOProperty_MuteOutput, to: UInt32(1))
        let id = AudioUnitPropertyID(kAUVoiceIOProperty_MutedSpeechActivityEventListener)
        let info = try client.unit.info(UnitRequest(id))
        #expect(info.size == 8 && info.isWritable)
        #expect(status { _ = try client.unit.value(UnitRequest(id)) } == -10879)
        #expect(status { try client.set(id, to: UInt32(1)) } == -10851)
        try listen(client) { events.note($0) }
        try client.unit.set(UnitRequest(id))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        hear(silence(2) + speech(1.5))
        settle(client)
        #expect(events.list.isEmpty)
        // One that comes while someone speaks is told so.
        try listen(client) { events.note($0) }
        settle(client)
        #expect(events.list == [0])
        try client.unit.stop()
        settle(client)
        #expect(events.list == [0, 1])
        #expect(!feed.calls.isEmpty)
    }

    // MARK: Other sound

    /// What is played at the end of 128 ms of silence before the microphone, in which levels reach their ends.
    private func level(_ client: Client) -> Float {
        settle(client)
        return hear(Array(repeating: 0, count: 12 * 512))
    }

    private func isNear(_ one: Float, _ other: Float) -> Bool { abs(one - other) < 1e-6 }

    private func setDucking(_ client: Client, inSpeech: Bool, _ level: UInt64) throws {
        let id = AudioUnitPropertyID(kAUVoiceIOProperty_OtherAudioDuckingConfiguration)
        try client.set(id, to: level << 32 | (inSpeech ? 1 : 0))
    }

    @Test func lowersOtherSoundWhileItRuns() throws {
        let (client, own) = (try voice(), Feed(constants: [0.25]))
        try client.feed(own)
        let music = Feed(constants: [0.5])
        let other = try other(music)
        try client.unit.initialize()
        try other.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        #expect(isNear(level(client), 0.5))
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        #expect(isNear(level(client), 0.25 + 0.5 * 0.251189))
        for (name, gain) in [(10, 0.501187), (20, 0.125893), (30, 0.0316228)] as [(UInt64, Float)] {
            try setDucking(client, inSpeech: false, name)
            #expect(isNear(level(client), 0.25 + 0.5 * gain))
        }
        // What begins meanwhile is lowered too.
        let more = Feed(constants: [0.125])
        let late = try self.other(more)
        try late.unit.start()
        #expect(isNear(level(client), 0.25 + 0.625 * 0.0316228))
        try client.set(kAUVoiceIOProperty_DuckNonVoiceAudio, to: UInt32(0))
        #expect(isNear(level(client), 0.875))
        try client.set(kAUVoiceIOProperty_DuckNonVoiceAudio, to: UInt32(1))
        #expect(isNear(level(client), 0.25 + 0.625 * 0.0316228))
        try client.unit.stop()
        #expect(isNear(level(client), 0.625))
        try other.unit.stop()
        try late.unit.stop()
        #expect(!own.calls.isEmpty && !music.calls.isEmpty && !more.calls.isEmpty)
    }

    /// Two conversations: the lower level holds. A unit that is disposed of lowers nothing.
    @Test func theLowestLevelHolds() throws {
        let (one, own) = (try voice(), Feed(constants: [0]))
        try one.feed(own)
        try setDucking(one, inSpeech: false, 10)
        let music = Feed(constants: [0.5])
        let other = try other(music)
        try one.unit.initialize()
        try one.unit.start()
        try other.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        do {
            let two = try voice()
            let silent = Feed(constants: [0])
            try two.feed(silent)
            try setDucking(two, inSpeech: false, 30)
            try two.unit.initialize()
            try two.unit.start()
            settle(one)
            #expect(isNear(level(two), 0.5 * 0.0316228))
            #expect(!silent.calls.isEmpty)
        }
        #expect(isNear(level(one), 0.5 * 0.501187))
        try one.unit.stop()
        #expect(isNear(level(one), 0.5))
        try other.unit.stop()
        #expect(!own.calls.isEmpty && !music.calls.isEmpty)
    }

    /// With advanced ducking other sound is lowered while the microphone hears a voice. The sounds are faint, so that they are no
    /// echo to speak of.
    @Test func lowersOtherSoundInSpeechAlone() throws {
        let (client, own) = (try voice(), Feed(constants: [0.001]))
        try client.feed(own)
        try setDucking(client, inSpeech: true, 30)
        let music = Feed(constants: [0.002])
        let other = try other(music)
        try client.unit.initialize()
        try client.unit.start()
        try other.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        hear(silence(2))
        #expect(isNear(level(client), 0.003))
        hear(speech(1.5))
        #expect(isNear(level(client), 0.001 + 0.002 * 0.0316228))
        hear(silence(1.5))
        #expect(isNear(level(client), 0.003))
        try client.unit.stop()
        try other.unit.stop()
        #expect(!own.calls.isEmpty && !music.calls.isEmpty)
    }
}
