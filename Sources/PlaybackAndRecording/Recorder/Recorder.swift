import AudioCore
import AudioFiles
import AudioIO
import AudioSession
import CAudioToolbox

/// Records into a file, for `AVAudioRecorder`.
///
/// Each recording is a queue of linear PCM (`RecorderSession`), whose frames are encoded on the queue's thread. Nothing is
/// opened before the first call that needs the file. All methods may be called from any thread and any callback. In a callback
/// that must not wait, what they do is done soon after, and before what later calls of other threads do.
package final class Recorder: @unchecked Sendable {
    /// Creates the file, in place of one that is there, and sets the format of the frames.
    package typealias FileMaker = @Sendable () throws(AudioError) -> ExtendedFile

    package enum Event: Sendable {
        /// The recording is over, and its file is complete.
        case finished(successfully: Bool)
        /// What the encoder or the disk ran into. The recording is over.
        case failed(AudioError)
        /// The session has paused it.
        case interruptionBegan
        case interruptionEnded(shouldResume: Bool)
    }

    enum RunState { case stopped, recording, paused }

    struct State {
        var run = RunState.stopped
        /// The recording that runs, is paused or is prepared.
        var session: RecorderSession?
        /// The device's, from the call that prepares a recording to its end.
        var input: Input?
        /// Whose time is the device's.
        var clock: Connection?
        var isMetering = false
        var levels: [(average: Float, peak: Float)] = []
        /// For each channel one of the device's, from 1 on; empty: the usual ones.
        var assignments: [Int] = []
        var isClosed = false
        /// Whether the session has paused it, and the interruption continues.
        var isInterrupted = false
    }

    let state = LockedValue(State(), .state)
    /// Held by who starts, pauses or stops. The calls that it makes are those of a queue's client.
    private let control = LockedValue((), .client)
    private let deferred = DeferredWork()
    private let name: String?
    private let makeFile: FileMaker
    private let conversion: [ConverterSetting]
    private let openInput: RecordingQueue.InputProvider
    private let timeline: PlayerTimeline
    private let session: SessionCenter
    private let handler: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - name: what users know the recording by; nil for nothing.
    ///   - conversion: how the device's frames become those of the file: settings of a converter of linear PCM.
    ///   - session: what interrupts the recorder, and what it activates.
    ///   - handler: called on a thread of the recorder's own, without a lock.
    package init(
        name: String? = nil, timeline: PlayerTimeline = .shared, conversion: [ConverterSetting] = [],
        session: SessionCenter = .shared,
        input: @escaping RecordingQueue.InputProvider = { (device) throws(AudioError) in
            try Input.shared(device: device)
        },
        makeFile: @escaping FileMaker, handler: @escaping @Sendable (Event) -> Void
    ) {
        self.name = name
        self.timeline = timeline
        self.conversion = conversion
        self.session = session
        self.makeFile = makeFile
        self.handler = handler
        openInput = input
    }

    /// Throws where frames of a format cannot be recorded.
    package static func check(_ format: StreamFormat) throws(AudioError) { _ = try QueueFormats.recordable(format) }

    /// Throws `outputSampleRate` where a device's rate cannot become that of a format.
    package static func check(_ format: StreamFormat, from device: StreamFormat) throws(AudioError) {
        _ = try Converter(from: device, to: .float32(sampleRate: format.sampleRate, channels: format.channels))
    }

    // MARK: Recording

    /// Creates the file. False where that cannot be, or something is recorded already.
    package func prepare() -> Bool {
        guard !ForkedChild.isHere else { return false }
        guard !deferred.takesOverInOrder({ [self] in _ = prepare() }) else { return true }
        guard joinSession() else { return false }
        return control.withLock { _ in
            guard state.withLock({ $0.run }) == .stopped else { return false }
            return makeReady() != nil
        }
    }

    /// The recording that is prepared, or a new one.
    private func makeReady() -> RecorderSession? {
        let (old, isClosed, isMetering, assignments) = state.withLock {
            ($0.session, $0.isClosed, $0.isMetering, $0.assignments)
        }
        if let old { return old }
        // Until the queue has it, so that it is opened once.
        let input = try? openInput(nil)
        guard !isClosed, let file = try? makeFile() else { return nil }
        let made = try? RecorderSession(
            file, name: name, device: nil, conversion: conversion, session: session, input: openInput
        ) { [weak self] session, ending in
            self?.end(session, ending)
        }
        guard let made else {
            try? file.dispose()
            return nil
        }
        made.setMetering(isMetering)
        made.setAssignments(assignments)
        state.withLock { ($0.session, $0.input, $0.clock) = (made, input, input?.connection ?? $0.clock) }
        return made
    }

    /// Records into a new file, or continues after a pause: now, or with what is captured from a host time on.
    ///
    /// - Parameter seconds: how long the recording is to be in all; nil: until it is stopped.
    /// - Returns: false where the file cannot be made or the device does not open.
    package func record(at hostTime: UInt64? = nil, for seconds: Double? = nil) -> Bool {
        guard !ForkedChild.isHere else { return false }
        guard !deferred.takesOverInOrder({ [self] in _ = record(at: hostTime, for: seconds) }) else { return true }
        guard joinSession() else { return false }
        defer { session.participantDidChange() }
        return control.withLock { _ in
            guard let session = makeReady() else { return false }
            let limit = seconds.map { Int(min(max(0, $0 * session.format.sampleRate), 0x1p60).rounded()) }
            session.limit.store(limit ?? -1, ordering: .releasing)
            let before = state.withLock { $0.run }
            guard before != .recording else { return true }
            var time: AudioTimeStamp?
            if let hostTime {
                var stamp = AudioTimeStamp()
                (stamp.mHostTime, stamp.mFlags) = (hostTime, .hostTimeValid)
                time = stamp
            }
            if before == .stopped { timeline.enter(now) }
            state.withLock { ($0.run, $0.isInterrupted) = (.recording, false) }
            do throws(AudioError) { try session.queue.start(at: time) } catch {
                state.withLock { $0.run = before }
                if before == .stopped { timeline.leave() }
                return false
            }
            return true
        }
    }

    package func pause() {
        guard !deferred.takesOverInOrder({ [self] in pause() }) else { return }
        control.withLock { _ in
            let session = state.withLock { state in
                guard state.run == .recording else { return nil as RecorderSession? }
                state.run = .paused
                return state.session
            }
            try? session?.queue.pause()
        }
        session.participantDidChange()
    }

    /// Completes the file. Returns when that is done, unless a callback calls.
    package func stop() {
        guard !deferred.takesOverInOrder({ [self] in stop() }) else { return }
        control.withLock { _ in state.withLock { $0.session }?.stop() }
    }

    /// A recording is over. On its queue's thread.
    private func end(_ session: RecorderSession, _ ending: RecorderSession.Ending) {
        let (wasHeard, input) = state.withLock { state -> (Bool, Input?) in
            guard state.session === session else { return (false, nil) }
            defer { (state.run, state.session, state.input) = (.stopped, nil, nil) }
            state.levels = []
            return (state.run != .stopped, state.input)
        }
        // The last reference may be this: the stream ends.
        withExtendedLifetime(input) {}
        guard wasHeard else { return }
        timeline.leave()
        self.session.participantDidChange()
        switch ending {
        case .stopped: handler(.finished(successfully: true))
        case .failed(let error):
            handler(.failed(error))
            handler(.finished(successfully: false))
        }
    }

    /// Waits until what callbacks have asked for is done, unless a callback calls.
    package func waitForCallbacks() { _ = deferred.takesOverInTurn {} }

    /// Stops for good.
    package func close() {
        guard !deferred.takesOverInOrder({ [self] in close() }) else { return }
        state.withLock { $0.isClosed = true }
        stop()
    }

    /// Records each channel from one of the device's, from 1 on; empty: as usual. A recording that is in progress does not change.
    package func setAssignments(_ channels: [Int]) {
        guard !deferred.takesOverInOrder({ [self] in setAssignments(channels) }) else { return }
        control.withLock { _ in
            let prepared = state.withLock { state in
                state.assignments = channels
                return state.run == .stopped ? state.session : nil
            }
            prepared?.setAssignments(channels)
        }
    }

    // MARK: What is set and read without waiting

    package var isRecording: Bool { state.withLock { $0.run } == .recording }
    package var isStopped: Bool { state.withLock { $0.run } == .stopped }

    /// Seconds captured so far; 0 while it is stopped.
    package var currentTime: Double {
        let (run, session) = state.withLock { ($0.run, $0.session) }
        guard run != .stopped, let session else { return 0 }
        return session.capturedFrames(isPaused: run == .paused) / session.format.sampleRate
    }

    /// The host time now, in the time of the device's cycles; the machine's where the device does not open.
    private var now: UInt64 {
        if let clock = state.withLock({ $0.clock }) { return clock.now }
        guard !DeferredWork.isNeeded, let input = try? openInput(nil) else { return HostTime.now() }
        state.withLock { $0.clock = input.connection }
        return input.now
    }

    /// The time that players and recorders share, in seconds.
    package var deviceTime: Double { timeline.seconds(at: now) }

    /// The host time of a time that players share; the present for one that is past.
    package func deviceTicks(of time: Double) -> UInt64 { timeline.hostTime(of: time, now: now) }

    package var isMetering: Bool {
        get { state.withLock { $0.isMetering } }
        set {
            let session = state.withLock { state in
                state.isMetering = newValue
                if !newValue { state.levels = [] }
                return state.session
            }
            session?.setMetering(newValue)
        }
    }

    /// Takes down the levels that `level` returns from now on.
    package func updateLevels() {
        let (session, isMetering) = state.withLock { ($0.session, $0.isMetering) }
        let levels = session.map { session in (0..<session.format.channels).map { session.level($0) } }
        state.withLock { $0.levels = isMetering ? levels ?? [] : [] }
    }

    /// A channel's levels, linear, when they were last taken down.
    package func level(_ channel: Int) -> (average: Float, peak: Float) {
        state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : (0, 0) }
    }
}

extension Recorder: SessionParticipant {
    package var isRunning: Bool { isRecording }

    /// Activates the session, and lets it pause the recorder from now on. False where others have the sound.
    private func joinSession() -> Bool {
        session.add(self)
        do { try session.activateImplicitly(recording: true) } catch { return false }
        return true
    }

    /// The file stays open: recording continues there.
    package func sessionWasInterrupted() {
        let isHit = isRecording
        // The interruption before ended without a notification if the program made the session active itself.
        state.withLock { $0.isInterrupted = isHit }
        guard isHit else { return }
        pause()
        handler(.interruptionBegan)
    }

    /// Makes the session active where it may go on, so that the next start has nothing to wait for.
    package func sessionMayResume(_ shouldResume: Bool) {
        let (wasInterrupted, isStopped) = state.withLock { state in
            defer { state.isInterrupted = false }
            return (state.isInterrupted, state.run == .stopped)
        }
        guard wasInterrupted else { return }
        // A recorder that the program has stopped since has nothing to continue.
        if shouldResume, !isStopped { try? session.activateImplicitly(recording: true) }
        handler(.interruptionEnded(shouldResume: shouldResume))
    }

    package func sessionWillDeactivate() { pause() }
    package func routeWasLost() {}
}
