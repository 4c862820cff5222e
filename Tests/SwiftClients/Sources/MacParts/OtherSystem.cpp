#include "MacParts.h"

MacPartsSystem MacPartsInCPlusPlus() { return {TARGET_OS_MAC, TARGET_OS_IPHONE, MAC_OS_X_VERSION_MAX_ALLOWED, noErr}; }
