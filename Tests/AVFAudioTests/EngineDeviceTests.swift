import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioToolbox
import AudioUnits
import TestSupport
import Testing

@testable import AVFAudio

/// What an engine plays on and records from a device that is driven by hand.
@Suite(.mustEnd) struct EngineDeviceTests {
    private let server = ManualServer()
    private let devices: EngineDevices

    init() {
        Sanitizer.prepare()
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
    }

    private func engine() -> AVAudioEngine { AVAudioEngine(devices, session: SessionCenter()) }

    /// Lets cycles pass until a condition holds. A start takes effect a little later than it returns.
    private func advance(input: ((Int) -> [Float])? = nil, until isEnough: ([Float]) -> Bool) -> [Float] {
        var (samples, cycle): ([Float], Int) = ([], 0)
        _ = eventually {
            samples += input.map { server.advance(512, input: $0(cycle)) } ?? server.advance(512)
            cycle += 1
            return isEnough(samples)
        }
        return samples
    }

    /// The left channel of what was played after the silence at the start.
    private func played(_ samples: [Float]) -> [Float] {
        Array(stride(from: 0, to: samples.count, by: 2).map { samples[$0] }.drop { $0 == 0 })
    }

    @Test func aSourceIsHeard() throws {
        let (engine, source) = (engine(), EngineTests.counter())
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        #expect(engine.mainMixerNode.outputFormat(forBus: 0) == engine.outputNode.outputFormat(forBus: 0))
        #expect(source.lastRenderTime == nil)
        try engine.start()
        #expect(engine.isRunning)
        let samples = advance { played($0).count >= 1000 }
        #expect(Array(played(samples).prefix(1000)) == (1...1000).map(Float.init))
        let time = try #require(source.lastRenderTime)
        #expect(time.isHostTimeValid && time.sampleTime > 0)
        engine.pause()
        #expect(!engine.isRunning)
        _ = server.advance(512)
        try engine.start()
        let more = advance { played($0).count >= 100 }
        let first = try #require(played(more).first)
        #expect(Array(played(more).prefix(100)) == (0..<100).map { first + Float($0) })
        engine.stop()
        #expect(source.lastRenderTime == nil)
    }

    @Test func aTapOfTheInputHears() throws {
        let engine = engine()
        let input = engine.inputNode
        let format = input.outputFormat(forBus: 0)
        #expect(format.sampleRate > 0 && format.channelCount > 0)
        let heard = LockedValue<[Float]>([])
        input.installTap(onBus: 0, bufferSize: 4800, format: format) { buffer, time in
            #expect(time.isHostTimeValid && time.isSampleTimeValid)
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength))
            heard.withLock { $0 += samples }
        }
        engine.prepare()
        try engine.start()
        let numbers: (Int) -> [Float] = { cycle in (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }
        _ = advance(input: numbers) { _ in heard.withLock { $0.count } >= 9600 }
        let samples = heard.withLock { Array($0.drop { $0 == 0 }) }
        let first = try #require(samples.first)
        #expect(samples == (0..<samples.count).map { first + Float($0) })
        engine.stop()
        input.removeTap(onBus: 0)
    }

    @Test func removingATapOfTheInputLeavesNoGap() throws {
        let (engine, source) = (engine(), EngineTests.counter())
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        let hasHeard = LockedValue(false)
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in hasHeard.withLock { $0 = true } }
        try engine.start()
        var samples = advance { _ in hasHeard.withLock { $0 } }
        let changes = LockedValue(0)
        let unit = try #require(engine.outputNode.audioUnit)
        let context = Unmanaged.passUnretained(changes).toOpaque()
        let status = AudioUnitAddPropertyListener(
            unit, kAudioOutputUnitProperty_IsRunning,
            { context, _, _, _, _ in
                Unmanaged<LockedValue<Int>>.fromOpaque(context).takeUnretainedValue().withLock { $0 += 1 }
            }, context)
        #expect(status == noErr)
        engine.inputNode.removeTap(onBus: 0)
        #expect(changes.withLock { $0 } == 0)
        let count = played(samples).count
        samples += advance { $0.count >= 20_000 }
        engine.stop()
        #expect(changes.withLock { $0 } == 1)
        let numbers = played(samples)
        #expect(count > 0 && numbers.count >= count + 10_000)
        #expect(numbers == (1...numbers.count).map(Float.init))
    }

    @Test func aSinkHearsTheInput() throws {
        let engine = engine()
        let heard = LockedValue<[Float]>([])
        let sink = AVAudioSinkNode { _, frames, list in
            let samples = UnsafeBufferPointer(
                start: list.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self), count: Int(frames))
            Sanitizer.ignore { heard.withLock { $0 += samples } }
            return noErr
        }
        engine.attach(sink)
        engine.connect(engine.inputNode, to: sink, format: nil)
        try engine.start()
        let numbers: (Int) -> [Float] = { cycle in (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }
        _ = advance(input: numbers) { _ in heard.withLock { $0.count } >= 4000 }
        engine.stop()
        let samples = heard.withLock { Array($0.drop { $0 == 0 }) }
        let first = try #require(samples.first)
        #expect(samples == (0..<samples.count).map { first + Float($0) })
    }

    @Test func theInputIsPlayed() throws {
        let engine = engine()
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        try engine.start()
        let numbers: (Int) -> [Float] = { cycle in (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }
        let samples = played(advance(input: numbers) { played($0).count >= 2000 })
        let first = try #require(samples.first)
        #expect(Array(samples.prefix(2000)) == (0..<2000).map { first + Float($0) })
        engine.stop()
    }

    /// The output's tap hears what the device plays, channel by channel.
    @Test func aTapOfTheOutputHears() throws {
        let (engine, source) = (engine(), EngineTests.counter())
        engine.attach(source)
        engine.attach(source)
        #expect(engine.outputNode.inputFormat(forBus: 0) == engine.outputNode.outputFormat(forBus: 0))
        engine.connect(source, to: engine.outputNode, format: EngineTests.stereo)
        let heard = LockedValue<[[Float]]>([[], []])
        engine.outputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            for channel in 0..<2 {
                let samples = UnsafeBufferPointer(
                    start: buffer.floatChannelData![channel], count: Int(buffer.frameLength))
                heard.withLock { $0[channel] += samples }
            }
        }
        try engine.start()
        _ = advance { _ in heard.withLock { $0[0].count } >= 4800 }
        engine.stop()
        let channels = heard.withLock { $0 }
        #expect(channels[0] == (0..<channels[0].count).map(Float.init) && channels[1] == channels[0])
    }

    /// Right after `play`, programs take the host time at which a frame of the player is heard.
    @Test func aPlayersTimeIsKnownAtOnce() throws {
        let (engine, player) = (engine(), AVAudioPlayerNode())
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: EngineTests.stereo)
        try engine.start()
        player.play()
        let first = try #require(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000)))
        let later = try #require(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 48_000, atRate: 48_000)))
        #expect(first.isHostTimeValid && later.hostTime > first.hostTime)
        #expect(abs(AVAudioTime.seconds(forHostTime: later.hostTime - first.hostTime) - 1) < 0.2)
        _ = advance { _ in player.lastRenderTime != nil }
        #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000))?.isHostTimeValid == true)
        engine.stop()
    }

    /// What is asked for after `prepare` is there at the start.
    @Test func anInputThatComesAfterPrepareIsHeard() throws {
        let engine = engine()
        _ = engine.mainMixerNode
        engine.prepare()
        try engine.inputNode.setVoiceProcessingEnabled(true)
        engine.prepare()
        try engine.inputNode.setVoiceProcessingEnabled(false)
        engine.prepare()
        let heard = LockedValue<[Float]>([])
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength))
            heard.withLock { $0 += samples }
        }
        try engine.start()
        let numbers: (Int) -> [Float] = { cycle in (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }
        _ = advance(input: numbers) { _ in heard.withLock { $0.contains { $0 > 0 } } }
        #expect(heard.withLock { $0.contains { $0 > 0 } })
        engine.stop()
    }

    /// A node that leads nowhere, of another rate than the device, is rendered for its tap at its own rate.
    @Test func aTappedEndHasItsOwnRate() throws {
        let (engine, source) = (engine(), EngineTests.counter())
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)!
        let mixer = AVAudioMixerNode()
        for node in [source, mixer] { engine.attach(node) }
        engine.connect(source, to: mixer, format: format)
        let times = LockedValue<[AVAudioTime]>([])
        mixer.installTap(onBus: 0, bufferSize: 4410, format: format) { buffer, time in
            #expect(buffer.frameLength == 4410)
            let first = buffer.floatChannelData![0][0]
            for frame in 0..<4410 where buffer.floatChannelData![0][frame] != first + Float(frame) {
                Issue.record("frame \(frame)")
                return
            }
            times.withLock { $0.append(time) }
        }
        _ = engine.mainMixerNode
        try engine.start()
        var frames = 0
        #expect(
            eventually {
                _ = server.advance(480)
                frames += 480
                return times.withLock { $0.count } >= 10
            })
        engine.detach(mixer)
        let seen = times.withLock { $0 }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $1.sampleTime - $0.sampleTime == 4410 })
        #expect(abs(Double(frames) / 480 * 441 - Double(seen.count) * 4410) < 3 * 4410 + 44_100)
        #expect(mixer.engine == nil)
        engine.stop()
    }
}

/// What happens to an engine while it plays.
@Suite(.mustEnd) struct EngineChangeTests {
    private let server = ManualServer()
    private let devices: EngineDevices

    init() {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
    }

    /// The device changes its rate: the engine stops, says so, and plays in the new format after a start in the handler.
    @Test func anotherRateIsAConfigurationChange() async throws {
        func device(_ rate: Double) -> [DeviceDescription] {
            [DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: rate, isDefault: true)]
        }
        server.setDevices(device(48_000))
        let engine = AVAudioEngine(devices, session: SessionCenter())
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: EngineTests.stereo)
        try engine.start()
        let news = LockedValue(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { note in
            let engine = note.object as! AVAudioEngine
            #expect(!engine.isRunning)
            try? engine.start()
            news.withLock { $0 += 1 }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        _ = eventually {
            _ = server.advance(512)
            return server.runningStreams > 0
        }
        server.setDevices(device(44_100))
        #expect(eventually { news.withLock { $0 } == 1 })
        #expect(engine.isRunning)
        #expect(engine.mainMixerNode.outputFormat(forBus: 0).sampleRate == 44_100)
        #expect(source.outputFormat(forBus: 0).sampleRate == 48_000)
        engine.stop()
    }

    /// Without a device the formats stay valid, and a start is an error.
    @Test func withoutADeviceAStartFails() throws {
        server.setDevices([])
        let engine = AVAudioEngine(devices, session: SessionCenter())
        #expect(engine.outputNode.outputFormat(forBus: 0).sampleRate == 48_000)
        #expect(engine.outputNode.outputFormat(forBus: 0).channelCount == 2)
        #expect(engine.inputNode.inputFormat(forBus: 0).channelCount == 1)
        _ = engine.mainMixerNode
        #expect(throws: NSError.self) { try engine.start() }
        #expect(!engine.isRunning)
    }

    /// Calls in a render block hold after the cycle; none of them waits for its own end.
    @Test func aRenderBlockCallsTheEngine() throws {
        let engine = try EngineTests.engine(most: 512)
        let calls = LockedValue(0)
        let other = EngineTests.counter()
        let source = AVAudioSourceNode { [unowned engine] _, _, frames, list in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                memset(buffer.mData!, 0, Int(buffer.mDataByteSize))
            }
            switch call {
            case 2: engine.attach(other)
            case 3: engine.connect(other, to: engine.mainMixerNode, format: EngineTests.stereo)
            case 5: engine.disconnectNodeOutput(other)
            case 6: engine.reset()
            case 7: engine.detach(other)
            case 8: engine.pause()
            default: break
            }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: EngineTests.stereo)
        try engine.start()
        let buffer = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 512)!
        for _ in 0..<8 {
            _ = try engine.renderOffline(512, to: buffer)
            engine.later.sync {}
        }
        #expect(!engine.isRunning)
        #expect(!engine.attachedNodes.contains(other))
        try engine.start()
        #expect(try engine.renderOffline(512, to: buffer) == .success)
    }

    /// Connections change at random while another thread renders. What is not concerned goes on without a missing frame.
    @Test(arguments: 1...4) func reconnectionsLeaveOthersAlone(seed: UInt64) throws {
        let engine = try EngineTests.engine(most: 256)
        let steady = EngineTests.counter()
        engine.attach(steady)
        engine.connect(steady, to: engine.mainMixerNode, fromBus: 0, toBus: 3, format: EngineTests.stereo)
        let zeros = (0..<6).map { _ in
            AVAudioSourceNode { _, _, _, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    memset(buffer.mData!, 0, Int(buffer.mDataByteSize))
                }
                return noErr
            }
        }
        let mixers = (0..<3).map { _ in AVAudioMixerNode() }
        for node in zeros as [AVAudioNode] + mixers { engine.attach(node) }
        try engine.start()
        let isOver = LockedValue(false)
        let rounds = LockedValue(0)
        let thread = Thread {
            var random = SplitMix(seed: seed)
            let rates = [48_000.0, 44_100, 96_000]
            var edits = 0
            // Until enough is rendered meanwhile.
            while edits < 250 || rounds.withLock({ $0 }) <= 10 {
                edits += 1
                let source = (zeros as [AVAudioNode] + mixers).randomElement(using: &random)!
                let target = (mixers + [engine.mainMixerNode]).randomElement(using: &random)!
                let format = AVAudioFormat(
                    standardFormatWithSampleRate: rates.randomElement(using: &random)!, channels: 2)
                var bus = Int.random(in: 0..<12, using: &random)
                if target === engine.mainMixerNode, bus == 3 { bus = 20 }
                switch Int.random(in: 0..<5, using: &random) {
                case 0: engine.disconnectNodeOutput(source)
                case 1: engine.disconnectNodeInput(mixers.randomElement(using: &random)!)
                default:
                    guard !engine.links.feeds(target, source) else { continue }
                    engine.connect(source, to: target, fromBus: 0, toBus: bus, format: format)
                }
            }
            isOver.withLock { $0 = true }
        }
        thread.start()
        var next: Float = 0
        let buffer = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 256)!
        while !isOver.withLock({ $0 }) {
            _ = try engine.renderOffline(256, to: buffer)
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: 256)
            let isWhole = samples.enumerated().allSatisfy { $0.element == (next + Float($0.offset)) }
            #expect(isWhole, "from \(next): \(samples.prefix(4))")
            guard isWhole else { break }
            next += 256
            if next > 8_000_000 {
                engine.disconnectNodeOutput(steady)
                break
            }
            rounds.withLock { $0 += 1 }
        }
        rounds.withLock { $0 = .max }
        #expect(eventually { isOver.withLock { $0 } })
    }
}

/// Numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
