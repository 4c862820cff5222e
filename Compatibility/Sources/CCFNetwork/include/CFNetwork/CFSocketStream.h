// What a program says of the security of a stream's connection.

#ifndef CFNETWORK_CFSOCKETSTREAM_H
#define CFNETWORK_CFSOCKETSTREAM_H

#include <CFNetwork/CFNetworkDefs.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// The security of a stream's connection: a dictionary with the keys below, which is set before the stream is opened.
CFN_STRING(kCFStreamPropertySSLSettings);
/// Whether the server's certificate is checked: a Boolean. It is, unless this says no.
CFN_STRING(kCFStreamSSLValidatesCertificateChain);
/// The name that the server's certificate must have: `kCFNull` for any. Without it, that is the URL's host.
CFN_STRING(kCFStreamSSLPeerName);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
