import AudioCore

/// The packets of a short Ogg file with Vorbis, whole in memory: what sound themes are made of.
///
/// After RFC 3533 and the Vorbis I specification, section 4.2. Not one of `Containers.all`: Apple's file services do not
/// know the format. The first stream of Vorbis counts, up to its end; a packet that lost a part is left out.
package struct OggVorbis {
    package let channels: Int
    package let sampleRate: Double
    /// The identification, the comments and the setup.
    package private(set) var headers: [[UInt8]] = []
    /// Packets of sound, one behind the other.
    package private(set) var data: [UInt8] = []
    /// Where each of them ends in `data`.
    package private(set) var packetEnds: [Int] = []
    /// Frames of sound, by the position of the last page; nil where no page tells one.
    package private(set) var frames: Int64?

    package var layout: ChannelLayout? { OpusHead.vorbisLayout(channels: channels) }

    private static let identificationSize = 30

    /// - Throws: `unsupportedDataFormat` without a stream of Vorbis, `invalidFile` for one with a broken header.
    package init(_ source: any ByteSource) throws(AudioError) {
        var pages = try OggPages(source)
        guard let (first, serial) = try Self.findStream(&pages) else {
            throw .unsupportedDataFormat.because("there is no Vorbis in the Ogg file")
        }
        channels = Int(first[11])
        sampleRate = Double(first[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) })
        let isSane =
            first[7..<11].allSatisfy { $0 == 0 } && (1...8).contains(channels) && (1...768_000).contains(sampleRate)
        let (short, long) = (first[28] & 15, first[28] >> 4)
        guard isSane, short <= long, (6...13).contains(short), long <= 13, first[29] & 1 == 1 else {
            throw .invalidFile.because("the header of the Vorbis stream is broken")
        }
        headers = [first]
        try readPackets(&pages, serial)
        guard headers.count == 3, headers[1].starts(with: Self.magic(3)), headers[2].starts(with: Self.magic(5)) else {
            throw .invalidFile.because("the Vorbis stream does not begin with its three headers")
        }
    }

    private static func magic(_ kind: UInt8) -> [UInt8] { [kind] + Array("vorbis".utf8) }

    private static func findStream(
        _ pages: inout OggPages
    ) throws(AudioError) -> (first: [UInt8], serial: UInt32)? {
        while let page = try pages.next(), page.beginsStream {
            let contents = Array(try pages.contents(page))
            if contents.starts(with: magic(1)), contents.count >= identificationSize { return (contents, page.serial) }
        }
        return nil
    }

    private mutating func readPackets(_ pages: inout OggPages, _ serial: UInt32) throws(AudioError) {
        var open: [UInt8]?
        var nextPage: UInt32 = 1
        while let page = try pages.next() {
            guard page.serial == serial, !page.beginsStream else { continue }
            let contents = try pages.contents(page)
            if !page.continuesPacket || page.sequence != nextPage { open = nil }
            // Where the beginning of a packet is missing, its rest is too.
            var isLost = page.continuesPacket && open == nil
            nextPage = page.sequence &+ 1
            var position = 0
            for size in page.lacing {
                let piece = contents[position..<position + Int(size)]
                position += Int(size)
                if !isLost {
                    if open == nil { open = [] }
                    open?.append(contentsOf: piece)
                }
                guard size < 255 else { continue }
                if let packet = open { add(packet) }
                (open, isLost) = (nil, false)
            }
            if page.granule >= 0, page.granule <= .max >> 1 { frames = page.granule }
            if page.endsStream { return }
        }
    }

    private mutating func add(_ packet: [UInt8]) {
        if headers.count < 3 {
            headers.append(packet)
        } else if !packet.isEmpty {
            data += packet
            packetEnds.append(data.count)
        }
    }
}
