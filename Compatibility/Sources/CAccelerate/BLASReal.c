// BLAS for real numbers.

#include "BLASStorage.h"
#include "Loops.h"

#define conjugate(x) (x)
#define VALUE(x) (x)
#define SCALAR const element

/// The Euclidean length, scaled so that no square overflows.
#define NORM(element, name)                                                                                         \
    static element name(ptrdiff_t n, const element *x, ptrdiff_t step) {                                            \
        element greatest = 0;                                                                                       \
        double sum = 0;                                                                                             \
        for (ptrdiff_t i = 0; i < n; i++) greatest = fabs(x[i * step]) > greatest ? fabs(x[i * step]) : greatest;   \
        if (greatest == 0 || isinf(greatest)) return greatest;                                                      \
        for (ptrdiff_t i = 0; i < n; i++) {                                                                         \
            const double part = (double)x[i * step] / (double)greatest;                                             \
            sum += part * part;                                                                                     \
        }                                                                                                           \
        return (element)((double)greatest * sqrt(sum));                                                             \
    }

#include "Single.h"
#define element float
#define IN const float *
#define OUT float *
#define C(name) cblas_s##name
#define L(name) catlas_s##name
#define G(name) appleblas_s##name
#define OWN(name) single_##name
NORM(float, single_norm)
#include "BLASRealBodies.h"

#include "Double.h"
#undef element
#undef IN
#undef OUT
#undef C
#undef L
#undef G
#undef OWN
#define element double
#define IN const double *
#define OUT double *
#define C(name) cblas_d##name
#define L(name) catlas_d##name
#define G(name) appleblas_d##name
#define OWN(name) double_##name
NORM(double, double_norm)
#include "BLASRealBodies.h"

// MARK: - Names for all types

/// The place of the greatest magnitude, counted in elements. `parts` is 2 for complex numbers, whose magnitude is the sum
/// of those of their parts.
#define GREATEST_PLACE(name, number, operand, parts)                                                                \
    int name(const int N, const operand *X, const int incX) {                                                       \
        const number *x = (const number *)X;                                                                        \
        number best = -1;                                                                                           \
        int place = 0;                                                                                              \
        for (int n = 0; n < N && incX > 0; n++) {                                                                   \
            number size = 0;                                                                                        \
            for (int p = 0; p < parts; p++) size += magnitude(x[(ptrdiff_t)n * incX * parts + p]);                  \
            if (size > best) best = size, place = n;                                                                \
        }                                                                                                           \
        return place;                                                                                               \
    }
GREATEST_PLACE(cblas_isamax, float, float, 1)
GREATEST_PLACE(cblas_idamax, double, double, 1)
GREATEST_PLACE(cblas_icamax, float, void, 2)
GREATEST_PLACE(cblas_izamax, double, void, 2)

/// Norms, sums of magnitudes, real factors and real rotations of complex numbers.
#define COMPLEX_AS_REAL(number, norm, own, sum, scale, rotate)                                                      \
    number norm(const int N, const void *X, const int incX) {                                                       \
        const number re = own(N, X, 2 * (ptrdiff_t)incX), im = own(N, (const number *)X + 1, 2 * (ptrdiff_t)incX);  \
        return (number)hypot((double)re, (double)im);                                                               \
    }                                                                                                               \
    number sum(const int N, const void *X, const int incX) {                                                        \
        number total = 0;                                                                                           \
        for (ptrdiff_t n = 0; n < N; n++)                                                                           \
            for (int p = 0; p < 2; p++) total += magnitude(((const number *)X)[2 * n * incX + p]);                  \
        return total;                                                                                               \
    }                                                                                                               \
    void scale(const int N, const number alpha, void *X, const int incX) {                                          \
        for (ptrdiff_t n = 0; n < N; n++)                                                                           \
            for (int p = 0; p < 2; p++) ((number *)X)[2 * n * incX + p] *= alpha;                                   \
    }                                                                                                               \
    void rotate(                                                                                                    \
        const int N, void *X, const int incX, void *Y, const int incY, const number c, const number s) {            \
        number *x = FIRST((number *)X, N, 2 * incX), *y = FIRST((number *)Y, N, 2 * incY);                          \
        for (ptrdiff_t n = 0; n < N; n++)                                                                           \
            for (int p = 0; p < 2; p++) {                                                                           \
                const number a = x[2 * n * incX + p], b = y[2 * n * incY + p];                                      \
                x[2 * n * incX + p] = c * a + s * b;                                                                \
                y[2 * n * incY + p] = c * b - s * a;                                                                \
            }                                                                                                       \
    }
COMPLEX_AS_REAL(float, cblas_scnrm2, single_norm, cblas_scasum, cblas_csscal, cblas_csrot)
COMPLEX_AS_REAL(double, cblas_dznrm2, double_norm, cblas_dzasum, cblas_zdscal, cblas_zdrot)

double cblas_dsdot(const int N, const float *X, const int incX, const float *Y, const int incY) {
    const float *x = FIRST(X, N, incX), *y = FIRST(Y, N, incY);
    double sum = 0;
    for (ptrdiff_t n = 0; n < N; n++) sum += (double)x[n * incX] * (double)y[n * incY];
    return sum;
}

float cblas_sdsdot(const int N, const float alpha, const float *X, const int incX, const float *Y, const int incY) {
    return (float)((double)alpha + cblas_dsdot(N, X, incX, Y, incY));
}
