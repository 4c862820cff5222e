// The constants of CFNetwork's headers, as Swift's strings of Core Foundation.

import CCFNetwork
public import CoreFoundationNames
public import Foundation

private func string(_ constant: UnsafeRawPointer) -> CFString {
    Unmanaged<CFString>.fromOpaque(constant).takeUnretainedValue()
}

// MARK: CFHTTPMessage.h

/// "HTTP/1.0".
public var kCFHTTPVersion1_0: CFString { string(__kCFHTTPVersion1_0) }
/// "HTTP/1.1".
public var kCFHTTPVersion1_1: CFString { string(__kCFHTTPVersion1_1) }
/// "HTTP/2.0".
public var kCFHTTPVersion2_0: CFString { string(__kCFHTTPVersion2_0) }
/// "HTTP/3.0".
public var kCFHTTPVersion3_0: CFString { string(__kCFHTTPVersion3_0) }
/// "Basic".
public var kCFHTTPAuthenticationSchemeBasic: CFString { string(__kCFHTTPAuthenticationSchemeBasic) }
/// "Digest".
public var kCFHTTPAuthenticationSchemeDigest: CFString { string(__kCFHTTPAuthenticationSchemeDigest) }
/// "NTLM", which is not supported.
public var kCFHTTPAuthenticationSchemeNTLM: CFString { string(__kCFHTTPAuthenticationSchemeNTLM) }
/// "Kerberos", which is not supported.
public var kCFHTTPAuthenticationSchemeKerberos: CFString { string(__kCFHTTPAuthenticationSchemeKerberos) }
/// "Negotiate", which is not supported.
public var kCFHTTPAuthenticationSchemeNegotiate: CFString { string(__kCFHTTPAuthenticationSchemeNegotiate) }
/// "Negotiate2", which is not supported.
public var kCFHTTPAuthenticationSchemeNegotiate2: CFString { string(__kCFHTTPAuthenticationSchemeNegotiate2) }
/// "X-MobileMe-AuthToken", which is not supported.
public var kCFHTTPAuthenticationSchemeXMobileMeAuthToken: CFString {
    string(__kCFHTTPAuthenticationSchemeXMobileMeAuthToken)
}

// MARK: CFHTTPAuthentication.h

/// The key of a name in a dictionary of credentials.
public var kCFHTTPAuthenticationUsername: CFString { string(__kCFHTTPAuthenticationUsername) }
/// The key of a password in a dictionary of credentials.
public var kCFHTTPAuthenticationPassword: CFString { string(__kCFHTTPAuthenticationPassword) }
/// The key of a domain in a dictionary of credentials, which no supported scheme needs.
public var kCFHTTPAuthenticationAccountDomain: CFString { string(__kCFHTTPAuthenticationAccountDomain) }

// MARK: CFHTTPStream.h

/// The response, without its body, once it has come: a `CFHTTPMessageRef`.
public var kCFStreamPropertyHTTPResponseHeader: CFString { string(__kCFStreamPropertyHTTPResponseHeader) }
/// The URL of the response, after redirections: a `CFURLRef`.
public var kCFStreamPropertyHTTPFinalURL: CFString { string(__kCFStreamPropertyHTTPFinalURL) }
/// The request that was answered, after redirections: a `CFHTTPMessageRef`.
public var kCFStreamPropertyHTTPFinalRequest: CFString { string(__kCFStreamPropertyHTTPFinalRequest) }
/// The proxies: a dictionary with the four keys below. Without it there are none.
public var kCFStreamPropertyHTTPProxy: CFString { string(__kCFStreamPropertyHTTPProxy) }
/// The key of the proxy of HTTP: a string.
public var kCFStreamPropertyHTTPProxyHost: CFString { string(__kCFStreamPropertyHTTPProxyHost) }
/// The key of its port: a number.
public var kCFStreamPropertyHTTPProxyPort: CFString { string(__kCFStreamPropertyHTTPProxyPort) }
/// The key of the proxy of HTTPS: a string.
public var kCFStreamPropertyHTTPSProxyHost: CFString { string(__kCFStreamPropertyHTTPSProxyHost) }
/// The key of its port: a number.
public var kCFStreamPropertyHTTPSProxyPort: CFString { string(__kCFStreamPropertyHTTPSProxyPort) }
/// Whether the stream follows redirections: a Boolean. It is off until set before the stream is opened.
public var kCFStreamPropertyHTTPShouldAutoredirect: CFString { string(__kCFStreamPropertyHTTPShouldAutoredirect) }
/// Whether the connection is kept for the next stream: a Boolean, which is stored. Each stream has a connection of its own.
public var kCFStreamPropertyHTTPAttemptPersistentConnection: CFString {
    string(__kCFStreamPropertyHTTPAttemptPersistentConnection)
}
/// How many bytes of the request's body have been written: a number.
public var kCFStreamPropertyHTTPRequestBytesWrittenCount: CFString {
    string(__kCFStreamPropertyHTTPRequestBytesWrittenCount)
}

// MARK: CFSocketStream.h

/// The security of a stream's connection: a dictionary with the keys below, which is set before the stream is opened.
public var kCFStreamPropertySSLSettings: CFString { string(__kCFStreamPropertySSLSettings) }
/// Whether the server's certificate is checked: a Boolean. It is, unless this says no.
public var kCFStreamSSLValidatesCertificateChain: CFString { string(__kCFStreamSSLValidatesCertificateChain) }
/// The name that the server's certificate must have: a string, or `kCFNull` for any. Without it, that is the URL's host.
public var kCFStreamSSLPeerName: CFString { string(__kCFStreamSSLPeerName) }
/// The version of the protocol. The levels of SSL, and none, are refused with the property; all others stand for the best version of
/// TLS that both ends know.
public var kCFStreamSSLLevel: CFString { string(__kCFStreamSSLLevel) }
/// The program's own certificates: an array. With a certificate in it the property is refused.
public var kCFStreamSSLCertificates: CFString { string(__kCFStreamSSLCertificates) }
/// Whether the program is the server: a Boolean. With a Boolean that says yes the property is refused.
public var kCFStreamSSLIsServer: CFString { string(__kCFStreamSSLIsServer) }
/// How the server's certificate is trusted. No stream has this property, for there is no type for it.
public var kCFStreamPropertySSLPeerTrust: CFString { string(__kCFStreamPropertySSLPeerTrust) }

/// What the connection is for, which is set before the stream is opened: one of the values below. Packets bear the traffic class of
/// the value.
public var kCFStreamNetworkServiceType: CFString { string(__kCFStreamNetworkServiceType) }
/// What nobody waits for: the traffic class CS1.
public var kCFStreamNetworkServiceTypeBackground: CFString { string(__kCFStreamNetworkServiceTypeBackground) }
/// Data that somebody waits for: AF21.
public var kCFStreamNetworkServiceTypeResponsiveData: CFString { string(__kCFStreamNetworkServiceTypeResponsiveData) }
/// Sound and films that are buffered: AF31.
public var kCFStreamNetworkServiceTypeAVStreaming: CFString { string(__kCFStreamNetworkServiceTypeAVStreaming) }
/// Sound and films that somebody waits for: CS4.
public var kCFStreamNetworkServiceTypeResponsiveAV: CFString { string(__kCFStreamNetworkServiceTypeResponsiveAV) }
/// Moving pictures of a call: AF41.
public var kCFStreamNetworkServiceTypeVideo: CFString { string(__kCFStreamNetworkServiceTypeVideo) }
/// Voices of a call: EF.
public var kCFStreamNetworkServiceTypeVoice: CFString { string(__kCFStreamNetworkServiceTypeVoice) }
/// What begins and ends a call: CS5.
public var kCFStreamNetworkServiceTypeCallSignaling: CFString { string(__kCFStreamNetworkServiceTypeCallSignaling) }
/// Another name of `kCFStreamNetworkServiceTypeVoice`, of old programs: EF.
public var kCFStreamNetworkServiceTypeVoIP: CFString { string(__kCFStreamNetworkServiceTypeVoIP) }

// MARK: CFProxySupport.h

/// The key of whether there is a proxy of HTTP: a number, 1 or 0.
public var kCFNetworkProxiesHTTPEnable: CFString { string(__kCFNetworkProxiesHTTPEnable) }
/// The key of its host: a string.
public var kCFNetworkProxiesHTTPProxy: CFString { string(__kCFNetworkProxiesHTTPProxy) }
/// The key of its port: a number.
public var kCFNetworkProxiesHTTPPort: CFString { string(__kCFNetworkProxiesHTTPPort) }
/// The key of whether there is a proxy of HTTPS: a number, 1 or 0.
public var kCFNetworkProxiesHTTPSEnable: CFString { string(__kCFNetworkProxiesHTTPSEnable) }
/// The key of its host: a string.
public var kCFNetworkProxiesHTTPSProxy: CFString { string(__kCFNetworkProxiesHTTPSProxy) }
/// The key of its port: a number.
public var kCFNetworkProxiesHTTPSPort: CFString { string(__kCFNetworkProxiesHTTPSPort) }
/// The key of hosts that need no proxy: an array of strings, each a host with all in its domain, a pattern with "*", or a network of
/// addresses such as "169.254/16".
public var kCFNetworkProxiesExceptionsList: CFString { string(__kCFNetworkProxiesExceptionsList) }
/// The key of whether hosts without a domain need no proxy: a number, 1 or 0.
public var kCFNetworkProxiesExcludeSimpleHostnames: CFString { string(__kCFNetworkProxiesExcludeSimpleHostnames) }
