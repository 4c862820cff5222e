// One number from a vector, in the precision that Single.h or Double.h chose.

FAST void V(sve)(const real *A, vDSP_Stride I, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(I, EACH sum += A[n * I];)
    *C = sum;
}

FAST void V(svemg)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += magnitude(A[n * IA]);)
    *C = sum;
}

FAST void V(svesq)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA] * A[n * IA];)
    *C = sum;
}

FAST void V(svs)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA] * magnitude(A[n * IA]);)
    *C = sum;
}

FAST void V(sve_svesq)(const real *A, vDSP_Stride IA, real *Sum, real *SumOfSquares, vDSP_Length N) {
    REASSOCIATE
    real sum = 0, squares = 0;
    UNIT1(IA, EACH {
        sum += A[n * IA];
        squares += A[n * IA] * A[n * IA];
    })
    *Sum = sum;
    *SumOfSquares = squares;
}

FAST void V(meanv)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA];)
    *C = sum / (real)N;
}

FAST void V(meamgv)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += magnitude(A[n * IA]);)
    *C = sum / (real)N;
}

FAST void V(measqv)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA] * A[n * IA];)
    *C = sum / (real)N;
}

FAST void V(mvessq)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA] * magnitude(A[n * IA]);)
    *C = sum / (real)N;
}

FAST void V(rmsqv)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT1(IA, EACH sum += A[n * IA] * A[n * IA];)
    *C = root(sum / (real)N);
}

FAST void V(dotpr)(const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT2(IA, IB, EACH sum += A[n * IA] * B[n * IB];)
    *C = sum;
}

FAST void V(dotpr2)(
    const real *A0, vDSP_Stride IA0, const real *A1, vDSP_Stride IA1, const real *B, vDSP_Stride IB, real *C0,
    real *C1, vDSP_Length N) {
    REASSOCIATE
    real first = 0, second = 0;
    UNIT3(IA0, IA1, IB, EACH {
        const real x = B[n * IB];
        first += A0[n * IA0] * x;
        second += A1[n * IA1] * x;
    })
    *C0 = first;
    *C1 = second;
}

FAST void V(distancesq)(const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Length N) {
    REASSOCIATE
    real sum = 0;
    UNIT2(IA, IB, EACH {
        const real x = A[n * IA] - B[n * IB];
        sum += x * x;
    })
    *C = sum;
}

FAST void V(zdotpr)(const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Length N) {
    REASSOCIATE
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real re = 0, im = 0;
    UNIT2(IA, IB, EACH {
        re += Ar[n * IA] * Br[n * IB] - Ai[n * IA] * Bi[n * IB];
        im += Ar[n * IA] * Bi[n * IB] + Ai[n * IA] * Br[n * IB];
    })
    C->realp[0] = re;
    C->imagp[0] = im;
}

FAST void V(zidotpr)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Length N) {
    REASSOCIATE
    real *Ar = A->realp, *Ai = A->imagp;
    real *Br = B->realp, *Bi = B->imagp;
    real re = 0, im = 0;
    UNIT2(IA, IB, EACH {
        re += Ar[n * IA] * Br[n * IB] + Ai[n * IA] * Bi[n * IB];
        im += Ar[n * IA] * Bi[n * IB] - Ai[n * IA] * Br[n * IB];
    })
    C->realp[0] = re;
    C->imagp[0] = im;
}

FAST void V(zrdotpr)(const split *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, const split *C, vDSP_Length N) {
    REASSOCIATE
    real *Ar = A->realp, *Ai = A->imagp;
    real re = 0, im = 0;
    UNIT2(IA, IB, EACH {
        const real x = B[n * IB];
        re += Ar[n * IA] * x;
        im += Ai[n * IA] * x;
    })
    C->realp[0] = re;
    C->imagp[0] = im;
}
