#ifndef CoreMIDI_MIDISetup_h
#define CoreMIDI_MIDISetup_h

// Devices that programs describe.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIServices.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, also in callbacks. It takes locks and allocates memory, and is not real-time safe.

// MARK: Devices

/// Creates an external device, which describes what a cable leads to.
///
/// Add it to the setup with `MIDISetupAddExternalDevice`.
///
/// - Parameters:
///   - name: the name of the device.
///   - manufacturer: its maker.
///   - model: its model.
///   - outDevice: the device, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus MIDIExternalDeviceCreate(
    CAStringParameter name,
    CAStringParameter manufacturer,
    CAStringParameter model,
    MIDIDeviceRef *outDevice);

/// Adds an entity of a protocol to a device.
///
/// - Parameters:
///   - device: the device.
///   - name: the name.
///   - protocol: the protocol of its endpoints.
///   - embedded: whether the entity is a part of the device.
///   - numSourceEndpoints: the number of sources.
///   - numDestinationEndpoints: the number of destinations.
///   - newEntity: the entity, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such device or entity
///   - `kMIDIUnknownError`: there is no such protocol
///   - `kAudio_ParamError`: there are more than 4096 endpoints
CF_EXPORT OSStatus MIDIDeviceNewEntity(
    MIDIDeviceRef device,
    CAStringParameter name,
    MIDIProtocolID protocol,
    Boolean embedded,
    ItemCount numSourceEndpoints,
    ItemCount numDestinationEndpoints,
    MIDIEntityRef *newEntity);

/// Adds an entity of MIDI 1.0 to a device.
///
/// - Parameters:
///   - device: the device.
///   - name: the name.
///   - embedded: whether the entity is a part of the device.
///   - numSourceEndpoints: the number of sources.
///   - numDestinationEndpoints: the number of destinations.
///   - newEntity: the entity, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such device or entity
///   - `kAudio_ParamError`: there are more than 4096 endpoints
CF_EXPORT OSStatus MIDIDeviceAddEntity(
    MIDIDeviceRef device,
    CAStringParameter name,
    Boolean embedded,
    ItemCount numSourceEndpoints,
    ItemCount numDestinationEndpoints,
    MIDIEntityRef *newEntity);

/// Removes an entity of a device, with its endpoints.
///
/// - Parameters:
///   - device: the device.
///   - entity: the entity.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such device or entity
CF_EXPORT OSStatus MIDIDeviceRemoveEntity(MIDIDeviceRef device, MIDIEntityRef entity);

/// Adds endpoints to an entity, or removes its last ones.
///
/// - Parameters:
///   - entity: the entity.
///   - numSourceEndpoints: how many sources it has then.
///   - numDestinationEndpoints: how many destinations it has then.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such device or entity
///   - `kAudio_ParamError`: there are more than 4096 endpoints
CF_EXPORT OSStatus MIDIEntityAddOrRemoveEndpoints(MIDIEntityRef entity, ItemCount numSourceEndpoints, ItemCount numDestinationEndpoints);

/// Adds a device of a driver to the setup.
///
/// - Parameter device: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: the object is not a device of a driver
CF_EXPORT OSStatus MIDISetupAddDevice(MIDIDeviceRef device);

/// Removes a device of a driver from the setup, and disposes of it.
///
/// - Parameter device: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: the object is not a device of a driver in the setup
CF_EXPORT OSStatus MIDISetupRemoveDevice(MIDIDeviceRef device);

/// Adds an external device to the setup.
///
/// - Parameter device: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: the object is not an external device
CF_EXPORT OSStatus MIDISetupAddExternalDevice(MIDIDeviceRef device);

/// Removes an external device from the setup, and disposes of it.
///
/// - Parameter device: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: the object is not an external device in the setup
CF_EXPORT OSStatus MIDISetupRemoveExternalDevice(MIDIDeviceRef device);

// MARK: Other setups

/// A setup: all devices and what they are connected to. There is one.
typedef MIDIObjectRef MIDISetupRef;

/// Creates a setup. Not supported: it is unavailable on iPhones, and superseded on Macs.
///
/// - Parameter outSetup: 0.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupCreate(MIDISetupRef *outSetup);

/// Disposes of a setup. Not supported.
///
/// - Parameter setup: the setup.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupDispose(MIDISetupRef setup);

/// Makes a setup the one that is in use. Not supported.
///
/// - Parameter setup: the setup.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupInstall(MIDISetupRef setup);

/// Returns the setup that is in use. Not supported.
///
/// - Parameter outSetup: 0.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupGetCurrent(MIDISetupRef *outSetup);

/// Returns a setup as XML. Not supported.
///
/// - Parameters:
///   - setup: the setup.
///   - outData: null.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupToData(MIDISetupRef setup, CADataParameter _Nullable *_Nonnull outData);

/// Creates a setup from XML. Not supported.
///
/// - Parameters:
///   - data: the XML.
///   - outSetup: 0.
/// - Returns: 0, or
///   - `kMIDINoCurrentSetup`: always: there are no setups but the one that is in use
CF_EXPORT OSStatus MIDISetupFromData(CADataParameter data, MIDISetupRef *outSetup);

// MARK: Serial ports

/// Returns the driver that uses a serial port. Not supported.
///
/// - Parameters:
///   - portName: the port.
///   - outDriverName: null.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: always: no driver uses serial ports
CF_EXPORT OSStatus MIDIGetSerialPortOwner(CAStringParameter portName, CAStringParameter _Nullable *_Nonnull outDriverName);

/// Chooses the driver that uses a serial port. Not supported.
///
/// - Parameters:
///   - portName: the port.
///   - driverName: the driver.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: always: no driver uses serial ports
CF_EXPORT OSStatus MIDISetSerialPortOwner(CAStringParameter portName, CAStringParameter driverName);

/// Returns the drivers that can use serial ports. Not supported.
///
/// - Parameter outDriverNames: null.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: always: no driver uses serial ports
CF_EXPORT OSStatus MIDIGetSerialPortDrivers(CAArrayParameter _Nullable *_Nonnull outDriverNames);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
