#ifndef CoreMIDI_MIDIUMPCI_h
#define CoreMIDI_MIDIUMPCI_h

// The numbers and structures in messages of MIDI Capability Inquiry, for programs that make and read these messages themselves. They are
// universal system exclusive messages with the first sub-identifier 0x0D; the second is one of the types here. The library makes no
// inquiries of its own.

#include <CoreMIDI/MIDIMessages.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Devices of MIDI-CI

/// The number of a function block of an endpoint.
typedef MIDIUInteger7 MIDIUMPFunctionBlockID;
/// The number of a request for properties, which its answers repeat.
typedef UInt8 MIDICIPropertyExchangeRequestID;

/// What a device can be asked for, as its discovery message states.
typedef CF_OPTIONS(MIDIUInteger7, MIDICICategoryOptions) {
    /// To choose a protocol, in the first version.
    kMIDICICategoryOptionsProtocolNegotiation = 1 << 1,
    /// Profiles, on and off.
    kMIDICICategoryOptionsProfileConfigurationSupported = 1 << 2,
    /// Properties.
    kMIDICICategoryOptionsPropertyExchangeSupported = 1 << 3,
    /// What it does just now.
    kMIDICICategoryOptionsProcessInquirySupported = 1 << 4
};

/// The kind of a device.
typedef CF_ENUM(UInt8, MIDICIDeviceType) {
    /// Not known.
    kMIDICIDeviceTypeUnknown = 0,
    /// A device of MIDI 1.0.
    kMIDICIDeviceTypeLegacyMIDI1 = 1,
    /// A virtual endpoint.
    kMIDICIDeviceTypeVirtual = 2,
    /// A device at USB.
    kMIDICIDeviceTypeUSBMIDI = 3
};

/// What is behind an endpoint.
typedef CF_ENUM(UInt8, MIDIUMPCIObjectBackingType) {
    /// Not known.
    kMIDIUMPCIObjectBackingTypeUnknown = 0,
    /// A program.
    kMIDIUMPCIObjectBackingTypeVirtual = 1,
    /// A device of a driver.
    kMIDIUMPCIObjectBackingTypeDriverDevice = 2,
    /// A device at USB.
    kMIDIUMPCIObjectBackingTypeUSBMIDI = 3
};

// MARK: Types of messages of MIDI-CI

/// Messages by which devices find each other.
typedef CF_ENUM(MIDIUInteger7, MIDICIManagementMessageType) {
    /// Asks who is there.
    kMIDICIManagementMessageTypeDiscovery = 0x70,
    /// The answer.
    kMIDICIManagementMessageTypeReplyToDiscovery = 0x71,
    /// Asks about the endpoint.
    kMIDICIManagementMessageTypeInquiryEndpointInformation = 0x72,
    /// The answer.
    kMIDICIManagementMessageTypeReplyToEndpointInformation = 0x73,
    /// A message was understood.
    kMIDICIManagementMessageTypeMIDICIACK = 0x7D,
    /// An identifier is no longer valid.
    kMIDICIManagementMessageTypeInvalidateMUID = 0x7E,
    /// A message was not understood.
    kMIDICIManagementMessageTypeMIDICINAK = 0x7F
};

/// Messages about profiles.
typedef CF_ENUM(MIDIUInteger7, MIDICIProfileMessageType) {
    /// Asks for the profiles.
    kMIDICIProfileMessageTypeProfileInquiry = 0x20,
    /// The answer.
    kMIDICIProfileMessageTypeReplyToProfileInquiry = 0x21,
    /// Turns one on.
    kMIDICIProfileMessageTypeSetProfileOn = 0x22,
    /// Turns one off.
    kMIDICIProfileMessageTypeSetProfileOff = 0x23,
    /// One has been turned on.
    kMIDICIProfileMessageTypeProfileEnabledReport = 0x24,
    /// One has been turned off.
    kMIDICIProfileMessageTypeProfileDisabledReport = 0x25,
    /// One can be used from now on.
    kMIDICIProfileMessageTypeProfileAdded = 0x26,
    /// One cannot be used any more.
    kMIDICIProfileMessageTypeProfileRemoved = 0x27,
    /// Asks about a profile.
    kMIDICIProfileMessageTypeDetailsInquiry = 0x28,
    /// The answer.
    kMIDICIProfileMessageTypeReplyToDetailsInquiry = 0x29,
    /// Data that the profile defines.
    kMIDICIProfileMessageTypeProfileSpecificData = 0x2F
};

/// Messages about properties.
typedef CF_ENUM(MIDIUInteger7, MIDICIPropertyExchangeMessageType) {
    /// Asks how properties are exchanged.
    kMIDICIPropertyExchangeMessageTypeInquiryPropertyExchangeCapabilities = 0x30,
    /// The answer.
    kMIDICIPropertyExchangeMessageTypeReplyToPropertyExchangeCapabilities = 0x31,
    /// Reserved.
    kMIDICIPropertyExchangeMessageTypeInquiryHasPropertyData_Reserved = 0x32,
    /// Reserved.
    kMIDICIPropertyExchangeMessageTypeInquiryReplyToHasPropertyData_Reserved = 0x33,
    /// Asks for a property.
    kMIDICIPropertyExchangeMessageTypeInquiryGetPropertyData = 0x34,
    /// The answer.
    kMIDICIPropertyExchangeMessageTypeReplyToGetProperty = 0x35,
    /// Sets a property.
    kMIDICIPropertyExchangeMessageTypeInquirySetPropertyData = 0x36,
    /// The answer.
    kMIDICIPropertyExchangeMessageTypeReplyToSetPropertyData = 0x37,
    /// Asks for changes of a property, or states one.
    kMIDICIPropertyExchangeMessageTypeSubscription = 0x38,
    /// The answer.
    kMIDICIPropertyExchangeMessageTypeReplyToSubscription = 0x39,
    /// The state of a request.
    kMIDICIPropertyExchangeMessageTypeNotify = 0x3F
};

/// Messages about what a device does just now.
typedef CF_ENUM(MIDIUInteger7, MIDICIProcessInquiryMessageType) {
    /// Asks what can be asked.
    kMIDICIProcessInquiryMessageTypeInquiryProcessInquiryCapabilities = 0x40,
    /// The answer.
    kMIDICIProcessInquiryMessageTypeReplyToProcessInquiryCapabilities = 0x41,
    /// Asks for the state as messages.
    kMIDICIProcessInquiryMessageTypeInquiryMIDIMessageReport = 0x42,
    /// The answer, before these messages.
    kMIDICIProcessInquiryMessageTypeReplyToMIDIMessageReport = 0x43,
    /// The end of these messages.
    kMIDICIProcessInquiryMessageTypeEndOfMIDIMessageReport = 0x44
};

// MARK: Profiles

/// What a profile is for.
typedef CF_ENUM(UInt8, MIDICIProfileType) {
    /// One channel.
    kMIDICIProfileTypeSingleChannel = 1,
    /// The channels of a group.
    kMIDICIProfileTypeGroup = 2,
    /// The channels of a function block.
    kMIDICIProfileTypeFunctionBlock = 3,
    /// Several channels.
    kMIDICIProfileTypeMultichannel = 4
};

/// The maker of a device in messages.
struct MIDI2DeviceManufacturer {
    /// The three bytes of its number in system exclusive messages.
    Byte sysExIDByte[3];
};
typedef struct MIDI2DeviceManufacturer MIDI2DeviceManufacturer;

/// The version of a device's software in messages.
struct MIDI2DeviceRevisionLevel {
    /// Four bytes, which the maker defines.
    Byte revisionLevel[4];
};
typedef struct MIDI2DeviceRevisionLevel MIDI2DeviceRevisionLevel;

/// A profile that the MIDI Association has defined.
struct MIDICIProfileIDStandard {
    /// Always 0x7E.
    MIDIUInteger7 profileIDByte1;
    /// Its bank.
    MIDIUInteger7 profileBank;
    /// Its number in the bank.
    MIDIUInteger7 profileNumber;
    /// Its version.
    MIDIUInteger7 profileVersion;
    /// How much of it a device has.
    MIDIUInteger7 profileLevel;
};
typedef struct MIDICIProfileIDStandard MIDICIProfileIDStandard;

/// A profile that a maker has defined.
struct MIDICIProfileIDManufacturerSpecific {
    /// The first byte of the maker's number.
    MIDIUInteger7 sysExID1;
    /// The second byte.
    MIDIUInteger7 sysExID2;
    /// The third byte.
    MIDIUInteger7 sysExID3;
    /// What the maker defines.
    MIDIUInteger7 info1;
    /// What the maker defines.
    MIDIUInteger7 info2;
};
typedef struct MIDICIProfileIDManufacturerSpecific MIDICIProfileIDManufacturerSpecific;

/// The five bytes of a profile in messages.
union MIDICIProfileID {
    /// The profile, if its first byte is 0x7E.
    MIDICIProfileIDStandard standard;
    /// The profile, if its first byte is another one.
    MIDICIProfileIDManufacturerSpecific manufacturerSpecific;
};
/// The five bytes of a profile in messages.
typedef union MIDICIProfileID MIDICIProfileID;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
