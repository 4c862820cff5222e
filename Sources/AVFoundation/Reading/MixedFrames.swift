import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation

/// The sum of tracks, each with its volume and its tap, as Float32 with a buffer for each channel.
final class MixedFrames: FrameReading {
    private let stages: [MixStage]
    private let format: StreamFormat

    /// - Parameters:
    ///   - mix: nil for each track as it is.
    ///   - format: Float32 with a buffer for each channel.
    ///   - algorithm: how sound is stretched, unless the mix says so.
    /// - Throws: what a file fails with, and `operationNotAllowed` for a tap that somebody uses.
    init(
        _ tracks: [TrackContents], _ mix: AVAudioMix?, _ format: StreamFormat, _ algorithm: AVAudioTimePitchAlgorithm
    ) throws {
        self.format = format
        let parameters = mix?.inputParameters ?? []
        stages = try tracks.map { track in
            let own = parameters.first { $0.trackID == track.id }
            let reader: any FrameReading =
                if let file = track.wholeFile { try TrackFrames(file, format) } else {
                    PartedFrames(track, format, own?.audioTimePitchAlgorithm ?? algorithm)
                }
            return MixStage(reader, own, format)
        }
        do { for stage in stages { try stage.prepare() } } catch {
            end()
            throw error
        }
    }

    deinit { end() }

    private func end() { for stage in stages { stage.end() } }

    func seek(to time: CMTime) throws { for stage in stages { try stage.seek(to: time) } }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        let target = AudioBuffers(list)
        let wanted = min(frames, MixStage.frames)
        for channel in 0..<format.channels {
            target[channel].mData?.initializeMemory(as: Float.self, repeating: 0, count: wanted)
        }
        var longest = 0
        for stage in stages {
            var done = 0
            while done < wanted {
                let count = try stage.pull(wanted - done)
                guard count > 0 else { break }
                for channel in 0..<format.channels {
                    guard let sum = target[channel].mData?.assumingMemoryBound(to: Float.self),
                        let samples = stage.samples(channel)
                    else { continue }
                    for frame in 0..<count { sum[done + frame] += samples[frame] }
                }
                done += count
            }
            longest = max(longest, done)
        }
        return longest
    }
}

/// Frames of another reader in another format of the same rate and channels.
final class ConvertedFrames: FrameReading {
    private let reader: any FrameReading
    private let target: StreamFormat
    private let planes: FloatPlanes
    private var converter: AudioConverterRef?

    /// - Parameters:
    ///   - reader: one of Float32 with a buffer for each channel.
    ///   - target: linear PCM.
    init(_ reader: any FrameReading, _ source: StreamFormat, _ target: StreamFormat) throws {
        (self.reader, self.target) = (reader, target)
        planes = FloatPlanes(channels: source.channels, frames: MixStage.frames)
        var (own, wanted) = (AudioStreamBasicDescription(source), AudioStreamBasicDescription(target))
        try check(AudioConverterNew(&own, &wanted, &converter))
    }

    deinit { if let converter { AudioConverterDispose(converter) } }

    func seek(to time: CMTime) throws { try reader.seek(to: time) }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        let wanted = min(frames, planes.frames)
        planes.reset(wanted)
        let count = try reader.read(wanted, into: planes.buffers.list)
        guard count > 0, let converter else { return 0 }
        planes.reset(count)
        let buffers = AudioBuffers(list)
        for buffer in 0..<(target.isInterleaved ? 1 : target.channels) {
            buffers[buffer].mDataByteSize = UInt32(count * target.bytesPerFrame)
        }
        try check(AudioConverterConvertComplexBuffer(converter, UInt32(count), planes.buffers.list, list))
        return count
    }

    private func check(_ status: OSStatus) throws {
        guard status != noErr else { return }
        throw AVError(
            .decodeFailed, userInfo: [NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(status))])
    }
}
