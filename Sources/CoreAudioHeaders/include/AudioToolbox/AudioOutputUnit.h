#ifndef AudioToolbox_AudioOutputUnit_h
#define AudioToolbox_AudioOutputUnit_h

// Output units: those that run by a device's clock.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Selectors

/// Selectors of an output unit's functions.
CF_ENUM(UInt32) {
    kAudioOutputUnitRange = 512,
    kAudioOutputUnitStartSelect = 513,
    kAudioOutputUnitStopSelect = 514
};

/// The function of a component for `AudioOutputUnitStart`.
typedef OSStatus (*AudioOutputUnitStartProc)(void *self);
/// The function of a component for `AudioOutputUnitStop`.
typedef OSStatus (*AudioOutputUnitStopProc)(void *self);

// MARK: Running

/// Starts an output unit.
///
/// Its device begins to call it: first its input callback, then what is connected to its input. Does nothing for a unit that
/// runs. Listeners of `kAudioOutputUnitProperty_IsRunning` are called before the call returns. Any thread.
///
/// - Parameter ci: the output unit.
/// - Returns: `noErr`; `kAudioUnitErr_Uninitialized` before the unit is initialised; `kAudio_UnimplementedError` (-4) for a unit that is no
/// output unit; `kAudio_ParamError` (-50) without a unit; the status of a device that does not start.
CF_EXPORT OSStatus AudioOutputUnitStart(AudioUnit ci);

/// Stops an output unit.
///
/// When the call returns, no callback of the unit runs or will run. A callback that makes the call does not wait: the cycle
/// that it is in is the last one. Listeners of `kAudioOutputUnitProperty_IsRunning` are called. Any thread.
///
/// - Parameter ci: the output unit.
/// - Returns: `noErr`, also for a unit that does not run; `kAudio_UnimplementedError` (-4) for a unit that is no output unit;
/// `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioOutputUnitStop(AudioUnit ci);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
