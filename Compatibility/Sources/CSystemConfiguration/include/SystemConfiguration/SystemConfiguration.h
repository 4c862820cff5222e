// SystemConfiguration: whether a host can be reached.

#ifndef SYSTEMCONFIGURATION_SYSTEMCONFIGURATION_H
#define SYSTEMCONFIGURATION_SYSTEMCONFIGURATION_H

#include <SystemConfiguration/SCNetworkReachability.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// Why a function failed. Those of this library fail with the first three and with `kSCStatusReachabilityUnknown`.
enum {
    kSCStatusOK = 0,
    kSCStatusFailed = 1001,
    kSCStatusInvalidArgument = 1002,
    kSCStatusAccessError = 1003,
    kSCStatusNoKey = 1004,
    kSCStatusKeyExists = 1005,
    kSCStatusLocked = 1006,
    kSCStatusNeedLock = 1007,
    kSCStatusNoStoreSession = 2001,
    kSCStatusNoStoreServer = 2002,
    kSCStatusNotifierActive = 2003,
    kSCStatusNoPrefsSession = 3001,
    kSCStatusPrefsBusy = 3002,
    kSCStatusNoConfigFile = 3003,
    kSCStatusNoLink = 3004,
    kSCStatusStale = 3005,
    kSCStatusMaxLink = 3006,
    kSCStatusReachabilityUnknown = 4001,
    kSCStatusConnectionNoService = 5001,
    kSCStatusConnectionIgnore = 5002
};

/// Returns the status of the last function that failed on this thread.
CF_EXPORT int SCError(void);

/// Returns what a status means, in English.
CF_EXPORT const char *SCErrorString(int status);

// Swift has these from the module SystemConfiguration.
#ifndef __swift__

/// The domain of errors: "com.apple.SystemConfiguration".
extern const CFStringRef kCFErrorDomainSystemConfiguration;

/// Returns an error object of the last function that failed on this thread.
CF_EXPORT CFErrorRef SCCopyLastError(void);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
