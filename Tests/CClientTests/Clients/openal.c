// Plays and captures by OpenAL on the null device, as programs for the Mac do.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv and usleep, where the standard is C11 without extensions
#endif
#include <OpenAL/OpenAL.h>
#include <OpenAL/MacOSX_OALExtensions.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int changes = 0;

static void changed(ALuint source, ALuint notification, ALvoid *context) {
    ALint state = 0;
    (void)notification;
    alGetSourcei(source, AL_SOURCE_STATE, &state);
    *(volatile ALint *)context = state;
    changes++;
}

static ALint wait_for(ALuint source, ALint state) {
    ALint now = 0;
    int i;
    for (i = 0; i < 500 && now != state; i++) {
        usleep(10000);
        alGetSourcei(source, AL_SOURCE_STATE, &now);
    }
    return now == state;
}

static int play(ALCdevice *device) {
    static ALshort samples[4410];
    alBufferDataStaticProcPtr set_data = (alBufferDataStaticProcPtr)alcGetProcAddress(NULL, "alBufferDataStatic");
    alSourceAddNotificationProcPtr add =
        (alSourceAddNotificationProcPtr)alcGetProcAddress(device, "alSourceAddNotification");
    LPALSOURCEPLAY start = (LPALSOURCEPLAY)alGetProcAddress("alSourcePlay");
    ALuint buffers[2], source, taken;
    ALint value = 0;
    ALint state = 0;
    int i;
    for (i = 0; i < 4410; i++) samples[i] = (ALshort)(i % 100 * 100);
    if (!set_data || !add || !start) return 20;
    alGenBuffers(2, buffers);
    alGenSources(1, &source);
    alBufferData(buffers[0], AL_FORMAT_MONO16, samples, sizeof samples, 44100);
    set_data((ALint)buffers[1], AL_FORMAT_MONO16, samples, sizeof samples, 44100);
    alGetBufferi(buffers[1], AL_SIZE, &value);
    if (value != sizeof samples || alGetError() != AL_NO_ERROR) return 21;
    alSourceQueueBuffers(source, 2, buffers);
    alSource3f(source, AL_POSITION, 1, 0, 0);
    if (add(source, AL_SOURCE_STATE, changed, &state) != AL_NO_ERROR) return 22;
    start(source);
    if (!wait_for(source, AL_STOPPED)) return 23;
    for (i = 0; i < 500 && state != AL_STOPPED; i++) usleep(10000);
    if (state != AL_STOPPED || changes < 1) return 24;
    alGetSourcei(source, AL_BUFFERS_PROCESSED, &value);
    if (value != 2) return 25;
    alSourceUnqueueBuffers(source, 1, &taken);
    if (taken != buffers[0] || alGetError() != AL_NO_ERROR) return 26;
    alDeleteSources(1, &source);
    alDeleteBuffers(2, buffers);
    return alGetError() == AL_NO_ERROR ? 0 : 27;
}

static int capture(void) {
    ALshort samples[441];
    ALCint available = 0;
    int i;
    ALCdevice *device = alcCaptureOpenDevice(NULL, 44100, AL_FORMAT_MONO16, 44100);
    if (!device) return 30;
    alcCaptureStart(device);
    for (i = 0; i < 500 && available < 441; i++) {
        usleep(10000);
        alcGetIntegerv(device, ALC_CAPTURE_SAMPLES, 1, &available);
    }
    if (available < 441) return 31;
    alcCaptureSamples(device, samples, 441);
    alcCaptureStop(device);
    if (alcGetError(device) != ALC_NO_ERROR) return 32;
    return alcCaptureCloseDevice(device) ? 0 : 33;
}

int main(void) {
    ALCdevice *device;
    ALCcontext *context;
    int status;
    setenv("COREAUDIO_BACKEND", "null", 1);
    device = alcOpenDevice(NULL);
    if (!device) return 10;
    context = alcCreateContext(device, NULL);
    if (!context || !alcMakeContextCurrent(context)) return 11;
    if (strcmp((const char *)alGetString(AL_VERSION), "1.1") != 0) return 12;
    if (!alcIsExtensionPresent(device, "ALC_EXT_CAPTURE") || !alcGetString(NULL, ALC_DEVICE_SPECIFIER)[0]) return 13;
    status = play(device);
    if (!status) status = capture();
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    return !alcCloseDevice(device) ? 14 : status;
}
