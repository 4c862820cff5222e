import AudioCore

/// Lays a description out as the chunks before and after the audio data.
///
/// The order is Apple's: desc, chan, kuki, pakt, info, strg, mark, regn, other chunks, free, data. What has no room
/// before the data follows it.
struct CAFWriter {
    static let dataID: FourCC = "data"
    static let freeID: FourCC = "free"
    static let cookieID: FourCC = "kuki"
    static let pageSize: Int64 = 4096
    /// The key under which the source's bit depth stands in `info`: `I24`, `F32`.
    static let sourceBitDepthKey = "source bit depth"

    private let file: FileDescription
    /// The chunks that may stand on either side of the data.
    private let chunks: [[UInt8]]
    private let start: [UInt8]

    /// The data chunk's header and its count of edits.
    private static let dataHeaderSize = CAFChunkHeader.size + 4
    /// A head of more bytes than this is not laid out in memory.
    private static let maximumHead: Int64 = 64 << 20

    init(_ file: FileDescription) throws(AudioError) {
        self.file = file
        guard file.dataSize >= 0, file.dataSize <= .max - 4 else { throw .parameter }
        var output = ByteWriter()
        CAFFileHeader().write(to: &output)
        output.append(try CAFDescription(file.format).bytes)
        start = output.bytes
        chunks = try Self.chunks(of: file)
    }

    func enclosure(dataOffset: Int64?) throws(AudioError) -> Enclosure {
        guard let dataOffset else { return Enclosure(head: head(chunks, filler: naturalFiller())) }
        let fixed = Int64(start.count + Self.dataHeaderSize)
        guard (fixed...Self.maximumHead).contains(dataOffset) else {
            throw .operationNotSupported.because("a CAF file's audio data cannot begin at byte \(dataOffset)")
        }
        let split = try split(room: Int(dataOffset - fixed))
        // What follows data of unknown size would be taken for sound, so it waits until the size is known.
        let tail = file.isComplete ? split.behind.flatMap { $0 } : []
        return Enclosure(head: head(split.front, filler: split.filler), tail: tail)
    }

    private func head(_ front: [[UInt8]], filler: Int) -> [UInt8] {
        var output = ByteWriter()
        output.append(start)
        for chunk in front { output.append(chunk) }
        if filler > 0 {
            CAFChunkHeader(id: Self.freeID, bodySize: Int64(filler - CAFChunkHeader.size)).write(to: &output)
            output.zeros(filler - CAFChunkHeader.size)
        }
        let body = Int64(output.count + CAFChunkHeader.size)
        CAFChunkHeader(id: Self.dataID, bodySize: dataChunkSize(at: body)).write(to: &output)
        output.big(file.editCount)
        return output.bytes
    }

    /// The size of the data chunk. Unfinished data reaches to the table that lists its packets, or to the end of the file.
    private func dataChunkSize(at body: Int64) -> Int64 {
        guard !file.isComplete else { return file.dataSize + 4 }
        return file.journalOffset.map { $0 - body } ?? -1
    }

    /// Bytes of the free chunk, header included, that put the audio data on a page; 0 for none.
    private func naturalFiller() -> Int {
        guard file.alignsAudioData else { return 0 }
        let page = Int(Self.pageSize)
        let used = start.count + chunks.reduce(0) { $0 + $1.count } + Self.dataHeaderSize
        let filler = (page - used % page) % page
        return filler == 0 || filler >= CAFChunkHeader.size ? filler : filler + page
    }

    /// Which chunks stand in `room` bytes before the data and which behind it.
    private func split(room: Int) throws(AudioError) -> (front: [[UInt8]], behind: [[UInt8]], filler: Int) {
        var front: [[UInt8]] = []
        var behind: [[UInt8]] = []
        var filler = room
        for chunk in chunks {
            if chunk.count <= filler {
                front.append(chunk)
                filler -= chunk.count
            } else {
                behind.append(chunk)
            }
        }
        // A gap too small for a chunk header: the last chunk makes room, and is large enough since it has a header too.
        if filler > 0, filler < CAFChunkHeader.size {
            guard let last = front.popLast() else {
                throw .operationNotSupported.because("no chunk fits into the \(filler) bytes before the audio data")
            }
            filler += last.count
            behind.insert(last, at: 0)
        }
        return (front, behind, filler)
    }

    // MARK: Chunks

    private static func chunks(of file: FileDescription) throws(AudioError) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        if let layout = file.layout { chunks.append(CAFChannelLayout(layout).bytes) }
        let cookie = CAFCookie.written(file.magicCookie, for: file.format.formatID)
        if !cookie.isEmpty { chunks.append(CAFChunkHeader.chunk(cookieID, body: cookie)) }
        if let table = packetTable(of: file) { chunks.append(table) }
        let info = info(of: file)
        if !info.isEmpty { chunks.append(CAFInfo(info).bytes) }
        chunks += try markerChunks(of: file)
        for chunk in file.userChunks where try strings(in: chunk) == nil { chunks.append(try userChunk(chunk)) }
        return chunks
    }

    /// `pakt`, where the format needs one or there are frames to leave out.
    ///
    /// An unfinished file goes without: what the table would say is not settled. Constant packets need none, and others
    /// have theirs ahead of the audio data.
    private static func packetTable(of file: FileDescription) -> [UInt8]? {
        let isConstant = file.format.bytesPerPacket > 0 && file.format.framesPerPacket > 0
        guard file.isComplete, !isConstant || file.packetTable != nil else { return nil }
        var body = ByteWriter()
        let info = file.packetTable ?? PacketTableInfo(validFrames: file.packets.totalFrames)
        CAFPacketTableHeader(packets: isConstant ? 0 : file.packets.count, info: info).write(to: &body)
        if !isConstant { CAFPacketEntries(format: file.format).write(file.packets, to: &body) }
        return CAFChunkHeader.chunk(CAFPacketTableHeader.id, body: body.bytes)
    }

    private static func info(of file: FileDescription) -> InfoDictionary {
        var info = file.info
        if file.sourceBitDepth != 0 {
            info[sourceBitDepthKey] = (file.sourceBitDepth < 0 ? "F" : "I") + String(file.sourceBitDepth.magnitude)
        }
        return info
    }

    private static func markerChunks(of file: FileDescription) throws(AudioError) -> [[UInt8]] {
        var strings = CAFStrings()
        for chunk in file.userChunks {
            if let texts = try self.strings(in: chunk) { strings.merge(texts) }
        }
        var markers = file.markers
        var regions = file.regions
        strings.collect(&markers, &regions)
        var chunks: [[UInt8]] = []
        if !strings.texts.isEmpty { chunks.append(strings.bytes) }
        if !markers.isEmpty { chunks.append(CAFMarkers(smpteTimeType: file.smpteTimeType, markers: markers).bytes) }
        if !regions.isEmpty { chunks.append(CAFRegions(smpteTimeType: file.smpteTimeType, regions: regions).bytes) }
        return chunks
    }

    /// The texts of a chunk of texts that name neither marker nor region; they join the others in one chunk.
    private static func strings(in chunk: FileDescription.Chunk) throws(AudioError) -> CAFStrings? {
        guard chunk.id == CAFStrings.id else { return nil }
        var input = ByteReader(try bytes(of: chunk))
        return try? CAFStrings(parsing: &input)
    }

    private static func userChunk(_ chunk: FileDescription.Chunk) throws(AudioError) -> [UInt8] {
        guard ![CAFDescription.id, dataID, freeID, CAFPacketTableHeader.id].contains(chunk.id) else {
            throw .invalidChunk.because("the chunk \(chunk.id) is the file's own")
        }
        return CAFChunkHeader.chunk(chunk.id, body: try bytes(of: chunk))
    }

    private static func bytes(of chunk: FileDescription.Chunk) throws(AudioError) -> [UInt8] {
        guard case .bytes(let bytes) = chunk.body else {
            throw .operationNotSupported.because("the chunk \(chunk.id) is still in the file it was read from")
        }
        return bytes
    }
}
