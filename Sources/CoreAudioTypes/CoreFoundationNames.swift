// The names under which Swift programs know CoreFoundation's objects.
//
// Here each is its Foundation twin, which has the same layout and which `as` knows how to bridge: `url as CFURL` and
// `"Mono" as CFString` compile as they are written. CoreFoundation's own classes of these names are shadowed.

public import Foundation

public typealias CFArray = NSArray
public typealias CFData = NSData
public typealias CFDictionary = NSDictionary
public typealias CFError = NSError
public typealias CFMutableArray = NSMutableArray
public typealias CFMutableData = NSMutableData
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFMutableString = NSMutableString
public typealias CFNumber = NSNumber
public typealias CFString = NSString
public typealias CFURL = NSURL

/// A Boolean by pointer: C's `Boolean` is `bool` here, and Swift sees `Bool` itself.
public typealias DarwinBoolean = Bool

extension Bool {
    /// The value; what programs ask a `DarwinBoolean` for.
    public var boolValue: Bool { self }
}
