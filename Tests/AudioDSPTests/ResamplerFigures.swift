import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioDSP

func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }

/// What a step of quality reaches, in decibels; measured, then rounded to the worse side.
struct Figures: Sendable, CustomTestStringConvertible {
    let complexity: FourCC
    let quality: Int
    /// Distortion and noise of a sine, at most.
    let distortion: Double
    /// The same at the top of the pass band.
    let distortionAtTop: Double
    /// The top of the pass band, in parts of half the lower rate, and how far its level may be off up to there.
    let top: Double
    let ripple: Double
    /// Level of what folds back from half the lower rate times 1.02 and up, at most.
    let alias: Double

    init(
        _ complexity: FourCC, _ quality: Int, _ distortion: Double, _ distortionAtTop: Double, _ top: Double,
        _ ripple: Double, _ alias: Double
    ) {
        self.complexity = complexity
        self.quality = quality
        self.distortion = distortion
        self.distortionAtTop = distortionAtTop
        self.top = top
        self.ripple = ripple
        self.alias = alias
    }

    var testDescription: String { "\(complexity) \(quality)" }
}

@Suite struct ResamplerFigures {
    /// Complexity, quality, distortion of 997 Hz, of the top of the pass band, that top, ripple, alias.
    static let steps: [Figures] = [
        Figures("line", 0, -61, -47, 0.1, 0.08, 0),
        Figures("norm", 0, -61, -55, 0.6, 0.03, -53),
        Figures("norm", 0x20, -79, -78, 0.7, 0.003, -73),
        Figures("norm", 0x40, -104, -104, 0.8, 0.001, -93),
        Figures("norm", 0x60, -116, -108, 0.86, 0.0001, -103),
        Figures("norm", 0x7F, -138, -135, 0.907, 0.0001, -129),
        Figures("bats", 0, -116, -108, 0.86, 0.0001, -103),
        Figures("bats", 0x20, -138, -135, 0.907, 0.0001, -129),
        Figures("bats", 0x40, -138, -138, 0.92, 0.0001, -136),
        Figures("bats", 0x60, -137, -137, 0.93, 0.0001, -136),
        Figures("bats", 0x7F, -137, -137, 0.94, 0.0001, -138),
        Figures("minp", 0x40, -108, -100, 0.8, 0.005, -93),
        Figures("minp", 0x7F, -138, -135, 0.907, 0.005, -129),
    ]

    /// Rates with a few phases, the usual ones, and one with too many phases for an exact table.
    static let rates: [(Double, Double)] = [
        (44100, 48000), (48000, 44100), (8000, 48000), (96000, 44100), (22050, 16000), (44100, 47999.37),
    ]

    /// The steady part of a sine that went through.
    static func through(_ rates: (Double, Double), _ step: Figures, frequency: Double) throws -> ArraySlice<Float> {
        let resampler = try Resampler(
            inputRate: rates.0, outputRate: rates.1, channels: 1, quality: step.quality, complexity: step.complexity)
        let edge = Int(Double(resampler.kernel.taps) * max(1, rates.1 / rates.0)) + 1
        let frames = Int(Double(6000 + 2 * edge) * max(1, rates.0 / rates.1))
        let output = resampled(resampler, [Signal.sine(frequency / rates.0, frames: frames)])[0]
        return output[edge..<min(output.count - edge, edge + 6000)]
    }

    /// Unoptimised code takes minutes for all of them.
    #if DEBUG
        static let tested = steps.filter { $0.quality == 0x40 && $0.complexity != "bats" || $0.quality == 0 }
    #else
        static let tested = steps
    #endif

    @Test(arguments: tested, rates) func reachesItsFigures(step: Figures, rates: (Double, Double)) throws {
        let low = min(rates.0, rates.1) / 2
        let lowSine = 997.0 / 22050 * low
        let middle = Measure.sineFit(try Self.through(rates, step, frequency: lowSine), frequency: lowSine / rates.1)
        #expect(middle.residual <= step.distortion, "997 Hz, \(rates)")
        let topSine = low * min(step.top, 19000.0 / 22050)
        let top = Measure.sineFit(try Self.through(rates, step, frequency: topSine), frequency: topSine / rates.1)
        #expect(top.residual <= step.distortionAtTop, "top, \(rates)")
        var ripple = 0.0
        for part in [0.01, 0.25, 0.5, 0.75, 0.9, 1] {
            let frequency = low * step.top * part
            let fit = Measure.sineFit(
                try Self.through(rates, step, frequency: frequency), frequency: frequency / rates.1)
            ripple = max(ripple, abs(Measure.decibels(fit.amplitude / 0.5)))
        }
        #expect(ripple <= step.ripple, "ripple, \(rates)")
        guard rates.0 > rates.1 * 1.05 else { return }
        var alias = -Double.infinity
        for part in [1.02, 1.03, 1.05, 1.066] where low * part < rates.0 / 2 {
            let output = try Self.through(rates, step, frequency: low * part)
            alias = max(alias, Measure.decibels(Measure.rms(output) * 2.0.squareRoot() / 0.5))
        }
        #expect(alias <= step.alias, "alias, \(rates)")
    }

    /// libsoxr at its best quality is the judge: inside both pass bands there is one right answer.
    @Test(.needs(library: "libsoxr.so.0"), arguments: rates) func agreesWithSoxr(rates: (Double, Double)) throws {
        let judge = try #require(Soxr())
        let low = min(rates.0, rates.1) / 2
        let frames = Int(8000 * max(1, rates.0 / rates.1))
        var input = [Float](repeating: 0, count: frames)
        for (i, part) in [0.013, 0.11, 0.37, 0.61, 0.83].enumerated() {
            let tone = Signal.sine(part * low / rates.0, frames: frames, amplitude: 0.15, phase: Double(i))
            for k in 0..<frames { input[k] += tone[k] }
        }
        let ours = resampled(try Resampler(inputRate: rates.0, outputRate: rates.1, channels: 1), [input])[0]
        let theirs = judge.resample(input, rates.0, rates.1, capacity: ours.count + 100)
        #expect(abs(theirs.count - ours.count) <= 1)
        let edge = 400 * Int(max(1, rates.1 / rates.0).rounded(.up))
        let range = edge..<min(ours.count, theirs.count) - edge
        #expect(Measure.largestDifference(Array(ours[range]), Array(theirs[range])) < 1e-6)
    }
}

/// libsoxr, where it is installed.
struct Soxr {
    private typealias OneShot =
        @convention(c) (
            Double, Double, UInt32, UnsafePointer<Float>, Int, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Float>,
            Int,
            UnsafeMutablePointer<Int>, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
        ) -> UnsafePointer<CChar>?
    private let oneShot: OneShot

    init?() {
        guard let library = dlopen("libsoxr.so.0", RTLD_NOW), let symbol = dlsym(library, "soxr_oneshot") else {
            return nil
        }
        oneShot = unsafeBitCast(symbol, to: OneShot.self)
    }

    /// 28 bits, linear phase, the pass band up to 0.913 of the lower half rate.
    func resample(_ input: [Float], _ from: Double, _ to: Double, capacity: Int) -> [Float] {
        // The last field is an integer of flags: no roll-off inside the pass band.
        let quality: [Double] = [28, 50, 0.913, 1, 0, Double(bitPattern: 2)]
        return [Float](unsafeUninitializedCapacity: capacity) { target, count in
            _ = oneShot(from, to, 1, input, input.count, nil, target.baseAddress!, capacity, &count, nil, quality, nil)
        }
    }
}
