import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Opus at the rates below 48 kHz.
@Suite struct OpusRateTests {
    private static let rates = [8000.0, 12_000, 16_000, 24_000]

    private static func decode(_ stream: FFmpegTests.Stream, at rate: Double) throws -> [Float] {
        var format = stream.format
        format.framesPerPacket = format.framesPerPacket * Int(rate) / Int(format.sampleRate)
        format.sampleRate = rate
        let decoder = try OpusCodec.makeDecoder(format, magicCookie: stream.cookie)
        #expect(decoder.outputFormat.sampleRate == rate)
        return FFmpegTests.decode(decoder, stream.packets).flatMap { bytes in
            (bytes ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
    }

    /// The sound is in its place: as long as it was behind the priming, and like it.
    @Test(arguments: rates, [1, 2]) func theSoundComesBack(rate: Double, channels: Int) throws {
        let frames = 20_000
        let stream = try FFmpegTests.stream("opus", rate: rate, channels: channels, frames: frames)
        #expect(stream.format.framesPerPacket == Int(rate) / 50)
        #expect(stream.priming == 312 * Int(rate) / 48_000)
        let decoded = try Self.decode(stream, at: rate).dropFirst(stream.priming * channels).prefix(frames * channels)
        #expect(decoded.count == frames * channels)
        let samples = CodecSignals.music(frames: frames, channels: channels).map { Float($0) / 32_768 }
        let noise = zip(samples, decoded).reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let signal = samples.reduce(Float(0)) { $0 + $1 * $1 }
        #expect(noise < signal / 4)
    }

    /// At 24 kHz every other frame of what 48 kHz gives, but for what is above the band.
    @Test func aLowerRateIsTheSameSound() throws {
        let stream = try FFmpegTests.stream("opus", rate: 24_000, channels: 1)
        let (low, high) = (try Self.decode(stream, at: 24_000), try Self.decode(stream, at: 48_000))
        #expect(high.count == 2 * low.count)
        let noise = low.indices.reduce(Float(0)) { $0 + (low[$1] - high[2 * $1]) * (low[$1] - high[2 * $1]) }
        let signal = low.reduce(Float(0)) { $0 + $1 * $1 }
        #expect(noise < signal / 20)
    }

    @Test(arguments: rates) func aResetForgetsAll(rate: Double) throws {
        let stream = try FFmpegTests.stream("opus", rate: rate)
        let decoder = try OpusCodec.makeDecoder(stream.format, magicCookie: stream.cookie)
        let first = FFmpegTests.decode(decoder, stream.packets)
        decoder.reset()
        #expect(FFmpegTests.decode(decoder, stream.packets) == first)
        // What is no packet is refused, and the next one decoded.
        let mixed = FFmpegTests.decode(decoder, [[], [0x03, 0], stream.packets[0]])
        #expect(mixed[0] == nil && mixed[1] == nil && mixed[2] != nil)
    }

    @Test func otherRatesAreRefused() {
        for rate in [44_100.0, 11_025, 96_000] {
            #expect(throws: AudioError.self) {
                _ = try OpusCodec.complete(
                    StreamFormat(sampleRate: rate, formatID: "opus", channels: 2), magicCookie: [])
            }
        }
    }
}
