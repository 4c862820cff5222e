import AudioContainers
import AudioCore
import CAudioToolbox

/// A file that is read as its bytes arrive, for an `AudioFileStreamID`.
///
/// The container's own reader reads the head, again and again until it has all bytes it asks for; then the container's
/// scanner says where packets are, and those that are whole go to the client from where they arrived. How the bytes are
/// cut up makes no difference to what the client sees. One thread at a time uses a stream; its callbacks may ask for
/// properties, seek and close, but not parse.
package final class FileStream: @unchecked Sendable {
    /// The client's callbacks: properties, then packets. `bytes` and `descriptions` are valid only during the call.
    package struct Client {
        package typealias Property = (_ id: UInt32, _ flags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>) -> Void
        package typealias Packets = (
            _ bytes: UnsafeRawBufferPointer, _ count: UInt32,
            _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
        ) -> Void

        let property: Property
        let packets: Packets

        package init(property: @escaping Property, packets: @escaping Packets) {
            self.property = property
            self.packets = packets
        }
    }

    package static let handles = HandleTable<FileStream>(
        kind: 8, wrongReference: .parameter.because("this is no audio file stream"))

    /// What the callbacks are called with; set right after the reference for it was made.
    package var client: Client?
    private let hint: FourCC
    private let bytes = ArrivingBytes()
    private var container: (any Container.Type)?
    /// Nil until the head has been read.
    private(set) var stream: PacketStream?
    /// Values of properties that the client set `kAudioFileStreamPropertyFlag_CacheProperty` for, as of that notification.
    private(set) var kept: [UInt32: PropertyValue] = [:]
    private var failure: AudioError?
    private var isParsing = false
    private var isClosed = false

    /// While the head is read: how often that was tried, up to where bytes are waited for, and from where they are kept.
    private var attempts = 0
    private var wanted: Int64 = 0
    private var keptFrom: Int64 = 0

    /// A packet that is not whole yet, or the rest of a stretch of packets.
    private var current: PacketPlace?
    private var isAtEnd = false
    /// Of all packets, 0 where they vary.
    private var packetSize: Int64 = 0
    private var framesPerPacket: UInt32 = 0
    /// What the scanner's numbers of frames are multiplied with: 2 where packets of the core have replication.
    private var frameFactor: UInt32 = 1
    private var batch = PacketBatch()
    /// Packets that clients have got, and their bytes, since the start or the last gap: for guesses.
    private(set) var seen = (packets: Int64(0), bytes: Int64(0))
    /// Positions of the packets that have been delivered, from the first one on, if the scanner can neither look them
    /// up nor find them.
    private var known = PacketIndex(variableSizesWithFrames: 0)
    /// The number of the next packet; nil after a gap of unknown length.
    private var nextPacket: Int64? = 0
    /// The position that the last seek returned, at which bytes after a discontinuity are expected, and the packet
    /// there unless the position is an estimate.
    private var target: (position: Int64, packet: Int64?)?

    /// A reader that had to start over more often than this waits for more bytes than it asked for, so that a head of many
    /// small pieces is not read once for each piece.
    private static let patientAttempts = 64
    /// Pieces of the client's bytes that are taken at once, so that keeping some costs a bounded amount of memory.
    private static let largestPiece = 1 << 20

    /// - Parameter hint: a file type to try where the first bytes have no known signature, or 0.
    package init(hint: FourCC) { self.hint = hint }

    /// Ends the stream from within a callback too: none comes afterwards.
    package func close() { isClosed = true }

    /// Takes the next bytes of the file and delivers what they complete; no bytes at all mean that there are no more.
    ///
    /// - Parameter isDiscontinuous: whether they do not follow those before. They then stand where the last `seek` said,
    ///   else at an unknown place.
    /// - Throws: `dataUnavailable` where the file ends before the head is complete; `illegalOperation` from within a
    ///   callback; the container's error for its head. A stream that failed stays so.
    package func parse(_ piece: UnsafeRawBufferPointer, isDiscontinuous: Bool) throws(AudioError) {
        guard !isParsing else { throw .illegalOperation.because("a callback cannot parse more bytes") }
        if let failure { throw failure }
        isParsing = true
        defer { isParsing = false }
        do throws(AudioError) {
            if isDiscontinuous { try resume() }
            if piece.isEmpty { return try end() }
            var rest = piece[...]
            while !rest.isEmpty, !isClosed {
                let part = rest.prefix(Self.largestPiece)
                try take(UnsafeRawBufferPointer(rebasing: part))
                rest = rest[part.endIndex...]
            }
        } catch {
            // What a gap made impossible may be possible behind the next one.
            if error.status != AudioError.discontinuityCantRecover.status,
                error.status != AudioError.dataUnavailable.status
            {
                failure = error
            }
            throw error
        }
    }

    private func take(_ piece: UnsafeRawBufferPointer) throws(AudioError) {
        guard !isAtEnd else { return }
        try bytes.arrive(piece)
        if stream == nil, bytes.end >= wanted { try readHead() }
        if stream != nil { try deliver() }
        try bytes.settle(from: positionToKeep)
    }

    private var positionToKeep: Int64 {
        if isAtEnd { return bytes.end }
        return current?.offset ?? stream?.scanner.position ?? keptFrom
    }

    private func end() throws(AudioError) {
        guard !isAtEnd else { return }
        guard bytes.end > 0 else { throw .dataUnavailable.because("not a byte has arrived") }
        bytes.finish()
        try bytes.arrive(UnsafeRawBufferPointer(start: nil, count: 0))
        if stream == nil { try readHead() }
        guard let position = stream?.scanner.position else { throw .dataUnavailable }
        let begin = max(current?.offset ?? position, bytes.start)
        // A tag that began before what is still at hand was no part of a packet.
        let end = (try? Containers.endOfSound(bytes, from: begin)) ?? bytes.end
        stream?.scanner.finish(at: max(begin, end))
        try deliver()
        isAtEnd = true
        try bytes.settle(from: bytes.end)
    }

    // MARK: The head

    private func readHead() throws(AudioError) {
        attempts += 1
        bytes.missing = nil
        var found: PacketStream?
        var failure: AudioError?
        do throws(AudioError) {
            if container == nil { container = try Containers.claiming(arriving: bytes, hint: hint) }
            guard let container else { throw .unsupportedFileType }
            found = try container.stream(bytes)
            if bytes.missing == nil { found?.detectReplication(in: bytes) }
        } catch { failure = error }
        // A reader may pass over what it cannot read, but it must see what it asked for.
        if bytes.missing != nil, !bytes.isFinished { return try waitForMissing() }
        if let failure { throw failure }
        stream = found
        packetSize = Int64(found?.file.packets.constantSize ?? 0)
        framesPerPacket = UInt32(clamping: found?.file.format.framesPerPacket ?? 0)
        frameFactor = found?.hasFoundReplication == true ? 2 : 1
        bytes.forgetEarlier()
        announce()
    }

    private func waitForMissing() throws(AudioError) {
        guard let missing = bytes.missing else { return }
        keptFrom = try bytes.positionToKeep()
        wanted = missing.upperBound
        if attempts > Self.patientAttempts { wanted = max(wanted, bytes.end + bytes.end / 8) }
    }

    private func announce() {
        for id in Self.announced {
            guard !isClosed else { return }
            guard let value = try? value(id) else { continue }
            var flags: AudioFileStreamPropertyFlags = isEstimate(id) ? [] : .propertyIsCached
            client?.property(id, &flags)
            if isEstimate(id), flags.contains(.cacheProperty) { kept[id] = value }
        }
    }

    // MARK: Packets

    private func deliver() throws(AudioError) {
        defer { flush() }
        while !isClosed {
            if current == nil {
                do throws(AudioError) {
                    current = try stream?.scanner.next()
                } catch  where error.status == AudioError.dataUnavailable.status {
                    return
                }
            }
            guard let place = current else {
                isAtEnd = true
                return
            }
            guard place.offset >= bytes.start else {
                throw .invalidFile.because("a packet at byte \(place.offset) stands before what has been read")
            }
            if packetSize > 0 {
                guard hand(place) else { return }
            } else {
                guard place.end <= bytes.end else { return }
                try add(place)
            }
            current = nil
        }
    }

    /// Delivers the packets of a stretch that are whole. False while the stretch has more.
    private func hand(_ stretch: PacketPlace) -> Bool {
        let there = min(bytes.end, stretch.end) - stretch.offset
        let count = max(0, there / packetSize)
        if count > 0, let view = bytes.view(at: stretch.offset) {
            note(count, bytes: count * packetSize)
            client?.packets(
                UnsafeRawBufferPointer(rebasing: view[..<Int(count * packetSize)]), UInt32(count), nil)
        }
        let rest = PacketPlace(offset: stretch.offset + count * packetSize, size: stretch.size - count * packetSize)
        current = rest
        return rest.size < packetSize
    }

    /// Adds a whole packet to those about to be delivered.
    private func add(_ place: PacketPlace) throws(AudioError) {
        keep(place)
        if !batch.canTake(place) { flush() }
        let product = place.frames.multipliedReportingOverflow(by: frameFactor)
        let frames = product.overflow || product.partialValue == framesPerPacket ? 0 : product.partialValue
        if place.isScattered {
            batch.add(try place.bytes(of: bytes), frames: frames)
        } else {
            batch.add(place, frames: frames)
        }
    }

    /// Stores the position of a packet that a seek could not find again.
    private func keep(_ place: PacketPlace) {
        guard let number = nextPacket else { return }
        nextPacket = number + 1
        guard number == known.count, !known.isFull, let scanner = stream?.scanner, !scanner.findsPackets,
            scanner.offset(ofPacket: number) == nil
        else { return }
        known.append(PacketDescription(offset: place.offset, size: UInt32(clamping: place.size)))
    }

    private func flush() {
        defer { batch.removeAll() }
        guard batch.count > 0, !isClosed else { return }
        note(Int64(batch.count), bytes: batch.bytes)
        if !batch.gathered.isEmpty {
            batch.gathered.withUnsafeBytes { client?.packets($0, UInt32(batch.count), batch.descriptions) }
        } else if let view = bytes.view(at: batch.start) {
            client?.packets(
                UnsafeRawBufferPointer(rebasing: view[..<Int(batch.end - batch.start)]), UInt32(batch.count),
                batch.descriptions)
        }
    }

    private func note(_ packets: Int64, bytes: Int64) {
        seen.packets += packets
        seen.bytes += bytes
    }

    // MARK: Seeking

    /// Where a packet begins, in bytes from the data offset, and whether that is a guess.
    ///
    /// The bytes from there on are to be parsed next, as discontinuous ones.
    /// - Throws: `invalidPacketOffset` for a packet that the file does not have; `dataUnavailable` before the head has
    ///   been read; `illegalOperation` for a packet that cannot be found in the bytes around its position.
    package func seek(toPacket packet: Int64) throws(AudioError) -> (offset: Int64, isEstimated: Bool) {
        guard let stream else { throw .dataUnavailable }
        guard packet >= 0 else { throw .invalidPacketOffset }
        if let count = packetCount { guard packet < max(count, 1) else { throw .invalidPacketOffset } }
        let start = stream.file.dataOffset
        if let exact = exactOffset(ofPacket: packet, stream) {
            target = (exact, packet)
            return (exact - start, false)
        }
        guard stream.scanner.findsPackets else {
            throw .illegalOperation.because("the bytes there do not mark where packet \(packet) begins")
        }
        let guess = Int64(clampingTo: averagePacketSize * Double(packet))
        guard start + min(guess, .max - start) < ArrivingBytes.unlimited else { throw .invalidPacketOffset }
        let offset = min(guess, max(0, dataSize ?? .max))
        target = (start + offset, nil)
        return (offset, true)
    }

    private func exactOffset(ofPacket packet: Int64, _ stream: PacketStream) -> Int64? {
        if let offset = stream.scanner.offset(ofPacket: packet) { return offset }
        if packet < known.count { return known[packet].offset }
        // The first packet is where the data begins, whatever the format.
        return packet == 0 ? stream.file.dataOffset : nil
    }

    private func resume() throws(AudioError) {
        guard stream != nil else {
            // Before the head was read nothing can be taken up, so the file begins here.
            bytes.jump(to: 0)
            (container, attempts, wanted, keptFrom, isAtEnd) = (nil, 0, 0, 0, false)
            return
        }
        let (position, packet) = target ?? (bytes.end, nil)
        target = nil
        current = nil
        nextPacket = packet
        // Unless the scanner finds its way, nothing comes of these bytes and of those behind them.
        isAtEnd = true
        bytes.jump(to: position)
        stream?.scanner.finish(at: ArrivingBytes.unlimited)
        try stream?.scanner.resume(at: position, isExact: packet != nil)
        isAtEnd = false
    }
}

// MARK: Figures

extension FileStream {
    /// Bytes of audio data; nil where the file does not state them before it.
    var dataSize: Int64? {
        guard let stream else { return nil }
        let size = stream.dataSize ?? (stream.file.packets.isConstant ? stream.file.dataSize : nil)
        return size.flatMap { $0 < ArrivingBytes.unlimited / 2 ? $0 : nil }
    }

    /// Packets of audio data; nil where the file does not state them before it.
    var packetCount: Int64? {
        guard let stream else { return nil }
        if let count = stream.packetCount { return count }
        return stream.file.packets.isConstant && dataSize != nil ? stream.file.packets.count : nil
    }

    /// Bytes of a packet: as the file states, else the mean of those parsed so far, else as the first one has.
    var averagePacketSize: Double {
        guard let stream else { return 0 }
        if stream.dataSize != nil || seen.packets == 0 { return stream.typicalPacketSize }
        return Double(seen.bytes) / Double(seen.packets)
    }
}

/// Packets that stand close together, to be delivered in one call.
private struct PacketBatch {
    private(set) var start: Int64 = 0
    private(set) var end: Int64 = 0
    private(set) var bytes: Int64 = 0
    private(set) var count = 0
    /// The bytes of packets that had to be put together, one right after the other; empty where they are as they arrived.
    private(set) var gathered: [UInt8] = []
    private let list = DescriptionList()

    /// Between packets there may be headers, but not the data of other tracks.
    private static let largestGap: Int64 = 32

    private final class DescriptionList {
        static let capacity = 1 << 12
        let start = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: capacity)
        deinit { start.deallocate() }
    }

    var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription> { list.start }

    func canTake(_ place: PacketPlace) -> Bool {
        guard count > 0 else { return true }
        guard count < DescriptionList.capacity, place.isScattered == !gathered.isEmpty else { return false }
        return place.isScattered || place.offset >= end && place.offset - end <= Self.largestGap
    }

    mutating func add(_ packet: [UInt8], frames: UInt32) {
        (list.start + count).initialize(
            to: AudioStreamPacketDescription(
                mStartOffset: Int64(gathered.count), mVariableFramesInPacket: frames,
                mDataByteSize: UInt32(packet.count)))
        count += 1
        bytes += Int64(packet.count)
        gathered += packet
    }

    mutating func add(_ place: PacketPlace, frames: UInt32) {
        if count == 0 { start = place.offset }
        (list.start + count).initialize(
            to: AudioStreamPacketDescription(
                mStartOffset: place.offset - start, mVariableFramesInPacket: frames,
                mDataByteSize: UInt32(clamping: place.size)))
        count += 1
        bytes += place.size
        end = place.end
    }

    mutating func removeAll() {
        (count, bytes) = (0, 0)
        gathered.removeAll(keepingCapacity: true)
    }
}
