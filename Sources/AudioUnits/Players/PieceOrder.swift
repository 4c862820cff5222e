import CRealtime

/// What interrupts the piece that a time line plays.
struct PieceInterruptions: BitwiseCopyable {
    /// The last piece that is due and interrupts at once, and the last that may where a pass of a loop ends; 0 for none.
    var atOnce = 0
    var atLoop = 0
    /// The frame at which another piece that interrupts is due.
    var next = Double.infinity

    @_noLocks init() {}

    /// The first piece has left the order.
    @_noLocks mutating func advance() { (atOnce, atLoop) = (max(0, atOnce - 1), max(0, atLoop - 1)) }
}

/// The pieces of a time line that are not finished, in the order in which they are played.
///
/// A piece stays at its place in memory, and the order is one of 16-bit numbers, so that thousands of pieces that come in any order
/// cost a cycle little. Real-time safe.
struct PieceOrder: BitwiseCopyable {
    private let pieces: UnsafeMutablePointer<TimelinePiece>
    /// For each place in memory the start of its piece, or of the last one before it that has a start; they never decrease.
    private let times: UnsafeMutablePointer<Double>
    /// Places in memory: in the order of their pieces, from `first` on, and those without a piece.
    private let order: UnsafeMutablePointer<UInt16>
    private let free: UnsafeMutablePointer<UInt16>
    /// Room for an order that is made anew.
    private let spare: UnsafeMutablePointer<UInt16>
    private var first = 0
    private(set) var count = 0
    /// How many pieces interrupt others, and how many of them have no start.
    private var interrupting = 0
    private var untimed = 0
    /// How many pieces begin at a host time.
    private var hostTimed = 0

    private let capacity = Timeline.capacity

    init() {
        pieces = .allocate(capacity: capacity)
        times = .allocate(capacity: capacity)
        order = .allocate(capacity: 2 * capacity)
        free = .allocate(capacity: capacity)
        spare = .allocate(capacity: capacity)
        for place in 0..<capacity { (free + place).initialize(to: UInt16(place)) }
    }

    func deallocate() {
        pieces.deallocate()
        times.deallocate()
        order.deallocate()
        free.deallocate()
        spare.deallocate()
    }

    @_noLocks func piece(_ index: Int) -> UnsafeMutablePointer<TimelinePiece> {
        pieces + Int(order[first + index])
    }

    /// Puts a piece after the others, but before those that begin later and what follows them. There are fewer than
    /// `capacity`.
    @_noLocks mutating func insert(_ new: TimelinePiece) {
        if first + count == 2 * capacity {
            _ = realtime_move(order, order + first, count * 2)
            first = 0
        }
        let slot = free[capacity - 1 - count]
        (pieces + Int(slot)).initialize(to: new)
        place(slot)
    }

    /// Puts the piece of a place in memory into the order.
    @_noLocks private mutating func place(_ slot: UInt16) {
        let new = pieces + Int(slot)
        let index = new.pointee.start.isNaN ? count : place(of: new.pointee.start)
        let before = index > 0 ? times[Int(order[first + index - 1])] : -.infinity
        times[Int(slot)] = new.pointee.start.isNaN ? before : new.pointee.start
        let target = order + first + index
        _ = realtime_move(target + 1, target, (count - index) * 2)
        target.pointee = slot
        count += 1
        note(new, 1)
    }

    /// Counts a piece that has come or gone.
    @_noLocks private mutating func note(_ piece: UnsafeMutablePointer<TimelinePiece>, _ step: Int) {
        if piece.pointee.hostTime != 0 { hostTimed += step }
        guard piece.pointee.isInterruption else { return }
        interrupting += step
        if piece.pointee.start.isNaN { untimed += step }
    }

    /// Gives the pieces that begin at a host time their frames, as they are from a cycle on.
    @_noLocks mutating func findFrames(_ cycle: TimelineCycle) {
        guard hostTimed > 0 else { return }
        let all = count
        _ = realtime_copy(spare, order + first, all * 2)
        (first, count, interrupting, untimed, hostTimed) = (0, 0, 0, 0, 0)
        for index in 0..<all {
            let piece = pieces + Int(spare[index])
            if piece.pointee.hostTime != 0, !piece.pointee.hasBegun {
                piece.pointee.start = cycle.frame(at: piece.pointee.hostTime)
            }
            place(spare[index])
        }
    }

    /// Multiplies the starts of all pieces.
    mutating func scale(by factor: Double) {
        for index in 0..<count {
            let slot = Int(order[first + index])
            pieces[slot].start = (pieces[slot].start * factor).rounded()
            times[slot] = (times[slot] * factor).rounded()
        }
    }

    /// The index of the first piece that begins after a time, and has not begun.
    @_noLocks private func place(of time: Double) -> Int {
        var (low, high) = (count > 0 && piece(0).pointee.hasBegun ? 1 : 0, count)
        while low < high {
            let middle = (low + high) / 2
            if times[Int(order[first + middle])] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    @_noLocks mutating func removeFirst() {
        note(piece(0), -1)
        free[capacity - count] = order[first]
        first += 1
        count -= 1
    }

    /// What interrupts the first piece at a frame.
    @_noLocks func interruptions(at now: Double) -> PieceInterruptions {
        var found = PieceInterruptions()
        guard interrupting > 0 else { return found }
        var index = 1
        while index < count {
            let next = piece(index)
            if next.pointee.isInterruption {
                if next.pointee.start > now {
                    found.next = min(found.next, next.pointee.start)
                    // Those after it begin later.
                    if untimed == 0 { break }
                } else {
                    found.atLoop = index
                    if next.pointee.interrupts { found.atOnce = index }
                }
            }
            index += 1
        }
        return found
    }
}
