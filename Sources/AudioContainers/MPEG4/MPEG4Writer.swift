import AudioCore

/// Lays a description out as `ftyp`, the movie atom and the header of `mdat`, or with the movie atom behind the data.
///
/// The movie's and the track's clocks both run at the sample rate, so that edits are exact.
struct MPEG4Writer {
    static let pageSize: Int64 = 4096
    /// `free` and a header of `mdat`, or one header of `mdat` with a size of 64 bits.
    private static let dataHeader = 16
    private static let maximumHead: Int64 = 64 << 20

    private let file: FileDescription
    private let movie: MPEG4Movie
    private let ftyp: [UInt8]

    init(_ file: FileDescription) throws(AudioError) {
        guard file.isRewritable else {
            throw .operationNotSupported.because("the file holds more than this sound, which would be lost")
        }
        guard file.dataSize >= 0, file.dataSize <= .max >> 1 else { throw .parameter }
        self.file = file
        movie = try MPEG4Movie(file)
        ftyp = Self.fileType(file.fileType)
    }

    private static func fileType(_ type: FourCC) -> [UInt8] {
        let brands: [FourCC]
        switch type {
        case MPEG4.m4a: brands = ["M4A ", "mp42", "isom"]
        case MPEG4.m4b: brands = ["M4B ", "mp42", "isom"]
        case MPEG4.threeGPP: brands = ["3gp6", "3gp5", "isom"]
        case MPEG4.threeGPP2: brands = ["3g2a", "isom"]
        default: brands = ["mp42", "isom"]
        }
        var output = ByteWriter()
        output.atom("ftyp") {
            $0.fourCC(brands[0])
            $0.zeros(4)
            for brand in brands { $0.fourCC(brand) }
        }
        return output.bytes
    }

    func enclosure(dataOffset: Int64?) throws(AudioError) -> Enclosure {
        guard let dataOffset else { return try natural() }
        let room = dataOffset - Int64(ftyp.count)
        guard room >= Int64(headerSize), dataOffset <= Self.maximumHead, room == headerSize || room >= headerSize + 8
        else {
            throw .operationNotSupported.because("an MPEG-4 file's audio data cannot begin at byte \(dataOffset)")
        }
        guard file.isComplete else {
            // What was set late may find no room, and the packets of a killed file need the atom more than its tags.
            let open = [try movie.open(), try movie.open(withTags: false)].first {
                let gap = Int(room) - headerSize - $0.count
                return gap == 0 || gap >= 8
            }
            return Enclosure(head: head(open, upTo: Int(dataOffset)))
        }
        let moov = try movie.bytes(dataOffset: dataOffset)
        let gap = Int(room) - headerSize - moov.count
        if gap == 0 || gap >= 8 { return Enclosure(head: head(moov, upTo: Int(dataOffset))) }
        return Enclosure(head: head(nil, upTo: Int(dataOffset)), tail: moov)
    }

    /// Where the container chooses: the movie atom in front once the packets are known.
    private func natural() throws(AudioError) -> Enclosure {
        let open = file.isComplete ? [] : try movie.open()
        let moovSize = file.isComplete ? try movie.bytes(dataOffset: 0).count : open.count
        var offset = Int64(ftyp.count + moovSize + Self.dataHeader)
        // The page is added where offsets of 32 bits may turn out too small, which makes the movie atom larger.
        guard file.isComplete else { return Enclosure(head: head(open, upTo: Int(aligned(offset)))) }
        var moov = try movie.bytes(dataOffset: aligned(offset))
        offset += Int64(moov.count - moovSize)
        let place = aligned(offset)
        moov = try movie.bytes(dataOffset: place)
        return Enclosure(head: head(moov, upTo: Int(place)))
    }

    private func aligned(_ offset: Int64) -> Int64 {
        guard file.alignsAudioData else { return offset }
        return (offset + Self.pageSize - 1) / Self.pageSize * Self.pageSize
    }

    private var needsLongHeader: Bool {
        if let journal = file.journalOffset, !file.isComplete {
            return journal - file.dataOffset > Int64(UInt32.max) - 8
        }
        return file.isComplete && file.dataSize > Int64(UInt32.max) - 8
    }

    private var headerSize: Int { needsLongHeader ? 16 : 8 }

    /// Bytes of audio data and what else `mdat` holds; nil where it reaches to the end of the file.
    private func dataSize(from dataOffset: Int) -> Int64? {
        guard !file.isComplete else { return file.dataSize }
        // Unfinished data reaches up to the fragment that lists its packets.
        return file.journalOffset.map { $0 - Int64(dataOffset) }
    }

    private func head(_ moov: [UInt8]?, upTo dataOffset: Int) -> [UInt8] {
        var output = ByteWriter()
        output.append(ftyp)
        if let moov { output.append(moov) }
        let filler = dataOffset - output.count - headerSize
        if filler > 0 { output.atom("free") { $0.zeros(filler - 8) } }
        let size = dataSize(from: dataOffset)
        output.big(needsLongHeader ? 1 : size.map { UInt32(clamping: $0 + 8) } ?? 0)
        output.fourCC("mdat")
        if let size, needsLongHeader { output.big(size + 16) }
        return output.bytes
    }
}

/// The movie atom of one sound track.
struct MPEG4Movie {
    private let file: FileDescription
    private let rate: UInt32
    private let entry: MPEG4EntryWriter
    private let tags: MPEG4Tags

    init(_ file: FileDescription) throws(AudioError) {
        guard let type = MPEG4.types.first(where: { $0.id == file.fileType }), type.canHold(file.format) else {
            throw .unsupportedDataFormat
        }
        guard let rate = UInt32(exactly: file.format.sampleRate), rate > 0, (1...1024).contains(file.format.channels)
        else { throw .unsupportedDataFormat.because("an MPEG-4 file's sample rate is a whole number") }
        self.file = file
        self.rate = rate
        entry = try MPEG4EntryWriter(file)
        guard file.packetSizeBits == 32 || file.packets.maximumSize <= Int(UInt16.max) else {
            throw .operationNotSupported.because("a packet is too large for a size of 16 bits")
        }
        var tags = MPEG4Tags()
        tags.info = file.info
        tags.artwork = file.artwork
        tags.others = file.userChunks
        if file.packets.count > 0 {
            if file.format.formatID == .aac { tags.gapless = file.packetTable }
            if MPEG4GaplessNote.isOfReplication(file.format) {
                tags.gapless = file.packetTable.flatMap(MPEG4GaplessNote.ofCore)
            }
        }
        for chunk in tags.others {
            guard case .bytes = chunk.body else {
                throw .operationNotSupported.because("the tag \(chunk.id) is still in the file it was read from")
            }
        }
        self.tags = tags
    }

    private var totalFrames: Int64 { file.packets.totalFrames }
    private var validFrames: Int64 { max(0, file.packetTable?.validFrames ?? totalFrames) }

    /// The movie atom of a file whose packets are listed by fragments; empty where the sound's entry is not known yet.
    ///
    /// - Parameter withTags: whether it contains texts, pictures, markers and the priming too.
    func open(withTags: Bool = true) throws(AudioError) -> [UInt8] {
        guard entry.isWritable else { return [] }
        var open = file
        open.packets = PacketIndex(variableSizesWithFrames: file.packets.constantFrames)
        // States no end: all packets that the fragments will list are sound. The first of them contain the priming.
        let priming = file.packets.count > 0 ? file.packetTableSoFar.primingFrames : file.expectedPriming
        open.packetTable = PacketTableInfo(validFrames: 0, primingFrames: withTags ? priming : 0)
        if !withTags { (open.info, open.artwork, open.userChunks, open.markers) = (InfoDictionary(), [], [], []) }
        open.isComplete = true
        return try MPEG4Movie(open).bytes(dataOffset: 0, isFragmented: true)
    }

    func bytes(dataOffset: Int64, isFragmented: Bool = false) throws(AudioError) -> [UInt8] {
        guard entry.isWritable else {
            throw .unsupportedDataFormat.because("the magic cookie that the decoder needs is not set")
        }
        var output = ByteWriter()
        output.atom("moov") {
            writeMovieHeader(to: &$0)
            $0.atom("trak") {
                writeTrackHeader(to: &$0)
                writeEdits(isFragmented: isFragmented, to: &$0)
                $0.atom("mdia") { writeMedia(dataOffset, to: &$0) }
            }
            if isFragmented { MPEG4Journal.announce(file, to: &$0) }
            if !tags.isEmpty || !file.markers.isEmpty {
                $0.atom("udta") {
                    if !tags.isEmpty { tags.write(to: &$0) }
                    MPEG4Chapters.write(file.markers, sampleRate: file.format.sampleRate, to: &$0)
                }
            }
        }
        return output.bytes
    }

    /// Times of creation and change, 0 for none; then the fields up to and with the duration.
    private func header(
        _ id: FourCC, flags: UInt32 = 0, duration: Int64, to output: inout ByteWriter, _ fields: [UInt32],
        _ content: (inout ByteWriter) -> Void
    ) {
        let isLong = duration > Int64(UInt32.max) - 1
        output.fullAtom(id, version: isLong ? 1 : 0, flags: flags) {
            $0.zeros(isLong ? 16 : 8)
            for field in fields { $0.big(field) }
            if isLong { $0.big(duration) } else { $0.big(UInt32(duration)) }
            content(&$0)
        }
    }

    private static func writeMatrix(to output: inout ByteWriter) {
        for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { output.big(value) }
    }

    private func writeMovieHeader(to output: inout ByteWriter) {
        header("mvhd", duration: validFrames, to: &output, [rate]) {
            $0.big(UInt32(0x1_0000))
            $0.big(UInt16(0x100))
            $0.zeros(10)
            Self.writeMatrix(to: &$0)
            $0.zeros(24)
            $0.big(UInt32(2))
        }
    }

    private func writeTrackHeader(to output: inout ByteWriter) {
        header("tkhd", flags: 7, duration: validFrames, to: &output, [1, 0]) {
            $0.zeros(12)
            $0.big(UInt16(0x100))
            $0.zeros(2)
            Self.writeMatrix(to: &$0)
            $0.zeros(8)
        }
    }

    private func writeEdits(isFragmented: Bool, to output: inout ByteWriter) {
        guard let table = file.packetTable else { return }
        // Without an edit, the frames of a file in which none is valid would all count.
        let isNothing = table.validFrames == 0 && totalFrames > 0 && table.totalFrames == totalFrames
        guard isFragmented ? table.primingFrames > 0 : table.validFrames > 0 || isNothing else { return }
        let isLong = table.validFrames > Int64(UInt32.max)
        output.atom("edts") {
            $0.fullAtom("elst", version: isLong ? 1 : 0) {
                $0.big(UInt32(1))
                if isLong {
                    $0.big(table.validFrames)
                    $0.big(Int64(table.primingFrames))
                } else {
                    $0.big(UInt32(table.validFrames))
                    $0.big(table.primingFrames)
                }
                $0.big(UInt32(0x1_0000))
            }
        }
    }

    private func writeMedia(_ dataOffset: Int64, to output: inout ByteWriter) {
        header("mdhd", duration: totalFrames, to: &output, [rate]) {
            // The language "und", in three times five bits.
            $0.big(UInt32(0x55C4_0000))
        }
        output.fullAtom("hdlr") {
            $0.zeros(4)
            $0.fourCC("soun")
            $0.zeros(12)
            $0.zeroTerminated("Sound")
        }
        output.atom("minf") {
            $0.fullAtom("smhd") { $0.zeros(4) }
            $0.atom("dinf") {
                $0.fullAtom("dref") {
                    $0.big(UInt32(1))
                    $0.fullAtom("url ", flags: 1) { _ in }
                }
            }
            $0.atom("stbl") {
                entry.write(to: &$0)
                MPEG4TableWriter(file.packets, sampleRate: rate, sizeBits: file.packetSizeBits).write(
                    dataOffset, to: &$0)
            }
        }
    }
}

/// The sample tables.
struct MPEG4TableWriter {
    private let packets: PacketIndex
    private let sizeBits: Int
    private var chunks: [(offset: Int64, count: UInt32)] = []

    init(_ packets: PacketIndex, sampleRate: UInt32, sizeBits: Int) {
        self.packets = packets
        self.sizeBits = sizeBits
        // About half a second, as is usual; and no chunk runs over a gap.
        let most = max(1, min(1 << 16, Int(sampleRate) / 2 / max(1, packets.constantFrames)))
        var end: Int64 = -1
        for position in 0..<packets.count {
            let packet = packets[position]
            if packet.offset == end, let last = chunks.last, last.count < most {
                chunks[chunks.count - 1].count += 1
            } else {
                chunks.append((packet.offset, 1))
            }
            end = packet.offset + Int64(packet.size)
        }
    }

    func write(_ dataOffset: Int64, to output: inout ByteWriter) {
        output.fullAtom("stts") { writeTimes(to: &$0) }
        output.fullAtom("stsc") { writeChunkLengths(to: &$0) }
        if sizeBits == 16 {
            output.fullAtom("stz2") { writeShortSizes(to: &$0) }
        } else {
            output.fullAtom("stsz") { writeSizes(to: &$0) }
        }
        let isLong = dataOffset + (chunks.map(\.offset).max() ?? 0) > Int64(UInt32.max)
        output.fullAtom(isLong ? "co64" : "stco") {
            $0.big(UInt32(chunks.count))
            for chunk in chunks {
                if isLong { $0.big(dataOffset + chunk.offset) } else { $0.big(UInt32(dataOffset + chunk.offset)) }
            }
        }
    }

    /// How long packets last, in runs of equal lengths.
    private func writeTimes(to output: inout ByteWriter) {
        var runs: [(count: UInt32, frames: UInt32)] = []
        if packets.constantFrames > 0, packets.count > 0 {
            runs = [(UInt32(packets.count), UInt32(packets.constantFrames))]
        } else {
            for position in 0..<packets.count {
                let frames = packets[position].frames
                if runs.last?.frames == frames { runs[runs.count - 1].count += 1 } else { runs.append((1, frames)) }
            }
        }
        output.big(UInt32(runs.count))
        for run in runs {
            output.big(run.count)
            output.big(run.frames)
        }
    }

    private func writeChunkLengths(to output: inout ByteWriter) {
        var rows: [(first: UInt32, count: UInt32)] = []
        for (number, chunk) in chunks.enumerated() where rows.last?.count != chunk.count {
            rows.append((UInt32(number + 1), chunk.count))
        }
        output.big(UInt32(rows.count))
        for row in rows {
            output.big(row.first)
            output.big(row.count)
            output.big(UInt32(1))
        }
    }

    private func writeShortSizes(to output: inout ByteWriter) {
        output.big(UInt32(16))
        output.big(UInt32(packets.count))
        for position in 0..<packets.count { output.big(UInt16(packets[position].size)) }
    }

    private func writeSizes(to output: inout ByteWriter) {
        let first = packets.count > 0 ? packets[0].size : 0
        let isConstant = first > 0 && (0..<packets.count).allSatisfy { packets[$0].size == first }
        output.big(isConstant ? first : 0)
        output.big(UInt32(packets.count))
        guard !isConstant else { return }
        for position in 0..<packets.count { output.big(packets[position].size) }
    }
}
