// The default output unit: a callback, stops from other threads and from the callback, and listeners that ask.
#include "units.h"

typedef struct {
    AudioUnit unit;
    Counter cycles, inside, leave, running, stopped;
    long wrong, stopAt, disposeAt;
    int isInside;
} Player;

static const Player fresh = {
    NULL, COUNTER_START, COUNTER_START, COUNTER_START, COUNTER_START, COUNTER_START, 0, -1, -1, 0};

static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Player *player = (Player *)user;
    (void)flags;
    if (bus != 0 || !(time->mFlags & kAudioTimeStampSampleTimeValid) || data->mNumberBuffers != 1 ||
        data->mBuffers[0].mNumberChannels != 2 || data->mBuffers[0].mDataByteSize != frames * 4)
        player->wrong++;
    memset(data->mBuffers[0].mData, 0, data->mBuffers[0].mDataByteSize);
    long cycle = counter_add(&player->cycles, 1);
    if (cycle == player->stopAt) CALL(AudioOutputUnitStop(player->unit));
    if (cycle == player->disposeAt) {
        CALL(AudioOutputUnitStop(player->unit));
        CALL(AudioUnitUninitialize(player->unit));
        CALL(AudioComponentInstanceDispose(player->unit));
        counter_add(&player->stopped, 1);
    }
    return noErr;
}

/// Says that it is inside, and stays there until it may leave.
static OSStatus stay(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Player *player = (Player *)user;
    (void)time, (void)bus, (void)frames;
    *flags |= kAudioUnitRenderAction_OutputIsSilence;
    memset(data->mBuffers[0].mData, 0, data->mBuffers[0].mDataByteSize);
    __atomic_store_n(&player->isInside, 1, __ATOMIC_SEQ_CST);
    if (counter_add(&player->inside, 1) == 1) counter_wait(&player->leave, 1);
    __atomic_store_n(&player->isInside, 0, __ATOMIC_SEQ_CST);
    return noErr;
}

static void changed(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    Player *player = (Player *)user;
    UInt32 running = get_number(unit, property, scope, element);
    counter_add(running ? &player->running : &player->stopped, 1);
}

static void open_unit(Player *player, AURenderCallback function) {
    *player = fresh;
    player->unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    set_format(player->unit, kAudioUnitScope_Input, 0, integers(44100, 2));
    set_callback(player->unit, 0, function, player);
    CALL(AudioUnitAddPropertyListener(player->unit, kAudioOutputUnitProperty_IsRunning, changed, player));
    CHECK(AudioOutputUnitStart(player->unit) == kAudioUnitErr_Uninitialized);
    CALL(AudioUnitInitialize(player->unit));
}

static void close_unit(Player *player) {
    CALL(AudioUnitUninitialize(player->unit));
    CALL(AudioComponentInstanceDispose(player->unit));
    CHECK(AudioOutputUnitStart(player->unit) != noErr);
    CHECK(player->wrong == 0);
}

static void starts_and_stops(void) {
    Player player;
    open_unit(&player, give);
    for (int turn = 1; turn <= 3; turn++) {
        CALL(AudioOutputUnitStart(player.unit));
        CALL(AudioOutputUnitStart(player.unit));
        CHECK(get_number(player.unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) == 1);
        counter_wait(&player.cycles, counter_value(&player.cycles) + 3);
        CALL(AudioOutputUnitStop(player.unit));
        CHECK(counter_value(&player.running) == turn && counter_value(&player.stopped) == turn);
    }
    close_unit(&player);
}

static void *leave_later(void *user) {
    // Long enough for a stop that does not wait to have returned.
    struct timespec pause = {0, 50000000};
    nanosleep(&pause, NULL);
    counter_add(&((Player *)user)->leave, 1);
    return NULL;
}

static void a_stop_waits_for_the_callback(void) {
    Player player;
    pthread_t thread;
    open_unit(&player, stay);
    CALL(AudioOutputUnitStart(player.unit));
    counter_wait(&player.inside, 1);
    CHECK(pthread_create(&thread, NULL, leave_later, &player) == 0);
    CALL(AudioOutputUnitStop(player.unit));
    CHECK(!__atomic_load_n(&player.isInside, __ATOMIC_SEQ_CST));
    CHECK(pthread_join(thread, NULL) == 0);
    close_unit(&player);
}

static void stops_in_the_callback(void) {
    Player player;
    open_unit(&player, give);
    player.stopAt = 3;
    CALL(AudioOutputUnitStart(player.unit));
    counter_wait(&player.stopped, 1);
    CALL(AudioOutputUnitStop(player.unit));
    CHECK(counter_value(&player.cycles) == 3);
    close_unit(&player);
}

static void disposes_in_the_callback(void) {
    Player player;
    open_unit(&player, give);
    player.disposeAt = 2;
    CALL(AudioOutputUnitStart(player.unit));
    // The listener counts the stop, the callback that it has returned from the disposal.
    counter_wait(&player.stopped, 2);
    CHECK(AudioOutputUnitStop(player.unit) != noErr);
    CHECK(counter_value(&player.cycles) == 2);
}

int main(void) {
    starts_and_stops();
    a_stop_waits_for_the_callback();
    stops_in_the_callback();
    disposes_in_the_callback();
    return 0;
}
