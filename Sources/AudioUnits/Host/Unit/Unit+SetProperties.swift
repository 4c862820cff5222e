import AudioCore
import AudioFiles
import CAudioToolbox

// The properties that every unit has: setting.
extension Unit {
    /// Sets a property, and calls its listeners.
    package func set(_ request: UnitRequest) throws(AudioError) {
        guard (request.input.baseAddress == nil) == (request.input.count == 0) else { throw .parameter }
        if try setOwn(request) { return }
        if try setSources(request) { return }
        guard isWritable(request) else {
            _ = try info(request)
            if request.id == kAudioUnitProperty_StreamFormat, isSameFormat(request) { return }
            throw .unitNotWritable
        }
        if request.isRemoval { return try remove(request) }
        if try setElement(request) { return }
        if try setGlobal(request) { return }
        throw .unitProperty
    }

    private func isSameFormat(_ request: UnitRequest) -> Bool {
        guard let wanted = try? request.format(), let known = try? format(request.scope, request.element) else {
            return false
        }
        return wanted == known
    }

    private func remove(_ request: UnitRequest) throws(AudioError) {
        let (scope, element) = Self.aliased(request.scope, request.element)
        try state.withLock { state throws(AudioError) in
            switch request.id {
            case kAudioUnitProperty_ElementName: try state.change(scope, element) { $0.name = nil }
            case kAudioUnitProperty_AudioChannelLayout: try state.change(scope, element) { $0.layout = nil }
            case kAudioUnitProperty_ContextName: state.contextName = nil
            case kAudioUnitProperty_NickName: state.nickName = nil
            case kAudioUnitProperty_HostCallbacks: state.hostCallbacks = nil
            default: throw .unitValue
            }
        }
        if request.id == kAudioUnitProperty_AudioChannelLayout { didChangeLayout(scope, element) }
        notify(request.id, request.scope, request.element)
    }

    private func setSources(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_MakeConnection:
            guard request.scope == kAudioUnitScope_Input || request.scope == kAudioUnitScope_Global else {
                throw .unitScope
            }
            if request.isRemoval {
                try connect(request.element, to: nil, bus: 0)
            } else {
                let connection = try request.load(ClientConnection.self)
                let unit = try connection.unit.map { reference throws(AudioError) in
                    try ComponentInstance.handles.object(for: AudioComponentInstance(bitPattern: reference))
                }
                try connect(connection.input, to: unit, bus: connection.output)
            }
        case kAudioUnitProperty_SetRenderCallback:
            guard request.scope == kAudioUnitScope_Input || request.scope == kAudioUnitScope_Global else {
                throw .unitScope
            }
            let callback = request.isRemoval ? nil : try request.load(ClientCallback.self)
            try setSource(callback?.source, request.element)
        default: return false
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    private func setElement(_ request: UnitRequest) throws(AudioError) -> Bool {
        let (scope, element) = Self.aliased(request.scope, request.element)
        switch request.id {
        case kAudioUnitProperty_StreamFormat:
            try setFormat(try request.format(), request.scope, request.element)
            return true
        case kAudioUnitProperty_SampleRate:
            var format = try format(request.scope, request.element)
            format.sampleRate = try request.load()
            try setFormat(format, request.scope, request.element)
            return true
        case kAudioUnitProperty_ElementCount:
            try setCount(request)
        case kAudioUnitProperty_ElementName:
            let name = try request.textValue()
            try state.withLock { state throws(AudioError) in try state.change(scope, element) { $0.name = name } }
        case kAudioUnitProperty_AudioChannelLayout:
            let layout = try ChannelLayout(bytes: request.input)
            let bytes = Array(request.input)
            try state.withLock { state throws(AudioError) in
                guard layout.channelCount == (try state.element(scope, element)).format.channels else {
                    throw .unitValue.because("the layout has another number of channels than the format")
                }
                try check(layout, scope, element, state)
                try state.change(scope, element) { $0.layout = bytes }
            }
            didChangeLayout(scope, element)
        case kAudioUnitProperty_ShouldAllocateBuffer:
            let allocates = try request.flag()
            try state.withLock { state throws(AudioError) in
                guard !state.isInitialized else { throw .unitInitialized }
                try state.change(scope, element) { $0.allocates = allocates }
            }
        default: return false
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    private func setCount(_ request: UnitRequest) throws(AudioError) {
        let count = Int(try request.load(UInt32.self))
        guard (1...1024).contains(count) else { throw .unitValue }
        try state.withLock { state throws(AudioError) in
            guard !state.isInitialized else { throw .unitInitialized }
            let isInput = request.scope == kAudioUnitScope_Input
            var elements = isInput ? state.inputs : state.outputs
            while elements.count < count {
                elements.append(UnitElement(format: elements.last?.format ?? Self.usualFormat))
            }
            elements.removeLast(elements.count - count)
            if isInput { state.inputs = elements } else { state.outputs = elements }
        }
    }

    private func setMaximum(_ request: UnitRequest) throws(AudioError) {
        let frames = Int(try request.load(UInt32.self))
        guard (1...1 << 20).contains(frames) else { throw .unitValue }
        let before = try state.withLock { state throws(AudioError) -> (Int, Bool) in
            guard !state.isInitialized || state.maximumFrames == frames || takesMaximumWhileInitialized else {
                throw .unitInitialized
            }
            defer { (state.maximumFrames, state.isMaximumSet) = (frames, true) }
            return (state.maximumFrames, state.isMaximumSet)
        }
        if takesMaximumWhileInitialized {
            do throws(AudioError) { try rebuild() } catch {
                // The present plan continues, with the frames that it was made for.
                state.withLock { state in
                    guard state.maximumFrames == frames else { return }
                    (state.maximumFrames, state.isMaximumSet) = before
                }
                throw error
            }
        }
        notify(request.id)
    }

    private func setGlobal(_ request: UnitRequest) throws(AudioError) -> Bool {
        if request.id == kAudioUnitProperty_MaximumFramesPerSlice {
            try setMaximum(request)
            return true
        }
        let known: [AudioUnitPropertyID] = [
            kAudioUnitProperty_PresentPreset, kAudioUnitProperty_CurrentPreset, kAudioUnitProperty_ClassInfo,
            kAudioUnitProperty_ContextName, kAudioUnitProperty_NickName, kAudioUnitProperty_OfflineRender,
            kAudioUnitProperty_HostCallbacks, kAudioUnitProperty_PresentationLatency,
        ]
        guard known.contains(request.id) else { return false }
        if request.id == kAudioUnitProperty_PresentationLatency {
            // A host sets it for each bus. Nothing here depends on it.
            _ = try request.load(Float64.self)
            return true
        }
        try expectGlobal(request)
        switch request.id {
        case kAudioUnitProperty_PresentPreset, kAudioUnitProperty_CurrentPreset:
            let number = try request.load(Int32.self)
            guard let start = request.input.baseAddress, request.input.count >= 16 else { throw .unitValue }
            let name = request.text(start + 8)
            try setPreset(UnitPreset(number: number, name: name ?? ""), hasName: name != nil)
        case kAudioUnitProperty_ClassInfo:
            guard let start = request.input.baseAddress, request.input.count >= 8, let info = request.classInfo(start)
            else { throw .unitValue }
            try restore(info)
        case kAudioUnitProperty_ContextName: try setText(request) { $0.contextName = $1 }
        case kAudioUnitProperty_NickName: try setText(request) { $0.nickName = $1 }
        case kAudioUnitProperty_OfflineRender:
            let isOffline = try request.flag()
            state.withLock { $0.isOffline = isOffline }
        default:
            // An older struct is shorter. What is longer is more than anyone reads.
            let bytes = Array(request.input.prefix(MemoryLayout<HostCallbackInfo>.size))
            state.withLock { $0.hostCallbacks = bytes }
        }
        notify(request.id)
        notifyOfPreset(request.id)
        return true
    }

    /// The present preset has two numbers: listeners of either are notified of it.
    private func notifyOfPreset(_ id: AudioUnitPropertyID) {
        switch id {
        case kAudioUnitProperty_CurrentPreset: notify(kAudioUnitProperty_PresentPreset)
        case kAudioUnitProperty_PresentPreset: notify(kAudioUnitProperty_CurrentPreset)
        default: break
        }
    }

    private func setText(_ request: UnitRequest, _ set: (inout UnitState, String) -> Void) throws(AudioError) {
        let text = try request.textValue()
        state.withLock { set(&$0, text) }
    }
}

/// `AURenderCallbackStruct` with a function that may be null, whatever a C program leaves in it.
package struct ClientCallback: BitwiseCopyable {
    package let function: UInt
    package let context: UInt

    /// The source; nil without a function.
    package var source: InputSource? {
        guard let function = UnsafeRawPointer(bitPattern: function) else { return nil }
        return InputSource(
            unsafeBitCast(function, to: RenderCallback.self), UnsafeMutableRawPointer(bitPattern: context))
    }
}

/// `AudioUnitConnection` with the unit as a number.
private struct ClientConnection: BitwiseCopyable {
    let reference: UInt
    let output: UInt32
    let input: UInt32

    var unit: UInt? { reference == 0 ? nil : reference }
}
