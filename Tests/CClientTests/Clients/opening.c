// Writes a WAVE file through the C API with CoreFoundation's own URL, and reads it back. The exit status is the line that
// failed. The argument is the path to use.

#include <AudioToolbox/AudioToolbox.h>
#include <string.h>

#define CHECK(condition) \
    if (!(condition)) return __LINE__

int main(int argc, char **argv) {
    CHECK(argc == 2);
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    CHECK(url != NULL);

    AudioStreamBasicDescription format = {
        44100, kAudioFormatLinearPCM, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 4, 1, 4, 2, 16, 0};
    AudioFileID file = NULL;
    CHECK(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file) == noErr);
    SInt16 frames[8] = {1, -1, 2, -2, 3, -3, 32767, -32768};
    UInt32 packets = 4;
    CHECK(AudioFileWritePackets(file, false, sizeof frames, NULL, 0, &packets, frames) == noErr);
    CHECK(packets == 4);
    CHECK(AudioFileClose(file) == noErr);

    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CFRelease(url);
    AudioStreamBasicDescription found;
    UInt32 size = sizeof found;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &found) == noErr);
    CHECK(size == sizeof found && found.mSampleRate == 44100 && found.mChannelsPerFrame == 2);
    SInt16 read[16] = {0};
    size = sizeof read;
    packets = 8;
    OSStatus status = AudioFileReadPacketData(file, false, &size, NULL, 0, &packets, read);
    CHECK(status == noErr || status == kAudioFileEndOfFileError);
    CHECK(packets == 4 && size == sizeof frames && memcmp(read, frames, sizeof frames) == 0);
    CHECK(AudioFileClose(file) == noErr);
    CHECK(AudioFileClose(file) != noErr);
    return 0;
}
