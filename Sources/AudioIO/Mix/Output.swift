import AudioCore
import AudioDevices
import CRealtime

/// How an output is to be opened. The defaults are right for most.
package struct OutputConfiguration: Sendable {
    /// A device's `id`; nil follows the user's default device.
    package var device: String?
    package var role = StreamRole.sound
    /// Frames per second; nil for the device's own.
    package var sampleRate: Double?
    /// Samples per frame; nil for the device's own.
    package var channels: Int? = 2
    /// Frames of one cycle. Fewer means less latency and more wake-ups.
    package var framesPerCycle = 512
    /// Whether cycles are to keep their length when other programs ask for shorter ones.
    package var locksCycle = false
    /// The name of a back end; nil for the one in `COREAUDIO_BACKEND`, or else the first that answers.
    package var backend: String?

    package init() {}
}

/// A place in the mix of one device, a bus: what sounds there is a source of an output.
///
/// All outputs of one device and role share one stream and one clock, whether they name the device or follow the default.
/// An output outlives the server: when that dies, the sources stop, and continue within a second of its return. All
/// methods are for control threads; what runs on the audio thread is `OutputMixer`.
package final class Output: Sendable {
    /// Interleaved Float32 at the rate of the mix, for as long as the output lives.
    package let format: StreamFormat
    package let framesPerCycle: Int
    let endpoint: Endpoint
    /// The outputs of other sample rates, as far as they are kept for the next source.
    private let others = LockedValue<[Output]>([], .outputs)

    /// Opens the device, or throws where it cannot be opened. Nothing sounds until a source is added.
    ///
    /// - Parameter connection: nil for one of the output's own, to the configuration's back end.
    package init(
        _ configuration: OutputConfiguration = .init(), on connection: Connection? = nil
    ) throws(AudioError) {
        var request = StreamRequest()
        request.device = configuration.device
        request.role = configuration.role
        request.shape.framesPerCycle = configuration.framesPerCycle
        request.locksCycle = configuration.locksCycle
        endpoint = try Endpoint(
            request, sampleRate: configuration.sampleRate, channels: configuration.channels,
            try connection.orElse(backend: configuration.backend))
        format = endpoint.format
        framesPerCycle = configuration.framesPerCycle
    }

    private init(beside output: Output, sampleRate: Double) throws(AudioError) {
        endpoint = try Endpoint(beside: output.endpoint, sampleRate: sampleRate)
        format = endpoint.format
        framesPerCycle = output.framesPerCycle
    }

    /// Lets the output live on behind its last source, and those of other rates beside it, until the stream is held. Before
    /// other threads know the output.
    func keepsStreamOpen() { endpoint.streamOwner = self }

    // MARK: Sample rates

    /// Outputs of other sample rates that may be converted at a time.
    private static let mostRates = 8
    /// Between these and every rate of a device lies no factor that cannot be converted.
    private static let rates = 8000.0...512_000

    /// The output for sources of another sample rate, which the mix adds up and then converts once.
    ///
    /// For its sources it is a device of that rate, in the mix of this one: its frames are those of the rate, and host times
    /// are when these are heard. Sources are asked for frames a little ahead of the device, by what the filter needs
    /// (`lead`); their sound is not later for it. Stays in the mix of this output's device, whatever rate that has.
    ///
    /// Any thread; takes some milliseconds at a rate that is new.
    /// - Returns: this output where it has the rate; nil where sources must convert themselves, as the rate is
    ///   out of bounds or sources of eight other rates play.
    package func output(at sampleRate: Double) -> Output? {
        if sampleRate == format.sampleRate { return self }
        guard Self.rates.contains(sampleRate), Self.rates.contains(format.sampleRate) else { return nil }
        let find = { (others: [Output]) in others.first { $0.format.sampleRate == sampleRate } }
        if let output = others.withLock({ find($0) }) { return output }
        guard let new = try? Output(beside: self, sampleRate: sampleRate) else { return nil }
        // An output that is not kept any more goes without the lock.
        let (output, dropped) = others.withLock { others -> (Output?, Output?) in
            // Another thread may have been first.
            if let output = find(others) { return (output, nil) }
            guard others.count == Self.mostRates else {
                others.append(new)
                return (new, nil)
            }
            guard let idle = others.firstIndex(where: { $0.endpoint.isIdle }) else { return (nil, nil) }
            defer { others[idle] = new }
            return (new, others[idle])
        }
        withExtendedLifetime(dropped) {}
        return output
    }

    /// A rate that the mix converts, for sources of one that is out of its bounds: the nearest that is whole times theirs, or a whole
    /// part of it.
    package static func rate(for sampleRate: Double) -> Double {
        if sampleRate < rates.lowerBound { return sampleRate * (rates.lowerBound / sampleRate).rounded(.up) }
        if sampleRate > rates.upperBound { return sampleRate / (sampleRate / rates.upperBound).rounded(.up) }
        return sampleRate
    }

    /// The frame that is heard with a frame of another output of the device, to the nearest.
    package func frame(with frame: Int64, of other: Output) -> Int64 {
        endpoint.frame(with: frame, of: other.endpoint)
    }

    /// Frames by which sources are asked ahead of the device; 0 unless the output converts.
    package var lead: Int { endpoint.lead }

    // MARK: Sources

    /// Lets a source sound from the next cycle on.
    package func add(_ source: OutputSource) { endpoint.add(source) }

    /// Takes a source out. When this returns, its function does not run and will not be called again.
    ///
    /// Called in the output's own cycle, it returns at once, and the function may still run in that cycle.
    package func remove(_ source: OutputSource) {
        retire(source)
        waitForCycle()
    }

    /// Takes a source out from the next cycle on. Does not wait.
    func retire(_ source: OutputSource) { endpoint.retire(source) }

    /// Gives the sound of a source a title; nil for none. Any thread. Does not wait.
    ///
    /// The device's stream is shown to users by the title of the source that was added last of those that have one, as long as that is
    /// a source, and by the program's name while none has one.
    package func setTitle(_ title: String?, of source: OutputSource) { endpoint.setTitle(title, of: source) }

    /// Asks for cycles of another length. Other outputs of the device may ask for shorter ones, which all then get.
    func setFramesPerCycle(_ frames: Int) { endpoint.setFramesPerCycle(frames) }

    /// Lets each cycle come right after one of an input on the same connection, and in its clock, for as long as both live:
    /// what the input brings is heard in the same cycle.
    ///
    /// - Parameter input: which has a stream that the server does not move.
    /// - Returns: false where the back end cannot do that, or the output follows another input.
    func follow(_ input: Input) throws(AudioError) -> Bool { try endpoint.follow(input.endpoint) }

    /// Keeps another output's stream until this one's has run, for two seconds at most. Does not wait.
    func keepOpen(_ other: Output) { endpoint.keepOpen(other.endpoint) }

    /// Waits until functions that were taken out do not run.
    func waitForCycle() { endpoint.waitForCycle() }

    // MARK: Levels and taps

    /// The factor on everything that the output plays. A change is spread over a cycle.
    package var volume: Float {
        get { endpoint.bus.fader.gain }
        set { endpoint.bus.fader.set(newValue) }
    }

    /// Goes to another volume in a straight line, from the next cycle on, in `seconds`.
    package func setVolume(_ volume: Float, over seconds: Float) { endpoint.bus.fader.set(volume, over: seconds) }

    /// Whether nothing of the output sounds. A change is spread over a cycle; the volume stays for later.
    package var isMuted: Bool {
        get { endpoint.bus.fader.isMuted }
        set { endpoint.bus.fader.isMuted = newValue }
    }

    /// Whether `level` is measured.
    package var isMetering: Bool {
        get { endpoint.meters != nil }
        set {
            guard newValue != isMetering else { return }
            endpoint.meters = newValue ? LevelMeters(channels: format.channels) : nil
        }
    }

    /// Linear levels of a channel of the output's sum, behind its volume; 0 while they are not measured.
    package func level(_ channel: Int) -> (average: Float, peak: Float) {
        guard let meters = endpoint.meters, (0..<format.channels).contains(channel) else { return (0, 0) }
        return meters.level(channel)
    }

    /// Where a tap is.
    package enum TapPlace {
        /// Behind the output's volume, in its frames and times.
        case output
        /// Behind the sum of all outputs of the device and role: what goes to the device. In the mix's frames, whose sample
        /// time may jump where the output moves to another device.
        case mix
    }

    /// Shows a sink each cycle from the next one on, its silence too. Does not let the device run.
    package func add(_ tap: InputSink, at place: TapPlace) { endpoint.add(tap, ofMix: place == .mix) }

    /// Takes a tap out. When this returns, its function does not run and will not be called again.
    ///
    /// Called in the output's own cycle, it returns at once, and the function may still run in that cycle.
    package func remove(_ tap: InputSink) {
        retire(tap)
        waitForCycle()
    }

    /// Takes a tap out from the next cycle on. Does not wait.
    func retire(_ tap: InputSink) { endpoint.retire(tap) }

    // MARK: Facts

    /// Which back end plays now: "pipewire", "null", …; nil while the server is gone.
    package var backendName: String? { endpoint.connection.backendName }

    /// Whether positions have stopped because the server or the device is gone. Observers are notified of the end of that:
    /// `resumed`, or `defaultDeviceChanged`.
    package var standsStill: Bool { endpoint.standsStill }

    /// Frames handed to the device so far: the clock by which sources are timed. It stops while the server is gone.
    package var renderedFrames: Int { Int(endpoint.position) }

    /// The first frame of the last cycle, as `renderedFrames` counts, and when it is heard; where the output converts, the
    /// first one that is not heard before that cycle. Nil before the first cycle.
    package var clock: ClockAnchor? { endpoint.clock }

    /// The present, in the time of the cycles.
    package var now: UInt64 { endpoint.connection.now }

    /// Frames from handing one over to hearing it; 0 while nothing plays, or `lead`.
    package var latency: Int { endpoint.latency }

    /// The frames of the latency that are the device's own, at its rate; 0 while nothing plays.
    var deviceLatency: Int { endpoint.deviceLatency }

    /// Frames that sources may be asked for at once, where those are several cycles; else 0.
    package var burst: Int { endpoint.burst }

    /// How many times the device went without, over all servers.
    package var xruns: Int { endpoint.xruns }

    /// The devices as the server lists them now.
    package func devices() throws(AudioError) -> [DeviceDescription] { try endpoint.connection.devices() }

    /// Calls `handler` with everything that happens to the device from now on, on the connection's thread.
    ///
    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    package func observe(for owner: AnyObject? = nil, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        endpoint.bus.observers.withLock { $0.add(for: owner, handler) }
    }
}

extension Output {
    private struct Key: Hashable {
        let device: String?
        let role: StreamRole
    }

    private struct Shared {
        weak var output: Output?
    }

    private static let all = LockedValue<[Key: Shared]>([:])

    /// The same for sources of a sample rate; nil where these must convert themselves (`output(at:)`).
    package static func shared(
        device: String? = nil, role: StreamRole = .sound, sampleRate: Double
    ) throws(AudioError) -> Output? {
        try shared(device: device, role: role).output(at: sampleRate)
    }

    /// The output of this process for a device (nil: the default one) and a role, opened at the first call. It lives as long
    /// as someone has it, and after its last source until the stream is held, which a few seconds of silence bring about.
    package static func shared(device: String? = nil, role: StreamRole = .sound) throws(AudioError) -> Output {
        try ForkedChild.refuse(with: .serverUnavailable)
        let key = Key(device: device, role: role)
        if let output = all.withLock({ $0[key]?.output }) { return output }
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.role = role
        configuration.channels = nil
        let new = try Output(configuration, on: .shared())
        new.keepsStreamOpen()
        // Another thread may have been first.
        return all.withLock { all in
            if let output = all[key]?.output { return output }
            all[key] = Shared(output: new)
            return new
        }
    }
}
