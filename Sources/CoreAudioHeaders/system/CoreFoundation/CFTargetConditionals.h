#ifndef CoreFoundation_CFTargetConditionals_h
#define CoreFoundation_CFTargetConditionals_h

// The conditions that CoreFoundation's headers test, with the values of the system that it was built for. The names are
// CoreFoundation's own, so that a program's definitions of TARGET_OS_MAC or __APPLE__ do not change its declarations.

#include <TargetConditionals.h>

#define CF_TARGET_OS_LINUX 1
#define CF_TARGET_OS_MAC 0
#define CF_TARGET_OS_OSX 0
#define CF_TARGET_OS_DARWIN 0
#define CF_TARGET_OS_IPHONE 0
#define CF_TARGET_OS_IOS 0
#define CF_TARGET_OS_TV 0
#define CF_TARGET_OS_WATCH 0
#define CF_TARGET_OS_MACCATALYST 0
#define CF_TARGET_OS_EMBEDDED 0
#define CF_TARGET_OS_EXCLAVEKIT 0
#define CF_TARGET_OS_ANDROID 0
#define CF_TARGET_OS_BSD 0
#define CF_TARGET_OS_CYGWIN 0
#define CF_TARGET_OS_WASI 0
#define CF_TARGET_OS_WIN32 0
#define CF_TARGET_OS_WINDOWS 0

#define CF_TARGET_CPU_X86 TARGET_CPU_X86
#define CF_TARGET_CPU_X86_64 TARGET_CPU_X86_64
#define CF_TARGET_CPU_ARM TARGET_CPU_ARM
#define CF_TARGET_CPU_ARM64 TARGET_CPU_ARM64
#define CF_TARGET_CPU_PPC 0
#define CF_TARGET_CPU_PPC64 0
#define CF_TARGET_CPU_MIPS 0
#define CF_TARGET_CPU_MIPS64 0
#define CF_TARGET_CPU_S390X 0
#define CF_TARGET_CPU_WASM32 0

#define CF_TARGET_RT_LITTLE_ENDIAN TARGET_RT_LITTLE_ENDIAN
#define CF_TARGET_RT_BIG_ENDIAN TARGET_RT_BIG_ENDIAN
#define CF_TARGET_RT_64_BIT TARGET_RT_64_BIT

#endif
