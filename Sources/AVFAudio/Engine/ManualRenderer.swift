import AudioCore
import AudioToolbox
import AudioUnits
import Synchronization

/// The time of an engine that a program renders by hand, and who renders it now.
final class ManualClock: Sendable {
    private let frames = Atomic<Int64>(0)
    private let isRendering = Atomic<Bool>(false)
    private let waiting = WaitingThreads()
    private let runs = Atomic<Bool>(false)

    /// The frames since the mode began, or since a reset.
    var sampleTime: Int64 { frames.load(ordering: .acquiring) }

    /// Whether the engine runs.
    var isRunning: Bool { runs.load(ordering: .sequentiallyConsistent) }
    func setRunning(_ isRunning: Bool) { runs.store(isRunning, ordering: .sequentiallyConsistent) }

    /// Begins anew at 0, between two renders.
    func reset() {
        between { frames.store(0, ordering: .releasing) }
    }

    /// Makes a change while no thread renders. Not within a render.
    func between(_ change: () -> Void) {
        while !begin() { waitForRender() }
        change()
        end(advancing: 0)
    }

    /// Lets one thread at a time render.
    func begin() -> Bool {
        isRendering.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }

    func end(advancing count: UInt32) {
        frames.wrappingAdd(Int64(count), ordering: .acquiringAndReleasing)
        isRendering.store(false, ordering: .sequentiallyConsistent)
        waiting.wake()
    }

    /// Waits until no thread renders. The engine does not run: none begins to.
    ///
    /// A thread that rendered while the process was forked does not continue in the child.
    func waitForRender() {
        waiting.wait { !isRendering.load(ordering: .sequentiallyConsistent) || ForkedChild.isHere }
    }
}

/// Renders an engine by hand, and keeps what that takes.
final class ManualRenderer: Sendable {
    private let manual: EngineIO.Manual
    private let clock: ManualClock

    init(_ manual: EngineIO.Manual, _ clock: ManualClock) { (self.manual, self.clock) = (manual, clock) }

    /// Real-time safe, as far as the blocks of the nodes are.
    func render(
        _ frames: AVAudioFrameCount, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ error: UnsafeMutablePointer<OSStatus>?
    ) -> AVAudioEngineManualRenderingStatus {
        error?.pointee = noErr
        guard clock.begin() else { return .cannotDoInCurrentContext }
        var advance: UInt32 = 0
        defer { clock.end(advancing: advance) }
        guard clock.isRunning, !manual.isOver else {
            error?.pointee = AVAudioEngineManualRenderingError.notRunning.rawValue
            return .error
        }
        guard frames <= manual.maximumFrames else {
            error?.pointee = OSStatus(kAudioUnitErr_TooManyFramesToProcess)
            return .error
        }
        guard frames > 0 else { return .success }
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(clock.sampleTime)
        stamp.mFlags = .sampleTimeValid
        var flags: UInt32 = 0
        let result = manual.output.instance.render(&flags, &stamp, bus: 0, frames: frames, list)
        if result == noErr { advance = frames }
        guard result == noErr else {
            error?.pointee = result
            return .error
        }
        return manual.source.takeShortage() ? .insufficientDataFromInputNode : .success
    }
}
