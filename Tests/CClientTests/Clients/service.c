// The volume of a device as a whole, by the functions of AudioHardwareService.h and of AudioHardware.h.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static OSStatus changed(AudioObjectID object, UInt32 count, const AudioObjectPropertyAddress *addresses, void *data) {
    (void)object, (void)count, (void)addresses, (void)data;
    return noErr;
}

int main(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, 0};
    AudioObjectID device = 0;
    UInt32 size = sizeof(device);
    CHECK(AudioHardwareServiceGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    AudioObjectPropertyAddress main = {
        kAudioHardwareServiceDeviceProperty_VirtualMainVolume, kAudioDevicePropertyScopeOutput, 0};
    AudioObjectPropertyAddress real = {kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyScopeOutput, 0};
    Boolean settable = false, same = false;
    CHECK(AudioHardwareServiceHasProperty(device, &main) == AudioObjectHasProperty(device, &real));
    CHECK(
        AudioHardwareServiceIsPropertySettable(device, &main, &settable)
        == AudioObjectIsPropertySettable(device, &real, &same));
    CHECK(settable == same && AudioObjectHasProperty(device, &main) == AudioObjectHasProperty(device, &real));
    Float32 volume = 0.5f, read = 0;
    size = sizeof(volume);
    if (settable) {
        CHECK(AudioHardwareServiceSetPropertyData(device, &main, 0, NULL, size, &volume) == noErr);
        CHECK(AudioHardwareServiceGetPropertyDataSize(device, &main, 0, NULL, &size) == noErr && size == 4);
        CHECK(AudioObjectGetPropertyData(device, &main, 0, NULL, &size, &read) == noErr && read == volume);
    } else {
        CHECK(AudioHardwareServiceGetPropertyData(device, &main, 0, NULL, &size, &read) == kAudioHardwareUnknownPropertyError);
    }
    main.mElement = 1;
    CHECK(!AudioHardwareServiceHasProperty(device, &main));
    main.mElement = 0;
    main.mSelector = kAudioHardwareServiceDeviceProperty_VirtualMasterBalance;
    real.mSelector = kAudioDevicePropertyStereoPan;
    CHECK(AudioHardwareServiceHasProperty(device, &main) == AudioObjectHasProperty(device, &real));
    CHECK(AudioHardwareServiceAddPropertyListener(device, &main, changed, NULL) == noErr);
    CHECK(AudioHardwareServiceRemovePropertyListener(device, &main, changed, NULL) == noErr);
    return 0;
}
