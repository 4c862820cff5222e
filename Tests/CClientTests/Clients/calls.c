// Calls every function of the API with references that stand for nothing. Each must come back with an error and without
// a crash. Prints those that do not; the exit status is how many.

#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <string.h>

static int wrong = 0;

static void refused(const char *name, OSStatus status) {
    if (status == noErr) {
        printf("%s returned noErr\n", name);
        wrong++;
    }
}

static void returned(const char *name, OSStatus status, OSStatus wanted) {
    if (status != wanted) {
        printf("%s returned %d, not %d\n", name, (int)status, (int)wanted);
        wrong++;
    }
}

#define REFUSED(function, ...) refused(#function, function(__VA_ARGS__))
#define RETURNED(wanted, function, ...) returned(#function, function(__VA_ARGS__), wanted)

static void files(void) {
    UInt32 size = 0, count = 0;
    UInt64 large = 0;
    UInt8 bytes[16] = {0};
    AudioStreamBasicDescription format;
    AudioFileID file = NULL;
    format.mFormatID = 0;
    REFUSED(AudioFileCreateWithURL, NULL, kAudioFileWAVEType, NULL, kAudioFileFlags_EraseFile, NULL);
    REFUSED(AudioFileOpenURL, NULL, kAudioFileReadPermission, 0, NULL);
    REFUSED(AudioFileInitializeWithCallbacks, NULL, NULL, NULL, NULL, NULL, 0, NULL, (AudioFileFlags)0, NULL);
    REFUSED(AudioFileOpenWithCallbacks, NULL, NULL, NULL, NULL, NULL, 0, NULL);
    REFUSED(AudioFileClose, NULL);
    REFUSED(AudioFileOptimize, NULL);
    REFUSED(AudioFileReadBytes, NULL, false, 0, &count, bytes);
    REFUSED(AudioFileWriteBytes, NULL, false, 0, &count, bytes);
    REFUSED(AudioFileReadPacketData, NULL, false, &size, NULL, 0, &count, bytes);
    REFUSED(AudioFileReadPackets, NULL, false, &size, NULL, 0, &count, bytes);
    REFUSED(AudioFileWritePackets, NULL, false, 0, NULL, 0, &count, bytes);
    REFUSED(AudioFileWritePacketsWithDependencies, NULL, false, 0, NULL, NULL, 0, &count, bytes);
    REFUSED(AudioFileCountUserData, NULL, 0, &count);
    REFUSED(AudioFileGetUserDataSize, NULL, 0, 0, &size);
    REFUSED(AudioFileGetUserDataSize64, NULL, 0, 0, &large);
    REFUSED(AudioFileGetUserData, NULL, 0, 0, &size, bytes);
    REFUSED(AudioFileGetUserDataAtOffset, NULL, 0, 0, 0, &size, bytes);
    REFUSED(AudioFileSetUserData, NULL, 0, 0, 0, bytes);
    REFUSED(AudioFileRemoveUserData, NULL, 0, 0);
    REFUSED(AudioFileGetPropertyInfo, NULL, kAudioFilePropertyFileFormat, &size, &count);
    REFUSED(AudioFileGetProperty, NULL, kAudioFilePropertyFileFormat, &size, bytes);
    REFUSED(AudioFileSetProperty, NULL, kAudioFilePropertyFileFormat, 0, bytes);
    REFUSED(AudioFileGetGlobalInfoSize, 0, 0, NULL, &size);
    REFUSED(AudioFileGetGlobalInfo, 0, 0, NULL, &size, bytes);
    RETURNED(kAudio_ParamError, AudioFileCreate, NULL, NULL, 0, &format, (AudioFileFlags)0, NULL, &file);
    RETURNED(kAudio_ParamError, AudioFileInitialize, NULL, 0, &format, (AudioFileFlags)0, &file);
    RETURNED(kAudio_ParamError, AudioFileOpen, NULL, kAudioFileReadPermission, 0, &file);
}

static void extendedFiles(void) {
    UInt32 size = 0, frames = 0;
    SInt64 position = 0;
    UInt8 bytes[16] = {0};
    Boolean writable = false;
    AudioBufferList list;
    ExtAudioFileRef file = NULL;
    list.mNumberBuffers = 0;
    REFUSED(ExtAudioFileOpenURL, NULL, NULL);
    REFUSED(ExtAudioFileWrapAudioFileID, NULL, false, &file);
    REFUSED(ExtAudioFileCreateWithURL, NULL, kAudioFileWAVEType, NULL, NULL, 0, NULL);
    REFUSED(ExtAudioFileDispose, NULL);
    REFUSED(ExtAudioFileRead, NULL, &frames, &list);
    REFUSED(ExtAudioFileWrite, NULL, 0, &list);
    REFUSED(ExtAudioFileWriteAsync, NULL, 0, NULL);
    REFUSED(ExtAudioFileSeek, NULL, 0);
    REFUSED(ExtAudioFileTell, NULL, &position);
    REFUSED(ExtAudioFileGetPropertyInfo, NULL, kExtAudioFileProperty_AudioFile, &size, &writable);
    REFUSED(ExtAudioFileGetProperty, NULL, kExtAudioFileProperty_AudioFile, &size, bytes);
    REFUSED(ExtAudioFileSetProperty, NULL, kExtAudioFileProperty_AudioFile, 0, bytes);
    RETURNED(kAudio_ParamError, ExtAudioFileOpen, NULL, &file);
    RETURNED(kAudio_ParamError, ExtAudioFileCreateNew, NULL, NULL, 0, NULL, NULL, &file);
}

static void converters(void) {
    UInt32 size = 0, packets = 1;
    UInt8 bytes[16] = {0};
    Boolean writable = false;
    AudioBufferList list;
    list.mNumberBuffers = 0;
    REFUSED(AudioConverterNew, NULL, NULL, NULL);
    REFUSED(AudioConverterNewSpecific, NULL, NULL, 0, NULL, NULL);
    REFUSED(AudioConverterNewWithOptions, NULL, NULL, (AudioConverterOptions)0, NULL);
    REFUSED(AudioConverterDispose, NULL);
    REFUSED(AudioConverterReset, NULL);
    REFUSED(AudioConverterGetPropertyInfo, NULL, kAudioConverterPrimeInfo, &size, &writable);
    REFUSED(AudioConverterGetProperty, NULL, kAudioConverterPrimeInfo, &size, bytes);
    REFUSED(AudioConverterSetProperty, NULL, kAudioConverterPrimeInfo, 0, bytes);
    REFUSED(AudioConverterFillBuffer, NULL, NULL, NULL, &size, bytes);
    REFUSED(AudioConverterConvertBuffer, NULL, 0, bytes, &size, bytes);
    REFUSED(AudioConverterFillComplexBuffer, NULL, NULL, NULL, &packets, &list, NULL);
    REFUSED(AudioConverterFillComplexBufferRealtimeSafe, NULL, NULL, NULL, &packets, &list, NULL);
    REFUSED(AudioConverterFillComplexBufferWithPacketDependencies, NULL, NULL, NULL, &packets, &list, NULL, NULL);
    REFUSED(AudioConverterConvertComplexBuffer, NULL, 0, &list, &list);
#ifdef __BLOCKS__
    AudioConverterPrepare(0, NULL, NULL);
#endif
}

static void formats(void) {
    UInt32 size = 0;
    UInt8 bytes[16] = {0};
    REFUSED(AudioFormatGetPropertyInfo, 0, 0, NULL, &size);
    REFUSED(AudioFormatGetProperty, 0, 0, NULL, &size, bytes);
}

static void queues(void) {
    AudioTimeStamp time;
    AudioQueueBufferRef buffer = NULL;
    AudioQueueTimelineRef timeline = NULL;
    AudioQueueProcessingTapRef tap = NULL;
    AudioStreamBasicDescription format;
    AudioQueueProcessingTapFlags flags = (AudioQueueProcessingTapFlags)0;
    AudioBufferList list;
    Float32 value = 0;
    Float64 seconds = 0;
    UInt32 size = 4, count = 0;
    Boolean gap = 0;
    memset(&time, 0, sizeof time);
    memset(&format, 0, sizeof format);
    memset(&list, 0, sizeof list);
    AudioQueueRef queue = NULL;
    REFUSED(AudioQueueNewOutput, &format, NULL, NULL, NULL, NULL, 0, &queue);
    REFUSED(AudioQueueDispose, NULL, true);
    REFUSED(AudioQueueAllocateBuffer, NULL, 16, &buffer);
    REFUSED(AudioQueueAllocateBufferWithPacketDescriptions, NULL, 16, 1, &buffer);
    REFUSED(AudioQueueFreeBuffer, NULL, NULL);
    REFUSED(AudioQueueEnqueueBuffer, NULL, NULL, 0, NULL);
    REFUSED(AudioQueueEnqueueBufferWithParameters, NULL, NULL, 0, NULL, 0, 0, 0, NULL, NULL, NULL);
    REFUSED(AudioQueueStart, NULL, NULL);
    REFUSED(AudioQueuePrime, NULL, 0, NULL);
    REFUSED(AudioQueueStop, NULL, true);
    REFUSED(AudioQueuePause, NULL);
    REFUSED(AudioQueueFlush, NULL);
    REFUSED(AudioQueueReset, NULL);
    REFUSED(AudioQueueGetParameter, NULL, kAudioQueueParam_Volume, &value);
    REFUSED(AudioQueueSetParameter, NULL, kAudioQueueParam_Volume, 1);
    REFUSED(AudioQueueGetProperty, NULL, kAudioQueueProperty_IsRunning, &count, &size);
    REFUSED(AudioQueueSetProperty, NULL, kAudioQueueProperty_EnableLevelMetering, &count, 4);
    REFUSED(AudioQueueGetPropertySize, NULL, kAudioQueueProperty_IsRunning, &size);
    REFUSED(AudioQueueAddPropertyListener, NULL, kAudioQueueProperty_IsRunning, NULL, NULL);
    REFUSED(AudioQueueRemovePropertyListener, NULL, kAudioQueueProperty_IsRunning, NULL, NULL);
    REFUSED(AudioQueueCreateTimeline, NULL, &timeline);
    REFUSED(AudioQueueDisposeTimeline, NULL, NULL);
    REFUSED(AudioQueueGetCurrentTime, NULL, NULL, &time, &gap);
    REFUSED(AudioQueueDeviceGetCurrentTime, NULL, &time);
    REFUSED(AudioQueueDeviceTranslateTime, NULL, &time, &time);
    REFUSED(AudioQueueDeviceGetNearestStartTime, NULL, &time, 0);
    REFUSED(AudioQueueSetOfflineRenderFormat, NULL, NULL, NULL);
    REFUSED(AudioQueueOfflineRender, NULL, &time, NULL, 0);
    REFUSED(AudioQueueProcessingTapNew, NULL, NULL, NULL, flags, &count, &format, &tap);
    REFUSED(AudioQueueProcessingTapDispose, NULL);
    REFUSED(AudioQueueProcessingTapGetSourceAudio, NULL, 0, &time, &flags, &count, &list);
    REFUSED(AudioQueueProcessingTapGetQueueTime, NULL, &seconds, &count);
}

int main(void) {
    queues();
    files();
    extendedFiles();
    converters();
    formats();
    return wrong;
}
