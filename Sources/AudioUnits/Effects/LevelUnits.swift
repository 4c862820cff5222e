import AudioCore
import CAudioToolbox
import Glibc

/// PeakLimiter: no sample comes out above 1. It looks ahead for as long as its attack takes, by which the sound is late.
final class LimiterUnit: EffectUnit, @unchecked Sendable {
    static let limiter = UnitBlueprint("aufx", "lmtr", "Apple: AUPeakLimiter") { LimiterUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Attack Time", .seconds, 0.001...0.03, 0.012, canRamp: false),
                ParameterSpec(1, "Decay Time", .seconds, 0.001...0.06, 0.024, canRamp: false),
                ParameterSpec(2, "Pre-Gain", .decibels, -40...40, 0),
            ]
        }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        LimiterProcessor(format)
    }

    fileprivate static func frames(_ sampleRate: Double) -> Int { Int(0.031 * sampleRate) + 2 }

    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        return DelayLine.bytes(channels: format.channels + 2, frames: Self.frames(format.sampleRate))
    }

    override var latency: Double {
        let attack = Double((try? parameter(0, kAudioUnitScope_Global, 0)) ?? 0)
        return Double(limiterWindow(attack, parameterRate) - 1) / parameterRate
    }
}

/// The frames that a limiter looks ahead, and the one that it is at.
@_noLocks private func limiterWindow(_ attack: Double, _ sampleRate: Double) -> Int {
    max(1, Int(attack * sampleRate + 0.5))
}

/// The gain of a frame is the mean, over a window as long as the attack, of the least gain that a frame of the window
/// before needs; so it is never more than the frame itself needs.
private final class LimiterProcessor: Processor, @unchecked Sendable {
    private let channels: Int
    private let sampleRate: Double
    private var line: DelayLine
    /// The gain that each frame needs, and the least of a window with the way back from it.
    private var needs: DelayLine
    private var least: DelayLine
    private var window = 0
    private var held: Float = 1
    private var sum = 0.0
    /// Frames since the least need of the window was looked for, and that need.
    private var lowest: Float = 1
    private var lowestAge = 0

    init(_ format: StreamFormat) {
        (channels, sampleRate) = (format.channels, format.sampleRate)
        let most = LimiterUnit.frames(format.sampleRate)
        line = DelayLine(channels: format.channels, frames: most)
        needs = DelayLine(channels: 1, frames: most)
        least = DelayLine(channels: 1, frames: most)
    }

    deinit {
        line.deallocate()
        needs.deallocate()
        least.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        let wanted = limiterWindow(Double(values[0].start), sampleRate)
        if wanted != window { begin(wanted) }
        let (from, to, decay, rate) = (values[2].start, values[2].end, Double(values[1].start), sampleRate)
        var (start, end, back): (Float, Float, Float) = (1, 1, 0)
        // Powers of numbers: nothing is allocated, nothing locks.
        realtimeTrusted {
            start = Float(pow(10, Double(from) / 20))
            end = Float(pow(10, Double(to) / 20))
            back = Float(1 - exp(-1 / (decay * rate)))
        }
        for frame in first..<last {
            let gain = start + (end - start) * Float(frame - first) / Float(last - first)
            var peak: Float = 0
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel)
                let product = samples[frame] * gain
                // What is no number, or none any more, does not reach the gain of others.
                let sample = product.isNaN ? 0 : min(max(product, -1e30), 1e30)
                line.write(sample, channel, at: 0)
                samples[frame] = line.read(channel, at: 0, delay: window - 1)
                peak = max(peak, sample.magnitude)
            }
            let limit = next(peak > 1 ? 1 / peak : 1, back)
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel)
                samples[frame] = min(max(samples[frame] * limit, -1), 1)
            }
            line.advance(1)
        }
    }

    /// The gain of the frame that comes out, given the need of the frame that goes in.
    @_noLocks private func next(_ need: Float, _ back: Float) -> Float {
        needs.write(need, 0, at: 0)
        lowestAge += 1
        if need <= lowest {
            (lowest, lowestAge) = (need, 0)
        } else if lowestAge >= window {
            findLowest()
        }
        held = lowest < held ? lowest : held + (lowest - held) * back
        sum += Double(held) - Double(least.read(0, at: 0, delay: window))
        least.write(held, 0, at: 0)
        needs.advance(1)
        least.advance(1)
        return Float(sum / Double(window))
    }

    /// Looks for the least need of the window, the latest of several.
    @_noLocks private func findLowest() {
        (lowest, lowestAge) = (needs.read(0, at: 0, delay: 0), 0)
        for age in 1..<max(2, window) where age < window {
            let need = needs.read(0, at: 0, delay: age)
            if need < lowest { (lowest, lowestAge) = (need, age) }
        }
    }

    @_noLocks private func begin(_ frames: Int) {
        window = frames
        (held, lowest, lowestAge, sum) = (1, 1, 0, Double(frames))
        line.clear()
        needs.fill(1)
        least.fill(1)
    }

    @_noLocks override func reset() { window = 0 }
}

/// DynamicsProcessor: what is louder than a threshold is brought closer to it, what is softer than another goes further
/// away.
///
/// Above the threshold the level continues with the same slope and flattens out, so that it never is more than the headroom
/// above. The ratio of the expansion holds below its threshold.
final class DynamicsUnit: EffectUnit, @unchecked Sendable {
    static let dynamics = UnitBlueprint("aufx", "dcmp", "Apple: AUDynamicsProcessor") { DynamicsUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Threshold", .decibels, -40...20, -20),
                ParameterSpec(1, "Headroom", .decibels, 0.1...40, 5),
                ParameterSpec(2, "Expansion Ratio", .rate, 1...50, 2),
                ParameterSpec(3, "Expansion Threshold", .decibels, -120...0, -120),
                ParameterSpec(4, "Attack Time", .seconds, 0.0001...0.2, 0.001),
                ParameterSpec(5, "Release Time", .seconds, 0.01...3, 0.05),
                ParameterSpec(6, "Overall Gain", .decibels, -40...40, 0),
                ParameterSpec(1000, "Compression Amount", .decibels, 0...120, 0, flags: [.flag_MeterReadOnly]),
                ParameterSpec(2000, "Input Amplitude", .decibels, -120...40, -120, flags: [.flag_MeterReadOnly]),
                ParameterSpec(3000, "Output Amplitude", .decibels, -120...40, -120, flags: [.flag_MeterReadOnly]),
            ]
        }

    /// How much less comes out than goes in, and the levels of both, in decibels.
    fileprivate let meters = (Latest(0), Latest(-120), Latest(-120))

    override func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        switch id {
        case 1000: meters.0.read()
        case 2000: meters.1.read()
        case 3000: meters.2.read()
        default: nil
        }
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        DynamicsProcessor(format, meters)
    }

    /// What comes out for a level that stays, without the overall gain; all in decibels.
    static func level(
        _ level: Double, threshold: Double, headroom: Double, ratio: Double, expansion: Double
    ) -> Double {
        if level > threshold { return threshold + headroom * (1 - exp(-(level - threshold) / headroom)) }
        return level < expansion ? expansion - (expansion - level) * ratio : level
    }
}

private final class DynamicsProcessor: Processor, @unchecked Sendable {
    private let channels: Int
    private let sampleRate: Double
    private let meters: (Latest, Latest, Latest)
    private let links: (Unmanaged<Latest>, Unmanaged<Latest>, Unmanaged<Latest>)
    private var follower = GainFollower()

    init(_ format: StreamFormat, _ meters: (Latest, Latest, Latest)) {
        (channels, sampleRate, self.meters) = (format.channels, format.sampleRate, meters)
        links = (.passUnretained(meters.0), .passUnretained(meters.1), .passUnretained(meters.2))
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        // Sines and powers of numbers: nothing is allocated, nothing locks.
        let own = Unmanaged.passUnretained(self)
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.run(output, first, last, values) } }
    }

    private func run(
        _ output: UnsafeMutablePointer<RenderBus>, _ first: Int, _ last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        func value(_ index: Int, _ place: Double) -> Double {
            Double(values[index].start) + Double(values[index].end - values[index].start) * place
        }
        var (mostIn, mostOut): (Float, Float) = (0, 0)
        for frame in first..<last {
            var peak: Float = 0
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel)
                // What is no number, or would become none with the gain, counts as silence.
                let sample = samples[frame].magnitude <= 1e30 ? samples[frame] : 0
                samples[frame] = sample
                peak = max(peak, sample.magnitude)
            }
            let gain = follower.gain(for: peak) {
                let place = Double(frame - first) / Double(last - first)
                var setting = GainFollower.Setting(
                    attack: value(4, place), release: value(5, place), sampleRate: sampleRate,
                    threshold: value(0, place), headroom: value(1, place), decibels: value(6, place))
                (setting.ratio, setting.expansion) = (value(2, place), value(3, place))
                return setting
            }
            mostIn = max(mostIn, peak)
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel)
                samples[frame] *= gain
                mostOut = max(mostOut, samples[frame].magnitude)
            }
        }
        links.0._withUnsafeGuaranteedRef { $0.write(Float(max(0, -follower.change))) }
        links.1._withUnsafeGuaranteedRef { $0.write(mostIn > 1e-6 ? 20 * log10(mostIn) : -120) }
        links.2._withUnsafeGuaranteedRef { $0.write(mostOut > 1e-6 ? 20 * log10(mostOut) : -120) }
    }

    @_noLocks override func reset() { follower = GainFollower() }
}
