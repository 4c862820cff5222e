/// Writes bits to memory, the most significant bit of each byte first; the twin of `BitReader`.
///
/// A copy is a mark: going on from it overwrites what came after. Real-time safe. In this module, with its twin, because
/// the compiler does not inline what belongs to the package and comes from another one.
struct BitWriter {
    let bytes: UnsafeMutableRawPointer
    /// Bits written so far.
    var position = 0
    /// The bits of the byte that is not full yet, from the top down.
    var held: UInt64 = 0

    /// - Parameter bytes: room for all that will be written and eight bytes more.
    init(_ bytes: UnsafeMutableRawPointer) { self.bytes = bytes }

    /// Writes the low `count` bits, 0…56 of them, of a value that has no others.
    @inline(__always) mutating func write(_ value: UInt64, _ count: Int) {
        let end = (position & 7) &+ count
        held |= value &<< UInt64(64 &- end)
        bytes.storeBytes(of: held.bigEndian, toByteOffset: position >> 3, as: UInt64.self)
        position &+= count
        held = held &<< UInt64(end & ~7)
    }

    /// Writes the low `count` bits, 0…32 of them, of a number in two's complement.
    @inline(__always) mutating func write(signed value: Int32, _ count: Int) {
        write(UInt64(UInt32(bitPattern: value)) & ((1 &<< UInt64(count)) &- 1), count)
    }

    /// Bytes written so far, the last one filled with zeros.
    var byteCount: Int { (position + 7) >> 3 }
}
