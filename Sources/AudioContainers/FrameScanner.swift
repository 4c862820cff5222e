import AudioCore

/// The header by which each frame of an elementary stream is known.
protocol FrameHeader {
    /// The header at the start of `bytes`, or nil where there is none.
    ///
    /// - Parameter freeSize: bytes of a frame, without padding, where the headers of the stream do not state them; 0 where
    ///   they are not known yet, −1 where the headers state them.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int)

    /// Bytes from this frame's start to the next one's, at least 1.
    var size: Int { get }

    /// What `freeSize` is in the frames that follow.
    var freeSize: Int { get }

    /// Whether both can be frames of one stream.
    func agrees(with other: Self) -> Bool

    /// The byte that each frame begins with.
    static var firstByte: UInt8 { get }

    /// How many of the bytes from a frame's start `init` looks at.
    static func lookahead(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) -> Int
}

extension FrameHeader {
    var freeSize: Int { -1 }
}

/// Finds frame after frame in a stream, from its first one on, and past junk between them.
///
/// Where a frame ends, the next is taken as it stands if it agrees with the first. Anywhere else (at the start, after
/// junk) a frame counts only where another that agrees, or the end, comes right after it: a sync word alone is no rare
/// thing in noise.
///
/// Where `findsLost` is set, a frame's header that is damaged does not cost its time: what stands where frames should be is
/// given as lost frames, as many as it has room for.
///
/// Where the source is still arriving and lacks a byte, `next` throws `dataUnavailable` and can be called again.
struct FrameScanner<Header: FrameHeader> {
    /// Where the next frame is looked for; what precedes that is not read again.
    private(set) var position: Int64
    private let window: FileWindow
    private var start: Int64
    private var reference: Header?
    private var isInStep = false
    private var freeSize = 0
    /// Whether bytes between frames count as lost frames. A frame is then returned once the bytes after it are known.
    var findsLost = false
    private var sizes = FrameSizes()
    /// Lost frames that come next, the last first.
    private var lost: [Frame] = []

    /// A frame and where it stands. One that is lost has the header of the first.
    struct Frame {
        var header: Header
        var offset: Int64
        var size: Int
        var isLost = false
    }

    private var end: Int64 { window.end }

    /// How far into a stream its first frame may stand.
    private static var junkLimit: Int64 { 1 << 18 }

    /// - Parameter end: the first byte that is no longer part of the stream, for the tags behind it.
    init(_ source: any ByteSource, from start: Int64, to end: Int64) {
        window = FileWindow(source, end: end)
        position = start
        self.start = start
    }

    /// The next whole frame and where it begins; nil at the end. Passes over what is lost.
    mutating func next() throws(AudioError) -> (header: Header, offset: Int64)? {
        while let frame = try nextFrame() {
            if !frame.isLost { return (frame.header, frame.offset) }
        }
        return nil
    }

    /// The next frame, whole or lost; nil at the end.
    mutating func nextFrame() throws(AudioError) -> Frame? {
        if let frame = lost.popLast() { return frame }
        if isInStep, position < end, let header = try header(at: position), agrees(header) {
            // A frame that the file cuts off is the last thing in it.
            guard Int64(header.size) <= end - position else {
                guard findsLost, sizes.isUnlikely(header.size) else { return nil }
                return try findNext(after: header)
            }
            _ = try window.bytes(at: position, atLeast: header.size)
            if findsLost, try !isFollowed(header) { return try findNext(after: header) }
            return accept(header, at: position)
        }
        guard isInStep, findsLost, position < end else { return try findNext() }
        return try findNext(after: nil)
    }

    /// Whether another frame, or the end, follows the one at `position` directly.
    private func isFollowed(_ header: Header) throws(AudioError) -> Bool {
        let next = position + Int64(header.size)
        guard next < end else { return true }
        guard let header = try self.header(at: next) else { return false }
        return agrees(header)
    }

    private mutating func findNext() throws(AudioError) -> Frame? {
        isInStep = false
        let limit = reference == nil ? min(end, start + Self.junkLimit) : end
        while position < limit {
            let bytes = try window.bytes(at: position, atLeast: 1)
            guard let found = bytes.firstIndex(of: Header.firstByte) else {
                position += Int64(bytes.count)
                continue
            }
            position += Int64(found)
            if let header = try confirmed(at: position) { return accept(header, at: position) }
            position += 1
        }
        position = end
        return nil
    }

    /// Continues where the frame at `position`, or what follows it, is damaged: finds the next frame, and the lost frames before it.
    ///
    /// - Parameter header: that of the frame at `position`; nil where none can be read.
    private mutating func findNext(after header: Header?) throws(AudioError) -> Frame? {
        let place = position
        position = place + 1
        let found = try findNext()
        let sizes = try sizes.areKnown ? sizes : sizesAhead()
        let next = found?.offset ?? end
        let gap = Int(next - place)
        let size = header?.size ?? 0
        let isWhole = size > 0 && size <= gap && !sizes.isUnlikely(size)
        if isWhole, let header {
            let first = Frame(header: header, offset: place, size: size)
            let frameEnd = place + Int64(size)
            guard frameEnd < next, try !holdsOthers(at: frameEnd) else {
                if let found { lost.append(found) }
                return first
            }
            var others = sizes.count(in: gap, isAtEnd: found == nil) - 1
            // The frame itself may be larger or smaller than most. Of both numbers the lower one is the likelier.
            if found != nil { others = min(others, sizes.count(in: Int(next - frameEnd), isAtEnd: false)) }
            lose(others, frameEnd..<next, before: found)
            // A size that is too small costs the frame its end.
            let isShort = found != nil && others == 0 && !sizes.isUnlikely(gap)
            return Frame(header: header, offset: place, size: isShort ? gap : size)
        }
        var count = try holdsOthers(at: place) ? 0 : sizes.count(in: gap, isAtEnd: found == nil)
        // A header that states a wrong size is that of a frame.
        if header != nil, found != nil { count = max(1, count) }
        lose(count, place..<next, before: found)
        return lost.popLast()
    }

    /// The sizes of the frames so far and of the next ones, at the beginning of a stream.
    private func sizesAhead() throws(AudioError) -> FrameSizes {
        var ahead = self
        ahead.findsLost = false
        for _ in 0..<8 { guard try ahead.nextFrame() != nil else { break } }
        return ahead.sizes
    }

    /// Goes back to where the stream should begin, after its first frame was found. Returns the frame there, whole or lost; nil
    /// where nothing speaks for one.
    mutating func beginning() throws(AudioError) -> Frame? {
        guard findsLost, let reference, position - Int64(reference.size) > start, let header = try header(at: start),
            agrees(header)
        else { return nil }
        (position, sizes) = (start, FrameSizes())
        return try nextFrame()
    }

    /// Makes `count` lost frames of what stands where none was found, and has another follow.
    private mutating func lose(_ count: Int, _ range: Range<Int64>, before found: Frame?) {
        if let found { lost.append(found) }
        guard count > 0, count <= range.count, let reference else { return }
        let size = range.count / count
        for index in (0..<count).reversed() {
            let offset = range.lowerBound + Int64(index * size)
            let isLast = index == count - 1
            lost.append(
                Frame(
                    header: reference, offset: offset, size: isLast ? Int(range.upperBound - offset) : size,
                    isLost: true))
        }
    }

    /// Whether what stands at `place` is no part of the stream: a tag, or frames of another one.
    private func holdsOthers(at place: Int64) throws(AudioError) -> Bool {
        if isTag(at: place) { return true }
        guard let other = try header(at: place), !agrees(other), place + Int64(other.size) < end,
            let next = try header(at: place + Int64(other.size))
        else { return false }
        return next.agrees(with: other)
    }

    /// Whether a tag or padding stands at `place`, as between files that were concatenated.
    private func isTag(at place: Int64) -> Bool {
        guard let bytes = try? window.bytes(at: place, atLeast: 8) else { return false }
        return ["ID3", "TAG", "APETAGEX", "LYRICS"].contains { bytes.starts(with: $0.utf8) }
            || bytes.prefix(8).allSatisfy { $0 == 0 }
    }

    /// The header behind the frame that `next` just gave, if a frame that agrees begins there.
    func following() throws(AudioError) -> Header? {
        guard position < end, let header = try header(at: position), agrees(header) else { return nil }
        return header
    }

    /// The bytes of a frame that `next` just gave, and of what follows it.
    func bytes(at offset: Int64, atLeast count: Int) throws(AudioError) -> UnsafeBufferPointer<UInt8> {
        try window.bytes(at: offset, atLeast: count)
    }

    /// Takes the stream up again at `position`, where a frame need not begin.
    mutating func resume(at position: Int64) {
        self.position = position
        start = position
        isInStep = false
        lost.removeAll()
    }

    /// Makes `end` the first byte that is no longer part of the stream.
    func finish(at end: Int64) { window.end = end }

    private func header(at place: Int64) throws(AudioError) -> Header? {
        let bytes = try window.bytes(at: place, atLeast: 4)
        let needed = Header.lookahead(bytes, freeSize: freeSize)
        return Header(bytes.count < needed ? try window.bytes(at: place, atLeast: needed) : bytes, freeSize: freeSize)
    }

    private func agrees(_ header: Header) -> Bool { reference?.agrees(with: header) ?? true }

    /// The header at `place`, if what follows the frame speaks for it.
    private func confirmed(at place: Int64) throws(AudioError) -> Header? {
        guard let header = try header(at: place), agrees(header), Int64(header.size) <= end - place else { return nil }
        if Int64(header.size) == end - place { return header }
        var bytes = try window.bytes(at: place, atLeast: header.size + 4)
        guard header.size < bytes.count else { return nil }
        let needed =
            header.size
            + Header.lookahead(UnsafeBufferPointer(rebasing: bytes[header.size...]), freeSize: header.freeSize)
        if bytes.count < needed { bytes = try window.bytes(at: place, atLeast: needed) }
        guard
            let next = Header(UnsafeBufferPointer(rebasing: bytes[header.size...]), freeSize: header.freeSize),
            next.agrees(with: header)
        else { return nil }
        return header
    }

    private mutating func accept(_ header: Header, at place: Int64) -> Frame {
        if reference == nil {
            reference = header
            freeSize = header.freeSize
        }
        isInStep = true
        position = place + Int64(header.size)
        sizes.add(header.size)
        return Frame(header: header, offset: place, size: header.size)
    }

    /// Consecutive frames after which others are not counted, and the bytes that they have at least.
    private static var certain: Int { 8 }
    private static var certainSize: Int { 4096 }
    /// How far from its beginning a stream that was joined in a frame has its first whole one.
    private static var mostJoined: Int { 8192 }

    /// Frames at the beginning of `head`, or the longest run of frames after some junk. The more junk, the more frames
    /// are required.
    static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        head.withUnsafeBufferPointer { bytes in
            var index = 0
            var best: Claim?
            var mayBegin = false
            while let found = bytes[index...].firstIndex(of: Header.firstByte) {
                index = found + 1
                let row = row(UnsafeBufferPointer(rebasing: bytes[found...]))
                if found == 0 {
                    // A single frame is enough if the sound ends with it.
                    if row.frames >= 2 || row.frames == 1 && row.end == .exact && isWhole {
                        return Claim(start: 0, frames: row.frames)
                    }
                    mayBegin = row.frames == 1 && row.end != .another && !isWhole
                    continue
                }
                guard row.frames >= (found < 64 ? 2 : 4) else { continue }
                let isCertain = found <= mostJoined && isCertain(row, isWhole: isWhole)
                if let best, isCertain ? best.isCertain && row.frames <= best.frames : row.frames <= best.frames {
                    continue
                }
                best = Claim(start: found, frames: row.frames, isCertain: isCertain)
                if row.frames >= certain, isCertain || found > mostJoined { break }
            }
            return mayBegin ? Claim(start: 0, frames: 0) : best
        }
    }

    /// Whether a run of frames after junk is none by chance.
    ///
    /// Tables in programs have entries of one size that look like small frames, so the run must be long or end with the sound.
    private static func isCertain(_ row: Row, isWhole: Bool) -> Bool {
        row.statesSizes && (row.size >= certainSize || isWhole && row.end == .exact && row.frames > 2)
    }

    /// What follows a run of frames: the end of the bytes, exactly or within a frame or its header, or something else.
    private enum RowEnd { case exact, cut, another }

    /// Consecutive frames.
    private struct Row {
        /// How many there are, at most `certain`.
        var frames: Int
        /// Their bytes, counted to the end or up to `certainSize`.
        var size = 0
        var end: RowEnd
        /// Whether their headers state how long they are.
        var statesSizes = true
    }

    /// The frames at the start of `bytes`, and what ends the run.
    private static func row(_ bytes: UnsafeBufferPointer<UInt8>) -> Row {
        guard let first = Header(bytes, freeSize: 0) else { return Row(frames: 0, end: .another) }
        var row = Row(frames: 1, size: first.size, end: .another, statesSizes: first.freeSize < 0)
        while row.frames < certain || row.size < certainSize {
            guard row.size < bytes.count else {
                row.end = row.size == bytes.count ? .exact : .cut
                return row
            }
            let rest = UnsafeBufferPointer(rebasing: bytes[row.size...])
            guard let next = Header(rest, freeSize: first.freeSize), next.agrees(with: first) else {
                row.end = rest.count < Header.lookahead(rest, freeSize: first.freeSize) ? .cut : .another
                return row
            }
            row.frames = min(row.frames + 1, certain)
            row.size += next.size
        }
        return row
    }
}

/// How many bytes the last frames had, from which follows how many are lost in a gap.
private struct FrameSizes {
    /// The mean, which later frames count more in, and how many there were.
    private var mean = 0.0
    private var count = 0
    private var smallest = Int.max
    private var largest = 0

    /// Frames in a row that are taken for lost.
    private static let mostLost = 64

    mutating func add(_ size: Int) {
        count += 1
        mean += (Double(size) - mean) / Double(min(count, 8))
        smallest = min(smallest, size)
        largest = max(largest, size)
    }

    /// Whether there were enough to find a frame's size.
    var areKnown: Bool { count > 2 }

    /// Whether a frame is so large that it rather is a damaged one.
    func isUnlikely(_ size: Int) -> Bool { areKnown && Double(size) > 2.5 * mean }

    /// How many frames so many bytes may have been; 0 where they are rather something else.
    func count(in bytes: Int, isAtEnd: Bool) -> Int {
        guard areKnown else { return 0 }
        let frames = Int((Double(bytes) / mean).rounded())
        // Frames of one bit rate, which differ by their padding, would fill the gap.
        if largest - smallest <= 4, !(frames * smallest...frames * largest).contains(bytes) { return 0 }
        // What is cut off at the end is no frame.
        return frames > Self.mostLost || isAtEnd && Double(bytes) < 0.9 * mean ? 0 : frames
    }
}

/// A piece of a file in memory that moves along as a reader goes through the file.
final class FileWindow {
    /// Bytes that `bytes(at:)` gives at least, where the file has them and nothing else was asked for.
    static let span = 16_384
    private static let capacity = 1 << 18

    /// The first byte that is not read.
    var end: Int64
    private let source: any ByteSource
    private let span: Int
    /// Made when first needed: bytes that are in memory anyway are looked at where they are.
    private var buffer = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var start: Int64 = 0
    private var count = 0

    init(_ source: any ByteSource, end: Int64, span: Int = FileWindow.span) {
        self.source = source
        self.end = end
        self.span = span
    }

    deinit { buffer.deallocate() }

    /// What stands at `position`, which is before the end: `wanted` bytes (up to `span`) or more, fewer only at the end.
    ///
    /// Valid until the next call.
    func bytes(at position: Int64, atLeast wanted: Int? = nil) throws(AudioError) -> UnsafeBufferPointer<UInt8> {
        if let view = source.view(at: position) {
            let needed = min(Int64(wanted ?? span), end - position)
            if Int64(view.count) < needed { try source.expect(needed, at: position) }
            return UnsafeRawBufferPointer(rebasing: view[..<Int(min(Int64(view.count), end - position))])
                .assumingMemoryBound(to: UInt8.self)
        }
        let wanted = min(Int64(max(wanted ?? span, span)), end - position)
        if position < start || position + wanted > start + Int64(count) { try fill(from: position, wanted) }
        return UnsafeBufferPointer(rebasing: buffer[Int(position - start)..<count])
    }

    private func fill(from position: Int64, _ wanted: Int64) throws(AudioError) {
        if buffer.count < wanted {
            buffer.deallocate()
            buffer = .allocate(capacity: max(Int(wanted), Self.capacity))
            buffer.initialize(repeating: 0)
        }
        let target = UnsafeMutableRawBufferPointer(buffer)
        let size = min(Int64(buffer.count), end - position)
        count = 0
        let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<Int(size)]), at: position)
        guard Int64(got) >= wanted else { throw .endOfFile }
        start = position
        count = got
    }
}

/// Collects where frames stand, and how many frames of sound each has.
struct FrameIndexBuilder {
    private(set) var packets: PacketIndex
    /// Where the first packet's frame begins in the file; offsets count from here.
    private(set) var start: Int64?

    init(frames: Int) { packets = PacketIndex(variableSizesWithFrames: frames) }

    /// - Parameter header: bytes at the frame's start that are no part of the packet.
    mutating func add(at offset: Int64, size: Int, header: Int = 0, frames: Int) throws(AudioError) {
        guard !packets.isFull else { throw .invalidFile.because("there are more packets than can be indexed") }
        if packets.constantFrames != 0, frames != packets.constantFrames { packets.letFramesVary() }
        let start = start ?? offset
        self.start = start
        packets.append(
            PacketDescription(
                offset: offset - start + Int64(header), frames: packets.constantFrames == 0 ? UInt32(frames) : 0,
                size: UInt32(size - header)))
    }

    /// A description of what was found; `format` gets the packets' frames.
    func description(_ type: FourCC, _ format: StreamFormat) throws(AudioError) -> FileDescription {
        guard let start else { throw .invalidFile.because("there is no whole frame of sound") }
        var format = format
        format.framesPerPacket = packets.constantFrames
        var file = FileDescription(fileType: type, format: format, packets: packets)
        file.dataOffset = start
        file.dataSize = packets.totalBytes
        file.alignsAudioData = false
        return file
    }
}

/// The bits of a header, first bit highest. Past the end it reads zeros and says so.
struct HeaderBits {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isPastEnd: Bool { position > bytes.count * 8 }

    mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let index = position >> 3
            value = value << 1 | (index < bytes.count ? Int(bytes[index] >> UInt8(7 - position & 7)) & 1 : 0)
            position += 1
        }
        return value
    }

    mutating func skip(_ count: Int) { position += count }
}
