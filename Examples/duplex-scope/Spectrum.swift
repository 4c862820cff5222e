import Foundation

/// The levels of the frequencies in a number of samples, a power of two, by a fast Fourier transform.
struct Spectrum {
    let frames: Int
    private let window: [Float]
    /// Half a turn, in as many steps as half the samples.
    private let turn: [(cosine: Float, sine: Float)]

    init(frames: Int) {
        self.frames = frames
        window = (0..<frames).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(frames))) }
        turn = (0..<frames / 2).map {
            let angle = -2 * .pi * Double($0) / Double(frames)
            return (Float(cos(angle)), Float(sin(angle)))
        }
    }

    /// The level of each frequency, from 0 in steps of the sample rate divided by the samples; 0 dB is a sine of full scale.
    func decibels(of samples: [Float]) -> [Float] {
        var (real, imaginary) = (zip(samples, window).map(*), [Float](repeating: 0, count: frames))
        transform(&real, &imaginary)
        return (0..<frames / 2).map { bin in
            let magnitude = hypot(real[bin], imaginary[bin]) * 4 / Float(frames)
            return max(-120, 20 * log10(max(magnitude, 1e-9)))
        }
    }

    private func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        // Into the order of the mirrored bits of the indices, in which each step combines neighbours.
        var mirrored = 0
        for index in 1..<frames {
            var bit = frames / 2
            while mirrored & bit != 0 { (mirrored, bit) = (mirrored ^ bit, bit / 2) }
            mirrored |= bit
            if index < mirrored { real.swapAt(index, mirrored) }
        }
        var length = 2
        while length <= frames {
            for first in stride(from: 0, to: frames, by: length) {
                for offset in 0..<length / 2 {
                    let (cosine, sine) = turn[offset * (frames / length)]
                    let (one, other) = (first + offset, first + offset + length / 2)
                    let turnedReal = real[other] * cosine - imaginary[other] * sine
                    let turnedImaginary = real[other] * sine + imaginary[other] * cosine
                    (real[other], imaginary[other]) = (real[one] - turnedReal, imaginary[one] - turnedImaginary)
                    real[one] += turnedReal
                    imaginary[one] += turnedImaginary
                }
            }
            length *= 2
        }
    }
}

/// What is shown at a time.
struct Sound {
    let time: Double
    let samples: [Float]
    let decibels: [Float]
    let sampleRate: Double

    /// The frequency of a place in `decibels`.
    func frequency(_ place: Double) -> Double { place * sampleRate / Double(2 * decibels.count) }

    /// The loudest frequency; nil in what is nearly silence.
    private var strongest: Double? {
        guard let bin = decibels.indices.dropFirst().dropLast().max(by: { decibels[$0] < decibels[$1] }),
            decibels[bin] > -80
        else { return nil }
        // The top of the parabola through three neighbours lies between the steps.
        let (left, top, right) = (Double(decibels[bin - 1]), Double(decibels[bin]), Double(decibels[bin + 1]))
        let curve = left - 2 * top + right
        return frequency(Double(bin) + (curve < 0 ? (left - right) / (2 * curve) : 0))
    }

    /// The time, the peak and the loudest frequency, in a line.
    var summary: String {
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let level = peak > 0 ? max(-99.9, 20 * log10(peak)) : -99.9
        let tone = strongest.map { String(format: "%6.0f Hz", $0) } ?? "     no tone"
        return String(format: "%6.2f s  peak %5.1f dB  ", time, level) + tone
    }
}
