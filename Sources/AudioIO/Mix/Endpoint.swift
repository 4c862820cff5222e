import AudioCore
import AudioDevices

/// What an output and an input have in common: a bus, in the mix of the device that it was opened for.
final class Endpoint: @unchecked Sendable {
    let bus: Bus
    let format: StreamFormat
    let connection: Connection
    /// What lives on for as long as the stream runs behind the last source, so that the next one finds the stream. Set
    /// before other threads know the endpoint.
    weak var streamOwner: AnyObject?

    /// Opens the device's stream, or joins it. Throws where the device cannot be opened.
    ///
    /// - Parameters:
    ///   - sampleRate: frames per second; nil for the device's own.
    ///   - channels: samples per frame; nil for the device's own.
    ///   - isBound: whether the server must not move the stream.
    init(
        _ request: StreamRequest, sampleRate: Double?, channels: Int?, _ connection: Connection, isBound: Bool = false
    ) throws(AudioError) {
        let bus = Bus(
            device: request.device, framesPerCycle: request.shape.framesPerCycle, locksCycle: request.locksCycle,
            role: request.role)
        self.bus = bus
        self.connection = connection
        let router = connection.router
        let mix = try connection.thread.perform { () throws(AudioError) in
            try router.attach(bus, request, sampleRate: sampleRate, channels: channels, isBound: isBound)
        }
        format = .float32(sampleRate: mix.shape.sampleRate, channels: mix.shape.channels)
        if request.direction == .output { LastSound.watchExit() } else { ProgramEnd.watch() }
    }

    /// A place beside another's, in the same mix, for sources or sinks of another sample rate.
    init(beside other: Endpoint, sampleRate: Double) throws(AudioError) {
        bus = Bus(
            device: other.bus.device, framesPerCycle: OutputMixer.leastCapacity, sampleRate: sampleRate,
            role: other.bus.role)
        connection = other.connection
        streamOwner = other.streamOwner
        let mix = try connection.router.join(bus, beside: other.bus)
        format = .float32(sampleRate: sampleRate, channels: mix.shape.channels)
    }

    deinit {
        let (router, bus) = (connection.router, bus)
        // Retains the connection until then.
        connection.thread.post { [connection] in withExtendedLifetime(connection) { router.detach(bus) } }
    }

    private var mix: Mix? { connection.router.mix(of: bus) }

    func add(_ source: OutputSource) {
        let router = connection.router
        router.change(bus) { bus in
            guard !bus.sources.contains(where: { $0 === source }) else { return }
            source.duck(to: router.duckedGain(of: bus), over: 0)
            source.didBegin()
            bus.sources.append(source)
        }
        if let streamOwner { side?.retainWhileRunning(streamOwner) }
    }

    func setTitle(_ title: String?, of source: OutputSource) {
        connection.router.setTitle(title.flatMap(StreamTitle.shown), of: source, on: bus)
    }

    func retire(_ source: OutputSource) {
        let end = connection.backend?.isServer == true ? endOfSound : nil
        var hasPlayed = false
        connection.router.change(bus) { bus in
            hasPlayed = bus.sources.contains { $0 === source }
            bus.sources.removeAll { $0 === source }
        }
        if hasPlayed, let end { LastSound.note(end) }
    }

    /// When all that sources have been asked for is heard, in host time; nil before the first cycle. With a cycle that is in progress,
    /// and one by which the server may be later.
    private var endOfSound: UInt64? {
        connection.router.read(bus) { mix in
            let cycle = mix.framesPerCycle.load(ordering: .relaxed)
            return mix.side.anchor.map { $0.hostTime(of: Double(mix.side.position + 2 * Int64(cycle))) }
        } ?? nil
    }

    func add(_ tap: InputSink, ofMix: Bool) {
        connection.router.change(bus) { bus in
            guard !bus.steps.contains(where: { $0 === tap.source }) else { return }
            if ofMix { bus.mixTaps.append(tap.source) } else { bus.taps.append(tap.source) }
        }
    }

    func retire(_ tap: InputSink) {
        connection.router.change(bus) { bus in
            bus.taps.removeAll { $0 === tap.source }
            bus.mixTaps.removeAll { $0 === tap.source }
        }
    }

    /// What measures the bus's levels; nil where nothing does.
    var meters: LevelMeters? {
        get { connection.router.read(bus) { _ in bus.meters } ?? nil }
        set { connection.router.change(bus) { $0.meters = newValue } }
    }

    /// Asks for cycles of another length.
    func setFramesPerCycle(_ frames: Int) { connection.router.change(bus) { $0.framesPerCycle = frames } }

    /// Lets the cycles of an output's mix follow those of an input's, for as long as both endpoints live.
    ///
    /// - Returns: whether they do.
    func follow(_ input: Endpoint) throws(AudioError) -> Bool {
        let (router, output, input) = (connection.router, bus, input.bus)
        return try connection.thread.perform { router.couple(output, to: input) }
    }

    /// Keeps another place's stream until this one's has run, for two seconds at most: a device that nothing of ours uses
    /// in between may take another rate.
    func keepOpen(_ other: Endpoint) {
        let (router, bus) = (connection.router, bus)
        connection.thread.post { router.keep(other, untilCycleOf: bus) }
    }

    func waitForCycle() { connection.router.waitForCycle(of: bus) }

    /// The sample time of the next cycle.
    var position: Int64 { connection.router.read(bus) { bus.position(in: $0) } ?? 0 }

    /// The last cycle's first frame, or the first one behind it at the bus's rate; nil before the first cycle.
    var clock: ClockAnchor? { connection.router.read(bus) { bus.clock(in: $0) } ?? nil }

    /// Whether there is no stream.
    var standsStill: Bool { mix?.keeper.stream == nil }
    var latency: Int { connection.router.read(bus) { bus.latency(in: $0) } ?? 0 }
    /// The frames of the latency that are the device's own, at its rate.
    var deviceLatency: Int { mix?.keeper.stream?.deviceLatency ?? 0 }
    var xruns: Int { mix?.keeper.xruns ?? 0 }
    var side: (any MixSide)? { mix?.side }
    /// Whether nothing sounds here.
    var isIdle: Bool { connection.router.read(bus) { _ in bus.sources.isEmpty } ?? true }
    /// Frames by which sources are asked ahead of the mix.
    var lead: Int { connection.router.read(bus) { bus.resampler(in: $0)?.lead ?? 0 } ?? 0 }

    var burst: Int { connection.router.read(bus) { bus.burst(in: $0) } ?? 0 }

    /// The frame that is heard with one of another place on the device, to the nearest.
    func frame(with frame: Int64, of other: Endpoint) -> Int64 {
        if other === self { return frame }
        let place = connection.router.read(other.bus) { mix in (mix, other.bus.ahead(of: mix)) }
        let near = connection.router.read(bus) { mix -> Int64? in
            guard let resampler = bus.resampler(in: mix), let place, place.0 === mix, let ahead = place.1 else {
                return nil
            }
            return resampler.frame(at: frame - ahead)
        }
        if let near, let near { return near }
        // On two streams, host time is what they share.
        guard let from = other.clock, let to = clock else { return position }
        return Int64(max(-1e15, min(1e15, to.sampleTime(at: from.hostTime(of: Double(frame))))).rounded())
    }
}
