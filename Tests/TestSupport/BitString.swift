/// Bits that a test puts together to bytes, the highest bit of each number first.
package struct BitString {
    package var bits: [UInt8] = []

    package init() {}

    /// Appends the low `count` bits of a number.
    package mutating func add(_ value: Int, _ count: Int) {
        for shift in (0..<count).reversed() { bits.append(UInt8(value >> shift & 1)) }
    }

    /// The bits as bytes, the last one filled with zeros.
    package var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    /// `count` bytes: the bits, and zeros after them.
    package func bytes(_ count: Int) -> [UInt8] {
        let bytes = self.bytes
        precondition(bytes.count <= count)
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }
}
