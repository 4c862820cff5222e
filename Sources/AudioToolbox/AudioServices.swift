import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes
import CoreAudioTypes
import PlaybackAndRecording

// AudioToolbox/AudioServices.h. Each call goes to `SystemSounds`.

// MARK: Making and playing

@c @implementation
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CAURLParameter, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    status(into: outSystemSoundID, else: 0) { try SystemSounds.shared.create(path: path(inFileURL)) }
}

@c @implementation
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    status { try SystemSounds.shared.dispose(inSystemSoundID) }
}

@c @implementation
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.play(inSystemSoundID)
}

@c @implementation
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.play(inSystemSoundID, isAlert: true)
}

@c(AudioServicesPlaySystemSoundWithCompletion) @implementation
public func __AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: OpaquePointer?
) {
    SystemSounds.shared.play(inSystemSoundID, completion: completion(inCompletionBlock))
}

@c(AudioServicesPlayAlertSoundWithCompletion) @implementation
public func __AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: OpaquePointer?
) {
    SystemSounds.shared.play(inSystemSoundID, isAlert: true, completion: completion(inCompletionBlock))
}

@c(AudioServicesPlaySystemSoundWithDetails) @implementation
public func __AudioServicesPlaySystemSoundWithDetails(
    _ inSystemSoundId: SystemSoundID, _ inDetails: CADictionaryParameter?, _ inCompletionBlock: OpaquePointer?
) {
    SystemSounds.shared.play(inSystemSoundId, completion: completion(inCompletionBlock))
}

@c(AudioServicesPlayAlertSoundWithDetails) @implementation
public func __AudioServicesPlayAlertSoundWithDetails(
    _ inSystemSoundId: SystemSoundID, _ inDetails: CADictionaryParameter?, _ inCompletionBlock: OpaquePointer?
) {
    SystemSounds.shared.play(inSystemSoundId, isAlert: true, completion: completion(inCompletionBlock))
}

// MARK: Completions

@c(AudioServicesAddSystemSoundCompletion) @implementation
public func __AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CARunLoopParameter?, _ inRunLoopMode: CAStringParameter?,
    _ inCompletionRoutine: @escaping @Sendable @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try nonnull(function: inCompletionRoutine)
        let context = ClientContext(inClientData)
        try SystemSounds.shared.setCompletion(
            of: inSystemSoundID, QueueDelivery(runLoop: inRunLoop ?? mainRunLoop, mode: inRunLoopMode)
        ) { inCompletionRoutine(inSystemSoundID, context.pointer) }
    }
}

@c @implementation
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.removeCompletion(of: inSystemSoundID)
}

// MARK: Properties

@c @implementation
public func AudioServicesGetPropertyInfo(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        _ = try SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier).value
        outPropertyDataSize?.pointee = 4
        outWritable?.pointee = true
    }
}

@c @implementation
public func AudioServicesGetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        let property = try SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
        try property.copy(to: outPropertyData, ioPropertyDataSize)
    }
}

@c @implementation
public func AudioServicesSetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status {
        let property = try SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
        try property.set(PropertyInput(bytes: inPropertyData, size: inPropertyDataSize))
    }
}
