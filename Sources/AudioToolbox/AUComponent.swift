import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes

// The bodies of AudioToolbox/AUComponent.h.

// MARK: Life

@c @implementation
public func AudioUnitInitialize(_ inUnit: AudioUnit) -> OSStatus { status { try instance(inUnit).initialize() } }

@c @implementation
public func AudioUnitUninitialize(_ inUnit: AudioUnit) -> OSStatus { status { try instance(inUnit).uninitialize() } }

@c @implementation
public func AudioUnitReset(
    _ inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
) -> OSStatus {
    status { try instance(inUnit).reset(inScope, inElement) }
}

// MARK: Properties

@c @implementation
public func AudioUnitGetPropertyInfo(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status { try instance(inUnit).info(UnitRequest(inID, inScope, inElement), outDataSize, outWritable) }
}

@c @implementation
public func AudioUnitGetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outData: UnsafeMutableRawPointer, _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try instance(inUnit).get(UnitRequest(inID, inScope, inElement), outData, nonnull(ioDataSize)) }
}

@c @implementation
public func AudioUnitSetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
    status { try instance(inUnit).set(UnitRequest(inID, inScope, inElement), inData, inDataSize) }
}

@c @implementation
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
        ) -> Void, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try instance(inUnit).addListener(inID, address(of: inProc), inProcUserData) }
}

@c @implementation
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
        ) -> Void, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try instance(inUnit).removeListener(inID, address(of: inProc), inProcUserData) }
}

@c @implementation
public func AudioUnitRemovePropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
        ) -> Void
) -> OSStatus {
    status { try instance(inUnit).removeListener(inID, address(of: inProc)) }
}

// MARK: Parameters

@c @implementation
public func AudioUnitGetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
    status { try instance(inUnit).parameter(inID, inScope, inElement, nonnull(outValue)) }
}

@c @implementation
public func AudioUnitSetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inValue: AudioUnitParameterValue, _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    status { try instance(inUnit).setParameter(inID, inScope, inElement, inValue, inBufferOffsetInFrames) }
}

@c @implementation
public func AudioUnitScheduleParameters(
    _ inUnit: AudioUnit, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>, _ inNumParamEvents: UInt32
) -> OSStatus {
    status { try instance(inUnit).schedule(nonnull(inParameterEvent), inNumParamEvents) }
}

// MARK: Rendering

@c @implementation
public func AudioUnitRender(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    rendered {
        try instance(inUnit).render(
            bits(ioActionFlags), nonnull(inTimeStamp), bus: inOutputBusNumber, frames: inNumberFrames,
            nonnull(ioData))
    }
}

@c @implementation
public func AudioUnitProcess(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    rendered {
        try instance(inUnit).process(
            bits(ioActionFlags), nonnull(inTimeStamp), frames: inNumberFrames, nonnull(ioData))
    }
}

@c @implementation
public func AudioUnitProcessMultiple(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32, _ inNumberInputBufferLists: UInt32,
    _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, _ inNumberOutputBufferLists: UInt32,
    _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
) -> OSStatus {
    rendered {
        try instance(inUnit).processMultiple(
            bits(ioActionFlags), nonnull(inTimeStamp), frames: inNumberFrames, nonnull(inInputBufferLists),
            inNumberInputBufferLists, nonnull(ioOutputBufferLists), inNumberOutputBufferLists)
    }
}

@c @implementation
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try instance(inUnit).addNotify(address(of: inProc), inProcUserData) }
}

@c @implementation
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try instance(inUnit).removeNotify(address(of: inProc), inProcUserData) }
}

// MARK: App extensions

@c @implementation
public func AudioUnitExtensionSetComponentList(
    _ extensionIdentifier: CAStringParameter, _ audioComponentInfo: CAArrayParameter?
) -> OSStatus { kAudioComponentErr_NotPermitted }

/// As Swift programs call it.
@discardableResult
public func AudioUnitExtensionSetComponentList(
    _ extensionIdentifier: CFString, _ audioComponentInfo: CFArray?
) -> OSStatus { kAudioComponentErr_NotPermitted }

@c @implementation
public func AudioUnitExtensionCopyComponentList(_ extensionIdentifier: CAStringParameter) -> CAArrayParameter? { nil }

/// As Swift programs call it.
public func AudioUnitExtensionCopyComponentList(_ extensionIdentifier: CFString) -> Unmanaged<CFArray>? { nil }

// MARK: Audio between apps

@c @implementation
public func AudioOutputUnitPublish(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CAStringParameter, _ inVersion: UInt32,
    _ inOutputUnit: AudioUnit
) -> OSStatus {
    refusal(inDesc, inOutputUnit)
}

/// As Swift programs call it.
@discardableResult
public func AudioOutputUnitPublish(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inOutputUnit: AudioUnit
) -> OSStatus {
    refusal(inDesc, inOutputUnit)
}

@c @implementation
public func AudioComponentGetLastActiveTime(_ comp: AudioComponent) -> CFAbsoluteTime { 0 }

@c(AudioComponentCopyIcon) @implementation
public func __AudioComponentCopyIcon(_ comp: AudioComponent) -> UnsafeMutableRawPointer? { nil }

@c(AudioComponentGetIcon) @implementation
public func __AudioComponentGetIcon(_ comp: AudioComponent, _ desiredPointSize: Float) -> UnsafeMutableRawPointer? {
    nil
}

@c(AudioOutputUnitGetHostIcon) @implementation
public func __AudioOutputUnitGetHostIcon(_ au: AudioUnit, _ desiredPointSize: Float) -> UnsafeMutableRawPointer? {
    nil
}

/// The status of a call that publishes a unit.
private func refusal(_ description: UnsafePointer<AudioComponentDescription>, _ unit: AudioUnit) -> OSStatus {
    status {
        _ = try (nonnull(description), instance(unit))
        throw AudioError(status: kAudioComponentErr_NotPermitted, reason: "no program may publish a unit")
    }
}
