import AudioCore

/// Audio data that a file keeps in pieces, with headers between them: packets may lie on either side of one.
///
/// Positions count the bytes of all pieces as if they stood behind each other.
package struct PagedData: Hashable, Sendable {
    /// The pieces as they stand in the file; their frames are their bytes, so that positions are found like frames.
    private var pieces = PacketIndex(variableSizesWithFrames: 0)
    /// Bytes of the first pieces that are no audio data.
    private var start: Int64 = 0

    init() {}

    /// Adds a page's contents and returns where they begin.
    mutating func append(_ page: OggPage) throws(AudioError) -> Int64 {
        guard !pieces.isFull else { throw .invalidFile.because("there are more pages than can be indexed") }
        let position = pieces.totalFrames
        pieces.append(PacketDescription(offset: page.offset, frames: UInt32(page.size), size: UInt32(page.size)))
        return position
    }

    /// Lets positions count from `position` on.
    mutating func skip(_ position: Int64) { start = position }

    /// Where the first byte stands in the file.
    var firstOffset: Int64 {
        guard let piece = pieces.packet(holdingFrame: start) else { return 0 }
        return pieces[piece].offset + start - pieces.firstFrame(of: piece)
    }

    /// Fills `buffer` from `position` on and returns how many bytes it got; fewer than asked only at the end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int64, from source: any ByteSource
    ) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count, let piece = pieces.packet(holdingFrame: start + position + Int64(done)) {
            let place = pieces[piece]
            let skipped = start + position + Int64(done) - pieces.firstFrame(of: piece)
            let count = min(buffer.count - done, Int(Int64(place.size) - skipped))
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            let got = try source.read(into: target, at: place.offset + skipped)
            done += got
            guard got == count else { break }
        }
        return done
    }
}
