import AudioCore
import AudioDevices
import CRealtime

/// How an input is to be opened. The defaults are right for most.
package struct InputConfiguration: Sendable {
    /// A device's `id`; nil follows the user's default device.
    package var device: String?
    /// Frames per second; nil for the device's own.
    package var sampleRate: Double?
    /// Samples per frame; nil for the device's own.
    package var channels: Int?
    /// The most frames of one cycle. Fewer means less latency and more wake-ups.
    package var framesPerCycle = 512
    /// Whether cycles are to keep their length when other programs ask for shorter ones.
    package var locksCycle = false
    /// Whether the server must not move the stream to another device. Then one that follows the default is not shared.
    package var isBound = false
    /// The name of a back end; nil for the one in `COREAUDIO_BACKEND`, or else the first that answers.
    package var backend: String?

    package init() {}
}

/// A place at the microphones of one device: what records there is a sink of an input.
///
/// The mirror of `Output`: all inputs of one device share one stream and one clock. The stream outlives the server, follows
/// the default device where no input names another, and sleeps while it has no sinks, so that the system shows no open
/// microphone. The sample time counts every frame of the device from the first cycle on, those that were lost too: a jump
/// in the sample time from one cycle to the next is a gap of so many frames, in a sink and, on the connection's thread, as
/// `StreamEvent.gap`. Host times are in the clock of the outputs' (`clock`), which relates what is heard to what is played.
///
/// All methods are for control threads; what runs on the audio thread is `InputSplitter`.
package final class Input: Sendable {
    /// Interleaved Float32, for as long as the input lives.
    package let format: StreamFormat
    /// The most frames of one cycle.
    package let framesPerCycle: Int
    let endpoint: Endpoint

    /// Opens the device, or throws where it cannot be opened. Nothing is recorded until a sink is added.
    ///
    /// - Parameter connection: nil for one of the input's own, to the configuration's back end.
    package init(_ configuration: InputConfiguration = .init(), on connection: Connection? = nil) throws(AudioError) {
        var request = StreamRequest()
        request.direction = .input
        request.device = configuration.device
        request.shape.framesPerCycle = configuration.framesPerCycle
        request.locksCycle = configuration.locksCycle
        endpoint = try Endpoint(
            request, sampleRate: configuration.sampleRate, channels: configuration.channels,
            try connection.orElse(backend: configuration.backend), isBound: configuration.isBound)
        format = endpoint.format
        framesPerCycle = configuration.framesPerCycle
    }

    // MARK: Sinks

    /// Lets a sink hear from the next cycle on. The microphone opens with the first.
    package func add(_ sink: InputSink) { endpoint.add(sink.source) }

    /// Takes a sink out. When this returns, its function does not run and will not be called again. The
    /// microphone closes soon after the last.
    ///
    /// Called in the input's own cycle, it returns at once, and the function may still run in that cycle.
    package func remove(_ sink: InputSink) {
        retire(sink)
        waitForCycle()
    }

    /// Takes a sink out from the next cycle on. Does not wait.
    func retire(_ sink: InputSink) { endpoint.retire(sink.source) }

    /// Gives what a sink records a title; nil for none. Any thread. Does not wait. The stream is shown as that of an output is.
    package func setTitle(_ title: String?, of sink: InputSink) { endpoint.setTitle(title, of: sink.source) }

    /// Asks for cycles of another length. Other inputs of the device may ask for shorter ones, which all then get.
    func setFramesPerCycle(_ frames: Int) { endpoint.setFramesPerCycle(frames) }

    /// Keeps another input's stream until this one's has run, for two seconds at most. Does not wait.
    func keepOpen(_ other: Input) { endpoint.keepOpen(other.endpoint) }

    /// Waits until functions that were taken out do not run.
    func waitForCycle() { endpoint.waitForCycle() }

    // MARK: Facts

    /// Which back end records now: "pipewire", "null", …; nil while the server is gone.
    package var backendName: String? { endpoint.connection.backendName }

    /// The sample time of the next frame: frames brought so far and those that were lost. It stops while the server is
    /// gone, and continues over that time with the first cycle after it.
    package var capturedFrames: Int64 { endpoint.position }

    /// Frames lost so far, in busy machines and while servers were gone.
    package var lostFrames: Int64 { (endpoint.side as? InputSplitter)?.lostFrames ?? 0 }

    /// The first frame of the last cycle, and when it was captured. Nil before the first cycle.
    package var clock: ClockAnchor? { endpoint.clock }

    /// The present, in the time of the cycles.
    package var now: UInt64 { endpoint.connection.now }

    /// What the device is reached by. It is there for calls that outlive the input.
    package var connection: Connection { endpoint.connection }

    /// Frames between a sound and the cycle that brings it; 0 while nothing records.
    package var latency: Int { endpoint.latency }

    /// The frames of the latency that are the device's own, at its rate; 0 while nothing records.
    var deviceLatency: Int { endpoint.deviceLatency }

    /// How many times the device went on without us, over all servers.
    package var xruns: Int { endpoint.xruns }

    /// The devices as the server lists them now.
    package func devices() throws(AudioError) -> [DeviceDescription] { try endpoint.connection.devices() }

    /// Calls `handler` with everything that happens to the device from now on, on the connection's thread.
    ///
    /// A gap is reported within a tenth of a second of the cycle that ends it.
    ///
    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    package func observe(for owner: AnyObject? = nil, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        endpoint.bus.observers.withLock { $0.add(for: owner, handler) }
    }
}

extension Input {
    /// What a connection remembers of an input that its users share.
    struct Shared {
        weak var input: Input?
    }

    /// The input that all share who record from a device (nil: the default one), opened at the first call.
    ///
    /// It lives as long as someone has it; its stream is closed soon after that. What is opened once the device has another rate or
    /// number of channels, or the session asks for another number, has those, while what records already stays as it is.
    ///
    /// - Parameter connection: nil for the process's own.
    package static func shared(device: String? = nil, on connection: Connection? = nil) throws(AudioError) -> Input {
        try ForkedChild.refuse(with: .serverUnavailable)
        let connection = if let connection { connection } else { try Connection.shared() }
        let living = connection.inputs.withLock { $0[device]?.input }
        if let living, !living.isOutdated { return living }
        var configuration = InputConfiguration()
        configuration.device = device
        let new: Input
        do throws(AudioError) { new = try Input(configuration, on: connection) } catch {
            // A card may have no second stream.
            guard let living else { throw error }
            return living
        }
        // What is not needed is released without the lock.
        let (chosen, other) = connection.inputs.withLock { inputs -> (Input, Input?) in
            let present = inputs[device]?.input
            // Another thread may have been first.
            if let present, present.format == new.format { return (present, new) }
            inputs[device] = Shared(input: new)
            return (new, present)
        }
        withExtendedLifetime(other) {}
        return chosen
    }

    /// Whether the device would be opened with another rate or number of channels now. False where the server does not answer.
    private var isOutdated: Bool {
        let (router, device) = (endpoint.connection.router, endpoint.bus.device)
        guard let devices = try? endpoint.connection.devices(),
            let shape = router.ownShape(of: device, .input, .sound, devices)
        else { return false }
        return shape.sampleRate != format.sampleRate || shape.channels != format.channels
    }
}
