#ifndef CoreFoundation_CFDistributedCenter_h
#define CoreFoundation_CFDistributedCenter_h

// The center whose notifications all processes of a Mac get. Here those of this process get them, as they do from the local center.

#include <CoreFoundation/CFNotificationCenter.h>

CF_EXTERN_C_BEGIN
CF_EXPORT CFNotificationCenterRef CFNotificationCenterGetDistributedCenter(void);
CF_EXTERN_C_END

#endif
