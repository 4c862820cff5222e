import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Dispatch
import Foundation

// Between the calls of AudioUnitUtilities.h and the engine: run loops, queues, events, values on controls.

typealias ParameterBlock =
    @convention(block) (UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue) -> Void
typealias EventBlock =
    @convention(block) (UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue) ->
    Void

func listener(_ reference: AUParameterListenerRef) throws(AudioError) -> ParameterListener {
    try ParameterListener.handles.object(for: reference)
}

/// Waits for the times at which listeners are called. No global queue: where /proc is missing, Dispatch ends a process that uses one.
private let listenerClock = DispatchQueue(label: "AUParameterListener")

func makeListener(
    _ interval: Float, _ granularity: Float?, _ perform: @escaping ParameterListener.Perform,
    _ call: @escaping ParameterListener.Call
) throws(AudioError) -> AUParameterListenerRef {
    let listener = try ParameterListener(interval: interval, granularity: granularity, perform: perform, call: call)
    let reference = try ParameterListener.handles.insert(listener)
    ParameterListeners.shared.add(listener, reference)
    return reference
}

/// Calls in a run loop, in a mode of it; null: in that of this thread, in its default mode.
func runLoop(_ loop: CARunLoopParameter?, _ mode: CAStringParameter?) -> ParameterListener.Perform {
    let loop = loop.map { Unmanaged<CFRunLoop>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    let mode = mode.map {
        Unmanaged<CoreFoundation.CFRunLoopMode>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
    }
    let caller = RunLoopCaller(loop ?? CFRunLoopGetCurrent(), mode: mode ?? kCFRunLoopDefaultMode)
    return { nanoseconds, body in
        listenerClock.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { caller.perform(body) }
    }
}

func queue(_ queue: ClientQueue) -> ParameterListener.Perform {
    { nanoseconds, body in
        listenerClock.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { queue.async(body) }
    }
}

/// Calls the listeners of an event with the present value of its parameter.
func tell(
    _ event: ParameterListeners.Event, _ sender: AUParameterListenerRef?, _ object: UnsafeMutableRawPointer?
) {
    let isAny = event.type == 0 && event.id == kAUParameterListener_AnyParameter
    guard !isAny else {
        return ParameterListeners.shared.sendAll(of: event.unitReference, from: sender, object: object)
    }
    event.reachTree()
    let value = event.type == 3 ? 0 : event.presentValue
    ParameterListeners.shared.send(event, value: value, from: sender, object: object)
}

extension ParameterListeners.Event {
    /// Notifies the observers of a unit of version 3 of a control that is touched or released.
    func reachTree() {
        let (begin, end) = (
            AudioUnitEventType.beginParameterChangeGesture, AudioUnitEventType.endParameterChangeGesture
        )
        guard type == begin.rawValue || type == end.rawValue, scope == kAudioUnitScope_Global,
            let instance = try? ComponentInstance.handles.object(for: unitReference),
            let unit = instance.unit as? HostedUnit
        else { return }
        unit.takeGesture(id, begins: type == begin.rawValue)
    }

    init(_ parameter: AudioUnitParameter) {
        self.init(
            type: 0, unit: parameter.mAudioUnit, id: parameter.mParameterID, scope: parameter.mScope,
            element: parameter.mElement)
    }

    init(_ event: AudioUnitEvent) {
        // The parameter and the property of the union have the same fields in the same places.
        self.init(event.mArgument.mParameter)
        type = event.mEventType.rawValue
    }

    func withParameter(_ body: (UnsafePointer<AudioUnitParameter>) -> Void) {
        guard let unitReference else { return }
        var parameter = AudioUnitParameter(
            mAudioUnit: unitReference, mParameterID: id, mScope: scope, mElement: element)
        body(&parameter)
    }

    func withEvent(_ body: (UnsafePointer<AudioUnitEvent>) -> Void) {
        withParameter { parameter in
            var event = AudioUnitEvent()
            event.mEventType = AudioUnitEventType(rawValue: type) ?? .parameterValueChange
            event.mArgument.mParameter = parameter.pointee
            body(&event)
        }
    }
}

// MARK: Values on controls

/// The curve from positions on a control, 0 to 1, to values of a parameter.
struct ParameterCurve {
    let minimum: Float
    let maximum: Float
    let display: UInt32

    init?(_ parameter: UnsafePointer<AudioUnitParameter>) {
        guard let parameter = try? nonnull(parameter).pointee else { return nil }
        var info = AudioUnitParameterInfo()
        var size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        let status = AudioUnitGetProperty(
            parameter.mAudioUnit, kAudioUnitProperty_ParameterInfo, parameter.mScope, parameter.mParameterID, &info,
            &size)
        guard status == 0 else { return nil }
        if info.flags.contains(.flag_CFNameRelease) {
            info.cfNameString?.release()
            if info.unit == .customUnit { info.unitName?.release() }
        }
        guard info.maxValue > info.minValue else { return nil }
        (minimum, maximum) = (info.minValue, info.maxValue)
        display = info.flags.rawValue & AudioUnitParameterOptions.flag_DisplayMask.rawValue
    }

    func value(at place: Float) -> Float {
        let place = min(max(place.isNaN ? 0 : place, 0), 1)
        if isLogarithmic { return minimum * pow(maximum / minimum, place) }
        return minimum + (maximum - minimum) * pow(place, exponent)
    }

    func place(of value: Float) -> Float {
        let value = min(max(value.isNaN ? minimum : value, minimum), maximum)
        if isLogarithmic { return log(value / minimum) / log(maximum / minimum) }
        return pow((value - minimum) / (maximum - minimum), 1 / exponent)
    }

    /// A range that reaches to 0 is not divided by logarithms.
    private var isLogarithmic: Bool {
        display == AudioUnitParameterOptions.flag_DisplayLogarithmic.rawValue && minimum > 0
    }

    private var exponent: Float {
        switch display {
        case AudioUnitParameterOptions.flag_DisplaySquareRoot.rawValue: 2
        case AudioUnitParameterOptions.flag_DisplaySquared.rawValue: 0.5
        case AudioUnitParameterOptions.flag_DisplayCubed.rawValue: 1 / 3
        case AudioUnitParameterOptions.flag_DisplayCubeRoot.rawValue: 3
        default: 1
        }
    }
}

/// Writes a number with a count of significant digits, and a zero at its end: 32 bytes at most.
func write(_ value: Double, digits: UInt32, to place: UnsafeMutablePointer<CChar>) {
    guard UInt(bitPattern: place) != 0 else { return }
    let text = String(format: "%.*g", Int(min(max(digits, 1), 15)), value)
    var index = 0
    for byte in text.utf8.prefix(31) {
        place[index] = CChar(bitPattern: byte)
        index += 1
    }
    place[index] = 0
}

// MARK: As Swift programs call it

/// Makes a listener of parameters that calls a closure on a dispatch queue.
@preconcurrency @discardableResult
public func AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>, _ inNotificationInterval: Float32,
    _ inDispatchQueue: DispatchQueue,
    _ inBlock:
        @escaping @Sendable (UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue) ->
        Void
) -> OSStatus {
    status(into: outListener) {
        try makeListener(inNotificationInterval, nil, queue(ClientQueue(inDispatchQueue))) { object, event, _, value in
            event.withParameter { inBlock(object, $0, value) }
        }
    }
}

/// Makes a listener of events that calls a closure on a dispatch queue.
@preconcurrency @discardableResult
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue,
    _ inBlock:
        @escaping @Sendable (
            UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue
        ) -> Void
) -> OSStatus {
    status(into: outListener) {
        try makeListener(inNotificationInterval, inValueChangeGranularity, queue(ClientQueue(inDispatchQueue))) {
            object, event, time, value in
            event.withEvent { inBlock(object, $0, time, value) }
        }
    }
}

/// Makes a listener of parameters that calls a function in a run loop.
@preconcurrency @discardableResult
public func AUListenerCreate(
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>,
            AudioUnitParameterValue
        ) -> Void, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: NSString?,
    _ inNotificationInterval: Float32, _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    withExtendedLifetime((inRunLoop, inRunLoopMode)) {
        __AUListenerCreate(
            inProc, inUserData, reference(inRunLoop), reference(inRunLoopMode), inNotificationInterval, outListener)
    }
}

/// Makes a listener of events that calls a function in a run loop.
@preconcurrency @discardableResult
public func AUEventListenerCreate(
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64,
            AudioUnitParameterValue
        ) -> Void, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: NSString?,
    _ inNotificationInterval: Float32, _ inValueChangeGranularity: Float32,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    withExtendedLifetime((inRunLoop, inRunLoopMode)) {
        __AUEventListenerCreate(
            inProc, inUserData, reference(inRunLoop), reference(inRunLoopMode), inNotificationInterval,
            inValueChangeGranularity, outListener)
    }
}
