import AudioCore
import AudioDevices
package import AudioSession
public import Foundation

/// What a program uses sound for: with whose sound it mixes, which devices it plays and records on, and what interrupts it.
///
/// There is one session, `sharedInstance()`. A program uses it from the first call that sets something of it or makes it active; until
/// then nobody interrupts the program. Settings take effect with `setActive(true)`, or at once while the session is active. All members
/// may be used on any thread and in any callback.
/// Errors are of the domain `NSOSStatusErrorDomain`, with the codes of `ErrorCode`.
open class AVAudioSession: NSObject, @unchecked Sendable {
    package let center: SessionCenter
    private let poster: SessionPoster
    private let wishes: LockedValue<SessionWishes>

    private static let shared = AVAudioSession(center: .shared)

    /// Another object for the session of the program, with the same state and the same effect.
    ///
    /// Programs use `sharedInstance()`: it is the object of all notifications.
    public override init() {
        let shared = AVAudioSession.shared
        (center, poster, wishes) = (shared.center, shared.poster, shared.wishes)
        super.init()
    }

    /// - Parameter other: whose session and wishes this one has.
    init(sharing other: AVAudioSession) {
        (center, poster, wishes) = (other.center, other.poster, other.wishes)
        super.init()
    }

    /// - Parameters:
    ///   - center: the engine's session.
    ///   - notifications: where the session's notifications are posted.
    package init(center: SessionCenter, notifications: NotificationCenter = .default) {
        self.center = center
        poster = SessionPoster(center, notifications)
        wishes = LockedValue(SessionWishes())
        super.init()
        poster.begin(for: self)
    }

    /// The session of the program. Getting it does not use it: other programs learn of it from the first setting or activation.
    ///
    /// - Returns: the one session of the program.
    open class func sharedInstance() -> AVAudioSession { shared }

    // MARK: Category and mode

    /// The categories that can be set: all but the deprecated one, and but `record` where there is no input.
    open var availableCategories: [Category] {
        let hasInput = center.isInputAvailable
        return SessionCategory.allCases.filter { $0 != .audioProcessing && ($0 != .record || hasInput) }.map(\.value)
    }

    /// Sets a category without options. The mode stays where it suits the category, and is `default` else.
    ///
    /// - Parameter category: one of the categories of `Category`.
    /// - Throws: -50 for a string that names no category; `'!act'` where an active session would lose its input or output
    ///   while that runs.
    open func setCategory(_ category: Category) throws { try setCategory(category, options: []) }

    /// Sets a category with options. The mode stays where it suits the category, and is `default` else.
    ///
    /// - Parameters:
    ///   - category: whether the program plays, records or does both, and whether it is heard while the screen is locked.
    ///   - options: variations that the category takes, such as `mixWithOthers`.
    /// - Throws: -50 if category, mode and options cannot be combined; `'what'` for `allowAirPlay` with `playback`; `'!act'` if an
    ///   active session would lose its input or output while that runs. On error nothing changes.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try throwingSessionErrors { () throws(AudioError) in
            let category = try SessionCategory(category)
            try center.set(category, options: SessionOptions(rawValue: options.rawValue))
        }
    }

    /// Sets a category with a mode and options.
    ///
    /// - Parameters:
    ///   - category: whether the program plays, records or does both, and whether it is heard while the screen is locked.
    ///   - mode: a special use; one that the category takes.
    ///   - options: variations that the category takes, such as `mixWithOthers`.
    /// - Throws: -50 if category, mode and options cannot be combined; `'what'` for `allowAirPlay` with `playback`; `'!act'` if an
    ///   active session would lose its input or output while that runs. On error nothing changes.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets a category with a mode, a policy and options.
    ///
    /// - Parameters:
    ///   - category: whether the program plays, records or does both, and whether it is heard while the screen is locked.
    ///   - mode: a special use; one that the category takes.
    ///   - policy: `default`; `longFormAudio` or `longFormVideo` for a player of music, audiobooks or movies.
    ///   - options: variations that the category takes, such as `mixWithOthers`.
    /// - Throws: as `setCategory(_:options:)`; -50 also for `independent`, and for a policy of long forms with another category
    ///   than `playback`, with options, or with another mode than `default`, `moviePlayback` and `spokenAudio`.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        try throwingSessionErrors { () throws(AudioError) in
            try center.set(
                SessionSetting(
                    SessionCategory(category), mode: SessionMode(mode),
                    options: SessionOptions(rawValue: options.rawValue), policy: SessionPolicy(policy)))
        }
    }

    /// The category that was set last; `soloAmbient` before the first.
    open var category: Category { center.setting.category.value }

    /// The options with those that the category, the mode and other options imply. They can be set again.
    open var categoryOptions: CategoryOptions { CategoryOptions(rawValue: center.setting.options.rawValue) }

    /// The policy that was set last; `default` before the first.
    open var routeSharingPolicy: RouteSharingPolicy { center.setting.policy.value }

    /// The modes that can be set, with a category that they are for.
    open var availableModes: [Mode] { SessionMode.allCases.map(\.value) }

    /// Sets the mode; the category and its options stay.
    ///
    /// - Parameter mode: a special use; `default` for none.
    /// - Throws: -50 for a mode that the category does not take. Nothing changes then.
    open func setMode(_ mode: Mode) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.set(SessionMode(mode)) }
    }

    /// The mode that was set last; `default` before the first.
    open var mode: Mode { center.setting.mode.value }

    /// Has no effect: system sounds are heard during a recording in any case. The value can be read back.
    ///
    /// - Parameter inValue: whether the program wants system sounds during a recording.
    /// - Throws: nothing.
    open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        wishes.withLock { $0.allowsHaptics = inValue }
    }

    /// What `setAllowHapticsAndSystemSoundsDuringRecording(_:)` was given last; false before.
    open var allowHapticsAndSystemSoundsDuringRecording: Bool { wishes.withLock { $0.allowsHaptics } }

    // MARK: Recording permission

    /// The same as `AVAudioApplication.recordPermission`.
    @available(*, deprecated, message: "Use AVAudioApplication.shared.recordPermission.")
    open var recordPermission: RecordPermission {
        switch center.recordPermission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// The same as `AVAudioApplication.requestRecordPermission(completionHandler:)`.
    ///
    /// - Parameter response: called with whether the program may record, on any thread. In the language mode of Swift 6 a closure that
    ///   is written on the main actor has to be `@Sendable`, as on Apple's systems.
    @available(*, deprecated, message: "Use AVAudioApplication.requestRecordPermission(completionHandler:).")
    open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        // Whoever asks answers for the thread of the answer.
        nonisolated(unsafe) let response = response
        center.requestRecordPermission { response($0) }
    }

    // MARK: Route

    /// The inputs and outputs in use.
    open var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription(center.route, self) }

    /// The inputs that can be used; none in a category without input.
    open var availableInputs: [AVAudioSessionPortDescription]? { ports(center.availableInputs) }

    /// Asks for an input; nil for none in particular.
    ///
    /// - Parameter inPort: a port of `availableInputs`, or nil.
    /// - Throws: -50 for a port that is not one of `availableInputs`.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setPreferredInput(inPort?.port) }
    }

    /// What was asked for; nil for none.
    open var preferredInput: AVAudioSessionPortDescription? { center.preferredInput.flatMap { ports([$0]).first } }

    /// Plays on the loudspeaker instead of what the route has, until the route changes or the session is interrupted.
    ///
    /// - Parameter portOverride: `speaker`, or `none` for the route as it is.
    /// - Throws: -50 in another category than `playAndRecord`.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.override(toSpeaker: portOverride == .speaker) }
    }

    /// Has no effect on Linux: a message on the desktop never stops the sound. The value can be read back.
    ///
    /// - Parameter inValue: whether the program wants not to be interrupted by messages.
    /// - Throws: nothing.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        wishes.withLock { $0.prefersNoAlerts = inValue }
    }

    /// What `setPrefersNoInterruptionsFromSystemAlerts(_:)` was given last; false before.
    open var prefersNoInterruptionsFromSystemAlerts: Bool { wishes.withLock { $0.prefersNoAlerts } }

    /// Says whether the loss of the device that plays interrupts the session while that is now playing.
    ///
    /// It is now playing while it is active with the category `playback`, mixes with no other, and an `AVAudioPlayer` plays. In a
    /// program that uses its session, any loss pauses players and is notified as a change of the route.
    ///
    /// - Parameter inValue: true for an interruption with the reason `routeDisconnected`; false for a change of the route alone.
    /// - Throws: nothing.
    open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        center.prefersInterruptionOnRouteDisconnect = inValue
    }

    /// What `setPrefersInterruptionOnRouteDisconnect(_:)` was given last; true before.
    open var prefersInterruptionOnRouteDisconnect: Bool { center.prefersInterruptionOnRouteDisconnect }

    // MARK: Activation

    /// Makes the session active, or inactive.
    ///
    /// An active session interrupts others, which learn of the end of that where `notifyOthersOnDeactivation` is given. Making a
    /// session active twice does nothing.
    ///
    /// - Parameters:
    ///   - active: true to make it active, false to make it inactive.
    ///   - options: `notifyOthersOnDeactivation` to let the sessions go on that this one has interrupted; ignored while the session
    ///     becomes active.
    /// - Throws: '!act' where input or output was running, though the session is inactive then; '!pri' for recording during a
    ///   call; '!res' for recording without an input; 'msrv' while the sound server is gone.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try throwingSessionErrors("Session \(active ? "activation" : "deactivation") failed") {
            () throws(AudioError) in
            guard !active else { return try center.activate() }
            try center.deactivate(notifiesOthers: options.contains(.notifyOthersOnDeactivation))
        }
    }

    /// Whether the session of another program is active, one that mixes too.
    open var isOtherAudioPlaying: Bool { center.isOtherAudioPlaying }

    /// Whether another program plays what does not mix.
    open var secondaryAudioShouldBeSilencedHint: Bool { center.shouldSilenceSecondaryAudio }

    /// The length of spoken prompts: as usual, or none if they would disturb others.
    open var promptStyle: PromptStyle { center.shouldSilenceSecondaryAudio ? .none : .normal }

    // MARK: Hardware

    /// Asks for a sample rate; 0 for none in particular. A rate that the device does not have is not an error: read
    /// `sampleRate`.
    ///
    /// - Parameter sampleRate: frames per second, such as 48,000; 0 for none in particular.
    /// - Throws: -50 for a rate that is negative or no number.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setPreferredSampleRate(sampleRate) }
    }

    /// What was asked for; 0 for nothing.
    open var preferredSampleRate: Double { center.preferredSampleRate }

    /// Frames per second of the device.
    open var sampleRate: Double { center.sampleRate }

    /// Asks for the length of a cycle in seconds; 0 for none in particular. What the device gives is `ioBufferDuration`.
    ///
    /// - Parameter duration: the length of a cycle in seconds, such as 0.005; 0 for none in particular.
    /// - Throws: -50 for a length that is negative or no number.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setPreferredIOBufferDuration(duration) }
    }

    /// What was asked for; 0 for nothing.
    open var preferredIOBufferDuration: TimeInterval { center.preferredIOBufferDuration }

    /// The length of a cycle in seconds.
    open var ioBufferDuration: TimeInterval { center.ioBufferDuration }

    /// Asks for a number of channels to record; 0 for none in particular.
    ///
    /// - Parameter count: channels, up to `maximumInputNumberOfChannels`; 0 for none in particular.
    /// - Throws: '!cat' in a category without input; -50 for more than `maximumInputNumberOfChannels`.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setPreferredInputChannels(count) }
    }

    /// What was asked for; 0 for nothing.
    open var preferredInputNumberOfChannels: Int { center.preferredInputChannels }

    /// Channels that are recorded; 0 without an input.
    open var inputNumberOfChannels: Int { center.inputChannels }

    /// Channels of the input; 0 without one.
    open var maximumInputNumberOfChannels: Int { center.maximumInputChannels }

    /// Asks for a number of channels to play; 0 for none in particular.
    ///
    /// - Parameter count: channels, up to `maximumOutputNumberOfChannels`; 0 for none in particular.
    /// - Throws: '!cat' in a category without output; -50 for more than `maximumOutputNumberOfChannels`.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setPreferredOutputChannels(count) }
    }

    /// What was asked for; 0 for nothing.
    open var preferredOutputNumberOfChannels: Int { center.preferredOutputChannels }

    /// Channels that are played.
    open var outputNumberOfChannels: Int { center.outputChannels }

    /// Channels of the output.
    open var maximumOutputNumberOfChannels: Int { center.maximumOutputChannels }

    /// Has no effect: no input here records in stereo by the way the device is held. The value can be read back.
    ///
    /// - Parameter orientation: how the device is held.
    /// - Throws: nothing.
    open func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        wishes.withLock { $0.inputOrientation = orientation }
    }

    /// What `setPreferredInputOrientation(_:)` was given last; `none` before.
    open var preferredInputOrientation: StereoOrientation { wishes.withLock { $0.inputOrientation } }

    /// None: no input records in stereo by the way the device is held.
    open var inputOrientation: StereoOrientation { .none }

    /// Sets the gain of the input, from 0 to 1, for all programs that record from it.
    ///
    /// - Parameter gain: the gain, from 0 for silence to 1 for the most that the device has.
    /// - Throws: an error where it cannot be set, see `isInputGainSettable`.
    open func setInputGain(_ gain: Float) throws {
        try throwingSessionErrors { () throws(AudioError) in try center.setInputGain(gain) }
    }

    /// The gain of the input, from 0 to 1; 0 without an input.
    open var inputGain: Float { center.inputGain }

    /// Whether there is an input with a gain that programs may set.
    open var isInputGainSettable: Bool { center.isInputGainSettable }

    /// Whether there is an input, whatever the category.
    open var isInputAvailable: Bool { center.isInputAvailable }

    /// Seconds from what is heard at the microphone to the program.
    open var inputLatency: TimeInterval { center.inputLatency }

    /// Seconds from the program to what is heard.
    open var outputLatency: TimeInterval { center.outputLatency }

    /// The volume of the output, which its user sets: 0 to 1, and 0 while it is muted.
    ///
    /// `values(of: \.outputVolume)` and `observe(_:options:changeHandler:)` report its changes.
    open var outputVolume: Float { center.outputVolume }

    /// Has no effect on the sound: input and output of one device share a clock here in any case.
    ///
    /// - Parameter inIOType: whether the program wants them to share a clock.
    /// - Throws: '!act' for another value than the present one while anything of the program plays or records. It stays then.
    open func setAggregatedIOPreference(_ inIOType: IOType) throws {
        guard wishes.withLock({ $0.ioType }) != inIOType else { return }
        try throwingSessionErrors { () throws(AudioError) in
            guard !center.isRunning else { throw .sessionBusy }
        }
        wishes.withLock { $0.ioType = inIOType }
    }

    // MARK: Data sources

    /// What can be chosen of the input in use; nil if there is no choice.
    open var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }

    /// What is chosen of `inputDataSources`; nil if there is no choice.
    open var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Chooses a source of the input in use; nil leaves what is chosen.
    ///
    /// - Parameter dataSource: one of `inputDataSources`, or nil.
    /// - Throws: -50 for one that is not of `inputDataSources`.
    open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try select(dataSource, of: currentRoute.inputs.first)
    }

    /// What can be chosen of the output in use; nil if there is no choice.
    open var outputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.outputs.first?.dataSources }

    /// What is chosen of `outputDataSources`; nil if there is no choice.
    open var outputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.outputs.first?.selectedDataSource }

    /// Chooses a source of the output in use; nil leaves what is chosen.
    ///
    /// - Parameter dataSource: one of `outputDataSources`, or nil.
    /// - Throws: -50 for one that is not of `outputDataSources`.
    open func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try select(dataSource, of: currentRoute.outputs.first)
    }

    // MARK: Rendering

    /// Says that the program has sound of more than two channels. It has no effect; the value can be read back.
    ///
    /// - Parameter inValue: whether it has.
    /// - Throws: nothing.
    open func setSupportsMultichannelContent(_ inValue: Bool) throws {
        wishes.withLock { $0.hasMultichannelContent = inValue }
    }

    /// What `setSupportsMultichannelContent(_:)` was given last; false before.
    open var supportsMultichannelContent: Bool { wishes.withLock { $0.hasMultichannelContent } }

    /// By the number of channels that are played; not applicable in a category without output.
    open var renderingMode: RenderingMode { RenderingMode(channels: center.outputChannels) }

    /// Layouts of as many channels as the output has, and of fewer.
    open var supportedOutputChannelLayouts: [AVAudioChannelLayout] {
        let tags = [
            kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_Quadraphonic,
            kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_MPEG_7_1_C,
        ]
        return tags.compactMap { AVAudioChannelLayout(layoutTag: $0) }
            .filter { $0.channelCount <= maximumOutputNumberOfChannels }
    }

    /// Silences what the program plays, or lets it be heard. The volume of the output stays.
    ///
    /// - Parameter muted: true for silence.
    /// - Throws: nothing.
    open func setOutputMuted(_ muted: Bool) throws {
        guard center.outputMuted != muted else { return }
        center.outputMuted = muted
        poster.postOutputMute(muted)
    }

    /// What `setOutputMuted(_:)` was given last; false before.
    open var isOutputMuted: Bool { center.outputMuted }

    // MARK: Calls

    /// Has no effect: no input removes echoes yet. The value can be read back.
    ///
    /// - Parameter value: whether the program wants an input without its own sound in it.
    /// - Throws: nothing.
    open func setPrefersEchoCancelledInput(_ value: Bool) throws {
        wishes.withLock { $0.prefersEchoCancellation = value }
    }

    /// What `setPrefersEchoCancelledInput(_:)` was given last; false before.
    open var prefersEchoCancelledInput: Bool { wishes.withLock { $0.prefersEchoCancellation } }

    /// Always false: no input removes echoes yet.
    open var isEchoCancelledInputEnabled: Bool { false }

    /// Always false: no input removes echoes yet.
    open var isEchoCancelledInputAvailable: Bool { false }

    /// Has no effect: nothing is mixed into what a call's other end hears. The value can be read back.
    ///
    /// - Parameter inValue: the sound that the program wants to be mixed in.
    /// - Throws: nothing.
    open func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
        wishes.withLock { $0.injectionMode = inValue }
    }

    /// What `setPreferredMicrophoneInjectionMode(_:)` was given last; `none` before.
    open var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { wishes.withLock { $0.injectionMode } }

    /// Always false: nothing is mixed into what a call's other end hears.
    open var isMicrophoneInjectionAvailable: Bool { false }
}

/// What a program has asked of its session, and what nothing here depends on.
private struct SessionWishes {
    var allowsHaptics = false
    var prefersNoAlerts = false
    var inputOrientation = AVAudioSession.StereoOrientation.none
    var ioType = AVAudioSession.IOType.notSpecified
    var hasMultichannelContent = false
    var prefersEchoCancellation = false
    var injectionMode = AVAudioSession.MicrophoneInjectionMode.none
    /// The sources asked for, by the UIDs of their ports.
    var sources: [String: SessionDataSource] = [:]
}

extension AVAudioSession.RenderingMode {
    /// What a session renders that plays so many channels.
    init(channels: Int) {
        switch channels {
        case ..<1: self = .notApplicable
        case 1...2: self = .monoStereo
        default: self = .surround
        }
    }
}

extension AVAudioSession {
    private func ports(_ ports: [SessionPort]) -> [AVAudioSessionPortDescription] {
        ports.map { AVAudioSessionPortDescription($0, .input, self) }
    }

    /// Which source of a port was asked for; nil for none.
    func preferredSource(of port: SessionPort) -> SessionDataSource? { wishes.withLock { $0.sources[port.uid] } }

    /// Chooses a source of a port and keeps the wish; nil forgets it.
    ///
    /// - Throws: -50 for a source that is not the port's.
    func prefer(_ source: SessionDataSource?, of port: SessionPort, _ direction: DeviceDirection) throws {
        try throwingSessionErrors { () throws(AudioError) in
            if let source {
                guard port.sources.contains(where: { $0.id == source.id }) else {
                    throw .parameter.because("the data source is not one of the port's")
                }
                try center.selectSource(source.id, of: port, direction)
            }
            wishes.withLock { $0.sources[port.uid] = source }
        }
    }

    private func select(_ source: AVAudioSessionDataSourceDescription?, of port: AVAudioSessionPortDescription?) throws
    {
        guard let source else { return }
        try throwingSessionErrors { () throws(AudioError) in
            guard let port, port.port.sources.contains(where: { $0.id == source.source.id }) else {
                throw .parameter.because("the data source is not one of the port's")
            }
            try center.selectSource(source.source.id, of: port.port, port.direction)
        }
    }
}
