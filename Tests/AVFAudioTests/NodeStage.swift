import AVFAudio
import TestSupport
import Testing

@testable import AVFAudio

/// What tests of nodes have in common.
enum NodeStage {
    static let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
    static let stereo = EngineTests.stereo

    /// A source of the samples of each channel, and of silence after them.
    final class Feed: @unchecked Sendable {
        private let channels: [[Float]]
        /// How many frames have been asked for.
        private(set) var frames = 0

        init(_ channels: [[Float]]) { self.channels = channels }

        func fill(_ list: UnsafeMutablePointer<AudioBufferList>, _ count: Int) {
            for (index, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let samples = channels[min(index, channels.count - 1)]
                let target = buffer.mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<count {
                    let place = frames + frame
                    target[frame] = place < samples.count ? samples[place] : 0
                }
            }
            frames += count
        }

        var node: AVAudioSourceNode {
            AVAudioSourceNode { _, _, frames, list in
                self.fill(list, Int(frames))
                return noErr
            }
        }
    }

    /// A source whose samples are all the same.
    static func constant(_ value: Float) -> AVAudioSourceNode {
        AVAudioSourceNode { _, _, frames, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData!.assumingMemoryBound(to: Float.self).update(repeating: value, count: Int(frames))
            }
            return noErr
        }
    }

    /// Renders a source through a node.
    static func render(
        _ samples: [[Float]], through node: AVAudioNode, _ counts: [Int], format: AVAudioFormat = stereo
    ) throws -> [[Float]] {
        let engine = try EngineTests.engine()
        let source = Feed(samples).node
        engine.attach(source)
        engine.attach(node)
        engine.connect(source, to: node, format: format)
        engine.connect(node, to: engine.mainMixerNode, format: format)
        try engine.start()
        defer { engine.stop() }
        return try EngineTests.render(engine, counts)
    }

    static func parameter(
        _ unit: AudioUnit?, _ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) -> Float? {
        var value: AudioUnitParameterValue = 0
        guard let unit, AudioUnitGetParameter(unit, id, scope, element, &value) == noErr else { return nil }
        return value
    }

    static func property(
        _ unit: AudioUnit?, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) -> UInt32? {
        var (value, size) = (UInt32(0), UInt32(4))
        guard let unit, AudioUnitGetProperty(unit, id, scope, element, &value, &size) == noErr else { return nil }
        return value
    }
}

/// A unit that a program uses through the functions of C, as a model for a node.
final class ModelUnit {
    let unit: AudioUnit
    private let feed: NodeStage.Feed
    private var time = AudioTimeStamp()

    /// - Parameter output: the format of the output; nil for that of the input.
    init(
        _ type: OSType, _ subtype: OSType, _ samples: [[Float]], _ format: AVAudioFormat = NodeStage.stereo,
        output: AVAudioFormat? = nil
    ) throws {
        var wanted = AudioComponentDescription()
        (wanted.componentType, wanted.componentSubType) = (type, subtype)
        let component = try #require(AudioComponentFindNext(nil, &wanted))
        var made: AudioUnit?
        #expect(AudioComponentInstanceNew(component, &made) == noErr)
        unit = try #require(made)
        feed = NodeStage.Feed(samples)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            let format = scope == kAudioUnitScope_Output ? output ?? format : format
            var asbd = format.streamDescription.pointee
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_StreamFormat, scope, 0, &asbd,
                    UInt32(MemoryLayout<AudioStreamBasicDescription>.size)) == noErr)
        }
        var most: UInt32 = 4096
        AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &most, 4)
        var callback = AURenderCallbackStruct(
            inputProc: { context, _, _, _, frames, list in
                Unmanaged<NodeStage.Feed>.fromOpaque(context).takeUnretainedValue().fill(list!, Int(frames))
                return noErr
            }, inputProcRefCon: Unmanaged.passUnretained(feed).toOpaque())
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
        time.mFlags = .sampleTimeValid
    }

    deinit { AudioComponentInstanceDispose(unit) }

    func set(_ id: AudioUnitParameterID, _ value: Float, _ scope: AudioUnitScope = kAudioUnitScope_Global) {
        #expect(AudioUnitSetParameter(unit, id, scope, 0, value, 0) == noErr)
    }

    func set<Value: BitwiseCopyable>(
        property id: AudioUnitPropertyID, _ value: Value, _ scope: AudioUnitScope = kAudioUnitScope_Global
    ) {
        var value = value
        #expect(AudioUnitSetProperty(unit, id, scope, 0, &value, UInt32(MemoryLayout<Value>.size)) == noErr)
    }

    func render(_ counts: [Int], _ format: AVAudioFormat = NodeStage.stereo) throws -> [[Float]] {
        #expect(AudioUnitInitialize(unit) == noErr)
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096)!
        var result: [[Float]] = Array(repeating: [], count: Int(format.channelCount))
        for count in counts {
            buffer.frameLength = AVAudioFrameCount(count)
            var flags: AudioUnitRenderActionFlags = []
            #expect(AudioUnitRender(unit, &flags, &time, 0, UInt32(count), buffer.mutableAudioBufferList) == noErr)
            time.mSampleTime += Double(count)
            for channel in result.indices {
                result[channel] += UnsafeBufferPointer(start: buffer.floatChannelData![channel], count: count)
            }
        }
        return result
    }
}
