// Adds samples to others.

/// Each output gets the samples times a gain of its own, in one pass over the samples.
static void addToTwo(
    const float *restrict in, float *restrict first, float *restrict second, intptr_t count, CKRamp one, CKRamp other) {
// A fused multiply and add would round otherwise than the loop for one output.
#pragma clang fp contract(off)
    const f32u *x = (const f32u *)in;
    f32u *y = (f32u *)first, *z = (f32u *)second;
    // Processors convert 32-bit numbers to floats side by side, and 64-bit ones one by one.
    const int32_t end = (int32_t)count;
    for (int32_t i = 0; i < end; i++) {
        const float at = (float)i;
        y[i] += x[i] * (one.start + one.step * at);
        z[i] += x[i] * (other.start + other.step * at);
    }
}
