import AudioCore
import AudioDSP
import AudioFiles
import AudioToolbox
import CoreMedia

/// A part of a file's sound that lasts longer or shorter than it does in the file, as Float32 with a buffer for each channel.
final class StretchedFrames: FrameReading {
    private let file: TrackFrames
    private let channels: Int
    private let unit: TimePitch
    private let samples: UnsafeMutablePointer<Float>
    private let list = AudioBuffers.allocate(count: 1)
    /// Frames of the source that have not been read.
    private var left: Int64
    private var failure: (any Error)?
    private static let block = 1024

    /// - Parameters:
    ///   - source: the part of the file.
    ///   - rate: seconds of the source for a second of the output.
    init(
        _ track: FileTrack, _ source: CMTimeRange, rate: Double, _ format: StreamFormat,
        _ algorithm: AVAudioTimePitchAlgorithm
    ) throws {
        file = try TrackFrames(
            track, .float32(sampleRate: format.sampleRate, channels: format.channels, interleaved: true))
        channels = format.channels
        unit = try TimePitch(
            channels: format.channels, sampleRate: format.sampleRate, algorithm: algorithm.code,
            maximumRate: max(TimePitch.rates.upperBound, rate))
        unit.rate = rate
        let scale = AssetContents.timescale(format.sampleRate)
        left = FrameRange.frame(source.end, scale) - FrameRange.frame(source.start, scale)
        samples = .allocate(capacity: Self.block * format.channels)
        try file.seek(to: source.start)
    }

    deinit {
        samples.deallocate()
        list.deallocate()
    }

    func seek(to time: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        let wanted = min(frames, Self.block)
        let count = unit.read(samples, frames: wanted) { samples, frames in pull(samples, frames) }
        if let failure { throw failure }
        guard count > 0 else { return 0 }
        let planes = AudioBuffers(list)
        for channel in 0..<channels {
            guard let plane = planes[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
            for frame in 0..<count { plane[frame] = samples[frame * channels + channel] }
        }
        return count
    }

    private func pull(_ target: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        let wanted = Int(min(Int64(frames), left))
        guard wanted > 0 else { return 0 }
        list[0] = AudioBuffer(
            mNumberChannels: UInt32(channels), mDataByteSize: UInt32(wanted * channels * 4), mData: target)
        do {
            let count = try file.read(wanted, into: list.list)
            left -= Int64(count)
            return count
        } catch {
            failure = error
            return 0
        }
    }
}

extension AVAudioTimePitchAlgorithm {
    /// `kAudioQueueTimePitchAlgorithm_…`; another name is that of the default.
    fileprivate var code: FourCC {
        switch self {
        case .varispeed: TimePitch.Algorithm.varispeed
        case .timeDomain: TimePitch.Algorithm.timeDomain
        case .lowQualityZeroLatency: TimePitch.Algorithm.rough
        default: TimePitch.Algorithm.spectral
        }
    }
}
