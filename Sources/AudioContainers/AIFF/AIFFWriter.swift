import AudioCore

extension AIFF {
    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        // The form's header, and that of the sound data chunk with its two fields.
        let fixed = 12 + 16
        let first = try firstChunks(file, room: dataOffset.map { $0 - Int64(fixed) })
        let required = fixed + IFFBody.totalSize(first, .bigEndian)
        let placement = try IFFPlacement(
            try optionalChunks(file), required: required, dataOffset: dataOffset, aligned: file.alignsAudioData,
            .bigEndian)

        // What has no room before the data waits until the file is complete: data without an end runs to the file's.
        var tail = ByteWriter()
        if file.isComplete {
            tail.zeros(Int(file.dataSize % 2))
            for chunk in placement.tail { chunk.write(to: &tail, .bigEndian) }
        }
        let headSize = required + IFFBody.totalSize(placement.head, .bigEndian)
        let total = Int64(headSize - 8 + tail.count).addingReportingOverflow(file.dataSize)
        guard !total.overflow, total.partialValue < UInt32.max else { throw .doesNotAllow64BitDataSize }

        var head = ByteWriter()
        head.fourCC("FORM")
        head.big(file.isComplete ? UInt32(total.partialValue) : .max)
        head.fourCC(file.fileType)
        for chunk in first + placement.head { chunk.write(to: &head, .bigEndian) }
        head.fourCC("SSND")
        head.big(file.isComplete ? UInt32(file.dataSize + 8) : .max)
        head.big(0 as UInt64)
        return Enclosure(head: head.bytes, tail: tail.bytes)
    }

    /// The chunks without which the data cannot be understood: `COMM`, and for AIFC `FVER`.
    ///
    /// Where others laid out the head, both may have to be as short as theirs.
    private static func firstChunks(_ file: FileDescription, room: Int64?) throws(AudioError) -> [IFFBody] {
        var common = try AIFFCommon(file)
        // Of GSM libsndfile, which alone writes it, counts frames.
        let countsPackets = file.format.framesPerPacket > 1 && file.format.formatID != "agsm"
        let frames = countsPackets ? file.packets.count : file.packets.totalFrames
        common.frames = UInt32(clamping: frames)
        // When the format version was settled: May 23, 1990, in seconds since 1904.
        let version = IFFBody("FVER", [0xA2, 0x80, 0x51, 0x40])
        let named = IFFBody("COMM", common.bytes)
        guard common.compression != nil else { return [named] }
        guard let room else { return [version, named] }
        common.compressionName = []
        let short = IFFBody("COMM", common.bytes)
        let choices = [[version, named], [version, short], [named], [short]]
        let fitting = choices.first { chunks in
            let left = room - Int64(IFFBody.totalSize(chunks, .bigEndian))
            return left == 0 || left >= 8
        }
        guard let fitting else { throw .operationNotSupported.because("the common chunk has no room before the data") }
        return fitting
    }

    private static func optionalChunks(_ file: FileDescription) throws(AudioError) -> [IFFBody] {
        var chunks: [IFFBody] = []
        if let layout = file.layout { chunks.append(IFFBody("CHAN", AIFFChannels.bytes(layout))) }
        let user = ID3Chunk.renewed(AIFFMarkers.chunks(file), file, id: ID3Chunk.id) { AIFFInfo.holds($0.key) }
        for chunk in user {
            guard !reserved.contains(chunk.id) else {
                throw .invalidChunk.because("'\(chunk.id)' chunks are not for clients to write")
            }
            chunks.append(try IFFBody(chunk))
        }
        // Before the user chunks, since a reader takes the first text of a kind.
        return AIFFInfo.chunks(file.info) + chunks
    }

    /// Chunks that describe the data, and that only the writer can get right.
    private static let reserved: Set<FourCC> = ["COMM", "SSND", "FORM"]
}
