import AudioDSP
import Glibc

/// Takes out of a head's responses what they have in common in all directions.
///
/// Measurements have the resonance of the ear in them, which raises 2.5 kHz by 20 dB, and the loudspeaker that they were made with. The
/// listener's own ears have that resonance too. The equalizer is one filter of minimum phase for all responses, so that the differences
/// between directions and between the ears stay. After it, the power that both ears hear of a source is 1 at each frequency, on the
/// average of all directions: as much as with equal-power panning. Not real-time safe.
struct HeadEqualizer {
    /// Frames of the longest response, and of each that has passed.
    private let length: Int
    private let transform: FourierTransform
    /// The filter's spectrum.
    private let real: [Float]
    private let imaginary: [Float]

    /// The filter raises or lowers a frequency against the mean by 20 dB at most, here as power.
    private static let limit = 100.0
    /// The mean is that of these frequencies, in Hz.
    private static let heard = 200.0...10_000
    /// The power is smoothed over a third of an octave: from a frequency divided by this to the same multiplied by it.
    private static let width = pow(2, 1.0 / 6)

    /// - Parameters:
    ///   - responses: of one ear to sources all around the head, an even number. The other ear has them mirrored.
    ///   - weight: the solid angle of a response. Responses 2 n and 2 n + 1 have the same one.
    /// - Returns: nil where the responses are silent.
    init?(_ responses: [[Float]], _ sampleRate: Double, weight: (Int) -> Double) {
        length = responses.reduce(1) { max($0, $1.count) }
        var size = 8
        // As much room for the filter as for the responses.
        while size < 2 * length { size *= 2 }
        transform = FourierTransform(size: size)
        let power = Self.smooth(Self.averagePower(responses, transform, weight))
        guard let magnitudes = Self.magnitudes(power, hertz: sampleRate / Double(size)) else { return nil }
        var filter = MinimumPhase.response(ofMagnitudes: magnitudes).prefix(size - length).map { Float($0) }
        Self.fadeOut(&filter)
        filter += [Float](repeating: 0, count: length)
        var rest = [Float](repeating: 0, count: size)
        transform.forward(&filter, &rest)
        (real, imaginary) = (filter, rest)
    }

    /// Equalizes responses, two at a time. All become as long as the longest.
    func apply(to responses: inout [[Float]]) {
        var (one, other) = ([Float](), [Float]())
        for place in stride(from: 0, to: responses.count - 1, by: 2) {
            // One is the real part and one the imaginary part of what the filter, which is real, leaves apart.
            Self.load(responses[place], into: &one, transform.size)
            Self.load(responses[place + 1], into: &other, transform.size)
            transform.forward(&one, &other)
            for bin in 0..<transform.size {
                let (a, b) = (one[bin], other[bin])
                one[bin] = a * real[bin] - b * imaginary[bin]
                other[bin] = a * imaginary[bin] + b * real[bin]
            }
            transform.inverse(&one, &other)
            responses[place] = Array(one.prefix(length))
            responses[place + 1] = Array(other.prefix(length))
            Self.fadeOut(&responses[place])
            Self.fadeOut(&responses[place + 1])
        }
    }

    private static func load(_ response: [Float], into samples: inout [Float], _ size: Int) {
        samples = response + [Float](repeating: 0, count: size - response.count)
    }

    /// Ends samples without a step, in their last eighth.
    private static func fadeOut(_ samples: inout [Float]) {
        let frames = samples.count / 8
        for frame in 0..<frames {
            samples[samples.count - 1 - frame] *= Float(0.5 - 0.5 * cos(.pi * (Double(frame) + 0.5) / Double(frames)))
        }
    }

    // MARK: The filter

    /// The power of both ears together in each bin, from 0 Hz to half the sample rate, on the average of all directions.
    private static func averagePower(
        _ responses: [[Float]], _ transform: FourierTransform, _ weight: (Int) -> Double
    ) -> [Double] {
        let size = transform.size
        var sums = [Double](repeating: 0, count: size / 2 + 1)
        var weights = 0.0
        var (one, other) = ([Float](), [Float]())
        for place in stride(from: 0, to: responses.count - 1, by: 2) {
            load(responses[place], into: &one, size)
            load(responses[place + 1], into: &other, size)
            transform.forward(&one, &other)
            let weight = weight(place)
            weights += 2 * weight
            for bin in 0...size / 2 {
                let mirror = (size - bin) % size
                // The power of the two responses in both bins is twice the power in one of them.
                let power =
                    one[bin] * one[bin] + other[bin] * other[bin] + one[mirror] * one[mirror]
                    + other[mirror] * other[mirror]
                sums[bin] += weight * Double(power) / 2
            }
        }
        return sums.map { 2 * $0 / max(weights, .leastNormalMagnitude) }
    }

    /// The mean over a third of an octave around each bin.
    private static func smooth(_ power: [Double]) -> [Double] {
        var sums = [0.0]
        for value in power { sums.append(sums[sums.count - 1] + value) }
        // Bin n is what lies between n - 1/2 and n + 1/2.
        func sum(to place: Double) -> Double {
            let bin = min(power.count - 1, Int(place + 0.5))
            return sums[bin] + (place + 0.5 - Double(bin)) * power[bin]
        }
        return power.indices.map { bin in
            let last = Double(power.count - 1)
            let low = max(-0.5, min(Double(bin) / width, Double(bin) - 0.5))
            let high = min(last + 0.5, max(Double(bin) * width, Double(bin) + 0.5))
            return (sum(to: high) - sum(to: low)) / (high - low)
        }
    }

    /// The filter's magnitudes in all bins: they bring the power to 1, as far as the limits allow.
    private static func magnitudes(_ power: [Double], hertz: Double) -> [Double]? {
        var (sum, weights) = (0.0, 0.0)
        for bin in 1..<power.count {
            let frequency = Double(bin) * hertz
            guard heard.contains(frequency), bin < power.count * 9 / 10 else { continue }
            // As much weight for each octave.
            sum += log(max(power[bin], .leastNormalMagnitude)) / frequency
            weights += 1 / frequency
        }
        let mean = exp(sum / weights)
        guard mean > 1e-20, mean < 1e20 else { return nil }
        let half = power.map { power in
            (min(limit, max(1 / limit, mean / max(power, .leastNormalMagnitude))) / mean).squareRoot()
        }
        return half + half[1..<half.count - 1].reversed()
    }
}
