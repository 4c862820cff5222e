// Functions of vectors. Each takes its results first, then its operands, then the address of the number of elements.
// Results may replace operands. Names that end in f are in single precision.

#ifndef ACCELERATE_VFORCE_H
#define ACCELERATE_VFORCE_H

#include <Accelerate/AccelerateBase.h>

ACCELERATE_BEGIN

__extension__ typedef _Complex float __float_complex_t;
__extension__ typedef _Complex double __double_complex_t;

/// Returns 1 / x.
void vvrecf(float *__y, const float *__x, const int *__n);
void vvrec(double *__y, const double *__x, const int *__n);

/// Divides: z = y / x.
void vvdivf(float *__z, const float *__y, const float *__x, const int *__n);
void vvdiv(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the square root.
void vvsqrtf(float *__y, const float *__x, const int *__n);
void vvsqrt(double *__y, const double *__x, const int *__n);

/// Returns the cube root.
void vvcbrtf(float *__y, const float *__x, const int *__n);
void vvcbrt(double *__y, const double *__x, const int *__n);

/// Returns 1 / the square root.
void vvrsqrtf(float *__y, const float *__x, const int *__n);
void vvrsqrt(double *__y, const double *__x, const int *__n);

/// Returns e to the power x.
void vvexpf(float *__y, const float *__x, const int *__n);
void vvexp(double *__y, const double *__x, const int *__n);

/// Returns 2 to the power x.
void vvexp2f(float *__y, const float *__x, const int *__n);
void vvexp2(double *__y, const double *__x, const int *__n);

/// Returns e to the power x, minus 1.
void vvexpm1f(float *__y, const float *__x, const int *__n);
void vvexpm1(double *__y, const double *__x, const int *__n);

/// Returns the natural logarithm.
void vvlogf(float *__y, const float *__x, const int *__n);
void vvlog(double *__y, const double *__x, const int *__n);

/// Returns the logarithm to base 10.
void vvlog10f(float *__y, const float *__x, const int *__n);
void vvlog10(double *__y, const double *__x, const int *__n);

/// Returns the natural logarithm of 1 + x.
void vvlog1pf(float *__y, const float *__x, const int *__n);
void vvlog1p(double *__y, const double *__x, const int *__n);

/// Returns the logarithm to base 2.
void vvlog2f(float *__y, const float *__x, const int *__n);
void vvlog2(double *__y, const double *__x, const int *__n);

/// Returns the binary exponent.
void vvlogbf(float *__y, const float *__x, const int *__n);
void vvlogb(double *__y, const double *__x, const int *__n);

/// Returns the absolute value.
void vvfabsf(float *__y, const float *__x, const int *__n);
void vvfabs(double *__y, const double *__x, const int *__n);

/// Raises y to the powers x: z = y^x. The exponents come first.
void vvpowf(float *__z, const float *__x, const float *__y, const int *__n);
void vvpow(double *__z, const double *__x, const double *__y, const int *__n);

/// Raises x to the one power y: z = x^y.
void vvpowsf(float *__z, const float *__y, const float *__x, const int *__n);
void vvpows(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the sine.
void vvsinf(float *__y, const float *__x, const int *__n);
void vvsin(double *__y, const double *__x, const int *__n);

/// Returns the cosine.
void vvcosf(float *__y, const float *__x, const int *__n);
void vvcos(double *__y, const double *__x, const int *__n);

/// Returns the tangent.
void vvtanf(float *__y, const float *__x, const int *__n);
void vvtan(double *__y, const double *__x, const int *__n);

/// Returns the arc sine.
void vvasinf(float *__y, const float *__x, const int *__n);
void vvasin(double *__y, const double *__x, const int *__n);

/// Returns the arc cosine.
void vvacosf(float *__y, const float *__x, const int *__n);
void vvacos(double *__y, const double *__x, const int *__n);

/// Returns the arc tangent.
void vvatanf(float *__y, const float *__x, const int *__n);
void vvatan(double *__y, const double *__x, const int *__n);

/// Returns the angles of points: z = atan2(y, x).
void vvatan2f(float *__z, const float *__y, const float *__x, const int *__n);
void vvatan2(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns sines z and cosines y.
void vvsincosf(float *__z, float *__y, const float *__x, const int *__n);
void vvsincos(double *__z, double *__y, const double *__x, const int *__n);

/// Returns complex numbers cos(x) + i * sin(x).
void vvcosisinf(__float_complex_t *__y, const float *__x, const int *__n);
void vvcosisin(__double_complex_t *__y, const double *__x, const int *__n);

/// Returns the hyperbolic sine.
void vvsinhf(float *__y, const float *__x, const int *__n);
void vvsinh(double *__y, const double *__x, const int *__n);

/// Returns the hyperbolic cosine.
void vvcoshf(float *__y, const float *__x, const int *__n);
void vvcosh(double *__y, const double *__x, const int *__n);

/// Returns the hyperbolic tangent.
void vvtanhf(float *__y, const float *__x, const int *__n);
void vvtanh(double *__y, const double *__x, const int *__n);

/// Returns the inverse hyperbolic sine.
void vvasinhf(float *__y, const float *__x, const int *__n);
void vvasinh(double *__y, const double *__x, const int *__n);

/// Returns the inverse hyperbolic cosine.
void vvacoshf(float *__y, const float *__x, const int *__n);
void vvacosh(double *__y, const double *__x, const int *__n);

/// Returns the inverse hyperbolic tangent.
void vvatanhf(float *__y, const float *__x, const int *__n);
void vvatanh(double *__y, const double *__x, const int *__n);

/// Returns the integer next to x toward zero.
void vvintf(float *__y, const float *__x, const int *__n);
void vvint(double *__y, const double *__x, const int *__n);

/// Returns the nearest integer, the even one of two.
void vvnintf(float *__y, const float *__x, const int *__n);
void vvnint(double *__y, const double *__x, const int *__n);

/// Returns the least integer that is not less.
void vvceilf(float *__y, const float *__x, const int *__n);
void vvceil(double *__y, const double *__x, const int *__n);

/// Returns the greatest integer that is not greater.
void vvfloorf(float *__y, const float *__x, const int *__n);
void vvfloor(double *__y, const double *__x, const int *__n);

/// Returns the remainder of y / x, with the sign of y.
void vvfmodf(float *__z, const float *__y, const float *__x, const int *__n);
void vvfmod(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the remainder of y / x to the nearest quotient.
void vvremainderf(float *__z, const float *__y, const float *__x, const int *__n);
void vvremainder(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the magnitude of y with the sign of x.
void vvcopysignf(float *__z, const float *__y, const float *__x, const int *__n);
void vvcopysign(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the number after y in the direction of x.
void vvnextafterf(float *__z, const float *__y, const float *__x, const int *__n);
void vvnextafter(double *__z, const double *__y, const double *__x, const int *__n);

/// Returns the sine of pi times x.
void vvsinpif(float *__y, const float *__x, const int *__n);
void vvsinpi(double *__y, const double *__x, const int *__n);

/// Returns the cosine of pi times x.
void vvcospif(float *__y, const float *__x, const int *__n);
void vvcospi(double *__y, const double *__x, const int *__n);

/// Returns the tangent of pi times x.
void vvtanpif(float *__y, const float *__x, const int *__n);
void vvtanpi(double *__y, const double *__x, const int *__n);

ACCELERATE_END

#endif
