import AudioCore

/// Apple's Core Audio Format: one sound in any format, chunks of any size.
///
/// After the Apple Core Audio Format Specification 1.0 and CAFFile.h. While packets of varying size are written, their table
/// stands ahead of the audio data (`CAFJournal`), so that a file whose writer was killed opens with them.
package enum CAF: Container {
    package static let signatures = [[Magic("caff")]]

    package static let types = [
        FileType(
            id: "caff", name: "CAF", extensions: ["caf"], mimeTypes: ["audio/x-caf"],
            utis: ["com.apple.coreaudio-format"], hfsTypes: ["caff"], formats: formats, holdsFewerBits: true)
    ]

    /// Everything that has a name, in the order of the codes, linear PCM where `lpcm` would stand.
    private static let formats: [FileType.WritableFormat] =
        encoded([
            ".mp1", ".mp2", ".mp3", "QDM2", "QDMC", "Qclp", "Qclq", "aac ", "aace", "aacf", "aacg", "aach", "aacl",
            "aacp", "ac-3", "alac", "alaw", "dvi8", "ec-3", "flac", "ilbc", "ima4",
        ])
        + [.pcm(.signed, bits: 8, bigEndian: true)]
        + [true, false].flatMap { bigEndian in
            [16, 24, 32].map { .pcm(.signed, bits: $0, bigEndian: bigEndian) }
                + [32, 64].map { .pcm(.float, bits: $0, bigEndian: bigEndian) }
        }
        + encoded([FourCC(0x6D73_0002), FourCC(0x6D73_0011), "opus", "samr", "sawb", "ulaw"])

    package static let annotations: FileAnnotations = [
        .info, .markers, .regions, .userData, .magicCookie, .packetTable,
    ]

    private static func encoded(_ ids: [FourCC]) -> [FileType.WritableFormat] { ids.map { .encoded($0) } }

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        do throws(AudioError) {
            return try CAFReader(source).description()
        } catch  where error == .endOfFile {
            throw .invalidFile.because("the CAF file ends within a chunk it needs")
        }
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let file = try CAFReader(source, stopsAtData: true).description()
        return file.packets.isConstant ? PacketStream(constant: file) : PacketStream(indexed: file)
    }

    package static func journal(
        _ file: FileDescription, after progress: JournalEntry.Progress?
    ) -> JournalEntry? { CAFJournal.entry(file, after: progress) }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        try CAFWriter(file).enclosure(dataOffset: dataOffset)
    }
}

/// Finds the chunks of a CAF file, then makes a description of them.
private struct CAFReader {
    let source: any ByteSource
    private let stopsAtData: Bool
    /// All chunks but the data, in the order of the file. Each lies wholly within the file.
    private var places: [FileDescription.ChunkPlace] = []
    private var data: DataPlace?

    private struct DataPlace {
        var place: FileDescription.ChunkPlace
        /// Bytes of audio data that are really there.
        var audioSize: Int64
        var isComplete: Bool
    }

    private static let maximumChunks = 1 << 16
    /// Chunks of text, markers and the like beyond this size are carried along unread.
    private static let maximumParsedSize: Int64 = 1 << 20
    /// How much all chunks that are carried along may take in memory; the others stay in the file.
    private static let maximumHeldSize: Int64 = 1 << 20
    /// The audio data begins behind a count of edits.
    static let editCountSize: Int64 = 4

    /// - Parameter stopsAtData: whether only what stands before the audio data is read.
    init(_ source: any ByteSource, stopsAtData: Bool = false) throws(AudioError) {
        self.source = source
        self.stopsAtData = stopsAtData
        let size = try source.size()
        var header = ByteReader(try source.prefix(at: 0, upTo: CAFFileHeader.size))
        _ = try CAFFileHeader(parsing: &header)
        var position = Int64(CAFFileHeader.size)
        while let next = try chunk(at: position, fileSize: size), data == nil || !stopsAtData { position = next }
    }

    /// Notes the chunk at `position` and returns where the next one would be; nil where there is none.
    private mutating func chunk(at position: Int64, fileSize: Int64) throws(AudioError) -> Int64? {
        guard fileSize - position >= Int64(CAFChunkHeader.size) else { return nil }
        var input = ByteReader(try source.prefix(at: position, upTo: CAFChunkHeader.size))
        let header = try CAFChunkHeader(parsing: &input)
        // Zeros behind the data are room that a killed writer left.
        guard data == nil || header.id != FourCC(0) else { return nil }
        let body = position + Int64(CAFChunkHeader.size)
        let available = fileSize - body
        guard places.count < Self.maximumChunks else { throw .invalidFile.because("there are too many chunks") }
        guard places.isEmpty == (header.id == CAFDescription.id) else {
            throw .invalidFile.because("the first chunk of a CAF file must be desc, and no other")
        }
        if header.id == CAFWriter.dataID { return try noteData(header, at: body, available: available) }
        guard header.bodySize >= 0 || data != nil else {
            throw .invalidFile.because("the chunk \(header.id) has the size \(header.bodySize)")
        }
        guard (0...max(0, available)).contains(header.bodySize) else {
            // The tail was cut off, or a killed writer had not finished it. The sound before it is read all the same.
            guard data != nil else { throw .invalidFile.because("the chunk \(header.id) is longer than the file") }
            return nil
        }
        places.append(FileDescription.ChunkPlace(id: header.id, offset: body, size: header.bodySize))
        if header.id == CAFPacketTableHeader.id { try source.expect(header.bodySize, at: body) }
        return body + header.bodySize
    }

    private mutating func noteData(
        _ header: CAFChunkHeader, at body: Int64, available: Int64
    ) throws(AudioError) -> Int64? {
        guard data == nil else { throw .invalidFile.because("there are two data chunks") }
        guard header.bodySize == -1 || header.bodySize >= Self.editCountSize, available >= Self.editCountSize else {
            throw .invalidFile.because("the data chunk has the size \(header.bodySize)")
        }
        let size = header.bodySize == -1 ? available : min(header.bodySize, available)
        data = DataPlace(
            place: FileDescription.ChunkPlace(id: header.id, offset: body, size: size),
            audioSize: size - Self.editCountSize, isComplete: size == header.bodySize)
        return body + size
    }

    // MARK: The description

    func description() throws(AudioError) -> FileDescription {
        guard let data else { throw .invalidFile.because("there is no data chunk") }
        var input = try reader(of: places[0])
        let format = try CAFDescription(parsing: &input).format()
        let (packets, packetTable) = try packetIndex(format, data)
        var file = FileDescription(fileType: CAFFileHeader.magic, format: format, packets: packets)
        file.packetTable = packetTable
        file.dataOffset = data.place.offset + Self.editCountSize
        // What stands in the data chunk behind the last packet is room that a killed writer left.
        let hasRoom = data.isComplete && !packets.isConstant && packets.totalBytes < data.audioSize
        file.dataSize = hasRoom ? packets.totalBytes : data.audioSize
        file.isComplete = data.isComplete && !hasRoom
        file.alignsAudioData = file.dataOffset % CAFWriter.pageSize == 0
        var editCount = ByteReader(try source.prefix(at: data.place.offset, upTo: Int(Self.editCountSize)))
        file.editCount = try editCount.big()
        try describeChunks(&file, data.place)
        file.sourceBitDepth = sourceBitDepth(file)
        return file
    }

    private func describeChunks(
        _ file: inout FileDescription, _ data: FileDescription.ChunkPlace
    ) throws(AudioError) {
        var parsed: Set<FourCC> = []
        var strings = CAFStrings()
        var held: Int64 = 0
        for place in places {
            // Of two chunks that may stand but once the first counts.
            if !parsed.contains(place.id), try describe(place, &file, &strings) {
                if place.id != CAFWriter.freeID { parsed.insert(place.id) }
                file.knownChunks.append(place)
                continue
            }
            let body = try userBody(place, held: &held)
            file.userChunks.append(FileDescription.Chunk(id: place.id, body: body))
            if place.offset > data.offset { file.isOptimized = false }
        }
        file.knownChunks.append(data)
        file.knownChunks.sort { $0.offset < $1.offset }
        strings.name(&file.markers, &file.regions)
        if !strings.texts.isEmpty {
            var rest = ByteWriter()
            strings.write(to: &rest)
            file.userChunks.append(FileDescription.Chunk(id: CAFStrings.id, body: .bytes(rest.bytes)))
        }
    }

    /// Takes into the description what a property covers. False where a chunk is none of these, is too long, or breaks
    /// its own rules: it is then carried along as it is, for the sound does not depend on it.
    private func describe(
        _ place: FileDescription.ChunkPlace, _ file: inout FileDescription, _ strings: inout CAFStrings
    ) throws(AudioError) -> Bool {
        switch place.id {
        case CAFDescription.id, CAFPacketTableHeader.id, CAFWriter.freeID: return true
        case CAFWriter.cookieID:
            file.magicCookie = try source.bytes(at: place.offset, count: Int(place.size), limit: 1 << 20)
        case CAFChannelLayout.id:
            guard let chunk = try parse(CAFChannelLayout.self, place) else { return false }
            file.layout = chunk.layout
        case CAFInfo.id:
            guard let chunk = try parse(CAFInfo.self, place) else { return false }
            file.info = chunk.info
        case CAFMarkers.id:
            guard let chunk = try parse(CAFMarkers.self, place) else { return false }
            file.markers = chunk.markers
            file.smpteTimeType = chunk.smpteTimeType
        case CAFRegions.id:
            guard let chunk = try parse(CAFRegions.self, place) else { return false }
            file.regions = chunk.regions
            if file.smpteTimeType == 0 { file.smpteTimeType = chunk.smpteTimeType }
        case CAFStrings.id:
            guard let chunk = try parse(CAFStrings.self, place) else { return false }
            strings = chunk
        default: return false
        }
        return true
    }

    private func parse<Chunk: CAFChunk>(
        _: Chunk.Type, _ place: FileDescription.ChunkPlace
    ) throws(AudioError) -> Chunk? {
        guard place.size <= Self.maximumParsedSize else { return nil }
        var input = try reader(of: place)
        return try? Chunk(parsing: &input)
    }

    private func reader(of place: FileDescription.ChunkPlace) throws(AudioError) -> ByteReader {
        ByteReader(try source.bytes(at: place.offset, count: Int(place.size), limit: Int(Self.maximumParsedSize)))
    }

    private func userBody(
        _ place: FileDescription.ChunkPlace, held: inout Int64
    ) throws(AudioError) -> FileDescription.Chunk.Body {
        guard place.size <= Self.maximumHeldSize - held else { return .inFile(offset: place.offset, size: place.size) }
        held += place.size
        return .bytes(try source.bytes(at: place.offset, count: Int(place.size)))
    }

    /// The bit depth of the source, from `info`, or from the format flags of Apple Lossless.
    private func sourceBitDepth(_ file: FileDescription) -> Int {
        if let text = file.info[CAFWriter.sourceBitDepthKey], let bits = Int(text.dropFirst()), (1...64).contains(bits)
        {
            if text.hasPrefix("I") { return bits }
            if text.hasPrefix("F") { return -bits }
        }
        guard file.format.formatID == .alac, (1...4).contains(file.format.flags.rawValue) else { return 0 }
        return [16, 20, 24, 32][Int(file.format.flags.rawValue) - 1]
    }

    // MARK: Packets

    private func packetIndex(
        _ format: StreamFormat, _ data: DataPlace
    ) throws(AudioError) -> (PacketIndex, PacketTableInfo?) {
        let isConstant = format.bytesPerPacket > 0 && format.framesPerPacket > 0
        let tables = places.filter { $0.id == CAFPacketTableHeader.id }
        guard tables.count <= 1 else { throw .invalidFile.because("there are two packet tables") }
        var index =
            isConstant
            ? PacketIndex(
                constantSize: format.bytesPerPacket, frames: format.framesPerPacket,
                count: data.audioSize / Int64(format.bytesPerPacket))
            : PacketIndex(variableSizesWithFrames: format.framesPerPacket)
        guard let place = tables.first else {
            guard isConstant || !stopsAtData else {
                throw .notOptimized.because("the packet table follows the audio data")
            }
            // A writer that was killed never got to its packet table.
            guard isConstant || !data.isComplete else { throw .invalidFile.because("there is no packet table") }
            return (index, nil)
        }
        let headerSize = Int64(CAFPacketTableHeader.bodySize)
        var input = ByteReader(try source.prefix(at: place.offset, upTo: Int(min(headerSize, place.size))))
        let header = try CAFPacketTableHeader(parsing: &input)
        if !isConstant {
            index = try CAFPacketEntries(format: format).read(
                header.packets, from: source, at: place.offset + headerSize, size: place.size - headerSize,
                dataSize: data.audioSize)
        }
        // A table of zeros beside packets does not describe them.
        guard header.info.totalFrames > 0 || index.totalFrames == 0 else { return (index, nil) }
        return (index, header.info.limited(to: index.totalFrames))
    }
}
