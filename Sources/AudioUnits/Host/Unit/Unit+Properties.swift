import AudioCore
import AudioFiles
import CAudioToolbox

// The properties that every unit has: reading.
extension Unit {
    package func value(_ request: UnitRequest) throws(AudioError) -> UnitValue {
        if let own = try ownValue(request) { return own }
        if let value = try formatValue(request) { return value }
        if let value = try parameterValue(request) { return value }
        if let value = try globalValue(request) { return value }
        throw .unitProperty
    }

    /// The size of a property's value, and whether it can be set.
    package func info(_ request: UnitRequest) throws(AudioError) -> (size: Int, isWritable: Bool) {
        if let size = ownWriteOnlySize(request.id) {
            try expectGlobal(request)
            return (size, true)
        }
        if let size = Self.writeOnlySize(request.id) { return (size, true) }
        // Reading the error clears it.
        if request.id == kAudioUnitProperty_LastRenderError {
            try expectGlobal(request)
            return (MemoryLayout<Int32>.size, false)
        }
        return (try value(request).size, isWritable(request))
    }

    /// The size of a property that can be set and not read; nil for other properties.
    private static func writeOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        switch id {
        case kAudioUnitProperty_MakeConnection: MemoryLayout<AudioUnitConnection>.size
        case kAudioUnitProperty_SetRenderCallback: MemoryLayout<AURenderCallbackStruct>.size
        case kAudioUnitProperty_HostCallbacks: MemoryLayout<HostCallbackInfo>.size
        case kAudioUnitProperty_PresentationLatency: MemoryLayout<Float64>.size
        default: nil
        }
    }

    /// Only the global scope has the property, and it has one element.
    func expectGlobal(_ request: UnitRequest) throws(AudioError) {
        guard request.scope == kAudioUnitScope_Global else { throw .unitScope }
        guard request.element == 0 else { throw .unitElement }
    }

    private func formatValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        let (scope, element) = Self.aliased(request.scope, request.element)
        switch request.id {
        case kAudioUnitProperty_StreamFormat:
            return .one(AudioStreamBasicDescription(try format(request.scope, request.element)))
        case kAudioUnitProperty_SampleRate: return .one(try format(request.scope, request.element).sampleRate)
        case kAudioUnitProperty_ElementCount:
            if request.scope == kAudioUnitScope_Global { return .one(UInt32(1)) }
            return try state.withLock { state throws(AudioError) in
                guard let elements = state.elements(request.scope) else { throw .unitScope }
                return .one(UInt32(elements.count))
            }
        case kAudioUnitProperty_ElementName:
            let name = try self.element(scope, element).name
            guard let name else { throw .unitNotInUse }
            return .text(name)
        case kAudioUnitProperty_AudioChannelLayout:
            guard let layout = try self.element(scope, element).layout else { throw .unitNotInUse }
            return .bytes(layout)
        case kAudioUnitProperty_ShouldAllocateBuffer: return .flag(try self.element(scope, element).allocates)
        default: return nil
        }
    }

    func element(_ scope: AudioUnitScope, _ element: AudioUnitElement) throws(AudioError) -> UnitElement {
        try state.withLock { state throws(AudioError) in try state.element(scope, element) }
    }

    private func parameterValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_ParameterList:
            guard request.scope < 8 else { throw .unitScope }
            return .many(parameterList(request.scope))
        case kAudioUnitProperty_ParameterInfo:
            let spec = try spec(asked: request.element, request.scope)
            return .parameter(spec, maximum: spec.maximum(at: parameterRate))
        case kAudioUnitProperty_ParameterValueStrings:
            let spec = try spec(asked: request.element, request.scope)
            guard !spec.valueNames.isEmpty else { throw .unitProperty }
            return .texts(spec.valueNames)
        case kAudioUnitProperty_ParameterIDName:
            // The struct begins with the parameter and the wanted length.
            guard let start = request.input.baseAddress, request.input.count >= 8 else { return .shortName("") }
            let name = try spec(asked: start.loadUnaligned(as: UInt32.self), request.scope).name
            let length = start.loadUnaligned(fromByteOffset: 4, as: Int32.self)
            return .shortName(length > 0 ? String(name.prefix(Int(length))) : name)
        case kAudioUnitProperty_ParameterStringFromValue:
            // The struct begins with the parameter, and has the address of the value at byte 8.
            guard let start = request.input.baseAddress, request.input.count >= 16 else { return .valueText("") }
            let spec = try spec(asked: start.loadUnaligned(as: UInt32.self), request.scope)
            let value = start.loadUnaligned(fromByteOffset: 8, as: UnsafeRawPointer?.self)?
                .loadUnaligned(as: Float.self)
            guard let value else {
                return .valueText(text(of: try parameter(spec.id, request.scope, request.element), spec))
            }
            return .valueText(text(of: value, spec))
        case kAudioUnitProperty_ParameterValueFromString:
            // The struct begins with the parameter, and has the text at byte 8.
            guard let start = request.input.baseAddress, request.input.count >= 16 else { return .value(0) }
            let spec = try spec(asked: start.loadUnaligned(as: UInt32.self), request.scope)
            guard let text = request.text(start + 8) else { throw .unitValue }
            return .value(try value(of: text, spec))
        default: return nil
        }
    }

    private func spec(asked id: AudioUnitParameterID, _ scope: AudioUnitScope) throws(AudioError) -> ParameterSpec {
        guard scope < 8 else { throw .unitScope }
        guard let spec = spec(id, scope) else { throw .unitParameter }
        return spec
    }

    /// The parameters of a scope.
    package func parameterList(_ scope: AudioUnitScope) -> [AudioUnitParameterID] {
        renderedSpecs(state.withLock { $0 }).filter { $0.scope == scope }.map(\.id)
    }

    private func globalValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        if request.id == kAudioUnitProperty_FastDispatch {
            guard request.scope == kAudioUnitScope_Global else { throw .unitScope }
            return .one(try FastDispatch.address(of: request.element))
        }
        if request.id == kAudioUnitProperty_MaximumFramesPerSlice {
            return .one(UInt32(state.withLock { $0.maximumFrames }))
        }
        let value: UnitValue
        switch request.id {
        case kAudioUnitProperty_Latency: value = .one(latency)
        case kAudioUnitProperty_TailTime: value = .one(tailTime)
        case kAudioUnitProperty_SupportedNumChannels:
            guard !blueprint.channels.isEmpty else { return nil }
            value = .many(blueprint.channels.map { AUChannelInfo(inChannels: $0.inputs, outChannels: $0.outputs) })
        case kAudioUnitProperty_LastRenderError: value = .one(renderer.takeError())
        case kAudioUnitProperty_LastRenderSampleTime: value = .one(renderer.sampleTime)
        case kAudioUnitProperty_CPULoad: value = .one(renderer.load)
        case kAudioUnitProperty_FactoryPresets:
            guard !blueprint.presets.isEmpty else { return nil }
            value = .presets(blueprint.presets)
        case kAudioUnitProperty_PresentPreset, kAudioUnitProperty_CurrentPreset:
            value = .preset(state.withLock { $0.preset })
        case kAudioUnitProperty_ClassInfo: value = .classInfo(classInfo)
        case kAudioUnitProperty_ContextName: value = try text { $0.contextName }
        case kAudioUnitProperty_NickName: value = try text { $0.nickName }
        case kAudioUnitProperty_OfflineRender: value = .flag(state.withLock { $0.isOffline })
        default: return nil
        }
        try expectGlobal(request)
        return value
    }

    private func text(_ read: (UnitState) -> String?) throws(AudioError) -> UnitValue {
        guard let text = state.withLock({ read($0) }) else { throw .unitNotInUse }
        return .text(text)
    }

    func isWritable(_ request: UnitRequest) -> Bool {
        if let own = isOwnWritable(request) { return own }
        switch request.id {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            return convertsFormats || !state.withLock { $0.isInitialized }
        case kAudioUnitProperty_ElementCount:
            return request.scope == kAudioUnitScope_Input && blueprint.mayChangeInputs
                || request.scope == kAudioUnitScope_Output && blueprint.mayChangeOutputs
        case kAudioUnitProperty_ParameterList, kAudioUnitProperty_ParameterInfo,
            kAudioUnitProperty_ParameterValueStrings, kAudioUnitProperty_ParameterIDName,
            kAudioUnitProperty_ParameterStringFromValue, kAudioUnitProperty_ParameterValueFromString,
            kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime, kAudioUnitProperty_SupportedNumChannels,
            kAudioUnitProperty_LastRenderError, kAudioUnitProperty_LastRenderSampleTime,
            kAudioUnitProperty_FactoryPresets, kAudioUnitProperty_CPULoad, kAudioUnitProperty_FastDispatch:
            return false
        default: return true
        }
    }
}
