#ifndef CALSA_H
#define CALSA_H

// The part of libasound's binary interface that we use, declared in our own words, so that neither building nor running
// needs its headers. A test compares every value with the real headers where they are installed.

#include <stddef.h>
#include <stdint.h>

typedef struct _snd_pcm snd_pcm_t;
typedef struct _snd_pcm_hw_params snd_pcm_hw_params_t;
typedef struct _snd_pcm_sw_params snd_pcm_sw_params_t;

enum {
    ALSAPlayback = 0,
    ALSACapture = 1,
    ALSANonblock = 1,
    ALSAInterleaved = 3,
    ALSAFloat32 = 14,
};

#define ALSA_FUNCTIONS(X) \
    X(const char *, snd_strerror, (int error)) \
    X(int, snd_lib_error_set_handler, (void *handler)) \
    X(int, snd_device_name_hint, (int card, const char *kind, void ***hints)) \
    X(char *, snd_device_name_get_hint, (const void *hint, const char *id)) \
    X(int, snd_device_name_free_hint, (void **hints)) \
    X(int, snd_pcm_open, (snd_pcm_t **pcm, const char *name, int stream, int mode)) \
    X(int, snd_pcm_close, (snd_pcm_t *pcm)) \
    X(int, snd_pcm_drop, (snd_pcm_t *pcm)) \
    X(int, snd_pcm_drain, (snd_pcm_t *pcm)) \
    X(int, snd_pcm_prepare, (snd_pcm_t *pcm)) \
    X(int, snd_pcm_wait, (snd_pcm_t *pcm, int milliseconds)) \
    X(int, snd_pcm_delay, (snd_pcm_t *pcm, long *frames)) \
    X(long, snd_pcm_writei, (snd_pcm_t *pcm, const void *frames, unsigned long count)) \
    X(long, snd_pcm_readi, (snd_pcm_t *pcm, void *frames, unsigned long count)) \
    X(int, snd_pcm_start, (snd_pcm_t *pcm)) \
    X(int, snd_pcm_hw_params_malloc, (snd_pcm_hw_params_t **parameters)) \
    X(void, snd_pcm_hw_params_free, (snd_pcm_hw_params_t *parameters)) \
    X(int, snd_pcm_hw_params_any, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters)) \
    X(int, snd_pcm_hw_params_set_access, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, int access)) \
    X(int, snd_pcm_hw_params_set_format, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, int format)) \
    X(int, snd_pcm_hw_params_set_channels, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned channels)) \
    X(int, snd_pcm_hw_params_set_rate_resample, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned allowed)) \
    X(int, snd_pcm_hw_params_set_rate, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned rate, int direction)) \
    X(int, snd_pcm_hw_params_set_period_size_near, \
        (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned long *frames, int *direction)) \
    X(int, snd_pcm_hw_params_set_buffer_size_near, \
        (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned long *frames)) \
    X(int, snd_pcm_hw_params, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters)) \
    X(int, snd_pcm_sw_params_malloc, (snd_pcm_sw_params_t **parameters)) \
    X(void, snd_pcm_sw_params_free, (snd_pcm_sw_params_t *parameters)) \
    X(int, snd_pcm_sw_params_current, (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters)) \
    X(int, snd_pcm_sw_params_set_start_threshold, \
        (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters, unsigned long frames)) \
    X(int, snd_pcm_sw_params, (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters))

/// The library's functions by their own names.
typedef struct ALSALibrary {
#define X(result, name, parameters) result (*name) parameters;
    ALSA_FUNCTIONS(X)
#undef X
} ALSALibrary;

/// Loads libasound.so.2 at the first call and silences its messages on standard error; NULL where it is missing.
const ALSALibrary *ALSALoad(void);

#endif
