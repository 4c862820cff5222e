#ifndef CoreMIDI_MIDIDriver_h
#define CoreMIDI_MIDIDriver_h

// Drivers: shared objects that describe devices and carry their messages.
//
// A driver exports a function that makes it, such as NewMyDriver, with the parameters of a factory of CFPlugIn: an allocator, and
// kMIDIDriverTypeID. It returns a pointer to a pointer to a table of functions, MIDIDriverInterface. There are no bundles on Linux: the
// environment variable COREAUDIO_MIDI_DRIVERS names what a program loads with its first client, separated by colons, each as FILE=FUNCTION.
// A driver runs in the program, and its devices are the program's own: other programs do not see them.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFUUID.h>
#include <CoreMIDI/MIDIServices.h>

#ifdef __swift__
// CoreFoundation's module for Swift lacks the header of these.
typedef SInt32 HRESULT;
typedef UInt32 ULONG;
typedef void *LPVOID;
typedef CFUUIDBytes REFIID;
#else
#include <CoreFoundation/CFPlugInCOM.h>
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, also in callbacks. It takes locks and allocates memory, and is not real-time safe.

// MARK: Identifiers of interfaces

/// What the factory of a driver is asked to make.
#define kMIDIDriverTypeID \
    CFUUIDGetConstantUUIDWithBytes(NULL, 0xEC, 0xDE, 0x95, 0x74, 0x0F, 0xE4, 0x11, 0xD4, 0xBB, 0x1A, 0x00, 0x50, 0xE4, 0xCE, 0xA5, 0x26)
/// The first version of the interface, which ends with `Send` and `EnableSource`.
#define kMIDIDriverInterfaceID \
    CFUUIDGetConstantUUIDWithBytes(NULL, 0x49, 0xDF, 0xCA, 0x9E, 0x0F, 0xE5, 0x11, 0xD4, 0x95, 0x0D, 0x00, 0x50, 0xE4, 0xCE, 0xA5, 0x26)
/// The second version, which has `Flush` and `Monitor`, and describes its devices in `Start`.
#define kMIDIDriverInterface2ID \
    CFUUIDGetConstantUUIDWithBytes(NULL, 0x43, 0xC9, 0x8C, 0x3C, 0x30, 0x6C, 0x11, 0xD5, 0xAF, 0x73, 0x00, 0x30, 0x65, 0xA8, 0x30, 0x1E)
/// The third version, which has `SendPackets` and `MonitorEvents`, and gets Universal MIDI Packets.
#define kMIDIDriverInterface3ID \
    CFUUIDGetConstantUUIDWithBytes(NULL, 0x2F, 0xD9, 0x4D, 0x0F, 0x8C, 0x2A, 0x48, 0x2A, 0x8A, 0xD8, 0x7D, 0x9E, 0xA3, 0x81, 0xC9, 0xC1)

// MARK: The interface

struct MIDIDriverInterface;
/// A driver: what its factory returned.
typedef struct MIDIDriverInterface *_Nonnull *MIDIDriverRef;

/// A list of devices, which a driver gets or asks for.
typedef MIDIObjectRef MIDIDeviceListRef;

/// The functions of a driver.
struct MIDIDriverInterface {
    /// Null.
    void *_reserved;
    /// Returns the driver by an interface, and takes a reference to it.
    HRESULT (*_Nonnull QueryInterface)(void *thisPointer, REFIID iid, LPVOID _Nullable *_Nullable ppv);
    /// Takes a reference to the driver.
    ULONG (*_Nonnull AddRef)(void *thisPointer);
    /// Gives a reference to the driver back.
    ULONG (*_Nonnull Release)(void *thisPointer);
    /// Adds the devices that are there to a list. Called only for drivers of the first version.
    OSStatus (*_Nonnull FindDevices)(MIDIDriverRef _Nonnull self, MIDIDeviceListRef devList);
    /// Starts the driver with the devices in a list. A driver of a later version adds its devices to the setup here.
    OSStatus (*_Nonnull Start)(MIDIDriverRef _Nonnull self, MIDIDeviceListRef devList);
    /// Stops the driver.
    OSStatus (*_Nonnull Stop)(MIDIDriverRef _Nonnull self);
    /// Not called: it is not used on Macs either.
    OSStatus (*_Nonnull Configure)(MIDIDriverRef _Nonnull self, MIDIDeviceRef device);
    /// Sends packets to a destination of the driver, which it knows by the pointers of `MIDIEndpointSetRefCons`.
    OSStatus (*_Nonnull Send)(MIDIDriverRef _Nonnull self, const MIDIPacketList *pktlist, void *destRefCon1, void *destRefCon2);
    /// Reports that messages of a source are wanted, before the driver's first one, and that they are not, before it is stopped.
    OSStatus (*_Nonnull EnableSource)(MIDIDriverRef _Nonnull self, MIDIEndpointRef src, Boolean enabled);
    /// Drops what waits to be sent to a destination, for `MIDIFlushOutput`.
    OSStatus (*_Nonnull Flush)(MIDIDriverRef _Nonnull self, MIDIEndpointRef dest, void *_Nullable destRefCon1, void *_Nullable destRefCon2);
    /// Not called: see `MIDIDriverEnableMonitoring`.
    OSStatus (*_Nonnull Monitor)(MIDIDriverRef _Nonnull self, MIDIEndpointRef dest, const MIDIPacketList *pktlist);
    /// Sends Universal MIDI Packets to a destination of the driver. In the third version, instead of `Send`.
    OSStatus (*_Nonnull SendPackets)(MIDIDriverRef _Nonnull self, const MIDIEventList *pktlist, void *destRefCon1, void *destRefCon2);
    /// Not called: see `MIDIDriverEnableMonitoring`.
    OSStatus (*_Nonnull MonitorEvents)(MIDIDriverRef _Nonnull self, MIDIEndpointRef dest, const MIDIEventList *pktlist);
};
typedef struct MIDIDriverInterface MIDIDriverInterface;

// MARK: Devices

/// Creates a device, which is not in the setup yet.
///
/// A driver adds entities with `MIDIDeviceNewEntity`, and adds the device to the setup with `MIDISetupAddDevice`. `MIDIReceived` with a
/// source of it is how the driver delivers what it receives.
///
/// - Parameters:
///   - owner: the driver; null for a program that is not a driver.
///   - name: the name of the device.
///   - manufacturer: its maker.
///   - model: its model.
///   - outDevice: the device, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus MIDIDeviceCreate(
    MIDIDriverRef _Nullable owner,
    CAStringParameter name,
    CAStringParameter manufacturer,
    CAStringParameter model,
    MIDIDeviceRef *outDevice);

/// Disposes of a device that is not in the setup.
///
/// - Parameter device: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such device
///   - `kMIDINotPermitted`: the device is in the setup; use `MIDISetupRemoveDevice`
CF_EXPORT OSStatus MIDIDeviceDispose(MIDIDeviceRef device);

/// Returns how many devices a list has.
///
/// - Parameter devList: the list.
/// - Returns: the number, 0 where there is no such list.
CF_EXPORT ItemCount MIDIDeviceListGetNumberOfDevices(MIDIDeviceListRef devList);

/// Returns a device of a list.
///
/// - Parameters:
///   - devList: the list.
///   - index0: the place in it, from 0.
/// - Returns: the device, 0 where there is none.
CF_EXPORT MIDIDeviceRef MIDIDeviceListGetDevice(MIDIDeviceListRef devList, ItemCount index0);

/// Adds a device to a list.
///
/// - Parameters:
///   - devList: the list.
///   - dev: the device.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such list, or no such device
CF_EXPORT OSStatus MIDIDeviceListAddDevice(MIDIDeviceListRef devList, MIDIDeviceRef dev);

/// Disposes of a list, and not of its devices.
///
/// - Parameter devList: the list.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such list
CF_EXPORT OSStatus MIDIDeviceListDispose(MIDIDeviceListRef devList);

// MARK: Endpoints

/// Sets the pointers by which a driver knows an endpoint.
///
/// - Parameters:
///   - endpt: an endpoint of a device.
///   - ref1: the first pointer.
///   - ref2: the second pointer.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such endpoint, or it is not one of a device
CF_EXPORT OSStatus MIDIEndpointSetRefCons(MIDIEndpointRef endpt, void *_Nullable ref1, void *_Nullable ref2);

/// Returns the pointers by which a driver knows an endpoint, null at first.
///
/// - Parameters:
///   - endpt: an endpoint of a device.
///   - ref1: the first pointer, or null not to get it.
///   - ref2: the second pointer, or null not to get it.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such endpoint, or it is not one of a device
CF_EXPORT OSStatus MIDIEndpointGetRefCons(MIDIEndpointRef endpt, void *_Nonnull *_Nullable ref1, void *_Nonnull *_Nullable ref2);

// MARK: Drivers

/// Returns the run loop of a thread with high priority, for a driver's input and output.
///
/// The thread starts with the first call, and does not end.
///
/// - Returns: the run loop.
CF_EXPORT CARunLoopParameter MIDIGetDriverIORunLoop(void) CA_REFINED_FOR_SWIFT;

/// Returns the devices of a driver that are in the setup.
///
/// - Parameter driver: the driver.
/// - Returns: a list, which the caller disposes of.
CF_EXPORT MIDIDeviceListRef MIDIGetDriverDeviceList(MIDIDriverRef _Nonnull driver);

/// Has a driver called with all that programs send. Not supported: a driver runs in one program.
///
/// - Parameters:
///   - driver: the driver.
///   - enabled: whether it is to be called.
/// - Returns: 0, or
///   - `kMIDINotPermitted`: always
CF_EXPORT OSStatus MIDIDriverEnableMonitoring(MIDIDriverRef _Nonnull driver, Boolean enabled);

#ifndef __swift__
/// The name of a property of drivers: whether one uses serial ports.
///
/// No port is given to it: `MIDIGetSerialPortDrivers` lists none.
CF_EXPORT const CFStringRef kMIDIDriverPropertyUsesSerial;
#endif

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
