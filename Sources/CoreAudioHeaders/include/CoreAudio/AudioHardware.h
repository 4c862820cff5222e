#ifndef CoreAudio_AudioHardware_h
#define CoreAudio_AudioHardware_h

#include <CoreAudio/AudioHardwareBase.h>
#include <CoreFoundation/CFDictionary.h>
// As on the Mac, programs in C that include this header alone have CoreFoundation and the headers of C.
#ifndef __swift__
#include <CoreFoundation/CoreFoundation.h>
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in listeners. It takes
// locks, may wait for the sound server, and is not real-time safe.

/// Hints about the use of power. The library keeps them; they have no effect on Linux.
typedef CF_ENUM(UInt32, AudioHardwarePowerHint) {
    kAudioHardwarePowerHintNone = 0,
    kAudioHardwarePowerHintFavorSavingPower = 1
};

/// Predefined objects and classes. Swift has the number of the system object as an `Int32`, as on a Mac.
CF_ENUM(int) {
    kAudioObjectSystemObject = 1
};

/// Properties that every object has.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef, the bundle identifier of the plug-in that created the object. Read only. Release it.
    kAudioObjectPropertyCreator = 0x6F706C67,  // 'oplg'
    kAudioObjectPropertyListenerAdded = 0x6C697361,  // 'lisa'
    kAudioObjectPropertyListenerRemoved = 0x6C697372  // 'lisr'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioSystemObjectClassID = 0x61737973  // 'asys'
};

/// Properties of the system object. Unless it says otherwise, a property can be read only.
CF_ENUM(AudioObjectPropertySelector) {
    /// Array of AudioObjectID, all devices.
    kAudioHardwarePropertyDevices = 0x64657623,  // 'dev#'
    /// AudioObjectID of the default input device. Can be set, for all programs.
    kAudioHardwarePropertyDefaultInputDevice = 0x64496E20,  // 'dIn '
    /// AudioObjectID of the default output device. Can be set, for all programs.
    kAudioHardwarePropertyDefaultOutputDevice = 0x644F7574,  // 'dOut'
    /// AudioObjectID of the device for system sounds: on Linux the default output device. Can be set only to that device.
    kAudioHardwarePropertyDefaultSystemOutputDevice = 0x734F7574,  // 'sOut'
    /// AudioObjectID of the device whose UID the qualifier is, a CFStringRef; `kAudioObjectUnknown` for none.
    kAudioHardwarePropertyTranslateUIDToDevice = 0x75696464,  // 'uidd'
    /// UInt32, 1 if all devices mix stereo to mono; always 0 on Linux. Read only.
    kAudioHardwarePropertyMixStereoToMono = 0x73746D6F,  // 'stmo'
    /// Array of AudioObjectID, the plug-ins: on Linux the one that represents the sound server. Read only.
    kAudioHardwarePropertyPlugInList = 0x706C6723,  // 'plg#'
    /// AudioObjectID of the plug-in whose bundle identifier the qualifier is, a CFStringRef; `kAudioObjectUnknown` for none.
    /// Read only.
    kAudioHardwarePropertyTranslateBundleIDToPlugIn = 0x62696470,  // 'bidp'
    /// Array of AudioObjectID, the transport managers; empty on Linux. Read only.
    kAudioHardwarePropertyTransportManagerList = 0x746D6723,  // 'tmg#'
    /// AudioObjectID of the transport manager whose bundle identifier the qualifier is, a CFStringRef; always
    /// `kAudioObjectUnknown` on Linux. Read only.
    kAudioHardwarePropertyTranslateBundleIDToTransportManager = 0x746D6269,  // 'tmbi'
    /// Array of AudioObjectID, the boxes; empty on Linux. Read only.
    kAudioHardwarePropertyBoxList = 0x626F7823,  // 'box#'
    /// AudioObjectID of the box whose UID the qualifier is, a CFStringRef; always `kAudioObjectUnknown` on Linux. Read only.
    kAudioHardwarePropertyTranslateUIDToBox = 0x75696462,  // 'uidb'
    /// Array of AudioObjectID, the clock devices; empty on Linux. Read only.
    kAudioHardwarePropertyClockDeviceList = 0x636C6B23,  // 'clk#'
    /// AudioObjectID of the clock device whose UID the qualifier is, a CFStringRef; always `kAudioObjectUnknown` on Linux. Read
    /// only.
    kAudioHardwarePropertyTranslateUIDToClockDevice = 0x75696463,  // 'uidc'
    /// UInt32, 1 if the process is the main instance of the library; always 1 on Linux. Read only.
    kAudioHardwarePropertyProcessIsMain = 0x6D61696E,  // 'main'
    /// UInt32, 1 while the library starts or ends; always 0 on Linux. Read only.
    kAudioHardwarePropertyIsInitingOrExiting = 0x696E6F74,  // 'inot'
    /// UInt32, for listeners only: the user of the process has changed. The value is always 0. Read only.
    kAudioHardwarePropertyUserIDChanged = 0x65756964,  // 'euid'
    /// UInt32, 1 if the process can be heard; always 1 on Linux. Read only.
    kAudioHardwarePropertyProcessIsAudible = 0x706D7574,  // 'pmut'
    /// UInt32, 1 if the machine may sleep while devices run. The library keeps the value, which has no effect on Linux. Can be
    /// set.
    kAudioHardwarePropertySleepingIsAllowed = 0x736C6570,  // 'slep'
    /// UInt32, 1 if the library may unload itself. The library keeps the value, which has no effect on Linux. Can be set.
    kAudioHardwarePropertyUnloadingIsAllowed = 0x756E6C64,  // 'unld'
    /// UInt32, 1 if the library may use a device exclusively. The library keeps the value, which has no effect on Linux. Can be
    /// set.
    kAudioHardwarePropertyHogModeIsAllowed = 0x686F6772,  // 'hogr'
    /// UInt32, 1 if the user's session is in the foreground; always 1 on Linux. Read only.
    kAudioHardwarePropertyUserSessionIsActiveOrHeadless = 0x75736572,  // 'user'
    /// UInt32, for listeners only: the sound server has restarted. The value is always 0. Read only.
    kAudioHardwarePropertyServiceRestarted = 0x73727374,  // 'srst'
    /// UInt32, `AudioHardwarePowerHint`. The library keeps the value, which has no effect on Linux. Can be set.
    kAudioHardwarePropertyPowerHint = 0x706F7768,  // 'powh'
    /// Array of AudioObjectID, the processes that use the hardware layer. Not supported on Linux: the system object does not have
    /// it.
    kAudioHardwarePropertyProcessObjectList = 0x70727323,  // 'prs#'
    /// AudioObjectID of the process whose number the qualifier is. Not supported on Linux: the system object does not have it.
    kAudioHardwarePropertyTranslatePIDToProcessObject = 0x69643270  // 'id2p'
};

/// Properties of processes. No object represents a process on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    /// The number of the process. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyPID = 0x70706964,  // 'ppid'
    /// CFStringRef, the identifier of the process's bundle. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyBundleID = 0x70626964,  // 'pbid'
    /// Array of AudioObjectID, the devices that the process uses. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyDevices = 0x70647623,  // 'pdv#'
    /// UInt32, 1 while the process plays or records. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyIsRunning = 0x7069723F,  // 'pir?'
    /// UInt32, 1 while the process records. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyIsRunningInput = 0x70697269,  // 'piri'
    /// UInt32, 1 while the process plays. Not supported on Linux: objects do not have it.
    kAudioProcessPropertyIsRunningOutput = 0x7069726F  // 'piro'
};

/// Plug-ins: on Linux one represents the sound server.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioPlugInCreateAggregateDevice = 0x63616767,  // 'cagg'
    kAudioPlugInDestroyAggregateDevice = 0x64616767  // 'dagg'
};

/// Managers of devices that other machines offer. There are none on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioTransportManagerCreateEndPointDevice = 0x63646576,  // 'cdev'
    kAudioTransportManagerDestroyEndPointDevice = 0x64646576  // 'ddev'
};

/// Flags of a start time.
CF_ENUM(UInt32) {
    kAudioDeviceStartTimeIsInputFlag = 1,
    kAudioDeviceStartTimeDontConsultDeviceFlag = 2,
    kAudioDeviceStartTimeDontConsultHALFlag = 4
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioObjectID of the plug-in that created the device. Read only.
    kAudioDevicePropertyPlugIn = 0x706C7567,  // 'plug'
    /// UInt32, for listeners only: the device has changed. The value is always 0. Read only.
    kAudioDevicePropertyDeviceHasChanged = 0x64696666,  // 'diff'
    /// UInt32, 1 while the device runs for any program.
    kAudioDevicePropertyDeviceIsRunningSomewhere = 0x676F6E65  // 'gone'
};

/// Devices: their class, statuses and events.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDeviceProcessorOverload = 0x6F766572  // 'over'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, for listeners only: the device has stopped because of an error. The value is always 0. Read only.
    kAudioDevicePropertyIOStoppedAbnormally = 0x73747064,  // 'stpd'
    /// pid_t of the process that uses the device exclusively; -1 for none. Can be set.
    kAudioDevicePropertyHogMode = 0x6F696E6B,  // 'oink'
    /// UInt32, frames of a cycle. Can be set.
    kAudioDevicePropertyBufferFrameSize = 0x6673697A,  // 'fsiz'
    /// AudioValueRange of the frames of a cycle.
    kAudioDevicePropertyBufferFrameSizeRange = 0x66737A23,  // 'fsz#'
    /// UInt32, the largest number of frames in a cycle of varying length. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyUsesVariableBufferFrameSizes = 0x7666737A,  // 'vfsz'
    /// Float32, the part of a cycle that callbacks may use; always 1 on Linux. Read only.
    kAudioDevicePropertyIOCycleUsage = 0x6E637963,  // 'ncyc'
    /// AudioBufferList, a buffer for each stream of the scope, with its channels.
    kAudioDevicePropertyStreamConfiguration = 0x736C6179,  // 'slay'
    /// AudioHardwareIOProcStreamUsage, the streams that a callback uses. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyIOProcStreamUsage = 0x73757365,  // 'suse'
    /// Float64, the same as the nominal sample rate.
    kAudioDevicePropertyActualSampleRate = 0x61737274,  // 'asrt'
    /// CFStringRef, the UID of the clock device that the device follows. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyClockDevice = 0x61706364,  // 'apcd'
    /// UInt32, 1 if the device listens for speech. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyVoiceActivityDetectionEnable = 0x7641642B,  // 'vAd+'
    /// UInt32, 1 while the device hears speech. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyVoiceActivityDetectionState = 0x76416453,  // 'vAdS'
    /// os_workgroup_t of the audio thread. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyIOThreadOSWorkgroup = 0x6F737767,  // 'oswg'
    /// UInt32, 1 if the input or output of this process is muted. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyProcessMute = 0x6170706D,  // 'appm'
    /// UInt32, 1 if something is plugged into the jack. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyJackIsConnected = 0x6A61636B  // 'jack'
};

/// A volume, as a factor that people see or in decibels.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 to 1: the volume of a channel, on the scale of the desktop's mixer. Can be set.
    kAudioDevicePropertyVolumeScalar = 0x766F6C6D,  // 'volm'
    /// Float32, the volume of a channel in decibels, 0 for no change. Can be set.
    kAudioDevicePropertyVolumeDecibels = 0x766F6C64,  // 'vold'
    /// AudioValueRange of the volume in decibels. Read only.
    kAudioDevicePropertyVolumeRangeDecibels = 0x76646223,  // 'vdb#'
    /// Float32: converts the scalar volume in the buffer to decibels. Read only.
    kAudioDevicePropertyVolumeScalarToDecibels = 0x76326462,  // 'v2db'
    /// Float32: converts the decibels in the buffer to a scalar volume. Read only.
    kAudioDevicePropertyVolumeDecibelsToScalar = 0x64623276  // 'db2v'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 left, 0.5 middle, 1 right: the balance of the stereo channels, at the main element. Can be set.
    kAudioDevicePropertyStereoPan = 0x7370616E,  // 'span'
    /// Two UInt32, the channels that the balance affects, at the main element of devices with two or more channels. Read only.
    kAudioDevicePropertyStereoPanChannels = 0x73706E23,  // 'spn#'
    /// UInt32, 1 if the device is muted, at the main element. Can be set.
    kAudioDevicePropertyMute = 0x6D757465,  // 'mute'
    /// UInt32, 1 if only this channel is heard. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySolo = 0x736F6C6F,  // 'solo'
    /// UInt32, 1 if the channel supplies phantom power. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPhantomPower = 0x7068616E,  // 'phan'
    /// UInt32, 1 if the phase of the channel is inverted. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPhaseInvert = 0x70687369,  // 'phsi'
    /// UInt32, 1 after the channel was overloaded. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyClipLight = 0x636C6970,  // 'clip'
    /// UInt32, 1 if talkback is on. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyTalkback = 0x74616C62,  // 'talb'
    /// UInt32, 1 if listenback is on. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyListenback = 0x6C736E62,  // 'lsnb'
    /// UInt32, the ID of the socket in use. Devices without a choice of sockets do not have it. Can be set.
    kAudioDevicePropertyDataSource = 0x73737263,  // 'ssrc'
    /// Array of UInt32, the IDs of the sockets. Read only.
    kAudioDevicePropertyDataSources = 0x73736323,  // 'ssc#'
    /// AudioValueTranslation from the ID of a socket, a UInt32, to its name, a CFStringRef. Release it. Read only.
    kAudioDevicePropertyDataSourceNameForIDCFString = 0x6C73636E,  // 'lscn'
    /// AudioValueTranslation from the ID of a socket, a UInt32, to its kind, a UInt32 such as
    /// `kAudioStreamTerminalTypeHeadphones`. Read only.
    kAudioDevicePropertyDataSourceKindForID = 0x7373636B,  // 'ssck'
    /// UInt32, the ID of the clock source in use. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyClockSource = 0x63737263,  // 'csrc'
    /// Array of UInt32, the IDs of the clock sources. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyClockSources = 0x63736323,  // 'csc#'
    /// AudioValueTranslation from the ID of a clock source to its name, a CFStringRef. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyClockSourceNameForIDCFString = 0x6C63736E,  // 'lcsn'
    /// AudioValueTranslation from the ID of a clock source to its kind, a UInt32. Not supported on Linux: devices do not have
    /// it.
    kAudioDevicePropertyClockSourceKindForID = 0x6373636B  // 'csck'
};

/// Properties of play-through. Devices on Linux do not have it.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, 1 if the device plays its input on its output. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThru = 0x74687275,  // 'thru'
    /// UInt32, 1 if only this channel is played through. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruSolo = 0x74687273,  // 'thrs'
    /// Float32, 0 to 1: the play-through volume. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruVolumeScalar = 0x6D767363,  // 'mvsc'
    /// Float32, the play-through volume in decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruVolumeDecibels = 0x6D766462,  // 'mvdb'
    /// AudioValueRange of the play-through volume in decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruVolumeRangeDecibels = 0x6D766423,  // 'mvd#'
    /// Float32: converts a scalar play-through volume to decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruVolumeScalarToDecibels = 0x6D763264,  // 'mv2d'
    /// Float32: converts decibels to a scalar play-through volume. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalar = 0x6D763273,  // 'mv2s'
    /// Float32, the balance of the played-through sound. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruStereoPan = 0x6D73706E,  // 'mspn'
    /// Two UInt32, the channels that the balance affects. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruStereoPanChannels = 0x6D737023,  // 'msp#'
    /// UInt32, the ID of the destination in use. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruDestination = 0x6D646473,  // 'mdds'
    /// Array of UInt32, the IDs of the destinations. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyPlayThruDestinations = 0x6D646423,  // 'mdd#'
    /// AudioValueTranslation from the ID of a destination to its name, a CFStringRef. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyPlayThruDestinationNameForIDCFString = 0x6D646463  // 'mddc'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, the ID of the line level in use. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyChannelNominalLineLevel = 0x6E6C766C,  // 'nlvl'
    /// Array of UInt32, the IDs of the line levels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyChannelNominalLineLevels = 0x6E6C7623,  // 'nlv#'
    /// AudioValueTranslation from the ID of a line level to its name, a CFStringRef. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyChannelNominalLineLevelNameForIDCFString = 0x6C636E6C,  // 'lcnl'
    /// UInt32, the ID of the high-pass filter setting in use. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyHighPassFilterSetting = 0x68697066,  // 'hipf'
    /// Array of UInt32, the IDs of the high-pass filter settings. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyHighPassFilterSettings = 0x68697023,  // 'hip#'
    /// AudioValueTranslation from the ID of a filter setting to its name, a CFStringRef. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyHighPassFilterSettingNameForIDCFString = 0x6869706C  // 'hipl'
};

/// Properties of the low-frequency channel's volume. Devices on Linux do not have it.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 to 1: the volume of the low-frequency channel. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubVolumeScalar = 0x73766C6D,  // 'svlm'
    /// Float32, the volume of the low-frequency channel in decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubVolumeDecibels = 0x73766C64,  // 'svld'
    /// AudioValueRange of the low-frequency volume in decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubVolumeRangeDecibels = 0x73766423,  // 'svd#'
    /// Float32: converts a scalar low-frequency volume to decibels. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubVolumeScalarToDecibels = 0x73763264,  // 'sv2d'
    /// Float32: converts decibels to a scalar low-frequency volume. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubVolumeDecibelsToScalar = 0x73643276  // 'sd2v'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, 1 if the low-frequency channel is muted. Not supported on Linux: devices do not have it.
    kAudioDevicePropertySubMute = 0x736D7574  // 'smut'
};

/// Devices made of other devices.
CF_ENUM(AudioClassID) {
    kAudioAggregateDeviceClassID = 0x61616767  // 'aagg'
};

/// Devices made of other devices.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFArrayRef of CFStringRef, the UIDs of all devices in the aggregate. Release it. Can be set.
    kAudioAggregateDevicePropertyFullSubDeviceList = 0x67727570,  // 'grup'
    /// Array of AudioObjectID, the devices of the aggregate that exist now. Read only.
    kAudioAggregateDevicePropertyActiveSubDeviceList = 0x61677270,  // 'agrp'
    /// CFDictionaryRef that describes the aggregate, with keys such as `kAudioAggregateDeviceUIDKey`. Release it. Read only.
    kAudioAggregateDevicePropertyComposition = 0x61636F6D,  // 'acom'
    /// CFStringRef, the UID of the device whose clock the others follow. Release it. Can be set.
    kAudioAggregateDevicePropertyMainSubDevice = 0x616D7374,  // 'amst'
    /// CFStringRef, the UID of the clock device that the aggregate follows. Not supported on Linux: aggregates do not have it.
    kAudioAggregateDevicePropertyClockDevice = 0x61706364  // 'apcd'
};

/// Parts of an aggregate.
CF_ENUM(AudioClassID) {
    kAudioSubDeviceClassID = 0x61737562  // 'asub'
};

/// Qualities of drift compensation.
CF_ENUM(UInt32) {
    kAudioSubDeviceDriftCompensationMinQuality = 0,
    kAudioSubDeviceDriftCompensationLowQuality = 32,
    kAudioSubDeviceDriftCompensationMediumQuality = 64,
    kAudioSubDeviceDriftCompensationHighQuality = 96,
    kAudioSubDeviceDriftCompensationMaxQuality = 127
};

/// Parts of an aggregate.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float64, the frames to add to the latency of the device. Not supported on Linux: parts of aggregates do not have it.
    kAudioSubDevicePropertyExtraLatency = 0x786C7463,  // 'xltc'
    /// UInt32, 1 if the device's clock is made to follow the main device's. Can be set.
    kAudioSubDevicePropertyDriftCompensation = 0x64726674,  // 'drft'
    /// UInt32, the quality of the rate conversion, 0 to 127. Not supported on Linux: parts of aggregates do not have it.
    kAudioSubDevicePropertyDriftCompensationQuality = 0x64726671  // 'drfq'
};

/// The name of the aggregate device by which programs find it again, a string.
#define kAudioAggregateDeviceUIDKey "uid"
/// The name of the aggregate device for people, a string.
#define kAudioAggregateDeviceNameKey "name"
/// The devices it is made of: an array with a dictionary for each.
#define kAudioAggregateDeviceSubDeviceListKey "subdevices"
/// The UID of the device whose clock the others follow.
#define kAudioAggregateDeviceMainSubDeviceKey "master"
/// The UID of a clock device to follow.
#define kAudioAggregateDeviceClockDeviceKey "clock"
/// 1 if only the program that made it sees the device, else 0.
#define kAudioAggregateDeviceIsPrivateKey "private"
/// 1 if all devices play the same sound, 0 where their channels stand side by side.
#define kAudioAggregateDeviceIsStackedKey "stacked"
/// The UID of a device in an aggregate device.
#define kAudioSubDeviceUIDKey "uid"
/// The name of a device in an aggregate device, for people.
#define kAudioSubDeviceNameKey "name"
/// How many input channels the device has, a number.
#define kAudioSubDeviceInputChannelsKey "channels-in"
/// How many output channels the device has, a number.
#define kAudioSubDeviceOutputChannelsKey "channels-out"
/// Frames to add to the input latency of the device, a number.
#define kAudioSubDeviceExtraInputLatencyKey "latency-in"
/// Frames to add to the output latency of the device, a number.
#define kAudioSubDeviceExtraOutputLatencyKey "latency-out"
/// 1 if the device's clock is made to follow the main one, else 0.
#define kAudioSubDeviceDriftCompensationKey "drift"
/// How well the rate is converted for that, a number.
#define kAudioSubDeviceDriftCompensationQualityKey "drift quality"

// MARK: Callbacks

/// Called when properties of an object have changed.
///
/// Threads: Called on a thread of the library, one listener at a time. It may block, which delays other listeners, and may call
/// all functions of this header.
///
/// - Parameters:
///   - inObjectID: the object.
///   - inNumberAddresses: the number of addresses.
///   - inAddresses: the addresses of the properties that have changed. Valid only during the call.
///   - inClientData: the pointer that the program passed with the callback.
/// - Returns: a status, which the library ignores.
typedef OSStatus (*AudioObjectPropertyListenerProc)(
    AudioObjectID inObjectID, UInt32 inNumberAddresses, const AudioObjectPropertyAddress *inAddresses,
    void *_Nullable inClientData);

/// Reads the input and writes the output of a device in each I/O cycle.
///
/// All pointers are valid only during the call. Each call has the number of frames that `kAudioDevicePropertyBufferFrameSize`
/// states.
///
/// Threads: Called on an audio thread. It must be real-time safe: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - inDevice: the device.
///   - inNow: the time of the call.
///   - inInputData: the input of the cycle, a buffer of interleaved Float32 samples for each input stream. It has no buffers if
///     the device has no input.
///   - inInputTime: the time at which the first input frame was captured.
///   - outOutputData: the output of the cycle, a buffer of interleaved Float32 samples for each output stream. It contains
///     silence when the function is called.
///   - inOutputTime: the time at which the first output frame will be heard.
///   - inClientData: the pointer that the program passed with the callback.
/// - Returns: a status, which the library ignores.
typedef OSStatus (*AudioDeviceIOProc)(
    AudioObjectID inDevice, const AudioTimeStamp *inNow, const AudioBufferList *inInputData,
    const AudioTimeStamp *inInputTime, AudioBufferList *outOutputData, const AudioTimeStamp *inOutputTime,
    void *_Nullable inClientData);

/// The ID of a callback of a device. It is a number: do not call it.
typedef AudioDeviceIOProc AudioDeviceIOProcID;

#if defined(__BLOCKS__)
/// Called when properties of an object have changed.
///
/// Threads: Called on the dispatch queue that the program passed, or on a thread of the library if it passed none. It may
/// block.
///
/// - Parameters:
///   - inNumberAddresses: the number of addresses.
///   - inAddresses: the addresses of the properties that have changed. Valid only during the call.
typedef void (^AudioObjectPropertyListenerBlock)(
    UInt32 inNumberAddresses, const AudioObjectPropertyAddress *inAddresses);
#else
typedef struct CAOpaqueBlock *AudioObjectPropertyListenerBlock;
#endif

#if defined(__BLOCKS__)
/// Reads the input and writes the output of a device in each I/O cycle.
///
/// All pointers are valid only during the call. Each call has the number of frames that `kAudioDevicePropertyBufferFrameSize`
/// states.
///
/// Threads: Called on an audio thread. It must be real-time safe: it must not block, allocate memory or take a lock. If the
/// program passed a dispatch queue, the block is called there, and the audio thread waits for it.
///
/// - Parameters:
///   - inNow: the time of the call.
///   - inInputData: the input of the cycle, a buffer of interleaved Float32 samples for each input stream. It has no buffers if
///     the device has no input.
///   - inInputTime: the time at which the first input frame was captured.
///   - outOutputData: the output of the cycle, a buffer of interleaved Float32 samples for each output stream. It contains
///     silence when the function is called.
///   - inOutputTime: the time at which the first output frame will be heard.
typedef void (^AudioDeviceIOBlock)(
    const AudioTimeStamp *inNow, const AudioBufferList *inInputData, const AudioTimeStamp *inInputTime,
    AudioBufferList *outOutputData, const AudioTimeStamp *inOutputTime);
#else
typedef struct CAOpaqueBlock *AudioDeviceIOBlock;
#endif

/// The streams that a callback uses, for `kAudioDevicePropertyIOProcStreamUsage`.
struct AudioHardwareIOProcStreamUsage {
    /// The callback, given by the caller.
    void *mIOProc;
    /// The number of streams in `mStreamIsOn`.
    UInt32 mNumberStreams;
    /// For each stream 1 if the callback uses it, else 0.
    UInt32 mStreamIsOn[1];
};
typedef struct AudioHardwareIOProcStreamUsage AudioHardwareIOProcStreamUsage;

// MARK: Objects

/// Prints the ID, name, UID and manufacturer of an object.
///
/// On Linux it prints to standard output. The format of the text may change.
///
/// - Parameter inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
CF_EXPORT void AudioObjectShow(AudioObjectID inObjectID);

/// Returns whether an object has a property.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
/// - Returns: true where the object exists and has the property.
CF_EXPORT Boolean AudioObjectHasProperty(AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);

/// Returns whether a property can be set.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
///   - outIsSettable: on return, whether the property can be set.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the object has no such property
CF_EXPORT OSStatus AudioObjectIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, Boolean *outIsSettable);

/// Returns the size of a property's value.
///
/// Lists of devices and streams change while a program runs.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
///   - inQualifierDataSize: the size of `inQualifierData` in bytes; 0 if there is no qualifier.
///   - inQualifierData: the value that the property needs in addition to its address; null for most properties.
///   - outDataSize: on return, the size of the value in bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the object has no such property
CF_EXPORT OSStatus AudioObjectGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *outDataSize);

/// Reads a property of an object.
///
/// If the buffer is too small for a list, the call returns the items
/// that fit. Release Core Foundation objects.
///
/// This example finds the default output device and its sample rate:
///
/// ```c
/// #include <CoreAudio/CoreAudio.h>
///
/// OSStatus getRate(AudioObjectID *device, Float64 *rate) {
///     AudioObjectPropertyAddress address = {
///         kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal,
///         kAudioObjectPropertyElementMain};
///     UInt32 size = sizeof *device;
///     OSStatus status = AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, device);
///     if (status != noErr) return status;
///     address.mSelector = kAudioDevicePropertyNominalSampleRate;
///     size = sizeof *rate;
///     return AudioObjectGetPropertyData(*device, &address, 0, NULL, &size, rate);
/// }
/// ```
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
///   - inQualifierDataSize: the size of `inQualifierData` in bytes; 0 if there is no qualifier.
///   - inQualifierData: the value that the property needs in addition to its address; null for most properties.
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value.
///   - outData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the object has no such property
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the buffer is too small, or the property needs a qualifier
CF_EXPORT OSStatus AudioObjectGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *ioDataSize, void *outData);

/// Changes a property of an object.
///
/// Some values take effect after the call returns: listeners are then notified. The library copies the value.
///
/// On Linux, default devices, volumes and rates are settings of the sound server, and change for all programs. Not every sound
/// server can change all of them.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
///   - inQualifierDataSize: the size of `inQualifierData` in bytes; 0 if there is no qualifier.
///   - inQualifierData: the value that the property needs in addition to its address; null for most properties.
///   - inDataSize: the size of `inData` in bytes.
///   - inData: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the value is out of its range
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the object has no such property
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioHardwareUnsupportedOperationError`, `'unop'`: the property can only be read
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the size is not that of the value
///   - `kAudioDeviceUnsupportedFormatError`, `'!dat'`: the device does not support the rate or the number of channels
///   - `kAudioDevicePermissionsError`, `'!hog'`: another process uses the device exclusively
///   - `kAudioHardwareNotRunningError`, `'stop'`: the sound server does not answer
CF_EXPORT OSStatus AudioObjectSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 inDataSize, const void *inData);

/// Adds a function that is called whenever a property changes.
///
/// The client data must stay valid until the listener is removed. The library removes the listeners of an object that no longer
/// exists.
///
/// A property of the whole object has one value in all scopes. A listener at the input or the output of a device is called for it,
/// too, with its own scope.
///
/// This example prints a line whenever a device appears or disappears:
///
/// ```c
/// #include <CoreAudio/CoreAudio.h>
/// #include <stdio.h>
///
/// OSStatus devicesChanged(AudioObjectID object, UInt32 count, const AudioObjectPropertyAddress *addresses,
///                         void *context) {
///     (void)object, (void)count, (void)addresses, (void)context;
///     puts("the list of devices has changed");
///     return noErr;
/// }
///
/// OSStatus watchDevices(void) {
///     AudioObjectPropertyAddress address = {
///         kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
///     return AudioObjectAddPropertyListener(kAudioObjectSystemObject, &address, devicesChanged, NULL);
/// }
/// ```
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element; each may be a wildcard.
///   - inListener: the function. The library calls it on its own thread.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the address or the function is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
CF_EXPORT OSStatus AudioObjectAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

/// Removes a function that was added with the same four arguments.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until a call of the listener in progress has returned, and the listener is not called after that. In the
/// listener itself and in a callback of a device or of a queue it does not wait.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element; each may be a wildcard.
///   - inListener: the function. The library calls it on its own thread.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the address is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
CF_EXPORT OSStatus AudioObjectRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

/// Adds a block that is called whenever a property changes.
///
/// The library copies the block.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element; each may be a wildcard.
///   - inDispatchQueue: the dispatch queue on which the block is called; null for a thread of the library.
///   - inListener: the block.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the address or the block is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
CF_EXPORT OSStatus AudioObjectAddPropertyListenerBlock(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    CADispatchQueueParameter _Nullable inDispatchQueue, CA_BLOCK_PARAMETER(AudioObjectPropertyListenerBlock) inListener)
    CA_REFINED_FOR_SWIFT;

/// Removes a block that was added with the same queue.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. For a listener without a dispatch queue it waits until a call in progress has returned. A listener with a dispatch
/// queue may run once more if the library has already queued its call.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element; each may be a wildcard.
///   - inDispatchQueue: the dispatch queue on which the block is called; null for a thread of the library.
///   - inListener: the block.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the address is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
CF_EXPORT OSStatus AudioObjectRemovePropertyListenerBlock(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    CADispatchQueueParameter _Nullable inDispatchQueue, CA_BLOCK_PARAMETER(AudioObjectPropertyListenerBlock) inListener)
    CA_REFINED_FOR_SWIFT;

// MARK: The system

/// Stops all devices and disconnects from the sound server.
///
/// The next call about an object connects again.
///
/// Threads: Call this function on any thread. It waits until all callbacks have returned. In a callback of a device it returns
/// immediately, and takes effect after the callback. It is not real-time safe.
///
/// - Returns: Always 0, `noErr`.
CF_EXPORT OSStatus AudioHardwareUnload(void);

/// Creates an aggregate of several devices, which only this process sees.
///
/// The first output device and the first input device in the description become its two streams. If the sound server allows it,
/// a callback gets both in one cycle.
///
/// On Linux the aggregate exists only in this process. The library does not create a device in the sound server.
///
/// - Parameters:
///   - inDescription: a dictionary with `kAudioAggregateDevice…Key` as keys. The library copies it.
///   - outDeviceID: the device, or `kAudioObjectUnknown` if the call fails. End it with `AudioHardwareDestroyAggregateDevice`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the description is not a dictionary with a UID
///   - `kAudioHardwareIllegalOperationError`, `'nope'`: the UID is empty, or belongs to another device
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: a device in the description does not exist
CF_EXPORT OSStatus AudioHardwareCreateAggregateDevice(CADictionaryParameter inDescription, AudioObjectID *outDeviceID);

/// Destroys an aggregate device, and removes its callbacks.
///
/// - Parameter inDeviceID: an aggregate that this process made.
/// - Returns: 0, or
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioHardwareIllegalOperationError`, `'nope'`: the device is not an aggregate
CF_EXPORT OSStatus AudioHardwareDestroyAggregateDevice(AudioObjectID inDeviceID);

// MARK: Input and output

/// Registers a function that a device calls in each I/O cycle after it is started.
///
/// The device calls the function on an audio thread: the function must not block, allocate memory or take a lock.
///
/// The client data must stay valid until `AudioDeviceDestroyIOProcID` returns.
///
/// This example plays the input of a device on its output:
///
/// ```c
/// #include <CoreAudio/CoreAudio.h>
/// #include <string.h>
///
/// OSStatus pass(AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input,
///               const AudioTimeStamp *inputTime, AudioBufferList *output, const AudioTimeStamp *outputTime,
///               void *context) {
///     (void)device, (void)now, (void)inputTime, (void)outputTime, (void)context;
///     if (input->mNumberBuffers == 0 || output->mNumberBuffers == 0) return noErr;
///     UInt32 size = input->mBuffers[0].mDataByteSize;
///     if (size == output->mBuffers[0].mDataByteSize)
///         memcpy(output->mBuffers[0].mData, input->mBuffers[0].mData, size);
///     return noErr;
/// }
///
/// OSStatus start(AudioObjectID device, AudioDeviceIOProcID *identifier) {
///     OSStatus status = AudioDeviceCreateIOProcID(device, pass, NULL, identifier);
///     return status != noErr ? status : AudioDeviceStart(device, *identifier);
/// }
/// ```
///
/// - Parameters:
///   - inDevice: a device.
///   - inProc: the function.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
///   - outIOProcID: on return, the ID of the callback for the functions below, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function or the pointer is null
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
CF_EXPORT OSStatus AudioDeviceCreateIOProcID(
    AudioObjectID inDevice, AudioDeviceIOProc inProc CA_SENDABLE, void *_Nullable inClientData,
    AudioDeviceIOProcID _Nullable *_Nonnull outIOProcID);

/// Registers a block that a device calls in each I/O cycle after it is started.
///
/// Without a dispatch queue the device calls the block on an audio thread. With one, the block runs on that queue while the
/// audio thread waits, so that the block may be late.
///
/// - Parameters:
///   - outIOProcID: on return, the ID of the callback for the functions below, or null if the call fails.
///   - inDevice: a device.
///   - inDispatchQueue: the dispatch queue on which the block is called; null for the audio thread.
///   - inIOBlock: the block. The library copies it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the block or the pointer is null
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
CF_EXPORT OSStatus AudioDeviceCreateIOProcIDWithBlock(
    AudioDeviceIOProcID _Nullable *_Nonnull outIOProcID, AudioObjectID inDevice,
    CADispatchQueueParameter _Nullable inDispatchQueue, CA_BLOCK_PARAMETER(AudioDeviceIOBlock) inIOBlock)
    CA_REFINED_FOR_SWIFT;

/// Removes a function or block from a device.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until the callback has returned for the last time, and the callback does not run after that. In a callback of
/// a device, of this device or another, it does not wait: the current cycle of the callback is its last.
///
/// - Parameters:
///   - inDevice: a device.
///   - inIOProcID: the ID from `AudioDeviceCreateIOProcID`.
/// - Returns: 0, or
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudio_ParamError`: the device has no such function
CF_EXPORT OSStatus AudioDeviceDestroyIOProcID(AudioObjectID inDevice, AudioDeviceIOProcID inIOProcID);

/// Starts calling a function in each I/O cycle of a device.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until the device is open, but not longer than half a second; if the device cannot open later, listeners of
/// `kAudioDevicePropertyIOStoppedAbnormally` are notified. In a callback of a device it returns immediately, and the device
/// starts after the callback.
///
/// - Parameters:
///   - inDevice: a device.
///   - inProcID: the ID from `AudioDeviceCreateIOProcID`; null to run only the device's clock.
/// - Returns: 0, or
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudio_ParamError`: the device has no such function
///   - `kAudioDevicePermissionsError`, `'!hog'`: another process uses the device exclusively
///   - `kAudioHardwareNotRunningError`, `'stop'`: the sound server does not answer
CF_EXPORT OSStatus AudioDeviceStart(AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);

/// Starts calling a function in the I/O cycle that contains a given time.
///
/// If the device is stopped, pass a host time: the sample times of its next run are not known yet.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until the device is open, but not longer than half a second; if the device cannot open later, listeners of
/// `kAudioDevicePropertyIOStoppedAbnormally` are notified. In a callback of a device it returns immediately, and the device
/// starts after the callback.
///
/// - Parameters:
///   - inDevice: a device.
///   - inProcID: the ID from `AudioDeviceCreateIOProcID`; null to run only the device's clock.
///   - ioRequestedStartTime: the requested time, and on return the actual time.
///   - inFlags: 0.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, the device has no such function, or no time is valid
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioDevicePermissionsError`, `'!hog'`: another process uses the device exclusively
///   - `kAudioHardwareNotRunningError`, `'stop'`: the sound server does not answer
CF_EXPORT OSStatus AudioDeviceStartAtTime(
    AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID, AudioTimeStamp *ioRequestedStartTime,
    UInt32 inFlags);

/// Stops calling a function in the I/O cycles of a device.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until the callback has returned for the last time, and the callback does not run after that. In a callback of
/// a device, of this device or another, it does not wait: the current cycle of the callback is its last.
///
/// What the callback has written is still heard: a program that calls `exit` next waits there until the sound server has played it,
/// for a second at most.
///
/// - Parameters:
///   - inDevice: a device.
///   - inProcID: the ID from `AudioDeviceCreateIOProcID`; null after a start with null.
/// - Returns: 0, or
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudio_ParamError`: the device has no such function
CF_EXPORT OSStatus AudioDeviceStop(AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);

/// Returns the current time of the clock of a running device.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks only briefly and does
/// not wait for the sound server, but it is not strictly real-time safe: in a callback use the times that the device passes.
///
/// - Parameters:
///   - inDevice: a device.
///   - outTime: sample time, host time and rate scalar.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioHardwareNotRunningError`, `'stop'`: the device is not running
CF_EXPORT OSStatus AudioDeviceGetCurrentTime(AudioObjectID inDevice, AudioTimeStamp *outTime);

/// Converts between sample time and host time by the clock of a running device.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks only briefly and does
/// not wait for the sound server, but it is not strictly real-time safe: in a callback use the times that the device passes.
///
/// - Parameters:
///   - inDevice: a device.
///   - inTime: a time whose sample time or host time is valid.
///   - outTime: its flags select the values that you want; on return the time.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or no time is valid
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioHardwareNotRunningError`, `'stop'`: the device is not running
CF_EXPORT OSStatus AudioDeviceTranslateTime(
    AudioObjectID inDevice, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);

/// Returns the earliest time at or after the requested time at which a running device can start a function.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks only briefly and does
/// not wait for the sound server, but it is not strictly real-time safe: in a callback use the times that the device passes.
///
/// - Parameters:
///   - inDevice: a device.
///   - ioRequestedStartTime: the requested time, and on return the earliest possible time.
///   - inFlags: 0.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or no time is valid
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudioHardwareNotRunningError`, `'stop'`: the device is not running
CF_EXPORT OSStatus AudioDeviceGetNearestStartTime(
    AudioObjectID inDevice, AudioTimeStamp *ioRequestedStartTime, UInt32 inFlags);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

// The first systems' names and calls, which need those above.
#include <CoreAudio/AudioHardwareDeprecated.h>

#endif
