import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Packets and cookies of the codecs that libavcodec has.
@Suite struct FFmpegTests {
    struct Stream {
        var format: StreamFormat
        var cookie: [UInt8]
        var packets: [[UInt8]]
        var priming: Int
    }

    static let encoded: [(FourCC, Double)] = [
        ("aac ", 44_100), ("flac", 44_100), ("opus", 48_000), ("ac-3", 48_000), ("ec-3", 48_000),
    ]

    /// Something to decode, made by our own encoder.
    static func stream(
        _ id: FourCC, rate: Double, channels: Int = 2, frames: Int = 20_000,
        _ options: EncoderOptions = EncoderOptions()
    ) throws -> Stream {
        let codec = try #require(Codecs.named(id))
        let format = try codec.completeForEncoding(StreamFormat(sampleRate: rate, formatID: id, channels: channels))
        let encoder = try #require(try codec.makeEncoder(format, options))
        let samples = CodecSignals.music(frames: frames, channels: channels)
        let input: [UInt8] =
            encoder.inputFormat.sampleKind == .float
            ? samples.map { Float($0) / 32_768 }.withUnsafeBytes { Array($0) } : samples.withUnsafeBytes { Array($0) }
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: encoder.maximumPacketSize * (frames / encoder.outputFormat.framesPerPacket + 16), alignment: 16)
        defer { room.deallocate() }
        var packets: [[UInt8]] = []
        func take(_ encode: (inout [PacketDescription]) throws -> Int) rethrows {
            var sizes: [PacketDescription] = []
            let count = try encode(&sizes)
            #expect(count == sizes.count)
            for packet in sizes { packets.append(Array(room[Int(packet.offset)...].prefix(Int(packet.size)))) }
        }
        try input.withUnsafeBytes { input in
            try take { try encoder.encode(input, frames: frames, into: room, sizes: &$0) }
        }
        try take { try encoder.finish(into: room, sizes: &$0) }
        return Stream(
            format: encoder.outputFormat, cookie: encoder.magicCookie, packets: packets, priming: encoder.primingFrames)
    }

    /// Decodes one packet after the other; nil for those that are refused.
    static func decode(_ decoder: any PacketDecoder, _ packets: [[UInt8]]) -> [[UInt8]?] {
        let frames = max(decoder.maximumFramesPerPacket, 1)
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: frames * decoder.outputFormat.bytesPerFrame, alignment: 64)
        defer { room.deallocate() }
        return packets.map { packet in
            let description = [PacketDescription(offset: 0, size: UInt32(packet.count))]
            return packet.withUnsafeBytes { bytes in
                description.withUnsafeBufferPointer { description in
                    guard let frames = try? decoder.decode(bytes, description, count: 1, into: room) else { return nil }
                    return Array(room[..<(frames * decoder.outputFormat.bytesPerFrame)])
                }
            }
        }
    }

    @Test(arguments: encoded) func decodesAfterReset(id: FourCC, rate: Double) throws {
        let stream = try Self.stream(id, rate: rate)
        let decoder = try Codecs.named(id)!.makeDecoder(stream.format, magicCookie: stream.cookie)
        let first = Self.decode(decoder, stream.packets)
        #expect(first.allSatisfy { $0 != nil })
        decoder.reset()
        let again = Self.decode(decoder, stream.packets)
        #expect(again == first)
    }

    /// A pair of channels with long windows and one band, of noise alone.
    private static let noise: [UInt8] = [0x20, 0x96, 0x00, 0x5A, 0x18, 0x00, 0x96, 0x00, 0x5A, 0x18, 0x00, 0xE0]

    /// Noise substitution draws random numbers, which start over with each segment, and with a reset.
    @Test func noiseGoesByThePlaceInTheStream() throws {
        let format = StreamFormat(sampleRate: 44_100, formatID: "aac ", channels: 2)
        let decoder = try AAC.makeDecoder(format, magicCookie: [])
        let length = try #require(decoder.packetsPerSegment)
        #expect(length == 512)
        let packets = [[UInt8]](repeating: Self.noise, count: 3 * length)
        let parts = Self.decode(decoder, packets)
        #expect(Set(parts[..<length]).count == length)
        // A segment begins behind one packet that is decoded for its sake.
        for start in [length, 2 * length] {
            #expect(Array(parts[start..<start + length - 1]) == Array(parts[1..<length]))
        }
        decoder.reset()
        #expect(Self.decode(decoder, packets) == parts)
    }

    /// Without noise, the segments are not to be heard or seen: one decoder of the library's makes the same of the stream.
    @Test(arguments: [1, 2]) func segmentsWithoutNoiseAreOneStream(channels: Int) throws {
        let stream = try Self.stream("aac ", rate: 44_100, channels: channels)
        let decoder = try AAC.makeDecoder(stream.format, magicCookie: stream.cookie)
        let length = try #require(decoder.packetsPerSegment)
        let one = try FFmpegDecoder(
            FFmpegConfig(
                name: "aac", sampleRate: 44_100, configuration: AudioSpecificConfig.bareBytes(of: stream.cookie)),
            output: decoder.outputFormat, preRollPackets: 1, maximumFramesPerPacket: decoder.maximumFramesPerPacket)
        #expect(one.packetsPerSegment == nil)
        let packets = (0..<2 * length + 50).map { stream.packets[$0 % stream.packets.count] }
        let parts = Self.decode(decoder, packets)
        #expect(parts.allSatisfy { $0 != nil })
        #expect(parts == Self.decode(one, packets))
    }

    /// What is no number, or is far beyond full scale, is encoded as silence, and the stream goes on.
    @Test(arguments: ["aac ", "ac-3", "ec-3"] as [FourCC], [.nan, .infinity, -.infinity, 1e20] as [Float])
    func encodesWhatIsNoNumberAsSilence(id: FourCC, value: Float) throws {
        let codec = try #require(Codecs.named(id))
        let format = try codec.completeForEncoding(StreamFormat(sampleRate: 48_000, formatID: id, channels: 2))
        let frames = 20_000
        func packets(_ value: Float) throws -> [UInt8] {
            let encoder = try #require(try codec.makeEncoder(format, EncoderOptions()))
            var samples = CodecSignals.music(frames: frames, channels: 2).map { Float($0) / 32_768 }
            samples[9001] = value
            var bytes = [UInt8](repeating: 0, count: encoder.maximumPacketSize * 40)
            var sizes: [PacketDescription] = []
            let count = try samples.withUnsafeBytes { input in
                try bytes.withUnsafeMutableBytes { room in
                    let count = try encoder.encode(input, frames: frames, into: room, sizes: &sizes)
                    let end = sizes.last.map { Int($0.offset) + Int($0.size) } ?? 0
                    let rest = UnsafeMutableRawBufferPointer(rebasing: room[end...])
                    return try count + encoder.finish(into: rest, sizes: &sizes)
                }
            }
            #expect(count * encoder.outputFormat.framesPerPacket >= frames)
            return bytes
        }
        let (got, expected) = (try packets(value), try packets(0))
        #expect(got.elementsEqual(expected))
    }

    /// A damaged packet costs itself and at most its neighbours.
    @Test(arguments: encoded) func goesOnAfterADamagedPacket(id: FourCC, rate: Double) throws {
        let stream = try Self.stream(id, rate: rate, frames: 60_000)
        let decoder = try Codecs.named(id)!.makeDecoder(stream.format, magicCookie: stream.cookie)
        let whole = Self.decode(decoder, stream.packets)
        decoder.reset()
        var broken = stream.packets
        broken[4] = []
        broken[5] = Array(repeating: 0xFF, count: 40)
        let parts = Self.decode(decoder, broken)
        #expect(parts[4] == nil)
        #expect(parts[10...].allSatisfy { $0 != nil })
        if id == "aac " || id == "flac" { #expect(Array(parts[10...]) == Array(whole[10...])) }
    }

    @Test(arguments: encoded) func mutatedPacketsDoNoHarm(id: FourCC, rate: Double) throws {
        let stream = try Self.stream(id, rate: rate, frames: 30_000)
        let decoder = try Codecs.named(id)!.makeDecoder(stream.format, magicCookie: stream.cookie)
        var random = SeededRandom(3)
        var (decoded, refused) = (0, 0)
        for _ in 0..<1500 {
            var packet = stream.packets.randomElement(using: &random)!
            for _ in 0...Int.random(in: 0..<8, using: &random) {
                packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                packet = Array(packet.prefix(Int.random(in: 0...packet.count, using: &random)))
            }
            if Self.decode(decoder, [packet])[0] == nil { refused += 1 } else { decoded += 1 }
        }
        #expect(refused > 4)
        // FLAC's check sums find every change.
        #expect(decoded > 50 || id == "flac")
        #expect(Self.decode(decoder, stream.packets).suffix(3).allSatisfy { $0 != nil })
    }

    @Test(arguments: [FourCC("aac "), "aach", "aacp", "aacl", "aace", "flac", "opus"])
    func mutatedCookiesDoNoHarm(id: FourCC) throws {
        let codec = try #require(Codecs.named(id))
        let known: [FourCC: (Double, [UInt8])] = [
            "aac ": (44_100, ESDescriptor(specificInfo: [0x12, 0x10]).bytes),
            "aach": (44_100, ESDescriptor(specificInfo: [0x2B, 0x92, 0x08, 0x00]).bytes),
            "aacp": (44_100, [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80]),
            "aacl": (44_100, [0xBA, 0x10, 0x00]), "aace": (48_000, [0xF8, 0xE6, 0x50, 0x00]),
            "flac": (44_100, try Self.stream("flac", rate: 44_100).cookie),
            "opus": (48_000, try Self.stream("opus", rate: 48_000).cookie),
        ]
        let (rate, cookie) = known[id]!
        let format = StreamFormat(sampleRate: rate, formatID: id, channels: 2)
        _ = try codec.makeDecoder(format, magicCookie: cookie)
        let packets = try Self.stream("aac ", rate: 44_100, frames: 3000).packets
        var random = SeededRandom(9)
        var refused = 0
        for _ in 0..<600 {
            var mutant = cookie
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                mutant[Int.random(in: 0..<mutant.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let decoder = try? codec.makeDecoder(format, magicCookie: mutant) else {
                refused += 1
                continue
            }
            _ = Self.decode(decoder, packets)
        }
        #expect(refused > 20)
        for length in 0..<cookie.count {
            _ = try? codec.makeDecoder(format, magicCookie: Array(cookie.prefix(length)))
        }
    }

    @Test func theBaseLayerAlone() throws {
        // A stream that says it has the extension, decoded as what it is without.
        let stream = try Self.stream("aac ", rate: 22_050, channels: 1)
        let cookie: [UInt8] = [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80]
        let core = try AAC.makeDecoder(stream.format, magicCookie: cookie)
        #expect(core.outputFormat == .float32(sampleRate: 22_050, channels: 1))
        let rich = try HEAAC.makeDecoder(
            StreamFormat(sampleRate: 44_100, formatID: "aach", channels: 1), magicCookie: cookie)
        #expect(rich.outputFormat == .float32(sampleRate: 44_100, channels: 1))
        let wide = try HEAACv2.makeDecoder(
            StreamFormat(sampleRate: 44_100, formatID: "aacp", channels: 2), magicCookie: cookie)
        let decoded = [core, rich, wide].map { Self.decode($0, stream.packets) }
        #expect(decoded[0].allSatisfy { $0?.count == 1024 * 4 })
        #expect(decoded[1].allSatisfy { $0?.count == 2048 * 4 })
        #expect(decoded[2].allSatisfy { $0?.count == 2048 * 8 })
    }

    @Test(arguments: [FourCC(".mp1"), ".mp2", ".mp3"])
    func onlyDecoded(id: FourCC) throws {
        let codec = try #require(Codecs.named(id))
        #expect(!codec.abilities.encodes)
        let format = StreamFormat(sampleRate: 44_100, formatID: id, channels: 2)
        #expect(try codec.makeEncoder(format, EncoderOptions()) == nil)
    }

    @Test func bitRatesAreKept() throws {
        for (id, rate, bitRate) in [("aac ", 44_100, 96_000), ("aac ", 44_100, 192_000), ("opus", 48_000, 64_000)]
            as [(FourCC, Double, Int)]
        {
            var options = EncoderOptions()
            options.bitRate = bitRate
            let stream = try Self.stream(id, rate: rate, frames: 200_000, options)
            let bytes = stream.packets.reduce(0) { $0 + $1.count }
            let made = Double(bytes * 8) * rate / Double(stream.packets.count * stream.format.framesPerPacket)
            #expect(abs(made / Double(bitRate) - 1) < 0.15, "\(id) at \(bitRate): \(made)")
        }
        var options = EncoderOptions()
        options.bitRateControlMode = 3
        let sizes = try [20, 64, 127].map { quality in
            options.quality = quality
            return try Self.stream("aac ", rate: 44_100, frames: 60_000, options).packets.reduce(0) { $0 + $1.count }
        }
        #expect(sizes == sizes.sorted() && sizes[0] * 2 < sizes[2])
    }

    @Test func opusAtAConstantRateHasEqualPackets() throws {
        var options = EncoderOptions()
        options.bitRate = 96_000
        options.bitRateControlMode = 0
        let stream = try Self.stream("opus", rate: 48_000, options)
        #expect(Set(stream.packets.map(\.count)) == [240])
    }
}
