import AudioCore
import AudioUnits
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// An engine of all kinds of nodes in the mode `realtime`: rendering neither allocates nor waits, also while connections change.
@Suite(.mustEnd) struct EngineRealtimeTests {
    /// The nodes of a graph that has one of each kind.
    struct Graph {
        let engine: AVAudioEngine
        let player = AVAudioPlayerNode()
        let equalizer = AVAudioUnitEQ(numberOfBands: 2)
        let environment = AVAudioEnvironmentNode()

        init(_ mode: AVAudioEngineManualRenderingMode, most: AVAudioFrameCount) throws {
            engine = try EngineTests.engine(most: most, mode)
            let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
            let memory = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: most)!
            memory.floatChannelData![0].update(repeating: 0.125, count: Int(most))
            memory.frameLength = most
            _ = engine.inputNode.setManualRenderingInputPCMFormat(mono) { _ in memory.audioBufferList }
            let effects: [AVAudioNode] = [
                equalizer, AVAudioUnitDelay(), AVAudioUnitDistortion(), AVAudioUnitReverb(), AVAudioUnitTimePitch(),
                AVAudioUnitVarispeed(),
            ]
            for band in equalizer.bands { (band.bypass, band.gain, band.frequency) = (false, 6, 500) }
            (effects[4] as? AVAudioUnitTimePitch)?.pitch = 300
            (effects[5] as? AVAudioUnitVarispeed)?.rate = 1.25
            (effects[3] as? AVAudioUnitReverb)?.wetDryMix = 40
            let generator = AVAudioSourceNode { _, time, frames, list in
                // Not `for … in`: the first one in a process that is not optimised makes the type of its iterator, under a lock.
                let buffers = UnsafeMutableAudioBufferListPointer(list)
                var index = 0
                while index < buffers.count {
                    let samples = buffers[index].mData!.assumingMemoryBound(to: Float.self)
                    var frame = 0
                    while frame < Int(frames) {
                        samples[frame] = 0.25 * sinf(Float(time.pointee.mSampleTime + Double(frame)) * 0.05)
                        frame += 1
                    }
                    index += 1
                }
                return noErr
            }
            let mixer = AVAudioMixerNode()
            for node in effects + [player, environment, generator, mixer] { engine.attach(node) }
            let stereo = EngineTests.stereo
            for (node, next) in zip([player] + effects, effects + [mixer]) {
                engine.connect(node, to: next, format: stereo)
            }
            engine.connect(generator, to: environment, format: mono)
            engine.connect(environment, to: mixer, format: stereo)
            engine.connect(engine.inputNode, to: mixer, format: mono)
            engine.connect(
                mixer, to: engine.mainMixerNode,
                format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
            generator.position = AVAudio3DPoint(x: 1, y: 0, z: -1)
            let buffer = AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 3000)!
            buffer.frameLength = 3000
            for channel in 0..<2 {
                for frame in 0..<3000 { buffer.floatChannelData![channel][frame] = sinf(Float(frame) * 0.03) * 0.5 }
            }
            player.scheduleBuffer(buffer, at: nil, options: .loops)
        }

        func start() throws {
            try engine.start()
            player.play(at: AVAudioTime(sampleTime: 0, atRate: 48_000))
        }
    }

    @Test func renderingNeitherAllocatesNorWaits() throws {
        Sanitizer.prepare()
        let graph = try Graph(.realtime, most: 512)
        graph.player.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        try graph.start()
        let block = graph.engine.manualRenderingBlock
        let output = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 512)!
        output.frameLength = 512
        let isOver = LockedValue(false)
        let thread = Thread {
            let extra = AVAudioMixerNode()
            graph.engine.attach(extra)
            for round in 0..<40 {
                graph.engine.connect(
                    extra, to: graph.engine.mainMixerNode, fromBus: 0, toBus: 5 + round % 3, format: nil)
                graph.equalizer.bands[0].gain = Float(round % 12)
                graph.player.volume = Float(round % 10) / 10
                graph.environment.listenerPosition = AVAudio3DPoint(x: Float(round) / 10, y: 0, z: 0)
                if round % 4 == 0 { graph.engine.disconnectNodeOutput(extra) }
            }
            isOver.withLock { $0 = true }
        }
        thread.start()
        var (rounds, loudest): (Int, Float) = (0, 0)
        while !isOver.withLock({ $0 }) || rounds < 100 {
            var error: OSStatus = 0
            let status = Sanitizer.watch { block(512, output.mutableAudioBufferList, &error) }
            #expect(status == .success && error == 0)
            for frame in 0..<512 { loudest = max(loudest, abs(output.floatChannelData![0][frame])) }
            rounds += 1
        }
        #expect(loudest > 0.1 && loudest < 10)
    }

    /// The same samples come out whatever the numbers of frames are, offline and in real time.
    @Test func theSizesOfCyclesDoNotMatter() throws {
        func rendered(_ mode: AVAudioEngineManualRenderingMode, _ sizes: [Int]) throws -> [Float] {
            let graph = try Graph(mode, most: 1024)
            try graph.start()
            let output = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 1024)!
            let block = graph.engine.manualRenderingBlock
            var (samples, turn): ([Float], Int) = ([], 0)
            while samples.count < 20_000 {
                let count = min(sizes[turn % sizes.count], 20_000 - samples.count)
                turn += 1
                output.frameLength = AVAudioFrameCount(count)
                if mode == .offline {
                    #expect(try graph.engine.renderOffline(AVAudioFrameCount(count), to: output) == .success)
                } else {
                    #expect(block(AVAudioFrameCount(count), output.mutableAudioBufferList, nil) == .success)
                }
                samples += UnsafeBufferPointer(start: output.floatChannelData![1], count: count)
            }
            return samples
        }
        let whole = try rendered(.offline, [512])
        #expect(whole.contains { abs($0) > 0.1 })
        for (mode, sizes) in [(.realtime, [512]), (.offline, [64]), (.realtime, [1024, 1, 333])]
            as [(AVAudioEngineManualRenderingMode, [Int])]
        {
            let other = try rendered(mode, sizes)
            let difference = zip(whole, other).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 1e-5, "\(mode) \(sizes): \(difference)")
        }
    }
}
