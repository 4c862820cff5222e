#ifndef AudioToolbox_AudioHardwareService_h
#define AudioToolbox_AudioHardwareService_h

// The volume and the balance of a device as a whole, and the functions with which programs first read them.

#include <CoreAudio/AudioHardware.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Properties

/// Properties of a device besides those of AudioHardware.h, at the main element. The calls of AudioHardware.h take them too.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 to 1: the volume of the whole device. The channels keep their proportions.
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766D7663,  // 'vmvc'
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766D7663,  // 'vmvc'
    /// Float32, 0 left, 0.5 middle, 1 right: the balance of two channels. Devices with one channel have none.
    kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 0x766D6263,  // 'vmbc'
    kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 0x766D6263  // 'vmbc'
};

/// Properties of the system object.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioHardwareServiceProperty_ServiceRestarted = 0x73727374  // 'srst'
};

// MARK: Calls

// Each is equivalent to the function of AudioHardware.h with AudioObject in place of AudioHardwareService in its name.

CF_EXPORT Boolean AudioHardwareServiceHasProperty(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);

CF_EXPORT OSStatus AudioHardwareServiceIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, Boolean *outIsSettable);

CF_EXPORT OSStatus AudioHardwareServiceGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *outDataSize);

CF_EXPORT OSStatus AudioHardwareServiceGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *ioDataSize, void *outData);

CF_EXPORT OSStatus AudioHardwareServiceSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 inDataSize, const void *inData);

CF_EXPORT OSStatus AudioHardwareServiceAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

CF_EXPORT OSStatus AudioHardwareServiceRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
