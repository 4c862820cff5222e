import AudioCodecs
import AudioCore

/// Decodes a client's packets to frames of linear PCM, here or on threads, and keeps the frames that are not read yet.
final class DecodingStage {
    let decoder: ConcealingDecoder
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
    /// Whether a packet could be decoded, ever.
    private var hasSound = false
    /// Frames of damaged packets before the first one that can be decoded: silence if there is one, else nothing.
    private var withheld = 0
    /// Frames of silence that come before the decoded ones, and where some of them stand.
    private var silent = 0
    private var silence: UnsafeMutableRawBufferPointer?

    /// Frames that a packet may have where the format leaves it open.
    private static let assumedFramesPerPacket = 8192
    /// Frames of silence at a time.
    private static let silentFrames = 4096

    /// - Parameters:
    ///   - decoders: alike: one for this thread, and more for others where it need not see all packets.
    ///   - output: what other threads convert the frames to; nil where they only decode.
    /// - Throws: `converterFormat` where they cannot.
    init(
        _ decoders: [ConcealingDecoder], _ format: StreamFormat, to output: StreamFormat?, trim: ConverterPrimeInfo
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

    deinit {
        storage.deallocate()
        silence?.deallocate()
    }

    func reset() {
        decoder.reset()
        parallel?.reset()
        (base, head, tail, lent) = (storage, 0, 0, nil)
        (isFinished, missing, withheld, silent) = (false, 0, 0, 0)
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
        if let parallel { return parallel.begin(behind: packets) }
        leadPackets = packets
        decoder.beginLead(packets: packets)
    }

    /// Decoded frames that may be used now.
    var available: Int {
        let behind = (lent?.count ?? 0) / frameSize
        let free = silent + tail - head + behind - (isFinished ? 0 : trim.trailing)
        return max(0, min(silent > 0 ? min(silent, Self.silentFrames) : tail - head, free))
    }

    var frames: UnsafeRawPointer {
        guard silent > 0 else { return UnsafeRawPointer(base + head * frameSize) }
        if silence == nil {
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: Self.silentFrames * frameSize, alignment: 64)
            if let start = memory.baseAddress {
                PCMPipeline.fill(start, byteCount: memory.count, withSilenceOf: outputFormat)
            }
            silence = memory
        }
        return silence.flatMap { UnsafeRawPointer($0.baseAddress) } ?? UnsafeRawPointer(base)
    }

    func consume(_ count: Int) {
        guard silent == 0 else {
            silent -= count
            return
        }
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
    ///
    /// - Throws: `converterUnspecified` where no packet could be decoded.
    func finish() throws(AudioError) {
        guard !isFinished else { return }
        isFinished = true
        guard withheld == 0 else { throw damage ?? .converterUnspecified }
        cutEnd()
    }

    private func cutEnd() {
        let surplus = max(0, trim.trailing - missing)
        let decoded = min(surplus, tail - head)
        tail -= decoded
        silent -= min(surplus - decoded, silent)
    }

    /// Whether the stream has ended without a packet that could be decoded.
    var hasOnlyDamage: Bool { isFinished && withheld > 0 }

    /// What was wrong with the last damaged packet.
    private var damage: AudioError? { parallel?.damage ?? decoder.damage }

    /// Has the frames of damaged packets come as silence although none was decoded here: the stream has others that can be.
    func giveSilence() {
        hasSound = true
        (silent, withheld) = (withheld, 0)
        dropSilence()
        if isFinished { cutEnd() }
    }

    /// Whether frames that were decoded wait for the first packet that is not damaged.
    private func withholds(_ frames: Int) -> Bool {
        guard !hasSound else { return false }
        guard parallel?.hasDecoded ?? (decoder.decodedPackets > 0) else {
            withheld += frames
            return true
        }
        giveSilence()
        return false
    }

    /// Takes the next frames of those that the threads decode; false where there are none.
    ///
    /// They stay where they are, but for those that may have to be dropped at the end.
    func refill(from parallel: ParallelDecoder) throws(AudioError) -> Bool {
        makeRoom()
        guard let next = parallel.next(missing: &missing) else { return false }
        let count = next.count / frameSize
        if withholds(count) {
            parallel.consume(count)
            return true
        }
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
        let decoded = try decode(count, from: input, into: room)
        if !withholds(decoded) { tail += decoded }
        drop()
    }

    /// Decodes packets whose frames are discarded. A damaged packet affects the decoder as it did in the stream.
    private func passLead(_ count: Int, from input: ConverterInput, through room: UnsafeMutableRawBufferPointer) {
        _ = try? decode(count, from: input, into: room)
        missing = 0
        leadPackets -= count
        if leadPackets == 0 { decoder.beginSegment() }
    }

    private func makeRoom() {
        guard head > 0 || base != storage else { return }
        storage.copyMemory(from: base + head * frameSize, byteCount: (tail - head) * frameSize)
        (base, head, tail) = (storage, 0, tail - head)
    }

    private func dropSilence() {
        let dropped = min(toDrop, silent)
        silent -= dropped
        toDrop -= dropped
    }

    private func drop() {
        let dropped = min(toDrop, tail - head)
        head += dropped
        toDrop -= dropped
    }

    /// Whether packets may be decoded to a place outside, because nothing is kept or dropped here.
    var canPassThrough: Bool {
        parallel == nil && hasSound && silent == 0 && leadPackets == 0 && head == tail && toDrop == 0
            && trim.trailing == 0
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

    /// Decodes `count` packets, and uses them up.
    private func decode(
        _ count: Int, from input: ConverterInput, into room: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let encoded = input.encoded
        defer { input.consume(count) }
        let frames = try decoder.decode(encoded.bytes, encoded.descriptions, count: count, into: room)
        missing += max(0, count * constantFrames - frames)
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
