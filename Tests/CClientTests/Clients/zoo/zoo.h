// Shared by the programs in this folder: macros that end the program with the line of a fault, and a test sound.
#ifndef ZOO_H
#define ZOO_H

#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("%s line %d: %s\n", __FILE__, __LINE__, #condition); exit(1); } \
    } while (0)

#define CALL(call) \
    do { \
        OSStatus result_ = (call); \
        if (result_ != noErr) { printf("%s line %d: %s: %d\n", __FILE__, __LINE__, #call, (int)result_); exit(1); } \
    } while (0)

static inline AudioStreamBasicDescription pcm16(Float64 rate, UInt32 channels) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBitsPerChannel = 16;
    format.mChannelsPerFrame = channels;
    format.mFramesPerPacket = 1;
    format.mBytesPerFrame = format.mBytesPerPacket = 2 * channels;
    return format;
}

/// Sample `index` of the sound: no two neighbours are alike, and none is silent.
static inline SInt16 sample_at(UInt32 index) { return (SInt16)(index % 19997 + 1); }

static inline CFURLRef url_of(const char *path) {
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0);
    CHECK(url != NULL);
    return url;
}

/// Writes the sound, in stereo at 44100 Hz, as a WAVE file.
static inline void write_sound(const char *path, UInt32 frames) {
    AudioStreamBasicDescription format = pcm16(44100, 2);
    SInt16 *samples = (SInt16 *)malloc(frames * 4);
    CFURLRef url = url_of(path);
    AudioFileID file = NULL;
    UInt32 bytes = frames * 4;
    CHECK(samples != NULL);
    for (UInt32 i = 0; i < frames * 2; i++) samples[i] = sample_at(i);
    CALL(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file));
    CALL(AudioFileWriteBytes(file, 0, 0, &bytes, samples));
    CALL(AudioFileClose(file));
    CFRelease(url);
    free(samples);
}

#endif
