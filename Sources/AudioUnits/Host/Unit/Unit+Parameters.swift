import AudioCore
import CAudioToolbox

// A unit's parameters.
extension Unit {
    /// The parameter of an id in a scope; nil where there is none.
    package func spec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? {
        blueprint.parameters.first { $0.id == id && $0.scope == scope } ?? ownSpec(id, scope)
    }

    /// The present rate, on which the ranges of frequencies depend.
    var parameterRate: Double {
        state.withLock { ($0.outputs.first ?? $0.inputs.first)?.format.sampleRate ?? 44_100 }
    }

    /// How many elements a scope has for parameters.
    func elementCount(_ scope: AudioUnitScope) -> Int {
        scope == kAudioUnitScope_Global ? 1 : state.withLock { $0.elements(scope)?.count ?? 0 }
    }

    private func known(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) throws(AudioError) -> ParameterSpec {
        guard let spec = spec(id, scope) else { throw scope > 2 ? .unitScope : .unitParameter }
        guard isElement(element, of: spec) else { throw .unitElement }
        return spec
    }

    package func parameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) throws(AudioError) -> Float {
        let id = mainID(id, scope)
        let key = ParameterStore.Key(scope: scope, element: element, id: id)
        do throws(AudioError) {
            let spec = try known(id, scope, element)
            if spec.isMeter || holdsParameters, let value = meter(id, scope, element) { return value }
            guard let value = parameters.known(key)?.read() else { return initial(spec, element) }
            // It may have been set before the unit had the parameter, or at a higher rate.
            return spec.limited(value, at: parameterRate)
        } catch {
            // What was set before the unit was initialized, as a host restores it.
            if let value = parameters.known(key)?.read() { return value }
            throw error
        }
    }

    /// Sets a parameter; a value outside of its range becomes the nearest one inside.
    package func setParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) throws(AudioError) {
        guard value.isFinite else { throw .unitParameterValue }
        let id = mainID(id, scope)
        // An initialized unit's plan has the ranges and the places of what its audio thread uses. It is used without the lock, and
        // without counting references: programs set parameters of many elements for each cycle.
        let taken = renderer.withParameters { $0.set(value, scope: scope, element: element, id: id) }
        if let taken, let limited = taken { return didSetParameter(id, scope, element, limited) }
        let key = ParameterStore.Key(scope: scope, element: element, id: id)
        let spec: ParameterSpec
        do throws(AudioError) { spec = try known(id, scope, element) } catch {
            guard error == .unitParameter, !state.withLock({ $0.isInitialized }) else { throw error }
            return parameters.cell(key, initial: value).write(value)
        }
        guard spec.flags.contains(.flag_IsWritable) else { return }
        let limited = spec.limited(value, at: parameterRate)
        if !holdsParameters { parameters.cell(key, initial: initial(spec, element)).write(limited) }
        didSetParameter(id, scope, element, limited)
    }

    /// Schedules events for the next cycle. Several threads may do so at once, audio threads among them.
    package func schedule(_ events: UnsafeBufferPointer<AudioUnitParameterEvent>) throws(AudioError) {
        if try scheduleOwn(events) { return try setValues(of: events) }
        guard renderer.withParameters({ _ in }) != nil else { throw .unitUninitialized }
        // All or none: who is refused may try again.
        for event in events { try check(event) }
        let hasRoom = renderer.withParameters {
            $0.schedule(events.count) { index in
                var event = events[index]
                event.parameter = mainID(event.parameter, event.scope)
                return UnitEvent(event)
            }
        }
        guard let hasRoom else { throw .unitUninitialized }
        guard hasRoom else { throw .parameter.because("there are too many events for one cycle") }
        try setValues(of: events)
    }

    /// Values count at once, too.
    private func setValues(of events: UnsafeBufferPointer<AudioUnitParameterEvent>) throws(AudioError) {
        for event in events where event.eventType == .parameterEvent_Immediate {
            let id = mainID(event.parameter, event.scope)
            try setParameter(id, event.scope, event.element, event.eventValues.immediate.value)
        }
    }

    /// The value of a parameter that the audio thread uses; nil for others. Real-time safe.
    package func renderedValue(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        let id = mainID(id, scope)
        let value = renderer.withParameters { parameters -> Float? in
            parameters.index(scope: scope, element: element, id: id).map { place in
                parameters.all[place].cell._withUnsafeGuaranteedRef { $0.read() }
            }
        }
        return value ?? nil
    }

    /// Schedules a value for a frame of the next cycle, until which the parameter keeps the one that it has. Real-time safe for a
    /// parameter that the audio thread uses; another one gets the value at once.
    package func scheduleExactly(_ event: AudioUnitParameterEvent) throws(AudioError) {
        if try withUnsafePointer(
            to: event,
            { event throws(AudioError) in
                try scheduleOwn(UnsafeBufferPointer(start: event, count: 1))
            })
        {
            return
        }
        try check(event)
        let (id, value) = (mainID(event.parameter, event.scope), event.eventValues.immediate.value)
        let isTaken = renderer.withParameters { parameters -> Bool in
            guard parameters.index(scope: event.scope, element: event.element, id: id) != nil else { return false }
            var event = event
            event.parameter = id
            return parameters.schedule(1) { _ in UnitEvent(event) }
        }
        if isTaken != true { try setParameter(id, event.scope, event.element, value) }
    }

    /// Refuses an event of a parameter that the unit does not have, one of what is no number, and one of another type.
    private func check(_ event: AudioUnitParameterEvent) throws(AudioError) {
        let (scope, element, id) = (event.scope, event.element, mainID(event.parameter, event.scope))
        switch event.eventType {
        case .parameterEvent_Immediate:
            guard event.eventValues.immediate.value.isFinite else { throw .unitParameterValue }
        case .parameterEvent_Ramped:
            let ramp = event.eventValues.ramp
            guard ramp.startValue.isFinite, ramp.endValue.isFinite else { throw .unitParameterValue }
        default: throw .parameter.because("there is no such type of event")
        }
        // What the audio thread uses is found without a lock.
        let isUsed = renderer.withParameters { $0.index(scope: scope, element: element, id: id) != nil } ?? false
        if !isUsed { _ = try known(id, scope, element) }
    }

    /// The parameters that the audio thread uses, with the places of their values.
    func renderParameters(_ state: UnitState) -> (list: [RenderParameter], cells: [Latest]) {
        var (list, cells): ([RenderParameter], [Latest]) = ([], [])
        let rate = (state.outputs.first ?? state.inputs.first)?.format.sampleRate ?? 44_100
        for spec in renderedSpecs(state) where !spec.isMeter {
            let count = spec.scope == kAudioUnitScope_Global ? 1 : state.elements(spec.scope)?.count ?? 0
            let accepted = spec.accepted(at: rate)
            for element in renderedElements(spec, count, state) {
                let key = ParameterStore.Key(scope: spec.scope, element: element, id: spec.id)
                let cell = parameters.cell(key, initial: initial(spec, element))
                let value = spec.limited(cell.read(), at: rate)
                cells.append(cell)
                list.append(
                    RenderParameter(
                        cell: .passUnretained(cell), scope: spec.scope, element: element, id: spec.id,
                        minimum: accepted.lowerBound, maximum: accepted.upperBound,
                        canRamp: spec.flags.contains(.flag_CanRamp), canSet: spec.flags.contains(.flag_IsWritable),
                        start: value, end: value))
            }
        }
        return (list, cells)
    }

    // MARK: Texts

    /// The text of a value.
    package func text(of value: Float, _ spec: ParameterSpec) -> String {
        if let index = Int(exactly: value.rounded(.towardZero)), spec.valueNames.indices.contains(index) {
            return spec.valueNames[index]
        }
        if value == value.rounded(), value.magnitude < 1e9 { return String(Int(value)) }
        return String(value)
    }

    /// The value of a text: a name of the parameter's, or a number.
    package func value(of text: String, _ spec: ParameterSpec) throws(AudioError) -> Float {
        if let index = spec.valueNames.firstIndex(of: text) { return Float(index) }
        let number = text.prefix { $0.isNumber || "+-.eE".contains($0) }
        guard let value = Float(number), value.isFinite else { throw .unitValue }
        return spec.limited(value, at: parameterRate)
    }
}
