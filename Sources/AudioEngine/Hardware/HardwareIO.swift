import AudioCore
import AudioDevices
import CCoreAudio

/// A device's callbacks, and the output and input that they run on while one of them is started.
final class HardwareIO: @unchecked Sendable {
    struct Proc {
        let number: UInt
        let call: IOProcRun.Call
        var run: IOProcRun?
    }

    private struct State {
        var procs: [Proc] = []
        var output: Output?
        var input: Input?
        weak var watched: Input?
    }

    private let device: AudioObjectID
    weak var owner: HardwareDevice?
    private let state = Monitor(State())

    init(device: AudioObjectID) { self.device = device }

    var isRunning: Bool { state.withLock { state in state.procs.contains { $0.run != nil } } }

    func add(_ number: UInt, _ call: IOProcRun.Call) {
        state.withLock { $0.procs.append(Proc(number: number, call: call)) }
    }

    /// The same for a number that the client has chosen.
    func addOnce(_ number: UInt, _ call: IOProcRun.Call) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard number != 0, !state.procs.contains(where: { $0.number == number }) else {
                throw .parameter.because("the callback is there already")
            }
            state.procs.append(Proc(number: number, call: call))
        }
    }

    func remove(_ number: UInt) throws(AudioError) {
        try stop(number)
        state.withLock { state in state.procs.removeAll { $0.number == number } }
    }

    /// Starts a callback, in the cycle that holds a sample time or at once. 0 starts the clock alone.
    func start(_ number: UInt, at sampleTime: Int64 = .min) throws(AudioError) {
        guard let owner else { throw .noDevice }
        guard !owner.hog.isForeign else { throw .deviceIsHogged }
        let hasBegun = try state.withLock { state throws(AudioError) in
            let wasRunning = state.procs.contains { $0.run != nil }
            if number == 0, !state.procs.contains(where: { $0.number == 0 }) {
                state.procs.append(Proc(number: 0, call: .none))
            }
            guard let index = state.procs.firstIndex(where: { $0.number == number }) else { throw .parameter }
            guard state.procs[index].run == nil else { return false }
            try open(&state, owner)
            launch(&state, index, at: sampleTime)
            return !wasRunning
        }
        if hasBegun { notifyRunning(owner) }
    }

    func stop(_ number: UInt) throws(AudioError) {
        let hasEnded = try state.withLock { state throws(AudioError) in
            guard let index = state.procs.firstIndex(where: { $0.number == number }) else { throw .parameter }
            guard state.procs[index].run != nil else { return false }
            halt(&state, index)
            return closeIfIdle(&state)
        }
        if hasEnded, let owner { notifyRunning(owner) }
    }

    /// Whether anything ran.
    @discardableResult
    func stopAll() -> Bool {
        state.withLock { state in
            let wasRunning = state.procs.contains { $0.run != nil }
            for index in state.procs.indices { halt(&state, index) }
            _ = closeIfIdle(&state)
            return wasRunning
        }
    }

    /// Goes on with the device's newer rate, or frames of a cycle, where it runs. What does not open again has stopped
    /// abnormally, which the caller tells.
    func reopen() throws(AudioError) {
        guard let owner else { return }
        try state.withLock { state throws(AudioError) in
            let running = state.procs.indices.filter { state.procs[$0].run != nil }
            guard !running.isEmpty else { return }
            for index in running { halt(&state, index) }
            _ = closeIfIdle(&state)
            try open(&state, owner)
            for index in running { launch(&state, index, at: .min) }
        }
    }

    /// The same where no one can be given an error.
    func restart() {
        do throws(AudioError) { try reopen() } catch { notifyAbnormalStop() }
    }

    func notifyAbnormalStop() {
        guard let owner else { return }
        owner.system.notify(device, [.init(kAudioDevicePropertyIOStoppedAbnormally)])
        notifyRunning(owner)
    }

    /// The device's clock, by its last cycle.
    func anchor() throws(AudioError) -> ClockAnchor {
        let anchor = state.withLock { state in state.output?.clock ?? state.input?.clock }
        guard let anchor else { throw .deviceNotRunning }
        return anchor
    }

    private func notifyRunning(_ owner: HardwareDevice) {
        owner.system.notify(
            device,
            [.init(kAudioDevicePropertyDeviceIsRunning), .init(kAudioDevicePropertyDeviceIsRunningSomewhere)])
    }

    // MARK: With the lock held

    private func open(_ state: inout State, _ owner: HardwareDevice) throws(AudioError) {
        guard state.output == nil, state.input == nil else { return }
        let facts = owner.facts.withLock { $0 }
        guard facts.isAlive else { throw .noDevice }
        if let side = facts.output {
            var configuration = OutputConfiguration()
            configuration.device = side.id
            configuration.sampleRate = side.sampleRate
            configuration.channels = side.channels
            configuration.framesPerCycle = facts.framesPerCycle
            state.output = try output(configuration, owner)
        }
        if let side = facts.input {
            var configuration = InputConfiguration()
            configuration.device = side.id
            configuration.sampleRate = side.sampleRate
            configuration.channels = side.channels
            configuration.framesPerCycle = facts.framesPerCycle
            do throws(AudioError) {
                state.input = try input(configuration, owner)
            } catch {
                state.output = nil
                throw error
            }
            watch(&state, owner)
        }
    }

    /// The one output that queues play through too, where the device is set as that is. A client that has set another rate,
    /// or another number of frames of a cycle, gets a stream of its own: the shared one keeps its form as long as it lives.
    private func output(_ configuration: OutputConfiguration, _ owner: HardwareDevice) throws(AudioError) -> Output {
        if owner.system.connect == nil, let shared = try Output.shared(matching: configuration) { return shared }
        return try Output(configuration, connect: owner.system.connect)
    }

    private func input(_ configuration: InputConfiguration, _ owner: HardwareDevice) throws(AudioError) -> Input {
        if owner.system.connect == nil, let shared = try Input.shared(matching: configuration) { return shared }
        return try Input(configuration, connect: owner.system.connect)
    }

    /// Tells of lost frames, once for each input.
    private func watch(_ state: inout State, _ owner: HardwareDevice) {
        guard let input = state.input, state.watched !== input else { return }
        state.watched = input
        let (system, device) = (owner.system, device)
        input.observe(for: system) { [weak system] event in
            if case .gap = event { system?.notify(device, [.init(kAudioDeviceProcessorOverload)]) }
        }
    }

    private func launch(_ state: inout State, _ index: Int, at sampleTime: Int64) {
        let run = IOProcRun(
            device, state.procs[index].call, output: state.output?.format, input: state.input?.format,
            framesPerCycle: state.output?.framesPerCycle ?? state.input?.framesPerCycle ?? 512, startingAt: sampleTime)
        state.procs[index].run = run
        if let sink = run.sink { state.input?.add(sink) }
        if let source = run.source { state.output?.add(source) }
    }

    private func halt(_ state: inout State, _ index: Int) {
        guard let run = state.procs[index].run else { return }
        if let source = run.source { state.output?.remove(source) }
        if let sink = run.sink { state.input?.remove(sink) }
        run.end()
        state.procs[index].run = nil
    }

    private func closeIfIdle(_ state: inout State) -> Bool {
        guard !state.procs.contains(where: { $0.run != nil }) else { return false }
        state.output = nil
        state.input = nil
        return true
    }
}
