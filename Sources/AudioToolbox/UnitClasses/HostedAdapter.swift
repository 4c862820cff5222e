import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// An `AUAudioUnit` of a program's class as the library's units see it.
final class HostedAdapter: HostedObject, ParameterFace, @unchecked Sendable {
    let unit: AUAudioUnit
    private let known = LockedValue(Known())
    private let parameters = Handed<[UInt32: HostedParameter]>()

    /// The parameters as they were when the tree was set last: no code of a class runs where they are asked for.
    private struct Known {
        var specs: [ParameterSpec] = []
        var ids: [AUParameterAddress: UInt32] = [:]
        weak var tree: AUParameterTree?
    }

    init(_ unit: AUAudioUnit) {
        self.unit = unit
        unit.host.withLock { $0.adapter = self }
        treeDidChange()
    }

    // MARK: Formats

    private func buses(_ isInput: Bool) -> AUAudioUnitBusArray { isInput ? unit.inputBusses : unit.outputBusses }

    func hostedFormats(isInput: Bool) -> [StreamFormat] { buses(isInput).map { $0.format.engineFormat } }

    func setHostedFormat(_ format: StreamFormat, isInput: Bool, _ index: Int) throws(AudioError) {
        let array = buses(isInput)
        guard index < array.count else { throw .unitElement }
        try check { try array[index].setFormat(AVAudioFormat(format, layout: nil)) }
    }

    func setHostedCount(_ count: Int, isInput: Bool) throws(AudioError) {
        let array = buses(isInput)
        guard count != array.count else { return }
        guard array.isCountChangeable else { throw .unitNotWritable }
        try check { try array.setBusCount(count) }
        unit.busesDidChange(isInput ? .input : .output)
    }

    func mayChangeHostedCount(isInput: Bool) -> Bool { buses(isInput).isCountChangeable }

    var hostedChannels: [(inputs: Int16, outputs: Int16)] {
        let list = (unit.channelCapabilities ?? []).map(\.int16Value)
        return stride(from: 0, to: list.count / 2 * 2, by: 2).map { (list[$0], list[$0 + 1]) }
    }

    private func check(_ body: () throws -> Void) throws(AudioError) {
        do { try body() } catch {
            throw AudioError(status: SubclassRegistry.status(of: error), reason: "the unit refused the call: \(error)")
        }
    }

    // MARK: Rendering

    func allocateHosted(maximumFrames: Int) throws(AudioError) {
        guard !unit.renderResourcesAllocated else { return }
        unit.maximumFramesToRender = AUAudioFrameCount(clamping: maximumFrames)
        try check { try unit.allocateRenderResources() }
        treeDidChange()
    }

    func deallocateHosted() { unit.deallocateRenderResources() }
    func resetHosted() { unit.reset() }

    /// The unit is allocated by now, and its code may be made only then.
    var hostedRender: HostedRender {
        unit.renderer.setCode(unit.internalRenderBlock)
        return unit.renderer.block
    }

    var hostedLine: UnitEventLine { unit.renderer.line }
    var takesHostedMIDI: Bool { unit.scheduleMIDIEventBlock != nil }

    // MARK: Properties

    var hostedLatency: Double { unit.latency }
    var hostedTailTime: Double { unit.tailTime }

    var isHostedBypassed: Bool {
        get { unit.shouldBypassEffect }
        set { unit.shouldBypassEffect = newValue }
    }

    var hostedRenderQuality: Int {
        get { unit.renderQuality }
        set { unit.renderQuality = newValue }
    }

    func setHostedOffline(_ isOffline: Bool) { unit.isRenderingOffline = isOffline }
    func setHostedContextName(_ name: String?) { unit.contextName = name }

    func setHostedCallbacks(_ bytes: [UInt8]?) {
        guard let bytes, !bytes.isEmpty else {
            (unit.musicalContextBlock, unit.transportStateBlock) = (nil, nil)
            return
        }
        var info = HostCallbackInfo()
        withUnsafeMutableBytes(of: &info) { $0.copyBytes(from: bytes.prefix($0.count)) }
        let functions = HostFunctions(info: info)
        unit.musicalContextBlock = functions.musicalContext
        unit.transportStateBlock = functions.transportState
    }

    var hostedMIDIOutputs: [String] { unit.midiOutputNames }

    func setHostedMIDIOutput(_ bytes: [UInt8]?) {
        guard let bytes, bytes.prefix(8).contains(where: { $0 != 0 }) else {
            unit.midiOutputEventBlock = nil
            return
        }
        let info = bytes.withUnsafeBytes { $0.loadUnaligned(as: AUMIDIOutputCallbackStruct.self) }
        unit.midiOutputEventBlock = HostedMIDIOutput(info, unit.renderer).block
    }

    // MARK: Parameters

    /// The unit has another tree.
    func treeDidChange() {
        var (new, places) = (Known(), [UInt32: HostedParameter]())
        let tree = unit.parameterTree
        for parameter in tree?.allParameters ?? [] {
            var id = UInt32(truncatingIfNeeded: parameter.address)
            // Another parameter has the same lower half.
            while places[id] != nil { id &-= 1 }
            let spec = Self.spec(parameter, id)
            places[id] = HostedParameter(address: parameter.address, canRamp: spec.flags.contains(.flag_CanRamp))
            new.specs.append(spec)
            new.ids[parameter.address] = id
        }
        parameters.set(places)
        new.tree = tree
        let old = known.withLock { known in
            defer { known = new }
            return known.tree
        }
        if old !== tree { old?.links.withLock { $0.face = nil } }
        tree?.links.withLock { $0.face = self }
        unit.host.withLock { $0.link }?.notify(kAudioUnitProperty_ParameterList)
    }

    private static func spec(_ parameter: AUParameter, _ id: UInt32) -> ParameterSpec {
        let range = parameter.minValue...max(parameter.minValue, parameter.maxValue)
        var spec = ParameterSpec(id, parameter.displayName, parameter.unit, range, parameter.value)
        // One without flags is for hosts to set, as on a Mac.
        let flags = parameter.flags
        spec.flags = flags.isEmpty ? ParameterSpec.writable : flags
        spec.valueNames = parameter.valueStrings ?? []
        spec.unitName = parameter.unit == .customUnit ? parameter.unitName : nil
        if let group = parameter.links.withLock({ $0.parent }), !(group is AUParameterTree) {
            // A group has no number of its own: that of its first parameter, which no other group has.
            let first = group.allParameters.first?.address ?? parameter.address
            spec.clump = UInt32(truncatingIfNeeded: first) &+ 1
            spec.clumpName = group.displayName
        }
        return spec
    }

    var hostedSpecs: [ParameterSpec] { known.withLock { $0.specs } }
    func hostedParameter(_ id: UInt32) -> HostedParameter? { parameters.use { $0[id] } ?? nil }

    private func parameter(_ id: UInt32) -> AUParameter? {
        hostedParameter(id).flatMap { unit.parameterTree?.parameter(withAddress: $0.address) }
    }

    func hostedValue(_ id: UInt32) -> Float? { parameter(id)?.value }

    /// Listeners of the unit of version 2 are notified of it by another call, if whoever sets the value makes it.
    func setHostedValue(_ id: UInt32, _ value: Float) { parameter(id)?.setValue(value, originator: token) }

    func takeHostedGesture(_ id: UInt32, begins: Bool) {
        guard let parameter = parameter(id) else { return }
        parameter.setValue(
            parameter.value, originator: token, atHostTime: HostTime.now(), eventType: begins ? .touch : .release)
    }

    /// What stands for the unit of version 2 among those that set values: no observer has it, as theirs are small numbers.
    private var token: AUParameterObserverToken { Unmanaged.passUnretained(self).toOpaque() }

    func parameterIsTouched(_ change: ParameterChange) { tell(.beginParameterChangeGesture, change) }

    func parameterDidChange(_ change: ParameterChange, isNew: Bool) {
        if change.isValue || isNew { tell(.parameterValueChange, change) }
        if change.type == .release { tell(.endParameterChangeGesture, change) }
    }

    /// What hosts of version 2 set is set in the tree, whose observers are called anyway.
    func parametersAreObserved() {}
    func observerWasRemoved() {}
    func reportValuesOfUnit() {}

    private func tell(_ type: AudioUnitEventType, _ change: ParameterChange) {
        guard change.originator != token, let id = known.withLock({ $0.ids[change.address] }) else { return }
        unit.host.withLock { $0.link }?.tell(type, id, value: change.value)
    }

    func hostedText(_ id: UInt32, of value: Float?) -> String? {
        guard let parameter = parameter(id) else { return nil }
        guard var value else { return parameter.string(fromValue: nil) }
        return parameter.string(fromValue: &value)
    }

    func hostedValue(_ id: UInt32, from text: String) -> Float? { parameter(id)?.value(from: text) }

    // MARK: Presets and state

    private static func preset(_ preset: AUAudioUnitPreset) -> UnitPreset {
        UnitPreset(number: Int32(clamping: preset.number), name: preset.name)
    }

    var hostedPresets: [UnitPreset] { (unit.factoryPresets ?? []).map(Self.preset) }

    var hostedPreset: UnitPreset? {
        get { unit.currentPreset.map(Self.preset) }
        set {
            let known = unit.factoryPresets?.first { $0.number == newValue.map { Int($0.number) } }
            unit.currentPreset = known ?? newValue.map { AUAudioUnitPreset(number: Int($0.number), name: $0.name) }
        }
    }

    var hostedState: AnyObject { (unit.fullState ?? [:]) as NSDictionary }

    func setHostedState(_ state: AnyObject) throws(AudioError) -> String? {
        guard let state = state as? NSDictionary as? [String: Any] else { throw .unitValue }
        let description = unit.componentDescription
        guard state.code(kAUPresetSubtypeKey) == description.componentSubType,
            state.code(kAUPresetManufacturerKey) == description.componentManufacturer
        else { throw .unitValue.because("the state is that of another unit") }
        unit.fullState = state
        return state[kAUPresetNameKey] as? String
    }

    func setHost(_ link: HostLink?) {
        // The old one is freed without the lock.
        let old = unit.host.withLock { host in
            defer { host.link = link }
            return host.link
        }
        withExtendedLifetime(old) {}
    }
}

/// A host's functions of version 2 as blocks. They are the client's, and valid until it sets others.
private struct HostFunctions: @unchecked Sendable {
    let info: HostCallbackInfo

    var musicalContext: AUHostMusicalContextBlock? {
        guard info.beatAndTempoProc != nil || info.musicalTimeLocationProc != nil else { return nil }
        let info = info
        return { tempo, numerator, denominator, beat, offset, downBeat in
            var isKnown = false
            if tempo != nil || beat != nil, let function = info.beatAndTempoProc {
                isKnown = function(info.hostUserData, beat, tempo) == 0
            }
            guard numerator != nil || denominator != nil || offset != nil || downBeat != nil,
                let function = info.musicalTimeLocationProc
            else { return isKnown }
            var (delta, upper, lower) = (UInt32(0), Float(0), UInt32(0))
            guard function(info.hostUserData, &delta, &upper, &lower, downBeat) == 0 else { return isKnown }
            offset?.pointee = Int(delta)
            numerator?.pointee = Double(upper)
            denominator?.pointee = Int(lower)
            return true
        }
    }

    var transportState: AUHostTransportStateBlock? {
        guard info.transportStateProc2 != nil || info.transportStateProc != nil else { return nil }
        let info = info
        return { flags, sample, start, end in
            var (isPlaying, isRecording, hasChanged, isCycling):
                (DarwinBoolean, DarwinBoolean, DarwinBoolean, DarwinBoolean)
            (isPlaying, isRecording, hasChanged, isCycling) = (false, false, false, false)
            let status: OSStatus
            if let function = info.transportStateProc2 {
                status = function(
                    info.hostUserData, &isPlaying, &isRecording, &hasChanged, sample, &isCycling, start, end)
            } else {
                status =
                    info.transportStateProc?(info.hostUserData, &isPlaying, &hasChanged, sample, &isCycling, start, end)
                    ?? kAudio_ParamError
            }
            guard status == 0 else { return false }
            var state = AUHostTransportStateFlags()
            if isPlaying.boolValue { state.insert(.moving) }
            if isRecording.boolValue { state.insert(.recording) }
            if hasChanged.boolValue { state.insert(.changed) }
            if isCycling.boolValue { state.insert(.cycling) }
            flags?.pointee = state
            return true
        }
    }
}
