#ifndef CSPEECH_H
#define CSPEECH_H

// The binary interface of the libraries for speech, declared in our own words, so that neither building nor running needs their
// headers. A test compares every function with the real headers where they are installed.
//
// A frame of adaptive multi-rate speech is what RFC 4867 stores: a byte with its type, then its bits. `isBad` says
// that the frame was damaged or lost; the decoder then makes up a replacement from the frames before it.

/// libopencore-amrnb: 160 samples of 8000 Hz a frame, both ways. A `mode` is 0 to 7, from 4750 to 12200 bits per second.
#define AMR_NARROW_FUNCTIONS(X) \
    X(void *, Decoder_Interface_init, (void)) \
    X(void, Decoder_Interface_exit, (void *state)) \
    X(void, Decoder_Interface_Decode, (void *state, const unsigned char *frame, short *samples, int isBad)) \
    X(void *, Encoder_Interface_init, (int pauses)) \
    X(void, Encoder_Interface_exit, (void *state)) \
    X(int, Encoder_Interface_Encode, \
        (void *state, unsigned mode, const short *samples, unsigned char *frame, int forcesSpeech))

/// libopencore-amrwb: 320 samples of 16000 Hz a frame, decoding only.
#define AMR_WIDE_DECODER_FUNCTIONS(X) \
    X(void *, D_IF_init, (void)) \
    X(void, D_IF_exit, (void *state)) \
    X(void, D_IF_decode, (void *state, const unsigned char *frame, short *samples, int isBad))

/// libvo-amrwbenc: the other way. A `mode` is 0 to 8, from 6600 to 23850 bits per second.
#define AMR_WIDE_ENCODER_FUNCTIONS(X) \
    X(void *, E_IF_init, (void)) \
    X(void, E_IF_exit, (void *state)) \
    X(int, E_IF_encode, (void *state, int mode, const short *samples, unsigned char *frame, int pauses))

/// libgsm: 160 samples a frame, both ways. Option 4 is for the blocks of WAVE, in which frames of 32 or 33 bytes alternate.
#define GSM_FUNCTIONS(X) \
    X(struct gsm_state *, gsm_create, (void)) \
    X(void, gsm_destroy, (struct gsm_state *state)) \
    X(int, gsm_option, (struct gsm_state *state, int option, int *value)) \
    X(void, gsm_encode, (struct gsm_state *state, short *samples, unsigned char *frame)) \
    X(int, gsm_decode, (struct gsm_state *state, unsigned char *frame, short *samples))

struct gsm_state;

// The libraries' functions by their own names.
#define X(result, name, parameters) result (*name) parameters;
typedef struct AMRNarrowLibrary { AMR_NARROW_FUNCTIONS(X) } AMRNarrowLibrary;
typedef struct AMRWideDecoderLibrary { AMR_WIDE_DECODER_FUNCTIONS(X) } AMRWideDecoderLibrary;
typedef struct AMRWideEncoderLibrary { AMR_WIDE_ENCODER_FUNCTIONS(X) } AMRWideEncoderLibrary;
typedef struct GSMLibrary { GSM_FUNCTIONS(X) } GSMLibrary;
#undef X

// Each loads its library at the first call; NULL where it is missing.
const AMRNarrowLibrary *AMRLoadNarrow(void);
const AMRWideDecoderLibrary *AMRLoadWideDecoder(void);
const AMRWideEncoderLibrary *AMRLoadWideEncoder(void);
const GSMLibrary *GSMLoad(void);

/// Encoder_Interface_init for an encoder that encodes pauses like speech; NULL where the library is missing.
void *AMRMakeNarrowEncoder(void);

#endif
