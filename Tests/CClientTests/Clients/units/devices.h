// Shared by the programs that choose devices: finding one by its name, and a ring between two audio threads.
#ifndef DEVICES_H
#define DEVICES_H

#include "units.h"

static inline AudioObjectPropertyAddress address_of(AudioObjectPropertySelector selector, AudioObjectPropertyScope scope) {
    AudioObjectPropertyAddress address = {selector, scope, kAudioObjectPropertyElementMain};
    return address;
}

static inline AudioObjectID default_device(AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = address_of(selector, kAudioObjectPropertyScopeGlobal);
    AudioObjectID device = 0;
    UInt32 size = sizeof device;
    CALL(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device));
    CHECK(device != 0);
    return device;
}

static inline UInt32 channels_of(AudioObjectID device, AudioObjectPropertyScope scope) {
    AudioObjectPropertyAddress address = address_of(kAudioDevicePropertyStreamConfiguration, scope);
    UInt32 size = 0, channels = 0;
    CALL(AudioObjectGetPropertyDataSize(device, &address, 0, NULL, &size));
    AudioBufferList *list = (AudioBufferList *)malloc(size);
    CALL(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, list));
    for (UInt32 buffer = 0; buffer < list->mNumberBuffers; buffer++) channels += list->mBuffers[buffer].mNumberChannels;
    free(list);
    return channels;
}

/// The device of a name that has channels in a direction; without a name, the default one.
static inline AudioObjectID device_named(const char *name, AudioObjectPropertyScope scope) {
    AudioObjectPropertyAddress address = address_of(kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal);
    AudioObjectID devices[64], found = 0;
    UInt32 size = sizeof devices;
    if (name == NULL)
        return default_device(
            scope == kAudioObjectPropertyScopeInput ? kAudioHardwarePropertyDefaultInputDevice
                                                    : kAudioHardwarePropertyDefaultOutputDevice);
    CALL(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, devices));
    for (UInt32 index = 0; index < size / sizeof *devices && found == 0; index++) {
        char text[256];
        CFStringRef string = NULL;
        UInt32 bytes = sizeof string;
        address = address_of(kAudioObjectPropertyName, kAudioObjectPropertyScopeGlobal);
        CALL(AudioObjectGetPropertyData(devices[index], &address, 0, NULL, &bytes, &string));
        CHECK(CFStringGetCString(string, text, sizeof text, kCFStringEncodingUTF8));
        CFRelease(string);
        if (strcmp(text, name) == 0 && channels_of(devices[index], scope) > 0) found = devices[index];
    }
    CHECK(found != 0);
    return found;
}

/// Float32 with the channels in turn, as portable libraries have it.
static inline AudioStreamBasicDescription interleaved(Float64 rate, UInt32 channels) {
    AudioStreamBasicDescription format = floats(rate, channels);
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked;
    format.mBytesPerFrame = format.mBytesPerPacket = 4 * channels;
    return format;
}

enum { RING_FRAMES = 1 << 15 };

/// Stereo frames from one thread to another.
typedef struct {
    float samples[2 * RING_FRAMES];
    long written, taken;
} Ring;

static inline long ring_fill(Ring *ring) {
    return __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE) - __atomic_load_n(&ring->taken, __ATOMIC_ACQUIRE);
}

/// Writes frames, or none where there is no room for all.
static inline int ring_write(Ring *ring, const float *samples, long frames) {
    long start = ring->written;
    if (RING_FRAMES - ring_fill(ring) < frames) return 0;
    for (long index = 0; index < 2 * frames; index++)
        ring->samples[(2 * start + index) % (2 * RING_FRAMES)] = samples[index];
    __atomic_store_n(&ring->written, start + frames, __ATOMIC_RELEASE);
    return 1;
}

/// Reads frames, or none where there are not so many.
static inline int ring_read(Ring *ring, float *samples, long frames) {
    long start = ring->taken;
    if (ring_fill(ring) < frames) return 0;
    for (long index = 0; index < 2 * frames; index++)
        samples[index] = ring->samples[(2 * start + index) % (2 * RING_FRAMES)];
    __atomic_store_n(&ring->taken, start + frames, __ATOMIC_RELEASE);
    return 1;
}

#endif
