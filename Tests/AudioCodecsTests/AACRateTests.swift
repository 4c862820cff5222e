import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// The bit rates of AAC-LC where a client asks for none.
@Suite(.enabled(if: AAC.isInstalled(encoding: true) && AAC.abilities.encodes)) struct AACRateTests {
    private static func format(_ rate: Double, channels: Int = 1) -> StreamFormat {
        StreamFormat(sampleRate: rate, formatID: .aac, framesPerPacket: 1024, channels: channels)
    }

    private static let usual: [(Double, Int)] = [
        (8000, 20), (11_025, 24), (12_000, 28), (16_000, 40), (22_050, 48), (24_000, 56), (32_000, 64), (44_100, 64),
        (48_000, 64), (96_000, 64),
    ]

    /// Programs look for it among the applicable ones.
    @Test(arguments: usual) func theUsualBitRateIsACustomaryOne(rate: Double, kilobits: Int) throws {
        for channels in 1...6 {
            let format = Self.format(rate, channels: channels)
            let encoder = try #require(try AAC.makeEncoder(format, EncoderOptions()))
            let wanted = kilobits * 1000 * channels
            let bitRate = try #require(encoder.bitRate)
            #expect(channels > 2 || bitRate == wanted)
            #expect(abs(bitRate - wanted) <= wanted / 8)
            #expect(AAC.bitRates(format).contains { $0.contains(Double(bitRate)) })
        }
    }

    /// With 1.5 bits a frame or fewer a tone is clean for a second, and 10 dB above the noise from the second one on.
    @Test(arguments: [8000, 12_000, 16_000, 24_000] as [Double]) func tonesStayCleanAtLowRates(rate: Double) throws {
        let format = Self.format(rate)
        let encoder = try #require(try AAC.makeEncoder(format, EncoderOptions()))
        let frequency = 440 / rate
        let samples =
            [Float](repeating: 0, count: encoder.leadingSilence) + Signal.sine(frequency, frames: Int(rate) * 6)
        let packets = try FDKTests.take(encoder, samples.withUnsafeBytes { Array($0) }, frames: samples.count)
        let decoder = try AAC.makeDecoder(format, magicCookie: encoder.magicCookie)
        let decoded = FFmpegTests.decode(decoder, packets).flatMap { bytes in
            (bytes ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
        try #require(decoded.count == packets.count * 1024 && decoded.count >= samples.count)
        let late = decoded[Int(rate * 4)..<Int(rate * 5.5)]
        let residual = Measure.sineFit(late, frequency: frequency).residual
        #expect(residual < -30, "\(residual)")
    }
}
