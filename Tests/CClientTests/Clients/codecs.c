// Codecs by themselves: what an encoder makes, a decoder gives back, with packets handed in and asked for in odd numbers.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

enum { frames = 10000, mostPackets = 256 };

static SInt16 sound[frames], decoded[frames + 8192];
static UInt8 packets[frames * 4];
static AudioStreamPacketDescription descriptions[mostPackets];
static UInt32 packetCount, byteCount;

static AudioStreamBasicDescription plain(void) {
    AudioStreamBasicDescription format = {44100, kAudioFormatLinearPCM, 0, 2, 1, 2, 1, 16, 0};
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    return format;
}

static AudioStreamBasicDescription coded(OSType type) {
    AudioStreamBasicDescription format = {44100, 0, 0, 0, 0, 0, 1, 0, 0};
    format.mFormatID = type;
    return format;
}

static AudioCodec make(OSType kind, OSType type) {
    AudioComponentDescription wanted = {0, 0, 0, 0, 0};
    AudioCodec made = NULL;
    wanted.componentType = kind;
    wanted.componentSubType = type;
    AudioComponent component = AudioComponentFindNext(NULL, &wanted);
    CHECK(component != NULL && AudioComponentFindNext(component, &wanted) == NULL);
    CHECK(AudioComponentInstanceNew(component, &made) == noErr && AudioComponentInstanceCanDo(made, kAudioCodecResetSelect));
    return made;
}

static UInt32 number(AudioCodec codec, AudioCodecPropertyID property) {
    UInt32 value = 0, size = sizeof value;
    CHECK(AudioCodecGetProperty(codec, property, &size, &value) == noErr && size == sizeof value);
    return value;
}

/// A description outside of the data. The packets before it are taken; alone it is an error.
static void test_description(AudioCodec decoder) {
    AudioStreamPacketDescription both[2] = {descriptions[0], descriptions[0]};
    UInt32 whole = descriptions[0].mDataByteSize, taken = whole, count = 2;
    both[0].mStartOffset = 0;
    both[1].mStartOffset = (SInt64)whole + 1;
    CHECK(AudioCodecReset(decoder) == noErr);
    CHECK(AudioCodecAppendInputData(decoder, packets, &taken, &count, both) == noErr && count == 1 && taken == whole);
    CHECK(number(decoder, kAudioCodecPropertyUsedInputBufferSize) == whole);
    count = 1;
    CHECK(AudioCodecAppendInputData(decoder, packets, &taken, &count, both + 1) == kAudioCodecBadDataError);
    CHECK(number(decoder, kAudioCodecPropertyUsedInputBufferSize) == whole);
}

/// Encodes the sound: `step` frames are handed in at a time, as far as there is room, and then all packets are asked for.
static void encode(AudioCodec codec, UInt32 step) {
    UInt32 at = 0, outcome = 0;
    packetCount = byteCount = 0;
    do {
        UInt32 count = at + step > frames ? frames - at : step, size = count * 2;
        CHECK(AudioCodecAppendInputData(codec, count > 0 ? sound + at : NULL, &size, &count, NULL) == noErr);
        CHECK(size == count * 2);
        at += count;
        do {
            UInt32 room = (UInt32)sizeof packets - byteCount, made = 1;
            AudioStreamPacketDescription *description = descriptions + packetCount;
            CHECK(packetCount < mostPackets);
            OSStatus status = AudioCodecProduceOutputPackets(codec, packets + byteCount, &room, &made, description, &outcome);
            CHECK(status == noErr);
            CHECK((made == 1 && room > 0) == (outcome == kAudioCodecProduceOutputPacketSuccess ||
                                              outcome == kAudioCodecProduceOutputPacketSuccessHasMore));
            if (made == 0) continue;
            CHECK(description->mDataByteSize == room);
            description->mStartOffset = byteCount;
            byteCount += room;
            packetCount++;
        } while (outcome == kAudioCodecProduceOutputPacketSuccess || outcome == kAudioCodecProduceOutputPacketSuccessHasMore);
        if (at == frames && count == 0) break;
    } while (1);
    CHECK(outcome == kAudioCodecProduceOutputPacketAtEOF && at == frames);
}

/// Decodes the packets, `step` at a time, and returns the frames.
static UInt32 decode(AudioCodec codec, UInt32 step, bool described) {
    UInt32 at = 0, written = 0, outcome = 0;
    memset(decoded, 0, sizeof decoded);
    while (outcome != kAudioCodecProduceOutputPacketAtEOF) {
        UInt32 count = at + step > packetCount ? packetCount - at : step, wanted = count;
        UInt64 offset = count > 0 ? (UInt64)descriptions[at].mStartOffset : 0;
        AudioStreamPacketDescription own[mostPackets];
        UInt32 i, size = 0;
        for (i = 0; i < count; i++) {
            own[i] = descriptions[at + i];
            own[i].mStartOffset -= (SInt64)offset;
            size += own[i].mDataByteSize;
        }
        if (outcome == 0 || outcome == kAudioCodecProduceOutputPacketNeedsMoreInputData) {
            AudioBufferList list = {1, {{1, size, packets + offset}}};
            UInt32 taken = 0;
            CHECK(AudioCodecAppendInputBufferList(codec, &list, &count, described ? own : NULL, &taken) == noErr);
            CHECK(count <= wanted && (count < wanted || taken == size));
            at += count;
        }
        AudioBufferList room = {1, {{1, 700 * 2, decoded + written}}};
        UInt32 made = 700;
        CHECK(written + made <= frames + 8192);
        CHECK(AudioCodecProduceOutputBufferList(codec, &room, &made, NULL, &outcome) == noErr);
        CHECK(room.mBuffers[0].mDataByteSize == made * 2);
        written += made;
    }
    return written;
}

static void round_trip(OSType type, UInt32 step, bool isLossless) {
    AudioCodec encoder = make(kAudioEncoderComponentType, type), decoder = make(kAudioDecoderComponentType, type);
    AudioStreamBasicDescription input = plain(), output = coded(type), found;
    UInt32 size = sizeof found, outcome = 0, one = 1, bytes = 2;
    UInt8 cookie[256];
    Boolean isWritable = true;

    CHECK(AudioCodecAppendInputData(encoder, sound, &bytes, &one, NULL) == kAudioCodecStateError);
    CHECK(AudioCodecReset(encoder) == kAudioCodecStateError && number(encoder, kAudioCodecPropertyIsInitialized) == 0);
    CHECK(AudioCodecSetProperty(encoder, kAudioCodecPropertyCurrentInputFormat, sizeof input, &input) == noErr);
    CHECK(AudioCodecInitialize(encoder, NULL, &output, NULL, 0) == noErr);
    CHECK(AudioCodecInitialize(encoder, NULL, &output, NULL, 0) == kAudioCodecStateError);
    CHECK(number(encoder, kAudioCodecPropertyIsInitialized) == 1);
    CHECK(AudioCodecGetProperty(encoder, kAudioCodecPropertyCurrentOutputFormat, &size, &found) == noErr);
    CHECK(found.mFormatID == type && found.mFramesPerPacket == number(encoder, kAudioCodecPropertyPacketFrameSize));
    CHECK(AudioCodecGetPropertyInfo(encoder, kAudioCodecPropertyMagicCookie, &size, &isWritable) == noErr && !isWritable);
    CHECK(AudioCodecSetProperty(encoder, kAudioCodecPropertyMagicCookie, 1, cookie) == kAudioCodecIllegalOperationError);
    size = sizeof cookie;
    CHECK(AudioCodecGetProperty(encoder, kAudioCodecPropertyMagicCookie, &size, cookie) == noErr);
    one = 1;
    bytes = 1;
    CHECK(AudioCodecProduceOutputPackets(encoder, packets, &bytes, &one, NULL, &outcome) == kAudioCodecNotEnoughBufferSpaceError);
    CHECK(one == 0 && outcome == kAudioCodecProduceOutputPacketFailure);

    encode(encoder, step);
    CHECK(packetCount == (frames + found.mFramesPerPacket - 1) / found.mFramesPerPacket);
    CHECK(AudioCodecAppendInputData(encoder, sound, &bytes, &one, NULL) == kAudioCodecStateError);
    UInt8 *first = (UInt8 *)malloc(byteCount);
    UInt32 firstBytes = byteCount;
    memcpy(first, packets, byteCount);
    // Once more, in another step: the same bytes.
    CHECK(AudioCodecReset(encoder) == noErr);
    encode(encoder, step * 3 + 1);
    CHECK(byteCount == firstBytes && memcmp(first, packets, byteCount) == 0);
    free(first);

    CHECK(AudioCodecInitialize(decoder, &found, &input, size > 0 ? cookie : NULL, size) == noErr);
    bool isDescribed = number(decoder, kAudioCodecPropertyRequiresPacketDescription) == 1;
    UInt32 count = decode(decoder, 2, isDescribed);
    CHECK(count >= frames && count < frames + found.mFramesPerPacket);
    if (isLossless) CHECK(memcmp(decoded, sound, sizeof sound) == 0);
    if (isDescribed) test_description(decoder);
    CHECK(AudioCodecReset(decoder) == noErr && decode(decoder, 7, isDescribed) == count);
    CHECK(AudioCodecUninitialize(decoder) == noErr && AudioCodecUninitialize(decoder) == kAudioCodecStateError);
    CHECK(AudioComponentInstanceDispose(encoder) == noErr && AudioComponentInstanceDispose(decoder) == noErr);
    CHECK(AudioCodecReset(decoder) == kAudio_ParamError);
}

static void test_refusals(void) {
    AudioCodec decoder = make(kAudioDecoderComponentType, kAudioFormatAppleLossless);
    AudioStreamBasicDescription input = coded(kAudioFormatAppleLossless), output = plain();
    UInt32 size = 8, count = 1, value = 0;
    output.mSampleRate = 48000;
    CHECK(AudioCodecInitialize(decoder, &input, &output, NULL, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecInitialize(decoder, &output, &input, NULL, 0) == kAudioCodecUnsupportedFormatError);
    CHECK(AudioCodecGetProperty(decoder, 0x6E6F6E65, &size, &value) == kAudioCodecUnknownPropertyError);
    size = 2;
    CHECK(AudioCodecGetProperty(decoder, kAudioCodecPropertyIsInitialized, &size, &value) == kAudioCodecBadPropertySizeError);
    CHECK(AudioCodecSetProperty(decoder, kAudioCodecPropertyIsInitialized, 4, &value) == kAudioCodecIllegalOperationError);
    // A codec is no unit, and a unit no codec.
    CHECK(AudioUnitInitialize(decoder) != noErr && AudioOutputUnitStart(decoder) != noErr);
    CHECK(AudioUnitGetPropertyInfo(decoder, kAudioUnitProperty_StreamFormat, 0, 0, &size, NULL) != noErr);
    AudioComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_GenericOutput, 0, 0, 0};
    AudioUnit unit = NULL;
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    CHECK(AudioCodecReset(unit) == kAudio_ParamError);
    CHECK(AudioComponentInstanceDispose(unit) == noErr);

    // Less than a packet, and a packet with more bytes after it.
    output.mSampleRate = 44100;
    UInt32 made = 100, outcome = 0;
    UInt8 noise[64];
    memset(noise, 0xA5, sizeof noise);
    input.mFormatID = kAudioFormatAppleIMA4;
    AudioCodec other = make(kAudioDecoderComponentType, kAudioFormatAppleIMA4);
    CHECK(AudioCodecInitialize(other, &input, &output, NULL, 0) == noErr);
    size = 20;
    CHECK(AudioCodecAppendInputData(other, noise, &size, &count, NULL) == kAudioCodecBadDataError);
    count = 2;
    size = 64;
    CHECK(AudioCodecAppendInputData(other, noise, &size, &count, NULL) == noErr && count == 1 && size == 34);
    size = sizeof decoded;
    CHECK(AudioCodecProduceOutputPackets(other, decoded, &size, &made, NULL, &outcome) == noErr && made == 64 && size == 128);
    CHECK(outcome == kAudioCodecProduceOutputPacketSuccess);
    made = 100;
    CHECK(AudioCodecProduceOutputPackets(other, decoded, &size, &made, NULL, &outcome) == noErr && made == 0 && size == 0);
    CHECK(outcome == kAudioCodecProduceOutputPacketNeedsMoreInputData);
    CHECK(AudioComponentInstanceDispose(other) == noErr);
    CHECK(AudioComponentInstanceDispose(decoder) == noErr);
}

/// A codec of the program's own, which negates.
typedef struct {
    AudioComponentPlugInInterface interface;
    UInt8 bytes[16];
    UInt32 count;
} Negator;

static OSStatus open_negator(void *self, AudioComponentInstance instance) { return (void)self, (void)instance, noErr; }
static OSStatus close_negator(void *self) { return free(self), noErr; }
static OSStatus reset_negator(void *self) { return ((Negator *)self)->count = 0, noErr; }
static OSStatus append_negator(
    void *self, const void *data, UInt32 *size, UInt32 *count, const AudioStreamPacketDescription *described) {
    (void)described;
    memcpy(((Negator *)self)->bytes, data, *size);
    ((Negator *)self)->count = *count;
    return noErr;
}
static OSStatus produce_negator(
    void *self, void *data, UInt32 *size, UInt32 *count, AudioStreamPacketDescription *described, UInt32 *outcome) {
    UInt32 i;
    (void)described;
    *size = *count = ((Negator *)self)->count;
    for (i = 0; i < *count; i++) ((UInt8 *)data)[i] = (UInt8)~((Negator *)self)->bytes[i];
    *outcome = kAudioCodecProduceOutputPacketSuccess;
    return noErr;
}
static AudioComponentMethod look_up(SInt16 selector) {
    switch (selector) {
    case kAudioCodecAppendInputDataSelect: return (AudioComponentMethod)(void *)append_negator;
    case kAudioCodecProduceOutputDataSelect: return (AudioComponentMethod)(void *)produce_negator;
    case kAudioCodecResetSelect: return (AudioComponentMethod)(void *)reset_negator;
    default: return NULL;
    }
}
static AudioComponentPlugInInterface *make_negator(const AudioComponentDescription *description) {
    Negator *made = (Negator *)calloc(1, sizeof *made);
    (void)description;
    made->interface.Open = open_negator;
    made->interface.Close = close_negator;
    made->interface.Lookup = look_up;
    return &made->interface;
}

static void test_own_codec(void) {
    AudioComponentDescription description = {kAudioDecoderComponentType, 0x6E656761, 0x54657374, 0, 0};
    AudioCodec codec = NULL;
    UInt8 bytes[3] = {1, 2, 3}, negated[3] = {0, 0, 0};
    UInt32 size = 3, count = 3, outcome = 0;
    CHECK(AudioComponentRegister(&description, CFSTR("Test: Negator"), 1, make_negator) != NULL);
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &description), &codec) == noErr);
    CHECK(AudioCodecAppendInputData(codec, bytes, &size, &count, NULL) == noErr);
    CHECK(AudioCodecProduceOutputPackets(codec, negated, &size, &count, NULL, &outcome) == noErr);
    CHECK(size == 3 && count == 3 && outcome == kAudioCodecProduceOutputPacketSuccess && negated[2] == 0xFC);
    CHECK(AudioCodecReset(codec) == noErr && AudioCodecUninitialize(codec) != noErr);
    // Its function 8 has the number of a function of units, too.
    CHECK(AudioUnitReset(codec, 0, 0) != noErr && AudioUnitInitialize(codec) != noErr);
    CHECK(AudioComponentInstanceDispose(codec) == noErr);
}

int main(void) {
    UInt32 seed = 1;
    int i;
    for (i = 0; i < frames; i++) {
        seed = seed * 1664525 + 1013904223;
        sound[i] = (SInt16)((i % 100) * 200 - 10000 + (int)(seed >> 28));
    }
    round_trip(kAudioFormatAppleLossless, 1000, true);
    round_trip(kAudioFormatAppleIMA4, 333, false);
    test_refusals();
    test_own_codec();
    return 0;
}
