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
#ifdef __cplusplus
    AudioStreamBasicDescription format;
    FillOutASBDForLPCM(format, 44100, 2, 16, 16, false, false);
    CHECK(format.mSampleRate == 44100 && format.mFormatID == kAudioFormatLinearPCM && format.mFormatFlags == 0xC);
    CHECK(format.mBytesPerPacket == 4 && format.mFramesPerPacket == 1 && format.mBytesPerFrame == 4);
    CHECK(format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 16 && IsAudioFormatNativeEndian(format));
    FillOutASBDForLPCM(format, 48000, 6, 24, 32, false, true, true);
    CHECK(format.mFormatFlags == 0x36 && format.mBytesPerFrame == 4 && !IsAudioFormatNativeEndian(format));
    CHECK(CalculateLPCMFlags(32, 32, true, false) == 0x9);
    AudioTimeStamp time;
    FillOutAudioTimeStampWithSampleAndHostTime(time, 3, 4);
    CHECK(time.mSampleTime == 3 && time.mHostTime == 4 && time.mFlags == 3);
    FillOutAudioTimeStampWithHostTime(time, 5);
    CHECK(time.mSampleTime == 0 && time.mHostTime == 5 && time.mFlags == 2);
    FillOutAudioTimeStampWithSampleTime(time, 6);
    CHECK(time.mSampleTime == 6 && time.mHostTime == 0 && time.mFlags == 1);
#endif
    return 0;
}
