#ifndef CoreAudio_AudioHardwareDeprecated_h
#define CoreAudio_AudioHardwareDeprecated_h

// Which includes this one at its end.
#include <CoreAudio/AudioHardware.h>
#include <CoreFoundation/CFRunLoop.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

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
    kAudioLevelControlPropertyDecibelsToScalarTransferFunction = 0x6C637466  // 'lctf'
};

/// How a scalar volume becomes decibels.
CF_ENUM(UInt32) {
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
    kAudioHardwarePropertyRunLoop = 0x726E6C70,  // 'rnlp'
    kAudioHardwarePropertyDeviceForUID = 0x64756964,  // 'duid'
    kAudioHardwarePropertyPlugInForBundleID = 0x70696269,  // 'pibi'
    kAudioHardwarePropertyProcessIsMaster = 0x6D617374,  // 'mast'
    kAudioHardwarePropertyBootChimeVolumeScalar = 0x62627673,  // 'bbvs'
    kAudioHardwarePropertyBootChimeVolumeDecibels = 0x62627664,  // 'bbvd'
    kAudioHardwarePropertyBootChimeVolumeRangeDecibels = 0x62626423,  // 'bbd#'
    kAudioHardwarePropertyBootChimeVolumeScalarToDecibels = 0x62763264,  // 'bv2d'
    kAudioHardwarePropertyBootChimeVolumeDecibelsToScalar = 0x62643276,  // 'bd2v'
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
    kAudioDevicePropertyVolumeDecibelsToScalarTransferFunction = 0x76637466  // 'vctf'
};

/// Hearing an input through the device itself. Devices here have none.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyPlayThruVolumeDecibelsToScalarTransferFunction = 0x6D767466  // 'mvtf'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyDriverShouldOwniSub = 0x69737562  // 'isub'
};

/// The volume of a low-frequency channel. Devices here have none.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertySubVolumeDecibelsToScalarTransferFunction = 0x73767466  // 'svtf'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyDeviceName = 0x6E616D65,  // 'name'
    kAudioDevicePropertyDeviceNameCFString = 0x6C6E616D,  // 'lnam'
    kAudioDevicePropertyDeviceManufacturer = 0x6D616B72,  // 'makr'
    kAudioDevicePropertyDeviceManufacturerCFString = 0x6C6D616B,  // 'lmak'
    kAudioDevicePropertyRegisterBufferList = 0x72627566,  // 'rbuf'
    kAudioDevicePropertyBufferSize = 0x6273697A,  // 'bsiz'
    kAudioDevicePropertyBufferSizeRange = 0x62737A23,  // 'bsz#'
    kAudioDevicePropertyChannelName = 0x63686E6D,  // 'chnm'
    kAudioDevicePropertyChannelNameCFString = 0x6C63686E,  // 'lchn'
    kAudioDevicePropertyChannelCategoryName = 0x63636E6D,  // 'ccnm'
    kAudioDevicePropertyChannelCategoryNameCFString = 0x6C63636E,  // 'lccn'
    kAudioDevicePropertyChannelNumberName = 0x636E6E6D,  // 'cnnm'
    kAudioDevicePropertyChannelNumberNameCFString = 0x6C636E6E,  // 'lcnn'
    kAudioDevicePropertySupportsMixing = 0x6D69783F,  // 'mix?'
    kAudioDevicePropertyStreamFormat = 0x73666D74,  // 'sfmt'
    kAudioDevicePropertyStreamFormats = 0x73666D23,  // 'sfm#'
    kAudioDevicePropertyStreamFormatSupported = 0x73666D3F,  // 'sfm?'
    kAudioDevicePropertyStreamFormatMatch = 0x73666D6D,  // 'sfmm'
    kAudioDevicePropertyDataSourceNameForID = 0x7373636E,  // 'sscn'
    kAudioDevicePropertyClockSourceNameForID = 0x6373636E  // 'cscn'
};

/// Hearing an input through the device itself. Devices here have none.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyPlayThruDestinationNameForID = 0x6D64646E  // 'mddn'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioDevicePropertyChannelNominalLineLevelNameForID = 0x636E6C76,  // 'cnlv'
    kAudioDevicePropertyHighPassFilterSettingNameForID = 0x63686970  // 'chip'
};

/// Devices made of other devices.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioAggregateDevicePropertyMasterSubDevice = 0x616D7374  // 'amst'
};

/// Streams: one for each direction of a device.
CF_ENUM(AudioObjectID) {
    kAudioStreamUnknown = 0
};

/// Properties of a stream.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioStreamPropertyOwningDevice = 0x73746476,  // 'stdv'
    kAudioStreamPropertyPhysicalFormats = 0x70667423,  // 'pft#'
    kAudioStreamPropertyPhysicalFormatSupported = 0x7066743F,  // 'pft?'
    kAudioStreamPropertyPhysicalFormatMatch = 0x7066746D  // 'pftm'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioBootChimeVolumeControlClassID = 0x7072616D  // 'pram'
};

/// Controls of a device.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioControlPropertyVariant = 0x63766172  // 'cvar'
};

/// Others.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioClockSourceControlPropertyItemKind = 0x636C6B6B  // 'clkk'
};

#define kAudioHardwareRunLoopMode "com.apple.audio.CoreAudio"
#define kAudioAggregateDeviceMasterSubDeviceKey "master"

// MARK: Functions

/// Called when a property of the system has changed.
typedef OSStatus (*AudioHardwarePropertyListenerProc)(
    AudioHardwarePropertyID inPropertyID, void *_Nullable inClientData);

/// Called when a property of a device has changed.
typedef OSStatus (*AudioDevicePropertyListenerProc)(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    void *_Nullable inClientData);

/// Called when a property of a stream has changed.
typedef OSStatus (*AudioStreamPropertyListenerProc)(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, void *_Nullable inClientData);

/// Returns `kAudio_UnimplementedError`: listeners are called on threads of the library's own.
CF_EXPORT OSStatus AudioHardwareAddRunLoopSource(CARunLoopSourceParameter inRunLoopSource);

/// Returns `kAudio_UnimplementedError`.
CF_EXPORT OSStatus AudioHardwareRemoveRunLoopSource(CARunLoopSourceParameter inRunLoopSource);

/// Size of a property of the system, and whether it can be set. Use `AudioObjectGetPropertyDataSize`.
CF_EXPORT OSStatus AudioHardwareGetPropertyInfo(
    AudioHardwarePropertyID inPropertyID, UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Use `AudioObjectGetPropertyData`.
CF_EXPORT OSStatus AudioHardwareGetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Use `AudioObjectSetPropertyData`.
CF_EXPORT OSStatus AudioHardwareSetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Use `AudioObjectAddPropertyListener`.
CF_EXPORT OSStatus AudioHardwareAddPropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inClientData);

/// Takes out all listeners that were added with this function.
CF_EXPORT OSStatus AudioHardwareRemovePropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc CA_SENDABLE);

/// Adds a callback that is its own ID. Use `AudioDeviceCreateIOProcID`.
CF_EXPORT OSStatus AudioDeviceAddIOProc(
    AudioDeviceID inDevice, AudioDeviceIOProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Use `AudioDeviceDestroyIOProcID`.
CF_EXPORT OSStatus AudioDeviceRemoveIOProc(AudioDeviceID inDevice, AudioDeviceIOProc inProc CA_SENDABLE);

/// Returns `kAudio_UnimplementedError`: what a device has recorded comes by callbacks.
CF_EXPORT OSStatus AudioDeviceRead(
    AudioDeviceID inDevice, const AudioTimeStamp *inStartTime, AudioBufferList *outData);

/// Size of a property of a device, and whether it can be set. Use `AudioObjectGetPropertyDataSize`.
CF_EXPORT OSStatus AudioDeviceGetPropertyInfo(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Use `AudioObjectGetPropertyData`.
CF_EXPORT OSStatus AudioDeviceGetProperty(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property at once, whatever `inWhen` says. Use `AudioObjectSetPropertyData`.
CF_EXPORT OSStatus AudioDeviceSetProperty(
    AudioDeviceID inDevice, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel, Boolean isInput,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Use `AudioObjectAddPropertyListener`.
CF_EXPORT OSStatus AudioDeviceAddPropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Takes out all listeners that were added with this function.
CF_EXPORT OSStatus AudioDeviceRemovePropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc CA_SENDABLE);

/// Size of a property of a stream, and whether it can be set. Use `AudioObjectGetPropertyDataSize`.
CF_EXPORT OSStatus AudioStreamGetPropertyInfo(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Use `AudioObjectGetPropertyData`.
CF_EXPORT OSStatus AudioStreamGetProperty(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Sets a property at once, whatever `inWhen` says. Use `AudioObjectSetPropertyData`.
CF_EXPORT OSStatus AudioStreamSetProperty(
    AudioStreamID inStream, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Use `AudioObjectAddPropertyListener`.
CF_EXPORT OSStatus AudioStreamAddPropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc CA_SENDABLE, void *_Nullable inClientData);

/// Takes out all listeners that were added with this function.
CF_EXPORT OSStatus AudioStreamRemovePropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc CA_SENDABLE);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
