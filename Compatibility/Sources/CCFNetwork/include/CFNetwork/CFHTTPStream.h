// Streams of what a server answers.

#ifndef CFNETWORK_CFHTTPSTREAM_H
#define CFNETWORK_CFHTTPSTREAM_H

#include <CFNetwork/CFHTTPMessage.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// The domain of errors of HTTP: 4.
CF_EXPORT const SInt32 kCFStreamErrorDomainHTTP;

/// Errors of the domain `kCFStreamErrorDomainHTTP`.
typedef CF_ENUM(int, CFStreamErrorHTTP) {
    /// What the server sent is not HTTP.
    kCFStreamErrorHTTPParseFailure = -1,
    /// There were more than 20 redirections.
    kCFStreamErrorHTTPRedirectionLoop = -2,
    /// The URL is not one of HTTP.
    kCFStreamErrorHTTPBadURL = -3
};

/// The response, without its body, once it has come: a `CFHTTPMessageRef`.
CFN_STRING(kCFStreamPropertyHTTPResponseHeader);
/// The URL of the response, after redirections: a `CFURLRef`.
CFN_STRING(kCFStreamPropertyHTTPFinalURL);
/// The request that was answered, after redirections: a `CFHTTPMessageRef`.
CFN_STRING(kCFStreamPropertyHTTPFinalRequest);
/// The proxies: a dictionary with the four keys below. Without it there are none.
CFN_STRING(kCFStreamPropertyHTTPProxy);
/// The key of the proxy of HTTP: a string.
CFN_STRING(kCFStreamPropertyHTTPProxyHost);
/// The key of its port: a number.
CFN_STRING(kCFStreamPropertyHTTPProxyPort);
/// The key of the proxy of HTTPS: a string.
CFN_STRING(kCFStreamPropertyHTTPSProxyHost);
/// The key of its port: a number.
CFN_STRING(kCFStreamPropertyHTTPSProxyPort);
/// Whether the stream follows redirections: a Boolean. It is off until set before the stream is opened.
CFN_STRING(kCFStreamPropertyHTTPShouldAutoredirect);
/// Whether the connection is kept for the next stream: a Boolean, which is stored. Each stream has a connection of its own.
CFN_STRING(kCFStreamPropertyHTTPAttemptPersistentConnection);
/// How many bytes of the request's body have been written: a number.
CFN_STRING(kCFStreamPropertyHTTPRequestBytesWrittenCount);

// Swift has these from the module CFNetwork.
#ifndef __swift__

/// Creates a stream of the body of what a server answers to a request.
CF_EXPORT CFReadStreamRef CFReadStreamCreateForHTTPRequest(CFAllocatorRef _Nullable alloc, CFHTTPMessageRef request);

/// Creates such a stream with a request whose body is a stream.
CF_EXPORT CFReadStreamRef CFReadStreamCreateForStreamedHTTPRequest(
    CFAllocatorRef _Nullable alloc, CFHTTPMessageRef requestHeaders, CFReadStreamRef requestBody);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
