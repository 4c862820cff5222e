import AudioCore
import AudioIO
import CAudioToolbox
import CCoreAudio

// Starting, stopping, and following the default device.
extension DeviceUnit {
    /// Starts on the present device.
    ///
    /// - Parameter pause: the pause from which the unit resumes, where it does. Nothing starts where that has ended, and no
    ///   listener is called.
    func launch(resuming pause: Int? = nil) throws(AudioError) {
        guard running.withLock({ $0.run == nil && (pause == nil || $0.pause == pause) }) else { return }
        // The cycle may have been set on the device itself.
        if !state.withLock({ $0.isMaximumSet }), let device = device(isInput: !settings.withLock { $0.plays }) {
            growSlices(device)
        }
        let wasCurrent = try adaptPlan()
        guard let plan = state.withLock({ $0.plan }), let kernel = plan.ownKernel as? DeviceKernel else {
            throw .unitUninitialized
        }
        let paused = pause == nil ? nil : running.withLock { $0.startTime }
        let asked = settings.withLock { settings in
            defer { settings.startTime = nil }
            return settings.startTime
        }
        // A moment that has not been reached before a change is still to come.
        let startTime = asked ?? paused
        let run = try place(kernel, startTime)
        let (isFirst, wasOn) = running.withLock { running -> (Bool, Bool) in
            let wasOn = running.isOn
            guard running.run == nil, pause == nil || running.pause == pause else { return (false, wasOn) }
            (running.run, running.pause) = (run, nil)
            running.gates = running.gates.filter { !$0.isEmpty } + [run.gate]
            return (true, wasOn)
        }
        guard isFirst else { return remove(run) }
        do throws(AudioError) {
            if let startTime {
                _ = try system.start(run.device, run.proc, at: startTime)
            } else {
                try system.start(run.device, run.proc)
            }
        } catch {
            let isLast = running.withLock { running -> Bool in
                guard running.run?.gate === run.gate else { return false }
                running.run = nil
                // Whoever resumes it, ends the pause.
                (running.pause, running.startTime) = (pause, pause == nil ? nil : startTime)
                return true
            }
            // Where another thread has stopped or changed the unit meanwhile, that is no error of the start.
            guard isLast else { return }
            // The next start begins then.
            if let asked { settings.withLock { $0.startTime = $0.startTime ?? asked } }
            remove(run)
            throw error
        }
        follow(run)
        // Another thread has uninitialized the unit, or disposed of it, and found nothing to stop.
        guard state.withLock({ $0.plan === plan }) || state.withLock({ $0.isInitialized }) else { return halt() }
        if !wasOn { runningDidChange() }
        try followChanges(during: run, wasCurrent: wasCurrent)
    }

    /// Makes a plan for the formats that the devices have now, where the present one is for others.
    ///
    /// - Returns: whether the plan was found to be for them. What changes afterwards is seen by another comparison.
    private func adaptPlan() throws(AudioError) -> Bool {
        // They may change while a plan is made for them.
        for _ in 0..<3 {
            guard let plan = state.withLock({ $0.plan }) else { return false }
            if isCurrent(plan) { return true }
            try super.rebuild()
        }
        return false
    }

    /// Follows devices that have changed before their listeners were there, as a headset's do when its microphone is opened. Stops
    /// the unit where it cannot go on with them.
    private func followChanges(during run: Run, wasCurrent: Bool) throws(AudioError) {
        let depth = running.withLock { running -> Int in
            running.startDepth += 1
            return running.startDepth
        }
        defer { running.withLock { $0.startDepth -= 1 } }
        // Each change starts the unit once more. A device that changes with each start is left to its listeners.
        guard depth <= 3 else { return }
        if !kind.choosesDevice { try followDevices() }
        if wasCurrent { try followFormat(of: run.device) }
        try followPlan()
        guard !isAlive(run.device) else { return }
        let (isPresent, isOn) = running.withLock { ($0.run?.gate === run.gate, $0.isOn) }
        if isPresent {
            halt()
        } else {
            // Where the unit has stopped, that may be its listener's answer to the loss. An aggregate of its own ends with any stop.
            let devices = run.aggregate == nil ? [run.device] : run.parts
            guard !isOn, !devices.allSatisfy(isAlive) else { return }
        }
        throw .unitFailedInitialization.because("the device is lost")
    }

    /// Begins a run anew that has the kernel of an earlier plan: while a run begins on one thread, another may make a plan. Each of
    /// them looks at what the other does after its own part.
    func followPlan() throws(AudioError) {
        guard let run = running.withLock({ $0.run }), let plan = state.withLock({ $0.plan }),
            plan.ownKernel !== run.kernel, let pause = pause()
        else { return }
        try resume(pause)
    }

    /// Ends a pause, unless a client has stopped the unit meanwhile. Where that fails, listeners are notified of the stop.
    func resume(_ pause: Int) throws(AudioError) {
        guard !isStartedLater else { return Self.cleaning.perform { [self] in try? resume(pause) } }
        do throws(AudioError) { try launch(resuming: pause) } catch {
            let hasStopped = running.withLock { running in
                guard running.pause == pause else { return false }
                running.pause = nil
                return true
            }
            if hasStopped { runningDidChange() }
            throw error
        }
    }

    /// Whether a start is left to another thread: a callback that runs in a cycle must not wait for changes of devices, which an
    /// aggregate of two devices takes part in, nor for the output whose sound a voice alone hears.
    var isStartedLater: Bool {
        guard DeferredWork.isNeeded else { return false }
        let (plays, records) = settings.withLock { ($0.plays, $0.records) }
        guard plays, records else { return isVoice && records }
        return device(isInput: false) != device(isInput: true)
    }

    /// The devices to play on, to record from and, for a voice that only records, to hear.
    private var wantedDevices: [AudioObjectID?] {
        let (plays, records) = settings.withLock { ($0.plays, $0.records) }
        return [
            plays ? device(isInput: false) : nil, records ? device(isInput: true) : nil,
            isVoice && !plays ? device(isInput: false) : nil,
        ]
    }

    /// Registers the unit with its device, or with an aggregate of its two devices.
    private func place(_ kernel: DeviceKernel, _ startTime: AudioTimeStamp?) throws(AudioError) -> Run {
        let plays = settings.withLock { $0.plays }
        let wanted = wantedDevices
        let (outputDevice, inputDevice, heardDevice) = (wanted[0], wanted[1], wanted[2])
        guard var device = outputDevice ?? inputDevice else { throw .unitFailedInitialization }
        var aggregate: AudioObjectID?
        if let outputDevice, let inputDevice, outputDevice != inputDevice {
            let parts = [outputDevice, inputDevice].compactMap(uid)
            let isMicrophoneFirst = isMicrophoneFirst(output: outputDevice, input: inputDevice)
            // A name of its own: the aggregate of the last run may not have gone yet.
            let made = try system.createAggregate(
                AggregateComposition(
                    uid: "unit-\(UInt.random(in: 0 ... .max))", name: "Audio unit", parts: parts,
                    main: isMicrophoneFirst ? parts.last : parts.first, isPrivate: true))
            (aggregate, device) = (made, made)
            takeCycle(of: outputDevice, for: made)
        }
        do throws(AudioError) {
            let (gate, proc) = try register(kernel, device, plays: plays)
            return Run(
                device: device, wanted: wanted, proc: proc, kernel: kernel, gate: gate, startTime: startTime,
                aggregate: aggregate, heard: plays ? nil : hear(kernel),
                heardDevice: heardDevice == device ? nil : heardDevice)
        } catch {
            destroy(aggregate)
            throw error
        }
    }

    /// Gives an aggregate the cycle that a client has set for its loudspeakers.
    private func takeCycle(of device: AudioObjectID, for aggregate: AudioObjectID) {
        let selector = AudioObjectPropertySelector(kAudioDevicePropertyBufferFrameSize)
        let scope = UInt32(kAudioObjectPropertyScopeGlobal)
        guard let frames = number(device, selector, scope), frames != number(aggregate, selector, scope) else { return }
        let address = AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
        // A length that the aggregate does not have leaves it as it is.
        withUnsafeBytes(of: frames) { try? system.set(aggregate, HardwareRequest(address, input: $0)) }
    }

    /// Shows a unit that only records what others play, which its microphone hears too.
    ///
    /// - Returns: nil where the unit does not ask for that, and where there is nothing to play on.
    private func hear(_ kernel: DeviceKernel) -> Output? {
        guard let played = kernel.voice?.played else { return nil }
        return try? system.hear(played)
    }

    private func register(
        _ kernel: DeviceKernel, _ device: AudioObjectID, plays: Bool
    ) throws(AudioError) -> (ClosingGate, UInt) {
        let gate = ClosingGate()
        let proc = try system.createProc(device, isVoice: isVoice) { _, input, inputTime, output, outputTime in
            gate.pass { kernel.cycle(input, inputTime, output, outputTime) }
        }
        if plays, let tap = kernel.voice?.played?.tap {
            do throws(AudioError) { try system.addTap(device, tap) } catch {
                try? system.destroyProc(device, proc)
                throw error
            }
        }
        return (gate, proc)
    }

    private func uid(_ device: AudioObjectID) -> String? {
        let address = AudioObjectPropertyAddress(
            mSelector: AudioObjectPropertySelector(kAudioDevicePropertyDeviceUID),
            mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
        guard case .text(let text)? = try? system.value(device, HardwareRequest(address)) else { return nil }
        return text
    }

    /// When this returns, the unit's callbacks do not run and will not be called, unless one of them makes the call.
    func halt() {
        let (run, gates, wasOn) = running.withLock { running in
            defer { (running.run, running.pause) = (nil, nil) }
            return (running.run, running.gates, running.isOn)
        }
        end(run, gates)
        if wasOn { runningDidChange() }
    }

    /// Stops the unit for a change. Clients see it running.
    ///
    /// - Returns: what `resume` takes; nil where the unit does not run.
    func pause() -> Int? {
        let (run, gates, pause) = running.withLock { running -> (Run?, [ClosingGate], Int?) in
            guard let run = running.run else { return (nil, [], nil) }
            running.pauseCount += 1
            (running.run, running.pause) = (nil, running.pauseCount)
            running.startTime = run.kernel.hasBegun ? nil : run.startTime
            running.pausedDevices = run.wanted
            return (run, running.gates, running.pause)
        }
        guard let pause else { return nil }
        end(run, gates)
        return pause
    }

    private func end(_ run: Run?, _ gates: [ClosingGate]) {
        for gate in gates { gate.close() }
        if let run {
            stopFollowing(run)
            remove(run)
        }
        // Another thread may be at this, or a cycle may have stopped the unit.
        for gate in gates { _ = gate.wait() }
    }

    private func remove(_ run: Run) {
        if run.heard == nil, let tap = run.kernel.voice?.played?.tap { try? system.removeTap(run.device, tap) }
        try? system.destroyProc(run.device, run.proc)
        destroy(run.aggregate)
    }

    private func destroy(_ aggregate: AudioObjectID?) {
        guard let aggregate else { return }
        let system = self.system
        let work: @Sendable () -> Void = { try? system.destroyAggregate(aggregate) }
        if !Self.cleaning.takesOver(work) { work() }
    }

    private static let cleaning = DeferredWork()

    // MARK: Changes of devices

    private var defaults: [AudioObjectPropertyAddress] {
        let scope = AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal)
        return [kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultInputDevice].map {
            AudioObjectPropertyAddress(mSelector: AudioObjectPropertySelector($0), mScope: scope, mElement: 0)
        }
    }

    private var watched: [AudioObjectPropertyAddress] {
        [
            kAudioDevicePropertyDeviceIsRunning, kAudioDevicePropertyNominalSampleRate,
            kAudioDevicePropertyBufferFrameSize,
        ].map {
            AudioObjectPropertyAddress(
                mSelector: AudioObjectPropertySelector($0),
                mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
        }
    }

    /// The rate of the device that others play on, where a voice alone hears them.
    private static var heardRate: AudioObjectPropertyAddress { .init(kAudioDevicePropertyNominalSampleRate) }

    /// The end of a part of the unit's aggregate, which outlives it.
    private static var life: AudioObjectPropertyAddress { .init(kAudioDevicePropertyDeviceIsAlive) }

    /// Listens to the default devices where the unit follows them, to the end, rate and cycle of its device, the ends of an
    /// aggregate's parts, and the rate of the device whose sound it hears.
    private func follow(_ run: Run) {
        let (device, key) = (run.device, key(of: run))
        if !kind.choosesDevice {
            for address in defaults {
                try? system.addListener(1, address, key: key) { [weak self] _, _ in self?.deviceChanged() }
            }
        }
        for address in watched {
            try? system.addListener(device, address, key: key) { [weak self] _, _ in
                switch address.mSelector {
                case kAudioDevicePropertyNominalSampleRate: self?.formatChanged(device)
                case kAudioDevicePropertyBufferFrameSize: self?.growSlices(device)
                default: self?.deviceStopped(device, run.proc)
                }
            }
        }
        if let heardDevice = run.heardDevice {
            try? system.addListener(heardDevice, Self.heardRate, key: key) { [weak self] _, _ in
                self?.formatChanged(device)
            }
        }
        for part in run.parts {
            try? system.addListener(part, Self.life, key: key) { [weak self] _, _ in self?.deviceChanged() }
        }
        // Another thread may have ended the run before they were there.
        if !running.withLock({ $0.run?.gate === run.gate }) { stopFollowing(run) }
    }

    private func stopFollowing(_ run: Run) {
        let key = key(of: run)
        if !kind.choosesDevice { for address in defaults { try? system.removeListener(1, address, key: key) } }
        for address in watched { try? system.removeListener(run.device, address, key: key) }
        if let heardDevice = run.heardDevice { try? system.removeListener(heardDevice, Self.heardRate, key: key) }
        for part in run.parts { try? system.removeListener(part, Self.life, key: key) }
    }

    /// A key of the run's own: the listeners of the next run may be there before those of the last one go.
    private func key(of run: Run) -> [UInt] { listenerKey + [0, run.proc] }

    /// Whether the plan was made for the formats that the devices have now.
    private func isCurrent(_ plan: RenderPlan) -> Bool {
        let settings = self.settings.withLock { $0 }
        if settings.plays, plan.outputs[0].format != hardwareFormat(isInput: false) { return false }
        if settings.records, plan.inputs[1].format != hardwareFormat(isInput: true) { return false }
        guard !settings.plays, let voice = (plan.ownKernel as? DeviceKernel)?.voice else { return true }
        return voice.playedRate == hardwareFormat(isInput: false).sampleRate
    }

    /// The device's rate is another, or that of the device whose sound the unit hears.
    private func formatChanged(_ device: AudioObjectID) { try? followFormat(of: device) }

    /// Makes the unit anew for the formats that the devices have now, where its plan is for others. Stops it where that fails.
    private func followFormat(of device: AudioObjectID) throws(AudioError) {
        guard let run = running.withLock({ $0.run }), run.device == device, let plan = state.withLock({ $0.plan }),
            !isCurrent(plan)
        else { return }
        // With other devices the unit is made anew for these.
        guard wantedDevices == run.wanted else { return }
        defer {
            notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0)
            if kind.records { notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 1) }
        }
        try rebuildOrHalt()
    }

    private func rebuildOrHalt() throws(AudioError) {
        do throws(AudioError) { try rebuild() } catch {
            halt()
            throw error
        }
    }

    /// The device's cycle may have grown beyond the most frames of a slice, which grow with it.
    func growSlices(_ device: AudioObjectID) {
        let selector = AudioObjectPropertySelector(kAudioDevicePropertyBufferFrameSize)
        guard let frames = number(device, selector, UInt32(kAudioObjectPropertyScopeGlobal)), frames <= 1 << 20 else {
            return
        }
        let before = state.withLock { state -> Int? in
            guard Int(frames) > state.maximumFrames else { return nil }
            defer { state.maximumFrames = Int(frames) }
            return state.maximumFrames
        }
        guard let before else { return }
        do throws(AudioError) { try rebuild() } catch {
            // There is no memory for them: the present plan continues, with the frames that it was made for.
            return state.withLock { if $0.maximumFrames == Int(frames) { $0.maximumFrames = before } }
        }
        notify(kAudioUnitProperty_MaximumFramesPerSlice)
    }

    /// Takes back what a device that has not started added to the most frames of a slice. What a client has set stays.
    ///
    /// - Returns: whether they were more.
    func shrinkSlices(to frames: Int) -> Bool {
        state.withLock { state in
            guard !state.isMaximumSet, state.maximumFrames > frames else { return false }
            state.maximumFrames = frames
            return true
        }
    }

    /// A default device has changed, or a part of the unit's aggregate is lost.
    private func deviceChanged() { try? followDevices() }

    /// Continues on the devices that are wanted now, with the formats that they have now. Stops the unit where that fails.
    private func followDevices() throws(AudioError) {
        guard let run = running.withLock({ $0.run }) else { return }
        // The rate may have changed while there was no default.
        guard wantedDevices != run.wanted else { return try followFormat(of: run.device) }
        try rebuildOrHalt()
        forward()
        notify(kAudioOutputUnitProperty_CurrentDevice)
        notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0)
    }

    /// The device runs no longer, or begins to. Where the client has not stopped the unit, and its callback is not started any more,
    /// the device has been lost, or could not open.
    private func deviceStopped(_ device: AudioObjectID, _ proc: UInt) {
        let isPresent = running.withLock { $0.run?.device == device && $0.run?.proc == proc }
        guard isPresent, !isAlive(device) || !system.isStarted(device, proc) else { return }
        // Where a device that a client has picked is lost, the unit continues on the default one.
        let picks = settings.withLock { $0.picksDevices }
        if picks, running.withLock({ $0.run?.wanted }) != wantedDevices { return deviceChanged() }
        halt()
    }
}
