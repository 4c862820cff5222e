import AudioToolbox

// The same for the classes of audio units of version 3, as OwnNodes.swift has it for nodes.

private class OwnAUAudioUnit: AUAudioUnit {
    override class func registerSubclass(
        _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
    ) { super.registerSubclass(cls, as: componentDescription, name: name, version: version) }
    override var internalRenderBlock: AUInternalRenderBlock { super.internalRenderBlock }
    override var midiOutputBufferSizeHint: Int {
        get { super.midiOutputBufferSizeHint }
        set { super.midiOutputBufferSizeHint = newValue }
    }
    override func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool {
        super.shouldChange(to: format, for: bus)
    }
    override func setRenderResourcesAllocated(_ flag: Bool) { super.setRenderResourcesAllocated(flag) }
    override var migrateFromPlugin: [Any] { super.migrateFromPlugin }
    override class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) { super.instantiate(with: componentDescription, options: options, completionHandler: completionHandler) }
    override class func instantiate(
        with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AUAudioUnit { try await super.instantiate(with: componentDescription, options: options) }
    override var componentDescription: AudioComponentDescription { super.componentDescription }
    override var component: AudioComponent { super.component }
    override var componentName: String? { super.componentName }
    override var audioUnitName: String? { super.audioUnitName }
    override var manufacturerName: String? { super.manufacturerName }
    override var audioUnitShortName: String? { super.audioUnitShortName }
    override var componentVersion: UInt32 { super.componentVersion }
    override func allocateRenderResources() throws { try super.allocateRenderResources() }
    override func deallocateRenderResources() { super.deallocateRenderResources() }
    override var renderResourcesAllocated: Bool { super.renderResourcesAllocated }
    override func reset() { super.reset() }
    override var inputBusses: AUAudioUnitBusArray { super.inputBusses }
    override var outputBusses: AUAudioUnitBusArray { super.outputBusses }
    override var renderBlock: AURenderBlock { super.renderBlock }
    override var scheduleParameterBlock: AUScheduleParameterBlock { super.scheduleParameterBlock }
    override func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
        super.token(byAddingRenderObserver: observer)
    }
    override func removeRenderObserver(_ token: Int) { super.removeRenderObserver(token) }
    override var maximumFramesToRender: AUAudioFrameCount {
        get { super.maximumFramesToRender }
        set { super.maximumFramesToRender = newValue }
    }
    override var parameterTree: AUParameterTree? {
        get { super.parameterTree }
        set { super.parameterTree = newValue }
    }
    override func parametersForOverview(withCount count: Int) -> [NSNumber] {
        super.parametersForOverview(withCount: count)
    }
    override var allParameterValues: Bool { super.allParameterValues }
    override var isMusicDeviceOrEffect: Bool { super.isMusicDeviceOrEffect }
    override var virtualMIDICableCount: Int { super.virtualMIDICableCount }
    override var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { super.scheduleMIDIEventBlock }
    override var scheduleMIDIEventListBlock: AUMIDIEventListBlock? { super.scheduleMIDIEventListBlock }
    override var midiOutputNames: [String] { super.midiOutputNames }
    override var providesUserInterface: Bool { super.providesUserInterface }
    override var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get { super.midiOutputEventBlock }
        set { super.midiOutputEventBlock = newValue }
    }
    override var midiOutputEventListBlock: AUMIDIEventListBlock? {
        get { super.midiOutputEventListBlock }
        set { super.midiOutputEventListBlock = newValue }
    }
    override var audioUnitMIDIProtocol: MIDIProtocolID { super.audioUnitMIDIProtocol }
    override var hostMIDIProtocol: MIDIProtocolID {
        get { super.hostMIDIProtocol }
        set { super.hostMIDIProtocol = newValue }
    }
    override var fullState: [String: Any]? {
        get { super.fullState }
        set { super.fullState = newValue }
    }
    override var fullStateForDocument: [String: Any]? {
        get { super.fullStateForDocument }
        set { super.fullStateForDocument = newValue }
    }
    override var factoryPresets: [AUAudioUnitPreset]? { super.factoryPresets }
    override var userPresets: [AUAudioUnitPreset] { super.userPresets }
    override func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws { try super.saveUserPreset(userPreset) }
    override func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws { try super.deleteUserPreset(userPreset) }
    override func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
        try super.presetState(for: userPreset)
    }
    override var supportsUserPresets: Bool { super.supportsUserPresets }
    override var currentPreset: AUAudioUnitPreset? {
        get { super.currentPreset }
        set { super.currentPreset = newValue }
    }
    override var latency: TimeInterval { super.latency }
    override var tailTime: TimeInterval { super.tailTime }
    override var renderQuality: Int {
        get { super.renderQuality }
        set { super.renderQuality = newValue }
    }
    override var shouldBypassEffect: Bool {
        get { super.shouldBypassEffect }
        set { super.shouldBypassEffect = newValue }
    }
    override var canProcessInPlace: Bool { super.canProcessInPlace }
    override var isRenderingOffline: Bool {
        get { super.isRenderingOffline }
        set { super.isRenderingOffline = newValue }
    }
    override var channelCapabilities: [NSNumber]? { super.channelCapabilities }
    override var musicalContextBlock: AUHostMusicalContextBlock? {
        get { super.musicalContextBlock }
        set { super.musicalContextBlock = newValue }
    }
    override var transportStateBlock: AUHostTransportStateBlock? {
        get { super.transportStateBlock }
        set { super.transportStateBlock = newValue }
    }
    override var contextName: String? {
        get { super.contextName }
        set { super.contextName = newValue }
    }
    override var supportsMPE: Bool { super.supportsMPE }
    override var channelMap: [NSNumber]? {
        get { super.channelMap }
        set { super.channelMap = newValue }
    }
    override func messageChannel(for channelName: String) -> any AUMessageChannel {
        super.messageChannel(for: channelName)
    }
    override var canPerformInput: Bool { super.canPerformInput }
    override var canPerformOutput: Bool { super.canPerformOutput }
    override var isInputEnabled: Bool {
        get { super.isInputEnabled }
        set { super.isInputEnabled = newValue }
    }
    override var isOutputEnabled: Bool {
        get { super.isOutputEnabled }
        set { super.isOutputEnabled = newValue }
    }
    override var outputProvider: AURenderPullInputBlock? {
        get { super.outputProvider }
        set { super.outputProvider = newValue }
    }
    override var inputHandler: AUInputHandler? {
        get { super.inputHandler }
        set { super.inputHandler = newValue }
    }
    override var isRunning: Bool { super.isRunning }
    override func startHardware() throws { try super.startHardware() }
    override func stopHardware() { super.stopHardware() }
}

private class OwnAUAudioUnitBus: AUAudioUnitBus {
    override var supportedChannelCounts: [NSNumber]? {
        get { super.supportedChannelCounts }
        set { super.supportedChannelCounts = newValue }
    }
    override var maximumChannelCount: AUAudioChannelCount {
        get { super.maximumChannelCount }
        set { super.maximumChannelCount = newValue }
    }
    override var format: AVAudioFormat { super.format }
    override func setFormat(_ format: AVAudioFormat) throws { try super.setFormat(format) }
    override var shouldAllocateBuffer: Bool {
        get { super.shouldAllocateBuffer }
        set { super.shouldAllocateBuffer = newValue }
    }
    override var isEnabled: Bool {
        get { super.isEnabled }
        set { super.isEnabled = newValue }
    }
    override var name: String? {
        get { super.name }
        set { super.name = newValue }
    }
    override var index: Int { super.index }
    override var busType: AUAudioUnitBusType { super.busType }
    override var supportedChannelLayoutTags: [NSNumber]? { super.supportedChannelLayoutTags }
    override var contextPresentationLatency: TimeInterval {
        get { super.contextPresentationLatency }
        set { super.contextPresentationLatency = newValue }
    }
}

private class OwnAUAudioUnitBusArray: AUAudioUnitBusArray {
    override func replaceBusses(_ busArray: [AUAudioUnitBus]) { super.replaceBusses(busArray) }
    override var count: Int { super.count }
    override var isCountChangeable: Bool { super.isCountChangeable }
    override func setBusCount(_ count: Int) throws { try super.setBusCount(count) }
    override func addObserver(
        toAllBusses observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) { super.addObserver(toAllBusses: observer, forKeyPath: keyPath, options: options, context: context) }
    override func removeObserver(
        fromAllBusses observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) { super.removeObserver(fromAllBusses: observer, forKeyPath: keyPath, context: context) }
    override var busType: AUAudioUnitBusType { super.busType }
}

private class OwnAUAudioUnitPreset: AUAudioUnitPreset {
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override var number: Int {
        get { super.number }
        set { super.number = newValue }
    }
    override var name: String {
        get { super.name }
        set { super.name = newValue }
    }
}

private class OwnAUAudioUnitV2Bridge: AUAudioUnitV2Bridge {
    override var audioUnit: AudioUnit { super.audioUnit }
}

private class OwnAUParameter: AUParameter {
    override var minValue: AUValue { super.minValue }
    override var maxValue: AUValue { super.maxValue }
    override var unit: AudioUnitParameterUnit { super.unit }
    override var unitName: String? { super.unitName }
    override var flags: AudioUnitParameterOptions { super.flags }
    override var address: AUParameterAddress { super.address }
    override var valueStrings: [String]? { super.valueStrings }
    override var dependentParameters: [NSNumber]? { super.dependentParameters }
    override var value: AUValue {
        get { super.value }
        set { super.value = newValue }
    }
    override func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        super.setValue(value, originator: originator)
    }
    override func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
        super.setValue(value, originator: originator, atHostTime: hostTime)
    }
    override func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) { super.setValue(value, originator: originator, atHostTime: hostTime, eventType: eventType) }
    override func string(fromValue value: UnsafePointer<AUValue>?) -> String { super.string(fromValue: value) }
    override func value(from string: String) -> AUValue { super.value(from: string) }
}

private class OwnAUParameterGroup: AUParameterGroup {
    override var children: [AUParameterNode] { super.children }
    override var allParameters: [AUParameter] { super.allParameters }
}

private class OwnAUParameterNode: AUParameterNode {
    override var identifier: String { super.identifier }
    override var keyPath: String { super.keyPath }
    override var displayName: String { super.displayName }
    override func displayName(withLength maximumLength: Int) -> String { super.displayName(withLength: maximumLength) }
    override func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
        super.token(byAddingParameterObserver: observer)
    }
    override func token(byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver)
        -> AUParameterObserverToken
    { super.token(byAddingParameterRecordingObserver: observer) }
    override func token(byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver)
        -> AUParameterObserverToken
    { super.token(byAddingParameterAutomationObserver: observer) }
    override func removeParameterObserver(_ token: AUParameterObserverToken) { super.removeParameterObserver(token) }
    override var implementorValueObserver: AUImplementorValueObserver {
        get { super.implementorValueObserver }
        set { super.implementorValueObserver = newValue }
    }
    override var implementorValueProvider: AUImplementorValueProvider {
        get { super.implementorValueProvider }
        set { super.implementorValueProvider = newValue }
    }
    override var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { super.implementorStringFromValueCallback }
        set { super.implementorStringFromValueCallback = newValue }
    }
    override var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { super.implementorValueFromStringCallback }
        set { super.implementorValueFromStringCallback = newValue }
    }
    override var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { super.implementorDisplayNameWithLengthCallback }
        set { super.implementorDisplayNameWithLengthCallback = newValue }
    }
}

private class OwnAUParameterTree: AUParameterTree {
    override func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
        super.parameter(withAddress: address)
    }
    override func parameter(withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement)
        -> AUParameter?
    { super.parameter(withID: paramID, scope: scope, element: element) }
    override class func createParameter(
        withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
        unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [], valueStrings: [String]?,
        dependentParameters: [NSNumber]?
    ) -> AUParameter {
        super.createParameter(
            withIdentifier: identifier, name: name, address: address, min: min, max: max, unit: unit,
            unitName: unitName, flags: flags, valueStrings: valueStrings, dependentParameters: dependentParameters)
    }
    override class func createGroup(withIdentifier identifier: String, name: String, children: [AUParameterNode])
        -> AUParameterGroup
    { super.createGroup(withIdentifier: identifier, name: name, children: children) }
    override class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        super.createGroupTemplate(children)
    }
    override class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        super.createGroup(fromTemplate: templateGroup, identifier: identifier, name: name, addressOffset: addressOffset)
    }
    override class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        super.createTree(withChildren: children)
    }
}
