// queue-player FILE
//
// Plays a file of any format through an audio queue, with callbacks in the run loop.
//
//     cc queue-player.c -o queue-player $(pkg-config --cflags --libs coreaudio)
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFURL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { buffer_count = 3, buffer_bytes = 0x8000 };

typedef struct Player {
    AudioFileID file;
    AudioQueueRef queue;
    SInt64 packet;
    UInt32 packets_per_buffer;
    int varies;  // whether packets need descriptions
    int is_started;
} Player;

static void check(OSStatus status, const char *what) {
    if (status == noErr) return;
    fprintf(stderr, "%s failed: %d\n", what, (int)status);
    exit(1);
}

// Reads the next packets into a buffer and gives it to the queue; at the end of the file lets the queue play out.
static void fill(void *context, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Player *player = (Player *)context;
    UInt32 bytes = buffer->mAudioDataBytesCapacity, packets = player->packets_per_buffer;
    OSStatus status = AudioFileReadPacketData(
        player->file, false, &bytes, player->varies ? buffer->mPacketDescriptions : NULL, player->packet, &packets,
        buffer->mAudioData);
    if (status != kAudioFileEndOfFileError) check(status, "AudioFileReadPacketData");
    if (packets == 0) {
        // A file shorter than the buffers ends before the queue begins.
        if (player->is_started) check(AudioQueueStop(queue, false), "AudioQueueStop");
        return;
    }
    buffer->mAudioDataByteSize = bytes;
    buffer->mPacketDescriptionCount = player->varies ? packets : 0;
    player->packet += packets;
    check(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL), "AudioQueueEnqueueBuffer");
}

static void running_changed(void *context, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 is_running = 0, size = sizeof is_running;
    (void)context;
    check(AudioQueueGetProperty(queue, property, &is_running, &size), "AudioQueueGetProperty");
    if (!is_running) CFRunLoopStop(CFRunLoopGetCurrent());
}

// Hands the codec's settings from the file to the queue, where there are any.
static void copy_cookie(Player *player) {
    UInt32 size = 0;
    if (AudioFileGetPropertyInfo(player->file, kAudioFilePropertyMagicCookieData, &size, NULL) != noErr || size == 0)
        return;
    void *cookie = malloc(size);
    check(AudioFileGetProperty(player->file, kAudioFilePropertyMagicCookieData, &size, cookie), "reading the cookie");
    check(AudioQueueSetProperty(player->queue, kAudioQueueProperty_MagicCookie, cookie, size), "setting the cookie");
    free(cookie);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: queue-player FILE\n");
        return 1;
    }
    Player player;
    memset(&player, 0, sizeof player);
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)arguments[1], (CFIndex)strlen(arguments[1]), false);
    check(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &player.file), "AudioFileOpenURL");
    CFRelease(url);

    AudioStreamBasicDescription format;
    UInt32 size = sizeof format, packet_size = 0;
    check(AudioFileGetProperty(player.file, kAudioFilePropertyDataFormat, &size, &format), "reading the format");
    size = sizeof packet_size;
    check(
        AudioFileGetProperty(player.file, kAudioFilePropertyPacketSizeUpperBound, &size, &packet_size),
        "reading the packet size");
    player.varies = format.mBytesPerPacket == 0;
    UInt32 bytes = packet_size > buffer_bytes ? packet_size : buffer_bytes;
    player.packets_per_buffer = bytes / packet_size;

    check(
        AudioQueueNewOutput(&format, fill, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &player.queue),
        "AudioQueueNewOutput");
    copy_cookie(&player);
    check(
        AudioQueueAddPropertyListener(player.queue, kAudioQueueProperty_IsRunning, running_changed, &player),
        "AudioQueueAddPropertyListener");
    for (int i = 0; i < buffer_count; i++) {
        AudioQueueBufferRef buffer = NULL;
        check(
            AudioQueueAllocateBufferWithPacketDescriptions(
                player.queue, bytes, player.varies ? player.packets_per_buffer : 0, &buffer),
            "AudioQueueAllocateBuffer");
        fill(&player, player.queue, buffer);
    }
    player.is_started = 1;
    if (player.packet > 0) {
        check(AudioQueueStart(player.queue, NULL), "AudioQueueStart");
        CFRunLoopRun();
    }
    check(AudioQueueDispose(player.queue, true), "AudioQueueDispose");
    check(AudioFileClose(player.file), "AudioFileClose");
    return 0;
}
