#pragma GCC system_header
#ifndef TargetConditionals_h
#define TargetConditionals_h
#define __TARGETCONDITIONALS__

// Describes the target system to programs: a Mac with the processor of this machine. Programs written for macOS then
// compile their branch for macOS, whose functions this library has. `__linux__` is still defined.
// A header of the system, because CoreFoundation's headers say of the same names that this is no Mac, before or after.

// Swift's own CoreFoundation takes any header of this name in its way. It gets what it was built for.
#ifdef __swift__
#if __building_module(CoreFoundation)
#define CA_BUILDING_COREFOUNDATION 1
#endif
#endif

#ifdef CA_BUILDING_COREFOUNDATION
#define TARGET_OS_MAC 0
#define TARGET_OS_OSX 0
#define TARGET_OS_DARWIN 0
#define TARGET_OS_LINUX 1
#else
#define TARGET_OS_MAC 1
#define TARGET_OS_OSX 1
#define TARGET_OS_DARWIN 1
#define TARGET_OS_LINUX 0
#endif
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#define TARGET_OS_TV 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_VISION 0
#define TARGET_OS_BRIDGE 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_UIKITFORMAC 0
#define TARGET_OS_DRIVERKIT 0
#define TARGET_OS_EXCLAVEKIT 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_OS_EMBEDDED 0
#define TARGET_OS_NANO 0
#define TARGET_OS_UNIX 0
#define TARGET_OS_ANDROID 0
#define TARGET_OS_BSD 0
#define TARGET_OS_CYGWIN 0
#define TARGET_OS_WASI 0
#define TARGET_OS_WIN32 0
#define TARGET_OS_WINDOWS 0
#define TARGET_IPHONE_SIMULATOR 0

#if defined(__x86_64__)
#define TARGET_CPU_X86_64 1
#else
#define TARGET_CPU_X86_64 0
#endif
#if defined(__i386__)
#define TARGET_CPU_X86 1
#else
#define TARGET_CPU_X86 0
#endif
#if defined(__aarch64__)
#define TARGET_CPU_ARM64 1
#else
#define TARGET_CPU_ARM64 0
#endif
#if defined(__arm__)
#define TARGET_CPU_ARM 1
#else
#define TARGET_CPU_ARM 0
#endif
#define TARGET_CPU_PPC 0
#define TARGET_CPU_PPC64 0
#define TARGET_CPU_68K 0
#define TARGET_CPU_MIPS 0
#define TARGET_CPU_MIPS64 0
#define TARGET_CPU_SPARC 0
#define TARGET_CPU_ALPHA 0
#define TARGET_CPU_S390X 0
#define TARGET_CPU_WASM32 0

// Clang defines macros for the byte order that programs for the Mac test. GCC does not define them.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TARGET_RT_LITTLE_ENDIAN 1
#define TARGET_RT_BIG_ENDIAN 0
#ifndef __LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#endif
#else
#define TARGET_RT_LITTLE_ENDIAN 0
#define TARGET_RT_BIG_ENDIAN 1
#ifndef __BIG_ENDIAN__
#define __BIG_ENDIAN__ 1
#endif
#endif

#if defined(__LP64__)
#define TARGET_RT_64_BIT 1
#else
#define TARGET_RT_64_BIT 0
#endif
#define TARGET_RT_MAC_CFM 0
#define TARGET_RT_MAC_MACHO 1

#ifdef CA_BUILDING_COREFOUNDATION
#undef CA_BUILDING_COREFOUNDATION
// The module's macros are its importers', who get the values of programs from here.
#undef TargetConditionals_h
#endif

#endif
