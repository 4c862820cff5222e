#include "CCFObjects.h"

// The constants of CFNetwork's headers. Programs compare them by their text.

CFOBJECT_STRING(kCFHTTPVersion1_0, "HTTP/1.0");
CFOBJECT_STRING(kCFHTTPVersion1_1, "HTTP/1.1");
CFOBJECT_STRING(kCFHTTPVersion2_0, "HTTP/2.0");
CFOBJECT_STRING(kCFHTTPVersion3_0, "HTTP/3.0");

CFOBJECT_STRING(kCFHTTPAuthenticationSchemeBasic, "Basic");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeDigest, "Digest");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeNTLM, "NTLM");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeKerberos, "Kerberos");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeNegotiate, "Negotiate");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeNegotiate2, "Negotiate2");
CFOBJECT_STRING(kCFHTTPAuthenticationSchemeXMobileMeAuthToken, "X-MobileMe-AuthToken");

CFOBJECT_STRING(kCFHTTPAuthenticationUsername, "kCFHTTPAuthenticationUsername");
CFOBJECT_STRING(kCFHTTPAuthenticationPassword, "kCFHTTPAuthenticationPassword");
CFOBJECT_STRING(kCFHTTPAuthenticationAccountDomain, "kCFHTTPAuthenticationAccountDomain");

const int32_t kCFStreamErrorDomainHTTP = 4;

CFOBJECT_STRING(kCFStreamPropertyHTTPResponseHeader, "kCFStreamPropertyHTTPResponseHeader");
CFOBJECT_STRING(kCFStreamPropertyHTTPFinalURL, "kCFStreamPropertyHTTPFinalURL");
CFOBJECT_STRING(kCFStreamPropertyHTTPFinalRequest, "kCFStreamPropertyHTTPFinalRequest");
CFOBJECT_STRING(kCFStreamPropertyHTTPProxy, "kCFStreamPropertyHTTPProxy");
CFOBJECT_STRING(kCFStreamPropertyHTTPProxyHost, "HTTPProxy");
CFOBJECT_STRING(kCFStreamPropertyHTTPProxyPort, "HTTPPort");
CFOBJECT_STRING(kCFStreamPropertyHTTPSProxyHost, "HTTPSProxy");
CFOBJECT_STRING(kCFStreamPropertyHTTPSProxyPort, "HTTPSPort");
CFOBJECT_STRING(kCFStreamPropertyHTTPShouldAutoredirect, "kCFStreamPropertyHTTPShouldAutoredirect");
CFOBJECT_STRING(kCFStreamPropertyHTTPAttemptPersistentConnection, "kCFStreamPropertyHTTPAttemptPersistentConnection");
CFOBJECT_STRING(kCFStreamPropertyHTTPRequestBytesWrittenCount, "kCFStreamPropertyHTTPRequestBytesWrittenCount");

CFOBJECT_STRING(kCFStreamPropertySSLSettings, "kCFStreamPropertySSLSettings");
CFOBJECT_STRING(kCFStreamSSLValidatesCertificateChain, "kCFStreamSSLValidatesCertificateChain");
CFOBJECT_STRING(kCFStreamSSLPeerName, "kCFStreamSSLPeerName");
CFOBJECT_STRING(kCFStreamSSLLevel, "kCFStreamSSLLevel");
CFOBJECT_STRING(kCFStreamSSLCertificates, "kCFStreamSSLCertificates");
CFOBJECT_STRING(kCFStreamSSLIsServer, "kCFStreamSSLIsServer");
CFOBJECT_STRING(kCFStreamPropertySSLPeerTrust, "kCFStreamPropertySSLPeerTrust");

// Core Foundation's CFStream.h declares these, and its library has none of them.
CFOBJECT_STRING(kCFStreamPropertySocketSecurityLevel, "kCFStreamPropertySocketSecurityLevel");
CFOBJECT_STRING(kCFStreamSocketSecurityLevelNone, "kCFStreamSocketSecurityLevelNone");
CFOBJECT_STRING(kCFStreamSocketSecurityLevelSSLv2, "kCFStreamSocketSecurityLevelSSLv2");
CFOBJECT_STRING(kCFStreamSocketSecurityLevelSSLv3, "kCFStreamSocketSecurityLevelSSLv3");
CFOBJECT_STRING(kCFStreamSocketSecurityLevelTLSv1, "kCFStreamSocketSecurityLevelTLSv1");
CFOBJECT_STRING(kCFStreamSocketSecurityLevelNegotiatedSSL, "kCFStreamSocketSecurityLevelNegotiatedSSL");

CFOBJECT_STRING(kCFStreamNetworkServiceType, "kCFStreamNetworkServiceType");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeBackground, "kCFStreamNetworkServiceTypeBackground");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeVideo, "kCFStreamNetworkServiceTypeVideo");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeVoice, "kCFStreamNetworkServiceTypeVoice");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeResponsiveData, "kCFStreamNetworkServiceTypeResponsiveData");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeAVStreaming, "kCFStreamNetworkServiceTypeAVStreaming");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeResponsiveAV, "kCFStreamNetworkServiceTypeResponsiveAV");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeCallSignaling, "kCFStreamNetworkServiceTypeCallSignaling");
CFOBJECT_STRING(kCFStreamNetworkServiceTypeVoIP, "kCFStreamNetworkServiceTypeVoIP");

CFOBJECT_STRING(kCFNetworkProxiesHTTPEnable, "HTTPEnable");
CFOBJECT_STRING(kCFNetworkProxiesHTTPProxy, "HTTPProxy");
CFOBJECT_STRING(kCFNetworkProxiesHTTPPort, "HTTPPort");
CFOBJECT_STRING(kCFNetworkProxiesHTTPSEnable, "HTTPSEnable");
CFOBJECT_STRING(kCFNetworkProxiesHTTPSProxy, "HTTPSProxy");
CFOBJECT_STRING(kCFNetworkProxiesHTTPSPort, "HTTPSPort");
CFOBJECT_STRING(kCFNetworkProxiesExceptionsList, "ExceptionsList");
CFOBJECT_STRING(kCFNetworkProxiesExcludeSimpleHostnames, "ExcludeSimpleHostnames");
