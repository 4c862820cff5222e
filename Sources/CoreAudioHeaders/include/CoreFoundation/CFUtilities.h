// For C targets of packages: CoreFoundation's header of this name, which is in the toolchain. Compilers look for it beside their own.
#include <CoreFoundation/AsOnLinux.h>
#include <../../../swift/CoreFoundation/CFUtilities.h>
#include <CoreFoundation/AsOnMac.h>
