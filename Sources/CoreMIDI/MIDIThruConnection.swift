import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDIThruConnection.h. Each call goes to `MIDISystem`.

@c @implementation
public func MIDIThruConnectionParamsInitialize(_ inConnectionParams: UnsafeMutablePointer<MIDIThruConnectionParams>) {
    guard let params = try? nonnull(inConnectionParams) else { return }
    UnsafeMutableRawBufferPointer(start: params, count: ThruRules.size).copyBytes(from: ThruRules().bytes)
}

@c @implementation
public func MIDIThruConnectionCreate(
    _ inPersistentOwnerID: CAStringParameter?, _ inConnectionParams: CADataParameter,
    _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>
) -> OSStatus {
    status(into: outConnection, else: 0) {
        try MIDISystem.shared.createThru(
            rules(object(inConnectionParams, as: NSData.self)), owner: inPersistentOwnerID.map { try text($0) })
    }
}

@c @implementation
public func MIDIThruConnectionDispose(_ connection: MIDIThruConnectionRef) -> OSStatus {
    status { try MIDISystem.shared.disposeThru(connection) }
}

@c @implementation
public func MIDIThruConnectionGetParams(
    _ connection: MIDIThruConnectionRef, _ outConnectionParams: UnsafeMutablePointer<CADataParameter?>
) -> OSStatus {
    status(retaining: outConnectionParams) { NSData(try MIDISystem.shared.rules(of: connection).bytes) }
}

@c @implementation
public func MIDIThruConnectionSetParams(
    _ connection: MIDIThruConnectionRef, _ inConnectionParams: CADataParameter
) -> OSStatus {
    status { try MIDISystem.shared.setRules(rules(object(inConnectionParams, as: NSData.self)), of: connection) }
}

@c @implementation
public func MIDIThruConnectionFind(
    _ inPersistentOwnerID: CAStringParameter, _ outConnectionList: UnsafeMutablePointer<CADataParameter?>
) -> OSStatus {
    status(retaining: outConnectionList) { thrus(of: try text(inPersistentOwnerID)) }
}

func rules(_ data: NSData) throws(AudioError) -> ThruRules {
    try ThruRules(UnsafeRawBufferPointer(start: data.bytes, count: data.length))
}

func thrus(of owner: String) -> NSData {
    NSData(MIDISystem.shared.thrus(of: owner).flatMap { withUnsafeBytes(of: $0) { Array($0) } })
}
