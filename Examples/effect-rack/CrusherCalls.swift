import AudioToolbox
import Foundation

/// The functions of the crusher, which a host finds by their selectors.
///
/// A function gets the address that the factory has returned, and the arguments of the call that it stands for:
/// `AudioUnitInitialize` calls the function of `kAudioUnitInitializeSelect`.
private enum Calls {
    typealias Own = UnsafeMutableRawPointer
    typealias Simple = @convention(c) (Own) -> OSStatus
    typealias Reset = @convention(c) (Own, AudioUnitScope, AudioUnitElement) -> OSStatus
    typealias Info =
        @convention(c) (
            Own, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<Bool>?
        ) -> OSStatus
    typealias Get =
        @convention(c) (
            Own, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeMutableRawPointer?,
            UnsafeMutablePointer<UInt32>
        ) -> OSStatus
    typealias Set =
        @convention(c) (Own, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement, UnsafeRawPointer?, UInt32) ->
        OSStatus
    typealias GetParameter =
        @convention(c) (Own, AudioUnitParameterID, AudioUnitScope, AudioUnitElement, UnsafeMutablePointer<Float>) ->
        OSStatus
    typealias SetParameter =
        @convention(c) (Own, AudioUnitParameterID, AudioUnitScope, AudioUnitElement, Float, UInt32) -> OSStatus
    typealias Render =
        @convention(c) (
            Own, UnsafeMutablePointer<AudioUnitRenderActionFlags>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> OSStatus

    /// The unit at an address.
    static func at(_ own: Own) -> UnsafeMutablePointer<Crusher> { own.assumingMemoryBound(to: Crusher.self) }

    private static func method<Function>(_ function: Function) -> AudioComponentMethod {
        unsafeBitCast(function, to: AudioComponentMethod.self)
    }

    static func lookup(_ selector: Int16) -> AudioComponentMethod? {
        switch Int(selector) {
        case kAudioUnitInitializeSelect: method({ Calls.at($0).pointee.initialize() } as Simple)
        case kAudioUnitUninitializeSelect: method({ Calls.at($0).pointee.uninitialize() } as Simple)
        case kAudioUnitResetSelect: method({ own, _, _ in Calls.at(own).pointee.reset() } as Reset)
        case kAudioUnitGetPropertyInfoSelect:
            method({ Calls.info(Calls.at($0), $1, $2, $3, $4, $5) } as Info)
        case kAudioUnitGetPropertySelect: method({ Calls.get(Calls.at($0), $1, $2, $3, $4, $5) } as Get)
        case kAudioUnitSetPropertySelect: method({ Calls.set(Calls.at($0), $1, $2, $3, $4, $5) } as Set)
        case kAudioUnitGetParameterSelect:
            method({ Calls.getParameter(Calls.at($0), $1, $2, $4) } as GetParameter)
        case kAudioUnitSetParameterSelect:
            method(
                { own, id, scope, _, value, _ in
                    Calls.setParameter(Calls.at(own), id, scope, value)
                } as SetParameter)
        case kAudioUnitRenderSelect: method({ Calls.at($0).pointee.render($1, $2, $3, $4, $5) } as Render)
        default: nil
        }
    }

    // MARK: Parameters

    private static func getParameter(
        _ unit: UnsafeMutablePointer<Crusher>, _ id: AudioUnitParameterID, _ scope: AudioUnitScope,
        _ value: UnsafeMutablePointer<Float>
    ) -> OSStatus {
        guard scope == kAudioUnitScope_Global else { return kAudioUnitErr_InvalidScope }
        guard let parameter = Crusher.Parameter(rawValue: id) else { return kAudioUnitErr_InvalidParameter }
        value.pointee = unit.pointee[parameter]
        return noErr
    }

    private static func setParameter(
        _ unit: UnsafeMutablePointer<Crusher>, _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ value: Float
    ) -> OSStatus {
        guard scope == kAudioUnitScope_Global else { return kAudioUnitErr_InvalidScope }
        guard let parameter = Crusher.Parameter(rawValue: id), value.isFinite else {
            return kAudioUnitErr_InvalidParameter
        }
        unit.pointee[parameter] = value
        return noErr
    }

    // MARK: Properties

    /// The size of a property, and whether it can be set; nil where the unit does not have it.
    private static func kind(_ id: AudioUnitPropertyID) -> (size: Int, isWritable: Bool)? {
        switch id {
        case kAudioUnitProperty_StreamFormat: (MemoryLayout<AudioStreamBasicDescription>.size, true)
        case kAudioUnitProperty_MaximumFramesPerSlice: (4, true)
        case kAudioUnitProperty_ElementCount: (4, false)
        case kAudioUnitProperty_ParameterList: (4 * Crusher.Parameter.allCases.count, false)
        case kAudioUnitProperty_ParameterInfo: (MemoryLayout<AudioUnitParameterInfo>.size, false)
        case kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime: (8, false)
        case kAudioUnitProperty_MakeConnection: (MemoryLayout<AudioUnitConnection>.size, true)
        case kAudioUnitProperty_SetRenderCallback: (MemoryLayout<AURenderCallbackStruct>.size, true)
        default: nil
        }
    }

    private static func info(
        _ unit: UnsafeMutablePointer<Crusher>, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope,
        _ element: AudioUnitElement, _ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<Bool>?
    ) -> OSStatus {
        guard let kind = kind(id) else { return kAudioUnitErr_InvalidProperty }
        let hasParameters = scope == kAudioUnitScope_Global || id != kAudioUnitProperty_ParameterList
        size?.pointee = hasParameters ? UInt32(kind.size) : 0
        isWritable?.pointee = kind.isWritable
        return noErr
    }

    private static func get(
        _ unit: UnsafeMutablePointer<Crusher>, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope,
        _ element: AudioUnitElement, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        guard let data else { return info(unit, id, scope, element, size, nil) }
        switch id {
        case kAudioUnitProperty_StreamFormat: return give(unit.pointee.control.format, data, size)
        case kAudioUnitProperty_MaximumFramesPerSlice: return give(unit.pointee.control.maximumFrames, data, size)
        case kAudioUnitProperty_ElementCount: return give(UInt32(1), data, size)
        case kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime: return give(Float64(0), data, size)
        case kAudioUnitProperty_ParameterList:
            guard scope == kAudioUnitScope_Global else {
                size.pointee = 0
                return noErr
            }
            return give((AudioUnitParameterID(0), AudioUnitParameterID(1)), data, size)
        case kAudioUnitProperty_ParameterInfo:
            guard let parameter = Crusher.Parameter(rawValue: element) else { return kAudioUnitErr_InvalidParameter }
            return give(describe(parameter), data, size)
        default: return kAudioUnitErr_InvalidProperty
        }
    }

    private static func give<Value: BitwiseCopyable>(
        _ value: Value, _ data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        guard Int(size.pointee) >= MemoryLayout<Value>.size else { return kAudioUnitErr_InvalidPropertyValue }
        withUnsafeBytes(of: value) { data.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        size.pointee = UInt32(MemoryLayout<Value>.size)
        return noErr
    }

    private static func describe(_ parameter: Crusher.Parameter) -> AudioUnitParameterInfo {
        var info = AudioUnitParameterInfo()
        withUnsafeMutableBytes(of: &info.name) { $0.copyBytes(from: parameter.name.utf8) }
        (info.minValue, info.maxValue) = (parameter.range.lowerBound, parameter.range.upperBound)
        (info.defaultValue, info.unit) = (parameter.initial, parameter.unit)
        info.flags = [.flag_IsReadable, .flag_IsWritable]
        return info
    }

    private static func set(
        _ unit: UnsafeMutablePointer<Crusher>, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope,
        _ element: AudioUnitElement, _ data: UnsafeRawPointer?, _ size: UInt32
    ) -> OSStatus {
        guard let kind = kind(id), kind.isWritable else {
            return kind(id) == nil ? kAudioUnitErr_InvalidProperty : kAudioUnitErr_PropertyNotWritable
        }
        guard let data, Int(size) >= kind.size else { return kAudioUnitErr_InvalidPropertyValue }
        switch id {
        case kAudioUnitProperty_MakeConnection:
            return connect(unit, data.loadUnaligned(as: AudioUnitConnection.self))
        case kAudioUnitProperty_SetRenderCallback:
            let callback = data.loadUnaligned(as: Crusher.Source.Callback?.self)
            let context = data.loadUnaligned(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
            unit.pointee.setSource(callback.map { Crusher.Source(callback: $0, context: context) })
            return noErr
        default: break
        }
        // The memory of an initialized unit is made for its format.
        guard !unit.pointee.isInitialized else { return kAudioUnitErr_Initialized }
        if id == kAudioUnitProperty_MaximumFramesPerSlice {
            let frames = data.loadUnaligned(as: UInt32.self)
            guard (1...1 << 20).contains(frames) else { return kAudioUnitErr_InvalidPropertyValue }
            unit.pointee.control.maximumFrames = frames
            return noErr
        }
        return setFormat(unit, data.loadUnaligned(as: AudioStreamBasicDescription.self))
    }

    /// Input and output always have the same format.
    private static func setFormat(
        _ unit: UnsafeMutablePointer<Crusher>, _ format: AudioStreamBasicDescription
    ) -> OSStatus {
        let flags = kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved
        guard format.mFormatID == kAudioFormatLinearPCM, format.mFormatFlags == flags, format.mBitsPerChannel == 32,
            (1...64).contains(format.mChannelsPerFrame), format.mSampleRate > 0
        else { return kAudioUnitErr_FormatNotSupported }
        unit.pointee.control.format = format
        return noErr
    }

    /// Takes the frames of another unit's output, which has to have the unit's own format.
    private static func connect(
        _ unit: UnsafeMutablePointer<Crusher>, _ connection: AudioUnitConnection
    ) -> OSStatus {
        guard let other = connection.sourceAudioUnit else {
            unit.pointee.setSource(nil)
            return noErr
        }
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        let status = AudioUnitGetProperty(
            other, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, connection.sourceOutputNumber, &format,
            &size)
        guard status == noErr else { return status }
        guard format.mChannelsPerFrame == unit.pointee.control.format.mChannelsPerFrame,
            format.mSampleRate == unit.pointee.control.format.mSampleRate
        else { return kAudioUnitErr_FormatNotSupported }
        unit.pointee.setSource(Crusher.Source(unit: other, output: connection.sourceOutputNumber))
        return noErr
    }
}

extension Crusher {
    /// Adds the unit to those that the program finds, graphs too.
    static func register() {
        var description = Self.description
        AudioComponentRegister(&description, "Examples: Crusher" as CFString, 0x10000) { _ in
            let unit = UnsafeMutablePointer<Crusher>.allocate(capacity: 1)
            unit.initialize(
                to: Crusher(
                    AudioComponentPlugInInterface(
                        Open: { _, _ in noErr },
                        Close: { own in
                            let unit = Calls.at(own)
                            unit.deinitialize(count: 1)
                            unit.deallocate()
                            return noErr
                        }, Lookup: { Calls.lookup($0) }, reserved: nil)))
            return UnsafeMutableRawPointer(unit).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
        }
    }
}
