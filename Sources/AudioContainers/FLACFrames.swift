import AudioCore
import Glibc

/// Finds where each frame of a FLAC stream begins and ends, by the checksums. The headers state no sizes.
///
/// A frame ends where the next header stands (its CRC-8 right, its number the next one, its format the stream's) and the
/// CRC-16 over the frame comes out as zero. Where a frame is damaged, the first such header behind it ends it anyway.
///
/// In a stream that still arrives, a frame that may be the last one ends where its own bits do: nothing may ever follow.
struct FLACFrames: PacketScanner {
    /// Frames of sound in all blocks.
    private(set) var codedFrames: Int64 = 0
    /// Whether the last frame ends where the stream does.
    private(set) var reachedEnd = false
    /// The number that the frame behind the last one has.
    private(set) var nextNumber: UInt64?

    private let stream: FLACStreamInfo
    private let isArriving: Bool
    private let window: FileWindow
    private var search: Search
    private var damagedFrames = 0
    /// Whether the stream was taken up in its middle and no whole frame has been found since.
    private var isResuming = false

    /// What is looked for. Kept so that a search which ran out of bytes goes on where it was.
    private enum Search {
        /// A frame that begins at this place or up to `limit`.
        case start(Int64, limit: Int64)
        case end(FrameEnd)
        case nothing(at: Int64)
    }

    /// How far the search for a frame's end has come.
    private struct FrameEnd {
        let header: FLACFrameHeader
        let position: Int64
        /// Up to here the bytes are in the sum, and from here on the next header is looked for.
        var place: Int64
        var next: Int64
        var sum = FLACChecksum()
        var suspect: (offset: Int64, header: FLACFrameHeader)?
        /// Of a frame whose end is not to be looked for in what follows.
        var bits: FLACFrameBits?

        init(_ header: FLACFrameHeader, at position: Int64, bits: FLACFrameBits?) {
            self.header = header
            self.position = position
            self.bits = bits
            place = position
            next = position + Int64(header.size) + 2
        }
    }

    /// After this many damaged frames a header ends the frame before it without a checksum: to search each frame twice would
    /// take too long.
    private static let damageLimit = 16

    /// - Parameter isArriving: whether more bytes of the stream may arrive.
    init(
        _ source: any ByteSource, _ stream: FLACStreamInfo, from start: Int64, to end: Int64, isArriving: Bool = false
    ) {
        self.stream = stream
        self.isArriving = isArriving
        window = FileWindow(source, end: max(start, end))
        // Some writers leave a little padding behind the metadata.
        search = .start(start, limit: start + Int64(FileWindow.span))
    }

    private var end: Int64 { window.end }

    var position: Int64 {
        switch search {
        case .start(let place, _): place
        case .end(let frame): frame.position
        case .nothing(let place): place
        }
    }

    mutating func next() throws(AudioError) -> PacketPlace? {
        while true {
            switch search {
            case .nothing: return nil
            case .start(let start, let limit): try findStart(start, limit)
            case .end(var frame):
                defer { if case .end(let now) = search, now.position == frame.position { search = .end(frame) } }
                guard let next = try findEnd(&frame) else {
                    if isResuming, frame.place < end {
                        search = .start(frame.position + 1, limit: .max)
                        continue
                    }
                    search = .nothing(at: frame.position)
                    return nil
                }
                isResuming = false
                codedFrames += Int64(frame.header.frames)
                nextNumber = frame.header.nextNumber
                if let following = next.header {
                    search = .end(frameEnd(following, at: next.offset))
                } else if next.offset < end {
                    // Only a frame that begins right here goes on with the stream.
                    search = .start(next.offset, limit: next.offset + 1)
                } else {
                    search = .nothing(at: next.offset)
                    reachedEnd = next.offset == end
                }
                return PacketPlace(
                    offset: frame.position, size: next.offset - frame.position,
                    frames: UInt32(stream.constantBlock > 0 ? stream.constantBlock : frame.header.frames))
            }
        }
    }

    /// A frame whose numbers are not known yet begins wherever its header does.
    mutating func resume(at position: Int64, isExact: Bool) {
        search = .start(position, limit: .max)
        isResuming = true
    }

    mutating func finish(at end: Int64) { window.end = end }

    private mutating func findStart(_ start: Int64, _ limit: Int64) throws(AudioError) {
        let limit = min(limit, end)
        var place = start
        while place < limit {
            search = .start(place, limit: limit)
            let bytes = try window.bytes(at: place, atLeast: 1)
            guard let found = Self.mark(in: bytes, 0..<bytes.count) else {
                place += Int64(bytes.count)
                continue
            }
            place += Int64(found)
            search = .start(place, limit: limit)
            guard place < limit else { break }
            var head = try window.bytes(at: place, atLeast: FLACFrameHeader.smallestSize)
            let needed = FLACFrameHeader.size(head)
            if head.count < needed { head = try window.bytes(at: place, atLeast: needed) }
            if let header = FLACFrameHeader(head, stream) {
                search = .end(frameEnd(header, at: place))
                return
            }
            place += 1
        }
        search = .nothing(at: place)
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
        while frame.bits != nil, needed <= stream.largestFrame(frame.header.frames) {
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

    /// Where a frame ends, and the header that follows, which is nil where that is not known, or at the end of the stream.
    ///
    /// Nil where the stream is cut off within the frame.
    private mutating func findEnd(
        _ frame: inout FrameEnd
    ) throws(AudioError) -> (offset: Int64, header: FLACFrameHeader?)? {
        if let end = try end(of: &frame) { return (end, nil) }
        let limit = min(end, frame.position + stream.largestFrame(frame.header.frames) + 1)
        while frame.next < limit {
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
                guard
                    let next = FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[found...]), stream),
                    next.follows(frame.header)
                else { continue }
                frame.sum.add(bytes[summed..<found])
                summed = found
                let offset = frame.place + Int64(found)
                if frame.sum.isZero || damagedFrames > Self.damageLimit { return (offset, next) }
                frame.suspect = frame.suspect ?? (offset, next)
            }
            let done = max(summed, stop)
            frame.sum.add(bytes[summed..<done])
            frame.place += Int64(done)
            frame.next = max(frame.next, frame.place)
        }
        if limit == end, frame.sum.isZero, frame.place == end { return (end, nil) }
        // Without a suspect this is the last frame. It has a wrong checksum or is cut off; the two look the same.
        guard let suspect = frame.suspect else { return nil }
        damagedFrames += 1
        return suspect
    }
}

/// The header of a frame.
struct FLACFrameHeader {
    /// Bytes of the longest header, and of the shortest.
    static let maximumSize = 16
    static let smallestSize = 6

    /// Bytes of this header.
    let size: Int
    /// Frames of sound.
    let frames: Int
    /// Of the frame, or of its first sample where `isVariable`.
    let number: UInt64
    let isVariable: Bool
    /// The channel that holds a difference, in which samples have one bit more.
    let sideChannel: Int?

    /// The header at the start of `bytes`, or nil where there is none of the stream's format.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: FLACStreamInfo) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8, bytes[3] & 1 == 0 else { return nil }
        isVariable = bytes[1] & 1 == 1
        let (blockCode, rateCode) = (Int(bytes[2] >> 4), Int(bytes[2] & 0xF))
        let (channelCode, depthCode) = (Int(bytes[3] >> 4), Int(bytes[3] >> 1 & 7))
        guard blockCode != 0, rateCode != 15, channelCode <= 10 else { return nil }
        guard (channelCode < 8 ? channelCode + 1 : 2) == stream.channels else { return nil }
        sideChannel = channelCode < 8 ? nil : channelCode == 9 ? 0 : 1
        let depths = [stream.bitsPerSample, 8, 12, 0, 16, 20, 24, 32]
        guard depths[depthCode] == stream.bitsPerSample else { return nil }
        var position = 4
        guard let number = Self.number(bytes, &position) else { return nil }
        self.number = number
        let blockBytes = blockCode == 6 ? 1 : blockCode == 7 ? 2 : 0
        let rateBytes = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
        guard position + blockBytes + rateBytes < bytes.count else { return nil }
        switch blockCode {
        case 1: frames = 192
        case 2...5: frames = 144 << blockCode
        case 6: frames = Int(bytes[position]) + 1
        case 7: frames = (Int(bytes[position]) << 8 | Int(bytes[position + 1])) + 1
        default: frames = 1 << blockCode
        }
        position += blockBytes + rateBytes
        guard frames <= stream.largestBlock, FLACChecksum.crc8(bytes[..<position]) == bytes[position] else {
            return nil
        }
        size = position + 1
    }

    /// Bytes of a header that begins with these, of which there are `smallestSize`; that many where it is none.
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard bytes.count >= smallestSize else { return smallestSize }
        let (blockCode, rateCode) = (bytes[2] >> 4, bytes[2] & 0xF)
        let numberSize = max(1, min(7, (~bytes[4]).leadingZeroBitCount))
        return 4 + numberSize + (blockCode == 6 ? 1 : blockCode == 7 ? 2 : 0)
            + (rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0) + 1
    }

    /// A number of up to 36 bits, coded like a character of UTF-8.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt64? {
        let first = bytes[position]
        let ones = (~first).leadingZeroBitCount
        position += 1
        guard ones > 0 else { return UInt64(first) }
        guard ones > 1, ones < 8, position + ones - 1 <= bytes.count else { return nil }
        var value = ones == 7 ? 0 : UInt64(first) & (0x7F >> UInt64(ones))
        for _ in 1..<ones {
            guard bytes[position] >> 6 == 2 else { return nil }
            value = value << 6 | UInt64(bytes[position] & 0x3F)
            position += 1
        }
        return value
    }

    /// Whether a frame with this header comes right after one with `other`.
    func follows(_ other: FLACFrameHeader) -> Bool {
        isVariable == other.isVariable && number == other.nextNumber
    }

    /// Of the frame that comes after this one.
    var nextNumber: UInt64 { number + (isVariable ? UInt64(frames) : 1) }
}

/// The checksums of FLAC: CRC-8 of headers, CRC-16 of frames.
struct FLACChecksum {
    private var value: UInt16 = 0

    var isZero: Bool { value == 0 }

    /// Row n: what a byte with n zero bytes behind it makes of the sum.
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
