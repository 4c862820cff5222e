import AudioCore
import Glibc

/// The shape of one resampling filter: how long it is, how steep, and where it cuts off.
///
/// A design is given for the lower of the two rates. Going down, the filter is as many times longer as the ratio says,
/// so that its figures hold at every ratio.
package struct ResamplerDesign: Hashable, Sendable {
    package enum Shape: Hashable, Sendable {
        /// A straight line from one input frame to the next.
        case line
        /// A sinc under a Kaiser window: linear phase.
        case linearPhase
        /// The same magnitude with the energy moved to the start: no pre-echo, next to no latency.
        case minimumPhase
    }

    package var shape: Shape
    /// Input frames the filter spans at ratios of 1 and above.
    package var taps: Int
    /// The Kaiser window's steepness.
    package var beta: Double
    /// Where the response is down by half, in parts of half the lower rate.
    package var cutoff: Double

    /// `kAudioConverterQuality_Min`, `Low`, `Medium`, `High` and `Max`: 0, 0x20, 0x40, 0x60 and 0x7F.
    package static let qualities = [0, 0x20, 0x40, 0x60, 0x7F]

    /// `kAudioConverterSampleRateConverterComplexity_Normal`, and with another phase `MinimumPhase`.
    ///
    /// At the least: distortion of 997 Hz -61, -79, -104, -116, -138 dB; pass band flat to 0.60, 0.70, 0.80, 0.86,
    /// 0.907 (20 kHz at 44.1) of half the lower rate, within 0.03, 0.003, 0.001, 0.0001, 0.0001 dB; aliases at -53, -73,
    /// -93, -103, -129 dB. The tests hold them to it.
    package static let normal = [
        ResamplerDesign(shape: .linearPhase, taps: 16, beta: 5, cutoff: 0.82),
        ResamplerDesign(shape: .linearPhase, taps: 32, beta: 7, cutoff: 0.86),
        ResamplerDesign(shape: .linearPhase, taps: 64, beta: 9, cutoff: 0.90),
        ResamplerDesign(shape: .linearPhase, taps: 128, beta: 10, cutoff: 0.945),
        ResamplerDesign(shape: .linearPhase, taps: 192, beta: 13, cutoff: 0.955),
    ]

    /// `kAudioConverterSampleRateConverterComplexity_Mastering`.
    ///
    /// Distortion of 997 Hz -116, -138, -138, -137, -137 dB, the last three bound by single precision; pass band flat to
    /// 0.86, 0.907, 0.92, 0.93, 0.94; aliases at -103, -129, -136, -136, -138 dB.
    package static let mastering = [
        ResamplerDesign(shape: .linearPhase, taps: 128, beta: 10, cutoff: 0.945),
        ResamplerDesign(shape: .linearPhase, taps: 192, beta: 13, cutoff: 0.955),
        ResamplerDesign(shape: .linearPhase, taps: 256, beta: 14, cutoff: 0.963),
        ResamplerDesign(shape: .linearPhase, taps: 320, beta: 14.5, cutoff: 0.97),
        ResamplerDesign(shape: .linearPhase, taps: 384, beta: 15, cutoff: 0.974),
    ]

    /// The design for a quality of 0 to 127, which is taken up to the next step, and a complexity.
    /// - Throws: `converterProperty` for a complexity that does not exist.
    package static func forQuality(_ quality: Int, complexity: FourCC) throws(AudioError) -> ResamplerDesign {
        let step = qualities.firstIndex { quality <= $0 } ?? qualities.count - 1
        switch complexity {
        case "line": return ResamplerDesign(shape: .line, taps: 8, beta: 0, cutoff: 1)
        case "norm": return normal[step]
        case "bats": return mastering[step]
        case "minp":
            var design = normal[step]
            design.shape = .minimumPhase
            return design
        default:
            throw .converterProperty.because("there is no sample rate converter of complexity '\(complexity)'")
        }
    }

    /// The impulse response at `time` input frames from its middle, for a filter of `length` input frames that passes
    /// `bandwidth` of half the input rate.
    func value(at time: Double, length: Double, bandwidth: Double) -> Double {
        if shape == .line { return max(0, 1 - abs(time)) }
        let place = 2 * time / length
        guard abs(place) < 1 else { return 0 }
        let angle = Double.pi * bandwidth * time
        let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
        return bandwidth * sinc * Self.bessel(beta * (1 - place * place).squareRoot()) / Self.bessel(beta)
    }

    /// The modified Bessel function of the first kind and order zero, by its power series.
    private static func bessel(_ x: Double) -> Double {
        let square = x * x / 4
        var term = 1.0
        var sum = 1.0
        var k = 1.0
        while term > sum * 1e-17 {
            term *= square / (k * k)
            sum += term
            k += 1
        }
        return sum
    }
}
