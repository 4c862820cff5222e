import AudioCore
import AudioDSP
import CRealtime

/// The last frames that passed a resampler unchanged, which it begins with: nothing jumps where the rate leaves 1.
struct PassedFrames: BitwiseCopyable {
    private let resampler: Unmanaged<Resampler>
    private let channels: Int
    private let frames: Int
    private let samples: UnsafeMutablePointer<Float>
    private let from: UnsafeMutablePointer<UnsafePointer<Float>>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// - Parameter resampler: kept alive by the caller.
    init(of resampler: Resampler) {
        self.resampler = .passUnretained(resampler)
        (channels, frames) = (resampler.channels, resampler.leadingFrames)
        samples = .allocate(capacity: max(1, channels * frames))
        samples.initialize(repeating: 0, count: max(1, channels * frames))
        from = .allocate(capacity: channels)
        to = .allocate(capacity: channels)
        for channel in 0..<channels {
            (from + channel).initialize(to: UnsafePointer(samples + channel * frames))
            (to + channel).initialize(to: samples + channel * frames)
        }
    }

    func deallocate() {
        samples.deallocate()
        from.deallocate()
        to.deallocate()
    }

    @_noLocks func clear() { _ = realtime_fill(samples, 0, channels * frames * 4) }

    /// Keeps the end of a channel's frames.
    @_noLocks func keep(_ channel: Int, _ passed: UnsafePointer<Float>, frames count: Int) {
        let kept = min(count, frames)
        let own = samples + channel * frames
        _ = realtime_move(own, own + kept, (frames - kept) * 4)
        _ = realtime_copy(own + frames - kept, passed + count - kept, kept * 4)
    }

    /// Makes the resampler go on where the frames end.
    @_noLocks func begin() {
        let (from, to, frames) = (self.from, self.to, self.frames)
        // The kept frames make none of the output yet.
        resampler._withUnsafeGuaranteedRef {
            $0.reset(priming: .pre)
            _ = $0.process(from, inputFrames: frames, to, outputCapacity: frames)
        }
    }
}
