import AudioCore

/// The packets of the first stream of sound in an Ogg file, and of those that are chained to it.
///
/// A page with a wrong checksum is taken as it is where the next one shows that it is whole. Where pages are missing, the
/// positions of the next pages say how many frames are lost: these become packets without bytes.
struct OggPackets<Sound: OggSound>: PacketScanner {
    /// The headers of the stream that is being read, and those of the first one.
    private var sound: Sound
    private(set) var first: Sound
    private var pages: OggPages
    private(set) var serial: UInt32
    /// Whether there are other streams behind the first one or beside it.
    private(set) var hasOthers = false
    /// Packets of the pages read so far that have not been returned; and the next of them.
    private var ready: [PacketPlace] = []
    private var nextReady = 0
    /// A packet that its page did not end.
    private var open: Open?
    private var nextPage: UInt32?
    private var isOver = false
    /// The streams of the sound so far, one of which continues where reading is taken up at another place.
    private var links: Set<UInt32>
    private var isTakenUp = false
    /// Where the first page with sound begins.
    private(set) var start: Int64?
    private var link = Link()
    /// The stream before the one whose headers are being read: where that turns out to be of another format, the last one.
    private var before: (sound: Sound, serial: UInt32, link: Link, hasEnd: Bool)?
    /// The packet that begins a stream.
    private var head: PacketPlace?
    /// Frames of the first page that come before the sound, as its position is less than they are.
    private var framesAhead: Int64?
    private var hasLastPage = false

    /// A header packet has its bytes, one of sound its pieces.
    private struct Open {
        var header: [UInt8] = []
        var pieces: [PagedData.Piece] = []
        var frames = 0
        var size = 0
    }

    /// Frames of the packets of one chained stream, and the positions that its pages state.
    struct Link {
        var frames: Int64 = 0
        var start: Int64?
        var last: Int64?
        /// The position after the packets so far; nil before the first page that states one.
        var position: Int64?
        /// Whether pages are missing or damaged since a page last stated its position.
        var hasGap = false
        /// Whether the first pages are damaged.
        var beganDamaged = false
        /// Pages that are missing since then; and whether bytes of the file were passed over.
        var missing: Int64 = 0
        var lacksBytes = false
    }

    /// Frames of the last packet.
    private var lastFrames = 0
    /// Frames that may be lost at a time: ten seconds.
    private var longestLoss: Int64 { Int64(first.format.sampleRate * 10) }
    /// Pages that may be missing where a stream is taken to begin before the first one that is there.
    private static var mostMissing: Int64 { 16 }
    /// Packets that were found, and packets that were made in place of lost frames.
    private var (foundCount, lostCount): (Int64, Int64) = (0, 0)
    /// The limit grows with the packets that were found: the pages of a small file may claim any number of gaps.
    private var mostLost: Int64 { 4096 + 4 * foundCount }

    private static var maximumHeader: Int { Int(OggWriter.maximumHead) }

    /// - Parameters:
    ///   - pages: behind the page that begins the stream.
    ///   - head: the packet on it.
    init(_ pages: OggPages, serial: UInt32, head: [UInt8]) throws(AudioError) {
        self.pages = pages
        self.serial = serial
        links = [serial]
        sound = try Sound(head)
        first = sound
        while sound.headersLeft > 0 {
            guard let page = try self.pages.next() else {
                throw .invalidFile.because("the headers of the Ogg stream are cut off")
            }
            if page.serial == serial, !page.beginsStream { try read(page) } else { hasOthers = true }
        }
        first = sound
    }

    /// Whether the last page of the stream was seen.
    var hasEnd: Bool { before?.hasEnd ?? hasLastPage }

    var isDamaged: Bool { pages.isDamaged }

    var position: Int64 {
        if nextReady < ready.count { return ready[nextReady].offset }
        // The head of a stream becomes a packet once the other headers are there.
        if before != nil, Sound.marksLinks, let head { return head.offset }
        return open?.pieces.first.map { $0.bit / 8 } ?? pages.position
    }

    mutating func next() throws(AudioError) -> PacketPlace? {
        guard try hasNext() else { return nil }
        nextReady += 1
        return ready[nextReady - 1]
    }

    /// The packet that `next` gives, without taking it.
    mutating func peek() throws(AudioError) -> PacketPlace? { try hasNext() ? ready[nextReady] : nil }

    private mutating func hasNext() throws(AudioError) -> Bool {
        while nextReady == ready.count {
            guard !isOver, let page = try pages.next() else { return false }
            ready.removeAll(keepingCapacity: true)
            nextReady = 0
            if isTakenUp, !page.beginsStream, links.contains(page.serial) { (serial, isTakenUp) = (page.serial, false) }
            if !page.beginsStream, page.serial == serial {
                try read(page)
            } else {
                hasOthers = true
                if page.beginsStream { try beginLink(page) }
            }
        }
        return true
    }

    /// Another stream: beside this one where no sound has come yet, else behind it.
    private mutating func beginLink(_ page: OggPage) throws(AudioError) {
        guard start != nil else { return }
        let contents = Array(try pages.contents(page))
        // Chained groups may begin with a stream of something else.
        guard Sound.begins(contents) else { return }
        let next = try Sound(contents)
        before = before ?? (sound, serial, link, hasLastPage)
        head = PacketPlace(offset: page.offset, size: Int64(page.size))
        sound = next
        serial = page.serial
        hasLastPage = false
        open = nil
        link = Link()
    }

    /// Continues with the stream whose headers are there now, or ends the sound before it.
    private mutating func join() {
        guard let before else { return }
        self.before = nil
        if before.sound.goesOn(with: sound) {
            links.insert(serial)
            if Sound.marksLinks, let head { ready.append(head) }
        } else {
            (sound, serial, link, hasLastPage) = before
            isOver = true
        }
    }

    private mutating func noteGap(before page: OggPage) {
        if let nextPage, page.sequence != nextPage {
            link.hasGap = true
            link.missing += Int64(page.sequence &- nextPage)
        }
        link.lacksBytes = link.lacksBytes || page.isBehindGap || page.isDamaged
        nextPage = page.sequence &+ 1
    }

    /// A page of which only the position is left: as many packets without bytes as it says.
    private mutating func readLost(_ page: OggPage) {
        open = nil
        guard sound.headersLeft == 0 else { return }
        hasLastPage = page.endsStream
        (link.hasGap, link.missing) = (true, link.missing + 1)
        let position = link.position ?? (link.start == nil ? link.frames : nil)
        guard let position, page.granule >= 0, page.granule <= .max >> 1 else { return }
        let packets = lose(page.granule - position, on: page, upTo: longestLoss)
        guard !packets.isEmpty else { return }
        ready += packets
        start = start ?? page.start
        if link.start == nil { begin(at: 0) }
        (link.last, link.position, link.missing) = (page.granule, page.granule, 0)
    }

    private mutating func begin(at start: Int64) {
        link.start = start
        framesAhead = framesAhead ?? max(0, -start)
    }

    private mutating func read(_ page: OggPage) throws(AudioError) {
        let contents = try pages.contents(page)
        var position = 0
        var lacing = page.lacing[...]
        // The flags of a damaged page may be damaged, too.
        let continuesPacket = page.isDamaged && page.sequence == nextPage ? open != nil : page.continuesPacket
        if !continuesPacket || page.sequence != nextPage { open = nil }
        noteGap(before: page)
        if page.isLost { return readLost(page) }
        if continuesPacket, open == nil {
            // The packet's beginning is lost, and with it the packet.
            position = Self.takePiece(&lacing).size
        }
        var frames: Int64 = 0
        let before = ready.count
        while !lacing.isEmpty {
            let piece = Self.takePiece(&lacing)
            let bytes = UnsafeBufferPointer(rebasing: contents[position..<position + piece.size])
            if sound.headersLeft > 0 {
                try addHeader(bytes, isLast: piece.isLast)
                if sound.headersLeft == 0 { join() }
                if isOver { return }
            } else {
                frames += add(bytes, at: page.offset + Int64(position), isLast: piece.isLast, page)
            }
            position += piece.size
        }
        guard start != nil else { return }
        hasLastPage = page.endsStream
        ready.insert(contentsOf: lost(before: page, frames), at: before)
        note(page, frames)
        // Only the last page's position shows how long its damaged packets were.
        if page.isDamaged, page.endsStream, let start = link.start, let last = link.last {
            ready += lose(last - start - link.frames, on: page, at: page.end, upTo: Self.doubt)
        }
    }

    /// Packets in place of frames that are missing before a page, by its position.
    private mutating func lost(before page: OggPage, _ frames: Int64) -> [PacketPlace] {
        guard link.hasGap, !page.isDamaged, page.granule >= 0, page.granule <= .max >> 1, frames > 0 else { return [] }
        defer { (link.hasGap, link.missing) = (false, 0) }
        if let position = link.position { return lose(page.granule - frames - position, on: page, upTo: longestLoss) }
        // Behind damaged first pages, a stream most likely begins at 0. One without them may be joined in the middle.
        guard link.start == nil else { return [] }
        let isJoined = link.missing > Self.mostMissing || link.missing > 0 && !link.lacksBytes
        guard link.frames > 0 || link.missing > 0, !isJoined else { return [] }
        return lose(
            page.granule - frames - link.frames, on: page, upTo: link.missing > 0 ? longestLoss : Self.doubt)
    }

    /// So many frames as packets without bytes, in place of a page or before it, or at another place. None where they are too
    /// many to be believed.
    private mutating func lose(
        _ frames: Int64, on page: OggPage, at place: Int64? = nil, upTo limit: Int64
    ) -> [PacketPlace] {
        let size = Int64(lastFrames > 0 ? lastFrames : sound.lostFrames)
        guard frames > 0, size > 0, frames <= limit else { return [] }
        let count = (frames + size - 1) / size
        guard lostCount + count <= mostLost else { return [] }
        lostCount += count
        link.frames += frames
        link.position? += frames
        return (0..<count).map { index in
            PacketPlace(
                offset: place ?? page.offset, size: 0, frames: UInt32(min(size, frames - index * size)))
        }
    }

    /// Frames by which packets whose bytes are damaged may seem longer or shorter than they were.
    private static var doubt: Int64 { 1 << 14 }

    /// The position that a page states, unless it may be damaged.
    private func position(of page: OggPage, _ frames: Int64) -> Int64? {
        let isPossible = page.granule >= 0 && page.granule <= .max >> 1
        guard page.isDamaged else { return isPossible ? page.granule : nil }
        // A stream on one page begins with its first frame.
        let known = link.position ?? (page.endsStream && link.start == nil ? link.frames : nil)
        guard let expected = known, isPossible, frames > 0 else { return link.position }
        let surplus = expected - page.granule
        let isSound = page.endsStream ? surplus >= -Self.doubt && surplus <= frames + Self.doubt : surplus == 0
        return isSound ? page.granule : link.position
    }

    /// The bytes of the next packet that are on this page, and whether the packet ends here.
    private static func takePiece(_ lacing: inout ArraySlice<UInt8>) -> (size: Int, isLast: Bool) {
        var size = 0
        while let value = lacing.popFirst() {
            size += Int(value)
            if value < 255 { return (size, true) }
        }
        return (size, false)
    }

    private mutating func addHeader(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(AudioError) {
        var header = open ?? Open()
        let room = max(0, Self.maximumHeader - header.header.count)
        header.header += bytes.prefix(room)
        // The bytes that are left out here would be lost if the file were rewritten.
        if bytes.count > room { hasOthers = true }
        open = isLast ? nil : header
        if isLast { try sound.take(header: header.header) }
    }

    /// Adds a piece of a packet; returns the frames of the packet that ends with it.
    private mutating func add(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, isLast: Bool, _ page: OggPage
    ) -> Int64 {
        var packet = open ?? Open()
        if open == nil {
            // What is no packet of sound goes by, its later pieces too. On a damaged page it may have been one.
            let mayBeSound = page.isDamaged && !bytes.isEmpty && lastFrames > 0
            packet.frames = sound.frames(bytes) ?? (mayBeSound ? lastFrames : -1)
            // Packets of a stream have mostly as many frames as those before.
            if page.isDamaged, Sound.usualFrames > 0, lastFrames > 0, !bytes.isEmpty { packet.frames = lastFrames }
            if packet.frames >= 0, start == nil { start = page.start }
        }
        packet.size += bytes.count
        if packet.frames >= 0, packet.size <= sound.largestPacket, !bytes.isEmpty {
            packet.pieces.append(PagedData.Piece(offset: offset, size: bytes.count))
        }
        open = isLast ? nil : packet
        guard isLast, packet.frames >= 0, packet.size <= sound.largestPacket, !packet.pieces.isEmpty else { return 0 }
        ready.append(PacketPlace(packet.pieces, frames: UInt32(packet.frames)))
        foundCount += 1
        if packet.frames > 0 { lastFrames = packet.frames }
        return Int64(packet.frames)
    }

    private mutating func note(_ page: OggPage, _ frames: Int64) {
        link.frames += frames
        link.position? += frames
        if page.isDamaged {
            link.hasGap = true
            link.beganDamaged = link.beganDamaged || link.start == nil
        }
        guard let position = position(of: page, frames), frames > 0 || page.endsStream else { return }
        // A recording of a broadcast begins somewhere; a first page that is the last may only be shorter than it seems.
        if link.start == nil {
            let stated = page.endsStream ? 0 : position - link.frames
            begin(at: link.beganDamaged && abs(stated) <= Self.doubt ? 0 : stated)
        }
        (link.last, link.position) = (position, position)
    }

    /// Frames before the sound, once the first page was read.
    private var priming: Int64 { min(Int64(first.preSkip) + (framesAhead ?? 0), Int64(Int32.max)) }

    /// What is known of the table before the end has come: the priming. There are no valid frames in it.
    var tableAhead: PacketTableInfo? {
        priming > 0 ? PacketTableInfo(validFrames: 0, primingFrames: Int32(priming)) : nil
    }

    /// Priming and remainder by the positions of pages and the head.
    func table(totalFrames total: Int64) -> PacketTableInfo {
        let priming = min(self.priming, total)
        var cut: Int64 = 0
        let link = before?.link ?? link
        if let start = link.start, let last = link.last { cut = max(0, link.frames - max(0, last - start)) }
        let remainder = min(cut, total - priming, Int64(Int32.max))
        return PacketTableInfo(
            validFrames: total - priming - remainder, primingFrames: Int32(priming), remainderFrames: Int32(remainder))
    }

    /// Seconds of sound up to the position that the last page states; nil before the first page was read.
    func duration(to last: Int64) -> Double? {
        link.start.map { Double(max(0, last - max(0, $0) - Int64(first.preSkip))) / first.format.sampleRate }
    }

    /// The position that the stream's last page states; nil where the file ends with another stream.
    func lastPosition(_ source: any ByteSource) throws(AudioError) -> Int64? {
        var pages = try OggPages(source, from: max(0, try source.size() - 2 * Int64(OggPage.maximumSize)))
        var last: Int64?
        while let page = try pages.next() {
            guard !page.beginsStream else { return nil }
            if page.serial == serial, page.granule >= 0, page.granule <= .max >> 1 { last = page.granule }
        }
        return last
    }

    /// Whether the packets that end on one page with the next one have as many frames. After `peek`.
    var haveEqualFrames: Bool { ready[nextReady...].allSatisfy { $0.frames == ready[nextReady].frames } }

    /// Frames that packets have until one has others; 0 where they always vary.
    mutating func firstFrames() throws(AudioError) -> Int {
        guard Sound.usualFrames > 0, let packet = try peek() else { return Sound.usualFrames }
        return Int(packet.frames)
    }

    /// What is known before the packets are.
    mutating func ahead() throws(AudioError) -> FileDescription {
        let frames = try firstFrames()
        var file = FileDescription(
            fileType: "Oggf", format: first.format, packets: PacketIndex(variableSizesWithFrames: frames))
        file.format.framesPerPacket = frames
        describe(&file)
        return file
    }

    func describe(_ file: inout FileDescription) {
        file.alignsAudioData = false
        file.dataOffset = start ?? pages.position
        file.magicCookie = first.magicCookie
        file.layout = first.layout
        file.sourceBitDepth = first.sourceBitDepth
        file.isRewritable = !hasOthers && serial == OggWriter.serial
        first.comments.describe(&file)
    }

    // MARK: Seeking in a stream

    /// Takes the stream up again at the next page. The packet that continues there is left out.
    mutating func resume(at position: Int64, isExact: Bool) {
        ready.removeAll()
        (nextReady, open, nextPage, isOver, isTakenUp) = (0, nil, nil, false, true)
        if let before { (sound, serial, link, hasLastPage) = before }
        before = nil
        (link.position, link.hasGap) = (nil, false)
        sound.beginAnew()
        pages.resume(at: position)
    }

    mutating func finish(at end: Int64) { pages.finish(at: end) }
}
