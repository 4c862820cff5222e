import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDIServices.h: clients, ports, endpoints and lists of objects. Each call goes to `MIDISystem`.

// MARK: Clients

@c @implementation
public func MIDIClientCreate(
    _ name: CAStringParameter,
    _ notifyProc: (@Sendable @convention(c) (UnsafePointer<MIDINotification>, UnsafeMutableRawPointer?) -> Void)?,
    _ notifyRefCon: UnsafeMutableRawPointer?, _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
    NotificationPlaces.note()
    return status(into: outClient, else: 0) {
        try createClient(text(name), NotificationPlaces.channel(notifyProc, notifyRefCon))
    }
}

@c(MIDIClientCreateWithBlock) @implementation
public func __MIDIClientCreateWithBlock(
    _ name: CAStringParameter, _ outClient: UnsafeMutablePointer<MIDIClientRef>, _ notifyBlock: OpaquePointer?
) -> OSStatus {
    NotificationPlaces.note()
    return status(into: outClient, else: 0) {
        try createClient(text(name), NotificationPlaces.channel(block: notifyBlock))
    }
}

@c @implementation
public func MIDIClientDispose(_ client: MIDIClientRef) -> OSStatus {
    status { try MIDISystem.shared.disposeClient(client) }
}

// MARK: Ports

@c(MIDIInputPortCreateWithProtocol) @implementation
public func __MIDIInputPortCreateWithProtocol(
    _ client: MIDIClientRef, _ portName: CAStringParameter, _ protocol: MIDIProtocolID,
    _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: OpaquePointer
) -> OSStatus {
    status(into: outPort, else: 0) {
        try MIDISystem.shared.createInputPort(
            client, text(portName), MIDIReceiver(receiveBlock: receiveBlock, `protocol`))
    }
}

@c @implementation
public func MIDIInputPortCreate(
    _ client: MIDIClientRef, _ portName: CAStringParameter,
    _ readProc:
        @escaping @Sendable @convention(c) (
            UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void,
    _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
    status(into: outPort, else: 0) {
        try MIDISystem.shared.createInputPort(client, text(portName), MIDIReceiver(readProc, refCon))
    }
}

@c(MIDIInputPortCreateWithBlock) @implementation
public func __MIDIInputPortCreateWithBlock(
    _ client: MIDIClientRef, _ portName: CAStringParameter, _ outPort: UnsafeMutablePointer<MIDIPortRef>,
    _ readBlock: OpaquePointer
) -> OSStatus {
    status(into: outPort, else: 0) {
        try MIDISystem.shared.createInputPort(client, text(portName), MIDIReceiver(readBlock: readBlock))
    }
}

@c @implementation
public func MIDIOutputPortCreate(
    _ client: MIDIClientRef, _ portName: CAStringParameter, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
    status(into: outPort, else: 0) { try MIDISystem.shared.createOutputPort(client, text(portName)) }
}

@c @implementation
public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus { status { try MIDISystem.shared.disposePort(port) } }

@c @implementation
public func MIDIPortConnectSource(
    _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try MIDISystem.shared.connect(port, to: source, refCon: connRefCon) }
}

@c @implementation
public func MIDIPortDisconnectSource(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> OSStatus {
    status { try MIDISystem.shared.disconnect(port, from: source) }
}

// MARK: Devices and entities

@c @implementation
public func MIDIGetNumberOfDevices() -> ItemCount { MIDISystem.shared.all(.device).count }

@c @implementation
public func MIDIGetDevice(_ deviceIndex0: ItemCount) -> MIDIDeviceRef {
    member(MIDISystem.shared.all(.device), deviceIndex0)
}

@c @implementation
public func MIDIDeviceGetNumberOfEntities(_ device: MIDIDeviceRef) -> ItemCount {
    MIDISystem.shared.parts(of: device, .entity).count
}

@c @implementation
public func MIDIDeviceGetEntity(_ device: MIDIDeviceRef, _ entityIndex0: ItemCount) -> MIDIEntityRef {
    member(MIDISystem.shared.parts(of: device, .entity), entityIndex0)
}

@c @implementation
public func MIDIEntityGetNumberOfSources(_ entity: MIDIEntityRef) -> ItemCount {
    MIDISystem.shared.parts(of: entity, .source).count
}

@c @implementation
public func MIDIEntityGetSource(_ entity: MIDIEntityRef, _ sourceIndex0: ItemCount) -> MIDIEndpointRef {
    member(MIDISystem.shared.parts(of: entity, .source), sourceIndex0)
}

@c @implementation
public func MIDIEntityGetNumberOfDestinations(_ entity: MIDIEntityRef) -> ItemCount {
    MIDISystem.shared.parts(of: entity, .destination).count
}

@c @implementation
public func MIDIEntityGetDestination(_ entity: MIDIEntityRef, _ destIndex0: ItemCount) -> MIDIEndpointRef {
    member(MIDISystem.shared.parts(of: entity, .destination), destIndex0)
}

@c @implementation
public func MIDIEntityGetDevice(
    _ inEntity: MIDIEntityRef, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>?
) -> OSStatus {
    store(0, outDevice)
    return status { store(try MIDISystem.shared.device(of: inEntity), outDevice) }
}

// MARK: Endpoints

@c @implementation
public func MIDIGetNumberOfSources() -> ItemCount { MIDISystem.shared.all(.source).count }

@c @implementation
public func MIDIGetSource(_ sourceIndex0: ItemCount) -> MIDIEndpointRef {
    member(MIDISystem.shared.all(.source), sourceIndex0)
}

@c @implementation
public func MIDIGetNumberOfDestinations() -> ItemCount { MIDISystem.shared.all(.destination).count }

@c @implementation
public func MIDIGetDestination(_ destIndex0: ItemCount) -> MIDIEndpointRef {
    member(MIDISystem.shared.all(.destination), destIndex0)
}

@c @implementation
public func MIDIEndpointGetEntity(
    _ inEndpoint: MIDIEndpointRef, _ outEntity: UnsafeMutablePointer<MIDIEntityRef>?
) -> OSStatus {
    store(0, outEntity)
    return status { store(try MIDISystem.shared.entity(of: inEndpoint), outEntity) }
}

@c(MIDIDestinationCreateWithProtocol) @implementation
public func __MIDIDestinationCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CAStringParameter, _ protocol: MIDIProtocolID,
    _ outDest: UnsafeMutablePointer<MIDIEndpointRef>, _ readBlock: OpaquePointer
) -> OSStatus {
    status(into: outDest, else: 0) {
        try MIDISystem.shared.createDestination(
            client, text(name), MIDIReceiver(receiveBlock: readBlock, `protocol`))
    }
}

@c @implementation
public func MIDIDestinationCreate(
    _ client: MIDIClientRef, _ name: CAStringParameter,
    _ readProc:
        @escaping @Sendable @convention(c) (
            UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void,
    _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    status(into: outDest, else: 0) {
        try MIDISystem.shared.createDestination(client, text(name), MIDIReceiver(readProc, refCon))
    }
}

@c(MIDIDestinationCreateWithBlock) @implementation
public func __MIDIDestinationCreateWithBlock(
    _ client: MIDIClientRef, _ name: CAStringParameter, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
    _ readBlock: OpaquePointer
) -> OSStatus {
    status(into: outDest, else: 0) {
        try MIDISystem.shared.createDestination(client, text(name), MIDIReceiver(readBlock: readBlock))
    }
}

@c @implementation
public func MIDISourceCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CAStringParameter, _ protocol: MIDIProtocolID,
    _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    status(into: outSrc, else: 0) {
        try MIDISystem.shared.createSource(client, text(name), protocolID: `protocol`.rawValue)
    }
}

@c @implementation
public func MIDISourceCreate(
    _ client: MIDIClientRef, _ name: CAStringParameter, _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    status(into: outSrc, else: 0) { try MIDISystem.shared.createSource(client, text(name), protocolID: 1) }
}

@c @implementation
public func MIDIEndpointDispose(_ endpt: MIDIEndpointRef) -> OSStatus {
    status { try MIDISystem.shared.disposeEndpoint(endpt) }
}

// MARK: External devices

@c @implementation
public func MIDIGetNumberOfExternalDevices() -> ItemCount { MIDISystem.shared.all(.externalDevice).count }

@c @implementation
public func MIDIGetExternalDevice(_ deviceIndex0: ItemCount) -> MIDIDeviceRef {
    member(MIDISystem.shared.all(.externalDevice), deviceIndex0)
}

// MARK: Sending

@c @implementation
public func MIDISendEventList(
    _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
    status { try MIDISystem.shared.send(nonnull(evtlist), by: port, to: dest) }
}

@c @implementation
public func MIDISend(
    _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
    status { try MIDISystem.shared.send(nonnull(pktlist), by: port, to: dest) }
}

@c @implementation
public func MIDISendSysex(_ request: UnsafeMutablePointer<MIDISysexSendRequest>) -> OSStatus {
    status { try MIDISystem.shared.send(ExclusiveRequest(request), to: request.pointee.destination) }
}

@c @implementation
public func MIDISendUMPSysex(_ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> OSStatus {
    status { try MIDISystem.shared.send(ExclusiveRequest(umpRequest), to: umpRequest.pointee.destination) }
}

@c @implementation
public func MIDISendUMPSysex8(_ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> OSStatus {
    status { try MIDISystem.shared.send(ExclusiveRequest(umpRequest), to: umpRequest.pointee.destination) }
}

@c @implementation
public func MIDIReceivedEventList(
    _ src: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
    status { try MIDISystem.shared.receive(nonnull(evtlist), from: src) }
}

@c @implementation
public func MIDIReceived(_ src: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>) -> OSStatus {
    status { try MIDISystem.shared.receive(nonnull(pktlist), from: src) }
}

@c @implementation
public func MIDIFlushOutput(_ dest: MIDIEndpointRef) -> OSStatus {
    status {
        try MIDISystem.shared.flush(dest == 0 ? nil : dest)
        DriverHost.shared.flush(dest == 0 ? nil : dest)
    }
}

@c @implementation
public func MIDIRestart() -> OSStatus { status { DriverHost.shared.restart() } }

// MARK: Packet lists

@c @implementation
public func MIDIEventListInit(
    _ evtlist: UnsafeMutablePointer<MIDIEventList>, _ protocol: MIDIProtocolID
) -> UnsafeMutablePointer<MIDIEventPacket> {
    guard let list = try? nonnull(evtlist) else { return null(MIDIEventPacket.self) }
    return EventLists.clear(list, `protocol`.rawValue).assumingMemoryBound(to: MIDIEventPacket.self)
}

@c @implementation
public func MIDIEventListAdd(
    _ evtlist: UnsafeMutablePointer<MIDIEventList>, _ listSize: ByteCount,
    _ curPacket: UnsafeMutablePointer<MIDIEventPacket>, _ time: MIDITimeStamp, _ wordCount: ByteCount,
    _ words: UnsafePointer<UInt32>
) -> UnsafeMutablePointer<MIDIEventPacket> {
    guard let list = try? nonnull(evtlist), let packet = try? nonnull(curPacket), let words = try? nonnull(words),
        (0...EventLists.mostWords).contains(wordCount),
        let place = EventLists.add(
            to: list, size: listSize, current: packet, time: time,
            UnsafeRawBufferPointer(start: words, count: 4 * wordCount))
    else { return null(MIDIEventPacket.self) }
    return place.assumingMemoryBound(to: MIDIEventPacket.self)
}

@c @implementation
public func MIDIPacketListInit(_ pktlist: UnsafeMutablePointer<MIDIPacketList>) -> UnsafeMutablePointer<MIDIPacket> {
    guard let list = try? nonnull(pktlist) else { return null(MIDIPacket.self) }
    return PacketLists.clear(list).assumingMemoryBound(to: MIDIPacket.self)
}

@c @implementation
public func MIDIPacketListAdd(
    _ pktlist: UnsafeMutablePointer<MIDIPacketList>, _ listSize: ByteCount,
    _ curPacket: UnsafeMutablePointer<MIDIPacket>, _ time: MIDITimeStamp, _ nData: ByteCount,
    _ data: UnsafePointer<UInt8>
) -> UnsafeMutablePointer<MIDIPacket> {
    guard let list = try? nonnull(pktlist), let packet = try? nonnull(curPacket), let data = try? nonnull(data),
        (0...Int(UInt16.max)).contains(nData),
        let place = PacketLists.add(
            to: list, size: listSize, current: packet, time: time, UnsafeRawBufferPointer(start: data, count: nData))
    else { return null(MIDIPacket.self) }
    return place.assumingMemoryBound(to: MIDIPacket.self)
}

@c @implementation
public func MIDIEventPacketSysexBytesForGroup(
    _ pkt: UnsafeMutablePointer<MIDIEventPacket>, _ groupIndex: UInt8,
    _ outData: UnsafeMutablePointer<CADataParameter?>
) -> OSStatus {
    status(retaining: outData) { try exclusiveBytes(pkt, groupIndex) }
}
