import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// The calls of MIDIServices.h as Swift programs make them: strings as CFString, and closures for blocks.
//
// `@preconcurrency` lets a closure that is stored in a constant pass in Swift 6 mode. `@Sendable` keeps a closure that is written in the
// call apart from the actor around it: it is called on other threads.

// MARK: Types of blocks

/// A closure that receives notifications, on a thread of the library. Calls never overlap.
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void
/// A closure that receives packets of bytes and the pointer of the connection, on a thread of the library with high priority.
public typealias MIDIReadBlock = (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void
/// A closure that receives packets of words and the pointer of the connection, on a thread of the library with high priority.
public typealias MIDIReceiveBlock = (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void

// MARK: Clients

/// Creates a client whose notifications go to a function, in the run loop that was current when the first client was created.
@preconcurrency @discardableResult
public func MIDIClientCreate(
    _ name: CFString,
    _ notifyProc: (@Sendable @convention(c) (UnsafePointer<MIDINotification>, UnsafeMutableRawPointer?) -> Void)?,
    _ notifyRefCon: UnsafeMutableRawPointer?, _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
    withReference(to: name) { MIDIClientCreate($0, notifyProc, notifyRefCon, outClient) }
}

/// Creates a client whose notifications go to a closure.
@preconcurrency @discardableResult
public func MIDIClientCreateWithBlock(
    _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>,
    _ notifyBlock: (@Sendable (UnsafePointer<MIDINotification>) -> Void)?
) -> OSStatus {
    NotificationPlaces.note()
    return status(into: outClient, else: 0) {
        try createClient(name.description, notifyBlock.map { NotificationPlaces.channel($0) })
    }
}

// MARK: Ports

/// Creates an input port that receives packets of words.
@preconcurrency @discardableResult
public func MIDIInputPortCreateWithProtocol(
    _ client: MIDIClientRef, _ portName: CFString, _ protocol: MIDIProtocolID,
    _ outPort: UnsafeMutablePointer<MIDIPortRef>,
    _ receiveBlock: @escaping @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
) -> OSStatus {
    status(into: outPort, else: 0) {
        try MIDISystem.shared.createInputPort(
            client, portName.description, .words(`protocol`.rawValue, receiveBlock))
    }
}

/// Creates an input port that receives packets of bytes.
@preconcurrency @discardableResult
public func MIDIInputPortCreate(
    _ client: MIDIClientRef, _ portName: CFString,
    _ readProc:
        @escaping @Sendable @convention(c) (
            UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void,
    _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
    withReference(to: portName) { MIDIInputPortCreate(client, $0, readProc, refCon, outPort) }
}

/// Creates an input port that receives packets of bytes by a closure.
@preconcurrency @discardableResult
public func MIDIInputPortCreateWithBlock(
    _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>,
    _ readBlock: @escaping @Sendable (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void
) -> OSStatus {
    status(into: outPort, else: 0) {
        try MIDISystem.shared.createInputPort(client, portName.description, .bytes(readBlock))
    }
}

/// Creates an output port.
@discardableResult
public func MIDIOutputPortCreate(
    _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
    withReference(to: portName) { MIDIOutputPortCreate(client, $0, outPort) }
}

// MARK: Virtual endpoints

/// Creates a virtual destination that receives packets of words.
@preconcurrency @discardableResult
public func MIDIDestinationCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
    _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
    _ readBlock: @escaping @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
) -> OSStatus {
    status(into: outDest, else: 0) {
        try MIDISystem.shared.createDestination(client, name.description, .words(`protocol`.rawValue, readBlock))
    }
}

/// Creates a virtual destination that receives packets of bytes.
@preconcurrency @discardableResult
public func MIDIDestinationCreate(
    _ client: MIDIClientRef, _ name: CFString,
    _ readProc:
        @escaping @Sendable @convention(c) (
            UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void,
    _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    withReference(to: name) { MIDIDestinationCreate(client, $0, readProc, refCon, outDest) }
}

/// Creates a virtual destination that receives packets of bytes by a closure.
@preconcurrency @discardableResult
public func MIDIDestinationCreateWithBlock(
    _ client: MIDIClientRef, _ name: CFString, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
    _ readBlock: @escaping @Sendable (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void
) -> OSStatus {
    status(into: outDest, else: 0) {
        try MIDISystem.shared.createDestination(client, name.description, .bytes(readBlock))
    }
}

/// Creates a virtual source of a protocol.
@discardableResult
public func MIDISourceCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
    _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    withReference(to: name) { MIDISourceCreateWithProtocol(client, $0, `protocol`, outSrc) }
}

/// Creates a virtual source.
@discardableResult
public func MIDISourceCreate(
    _ client: MIDIClientRef, _ name: CFString, _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    withReference(to: name) { MIDISourceCreate(client, $0, outSrc) }
}

// MARK: Packets

/// Returns the bytes of the system exclusive messages of a group in a packet.
@discardableResult
public func MIDIEventPacketSysexBytesForGroup(
    _ pkt: UnsafeMutablePointer<MIDIEventPacket>, _ groupIndex: UInt8,
    _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    status(into: outData, else: nil) { Unmanaged.passRetained(try exclusiveBytes(pkt, groupIndex)) }
}
