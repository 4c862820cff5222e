// Plays the numbers of its frames in the left channel, and tells what it is told. Commands come from the standard input.
//
//     counter queue FRAMES BUFFERS [UID]    an audio queue: start, pause, stop, end, dispose, frames N, rate N
//     counter both FRAMES BUFFERS UID       a queue that follows the default, and a callback of a device on the right: start, stop
//     counter proc FRAMES [UID]             a callback: start, stop, frames N, rate N
//     counter duplex FRAMES UID UID         a callback of a loudspeaker and a microphone that hears it: start, stop, frames N
//     counter through FRAMES UID UID        the same; plays what it hears
//     counter unit FRAMES duplex|through    the same, by the unit RemoteIO on the default devices: start, stop
//     counter sound FILE                    a system sound: start, dispose
//
// And: report, quit; session, which makes the program's session active, to play and record; chat and plain, which set its mode: a
// conversation, which is another role on the server, or none; wish N, the rate of streams that the session prefers. FRAMES are those of a buffer or of the device's cycle; 0 leaves that as it is.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long calls of one number of frames went on.
typedef struct Stretch {
    UInt32 frames;
    long calls;
} Stretch;

static AudioQueueRef queue;
static UInt32 buffer_frames;
static AudioObjectID device;
static AudioDeviceIOProcID proc;
static AudioUnit unit;
static float unit_input[2 * 8192];
static SystemSoundID sound;
static long position;
static Stretch stretches[64];
static int stretch_count;
// What the microphone hears: how many frames later, and for how many frames that has been so.
static long delay = -1, delay_frames;
static int is_through;
// Of a queue and a callback, the callback plays on the right.
static int is_both;
static long other_position;

static void check(OSStatus status, const char *what) {
    if (status == noErr) return;
    printf("failed %s %d\n", what, (int)status);
    exit(1);
}

static AudioObjectPropertyAddress at(UInt32 selector) {
    AudioObjectPropertyAddress address = {selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    return address;
}

static CFStringRef string(const char *text) { return CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8); }

// MARK: A queue

static void fill(void *context, AudioQueueRef from, AudioQueueBufferRef buffer) {
    float *samples = (float *)buffer->mAudioData;
    (void)context;
    for (UInt32 i = 0; i < buffer_frames; i++) samples[2 * i] = (float)(++position), samples[2 * i + 1] = 0;
    buffer->mAudioDataByteSize = buffer_frames * 8;
    // A queue that ends takes no more.
    if (AudioQueueEnqueueBuffer(from, buffer, 0, NULL) != noErr) position -= buffer_frames;
}

static void queue_told(void *context, AudioQueueRef from, AudioQueuePropertyID property) {
    UInt32 value = 0, size = sizeof value;
    (void)context;
    if (property == kAudioQueueProperty_IsRunning) {
        if (AudioQueueGetProperty(from, property, &value, &size) == noErr) printf("told queue-running %u\n", value);
    } else
        printf("told queue-device\n");
}

static void make_queue(UInt32 buffers, const char *uid) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 48000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 8;
    format.mFramesPerPacket = 1, format.mChannelsPerFrame = 2, format.mBitsPerChannel = 32;
    check(AudioQueueNewOutput(&format, fill, NULL, NULL, NULL, 0, &queue), "new");
    if (uid) {
        CFStringRef name = string(uid);
        check(AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &name, sizeof name), "device");
    }
    check(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, queue_told, NULL), "listener");
    check(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_CurrentDevice, queue_told, NULL), "listener");
    for (UInt32 i = 0; i < buffers; i++) {
        AudioQueueBufferRef buffer = NULL;
        check(AudioQueueAllocateBuffer(queue, buffer_frames * 8, &buffer), "allocate");
        fill(NULL, queue, buffer);
    }
}

// MARK: A callback

static OSStatus play(
    AudioObjectID from, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *input_time,
    AudioBufferList *output, const AudioTimeStamp *output_time, void *data) {
    (void)from, (void)now, (void)input_time, (void)output_time, (void)data;
    float *samples = (float *)output->mBuffers[0].mData;
    const float *heard = input && input->mNumberBuffers == 1 ? (const float *)input->mBuffers[0].mData : NULL;
    UInt32 frames = output->mBuffers[0].mDataByteSize / 8;
    for (UInt32 i = 0; is_both && i < frames; i++) samples[2 * i] = 0, samples[2 * i + 1] = (float)(++other_position);
    for (UInt32 i = 0; !is_both && i < frames; i++) {
        samples[2 * i] = is_through ? (heard ? heard[2 * i] : 0) : (float)(++position);
        samples[2 * i + 1] = 0;
        if (!heard) continue;
        long found = heard[2 * i] == 0 ? -1 : position - (long)heard[2 * i];
        delay_frames = found == delay && found >= 0 ? delay_frames + 1 : 0;
        delay = found;
    }
    if (stretch_count == 0 || stretches[stretch_count - 1].frames != frames) {
        if (stretch_count < 64) stretches[stretch_count].frames = frames, stretches[stretch_count++].calls = 0;
    }
    stretches[stretch_count - 1].calls++;
    return 0;
}

static OSStatus told(AudioObjectID object, UInt32 count, const AudioObjectPropertyAddress *addresses, void *data) {
    (void)object, (void)data;
    for (UInt32 i = 0; i < count; i++) {
        UInt32 name = addresses[i].mSelector;
        printf("told %c%c%c%c\n", name >> 24, name >> 16 & 255, name >> 8 & 255, name & 255);
    }
    return 0;
}

static void listen(AudioObjectID object, UInt32 selector) {
    AudioObjectPropertyAddress address = at(selector);
    check(AudioObjectAddPropertyListener(object, &address, told, NULL), "listener");
}

static AudioObjectID find(const char *uid) {
    AudioObjectID found = 0;
    UInt32 size = sizeof found;
    AudioObjectPropertyAddress address = at(uid ? kAudioHardwarePropertyTranslateUIDToDevice : kAudioHardwarePropertyDefaultOutputDevice);
    CFStringRef name = uid ? string(uid) : NULL;
    check(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, uid ? sizeof name : 0, uid ? &name : NULL, &size, &found),
          "find");
    if (found == kAudioObjectUnknown) check(-1, "find a device");
    return found;
}

static AudioObjectID join(const char *output, const char *input) {
    CFMutableDictionaryRef description =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    const char *names[] = {output, input};
    CFMutableArrayRef parts = CFArrayCreateMutable(NULL, 2, &kCFTypeArrayCallBacks);
    for (int i = 0; i < 2; i++) {
        CFMutableDictionaryRef part =
            CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
        CFDictionarySetValue(part, CFSTR(kAudioSubDeviceUIDKey), string(names[i]));
        CFArrayAppendValue(parts, part);
    }
    CFDictionarySetValue(description, CFSTR(kAudioAggregateDeviceNameKey), CFSTR("Both"));
    CFDictionarySetValue(description, CFSTR(kAudioAggregateDeviceUIDKey), CFSTR("both"));
    CFDictionarySetValue(description, CFSTR(kAudioAggregateDeviceSubDeviceListKey), parts);
    AudioObjectID both = 0;
    check(AudioHardwareCreateAggregateDevice(description, &both), "aggregate");
    return both;
}

static OSStatus set_frames(UInt32 frames) {
    AudioObjectPropertyAddress address = at(kAudioDevicePropertyBufferFrameSize);
    return AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof frames, &frames);
}

static OSStatus set_rate(Float64 rate) {
    AudioObjectPropertyAddress address = at(kAudioDevicePropertyNominalSampleRate);
    return AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof rate, &rate);
}

static void make_proc(UInt32 frames) {
    if (frames > 0) check(set_frames(frames), "frames");
    listen(kAudioObjectSystemObject, kAudioHardwarePropertyDefaultOutputDevice);
    listen(kAudioObjectSystemObject, kAudioHardwarePropertyDevices);
    listen(device, kAudioDevicePropertyBufferFrameSize);
    listen(device, kAudioDevicePropertyNominalSampleRate);
    listen(device, kAudioDevicePropertyDeviceIsAlive);
    listen(device, kAudioDevicePropertyDeviceIsRunning);
    listen(device, kAudioDevicePropertyIOStoppedAbnormally);
    check(AudioDeviceCreateIOProcID(device, play, NULL, &proc), "callback");
}

// MARK: The session

static OSStatus begin_session(void) {
    UInt32 category = kAudioSessionCategory_PlayAndRecord;
    OSStatus status = AudioSessionInitialize(NULL, NULL, NULL, NULL);
    if (status != noErr) return status;
    return AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof category, &category);
}

static OSStatus make_session(void) {
    OSStatus status = begin_session();
    return status != noErr ? status : AudioSessionSetActive(true);
}

static OSStatus set_wish(Float64 rate) {
    return AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareSampleRate, sizeof rate, &rate);
}

static OSStatus set_mode(UInt32 mode) { return AudioSessionSetProperty(kAudioSessionProperty_Mode, sizeof mode, &mode); }

// MARK: A unit

static OSStatus render(
    void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames, AudioBufferList *list) {
    AudioBufferList input = {1, {{2, frames * 8, unit_input}}};
    (void)context, (void)bus;
    if (frames > 8192) return kAudio_ParamError;
    OSStatus status = AudioUnitRender(unit, flags, time, 1, frames, &input);
    if (status != noErr) return status;
    return play(0, time, &input, time, list, time, NULL);
}

static void set_unit(UInt32 property, UInt32 scope, UInt32 element, const void *value, UInt32 size) {
    check(AudioUnitSetProperty(unit, property, scope, element, value, size), "unit");
}

static void make_unit(UInt32 frames) {
    AudioStreamBasicDescription format = {
        48000, kAudioFormatLinearPCM, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, 8, 1, 8, 2, 32, 0};
    AudioComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, kAudioUnitManufacturer_Apple, 0, 0};
    AURenderCallbackStruct callback = {render, NULL};
    UInt32 enabled = 1;
    Float32 seconds = (Float32)frames / 48000;
    check(begin_session(), "session");
    check(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareIOBufferDuration, sizeof seconds, &seconds), "duration");
    check(AudioSessionSetActive(true), "active");
    check(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit), "new");
    set_unit(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &enabled, sizeof enabled);
    set_unit(kAudioDevicePropertyBufferFrameSize, kAudioUnitScope_Global, 0, &frames, sizeof frames);
    set_unit(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 1, &format, sizeof format);
    set_unit(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, sizeof format);
    set_unit(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback);
    check(AudioUnitInitialize(unit), "initialize");
}

// MARK: A system sound

static void make_sound(const char *path) {
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), 0);
    check(AudioServicesCreateSystemSoundID(url, &sound), "sound");
}

// MARK: Commands

static void report(void) {
    printf("position %ld\ndelay %ld %ld\nsizes", position, delay, delay_frames);
    for (int i = 0; i < stretch_count; i++) printf(" %u*%ld", stretches[i].frames, stretches[i].calls);
    printf("\n");
}

static OSStatus obey(const char *word, double number) {
    if (!strcmp(word, "frames")) return set_frames((UInt32)number);
    if (!strcmp(word, "rate")) return set_rate(number);
    if (!strcmp(word, "session")) return make_session();
    if (!strcmp(word, "wish")) return set_wish(number);
    if (!strcmp(word, "chat")) return set_mode(kAudioSessionMode_VoiceChat);
    if (!strcmp(word, "plain")) return set_mode(kAudioSessionMode_Default);
    if (is_both && !strcmp(word, "start")) check(AudioDeviceStart(device, proc), "start");
    if (queue) {
        if (!strcmp(word, "start")) return AudioQueueStart(queue, NULL);
        if (!strcmp(word, "pause")) return AudioQueuePause(queue);
        if (!strcmp(word, "stop")) return AudioQueueStop(queue, true);
        if (!strcmp(word, "end")) return AudioQueueStop(queue, false);
        if (!strcmp(word, "dispose")) return AudioQueueDispose(queue, true);
    } else if (proc) {
        if (!strcmp(word, "start")) return AudioDeviceStart(device, proc);
        if (!strcmp(word, "stop")) return AudioDeviceStop(device, proc);
    } else if (unit) {
        if (!strcmp(word, "start")) return AudioOutputUnitStart(unit);
        if (!strcmp(word, "stop")) return AudioOutputUnitStop(unit);
    } else {
        if (!strcmp(word, "start")) return AudioServicesPlaySystemSound(sound), noErr;
        if (!strcmp(word, "dispose")) return AudioServicesDisposeSystemSoundID(sound);
    }
    return kAudio_ParamError;
}

int main(int argc, char **argv) {
    char line[128], word[32];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 3) return 2;
    buffer_frames = (UInt32)atoi(argv[2]);
    if (!strcmp(argv[1], "queue") && argc > 3) {
        device = find(argc > 4 ? argv[4] : NULL);
        make_queue((UInt32)atoi(argv[3]), argc > 4 ? argv[4] : NULL);
    } else if (!strcmp(argv[1], "both") && argc > 4) {
        is_both = 1;
        device = find(argv[4]);
        make_queue((UInt32)atoi(argv[3]), NULL);
        make_proc(0);
    } else if (!strcmp(argv[1], "proc")) {
        device = find(argc > 3 ? argv[3] : NULL);
        make_proc(buffer_frames);
    } else if ((!strcmp(argv[1], "duplex") || !strcmp(argv[1], "through")) && argc > 4) {
        is_through = argv[1][0] == 't';
        device = join(argv[3], argv[4]);
        make_proc(buffer_frames);
    } else if (!strcmp(argv[1], "unit") && argc > 3) {
        is_through = argv[3][0] == 't';
        make_unit(buffer_frames);
    } else if (!strcmp(argv[1], "sound")) {
        make_sound(argv[2]);
    } else
        return 2;
    printf("ready\n");
    while (fgets(line, sizeof line, stdin)) {
        double number = 0;
        if (sscanf(line, "%31s %lf", word, &number) < 1) continue;
        if (!strcmp(word, "quit")) break;
        if (!strcmp(word, "report"))
            report();
        else
            printf("did %s %d\n", word, (int)obey(word, number));
    }
    return 0;
}
