import AudioCore

/// Lays a description out as the blocks before the frames: STREAMINFO, the comments, and padding for what may come.
///
/// Until the file is complete STREAMINFO states no length, which the format allows: readers find the frames by scanning.
struct FLACWriter {
    private let file: FileDescription
    private let tags: [UInt8]
    private let stream: [UInt8]
    private let comments: [UInt8]
    private let others: [(type: UInt8, body: [UInt8])]

    private static let pageSize = 4096
    private static let blockHeader = 4
    private static let commentType: UInt8 = 4
    private static let paddingType: UInt8 = 1
    /// What a new file leaves for comments that are set later.
    private static let padding = 1024
    private static let maximumHead: Int64 = 16 << 20
    private static let last: UInt8 = 0x80

    init(_ file: FileDescription) throws(AudioError) {
        guard file.format.formatID == "flac" else { throw .unsupportedDataFormat }
        self.file = file
        tags = try Self.leadingTags(of: file)
        stream = try Self.streamInfo(of: file)
        // In a comment it is written with four characters for three bytes.
        guard file.artwork.count < FLACBlocks.maximumSize / 4 * 3 else {
            throw .operationNotSupported.because(
                "a FLAC block holds 16777215 bytes, and the picture takes \(file.artwork.count / 3 * 4)")
        }
        // The picture is among the comments, where every reader of Xiph's formats finds it.
        comments = VorbisComments.bytes(
            file, vendor: file.info[VorbisComments.vendorKey] ?? "swift-corelibs-audio", picture: true)
        guard comments.count <= FLACBlocks.maximumSize else {
            throw .operationNotSupported.because(
                "a FLAC block holds 16777215 bytes, and the texts and the picture take \(comments.count)")
        }
        var others: [(type: UInt8, body: [UInt8])] = []
        // What an ID3 tag says is in the comments.
        for chunk in file.userChunks where !ID3Chunk.isTag(chunk.id) { others.append(try FLACBlocks.block(chunk)) }
        self.others = others
    }

    /// The tags that stand before the file, as they are: it is the comments that count.
    private static func leadingTags(of file: FileDescription) throws(AudioError) -> [UInt8] {
        guard let tags = file.leadingTags else { return [] }
        guard case .bytes(let bytes) = tags.body else {
            throw .operationNotSupported.because("the tag before the file is still in the file it was read from")
        }
        return bytes
    }

    func enclosure(dataOffset: Int64?) throws(AudioError) -> Enclosure {
        var output = ByteWriter()
        output.append(tags)
        output.append("fLaC".utf8)
        Self.block(0, stream, isLast: false, to: &output)
        Self.block(Self.commentType, comments, isLast: false, to: &output)
        for block in others { Self.block(block.type, block.body, isLast: false, to: &output) }
        let used = output.count + Self.blockHeader
        var size = used + Self.padding
        if file.alignsAudioData { size = (size + Self.pageSize - 1) / Self.pageSize * Self.pageSize }
        if let dataOffset {
            guard dataOffset >= used else {
                throw .operationNotSupported.because(
                    "the comments do not fit into \(dataOffset) bytes before the frames")
            }
            size = Int(dataOffset)
        }
        guard size <= Self.maximumHead else {
            throw .operationNotSupported.because("the blocks before the frames take \(size) bytes, more than 16 MiB")
        }
        Self.block(Self.paddingType, [UInt8](repeating: 0, count: size - used), isLast: true, to: &output)
        return Enclosure(head: output.bytes)
    }

    private static func block(_ type: UInt8, _ body: [UInt8], isLast: Bool, to output: inout ByteWriter) {
        output.big(UInt32(type | (isLast ? last : 0)) << 24 | UInt32(body.count))
        output.append(body)
    }

    // MARK: Blocks

    /// The cookie's STREAMINFO with the length of this sound, or one made from the format where none is set.
    static func streamInfo(of file: FileDescription) throws(AudioError) -> [UInt8] {
        let given = file.magicCookie
        var block = try given.isEmpty ? made(for: file.format) : FLACStreamInfo(cookie: given).bytes
        let stated = try FLACStreamInfo(block)
        guard stated.channels == file.format.channels, Double(stated.sampleRate) == file.format.sampleRate else {
            throw .unsupportedDataFormat.because("the magic cookie is of another format than the file's")
        }
        let frames = file.isComplete ? file.packetTable?.validFrames ?? file.packets.totalFrames : 0
        guard frames != stated.totalFrames else { return block }
        // Sizes of frames and the sum over the samples belong to the sound that the cookie was of.
        for index in Array(4..<10) + Array(18..<34) { block[index] = 0 }
        let length = frames < 1 << 36 ? UInt64(frames) : 0
        block[13] = block[13] & 0xF0 | UInt8(length >> 32)
        for index in 0..<4 { block[14 + index] = UInt8(length >> UInt64(24 - 8 * index) & 0xFF) }
        return block
    }

    private static func made(for format: StreamFormat) throws(AudioError) -> [UInt8] {
        guard (1...8).contains(format.channels), let rate = UInt64(exactly: format.sampleRate), rate > 0, rate < 1 << 20
        else { throw .unsupportedDataFormat.because("FLAC has up to 8 channels and a whole sample rate below 2^20") }
        let depths: [UInt64] = [16, 16, 20, 24, 32]
        let depth = depths.indices.contains(Int(format.flags.rawValue)) ? depths[Int(format.flags.rawValue)] : 16
        let frames = (16...65_535).contains(format.framesPerPacket) ? format.framesPerPacket : 4096
        var output = ByteWriter()
        output.big(UInt16(frames))
        output.big(UInt16(frames))
        output.zeros(6)
        output.big(rate << 44 | UInt64(format.channels - 1) << 41 | (depth - 1) << 36)
        output.zeros(16)
        return output.bytes
    }
}

extension FLACStreamInfo {
    /// From a magic cookie: the box `dfLa`, what is in it, `fLaC` and the block, or the block alone, with or without its
    /// header.
    init(cookie: [UInt8]) throws(AudioError) {
        var bytes = cookie[...]
        if bytes.count >= 12, bytes.dropFirst(4).starts(with: "dfLa".utf8) { bytes = bytes.dropFirst(12) }
        if bytes.starts(with: "fLaC".utf8) { bytes = bytes.dropFirst(4) }
        // Version and flags of the box are zeros, which no block begins with that has the size 34.
        if bytes.count >= 42, bytes.prefix(4).allSatisfy({ $0 == 0 }), bytes.dropFirst(7).first == 34 {
            bytes = bytes.dropFirst(4)
        }
        if bytes.count >= 38, let first = bytes.first, first & 0x7F == 0,
            bytes.dropFirst().prefix(3).elementsEqual([0, 0, 34])
        {
            bytes = bytes.dropFirst(4)
        }
        do throws(AudioError) { try self.init(Array(bytes)) } catch {
            throw .unsupportedDataFormat.because("the magic cookie is not of FLAC")
        }
    }
}
