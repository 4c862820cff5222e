#ifndef AudioToolbox_AudioServices_h
#define AudioToolbox_AudioServices_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// A short sound that was made from a file, or one of the numbers that every system knows, from 1000 on. These play what the
/// freedesktop sound theme has for them, in Vorbis, WAVE or Opus. Vorbis and Opus need libavcodec.
typedef UInt32 SystemSoundID;

/// Names a property of a system sound.
typedef UInt32 AudioServicesPropertyID;

/// Called when a system sound has been played.
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
    /// Not returned by this library.
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
    /// Shakes the device by the desktop's feedback service. Nothing where there is none.
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

/// Makes a system sound from a file of at most 30 seconds, in any format that is decoded here.
///
/// The file is decoded at once and not needed afterwards. In an audio thread or a tap, which cannot wait for the device, the
/// process's first sound is decoded soon after the call.
///
/// - Parameters:
///   - inFileURL: the URL of a file.
///   - outSystemSoundID: the sound, or 0 where the call fails. End it with `AudioServicesDisposeSystemSoundID`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or the URL is not that of a file
///   - `kAudioServicesSystemSoundExceededMaximumDurationError`: the sound lasts longer than 30 seconds
///   - the statuses of `AudioFileOpenURL`, and those of a decoder that cannot go on
CF_EXPORT OSStatus AudioServicesCreateSystemSoundID(CAURLParameter inFileURL, SystemSoundID *outSystemSoundID);

/// Ends a system sound, while it plays too.
///
/// - Parameter inSystemSoundID: a sound that `AudioServicesCreateSystemSoundID` made.
/// - Returns: 0, or `kAudioServicesSystemSoundUnspecifiedError`: there is no such sound, or it is one that every system knows.
CF_EXPORT OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a system sound from the device's next cycle on, beside those that play already.
///
/// The call returns at once. A number that is no sound plays nothing.
///
/// - Parameter inSystemSoundID: a sound that was made from a file, or a number that every system knows.
CF_EXPORT void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

/// Plays a system sound and shakes the device, where it can be shaken.
///
/// - Parameter inSystemSoundID: a sound that was made from a file, or a number that every system knows.
CF_EXPORT void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

#if defined(__BLOCKS__)
#ifndef __swift__
/// Called when a sound has been heard.
typedef void (^CASoundCompletionBlock)(void);
#endif

/// Plays a system sound, and calls a block once it has been heard or disposed of.
///
/// - Parameters:
///   - inSystemSoundID: a sound that was made from a file, or a number that every system knows.
///   - inCompletionBlock: is called on a thread of the library's own; may be null.
CF_EXPORT void AudioServicesPlaySystemSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound and shakes the device, and calls a block once the sound has been heard or disposed of.
///
/// - Parameters:
///   - inSystemSoundID: a sound that was made from a file, or a number that every system knows.
///   - inCompletionBlock: is called on a thread of the library's own; may be null.
CF_EXPORT void AudioServicesPlayAlertSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound; the details have no effect.
///
/// - Parameters:
///   - inSystemSoundId: a sound that was made from a file, or a number that every system knows.
///   - inDetails: is not looked at.
///   - inCompletionBlock: is called on a thread of the library's own; may be null.
CF_EXPORT void AudioServicesPlaySystemSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound and shakes the device; the details have no effect.
///
/// - Parameters:
///   - inSystemSoundId: a sound that was made from a file, or a number that every system knows.
///   - inDetails: is not looked at.
///   - inCompletionBlock: is called on a thread of the library's own; may be null.
CF_EXPORT void AudioServicesPlayAlertSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;
#endif

// MARK: Completions

/// Has a function called in a run loop whenever a system sound has been played.
///
/// A sound has one such function: it takes the place of the one before.
///
/// - Parameters:
///   - inSystemSoundID: a sound that was made from a file, or a number that every system knows.
///   - inRunLoop: the run loop; null for the main one.
///   - inRunLoopMode: the mode; null for the common modes.
///   - inCompletionRoutine: the function.
///   - inClientData: a pointer that the function gets; may be null.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null
///   - `kAudioServicesSystemSoundUnspecifiedError`: there is no such sound
CF_EXPORT OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine CA_SENDABLE,
    void *_Nullable inClientData) CA_REFINED_FOR_SWIFT;

/// Has no function called any more when a system sound has been played.
///
/// - Parameter inSystemSoundID: a sound. One without a function stays as it is.
CF_EXPORT void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

// MARK: Properties

/// Tells how many bytes the value of a system sound's property takes, and whether it can be set.
///
/// - Parameters:
///   - inPropertyID: a property, such as `kAudioServicesPropertyIsUISound`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes: 4.
///   - inSpecifier: the `SystemSoundID`.
///   - outPropertyDataSize: 4; null where the program does not need it.
///   - outWritable: true; null where the program does not need it.
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
