import CCFObjects
public import Foundation

/// A request or a response of HTTP. A type of Core Foundation, to which programs can cast objects.
public final class CFHTTPMessage: NSObject {
    // Core Foundation makes the objects. Their memory is that of C's structure.
    private let information: UInt64
    private let payload: UnsafeMutableRawPointer
    private let release: @convention(c) (UnsafeMutableRawPointer) -> Void

    /// Not available: functions make the objects.
    @available(*, unavailable) public override init() { fatalError("Core Foundation makes the objects") }

    deinit { release(payload) }
}

/// What a response with the status 401 or 407 asks for. A type of Core Foundation, to which programs can cast objects.
public final class CFHTTPAuthentication: NSObject {
    // Core Foundation makes the objects. Their memory is that of C's structure.
    private let information: UInt64
    private let payload: UnsafeMutableRawPointer
    private let release: @convention(c) (UnsafeMutableRawPointer) -> Void

    /// Not available: functions make the objects.
    @available(*, unavailable) public override init() { fatalError("Core Foundation makes the objects") }

    deinit { release(payload) }
}

/// What is in an object of Core Foundation that is ours.
package protocol CoreFoundationContents: AnyObject {
    /// The identifier of the type of Core Foundation.
    static var type: UInt { get }
}

extension CoreFoundationContents {
    /// Registers a type of Core Foundation.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - objects: the class of its objects.
    /// - Returns: its identifier.
    static func register(_ name: String, _ objects: AnyClass) -> UInt {
        // Core Foundation keeps the pointer.
        let type = CFObjectRegister(strdup(name)!)
        CFObjectSetClass(type, unsafeBitCast(objects, to: UnsafeRawPointer.self))
        return type
    }

    /// Makes an object of Core Foundation with these contents.
    ///
    /// - Returns: the object, with one reference.
    package func object() -> UnsafeRawPointer {
        CFObjectCreate(Self.type, Unmanaged.passRetained(self as AnyObject).toOpaque()) {
            Unmanaged<AnyObject>.fromOpaque($0).release()
        }
    }

    /// Returns the contents of an object of Core Foundation.
    ///
    /// - Parameter object: the object, of this type.
    package static func of(_ object: UnsafeRawPointer) -> Self {
        Unmanaged<Self>.fromOpaque(CFObjectPayload(object)).takeUnretainedValue()
    }
}
