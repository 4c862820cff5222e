import AudioCore
import AudioIO
import CCoreAudio
import CoreAudioTypes
import Foundation

// The bodies of CoreAudio/AudioHardware.h.

@c @implementation
public func AudioObjectShow(_ inObjectID: AudioObjectID) { show(inObjectID) }

@c @implementation
public func AudioObjectHasProperty(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
    UInt(bitPattern: inAddress) != 0 && HardwareSystem.shared.has(inObjectID, inAddress.pointee)
}

@c @implementation
public func AudioObjectIsPropertySettable(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ outIsSettable: UnsafeMutablePointer<Bool>
) -> OSStatus {
    status {
        try given(outIsSettable).pointee = try HardwareSystem.shared.isSettable(inObjectID, given(inAddress).pointee)
    }
}

@c @implementation
public func AudioObjectGetPropertyDataSize(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let request = try request(inAddress, inQualifierDataSize, inQualifierData)
        try given(outDataSize).pointee = try dataSize(inObjectID, request)
    }
}

@c @implementation
public func AudioObjectGetPropertyData(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        let input = UnsafeRawBufferPointer(start: try given(outData), count: Int(try given(ioDataSize).pointee))
        let request = try request(inAddress, inQualifierDataSize, inQualifierData, input: input)
        try HardwareSystem.shared.value(inObjectID, request).copy(to: outData, ioDataSize)
    }
}

@c @implementation
public func AudioObjectSetPropertyData(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32,
    _ inData: UnsafeRawPointer
) -> OSStatus {
    status {
        let input = UnsafeRawBufferPointer(start: try given(inData), count: Int(inDataSize))
        let request = try request(inAddress, inQualifierDataSize, inQualifierData, input: input)
        try HardwareSystem.shared.set(inObjectID, request)
    }
}

@c @implementation
public func AudioObjectAddPropertyListener(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inListener:
        @escaping @Sendable @convention(c) (
            AudioObjectID, UInt32, UnsafePointer<AudioObjectPropertyAddress>, UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try addListener(inObjectID, given(inAddress).pointee, given(function: inListener), inClientData) }
}

@c @implementation
public func AudioObjectRemovePropertyListener(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inListener:
        @escaping @Sendable @convention(c) (
            AudioObjectID, UInt32, UnsafePointer<AudioObjectPropertyAddress>, UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try HardwareSystem.shared.removeListener(
            inObjectID, given(inAddress).pointee, key: key(inListener, inClientData))
    }
}

@c(AudioObjectAddPropertyListenerBlock) @implementation
public func __AudioObjectAddPropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: OpaquePointer?, _ inListener: OpaquePointer
) -> OSStatus {
    status {
        let block = try ClientBlock(given(inListener))
        let queue = inDispatchQueue.map(ClientQueue.init)
        let (key, alias) = (key(block.address, queue), key(block.given, queue))
        try addListener(inObjectID, given(inAddress).pointee, queue, key: key, alias: alias) {
            unsafeBitCast(block.pointer, to: ListenerBlock.self)($0, $1)
        }
    }
}

@c(AudioObjectRemovePropertyListenerBlock) @implementation
public func __AudioObjectRemovePropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: OpaquePointer?, _ inListener: OpaquePointer
) -> OSStatus {
    status {
        let key = key(UInt(bitPattern: inListener), inDispatchQueue.map(ClientQueue.init))
        try HardwareSystem.shared.removeListener(inObjectID, given(inAddress).pointee, key: key)
    }
}

@c @implementation
public func AudioHardwareUnload() -> OSStatus { status { HardwareSystem.shared.unload() } }

@c @implementation
public func AudioHardwareCreateAggregateDevice(
    _ inDescription: OpaquePointer, _ outDeviceID: UnsafeMutablePointer<AudioObjectID>
) -> OSStatus {
    status(into: outDeviceID, else: AudioObjectID(kAudioObjectUnknown)) { try createAggregate(inDescription) }
}

@c @implementation
public func AudioHardwareDestroyAggregateDevice(_ inDeviceID: AudioObjectID) -> OSStatus {
    status { try HardwareSystem.shared.destroyAggregate(inDeviceID) }
}

@c @implementation
public func AudioDeviceCreateIOProcID(
    _ inDevice: AudioObjectID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioObjectID, UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>,
            UnsafePointer<AudioTimeStamp>, UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
            UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?,
    _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>
) -> OSStatus {
    status(into: outIOProcID, else: nil) {
        let function = try given(function: inProc)
        return procID(try HardwareSystem.shared.createProc(inDevice, function, inClientData))
    }
}

@c(AudioDeviceCreateIOProcIDWithBlock) @implementation
public func __AudioDeviceCreateIOProcIDWithBlock(
    _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>, _ inDevice: AudioObjectID,
    _ inDispatchQueue: OpaquePointer?, _ inIOBlock: OpaquePointer
) -> OSStatus {
    status(into: outIOProcID, else: nil) {
        let client = try ClientBlock(given(inIOBlock))
        let block = onQueue(inDispatchQueue.map(ClientQueue.init)) {
            unsafeBitCast(client.pointer, to: IOBlock.self)($0, $1, $2, $3, $4)
        }
        return procID(try HardwareSystem.shared.createProc(inDevice, block))
    }
}

@c @implementation
public func AudioDeviceDestroyIOProcID(
    _ inDevice: AudioObjectID, _ inIOProcID: @escaping AudioDeviceIOProcID
) -> OSStatus {
    status { try HardwareSystem.shared.destroyProc(inDevice, number(inIOProcID)) }
}

@c @implementation
public func AudioDeviceStart(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    status { try HardwareSystem.shared.start(inDevice, number(inProcID)) }
}

@c @implementation
public func AudioDeviceStartAtTime(
    _ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?,
    _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>, _ inFlags: UInt32
) -> OSStatus {
    status {
        let time = try given(ioRequestedStartTime)
        time.pointee = try HardwareSystem.shared.start(inDevice, number(inProcID), at: time.pointee)
    }
}

@c @implementation
public func AudioDeviceStop(_ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?) -> OSStatus {
    status { try HardwareSystem.shared.stop(inDevice, number(inProcID)) }
}

@c @implementation
public func AudioDeviceGetCurrentTime(
    _ inDevice: AudioObjectID, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    status { try given(outTime).pointee = try HardwareSystem.shared.currentTime(inDevice) }
}

@c @implementation
public func AudioDeviceTranslateTime(
    _ inDevice: AudioObjectID, _ inTime: UnsafePointer<AudioTimeStamp>,
    _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    status {
        let wanted = try given(outTime).pointee.mFlags
        outTime.pointee = try HardwareSystem.shared.translate(inDevice, given(inTime).pointee, wanted: wanted)
    }
}

@c @implementation
public func AudioDeviceGetNearestStartTime(
    _ inDevice: AudioObjectID, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>, _ inFlags: UInt32
) -> OSStatus {
    status {
        let time = try given(ioRequestedStartTime)
        time.pointee = try HardwareSystem.shared.nearestStart(inDevice, time.pointee)
    }
}
