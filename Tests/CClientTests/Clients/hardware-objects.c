// Reads every property of every object, builds an aggregate as recorders do, and finds objects by name. Arguments: the
// back end, then the selectors of all properties in hexadecimal.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static const AudioObjectID the_system = kAudioObjectSystemObject;

static AudioObjectPropertyAddress at(UInt32 selector, UInt32 scope, UInt32 element) {
    AudioObjectPropertyAddress address = {selector, scope, element};
    return address;
}

static OSStatus get(AudioObjectID object, UInt32 selector, UInt32 *size, void *data) {
    AudioObjectPropertyAddress address = at(selector, kAudioObjectPropertyScopeGlobal, 0);
    return AudioObjectGetPropertyData(object, &address, 0, NULL, size, data);
}

// MARK: Every property

// Properties whose value depends on an input, or that perform an operation.
static int is_question(UInt32 selector) {
    switch (selector) {
    case kAudioHardwarePropertyTranslateUIDToDevice: case kAudioHardwarePropertyTranslateBundleIDToPlugIn:
    case kAudioHardwarePropertyTranslateUIDToBox: case kAudioHardwarePropertyTranslateUIDToClockDevice:
    case kAudioHardwarePropertyTranslateBundleIDToTransportManager: case kAudioHardwarePropertyDeviceForUID:
    case kAudioHardwarePropertyPlugInForBundleID: case kAudioDevicePropertyDataSourceNameForID:
    case kAudioDevicePropertyDataSourceNameForIDCFString: case kAudioDevicePropertyDataSourceKindForID:
    case kAudioSelectorControlPropertyItemName: case kAudioSelectorControlPropertyItemKind:
    case kAudioDevicePropertyStreamFormatSupported: case kAudioStreamPropertyPhysicalFormatSupported:
    case kAudioPlugInCreateAggregateDevice: case kAudioPlugInDestroyAggregateDevice: return 1;
    default: return 0;
    }
}

static void ask(AudioObjectID object, AudioObjectPropertyAddress address) {
    UInt32 size = 0, room;
    Boolean settable = 7;
    Boolean has = AudioObjectHasProperty(object, &address);
    OSStatus status = AudioObjectGetPropertyDataSize(object, &address, 0, NULL, &size);
    CHECK(status == (has ? noErr : (OSStatus)kAudioHardwareUnknownPropertyError));
    status = AudioObjectIsPropertySettable(object, &address, &settable);
    CHECK(has ? status == noErr : status == kAudioHardwareUnknownPropertyError);
    UInt8 *data = (UInt8 *)malloc(size + 64);
    if (!has) {
        room = 64;
        memset(data, 0, 64);
        CHECK(AudioObjectGetPropertyData(object, &address, 0, NULL, &room, data) == kAudioHardwareUnknownPropertyError);
    } else if (!is_question(address.mSelector)) {
        // Nothing is written beyond the given size, whatever it is.
        for (UInt32 given = 0; given <= size + 8; given += given + 2 < size ? given + 1 : 1) {
            memset(data, 0, size);
            memset(data + given, 0xA5, size + 64 - given);
            room = given;
            status = AudioObjectGetPropertyData(object, &address, 0, NULL, &room, data);
            CHECK(status == noErr || (given < size && status == kAudioHardwareBadPropertySizeError));
            CHECK(status != noErr || (room <= given && room <= size));
            CHECK(given < size || (status == noErr && room == size));
            for (UInt32 i = given; i < size + 64; i++) CHECK(data[i] == 0xA5);
        }
    }
    free(data);
}

static int ask_all(AudioObjectID object, int count, char **selectors) {
    const UInt32 scopes[] = {
        kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyScopeInput, kAudioObjectPropertyScopeOutput,
        kAudioObjectPropertyScopePlayThrough};
    const UInt32 elements[] = {kAudioObjectPropertyElementMain, 1, 2, 77};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 16; k++)
            ask(object, at((UInt32)strtoul(selectors[i], NULL, 16), scopes[k / 4], elements[k % 4]));
    UInt32 size = 0;
    AudioObjectPropertyAddress address = at(kAudioObjectPropertyOwnedObjects, kAudioObjectPropertyScopeGlobal, 0);
    CHECK(AudioObjectGetPropertyDataSize(object, &address, 0, NULL, &size) == noErr);
    AudioObjectID *owned = (AudioObjectID *)malloc(size + 1);
    CHECK(AudioObjectGetPropertyData(object, &address, 0, NULL, &size, owned) == noErr);
    int objects = 1;
    // The plug-in owns the devices once more.
    for (UInt32 i = 0; i < size / sizeof *owned && (object == the_system || owned[i] > object); i++)
        objects += ask_all(owned[i], count, selectors);
    free(owned);
    return objects;
}

// MARK: Names

static AudioObjectID translate(UInt32 selector, CFStringRef name) {
    AudioObjectID found = 999;
    AudioValueTranslation question = {&name, sizeof name, &found, sizeof found};
    UInt32 size = sizeof question;
    CHECK(get(the_system, selector, &size, &question) == noErr && size == sizeof question);
    CHECK(question.mOutputDataSize == sizeof found);
    question.mOutputDataSize = 2;
    CHECK(get(the_system, selector, &size, &question) == kAudioHardwareBadPropertySizeError);
    question.mOutputDataSize = sizeof found, question.mInputDataSize = 4;
    CHECK(get(the_system, selector, &size, &question) == kAudioHardwareBadPropertySizeError);
    question.mInputDataSize = sizeof name, question.mInputData = NULL;
    CHECK(get(the_system, selector, &size, &question) == kAudioHardwareBadPropertySizeError);
    return found;
}

static void find(AudioDeviceID device, CFStringRef uid) {
    CHECK(translate(kAudioHardwarePropertyDeviceForUID, uid) == device);
    CHECK(translate(kAudioHardwarePropertyDeviceForUID, CFSTR("gramophone")) == kAudioObjectUnknown);
    CHECK(translate(kAudioHardwarePropertyPlugInForBundleID, CFSTR("com.apple.audio.CoreAudio")) > 1);
    // A name that is too long is shortened to the given size.
    char name[4] = "xxx";
    UInt32 size = sizeof name;
    CHECK(get(device, kAudioDevicePropertyDeviceName, &size, name) == noErr);
    CHECK(size <= sizeof name && name[size - 1] == 0 && strlen(name) == size - 1);
}

// MARK: Aggregates

static CFStringRef text(const void *value) { return (CFStringRef)value; }

static AudioObjectID aggregate(AudioObjectID plug_in, CFStringRef part) {
    CFMutableDictionaryRef description =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(description, CFSTR(kAudioAggregateDeviceNameKey), CFSTR("Both"));
    CFDictionarySetValue(description, CFSTR(kAudioAggregateDeviceUIDKey), CFSTR("both"));
    AudioObjectPropertyAddress address = at(kAudioPlugInCreateAggregateDevice, kAudioObjectPropertyScopeGlobal, 0);
    AudioObjectID both = 0;
    UInt32 size = sizeof both;
    CHECK(AudioObjectGetPropertyData(
        plug_in, &address, sizeof description, &description, &size, &both) == noErr && both > 1);
    CFRelease(description);

    const void *parts[] = {part};
    CFArrayRef list = CFArrayCreate(NULL, parts, 1, &kCFTypeArrayCallBacks);
    address.mSelector = kAudioAggregateDevicePropertyFullSubDeviceList;
    CHECK(AudioObjectSetPropertyData(both, &address, 0, NULL, sizeof list, &list) == noErr);
    CHECK(AudioObjectSetPropertyData(both, &address, 0, NULL, 4, &list) == kAudioHardwareBadPropertySizeError);
    CHECK(AudioObjectSetPropertyData(both, &address, 0, NULL, sizeof part, &part) == kAudioHardwareBadPropertySizeError);
    CFRelease(list);
    address.mSelector = kAudioAggregateDevicePropertyMasterSubDevice;
    CHECK(AudioObjectSetPropertyData(both, &address, 0, NULL, sizeof part, &part) == noErr);
    return both;
}

static void checkPart(AudioObjectID both, CFStringRef part) {
    CFArrayRef list = NULL;
    UInt32 size = sizeof list;
    CHECK(get(both, kAudioAggregateDevicePropertyFullSubDeviceList, &size, &list) == noErr);
    CHECK(CFGetTypeID(list) == CFArrayGetTypeID() && CFArrayGetCount(list) == 1);
    CHECK(CFEqual(text(CFArrayGetValueAtIndex(list, 0)), part));
    CFRelease(list);
    CFDictionaryRef composition = NULL;
    size = sizeof composition;
    CHECK(get(both, kAudioAggregateDevicePropertyComposition, &size, &composition) == noErr);
    CHECK(CFEqual(text(CFDictionaryGetValue(composition, CFSTR(kAudioAggregateDeviceUIDKey))), CFSTR("both")));
    list = (CFArrayRef)CFDictionaryGetValue(composition, CFSTR(kAudioAggregateDeviceSubDeviceListKey));
    CHECK(list && CFArrayGetCount(list) == 1);
    CFRelease(composition);

    // Each part is an object with drift compensation.
    AudioClassID wanted = kAudioSubDeviceClassID;
    AudioObjectPropertyAddress address = at(kAudioObjectPropertyOwnedObjects, kAudioObjectPropertyScopeGlobal, 0);
    AudioObjectID parts[4];
    size = 0;
    CHECK(AudioObjectGetPropertyDataSize(both, &address, sizeof wanted, &wanted, &size) == noErr && size == 4);
    CHECK(AudioObjectGetPropertyData(both, &address, sizeof wanted, &wanted, &size, parts) == noErr && size == 4);
    UInt32 drift = 1;
    address.mSelector = kAudioSubDevicePropertyDriftCompensation;
    CHECK(AudioObjectSetPropertyData(parts[0], &address, 0, NULL, sizeof drift, &drift) == noErr);
}

static void destroy(AudioObjectID both) {
    AudioObjectPropertyAddress address = at(kAudioObjectPropertyName, kAudioObjectPropertyScopeGlobal, 0);
    UInt32 size = 0;
    Boolean settable;
    CHECK(AudioHardwareDestroyAggregateDevice(both) == noErr);
    CHECK(!AudioObjectHasProperty(both, &address));
    CHECK(AudioObjectGetPropertyDataSize(both, &address, 0, NULL, &size) == kAudioHardwareBadObjectError);
    CHECK(AudioObjectIsPropertySettable(both, &address, &settable) == kAudioHardwareBadObjectError);
    CHECK(AudioDeviceStart(both, NULL) == kAudioHardwareBadDeviceError);
    CHECK(AudioDeviceStop(both, NULL) == kAudioHardwareBadDeviceError);
    CHECK(AudioHardwareDestroyAggregateDevice(both) == kAudioHardwareBadDeviceError);
}

// Null functions are refused; a device without a function of the program's runs all the same.
static void nulls(AudioDeviceID device) {
    AudioObjectPropertyAddress address = at(kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, 0);
    AudioDeviceIOProcID id = NULL;
    CHECK(AudioObjectAddPropertyListener(the_system, &address, NULL, NULL) == kAudio_ParamError);
    CHECK(AudioDeviceCreateIOProcID(device, NULL, NULL, &id) == kAudio_ParamError && id == NULL);
    CHECK(AudioDeviceStart(device, NULL) == noErr);
    CHECK(AudioDeviceStop(device, NULL) == noErr);
}

int main(int argc, char **argv) {
    CHECK(argc > 100);
    setenv("COREAUDIO_BACKEND", argv[1], 1);
    AudioDeviceID device = 0;
    UInt32 size = sizeof device;
    CHECK(get(the_system, kAudioHardwarePropertyDefaultOutputDevice, &size, &device) == noErr);
    CFStringRef uid = NULL;
    size = sizeof uid;
    CHECK(get(device, kAudioDevicePropertyDeviceUID, &size, &uid) == noErr);
    find(device, uid);
    nulls(device);
    AudioObjectID both = aggregate(translate(kAudioHardwarePropertyPlugInForBundleID, CFSTR("com.apple.audio.CoreAudio")), uid);
    checkPart(both, uid);
    CHECK(ask_all(the_system, argc - 2, argv + 2) > 5);
    destroy(both);
    CFRelease(uid);
    CHECK(AudioHardwareUnload() == noErr);
    return 0;
}
