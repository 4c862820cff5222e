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
    private var first = 0
    private(set) var count = 0
    /// How many pieces interrupt others, and how many of them have no start.
    private var interrupting = 0
    private var untimed = 0

    private let capacity = Timeline.capacity

    init() {
        pieces = .allocate(capacity: capacity)
        times = .allocate(capacity: capacity)
        order = .allocate(capacity: 2 * capacity)
        free = .allocate(capacity: capacity)
        for place in 0..<capacity { (free + place).initialize(to: UInt16(place)) }
    }

    func deallocate() {
        pieces.deallocate()
        times.deallocate()
        order.deallocate()
        free.deallocate()
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
        let index = new.start.isNaN ? count : place(of: new.start)
        let slot = free[capacity - 1 - count]
        let before = index > 0 ? times[Int(order[first + index - 1])] : -.infinity
        (pieces + Int(slot)).initialize(to: new)
        times[Int(slot)] = new.start.isNaN ? before : new.start
        let target = order + first + index
        _ = realtime_move(target + 1, target, (count - index) * 2)
        target.pointee = slot
        count += 1
        if new.isInterruption {
            interrupting += 1
            if new.start.isNaN { untimed += 1 }
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
        let gone = piece(0)
        if gone.pointee.isInterruption {
            interrupting -= 1
            if gone.pointee.start.isNaN { untimed -= 1 }
        }
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
                    if next.pointee.has(SliceFlags.interrupts) { found.atOnce = index }
                }
            }
            index += 1
        }
        return found
    }
}
