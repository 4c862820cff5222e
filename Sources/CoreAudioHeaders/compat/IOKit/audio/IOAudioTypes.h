#ifndef IOKit_audio_IOAudioTypes_h
#define IOKit_audio_IOAudioTypes_h

// Values of kAudioDevicePropertyDataSource for a jack on a Mac, and of kAudioDevicePropertyTransportType.

#include <CoreFoundation/CFBase.h>

CF_ENUM(UInt32) {
    kIOAudioOutputPortSubTypeInternalSpeaker = 0x6973706B,  // 'ispk'
    kIOAudioOutputPortSubTypeExternalSpeaker = 0x6573706B,  // 'espk'
    kIOAudioOutputPortSubTypeHeadphones = 0x6864706E,  // 'hdpn'
    kIOAudioOutputPortSubTypeLine = 0x6C696E65,  // 'line'
    kIOAudioOutputPortSubTypeSPDIF = 0x73706466  // 'spdf'
};

CF_ENUM(UInt32) {
    kIOAudioInputPortSubTypeInternalMicrophone = 0x696D6963,  // 'imic'
    kIOAudioInputPortSubTypeExternalMicrophone = 0x656D6963,  // 'emic'
    kIOAudioInputPortSubTypeCD = 0x63642020,  // 'cd  '
    kIOAudioInputPortSubTypeLine = 0x6C696E65,  // 'line'
    kIOAudioInputPortSubTypeSPDIF = 0x73706466  // 'spdf'
};

CF_ENUM(UInt32) {
    kIOAudioDeviceTransportTypeBuiltIn = 0x626C746E,  // 'bltn'
    kIOAudioDeviceTransportTypePCI = 0x70636920,  // 'pci '
    kIOAudioDeviceTransportTypeUSB = 0x75736220,  // 'usb '
    kIOAudioDeviceTransportTypeFireWire = 0x31333934,  // '1394'
    kIOAudioDeviceTransportTypeBluetooth = 0x626C7565,  // 'blue'
    kIOAudioDeviceTransportTypeHdmi = 0x68646D69,  // 'hdmi'
    kIOAudioDeviceTransportTypeDisplayPort = 0x64707274,  // 'dprt'
    kIOAudioDeviceTransportTypeVirtual = 0x76697274,  // 'virt'
    kIOAudioDeviceTransportTypeNetwork = 0x6E74776B,  // 'ntwk'
    kIOAudioDeviceTransportTypeWireless = 0x77726C73,  // 'wrls'
    kIOAudioDeviceTransportTypeOther = 0x6F746872  // 'othr'
};

#endif
