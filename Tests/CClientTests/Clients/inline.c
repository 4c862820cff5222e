// What the headers define themselves, and the one constant that is linked. The exit status is the line that failed.

#include <AudioToolbox/AudioToolbox.h>

#define CHECK(condition) \
    if (!(condition)) return __LINE__

int main(void) {
    AudioFileRegion regions[4];
    CHECK(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_Mono) == 1);
    CHECK(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_TMH_10_2_full) == 21);
    CHECK(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_Unknown | 7) == 7);
    CHECK(NumAudioFileMarkersToNumBytes(0) == 8);
    CHECK(NumAudioFileMarkersToNumBytes(3) == 8 + 3 * 40);
    CHECK(NumBytesToNumAudioFileMarkers(8 + 3 * 40) == 3);
    CHECK(NumBytesToNumAudioFileMarkers(8 + 3 * 40 - 1) == 2);
    CHECK(NumBytesToNumAudioFileMarkers(7) == 0);
    regions[0].mNumberMarkers = 2;
    CHECK((const char *)NextAudioFileRegion(regions) - (const char *)regions == 24 + 2 * 40);
    CHECK(kAudioStreamAnyRate == 0);
    return 0;
}
