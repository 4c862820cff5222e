// What a component says of itself before it is used, its validation, and what only app extensions may do.
#include "units.h"

static long number(CFDictionaryRef info, const char *key) {
    CFStringRef name = CFStringCreateWithCString(NULL, key, kCFStringEncodingUTF8);
    const void *value = CFDictionaryGetValue(info, name);
    long number = -1;
    CHECK(value != NULL && CFNumberGetValue((CFNumberRef)value, kCFNumberLongType, &number));
    CFRelease(name);
    return number;
}

static void describes(void) {
    CFDictionaryRef info = NULL;
    AudioComponent mixer = find_unit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer, kAudioUnitManufacturer_Apple);
    CALL(AudioComponentCopyConfigurationInfo(mixer, &info));
    CHECK(info != NULL && number(info, kAudioUnitConfigurationInfo_InitialOutputs) == 1);
    CHECK(number(info, kAudioUnitConfigurationInfo_InitialInputs) >= 1);
    CHECK(CFDictionaryGetValue(info, CFSTR(kAudioUnitConfigurationInfo_BusCountWritable)) != NULL);
    CFRelease(info);
    CHECK(AudioComponentCopyConfigurationInfo(NULL, &info) == kAudio_ParamError && info == NULL);
}

static void validates(void) {
    AudioComponentValidationResult result = kAudioComponentValidationResult_Unknown;
    AudioComponent delay = find_unit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay, kAudioUnitManufacturer_Apple);
    CALL(AudioComponentValidate(delay, NULL, &result));
    CHECK(result == kAudioComponentValidationResult_Passed);
    // No time at all.
    int seconds = 0;
    CFNumberRef time = CFNumberCreate(NULL, kCFNumberIntType, &seconds);
    CFMutableDictionaryRef wishes =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(wishes, CFSTR(kAudioComponentValidationParameter_TimeOut), time);
    CALL(AudioComponentValidate(delay, wishes, &result));
    CHECK(result == kAudioComponentValidationResult_TimedOut);
    CHECK(AudioComponentValidate(NULL, NULL, &result) == kAudio_ParamError);
    CHECK(result == kAudioComponentValidationResult_Unknown);
    CFRelease(wishes);
    CFRelease(time);
}

int main(void) {
    AudioUnitParameterOptions flags = kAudioUnitParameterFlag_IsWritable | kAudioUnitParameterFlag_DisplayLogarithmic;
    describes();
    validates();
    CHECK(AudioUnitExtensionSetComponentList(CFSTR("org.example.extension"), NULL) == kAudioComponentErr_NotPermitted);
    CHECK(AudioUnitExtensionCopyComponentList(CFSTR("org.example.extension")) == NULL);
    CHECK(GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplayLogarithmic);
    CHECK(AudioUnitDisplayTypeIsLogarithmic(flags) && !AudioUnitDisplayTypeIsSquared(flags));
    flags = SetAudioUnitParameterDisplayType(flags, kAudioUnitParameterFlag_DisplaySquared);
    CHECK(GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplaySquared);
    CHECK(AudioUnitDisplayTypeIsSquared(flags) && !AudioUnitDisplayTypeIsLogarithmic(flags));
    // The masks of two others have bits of this one.
    flags = SetAudioUnitParameterDisplayType(flags, kAudioUnitParameterFlag_DisplayCubed);
    CHECK(AudioUnitDisplayTypeIsCubed(flags) && !AudioUnitDisplayTypeIsSquared(flags));
    CHECK(!AudioUnitDisplayTypeIsSquareRoot(flags) && !AudioUnitDisplayTypeIsCubeRoot(flags));
    flags = SetAudioUnitParameterDisplayType(flags, kAudioUnitParameterFlag_DisplayExponential);
    CHECK(AudioUnitDisplayTypeIsExponential(flags) && !AudioUnitDisplayTypeIsCubeRoot(flags));
    CHECK((flags & kAudioUnitParameterFlag_IsWritable) != 0);
    return 0;
}
