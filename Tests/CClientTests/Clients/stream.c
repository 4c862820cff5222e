// Parses a file as a radio player does: in small pieces, properties first, then packets.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFDictionary.h>
#include <stdio.h>
#include <string.h>

enum { frames = 1000, header_size = 44 };

typedef struct Player {
    AudioFileStreamID stream;
    UInt32 properties, packets, bytes;
    int is_ready, failed;
    SInt16 last;
} Player;

static void hear(
    void *user, AudioFileStreamID stream, AudioFileStreamPropertyID property, AudioFileStreamPropertyFlags *flags) {
    Player *player = (Player *)user;
    player->properties++;
    if (player->is_ready || player->packets) player->failed = 1;
    if (!(*flags & kAudioFileStreamPropertyFlag_PropertyIsCached)) player->failed = 2;
    *flags |= kAudioFileStreamPropertyFlag_CacheProperty;
    if (property == kAudioFileStreamProperty_DataFormat) {
        AudioStreamBasicDescription format;
        UInt32 size = sizeof format;
        if (AudioFileStreamGetProperty(stream, property, &size, &format) != noErr || format.mSampleRate != 8000)
            player->failed = 3;
    }
    if (property == kAudioFileStreamProperty_ReadyToProducePackets) player->is_ready = 1;
}

static void take(
    void *user, UInt32 bytes, UInt32 packets, const void *data, AudioStreamPacketDescription *descriptions) {
    Player *player = (Player *)user;
    if (!player->is_ready || descriptions || bytes != packets * 2) player->failed = 4;
    player->packets += packets;
    player->bytes += bytes;
    memcpy(&player->last, (const char *)data + bytes - 2, 2);
}

static void put32(unsigned char *at, UInt32 value) {
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> 8 * i);
}

int main(void) {
    unsigned char file[header_size + frames * 2] = "RIFF    WAVEfmt \20\0\0\0\1\0\1\0";
    put32(file + 4, sizeof file - 8);
    put32(file + 24, 8000);
    put32(file + 28, 16000);
    file[32] = 2;
    file[34] = 16;
    memcpy(file + 36, "data", 4);
    put32(file + 40, frames * 2);
    for (int i = 0; i < frames; i++) {
        SInt16 sample = (SInt16)i;
        memcpy(file + header_size + 2 * i, &sample, 2);
    }

    Player player;
    memset(&player, 0, sizeof player);
    if (AudioFileStreamOpen(&player, hear, take, 0, &player.stream) != noErr) return 1;
    UInt64 count = 0;
    UInt32 size = sizeof count;
    if (AudioFileStreamGetProperty(player.stream, kAudioFileStreamProperty_AudioDataPacketCount, &size, &count)
        != kAudioFileStreamError_DataUnavailable)
        return 2;
    for (size_t at = 0; at < sizeof file; at += 100) {
        size_t left = sizeof file - at;
        if (AudioFileStreamParseBytes(player.stream, left < 100 ? (UInt32)left : 100, file + at, 0) != noErr) return 3;
    }
    if (AudioFileStreamParseBytes(player.stream, 0, NULL, 0) != noErr) return 4;
    if (player.failed) return 10 + player.failed;
    if (player.packets != frames || player.bytes != frames * 2 || player.last != frames - 1) return 5;
    size = sizeof count;
    if (AudioFileStreamGetProperty(player.stream, kAudioFileStreamProperty_AudioDataPacketCount, &size, &count) != noErr
        || count != frames)
        return 6;
    Boolean writable = 1;
    if (AudioFileStreamGetPropertyInfo(player.stream, kAudioFileStreamProperty_DataFormat, &size, &writable) != noErr
        || size != sizeof(AudioStreamBasicDescription) || writable)
        return 7;
    if (AudioFileStreamSetProperty(player.stream, kAudioFileStreamProperty_DataFormat, size, file)
        != kAudioFileStreamError_IllegalOperation)
        return 8;
    CFDictionaryRef info = NULL;
    size = sizeof info;
    if (AudioFileStreamGetProperty(player.stream, kAudioFileStreamProperty_InfoDictionary, &size, &info) != noErr
        || !info)
        return 9;
    CFRelease(info);

    SInt64 offset = 0;
    AudioFileStreamSeekFlags flags = kAudioFileStreamSeekFlag_OffsetIsEstimated;
    if (AudioFileStreamSeek(player.stream, 900, &offset, &flags) != noErr || offset != 1800 || flags) return 20;
    player.packets = 0;
    if (AudioFileStreamParseBytes(
            player.stream, 200, file + header_size + offset, kAudioFileStreamParseFlag_Discontinuity)
            != noErr
        || player.packets != 100 || player.last != frames - 1)
        return 21;
    if (AudioFileStreamClose(player.stream) != noErr) return 22;
    return AudioFileStreamParseBytes(player.stream, 0, NULL, 0) == noErr ? 23 : 0;
}
