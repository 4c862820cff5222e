// For C targets of packages: CoreFoundation's header of this name, which is in the toolchain. Swift looks for it there, in
// another folder where its runtime is static; C compilers look for it beside their own headers.
#include <CoreFoundation/AsOnLinux.h>
#if __has_include_next(<CoreFoundation/CFPlugInCOM.h>)
#include_next <CoreFoundation/CFPlugInCOM.h>
#else
#include <../../../swift/CoreFoundation/CFPlugInCOM.h>
#endif
#include <CoreFoundation/AsOnMac.h>
