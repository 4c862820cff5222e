import AudioCore
import CAudioToolbox
import Synchronization

/// A unit whose work an object of version 3 does: an instance of a class that a program has registered.
///
/// The formats of the object's buses are those of the elements. Its parameters are in the global scope, by the low 32 bits of
/// their addresses.
package final class HostedUnit: Unit, @unchecked Sendable {
    package let object: any HostedObject
    private let line: UnitEventLine
    /// Whether the object takes MIDI, as it said when it was made or allocated: asking it allocates memory.
    private let didTakeMIDI: Atomic<Bool>

    package init(_ object: any HostedObject, _ component: Component) {
        self.object = object
        line = object.hostedLine
        didTakeMIDI = Atomic(object.takesHostedMIDI)
        var blueprint = UnitBlueprint(component.description, component.name) { Unit($0) }
        blueprint.version = component.version
        blueprint.inputs = object.hostedFormats(isInput: true).count
        blueprint.outputs = object.hostedFormats(isInput: false).count
        blueprint.mayChangeInputs = object.mayChangeHostedCount(isInput: true)
        blueprint.mayChangeOutputs = object.mayChangeHostedCount(isInput: false)
        blueprint.channels = object.hostedChannels
        super.init(blueprint)
        let link = HostLink(state, listeners)
        for isInput in [true, false] { link.take(object.hostedFormats(isInput: isInput), isInput: isInput) }
        object.setHost(link)
    }

    deinit { object.setHost(nil) }

    // MARK: Formats

    override package func check(_ state: UnitState) throws(AudioError) {}

    /// The object says whether it takes a format.
    override func setFormat(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, byConnection: Bool,
        _ rebuild: () throws(AudioError) -> Void
    ) throws(AudioError) {
        let (scope, element) = Self.aliased(scope, element)
        let known = try self.element(scope, element)
        guard known.format != format else { return }
        guard byConnection || known.source?.unit == nil else {
            throw .unitNotWritable.because("the input is connected, and has its source's format")
        }
        guard !state.withLock({ $0.isInitialized }) else { throw .unitNotWritable }
        guard format.isValidPCM else { throw .unitFormat }
        let isInput = scope == kAudioUnitScope_Input
        try object.setHostedFormat(format, isInput: isInput, Int(element))
        try state.withLock { state throws(AudioError) in
            try state.change(scope, element) { $0.isFormatSet = true }
        }
    }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? { try hostedValue(request) }
    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool { try setHosted(request) }
    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        let known: [AudioUnitPropertyID] = [
            kAudioUnitProperty_ParameterClumpName, kAudioUnitProperty_MIDIOutputCallbackInfo,
        ]
        return known.contains(request.id) ? false : nil
    }
    override package func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        id == kAudioUnitProperty_MIDIOutputCallback && !object.hostedMIDIOutputs.isEmpty
            ? MemoryLayout<AUMIDIOutputCallbackStruct>.size : nil
    }

    // MARK: Rendering

    override package func makeKernel(
        _ state: UnitState, _ parameters: RenderParameters
    ) throws(AudioError) -> Kernel {
        try object.allocateHosted(maximumFrames: state.maximumFrames)
        didTakeMIDI.store(object.takesHostedMIDI, ordering: .releasing)
        return HostedKernel(object.hostedRender, inputs: state.inputs.count, outputs: state.outputs.count)
    }

    override package func willUninitialize() { object.deallocateHosted() }
    override package func didReset() { object.resetHosted() }
    override package var latency: Double { object.hostedLatency }
    override package var tailTime: Double { object.hostedTailTime }

    // MARK: Parameters

    override package var holdsParameters: Bool { true }

    override package func ownSpec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? {
        scope == kAudioUnitScope_Global ? object.hostedSpecs.first { $0.id == id } : nil
    }

    override package func renderedSpecs(_ state: UnitState) -> [ParameterSpec] { object.hostedSpecs }

    /// The object has them on the audio thread.
    override package func renderedElements(_ spec: ParameterSpec, _ count: Int, _ state: UnitState) -> [UInt32] { [] }

    override package func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? { object.hostedValue(id) }

    /// A host says that its user touches or releases the control of a parameter.
    package func takeGesture(_ id: AudioUnitParameterID, begins: Bool) {
        object.takeHostedGesture(id, begins: begins)
    }

    override package func didSetParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) { object.setHostedValue(id, value) }

    /// Real-time safe.
    override package func scheduleOwn(
        _ events: UnsafeBufferPointer<AudioUnitParameterEvent>
    ) throws(AudioError) -> Bool {
        guard renderer.withParameters({ _ in }) != nil else { throw .unitUninitialized }
        var count = 0
        for event in events { count += try parts(of: event) }
        var (place, isBegun) = (0, false)
        let isWritten = line.write(count) { _ in
            // Ramps of parameters that take none are left out.
            while place + 1 < events.count, !isBegun, (try? parts(of: events[place])) == 0 { place += 1 }
            let event = events[min(place, events.count - 1)]
            let isStart = event.eventType == .parameterEvent_Ramped && !isBegun
            (place, isBegun) = (isStart ? place : place + 1, isStart)
            return hostedEvent(event, isStart: isStart)
        }
        guard isWritten else { throw .parameter.because("there are too many events") }
        return true
    }

    /// How many events a client's event is. A ramp is two, as it begins at its own value, and one of version 3 where the parameter is.
    /// It is none for a parameter that takes no ramps.
    private func parts(of event: AudioUnitParameterEvent) throws(AudioError) -> Int {
        guard event.scope == kAudioUnitScope_Global else { throw .unitScope }
        guard event.element == 0 else { throw .unitElement }
        guard let parameter = object.hostedParameter(event.parameter) else { throw .unitParameter }
        guard event.eventType == .parameterEvent_Ramped || event.eventType == .parameterEvent_Immediate else {
            throw .parameter
        }
        let new = UnitEvent(event)
        guard new.startValue.isFinite, new.value.isFinite else { throw .unitParameterValue }
        guard event.eventType == .parameterEvent_Ramped else { return 1 }
        return parameter.canRamp ? 2 : 0
    }

    /// An event, or the value with which a ramp begins.
    private func hostedEvent(_ event: AudioUnitParameterEvent, isStart: Bool) -> UnitEvent {
        var new = UnitEvent(event)
        let first = new.time
        new.address = object.hostedParameter(event.parameter)?.address ?? UInt64(event.parameter)
        new.time = UnitEvent.immediate + max(0, first)
        // A ramp may have begun in a cycle before.
        let passed = event.eventType == .parameterEvent_Ramped ? min(max(0, -first), Int64(new.duration)) : 0
        guard isStart else {
            new.duration -= UInt32(passed)
            return new
        }
        let part = new.duration > 0 ? Float(passed) / Float(new.duration) : 0
        new.value = new.startValue + (new.value - new.startValue) * part
        (new.kind, new.duration) = (UnitEvent.Kind.parameter, 0)
        return new
    }

    // MARK: MIDI

    override package var takesMIDI: Bool { object.takesHostedMIDI }

    override package func takeMIDI(_ bytes: UnsafePointer<UInt8>, _ length: Int, at offset: UInt32) -> Int32 {
        guard didTakeMIDI.load(ordering: .acquiring) else { return AudioError.unitUnimplemented.status }
        guard length > 0 else { return AudioError.parameter.status }
        let kind = length > 3 || bytes[0] == 0xF0 ? UnitEvent.Kind.sysEx : UnitEvent.Kind.midi
        let event = UnitEvent(kind: kind, time: UnitEvent.immediate + Int64(offset))
        return line.write(event, bytes, length) ? 0 : AudioError.memoryFull.status
    }
}
