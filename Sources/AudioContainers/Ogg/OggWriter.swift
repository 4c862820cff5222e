import AudioCore

/// Lays a sound of Opus out in pages: RFC 3533 and RFC 7845.
///
/// Packets that are written together share pages of up to a second. Each page is whole as soon as it is written. The
/// header of the last page is rewritten when the file is finished: it then marks the page as the last, and states where the
/// sound ends. The comments are padded, so that longer ones fit later. All files have one serial number.
struct OggWriter {
    private let file: FileDescription
    private let head: OpusHead
    /// Frames at Opus's own rate for each of the file's.
    private let scale: Int64

    static let serial: UInt32 = 0x5377_6966
    private static let padding = 512
    /// Bytes of the two headers, which readers take too.
    static let maximumHead: Int64 = 16 << 20
    /// Frames of a page.
    private static let pageFrames: Int64 = 48_000
    private static let maximumPieces = 255

    private enum Flag {
        static let begins: UInt8 = 2
        static let ends: UInt8 = 4
    }

    init(_ file: FileDescription) throws(AudioError) {
        guard file.format.formatID == "opus" else { throw .unsupportedDataFormat }
        guard file.isRewritable else {
            throw .operationNotSupported.because("the Ogg file holds pages that would be lost")
        }
        let rate = file.format.sampleRate
        guard OpusHead.rates.contains(rate) else {
            throw .unsupportedDataFormat.because("Opus has 8000, 12000, 16000, 24000 or 48000 frames a second")
        }
        self.file = file
        scale = Int64(OpusHead.sampleRate / rate)
        var head = try OpusHead(cookie: file.magicCookie, format: file.format)
        if let table = file.packetTable { head.preSkip = Int(clamping: Int64(table.primingFrames) * scale) }
        self.head = head
    }

    // MARK: The head

    /// The pages of the two headers, `dataOffset` bytes where it is given.
    func head(dataOffset: Int64?) throws(AudioError) -> [UInt8] {
        let first = Self.page([head.bytes], granule: 0, sequence: 0, flags: Flag.begins)
        let comments = VorbisComments.bytes(
            file, vendor: file.info[VorbisComments.vendorKey] ?? "swift-corelibs-audio", picture: true)
        let tags = OggOpus.tagMagic + comments
        var size = tags.count + Self.padding
        if let dataOffset {
            guard let exact = Self.contents(pagesOf: dataOffset - Int64(first.count)), exact >= tags.count else {
                throw .operationNotSupported.because(
                    "the comments do not fit into \(dataOffset) bytes before the pages")
            }
            size = exact
        }
        guard size <= Self.maximumHead else {
            throw .operationNotSupported.because("the comments take \(size) bytes, more than 16 MiB")
        }
        let padded = tags + [UInt8](repeating: 0, count: size - tags.count)
        return first + Self.pages(ofHeader: padded)
    }

    /// A packet on as many pages as it needs, from the second page of the file on.
    private static func pages(ofHeader packet: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        var sequence: UInt32 = 1
        while true {
            let rest = packet.count - start
            let isLast = rest < maximumPieces * 255
            let part = Array(packet[start..<start + (isLast ? rest : maximumPieces * 255)])
            let lacing = lacing(part.count)
            // No packet ends on the pages before the last one.
            result += page(
                part, lacing: isLast ? lacing : lacing.dropLast(), granule: isLast ? 0 : -1, sequence: sequence,
                flags: start > 0 ? 1 : 0)
            guard !isLast else { return result }
            start += part.count
            sequence += 1
        }
    }

    /// How many bytes a packet has whose pages take `size` bytes; nil where none does.
    private static func contents(pagesOf size: Int64) -> Int? {
        guard (1...maximumHead).contains(size) else { return nil }
        let full = Int64(OggPage.maximumSize)
        let rest = size % full - Int64(OggPage.headerSize)
        // A size for each 255 bytes that are whole, and one for what is left.
        guard rest > 0, rest % 256 != 0 else { return nil }
        let whole = (rest - 1) / 256
        return Int(size / full) * maximumPieces * 255 + Int(rest - 1 - whole)
    }

    private static func lacing(_ size: Int) -> [UInt8] {
        [UInt8](repeating: 255, count: size / 255) + [UInt8(size % 255)]
    }

    private static func page(_ packets: [[UInt8]], granule: Int64, sequence: UInt32, flags: UInt8) -> [UInt8] {
        page(
            Array(packets.joined()), lacing: packets.flatMap { lacing($0.count) }, granule: granule,
            sequence: sequence, flags: flags)
    }

    private static func page(
        _ contents: [UInt8], lacing: some Collection<UInt8>, granule: Int64, sequence: UInt32, flags: UInt8
    ) -> [UInt8] {
        var output = ByteWriter()
        output.append(OggPage.magic)
        output.append([0, flags])
        output.little(granule)
        output.little(serial)
        output.little(sequence)
        output.zeros(4)
        output.append([UInt8(lacing.count)])
        output.append(lacing)
        output.append(contents)
        var page = output.bytes
        OggChecksum.set(page.withUnsafeBufferPointer { OggChecksum.sum(of: $0) }, in: &page)
        return page
    }

    // MARK: Packets

    /// What stands before each packet: before the first on a page, the page's header.
    func pages(
        of packets: [UnsafeRawBufferPointer], in file: inout FileDescription
    ) throws(AudioError) -> [[UInt8]] {
        var headers = [[UInt8]](repeating: [], count: packets.count)
        var note = file.lastPage
        guard note != nil || file.packets.count == 0 else {
            throw .operationNotSupported.because("packets are not added to an Ogg file that was finished")
        }
        var sequence = try firstSequence(file, behind: note)
        var frames = note?.frames.upperBound ?? 0
        var offset = file.packets.totalBytes
        var start = 0
        while start < packets.count {
            let (count, end) = try page(from: start, packets, frames)
            let contents = packets[start..<start + count].map { Array($0) }
            let page = Self.page(contents, granule: end, sequence: sequence, flags: 0)
            let size = contents.reduce(0) { $0 + $1.count }
            headers[start] = Array(page.dropLast(size))
            note = FileDescription.PageNote(offset: offset, header: headers[start], size: size, frames: frames..<end)
            offset += Int64(page.count)
            (frames, sequence, start) = (end, sequence + 1, start + count)
        }
        file.lastPage = note
        return headers
    }

    /// How many packets from one on go on a page, and the position behind them.
    private func page(
        from start: Int, _ packets: [UnsafeRawBufferPointer], _ frames: Int64
    ) throws(AudioError) -> (count: Int, end: Int64) {
        var (count, pieces, end) = (0, 0, frames)
        while start + count < packets.count {
            let packet = packets[start + count]
            guard let length = OpusPacket.frames(packet.bindMemory(to: UInt8.self)) else {
                throw .unsupportedDataFormat.because("a packet of \(packet.count) bytes is none of Opus")
            }
            pieces += packet.count / 255 + 1
            guard pieces <= Self.maximumPieces else { break }
            guard count == 0 || end + Int64(length) - frames <= Self.pageFrames else { break }
            (count, end) = (count + 1, end + Int64(length))
        }
        guard count > 0 else {
            throw .unsupportedDataFormat.because("a packet of \(packets[start].count) bytes does not fit on a page")
        }
        return (count, end)
    }

    /// The first page of sound follows those of the head.
    private func firstSequence(
        _ file: FileDescription, behind page: FileDescription.PageNote?
    ) throws(AudioError) -> UInt32 {
        if let page { return page.header[18..<22].reversed().reduce(0) { $0 << 8 | UInt32($1) } + 1 }
        let source = MemoryBytes(try head(dataOffset: nil))
        var pages = try OggPages(source)
        var count: UInt32 = 0
        while try pages.next() != nil { count += 1 }
        return count
    }

    /// The header that the last page should have, if the file has another.
    static func revisedPage(
        of file: inout FileDescription
    ) throws(AudioError) -> (bytes: [UInt8], offset: Int64)? {
        guard let page = file.lastPage else { return nil }
        let remainder = Int64(file.isComplete ? file.packetTable?.remainderFrames ?? 0 : 0)
        let cut = remainder * Int64(OpusHead.sampleRate / file.format.sampleRate)
        let granule = max(page.frames.lowerBound, page.frames.upperBound - cut)
        var header = page.header
        header[5] = file.isComplete ? Flag.ends : 0
        for index in 0..<8 { header[6 + index] = UInt8(truncatingIfNeeded: granule >> Int64(8 * index)) }
        guard header != page.header else { return nil }
        // The sum of what has changed, over as many zeros as the page has contents, changes the sum of the page.
        let change = zip(header, page.header).map { $0 ^ $1 } + [UInt8](repeating: 0, count: page.size)
        let sum = change.withUnsafeBufferPointer { OggChecksum.sum(of: $0) }
        OggChecksum.set(OggChecksum.stored(page.header) ^ sum, in: &header)
        file.lastPage?.header = header
        return (header, page.offset)
    }
}
