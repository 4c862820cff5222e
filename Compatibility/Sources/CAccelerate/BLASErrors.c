// What BLAS does with wrong parameters.

#include <Accelerate/cblas.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static BLASParamErrorProc errorProcedure;

void SetBLASParamErrorProc(BLASParamErrorProc ErrorProc) { errorProcedure = ErrorProc; }

int cblas_errprn(int ierr, int info, char *form, ...) {
    va_list arguments;
    va_start(arguments, form);
    vfprintf(stderr, form, arguments);
    va_end(arguments);
    return ierr < info ? ierr : info;
}

void cblas_xerbla(int p, char *rout, char *form, ...) {
    if (errorProcedure) {
        errorProcedure(rout, form, &p, &p);
        return;
    }
    va_list arguments;
    va_start(arguments, form);
    if (p) fprintf(stderr, "Parameter %d to routine %s was incorrect\n", p, rout);
    vfprintf(stderr, form, arguments);
    va_end(arguments);
    exit(EXIT_FAILURE);
}
