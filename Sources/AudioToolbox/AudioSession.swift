import AudioCore
import CAudioToolbox
import CCoreAudioTypes
import CoreAudioTypes

// AudioToolbox/AudioSession.h. Each call goes to `SessionClient`.

@c(AudioSessionInitialize) @implementation
public func __AudioSessionInitialize(
    _ inRunLoop: CARunLoopParameter?, _ inRunLoopMode: CAStringParameter?,
    _ inInterruptionListener: (@Sendable @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    let context = ClientContext(inClientData)
    return status {
        try SessionClient.shared.initialize(inRunLoop, inRunLoopMode) { inInterruptionListener?(context.pointer, $0) }
    }
}

@c @implementation
public func AudioSessionSetActive(_ active: Bool) -> OSStatus {
    status { try SessionClient.shared.setActive(active, notifiesOthers: false) }
}

@c @implementation
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
    let notifies = inFlags & kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation != 0
    return status { try SessionClient.shared.setActive(active, notifiesOthers: notifies) }
}

@c @implementation
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer
) -> OSStatus {
    status { try SessionClient.shared.copyProperty(inID, to: outData, ioDataSize) }
}

@c @implementation
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer
) -> OSStatus {
    status { try SessionClient.shared.setProperty(inID, from: inData, inDataSize) }
}

@c @implementation
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outDataSize.store(SessionClient.shared.propertySize(inID)) }
}

@c @implementation
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?
        ) -> Void, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try SessionClient.shared.add(SessionListener(inProc, inClientData), to: inID) }
}

@c @implementation
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
    status { try SessionClient.shared.removeListeners(of: inID) }
}

@c @implementation
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?
        ) -> Void, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try SessionClient.shared.remove(SessionListener(inProc, inClientData), from: inID) }
}
