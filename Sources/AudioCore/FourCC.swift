/// A four-character code: how Core Audio names formats, file types, properties, chunks and most errors.
///
/// Written as a literal of exactly four Latin-1 characters, `"caff"`; stored as the 32-bit number whose most
/// significant byte is the first character, as the C API does.
package struct FourCC: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The code a status of this spelling has, `'typ?'` for instance.
    package var status: Int32 { Int32(bitPattern: rawValue) }
}

extension FourCC: ExpressibleByStringLiteral {
    package init(stringLiteral value: StaticString) {
        precondition(value.utf8CodeUnitCount == 4 && value.isASCII, "a four-character code has four ASCII characters")
        let bytes = value.utf8Start
        rawValue = UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
    }
}

extension FourCC {
    /// The four bytes, first character first.
    package var bytes: [UInt8] {
        [UInt8(rawValue >> 24), UInt8(rawValue >> 16 & 0xFF), UInt8(rawValue >> 8 & 0xFF), UInt8(rawValue & 0xFF)]
    }

    /// The code of `text` padded with blanks to four characters, or nil where it is empty, longer or not ASCII.
    package init?(padding text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        rawValue = (bytes + Array(repeating: 0x20, count: 4 - bytes.count)).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FourCC: CustomStringConvertible {
    /// The characters where all four can be printed, else the number in hexadecimal.
    package var description: String {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) }
            ? String(decoding: bytes, as: UTF8.self) : "0x" + String(rawValue, radix: 16, uppercase: true)
    }
}
