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

extension CFStreamPropertyKey {
    private init(_ constant: CoreFoundation.CFString) {
        self.init(rawValue: unsafeBitCast(constant, to: NSString.self))
    }

    /// Where a stream of a file is: a number of bytes.
    public static let fileCurrentOffset = Self(kCFStreamPropertyFileCurrentOffset)
    /// Whether a stream writes at the end of a file, after what it has: a Boolean.
    public static let appendToFile = Self(kCFStreamPropertyAppendToFile)
    /// What a stream has written to memory: data.
    public static let dataWritten = Self(kCFStreamPropertyDataWritten)
    /// The number of a stream's socket: data.
    public static let socketNativeHandle = Self(kCFStreamPropertySocketNativeHandle)
    /// The host at the other end of a stream's socket: a string.
    public static let socketRemoteHostName = Self(kCFStreamPropertySocketRemoteHostName)
    /// The port at the other end of a stream's socket: a number.
    public static let socketRemotePortNumber = Self(kCFStreamPropertySocketRemotePortNumber)
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

// MARK: Calls that take or return strings and URLs, which are Foundation's in programs

/// Creates a stream of a file.
///
/// - Parameters:
///   - alloc: the allocator of the stream.
///   - fileURL: the file.
/// - Returns: the stream, or nil for a URL that is none of a file.
public func CFReadStreamCreateWithFile(_ alloc: CFAllocator!, _ fileURL: NSURL!) -> CFReadStream! {
    fileURL.isFileURL
        ? CoreFoundation.CFReadStreamCreateWithFile(alloc, unsafeBitCast(fileURL, to: CoreFoundation.CFURL.self)) : nil
}

/// Returns the number that a string begins with.
///
/// - Parameter str: the string, such as the value of the field Content-Length.
/// - Returns: the number; 0 if there is none, and the nearest for one that is too great or too small.
public func CFStringGetIntValue(_ str: NSString!) -> Int32 {
    CoreFoundation.CFStringGetIntValue(unsafeBitCast(str, to: CoreFoundation.CFString.self))
}
