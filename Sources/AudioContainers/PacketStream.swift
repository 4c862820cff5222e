import AudioCore

/// A sound whose bytes are still arriving: what is known before its packets, and how to find them.
package struct PacketStream {
    /// As of a file, but `packets` is empty where only the packets themselves state where they are, and sizes that the file
    /// does not state before its audio data run to the end of the source.
    package var file: FileDescription
    package var scanner: any PacketScanner
    /// Packets and bytes of audio data as the head states them for `scanner`'s packets; nil where it does not.
    package var packetCount: Int64?
    package var dataSize: Int64?
    /// Bytes that no packet exceeds, 0 where unknown.
    package var packetSizeUpperBound: Int
    /// Bytes of a packet before any was seen: for guesses.
    package var typicalPacketSize: Double
    /// Whether packets of `file` were found to have twice the frames that `scanner` reports: HE-AAC.
    package var hasFoundReplication = false

    /// A sound of constant packets that follow each other.
    init(constant file: FileDescription) {
        let size = file.packets.isConstant ? file.dataSize : 0
        self.init(
            file, PacketRun(offset: file.dataOffset, size: size, packetSize: file.format.bytesPerPacket),
            upperBound: file.format.bytesPerPacket,
            typical: Double(file.format.bytesPerPacket))
    }

    /// A sound whose packets are all in the file's index.
    init(indexed file: FileDescription) {
        let packets = file.packets
        self.init(
            file, PacketList(packets, dataOffset: file.dataOffset), upperBound: packets.maximumSize,
            typical: packets.count > 0 ? Double(packets.totalBytes) / Double(packets.count) : 0)
        packetCount = packets.count
        dataSize = file.dataSize
    }

    init(_ file: FileDescription, _ scanner: some PacketScanner, upperBound: Int, typical: Double) {
        self.file = file
        self.scanner = scanner
        packetSizeUpperBound = upperBound
        typicalPacketSize = typical
    }
}

/// Where a packet stands in the file; of packets of constant size, where a stretch of them does.
package struct PacketPlace: Equatable, Sendable {
    package var offset: Int64
    package var size: Int64
    /// Frames in this packet where they vary, else 0.
    package var frames: UInt32
    /// What the packet consists of, where it does not stand in one piece of whole bytes from `offset` on.
    private(set) var pieces: [PagedData.Piece] = []

    package init(offset: Int64, size: Int64, frames: UInt32 = 0) {
        self.offset = offset
        self.size = size
        self.frames = frames
    }

    /// A packet of one piece at least.
    init(_ pieces: [PagedData.Piece], frames: UInt32) {
        self.init(
            offset: (pieces.first?.bit ?? 0) / 8, size: pieces.reduce(0) { $0 + Int64($1.size) }, frames: frames)
        if pieces.count > 1 || pieces.contains(where: { $0.bit % 8 != 0 }) { self.pieces = pieces }
    }

    /// The first byte after it.
    package var end: Int64 { pieces.last?.end ?? offset + size }

    /// Whether its bytes must be put together.
    package var isScattered: Bool { !pieces.isEmpty }

    /// Where its bytes stand.
    var allPieces: [PagedData.Piece] { pieces.isEmpty ? [PagedData.Piece(offset: offset, size: Int(size))] : pieces }

    /// Its bytes.
    package func bytes(of source: any ByteSource) throws(AudioError) -> [UInt8] {
        guard isScattered else { return try source.bytes(at: offset, count: Int(size)) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var failure: AudioError?
        bytes.withUnsafeMutableBytes { buffer in
            var done = 0
            for piece in pieces where failure == nil {
                do throws(AudioError) {
                    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + piece.size])
                    guard try PagedData.read(piece, into: target, from: source) == piece.size else {
                        throw .endOfFile
                    }
                } catch { failure = error }
                done += piece.size
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// Finds packet after packet, in a file as in a stream.
///
/// Where the source is still arriving, every call that lacks a byte throws `dataUnavailable` and can be made again.
package protocol PacketScanner {
    /// The next packet, which need not have arrived as a whole; nil at the end. Offsets never decrease.
    mutating func next() throws(AudioError) -> PacketPlace?

    /// The first byte that is still looked at.
    var position: Int64 { get }

    /// Where a packet stands exactly; nil where that is not known.
    func offset(ofPacket packet: Int64) -> Int64?

    /// Whether the scanner can find a packet in bytes from the middle of the sound.
    var findsPackets: Bool { get }

    /// Takes the stream up again behind a gap.
    ///
    /// - Parameter isExact: whether a packet is known to begin at `position`.
    /// - Throws: `discontinuityCantRecover` where that must be known.
    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError)

    /// Makes `end` the first byte that is no longer part of the sound.
    mutating func finish(at end: Int64)
}

extension PacketScanner {
    package func offset(ofPacket packet: Int64) -> Int64? { nil }
    package var findsPackets: Bool { true }
    package mutating func finish(at end: Int64) {}
}

/// Packets of a stream within a chunk, with their places in the whole file.
struct ShiftedScanner: PacketScanner {
    private var base: any PacketScanner
    private let distance: Int64
    private let count: Int64

    /// - Parameters:
    ///   - distance: where the chunk's bytes begin in the file.
    ///   - count: how many there are.
    init(_ base: any PacketScanner, by distance: Int64, count: Int64) {
        self.base = base
        self.distance = distance
        self.count = count
    }

    var position: Int64 { base.position + distance }

    var findsPackets: Bool { base.findsPackets }

    mutating func next() throws(AudioError) -> PacketPlace? {
        guard var place = try base.next() else { return nil }
        place.offset += distance
        return place
    }

    func offset(ofPacket packet: Int64) -> Int64? { base.offset(ofPacket: packet).map { $0 + distance } }

    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
        try base.resume(at: max(0, position - distance), isExact: isExact)
    }

    mutating func finish(at end: Int64) { base.finish(at: max(0, min(end - distance, count))) }
}

/// Packets of constant size that follow each other.
struct PacketRun: PacketScanner {
    private let offset: Int64
    private let size: Int64
    private let packetSize: Int64
    /// Where the packets continue; the run's end when they have been returned.
    private(set) var position: Int64

    private var end: Int64 { offset + size }

    init(offset: Int64, size: Int64, packetSize: Int) {
        self.offset = offset
        self.size = size
        self.packetSize = Int64(packetSize)
        position = offset
    }

    mutating func next() -> PacketPlace? {
        guard position < end else { return nil }
        defer { position = end }
        return PacketPlace(offset: position, size: end - position)
    }

    func offset(ofPacket packet: Int64) -> Int64? {
        guard packet >= 0, packetSize > 0, packet <= size / packetSize else { return nil }
        return offset + packet * packetSize
    }

    /// Where nothing is known of the place, a packet is taken to begin.
    mutating func resume(at position: Int64, isExact: Bool) { self.position = min(max(position, offset), end) }
}

/// Packets that the head of the file lists.
struct PacketList: PacketScanner {
    private let packets: PacketIndex
    private let dataOffset: Int64
    private var index: Int64 = 0

    init(_ packets: PacketIndex, dataOffset: Int64) {
        self.packets = packets
        self.dataOffset = dataOffset
    }

    var findsPackets: Bool { false }

    var position: Int64 { dataOffset + (index < packets.count ? packets[index].offset : packets.totalBytes) }

    mutating func next() -> PacketPlace? {
        guard index < packets.count else { return nil }
        let packet = packets[index]
        index += 1
        return PacketPlace(offset: dataOffset + packet.offset, size: Int64(packet.size), frames: packet.frames)
    }

    func offset(ofPacket packet: Int64) -> Int64? {
        packet >= 0 && packet < packets.count ? dataOffset + packets[packet].offset : nil
    }

    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
        guard isExact else { throw .discontinuityCantRecover }
        var (low, high): (Int64, Int64) = (0, packets.count)
        while low < high {
            let middle = (low + high) / 2
            if dataOffset + packets[middle].offset >= position { high = middle } else { low = middle + 1 }
        }
        index = low
    }
}

extension PacketIndex {
    /// Whether the packets stand in the order in which they are heard, so that they can be read as they arrive.
    var isInOrder: Bool {
        guard !isConstant else { return true }
        var last = Int64.min
        return (0..<count).allSatisfy { position in
            defer { last = self[position].offset }
            return self[position].offset >= last
        }
    }
}
