import AudioToolbox

/// The four-character code that `text` spells, padded with blanks; nil where it is no code.
public func fourCharacterCode(_ text: String) -> UInt32? {
    let bytes = Array(text.utf8)
    guard (1...4).contains(bytes.count) else { return nil }
    return (bytes + Array(repeating: 0x20, count: 4 - bytes.count)).reduce(0) { $0 << 8 | UInt32($1) }
}

/// The four characters of a code; one that cannot be printed is spelt `\x02`.
public func spelled(_ code: UInt32) -> String {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.map { byte in
        (0x20..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : formatted("\\x%02x", UInt32(byte))
    }.joined()
}

/// A status as people write it: its four characters in quotes where it has them, else the number.
public func spelled(_ status: OSStatus) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(UInt32(bitPattern: status) >> $0 & 0xFF) }
    return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? "'\(spelled(UInt32(bitPattern: status)))'" : "\(status)"
}
