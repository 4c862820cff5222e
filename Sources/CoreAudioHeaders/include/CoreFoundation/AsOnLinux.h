// Included before CoreFoundation's own headers: they were built for Linux, and TargetConditionals.h says that the target is a Mac.
#pragma GCC system_header
#include <TargetConditionals.h>
#pragma push_macro("TARGET_OS_MAC")
#pragma push_macro("TARGET_OS_OSX")
#pragma push_macro("TARGET_OS_DARWIN")
#pragma push_macro("TARGET_OS_LINUX")
#undef TARGET_OS_MAC
#undef TARGET_OS_OSX
#undef TARGET_OS_DARWIN
#undef TARGET_OS_LINUX
#define TARGET_OS_MAC 0
#define TARGET_OS_OSX 0
#define TARGET_OS_DARWIN 0
#define TARGET_OS_LINUX 1
