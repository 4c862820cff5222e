import AudioCore

/// An ID3v2 tag, versions 2.2 to 2.4: its size and its texts. Parsed from untrusted bytes.
package struct ID3Tag {
    /// Text frames by the names of `kAFInfoDictionary_…`, else by their frame ID; the first of a name wins.
    package private(set) var dictionary: [(key: String, value: String)] = []

    /// Bytes of the tag with its header and footer, from its first ten bytes.
    ///
    /// - Throws: `formatSpecifierSize` for fewer than ten bytes, `parameter` where they do not begin a tag.
    package static func size(of bytes: UnsafeRawBufferPointer) throws(AudioError) -> UInt32 {
        guard bytes.count >= 10 else { throw .formatSpecifierSize }
        return try Header(Array(bytes.prefix(10))).totalSize
    }

    private struct Header {
        var version: UInt8
        var flags: UInt8
        var bodySize: Int
        var totalSize: UInt32 { UInt32(10 + bodySize + (flags & 0x10 != 0 && version >= 4 ? 10 : 0)) }

        init(_ bytes: [UInt8]) throws(AudioError) {
            guard bytes[0..<3].elementsEqual("ID3".utf8), (2...4).contains(bytes[3]), bytes[4] != 0xFF,
                bytes[6..<10].allSatisfy({ $0 < 0x80 })
            else { throw .parameter.because("this is not an ID3 tag of a known version") }
            version = bytes[3]
            flags = bytes[5]
            bodySize = ID3Tag.synchsafe(bytes[6..<10])
        }
    }

    /// - Throws: `formatSpecifierSize` where the bytes end before the tag does.
    package init(_ bytes: [UInt8]) throws(AudioError) {
        guard bytes.count >= 10 else { throw .formatSpecifierSize }
        let header = try Header(bytes)
        guard bytes.count - 10 >= header.bodySize else { throw .formatSpecifierSize }
        var body = Array(bytes[10..<10 + header.bodySize])
        if header.flags & 0x80 != 0, header.version < 4 { body = Self.withoutStuffing(body[...]) }
        var reader = ByteReader(body)
        if header.flags & 0x40 != 0, header.version >= 3 { Self.skipExtendedHeader(&reader, header.version) }
        var seen: Set<String> = []
        while let frame = Self.nextFrame(&reader, header.version) {
            guard let (key, value) = Self.text(of: frame), seen.insert(key).inserted else { continue }
            dictionary.append((key, value))
        }
    }

    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } }

    /// Undoes unsynchronisation: the zero after each 0xFF goes.
    private static func withoutStuffing(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var afterFF = false
        for byte in bytes {
            if !(afterFF && byte == 0) { result.append(byte) }
            afterFF = byte == 0xFF
        }
        return result
    }

    /// A lying size leaves the reader at the end, where no frame follows.
    private static func skipExtendedHeader(_ reader: inout ByteReader, _ version: UInt8) {
        guard let size = try? reader.take(4) else { return }
        let count = version == 4 ? synchsafe(size) - 4 : size.reduce(0) { $0 << 8 | Int($1) }
        if count > 0, (try? reader.skip(count)) == nil { _ = reader.rest() }
    }

    private struct Frame {
        var id: String
        var body: ArraySlice<UInt8>
    }

    /// The next frame, or nil at the padding, the end, or the first thing that is no frame.
    private static func nextFrame(_ reader: inout ByteReader, _ version: UInt8) -> Frame? {
        let idSize = version == 2 ? 3 : 4
        guard let id = try? reader.take(idSize),
            id.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }),
            let sizeBytes = try? reader.take(idSize)
        else { return nil }
        let size = version == 4 ? synchsafe(sizeBytes) : sizeBytes.reduce(0) { $0 << 8 | Int($1) }
        var flags: UInt8 = 0
        if version > 2 {
            guard let both = try? reader.take(2) else { return nil }
            flags = both[both.startIndex + 1]
        }
        guard var body = try? reader.take(size) else { return nil }
        if version == 4 {
            if flags & 0x01 != 0 { body = body.dropFirst(4) }
            if flags & 0x02 != 0 { body = withoutStuffing(body)[...] }
        }
        // Compressed and encrypted frames keep their place but say nothing here.
        let isOpaque = version == 4 ? flags & 0x0C != 0 : version == 3 && flags & 0xC0 != 0
        return Frame(id: String(decoding: id, as: UTF8.self), body: isOpaque ? [] : body)
    }

    private static let names: [String: String] = [
        "TIT2": "title", "TT2": "title", "TPE1": "artist", "TP1": "artist", "TALB": "album", "TAL": "album",
        "TYER": "year", "TYE": "year", "TDRC": "year", "TCON": "genre", "TCO": "genre", "TRCK": "track number",
        "TRK": "track number", "TCOM": "composer", "TCM": "composer", "TCOP": "copyright", "TCR": "copyright",
        "TBPM": "tempo", "TBP": "tempo", "TKEY": "key signature", "TKE": "key signature", "TEXT": "lyricist",
        "TXT": "lyricist", "TIT3": "subtitle", "TT3": "subtitle", "TSRC": "ISRC", "TRC": "ISRC",
        "TSSE": "encoding application", "TSS": "encoding application", "COMM": "comments", "COM": "comments",
    ]

    private static func text(of frame: Frame) -> (key: String, value: String)? {
        guard let encoding = frame.body.first else { return nil }
        let isComment = frame.id == "COMM" || frame.id == "COM"
        guard isComment || frame.id.hasPrefix("T") else { return nil }
        var parts = split(frame.body.dropFirst(isComment ? 4 : 1), encoding)
        var key = names[frame.id] ?? frame.id
        if isComment {
            // Described comments are programs' notes to themselves; the plain one is for people.
            guard parts.count > 1 else { return nil }
            let description = parts.removeFirst()
            if !description.isEmpty { key = "comments:" + description }
        } else if frame.id == "TXXX" || frame.id == "TXX" {
            guard parts.count > 1 else { return nil }
            key = parts.removeFirst()
        }
        guard let value = parts.first, !value.isEmpty, !key.isEmpty else { return nil }
        return (key, value)
    }

    /// The zero-separated texts in the frame's encoding: Latin-1, UTF-16 with a mark, UTF-16 big-endian, UTF-8.
    private static func split(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
        switch encoding {
        case 1, 2: return splitWide(bytes, bigEndian: encoding == 2)
        case 3:
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        default:
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map { part in
                String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
            }
        }
    }

    private static func splitWide(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [String] {
        var isBig = bigEndian
        var parts: [[UInt16]] = [[]]
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            index += 2
            let unit = isBig ? first << 8 | second : second << 8 | first
            if parts[parts.count - 1].isEmpty, unit == 0xFFFE || unit == 0xFEFF {
                if unit == 0xFFFE { isBig.toggle() }
            } else if unit == 0 {
                parts.append([])
            } else {
                parts[parts.count - 1].append(unit)
            }
        }
        return parts.map { String(decoding: $0, as: UTF16.self) }
    }
}
