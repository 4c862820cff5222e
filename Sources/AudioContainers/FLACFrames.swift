import AudioCore
import Glibc

/// Finds where each frame of a FLAC stream begins and ends, by the checksums. The headers state no sizes.
///
/// A frame ends where the next header stands (its CRC-8 right) and the CRC-16 over the frame comes out as zero. Where a frame
/// is damaged, the first header with the next number ends it anyway. Where a header is damaged, a later one shows by its
/// number how many frames are lost: what stands between is packets of as many frames, which no decoder accepts.
///
/// In a stream that still arrives, a frame that may be the last one ends where its own bits do: nothing may ever follow.
struct FLACFrames: PacketScanner {
    /// Frames of sound in all blocks.
    private(set) var codedFrames: Int64 = 0
    /// Whether the last frame ends where the stream does.
    private(set) var reachedEnd = false
    /// The number of the frame that follows the last one; nil where frames may be numbered in two ways.
    private(set) var nextNumber: UInt64?

    private let stream: FLACStreamInfo
    private let isArriving: Bool
    private let window: FileWindow
    private var search: Search
    private var numbering: FLACNumbering
    private var damagedFrames = 0
    /// Whether the stream ends within a frame that is not the last one.
    private var isCutOff = false
    /// Packets of lost frames that come next, the last first.
    private var lost: [PacketPlace] = []
    /// Whether the stream was taken up in its middle and no whole frame has been found since.
    private var isResuming = false

    /// What is looked for. Kept so that a search which ran out of bytes continues where it was.
    private enum Search {
        /// A frame that begins at this place or up to `limit`, where the first may be anywhere after `from`.
        case start(Int64, limit: Int64, from: Int64)
        case end(FrameEnd)
        case nothing(at: Int64)
    }

    private typealias Found = (offset: Int64, header: FLACFrameHeader)

    /// How far the search for a frame's end has come.
    private struct FrameEnd {
        let header: FLACFrameHeader
        let position: Int64
        /// Up to here the bytes are in the sum, and from here on the next header is looked for.
        var place: Int64
        var next: Int64
        var sum = FLACChecksum()
        /// The first header with the next number.
        var suspect: Found?
        /// A header with a later number.
        var later: Found?
        /// Finds the end by the frame's own bits, in a stream that still arrives: nothing may ever follow. Nil where the next header
        /// marks the end.
        var bits: FLACFrameBits?

        init(_ header: FLACFrameHeader, at position: Int64, bits: FLACFrameBits?) {
            self.header = header
            self.position = position
            self.bits = bits
            place = position
            next = position + Int64(header.size) + 2
        }
    }

    /// Where a frame ends, and the next header, which is nil where that is not known, or at the end of the stream. What stands
    /// between the two is lost.
    private struct Outcome {
        var end: Int64
        var following: Found?
        /// Frames of sound that are lost.
        var lostFrames: Int64 = 0
        var isDamaged = false
    }

    /// After this many damaged frames a header ends the frame before it without a checksum: to search each frame twice would
    /// take too long.
    private static let damageLimit = 16
    /// Blocks in a row that may be lost, and those that may be missing at the end.
    private static let mostLostBlocks: Int64 = 64
    private static let mostLostAtEnd: Int64 = 2

    /// - Parameter isArriving: whether more bytes of the stream may arrive.
    init(
        _ source: any ByteSource, _ stream: FLACStreamInfo, from start: Int64, to end: Int64, isArriving: Bool = false
    ) {
        self.stream = stream
        self.isArriving = isArriving
        numbering = FLACNumbering(stream)
        window = FileWindow(source, end: max(start, end))
        // Some writers leave a little padding after the metadata; and the first frames' headers may be damaged.
        let limit = start + Int64(FileWindow.span) + 3 * stream.largestFrame(stream.largestBlock)
        search = .start(start, limit: limit, from: start)
    }

    private var end: Int64 { window.end }

    var position: Int64 {
        if let next = lost.last { return next.offset }
        switch search {
        case .start(let place, _, _): return place
        case .end(let frame): return frame.position
        case .nothing(let place): return place
        }
    }

    mutating func next() throws(AudioError) -> PacketPlace? {
        while true {
            if let place = lost.popLast() {
                codedFrames += Int64(place.frames)
                return place
            }
            switch search {
            case .nothing(let place):
                guard loseEnd(from: place) else { return nil }
            case .start(let start, let limit, let from): try findStart(start, limit, from)
            case .end(var frame):
                defer { if case .end(let now) = search, now.position == frame.position { search = .end(frame) } }
                guard let outcome = try findEnd(&frame) else {
                    if isResuming, frame.place < end {
                        search = .start(frame.position + 1, limit: .max, from: .max)
                        continue
                    }
                    search = .nothing(at: frame.position)
                    isCutOff = !isLast(frame.header)
                    continue
                }
                return take(frame, outcome)
            }
        }
    }

    private mutating func take(_ frame: FrameEnd, _ outcome: Outcome) -> PacketPlace {
        isResuming = false
        codedFrames += Int64(frame.header.frames)
        if let following = outcome.following {
            numbering.learn(from: frame.header, following.header)
            lose(outcome.lostFrames, from: outcome.end, to: following.offset)
            search = .end(frameEnd(following.header, at: following.offset))
        } else if outcome.end < end {
            // Only a frame that begins right here continues with the stream.
            search = .start(outcome.end, limit: outcome.end + 1, from: .max)
        } else {
            search = .nothing(at: outcome.end)
            reachedEnd = outcome.end == end && !outcome.isDamaged
        }
        nextNumber = numbering.next(after: frame.header)
        return PacketPlace(
            offset: frame.position, size: outcome.end - frame.position,
            frames: UInt32(stream.constantBlock > 0 ? stream.constantBlock : frame.header.frames))
    }

    /// A frame whose numbers are not known yet begins wherever its header does.
    mutating func resume(at position: Int64, isExact: Bool) {
        search = .start(position, limit: .max, from: .max)
        lost.removeAll()
        isResuming = true
    }

    mutating func finish(at end: Int64) { window.end = end }

    // MARK: Lost frames

    /// Makes packets of lost frames of the bytes in which they were, no packet of more frames than a block has.
    private mutating func lose(_ frames: Int64, from start: Int64, to end: Int64) {
        let block = Int64(stream.largestBlock)
        let count = (frames + block - 1) / block
        guard frames > 0, count <= end - start else { return }
        let size = (end - start) / count
        for index in (0..<count).reversed() {
            let offset = start + index * size
            let isConstant = stream.constantBlock > 0
            lost.append(
                PacketPlace(
                    offset: offset, size: index == count - 1 ? end - offset : size,
                    frames: UInt32(index < count - 1 || isConstant ? block : frames - index * block)))
        }
    }

    /// Loses the frames that are missing at the end, where bytes of them are there. False where there are none.
    private mutating func loseEnd(from place: Int64) -> Bool {
        let missing = stream.totalFrames - codedFrames
        guard !isResuming, !isCutOff, stream.totalFrames > 0, codedFrames > 0, missing > 0, place < end,
            missing <= Self.mostLostAtEnd * Int64(stream.largestBlock),
            end - place <= Self.mostLostAtEnd * stream.largestFrame(stream.largestBlock)
        else { return false }
        lose(missing, from: place, to: end)
        search = .nothing(at: end)
        return !lost.isEmpty
    }

    /// Whether the sound ends with a frame.
    private func isLast(_ header: FLACFrameHeader) -> Bool {
        stream.totalFrames > 0 && codedFrames + Int64(header.frames) >= stream.totalFrames
    }

    // MARK: Headers

    private mutating func findStart(_ start: Int64, _ limit: Int64, _ from: Int64) throws(AudioError) {
        let limit = min(limit, end)
        var place = start
        while place < limit {
            search = .start(place, limit: limit, from: from)
            let bytes = try window.bytes(at: place, atLeast: 1)
            guard let found = Self.mark(in: bytes, 0..<bytes.count) else {
                place += Int64(bytes.count)
                continue
            }
            place += Int64(found)
            search = .start(place, limit: limit, from: from)
            guard place < limit else { break }
            var head = try window.bytes(at: place, atLeast: FLACFrameHeader.smallestSize)
            let needed = FLACFrameHeader.size(head)
            if head.count < needed { head = try window.bytes(at: place, atLeast: needed) }
            if let header = FLACFrameHeader(head, stream) {
                search = .end(frameEnd(header, at: place))
                // A recording of a broadcast begins with any number.
                let ahead = numbering.frames(before: header)
                if place > from, ahead <= 4 * Int64(stream.largestBlock) { lose(ahead, from: from, to: place) }
                return
            }
            place += 1
        }
        search = .nothing(at: min(place, limit))
    }

    /// The first byte that may begin a header.
    private static func mark(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        guard let start = bytes.baseAddress, let found = memchr(start + range.lowerBound, 0xFF, range.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    private func frameEnd(_ header: FLACFrameHeader, at position: Int64) -> FrameEnd {
        let block = UInt64(stream.largestBlock)
        let end = (header.isVariable ? header.number : header.number * block) + UInt64(header.frames)
        // A last frame may be shorter than what the search for the end of the one before looks at.
        let isNearEnd = stream.totalFrames == 0 || end + block >= UInt64(stream.totalFrames)
        return FrameEnd(header, at: position, bits: isArriving && isNearEnd ? FLACFrameBits(header, stream) : nil)
    }

    /// The end of a frame, found by parsing its bits; nil where that is not possible, or the bits are damaged.
    private func end(of frame: inout FrameEnd) throws(AudioError) -> Int64? {
        var needed = frame.header.size
        while frame.bits != nil, needed <= stream.largestFrame(frame.header) {
            let bytes = try window.bytes(at: frame.position, atLeast: needed)
            guard bytes.count >= needed, let outcome = frame.bits?.follow(bytes) else { break }
            switch outcome {
            case .needs(let count): needed = count
            case .damaged: frame.bits = nil
            case .whole(let size):
                frame.bits = nil
                var sum = FLACChecksum()
                sum.add(bytes[..<size])
                if sum.isZero { return frame.position + Int64(size) }
            }
        }
        frame.bits = nil
        return nil
    }

    /// Nil where the stream is cut off within the frame.
    private mutating func findEnd(_ frame: inout FrameEnd) throws(AudioError) -> Outcome? {
        if let end = try end(of: &frame) { return Outcome(end: end) }
        let largest = stream.largestFrame(frame.header) + 1
        // Behind a damaged header stands at least one more frame.
        let limit = min(end, frame.position + largest + 2 * max(largest, stream.largestFrame(stream.largestBlock)))
        while frame.next < limit, frame.later == nil, frame.suspect == nil || frame.next < frame.position + largest {
            if let next = try findHeader(&frame, limit) { return Outcome(end: next.offset, following: next) }
        }
        if limit == end, frame.place == end, frame.sum.isZero { return Outcome(end: end) }
        if let suspect = frame.suspect {
            damagedFrames += 1
            return Outcome(end: suspect.offset, following: suspect, isDamaged: true)
        }
        damagedFrames += 1
        frame.bits = damagedFrames > Self.damageLimit ? nil : FLACFrameBits(frame.header, stream)
        let exact = try end(of: &frame)
        if let later = frame.later { return bridge(frame, to: later, end: exact) }
        if let exact { return Outcome(end: exact) }
        // This is the last frame. It has a wrong checksum or is cut off; the two look the same.
        guard isLast(frame.header), limit == end, frame.position + largest >= end else { return nil }
        return Outcome(end: end, isDamaged: true)
    }

    /// The frame ends where its bits do, and what follows up to the next header that can be read is lost. Only the first
    /// bytes of a damaged frame are kept.
    private func bridge(_ frame: FrameEnd, to later: Found, end exact: Int64?) -> Outcome {
        let frames = numbering.distance(from: frame.header, to: later.header) ?? 0
        let blocks = max(1, frames / Int64(stream.largestBlock))
        let end = exact.map { min($0, later.offset) } ?? frame.position + (later.offset - frame.position) / (blocks + 1)
        return Outcome(end: end, following: later, lostFrames: frames, isDamaged: exact == nil)
    }

    /// Goes through a window of bytes. Returns the header that ends the frame beyond doubt; notes any other that may.
    private func findHeader(_ frame: inout FrameEnd, _ limit: Int64) throws(AudioError) -> Found? {
        let skipped = Int(frame.next - frame.place)
        let bytes = try window.bytes(at: frame.place, atLeast: skipped + FLACFrameHeader.maximumSize + 1)
        // A header at a window's end may be cut off there: it is looked at again at the start of the next.
        let isLast = frame.place + Int64(bytes.count) == end
        let reach = isLast ? bytes.count : bytes.count - FLACFrameHeader.maximumSize
        let stop = min(reach, Int(limit - frame.place))
        var index = skipped
        var summed = 0
        while index < stop, let found = Self.mark(in: bytes, index..<stop) {
            index = found + 1
            guard let next = FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[found...]), stream) else { continue }
            frame.sum.add(bytes[summed..<found])
            summed = found
            let offset = frame.place + Int64(found)
            let distance = numbering.distance(from: frame.header, to: next)
            if frame.sum.isZero || distance == 0 && damagedFrames > Self.damageLimit { return (offset, next) }
            guard let distance, distance <= Self.mostLostBlocks * Int64(stream.largestBlock) else { continue }
            guard distance > 0 else {
                frame.suspect = frame.suspect ?? (offset, next)
                continue
            }
            frame.later = (offset, next)
            break
        }
        let done = max(summed, stop)
        frame.sum.add(bytes[summed..<done])
        frame.place += Int64(done)
        frame.next = max(frame.next, frame.place)
        return nil
    }
}

/// How the frames of a stream are numbered: one by one, or by their first samples.
///
/// Which of both is a bit of each header. Flake up to version 0.11 numbers samples where blocks vary, and leaves that bit 0.
struct FLACNumbering {
    private let block: Int64
    private let varies: Bool
    /// Whether frames with the bit 0 number samples; nil where that is not known yet.
    private var countsSamples: Bool?

    init(_ stream: FLACStreamInfo) {
        block = Int64(stream.largestBlock)
        varies = stream.constantBlock == 0
        countsSamples = varies ? nil : false
    }

    private func countsSamples(_ header: FLACFrameHeader) -> Bool? { header.isVariable ? true : countsSamples }

    /// Takes notice of two frames that follow each other.
    mutating func learn(from first: FLACFrameHeader, _ second: FLACFrameHeader) {
        guard countsSamples == nil, !first.isVariable, first.frames > 1 else { return }
        if second.number == first.number + 1 { countsSamples = false }
        if second.number == first.number + UInt64(first.frames) { countsSamples = true }
    }

    /// Frames of sound that are missing between two frames; 0 where the second follows the first, nil where it does not come after it.
    func distance(from first: FLACFrameHeader, to second: FLACFrameHeader) -> Int64? {
        guard first.isVariable == second.isVariable else { return nil }
        let (from, to) = (Int64(first.number), Int64(second.number))
        let samples = to - from - Int64(first.frames)
        let blocks = to - from - 1
        switch countsSamples(first) {
        case true?: return samples >= 0 ? samples : nil
        case false?: return blocks >= 0 ? blocks * (varies ? Int64(first.frames) : block) : nil
        case nil: return samples == 0 || blocks == 0 ? 0 : nil
        }
    }

    /// Frames of sound before a frame.
    func frames(before header: FLACFrameHeader) -> Int64 {
        let number = Int64(header.number)
        // The number of a second or third frame, or that of its first sample.
        return countsSamples(header) ?? (number >= 16) ? number : number * block
    }

    /// The number of the frame that comes after this one; nil where it is not known.
    func next(after header: FLACFrameHeader) -> UInt64? {
        countsSamples(header).map { header.number + ($0 ? UInt64(header.frames) : 1) }
    }
}

/// The checksums of FLAC: CRC-8 of headers, CRC-16 of frames.
struct FLACChecksum {
    private var value: UInt16 = 0

    var isZero: Bool { value == 0 }

    /// Row n: what a byte with n zero bytes after it makes of the sum.
    private static let tables: [UInt16] = {
        var tables = [UInt16](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var sum = UInt16(byte) << 8
            for _ in 0..<8 { sum = sum << 1 ^ (sum & 0x8000 != 0 ? 0x8005 : 0) }
            tables[byte] = sum
        }
        for row in 1..<8 {
            for byte in 0..<256 {
                let before = tables[(row - 1) * 256 + byte]
                tables[row * 256 + byte] = before << 8 ^ tables[Int(before >> 8)]
            }
        }
        return tables
    }()

    /// Eight bytes at a time: their parts of the sum do not depend on each other.
    mutating func add(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        value = Self.tables.withUnsafeBufferPointer { table in
            var sum = value
            var index = 0
            while index + 8 <= bytes.count {
                var next = table[7 * 256 + Int(bytes[index] ^ UInt8(sum >> 8))]
                next ^= table[6 * 256 + Int(bytes[index + 1] ^ UInt8(sum & 0xFF))]
                for lane in 2..<8 { next ^= table[(7 - lane) * 256 + Int(bytes[index + lane])] }
                sum = next
                index += 8
            }
            while index < bytes.count {
                sum = sum << 8 ^ table[Int(UInt8(sum >> 8) ^ bytes[index])]
                index += 1
            }
            return sum
        }
    }

    static func crc8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8 {
        var sum: UInt8 = 0
        for byte in bytes {
            sum ^= byte
            for _ in 0..<8 { sum = sum << 1 ^ (sum & 0x80 != 0 ? 0x07 : 0) }
        }
        return sum
    }
}
