import AudioCore
import AudioIO
import CAudioToolbox
import CCoreAudio

// The properties of units on devices, and those of the hardware layer, which they pass to the device.
extension DeviceUnit {
    func deviceValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        let settings = self.settings.withLock { $0 }
        switch request.id {
        case kAudioOutputUnitProperty_CurrentDevice:
            guard takesDevice else { return nil }
            let isInput = !settings.plays || settings.picksDevices && request.element == 1
            return .one(device(isInput: isInput) ?? 0)
        case kAudioOutputUnitProperty_IsRunning: return .flag(running.withLock { $0.isOn })
        case kAudioOutputUnitProperty_ChannelMap:
            guard request.element < 2 else { throw .unitElement }
            return .many(try channelMap(isInput: request.element == 1))
        case kAudioOutputUnitProperty_EnableIO:
            guard kind.records else { return nil }
            return .flag(try isInput(request) ? settings.records : settings.plays)
        case kAudioOutputUnitProperty_HasIO:
            let isInput = kind.records ? request.element == 1 : false
            return .flag(hardwareFormat(isInput: isInput).channels > 0)
        case kAudioOutputUnitProperty_StartTimestampsAtZero: return .flag(settings.startsAtZero)
        case kAudioUnitProperty_RenderQuality: return .one(settings.quality)
        case kAudioUnitProperty_SampleRateConverterComplexity: return .one(settings.complexity.rawValue)
        case kAudioOutputUnitProperty_SetInputCallback:
            guard kind.records else { return nil }
            return .many([UInt(0), UInt(0)])
        case kAudioOutputUnitProperty_StartTime:
            return .bytes(Array(repeating: 0, count: MemoryLayout<AudioOutputUnitStartAtTimeParams>.size))
        default: return try hardwareValue(request)
        }
    }

    /// Element 0 of the output plays, element 1 of the input records.
    private func isInput(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch (request.scope, request.element) {
        case (kAudioUnitScope_Output, 0): return false
        case (kAudioUnitScope_Input, 1): return true
        case (kAudioUnitScope_Output, _), (kAudioUnitScope_Input, _): throw .unitElement
        default: throw .unitScope
        }
    }

    /// The map that a client has set, or the usual one.
    private func channelMap(isInput: Bool) throws(AudioError) -> [Int32] {
        let settings = self.settings.withLock { $0 }
        if let map = isInput ? settings.inputMap : settings.outputMap { return map }
        let count = isInput ? try format(kAudioUnitScope_Output, 1).channels : hardwareFormat(isInput: false).channels
        let sources =
            isInput ? hardwareFormat(isInput: true).channels : try format(kAudioUnitScope_Input, 0).channels
        let isSpread = !isInput && sources == 1 && kind.spreadsMono
        return (0..<count).map { $0 < sources ? Int32($0) : isSpread && $0 == 1 ? 0 : -1 }
    }

    /// The selectors of the hardware layer are four characters; those of units are small numbers.
    func isHardwareSelector(_ id: AudioUnitPropertyID) -> Bool { id >= 0x2020_2020 }

    /// A device's direction is that which the unit uses; where it uses both, that of the element.
    private func address(_ request: UnitRequest) -> AudioObjectPropertyAddress {
        let (plays, records) = settings.withLock { ($0.plays, $0.records) }
        let isInput = records && (!plays || request.element == 1)
        let scope =
            switch request.scope {
            case kAudioUnitScope_Input, kAudioUnitScope_Output:
                UInt32(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
            default: UInt32(kAudioObjectPropertyScopeGlobal)
            }
        return AudioObjectPropertyAddress(mSelector: request.id, mScope: scope, mElement: 0)
    }

    private func hardwareValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard isHardwareSelector(request.id) else { return nil }
        let plays = settings.withLock { $0.plays }
        guard let device = device(isInput: !plays) else { throw .unitProperty }
        do throws(AudioError) {
            switch try system.value(device, HardwareRequest(address(request))) {
            case .bytes(let bytes, _): return .bytes(bytes)
            case .text(let text): return .text(text)
            default: throw .unitProperty
            }
        } catch { throw .unitProperty }
    }

    // MARK: Setting

    func setDevice(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_SetRenderCallback:
            // Some programs name the device's side.
            guard request.scope == kAudioUnitScope_Output, request.element == 0 else { return false }
            var asked = request
            asked.scope = kAudioUnitScope_Input
            try set(asked)
            return true
        case kAudioOutputUnitProperty_CurrentDevice: try choose(request)
        case kAudioOutputUnitProperty_EnableIO: try enable(request)
        case kAudioOutputUnitProperty_ChannelMap: try setMap(request)
        case kAudioOutputUnitProperty_SetInputCallback:
            guard kind.records else { throw .unitProperty }
            let callback = request.isRemoval ? nil : try request.load(ClientCallback.self)
            let source = callback?.source
            try change({ $0.inputCallback = source }, orElse: { $0.inputCallback = $1.inputCallback })
        case kAudioOutputUnitProperty_StartTime:
            let time = try request.load(AudioTimeStamp.self)
            // A time without a valid field removes the one before.
            let isTime = !time.mFlags.isDisjoint(with: [.sampleTimeValid, .hostTimeValid])
            settings.withLock { $0.startTime = isTime ? time : nil }
        case kAudioOutputUnitProperty_StartTimestampsAtZero:
            try setStartsAtZero(try request.flag())
        case kAudioUnitProperty_RenderQuality, kAudioUnitProperty_SampleRateConverterComplexity:
            try setConversion(request)
        default:
            guard isHardwareSelector(request.id) else { return false }
            let plays = settings.withLock { $0.plays }
            guard let device = device(isInput: !plays) else { throw .unitProperty }
            try system.set(device, HardwareRequest(address(request), input: request.input))
            // Listeners are notified of it from the device, where it has changed.
            if request.id == kAudioDevicePropertyBufferFrameSize { growSlices(device) }
            return true
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    /// The audio half counts from the start of a run: a run that is in progress begins anew.
    private func setStartsAtZero(_ startsAtZero: Bool) throws(AudioError) {
        guard settings.withLock({ $0.startsAtZero != startsAtZero }) else { return }
        try change({ $0.startsAtZero = startsAtZero }, orElse: { $0.startsAtZero = $1.startsAtZero })
    }

    /// Changes settings. An initialized unit is made anew with them.
    ///
    /// - Parameter undo: takes back a change with which the unit cannot go on, by the settings before it.
    private func change(
        _ make: (inout Settings) -> Void, orElse undo: (inout Settings, Settings) -> Void
    ) throws(AudioError) {
        let before = settings.withLock { settings in
            defer { make(&settings) }
            return settings
        }
        try rebuild { settings.withLock { undo(&$0, before) } }
    }

    private func setConversion(_ request: UnitRequest) throws(AudioError) {
        let value = try request.load(UInt32.self)
        if request.id == kAudioUnitProperty_RenderQuality {
            guard value <= kRenderQuality_Max else { throw .unitValue }
            try change({ $0.quality = value }, orElse: { $0.quality = $1.quality })
        } else {
            guard ["line", "norm", "bats"].contains(FourCC(value)) else { throw .unitValue }
            try change({ $0.complexity = FourCC(value) }, orElse: { $0.complexity = $1.complexity })
        }
    }

    private func choose(_ request: UnitRequest) throws(AudioError) {
        guard takesDevice else { throw .unitNotWritable.because("the unit follows the default devices") }
        let device: AudioObjectID = try request.load()
        guard device == 0 || uidExists(device) else { throw .unitValue.because("there is no such device") }
        let chosen = device == 0 ? nil : device
        if settings.withLock({ $0.picksDevices }) {
            try pick(chosen, try directions(of: device, request))
        } else {
            try change({ $0.device = chosen }, orElse: { $0.device = $1.device })
        }
        forward()
        notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0)
        if kind.records { notify(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 1) }
    }

    /// The directions that a device is chosen for: those of the side that a client names, else those that the device has.
    private func directions(
        of device: AudioObjectID, _ request: UnitRequest
    ) throws(AudioError) -> (output: Bool, input: Bool) {
        let (plays, records) = (
            device == 0 || hardwareFormat(of: device, isInput: false).channels > 0,
            device == 0 || hardwareFormat(of: device, isInput: true).channels > 0
        )
        let chosen =
            switch (request.scope, request.element) {
            case (_, 1): (output: false, input: records)
            case (kAudioUnitScope_Output, _): (output: plays, input: false)
            default: (output: plays, input: records)
            }
        guard chosen.output || chosen.input else { throw .unitValue.because("the device does not have the direction") }
        return chosen
    }

    private func pick(_ device: AudioObjectID?, _ directions: (output: Bool, input: Bool)) throws(AudioError) {
        try change(
            { settings in
                if directions.output { settings.device = device }
                if directions.input { settings.inputDevice = device }
            }, orElse: { ($0.device, $0.inputDevice) = ($1.device, $1.inputDevice) })
    }

    private func uidExists(_ device: AudioObjectID) -> Bool {
        number(
            device, AudioObjectPropertySelector(kAudioDevicePropertyDeviceIsAlive),
            UInt32(kAudioObjectPropertyScopeGlobal)) == 1
    }

    private func enable(_ request: UnitRequest) throws(AudioError) {
        guard kind.records else { throw .unitProperty }
        let isInput = try isInput(request)
        let isOn = try request.flag()
        let isInitialized = state.withLock { $0.isInitialized }
        // Programs initialize HALOutput first, to ask it for its device.
        guard !isInitialized || kind.choosesDevice else { throw .unitInitialized }
        let before = settings.withLock { settings in
            defer { if isInput { settings.records = isOn } else { settings.plays = isOn } }
            return isInput ? settings.records : settings.plays
        }
        guard isInitialized, before != isOn else { return }
        // Between turning one direction off and the other on, a program has none.
        guard settings.withLock({ $0.plays || $0.records }) else { return halt() }
        try rebuild { settings.withLock { if isInput { $0.records = before } else { $0.plays = before } } }
    }

    private func setMap(_ request: UnitRequest) throws(AudioError) {
        guard request.element < 2 else { throw .unitElement }
        let isInput = request.element == 1
        guard !request.isRemoval else {
            return try setMap(nil, isInput: isInput)
        }
        var map = Array(request.input.bindMemory(to: Int32.self))
        let count = isInput ? try format(kAudioUnitScope_Output, 1).channels : hardwareFormat(isInput: false).channels
        let sources =
            isInput ? hardwareFormat(isInput: true).channels : try format(kAudioUnitScope_Input, 0).channels
        guard !map.isEmpty else { throw .unitValue }
        // Programs set the bytes of a channel layout, which Apple's units take. It begins with a tag, and changes nothing.
        guard map[0] < 1 << 16 else { return }
        guard map.allSatisfy({ $0 >= -1 && $0 < max(1, sources) }) else { throw .unitValue }
        // One entry for each channel of the side that the frames go to.
        while map.count < count { map.append(-1) }
        map.removeLast(map.count - max(count, 1))
        try setMap(map, isInput: isInput)
    }

    private func setMap(_ map: [Int32]?, isInput: Bool) throws(AudioError) {
        try change(
            { if isInput { $0.inputMap = map } else { $0.outputMap = map } },
            orElse: { if isInput { $0.inputMap = $1.inputMap } else { $0.outputMap = $1.outputMap } })
    }
}
