import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

/// A unit of version 2 behind an `AUAudioUnit`.
final class UnitBridge: ParameterFace, @unchecked Sendable {
    let instance: ComponentInstance
    let reference: AudioUnit
    /// Whether the unit was made for the object, and ends with it.
    let isOwner: Bool
    let runner: BridgeRunner
    private weak var unit: AUAudioUnit?
    private var follower: BridgeFollower?
    private let kept = LockedValue(Kept())
    /// The number by which the listener of properties finds this object.
    private let number: Int

    private struct Kept {
        var inputs: AUAudioUnitBusArray?
        var outputs: AUAudioUnitBusArray?
        var tree: AUParameterTree?
        /// The inputs that have the callback of the runner.
        var called: Set<UInt32> = []
        var hasProvider = false
        var hasHandler = false
        /// Is told of parameters that are set by other ways than the tree, while the tree has an observer.
        var parameterFollower: ParameterFollower?
    }

    /// Makes a unit of a description.
    convenience init(_ description: AudioComponentDescription) throws {
        let component = try SubclassRegistry.found(description)
        do throws(AudioError) {
            let reference = try ComponentInstance.make(component)
            self.init(try ComponentInstance.handles.object(for: reference), reference, isOwner: true)
        } catch {
            throw error.unitError
        }
    }

    init(_ instance: ComponentInstance, _ reference: AudioUnit, isOwner: Bool) {
        (self.instance, self.reference, self.isOwner) = (instance, reference, isOwner)
        runner = BridgeRunner(instance)
        number = BridgeTable.next()
    }

    deinit {
        BridgeTable.remove(number)
        for id in BridgeTable.observed {
            AudioUnitRemovePropertyListenerWithUserData(
                reference, id, BridgeTable.listener, UnsafeMutableRawPointer(bitPattern: number))
        }
        if isOwner {
            AudioComponentInstanceDispose(reference)
        } else {
            let state = kept.withLock { $0 }
            for element in state.called { setCallback(nil, element) }
            if state.hasProvider { setCallback(nil, 0) }
            if state.hasHandler { setRecorder(nil) }
        }
        stopFollowingParameters()
        // A render that is in progress on another thread uses it, and the runner, until it ends.
        if let follower { instance.unfollow(BridgeFollower.function, keeping: follower) }
    }

    /// Reports changes and renders to the object from now on. Called once, before others have the object.
    func attach(_ unit: AUAudioUnit) {
        self.unit = unit
        let follower = BridgeFollower(unit.renderer, runner)
        self.follower = follower
        instance.follow(BridgeFollower.function, Unmanaged.passUnretained(follower).toOpaque())
        BridgeTable.add(self, number)
        for id in BridgeTable.observed {
            AudioUnitAddPropertyListener(
                reference, id, BridgeTable.listener, UnsafeMutableRawPointer(bitPattern: number))
        }
    }

    var component: AudioComponent { ComponentRegistry.reference(instance.component) }

    private var isOutputUnit: Bool { instance.component.description.componentType == kAudioUnitType_Output }

    // MARK: Properties

    func get<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0,
        _ initial: Value
    ) -> Value? {
        var (value, size) = (initial, UInt32(MemoryLayout<Value>.size))
        let status = withUnsafeMutableBytes(of: &value) {
            AudioUnitGetProperty(reference, id, scope, element, $0.baseAddress!, &size)
        }
        return status == 0 ? value : nil
    }

    /// The bytes of a property of any length.
    func bytes(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0
    ) -> [UInt8]? {
        var size: UInt32 = 0
        guard AudioUnitGetPropertyInfo(reference, id, scope, element, &size, nil) == 0, size > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard
            bytes.withUnsafeMutableBytes({
                AudioUnitGetProperty(reference, id, scope, element, $0.baseAddress!, &size)
            }) == 0
        else { return nil }
        return Array(bytes.prefix(Int(size)))
    }

    /// An object that the unit gives, which is the caller's.
    func object<Object: AnyObject>(
        _ id: AudioUnitPropertyID, _ type: Object.Type, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) -> Object? {
        get(id, scope, element, UInt(0)).flatMap { UnsafeRawPointer(bitPattern: $0) }
            .flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? Object }
    }

    func number(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0
    ) -> Int? { get(id, scope, element, UInt32(0)).map { Int($0) } }

    func seconds(_ id: AudioUnitPropertyID) -> Double? { get(id, Double(0)) }

    func text(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: AudioUnitElement = 0
    ) -> String? { object(id, NSString.self, scope, element)?.description }

    private func get(_ id: AudioUnitPropertyID, _ initial: Double) -> Double? {
        get(id, kAudioUnitScope_Global, 0, initial)
    }

    @discardableResult func set<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ value: Value, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) -> OSStatus {
        withUnsafeBytes(of: value) {
            AudioUnitSetProperty(reference, id, scope, element, $0.baseAddress, UInt32($0.count))
        }
    }

    func setNumber(_ id: AudioUnitPropertyID, _ value: UInt32) { set(id, value) }

    func setText(
        _ id: AudioUnitPropertyID, _ text: String?, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) {
        guard let object = text?.coreFoundation else {
            AudioUnitSetProperty(reference, id, scope, element, nil, 0)
            return
        }
        withExtendedLifetime(object) {
            _ = set(id, UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), scope, element)
        }
    }

    static func check(_ status: OSStatus) throws {
        guard status == 0 else {
            throw AudioError(status: status, reason: "the unit refused the call").unitError
        }
    }

    // MARK: Life

    var maximumFrames: UInt32 {
        get { UInt32(clamping: number(kAudioUnitProperty_MaximumFramesPerSlice) ?? 512) }
        set { set(kAudioUnitProperty_MaximumFramesPerSlice, newValue) }
    }

    func initialize() throws {
        if isOwner, !isOutputUnit, let unit {
            for bus in unit.inputBusses where bus.isEnabled { enableInput(UInt32(bus.index), true) }
        }
        try Self.check(AudioUnitInitialize(reference))
    }

    func uninitialize() { AudioUnitUninitialize(reference) }
    func reset() { AudioUnitReset(reference, kAudioUnitScope_Global, 0) }

    var code: AUInternalRenderBlock {
        let runner = runner
        return { flags, time, frames, bus, list, _, pull in runner.render(flags, time, frames, bus, list, pull) }
    }

    // MARK: Buses

    /// The array of a side: the same one each time.
    func buses(_ type: AUAudioUnitBusType, _ unit: AUAudioUnit) -> AUAudioUnitBusArray {
        let known = kept.withLock { type == .input ? $0.inputs : $0.outputs }
        if let known { return known }
        let scope = type == .input ? kAudioUnitScope_Input : kAudioUnitScope_Output
        let array = AUAudioUnitBusArray(audioUnit: unit, busType: type, busses: elements(scope, count(scope)))
        let mayChange = isWritable(kAudioUnitProperty_ElementCount, scope)
        if mayChange {
            array.countChange = { [weak self, weak array] count in
                guard let self, let array else { return }
                try Self.check(set(kAudioUnitProperty_ElementCount, UInt32(clamping: count), scope))
                update(array, scope)
            }
        }
        return kept.withLock { kept in
            let known = type == .input ? kept.inputs : kept.outputs
            if let known { return known }
            if type == .input { kept.inputs = array } else { kept.outputs = array }
            return array
        }
    }

    private func count(_ scope: AudioUnitScope) -> Int { number(kAudioUnitProperty_ElementCount, scope) ?? 0 }

    private func isWritable(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope) -> Bool {
        var (size, isWritable) = (UInt32(0), false)
        return AudioUnitGetPropertyInfo(reference, id, scope, 0, &size, &isWritable) == 0 && isWritable
    }

    private func elements(_ scope: AudioUnitScope, _ count: Int) -> [AUAudioUnitBus] {
        (0..<count).map { index in
            let element = BridgedElement(self, scope, UInt32(index))
            return AUAudioUnitBus(element, format: element.format ?? AVAudioFormat())
        }
    }

    /// Keeps the buses that the unit still has, and adds those that it has besides.
    private func update(_ array: AUAudioUnitBusArray, _ scope: AudioUnitScope) {
        let (old, count) = (Array(array), count(scope))
        guard old.count != count else { return }
        let added = count > old.count ? Array(elements(scope, count)[old.count...]) : []
        array.replaceBusses(Array(old.prefix(count)) + added)
    }

    /// Lets an input be pulled through the render block, or not.
    func enableInput(_ element: UInt32, _ isOn: Bool) {
        guard !isOutputUnit else { return }
        let isChanged = kept.withLock { kept in
            isOn ? kept.called.insert(element).inserted : kept.called.remove(element) != nil
        }
        if isChanged { setCallback(isOn ? BridgeRunner.input : nil, element) }
    }

    private func setCallback(_ function: BridgeRunner.Function?, _ element: UInt32) {
        var callback = AURenderCallbackStruct(inputProc: function, inputProcRefCon: runner.address)
        AudioUnitSetProperty(
            reference, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, element, &callback,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
    }

    // MARK: Parameters, state, presets

    var tree: AUParameterTree? {
        if let known = kept.withLock({ $0.tree }) { return known }
        guard let made = BridgedTree.make(self) else { return nil }
        return kept.withLock { kept in
            if let known = kept.tree { return known }
            kept.tree = made
            return made
        }
    }

    /// The tree, where somebody has asked for it.
    var knownTree: AUParameterTree? { kept.withLock { $0.tree } }
    var parameterFollower: ParameterFollower? { kept.withLock { $0.parameterFollower } }

    /// Is told of values that are set by other ways than the tree from now on.
    func followParameters() {
        guard parameterFollower == nil,
            let made = try? ParameterFollower({ [weak self] in self?.reportValuesOfUnit() })
        else { return }
        let isFirst = kept.withLock { kept in
            guard kept.parameterFollower == nil else { return false }
            kept.parameterFollower = made
            return true
        }
        if isFirst { instance.parameterFollowers.add(made) } else { made.close() }
    }

    /// Ends the follower and its thread.
    func stopFollowingParameters() {
        let old = kept.withLock { kept in
            defer { kept.parameterFollower = nil }
            return kept.parameterFollower
        }
        guard let old else { return }
        instance.parameterFollowers.remove(old)
        old.close()
    }

    /// Sets a parameter for the tree, which reports to its observers by itself. A unit that was disposed of is left alone.
    func setParameter(_ place: ParameterAddress, _ value: Float) {
        guard let instance = try? ComponentInstance.handles.object(for: reference) else { return }
        try? instance.setParameter(place.id, place.scope, place.element, value, 0, leavingOut: parameterFollower)
    }

    private func dropTree() {
        // Freed without the lock: it has blocks of the program's.
        let old = kept.withLock { kept -> AUParameterTree? in
            defer { kept.tree = nil }
            return kept.tree
        }
        withExtendedLifetime(old) {}
    }

    func overview(_ count: Int) -> [NSNumber] {
        guard let bytes = bytes(kAudioUnitProperty_ParametersForOverview) else { return [] }
        let ids = stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { place in
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
        }
        return ids.prefix(max(0, count)).map { NSNumber(value: UInt64($0)) }
    }

    var channels: [NSNumber]? {
        bytes(kAudioUnitProperty_SupportedNumChannels).map { bytes in
            stride(from: 0, to: bytes.count / 2 * 2, by: 2).map { place in
                NSNumber(value: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Int16.self) })
            }
        }
    }

    var channelMap: [NSNumber]? {
        get {
            bytes(kAudioOutputUnitProperty_ChannelMap, mapScope, mapElement).map { bytes in
                stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { place in
                    NSNumber(value: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Int32.self) })
                }
            }
        }
        set {
            guard let map = newValue?.map(\.int32Value), !map.isEmpty else { return }
            map.withUnsafeBytes {
                _ = AudioUnitSetProperty(
                    reference, kAudioOutputUnitProperty_ChannelMap, mapScope, mapElement, $0.baseAddress,
                    UInt32($0.count))
            }
        }
    }

    /// The side whose channels the map orders: a converter's and a recording unit's input, else the output.
    private var mapScope: AudioUnitScope { kAudioUnitScope_Output }
    private var mapElement: AudioUnitElement {
        isOutputUnit && number(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1) == 1 ? 1 : 0
    }

    var state: [String: Any]? {
        get { object(kAudioUnitProperty_ClassInfo, NSDictionary.self) as? [String: Any] }
        set {
            guard let newValue else { return }
            let object = newValue as NSDictionary
            withExtendedLifetime(object) {
                _ = set(kAudioUnitProperty_ClassInfo, UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
            }
        }
    }

    var factoryPresets: [AUAudioUnitPreset]? {
        guard let number = get(kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, UInt(0)),
            let address = UnsafeRawPointer(bitPattern: number)
        else { return nil }
        let array = Unmanaged<CoreFoundation.CFArray>.fromOpaque(address).takeRetainedValue()
        return (0..<CFArrayGetCount(array)).compactMap { index in
            CFArrayGetValueAtIndex(array, index).map { place in
                let preset = place.assumingMemoryBound(to: AUPreset.self).pointee
                let name = preset.presetName?.takeUnretainedValue()
                return AUAudioUnitPreset(number: Int(preset.presetNumber), name: name.map { $0.description } ?? "")
            }
        }
    }

    /// The preset that was chosen; nil for a new instance, which has one without a name of its own.
    var preset: AUAudioUnitPreset? {
        get {
            var (preset, size) = (AUPreset(), UInt32(MemoryLayout<AUPreset>.size))
            let status = AudioUnitGetProperty(
                reference, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset, &size)
            guard status == 0, let name = preset.presetName?.takeRetainedValue().description else { return nil }
            guard preset.presetNumber >= 0 || name != "Untitled" else { return nil }
            return AUAudioUnitPreset(number: Int(preset.presetNumber), name: name)
        }
        set {
            guard let newValue else { return }
            let name = newValue.name.coreFoundation
            withExtendedLifetime(name) {
                let number = Int32(clamping: newValue.number)
                let preset = AUPreset(presetNumber: number, presetName: .passUnretained(name))
                _ = withUnsafeBytes(of: preset) {
                    AudioUnitSetProperty(
                        reference, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, $0.baseAddress,
                        UInt32($0.count))
                }
            }
        }
    }

    // MARK: Host, input and output

    /// Gives the unit the host's blocks as functions.
    func takeHost(_ unit: AUAudioUnit) {
        runner.setHost(unit.musicalContextBlock, unit.transportStateBlock)
        var info = runner.hostCallbacks
        AudioUnitSetProperty(
            reference, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, &info,
            UInt32(MemoryLayout<HostCallbackInfo>.size))
    }

    func enable(_ isOn: Bool, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
        set(kAudioOutputUnitProperty_EnableIO, UInt32(isOn ? 1 : 0), scope, element)
    }

    func setProvider(_ block: AURenderPullInputBlock?) {
        runner.setProvider(block)
        kept.withLock { $0.hasProvider = block != nil }
        setCallback(block == nil ? nil : BridgeRunner.output, 0)
    }

    func setHandler(_ block: AUInputHandler?) {
        runner.setHandler(block)
        kept.withLock { $0.hasHandler = block != nil }
        setRecorder(block == nil ? nil : BridgeRunner.recorded)
    }

    private func setRecorder(_ function: BridgeRunner.Function?) {
        var callback = AURenderCallbackStruct(inputProc: function, inputProcRefCon: runner.address)
        AudioUnitSetProperty(
            reference, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &callback,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
    }

    func start() throws { try Self.check(AudioOutputUnitStart(reference)) }
    func stop() { AudioOutputUnitStop(reference) }

    // MARK: Changes

    /// A property of the unit has changed.
    fileprivate func didChange(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
        guard let unit else { return }
        let observers = unit.keyValueObservers
        switch id {
        case kAudioUnitProperty_PresentPreset:
            observers.changed("currentPreset")
            observers.changed("allParameterValues")
        case kAudioUnitProperty_ClassInfo: observers.changed("allParameterValues")
        case kAudioUnitProperty_BypassEffect: observers.changed("shouldBypassEffect")
        case kAudioUnitProperty_Latency: observers.changed("latency")
        case kAudioUnitProperty_TailTime: observers.changed("tailTime")
        case kAudioOutputUnitProperty_IsRunning: observers.changed("isRunning")
        case kAudioUnitProperty_ParameterList:
            dropTree()
            observers.changed("parameterTree")
        case kAudioUnitProperty_ElementCount, kAudioUnitProperty_StreamFormat:
            let array = kept.withLock { scope == kAudioUnitScope_Input ? $0.inputs : $0.outputs }
            guard let array, scope <= kAudioUnitScope_Output else { return }
            if id == kAudioUnitProperty_ElementCount {
                update(array, scope)
                dropTree()
                observers.changed("parameterTree")
            } else if element < UInt32(array.count) {
                let bus = array[Int(element)]
                bus.keyValueObservers.changed("format")
                array.busDidChange(bus, "format")
            }
        default: break
        }
    }
}

/// The bridges of the process, by the numbers that the listeners of their units get: a listener may be called while a bridge ends.
private enum BridgeTable {
    private struct Entry { weak var bridge: UnitBridge? }

    private struct Table {
        var entries: [Int: Entry] = [:]
        var last = 0
    }

    private static let table = LockedValue(Table())

    static let observed = [
        kAudioUnitProperty_PresentPreset, kAudioUnitProperty_ClassInfo, kAudioUnitProperty_BypassEffect,
        kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime, kAudioOutputUnitProperty_IsRunning,
        kAudioUnitProperty_ParameterList, kAudioUnitProperty_ElementCount, kAudioUnitProperty_StreamFormat,
    ]

    static func next() -> Int {
        table.withLock { table in
            table.last += 1
            return table.last
        }
    }

    static func add(_ bridge: UnitBridge, _ number: Int) {
        table.withLock { $0.entries[number] = Entry(bridge: bridge) }
    }
    static func remove(_ number: Int) { _ = table.withLock { $0.entries.removeValue(forKey: number) } }

    static let listener:
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
        ) -> Void = { number, _, id, scope, element in
            let number = Int(bitPattern: number)
            BridgeTable.table.withLock { $0.entries[number]?.bridge }?.didChange(id, scope, element)
        }
}
