import AudioCore
import CAudioToolbox

// The properties that the object of a hosted unit has.
extension HostedUnit {
    func hostedValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_ParameterStringFromValue, kAudioUnitProperty_ParameterValueFromString:
            return try textValue(request)
        case kAudioUnitProperty_ParameterClumpName:
            guard let start = request.input.baseAddress, request.input.count >= 8 else { return .shortName("") }
            let clump = start.loadUnaligned(as: UInt32.self)
            guard let name = object.hostedSpecs.first(where: { $0.clump == clump })?.clumpName else {
                throw .unitValue
            }
            return .shortName(name)
        default: break
        }
        let value: UnitValue
        switch request.id {
        case kAudioUnitProperty_MIDIOutputCallbackInfo:
            let names = object.hostedMIDIOutputs
            guard !names.isEmpty else { return nil }
            value = .texts(names)
        case kAudioUnitProperty_ClassInfo: value = .object(object.hostedState)
        case kAudioUnitProperty_FactoryPresets:
            let presets = object.hostedPresets
            guard !presets.isEmpty else { return nil }
            value = .presets(presets)
        case kAudioUnitProperty_PresentPreset, kAudioUnitProperty_CurrentPreset:
            value = .preset(object.hostedPreset ?? state.withLock { $0.preset })
        case kAudioUnitProperty_BypassEffect: value = .flag(object.isHostedBypassed)
        case kAudioUnitProperty_RenderQuality: value = .one(UInt32(clamping: object.hostedRenderQuality))
        default: return nil
        }
        try expectGlobal(request)
        return value
    }

    private func textValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard request.scope == kAudioUnitScope_Global, let start = request.input.baseAddress, request.input.count >= 16
        else { return nil }
        let id = start.loadUnaligned(as: UInt32.self)
        if request.id == kAudioUnitProperty_ParameterStringFromValue {
            let value = start.loadUnaligned(fromByteOffset: 8, as: UnsafeRawPointer?.self)?
                .loadUnaligned(as: Float.self)
            guard let text = object.hostedText(id, of: value) else { throw .unitParameter }
            return .valueText(text)
        }
        guard let text = request.text(start + 8) else { throw .unitValue }
        guard let value = object.hostedValue(id, from: text) else { throw .unitParameter }
        return .value(value)
    }

    func setHosted(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_ClassInfo:
            try expectGlobal(request)
            guard let start = request.input.baseAddress, request.input.count >= 8,
                let state = request.object(start)
            else { throw .unitValue }
            let name = try object.setHostedState(state)
            self.state.withLock { $0.preset = UnitPreset(number: -1, name: name ?? "Untitled") }
            notify(request.id)
            return true
        case kAudioUnitProperty_PresentPreset, kAudioUnitProperty_CurrentPreset:
            try expectGlobal(request)
            let number = try request.load(Int32.self)
            guard let start = request.input.baseAddress, request.input.count >= 16 else { throw .unitValue }
            let name = request.text(start + 8)
            try choose(number, name)
            notify(kAudioUnitProperty_PresentPreset)
            notify(kAudioUnitProperty_CurrentPreset)
            return true
        case kAudioUnitProperty_MIDIOutputCallback where !object.hostedMIDIOutputs.isEmpty:
            try expectGlobal(request)
            let size = MemoryLayout<AUMIDIOutputCallbackStruct>.size
            guard request.isRemoval || request.input.count >= size else { throw .unitValue }
            object.setHostedMIDIOutput(request.isRemoval ? nil : Array(request.input.prefix(size)))
            return true
        case kAudioUnitProperty_BypassEffect:
            try expectGlobal(request)
            let isOn = try request.flag()
            guard object.isHostedBypassed != isOn else { return true }
            object.isHostedBypassed = isOn
            // What the object says of itself is what holds.
            notify(request.id)
            return true
        case kAudioUnitProperty_RenderQuality:
            try expectGlobal(request)
            object.hostedRenderQuality = Int(try request.load(UInt32.self))
            notify(request.id)
            return true
        case kAudioUnitProperty_ElementCount where request.scope != kAudioUnitScope_Global && !request.isRemoval:
            let isInput = request.scope == kAudioUnitScope_Input
            guard request.scope <= kAudioUnitScope_Output else { throw .unitScope }
            guard object.mayChangeHostedCount(isInput: isInput) else { throw .unitNotWritable }
            guard !state.withLock({ $0.isInitialized }) else { throw .unitInitialized }
            try object.setHostedCount(Int(try request.load(UInt32.self)), isInput: isInput)
            notify(request.id, request.scope, request.element)
            return true
        // The unit keeps these, and the object is notified of them.
        case kAudioUnitProperty_OfflineRender: if let isOn = try? request.flag() { object.setHostedOffline(isOn) }
        case kAudioUnitProperty_ContextName:
            object.setHostedContextName(request.isRemoval ? nil : try? request.textValue())
        case kAudioUnitProperty_HostCallbacks:
            let bytes = Array(request.input.prefix(MemoryLayout<HostCallbackInfo>.size))
            object.setHostedCallbacks(request.isRemoval ? nil : bytes)
        default: break
        }
        return false
    }

    private func choose(_ number: Int32, _ name: String?) throws(AudioError) {
        if number >= 0 {
            guard let known = object.hostedPresets.first(where: { $0.number == number }) else { throw .unitValue }
            object.hostedPreset = known
        } else {
            guard let name else { throw .unitValue.because("a preset of the user has a name") }
            object.hostedPreset = UnitPreset(number: number, name: name)
        }
    }
}
