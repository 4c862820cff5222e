#ifndef CMYSOFA_H
#define CMYSOFA_H

// The part of libmysofa's binary interface that we use, declared in our own words, so that neither building nor running needs its
// development package. It reads impulse responses of heads from files of AES69 ("SOFA").

struct SofaFile;

#define SOFA_FUNCTIONS(X) \
    /* The responses of a file at a sample rate: `length` frames each. NULL with an error. */ \
    X(struct SofaFile *, mysofa_open, (const char *path, float rate, int *length, int *error)) \
    /* What each ear hears of a source at a place (ahead, left, up), and by how many seconds later. Allocates. */ \
    X(void, mysofa_getfilter_float, \
        (struct SofaFile *file, float ahead, float left, float up, float *leftEar, float *rightEar, float *leftDelay, \
            float *rightDelay)) \
    X(void, mysofa_close, (struct SofaFile *file))

#define X(result, name, parameters) result (*name) parameters;
typedef struct SofaLibrary { SOFA_FUNCTIONS(X) } SofaLibrary;
#undef X

/// Loads libmysofa.so.1 at the first call; NULL where it is missing.
const SofaLibrary *SofaLoad(void);

/// The file of the variable COREAUDIO_HRTF, else the one that comes with libmysofa: of an artificial head with ears of usual size.
const char *SofaPath(void);

#endif
