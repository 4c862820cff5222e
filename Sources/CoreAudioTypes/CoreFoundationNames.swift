// The names under which Swift programs know CoreFoundation's objects.
//
// Here each is its Foundation twin, which has the same layout and which `as` knows how to bridge: `url as CFURL` and
// `"Mono" as CFString` compile as they are written. CoreFoundation's own classes of these names are shadowed.
//
// Scripts/install-swift compiles this file as a module of its own, too, which files that import Foundation alone get. So it has
// nothing but other names of Foundation's classes, each the NS of a CF.

public import Foundation

/// Core Foundation's name of `NSArray`.
public typealias CFArray = NSArray
/// Core Foundation's name of `NSData`.
public typealias CFData = NSData
/// Core Foundation's name of `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Core Foundation's name of `NSError`.
public typealias CFError = NSError
/// Core Foundation's name of `NSMutableArray`.
public typealias CFMutableArray = NSMutableArray
/// Core Foundation's name of `NSMutableData`.
public typealias CFMutableData = NSMutableData
/// Core Foundation's name of `NSMutableDictionary`.
public typealias CFMutableDictionary = NSMutableDictionary
/// Core Foundation's name of `NSMutableString`.
public typealias CFMutableString = NSMutableString
/// Core Foundation's name of `NSNumber`.
public typealias CFNumber = NSNumber
/// Core Foundation's name of `NSString`.
public typealias CFString = NSString
/// Core Foundation's name of `NSURL`.
public typealias CFURL = NSURL
