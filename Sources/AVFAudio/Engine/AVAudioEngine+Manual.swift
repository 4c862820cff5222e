import AudioCore
public import AudioToolbox
import AudioUnits
import Foundation
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

    func reset() { frames.store(0, ordering: .releasing) }

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
    func waitForRender() { waiting.wait { !isRendering.load(ordering: .sequentiallyConsistent) } }
}

// Rendering by hand.
extension AVAudioEngine {
    /// Begins manual rendering: the engine plays and records on no device, and renders as the program calls it.
    ///
    /// The connections stay; taps of the input and the output go. The time begins at 0.
    ///
    /// - Parameters:
    ///   - mode: offline, which may wait, or in real time.
    ///   - pcmFormat: what is rendered: linear PCM.
    ///   - maximumFrameCount: the most frames of a call.
    /// - Throws: `AVAudioEngineManualRenderingError.initialized` while the engine runs or is paused; -10868 for a format that cannot be
    ///   rendered.
    public func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        try throwingErrors(call: "enableManualRenderingMode") {
            guard state.withLock({ $0.phase == .stopped }) else { throw AudioError.engineMustBeStopped }
            guard pcmFormat.isUsable, pcmFormat.engineFormat.isPCM else { throw AudioError.unitFormat }
            guard (1...1 << 20).contains(maximumFrameCount) else { throw AudioError.parameter }
            guard !hook.isInCycle else { throw AudioError.engineMustBeStopped }
            try changing { () throws(AudioError) in
                // Another thread may have started it meanwhile.
                guard state.withLock({ $0.phase == .stopped }) else { throw .engineMustBeStopped }
                let manual = try EngineIO.Manual(mode, pcmFormat, maximumFrameCount)
                leaveDevice()
                io.setManual(manual)
                manualClock.reset()
            }
        }
    }

    /// Ends manual rendering: the engine plays and records on the device again. It has to be stopped.
    public func disableManualRenderingMode() {
        guard io.manual != nil else { return }
        require(state.withLock { $0.phase == .stopped }, "!IsRunning()")
        change {
            guard self.state.withLock({ $0.phase == .stopped }) else { return }
            self.leaveDevice()
            self.io.setManual(nil)
        }
    }

    /// Takes what the input's and the output's unit has of the engine.
    private func leaveDevice() {
        for node in [state.withLock { $0.input as AVAudioNode? }, state.withLock { $0.output }] {
            node?.taps.removeAll()
        }
        // The unit of the output says when a cycle begins and ends: it is not left between the two.
        manualClock.waitForRender()
        unprepare()
        removeNotifications()
    }

    /// Whether the program renders the engine.
    public var isInManualRenderingMode: Bool { io.manual != nil }

    /// How the program renders the engine; offline if it does not.
    public var manualRenderingMode: AVAudioEngineManualRenderingMode { io.manual?.mode ?? .offline }

    /// What is rendered by hand; if nothing is, the format of the device.
    public var manualRenderingFormat: AVAudioFormat { io.manual?.format ?? outputNode.outputFormat(forBus: 0) }

    /// The most frames of a call; 0 if the program does not render the engine.
    public var manualRenderingMaximumFrameCount: AVAudioFrameCount { io.manual?.maximumFrames ?? 0 }

    /// The frames that have been rendered by hand since the mode began, or since a reset.
    public var manualRenderingSampleTime: AVAudioFramePosition { manualClock.sampleTime }

    /// Renders frames offline, as fast as it can.
    ///
    /// - Parameters:
    ///   - numberOfFrames: how many, at most `manualRenderingMaximumFrameCount`.
    ///   - buffer: gets them. It has the manual rendering format and room for them.
    /// - Returns: a status; with `error`, the call throws.
    /// - Throws: `invalidMode`, `notRunning`, or what a unit returned, in the domain `com.apple.coreaudio.avfaudio`.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        try throwingErrors(call: "renderOffline") {
            guard let manual = io.manual, manual.mode == .offline else { throw AudioError.engineMode }
            guard buffer.format == manual.format, numberOfFrames <= buffer.frameCapacity else {
                throw AudioError.parameter.because("the buffer has another format or too little room")
            }
            buffer.frameLength = numberOfFrames
            if manualClock.isRunning, !hook.isInCycle { waitForTaps(Double(numberOfFrames) / manual.format.sampleRate) }
            var error: OSStatus = 0
            let status = ManualRenderer(manual, manualClock).render(
                numberOfFrames, buffer.mutableAudioBufferList, &error)
            guard status == .success || status == .insufficientDataFromInputNode else {
                buffer.frameLength = 0
                guard status == .error else { return status }
                if error == AudioError.engineMustRun.status { throw AudioError.engineMustRun }
                throw AudioError(status: error, reason: "a unit of the engine has failed")
            }
            return status
        }
    }

    /// Waits until the taps have room for a cycle.
    private func waitForTaps(_ seconds: Double) {
        for node in state.withLock({ $0.nodes }).values where !node.taps.isEmpty {
            node.taps.waitForRoom(seconds: seconds)
        }
    }

    /// The seconds of the longest cycle that is rendered by hand; 0 if the program does not render the engine.
    var longestCycle: Double { io.manual.map { Double($0.maximumFrames) / $0.format.sampleRate } ?? 0 }

    /// The block that renders an engine in the mode `realtime`.
    ///
    /// It neither waits nor allocates. Get it after `enableManualRenderingMode`; it stays valid until the mode ends. It fills the memory of
    /// the buffer list, which has that of the manual rendering format.
    public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
        guard let manual = io.manual, manual.mode == .realtime else {
            return { _, _, error in
                error?.pointee = AudioError.engineMode.status
                return .error
            }
        }
        let renderer = ManualRenderer(manual, manualClock)
        return { frames, list, error in renderer.render(frames, list, error) }
    }
}

/// Renders an engine by hand, and keeps what that takes.
private final class ManualRenderer: Sendable {
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
