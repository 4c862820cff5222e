// For C targets of packages: CoreFoundation's header of this name, which is in the toolchain. Swift looks for it there, in
// another folder where its runtime is static; C compilers look for it beside their own headers.
#include <CoreFoundation/AsOnLinux.h>
#if __has_include_next(<CoreFoundation/CFPlugIn.h>)
#include_next <CoreFoundation/CFPlugIn.h>
#else
#include <../../../swift/CoreFoundation/CFPlugIn.h>
#endif
#include <CoreFoundation/AsOnMac.h>
