import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

/// `AUScheduledAudioSliceFlags` as bits, which the audio thread sets in a client's slice.
enum SliceFlags {
    static var complete: UInt32 {
        @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Complete.rawValue }
    }
    static var began: UInt32 {
        @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRender.rawValue }
    }
    static var beganLate: UInt32 {
        @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRenderLate.rawValue }
    }
    static var loops: UInt32 { @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Loop.rawValue } }
    static var interrupts: UInt32 {
        @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Interrupt.rawValue }
    }
    static var interruptsAtLoop: UInt32 {
        @_noLocks get { AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_InterruptAtLoop.rawValue }
    }
}

/// Frames to play from a time on: a client's slice, or a buffer of a file player.
struct TimelinePiece: BitwiseCopyable {
    /// Float32, a buffer for each channel. Not moved or freed until the piece is finished.
    let list: UnsafeMutablePointer<AudioBufferList>
    let frames: Int
    /// The frame of the time line at which it begins; not a number where it follows the piece before.
    let start: Double
    /// `kScheduledAudioSliceFlag_…` as the client set them.
    var flags: UInt32 = 0
    /// The flags of a client's slice, which are set while it is played.
    var clientFlags: UnsafeMutablePointer<UInt32>?
    /// The client's slice, its completion procedure and what that is called with.
    var slice: UnsafeMutableRawPointer?
    var function: UInt = 0
    var context: UInt = 0
    /// The owner's number of the piece.
    var tag = 0
    /// Frames of the present pass that have been played.
    var played = 0
    var hasBegun = false
    /// Whether frames were left out because the piece came too late.
    var isLate = false

    init(_ list: UnsafeMutablePointer<AudioBufferList>, frames: Int, start: Double) {
        (self.list, self.frames, self.start) = (list, frames, start)
    }

    @_noLocks func has(_ flag: UInt32) -> Bool { flags & flag != 0 }

    var isInterruption: Bool { @_noLocks get { flags & (SliceFlags.interrupts | SliceFlags.interruptsAtLoop) != 0 } }

    /// Sets a flag of the client's slice.
    @_noLocks func show(_ flag: UInt32) {
        guard let clientFlags else { return }
        clientFlags.pointee |= flag
    }
}

/// When a time line begins: `kAudioUnitProperty_ScheduleStartTimeStamp`.
enum TimelineStart: BitwiseCopyable {
    case never, nextCycle
    case sample(Double)
    case host(UInt64)
}

/// Pieces in the order in which they are played, and how far playing is.
///
/// Clients' threads schedule pieces without waiting for a cycle. Whoever renders, starts or returns all owns the pieces
/// meanwhile. A cycle that meets another owner is silent.
final class Timeline: @unchecked Sendable {
    /// The most pieces that are not finished.
    static let capacity = 4096

    private struct Writing {
        var isClosed = false
        /// How often all pieces were returned.
        var returns = 0
    }

    private let writing = LockedValue(Writing())
    private let scheduled = EventQueue<TimelinePiece>(capacity: capacity)
    private let finished = EventQueue<TimelinePiece>(capacity: capacity)
    private let unfinished = Atomic<Int>(0)
    private let isOwned = Atomic<Bool>(false)
    private let waiting = WaitingThreads()
    private let shownPosition = Atomic<Int>(-1)
    /// Woken when a piece is finished.
    let thread: ScheduleThread
    private let threadLink: Unmanaged<ScheduleThread>

    // What the owner has.
    private var pieces = PieceOrder()
    private var interruptions = PieceInterruptions()
    private var start = TimelineStart.never
    private var isRunning = false
    /// Frames played since the start.
    private var position = 0

    init(_ thread: ScheduleThread) {
        self.thread = thread
        threadLink = .passUnretained(thread)
    }

    deinit { pieces.deallocate() }

    // MARK: Any thread but the audio thread

    /// The frame of the time line that is played next; -1 before the start.
    var currentFrame: Int { shownPosition.load(ordering: .acquiring) }

    /// How often all pieces were returned.
    var returns: Int { writing.withLock { $0.returns } }

    /// Takes a piece.
    ///
    /// - Parameter returns: where the caller has this from before, a piece is refused that all were returned after.
    /// - Throws: `memoryFull` where `capacity` pieces are unfinished; `unitContext` where the piece is refused.
    func schedule(_ piece: TimelinePiece, since returns: Int? = nil) throws(AudioError) {
        try writing.withLock { writing throws(AudioError) in
            guard !writing.isClosed, returns == nil || returns == writing.returns else { throw .unitContext }
            guard unfinished.load(ordering: .acquiring) < Self.capacity, let place = scheduled.places.free else {
                throw .memoryFull.because("too many pieces wait to be played")
            }
            unfinished.wrappingAdd(1, ordering: .acquiringAndReleasing)
            (scheduled.elements + place).initialize(to: piece)
            scheduled.places.commit()
        }
    }

    func begin(at start: TimelineStart) {
        own()
        self.start = start
        (isRunning, position) = (false, 0)
        shownPosition.store(-1, ordering: .releasing)
        disown()
    }

    /// Finishes all pieces, and stops until the next start.
    func returnAll() {
        writing.withLock { $0.returns += 1 }
        own()
        takeScheduled()
        while pieces.count > 0 { finishFirst() }
        (start, isRunning, position) = (.never, false, 0)
        shownPosition.store(-1, ordering: .releasing)
        disown()
        thread.wake()
    }

    /// The same, for good.
    func close() {
        writing.withLock { $0.isClosed = true }
        returnAll()
    }

    /// A finished piece; nil where there is none. For the player's thread alone.
    func nextFinished() -> TimelinePiece? {
        guard let place = finished.places.oldest else { return nil }
        let piece = finished.elements[place]
        finished.places.advance()
        unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        return piece
    }

    private func own() {
        // An owner copies frames, and calls no one.
        waiting.wait { tryOwn() }
    }

    // MARK: Whoever owns the pieces

    @_noLocks private func tryOwn() -> Bool {
        isOwned.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }

    @_noLocks private func disown() {
        isOwned.store(false, ordering: .sequentiallyConsistent)
        waiting.wake()
    }

    @_noLocks private func takeScheduled() {
        while let place = scheduled.places.oldest {
            pieces.insert(scheduled.elements[place])
            scheduled.places.advance()
        }
    }

    @_noLocks private func finishFirst() {
        let done = pieces.piece(0)
        done.pointee.show(SliceFlags.complete)
        if let place = finished.places.free {
            (finished.elements + place).initialize(to: done.pointee)
            finished.places.commit()
        }
        pieces.removeFirst()
        interruptions.advance()
    }

    // MARK: Audio thread

    /// Fills an output with the frames of a cycle. Real-time safe.
    @_noLocks func render(
        _ output: UnsafeMutablePointer<RenderBus>, at time: UnsafePointer<AudioTimeStamp>, frames: Int
    ) {
        output.pointee.fillWithSilence(frames: frames)
        output.pointee.isSilent = true
        guard tryOwn() else { return }
        takeScheduled()
        let frame = begin(in: time, frames, output.pointee.format.sampleRate)
        let before = finished.places.end
        if frame < frames { play(output, from: frame, to: frames) }
        if isRunning { shownPosition.store(position, ordering: .releasing) }
        let isNews = finished.places.end != before
        disown()
        if isNews { threadLink._withUnsafeGuaranteedRef { $0.wake() } }
    }

    /// The frame of a cycle at which the time line continues; `frames` where it has not begun.
    @_noLocks private func begin(in time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ rate: Double) -> Int {
        guard !isRunning else { return 0 }
        var offset = 0.0
        switch start {
        case .never: return frames
        case .nextCycle: break
        case .sample(let wanted): offset = wanted - time.pointee.mSampleTime
        case .host(let wanted):
            // Without a host time no cycle is the one.
            guard time.pointee.mFlags.rawValue & AudioTimeStampFlags.hostTimeValid.rawValue != 0 else { break }
            let ticks = Int64(bitPattern: wanted &- time.pointee.mHostTime)
            offset = Double(ticks) * rate / 1e9
        }
        // A render's sample time may be anything.
        guard offset.isFinite else { return frames }
        let nearest = Int(min(max(offset, -1e15), 1e15) + (offset < 0 ? -0.5 : 0.5))
        guard nearest < frames else { return frames }
        isRunning = true
        position = max(0, -nearest)
        return max(0, nearest)
    }

    @_noLocks private func play(_ output: UnsafeMutablePointer<RenderBus>, from start: Int, to end: Int) {
        interruptions = pieces.interruptions(at: Double(position))
        var frame = start
        while frame < end {
            findInterruptions()
            finish(interruptions.atOnce)
            guard pieces.count > 0 else { break }
            let now = pieces.piece(0)
            let most = min(end - frame, framesToInterruption)
            let gap = enter(now)
            guard gap == 0 else {
                let silent = min(gap, most)
                frame += silent
                position += silent
                continue
            }
            let part = max(0, min(most, now.pointee.frames - now.pointee.played))
            if part > 0 {
                copy(now, to: output, at: frame, part)
                now.pointee.show(SliceFlags.began)
                output.pointee.isSilent = false
            }
            frame += part
            position += part
            now.pointee.played += part
            if now.pointee.played >= now.pointee.frames { endPass() }
        }
        position += end - frame
    }

    /// The frames until a piece is due; 0 for one that is played, or over before it began.
    @_noLocks private func enter(_ now: UnsafeMutablePointer<TimelinePiece>) -> Int {
        guard !now.pointee.hasBegun else { return 0 }
        let start = now.pointee.start
        if !start.isNaN {
            let late = Double(position) - start
            if late < 0 { return Int(min(-late, 1e15)) }
            if late > 0 {
                now.pointee.isLate = true
                now.pointee.show(SliceFlags.beganLate)
                let frames = Double(now.pointee.frames)
                let skipped =
                    now.pointee.has(SliceFlags.loops) ? late.truncatingRemainder(dividingBy: frames) : min(late, frames)
                now.pointee.played = Int(skipped)
            }
        }
        now.pointee.hasBegun = true
        return 0
    }

    /// The first piece has been played to its end.
    @_noLocks private func endPass() {
        findInterruptions()
        if interruptions.atLoop > 0 {
            finish(interruptions.atLoop)
            // It waited for the end of the pass, and is not late.
            let next = pieces.piece(0)
            if next.pointee.has(SliceFlags.interruptsAtLoop) { next.pointee.hasBegun = true }
        } else if pieces.piece(0).pointee.has(SliceFlags.loops) {
            pieces.piece(0).pointee.played = 0
        } else {
            finishFirst()
        }
    }

    /// Looks for what interrupts the first piece, where a piece has become due.
    @_noLocks private func findInterruptions() {
        guard Double(position) >= interruptions.next else { return }
        interruptions = pieces.interruptions(at: Double(position))
    }

    /// Finishes the first pieces.
    @_noLocks private func finish(_ count: Int) {
        for _ in 0..<count { finishFirst() }
    }

    /// The frames until a piece that interrupts is due.
    private var framesToInterruption: Int {
        @_noLocks get {
            guard interruptions.next < .infinity else { return 1 << 30 }
            return max(1, Int(min(interruptions.next - Double(position), Double(1 << 30))))
        }
    }

    @_noLocks private func copy(
        _ now: UnsafeMutablePointer<TimelinePiece>, to output: UnsafeMutablePointer<RenderBus>, at frame: Int,
        _ frames: Int
    ) {
        let list = BufferList(now.pointee.list)
        let offset = now.pointee.played
        for channel in 0..<min(output.pointee.bufferCount, list.count) {
            guard let samples = list.samples(channel) else { continue }
            let there = Int(list.buffers[channel].mDataByteSize) / 4 - offset
            let part = min(frames, there)
            if part > 0 { _ = realtime_copy(output.pointee.samples(channel) + frame, samples + offset, part * 4) }
        }
    }
}

/// Plays a time line.
final class TimelineKernel: Kernel, @unchecked Sendable {
    private let timeline: Timeline
    private let link: Unmanaged<Timeline>
    private let thread: Unmanaged<ScheduleThread>
    /// Not 0 to let the player's thread work before each cycle.
    private let isOffline: Latest
    private let isOfflineLink: Unmanaged<Latest>

    override var processStatus: Int32 { AudioError.unitUnimplemented.status }

    init(_ timeline: Timeline, isOffline: Latest = Latest(0)) {
        (self.timeline, self.isOffline) = (timeline, isOffline)
        link = .passUnretained(timeline)
        thread = .passUnretained(timeline.thread)
        isOfflineLink = .passUnretained(isOffline)
    }

    @available(*, unavailable) override init() { fatalError("a player has a time line") }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        if isOfflineLink._withUnsafeGuaranteedRef({ $0.read() }) != 0 {
            let thread = self.thread
            // The client renders offline, so that it may wait.
            realtimeTrusted { thread._withUnsafeGuaranteedRef { $0.settle() } }
        }
        let (output, time, frames) = (plan.outputs, pass.pointee.time, pass.pointee.frames)
        link._withUnsafeGuaranteedRef { $0.render(output, at: time, frames: frames) }
        return 0
    }
}
