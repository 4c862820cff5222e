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
/// The name that the server's certificate must have: a string, or `kCFNull` for any. Without it, that is the URL's host.
CFN_STRING(kCFStreamSSLPeerName);
/// The version of the protocol. The levels of SSL, and none, are refused with the property; all others stand for the best version of
/// TLS that both ends know.
CFN_STRING(kCFStreamSSLLevel);
/// The program's own certificates: an array. With a certificate in it the property is refused.
CFN_STRING(kCFStreamSSLCertificates);
/// Whether the program is the server: a Boolean. With a Boolean that says yes the property is refused.
CFN_STRING(kCFStreamSSLIsServer);
/// How the server's certificate is trusted. No stream has this property, for there is no type for it.
CFN_STRING(kCFStreamPropertySSLPeerTrust);

/// What the connection is for, which is set before the stream is opened: one of the values below. Packets bear the traffic class of
/// the value.
CFN_STRING(kCFStreamNetworkServiceType);
/// What nobody waits for: the traffic class CS1.
CFN_STRING(kCFStreamNetworkServiceTypeBackground);
/// Data that somebody waits for: AF21.
CFN_STRING(kCFStreamNetworkServiceTypeResponsiveData);
/// Sound and films that are buffered: AF31.
CFN_STRING(kCFStreamNetworkServiceTypeAVStreaming);
/// Sound and films that somebody waits for: CS4.
CFN_STRING(kCFStreamNetworkServiceTypeResponsiveAV);
/// Moving pictures of a call: AF41.
CFN_STRING(kCFStreamNetworkServiceTypeVideo);
/// Voices of a call: EF.
CFN_STRING(kCFStreamNetworkServiceTypeVoice);
/// What begins and ends a call: CS5.
CFN_STRING(kCFStreamNetworkServiceTypeCallSignaling);
/// Another name of `kCFStreamNetworkServiceTypeVoice`, of old programs: EF.
CFN_STRING(kCFStreamNetworkServiceTypeVoIP);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
