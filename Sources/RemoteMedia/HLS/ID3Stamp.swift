/// What an ID3v2 tag says of a stream: the time at the head of packed audio, and the title.
package struct ID3Stamp: Equatable, Sendable {
    /// Of the first sample, 90,000 to the second, in 33 bits; nil where the tag does not say.
    package private(set) var time: Int64?
    /// Frames with text, by their names.
    package private(set) var texts: [String: String] = [:]
    /// Bytes of the tag; 0 where there is none.
    package private(set) var size = 0

    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

    package init(parsing bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8) else { return }
        let at = bytes.startIndex
        let version = bytes[at + 3]
        let length = Self.number(bytes[(at + 6)..<(at + 10)], bits: 7)
        guard version == 3 || version == 4, length <= bytes.count - 10 else { return }
        size = 10 + length
        var rest = bytes[(at + 10)..<(at + 10 + length)]
        while rest.count > 10, rest[rest.startIndex] != 0 {
            let start = rest.startIndex
            let name = String(decoding: rest[start..<start + 4], as: UTF8.self)
            let count = Self.number(rest[(start + 4)..<(start + 8)], bits: version == 4 ? 7 : 8)
            guard count <= rest.count - 10 else { return }
            take(name, rest[(start + 10)..<(start + 10 + count)])
            rest = rest.dropFirst(10 + count)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
        bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }

    private mutating func take(_ name: String, _ body: ArraySlice<UInt8>) {
        if name == "PRIV" {
            let owner = body.prefix { $0 != 0 }
            let value = body[owner.endIndex...].dropFirst()
            guard Array(owner) == Self.owner, value.count == 8 else { return }
            time = value.reduce(0) { $0 << 8 | Int64($1) } & 0x1_FFFF_FFFF
        } else if name.hasPrefix("T"), texts.count < 64, let encoding = body.first {
            texts[name] = Self.text(body.dropFirst(), encoding)
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
        switch encoding {
        case 0: return String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
        case 1, 2:
            let isLittle = bytes.starts(with: [0xFF, 0xFE])
            let body = Array(isLittle || bytes.starts(with: [0xFE, 0xFF]) ? bytes.dropFirst(2) : bytes)
            let units = stride(from: 0, to: body.count - body.count % 2, by: 2).map { place in
                let (a, b) = (UInt16(body[place]), UInt16(body[place + 1]))
                return isLittle ? b << 8 | a : a << 8 | b
            }
            return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        default: return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
