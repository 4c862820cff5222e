import AudioDevices

/// What plays on, or records from, the device that the session follows.
package struct FollowedSound: Equatable, Sendable {
    package var sampleRate: Double
    package var framesPerCycle: Int
    /// Seconds between a cycle and its sound.
    package var latency: Double
}

// What the session of the program does with its connection.
extension Connection {
    /// Sets the factor on all that this connection plays but sounds of role `event`, within 10 ms. Does not wait.
    package func setSessionGain(_ gain: Float) { router.setSessionGain(gain) }

    /// Whether all that this connection records is silence, from the next cycle on. Does not wait.
    package func setInputMuted(_ isMuted: Bool) { router.setInputMuted(isMuted) }

    /// Asks for streams of another rate, and for cycles of another length; nil for those that there are without the wish. Waits
    /// until the connection's thread has asked for them.
    ///
    /// Devices of the hardware layer take the length soon after, and keep it until a client sets another one, or the session
    /// wishes for one.
    package func wish(sampleRate: Double?, framesPerCycle: Int?) {
        let (hasOtherRate, hasOtherCycle) = router.session.withLock { wish in
            defer { (wish.sampleRate, wish.framesPerCycle) = (sampleRate, framesPerCycle) }
            return (wish.sampleRate != sampleRate, wish.framesPerCycle != framesPerCycle)
        }
        if hasOtherRate || hasOtherCycle { follow() }
        if hasOtherCycle { thread.post { [thread] in thread.notifyObservers(.cyclesWished) } }
    }

    /// Frames of a cycle that the session asks for; nil where it does not.
    var wishedFrames: Int? { router.session.withLock { $0.framesPerCycle } }

    /// Asks for streams of so many channels where the device has as many; nil for the device's. Streams that are open keep
    /// theirs.
    package func wish(outputChannels: Int?, inputChannels: Int?) {
        router.session.withLock { ($0.outputChannels, $0.inputChannels) = (outputChannels, inputChannels) }
    }

    /// Whether all that this connection plays and records, but sounds of role `event`, is a conversation. What plays continues
    /// without a gap in a stream of the other role. Waits until the connection's thread has moved it.
    package func wish(communicates: Bool) {
        let hasChanged = router.session.withLock { wish in
            defer { wish.communicates = communicates }
            return wish.communicates != communicates
        }
        if hasChanged { follow() }
    }

    /// Lets what follows a default device play on, or record from, another one; nil: the default one. Waits until the
    /// connection's thread has moved it.
    package func prefer(_ device: String?, _ direction: DeviceDirection) {
        let hasChanged = router.session.withLock { wish in
            let before = direction == .output ? wish.output : wish.input
            if direction == .output { wish.output = device } else { wish.input = device }
            return before != device
        }
        if hasChanged { follow() }
    }

    private func follow() {
        let router = router
        // In a callback the thread is not waited for.
        do { try thread.perform { router.followSession() } } catch { thread.post { router.followSession() } }
    }

    /// The device of what follows the default one; nil where nothing does, or the server does not report it.
    package func followedDevice(_ direction: DeviceDirection) -> String? {
        guard let mix = router.followedMix(direction) else {
            return (try? devices()).flatMap { router.preferredDevice(direction, $0) }
        }
        return mix.pinnedDevice ?? mix.keeper.stream?.device
    }

    /// The numbers of what follows the default device; nil where nothing does.
    package func followedSound(_ direction: DeviceDirection) -> FollowedSound? {
        guard let mix = router.followedMix(direction) else { return nil }
        return FollowedSound(
            sampleRate: mix.shape.sampleRate, framesPerCycle: mix.framesPerCycle.load(ordering: .relaxed),
            latency: Double(mix.keeper.stream?.latency ?? 0) / mix.shape.sampleRate)
    }

    /// Calls `body` on the connection's thread after some nanoseconds, unless the connection ends before.
    package func after(_ nanoseconds: UInt64, _ body: @escaping @Sendable () -> Void) {
        thread.post { [thread] in thread.after(nanoseconds, body) }
    }
}
