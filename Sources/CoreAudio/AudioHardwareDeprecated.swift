import AudioCore
import AudioIO
import CCoreAudio
import CoreAudioTypes

// The bodies of CoreAudio/AudioHardwareDeprecated.h: the calls of the first systems, by those that came after them.

// MARK: The system

@c @implementation
public func AudioHardwareAddRunLoopSource(_ inRunLoopSource: OpaquePointer) -> OSStatus { kAudio_UnimplementedError }

@c @implementation
public func AudioHardwareRemoveRunLoopSource(_ inRunLoopSource: OpaquePointer) -> OSStatus { kAudio_UnimplementedError }

@c @implementation
public func AudioHardwareGetPropertyInfo(
    _ inPropertyID: AudioHardwarePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status { try OldProperty(inPropertyID).info(outSize, outWritable) }
}

@c @implementation
public func AudioHardwareGetProperty(
    _ inPropertyID: AudioHardwarePropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    OldProperty(inPropertyID).get(ioPropertyDataSize, outPropertyData)
}

@c @implementation
public func AudioHardwareSetProperty(
    _ inPropertyID: AudioHardwarePropertyID, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    OldProperty(inPropertyID).set(inPropertyDataSize, inPropertyData)
}

@c @implementation
public func AudioHardwareAddPropertyListener(
    _ inPropertyID: AudioHardwarePropertyID,
    _ inProc: @escaping @Sendable @convention(c) (AudioHardwarePropertyID, UnsafeMutableRawPointer?) -> OSStatus,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try given(function: inProc)
        let data = ClientData(pointer: inClientData)
        try OldProperty(inPropertyID).listen(oldKey(unsafeBitCast(inProc, to: UInt.self))) {
            _ = inProc(inPropertyID, data.pointer)
        }
    }
}

@c @implementation
public func AudioHardwareRemovePropertyListener(
    _ inPropertyID: AudioHardwarePropertyID,
    _ inProc: @escaping @Sendable @convention(c) (AudioHardwarePropertyID, UnsafeMutableRawPointer?) -> OSStatus
) -> OSStatus {
    status { try OldProperty(inPropertyID).unlisten(oldKey(unsafeBitCast(inProc, to: UInt.self))) }
}

// MARK: Callbacks

@c @implementation
public func AudioDeviceAddIOProc(
    _ inDevice: AudioDeviceID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioObjectID, UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>,
            UnsafePointer<AudioTimeStamp>, UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
            UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try given(function: inProc)
        try HardwareSystem.shared.addProc(inDevice, number(inProc), inProc, inClientData)
    }
}

@c @implementation
public func AudioDeviceRemoveIOProc(
    _ inDevice: AudioDeviceID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioObjectID, UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>,
            UnsafePointer<AudioTimeStamp>, UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
            UnsafeMutableRawPointer?
        ) -> OSStatus
) -> OSStatus {
    status { try HardwareSystem.shared.destroyProc(inDevice, number(inProc)) }
}

@c @implementation
public func AudioDeviceRead(
    _ inDevice: AudioDeviceID, _ inStartTime: UnsafePointer<AudioTimeStamp>,
    _ outData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus { kAudio_UnimplementedError }

// MARK: Devices

@c @implementation
public func AudioDeviceGetPropertyInfo(
    _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: AudioDevicePropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status { try OldProperty(inPropertyID, of: inDevice, inChannel, isInput).info(outSize, outWritable) }
}

@c @implementation
public func AudioDeviceGetProperty(
    _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: AudioDevicePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    OldProperty(inPropertyID, of: inDevice, inChannel, isInput).get(ioPropertyDataSize, outPropertyData)
}

@c @implementation
public func AudioDeviceSetProperty(
    _ inDevice: AudioDeviceID, _ inWhen: UnsafePointer<AudioTimeStamp>?, _ inChannel: UInt32, _ isInput: Bool,
    _ inPropertyID: AudioDevicePropertyID, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    OldProperty(inPropertyID, of: inDevice, inChannel, isInput).set(inPropertyDataSize, inPropertyData)
}

@c @implementation
public func AudioDeviceAddPropertyListener(
    _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: AudioDevicePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioDeviceID, UInt32, Bool, AudioDevicePropertyID, UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try given(function: inProc)
        let data = ClientData(pointer: inClientData)
        let property = OldProperty(inPropertyID, of: inDevice, inChannel, isInput)
        try property.listen(oldKey(unsafeBitCast(inProc, to: UInt.self))) {
            _ = inProc(inDevice, inChannel, isInput, inPropertyID, data.pointer)
        }
    }
}

@c @implementation
public func AudioDeviceRemovePropertyListener(
    _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: AudioDevicePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioDeviceID, UInt32, Bool, AudioDevicePropertyID, UnsafeMutableRawPointer?
        ) -> OSStatus
) -> OSStatus {
    status {
        try OldProperty(inPropertyID, of: inDevice, inChannel, isInput)
            .unlisten(oldKey(unsafeBitCast(inProc, to: UInt.self)))
    }
}

// MARK: Streams

@c @implementation
public func AudioStreamGetPropertyInfo(
    _ inStream: AudioStreamID, _ inChannel: UInt32, _ inPropertyID: AudioDevicePropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status { try OldProperty(inPropertyID, of: inStream, inChannel).info(outSize, outWritable) }
}

@c @implementation
public func AudioStreamGetProperty(
    _ inStream: AudioStreamID, _ inChannel: UInt32, _ inPropertyID: AudioDevicePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    OldProperty(inPropertyID, of: inStream, inChannel).get(ioPropertyDataSize, outPropertyData)
}

@c @implementation
public func AudioStreamSetProperty(
    _ inStream: AudioStreamID, _ inWhen: UnsafePointer<AudioTimeStamp>?, _ inChannel: UInt32,
    _ inPropertyID: AudioDevicePropertyID, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    OldProperty(inPropertyID, of: inStream, inChannel).set(inPropertyDataSize, inPropertyData)
}

@c @implementation
public func AudioStreamAddPropertyListener(
    _ inStream: AudioStreamID, _ inChannel: UInt32, _ inPropertyID: AudioDevicePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioStreamID, UInt32, AudioDevicePropertyID, UnsafeMutableRawPointer?
        ) -> OSStatus, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try given(function: inProc)
        let data = ClientData(pointer: inClientData)
        let property = OldProperty(inPropertyID, of: inStream, inChannel)
        try property.listen(oldKey(unsafeBitCast(inProc, to: UInt.self))) {
            _ = inProc(inStream, inChannel, inPropertyID, data.pointer)
        }
    }
}

@c @implementation
public func AudioStreamRemovePropertyListener(
    _ inStream: AudioStreamID, _ inChannel: UInt32, _ inPropertyID: AudioDevicePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            AudioStreamID, UInt32, AudioDevicePropertyID, UnsafeMutableRawPointer?
        ) -> OSStatus
) -> OSStatus {
    status {
        try OldProperty(inPropertyID, of: inStream, inChannel)
            .unlisten(oldKey(unsafeBitCast(inProc, to: UInt.self)))
    }
}

// MARK: As Swift programs call it

/// Returns `kAudio_UnimplementedError`: listeners are called on threads of the library's own.
@discardableResult
public func AudioHardwareAddRunLoopSource(_ inRunLoopSource: CFRunLoopSource) -> OSStatus {
    withReference(to: inRunLoopSource) { AudioHardwareAddRunLoopSource($0) }
}

/// Returns `kAudio_UnimplementedError`.
@discardableResult
public func AudioHardwareRemoveRunLoopSource(_ inRunLoopSource: CFRunLoopSource) -> OSStatus {
    withReference(to: inRunLoopSource) { AudioHardwareRemoveRunLoopSource($0) }
}
