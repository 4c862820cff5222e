// The status of the last function that failed on a thread, as Swift programs ask for it. SCError and SCErrorString are C's.

import CCFObjects
import CSystemConfiguration
public import CoreFoundationNames
public import Foundation

/// The domain of the errors of `SCCopyLastError`.
public var kCFErrorDomainSystemConfiguration: CFString { NSString(string: "com.apple.SystemConfiguration") }

/// Returns an error object of the last function that failed on this thread.
///
/// - Returns: the error, whose code is a status such as `kSCStatusInvalidArgument`.
public func SCCopyLastError() -> CFError {
    let status = SCError()
    return NSError(
        domain: String(describing: kCFErrorDomainSystemConfiguration), code: Int(status),
        userInfo: [NSLocalizedDescriptionKey: String(cString: SCErrorString(status))])
}

/// Sets the status of a function that failed.
///
/// - Parameters:
///   - result: what the function returns.
///   - status: why, if it failed.
/// - Returns: `result`.
func result(_ result: Bool, elseStatus status: Int = kSCStatusInvalidArgument) -> Bool {
    if !result { CFObjectSetStatus(CInt(status)) }
    return result
}

/// Sets the status of a function that failed.
///
/// - Parameter result: what the function returns, nil if it failed: an argument is wrong.
/// - Returns: `result`.
func result<Result>(_ result: Result?) -> Result? {
    if result == nil { CFObjectSetStatus(CInt(kSCStatusInvalidArgument)) }
    return result
}
