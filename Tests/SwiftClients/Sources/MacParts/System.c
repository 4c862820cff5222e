#include "MacParts.h"

MacPartsSystem MacPartsInC(void) {
    return (MacPartsSystem){TARGET_OS_MAC, TARGET_OS_IPHONE, MAC_OS_X_VERSION_MAX_ALLOWED, noErr};
}

UInt64 MacPartsHostTime(void) { return mach_absolute_time(); }
