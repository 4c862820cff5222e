import AudioCore

/// Ogg files with Opus in them. Read only.
///
/// After RFC 3533 and RFC 7845. A packet may lie on several pages: `FileDescription.pages` says where its pieces are. The
/// magic cookie is the identification header, `OpusHead`. The packet table has its pre-skip as priming, and as remainder
/// what the last page's position leaves out. Streams beside the first one of Opus are passed over; a chained file, in which
/// one stream follows another, is one sound where both have the same channels. Pages with a wrong checksum are left out, and
/// so is a packet that lost a part.
package enum Ogg: Container {
    package static let signatures = [[Magic("OggS")]]

    package static let types = [
        FileType(
            id: "Oggf", name: "Ogg", extensions: ["ogg", "opus", "oga"], mimeTypes: ["audio/ogg", "audio/opus"],
            utis: ["org.xiph.ogg-audio", "org.xiph.opus"], hfsTypes: ["Oggf"])
    ]

    package static let annotations: FileAnnotations = [.info, .artwork, .markers]

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        var stream = try OpusStream(source)
        try stream.readPackets()
        return try stream.description()
    }

    /// The last page tells how long the sound is.
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        var stream = try OpusStream(source)
        return try stream.preview()
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        throw .operationNotSupported.because("Ogg files are only read")
    }
}

/// `OpusHead`: what a decoder needs to know.
struct OpusHead {
    let bytes: [UInt8]
    let channels: Int
    let preSkip: Int
    /// How streams become channels; family 0 has no table.
    private let mapping: ArraySlice<UInt8>
    private let family: UInt8

    private static let size = 19
    static let magic = Array("OpusHead".utf8)
    static let sampleRate = 48_000.0

    init(_ packet: [UInt8]) throws(AudioError) {
        guard packet.starts(with: Self.magic), packet.count >= Self.size, packet[8] < 16, packet[9] > 0 else {
            throw .invalidFile.because("the header of the Opus stream is broken")
        }
        channels = Int(packet[9])
        preSkip = Int(packet[10]) | Int(packet[11]) << 8
        family = packet[18]
        let end = family == 0 ? Self.size : Self.size + 2 + channels
        guard packet.count >= end, family != 0 || channels <= 2 else {
            throw .invalidFile.because("the header of the Opus stream does not map its \(channels) channels")
        }
        bytes = Array(packet[..<end])
        mapping = bytes[18...]
    }

    /// From the atom `dOps` of MPEG-4, which has the same fields in the other byte order, version 0, and no magic.
    init(config: [UInt8]) throws(AudioError) {
        guard config.count >= 11 else { throw .invalidFile.because("the Opus configuration is cut off") }
        try self.init(Self.magic + [1, config[1]] + Self.turned(config[2..<10]) + config[10...])
    }

    /// What `dOps` holds.
    var config: [UInt8] { [0, bytes[9]] + Self.turned(bytes[10..<18]) + bytes[18...] }

    /// The three numbers behind the channels in the other byte order.
    private static func turned(_ fields: ArraySlice<UInt8>) -> [UInt8] {
        let all = Array(fields)
        return Array(all[0..<2].reversed() + all[2..<6].reversed() + all[6..<8].reversed())
    }

    /// Whether sound of `other` can follow in the same file.
    func agrees(with other: OpusHead) -> Bool { channels == other.channels && mapping == other.mapping }

    /// Families 0 and 1 have the channels in the order of Vorbis.
    var layout: ChannelLayout? {
        family < 2 ? Self.vorbisLayout(channels: channels) : nil
    }

    static func vorbisLayout(channels: Int) -> ChannelLayout? {
        let tags: [Int: UInt32] = [1: 100, 2: 101, 3: 150, 4: 185, 5: 212, 6: 213, 7: 214, 8: 215]
        return tags[channels].map { ChannelLayout(tag: $0 << 16 | UInt32(channels)) }
    }
}

/// How many frames an Opus packet decodes to, which its first two bytes tell: RFC 6716, section 3.
enum OpusPacket {
    /// Frames of the longest packet, at 48 kHz: 120 ms.
    static let maximumFrames = 5760
    /// Bytes of the largest packet of one stream: 48 frames of 1275 bytes with their sizes.
    static let maximumSize = 61_440

    /// nil for what is no packet.
    static func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let length =
            configuration < 12
            ? [480, 960, 1920, 2880][configuration % 4]
            : configuration < 16 ? 480 << (configuration % 2) : 120 << (configuration % 4)
        let count: Int
        switch first & 3 {
        case 0: count = 1
        case 3:
            guard packet.count > 1 else { return nil }
            count = Int(packet[1] & 63)
        default: count = 2
        }
        let frames = length * count
        return frames > 0 && frames <= maximumFrames ? frames : nil
    }
}

/// One reading of an Ogg file: its first stream of Opus, and those that are chained to it.
private struct OpusStream {
    private let source: any ByteSource
    private var pages: OggPages
    private var head: OpusHead
    private var serial: UInt32
    private var tags: [UInt8] = []
    /// Header packets of the current link that are still to come: its tags.
    private var awaitsTags = true
    private var index = FrameIndexBuilder(frames: 960)
    private var data = PagedData()
    /// A packet that its page did not end: where it begins in the data, and its frames.
    private var open: (start: Int64, frames: Int)?
    private var nextPage: UInt32 = 0
    private var link = Link()
    private var hasEnd = false

    /// Frames of the packets of one chained stream, and the positions that its pages tell.
    private struct Link {
        var frames: Int64 = 0
        var start: Int64?
        var last: Int64?
    }

    private static let maximumTags = 8 << 20
    private static let maximumStreams = 256

    /// Reads the pages that begin streams, up to the first of Opus.
    init(_ source: any ByteSource) throws(AudioError) {
        self.source = source
        pages = try OggPages(source)
        var names: [String] = []
        while let page = try pages.next(), page.beginsStream, names.count < Self.maximumStreams {
            let contents = Array(try pages.contents(page))
            if contents.starts(with: OpusHead.magic) {
                head = try OpusHead(contents)
                serial = page.serial
                return
            }
            names.append(Self.name(contents))
        }
        guard let first = names.first else { throw .invalidFile.because("there is no Ogg stream") }
        throw .unsupportedDataFormat.because("Ogg files with \(first) are not supported, only those with Opus")
    }

    private static func name(_ contents: [UInt8]) -> String {
        let names: [(magic: String, name: String)] = [
            ("\u{1}vorbis", "Vorbis"), ("\u{7F}FLAC", "FLAC"), ("Speex   ", "Speex"), ("fishead", "a skeleton"),
            ("OVP80", "VP8"), ("BBCD", "Dirac"), ("CELT    ", "CELT"),
        ]
        if let found = names.first(where: { contents.starts(with: $0.magic.utf8) }) { return found.name }
        return contents.dropFirst().starts(with: "theora".utf8) ? "Theora" : "an unknown stream"
    }

    mutating func readPackets() throws(AudioError) {
        while let page = try pages.next() {
            if page.beginsStream { try beginLink(page) } else if page.serial == serial { try read(page) }
        }
    }

    /// nil where only a scan can tell: of a chain, of packets whose lengths vary, of a file that was cut off.
    mutating func preview() throws(AudioError) -> FilePreview? {
        while index.packets.count == 0, let page = try pages.next() {
            if !page.beginsStream, page.serial == serial { try read(page) }
        }
        var file = try description()
        let size = try source.size()
        guard file.format.framesPerPacket > 0, let start = link.start, let last = try lastPosition(size) else {
            return nil
        }
        file.packets = PacketIndex(variableSizesWithFrames: file.format.framesPerPacket)
        file.packetTable = nil
        file.pages = nil
        file.dataSize = size - file.dataOffset
        let duration = Double(max(0, last - start - Int64(head.preSkip))) / OpusHead.sampleRate
        return FilePreview(
            description: file, duration: duration, bitRate: duration > 0 ? Double(file.dataSize) * 8 / duration : 0,
            packetSizeUpperBound: OpusPacket.maximumSize)
    }

    /// The position that the stream's last page tells; nil where the file's end is of another stream.
    private func lastPosition(_ size: Int64) throws(AudioError) -> Int64? {
        var pages = try OggPages(source, from: max(0, size - 2 * Int64(OggPage.maximumSize)))
        var last: Int64?
        while let page = try pages.next() {
            guard !page.beginsStream else { return nil }
            if page.serial == serial, page.granule >= 0, page.granule <= .max >> 1 { last = page.granule }
        }
        return last
    }

    /// Another stream: beside this one where no sound has come yet, else behind it.
    private mutating func beginLink(_ page: OggPage) throws(AudioError) {
        guard index.packets.count > 0 else { return }
        let contents = Array(try pages.contents(page))
        guard contents.starts(with: OpusHead.magic) else {
            // Chained groups may begin with a stream of something else.
            return
        }
        let next = try OpusHead(contents)
        guard next.agrees(with: head) else {
            throw .unsupportedDataFormat.because("the chained Ogg streams have different channels")
        }
        serial = page.serial
        awaitsTags = true
        hasEnd = false
        open = nil
        link = Link()
    }

    private mutating func read(_ page: OggPage) throws(AudioError) {
        if awaitsTags { return try readTags(page) }
        hasEnd = page.endsStream
        let contents = try pages.contents(page)
        let start = try data.append(page)
        var position = 0
        var lacing = page.lacing[...]
        if !page.continuesPacket || page.sequence != nextPage { open = nil }
        nextPage = page.sequence &+ 1
        if page.continuesPacket, open == nil {
            // The packet's beginning is lost, and with it the packet.
            position = Self.takePiece(&lacing).size
        }
        var frames: Int64 = 0
        while !lacing.isEmpty {
            let piece = Self.takePiece(&lacing)
            if open == nil {
                let packet = UnsafeBufferPointer(rebasing: contents[position..<position + piece.size])
                if let count = OpusPacket.frames(packet) { open = (start + Int64(position), count) }
            }
            position += piece.size
            guard piece.isLast, let packet = open else { continue }
            open = nil
            let size = Int(start) + position - Int(packet.start)
            guard size <= OpusPacket.maximumSize * 255 else { continue }
            try index.add(at: packet.start, size: size, frames: packet.frames)
            frames += Int64(packet.frames)
        }
        note(page, frames)
    }

    /// The bytes of the next packet that are on this page, and whether the packet ends here.
    private static func takePiece(_ lacing: inout ArraySlice<UInt8>) -> (size: Int, isLast: Bool) {
        var size = 0
        while let value = lacing.popFirst() {
            size += Int(value)
            if value < 255 { return (size, true) }
        }
        return (size, false)
    }

    private mutating func note(_ page: OggPage, _ frames: Int64) {
        link.frames += frames
        guard page.granule >= 0, page.granule <= .max >> 1, frames > 0 || page.endsStream else { return }
        // A recording of a broadcast begins somewhere; a first page that is the last may only be shorter than it seems.
        if link.start == nil { link.start = page.endsStream ? 0 : max(0, page.granule - link.frames) }
        link.last = page.granule
    }

    /// The tags may go over many pages; sound begins on a new one.
    private mutating func readTags(_ page: OggPage) throws(AudioError) {
        if index.packets.count == 0, tags.count < Self.maximumTags { tags += try pages.contents(page) }
        awaitsTags = !page.lacing.contains { $0 < 255 }
    }

    func description() throws(AudioError) -> FileDescription {
        let format = StreamFormat(sampleRate: OpusHead.sampleRate, formatID: "opus", channels: head.channels)
        var file: FileDescription
        if index.packets.count > 0 {
            file = try index.description("Oggf", format)
        } else {
            file = FileDescription(
                fileType: "Oggf", format: format, packets: PacketIndex(variableSizesWithFrames: 960))
            file.format.framesPerPacket = 960
            file.alignsAudioData = false
        }
        var placed = data
        let first = file.dataOffset
        placed.skip(first)
        file.pages = placed
        file.dataOffset = placed.firstOffset
        file.magicCookie = head.bytes
        file.layout = head.layout
        file.isRewritable = false
        file.isComplete = hasEnd && !pages.isDamaged
        let magic = Array("OpusTags".utf8)
        if tags.starts(with: magic) { VorbisComments(Array(tags.dropFirst(magic.count))).describe(&file) }
        file.packetTable = table(file.packets)
        return file
    }

    private func table(_ packets: PacketIndex) -> PacketTableInfo {
        let total = packets.totalFrames
        let priming = min(Int64(head.preSkip), total)
        var cut: Int64 = 0
        if let start = link.start, let last = link.last { cut = max(0, link.frames - max(0, last - start)) }
        let remainder = min(cut, total - priming, Int64(Int32.max))
        return PacketTableInfo(
            validFrames: total - priming - remainder, primingFrames: Int32(priming), remainderFrames: Int32(remainder))
    }
}
