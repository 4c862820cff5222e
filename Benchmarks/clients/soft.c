// Mixes looping voices with OpenAL Soft's loopback device, in cycles of 512 frames at 48 kHz, and prints the seconds of processor
// time that this takes: mono voices of 44.1 kHz, each with another gain and place in each cycle.
//
//     soft VOICES SECONDS linear | cubic
#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, CYCLE = 512, TABLE = 1 << 16 };

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void need(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

// OpenAL Soft has had several names for its cubic resampler.
static ALint resampler(const char *name) {
    LPALGETSTRINGISOFT string = (LPALGETSTRINGISOFT)alGetProcAddress("alGetStringiSOFT");
    need(string != NULL, "finding alGetStringiSOFT");
    for (ALint index = 0; index < alGetInteger(AL_NUM_RESAMPLERS_SOFT); index++) {
        const char *known = string(AL_RESAMPLER_NAME_SOFT, index);
        int isCubic = strstr(known, "ubic") != NULL || strstr(known, "4-point") != NULL || strstr(known, "point Sinc") != NULL;
        if (strcmp(name, "cubic") == 0 ? isCubic : strstr(known, "inear") != NULL) return index;
    }
    need(0, "finding the resampler");
    return 0;
}

int main(int count, char **words) {
    int voices = count == 4 ? atoi(words[1]) : 0;
    double seconds = count == 4 ? atof(words[2]) : 0;
    if (voices < 1 || voices > 4096 || seconds <= 0) {
        fprintf(stderr, "usage: soft VOICES SECONDS linear | cubic\n");
        return 2;
    }
    LPALCLOOPBACKOPENDEVICESOFT open = (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    LPALCRENDERSAMPLESSOFT mix = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(NULL, "alcRenderSamplesSOFT");
    need(open && mix, "finding the loopback device");
    ALCdevice *device = open(NULL);
    const ALCint attributes[] = {ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY,
                                 RATE, ALC_MONO_SOURCES, voices, ALC_HRTF_SOFT, 0, 0};
    ALCcontext *context = alcCreateContext(device, attributes);
    need(context && alcMakeContextCurrent(context), "making a context");

    static float table[TABLE], samples[2 * CYCLE];
    for (int i = 0; i < TABLE; i++) table[i] = 0.5f * sinf((float)i * 0.02f);
    ALuint buffer, *sources = calloc((size_t)voices, sizeof *sources);
    alGenBuffers(1, &buffer);
    alBufferData(buffer, AL_FORMAT_MONO_FLOAT32, table, sizeof table, 44100);
    alGenSources(voices, sources);
    for (int i = 0; i < voices; i++) {
        alSourcei(sources[i], AL_BUFFER, (ALint)buffer);
        alSourcei(sources[i], AL_LOOPING, AL_TRUE);
        alSourcei(sources[i], AL_SAMPLE_OFFSET, i * 997 % TABLE);
        alSourcei(sources[i], AL_SOURCE_RESAMPLER_SOFT, resampler(words[3]));
    }
    alSourcePlayv(voices, sources);
    need(alGetError() == AL_NO_ERROR, "playing");

    double start = 0, peak = 0;
    unsigned cycles = (unsigned)(seconds * RATE / CYCLE);
    // A few cycles that do not count.
    for (unsigned cycle = 0; cycle < cycles + 8; cycle++) {
        if (cycle == 8) start = processor_time();
        alcSuspendContext(context);
        for (int i = 0; i < voices; i++) {
            float angle = sinf((float)(cycle + (unsigned)i) * 0.05f);
            alSourcef(sources[i], AL_GAIN, 0.01f + 0.001f * (float)((cycle + (unsigned)i) % 8));
            alSource3f(sources[i], AL_POSITION, angle, 0, -sqrtf(1 - angle * angle));
        }
        alcProcessContext(context);
        mix(device, samples, CYCLE);
        for (int i = 0; i < 2 * CYCLE; i++) peak = fmax(peak, fabs(samples[i]));
    }
    double spent = processor_time() - start;
    need(peak > 0 && alGetError() == AL_NO_ERROR, "hearing the voices");
    printf("%.6f\n", spent);
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    alcCloseDevice(device);
    return 0;
}
