import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

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
    private let started = Atomic<Bool>(false)
    private let running = Atomic<Bool>(false)
    private let crowded = Atomic<Bool>(false)
    private let shownPosition = Atomic<Int>(-1)
    /// The sample time at frame 0 of the time line, as bits of a Float64 that is not a number where that is not known.
    private let shownOrigin = Atomic<UInt64>(Double.nan.bitPattern)
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
    /// Whether it continues at the frame at which it stopped, however late it begins.
    private var continues = false
    /// Whether a stream that is played wants frames.
    private var isHungry = false
    /// Pieces that have finished and that the thread does not see yet.
    private var unpublished = 0

    init(_ thread: ScheduleThread) {
        self.thread = thread
        threadLink = .passUnretained(thread)
    }

    deinit { pieces.deallocate() }

    // MARK: Any thread but the audio thread

    /// The frame of the time line that is played next; -1 before the start.
    var currentFrame: Int { shownPosition.load(ordering: .acquiring) }

    /// The sample time of renders at frame 0 of the time line, by the last cycle or a start that is to come; nil where neither
    /// says.
    var origin: Double? {
        let origin = Double(bitPattern: shownOrigin.load(ordering: .acquiring))
        return origin.isNaN ? nil : origin
    }

    /// Whether it has been started, and not been stopped since.
    var isStarted: Bool { started.load(ordering: .acquiring) }

    /// How many pieces are not finished.
    var count: Int { unfinished.load(ordering: .acquiring) }

    /// Whether the thread has pieces that there is no room for. A render that waits has it bring them as others finish.
    var isCrowded: Bool {
        @_noLocks get { crowded.load(ordering: .acquiring) }
        set { crowded.store(newValue, ordering: .releasing) }
    }

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

    /// Begins anew. What begins in the past has played a part already.
    func begin(at start: TimelineStart) {
        own()
        (self.start, isRunning, position, continues) = (start, false, 0, false)
        running.store(false, ordering: .releasing)
        started.store(true, ordering: .releasing)
        show(start)
        disown()
    }

    /// Continues at the frame at which it stopped, in the next cycle where the time is in the past. Nothing happens while it
    /// runs.
    func resume(at start: TimelineStart) {
        // A cycle that met another owner would be silent.
        guard !isStarted || !running.load(ordering: .acquiring) else { return }
        own()
        if !isRunning {
            (self.start, continues) = (start, true)
            started.store(true, ordering: .releasing)
            show(start)
        }
        disown()
    }

    /// Stops until it is resumed. The pieces stay.
    func pause() {
        own()
        (start, isRunning) = (.never, false)
        running.store(false, ordering: .releasing)
        started.store(false, ordering: .releasing)
        shownOrigin.store(Double.nan.bitPattern, ordering: .releasing)
        disown()
    }

    private func show(_ start: TimelineStart) {
        shownPosition.store(continues ? position : -1, ordering: .releasing)
        var origin = Double.nan
        if case .sample(let time) = start { origin = time - Double(position) }
        shownOrigin.store(origin.bitPattern, ordering: .releasing)
    }

    /// Finishes all pieces, and stops until the next start.
    func returnAll() {
        writing.withLock { $0.returns += 1 }
        own()
        takeScheduled(TimelineCycle(hostTime: 0, sampleRate: 1))
        while pieces.count > 0 { finishFirst(.returned) }
        (start, isRunning, position, continues) = (.never, false, 0, false)
        running.store(false, ordering: .releasing)
        started.store(false, ordering: .releasing)
        show(.never)
        publishFinished()
        disown()
        thread.wake()
    }

    /// The same, for good.
    func close() {
        writing.withLock { $0.isClosed = true }
        returnAll()
    }

    /// Changes to another rate: the present frame, and the starts of all pieces, are at the same seconds as before.
    ///
    /// - Parameter change: changes a piece, while nothing is rendered.
    func change(rateBy factor: Double, _ change: (UnsafeMutablePointer<TimelinePiece>) -> Void) {
        own()
        takeScheduled(TimelineCycle(hostTime: 0, sampleRate: 1))
        position = Int((Double(position) * factor).rounded())
        pieces.scale(by: factor)
        for index in 0..<pieces.count { change(pieces.piece(index)) }
        show(isRunning ? .nextCycle : start)
        disown()
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
        // An owner copies frames, and calls no one. One of before a fork does not continue in the child.
        waiting.wait { tryOwn() || ForkedChild.isHere }
    }

    // MARK: Whoever owns the pieces

    @_noLocks private func tryOwn() -> Bool {
        isOwned.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }

    @_noLocks private func disown() {
        isOwned.store(false, ordering: .sequentiallyConsistent)
        waiting.wake()
    }

    @_noLocks private func takeScheduled(_ cycle: TimelineCycle) {
        while let place = scheduled.places.oldest {
            let piece = scheduled.elements + place
            if piece.pointee.hostTime != 0 { piece.pointee.start = cycle.frame(at: piece.pointee.hostTime) }
            pieces.insert(piece.pointee)
            scheduled.places.advance()
        }
    }

    /// - Parameter heard: the host time at which its last frame has been heard.
    @_noLocks private func finishFirst(_ end: PieceEnd, heard: UInt64 = 0) {
        let done = pieces.piece(0)
        done.pointee.marks.set(done.pointee.marks.complete)
        (done.pointee.end, done.pointee.heard) = (end, heard)
        // No more pieces are unfinished than there is room for.
        let place = finished.places.place(finished.places.end + unpublished)
        (finished.elements + place).initialize(to: done.pointee)
        unpublished += 1
        pieces.removeFirst()
        interruptions.advance()
    }

    /// Shows the thread the pieces that have finished.
    @_noLocks private func publishFinished() {
        finished.places.commit(unpublished)
        unpublished = 0
    }

    // MARK: Audio thread

    /// Fills an output with the frames of a cycle. Real-time safe.
    ///
    /// - Parameter waits: whether the caller waits for frames that the thread brings.
    @_noLocks func render(
        _ output: UnsafeMutablePointer<RenderBus>, at time: UnsafePointer<AudioTimeStamp>, frames: Int,
        waits: Bool = false
    ) {
        output.pointee.fillWithSilence(frames: frames)
        output.pointee.isSilent = true
        guard tryOwn() else { return }
        let flags = time.pointee.mFlags.rawValue
        let hasHostTime = flags & AudioTimeStampFlags.hostTimeValid.rawValue != 0
        var cycle = TimelineCycle(
            hostTime: hasHostTime ? time.pointee.mHostTime : 0, sampleRate: output.pointee.format.sampleRate)
        isHungry = false
        let wasRunning = isRunning
        if !wasRunning { takeScheduled(cycle) }
        let frame = begin(in: cycle, time.pointee.mSampleTime, frames, waits)
        cycle.origin = isRunning ? Double(position - frame) : .nan
        if isRunning, !wasRunning { pieces.findFrames(cycle) }
        takeScheduled(cycle)
        if isRunning { shownOrigin.store((time.pointee.mSampleTime - cycle.origin).bitPattern, ordering: .releasing) }
        if frame < frames { play(output, from: frame, to: frames, cycle, waits) }
        if isRunning { shownPosition.store(position, ordering: .releasing) }
        let isNews = unpublished > 0 ? true : isHungry
        publishFinished()
        disown()
        if isNews { threadLink._withUnsafeGuaranteedRef { $0.wake() } }
    }

    /// The frame of a cycle at which the time line continues; `frames` where it has not begun.
    @_noLocks private func begin(
        in cycle: TimelineCycle, _ sampleTime: Double, _ frames: Int, _ waits: Bool
    ) -> Int {
        guard !isRunning else { return 0 }
        var offset = 0.0
        switch start {
        case .never: return frames
        case .nextCycle:
            // The time begins with the first frames of a file that is still being opened.
            if !waits, isFirstLacking { return frames }
        case .sample(let wanted): offset = wanted - sampleTime
        case .host(let wanted):
            // Without a host time no cycle is the one.
            guard cycle.hostTime != 0 else { break }
            let ticks = Int64(bitPattern: wanted &- cycle.hostTime)
            offset = Double(ticks) * cycle.sampleRate / 1e9
        }
        // A render's sample time may be anything.
        guard offset.isFinite else { return frames }
        let nearest = Int(min(max(offset, -1e15), 1e15) + (offset < 0 ? -0.5 : 0.5))
        guard nearest < frames else { return frames }
        isRunning = true
        running.store(true, ordering: .releasing)
        if !continues { position = max(0, -nearest) }
        return max(0, nearest)
    }

    @_noLocks private func play(
        _ output: UnsafeMutablePointer<RenderBus>, from start: Int, to end: Int, _ cycle: TimelineCycle, _ waits: Bool
    ) {
        interruptions = pieces.interruptions(at: Double(position))
        var frame = start
        while frame < end {
            findInterruptions()
            for _ in 0..<interruptions.atOnce { finishFirst(.interrupted) }
            if pieces.count == 0, waits, isCrowded {
                publishFinished()
                settle()
                takeScheduled(cycle)
                interruptions = pieces.interruptions(at: Double(position))
            }
            guard pieces.count > 0 else { break }
            let now = pieces.piece(0)
            let most = min(end - frame, framesToInterruption)
            let gap = enter(now, waits)
            guard gap == 0 else {
                let silent = min(gap, most)
                frame += silent
                position += silent
                continue
            }
            let part = max(0, min(most, now.pointee.frames - now.pointee.played))
            if part > 0 {
                copy(now, to: output, at: frame, part, waits)
                now.pointee.marks.set(now.pointee.marks.began)
                output.pointee.isSilent = false
            }
            frame += part
            position += part
            now.pointee.played += part
            if now.pointee.played >= now.pointee.frames { endPass(heard: cycle.time(at: frame)) }
        }
        position += end - frame
    }

    /// Whether a piece waits for its next frames.
    @_noLocks private func isLacking(_ piece: UnsafeMutablePointer<TimelinePiece>) -> Bool {
        guard let raw = piece.pointee.stream else { return false }
        let isLacking = Unmanaged<FrameStream>.fromOpaque(raw)._withUnsafeGuaranteedRef { stream in
            stream.want()
            return stream.isWaitedFor
        }
        if isLacking { isHungry = true }
        return isLacking
    }

    /// Whether the piece that would be played now does so.
    private var isFirstLacking: Bool {
        @_noLocks get {
            guard pieces.count > 0 else { return false }
            let first = pieces.piece(0)
            let now = continues ? Double(position) : 0
            if first.pointee.start > now { return false }
            return isLacking(first)
        }
    }

    /// The frames until a piece is due; 0 for one that is played, or over before it began.
    @_noLocks private func enter(_ now: UnsafeMutablePointer<TimelinePiece>, _ waits: Bool) -> Int {
        guard !now.pointee.hasBegun else { return 0 }
        // What begins at no particular time loses no frame.
        let start = now.pointee.start
        if !waits, start.isNaN, isLacking(now) { return 1 << 30 }
        if !start.isNaN {
            let late = Double(position) - start
            if late < 0 { return Int(min(-late, 1e15)) }
            if late > 0 {
                now.pointee.isLate = true
                now.pointee.marks.set(now.pointee.marks.beganLate)
                let frames = Double(now.pointee.frames)
                let skipped = now.pointee.loops ? late.truncatingRemainder(dividingBy: frames) : min(late, frames)
                now.pointee.played = Int(skipped)
            }
        }
        if let raw = now.pointee.stream {
            let skipped = now.pointee.played
            Unmanaged<FrameStream>.fromOpaque(raw)._withUnsafeGuaranteedRef { stream in
                stream.want()
                stream.take(skipped)
            }
        }
        now.pointee.hasBegun = true
        return 0
    }

    /// The first piece has been played to its end.
    @_noLocks private func endPass(heard: UInt64) {
        findInterruptions()
        if interruptions.atLoop > 0 {
            let count = interruptions.atLoop
            if pieces.piece(0).pointee.loops {
                finishFirst(.interrupted)
            } else {
                finishFirst(.played, heard: heard)
            }
            for _ in 1..<count { finishFirst(.interrupted) }
            // It waited for the end of the pass, and is not late.
            let next = pieces.piece(0)
            if next.pointee.interruptsAtLoop { next.pointee.hasBegun = true }
        } else if pieces.piece(0).pointee.loops {
            pieces.piece(0).pointee.played = 0
        } else {
            finishFirst(.played, heard: heard)
        }
    }

    /// Looks for what interrupts the first piece, where a piece has become due.
    @_noLocks private func findInterruptions() {
        guard Double(position) >= interruptions.next else { return }
        interruptions = pieces.interruptions(at: Double(position))
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
        _ frames: Int, _ waits: Bool
    ) {
        if let raw = now.pointee.stream { return copy(raw, to: output, at: frame, frames, waits) }
        guard let samples = now.pointee.samples else { return }
        let offset = now.pointee.played
        for channel in 0..<min(output.pointee.bufferCount, samples.channels) {
            guard let address = samples.address(channel) else { continue }
            let part = samples.frames(channel, from: offset, most: frames)
            if part > 0 { _ = realtime_copy(output.pointee.samples(channel) + frame, address + offset, part * 4) }
        }
    }

    /// Waits until the thread has done what there is to do. The caller renders offline, so that it may wait.
    @_noLocks private func settle() {
        let thread = threadLink
        realtimeTrusted { thread._withUnsafeGuaranteedRef { $0.settle() } }
    }

    /// Copies frames that a stream has, and leaves silence in place of those that it does not have.
    @_noLocks private func copy(
        _ raw: UnsafeRawPointer, to output: UnsafeMutablePointer<RenderBus>, at frame: Int, _ frames: Int, _ waits: Bool
    ) {
        let link = Unmanaged<FrameStream>.fromOpaque(raw)
        var done = 0
        while done < frames {
            if waits, link._withUnsafeGuaranteedRef({ $0.isWaitedFor }) {
                settle()
            }
            let part = min(frames - done, link._withUnsafeGuaranteedRef { $0.availableRun })
            guard part > 0 else { break }
            let channels = link._withUnsafeGuaranteedRef { $0.channels }
            for channel in 0..<min(output.pointee.bufferCount, channels) {
                guard let samples = link._withUnsafeGuaranteedRef({ $0.samples(channel) }) else { continue }
                _ = realtime_copy(output.pointee.samples(channel) + frame + done, samples, part * 4)
            }
            link._withUnsafeGuaranteedRef { $0.take(part) }
            done += part
        }
        if done < frames { link._withUnsafeGuaranteedRef { $0.take(frames - done) } }
        if link._withUnsafeGuaranteedRef({ $0.isHungry }) { isHungry = true }
    }
}
