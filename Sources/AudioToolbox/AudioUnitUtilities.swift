import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation

// The bodies of AudioToolbox/AudioUnitUtilities.h.

// MARK: Listeners of parameters

@c(AUListenerCreate) @implementation
public func __AUListenerCreate(
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>,
            AudioUnitParameterValue
        ) -> Void, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CARunLoopParameter?,
    _ inRunLoopMode: CAStringParameter?, _ inNotificationInterval: Float32,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    status(into: outListener) {
        let (context, function) = (ClientContext(inUserData), try nonnull(function: inProc))
        return try makeListener(inNotificationInterval, nil, runLoop(inRunLoop, inRunLoopMode)) {
            object, event, _, value in
            event.withParameter { function(context.pointer, object, $0, value) }
        }
    }
}

@c(AUListenerCreateWithDispatchQueue) @implementation
public func __AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>, _ inNotificationInterval: Float32,
    _ inDispatchQueue: CADispatchQueueParameter, _ inBlock: OpaquePointer
) -> OSStatus {
    status(into: outListener) {
        let block = try ClientBlock(nonnull(inBlock))
        return try makeListener(inNotificationInterval, nil, queue(ClientQueue(nonnull(inDispatchQueue)))) {
            object, event, _, value in
            event.withParameter { unsafeBitCast(block.pointer, to: ParameterBlock.self)(object, $0, value) }
        }
    }
}

@c @implementation
public func AUListenerDispose(_ inListener: AUParameterListenerRef) -> OSStatus {
    status {
        _ = try ParameterListener.handles.remove(inListener)
        ParameterListeners.shared.remove(inListener)
    }
}

@c @implementation
public func AUListenerAddParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    status { try listener(inListener).listen(to: .init(nonnull(inParameter).pointee), inObject) }
}

@c @implementation
public func AUListenerRemoveParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    status { try listener(inListener).ignore(.init(nonnull(inParameter).pointee), inObject) }
}

@c @implementation
public func AUParameterSet(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>, _ inValue: AudioUnitParameterValue,
    _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    status {
        let event = ParameterListeners.Event(try nonnull(inParameter).pointee)
        try instance(inParameter.pointee.mAudioUnit)
            .setParameter(event.id, event.scope, event.element, inValue, inBufferOffsetInFrames)
        tell(event, inSendingListener, inSendingObject)
    }
}

@c @implementation
public func AUParameterListenerNotify(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    status { tell(.init(try nonnull(inParameter).pointee), inSendingListener, inSendingObject) }
}

// MARK: Listeners of events

@c(AUEventListenerCreate) @implementation
public func __AUEventListenerCreate(
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64,
            AudioUnitParameterValue
        ) -> Void, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CARunLoopParameter?,
    _ inRunLoopMode: CAStringParameter?, _ inNotificationInterval: Float32, _ inValueChangeGranularity: Float32,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    status(into: outListener) {
        let (context, function) = (ClientContext(inUserData), try nonnull(function: inProc))
        return try makeListener(
            inNotificationInterval, inValueChangeGranularity, runLoop(inRunLoop, inRunLoopMode)
        ) { object, event, time, value in
            event.withEvent { function(context.pointer, object, $0, time, value) }
        }
    }
}

@c(AUEventListenerCreateWithDispatchQueue) @implementation
public func __AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: CADispatchQueueParameter, _ inBlock: OpaquePointer
) -> OSStatus {
    status(into: outListener) {
        let block = try ClientBlock(nonnull(inBlock))
        return try makeListener(
            inNotificationInterval, inValueChangeGranularity, queue(ClientQueue(nonnull(inDispatchQueue)))
        ) { object, event, time, value in
            event.withEvent { unsafeBitCast(block.pointer, to: EventBlock.self)(object, $0, time, value) }
        }
    }
}

@c @implementation
public func AUEventListenerAddEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    status { try listener(inListener).listen(to: .init(nonnull(inEvent).pointee), inObject) }
}

@c @implementation
public func AUEventListenerRemoveEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    status { try listener(inListener).ignore(.init(nonnull(inEvent).pointee), inObject) }
}

@c @implementation
public func AUEventListenerNotify(
    _ inSendingListener: AUEventListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    status { tell(.init(try nonnull(inEvent).pointee), inSendingListener, inSendingObject) }
}

// MARK: Values on controls

@c @implementation
public func AUParameterValueFromLinear(
    _ inLinearValue: Float32, _ inParameter: UnsafePointer<AudioUnitParameter>
) -> AudioUnitParameterValue {
    ParameterCurve(inParameter)?.value(at: inLinearValue) ?? 0
}

@c @implementation
public func AUParameterValueToLinear(
    _ inParameterValue: AudioUnitParameterValue, _ inParameter: UnsafePointer<AudioUnitParameter>
) -> Float32 {
    ParameterCurve(inParameter)?.place(of: inParameterValue) ?? 0
}

@c @implementation
public func AUParameterFormatValue(
    _ inParameterValue: Float64, _ inParameter: UnsafePointer<AudioUnitParameter>,
    _ inTextBuffer: UnsafeMutablePointer<CChar>, _ inDigits: UInt32
) -> UnsafeMutablePointer<CChar> {
    write(inParameterValue, digits: inDigits, to: inTextBuffer)
    return inTextBuffer
}
