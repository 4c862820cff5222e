#ifndef CALSA_H
#define CALSA_H

// The part of libasound's binary interface that we use, declared in our own words, so that neither building nor running
// needs its headers. A test compares every value with the real headers where they are installed.

#include <stddef.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>

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

// The sequencer.

typedef struct _snd_seq snd_seq_t;
typedef struct _snd_seq_client_info snd_seq_client_info_t;
typedef struct _snd_seq_port_info snd_seq_port_info_t;

enum {
    ALSASequencerDuplex = 3,
    ALSASequencerNonblock = 1,
    ALSAPortRead = 1 << 0,
    ALSAPortWrite = 1 << 1,
    ALSAPortSubscribeRead = 1 << 5,
    ALSAPortSubscribeWrite = 1 << 6,
    ALSAPortNoExport = 1 << 7,
    ALSAPortGeneric = 1 << 1,
    ALSAPortApplication = 1 << 20,
    ALSASubscribers = 254,
    ALSAAnyPort = 253,
    ALSANoQueue = 253,
    ALSAEventVariable = 1 << 2,
    ALSAEventLengthMask = 3 << 2,
    ALSAEventNoteOn = 6,
    ALSAEventNoteOff = 7,
    ALSAEventKeyPressure = 8,
    ALSAEventController = 10,
    ALSAEventProgram = 11,
    ALSAEventChannelPressure = 12,
    ALSAEventPitchBend = 13,
    ALSAEventController14 = 14,
    ALSAEventNotRegistered = 15,
    ALSAEventRegistered = 16,
    ALSAEventSongPosition = 20,
    ALSAEventSongSelect = 21,
    ALSAEventQuarterFrame = 22,
    ALSAEventStart = 30,
    ALSAEventContinue = 31,
    ALSAEventStop = 32,
    ALSAEventClock = 36,
    ALSAEventTick = 37,
    ALSAEventTune = 40,
    ALSAEventReset = 41,
    ALSAEventSensing = 42,
    ALSAEventClientStart = 60,
    ALSAEventPortChange = 65,
    ALSAEventExclusive = 130,
};

/// snd_seq_addr_t.
typedef struct ALSAAddress { uint8_t client; uint8_t port; } ALSAAddress;

/// snd_seq_ev_note_t and snd_seq_ev_ctrl_t.
typedef struct ALSANote { uint8_t channel; uint8_t note; uint8_t velocity; uint8_t offVelocity; uint32_t duration; } ALSANote;
typedef struct ALSAControl { uint8_t channel; uint8_t unused[3]; uint32_t parameter; int32_t value; } ALSAControl;

/// snd_seq_event_t. What an event of variable length has in the place of `data` is read by the functions below.
typedef struct ALSAEvent {
    uint8_t type;
    uint8_t flags;
    uint8_t tag;
    uint8_t queue;
    uint32_t time[2];
    ALSAAddress source;
    ALSAAddress destination;
    union ALSAEventData { ALSANote note; ALSAControl control; uint32_t words[3]; } data;
} ALSAEvent;

/// The number of bytes of an event of variable length, and where they are: snd_seq_ev_ext_t, in which the pointer is not aligned.
static inline uint32_t ALSAEventSize(const ALSAEvent *event) { return event->data.words[0]; }
static inline const void *ALSAEventBytes(const ALSAEvent *event) {
    const void *bytes;
    memcpy(&bytes, &event->data.words[1], sizeof bytes);
    return bytes;
}
static inline void ALSAEventSetBytes(ALSAEvent *event, const void *bytes, uint32_t size) {
    event->data.words[0] = size;
    memcpy(&event->data.words[1], &bytes, sizeof bytes);
}

#define ALSA_SEQUENCER_FUNCTIONS(X) \
    X(int, snd_seq_open, (snd_seq_t **sequencer, const char *name, int streams, int mode)) \
    X(int, snd_seq_close, (snd_seq_t *sequencer)) \
    X(int, snd_seq_client_id, (snd_seq_t *sequencer)) \
    X(int, snd_seq_set_client_name, (snd_seq_t *sequencer, const char *name)) \
    X(int, snd_seq_create_simple_port, (snd_seq_t *sequencer, const char *name, unsigned abilities, unsigned type)) \
    X(int, snd_seq_delete_simple_port, (snd_seq_t *sequencer, int port)) \
    X(int, snd_seq_connect_from, (snd_seq_t *sequencer, int port, int client, int other)) \
    X(int, snd_seq_disconnect_from, (snd_seq_t *sequencer, int port, int client, int other)) \
    X(int, snd_seq_event_output_direct, (snd_seq_t *sequencer, ALSAEvent *event)) \
    X(int, snd_seq_event_input, (snd_seq_t *sequencer, ALSAEvent **event)) \
    X(int, snd_seq_poll_descriptors, (snd_seq_t *sequencer, struct pollfd *descriptors, unsigned count, short events)) \
    X(int, snd_seq_client_info_malloc, (snd_seq_client_info_t **info)) \
    X(void, snd_seq_client_info_free, (snd_seq_client_info_t *info)) \
    X(void, snd_seq_client_info_set_client, (snd_seq_client_info_t *info, int client)) \
    X(int, snd_seq_client_info_get_client, (const snd_seq_client_info_t *info)) \
    X(const char *, snd_seq_client_info_get_name, (snd_seq_client_info_t *info)) \
    X(int, snd_seq_query_next_client, (snd_seq_t *sequencer, snd_seq_client_info_t *info)) \
    X(int, snd_seq_port_info_malloc, (snd_seq_port_info_t **info)) \
    X(void, snd_seq_port_info_free, (snd_seq_port_info_t *info)) \
    X(void, snd_seq_port_info_set_client, (snd_seq_port_info_t *info, int client)) \
    X(void, snd_seq_port_info_set_port, (snd_seq_port_info_t *info, int port)) \
    X(int, snd_seq_port_info_get_port, (const snd_seq_port_info_t *info)) \
    X(const char *, snd_seq_port_info_get_name, (const snd_seq_port_info_t *info)) \
    X(unsigned, snd_seq_port_info_get_capability, (const snd_seq_port_info_t *info)) \
    X(int, snd_seq_query_next_port, (snd_seq_t *sequencer, snd_seq_port_info_t *info))

/// The sequencer's functions by their own names.
typedef struct ALSASequencerLibrary {
#define X(result, name, parameters) result (*name) parameters;
    ALSA_SEQUENCER_FUNCTIONS(X)
#undef X
} ALSASequencerLibrary;

/// Loads libasound.so.2 as `ALSALoad` does; NULL where it is missing, or was built without the sequencer.
const ALSASequencerLibrary *ALSASequencerLoad(void);

/// Loads libasound.so.2 at the first call and silences its messages on standard error; NULL where it is missing.
const ALSALibrary *ALSALoad(void);

#endif
