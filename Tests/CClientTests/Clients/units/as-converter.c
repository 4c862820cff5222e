// The AUConverter unit gives what AudioConverter gives, bit for bit: forms, channels and rates of samples, with each quality and
// complexity, in slices of any length.
#include "units.h"

enum { FRAMES = 6000, MOST_CHANNELS = 2, MOST_SLICE = 1156 };

typedef enum { FLOATS, INTEGERS, FIXED_POINT } Form;

/// Float32 without interleaving, 16 bits with it, or 8.24 without it.
static AudioStreamBasicDescription form_of(Form form, Float64 rate, UInt32 channels) {
    AudioStreamBasicDescription format = form == INTEGERS ? integers(rate, channels) : floats(rate, channels);
    if (form == FIXED_POINT)
        format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked |
            kAudioFormatFlagIsNonInterleaved | (24 << kLinearPCMFormatFlagsSampleFractionShift);
    return format;
}

static UInt32 buffers_of(const AudioStreamBasicDescription *format) {
    return format->mFormatFlags & kAudioFormatFlagIsNonInterleaved ? format->mChannelsPerFrame : 1;
}

/// A sound without an end, in a form. What the converter gets has to stay until its next call.
typedef struct {
    AudioStreamBasicDescription format;
    long next;
    UInt32 most;
    char memory[MOST_CHANNELS][8 * MOST_SLICE];
} Source;

/// Noise, in 24 bits.
static SInt32 noise(long frame, UInt32 channel) {
    UInt32 value = (UInt32)frame * 2654435761u + channel * 40503u;
    value ^= value >> 15;
    value *= 2246822519u;
    value ^= value >> 13;
    return (SInt32)(value >> 8) - 0x800000;
}

static void write_sample(Form form, void *memory, UInt32 place, SInt32 sample) {
    if (form == FLOATS) ((float *)memory)[place] = (float)sample / 0x800000;
    else if (form == INTEGERS) ((SInt16 *)memory)[place] = (SInt16)(sample >> 8);
    else ((SInt32 *)memory)[place] = sample * 2;
}

static Form known_form(const AudioStreamBasicDescription *format) {
    if (format->mFormatFlags & kAudioFormatFlagIsFloat) return FLOATS;
    return format->mBitsPerChannel == 16 ? INTEGERS : FIXED_POINT;
}

static void write_frames(Source *source, AudioBufferList *data, UInt32 frames) {
    UInt32 channels = source->format.mChannelsPerFrame, buffers = buffers_of(&source->format);
    CHECK(data->mNumberBuffers == buffers);
    for (UInt32 buffer = 0; buffer < buffers; buffer++) {
        UInt32 width = channels / buffers;
        for (UInt32 frame = 0; frame < frames; frame++)
            for (UInt32 channel = 0; channel < width; channel++)
                write_sample(
                    known_form(&source->format), data->mBuffers[buffer].mData, frame * width + channel,
                    noise(source->next + (long)frame, buffer + channel));
        data->mBuffers[buffer].mDataByteSize = frames * source->format.mBytesPerFrame;
    }
    source->next += (long)frames;
}

static OSStatus give_to_unit(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus;
    write_frames((Source *)user, data, frames);
    return noErr;
}

static OSStatus give_to_converter(
    AudioConverterRef converter, UInt32 *frames, AudioBufferList *data, AudioStreamPacketDescription **descriptions,
    void *user) {
    Source *source = (Source *)user;
    (void)converter, (void)descriptions;
    if (*frames > source->most) *frames = source->most;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++) {
        CHECK(*frames * source->format.mBytesPerFrame <= sizeof source->memory[buffer]);
        data->mBuffers[buffer].mData = source->memory[buffer];
    }
    write_frames(source, data, *frames);
    return noErr;
}

typedef struct {
    AudioStreamBasicDescription input, output;
    UInt32 quality, complexity;
    const SInt32 *map;
} Conversion;

/// The frames of a conversion, buffer by buffer.
typedef struct { char bytes[MOST_CHANNELS][8 * FRAMES]; } Result;

static void point_into(StereoList *list, Result *result, const AudioStreamBasicDescription *format, UInt32 start, UInt32 frames) {
    AudioBuffer *buffers = list->list.mBuffers;
    list->list.mNumberBuffers = buffers_of(format);
    for (UInt32 buffer = 0; buffer < list->list.mNumberBuffers; buffer++) {
        buffers[buffer].mNumberChannels = format->mChannelsPerFrame / list->list.mNumberBuffers;
        buffers[buffer].mDataByteSize = frames * format->mBytesPerFrame;
        buffers[buffer].mData = result->bytes[buffer] + start * format->mBytesPerFrame;
    }
}

static Source source;

static void convert(const Conversion *conversion, Result *result) {
    AudioConverterRef converter = NULL;
    StereoList list;
    UInt32 frames = FRAMES;
    source.format = conversion->input;
    source.next = 0;
    // Other slices than the unit asks for.
    source.most = 777;
    CALL(AudioConverterNew(&conversion->input, &conversion->output, &converter));
    if (conversion->input.mSampleRate != conversion->output.mSampleRate) {
        CALL(AudioConverterSetProperty(
            converter, kAudioConverterSampleRateConverterQuality, sizeof conversion->quality, &conversion->quality));
        CALL(AudioConverterSetProperty(
            converter, kAudioConverterSampleRateConverterComplexity, sizeof conversion->complexity,
            &conversion->complexity));
    }
    if (conversion->map != NULL)
        CALL(AudioConverterSetProperty(
            converter, kAudioConverterChannelMap, 4 * conversion->output.mChannelsPerFrame, conversion->map));
    point_into(&list, result, &conversion->output, 0, FRAMES);
    CALL(AudioConverterFillComplexBuffer(converter, give_to_converter, &source, &frames, &list.list, NULL));
    CHECK(frames == FRAMES);
    CALL(AudioConverterDispose(converter));
}

static void render(const Conversion *conversion, const UInt32 *slices, UInt32 count, Result *result) {
    AudioUnit unit = make_unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    AudioTimeStamp time;
    StereoList list;
    UInt32 done = 0;
    source.format = conversion->input;
    source.next = 0;
    set_format(unit, kAudioUnitScope_Input, 0, conversion->input);
    set_format(unit, kAudioUnitScope_Output, 0, conversion->output);
    set_number(unit, kAudioUnitProperty_RenderQuality, kAudioUnitScope_Global, 0, conversion->quality);
    set_number(
        unit, kAudioUnitProperty_SampleRateConverterComplexity, kAudioUnitScope_Global, 0, conversion->complexity);
    if (conversion->map != NULL)
        CALL(AudioUnitSetProperty(
            unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Global, 0, conversion->map,
            4 * conversion->output.mChannelsPerFrame));
    set_callback(unit, 0, give_to_unit, &source);
    CALL(AudioUnitInitialize(unit));
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    for (UInt32 cycle = 0; done < FRAMES; cycle++) {
        UInt32 frames = slices[cycle % count];
        AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
        if (frames > FRAMES - done) frames = FRAMES - done;
        time.mSampleTime = done;
        point_into(&list, result, &conversion->output, done, frames);
        CALL(AudioUnitRender(unit, &flags, &time, 0, frames, &list.list));
        done += frames;
    }
    CALL(AudioComponentInstanceDispose(unit));
}

static const UInt32 even[] = {512}, odd[] = {1, 7, 100, 3, 480, 511, MOST_SLICE, 13, 2, 997}, ones[] = {1};

static void compare(const Conversion *conversion, int with_ones) {
    static Result wanted, result;
    memset(&wanted, 0, sizeof wanted);
    convert(conversion, &wanted);
    int different = 0;
    for (UInt32 byte = 0; byte < 4 * FRAMES; byte++) different += wanted.bytes[0][byte] != 0;
    CHECK(different > FRAMES);
    memset(&result, 0, sizeof result);
    render(conversion, even, 1, &result);
    CHECK(memcmp(&wanted, &result, sizeof wanted) == 0);
    memset(&result, 0, sizeof result);
    render(conversion, odd, sizeof odd / sizeof *odd, &result);
    CHECK(memcmp(&wanted, &result, sizeof wanted) == 0);
    if (!with_ones) return;
    memset(&result, 0, sizeof result);
    render(conversion, ones, 1, &result);
    CHECK(memcmp(&wanted, &result, sizeof wanted) == 0);
}

static Conversion conversion_of(
    Form from, Float64 rate, UInt32 channels, Form to, Float64 other_rate, UInt32 other_channels) {
    Conversion conversion;
    conversion.input = form_of(from, rate, channels);
    conversion.output = form_of(to, other_rate, other_channels);
    conversion.quality = kAudioConverterQuality_Medium;
    conversion.complexity = kAudioConverterSampleRateConverterComplexity_Normal;
    conversion.map = NULL;
    return conversion;
}

int main(void) {
    const Float64 rates[][2] = {{44100, 48000}, {48000, 44100}, {48000, 32000}, {32000, 48000}};
    const UInt32 qualities[] = {
        kAudioConverterQuality_Min, kAudioConverterQuality_Low, kAudioConverterQuality_Medium,
        kAudioConverterQuality_High, kAudioConverterQuality_Max};
    const UInt32 complexities[] = {
        kAudioConverterSampleRateConverterComplexity_Linear, kAudioConverterSampleRateConverterComplexity_Normal,
        kAudioConverterSampleRateConverterComplexity_Mastering};
    const SInt32 twice[] = {0, 0}, crossed[] = {1, 0}, second[] = {1}, half[] = {-1, 0};
    Conversion conversion;

    // Each form to each, at one rate and at two.
    for (int from = FLOATS; from <= FIXED_POINT; from++)
        for (int to = FLOATS; to <= FIXED_POINT; to++) {
            conversion = conversion_of((Form)from, 48000, 2, (Form)to, 48000, 2);
            compare(&conversion, 1);
            conversion = conversion_of((Form)from, 44100, 2, (Form)to, 48000, 2);
            compare(&conversion, 0);
        }
    // Each rate, with each quality and complexity.
    for (int pair = 0; pair < 4; pair++)
        for (int quality = 0; quality < 5; quality++)
            for (int complexity = 0; complexity < 3; complexity++) {
                conversion = conversion_of(FLOATS, rates[pair][0], 1, FLOATS, rates[pair][1], 1);
                conversion.quality = qualities[quality];
                conversion.complexity = complexities[complexity];
                compare(&conversion, quality == 2);
            }
    // One channel to two and two to one, with and without a map, at one rate and at two.
    for (int pair = 0; pair < 2; pair++) {
        Float64 rate = pair ? 32000 : 48000;
        conversion = conversion_of(INTEGERS, 48000, 1, FLOATS, rate, 2);
        compare(&conversion, 1);
        conversion.map = twice;
        compare(&conversion, 1);
        conversion.map = half;
        conversion.output = form_of(INTEGERS, rate, 2);
        compare(&conversion, 1);
        conversion = conversion_of(FIXED_POINT, 48000, 2, INTEGERS, rate, 1);
        compare(&conversion, 1);
        conversion.map = second;
        compare(&conversion, 1);
        conversion = conversion_of(FLOATS, 48000, 2, FIXED_POINT, rate, 2);
        conversion.map = crossed;
        compare(&conversion, 1);
    }
    return 0;
}
