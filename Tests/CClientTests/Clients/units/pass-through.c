// RemoteIO from the microphone to the speakers: by a callback that renders the input, and by a connection of the unit with itself.
// Arguments: "callback" or "connection", and how many frames are to come through; without them both ways, where it hears silence.
#include "units.h"

typedef struct {
    AudioUnit unit;
    Counter played;
    OSStatus failed;
    int isSilent;
} Way;

static OSStatus pass(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Way *way = (Way *)user;
    OSStatus status = AudioUnitRender(way->unit, flags, time, 1, frames, data);
    if (status != noErr || bus != 0) way->failed = status ? status : -1;
    return status;
}

/// What the device gets.
static OSStatus observe(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Way *way = (Way *)user;
    (void)time;
    if (*flags & kAudioUnitRenderAction_PostRenderError) way->failed = -2;
    // A render of the recorded side is announced too.
    if (!(*flags & kAudioUnitRenderAction_PostRender) || bus != 0) return noErr;
    for (UInt32 index = 0; way->isSilent && index < data->mBuffers[0].mDataByteSize / 4; index++)
        if (((const float *)data->mBuffers[0].mData)[index] != 0) way->failed = -3;
    counter_add(&way->played, (long)frames);
    return noErr;
}

static void passes(int connects, long frames, int isSilent) {
    Way way = {NULL, COUNTER_START, noErr, 0};
    AudioUnitConnection connection;
    way.isSilent = isSilent;
    way.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO);
    set_number(way.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_number(way.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, 1);
    set_format(way.unit, kAudioUnitScope_Output, 1, floats(48000, 2));
    if (connects) {
        connection.sourceAudioUnit = way.unit;
        connection.sourceOutputNumber = 1;
        connection.destInputNumber = 0;
        CALL(AudioUnitSetProperty(
            way.unit, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &connection, sizeof connection));
    } else {
        set_format(way.unit, kAudioUnitScope_Input, 0, floats(48000, 2));
        set_callback(way.unit, 0, pass, &way);
    }
    CALL(AudioUnitAddRenderNotify(way.unit, observe, &way));
    CALL(AudioUnitInitialize(way.unit));
    CALL(AudioOutputUnitStart(way.unit));
    counter_wait(&way.played, frames);
    CALL(AudioOutputUnitStop(way.unit));
    if (way.failed != noErr) printf("failed: %d\n", (int)way.failed);
    CHECK(way.failed == noErr);
    CALL(AudioUnitUninitialize(way.unit));
    CALL(AudioComponentInstanceDispose(way.unit));
}

int main(int count, char **arguments) {
    long frames = count > 2 ? atol(arguments[2]) : 9600;
    if (count < 2 || strcmp(arguments[1], "callback") == 0) passes(0, frames, count < 2);
    if (count < 2 || strcmp(arguments[1], "connection") == 0) passes(1, frames, count < 2);
    return 0;
}
