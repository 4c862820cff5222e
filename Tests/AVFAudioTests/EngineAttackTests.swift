import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioUnits
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// Calls in the middle of what an engine does.
@Suite(.mustEnd) struct EngineAttackTests {
    private let server = ManualServer()
    private let devices: EngineDevices
    static let stereo = EngineTests.stereo

    init() {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let voice = UnitBlueprint("auou", "vpio", "Apple: AUVoiceProcessingIO") { VoiceUnit($0, system: system) }
            .with { ($0.inputs, $0.outputs) = (2, 2) }
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: voice)
    }

    private func engine() -> AVAudioEngine { AVAudioEngine(devices, session: SessionCenter()) }

    private func advance(input: ((Int) -> [Float])? = nil, until isEnough: ([Float]) -> Bool) -> [Float] {
        var (samples, cycle): ([Float], Int) = ([], 0)
        _ = eventually {
            samples += input.map { server.advance(512, input: $0(cycle)) } ?? server.advance(512)
            cycle += 1
            return isEnough(samples)
        }
        return samples
    }

    /// A tap's block changes connections while the render waits for room in the tap.
    @Test func aTapBlockChangesConnections() throws {
        let engine = try EngineTests.engine()
        let (source, other) = (EngineTests.counter(), NodeStage.constant(0))
        engine.attach(source)
        engine.attach(other)
        engine.connect(source, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: Self.stereo)
        let heard = LockedValue<[Float]>([])
        source.installTap(onBus: 0, bufferSize: 4800, format: nil) { [weak engine] buffer, _ in
            let samples = Array(UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength)))
            heard.withLock { $0 += samples }
            guard let engine else { return }
            engine.connect(other, to: engine.mainMixerNode, fromBus: 0, toBus: 1, format: Self.stereo)
            usleep(1000)
            engine.disconnectNodeOutput(other)
        }
        try engine.start()
        let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 4096)!
        for _ in 0..<300 { _ = try engine.renderOffline(4096, to: buffer) }
        #expect(eventually { heard.withLock { $0.count } >= 1_224_000 })
        #expect(heard.withLock { $0.enumerated().allSatisfy { $0.element == Float($0.offset) } })
        source.removeTap(onBus: 0)
    }

    /// The same where a cycle brings more than the tap has room for: a unit that takes 32 times what it gives.
    @Test func aTapBlockBeforeAFastUnitChangesConnections() throws {
        let engine = try EngineTests.engine()
        let rendered = Atomic<Int>(0)
        let source = AVAudioSourceNode(format: Self.stereo) { _, _, frames, list in
            let first = rendered.wrappingAdd(Int(frames), ordering: .relaxed).oldValue
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) { samples[frame] = Float(first + frame) }
            }
            return noErr
        }
        let (other, fast) = (NodeStage.constant(0), AVAudioUnitTimePitch())
        for node in [source, other, fast] { engine.attach(node) }
        fast.rate = 32
        engine.connect(source, to: fast, format: Self.stereo)
        engine.connect(fast, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: Self.stereo)
        let heard = Atomic<Int>(0)
        let isInOrder = Atomic<Bool>(true)
        source.installTap(onBus: 0, bufferSize: 4800, format: nil) { [weak engine] buffer, _ in
            let first = heard.wrappingAdd(Int(buffer.frameLength), ordering: .relaxed).oldValue
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength))
            let isNext = samples.enumerated().allSatisfy { $0.element == Float(first + $0.offset) }
            if !isNext { isInOrder.store(false, ordering: .relaxed) }
            engine?.connect(other, to: engine!.mainMixerNode, fromBus: 0, toBus: 1, format: Self.stereo)
            usleep(500)
            engine?.disconnectNodeOutput(other)
        }
        try engine.start()
        let isRendered = Atomic<Bool>(false)
        let thread = Thread {
            let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 4096)!
            for _ in 0..<20 { _ = try? engine.renderOffline(4096, to: buffer) }
            isRendered.store(true, ordering: .releasing)
        }
        thread.start()
        // A thread that waits for ever is left behind.
        try #require(eventually(seconds: 120) { isRendered.load(ordering: .acquiring) })
        let count = rendered.load(ordering: .relaxed)
        #expect(count > 20 * 8 * 4096)
        #expect(eventually(seconds: 120) { heard.load(ordering: .relaxed) >= count / 4800 * 4800 })
        let wasInOrder = isInOrder.load(ordering: .relaxed)
        #expect(wasInOrder)
        source.removeTap(onBus: 0)
    }

    /// The mode changes while another thread renders.
    @Test func theModeChangesWhileABlockRenders() throws {
        let engine = AVAudioEngine()
        let source = NodeStage.constant(0.5)
        engine.attach(source)
        let other = NodeStage.constant(0.25)
        engine.attach(other)
        let block = LockedValue<AVAudioEngineManualRenderingBlock?>(nil)
        let isOver = Atomic<Bool>(false)
        let count = LockedValue(0)
        let thread = Thread {
            let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 512)!
            buffer.frameLength = 512
            while !isOver.load(ordering: .relaxed) {
                nonisolated(unsafe) let render = block.withLock { $0 }
                guard let render else { continue }
                var error: OSStatus = 0
                _ = render(512, buffer.mutableAudioBufferList, &error)
                count.withLock { $0 += 1 }
            }
            isOver.store(false, ordering: .relaxed)
        }
        thread.start()
        var round = 0
        // Until the other thread has had time to render.
        while round < 400 || count.withLock({ $0 }) <= 100 {
            round += 1
            try engine.enableManualRenderingMode(.realtime, format: Self.stereo, maximumFrameCount: 512)
            engine.connect(source, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: Self.stereo)
            try engine.start()
            nonisolated(unsafe) let new = engine.manualRenderingBlock
            nonisolated(unsafe) let old = block.withLock { known in
                defer { known = new }
                return known
            }
            withExtendedLifetime(old) {}
            usleep(300)
            engine.connect(other, to: engine.mainMixerNode, fromBus: 0, toBus: 1, format: Self.stereo)
            if round % 3 == 0 { engine.disconnectNodeOutput(source) }
            engine.stop()
            engine.disableManualRenderingMode()
        }
        isOver.store(true, ordering: .relaxed)
        #expect(eventually { !isOver.load(ordering: .relaxed) })
    }

    @Test func voiceProcessingAfterPrepare() throws {
        let engine = engine()
        let source = NodeStage.constant(0.5)
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        engine.prepare()
        try engine.outputNode.setVoiceProcessingEnabled(true)
        try engine.start()
        #expect(!advance { $0.contains { $0 != 0 } }.allSatisfy { $0 == 0 })
        engine.pause()
        try engine.outputNode.setVoiceProcessingEnabled(false)
        try engine.start()
        let before = source.lastRenderTime?.sampleTime
        #expect(
            eventually {
                _ = server.advance(512)
                return source.lastRenderTime?.sampleTime != before
            })
        engine.stop()
    }

    /// The input is asked for when everything is ready for playing alone.
    @Test func theInputComesAfterPrepare() throws {
        let engine = engine()
        _ = engine.mainMixerNode
        engine.prepare()
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        try engine.start()
        let samples = advance(input: { _ in Array(repeating: 0.5, count: 1024) }, until: { $0.contains { $0 != 0 } })
        #expect(samples.contains { $0 != 0 })
        engine.stop()
    }

    @Test func theInputComesInAPause() throws {
        let engine = engine()
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        try engine.start()
        _ = advance { $0.contains { $0 != 0 } }
        engine.pause()
        let heard = LockedValue<[Float]>([])
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            let samples = Array(UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength)))
            heard.withLock { $0 += samples }
        }
        try engine.start()
        _ = advance(
            input: { _ in Array(repeating: 0.5, count: 1024) },
            until: { _ in heard.withLock { $0.contains { $0 != 0 } } })
        #expect(heard.withLock { $0.contains { $0 != 0 } })
        engine.stop()
    }

    /// A render of no frames changes nothing.
    @Test func noFramesAreRendered() throws {
        let engine = try EngineTests.engine()
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        try engine.start()
        #expect(try EngineTests.render(engine, [0, 10, 0, 0, 5, 0, 1])[0] == (0..<16).map(Float.init))
    }

    /// A tap hears the first cycle of each time line.
    @Test func aTapHearsWhatFollowsAReset() throws {
        let engine = try EngineTests.engine()
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        let heard = LockedValue<[Float]>([])
        source.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            let samples = Array(UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength)))
            heard.withLock { $0 += samples }
        }
        try engine.start()
        for _ in 0..<4 {
            _ = try EngineTests.render(engine, [1200])
            engine.reset()
        }
        engine.stop()
        for _ in 0..<4 {
            engine.disableManualRenderingMode()
            try engine.enableManualRenderingMode(.offline, format: Self.stereo, maximumFrameCount: 4096)
            try engine.start()
            _ = try EngineTests.render(engine, [1200])
            engine.stop()
        }
        #expect(eventually { heard.withLock { $0.count } == 9600 })
        #expect(heard.withLock { $0 } == (0..<heard.withLock { $0.count }).map(Float.init))
    }

    @Test func oneDestinationTwice() throws {
        let engine = try EngineTests.engine()
        let source = EngineTests.counter()
        engine.attach(source)
        let point = AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 2)
        engine.connect(source, to: [point, point], fromBus: 0, format: Self.stereo)
        try engine.start()
        #expect(engine.outputConnectionPoints(for: source, outputBus: 0).count == 1)
        #expect(try EngineTests.render(engine, [100])[0] == (0..<100).map(Float.init))
        engine.disconnectNodeOutput(source)
        #expect(engine.outputConnectionPoints(for: source, outputBus: 0).isEmpty)
        #expect(try EngineTests.render(engine, [100])[0].allSatisfy { $0 == 0 })
    }

    final class Canary: @unchecked Sendable {
        private let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)
        init() { memory.initialize(repeating: 0x1234_5678, count: 64) }
        deinit {
            memory.update(repeating: 0xDEAD, count: 64)
            memory.deallocate()
        }
        var isAlive: Bool { memory[63] == 0x1234_5678 && memory[20] == 0x1234_5678 }
    }

    /// The engine goes while another thread renders it: what the render uses lives until its end.
    @Test func theEngineGoesWhileABlockRenders() throws {
        let bad = LockedValue(0)
        for _ in 0..<30 {
            var engine: AVAudioEngine? = AVAudioEngine()
            try engine!.enableManualRenderingMode(.realtime, format: Self.stereo, maximumFrameCount: 512)
            let isIn = Atomic<Bool>(false)
            let isGone = Atomic<Bool>(false)
            var block: AVAudioEngineManualRenderingBlock
            do {
                let canary = Canary()
                let source = AVAudioSourceNode { _, _, frames, list in
                    isIn.store(true, ordering: .sequentiallyConsistent)
                    while !isGone.load(ordering: .sequentiallyConsistent) { usleep(100) }
                    if !canary.isAlive { bad.withLock { $0 += 1 } }
                    return noErr
                }
                engine!.attach(source)
                engine!.connect(source, to: engine!.mainMixerNode, format: Self.stereo)
                try engine!.start()
                block = engine!.manualRenderingBlock
            }
            nonisolated(unsafe) let render = block
            let isOver = LockedValue(false)
            let thread = Thread {
                let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 512)!
                buffer.frameLength = 512
                var error: OSStatus = 0
                _ = render(512, buffer.mutableAudioBufferList, &error)
                isOver.withLock { $0 = true }
            }
            thread.start()
            #expect(eventually { isIn.load(ordering: .sequentiallyConsistent) })
            engine = nil
            isGone.store(true, ordering: .sequentiallyConsistent)
            #expect(eventually { isOver.withLock { $0 } })
        }
        #expect(bad.withLock { $0 } == 0)
    }

    final class Holder: @unchecked Sendable { var engine: AVAudioEngine? }

    /// The block of a source releases the engine, by hand and on the device.
    @Test(arguments: [false, true]) func aRenderBlockReleasesTheEngine(onDevice: Bool) throws {
        for _ in 0..<5 {
            let holder = Holder()
            weak var seen: AVAudioEngine?
            let released = Atomic<Bool>(false)
            let bad = LockedValue(0)
            var block: AVAudioEngineManualRenderingBlock?
            try {
                let engine = onDevice ? engine() : try EngineTests.engine(Self.stereo, .realtime)
                (holder.engine, seen) = (engine, engine)
                let canary = Canary()
                let source = AVAudioSourceNode { _, _, frames, list in
                    holder.engine = nil
                    if !canary.isAlive { bad.withLock { $0 += 1 } }
                    released.store(true, ordering: .sequentiallyConsistent)
                    return noErr
                }
                engine.attach(source)
                engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
                try engine.start()
                if !onDevice { block = engine.manualRenderingBlock }
            }()
            let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 512)!
            buffer.frameLength = 512
            #expect(
                eventually {
                    if let block {
                        var error: OSStatus = 0
                        _ = block(512, buffer.mutableAudioBufferList, &error)
                    } else {
                        _ = server.advance(512)
                    }
                    return released.load(ordering: .sequentiallyConsistent)
                })
            #expect(bad.withLock { $0 } == 0)
            #expect(eventually { seen == nil })
        }
    }

    /// The block of a tap releases the engine.
    @Test func aTapBlockReleasesTheEngine() throws {
        for _ in 0..<5 {
            let holder = Holder()
            weak var seen: AVAudioEngine?
            try {
                let engine = try EngineTests.engine()
                (holder.engine, seen) = (engine, engine)
                let source = EngineTests.counter()
                engine.attach(source)
                engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
                source.installTap(onBus: 0, bufferSize: 1, format: nil) { _, _ in holder.engine = nil }
                try engine.start()
                for _ in 0..<20 { _ = try EngineTests.render(engine, [4096]) }
            }()
            #expect(eventually { seen == nil })
        }
    }

    /// The paths of a fan-out meet again: each node renders its frames once.
    @Test(arguments: [48_000.0, 44_100, 22_050, 96_000, 11_025])
    func pathsThatMeetRenderOnce(rate: Double) throws {
        let engine = try EngineTests.engine()
        let format = AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2)!
        let feed = NodeStage.Feed([(0..<200_000).map { Float($0 % 64) / 64 }])
        let calls = LockedValue<[Int]>([])
        let source = AVAudioSourceNode { _, time, frames, list in
            feed.fill(list, Int(frames))
            calls.withLock { $0.append(Int(frames)) }
            return noErr
        }
        let (one, two, mixer) = (AVAudioUnitEQ(numberOfBands: 1), AVAudioUnitEQ(numberOfBands: 1), AVAudioMixerNode())
        for node in [source, one, two, mixer] as [AVAudioNode] { engine.attach(node) }
        engine.connect(
            source, to: [AVAudioConnectionPoint(node: one, bus: 0), AVAudioConnectionPoint(node: two, bus: 0)],
            fromBus: 0,
            format: format)
        engine.connect(one, to: mixer, fromBus: 0, toBus: 0, format: format)
        engine.connect(two, to: mixer, fromBus: 0, toBus: 1, format: format)
        engine.connect(mixer, to: engine.mainMixerNode, format: Self.stereo)
        try engine.start()
        var random = SplitMix(seed: 7)
        let counts = (0..<100).map { _ in Int.random(in: 1...1000, using: &random) }
        let sound = try EngineTests.render(engine, counts)
        let total = counts.reduce(0, +)
        let wanted = Double(total) * rate / 48_000
        #expect(abs(Double(feed.frames) - wanted) < 600, "\(feed.frames) frames for \(wanted)")
        #expect(calls.withLock { $0.count } <= counts.count * 3)
        _ = sound
        // The same by one path is half of it.
        let before = feed.frames
        engine.disconnectNodeInput(mixer, bus: 1)
        _ = try EngineTests.render(engine, counts)
        engine.connect(
            source, to: [AVAudioConnectionPoint(node: one, bus: 0), AVAudioConnectionPoint(node: two, bus: 0)],
            fromBus: 0,
            format: format)
        engine.connect(two, to: mixer, fromBus: 0, toBus: 1, format: format)
        let middle = feed.frames
        #expect(abs(Double(middle - before) - wanted) < 600)
        _ = try EngineTests.render(engine, counts)
        #expect(
            abs(Double(feed.frames - middle) - wanted) < 600,
            "\(feed.frames - middle) frames for \(wanted) after a reconnection")
    }

    /// Eight threads call whatever there is while another one renders. Nothing hangs, and the engine renders after it.
    @Test(.mustEnd) func callsFromEightThreads() throws {
        let engine = try EngineTests.engine(most: 512)
        _ = engine.mainMixerNode
        let sources = (0..<6).map { _ in NodeStage.constant(0.125) }
        let others: [AVAudioNode] = [
            AVAudioMixerNode(), AVAudioMixerNode(), AVAudioUnitEQ(numberOfBands: 2), AVAudioUnitDelay(),
        ]
        let nodes = sources as [AVAudioNode] + others
        for node in nodes { engine.attach(node) }
        let threads = 8
        let left = LockedValue(threads)
        for number in 0..<threads {
            let thread = Thread {
                var random = SplitMix(seed: UInt64(number + 1))
                for _ in 0..<150 { call(engine, sources[number % 6], others, &random) }
                left.withLock { $0 -= 1 }
            }
            thread.start()
        }
        let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 512)!
        while left.withLock({ $0 }) > 0 { _ = try? engine.renderOffline(512, to: buffer) }
        engine.stop()
        for node in nodes where node.engine === engine { engine.detach(node) }
        let counter = EngineTests.counter()
        engine.attach(counter)
        engine.disconnectNodeInput(engine.mainMixerNode)
        engine.connect(counter, to: engine.mainMixerNode, format: Self.stereo)
        try engine.start()
        #expect(try EngineTests.render(engine, [512])[0] == (0..<512).map(Float.init))
    }

    private func call(_ engine: AVAudioEngine, _ source: AVAudioNode, _ others: [AVAudioNode], _ random: inout SplitMix)
    {
        let rates = [48_000.0, 44_100]
        let format = AVAudioFormat(standardFormatWithSampleRate: rates.randomElement(using: &random)!, channels: 2)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: engine.disconnectNodeOutput(source)
        case 1: engine.disconnectNodeInput(others.randomElement(using: &random)!)
        case 2: engine.stop()
        case 3: engine.pause()
        case 4: engine.reset()
        case 5: engine.prepare()
        case 6: try? engine.inputNode.setVoiceProcessingEnabled(Bool.random(using: &random))
        case 7: try? engine.enableManualRenderingMode(.offline, format: Self.stereo, maximumFrameCount: 512)
        case 8:
            engine.connect(
                source, to: engine.mainMixerNode, fromBus: 0, toBus: Int.random(in: 0..<6, using: &random),
                format: format)
        case 9:
            let bus = Int.random(in: 0..<4, using: &random)
            engine.connect(
                source, to: others[Int.random(in: 0..<2, using: &random)], fromBus: 0, toBus: bus, format: format)
        default: try? engine.start()
        }
    }

    /// However the frames are split into cycles, the samples are the same.
    @Test func splitsOfCyclesRenderTheSame() throws {
        func sound(_ counts: [Int]) throws -> [[Float]] {
            let engine = try EngineTests.engine()
            let source = NodeStage.Feed([(0..<20_000).map { sin(Float($0) * 0.05) / 2 }]).node
            let (eq, delay, distortion) = (AVAudioUnitEQ(numberOfBands: 3), AVAudioUnitDelay(), AVAudioUnitDistortion())
            let (reverb, mixer) = (AVAudioUnitReverb(), AVAudioMixerNode())
            delay.delayTime = 0.01
            let chain: [AVAudioNode] = [source, eq, delay, distortion, reverb, mixer]
            for node in chain { engine.attach(node) }
            for (from, to) in zip(chain, chain.dropFirst()) { engine.connect(from, to: to, format: Self.stereo) }
            engine.connect(mixer, to: engine.mainMixerNode, format: Self.stereo)
            try engine.start()
            return try EngineTests.render(engine, counts)
        }
        let whole = try sound(Array(repeating: 4096, count: 4))
        var random = SplitMix(seed: 3)
        var counts: [Int] = []
        while counts.reduce(0, +) < 16_384 {
            counts.append(min(Int.random(in: 1...1200, using: &random), 16_384 - counts.reduce(0, +)))
        }
        let parts = try sound(counts)
        let most = zip(whole[0], parts[0]).map { abs($0 - $1) }.max() ?? 1
        #expect(most < 1e-5, "\(most) apart")
        #expect(whole[0].contains { abs($0) > 0.1 })
    }
}
