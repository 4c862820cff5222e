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

/// One device's mix and clock in this process: everything that sounds is a source of one.
///
/// Outlives the server: when that dies, the sources stand still, and go on within a second of its return. All methods are
/// for control threads; what runs on the audio thread is `OutputMixer`.
package final class Output: @unchecked Sendable {
    package typealias Connect = BackendConnect

    /// Interleaved Float32 at the rate of the mix, for as long as the output lives.
    package let format: StreamFormat
    package let framesPerCycle: Int
    let mixer: OutputMixer
    private let supervisor: StreamSupervisor
    private let sources = LockedValue<[OutputSource]>([])

    /// Connects, or throws where the back end that was asked for does not answer. Nothing sounds until a source is added.
    ///
    /// - Parameter connect: how to reach a server, again after each loss of it; nil chooses as the configuration says.
    package init(_ configuration: OutputConfiguration = .init(), connect: Connect? = nil) throws(AudioError) {
        let (backend, inbox, reconnect, name) = try StreamSupervisor.connect(configuration.backend, connect)
        let shape = StreamShape(
            sampleRate: configuration.sampleRate ?? backend.device(configuration.device, .output)?.sampleRate ?? 48_000,
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
        let policy = StreamPolicy(
            threadName: "audio-output", idleTime: 2_000_000_000, sweepTime: 2_000_000_000,
            silenceIsSubstitute: name == nil)
        supervisor = try StreamSupervisor(mixer, request, policy, backend, inbox, reconnect: reconnect)
    }

    deinit { supervisor.end() }

    // MARK: Sources

    /// Lets a source sound from the next cycle on.
    package func add(_ source: OutputSource) {
        change { list in
            if !list.contains(where: { $0 === source }) { list.append(source) }
        }
    }

    /// Takes a source out. When this returns, its function does not run and will not be called again.
    ///
    /// Called in the output's own cycle, it returns at once, and the function may still run in that cycle.
    package func remove(_ source: OutputSource) {
        retire(source)
        waitForCycle()
    }

    /// Takes a source out from the next cycle on. Does not wait.
    func retire(_ source: OutputSource) {
        change { list in list.removeAll { $0 === source } }
    }

    /// Waits until functions that were taken out do not run.
    func waitForCycle() { mixer.plans.waitForCycle() }

    private func change(_ body: (inout [OutputSource]) -> Void) {
        sources.withLock { list in
            body(&list)
            mixer.plans.publish(OutputPlan.make(list))
            supervisor.plansChanged(isWanted: !list.isEmpty)
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

    /// The first frame of the last cycle, as `renderedFrames` counts, and when the device asked for it: it is heard
    /// `latency` later. Nil before the first cycle.
    package var clock: ClockAnchor? { mixer.anchor(sampleRate: format.sampleRate) }

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
    ///
    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    package func observe(for owner: AnyObject? = nil, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        supervisor.observe(for: owner, handler)
    }
}

extension Output {
    private static let all = LockedValue<[String?: Output]>([:])

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

    /// The output of this process for a device, where it has just this form; nil for another.
    static func shared(matching wanted: OutputConfiguration) throws(AudioError) -> Output? {
        let usual = OutputConfiguration()
        guard wanted.channels == usual.channels, wanted.framesPerCycle == usual.framesPerCycle else { return nil }
        let output = try shared(device: wanted.device)
        return output.format.sampleRate == wanted.sampleRate ? output : nil
    }
}
