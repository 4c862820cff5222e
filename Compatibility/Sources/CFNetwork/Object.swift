import CCFObjects

/// What is in an object of Core Foundation that is ours.
package protocol CoreFoundationContents: AnyObject {
    /// The identifier of the type of Core Foundation.
    static var type: UInt { get }
}

extension CoreFoundationContents {
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
