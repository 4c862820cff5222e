import Foundation

// The names of properties, as Swift programs call them. C programs have constants of the same names.

/// A string: the name of a device, an entity, an endpoint, a client or a port.
nonisolated(unsafe) public let kMIDIPropertyName: CFString = "name"
/// A string: who made a device.
nonisolated(unsafe) public let kMIDIPropertyManufacturer: CFString = "manufacturer"
/// A string: the model of a device.
nonisolated(unsafe) public let kMIDIPropertyModel: CFString = "model"
/// An integer, a `MIDIUniqueID`. The system sets it; a program may set that of its virtual endpoints, to what it
/// was in an earlier run.
nonisolated(unsafe) public let kMIDIPropertyUniqueID: CFString = "uniqueID"
/// An integer: the number of the device in system exclusive messages.
nonisolated(unsafe) public let kMIDIPropertyDeviceID: CFString = "deviceID"
/// An integer: the channels on which an endpoint receives, bit 0 for channel 1.
nonisolated(unsafe) public let kMIDIPropertyReceiveChannels: CFString = "receiveChannels"
/// An integer: the channels on which an endpoint transmits, bit 0 for channel 1.
nonisolated(unsafe) public let kMIDIPropertyTransmitChannels: CFString = "transmitChannels"
/// An integer: how fast `MIDISendSysex` sends to an endpoint, in bytes per second. 3125 where it is not set.
nonisolated(unsafe) public let kMIDIPropertyMaxSysExSpeed: CFString = "maxSysExSpeed"
/// An integer: how many microseconds ahead a destination wants messages. If it is positive, the destination gets
/// all at once and schedules by the time stamps itself.
nonisolated(unsafe) public let kMIDIPropertyAdvanceScheduleTimeMuSec: CFString = "scheduleAheadMuSec"
/// An integer: whether an entity is a part of the device, such as a synthesizer on a sound card.
nonisolated(unsafe) public let kMIDIPropertyIsEmbeddedEntity: CFString = "embedded"
/// An integer: whether an endpoint sends to all others of its entity.
nonisolated(unsafe) public let kMIDIPropertyIsBroadcast: CFString = "broadcast"
/// An integer: the index of the one entity of a device that takes MIDI of the system's real-time kind.
nonisolated(unsafe) public let kMIDIPropertySingleRealtimeEntity: CFString = "single realtime entity"
/// An integer or data, one or several unique identifiers in big-endian order: what an external device is connected
/// to.
nonisolated(unsafe) public let kMIDIPropertyConnectionUniqueID: CFString = "connUniqueID"
/// An integer: whether a device is unplugged. Its endpoints are then in no list of all sources or destinations.
nonisolated(unsafe) public let kMIDIPropertyOffline: CFString = "offline"
/// An integer: whether an endpoint is hidden from the lists of all sources and destinations.
nonisolated(unsafe) public let kMIDIPropertyPrivate: CFString = "private"
/// A string: the driver that owns a device.
nonisolated(unsafe) public let kMIDIPropertyDriverOwner: CFString = "driver"
/// Data: a file of names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
nonisolated(unsafe) public let kMIDIPropertyFactoryPatchNameFile: CFString = "factory patches"
/// Data: a file of names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
nonisolated(unsafe) public let kMIDIPropertyUserPatchNameFile: CFString = "user patches"
/// A dictionary: the names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
nonisolated(unsafe) public let kMIDIPropertyNameConfiguration: CFString = "nameConfiguration"
/// A dictionary: the names of patches, notes and controls of a device, an entity or an endpoint.
nonisolated(unsafe) public let kMIDIPropertyNameConfigurationDictionary: CFString = "nameConfigurationDictionary"
/// A string: the path of a picture of a device.
nonisolated(unsafe) public let kMIDIPropertyImage: CFString = "image"
/// An integer: the version of the driver.
nonisolated(unsafe) public let kMIDIPropertyDriverVersion: CFString = "driverVersion"
/// An integer: whether a device or entity supports General MIDI.
nonisolated(unsafe) public let kMIDIPropertySupportsGeneralMIDI: CFString = "supports General MIDI"
/// An integer: whether a device or entity supports MIDI Machine Control.
nonisolated(unsafe) public let kMIDIPropertySupportsMMC: CFString = "supports MMC"
/// An integer: whether a device can pass messages on to other devices.
nonisolated(unsafe) public let kMIDIPropertyCanRoute: CFString = "can route"
/// An integer: whether a device or entity follows beat clock.
nonisolated(unsafe) public let kMIDIPropertyReceivesClock: CFString = "receives clock"
/// An integer: whether a device or entity follows time code.
nonisolated(unsafe) public let kMIDIPropertyReceivesMTC: CFString = "receives MTC"
/// An integer: whether a device or entity takes notes.
nonisolated(unsafe) public let kMIDIPropertyReceivesNotes: CFString = "receives notes"
/// An integer: whether a device or entity takes program changes.
nonisolated(unsafe) public let kMIDIPropertyReceivesProgramChanges: CFString = "receives program changes"
/// An integer: whether a device or entity takes control 0.
nonisolated(unsafe) public let kMIDIPropertyReceivesBankSelectMSB: CFString = "receives bank select MSB"
/// An integer: whether a device or entity takes control 32.
nonisolated(unsafe) public let kMIDIPropertyReceivesBankSelectLSB: CFString = "receives bank select LSB"
/// An integer: whether a device or entity sends beat clock.
nonisolated(unsafe) public let kMIDIPropertyTransmitsClock: CFString = "transmits clock"
/// An integer: whether a device or entity sends time code.
nonisolated(unsafe) public let kMIDIPropertyTransmitsMTC: CFString = "transmits MTC"
/// An integer: whether a device or entity sends notes.
nonisolated(unsafe) public let kMIDIPropertyTransmitsNotes: CFString = "transmits notes"
/// An integer: whether a device or entity sends program changes.
nonisolated(unsafe) public let kMIDIPropertyTransmitsProgramChanges: CFString = "transmits program changes"
/// An integer: whether a device or entity sends control 0.
nonisolated(unsafe) public let kMIDIPropertyTransmitsBankSelectMSB: CFString = "transmits bank select MSB"
/// An integer: whether a device or entity sends control 32.
nonisolated(unsafe) public let kMIDIPropertyTransmitsBankSelectLSB: CFString = "transmits bank select LSB"
/// An integer: whether panning makes a stereo sound of a device mono.
nonisolated(unsafe) public let kMIDIPropertyPanDisruptsStereo: CFString = "pan disrupts stereo"
/// An integer: whether a device plays samples.
nonisolated(unsafe) public let kMIDIPropertyIsSampler: CFString = "is sampler"
/// An integer: whether a device is a drum machine.
nonisolated(unsafe) public let kMIDIPropertyIsDrumMachine: CFString = "is drum machine"
/// An integer: whether a device mixes sound.
nonisolated(unsafe) public let kMIDIPropertyIsMixer: CFString = "is mixer"
/// An integer: whether a device is an effect.
nonisolated(unsafe) public let kMIDIPropertyIsEffectUnit: CFString = "is effect unit"
/// An integer: on how many channels a device can receive at the same time.
nonisolated(unsafe) public let kMIDIPropertyMaxReceiveChannels: CFString = "max receive channels"
/// An integer: on how many channels a device can transmit at the same time.
nonisolated(unsafe) public let kMIDIPropertyMaxTransmitChannels: CFString = "max transmit channels"
/// A string: the path of a program that edits a driver's devices.
nonisolated(unsafe) public let kMIDIPropertyDriverDeviceEditorApp: CFString = "driver device editor app"
/// An integer: whether a device supports MIDI Show Control.
nonisolated(unsafe) public let kMIDIPropertySupportsShowControl: CFString = "supports show control"
/// A string, read only: the name to show for an object. For an endpoint of a device, the device's name is in front
/// if that makes the name unique.
nonisolated(unsafe) public let kMIDIPropertyDisplayName: CFString = "displayName"
/// An integer, a `MIDIProtocolID`: the protocol of an endpoint.
nonisolated(unsafe) public let kMIDIPropertyProtocolID: CFString = "protocol ID"
/// An integer: the groups that an endpoint uses, bit 0 for group 1.
nonisolated(unsafe) public let kMIDIPropertyUMPActiveGroupBitmap: CFString = "ump active groups"
/// An integer: whether an endpoint can send messages without a group.
nonisolated(unsafe) public let kMIDIPropertyUMPCanTransmitGroupless: CFString = "ump can transmit groupless"
/// An integer: the endpoint of the other direction that belongs to an endpoint.
nonisolated(unsafe) public let kMIDIPropertyAssociatedEndpoint: CFString = "associated endpoint"
/// An integer: whether an endpoint uses Universal MIDI Packets.
nonisolated(unsafe) public let kMIDIPropertyUMPEnabled: CFString = "ump enabled"
/// An integer, of drivers: whether one uses serial ports.
///
/// No driver gets a serial port here, whatever it says.
nonisolated(unsafe) public let kMIDIDriverPropertyUsesSerial: CFString = "MIDIDriverUsesSerial"
