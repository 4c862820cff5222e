import AudioCore

/// The frames of an ID3v2 tag as bytes, whatever the tag's version: what writers folded in for safe transport is undone.
///
/// After id3.org's "ID3 tag version 2.2.0", "2.3.0" and "2.4.0 – Main Structure". Parsed from untrusted bytes: the list
/// ends at the first thing that is no frame, and a frame that is cut off is left out.
struct ID3Frames {
    /// A frame without its header. Frames of version 2.2 have the ID that later versions gave them, where they did.
    struct Frame: Hashable {
        var id: String
        var body: ArraySlice<UInt8>
        /// Pictures of version 2.2 state their format in three letters, later ones in a MIME type.
        var isOldPicture = false
    }

    private(set) var frames: [Frame] = []

    /// More frames than this are no tag that anybody wrote.
    private static let maximumCount = 4096

    /// The ten bytes before the frames.
    struct Header {
        var version: UInt8
        var flags: UInt8
        var bodySize: Int
        /// Bytes of the tag with its header and footer.
        var totalSize: UInt32 { UInt32(10 + bodySize + (flags & 0x10 != 0 && version >= 4 ? 10 : 0)) }

        /// - Throws: `formatSpecifierSize` for fewer than ten bytes, `parameter` where they do not begin a tag.
        init(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
            guard bytes.count >= 10 else { throw .formatSpecifierSize }
            guard bytes[0..<3].elementsEqual("ID3".utf8), (2...4).contains(bytes[3]), bytes[4] != 0xFF,
                bytes[6..<10].allSatisfy({ $0 < 0x80 })
            else { throw .parameter.because("this is not an ID3 tag of a known version") }
            version = bytes[3]
            flags = bytes[5]
            bodySize = bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        }

        var isUnsynchronised: Bool { flags & 0x80 != 0 }
        var hasExtendedHeader: Bool { flags & 0x40 != 0 && version >= 3 }
    }

    /// - Parameter body: what follows the header; the end may be missing.
    init(_ header: Header, _ body: ArraySlice<UInt8>) {
        var body = body
        if header.isUnsynchronised, header.version < 4 { body = Self.withoutStuffing(body)[...] }
        var reader = ByteReader(body)
        if header.hasExtendedHeader { Self.skipExtendedHeader(&reader, header.version) }
        while frames.count < Self.maximumCount, let frame = Self.next(&reader, header) { frames.append(frame) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

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
        let count = version == 4 ? synchsafe(size) - 4 : number(size)
        if count > 0, (try? reader.skip(count)) == nil { _ = reader.rest() }
    }

    /// The next frame, or nil at the padding, the end, or the first thing that is no frame.
    private static func next(_ reader: inout ByteReader, _ header: Header) -> Frame? {
        let idSize = header.version == 2 ? 3 : 4
        guard let whole = try? reader.take(idSize), case let id = ownID(whole, header), isID(id),
            let sizeBytes = try? reader.take(idSize)
        else { return nil }
        var flags: UInt8 = 0
        if header.version > 2 {
            guard let both = try? reader.take(2) else { return nil }
            flags = both[both.startIndex + 1]
        }
        let size = header.version == 4 ? size(sizeBytes, reader) : number(sizeBytes)
        guard let body = try? reader.take(size) else { return nil }
        let name = String(decoding: id, as: UTF8.self)
        let content = content(body, flags, header)
        guard id.count == 3 else { return Frame(id: name, body: content) }
        return Frame(id: newNames[name] ?? name, body: content, isOldPicture: name == "PIC")
    }

    /// The name without the zero with which iTunes filled up names of version 2.2 in tags of version 2.3.
    private static func ownID(_ id: ArraySlice<UInt8>, _ header: Header) -> ArraySlice<UInt8> {
        header.version == 3 && id.last == 0 ? id.dropLast() : id
    }

    private static func isID(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// Sizes have seven bits a byte in version 2.4, which iTunes for long did not heed: the reading counts behind which
    /// another frame begins, or the padding, or nothing.
    private static func size(_ bytes: ArraySlice<UInt8>, _ reader: ByteReader) -> Int {
        let (safe, plain) = (synchsafe(bytes), number(bytes))
        guard safe != plain else { return safe }
        if bytes.contains(where: { $0 >= 0x80 }) { return plain }
        return !isFollowed(reader, after: safe) && isFollowed(reader, after: plain) ? plain : safe
    }

    private static func isFollowed(_ reader: ByteReader, after size: Int) -> Bool {
        var reader = reader
        guard (try? reader.skip(size)) != nil else { return false }
        guard let next = try? reader.take(4) else { return reader.isAtEnd }
        return isID(next) || next.allSatisfy { $0 == 0 }
    }

    /// The frame's own bytes. Compressed and encrypted frames keep their place but say nothing here.
    private static func content(_ body: ArraySlice<UInt8>, _ flags: UInt8, _ header: Header) -> ArraySlice<UInt8> {
        switch header.version {
        case 3: return flags & 0xC0 != 0 ? [] : body.dropFirst(flags & 0x20 != 0 ? 1 : 0)
        case 4:
            guard flags & 0x0C == 0 else { return [] }
            let content = body.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
            return flags & 0x02 != 0 || header.isUnsynchronised ? withoutStuffing(content)[...] : content
        default: return body
        }
    }

    /// The frames of version 2.2 that go on under a longer name.
    private static let newNames: [String: String] = [
        "BUF": "RBUF", "CNT": "PCNT", "COM": "COMM", "CRA": "AENC", "ETC": "ETCO", "GEO": "GEOB", "IPL": "IPLS",
        "MCI": "MCDI", "MLL": "MLLT", "PIC": "APIC", "POP": "POPM", "REV": "RVRB", "SLT": "SYLT", "STC": "SYTC",
        "TAL": "TALB", "TBP": "TBPM", "TCM": "TCOM", "TCO": "TCON", "TCP": "TCMP", "TCR": "TCOP", "TDA": "TDAT",
        "TDY": "TDLY", "TEN": "TENC", "TFT": "TFLT", "TIM": "TIME", "TKE": "TKEY", "TLA": "TLAN", "TLE": "TLEN",
        "TMT": "TMED", "TOA": "TOPE", "TOF": "TOFN", "TOL": "TOLY", "TOR": "TORY", "TOT": "TOAL", "TP1": "TPE1",
        "TP2": "TPE2", "TP3": "TPE3", "TP4": "TPE4", "TPA": "TPOS", "TPB": "TPUB", "TRC": "TSRC", "TRD": "TRDA",
        "TRK": "TRCK", "TSI": "TSIZ", "TSS": "TSSE", "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TXT": "TEXT",
        "TXX": "TXXX", "TYE": "TYER", "UFI": "UFID", "ULT": "USLT", "WAF": "WOAF", "WAR": "WOAR", "WAS": "WOAS",
        "WCM": "WCOM", "WCP": "WCOP", "WPB": "WPUB", "WXX": "WXXX",
    ]
}
