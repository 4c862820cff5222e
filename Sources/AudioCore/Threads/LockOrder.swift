import CRealtime

/// The rules for locks, which debug builds check: their order, and what must not happen under them.
///
/// A broken rule ends the program with a message that names the locks. In other builds nothing is noted and nothing checked.
package enum LockOrder {
    /// To be called where a client's code, or an observer's, is about to run.
    ///
    /// - Parameter most: the highest rank that the thread may hold.
    @inlinable @_noLocks package static func willCallClient(under most: LockRank = .client) {
        #if DEBUG
            check(most, "while a client's code runs")
        #endif
    }

    /// To be called where the thread may wait for another thread of ours, or for a cycle.
    ///
    /// - Parameter most: the highest rank that the thread may hold.
    @inlinable @_noLocks package static func willWait(under most: LockRank = .client) {
        #if DEBUG
            check(most, "while the thread waits")
        #endif
    }
}

/// The place of a lock in the order in which a thread takes several of them: the least first.
///
/// A thread that holds a lock takes only locks of higher ranks, so that no two threads wait for each other. Debug builds
/// check this (`LockOrder`).
package enum LockRank: UInt8, Sendable {
    // Whoever holds one of these may wait: for a disk, for a cycle or for the connection's thread.

    /// A program's own, which calls the library under it.
    case client
    /// A file that is being written by several threads, and one whose packets are looked for, which reads a client's bytes.
    case file
    case scan
    /// A queue's pipeline, or what opens and closes a device's streams.
    case pipeline
    /// The devices while they are read from the server.
    case devices
    /// The hardware layer's way to its connection, and the process's to its own.
    case link
    case connection
    /// A device that runs its cycles under a lock.
    case cycle

    // Whoever holds one of these waits for nothing.

    /// The state of the session.
    case session
    /// The devices of the hardware layer, and what aggregates consist of, while they change.
    case composition
    /// The objects of the hardware layer.
    case system
    /// The sources of inputs that two graphs of units have in common.
    case edits
    /// The state of a queue, a device or the system sounds, and a queue's clock.
    case state
    /// The outputs of other rates that an output keeps.
    case outputs
    /// The router's mixes and their buses.
    case mix
    /// Who is notified of events. An observer's owner may be released under it.
    case observers
    /// What is left for the connection's thread.
    case inbox
    /// Nothing is taken under it.
    case leaf
}

#if DEBUG
    /// What is known of a lock: its rank, and what it guards. The locks that a thread holds form a list, the last one first.
    struct LockMark {
        let rank: LockRank
        let value: Any.Type
        /// The lock that the holder took before this one. Guarded by this one.
        var previous: UnsafeMutablePointer<LockMark>?

        var name: String { "the lock of rank .\(rank) around \(String(reflecting: value))" }
    }

    extension LockOrder {
        /// The lock that the calling thread took last, which has the highest rank of those that it holds.
        private static var last: UnsafeMutablePointer<LockMark>? {
            @_noLocks get { realtime_last_lock().pointee?.assumingMemoryBound(to: LockMark.self) }
        }

        @usableFromInline @_noLocks static func check(_ most: LockRank, _ situation: StaticString) {
            guard let last, last.pointee.rank.rawValue > most.rawValue else { return }
            // The program ends here.
            realtimeTrusted { fatalError("\(last.pointee.name) is held \(situation)") }
        }

        /// Before a lock is taken, so that a deadlock is reported, too.
        static func willTake(_ mark: UnsafeMutablePointer<LockMark>) {
            guard let last, last.pointee.rank.rawValue >= mark.pointee.rank.rawValue else { return }
            fatalError("\(mark.pointee.name) is taken under \(last.pointee.name)")
        }

        static func didTake(_ mark: UnsafeMutablePointer<LockMark>) {
            mark.pointee.previous = last
            realtime_last_lock().pointee = UnsafeMutableRawPointer(mark)
        }

        static func willLeave(_ mark: UnsafeMutablePointer<LockMark>) {
            realtime_last_lock().pointee = mark.pointee.previous.map { UnsafeMutableRawPointer($0) }
        }
    }
#endif
