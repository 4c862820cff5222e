/// An MPEG-4 elementary stream descriptor (ISO/IEC 14496-1), Core Audio's magic cookie for AAC: which codec, and what its
/// decoder needs to know.
package struct ESDescriptor: Hashable, Sendable {
    /// `objectTypeIndication`: 0x40 for MPEG-4 audio, 0x66 to 0x68 for MPEG-2 AAC, and others.
    package var objectType: UInt8
    /// Bytes that a decoder must be able to hold back; 24 bits.
    package var bufferSize: UInt32 = 0
    /// Bits per second, 0 where the descriptor does not state them.
    package var maximumBitRate: UInt32 = 0
    package var averageBitRate: UInt32 = 0
    /// DecoderSpecificInfo; for AAC the AudioSpecificConfig.
    package var specificInfo: [UInt8]

    package static let mpeg4Audio: UInt8 = 0x40
    /// What stands in no smaller cookie, and no cookie needs.
    package static let maximumSize = 1 << 20

    private static let streamTag: UInt8 = 3
    private static let configTag: UInt8 = 4
    private static let infoTag: UInt8 = 5
    private static let syncTag: UInt8 = 6

    package init(objectType: UInt8 = mpeg4Audio, specificInfo: [UInt8]) {
        self.objectType = objectType
        self.specificInfo = specificInfo
    }

    /// Whether `cookie` begins as a descriptor does; a bare AudioSpecificConfig does not.
    package static func claims(_ cookie: [UInt8]) -> Bool {
        let bytes = unwrapped(cookie)
        return bytes.first == streamTag || bytes.first == configTag
    }

    /// Parses untrusted bytes: the descriptor, alone or with the version word or the whole head of the atom `esds` before
    /// it, or its DecoderConfigDescriptor. What follows the DecoderSpecificInfo is ignored.
    ///
    /// - Throws: `endOfFile` where the bytes end too early, `converterFormat` where they are something else.
    package init(_ bytes: [UInt8]) throws(AudioError) {
        guard bytes.count <= Self.maximumSize else { throw .converterFormat.because("the descriptor is too long") }
        var reader = ByteReader(Self.unwrapped(bytes))
        var (tag, body) = try Self.element(&reader)
        if tag == Self.streamTag {
            try body.skip(2)
            let flags = try body.big(UInt8.self)
            if flags & 0x80 != 0 { try body.skip(2) }
            if flags & 0x40 != 0 { try body.skip(Int(try body.big(UInt8.self))) }
            if flags & 0x20 != 0 { try body.skip(2) }
            (tag, body) = try Self.element(&body)
        }
        guard tag == Self.configTag else { throw .converterFormat.because("there is no decoder configuration") }
        objectType = try body.big()
        // The kind of stream, then a buffer size of three bytes.
        bufferSize = try body.big(UInt32.self) & 0xFF_FFFF
        maximumBitRate = try body.big()
        averageBitRate = try body.big()
        specificInfo = []
        guard !body.isAtEnd else { return }
        let size: Int
        (tag, size) = try Self.head(&body)
        if tag == Self.infoTag { specificInfo = Array(try body.take(size)) }
    }

    /// Without the head of `esds` and its version word.
    private static func unwrapped(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let atom: [UInt8] = Array("esds".utf8)
        let start = bytes.count >= 12 && bytes[4..<8].elementsEqual(atom) ? 8 : 0
        return bytes[start...].starts(with: [0, 0, 0, 0]) ? bytes[(start + 4)...] : bytes[start...]
    }

    /// A tag and a length: seven bits a byte, at most four of them.
    private static func head(_ reader: inout ByteReader) throws(AudioError) -> (tag: UInt8, length: Int) {
        let tag = try reader.big(UInt8.self)
        var length = 0
        for _ in 0..<4 {
            let byte = try reader.big(UInt8.self)
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return (tag, length)
    }

    /// A tag and a reader of what it holds. Some writers count too much here, so the bytes there are count.
    private static func element(_ reader: inout ByteReader) throws(AudioError) -> (UInt8, ByteReader) {
        let (tag, length) = try head(&reader)
        return (tag, try reader.slice(min(length, reader.remaining)))
    }

    /// The descriptor with lengths of four bytes, as Core Audio writes them.
    package var bytes: [UInt8] {
        var output = ByteWriter()
        func head(_ tag: UInt8, _ length: Int) {
            output.big(tag)
            for shift in [21, 14, 7] { output.big(UInt8(length >> shift & 0x7F | 0x80)) }
            output.big(UInt8(length & 0x7F))
        }
        let info = specificInfo.isEmpty ? 0 : 5 + specificInfo.count
        head(Self.streamTag, 3 + 5 + 13 + info + 5 + 1)
        output.zeros(3)
        head(Self.configTag, 13 + info)
        output.big(objectType)
        // An audio stream, with the bit that is always set.
        output.big(UInt32(0x15) << 24 | min(bufferSize, 0xFF_FFFF))
        output.big(maximumBitRate)
        output.big(averageBitRate)
        if !specificInfo.isEmpty {
            head(Self.infoTag, specificInfo.count)
            output.append(specificInfo)
        }
        // A synchronisation layer as MPEG-4 files predefine it.
        head(Self.syncTag, 1)
        output.big(UInt8(2))
        return output.bytes
    }
}
