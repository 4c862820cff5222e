import AudioCore

extension WAVE {
    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        try WAVEWriter(file).enclosure(dataOffset: dataOffset)
    }
}

/// Lays out a file of the WAVE family.
struct WAVEWriter {
    private let file: FileDescription
    private let form: IFFForm
    /// Whether a separate chunk states sizes of 64 bits.
    private let hasSizes64: Bool

    init(_ file: FileDescription) throws(AudioError) {
        guard file.isRewritable else {
            throw .operationNotSupported.because("the file holds what would be lost, or tags stand before it")
        }
        self.file = file
        form = file.fileType == "W64f" ? .wave64 : .littleEndian
        hasSizes64 = file.fileType == "RF64" || file.fileType == "BW64"
    }

    /// Bytes of the form's own header.
    private var headerSize: Int { form == .wave64 ? 40 : 12 }

    func enclosure(dataOffset: Int64?) throws(AudioError) -> Enclosure {
        let fixed = headerSize + (hasSizes64 ? 36 : 0) + form.headerSize
        let first = try firstChunks(room: dataOffset.map { $0 - Int64(fixed) })
        let required = fixed + IFFBody.totalSize(first, form)
        let placement = try IFFPlacement(
            try optionalChunks(), required: required, dataOffset: dataOffset, aligned: file.alignsAudioData, form)

        // What has no room before the data waits until the file is complete: data without an end runs to the file's.
        var tail = ByteWriter()
        if file.isComplete {
            tail.zeros(form.padding(after: file.dataSize))
            for chunk in placement.tail { chunk.write(to: &tail, form) }
        }
        let headSize = required + IFFBody.totalSize(placement.head, form)
        let total = Int64(headSize + tail.count).addingReportingOverflow(file.dataSize)
        let isWide = hasSizes64 || form == .wave64
        guard !total.overflow, isWide || total.partialValue - 8 < UInt32.max else { throw .doesNotAllow64BitDataSize }

        var head = ByteWriter()
        writeHeader(fileSize: UInt64(total.partialValue), to: &head)
        for chunk in first + placement.head { chunk.write(to: &head, form) }
        let dataSize = file.isComplete ? UInt64(file.dataSize) : Self.unknownSize
        IFFBody.writeHeader("data", size: hasSizes64 ? .max : dataSize, to: &head, form)
        return Enclosure(head: head.bytes, tail: tail.bytes)
    }

    private func writeHeader(fileSize: UInt64, to head: inout ByteWriter) {
        guard form != .wave64 else {
            head.append(Wave64Name.riff.bytes)
            head.little(file.isComplete ? fileSize : Self.unknownSize)
            return head.append(Wave64Name.wave.bytes)
        }
        head.fourCC(hasSizes64 ? file.fileType : "RIFF")
        head.little(hasSizes64 || !file.isComplete ? UInt32.max : UInt32(clamping: fileSize - 8))
        head.fourCC("WAVE")
        if hasSizes64 { sizes(total: fileSize - 8).write(to: &head, form) }
    }

    /// The chunks without which the data cannot be understood: `fmt ` and, for what is not integers, `fact`.
    ///
    /// Where others laid out the head, both may have to be as short as theirs.
    private func firstChunks(room: Int64?) throws(AudioError) -> [IFFBody] {
        var fact = ByteWriter()
        let frames = file.packetTable?.validFrames ?? file.packets.totalFrames
        if form == .wave64 { fact.little(UInt64(max(0, frames))) } else { fact.little(UInt32(clamping: frames)) }
        let isInteger = file.format.isPCM && file.format.sampleKind != .float
        let bodies = try formatBodies().map { IFFBody("fmt ", $0) }
        var choices = bodies.map { isInteger ? [$0] : [$0, IFFBody("fact", fact.bytes)] }
        guard let room else { return choices[0] }
        if !isInteger { choices += bodies.map { [$0] } }
        let fitting = choices.first { chunks in
            let left = room - Int64(IFFBody.totalSize(chunks, form))
            return left == 0 || left >= form.headerSize
        }
        guard let fitting else { throw .operationNotSupported.because("the format chunk has no room before the data") }
        return fitting
    }

    /// The ways to write the format down, the best one first.
    private func formatBodies() throws(AudioError) -> [[UInt8]] {
        if let blocks = WAVEBlocks(file.format) { return [try cookie(blocks) ?? WAVEFormatChunk(blocks).bytes] }
        var chunk = try WAVEFormatChunk(file.format, layout: file.layout)
        var bodies = [chunk.bytes]
        if let more = chunk.wider, more.channelMask == 0, !more.isAmbisonic, more.validBits == chunk.bits {
            chunk.wider = nil
            bodies.append(chunk.bytes)
        }
        if chunk.wider == nil {
            let plain = Array(chunk.bytes.prefix(16))
            bodies.append(chunk.tag == WAVEFormatChunk.pcm ? plain + [0, 0] : plain)
        }
        return bodies
    }

    /// The magic cookie as a format chunk; nil without one.
    private func cookie(_ blocks: WAVEBlocks) throws(AudioError) -> [UInt8]? {
        guard !file.magicCookie.isEmpty else { return nil }
        var block = try WAVEBlocks(magicCookie: file.magicCookie)
        guard block.kind == blocks.kind, block.channels == blocks.channels, block.bytesPerBlock == blocks.bytesPerBlock
        else { throw .invalidFile.because("the magic cookie describes other blocks than the format") }
        if block.sampleRate == blocks.sampleRate, block.framesPerBlock == blocks.framesPerBlock,
            file.magicCookie.count <= WAVEFormatChunk.largestBody
        {
            return file.magicCookie
        }
        (block.sampleRate, block.framesPerBlock) = (blocks.sampleRate, blocks.framesPerBlock)
        return block.magicCookie
    }

    private func sizes(total: UInt64) -> IFFBody {
        var body = ByteWriter()
        let frames = file.packetTable?.validFrames ?? file.packets.totalFrames
        let sizes =
            file.isComplete
            ? WAVESizes64(formSize: total, dataSize: UInt64(file.dataSize), frames: UInt64(max(0, frames)))
            : WAVESizes64(formSize: Self.unknownSize, dataSize: Self.unknownSize, frames: 0)
        sizes.write(to: &body)
        return IFFBody("ds64", body.bytes)
    }

    /// More than any file has, and little enough that readers which add an offset to it do not overflow.
    private static let unknownSize: UInt64 = 1 << 62

    private func optionalChunks() throws(AudioError) -> [IFFBody] {
        guard form != .wave64 else { return try bodies(file.userChunks) }
        let broadcast = WAVEInfo.broadcast(file.userChunks)
        let user = ID3Chunk.renewed(WAVEMarkers.chunks(file), file, id: ID3Chunk.lowercaseID) {
            // Several values are in the tag too, where each stands on its own.
            WAVEInfo.holds($0.key) && $0.values.count == 1 || broadcast[$0.key] == $0.value
        }
        var chunks = try bodies(user)
        if let info = WAVEInfo.bytes(file.info, besides: broadcast) {
            chunks.append(IFFBody("LIST", info))
        }
        return chunks
    }

    private func bodies(_ user: [FileDescription.Chunk]) throws(AudioError) -> [IFFBody] {
        var chunks: [IFFBody] = []
        for chunk in user {
            guard !Self.reserved.contains(chunk.id) else {
                throw .invalidChunk.because("'\(chunk.id)' chunks are not for clients to write")
            }
            chunks.append(try IFFBody(chunk))
        }
        return chunks
    }

    /// Chunks that describe the data, and that only the writer can get right.
    private static let reserved: Set<FourCC> = ["fmt ", "data", "ds64", "RIFF"]
}
