import AudioCore

/// The state of a program's audio session: which setting it has, whether it is active, and what others do to it.
///
/// A value without locks, threads or clocks. Each call returns what is to be done for it, in order: whoever owns the value does
/// that without holding a lock, so that a program may call the session from each of its notifications.
package struct Session: Sendable {
    /// Names a session of another program.
    package typealias PeerID = String

    /// What the owner has to do: set the gain of the session's bus, notify the program, and notify other sessions.
    package enum Effect: Equatable, Sendable {
        /// The factor on all that the session plays.
        case gain(Float)
        case interruptionBegan(InterruptionReason)
        case interruptionEnded(shouldResume: Bool)
        case routeChanged(RouteChangeReason)
        /// Sound that accompanies other sound is to fall silent, or may be heard again.
        case secondaryAudioHint(silence: Bool)
        case announceActive(SessionSetting)
        case announceInactive(notifiesOthers: Bool)
    }

    /// With the numbers of AVAudioSession.
    package enum InterruptionReason: UInt, Sendable {
        case standard = 0
        case builtInMicMuted = 2
        case routeDisconnected = 4
    }

    /// With the numbers of AVAudioSession.
    package enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        case newDeviceAvailable = 1
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        case override = 4
        case wakeFromSleep = 6
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange = 8
    }

    /// What holds the sound while the session is interrupted.
    private enum Interrupter: Equatable {
        case peer(PeerID)
        case call
        case sleep
        /// The output in use has been unplugged, whose end nobody reports.
        case route
    }

    /// The factor on a session that another one ducks: -12 dB.
    package static let duckedGain: Float = 0.25

    /// Whether others know the session, and have their effects on it.
    package private(set) var isKnown: Bool
    package private(set) var setting = SessionSetting.standard
    package private(set) var isActive = false
    package private(set) var isCallActive = false
    /// Whether the output has been sent to the loudspeaker. Ends with a route change or an interruption.
    package private(set) var isOverriddenToSpeaker = false
    /// Whether any unit, queue or player of the session runs.
    package var isRunning = false
    /// Whether one of those that run is a player of recorded sound.
    package var isPlayerRunning = false
    package var prefersInterruptionOnRouteDisconnect = true
    package var hasInput = true
    package var hasServer = true

    private var peers: [PeerID: SessionSetting] = [:]
    private var interrupter: Interrupter?
    /// Whether all that held the sound in this interruption, and hold it no more, have left it to others.
    private var mayResume = true
    private var isScreenLocked = false
    private var isSilentSwitchOn = false
    private var reportedGain: Float = 1
    private var reportedHint = false

    package init(isKnown: Bool = true) { self.isKnown = isKnown }

    // MARK: What the program reads

    package var isInterrupted: Bool { interrupter != nil }

    /// Whether the program is the one that people listen to: its player plays in an active session for playback that mixes with
    /// no other.
    package var isNowPlaying: Bool {
        isKnown && isActive && isPlayerRunning && setting.category == .playback && !setting.isMixable
    }
    /// Whether the session of another program is active, mixable ones too.
    package var isOtherAudioPlaying: Bool { peers.values.contains { $0.category.hasOutput } }
    /// Whether another program plays what does not mix.
    package var shouldSilenceSecondaryAudio: Bool {
        peers.values.contains { !$0.isMixable && $0.category.hasOutput }
    }

    /// The factor on all that the session plays.
    package var gain: Float {
        guard isKnown else { return 1 }
        // Categories without output silence what plays all the same.
        if interrupter != nil || isActive && !setting.category.hasOutput { return 0 }
        if setting.category.isSilenceable, isScreenLocked || isSilentSwitchOn { return 0 }
        return peers.values.contains { $0.options.contains(.duckOthers) } ? Self.duckedGain : 1
    }

    // MARK: What the program does

    /// Lets others know the session from now on.
    package mutating func becomeKnown() -> [Effect] {
        guard !isKnown else { return [] }
        isKnown = true
        return (isActive ? [announce()] : []) + changes()
    }

    /// Takes another setting.
    ///
    /// What plays continues where the new category has an input besides, and what records where it has an output.
    ///
    /// - Throws: `sessionBusy` where an active session would lose its input or output while that runs. Nothing changes then.
    package mutating func set(_ new: SessionSetting) throws(AudioError) -> [Effect] {
        let (old, category) = (setting.category, new.category)
        let loses = old.hasInput && !category.hasInput || old.hasOutput && !category.hasOutput
        if isActive, isRunning, loses {
            throw .sessionBusy
        }
        guard new != setting else {
            // What was implied may have been asked for now.
            setting = new
            return []
        }
        setting = new
        if old != category { isOverriddenToSpeaker = false }
        var effects: [Effect] = old == category ? [] : [.routeChanged(.categoryChange)]
        if isActive, isKnown { effects.append(announce()) }
        return effects + changes()
    }

    /// Becomes active. An interruption is over then without a notification, as the program continues by itself.
    ///
    /// - Throws: `sessionServer`, `sessionResource` for recording without an input, and `sessionPriority` for recording
    ///   during a call. Nothing changes then.
    package mutating func activate() throws(AudioError) -> [Effect] {
        guard !isActive else { return [] }
        if isKnown {
            guard hasServer else { throw .sessionServer }
            if isCallActive, setting.category.hasInput { throw .sessionPriority }
            if setting.category == .record, !hasInput { throw .sessionResource }
        }
        isActive = true
        interrupter = nil
        return (isKnown ? [announce()] : []) + changes()
    }

    /// Becomes inactive, in any case.
    ///
    /// - Parameter notifiesOthers: whether sessions that this one has interrupted are to go on.
    /// - Returns: what is to be done, and `sessionBusy` where input or output was running, which the owner stops.
    package mutating func deactivate(notifiesOthers: Bool) -> (effects: [Effect], error: AudioError?) {
        let error = isActive && isRunning ? AudioError.sessionBusy : nil
        interrupter = nil
        (isRunning, isPlayerRunning) = (false, false)
        guard isActive else { return (changes(), error) }
        isActive = false
        isOverriddenToSpeaker = false
        return ((isKnown ? [.announceInactive(notifiesOthers: notifiesOthers)] : []) + changes(), error)
    }

    /// Sends the output to the loudspeaker, or back.
    ///
    /// - Throws: `sessionSetting` in all categories but `playAndRecord`.
    package mutating func override(toSpeaker: Bool) throws(AudioError) -> [Effect] {
        guard setting.category == .playAndRecord else { throw .sessionSetting }
        guard toSpeaker != isOverriddenToSpeaker else { return [] }
        isOverriddenToSpeaker = toSpeaker
        return [.routeChanged(.override)]
    }

    // MARK: What others do

    /// Another session became active, or has another setting now.
    package mutating func peerDidActivate(_ peer: PeerID, _ its: SessionSetting) -> [Effect] {
        peers[peer] = its
        return (isInterrupted(by: its) ? interrupt(.peer(peer)) : []) + changes()
    }

    /// Another session became inactive.
    ///
    /// A session that it had interrupted learns of the end in any case, and may go on where `notifiesOthers`.
    package mutating func peerDidDeactivate(_ peer: PeerID, notifiesOthers: Bool) -> [Effect] {
        peers[peer] = nil
        return resume(from: .peer(peer), shouldResume: notifiesOthers) + changes()
    }

    /// Another session's program ended, well or badly: what it held is free.
    package mutating func peerDidEnd(_ peer: PeerID) -> [Effect] {
        peerDidDeactivate(peer, notifiesOthers: false)
    }

    /// A call begins, which interrupts mixable sessions too.
    package mutating func callDidBegin() -> [Effect] {
        isCallActive = true
        return interrupt(.call) + changes()
    }

    package mutating func callDidEnd() -> [Effect] {
        isCallActive = false
        return resume(from: .call, shouldResume: true) + changes()
    }

    /// The machine is about to sleep, which interrupts what does not mix with others; what does mix continues afterwards.
    package mutating func machineWillSleep() -> [Effect] {
        (setting.isMixable ? [] : interrupt(.sleep)) + changes()
    }

    package mutating func machineDidWake() -> [Effect] {
        resume(from: .sleep, shouldResume: true) + [.routeChanged(.wakeFromSleep)] + changes()
    }

    package mutating func screenDidLock(_ isLocked: Bool) -> [Effect] {
        isScreenLocked = isLocked
        return changes()
    }

    package mutating func silentSwitchDidMove(isOn: Bool) -> [Effect] {
        isSilentSwitchOn = isOn
        return changes()
    }

    /// The route is another one, for a reason that lies outside the session.
    ///
    /// The loss of the output in use interrupts a session that is now playing, unless the program has opted out.
    ///
    /// - Parameter ofOutput: whether the output is another one, too.
    package mutating func routeDidChange(_ reason: RouteChangeReason, ofOutput: Bool = true) -> [Effect] {
        isOverriddenToSpeaker = false
        let interrupts = ofOutput && isNowPlaying && prefersInterruptionOnRouteDisconnect
        let effects = reason == .oldDeviceUnavailable && interrupts ? interrupt(.route, .routeDisconnected) : []
        return effects + [.routeChanged(reason)] + changes()
    }

    // MARK: The rest

    /// Whether another session's becoming active interrupts this one.
    private func isInterrupted(by its: SessionSetting) -> Bool {
        let speaks = setting.mode == .spokenAudio && its.options.contains(.interruptSpokenAudio)
        return speaks || !its.isMixable && !setting.isMixable
    }

    /// Notifies the others, of whom this session interrupts those that do not mix where it does not.
    private mutating func announce() -> Effect {
        if !setting.isMixable { peers = peers.filter { $0.value.isMixable } }
        return .announceActive(setting)
    }

    private mutating func interrupt(
        _ by: Interrupter, _ reason: InterruptionReason = .standard
    ) -> [Effect] {
        guard isActive, isKnown else { return [] }
        isActive = false
        (isRunning, isPlayerRunning) = (false, false)
        isOverriddenToSpeaker = false
        (interrupter, mayResume) = (by, true)
        return [.announceInactive(notifiesOthers: false), .interruptionBegan(reason)]
    }

    private mutating func resume(from ended: Interrupter, shouldResume: Bool) -> [Effect] {
        guard interrupter == ended else { return [] }
        // One that was interrupted itself continues afterwards, not those that it had interrupted.
        mayResume = mayResume && shouldResume
        // Another may hold the sound still.
        let holder = peers.filter { isInterrupted(by: $0.value) }.keys.min()
        interrupter = isCallActive ? .call : holder.map { .peer($0) }
        return interrupter == nil ? [.interruptionEnded(shouldResume: mayResume)] : []
    }

    /// Returns the gain and the hint that differ from those last reported. Only an active session receives hints.
    private mutating func changes() -> [Effect] {
        var effects: [Effect] = []
        if gain != reportedGain {
            reportedGain = gain
            effects.append(.gain(gain))
        }
        let hint = shouldSilenceSecondaryAudio
        if hint != reportedHint, isActive {
            reportedHint = hint
            effects.append(.secondaryAudioHint(silence: hint))
        }
        return effects
    }
}
