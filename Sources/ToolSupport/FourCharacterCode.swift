import AudioToolbox

/// The four-character code that `text` spells, padded with blanks; nil where it is no code.
///
/// A character may be spelt by its number, `ms\x00\x02`, as `spelled` does where it cannot be printed.
public func fourCharacterCode(_ text: String) -> UInt32? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        let digits = rest.dropFirst().prefix(2)
        if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.count == 2,
            let number = UInt8(String(digits) ?? "", radix: 16)
        {
            bytes.append(number)
            rest = rest.dropFirst(3)
        } else {
            bytes.append(byte)
        }
    }
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
