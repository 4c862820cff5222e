import AudioCore

/// Writes Ogg files page by page, as a test wants them.
struct OggBuilder {
    private(set) var bytes: [UInt8] = []
    private var sequences: [UInt32: UInt32] = [:]

    /// - Parameter sizes: of the pieces on the page; 255 goes on.
    mutating func page(
        _ contents: [UInt8], sizes: [UInt8]? = nil, serial: UInt32 = 7, granule: Int64 = 0, flags: UInt8 = 0
    ) {
        let sequence = sequences[serial, default: 0]
        sequences[serial] = sequence + 1
        var output = ByteWriter()
        output.append("OggS".utf8)
        output.big(UInt16(flags))
        output.little(granule)
        output.little(serial)
        output.little(sequence)
        let lacing = sizes ?? Self.lacing([contents.count])
        var tail = ByteWriter()
        tail.big(UInt8(lacing.count))
        tail.append(lacing + contents)
        let sum = Self.sum(output.bytes + [0, 0, 0, 0] + tail.bytes)
        output.little(sum)
        bytes += output.bytes + tail.bytes
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// The two headers of a stream of Opus.
    mutating func begin(channels: UInt8 = 2, preSkip: UInt16 = 312, serial: UInt32 = 7) {
        page(Self.head(channels: channels, preSkip: preSkip), serial: serial, flags: 2)
        page(Self.tags, serial: serial)
    }

    /// Packets of 20 ms on a page of their own.
    mutating func sound(_ packets: [[UInt8]], granule: Int64, serial: UInt32 = 7, flags: UInt8 = 0) {
        page(
            packets.flatMap { $0 }, sizes: Self.lacing(packets.map(\.count)), serial: serial, granule: granule,
            flags: flags)
    }

    static func head(channels: UInt8 = 2, preSkip: UInt16 = 312) -> [UInt8] {
        var output = ByteWriter()
        output.append("OpusHead".utf8)
        output.append([1, channels])
        output.little(preSkip)
        output.little(UInt32(44_100))
        output.append([0, 0, 0])
        return output.bytes
    }

    static let tags: [UInt8] = {
        var output = ByteWriter()
        output.append("OpusTags".utf8)
        output.little(UInt32(0))
        output.little(UInt32(1))
        output.little(UInt32(10))
        output.append("TITLE=Hill".utf8)
        return output.bytes
    }()

    /// A packet of one frame of 20 ms.
    static func packet(_ size: Int, _ filler: UInt8) -> [UInt8] { [0x78] + Array(repeating: filler, count: size - 1) }

    static func lacing(_ sizes: [Int]) -> [UInt8] {
        sizes.flatMap { Array(repeating: 255, count: $0 / 255) + [UInt8($0 % 255)] }
    }

    /// Bit by bit, as RFC 3533 has it.
    private static func sum(_ page: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for byte in page {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return sum
    }
}
