/// Reads bits from memory, the most significant bit of each byte first.
///
/// Past the end there are zeros, so that a loop need not ask before every symbol: ask `isPastEnd` afterwards. The memory
/// must stay valid while the reader is used. Real-time safe.
struct BitReader {
    let bytes: UnsafeRawPointer?
    let byteCount: Int
    /// Bits read so far.
    var position = 0

    init(_ buffer: UnsafeRawBufferPointer) {
        bytes = buffer.baseAddress
        byteCount = buffer.count
    }

    /// Whether more was read than there is.
    var isPastEnd: Bool { position > byteCount &* 8 }

    /// The next bits from the top down: at least 57 of them, then zeros.
    var window: UInt64 {
        @inline(__always) get {
            let byte = position >> 3
            guard byte &+ 8 <= byteCount, let bytes else { return lastWindow }
            let next = bytes.loadUnaligned(fromByteOffset: byte, as: UInt64.self)
            return UInt64(bigEndian: next) &<< UInt64(position & 7)
        }
    }

    /// `window` where fewer than eight bytes are left.
    @inline(never) var lastWindow: UInt64 {
        guard let bytes else { return 0 }
        var result: UInt64 = 0
        var byte = position >> 3
        var shift: UInt64 = 56
        while byte < byteCount {
            result |= UInt64(bytes.load(fromByteOffset: byte, as: UInt8.self)) << shift
            byte += 1
            shift &-= 8
        }
        return result << UInt64(position & 7)
    }

    /// The next `count` bits, 0…32 of them, as a number.
    mutating func read(_ count: Int) -> UInt32 {
        let bits = window
        position &+= count
        return count == 0 ? 0 : UInt32(truncatingIfNeeded: bits &>> UInt64(64 &- count))
    }

    /// The next `count` bits, 1…32 of them, as a number in two's complement.
    mutating func readSigned(_ count: Int) -> Int32 {
        let bits = Int64(bitPattern: window)
        position &+= count
        return Int32(truncatingIfNeeded: bits &>> Int64(64 &- count))
    }

    mutating func readFlag() -> Bool { read(1) != 0 }
}
