// What Swift cannot define: constants with storage, of MIDIServices.h, MIDIMessages.h and MIDIDriver.h. No public header is included here, because a C
// target is not given the toolchain's CoreFoundation, which they all include.

#include <stdint.h>

// As CFSTR does it: an object of Foundation's class of constant strings, which is never freed.
extern void *string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

struct string {
    uintptr_t class;
    uintptr_t references;
    uint64_t information;
    const char *bytes;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && UINTPTR_MAX > UINT32_MAX
    uint64_t length;
#else
    uint32_t length;
#endif
};

#if UINTPTR_MAX > UINT32_MAX
#define PINNED 0x80000004ffffffff
#else
#define PINNED 0x800004FF
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define INFORMATION 0x00000000C8070000
#else
#define INFORMATION 0x07C8
#endif

#define STRING(name, text) \
    static struct string string_##name = {(uintptr_t)string_class, PINNED, INFORMATION, text, sizeof text - 1}; \
    extern const void *const name; \
    const void *const name = &string_##name
#define PROPERTY(name, text) STRING(kMIDIProperty##name, text)

PROPERTY(Name, "name");
PROPERTY(Manufacturer, "manufacturer");
PROPERTY(Model, "model");
PROPERTY(UniqueID, "uniqueID");
PROPERTY(DeviceID, "deviceID");
PROPERTY(ReceiveChannels, "receiveChannels");
PROPERTY(TransmitChannels, "transmitChannels");
PROPERTY(MaxSysExSpeed, "maxSysExSpeed");
PROPERTY(AdvanceScheduleTimeMuSec, "scheduleAheadMuSec");
PROPERTY(IsEmbeddedEntity, "embedded");
PROPERTY(IsBroadcast, "broadcast");
PROPERTY(SingleRealtimeEntity, "single realtime entity");
PROPERTY(ConnectionUniqueID, "connUniqueID");
PROPERTY(Offline, "offline");
PROPERTY(Private, "private");
PROPERTY(DriverOwner, "driver");
PROPERTY(FactoryPatchNameFile, "factory patches");
PROPERTY(UserPatchNameFile, "user patches");
PROPERTY(NameConfiguration, "nameConfiguration");
PROPERTY(NameConfigurationDictionary, "nameConfigurationDictionary");
PROPERTY(Image, "image");
PROPERTY(DriverVersion, "driverVersion");
PROPERTY(SupportsGeneralMIDI, "supports General MIDI");
PROPERTY(SupportsMMC, "supports MMC");
PROPERTY(CanRoute, "can route");
PROPERTY(ReceivesClock, "receives clock");
PROPERTY(ReceivesMTC, "receives MTC");
PROPERTY(ReceivesNotes, "receives notes");
PROPERTY(ReceivesProgramChanges, "receives program changes");
PROPERTY(ReceivesBankSelectMSB, "receives bank select MSB");
PROPERTY(ReceivesBankSelectLSB, "receives bank select LSB");
PROPERTY(TransmitsClock, "transmits clock");
PROPERTY(TransmitsMTC, "transmits MTC");
PROPERTY(TransmitsNotes, "transmits notes");
PROPERTY(TransmitsProgramChanges, "transmits program changes");
PROPERTY(TransmitsBankSelectMSB, "transmits bank select MSB");
PROPERTY(TransmitsBankSelectLSB, "transmits bank select LSB");
PROPERTY(PanDisruptsStereo, "pan disrupts stereo");
PROPERTY(IsSampler, "is sampler");
PROPERTY(IsDrumMachine, "is drum machine");
PROPERTY(IsMixer, "is mixer");
PROPERTY(IsEffectUnit, "is effect unit");
PROPERTY(MaxReceiveChannels, "max receive channels");
PROPERTY(MaxTransmitChannels, "max transmit channels");
PROPERTY(DriverDeviceEditorApp, "driver device editor app");
PROPERTY(SupportsShowControl, "supports show control");
PROPERTY(DisplayName, "displayName");
PROPERTY(ProtocolID, "protocol ID");
PROPERTY(UMPActiveGroupBitmap, "ump active groups");
PROPERTY(UMPCanTransmitGroupless, "ump can transmit groupless");
PROPERTY(AssociatedEndpoint, "associated endpoint");
PROPERTY(UMPEnabled, "ump enabled");
STRING(kMIDIDriverPropertyUsesSerial, "MIDIDriverUsesSerial");

extern const uint8_t kMIDIUInteger2Max, kMIDIUInteger4Max, kMIDIUInteger7Max, kMIDIDeviceIDUMPGroup, kMIDIDeviceIDFunctionBlock,
    kMIDI1UPMaxSysexSize;
const uint8_t kMIDIUInteger2Max = 0x3, kMIDIUInteger4Max = 0xF, kMIDIUInteger7Max = 0x7F, kMIDIDeviceIDUMPGroup = 0x7E,
              kMIDIDeviceIDFunctionBlock = 0x7F, kMIDI1UPMaxSysexSize = 6;
extern const uint16_t kMIDIUInteger14Max;
const uint16_t kMIDIUInteger14Max = 0x3FFF;
extern const uint32_t kMIDIUInteger28Max;
const uint32_t kMIDIUInteger28Max = 0xFFFFFFF;
