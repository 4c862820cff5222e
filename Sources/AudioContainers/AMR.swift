import AudioCore

/// Adaptive multi-rate speech, narrow band (`.amr`) and wide band (`.awb`), one channel: a magic, then frames.
///
/// After RFC 4867, section 5. A packet is a frame with its first byte, which states the mode and with it the size. The file
/// states no number of packets, priming or length, so a writer has only the magic to write. A file whose last frame is cut
/// off, or that continues with anything but frames, counts as not complete.
package enum AMR: Container {
    package static let signatures = [[Magic("#!AM"), Magic("!AMR", at: 1)]]

    package static let types = [
        FileType(
            id: "amrf", name: "AMR", extensions: ["amr", "awb"],
            mimeTypes: ["audio/amr", "audio/amr-wb", "audio/x-amr", "audio/3gpp"],
            utis: ["org.3gpp.adaptive-multi-rate-audio"], hfsTypes: ["amrf"],
            formats: [.encoded("samr"), .encoded("sawb")])
    ]

    /// Narrow or wide band.
    private struct Band {
        var magic: [UInt8]
        var format: StreamFormat
        /// Bytes of a frame by mode: speech, comfort noise, then modes that carry nothing. 0 where there is no such mode.
        var sizes: [Int]

        static let all = [
            Band(
                magic: Array("#!AMR\n".utf8),
                format: StreamFormat(sampleRate: 8000, formatID: "samr", framesPerPacket: 160, channels: 1),
                sizes: [13, 14, 16, 18, 20, 21, 27, 32, 6, 7, 6, 6, 0, 0, 0, 1]),
            Band(
                magic: Array("#!AMR-WB\n".utf8),
                format: StreamFormat(sampleRate: 16_000, formatID: "sawb", framesPerPacket: 320, channels: 1),
                sizes: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]),
        ]

        /// Bytes of the frame that begins with `first`, or nil where none does.
        func size(_ first: UInt8) -> Int? {
            let size = sizes[Int(first >> 3 & 0xF)]
            return first & 0x83 == 0 && size > 0 ? size : nil
        }
    }

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        var packets = try Packets(source)
        var index = FrameIndexBuilder(frames: packets.band.format.framesPerPacket)
        while let packet = try packets.next() {
            try index.add(at: packet.offset, size: Int(packet.size), frames: packets.band.format.framesPerPacket)
        }
        guard index.start != nil || packets.reachedEnd else {
            throw .invalidFile.because("there is no frame of AMR after the magic")
        }
        var file = packets.description(index.packets)
        file.dataSize = packets.position - file.dataOffset
        file.isComplete = packets.reachedEnd
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let packets = try Packets(source)
        let file = packets.description(PacketIndex(variableSizesWithFrames: packets.band.format.framesPerPacket))
        var ahead = packets
        let first = try ahead.next()
        return PacketStream(
            file, packets, upperBound: packets.band.sizes.max() ?? 0, typical: Double(first?.size ?? 0))
    }

    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let packets = try Packets(source)
        let file = packets.description(PacketIndex(variableSizesWithFrames: packets.band.format.framesPerPacket))
        return try FilePreview(
            file, packets, to: source.size(), upperBound: packets.band.sizes.max() ?? 0)
    }

    /// Frame after frame, up to one that is no frame.
    private struct Packets: PacketScanner {
        let band: Band
        private(set) var position: Int64
        private let window: FileWindow
        /// Bytes of the frame before.
        private var lastSize = 0
        /// Frames of that size that come next, whatever their first bytes say.
        private var lostCount = 0

        init(_ source: any ByteSource) throws(AudioError) {
            // The first six bytes distinguish the kinds; the magic of wide band has three more.
            var head = try source.prefix(at: 0, upTo: 6)
            if head.starts(with: "#!AMR-".utf8) { head = try source.prefix(at: 0, upTo: 9) }
            guard let band = Band.all.first(where: { head.starts(with: $0.magic) }) else {
                guard head.starts(with: "#!AMR".utf8) else { throw .invalidFile.because("this is not an AMR file") }
                throw .unsupportedDataFormat.because("AMR of several channels is not supported")
            }
            self.band = band
            position = Int64(band.magic.count)
            window = FileWindow(source, end: try source.size())
        }

        var reachedEnd: Bool { position == window.end }

        var findsPackets: Bool { false }

        mutating func next() throws(AudioError) -> PacketPlace? {
            guard position < window.end else { return nil }
            if lostCount > 0 {
                lostCount -= 1
                return take(lastSize)
            }
            let stated = try size(at: position)
            if lastSize > 0, stated != lastSize, try !isGoing(on: position, stated) {
                // Where first bytes are damaged, their frames most likely have as many bytes as the one before.
                lostCount = try damagedFrames()
                if lostCount > 0 { return try next() }
            }
            guard let stated, Int64(stated) <= window.end - position else { return nil }
            lastSize = stated
            return take(stated)
        }

        /// Whether frames follow a frame that states its size.
        private func isGoing(on place: Int64, _ stated: Int?) throws(AudioError) -> Bool {
            guard let stated else { return false }
            return try isFrame(at: place + Int64(stated))
        }

        /// How many frames as large as the last one stand before the next that others follow, or the end; 0 where none does.
        private func damagedFrames() throws(AudioError) -> Int {
            for count in 1...Self.mostDamaged {
                let place = position + Int64(count * lastSize)
                guard place < window.end else { return place == window.end && count <= Self.mostAtEnd ? count : 0 }
                if try count == 1 ? isFrame(at: place) : isPair(at: place) { return count }
            }
            return 0
        }

        /// Whether two frames as large as the last one, or a last one, stand at a place, or what is there is not known yet.
        private func isPair(at place: Int64) throws(AudioError) -> Bool {
            let next = place + Int64(lastSize)
            do throws(AudioError) {
                guard try size(at: place) == lastSize, next <= window.end else { return false }
                return next == window.end ? true : try size(at: next) == lastSize
            } catch {
                guard error == .dataUnavailable else { throw error }
                return true
            }
        }

        /// Frames in a row that are taken for damaged, and those at the end: more are another kind of data.
        private static let mostDamaged = 64
        private static let mostAtEnd = 4

        private mutating func take(_ size: Int) -> PacketPlace {
            defer { position += Int64(size) }
            return PacketPlace(offset: position, size: Int64(size))
        }

        private func size(at place: Int64) throws(AudioError) -> Int? {
            band.size(try window.bytes(at: place, atLeast: 1)[0])
        }

        /// Whether a frame begins at a place, or nothing stands there, or not even that is known yet.
        private func isFrame(at place: Int64) throws(AudioError) -> Bool {
            guard place != window.end else { return true }
            guard place < window.end else { return false }
            do throws(AudioError) {
                guard let size = try size(at: place) else { return false }
                let next = place + Int64(size)
                return next < window.end ? try self.size(at: next) != nil : true
            } catch {
                guard error == .dataUnavailable else { throw error }
                return true
            }
        }

        /// Frames of one size let a place be worked out, but nothing marks a frame's beginning.
        mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
            guard isExact else { throw .discontinuityCantRecover }
            (self.position, lostCount) = (position, 0)
        }

        mutating func finish(at end: Int64) { window.end = end }

        func description(_ packets: PacketIndex) -> FileDescription {
            var file = FileDescription(fileType: types[0].id, format: band.format, packets: packets)
            file.dataOffset = Int64(band.magic.count)
            file.alignsAudioData = false
            return file
        }
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        guard let band = Band.all.first(where: { $0.format.formatID == file.format.formatID }),
            file.format.channels == 1, file.format.sampleRate == band.format.sampleRate
        else { throw .unsupportedDataFormat.because("AMR is one channel of 8000 Hz, or of 16000 Hz in wide band") }
        guard dataOffset == nil || dataOffset == Int64(band.magic.count) else {
            throw .operationNotSupported.because("AMR frames follow the magic at once")
        }
        return Enclosure(head: band.magic)
    }
}
