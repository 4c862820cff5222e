import AudioCore

/// Sony's Wave64: the chunks of WAVE under names of 16 bytes and with sizes of 64 bits.
///
/// After Sonic Foundry's specification of the Sony Wave64 format. Sizes count a chunk's header of 24 bytes, and chunks begin at
/// multiples of 8. Texts and markers have chunks of their own there, which no program is known to read, so that none are written;
/// a chunk under any four-character code takes the same code as the beginning of its name.
package enum Wave64: Container {
    package static let signatures: [[Magic]] = [
        [Magic("riff"), Magic(FourCC(0x2E91_CF11), at: 4), Magic(FourCC(0xA5D6_28DB), at: 8)]
    ]

    package static let types = [
        FileType(
            id: "W64f", name: "Wave64", extensions: ["w64"], mimeTypes: ["audio/x-w64"], hfsTypes: ["W64f"],
            formats: WAVE.formats)
    ]

    package static let annotations = FileAnnotations.userData
    package static let writtenAnnotations = WAVE.packetAnnotations.union(.userData)

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription { try WAVE.read(source) }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        try WAVE.stream(source)
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        try WAVEWriter(file).enclosure(dataOffset: dataOffset)
    }
}

/// A chunk's name in Wave64: most are a four-character code and the rest of a GUID.
struct Wave64Name {
    var bytes: [UInt8]

    /// Stands for names that are not made of a code.
    static let unknown = FourCC(0)

    /// What follows the codes of RIFF's own chunks, `riff` and `list`, behind a byte that differs, and those of all others.
    private static let groupEnd: [UInt8] = [0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    private static let chunkEnd: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]

    static let riff = Wave64Name(Array("riff".utf8) + [0x2E] + groupEnd)
    private static let list = Wave64Name(Array("list".utf8) + [0x2F] + groupEnd)
    static let wave = Wave64Name(Array("wave".utf8) + chunkEnd)

    /// - Parameter bytes: 16 of them.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ id: FourCC) {
        bytes = id == "LIST" ? Self.list.bytes : id.bytes + Self.chunkEnd
    }

    /// The code that WAVE has for such a chunk.
    var id: FourCC {
        if bytes == Self.list.bytes { return "LIST" }
        let code = bytes.prefix(4)
        guard bytes.suffix(12) == Self.chunkEnd[...], code.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return Self.unknown
        }
        return FourCC(code.reduce(0) { $0 << 8 | UInt32($1) })
    }
}
