import AudioCore

extension WAVE {
    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        let is64 = file.fileType != "WAVE"
        let fixed = 12 + (is64 ? 36 : 0) + 8
        let first = try firstChunks(file, room: dataOffset.map { $0 - Int64(fixed) })
        let required = fixed + first.reduce(0) { $0 + $1.totalSize }
        let placement = try IFFPlacement(
            try optionalChunks(file), required: required, dataOffset: dataOffset, aligned: file.alignsAudioData)

        // What has no room before the data waits until the file is complete: data without an end runs to the file's.
        var tail = ByteWriter()
        if file.isComplete {
            tail.zeros(Int(file.dataSize % 2))
            for chunk in placement.tail { chunk.write(to: &tail, bigEndian: false) }
        }
        let headSize = required + placement.head.reduce(0) { $0 + $1.totalSize }
        let total = Int64(headSize - 8 + tail.count).addingReportingOverflow(file.dataSize)
        guard !total.overflow, is64 || total.partialValue < UInt32.max else { throw .doesNotAllow64BitDataSize }

        var head = ByteWriter()
        head.fourCC(is64 ? file.fileType : "RIFF")
        let open = !file.isComplete
        head.little(is64 || open ? UInt32.max : UInt32(total.partialValue))
        head.fourCC("WAVE")
        if is64 { sizes(file, total: total.partialValue).write(to: &head, bigEndian: false) }
        for chunk in first + placement.head { chunk.write(to: &head, bigEndian: false) }
        head.fourCC("data")
        head.little(is64 || open ? UInt32.max : UInt32(file.dataSize))
        return Enclosure(head: head.bytes, tail: tail.bytes)
    }

    /// The chunks without which the data cannot be understood: `fmt ` and, for what is not integers, `fact`.
    ///
    /// Where others laid out the head, both may have to be as short as theirs.
    private static func firstChunks(_ file: FileDescription, room: Int64?) throws(AudioError) -> [IFFBody] {
        var fact = ByteWriter()
        fact.little(UInt32(clamping: file.packetTable?.validFrames ?? file.packets.totalFrames))
        let isInteger = file.format.isPCM && file.format.sampleKind != .float
        let bodies = try formatBodies(file).map { IFFBody("fmt ", $0) }
        var choices = bodies.map { isInteger ? [$0] : [$0, IFFBody("fact", fact.bytes)] }
        guard let room else { return choices[0] }
        if !isInteger { choices += bodies.map { [$0] } }
        let fitting = choices.first { chunks in
            let left = room - Int64(chunks.reduce(0) { $0 + $1.totalSize })
            return left == 0 || left >= 8
        }
        guard let fitting else { throw .operationNotSupported.because("the format chunk has no room before the data") }
        return fitting
    }

    /// The ways to write the format down, the best one first.
    private static func formatBodies(_ file: FileDescription) throws(AudioError) -> [[UInt8]] {
        if file.format.framesPerPacket > 1, file.magicCookie.count >= 18,
            FourCC(0x6D73_0000 | UInt32(file.magicCookie[0]) | UInt32(file.magicCookie[1]) << 8) == file.format.formatID
        {
            return [file.magicCookie]
        }
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

    private static func sizes(_ file: FileDescription, total: Int64) -> IFFBody {
        var body = ByteWriter()
        let frames = file.packetTable?.validFrames ?? file.packets.totalFrames
        let sizes =
            file.isComplete
            ? WAVESizes64(formSize: UInt64(total), dataSize: UInt64(file.dataSize), frames: UInt64(max(0, frames)))
            : WAVESizes64(formSize: unknownSize, dataSize: unknownSize, frames: 0)
        sizes.write(to: &body)
        return IFFBody("ds64", body.bytes)
    }

    /// More than any file has, and little enough that readers which add an offset to it do not overflow.
    private static let unknownSize: UInt64 = 1 << 62

    private static func optionalChunks(_ file: FileDescription) throws(AudioError) -> [IFFBody] {
        var chunks: [IFFBody] = []
        let broadcast = WAVEInfo.broadcast(file.userChunks)
        let user = ID3Chunk.renewed(WAVEMarkers.chunks(file), file, id: ID3Chunk.lowercaseID) {
            WAVEInfo.holds($0.key) || broadcast[$0.key] == $0.value
        }
        for chunk in user {
            guard !reserved.contains(chunk.id) else {
                throw .invalidChunk.because("'\(chunk.id)' chunks are not for clients to write")
            }
            chunks.append(try IFFBody(chunk))
        }
        if let info = WAVEInfo.bytes(file.info, besides: broadcast) {
            chunks.append(IFFBody("LIST", info))
        }
        return chunks
    }

    /// Chunks that describe the data, and that only the writer can get right.
    private static let reserved: Set<FourCC> = ["fmt ", "data", "ds64", "RIFF"]
}
