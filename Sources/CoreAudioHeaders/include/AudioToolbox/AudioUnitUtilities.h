#ifndef AudioToolbox_AudioUnitUtilities_h
#define AudioToolbox_AudioUnitUtilities_h

// Listeners of parameters and properties of audio units, and parameters as people see them.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#if defined(__BLOCKS__) && !defined(__swift__)
#include <dispatch/dispatch.h>
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// Stands for all parameters of a unit.
CF_ENUM(AudioUnitParameterID) {
    kAUParameterListener_AnyParameter = 0xFFFFFFFF
};

/// What happens to a parameter or a property.
typedef CF_ENUM(UInt32, AudioUnitEventType) {
    kAudioUnitEvent_ParameterValueChange = 0,
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    kAudioUnitEvent_PropertyChange = 3
};

/// A listener of parameters.
typedef struct AUListenerBase *AUParameterListenerRef;

/// A listener of events.
typedef AUParameterListenerRef AUEventListenerRef;

/// Something that happens to a parameter or a property.
struct AudioUnitEvent {
    /// What happens.
    AudioUnitEventType mEventType;
    union {
        /// The parameter that it happens to.
        AudioUnitParameter mParameter;
        /// The property that it happens to, for `kAudioUnitEvent_PropertyChange`.
        AudioUnitProperty mProperty;
    } mArgument;
};
typedef struct AudioUnitEvent AudioUnitEvent;

/// Called when a parameter has a new value.
typedef void (*AUParameterListenerProc)(
    void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue);

/// Called when an event happens.
typedef void (*AUEventListenerProc)(
    void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime,
    AudioUnitParameterValue inParameterValue);

#if defined(__BLOCKS__) && !defined(__swift__)
/// Called when a parameter has a new value.
typedef void (^AUParameterListenerBlock)(
    void *_Nullable inObject, const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue);

/// Called when an event happens.
typedef void (^AUEventListenerBlock)(
    void *_Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime,
    AudioUnitParameterValue inParameterValue);
#endif

// MARK: Listeners of parameters

/// Makes a listener of parameters.
///
/// Any thread.
///
/// - Parameters:
///   - inProc: is called with each new value. It may make any call.
///   - inUserData: what the function is called with.
///   - inRunLoop: the run loop in which the function is called; null for that of this thread.
///   - inRunLoopMode: the mode of the run loop; null for the default mode.
///   - inNotificationInterval: the least time between two calls, in seconds; of several values meanwhile, the last one of
///     each parameter is told. With 0 the function is called at once, on the thread that sets the value.
///   - outListener: gets the listener.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a function or a place for the listener, or for an interval that is
///   no number or less than 0.
CF_EXPORT OSStatus AUListenerCreate(
    AUParameterListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    Float32 inNotificationInterval,
    AUParameterListenerRef _Nullable *_Nonnull outListener) CA_REFINED_FOR_SWIFT;

#if defined(__BLOCKS__)
/// Makes a listener of parameters that calls a block on a dispatch queue.
///
/// Any thread.
///
/// - Parameters:
///   - outListener: gets the listener.
///   - inNotificationInterval: the least time between two calls, in seconds, as in `AUListenerCreate`.
///   - inDispatchQueue: the queue.
///   - inBlock: is called with each new value.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) as in `AUListenerCreate`, and without a queue.
CF_EXPORT OSStatus AUListenerCreateWithDispatchQueue(
    AUParameterListenerRef _Nullable *_Nonnull outListener,
    Float32 inNotificationInterval,
    CADispatchQueueParameter inDispatchQueue,
    CA_BLOCK_PARAMETER(AUParameterListenerBlock) inBlock) CA_REFINED_FOR_SWIFT;
#endif

/// Ends a listener.
///
/// Its function is not called after that, unless it runs on another thread already. Any thread.
///
/// - Parameter inListener: the listener, of parameters or of events.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such listener.
CF_EXPORT OSStatus AUListenerDispose(AUParameterListenerRef inListener);

/// Has a listener told of a parameter.
///
/// Any thread.
///
/// - Parameters:
///   - inListener: the listener.
///   - inObject: what the function is called with for this parameter, and by which `AUParameterSet` leaves it out.
///   - inParameter: the parameter.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such listener, or no parameter.
CF_EXPORT OSStatus AUListenerAddParameter(
    AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);

/// Has a listener told of a parameter no longer.
///
/// Any thread.
///
/// - Parameters:
///   - inListener: the listener.
///   - inObject: what `AUListenerAddParameter` was called with.
///   - inParameter: the parameter.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such listener, or no parameter.
CF_EXPORT OSStatus AUListenerRemoveParameter(
    AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);

/// Sets a parameter, and tells its listeners.
///
/// Any thread but the audio thread.
///
/// - Parameters:
///   - inSendingListener: a listener that is not told; null for none.
///   - inSendingObject: the object of that listener that is not told; null for all of them.
///   - inParameter: the parameter.
///   - inValue: the value.
///   - inBufferOffsetInFrames: is ignored, as in `AudioUnitSetParameter`.
/// - Returns: the statuses of `AudioUnitSetParameter`. After an error no listener is told.
CF_EXPORT OSStatus AUParameterSet(
    AUParameterListenerRef _Nullable inSendingListener,
    void *_Nullable inSendingObject,
    const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue,
    UInt32 inBufferOffsetInFrames);

/// Tells the listeners of a parameter of its present value.
///
/// Any thread but the audio thread.
///
/// - Parameters:
///   - inSendingListener: a listener that is not told; null for none.
///   - inSendingObject: the object of that listener that is not told; null for all of them.
///   - inParameter: the parameter; `kAUParameterListener_AnyParameter` for all that have listeners.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a parameter.
CF_EXPORT OSStatus AUParameterListenerNotify(
    AUParameterListenerRef _Nullable inSendingListener,
    void *_Nullable inSendingObject,
    const AudioUnitParameter *inParameter);

// MARK: Listeners of events

/// Makes a listener of events.
///
/// Any thread.
///
/// - Parameters:
///   - inProc: is called with each event. It may make any call.
///   - inUserData: what the function is called with.
///   - inRunLoop: the run loop in which the function is called; null for that of this thread.
///   - inRunLoopMode: the mode of the run loop; null for the default mode.
///   - inNotificationInterval: the least time between two calls, in seconds. With 0 the function is called at once, on the
///     thread that makes the change.
///   - inValueChangeGranularity: values of one parameter that are less than so many seconds apart are told as one.
///   - outListener: gets the listener.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a function or a place for the listener, or for a time that is no
///   number or less than 0.
CF_EXPORT OSStatus AUEventListenerCreate(
    AUEventListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    Float32 inNotificationInterval,
    Float32 inValueChangeGranularity,
    AUEventListenerRef _Nullable *_Nonnull outListener) CA_REFINED_FOR_SWIFT;

#if defined(__BLOCKS__)
/// Makes a listener of events that calls a block on a dispatch queue.
///
/// Any thread.
///
/// - Parameters:
///   - outListener: gets the listener.
///   - inNotificationInterval: the least time between two calls, in seconds, as in `AUEventListenerCreate`.
///   - inValueChangeGranularity: values of one parameter that are less than so many seconds apart are told as one.
///   - inDispatchQueue: the queue.
///   - inBlock: is called with each event.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) as in `AUEventListenerCreate`, and without a queue.
CF_EXPORT OSStatus AUEventListenerCreateWithDispatchQueue(
    AUEventListenerRef _Nullable *_Nonnull outListener,
    Float32 inNotificationInterval,
    Float32 inValueChangeGranularity,
    CADispatchQueueParameter inDispatchQueue,
    CA_BLOCK_PARAMETER(AUEventListenerBlock) inBlock) CA_REFINED_FOR_SWIFT;
#endif

/// Has a listener told of an event.
///
/// Any thread.
///
/// - Parameters:
///   - inListener: the listener.
///   - inObject: what the function is called with for this event.
///   - inEvent: the event. A listener of a property is told of each scope and element that it names.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such listener or unit, or no event.
CF_EXPORT OSStatus AUEventListenerAddEventType(
    AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);

/// Has a listener told of an event no longer.
///
/// Any thread.
///
/// - Parameters:
///   - inListener: the listener.
///   - inObject: what `AUEventListenerAddEventType` was called with.
///   - inEvent: the event.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such listener, or no event.
CF_EXPORT OSStatus AUEventListenerRemoveEventType(
    AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);

/// Tells listeners of an event.
///
/// Any thread but the audio thread.
///
/// - Parameters:
///   - inSendingListener: a listener that is not told; null for none.
///   - inSendingObject: the object of that listener that is not told; null for all of them.
///   - inEvent: the event.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without an event.
CF_EXPORT OSStatus AUEventListenerNotify(
    AUEventListenerRef _Nullable inSendingListener, void *_Nullable inSendingObject, const AudioUnitEvent *inEvent);

// MARK: Values as people see them

/// Gets the value of a parameter at a place of a control that goes from 0 to 1.
///
/// The display flags of the parameter say how the control is divided. Any thread.
///
/// - Parameters:
///   - inLinearValue: the place, from 0 to 1.
///   - inParameter: the parameter.
/// - Returns: the value; 0 where there is no such parameter.
CF_EXPORT AudioUnitParameterValue AUParameterValueFromLinear(
    Float32 inLinearValue, const AudioUnitParameter *inParameter);

/// Gets the place of a value on a control that goes from 0 to 1.
///
/// Any thread.
///
/// - Parameters:
///   - inParameterValue: the value.
///   - inParameter: the parameter.
/// - Returns: the place, from 0 to 1; 0 where there is no such parameter.
CF_EXPORT Float32 AUParameterValueToLinear(
    AudioUnitParameterValue inParameterValue, const AudioUnitParameter *inParameter);

/// Writes the value of a parameter as a text.
///
/// Any thread.
///
/// - Parameters:
///   - inParameterValue: the value.
///   - inParameter: the parameter. Frequencies of 10 000 Hz and more lose digits that nobody hears.
///   - inTextBuffer: gets the text, with a zero at its end: 32 bytes.
///   - inDigits: how many digits count, 1 to 15.
/// - Returns: `inTextBuffer`.
CF_EXPORT char *AUParameterFormatValue(
    Float64 inParameterValue, const AudioUnitParameter *inParameter, char *inTextBuffer, UInt32 inDigits);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
