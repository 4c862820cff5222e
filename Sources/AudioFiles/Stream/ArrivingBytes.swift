import AudioCore

/// A file of which the bytes come piece by piece, front to back: what a stream's readers read.
///
/// What was not used yet is kept, and the piece at hand is looked at where it is. A read of bytes that have not come throws
/// `dataUnavailable` and is remembered in `missing`. Until the end is known, `size` is a bound that no file reaches.
final class ArrivingBytes: ByteSource {
    /// The size of a stream that has not ended.
    static let unlimited: Int64 = 1 << 60
    /// How much is kept of the bytes before the first packet, or of a packet. More than any honest file needs.
    private static let largestKept = 16 << 20
    /// A stretch longer than this that a reader passes over is not kept: the pictures of tags, padding.
    private static let largestPassedOver: Int64 = 4 << 20

    /// Where in the file the bytes at hand begin.
    private(set) var start: Int64 = 0
    /// Where the bytes that have come end.
    private(set) var end: Int64 = 0
    private(set) var isFinished = false
    /// The first and the last byte that a read lacked, since this was last set.
    var missing: Range<Int64>?

    /// The bytes at hand: a client's, good during its call, or those in `kept`.
    private var window = UnsafeRawBufferPointer(start: nil, count: 0)
    private var kept = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var keptOffset = 0
    private var keptCount = 0
    /// Up to where bytes were read, or will be, before some were missing. What has come behind it by chance is not kept,
    /// so that cuts make no difference.
    private var furthest: Int64 = 0
    /// What was read before a stretch that was passed over.
    private var earlier: [(start: Int64, bytes: [UInt8])] = []

    deinit { kept.deallocate() }

    // MARK: Coming and going

    /// Takes the next piece of the file. It must stay where it is until `settle`.
    func arrive(_ piece: UnsafeRawBufferPointer) throws(AudioError) {
        if keptCount == 0 {
            window = piece
            start = end
        } else {
            try keep(piece)
            window = UnsafeRawBufferPointer(rebasing: kept[keptOffset..<keptOffset + keptCount])
        }
        end += Int64(piece.count)
    }

    /// Keeps what stands from `position` on and forgets the rest, the client's piece with it.
    func settle(from position: Int64) throws(AudioError) {
        let used = Int(max(0, min(Int64(window.count), position - start)))
        let isOwn = keptCount > 0
        start += Int64(used)
        if isOwn {
            keptOffset += used
            keptCount -= used
            if keptCount == 0 { keptOffset = 0 }
        } else if used < window.count {
            try keep(UnsafeRawBufferPointer(rebasing: window[used...]))
        }
        window = UnsafeRawBufferPointer(rebasing: kept[keptOffset..<keptOffset + keptCount])
    }

    /// Forgets everything: the next piece stands at `position`.
    func jump(to position: Int64) {
        (keptOffset, keptCount) = (0, 0)
        (earlier, furthest) = ([], 0)
        window = UnsafeRawBufferPointer(start: nil, count: 0)
        (start, end) = (position, position)
        isFinished = false
        missing = nil
    }

    /// No more bytes will come.
    func finish() { isFinished = true }

    /// Prepares to wait for `missing`: returns the first byte that must be kept for the readers to start over.
    ///
    /// - Throws: `invalidFile` where that would be too much.
    func positionToKeep() throws(AudioError) -> Int64 {
        guard let missing, missing.lowerBound - furthest > Self.largestPassedOver else { return start }
        earlier.append((start, Array(window.prefix(Int(clamping: max(0, furthest - start))))))
        return missing.lowerBound
    }

    /// Forgets what was read before a stretch that was passed over.
    func forgetEarlier() { earlier = [] }

    private func keep(_ piece: UnsafeRawBufferPointer) throws(AudioError) {
        let total = earlier.reduce(keptCount + piece.count) { $0 + $1.bytes.count }
        guard total <= Self.largestKept + (1 << 20) else {
            throw .invalidFile.because("no packet was found in \(total) bytes")
        }
        if keptOffset + keptCount + piece.count > kept.count {
            let capacity = max(keptCount + piece.count, min(2 * keptCount, Self.largestKept + (1 << 20)), 1 << 12)
            let target =
                capacity > kept.count
                ? UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16) : kept
            let old = UnsafeRawBufferPointer(rebasing: kept[keptOffset..<keptOffset + keptCount])
            if let base = old.baseAddress { target.baseAddress?.copyMemory(from: base, byteCount: old.count) }
            if target.baseAddress != kept.baseAddress { kept.deallocate() }
            kept = target
            keptOffset = 0
        }
        if let base = piece.baseAddress {
            kept.baseAddress?.advanced(by: keptOffset + keptCount).copyMemory(from: base, byteCount: piece.count)
        }
        keptCount += piece.count
    }

    // MARK: Reading

    func size() throws(AudioError) -> Int64 { isFinished ? end : Self.unlimited }

    /// What is at hand from a position on, empty behind it.
    func view(at position: Int64) -> UnsafeRawBufferPointer? {
        guard position >= start else { return nil }
        return UnsafeRawBufferPointer(rebasing: window[Int(min(position - start, Int64(window.count)))...])
    }

    func expect(_ count: Int64, at position: Int64) throws(AudioError) {
        guard !isFinished, count > end - position else {
            if missing == nil, !isFinished { furthest = max(furthest, position + count) }
            return
        }
        guard count <= Int64(Self.largestKept) else {
            throw .invalidFile.because("\(count) bytes before the packets are too many to hold")
        }
        missing = missing ?? position..<position + count
        throw .dataUnavailable
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        try expect(Int64(buffer.count), at: position)
        if let view = view(at: position) { return copy(view, to: buffer) }
        for piece in earlier where piece.start <= position && position < piece.start + Int64(piece.bytes.count) {
            let count = piece.bytes.withUnsafeBytes { bytes in
                copy(UnsafeRawBufferPointer(rebasing: bytes[Int(position - piece.start)...]), to: buffer)
            }
            if count == buffer.count { return count }
        }
        throw .notOptimized.because("what stands at byte \(position) has gone by")
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(bytes.count, buffer.count)
        if count > 0 { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return count
    }
}
