// Vectors of complex numbers, in the precision that Single.h or Double.h chose.

FAST void V(zvadd)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        Cr[n * IC] = Ar[n * IA] + Br[n * IB];
        Ci[n * IC] = Ai[n * IA] + Bi[n * IB];
    })
}

FAST void V(zvsub)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        Cr[n * IC] = Ar[n * IA] - Br[n * IB];
        Ci[n * IC] = Ai[n * IA] - Bi[n * IB];
    })
}

FAST void V(zrvadd)(
    const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        Cr[n * IC] = Ar[n * IA] + B[n * IB];
        Ci[n * IC] = Ai[n * IA];
    })
}

FAST void V(zrvsub)(
    const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        Cr[n * IC] = Ar[n * IA] - B[n * IB];
        Ci[n * IC] = Ai[n * IA];
    })
}

FAST void V(zrvmul)(
    const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        const real x = B[n * IB];
        Cr[n * IC] = Ar[n * IA] * x;
        Ci[n * IC] = Ai[n * IA] * x;
    })
}

FAST void V(zrvdiv)(
    const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        const real x = B[n * IB];
        Cr[n * IC] = Ar[n * IA] / x;
        Ci[n * IC] = Ai[n * IA] / x;
    })
}

FAST void V(zvdiv)(
    const split *B, vDSP_Stride IB, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Br = B->realp, *Bi = B->imagp;
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IB, IA, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA], u = Br[n * IB], v = Bi[n * IB], d = u * u + v * v;
        Cr[n * IC] = (x * u + y * v) / d;
        Ci[n * IC] = (y * u - x * v) / d;
    })
}

FAST void V(zvmul)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N,
    int Conjugate) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    const real sign = Conjugate < 0 ? -1 : 1;
    UNIT3(IA, IB, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA] * sign, u = Br[n * IB], v = Bi[n * IB];
        Cr[n * IC] = x * u - y * v;
        Ci[n * IC] = x * v + y * u;
    })
}

FAST void V(zvcmul)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT3(IA, IB, IC, EACH {
        const real x = Ar[n * IA], y = -Ai[n * IA], u = Br[n * IB], v = Bi[n * IB];
        Cr[n * IC] = x * u - y * v;
        Ci[n * IC] = x * v + y * u;
    })
}

FAST void V(zvma)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    real *Dr = D->realp, *Di = D->imagp;
    UNIT4(IA, IB, IC, ID, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA], u = Br[n * IB], v = Bi[n * IB], c = Cr[n * IC], d = Ci[n * IC];
        Dr[n * ID] = x * u - y * v + c;
        Di[n * ID] = x * v + y * u + d;
    })
}

FAST void V(zvcma)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    real *Dr = D->realp, *Di = D->imagp;
    UNIT4(IA, IB, IC, ID, EACH {
        const real x = Ar[n * IA], y = -Ai[n * IA], u = Br[n * IB], v = Bi[n * IB], c = Cr[n * IC], d = Ci[n * IC];
        Dr[n * ID] = x * u - y * v + c;
        Di[n * ID] = x * v + y * u + d;
    })
}

FAST void V(zvsma)(
    const split *A, vDSP_Stride IA, const split *B, const split *C, vDSP_Stride IC, const split *D, vDSP_Stride ID,
    vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    const real scalarBr = B->realp[0], scalarBi = B->imagp[0];
    real *Cr = C->realp, *Ci = C->imagp;
    real *Dr = D->realp, *Di = D->imagp;
    UNIT3(IA, IC, ID, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA], c = Cr[n * IC], d = Ci[n * IC];
        Dr[n * ID] = x * scalarBr - y * scalarBi + c;
        Di[n * ID] = x * scalarBi + y * scalarBr + d;
    })
}

FAST void V(zvzsml)(const split *A, vDSP_Stride IA, const split *B, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    const real scalarBr = B->realp[0], scalarBi = B->imagp[0];
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT2(IA, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA];
        Cr[n * IC] = x * scalarBr - y * scalarBi;
        Ci[n * IC] = x * scalarBi + y * scalarBr;
    })
}

FAST void V(zvmmaa)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, const split *E, vDSP_Stride IE, const split *F, vDSP_Stride IF, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    real *Dr = D->realp, *Di = D->imagp;
    real *Er = E->realp, *Ei = E->imagp;
    real *Fr = F->realp, *Fi = F->imagp;
    UNIT6(IA, IB, IC, ID, IE, IF, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA], u = Br[n * IB], v = Bi[n * IB];
        const real p = Cr[n * IC], q = Ci[n * IC], r = Dr[n * ID], s = Di[n * ID];
        Fr[n * IF] = x * u - y * v + p * r - q * s + Er[n * IE];
        Fi[n * IF] = x * v + y * u + p * s + q * r + Ei[n * IE];
    })
}

FAST void V(zvabs)(const split *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    UNIT2(IA, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA];
        C[n * IC] = root(x * x + y * y);
    })
}

FAST void V(zvmags)(const split *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    UNIT2(IA, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA];
        C[n * IC] = x * x + y * y;
    })
}

FAST void V(zvmgsa)(
    const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    UNIT3(IA, IB, IC, EACH {
        const real x = Ar[n * IA], y = Ai[n * IA];
        C[n * IC] = x * x + y * y + B[n * IB];
    })
}

FAST void V(zvconj)(const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT2(IA, IC, EACH {
        Cr[n * IC] = Ar[n * IA];
        Ci[n * IC] = -Ai[n * IA];
    })
}

FAST void V(zvneg)(const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT2(IA, IC, EACH {
        Cr[n * IC] = -Ar[n * IA];
        Ci[n * IC] = -Ai[n * IA];
    })
}

FAST void V(zvmov)(const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT2(IA, IC, EACH {
        Cr[n * IC] = Ar[n * IA];
        Ci[n * IC] = Ai[n * IA];
    })
}

FAST void V(zvfill)(const split *A, const split *C, vDSP_Stride IC, vDSP_Length N) {
    const real scalarAr = A->realp[0], scalarAi = A->imagp[0];
    real *Cr = C->realp, *Ci = C->imagp;
    UNIT1(IC, EACH {
        Cr[n * IC] = scalarAr;
        Ci[n * IC] = scalarAi;
    })
}

FAST void V(zvphas)(const split *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    UNIT2(IA, IC, EACH C[n * IC] = M(atan2)(Ai[n * IA], Ar[n * IA]);)
}

FAST void V(zaspec)(const split *A, real *C, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    EACH {
        const real x = Ar[n], y = Ai[n];
        C[n] += x * x + y * y;
    }
}

FAST void V(zcspec)(const split *A, const split *B, const split *C, vDSP_Length N) {
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    EACH {
        const real x = Ar[n], y = Ai[n], u = Br[n], v = Bi[n];
        Cr[n] += x * u + y * v;
        Ci[n] += x * v - y * u;
    }
}

FAST void V(zcoher)(const real *A, const real *B, const split *C, real *D, vDSP_Length N) {
    real *Cr = C->realp, *Ci = C->imagp;
    EACH {
        const real x = Cr[n], y = Ci[n];
        D[n] = (x * x + y * y) / (A[n] * B[n]);
    }
}

FAST void V(ztrans)(const real *A, const split *B, const split *C, vDSP_Length N) {
    real *Br = B->realp, *Bi = B->imagp;
    real *Cr = C->realp, *Ci = C->imagp;
    EACH {
        const real x = A[n];
        Cr[n] = Br[n] / x;
        Ci[n] = Bi[n] / x;
    }
}
