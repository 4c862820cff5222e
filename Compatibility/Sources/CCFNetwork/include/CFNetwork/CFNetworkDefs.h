// What the headers of CFNetwork have in common.

#ifndef CFNETWORK_CFNETWORKDEFS_H
#define CFNETWORK_CFNETWORKDEFS_H

#include <CoreFoundation/CoreFoundation.h>

/// Declares a constant that is a string. Swift has it from the module CFNetwork, under its own name.
#ifdef __swift__
#define CFN_STRING(name) \
    extern const void *const _Nonnull name __attribute__((swift_private, swift_attr("nonisolated(unsafe)")))
#else
#define CFN_STRING(name) extern const CFStringRef _Nonnull name
#endif

#endif
