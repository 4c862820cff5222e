import AudioCore
import AudioDSP
import AudioFiles
import CAudioToolbox

/// The inputs of a mixer whose sample rate is the same, and not the output's: they are summed at their rate, and their sum is
/// converted, so that an input costs a conversion no more.
final class MixerGroup: @unchecked Sendable {
    let sampleRate: Double
    /// The sum, with the output's channels.
    let sum: UnsafeMutablePointer<RenderBus>
    /// The most frames of input that a cycle needs.
    let maximumFrames: Int
    private let resampler: Resampler
    private let link: Unmanaged<Resampler>
    private let channels: Int
    /// The frames that the filter keeps.
    private let kept: Int
    private let converted: RenderBus
    private let from: UnsafeMutablePointer<UnsafePointer<Float>>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Frames of input for a frame of output.
    private let step: Double
    /// The time of the next frame of input; not a number before the first.
    private var inputTime = Double.nan
    /// Frames of input after which the filter has nothing more of the inputs.
    private var rest = 0
    /// The frames of input in the present cycle, and their time.
    private(set) var frames = 0
    private(set) var time = Double.nan
    private var hasInput = false
    private var hasSound = false

    /// - Throws: `unitFormat` where the rates are too far apart.
    init(sampleRate: Double, output: StreamFormat, maximumFrames: Int) throws(AudioError) {
        (self.sampleRate, channels) = (sampleRate, output.channels)
        step = sampleRate / output.sampleRate
        guard (1.0 / 64...64).contains(step) else { throw .unitFormat.because("the rates are too far apart") }
        do throws(AudioError) {
            resampler = try Resampler(
                inputRate: sampleRate, outputRate: output.sampleRate, channels: channels,
                quality: Int(ConverterSettings().rateQuality))
        } catch { throw .unitFormat.because(error.reason) }
        link = .passUnretained(resampler)
        kept = resampler.leadingFrames + resampler.trailingFrames
        self.maximumFrames = Int((Double(maximumFrames) * step).rounded(.up)) + resampler.trailingFrames + 2
        let form = StreamFormat.float32(sampleRate: sampleRate, channels: channels, interleaved: false)
        sum = .allocate(capacity: 1)
        sum.initialize(to: RenderBus(form, maximumFrames: self.maximumFrames))
        converted = RenderBus(form, maximumFrames: maximumFrames)
        from = .allocate(capacity: channels)
        to = .allocate(capacity: channels)
        for channel in 0..<channels {
            (from + channel).initialize(to: UnsafePointer(sum.pointee.samples(channel)))
            (to + channel).initialize(to: converted.samples(channel))
        }
    }

    deinit {
        sum.pointee.deallocate()
        sum.deallocate()
        converted.deallocate()
        from.deallocate()
        to.deallocate()
    }

    // MARK: Audio thread

    /// Begins a cycle, for which each input is to give `frames` frames.
    @_noLocks func beginCycle(at time: UnsafePointer<AudioTimeStamp>, frames output: Int) {
        frames = min(link._withUnsafeGuaranteedRef { $0.inputFramesNeeded(forOutput: output) }, maximumFrames)
        self.time = inputTime.isNaN ? start(time.pointee.mSampleTime) : inputTime
        (hasInput, hasSound) = (false, false)
        sum.pointee.fillWithSilence(frames: frames)
    }

    /// The frame of input that stands at a time of the output.
    @_noLocks private func start(_ output: Double) -> Double {
        let time = output * step
        // A render's sample time may be anything.
        return time.magnitude < 1e15 ? Double(Int64(time + (time < 0 ? -0.5 : 0.5))) : time
    }

    /// An input has given its frames.
    @_noLocks func take(isSilent: Bool) {
        hasInput = true
        if !isSilent { hasSound = true }
    }

    /// The frame of the group's cycle that stands for one of the output's.
    @_noLocks func place(of frame: Int, of output: Int) -> Int { frame * frames / output }

    /// Converts the sum, and adds it to the output.
    ///
    /// - Returns: whether there was any sound, or the rest of some.
    @_noLocks func finish(_ output: UnsafeMutablePointer<RenderBus>, frames wanted: Int) -> Bool {
        let (left, sounds) = (rest, hasSound)
        guard hasInput || left > 0 else {
            // An input that comes back is asked for the present.
            if !inputTime.isNaN { reset() }
            return false
        }
        let (from, to, given) = (self.from, self.to, frames)
        let produced = link._withUnsafeGuaranteedRef {
            $0.process(from, inputFrames: given, to, outputCapacity: wanted).produced
        }
        for channel in 0..<channels {
            let (samples, target) = (converted.samples(channel), output.pointee.samples(channel))
            for frame in 0..<produced { target[frame] += samples[frame] }
        }
        inputTime = time + Double(frames)
        rest = sounds ? kept : max(0, left - given)
        // Sound that begins later is not joined to what was heard before.
        if rest == 0, !hasInput { reset() }
        return sounds || left > 0
    }

    @_noLocks func reset() {
        link._withUnsafeGuaranteedRef { $0.reset() }
        (inputTime, rest) = (.nan, 0)
    }
}
