#ifndef OpenAL_oalMacOSX_OALExtensions_h
#define OpenAL_oalMacOSX_OALExtensions_h

#include <OpenAL/al.h>
#include <OpenAL/alc.h>

#ifdef __cplusplus
extern "C" {
#endif

// The types of functions that programs get from `alcGetProcAddress(NULL, …)` or `alGetProcAddress`, by the name of the type
// without ProcPtr. Any thread may call them. They are not real-time safe.

// MARK: ALC_EXT_MAC_OSX

/// A rendering quality: places sources by a measured head, for headphones.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH 0x72716869
/// A rendering quality: places sources by the gain of each loudspeaker. That of a new process.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW 0x72646C6F
/// A rendering quality: the same as the high one.
#define ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES 0x68647068
/// A number of channels: two, whatever the device has.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO 0x72637374
/// A number of channels: those of the device. That of a new process.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL 0x72636D63
/// A source's gain in a voice chat of GameKit, which is not on Linux. No call takes it.
#define AL_GAMEKIT 0x676B7372

/// Sets the rendering quality of all devices, open ones too. Another value is an `AL_INVALID_VALUE`.
///
/// Threads: Call this function on any thread.
///
/// - Parameter value: a rendering quality.
typedef void (*alcMacOSXRenderingQualityProcPtr)(ALint value);
/// Sets the number of channels of all devices, open ones too. Another value is an `AL_INVALID_VALUE`.
///
/// Threads: Call this function on any thread.
///
/// - Parameter value: a number of channels: `ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO` or `…_MULTICHANNEL`.
typedef void (*alMacOSXRenderChannelCountProcPtr)(ALint value);
/// Sets how many sources a context has that is created without `ALC_MONO_SOURCES`, where these are more than 256.
///
/// Threads: Call this function on any thread.
///
/// - Parameter value: 1 to 4096; another value is an `AL_INVALID_VALUE`.
typedef void (*alcMacOSXMixerMaxiumumBussesProcPtr)(ALint value);
/// Sets the rate of all devices, open ones too, but for contexts that are created with `ALC_FREQUENCY`.
///
/// Threads: Call this function on any thread.
///
/// - Parameter value: frames per second, 8000 to 192000; another value is an `AL_INVALID_VALUE`.
typedef void (*alcMacOSXMixerOutputRateProcPtr)(ALdouble value);
/// Returns the rendering quality.
///
/// Threads: Call this function on any thread.
///
/// - Returns: a rendering quality.
typedef ALint (*alcMacOSXGetRenderingQualityProcPtr)(void);
/// Returns the number of channels.
///
/// Threads: Call this function on any thread.
///
/// - Returns: `ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO` or `…_MULTICHANNEL`.
typedef ALint (*alMacOSXGetRenderChannelCountProcPtr)(void);
/// Returns what `alcMacOSXMixerMaxiumumBusses` has set.
///
/// Threads: Call this function on any thread.
///
/// - Returns: 64, unless it was set.
typedef ALint (*alcMacOSXGetMixerMaxiumumBussesProcPtr)(void);
/// Returns the rate of new devices.
///
/// Threads: Call this function on any thread.
///
/// - Returns: what was set; otherwise the rate of the current context's device, or of the default output.
typedef ALdouble (*alcMacOSXGetMixerOutputRateProcPtr)(void);

// MARK: AL_EXT_SOURCE_SPATIALIZATION

/// Sets how well a source's rate is converted: with the quality low by the usual filter of OpenAL Soft, with high or headphones
/// by its best one.
///
/// A wrong source is an `AL_INVALID_NAME`, another value an `AL_INVALID_VALUE`. How sources are placed is a setting of the
/// device, `alcMacOSXRenderingQuality`.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - value: a rendering quality.
typedef void (*alSourceRenderingQualityProcPtr)(ALuint sid, ALint value);
/// Returns the rendering quality of a source.
///
/// Threads: Call this function on any thread.
///
/// - Parameter sid: a source of the current context.
/// - Returns: the quality high or low; 0 for a wrong source.
typedef ALint (*alSourceGetRenderingQualityProcPtr)(ALuint sid);

// MARK: AL_EXT_SOURCE_NOTIFICATIONS

/// A notification: a source that loops has begun again.
///
/// Positions are compared once in each of the device's cycles: what begins again several times in a cycle is reported at most once.
#define AL_QUEUE_HAS_LOOPED 0x9000

/// Called when something has happened to a source.
///
/// Threads: Called on a thread of the library, one call at a time, with the source's context current on that thread. It may make any
/// call of OpenAL.
///
/// - Parameters:
///   - sid: the source.
///   - notificationID: `AL_SOURCE_STATE`, `AL_BUFFERS_PROCESSED` or `AL_QUEUE_HAS_LOOPED`.
///   - userData: the pointer that the program passed with the callback.
typedef void (*alSourceNotificationProc)(ALuint sid, ALuint notificationID, ALvoid *userData);
/// Has a callback called when something happens to a source, until the source is deleted.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - notificationID: `AL_SOURCE_STATE`, `AL_BUFFERS_PROCESSED` or `AL_QUEUE_HAS_LOOPED`.
///   - notifyProc: the callback.
///   - userData: passed to the callback.
/// - Returns: `AL_NO_ERROR`; `AL_INVALID_NAME` for a wrong source; `AL_INVALID_VALUE` for another notification or no callback;
///   `AL_INVALID_OPERATION` where the same callback has the same notification with the same pointer already.
typedef ALenum (*alSourceAddNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);
/// Ends what `alSourceAddNotification` began with the same values.
///
/// When this returns, the callback does not run and will not be called, unless it makes the call itself.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - notificationID: the notification.
///   - notifyProc: the callback.
///   - userData: its pointer.
typedef void (*alSourceRemoveNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);

// MARK: ALC_EXT_ASA

/// ALuint of the listener, 0 at first: whether there is a reverb. Can be set.
#define ALC_ASA_REVERB_ON 0x72766F6E
/// ALfloat of the listener, -40 to 40 dB, 0 at first: the level of the reverb. Can be set. More than 0 is heard as 0.
#define ALC_ASA_REVERB_GLOBAL_LEVEL 0x7276676C
/// ALint of the listener, one of the rooms below, the small room at first: how the reverb sounds. Can be set.
#define ALC_ASA_REVERB_ROOM_TYPE 0x72767274
/// A room of some square metres.
#define ALC_ASA_REVERB_ROOM_TYPE_SmallRoom 0
/// A room of a house.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumRoom 1
/// A room for many.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom 2
/// A hall.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall 3
/// A concert hall.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall 4
/// A plate of steel.
#define ALC_ASA_REVERB_ROOM_TYPE_Plate 5
/// A room of bare walls.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumChamber 6
/// A large room of bare walls.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeChamber 7
/// A cathedral.
#define ALC_ASA_REVERB_ROOM_TYPE_Cathedral 8
/// A room for many, with a softer floor.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2 9
/// A hall, with brighter walls.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall2 10
/// A hall, with softer walls.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall3 11
/// A concert hall, with brighter walls.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall2 12
/// ALfloat of the listener, -18 to 18 dB, 0 at first: the gain of the reverb above or below a frequency. Can be set. More than 0 is
/// heard as 0.
#define ALC_ASA_REVERB_EQ_GAIN 0x72766567
/// ALfloat of the listener, 0.5 to 4 octaves, 3 at first. Can be set, and is not heard: the gain is that of all above or below.
#define ALC_ASA_REVERB_EQ_BANDWITH 0x72766562
/// ALfloat of the listener, 10 to 20000 Hz, 800 at first: from 1000 Hz on the gain is that of what lies above, otherwise that of what
/// lies below. Can be set.
#define ALC_ASA_REVERB_EQ_FREQ 0x72766566
/// ALfloat of a source, 0 to 1, 0 at first: how much of it is in the reverb. Can be set.
#define ALC_ASA_REVERB_SEND_LEVEL 0x7276736C
/// ALfloat of a source, -100 to 0 dB, 0 at first: how much a wall lowers the high frequencies of all its sound. Can be set.
#define ALC_ASA_OCCLUSION 0x6F63636C
/// ALfloat of a source, -100 to 0 dB, 0 at first: how much a thing in between lowers the high frequencies of its direct sound. Can be
/// set.
#define ALC_ASA_OBSTRUCTION 0x6F627374

/// Stores a property of a source.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - property: one of the three properties of sources.
///   - source: a source of the current context.
///   - data: where the value is stored.
///   - dataSize: how many bytes fit; afterwards, how many the value has.
/// - Returns: `AL_NO_ERROR`; `AL_INVALID_NAME` for a wrong source; `AL_INVALID_ENUM` for another property; `AL_INVALID_OPERATION`
///   for too few bytes, or without a current context; `AL_INVALID_VALUE` for a null pointer.
typedef ALenum (*alcASAGetSourceProcPtr)(ALuint property, ALuint source, ALvoid *data, ALuint *dataSize);
/// Sets a property of a source.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - property: one of the three properties of sources.
///   - source: a source of the current context.
///   - data: the value.
///   - dataSize: its bytes.
/// - Returns: as `alcASAGetSource`, and `AL_INVALID_VALUE` for a value out of range.
typedef ALenum (*alcASASetSourceProcPtr)(ALuint property, ALuint source, ALvoid *data, ALuint dataSize);
/// Stores a property of the listener of the current context.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - property: one of the six properties of the listener.
///   - data: where the value is stored.
///   - dataSize: how many bytes fit; afterwards, how many the value has.
/// - Returns: as `alcASAGetSource`.
typedef ALenum (*alcASAGetListenerProcPtr)(ALuint property, ALvoid *data, ALuint *dataSize);
/// Sets a property of the listener of the current context.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - property: one of the six properties of the listener.
///   - data: the value.
///   - dataSize: its bytes.
/// - Returns: as `alcASASetSource`.
typedef ALenum (*alcASASetListenerProcPtr)(ALuint property, ALvoid *data, ALuint dataSize);

// MARK: ALC_EXT_OUTPUT_CAPTURER

/// Prepares to capture what the current context's device plays.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - frequency: frames per second.
///   - format: `AL_FORMAT_MONO8`, `AL_FORMAT_MONO16`, `AL_FORMAT_STEREO8` or `AL_FORMAT_STEREO16`.
///   - maxsamplecount: how many frames are kept for the program. What does not fit is lost.
typedef void (*alcOutputCapturerPrepareProcPtr)(ALCuint frequency, ALCenum format, ALCsizei maxsamplecount);
/// Begins to capture.
///
/// Threads: Call this function on any thread.
typedef void (*alcOutputCapturerStartProcPtr)(void);
/// Ends capturing, and drops what has not been read.
///
/// Threads: Call this function on any thread.
typedef void (*alcOutputCapturerStopProcPtr)(void);
/// Returns how many frames can be read.
///
/// Threads: Call this function on any thread.
///
/// - Returns: a number of frames; 0 where nothing was prepared.
typedef ALint (*alcOutputCapturerAvailableSamplesProcPtr)(void);
/// Moves captured frames to the program. More than there are is an `AL_INVALID_VALUE`, and none is moved.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - buffer: where the frames are stored.
///   - samplecount: how many frames.
typedef void (*alcOutputCapturerSamplesProcPtr)(ALCvoid *buffer, ALCsizei samplecount);

#ifdef __cplusplus
}
#endif

#endif
