import AudioCore

/// Native FLAC: metadata blocks, then frames.
///
/// After RFC 9639. A packet is a frame. The magic cookie is what Core Audio takes for FLAC in any file: an MP4 box `dfLa`
/// (its size, its name, four zero bytes for version and flags) around the STREAMINFO block with its header, marked as
/// the last. The packet table states the frames that STREAMINFO declares, where the file contains them, and as
/// remainder what the last packet lacks. Cue sheets and seek tables are skipped: the packet index is exact.
package enum FLAC: Container {
    package static let signatures = [[Magic("fLaC")]]

    package static let types = [
        FileType(
            id: "flac", name: "FLAC", extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"],
            utis: ["org.xiph.flac"], hfsTypes: ["flac"], formats: [.encoded("flac")])
    ]

    /// Where ID3v2 tags stand before the magic.
    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        head.starts(with: "fLaC".utf8) ? Claim(start: 0, frames: 1) : nil
    }

    package static let annotations = FileAnnotations.stream
    /// The block STREAMINFO is the cookie, and contains the number of valid frames.
    package static let writtenAnnotations = FileAnnotations.stream.union([.magicCookie, .packetTable])

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        let metadata = try FLACMetadata(source, at: tags.start)
        let stream = metadata.stream
        var frames = FLACFrames(source, stream, from: metadata.end, to: tags.end)
        var index = FrameIndexBuilder(frames: stream.constantBlock)
        while let packet = try frames.next() {
            try index.add(at: packet.offset, size: Int(packet.size), frames: Int(packet.frames))
        }
        guard index.start != nil || tags.end <= metadata.end else {
            throw .invalidFile.because("there is no frame of FLAC after the metadata")
        }
        var file = description(metadata, tags, packets: index.packets)
        file.dataOffset = index.start ?? metadata.end
        file.dataSize = file.packets.totalBytes
        file.nextFrameNumber = frames.nextNumber
        let total = file.packets.totalFrames
        let coded = frames.codedFrames
        let promised = stream.totalFrames == 0 ? coded : stream.totalFrames
        let valid = min(promised, coded)
        file.isComplete = promised <= coded && frames.reachedEnd
        if let remainder = Int32(exactly: total - valid) {
            file.packetTable = PacketTableInfo(validFrames: valid, remainderFrames: remainder)
        }
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let tags = try StreamTags(source, leadingOnly: true)
        let metadata = try FLACMetadata(source, at: tags.start)
        let stream = metadata.stream
        var file = description(
            metadata, tags, packets: PacketIndex(variableSizesWithFrames: stream.constantBlock))
        file.dataOffset = metadata.end
        let largest = Int(stream.largestFrame(stream.largestBlock))
        var result = PacketStream(
            file, FLACFrames(source, stream, from: metadata.end, to: tags.end, isArriving: true),
            upperBound: largest,
            typical: Double(stream.smallestFrameSize + stream.largestFrameSize) / 2)
        if stream.largestFrameSize > 0 { result.packetSizeUpperBound = min(largest, stream.largestFrameSize) }
        if stream.totalFrames > 0, stream.constantBlock > 0 {
            let block = Int64(stream.constantBlock)
            let count = (stream.totalFrames + block - 1) / block
            result.packetCount = count
            result.file.packetTable = PacketTableInfo(
                validFrames: stream.totalFrames, remainderFrames: Int32(count * block - stream.totalFrames))
        }
        return result
    }

    /// Reads the length of the sound from STREAMINFO, which states it in most files.
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let tags = try StreamTags(source)
        let metadata = try FLACMetadata(source, at: tags.start)
        let stream = metadata.stream
        guard stream.totalFrames > 0, stream.constantBlock > 0, tags.end > metadata.end else { return nil }
        var file = description(metadata, tags, packets: PacketIndex(variableSizesWithFrames: stream.constantBlock))
        file.dataOffset = metadata.end
        file.dataSize = tags.end - metadata.end
        let duration = Double(stream.totalFrames) / Double(stream.sampleRate)
        return FilePreview(
            description: file, duration: duration, bitRate: Double(file.dataSize) * 8 / duration,
            packetSizeUpperBound: Int(stream.largestFrame(stream.largestBlock)))
    }

    private static func description(
        _ metadata: FLACMetadata, _ tags: StreamTags, packets: PacketIndex
    ) -> FileDescription {
        let stream = metadata.stream
        var file = FileDescription(
            fileType: "flac",
            format: StreamFormat(
                sampleRate: Double(stream.sampleRate), formatID: "flac", flags: stream.depthFlag,
                framesPerPacket: packets.constantFrames, channels: stream.channels), packets: packets)
        file.alignsAudioData = false
        file.magicCookie = stream.cookie
        file.sourceBitDepth = stream.bitsPerSample
        file.layout = stream.layout
        if tags.start > 0 {
            file.leadingTags = FileDescription.Chunk(id: ID3Chunk.id, body: .inFile(offset: 0, size: tags.start))
        }
        file.userChunks = metadata.others
        file.take(tags)
        metadata.comments.describe(&file)
        if !metadata.artwork.isEmpty { file.artwork = metadata.artwork }
        return file
    }

    /// Frames are numbered, and one that does not follow the last would not be found again. Writes nothing before them.
    ///
    /// - Throws: `invalidPacketOffset` for a frame whose number is not the next.
    package static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8] {
        let stream = try FLACStreamInfo(FLACWriter.streamInfo(of: file))
        guard let header = FLACFrameHeader(packet.bindMemory(to: UInt8.self), stream) else { return [] }
        if let next = file.nextFrameNumber, header.number != next {
            throw .invalidPacketOffset.because("the frame has number \(header.number), and number \(next) comes next")
        }
        file.nextFrameNumber = FLACNumbering(stream).next(after: header)
        return []
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        try FLACWriter(file).enclosure(dataOffset: dataOffset)
    }
}

/// The blocks before the frames.
struct FLACMetadata {
    private(set) var stream: FLACStreamInfo
    private(set) var comments = VorbisComments()
    /// The front cover, else the first picture; one among the comments goes before one in a block.
    private(set) var artwork: [UInt8] = []
    /// Blocks that a writer carries along unread.
    private(set) var others: [FileDescription.Chunk] = []
    /// The first byte after the blocks.
    private(set) var end: Int64

    private static let streamInfoType: UInt8 = 0
    private static let commentType: UInt8 = 4
    private static let pictureType: UInt8 = 6
    /// A block's size has 24 bits; this many blocks and no more are looked at.
    private static let maximumBlocks = 1024

    init(_ source: any ByteSource, at start: Int64) throws(AudioError) {
        guard try source.prefix(at: start, upTo: 4) == Array("fLaC".utf8) else {
            throw .invalidFile.because("this is not a FLAC file")
        }
        let fileEnd = try source.size()
        var position = start + 4
        var found: FLACStreamInfo?
        var isLast = false
        var blocks = 0
        var hasCover = false
        var pictureBlock: FileDescription.Chunk?
        while !isLast, blocks < Self.maximumBlocks {
            let header = try source.prefix(at: position, upTo: 4)
            guard header.count == 4 else { throw .invalidFile.because("a metadata block is cut off") }
            let size = Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3])
            guard Int64(size) <= fileEnd - position - 4 else {
                throw .invalidFile.because("a metadata block of \(size) bytes does not fit the file")
            }
            isLast = header[0] & 0x80 != 0
            let type = header[0] & 0x7F
            switch type {
            case Self.streamInfoType where found == nil:
                found = try FLACStreamInfo(try source.prefix(at: position + 4, upTo: size))
            case Self.commentType where comments.isEmpty:
                comments = VorbisComments(try source.prefix(at: position + 4, upTo: size))
            default:
                var block = try FLACBlocks.chunk(type, at: position + 4, size: size, in: source)
                if type == Self.pictureType, !hasCover, size <= FLACPicture.maximumSize,
                    let picture = FLACPicture(try source.prefix(at: position + 4, upTo: size)),
                    picture.type == FLACPicture.frontCover || artwork.isEmpty
                {
                    hasCover = picture.type == FLACPicture.frontCover
                    artwork = Array(picture.image)
                    // A cover goes before what was taken for one.
                    swap(&block, &pictureBlock)
                }
                if let block { others.append(block) }
            }
            position += 4 + Int64(size)
            blocks += 1
        }
        guard let found else { throw .invalidFile.because("there is no STREAMINFO block") }
        // The picture that is not the artwork, of those among the comments and in blocks, is carried along too.
        var spare = comments.pictures
        if !comments.artwork.isEmpty, comments.hasCover || !hasCover {
            artwork = []
            spare.remove(at: comments.artworkPicture)
            if let pictureBlock { others.append(pictureBlock) }
        }
        others += spare.map { FLACBlocks.picture($0) }
        stream = found
        end = position
    }
}

/// What all frames have in common.
struct FLACStreamInfo {
    let bytes: [UInt8]
    let smallestBlock: Int
    let largestBlock: Int
    /// Bytes of a frame, 0 where unknown.
    let smallestFrameSize: Int
    let largestFrameSize: Int
    let sampleRate: Int
    let channels: Int
    let bitsPerSample: Int
    /// Frames of sound, 0 where unknown.
    let totalFrames: Int64

    private static let size = 34

    init(_ block: [UInt8]) throws(AudioError) {
        guard block.count >= Self.size else { throw .invalidFile.because("the STREAMINFO block is cut off") }
        bytes = Array(block.prefix(Self.size))
        var input = ByteReader(bytes)
        smallestBlock = Int(try input.big(UInt16.self))
        largestBlock = Int(try input.big(UInt16.self))
        let (smallest, largest) = (try input.take(3), try input.take(3))
        smallestFrameSize = smallest.reduce(0) { $0 << 8 | Int($1) }
        largestFrameSize = largest.reduce(0) { $0 << 8 | Int($1) }
        let packed = try input.big(UInt64.self)
        sampleRate = Int(packed >> 44)
        channels = Int(packed >> 41 & 7) + 1
        bitsPerSample = Int(packed >> 36 & 0x1F) + 1
        totalFrames = Int64(packed & 0xF_FFFF_FFFF)
        guard sampleRate > 0, bitsPerSample >= 4, largestBlock >= 16, smallestBlock <= largestBlock else {
            throw .invalidFile.because("the STREAMINFO block contradicts itself")
        }
    }

    /// Frames of each packet but the last; 0 where they vary.
    var constantBlock: Int { smallestBlock == largestBlock ? largestBlock : 0 }

    /// The format flag that states the bit depth of the source, with the values of Apple Lossless.
    var depthFlag: StreamFormat.Flags {
        let depths = [16: 1, 20: 2, 24: 3, 32: 4]
        return StreamFormat.Flags(rawValue: UInt32(depths[bitsPerSample] ?? 0))
    }

    /// Channels in the order that the format prescribes; nothing is said of one or two.
    var layout: ChannelLayout? {
        let tags: [Int: UInt32] = [3: 113, 4: 132, 5: 117, 6: 121, 7: 188, 8: 189]
        return tags[channels].map { ChannelLayout(tag: $0 << 16 | UInt32(channels)) }
    }

    /// Bytes that no frame of a block of this many frames exceeds: stored plainly, with headers.
    func largestFrame(_ frames: Int) -> Int64 { largestFrame(frames, bitsPerSample) }

    /// The same for the frame of a header, whose bit depth may be another.
    func largestFrame(_ header: FLACFrameHeader) -> Int64 { largestFrame(header.frames, header.bitsPerSample) }

    private func largestFrame(_ frames: Int, _ bits: Int) -> Int64 {
        Int64(frames * channels * (bits + 1) / 8 + 8 * channels + 64)
    }

    var cookie: [UInt8] {
        var output = ByteWriter()
        output.big(UInt32(16 + bytes.count))
        output.fourCC("dfLa")
        output.big(UInt32(0))
        output.big(0x8000_0000 | UInt32(bytes.count))
        output.append(bytes)
        return output.bytes
    }
}
