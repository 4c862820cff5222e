import AudioCore

/// Where the packets of an Ogg file stand.
///
/// As long as no packet goes over two pages, they are packets with headers between them. From the first that does, positions
/// count the bytes of packets alone, and the file is described by its pages: by pieces of one or more packets that stand
/// behind each other.
struct OggIndex {
    private var packets: FrameIndexBuilder
    private let frames: Int
    private var pages: PagedData?
    /// The piece that continues as long as packets follow without a header between them.
    private var piece: PagedData.Piece?
    /// Bytes of the packets so far.
    private var bytes: Int64 = 0

    /// - Parameter frames: of each packet until one has others; 0 where they always vary.
    init(frames: Int) {
        self.frames = frames
        packets = FrameIndexBuilder(frames: frames)
    }

    var count: Int64 { packets.packets.count }

    /// - Parameter start: where the page begins on which the first packet stands.
    mutating func add(_ packet: PacketPlace, start: Int64) throws(AudioError) {
        if packet.isScattered, pages == nil { try scatter() }
        guard pages == nil else { return try addScattered(packet.allPieces, frames: Int(packet.frames)) }
        let header = count == 0 ? Int(packet.offset - start) : 0
        try packets.add(
            at: packet.offset - Int64(header), size: Int(packet.size) + header, header: header,
            frames: Int(packet.frames))
    }

    /// Has the packets so far stand on pages.
    private mutating func scatter() throws(AudioError) {
        let whole = packets
        packets = FrameIndexBuilder(frames: frames)
        pages = PagedData()
        for number in 0..<whole.packets.count {
            let packet = whole.packets[number]
            let frames = whole.packets.constantFrames > 0 ? whole.packets.constantFrames : Int(packet.frames)
            let piece = PagedData.Piece(offset: (whole.start ?? 0) + packet.offset, size: Int(packet.size))
            try addScattered([piece], frames: frames)
        }
    }

    private mutating func addScattered(_ pieces: [PagedData.Piece], frames: Int) throws(AudioError) {
        var size = 0
        for next in pieces where next.size > 0 {
            size += next.size
            if let last = piece, last.bit + Int64(last.size) * 8 == next.bit, last.size < 1 << 30 {
                piece?.size += next.size
            } else {
                if let piece { _ = try pages?.append([piece]) }
                piece = next
            }
        }
        try packets.add(at: bytes, size: size, frames: frames)
        bytes += Int64(size)
    }

    /// A description of what was found.
    func description(_ format: StreamFormat) throws(AudioError) -> FileDescription {
        var file = try packets.description("Oggf", format)
        file.pages = pages
        if let piece { _ = try file.pages?.append([piece]) }
        return file
    }
}
