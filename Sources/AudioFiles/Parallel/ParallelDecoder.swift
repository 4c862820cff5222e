import AudioCodecs
import AudioCore

/// Decodes segments of a stream on several threads; what comes out is what one decoder makes of the whole, bit for bit.
///
/// Each segment begins with those earlier packets that its first one needs, decoded only for what they leave in the
/// decoder. Where that is not enough, because those are damaged, it is decoded again behind all that came before it. A
/// decoder that starts over with each segment determines where they are cut, and needs no more. Used by one thread.
final class ParallelDecoder {
    /// Frames of a segment: long enough that the hand-over costs nothing, short enough for the caches.
    private static let segmentFrames = 1 << 16
    /// Bytes of a segment's samples at most, where there are many channels.
    private static let segmentBytes = 1 << 22
    /// Of so many packets one is decoded twice at most.
    private static let packetsPerMemory = 32

    /// Determines which earlier packets a segment needs, and decodes the segments that need more or come in parts.
    private let decoder: ConcealingDecoder
    private let ownDecoder: SegmentDecoder
    /// Whether segments come out as in the stream, whatever is before them.
    private let areIndependent: Bool
    /// Whether `decoder` has decoded the segment before, because that one ends in damage or is a part.
    private var goesOn = false
    private let packetsPerSegment: Int
    private let team: OrderedTeam<DecodingSegment>
    private var free: [DecodingSegment]
    /// Being filled with packets, and being emptied of frames.
    private var filling: DecodingSegment?
    private var emptying: DecodingSegment?
    /// What the next segment needs to begin with, and how many packets of it are not of that segment.
    private var carried = PacketRun()
    private var carriedLead = 0
    /// Packets still to come that only prepare the decoder for the first segment.
    private var leadPackets = 0
    /// Whether a packet of the segments given out could be decoded, ever, and what was wrong with the last that could not.
    private(set) var hasDecoded = false
    private(set) var damage: AudioError?

    /// - Parameters:
    ///   - decoder: determines which earlier packets a segment needs, and decodes those that need more. No other object may
    ///     use it.
    ///   - decoders: decoders of the same configuration, one for each thread.
    ///   - output: what the threads convert frames to, see `SegmentDecoder`; nil for what comes out of the decoders.
    ///   - framesPerPacket: frames there must be room for with each packet.
    ///   - constantFrames: frames that each packet has but for short ones, 0 where they vary; nil for `framesPerPacket`.
    /// - Returns: nil where a segment may need all that came before it.
    /// - Throws: `converterFormat` where the frames cannot be converted.
    init?(
        _ decoder: ConcealingDecoder, threads decoders: [ConcealingDecoder], to output: StreamFormat? = nil,
        framesPerPacket: Int, constantFrames: Int? = nil
    ) throws(AudioError) {
        guard let memory = decoder.memory(of: PacketRun()) else { return nil }
        self.decoder = decoder
        let output = output ?? decoder.outputFormat
        ownDecoder = try SegmentDecoder(decoder, to: output, framesPerPacket: framesPerPacket)
        areIndependent = memory == 0 || decoder.packetsPerSegment != nil
        let frameSize = output.bytesPerFrame
        // Room that packets could fill but do not is never touched and costs nothing.
        let usualFrames = constantFrames.map { $0 > 0 ? $0 : framesPerPacket } ?? framesPerPacket
        let fitting = min(Self.segmentFrames, Self.segmentBytes / frameSize) / usualFrames
        let packets = decoder.packetsPerSegment ?? max(1, fitting, memory * Self.packetsPerMemory)
        packetsPerSegment = packets
        // One for each thread, one that waits for a thread, one that is emptied and one that is filled.
        free = (0..<decoders.count + 3).map { _ in
            DecodingSegment(
                frames: packets * framesPerPacket, frameSize: frameSize,
                constantFrames: constantFrames ?? framesPerPacket)
        }
        var owned: [SegmentDecoder] = []
        for decoder in decoders {
            owned.append(try SegmentDecoder(decoder, to: output, framesPerPacket: framesPerPacket))
        }
        team = OrderedTeam(workers: decoders.count, name: "decoder") { [owned] index, segment in
            if !segment.isPart { segment.decodeAll(with: owned[index]) }
        }
    }

    /// Forgets everything handed in.
    func reset() {
        free += team.recall()
        if let filling { free.append(filling) }
        if let emptying { free.append(emptying) }
        (filling, emptying) = (nil, nil)
        carried.removeAll()
        (carriedLead, leadPackets) = (0, 0)
        decoder.reset()
        goesOn = false
    }

    /// Announces, after `reset`, the number of first packets whose frames are discarded.
    func begin(behind packets: Int) { leadPackets = packets }

    /// Whether it takes packets, and how many.
    var hasRoom: Bool { filling != nil || !free.isEmpty }
    var packetsWanted: Int { leadPackets + packetsPerSegment - (filling?.packets ?? carried.count - carriedLead) }

    /// Whether frames may still come of what was handed in.
    var isBusy: Bool { team.count > 0 || emptying != nil }

    /// Copies packets, as many as a segment takes.
    func take(from input: ConverterInput) {
        guard let descriptions = input.encoded.descriptions else { return }
        if leadPackets > 0 {
            let count = min(input.packets, leadPackets)
            carried.append(input.encoded.bytes, descriptions, count: count)
            carriedLead += count
            leadPackets -= count
            return input.consume(count)
        }
        guard let segment = filling ?? begin() else { return }
        let count = min(input.packets, packetsWanted)
        segment.append(input.encoded.bytes, descriptions, count: count)
        input.consume(count)
        if packetsWanted == 0 { flush() }
    }

    private func begin() -> DecodingSegment? {
        guard let segment = free.popLast() else { return nil }
        segment.begin(after: carried, lead: carriedLead)
        filling = segment
        return segment
    }

    /// Has the packets decoded that have been handed in, although their segment has room for more.
    func flush() {
        guard let segment = filling else { return }
        filling = nil
        let run = segment.run
        if decoder.packetsPerSegment != nil, segment.packets < packetsPerSegment {
            // What comes next belongs to the same segment.
            carriedLead = segment.lead
            carried = run
        } else {
            // The run begins at a cycle, too.
            let needed = min(decoder.memory(of: run) ?? run.count, run.count)
            carriedLead = needed + (run.count - needed) % decoder.packetsPerCycle
            carried.removeAll()
            carried.append(last: carriedLead, of: run)
        }
        team.handIn(segment)
    }

    /// The next frames, waiting for them where packets are on their way. They stay where they are until the next call
    /// behind `consume`, or `reset`.
    ///
    /// - Parameter missing: is raised by the frames that short packets did not have.
    /// - Returns: nil when all have been given out.
    func next(missing: inout Int) -> UnsafeMutableRawBufferPointer? {
        while let segment = emptying ?? nextDecoded() {
            emptying = segment
            hasDecoded = hasDecoded || segment.hasDecoded
            damage = segment.damage ?? damage
            if let frames = segment.next(missing: &missing) { return frames }
            free.append(segment)
            emptying = nil
        }
        return nil
    }

    /// Says that so many of the next frames have been taken.
    func consume(_ frames: Int) { emptying?.consume(frames) }

    /// The next segment, decoded once more where it must be.
    private func nextDecoded() -> DecodingSegment? {
        guard let segment = team.takeBack() else { return nil }
        guard !areIndependent else {
            // A client that has few packets at a time must not have each decoded as often as there are parts.
            if segment.isPart {
                if goesOn { segment.goOn(with: ownDecoder) } else { segment.decodeAll(with: ownDecoder) }
            }
            goesOn = segment.isPart && segment.packets < packetsPerSegment
            return segment
        }
        if goesOn {
            segment.goOn(with: ownDecoder)
        } else if segment.isDamaged {
            // All is well before it, and so with what it begins with.
            segment.decodeAll(with: ownDecoder)
        }
        goesOn = segment.isDamaged
        return segment
    }
}

/// Packets on their way to a decoding thread, and the frames that became of them.
final class DecodingSegment {
    private(set) var run = PacketRun()
    /// Packets at the run's start that are not of the segment.
    private(set) var lead = 0
    /// Packets whose frames are wanted: the last of the run.
    private(set) var ownPackets = 0
    private let frameSize: Int
    private let constantFrames: Int
    private let output: UnsafeMutableRawBufferPointer
    /// What was wrong with a packet, one of those before the own ones or of them.
    private(set) var damage: AudioError?
    /// Whether one of the own packets could be decoded.
    private(set) var hasDecoded = false
    /// Frames of the own packets, those of them that were given out, and those that short packets did not have.
    private var frames = 0
    private var framesRead = 0
    private var missing = 0

    init(frames: Int, frameSize: Int, constantFrames: Int) {
        self.frameSize = frameSize
        self.constantFrames = constantFrames
        output = .allocate(byteCount: frames * frameSize, alignment: 64)
    }

    deinit { output.deallocate() }

    /// - Parameters:
    ///   - carried: packets before those to come, whose frames are not wanted.
    ///   - lead: how many of them are not of the segment.
    func begin(after carried: PacketRun, lead: Int) {
        run.removeAll()
        run.append(last: carried.count, of: carried)
        self.lead = lead
        ownPackets = 0
        damage = nil
        removeFrames()
    }

    var isDamaged: Bool { damage != nil }

    /// Packets of the segment so far.
    var packets: Int { run.count - lead }

    /// Whether packets of the segment were given out before.
    var isPart: Bool { packets > ownPackets }

    private func removeFrames() { (frames, framesRead, missing, hasDecoded) = (0, 0, 0, false) }

    func append(
        _ bytes: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>, count: Int
    ) {
        run.append(bytes, descriptions, count: count)
        ownPackets += count
    }

    /// Decodes those before the own ones for what they leave behind, and the own ones.
    func decodeAll(with decoder: SegmentDecoder) {
        decoder.decoder.reset()
        decoder.decoder.beginLead(packets: lead)
        pass(0..<lead, to: decoder)
        decoder.decoder.beginSegment()
        pass(lead..<run.count - ownPackets, to: decoder)
        goOn(with: decoder)
    }

    /// Decodes packets and drops their frames.
    private func pass(_ range: Range<Int>, to decoder: SegmentDecoder) {
        for packet in range { _ = decode(packet, count: 1, with: decoder, at: 0) }
    }

    /// Decodes the own packets with a decoder that has decoded all before them.
    func goOn(with decoder: SegmentDecoder) {
        removeFrames()
        let decoded = decoder.decoder.decodedPackets
        let atATime = min(decoder.packetsAtATime, max(ownPackets, 1))
        for first in stride(from: run.count - ownPackets, to: run.count, by: atATime) {
            let count = min(atATime, run.count - first)
            let given = decode(first, count: count, with: decoder, at: frames)
            frames += given
            missing += max(0, count * constantFrames - given)
        }
        hasDecoded = decoder.decoder.decodedPackets > decoded
    }

    /// Decodes packets of the run; returns their frames.
    private func decode(_ first: Int, count: Int, with decoder: SegmentDecoder, at frame: Int) -> Int {
        let damagedPackets = decoder.decoder.damagedPackets
        defer { if decoder.decoder.damagedPackets > damagedPackets { damage = decoder.decoder.damage } }
        return run.bytes.withUnsafeBytes { bytes in
            run.descriptions.withUnsafeBufferPointer { packets in
                let room = UnsafeMutableRawBufferPointer(rebasing: output[(frame * frameSize)...])
                do throws(AudioError) {
                    return try decoder.decode(bytes, Self.rest(packets, from: first), count: count, into: room)
                } catch {
                    damage = error
                    return 0
                }
            }
        }
    }

    private static func rest<T>(_ packets: UnsafeBufferPointer<T>, from first: Int) -> UnsafeBufferPointer<T> {
        UnsafeBufferPointer(rebasing: packets[first...])
    }

    /// The next frames; nil when all have been consumed.
    func next(missing: inout Int) -> UnsafeMutableRawBufferPointer? {
        guard framesRead < frames else {
            missing += self.missing
            self.missing = 0
            return nil
        }
        return UnsafeMutableRawBufferPointer(rebasing: output[framesRead * frameSize..<frames * frameSize])
    }

    func consume(_ frames: Int) { framesRead += frames }
}
