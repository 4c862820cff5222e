// CFNetwork: HTTP messages, and streams over HTTP.

#ifndef CFNETWORK_CFNETWORK_H
#define CFNETWORK_CFNETWORK_H

#include <CFNetwork/CFNetworkDefs.h>

#include <CFNetwork/CFHTTPAuthentication.h>
#include <CFNetwork/CFHTTPMessage.h>
#include <CFNetwork/CFHTTPStream.h>
#include <CFNetwork/CFProxySupport.h>
#include <CFNetwork/CFSocketStream.h>

#endif
