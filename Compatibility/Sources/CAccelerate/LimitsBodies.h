// Limits and thresholds, in the precision that Single.h or Double.h chose.

FAST void V(vmax)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH {
        const real x = A[n * IA], y = B[n * IB];
        C[n * IC] = x > y ? x : y;
    })
}

FAST void V(vmin)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH {
        const real x = A[n * IA], y = B[n * IB];
        C[n * IC] = x < y ? x : y;
    })
}

FAST void V(vmaxmg)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH {
        const real x = magnitude(A[n * IA]), y = magnitude(B[n * IB]);
        C[n * IC] = x > y ? x : y;
    })
}

FAST void V(vminmg)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH {
        const real x = magnitude(A[n * IA]), y = magnitude(B[n * IB]);
        C[n * IC] = x < y ? x : y;
    })
}

FAST void V(vclip)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarC = *C;
    UNIT2(IA, ID, EACH {
        const real x = A[n * IA];
        D[n * ID] = x < scalarB ? scalarB : x > scalarC ? scalarC : x;
    })
}

FAST void V(viclip)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarC = *C;
    UNIT2(IA, ID, EACH {
        const real x = A[n * IA];
        D[n * ID] = x <= scalarB || scalarC <= x ? x : x < 0 ? scalarB : scalarC;
    })
}

FAST void V(vlim)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarC = *C;
    UNIT2(IA, ID, EACH D[n * ID] = scalarB <= A[n * IA] ? scalarC : -scalarC;)
}

FAST void V(vthr)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH {
        const real x = A[n * IA];
        C[n * IC] = scalarB <= x ? x : scalarB;
    })
}

FAST void V(vthres)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH {
        const real x = A[n * IA];
        C[n * IC] = scalarB <= x ? x : 0;
    })
}

FAST void V(vthrsc)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarC = *C;
    UNIT2(IA, ID, EACH D[n * ID] = scalarB <= A[n * IA] ? scalarC : -scalarC;)
}

FAST void V(venvlp)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    UNIT4(IA, IB, IC, ID, EACH {
        const real x = C[n * IC];
        D[n * ID] = x < B[n * IB] || A[n * IA] < x ? x : 0;
    })
}
