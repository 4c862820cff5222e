// A graph that plays a file through a mixer, and slices that a player gets and gives back. Its argument is the path of the file, which
// it makes.
#include "units.h"

enum { FILE_FRAMES = 48000, SLICE_FRAMES = 480 };

static const char *path;

static AudioFileID make_file(void) {
    static float samples[FILE_FRAMES];
    AudioStreamBasicDescription format = floats(48000, 1);
    AudioFileID file = NULL;
    UInt32 bytes = sizeof samples;
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    CHECK(url != NULL);
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked;
    for (int frame = 0; frame < FILE_FRAMES; frame++) samples[frame] = (float)(frame + 1) / FILE_FRAMES;
    CALL(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, kAudioFileFlags_EraseFile, &file));
    CALL(AudioFileWriteBytes(file, false, 0, &bytes, samples));
    CALL(AudioFileClose(file));
    CALL(AudioFileOpenURL(url, kAudioFileReadPermission, kAudioFileCAFType, &file));
    CFRelease(url);
    return file;
}

static AUNode add_node(AUGraph graph, OSType type, OSType subtype) {
    AudioComponentDescription wanted;
    AUNode node = 0;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = type;
    wanted.componentSubType = subtype;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    CALL(AUGraphAddNode(graph, &wanted, &node));
    return node;
}

static AudioUnit unit_of(AUGraph graph, AUNode node) {
    AudioUnit unit = NULL;
    CALL(AUGraphNodeInfo(graph, node, NULL, &unit));
    return unit;
}

static float last_heard;
static Counter heard = COUNTER_START, completed = COUNTER_START;

/// The frames of the file come one after the other, from the first on.
static OSStatus listen(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    const float *left = (const float *)data->mBuffers[0].mData, *right = (const float *)data->mBuffers[1].mData;
    (void)user, (void)time, (void)bus;
    if (!(*flags & kAudioUnitRenderAction_PostRender)) return noErr;
    for (UInt32 frame = 0; frame < frames; frame++) {
        if (left[frame] == 0) continue;
        CHECK(left[frame] > last_heard && left[frame] - last_heard < 1.5f / FILE_FRAMES);
        CHECK(right[frame] == left[frame]);
        last_heard = left[frame];
        counter_add(&heard, 1);
    }
    return noErr;
}

static void region_is_scheduled(void *user, ScheduledAudioFileRegion *region, OSStatus result) {
    CHECK(result == noErr && region->mFramesToPlay == (UInt32)-1);
    counter_add((Counter *)user, 1);
}

static void a_graph_plays_a_file(void) {
    AudioFileID file = make_file();
    AUGraph graph = NULL;
    UInt32 prime = 0;
    AudioTimeStamp start, now;
    UInt32 size = sizeof now;
    ScheduledAudioFileRegion region;
    CALL(NewAUGraph(&graph));
    AUNode player = add_node(graph, kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer);
    AUNode mixer = add_node(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    AUNode output = add_node(graph, kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    CALL(AUGraphOpen(graph));
    set_format(unit_of(graph, player), kAudioUnitScope_Output, 0, floats(48000, 2));
    set_format(unit_of(graph, mixer), kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphConnectNodeInput(graph, player, 0, mixer, 0));
    CALL(AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
    CALL(AUGraphInitialize(graph));
    CALL(AudioUnitAddRenderNotify(unit_of(graph, mixer), listen, NULL));

    AudioUnit unit = unit_of(graph, player);
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_ScheduledFileIDs, kAudioUnitScope_Global, 0, &file, sizeof file));
    memset(&region, 0, sizeof region);
    region.mTimeStamp.mFlags = kAudioTimeStampSampleTimeValid;
    region.mCompletionProc = region_is_scheduled;
    region.mCompletionProcUserData = &completed;
    region.mAudioFile = file;
    region.mFramesToPlay = (UInt32)-1;
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_ScheduledFileRegion, kAudioUnitScope_Global, 0, &region, sizeof region));
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_ScheduledFilePrime, kAudioUnitScope_Global, 0, &prime, sizeof prime));
    memset(&start, 0, sizeof start);
    start.mFlags = kAudioTimeStampSampleTimeValid;
    start.mSampleTime = -1;
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0, &start, sizeof start));
    CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &now, &size));
    CHECK(now.mSampleTime == -1);
    CALL(AUGraphStart(graph));
    counter_wait(&heard, 20000);
    CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &now, &size));
    CHECK(now.mSampleTime >= 20000);
    counter_wait(&completed, 1);
    CALL(AUGraphStop(graph));
    CALL(DisposeAUGraph(graph));
    CHECK(counter_value(&completed) == 1);
    CALL(AudioFileClose(file));
}

static Counter returned = COUNTER_START;

static void slice_is_complete(void *user, ScheduledAudioSlice *slice) {
    CHECK(slice == (ScheduledAudioSlice *)user && (slice->mFlags & kScheduledAudioSliceFlag_Complete));
    counter_add(&returned, 1);
}

static void slices_come_back(void) {
    static float samples[SLICE_FRAMES], left[SLICE_FRAMES];
    static ScheduledAudioSlice slices[3];
    static AudioBufferList list;
    AudioUnit unit = make_unit(kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer);
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    AudioTimeStamp time;
    AudioBufferList target;
    set_format(unit, kAudioUnitScope_Output, 0, floats(48000, 1));
    CALL(AudioUnitInitialize(unit));
    for (int frame = 0; frame < SLICE_FRAMES; frame++) samples[frame] = (float)frame;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = sizeof samples;
    list.mBuffers[0].mData = samples;
    for (int index = 0; index < 3; index++) {
        slices[index].mCompletionProc = slice_is_complete;
        slices[index].mCompletionProcUserData = &slices[index];
        slices[index].mNumberFrames = SLICE_FRAMES / 2;
        slices[index].mBufferList = &list;
        CALL(AudioUnitSetProperty(
            unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, &slices[index], sizeof slices[index]));
    }
    memset(&time, 0, sizeof time);
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0, &time, sizeof time));
    time.mFlags = kAudioTimeStampSampleTimeValid;
    target = list;
    target.mBuffers[0].mData = left;
    CALL(AudioUnitRender(unit, &flags, &time, 0, SLICE_FRAMES, &target));
    for (int frame = 0; frame < SLICE_FRAMES; frame++) CHECK(left[frame] == (float)(frame % (SLICE_FRAMES / 2)));
    counter_wait(&returned, 2);
    CHECK(!(slices[2].mFlags & kScheduledAudioSliceFlag_Complete));
    CALL(AudioUnitReset(unit, kAudioUnitScope_Global, 0));
    CHECK(slices[2].mFlags & kScheduledAudioSliceFlag_Complete);
    counter_wait(&returned, 3);
    CALL(AudioComponentInstanceDispose(unit));
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    path = arguments[1];
    a_graph_plays_a_file();
    slices_come_back();
    return 0;
}
