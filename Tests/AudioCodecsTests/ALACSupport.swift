import AudioCore
import TestSupport

@testable import AudioCodecs

/// Packets of Apple Lossless with what describes them.
struct ALACStream {
    var format: StreamFormat
    var cookie: [UInt8]
    var bytes: [UInt8]
    var packets: [PacketDescription]

    /// Decodes all packets to packed bytes.
    func decoded() throws -> [UInt8] {
        let decoder = try ALAC.makeDecoder(format, magicCookie: cookie)
        let frameSize = decoder.outputFormat.bytesPerFrame
        let perPacket = try ALACConfig(cookie: cookie).frameLength
        var result = [UInt8](repeating: 0xAA, count: packets.count * perPacket * frameSize)
        let frames = try bytes.withUnsafeBytes { input in
            try packets.withUnsafeBufferPointer { descriptions in
                try result.withUnsafeMutableBytes {
                    try decoder.decode(input, descriptions, count: packets.count, into: $0)
                }
            }
        }
        return Array(result.prefix(frames * frameSize))
    }

    /// The packets of a CAF file written by ffmpeg.
    init(caf bytes: [UInt8]) throws {
        format = StreamFormat(formatID: .alac, channels: 1)
        (cookie, self.bytes, packets) = ([], [], [])
        var reader = ByteReader(bytes)
        try reader.skip(8)
        while reader.remaining >= 12 {
            let id = try reader.fourCC()
            var chunk = try reader.slice(Int(try reader.big(Int64.self)))
            switch id {
            case "desc":
                format.sampleRate = try chunk.bigFloat64()
                try chunk.skip(16)
                format.channels = Int(try chunk.big(UInt32.self))
            case "kuki": cookie = Array(chunk.rest())
            case "data":
                try chunk.skip(4)
                self.bytes = Array(chunk.rest())
            case "pakt":
                let count = try chunk.big(Int64.self)
                try chunk.skip(16)
                for _ in 0..<count { try append(&chunk) }
            default: break
            }
        }
    }

    private mutating func append(_ table: inout ByteReader) throws {
        var size: UInt32 = 0
        var byte: UInt8 = 0x80
        while byte & 0x80 != 0 {
            byte = try table.big()
            size = size << 7 | UInt32(byte & 0x7F)
        }
        let offset = packets.last.map { $0.offset + Int64($0.size) } ?? 0
        packets.append(PacketDescription(offset: offset, size: size))
    }
}

/// Samples to be coded without loss.
enum ALACSignal: String, CaseIterable, Sendable {
    case silence, constant, sine, music, quiet, noise, square, extremes, sparse

    /// Interleaved samples of `bits` bits.
    func samples(frames: Int, channels: Int, bits: Int) -> [Int32] {
        var random = SeededRandom(UInt64(bits * 100 + channels))
        let scale = Double(Int64(1) << (bits - 1)) - 1
        let (low, high) = (Int32(-scale - 1), Int32(scale))
        return (0..<frames * channels).map { position in
            let (frame, channel) = position.quotientAndRemainder(dividingBy: channels)
            let noise = random.next()
            let hiss = Double(Int32(truncatingIfNeeded: noise)) * 0x1p-31
            let time = Double(frame) / 44_100
            switch self {
            case .silence: return 0
            case .constant: return Int32(scale / 3) - Int32(channel)
            case .sine: return Int32(scale * 0.7 * ALACSignal.sine(440 * Double(channel + 1) * time))
            case .music:
                let tone = ALACSignal.sine(220 * time) + 0.5 * ALACSignal.sine(Double(331 + 7 * channel) * time)
                return Int32(scale * (0.4 * tone + 0.01 * hiss))
            case .quiet: return Int32(hiss * 3)
            case .noise: return Int32(truncatingIfNeeded: Int64(bitPattern: noise) >> Int64(64 - bits))
            case .square: return (frame / 50 + channel) % 2 == 0 ? high : low
            case .extremes: return noise & 1 == 0 ? high : low
            case .sparse: return noise % 500 == 0 ? (noise & 1 << 20 == 0 ? high : low) : 0
            }
        }
    }

    private static func sine(_ turns: Double) -> Double { Double(Signal.sine(turns, frames: 2, amplitude: 1)[1]) }

    /// The same samples as packed little-endian bytes; those of 20 bits in the upper bits of three bytes.
    static func bytes(_ samples: [Int32], bits: Int) -> [UInt8] {
        let size = (bits + 7) / 8
        return samples.flatMap { sample in
            let value = sample << Int32(size * 8 - bits)
            return (0..<size).map { UInt8(truncatingIfNeeded: value >> Int32(8 * $0)) }
        }
    }
}

extension ALACStream {
    /// Encodes packed bytes.
    init(encoding pcm: [UInt8], channels: Int, bits: Int, packetsPerCall: Int = .max) throws {
        var options = EncoderOptions()
        options.sourceBitDepth = bits
        let wanted = StreamFormat(sampleRate: 44_100, formatID: .alac, channels: channels)
        let encoder = try ALAC.makeEncoder(wanted, options)!
        let frameSize = encoder.inputFormat.bytesPerFrame
        let frames = pcm.count / frameSize
        let perCall = packetsPerCall == .max ? max(frames, 1) : packetsPerCall * 4096
        (format, bytes, packets) = (encoder.outputFormat, [], [])
        for first in stride(from: 0, to: frames, by: perCall) {
            let count = min(perCall, frames - first)
            var room = [UInt8](repeating: 0x55, count: (count + 4095) / 4096 * encoder.maximumPacketSize)
            var sizes: [PacketDescription] = []
            let made = try pcm.withUnsafeBytes { input in
                try room.withUnsafeMutableBytes {
                    try encoder.encode(
                        .init(rebasing: input[(first * frameSize)...]), frames: count, into: $0, sizes: &sizes)
                }
            }
            precondition(made == sizes.count)
            for size in sizes {
                packets.append(PacketDescription(offset: size.offset + Int64(bytes.count), size: size.size))
            }
            bytes += room.prefix(sizes.reduce(0) { $0 + Int($1.size) })
        }
        cookie = encoder.magicCookie
    }

    /// A CAF file for ffmpeg to read.
    func caf(frames: Int) -> [UInt8] {
        var file = ByteWriter()
        func chunk(_ id: FourCC, _ content: [UInt8]) {
            file.big(UInt32(bitPattern: id.status))
            file.big(Int64(content.count))
            for byte in content { file.big(byte) }
        }
        file.big(UInt32(bitPattern: FourCC("caff").status))
        file.big(UInt32(0x10000))
        var fields = ByteWriter()
        fields.big(format.sampleRate.bitPattern)
        for field in [UInt32(bitPattern: FourCC.alac.status), format.flags.rawValue, 0, 4096] { fields.big(field) }
        fields.big(UInt32(format.channels))
        fields.big(UInt32(0))
        chunk("desc", fields.bytes)
        chunk("kuki", cookie)
        var table = ByteWriter()
        for count in [packets.count, frames] { table.big(Int64(count)) }
        table.big(Int32(0))
        table.big(Int32(packets.count * 4096 - frames))
        for packet in packets {
            for shift in [14, 7] as [UInt32] where packet.size >> shift > 0 {
                table.big(UInt8(truncatingIfNeeded: packet.size >> shift) | 0x80)
            }
            table.big(UInt8(packet.size & 0x7F))
        }
        chunk("pakt", table.bytes)
        chunk("data", [0, 0, 0, 0] + bytes)
        return file.bytes
    }
}
