/// Unique identifiers that are the same each time a program runs: they follow from the names that the program gives.
enum UniqueIDs {
    /// Objects of one key that get different identifiers from it. Those after them get random ones.
    static let mostAlike = 64

    /// What objects of these names have in common.
    static func key(_ parts: String...) -> String { parts.joined(separator: "\u{1}") }

    /// The identifier of a key. It may be 0, which is none, and that of another object.
    static func identifier(of key: String) -> Int32 {
        // The hash FNV-1a of 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
