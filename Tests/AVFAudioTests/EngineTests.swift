import AVFAudio
import AudioCore
import TestSupport
import Testing

@testable import AVFAudio

/// What an engine renders by hand.
@Suite struct EngineTests {
    static let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!

    /// An engine in manual rendering.
    static func engine(
        _ format: AVAudioFormat = stereo, most: AVAudioFrameCount = 4096,
        _ mode: AVAudioEngineManualRenderingMode = .offline
    ) throws -> AVAudioEngine {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: most)
        return engine
    }

    /// A source that counts its frames, on all channels.
    static func counter(_ format: AVAudioFormat? = nil) -> AVAudioSourceNode {
        // Makes the iterator's type here: the first one in a process that is not optimised takes a lock, and must not on the audio thread.
        var empty = AudioBufferList()
        withUnsafeMutablePointer(to: &empty) { for _ in UnsafeMutableAudioBufferListPointer($0) {} }
        let next = Counter()
        let block: AVAudioSourceNodeRenderBlock = { _, _, frames, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            for frame in 0..<Int(frames) {
                for buffer in buffers { buffer.mData!.assumingMemoryBound(to: Float.self)[frame] = next.value }
                next.value += 1
            }
            return noErr
        }
        return format.map { AVAudioSourceNode(format: $0, renderBlock: block) } ?? AVAudioSourceNode(renderBlock: block)
    }

    final class Counter: @unchecked Sendable { var value: Float = 0 }

    static func render(_ engine: AVAudioEngine, _ counts: [Int]) throws -> [[Float]] {
        let format = engine.manualRenderingFormat
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: engine.manualRenderingMaximumFrameCount)!
        var result: [[Float]] = Array(repeating: [], count: Int(format.channelCount))
        for count in counts {
            #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            for channel in result.indices {
                result[channel] += UnsafeBufferPointer(start: buffer.floatChannelData![channel], count: count)
            }
        }
        return result
    }

    @Test func aSourceIsHeardThroughTheMainMixer() throws {
        let engine = try Self.engine()
        let source = Self.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        try engine.start()
        let sound = try Self.render(engine, [1, 100, 4096, 3])
        #expect(sound[0] == (0..<4200).map(Float.init))
        #expect(sound[1] == sound[0])
        #expect(engine.manualRenderingSampleTime == 4200)
        engine.stop()
        #expect(!engine.isRunning)
    }

    @Test func twoSourcesAreAdded() throws {
        let engine = try Self.engine()
        let sources = [Self.counter(), Self.counter(Self.stereo), Self.counter()]
        for source in sources {
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        }
        try engine.start()
        #expect(try Self.render(engine, [64, 64])[0] == (0..<128).map { Float($0) * 3 })
        engine.disconnectNodeOutput(sources[1])
        #expect(try Self.render(engine, [64])[0] == (128..<192).map { Float($0) * 2 })
        #expect(engine.mainMixerNode.nextAvailableInputBus == 1)
        let late = Self.counter()
        engine.attach(late)
        for bus in [30, 1] {
            engine.connect(late, to: engine.mainMixerNode, fromBus: 0, toBus: bus, format: Self.stereo)
        }
        #expect(try Self.render(engine, [64])[0] == (0..<64).map { Float(192 + $0) * 2 + Float($0) })
    }

    @Test func aTapGetsWhatIsRendered() throws {
        let engine = try Self.engine()
        let source = Self.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: Self.stereo)
        let heard = WaitableValue<[[Float]]>([])
        source.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, time in
            #expect(buffer.frameLength == 4800 && Int(time.sampleTime) % 4800 == 0)
            let samples = Array(UnsafeBufferPointer(start: buffer.floatChannelData![1], count: Int(buffer.frameLength)))
            heard.withLock { $0.append(samples) }
        }
        try engine.start()
        _ = try Self.render(engine, Array(repeating: 480, count: 100))
        let buffers = try #require(heard.wait { $0.count == 10 ? $0 : nil })
        #expect(buffers.flatMap { $0 } == (0..<48_000).map(Float.init))
        source.removeTap(onBus: 0)
    }

    @Test func anOutputFeedsSeveralInputs() throws {
        let engine = try Self.engine()
        let (source, mixer) = (Self.counter(), AVAudioMixerNode())
        engine.attach(source)
        engine.attach(mixer)
        let main = engine.mainMixerNode
        engine.connect(mixer, to: main, format: Self.stereo)
        engine.connect(
            source, to: [AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: main, bus: 5)],
            fromBus: 0, format: Self.stereo)
        try engine.start()
        #expect(try Self.render(engine, [7, 1000])[0] == (0..<1007).map { Float($0) * 2 })
        #expect(engine.outputConnectionPoints(for: source, outputBus: 0).count == 2)
        engine.detach(mixer)
        #expect(try Self.render(engine, [10])[0] == (1007..<1017).map { Float($0) })
    }

    @Test func theInputGivesWhatItsBlockGives() throws {
        let engine = try Self.engine()
        let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
        let memory = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 4096)!
        for index in 0..<4096 { memory.floatChannelData![0][index] = 0.25 }
        nonisolated(unsafe) var isEmpty = false
        #expect(
            engine.inputNode.setManualRenderingInputPCMFormat(mono) { frames in
                memory.frameLength = frames
                return isEmpty ? nil : memory.audioBufferList
            })
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: mono)
        try engine.start()
        #expect(try Self.render(engine, [100]).allSatisfy { $0.allSatisfy { abs($0 - 0.25) < 0.08 } })
        isEmpty = true
        let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 100)!
        #expect(try engine.renderOffline(100, to: buffer) == .insufficientDataFromInputNode)
    }

    @Test func wrongCallsAreRefused() throws {
        let engine = AVAudioEngine()
        let buffer = AVAudioPCMBuffer(pcmFormat: Self.stereo, frameCapacity: 100)!
        func code(_ body: () throws -> Void) -> Int? {
            do { try body() } catch { return (error as NSError).code }
            return nil
        }
        #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80800)
        try engine.enableManualRenderingMode(.offline, format: Self.stereo, maximumFrameCount: 64)
        #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80802)
        _ = engine.mainMixerNode
        try engine.start()
        #expect(code { _ = try engine.renderOffline(65, to: buffer) } == -10874)
        let error = #expect(throws: NSError.self) { try engine.renderOffline(65, to: buffer) }
        let info = error.map { "\($0.userInfo)" } ?? ""
        #expect(info.contains("65 frames are more than manualRenderingMaximumFrameCount, 64"))
        #expect(
            code { try engine.enableManualRenderingMode(.realtime, format: Self.stereo, maximumFrameCount: 64) }
                == -80801)
        #expect(try engine.renderOffline(64, to: buffer) == .success)
    }
}
