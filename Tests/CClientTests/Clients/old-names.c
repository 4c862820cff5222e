// What programs of the first versions of macOS find behind AudioToolbox's umbrella and in headers that are gone.
#define __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES 1
#include <AudioToolbox/AudioToolbox.h>
#include <AudioToolbox/DefaultAudioOutput.h>
#include <AudioUnit/AUNTComponent.h>
#include <CoreFoundation/CFMessagePort.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static int leaves(OSStatus error) {
    require_noerr(error, leave);
    return 1;
leave:
    return 2;
}

static OSStatus open_missing(void) {
    AudioFileID file = NULL;
    CFURLRef place =
        CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)"/nowhere/at all.caf", 19, false);
    OSStatus status = AudioFileOpenURL(place, fsRdPerm, 0, &file);
    CFRelease(place);
    return status;
}

static OSType subtype(AudioUnit unit) {
    AudioComponentDescription description = {0, 0, 0, 0, 0};
    AudioComponentGetDescription(AudioComponentInstanceGetComponent(unit), &description);
    return description.componentSubType;
}

int main(void) {
    CHECK(EndianU32_BtoN(0x01020304) == 0x04030201 && EndianS64_LtoN(-5) == -5);
    CHECK(leaves(noErr) == 1 && leaves(-50) == 2);
    CHECK((int)fsRdPerm == (int)kAudioFileReadPermission && (int)fsWrPerm == (int)kAudioFileWritePermission);
    SInt8 permission = fsRdWrPerm;
    CHECK(permission == kAudioFileReadWritePermission && (int)fsCurPerm == 0 && open_missing() != noErr);

    AudioUnit output = NULL, alerts = NULL;
    ComponentResult opened = OpenDefaultAudioOutput(&output);
    CHECK(opened == noErr && subtype(output) == kAudioUnitSubType_DefaultOutput);
    CHECK(OpenSystemSoundAudioOutput(&alerts) == noErr && subtype(alerts) == kAudioUnitSubType_SystemOutput);
    CHECK(AudioComponentInstanceDispose(output) == noErr && AudioComponentInstanceDispose(alerts) == noErr);
    CHECK(OpenDefaultAudioOutput(NULL) != noErr);

    dispatch_queue_t queue = dispatch_queue_create("queue", NULL);
    CHECK(queue != NULL);
    dispatch_release(queue);
    return 0;
}
