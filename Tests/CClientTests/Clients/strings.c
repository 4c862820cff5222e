// Strings that the library returns are CoreFoundation's own: those of plain ASCII have a pointer to their characters.
// The argument is a path for a file.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static int is_direct(CFStringRef string) {
    const char *characters = string ? CFStringGetCStringPtr(string, kCFStringEncodingUTF8) : NULL;
    return characters && (CFIndex)strlen(characters) == CFStringGetLength(string);
}

static CFStringRef text(AudioObjectID object, AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = {selector, kAudioObjectPropertyScopeGlobal, 0};
    CFStringRef string = NULL;
    UInt32 size = sizeof(string);
    return AudioObjectGetPropertyData(object, &address, 0, NULL, &size, &string) == noErr ? string : NULL;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    AudioObjectPropertyAddress output = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, 0};
    AudioObjectID device = 0;
    UInt32 size = sizeof(device);
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &output, 0, NULL, &size, &device) == noErr);
    CFStringRef name = text(device, kAudioObjectPropertyName), uid = text(device, kAudioDevicePropertyDeviceUID);
    CHECK(is_direct(name) && is_direct(uid));
    CFRelease(name);
    CFRelease(uid);

    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof(format));
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    CFStringRef formatName = NULL;
    size = sizeof(formatName);
    CHECK(AudioFormatGetProperty(kAudioFormatProperty_FormatName, sizeof(format), &format, &size, &formatName) == noErr);
    CHECK(is_direct(formatName));
    CFRelease(formatName);

    AudioFileTypeID type = kAudioFileCAFType;
    CFStringRef typeName = NULL;
    size = sizeof(typeName);
    CHECK(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, sizeof(type), &type, &size, &typeName) == noErr);
    CHECK(is_direct(typeName));
    CFRelease(typeName);
    CFArrayRef extensions = NULL;
    size = sizeof(extensions);
    CHECK(
        AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ExtensionsForType, sizeof(type), &type, &size, &extensions) == noErr);
    CHECK(CFArrayGetCount(extensions) > 0 && is_direct((CFStringRef)CFArrayGetValueAtIndex(extensions, 0)));
    CFRelease(extensions);

    // A string that is not ASCII stores its characters in another form, as on the Mac, with the same text.
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    AudioFileID file = NULL;
    CHECK(AudioFileCreateWithURL(url, type, &format, kAudioFileFlags_EraseFile, &file) == noErr);
    CFStringRef title = CFSTR("Air"), artist = CFStringCreateWithCString(NULL, "Bj\xC3\xB6rk", kCFStringEncodingUTF8);
    const void *keys[] = {CFSTR("title"), CFSTR("artist")}, *values[] = {title, artist};
    CFDictionaryRef info = CFDictionaryCreate(
        NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CHECK(AudioFileSetProperty(file, kAudioFilePropertyInfoDictionary, sizeof(info), &info) == noErr);
    CFRelease(info);
    CHECK(AudioFileClose(file) == noErr);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    size = sizeof(info);
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &info) == noErr);
    CHECK(is_direct((CFStringRef)CFDictionaryGetValue(info, CFSTR("title"))));
    CHECK(CFEqual(CFDictionaryGetValue(info, CFSTR("artist")), artist));
    CFIndex count = CFDictionaryGetCount(info);
    const void *found[32];
    CHECK(count > 0 && count <= 32);
    CFDictionaryGetKeysAndValues(info, found, NULL);
    for (CFIndex i = 0; i < count; i++) CHECK(is_direct((CFStringRef)found[i]));
    CFRelease(info);
    CFRelease(artist);
    CFRelease(url);
    return AudioFileClose(file) == noErr ? 0 : 1;
}
