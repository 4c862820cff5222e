// Core Foundation's calls that take a property of a stream, as a Mac's programs write them: with a type of its own.

public import CoreFoundation
public import Foundation

/// The name of a property of a stream.
public struct CFStreamPropertyKey: Hashable, RawRepresentable, @unchecked Sendable {
    /// The name as a string.
    public let rawValue: NSString

    /// Creates a name from a string.
    ///
    /// - Parameter rawValue: the string.
    public init(rawValue: NSString) { self.rawValue = rawValue }

    fileprivate var string: CoreFoundation.CFString { unsafeBitCast(rawValue, to: CoreFoundation.CFString.self) }
}

/// Returns a property of a stream.
///
/// - Parameters:
///   - stream: the stream.
///   - propertyName: the property's name.
/// - Returns: its value, or nil if it has none.
public func CFReadStreamCopyProperty(_ stream: CFReadStream!, _ propertyName: CFStreamPropertyKey) -> CFTypeRef! {
    CoreFoundation.CFReadStreamCopyProperty(stream, propertyName.string)
}

/// Sets a property of a stream.
///
/// - Parameters:
///   - stream: the stream.
///   - propertyName: the property's name.
///   - propertyValue: its value.
/// - Returns: false if the stream has no such property, or if it is open already.
@discardableResult
public func CFReadStreamSetProperty(
    _ stream: CFReadStream!, _ propertyName: CFStreamPropertyKey, _ propertyValue: CFTypeRef!
) -> Bool {
    CoreFoundation.CFReadStreamSetProperty(stream, propertyName.string, propertyValue)
}
