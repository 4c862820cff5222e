import AudioCore

/// RIFF files of form WAVE, their 64-bit kin RF64 and BW64, and big-endian RIFX.
package enum WAVE: Container {
    package static let signatures: [[Magic]] = ["RIFF", "RF64", "BW64", "RIFX"].map { (form: FourCC) in
        [Magic(form), Magic("WAVE", at: 8)]
    }

    package static let types = [
        FileType(
            id: "WAVE", name: "WAVE", extensions: ["wav", "wave"],
            mimeTypes: ["audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave"],
            utis: ["com.microsoft.waveform-audio"], hfsTypes: ["WAVE", ".WAV"], formats: formats),
        FileType(
            id: "RF64", name: "RF64", extensions: ["wav", "rf64"], mimeTypes: ["audio/wav", "audio/x-wav"],
            utis: ["public.rf64-audio"], hfsTypes: ["RF64"], formats: formats),
        FileType(
            id: "BW64", name: "BW64", extensions: ["wav", "bw64"], mimeTypes: ["audio/wav", "audio/x-wav"],
            utis: ["public.bw64-audio"], hfsTypes: ["BW64"], formats: formats),
    ]

    static let formats: [FileType.WritableFormat] =
        [
            .pcm(.unsigned, bits: 8, bigEndian: false), .pcm(.signed, bits: 16, bigEndian: false),
            .pcm(.signed, bits: 24, bigEndian: false), .pcm(.signed, bits: 32, bigEndian: false),
            .pcm(.float, bits: 32, bigEndian: false), .pcm(.float, bits: 64, bigEndian: false),
            .encoded(.ulaw), .encoded(.alaw),
        ] + WAVEBlocks.Kind.allCases.map { .encoded($0.formatID) }

    /// The format chunk is the magic cookie of compressed sound, and `fact` states its frames.
    static let packetAnnotations: FileAnnotations = [.magicCookie, .packetTable]

    package static let annotations = FileAnnotations.all
    package static let writtenAnnotations = FileAnnotations.all.union(packetAnnotations)

    /// Where ID3v2 tags stand before the form.
    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        signatures.contains { $0.allSatisfy { $0.matches(head) } } ? Claim(start: 0, frames: 1) : nil
    }

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        var reader = try WAVEReader(source)
        return try reader.read()
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        var reader = try WAVEReader(source)
        return try reader.stream()
    }
}

/// One reading of a WAVE file: the chunks it came by so far.
struct WAVEReader {
    private var walker: IFFWalker
    private let form: FourCC
    /// Bytes of the file as its header states them.
    private let claimedSize: Int64
    /// The tags that stand before the form.
    private let leading: StreamTags?
    private var hasForeignChunks = false
    private var format: WAVEFormatChunk?
    private var formatBytes: [UInt8] = []
    private var sizes: WAVESizes64?
    private var factFrames: Int64?
    private var data: IFFChunk?
    private var dataSize: Int64 = 0
    private var isComplete = true
    private var isOptimized = true
    private var user: [FileDescription.Chunk] = []
    private var known: [FileDescription.ChunkPlace] = []
    private var info = InfoDictionary()
    private var tag: ID3Tag?
    private var tagPlace: FileDescription.ChunkPlace?

    private var isBigEndian: Bool { form == "RIFX" }
    private var fileType: FourCC { form == "RIFF" || isBigEndian ? "WAVE" : form }
    private static let wave64: FourCC = "W64f"

    init(_ source: any ByteSource) throws(AudioError) {
        let magic = try source.prefix(at: 0, upTo: 12)
        guard !Wave64.signatures[0].allSatisfy({ $0.matches(magic) }) else {
            var head = ByteReader(try source.prefix(at: 16, upTo: 24))
            guard head.remaining == 24 else { throw .invalidFile.because("the file ends in its first 40 bytes") }
            form = Self.wave64
            claimedSize = Int64(clamping: try head.little(UInt64.self))
            guard try head.take(16).elementsEqual(Wave64Name.wave.bytes) else {
                throw .invalidFile.because("this is not a Wave64 file")
            }
            leading = nil
            walker = try IFFWalker(source, from: 40, form: .wave64)
            return
        }
        let forms: [FourCC] = ["RIFF", "RIFX", "RF64", "BW64"]
        leading = forms.contains { magic.starts(with: $0.bytes) } ? nil : try StreamTags(source, leadingOnly: true)
        let start = leading?.start ?? 0
        var head = ByteReader(try source.prefix(at: start, upTo: 12))
        guard head.remaining == 12 else { throw .invalidFile.because("the file ends in its first 12 bytes") }
        form = try head.fourCC()
        claimedSize = start + 8 + Int64(try head.integer(UInt32.self, bigEndian: form == "RIFX"))
        guard forms.contains(form), try head.fourCC() == "WAVE" else {
            throw .invalidFile.because("this is not a WAVE file")
        }
        walker = try IFFWalker(source, from: start + 12, form: form == "RIFX" ? .bigEndian : .littleEndian)
    }

    mutating func read() throws(AudioError) -> FileDescription {
        let (format, data) = try readChunks(stopsAtData: false)
        guard let container = elementary(format) else { return try describe(format, data, isWhole: true) }
        var file = try container.read(window(data))
        describe(&file, data)
        return file
    }

    /// What stands before the audio data, and the packets as they arrive.
    mutating func stream() throws(AudioError) -> PacketStream {
        let (format, data) = try readChunks(stopsAtData: true)
        guard let container = elementary(format) else {
            return PacketStream(constant: try describe(format, data, isWhole: false))
        }
        var stream = try container.stream(window(data))
        stream.scanner = ShiftedScanner(stream.scanner, by: data.offset, count: dataSize)
        describe(&stream.file, data)
        return stream
    }

    private mutating func readChunks(
        stopsAtData: Bool
    ) throws(AudioError) -> (format: WAVEFormatChunk, data: IFFChunk) {
        while let chunk = try walker.next() {
            if chunk.id == "data", data == nil {
                try takeData(chunk)
                if stopsAtData {
                    guard format != nil else { throw .notOptimized.because("the format follows the audio data") }
                    break
                }
                try walker.skip(chunk, size: dataSize)
                continue
            }
            if data != nil { isOptimized = false }
            if chunk.id == Wave64Name.unknown {
                hasForeignChunks = true
            } else if try take(chunk) {
                known.append(chunk.place)
            }
            try walker.skip(chunk)
        }
        guard let format else { throw .invalidFile.because("the file has no format chunk") }
        guard let data else { throw .invalidFile.because("the file has no audio data") }
        return (format, data)
    }

    /// Reads a chunk, and returns false where it is kept as user data.
    private mutating func take(_ chunk: IFFChunk) throws(AudioError) -> Bool {
        switch chunk.id {
        case "fmt " where format == nil:
            formatBytes = try walker.body(chunk, limit: WAVEFormatChunk.largestBody)
            var reader = ByteReader(formatBytes)
            do throws(AudioError) {
                format = try WAVEFormatChunk(parsing: &reader, bigEndian: isBigEndian)
            } catch { throw .invalidFile.because("the format chunk is too short") }
        case "ds64" where sizes == nil && form != "RIFX":
            var reader = ByteReader(try walker.body(chunk, limit: 64))
            sizes = try? WAVESizes64(parsing: &reader)
        case "fact":
            var reader = ByteReader(try walker.body(chunk, limit: 8))
            if form == Self.wave64, let frames = try? reader.little(UInt64.self) {
                factFrames = Int64(exactly: frames)
            } else if let frames = try? reader.integer(UInt32.self, bigEndian: isBigEndian), frames != .max {
                factFrames = Int64(frames)
            }
        case "FLLR", "JUNK", "junk", "PAD ": break
        case "LIST" where try isInfo(chunk):
            var reader = ByteReader(try walker.body(chunk, limit: 1 << 20).dropFirst(4))
            WAVEInfo.read(&reader, bigEndian: isBigEndian, into: &info)
        default:
            if form != Self.wave64, ID3Chunk.isTag(chunk.id), tagPlace == nil {
                tag = try ID3Chunk.read(chunk, walker)
                tagPlace = tag == nil ? nil : chunk.place
            }
            user.append(try walker.userChunk(chunk))
            return false
        }
        return true
    }

    private func isInfo(_ chunk: IFFChunk) throws(AudioError) -> Bool {
        guard form != Self.wave64 else { return false }
        let type = try walker.body(chunk, limit: 4)
        return chunk.size <= 1 << 20 && type == FourCC("INFO").bytes
    }

    /// Finds out where the audio data ends. Sizes are often wrong: 0 or all ones where the writer was cut off or
    /// wrote to a pipe, too large where the file was.
    private mutating func takeData(_ chunk: IFFChunk) throws(AudioError) {
        data = chunk
        known.append(chunk.place)
        var claimed = chunk.claimedSize
        let has64 = form == "RF64" || form == "BW64" || sizes != nil
        if has64, claimed == Int64(UInt32.max), let sizes { claimed = Int64(clamping: sizes.dataSize) }
        // A broadcast states no size.
        if form != Self.wave64, chunk.claimedSize == Int64(UInt32.max), sizes == nil { claimed = .max }
        if claimed == 0, chunk.available > 0, claimedSize != walker.fileSize {
            // Nothing, and then other chunks; or a header that was never brought up to date.
            let next = try walker.header(at: chunk.offset)
            if next == nil || next!.claimedSize > next!.available { claimed = .max }
        }
        isComplete = claimed <= chunk.available
        dataSize = min(claimed, chunk.available)
    }

    /// - Parameter isWhole: whether the data is all there; else a last block that is cut off never comes.
    private func describe(
        _ chunk: WAVEFormatChunk, _ data: IFFChunk, isWhole: Bool
    ) throws(AudioError) -> FileDescription {
        let format = try chunk.streamFormat(bigEndian: isBigEndian)
        let cut = isWhole ? framesOfCutBlock(format) : 0
        let count = dataSize / Int64(format.bytesPerPacket) + (cut > 0 ? 1 : 0)
        let index = PacketIndex(constantSize: format.bytesPerPacket, frames: format.framesPerPacket, count: count)
        var file = FileDescription(fileType: fileType, format: format, packets: index)
        file.dataOffset = data.offset
        file.dataSize = dataSize
        file.layout = chunk.layout
        if format.framesPerPacket > 1 {
            file.magicCookie = magicCookie(chunk, format)
            file.packetTable = packetTable(index, missing: cut > 0 ? format.framesPerPacket - cut : 0)
        }
        if format.isPCM { file.sourceBitDepth = format.bitsPerChannel * (format.sampleKind == .float ? -1 : 1) }
        describeChunks(&file)
        file.isComplete = isComplete
        return file
    }

    /// The container of the elementary stream that is the audio data; nil where the data is none. Its frames state more
    /// than the format chunk does.
    private func elementary(_ format: WAVEFormatChunk) -> (any Container.Type)? {
        switch format.tag {
        case WAVEFormatChunk.mpeg, WAVEFormatChunk.mpegLayer3: MPEGAudio.self
        case WAVEFormatChunk.dolby: AC3.self
        default: nil
        }
    }

    private func window(_ data: IFFChunk) -> SourceWindow {
        SourceWindow(walker.source, from: data.offset, count: dataSize)
    }

    /// Makes the description of an elementary stream one of the file around it.
    private func describe(_ file: inout FileDescription, _ data: IFFChunk) {
        file.fileType = fileType
        file.dataOffset += data.offset
        file.isRewritable = false
        describeChunks(&file)
        file.isComplete = file.isComplete && isComplete
    }

    /// The format chunk, rewritten as a plain one where it is extensible or big-endian, which codecs do not parse.
    private func magicCookie(_ chunk: WAVEFormatChunk, _ format: StreamFormat) -> [UInt8] {
        if !isBigEndian, (try? WAVEBlocks(magicCookie: formatBytes)) != nil { return formatBytes }
        var plain = chunk
        plain.wider = nil
        return (try? WAVEBlocks(magicCookie: plain.bytes))?.magicCookie ?? []
    }

    /// What stands beside format and data.
    private func describeChunks(_ file: inout FileDescription) {
        file.isRewritable = file.isRewritable && leading == nil && !hasForeignChunks
        guard form != Self.wave64 else {
            file.userChunks = user
            file.knownChunks = known
            file.isOptimized = isOptimized
            return
        }
        let marks = WAVEMarkers(user, bigEndian: isBigEndian)
        file.markers = marks.markers
        file.regions = marks.regions
        file.info = info
        file.info.add(WAVEInfo.broadcast(user, bigEndian: isBigEndian).entries)
        ID3Chunk.add(tag, to: &file)
        file.id3Tag = tagPlace ?? leading?.id3Tag
        file.info.add(leading?.info.entries ?? [])
        if let leading, file.artwork.isEmpty { file.artwork = leading.artwork }
        // What is written is little-endian, so these cannot be written back as they are.
        file.userChunks = isBigEndian ? user.filter { !WAVEMarkers.holdsMarkers($0) } : user
        file.knownChunks = known
        file.isOptimized = isOptimized
    }

    /// Frames in a last block that the file cuts off, or that its writer left short; 0 where there is none.
    private func framesOfCutBlock(_ format: StreamFormat) -> Int {
        let rest = Int(dataSize % Int64(format.bytesPerPacket))
        guard let kind = WAVEBlocks.Kind(format.formatID),
            let frames = kind.frames(inBytes: rest, channels: format.channels)
        else { return 0 }
        return min(frames, format.framesPerPacket)
    }

    /// How many frames of the last block count: those that are there, and where the `fact` chunk can be believed, what it says.
    private func packetTable(_ index: PacketIndex, missing: Int) -> PacketTableInfo? {
        let total = index.totalFrames
        let there = total - Int64(missing)
        let stated = factFrames.flatMap { $0 <= there && $0 > total - Int64(index.constantFrames) ? $0 : nil }
        guard let valid = stated ?? (missing > 0 ? there : nil) else { return nil }
        return PacketTableInfo(validFrames: valid, remainderFrames: Int32(total - valid))
    }
}
