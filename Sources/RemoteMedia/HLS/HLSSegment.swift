/// A piece of a stream: where its bytes are, how they are encrypted, and how long it lasts.
package struct HLSSegment: Equatable, Sendable {
    package var uri = ""
    /// Counted over all segments that the stream ever had.
    package var number: Int64 = 0
    /// Seconds.
    package var duration = 0.0
    package var title = ""
    /// The bytes of the resource; nil for all.
    package var range: Range<Int64>?
    /// Whether its times, and maybe its format, do not follow those of the segment before.
    package var isDiscontinuous = false
    /// Whether the segment is missing.
    package var isGap = false
    /// The date of its first sample, as text by ISO 8601.
    package var date: String?
    package var key: HLSKey?
    /// What comes before the segment's own bytes: the movie atom of fragments.
    package var map: HLSMap?
    /// What the tag says of the range, until the address is known.
    private var stated: HLSRange?

    init(key: HLSKey? = nil, map: HLSMap? = nil) { (self.key, self.map) = (key, map) }

    /// Takes a tag before the segment's address. Others are ignored.
    mutating func take(_ line: Substring) throws(HLSPlaylist.Fault) {
        if let text = line.value(of: "#EXTINF:") {
            let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard let seconds = parts.first.flatMap({ HLSMedia.seconds($0.prefix { $0 != " " }) }) else {
                throw HLSPlaylist.Fault("a segment's duration is no number")
            }
            duration = seconds
            if parts.count > 1 { title = String(parts[1]) }
        } else if let text = line.value(of: "#EXT-X-BYTERANGE:") {
            stated = try HLSRange(text)
        } else if line == "#EXT-X-DISCONTINUITY" {
            isDiscontinuous = true
        } else if line == "#EXT-X-GAP" {
            isGap = true
        } else if let text = line.value(of: "#EXT-X-PROGRAM-DATE-TIME:") {
            date = String(text)
        } else if let list = line.value(of: "#EXT-X-KEY:") {
            key = HLSKey(HLSAttributes(list))
        } else if let list = line.value(of: "#EXT-X-MAP:") {
            map = try HLSMap(HLSAttributes(list), key)
        }
    }

    /// Determines the range, which may begin where that of the segment before ends.
    mutating func settle(_ end: inout (uri: String, offset: Int64)?) throws(HLSPlaylist.Fault) {
        guard let stated else {
            end = nil
            return
        }
        self.stated = nil
        guard let start = stated.start ?? (end?.uri == uri ? end?.offset : nil) else {
            throw HLSPlaylist.Fault("a range does not say where it begins")
        }
        let (upper, overflows) = start.addingReportingOverflow(stated.length)
        guard !overflows else { throw HLSPlaylist.Fault("a range is too large") }
        range = start..<upper
        end = (uri, upper)
    }
}

/// `<n>[@<o>]`
struct HLSRange: Equatable, Sendable {
    let length: Int64
    let start: Int64?

    init(_ text: Substring) throws(HLSPlaylist.Fault) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }),
            numbers[0] > 0
        else { throw HLSPlaylist.Fault("a range is not one of bytes") }
        length = numbers[0]
        start = numbers.count > 1 ? numbers[1] : nil
    }
}

/// What comes before the bytes of segments.
package struct HLSMap: Hashable, Sendable {
    package let uri: String
    package let range: Range<Int64>?
    package let key: HLSKey?

    init(_ attributes: HLSAttributes, _ key: HLSKey?) throws(HLSPlaylist.Fault) {
        guard let uri = attributes["URI"] else { throw HLSPlaylist.Fault("a map has no address") }
        self.uri = uri
        self.key = key
        guard let text = attributes["BYTERANGE"] else {
            range = nil
            return
        }
        let stated = try HLSRange(text[...])
        let (upper, overflows) = (stated.start ?? 0).addingReportingOverflow(stated.length)
        guard !overflows else { throw HLSPlaylist.Fault("a range is too large") }
        range = (stated.start ?? 0)..<upper
    }
}

/// How segments are encrypted.
package struct HLSKey: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        /// All of a segment, by AES with a key of 128 bits, in CBC.
        case aes128
        /// A way that is not supported: that of samples, or FairPlay's.
        case other(String)
    }

    package let method: Method
    package let uri: String
    /// 16 bytes; nil where they are the segment's number.
    package let vector: [UInt8]?

    /// - Returns: nil where nothing is encrypted.
    init?(_ attributes: HLSAttributes) {
        let name = attributes["METHOD"] ?? "NONE"
        guard name != "NONE" else { return nil }
        let format = attributes["KEYFORMAT"] ?? "identity"
        method = name == "AES-128" && format == "identity" ? .aes128 : .other(name)
        uri = attributes["URI"] ?? ""
        vector = attributes["IV"].flatMap(Self.bytes)
    }

    /// The bytes of `0x…`, with zeros before them up to 16.
    private static func bytes(_ text: String) -> [UInt8]? {
        guard text.lowercased().hasPrefix("0x") else { return nil }
        let digits = text.dropFirst(2)
        guard (1...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let all = Array(String(repeating: "0", count: 32 - digits.count) + digits)
        return stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(all[$0...$0 + 1]), radix: 16) }
    }

    /// The vector for a segment.
    package func vector(ofSegment number: Int64) -> [UInt8] {
        vector ?? [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}

/// `NAME=value,NAME="value"`
struct HLSAttributes {
    private var values: [String: String] = [:]

    init(_ text: Substring) {
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].filter { $0 != " " }
            rest = rest[rest.index(after: equals)...]
            var value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                value = rest.prefix { $0 != "\"" }
                rest = rest[value.endIndex...].dropFirst()
                rest = rest.drop { $0 != "," }
            } else {
                value = rest.prefix { $0 != "," }
                rest = rest[value.endIndex...]
            }
            rest = rest.dropFirst()
            if values[name] == nil { values[name] = String(value) }
        }
    }

    subscript(name: String) -> String? { values[name] }
}
