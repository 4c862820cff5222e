import AudioCore

/// The first 24 bytes of `pakt`: how many packets there are, and how many of their frames are sound.
///
/// All there is for packets of constant size. Else the sizes follow, or the frames, or both packet by packet, as
/// numbers of seven bits a byte.
struct CAFPacketTableHeader: CAFChunk {
    static let id: FourCC = "pakt"
    static let bodySize = 24

    /// 0 where packets have a constant size and number of frames.
    var packets: Int64
    var info: PacketTableInfo

    init(packets: Int64, info: PacketTableInfo) {
        self.packets = packets
        self.info = info
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        packets = try input.big()
        info = PacketTableInfo(
            validFrames: try input.big(), primingFrames: try input.big(), remainderFrames: try input.big())
        guard packets >= 0, info.validFrames >= 0, info.primingFrames >= 0, info.remainderFrames >= 0 else {
            throw .invalidFile.because("the packet table has a negative count")
        }
    }

    func write(to output: inout ByteWriter) {
        output.big(packets)
        output.big(info.validFrames)
        output.big(info.primingFrames)
        output.big(info.remainderFrames)
    }
}

extension PacketTableInfo {
    /// What is left of the claim where the packets decode to fewer frames: a file that was cut lost its end.
    func limited(to frames: Int64) -> PacketTableInfo {
        let priming = min(Int64(primingFrames), frames)
        let valid = min(validFrames, frames - priming)
        let remainder = min(Int64(remainderFrames), frames - priming - valid)
        return PacketTableInfo(
            validFrames: valid, primingFrames: Int32(priming), remainderFrames: Int32(remainder))
    }
}

/// What follows the packet table's header, a packet's size and frames at a time.
struct CAFPacketEntries {
    let format: StreamFormat

    private var statesSize: Bool { format.bytesPerPacket == 0 }
    private var statesFrames: Bool { format.framesPerPacket == 0 }

    init(format: StreamFormat) { self.format = format }

    /// Packets without a byte are few in any real file, and each costs memory here.
    private static let maximumEmptyPackets = 1 << 16

    /// Reads the entries of `count` packets from `size` bytes at `position`, in pieces of bounded size.
    ///
    /// Packets that reach past `dataSize` are left out: the file was cut.
    func read(
        _ count: Int64, from source: any ByteSource, at position: Int64, size: Int64, dataSize: Int64
    ) throws(AudioError) -> PacketIndex {
        guard count <= size / (statesSize && statesFrames ? 2 : 1) else {
            throw .invalidFile.because("the packet table claims \(count) packets in \(size) bytes")
        }
        var numbers = CAFNumbers(source: source, position: position, end: position + size)
        var index = PacketIndex(variableSizesWithFrames: format.framesPerPacket)
        var offset: Int64 = 0
        var empty = 0
        for _ in 0..<count {
            let size = statesSize ? try numbers.next() : UInt32(format.bytesPerPacket)
            let frames = statesFrames ? try numbers.next() : 0
            guard Int64(size) <= dataSize - offset else { break }
            if size == 0 { empty += 1 }
            guard empty <= Self.maximumEmptyPackets else {
                throw .invalidFile.because("the packet table is empty packets")
            }
            guard !index.isFull else { throw .invalidFile.because("there are more packets than can be indexed") }
            index.append(PacketDescription(offset: offset, frames: frames, size: size))
            offset += Int64(size)
        }
        return index
    }

    func write(_ index: PacketIndex, from first: Int64 = 0, to output: inout ByteWriter) {
        for position in first..<index.count {
            let packet = index[position]
            if statesSize { output.sevenBits(packet.size) }
            if statesFrames { output.sevenBits(packet.frames) }
        }
    }
}

/// `pakt` ahead of the audio data while that is written: the data chunk reaches up to it, with room to grow.
enum CAFJournal {
    static func entry(_ file: FileDescription, after progress: JournalEntry.Progress?) -> JournalEntry? {
        let first = progress?.packets ?? 0
        guard !file.packets.isConstant, first < file.packets.count else { return nil }
        var rows = ByteWriter()
        CAFPacketEntries(format: file.format).write(file.packets, from: first, to: &rows)
        let rowBytes = (progress?.rowBytes ?? 0) + Int64(rows.count)
        var head = ByteWriter()
        let size = Int64(CAFPacketTableHeader.bodySize) + rowBytes
        CAFChunkHeader(id: CAFPacketTableHeader.id, bodySize: size).write(to: &head)
        CAFPacketTableHeader(packets: file.packets.count, info: file.packetTableSoFar).write(to: &head)
        return JournalEntry(
            head: head.bytes, rows: rows.bytes,
            progress: JournalEntry.Progress(packets: file.packets.count, rowBytes: rowBytes))
    }
}

/// Numbers of seven bits a byte, the most significant first; the top bit says that more follow.
private struct CAFNumbers {
    let source: any ByteSource
    /// Where the bytes after `window` stand in the source.
    var position: Int64
    let end: Int64
    private var window: [UInt8] = []
    private var at = 0

    private static let windowSize = 1 << 16

    init(source: any ByteSource, position: Int64, end: Int64) {
        self.source = source
        self.position = position
        self.end = end
    }

    mutating func next() throws(AudioError) -> UInt32 {
        var value: UInt64 = 0
        // Ten bytes hold any number; leading zero groups are read as the specification has it, but not without end.
        for _ in 0..<10 {
            if at == window.count { try refill() }
            let byte = window[at]
            at += 1
            value = value << 7 | UInt64(byte & 0x7F)
            guard value <= UInt64(UInt32.max) else {
                throw .invalidFile.because("a packet is claimed to be over 4 GiB")
            }
            if byte & 0x80 == 0 { return UInt32(value) }
        }
        throw .invalidFile.because("a number in the packet table does not end")
    }

    private mutating func refill() throws(AudioError) {
        window = try source.prefix(at: position, upTo: Int(min(Int64(Self.windowSize), end - position)))
        guard !window.isEmpty else { throw .invalidFile.because("the packet table ends before its last packet") }
        position += Int64(window.count)
        at = 0
    }
}

extension ByteWriter {
    fileprivate mutating func sevenBits(_ value: UInt32) {
        var shift = 28
        while shift > 0, value >> shift == 0 { shift -= 7 }
        while shift > 0 {
            big(UInt8(value >> shift & 0x7F) | 0x80)
            shift -= 7
        }
        big(UInt8(value & 0x7F))
    }
}
