#ifndef AudioToolbox_AUParameters_h
#define AudioToolbox_AUParameters_h

// Parameters of audio units of version 3: what C programs share with the Swift classes.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// The value of a parameter.
typedef float AUValue;

/// Names a parameter of a unit. Its meaning is the unit's own.
typedef uint64_t AUParameterAddress;

/// Names an observer of parameters.
typedef void *AUParameterObserverToken;

/// What a user does with a control while a program records.
typedef CF_ENUM(uint32_t, AUParameterAutomationEventType) {
    /// The value has changed.
    AUParameterAutomationEventTypeValue = 0,
    /// The user has touched the control.
    AUParameterAutomationEventTypeTouch = 1,
    /// The user has released the control.
    AUParameterAutomationEventTypeRelease = 2
};

/// A change of a parameter.
struct AURecordedParameterEvent {
    /// The host time of the gesture; 0 if the program passed none.
    uint64_t hostTime;
    /// The parameter.
    AUParameterAddress address;
    /// The value.
    AUValue value;
};
typedef struct AURecordedParameterEvent AURecordedParameterEvent;

/// A change of a parameter, and whether the user touches or releases its control.
struct AUParameterAutomationEvent {
    /// The host time of the gesture; 0 if the program passed none.
    uint64_t hostTime;
    /// The parameter.
    AUParameterAddress address;
    /// The value.
    AUValue value;
    /// What the user does.
    AUParameterAutomationEventType eventType;
    /// Reserved: 0.
    uint64_t reserved;
};
typedef struct AUParameterAutomationEvent AUParameterAutomationEvent;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
