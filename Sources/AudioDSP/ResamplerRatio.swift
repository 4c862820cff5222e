import AudioCore
import CKernels

/// A ratio of two rates, exact: output frame n stands at input frame n * `numerator` / `denominator`.
///
/// Every pair of floating-point rates is a ratio of integers, so positions never drift, however long the stream.
package struct ResamplerRatio: Hashable, Sendable {
    package let numerator: Int64
    package let denominator: Int64

    /// How far apart the rates may be, either way.
    package static var limit: Double { @_noLocks get { 64 } }

    /// - Throws: `inputSampleRate` or `outputSampleRate` for a rate that is not a positive number, and the latter where
    ///   the rates are more than 64 times apart.
    package init(inputRate: Double, outputRate: Double) throws(AudioError) {
        guard inputRate.isFinite, inputRate.isNormal, inputRate > 0 else { throw .inputSampleRate }
        guard outputRate.isFinite, outputRate.isNormal, outputRate > 0 else { throw .outputSampleRate }
        let ratio = outputRate / inputRate
        guard ratio >= 1 / Self.limit, ratio <= Self.limit else { throw .outputSampleRate }
        let shared = min(inputRate.exponent, outputRate.exponent) - 52
        let input = Int64(
            Double(sign: .plus, exponent: inputRate.exponent - shared, significand: inputRate.significand))
        let output = Int64(
            Double(sign: .plus, exponent: outputRate.exponent - shared, significand: outputRate.significand))
        let divisor = Self.greatestCommonDivisor(input, output)
        numerator = input / divisor
        denominator = output / divisor
    }

    @_noLocks init(numerator: Int64, denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// A step with a fixed denominator, 2^52, so that a position stays what it is when the step changes.
    @_noLocks init(step: Double) {
        self.init(numerator: Int64(step * 0x1p52), denominator: 1 << 52)
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// Input frames per output frame.
    package var step: Double { Double(numerator) / Double(denominator) }

    /// The input frame at or before output frame `output`, and the remainder in parts of `denominator`.
    @_noLocks package func position(of output: Int64) -> ResamplerPosition {
        let quotient = CKMultiplyDivide(output, numerator, denominator)
        return ResamplerPosition(frame: quotient.whole, part: quotient.rest)
    }

    /// How many output frames stand before input frame `limit`, from `position` on.
    @_noLocks package func outputs(from position: ResamplerPosition, before limit: Int64) -> Int64 {
        limit > position.frame ? CKCountUp(limit - position.frame, denominator, position.part, numerator) : 0
    }
}

/// A place between input frames: a frame, and how far past it, in parts of the ratio's denominator.
package struct ResamplerPosition: Hashable, Sendable {
    package var frame: Int64
    package var part: Int64

    @_noLocks package init(frame: Int64, part: Int64) {
        self.frame = frame
        self.part = part
    }

    /// Continues by `count` output frames.
    @_noLocks package mutating func advance(_ count: Int64, _ ratio: ResamplerRatio) {
        let gone = ratio.position(of: count)
        frame += gone.frame
        part += gone.part
        if part >= ratio.denominator {
            part -= ratio.denominator
            frame += 1
        }
    }
}
