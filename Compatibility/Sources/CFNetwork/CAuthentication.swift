// CFHTTPAuthentication.h for C. Objects of Core Foundation are pointers here; the headers have their types.

import CoreFoundation
import Foundation

@c(CFHTTPAuthenticationGetTypeID)
package func authenticationGetTypeID() -> UInt { HTTPAuthentication.type }

@c(CFHTTPAuthenticationCreateFromResponse)
package func authenticationCreateFromResponse(
    _ alloc: UnsafeRawPointer?, _ response: UnsafeRawPointer
) -> UnsafeRawPointer {
    HTTPAuthentication(.of(response)).object()
}

@c(CFHTTPAuthenticationIsValid)
package func authenticationIsValid(_ auth: UnsafeRawPointer, _ error: UnsafeMutablePointer<CFStreamError>?) -> Bool {
    if HTTPAuthentication.of(auth).challenge != nil { return true }
    error?.pointee = HTTPAuthentication.Failure.unsupported.streamError
    return false
}

@c(CFHTTPAuthenticationAppliesToRequest)
package func authenticationAppliesToRequest(_ auth: UnsafeRawPointer, _ request: UnsafeRawPointer) -> Bool {
    HTTPAuthentication.of(auth).applies(to: .of(request))
}

@c(CFHTTPAuthenticationRequiresOrderedRequests)
package func authenticationRequiresOrderedRequests(_ auth: UnsafeRawPointer) -> Bool { false }

@c(CFHTTPMessageApplyCredentials)
package func messageApplyCredentials(
    _ request: UnsafeRawPointer, _ auth: UnsafeRawPointer, _ user: UnsafeRawPointer?, _ password: UnsafeRawPointer?,
    _ error: UnsafeMutablePointer<CFStreamError>?
) -> Bool {
    let failure = HTTPAuthentication.of(auth).failure(of: .of(request), user.map(string), password.map(string))
    if let failure { error?.pointee = failure.streamError }
    return failure == nil
}

@c(CFHTTPMessageApplyCredentialDictionary)
package func messageApplyCredentialDictionary(
    _ request: UnsafeRawPointer, _ auth: UnsafeRawPointer, _ dictionary: UnsafeRawPointer,
    _ error: UnsafeMutablePointer<CFStreamError>?
) -> Bool {
    let failure = HTTPAuthentication.of(auth).failure(of: .of(request), object(dictionary, NSDictionary.self))
    if let failure { error?.pointee = failure.streamError }
    return failure == nil
}

@c(CFHTTPAuthenticationCopyRealm)
package func authenticationCopyRealm(_ auth: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPAuthentication.of(auth).realm)
}

@c(CFHTTPAuthenticationCopyDomains)
package func authenticationCopyDomains(_ auth: UnsafeRawPointer) -> UnsafeRawPointer {
    retained(HTTPAuthentication.of(auth).listedDomains)
}

@c(CFHTTPAuthenticationCopyMethod)
package func authenticationCopyMethod(_ auth: UnsafeRawPointer) -> UnsafeRawPointer? {
    retained(HTTPAuthentication.of(auth).scheme)
}

@c(CFHTTPAuthenticationRequiresUserNameAndPassword)
package func authenticationRequiresUserNameAndPassword(_ auth: UnsafeRawPointer) -> Bool {
    HTTPAuthentication.of(auth).challenge != nil
}

@c(CFHTTPAuthenticationRequiresAccountDomain)
package func authenticationRequiresAccountDomain(_ auth: UnsafeRawPointer) -> Bool { false }
