import AudioCore

/// The family of ISO 14496-12 and QuickTime: MPEG-4, its audio-only names, 3GPP and 3GPP2.
///
/// QuickTime movies are read as MPEG-4 files. The sound track of a file with pictures is opened.
///
/// While a file is written it is a movie with a fragment ahead of the audio data (`MPEG4Journal`), so that a file whose writer
/// was killed opens. A finished one has one movie atom and no fragments.
package enum MPEG4: Container {
    package static let signatures: [[Magic]] = ["ftyp", "moov", "mdat", "wide", "free", "skip"].map {
        [Magic($0, at: 4)]
    }

    static let mpeg4: FourCC = "mp4f"
    static let m4a: FourCC = "m4af"
    static let m4b: FourCC = "m4bf"
    static let threeGPP: FourCC = "3gpp"
    static let threeGPP2: FourCC = "3gp2"

    private static let formats = encoded([.aac, "aace", "aach", "aacl", "aacp", "ac-3", .alac, "ec-3"])
    private static let more = formats + encoded(["flac", "opus"])
    private static let speech = encoded([.aac, "aace", "aach", "aacl", "aacp", "samr", "sawb"])

    private static func encoded(_ ids: [FourCC]) -> [FileType.WritableFormat] { ids.map { .encoded($0) } }

    package static let types = [
        FileType(
            id: mpeg4, name: "MPEG-4 Audio", extensions: ["mp4", "mpg4"], mimeTypes: ["audio/mp4", "video/mp4"],
            utis: ["public.mpeg-4", "public.mpeg-4-audio"], hfsTypes: ["mpg4"], formats: more),
        FileType(
            id: m4a, name: "Apple MPEG-4 Audio", extensions: ["m4a", "m4r"], mimeTypes: ["audio/x-m4a", "audio/x-m4r"],
            utis: ["com.apple.m4a-audio"], hfsTypes: ["M4A "], formats: formats),
        FileType(
            id: m4b, name: "Apple MPEG-4 AudioBooks", extensions: ["m4b"], mimeTypes: ["audio/x-m4b"],
            utis: ["com.apple.protected-mpeg-4-audio-b"], hfsTypes: ["M4B "], formats: formats),
        FileType(
            id: threeGPP, name: "3GP Audio", extensions: ["3gp"], mimeTypes: ["audio/3gpp", "video/3gpp"],
            utis: ["public.3gpp"], hfsTypes: ["3gpp"], formats: speech),
        FileType(
            id: threeGPP2, name: "3GPP-2 Audio", extensions: ["3g2"], mimeTypes: ["audio/3gpp2", "video/3gpp2"],
            utis: ["public.3gpp2"], hfsTypes: ["3gp2"], formats: speech),
    ]

    /// The type a file says it is by its major brand.
    static func type(ofBrand brand: FourCC) -> FourCC {
        let letters = String(brand.description.prefix(3))
        switch letters {
        case "M4A", "M4P": return m4a
        case "M4B": return m4b
        case "3g2", "kdd": return threeGPP2
        default: return letters.hasPrefix("3g") ? threeGPP : mpeg4
        }
    }

    package static let annotations: FileAnnotations = [
        .info, .artwork, .markers, .userData, .magicCookie, .packetTable,
    ]

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        try read(source, track: nil)
    }

    package static func read(_ source: any ByteSource, soundTrack: Int) throws(AudioError) -> FileDescription {
        try read(source, track: soundTrack)
    }

    /// Reads a sound track, counted from 0; nil for the first that can be read.
    private static func read(_ source: any ByteSource, track soundTrack: Int?) throws(AudioError) -> FileDescription {
        do throws(AudioError) {
            return try MPEG4Reader(source).description(soundTrack: soundTrack)
        } catch  where error == .endOfFile {
            throw .invalidFile.because("the file ends within an atom it needs")
        }
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        do throws(AudioError) {
            return try MPEG4Reader(source, stopsAtData: true).stream()
        } catch  where error == .endOfFile {
            throw .invalidFile.because("the file ends within an atom it needs")
        }
    }

    package static func soundTracks(_ source: any ByteSource) throws(AudioError) -> Int {
        try MPEG4Reader(source).tracks.filter(\.isSound).count
    }

    package static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8] {
        guard ["ac-3", "ec-3"].contains(file.format.formatID), file.magicCookie.isEmpty else { return [] }
        guard let config = MPEG4Dolby.config(file.format.formatID, packet: packet) else {
            throw .unsupportedDataFormat.because("the first packet is not of '\(file.format.formatID)'")
        }
        file.magicCookie = config
        return []
    }

    package static func journal(
        _ file: FileDescription, after progress: JournalEntry.Progress?
    ) -> JournalEntry? { MPEG4Journal(file).entry(after: progress) }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        try MPEG4Writer(file).enclosure(dataOffset: dataOffset)
    }
}
