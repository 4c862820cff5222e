// Which proxies the user has set.

#ifndef CFNETWORK_CFPROXYSUPPORT_H
#define CFNETWORK_CFPROXYSUPPORT_H

#include <CFNetwork/CFNetworkDefs.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// The key of whether there is a proxy of HTTP: a number, 1 or 0.
CFN_STRING(kCFNetworkProxiesHTTPEnable);
/// The key of its host: a string.
CFN_STRING(kCFNetworkProxiesHTTPProxy);
/// The key of its port: a number.
CFN_STRING(kCFNetworkProxiesHTTPPort);
/// The key of whether there is a proxy of HTTPS: a number, 1 or 0.
CFN_STRING(kCFNetworkProxiesHTTPSEnable);
/// The key of its host: a string.
CFN_STRING(kCFNetworkProxiesHTTPSProxy);
/// The key of its port: a number.
CFN_STRING(kCFNetworkProxiesHTTPSPort);
/// The key of hosts that need no proxy: an array of strings, each a host with all in its domain, a pattern with "*", or a network of
/// addresses such as "169.254/16".
CFN_STRING(kCFNetworkProxiesExceptionsList);
/// The key of whether hosts without a domain need no proxy: a number, 1 or 0.
CFN_STRING(kCFNetworkProxiesExcludeSimpleHostnames);

#ifndef __swift__

/// Returns the proxies that the environment names: `http_proxy`, `https_proxy` and `no_proxy`, as for the command curl.
///
/// The keys of HTTP and HTTPS have the values that `kCFStreamPropertyHTTPProxy` takes.
CF_EXPORT CFDictionaryRef _Nullable CFNetworkCopySystemProxySettings(void);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
