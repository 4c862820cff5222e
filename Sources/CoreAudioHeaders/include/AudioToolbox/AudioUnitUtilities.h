#ifndef AudioToolbox_AudioUnitUtilities_h
#define AudioToolbox_AudioUnitUtilities_h

// Listeners of parameters and properties of audio units, and values of parameters for controls.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitParameters.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#if !defined(__swift__) && __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread, on several threads at the same time, and in listeners. The functions take
// locks and allocate memory, and are not real-time safe.

// MARK: Types

/// A parameter ID for all parameters of a unit.
CF_ENUM(AudioUnitParameterID) {
    kAUParameterListener_AnyParameter = 0xFFFFFFFF
};

/// Kinds of events of a parameter or a property.
typedef CF_ENUM(UInt32, AudioUnitEventType) {
    /// A parameter has a new value.
    kAudioUnitEvent_ParameterValueChange = 0,
    /// The user begins to move a control.
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    /// The user has stopped moving a control.
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    /// A property has a new value. The unit sends this event itself.
    kAudioUnitEvent_PropertyChange = 3
};

/// A listener of parameters.
typedef struct AUListenerBase *AUParameterListenerRef;

/// A listener of events.
typedef AUParameterListenerRef AUEventListenerRef;

/// An event of a parameter or a property.
struct AudioUnitEvent {
    /// The kind of event.
    AudioUnitEventType mEventType;
    /// The parameter or the property, as `mEventType` says.
    union {
        /// The parameter.
        AudioUnitParameter mParameter;
        /// The property, for `kAudioUnitEvent_PropertyChange`.
        AudioUnitProperty mProperty;
    } mArgument;
};
typedef struct AudioUnitEvent AudioUnitEvent;

/// Receives a new value of a parameter.
///
/// Threads: Called in the run loop that the program passed. With an interval of 0 it is called on the thread that makes the
/// change. It may block.
///
/// - Parameters:
///   - inUserData: the pointer that the program passed with the function.
///   - inObject: the object that the program passed when it added the parameter.
///   - inParameter: the parameter. Valid only during the call.
///   - inValue: the value.
typedef void (*AUParameterListenerProc)(
    void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue);

/// Receives an event.
///
/// Threads: Called in the run loop that the program passed. With an interval of 0 it is called on the thread that makes the
/// change. It may block.
///
/// - Parameters:
///   - inUserData: the pointer that the program passed with the function.
///   - inObject: the object that the program passed when it added the event.
///   - inEvent: the event. Valid only during the call.
///   - inEventHostTime: the host time of the event.
///   - inParameterValue: the value of the parameter; 0 for a property.
typedef void (*AUEventListenerProc)(
    void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime,
    AudioUnitParameterValue inParameterValue);

#ifndef __swift__
#if defined(__BLOCKS__)
/// Receives a new value of a parameter.
///
/// Threads: Called on the dispatch queue that the program passed. With an interval of 0 it is called on the thread that makes
/// the change. It may block.
///
/// - Parameters:
///   - inObject: the object that the program passed when it added the parameter.
///   - inParameter: the parameter. Valid only during the call.
///   - inValue: the value.
typedef void (^AUParameterListenerBlock)(
    void *_Nullable inObject, const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue);
#else
typedef struct CAOpaqueBlock *AUParameterListenerBlock;
#endif

#if defined(__BLOCKS__)
/// Receives an event.
///
/// Threads: Called on the dispatch queue that the program passed. With an interval of 0 it is called on the thread that makes
/// the change. It may block.
///
/// - Parameters:
///   - inObject: the object that the program passed when it added the event.
///   - inEvent: the event. Valid only during the call.
///   - inEventHostTime: the host time of the event.
///   - inParameterValue: the value of the parameter; 0 for a property.
typedef void (^AUEventListenerBlock)(
    void *_Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime,
    AudioUnitParameterValue inParameterValue);
#else
typedef struct CAOpaqueBlock *AUEventListenerBlock;
#endif
#endif

// MARK: Listeners of parameters

/// Creates a listener of parameters that calls a function.
///
/// - Parameters:
///   - inProc: the function.
///   - inUserData: a pointer that is passed to the function.
///   - inRunLoop: the run loop that calls the function; null for that of the calling thread.
///   - inRunLoopMode: the mode of the run loop; null for the default mode.
///   - inNotificationInterval: the least seconds between two calls. If a parameter changes several times in between, the
///     listener gets its last value. With 0 it gets each value at once, on the thread that makes the change.
///   - outListener: on return, the listener, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the interval is negative, infinite or not a number
CF_EXPORT OSStatus AUListenerCreate(
    AUParameterListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    Float32 inNotificationInterval,
    AUParameterListenerRef _Nullable *_Nonnull outListener) CA_REFINED_FOR_SWIFT;

/// Creates a listener of parameters that calls a block on a dispatch queue.
///
/// - Parameters:
///   - outListener: on return, the listener, or null if the call fails.
///   - inNotificationInterval: the least seconds between two calls. If a parameter changes several times in between, the
///     listener gets its last value. With 0 it gets each value at once, on the thread that makes the change.
///   - inDispatchQueue: the queue.
///   - inBlock: the block.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the interval is negative, infinite or not a number
CF_EXPORT OSStatus AUListenerCreateWithDispatchQueue(
    AUParameterListenerRef _Nullable *_Nonnull outListener,
    Float32 inNotificationInterval,
    CADispatchQueueParameter inDispatchQueue,
    CA_BLOCK_PARAMETER(AUParameterListenerBlock) inBlock) CA_REFINED_FOR_SWIFT;

/// Ends a listener of parameters or events.
///
/// Its function is not called again. A call that is in progress on another thread ends as usual.
///
/// - Parameter inListener: a listener.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such listener
CF_EXPORT OSStatus AUListenerDispose(AUParameterListenerRef inListener);

/// Adds a parameter to a listener.
///
/// - Parameters:
///   - inListener: a listener.
///   - inObject: a pointer that is passed to the function. `AUParameterSet` can leave it out.
///   - inParameter: the parameter.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such listener, or the pointer is null
CF_EXPORT OSStatus AUListenerAddParameter(
    AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);

/// Removes a parameter from a listener.
///
/// - Parameters:
///   - inListener: a listener.
///   - inObject: the pointer that was passed to `AUListenerAddParameter`.
///   - inParameter: the parameter.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such listener, or the pointer is null
CF_EXPORT OSStatus AUListenerRemoveParameter(
    AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);

/// Sets a parameter, and calls its listeners.
///
/// If the call fails, no listener is called.
///
/// - Parameters:
///   - inSendingListener: a listener that is not called; null to call all listeners.
///   - inSendingObject: the object of that listener that is left out; null to leave out all of them.
///   - inParameter: the parameter.
///   - inValue: the value.
///   - inBufferOffsetInFrames: the units of this library ignore it.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidParameterValue`: the value is infinite or not a number
///   - `kAudioUnitErr_InvalidParameter`: an initialized unit does not have the parameter in this scope
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit does not have parameters in this scope, or does
///     not have this element
///   - `kAudio_ParamError`: the pointer is null, or there is no such unit
CF_EXPORT OSStatus AUParameterSet(
    AUParameterListenerRef _Nullable inSendingListener,
    void *_Nullable inSendingObject,
    const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue,
    UInt32 inBufferOffsetInFrames);

/// Calls the listeners of a parameter with its present value.
///
/// - Parameters:
///   - inSendingListener: a listener that is not called; null to call all listeners.
///   - inSendingObject: the object of that listener that is left out; null to leave out all of them.
///   - inParameter: the parameter, or `kAUParameterListener_AnyParameter` for all parameters of the unit that have listeners.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
CF_EXPORT OSStatus AUParameterListenerNotify(
    AUParameterListenerRef _Nullable inSendingListener,
    void *_Nullable inSendingObject,
    const AudioUnitParameter *inParameter);

// MARK: Listeners of events

/// Creates a listener of events that calls a function.
///
/// - Parameters:
///   - inProc: the function.
///   - inUserData: a pointer that is passed to the function.
///   - inRunLoop: the run loop that calls the function; null for that of the calling thread.
///   - inRunLoopMode: the mode of the run loop; null for the default mode.
///   - inNotificationInterval: the least seconds between two calls. With 0 the listener gets each event at once, on the
///     thread that makes the change.
///   - inValueChangeGranularity: the seconds in which several values of a parameter become one event; 0 for an event of each.
///   - outListener: on return, the listener, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or a time is negative, infinite or not a number
CF_EXPORT OSStatus AUEventListenerCreate(
    AUEventListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    Float32 inNotificationInterval,
    Float32 inValueChangeGranularity,
    AUEventListenerRef _Nullable *_Nonnull outListener) CA_REFINED_FOR_SWIFT;

/// Creates a listener of events that calls a block on a dispatch queue.
///
/// - Parameters:
///   - outListener: on return, the listener, or null if the call fails.
///   - inNotificationInterval: the least seconds between two calls. With 0 the listener gets each event at once, on the
///     thread that makes the change.
///   - inValueChangeGranularity: the seconds in which several values of a parameter become one event; 0 for an event of each.
///   - inDispatchQueue: the queue.
///   - inBlock: the block.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or a time is negative, infinite or not a number
CF_EXPORT OSStatus AUEventListenerCreateWithDispatchQueue(
    AUEventListenerRef _Nullable *_Nonnull outListener,
    Float32 inNotificationInterval,
    Float32 inValueChangeGranularity,
    CADispatchQueueParameter inDispatchQueue,
    CA_BLOCK_PARAMETER(AUEventListenerBlock) inBlock) CA_REFINED_FOR_SWIFT;

/// Adds an event to a listener.
///
/// - Parameters:
///   - inListener: a listener.
///   - inObject: a pointer that is passed to the function.
///   - inEvent: the event, with its unit, scope and element.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such listener, or the pointer is null
CF_EXPORT OSStatus AUEventListenerAddEventType(
    AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);

/// Removes an event from a listener.
///
/// - Parameters:
///   - inListener: a listener.
///   - inObject: the pointer that was passed to `AUEventListenerAddEventType`.
///   - inEvent: the event.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such listener, or the pointer is null
CF_EXPORT OSStatus AUEventListenerRemoveEventType(
    AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);

/// Calls the listeners of an event.
///
/// - Parameters:
///   - inSendingListener: a listener that is not called; null to call all listeners.
///   - inSendingObject: the object of that listener that is left out; null to leave out all of them.
///   - inEvent: the event.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
CF_EXPORT OSStatus AUEventListenerNotify(
    AUEventListenerRef _Nullable inSendingListener, void *_Nullable inSendingObject, const AudioUnitEvent *inEvent);

// MARK: Values on controls

/// Converts a position on a control to a value of a parameter.
///
/// The display flags of the parameter determine the curve.
///
/// - Parameters:
///   - inLinearValue: the position, 0 to 1.
///   - inParameter: the parameter.
/// - Returns: the value, or 0 if there is no such parameter.
CF_EXPORT AudioUnitParameterValue AUParameterValueFromLinear(
    Float32 inLinearValue, const AudioUnitParameter *inParameter);

/// Converts a value of a parameter to a position on a control.
///
/// - Parameters:
///   - inParameterValue: the value.
///   - inParameter: the parameter.
/// - Returns: the position, 0 to 1, or 0 if there is no such parameter.
CF_EXPORT Float32 AUParameterValueToLinear(
    AudioUnitParameterValue inParameterValue, const AudioUnitParameter *inParameter);

/// Formats the value of a parameter as text.
///
/// Threads: Call this function on any thread. It is not real-time safe.
///
/// - Parameters:
///   - inParameterValue: the value.
///   - inParameter: the parameter. It is ignored.
///   - inTextBuffer: room for 32 bytes. On return, the text with a zero at its end.
///   - inDigits: the number of significant digits, 1 to 15.
/// - Returns: `inTextBuffer`.
CF_EXPORT char *AUParameterFormatValue(
    Float64 inParameterValue, const AudioUnitParameter *inParameter, char *inTextBuffer, UInt32 inDigits);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
