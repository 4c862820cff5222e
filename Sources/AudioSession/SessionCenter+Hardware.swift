import AudioCore
import AudioDevices
import AudioIO

/// What a program prefers of its hardware; 0 for what it has not said.
struct SessionWishes {
    var sampleRate: Double = 0
    var bufferDuration: Double = 0
    var inputChannels = 0
    var outputChannels = 0
    /// The device that what follows the default input is to record from.
    var input: String?

    /// Channels of a device that has so many.
    static func channels(_ most: Int, _ wish: Int) -> Int { wish > 0 ? min(wish, most) : most }

    /// The rate that is wished for, if a device has it.
    func rate(of device: DeviceDescription) -> Double? { device.rates.contains(sampleRate) ? sampleRate : nil }

    /// Frames of a cycle at a rate: a power of two from 256 to 4096.
    func frames(at rate: Double) -> Int? {
        guard bufferDuration > 0, rate > 0 else { return nil }
        let wanted = min(max(256, bufferDuration * rate), 4096)
        var frames = 256
        // The power of two that is nearest.
        while frames < 4096, wanted > Double(frames) * 1.5 { frames *= 2 }
        return frames
    }
}

extension SessionCenter.State {
    /// The wishes that have effect now.
    var presentWishes: SessionWishes { session.isActive ? wishes : SessionWishes() }

    /// The device that the category uses; nil where it has no such direction.
    func device(_ direction: DeviceDirection) -> DeviceDescription? {
        let isUsed = direction == .output ? session.setting.category.hasOutput : session.setting.category.hasInput
        return isUsed ? devices.device(direction) : nil
    }
}

// Numbers of the hardware: what is preferred and what is.
extension SessionCenter {
    private func read<Result>(_ body: (State) -> Result) -> Result {
        connect()
        return state.withLock { body($0) }
    }

    private func facts() -> SessionFacts { read { SessionFacts($0) } }

    /// What follows the default device, with the device where nothing does, and what is wished of that now.
    private struct Present {
        var sound: FollowedSound?
        var device: DeviceDescription?
        var wishes: SessionWishes

        var sampleRate: Double {
            sound?.sampleRate ?? device.map { wishes.rate(of: $0) ?? $0.sampleRate } ?? 48_000
        }
        var framesPerCycle: Int { sound?.framesPerCycle ?? wishes.frames(at: sampleRate) ?? 512 }
    }

    private func present(_ direction: DeviceDirection) -> Present {
        let (connection, device, wishes) = read { state in
            (state.link?.connection, state.devices.device(direction), state.presentWishes)
        }
        return Present(sound: connection?.followedSound(direction), device: device, wishes: wishes)
    }

    /// The output, or the input where the category has no output.
    private var present: Present { present(setting.category.hasOutput ? .output : .input) }

    // MARK: Preferences

    package var preferredSampleRate: Double { state.withLock { $0.wishes.sampleRate } }
    package var preferredIOBufferDuration: Double { state.withLock { $0.wishes.bufferDuration } }
    package var preferredInputChannels: Int { state.withLock { $0.wishes.inputChannels } }
    package var preferredOutputChannels: Int { state.withLock { $0.wishes.outputChannels } }

    /// Asks for another rate, with effect while the session is active; 0 takes the wish back. One that the device does not
    /// have is kept without effect.
    package func setPreferredSampleRate(_ rate: Double) throws(AudioError) {
        guard rate.isFinite, rate >= 0 else { throw .sessionSetting }
        setWish { $0.sampleRate = rate }
    }

    /// Asks for cycles of another length in seconds, with effect while the session is active; 0 takes the wish back.
    package func setPreferredIOBufferDuration(_ seconds: Double) throws(AudioError) {
        guard seconds.isFinite, seconds >= 0 else { throw .sessionSetting }
        setWish { $0.bufferDuration = seconds }
    }

    /// Asks for so many channels of the input, with effect on what is opened while the session is active; 0 takes the wish back.
    ///
    /// - Throws: `sessionCategory` in categories without input, `sessionSetting` for more channels than there are.
    package func setPreferredInputChannels(_ count: Int) throws(AudioError) {
        guard setting.category.hasInput else { throw .sessionCategory }
        guard (0...maximumInputChannels).contains(count) else { throw .sessionSetting }
        setWish { $0.inputChannels = count }
    }

    /// The same of the output.
    package func setPreferredOutputChannels(_ count: Int) throws(AudioError) {
        guard setting.category.hasOutput else { throw .sessionCategory }
        guard (0...maximumOutputChannels).contains(count) else { throw .sessionSetting }
        setWish { $0.outputChannels = count }
    }

    /// Changes what the program prefers, with effect at once while the session is active.
    func setWish(_ body: (inout SessionWishes) -> Void) {
        becomeKnown()
        change { state in
            body(&state.wishes)
            return []
        }
        if isActive { applyWishes() }
    }

    /// Asks the connection for what the program prefers while the session is active, and for nothing else while it is not, and for
    /// streams of the role that the mode has. Waits for that, except in a callback.
    func applyWishes() {
        guard !work.takesOver({ [weak self] in self?.applyWishes() }) else { return }
        routing.withLock { _ in
            let (link, wishes, device) = state.withLock { ($0.link, $0.presentWishes, $0.devices.device(.output)) }
            let mode = setting.mode
            guard let connection = link?.connection else { return }
            func channels(_ count: Int) -> Int? { count > 0 ? count : nil }
            connection.wish(
                outputChannels: channels(wishes.outputChannels), inputChannels: channels(wishes.inputChannels))
            let rate = device.flatMap { wishes.rate(of: $0) }
            connection.wish(communicates: mode.isConversation)
            connection.wish(
                sampleRate: rate, framesPerCycle: wishes.frames(at: rate ?? device?.sampleRate ?? 48_000))
            connection.prefer(wishes.input, .input)
            look()
        }
    }

    // MARK: What is

    /// Frames per second of what the session plays, or of what it records where it plays nothing.
    package var sampleRate: Double { present.sampleRate }

    /// Seconds of one cycle.
    package var ioBufferDuration: Double {
        let present = present
        return Double(present.framesPerCycle) / present.sampleRate
    }

    /// Channels of what records with all channels of the route; 0 where the category has no input.
    package var inputChannels: Int { facts().inputChannels }
    /// Channels of what plays on all channels of the route; 0 where the category has no output.
    package var outputChannels: Int { facts().outputChannels }

    /// Those of the device.
    package var maximumInputChannels: Int { read { $0.device(.input)?.channels ?? 0 } }
    package var maximumOutputChannels: Int { read { $0.device(.output)?.channels ?? 0 } }

    /// Seconds between a sound and its cycle, as measured; 0 while nothing records.
    package var inputLatency: Double { setting.category.hasInput ? present(.input).sound?.latency ?? 0 : 0 }
    /// Seconds between a cycle and its sound, as measured; 0 while nothing plays.
    package var outputLatency: Double { setting.category.hasOutput ? present(.output).sound?.latency ?? 0 : 0 }

    /// The volume of the device that plays, as people see it; 0 while that is muted.
    package var outputVolume: Float { facts().outputVolume }

    package var inputGain: Float { facts().inputGain }
    package var isInputGainSettable: Bool {
        read { $0.session.setting.category.hasInput && !($0.devices.device(.input)?.volume ?? []).isEmpty }
    }

    /// Sets the volume of the device that records, for all programs; values beyond 0 and 1 count as these.
    ///
    /// - Throws: `sessionUnspecified` where it cannot be set.
    package func setInputGain(_ gain: Float) throws(AudioError) {
        becomeKnown()
        guard isInputGainSettable, !gain.isNaN else { throw .sessionUnspecified }
        guard let device = state.withLock({ $0.devices.device(.input) }) else { throw .sessionUnspecified }
        try apply(.volume([Float](repeating: min(max(0, gain), 1), count: device.volume.count)), to: device)
    }

    /// Whether what is recorded is silence. Notified of while the session records, and when it begins to.
    package var inputMuted: Bool {
        get { state.withLock { $0.isInputMuted } }
        set {
            becomeKnown()
            state.withLock { state in
                guard newValue != state.isInputMuted else { return }
                state.isInputMuted = newValue
                state.link?.connection.setInputMuted(state.isInputSilent)
                if state.isRecording { tell(.inputMuteChanged(newValue)) }
            }
        }
    }

    /// Whether all that the program plays is silent, but sounds of role `event`.
    package var outputMuted: Bool {
        get { state.withLock { $0.isOutputMuted } }
        set {
            becomeKnown()
            state.withLock { state in
                state.isOutputMuted = newValue
                state.link?.connection.setSessionGain(state.gain)
            }
        }
    }
}
