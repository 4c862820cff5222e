import AudioCore
import AudioIO
public import CCoreAudio
import CoreAudioTypes
public import Dispatch

// The calls of CoreAudio/AudioHardware.h that take a dispatch queue, as Swift programs call them: with a `DispatchQueue`
// and a closure. C's declarations take C's queue and a block, and Swift does not see them.
//
// `@preconcurrency` lets a closure that is stored in a constant pass in Swift 6 mode, with a warning. `@Sendable` keeps a
// closure that is written in the call apart from the actor around it: it is called on other threads.

/// Calls a closure whenever a property changes, on a queue or, without one, on a thread of the library's own.
///
/// Selector, scope and element of the address may be wildcards. A closure that is to be removed is kept in a constant.
@preconcurrency @discardableResult
public func AudioObjectAddPropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: DispatchQueue?,
    _ inListener: @escaping @Sendable (UInt32, UnsafePointer<AudioObjectPropertyAddress>) -> Void
) -> OSStatus {
    status {
        let queue = inDispatchQueue.map { ClientQueue($0) }
        try addListener(inObjectID, inAddress.pointee, queue, key: key(inListener, queue), inListener)
    }
}

/// Removes the listener that was added with the same queue and the same constant that holds the closure.
@preconcurrency @discardableResult
public func AudioObjectRemovePropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: DispatchQueue?,
    _ inListener: @escaping @Sendable (UInt32, UnsafePointer<AudioObjectPropertyAddress>) -> Void
) -> OSStatus {
    status {
        let key = key(inListener, inDispatchQueue.map { ClientQueue($0) })
        try HardwareSystem.shared.removeListener(inObjectID, inAddress.pointee, key: key)
    }
}

/// Registers a closure with a device, stopped. Without a queue it runs on the audio thread; with one it is called there
/// while the audio thread waits, which costs the guarantee of being in time.
@preconcurrency @discardableResult
public func AudioDeviceCreateIOProcIDWithBlock(
    _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>, _ inDevice: AudioObjectID,
    _ inDispatchQueue: DispatchQueue?,
    _ inIOBlock:
        @escaping @Sendable (
            UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
            UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
        ) -> Void
) -> OSStatus {
    status(into: outIOProcID, else: nil) {
        let block = onQueue(inDispatchQueue.map { ClientQueue($0) }, inIOBlock)
        return procID(try HardwareSystem.shared.createProc(inDevice, block))
    }
}
