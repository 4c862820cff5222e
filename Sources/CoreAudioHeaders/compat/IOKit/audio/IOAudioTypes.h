#ifndef IOKit_audio_IOAudioTypes_h
#define IOKit_audio_IOAudioTypes_h

// Values of kAudioDevicePropertyDataSource for a jack on a Mac.

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

#endif
