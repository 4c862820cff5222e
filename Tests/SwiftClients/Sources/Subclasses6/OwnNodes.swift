import AVFAudio

// Every member of the engine, its nodes and their units that a program may override on a Mac can be overridden. None of this runs.

private class OwnAudioEngine: AVAudioEngine {
    override func attach(_ node: AVAudioNode) { super.attach(node) }
    override func detach(_ node: AVAudioNode) { super.detach(node) }
    override func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) { super.connect(node1, to: node2, fromBus: bus1, toBus: bus2, format: format) }
    override func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        super.connect(node1, to: node2, format: format)
    }
    override func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) { super.connect(sourceNode, to: destNodes, fromBus: sourceBus, format: format) }
    override func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        super.disconnectNodeInput(node, bus: bus)
    }
    override func disconnectNodeInput(_ node: AVAudioNode) { super.disconnectNodeInput(node) }
    override func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        super.disconnectNodeOutput(node, bus: bus)
    }
    override func disconnectNodeOutput(_ node: AVAudioNode) { super.disconnectNodeOutput(node) }
    override func prepare() { super.prepare() }
    override func start() throws { try super.start() }
    override func pause() { super.pause() }
    override func reset() { super.reset() }
    override func stop() { super.stop() }
    override func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        super.inputConnectionPoint(for: node, inputBus: bus)
    }
    override func outputConnectionPoints(for node: AVAudioNode, outputBus bus: AVAudioNodeBus)
        -> [AVAudioConnectionPoint]
    { super.outputConnectionPoints(for: node, outputBus: bus) }
    override var outputNode: AVAudioOutputNode { super.outputNode }
    override var inputNode: AVAudioInputNode { super.inputNode }
    override var mainMixerNode: AVAudioMixerNode { super.mainMixerNode }
    override var isRunning: Bool { super.isRunning }
    override var isAutoShutdownEnabled: Bool {
        get { super.isAutoShutdownEnabled }
        set { super.isAutoShutdownEnabled = newValue }
    }
    override var attachedNodes: Set<AVAudioNode> { super.attachedNodes }
    override func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat, maximumFrameCount: AVAudioFrameCount
    ) throws { try super.enableManualRenderingMode(mode, format: pcmFormat, maximumFrameCount: maximumFrameCount) }
    override func disableManualRenderingMode() { super.disableManualRenderingMode() }
    override func renderOffline(_ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer) throws
        -> AVAudioEngineManualRenderingStatus
    { try super.renderOffline(numberOfFrames, to: buffer) }
    override var manualRenderingBlock: AVAudioEngineManualRenderingBlock { super.manualRenderingBlock }
    override var isInManualRenderingMode: Bool { super.isInManualRenderingMode }
    override var manualRenderingMode: AVAudioEngineManualRenderingMode { super.manualRenderingMode }
    override var manualRenderingFormat: AVAudioFormat { super.manualRenderingFormat }
    override var manualRenderingMaximumFrameCount: AVAudioFrameCount { super.manualRenderingMaximumFrameCount }
    override var manualRenderingSampleTime: AVAudioFramePosition { super.manualRenderingSampleTime }
    @available(*, deprecated)
    override func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) { super.connectMIDI(sourceNode, to: destinationNode, format: format, block: tapBlock) }
    override func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) { super.connectMIDI(sourceNode, to: destinationNode, format: format, eventListBlock: tapBlock) }
    @available(*, deprecated)
    override func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) { super.connectMIDI(sourceNode, to: destinationNodes, format: format, block: tapBlock) }
    override func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) { super.connectMIDI(sourceNode, to: destinationNodes, format: format, eventListBlock: tapBlock) }
    override func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        super.disconnectMIDI(sourceNode, from: destinationNode)
    }
    override func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        super.disconnectMIDI(sourceNode, from: destinationNodes)
    }
    override func disconnectMIDIInput(_ node: AVAudioNode) { super.disconnectMIDIInput(node) }
    override func disconnectMIDIOutput(_ node: AVAudioNode) { super.disconnectMIDIOutput(node) }
}

private class OwnAudioEnvironmentNode: AVAudioEnvironmentNode {
    override var outputType: AVAudioEnvironmentOutputType {
        get { super.outputType }
        set { super.outputType = newValue }
    }
    override var outputVolume: Float {
        get { super.outputVolume }
        set { super.outputVolume = newValue }
    }
    override var nextAvailableInputBus: AVAudioNodeBus { super.nextAvailableInputBus }
    override var listenerPosition: AVAudio3DPoint {
        get { super.listenerPosition }
        set { super.listenerPosition = newValue }
    }
    override var listenerVectorOrientation: AVAudio3DVectorOrientation {
        get { super.listenerVectorOrientation }
        set { super.listenerVectorOrientation = newValue }
    }
    override var listenerAngularOrientation: AVAudio3DAngularOrientation {
        get { super.listenerAngularOrientation }
        set { super.listenerAngularOrientation = newValue }
    }
    override var distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters {
        super.distanceAttenuationParameters
    }
    override var reverbParameters: AVAudioEnvironmentReverbParameters { super.reverbParameters }
    override var applicableRenderingAlgorithms: [NSNumber] { super.applicableRenderingAlgorithms }
    override var isListenerHeadTrackingEnabled: Bool {
        get { super.isListenerHeadTrackingEnabled }
        set { super.isListenerHeadTrackingEnabled = newValue }
    }
}

private class OwnAudioIONode: AVAudioIONode {
    override var presentationLatency: TimeInterval { super.presentationLatency }
    override var audioUnit: AudioUnit? { super.audioUnit }
    override var isVoiceProcessingEnabled: Bool { super.isVoiceProcessingEnabled }
    override func setVoiceProcessingEnabled(_ enabled: Bool) throws { try super.setVoiceProcessingEnabled(enabled) }
}

private class OwnAudioInputNode: AVAudioInputNode {
    override func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool { super.setManualRenderingInputPCMFormat(format, inputBlock: block) }
    override var isVoiceProcessingBypassed: Bool {
        get { super.isVoiceProcessingBypassed }
        set { super.isVoiceProcessingBypassed = newValue }
    }
    override var isVoiceProcessingAGCEnabled: Bool {
        get { super.isVoiceProcessingAGCEnabled }
        set { super.isVoiceProcessingAGCEnabled = newValue }
    }
    override var isVoiceProcessingInputMuted: Bool {
        get { super.isVoiceProcessingInputMuted }
        set { super.isVoiceProcessingInputMuted = newValue }
    }
    override func setMutedSpeechActivityEventListener(
        _ listenerBlock: ((AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool { super.setMutedSpeechActivityEventListener(listenerBlock) }
    override var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
        get { super.voiceProcessingOtherAudioDuckingConfiguration }
        set { super.voiceProcessingOtherAudioDuckingConfiguration = newValue }
    }
}

private class OwnAudioMixerNode: AVAudioMixerNode {
    override var outputVolume: Float {
        get { super.outputVolume }
        set { super.outputVolume = newValue }
    }
    override var nextAvailableInputBus: AVAudioNodeBus { super.nextAvailableInputBus }
}

private class OwnAudioNode: AVAudioNode {
    override func reset() { super.reset() }
    override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { super.inputFormat(forBus: bus) }
    override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { super.outputFormat(forBus: bus) }
    override func name(forInputBus bus: AVAudioNodeBus) -> String? { super.name(forInputBus: bus) }
    override func name(forOutputBus bus: AVAudioNodeBus) -> String? { super.name(forOutputBus: bus) }
    override func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) { super.installTap(onBus: bus, bufferSize: bufferSize, format: format, block: tapBlock) }
    override func removeTap(onBus bus: AVAudioNodeBus) { super.removeTap(onBus: bus) }
    override var engine: AVAudioEngine? { super.engine }
    override var numberOfInputs: Int { super.numberOfInputs }
    override var numberOfOutputs: Int { super.numberOfOutputs }
    override var lastRenderTime: AVAudioTime? { super.lastRenderTime }
    override var auAudioUnit: AUAudioUnit { super.auAudioUnit }
    override var latency: TimeInterval { super.latency }
    override var outputPresentationLatency: TimeInterval { super.outputPresentationLatency }
}

private class OwnAudioPlayerNode: AVAudioPlayerNode {
    override func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: (@Sendable () -> Void)? = nil) {
        super.scheduleBuffer(buffer, completionHandler: completionHandler)
    }
    override func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async { await super.scheduleBuffer(buffer) }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) { super.scheduleBuffer(buffer, completionCallbackType: callbackType, completionHandler: completionHandler) }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await super.scheduleBuffer(buffer, completionCallbackType: callbackType)
    }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: (@Sendable () -> Void)? = nil
    ) { super.scheduleBuffer(buffer, at: when, options: options, completionHandler: completionHandler) }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async { await super.scheduleBuffer(buffer, at: when, options: options) }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        super.scheduleBuffer(
            buffer, at: when, options: options, completionCallbackType: callbackType,
            completionHandler: completionHandler)
    }
    override func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await super.scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType)
    }
    override func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) { super.scheduleFile(file, at: when, completionHandler: completionHandler) }
    override func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await super.scheduleFile(file, at: when)
    }
    override func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) { super.scheduleFile(file, at: when, completionCallbackType: callbackType, completionHandler: completionHandler) }
    override func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await super.scheduleFile(file, at: when, completionCallbackType: callbackType)
    }
    override func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        super.scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionHandler: completionHandler)
    }
    override func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?
    ) async { await super.scheduleSegment(file, startingFrame: startFrame, frameCount: numberFrames, at: when) }
    override func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        super.scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: callbackType,
            completionHandler: completionHandler)
    }
    override func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await super.scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: callbackType)
    }
    override func stop() { super.stop() }
    override func prepare(withFrameCount frameCount: AVAudioFrameCount) { super.prepare(withFrameCount: frameCount) }
    override func play() { super.play() }
    override func play(at when: AVAudioTime?) { super.play(at: when) }
    override func pause() { super.pause() }
    override func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        super.nodeTime(forPlayerTime: playerTime)
    }
    override func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        super.playerTime(forNodeTime: nodeTime)
    }
    override var isPlaying: Bool { super.isPlaying }
}

private class OwnAudioUnit: AVAudioUnit {
    override class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) { super.instantiate(with: audioComponentDescription, options: options, completionHandler: completionHandler) }
    override class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit { try await super.instantiate(with: audioComponentDescription, options: options) }
    override func loadPreset(at url: URL) throws { try super.loadPreset(at: url) }
    override var audioComponentDescription: AudioComponentDescription { super.audioComponentDescription }
    override var audioUnit: AudioUnit { super.audioUnit }
    override var auAudioUnit: AUAudioUnit { super.auAudioUnit }
    override var name: String { super.name }
    override var manufacturerName: String { super.manufacturerName }
    override var version: Int { super.version }
}

private class OwnAudioUnitDelay: AVAudioUnitDelay {
    override var delayTime: TimeInterval {
        get { super.delayTime }
        set { super.delayTime = newValue }
    }
    override var feedback: Float {
        get { super.feedback }
        set { super.feedback = newValue }
    }
    override var lowPassCutoff: Float {
        get { super.lowPassCutoff }
        set { super.lowPassCutoff = newValue }
    }
    override var wetDryMix: Float {
        get { super.wetDryMix }
        set { super.wetDryMix = newValue }
    }
}

private class OwnAudioUnitDistortion: AVAudioUnitDistortion {
    override func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) { super.loadFactoryPreset(preset) }
    override var preGain: Float {
        get { super.preGain }
        set { super.preGain = newValue }
    }
    override var wetDryMix: Float {
        get { super.wetDryMix }
        set { super.wetDryMix = newValue }
    }
}

private class OwnAudioUnitEQ: AVAudioUnitEQ {
    override var bands: [AVAudioUnitEQFilterParameters] { super.bands }
    override var globalGain: Float {
        get { super.globalGain }
        set { super.globalGain = newValue }
    }
}

private class OwnAudioUnitEffect: AVAudioUnitEffect {
    override var bypass: Bool {
        get { super.bypass }
        set { super.bypass = newValue }
    }
}

private class OwnAudioUnitGenerator: AVAudioUnitGenerator {
    override var bypass: Bool {
        get { super.bypass }
        set { super.bypass = newValue }
    }
}

private class OwnAudioUnitMIDIInstrument: AVAudioUnitMIDIInstrument {
    override func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        super.startNote(note, withVelocity: velocity, onChannel: channel)
    }
    override func stopNote(_ note: UInt8, onChannel channel: UInt8) { super.stopNote(note, onChannel: channel) }
    override func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        super.sendController(controller, withValue: value, onChannel: channel)
    }
    override func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        super.sendPitchBend(pitchbend, onChannel: channel)
    }
    override func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) {
        super.sendPressure(pressure, onChannel: channel)
    }
    override func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        super.sendPressure(forKey: key, withValue: value, onChannel: channel)
    }
    override func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) {
        super.sendProgramChange(program, onChannel: channel)
    }
    override func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {
        super.sendProgramChange(program, bankMSB: bankMSB, bankLSB: bankLSB, onChannel: channel)
    }
    override func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
        super.sendMIDIEvent(midiStatus, data1: data1, data2: data2)
    }
    override func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { super.sendMIDIEvent(midiStatus, data1: data1) }
    override func sendMIDISysExEvent(_ midiData: Data) { super.sendMIDISysExEvent(midiData) }
    override func send(_ eventList: UnsafePointer<MIDIEventList>) { super.send(eventList) }
}

private class OwnAudioUnitReverb: AVAudioUnitReverb {
    override func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) { super.loadFactoryPreset(preset) }
    override var wetDryMix: Float {
        get { super.wetDryMix }
        set { super.wetDryMix = newValue }
    }
}

private class OwnAudioUnitTimeEffect: AVAudioUnitTimeEffect {
    override var bypass: Bool {
        get { super.bypass }
        set { super.bypass = newValue }
    }
}

private class OwnAudioUnitTimePitch: AVAudioUnitTimePitch {
    override var rate: Float {
        get { super.rate }
        set { super.rate = newValue }
    }
    override var pitch: Float {
        get { super.pitch }
        set { super.pitch = newValue }
    }
    override var overlap: Float {
        get { super.overlap }
        set { super.overlap = newValue }
    }
}

private class OwnAudioUnitVarispeed: AVAudioUnitVarispeed {
    override var rate: Float {
        get { super.rate }
        set { super.rate = newValue }
    }
}
