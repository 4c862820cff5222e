import AudioCore
import Glibc

extension SamplerInstrument {
    /// A soft sine, which sounds until an instrument is loaded.
    static let defaultTone: SamplerInstrument = {
        // 1000 Hz, which is note 83.2131: the correction takes the fraction away.
        let period = 48
        let sample = try? SamplerSample(
            capacity: 4 * period, rate: 48_000, loop: 0..<4 * period, rootKey: 83, correction: -21
        ) { buffers in
            for frame in buffers[0].indices {
                buffers[0][frame] = Float(0.5 * sin(2 * Double.pi * Double(frame) / Double(period)))
            }
            return buffers[0].count
        }
        var values = SoundFontGenerators.defaults
        values[SamplerGenerator.loopMode] = 1
        // An attack of 5 ms, and a release of a second through 100 dB.
        values[SamplerGenerator.volumeEnvelope + 1] = -9173
        values[SamplerGenerator.volumeEnvelope + 5] = 0
        let zones = sample.map {
            SamplerZone(
                keys: 0...127, velocities: 0...127, sample: $0, generators: values,
                modulators: SoundFontModulators.defaults)
        }
        return SamplerInstrument(name: "Sine", zones: [zones].compactMap { $0 })
    }()
}
