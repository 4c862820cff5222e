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
    kAudioServicesNoError = 0,
    kAudioServicesUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    kAudioServicesBadPropertySizeError = 0x2173697A,  // '!siz'
    kAudioServicesBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// There is no such system sound.
    kAudioServicesSystemSoundUnspecifiedError = -1500,
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
    /// UInt32, 1 unless it was set. Kept for the program: the desktop's own switch for such sounds is not asked.
    kAudioServicesPropertyIsUISound = 0x69737569,  // 'isui'
    /// UInt32, 0 unless it was set. With 1 `exit` waits until the sound has been played.
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469  // 'ifdi'
};

#ifndef __swift__
/// A key of the details of a play. Accepted, and without an effect: nothing here places sounds in space.
#define kAudioServicesDetailIntendedSpatialExperience CFSTR("AudioServicesDetailIntendedSpatialExperience")
#endif

// MARK: Making and playing

/// Makes a system sound: reads and decodes a file of at most 30 seconds, in any format that AudioFile reads.
///
/// The process's first in a tap or on the audio thread, which cannot wait for the device, is decoded soon after the call.
CF_EXPORT OSStatus AudioServicesCreateSystemSoundID(CAURLParameter inFileURL, SystemSoundID *outSystemSoundID);

/// Ends a system sound, while it plays too.
CF_EXPORT OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a system sound, beside those that play already, from the device's next cycle on.
CF_EXPORT void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

/// Plays a system sound and shakes the device, where it can be shaken.
CF_EXPORT void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

#if defined(__BLOCKS__)
#ifndef __swift__
/// Called when a sound has been heard.
typedef void (^CASoundCompletionBlock)(void);
#endif

/// Plays a system sound, and calls a block on a thread of the library's own once it has been heard or disposed of.
CF_EXPORT void AudioServicesPlaySystemSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// The same, and shakes the device.
CF_EXPORT void AudioServicesPlayAlertSoundWithCompletion(
    SystemSoundID inSystemSoundID,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Plays a system sound; the details have no effect.
CF_EXPORT void AudioServicesPlaySystemSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// The same, and shakes the device.
CF_EXPORT void AudioServicesPlayAlertSoundWithDetails(
    SystemSoundID inSystemSoundId,
    CADictionaryParameter _Nullable inDetails,
    CA_BLOCK_PARAMETER(CASoundCompletionBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;
#endif

// MARK: Completions

/// Has a function called in a run loop whenever a system sound has been played, instead of the function before.
///
/// - inRunLoop: null for the main run loop.
/// - inRunLoopMode: null for the common modes.
CF_EXPORT OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID,
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine CA_SENDABLE,
    void *_Nullable inClientData) CA_REFINED_FOR_SWIFT;

CF_EXPORT void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

// MARK: Properties

/// Bytes that a property's value takes, and whether it can be set.
CF_EXPORT OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *_Nullable outPropertyDataSize,
    Boolean *_Nullable outWritable);

CF_EXPORT OSStatus AudioServicesGetProperty(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *ioPropertyDataSize,
    void *_Nullable outPropertyData);

CF_EXPORT OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
