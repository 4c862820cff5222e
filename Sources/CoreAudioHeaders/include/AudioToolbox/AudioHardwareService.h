#ifndef AudioToolbox_AudioHardwareService_h
#define AudioToolbox_AudioHardwareService_h

// The volume and the balance of a device as a whole, and the functions with which programs first read them.

#include <CoreAudio/AudioHardware.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in listeners. It takes
// locks, may wait for the sound server, and is not real-time safe.

// MARK: Properties

/// Properties of a device besides those of AudioHardware.h, at the main element. The calls of AudioHardware.h take them too.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 to 1: the volume of the whole device. The channels keep their proportions.
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766D7663,  // 'vmvc'
    /// Float32. The older name of `kAudioHardwareServiceDeviceProperty_VirtualMainVolume`. Can be set.
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766D7663,  // 'vmvc'
    /// Float32, 0 left, 0.5 middle, 1 right: the balance of two channels. Devices with one channel have none.
    kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 0x766D6263,  // 'vmbc'
    /// Float32. The older name of `kAudioHardwareServiceDeviceProperty_VirtualMainBalance`. Can be set.
    kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 0x766D6263  // 'vmbc'
};

/// Properties of the system object.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, for listeners only. The same as `kAudioHardwarePropertyServiceRestarted`. Read only.
    kAudioHardwareServiceProperty_ServiceRestarted = 0x73727374  // 'srst'
};

// MARK: Calls

// Each is equivalent to the function of AudioHardware.h with AudioObject in place of AudioHardwareService in its name.

/// Returns whether an object has a property.
///
/// This function does the same as `AudioObjectHasProperty`.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
/// - Returns: true where the object exists and has the property.
CF_EXPORT Boolean AudioHardwareServiceHasProperty(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);

/// Returns whether a property can be set.
///
/// This function does the same as `AudioObjectIsPropertySettable`.
///
/// - Parameters:
///   - inObjectID: an object: `kAudioObjectSystemObject`, a device, a stream or a control.
///   - inAddress: selector, scope and element of the property.
///   - outIsSettable: on return, whether the property can be set.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioHardwareBadObjectError`, `'!obj'`: the object does not exist, or no longer exists
///   - `kAudioHardwareUnknownPropertyError`, `'who?'`: the object has no such property
CF_EXPORT OSStatus AudioHardwareServiceIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, Boolean *outIsSettable);

/// Returns the size of a property's value.
///
/// This function does the same as `AudioObjectGetPropertyDataSize`.
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
CF_EXPORT OSStatus AudioHardwareServiceGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *outDataSize);

/// Reads a property of an object.
///
/// This function does the same as `AudioObjectGetPropertyData`.
///
/// If the buffer is too small for a list, the call returns the items
/// that fit. Release Core Foundation objects.
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
CF_EXPORT OSStatus AudioHardwareServiceGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *ioDataSize, void *outData);

/// Changes a property of an object.
///
/// This function does the same as `AudioObjectSetPropertyData`.
///
/// Some values take effect after the call returns: listeners are then notified. The library copies the value.
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
CF_EXPORT OSStatus AudioHardwareServiceSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 inDataSize, const void *inData);

/// Adds a function that is called whenever a property changes.
///
/// This function does the same as `AudioObjectAddPropertyListener`.
///
/// The client data must stay valid until the listener is removed. The library removes the listeners of an object that no longer
/// exists.
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
CF_EXPORT OSStatus AudioHardwareServiceAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

/// Removes a function that was added with the same four arguments.
///
/// This function does the same as `AudioObjectRemovePropertyListener`.
///
/// Threads: Call this function on any thread, in listeners and in callbacks of devices. It takes locks, and is not real-time
/// safe. It waits until a call of the listener in progress has returned, and the listener is not called after that. In the
/// listener itself and in a callback of a device it does not wait.
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
CF_EXPORT OSStatus AudioHardwareServiceRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener CA_SENDABLE, void *_Nullable inClientData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
