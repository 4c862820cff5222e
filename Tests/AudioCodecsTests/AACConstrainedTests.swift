import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// The bit rates of AAC-LC over 20 seconds, in each mode, with sounds that take few bits and many.
@Suite(.enabled(if: AAC.isInstalled(encoding: true) && AAC.abilities.encodes)) struct AACConstrainedTests {
    enum Sound: String, CaseIterable {
        case voice, noise, tone, clicks, lateNoise, pulses, castanets, castanetsOverTone, bursts
    }

    /// One channel.
    private static func samples(_ sound: Sound, _ rate: Double, seconds: Double) -> [Float] {
        let frames = Int(rate * seconds)
        switch sound {
        case .voice: return voice(frames, rate)
        case .noise: return Signal.noise(frames: frames, seed: 3, amplitude: 0.25)
        case .tone: return Signal.sine(440 / rate, frames: frames)
        case .clicks:
            let period = Int(rate / 8)
            return Signal.noise(frames: frames, seed: 4, amplitude: 0.7).enumerated().map { place, sample in
                sample * exp2(-Float(place % period) / Float(rate) * 400)
            }
        case .lateNoise:
            let silent = Int(rate * 5)
            return [Float](repeating: 0, count: silent)
                + Signal.noise(frames: frames - silent, seed: 5, amplitude: 0.25)
        case .pulses:
            let period = Int(rate / 40)
            return (0..<frames).map { $0 % period == 0 ? 0.9 : 0 }
        case .castanets: return castanets(frames, rate)
        case .castanetsOverTone:
            return zip(castanets(frames, rate), Signal.sine(440 / rate, frames: frames)).map { $0 + $1 / 8 }
        case .bursts:
            return Signal.noise(frames: frames, seed: 6, amplitude: 0.25).enumerated().map { frame, sample in
                frame % Int(3 * rate) < Int(rate) ? sample : 0
            }
        }
    }

    /// Bursts of noise that fade within 5 ms, some eight a second.
    private static func castanets(_ frames: Int, _ rate: Double) -> [Float] {
        var random = CodecSignals.Random(seed: 9)
        var (next, last) = (0, 0)
        return Signal.noise(frames: frames, seed: 7, amplitude: 0.9).enumerated().map { frame, sample in
            if frame == next {
                last = next
                next += Int(rate * [0.06, 0.12, 0.12, 0.25][Int(random.next() % 4)])
            }
            return sample * exp(-Float(frame - last) / Float(rate) * 200)
        }
    }

    /// Pulses of a changing pitch through three resonators that change five times a second, with noise for consonants and pauses
    /// between them.
    private static func voice(_ frames: Int, _ rate: Double) -> [Float] {
        let formants = [[700.0, 1200, 2500], [300, 2300, 3000], [400, 800, 2600], [500, 1800, 2400]]
        var random = CodecSignals.Random(seed: 8)
        var states = [(Double, Double)](repeating: (0, 0), count: 3)
        var phase = 0.0
        var gains = [(Double, Double)](repeating: (0, 0), count: 3)
        return (0..<frames).map { frame in
            let syllable = frame * 5 / Int(rate)
            if frame * 5 % Int(rate) < 5 {
                gains = formants[syllable * 7 % 4].map { frequency in
                    let radius = exp(-.pi * 90 / rate)
                    return (2 * radius * cos(2 * .pi * min(frequency, rate * 0.45) / rate), -radius * radius)
                }
            }
            phase += (120 + 40 * sin(Double(frame) / rate * 3)) / rate
            var value = Double(Int16(truncatingIfNeeded: random.next())) / 32_768 * 0.02
            if phase >= 1 {
                phase -= 1
                value += 1
            }
            let part = Double(frame * 5 % Int(rate)) / rate
            for index in 0..<3 {
                let next = value + gains[index].0 * states[index].0 + gains[index].1 * states[index].1
                states[index] = (next, states[index].0)
                value = next * 0.25
            }
            return syllable % 5 == 4 ? 0 : Float(max(-0.9, min(0.9, value * sin(.pi * part))))
        }
    }

    private static func options(_ mode: Int, _ bitRate: Int?) -> EncoderOptions {
        var options = EncoderOptions()
        options.bitRateControlMode = mode
        options.bitRate = bitRate
        return options
    }

    /// The least and the most bits per second of any 20 seconds.
    private static func rates(
        _ sound: Sound, _ rate: Double, channels: Int, _ options: EncoderOptions, seconds: Double = 26
    ) throws -> (least: Double, most: Double) {
        let format = StreamFormat(sampleRate: rate, formatID: .aac, framesPerPacket: 1024, channels: channels)
        let encoder = try #require(try AAC.makeEncoder(format, options))
        let one = samples(sound, rate, seconds: seconds)
        // Each channel is some packets later: the same sound in all of them would take fewer bits.
        let all = (0..<one.count * channels).map { one[($0 / channels + one.count - $0 % channels * 3777) % one.count] }
        let packets = try FDKTests.take(encoder, all.withUnsafeBytes { Array($0) }, frames: one.count)
        let count = Int(20 * rate / 1024)
        try #require(packets.count > count)
        var sums = [0]
        for packet in packets { sums.append(sums[sums.count - 1] + packet.count) }
        let windows = (0...packets.count - count).map { start in
            Double((sums[start + count] - sums[start]) * 8) * rate / Double(count * 1024)
        }
        return (windows.min() ?? 0, windows.max() ?? 0)
    }

    private static let layouts: [(rate: Double, channels: Int, bitRate: Int)] = [
        (8000, 1, 16_000), (22_050, 1, 32_000), (44_100, 1, 64_000), (48_000, 4, 256_000),
    ]

    /// Also where the sound before took few bits. A tone takes no more than it can use, nor do clicks and silence.
    @Test(arguments: layouts, [Sound.voice, .noise, .tone, .clicks, .lateNoise]) func aConstrainedRateIsKept(
        layout: (rate: Double, channels: Int, bitRate: Int), sound: Sound
    ) throws {
        let (least, most) = try Self.rates(
            sound, layout.rate, channels: layout.channels, Self.options(2, layout.bitRate))
        #expect(most <= 1.1 * Double(layout.bitRate), "\(most)")
        switch sound {
        case .voice, .noise: #expect(least >= 0.9 * Double(layout.bitRate), "\(least)")
        case .tone: #expect(least >= 0.5 * Double(layout.bitRate), "\(least)")
        case .clicks, .lateNoise, .pulses, .castanets, .castanetsOverTone, .bursts: break
        }
    }

    /// With half a bit for each frame of a channel, clicks take more than that at the lowest rate of the library, unless the
    /// highest frequency goes down.
    @Test(
        arguments: [(16_000, 4, 32_000), (44_100, 4, 32_000), (48_000, 6, 64_000)] as [(Double, Int, Int)],
        [Sound.pulses, .castanets, .castanetsOverTone, .bursts])
    func aRateOfFewBitsIsNotExceeded(layout: (rate: Double, channels: Int, bitRate: Int), sound: Sound) throws {
        let options = Self.options(2, layout.bitRate)
        let most = try Self.rates(sound, layout.rate, channels: layout.channels, options, seconds: 22).most
        #expect(most <= 1.1 * Double(layout.bitRate), "\(most)")
    }

    /// Bursts after silence at rates near the highest of the format, in each mode: no packet fails for its size.
    @Test(
        arguments: [(8000, 1, 32_000), (8000, 2, 96_000), (16_000, 1, 96_000), (44_100, 1, 256_000)]
            as [(Double, Int, Int)], [0, 1, 2])
    func aRateNearTheHighestIsEncoded(layout: (rate: Double, channels: Int, bitRate: Int), mode: Int) throws {
        let options = Self.options(mode, layout.bitRate)
        for sound in [Sound.bursts, .castanets] {
            let most = try Self.rates(sound, layout.rate, channels: layout.channels, options, seconds: 22).most
            #expect(most <= 6.6 * layout.rate * Double(layout.channels), "\(most)")
        }
    }

    /// The quality's bit rate is that of stereo at 44.1 kHz; 32 kbit/s are a quarter.
    @Test(arguments: [Sound.voice, .noise, .tone, .clicks]) func aQualityKeepsNearItsRate(sound: Sound) throws {
        for (rate, channels, wanted) in [(22_050.0, 1, 32_000.0), (44_100, 1, 64_000)] {
            let (least, most) = try Self.rates(sound, rate, channels: channels, Self.options(3, nil))
            #expect(most <= 1.15 * wanted, "\(most)")
            if sound != .clicks { #expect(least >= 0.85 * wanted, "\(least)") }
        }
    }

    /// The faster coder, which low qualities choose, exceeded its average with voices by a third.
    @Test(arguments: [0, 1]) func anAverageIsNotExceeded(mode: Int) throws {
        for (sound, quality) in [(Sound.voice, 0), (.tone, 64)] {
            var options = Self.options(mode, 32_000)
            options.quality = quality
            let most = try Self.rates(sound, 22_050, channels: 1, options).most
            #expect(most <= 1.1 * 32_000, "\(sound), \(most)")
        }
    }
}
