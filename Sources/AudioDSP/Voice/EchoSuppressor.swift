import Glibc

/// Attenuates what an `EchoFilter` leaves of an echo, and steady noise, in each bin.
///
/// The rest of the echo is what the filter expects it to be, or what moves with the echo's level, if that is more: a loudspeaker
/// that distorts leaves what no filter predicts. Where the sound is much louder than that, a near voice speaks, and passes. Noise
/// is the least power that a bin had of late.
///
/// Made beforehand with all its memory. `process` is real-time safe.
final class EchoSuppressor {
    enum Tuning {
        /// How much more than the expected echo is taken away.
        static var excess: Float { @_noLocks get { 4 } }
        /// The least gain of a bin where there is only echo, and where there is only noise.
        static var leastEcho: Float { @_noLocks get { 0.03 } }
        static var leastNoise: Float { @_noLocks get { 0.18 } }
        /// How much of the past powers have: for gains, for noise, and for the echo's share in the level.
        static var smoothing: Float { @_noLocks get { 0.7 } }
        static var noiseSmoothing: Float { @_noLocks get { 0.9 } }
        static var levelSmoothing: Float { @_noLocks get { 0.995 } }
        /// How much more power noise has on average than at the least.
        static var noiseBias: Float { @_noLocks get { 1.6 } }
        /// The blocks among which the least power is looked for, once and once again.
        static var noiseBlocks: Int { @_noLocks get { 100 } }
        static var leakExcess: Float { @_noLocks get { 3 } }
    }

    private let block: Int
    private let bins: Int
    private let transform: FourierTransform
    private let transformLink: Unmanaged<FourierTransform>
    private let window: UnsafeMutablePointer<Float>
    private let lastSound: UnsafeMutablePointer<Float>
    private let lastEcho: UnsafeMutablePointer<Float>
    private let overlap: UnsafeMutablePointer<Float>
    /// The sound and the echo, both real, in one transform.
    private let work: Spectrum
    private let sound: Spectrum
    private let power: UnsafeMutablePointer<Float>
    private let rest: UnsafeMutablePointer<Float>
    private let slowPower: UnsafeMutablePointer<Float>
    private let least: UnsafeMutablePointer<Float>
    private let nextLeast: UnsafeMutablePointer<Float>
    private let clean: UnsafeMutablePointer<Float>
    private var noiseCount = 0
    private var windows = 0

    // Of the levels of sound and echo: means, and how they vary together.
    private var (meanSound, meanEcho): (Float, Float) = (0, 0)
    private var (covariance, variance): (Float, Float) = (0, 0)

    /// Whether the last block had a near voice, by its power against the noise and the echo.
    private(set) var hasVoice = false
    /// Whether the noise has been measured.
    var knowsNoise: Bool { @_noLocks get { windows > 0 } }

    /// - Parameter block: frames of a block, a power of two.
    init(block: Int) {
        self.block = block
        bins = block + 1
        transform = FourierTransform(size: 2 * block)
        transformLink = .passUnretained(transform)
        work = .allocate(2 * block)
        sound = .allocate(2 * block)
        func floats(_ count: Int, _ value: Float = 0) -> UnsafeMutablePointer<Float> {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
            memory.initialize(repeating: value, count: count)
            return memory
        }
        window = floats(2 * block)
        for index in 0..<2 * block {
            window[index] = Float(sin(Double.pi * (Double(index) + 0.5) / Double(2 * block)))
        }
        (lastSound, lastEcho, overlap) = (floats(block), floats(block), floats(block))
        (power, rest, slowPower, clean) = (floats(bins), floats(bins), floats(bins), floats(bins))
        (least, nextLeast) = (floats(bins, .infinity), floats(bins, .infinity))
    }

    deinit {
        work.deallocate()
        sound.deallocate()
        for memory in [window, lastSound, lastEcho, overlap, power, rest, slowPower, clean, least, nextLeast] {
            memory.deallocate()
        }
    }

    /// Forgets the sound so far.
    @_noLocks func reset() {
        for index in 0..<block { (lastSound[index], lastEcho[index], overlap[index]) = (0, 0, 0) }
        for bin in 0..<bins {
            (power[bin], rest[bin], slowPower[bin], clean[bin]) = (0, 0, 0, 0)
            (least[bin], nextLeast[bin]) = (.infinity, .infinity)
        }
        (noiseCount, windows, hasVoice) = (0, 0, false)
        (meanSound, meanEcho, covariance, variance) = (0, 0, 0, 0)
    }

    /// Takes what a filter has made of a block, and writes the block before it.
    @_noLocks func process(
        _ residual: UnsafePointer<Float>, echo: UnsafePointer<Float>, expected: UnsafePointer<Float>,
        into output: UnsafeMutablePointer<Float>
    ) {
        analyse(residual, echo)
        let leak = compareLevels(residual, echo)
        var (soundPower, restPower): (Float, Float) = (0, 0)
        for bin in 0..<bins {
            let echoPower = Tuning.leakExcess / Tuning.excess * leak * work.power(bin)
            power[bin] = mix(power[bin], sound.power(bin), Tuning.smoothing)
            rest[bin] = mix(rest[bin], max(expected[bin], echoPower), Tuning.smoothing)
            soundPower += power[bin]
            restPower += rest[bin]
        }
        attenuate(excess: Tuning.excess * caution(soundPower / (restPower / 4 + 1e-9)), soundPower, restPower)
        synthesise(output)
    }

    /// The spectra of both signals: the sound's in `sound`, the echo's in `work`.
    @_noLocks private func analyse(_ residual: UnsafePointer<Float>, _ echo: UnsafePointer<Float>) {
        for index in 0..<block {
            (work.real[index], work.imaginary[index]) = (
                lastSound[index] * window[index], lastEcho[index] * window[index]
            )
            work.real[block + index] = residual[index] * window[block + index]
            work.imaginary[block + index] = echo[index] * window[block + index]
            (lastSound[index], lastEcho[index]) = (residual[index], echo[index])
        }
        let work = self.work
        transformLink._withUnsafeGuaranteedRef { $0.forward(work.real, work.imaginary) }
        for bin in 0..<bins {
            let mirrored = bin == 0 ? 0 : 2 * block - bin
            let (a, b) = (work.real[bin], work.imaginary[bin])
            let (c, d) = (work.real[mirrored], work.imaginary[mirrored])
            (sound.real[bin], sound.imaginary[bin]) = ((a + c) / 2, (b - d) / 2)
            // The mirrored half is not read again below a bin that has been written.
            (work.real[bin], work.imaginary[bin]) = ((b + d) / 2, (c - a) / 2)
        }
    }

    /// The part of the echo's power that the sound's level has been seen to move with.
    @_noLocks private func compareLevels(_ residual: UnsafePointer<Float>, _ echo: UnsafePointer<Float>) -> Float {
        var (soundPower, echoPower): (Float, Float) = (0, 0)
        for index in 0..<block {
            soundPower += residual[index] * residual[index]
            echoPower += echo[index] * echo[index]
        }
        meanSound = mix(meanSound, soundPower, Tuning.levelSmoothing)
        meanEcho = mix(meanEcho, echoPower, Tuning.levelSmoothing)
        let (a, b) = (soundPower - meanSound, echoPower - meanEcho)
        covariance = mix(covariance, a * b, Tuning.levelSmoothing)
        variance = mix(variance, b * b, Tuning.levelSmoothing)
        return max(0, covariance / (variance + 1e-12))
    }

    /// 1 where the sound may be nothing but echo, less the louder it is, and 0 where that is out of the question.
    @_noLocks private func caution(_ ratio: Float) -> Float {
        guard ratio > 4 else { return 1 }
        // 0 from 400 on.
        return max(0, 1 - (ratio - 4) / (ratio + 36) * 1.1)
    }

    @_noLocks private func attenuate(excess: Float, _ soundPower: Float, _ restPower: Float) {
        var (cleanPower, noisePower): (Float, Float) = (0, 0)
        for bin in 0..<bins {
            let noise = noise(bin, isEcho: rest[bin] * excess > power[bin] / 2)
            // What is left of an echo sinks into the noise, which continues evenly.
            let floor = max(Tuning.leastEcho, min(1, VoiceLevel.root(noise / (power[bin] + 1e-12))))
            var gain = max(floor, 1 - rest[bin] * excess / (power[bin] + 1e-12))
            if noise > 0 {
                let now = sound.power(bin) * gain * gain
                let ratio = 0.92 * clean[bin] / noise + 0.08 * max(0, now / noise - 1)
                gain *= max(Tuning.leastNoise, ratio / (1 + ratio))
            }
            clean[bin] = sound.power(bin) * gain * gain
            cleanPower += clean[bin]
            noisePower += noise
            sound.real[bin] *= gain
            sound.imaginary[bin] *= gain
        }
        countNoise()
        hasVoice = cleanPower > 6 * noisePower && soundPower > 4 * restPower
    }

    /// The power of the steady noise in a bin; 0 where it is not known yet.
    @_noLocks private func noise(_ bin: Int, isEcho: Bool) -> Float {
        slowPower[bin] = mix(slowPower[bin], sound.power(bin), Tuning.noiseSmoothing)
        if !isEcho {
            least[bin] = min(least[bin], slowPower[bin])
            nextLeast[bin] = min(nextLeast[bin], slowPower[bin])
        }
        guard windows > 0, least[bin] < .infinity else { return 0 }
        return Tuning.noiseBias * least[bin]
    }

    /// Forgets the least power of long ago.
    @_noLocks private func countNoise() {
        noiseCount += 1
        guard noiseCount == Tuning.noiseBlocks else { return }
        (noiseCount, windows) = (0, min(windows + 1, 2))
        for bin in 0..<bins where nextLeast[bin] < .infinity {
            (least[bin], nextLeast[bin]) = (nextLeast[bin], slowPower[bin])
        }
    }

    @_noLocks private func synthesise(_ output: UnsafeMutablePointer<Float>) {
        (sound.imaginary[0], sound.imaginary[block]) = (0, 0)
        sound.mirror(2 * block)
        let sound = self.sound
        transformLink._withUnsafeGuaranteedRef { $0.inverse(sound.real, sound.imaginary) }
        for index in 0..<block {
            output[index] = overlap[index] + sound.real[index] * window[index]
            overlap[index] = sound.real[block + index] * window[block + index]
        }
    }

    @_noLocks private func mix(_ old: Float, _ new: Float, _ kept: Float) -> Float { kept * old + (1 - kept) * new }
}
