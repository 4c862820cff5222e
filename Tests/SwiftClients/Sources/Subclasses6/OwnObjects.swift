import AVFAudio
import CoreMedia

// The same for the other classes of AVFAudio, as OwnNodes.swift has it for nodes.

private class OwnAudioBuffer: AVAudioBuffer {
    override var format: AVAudioFormat { super.format }
    override var audioBufferList: UnsafePointer<AudioBufferList> { super.audioBufferList }
    override var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { super.mutableAudioBufferList }
}

private class OwnAudioCompressedBuffer: AVAudioCompressedBuffer {
    override var packetCapacity: AVAudioPacketCount { super.packetCapacity }
    override var packetCount: AVAudioPacketCount {
        get { super.packetCount }
        set { super.packetCount = newValue }
    }
    override var maximumPacketSize: Int { super.maximumPacketSize }
    override var data: UnsafeMutableRawPointer { super.data }
    override var byteCapacity: UInt32 { super.byteCapacity }
    override var byteLength: UInt32 {
        get { super.byteLength }
        set { super.byteLength = newValue }
    }
    override var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? { super.packetDescriptions }
    override var packetDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>? {
        super.packetDependencies
    }
}

private class OwnAudioConnectionPoint: AVAudioConnectionPoint {
    override var bus: AVAudioNodeBus { super.bus }
}

private class OwnAudioConverter: AVAudioConverter {
    override var audioSyncPacketFrequency: Int {
        get { super.audioSyncPacketFrequency }
        set { super.audioSyncPacketFrequency = newValue }
    }
    override var contentSource: AVAudioContentSource {
        get { super.contentSource }
        set { super.contentSource = newValue }
    }
    override var dynamicRangeControlConfiguration: AVAudioDynamicRangeControlConfiguration {
        get { super.dynamicRangeControlConfiguration }
        set { super.dynamicRangeControlConfiguration = newValue }
    }
    override func reset() { super.reset() }
    override var inputFormat: AVAudioFormat { super.inputFormat }
    override var outputFormat: AVAudioFormat { super.outputFormat }
    override var channelMap: [NSNumber] {
        get { super.channelMap }
        set { super.channelMap = newValue }
    }
    override var magicCookie: Data? {
        get { super.magicCookie }
        set { super.magicCookie = newValue }
    }
    override var downmix: Bool {
        get { super.downmix }
        set { super.downmix = newValue }
    }
    override var dither: Bool {
        get { super.dither }
        set { super.dither = newValue }
    }
    override var sampleRateConverterQuality: Int {
        get { super.sampleRateConverterQuality }
        set { super.sampleRateConverterQuality = newValue }
    }
    override var sampleRateConverterAlgorithm: String? {
        get { super.sampleRateConverterAlgorithm }
        set { super.sampleRateConverterAlgorithm = newValue }
    }
    override var primeMethod: AVAudioConverterPrimeMethod {
        get { super.primeMethod }
        set { super.primeMethod = newValue }
    }
    override var primeInfo: AVAudioConverterPrimeInfo {
        get { super.primeInfo }
        set { super.primeInfo = newValue }
    }
    override func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        try super.convert(to: outputBuffer, from: inputBuffer)
    }
    override func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus { super.convert(to: outputBuffer, error: outError, withInputFrom: inputBlock) }
    override var bitRate: Int {
        get { super.bitRate }
        set { super.bitRate = newValue }
    }
    override var bitRateStrategy: String? {
        get { super.bitRateStrategy }
        set { super.bitRateStrategy = newValue }
    }
    override var maximumOutputPacketSize: Int { super.maximumOutputPacketSize }
    override var availableEncodeBitRates: [NSNumber]? { super.availableEncodeBitRates }
    override var applicableEncodeBitRates: [NSNumber]? { super.applicableEncodeBitRates }
    override var availableEncodeSampleRates: [NSNumber]? { super.availableEncodeSampleRates }
    override var applicableEncodeSampleRates: [NSNumber]? { super.applicableEncodeSampleRates }
    override var availableEncodeChannelLayoutTags: [NSNumber]? { super.availableEncodeChannelLayoutTags }
}

private class OwnAudioEnvironmentDistanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters {
    override var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
        get { super.distanceAttenuationModel }
        set { super.distanceAttenuationModel = newValue }
    }
    override var referenceDistance: Float {
        get { super.referenceDistance }
        set { super.referenceDistance = newValue }
    }
    override var maximumDistance: Float {
        get { super.maximumDistance }
        set { super.maximumDistance = newValue }
    }
    override var rolloffFactor: Float {
        get { super.rolloffFactor }
        set { super.rolloffFactor = newValue }
    }
}

private class OwnAudioEnvironmentReverbParameters: AVAudioEnvironmentReverbParameters {
    override var enable: Bool {
        get { super.enable }
        set { super.enable = newValue }
    }
    override var level: Float {
        get { super.level }
        set { super.level = newValue }
    }
    override var filterParameters: AVAudioUnitEQFilterParameters { super.filterParameters }
    override func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) { super.loadFactoryReverbPreset(preset) }
}

private class OwnAudioFile: AVAudioFile {
    override func close() { super.close() }
    override var isOpen: Bool { super.isOpen }
    override func read(into buffer: AVAudioPCMBuffer) throws { try super.read(into: buffer) }
    override func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        try super.read(into: buffer, frameCount: frames)
    }
    override func write(from buffer: AVAudioPCMBuffer) throws { try super.write(from: buffer) }
    override var url: URL { super.url }
    override var fileFormat: AVAudioFormat { super.fileFormat }
    override var processingFormat: AVAudioFormat { super.processingFormat }
    override var length: AVAudioFramePosition { super.length }
    override var framePosition: AVAudioFramePosition {
        get { super.framePosition }
        set { super.framePosition = newValue }
    }
}

private class OwnAudioMixingDestination: AVAudioMixingDestination {
    override var connectionPoint: AVAudioConnectionPoint { super.connectionPoint }
}

private class OwnAudioPCMBuffer: AVAudioPCMBuffer {
    override var frameCapacity: AVAudioFrameCount { super.frameCapacity }
    override var frameLength: AVAudioFrameCount {
        get { super.frameLength }
        set { super.frameLength = newValue }
    }
    override var stride: Int { super.stride }
    override var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { super.floatChannelData }
    override var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { super.int16ChannelData }
    override var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { super.int32ChannelData }
}

private class OwnAudioPlayer: AVAudioPlayer {
    override func prepareToPlay() -> Bool { super.prepareToPlay() }
    override func play() -> Bool { super.play() }
    override func play(atTime time: TimeInterval) -> Bool { super.play(atTime: time) }
    override func pause() { super.pause() }
    override func stop() { super.stop() }
    override var isPlaying: Bool { super.isPlaying }
    override var numberOfChannels: Int { super.numberOfChannels }
    override var duration: TimeInterval { super.duration }
    override var url: URL? { super.url }
    override var data: Data? { super.data }
    override var pan: Float {
        get { super.pan }
        set { super.pan = newValue }
    }
    override var volume: Float {
        get { super.volume }
        set { super.volume = newValue }
    }
    override func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        super.setVolume(volume, fadeDuration: duration)
    }
    override var enableRate: Bool {
        get { super.enableRate }
        set { super.enableRate = newValue }
    }
    override var rate: Float {
        get { super.rate }
        set { super.rate = newValue }
    }
    override var currentTime: TimeInterval {
        get { super.currentTime }
        set { super.currentTime = newValue }
    }
    override var deviceCurrentTime: TimeInterval { super.deviceCurrentTime }
    override var numberOfLoops: Int {
        get { super.numberOfLoops }
        set { super.numberOfLoops = newValue }
    }
    override var settings: [String: Any] { super.settings }
    override var format: AVAudioFormat { super.format }
    override var isMeteringEnabled: Bool {
        get { super.isMeteringEnabled }
        set { super.isMeteringEnabled = newValue }
    }
    override func updateMeters() { super.updateMeters() }
    override func peakPower(forChannel channelNumber: Int) -> Float { super.peakPower(forChannel: channelNumber) }
    override func averagePower(forChannel channelNumber: Int) -> Float { super.averagePower(forChannel: channelNumber) }
    override var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { super.channelAssignments }
        set { super.channelAssignments = newValue }
    }
}

private class OwnAudioRecorder: AVAudioRecorder {
    override func prepareToRecord() -> Bool { super.prepareToRecord() }
    override func record() -> Bool { super.record() }
    override func record(atTime time: TimeInterval) -> Bool { super.record(atTime: time) }
    override func record(forDuration duration: TimeInterval) -> Bool { super.record(forDuration: duration) }
    override func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        super.record(atTime: time, forDuration: duration)
    }
    override func pause() { super.pause() }
    override func stop() { super.stop() }
    override func deleteRecording() -> Bool { super.deleteRecording() }
    override var isRecording: Bool { super.isRecording }
    override var url: URL { super.url }
    override var settings: [String: Any] { super.settings }
    override var format: AVAudioFormat { super.format }
    override var currentTime: TimeInterval { super.currentTime }
    override var deviceCurrentTime: TimeInterval { super.deviceCurrentTime }
    override var isMeteringEnabled: Bool {
        get { super.isMeteringEnabled }
        set { super.isMeteringEnabled = newValue }
    }
    override func updateMeters() { super.updateMeters() }
    override func peakPower(forChannel channelNumber: Int) -> Float { super.peakPower(forChannel: channelNumber) }
    override func averagePower(forChannel channelNumber: Int) -> Float { super.averagePower(forChannel: channelNumber) }
    override var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { super.channelAssignments }
        set { super.channelAssignments = newValue }
    }
}

private class OwnAudioSession: AVAudioSession {
    override class func sharedInstance() -> AVAudioSession { super.sharedInstance() }
    override var availableCategories: [AVAudioSession.Category] { super.availableCategories }
    override func setCategory(_ category: AVAudioSession.Category) throws { try super.setCategory(category) }
    override func setCategory(_ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions = []) throws
    { try super.setCategory(category, options: options) }
    override func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions = []
    ) throws { try super.setCategory(category, mode: mode, options: options) }
    override func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, policy: AVAudioSession.RouteSharingPolicy,
        options: AVAudioSession.CategoryOptions = []
    ) throws { try super.setCategory(category, mode: mode, policy: policy, options: options) }
    override var category: AVAudioSession.Category { super.category }
    override var categoryOptions: AVAudioSession.CategoryOptions { super.categoryOptions }
    override var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { super.routeSharingPolicy }
    override var availableModes: [AVAudioSession.Mode] { super.availableModes }
    override func setMode(_ mode: AVAudioSession.Mode) throws { try super.setMode(mode) }
    override var mode: AVAudioSession.Mode { super.mode }
    override func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try super.setAllowHapticsAndSystemSoundsDuringRecording(inValue)
    }
    override var allowHapticsAndSystemSoundsDuringRecording: Bool { super.allowHapticsAndSystemSoundsDuringRecording }
    @available(*, deprecated)
    override var recordPermission: AVAudioSession.RecordPermission { super.recordPermission }
    @available(*, deprecated)
    override func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        super.requestRecordPermission(response)
    }
    override func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
        try super.overrideOutputAudioPort(portOverride)
    }
    override func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try super.setPreferredInput(inPort)
    }
    override var preferredInput: AVAudioSessionPortDescription? { super.preferredInput }
    override func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try super.setPrefersNoInterruptionsFromSystemAlerts(inValue)
    }
    override var prefersNoInterruptionsFromSystemAlerts: Bool { super.prefersNoInterruptionsFromSystemAlerts }
    override func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws {
        try super.setActive(active, options: options)
    }
    override func setPreferredSampleRate(_ sampleRate: Double) throws { try super.setPreferredSampleRate(sampleRate) }
    override var preferredSampleRate: Double { super.preferredSampleRate }
    override func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try super.setPreferredIOBufferDuration(duration)
    }
    override var preferredIOBufferDuration: TimeInterval { super.preferredIOBufferDuration }
    override func setPreferredInputNumberOfChannels(_ count: Int) throws {
        try super.setPreferredInputNumberOfChannels(count)
    }
    override var preferredInputNumberOfChannels: Int { super.preferredInputNumberOfChannels }
    override func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try super.setPreferredOutputNumberOfChannels(count)
    }
    override var preferredOutputNumberOfChannels: Int { super.preferredOutputNumberOfChannels }
    override func setPreferredInputOrientation(_ orientation: AVAudioSession.StereoOrientation) throws {
        try super.setPreferredInputOrientation(orientation)
    }
    override var preferredInputOrientation: AVAudioSession.StereoOrientation { super.preferredInputOrientation }
    override var inputOrientation: AVAudioSession.StereoOrientation { super.inputOrientation }
    override var maximumInputNumberOfChannels: Int { super.maximumInputNumberOfChannels }
    override var maximumOutputNumberOfChannels: Int { super.maximumOutputNumberOfChannels }
    override func setInputGain(_ gain: Float) throws { try super.setInputGain(gain) }
    override var inputGain: Float { super.inputGain }
    override var isInputGainSettable: Bool { super.isInputGainSettable }
    override var isInputAvailable: Bool { super.isInputAvailable }
    override var inputDataSources: [AVAudioSessionDataSourceDescription]? { super.inputDataSources }
    override var inputDataSource: AVAudioSessionDataSourceDescription? { super.inputDataSource }
    override func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try super.setInputDataSource(dataSource)
    }
    override var outputDataSources: [AVAudioSessionDataSourceDescription]? { super.outputDataSources }
    override var outputDataSource: AVAudioSessionDataSourceDescription? { super.outputDataSource }
    override func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try super.setOutputDataSource(dataSource)
    }
    override var sampleRate: Double { super.sampleRate }
    override var inputNumberOfChannels: Int { super.inputNumberOfChannels }
    override var outputNumberOfChannels: Int { super.outputNumberOfChannels }
    override var inputLatency: TimeInterval { super.inputLatency }
    override var outputLatency: TimeInterval { super.outputLatency }
    override var ioBufferDuration: TimeInterval { super.ioBufferDuration }
    override var isOtherAudioPlaying: Bool { super.isOtherAudioPlaying }
    override var secondaryAudioShouldBeSilencedHint: Bool { super.secondaryAudioShouldBeSilencedHint }
    override var outputVolume: Float { super.outputVolume }
    override var promptStyle: AVAudioSession.PromptStyle { super.promptStyle }
    override var availableInputs: [AVAudioSessionPortDescription]? { super.availableInputs }
    override var currentRoute: AVAudioSessionRouteDescription { super.currentRoute }
    override func setAggregatedIOPreference(_ inIOType: AVAudioSession.IOType) throws {
        try super.setAggregatedIOPreference(inIOType)
    }
    override func setSupportsMultichannelContent(_ inValue: Bool) throws {
        try super.setSupportsMultichannelContent(inValue)
    }
    override var supportsMultichannelContent: Bool { super.supportsMultichannelContent }
    override var renderingMode: AVAudioSession.RenderingMode { super.renderingMode }
    override func setPrefersEchoCancelledInput(_ value: Bool) throws { try super.setPrefersEchoCancelledInput(value) }
    override var prefersEchoCancelledInput: Bool { super.prefersEchoCancelledInput }
    override var isEchoCancelledInputEnabled: Bool { super.isEchoCancelledInputEnabled }
    override var isEchoCancelledInputAvailable: Bool { super.isEchoCancelledInputAvailable }
    override func setOutputMuted(_ muted: Bool) throws { try super.setOutputMuted(muted) }
    override var isOutputMuted: Bool { super.isOutputMuted }
    override var supportedOutputChannelLayouts: [AVAudioChannelLayout] { super.supportedOutputChannelLayouts }
    override func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try super.setPrefersInterruptionOnRouteDisconnect(inValue)
    }
    override var prefersInterruptionOnRouteDisconnect: Bool { super.prefersInterruptionOnRouteDisconnect }
    override func setPreferredMicrophoneInjectionMode(_ inValue: AVAudioSession.MicrophoneInjectionMode) throws {
        try super.setPreferredMicrophoneInjectionMode(inValue)
    }
    override var preferredMicrophoneInjectionMode: AVAudioSession.MicrophoneInjectionMode {
        super.preferredMicrophoneInjectionMode
    }
    override var isMicrophoneInjectionAvailable: Bool { super.isMicrophoneInjectionAvailable }
}

private class OwnAudioSessionCapability: AVAudioSessionCapability {
    override var isSupported: Bool { super.isSupported }
    override var isEnabled: Bool { super.isEnabled }
}

private class OwnAudioSessionChannelDescription: AVAudioSessionChannelDescription {
    override var channelName: String { super.channelName }
    override var owningPortUID: String { super.owningPortUID }
    override var channelNumber: Int { super.channelNumber }
    override var channelLabel: AudioChannelLabel { super.channelLabel }
}

private class OwnAudioSessionDataSourceDescription: AVAudioSessionDataSourceDescription {
    override var dataSourceID: NSNumber { super.dataSourceID }
    override var dataSourceName: String { super.dataSourceName }
    override var location: AVAudioSession.Location? { super.location }
    override var orientation: AVAudioSession.Orientation? { super.orientation }
    override var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { super.supportedPolarPatterns }
    override var selectedPolarPattern: AVAudioSession.PolarPattern? { super.selectedPolarPattern }
    override var preferredPolarPattern: AVAudioSession.PolarPattern? { super.preferredPolarPattern }
    override func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        try super.setPreferredPolarPattern(pattern)
    }
}

private class OwnAudioSessionPortDescription: AVAudioSessionPortDescription {
    override var portType: AVAudioSession.Port { super.portType }
    override var portName: String { super.portName }
    override var uid: String { super.uid }
    override var hasHardwareVoiceCallProcessing: Bool { super.hasHardwareVoiceCallProcessing }
    override var isSpatialAudioEnabled: Bool { super.isSpatialAudioEnabled }
    override var channels: [AVAudioSessionChannelDescription]? { super.channels }
    override var dataSources: [AVAudioSessionDataSourceDescription]? { super.dataSources }
    override var selectedDataSource: AVAudioSessionDataSourceDescription? { super.selectedDataSource }
    override var preferredDataSource: AVAudioSessionDataSourceDescription? { super.preferredDataSource }
    override func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try super.setPreferredDataSource(dataSource)
    }
    override var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        super.bluetoothMicrophoneExtension
    }
}

private class OwnAudioSessionPortExtensionBluetoothMicrophone: AVAudioSessionPortExtensionBluetoothMicrophone {
    override var highQualityRecording: AVAudioSessionCapability { super.highQualityRecording }
    override var farFieldCapture: AVAudioSessionCapability { super.farFieldCapture }
}

private class OwnAudioSessionRouteDescription: AVAudioSessionRouteDescription {
    override var inputs: [AVAudioSessionPortDescription] { super.inputs }
    override var outputs: [AVAudioSessionPortDescription] { super.outputs }
}

private class OwnAudioTime: AVAudioTime {
    override class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 { super.hostTime(forSeconds: seconds) }
    override class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { super.seconds(forHostTime: hostTime) }
    override func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        super.extrapolateTime(fromAnchor: anchorTime)
    }
    override var isHostTimeValid: Bool { super.isHostTimeValid }
    override var hostTime: UInt64 { super.hostTime }
    override var isSampleTimeValid: Bool { super.isSampleTimeValid }
    override var sampleTime: AVAudioFramePosition { super.sampleTime }
    override var sampleRate: Double { super.sampleRate }
    override var audioTimeStamp: AudioTimeStamp { super.audioTimeStamp }
}

private class OwnAudioUnitComponent: AVAudioUnitComponent {
    override var name: String { super.name }
    override var typeName: String { super.typeName }
    override var localizedTypeName: String { super.localizedTypeName }
    override var manufacturerName: String { super.manufacturerName }
    override var version: Int { super.version }
    override var versionString: String { super.versionString }
    override var isSandboxSafe: Bool { super.isSandboxSafe }
    override var hasMIDIInput: Bool { super.hasMIDIInput }
    override var hasMIDIOutput: Bool { super.hasMIDIOutput }
    override var audioComponent: AudioComponent { super.audioComponent }
    override var allTagNames: [String] { super.allTagNames }
    override var audioComponentDescription: AudioComponentDescription { super.audioComponentDescription }
    override var passesAUVal: Bool { super.passesAUVal }
    override var configurationDictionary: [String: Any] { super.configurationDictionary }
}

private class OwnAudioUnitComponentManager: AVAudioUnitComponentManager {
    override var tagNames: [String] { super.tagNames }
    override var standardLocalizedTagNames: [String] { super.standardLocalizedTagNames }
    override class func shared() -> AVAudioUnitComponentManager { super.shared() }
    override func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
        super.components(matching: predicate)
    }
    override func components(
        passingTest testHandler: @escaping (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
    ) -> [AVAudioUnitComponent] { super.components(passingTest: testHandler) }
    override func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
        super.components(matching: desc)
    }
}

private class OwnAudioUnitEQFilterParameters: AVAudioUnitEQFilterParameters {
    override var filterType: AVAudioUnitEQFilterType {
        get { super.filterType }
        set { super.filterType = newValue }
    }
    override var frequency: Float {
        get { super.frequency }
        set { super.frequency = newValue }
    }
    override var bandwidth: Float {
        get { super.bandwidth }
        set { super.bandwidth = newValue }
    }
    override var gain: Float {
        get { super.gain }
        set { super.gain = newValue }
    }
    override var bypass: Bool {
        get { super.bypass }
        set { super.bypass = newValue }
    }
}
