import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// The calls of objects' properties, of MIDISetup.h and of MIDIThruConnection.h as Swift programs make them, with objects of
// CoreFoundation.

// MARK: Properties

/// Returns an integer property of an object, or of what the object is a part of.
@discardableResult
public func MIDIObjectGetIntegerProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
    withReference(to: propertyID) { MIDIObjectGetIntegerProperty(obj, $0, outValue) }
}

/// Sets an integer property of an object.
@discardableResult
public func MIDIObjectSetIntegerProperty(_ obj: MIDIObjectRef, _ propertyID: CFString, _ value: Int32) -> OSStatus {
    withReference(to: propertyID) { MIDIObjectSetIntegerProperty(obj, $0, value) }
}

/// Returns a string property of an object, or of what the object is a part of.
@discardableResult
public func MIDIObjectGetStringProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ str: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    status(into: str, else: nil) {
        Unmanaged.passRetained(try MIDISystem.shared.string(propertyID.description, of: obj).coreFoundation)
    }
}

/// Sets a string property of an object.
@discardableResult
public func MIDIObjectSetStringProperty(_ obj: MIDIObjectRef, _ propertyID: CFString, _ str: CFString) -> OSStatus {
    status { try MIDISystem.shared.set(propertyID.description, of: obj, to: .string(str.description)) }
}

/// Returns a data property of an object, or of what the object is a part of.
@discardableResult
public func MIDIObjectGetDataProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    status(into: outData, else: nil) {
        Unmanaged.passRetained(NSData(try MIDISystem.shared.data(propertyID.description, of: obj)))
    }
}

/// Sets a data property of an object.
@discardableResult
public func MIDIObjectSetDataProperty(_ obj: MIDIObjectRef, _ propertyID: CFString, _ data: CFData) -> OSStatus {
    status { try MIDISystem.shared.set(propertyID.description, of: obj, to: .data(data.byteArray)) }
}

/// Returns a dictionary property of an object, or of what the object is a part of.
@discardableResult
public func MIDIObjectGetDictionaryProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outDict: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
    status(into: outDict, else: nil) { Unmanaged.passRetained(try dictionary(propertyID, obj)) }
}

/// Sets a dictionary property of an object.
@discardableResult
public func MIDIObjectSetDictionaryProperty(_ obj: MIDIObjectRef, _ propertyID: CFString, _ dict: CFDictionary)
    -> OSStatus
{
    status { try MIDISystem.shared.set(propertyID.description, of: obj, to: .dictionary(propertyList(dict))) }
}

private func dictionary(_ name: CFString, _ object: MIDIObjectRef) throws -> NSDictionary {
    dictionary(try MIDISystem.shared.dictionary(name.description, of: object))
}

/// Returns all properties of an object, and those of its parts if `deep` is true.
@discardableResult
public func MIDIObjectGetProperties(
    _ obj: MIDIObjectRef, _ outProperties: UnsafeMutablePointer<Unmanaged<CFPropertyList>?>, _ deep: Bool
) -> OSStatus {
    status(into: outProperties, else: nil) {
        Unmanaged.passRetained(try MIDISystem.shared.properties(of: obj, deep: deep).dictionary as CFPropertyList)
    }
}

/// Removes a property of an object.
@discardableResult
public func MIDIObjectRemoveProperty(_ obj: MIDIObjectRef, _ propertyID: CFString) -> OSStatus {
    withReference(to: propertyID) { MIDIObjectRemoveProperty(obj, $0) }
}

// MARK: Devices

/// Creates an external device.
@discardableResult
public func MIDIExternalDeviceCreate(
    _ name: CFString, _ manufacturer: CFString, _ model: CFString, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    withReference(to: name) { name in
        withReference(to: manufacturer) { manufacturer in
            withReference(to: model) { MIDIExternalDeviceCreate(name, manufacturer, $0, outDevice) }
        }
    }
}

/// Adds an entity of a protocol to a device.
@discardableResult
public func MIDIDeviceNewEntity(
    _ device: MIDIDeviceRef, _ name: CFString, _ protocol: MIDIProtocolID, _ embedded: Bool,
    _ numSourceEndpoints: Int, _ numDestinationEndpoints: Int, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    withReference(to: name) {
        MIDIDeviceNewEntity(
            device, $0, `protocol`, embedded, numSourceEndpoints, numDestinationEndpoints, newEntity)
    }
}

/// Adds an entity of MIDI 1.0 to a device.
@discardableResult
public func MIDIDeviceAddEntity(
    _ device: MIDIDeviceRef, _ name: CFString, _ embedded: Bool, _ numSourceEndpoints: Int,
    _ numDestinationEndpoints: Int, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    withReference(to: name) {
        MIDIDeviceAddEntity(device, $0, embedded, numSourceEndpoints, numDestinationEndpoints, newEntity)
    }
}

// MARK: Setups and serial ports

/// Returns a setup as XML. Not supported.
@discardableResult
public func MIDISetupToData(_ setup: MIDISetupRef, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>) -> OSStatus {
    status(into: outData, else: nil) { throw AudioError.midiNoSetup }
}

/// Creates a setup from XML. Not supported.
@discardableResult
public func MIDISetupFromData(_ data: CFData, _ outSetup: UnsafeMutablePointer<MIDISetupRef>) -> OSStatus {
    withReference(to: data) { MIDISetupFromData($0, outSetup) }
}

/// Returns the driver that uses a serial port. Not supported.
@discardableResult
public func MIDIGetSerialPortOwner(
    _ portName: CFString, _ outDriverName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    status(into: outDriverName, else: nil) { throw AudioError.midiObject }
}

/// Chooses the driver that uses a serial port. Not supported.
@discardableResult
public func MIDISetSerialPortOwner(_ portName: CFString, _ driverName: CFString) -> OSStatus {
    status { throw AudioError.midiObject }
}

/// Returns the drivers that can use serial ports. Not supported.
@discardableResult
public func MIDIGetSerialPortDrivers(_ outDriverNames: UnsafeMutablePointer<Unmanaged<CFArray>?>) -> OSStatus {
    status(into: outDriverNames, else: nil) { throw AudioError.midiObject }
}

// MARK: Thru connections

/// Connects sources to destinations.
@discardableResult
public func MIDIThruConnectionCreate(
    _ inPersistentOwnerID: CFString?, _ inConnectionParams: CFData,
    _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>
) -> OSStatus {
    status(into: outConnection, else: 0) {
        try MIDISystem.shared.createThru(rules(inConnectionParams), owner: inPersistentOwnerID?.description)
    }
}

/// Returns the parameters of a connection.
@discardableResult
public func MIDIThruConnectionGetParams(
    _ connection: MIDIThruConnectionRef, _ outConnectionParams: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
    status {
        let data = NSData(try MIDISystem.shared.rules(of: connection).bytes)
        try nonnull(outConnectionParams).pointee = Unmanaged.passRetained(data)
    }
}

/// Returns the parameters of a connection, or nil.
@discardableResult
public func MIDIThruConnectionGetParams(
    _ connection: MIDIThruConnectionRef, _ outConnectionParams: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    status(into: outConnectionParams, else: nil) {
        Unmanaged.passRetained(NSData(try MIDISystem.shared.rules(of: connection).bytes))
    }
}

/// Changes the parameters of a connection.
@discardableResult
public func MIDIThruConnectionSetParams(
    _ connection: MIDIThruConnectionRef, _ inConnectionParams: CFData
) -> OSStatus {
    withReference(to: inConnectionParams) { MIDIThruConnectionSetParams(connection, $0) }
}

/// Returns the connections of a persistent owner.
@discardableResult
public func MIDIThruConnectionFind(
    _ inPersistentOwnerID: CFString, _ outConnectionList: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
    status {
        try nonnull(outConnectionList).pointee = Unmanaged.passRetained(thrus(of: inPersistentOwnerID.description))
    }
}

/// Returns the connections of a persistent owner, or nil.
@discardableResult
public func MIDIThruConnectionFind(
    _ inPersistentOwnerID: CFString, _ outConnectionList: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    status(into: outConnectionList, else: nil) { Unmanaged.passRetained(thrus(of: inPersistentOwnerID.description)) }
}
