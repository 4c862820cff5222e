import AudioToolbox
import Foundation

/// A component of the tests' own: the low-pass filter of the library or its splitter, with a fault.
final class BrokenUnit {
    private static let manufacturer: UInt32 = 0x7465_7374

    static func description(_ fault: Fault) -> AudioComponentDescription {
        var description = AudioComponentDescription()
        description.componentType = fault.base.type
        description.componentSubType = 0x4200_0000 | fault.rawValue
        description.componentManufacturer = manufacturer
        description.componentFlags = 1
        return description
    }

    fileprivate struct Memory {
        var interface: AudioComponentPlugInInterface
        var object: Unmanaged<BrokenUnit>
    }

    let fault: Fault
    let inner: AudioUnit
    fileprivate var instance: AudioUnit?
    var isInitialized = false
    private var listeners: [(id: UInt32, proc: AudioUnitPropertyListenerProc, context: UnsafeMutableRawPointer)] = []
    private var renders = 0.0
    private var hearsErrors = false
    private var isConnected = false
    /// What was rendered last, and when.
    private var kept: (time: Double, samples: [[Float]])?
    /// The render notifications of a unit that calls one twice which was added twice.
    fileprivate var notified: [(proc: BrokenCalls.NotifyProc, context: UnsafeMutableRawPointer)] = []

    static let factory:
        @convention(c) @Sendable (UnsafePointer<AudioComponentDescription>) -> UnsafeMutablePointer<
            AudioComponentPlugInInterface
        >? = { description in
            guard let fault = Fault(rawValue: description.pointee.componentSubType & 0xFF),
                let unit = BrokenUnit(fault)
            else { return nil }
            let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
            memory.initialize(
                to: Memory(interface: BrokenCalls.interface, object: Unmanaged.passRetained(unit)))
            return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
        }

    private init?(_ fault: Fault) {
        var wanted = AudioComponentDescription()
        (wanted.componentType, wanted.componentSubType) = fault.base
        var unit: AudioUnit?
        guard let component = AudioComponentFindNext(nil, &wanted),
            AudioComponentInstanceNew(component, &unit) == noErr,
            let unit
        else { return nil }
        (self.fault, inner) = (fault, unit)
    }

    static func of(_ own: UnsafeMutableRawPointer) -> BrokenUnit {
        own.assumingMemoryBound(to: Memory.self).pointee.object.takeUnretainedValue()
    }

    static func open(_ own: UnsafeMutableRawPointer, _ instance: AudioComponentInstance) { of(own).instance = instance }

    static func close(_ own: UnsafeMutableRawPointer) {
        let memory = own.assumingMemoryBound(to: Memory.self)
        AudioComponentInstanceDispose(memory.pointee.object.takeUnretainedValue().inner)
        memory.pointee.object.release()
        memory.deallocate()
    }

    // MARK: Life

    func initialize() -> OSStatus {
        if fault == .initializesOnce, isInitialized { return -1 }
        if fault == .refusesMono {
            var format = AudioStreamBasicDescription()
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            AudioUnitGetProperty(inner, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, &size)
            guard format.mChannelsPerFrame != 1 else { return kAudioUnitErr_FailedInitialization }
        }
        isInitialized = true
        return AudioUnitInitialize(inner)
    }

    func uninitialize() -> OSStatus {
        isInitialized = false
        return AudioUnitUninitialize(inner)
    }

    func reset() -> OSStatus { fault == .ignoresReset ? noErr : AudioUnitReset(inner, kAudioUnitScope_Global, 0) }

    // MARK: Properties

    func info(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
        _ isWritable: UnsafeMutablePointer<Bool>?
    ) -> OSStatus {
        if fault == .extraInput, id == kAudioUnitProperty_StreamFormat, element > 0 {
            return AudioUnitGetPropertyInfo(inner, id, scope, 0, size, isWritable)
        }
        if id == kAudioUnitProperty_FactoryPresets {
            size?.pointee = 8
            return noErr
        }
        let status = AudioUnitGetPropertyInfo(inner, id, scope, element, size, isWritable)
        if fault == .latencySize, id == kAudioUnitProperty_Latency { size?.pointee = 4 }
        if fault == .readOnlyBypass, id == kAudioUnitProperty_BypassEffect { isWritable?.pointee = false }
        return status
    }

    func get(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeMutableRawPointer,
        _ size: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        if fault == .wantsMemory, UInt(bitPattern: data) == 0 { return kAudio_ParamError }
        if BrokenValues.give(fault, id, data) { return noErr }
        switch id {
        case kAudioUnitProperty_FactoryPresets:
            data.storeBytes(of: UnsafeRawPointer(BrokenPresets.list()), as: UnsafeRawPointer.self)
            return noErr
        case kAudioUnitProperty_PresentPreset where preset >= 0:
            var present = AUPreset()
            present.presetNumber = preset
            data.storeBytes(of: present, as: AUPreset.self)
            return noErr
        case kAudioUnitProperty_LastRenderError where fault == .keepsErrors:
            data.storeBytes(of: kAudioUnitErr_TooManyFramesToProcess, as: OSStatus.self)
            return noErr
        case kAudioUnitProperty_MaximumFramesPerSlice where fault == .overruns && size.pointee < 4:
            data.storeBytes(of: 1156, as: UInt32.self)
            return noErr
        case kAudioUnitProperty_MaximumFramesPerSlice where fault == .shortSlices:
            data.storeBytes(of: 512, as: UInt32.self)
            return noErr
        default: break
        }
        if fault == .readsNothing, size.pointee == 0 { return noErr }
        let status = AudioUnitGetProperty(inner, id, scope, element, data, size)
        guard status == noErr else { return fault == .otherErrors ? -1 : status }
        if fault == .otherRate, id == kAudioUnitProperty_SampleRate {
            data.storeBytes(of: data.loadUnaligned(as: Double.self) * 2, as: Double.self)
        }
        if id == kAudioUnitProperty_StreamFormat, size.pointee >= 40 { BrokenValues.spoil(fault, data) }
        if id == kAudioUnitProperty_ClassInfo { readdress(data, to: Self.description(fault)) }
        if fault == .wrongDefault, id == kAudioUnitProperty_ParameterInfo {
            let info = data.assumingMemoryBound(to: AudioUnitParameterInfo.self)
            info.pointee.defaultValue = info.pointee.maxValue + 1
        }
        return status
    }

    func set(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeRawPointer?, _ size: UInt32
    ) -> OSStatus {
        switch id {
        case kAudioUnitProperty_MakeConnection where fault == .ignoresConnections: return noErr
        case kAudioUnitProperty_MaximumFramesPerSlice where fault == .ignoresMaximum && isInitialized: return noErr
        case kAudioUnitProperty_SetRenderCallback where fault == .keepsCallbacks && data == nil && size == 0:
            return noErr
        case kAudioUnitProperty_SetRenderCallback
        where fault == .keepsNullCallbacks && data?.loadUnaligned(as: UInt.self) == 0:
            return noErr
        case kAudioUnitProperty_SetRenderCallback where fault == .keepsConnections && isConnected: return noErr
        case kAudioUnitProperty_ElementCount where fault == .takesElements: return noErr
        case kAudioUnitProperty_BypassEffect where fault == .keepsSound: return noErr
        case kAudioUnitProperty_BypassEffect where fault == .readOnlyBypass: return kAudioUnitErr_PropertyNotWritable
        case kAudioUnitProperty_MakeConnection: isConnected = true
        case kAudioUnitProperty_ShouldAllocateBuffer where fault == .allocatesAlways: return noErr
        case kAudioUnitProperty_StreamFormat where fault == .wantsWholeFormats && size < 40:
            return kAudioUnitErr_InvalidPropertyValue
        case kAudioUnitProperty_ClassInfo: return restore(data)
        case kAudioUnitProperty_PresentPreset:
            guard let data else { return kAudio_ParamError }
            let number = data.loadUnaligned(as: Int32.self)
            if number >= 0 {
                preset = fault == .ignoresPresets ? 0 : number
                return noErr
            }
            if fault == .namelessPresets { return noErr }
        default: break
        }
        let status = AudioUnitSetProperty(inner, id, scope, element, data, size)
        if fault == .takesAnyFormat, id == kAudioUnitProperty_StreamFormat { return noErr }
        let thaws = fault == (isInitialized ? .thawsFormats : .thawsConnections)
        if thaws, status == kAudioUnitErr_PropertyNotWritable { return noErr }
        if status == noErr, fault != .noListeners { tell(id, scope, element) }
        return status
    }

    /// Calls the listeners of a property.
    fileprivate func tell(_ id: UInt32, _ scope: UInt32, _ element: UInt32) {
        guard let instance else { return }
        for listener in listeners where listener.id == id {
            listener.proc(listener.context, instance, id, scope, element)
        }
    }

    private var preset: Int32 = -1

    /// Makes a state that of another component.
    private func readdress(_ data: UnsafeMutableRawPointer, to description: AudioComponentDescription) {
        guard let state = data.load(as: Unmanaged<NSDictionary>?.self)?.takeRetainedValue() else { return }
        let changed = Self.readdressed(state, description.componentSubType, description.componentManufacturer)
        data.storeBytes(of: Unmanaged.passRetained(changed).toOpaque(), as: UnsafeRawPointer.self)
    }

    private static func readdressed(_ state: NSDictionary, _ subtype: UInt32, _ manufacturer: UInt32) -> NSDictionary {
        guard let changed = state.mutableCopy() as? NSMutableDictionary else { return state }
        for (key, value) in [("subtype", subtype), ("manufacturer", manufacturer)] {
            changed.setObject(NSNumber(value: Int32(bitPattern: value)), forKey: key as NSString)
        }
        return changed
    }

    private func restore(_ data: UnsafeRawPointer?) -> OSStatus {
        guard let state = data?.load(as: Unmanaged<NSDictionary>?.self)?.takeUnretainedValue() else {
            return kAudioUnitErr_InvalidPropertyValue
        }
        let own = Self.description(fault).componentSubType
        guard (state.object(forKey: "subtype" as NSString) as? NSNumber)?.int32Value == Int32(bitPattern: own) else {
            return kAudioUnitErr_InvalidPropertyValue
        }
        let type = (state.object(forKey: "type" as NSString) as? NSNumber)?.int32Value
        if fault == .comparesTypes, type != Int32(bitPattern: kAudioUnitType_Effect) {
            return kAudioUnitErr_InvalidPropertyValue
        }
        guard fault != .forgetsState else { return noErr }
        let changed = Self.readdressed(state, kAudioUnitSubType_LowPassFilter, kAudioUnitManufacturer_Apple)
        if fault == .forgetsNames { (changed as? NSMutableDictionary)?.removeObject(forKey: "name" as NSString) }
        var reference: Unmanaged<NSDictionary>? = .passUnretained(changed)
        return withExtendedLifetime(changed) {
            AudioUnitSetProperty(inner, kAudioUnitProperty_ClassInfo, 0, 0, &reference, 8)
        }
    }

    func listen(_ id: UInt32, _ proc: @escaping AudioUnitPropertyListenerProc, _ context: UnsafeMutableRawPointer) {
        listeners.append((id, proc, context))
        // The only property whose value the unit changes by itself.
        guard id == kAudioUnitProperty_LastRenderError, fault != .silentErrors, !hearsErrors else { return }
        hearsErrors = true
        let own = Unmanaged.passUnretained(self).toOpaque()
        _ = AudioUnitAddPropertyListener(inner, id, BrokenCalls.errorHeard, own)
    }

    func stopListening(_ id: UInt32, _ context: UnsafeMutableRawPointer) {
        listeners.removeAll { $0.id == id && $0.context == context }
    }

    // MARK: Parameters and rendering

    func parameter(_ id: UInt32, _ scope: UInt32, _ element: UInt32, _ value: UnsafeMutablePointer<Float>) -> OSStatus {
        let status = AudioUnitGetParameter(inner, id, scope, element, value)
        if fault == .wrongValue { value.pointee = value.pointee * 0.5 + 1 }
        return status
    }

    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ bus: UInt32,
        _ frames: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        if fault == .rendersEarly, !isInitialized { return noErr }
        if fault == .wantsFlags, flags == nil { return kAudio_ParamError }
        if fault == .otherOrder, bus > 0 { return kAudioUnitErr_InvalidElement }
        if fault == .keepsCache, let kept, kept.time == time.pointee.mSampleTime { return give(kept.samples, list) }
        if isHidden(flags, frames) { return fault == .hidesFailures ? kAudioUnitErr_TooManyFramesToProcess : noErr }
        var stamp = time.pointee
        if fault == .rendersEachOutput { stamp.mSampleTime += Double(bus) * 1e-3 }
        if fault == .rendersTwice {
            renders += 1
            stamp.mSampleTime += renders * 1e-3
        }
        if fault == .jumps { stamp.mSampleTime *= 2 }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let sizes = buffers.map(\.mDataByteSize)
        let status = AudioUnitRender(inner, flags, &stamp, bus, frames, list)
        if fault == .keepsSizes { for (index, size) in sizes.enumerated() { buffers[index].mDataByteSize = size } }
        if fault == .rendersTooMuch, status == kAudioUnitErr_TooManyFramesToProcess { return noErr }
        if fault == .hidesErrors, status == -77 { return noErr }
        if status == noErr { spoil(UnsafeMutableAudioBufferListPointer(list), frames, flags) }
        if status == noErr, fault == .keepsCache { keep(list, time.pointee.mSampleTime) }
        return status
    }

    func process(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard fault == .processesTwice else { return AudioUnitProcess(inner, flags, time, frames, list) }
        var stamp = time.pointee
        renders += 1
        stamp.mSampleTime += renders * 1e-3
        return AudioUnitProcess(inner, flags, &stamp, frames, list)
    }

    private func keep(_ list: UnsafeMutablePointer<AudioBufferList>, _ time: Double) {
        let samples = UnsafeMutableAudioBufferListPointer(list).map { buffer -> [Float] in
            guard let data = buffer.mData else { return [] }
            let count = Int(buffer.mDataByteSize) / MemoryLayout<Float>.size
            return Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count))
        }
        kept = (time, samples)
    }

    private func give(_ samples: [[Float]], _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
        for (buffer, own) in zip(UnsafeMutableAudioBufferListPointer(list), samples) {
            guard let data = buffer.mData else { continue }
            let room = Int(buffer.mDataByteSize) / MemoryLayout<Float>.size
            data.assumingMemoryBound(to: Float.self).update(from: own, count: min(room, own.count))
        }
        return noErr
    }

    /// Whether the unit that has the fault is not to see a render.
    private func isHidden(_ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ frames: UInt32) -> Bool {
        switch fault {
        case .trustsBuffers: return flags?.pointee.contains(.unitRenderAction_DoNotCheckRenderArgs) ?? false
        case .hidesFailures:
            var most: UInt32 = 0
            var size: UInt32 = 4
            AudioUnitGetProperty(inner, kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, &most, &size)
            return frames > most
        default: return false
        }
    }

    private func spoil(
        _ list: UnsafeMutableAudioBufferListPointer, _ frames: UInt32,
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?
    ) {
        guard frames > 0, let data = list.first?.mData else { return }
        let samples = data.assumingMemoryBound(to: Float.self)
        var bypass: UInt32 = 0
        var size: UInt32 = 4
        switch fault {
        case .noNumber where frames > 1000: samples[3] = .nan
        case .loudSilence:
            samples[0] = 0.5
            flags?.pointee.insert(.unitRenderAction_OutputIsSilence)
        case .clicks: samples[0] += 0.1
        case .losesBuffers: list.count -= 1
        case .losesMemory: list[0].mData = nil
        case .deafBypass:
            AudioUnitGetProperty(inner, kAudioUnitProperty_BypassEffect, 0, 0, &bypass, &size)
            if bypass != 0 { samples[0] += 0.1 }
        default: break
        }
    }
}

/// The functions of the component's interface.
private enum BrokenCalls {
    typealias Own = UnsafeMutableRawPointer
    typealias Simple = @convention(c) (Own) -> OSStatus
    typealias Reset = @convention(c) (Own, UInt32, UInt32) -> OSStatus
    typealias Info =
        @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Bool>?) ->
        OSStatus
    typealias Get =
        @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>) -> OSStatus
    typealias Set = @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeRawPointer?, UInt32) -> OSStatus
    typealias GetParameter = @convention(c) (Own, UInt32, UInt32, UInt32, UnsafeMutablePointer<Float>) -> OSStatus
    typealias SetParameter = @convention(c) (Own, UInt32, UInt32, UInt32, Float, UInt32) -> OSStatus
    typealias Schedule = @convention(c) (Own, UnsafePointer<AudioUnitParameterEvent>, UInt32) -> OSStatus
    typealias Listen = @convention(c) (Own, UInt32, UnsafeRawPointer, Own) -> OSStatus
    typealias Notify = @convention(c) (Own, UnsafeRawPointer, Own) -> OSStatus
    typealias NotifyProc =
        @convention(c) @Sendable (
            Own, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus
    typealias ListenerProc = @convention(c) @Sendable (Own, AudioUnit, UInt32, UInt32, UInt32) -> Void
    typealias Render =
        @convention(c) (
            Own, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> OSStatus
    typealias Process =
        @convention(c) (
            Own, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> OSStatus

    static let initialize: Simple = { BrokenUnit.of($0).initialize() }
    static let uninitialize: Simple = { BrokenUnit.of($0).uninitialize() }
    static let reset: Reset = { own, _, _ in BrokenUnit.of(own).reset() }
    static let info: Info = { BrokenUnit.of($0).info($1, $2, $3, $4, $5) }
    static let get: Get = { BrokenUnit.of($0).get($1, $2, $3, $4, $5) }
    static let set: Set = { BrokenUnit.of($0).set($1, $2, $3, $4, $5) }
    static let getParameter: GetParameter = { BrokenUnit.of($0).parameter($1, $2, $3, $4) }
    static let setParameter: SetParameter = { own, id, scope, element, value, offset in
        let unit = BrokenUnit.of(own)
        let status = AudioUnitSetParameter(unit.inner, id, scope, element, value, offset)
        return unit.fault == .takesAnyParameter ? noErr : status
    }
    static let schedule: Schedule = { own, events, count in
        let unit = BrokenUnit.of(own)
        if unit.fault == .ignoresRamps, events.pointee.eventType == .parameterEvent_Ramped { return noErr }
        return unit.fault == .ignoresSchedules ? noErr : AudioUnitScheduleParameters(unit.inner, events, count)
    }
    static let render: Render = { BrokenUnit.of($0).render($1, $2, $3, $4, $5) }
    static let process: Process = { BrokenUnit.of($0).process($1, $2, $3, $4) }
    static let listen: Listen = { own, id, proc, context in
        BrokenUnit.of(own).listen(id, unsafeBitCast(proc, to: AudioUnitPropertyListenerProc.self), context)
        return noErr
    }
    static let stopListening: Listen = { own, id, _, context in
        BrokenUnit.of(own).stopListening(id, context)
        return noErr
    }
    static let notify: Notify = { own, proc, context in
        let unit = BrokenUnit.of(own)
        guard unit.fault != .noNotifications else { return noErr }
        let function = unsafeBitCast(proc, to: NotifyProc.self)
        unit.notified.append((function, context))
        guard unit.fault == .notifiesTwice, unit.notified.count > 1 else {
            return AudioUnitAddRenderNotify(unit.inner, function, context)
        }
        return AudioUnitAddRenderNotify(unit.inner, notifyAgain, own)
    }
    /// Calls the function that was added last.
    static let notifyAgain: NotifyProc = { own, flags, time, bus, frames, list in
        guard let last = BrokenUnit.of(own).notified.last else { return noErr }
        return last.proc(last.context, flags, time, bus, frames, list)
    }
    static let errorHeard: ListenerProc = { unit, _, id, scope, element in
        Unmanaged<BrokenUnit>.fromOpaque(unit).takeUnretainedValue().tell(id, scope, element)
    }
    static let stopNotifying: Notify = { own, proc, context in
        let unit = BrokenUnit.of(own)
        guard unit.fault != .refusesRemovals else { return kAudio_ParamError }
        return AudioUnitRemoveRenderNotify(unit.inner, unsafeBitCast(proc, to: NotifyProc.self), context)
    }

    static var interface: AudioComponentPlugInInterface {
        AudioComponentPlugInInterface(
            Open: { own, instance in
                BrokenUnit.open(own, instance)
                return noErr
            },
            Close: { own in
                BrokenUnit.close(own)
                return noErr
            },
            Lookup: { selector in
                switch selector {
                case 1: unsafeBitCast(BrokenCalls.initialize, to: AudioComponentMethod.self)
                case 2: unsafeBitCast(BrokenCalls.uninitialize, to: AudioComponentMethod.self)
                case 3: unsafeBitCast(BrokenCalls.info, to: AudioComponentMethod.self)
                case 4: unsafeBitCast(BrokenCalls.get, to: AudioComponentMethod.self)
                case 5: unsafeBitCast(BrokenCalls.set, to: AudioComponentMethod.self)
                case 6: unsafeBitCast(BrokenCalls.getParameter, to: AudioComponentMethod.self)
                case 7: unsafeBitCast(BrokenCalls.setParameter, to: AudioComponentMethod.self)
                case 9: unsafeBitCast(BrokenCalls.reset, to: AudioComponentMethod.self)
                case 10: unsafeBitCast(BrokenCalls.listen, to: AudioComponentMethod.self)
                case 14: unsafeBitCast(BrokenCalls.render, to: AudioComponentMethod.self)
                case 15: unsafeBitCast(BrokenCalls.notify, to: AudioComponentMethod.self)
                case 16: unsafeBitCast(BrokenCalls.stopNotifying, to: AudioComponentMethod.self)
                case 17: unsafeBitCast(BrokenCalls.schedule, to: AudioComponentMethod.self)
                case 18: unsafeBitCast(BrokenCalls.stopListening, to: AudioComponentMethod.self)
                case 20: unsafeBitCast(BrokenCalls.process, to: AudioComponentMethod.self)
                default: nil
                }
            }, reserved: nil)
    }
}
