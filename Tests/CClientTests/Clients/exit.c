// Plays the numbers of so many frames, divided by 65536, with a callback. Stops the device behind the last one and exits.
#include <CoreAudio/CoreAudio.h>
#include <stdlib.h>
#include <time.h>

static long played, frames;

static OSStatus play(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)device, (void)now, (void)input, (void)inputTime, (void)outputTime, (void)data;
    long at = __atomic_load_n(&played, __ATOMIC_ACQUIRE);
    float *samples = (float *)output->mBuffers[0].mData;
    UInt32 channels = output->mBuffers[0].mNumberChannels;
    long count = (long)(output->mBuffers[0].mDataByteSize / 4 / channels);
    for (long i = 0; i < count && at + i < frames; i++)
        for (UInt32 c = 0; c < channels; c++) samples[i * channels + c] = (float)(at + i + 1) / 65536;
    __atomic_store_n(&played, at + count, __ATOMIC_RELEASE);
    return 0;
}

int main(int argc, char **argv) {
    frames = argc > 1 ? atol(argv[1]) : 4800;
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioDeviceID device = 0;
    UInt32 size = sizeof device;
    if (AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) != noErr) return 1;
    AudioDeviceIOProcID proc = NULL;
    if (AudioDeviceCreateIOProcID(device, play, NULL, &proc) != noErr) return 2;
    if (AudioDeviceStart(device, proc) != noErr) return 3;
    struct timespec nap = {0, 1000000};
    while (__atomic_load_n(&played, __ATOMIC_ACQUIRE) < frames) nanosleep(&nap, NULL);
    return AudioDeviceStop(device, proc) == noErr ? 0 : 4;
}
