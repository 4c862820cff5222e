// Plays a file on a thread with its own run loop, and listens for the end. A tap receives what the device would.
#include "zoo.h"
#include <CoreFoundation/CFRunLoop.h>
#include <pthread.h>

enum { buffer_count = 3, sound_frames = 15000 };

typedef struct {
    const char *path;
    AudioFileID file;
    AudioQueueRef queue;
    AudioQueueBufferRef buffers[buffer_count];
    UInt32 packetsPerBuffer;
    AudioStreamPacketDescription *descriptions;
    SInt64 packet;
    Boolean running;
    UInt32 heard, wrong;
} Player;

static void give(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Player *player = (Player *)user;
    UInt32 bytes = buffer->mAudioDataBytesCapacity, packets = player->packetsPerBuffer;
    if (!player->running) return;
    OSStatus status = AudioFileReadPacketData(
        player->file, 0, &bytes, player->descriptions, player->packet, &packets, buffer->mAudioData);
    CHECK(status == noErr || status == kAudioFileEndOfFileError);
    if (packets > 0) {
        buffer->mAudioDataByteSize = bytes;
        CALL(AudioQueueEnqueueBuffer(queue, buffer, player->descriptions ? packets : 0, player->descriptions));
        player->packet += packets;
    } else {
        CALL(AudioQueueStop(queue, 0));
        player->running = 0;
    }
}

static void ended(void *user, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 running = 0, size = sizeof running;
    (void)user;
    CALL(AudioQueueGetProperty(queue, property, &running, &size));
    if (!running) CFRunLoopStop(CFRunLoopGetCurrent());
}

static void hear(
    void *user, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time,
    AudioQueueProcessingTapFlags *flags, UInt32 *got, AudioBufferList *data) {
    Player *player = (Player *)user;
    if (AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, got, data) != noErr) {
        player->wrong++;
        return;
    }
    for (UInt32 i = 0; i < *got; i++) {
        for (UInt32 channel = 0; channel < 2; channel++) {
            // Non-interleaved, or both channels in one buffer.
            const float *samples = (const float *)data->mBuffers[data->mNumberBuffers > 1 ? channel : 0].mData;
            float sample = data->mNumberBuffers > 1 ? samples[i] : samples[2 * i + channel];
            if (player->heard < sound_frames && sample != (float)sample_at(2 * player->heard + channel) / 32768)
                player->wrong++;
        }
        player->heard++;
    }
}

static void *play(void *user) {
    Player *player = (Player *)user;
    AudioStreamBasicDescription format, tapFormat;
    AudioQueueProcessingTapRef tap = NULL;
    CFURLRef url = url_of(player->path);
    UInt32 size = sizeof format, largest = 0, most = 0;
    CALL(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &player->file));
    CFRelease(url);
    CALL(AudioFileGetProperty(player->file, kAudioFilePropertyDataFormat, &size, &format));
    CALL(AudioQueueNewOutput(&format, give, player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &player->queue));
    CALL(AudioQueueAddPropertyListener(player->queue, kAudioQueueProperty_IsRunning, ended, player));
    CALL(AudioQueueProcessingTapNew(
        player->queue, hear, player, kAudioQueueProcessingTap_PreEffects, &most, &tapFormat, &tap));

    size = sizeof largest;
    CALL(AudioFileGetProperty(player->file, kAudioFilePropertyPacketSizeUpperBound, &size, &largest));
    player->packetsPerBuffer = 16384 / largest;
    if (format.mBytesPerPacket == 0 || format.mFramesPerPacket == 0)
        player->descriptions = (AudioStreamPacketDescription *)calloc(
            player->packetsPerBuffer, sizeof(AudioStreamPacketDescription));
    UInt32 cookieSize = 0;
    if (AudioFileGetPropertyInfo(player->file, kAudioFilePropertyMagicCookieData, &cookieSize, NULL) == noErr && cookieSize) {
        char *cookie = (char *)malloc(cookieSize);
        CHECK(cookie != NULL);
        CALL(AudioFileGetProperty(player->file, kAudioFilePropertyMagicCookieData, &cookieSize, cookie));
        CALL(AudioQueueSetProperty(player->queue, kAudioQueueProperty_MagicCookie, cookie, cookieSize));
        free(cookie);
    }
    player->running = 1;
    for (int i = 0; i < buffer_count; i++) {
        CALL(AudioQueueAllocateBuffer(player->queue, 16384, &player->buffers[i]));
        give(player, player->queue, player->buffers[i]);
    }
    CALL(AudioQueueSetParameter(player->queue, kAudioQueueParam_Volume, 1.0f));
    CALL(AudioQueueStart(player->queue, NULL));
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) == kCFRunLoopRunStopped);
    CALL(AudioQueueProcessingTapDispose(tap));
    CALL(AudioQueueDispose(player->queue, 1));
    CALL(AudioFileClose(player->file));
    free(player->descriptions);
    return NULL;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    char path[1024];
    Player player;
    pthread_t thread;
    snprintf(path, sizeof path, "%s/sound.wav", arguments[1]);
    write_sound(path, sound_frames);
    memset(&player, 0, sizeof player);
    player.path = path;
    CHECK(pthread_create(&thread, NULL, play, &player) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(player.wrong == 0 && player.heard >= sound_frames);
    return 0;
}
