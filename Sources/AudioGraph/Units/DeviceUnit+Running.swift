import AudioCore
import AudioIO
import CAudioToolbox
import CCoreAudio

// Starting, stopping, and following the default device.
extension DeviceUnit {
    /// Starts on the present device. With `isQuiet`, the unit resumes, and no listener is called.
    func launch(isQuiet: Bool = false) throws(AudioError) {
        guard let plan = state.withLock({ $0.plan }), let kernel = plan.ownKernel as? DeviceKernel else {
            throw .unitUninitialized
        }
        guard running.withLock({ $0 == nil }) else { return }
        var run = try place(kernel)
        let (startTime, own) = settings.withLock { settings in
            defer { settings.startTime = nil }
            return (settings.startTime, run)
        }
        let isFirst = running.withLock { running in
            guard running == nil else { return false }
            running = own
            return true
        }
        guard isFirst else { return remove(run) }
        do throws(AudioError) {
            if let startTime {
                _ = try system.start(run.device, run.proc, at: startTime)
            } else {
                try system.start(run.device, run.proc)
            }
        } catch {
            run = running.withLock { running in
                defer { running = nil }
                return running ?? run
            }
            remove(run)
            throw error
        }
        follow()
        if !isQuiet { notify(kAudioOutputUnitProperty_IsRunning) }
    }

    /// Registers the unit with its device, or with an aggregate of its two devices.
    private func place(_ kernel: DeviceKernel) throws(AudioError) -> Run {
        let settings = self.settings.withLock { $0 }
        let outputDevice = settings.plays ? device(isInput: false) : nil
        let inputDevice = settings.records ? device(isInput: true) : nil
        guard var device = outputDevice ?? inputDevice else { throw .unitFailedInitialization }
        var aggregate: AudioObjectID?
        if let outputDevice, let inputDevice, outputDevice != inputDevice {
            let parts = [outputDevice, inputDevice].compactMap(uid)
            let made = try system.createAggregate(
                AggregateComposition(
                    uid: "unit-\(listenerKey[0])", name: "Audio unit", parts: parts, main: parts.first,
                    isPrivate: true))
            (aggregate, device) = (made, made)
        }
        let proc = try system.createProc(device) { _, input, inputTime, output, outputTime in
            kernel.cycle(input, inputTime, output, outputTime)
        }
        return Run(device: device, proc: proc, kernel: kernel, aggregate: aggregate)
    }

    private func uid(_ device: AudioObjectID) -> String? {
        let address = AudioObjectPropertyAddress(
            mSelector: AudioObjectPropertySelector(kAudioDevicePropertyDeviceUID),
            mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
        guard case .text(let text)? = try? system.value(device, HardwareRequest(address)) else { return nil }
        return text
    }

    /// When this returns, the unit's callbacks do not run and will not be called, unless one of them makes the call.
    func halt(isQuiet: Bool = false) {
        let run = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let run else { return }
        stopFollowing()
        remove(run)
        if !isQuiet { notify(kAudioOutputUnitProperty_IsRunning) }
    }

    private func remove(_ run: Run) {
        try? system.destroyProc(run.device, run.proc)
        guard let aggregate = run.aggregate else { return }
        let system = self.system
        let work: @Sendable () -> Void = { try? system.destroyAggregate(aggregate) }
        if !Self.cleaning.takesOver(work) { work() }
    }

    private static let cleaning = DeferredWork()

    // MARK: Changes of devices

    private var followed: [AudioObjectPropertyAddress] {
        let scope = AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal)
        return [kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultInputDevice].map {
            AudioObjectPropertyAddress(mSelector: AudioObjectPropertySelector($0), mScope: scope, mElement: 0)
        }
    }

    private var watched: AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(
            mSelector: AudioObjectPropertySelector(kAudioDevicePropertyDeviceIsRunning),
            mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
    }

    /// Listens to the default devices where the unit follows them, and to the end of its device.
    private func follow() {
        guard let run = running.withLock({ $0 }) else { return }
        if !kind.choosesDevice {
            for address in followed {
                try? system.addListener(1, address, key: listenerKey, isOnlyOne: true) { [weak self] _, _ in
                    self?.deviceChanged()
                }
            }
        }
        try? system.addListener(run.device, watched, key: listenerKey, isOnlyOne: true) { [weak self] _, _ in
            self?.deviceStopped(run.device)
        }
    }

    private func stopFollowing() {
        if !kind.choosesDevice { for address in followed { try? system.removeListener(1, address, key: listenerKey) } }
        guard let run = running.withLock({ $0 }) else { return }
        try? system.removeListener(run.device, watched, key: listenerKey)
    }

    /// The default device has changed: the unit continues on the new one.
    private func deviceChanged() {
        guard let run = running.withLock({ $0 }) else { return }
        let plays = settings.withLock { $0.plays }
        guard run.aggregate != nil || device(isInput: !plays) != run.device else { return }
        halt(isQuiet: true)
        do throws(AudioError) {
            try rebuild()
            try launch(isQuiet: true)
        } catch {
            return notify(kAudioOutputUnitProperty_IsRunning)
        }
        notify(kAudioOutputUnitProperty_CurrentDevice)
        notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0)
    }

    /// The device no longer runs. Where the client has not stopped the unit, it has been lost.
    private func deviceStopped(_ device: AudioObjectID) {
        guard running.withLock({ $0?.device }) == device,
            number(
                device, AudioObjectPropertySelector(kAudioDevicePropertyDeviceIsAlive),
                UInt32(kAudioObjectPropertyScopeGlobal)) ?? 0 == 0
        else { return }
        halt()
    }
}
