import AudioCore
import AudioDSP
import Glibc

/// The time-pitch unit of a queue: changes rate and pitch of interleaved 32-bit float while it plays.
final class QueueTimePitch {
    /// Gives frames; 0 at the end, less than 0 where there are none now.
    typealias Source = (_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int

    /// `kAudioQueueTimePitchAlgorithm_…`
    enum Algorithm {
        static let spectral: FourCC = "spec"
        static let timeDomain: FourCC = "tido"
        static let varispeed: FourCC = "vspd"
        static let rough: FourCC = "lqzl"
        static let all = [spectral, timeDomain, varispeed, rough]
    }

    static let rates: ClosedRange<Double> = 0.5...2
    static let cents: ClosedRange<Double> = -2400...2400

    /// How much faster than recorded; within `rates`.
    var rate = 1.0 { didSet { apply() } }
    /// Hundredths of a semitone; within `cents`.
    var pitch = 0.0 { didSet { apply() } }
    var isBypassed = false

    private let stretch: TimeStretch?
    private let resampler: Resampler
    private let stretched: UnsafeMutablePointer<Float>
    private var isEnding = false
    /// Stretched frames that the resampler still has.
    private var resampling = 0.0

    private static let block = 1024

    init(channels: Int, sampleRate: Double, algorithm: FourCC) throws(AudioError) {
        // The fastest stretch: twice the rate, two octaves down.
        stretch =
            algorithm == Algorithm.varispeed
            ? nil
            : TimeStretch(
                channels: channels, sampleRate: sampleRate, rate: 1, maximumRate: 8,
                searches: algorithm != Algorithm.rough)
        resampler = try Resampler(
            inputRate: sampleRate, outputRate: sampleRate, channels: channels, quality: 0x40, variable: true)
        stretched = .allocate(capacity: Self.block * channels)
    }

    deinit { stretched.deallocate() }

    /// Frames that come out for each that goes in.
    var ratio: Double { isNeutral ? 1 : stretch == nil ? 1 / (rate * factor) : 1 / rate }

    /// Whether the sound goes through as it is.
    var isNeutral: Bool { isBypassed || (rate == 1 && pitch == 0 && !hasBegun) }

    /// Whether frames have gone in that may not have come out.
    private(set) var hasBegun = false
    /// Frames that come out before a change of the rate is heard, or before the rate is, at the start.
    var framesBeforeChange: Int {
        guard let stretch else { return 0 }
        return Int(max(0, (resampling + Double(stretch.framesBeforeChange)) / factor).rounded())
    }

    /// Of frequencies.
    private var factor: Double { exp2(pitch / 1200) }

    private func apply() {
        stretch?.rate = rate / factor
        resampler.ratio = stretch == nil ? 1 / (rate * factor) : 1 / factor
    }

    func reset() {
        stretch?.reset()
        resampler.reset()
        (isEnding, hasBegun, resampling) = (false, false, 0)
    }

    /// Gives frames; 0 at the end of the source, less than 0 where there are none now.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int, from source: Source) -> Int {
        guard !isNeutral else { return source(samples, frames) }
        hasBegun = true
        let wanted = min(frames, Self.block)
        while true {
            let needed = min(Self.block, resampler.inputFramesNeeded(forOutput: wanted))
            var count = 0
            if needed > 0, !isEnding {
                count = pull(needed, source)
                guard count >= 0 else { return count }
                if count == 0 {
                    isEnding = true
                    resampler.finish()
                }
            }
            let produced = resampler.process(
                interleaved: stretched, inputFrames: count, samples, outputCapacity: wanted
            ).produced
            resampling += Double(count) - Double(produced) * factor
            guard produced > 0 else {
                if isEnding { return 0 }
                continue
            }
            return produced
        }
    }

    private func pull(_ frames: Int, _ source: Source) -> Int {
        guard let stretch else { return source(stretched, frames) }
        var isWaiting = false
        let count = stretch.read(into: stretched, frames: frames) { samples, frames in
            let count = source(samples, frames)
            isWaiting = count < 0
            return count
        }
        return count == 0 && isWaiting ? -1 : count
    }
}
