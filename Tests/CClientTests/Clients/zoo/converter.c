// Converts files packet by packet with AudioFileReadPackets, AudioConverterFillComplexBuffer and AudioFileWritePackets,
// and copies descriptions, the magic cookie and the packet table. The round trip is lossless.
#include "zoo.h"

enum { sound_frames = 30001, source_bytes = 32768, output_bytes = 65536 };

typedef struct {
    AudioFileID file;
    SInt64 position;
    char *buffer;
    UInt32 sizePerPacket, packetsPerRead;
    AudioStreamBasicDescription format;
    AudioStreamPacketDescription *descriptions;
} Source;

static OSStatus input(
    AudioConverterRef converter, UInt32 *ioPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription **outDescriptions, void *user) {
    Source *source = (Source *)user;
    UInt32 bytes = 0;
    (void)converter;
    if (*ioPackets > source->packetsPerRead) *ioPackets = source->packetsPerRead;
    OSStatus status = AudioFileReadPackets(
        source->file, 0, &bytes, source->descriptions, source->position, ioPackets, source->buffer);
    if (status == kAudioFileEndOfFileError) status = noErr;
    if (status != noErr) return status;
    source->position += *ioPackets;
    ioData->mBuffers[0].mData = source->buffer;
    ioData->mBuffers[0].mDataByteSize = bytes;
    ioData->mBuffers[0].mNumberChannels = source->format.mChannelsPerFrame;
    if (outDescriptions) *outDescriptions = source->descriptions;
    return noErr;
}

static void read_cookie(AudioFileID file, AudioConverterRef converter) {
    UInt32 size = 0;
    if (AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, NULL) != noErr || size == 0) return;
    char *cookie = (char *)malloc(size);
    CHECK(cookie != NULL);
    CALL(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, cookie));
    CALL(AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, size, cookie));
    free(cookie);
}

static void write_cookie(AudioConverterRef converter, AudioFileID file) {
    UInt32 size = 0, writable = 0;
    if (AudioConverterGetPropertyInfo(converter, kAudioConverterCompressionMagicCookie, &size, NULL) != noErr || !size)
        return;
    char *cookie = (char *)malloc(size);
    CHECK(cookie != NULL);
    CALL(AudioConverterGetProperty(converter, kAudioConverterCompressionMagicCookie, &size, cookie));
    if (AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, NULL, &writable) == noErr && writable)
        CALL(AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, size, cookie));
    free(cookie);
}

/// The encoder's priming and remainder go into the file's packet table, which can be read back at once.
static void write_packet_table(AudioConverterRef converter, AudioFileID file, SInt64 totalFrames) {
    AudioConverterPrimeInfo prime;
    AudioFilePacketTableInfo table, again;
    UInt32 size = 0, writable = 0;
    if (AudioFileGetPropertyInfo(file, kAudioFilePropertyPacketTableInfo, &size, &writable) != noErr || !writable) return;
    CHECK(size == sizeof table);
    size = sizeof prime;
    if (AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime) != noErr) return;
    table.mPrimingFrames = (SInt32)prime.leadingFrames;
    table.mRemainderFrames = (SInt32)prime.trailingFrames;
    table.mNumberValidFrames = totalFrames - (SInt64)prime.leadingFrames - (SInt64)prime.trailingFrames;
    CALL(AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, sizeof table, &table));
    size = sizeof again;
    CALL(AudioFileGetProperty(file, kAudioFilePropertyPacketTableInfo, &size, &again));
    CHECK(again.mNumberValidFrames == table.mNumberValidFrames && again.mPrimingFrames == table.mPrimingFrames);
    CHECK(again.mRemainderFrames == table.mRemainderFrames);
}

static void convert(const char *from, const char *to, AudioFileTypeID type, UInt32 formatID) {
    Source source;
    AudioStreamBasicDescription format;
    AudioConverterRef converter = NULL;
    AudioFileID file = NULL;
    CFURLRef url = url_of(from);
    UInt32 size = sizeof source.format;
    memset(&source, 0, sizeof source);
    CALL(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &source.file));
    CFRelease(url);
    CALL(AudioFileGetProperty(source.file, kAudioFilePropertyDataFormat, &size, &source.format));

    format = pcm16(source.format.mSampleRate, source.format.mChannelsPerFrame);
    if (formatID != kAudioFormatLinearPCM) {
        memset(&format, 0, sizeof format);
        format.mFormatID = formatID;
        format.mSampleRate = source.format.mSampleRate;
        format.mChannelsPerFrame = source.format.mChannelsPerFrame;
        if (formatID == kAudioFormatAppleLossless) format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData;
        size = sizeof format;
        CALL(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, NULL, &size, &format));
    }
    CALL(AudioConverterNew(&source.format, &format, &converter));
    read_cookie(source.file, converter);
    // The converter has completed its formats.
    size = sizeof format;
    CALL(AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &format));

    url = url_of(to);
    CALL(AudioFileCreateWithURL(url, type, &format, kAudioFileFlags_EraseFile, &file));
    CFRelease(url);

    source.sizePerPacket = source.format.mBytesPerPacket;
    if (source.sizePerPacket == 0) {
        size = sizeof source.sizePerPacket;
        CALL(AudioFileGetProperty(source.file, kAudioFilePropertyPacketSizeUpperBound, &size, &source.sizePerPacket));
    }
    source.packetsPerRead = source_bytes / source.sizePerPacket ? source_bytes / source.sizePerPacket : 1;
    source.buffer = (char *)malloc(source.packetsPerRead * source.sizePerPacket);
    if (source.format.mBytesPerPacket == 0)
        source.descriptions =
            (AudioStreamPacketDescription *)calloc(source.packetsPerRead, sizeof(AudioStreamPacketDescription));

    UInt32 outputPacketSize = format.mBytesPerPacket;
    if (outputPacketSize == 0) {
        size = sizeof outputPacketSize;
        CALL(AudioConverterGetProperty(
            converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &outputPacketSize));
    }
    UInt32 capacity = output_bytes / outputPacketSize ? output_bytes / outputPacketSize : 1;
    char *buffer = (char *)malloc(capacity * outputPacketSize);
    AudioStreamPacketDescription *descriptions = format.mBytesPerPacket
        ? NULL
        : (AudioStreamPacketDescription *)calloc(capacity, sizeof(AudioStreamPacketDescription));
    CHECK(source.buffer != NULL && buffer != NULL);

    write_cookie(converter, file);
    SInt64 position = 0, frames = 0;
    for (;;) {
        AudioBufferList list;
        UInt32 packets = capacity;
        list.mNumberBuffers = 1;
        list.mBuffers[0].mNumberChannels = format.mChannelsPerFrame;
        list.mBuffers[0].mDataByteSize = capacity * outputPacketSize;
        list.mBuffers[0].mData = buffer;
        CALL(AudioConverterFillComplexBuffer(converter, input, &source, &packets, &list, descriptions));
        if (packets == 0) break;
        CALL(AudioFileWritePackets(
            file, 0, list.mBuffers[0].mDataByteSize, descriptions, position, &packets, buffer));
        position += packets;
        frames += (SInt64)packets * format.mFramesPerPacket;
    }
    if (format.mBitsPerChannel == 0) write_packet_table(converter, file, frames);
    // The encoder's cookie may have changed.
    write_cookie(converter, file);
    CALL(AudioConverterDispose(converter));
    CALL(AudioFileClose(file));
    CALL(AudioFileClose(source.file));
    free(source.buffer);
    free(source.descriptions);
    free(buffer);
    free(descriptions);
}

/// The sound in a file, by packets of PCM.
static void compare(const char *path) {
    static SInt16 samples[2 * sound_frames + 2];
    AudioFileID file = NULL;
    CFURLRef url = url_of(path);
    UInt32 bytes = sizeof samples, packets = sound_frames + 1;
    CALL(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file));
    CFRelease(url);
    OSStatus status = AudioFileReadPackets(file, 0, &bytes, NULL, 0, &packets, samples);
    CHECK(status == noErr || status == kAudioFileEndOfFileError);
    CHECK(packets == sound_frames && bytes == sound_frames * 4);
    for (UInt32 i = 0; i < sound_frames * 2; i++) CHECK(samples[i] == sample_at(i));
    CALL(AudioFileClose(file));
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    char sound[1024], lossless[1024], back[1024];
    const AudioFileTypeID types[] = {kAudioFileCAFType, kAudioFileM4AType};
    snprintf(sound, sizeof sound, "%s/sound.wav", arguments[1]);
    snprintf(back, sizeof back, "%s/back.aif", arguments[1]);
    write_sound(sound, sound_frames);
    for (int i = 0; i < 2; i++) {
        snprintf(lossless, sizeof lossless, "%s/lossless.%d", arguments[1], i);
        convert(sound, lossless, types[i], kAudioFormatAppleLossless);
        snprintf(back, sizeof back, "%s/back.%d", arguments[1], i);
        convert(lossless, back, kAudioFileWAVEType, kAudioFormatLinearPCM);
        compare(back);
    }
    return 0;
}
