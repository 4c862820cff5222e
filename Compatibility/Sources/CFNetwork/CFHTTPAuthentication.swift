// CFHTTPAuthentication.h as Swift programs call it.

public import CoreFoundationNames
public import Foundation

/// Returns the identifier of the type.
///
/// - Returns: the identifier.
public func CFHTTPAuthenticationGetTypeID() -> CFTypeID { HTTPAuthentication.type }

/// Creates an object from what a response asks for.
///
/// - Parameters:
///   - alloc: ignored.
///   - response: a response with the status 401 or 407.
/// - Returns: the object, with one reference. It is not valid if the response asks for nothing that is supported.
public func CFHTTPAuthenticationCreateFromResponse(
    _ alloc: CFAllocator?, _ response: CFHTTPMessage
) -> Unmanaged<CFHTTPAuthentication> {
    .fromOpaque(HTTPAuthentication(contents(response)).object())
}

/// Returns whether an object can make answers.
///
/// - Parameters:
///   - auth: the object.
///   - error: where the error is stored if it cannot; may be nil.
/// - Returns: false if the response asked for nothing that is supported.
public func CFHTTPAuthenticationIsValid(
    _ auth: CFHTTPAuthentication, _ error: UnsafeMutablePointer<CFStreamError>?
) -> Bool {
    if contents(auth).challenge != nil { return true }
    error?.pointee = HTTPAuthentication.Failure.unsupported.streamError
    return false
}

/// Returns whether a request is one that an object is for.
///
/// - Parameters:
///   - auth: the object.
///   - request: the request.
/// - Returns: true also if it is not known where the response came from, because no stream of this module read it.
public func CFHTTPAuthenticationAppliesToRequest(_ auth: CFHTTPAuthentication, _ request: CFHTTPMessage) -> Bool {
    contents(auth).applies(to: contents(request))
}

/// Returns whether requests must be made one after another.
///
/// - Parameter auth: the object.
/// - Returns: false.
public func CFHTTPAuthenticationRequiresOrderedRequests(_ auth: CFHTTPAuthentication) -> Bool { false }

/// Adds an answer to a request.
///
/// - Parameters:
///   - request: the request.
///   - auth: the object.
///   - username: the name.
///   - password: the password.
///   - error: where the error is stored; may be nil.
/// - Returns: false if the object is not valid, or if the name or the password is missing.
@discardableResult
public func CFHTTPMessageApplyCredentials(
    _ request: CFHTTPMessage, _ auth: CFHTTPAuthentication, _ username: CFString?, _ password: CFString?,
    _ error: UnsafeMutablePointer<CFStreamError>?
) -> Bool {
    let failure = contents(auth).failure(of: contents(request), username.map(text), password.map(text))
    if let failure { error?.pointee = failure.streamError }
    return failure == nil
}

/// Adds an answer to a request, with the name and the password of a dictionary.
///
/// - Parameters:
///   - request: the request.
///   - auth: the object.
///   - dict: strings by the keys `kCFHTTPAuthenticationUsername` and `kCFHTTPAuthenticationPassword`.
///   - error: where the error is stored; may be nil.
/// - Returns: false if the object is not valid, or if the name or the password is missing.
@discardableResult
public func CFHTTPMessageApplyCredentialDictionary(
    _ request: CFHTTPMessage, _ auth: CFHTTPAuthentication, _ dict: CFDictionary,
    _ error: UnsafeMutablePointer<CFStreamError>?
) -> Bool {
    let failure = contents(auth).failure(of: contents(request), dict)
    if let failure { error?.pointee = failure.streamError }
    return failure == nil
}

/// Returns the realm: the name that the server has for what it protects.
///
/// - Parameter auth: the object.
/// - Returns: the realm, which may be empty.
public func CFHTTPAuthenticationCopyRealm(_ auth: CFHTTPAuthentication) -> Unmanaged<CFString> {
    copied(contents(auth).realm)
}

/// Returns the URLs for which an answer holds.
///
/// - Parameter auth: the object.
/// - Returns: the URLs: those that the server lists, or where the response came from.
public func CFHTTPAuthenticationCopyDomains(_ auth: CFHTTPAuthentication) -> Unmanaged<CFArray> {
    .passRetained(contents(auth).listedDomains)
}

/// Returns the scheme.
///
/// - Parameter auth: the object.
/// - Returns: `kCFHTTPAuthenticationSchemeBasic` or `kCFHTTPAuthenticationSchemeDigest`; empty if the object is not valid.
public func CFHTTPAuthenticationCopyMethod(_ auth: CFHTTPAuthentication) -> Unmanaged<CFString> {
    copied(contents(auth).scheme)
}

/// Returns whether the scheme takes a name and a password.
///
/// - Parameter auth: the object.
/// - Returns: true if the object is valid.
public func CFHTTPAuthenticationRequiresUserNameAndPassword(_ auth: CFHTTPAuthentication) -> Bool {
    contents(auth).challenge != nil
}

/// Returns whether the scheme takes a domain.
///
/// - Parameter auth: the object.
/// - Returns: false.
public func CFHTTPAuthenticationRequiresAccountDomain(_ auth: CFHTTPAuthentication) -> Bool { false }

// MARK: -

extension HTTPAuthentication {
    /// Adds an answer to a request.
    ///
    /// - Returns: what is wrong with the name or the password; nil if nothing is.
    func failure(of request: HTTPMessage, _ user: String?, _ password: String?) -> Failure? {
        do throws(Failure) {
            try apply(to: request, user: user, password: password)
            return nil
        } catch {
            return error
        }
    }

    /// Adds an answer to a request, with the name and the password of a dictionary.
    func failure(of request: HTTPMessage, _ dictionary: CFDictionary) -> Failure? {
        func entry(_ key: CFString) -> String? { (dictionary.object(forKey: key) as? NSString).map(text) }
        return failure(of: request, entry(kCFHTTPAuthenticationUsername), entry(kCFHTTPAuthenticationPassword))
    }

    /// The domains as Core Foundation's objects.
    var listedDomains: CFArray { NSArray(array: domains.map { $0 as NSURL }) }
}
