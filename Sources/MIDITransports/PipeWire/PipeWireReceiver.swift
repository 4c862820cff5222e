import AudioCore

/// Takes messages from a port of ours on the audio thread, and passes them on by the thread for that.
final class PipeWireReceiver: @unchecked Sendable {
    /// Bytes of messages that wait to be passed on, at most. More are dropped.
    private static let room = 256 << 10

    let ring = MessageRing(capacity: room)
    private let handOver: @Sendable (_ isWords: Bool, UInt64, UnsafeRawBufferPointer) -> Void
    /// That thread's own, which grows.
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 8)

    init(_ handOver: @escaping @Sendable (_ isWords: Bool, UInt64, UnsafeRawBufferPointer) -> Void) {
        self.handOver = handOver
    }

    deinit { memory.deallocate() }

    /// Passes on what has arrived.
    func handOverAll() {
        while let message = ring.next() {
            if message.count > memory.count {
                memory.deallocate()
                memory = .allocate(byteCount: 2 * message.count, alignment: 8)
            }
            guard let start = memory.baseAddress else { return }
            ring.take(message.count, into: start)
            handOver(message.isWords, message.time, UnsafeRawBufferPointer(start: start, count: message.count))
        }
    }
}
