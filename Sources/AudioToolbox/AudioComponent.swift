import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

// The bodies of AudioToolbox/AudioComponent.h.

@c @implementation
public func AudioComponentFindNext(
    _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? {
    (try? nonnull(inDesc)).flatMap { ComponentRegistry.shared.next(after: inComponent, $0.pointee) }
}

@c @implementation
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
    (try? nonnull(inDesc)).map { UInt32(ComponentRegistry.shared.count($0.pointee)) } ?? 0
}

@c @implementation
public func AudioComponentCopyName(
    _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<CAStringParameter?>
) -> OSStatus {
    status(into: outName) {
        let name = try ComponentRegistry.shared.component(inComponent).name.coreFoundation
        return OpaquePointer(Unmanaged.passRetained(name).toOpaque())
    }
}

/// As Swift programs call it.
@discardableResult
public func AudioComponentCopyName(
    _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    status(into: outName, else: nil) {
        Unmanaged.passRetained(try ComponentRegistry.shared.component(inComponent).name.coreFoundation)
    }
}

@c @implementation
public func AudioComponentGetDescription(
    _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
    status { try outDesc.store(ComponentRegistry.shared.component(inComponent).description) }
}

@c @implementation
public func AudioComponentGetVersion(
    _ inComponent: AudioComponent, _ outVersion: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outVersion.store(ComponentRegistry.shared.component(inComponent).version) }
}

@c @implementation
public func AudioComponentInstanceNew(
    _ inComponent: AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
    status(into: outInstance) { try ComponentInstance.make(ComponentRegistry.shared.component(inComponent)) }
}

@c(AudioComponentInstantiate) @implementation
public func __AudioComponentInstantiate(
    _ inComponent: AudioComponent, _ inOptions: AudioComponentInstantiationOptions,
    _ inCompletionHandler: OpaquePointer
) {
    let block = ClientBlock(inCompletionHandler)
    instantiate(inComponent) { unsafeBitCast(block.pointer, to: InstantiationBlock.self)($0, $1) }
}

/// Creates an instance of a component on another thread, and passes it to a closure there, or nil and the status.
@preconcurrency
public func AudioComponentInstantiate(
    _ inComponent: AudioComponent, _ inOptions: AudioComponentInstantiationOptions,
    _ inCompletionHandler: @escaping @Sendable (AudioComponentInstance?, OSStatus) -> Void
) {
    instantiate(inComponent, inCompletionHandler)
}

@c @implementation
public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
    status { try ComponentInstance.dispose(inInstance) }
}

@c(AudioComponentInstanceGetComponent) @implementation
public func __AudioComponentInstanceGetComponent(_ inInstance: AudioComponentInstance) -> AudioComponent? {
    (try? ComponentInstance.handles.object(for: inInstance)).map { ComponentRegistry.reference($0.component) }
}

/// Returns the component of an instance.
///
/// As in Apple's SDK, the result is not optional.
///
/// - Parameter inInstance: an instance.
/// - Returns: the component; if there is no such instance, a reference that other calls refuse.
public func AudioComponentInstanceGetComponent(_ inInstance: AudioComponentInstance) -> AudioComponent {
    __AudioComponentInstanceGetComponent(inInstance) ?? OpaquePointer(bitPattern: 1)!
}

@c @implementation
public func AudioComponentInstanceCanDo(_ inInstance: AudioComponentInstance, _ inSelectorID: Int16) -> Bool {
    (try? ComponentInstance.handles.object(for: inInstance)).map { $0.canDo(inSelectorID) } ?? false
}

@c @implementation
public func AudioComponentRegister(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CAStringParameter, _ inVersion: UInt32,
    _ inFactory:
        @escaping @Sendable @convention(c) (UnsafePointer<AudioComponentDescription>) -> UnsafeMutablePointer<
            AudioComponentPlugInInterface
        >?
) -> AudioComponent! {
    try? registered(
        nonnull(inDesc).pointee, object(inName, as: NSString.self), inVersion, nonnull(function: inFactory))
}

/// As Swift programs call it.
@discardableResult @preconcurrency
public func AudioComponentRegister(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inFactory:
        @escaping @Sendable @convention(c) (UnsafePointer<AudioComponentDescription>) -> UnsafeMutablePointer<
            AudioComponentPlugInInterface
        >?
) -> AudioComponent! {
    try? registered(inDesc.pointee, inName, inVersion, inFactory)
}

@c @implementation
public func AudioComponentCopyConfigurationInfo(
    _ inComponent: AudioComponent, _ outConfigurationInfo: UnsafeMutablePointer<CADictionaryParameter?>
) -> OSStatus {
    status(into: outConfigurationInfo) {
        OpaquePointer(Unmanaged.passRetained(try configuration(of: inComponent)).toOpaque())
    }
}

/// As Swift programs call it.
@discardableResult
public func AudioComponentCopyConfigurationInfo(
    _ inComponent: AudioComponent, _ outConfigurationInfo: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
    status(into: outConfigurationInfo, else: nil) { Unmanaged.passRetained(try configuration(of: inComponent)) }
}

@c @implementation
public func AudioComponentValidate(
    _ inComponent: AudioComponent, _ inValidationParameters: CADictionaryParameter?,
    _ outValidationResult: UnsafeMutablePointer<AudioComponentValidationResult>
) -> OSStatus {
    status(into: outValidationResult, else: .unknown) {
        let parameters = try inValidationParameters.map { try object($0, as: NSDictionary.self) }
        return try ComponentValidation.run(inComponent, parameters).result
    }
}

/// As Swift programs call it.
@discardableResult
public func AudioComponentValidate(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ outValidationResult: UnsafeMutablePointer<AudioComponentValidationResult>
) -> OSStatus {
    status(into: outValidationResult, else: .unknown) {
        try ComponentValidation.run(inComponent, inValidationParameters).result
    }
}

@c(AudioComponentValidateWithResults) @implementation
public func __AudioComponentValidateWithResults(
    _ inComponent: AudioComponent, _ inValidationParameters: CADictionaryParameter?,
    _ inCompletionHandler: OpaquePointer
) -> OSStatus {
    status {
        let block = ClientBlock(try nonnull(inCompletionHandler))
        let parameters = try inValidationParameters.map { try object($0, as: NSDictionary.self) }
        try ComponentValidation.run(inComponent, parameters) { result, details in
            unsafeBitCast(block.pointer, to: ValidationBlock.self)(
                result.rawValue, Unmanaged.passUnretained(details).toOpaque())
        }
    }
}

/// Checks the units of a component, and passes the result and what was found to a closure on another thread.
@discardableResult @preconcurrency
public func AudioComponentValidateWithResults(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ inCompletionHandler: @escaping @Sendable (AudioComponentValidationResult, CFDictionary) -> Void
) -> OSStatus {
    status { try ComponentValidation.run(inComponent, inValidationParameters, inCompletionHandler) }
}
