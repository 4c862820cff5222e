import AudioCore
import CAudioToolbox
import Synchronization
import Testing

/// What a client knows of one queue: the buffers that it has put in and that are yet to come back, and how the queue ends.
final class Ledger: Sendable {
    private struct Entry {
        let number: Int
        /// Enqueued while another thread disposed of the queue: it may come back or not.
        var isOvertaken = false
    }

    private struct State {
        var lastNumber = 0
        var inside: [UInt: Entry] = [:]
        var given = 0
        var strangers = 0
        /// Callbacks that began after the one and the other of the following ends.
        var late = 0
        var afterDrop = 0
        /// A disposal has begun.
        var isEnding = false
        /// A disposal that waits for the last callback has returned.
        var isOver = false
        /// A callback disposes of the queue at once, which drops what waits; and has done so.
        var isDropping = false
        var isDropped = false
    }

    /// Whether every buffer is to come back.
    private let isBalanced: Bool
    private let state = LockedValue(State())

    init(isBalanced: Bool = true) { self.isBalanced = isBalanced }

    /// Puts a buffer into the queue by `body`, and notes it unless that throws.
    func give(_ buffer: UnsafeMutablePointer<AudioQueueBuffer>, _ body: () throws -> Void) {
        let place = UInt(bitPattern: buffer)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.inside[place] = Entry(number: state.lastNumber)
            return state.lastNumber
        }
        let isIn = (try? body()) != nil
        state.withLock { state in
            if isIn { state.given += 1 }
            // It may have come back, and been given again.
            guard state.inside[place]?.number == number else { return }
            if !isIn { state.inside[place] = nil } else if state.isEnding { state.inside[place]?.isOvertaken = true }
        }
    }

    /// Notes the beginning of a callback with a buffer.
    func take(_ buffer: UnsafeMutablePointer<AudioQueueBuffer>) {
        state.withLock { state in
            if state.inside.removeValue(forKey: UInt(bitPattern: buffer)) == nil { state.strangers += 1 }
            if state.isOver { state.late += 1 } else if state.isDropped { state.afterDrop += 1 }
        }
    }

    /// Disposes of the queue by `body`.
    ///
    /// - Parameters:
    ///   - immediately: whether everything is to be back when `body` returns, or else dropped.
    ///   - isInCallback: of any queue or device.
    func end(immediately: Bool, isInCallback: Bool, _ body: () throws -> Void) {
        state.withLock { state in
            state.isEnding = true
            if immediately, isInCallback { state.isDropping = true }
        }
        guard (try? body()) != nil, immediately else { return }
        state.withLock { state in
            if isInCallback { state.isDropped = true } else { state.isOver = true }
        }
    }

    /// Whether all buffers are back that have to be.
    var isComplete: Bool {
        state.withLock { state in
            !isBalanced || state.isDropping || state.inside.values.allSatisfy(\.isOvertaken)
        }
    }

    /// Whether nothing came that was not in the queue, and nothing after its end. A callback may be about to begin while
    /// another disposes of the queue, which does not wait for it.
    var isInOrder: Bool {
        state.withLock { $0.strangers == 0 && $0.late == 0 && $0.afterDrop <= 1 }
    }

    /// Whether the queue is over, and everything in order.
    var isSettled: Bool { state.withLock { $0.isEnding } && isComplete && isInOrder }

    var report: Comment {
        state.withLock { state in
            """
            \(state.inside.count) of \(state.given) buffers are missing, \
            \(state.inside.values.count { $0.isOvertaken }) of them overtaken; \(state.strangers) came that were not \
            there, \(state.late) after the end, \(state.afterDrop) after a drop
            """
        }
    }
}
