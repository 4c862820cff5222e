// How the loops of this library are written: each once, for any stride, and compiled for plain processors and for those
// with AVX2.

#ifndef LOOPS_H
#define LOOPS_H

#include <Accelerate/Accelerate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A loop that calls a function, or works on complex numbers, stays as it is.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/// Compiles a function twice. The dynamic linker of glibc chooses the form that the processor can run.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(ACCELERATE_PLAIN)
#define FAST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FAST
#endif

/// A loop over the elements n, of which each depends on its own operands alone. Results may stand where operands stand.
#define EACH _Pragma("clang loop vectorize(assume_safety)") for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++)

/// Sums may be made in any order, which lets the compiler make several at a time.
#define REASSOCIATE _Pragma("clang fp reassociate(on)")

// Repeats a loop for the case that all strides are 1, so that the compiler knows it.
#define UNIT(condition, ones, ...)                                                                                  \
    if (condition) {                                                                                                \
        enum { ones };                                                                                              \
        __VA_ARGS__                                                                                                 \
    } else {                                                                                                        \
        __VA_ARGS__                                                                                                 \
    }
#define COMMA ,
#define UNIT1(a, ...) UNIT(a == 1, a = 1, __VA_ARGS__)
#define UNIT2(a, b, ...) UNIT(a == 1 && b == 1, a = 1 COMMA b = 1, __VA_ARGS__)
#define UNIT3(a, b, c, ...) UNIT(a == 1 && b == 1 && c == 1, a = 1 COMMA b = 1 COMMA c = 1, __VA_ARGS__)
#define UNIT4(a, b, c, d, ...)                                                                                      \
    UNIT(a == 1 && b == 1 && c == 1 && d == 1, a = 1 COMMA b = 1 COMMA c = 1 COMMA d = 1, __VA_ARGS__)
#define UNIT5(a, b, c, d, e, ...)                                                                                   \
    UNIT(                                                                                                           \
        a == 1 && b == 1 && c == 1 && d == 1 && e == 1, a = 1 COMMA b = 1 COMMA c = 1 COMMA d = 1 COMMA e = 1,      \
        __VA_ARGS__)
#define UNIT6(a, b, c, d, e, f, ...)                                                                                \
    UNIT(                                                                                                           \
        a == 1 && b == 1 && c == 1 && d == 1 && e == 1 && f == 1,                                                   \
        a = 1 COMMA b = 1 COMMA c = 1 COMMA d = 1 COMMA e = 1 COMMA f = 1, __VA_ARGS__)

// The greatest numbers of a precision that fit into an integer.
#define LEAST_INT ((real)-2147483648.0)
#define GREATEST_INT (sizeof(real) == 4 ? (real)2147483520.0 : (real)2147483647.0)
#define GREATEST_UNSIGNED (sizeof(real) == 4 ? (real)4294967040.0 : (real)4294967295.0)

#define magnitude(x) __builtin_elementwise_abs(x)
#define root(x) __builtin_elementwise_sqrt(x)
#define limited(x, least, greatest) (clamp(x, (real)(least), (real)(greatest)))
#define clamp(x, least, greatest) ((x) > (least) ? (x) < (greatest) ? (x) : (greatest) : (least))

#endif
