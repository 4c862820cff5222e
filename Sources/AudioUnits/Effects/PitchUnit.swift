import AudioCore
import AudioDSP
import CAudioToolbox

/// AUPitch and AUNewPitch: change the pitch of their input, and give as many frames as they get.
///
/// The sound is stretched, then resampled back to its length. What comes out is late by the latency, which is always the same: it is
/// what the lowest pitch needs. At a pitch of 0 the output is the late input, unchanged; a pitch that leaves 0 or comes back fades
/// from one to the other. A bypass fades too, to the input that is not late. What ends it resets the unit, as with any effect.
final class PitchUnit: EffectUnit, @unchecked Sendable {
    static let pitch = UnitBlueprint("aufx", "tmpt", "Apple: AUPitch") { PitchUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(1, "Pitch", .cents, -2400...2400, 0),
                ParameterSpec(2, "Effect Blend", .percent, 0...100, 100),
            ]
        }

    /// The effect that has the subtype of NewTimePitch, and its parameters but for the rate.
    static let newPitch = UnitBlueprint("aufx", "nutp", "Apple: AUNewPitch") { PitchUnit($0) }
        .with { $0.parameters = TimePitchUnit.newTimePitch.parameters.filter { $0.id != 0 } }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        // Pieces of sound are taken farther from each other where the pitch falls.
        let engine = try TimePitch(
            channels: format.channels, sampleRate: format.sampleRate, algorithm: TimePitch.Algorithm.spectral)
        engine.keepsTime = true
        func place(_ id: UInt32) -> Int? { parameters.index(scope: kAudioUnitScope_Global, element: 0, id: id) }
        let places = PitchProcessor.Places(pitch: place(1) ?? 0, blend: place(2), overlap: place(4), locking: place(6))
        return PitchProcessor(engine, format, places)
    }

    /// The late input, and what the stretched sound is made of.
    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        let frames = min(format.sampleRate * 1.5, 1e9) + 16_384
        return Int(frames) * min(format.channels, 1 << 20) * MemoryLayout<Float>.size
    }

    override var latency: Double {
        let rate = parameterRate
        return Double(TimePitch.framesAhead(sampleRate: rate)) / rate
    }
}

private final class PitchProcessor: Processor, @unchecked Sendable {
    /// Where the parameters are among those of the unit.
    struct Places {
        let pitch: Int
        let blend: Int?
        let overlap: Int?
        let locking: Int?
    }

    private let places: Places
    /// The most frames that are processed at a time.
    private let block = 256
    private let engine: TimePitch
    private let channels: Int
    private let latency: Int
    /// The last frames of the input, interleaved, at places that go round.
    private let line: UnsafeMutablePointer<Float>
    private let mask: Int
    /// Interleaved frames of another pitch.
    private let shifted: UnsafeMutablePointer<Float>
    /// What a fade between the late input and the changed sound advances by in a frame, and where it is; 1 is the changed sound.
    private let step: Float
    private var fade: Float = 0
    /// Where a fade between all that and the input is, which a bypass lets through; not a number before the first frame.
    private var passing = Float.nan
    /// The frames of input so far, and the one that the engine takes next.
    private var written = 0
    private var taken = 0
    private var isShifting = false
    /// The share of the changed sound at the end of the last slice; not a number before the first.
    private var blend = Float.nan
    /// The pitch of the last slice, and how closely the engine looks for the place of a piece.
    private var cents = 0.0
    private var searchStep = 1

    init(_ engine: TimePitch, _ format: StreamFormat, _ places: Places) {
        (self.engine, self.places, channels) = (engine, places, format.channels)
        latency = TimePitch.framesAhead(sampleRate: format.sampleRate)
        step = Float(1 / max(1, format.sampleRate * 0.015))
        // The engine takes its input in pieces, the last of which may be as old as a few times the latency.
        var size = 1024
        while size < latency * 8 { size *= 2 }
        mask = size - 1
        line = .allocate(capacity: size * channels)
        line.initialize(repeating: 0, count: size * channels)
        shifted = .allocate(capacity: block * channels)
        shifted.initialize(repeating: 0, count: block * channels)
    }

    deinit {
        line.deallocate()
        shifted.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        // A ramp of the pitch goes from slice to slice.
        let pitch = values + places.pitch
        cents = Double(pitch.pointee.start + pitch.pointee.end) / 2
        var (start, end): (Float, Float) = (1, 1)
        if let place = places.blend { (start, end) = (values[place].start / 100, values[place].end / 100) }
        if let overlap = places.overlap, let locking = places.locking {
            searchStep = timePitchSearchStep(overlap: values[overlap].end, locking: values[locking].end)
        }
        let known = blend
        let from = start != end || known.isNaN ? start : known
        shift(output, from: first, to: last, from, (end - from) / Float(max(1, last - first)), toInput: 0)
        blend = end
    }

    @_noLocks override func bypass(_ output: UnsafeMutablePointer<RenderBus>, frames: Int) -> Bool {
        let passing = self.passing
        let isOver = passing.isNaN || passing == 1
        // Nothing of the changed sound is heard any more.
        if isOver, isShifting { (isShifting, fade) = (false, 0) }
        shift(output, from: 0, to: frames, blend.isNaN ? 1 : blend, 0, toInput: 1)
        return isOver
    }

    /// Takes frames of input in blocks, with shares of the changed sound that begin with one.
    @_noLocks private func shift(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int, _ share: Float, _ slope: Float,
        toInput target: Float
    ) {
        if passing.isNaN { passing = target }
        let own = Unmanaged.passUnretained(self)
        var frame = first
        while frame < last {
            let (place, count) = (frame, min(block, last - frame))
            let start = share + slope * Float(frame - first)
            // The engine has allocated what it needs. It works on this thread, and takes no lock.
            realtimeTrusted {
                own._withUnsafeGuaranteedRef { $0.shift(output, from: place, count, start, slope, target) }
            }
            frame += count
        }
    }

    /// Takes a block of input, and puts the output in its place.
    private func shift(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, _ count: Int, _ share: Float, _ slope: Float,
        _ toInput: Float
    ) {
        // A bypass without a fade begins no changed sound.
        let cents = toInput == 1 && passing == 1 ? 0 : self.cents
        for channel in 0..<channels {
            let samples = output.pointee.samples(channel) + first
            for frame in 0..<count { line[(written + frame) & mask * channels + channel] = samples[frame] }
        }
        if cents != 0, !isShifting {
            engine.reset()
            (isShifting, fade, taken) = (true, 0, written - latency)
        }
        let late = written - latency
        written += count
        if isShifting { read(count, cents) }
        let target: Float = cents != 0 ? 1 : 0
        for frame in 0..<count {
            let place = (late + frame) & mask * channels
            let wet = isShifting ? fade * (share + slope * Float(frame)) : 0
            for channel in 0..<channels {
                let dry = line[place + channel]
                let sum = wet == 0 ? dry : dry + (shifted[frame * channels + channel] - dry) * wet
                let samples = output.pointee.samples(channel) + first + frame
                // A share of 0 keeps out what is no number.
                if passing == 0 { samples.pointee = sum }
                if passing > 0, passing < 1 { samples.pointee = sum + (samples.pointee - sum) * passing }
            }
            fade = target > fade ? min(target, fade + step) : max(target, fade - step)
            passing = toInput > passing ? min(toInput, passing + step) : max(toInput, passing - step)
        }
        if fade == 0, target == 0 { isShifting = false }
    }

    /// Gets frames of another pitch.
    private func read(_ count: Int, _ cents: Double) {
        if engine.pitch != cents { engine.pitch = cents }
        if engine.searchStep != searchStep { engine.searchStep = searchStep }
        var done = 0
        while done < count {
            let part = engine.read(shifted + done * channels, frames: count - done) { samples, wanted in
                take(wanted, into: samples)
            }
            guard part > 0 else { break }
            done += part
        }
        // The latency is what the engine needs: it never lacks input.
        if done < count { (isShifting, fade) = (false, 0) }
    }

    /// Gives the engine frames of the input.
    private func take(_ wanted: Int, into samples: UnsafeMutablePointer<Float>) -> Int {
        let count = min(wanted, written - taken)
        guard count > 0 else { return -1 }
        for frame in 0..<count {
            let place = (taken + frame) & mask * channels
            for channel in 0..<channels { samples[frame * channels + channel] = line[place + channel] }
        }
        taken += count
        return count
    }

    @_noLocks override func reset() {
        line.update(repeating: 0, count: (mask + 1) * channels)
        (written, taken, fade, isShifting, blend, passing, cents) = (0, 0, 0, false, .nan, .nan, 0)
        let own = Unmanaged.passUnretained(self)
        // As above.
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.engine.reset() } }
    }
}
