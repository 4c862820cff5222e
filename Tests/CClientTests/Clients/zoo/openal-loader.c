// Loads a sound as the OpenAL programs for the Mac do: in 16 bits, whole, ready for alBufferData.
#include "zoo.h"

/// The samples of a file in the machine's byte order, at the file's rate; mono stays mono, more become stereo.
static void *get_openal_audio_data(CFURLRef url, UInt32 *outSize, UInt32 *outChannels, Float64 *outRate) {
    ExtAudioFileRef file = NULL;
    AudioStreamBasicDescription inFile, out;
    SInt64 length = 0;
    UInt32 size = sizeof inFile;
    CALL(ExtAudioFileOpenURL(url, &file));
    CALL(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &inFile));
    if (inFile.mChannelsPerFrame > 2) { ExtAudioFileDispose(file); return NULL; }

    memset(&out, 0, sizeof out);
    out.mSampleRate = inFile.mSampleRate;
    out.mChannelsPerFrame = inFile.mChannelsPerFrame;
    out.mFormatID = kAudioFormatLinearPCM;
    out.mBytesPerPacket = 2 * out.mChannelsPerFrame;
    out.mFramesPerPacket = 1;
    out.mBytesPerFrame = 2 * out.mChannelsPerFrame;
    out.mBitsPerChannel = 16;
    out.mFormatFlags = kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked | kAudioFormatFlagIsSignedInteger;
    CALL(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof out, &out));
    size = sizeof length;
    CALL(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length));

    UInt32 bytes = (UInt32)length * out.mBytesPerFrame;
    char *data = (char *)malloc(bytes);
    UInt32 done = 0;
    CHECK(data != NULL);
    // Sample code reads once; careful programs read until no frames come.
    for (;;) {
        AudioBufferList list;
        UInt32 frames = 1000;
        list.mNumberBuffers = 1;
        list.mBuffers[0].mNumberChannels = out.mChannelsPerFrame;
        list.mBuffers[0].mDataByteSize = bytes - done;
        list.mBuffers[0].mData = data + done;
        if (frames * out.mBytesPerFrame > bytes - done) frames = (bytes - done) / out.mBytesPerFrame;
        if (frames == 0) break;
        CALL(ExtAudioFileRead(file, &frames, &list));
        if (frames == 0) break;
        CHECK(list.mBuffers[0].mDataByteSize == frames * out.mBytesPerFrame);
        done += frames * out.mBytesPerFrame;
    }
    CALL(ExtAudioFileDispose(file));
    *outSize = done;
    *outChannels = out.mChannelsPerFrame;
    *outRate = out.mSampleRate;
    return data;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    char path[1024];
    snprintf(path, sizeof path, "%s/sound.wav", arguments[1]);
    write_sound(path, 12345);
    CFURLRef url = url_of(path);
    UInt32 size = 0, channels = 0;
    Float64 rate = 0;
    SInt16 *data = (SInt16 *)get_openal_audio_data(url, &size, &channels, &rate);
    CFRelease(url);
    CHECK(data != NULL && size == 12345 * 4 && channels == 2 && rate == 44100);
    for (UInt32 i = 0; i < 12345 * 2; i++) CHECK(data[i] == sample_at(i));
    free(data);
    return 0;
}
