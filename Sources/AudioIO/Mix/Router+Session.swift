import AudioCore
import AudioDevices

/// What the session of the program wants of its sound.
struct SessionWish {
    /// The factor on all output but that of role `event`.
    var gain: Float = 1
    var isInputMuted = false
    /// Whether what the program plays and records is a conversation.
    var communicates = false
    /// The rate of streams that have their device's rate; nil for that.
    var sampleRate: Double?
    /// Frames of a cycle. Devices of the hardware layer take them as if a client had set them.
    var framesPerCycle: Int?
    /// Channels of streams that have their device's; nil for those.
    var outputChannels: Int?
    var inputChannels: Int?
    /// Where what follows a default device plays and records; nil for the default.
    var output: String?
    var input: String?
}

extension Router {
    /// How long the gain takes to its new value, in seconds.
    private static let rampTime: Float = 0.01

    /// Sets up a mix that is new. Under the router's lock.
    func prepare(_ mix: Mix) {
        let wish = session.withLock { $0 }
        (mix.side as? OutputMixer)?.sessionFader.set(wish.gain)
        (mix.side as? InputSplitter)?.isMuted = wish.isInputMuted
    }

    /// Any thread. Does not wait.
    func setSessionGain(_ gain: Float) {
        entries.withLock { entries in
            session.withLock { $0.gain = gain }
            for entry in entries { (entry.mix.side as? OutputMixer)?.sessionFader.set(gain, over: Self.rampTime) }
        }
    }

    /// Any thread. Does not wait.
    func setInputMuted(_ isMuted: Bool) {
        entries.withLock { entries in
            session.withLock { $0.isInputMuted = isMuted }
            for entry in entries { (entry.mix.side as? InputSplitter)?.isMuted = isMuted }
        }
    }

    /// Lets what plays and records already do so as the session wants now. On the connection's thread.
    func followSession() {
        let spent = entries.withLock { entries in entries.map(publish) }
        for plans in spent { OutputPlan.free(plans) }
        reroute()
    }

    /// What a stream is for on the server, by what its buses are for.
    func presentRole(_ role: StreamRole, on backend: any Backend) -> StreamRole {
        guard backend.knowsRoles else { return .sound }
        return role == .sound && session.withLock(\.communicates) ? .communication : role
    }

    /// Frames of a cycle that a bus asks for.
    func frames(for bus: Bus) -> Int {
        guard bus.role == .sound, !bus.locksCycle else { return bus.framesPerCycle }
        return session.withLock { $0.framesPerCycle } ?? bus.framesPerCycle
    }

    /// The rate of a stream that has its device's rate.
    func rate(of device: DeviceDescription, _ role: StreamRole) -> Double {
        guard role != .event, device.direction == .output else { return device.sampleRate }
        return session.withLock { $0.sampleRate } ?? device.sampleRate
    }

    /// The channels of a stream that has its device's.
    func channels(of device: DeviceDescription, _ role: StreamRole) -> Int {
        guard role != .event else { return device.channels }
        let wish = session.withLock { device.direction == .output ? $0.outputChannels : $0.inputChannels }
        return wish.map { min($0, device.channels) } ?? device.channels
    }

    /// The device for what follows the default one, if that is to be another.
    func preference(_ direction: DeviceDirection) -> String? {
        session.withLock { direction == .output ? $0.output : $0.input }
    }

    /// The same, if it is there.
    func preferredDevice(_ direction: DeviceDirection, _ devices: [DeviceDescription]) -> String? {
        guard let id = preference(direction) else { return nil }
        return devices.contains { $0.id == id && $0.direction == direction } ? id : nil
    }

    /// What a name stands for, or what follows the default device; nil where it is not there.
    func device(
        for name: String?, _ direction: DeviceDirection, _ devices: [DeviceDescription]
    ) -> DeviceDescription? {
        devices.device(name ?? preferredDevice(direction, devices), direction)
    }

    /// The rate and channels of a stream that has its device's, if it is opened now; nil where the device is not there.
    func ownShape(
        of name: String?, _ direction: DeviceDirection, _ role: StreamRole, _ devices: [DeviceDescription]
    ) -> (sampleRate: Double, channels: Int)? {
        device(for: name, direction, devices).map { (rate(of: $0, role), channels(of: $0, role)) }
    }

    /// The mix of what follows the default device; nil where nothing does.
    func followedMix(_ direction: DeviceDirection) -> Mix? {
        entries.withLock { entries in
            let mixes = entries.filter { entry in
                entry.mix.direction == direction && entry.mix.role != .event
                    && entry.members.contains { $0.device == nil }
            }
            return (mixes.first { entry in entry.members.contains { !$0.sources.isEmpty } } ?? mixes.first)?.mix
        }
    }
}
