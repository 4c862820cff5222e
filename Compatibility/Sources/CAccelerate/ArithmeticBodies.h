// Vectors of numbers, element by element, in the precision that Single.h or Double.h chose.

FAST void V(vadd)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH C[n * IC] = A[n * IA] + B[n * IB];)
}

FAST void V(vsub)(
    const real *B, vDSP_Stride IB, const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IB, IA, IC, EACH C[n * IC] = A[n * IA] - B[n * IB];)
}

FAST void V(vmul)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH C[n * IC] = A[n * IA] * B[n * IB];)
}

FAST void V(vdiv)(
    const real *B, vDSP_Stride IB, const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IB, IA, IC, EACH C[n * IC] = A[n * IA] / B[n * IB];)
}

FAST void V(vsadd)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] + scalarB;)
}

FAST void V(vsmul)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] * scalarB;)
}

FAST void V(vsdiv)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] / scalarB;)
}

FAST void V(svdiv)(const real *A, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarA = *A;
    UNIT2(IB, IC, EACH C[n * IC] = scalarA / B[n * IB];)
}

FAST void V(vsq)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] * A[n * IA];)
}

FAST void V(vssq)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] * magnitude(A[n * IA]);)
}

FAST void V(vam)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    UNIT4(IA, IB, IC, ID, EACH D[n * ID] = (A[n * IA] + B[n * IB]) * C[n * IC];)
}

FAST void V(vma)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    UNIT4(IA, IB, IC, ID, EACH D[n * ID] = A[n * IA] * B[n * IB] + C[n * IC];)
}

FAST void V(vmsb)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    UNIT4(IA, IB, IC, ID, EACH D[n * ID] = A[n * IA] * B[n * IB] - C[n * IC];)
}

FAST void V(vsbm)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    UNIT4(IA, IB, IC, ID, EACH D[n * ID] = (A[n * IA] - B[n * IB]) * C[n * IC];)
}

FAST void V(vasm)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarC = *C;
    UNIT3(IA, IB, ID, EACH D[n * ID] = (A[n * IA] + B[n * IB]) * scalarC;)
}

FAST void V(vsbsm)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarC = *C;
    UNIT3(IA, IB, ID, EACH D[n * ID] = (A[n * IA] - B[n * IB]) * scalarC;)
}

FAST void V(vmsa)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarC = *C;
    UNIT3(IA, IB, ID, EACH D[n * ID] = A[n * IA] * B[n * IB] + scalarC;)
}

FAST void V(vsma)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, vDSP_Stride IC, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarB = *B;
    UNIT3(IA, IC, ID, EACH D[n * ID] = A[n * IA] * scalarB + C[n * IC];)
}

FAST void V(vsmsa)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarC = *C;
    UNIT2(IA, ID, EACH D[n * ID] = A[n * IA] * scalarB + scalarC;)
}

FAST void V(vsmsb)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, vDSP_Stride IC, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarB = *B;
    UNIT3(IA, IC, ID, EACH D[n * ID] = A[n * IA] * scalarB - C[n * IC];)
}

FAST void V(vsmsma)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, vDSP_Stride IC, const real *D, real *E,
    vDSP_Stride IE, vDSP_Length N) {
    const real scalarB = *B;
    const real scalarD = *D;
    UNIT3(IA, IC, IE, EACH E[n * IE] = A[n * IA] * scalarB + C[n * IC] * scalarD;)
}

FAST void V(vaam)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH E[n * IE] = (A[n * IA] + B[n * IB]) * (C[n * IC] + D[n * ID]);)
}

FAST void V(vasbm)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH E[n * IE] = (A[n * IA] + B[n * IB]) * (C[n * IC] - D[n * ID]);)
}

FAST void V(vsbsbm)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH E[n * IE] = (A[n * IA] - B[n * IB]) * (C[n * IC] - D[n * ID]);)
}

FAST void V(vmma)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH E[n * IE] = A[n * IA] * B[n * IB] + C[n * IC] * D[n * ID];)
}

FAST void V(vmmsb)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH E[n * IE] = A[n * IA] * B[n * IB] - C[n * IC] * D[n * ID];)
}

FAST void V(vpythg)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, vDSP_Stride IC, const real *D,
    vDSP_Stride ID, real *E, vDSP_Stride IE, vDSP_Length N) {
    UNIT5(IA, IB, IC, ID, IE, EACH {
        const real x = A[n * IA] - C[n * IC], y = B[n * IB] - D[n * ID];
        E[n * IE] = root(x * x + y * y);
    })
}

FAST void V(vdist)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH {
        const real x = A[n * IA], y = B[n * IB];
        C[n * IC] = root(x * x + y * y);
    })
}

FAST void V(vaddsub)(
    const real *I0, vDSP_Stride I0S, const real *I1, vDSP_Stride I1S, real *O0, vDSP_Stride O0S, real *O1,
    vDSP_Stride O1S, vDSP_Length N) {
    UNIT4(I0S, I1S, O0S, O1S, EACH {
        const real x = I0[n * I0S], y = I1[n * I1S];
        O0[n * O0S] = y + x;
        O1[n * O1S] = y - x;
    })
}

FAST void V(vavlin)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = (C[n * IC] * scalarB + A[n * IA]) / (scalarB + 1);)
}

FAST void V(vabs)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = magnitude(A[n * IA]);)
}

FAST void V(vnabs)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = -magnitude(A[n * IA]);)
}

FAST void V(vneg)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = -A[n * IA];)
}

FAST void V(vfrac)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH {
        const real x = A[n * IA];
        C[n * IC] = x - __builtin_elementwise_trunc(x);
    })
}

FAST void V(vintb)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const real *C, real *D, vDSP_Stride ID,
    vDSP_Length N) {
    const real scalarC = *C;
    UNIT3(IA, IB, ID, EACH {
        const real x = A[n * IA];
        D[n * ID] = x + (B[n * IB] - x) * scalarC;
    })
}

FAST void V(vfill)(const real *A, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarA = *A;
    UNIT1(IC, EACH C[n * IC] = scalarA;)
}

FAST void V(vclr)(real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT1(IC, EACH C[n * IC] = 0;)
}

FAST void V(vswap)(real *A, vDSP_Stride IA, real *B, vDSP_Stride IB, vDSP_Length N) {
    UNIT2(IA, IB, EACH {
        const real x = A[n * IA];
        A[n * IA] = B[n * IB];
        B[n * IB] = x;
    })
}
