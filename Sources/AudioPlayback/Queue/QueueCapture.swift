import AudioCore
import CRealtime
import Synchronization

/// The audio thread's half of a recording queue: puts what the device brings into a ring, and notes when it was.
///
/// Frames here are the device's. What finds no room in the ring is lost, which the notes show: the sample time of the next
/// frame in the ring does not go on from the one before.
final class QueueCapture: @unchecked Sendable {
    /// Where a cycle stands in the ring, and when it was recorded.
    struct Note {
        var ringFrame: Int
        var sampleTime: Int64
        var hostTime: UInt64
    }

    let ring: Ring
    let channels: Int
    let sampleRate: Double
    let isRunning = Atomic<Bool>(false)
    let startKind = Atomic<Int>(QueueVoice.Start.now)
    let startValue = Atomic<UInt64>(0)
    /// The input's frame at which the queue began; -1 as long as it has not.
    let startedAt = Atomic<Int64>(-1)
    /// Frames for which there was no room.
    let overrun = Atomic<Int>(0)
    let isMetering = Atomic<Bool>(false)
    let meters: QueueMeters
    private let ringLink: Unmanaged<Ring>
    private let meterLink: Unmanaged<QueueMeters>
    private let notes: UnsafeMutablePointer<Note>
    private let noteCount = 1024
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)

    init(channels: Int, sampleRate: Double, frames: Int) {
        self.channels = channels
        self.sampleRate = sampleRate
        ring = Ring(frames: frames, channels: channels)
        meters = QueueMeters(channels: channels)
        ringLink = .passUnretained(ring)
        meterLink = .passUnretained(meters)
        notes = .allocate(capacity: noteCount)
    }

    deinit { notes.deallocate() }

    // MARK: The reader

    /// The next note that has not been taken. For the reader alone.
    func nextNote() -> Note? {
        let at = read.load(ordering: .relaxed)
        return at < written.load(ordering: .acquiring) ? notes[at % noteCount] : nil
    }

    func takeNote() { read.wrappingAdd(1, ordering: .releasing) }

    /// Forgets everything. Only while the audio thread does not call.
    func discard() {
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 1024 * channels)
        defer { scratch.deallocate() }
        while ring.read(scratch, frames: 1024) > 0 {}
        while nextNote() != nil { takeNote() }
        startedAt.store(-1, ordering: .releasing)
    }

    // MARK: Audio thread

    /// Takes in one cycle. Real-time safe.
    @_noLocks func take(_ cycle: RenderCycle) {
        guard isRunning.load(ordering: .acquiring) else { return }
        var first = 0
        if startedAt.load(ordering: .relaxed) < 0 {
            first = firstFrame(of: cycle)
            guard first < Int(cycle.frames) else { return }
            startedAt.store(cycle.sampleTime + Int64(first), ordering: .releasing)
        }
        let samples = cycle.samples + first * channels
        let frames = Int(cycle.frames) - first
        let at = written.load(ordering: .relaxed)
        // Without a note nobody could tell when the frames were, so they are not taken either.
        guard at - read.load(ordering: .acquiring) < noteCount else {
            overrun.wrappingAdd(frames, ordering: .relaxed)
            return
        }
        let passed = HostTime.duration(of: Int64(first), at: sampleRate)
        notes[at % noteCount] = Note(
            ringFrame: ringLink._withUnsafeGuaranteedRef { $0.writtenFrames },
            sampleTime: cycle.sampleTime + Int64(first), hostTime: cycle.hostTime &+ passed)
        // The note is there before its frames.
        written.store(at + 1, ordering: .releasing)
        let took = ringLink._withUnsafeGuaranteedRef { $0.write(samples, frames: frames) }
        if took < frames { overrun.wrappingAdd(frames - took, ordering: .relaxed) }
        guard isMetering.load(ordering: .relaxed) else { return }
        let rate = sampleRate
        meterLink._withUnsafeGuaranteedRef { $0.take(samples, frames: frames, at: rate) }
    }

    @_noLocks private func firstFrame(of cycle: RenderCycle) -> Int {
        framesBeforeStart(
            startKind.load(ordering: .acquiring), startValue.load(ordering: .acquiring), cycle, sampleRate: sampleRate)
    }
}
