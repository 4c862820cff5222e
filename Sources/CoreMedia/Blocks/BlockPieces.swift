import AudioCore

/// The bytes of a block buffer: pieces of memory, one after the other.
struct BlockPieces {
    struct Piece {
        let memory: BlockMemory
        let offset: Int
        let length: Int

        var start: UnsafeMutableRawPointer? { memory.base.map { $0 + offset } }
    }

    private(set) var pieces: [Piece] = []
    private(set) var length = 0
    /// Memory without bytes of the buffer, which goes away with it all the same.
    private var unused: [BlockMemory] = []

    mutating func append(_ piece: Piece) {
        // Pieces of no bytes would only be passed over.
        guard piece.length > 0 else { return unused.append(piece.memory) }
        pieces.append(piece)
        length += piece.length
    }

    mutating func append(_ more: BlockPieces) {
        for piece in more.pieces { append(piece) }
        unused += more.unused
    }

    mutating func append(_ memory: BlockMemory, offset: Int, length: Int) throws(Refusal) {
        guard offset >= 0, offset <= memory.length else { throw Refusal(status: kCMBlockBufferBadOffsetParameterErr) }
        guard length >= 0, length <= memory.length - offset, self.length <= Int.max - length else {
            throw Refusal(status: kCMBlockBufferBadLengthParameterErr)
        }
        append(Piece(memory: memory, offset: offset, length: length))
    }

    /// Refuses a range that is not one of the bytes.
    func require(_ offset: Int, _ count: Int) throws(Refusal) {
        guard offset >= 0, offset <= length else { throw Refusal(status: kCMBlockBufferBadOffsetParameterErr) }
        guard count >= 0, count <= length - offset else { throw Refusal(status: kCMBlockBufferBadLengthParameterErr) }
    }

    /// The pieces of a range. Linear in the number of pieces.
    func range(_ offset: Int, _ count: Int) throws(Refusal) -> BlockPieces {
        try require(offset, count)
        var found = BlockPieces()
        var (skip, rest) = (offset, count)
        for piece in pieces where rest > 0 {
            guard skip < piece.length else {
                skip -= piece.length
                continue
            }
            let size = min(piece.length - skip, rest)
            found.append(Piece(memory: piece.memory, offset: piece.offset + skip, length: size))
            (skip, rest) = (0, rest - size)
        }
        return found
    }

    func assure() throws(Refusal) {
        for piece in pieces { try piece.memory.assure() }
    }

    /// Refuses bytes that have no memory so far, before as much is allocated for a copy of them.
    func requireMemory() throws(Refusal) {
        guard pieces.allSatisfy({ $0.start != nil }) else { throw Refusal(status: kCMBlockBufferUnallocatedBlockErr) }
    }

    /// Whether the bytes lie in one piece of memory. Neighbours in one memory are one piece.
    var isContiguous: Bool {
        guard let first = pieces.first else { return true }
        var end = first.offset + first.length
        for piece in pieces.dropFirst() {
            guard piece.memory === first.memory, piece.offset == end else { return false }
            end += piece.length
        }
        return true
    }

    /// The first bytes, and how many follow them in the same memory.
    func head() throws(Refusal) -> UnsafeMutableRawBufferPointer {
        guard let first = pieces.first else { throw Refusal(status: kCMBlockBufferEmptyBBufErr) }
        guard let start = first.start else { throw Refusal(status: kCMBlockBufferUnallocatedBlockErr) }
        var size = first.length
        for piece in pieces.dropFirst() {
            guard piece.memory === first.memory, piece.offset == first.offset + size else { break }
            size += piece.length
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Calls `body` with the memory of each piece and how many bytes went before.
    func eachPiece(_ body: (UnsafeMutableRawBufferPointer, Int) -> Void) throws(Refusal) {
        var done = 0
        for piece in pieces {
            guard let start = piece.start else { throw Refusal(status: kCMBlockBufferUnallocatedBlockErr) }
            body(UnsafeMutableRawBufferPointer(start: start, count: piece.length), done)
            done += piece.length
        }
    }

    func copy(to target: UnsafeMutableRawPointer) throws(Refusal) {
        try eachPiece { bytes, done in (target + done).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count) }
    }

    /// The bytes in one piece of memory of our own.
    func copied(alignment: Int = 64) throws(Refusal) -> BlockPieces {
        try requireMemory()
        let memory = BlockMemory.own(length: length, alignment: alignment)
        try copy(to: memory.base!)
        var made = BlockPieces()
        try made.append(memory, offset: 0, length: length)
        return made
    }
}
