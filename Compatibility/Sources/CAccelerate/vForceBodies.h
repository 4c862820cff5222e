// The functions of vForce, in the precision that Single.h or Double.h chose. F(name) is the name of a public one.

/// A function of one operand that the compiler has instructions for.
#define FAST1(name, value)                                                                                          \
    FAST void F(name)(real *y, const real *x, const int *count) {                                                   \
        const int N = *count;                                                                                       \
        EACH y[n] = (value);                                                                                        \
    }

/// A function of one operand that the C library computes.
#define SLOW1(name, value)                                                                                          \
    void F(name)(real *y, const real *x, const int *count) {                                                        \
        for (int n = 0; n < *count; n++) y[n] = (value);                                                            \
    }

/// A function of two operands.
#define SLOW2(name, value)                                                                                          \
    void F(name)(real *z, const real *y, const real *x, const int *count) {                                         \
        for (int n = 0; n < *count; n++) z[n] = (value);                                                            \
    }

FAST1(rec, 1 / x[n])
FAST1(sqrt, root(x[n]))
FAST1(rsqrt, 1 / root(x[n]))
FAST1(fabs, magnitude(x[n]))
FAST1(int, __builtin_elementwise_trunc(x[n]))
FAST1(nint, __builtin_elementwise_rint(x[n]))
FAST1(ceil, __builtin_elementwise_ceil(x[n]))
FAST1(floor, __builtin_elementwise_floor(x[n]))

SLOW1(cbrt, M(cbrt)(x[n]))
SLOW1(exp, M(exp)(x[n]))
SLOW1(exp2, M(exp2)(x[n]))
SLOW1(expm1, M(expm1)(x[n]))
SLOW1(log, M(log)(x[n]))
SLOW1(log10, M(log10)(x[n]))
SLOW1(log1p, M(log1p)(x[n]))
SLOW1(log2, M(log2)(x[n]))
SLOW1(logb, M(logb)(x[n]))
SLOW1(sin, M(sin)(x[n]))
SLOW1(cos, M(cos)(x[n]))
SLOW1(tan, M(tan)(x[n]))
SLOW1(asin, M(asin)(x[n]))
SLOW1(acos, M(acos)(x[n]))
SLOW1(atan, M(atan)(x[n]))
SLOW1(sinh, M(sinh)(x[n]))
SLOW1(cosh, M(cosh)(x[n]))
SLOW1(tanh, M(tanh)(x[n]))
SLOW1(asinh, M(asinh)(x[n]))
SLOW1(acosh, M(acosh)(x[n]))
SLOW1(atanh, M(atanh)(x[n]))
SLOW1(sinpi, (real)sineOfTurns((double)x[n]))
SLOW1(cospi, (real)sineOfTurns(0.5 - fabs(remainder((double)x[n], 2))))
SLOW1(tanpi, (real)(sineOfTurns((double)x[n]) / sineOfTurns(0.5 - fabs(remainder((double)x[n], 2)))))

SLOW2(atan2, M(atan2)(y[n], x[n]))
SLOW2(fmod, M(fmod)(y[n], x[n]))
SLOW2(remainder, M(remainder)(y[n], x[n]))
SLOW2(nextafter, M(nextafter)(y[n], x[n]))
SLOW2(copysign, M(copysign)(y[n], x[n]))
// The exponents come first.
SLOW2(pow, M(pow)(x[n], y[n]))

#undef FAST1
#undef SLOW1
#undef SLOW2

FAST void F(div)(real *z, const real *y, const real *x, const int *count) {
    const int N = *count;
    EACH z[n] = y[n] / x[n];
}

void F(pows)(real *z, const real *y, const real *x, const int *count) {
    const real exponent = *y;
    for (int n = 0; n < *count; n++) z[n] = M(pow)(x[n], exponent);
}

void F(sincos)(real *z, real *y, const real *x, const int *count) {
    for (int n = 0; n < *count; n++) {
        const real angle = x[n];
        z[n] = M(sin)(angle);
        y[n] = M(cos)(angle);
    }
}

void F(cosisin)(_Complex real *y, const real *x, const int *count) {
    for (int n = 0; n < *count; n++) {
        __real__ y[n] = M(cos)(x[n]);
        __imag__ y[n] = M(sin)(x[n]);
    }
}
