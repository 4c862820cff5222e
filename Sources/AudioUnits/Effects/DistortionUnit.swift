import AudioCore
import CAudioToolbox
import Glibc

/// Distortion: a delay, a ring modulator, a decimator, a polynomial and a soft clipper, one after the other.
///
/// Each of the first four has a mix of what goes in and what it makes of it. The clipper has a gain before it, and lets
/// nothing out above 1. The last mix is that of the input and the whole.
final class DistortionUnit: EffectUnit, @unchecked Sendable {
    static let distortion = UnitBlueprint("aufx", "dist", "Apple: AUDistortion") { DistortionUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Delay", .milliseconds, 0.1...500, 0.1),
                ParameterSpec(1, "Decay", .rate, 0.1...50, 1),
                ParameterSpec(2, "Delay Mix", .percent, 0...100, 50),
                ParameterSpec(3, "Decimation", .percent, 0...100, 50),
                ParameterSpec(4, "Rounding", .percent, 0...100, 0),
                ParameterSpec(5, "Decimation Mix", .percent, 0...100, 50),
                ParameterSpec(6, "Linear Term", .linearGain, 0...1, 1),
                ParameterSpec(7, "Squared Term", .linearGain, 0...20, 0),
                ParameterSpec(8, "Cubic Term", .linearGain, 0...20, 0),
                ParameterSpec(9, "Polynomial Mix", .percent, 0...100, 50),
                ParameterSpec(10, "Ring Mod Freq 1", .hertz, 0.5...8000, 100, flags: [.flag_DisplayLogarithmic]),
                ParameterSpec(11, "Ring Mod Freq 2", .hertz, 0.5...8000, 100, flags: [.flag_DisplayLogarithmic]),
                ParameterSpec(12, "Ring Mod Balance", .percent, 0...100, 50),
                ParameterSpec(13, "Ring Mod Mix", .percent, 0...100, 0),
                ParameterSpec(14, "Soft Clip Gain", .decibels, -80...20, -6),
                ParameterSpec(15, "Final Mix", .percent, 0...100, 50),
            ]
            $0.presets = presets.enumerated().map { UnitPreset(number: Int32($0), name: $1.name) }
        }

    override func apply(_ preset: UnitPreset) {
        guard Self.presets.indices.contains(Int(preset.number)) else { return }
        let values = Self.presets[Int(preset.number)].values
        for spec in blueprint.parameters {
            let value = values[spec.id] ?? Self.plain[spec.id] ?? spec.initial
            try? setParameter(spec.id, kAudioUnitScope_Global, 0, value)
        }
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        DistortionProcessor(format)
    }

    fileprivate static func frames(_ sampleRate: Double) -> Int { Int(0.5 * sampleRate) + 65 }

    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        return DelayLine.bytes(channels: format.channels, frames: Self.frames(format.sampleRate))
    }

    /// Until the echoes are 60 dB down, a minute at most.
    override var tailTime: Double {
        func value(_ id: UInt32) -> Double { Double((try? parameter(id, kAudioUnitScope_Global, 0)) ?? 0) }
        return value(2) > 0 ? min(60, value(0) / 1000 * (1 + log(1000) / value(1))) : 0
    }
}

/// The sections of a distortion, as pure functions of a sample.
enum Distortion {
    /// Frames for which the decimator holds a sample: 1 to 64.
    static func hold(_ percent: Double) -> Double { pow(64, percent / 100) }

    /// The distance of the values to which the decimator rounds; 0 for none.
    static func step(_ percent: Double) -> Double { percent > 0 ? pow(2, -15 * (1 - percent / 100)) : 0 }

    /// How much softer an echo is than the one before it.
    static func feedback(_ decay: Double) -> Double { exp(-decay) }

    /// Close to the hyperbolic tangent: the same slope at 0, and 1 from 3 on.
    @_noLocks static func clip(_ sample: Float) -> Float {
        let limited = min(max(sample, -3), 3)
        let bent = limited * (27 + limited * limited) / (27 + 9 * limited * limited)
        return min(max(bent, -1), 1)
    }

    /// The nearest multiple of a step.
    @_noLocks static func round(_ sample: Float, to step: Float) -> Float {
        guard step > 0, sample.magnitude < 1e6 * step else { return sample }
        return Float(Int(sample / step + (sample < 0 ? -0.5 : 0.5))) * step
    }
}

/// What a distortion does in a block: the values of its parameters, as they are used.
private struct DistortionValues {
    var delay = 1
    var feedback: Float = 0
    var delayMix: Float = 0
    var hold: Float = 1
    var step: Float = 0
    var decimationMix: Float = 0
    var terms: (Float, Float, Float) = (1, 0, 0)
    var polynomialMix: Float = 0
    var turns: (Double, Double) = (0, 0)
    var balance: Float = 0
    var ringMix: Float = 0
    var gain: Float = 1
    var mix: Float = 0

    @_noLocks init() {}

    init(_ value: (Int) -> Double, _ sampleRate: Double) {
        delay = max(1, Int(value(0) / 1000 * sampleRate + 0.5))
        feedback = Float(Distortion.feedback(value(1)))
        delayMix = Float(value(2) / 100)
        hold = Float(Distortion.hold(value(3)))
        step = Float(Distortion.step(value(4)))
        decimationMix = Float(value(5) / 100)
        terms = (Float(value(6)), Float(value(7)), Float(value(8)))
        polynomialMix = Float(value(9) / 100)
        turns = (value(10) / sampleRate, value(11) / sampleRate)
        balance = Float(value(12) / 100)
        ringMix = Float(value(13) / 100)
        gain = Float(pow(10, value(14) / 20))
        mix = Float(value(15) / 100)
    }
}

private final class DistortionProcessor: Processor, @unchecked Sendable {
    private let channels: Int
    private let sampleRate: Double
    private var line: DelayLine
    /// What the decimator holds of each channel.
    private let held: UnsafeMutablePointer<Float>
    private var values = DistortionValues()
    private var delay = 0
    /// The phases of the modulator, in turns, and the frames until the decimator takes a sample.
    private var phases = (0.0, 0.0)
    private var wait: Float = 0

    init(_ format: StreamFormat) {
        (channels, sampleRate) = (format.channels, format.sampleRate)
        line = DelayLine(channels: format.channels, frames: DistortionUnit.frames(format.sampleRate))
        held = .allocate(capacity: max(1, channels))
        held.initialize(repeating: 0, count: channels)
    }

    deinit {
        line.deallocate()
        held.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        let own = Unmanaged.passUnretained(self)
        var start = first
        while start < last {
            let end = min(last, start + 64)
            let (from, place) = (start, Float(end - first) / Float(last - first))
            // Sines and powers of numbers: nothing is allocated, nothing locks.
            realtimeTrusted {
                own._withUnsafeGuaranteedRef { $0.run(output, from, end, values, place) }
            }
            start = end
        }
    }

    private func run(
        _ output: UnsafeMutablePointer<RenderBus>, _ start: Int, _ end: Int,
        _ parameters: UnsafeMutablePointer<RenderParameter>, _ place: Float
    ) {
        values = DistortionValues(
            { Double(parameters[$0].start + (parameters[$0].end - parameters[$0].start) * place) }, sampleRate)
        let old = delay == 0 ? values.delay : delay
        delay = values.delay
        for frame in 0..<end - start {
            let carrier = carrier()
            wait -= 1
            let takesSample = wait < 0
            if takesSample { wait += values.hold }
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel) + start
                let input = samples[frame].isFinite ? samples[frame] : 0
                // The cube of a sample stays a number.
                let echo = echo(
                    min(max(input, -1e4), 1e4), channel, frame, from: old, Float(frame) / Float(end - start))
                let ring = echo + (echo * carrier - echo) * values.ringMix
                if takesSample { held[channel] = Distortion.round(ring, to: values.step) }
                let rough = ring + (held[channel] - ring) * values.decimationMix
                let bent = rough + (polynomial(rough) - rough) * values.polynomialMix
                let clipped = Distortion.clip(bent * values.gain)
                samples[frame] = input * (1 - values.mix) + clipped * values.mix
            }
        }
        line.advance(end - start)
    }

    /// The delay of a channel, with the echoes of the echo. A delay that changes is blended over the block.
    private func echo(_ input: Float, _ channel: Int, _ frame: Int, from old: Int, _ part: Float) -> Float {
        var late = line.read(channel, at: frame, delay: values.delay)
        if old != values.delay { late = late * part + line.read(channel, at: frame, delay: old) * (1 - part) }
        let next = input + late * values.feedback
        line.write(next.magnitude < 1e-20 ? 0 : next, channel, at: frame)
        return input + (late - input) * values.delayMix
    }

    /// The factor of the ring modulator: two sines.
    private func carrier() -> Float {
        guard values.ringMix > 0 else { return 1 }
        let (one, two) = (Float(sin(2 * .pi * phases.0)), Float(sin(2 * .pi * phases.1)))
        phases.0 += values.turns.0
        phases.1 += values.turns.1
        if phases.0 >= 1 { phases.0 -= phases.0.rounded(.down) }
        if phases.1 >= 1 { phases.1 -= phases.1.rounded(.down) }
        return one + (two - one) * values.balance
    }

    private func polynomial(_ sample: Float) -> Float {
        sample * (values.terms.0 + sample * (values.terms.1 + sample * values.terms.2))
    }

    @_noLocks override func reset() {
        line.clear()
        for channel in 0..<channels { held[channel] = 0 }
        (delay, phases, wait) = (0, (0, 0), 0)
    }
}
