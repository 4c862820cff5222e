// Included after CoreFoundation's own headers: the target is a Mac again.
#pragma GCC system_header
#pragma pop_macro("TARGET_OS_MAC")
#pragma pop_macro("TARGET_OS_OSX")
#pragma pop_macro("TARGET_OS_DARWIN")
#pragma pop_macro("TARGET_OS_LINUX")
