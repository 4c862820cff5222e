// Records Apple Lossless into a CAF file, as Apple's own recorder does: the queue says what it records and gives the cookie.
#include "zoo.h"
#include <CoreFoundation/CFRunLoop.h>

enum { buffers = 3, packets_wanted = 6 };

/// Of a device that hears nothing, unless the second argument says what the device hears at.
static double rate = 44100;
static Boolean hears = 0;

typedef struct {
    AudioFileID file;
    SInt64 packet;
    Boolean running;
} Recorder;

static int buffer_size(const AudioStreamBasicDescription *format, AudioQueueRef queue, float seconds) {
    int frames = (int)(seconds * format->mSampleRate + 0.5), packets;
    UInt32 size = format->mBytesPerPacket;
    if (format->mBytesPerFrame > 0) return frames * (int)format->mBytesPerFrame;
    if (size == 0) {
        UInt32 propertySize = sizeof size;
        CALL(AudioQueueGetProperty(
            queue, kAudioConverterPropertyMaximumOutputPacketSize, &size, &propertySize));
    }
    packets = format->mFramesPerPacket > 0 ? frames / (int)format->mFramesPerPacket : frames;
    return (packets ? packets : 1) * (int)size;
}

/// A reader needs the queue's cookie to decode the file.
static void copy_cookie(AudioQueueRef queue, AudioFileID file) {
    UInt32 size = 0;
    if (AudioQueueGetPropertySize(queue, kAudioConverterCompressionMagicCookie, &size) != noErr || size == 0) return;
    UInt8 *cookie = (UInt8 *)malloc(size);
    UInt32 willEat = 0;
    CHECK(cookie != NULL);
    CALL(AudioQueueGetProperty(queue, kAudioConverterCompressionMagicCookie, cookie, &size));
    if (AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, NULL, &willEat) == noErr && willEat)
        CALL(AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, size, cookie));
    free(cookie);
}

static void recorded(
    void *user, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *start, UInt32 packets,
    const AudioStreamPacketDescription *descriptions) {
    Recorder *recorder = (Recorder *)user;
    (void)start;
    if (packets > 0) {
        CALL(AudioFileWritePackets(
            recorder->file, 0, buffer->mAudioDataByteSize, descriptions, recorder->packet, &packets,
            buffer->mAudioData));
        recorder->packet += packets;
    }
    if (recorder->running) CALL(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL));
    if (recorder->packet >= packets_wanted) CFRunLoopStop(CFRunLoopGetCurrent());
}

/// Records some packets, and returns the number in the file.
static SInt64 record(const char *path, UInt32 formatID, AudioFileTypeID type) {
    Recorder recorder;
    AudioStreamBasicDescription format = pcm16(rate, 2);
    AudioQueueRef queue = NULL;
    UInt32 size = sizeof format;
    memset(&recorder, 0, sizeof recorder);
    if (formatID != kAudioFormatLinearPCM) {
        memset(&format, 0, sizeof format);
        format.mFormatID = formatID;
        format.mSampleRate = rate;
        format.mChannelsPerFrame = 2;
        format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData;
        CALL(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, NULL, &size, &format));
    }
    CALL(AudioQueueNewInput(&format, recorded, &recorder, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue));
    // The queue's own description is complete.
    size = sizeof format;
    CALL(AudioQueueGetProperty(queue, kAudioConverterCurrentOutputStreamDescription, &format, &size));
    CHECK(size == sizeof format && format.mFormatID == formatID && format.mFramesPerPacket > 0);

    CFURLRef url = url_of(path);
    CALL(AudioFileCreateWithURL(url, type, &format, kAudioFileFlags_EraseFile, &recorder.file));
    CFRelease(url);
    copy_cookie(queue, recorder.file);
    int bytes = buffer_size(&format, queue, 0.1f);
    for (int i = 0; i < buffers; i++) {
        AudioQueueBufferRef buffer = NULL;
        CALL(AudioQueueAllocateBuffer(queue, (UInt32)bytes, &buffer));
        CALL(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL));
    }
    recorder.running = 1;
    CALL(AudioQueueStart(queue, NULL));
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) == kCFRunLoopRunStopped);
    recorder.running = 0;
    CALL(AudioQueueStop(queue, 1));
    // A cookie may change while a file is recorded.
    copy_cookie(queue, recorder.file);
    CALL(AudioQueueDispose(queue, 1));
    CALL(AudioFileClose(recorder.file));
    return recorder.packet * format.mFramesPerPacket;
}

/// The file contains all recorded frames. They are silent on the null device; the caller compares what another one hears.
static void play_back(const char *path, SInt64 frames) {
    AudioStreamBasicDescription client = pcm16(rate, 2);
    ExtAudioFileRef file = NULL;
    CFURLRef url = url_of(path);
    SInt64 heard = 0;
    CALL(ExtAudioFileOpenURL(url, &file));
    CFRelease(url);
    CALL(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client));
    for (;;) {
        SInt16 samples[2048];
        UInt32 count = 1024;
        AudioBufferList list;
        memset(samples, 1, sizeof samples);
        list.mNumberBuffers = 1;
        list.mBuffers[0].mNumberChannels = 2;
        list.mBuffers[0].mDataByteSize = sizeof samples;
        list.mBuffers[0].mData = samples;
        CALL(ExtAudioFileRead(file, &count, &list));
        if (count == 0) break;
        for (UInt32 i = 0; i < count * 2; i++) CHECK(hears || samples[i] == 0);
        heard += count;
    }
    CALL(ExtAudioFileDispose(file));
    // The last packet is shorter if the stop came within it.
    CHECK(heard <= frames && heard > frames - 4096);
}

int main(int count, char **arguments) {
    CHECK(count == 2 || count == 3);
    hears = count == 3;
    if (hears) rate = atof(arguments[2]);
    char path[1024];
    snprintf(path, sizeof path, "%s/lossless.caf", arguments[1]);
    SInt64 frames = record(path, kAudioFormatAppleLossless, kAudioFileCAFType);
    CHECK(frames >= packets_wanted * 4096);
    play_back(path, frames);
    snprintf(path, sizeof path, "%s/plain.wav", arguments[1]);
    frames = record(path, kAudioFormatLinearPCM, kAudioFileWAVEType);
    CHECK(frames >= packets_wanted);
    play_back(path, frames);
    return 0;
}
