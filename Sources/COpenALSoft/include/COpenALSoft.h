#ifndef COPENALSOFT_H
#define COPENALSOFT_H

// The part of OpenAL Soft's binary interface that we use, declared in our own words, so that neither building nor running needs its
// development package.

struct SoftDevice;
struct SoftContext;

/// The functions of OpenAL 1.1 that are forwarded.
#define SOFT_FORWARDED_FUNCTIONS(X) \
    X(void, alEnable, (int capability)) \
    X(void, alDisable, (int capability)) \
    X(char, alIsEnabled, (int capability)) \
    X(const char *, alGetString, (int param)) \
    X(void, alGetBooleanv, (int param, char *data)) \
    X(void, alGetIntegerv, (int param, int *data)) \
    X(void, alGetFloatv, (int param, float *data)) \
    X(void, alGetDoublev, (int param, double *data)) \
    X(char, alGetBoolean, (int param)) \
    X(int, alGetInteger, (int param)) \
    X(float, alGetFloat, (int param)) \
    X(double, alGetDouble, (int param)) \
    X(int, alGetError, (void)) \
    X(char, alIsExtensionPresent, (const char *extname)) \
    X(void *, alGetProcAddress, (const char *fname)) \
    X(int, alGetEnumValue, (const char *ename)) \
    X(void, alListenerf, (int param, float value)) \
    X(void, alListener3f, (int param, float value1, float value2, float value3)) \
    X(void, alListenerfv, (int param, const float *values)) \
    X(void, alListeneri, (int param, int value)) \
    X(void, alListener3i, (int param, int value1, int value2, int value3)) \
    X(void, alListeneriv, (int param, const int *values)) \
    X(void, alGetListenerf, (int param, float *value)) \
    X(void, alGetListener3f, (int param, float *value1, float *value2, float *value3)) \
    X(void, alGetListenerfv, (int param, float *values)) \
    X(void, alGetListeneri, (int param, int *value)) \
    X(void, alGetListener3i, (int param, int *value1, int *value2, int *value3)) \
    X(void, alGetListeneriv, (int param, int *values)) \
    X(void, alGenSources, (int n, unsigned *sources)) \
    X(void, alDeleteSources, (int n, const unsigned *sources)) \
    X(char, alIsSource, (unsigned sid)) \
    X(void, alSourcef, (unsigned sid, int param, float value)) \
    X(void, alSource3f, (unsigned sid, int param, float value1, float value2, float value3)) \
    X(void, alSourcefv, (unsigned sid, int param, const float *values)) \
    X(void, alSourcei, (unsigned sid, int param, int value)) \
    X(void, alSource3i, (unsigned sid, int param, int value1, int value2, int value3)) \
    X(void, alSourceiv, (unsigned sid, int param, const int *values)) \
    X(void, alGetSourcef, (unsigned sid, int param, float *value)) \
    X(void, alGetSource3f, (unsigned sid, int param, float *value1, float *value2, float *value3)) \
    X(void, alGetSourcefv, (unsigned sid, int param, float *values)) \
    X(void, alGetSourcei, (unsigned sid, int param, int *value)) \
    X(void, alGetSource3i, (unsigned sid, int param, int *value1, int *value2, int *value3)) \
    X(void, alGetSourceiv, (unsigned sid, int param, int *values)) \
    X(void, alSourcePlayv, (int ns, const unsigned *sids)) \
    X(void, alSourceStopv, (int ns, const unsigned *sids)) \
    X(void, alSourceRewindv, (int ns, const unsigned *sids)) \
    X(void, alSourcePausev, (int ns, const unsigned *sids)) \
    X(void, alSourcePlay, (unsigned sid)) \
    X(void, alSourceStop, (unsigned sid)) \
    X(void, alSourceRewind, (unsigned sid)) \
    X(void, alSourcePause, (unsigned sid)) \
    X(void, alSourceQueueBuffers, (unsigned sid, int numEntries, const unsigned *bids)) \
    X(void, alSourceUnqueueBuffers, (unsigned sid, int numEntries, unsigned *bids)) \
    X(void, alGenBuffers, (int n, unsigned *buffers)) \
    X(void, alDeleteBuffers, (int n, const unsigned *buffers)) \
    X(char, alIsBuffer, (unsigned bid)) \
    X(void, alBufferData, (unsigned bid, int format, const void *data, int size, int freq)) \
    X(void, alBufferf, (unsigned bid, int param, float value)) \
    X(void, alBuffer3f, (unsigned bid, int param, float value1, float value2, float value3)) \
    X(void, alBufferfv, (unsigned bid, int param, const float *values)) \
    X(void, alBufferi, (unsigned bid, int param, int value)) \
    X(void, alBuffer3i, (unsigned bid, int param, int value1, int value2, int value3)) \
    X(void, alBufferiv, (unsigned bid, int param, const int *values)) \
    X(void, alGetBufferf, (unsigned bid, int param, float *value)) \
    X(void, alGetBuffer3f, (unsigned bid, int param, float *value1, float *value2, float *value3)) \
    X(void, alGetBufferfv, (unsigned bid, int param, float *values)) \
    X(void, alGetBufferi, (unsigned bid, int param, int *value)) \
    X(void, alGetBuffer3i, (unsigned bid, int param, int *value1, int *value2, int *value3)) \
    X(void, alGetBufferiv, (unsigned bid, int param, int *values)) \
    X(void, alDopplerFactor, (float value)) \
    X(void, alDopplerVelocity, (float value)) \
    X(void, alSpeedOfSound, (float value)) \
    X(void, alDistanceModel, (int distanceModel)) \
    X(struct SoftContext *, alcCreateContext, (struct SoftDevice *device, const int *attrlist)) \
    X(char, alcMakeContextCurrent, (struct SoftContext *context)) \
    X(void, alcProcessContext, (struct SoftContext *context)) \
    X(void, alcSuspendContext, (struct SoftContext *context)) \
    X(void, alcDestroyContext, (struct SoftContext *context)) \
    X(struct SoftContext *, alcGetCurrentContext, (void)) \
    X(struct SoftDevice *, alcGetContextsDevice, (struct SoftContext *context)) \
    X(char, alcCloseDevice, (struct SoftDevice *device)) \
    X(int, alcGetError, (struct SoftDevice *device)) \
    X(char, alcIsExtensionPresent, (struct SoftDevice *device, const char *extname)) \
    X(void *, alcGetProcAddress, (struct SoftDevice *device, const char *funcname)) \
    X(int, alcGetEnumValue, (struct SoftDevice *device, const char *enumname)) \
    X(const char *, alcGetString, (struct SoftDevice *device, int param)) \
    X(void, alcGetIntegerv, (struct SoftDevice *device, int param, int size, int *data))

/// Those that are ours alone: devices to play on, and capturing.
#define SOFT_OWN_FUNCTIONS(X) \
    X(struct SoftDevice *, alcOpenDevice, (const char *devicename)) \
    X(struct SoftDevice *, alcCaptureOpenDevice, (const char *devicename, unsigned frequency, int format, int buffersize)) \
    X(char, alcCaptureCloseDevice, (struct SoftDevice *device)) \
    X(void, alcCaptureStart, (struct SoftDevice *device)) \
    X(void, alcCaptureStop, (struct SoftDevice *device)) \
    X(void, alcCaptureSamples, (struct SoftDevice *device, void *buffer, int samples))

/// Extensions: ALC_SOFT_loopback, ALC_SOFT_HRTF, ALC_EXT_thread_local_context, and the part of ALC_EXT_EFX that we use.
#define SOFT_EXTENSION_FUNCTIONS(X) \
    X(struct SoftDevice *, alcLoopbackOpenDeviceSOFT, (const char *name)) \
    X(char, alcIsRenderFormatSupportedSOFT, (struct SoftDevice *device, int rate, int channels, int type)) \
    X(void, alcRenderSamplesSOFT, (struct SoftDevice *device, void *buffer, int frames)) \
    X(char, alcResetDeviceSOFT, (struct SoftDevice *device, const int *attributes)) \
    X(char, alcSetThreadContext, (struct SoftContext *context)) \
    X(struct SoftContext *, alcGetThreadContext, (void)) \
    X(void, alGenEffects, (int count, unsigned *effects)) \
    X(void, alDeleteEffects, (int count, const unsigned *effects)) \
    X(void, alEffecti, (unsigned effect, int parameter, int value)) \
    X(void, alEffectf, (unsigned effect, int parameter, float value)) \
    X(void, alGenFilters, (int count, unsigned *filters)) \
    X(void, alDeleteFilters, (int count, const unsigned *filters)) \
    X(void, alFilteri, (unsigned filter, int parameter, int value)) \
    X(void, alFilterf, (unsigned filter, int parameter, float value)) \
    X(void, alGenAuxiliaryEffectSlots, (int count, unsigned *slots)) \
    X(void, alDeleteAuxiliaryEffectSlots, (int count, const unsigned *slots)) \
    X(void, alAuxiliaryEffectSloti, (unsigned slot, int parameter, int value)) \
    X(void, alAuxiliaryEffectSlotf, (unsigned slot, int parameter, float value))

/// The library's functions by their own names.
typedef struct SoftFunctions {
#define X(result, name, parameters) result (*name) parameters;
    SOFT_FORWARDED_FUNCTIONS(X)
    SOFT_EXTENSION_FUNCTIONS(X)
#undef X
    /// Of AL_EXT_STATIC_BUFFER; NULL before OpenAL Soft 1.22.
    void (*staticData)(int buffer, int format, void *data, int size, int frequency);
} SoftFunctions;

/// Loads libopenal.so.1 at the first call; NULL where it is missing or too old.
const SoftFunctions *SoftLoad(void);

/// Begins a call on a thread of ours, which `SoftLeave` ends. Real-time safe.
///
/// Returns 0 where the program ends, which takes the library down: no call is to be made then. The end waits for calls in progress.
int SoftEnter(void);
void SoftLeave(void);

/// Why `SoftLoad` returned NULL; NULL where it did not.
const char *SoftUnavailable(void);

/// Our own function of OpenAL 1.1 of a name; NULL where that has none.
void *SoftOwnFunction(const char *name);

#endif
