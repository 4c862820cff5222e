import AudioCore

/// Audio data that a file keeps in pieces, with headers between them: packets may lie on either side of one, or begin in the
/// middle of a byte.
///
/// Positions count the bytes of all pieces as if they stood behind each other.
package struct PagedData: Hashable, Sendable {
    /// The pieces as they stand in the file; their frames are their bytes, so that positions are found like frames. Offsets
    /// count bits: no piece begins before the one ahead of it ends, in bits as in bytes.
    private var pieces = PacketIndex(variableSizesWithFrames: 0)

    /// Whole bytes of a file, from any bit on.
    struct Piece: Hashable, Sendable {
        /// Bits from the file's start.
        var bit: Int64
        var size: Int

        init(bit: Int64, size: Int) {
            self.bit = bit
            self.size = size
        }

        /// From a whole byte on.
        init(offset: Int64, size: Int) { self.init(bit: offset * 8, size: size) }

        /// The first byte after it.
        var end: Int64 { (bit + Int64(size) * 8 + 7) / 8 }
    }

    init() {}

    /// Adds pieces and returns where they begin.
    mutating func append(_ added: [Piece]) throws(AudioError) -> Int64 {
        guard !pieces.isFull else { throw .invalidFile.because("there are more pieces than can be indexed") }
        let position = pieces.totalFrames
        for piece in added {
            pieces.append(
                PacketDescription(offset: piece.bit, frames: UInt32(piece.size), size: UInt32(piece.size)))
        }
        return position
    }

    /// Fills `buffer` from `position` on and returns how many bytes it got; fewer than asked only at the end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int64, from source: any ByteSource
    ) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        guard var piece = pieces.packet(holdingFrame: position) else { return 0 }
        var skipped = position - pieces.firstFrame(of: piece)
        while done < buffer.count, piece < pieces.count {
            let place = pieces[piece]
            let count = min(buffer.count - done, Int(Int64(place.size) - skipped))
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            let got = try Self.read(Piece(bit: place.offset + skipped * 8, size: count), into: target, from: source)
            done += got
            guard got == count else { break }
            (piece, skipped) = (piece + 1, 0)
        }
        return done
    }

    /// `count` bytes from `position` on.
    ///
    /// - Throws: `endOfFile` where there are fewer.
    package func bytes(at position: Int64, count: Int, from source: any ByteSource) throws(AudioError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var result = Result<Int, AudioError>.success(0)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(AudioError) {
                result = .success(try read(into: buffer, at: position, from: source))
            } catch { result = .failure(error) }
        }
        guard try result.get() == count else { throw .endOfFile }
        return bytes
    }

    /// Copies a piece; `buffer` has room for it. Returns how many bytes there were.
    static func read(
        _ piece: Piece, into buffer: UnsafeMutableRawBufferPointer, from source: any ByteSource
    ) throws(AudioError) -> Int {
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece.size])
        let got = try source.read(into: target, at: piece.bit / 8)
        let shift = piece.bit % 8
        guard shift > 0, got > 0 else { return got }
        var last: UInt8 = 0
        let more = try withUnsafeMutableBytes(of: &last) { (byte) throws(AudioError) in
            try source.read(into: byte, at: piece.bit / 8 + Int64(got))
        }
        for index in 0..<got {
            let next = index + 1 < got ? target[index + 1] : last
            target[index] = target[index] << UInt8(shift) | next >> UInt8(8 - shift)
        }
        // The last byte is whole only with the one behind it.
        return more == 1 ? got : got - 1
    }
}
