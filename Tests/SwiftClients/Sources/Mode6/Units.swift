import AudioToolbox

// The calls of audio units, with closures that are written in the call and called on other threads.

private let renderCalls = Counter()
private let notifyCalls = Counter()
private let propertyChanges = Counter()
private let parameterValues = Counter()

/// Makes a converter, listens to it, renderCalls with it on another thread, and registers a component.
@preconcurrency @MainActor func useUnits(_ queue: DispatchQueue) {
    var description = AudioComponentDescription(
        componentType: kAudioUnitType_FormatConverter, componentSubType: kAudioUnitSubType_AUConverter,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    let component = AudioComponentFindNext(nil, &description)!
    var name: Unmanaged<CFString>?
    check(AudioComponentCopyName(component, &name))
    check(name!.takeRetainedValue().hasSuffix("AUConverter"))
    var unit: AudioUnit?
    check(AudioComponentInstanceNew(component, &unit))
    let made = Counter()
    AudioComponentInstantiate(component, []) { instance, status in
        check(status)
        check(AudioComponentInstanceDispose(instance!))
        made.add()
    }
    made.await(1)
    validate(component)
    listen(to: unit!, queue)
    render(unit!)
    publish(unit!)
    check(AudioComponentInstanceDispose(unit!))
    registerComponent()
    useSystemNames()
    useGraph(description)
    useExtensions(component)
}

/// Asks a component what it is, and has it checked in a time that is too short and in one that is not.
@MainActor private func validate(_ component: AudioComponent) {
    var info: Unmanaged<CFDictionary>?
    check(AudioComponentCopyConfigurationInfo(component, &info))
    check(info!.takeRetainedValue().count >= 4)
    var result = AudioComponentValidationResult.unknown
    let wishes = [kAudioComponentValidationParameter_TimeOut: 0]
    check(AudioComponentValidate(component, wishes as NSDictionary, &result))
    check(result == .timedOut)
    let validated = Counter()
    let status = AudioComponentValidateWithResults(component, nil) { result, details in
        check(result == .passed && details.count == 2)
        validated.add()
    }
    check(status)
    validated.await(1)
    check(
        AudioUnitExtensionSetComponentList("org.example.extension" as NSString, nil) == kAudioComponentErr_NotPermitted)
    check(AudioUnitExtensionCopyComponentList("org.example.extension" as NSString) == nil)
}

/// Opens a graph of one node, and has it call a closure.
@MainActor private func useGraph(_ description: AudioComponentDescription) {
    var graph: AUGraph?
    check(NewAUGraph(&graph))
    var (node, unit, description) = (AUNode(), AudioUnit?.none, description)
    check(AUGraphAddNode(graph!, &description, &node))
    check(AUGraphOpen(graph!))
    check(AUGraphNodeInfo(graph!, node, nil, &unit))
    check(unit != nil)
    let notify: AURenderCallback = { _, _, _, _, _, _ in noErr }
    check(AUGraphAddRenderNotify(graph!, notify, nil))
    check(AUGraphRemoveRenderNotify(graph!, notify, nil))
    check(DisposeAUGraph(graph!))
}

@MainActor private func listen(to unit: AudioUnit, _ queue: DispatchQueue) {
    let listener: AudioUnitPropertyListenerProc = { _, _, _, _, _ in propertyChanges.add() }
    check(AudioUnitAddPropertyListener(unit, kAudioUnitProperty_MaximumFramesPerSlice, listener, nil))
    var frames: UInt32 = 512
    check(AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, &frames, 4))
    check(AudioUnitRemovePropertyListenerWithUserData(unit, kAudioUnitProperty_MaximumFramesPerSlice, listener, nil))
    check(AudioUnitAddPropertyListener(unit, kAudioUnitProperty_MaximumFramesPerSlice, listener, nil))
    check(AudioUnitRemovePropertyListener(unit, kAudioUnitProperty_MaximumFramesPerSlice, listener))
    check(AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, &frames, 4))
    check(propertyChanges.value == 1)
    var listeners: [AUParameterListenerRef?] = [nil, nil, nil, nil]
    check(AUListenerCreate({ _, _, _, _ in parameterValues.add() }, nil, nil, nil, 0, &listeners[0]))
    check(AUListenerCreateWithDispatchQueue(&listeners[1], 0.01, queue) { _, _, _ in parameterValues.add() })
    check(AUEventListenerCreate({ _, _, _, _, _ in parameterValues.add() }, nil, nil, nil, 0, 0, &listeners[2]))
    check(AUEventListenerCreateWithDispatchQueue(&listeners[3], 0.01, 0, queue) { _, _, _, _ in parameterValues.add() })
    var parameter = AudioUnitParameter(mAudioUnit: unit, mParameterID: 3, mScope: 0, mElement: 0)
    for listener in listeners { check(AUListenerAddParameter(listener!, nil, &parameter)) }
    // The converter has no parameters: it keeps what is set before it is initialized.
    check(AUParameterSet(nil, nil, &parameter, 0.5, 0))
    parameterValues.await(4)
    for listener in listeners { check(AUListenerDispose(listener!)) }
}

@MainActor private func render(_ unit: AudioUnit) {
    var callback = AURenderCallbackStruct(
        inputProc: { _, _, _, _, _, _ in
            renderCalls.add()
            return noErr
        }, inputProcRefCon: nil)
    // Programs keep functions in constants too.
    let stored: AURenderCallback? = callback.inputProc
    callback = AURenderCallbackStruct(inputProc: stored, inputProcRefCon: nil)
    let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
    check(
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, size))
    let notify: AURenderCallback = { _, _, _, _, _, _ in
        notifyCalls.add()
        return noErr
    }
    check(AudioUnitAddRenderNotify(unit, notify, nil))
    check(AudioUnitInitialize(unit))
    let address = UInt(bitPattern: unit)
    onAnotherThread {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        var time = AudioTimeStamp()
        check(AudioUnitRender(AudioUnit(bitPattern: address)!, nil, &time, 0, 64, list.unsafeMutablePointer))
    }
    check(AudioUnitRemoveRenderNotify(unit, notify, nil))
    check(renderCalls.value == 1 && notifyCalls.value == 2)
}

/// Offers a unit to other programs, and sends it a note, neither of which a unit of the library takes.
@MainActor private func publish(_ unit: AudioUnit) {
    var description = AudioComponentDescription(
        componentType: kAudioUnitType_RemoteGenerator, componentSubType: 0x7465_7374,
        componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)
    let status = AudioOutputUnitPublish(&description, "Tests: nothing" as CFString, 1, unit)
    check(status == kAudioComponentErr_NotPermitted)
    check(AudioComponentGetLastActiveTime(AudioComponentInstanceGetComponent(unit)) == 0)
    check(MusicDeviceMIDIEvent(unit, 0x90, 60, 64, 0) == kAudio_UnimplementedError)
}

/// What programs have from the system on a Mac: its clock, and memory that may be nil.
@MainActor private func useSystemNames() {
    var timebase = mach_timebase_info_data_t()
    mach_timebase_info(&timebase)
    var same = mach_timebase_info()
    guard mach_timebase_info(&same) == KERN_SUCCESS else { return check(false) }
    check(timebase.numer == same.numer && timebase.denom == 1)
    let start = mach_absolute_time()
    mach_wait_until(start)
    let memory = AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: malloc(8))
    let samples: [Float] = [1, 2]
    var copy: [Float] = [0, 0]
    memcpy(memory.mData, samples, Int(memory.mDataByteSize))
    memcpy(&copy, memory.mData, 8)
    check(copy == samples)
    memset(memory.mData, 0, Int(memory.mDataByteSize))
    memcpy(&copy, memory.mData!, 8)
    check(copy == [0, 0])
    free(memory.mData)
}

@MainActor private func registerComponent() {
    var description = AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: 0x7465_7374, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)
    let component = AudioComponentRegister(&description, "Tests: nothing" as CFString, 1) { _ in nil }
    check(component != nil && AudioComponentCount(&description) == 1)
    var unit: AudioUnit?
    check(AudioComponentInstanceNew(component!, &unit) == kAudioUnitErr_FailedInitialization)
}
