import AudioCodecs
import AudioCore

/// Decodes a client's packets to frames of linear PCM, here or on threads, and keeps the frames that are not read yet.
final class DecodingStage {
    let decoder: any PacketDecoder
    /// Nil where packets are decoded when their frames are wanted, on the thread that wants them.
    let parallel: ParallelDecoder?
    /// The linear PCM that comes out.
    let outputFormat: StreamFormat
    /// Frames that there must be room for with each packet.
    let framesPerPacket: Int
    /// Frames that each packet has but for short ones; 0 where they vary.
    private let constantFrames: Int
    private let frameSize: Int
    private let capacity: Int
    private let storage: UnsafeMutableRawPointer
    /// The decoded frames, from `head` to `tail`: in `storage`, or where a thread has put them.
    private var base: UnsafeMutableRawPointer
    private var head = 0
    private var tail = 0
    /// Frames that come next, where a thread has put them.
    private var lent: UnsafeMutableRawBufferPointer?
    /// Frames still to be dropped at the start.
    private var toDrop = 0
    /// Frames to drop at the start besides the decoder's own, and at the end.
    private var trim: ConverterPrimeInfo
    /// Packets still to be decoded only for their effect on the decoder's state. If threads decode, the threads count
    /// them.
    private var leadPackets = 0
    private var isFinished = false
    /// Frames that packets shorter than the others did not have: fewer need to be dropped at the end.
    private var missing = 0
    /// What was wrong with a packet whose predecessors have been handed on.
    private var damage: AudioError?

    /// Frames that a packet may have where the format leaves it open.
    private static let assumedFramesPerPacket = 8192

    /// - Parameters:
    ///   - decoders: alike: one for this thread, and more for others where it need not see all packets.
    ///   - output: what other threads convert the frames to; nil where they only decode.
    /// - Throws: `converterFormat` where they cannot.
    init(
        _ decoders: [any PacketDecoder], _ format: StreamFormat, to output: StreamFormat?, trim: ConverterPrimeInfo
    ) throws(AudioError) {
        let decoder = decoders[0]
        self.decoder = decoder
        self.trim = trim
        constantFrames = format.framesPerPacket
        let most = max(constantFrames, decoder.maximumFramesPerPacket)
        framesPerPacket = most > 0 ? most : Self.assumedFramesPerPacket
        parallel =
            decoders.count > 1 && !format.hasConstantPacketSize
            ? try ParallelDecoder(
                decoder, threads: Array(decoders.dropFirst()), to: output, framesPerPacket: framesPerPacket,
                constantFrames: constantFrames) : nil
        outputFormat = (parallel == nil ? nil : output) ?? decoder.outputFormat
        frameSize = outputFormat.bytesPerFrame
        capacity = trim.trailing + 2 * max(framesPerPacket, PCMPipeline.runLength)
        storage = .allocate(byteCount: capacity * frameSize, alignment: 64)
        base = storage
        reset()
    }

    deinit { storage.deallocate() }

    func reset() {
        decoder.reset()
        parallel?.reset()
        (base, head, tail, lent) = (storage, 0, 0, nil)
        (isFinished, missing, damage) = (false, 0, nil)
        toDrop = decoder.primingFrames + trim.leading
        leadPackets = 0
    }

    /// Has other frames dropped after the next `reset`. False where as many as before are dropped at the end, which there is
    /// room for.
    func retrim(_ trim: ConverterPrimeInfo) -> Bool {
        guard trim.trailing == self.trim.trailing else { return false }
        self.trim = trim
        return true
    }

    /// Announces, after `reset`, the number of first packets whose frames are discarded.
    func begin(behind packets: Int) {
        if let parallel { parallel.begin(behind: packets) } else { leadPackets = packets }
    }

    /// Decoded frames that may be used now.
    var available: Int {
        let behind = (lent?.count ?? 0) / frameSize
        return max(0, min(tail - head, tail - head + behind - (isFinished ? 0 : trim.trailing)))
    }

    var frames: UnsafeRawPointer { UnsafeRawPointer(base + head * frameSize) }

    func consume(_ count: Int) {
        head += count
        if head == tail { takeLent() }
    }

    private func takeLent() {
        guard let lent, let start = lent.baseAddress else { return }
        (base, head, tail) = (start, 0, lent.count / frameSize)
        self.lent = nil
    }

    /// Packets that must be decoded before `frames` frames more can be used.
    func packets(for frames: Int) -> Int {
        let missing = frames + toDrop + trim.trailing - (tail - head)
        return leadPackets + max(1, (missing + framesPerPacket - 1) / framesPerPacket)
    }

    /// There are no packets any more: the last frames are dropped or set free.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        tail -= min(max(0, trim.trailing - missing), tail - head)
    }

    /// Takes the next frames of those that the threads decode; false where there are none.
    ///
    /// They stay where they are, but for those that may have to be dropped at the end.
    func refill(from parallel: ParallelDecoder) throws(AudioError) -> Bool {
        makeRoom()
        guard let next = try parallel.next(missing: &missing) else { return false }
        let count = next.count / frameSize
        guard count <= trim.trailing else {
            parallel.consume(count)
            lent = next
            if head == tail { takeLent() }
            drop()
            return true
        }
        let fitting = min(count, capacity - tail)
        (storage + tail * frameSize).copyMemory(from: next.baseAddress!, byteCount: fitting * frameSize)
        parallel.consume(fitting)
        tail += fitting
        drop()
        return true
    }

    /// Decodes as many of the client's packets as there is room for.
    func refill(from input: ConverterInput) throws(AudioError) {
        makeRoom()
        let count = min(input.packets, (capacity - tail) / framesPerPacket)
        guard count > 0 else { return }
        let room = UnsafeMutableRawBufferPointer(
            start: storage + tail * frameSize, count: (capacity - tail) * frameSize)
        guard leadPackets == 0 else { return passLead(min(count, leadPackets), from: input, through: room) }
        tail += try decode(count, from: input, into: room)
        drop()
    }

    /// Decodes packets whose frames are discarded. A damaged packet affects the decoder as it did in the stream.
    private func passLead(_ count: Int, from input: ConverterInput, through room: UnsafeMutableRawBufferPointer) {
        let before = input.packets
        _ = try? decode(count, from: input, into: room)
        (missing, damage) = (0, nil)
        leadPackets -= before - input.packets
        if leadPackets == 0 { decoder.beginSegment() }
    }

    private func makeRoom() {
        guard head > 0 || base != storage else { return }
        storage.copyMemory(from: base + head * frameSize, byteCount: (tail - head) * frameSize)
        (base, head, tail) = (storage, 0, tail - head)
    }

    private func drop() {
        let dropped = min(toDrop, tail - head)
        head += dropped
        toDrop -= dropped
    }

    /// Whether packets may be decoded to a place outside, because nothing is kept or dropped here.
    var canPassThrough: Bool {
        parallel == nil && leadPackets == 0 && head == tail && toDrop == 0 && trim.trailing == 0
    }

    /// Decodes into the client's memory, which has room for `frames` frames. Returns the frames that came of it.
    func passThrough(
        from input: ConverterInput, into room: UnsafeMutableRawPointer, frames: Int
    ) throws(AudioError) -> Int {
        let count = min(input.packets, frames / framesPerPacket)
        guard count > 0 else { return 0 }
        return try decode(
            count, from: input, into: UnsafeMutableRawBufferPointer(start: room, count: frames * frameSize))
    }

    /// Decodes `count` packets. Where one is damaged, those before it count, the next call throws, and it is skipped.
    private func decode(
        _ count: Int, from input: ConverterInput, into room: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        if let error = damage {
            damage = nil
            throw error
        }
        // What remembers packets must not decode them twice where one is damaged.
        guard decoder.preRollPackets == 0 else { return try decodeOneByOne(count, from: input, into: room) }
        do throws(AudioError) {
            let encoded = input.encoded
            let frames = try decoder.decode(encoded.bytes, encoded.descriptions, count: count, into: room)
            input.consume(count)
            missing += max(0, count * constantFrames - frames)
            return frames
        } catch {
            return try decodeOneByOne(count, from: input, into: room)
        }
    }

    private func decodeOneByOne(
        _ count: Int, from input: ConverterInput, into room: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var frames = 0
        for _ in 0..<count {
            let encoded = input.encoded
            defer { input.consume(1) }
            do throws(AudioError) {
                let decoded = try decoder.decode(
                    encoded.bytes, encoded.descriptions, count: 1,
                    into: UnsafeMutableRawBufferPointer(rebasing: room[(frames * frameSize)...]))
                frames += decoded
                missing += max(0, constantFrames - decoded)
            } catch {
                guard frames > 0 else { throw error }
                damage = error
                break
            }
        }
        return frames
    }
}

/// Frames before and after those that count: `AudioConverterPrimeInfo`.
package struct ConverterPrimeInfo: Hashable, Sendable {
    package var leading: Int
    package var trailing: Int

    package init(leading: Int = 0, trailing: Int = 0) {
        self.leading = leading
        self.trailing = trailing
    }
}
