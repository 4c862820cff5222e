import AudioCore
import CoreMedia
import Dispatch
import Foundation

/// Hands buffers to a client on its queue, one block of the queue each, in their order. What waits is bounded.
///
/// The client is called without a lock. Nothing that was added before `clear` or `set` begins to be delivered after it.
final class SampleDelivery: Sendable {
    /// A buffer for the client, and what becomes of it.
    struct Item: @unchecked Sendable {
        let buffer: CMSampleBuffer
        let connection: AVCaptureConnection
        /// Whether the client is only notified that it was left out.
        var isDropped = false
    }

    typealias Call = @Sendable (Item) -> Void

    private struct State {
        var queue: DispatchQueue?
        var call: Call?
        var line: [Item] = []
        /// Buffers in the line that are not left out.
        var waiting = 0
        /// Whether the client deals with a buffer now.
        var isCalling = false
        /// Whether a block of the queue is to take the next one.
        var isScheduled = false
        /// Counts what makes everything so far invalid.
        var epoch = 0
        var dropped = 0
    }

    private let state = LockedValue(State())
    /// The most notifications of what was left out that wait.
    private static let mostNotes = 256

    /// Sets who is called, and where; nil for nobody.
    func set(_ queue: DispatchQueue?, _ call: Call?) {
        let old = state.withLock { state in
            let old = (state.queue, state.call, state.line)
            (state.queue, state.call) = (queue, call)
            Self.clear(&state)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Forgets what waits.
    func clear() {
        let old = state.withLock { state in
            defer { Self.clear(&state) }
            return state.line
        }
        withExtendedLifetime(old) {}
    }

    private static func clear(_ state: inout State) {
        (state.line, state.waiting, state.isCalling, state.isScheduled) = ([], 0, false, false)
        state.epoch += 1
    }

    var queue: DispatchQueue? { state.withLock { $0.queue } }
    /// Buffers that were left out since the beginning, those too of which the client could not be notified.
    var dropped: Int { state.withLock { $0.dropped } }
    var hasClient: Bool { state.withLock { $0.call != nil } }

    /// Whether so many buffers wait, or are being dealt with, that another one is late.
    func isLate(limit: Int) -> Bool { state.withLock { $0.waiting + ($0.isCalling ? 1 : 0) >= limit } }

    /// Hands a buffer over.
    ///
    /// - Parameter limit: the most buffers that wait with it; what is beyond is left out.
    /// - Returns: false where it was left out.
    @discardableResult
    func add(_ item: Item, limit: Int) -> Bool {
        let (isTaken, next) = state.withLock { state -> (Bool, (DispatchQueue, Int)?) in
            guard state.call != nil, let queue = state.queue else { return (false, nil) }
            if item.isDropped {
                state.dropped += 1
                guard state.line.count - state.waiting < Self.mostNotes else { return (false, nil) }
            } else {
                guard state.waiting < limit else {
                    state.dropped += 1
                    return (false, nil)
                }
                state.waiting += 1
            }
            state.line.append(item)
            guard !state.isScheduled else { return (true, nil) }
            state.isScheduled = true
            return (true, (queue, state.epoch))
        }
        if let (queue, epoch) = next { schedule(queue, epoch) }
        return isTaken
    }

    private func schedule(_ queue: DispatchQueue, _ epoch: Int) {
        queue.async { [weak self] in self?.deliver(epoch) }
    }

    /// Calls the client with the next buffer. On its queue.
    private func deliver(_ epoch: Int) {
        let next = state.withLock { state -> (Item, Call)? in
            guard state.epoch == epoch, let call = state.call, !state.line.isEmpty else { return nil }
            let item = state.line.removeFirst()
            if !item.isDropped { state.waiting -= 1 }
            state.isCalling = !item.isDropped
            return (item, call)
        }
        guard let (item, call) = next else { return }
        LockOrder.willCallClient()
        ProgramEnd.call { call(item) }
        let queue = state.withLock { state -> DispatchQueue? in
            guard state.epoch == epoch else { return nil }
            state.isCalling = false
            state.isScheduled = !state.line.isEmpty
            return state.isScheduled ? state.queue : nil
        }
        if let queue { schedule(queue, epoch) }
    }
}
