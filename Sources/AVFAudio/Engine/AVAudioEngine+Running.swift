import AudioCore
import AudioSession
import AudioToolbox
import AudioUnits
import Dispatch
import Foundation

// Starting and stopping.
extension AVAudioEngine {
    /// The most frames of a cycle on a device. A device with longer cycles gets several for one.
    static let mostDeviceFrames: UInt32 = 4096

    func prepareNodes() {
        checkNodes()
        change { try? self.makeReady() }
    }

    func startNodes() throws {
        checkNodes()
        guard !isRunning else { return }
        guard !hook.isInCycle else { return later.async { [self] in try? startNodes() } }
        try throwingErrors(call: "AVAudioEngine.start") {
            try changing { () throws(AudioError) in
                // Another thread may have started it meanwhile.
                guard !isRunning else { return }
                try makeReady()
                if io.manual == nil { try startDevice() }
                setPhase(.running)
                activityDidChange()
                tell(.started)
            }
        }
    }

    private func checkNodes() {
        let hasNodes = state.withLock { $0.input != nil || $0.output != nil }
        require(hasNodes, "inputNode != nullptr || outputNode != nullptr")
    }

    private func startDevice() throws(AudioError) {
        do { try session.activateImplicitly(recording: usesInput) } catch {
            throw AudioError(
                status: Int32(kAudioUnitErr_FailedInitialization), reason: "the session does not become active")
        }
        session.add(follower)
        guard let device = io.device else { throw .unitFailedInitialization.because("there is no audio unit") }
        try device.instance.start()
        let (hasInput, hasOutput) = state.withLock { ($0.input != nil, $0.output != nil) }
        var formats: [Bool: AVAudioFormat] = [:]
        for isInput in [false, true] where isInput ? hasInput : hasOutput {
            formats[isInput] = AVAudioFormat(io.hardwareFormat(isInput: isInput), layout: nil)
        }
        state.withLock { $0.startFormats = formats }
        follower.listen(to: device)
    }

    /// Notes what the engine does from now on, and notifies the session.
    private func setPhase(_ phase: Phase) {
        state.withLock { $0.phase = phase }
        manualClock.setRunning(phase == .running)
        follower.setRunning(phase == .running && io.manual == nil)
        session.participantDidChange()
    }

    // MARK: Stopping a device that plays nothing

    /// A node has begun or ended to generate sound, or the program has changed `isAutoShutdownEnabled`.
    func activityDidChange() {
        guard isRunning, io.manual == nil else { return }
        later.async { [weak self] in self?.followActivity() }
    }

    private func followActivity() {
        let isNeeded = !isAutoShutdownEnabled || attachedNodes.contains { $0.isActive } || usesInput
        guard isNeeded else {
            let number = state.withLock { state in
                state.idleNumber += 1
                return state.idleNumber
            }
            return later.asyncAfter(deadline: .now() + idleTime) { [weak self] in self?.rest(number) }
        }
        state.withLock { $0.idleNumber += 1 }
        changing {
            guard isRunning, state.withLock({ $0.isResting }) else { return }
            state.withLock { $0.isResting = false }
            try? io.madeDevice?.instance.start()
        }
    }

    /// Stops the device, unless something has become active meanwhile.
    private func rest(_ number: Int) {
        changing {
            let isDue = state.withLock { state in
                guard state.idleNumber == number, state.phase == .running else { return false }
                state.isResting = true
                return true
            }
            if isDue { try? io.madeDevice?.instance.stop() }
        }
    }

    /// Whether the device's input is used.
    private var usesInput: Bool {
        let (input, links, output) = state.withLock { ($0.input, $0.links, $0.output) }
        guard let input else { return false }
        return !links.out(of: input).isEmpty || !input.taps.isEmpty || output == nil
    }

    private var usesOutput: Bool { state.withLock { $0.output != nil } }

    /// Turns voice processing on or off. Everything is made ready anew, for another unit.
    func setVoice(_ isOn: Bool) throws(AudioError) {
        guard !hook.isInCycle else { throw .engineMustBeStopped }
        try changing { () throws(AudioError) in
            guard !isRunning else { throw .engineMustBeStopped }
            guard io.manual == nil else { throw .engineMode }
            guard io.isVoice != isOn else { return }
            unprepare()
            io.setVoice(isOn)
            for node in attachedNodes { node.taps.refresh(node) }
        }
    }

    // MARK: Preparing

    /// Initializes the units of all nodes that are connected, and connects them.
    private func makeReady() throws(AudioError) {
        // The input or the output is used since everything was made ready.
        if io.manual == nil, !io.uses(output: usesOutput, input: usesInput) { unprepare() }
        guard !state.withLock({ $0.isPrepared }) else { return }
        try placeNotifications()
        if io.manual == nil { try io.enable(output: usesOutput, input: usesInput) }
        try followOutput()
        if usesInput, let input = state.withLock({ $0.input }) { try input.followDevice() }
        let links = self.links
        var staged = StagedSources()
        do throws(AudioError) {
            for node in connectedNodes { try (node as? AVAudioMixerNode)?.alignFreeInputs(links) }
            for link in links.all {
                let format = link.source.outputFormat(forBus: link.output)
                if !link.node.has(format, kAudioUnitScope_Input, link.input) {
                    try link.node.setFormat(format, kAudioUnitScope_Input, link.input)
                }
                if let sink = link.node as? AVAudioSinkNode { try sink.followInput(format) }
            }
            for node in connectedNodes { try initialize(node) }
            for link in links.all { try stage(link, &staged) }
            staged.applyNow()
        } catch {
            // What has been staged has been retained.
            staged.applyNow()
            unprepare()
            throw error
        }
        state.withLock { $0.isPrepared = true }
        for node in attachedNodes {
            node.taps.refresh(node)
            node.taps.forgetTimes()
        }
        refreshRoots()
    }

    /// The nodes that render: those that are connected, and those of the device. The sources come first.
    private var connectedNodes: [AVAudioNode] {
        let (links, output, input) = state.withLock { ($0.links.all, $0.output, $0.input) }
        var (seen, nodes): (Set<ObjectIdentifier>, [AVAudioNode]) = ([], [])
        func add(_ node: AVAudioNode?) {
            guard let node, seen.insert(ObjectIdentifier(node)).inserted else { return }
            nodes.append(node)
        }
        for link in links {
            add(link.source)
            add(link.node)
        }
        for node in attachedNodes where !node.taps.isEmpty { add(node) }
        if io.manual == nil ? usesInput : true { add(input) }
        add(output)
        return nodes
    }

    /// Gives the main mixer the format of the device, where the engine has connected it.
    private func followOutput() throws(AudioError) {
        guard
            let (mixer, output) = state.withLock({ state in
                state.mixer.flatMap { mixer in state.output.map { (mixer, $0) } }
            }),
            let link = links.into(output, 0), link.isImplicit, link.source === mixer
        else { return }
        let format = output.outputFormat(forBus: 0)
        if mixer.outputFormat(forBus: 0) != format { try mixer.setFormat(format, kAudioUnitScope_Output, 0) }
    }

    func unprepare() {
        let nodes = state.withLock { state -> [AVAudioNode] in
            defer { (state.isPrepared, state.initialized) = (false, []) }
            return state.initialized.compactMap { state.nodes[$0] }
        }
        for node in nodes { node.nodeUnit?.uninitialize() }
        for node in nodes { node.nodeUnit?.unit?.renderer.forgetTime() }
    }

    /// Starts the device anew where a direction of it is used that was not used at the start.
    ///
    /// A direction that is used no more stays until the next start: a new start would be heard as a gap.
    private func followDirections() {
        guard isRunning, io.manual == nil, io.lacks(output: usesOutput, input: usesInput) else { return }
        stopDevice()
        unprepare()
        do throws(AudioError) {
            try makeReady()
            try startDevice()
        } catch {
            setPhase(.stopped)
            tell(.stopped)
        }
    }

    /// Renders what only taps and sinks listen to, too.
    func refreshRoots() {
        followDirections()
        guard state.withLock({ $0.isPrepared }) else { return }
        let (links, output) = state.withLock { ($0.links, $0.output) }
        var list: [RootPuller.Root] = []
        var heard: [AVAudioNode] = output.map { [$0] } ?? []
        for node in attachedNodes {
            guard let sink = node as? AVAudioSinkNode, io.manual == nil, links.into(sink, 0) != nil,
                let unit = sink.nodeUnit
            else { continue }
            list.append(RootPuller.Root(unit.instance, bus: 0, receive: sink.receiver))
            heard.append(sink)
        }
        for node in attachedNodes where !node.taps.isEmpty {
            guard !heard.contains(where: { links.feeds(node, $0) && $0 !== node }), node !== output,
                let unit = node.nodeUnit
            else { continue }
            for bus in node.taps.buses {
                if (try? initialize(node)) == nil { continue }
                list.append(RootPuller.Root(unit.instance, bus: node.outputElement(bus)))
            }
        }
        let most = io.manual.map { Int($0.maximumFrames) } ?? Int(Self.mostDeviceFrames)
        roots.publish(list, maximumFrames: most, rate: drivingRate)
    }

    /// The frames a second of the cycles that drive the engine.
    private var drivingRate: Double {
        if let manual = io.manual { return manual.format.sampleRate }
        return usesOutput
            ? io.hardwareFormat(isInput: false).sampleRate
            : io.device?.format(kAudioUnitScope_Output, 1).sampleRate ?? 0
    }

    /// The taps have changed: the units of their nodes render from now on.
    func tapsDidChange() {
        change {
            guard self.state.withLock({ $0.isPrepared }) else { return }
            for node in self.attachedNodes { node.taps.refresh(node) }
            self.refreshRoots()
        }
    }

    // MARK: Pausing and stopping

    func pauseNodes() {
        change {
            guard self.isRunning else { return }
            self.setPhase(.paused)
            self.stopDevice()
            self.tell(.paused)
        }
    }

    func stopNodes() {
        change {
            let wasStopped = self.state.withLock { $0.phase == .stopped }
            self.setPhase(.stopped)
            self.stopDevice()
            self.manualClock.waitForRender()
            self.unprepare()
            for node in self.attachedNodes { node.taps.flush() }
            if !wasStopped { self.tell(.stopped) }
        }
    }

    func resetNodes() {
        change {
            for node in self.attachedNodes { node.reset() }
            for node in self.attachedNodes { node.taps.forgetTimes() }
            self.manualClock.reset()
            self.tell(.reset)
        }
    }

    private func stopDevice() {
        guard io.manual == nil, let device = io.madeDevice else { return }
        state.withLock { ($0.isResting, $0.idleNumber) = (false, $0.idleNumber + 1) }
        try? device.instance.stop()
    }

    private func tell(_ change: EngineChange) { for node in attachedNodes { node.engineDidChange(change) } }

    // MARK: What the unit of the output does

    /// Has the unit that drives the engine begin each of its cycles with what has changed.
    private func placeNotifications() throws(AudioError) {
        let unit = io.manual?.output ?? io.device
        guard let unit else { throw .unitFailedInitialization.because("there is no audio unit") }
        if io.manual == nil { follower.driver.isAlone.write(usesOutput ? 0 : 1) }
        guard follower.drive(unit) else { return }
        for notification in [hook.notification, roots.notification] {
            try unit.instance.addNotify(notification.function, notification.context)
        }
        guard io.manual == nil else { return }
        try unit.setValue(
            kAudioOutputUnitProperty_SetInputCallback, to: RecordingDriver.callback(follower.driver))
    }

    func removeNotifications() { follower.release(hook, roots) }
}
