// The names under which Swift programs know Core Foundation's objects: each is Foundation's class of the same layout, so that
// `url as CFURL` and `"GET" as CFString` compile as they are written.
//
// Core Foundation has classes of its own under these names. A module that passes on all of Core Foundation would make them
// ambiguous beside another that does, so this one passes on what programs need with the modules above it, name by name.

public import CoreFoundation
public import Foundation

/// Core Foundation's name of `NSArray`.
public typealias CFArray = NSArray
/// Core Foundation's name of `NSData`.
public typealias CFData = NSData
/// Core Foundation's name of `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Core Foundation's name of `NSError`.
public typealias CFError = NSError
/// Core Foundation's name of `NSNumber`.
public typealias CFNumber = NSNumber
/// Core Foundation's name of `NSString`.
public typealias CFString = NSString
/// Core Foundation's name of `NSURL`.
public typealias CFURL = NSURL

// A mode of a run loop is a string of Core Foundation's own class here. A Mac's programs write `CFRunLoopMode.commonModes` and its
// `rawValue`.
extension CoreFoundation.CFString {
    /// The mode in which a run loop runs by default.
    public static var defaultMode: CoreFoundation.CFRunLoopMode { kCFRunLoopDefaultMode }
    /// The modes that were declared common.
    public static var commonModes: CoreFoundation.CFRunLoopMode { kCFRunLoopCommonModes }
    /// The mode as a string.
    public var rawValue: NSString { unsafeBitCast(self, to: NSString.self) }
}
