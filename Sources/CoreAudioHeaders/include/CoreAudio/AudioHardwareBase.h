#ifndef CoreAudio_AudioHardwareBase_h
#define CoreAudio_AudioHardwareBase_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Objects and addresses

/// The ID of an object: the system, a device, a stream or a control. IDs are not reused.
typedef UInt32 AudioObjectID;
/// The class of an object, as four characters.
typedef UInt32 AudioClassID;
/// The selector of a property.
typedef UInt32 AudioObjectPropertySelector;
/// The scope of a property: the whole object, its input or its output.
typedef UInt32 AudioObjectPropertyScope;
/// The element of a property: a channel, or 0 for the whole object.
typedef UInt32 AudioObjectPropertyElement;

/// The address of a property: selector, scope and element.
struct AudioObjectPropertyAddress {
    /// Which property, such as `kAudioDevicePropertyNominalSampleRate`.
    AudioObjectPropertySelector mSelector;
    /// The part of the object: `kAudioObjectPropertyScopeGlobal`, or the input or output of a device.
    AudioObjectPropertyScope mScope;
    /// The channel, from 1; 0, `kAudioObjectPropertyElementMain`, for the whole object.
    AudioObjectPropertyElement mElement;
};
typedef struct AudioObjectPropertyAddress AudioObjectPropertyAddress;

/// A format and the range of its sample rates.
struct AudioStreamRangedDescription {
    /// The format. Its sample rate is in the range, or 0.
    AudioStreamBasicDescription mFormat;
    /// The least and the greatest rate.
    AudioValueRange mSampleRateRange;
};
typedef struct AudioStreamRangedDescription AudioStreamRangedDescription;

/// What the calls of this layer return.
CF_ENUM(OSStatus) {
    /// No error.
    kAudioHardwareNoError = 0,
    /// The device does not run, or the sound server does not answer.
    kAudioHardwareNotRunningError = 0x73746F70,  // 'stop'
    /// An error that no other status describes.
    kAudioHardwareUnspecifiedError = 0x77686174,  // 'what'
    /// The object has no such property.
    kAudioHardwareUnknownPropertyError = 0x77686F3F,  // 'who?'
    /// The size is not that of the property's value.
    kAudioHardwareBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The object does not do this.
    kAudioHardwareIllegalOperationError = 0x6E6F7065,  // 'nope'
    /// The object does not exist, or no longer exists.
    kAudioHardwareBadObjectError = 0x216F626A,  // '!obj'
    /// The device does not exist, or no longer exists.
    kAudioHardwareBadDeviceError = 0x21646576,  // '!dev'
    /// The stream does not exist, or no longer exists.
    kAudioHardwareBadStreamError = 0x21737472,  // '!str'
    /// The property can only be read, or the object does not do this.
    kAudioHardwareUnsupportedOperationError = 0x756E6F70,  // 'unop'
    /// This library does not return it.
    kAudioHardwareNotReadyError = 0x6E726479  // 'nrdy'
};

/// Devices: their class, statuses and events.
CF_ENUM(OSStatus) {
    /// The device does not take the rate or the number of channels.
    kAudioDeviceUnsupportedFormatError = 0x21646174,  // '!dat'
    /// Another process uses the device exclusively.
    kAudioDevicePermissionsError = 0x21686F67  // '!hog'
};

/// Predefined objects and classes.
CF_ENUM(AudioObjectID) {
    kAudioObjectUnknown = 0
};

/// Which side of an object a property belongs to.
CF_ENUM(AudioObjectPropertyScope) {
    kAudioObjectPropertyScopeGlobal = 0x676C6F62,  // 'glob'
    kAudioObjectPropertyScopeInput = 0x696E7074,  // 'inpt'
    kAudioObjectPropertyScopeOutput = 0x6F757470,  // 'outp'
    kAudioObjectPropertyScopePlayThrough = 0x70747275  // 'ptru'
};

/// Which channel a property belongs to: 0 for all of them, then from 1.
CF_ENUM(AudioObjectPropertyScope) {
    kAudioObjectPropertyElementMain = 0,
    kAudioObjectPropertyElementMaster = 0
};

/// Matches every property, for listeners.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioObjectPropertySelectorWildcard = 0x2A2A2A2A  // '****'
};

/// Which side of an object a property belongs to.
CF_ENUM(AudioObjectPropertyScope) {
    kAudioObjectPropertyScopeWildcard = 0x2A2A2A2A  // '****'
};

/// Which channel a property belongs to: 0 for all of them, then from 1.
CF_ENUM(AudioObjectPropertyElement) {
    kAudioObjectPropertyElementWildcard = 0xFFFFFFFFU
};

/// Predefined objects and classes.
CF_ENUM(AudioClassID) {
    kAudioObjectClassIDWildcard = 0x2A2A2A2A,  // '****'
    kAudioObjectClassID = 0x616F626A  // 'aobj'
};

/// Properties that every object has.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioClassID, the base class of the object's class.
    kAudioObjectPropertyBaseClass = 0x62636C73,  // 'bcls'
    /// AudioClassID of the object.
    kAudioObjectPropertyClass = 0x636C6173,  // 'clas'
    /// AudioObjectID of the object that this one belongs to.
    kAudioObjectPropertyOwner = 0x73746476,  // 'stdv'
    /// CFStringRef, the name of the object for users. Release it.
    kAudioObjectPropertyName = 0x6C6E616D,  // 'lnam'
    /// CFStringRef, the name of the model. Not supported on Linux: objects do not have it.
    kAudioObjectPropertyModelName = 0x6C6D6F64,  // 'lmod'
    /// CFStringRef, the manufacturer of the device. Release it.
    kAudioObjectPropertyManufacturer = 0x6C6D616B  // 'lmak'
};

/// Which channel a property belongs to: 0 for all of them, then from 1.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef, the name of a channel, such as "Left". Release it. Read only.
    kAudioObjectPropertyElementName = 0x6C63686E,  // 'lchn'
    /// CFStringRef, the category of a channel. Not supported on Linux: objects do not have it.
    kAudioObjectPropertyElementCategoryName = 0x6C63636E,  // 'lccn'
    /// CFStringRef, the number of a channel as text. Release it. Read only.
    kAudioObjectPropertyElementNumberName = 0x6C636E6E  // 'lcnn'
};

/// Properties that every object has.
CF_ENUM(AudioObjectPropertySelector) {
    /// Array of AudioObjectID. A qualifier of AudioClassIDs picks some.
    kAudioObjectPropertyOwnedObjects = 0x6F776E64,  // 'ownd'
    /// UInt32, 1 while the device identifies itself, for example by a light. Not supported on Linux: objects do not have it.
    kAudioObjectPropertyIdentify = 0x6964656E,  // 'iden'
    /// CFStringRef, the serial number. Not supported on Linux: objects do not have it.
    kAudioObjectPropertySerialNumber = 0x736E756D,  // 'snum'
    /// CFStringRef, the version of the firmware. Not supported on Linux: objects do not have it.
    kAudioObjectPropertyFirmwareVersion = 0x6677766E  // 'fwvn'
};

/// Plug-ins: on Linux one represents the sound server.
CF_ENUM(AudioClassID) {
    kAudioPlugInClassID = 0x61706C67  // 'aplg'
};

/// Plug-ins: on Linux one represents the sound server.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef, the bundle identifier of the plug-in. Release it. Read only.
    kAudioPlugInPropertyBundleID = 0x70696964,  // 'piid'
    /// Array of AudioObjectID, the devices of the plug-in: on Linux all devices. Read only.
    kAudioPlugInPropertyDeviceList = 0x64657623,  // 'dev#'
    /// AudioObjectID of the device whose UID the qualifier is, a CFStringRef; `kAudioObjectUnknown` for none. Read only.
    kAudioPlugInPropertyTranslateUIDToDevice = 0x75696464,  // 'uidd'
    /// Array of AudioObjectID, the boxes of the plug-in; empty on Linux. Read only.
    kAudioPlugInPropertyBoxList = 0x626F7823,  // 'box#'
    /// AudioObjectID of the box whose UID the qualifier is, a CFStringRef; always `kAudioObjectUnknown` on Linux. Read only.
    kAudioPlugInPropertyTranslateUIDToBox = 0x75696462,  // 'uidb'
    /// Array of AudioObjectID, the clock devices of the plug-in; empty on Linux. Read only.
    kAudioPlugInPropertyClockDeviceList = 0x636C6B23,  // 'clk#'
    /// AudioObjectID of the clock device whose UID the qualifier is, a CFStringRef; always `kAudioObjectUnknown` on Linux. Read
    /// only.
    kAudioPlugInPropertyTranslateUIDToClockDevice = 0x75696463  // 'uidc'
};

/// Managers of devices that other machines offer. There are none on Linux.
CF_ENUM(AudioClassID) {
    kAudioTransportManagerClassID = 0x7472706D  // 'trpm'
};

/// Managers of devices that other machines offer. There are none on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    /// Array of AudioObjectID, the end points. Not supported on Linux: there are no transport managers.
    kAudioTransportManagerPropertyEndPointList = 0x656E6423,  // 'end#'
    /// AudioObjectID of the end point whose UID the qualifier is, a CFStringRef. Not supported on Linux: there are no transport
    /// managers.
    kAudioTransportManagerPropertyTranslateUIDToEndPoint = 0x75696465,  // 'uide'
    /// UInt32, `kAudioDeviceTransportType…`. Not supported on Linux: there are no transport managers.
    kAudioTransportManagerPropertyTransportType = 0x7472616E  // 'tran'
};

/// Boxes, which group devices. There are none on Linux.
CF_ENUM(AudioClassID) {
    kAudioBoxClassID = 0x61626F78  // 'abox'
};

/// Boxes, which group devices. There are none on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef, the UID of the box. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyBoxUID = 0x62756964,  // 'buid'
    /// UInt32, `kAudioDeviceTransportType…`. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyTransportType = 0x7472616E,  // 'tran'
    /// UInt32, 1 if the box has audio. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyHasAudio = 0x62686175,  // 'bhau'
    /// UInt32, 1 if the box has video. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyHasVideo = 0x62687669,  // 'bhvi'
    /// UInt32, 1 if the box has MIDI. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyHasMIDI = 0x62686D69,  // 'bhmi'
    /// UInt32, 1 if the box requires authentication. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyIsProtected = 0x6270726F,  // 'bpro'
    /// UInt32, 1 if the box is in use by this system. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyAcquired = 0x62786F6E,  // 'bxon'
    /// OSStatus of the last attempt to use the box. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyAcquisitionFailed = 0x62786F66,  // 'bxof'
    /// Array of AudioObjectID, the devices of the box. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyDeviceList = 0x62647623,  // 'bdv#'
    /// Array of AudioObjectID, the clock devices of the box. Not supported on Linux: there are no boxes.
    kAudioBoxPropertyClockDeviceList = 0x62636C23  // 'bcl#'
};

/// Devices: their class, statuses and events.
CF_ENUM(AudioClassID) {
    kAudioDeviceClassID = 0x61646576  // 'adev'
};

/// How a device is attached.
CF_ENUM(UInt32) {
    kAudioDeviceTransportTypeUnknown = 0,
    kAudioDeviceTransportTypeBuiltIn = 0x626C746E,  // 'bltn'
    kAudioDeviceTransportTypeAggregate = 0x67727570,  // 'grup'
    kAudioDeviceTransportTypeVirtual = 0x76697274,  // 'virt'
    kAudioDeviceTransportTypePCI = 0x70636920,  // 'pci '
    kAudioDeviceTransportTypeUSB = 0x75736220,  // 'usb '
    kAudioDeviceTransportTypeFireWire = 0x31333934,  // '1394'
    kAudioDeviceTransportTypeBluetooth = 0x626C7565,  // 'blue'
    kAudioDeviceTransportTypeBluetoothLE = 0x626C6561,  // 'blea'
    kAudioDeviceTransportTypeHDMI = 0x68646D69,  // 'hdmi'
    kAudioDeviceTransportTypeDisplayPort = 0x64707274,  // 'dprt'
    kAudioDeviceTransportTypeAirPlay = 0x61697270,  // 'airp'
    kAudioDeviceTransportTypeAVB = 0x65617662,  // 'eavb'
    kAudioDeviceTransportTypeThunderbolt = 0x7468756E  // 'thun'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFStringRef, the program that configures the device: on Linux a mixer of the desktop, if one is installed. Release it.
    /// Read only.
    kAudioDevicePropertyConfigurationApplication = 0x63617070,  // 'capp'
    /// CFStringRef, the same as long as the device exists, across starts of a program. Release it.
    kAudioDevicePropertyDeviceUID = 0x75696420,  // 'uid '
    /// CFStringRef, the same for all devices of a model. Release it.
    kAudioDevicePropertyModelUID = 0x6D756964,  // 'muid'
    /// UInt32, `kAudioDeviceTransportType…`: how the device is attached.
    kAudioDevicePropertyTransportType = 0x7472616E,  // 'tran'
    /// Array of AudioObjectID, the parts of one piece of hardware.
    kAudioDevicePropertyRelatedDevices = 0x616B696E,  // 'akin'
    /// UInt32, always 0: sound servers do not say which devices share a clock.
    kAudioDevicePropertyClockDomain = 0x636C6B64,  // 'clkd'
    /// UInt32, 0 once the device is gone.
    kAudioDevicePropertyDeviceIsAlive = 0x6C69766E,  // 'livn'
    /// UInt32, 1 while this process has callbacks that run.
    kAudioDevicePropertyDeviceIsRunning = 0x676F696E,  // 'goin'
    /// UInt32, 1 if the device can be the default one of the scope.
    kAudioDevicePropertyDeviceCanBeDefaultDevice = 0x64666C74,  // 'dflt'
    /// UInt32, 1 if the device can play the sounds of the system.
    kAudioDevicePropertyDeviceCanBeDefaultSystemDevice = 0x73666C74,  // 'sflt'
    /// UInt32, frames between a cycle and what is heard or captured.
    kAudioDevicePropertyLatency = 0x6C746E63,  // 'ltnc'
    /// Array of AudioObjectID, the streams of the scope.
    kAudioDevicePropertyStreams = 0x73746D23  // 'stm#'
};

/// Properties that every object has.
CF_ENUM(AudioObjectPropertySelector) {
    /// Array of AudioObjectID, the controls of the device.
    kAudioObjectPropertyControlList = 0x6374726C  // 'ctrl'
};

/// Properties of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, always 0: what a cycle is ahead of the hardware is part of the latency.
    kAudioDevicePropertySafetyOffset = 0x73616674,  // 'saft'
    /// Float64, frames per second. Can be set, for all programs.
    kAudioDevicePropertyNominalSampleRate = 0x6E737274,  // 'nsrt'
    /// Array of AudioValueRange, frames per second.
    kAudioDevicePropertyAvailableNominalSampleRates = 0x6E737223,  // 'nsr#'
    /// CFURLRef, the URL of the device's icon. Not supported on Linux: devices do not have it.
    kAudioDevicePropertyIcon = 0x69636F6E,  // 'icon'
    /// UInt32, 1 for a device that lists do not show.
    kAudioDevicePropertyIsHidden = 0x6869646E,  // 'hidn'
    /// Two UInt32, the channels for left and right, from 1 on.
    kAudioDevicePropertyPreferredChannelsForStereo = 0x64636832,  // 'dch2'
    /// AudioChannelLayout: which loudspeaker each channel is for.
    kAudioDevicePropertyPreferredChannelLayout = 0x73726E64  // 'srnd'
};

/// Devices that are clocks alone. There are none on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    kAudioClockDeviceClassID = 0x61636C6B,  // 'aclk'
    /// CFStringRef, the UID of the clock device. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyDeviceUID = 0x63756964,  // 'cuid'
    /// UInt32, `kAudioDeviceTransportType…`. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyTransportType = 0x7472616E,  // 'tran'
    /// UInt32, a number that clock devices with one clock share. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyClockDomain = 0x636C6B64,  // 'clkd'
    /// UInt32, 1 while the clock device exists. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyDeviceIsAlive = 0x6C69766E,  // 'livn'
    /// UInt32, 1 while the clock device runs. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyDeviceIsRunning = 0x676F696E,  // 'goin'
    /// UInt32, the latency in frames. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyLatency = 0x6C746E63,  // 'ltnc'
    /// Array of AudioObjectID, the controls. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyControlList = 0x6374726C,  // 'ctrl'
    /// Float64, frames per second. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyNominalSampleRate = 0x6E737274,  // 'nsrt'
    /// Array of AudioValueRange, frames per second. Not supported on Linux: there are no clock devices.
    kAudioClockDevicePropertyAvailableNominalSampleRates = 0x6E737223  // 'nsr#'
};

/// Devices made of end points. There are none on Linux.
CF_ENUM(AudioClassID) {
    kAudioEndPointDeviceClassID = 0x65646576  // 'edev'
};

/// Devices made of end points. There are none on Linux.
CF_ENUM(AudioObjectPropertySelector) {
    /// CFDictionaryRef that describes the device. Not supported on Linux: there are no devices made of end points.
    kAudioEndPointDevicePropertyComposition = 0x61636F6D,  // 'acom'
    /// Array of AudioObjectID, the end points. Not supported on Linux: there are no devices made of end points.
    kAudioEndPointDevicePropertyEndPointList = 0x61677270,  // 'agrp'
    /// pid_t of the only process that sees the device; 0 for all. Not supported on Linux: there are no devices made of end
    /// points.
    kAudioEndPointDevicePropertyIsPrivate = 0x70726976  // 'priv'
};

/// End points. There are none on Linux.
CF_ENUM(AudioClassID) {
    kAudioEndPointClassID = 0x656E6470  // 'endp'
};

/// Streams: one for each direction of a device.
CF_ENUM(AudioClassID) {
    kAudioStreamClassID = 0x61737472  // 'astr'
};

/// What a stream is connected to.
CF_ENUM(UInt32) {
    kAudioStreamTerminalTypeUnknown = 0,
    kAudioStreamTerminalTypeLine = 0x6C696E65,  // 'line'
    kAudioStreamTerminalTypeDigitalAudioInterface = 0x73706466,  // 'spdf'
    kAudioStreamTerminalTypeSpeaker = 0x73706B72,  // 'spkr'
    kAudioStreamTerminalTypeHeadphones = 0x68647068,  // 'hdph'
    kAudioStreamTerminalTypeLFESpeaker = 0x6C666573,  // 'lfes'
    kAudioStreamTerminalTypeReceiverSpeaker = 0x7273706B,  // 'rspk'
    kAudioStreamTerminalTypeMicrophone = 0x6D696372,  // 'micr'
    kAudioStreamTerminalTypeHeadsetMicrophone = 0x686D6963,  // 'hmic'
    kAudioStreamTerminalTypeReceiverMicrophone = 0x726D6963,  // 'rmic'
    kAudioStreamTerminalTypeTTY = 0x7474795F,  // 'tty_'
    kAudioStreamTerminalTypeHDMI = 0x68646D69,  // 'hdmi'
    kAudioStreamTerminalTypeDisplayPort = 0x64707274  // 'dprt'
};

/// Properties of a stream.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, 1 for a stream that takes part in cycles.
    kAudioStreamPropertyIsActive = 0x73616374,  // 'sact'
    /// UInt32, 0 for an output, 1 for an input.
    kAudioStreamPropertyDirection = 0x73646972,  // 'sdir'
    /// UInt32, `kAudioStreamTerminalType…`: what is plugged in.
    kAudioStreamPropertyTerminalType = 0x7465726D,  // 'term'
    /// UInt32, the channel of the device that is the stream's first, from 1 on.
    kAudioStreamPropertyStartingChannel = 0x7363686E,  // 'schn'
    /// UInt32, the frames of latency that the stream adds to that of the device; always 0 on Linux. Read only.
    kAudioStreamPropertyLatency = 0x6C746E63,  // 'ltnc'
    /// AudioStreamBasicDescription of what callbacks get. Can be set.
    kAudioStreamPropertyVirtualFormat = 0x73666D74,  // 'sfmt'
    /// Array of AudioStreamRangedDescription, the possible virtual formats. Read only.
    kAudioStreamPropertyAvailableVirtualFormats = 0x73666D61,  // 'sfma'
    /// AudioStreamBasicDescription of what the hardware gets. Can be set, for all programs.
    kAudioStreamPropertyPhysicalFormat = 0x70667420,  // 'pft '
    /// Array of AudioStreamRangedDescription, the possible physical formats. Read only.
    kAudioStreamPropertyAvailablePhysicalFormats = 0x70667461  // 'pfta'
};

/// Controls of a device.
CF_ENUM(AudioClassID) {
    kAudioControlClassID = 0x6163746C  // 'actl'
};

/// Controls of a device.
CF_ENUM(AudioObjectPropertySelector) {
    /// AudioObjectPropertyScope, the scope of the device that the control belongs to. Read only.
    kAudioControlPropertyScope = 0x63736370,  // 'cscp'
    /// AudioObjectPropertyElement, the element of the device that the control belongs to; always 0 on Linux. Read only.
    kAudioControlPropertyElement = 0x63656C6D  // 'celm'
};

/// Controls with a number.
CF_ENUM(AudioClassID) {
    kAudioSliderControlClassID = 0x736C6472  // 'sldr'
};

/// Controls with a number.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, the value of the control. Not supported on Linux: objects do not have it.
    kAudioSliderControlPropertyValue = 0x73647276,  // 'sdrv'
    /// Two UInt32, the smallest and the largest value. Not supported on Linux: objects do not have it.
    kAudioSliderControlPropertyRange = 0x73647272  // 'sdrr'
};

/// Volume controls.
CF_ENUM(AudioClassID) {
    kAudioLevelControlClassID = 0x6C65766C  // 'levl'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioVolumeControlClassID = 0x766C6D65,  // 'vlme'
    kAudioLFEVolumeControlClassID = 0x73756276  // 'subv'
};

/// Volume controls.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 to 1: the volume. Can be set.
    kAudioLevelControlPropertyScalarValue = 0x6C637376,  // 'lcsv'
    /// Float32, the volume in decibels. Can be set.
    kAudioLevelControlPropertyDecibelValue = 0x6C636476,  // 'lcdv'
    /// AudioValueRange of the volume in decibels. Read only.
    kAudioLevelControlPropertyDecibelRange = 0x6C636472,  // 'lcdr'
    /// Float32: converts the scalar volume in the buffer to decibels. Read only.
    kAudioLevelControlPropertyConvertScalarToDecibels = 0x6C637364,  // 'lcsd'
    /// Float32: converts the decibels in the buffer to a scalar volume. Read only.
    kAudioLevelControlPropertyConvertDecibelsToScalar = 0x6C636473  // 'lcds'
};

/// Controls that are on or off.
CF_ENUM(AudioClassID) {
    kAudioBooleanControlClassID = 0x746F676C  // 'togl'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioMuteControlClassID = 0x6D757465,  // 'mute'
    kAudioSoloControlClassID = 0x736F6C6F,  // 'solo'
    kAudioJackControlClassID = 0x6A61636B,  // 'jack'
    kAudioLFEMuteControlClassID = 0x7375626D,  // 'subm'
    kAudioPhantomPowerControlClassID = 0x7068616E,  // 'phan'
    kAudioPhaseInvertControlClassID = 0x70687369,  // 'phsi'
    kAudioClipLightControlClassID = 0x636C6970,  // 'clip'
    kAudioTalkbackControlClassID = 0x74616C62,  // 'talb'
    kAudioListenbackControlClassID = 0x6C736E62  // 'lsnb'
};

/// Controls that are on or off.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, 1 if the control is on, else 0. Can be set.
    kAudioBooleanControlPropertyValue = 0x6263766C  // 'bcvl'
};

/// Controls that choose one of several items.
CF_ENUM(AudioClassID) {
    kAudioSelectorControlClassID = 0x736C6374  // 'slct'
};

/// Classes of controls.
CF_ENUM(AudioClassID) {
    kAudioDataSourceControlClassID = 0x64737263,  // 'dsrc'
    kAudioDataDestinationControlClassID = 0x64657374,  // 'dest'
    kAudioClockSourceControlClassID = 0x636C636B,  // 'clck'
    kAudioLineLevelControlClassID = 0x6E6C766C,  // 'nlvl'
    kAudioHighPassFilterControlClassID = 0x68697066  // 'hipf'
};

/// Controls that choose one of several items.
CF_ENUM(AudioObjectPropertySelector) {
    /// UInt32, the ID of the selected item. Can be set.
    kAudioSelectorControlPropertyCurrentItem = 0x73636369,  // 'scci'
    /// Array of UInt32, the IDs of the items. Read only.
    kAudioSelectorControlPropertyAvailableItems = 0x73636169,  // 'scai'
    /// CFStringRef, the name of the item whose ID the qualifier is, a UInt32. Release it. Read only.
    kAudioSelectorControlPropertyItemName = 0x7363696E,  // 'scin'
    /// UInt32, the kind of the item whose ID the qualifier is, a UInt32. Read only.
    kAudioSelectorControlPropertyItemKind = 0x636C6B6B  // 'clkk'
};

/// Controls that choose one of several items.
CF_ENUM(UInt32) {
    kAudioSelectorControlItemKindSpacer = 0x73706372  // 'spcr'
};

/// Kinds of clock sources.
CF_ENUM(UInt32) {
    kAudioClockSourceItemKindInternal = 0x696E7420  // 'int '
};

/// Controls of the place between left and right.
CF_ENUM(AudioClassID) {
    kAudioStereoPanControlClassID = 0x7370616E  // 'span'
};

/// Controls of the place between left and right.
CF_ENUM(AudioObjectPropertySelector) {
    /// Float32, 0 left, 0.5 middle, 1 right. Not supported on Linux: objects do not have it.
    kAudioStereoPanControlPropertyValue = 0x73706376,  // 'spcv'
    /// Two UInt32, the channels that the control affects. Not supported on Linux: objects do not have it.
    kAudioStereoPanControlPropertyPanningChannels = 0x73706363  // 'spcc'
};

/// The UID of a device made of end points, a string.
#define kAudioEndPointDeviceUIDKey "uid"
/// The name of a device made of end points, for people.
#define kAudioEndPointDeviceNameKey "name"
/// Its end points: an array with a dictionary for each.
#define kAudioEndPointDeviceEndPointListKey "endpoints"
/// The UID of the end point whose clock the others follow.
#define kAudioEndPointDeviceMainEndPointKey "main"
/// The older name of `kAudioEndPointDeviceMainEndPointKey`, with another value.
#define kAudioEndPointDeviceMasterEndPointKey "master"
/// 1 if only the program that made it sees the device, else 0.
#define kAudioEndPointDeviceIsPrivateKey "private"
/// The UID of an end point.
#define kAudioEndPointUIDKey "uid"
/// The name of an end point, for people.
#define kAudioEndPointNameKey "name"
/// How many input channels the end point has, a number.
#define kAudioEndPointInputChannelsKey "channels-in"
/// How many output channels the end point has, a number.
#define kAudioEndPointOutputChannelsKey "channels-out"

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
