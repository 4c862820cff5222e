import AudioCodecs
import AudioCore

/// Decodes segments of a stream on several threads; what comes out is what one decoder makes of the whole, bit for bit.
///
/// Each segment begins with those earlier packets that its first one needs, decoded only for what they leave in the
/// decoder. Where that is not enough, because those are damaged or the codec drew on more, it is decoded again behind all
/// that came before it. Used by one thread.
final class ParallelDecoder {
    /// Frames of a segment: long enough that the hand-over costs nothing, short enough for the caches.
    private static let segmentFrames = 1 << 16
    /// Bytes of a segment's samples at most, where there are many channels.
    private static let segmentBytes = 1 << 22
    /// Of so many packets one is decoded twice at most.
    private static let packetsPerMemory = 32

    /// Tells what segments need, and decodes those that need more.
    private let decoder: any PacketDecoder
    /// Whether every segment needs all those before it, as far as is known.
    private let isSerial: Monitor<Bool>
    /// Whether `decoder` stands behind the segment before, because that one ends in damage.
    private var goesOn = false
    private let remembersPackets: Bool
    private let packetsPerSegment: Int
    private let team: OrderedTeam<DecodingSegment>
    private var free: [DecodingSegment]
    /// Being filled with packets, and being emptied of frames.
    private var filling: DecodingSegment?
    private var emptying: DecodingSegment?
    /// What the next segment needs to begin with.
    private var carried = PacketRun()

    /// - Parameters:
    ///   - decoder: tells what segments need, and decodes those that need more; nobody else's.
    ///   - decoders: others alike, one for each thread.
    ///   - framesPerPacket: frames there must be room for with each packet.
    ///   - constantFrames: frames that each packet has but for short ones, 0 where they vary; nil for `framesPerPacket`.
    init?(
        _ decoder: any PacketDecoder, threads decoders: [any PacketDecoder], framesPerPacket: Int,
        constantFrames: Int? = nil
    ) {
        guard let memory = decoder.memory(of: PacketRun()) else { return nil }
        self.decoder = decoder
        remembersPackets = memory > 0
        let frameSize = decoder.outputFormat.bytesPerFrame
        // Room that packets could fill but do not is never touched and costs nothing.
        let usualFrames = constantFrames.map { $0 > 0 ? $0 : framesPerPacket } ?? framesPerPacket
        let fitting = min(Self.segmentFrames, Self.segmentBytes / frameSize) / usualFrames
        let packets = max(1, fitting, memory * Self.packetsPerMemory)
        packetsPerSegment = packets
        // One for each thread, one that waits for a thread, one that is emptied and one that is filled.
        free = (0..<decoders.count + 3).map { _ in
            DecodingSegment(
                frames: packets * framesPerPacket, frameSize: frameSize,
                constantFrames: constantFrames ?? framesPerPacket)
        }
        let owned = decoders.map(OwnedDecoder.init)
        let isSerial = Monitor(false)
        self.isSerial = isSerial
        team = OrderedTeam(workers: decoders.count, name: "decoder") { index, segment in
            if !isSerial.withLock({ $0 }) { segment.decode(with: owned[index].decoder) }
        }
    }

    /// A decoder that is one thread's.
    private struct OwnedDecoder: @unchecked Sendable {
        let decoder: any PacketDecoder
    }

    /// Forgets everything handed in.
    func reset() {
        free += team.recall()
        if let filling { free.append(filling) }
        if let emptying { free.append(emptying) }
        (filling, emptying) = (nil, nil)
        carried.removeAll()
        decoder.reset()
        goesOn = false
    }

    /// Whether it takes packets, and how many.
    var hasRoom: Bool { filling != nil || !free.isEmpty }
    var packetsWanted: Int { packetsPerSegment - (filling?.ownPackets ?? 0) }

    /// Whether frames may still come of what was handed in.
    var isBusy: Bool { team.count > 0 || emptying != nil }

    /// Copies packets, as many as a segment takes.
    func take(from input: ConverterInput) {
        guard let segment = filling ?? begin(), let descriptions = input.encoded.descriptions else { return }
        let count = min(input.packets, packetsWanted)
        segment.append(input.encoded.bytes, descriptions, count: count)
        input.consume(count)
        if segment.ownPackets == packetsPerSegment { flush() }
    }

    private func begin() -> DecodingSegment? {
        guard let segment = free.popLast() else { return nil }
        segment.begin(after: carried)
        filling = segment
        return segment
    }

    /// Has the packets decoded that have been handed in, although their segment has room for more.
    func flush() {
        guard let segment = filling else { return }
        filling = nil
        let needed = min(decoder.memory(of: segment.run) ?? segment.run.count, segment.run.count)
        carried.removeAll()
        carried.append(last: needed, of: segment.run)
        team.handIn(segment)
    }

    /// Copies the next frames, waiting for them where packets are on their way.
    ///
    /// - Parameter missing: is raised by the frames that short packets did not have.
    /// - Returns: 0 when all have been given out.
    /// - Throws: what was wrong with a packet, when it is its turn.
    func read(into room: UnsafeMutableRawPointer, frames: Int, missing: inout Int) throws(AudioError) -> Int {
        while let segment = emptying ?? nextDecoded() {
            emptying = segment
            let count = try segment.read(into: room, frames: frames, missing: &missing)
            if count > 0 { return count }
            free.append(segment)
            emptying = nil
        }
        return 0
    }

    /// The next segment, decoded once more where it must be.
    private func nextDecoded() -> DecodingSegment? {
        guard let segment = team.takeBack() else { return nil }
        guard remembersPackets else { return segment }
        let wasSerial = isSerial.withLock { $0 }
        if wasSerial || goesOn {
            segment.goOn(with: decoder)
        } else if segment.isDamaged || !segment.keptToMemory {
            // All is well before it, and so with what it begins with.
            segment.decodeAll(with: decoder)
        }
        goesOn = segment.isDamaged
        if !segment.keptToMemory { isSerial.withLock { $0 = true } }
        return segment
    }
}

/// Packets on their way to a decoding thread, and the frames that became of them.
final class DecodingSegment {
    private(set) var run = PacketRun()
    /// Packets whose frames are wanted: the last of the run.
    private(set) var ownPackets = 0
    private let frameSize: Int
    private let constantFrames: Int
    private let output: UnsafeMutableRawBufferPointer
    /// Whether a packet is damaged, one of those before the own ones or of them.
    private(set) var isDamaged = false
    /// Whether the codec drew on nothing before the run.
    private(set) var keptToMemory = true
    private var pieces: [Piece] = []
    /// Pieces given out, the frames of them all, and those of the one that is being given out.
    private var piecesRead = 0
    private var framesRead = 0
    private var pieceFramesRead = 0

    /// Frames decoded in one go, and what was wrong with the packet behind them.
    private struct Piece {
        var frames = 0
        /// Frames that short packets did not have.
        var missing = 0
        var error: AudioError?
    }

    init(frames: Int, frameSize: Int, constantFrames: Int) {
        self.frameSize = frameSize
        self.constantFrames = constantFrames
        output = .allocate(byteCount: frames * frameSize, alignment: 64)
    }

    deinit { output.deallocate() }

    func begin(after carried: PacketRun) {
        run.removeAll()
        run.append(last: carried.count, of: carried)
        ownPackets = 0
        (isDamaged, keptToMemory) = (false, true)
        removePieces()
    }

    private func removePieces() {
        pieces.removeAll(keepingCapacity: true)
        (piecesRead, framesRead, pieceFramesRead) = (0, 0, 0)
    }

    func append(
        _ bytes: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>, count: Int
    ) {
        run.append(bytes, descriptions, count: count)
        ownPackets += count
    }

    /// Decodes the packets, on a thread of its own, and asks whether that was enough.
    func decode(with decoder: any PacketDecoder) {
        decodeAll(with: decoder)
        keptToMemory = decoder.keptToItsMemory()
    }

    /// Decodes those before the own ones for what they leave behind, and the own ones.
    func decodeAll(with decoder: any PacketDecoder) {
        decoder.reset()
        run.bytes.withUnsafeBytes { bytes in
            run.descriptions.withUnsafeBufferPointer { packets in
                for packet in 0..<packets.count - ownPackets {
                    // What is wrong with one of these is told in the segment that it belongs to.
                    let frames = try? decoder.decode(bytes, Self.rest(packets, from: packet), count: 1, into: output)
                    if frames == nil { isDamaged = true }
                }
            }
        }
        goOn(with: decoder)
    }

    /// Decodes the own packets with a decoder that has decoded all before them.
    func goOn(with decoder: any PacketDecoder) {
        removePieces()
        run.bytes.withUnsafeBytes { bytes in
            run.descriptions.withUnsafeBufferPointer { packets in
                decode(bytes, Self.rest(packets, from: packets.count - ownPackets), with: decoder)
            }
        }
    }

    private static func rest<T>(_ packets: UnsafeBufferPointer<T>, from first: Int) -> UnsafeBufferPointer<T> {
        UnsafeBufferPointer(rebasing: packets[first...])
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, _ packets: UnsafeBufferPointer<PacketDescription>,
        with decoder: any PacketDecoder
    ) {
        // What remembers packets must not decode them twice where one is damaged.
        if decoder.preRollPackets == 0,
            let frames = try? decoder.decode(bytes, packets, count: packets.count, into: output)
        {
            let missing = max(0, packets.count * constantFrames - frames)
            pieces.append(Piece(frames: frames, missing: missing))
            return
        }
        // One of them is damaged: those before it and behind it count.
        var total = 0
        var piece = Piece()
        for packet in packets.indices {
            do throws(AudioError) {
                let frames = try decoder.decode(
                    bytes, Self.rest(packets, from: packet), count: 1,
                    into: UnsafeMutableRawBufferPointer(rebasing: output[(total * frameSize)...]))
                total += frames
                piece.frames += frames
                piece.missing += max(0, constantFrames - frames)
            } catch {
                isDamaged = true
                piece.error = error
                pieces.append(piece)
                piece = Piece()
            }
        }
        pieces.append(piece)
    }

    /// Copies the next frames; 0 when all have been.
    func read(into room: UnsafeMutableRawPointer, frames: Int, missing: inout Int) throws(AudioError) -> Int {
        while piecesRead < pieces.count {
            let piece = pieces[piecesRead]
            let count = min(frames, piece.frames - pieceFramesRead)
            if count > 0 {
                room.copyMemory(from: output.baseAddress! + framesRead * frameSize, byteCount: count * frameSize)
                framesRead += count
                pieceFramesRead += count
                return count
            }
            missing += piece.missing
            piecesRead += 1
            pieceFramesRead = 0
            if let error = piece.error { throw error }
        }
        return 0
    }
}
