// The functions that a file with callbacks calls make every call of the file themselves, and those of a stream and a converter
// too. Each call comes back, in the same thread; afterwards the file, the stream and the converter do their work. A program
// that hangs is ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // alarm, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                       \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            printf("within-file.c:%d: %s (call %d)\n", __LINE__, #condition, call_number);     \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

/// The call that is made within a function; the function that makes it.
static int call_number;
enum { READS, WRITES, ASKS_SIZE, SETS_SIZE, FUNCTIONS };
static int place;
/// Whether a call within is to be made, is being made, or has come back.
static enum { NOTHING, WANTED, RUNNING, DONE } within;

#define NOTE 0x6E6F7465  // 'note'

// MARK: A file in memory

typedef struct {
    char bytes[1 << 16];
    SInt64 size;
    AudioFileID file;
} Memory;

static Memory memory;

static void call_file(int number);

static void reenter(int here) {
    if (within != WANTED || place != here) return;
    within = RUNNING;
    call_file(call_number);
    within = DONE;
}

static OSStatus read_bytes(void *user, SInt64 position, UInt32 count, void *buffer, UInt32 *actual) {
    Memory *it = (Memory *)user;
    reenter(READS);
    SInt64 left = it->size - position;
    *actual = left <= 0 ? 0 : (SInt64)count < left ? count : (UInt32)left;
    memcpy(buffer, it->bytes + (left <= 0 ? 0 : position), *actual);
    return noErr;
}

static OSStatus write_bytes(void *user, SInt64 position, UInt32 count, const void *buffer, UInt32 *actual) {
    Memory *it = (Memory *)user;
    reenter(WRITES);
    if (position + count > (SInt64)sizeof it->bytes) return kAudioFileUnspecifiedError;
    if (position > it->size) memset(it->bytes + it->size, 0, (size_t)(position - it->size));
    memcpy(it->bytes + position, buffer, count);
    if (position + count > it->size) it->size = position + count;
    *actual = count;
    return noErr;
}

static SInt64 get_size(void *user) {
    reenter(ASKS_SIZE);
    return ((Memory *)user)->size;
}

static OSStatus set_size(void *user, SInt64 size) {
    Memory *it = (Memory *)user;
    reenter(SETS_SIZE);
    if (size < 0 || size > (SInt64)sizeof it->bytes) return kAudioFileUnspecifiedError;
    if (size > it->size) memset(it->bytes + it->size, 0, (size_t)(size - it->size));
    it->size = size;
    return noErr;
}

static AudioStreamBasicDescription sixteen_bits(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 8000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    return format;
}

#define FILE_CALLS 24

/// Makes one call of the file. What it returns is its own business: it may refuse.
static void call_file(int number) {
    AudioFileID file = memory.file;
    AudioStreamBasicDescription format = sixteen_bits();
    AudioStreamPacketDescription packets[8];
    char data[256] = {0};
    UInt32 size = sizeof data, count = 8, flag = 0;
    UInt64 size64 = 0;
    AudioFileID other = NULL;
    ExtAudioFileRef extended = NULL;
    switch (number) {
    case 0: (void)AudioFileClose(file); break;
    case 1: (void)AudioFileOptimize(file); break;
    case 2: (void)AudioFileReadBytes(file, 0, 0, &size, data); break;
    case 3: (void)AudioFileWriteBytes(file, 0, 0, &count, data); break;
    case 4: (void)AudioFileReadPacketData(file, 0, &size, packets, 0, &count, data); break;
    case 5: (void)AudioFileReadPackets(file, 0, &size, packets, 0, &count, data); break;
    case 6: (void)AudioFileWritePackets(file, 0, 16, NULL, 0, &count, data); break;
    case 7: (void)AudioFileCountUserData(file, NOTE, &count); break;
    case 8: (void)AudioFileGetUserDataSize(file, NOTE, 0, &size); break;
    case 9: (void)AudioFileGetUserDataSize64(file, NOTE, 0, &size64); break;
    case 10: (void)AudioFileGetUserData(file, NOTE, 0, &size, data); break;
    case 11: (void)AudioFileGetUserDataAtOffset(file, NOTE, 0, 0, &size, data); break;
    case 12: (void)AudioFileSetUserData(file, NOTE, 0, 4, "text"); break;
    case 13: (void)AudioFileRemoveUserData(file, NOTE, 0); break;
    case 14: (void)AudioFileGetPropertyInfo(file, kAudioFilePropertyDataFormat, &size, &flag); break;
    case 15: (void)AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, data); break;
    case 16: (void)AudioFileGetProperty(file, kAudioFilePropertyEstimatedDuration, &size, data); break;
    case 17: (void)AudioFileGetProperty(file, kAudioFilePropertyMaximumPacketSize, &size, data); break;
    case 18: flag = 1, (void)AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &flag); break;
    case 19: (void)AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, NULL, &size); break;
    case 20:
        if (AudioFileOpenWithCallbacks(&memory, read_bytes, NULL, get_size, NULL, kAudioFileWAVEType, &other) == noErr)
            CHECK(AudioFileClose(other) == noErr);
        break;
    case 21:
        if (ExtAudioFileWrapAudioFileID(file, 0, &extended) == noErr) CHECK(ExtAudioFileDispose(extended) == noErr);
        break;
    case 22: (void)AudioFileGetProperty(file, kAudioFilePropertyAudioDataByteCount, &size, data); break;
    default:
        count = sizeof format;
        (void)AudioFileSetProperty(file, kAudioFilePropertyDataFormat, count, &format);
        break;
    }
}

/// Makes a file, writes a sound and reads it, while one of its functions makes a call.
static void use_file(void) {
    AudioStreamBasicDescription format = sixteen_bits();
    SInt16 sound[400], back[400] = {0};
    UInt32 size = sizeof sound, flag = 0;
    for (int index = 0; index < 400; index++) sound[index] = (SInt16)(index + 1);
    memory.size = 0;
    within = NOTHING;
    CHECK(AudioFileInitializeWithCallbacks(
              &memory, read_bytes, write_bytes, get_size, set_size, kAudioFileWAVEType, &format, 0, &memory.file) == noErr);
    CHECK(AudioFileSetProperty(memory.file, kAudioFilePropertyDeferSizeUpdates, 4, &flag) == noErr);
    within = WANTED;
    // The call within may have closed the file, or have changed it.
    (void)AudioFileWriteBytes(memory.file, 0, 0, &size, sound);
    (void)AudioFileSetUserData(memory.file, NOTE, 0, 4, "word");
    (void)AudioFileOptimize(memory.file);
    size = sizeof back;
    (void)AudioFileReadBytes(memory.file, 0, 0, &size, back);
    CHECK(within != RUNNING);
    (void)AudioFileClose(memory.file);
    within = NOTHING;

    memory.size = 0;
    size = sizeof sound;
    CHECK(AudioFileInitializeWithCallbacks(
              &memory, read_bytes, write_bytes, get_size, set_size, kAudioFileWAVEType, &format, 0, &memory.file) == noErr);
    CHECK(AudioFileWriteBytes(memory.file, 0, 0, &size, sound) == noErr && AudioFileClose(memory.file) == noErr);
    CHECK(AudioFileOpenWithCallbacks(&memory, read_bytes, write_bytes, get_size, set_size, 0, &memory.file) == noErr);
    within = WANTED;
    size = sizeof back;
    memset(back, 0, sizeof back);
    OSStatus status = AudioFileReadBytes(memory.file, 0, 0, &size, back);
    CHECK(within != RUNNING);
    // What only asks leaves the reading around it as it is.
    if (place == READS && within == DONE && (call_number >= 7 && call_number <= 11)) {
        CHECK(status == noErr && size == sizeof back && memcmp(sound, back, sizeof back) == 0);
    }
    (void)AudioFileClose(memory.file);
    within = NOTHING;
}

// MARK: A stream

static AudioFileStreamID stream;
static long stream_packets;

#define STREAM_CALLS 6

static void call_stream(void) {
    UInt32 size = 64;
    char data[64] = {0};
    SInt64 offset = 0;
    Boolean writable = 0;
    AudioFileStreamSeekFlags flags = (AudioFileStreamSeekFlags)0;
    if (within != WANTED) return;
    within = RUNNING;
    switch (call_number) {
    case 0: (void)AudioFileStreamParseBytes(stream, 0, NULL, (AudioFileStreamParseFlags)0); break;
    case 1: (void)AudioFileStreamSeek(stream, 1, &offset, &flags); break;
    case 2: (void)AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_DataFormat, &size, &writable); break;
    case 3: (void)AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, data); break;
    case 4: (void)AudioFileStreamSetProperty(stream, kAudioFileStreamProperty_DataFormat, size, data); break;
    default: (void)AudioFileStreamClose(stream); break;
    }
    within = DONE;
}

static void stream_property(
    void *user, AudioFileStreamID id, AudioFileStreamPropertyID property, AudioFileStreamPropertyFlags *flags) {
    (void)id, (void)property, (void)flags;
    if (*(int *)user) call_stream();
}

static void stream_data(
    void *user, UInt32 bytes, UInt32 packets, const void *data, AudioStreamPacketDescription *descriptions) {
    (void)bytes, (void)data, (void)descriptions;
    stream_packets += packets;
    if (!*(int *)user) call_stream();
}

static void use_stream(int in_listener) {
    CHECK(AudioFileStreamOpen(&in_listener, stream_property, stream_data, kAudioFileWAVEType, &stream) == noErr);
    within = WANTED;
    (void)AudioFileStreamParseBytes(stream, (UInt32)memory.size, memory.bytes, (AudioFileStreamParseFlags)0);
    CHECK(within == DONE);
    OSStatus status = AudioFileStreamClose(stream);
    CHECK(call_number == STREAM_CALLS - 1 ? status != noErr : status == noErr);
    within = NOTHING;
}

// MARK: A converter

static AudioConverterRef converter;
static SInt16 source[4096];
#define CONVERTER_CALLS 7

static OSStatus give(
    AudioConverterRef from, UInt32 *packets, AudioBufferList *list, AudioStreamPacketDescription **descriptions, void *user) {
    UInt32 size = 64, count = 8;
    float room[64];
    Boolean writable = 0;
    AudioBufferList inner;
    (void)from, (void)descriptions, (void)user;
    if (within == WANTED) {
        within = RUNNING;
        memset(&inner, 0, sizeof inner);
        inner.mNumberBuffers = 1;
        inner.mBuffers[0].mNumberChannels = 1;
        inner.mBuffers[0].mDataByteSize = sizeof room;
        inner.mBuffers[0].mData = room;
        switch (call_number) {
        case 0: (void)AudioConverterReset(converter); break;
        case 1:
            (void)AudioConverterGetPropertyInfo(converter, kAudioConverterSampleRateConverterQuality, &size, &writable);
            break;
        case 2: (void)AudioConverterGetProperty(converter, kAudioConverterSampleRateConverterQuality, &size, room); break;
        case 3: size = 0, (void)AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterQuality, 4, &size); break;
        case 4: (void)AudioConverterFillComplexBuffer(converter, give, NULL, &count, &inner, NULL); break;
        case 5: size = sizeof room, (void)AudioConverterConvertBuffer(converter, 32, source, &size, room); break;
        default: (void)AudioConverterDispose(converter); break;
        }
        within = DONE;
    }
    if (*packets > 4096) *packets = 4096;
    list->mBuffers[0].mData = source;
    list->mBuffers[0].mDataByteSize = *packets * 2;
    return noErr;
}

static void use_converter(void) {
    AudioStreamBasicDescription from = sixteen_bits(), to = from;
    float room[512];
    UInt32 count = 512;
    AudioBufferList list;
    to.mSampleRate = 11025;
    to.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    to.mBytesPerPacket = to.mBytesPerFrame = 4;
    to.mBitsPerChannel = 32;
    CHECK(AudioConverterNew(&from, &to, &converter) == noErr);
    memset(&list, 0, sizeof list);
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = sizeof room;
    list.mBuffers[0].mData = room;
    within = WANTED;
    (void)AudioConverterFillComplexBuffer(converter, give, NULL, &count, &list, NULL);
    CHECK(within == DONE);
    within = NOTHING;
    if (call_number < CONVERTER_CALLS - 1) {
        count = 512;
        list.mBuffers[0].mDataByteSize = sizeof room;
        CHECK(AudioConverterFillComplexBuffer(converter, give, NULL, &count, &list, NULL) == noErr && count == 512);
        CHECK(AudioConverterDispose(converter) == noErr);
    } else {
        CHECK(AudioConverterDispose(converter) != noErr);
    }
}

int main(void) {
    (void)alarm(60);
    for (int here = 0; here < FUNCTIONS; here++) {
        for (call_number = 0; call_number < FILE_CALLS; call_number++) {
            place = here;
            use_file();
        }
    }
    for (call_number = 0; call_number < STREAM_CALLS; call_number++) {
        use_stream(1);
        use_stream(0);
    }
    CHECK(stream_packets > 0);
    for (call_number = 0; call_number < CONVERTER_CALLS; call_number++) use_converter();
    return 0;
}
