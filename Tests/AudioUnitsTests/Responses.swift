import AudioUnits
import CAudioToolbox
import Glibc
import TestSupport

/// The gain of an impulse response at a frequency, in decibels.
func decibels(_ response: [Float], at frequency: Double, _ rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in response.enumerated() {
        let angle = 2 * .pi * frequency * Double(frame) / rate
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
    }
    return 20 * log10(hypot(real, imaginary))
}

/// Frequencies from 20 Hz to 20 kHz, a third of an octave apart.
let thirds = (0...30).map { 20 * pow(10, Double($0) / 10) }

/// The sum of squares.
func energy(_ samples: some Sequence<Float>) -> Double { samples.reduce(0) { $0 + Double($1) * Double($1) } }

/// Noise of the same kind in each run, with values from -level to level.
func noise(_ count: Int, seed: UInt64, level: Float = 0.5) -> [Float] {
    var random = SeededRandom(seed)
    return (0..<count).map { _ in Float.random(in: -level...level, using: &random) }
}

extension Client {
    /// Initializes the unit, and renders its response to an impulse on all channels.
    func impulse(_ frames: Int) throws -> [[Float]] {
        try feed(Feed { _, frame in frame == 0 ? 1 : 0 })
        try unit.initialize()
        return try renderAll(frames)
    }

    /// Initializes the unit, and renders it with samples on all channels, and zeros behind them.
    func play(_ samples: [Float], frames: Int? = nil) throws -> [[Float]] {
        try feed(Feed { _, frame in frame < samples.count ? samples[frame] : 0 })
        try unit.initialize()
        return try renderAll(frames ?? samples.count)
    }

    /// The magnitudes of `kAudioUnitProperty_FrequencyResponse` in decibels.
    func response(_ frequencies: [Double], _ scope: AudioUnitScope = 0) throws -> [Double] {
        let bins = frequencies.map { AudioUnitFrequencyResponseBin(mFrequency: $0, mMagnitude: 7) }
        return try bins.withUnsafeBytes { bytes in
            let request = UnitRequest(kAudioUnitProperty_FrequencyResponse, scope, 0, input: bytes)
            guard case .bytes(let made) = try unit.value(request) else { return [] }
            return made.withUnsafeBytes { made in
                made.bindMemory(to: AudioUnitFrequencyResponseBin.self).map { 20 * log10($0.mMagnitude) }
            }
        }
    }
}
