import AudioCore
import AudioIO
import CRealtime
import Synchronization

/// For tests, a source of an output that plays what a closure delivers: a thread of its own reads ahead into a ring, and the
/// audio thread plays from the ring.
///
/// The closure may read disks and take locks; the audio thread never waits for it.
package final class PullSource: Sendable {
    /// Fills memory with up to `frames` interleaved frames in the output's format and says how many; 0 ends the sound.
    ///
    /// Called on the reader's thread, one call at a time, never again after it has given 0.
    package typealias Fill = @Sendable (_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int

    package enum Ending: Equatable, Sendable {
        /// Everything was heard: the last frame was handed over, and the device's latency has passed since.
        case finished
        /// `stop` came first.
        case stopped
    }

    /// How the mix sees it; its `volume` is the source's.
    package let source: OutputSource
    private let output: Output
    private let state: PullState
    private let fill: Fill
    private let control = WaitableValue(Control())

    private struct Control {
        var thread: Thread?
        var isStopping = false
        var ending: Ending?
        var handler: (@Sendable (Ending) -> Void)?
    }

    /// - Parameter seconds: how far to read ahead.
    package init(output: Output, readingAhead seconds: Double = 0.5, fill: @escaping Fill) {
        self.output = output
        self.fill = fill
        let frames = max(Int(seconds * output.format.sampleRate), 4 * output.framesPerCycle)
        state = PullState(frames: frames, channels: output.format.channels)
        source = OutputSource(context: Unmanaged.passUnretained(state).toOpaque(), owner: state) { context, cycle in
            Unmanaged<PullState>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    /// A sound that ended by itself leaves its thread; perhaps this is called on it.
    deinit { control.withLock { $0.thread }?.detach() }

    // MARK: Playing

    /// Begins to read, and to play once enough is there. Once only: a sound that has ended stays so.
    ///
    /// - Parameter completion: called on the reader's thread when the sound has ended.
    package func start(completion: (@Sendable (Ending) -> Void)? = nil) throws(AudioError) {
        try control.withLock { control throws(AudioError) in
            guard control.thread == nil, !control.isStopping else { return }
            control.handler = completion
            control.thread = try Thread(name: "audio-reader") { self.run() }
        }
    }

    /// Holds the sound where it is; reading ahead goes on until the ring is full.
    package func pause() { state.isPaused.store(true, ordering: .releasing) }
    package func resume() { state.isPaused.store(false, ordering: .releasing) }
    package var isPaused: Bool { state.isPaused.load(ordering: .acquiring) }

    /// Ends the sound at once. When this returns, the closure does not run and will not be called again.
    ///
    /// Not to be called from the closure or from the completion handler.
    package func stop() {
        let thread = control.withLock { control in
            control.isStopping = true
            defer { control.thread = nil }
            return control.thread
        }
        thread?.join()
    }

    /// Waits until the sound has ended.
    ///
    /// - Returns: nil when the time is up first.
    @discardableResult
    package func wait(nanoseconds: UInt64? = nil) -> Ending? { control.wait(nanoseconds: nanoseconds) { $0.ending } }

    // MARK: Facts

    /// The factor on every sample, 1 as delivered; more amplifies.
    package var volume: Float {
        get { source.volume }
        set { source.volume = newValue }
    }

    /// Frames of the sound handed to the device so far. Stands still while paused and while the server is gone.
    package var position: Int { state.ring.readFrames }

    /// Frames of the sound heard so far, as far as the device's latency is known.
    package var heardPosition: Int {
        let end = state.endFrame.load(ordering: .acquiring)
        let silent = end < 0 ? 0 : output.renderedFrames - end
        return min(position, max(0, position + silent - output.latency))
    }

    /// How many cycles found the ring empty before the end, because the closure was too slow.
    package var starvedCycles: Int { state.starved.load(ordering: .relaxed) }

    /// The largest absolute sample of a channel since the last call, before the volume.
    package func takePeak(channel: Int) -> Float {
        state.peaks.indices.contains(channel) ? state.peaks[channel].exchange(0) : 0
    }

    // MARK: The reader's thread

    private static let chunk = 4096
    private static let pollTime: UInt64 = 5_000_000

    private func run() {
        let finished = readAll() && waitUntilHeard()
        output.remove(source)
        let handler = control.withLock { control in
            control.ending = finished ? .finished : .stopped
            defer { control.handler = nil }
            return control.handler
        }
        handler?(finished ? .finished : .stopped)
    }

    private var isStopping: Bool { control.withLock { $0.isStopping } }

    /// Waits a little; true when the sound is to stop.
    private func sleep(_ nanoseconds: UInt64) -> Bool {
        control.wait(nanoseconds: nanoseconds) { $0.isStopping ? true : nil } ?? false
    }

    /// Fills the ring until the closure has no more. False where the sound was stopped.
    private func readAll() -> Bool {
        let ring = state.ring
        var isPlaying = false
        while !isStopping {
            let (samples, room) = ring.writableRun()
            if room > 0 {
                let count = min(fill(samples, min(room, Self.chunk)), min(room, Self.chunk))
                guard count > 0 else {
                    state.isComplete.store(true, ordering: .releasing)
                    if !isPlaying { output.add(source) }
                    return true
                }
                ring.commit(count)
            }
            if !isPlaying, ring.room() <= ring.capacity / 2 {
                output.add(source)
                isPlaying = true
            }
            if isPlaying, ring.room() < min(Self.chunk, ring.capacity / 4), sleep(Self.pollTime) { return false }
        }
        return false
    }

    /// Waits until the device has been given as many frames after the last one as it delays them by.
    private func waitUntilHeard() -> Bool {
        while true {
            let end = state.endFrame.load(ordering: .acquiring)
            let left = end < 0 ? Int.max : end + output.latency - output.renderedFrames
            if end >= 0, left <= 0, output.backendName != nil { return true }
            let soon = HostTime.duration(of: Int64(min(left, 4096) / 2), at: output.format.sampleRate)
            if sleep(min(Self.pollTime, max(soon, 500_000))) { return false }
        }
    }
}

/// What the audio thread and the reader of a `PullSource` share.
private final class PullState: @unchecked Sendable {
    let ring: Ring
    let peaks: [Latest]
    /// The same, to be used without counting references.
    private let ringLink: Unmanaged<Ring>
    private let peakLinks: UnsafeMutablePointer<Unmanaged<Latest>>
    let isPaused = Atomic<Bool>(false)
    /// Nothing will be written any more.
    let isComplete = Atomic<Bool>(false)
    /// The output's frame at which the sound ends; -1 as long as it has not.
    let endFrame = Atomic<Int>(-1)
    let starved = Atomic<Int>(0)

    init(frames: Int, channels: Int) {
        ring = Ring(frames: frames, channels: channels)
        ringLink = .passUnretained(ring)
        peaks = (0..<channels).map { _ in Latest(0) }
        peakLinks = .allocate(capacity: channels)
        for (index, peak) in peaks.enumerated() { (peakLinks + index).initialize(to: .passUnretained(peak)) }
    }

    deinit { peakLinks.deallocate() }

    @_noLocks func render(_ cycle: RenderCycle) -> Int32 {
        guard !isPaused.load(ordering: .acquiring) else { return 0 }
        // Asked first: what is complete now cannot grow between this and the reading.
        let isLast = isComplete.load(ordering: .acquiring)
        let frames = Int(cycle.frames)
        let count = ringLink._withUnsafeGuaranteedRef { $0.read(cycle.samples, frames: frames) }
        if count < frames {
            if !isLast {
                starved.wrappingAdd(1, ordering: .relaxed)
            } else if endFrame.load(ordering: .relaxed) < 0 {
                endFrame.store(Int(cycle.sampleTime) + count, ordering: .releasing)
            }
        }
        meter(cycle.samples, count, Int(cycle.channels))
        return Int32(count)
    }

    @_noLocks private func meter(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int) {
        guard frames > 0 else { return }
        for channel in 0..<channels {
            var peak: Float = 0
            var index = channel
            for _ in 0..<frames {
                peak = max(peak, abs(samples[index]))
                index += channels
            }
            peakLinks[channel]._withUnsafeGuaranteedRef { $0.raise(to: peak) }
        }
    }
}
