// Renders a file through an audio queue into memory. One buffer serves: the callback fills it again. The run loop that was
// named never runs, so the callback comes while the queue renders.
#include "zoo.h"
#include <CoreFoundation/CFRunLoop.h>

enum { packets_per_buffer = 3000, frames_per_render = 1024, sound_frames = 20000 };

typedef struct {
    AudioFileID file;
    SInt64 currentPacket;
    Boolean done, flushed;
    int calls;
} Renderer;

static void fill(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Renderer *renderer = (Renderer *)user;
    UInt32 packets = packets_per_buffer, bytes = buffer->mAudioDataBytesCapacity;
    renderer->calls++;
    if (renderer->done) return;
    CALL(AudioFileReadPackets(
        renderer->file, 0, &bytes, NULL, renderer->currentPacket, &packets, buffer->mAudioData));
    if (packets > 0) {
        buffer->mAudioDataByteSize = bytes;
        CALL(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL));
        renderer->currentPacket += packets;
        return;
    }
    if (!renderer->flushed) {
        renderer->flushed = 1;
        CALL(AudioQueueFlush(queue));
    }
    CALL(AudioQueueStop(queue, 0));
    renderer->done = 1;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    char path[1024];
    snprintf(path, sizeof path, "%s/sound.wav", arguments[1]);
    write_sound(path, sound_frames);

    Renderer renderer;
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef source = NULL, capture = NULL;
    CFURLRef url = url_of(path);
    memset(&renderer, 0, sizeof renderer);
    CALL(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &renderer.file));
    CFRelease(url);
    CALL(AudioFileGetProperty(renderer.file, kAudioFilePropertyDataFormat, &size, &format));
    CALL(AudioQueueNewOutput(
        &format, fill, &renderer, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue));
    CALL(AudioQueueAllocateBuffer(queue, packets_per_buffer * format.mBytesPerPacket, &source));

    AudioStreamBasicDescription captured = pcm16(44100, 2);
    AudioChannelLayout layout;
    memset(&layout, 0, sizeof layout);
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo;
    CALL(AudioQueueSetOfflineRenderFormat(queue, &captured, &layout));
    CALL(AudioQueueStart(queue, NULL));
    CALL(AudioQueueAllocateBuffer(queue, frames_per_render * captured.mBytesPerFrame, &capture));

    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    CALL(AudioQueueOfflineRender(queue, &time, capture, 0));
    fill(&renderer, queue, source);

    UInt32 heard = 0;
    for (int idle = 0; idle < 3;) {
        CALL(AudioQueueOfflineRender(queue, &time, capture, frames_per_render));
        const SInt16 *samples = (const SInt16 *)capture->mAudioData;
        UInt32 frames = capture->mAudioDataByteSize / captured.mBytesPerFrame;
        for (UInt32 i = 0; i < frames * 2 && heard * 2 + i < sound_frames * 2; i++)
            CHECK(samples[i] == sample_at(heard * 2 + i));
        heard += frames;
        time.mSampleTime += frames;
        idle = renderer.done || frames == 0 ? idle + 1 : 0;
        if (renderer.flushed && heard >= sound_frames) break;
    }
    CHECK(heard >= sound_frames && renderer.done);
    CHECK(renderer.calls == sound_frames / packets_per_buffer + 2);
    CALL(AudioQueueDispose(queue, 1));
    CALL(AudioFileClose(renderer.file));
    return 0;
}
