// Each function of al.h that sets or gives a value in one of its forms: what one form sets, the others give.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <OpenAL/al.h>
#include <OpenAL/alc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

// Of OpenAL Soft's extensions: the only values of buffers, and the only switch, that clients set.
enum { SOURCE_DISTANCE_MODEL = 0x200, UNPACKED_FRAMES = 0x200C, LOOP_POINTS = 0x2015, NONE = 0x9999 };

static ALfloat f[6];
static ALfloat x, y, z;
static ALint i[6];
static ALint p, q, r;

static int floats_are(ALfloat first, ALfloat second, ALfloat third) {
    return f[0] == first && f[1] == second && f[2] == third;
}

static int integers_are(ALint first, ALint second, ALint third) {
    return i[0] == first && i[1] == second && i[2] == third;
}

static void clear(void) {
    memset(f, 0, sizeof f);
    memset(i, 0, sizeof i);
    x = y = z = 0;
    p = q = r = 0;
}

static void check_listener(void) {
    const ALint turned[6] = {1, 0, 0, 0, 0, -1};
    const ALint moving[3] = {4, 5, -6};
    const ALfloat place[3] = {7.5f, 8, -9};
    clear();
    alListener3i(AL_POSITION, 1, -2, 3);
    alGetListener3f(AL_POSITION, &x, &y, &z);
    CHECK(x == 1 && y == -2 && z == 3);
    alGetListenerfv(AL_POSITION, f);
    CHECK(floats_are(1, -2, 3));
    alListenerfv(AL_POSITION, place);
    alGetListener3i(AL_POSITION, &p, &q, &r);
    CHECK(p == 7 && q == 8 && r == -9);
    alListeneriv(AL_VELOCITY, moving);
    alGetListeneriv(AL_VELOCITY, i);
    CHECK(integers_are(4, 5, -6));
    alGetListener3f(AL_VELOCITY, &x, &y, &z);
    CHECK(x == 4 && y == 5 && z == -6);
    alListener3f(AL_VELOCITY, 0.5f, 0, 0);
    alGetListenerfv(AL_VELOCITY, f);
    CHECK(floats_are(0.5f, 0, 0));
    alListeneriv(AL_ORIENTATION, turned);
    alGetListenerfv(AL_ORIENTATION, f);
    CHECK(floats_are(1, 0, 0) && f[3] == 0 && f[4] == 0 && f[5] == -1);
    alListenerf(AL_GAIN, 0.5f);
    alGetListenerf(AL_GAIN, &x);
    CHECK(x == 0.5f);
    CHECK(alGetError() == AL_NO_ERROR);
    // The gain is no integer.
    alListeneri(AL_GAIN, 1);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alGetListeneri(AL_GAIN, &p);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alListenerf(AL_GAIN, -1);
    CHECK(alGetError() == AL_INVALID_VALUE);
    alGetListenerf(AL_GAIN, &x);
    CHECK(x == 0.5f);
}

static void check_source(ALuint source) {
    const ALfloat place[3] = {7, 8.25f, -9};
    const ALint direction[3] = {4, 5, -6};
    clear();
    alSourcefv(source, AL_POSITION, place);
    alGetSource3f(source, AL_POSITION, &x, &y, &z);
    CHECK(x == 7 && y == 8.25f && z == -9);
    alGetSource3i(source, AL_POSITION, &p, &q, &r);
    CHECK(p == 7 && q == 8 && r == -9);
    alSource3i(source, AL_VELOCITY, 1, -2, 3);
    alGetSourcefv(source, AL_VELOCITY, f);
    CHECK(floats_are(1, -2, 3));
    alSourceiv(source, AL_DIRECTION, direction);
    alGetSourceiv(source, AL_DIRECTION, i);
    CHECK(integers_are(4, 5, -6));
    alSource3f(source, AL_DIRECTION, 0, 0, 1);
    alGetSourceiv(source, AL_DIRECTION, i);
    CHECK(integers_are(0, 0, 1));
    alSourcef(source, AL_PITCH, 1.5f);
    alGetSourcef(source, AL_PITCH, &x);
    CHECK(x == 1.5f);
    alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
    alGetSourcei(source, AL_SOURCE_RELATIVE, &p);
    alGetSourceiv(source, AL_SOURCE_RELATIVE, i);
    CHECK(p == AL_TRUE && i[0] == AL_TRUE);
    CHECK(alGetError() == AL_NO_ERROR);
    alSourcef(source, AL_PITCH, -1);
    CHECK(alGetError() == AL_INVALID_VALUE);
    alSourcefv(source, NONE, place);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alSource3i(source + 1000, AL_POSITION, 0, 0, 0);
    CHECK(alGetError() == AL_INVALID_NAME);
    alGetSourcef(source + 1000, AL_PITCH, &x);
    CHECK(alGetError() == AL_INVALID_NAME);
}

static void check_buffer(ALuint buffer) {
    static ALshort samples[480];
    const ALint loop[2] = {100, 200};
    clear();
    alBufferData(buffer, AL_FORMAT_MONO16, samples, sizeof samples, 48000);
    alGetBufferi(buffer, AL_FREQUENCY, &p);
    alGetBufferiv(buffer, AL_SIZE, i);
    CHECK(p == 48000 && i[0] == sizeof samples);
    alBufferi(buffer, UNPACKED_FRAMES, 5);
    alGetBufferi(buffer, UNPACKED_FRAMES, &p);
    CHECK(p == 5);
    alBufferiv(buffer, LOOP_POINTS, loop);
    alGetBufferiv(buffer, LOOP_POINTS, i);
    CHECK(i[0] == 100 && i[1] == 200);
    CHECK(alGetError() == AL_NO_ERROR);
    // Values that a buffer does not have.
    alBufferi(buffer, AL_FREQUENCY, 3);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBufferf(buffer, AL_FREQUENCY, 3);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBuffer3f(buffer, NONE, 1, 2, 3);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBuffer3i(buffer, NONE, 1, 2, 3);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBufferfv(buffer, NONE, f);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBufferiv(buffer, NONE, i);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alGetBufferf(buffer, AL_FREQUENCY, &x);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alGetBufferfv(buffer, NONE, f);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alGetBuffer3f(buffer, NONE, &x, &y, &z);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alGetBuffer3i(buffer, NONE, &p, &q, &r);
    CHECK(alGetError() == AL_INVALID_ENUM);
    alBufferf(buffer + 1000, NONE, 1);
    CHECK(alGetError() == AL_INVALID_NAME);
}

static void check_states(const ALuint *sources, ALint wanted) {
    ALint state = 0;
    for (int source = 0; source < 2; source++) {
        alGetSourcei(sources[source], AL_SOURCE_STATE, &state);
        CHECK(state == wanted);
    }
}

/// Sources start, pause, stop and begin again together, by their names in a list or each by its own.
static void check_playing(ALuint *sources, ALuint buffer) {
    for (int source = 0; source < 2; source++) {
        alSourcei(sources[source], AL_BUFFER, (ALint)buffer);
        alSourcei(sources[source], AL_LOOPING, AL_TRUE);
    }
    alSourcePlayv(2, sources);
    check_states(sources, AL_PLAYING);
    alSourcePausev(2, sources);
    check_states(sources, AL_PAUSED);
    alSourceStopv(2, sources);
    check_states(sources, AL_STOPPED);
    alSourceRewindv(2, sources);
    check_states(sources, AL_INITIAL);
    for (int source = 0; source < 2; source++) alSourcePlay(sources[source]);
    check_states(sources, AL_PLAYING);
    for (int source = 0; source < 2; source++) alSourcePause(sources[source]);
    check_states(sources, AL_PAUSED);
    for (int source = 0; source < 2; source++) alSourceStop(sources[source]);
    check_states(sources, AL_STOPPED);
    for (int source = 0; source < 2; source++) alSourceRewind(sources[source]);
    check_states(sources, AL_INITIAL);
    CHECK(alGetError() == AL_NO_ERROR);
    // With a wrong name none of them starts.
    ALuint wrong[2] = {sources[0], sources[1] + 1000};
    alSourcePlayv(2, wrong);
    CHECK(alGetError() == AL_INVALID_NAME);
    check_states(sources, AL_INITIAL);
}

static void check_state(void) {
    ALdouble number = 0;
    ALboolean flag = 9;
    clear();
    alDopplerFactor(2);
    alGetFloatv(AL_DOPPLER_FACTOR, &x);
    alGetDoublev(AL_DOPPLER_FACTOR, &number);
    alGetBooleanv(AL_DOPPLER_FACTOR, &flag);
    alGetIntegerv(AL_DOPPLER_FACTOR, &p);
    CHECK(x == 2 && number == 2 && flag == AL_TRUE && p == 2);
    CHECK(alGetFloat(AL_DOPPLER_FACTOR) == 2 && alGetDouble(AL_DOPPLER_FACTOR) == 2);
    CHECK(alGetInteger(AL_DOPPLER_FACTOR) == 2 && alGetBoolean(AL_DOPPLER_FACTOR) == AL_TRUE);
    alDopplerFactor(0);
    alGetBooleanv(AL_DOPPLER_FACTOR, &flag);
    CHECK(flag == AL_FALSE && alGetBoolean(AL_DOPPLER_FACTOR) == AL_FALSE);
    alDopplerVelocity(3);
    CHECK(alGetFloat(AL_DOPPLER_VELOCITY) == 3);
    alSpeedOfSound(340);
    alGetFloatv(AL_SPEED_OF_SOUND, &x);
    CHECK(x == 340);
    alDistanceModel(AL_LINEAR_DISTANCE);
    alGetIntegerv(AL_DISTANCE_MODEL, &p);
    CHECK(p == AL_LINEAR_DISTANCE && alGetInteger(AL_DISTANCE_MODEL) == p);
    CHECK(alGetError() == AL_NO_ERROR);
    alDopplerVelocity(-1);
    CHECK(alGetError() == AL_INVALID_VALUE && alGetFloat(AL_DOPPLER_VELOCITY) == 3);
    // Versions of OpenAL Soft differ in which error this is.
    alGetDoublev(NONE, &number);
    CHECK(alGetError() != AL_NO_ERROR);
    alGetBooleanv(NONE, &flag);
    CHECK(alGetError() != AL_NO_ERROR);

    CHECK(alIsExtensionPresent("AL_EXT_source_distance_model"));
    alEnable(SOURCE_DISTANCE_MODEL);
    CHECK(alIsEnabled(SOURCE_DISTANCE_MODEL) == AL_TRUE && alGetError() == AL_NO_ERROR);
    alDisable(SOURCE_DISTANCE_MODEL);
    CHECK(alIsEnabled(SOURCE_DISTANCE_MODEL) == AL_FALSE && alGetError() == AL_NO_ERROR);
    alDisable(NONE);
    CHECK(alGetError() != AL_NO_ERROR);
}

int main(void) {
    ALuint sources[2], buffer;
    setenv("COREAUDIO_BACKEND", "null", 1);
    ALCdevice *device = alcOpenDevice(NULL);
    CHECK(device != NULL);
    ALCcontext *context = alcCreateContext(device, NULL);
    CHECK(context != NULL && alcMakeContextCurrent(context));
    alGenSources(2, sources);
    alGenBuffers(1, &buffer);
    CHECK(alIsSource(sources[1]) && !alIsSource(sources[1] + 1000) && alIsBuffer(buffer) && !alIsBuffer(buffer + 1000));
    CHECK(alGetEnumValue("AL_GAIN") == AL_GAIN && alGetError() == AL_NO_ERROR);
    check_listener();
    check_source(sources[0]);
    check_buffer(buffer);
    check_playing(sources, buffer);
    check_state();
    alDeleteSources(2, sources);
    alDeleteBuffers(1, &buffer);
    CHECK(alGetError() == AL_NO_ERROR && !alIsSource(sources[0]) && !alIsBuffer(buffer));
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    CHECK(alcCloseDevice(device));
    return 0;
}
