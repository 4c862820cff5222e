// Scripts/check-packages builds this against the installed packages.
#include <AudioToolbox/AudioToolbox.h>
#include <iostream>
#include <vector>

int main() {
    UInt32 size = 0;
    if (AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nullptr, &size) != noErr) return 1;
    std::vector<AudioFileTypeID> types(size / sizeof(AudioFileTypeID));
    if (AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nullptr, &size, types.data()) != noErr) return 1;
    std::cout << types.size() << " types\n";
    return types.empty();
}
