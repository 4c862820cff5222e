import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Opus of more channels than loudspeakers have names: a stream for each, in mapping family 255.
@Suite struct OpusChannelTests {
    private static let rate = 48_000.0

    /// `OpusHead` of mono streams. The places say which stream each channel is; 255 is silence.
    private static func head(family: UInt8 = 255, streams: UInt8, places: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        output.append("OpusHead".utf8)
        output.append([1, UInt8(places.count)])
        output.little(UInt16(312))
        output.little(UInt32(48_000))
        output.append([0, 0, family, streams, 0] + places)
        return output.bytes
    }

    /// A packet of one frame that says where it ends (RFC 6716, appendix B).
    private static func delimited(_ packet: [UInt8]) throws -> [UInt8] {
        try #require(packet[0] & 3 == 0)
        let size = packet.count - 1
        let length = size < 252 ? [UInt8(size)] : [UInt8(252 + size % 4), UInt8((size - 252 - size % 4) / 4)]
        return [packet[0]] + length + packet.dropFirst()
    }

    private static func format(_ channels: Int) -> StreamFormat {
        StreamFormat(sampleRate: rate, formatID: "opus", framesPerPacket: 960, channels: channels)
    }

    private static func samples(_ bytes: [[UInt8]?]) -> [Float] {
        bytes.flatMap { bytes in (bytes ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    }

    /// Stream n holds a sound from its packet n on. The channels have the streams in the other order, the last but one is silent.
    @Test(arguments: [10, 16]) func eachChannelIsItsStream(channels: Int) throws {
        let mono = try FFmpegTests.stream("opus", rate: Self.rate, channels: 1, frames: 30_000)
        let count = 8
        var places = (0..<UInt8(channels)).reversed().map { $0 }
        places[channels - 2] = 255
        let packets = try (0..<count).map { packet in
            let parts = (0..<channels).map { mono.packets[packet + $0] }
            return try parts.dropLast().flatMap(Self.delimited) + parts[channels - 1]
        }
        let decoder = try OpusCodec.makeDecoder(
            Self.format(channels), magicCookie: Self.head(streams: UInt8(channels), places: places))
        #expect(decoder.outputFormat.channels == channels && decoder.outputFormat.sampleRate == Self.rate)
        let decoded = Self.samples(FFmpegTests.decode(decoder, packets))
        #expect(decoded.count == count * 960 * channels)
        for (channel, place) in places.enumerated() {
            let heard = stride(from: channel, to: decoded.count, by: channels).map { decoded[$0] }
            guard place < 255 else {
                #expect(heard.allSatisfy { $0 == 0 })
                continue
            }
            let alone = try OpusCodec.makeDecoder(mono.format, magicCookie: mono.cookie)
            let wanted = Self.samples(FFmpegTests.decode(alone, Array(mono.packets[Int(place)...].prefix(count))))
            #expect(heard == wanted, "channel \(channel)")
            #expect(heard.contains { abs($0) > 0.05 })
        }
    }

    @Test func headsThatContradictThemselvesAreRefused() {
        let places = (0..<16 as Range<UInt8>).map { $0 }
        for head in [
            // Streams that are not there; a family of 8 channels; one whose table is a matrix; a table that is cut short.
            Self.head(streams: 15, places: places), Self.head(family: 1, streams: 16, places: places),
            Self.head(family: 3, streams: 16, places: places), Self.head(streams: 16, places: places).dropLast(),
        ] {
            let error = #expect(throws: AudioError.self) {
                _ = try OpusCodec.makeDecoder(Self.format(16), magicCookie: Array(head))
            }
            #expect(error?.status == AudioError.converterFormat.status)
        }
        #expect(throws: AudioError.self) { _ = try OpusCodec.makeDecoder(Self.format(16), magicCookie: []) }
        #expect(throws: AudioError.self) { _ = try OpusCodec.makeEncoder(Self.format(16), EncoderOptions()) }
    }
}
