import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDISetup.h. Each call goes to `MIDISystem`.

@c @implementation
public func MIDIExternalDeviceCreate(
    _ name: CAStringParameter, _ manufacturer: CAStringParameter, _ model: CAStringParameter,
    _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    status(into: outDevice, else: 0) {
        try MIDISystem.shared.createDevice(text(name), text(manufacturer), text(model), isExternal: true)
    }
}

@c @implementation
public func MIDIDeviceNewEntity(
    _ device: MIDIDeviceRef, _ name: CAStringParameter, _ protocol: MIDIProtocolID, _ embedded: Bool,
    _ numSourceEndpoints: ItemCount, _ numDestinationEndpoints: ItemCount,
    _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    status(into: newEntity, else: 0) {
        let entity = try MIDISystem.shared.addEntity(
            to: device, text(name), protocolID: `protocol`.rawValue, isEmbedded: embedded, sources: numSourceEndpoints,
            destinations: numDestinationEndpoints)
        DriverHost.shared.attach(device)
        return entity
    }
}

@c @implementation
public func MIDIDeviceAddEntity(
    _ device: MIDIDeviceRef, _ name: CAStringParameter, _ embedded: Bool, _ numSourceEndpoints: ItemCount,
    _ numDestinationEndpoints: ItemCount, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    MIDIDeviceNewEntity(device, name, ._1_0, embedded, numSourceEndpoints, numDestinationEndpoints, newEntity)
}

@c @implementation
public func MIDIDeviceRemoveEntity(_ device: MIDIDeviceRef, _ entity: MIDIEntityRef) -> OSStatus {
    status { try MIDISystem.shared.removeEntity(entity, of: device) }
}

@c @implementation
public func MIDIEntityAddOrRemoveEndpoints(
    _ entity: MIDIEntityRef, _ numSourceEndpoints: ItemCount, _ numDestinationEndpoints: ItemCount
) -> OSStatus {
    status {
        try MIDISystem.shared.setEndpoints(
            of: entity, sources: numSourceEndpoints, destinations: numDestinationEndpoints)
        if let device = try? MIDISystem.shared.device(of: entity) { DriverHost.shared.attach(device) }
    }
}

@c @implementation
public func MIDISetupAddDevice(_ device: MIDIDeviceRef) -> OSStatus {
    status {
        try MIDISystem.shared.addToSetup(device, isExternal: false)
        DriverHost.shared.attach(device)
    }
}

@c @implementation
public func MIDISetupRemoveDevice(_ device: MIDIDeviceRef) -> OSStatus {
    status { try MIDISystem.shared.removeFromSetup(device, isExternal: false) }
}

@c @implementation
public func MIDISetupAddExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
    status { try MIDISystem.shared.addToSetup(device, isExternal: true) }
}

@c @implementation
public func MIDISetupRemoveExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
    status { try MIDISystem.shared.removeFromSetup(device, isExternal: true) }
}

// MARK: Other setups

@c @implementation
public func MIDISetupCreate(_ outSetup: UnsafeMutablePointer<MIDISetupRef>) -> OSStatus {
    status(into: outSetup, else: 0) { throw AudioError.midiNoSetup }
}

@c @implementation
public func MIDISetupDispose(_ setup: MIDISetupRef) -> OSStatus { status { throw AudioError.midiNoSetup } }

@c @implementation
public func MIDISetupInstall(_ setup: MIDISetupRef) -> OSStatus { status { throw AudioError.midiNoSetup } }

@c @implementation
public func MIDISetupGetCurrent(_ outSetup: UnsafeMutablePointer<MIDISetupRef>) -> OSStatus {
    status(into: outSetup, else: 0) { throw AudioError.midiNoSetup }
}

@c @implementation
public func MIDISetupToData(_ setup: MIDISetupRef, _ outData: UnsafeMutablePointer<CADataParameter?>) -> OSStatus {
    status(into: outData, else: nil) { throw AudioError.midiNoSetup }
}

@c @implementation
public func MIDISetupFromData(
    _ data: CADataParameter, _ outSetup: UnsafeMutablePointer<MIDISetupRef>
) -> OSStatus {
    status(into: outSetup, else: 0) { throw AudioError.midiNoSetup }
}

// MARK: Serial ports

@c @implementation
public func MIDIGetSerialPortOwner(
    _ portName: CAStringParameter, _ outDriverName: UnsafeMutablePointer<CAStringParameter?>
) -> OSStatus {
    status(into: outDriverName, else: nil) { throw AudioError.midiObject }
}

@c @implementation
public func MIDISetSerialPortOwner(_ portName: CAStringParameter, _ driverName: CAStringParameter) -> OSStatus {
    status { throw AudioError.midiObject }
}

@c @implementation
public func MIDIGetSerialPortDrivers(_ outDriverNames: UnsafeMutablePointer<CAArrayParameter?>) -> OSStatus {
    status(into: outDriverNames, else: nil) { throw AudioError.midiObject }
}
