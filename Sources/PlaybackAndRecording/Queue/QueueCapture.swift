import AudioCore
import AudioIO
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

        @_noLocks init(ringFrame: Int, sampleTime: Int64, hostTime: UInt64) {
            self.ringFrame = ringFrame
            self.sampleTime = sampleTime
            self.hostTime = hostTime
        }
    }

    let ring: Ring
    let channels: Int
    let sampleRate: Double
    let isRunning = Atomic<Bool>(false)
    let startKind = Atomic<Int>(QueueVoice.Start.now)
    let startValue = Atomic<UInt64>(0)
    /// Whether the next frame waits for the start's time. Set while the audio thread does not call.
    let isWaiting = Atomic<Bool>(true)
    /// The input's frame at which the queue began; -1 as long as it has not.
    let startedAt = Atomic<Int64>(-1)
    /// Frames for which there was no room.
    let overrun = Atomic<Int>(0)
    let isMetering = Atomic<Bool>(false)
    let meters: LevelMeters
    private let ringLink: Unmanaged<Ring>
    private let meterLink: Unmanaged<LevelMeters>
    private let notes = EventQueue<Note>(capacity: 1024)

    init(channels: Int, sampleRate: Double, frames: Int) {
        self.channels = channels
        self.sampleRate = sampleRate
        ring = Ring(frames: frames, channels: channels)
        meters = LevelMeters(channels: channels)
        ringLink = .passUnretained(ring)
        meterLink = .passUnretained(meters)
    }

    // MARK: The reader

    /// The next note that has not been taken. For the reader alone.
    func nextNote() -> Note? {
        var note = Note(ringFrame: 0, sampleTime: 0, hostTime: 0)
        return notes.next(&note) ? note : nil
    }

    func takeNote() { notes.advance() }

    /// Forgets everything. Only while the audio thread does not call.
    func discard() {
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 1024 * channels)
        defer { scratch.deallocate() }
        while ring.read(scratch, frames: 1024) > 0 {}
        while nextNote() != nil { takeNote() }
        startedAt.store(-1, ordering: .releasing)
        isWaiting.store(true, ordering: .releasing)
    }

    // MARK: Audio thread

    /// Takes in one cycle. Real-time safe.
    @_noLocks func take(_ cycle: RenderCycle) {
        guard isRunning.load(ordering: .acquiring) else { return }
        var first = 0
        if isWaiting.load(ordering: .relaxed) {
            first = firstFrame(of: cycle)
            guard first < Int(cycle.frames) else { return }
            isWaiting.store(false, ordering: .relaxed)
            if startedAt.load(ordering: .relaxed) < 0 {
                startedAt.store(cycle.sampleTime + Int64(first), ordering: .releasing)
            }
        }
        let samples = cycle.samples + first * channels
        let frames = Int(cycle.frames) - first
        // Without a note the time of the frames is unknown, so they are not taken either.
        guard let place = notes.places.free else {
            overrun.wrappingAdd(frames, ordering: .relaxed)
            return
        }
        let passed = HostTime.duration(of: Int64(first), at: sampleRate)
        notes.elements[place] = Note(
            ringFrame: ringLink._withUnsafeGuaranteedRef { $0.writtenFrames },
            sampleTime: cycle.sampleTime + Int64(first), hostTime: cycle.hostTime &+ passed)
        // The note is there before its frames.
        notes.places.commit()
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
