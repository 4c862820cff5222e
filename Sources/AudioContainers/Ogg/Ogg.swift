import AudioCore

/// Ogg files with Opus, Vorbis or FLAC in them. Opus is written too. There is no Speex.
///
/// After RFC 3533, RFC 7845, the Vorbis I specification, section A, and Xiph's mapping of FLAC. A packet may lie on several pages. The magic cookie is
/// Opus's identification header, `OpusHead`, or `VorbisHeaders`. The priming in the packet table is the frames that the
/// head states and those that the first page's position leaves out; the remainder is those that the last page's leaves out.
/// The first stream of sound counts; those beside it are skipped. A chained file, in which one stream follows another, is one
/// sound as long as the streams have the same format: for Opus the same channels, for Vorbis the same setup. It ends before
/// a stream of another format.
package enum Ogg: Container {
    package static let signatures = [[Magic("OggS")]]

    package static let types = [
        FileType(
            id: "Oggf", name: "Ogg", extensions: ["ogg", "opus", "oga"], mimeTypes: ["audio/ogg", "audio/opus"],
            utis: ["org.xiph.ogg-audio", "org.xiph.opus"], hfsTypes: ["Oggf"], formats: [.encoded("opus")])
    ]

    package static let annotations: FileAnnotations = [.info, .artwork, .markers]
    package static let writtenAnnotations: FileAnnotations = [
        .info, .artwork, .markers, .magicCookie, .packetTable, .priming,
    ]

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let head = try OggHead(source)
        switch head.codec {
        case .opus: return try read(try head.packets(OggOpus.self))
        case .vorbis: return try read(try head.packets(OggVorbis.self))
        case .flac: return try read(try head.packets(OggFLAC.self))
        }
    }

    private static func read<Sound>(_ scanner: OggPackets<Sound>) throws(AudioError) -> FileDescription {
        var packets = scanner
        var index = OggIndex(frames: try packets.firstFrames())
        while let packet = try packets.next() { try index.add(packet, start: packets.start ?? packet.offset) }
        guard index.count > 0 else {
            guard !packets.isDamaged else { throw .invalidFile.because("no packet of the Ogg stream is left") }
            var file = try packets.ahead()
            file.isComplete = packets.hasEnd && !packets.isDamaged
            file.packetTable = packets.table(totalFrames: 0)
            return file
        }
        var file = try index.description(packets.first.format)
        packets.describe(&file)
        file.isRewritable = file.isRewritable && file.pages == nil
        file.isComplete = packets.hasEnd && !packets.isDamaged
        file.packetTable = packets.table(totalFrames: file.packets.totalFrames)
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let head = try OggHead(source)
        switch head.codec {
        case .opus: return try stream(try head.packets(OggOpus.self))
        case .vorbis: return try stream(try head.packets(OggVorbis.self))
        case .flac: return try stream(try head.packets(OggFLAC.self))
        }
    }

    private static func stream<Sound>(_ scanner: OggPackets<Sound>) throws(AudioError) -> PacketStream {
        var packets = scanner
        var file = try packets.ahead()
        let first = try packets.peek()
        file.packetTable = packets.tableAhead
        return PacketStream(
            file, packets, upperBound: packets.first.largestPacket, typical: Double(first?.size ?? 0))
    }

    /// Reads the length of the sound from the last page.
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let head = try OggHead(source)
        switch head.codec {
        case .opus: return try preview(try head.packets(OggOpus.self), source)
        case .vorbis: return try preview(try head.packets(OggVorbis.self), source)
        case .flac: return try preview(try head.packets(OggFLAC.self), source)
        }
    }

    /// nil where only a scan finds the length: of a chain, of packets of Opus whose lengths vary, of a file that was cut off.
    private static func preview<Sound>(
        _ scanner: OggPackets<Sound>, _ source: any ByteSource
    ) throws(AudioError) -> FilePreview? {
        var packets = scanner
        var file = try packets.ahead()
        let size = try source.size()
        guard Sound.usualFrames == 0 || packets.haveEqualFrames else { return nil }
        guard let last = try packets.lastPosition(source), let duration = packets.duration(to: last) else { return nil }
        file.dataSize = size - file.dataOffset
        return FilePreview(
            description: file, duration: duration, bitRate: duration > 0 ? Double(file.dataSize) * 8 / duration : 0,
            packetSizeUpperBound: packets.first.largestPacket)
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        Enclosure(head: try OggWriter(file).head(dataOffset: dataOffset))
    }

    package static func packetHeaders(
        _ packets: [UnsafeRawBufferPointer], in file: inout FileDescription
    ) throws(AudioError) -> [[UInt8]] { try OggWriter(file).pages(of: packets, in: &file) }

    package static func revisedPage(of file: inout FileDescription) throws(AudioError) -> (
        bytes: [UInt8], offset: Int64
    )? {
        try OggWriter.revisedPage(of: &file)
    }
}

/// The pages that begin streams, up to the first of sound.
private struct OggHead {
    private let pages: OggPages
    private let serial: UInt32
    private let head: [UInt8]
    let codec: Codec

    enum Codec { case opus, vorbis, flac }

    private static let maximumStreams = 256

    init(_ source: any ByteSource) throws(AudioError) {
        var pages = try OggPages(source)
        var names: [String] = []
        while let page = try pages.next(), page.beginsStream, names.count < Self.maximumStreams {
            let contents = Array(try pages.contents(page))
            if let codec = Self.codec(contents) {
                (self.pages, serial, head, self.codec) = (pages, page.serial, contents, codec)
                return
            }
            names.append(Self.name(contents))
        }
        guard let first = names.first else { throw .invalidFile.because("there is no Ogg stream") }
        throw .unsupportedDataFormat.because(
            "Ogg files with \(first) are not supported, only those with Opus, Vorbis or FLAC")
    }

    private static func codec(_ head: [UInt8]) -> Codec? {
        if OggOpus.begins(head) { return .opus }
        if OggVorbis.begins(head) { return .vorbis }
        return OggFLAC.begins(head) ? .flac : nil
    }

    private static func name(_ contents: [UInt8]) -> String {
        let names: [(magic: String, name: String)] = [
            ("Speex   ", "Speex"), ("fishead", "a skeleton"), ("OVP80", "VP8"),
            ("BBCD", "Dirac"), ("CELT    ", "CELT"),
        ]
        if let found = names.first(where: { contents.starts(with: $0.magic.utf8) }) { return found.name }
        return contents.dropFirst().starts(with: "theora".utf8) ? "Theora" : "an unknown stream"
    }

    func packets<Sound: OggSound>(_ sound: Sound.Type) throws(AudioError) -> OggPackets<Sound> {
        try OggPackets(pages, serial: serial, head: head)
    }
}
