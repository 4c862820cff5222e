/// A complete prefix code whose codewords ascend with their length, and within a length one by one, as AAC has them.
struct PrefixCode: Sendable {
    /// Codewords of length 1, 2, 3 and so on.
    private let counts: [UInt8]
    /// By rank of the codeword: what a reader must know about the bits that follow it. Empty if none follow.
    private let extras: [UInt8]

    init(counts: [UInt8], extras: StaticString = "") {
        self.counts = counts
        self.extras = extras.withUTF8Buffer { $0.map { $0 - UInt8(ascii: "0") } }
    }

    /// Skips a codeword and returns its extra, 0 if the code has none.
    @inline(__always) func pass(_ bits: inout BitReader) -> Int {
        let window = bits.window
        var (code, first, rank) = (0, 0, 0)
        for length in counts.indices {
            code = code << 1 | Int(window &>> UInt64(63 &- length) & 1)
            let count = Int(counts[length])
            guard code - first >= count else {
                bits.position += length + 1
                let place = rank + code - first
                return place < extras.count ? Int(extras[place]) : 0
            }
            rank += count
            first = (first + count) << 1
        }
        // A complete code has no other codewords.
        bits.position += counts.count
        return 0
    }
}
