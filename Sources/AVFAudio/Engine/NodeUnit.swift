import AudioCore
import AudioToolbox
import AudioUnits

/// A unit that renders a node, which lives as long as this object.
final class NodeUnit: @unchecked Sendable {
    let reference: AudioUnit
    let instance: ComponentInstance
    /// Whether the reference ends with this object.
    private let isOwn: Bool

    /// An instance of the first component that a description finds.
    ///
    /// - Throws: `unitInvalid` where there is none; what making the instance threw.
    init(_ description: AudioComponentDescription) throws(AudioError) {
        var wanted = description
        (wanted.componentFlags, wanted.componentFlagsMask) = (0, 0)
        guard let found = ComponentRegistry.shared.next(after: nil, wanted) else {
            throw AudioError(
                status: kAudioComponentErr_NotPermitted, reason: "there is no such component")
        }
        reference = try ComponentInstance.make(ComponentRegistry.shared.component(found))
        instance = try ComponentInstance.handles.object(for: reference)
        isOwn = true
    }

    /// A unit that no search finds.
    init(_ blueprint: UnitBlueprint) throws(AudioError) {
        let unit = blueprint.make(blueprint)
        instance = ComponentInstance(unit)
        reference = try ComponentInstance.handles.insert(instance)
        isOwn = true
    }

    deinit { if isOwn { try? ComponentInstance.dispose(reference) } }

    private let known = LockedValue<AUAudioUnit?>(nil, .state)

    /// The unit with the interface of version 3, which stays the same as long as this object.
    var object: AUAudioUnit {
        if let known = known.withLock({ $0 }) { return known }
        guard let made = try? AUAudioUnit.bridging(reference) else { fatalError("an instance has an AUAudioUnit") }
        return known.withLock { known in
            if let known { return known }
            known = made
            return made
        }
    }

    /// The unit, where it is one of the library.
    var unit: AudioUnits.Unit? { instance.unit }

    // MARK: Formats

    /// The format of an element; one without a rate and channels where the unit has no such element.
    func format(_ scope: AudioUnitScope, _ element: UInt32) -> StreamFormat {
        (try? instance.format(scope, element)) ?? .float32(sampleRate: 0, channels: 0)
    }

    func setFormat(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: UInt32
    ) throws(AudioError) {
        if let unit { return try unit.setFormat(format, scope, element, byConnection: true) }
        var asbd = AudioStreamBasicDescription(format)
        try Self.check(
            AudioUnitSetProperty(
                reference, kAudioUnitProperty_StreamFormat, scope, element, &asbd,
                UInt32(MemoryLayout<AudioStreamBasicDescription>.size)))
    }

    /// How many elements a scope has.
    func count(_ scope: AudioUnitScope) -> Int {
        Int(value(kAudioUnitProperty_ElementCount, scope, of: UInt32.self) ?? 0)
    }

    // MARK: Properties and parameters

    /// A property; nil where the unit does not have it.
    func value<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0,
        of: Value.Type
    ) -> Value? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: MemoryLayout<Value>.size, alignment: 16)
        defer { bytes.deallocate() }
        var size = UInt32(bytes.count)
        guard AudioUnitGetProperty(reference, id, scope, element, bytes.baseAddress!, &size) == noErr,
            Int(size) == bytes.count
        else { return nil }
        return bytes.load(as: Value.self)
    }

    /// - Throws: the status with which the unit refuses the value.
    func setValue<Value: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0,
        to value: Value
    ) throws(AudioError) {
        let status = withUnsafeBytes(of: value) {
            AudioUnitSetProperty(reference, id, scope, element, $0.baseAddress, UInt32($0.count))
        }
        try Self.check(status)
    }

    func parameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0
    ) -> Float {
        var value: AudioUnitParameterValue = 0
        return AudioUnitGetParameter(reference, id, scope, element, &value) == noErr ? value : 0
    }

    func setParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0,
        to value: Float
    ) {
        AudioUnitSetParameter(reference, id, scope, element, value, 0)
    }

    // MARK: Life

    func initialize() throws(AudioError) { try instance.initialize() }
    func uninitialize() { try? instance.uninitialize() }
    func reset() { AudioUnitReset(reference, kAudioUnitScope_Global, 0) }

    /// In seconds.
    var latency: Double { value(kAudioUnitProperty_Latency, of: Double.self) ?? 0 }

    static func check(_ status: OSStatus) throws(AudioError) {
        guard status == noErr else { throw AudioError(status: status, reason: "the unit refuses the value") }
    }
}
