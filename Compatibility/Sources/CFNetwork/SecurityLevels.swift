// The constants of Core Foundation's CFStream.h that its library lacks, as strings of Foundation.

import CoreFoundation
public import Foundation

/// How the connection is made secure: one of the values below. A stream takes those of TLS, which change nothing.
public var kCFStreamPropertySocketSecurityLevel: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamPropertySocketSecurityLevel, to: NSString.self)
}
/// No security, which no stream over HTTPS takes.
public var kCFStreamSocketSecurityLevelNone: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamSocketSecurityLevelNone, to: NSString.self)
}
/// The second version of SSL, which no stream takes.
public var kCFStreamSocketSecurityLevelSSLv2: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamSocketSecurityLevelSSLv2, to: NSString.self)
}
/// The third version of SSL, which no stream takes.
public var kCFStreamSocketSecurityLevelSSLv3: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamSocketSecurityLevelSSLv3, to: NSString.self)
}
/// TLS of the best version that both ends know.
public var kCFStreamSocketSecurityLevelTLSv1: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamSocketSecurityLevelTLSv1, to: NSString.self)
}
/// TLS of the best version that both ends know.
public var kCFStreamSocketSecurityLevelNegotiatedSSL: NSString {
    unsafeBitCast(CoreFoundation.kCFStreamSocketSecurityLevelNegotiatedSSL, to: NSString.self)
}
