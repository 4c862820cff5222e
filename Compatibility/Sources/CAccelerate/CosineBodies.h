// The cosine transforms of vDSP. Each runs a complex Fourier transform and turns elements before or after it.

vDSP_DFT_Setup vDSP_DCT_CreateSetup(vDSP_DFT_Setup Previous, vDSP_Length Length, vDSP_DCT_Type Type) {
    (void)Previous;
    vDSP_DFT_Setup setup = makeTransform(
        Length, 4, Type == vDSP_DCT_II ? TransformCosine2 : Type == vDSP_DCT_III ? TransformCosine3 : TransformCosine4, 1);
    if (!setup) return 0;
    const vDSP_Stride count = Type == vDSP_DCT_IV ? setup->length / 2 : setup->length;
    setup->turns = malloc(sizeof(float) * 2 * (size_t)count);
    if (!setup->turns) {
        vDSP_DFT_DestroySetup(setup);
        return 0;
    }
    for (vDSP_Stride k = 0; k < count; k++) {
        const double angle = M_PI * (Type == vDSP_DCT_IV ? (double)k + 0.125 : (double)k / 2) / (double)Length;
        setup->turns[k] = (float)cos(angle);
        setup->turns[count + k] = (float)sin(angle);
    }
    return setup;
}

/// Type II: even elements forward and odd ones backward are transformed, and the results are turned back.
static void cosine2(const struct vDSP_DFT_SetupStruct *setup, const float *Input, float *Output, float *spare) {
    const vDSP_Stride n = setup->length;
    const float *c = setup->turns, *s = c + n;
    const split z = {spare, spare + n};
    memset(z.imagp, 0, sizeof(float) * (size_t)n);
    for (vDSP_Stride i = 0; 2 * i < n; i++) z.realp[i] = Input[2 * i], z.realp[n - 1 - i] = Input[2 * i + 1];
    transform(&setup->plan, setup->log2, &z, 1, &z, 1, 1);
    for (vDSP_Stride k = 0; k < n; k++) Output[k] = z.realp[k] * c[k] + z.imagp[k] * s[k];
}

/// Type III: type II in reverse.
static void cosine3(const struct vDSP_DFT_SetupStruct *setup, const float *Input, float *Output, float *spare) {
    const vDSP_Stride n = setup->length;
    const float *c = setup->turns, *s = c + n;
    const split z = {spare, spare + n};
    for (vDSP_Stride k = 0; k < n; k++) {
        const float x = Input[k] / 2, y = k ? -Input[n - k] / 2 : 0;
        z.realp[k] = x * c[k] - y * s[k];
        z.imagp[k] = x * s[k] + y * c[k];
    }
    transform(&setup->plan, setup->log2, &z, 1, &z, 1, -1);
    for (vDSP_Stride i = 0; 2 * i < n; i++) Output[2 * i] = z.realp[i], Output[2 * i + 1] = z.realp[n - 1 - i];
}

/// Type IV: half as many complex numbers are turned, transformed and turned again.
static void cosine4(const struct vDSP_DFT_SetupStruct *setup, const float *Input, float *Output, float *spare) {
    const vDSP_Stride n = setup->length, h = n / 2;
    const float *c = setup->turns, *s = c + h;
    const split z = {spare, spare + h};
    for (vDSP_Stride i = 0; i < h; i++) {
        const float x = Input[2 * i], y = Input[n - 1 - 2 * i];
        z.realp[i] = x * c[i] + y * s[i];
        z.imagp[i] = y * c[i] - x * s[i];
    }
    transform(&setup->plan, setup->log2 - 1, &z, 1, &z, 1, 1);
    for (vDSP_Stride k = 0; k < h; k++) {
        const float x = z.realp[k], y = z.imagp[k];
        Output[2 * k] = x * c[k] + y * s[k];
        Output[n - 1 - 2 * k] = x * s[k] - y * c[k];
    }
}

void vDSP_DCT_Execute(const struct vDSP_DFT_SetupStruct *Setup, const float *Input, float *Output) {
    WITH_SPARE(2 * Setup->length, spare, {
        if (Setup->kind == TransformCosine2) cosine2(Setup, Input, Output, spare);
        if (Setup->kind == TransformCosine3) cosine3(Setup, Input, Output, spare);
        if (Setup->kind == TransformCosine4) cosine4(Setup, Input, Output, spare);
    })
}
