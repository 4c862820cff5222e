// Files by FSRef: made from paths and URLs, created, opened, and gone. The argument is a folder.
#include "system.h"
#include <ApplicationServices/ApplicationServices.h>
#include <sys/stat.h>

static const AudioStreamBasicDescription format = {
    44100, kAudioFormatLinearPCM, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 2, 1, 2, 1, 16, 0};

static void test_sound(const char *folder) {
    FSRef parent, file, again;
    Boolean isFolder = false;
    CHECK(sizeof(FSRef) == 80);
    CHECK(FSPathMakeRef((const UInt8 *)folder, &parent, &isFolder) == noErr && isFolder);

    AudioFileID made = NULL;
    CHECK(AudioFileCreate(&parent, CFSTR("s\u00f8und.caf"), kAudioFileCAFType, &format, 0, &file, &made) == noErr);
    SInt16 frames[3] = {1, 2, 3}, found[3] = {0, 0, 0};
    UInt32 packets = 3, size = sizeof found;
    CHECK(AudioFileWritePackets(made, false, sizeof frames, NULL, 0, &packets, frames) == noErr);
    CHECK(AudioFileClose(made) == noErr);
    CHECK(AudioFileCreate(&parent, CFSTR("s\u00f8und.caf"), kAudioFileCAFType, &format, 0, &again, &made) == dupFNErr);
    CHECK(AudioFileCreate(&parent, CFSTR("a/b.caf"), kAudioFileCAFType, &format, 0, &again, &made) == kAudio_BadFilePathError);

    CHECK(AudioFileOpen(&file, (AudioFilePermissions)fsRdPerm, 0, &made) == noErr);
    CHECK(AudioFileReadPacketData(made, false, &size, NULL, 0, &packets, found) == noErr);
    CHECK(packets == 3 && memcmp(found, frames, sizeof frames) == 0);
    CHECK(AudioFileClose(made) == noErr);

    CFURLRef url = CFURLCreateFromFSRef(kCFAllocatorDefault, &file);
    CHECK(url != NULL && CFURLGetFSRef(url, &again) && FSCompareFSRefs(&file, &again) == noErr);
    CHECK(FSCompareFSRefs(&file, &parent) == errFSRefsDifferent);
    CFRelease(url);

    ExtAudioFileRef extended = NULL;
    SInt64 length = 0;
    size = sizeof length;
    CHECK(ExtAudioFileOpen(&file, &extended) == noErr);
    CHECK(ExtAudioFileGetProperty(extended, kExtAudioFileProperty_FileLengthFrames, &size, &length) == noErr && length == 3);
    CHECK(ExtAudioFileDispose(extended) == noErr);
    CHECK(ExtAudioFileCreateNew(&parent, CFSTR("new.wav"), kAudioFileWAVEType, &format, NULL, &extended) == noErr);
    CHECK(ExtAudioFileDispose(extended) == noErr);
    CHECK(ExtAudioFileCreateNew(&parent, CFSTR("new.wav"), kAudioFileWAVEType, &format, NULL, &extended) == dupFNErr);

    CHECK(AudioFileInitialize(&file, kAudioFileCAFType, &format, 0, &made) == noErr);
    UInt64 count = 9;
    size = sizeof count;
    CHECK(AudioFileGetProperty(made, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr && count == 0);
    CHECK(AudioFileClose(made) == noErr);

    UInt8 path[1024], small[4];
    CHECK(FSRefMakePath(&file, path, sizeof path) == noErr && FSRefMakePath(&file, small, 4) == pathTooLongErr);
    CHECK(unlink((const char *)path) == 0);
    CHECK(FSRefMakePath(&file, path, sizeof path) == fnfErr && CFURLCreateFromFSRef(NULL, &file) == NULL);
    CHECK(AudioFileOpen(&file, (AudioFilePermissions)fsRdPerm, 0, &made) == kAudio_FileNotFoundError && made == NULL);
}

/// A path that does not fit into a reference.
static void test_long_path(const char *folder) {
    char path[1024];
    UInt8 found[1024];
    FSRef ref, again;
    Boolean isFolder = false;
    snprintf(path, sizeof path, "%s/%0200d", folder, 1);
    CHECK(mkdir(path, 0700) == 0);
    CHECK(FSPathMakeRef((const UInt8 *)path, &ref, &isFolder) == noErr && isFolder);
    CHECK(FSPathMakeRef((const UInt8 *)path, &again, NULL) == noErr && memcmp(&ref, &again, sizeof ref) == 0);
    CHECK(FSRefMakePath(&ref, found, sizeof found) == noErr && strstr((char *)found, path + strlen(folder)) != NULL);

    // What no function has made is refused.
    memset((char *)&ref + 8, 0x41, sizeof ref - 8);
    CHECK(FSRefMakePath(&ref, found, sizeof found) == fnfErr);
    memset(&ref, 0, sizeof ref);
    CHECK(FSRefMakePath(&ref, found, sizeof found) == fnfErr);
    CHECK(FSPathMakeRef((const UInt8 *)"/no such file", &ref, NULL) == fnfErr);
    CHECK(FSPathMakeRef((const UInt8 *)"", &ref, NULL) == bdNamErr && FSPathMakeRef(NULL, &ref, NULL) == paramErr);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    test_sound(argv[1]);
    test_long_path(argv[1]);
    return 0;
}
