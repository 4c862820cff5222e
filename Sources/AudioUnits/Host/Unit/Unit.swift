import AudioCore
import AudioFiles
import CAudioToolbox

/// An audio unit: the control half, whose properties and parameters clients set. The audio half is `renderer`.
///
/// A subclass says which formats it takes, what its own properties are, and what kernel renders. Any thread may make any
/// call. No lock is held while a client's code runs.
package class Unit: @unchecked Sendable {
    package let blueprint: UnitBlueprint
    package let renderer = UnitRenderer()
    package let parameters = ParameterStore()
    package let state: LockedValue<UnitState>
    let listeners = PropertyListeners()
    /// The client's reference to the instance. Set before the client gets it.
    package internal(set) var reference: AudioComponentInstance? {
        get { listeners.reference }
        set { listeners.reference = newValue }
    }

    /// The format of a new instance's elements.
    package static let usualFormat = StreamFormat.float32(sampleRate: 44_100, channels: 2, interleaved: false)

    package init(_ blueprint: UnitBlueprint, format: StreamFormat = Unit.usualFormat) {
        self.blueprint = blueprint
        func elements(_ count: Int) -> [UnitElement] { (0..<count).map { _ in UnitElement(format: format) } }
        state = LockedValue(
            UnitState(inputs: elements(blueprint.inputs), outputs: elements(blueprint.outputs)), .state)
        // A weak reference to the unit would make each of its retains slow.
        renderer.onError = { [listeners] in listeners.notify(kAudioUnitProperty_LastRenderError, 0, 0) }
    }

    /// The sample rates that units have.
    private static let rates = 1.0...768_000

    // MARK: For subclasses

    /// Whether the formats of elements may differ from Float32 without interleaving, and be set while it is initialized.
    package var convertsFormats: Bool { false }

    /// Whether the kernel of a new plan continues with sound of the one before, which `makeKernel` finds in the state's plan.
    package var keepsSound: Bool { false }

    /// Whether the most frames of a slice may be set while the unit is initialized.
    package var takesMaximumWhileInitialized: Bool { false }

    /// Whether input 0 is played on a device, which stops for a change of its format; the other input is the device's.
    package var playsOnDevice: Bool { false }

    /// Whether inputs, or outputs, may have other forms of linear PCM, which the plan converts for the kernel.
    package var convertsInputForms: Bool { false }
    package var convertsOutputForms: Bool { false }

    /// Checks a format that a client sets.
    package func check(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {
        guard format.isValidPCM, Self.rates.contains(format.sampleRate) else { throw .unitFormat }
        let convertsForms = scope == kAudioUnitScope_Input ? convertsInputForms : convertsOutputForms
        guard !convertsFormats, !convertsForms else { return }
        guard format.sampleKind == .float, format.bitsPerChannel == 32, !format.isBigEndian,
            !format.isInterleaved || format.channels == 1
        else { throw .unitFormat }
    }

    /// Checks the formats together, before the unit is initialized.
    package func check(_ state: UnitState) throws(AudioError) {}

    /// Checks a channel layout that a client sets of an element. Called under the lock of the state, which is about to get it.
    package func check(
        _ layout: ChannelLayout, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {}

    /// A client has set the channel layout of an element, or taken it away.
    package func didChangeLayout(_ scope: AudioUnitScope, _ element: AudioUnitElement) {}

    /// What a format that is set changes of other elements.
    package func adopt(_ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: inout UnitState) {}

    /// What the plan is made of: what clients have set, and formats that they do not set.
    package func completed(_ state: UnitState) -> UnitState { state }

    /// Makes the audio half's own part.
    package func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        throw .unitFailedInitialization
    }

    /// Bytes of the memory that the audio half's own part takes, as far as the formats decide it.
    package func kernelMemory(_ state: UnitState) -> Int { 0 }

    /// The state has a new plan, which was made of an earlier state, and nothing renders it yet.
    package func didMakePlan() {}

    /// A property that this kind of unit has; nil for others.
    package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? { nil }

    /// Bytes of such a property that can be set and not read; nil for other properties.
    package func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? { nil }

    /// Whether such a property can be set; nil for others.
    package func isOwnWritable(_ request: UnitRequest) -> Bool? { nil }

    /// Sets such a property.
    ///
    /// - Returns: false for another property.
    package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool { false }

    /// In seconds.
    package var latency: Double { 0 }
    package var tailTime: Double { 0 }

    /// Sets the parameters of a factory preset.
    package func apply(_ preset: UnitPreset) {}

    /// A parameter that is not in the blueprint.
    package func ownSpec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? { nil }

    /// The number of the parameter that a number stands for: a unit may have a second number for one.
    package func mainID(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> AudioUnitParameterID { id }

    /// The parameters that the audio thread uses.
    package func renderedSpecs(_ state: UnitState) -> [ParameterSpec] { blueprint.parameters }

    /// The elements that the audio thread has such a parameter for.
    package func renderedElements(_ spec: ParameterSpec, _ count: Int, _ state: UnitState) -> [UInt32] {
        (0..<UInt32(count)).map { $0 }
    }

    /// Whether the unit has a parameter for an element.
    package func isElement(_ element: AudioUnitElement, of spec: ParameterSpec) -> Bool {
        Int(element) < elementCount(spec.scope)
    }

    /// The value of a new instance.
    package func initial(_ spec: ParameterSpec, _ element: AudioUnitElement) -> Float { spec.initial }

    /// Whether the values of all parameters are kept by the unit's own code, which `meter` reads and `didSetParameter` sets.
    package var holdsParameters: Bool { false }

    /// Schedules events in the unit's own way.
    ///
    /// - Returns: false where the unit has none.
    package func scheduleOwn(_ events: UnsafeBufferPointer<AudioUnitParameterEvent>) throws(AudioError) -> Bool {
        false
    }

    /// Takes a MIDI message at a frame of the next cycle. Real-time safe.
    ///
    /// - Returns: a status; `unitUnimplemented` where the unit takes none.
    package func takeMIDI(_ bytes: UnsafePointer<UInt8>, _ length: Int, at offset: UInt32) -> Int32 {
        AudioError.unitUnimplemented.status
    }

    /// Begins a note that has a name of its own. Real-time safe.
    ///
    /// - Returns: a status; nil where the unit has notes of MIDI alone.
    package func startNote(
        _ group: UInt32, _ note: UnsafeMutablePointer<NoteInstanceID>, at offset: UInt32,
        _ parameters: UnsafePointer<MusicDeviceNoteParams>
    ) -> Int32? { nil }

    /// Ends such a note, likewise.
    package func stopNote(_ group: UInt32, _ note: NoteInstanceID, at offset: UInt32) -> Int32? { nil }

    /// Whether the unit takes MIDI.
    package var takesMIDI: Bool { false }

    /// The present value of a meter; nil where it is kept like other values.
    package func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? { nil }

    package func didSetParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) {}

    /// The unit is about to be set to a state with such parameters.
    package func prepare(for ids: Set<AudioUnitParameterID>) {}

    /// Adds to the state that a host keeps what is not in parameters.
    package func complete(_ info: inout ClassInfo) {}

    /// Restores that, before the parameters.
    package func restoreOwn(_ info: ClassInfo) throws(AudioError) {}

    /// The unit has the parameters of a state, and its name.
    package func didRestore(_ info: ClassInfo) {}

    package func willUninitialize() {}

    /// A client has added or removed listeners of properties.
    package func didChangeListeners() {}
    package func didReset() {}
    package func start() throws(AudioError) { throw .unitUnimplemented }
    package func stop() throws(AudioError) { throw .unitUnimplemented }

    // MARK: Life

    package func initialize() throws(AudioError) {
        // A thread of a client's may be in a render when the process is forked. In the child nothing waits for it.
        ForkedChild.watch()
        var isDone = false
        while !isDone {
            let snapshot = state.withLock { $0.isInitialized || $0.isDisposed ? nil : $0 }
            guard let snapshot else { return }
            try check(snapshot)
            let plan = try makePlan(snapshot)
            isDone = state.withLock { state in
                // Another thread may have done the same, or have disposed of the unit.
                guard !state.isInitialized, !state.isDisposed else { return true }
                // Or have changed it: the plan is for what the unit was.
                guard state.plansBegun == snapshot.plansBegun else { return false }
                (state.isInitialized, state.plan, state.planNumber) = (true, plan, state.plansBegun)
                return true
            }
        }
        didMakePlan()
        publishPlan()
    }

    /// Gives the audio half the present plan, whichever of several threads comes last.
    private func publishPlan() {
        var published: RenderPlan?
        repeat {
            published = state.withLock { $0.plan }
            renderer.publish(published)
        } while state.withLock({ $0.plan !== published })
    }

    package func uninitialize() {
        guard state.withLock({ $0.isInitialized }) else { return }
        willUninitialize()
        let old = state.withLock { state -> RenderPlan? in
            defer { (state.isInitialized, state.plan) = (false, nil) }
            return state.plan
        }
        publishPlan()
        withExtendedLifetime(old) {}
    }

    /// Makes a new plan where the unit is initialized, after a change that its kernel depends on.
    package func rebuild() throws(AudioError) {
        guard try renew() != nil else { return }
        publishPlan()
    }

    /// Does the same, but leaves it to the caller when the audio thread gets the new plan.
    ///
    /// - Returns: nil where the unit is not initialized, and where another thread has made a plan of a later state.
    func renew() throws(AudioError) -> RenderPlan? {
        let snapshot = state.withLock { state -> UnitState? in
            // Also for an initialization that is under way.
            state.plansBegun += 1
            return state.isInitialized ? state : nil
        }
        guard let snapshot else { return nil }
        try check(snapshot)
        let plan = try makePlan(snapshot)
        // Returned, so that the old plan is freed without the lock.
        let old = state.withLock { state -> RenderPlan? in
            guard state.isInitialized, snapshot.plansBegun > state.planNumber else { return nil }
            defer { (state.plan, state.planNumber) = (plan, snapshot.plansBegun) }
            return state.plan
        }
        guard old != nil else { return nil }
        didMakePlan()
        return withExtendedLifetime(old) { plan }
    }

    /// Keeps an object until no render of the unit that is in progress can use it.
    package func keep(_ object: AnyObject) { renderer.gate.retire(object) }

    package func reset() {
        state.withLock { $0.plan }?.requestReset()
        didReset()
    }

    func dispose() {
        // First, so that no other thread initializes it again.
        state.withLock { $0.isDisposed = true }
        uninitialize()
        let old = state.withLock { state -> [InputSource?] in
            defer { for index in state.inputs.indices { state.inputs[index].source = nil } }
            return state.inputs.map(\.source)
        }
        for element in state.withLock({ $0.inputs }) { element.slot.publish(nil, renderer.gate) }
        withExtendedLifetime(old) {}
        // No call begins from here on. A call that another thread is in now may end later.
        listeners.removeAll()
    }

    /// The most bytes of all buses and the kernel together.
    private static let mostMemory = 1 << 28

    /// - Parameter kernelBytes: those of the kernel.
    func checkMemory(_ state: UnitState, ofKernel kernelBytes: Int) throws(AudioError) {
        let mostMemory = Self.mostMemory
        var total = kernelBytes
        for element in state.inputs + state.outputs {
            let (frame, isTooLong) = element.format.bytesPerFrame
                .multipliedReportingOverflow(by: max(1, element.format.bufferCount))
            let (bytes, isTooMuch) = frame.multipliedReportingOverflow(by: state.maximumFrames)
            guard !isTooLong, !isTooMuch, bytes <= mostMemory else {
                throw .unitFailedInitialization.because("the formats and frames take too much memory")
            }
            total += bytes
        }
        guard total <= mostMemory else {
            throw .unitFailedInitialization.because("the formats and frames take too much memory")
        }
    }

    private func makePlan(_ set: UnitState) throws(AudioError) -> RenderPlan {
        let state = completed(set)
        try checkMemory(state, ofKernel: kernelMemory(state))
        var own = state
        if convertsInputForms { for index in own.inputs.indices { own.inputs[index].format.becomePlanar() } }
        if convertsOutputForms { for index in own.outputs.indices { own.outputs[index].format.becomePlanar() } }
        let most = state.maximumFrames
        let inputForms = try FormConverters.make(
            state.inputs.map(\.format), own.inputs.map(\.format), maximumFrames: most, areInputs: true)
        let outputForms = try FormConverters.make(
            state.outputs.map(\.format), own.outputs.map(\.format), maximumFrames: most, areInputs: false)
        let cells = renderParameters(own)
        let parameters = RenderParameters(cells.list, keeping: cells.cells)
        let kernel = try makeKernel(own, parameters)
        return RenderPlan(
            inputs: state.inputs.map { RenderBus($0.format, maximumFrames: most, allocates: $0.allocates) },
            outputs: state.outputs.map { RenderBus($0.format, maximumFrames: most) }, inputForms, outputForms,
            maximumFrames: most, sources: state.inputs.map(\.slot), parameters: parameters, kernel: kernel,
            turn: (keepsSound ? state.plan?.turn : nil) ?? RenderTurn())
    }

    // MARK: Formats

    package func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) throws(AudioError) -> StreamFormat {
        try state.withLock { state throws(AudioError) in
            let (scope, element) = Self.aliased(scope, element)
            return try state.element(scope, element).format
        }
    }

    /// The global scope's format is that of the first output.
    static func aliased(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> (AudioUnitScope, AudioUnitElement) {
        scope == kAudioUnitScope_Global ? (kAudioUnitScope_Output, 0) : (scope, element)
    }

    /// Sets a format for a client.
    package func setFormat(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, byConnection: Bool = false
    ) throws(AudioError) {
        try setFormat(format, scope, element, byConnection: byConnection) { () throws(AudioError) in try rebuild() }
    }

    /// - Parameter rebuild: makes what depends on the format.
    func setFormat(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, byConnection: Bool,
        _ rebuild: () throws(AudioError) -> Void
    ) throws(AudioError) {
        let (scope, element) = Self.aliased(scope, element)
        let (old, before) = try state.withLock { state throws(AudioError) -> (StreamFormat, UnitState) in
            let before = state
            let known = try state.element(scope, element)
            guard known.format != format else {
                try state.change(scope, element) { $0.isFormatSet = true }
                return (format, before)
            }
            try check(format, scope, element, state)
            guard byConnection || known.source?.unit == nil else {
                throw .unitNotWritable.because("the input is connected, and has its source's format")
            }
            guard !state.isInitialized || convertsFormats else { throw .unitNotWritable }
            try state.change(scope, element) {
                $0.format = format
                $0.isFormatSet = true
                $0.layout = nil
            }
            adopt(scope, element, &state)
            return (known.format, before)
        }
        guard old != format else { return }
        do throws(AudioError) { try rebuild() } catch {
            // The present plan continues, with the formats that it was made for.
            state.withLock { state in
                guard (try? state.element(scope, element).format) == format else { return }
                state.takeFormats(from: before)
            }
            throw error
        }
        notify(kAudioUnitProperty_StreamFormat, scope, element)
        guard old.sampleRate != format.sampleRate else { return }
        notify(kAudioUnitProperty_SampleRate, scope, element)
        // Those of an equaliser's bands are not in the blueprint.
        let specs = blueprint.parameters + renderedSpecs(state.withLock { $0 })
        if specs.contains(where: { $0.ofSampleRate > 0 }) { notify(kAudioUnitProperty_ParameterList) }
    }

    // MARK: Sources of inputs

    /// Sets the source of an input; nil removes it.
    package func setSource(_ source: InputSource?, _ element: AudioUnitElement) throws(AudioError) {
        let (slot, old) = try state.withLock { state throws(AudioError) -> (Published, InputSource?) in
            guard !state.isDisposed else { throw .parameter }
            let known = try state.element(kAudioUnitScope_Input, element)
            state.inputs[Int(element)].source = source
            return (known.slot, known.source)
        }
        // Another thread may have set another one since then, and have published it before.
        var published = source
        slot.publish(published, renderer.gate)
        while let present = try? self.element(kAudioUnitScope_Input, element), present.slot === slot,
            present.source !== published
        {
            published = present.source
            slot.publish(published, renderer.gate)
        }
        withExtendedLifetime(old) {}
    }

    /// Takes the output of another unit, and its format.
    package func connect(_ element: AudioUnitElement, to unit: ComponentInstance?, bus: UInt32) throws(AudioError) {
        guard let unit else { return try setSource(nil, element) }
        let format = try unit.format(kAudioUnitScope_Output, bus)
        try setFormat(format, kAudioUnitScope_Input, element, byConnection: true)
        try setSource(InputSource(unit, bus: bus), element)
    }
}

extension StreamFormat {
    /// Becomes Float32 without interleaving, of the same rate and channels.
    fileprivate mutating func becomePlanar() {
        guard sampleKind != .float || bitsPerChannel != 32 || isBigEndian || isInterleaved && channels > 1 else {
            return
        }
        self = .float32(sampleRate: sampleRate, channels: channels, interleaved: false)
    }
}
