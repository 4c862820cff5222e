#ifndef AudioToolbox_AudioSession_h
#define AudioToolbox_AudioSession_h

// A program's audio session in C: what AVAudioSession is in Swift. Both are the same session.
//
// Every call but AudioSessionInitialize returns kAudioSessionNotInitialized before that has been called. Calls may be made on any
// thread and in every listener.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in listeners. It takes
// locks, may wait for the sound server or the message bus, and is not real-time safe.

// MARK: Statuses

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// No error.
    kAudioSessionNoError = 0,
    /// `AudioSessionInitialize` has not been called.
    kAudioSessionNotInitialized = 0x21696E69,  // '!ini'
    /// The program has called `AudioSessionInitialize` before.
    kAudioSessionAlreadyInitialized = 0x696E6974,  // 'init'
    /// This library does not return it.
    kAudioSessionInitializationError = 0x696E693F,  // 'ini?'
    /// A property that is not known, cannot be read, set or listened to, or does not allow the value.
    kAudioSessionUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The size is not that of the property's value.
    kAudioSessionBadPropertySizeError = 0x2173697A,  // '!siz'
    /// Input or output was running while the session became inactive, which it is.
    kAudioSessionNotActiveError = 0x21616374,  // '!act'
    /// This library does not return it.
    kAudioServicesNoHardwareError = 0x6E6F6877,  // 'nohw'
    /// The session's category has no number here.
    kAudioSessionNoCategorySet = 0x3F636174,  // '?cat'
    /// The session's category does not allow this.
    kAudioSessionIncompatibleCategory = 0x21636174,  // '!cat'
    /// An error that no other status describes.
    kAudioSessionUnspecifiedError = 0x77686174  // 'what'
};

// MARK: Types

/// Names a property of the session.
typedef UInt32 AudioSessionPropertyID;

/// Whether a program may play on after an interruption.
typedef UInt32 AudioSessionInterruptionType;

/// Called when the session is interrupted, and when the interruption ends.
///
/// Threads: Called in the run loop that the program passed to `AudioSessionInitialize`. It may call all functions of this
/// header.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inInterruptionState: `kAudioSessionBeginInterruption` or `kAudioSessionEndInterruption`.
typedef void (*AudioSessionInterruptionListener)(void *_Nullable inClientData, UInt32 inInterruptionState);

/// Called when a property has changed.
///
/// Threads: Called in the run loop that the program passed to `AudioSessionInitialize`. It may call all functions of this
/// header.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inID: the property.
///   - inDataSize: the size of the value in bytes.
///   - inData: the number, or the CFDictionaryRef or CFArrayRef itself. Valid only during the call.
typedef void (*AudioSessionPropertyListener)(
    void *_Nullable inClientData, AudioSessionPropertyID inID, UInt32 inDataSize, const void *_Nullable inData);

/// States of an interruption.
enum {
    /// The session has become inactive, and what played in it is paused.
    kAudioSessionBeginInterruption = 1,
    /// The session can become active again.
    kAudioSessionEndInterruption = 0
};

/// Values of kAudioSessionProperty_AudioCategory.
CF_ENUM(UInt32) {
    /// Mixes with others in any case.
    kAudioSessionCategory_AmbientSound = 0x616D6269,  // 'ambi'
    /// The one that every session begins with.
    kAudioSessionCategory_SoloAmbientSound = 0x736F6C6F,  // 'solo'
    /// Plays, and continues while the screen is locked. In Swift `playback`.
    kAudioSessionCategory_MediaPlayback = 0x6D656469,  // 'medi'
    /// Records, and plays nothing. In Swift `record`.
    kAudioSessionCategory_RecordAudio = 0x72656361,  // 'reca'
    /// Plays and records. In Swift `playAndRecord`.
    kAudioSessionCategory_PlayAndRecord = 0x706C6172,  // 'plar'
    /// Converts and renders without playing or recording. In Swift `audioProcessing`.
    kAudioSessionCategory_AudioProcessing = 0x70726F63,  // 'proc'
    /// Older: kAudioSessionCategory_AmbientSound.
    kAudioSessionCategory_UserInterfaceSoundEffects = 0x75696678,  // 'uifx'
    /// Older: kAudioSessionCategory_MediaPlayback.
    kAudioSessionCategory_LiveAudio = 0x6C697665  // 'live'
};

/// Values of kAudioSessionProperty_OverrideAudioRoute.
CF_ENUM(UInt32) {
    /// Ends the override.
    kAudioSessionOverrideAudioRoute_None = 0,
    /// Sends the output to the loudspeaker.
    kAudioSessionOverrideAudioRoute_Speaker = 0x73706B72  // 'spkr'
};

/// Why the route has changed.
CF_ENUM(UInt32) {
    /// The cause is not known. This library does not report it.
    kAudioSessionRouteChangeReason_Unknown = 0,
    /// A device was plugged in and is used.
    kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,
    /// The device that was used is gone: headphones were unplugged.
    kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,
    /// The program set a category with other inputs or outputs.
    kAudioSessionRouteChangeReason_CategoryChange = 3,
    /// The program has overridden the route, or the user chose another device.
    kAudioSessionRouteChangeReason_Override = 4,
    /// The machine woke from sleep.
    kAudioSessionRouteChangeReason_WakeFromSleep = 6,
    /// No device suits the category. This library does not report it.
    kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,
    /// The same devices are set differently, such as another socket.
    kAudioSessionRouteChangeReason_RouteConfigurationChange = 8
};

/// Values of kAudioSessionProperty_InterruptionType.
CF_ENUM(AudioSessionInterruptionType) {
    /// The program may play on.
    kAudioSessionInterruptionType_ShouldResume = 0x6972736D,  // 'irsm'
    /// The program waits for the user before it plays on.
    kAudioSessionInterruptionType_ShouldNotResume = 0x2172736D  // '!rsm'
};

/// Values of kAudioSessionProperty_Mode.
CF_ENUM(UInt32) {
    /// No special use.
    kAudioSessionMode_Default = 0x64666C74,  // 'dflt'
    /// A conversation by voice.
    kAudioSessionMode_VoiceChat = 0x76636374,  // 'vcct'
    /// Recording of a film.
    kAudioSessionMode_VideoRecording = 0x76726364,  // 'vrcd'
    /// Measurement of sound, with as little processing as possible.
    kAudioSessionMode_Measurement = 0x6D736D74,  // 'msmt'
    /// A conversation by voice in a game.
    kAudioSessionMode_GameChat = 0x676D6374  // 'gmct'
};

/// Flags of AudioSessionSetActiveWithFlags.
CF_ENUM(UInt32) {
    /// Sessions that this one has interrupted may play on.
    kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1
};

// MARK: Properties

/// Properties of the session. Unless it says otherwise, a property can be read only. Objects that are read are the caller's to
/// release.
CF_ENUM(AudioSessionPropertyID) {
    /// Float64, frames per second that the program asks for; 0 for none in particular. Can be set.
    kAudioSessionProperty_PreferredHardwareSampleRate = 0x68777372,  // 'hwsr'
    /// Float32, seconds of a cycle that the program asks for; 0 for none in particular. Can be set.
    kAudioSessionProperty_PreferredHardwareIOBufferDuration = 0x696F6264,  // 'iobd'
    /// UInt32, one of kAudioSessionCategory_…. Can be set, which takes the four overrides below back.
    kAudioSessionProperty_AudioCategory = 0x61636174,  // 'acat'
    /// CFDictionaryRef with the keys kAudioSession_AudioRouteChangeKey_…. Only for listeners.
    kAudioSessionProperty_AudioRouteChange = 0x726F6368,  // 'roch'
    /// Float64, frames per second.
    kAudioSessionProperty_CurrentHardwareSampleRate = 0x63687372,  // 'chsr'
    /// UInt32, the number of input channels. Notifies listeners.
    kAudioSessionProperty_CurrentHardwareInputNumberChannels = 0x63686963,  // 'chic'
    /// UInt32, the number of output channels. Notifies listeners.
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels = 0x63686F63,  // 'choc'
    /// Float32, 0 to 1. Notifies listeners.
    kAudioSessionProperty_CurrentHardwareOutputVolume = 0x63686F76,  // 'chov'
    /// Float32, seconds.
    kAudioSessionProperty_CurrentHardwareInputLatency = 0x63696C74,  // 'cilt'
    /// Float32, seconds.
    kAudioSessionProperty_CurrentHardwareOutputLatency = 0x636F6C74,  // 'colt'
    /// Float32, seconds of a cycle.
    kAudioSessionProperty_CurrentHardwareIOBufferDuration = 0x63686264,  // 'chbd'
    /// UInt32, 1 while the session of another program is active.
    kAudioSessionProperty_OtherAudioIsPlaying = 0x6F746872,  // 'othr'
    /// UInt32, one of kAudioSessionOverrideAudioRoute_…. Can only be set, with kAudioSessionCategory_PlayAndRecord.
    kAudioSessionProperty_OverrideAudioRoute = 0x6F767264,  // 'ovrd'
    /// UInt32, 1 if there is an input. Notifies listeners.
    kAudioSessionProperty_AudioInputAvailable = 0x61696176,  // 'aiav'
    /// UInt32, 1: the sound server is not available. Only for listeners.
    kAudioSessionProperty_ServerDied = 0x64696564,  // 'died'
    /// UInt32, 1 to play others more softly. Can be set.
    kAudioSessionProperty_OtherMixableAudioShouldDuck = 0x6475636B,  // 'duck'
    /// UInt32, 1 to interrupt nobody. Can be set.
    kAudioSessionProperty_OverrideCategoryMixWithOthers = 0x636D6978,  // 'cmix'
    /// UInt32, 1 for the loudspeaker rather than the receiver. Can be set with kAudioSessionCategory_PlayAndRecord.
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker = 0x6373706B,  // 'cspk'
    /// UInt32, 1 to allow Bluetooth headsets. Can be set with categories that record.
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput = 0x63626C75,  // 'cblu'
    /// UInt32, one of kAudioSessionInterruptionType_…. Only in the listener that is notified of an interruption's end.
    kAudioSessionProperty_InterruptionType = 0x74797065,  // 'type'
    /// UInt32, one of kAudioSessionMode_…. Can be set.
    kAudioSessionProperty_Mode = 0x6D6F6465,  // 'mode'
    /// CFArrayRef of dictionaries with the keys kAudioSession_InputSourceKey_…; empty if there is no choice. Notifies
    /// listeners.
    kAudioSessionProperty_InputSources = 0x73726373,  // 'srcs'
    /// CFArrayRef of dictionaries with the keys kAudioSession_OutputDestinationKey_…; empty if there is no choice. Notifies
    /// listeners.
    kAudioSessionProperty_OutputDestinations = 0x64737473,  // 'dsts'
    /// CFNumberRef, the ID of an input source. Can be set.
    kAudioSessionProperty_InputSource = 0x69737263,  // 'isrc'
    /// CFNumberRef, the ID of an output destination. Can be set.
    kAudioSessionProperty_OutputDestination = 0x6F647374,  // 'odst'
    /// UInt32, 1 if the input's gain can be set. Notifies listeners.
    kAudioSessionProperty_InputGainAvailable = 0x69676176,  // 'igav'
    /// Float32, 0 to 1. Can be set, and notifies listeners.
    kAudioSessionProperty_InputGainScalar = 0x69677363,  // 'igsc'
    /// CFDictionaryRef with the keys kAudioSession_AudioRouteKey_….
    kAudioSessionProperty_AudioRouteDescription = 0x63726172,  // 'crar'
    /// CFStringRef: the route in a word, such as "Speaker", "HeadphonesAndMicrophone" or "HeadsetInOut".
    kAudioSessionProperty_AudioRoute = 0x726F7574  // 'rout'
};

// MARK: Keys

/// Keys of kAudioSessionProperty_AudioRouteChange, as strings of C: the reason and the route before, as
/// kAudioSessionProperty_AudioRoute gives it.
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

#ifndef __swift__
/// CFNumberRef, one of kAudioSessionRouteChangeReason_….
#define kAudioSession_RouteChangeKey_Reason __extension__ CFSTR("OutputDeviceDidChange_Reason")
/// CFDictionaryRef, as kAudioSessionProperty_AudioRouteDescription: the route before, and as it is.
#define kAudioSession_AudioRouteChangeKey_PreviousRouteDescription __extension__ CFSTR("ActiveAudioRouteDidChange_OldDetailedRoute")
#define kAudioSession_AudioRouteChangeKey_CurrentRouteDescription __extension__ CFSTR("ActiveAudioRouteDidChange_NewDetailedRoute")

/// CFArrayRef of dictionaries, one for each port.
#define kAudioSession_AudioRouteKey_Inputs __extension__ CFSTR("RouteDetailedDescription_Inputs")
#define kAudioSession_AudioRouteKey_Outputs __extension__ CFSTR("RouteDetailedDescription_Outputs")
/// CFStringRef, a port's type: one of the routes below, or the string of AVAudioSession.Port for others.
#define kAudioSession_AudioRouteKey_Type __extension__ CFSTR("RouteDetailedDescription_PortType")

/// A type of input port.
#define kAudioSessionInputRoute_LineIn __extension__ CFSTR("LineIn")
#define kAudioSessionInputRoute_BuiltInMic __extension__ CFSTR("MicrophoneBuiltIn")
#define kAudioSessionInputRoute_HeadsetMic __extension__ CFSTR("MicrophoneWired")
#define kAudioSessionInputRoute_BluetoothHFP __extension__ CFSTR("MicrophoneBluetooth")
#define kAudioSessionInputRoute_USBAudio __extension__ CFSTR("USBInput")

/// A type of output port.
#define kAudioSessionOutputRoute_LineOut __extension__ CFSTR("LineOut")
#define kAudioSessionOutputRoute_Headphones __extension__ CFSTR("Headphones")
#define kAudioSessionOutputRoute_BluetoothHFP __extension__ CFSTR("BluetoothHFPOutput")
#define kAudioSessionOutputRoute_BluetoothA2DP __extension__ CFSTR("BluetoothA2DPOutput")
#define kAudioSessionOutputRoute_BuiltInReceiver __extension__ CFSTR("Receiver")
#define kAudioSessionOutputRoute_BuiltInSpeaker __extension__ CFSTR("Speaker")
#define kAudioSessionOutputRoute_USBAudio __extension__ CFSTR("USBOutput")
#define kAudioSessionOutputRoute_HDMI __extension__ CFSTR("HDMIOutput")
#define kAudioSessionOutputRoute_AirPlay __extension__ CFSTR("AirPlay")

/// CFNumberRef and CFStringRef: an input source.
#define kAudioSession_InputSourceKey_ID __extension__ CFSTR("input source ID")
#define kAudioSession_InputSourceKey_Description __extension__ CFSTR("input source name")

/// CFNumberRef and CFStringRef: an output destination.
#define kAudioSession_OutputDestinationKey_ID __extension__ CFSTR("output destination ID")
#define kAudioSession_OutputDestinationKey_Description __extension__ CFSTR("output destination name")
#endif

// MARK: Calls

/// Initializes the session of the program.
///
/// Call this function once, before all other functions of this header. `AVAudioSession` controls the same session.
///
/// The client data must stay valid as long as the program runs: the listener cannot be removed.
///
/// - Parameters:
///   - inRunLoop: the run loop in which listeners are called; null for the main run loop. The library retains it. Listeners are
///     called only while it runs.
///   - inRunLoopMode: the mode in which the run loop calls them; null for the default mode.
///   - inInterruptionListener: called when an interruption begins and when it ends; null for none.
///   - inClientData: a pointer that the library passes to the listener; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudioSessionAlreadyInitialized`, `'init'`: the program has called this before
CF_EXPORT OSStatus AudioSessionInitialize(
    CARunLoopParameter _Nullable inRunLoop,
    CAStringParameter _Nullable inRunLoopMode,
    AudioSessionInterruptionListener _Nullable inInterruptionListener CA_SENDABLE,
    void *_Nullable inClientData) CA_REFINED_FOR_SWIFT;

/// Makes the session active or inactive.
///
/// An active session interrupts others that do not mix with it. When it becomes inactive, the sessions that it has interrupted
/// are not asked to resume: use `AudioSessionSetActiveWithFlags` for that.
///
/// On Linux sessions of different programs find each other on the desktop's message bus. Without a bus the session affects only
/// its own program.
///
/// - Parameter active: whether the session becomes active. Making it active twice does nothing.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionNotActiveError`, `'!act'`: input or output was running while the session became inactive. It is inactive,
///     and the sound has stopped
///   - `AVAudioSessionErrorInsufficientPriority`, `'!pri'`: a call is under way, and the category records
///   - `AVAudioSessionErrorCodeResourceNotAvailable`, `'!res'`: the category is `kAudioSessionCategory_RecordAudio`, and there
///     is no input
///   - `AVAudioSessionErrorCodeMediaServicesFailed`, `'msrv'`: the sound server is not available
CF_EXPORT OSStatus AudioSessionSetActive(Boolean active);

/// Makes the session active or inactive, with flags.
///
/// - Parameters:
///   - active: whether the session becomes active.
///   - inFlags: 0, or `kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation`, which asks the interrupted sessions to resume
///     when this one becomes inactive. Other bits are ignored.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionNotActiveError`, `'!act'`: input or output was running while the session became inactive. It is inactive,
///     and the sound has stopped
///   - `AVAudioSessionErrorInsufficientPriority`, `'!pri'`: a call is under way, and the category records
///   - `AVAudioSessionErrorCodeResourceNotAvailable`, `'!res'`: the category is `kAudioSessionCategory_RecordAudio`, and there
///     is no input
///   - `AVAudioSessionErrorCodeMediaServicesFailed`, `'msrv'`: the sound server is not available
CF_EXPORT OSStatus AudioSessionSetActiveWithFlags(Boolean active, UInt32 inFlags);

/// Reads a property of the session.
///
/// Release Core Foundation objects.
///
/// - Parameters:
///   - inID: `kAudioSessionProperty_…`
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value.
///   - outData: room for the value.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, it can only be set or observed, or it is
///     `kAudioSessionProperty_InterruptionType` outside of the listener that is notified of an interruption's end
///   - `kAudioSessionBadPropertySizeError`, `'!siz'`: the buffer is too small
///   - `kAudioSessionNoCategorySet`, `'?cat'`: the category that was set with `AVAudioSession` has no number
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioSessionGetProperty(AudioSessionPropertyID inID, UInt32 *ioDataSize, void *outData);

/// Changes a property of the session.
///
/// A value takes effect immediately if the session is active, otherwise when it becomes active.
///
/// - Parameters:
///   - inID: `kAudioSessionProperty_…`
///   - inDataSize: the size of `inData` in bytes: exactly that of the value.
///   - inData: the value. It is copied.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, it can only be read, or the value is out
///     of its range
///   - `kAudioSessionBadPropertySizeError`, `'!siz'`: the size is not that of the value
///   - `kAudioSessionIncompatibleCategory`, `'!cat'`: the session's category does not allow the value
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioSessionSetProperty(AudioSessionPropertyID inID, UInt32 inDataSize, const void *inData);

/// Returns the size of a property's value.
///
/// - Parameters:
///   - inID: `kAudioSessionProperty_…`
///   - outDataSize: bytes: 8 for a Float64 and for an object, 4 for the others.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, or it is only for listeners
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, UInt32 *outDataSize);

/// Adds a function that is called when a property has changed.
///
/// The library calls the function in the session's run loop. Adding the same function with the same data again has no effect.
///
/// The client data must stay valid until the listener is removed.
///
/// This example prints the volume of the output whenever it changes:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <stdio.h>
///
/// void volumeChanged(void *context, AudioSessionPropertyID property, UInt32 size, const void *data) {
///     (void)context, (void)property;
///     if (size == sizeof(Float32)) printf("volume %.2f\n", (double)*(const Float32 *)data);
/// }
///
/// OSStatus watchVolume(void) {
///     OSStatus status = AudioSessionInitialize(NULL, NULL, NULL, NULL);
///     if (status != noErr) return status;
///     return AudioSessionAddPropertyListener(
///         kAudioSessionProperty_CurrentHardwareOutputVolume, volumeChanged, NULL);
/// }
/// ```
///
/// - Parameters:
///   - inID: a property that notifies listeners.
///   - inProc: the function.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, or it does not notify listeners
///   - `kAudio_ParamError`: the function is null
CF_EXPORT OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc CA_SENDABLE, void *_Nullable inClientData);

/// Removes all listeners of a property.
///
/// On the thread of the session's run loop, no call follows after this function returns. On another thread a call in progress
/// continues.
///
/// - Parameter inID: a property that notifies listeners.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, or it does not notify listeners
CF_EXPORT OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID inID);

/// Removes one listener of a property.
///
/// On the thread of the session's run loop, no call follows after this function returns. On another thread a call in progress
/// continues.
///
/// - Parameters:
///   - inID: a property that notifies listeners.
///   - inProc: the function.
///   - inClientData: the pointer with which it was added.
/// - Returns: 0, or
///   - `kAudioSessionNotInitialized`, `'!ini'`: `AudioSessionInitialize` has not been called
///   - `kAudioSessionUnsupportedPropertyError`, `'pty?'`: there is no such property, or it does not notify listeners
CF_EXPORT OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc CA_SENDABLE, void *_Nullable inClientData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
