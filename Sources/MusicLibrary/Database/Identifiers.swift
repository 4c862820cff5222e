/// Numbers of items, entities and playlists: by chance, positive, and never given twice.
enum Identifiers {
    static func next() -> Int64 { Int64.random(in: 1...Int64.max) }
}

/// FNV-1a of 64 bits, eight bytes at a time.
struct Hash64 {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            // The product of two words does not mix high bits into low ones.
            value ^= value >> 29
            at += 8
        }
        while at < bytes.count {
            add(UInt64(bytes[at]))
            at += 1
        }
        value ^= value >> 32
    }
}
