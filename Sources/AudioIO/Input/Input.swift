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
    /// The name of a back end; nil for what `COREAUDIO_BACKEND` says, or else the first that answers.
    package var backend: String?
    /// What the sound server shows to the user.
    package var title = "Core Audio"

    package init() {}
}

/// One device's microphones and their clock in this process: everything that records is a sink of one.
///
/// The mirror of `Output`, with the same supervisor: it outlives the server, follows the default device where it has none
/// of its own, and sleeps while it has no sinks, so that the system shows no open microphone. Its sample time counts every
/// frame of the device from the first cycle on, those that were lost too: a jump in the sample time from one cycle to the
/// next is a gap of so many frames, in a sink and, on the input's own thread, as `StreamEvent.gap`. Host times are in the
/// clock of the outputs' (`clock`), which relates what is heard to what is played.
///
/// All methods are for control threads; what runs on the audio thread is `InputSplitter`.
package final class Input: @unchecked Sendable {
    package typealias Connect = BackendConnect

    /// Interleaved Float32, for as long as the input lives.
    package let format: StreamFormat
    /// The most frames of one cycle.
    package let framesPerCycle: Int
    private let splitter: InputSplitter
    private let supervisor: StreamSupervisor
    private let sinks = LockedValue<[InputSink]>([])

    /// Connects, or throws where the back end that was asked for does not answer, or has no such device. Nothing is
    /// recorded until a sink is added.
    ///
    /// - Parameter connect: how to reach a server, again after each loss of it; nil chooses as the configuration says.
    package init(_ configuration: InputConfiguration = .init(), connect: Connect? = nil) throws(AudioError) {
        let (backend, inbox, reconnect, name) = try StreamSupervisor.connect(configuration.backend, connect)
        let device = backend.device(configuration.device, .input)
        let shape = StreamShape(
            sampleRate: configuration.sampleRate ?? device?.sampleRate ?? 48_000,
            channels: configuration.channels ?? device?.channels ?? 1, framesPerCycle: configuration.framesPerCycle)
        guard shape.isSane else {
            backend.close()
            throw .deviceFormat
        }
        format = .float32(sampleRate: shape.sampleRate, channels: shape.channels)
        framesPerCycle = shape.framesPerCycle
        splitter = InputSplitter(sampleRate: shape.sampleRate)
        var request = StreamRequest()
        request.direction = .input
        request.device = configuration.device
        request.shape = shape
        request.title = configuration.title
        let policy = StreamPolicy(
            threadName: "audio-input", idleTime: 50_000_000, sweepTime: 50_000_000, silenceIsSubstitute: name == nil)
        supervisor = try StreamSupervisor(splitter, request, policy, backend, inbox, reconnect: reconnect)
    }

    deinit { supervisor.end() }

    // MARK: Sinks

    /// Lets a sink hear from the next cycle on. The microphone opens with the first.
    package func add(_ sink: InputSink) {
        change { list in
            if !list.contains(where: { $0 === sink }) { list.append(sink) }
        }
    }

    /// Takes a sink out. When this returns, its function does not run and will not be called again. The
    /// microphone closes soon after the last.
    ///
    /// Called in the input's own cycle, it returns at once, and the function may still run in that cycle.
    package func remove(_ sink: InputSink) {
        retire(sink)
        waitForCycle()
    }

    /// Takes a sink out from the next cycle on. Does not wait.
    func retire(_ sink: InputSink) {
        change { list in list.removeAll { $0 === sink } }
    }

    /// Waits until functions that were taken out do not run.
    func waitForCycle() { splitter.plans.waitForCycle() }

    private func change(_ body: (inout [InputSink]) -> Void) {
        sinks.withLock { list in
            body(&list)
            splitter.plans.publish(OutputPlan.make(list.map(\.source)))
            supervisor.plansChanged(isWanted: !list.isEmpty)
        }
    }

    // MARK: Facts

    /// Which back end records now: "pipewire", "null", …; nil while the server is gone.
    package var backendName: String? { supervisor.backendName }

    /// The sample time of the next frame: frames brought so far and those that were lost. Stands still while the server is
    /// gone, and goes on over that time with the first cycle after it.
    package var capturedFrames: Int64 { splitter.capturedFrames }

    /// Frames lost so far, in busy machines and while servers were gone.
    package var lostFrames: Int64 { splitter.lostFrames }

    /// The first frame of the last cycle, and when it was captured. Nil before the first cycle.
    package var clock: ClockAnchor? { splitter.anchor }

    /// Frames between a sound and the cycle that brings it; 0 while nothing records.
    package var latency: Int { supervisor.stream?.latency ?? 0 }

    /// How many times the device went on without us, over all servers.
    package var xruns: Int { supervisor.xruns }

    /// The devices as the server lists them now.
    package func devices() throws(AudioError) -> [DeviceDescription] {
        guard let backend = supervisor.backend else { throw .serverUnavailable }
        return try backend.devices()
    }

    /// Calls `handler` with everything that happens to the device from now on, on a thread of the input's own.
    ///
    /// A gap is told within a tenth of a second of the cycle that ends it.
    ///
    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    package func observe(for owner: AnyObject? = nil, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        supervisor.observe(for: owner, handler)
    }
}

extension Input {
    private static let all = LockedValue<[String?: Input]>([:])

    /// The input of this process for a device (nil: the default one), opened at the first call.
    package static func shared(device: String? = nil) throws(AudioError) -> Input {
        try all.withLock { all throws(AudioError) in
            if let input = all[device] { return input }
            var configuration = InputConfiguration()
            configuration.device = device
            let input = try Input(configuration)
            all[device] = input
            return input
        }
    }

    /// The input of this process for a device, where it has just this form; nil for another.
    static func shared(matching wanted: InputConfiguration) throws(AudioError) -> Input? {
        guard wanted.framesPerCycle == InputConfiguration().framesPerCycle else { return nil }
        let input = try shared(device: wanted.device)
        return input.format.sampleRate == wanted.sampleRate && input.format.channels == wanted.channels ? input : nil
    }
}
