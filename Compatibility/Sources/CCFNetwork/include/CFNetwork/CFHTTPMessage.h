// Requests and responses of HTTP, as objects that read and write themselves.

#ifndef CFNETWORK_CFHTTPMESSAGE_H
#define CFNETWORK_CFHTTPMESSAGE_H

#include <CFNetwork/CFNetworkDefs.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// A request or a response. A type of Core Foundation.
#ifdef __swift__
// Swift has the class from the module CFNetwork.
typedef void *CFHTTPMessageRef;
#else
typedef struct CF_BRIDGED_MUTABLE_TYPE(id) __CFHTTPMessage *CFHTTPMessageRef;
#endif

/// "HTTP/1.0".
CFN_STRING(kCFHTTPVersion1_0);
/// "HTTP/1.1".
CFN_STRING(kCFHTTPVersion1_1);
/// "HTTP/2.0".
CFN_STRING(kCFHTTPVersion2_0);
/// "HTTP/3.0".
CFN_STRING(kCFHTTPVersion3_0);
/// "Basic".
CFN_STRING(kCFHTTPAuthenticationSchemeBasic);
/// "Digest".
CFN_STRING(kCFHTTPAuthenticationSchemeDigest);
/// "NTLM", which is not supported.
CFN_STRING(kCFHTTPAuthenticationSchemeNTLM);
/// "Kerberos", which is not supported.
CFN_STRING(kCFHTTPAuthenticationSchemeKerberos);
/// "Negotiate", which is not supported.
CFN_STRING(kCFHTTPAuthenticationSchemeNegotiate);
/// "Negotiate2", which is not supported.
CFN_STRING(kCFHTTPAuthenticationSchemeNegotiate2);
/// "X-MobileMe-AuthToken", which is not supported.
CFN_STRING(kCFHTTPAuthenticationSchemeXMobileMeAuthToken);

// Swift has these from the module CFNetwork.
#ifndef __swift__

/// Returns the identifier of the type of messages.
CF_EXPORT CFTypeID CFHTTPMessageGetTypeID(void);

/// Creates a request.
CF_EXPORT CFHTTPMessageRef CFHTTPMessageCreateRequest(
    CFAllocatorRef _Nullable alloc, CFStringRef requestMethod, CFURLRef url, CFStringRef httpVersion);

/// Creates a response. A null description is the usual one of the code.
CF_EXPORT CFHTTPMessageRef CFHTTPMessageCreateResponse(
    CFAllocatorRef _Nullable alloc, CFIndex statusCode, CFStringRef _Nullable statusDescription, CFStringRef httpVersion);

/// Creates a message that is read from bytes.
CF_EXPORT CFHTTPMessageRef CFHTTPMessageCreateEmpty(CFAllocatorRef _Nullable alloc, Boolean isRequest);

/// Creates a copy.
CF_EXPORT CFHTTPMessageRef CFHTTPMessageCreateCopy(CFAllocatorRef _Nullable alloc, CFHTTPMessageRef message);

/// Returns whether a message is a request.
CF_EXPORT Boolean CFHTTPMessageIsRequest(CFHTTPMessageRef message);

/// Returns the version, such as "HTTP/1.1".
CF_EXPORT CFStringRef CFHTTPMessageCopyVersion(CFHTTPMessageRef message);

/// Returns the body; null if there is none.
CF_EXPORT CFDataRef _Nullable CFHTTPMessageCopyBody(CFHTTPMessageRef message);

/// Sets the body.
CF_EXPORT void CFHTTPMessageSetBody(CFHTTPMessageRef message, CFDataRef bodyData);

/// Returns the value of a header field, whose name is compared without case. Several values are joined by ", ".
CF_EXPORT CFStringRef _Nullable CFHTTPMessageCopyHeaderFieldValue(CFHTTPMessageRef message, CFStringRef headerField);

/// Returns all header fields.
CF_EXPORT CFDictionaryRef _Nullable CFHTTPMessageCopyAllHeaderFields(CFHTTPMessageRef message);

/// Sets a header field. A null value removes it.
CF_EXPORT void CFHTTPMessageSetHeaderFieldValue(
    CFHTTPMessageRef message, CFStringRef headerField, CFStringRef _Nullable value);

/// Reads bytes: the header, and then the body. Returns false if they are not a message.
CF_EXPORT Boolean CFHTTPMessageAppendBytes(CFHTTPMessageRef message, const UInt8 *newBytes, CFIndex numBytes);

/// Returns whether the header has been read.
CF_EXPORT Boolean CFHTTPMessageIsHeaderComplete(CFHTTPMessageRef message);

/// Returns the bytes of a message; null if its header is not complete.
CF_EXPORT CFDataRef _Nullable CFHTTPMessageCopySerializedMessage(CFHTTPMessageRef message);

/// Returns the URL of a request.
CF_EXPORT CFURLRef _Nullable CFHTTPMessageCopyRequestURL(CFHTTPMessageRef request);

/// Returns the method of a request.
CF_EXPORT CFStringRef _Nullable CFHTTPMessageCopyRequestMethod(CFHTTPMessageRef request);

/// Adds a name and a password to a request. The response that asked for them says the scheme if that is null, and Digest needs it.
CF_EXPORT Boolean CFHTTPMessageAddAuthentication(
    CFHTTPMessageRef request, CFHTTPMessageRef _Nullable authenticationFailureResponse, CFStringRef username,
    CFStringRef password, CFStringRef _Nullable authenticationScheme, Boolean forProxy);

/// Returns the status code of a response; 0 for a request.
CF_EXPORT CFIndex CFHTTPMessageGetResponseStatusCode(CFHTTPMessageRef response);

/// Returns the first line of a response.
CF_EXPORT CFStringRef _Nullable CFHTTPMessageCopyResponseStatusLine(CFHTTPMessageRef response);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
