import Foundation

/// A type of Core Foundation whose objects are those of a class of Swift.
///
/// On Linux an object of Core Foundation is one of Swift whose first property says which type it is. So CFRetain, CFRelease, CFGetTypeID,
/// CFEqual and the collections of Core Foundation take an object of a class that begins with `information`, and Swift counts its
/// references.
package struct CFClass: Sendable {
    /// What `CFGetTypeID` gives.
    package let id: UInt
    /// The first property of each object.
    package let information: UInt64

    /// Registers a type. A type is registered once in a process.
    ///
    /// - Parameters:
    ///   - name: the name of the type.
    ///   - type: the class of its objects, whose first property is `information`.
    package init(_ name: StaticString, _ type: AnyClass) {
        // Core Foundation keeps the pointer.
        let description = UnsafeMutablePointer<RuntimeClass>.allocate(capacity: 1)
        description.initialize(to: RuntimeClass(name: UnsafeRawPointer(name.utf8Start)))
        id = registerClass(description)
        // What an object of Core Foundation's own of this type begins with, behind its class and its count of references.
        let model = createInstance(nil, id, 0, nil)
        information = model.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UInt64.self)
        Unmanaged<AnyObject>.fromOpaque(model).release()
        bridge(id, unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
}

/// What Core Foundation asks for of a type, as in its header CFRuntime.h.
private struct RuntimeClass {
    var version = 0
    var name: UnsafeRawPointer?
    /// Functions, of which there are none: `init`, `copy`, `finalize`, `equal`, `hash`, two for a text, `reclaim`, the reference count.
    var functions: (Int, Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    var alignment = 0

    init(name: UnsafeRawPointer) { self.name = name }
}

@_silgen_name("_CFRuntimeRegisterClass")
private func registerClass(_ type: UnsafeRawPointer) -> UInt

@_silgen_name("_CFRuntimeBridgeTypeToClass")
private func bridge(_ type: UInt, _ class: UnsafeRawPointer)

@_silgen_name("_CFRuntimeCreateInstance")
private func createInstance(
    _ allocator: UnsafeRawPointer?, _ type: UInt, _ extraBytes: Int, _ category: UnsafeRawPointer?
) -> UnsafeRawPointer
