import AudioCore
import AudioFiles
import AudioIO
import CAudioToolbox
import CCoreAudio

/// A unit that plays and records on a device: HALOutput, DefaultOutput, SystemOutput, RemoteIO and VoiceProcessingIO.
///
/// Element 0 plays, element 1 records. The client's sides are (Input, 0) and (Output, 1), the device's (Output, 0) and
/// (Input, 1). The device calls the unit: first its input callback, then what is connected to its input.
package class DeviceUnit: Unit, @unchecked Sendable {
    /// What makes one of these units different from the others.
    package struct Kind: Sendable {
        /// Whether it can record.
        var records = true
        /// Whether the client chooses the device; else it follows the default one.
        var choosesDevice = true
        /// Whether what is recorded is converted to the client's rate.
        var convertsInput = false
        var hasVolume = true
        /// Whether a client's only channel plays on the device's first two. Units of macOS play it on the first.
        var spreadsMono: Bool { records && !choosesDevice }
    }

    struct Settings {
        var device: AudioObjectID?
        /// Whether a client may name a device for each direction: `device` is that of the output then.
        var picksDevices = false
        var inputDevice: AudioObjectID?
        var plays = true
        var records = false
        var outputMap: [Int32]?
        var inputMap: [Int32]?
        var inputCallback: InputSource?
        var startTime: AudioTimeStamp?
        var startsAtZero = true
        /// How well sample rates are converted between the client's and the device's.
        var quality = UInt32(kRenderQuality_Max)
        var complexity: FourCC = "norm"
    }

    /// A run of the unit on a device, from start to stop.
    struct Run {
        let device: AudioObjectID
        /// What the unit was to play on, to record from and to hear.
        let wanted: [AudioObjectID?]
        let proc: UInt
        let kernel: DeviceKernel
        /// What each of its cycles passes.
        let gate: ClosingGate
        /// When the client is to be called first, as it asked for.
        let startTime: AudioTimeStamp?
        /// An aggregate of the unit's own, where what it plays on and records from are two devices.
        var aggregate: AudioObjectID?
        /// What shows a unit that only records what others play.
        var heard: Output?
        /// The device that the others play on, where it is not the unit's own; nil for none.
        var heardDevice: AudioObjectID?

        /// The devices of the aggregate; none where there is no aggregate.
        var parts: [AudioObjectID] { aggregate == nil ? [] : wanted.prefix(2).compactMap { $0 } }
    }

    /// The present run, and what is left of the last one.
    struct Running {
        var run: Run?
        /// How many starts look for changes of the devices now, each within the one before.
        var startDepth = 0
        /// Those of the run and of the ones before it, whose cycles may be in progress still.
        var gates: [ClosingGate] = []
        /// The number of the pause that the unit is in; nil where it runs, and where a client has stopped it.
        var pause: Int?
        var pauseCount = 0
        /// The start time of the run that the pause has ended, and what that was to play on and to record from.
        var startTime: AudioTimeStamp?
        var pausedDevices: [AudioObjectID?] = []
        /// What clients see.
        var isOn: Bool { run != nil || pause != nil }

        /// The device of a direction that the unit has, in a pause too; nil where it has stopped.
        func device(isInput: Bool) -> AudioObjectID? {
            let devices = run?.wanted ?? (pause == nil ? [] : pausedDevices)
            return devices.isEmpty ? nil : devices[isInput ? 1 : 0]
        }
    }

    package static let hal = UnitBlueprint("auou", "ahal", "Apple: AudioDeviceOutput") { DeviceUnit($0, Kind()) }
        .with { ($0.inputs, $0.outputs, $0.parameters) = (2, 2, [volume]) }
    package static let defaultOutput = UnitBlueprint("auou", "def ", "Apple: DefaultOutputUnit") {
        DeviceUnit($0, Kind(records: false, choosesDevice: false))
    }.with { $0.parameters = [volume] }
    package static let systemOutput = UnitBlueprint("auou", "sys ", "Apple: SystemOutputUnit") {
        DeviceUnit($0, Kind(records: false, choosesDevice: false))
    }.with { $0.parameters = [volume] }
    package static let remote = UnitBlueprint("auou", "rioc", "Apple: AURemoteIO") { DeviceUnit($0, remoteKind) }
        .with { ($0.inputs, $0.outputs) = (2, 2) }
    private static let remoteKind = Kind(choosesDevice: false, convertsInput: true, hasVolume: false)

    /// RemoteIO over another hardware layer.
    package static func remote(on system: HardwareSystem) -> UnitBlueprint {
        UnitBlueprint(remote.type, remote.subtype, remote.name) { DeviceUnit($0, remoteKind, system: system) }
            .with { ($0.inputs, $0.outputs) = (2, 2) }
    }

    private static let volume = ParameterSpec(14, "Volume", .linearGain, 0...1, 1)

    let kind: Kind
    let system: HardwareSystem
    let settings = LockedValue(Settings(), .state)
    /// No thread holds the lock while a callback of the client runs.
    let running = LockedValue(Running(), .state)
    private let token: [UInt]
    /// The properties of a device whose changes the unit's listeners are notified of.
    let forwarded = LockedValue(Forwarding(), .state)

    /// - Parameter system: the hardware layer; tests have one of their own.
    package init(_ blueprint: UnitBlueprint, _ kind: Kind, system: HardwareSystem = .shared) {
        self.kind = kind
        self.system = system
        token = [UInt.random(in: 1 ... .max), 0x756E_6974]
        super.init(blueprint)
    }

    override package var convertsFormats: Bool { true }
    override package var playsOnDevice: Bool { true }
    override package var takesMaximumWhileInitialized: Bool { kind.choosesDevice }
    /// Whether a client may name a device. A default output follows the default device until it does.
    var takesDevice: Bool { kind.choosesDevice || !kind.records || settings.withLock { $0.picksDevices } }

    /// Lets a client name a device for each direction of a unit that follows the default devices until then, and where the one that
    /// was named is lost.
    package func pickDevices() { settings.withLock { $0.picksDevices = true } }

    /// Takes over the devices that a client has named of another such unit. The unit has not been initialized yet.
    package func pickDevices(of other: DeviceUnit) {
        let (output, input) = other.settings.withLock { ($0.device, $0.inputDevice) }
        settings.withLock { ($0.picksDevices, $0.device, $0.inputDevice) = (true, output, input) }
    }

    // MARK: The device

    /// The device of a direction now; nil where there is none.
    ///
    /// Servers that start have no default for a moment. A unit that runs keeps its device then, unless that is lost.
    func device(isInput: Bool) -> AudioObjectID? {
        let (chosen, picks) = settings.withLock { settings in
            (settings.picksDevices && isInput ? settings.inputDevice : settings.device, settings.picksDevices)
        }
        if takesDevice, let chosen, !picks || isAlive(chosen) { return chosen }
        let selector = isInput ? kAudioHardwarePropertyDefaultInputDevice : kAudioHardwarePropertyDefaultOutputDevice
        let object = number(1, AudioObjectPropertySelector(selector), UInt32(kAudioObjectPropertyScopeGlobal))
        if let object, object != 0 { return object }
        guard let kept = running.withLock({ $0.device(isInput: isInput) }), isAlive(kept) else { return nil }
        return kept
    }

    func isAlive(_ device: AudioObjectID) -> Bool {
        let selector = AudioObjectPropertySelector(kAudioDevicePropertyDeviceIsAlive)
        return number(device, selector, UInt32(kAudioObjectPropertyScopeGlobal)) ?? 0 != 0
    }

    func number(
        _ object: AudioObjectID, _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope
    ) -> UInt32? {
        value(object, selector, scope, of: UInt32.self)
    }

    private func value<T: BitwiseCopyable>(
        _ object: AudioObjectID, _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope, of: T.Type
    ) -> T? {
        let address = AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
        guard case .bytes(let bytes, _)? = try? system.value(object, HardwareRequest(address)),
            bytes.count >= MemoryLayout<T>.size
        else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }

    /// What the device plays or records; without channels where it does not.
    ///
    /// Two devices run at the rate of one.
    func hardwareFormat(isInput: Bool) -> StreamFormat {
        guard let device = device(isInput: isInput) else { return .float32(sampleRate: 0, channels: 0) }
        var format = hardwareFormat(of: device, isInput: isInput)
        let isDuplex = settings.withLock { $0.plays && $0.records }
        guard isDuplex, let other = self.device(isInput: !isInput), other != device else { return format }
        let isMain = isInput == isMicrophoneFirst(output: isInput ? other : device, input: isInput ? device : other)
        let rate = isMain ? format.sampleRate : hardwareFormat(of: other, isInput: !isInput).sampleRate
        if rate > 0 { format.sampleRate = rate }
        return format
    }

    /// Which of two devices is the main part of their aggregate. It comes first: a main device that can record would record, too.
    func isMicrophoneFirst(output: AudioObjectID, input: AudioObjectID) -> Bool {
        hardwareFormat(of: output, isInput: true).channels > 0
            && hardwareFormat(of: input, isInput: false).channels == 0
    }

    func hardwareFormat(of device: AudioObjectID, isInput: Bool) -> StreamFormat {
        let none = StreamFormat.float32(sampleRate: 0, channels: 0)
        let scope = UInt32(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
        guard
            let list = value(
                device, AudioObjectPropertySelector(kAudioDevicePropertyStreamConfiguration), scope,
                of: AudioBufferList.self), list.mNumberBuffers > 0,
            let rate = value(
                device, AudioObjectPropertySelector(kAudioDevicePropertyNominalSampleRate), scope, of: Double.self)
        else { return none }
        return .float32(sampleRate: rate, channels: Int(list.mBuffers.mNumberChannels))
    }

    /// The seconds between a cycle of the unit and the sound of its first frame at the device: as they are measured while the unit
    /// runs, else what the device reports.
    package func deviceLatency(isInput: Bool) -> Double {
        guard let device = running.withLock({ $0.run?.device }) ?? device(isInput: isInput) else { return 0 }
        return system.latency(device, isInput: isInput)
    }

    // MARK: Formats

    override package func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) throws(AudioError)
        -> StreamFormat
    {
        let (scope, place) = Self.aliased(scope, element)
        let known = try self.element(scope, place)
        if isHardware(scope, place) { return hardwareFormat(isInput: place == 1) }
        // What is recorded has the device's rate until the client sets another.
        guard place == 1, !known.isFormatSet else { return known.format }
        var format = known.format
        let device = hardwareFormat(isInput: true)
        if device.sampleRate > 0 { format.sampleRate = device.sampleRate }
        return format
    }

    func isHardware(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> Bool {
        (scope == kAudioUnitScope_Output) == (element == 0)
    }

    override package func check(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {
        guard !isHardware(scope, element) else { throw .unitNotWritable.because("a device's side can only be read") }
        try super.check(format, scope, element, state)
    }

    // MARK: Initializing

    override package func check(_ state: UnitState) throws(AudioError) {
        try ForkedChild.refuse(with: .unitFailedInitialization)
        let settings = self.settings.withLock { $0 }
        guard settings.plays || settings.records else { throw .unitValue.because("neither direction is enabled") }
        for isInput in [false, true] where isInput ? settings.records : settings.plays {
            guard hardwareFormat(isInput: isInput).channels > 0 else {
                throw .unitFailedInitialization.because("there is no device for an enabled direction")
            }
        }
    }

    override package func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let settings = self.settings.withLock { $0 }
        var shape = DeviceKernel.Shape()
        shape.maximumFrames = state.maximumFrames
        if settings.plays {
            shape.output = state.outputs[0].format
            shape.played = state.inputs[0].format
            shape.outputMap = outputMap(settings, inputs: state.inputs[0].format.channels)
        }
        if settings.records, state.inputs.count > 1, state.outputs.count > 1 {
            // Those of the plan's own memory, whatever a client sets meanwhile.
            shape.input = state.inputs[1].format
            shape.recorded = state.outputs[1].format
            shape.inputMap = settings.inputMap.map { Self.fitting($0, inputs: shape.input?.channels ?? 0) }
            shape.convertsInput = kind.convertsInput
        }
        shape.startsAtZero = settings.startsAtZero
        (shape.quality, shape.complexity) = (settings.quality, settings.complexity)
        shape.volume = parameters.index(scope: kAudioUnitScope_Global, element: 0, id: Self.volume.id)
        return try DeviceKernel(shape, settings.inputCallback, renderer) { format, capacity in
            makeVoice(format, hearsOutput: shape.output != nil, capacity: capacity)
        }
    }

    /// What the channels of the device play; nil for the client's channel of the same number.
    private func outputMap(_ settings: Settings, inputs: Int) -> [Int32]? {
        guard let map = settings.outputMap else { return kind.spreadsMono && inputs == 1 ? [0, 0] : nil }
        return Self.fitting(map, inputs: inputs)
    }

    /// A channel map that was set for other channels: those that are not there are silent.
    private static func fitting(_ map: [Int32], inputs: Int) -> [Int32] { map.map { $0 < inputs ? $0 : -1 } }

    /// Whether the unit is part of a conversation: other sound may be lowered for it, and is echo although it does not play.
    var isVoice: Bool { false }

    /// The unit has started or stopped, as clients see it.
    func runningDidChange() { notify(kAudioOutputUnitProperty_IsRunning) }

    /// What processes a voice before a client gets it; nil where nothing does.
    ///
    /// - Parameters:
    ///   - format: what the device records.
    ///   - hearsOutput: whether the unit plays too.
    ///   - capacity: the most frames of a cycle.
    func makeVoice(_ format: StreamFormat, hearsOutput: Bool, capacity: Int) -> VoiceStage? { nil }

    /// The device's sides have its formats, of which the plan makes its memory.
    override package func completed(_ state: UnitState) -> UnitState {
        var state = state
        state.outputs[0].format = hardwareFormat(isInput: false)
        guard state.inputs.count > 1, state.outputs.count > 1 else { return state }
        let device = hardwareFormat(isInput: true)
        state.inputs[1].format = device
        if !state.outputs[1].isFormatSet, device.sampleRate > 0 {
            state.outputs[1].format.sampleRate = device.sampleRate
        }
        return state
    }

    // MARK: Properties

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        try deviceValue(request)
    }

    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioOutputUnitProperty_IsRunning, kAudioOutputUnitProperty_HasIO: return false
        case kAudioOutputUnitProperty_CurrentDevice: return takesDevice
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            let (scope, element) = Self.aliased(request.scope, request.element)
            return !isHardware(scope, element)
        default: return nil
        }
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool { try setDevice(request) }

    // MARK: Running

    override package func start() throws(AudioError) {
        try ForkedChild.refuse(with: .unitFailedInitialization)
        guard isStartedLater else { return try launch() }
        guard state.withLock({ $0.plan != nil }) else { throw .unitUninitialized }
        // Clients see it running. A stop until then ends the pause, and with it the start.
        let pause = running.withLock { running -> Int? in
            guard !running.isOn else { return nil }
            running.pauseCount += 1
            (running.pause, running.startTime, running.pausedDevices) = (running.pauseCount, nil, [])
            return running.pause
        }
        guard let pause else { return }
        runningDidChange()
        try resume(pause)
    }

    override package func stop() { halt() }

    /// A unit that runs stops for the change, and resumes: with what it had where the change fails.
    override package func rebuild() throws(AudioError) {
        guard let pause = pause() else {
            try super.rebuild()
            return try followPlan()
        }
        var failure: AudioError?
        do throws(AudioError) { try super.rebuild() } catch { failure = error }
        do throws(AudioError) { try resume(pause) } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Does the same for a change of the settings.
    ///
    /// - Parameter undo: takes the change back where the unit cannot be made with it, or does not start. The unit then resumes as it
    ///   was.
    func rebuild(orElse undo: () -> Void) throws(AudioError) {
        var isMade = false
        guard let pause = pause() else {
            do throws(AudioError) {
                try super.rebuild()
                isMade = true
                return try followPlan()
            } catch {
                undo()
                if isMade { try? super.rebuild() }
                throw error
            }
        }
        let most = state.withLock { $0.maximumFrames }
        do throws(AudioError) {
            try super.rebuild()
            isMade = true
            // A start that is left to another thread has no error yet.
            if !isStartedLater { return try launch(resuming: pause) }
        } catch {
            undo()
            let hasShrunk = shrinkSlices(to: most)
            if isMade { try? super.rebuild() }
            try? resume(pause)
            // Listeners have heard of the most frames that the device needed.
            if hasShrunk { notify(kAudioUnitProperty_MaximumFramesPerSlice) }
            throw error
        }
        try resume(pause)
    }

    override package func willUninitialize() { halt() }

    override package func didChangeListeners() { forward() }

    override package func uninitialize() {
        super.uninitialize()
        // Also where another thread, or a callback, has stopped it: its last cycle may be in progress.
        halt()
    }

    override func dispose() {
        super.dispose()
        stopForwarding()
    }

    override package func setSource(_ source: InputSource?, _ element: AudioUnitElement) throws(AudioError) {
        // The device's side of the recording has no source but the device.
        guard element == 0 else { throw .unitElement }
        try super.setSource(source, element)
    }

    var listenerKey: [UInt] { token }
}
