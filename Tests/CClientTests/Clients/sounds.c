// Plays a system sound as programs for the desktop and the telephone do: completion in the run loop, properties, errors.
// The argument is where to write the sound.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv and usleep, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFURL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ended = 0;

static void finished(SystemSoundID sound, void *context) {
    *(SystemSoundID *)context = sound;
    ended++;
    CFRunLoopStop(CFRunLoopGetMain());
}

/// `frames` frames of a WAVE file at 8000 Hz.
static CFURLRef write_sound(const char *path, UInt32 frames) {
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0);
    AudioStreamBasicDescription format;
    AudioFileID file = NULL;
    UInt32 bytes = frames * 2;
    SInt16 *samples = (SInt16 *)calloc(frames, 2);
    for (UInt32 i = 0; i < frames; i++) samples[i] = (SInt16)(i % 50 * 100);
    memset(&format, 0, sizeof format);
    format.mSampleRate = 8000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    if (AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file) != noErr) exit(10);
    if (AudioFileWriteBytes(file, 0, 0, &bytes, samples) != noErr || AudioFileClose(file) != noErr) exit(11);
    free(samples);
    return url;
}

static int properties(SystemSoundID sound) {
    UInt32 value = 9, size = sizeof value;
    Boolean writable = 0;
    if (AudioServicesGetPropertyInfo(kAudioServicesPropertyIsUISound, sizeof sound, &sound, &size, &writable) != noErr ||
        size != 4 || !writable)
        return 20;
    if (AudioServicesGetProperty(kAudioServicesPropertyIsUISound, sizeof sound, &sound, &size, &value) != noErr ||
        value != 1)
        return 21;
    value = 0;
    if (AudioServicesSetProperty(kAudioServicesPropertyIsUISound, sizeof sound, &sound, sizeof value, &value) != noErr)
        return 22;
    value = 9;
    if (AudioServicesGetProperty(kAudioServicesPropertyIsUISound, sizeof sound, &sound, &size, &value) != noErr ||
        value != 0)
        return 23;
    if (AudioServicesGetProperty(0x6E6F6E65, sizeof sound, &sound, &size, &value) != kAudioServicesUnsupportedPropertyError)
        return 24;
    if (AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 2, &sound, &size, &value) !=
        kAudioServicesBadSpecifierSizeError)
        return 25;
    size = 1;
    if (AudioServicesGetProperty(kAudioServicesPropertyIsUISound, sizeof sound, &sound, &size, &value) !=
        kAudioServicesBadPropertySizeError)
        return 26;
    if (AudioServicesSetProperty(kAudioServicesPropertyIsUISound, sizeof sound, &sound, 1, &value) !=
        kAudioServicesBadPropertySizeError)
        return 27;
    // This program ends while a sound plays, and the sound is to be heard.
    value = 1;
    return AudioServicesSetProperty(
               kAudioServicesPropertyCompletePlaybackIfAppDies, sizeof sound, &sound, sizeof value, &value) != noErr
               ? 28
               : 0;
}

int main(int count, char **arguments) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    if (count < 2) return 1;
    SystemSoundID sound = 0, completed = 0;
    CFURLRef url = write_sound(arguments[1], 800);
    if (AudioServicesCreateSystemSoundID(url, &sound) != noErr || sound == 0) return 2;
    if (AudioServicesAddSystemSoundCompletion(sound, NULL, NULL, NULL, &completed) != kAudio_ParamError) return 13;
    if (AudioServicesAddSystemSoundCompletion(sound, NULL, NULL, finished, &completed) != noErr) return 3;
    AudioServicesPlaySystemSound(sound);
    if (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) != kCFRunLoopRunStopped || completed != sound || ended != 1) return 4;
    AudioServicesRemoveSystemSoundCompletion(sound);
#ifdef __BLOCKS__
    static volatile int blocks = 0;
    AudioServicesPlaySystemSoundWithCompletion(sound, ^{ __sync_fetch_and_add(&blocks, 1); });
    AudioServicesPlayAlertSoundWithCompletion(sound, ^{ __sync_fetch_and_add(&blocks, 1); });
    AudioServicesPlayAlertSoundWithDetails(sound, NULL, ^{ __sync_fetch_and_add(&blocks, 1); });
    AudioServicesPlaySystemSoundWithDetails(sound, NULL, ^{ __sync_fetch_and_add(&blocks, 1); });
    AudioServicesPlaySystemSoundWithCompletion(7, ^{ __sync_fetch_and_add(&blocks, 1); });
    for (int i = 0; i < 2000 && blocks < 5; i++) usleep(5000);
    if (blocks != 5) return 5;
#endif
    AudioServicesPlayAlertSound(kSystemSoundID_Vibrate);
    AudioServicesPlaySystemSound(kSystemSoundID_FlashScreen);
    int wrong = properties(sound);
    if (wrong) return wrong;
    CFRelease(url);
    url = write_sound(arguments[1], 40 * 8000);
    SystemSoundID other = 0;
    if (AudioServicesCreateSystemSoundID(url, &other) != kAudioServicesSystemSoundExceededMaximumDurationError) return 6;
    CFRelease(url);
    if (AudioServicesCreateSystemSoundID(NULL, &other) == noErr) return 7;
    if (AudioServicesDisposeSystemSoundID(77) != kAudioServicesSystemSoundUnspecifiedError) return 8;
    if (AudioServicesAddSystemSoundCompletion(77, NULL, NULL, finished, NULL) == noErr) return 9;
    AudioServicesPlaySystemSound(sound);
    if (ended != 1) return 12;
    return 0;
}
