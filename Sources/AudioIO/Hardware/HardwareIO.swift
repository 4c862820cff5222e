import AudioCore
import AudioDevices
import CCoreAudio

/// A device's callbacks, and the output and input that they run on while one of them is started.
///
/// A callback may make every call. What would wait for the cycle that it runs in is done after it.
final class HardwareIO: @unchecked Sendable {
    struct Proc {
        let number: UInt
        let call: IOProcRun.Call
        /// Whether the client has started it and not stopped it.
        var isStarted = false
        /// Whether it is being removed. It does not start then.
        var isLeaving = false
        /// The function's; 0 for a block.
        var address: UInt = 0
        /// Whether what it plays is part of a conversation, for which other sound is lowered.
        var isVoice = false
        /// Its present run; nil while the device opens for it or anew.
        var run: IOProcRun?
        /// The run before, which may be in its last call.
        weak var lastRun: IOProcRun?
    }

    private struct State {
        var procs: [Proc] = []
        /// The runs that callbacks have ended, until they are known to be over.
        var leaving: [(number: UInt, run: Retired)] = []
        var output: Output?
        var input: Input?
        /// The devices of both.
        var sides: (output: String?, input: String?)
        weak var watchedInput: Input?
        weak var watchedOutput: Output?
        /// Of every call of a callback.
        var frames = 512
        /// The most that it may be.
        var mostFrames = 8192
        /// What sees all that the device's mix plays.
        var taps: [InputSink] = []
        /// Of the output's cycles and the input's.
        var relation = DuplexRelation.oneClock

        func index(of number: UInt) -> Int? { procs.firstIndex { $0.number == number } }

        /// Whether each stream is that of the device's present side, or there is neither.
        func isCurrent(_ facts: HardwareDevice.Facts) -> (output: Bool, input: Bool) {
            func isSame(_ format: StreamFormat?, _ id: String?, _ side: DeviceDescription?) -> Bool {
                guard let format else { return side == nil }
                return id == side?.id && format.channels == side?.channels && format.sampleRate == facts.sampleRate
            }
            return (isSame(output?.format, sides.output, facts.output), isSame(input?.format, sides.input, facts.input))
        }

        /// Ends the run of a callback from the next cycle on.
        mutating func takeRun(_ index: Int) -> Retired? {
            guard let run = procs[index].run else { return nil }
            procs[index].run = nil
            procs[index].lastRun = run
            if let source = run.source { output?.retire(source) }
            if let sink = run.sink { input?.retire(sink) }
            return Retired(run: run, output: output, input: input)
        }
    }

    /// A run that begins no more cycles, and may be in one.
    private struct Retired: Sendable {
        let run: IOProcRun
        let output: Output?
        let input: Input?

        /// Waits until the callback has returned for the last time.
        func waitForCycle() {
            output?.waitForCycle()
            input?.waitForCycle()
        }

        /// The same, and releases the callback.
        ///
        /// - Returns: what is the client's, to be released without a lock.
        func wait() -> AnyObject? {
            waitForCycle()
            return run.end()
        }
    }

    private let device: AudioObjectID
    weak var owner: HardwareDevice?
    /// Callbacks take this lock. No thread waits for a cycle or for the server while it holds it.
    private let state = LockedValue(State(), .state)
    /// Held while streams open and close, and until callbacks have returned. Callbacks never take it.
    private let control = LockedValue((), .pipeline)
    private let deferred = DeferredWork()

    init(device: AudioObjectID) { self.device = device }

    /// Takes `work` over from a callback that must not wait, with the system, which a device does not keep alive.
    private func takesOver(_ work: @escaping @Sendable () -> Void) -> Bool {
        let system = owner?.system
        return deferred.takesOver { withExtendedLifetime(system) { work() } }
    }

    var isRunning: Bool { state.withLock { state in state.procs.contains { $0.isStarted } } }

    /// - Parameter address: the function's, 0 for a block.
    func add(_ number: UInt, _ call: IOProcRun.Call, at address: UInt = 0, isVoice: Bool = false) {
        state.withLock { $0.procs.append(Proc(number: number, call: call, address: address, isVoice: isVoice)) }
    }

    /// The number of a callback that a client names by its number, or by its function where only one callback has that: the
    /// first systems had no numbers, and programs are left that pass the function.
    private func resolved(_ name: UInt) -> UInt {
        state.withLock { state in
            guard name != 0, state.index(of: name) == nil else { return name }
            let named = state.procs.filter { $0.address == name }
            return named.count == 1 ? named[0].number : name
        }
    }

    /// The same for a number that the client has chosen.
    func addOnce(_ number: UInt, _ call: IOProcRun.Call) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard number != 0, state.index(of: number) == nil else {
                throw .parameter.because("the callback is there already")
            }
            state.procs.append(Proc(number: number, call: call))
        }
    }

    func remove(_ name: UInt) throws(AudioError) {
        let number = resolved(name)
        try state.withLock { state throws(AudioError) in
            guard let index = state.index(of: number) else { throw .parameter }
            // A start between the stop and the removal would leave a run that nothing stops.
            state.procs[index].isLeaving = true
        }
        halt { $0 == number }
        // Returned, so that a block of a client is released without the lock.
        _ = state.withLock { state in state.index(of: number).map { state.procs.remove(at: $0) } }
    }

    /// Shows a tap what the device's mix plays, whenever the device runs.
    func add(_ tap: InputSink) {
        state.withLock { state in
            state.taps.append(tap)
            state.output?.add(tap, at: .mix)
        }
    }

    /// Takes a tap out from the next cycle on. Does not wait.
    func remove(_ tap: InputSink) {
        state.withLock { state in
            state.taps.removeAll { $0 === tap }
            state.output?.retire(tap)
        }
    }

    // MARK: Starting

    /// Starts a callback, in the cycle that holds a moment or at once. 0 starts the clock alone.
    ///
    /// In a cycle, and where the server does not answer soon, the device starts after the call; if it cannot, it has stopped
    /// abnormally.
    func start(_ name: UInt, at moment: StartMoment = StartMoment()) throws(AudioError) {
        guard let owner else { throw .noDevice }
        try ForkedChild.refuse(with: .deviceNotRunning)
        let number = resolved(name)
        guard !owner.hog.isForeign else { throw .deviceIsHogged }
        let (wasRunning, isNew) = try state.withLock { state throws(AudioError) in
            let wasRunning = state.procs.contains { $0.isStarted }
            if number == 0, state.index(of: 0) == nil { state.procs.append(Proc(number: 0, call: .none)) }
            guard let index = state.index(of: number), !state.procs[index].isLeaving else { throw .parameter }
            defer { state.procs[index].isStarted = true }
            return (wasRunning, !state.procs[index].isStarted)
        }
        guard isNew else { return }
        let isDeferred = takesOver { [self] in
            do throws(AudioError) { try begin(number, at: moment) { true } } catch { notifyAbnormalStop() }
        }
        if !isDeferred { try beginSoon(number, at: moment) }
        if !wasRunning { notifyRunning(owner) }
    }

    /// How long a start waits for the server, in nanoseconds.
    private static let patience: UInt64 = 500_000_000

    /// Opens the device on another thread. Does not wait longer for that than the caller should.
    private func beginSoon(_ number: UInt, at moment: StartMoment) throws(AudioError) {
        let outcome = WaitableValue<(result: Result<Void, AudioError>?, isLate: Bool)>((nil, false))
        let system = owner?.system
        deferred.perform { [self] in
            defer { withExtendedLifetime(system) {} }
            var result: Result<Void, AudioError> = .success(())
            do throws(AudioError) {
                try begin(number, at: moment) { outcome.withLockQuietly { $0.isLate } }
            } catch { result = .failure(error) }
            let isLate = outcome.withLock { outcome in
                outcome.result = result
                return outcome.isLate
            }
            if isLate, case .failure = result { notifyAbnormalStop() }
        }
        if let result = outcome.wait(nanoseconds: Self.patience, until: { $0.result }) { return try result.get() }
        let result = outcome.withLock { outcome in
            outcome.isLate = true
            return outcome.result
        }
        try result?.get()
    }

    /// Between two attempts to start, at first and at most, in nanoseconds.
    private static let retryTime: (first: UInt64, most: UInt64) = (100_000_000, 2_000_000_000)

    /// Opens the device for a callback that has been started. A server that does not answer is asked again as long as the callback
    /// is started, where the client has been notified that it is.
    private func begin(_ number: UInt, at moment: StartMoment, isLate: () -> Bool) throws(AudioError) {
        var pause = Self.retryTime.first
        while true {
            do throws(AudioError) { return try tryToBegin(number, at: moment) } catch {
                let isTemporary = error.status == AudioError.serverTimeout.status && isAlive
                if isTemporary, isLate(), isStarted(number) {
                    Thread.sleep(until: HostTime.now() + pause)
                    pause = min(2 * pause, Self.retryTime.most)
                    continue
                }
                state.withLock { state in
                    if let index = state.index(of: number) { state.procs[index].isStarted = false }
                }
                throw error
            }
        }
    }

    private func tryToBegin(_ number: UInt, at moment: StartMoment) throws(AudioError) {
        try control.withLock { (_) throws(AudioError) in
            // It may have been stopped meanwhile.
            guard isStarted(number) else { return }
            if state.withLock({ $0.output == nil && $0.input == nil }) { try open() }
            state.withLock { launch(&$0, number, at: moment) }
            closeIfIdle()
        }
    }

    /// Whether a callback is started: it runs, or will once the device has opened.
    func isStarted(_ number: UInt) -> Bool {
        state.withLock { state in state.index(of: number).map { state.procs[$0].isStarted } ?? false }
    }

    /// The seconds of a direction's stream between a cycle and its sound; nil where no stream is open.
    func latency(isInput: Bool) -> Double? {
        let (output, input) = state.withLock { ($0.output, $0.input) }
        if isInput { return input.map { Double($0.latency) / $0.format.sampleRate } }
        return output.map { Double($0.latency) / $0.format.sampleRate }
    }

    /// The frames of it that are the device's own; 0 where no stream is open.
    func deviceLatency(isInput: Bool) -> Int {
        let (output, input) = state.withLock { ($0.output, $0.input) }
        return isInput ? input?.deviceLatency ?? 0 : output?.deviceLatency ?? 0
    }

    private var isAlive: Bool { owner?.facts.withLock { $0.isAlive } ?? false }

    // MARK: Stopping

    /// Stops a callback. When this returns, it does not run and will not be called again.
    ///
    /// A callback that asks, of this device or another, does not wait: the cycle that runs then is the stopped one's last.
    func stop(_ name: UInt) throws(AudioError) {
        let number = resolved(name)
        let isKnown = state.withLock { $0.index(of: number) != nil }
        guard isKnown else { throw .parameter }
        halt { $0 == number }
    }

    /// Whether anything ran.
    @discardableResult func stopAll() -> Bool { halt { _ in true } }

    @discardableResult private func halt(_ isMeant: (UInt) -> Bool) -> Bool {
        if DeferredWork.isNeeded {
            let stopped = retire(isMeant, inCallback: true)
            _ = takesOver { [self] in finish { stopped } }
            return stopped.wasRunning
        }
        return finish {
            let stopped = retire(isMeant)
            // A callback may have stopped one before: the cycle continues in which it did.
            for (number, run) in state.withLock({ $0.leaving }) where isMeant(number) { run.waitForCycle() }
            return stopped
        }
    }

    /// Callbacks that begin no more cycles.
    private struct Stopped: Sendable {
        var wasRunning = false
        var runs: [Retired] = []
    }

    /// Lets callbacks begin no more cycles.
    private func retire(_ isMeant: (UInt) -> Bool, inCallback: Bool = false) -> Stopped {
        state.withLock { state in
            var stopped = Stopped()
            for index in state.procs.indices where isMeant(state.procs[index].number) {
                stopped.wasRunning = stopped.wasRunning || state.procs[index].isStarted
                state.procs[index].isStarted = false
                guard let run = state.takeRun(index) else { continue }
                stopped.runs.append(run)
                if inCallback { state.leaving.append((state.procs[index].number, run)) }
            }
            return stopped
        }
    }

    /// Waits for the last cycles of callbacks, and closes a device that none of them uses.
    ///
    /// - Returns: whether one of them was started.
    @discardableResult private func finish(_ stopping: () -> Stopped) -> Bool {
        let (wasRunning, hasEnded, ended) = control.withLock { _ in
            let stopped = stopping()
            let ended = stopped.runs.map { $0.wait() }
            // Returned, so that the streams end without the lock.
            let left = state.withLock { state in
                defer { state.leaving.removeAll { one in stopped.runs.contains { $0.run === one.run.run } } }
                return state.leaving
            }
            withExtendedLifetime(left) {}
            return (stopped.wasRunning, closeIfIdle(), ended)
        }
        withExtendedLifetime(ended) {}
        if hasEnded, wasRunning, let owner { notifyRunning(owner) }
        return wasRunning
    }

    // MARK: Changes

    /// Continues with the device's newer sides where it runs. A stream whose side has not changed runs on, and where none has,
    /// the callbacks run on. What does not open again has stopped abnormally, of which listeners are notified.
    ///
    /// - Parameter isForced: whether callbacks begin anew in any case.
    func restart(isForced: Bool = false) {
        guard !takesOver({ [self] in restart(isForced: isForced) }) else { return }
        var old: (output: Output?, input: Input?)
        do throws(AudioError) {
            try relaunch(isForced: isForced) { () throws(AudioError) in
                old = closeChanged()
                // An output continues in the cycle of the input that it was coupled to first.
                if old.output != nil, old.input != nil { old = (nil, nil) }
                guard old.output != nil || old.input != nil else { return try open() }
                do throws(AudioError) { try open() } catch {
                    // A device that opens only once has to close first.
                    old = (nil, nil)
                    try open()
                }
            }
        } catch { notifyAbnormalStop() }
        let (output, input) = state.withLock { ($0.output, $0.input) }
        if let last = old.output { output?.keepOpen(last) }
        if let last = old.input { input?.keepOpen(last) }
    }

    /// The same as `applyFrames` for a client, which may hold a mutex that a callback waits for: does not wait behind that.
    func applyFramesSoon() {
        guard let owner, !takesOver({ [self] in applyFrames() }) else { return }
        let system = owner.system
        _ = try? deferred.performSoon(cycleTime: system.cycleTime) { [self] in
            withExtendedLifetime(system) { applyFrames() }
        }
    }

    /// For how many nanoseconds the longest of the present calls has lasted.
    var callTime: UInt64 {
        state.withLock { $0.procs.flatMap { [$0.run, $0.lastRun] }.compactMap { $0?.callTime }.max() } ?? 0
    }

    /// Continues with the device's newer number of frames for each call, where it runs. The stream and the callbacks run on.
    func applyFrames() {
        guard let owner, !takesOver({ [self] in applyFrames() }) else { return }
        let isTooMany = control.withLock { _ in
            // Of several threads that set it, the last one here applies what the property has.
            let frames = owner.facts.withLock { $0.framesPerCycle }
            let (output, input, isTooMany) = state.withLock { state in
                state.frames = frames
                let runs = state.procs.compactMap(\.run)
                let isTooMany = runs.contains { $0.capacity < frames }
                if !isTooMany { for run in runs { run.setFrames(frames) } }
                return (state.output, state.input, isTooMany)
            }
            // A callback that has stopped itself may be in its last cycle, of a stream that the device has released.
            for (_, run) in state.withLock({ $0.leaving }) { run.waitForCycle() }
            guard !isTooMany else { return true }
            output?.setFramesPerCycle(frames)
            input?.setFramesPerCycle(frames)
            // A cycle that runs now has calls of the old length.
            output?.waitForCycle()
            input?.waitForCycle()
            return false
        }
        if isTooMany { restart(isForced: true) }
    }

    /// Ends the runs of all callbacks, makes a change, and begins new runs of those that are still to run. Does nothing where the
    /// streams are those of the device's present sides, unless it is forced to.
    private func relaunch(isForced: Bool, _ change: () throws(AudioError) -> Void) throws(AudioError) {
        // Released without the lock.
        var ended: [AnyObject?] = []
        defer { withExtendedLifetime(ended) {} }
        try control.withLock { (_) throws(AudioError) in
            guard isForced || !isCurrent else { return }
            var (running, clock, retired) = state.withLock { state in
                let running = state.procs.compactMap { proc in proc.run.map { (proc.number, $0) } }
                let clock = state.output?.clock ?? state.input?.clock
                return (running, clock, state.procs.indices.compactMap { state.takeRun($0) })
            }
            guard !running.isEmpty else { return }
            ended = retired.map { $0.wait() }
            // They keep the streams, which a device that opens only once has to close first.
            retired = []
            do throws(AudioError) { try change() } catch {
                _ = retire { number in running.contains { $0.0 == number } }
                throw error
            }
            state.withLock { state in
                for (number, last) in running { launch(&state, number, at: last.moment(for: clock), after: last) }
            }
            closeIfIdle()
        }
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

    // MARK: With `control` held

    /// Opens the device's streams where they are closed.
    private func open() throws(AudioError) {
        guard let owner else { throw .noDevice }
        let facts = owner.facts.withLock { $0 }
        guard facts.isAlive else { throw .noDevice.because("the device \"\(owner.uid)\" is gone") }
        let connection = try owner.system.connection()
        var (output, input) = state.withLock { ($0.output, $0.input) }
        if output == nil, let side = facts.output {
            var configuration = OutputConfiguration()
            configuration.device = side.id
            configuration.sampleRate = side.sampleRate
            configuration.channels = side.channels
            configuration.framesPerCycle = facts.framesPerCycle
            configuration.locksCycle = true
            output = try Output(configuration, on: connection)
        }
        if input == nil, let side = facts.input {
            var configuration = InputConfiguration()
            configuration.device = side.id
            // Both sides have one rate; the server converts where the devices differ.
            configuration.sampleRate = facts.sampleRate
            configuration.channels = side.channels
            configuration.framesPerCycle = facts.framesPerCycle
            // An input that an output follows has the output's cycle.
            configuration.locksCycle = output == nil
            configuration.isBound = output != nil
            input = try Input(configuration, on: connection)
        }
        var isOneCycle = false
        if let output, let input { isOneCycle = try output.follow(input) }
        state.withLock { state in
            state.output = output
            state.input = input
            for tap in state.taps { output?.add(tap, at: .mix) }
            state.frames = facts.framesPerCycle
            state.mostFrames = facts.any?.cycleRange.upperBound ?? facts.framesPerCycle
            state.sides = (facts.output?.id, facts.input?.id)
            let isOneDevice = facts.output?.id == facts.input?.id
            state.relation = isOneCycle ? .oneCycle : isOneDevice ? .oneClock : .twoClocks
            watch(&state, owner)
        }
    }

    /// Notifies listeners of lost frames and of cycles that took too long, once for each input and output.
    private func watch(_ state: inout State, _ owner: HardwareDevice) {
        let (system, device) = (owner.system, device)
        let handler = { @Sendable [weak system] (event: StreamEvent) in
            switch event {
            case .gap, .overload: system?.notify(device, [.init(kAudioDeviceProcessorOverload)])
            default: break
            }
        }
        if let input = state.input, state.watchedInput !== input {
            state.watchedInput = input
            input.observe(for: system, handler)
        }
        if let output = state.output, state.watchedOutput !== output {
            state.watchedOutput = output
            output.observe(for: system, handler)
        }
    }

    /// Runs a callback, unless it has been stopped or removed meanwhile.
    ///
    /// - Parameter last: its run before, which has ended; nil where it starts.
    private func launch(
        _ state: inout State, _ number: UInt, at moment: StartMoment, after last: IOProcRun? = nil
    ) {
        guard let index = state.index(of: number), state.procs[index].isStarted, state.procs[index].run == nil else {
            return
        }
        let run = IOProcRun(
            device, state.procs[index].call, output: state.output?.format, input: state.input?.format,
            relation: state.relation, frames: state.frames, capacity: state.mostFrames, startingAt: moment,
            inputStart: state.input?.clock, isVoice: state.procs[index].isVoice)
        if let last { run.resume(from: last) }
        state.procs[index].run = run
        if let sink = run.sink { state.input?.add(sink) }
        if let source = run.source { state.output?.add(source) }
    }

    /// - Returns: whether the device is stopped now.
    @discardableResult private func closeIfIdle() -> Bool {
        guard !state.withLock({ state in state.procs.contains { $0.isStarted } }) else { return false }
        close()
        return true
    }

    /// Whether both streams are those of the device's present sides.
    private var isCurrent: Bool {
        guard let facts = owner?.facts.withLock({ $0 }) else { return false }
        return state.withLock { $0.isCurrent(facts) } == (true, true)
    }

    /// Takes out the streams that are not those of the device's present sides. They close when the caller releases them.
    private func closeChanged() -> (output: Output?, input: Input?) {
        guard let facts = owner?.facts.withLock({ $0 }) else {
            close()
            return (nil, nil)
        }
        return state.withLock { state in
            let isCurrent = state.isCurrent(facts)
            var old: (output: Output?, input: Input?)
            if !isCurrent.output { (old.output, state.output) = (state.output, nil) }
            if !isCurrent.input || state.output == nil { (old.input, state.input) = (state.input, nil) }
            return old
        }
    }

    /// Releases the streams. Those that no one else uses close, which waits for the server.
    private func close() {
        _ = state.withLock { state in
            defer { (state.output, state.input) = (nil, nil) }
            return (state.output, state.input)
        }
    }
}
