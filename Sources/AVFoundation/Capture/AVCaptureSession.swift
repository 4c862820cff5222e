import AVFAudio
import AudioCore
import AudioIO
public import CoreMedia
public import Foundation

/// Captures from microphones and cameras, and hands what comes to outputs.
///
/// A session connects inputs and outputs of the same medium. It opens the devices when it runs, and only those that lead to an output.
/// All microphones that record from one device share its stream with the recorders, queues and engines of the program, under the same
/// audio session. Any thread may call, a delegate of an output's too. Nothing of the program's is called with a lock held.
open class AVCaptureSession: NSObject, AVKeyValueObservable, @unchecked Sendable {
    struct State {
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var preset = Preset.high
        /// Calls of `beginConfiguration()` without their end.
        var depth = 0
        var isRunning = false
        var isInterrupted = false
        var usesAudioSession = true
        var configuresAudioSession = true
    }

    let state = LockedValue(State(), .state)
    /// What captures now. Held by who starts and stops.
    let control = LockedValue(RunningSources(), .client)
    private let deferred = DeferredWork()
    let notifications: NotificationCenter
    let properties = ObservedProperties()

    /// Makes a session without inputs and outputs, which does not run.
    public override convenience init() { self.init(notifications: .default) }

    init(notifications: NotificationCenter) {
        self.notifications = notifications
        super.init()
    }

    deinit { control.withLock { $0.stopAll() } }

    // MARK: Running

    /// Opens the devices and begins to capture. Returns when that is done, or has failed.
    ///
    /// It takes some milliseconds. A session that runs already stays as it is. The audio session of the program becomes active where
    /// there is a microphone. What fails is posted as `AVCaptureSessionRuntimeError`, and `isRunning` stays false. Between
    /// `beginConfiguration()` and `commitConfiguration()` the call ends the program.
    open func startRunning() {
        guard !deferred.takesOverInOrder({ [self] in startRunning() }) else { return }
        requireAsset(
            state.withLock { $0.depth == 0 },
            "startRunning may not be called between calls to beginConfiguration and commitConfiguration")
        let isNew = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isNew else { return }
        // What an interruption has left there is paused.
        control.withLock { $0.stopAll() }
        guard update() else { return }
        didChangeRunning(true)
        post(.AVCaptureSessionDidStartRunning)
    }

    /// Ends capturing, and closes the devices. Returns when that is done.
    ///
    /// No delegate's function begins for what was captured before. One that runs meanwhile may still be running. A session that does
    /// not run stays as it is.
    open func stopRunning() {
        guard !deferred.takesOverInOrder({ [self] in stopRunning() }) else { return }
        let wasRunning = state.withLock { state in
            defer { (state.isRunning, state.isInterrupted) = (false, false) }
            return state.isRunning
        }
        guard wasRunning else { return }
        _ = update()
        didChangeRunning(false)
        post(.AVCaptureSessionDidStopRunning)
    }

    /// Whether the session runs: true from the start, also while it is interrupted, to the stop or an error.
    ///
    /// `observe(\.isRunning)` reports changes on the main queue.
    open var isRunning: Bool {
        properties.read("isRunning")
        return state.withLock { $0.isRunning }
    }

    /// Whether the audio session of the program has been interrupted, so that no sound comes.
    ///
    /// `observe(\.isInterrupted)` reports changes on the main queue.
    open var isInterrupted: Bool {
        properties.read("isInterrupted")
        return state.withLock { $0.isInterrupted }
    }

    func didChangeRunning(_ isRunning: Bool) {
        properties.changed("isRunning", to: isRunning, by: .shared)
        MainDeliveries.shared.deliver()
    }

    func didChangeInterrupted(_ isInterrupted: Bool) {
        properties.changed("isInterrupted", to: isInterrupted, by: .shared)
        MainDeliveries.shared.deliver()
    }

    func post(_ name: NSNotification.Name, _ info: [AnyHashable: Any]? = nil) {
        LockOrder.willCallClient()
        ProgramEnd.call { notifications.post(name: name, object: self, userInfo: info) }
    }

    // MARK: Configuration

    /// Gathers the changes that follow, so that they take effect together at the end.
    ///
    /// Calls may be nested. Each needs a `commitConfiguration()`.
    open func beginConfiguration() { state.withLock { $0.depth += 1 } }

    /// Has the changes since `beginConfiguration()` take effect in a session that runs, before this returns.
    ///
    /// What stays as it was continues without a gap. A call without a beginning ends the program.
    open func commitConfiguration() {
        let isOver = state.withLock { state -> Bool? in
            guard state.depth > 0 else { return nil }
            state.depth -= 1
            return state.depth == 0
        }
        requireAsset(isOver != nil, "commitConfiguration without beginConfiguration")
        if isOver == true { apply() }
    }

    /// Has a change take effect, unless a configuration continues or the session does not run.
    func apply() {
        guard !deferred.takesOverInOrder({ [self] in apply() }) else { return }
        guard state.withLock({ $0.isRunning && $0.depth == 0 }) else { return }
        _ = update()
    }

    /// What the session captures; `high` unless set.
    ///
    /// Setting one that `canSetSessionPreset(_:)` refuses ends the program. Presets concern cameras alone. Where a camera has no
    /// pictures of just that size, the next larger ones are taken, else the largest.
    open var sessionPreset: AVCaptureSession.Preset {
        get { state.withLock { $0.preset } }
        set {
            requireAsset(
                canSetSessionPreset(newValue),
                "-[AVCaptureSession setSessionPreset:] \(newValue.rawValue) is not supported")
            state.withLock { $0.preset = newValue }
            apply()
        }
    }

    /// Whether the session may have a preset with its present inputs.
    ///
    /// - Parameter preset: the preset.
    /// - Returns: true if each camera has pictures of its size; false for names that are none of this class.
    open func canSetSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        preset.isKnown && deviceInputs.allSatisfy { $0.device.supportsSessionPreset(preset) }
    }

    var deviceInputs: [AVCaptureDeviceInput] { inputs.compactMap { $0 as? AVCaptureDeviceInput } }

    /// Whether the session shares the audio session of the program; true unless set.
    ///
    /// There is one audio session. Where this is false, its category stays as the program has set it.
    open var usesApplicationAudioSession: Bool {
        get { state.withLock { $0.usesAudioSession } }
        set { state.withLock { $0.usesAudioSession = newValue } }
    }
    /// Whether the session may change the category of the audio session; true unless set.
    ///
    /// A session that begins to capture sound then sets `playAndRecord` where the category has no input. Else such a session does not
    /// run: a program whose audio session has a category without input cannot capture sound.
    open var automaticallyConfiguresApplicationAudioSession: Bool {
        get { state.withLock { $0.configuresAudioSession } }
        set { state.withLock { $0.configuresAudioSession = newValue } }
    }

    /// The clock of the times of everything that the session captures: that of host time.
    ///
    /// It is never nil, and sound and pictures have it in common.
    open var synchronizationClock: CMClock? { .hostTimeClock }
    /// The clock of the times of everything that the session captures. The same as `synchronizationClock`, by its name of old.
    @available(*, deprecated, message: "Use synchronizationClock.")
    open var masterClock: CMClock? { synchronizationClock }
}

extension AVCaptureSession: ReportsProperties {}
