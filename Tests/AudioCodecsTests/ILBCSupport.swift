import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioCodecs

/// Whole arrays through iLBC, and speech to try it with.
enum ILBCRunner {
    static let modes = [ILBCMode.short, .long]

    static func format(_ mode: ILBCMode) throws -> StreamFormat {
        var format = StreamFormat(sampleRate: 8000, formatID: "ilbc", channels: 1)
        format.framesPerPacket = mode.frames
        return try ILBC.complete(format, magicCookie: [])
    }

    /// The packets of samples, those included that come out at the end.
    static func encode(_ samples: [Int16], _ mode: ILBCMode, packetsPerCall: Int = 1_000_000) throws -> [UInt8] {
        let encoder = try #require(try ILBC.makeEncoder(try format(mode), EncoderOptions()))
        return try encode(samples, mode, with: encoder, packetsPerCall: packetsPerCall)
    }

    static func encode(
        _ samples: [Int16], _ mode: ILBCMode, with encoder: any PacketEncoder, packetsPerCall: Int = 1_000_000
    ) throws -> [UInt8] {
        let capacity = (samples.count / mode.frames + 2) * mode.packetSize
        var result = [UInt8](repeating: 0, count: capacity)
        var (packets, sizes): (Int, [PacketDescription]) = (0, [])
        try result.withUnsafeMutableBytes { output in
            func room() -> UnsafeMutableRawBufferPointer { .init(rebasing: output[(packets * mode.packetSize)...]) }
            try samples.withUnsafeBytes { input in
                for first in stride(from: 0, to: samples.count, by: packetsPerCall * mode.frames) {
                    packets += try encoder.encode(
                        .init(rebasing: input[(2 * first)...]),
                        frames: min(packetsPerCall * mode.frames, samples.count - first), into: room(), sizes: &sizes)
                }
            }
            packets += try encoder.finish(into: room(), sizes: &sizes)
        }
        #expect(sizes.isEmpty)
        return Array(result.prefix(packets * mode.packetSize))
    }

    static func decode(
        _ packets: [UInt8], _ mode: ILBCMode, with decoder: (any PacketDecoder)? = nil, packetsPerCall: Int = .max
    ) throws -> [Int16] {
        let decoder = try decoder ?? ILBC.makeDecoder(try format(mode), magicCookie: [])
        let count = packets.count / mode.packetSize
        var result = [Int16](repeating: 0, count: count * mode.frames)
        var done = 0
        while done < count {
            let run = min(packetsPerCall, count - done)
            let frames = try packets.withUnsafeBytes { input in
                try result.withUnsafeMutableBytes { output in
                    try decoder.decode(
                        .init(rebasing: input[(done * mode.packetSize)...]), nil, count: run,
                        into: .init(rebasing: output[(2 * done * mode.frames)...]))
                }
            }
            #expect(frames == run * mode.frames)
            done += run
        }
        return result
    }

    /// A packet that says that it is empty: a decoder counts it as lost.
    static func empty(_ mode: ILBCMode) -> [UInt8] { Array(repeating: 0xFF, count: mode.packetSize) }

    /// Something like a vowel: pulses of a slowly moving pitch through three resonances, louder and softer by turns.
    static func vowels(frames: Int) -> [Int16] {
        var random = SeededRandom(3)
        var excitation = [Double](repeating: 0, count: frames)
        var next = 0.0
        while Int(next) < frames {
            excitation[Int(next)] = 1
            next += 8000 / (120 + 25 * sin(next / 5000))
        }
        for frame in 0..<frames { excitation[frame] += Double.random(in: -0.02...0.02, using: &random) }
        for (frequency, width) in [(650.0, 80.0), (1100, 90), (2500, 140)] {
            let radius = exp(-Double.pi * width / 8000)
            let (first, second) = (2 * radius * cos(2 * Double.pi * frequency / 8000), radius * radius)
            var (last, before) = (0.0, 0.0)
            for frame in 0..<frames {
                let sample = (1 - radius) * excitation[frame] * 4 + first * last - second * before
                (before, last) = (last, sample)
                excitation[frame] = sample
            }
        }
        let peak = excitation.map(abs).max() ?? 1
        return (0..<frames).map { frame in
            let loudness = 0.55 + 0.45 * sin(Double(frame) / 1300)
            return Int16(20_000 * loudness * excitation[frame] / max(peak, 1e-9))
        }
    }

    /// The samples behind a decoder's delay, compared with those that went in: segments of 20 ms, in decibels.
    ///
    /// - Parameter original: what went in, behind the codec's high-pass filters: what they turn is no noise.
    static func segmentalRatio(_ original: [Double], _ decoded: ArraySlice<Int16>) -> Double {
        let decoded = Array(decoded)
        var ratios: [Double] = []
        for start in stride(from: 0, to: min(original.count, decoded.count) - 159, by: 160) {
            var (signal, noise) = (0.0, 0.0)
            for index in start..<start + 160 {
                signal += original[index] * original[index]
                noise += (original[index] - Double(decoded[index])) * (original[index] - Double(decoded[index]))
            }
            guard signal > 160 * 100 * 100 else { continue }
            ratios.append(min(35, max(-10, 10 * log10(signal / max(noise, 1)))))
        }
        return ratios.reduce(0, +) / Double(max(ratios.count, 1))
    }

    /// What the high-pass filters before and behind the codec make of samples.
    static func highPassed(_ samples: [Int16]) -> [Double] {
        var result = samples.map(Double.init)
        for filter in [
            [0.92727436, -1.8544941, 0.92727436, 1.9059465, -0.9114024],
            [0.93980581, -1.8795834, 0.93980581, 1.9330735, -0.93589199],
        ] {
            var (inputs, outputs) = ((0.0, 0.0), (0.0, 0.0))
            for index in result.indices {
                let input = result[index]
                result[index] =
                    filter[0] * input + filter[1] * inputs.0 + filter[2] * inputs.1 + filter[3] * outputs.0
                    + filter[4] * outputs.1
                (inputs, outputs) = ((input, inputs.0), (result[index], outputs.0))
            }
        }
        return result
    }

    /// The root of the mean square.
    static func level(_ samples: some Collection<Int16>) -> Double {
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (sum / Double(max(samples.count, 1))).squareRoot()
    }
}
