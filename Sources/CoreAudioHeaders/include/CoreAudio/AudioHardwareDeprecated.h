#ifndef CoreAudio_AudioHardwareDeprecated_h
#define CoreAudio_AudioHardwareDeprecated_h

// Which includes this one at its end.
#include <CoreAudio/AudioHardware.h>
#include <CoreFoundation/CFRunLoop.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in listeners. It takes
// locks, may wait for the sound server, and is not real-time safe.

// MARK: Types

/// A device among objects, as it was called first.
typedef AudioObjectID AudioDeviceID;
/// A stream among objects, as it was called first.
typedef AudioObjectID AudioStreamID;
/// A property of the system.
typedef AudioObjectPropertySelector AudioHardwarePropertyID;
/// A property of a device or a stream.
typedef AudioObjectPropertySelector AudioDevicePropertyID;

/// Properties of a device.
CF_ENUM(AudioObjectPropertyScope) {
    kAudioDevicePropertyScopeInput = 0x696E7074,  // 'inpt'
    kAudioDevicePropertyScopeOutput = 0x6F757470,  // 'outp'
    kAudioDevicePropertyScopePlayThrough = 0x70747275  // 'ptru'
};

/// Matches everything, for the old listeners.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioPropertyWildcardPropertyID = 0x2A2A2A2A  // '****'
};

/// Matches everything, for the old listeners.
CF_ENUM(unsigned char) {
    kAudioPropertyWildcardSection = 255
};

/// Matches everything, for the old listeners.
CF_ENUM(AudioObjectPropertyElement) {
    kAudioPropertyWildcardChannel = 0xFFFFFFFFU
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioISubOwnerControlClassID = 0x61746368  // 'atch'
};

/// Volume controls.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, `AudioLevelControlTransferFunction`: how decibels become a scalar volume. Not supported on Linux: controls do
    /// not have it.
    kAudioLevelControlPropertyDecibelsToScalarTransferFunction = 0x6C637466  // 'lctf'
};

/// How a scalar volume becomes decibels.
typedef CF_ENUM(UInt32, AudioLevelControlTransferFunction) {
    kAudioLevelControlTranferFunctionLinear = 0,
    kAudioLevelControlTranferFunction1Over3 = 1,
    kAudioLevelControlTranferFunction1Over2 = 2,
    kAudioLevelControlTranferFunction3Over4 = 3,
    kAudioLevelControlTranferFunction3Over2 = 4,
    kAudioLevelControlTranferFunction2Over1 = 5,
    kAudioLevelControlTranferFunction3Over1 = 6,
    kAudioLevelControlTranferFunction4Over1 = 7,
    kAudioLevelControlTranferFunction5Over1 = 8,
    kAudioLevelControlTranferFunction6Over1 = 9,
    kAudioLevelControlTranferFunction7Over1 = 10,
    kAudioLevelControlTranferFunction8Over1 = 11,
    kAudioLevelControlTranferFunction9Over1 = 12,
    kAudioLevelControlTranferFunction10Over1 = 13,
    kAudioLevelControlTranferFunction11Over1 = 14,
    kAudioLevelControlTranferFunction12Over1 = 15
};

/// Properties of the system object.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFRunLoopRef for listeners; always null on Linux. Can be set only to null.
    kAudioHardwarePropertyRunLoop = 0x726E6C70,  // 'rnlp'
    /// AudioValueTranslation from a UID, a CFStringRef, to an AudioObjectID. Use `kAudioHardwarePropertyTranslateUIDToDevice`.
    /// Read only.
    kAudioHardwarePropertyDeviceForUID = 0x64756964,  // 'duid'
    /// AudioValueTranslation from a bundle identifier, a CFStringRef, to an AudioObjectID. Use
    /// `kAudioHardwarePropertyTranslateBundleIDToPlugIn`. Read only.
    kAudioHardwarePropertyPlugInForBundleID = 0x70696269,  // 'pibi'
    /// UInt32. The older name of `kAudioHardwarePropertyProcessIsMain`, with another value. Read only.
    kAudioHardwarePropertyProcessIsMaster = 0x6D617374,  // 'mast'
    /// Float32, 0 to 1: the volume of the sound at the start of the machine. Not supported on Linux: the system object do not
    /// have it.
    kAudioHardwarePropertyBootChimeVolumeScalar = 0x62627673,  // 'bbvs'
    /// Float32, that volume in decibels. Not supported on Linux: the system object do not have it.
    kAudioHardwarePropertyBootChimeVolumeDecibels = 0x62627664,  // 'bbvd'
    /// AudioValueRange of that volume in decibels. Not supported on Linux: the system object do not have it.
    kAudioHardwarePropertyBootChimeVolumeRangeDecibels = 0x62626423,  // 'bbd#'
    /// Float32: converts that scalar volume to decibels. Not supported on Linux: the system object do not have it.
    kAudioHardwarePropertyBootChimeVolumeScalarToDecibels = 0x62763264,  // 'bv2d'
    /// Float32: converts decibels to that scalar volume. Not supported on Linux: the system object do not have it.
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalar = 0x62643276,  // 'bd2v'
    /// UInt32, `kAudioLevelControlTranferFunction…`: how decibels become a scalar volume. Not supported on Linux: the system
    /// object do not have it.
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalarTransferFunction = 0x62767466  // 'bvtf'
};

/// Devices: their class, statuses and events.
CF_ENUM(AudioObjectID) {
    kAudioDeviceUnknown = 0
};

/// How a device is attached.
CF_ENUM(UInt32) {
    kAudioDeviceTransportTypeAutoAggregate = 0x66677270  // 'fgrp'
};

/// A volume, as a factor that people see or in decibels.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, `kAudioLevelControlTranferFunction…`: how decibels become a scalar volume. Not supported on Linux: devices do
    /// not have it.
    kAudioDevicePropertyVolumeDecibelsToScalarTransferFunction = 0x76637466  // 'vctf'
};

/// Properties of play-through. Devices on Linux do not have it.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, `kAudioLevelControlTranferFunction…`: how decibels become a scalar volume. Not supported on Linux: devices do
    /// not have it.
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalarTransferFunction = 0x6D767466  // 'mvtf'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, 1 if the driver controls an iSub. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyDriverShouldOwniSub = 0x69737562  // 'isub'
};

/// Properties of the low-frequency channel's volume. Devices on Linux do not have it.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, `kAudioLevelControlTranferFunction…`: how decibels become a scalar volume. Not supported on Linux: devices do
    /// not have it.
    kAudioDevicePropertySubVolumeDecibelsToScalarTransferFunction = 0x73767466  // 'svtf'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// The name of the device as a C string in UTF-8. Use `kAudioObjectPropertyName`. Read only.
    kAudioDevicePropertyDeviceName = 0x6E616D65,  // 'name'
    /// CFStringRef. The older name of `kAudioObjectPropertyName`. Read only.
    kAudioDevicePropertyDeviceNameCFString = 0x6C6E616D,  // 'lnam'
    /// The manufacturer as a C string in UTF-8. Use `kAudioObjectPropertyManufacturer`. Read only.
    kAudioDevicePropertyDeviceManufacturer = 0x6D616B72,  // 'makr'
    /// CFStringRef. The older name of `kAudioObjectPropertyManufacturer`. Read only.
    kAudioDevicePropertyDeviceManufacturerCFString = 0x6C6D616B,  // 'lmak'
    /// AudioBufferList to be used by the device. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyRegisterBufferList = 0x72627566,  // 'rbuf'
    /// UInt32, the bytes of a cycle. Use `kAudioDevicePropertyBufferFrameSize`. Can be set.
    kAudioDevicePropertyBufferSize = 0x6273697A,  // 'bsiz'
    /// AudioValueRange of the bytes of a cycle. Use `kAudioDevicePropertyBufferFrameSizeRange`. Read only.
    kAudioDevicePropertyBufferSizeRange = 0x62737A23,  // 'bsz#'
    /// The name of a channel as a C string in UTF-8. Use `kAudioObjectPropertyElementName`. Read only.
    kAudioDevicePropertyChannelName = 0x63686E6D,  // 'chnm'
    /// CFStringRef. The older name of `kAudioObjectPropertyElementName`. Read only.
    kAudioDevicePropertyChannelNameCFString = 0x6C63686E,  // 'lchn'
    /// The category of a channel as a C string. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyChannelCategoryName = 0x63636E6D,  // 'ccnm'
    /// CFStringRef. The older name of `kAudioObjectPropertyElementCategoryName`. Not supported on Linux: devices do not have
    /// it.
    kAudioDevicePropertyChannelCategoryNameCFString = 0x6C63636E,  // 'lccn'
    /// The number of a channel as a C string. Use `kAudioObjectPropertyElementNumberName`. Read only.
    kAudioDevicePropertyChannelNumberName = 0x636E6E6D,  // 'cnnm'
    /// CFStringRef. The older name of `kAudioObjectPropertyElementNumberName`. Read only.
    kAudioDevicePropertyChannelNumberNameCFString = 0x6C636E6E,  // 'lcnn'
    /// UInt32, 1 if several programs can use the device; always 1 on Linux. Read only.
    kAudioDevicePropertySupportsMixing = 0x6D69783F,  // 'mix?'
    /// AudioStreamBasicDescription. Use `kAudioStreamPropertyVirtualFormat` of a stream. Can be set.
    kAudioDevicePropertyStreamFormat = 0x73666D74,  // 'sfmt'
    /// Array of AudioStreamBasicDescription. Use `kAudioStreamPropertyAvailableVirtualFormats` of a stream. Read only.
    kAudioDevicePropertyStreamFormats = 0x73666D23,  // 'sfm#'
    /// AudioStreamBasicDescription in the buffer: reading it succeeds if the format is supported. Read only.
    kAudioDevicePropertyStreamFormatSupported = 0x73666D3F,  // 'sfm?'
    /// AudioStreamBasicDescription: replaces the format in the buffer by the most similar supported one. Read only.
    kAudioDevicePropertyStreamFormatMatch = 0x73666D6D,  // 'sfmm'
    /// AudioValueTranslation from the ID of a socket to its name as a C string. Use
    /// `kAudioDevicePropertyDataSourceNameForIDCFString`. Read only.
    kAudioDevicePropertyDataSourceNameForID = 0x7373636E,  // 'sscn'
    /// AudioValueTranslation from the ID of a clock source to its name as a C string. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyClockSourceNameForID = 0x6373636E  // 'cscn'
};

/// Properties of play-through. Devices on Linux do not have it.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioValueTranslation from the ID of a destination to its name as a C string. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyPlayThruDestinationNameForID = 0x6D64646E  // 'mddn'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioValueTranslation from the ID of a line level to its name as a C string. Not supported on Linux: devices do not have
    /// it.
    kAudioDevicePropertyChannelNominalLineLevelNameForID = 0x636E6C76,  // 'cnlv'
    /// AudioValueTranslation from the ID of a filter setting to its name as a C string. Not supported on Linux: devices do not
    /// have it.
    kAudioDevicePropertyHighPassFilterSettingNameForID = 0x63686970  // 'chip'
};

/// Devices made of other devices.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef. The older name of `kAudioAggregateDevicePropertyMainSubDevice`. Can be set.
    kAudioAggregateDevicePropertyMasterSubDevice = 0x616D7374  // 'amst'
};

/// Streams: one for each direction of a device.
CF_ENUM(AudioObjectID) {
    kAudioStreamUnknown = 0
};

/// Properties of a stream.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioObjectID. The older name of `kAudioObjectPropertyOwner`. Read only.
    kAudioStreamPropertyOwningDevice = 0x73746476,  // 'stdv'
    /// Array of AudioStreamBasicDescription. Use `kAudioStreamPropertyAvailablePhysicalFormats`. Read only.
    kAudioStreamPropertyPhysicalFormats = 0x70667423,  // 'pft#'
    /// AudioStreamBasicDescription in the buffer: reading it succeeds if the format is supported. Read only.
    kAudioStreamPropertyPhysicalFormatSupported = 0x7066743F,  // 'pft?'
    /// AudioStreamBasicDescription: replaces the format in the buffer by the most similar supported one. Read only.
    kAudioStreamPropertyPhysicalFormatMatch = 0x7066746D  // 'pftm'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioBootChimeVolumeControlClassID = 0x7072616D  // 'pram'
};

/// Controls of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, a variant of the control. Not supported on Linux: controls do not have it.
    kAudioControlPropertyVariant = 0x63766172  // 'cvar'
};

/// Kinds of clock sources.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32. The older name of `kAudioSelectorControlPropertyItemKind`. Read only.
    kAudioClockSourceControlPropertyItemKind = 0x636C6B6B  // 'clkk'
};

/// The mode of the run loop in which old programs had their listeners called. It has no effect on Linux.
#define kAudioHardwareRunLoopMode "com.apple.audio.CoreAudio"
/// The older name of `kAudioAggregateDeviceMainSubDeviceKey`.
#define kAudioAggregateDeviceMasterSubDeviceKey "master"

// MARK: Listeners

/// Called when a property of the system has changed.
///
/// Threads: Called on a thread of the library, one listener at a time. It may block.
///
/// - Parameters:
///   - inPropertyID: the property.
///   - inClientData: the pointer that the program passed with the callback.
/// - Returns: a status, which the library ignores.
typedef OSStatus (*AudioHardwarePropertyListenerProc)(
    AudioHardwarePropertyID inPropertyID, void *_Nullable inClientData);

/// Called when a property of a device has changed.
///
/// Threads: Called on a thread of the library, one listener at a time. It may block.
///
/// - Parameters:
///   - inDevice: the device.
///   - inChannel: the channel, from 1; 0 for the whole device.
///   - isInput: whether the property belongs to the input.
///   - inPropertyID: the property.
///   - inClientData: the pointer that the program passed with the callback.
/// - Returns: a status, which the library ignores.
typedef OSStatus (*AudioDevicePropertyListenerProc)(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    void *_Nullable inClientData);

/// Called when a property of a stream has changed.
///
/// Threads: Called on a thread of the library, one listener at a time. It may block.
///
/// - Parameters:
///   - inStream: the stream.
///   - inChannel: the channel, from 1; 0 for the whole stream.
///   - inPropertyID: the property.
///   - inClientData: the pointer that the program passed with the callback.
/// - Returns: a status, which the library ignores.
typedef OSStatus (*AudioStreamPropertyListenerProc)(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, void *_Nullable inClientData);

// MARK: The system

/// Fails: the library calls listeners on its own threads, not in a run loop.
///
/// - Parameter inRunLoopSource: ignored.
/// - Returns: `kAudio_UnimplementedError`: the library does not support run loop sources.
CF_EXPORT OSStatus AudioHardwareAddRunLoopSource(CARunLoopSourceParameter inRunLoopSource);

/// Fails: the library calls listeners on its own threads, not in a run loop.
///
/// - Parameter inRunLoopSource: ignored.
/// - Returns: `kAudio_UnimplementedError`: the library does not support run loop sources.
CF_EXPORT OSStatus AudioHardwareRemoveRunLoopSource(CARunLoopSourceParameter inRunLoopSource);

/// Returns the size of a property of the system, and whether the property can be set.
///
/// This is an older function. Use `AudioObjectGetPropertyDataSize` and `AudioObjectIsPropertySettable`.
///
/// - Parameters:
///   - inPropertyID: the property's selector.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the system has no such property
CF_EXPORT OSStatus AudioHardwareGetPropertyInfo(
    AudioHardwarePropertyID inPropertyID, UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Reads a property of the system.
///
/// This is an older function. Use `AudioObjectGetPropertyData` in new programs. If the buffer is too small for a list, the call
/// returns the items that fit. Release Core Foundation objects.
///
/// - Parameters:
///   - inPropertyID: the property's selector.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the system has no such property
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the buffer is too small, or the property needs a qualifier
CF_EXPORT OSStatus AudioHardwareGetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Changes a property of the system.
///
/// This is an older function. Use `AudioObjectSetPropertyData` in new programs. Some values take effect after the call returns:
/// listeners are then notified. The library copies the value.
///
/// - Parameters:
///   - inPropertyID: the property's selector.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value. It is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or the value is out of its range
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the system has no such property
///   - `kAudioHardwareUnsupportedOperationError`, `'unop'`: the property can only be read
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the size is not that of the value
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the value names no device
CF_EXPORT OSStatus AudioHardwareSetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Adds a function that is called whenever a property of the system changes.
///
/// This is an older function. Use `AudioObjectAddPropertyListener` in new programs. What the function returns is ignored.
///
/// - Parameters:
///   - inPropertyID: the property's selector, or `kAudioPropertyWildcardPropertyID` for all.
///   - inProc: the function. The library calls it on its own thread.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null
CF_EXPORT OSStatus AudioHardwareAddPropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inClientData);

/// Removes a function from the listeners of a property of the system.
///
/// All of its listeners that `AudioHardwareAddPropertyListener` added for the property are removed, whatever their client data.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until a call of the listener in progress has returned, and the listener is not called after that. In the
/// listener itself and in a callback of a device or of a queue it does not wait.
///
/// - Parameters:
///   - inPropertyID: the selector with which it was added.
///   - inProc: the function.
/// - Returns: Always 0, `noErr`.
CF_EXPORT OSStatus AudioHardwareRemovePropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc CA_SENDABLE);

// MARK: Devices

/// Registers a function that a device calls in each I/O cycle after it is started.
///
/// This is an older function. Use `AudioDeviceCreateIOProcID` in new programs. The function itself is the ID for
/// `AudioDeviceStart`. The device calls it on an audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - inDevice: a device.
///   - inProc: the function.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null, or the device has it already
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
CF_EXPORT OSStatus AudioDeviceAddIOProc(
    AudioDeviceID inDevice, AudioDeviceIOProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Removes a function from a device.
///
/// This is an older function. Use `AudioDeviceDestroyIOProcID` in new programs.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until the callback has returned for the last time, and the callback does not run after that. In a callback of
/// a device, of this device or another, it does not wait: the current cycle of the callback is its last.
///
/// - Parameters:
///   - inDevice: a device.
///   - inProc: the function.
/// - Returns: 0, or
///   - `kAudioHardwareBadDeviceError`, `'!dev'`: the device does not exist, or no longer exists
///   - `kAudio_ParamError`: the device has no such function
CF_EXPORT OSStatus AudioDeviceRemoveIOProc(AudioDeviceID inDevice, AudioDeviceIOProc inProc CA_SENDABLE);

/// Fails: a device passes recorded sound only to callbacks.
///
/// Use `AudioDeviceCreateIOProcID`.
///
/// - Parameters:
///   - inDevice: ignored.
///   - inStartTime: ignored.
///   - outData: ignored, and not changed.
/// - Returns: `kAudio_UnimplementedError`: the library does not support reading outside callbacks.
CF_EXPORT OSStatus AudioDeviceRead(
    AudioDeviceID inDevice, const AudioTimeStamp *inStartTime, AudioBufferList *outData);

/// Returns the size of a property of a device, and whether the property can be set.
///
/// This is an older function. Use `AudioObjectGetPropertyDataSize` and `AudioObjectIsPropertySettable`.
///
/// - Parameters:
///   - inDevice: a device.
///   - inChannel: the element: 0 for the device as a whole, else a channel, from 1 on.
///   - isInput: whether the property is one of the input. A property of the whole device is found with either value.
///   - inPropertyID: the property's selector.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the device does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the device has no such property
CF_EXPORT OSStatus AudioDeviceGetPropertyInfo(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Reads a property of a device.
///
/// This is an older function. Use `AudioObjectGetPropertyData` in new programs. If the buffer is too small for a list, the call
/// returns the items that fit. Release Core Foundation objects.
///
/// - Parameters:
///   - inDevice: a device.
///   - inChannel: the element: 0 for the device as a whole, else a channel, from 1 on.
///   - isInput: whether the property is one of the input. A property of the whole device is found with either value.
///   - inPropertyID: the property's selector.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the device does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the device has no such property
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the buffer is too small, or the property needs a qualifier
CF_EXPORT OSStatus AudioDeviceGetProperty(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Changes a property of a device.
///
/// This is an older function. Use `AudioObjectSetPropertyData` in new programs. Some values take effect after the call returns:
/// listeners are then notified. The library copies the value. The value is set at once, whatever `inWhen` says.
///
/// - Parameters:
///   - inDevice: a device.
///   - inWhen: ignored; may be null.
///   - inChannel: the element: 0 for the device as a whole, else a channel, from 1 on.
///   - isInput: whether the property is one of the input. A property of the whole device is found with either value.
///   - inPropertyID: the property's selector.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value. It is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or the value is out of its range
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the device does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the device has no such property
///   - `kAudioHardwareUnsupportedOperationError`, `'unop'`: the property can only be read
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the size is not that of the value
///   - `kAudioDeviceUnsupportedFormatError`, `'!dat'`: the device does not support the rate or the number of channels
///   - `kAudioDevicePermissionsError`, `'!hog'`: another process uses the device exclusively
///   - `kAudioHardwareNotRunningError`, `'stop'`: the sound server does not answer
CF_EXPORT OSStatus AudioDeviceSetProperty(
    AudioDeviceID inDevice, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel, Boolean isInput,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Adds a function that is called whenever a property of a device changes.
///
/// This is an older function. Use `AudioObjectAddPropertyListener` in new programs. What the function returns is ignored.
///
/// - Parameters:
///   - inDevice: a device.
///   - inChannel: the element: 0 for the device as a whole, else a channel, from 1 on.
///   - isInput: whether the property is one of the input. A property of the whole device is found with either value.
///   - inPropertyID: the property's selector, or `kAudioPropertyWildcardPropertyID` for all.
///   - inProc: the function. The library calls it on its own thread.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the device does not exist, or no longer exists
CF_EXPORT OSStatus AudioDeviceAddPropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Removes a function from the listeners of a property of a device.
///
/// All of its listeners that `AudioDeviceAddPropertyListener` added for the property are removed, whatever their client data.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until a call of the listener in progress has returned, and the listener is not called after that. In the
/// listener itself and in a callback of a device or of a queue it does not wait.
///
/// - Parameters:
///   - inDevice: a device.
///   - inChannel: the element: 0 for the device as a whole, else a channel, from 1 on.
///   - isInput: whether the property is one of the input. A property of the whole device is found with either value.
///   - inPropertyID: the selector with which it was added.
///   - inProc: the function.
/// - Returns: 0, or
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the device does not exist, or no longer exists
CF_EXPORT OSStatus AudioDeviceRemovePropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc CA_SENDABLE);

// MARK: Streams

/// Returns the size of a property of a stream, and whether the property can be set.
///
/// This is an older function. Use `AudioObjectGetPropertyDataSize` and `AudioObjectIsPropertySettable`.
///
/// - Parameters:
///   - inStream: a stream.
///   - inChannel: the element: 0 for the stream as a whole, else a channel, from 1 on.
///   - inPropertyID: the property's selector.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the stream does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the stream has no such property
CF_EXPORT OSStatus AudioStreamGetPropertyInfo(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property of a stream.
///
/// This is an older function. Use `AudioObjectGetPropertyData` in new programs. If the buffer is too small for a list, the call
/// returns the items that fit. Release Core Foundation objects.
///
/// - Parameters:
///   - inStream: a stream.
///   - inChannel: the element: 0 for the stream as a whole, else a channel, from 1 on.
///   - inPropertyID: the property's selector.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the stream does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the stream has no such property
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the buffer is too small, or the property needs a qualifier
CF_EXPORT OSStatus AudioStreamGetProperty(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Changes a property of a stream.
///
/// This is an older function. Use `AudioObjectSetPropertyData` in new programs. Some values take effect after the call returns:
/// listeners are then notified. The library copies the value. The value is set at once, whatever `inWhen` says.
///
/// - Parameters:
///   - inStream: a stream.
///   - inWhen: ignored; may be null.
///   - inChannel: the element: 0 for the stream as a whole, else a channel, from 1 on.
///   - inPropertyID: the property's selector.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value. It is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, or the value is out of its range
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the stream does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the stream has no such property
///   - `kAudioHardwareUnsupportedOperationError`, `'unop'`: the property can only be read
///   - `kAudioHardwareBadPropertySizeError`, `'!siz'`: the size is not that of the value
///   - `kAudioDeviceUnsupportedFormatError`, `'!dat'`: the device does not support the rate or the number of channels
///   - `kAudioDevicePermissionsError`, `'!hog'`: another process uses the device exclusively
///   - `kAudioHardwareNotRunningError`, `'stop'`: the sound server does not answer
CF_EXPORT OSStatus AudioStreamSetProperty(
    AudioStreamID inStream, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Adds a function that is called whenever a property of a stream changes.
///
/// This is an older function. Use `AudioObjectAddPropertyListener` in new programs. What the function returns is ignored.
///
/// - Parameters:
///   - inStream: a stream.
///   - inChannel: the element: 0 for the stream as a whole, else a channel, from 1 on.
///   - inPropertyID: the property's selector, or `kAudioPropertyWildcardPropertyID` for all.
///   - inProc: the function. The library calls it on its own thread.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the function is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the stream does not exist, or no longer exists
CF_EXPORT OSStatus AudioStreamAddPropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Removes a function from the listeners of a property of a stream.
///
/// All of its listeners that `AudioStreamAddPropertyListener` added for the property are removed, whatever their client data.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until a call of the listener in progress has returned, and the listener is not called after that. In the
/// listener itself and in a callback of a device or of a queue it does not wait.
///
/// - Parameters:
///   - inStream: a stream.
///   - inChannel: the element: 0 for the stream as a whole, else a channel, from 1 on.
///   - inPropertyID: the selector with which it was added.
///   - inProc: the function.
/// - Returns: 0, or
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the stream does not exist, or no longer exists
CF_EXPORT OSStatus AudioStreamRemovePropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc CA_SENDABLE);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
