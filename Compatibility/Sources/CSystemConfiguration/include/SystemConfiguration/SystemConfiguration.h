// SystemConfiguration: whether a host can be reached.

#ifndef SYSTEMCONFIGURATION_SYSTEMCONFIGURATION_H
#define SYSTEMCONFIGURATION_SYSTEMCONFIGURATION_H

#include <SystemConfiguration/SCNetworkReachability.h>

#endif
