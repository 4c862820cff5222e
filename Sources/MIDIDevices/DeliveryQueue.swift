internal import AudioCore
import CRealtime
internal import MIDIEvents

/// A list that is on its way to an endpoint.
struct Posting {
    /// The list itself. Valid while it is delivered.
    var list: UnsafeRawPointer
    var form: ListForm
    /// The source or destination.
    var target: UInt32
    /// What the messages belong to at the target: the output port, or 0.
    var stream: UInt32
}

/// The lists that wait to be delivered: those that are due, in the order in which they were sent, and those for later, by their times.
///
/// Its memory is bounded: where there is no room, sending fails.
final class DeliveryQueue: @unchecked Sendable {
    /// Bytes of lists that are due and not yet taken.
    static let room = 1 << 20
    /// Bytes of lists for later.
    static let roomForLater = 8 << 20
    /// Of them, those of one other process.
    static let roomForLaterOfProcess = 2 << 20

    /// Before each list that is due, at a multiple of 8.
    private struct Head {
        var size: Int
        var form: UInt32
        var target: UInt32
        var stream: UInt32
        var arrival: UInt64
    }

    /// A list for later.
    private struct Held {
        var due: UInt64
        /// In which order lists of one time were sent.
        var number: UInt64
        var posting: Posting
        var size: Int
        var isForSource: Bool

        func isBefore(_ other: Held) -> Bool { due != other.due ? due < other.due : number < other.number }
    }

    private struct State {
        var ready: UnsafeMutableRawPointer
        var used = 0
        /// A heap.
        var held: [Held] = []
        var heldBytes = 0
        /// Of them, those of other processes.
        var heldOfProcesses: [UInt32: Int] = [:]
        var count: UInt64 = 0
        /// Whether the first of the lists for later has changed.
        var isEarlier = false
    }

    private let state: WaitableValue<State>
    private let waker: PollWaker?
    /// The other half of the memory for lists that are due: what is being delivered. It belongs to the thread that delivers.
    private var taken = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)

    /// - Parameter waker: wakes who waits for lists in `poll`, and not in `wait`.
    init(waker: PollWaker? = nil) {
        self.waker = waker
        var initial = State(ready: .allocate(byteCount: Self.room, alignment: 16))
        initial.held.reserveCapacity(1024)
        state = WaitableValue(initial)
    }

    deinit {
        taken.deallocate()
        state.withLock { state in
            state.ready.deallocate()
            for held in state.held { held.posting.list.deallocate() }
        }
    }

    // MARK: Sending

    /// Copies the packets of a list: those that are due now, and those for later.
    ///
    /// - Parameters:
    ///   - size: that of the list, which has been checked.
    ///   - holds: whether packets for later wait here.
    /// - Throws: `midiSend` where there is no room; nothing is sent then.
    func post(
        _ posting: Posting, size: Int, now: UInt64, holds: Bool, isForSource: Bool
    ) throws(AudioError) {
        let form = posting.form
        guard holds, hasLater(posting, after: now) else {
            return try post(isForSource: isForSource, now: now, later: []) { state in
                Self.append(posting, header: posting.list, posting.list + form.header, size - form.header, now, &state)
            }
        }
        var due: [(start: UnsafeRawPointer, count: Int, size: Int)] = []
        var later: [Held] = []
        forEachRun(posting, now: now) { time, start, count, size in
            if time <= now { return due.append((start, count, size)) }
            let copy = UnsafeMutableRawPointer.allocate(byteCount: form.header + size, alignment: 8)
            Self.write(posting, count: count, start, size, to: copy)
            var held = posting
            held.list = UnsafeRawPointer(copy)
            later.append(
                Held(due: time, number: 0, posting: held, size: form.header + size, isForSource: isForSource))
        }
        do throws(AudioError) {
            try post(isForSource: isForSource, now: now, later: later) { state in
                let before = state.used
                for run in due where !Self.append(posting, count: run.count, run.start, run.size, now, &state) {
                    state.used = before
                    return false
                }
                return true
            }
        } catch {
            for held in later { held.posting.list.deallocate() }
            throw error
        }
    }

    private func post(
        isForSource: Bool, now: UInt64, later: [Held], _ append: (inout State) -> Bool
    ) throws(AudioError) {
        let bytes = later.reduce(0) { $0 + $1.size }
        let process = later.first.flatMap { StreamOrigin.process($0.posting.stream) }
        let isPosted = state.withLock { state -> Bool in
            let ofProcess = process.map { (state.heldOfProcesses[$0] ?? 0) + bytes }
            guard state.heldBytes + bytes <= Self.roomForLater, ofProcess ?? 0 <= Self.roomForLaterOfProcess,
                append(&state)
            else { return false }
            state.heldBytes += bytes
            if let process { state.heldOfProcesses[process] = ofProcess }
            for held in later {
                var held = held
                state.count += 1
                held.number = state.count
                Self.push(held, &state)
            }
            return true
        }
        waker?.wake()
        if !isPosted { throw .midiSend.because("too many MIDI messages wait to be delivered") }
    }

    private func hasLater(_ posting: Posting, after now: UInt64) -> Bool {
        var result = false
        func visit(_ packet: UnsafeRawPointer) { if PacketLists.time(packet) > now { result = true } }
        if posting.form == .bytes {
            PacketLists.forEach(posting.list, visit)
        } else {
            EventLists.forEach(posting.list, visit)
        }
        return result
    }

    /// Calls `body` with each run of packets that belong together: those that are due, or those of one later time.
    private func forEachRun(
        _ posting: Posting, now: UInt64, _ body: (UInt64, UnsafeRawPointer, Int, Int) -> Void
    ) {
        var run: (time: UInt64, start: UnsafeRawPointer, end: UnsafeRawPointer, count: Int)?
        func visit(_ packet: UnsafeRawPointer) {
            let time = max(now, PacketLists.time(packet))
            let end =
                posting.form == .bytes
                ? packet + PacketLists.packetHeader + PacketLists.length(packet) : EventLists.next(after: packet)
            if let open = run, open.time == time {
                run = (time, open.start, end, open.count + 1)
            } else {
                if let run { body(run.time, run.start, run.count, run.end - run.start) }
                run = (time, packet, end, 1)
            }
        }
        if posting.form == .bytes {
            PacketLists.forEach(posting.list, visit)
        } else {
            EventLists.forEach(posting.list, visit)
        }
        if let run { body(run.time, run.start, run.count, run.end - run.start) }
    }

    /// Writes a list of some packets of another.
    private static func write(
        _ posting: Posting, count: Int, _ start: UnsafeRawPointer, _ size: Int, to list: UnsafeMutableRawPointer
    ) {
        if posting.form == .bytes {
            list.storeBytes(of: UInt32(count), as: UInt32.self)
        } else {
            list.storeBytes(of: EventLists.protocolID(posting.list), as: Int32.self)
            list.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
        }
        realtime_copy(list + posting.form.header, start, size)
    }

    /// Appends packets of a list to those that are due. False where there is no room.
    private static func append(
        _ posting: Posting, header: UnsafeRawPointer? = nil, count: Int = 0, _ start: UnsafeRawPointer, _ size: Int,
        _ now: UInt64, _ state: inout State
    ) -> Bool {
        let bytes = MemoryLayout<Head>.stride + (posting.form.header + size + 7) & ~7
        guard state.used + bytes <= room else { return false }
        let place = state.ready + state.used
        place.storeBytes(
            of: Head(
                size: bytes, form: posting.form.rawValue, target: posting.target, stream: posting.stream, arrival: now),
            as: Head.self)
        let list = place + MemoryLayout<Head>.stride
        if let header {
            realtime_copy(list, header, posting.form.header + size)
        } else {
            write(posting, count: count, start, size, to: list)
        }
        state.used += bytes
        return true
    }

    /// Drops what is for later: for one destination or source, or for all destinations.
    ///
    /// - Parameter isOf: whether what is in a stream is dropped.
    func flush(_ target: UInt32?, isOf: (UInt32) -> Bool = { _ in true }) {
        let dropped = state.withLock { state -> [Held] in
            func isDropped(_ held: Held) -> Bool {
                (target.map { held.posting.target == $0 } ?? !held.isForSource) && isOf(held.posting.stream)
            }
            let dropped = state.held.filter(isDropped)
            guard !dropped.isEmpty else { return [] }
            let kept = state.held.filter { !isDropped($0) }
            state.held.removeAll(keepingCapacity: true)
            for held in dropped { Self.release(held, &state) }
            for held in kept { Self.push(held, &state) }
            return dropped
        }
        for held in dropped { held.posting.list.deallocate() }
    }

    // MARK: Delivering

    /// Calls `body` with each list that is due, in order. On one thread at a time.
    ///
    /// - Returns: when the next list for later is due; nil where there is none.
    func deliver(now: UInt64, _ body: (Posting) -> Void) -> UInt64? {
        var due: [Held] = []
        let (used, next) = state.withLockQuietly { state in
            swap(&state.ready, &taken)
            while let first = state.held.first, first.due <= now {
                due.append(first)
                Self.release(first, &state)
                pop(&state)
            }
            state.isEarlier = false
            defer { state.used = 0 }
            return (state.used, state.held.first?.due)
        }
        var later = due[...]
        var place = 0
        while place < used {
            let head = (taken + place).load(as: Head.self)
            while let first = later.first, first.due <= head.arrival {
                body(first.posting)
                later.removeFirst()
            }
            body(
                Posting(
                    list: UnsafeRawPointer(taken + place + MemoryLayout<Head>.stride),
                    form: ListForm(rawValue: head.form) ?? .bytes, target: head.target, stream: head.stream))
            place += head.size
        }
        for held in later { body(held.posting) }
        for held in due { held.posting.list.deallocate() }
        return next
    }

    /// Whether there is something to deliver, or something is due earlier than what was known.
    var hasNews: Bool { state.withLockQuietly { $0.used > 0 || $0.isEarlier } }

    /// Waits until there is something to deliver, or until a time.
    func wait(until time: UInt64?, now: UInt64) {
        state.wait(nanoseconds: time.map { $0 > now ? $0 - now : 0 }) { $0.used > 0 || $0.isEarlier ? () : nil }
    }

    /// Counts a list for later no longer.
    private static func release(_ held: Held, _ state: inout State) {
        state.heldBytes -= held.size
        guard let process = StreamOrigin.process(held.posting.stream), let bytes = state.heldOfProcesses[process] else {
            return
        }
        state.heldOfProcesses[process] = bytes > held.size ? bytes - held.size : nil
    }

    // MARK: The heap

    private static func push(_ held: Held, _ state: inout State) {
        var index = state.held.count
        state.held.append(held)
        while index > 0 {
            let parent = (index - 1) / 2
            guard state.held[index].isBefore(state.held[parent]) else { break }
            state.held.swapAt(index, parent)
            index = parent
        }
        if index == 0 { state.isEarlier = true }
    }

    private func pop(_ state: inout State) {
        let last = state.held.removeLast()
        guard !state.held.isEmpty else { return }
        state.held[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < state.held.count && state.held[child].isBefore(state.held[least]) { least = child }
            guard least != index else { return }
            state.held.swapAt(index, least)
            index = least
        }
    }
}
