import AudioCore
import Glibc

/// Changes rate and pitch of a stream of interleaved 32-bit float: of queues, players and time-pitch units.
///
/// Allocates in `init` only, and is used by one thread at a time.
package final class TimePitch: @unchecked Sendable {
    /// Gives frames; 0 at the end, less than 0 where there are none now.
    package typealias Source = (_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int

    /// `kAudioQueueTimePitchAlgorithm_…`
    package enum Algorithm {
        package static let spectral: FourCC = "spec"
        package static let timeDomain: FourCC = "tido"
        package static let varispeed: FourCC = "vspd"
        package static let rough: FourCC = "lqzl"
        package static let all = [spectral, timeDomain, varispeed, rough]
    }

    package static let rates: ClosedRange<Double> = 0.5...2
    package static let cents: ClosedRange<Double> = -2400...2400
    /// How much faster than the rate the sound is stretched where the pitch is the lowest.
    private static let mostOctavesDown = 4.0

    /// How much faster than recorded; within `rates`, or up to what room was made for.
    package var rate = 1.0 { didSet { apply() } }
    /// Hundredths of a semitone; within `cents`.
    package var pitch = 0.0 { didSet { apply() } }
    package var isBypassed = false
    /// Whether what comes out stands where it does in the source, as far as a piece of sound allows, however often the pitch changes.
    /// Otherwise the sound in between is heard faster or slower, and what follows is early or late.
    package var keepsTime = false

    private let stretch: TimeStretch?
    private let resampler: Resampler
    /// Filters what the resampler reads faster: what is stretched, where the pitch is higher, or the source of a varispeed.
    private let aliasFilter: AliasFilter
    /// By how many octaves it does so.
    private var octaves = 0.0
    private let stretched: UnsafeMutablePointer<Float>
    private var isEnding = false
    /// Stretched frames that the resampler still has.
    private var resampling = 0.0
    /// Frames of the source that have been heard, by the rates that there were.
    private var heard = 0.0

    private static let block = 1024
    /// The resampler's, for the filters of `ResamplerDesign.normal[2]`.
    private static let quality = 0x40

    /// Frames of the source, behind the one that is heard, that may be needed to read it; for a rate of 1 that keeps time.
    package static func framesAhead(sampleRate: Double) -> Int {
        // The lowest pitch takes the most of the source for what the resampler's filter spans.
        let filter = (ResamplerDesign.normal[2].taps / 2 + 3) * Int(mostOctavesDown)
        return TimeStretch.framesAhead(sampleRate: sampleRate) + filter
    }

    /// - Parameter maximumRate: the most that `rate` will be set to.
    package init(
        channels: Int, sampleRate: Double, algorithm: FourCC, maximumRate: Double = rates.upperBound
    ) throws(AudioError) {
        stretch =
            algorithm == Algorithm.varispeed
            ? nil
            : TimeStretch(
                channels: channels, sampleRate: sampleRate, rate: 1,
                maximumRate: maximumRate * Self.mostOctavesDown,
                searches: algorithm != Algorithm.rough)
        resampler = try Resampler(
            inputRate: sampleRate, outputRate: sampleRate, channels: channels, quality: Self.quality, variable: true)
        aliasFilter = AliasFilter(channels: channels)
        stretched = .allocate(capacity: Self.block * channels)
    }

    deinit { stretched.deallocate() }

    /// Frames that come out for each that goes in.
    package var ratio: Double { isNeutral ? 1 : stretch == nil ? 1 / (rate * factor) : 1 / rate }

    /// Whether the sound goes through as it is.
    package var isNeutral: Bool { isBypassed || (rate == 1 && pitch == 0 && !hasBegun) }

    /// Whether frames have gone in that may not have come out.
    package private(set) var hasBegun = false
    /// Frames that come out before a change of the rate is heard, or before the rate is, at the start.
    package var framesBeforeChange: Int {
        guard let stretch else { return 0 }
        return Int(max(0, (resampling + Double(stretch.framesBeforeChange)) / factor).rounded())
    }

    /// Where the sound that comes out next stands in the source, in frames since the start, as far as a piece of sound allows.
    package var place: Double {
        guard let stretch else { return heard }
        return max(0, stretch.nextPlace - (resampling + Double(stretch.framesReady)) * stretch.rate)
    }

    /// How finely periods are matched where pieces of sound meet: 1 looks at each frame, 4 at each fourth; 0 does not match
    /// them.
    package var searchStep: Int {
        get { stretch?.searchStep ?? 0 }
        set { stretch?.searchStep = newValue }
    }

    /// Of frequencies.
    private var factor: Double { exp2(pitch / 1200) }

    private func apply() {
        stretch?.rate = rate / factor
        let speed = stretch == nil ? rate * factor : factor
        resampler.ratio = 1 / speed
        octaves = log2(speed)
    }

    package func reset() {
        stretch?.reset()
        aliasFilter.reset()
        resampler.reset()
        (isEnding, hasBegun, resampling, heard) = (false, false, 0, 0)
    }

    /// Gives frames; 0 at the end of the source, less than 0 where there are none now.
    package func read(_ samples: UnsafeMutablePointer<Float>, frames: Int, from source: Source) -> Int {
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
            aliasFilter.process(stretched, frames: count, octaves: octaves, isOpening: heard > 0)
            let produced = resampler.process(
                interleaved: stretched, inputFrames: count, samples, outputCapacity: wanted
            ).produced
            resampling += Double(count) - Double(produced) * factor
            heard += Double(produced) * rate
            guard produced > 0 else {
                if isEnding { return 0 }
                continue
            }
            return produced
        }
    }

    private func pull(_ frames: Int, _ source: Source) -> Int {
        guard let stretch else { return source(stretched, frames) }
        if keepsTime {
            // Where the next piece will be heard.
            stretch.nextPlace = heard + (resampling + Double(stretch.framesReady)) * stretch.rate
        }
        var isWaiting = false
        let count = stretch.read(into: stretched, frames: frames) { samples, frames in
            let count = source(samples, frames)
            isWaiting = count < 0
            return count
        }
        return count == 0 && isWaiting ? -1 : count
    }
}
