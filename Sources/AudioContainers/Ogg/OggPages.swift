import AudioCore

/// A page of an Ogg file: a piece of one of the streams in it.
struct OggPage {
    /// Of the stream this page belongs to.
    let serial: UInt32
    let granule: Int64
    /// Counts the pages of the stream.
    let sequence: UInt32
    /// Where its header begins.
    let start: Int64
    /// Where the page's contents begin in the file, and how many bytes they have.
    let offset: Int64
    let size: Int
    /// Sizes of the pieces of packets: 255 says that the packet continues.
    let lacing: [UInt8]
    private var flags: UInt8
    /// Whether its checksum is wrong. What follows shows where it ends, so that its packets are where it says.
    fileprivate(set) var isDamaged = false
    /// Whether its sizes are damaged too: there are no contents then, only what the header says.
    private(set) var isLost = false
    /// Whether bytes before it belong to no page.
    fileprivate(set) var isBehindGap = false

    /// Whether the page begins in the middle of a packet.
    var continuesPacket: Bool { flags & 1 != 0 }
    var beginsStream: Bool { flags & 2 != 0 }
    var endsStream: Bool { flags & 4 != 0 }

    static let magic = Array("OggS".utf8)
    static let headerSize = 27
    /// A header, 255 sizes, and 255 pieces of 255 bytes.
    static let maximumSize = headerSize + 255 + 255 * 255

    /// The page at the start of `bytes`, its checksum not looked at yet; nil where none begins or it is cut off.
    fileprivate init?(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64) {
        guard let header = OggPageHeader(bytes), header.hasMagic else { return nil }
        self.init(bytes, header, at: position)
    }

    private init?(_ bytes: UnsafeBufferPointer<UInt8>, _ header: OggPageHeader, at position: Int64) {
        let start = Self.headerSize + header.segments
        guard bytes.count >= start else { return nil }
        lacing = Array(bytes[Self.headerSize..<start])
        size = lacing.reduce(0) { $0 + Int($1) }
        guard bytes.count >= start + size else { return nil }
        (flags, granule, serial, sequence) = (header.flags, header.granule, header.serial, header.sequence)
        self.start = position
        offset = position + Int64(start)
    }

    /// The page at the start of `bytes` whose header is damaged before its sizes, as the one that comes next in its stream.
    fileprivate init?(mending bytes: UnsafeBufferPointer<UInt8>, _ step: OggPageStep) {
        guard let header = OggPageHeader(bytes)?.mended(step) else { return nil }
        self.init(bytes, header, at: step.position)
        isDamaged = true
    }

    /// Has the stream end with this page.
    fileprivate mutating func endStream() { flags |= 4 }

    /// The page that comes next in its stream, where its sizes are damaged.
    fileprivate init(lost header: OggPageHeader, _ step: OggPageStep, upTo end: Int64) {
        let header = header.mended(step)
        (flags, granule, serial, sequence) = (header.flags, header.granule, header.serial, header.sequence)
        (start, offset, size, lacing) = (step.position, end, 0, [])
        (isDamaged, isLost) = (true, true)
    }

    /// The first byte after it.
    var end: Int64 { offset + Int64(size) }
}

/// What a page's header says before the sizes of its pieces.
private struct OggPageHeader {
    let hasMagic: Bool
    private(set) var flags: UInt8
    let granule: Int64
    private(set) var serial: UInt32
    private(set) var sequence: UInt32
    /// How many sizes follow.
    let segments: Int

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= OggPage.headerSize else { return nil }
        func little(_ range: Range<Int>) -> UInt64 { bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        hasMagic = bytes.starts(with: OggPage.magic) && bytes[4] == 0
        flags = bytes[5]
        granule = Int64(bitPattern: little(6..<14))
        serial = UInt32(little(14..<18))
        sequence = UInt32(little(18..<22))
        segments = Int(bytes[26])
    }

    /// How many of three marks it has: the magic, the stream's serial number and a page's number in it.
    func marks(_ serial: UInt32, _ sequence: UInt32) -> Int {
        [hasMagic, self.serial == serial, self.sequence == sequence].reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    /// With the numbers that it should have. It does not begin a stream, and flags that there are not count as none.
    func mended(_ step: OggPageStep) -> Self {
        var header = self
        header.flags = flags & ~7 == 0 ? flags & ~2 : 0
        (header.serial, header.sequence) = (step.serial, step.sequence)
        return header
    }
}

/// Where the page before ended that did not end its stream, and the numbers of the page that should follow.
private struct OggPageStep {
    let position: Int64
    let serial: UInt32
    let sequence: UInt32

    init?(after page: OggPage) {
        guard !page.endsStream || page.isDamaged else { return nil }
        (position, serial, sequence) = (page.end, page.serial, page.sequence &+ 1)
    }
}

/// Finds page after page, and past damage: in time that grows with the file's size and no faster.
///
/// A page with a wrong checksum counts where it is followed by another one, or by the end. Its own header may be damaged
/// where the page before shows where it begins. If nothing follows where it says that it ends, it is lost, but what is left of
/// its header is given.
struct OggPages {
    /// Whether anything had to be passed over.
    private(set) var isDamaged = false
    private let window: FileWindow
    /// Where the next page is looked for.
    private(set) var position: Int64
    /// Bytes that may still be spent on pages whose checksums turn out wrong.
    private var patience: Int64
    private var step: OggPageStep?
    /// Whether pages of several streams take turns.
    private var isInterleaved = false

    private var end: Int64 { window.end }

    init(_ source: any ByteSource, from start: Int64 = 0) throws(AudioError) {
        let end = try source.size()
        position = start
        patience = min(end, 1 << 40) * 2 + 1 << 20
        window = FileWindow(source, end: end, span: OggPage.maximumSize)
    }

    /// Continues at another place.
    mutating func resume(at position: Int64) { (self.position, step) = (position, nil) }

    /// Makes `end` the first byte that is no longer part of the file.
    mutating func finish(at end: Int64) { window.end = end }

    /// The next page; nil at the end, be it in the middle of a page.
    ///
    /// Where the source is still arriving and lacks a byte, this throws `dataUnavailable` and can be called again.
    mutating func next() throws(AudioError) -> OggPage? {
        while position < end {
            if let page = try found() {
                if let step, page.serial == step.serial, page.sequence == step.sequence &+ 1, let lost = try lost() {
                    return take(lost)
                }
                return take(page)
            }
            if try endsLost(), let lost = try lost() { return take(lost) }
            isDamaged = true
            let bytes = try window.bytes(at: position, atLeast: OggPage.headerSize)
            // The last bytes of a window are looked at again at the start of the next.
            let reach = position + Int64(bytes.count) == end ? bytes.count : bytes.count - 3
            let candidate = bytes[1..<max(1, reach)].firstIndex { $0 == OggPage.magic[0] }
            position += Int64(candidate ?? max(1, reach))
        }
        guard let page = try lost() else { return nil }
        return take(page)
    }

    /// The page at `position`; nil where none begins.
    private mutating func found() throws(AudioError) -> OggPage? {
        if let page = try whole() { return page }
        return try mended()
    }

    private mutating func take(_ page: OggPage) -> OggPage {
        var page = page
        isDamaged = isDamaged || page.isDamaged
        if let step {
            page.isBehindGap = page.start > step.position
            isInterleaved = isInterleaved || !page.beginsStream && page.serial != step.serial
        }
        step = OggPageStep(after: page)
        position = page.end
        return page
    }

    /// The page at `position`, if its checksum is right or what follows speaks for it.
    private mutating func whole() throws(AudioError) -> OggPage? {
        let bytes = try pageBytes()
        guard var page = OggPage(bytes, at: position) else { return nil }
        let size = Int(page.end - page.start)
        if OggChecksum.isRight(UnsafeBufferPointer(rebasing: bytes[..<size])) { return page }
        page.isDamaged = true
        if try isFollowed(page) { return page }
        patience -= Int64(size)
        guard patience > 0 else { throw .invalidFile.because("too many pages of the file are damaged") }
        return nil
    }

    /// Whether the next page of the same stream, or the end of the stream, follows a page directly.
    private func isFollowed(_ page: OggPage) throws(AudioError) -> Bool {
        guard page.end < end else {
            // The number of the stream may be what is damaged.
            let isOther = !isInterleaved && step?.position == position && step?.serial != page.serial
            return page.end == end && page.endsStream && !isOther
        }
        return try header(at: page.end)?.marks(page.serial, page.sequence &+ 1) == 3
    }

    /// The page at `position`, where the page before ended: its own header, or that of the page after it, is damaged.
    private func mended() throws(AudioError) -> OggPage? {
        guard let step, step.position == position, let own = try header(at: position), isOurs(own, step),
            var page = OggPage(mending: try pageBytes(), step)
        else { return nil }
        guard page.end < end else {
            // Its flags may be what is damaged.
            page.endStream()
            return page
        }
        guard let next = try header(at: page.end), next.marks(step.serial, step.sequence) < 3,
            next.marks(step.serial, step.sequence &+ 1) > 0
        else { return nil }
        return page
    }

    /// Whether a header that is damaged is that of the page that should be there.
    private func isOurs(_ header: OggPageHeader, _ step: OggPageStep) -> Bool {
        isInterleaved ? header.serial == step.serial : header.marks(step.serial, step.sequence) > 0
    }

    /// Whether a header stands at `position` that comes after that of a lost page. Its own page may be lost, too.
    private func endsLost() throws(AudioError) -> Bool {
        guard let step, step.position < position else { return false }
        return try header(at: position)?.marks(step.serial, step.sequence &+ 1) == 3
    }

    /// What is left of the page between the end of the page before and `position`.
    private func lost() throws(AudioError) -> OggPage? {
        guard let step, (Int64(OggPage.headerSize)...Int64(OggPage.maximumSize)).contains(position - step.position),
            let header = try header(at: step.position), isOurs(header, step)
        else { return nil }
        let page = OggPage(lost: header, step, upTo: position)
        if position < end { return page }
        // A file that ends before its stream does, or before its last page does, is cut off.
        guard page.endsStream else { return nil }
        let statedEnd = try statedEnd(of: header, at: step.position)
        return header.marks(step.serial, step.sequence) == 3 && statedEnd > end ? nil : page
    }

    /// Where a page ends by its sizes; behind the file's end where these are cut off.
    private func statedEnd(of header: OggPageHeader, at place: Int64) throws(AudioError) -> Int64 {
        let start = OggPage.headerSize + header.segments
        let bytes = try window.bytes(at: place, atLeast: start)
        guard bytes.count >= start else { return .max }
        return place + Int64(bytes[OggPage.headerSize..<start].reduce(start) { $0 + Int($1) })
    }

    private func header(at place: Int64) throws(AudioError) -> OggPageHeader? {
        OggPageHeader(try window.bytes(at: place, atLeast: OggPage.headerSize))
    }

    /// What stands at `position`: as much as a page there has, if one begins there or should.
    private func pageBytes() throws(AudioError) -> UnsafeBufferPointer<UInt8> {
        let header = try window.bytes(at: position, atLeast: OggPage.headerSize)
        guard header.starts(with: OggPage.magic) || step?.position == position, header.count >= OggPage.headerSize
        else { return header }
        let start = OggPage.headerSize + Int(header[26])
        let lacing = try window.bytes(at: position, atLeast: start)
        guard lacing.count >= start else { return lacing }
        let size = lacing[OggPage.headerSize..<start].reduce(start) { $0 + Int($1) }
        return try window.bytes(at: position, atLeast: size)
    }

    /// What a page holds. Valid until the next call.
    func contents(_ page: OggPage) throws(AudioError) -> UnsafeBufferPointer<UInt8> {
        page.size == 0
            ? UnsafeBufferPointer(start: nil, count: 0)
            : UnsafeBufferPointer(rebasing: try window.bytes(at: page.offset, atLeast: page.size)[..<page.size])
    }
}

/// The checksum of pages: a CRC of 32 bits, most significant bit first, with its own four bytes taken as zeros.
enum OggChecksum {
    private static let place = 22..<26

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0) }
    }

    static func isRight(_ page: UnsafeBufferPointer<UInt8>) -> Bool { sum(of: page) == stored(page) }

    /// The checksum in a page's header.
    static func stored(_ page: some Collection<UInt8>) -> UInt32 {
        page.dropFirst(place.lowerBound).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func set(_ sum: UInt32, in page: inout [UInt8]) {
        for (index, place) in place.enumerated() { page[place] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    }

    static func sum(of page: UnsafeBufferPointer<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var sum: UInt32 = 0
            for index in page.indices {
                let byte = place.contains(index) ? 0 : page[index]
                sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)]
            }
            return sum
        }
    }
}
