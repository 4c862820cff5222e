import AudioCore

/// A CAF file put together chunk by chunk, right or wrong.
struct CAFBuilder {
    private(set) var bytes: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]

    /// A chunk whose header may lie about its size.
    func chunk(_ id: FourCC, size: Int64? = nil, _ body: [UInt8]) -> CAFBuilder {
        var output = ByteWriter()
        output.fourCC(id)
        output.big(size ?? Int64(body.count))
        output.append(body)
        var result = self
        result.bytes += output.bytes
        return result
    }

    func chunk(_ id: FourCC, size: Int64? = nil, _ build: (inout ByteWriter) -> Void) -> CAFBuilder {
        var body = ByteWriter()
        build(&body)
        return chunk(id, size: size, body.bytes)
    }

    /// `desc`, by default 16-bit mono.
    func desc(
        rate: Double = 8000, _ formatID: FourCC = "lpcm", flags: UInt32 = 2, bytes: UInt32 = 2, frames: UInt32 = 1,
        channels: UInt32 = 1, bits: UInt32 = 16
    ) -> CAFBuilder {
        chunk("desc") {
            $0.bigFloat64(rate)
            $0.fourCC(formatID)
            for number in [flags, bytes, frames, channels, bits] { $0.big(number) }
        }
    }

    /// `data` of `count` bytes behind an edit count of 9.
    func data(_ count: Int, size: Int64? = nil) -> CAFBuilder {
        chunk("data", size: size, [0, 0, 0, 9] + (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    /// `pakt` with entries as they stand.
    func pakt(
        _ packets: Int64, valid: Int64, priming: Int32 = 0, remainder: Int32 = 0, _ entries: [UInt8] = []
    ) -> CAFBuilder {
        chunk("pakt") {
            $0.big(packets)
            $0.big(valid)
            $0.big(priming)
            $0.big(remainder)
            $0.append(entries)
        }
    }

    var source: MemoryBytes { MemoryBytes(bytes) }
}
