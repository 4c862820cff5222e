#ifndef CKernels_H
#define CKernels_H

#endif
