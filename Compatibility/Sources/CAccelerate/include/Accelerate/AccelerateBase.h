// What every header of Accelerate begins and ends with.

#ifndef ACCELERATE_BASE_H
#define ACCELERATE_BASE_H

#include <stdint.h>

#if defined(__cplusplus)
#define ACCELERATE_EXTERN_BEGIN extern "C" {
#define ACCELERATE_EXTERN_END }
#else
#define ACCELERATE_EXTERN_BEGIN
#define ACCELERATE_EXTERN_END
#include <stdbool.h>
#endif

#if defined(__clang__)
#define ACCELERATE_BEGIN                                                                                            \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")                \
        _Pragma("clang assume_nonnull begin") ACCELERATE_EXTERN_BEGIN
#define ACCELERATE_END                                                                                              \
    ACCELERATE_EXTERN_END _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#define ACCELERATE_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type
#else
#define ACCELERATE_BEGIN ACCELERATE_EXTERN_BEGIN
#define ACCELERATE_END ACCELERATE_EXTERN_END
#define _Nullable
#define _Nonnull
#if defined(__cplusplus)
#define ACCELERATE_ENUM(type, name) enum name : type
#else
#define ACCELERATE_ENUM(type, name) enum name
#endif
#endif

#endif
