// What a server asks of those who want a page, and the answer.

#ifndef CFNETWORK_CFHTTPAUTHENTICATION_H
#define CFNETWORK_CFHTTPAUTHENTICATION_H

#include <CFNetwork/CFHTTPMessage.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// What a response with the status 401 or 407 asks for. A type of Core Foundation.
#ifdef __swift__
// Swift has the class from the module CFNetwork.
typedef void *CFHTTPAuthenticationRef;
#else
typedef struct CF_BRIDGED_MUTABLE_TYPE(id) _CFHTTPAuthentication *CFHTTPAuthenticationRef;
#endif

/// Errors of the domain `kCFStreamErrorDomainHTTP`.
typedef CF_ENUM(int, CFStreamErrorHTTPAuthentication) {
    /// The response asks for no scheme that is supported.
    kCFStreamErrorHTTPAuthenticationTypeUnsupported = -1000,
    /// There is no name, or it cannot be used.
    kCFStreamErrorHTTPAuthenticationBadUserName = -1001,
    /// There is no password.
    kCFStreamErrorHTTPAuthenticationBadPassword = -1002
};

/// The key of a name in a dictionary of credentials.
CFN_STRING(kCFHTTPAuthenticationUsername);
/// The key of a password in a dictionary of credentials.
CFN_STRING(kCFHTTPAuthenticationPassword);
/// The key of a domain in a dictionary of credentials, which no supported scheme needs.
CFN_STRING(kCFHTTPAuthenticationAccountDomain);

// Swift has these from the module CFNetwork.
#ifndef __swift__

/// Returns the identifier of the type.
CF_EXPORT CFTypeID CFHTTPAuthenticationGetTypeID(void);

/// Creates an object from a response with the status 401 or 407.
CF_EXPORT CFHTTPAuthenticationRef CFHTTPAuthenticationCreateFromResponse(
    CFAllocatorRef _Nullable alloc, CFHTTPMessageRef response);

/// Returns whether the object can make answers. The error may be null.
CF_EXPORT Boolean CFHTTPAuthenticationIsValid(CFHTTPAuthenticationRef auth, CFStreamError *_Nullable error);

/// Returns whether a request is one that the object is for.
CF_EXPORT Boolean CFHTTPAuthenticationAppliesToRequest(CFHTTPAuthenticationRef auth, CFHTTPMessageRef request);

/// Returns whether requests must be made one after another.
CF_EXPORT Boolean CFHTTPAuthenticationRequiresOrderedRequests(CFHTTPAuthenticationRef auth);

/// Adds the answer to a request.
CF_EXPORT Boolean CFHTTPMessageApplyCredentials(
    CFHTTPMessageRef request, CFHTTPAuthenticationRef auth, CFStringRef _Nullable username, CFStringRef _Nullable password,
    CFStreamError *_Nullable error);

/// Adds the answer to a request, with the name and the password of a dictionary.
CF_EXPORT Boolean CFHTTPMessageApplyCredentialDictionary(
    CFHTTPMessageRef request, CFHTTPAuthenticationRef auth, CFDictionaryRef dict, CFStreamError *_Nullable error);

/// Returns the realm: the name that the server has for what it protects.
CF_EXPORT CFStringRef CFHTTPAuthenticationCopyRealm(CFHTTPAuthenticationRef auth);

/// Returns the URLs for which the answer holds.
CF_EXPORT CFArrayRef CFHTTPAuthenticationCopyDomains(CFHTTPAuthenticationRef auth);

/// Returns the scheme.
CF_EXPORT CFStringRef CFHTTPAuthenticationCopyMethod(CFHTTPAuthenticationRef auth);

/// Returns whether the scheme takes a name and a password.
CF_EXPORT Boolean CFHTTPAuthenticationRequiresUserNameAndPassword(CFHTTPAuthenticationRef auth);

/// Returns whether the scheme takes a domain: false.
CF_EXPORT Boolean CFHTTPAuthenticationRequiresAccountDomain(CFHTTPAuthenticationRef auth);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
