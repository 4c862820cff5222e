import AudioCore
import AudioDevices
import CRealtime

/// How an output is to be opened. The defaults are right for most.
package struct OutputConfiguration: Sendable {
    /// A device's `id`; nil follows the user's default device.
    package var device: String?
    /// Frames per second; nil for the device's own.
    package var sampleRate: Double?
    package var channels = 2
    /// Frames of one cycle. Fewer means less latency and more wake-ups.
    package var framesPerCycle = 512
    /// The name of a back end; nil for what `COREAUDIO_BACKEND` says, or else the first that answers.
    package var backend: String?
    /// What the sound server shows to the user.
    package var title = "Core Audio"

    package init() {}
}

/// What an output tells about its device, on a thread of the output's own.
package enum OutputEvent: Equatable, Sendable {
    /// The server is gone. Sources keep their positions until it is back.
    case lost
    /// A server answers again and the sources play on.
    case resumed
    /// The user chose another default device; an output without a device of its own has moved there.
    case defaultDeviceChanged
    case devicesChanged
}

/// One device's mix and clock in this process: everything that sounds is a source of one.
///
/// Outlives the server: when that dies, the sources stand still, and go on within a second of its return. All methods are
/// for control threads; what runs on the audio thread is `OutputMixer`.
package final class Output: @unchecked Sendable {
    package typealias Connect =
        @Sendable (@escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend

    /// Interleaved Float32 at the rate of the mix, for as long as the output lives.
    package let format: StreamFormat
    package let framesPerCycle: Int
    let mixer: OutputMixer
    private let supervisor: OutputSupervisor
    private let sources = Monitor<[OutputSource]>([])

    /// Connects, or throws where the back end that was asked for does not answer. Nothing sounds until a source is added.
    ///
    /// - Parameter connect: how to reach a server, again after each loss of it; nil chooses as the configuration says.
    package init(_ configuration: OutputConfiguration = .init(), connect: Connect? = nil) throws(AudioError) {
        let name = Backends.forced(configuration.backend)
        let inbox = OutputInbox()
        let deliver: @Sendable (DeviceEvent) -> Void = { inbox.deliver($0, from: 0) }
        let backend: any Backend
        if let connect { backend = try connect(deliver) } else { backend = try Backends.connect(name, events: deliver) }
        let shape = StreamShape(
            sampleRate: configuration.sampleRate ?? Self.rate(of: configuration.device, backend),
            channels: configuration.channels, framesPerCycle: configuration.framesPerCycle)
        guard shape.isSane else {
            backend.close()
            throw .deviceFormat
        }
        format = .float32(sampleRate: shape.sampleRate, channels: shape.channels)
        framesPerCycle = shape.framesPerCycle
        mixer = OutputMixer((shape.channels, shape.framesPerCycle))
        var request = StreamRequest()
        request.device = configuration.device
        request.shape = shape
        request.title = configuration.title
        supervisor = try OutputSupervisor(mixer, request, backend, inbox, reconnect: connect ?? Self.reconnection(name))
    }

    deinit { supervisor.end() }

    /// How to find a server again. Once a real one has answered, silence is no substitute for it.
    private static func reconnection(_ name: String?) -> Connect {
        @Sendable func again(_ events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend {
            let backend = try Backends.connect(name, events: events)
            guard name == nil, backend is Null else { return backend }
            backend.close()
            throw .serverUnavailable
        }
        return again
    }

    private static func rate(of device: String?, _ backend: any Backend) -> Double {
        let outputs = ((try? backend.devices()) ?? []).filter { $0.direction == .output }
        let found = outputs.first { device == nil ? $0.isDefault : $0.id == device } ?? outputs.first
        return found?.sampleRate ?? 48_000
    }

    // MARK: Sources

    /// Lets a source sound from the next cycle on.
    package func add(_ source: OutputSource) {
        change { list in
            if !list.contains(where: { $0 === source }) { list.append(source) }
        }
    }

    /// Takes a source out. When this returns, its function does not run and will not be called again.
    ///
    /// Not to be called from a source's function.
    package func remove(_ source: OutputSource) {
        change { list in list.removeAll { $0 === source } }
        guard let cycle = mixer.cycleInFlight() else { return }
        while mixer.isInFlight(cycle) { Thread.sleep(until: HostTime.now() + 100_000) }
    }

    private func change(_ body: (inout [OutputSource]) -> Void) {
        sources.withLock { list in
            body(&list)
            mixer.publish(OutputPlan.make(list))
            supervisor.plansChanged(isSilent: list.isEmpty)
        }
    }

    // MARK: Facts

    /// Which back end plays now: "pipewire", "null", …; nil while the server is gone.
    package var backendName: String? { supervisor.backendName }

    /// The factor on the whole mix.
    package var volume: Float {
        get { mixer.volume }
        set { mixer.volume = newValue }
    }

    /// Frames handed to the device so far: the clock by which sources are timed. Stands still while the server is gone.
    package var renderedFrames: Int { mixer.renderedFrames }

    /// Frames from handing one over to hearing it; 0 while nothing plays.
    package var latency: Int { supervisor.stream?.latency ?? 0 }

    /// How many times the device went without, over all servers.
    package var xruns: Int { supervisor.xruns }

    /// The devices as the server lists them now.
    package func devices() throws(AudioError) -> [DeviceDescription] {
        guard let backend = supervisor.backend else { throw .serverUnavailable }
        return try backend.devices()
    }

    /// Calls `handler` with everything that happens to the device from now on, on a thread of the output's own.
    package func observe(_ handler: @escaping @Sendable (OutputEvent) -> Void) { supervisor.observe(handler) }
}

extension Output {
    private static let all = Monitor<[String?: Output]>([:])

    /// The output of this process for a device (nil: the default one), opened at the first call.
    package static func shared(device: String? = nil) throws(AudioError) -> Output {
        try all.withLock { all throws(AudioError) in
            if let output = all[device] { return output }
            var configuration = OutputConfiguration()
            configuration.device = device
            let output = try Output(configuration)
            all[device] = output
            return output
        }
    }
}
