import AudioCore

/// AIFF and AIFF-C.
package enum AIFF: Container {
    package static let signatures: [[Magic]] = [
        [Magic("FORM"), Magic("AIFF", at: 8)], [Magic("FORM"), Magic("AIFC", at: 8)],
    ]

    package static let types = [
        FileType(
            id: "AIFF", name: "AIFF", extensions: ["aif", "aiff"], mimeTypes: ["audio/aiff", "audio/x-aiff"],
            utis: ["public.aiff-audio"], hfsTypes: ["AIFF"],
            formats: [.pcm(.signed, bits: 8, bigEndian: true)] + widerIntegers),
        FileType(
            id: "AIFC", name: "AIFC", extensions: ["aifc", "aiff", "aif"], mimeTypes: ["audio/aiff", "audio/x-aiff"],
            utis: ["public.aifc-audio"], hfsTypes: ["AIFC"],
            formats: [.pcm(.signed, bits: 8, bigEndian: false)] + widerIntegers + [
                .pcm(.float, bits: 32, bigEndian: true), .pcm(.float, bits: 64, bigEndian: true),
                .pcm(.unsigned, bits: 8, bigEndian: false), .encoded(.ulaw), .encoded(.alaw), .encoded(.ima4),
                .encoded("agsm"),
            ]),
    ]

    private static let widerIntegers: [FileType.WritableFormat] = [16, 24, 32].map {
        .pcm(.signed, bits: $0, bigEndian: true)
    }

    package static let annotations = FileAnnotations.all

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        var reader = try AIFFReader(source)
        return try reader.read()
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        var reader = try AIFFReader(source)
        return PacketStream(constant: try reader.read(stopsAtData: true))
    }
}

/// One reading of an AIFF file: the chunks it came by so far.
struct AIFFReader {
    private var walker: IFFWalker
    private let form: FourCC
    private var common: AIFFCommon?
    private var dataOffset: Int64?
    private var dataSize: Int64 = 0
    private var isComplete = true
    private var isOptimized = true
    private var layout: ChannelLayout?
    /// Texts of one kind are several values of its key.
    private var texts: [InfoDictionary.Entry] = []
    private var tag: ID3Tag?
    private var tagPlace: FileDescription.ChunkPlace?
    private var user: [FileDescription.Chunk] = []
    private var known: [FileDescription.ChunkPlace] = []

    init(_ source: any ByteSource) throws(AudioError) {
        var head = ByteReader(try source.prefix(at: 0, upTo: 12))
        guard head.remaining == 12 else { throw .invalidFile.because("the file ends in its first 12 bytes") }
        let code = try head.fourCC()
        try head.skip(4)
        form = try head.fourCC()
        guard code == "FORM", form == "AIFF" || form == "AIFC" else {
            throw .invalidFile.because("this is not an AIFF file")
        }
        walker = try IFFWalker(source, from: 12, form: .bigEndian)
    }

    /// - Parameter stopsAtData: whether only what stands before the audio data is read.
    mutating func read(stopsAtData: Bool = false) throws(AudioError) -> FileDescription {
        while let chunk = try walker.next() {
            if chunk.id == "SSND", dataOffset == nil {
                let size = try takeData(chunk)
                if stopsAtData {
                    guard common != nil else { throw .notOptimized.because("the format follows the audio data") }
                    break
                }
                try walker.skip(chunk, size: size)
                continue
            }
            if dataOffset != nil { isOptimized = false }
            if try take(chunk) { known.append(chunk.place) }
            try walker.skip(chunk)
        }
        guard let common else { throw .invalidFile.because("the file has no common chunk") }
        guard let dataOffset else { throw .invalidFile.because("the file has no audio data") }
        return try describe(common, dataOffset)
    }

    /// Reads a chunk, and returns false where it is kept as user data.
    private mutating func take(_ chunk: IFFChunk) throws(AudioError) -> Bool {
        switch chunk.id {
        case "COMM" where common == nil:
            var reader = ByteReader(try walker.body(chunk, limit: 512))
            do throws(AudioError) {
                common = try AIFFCommon(parsing: &reader, compressed: form == "AIFC")
            } catch { throw .invalidFile.because("the common chunk is too short") }
        case "CHAN" where layout == nil:
            var reader = ByteReader(try walker.body(chunk, limit: 32 << 10))
            layout = try? AIFFChannels.read(&reader)
            if layout == nil { return try keep(chunk) }
        case "FVER", "FLLR": break
        case "NAME", "AUTH", "(c) ", "ANNO":
            guard let key = AIFFInfo.key(chunk.id), chunk.size <= 1 << 16, texts.count < AIFFInfo.largestCount else {
                return try keep(chunk)
            }
            let text = IFFText.decode(try walker.body(chunk, limit: 1 << 16))
            if !text.isEmpty { texts.append(InfoDictionary.Entry(key: key, value: text)) }
        case ID3Chunk.id where tagPlace == nil, ID3Chunk.lowercaseID where tagPlace == nil:
            tag = try ID3Chunk.read(chunk, walker)
            tagPlace = tag == nil ? nil : chunk.place
            return try keep(chunk)
        default: return try keep(chunk)
        }
        return true
    }

    private mutating func keep(_ chunk: IFFChunk) throws(AudioError) -> Bool {
        user.append(try walker.userChunk(chunk))
        return false
    }

    /// Finds out where the audio data stands and ends: its header may claim what it likes. Returns the bytes of the chunk.
    private mutating func takeData(_ chunk: IFFChunk) throws(AudioError) -> Int64 {
        known.append(chunk.place)
        var claimed = chunk.claimedSize
        let offset = try walker.source.prefix(at: chunk.offset, upTo: 4)
        if claimed < 8, chunk.available > 8 {
            // Nothing, and then other chunks; or a header that was never brought up to date.
            let next = try walker.header(at: chunk.offset)
            if next == nil || next!.claimedSize > next!.available { claimed = .max }
        }
        if claimed == Int64(UInt32.max) { claimed = .max }
        isComplete = claimed <= chunk.available
        let size = min(claimed, chunk.available)
        var skipped: Int64 = 0
        if size >= 8, offset.count == 4 {
            skipped = 8
            let blank = Int64(offset.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            // A blank area larger than the chunk is a lie; the data then follows the fields.
            if blank <= size - 8 { skipped += blank }
        }
        dataOffset = chunk.offset + skipped
        dataSize = size - skipped
        return size
    }

    private func describe(_ common: AIFFCommon, _ dataOffset: Int64) throws(AudioError) -> FileDescription {
        let format = try common.streamFormat()
        var index = PacketIndex(variableSizesWithFrames: 0)
        if format.bytesPerPacket > 0 {
            index = PacketIndex(
                constantSize: format.bytesPerPacket, frames: format.framesPerPacket,
                count: dataSize / Int64(format.bytesPerPacket))
        }
        var file = FileDescription(fileType: form, format: format, packets: index)
        file.dataOffset = dataOffset
        file.dataSize = dataSize
        file.layout = layout?.channelCount == format.channels ? layout : nil
        if format.framesPerPacket > 1 { file.packetTable = packetTable(index, claimed: Int64(common.frames)) }
        if format.isPCM { file.sourceBitDepth = format.bitsPerChannel * (format.sampleKind == .float ? -1 : 1) }
        let marks = AIFFMarkers(user)
        file.markers = marks.markers
        file.regions = marks.regions
        file.info = InfoDictionary(joining: texts)
        ID3Chunk.add(tag, to: &file)
        file.id3Tag = tagPlace
        file.userChunks = user
        file.knownChunks = known
        file.isOptimized = isOptimized
        file.isComplete = isComplete
        return file
    }

    /// The common chunk counts packets when Apple wrote it, and frames when others did: then the last packet may be
    /// filled up. Whatever does not fit the data is not believed.
    private func packetTable(_ index: PacketIndex, claimed: Int64) -> PacketTableInfo? {
        let total = index.totalFrames
        guard claimed != index.count, claimed <= total, claimed > total - Int64(index.constantFrames) else {
            return nil
        }
        return PacketTableInfo(validFrames: claimed, remainderFrames: Int32(total - claimed))
    }
}
