// What only C programs can do or observe: null callbacks, file names of any bytes, the order of syncs.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFURL.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int failures = 0;

static void expect(int condition, const char *what) {
    if (condition) return;
    printf("failed: %s\n", what);
    failures += 1;
}

// The library's calls come here, since a program's functions go before those of libc.
static char order[64];

static void note(char what) {
    size_t length = strlen(order);
    if (length + 1 < sizeof order) order[length] = what;
}

#ifdef __cplusplus
#define NEVER_THROWS noexcept
extern "C" {
#else
#define NEVER_THROWS
#endif
int fsync(int descriptor) {
    struct stat status;
    note(fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? 'd' : 'f');
    return (int)syscall(SYS_fsync, descriptor);
}
int rename(const char *from, const char *to) NEVER_THROWS {
    note('r');
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
#ifdef __cplusplus
}
#endif

// MARK: Null callbacks

static OSStatus readProc(void *data, SInt64 position, UInt32 count, void *buffer, UInt32 *actual) {
    (void)data, (void)position, (void)count, (void)buffer, (void)actual;
    return -1;
}
static OSStatus writeProc(void *data, SInt64 position, UInt32 count, const void *buffer, UInt32 *actual) {
    (void)data, (void)position, (void)count, (void)buffer, (void)actual;
    return -1;
}
static SInt64 sizeProc(void *data) { (void)data; return 0; }
static OSStatus resizeProc(void *data, SInt64 size) { (void)data; (void)size; return -1; }
static void propertyProc(void *data, AudioFileStreamID stream, AudioFileStreamPropertyID property,
                         AudioFileStreamPropertyFlags *flags) {
    (void)data; (void)stream; (void)property; (void)flags;
}
static void packetsProc(void *data, UInt32 bytes, UInt32 count, const void *input,
                        AudioStreamPacketDescription *descriptions) {
    (void)data; (void)bytes; (void)count; (void)input; (void)descriptions;
}

static AudioStreamBasicDescription pcm16(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    return format;
}

static void nullCallbacks(void) {
    AudioFileID file = NULL;
    AudioFileStreamID stream = NULL;
    AudioConverterRef converter = NULL;
    AudioStreamBasicDescription format = pcm16(), other = pcm16();
    char context = 0;
    const OSStatus refused = kAudio_ParamError;
#define CREATE(r, w, s, z) AudioFileInitializeWithCallbacks(&context, r, w, s, z, kAudioFileWAVEType, &format, 0, &file)
    expect(AudioFileOpenWithCallbacks(&context, NULL, NULL, sizeProc, NULL, 0, &file) == refused, "open, read");
    expect(AudioFileOpenWithCallbacks(&context, readProc, NULL, NULL, NULL, 0, &file) == refused, "open, size");
    expect(AudioFileOpenWithCallbacks(&context, readProc, NULL, sizeProc, NULL, 0, NULL) == refused, "open, file");
    expect(CREATE(NULL, writeProc, sizeProc, resizeProc) == refused, "initialize, read");
    expect(CREATE(readProc, NULL, sizeProc, resizeProc) == refused, "initialize, write");
    expect(CREATE(readProc, writeProc, NULL, resizeProc) == refused, "initialize, size");
    expect(CREATE(readProc, writeProc, sizeProc, NULL) == refused, "initialize, resize");
    expect(AudioFileStreamOpen(&context, NULL, packetsProc, 0, &stream) == refused, "stream, listener");
    expect(AudioFileStreamOpen(&context, propertyProc, NULL, 0, &stream) == refused, "stream, packets");
    expect(AudioFileStreamOpen(&context, propertyProc, packetsProc, 0, NULL) == refused, "stream, result");

    other.mSampleRate = 48000;
    expect(AudioConverterNew(&format, &other, &converter) == noErr, "converter");
    SInt16 samples[64];
    UInt32 count = 64, size = sizeof samples;
    AudioBufferList list;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = size;
    list.mBuffers[0].mData = samples;
    expect(AudioConverterFillComplexBuffer(converter, NULL, NULL, &count, &list, NULL) == refused, "fill complex");
    expect(AudioConverterFillBuffer(converter, NULL, NULL, &size, samples) == refused, "fill");
    AudioConverterDispose(converter);
}

// MARK: File names

static CFURLRef urlOf(const char *path) {
    return CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0);
}

static void write100(CFURLRef url, const char *what) {
    AudioFileID file = NULL;
    AudioStreamBasicDescription format = pcm16();
    SInt16 samples[100];
    UInt32 packets = 100;
    memset(samples, 1, sizeof samples);
    expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file) == noErr, what);
    // The number of packets determines the number of bytes, whatever the argument says.
    expect(AudioFileWritePackets(file, false, 0, NULL, 0, &packets, samples) == noErr && packets == 100, what);
    // Programs pass the one description that they have, too. Behind it is no memory.
    char *pages = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + 4096, 4096, PROT_NONE);
    const AudioStreamPacketDescription *one = (AudioStreamPacketDescription *)(void *)(pages + 4096) - 1;
    expect(AudioFileWritePackets(file, false, 0, one, 0, &packets, samples) == noErr && packets == 100, what);
    munmap(pages, 8192);
    expect(AudioFileClose(file) == noErr, what);
}

static void names(const char *folder) {
    const char *endings[] = { "/plain.wav", "/a \xFF\xE9 %41.wav", "/\xC3\xA9t\xC3\xA9.wav", "/a;b?c#d.wav" };
    char path[4096];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", folder, endings[i]);
        CFURLRef url = urlOf(path);
        AudioFileID file = NULL;
        ExtAudioFileRef extended = NULL;
        struct stat status;
        write100(url, path);
        expect(stat(path, &status) == 0 && status.st_size >= 244, path);
        expect(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr, path);
        expect(AudioFileClose(file) == noErr, path);
        expect(ExtAudioFileOpenURL(url, &extended) == noErr, path);
        expect(ExtAudioFileDispose(extended) == noErr, path);
        expect(AudioFileOpenURL(url, kAudioFileReadWritePermission, 0, &file) == noErr, path);
        memset(order, 0, sizeof order);
        expect(AudioFileOptimize(file) == noErr, path);
        // The bytes, then the name that leads to them, then the folder that holds the name.
        expect(strcmp(order, "frd") == 0, order);
        expect(AudioFileClose(file) == noErr, path);
        CFRelease(url);
    }

    // A text of percent signs, and a path below a base.
    AudioFileID file = NULL;
    snprintf(path, sizeof path, "file://%s/a%%20%%FF%%E9%%20%%2541.wav", folder);
    CFURLRef encoded = CFURLCreateWithBytes(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0x08000100, NULL);
    expect(encoded != NULL && AudioFileOpenURL(encoded, kAudioFileReadPermission, 0, &file) == noErr, path);
    AudioFileClose(file);
    CFURLRef base = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)folder, (CFIndex)strlen(folder), 1);
    CFURLRef relative = CFURLCreateWithBytes(NULL, (const UInt8 *)"plain.wav", 9, 0x08000100, base);
    expect(AudioFileOpenURL(relative, kAudioFileReadPermission, 0, &file) == noErr, "relative");
    AudioFileClose(file);
    snprintf(path, sizeof path, "%s/plain.wav", folder);
    CFURLRef plain = CFURLCreateWithBytes(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0x08000100, NULL);
    expect(AudioFileOpenURL(plain, kAudioFileReadPermission, 0, &file) == noErr, "without a scheme");
    AudioFileClose(file);
    CFRelease(plain);
    CFURLRef remote = CFURLCreateWithBytes(NULL, (const UInt8 *)"http://a/b.wav", 14, 0x08000100, NULL);
    expect(AudioFileOpenURL(remote, kAudioFileReadPermission, 0, &file) == kAudio_ParamError, "remote");
    CFRelease(encoded);
    CFRelease(base);
    CFRelease(relative);
    CFRelease(remote);
}

int main(int count, char **arguments) {
    nullCallbacks();
    if (count > 1) names(arguments[1]);
    return failures != 0;
}
