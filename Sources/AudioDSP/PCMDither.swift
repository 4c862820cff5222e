import AudioCore
import CKernels

/// What a dithering converter rounds to, where bits are lost.
struct PCMQuantum {
    /// Bits kept, and bits of the output below them that stay zero.
    let bits: Int
    let lostBits: Int
    /// From full scale to steps of what is kept.
    let scale: Double
    let isShaped: Bool
    /// Whether single precision holds the input, so that it is the precision the noise is added in.
    let isSingle: Bool

    /// nil where nothing is lost, or nothing is to be added.
    init?(from: PCMSample, to: PCMSample, dither: PCMConverter.Dither, depth: Int?) {
        guard dither != .none, to.kind == .integer else { return nil }
        bits = max(1, min(depth ?? to.bits, to.bits))
        lostBits = to.bits - bits
        let fraction = to.fractionBits - lostBits
        guard from.kind != .integer || from.fractionBits > fraction else { return nil }
        scale = Double(sign: .plus, exponent: fraction, significand: 1)
        isShaped = dither == .noiseShaped
        isSingle = from.kind == .float32 || from.kind == .integer && from.bits <= 24
    }
}

/// The errors of the last samples of one channel, of which shaped noise takes a share back.
///
/// The five coefficients are Lipshitz's for 44.1 kHz: they move noise from 2…6 kHz to above 15 kHz.
struct PCMNoiseShaper {
    private var errors: (Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0)

    @_noLocks init() {}

    /// Rounds `value`, in steps, with `noise` added, and remembers what that did to it.
    @_noLocks mutating func round(_ value: Double, noise: Double, limit: Double) -> Int64 {
        let e = errors
        let wanted = value - (2.033 * e.0 - 2.165 * e.1 + 1.959 * e.2 - 1.590 * e.3 + 0.6149 * e.4)
        let rounded = PCMSample.rounded(max(-limit, min(limit - 1, wanted + noise)))
        let error = Double(rounded) - wanted
        // Where the output clips the error is no noise, and taking it back would make the clipping worse.
        errors = (abs(error) <= 2 ? error : 0, e.0, e.1, e.2, e.3)
        return rounded
    }
}

extension PCMConverter {
    /// Dithers sample by sample; `firstFrame` counts from the stream's start.
    @_noLocks func ditherPlainly(
        _ quantum: PCMQuantum, _ input: UnsafePointer<UnsafeRawPointer>,
        _ output: UnsafePointer<UnsafeMutableRawPointer>, frames: Int, firstFrame: Int64
    ) {
        let limit = Double(sign: .plus, exponent: quantum.bits - 1, significand: 1)
        for channel in 0..<channels {
            var place = isInputInterleaved ? input[0] + channel * from.bytes : input[channel]
            var target = isOutputInterleaved ? output[0] + channel * to.bytes : output[channel]
            for frame in 0..<frames {
                let number = UInt64(bitPattern: (firstFrame &+ Int64(frame)) &* Int64(channels) &+ Int64(channel))
                let noise = CKNoise(number)
                var value = quantum.isSingle ? 0 : from.double(place) * quantum.scale
                if quantum.isSingle { value = Double(from.float(place) * Float(quantum.scale)) }
                var whole: Int64 = 0
                if quantum.isShaped {
                    whole = value == value ? shapers[channel].round(value, noise: Double(noise), limit: limit) : 0
                } else {
                    let sum = quantum.isSingle ? Double(Float(value) + noise) : value + Double(noise)
                    whole = PCMSample.rounded(max(-limit, min(limit - 1, sum)))
                    if sum != sum { whole = 0 }
                }
                to.store(integer: whole << Int64(quantum.lostBits), target)
                place += from.bytes * (isInputInterleaved ? channels : 1)
                target += to.bytes * (isOutputInterleaved ? channels : 1)
            }
        }
    }
}
