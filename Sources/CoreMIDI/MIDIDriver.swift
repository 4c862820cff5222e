import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDIDriver.h. Each call goes to `DriverHost`.

@c @implementation
public func MIDIDeviceCreate(
    _ owner: MIDIDriverRef?, _ name: CAStringParameter, _ manufacturer: CAStringParameter, _ model: CAStringParameter,
    _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    status(into: outDevice, else: 0) {
        try DriverHost.shared.createDevice(owner, text(name), text(manufacturer), text(model))
    }
}

/// Creates a device, which is not in the setup yet.
@discardableResult
public func MIDIDeviceCreate(
    _ owner: MIDIDriverRef?, _ name: CFString, _ manufacturer: CFString, _ model: CFString,
    _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    status(into: outDevice, else: 0) {
        try DriverHost.shared.createDevice(owner, name.description, manufacturer.description, model.description)
    }
}

@c @implementation
public func MIDIDeviceDispose(_ device: MIDIDeviceRef) -> OSStatus {
    status { try MIDISystem.shared.disposeDevice(device) }
}

// MARK: Lists

@c @implementation
public func MIDIDeviceListGetNumberOfDevices(_ devList: MIDIDeviceListRef) -> ItemCount {
    DriverHost.shared.devices(in: devList).count
}

@c @implementation
public func MIDIDeviceListGetDevice(_ devList: MIDIDeviceListRef, _ index0: ItemCount) -> MIDIDeviceRef {
    member(DriverHost.shared.devices(in: devList), index0)
}

@c @implementation
public func MIDIDeviceListAddDevice(_ devList: MIDIDeviceListRef, _ dev: MIDIDeviceRef) -> OSStatus {
    status { try DriverHost.shared.add(dev, to: devList) }
}

@c @implementation
public func MIDIDeviceListDispose(_ devList: MIDIDeviceListRef) -> OSStatus {
    status { try DriverHost.shared.disposeList(devList) }
}

// MARK: Endpoints

@c @implementation
public func MIDIEndpointSetRefCons(
    _ endpt: MIDIEndpointRef, _ ref1: UnsafeMutableRawPointer?, _ ref2: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try DriverHost.shared.setPointers(EndpointPointers(first: ref1, second: ref2), of: endpt) }
}

@c @implementation
public func MIDIEndpointGetRefCons(
    _ endpt: MIDIEndpointRef, _ ref1: UnsafeMutablePointer<UnsafeMutableRawPointer>?,
    _ ref2: UnsafeMutablePointer<UnsafeMutableRawPointer>?
) -> OSStatus {
    status {
        let pointers = try DriverHost.shared.pointers(of: endpt)
        EndpointPointers.store(pointers.first, ref1)
        EndpointPointers.store(pointers.second, ref2)
    }
}

// MARK: Drivers

@c(MIDIGetDriverIORunLoop) @implementation
public func __MIDIGetDriverIORunLoop() -> CARunLoopParameter {
    OpaquePointer(Unmanaged.passUnretained(DriverLoop.shared.loop).toOpaque())
}

/// Returns the run loop of a thread with high priority, for a driver's input and output.
///
/// The thread starts with the first call, and does not end. The run loop is not retained for the caller.
public func MIDIGetDriverIORunLoop() -> Unmanaged<CFRunLoop> { Unmanaged.passUnretained(DriverLoop.shared.loop) }

@c @implementation
public func MIDIGetDriverDeviceList(_ driver: MIDIDriverRef) -> MIDIDeviceListRef {
    DriverHost.shared.deviceList(of: driver)
}

@c @implementation
public func MIDIDriverEnableMonitoring(_ driver: MIDIDriverRef, _ enabled: Bool) -> OSStatus {
    status { throw AudioError.midiNotPermitted }
}
