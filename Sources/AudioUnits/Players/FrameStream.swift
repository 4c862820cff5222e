import AudioCore
import Synchronization

/// Frames of a piece that a thread brings while the piece is played: Float32, the channels apart.
///
/// Frames are counted from the piece's first. Those that come after their time are left out, so that the piece ends when it
/// should. One thread writes, and whoever owns the time line takes.
final class FrameStream: @unchecked Sendable {
    let channels: Int
    /// Frames that fit, a power of two.
    let capacity: Int
    /// Made when the first frames come. The audio thread goes by `written`.
    private var memory: UnsafeMutablePointer<Float>?
    private let written: Atomic<Int>
    private let taken: Atomic<Int>
    private let isEnded = Atomic<Bool>(false)
    private let isWanted = Atomic<Bool>(false)

    /// - Parameters:
    ///   - frames: how many will come at most.
    ///   - first: the first that comes.
    init(channels: Int, frames: Int, from first: Int = 0) {
        self.channels = channels
        var capacity = 64
        while capacity < Self.mostFrames, capacity < frames { capacity *= 2 }
        self.capacity = capacity
        written = Atomic(first)
        taken = Atomic(first)
    }

    deinit { memory?.deallocate() }

    /// 0.7 seconds at 48 kHz.
    private static let mostFrames = 1 << 15

    // MARK: The thread that writes

    /// The frames for which there is memory now.
    var memoryFrames: Int { memory == nil ? 0 : capacity }

    /// How many frames can be written now.
    var room: Int { capacity - (written.load(ordering: .relaxed) - taken.load(ordering: .acquiring)) }

    /// The next frame to be written.
    var position: Int { written.load(ordering: .relaxed) }

    /// How many frames have been taken.
    var takenFrames: Int { taken.load(ordering: .acquiring) }

    /// How many frames can be written in one go.
    var run: Int { min(room, capacity - position & (capacity - 1)) }

    /// Where the next frame of a channel goes.
    func place(_ channel: Int) -> UnsafeMutablePointer<Float> {
        if memory == nil {
            memory = .allocate(capacity: channels * capacity)
            memory?.initialize(repeating: 0, count: channels * capacity)
        }
        return memory! + channel * capacity + position & (capacity - 1)
    }

    func commit(_ frames: Int) { written.store(position + frames, ordering: .releasing) }

    /// No frame will come any more: silence stands for those that are missing.
    func end() { isEnded.store(true, ordering: .releasing) }

    /// Whether the time line needs frames now.
    var isNeeded: Bool { isWanted.load(ordering: .acquiring) }

    // MARK: Whoever owns the time line

    /// The time line has come to the piece. Real-time safe.
    @_noLocks func want() { isWanted.store(true, ordering: .releasing) }

    /// Whether the thread writes nothing any more. Real-time safe.
    var isOver: Bool { @_noLocks get { isEnded.load(ordering: .acquiring) } }

    /// How many frames can be taken now. Real-time safe.
    var available: Int {
        @_noLocks get { written.load(ordering: .acquiring) - taken.load(ordering: .relaxed) }
    }

    /// How many of them follow each other in memory. Real-time safe.
    var availableRun: Int {
        @_noLocks get { min(available, capacity - taken.load(ordering: .relaxed) & (capacity - 1)) }
    }

    /// The next frames of a channel, where any can be taken. Real-time safe.
    @_noLocks func samples(_ channel: Int) -> UnsafePointer<Float>? {
        guard let memory else { return nil }
        return UnsafePointer(memory + channel * capacity + taken.load(ordering: .relaxed) & (capacity - 1))
    }

    /// Takes frames away, also such that have not come. Real-time safe.
    @_noLocks func take(_ frames: Int) {
        taken.store(taken.load(ordering: .relaxed) + frames, ordering: .releasing)
    }

    /// Whether frames may come that are not here. Real-time safe.
    var isWaitedFor: Bool {
        @_noLocks get {
            guard available <= 0 else { return false }
            return !isOver
        }
    }

    /// Whether the thread that writes is to be woken. Real-time safe.
    var isHungry: Bool {
        @_noLocks get {
            guard !isOver else { return false }
            return available <= capacity - capacity / 4
        }
    }
}
