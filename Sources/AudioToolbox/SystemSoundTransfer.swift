import AudioCore
import AudioFiles
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation
import PlaybackAndRecording

// Between the calls of AudioServices.h and the engine: run loops, and properties with their specifiers.

/// Of the whole program.
var mainRunLoop: CARunLoopParameter {
    OpaquePointer(Unmanaged<CFRunLoop>.passUnretained(CFRunLoopGetMain()).toOpaque())
}

/// A property of a system sound, which its specifier names.
struct SystemSoundProperty {
    private let id: UInt32
    private let sound: UInt32

    init(_ id: UInt32, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?) throws(AudioError) {
        guard id == kAudioServicesPropertyIsUISound || id == kAudioServicesPropertyCompletePlaybackIfAppDies else {
            throw .unsupportedProperty
        }
        guard specifierSize == 4 else { throw .formatSpecifierSize }
        guard let specifier else { throw .parameter.because("the specifier is null") }
        self.id = id
        sound = specifier.loadUnaligned(as: UInt32.self)
    }

    var value: Bool {
        get throws(AudioError) {
            id == kAudioServicesPropertyIsUISound
                ? try SystemSounds.shared.followsInterfaceSetting(sound)
                : try SystemSounds.shared.outlivesProgram(sound)
        }
    }

    func copy(to data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<UInt32>) throws(AudioError) {
        guard let data else { throw .parameter.because("there is no place for the value") }
        try PropertyValue.uint32(value ? 1 : 0).copy(to: data, size)
    }

    func set(_ input: PropertyInput) throws(AudioError) {
        let isSet = try input.load(UInt32.self) != 0
        if id == kAudioServicesPropertyIsUISound {
            try SystemSounds.shared.setFollowsInterfaceSetting(isSet, of: sound)
        } else {
            try SystemSounds.shared.setOutlivesProgram(isSet, of: sound)
        }
    }
}

/// The block to call when a sound has been heard, as a closure.
func completion(_ block: OpaquePointer?) -> (@Sendable () -> Void)? {
    block.map(ClientBlock.init).map { block in
        { unsafeBitCast(block.pointer, to: (@convention(block) () -> Void).self)() }
    }
}

// MARK: As Swift programs call it

/// A key of the details of a play. Accepted, and without an effect: nothing here places sounds in space.
public var kAudioServicesDetailIntendedSpatialExperience: NSString { "AudioServicesDetailIntendedSpatialExperience" }

/// Makes a system sound: reads and decodes a file of at most 30 seconds.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: NSURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    withReference(to: inFileURL) { AudioServicesCreateSystemSoundID($0, outSystemSoundID) }
}

/// Calls a function in a run loop, nil for the main one, whenever a system sound has been played.
@preconcurrency @discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: NSString?,
    _ inCompletionRoutine: @escaping @Sendable @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    withExtendedLifetime((inRunLoop, inRunLoopMode)) {
        __AudioServicesAddSystemSoundCompletion(
            inSystemSoundID, reference(inRunLoop), reference(inRunLoopMode), inCompletionRoutine, inClientData)
    }
}

/// The same, with a constant of CoreFoundation as the mode.
@preconcurrency @discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CoreFoundation.CFRunLoopMode,
    _ inCompletionRoutine: @escaping @Sendable @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioServicesAddSystemSoundCompletion(
        inSystemSoundID, inRunLoop, string(inRunLoopMode), inCompletionRoutine, inClientData)
}

/// Plays a system sound, and calls a closure on a thread of the library's own once it has been heard or disposed of.
@preconcurrency
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundID, completion: inCompletionBlock)
}

/// Plays an alert sound, and calls a closure on a thread of the library's own once it has been heard or disposed of.
/// Vibrates the device if it can.
@preconcurrency
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundID, isAlert: true, completion: inCompletionBlock)
}

/// Plays a system sound; the details have no effect.
@preconcurrency
public func AudioServicesPlaySystemSoundWithDetails(
    _ inSystemSoundId: SystemSoundID, _ inDetails: NSDictionary?, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundId, completion: inCompletionBlock)
}

/// Plays an alert sound; the details have no effect.
@preconcurrency
public func AudioServicesPlayAlertSoundWithDetails(
    _ inSystemSoundId: SystemSoundID, _ inDetails: NSDictionary?, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundId, isAlert: true, completion: inCompletionBlock)
}
