import AudioCore
import CAudioToolbox
import Glibc

/// The last frames of some channels. Real-time safe but for making and freeing it.
struct DelayLine {
    let memory: UnsafeMutablePointer<Float>
    let mask: Int
    private let channels: Int
    /// The frame that is written next.
    private(set) var next = 0

    /// - Parameter frames: the longest delay.
    init(channels: Int, frames: Int) {
        let size = Self.size(frames)
        mask = size - 1
        self.channels = max(1, channels)
        memory = .allocate(capacity: size * self.channels)
        memory.initialize(repeating: 0, count: size * self.channels)
    }

    /// A power of two, with which places go round.
    private static func size(_ frames: Int) -> Int {
        var size = 64
        while size <= frames { size *= 2 }
        return size
    }

    /// Bytes of memory.
    static func bytes(channels: Int, frames: Int) -> Int { size(frames) * max(1, channels) * MemoryLayout<Float>.size }

    func deallocate() { memory.deallocate() }

    @_noLocks func write(_ value: Float, _ channel: Int, at frame: Int) {
        memory[channel * (mask + 1) + (next + frame) & mask] = value
    }

    /// What was written so many frames before.
    @_noLocks func read(_ channel: Int, at frame: Int, delay: Int) -> Float {
        memory[channel * (mask + 1) + (next + frame - delay) & mask]
    }

    @_noLocks mutating func advance(_ frames: Int) { next = (next + frames) & mask }

    @_noLocks func clear() { memory.update(repeating: 0, count: (mask + 1) * channels) }

    /// Fills the line with a value.
    @_noLocks func fill(_ value: Float) { memory.update(repeating: value, count: (mask + 1) * channels) }
}

/// SampleDelay: the input some frames later.
final class SampleDelayUnit: EffectUnit, @unchecked Sendable {
    static let delay = UnitBlueprint("aufx", "sdly", "Apple: AUSampleDelay") { SampleDelayUnit($0) }
        .with { blueprint in
            var frames = ParameterSpec(0, "Delay Frames", .sampleFrames, 0...44_100, 0, canRamp: false)
            frames.ofSampleRate = 1
            blueprint.parameters = [frames]
        }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        SampleDelayProcessor(format)
    }

    fileprivate static func frames(_ sampleRate: Double) -> Int { Int(sampleRate) + 1 }

    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        return DelayLine.bytes(channels: format.channels, frames: Self.frames(format.sampleRate))
    }

    override var tailTime: Double {
        Double((try? parameter(0, kAudioUnitScope_Global, 0)) ?? 0) / parameterRate
    }
}

private final class SampleDelayProcessor: Processor, @unchecked Sendable {
    private var line: DelayLine
    private let channels: Int

    init(_ format: StreamFormat) {
        channels = format.channels
        line = DelayLine(channels: format.channels, frames: SampleDelayUnit.frames(format.sampleRate))
    }

    deinit { line.deallocate() }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        let delay = Int(values[0].start)
        for channel in 0..<channels {
            let samples = output.pointee.samples(channel) + first
            for frame in 0..<last - first {
                line.write(samples[frame], channel, at: frame)
                samples[frame] = line.read(channel, at: frame, delay: delay)
            }
        }
        line.advance(last - first)
    }

    @_noLocks override func reset() { line.clear() }
}

/// Delay: echoes of the input, each through a low pass.
///
/// An echo comes after a whole number of frames, the nearest to the time. The mix keeps the power of two sounds that have
/// nothing in common. A time that changes goes from the old echo to the new one over at most 64 frames.
final class DelayUnit: EffectUnit, @unchecked Sendable {
    static let delay = UnitBlueprint("aufx", "dely", "Apple: AUDelay") { DelayUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Dry/Wet Mix", .equalPowerCrossfade, 0...100, 50),
                ParameterSpec(1, "Delay Time", .seconds, 0...2, 1),
                ParameterSpec(2, "Feedback", .percent, -100...100, 50),
                .frequency(3, "Lowpass Cutoff Frequency", from: 10, 15_000),
            ]
        }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        DelayProcessor(format)
    }

    fileprivate static func frames(_ sampleRate: Double) -> Int { Int(2 * sampleRate) + 65 }

    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        return DelayLine.bytes(channels: format.channels, frames: Self.frames(format.sampleRate))
    }

    /// Until the echoes are 60 dB down, a minute at most.
    override var tailTime: Double {
        let time = Double((try? parameter(1, kAudioUnitScope_Global, 0)) ?? 0)
        let feedback = Double((try? parameter(2, kAudioUnitScope_Global, 0)) ?? 0).magnitude / 100
        guard feedback > 0 else { return time }
        guard feedback < 1 else { return 60 }
        return min(60, time * (1 + log(0.001) / log(feedback)))
    }
}

private final class DelayProcessor: Processor, @unchecked Sendable {
    private var line: DelayLine
    private let channels: Int
    private let sampleRate: Double
    private let states: UnsafeMutablePointer<Biquad.State>
    private var filter = Biquad.through
    private var cutoff = Float.nan
    private var delay = -1
    private var mix = Float.nan
    private var dry: Float = 1
    private var wet: Float = 0

    init(_ format: StreamFormat) {
        (channels, sampleRate) = (format.channels, format.sampleRate)
        line = DelayLine(channels: format.channels, frames: DelayUnit.frames(format.sampleRate))
        states = .allocate(capacity: format.channels)
        states.initialize(repeating: .init(), count: format.channels)
    }

    deinit {
        line.deallocate()
        states.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        var start = first
        while start < last {
            let end = min(last, start + 64)
            let place = Float(start - first) / Float(last - first)
            update(values, place)
            let seconds = Double(values[1].start + (values[1].end - values[1].start) * place)
            let wanted = Int(seconds * sampleRate + 0.5)
            let feedback = (values[2].start + (values[2].end - values[2].start) * place) / 100
            let old = delay < 0 ? wanted : delay
            for channel in 0..<channels {
                echo(output.pointee.samples(channel) + start, end - start, channel, from: old, to: wanted, feedback)
            }
            delay = wanted
            line.advance(end - start)
            start = end
        }
    }

    @_noLocks private func echo(
        _ samples: UnsafeMutablePointer<Float>, _ count: Int, _ channel: Int, from old: Int, to new: Int,
        _ feedback: Float
    ) {
        for frame in 0..<count {
            let input = samples[frame].isFinite ? samples[frame] : 0
            // A sample that is far too loud, or no number, would come back with each echo.
            let fed = input.magnitude < 1e6 ? input : 0
            // Without a delay there is no way back to the input.
            if new == 0 || old == 0 { line.write(fed, channel, at: frame) }
            var echo = line.read(channel, at: frame, delay: new)
            if old != new {
                let part = Float(frame) / Float(count)
                echo = echo * part + line.read(channel, at: frame, delay: old) * (1 - part)
            }
            filter.process(&echo, count: 1, states + channel)
            if new != 0, old != 0 { line.write(fed + echo * feedback, channel, at: frame) }
            samples[frame] = input * dry + echo * wet
        }
    }

    @_noLocks private func update(_ values: UnsafeMutablePointer<RenderParameter>, _ place: Float) {
        let newMix = values[0].start + (values[0].end - values[0].start) * place
        let newCutoff = values[3].start + (values[3].end - values[3].start) * place
        let (isMix, isFilter, rate) = (newMix != mix, newCutoff != cutoff, sampleRate)
        guard isMix || isFilter else { return }
        (mix, cutoff) = (newMix, newCutoff)
        var (made, sine, cosine) = (filter, 0.0, 0.0)
        // Sines and powers of numbers: nothing is allocated, nothing locks.
        realtimeTrusted {
            if isFilter { made = Biquad.lowPass(Double(newCutoff), decibels: 0, rate) }
            sine = sin(Double(newMix) / 200 * .pi)
            cosine = cos(Double(newMix) / 200 * .pi)
        }
        (filter, wet, dry) = (made, Float(sine), newMix == 100 ? 0 : Float(cosine))
    }

    @_noLocks override func reset() {
        line.clear()
        delay = -1
        for channel in 0..<channels { states[channel] = Biquad.State() }
    }
}
