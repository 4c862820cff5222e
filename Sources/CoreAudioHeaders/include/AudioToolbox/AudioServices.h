#ifndef AudioToolbox_AudioServices_h
#define AudioToolbox_AudioServices_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>
// As on the Mac, programs in C that include this header alone have CoreFoundation and the headers of C.
#ifndef __swift__
#include <CoreFoundation/CoreFoundation.h>
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in completions. It takes
// locks and allocate memory, and is not real-time safe.

// MARK: Types

/// A short sound that was made from a file, or one of the numbers predefined on every system, from 1000 on. These play the
/// matching sounds of the freedesktop sound theme, in Vorbis, WAVE or Opus. Vorbis and Opus need libavcodec.
typedef UInt32 SystemSoundID;

/// Names a property of a system sound.
typedef UInt32 AudioServicesPropertyID;

/// Called when a system sound has finished playing, or has been disposed of.
///
/// Threads: Called in the run loop that the program passed to `AudioServicesAddSystemSoundCompletion`. It may block, and may
/// play sounds.
///
/// - Parameters:
///   - ssID: the sound.
///   - clientData: the pointer that the program passed with the callback.
typedef void (*AudioServicesSystemSoundCompletionProc)(SystemSoundID ssID, void *_Nullable clientData);

/// Statuses of the calls below. Those of AudioFile.h come through where a file cannot be read.
CF_ENUM(OSStatus) {
    /// No error.
    kAudioServicesNoError = 0,
    /// There is no such property.
    kAudioServicesUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The size is not that of the property's value.
    kAudioServicesBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The size is not that of the specifier.
    kAudioServicesBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// There is no such system sound.
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    /// This library does not return it.
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    /// The file's sound lasts longer than 30 seconds.
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502
};

/// System sounds that need no file.
CF_ENUM(SystemSoundID) {
    /// The theme's bell.
    kSystemSoundID_UserPreferredAlert = 0x00001000,
    /// Nothing: there is no screen that a program does not draw itself.
    kSystemSoundID_FlashScreen = 0x00000FFE,
    /// Vibrates the device by the desktop's feedback service, if there is one.
    kSystemSoundID_Vibrate = 0x00000FFF,
    kUserPreferredAlert = kSystemSoundID_UserPreferredAlert
};

/// Properties of system sounds. The specifier is a SystemSoundID.
CF_ENUM(AudioServicesPropertyID) {
    /// UInt32, 1 unless it was set: the sound is silent where the user has turned sounds of the interface off.
    kAudioServicesPropertyIsUISound = 0x69737569,  // 'isui'
    /// UInt32, 0 unless it was set. With 1 `exit` waits until the sound has been played.
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469  // 'ifdi'
};

#ifndef __swift__
/// A key of the details of a play. Accepted, and without an effect: nothing here places sounds in space.
#define kAudioServicesDetailIntendedSpatialExperience CFSTR("AudioServicesDetailIntendedSpatialExperience")
#endif

// MARK: Making and playing

/// Creates a system sound from a file of at most 30 seconds, in any format that is decoded here.
///
/// The call decodes the file, which is not needed afterwards. It blocks until the file is decoded, and, for the program's first
/// sound, until the device is open. On an audio thread and in a tap it does not wait for the device: it decodes the program's
/// first sound soon after the call.
///
/// - Parameters:
///   - inFileURL: the URL of a file.
///   - outSystemSoundID: the sound, or 0 if the call fails. End it with `AudioServicesDisposeSystemSoundID`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or the URL is not that of a file
///   - `kAudioServicesSystemSoundExceededMaximumDurationError`: the sound lasts longer than 30 seconds
///   - the statuses of `AudioFileOpenURL`, and those of a decoder that cannot go on
CF_EXPORT OSStatus AudioServicesCreateSystemSoundID(CAURLParameter inFileURL, SystemSoundID *outSystemSoundID);

/// Disposes of a system sound, and stops it if it is playing.
///
/// - Parameter inSystemSoundID: a sound that `AudioServicesCreateSystemSoundID` made.
/// - Returns: 0, or `kAudioServicesSystemSoundUnspecifiedError`: there is no such sound, or it is a predefined sound.
CF_EXPORT OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a system sound from the device's next cycle on, beside those that play already.
///
/// The call returns immediately. An unknown number plays nothing.
///
/// On Linux at most 64 sounds play at the same time. Further sounds, and sounds that are played while the sound server is not
/// available, are left out. Their completions are called when the sound would have ended.
/// If the user has turned off user interface sounds in the desktop's settings, the sound does not play.
///
/// - Parameter inSystemSoundID: a sound that you created, or one of the predefined sounds.
CF_EXPORT void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

/// Plays a system sound and vibrates the device, if it can vibrate.
///
/// On Linux the desktop's feedback service, feedbackd, vibrates the device. While one vibration waits for the service, further
/// ones are left out.
///
/// - Parameter inSystemSoundID: a sound that you created, or one of the predefined sounds.
CF_EXPORT void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

#ifndef __swift__
#if defined(__BLOCKS__)
/// Called when a sound has finished playing, or has been disposed of.
///
/// Threads: Called on a thread of the library, which calls the completions of all sounds. It may block, and may play sounds.
typedef void (^CASoundCompletionBlock)(void);
#else
typedef struct CAOpaqueBlock *CASoundCompletionBlock;
#endif
#endif

/// Plays a system sound, and calls a block when it has finished playing or has been disposed of.
///
/// - Parameters:
///   - inSystemSoundID: a sound that you created, or one of the predefined sounds.
///   - inCompletionBlock: called on a thread of the library; may be null.
CF_EXPORT void AudioServicesPlaySystemSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound and vibrates the device, if it can vibrate, and calls a block when the sound has finished playing or
/// has been disposed of.
///
/// - Parameters:
///   - inSystemSoundID: a sound that you created, or one of the predefined sounds.
///   - inCompletionBlock: called on a thread of the library; may be null.
CF_EXPORT void AudioServicesPlayAlertSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound; the details have no effect.
///
/// - Parameters:
///   - inSystemSoundId: a sound that you created, or one of the predefined sounds.
///   - inDetails: ignored.
///   - inCompletionBlock: called on a thread of the library; may be null.
CF_EXPORT void AudioServicesPlaySystemSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound and vibrates the device, if it can vibrate; the details have no effect.
///
/// - Parameters:
///   - inSystemSoundId: a sound that you created, or one of the predefined sounds.
///   - inDetails: ignored.
///   - inCompletionBlock: called on a thread of the library; may be null.
CF_EXPORT void AudioServicesPlayAlertSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

// MARK: Completions

/// Sets the function that is called in a run loop whenever a system sound has finished playing.
///
/// A sound has one such function: the call replaces the previous one. The library retains the run loop.
///
/// The client data must stay valid until the function is removed or replaced, or the sound is disposed of, and its last call
/// has returned.
///
/// This example disposes of a sound when it has finished playing. The main run loop must run:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// void finished(SystemSoundID sound, void *context) {
///     (void)context;
///     AudioServicesDisposeSystemSoundID(sound);
/// }
///
/// OSStatus playOnce(CFURLRef url) {
///     SystemSoundID sound;
///     OSStatus status = AudioServicesCreateSystemSoundID(url, &sound);
///     if (status == noErr) status = AudioServicesAddSystemSoundCompletion(sound, NULL, NULL, finished, NULL);
///     if (status == noErr) AudioServicesPlaySystemSound(sound);
///     return status;
/// }
/// ```
///
/// - Parameters:
///   - inSystemSoundID: a sound that you created, or one of the predefined sounds.
///   - inRunLoop: the run loop; null for the main one.
///   - inRunLoopMode: the mode; null for the common modes.
///   - inCompletionRoutine: the function.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null
///   - `kAudioServicesSystemSoundUnspecifiedError`: there is no such sound
CF_EXPORT OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine CA_SENDABLE,
    void *_Nullable inClientData) CA_REFINED_FOR_SWIFT;

/// Removes the function that is called whenever a system sound has finished playing.
///
/// - Parameter inSystemSoundID: a sound. One without a function stays as it is.
CF_EXPORT void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

// MARK: Properties

/// Returns the size of a system sound's property, and whether it can be set.
///
/// - Parameters:
///   - inPropertyID: a property, such as `kAudioServicesPropertyIsUISound`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes: 4.
///   - inSpecifier: the `SystemSoundID`.
///   - outPropertyDataSize: 4; may be null.
///   - outWritable: true; may be null.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the specifier is null
///   - `kAudioServicesUnsupportedPropertyError`: there is no such property
///   - `kAudioServicesBadSpecifierSizeError`: the specifier has another size
///   - `kAudioServicesSystemSoundUnspecifiedError`: there is no such sound
CF_EXPORT OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *_Nullable outPropertyDataSize,
    Boolean *_Nullable outWritable);

/// Reads a property of a system sound.
///
/// - Parameters:
///   - inPropertyID: a property, such as `kAudioServicesPropertyIsUISound`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes: 4.
///   - inSpecifier: the `SystemSoundID`.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return 4.
///   - outPropertyData: room for a UInt32.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioServicesBadPropertySizeError`: the buffer is too small
///   - the statuses of `AudioServicesGetPropertyInfo`
CF_EXPORT OSStatus AudioServicesGetProperty(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *ioPropertyDataSize,
    void *_Nullable outPropertyData);

/// Changes a property of a system sound.
///
/// - Parameters:
///   - inPropertyID: a property, such as `kAudioServicesPropertyIsUISound`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes: 4.
///   - inSpecifier: the `SystemSoundID`.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes: 4.
///   - inPropertyData: a UInt32.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioServicesBadPropertySizeError`: the size is another
///   - the statuses of `AudioServicesGetPropertyInfo`
CF_EXPORT OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
