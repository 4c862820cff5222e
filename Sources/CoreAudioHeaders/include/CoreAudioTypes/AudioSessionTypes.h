#ifndef CoreAudioTypes_AudioSessionTypes_h
#define CoreAudioTypes_AudioSessionTypes_h

// Types and codes that the session's C calls and its class share.

#include <CoreAudioTypes/CoreAudioBaseTypes.h>
#include <CoreFoundation/CFBase.h>
#include <stdint.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// Names a session.
typedef uint32_t AudioSessionID;

/// Whole numbers of the classes of AVFAudio.
typedef long AVAudioInteger;
/// Whole numbers of the classes of AVFAudio that are not negative.
typedef unsigned long AVAudioUInteger;

#ifndef __swift__
/// Codes of a session's errors. Swift programs write `AVAudioSession.ErrorCode`.
typedef CF_ENUM(AVAudioInteger, AVAudioSessionErrorCode) {
    AVAudioSessionErrorCodeNone = 0,
    /// The sound server is gone.
    AVAudioSessionErrorCodeMediaServicesFailed = 0x6D737276,  // 'msrv'
    /// Input or output of the session was running.
    AVAudioSessionErrorCodeIsBusy = 0x21616374,  // '!act'
    AVAudioSessionErrorCodeIncompatibleCategory = 0x21636174,  // '!cat'
    AVAudioSessionErrorCodeCannotInterruptOthers = 0x21696E74,  // '!int'
    AVAudioSessionErrorCodeMissingEntitlement = 0x656E743F,  // 'ent?'
    AVAudioSessionErrorCodeSiriIsRecording = 0x73697269,  // 'siri'
    AVAudioSessionErrorCodeCannotStartPlaying = 0x21706C61,  // '!pla'
    AVAudioSessionErrorCodeCannotStartRecording = 0x21726563,  // '!rec'
    /// Values that do not go together.
    AVAudioSessionErrorCodeBadParam = -50,
    /// A call has the sound.
    AVAudioSessionErrorCodeInsufficientPriority = 0x21707269,  // '!pri'
    /// There is no such device.
    AVAudioSessionErrorCodeResourceNotAvailable = 0x21726573,  // '!res'
    AVAudioSessionErrorCodeUnspecified = 0x77686174,  // 'what'
    AVAudioSessionErrorCodeExpiredSession = 0x21736573,  // '!ses'
    AVAudioSessionErrorCodeSessionNotActive = 0x696E6163  // 'inac'
};
#endif

/// The older name of AVAudioSessionErrorCodeInsufficientPriority.
enum {
    AVAudioSessionErrorInsufficientPriority = 0x21707269  // '!pri'
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
