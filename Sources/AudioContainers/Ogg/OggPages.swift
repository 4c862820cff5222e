import AudioCore

/// A page of an Ogg file: a piece of one of the streams in it.
struct OggPage {
    /// Of the stream this page belongs to.
    let serial: UInt32
    let granule: Int64
    /// Counts the pages of the stream.
    let sequence: UInt32
    /// Where the page's contents begin in the file, and how many bytes they have.
    let offset: Int64
    let size: Int
    /// Sizes of the pieces of packets: 255 says that the packet goes on.
    let lacing: [UInt8]
    private let flags: UInt8
    /// Whether its checksum is wrong. Another page follows where it ends, so that its packets are where it says.
    fileprivate(set) var isDamaged = false

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
        guard bytes.count >= Self.headerSize, bytes[..<4].elementsEqual(Self.magic), bytes[4] == 0 else { return nil }
        func little(_ range: Range<Int>) -> UInt64 { bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let segments = Int(bytes[26])
        let start = Self.headerSize + segments
        guard bytes.count >= start else { return nil }
        lacing = Array(bytes[Self.headerSize..<start])
        size = lacing.reduce(0) { $0 + Int($1) }
        guard bytes.count >= start + size else { return nil }
        flags = bytes[5]
        granule = Int64(bitPattern: little(6..<14))
        serial = UInt32(little(14..<18))
        sequence = UInt32(little(18..<22))
        offset = position + Int64(start)
    }

    /// Where its header begins.
    var start: Int64 { offset - Int64(Self.headerSize + lacing.count) }
    /// Bytes from the page's start to its end.
    fileprivate var wholeSize: Int { Self.headerSize + lacing.count + size }
}

/// Finds page after page, and past damage: in time that grows with the file's size and no faster.
struct OggPages {
    /// Whether anything had to be passed over.
    private(set) var isDamaged = false
    private let window: FileWindow
    /// Where the next page is looked for.
    private(set) var position: Int64
    /// Bytes that may still be spent on pages whose checksums turn out wrong.
    private var patience: Int64

    private var end: Int64 { window.end }

    init(_ source: any ByteSource, from start: Int64 = 0) throws(AudioError) {
        let end = try source.size()
        position = start
        patience = min(end, 1 << 40) * 2 + 1 << 20
        window = FileWindow(source, end: end, span: OggPage.maximumSize)
    }

    /// Goes on at another place.
    mutating func resume(at position: Int64) { self.position = position }

    /// Makes `end` the first byte that is no longer part of the file.
    mutating func finish(at end: Int64) { window.end = end }

    /// The next page; nil at the end, be it in the middle of a page.
    ///
    /// Where the source is still arriving and lacks a byte, this throws `dataUnavailable` and can be called again.
    mutating func next() throws(AudioError) -> OggPage? {
        while position < end {
            let bytes = try pageBytes()
            if var page = OggPage(bytes, at: position) {
                if OggChecksum.isRight(UnsafeBufferPointer(rebasing: bytes[..<page.wholeSize])) {
                    position += Int64(page.wholeSize)
                    return page
                }
                if try isFollowed(page) {
                    (isDamaged, page.isDamaged) = (true, true)
                    position += Int64(page.wholeSize)
                    return page
                }
                patience -= Int64(page.wholeSize)
                guard patience > 0 else { throw .invalidFile.because("too many pages of the file are damaged") }
            }
            isDamaged = true
            // The last bytes of a window are looked at again at the start of the next.
            let reach = position + Int64(bytes.count) == end ? bytes.count : bytes.count - 3
            let found = bytes[1..<max(1, reach)].firstIndex { $0 == OggPage.magic[0] }
            position += Int64(found ?? max(1, reach))
        }
        return nil
    }

    /// Whether the next page of the same stream, or the end of the stream, follows a page directly.
    private func isFollowed(_ page: OggPage) throws(AudioError) -> Bool {
        let next = position + Int64(page.wholeSize)
        guard next < end else { return next == end && page.endsStream }
        let header = try window.bytes(at: next, atLeast: OggPage.headerSize)
        guard header.count >= OggPage.headerSize, header.starts(with: OggPage.magic), header[4] == 0 else {
            return false
        }
        func little(_ range: Range<Int>) -> UInt32 { header[range].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        return little(14..<18) == page.serial && little(18..<22) == page.sequence &+ 1
    }

    /// What stands at `position`: as much as a page there has, if one begins there.
    private func pageBytes() throws(AudioError) -> UnsafeBufferPointer<UInt8> {
        let header = try window.bytes(at: position, atLeast: OggPage.headerSize)
        guard header.starts(with: OggPage.magic), header.count >= OggPage.headerSize else { return header }
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
