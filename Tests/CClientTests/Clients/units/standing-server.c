// RemoteIO plays a number and hears it through the server's microphone. The server stands still for two or three seconds, then goes
// on: so does the sound, on both sides. Arguments: "runs", or "restarts" for a unit that is stopped and started while the server stands; the
// file with the server's process.
#include "units.h"

#include <signal.h>
#include <unistd.h>

/// What is played, and in how many frames one after the other it was heard.
static float number = 0.25F;
static long heard, cycles;
static AudioUnit unit;

static OSStatus both(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)bus;
    OSStatus status = AudioUnitRender(unit, flags, time, 1, frames, data);
    const float *samples = (const float *)data->mBuffers[0].mData;
    float wanted;
    __atomic_load(&number, &wanted, __ATOMIC_ACQUIRE);
    for (UInt32 frame = 0; status == noErr && frame < frames; frame++)
        __atomic_store_n(&heard, samples[frame] == wanted ? heard + 1 : 0, __ATOMIC_RELEASE);
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        for (UInt32 frame = 0; frame < frames; frame++) ((float *)data->mBuffers[buffer].mData)[frame] = wanted;
    *flags &= ~(AudioUnitRenderActionFlags)kAudioUnitRenderAction_OutputIsSilence;
    __atomic_add_fetch(&cycles, 1, __ATOMIC_ACQ_REL);
    return noErr;
}

/// Waits until a number that was not played before is heard for a tenth of a second, at most ten seconds.
static void hear(float next) {
    __atomic_store(&number, &next, __ATOMIC_RELEASE);
    __atomic_store_n(&heard, 0, __ATOMIC_RELEASE);
    for (int tries = 0; tries < 2000 && __atomic_load_n(&heard, __ATOMIC_ACQUIRE) < 4800; tries++) usleep(5000);
    if (__atomic_load_n(&heard, __ATOMIC_ACQUIRE) < 4800) printf("%g is not heard, after %ld cycles\n", next, cycles);
    CHECK(__atomic_load_n(&heard, __ATOMIC_ACQUIRE) >= 4800);
}

static pid_t server_in(const char *path) {
    int process = 0;
    FILE *file = fopen(path, "r");
    CHECK(file && fscanf(file, "%d", &process) == 1 && process > 1);
    (void)fclose(file);
    return (pid_t)process;
}

int main(int count, char **arguments) {
    CHECK(count == 3);
    int restarts = strcmp(arguments[1], "restarts") == 0;
    pid_t server = server_in(arguments[2]);
    unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO);
    set_number(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_format(unit, kAudioUnitScope_Output, 1, floats(48000, 2));
    set_format(unit, kAudioUnitScope_Input, 0, floats(48000, 2));
    set_callback(unit, 0, both, NULL);
    CALL(AudioUnitInitialize(unit));
    CALL(AudioOutputUnitStart(unit));
    hear(0.25F);
    CHECK(kill(server, SIGSTOP) == 0);
    if (restarts) {
        sleep(1);
        CALL(AudioOutputUnitStop(unit));
        CALL(AudioOutputUnitStart(unit));
        sleep(1);
    } else {
        sleep(3);
    }
    CHECK(kill(server, SIGCONT) == 0);
    CHECK(get_number(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) == 1);
    hear(0.5F);
    CALL(AudioOutputUnitStop(unit));
    CALL(AudioComponentInstanceDispose(unit));
    return 0;
}
