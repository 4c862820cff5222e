// A program hogs the device of its HALOutput unit, by the unit or by the device, while it plays; the units of another program are
// kept out until it ends. Argument: a folder through which the two communicate.
#include "devices.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    AudioUnit unit;
    AudioObjectID device;
    Counter frames, changes;
} Player;

static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        memset(data->mBuffers[buffer].mData, 0, data->mBuffers[buffer].mDataByteSize);
    counter_add(&((Player *)user)->frames, (long)frames);
    return noErr;
}

static void changed(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    (void)unit, (void)scope, (void)element;
    CHECK(property == kAudioDevicePropertyHogMode);
    counter_add(&((Player *)user)->changes, 1);
}

static void open_player(Player *player) {
    const Player fresh = {NULL, 0, COUNTER_START, COUNTER_START};
    *player = fresh;
    player->device = default_device(kAudioHardwarePropertyDefaultOutputDevice);
    player->unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    set_number(player->unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, player->device);
    set_format(player->unit, kAudioUnitScope_Input, 0, floats(48000, 2));
    set_callback(player->unit, 0, play, player);
    CALL(AudioUnitAddPropertyListener(player->unit, kAudioDevicePropertyHogMode, changed, player));
    CALL(AudioUnitInitialize(player->unit));
}

/// The owner, as the unit and its device say.
static pid_t owner(const Player *player) {
    AudioObjectPropertyAddress address = address_of(kAudioDevicePropertyHogMode, kAudioObjectPropertyScopeGlobal);
    pid_t by_unit = 0, by_device = 0;
    UInt32 size = sizeof by_unit;
    CALL(AudioUnitGetProperty(
        player->unit, kAudioDevicePropertyHogMode, kAudioUnitScope_Global, 0, &by_unit, &size));
    CHECK(size == sizeof by_unit);
    CALL(AudioObjectGetPropertyData(player->device, &address, 0, NULL, &size, &by_device));
    CHECK(by_device == by_unit);
    return by_unit;
}

static OSStatus set_by_unit(const Player *player, pid_t pid) {
    return AudioUnitSetProperty(
        player->unit, kAudioDevicePropertyHogMode, kAudioUnitScope_Global, 0, &pid, sizeof pid);
}

static OSStatus set_by_device(const Player *player, pid_t pid) {
    AudioObjectPropertyAddress address = address_of(kAudioDevicePropertyHogMode, kAudioObjectPropertyScopeGlobal);
    return AudioObjectSetPropertyData(player->device, &address, 0, NULL, sizeof pid, &pid);
}

static UInt32 is_running(const Player *player) {
    return get_number(player->unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0);
}

static void play_on(Player *player, long frames) {
    counter_wait(&player->frames, counter_value(&player->frames) + frames);
}

static void say(int file) {
    char byte = 0;
    CHECK(write(file, &byte, 1) == 1);
}

static void hear(int file) {
    char byte = 0;
    CHECK(read(file, &byte, 1) == 1);
}

/// The one that hogs the device.
static void hog(int ready, int go) {
    Player player;
    open_player(&player);
    CHECK(owner(&player) == -1);
    CALL(set_by_unit(&player, getpid()));
    CHECK(owner(&player) == getpid());
    counter_wait(&player.changes, 1);
    CALL(AudioOutputUnitStart(player.unit));
    play_on(&player, 4096);
    say(ready);
    hear(go);
    // It plays on, whatever the other has tried, and after it has released the device.
    play_on(&player, 4096);
    CALL(set_by_device(&player, -1));
    CHECK(owner(&player) == -1);
    counter_wait(&player.changes, 2);
    play_on(&player, 4096);
    say(ready);
    hear(go);
    // In the other order: by the device, while the unit plays.
    CALL(set_by_device(&player, getpid()));
    CHECK(owner(&player) == getpid() && is_running(&player));
    play_on(&player, 4096);
    say(ready);
    // Until it is killed.
    hear(go);
}

int main(int count, char **arguments) {
    int from[2], to[2], status = 0;
    Player player;
    CHECK(count == 2);
    setenv("XDG_RUNTIME_DIR", arguments[1], 1);
    CHECK(pipe(from) == 0 && pipe(to) == 0);
    pid_t child = fork();
    if (child == 0) {
        close(to[1]);
        hog(from[1], to[0]);
    }
    close(from[1]);
    hear(from[0]);
    open_player(&player);
    CHECK(owner(&player) == child);
    CHECK(set_by_unit(&player, getpid()) == kAudioDevicePermissionsError);
    CHECK(set_by_device(&player, getpid()) == kAudioDevicePermissionsError);
    CHECK(owner(&player) == child);
    CHECK(AudioOutputUnitStart(player.unit) == kAudioDevicePermissionsError);
    CHECK(!is_running(&player) && counter_value(&player.frames) == 0);

    // It has been released: both play.
    say(to[1]);
    hear(from[0]);
    CHECK(owner(&player) == -1);
    CALL(AudioOutputUnitStart(player.unit));
    play_on(&player, 4096);
    CALL(AudioOutputUnitStop(player.unit));

    // The owner ends without a word.
    say(to[1]);
    hear(from[0]);
    CHECK(owner(&player) == child && AudioOutputUnitStart(player.unit) == kAudioDevicePermissionsError);
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    CHECK(owner(&player) == -1);
    CALL(set_by_unit(&player, getpid()));
    CHECK(owner(&player) == getpid());
    CALL(AudioOutputUnitStart(player.unit));
    play_on(&player, 4096);
    // A unit that goes takes nothing with it: the program has the device until it releases it.
    CALL(AudioComponentInstanceDispose(player.unit));
    open_player(&player);
    CHECK(owner(&player) == getpid());
    CALL(set_by_unit(&player, -1));
    CHECK(owner(&player) == -1);
    CALL(AudioComponentInstanceDispose(player.unit));
    return 0;
}
