import AudioCore
import AudioUnits
import CAudioToolbox
import CMacSystem

// The bodies of the functions in CarbonCore/Components.h that are not inline. Only programs in C see that header.

/// Gets what the functions of `kAudioUnitProperty_FastDispatch` take as the storage of an instance.
///
/// - Parameter instance: an instance.
/// - Returns: the data of a registered component's instance, or the reference of a unit of the library; nil if there is no such
///   instance.
@c(GetComponentInstanceStorage) @_documentation(visibility: internal)
public func __GetComponentInstanceStorage(_ instance: AudioComponentInstance?) -> UnsafeMutableRawPointer? {
    guard let instance = try? ComponentInstance.handles.object(for: instance) else { return nil }
    return instance.routineStorage.map(\.pointee) ?? instance.storage
}

/// Sets what the routine of a component gets in each call to an instance.
///
/// - Parameters:
///   - instance: an instance of such a component. Others keep what their factory made.
///   - storage: the component's own data.
@c(SetComponentInstanceStorage) @_documentation(visibility: internal)
public func __SetComponentInstanceStorage(_ instance: AudioComponentInstance?, _ storage: UnsafeMutableRawPointer?) {
    (try? ComponentInstance.handles.object(for: instance))?.routineStorage?.pointee = storage
}

extension ComponentInstance {
    /// Where an instance of a component that is one routine has its data; nil for other components.
    fileprivate var routineStorage: UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        unit == nil ? mac_component_storage(storage) : nil
    }
}

/// Registers a component that is one routine.
///
/// - Parameters:
///   - description: its type, subtype and manufacturer.
///   - routine: the routine.
///   - flags: with 2, there must not be such a component yet.
///   - name: ignored.
///   - info: ignored.
///   - icon: ignored.
/// - Returns: the component; nil for an incomplete description.
@c(RegisterComponent) @_documentation(visibility: internal)
public func __RegisterComponent(
    _ description: UnsafePointer<AudioComponentDescription>?, _ routine: UnsafeRawPointer?, _ flags: Int16,
    _ name: UnsafeMutableRawPointer?, _ info: UnsafeMutableRawPointer?, _ icon: UnsafeMutableRawPointer?
) -> OpaquePointer? {
    guard let description = description?.pointee, let routine else { return nil }
    let isSecond = ComponentRegistry.shared.count(description) > 0
    guard flags & 2 == 0 || !isSecond else { return nil }
    let codes = [description.componentManufacturer, description.componentSubType].map { FourCC($0).description }
    let address = UInt(bitPattern: routine)
    return try? ComponentRegistry.shared.register(
        description, name: codes.joined(separator: ": "), version: 0x10000
    ) { description in
        mac_component_interface(
            UnsafeRawPointer(bitPattern: address)!, description.pointee.isCodec ? 1 : 0
        )?.assumingMemoryBound(to: AudioComponentPlugInInterface.self)
    }
}

/// Lets searches find a component before others.
///
/// - Parameters:
///   - component: the component.
///   - flags: ignored: the component comes first for all searches that find it.
/// - Returns: 0, or `kAudio_ParamError` if there is no such component.
@c(SetDefaultComponent) @_documentation(visibility: internal)
public func __SetDefaultComponent(_ component: OpaquePointer?, _ flags: Int16) -> Int16 {
    Int16(truncatingIfNeeded: status { try ComponentRegistry.shared.putFirst(component) })
}
