import AudioCore

/// Messages on their way between the audio thread and another one, with their times. One thread writes, and one reads.
final class MessageRing: @unchecked Sendable {
    /// The message that is read: of a long one, what is left.
    struct Record {
        var time: UInt64 = 0
        /// Whether it consists of Universal MIDI Packets, in the order of bytes of the processor, or of bytes.
        var isWords = false
        var count = 0
    }

    private let ring: ByteRing
    /// For the 16 bytes before a message.
    private let headerMemory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
    /// The reading thread's own.
    private var record = Record()
    private var hasRecord = false

    init(capacity: Int) { ring = ByteRing(capacity: capacity) }

    deinit { headerMemory.deallocate() }

    /// Writes a message. False where there is no room. Real-time safe.
    @_noLocks func write(isWords: Bool, at time: UInt64, _ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
        guard ring.free >= 16 + count else { return false }
        ring.stage(Int(bitPattern: UInt(time)), offset: 0)
        ring.stage(count << 1 | (isWords ? 1 : 0), offset: 8)
        ring.stage(bytes, count: count, offset: 16)
        ring.publish(16 + count)
        return true
    }

    /// The next message, or what is left of it. Real-time safe.
    @_noLocks func next() -> Record? {
        if hasRecord { return record }
        guard ring.available >= 16 else { return nil }
        ring.take(into: headerMemory, count: 16)
        let size = headerMemory.load(fromByteOffset: 8, as: Int.self)
        record = Record(time: headerMemory.load(as: UInt64.self), isWords: size & 1 == 1, count: size >> 1)
        hasRecord = true
        return record
    }

    /// Takes the first bytes of the message that `next` gave. It is over with its last one. Real-time safe.
    @_noLocks func take(_ count: Int, into memory: UnsafeMutableRawPointer) {
        ring.take(into: memory, count: count)
        record.count -= count
        hasRecord = record.count > 0
    }
}
