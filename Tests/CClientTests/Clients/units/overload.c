// A callback that takes too long: for three cycles, which the device and its listeners hear of, and with an argument for as long as
// the kernel lets a real-time thread run, which takes the thread's priority away and must not end the program.
#include "units.h"
#include <sched.h>
#include <sys/resource.h>

enum { FRAMES = 480 };

typedef struct {
    AudioUnit unit;
    Counter cycles;
    Counter reports, reports_of_output;
    long slow;
    int seconds;
    int policy_before, policy_after;
} Program;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Program *program = (Program *)user;
    long cycle = counter_add(&program->cycles, 1);
    (void)flags, (void)time, (void)bus;
    memset(data->mBuffers[0].mData, 0, data->mBuffers[0].mDataByteSize);
    if (cycle <= program->slow) {
        double end = now(CLOCK_MONOTONIC) + 3.0 * (double)frames / 48000;
        while (now(CLOCK_MONOTONIC) < end) sched_yield();
    }
    if (cycle == 1 && program->seconds > 0) {
        // Of the thread's own time, without a pause.
        double end = now(CLOCK_THREAD_CPUTIME_ID) + program->seconds;
        program->policy_before = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
        while (now(CLOCK_THREAD_CPUTIME_ID) < end) {}
        program->policy_after = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    }
    return noErr;
}

static OSStatus told(AudioObjectID device, UInt32 count, const AudioObjectPropertyAddress *addresses, void *user) {
    (void)device;
    for (UInt32 index = 0; index < count; index++)
        if (addresses[index].mSelector == kAudioDeviceProcessorOverload) counter_add(&((Program *)user)->reports, 1);
    return noErr;
}

// Of the output, as programs ask that listened to one side of a device in the older way.
static OSStatus told_of_output(AudioObjectID device, UInt32 count, const AudioObjectPropertyAddress *addresses, void *user) {
    (void)device;
    for (UInt32 index = 0; index < count; index++)
        if (addresses[index].mSelector == kAudioDeviceProcessorOverload && addresses[index].mScope == kAudioObjectPropertyScopeOutput)
            counter_add(&((Program *)user)->reports_of_output, 1);
    return noErr;
}

static void plays(long slow, int seconds) {
    Program program = {NULL, COUNTER_START, COUNTER_START, COUNTER_START, 0, 0, 0, 0};
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, 0};
    AudioObjectPropertyAddress of_output = {kAudioDeviceProcessorOverload, kAudioObjectPropertyScopeOutput, 0};
    AudioObjectID device = 0;
    UInt32 size = sizeof device, frames = FRAMES;
    program.slow = slow;
    program.seconds = seconds;
    CALL(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device));
    address.mSelector = kAudioDeviceProcessorOverload;
    CALL(AudioObjectAddPropertyListener(device, &address, told, &program));
    CALL(AudioObjectAddPropertyListener(device, &of_output, told_of_output, &program));
    program.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    set_format(program.unit, kAudioUnitScope_Input, 0, floats(48000, 1));
    CALL(AudioUnitSetProperty(
        program.unit, kAudioDevicePropertyBufferFrameSize, kAudioUnitScope_Global, 0, &frames, sizeof frames));
    set_callback(program.unit, 0, play, &program);
    CALL(AudioUnitInitialize(program.unit));
    CALL(AudioOutputUnitStart(program.unit));
    // It goes on afterwards.
    counter_wait(&program.cycles, slow + 50);
    counter_wait(&program.reports, 1);
    counter_wait(&program.reports_of_output, 1);
    CALL(AudioOutputUnitStop(program.unit));
    CALL(AudioObjectRemovePropertyListener(device, &address, told, &program));
    CALL(AudioObjectRemovePropertyListener(device, &of_output, told_of_output, &program));
    CALL(AudioComponentInstanceDispose(program.unit));
    if (seconds > 0) CHECK(program.policy_before != SCHED_OTHER && program.policy_after == SCHED_OTHER);
}

int main(int count, char **arguments) {
    struct rlimit limit = {200000, 200000};
    (void)arguments;
    if (count < 2) {
        plays(20, 0);
        return 0;
    }
    // As where RealtimeKit has given the priority.
    CHECK(setrlimit(RLIMIT_RTTIME, &limit) == 0);
    plays(0, 1);
    // The kernel has raised it with its signal, which would let the next thread reach the hard one.
    CHECK(getrlimit(RLIMIT_RTTIME, &limit) == 0 && limit.rlim_cur <= limit.rlim_max / 2);
    return 0;
}
