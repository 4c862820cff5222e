#ifndef AudioToolbox_AudioOutputUnit_h
#define AudioToolbox_AudioOutputUnit_h

// Output units, which run by a device's clock.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread, and in listeners. The functions take locks and allocate memory, and are not
// real-time safe.

// MARK: Selectors

/// Selectors of an output unit's functions.
enum {
    kAudioOutputUnitRange = 512,
    kAudioOutputUnitStartSelect = 513,
    kAudioOutputUnitStopSelect = 514
};

/// Starts an instance.
///
/// The function of a registered component for `AudioOutputUnitStart`.
///
/// Threads: Called on the thread that calls `AudioOutputUnitStart`.
///
/// - Parameter self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioOutputUnitStartProc)(void *self);

/// Stops an instance.
///
/// The function of a registered component for `AudioOutputUnitStop`.
///
/// Threads: Called on the thread that calls `AudioOutputUnitStop`.
///
/// - Parameter self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioOutputUnitStopProc)(void *self);

// MARK: Running

/// Starts an output unit.
///
/// In each cycle, the device calls the unit's input callback, and then the source of its input. The call has no effect on a
/// unit that runs. Listeners of `kAudioOutputUnitProperty_IsRunning` are called before the call returns.
///
/// - Parameter ci: an output unit.
/// - Returns: 0, or
///   - `kAudioUnitErr_Uninitialized`: the unit is not initialized
///   - `kAudioUnitErr_FailedInitialization`: the unit has no device, or its device was lost before the call returned. The unit
///     does not run then.
///   - `kAudio_UnimplementedError`: the unit is not an output unit
///   - `kAudio_ParamError`: there is no such unit
///   - a status of a device that does not start
CF_EXPORT OSStatus AudioOutputUnitStart(AudioUnit ci);

/// Stops an output unit.
///
/// When the call returns, no callback of the unit runs. A callback that makes the call does not wait: its cycle is the last
/// one. The call succeeds for a unit that does not run. Listeners of `kAudioOutputUnitProperty_IsRunning` are called before
/// the call returns.
///
/// Threads: Call this function on any thread, and in render callbacks and listeners. It takes locks, and is not real-time
/// safe. It waits for a render callback that runs: do not hold a lock that the callback takes.
///
/// - Parameter ci: an output unit.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit is not an output unit
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioOutputUnitStop(AudioUnit ci);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
