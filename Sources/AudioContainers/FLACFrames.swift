import AudioCore

/// Finds where each frame of a FLAC stream begins and ends, which only its checksums tell.
///
/// A frame ends where the next header stands (its CRC-8 right, its number the next one, its format the stream's) and the
/// CRC-16 over the frame comes out as zero. Where a frame is damaged, the first such header behind it ends it anyway.
struct FLACFrames {
    /// Frames of sound in all blocks.
    private(set) var codedFrames: Int64 = 0
    /// Whether the last frame ends where the stream does.
    private(set) var reachedEnd = false

    private let stream: FLACStreamInfo
    private let window: FileWindow
    private let start: Int64
    private let end: Int64
    private var damagedFrames = 0

    /// After this many damaged frames checksums are not waited for any more: looking twice at each would take too long.
    private static let damageLimit = 16

    init(_ source: any ByteSource, _ stream: FLACStreamInfo, from start: Int64, to end: Int64) {
        self.stream = stream
        window = FileWindow(source, end: end)
        self.start = start
        self.end = max(start, end)
    }

    mutating func index() throws(AudioError) -> FrameIndexBuilder {
        var result = FrameIndexBuilder(frames: stream.constantBlock)
        guard var position = try firstFrame(), var header = try header(at: position, number: nil) else { return result }
        while true {
            let next = try self.end(of: header, at: position)
            guard next.offset > position else { break }
            let size = Int(next.offset - position)
            try result.add(
                at: position, size: size, frames: stream.constantBlock > 0 ? stream.constantBlock : header.frames)
            codedFrames += Int64(header.frames)
            position = next.offset
            guard let following = next.header else { break }
            header = following
        }
        reachedEnd = position == end
        return result
    }

    /// Where the first frame begins: behind the metadata, or behind a little padding that some writers leave.
    private func firstFrame() throws(AudioError) -> Int64? {
        guard start < end else { return nil }
        let bytes = try window.bytes(at: start).prefix(FileWindow.span)
        for index in bytes.indices where bytes[index] == 0xFF {
            if FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[index...]), stream) != nil {
                return start + Int64(index)
            }
        }
        return nil
    }

    private func header(at position: Int64, number: UInt64?) throws(AudioError) -> FLACFrameHeader? {
        guard position < end else { return nil }
        guard let header = FLACFrameHeader(try window.bytes(at: position), stream),
            number == nil || header.number == number
        else { return nil }
        return header
    }

    /// Where the frame at `position` ends, and the header that follows, nil at the end of the stream.
    ///
    /// At `position` itself where the stream is cut off within the frame.
    private mutating func end(
        of header: FLACFrameHeader, at position: Int64
    ) throws(AudioError) -> (offset: Int64, header: FLACFrameHeader?) {
        let limit = min(end, position + stream.largestFrame(header.frames) + 1)
        var sum = FLACChecksum()
        var place = position
        var search = position + Int64(header.size) + 2
        var suspect: (Int64, FLACFrameHeader)?
        while search < limit {
            let bytes = try window.bytes(at: place)
            let skipped = Int(search - place)
            // A header at a window's end may be cut off there: it is looked at again at the start of the next.
            let isLast = place + Int64(bytes.count) == end
            let reach = isLast ? bytes.count : bytes.count - FLACFrameHeader.maximumSize
            let stop = min(reach, Int(limit - place))
            var index = skipped
            var summed = 0
            while index < stop, let found = bytes[index..<stop].firstIndex(of: 0xFF) {
                index = found + 1
                guard
                    let next = FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[found...]), stream),
                    next.follows(header)
                else { continue }
                sum.add(bytes[summed..<found])
                summed = found
                let offset = place + Int64(found)
                if sum.isZero || damagedFrames > Self.damageLimit { return (offset, next) }
                suspect = suspect ?? (offset, next)
            }
            sum.add(bytes[summed..<max(summed, stop)])
            place += Int64(max(summed, stop))
            search = place
        }
        if limit == end, sum.isZero, place == end { return (end, nil) }
        guard let suspect else {
            // The last frame: whole but for its checksum, or cut off. Nobody can tell.
            return (position, nil)
        }
        damagedFrames += 1
        return suspect
    }
}

/// The header of a frame.
struct FLACFrameHeader {
    /// Bytes of the longest header.
    static let maximumSize = 16

    /// Bytes of this header.
    let size: Int
    /// Frames of sound.
    let frames: Int
    /// Of the frame, or of its first sample where `isVariable`.
    let number: UInt64
    let isVariable: Bool

    /// The header at the start of `bytes`, or nil where there is none of the stream's format.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: FLACStreamInfo) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8, bytes[3] & 1 == 0 else { return nil }
        isVariable = bytes[1] & 1 == 1
        let (blockCode, rateCode) = (Int(bytes[2] >> 4), Int(bytes[2] & 0xF))
        let (channelCode, depthCode) = (Int(bytes[3] >> 4), Int(bytes[3] >> 1 & 7))
        guard blockCode != 0, rateCode != 15, channelCode <= 10 else { return nil }
        guard (channelCode < 8 ? channelCode + 1 : 2) == stream.channels else { return nil }
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
        isVariable == other.isVariable && number == other.number + (isVariable ? UInt64(other.frames) : 1)
    }
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
