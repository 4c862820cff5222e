// Shared by the programs in this folder: macros that end the program with the line of a fault, and a state to wait for.
#ifndef UNITS_H
#define UNITS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("%s line %d: %s\n", __FILE__, __LINE__, #condition); exit(1); } \
    } while (0)

#define CALL(call) \
    do { \
        OSStatus result_ = (call); \
        if (result_ != noErr) { printf("%s line %d: %s: %d\n", __FILE__, __LINE__, #call, (int)result_); exit(1); } \
    } while (0)

/// A number that one thread changes and another waits for.
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    long value;
} Counter;

#define COUNTER_START {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}

static inline long counter_add(Counter *counter, long value) {
    pthread_mutex_lock(&counter->mutex);
    counter->value += value;
    long now = counter->value;
    pthread_cond_broadcast(&counter->changed);
    pthread_mutex_unlock(&counter->mutex);
    return now;
}

static inline long counter_value(Counter *counter) { return counter_add(counter, 0); }

/// Waits until the number is at least so much; ends the program after 20 seconds.
static inline void counter_wait(Counter *counter, long value) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 20;
    pthread_mutex_lock(&counter->mutex);
    while (counter->value < value) CHECK(pthread_cond_timedwait(&counter->changed, &counter->mutex, &end) == 0);
    pthread_mutex_unlock(&counter->mutex);
}

static inline AudioComponent find_unit(OSType type, OSType subtype, OSType manufacturer) {
    AudioComponentDescription wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = type;
    wanted.componentSubType = subtype;
    wanted.componentManufacturer = manufacturer;
    return AudioComponentFindNext(NULL, &wanted);
}

static inline AudioUnit make_unit(OSType type, OSType subtype) {
    AudioComponent component = find_unit(type, subtype, kAudioUnitManufacturer_Apple);
    AudioUnit unit = NULL;
    CHECK(component != NULL);
    CALL(AudioComponentInstanceNew(component, &unit));
    return unit;
}

/// Float32 with each channel in its own buffer.
static inline AudioStreamBasicDescription floats(Float64 rate, UInt32 channels) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved;
    format.mBitsPerChannel = 32;
    format.mChannelsPerFrame = channels;
    format.mFramesPerPacket = 1;
    format.mBytesPerFrame = format.mBytesPerPacket = 4;
    return format;
}

static inline AudioStreamBasicDescription integers(Float64 rate, UInt32 channels) {
    AudioStreamBasicDescription format = floats(rate, channels);
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBitsPerChannel = 16;
    format.mBytesPerFrame = format.mBytesPerPacket = 2 * channels;
    return format;
}

static inline void set_format(
    AudioUnit unit, AudioUnitScope scope, AudioUnitElement element, AudioStreamBasicDescription format) {
    CALL(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, element, &format, sizeof format));
}

static inline void set_number(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, UInt32 value) {
    CALL(AudioUnitSetProperty(unit, property, scope, element, &value, sizeof value));
}

static inline UInt32 get_number(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    UInt32 value = 0, size = sizeof value;
    CALL(AudioUnitGetProperty(unit, property, scope, element, &value, &size));
    CHECK(size == sizeof value);
    return value;
}

static inline void set_callback(AudioUnit unit, AudioUnitElement element, AURenderCallback function, void *user) {
    AURenderCallbackStruct callback;
    callback.inputProc = function;
    callback.inputProcRefCon = user;
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, element, &callback, sizeof callback));
}

/// A list of two buffers, with room for more than the one that the type has.
typedef struct {
    AudioBufferList list;
    AudioBuffer second;
} StereoList;

/// Renders two channels by hand.
static inline OSStatus render_stereo(AudioUnit unit, Float64 start, UInt32 frames, float *left, float *right) {
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    AudioTimeStamp time;
    StereoList buffers;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    time.mSampleTime = start;
    buffers.list.mNumberBuffers = 2;
    AudioBuffer *buffer = buffers.list.mBuffers;
    buffer[0].mNumberChannels = buffer[1].mNumberChannels = 1;
    buffer[0].mDataByteSize = buffer[1].mDataByteSize = frames * 4;
    buffer[0].mData = left;
    buffer[1].mData = right;
    return AudioUnitRender(unit, &flags, &time, 0, frames, &buffers.list);
}

#endif
