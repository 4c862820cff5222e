// Scripts/check-packages builds this against the installed packages.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>

int main(void) {
    AudioFileTypeID types[64];
    UInt32 size = sizeof(types);
    if (AudioFileGetGlobalInfo(kAudioFileGlobalInfo_WritableTypes, 0, NULL, &size, types) != noErr || size == 0) return 1;
    CFStringRef name = CFStringCreateWithCString(NULL, "name", kCFStringEncodingUTF8);
    printf("%u types, %ld characters\n", (unsigned)(size / sizeof(types[0])), (long)CFStringGetLength(name));
    CFRelease(name);
    return 0;
}
