import AudioCodecs
import AudioCore
import AudioDSP

/// Turns a queue's buffers into interleaved 32-bit float in the buffers' own sample rate: decodes, and trims.
///
/// Packets are taken one buffer at a time, so that it is known which frames came of which buffer. Used by one thread at a
/// time.
final class QueueDecoder {
    /// Frames of the format; 32-bit float.
    let output: StreamFormat
    private let format: StreamFormat
    private let decoder: ConcealingDecoder?
    /// Frames that there must be room for with each packet.
    private let framesPerPacket: Int
    private let converter: PCMConverter
    /// Decoded frames that wait, in the decoder's own form.
    private var waiting: UnsafeMutableRawBufferPointer
    private var head = 0
    private var tail = 0
    private let frameSize: Int
    /// Decoder's frames still to be dropped after a reset.
    private var toDrop = 0

    private var entry: QueueEntry?
    private var buffer: QueueBuffer?
    /// Bytes of the buffer used, packets used, and frames of the entry still to be dropped at its start.
    private var byteOffset = 0
    private var packet = 0
    private var trimAtStart = 0
    private(set) var damage: AudioError?

    /// Packets decoded at a time, and frames of PCM converted at a time.
    private static let run = 8

    /// - Throws: `queueCodec` where there is no decoder.
    init(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) {
        self.format = format
        output = .float32(sampleRate: format.sampleRate, channels: format.channels)
        if format.isPCM {
            decoder = nil
            framesPerPacket = 1
            frameSize = format.bytesPerFrame
            waiting = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            converter = try PCMConverter(from: format, to: output)
        } else {
            guard let codec = Codecs.named(format.formatID), codec.abilities.decodes else { throw .queueCodec }
            let decoder = ConcealingDecoder(try codec.makeDecoder(format, magicCookie: magicCookie), format)
            self.decoder = decoder
            let most = max(format.framesPerPacket, decoder.maximumFramesPerPacket)
            framesPerPacket = most > 0 ? most : 8192
            frameSize = decoder.outputFormat.bytesPerFrame
            waiting = .allocate(byteCount: frameSize * Self.run * framesPerPacket, alignment: 64)
            converter = try PCMConverter(from: decoder.outputFormat, to: output)
            toDrop = decoder.primingFrames
        }
    }

    deinit { waiting.deallocate() }

    /// Forgets everything, as before the first buffer.
    func reset() {
        drop()
        restart()
    }

    /// Lets the next packet be decoded as the first one.
    func restart() {
        decoder?.reset()
        toDrop = decoder?.primingFrames ?? 0
    }

    /// Leaves the buffer at hand as it is.
    private func drop() {
        (entry, buffer, head, tail) = (nil, nil, 0, 0)
    }

    /// The error of a packet that could not be decoded since the last call.
    func takeDamage() -> AudioError? {
        defer { damage = nil }
        return damage
    }

    /// Whether all of the last buffer has been given out.
    var isEmpty: Bool { entry == nil }

    /// Takes the next buffer. What was begun must have been given out.
    func begin(_ entry: QueueEntry, _ buffer: QueueBuffer) {
        self.entry = entry
        self.buffer = buffer
        (byteOffset, packet, trimAtStart) = (0, 0, entry.trimAtStart)
        (head, tail) = (0, 0)
    }

    /// Gives frames of the buffer; 0 when there are no more. The buffer is then done with.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        guard let entry, let buffer, frames > 0 else { return 0 }
        let count =
            decoder == nil
            ? readPCM(buffer, entry, samples, frames) : readDecoded(buffer, entry, samples, frames)
        if count == 0 { drop() }
        return count
    }

    // MARK: Linear PCM

    private func readPCM(
        _ buffer: QueueBuffer, _ entry: QueueEntry, _ samples: UnsafeMutablePointer<Float>, _ frames: Int
    ) -> Int {
        let total = max(0, buffer.bytes.count / frameSize - entry.trimAtEnd)
        if trimAtStart > 0 {
            byteOffset = min(trimAtStart, total) * frameSize
            trimAtStart = 0
        }
        let count = min(frames, total - byteOffset / frameSize)
        guard count > 0, let base = buffer.bytes.baseAddress else { return 0 }
        convert(base + byteOffset, samples, count)
        if format.sampleKind == .float { NoNumbers.silence(samples, count * format.channels) }
        byteOffset += count * frameSize
        return count
    }

    private func convert(_ source: UnsafeRawPointer, _ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        var source = source
        var target = UnsafeMutableRawPointer(samples)
        converter.convert(&source, &target, frames: frames)
    }

    // MARK: Compressed

    private func readDecoded(
        _ buffer: QueueBuffer, _ entry: QueueEntry, _ samples: UnsafeMutablePointer<Float>, _ frames: Int
    ) -> Int {
        while true {
            let isLast = !hasPackets(buffer, entry)
            // The frames to be left out at the end are held back until the end is known.
            let count = min(frames, tail - head - entry.trimAtEnd)
            if count > 0, let base = waiting.baseAddress {
                convert(base + head * frameSize, samples, count)
                head += count
                return count
            }
            guard !isLast else { return 0 }
            decodeRun(buffer, entry)
        }
    }

    private func hasPackets(_ buffer: QueueBuffer, _ entry: QueueEntry) -> Bool {
        format.bytesPerPacket > 0
            ? byteOffset + format.bytesPerPacket <= buffer.bytes.count : packet < entry.descriptions.count
    }

    private func decodeRun(_ buffer: QueueBuffer, _ entry: QueueEntry) {
        makeRoom(held: entry.trimAtEnd)
        let bytes = buffer.bytes
        for _ in 0..<Self.run where hasPackets(buffer, entry) {
            let place: PacketDescription
            if format.bytesPerPacket > 0 {
                place = PacketDescription(offset: Int64(byteOffset), size: UInt32(format.bytesPerPacket))
                byteOffset += format.bytesPerPacket
            } else {
                place = entry.descriptions[packet]
                packet += 1
            }
            decode(place, of: bytes)
        }
        let dropped = min(toDrop + trimAtStart, tail - head)
        head += dropped
        let ofDecoder = min(dropped, toDrop)
        toDrop -= ofDecoder
        trimAtStart -= dropped - ofDecoder
    }

    private func decode(_ place: PacketDescription, of bytes: UnsafeRawBufferPointer) {
        guard let decoder, place.offset >= 0, place.offset <= Int64(bytes.count),
            Int64(place.size) <= Int64(bytes.count) - place.offset
        else {
            damage = .queueBuffer.because("a packet description reaches out of its buffer")
            return
        }
        let start = Int(place.offset)
        let packet = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(place.size)])
        var own = PacketDescription(offset: 0, frames: place.frames, size: place.size)
        let damagedPackets = decoder.damagedPackets
        do throws(AudioError) {
            let room = UnsafeMutableRawBufferPointer(rebasing: waiting[(tail * frameSize)...])
            tail += try withUnsafePointer(to: &own) { (pointer) throws(AudioError) in
                try decoder.decode(packet, UnsafeBufferPointer(start: pointer, count: 1), count: 1, into: room)
            }
        } catch { damage = error }
        if decoder.damagedPackets > damagedPackets { damage = decoder.damage }
    }

    /// Moves what waits to the front, and sees to it that a run of packets fits after it.
    private func makeRoom(held: Int) {
        if head > 0, let base = waiting.baseAddress {
            base.copyMemory(from: base + head * frameSize, byteCount: (tail - head) * frameSize)
            (head, tail) = (0, tail - head)
        }
        let wanted = (tail + Self.run * framesPerPacket) * frameSize
        guard waiting.count < wanted else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: waiting[..<(tail * frameSize)]))
        waiting.deallocate()
        waiting = larger
    }
}
