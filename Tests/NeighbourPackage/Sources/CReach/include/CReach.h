#pragma once
#include <CFNetwork/CFNetwork.h>
#include <SystemConfiguration/SystemConfiguration.h>

/// Returns whether the flags of this machine for itself are those that they must be.
int CReachThisMachine(void);

/// Returns the length of a request without fields.
long CReachRequestLength(void);
