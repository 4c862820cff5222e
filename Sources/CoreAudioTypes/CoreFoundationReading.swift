public import CoreFoundation
public import Foundation

// What programs read of the objects that they get from a call: data, strings and arrays. Those are objects of Foundation here, and
// CoreFoundation's own functions of these names take its own classes.

/// Returns the number of bytes of data, as CoreFoundation's function of this name does for its own class.
///
/// - Parameter theData: the data.
/// - Returns: the number of bytes.
public func CFDataGetLength(_ theData: NSData) -> CFIndex { theData.length }

/// Returns a pointer to the bytes of data, as CoreFoundation's function of this name does for its own class.
///
/// - Parameter theData: the data, which the program keeps while it uses the pointer.
/// - Returns: the bytes.
public func CFDataGetBytePtr(_ theData: NSData) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies bytes of data, as CoreFoundation's function of this name does for its own class.
///
/// - Parameters:
///   - theData: the data.
///   - range: which bytes, all of them in the data.
///   - buffer: memory for as many bytes.
public func CFDataGetBytes(_ theData: NSData, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>) {
    theData.getBytes(buffer, range: NSRange(location: range.location, length: range.length))
}

/// Returns the number of UTF-16 units of a string, as CoreFoundation's function of this name does for its own class.
///
/// - Parameter theString: the string.
/// - Returns: the number of units.
public func CFStringGetLength(_ theString: NSString) -> CFIndex { theString.length }

/// Copies a string with a terminating zero, as CoreFoundation's function of this name does for its own class.
///
/// - Parameters:
///   - theString: the string.
///   - buffer: memory for the string.
///   - bufferSize: the size of the memory in bytes.
///   - encoding: such as `CFStringBuiltInEncodings.UTF8.rawValue`.
/// - Returns: whether the memory is large enough and the encoding has all characters of the string.
@discardableResult
public func CFStringGetCString(
    _ theString: NSString, _ buffer: UnsafeMutablePointer<CChar>, _ bufferSize: CFIndex, _ encoding: CFStringEncoding
) -> Bool {
    // Foundation's own function takes other characters for those that the encoding lacks, and shortens what does not fit.
    let encoding = CFStringConvertEncodingToNSStringEncoding(encoding)
    guard let bytes = theString.data(using: encoding, allowLossyConversion: false), bytes.count < bufferSize else {
        return false
    }
    bytes.withUnsafeBytes {
        UnsafeMutableRawPointer(buffer).copyMemory(
            from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: $0.count)
    }
    buffer[bytes.count] = 0
    return true
}

/// Returns the number of objects in an array, as CoreFoundation's function of this name does for its own class.
///
/// - Parameter theArray: the array.
/// - Returns: the number of objects.
public func CFArrayGetCount(_ theArray: NSArray) -> CFIndex { theArray.count }
