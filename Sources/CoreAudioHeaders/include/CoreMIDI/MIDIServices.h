#ifndef CoreMIDI_MIDIServices_h
#define CoreMIDI_MIDIServices_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <CoreMIDI/MIDIPackets.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __swift__
struct CAOpaqueData;
struct CAOpaquePropertyList;
typedef const struct CAOpaqueData *CADataParameter;
typedef const struct CAOpaquePropertyList *CAPropertyListParameter;
// As Swift programs for a Mac see them.
typedef long ItemCount;
typedef long ByteCount;
#else
/// A CFData as a parameter; pass a `CFDataRef`, or in Swift a `CFData`.
typedef CFDataRef CADataParameter;
/// A property list as a parameter; pass a `CFPropertyListRef`, or in Swift a `CFPropertyList`.
typedef CFPropertyListRef CAPropertyListParameter;
#endif

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, also in callbacks. It takes locks and allocates memory, and is not real-time safe.

// MARK: Status

/// Status of Core MIDI's calls.
CF_ENUM(OSStatus) {
    /// There is no such client.
    kMIDIInvalidClient = -10830,
    /// There is no such port, or it is one of the other kind.
    kMIDIInvalidPort = -10831,
    /// The endpoint is a source where a destination is needed, or the other way round.
    kMIDIWrongEndpointType = -10832,
    /// The port is not connected to the source.
    kMIDINoConnection = -10833,
    /// There is no such endpoint.
    kMIDIUnknownEndpoint = -10834,
    /// The object does not have the property.
    kMIDIUnknownProperty = -10835,
    /// The property has another type.
    kMIDIWrongPropertyType = -10836,
    /// There is no setup.
    kMIDINoCurrentSetup = -10837,
    /// The messages cannot be sent: they are malformed, or too many wait to be delivered.
    kMIDIMessageSendErr = -10838,
    /// The server cannot be started.
    kMIDIServerStartErr = -10839,
    /// The saved setup cannot be read.
    kMIDISetupFormatErr = -10840,
    /// The call was made on a thread that must not make it.
    kMIDIWrongThread = -10841,
    /// There is no such object.
    kMIDIObjectNotFound = -10842,
    /// Another object has the unique identifier.
    kMIDIIDNotUnique = -10843,
    /// The program may not do this.
    kMIDINotPermitted = -10844,
    /// The call failed for another reason.
    kMIDIUnknownError = -10845
};

// MARK: Objects

/// A reference to an object of Core MIDI; 0 for none. A reference is never used again for another object.
typedef UInt32 MIDIObjectRef;
/// A reference to a client: what a program is to Core MIDI.
typedef MIDIObjectRef MIDIClientRef;
/// A reference to a port of a client, through which the client receives or sends.
typedef MIDIObjectRef MIDIPortRef;
/// A reference to a device, which has entities.
typedef MIDIObjectRef MIDIDeviceRef;
/// A reference to an entity of a device, which has endpoints that belong together.
typedef MIDIObjectRef MIDIEntityRef;
/// A reference to a source or a destination of MIDI messages.
typedef MIDIObjectRef MIDIEndpointRef;

/// A number that identifies an object among all objects; 0 is invalid.
typedef SInt32 MIDIUniqueID;

/// The kind of an object.
typedef CF_ENUM(SInt32, MIDIObjectType) {
    /// A client, a port, a connection, or nothing.
    kMIDIObjectType_Other = -1,
    /// A device.
    kMIDIObjectType_Device = 0,
    /// An entity of a device.
    kMIDIObjectType_Entity = 1,
    /// An endpoint from which messages come.
    kMIDIObjectType_Source = 2,
    /// An endpoint that takes messages.
    kMIDIObjectType_Destination = 3,
    /// An external device, which a program describes and which is connected to a device by a cable.
    kMIDIObjectType_ExternalDevice = 0x10,
    /// An entity of an external device.
    kMIDIObjectType_ExternalEntity = 0x11,
    /// A source of an external device.
    kMIDIObjectType_ExternalSource = 0x12,
    /// A destination of an external device.
    kMIDIObjectType_ExternalDestination = 0x13
};

/// The bit that external devices, their entities and their endpoints have in their type.
static const MIDIObjectType kMIDIObjectType_ExternalMask = (MIDIObjectType)0x10;

/// Unique identifiers with a meaning.
CF_ENUM(MIDIUniqueID) {
    /// No object has it.
    kMIDIInvalidUniqueID = 0
};

// MARK: Properties

#ifndef __swift__
/// A string: the name of a device, an entity, an endpoint, a client or a port.
CF_EXPORT const CFStringRef kMIDIPropertyName;
/// A string: who made a device.
CF_EXPORT const CFStringRef kMIDIPropertyManufacturer;
/// A string: the model of a device.
CF_EXPORT const CFStringRef kMIDIPropertyModel;
/// An integer, a `MIDIUniqueID`. The system sets it; a program may set that of its virtual endpoints, to what it was in an earlier run.
CF_EXPORT const CFStringRef kMIDIPropertyUniqueID;
/// An integer: the number of the device in system exclusive messages.
CF_EXPORT const CFStringRef kMIDIPropertyDeviceID;
/// An integer: the channels on which an endpoint receives, bit 0 for channel 1.
CF_EXPORT const CFStringRef kMIDIPropertyReceiveChannels;
/// An integer: the channels on which an endpoint transmits, bit 0 for channel 1.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitChannels;
/// An integer: how fast `MIDISendSysex` sends to an endpoint, in bytes per second. 3125 where it is not set.
CF_EXPORT const CFStringRef kMIDIPropertyMaxSysExSpeed;
/// An integer: how many microseconds ahead a destination wants messages. If it is positive, the destination gets all at once and
/// schedules by the time stamps itself.
CF_EXPORT const CFStringRef kMIDIPropertyAdvanceScheduleTimeMuSec;
/// An integer: whether an entity is a part of the device, such as a synthesizer on a sound card.
CF_EXPORT const CFStringRef kMIDIPropertyIsEmbeddedEntity;
/// An integer: whether an endpoint sends to all others of its entity.
CF_EXPORT const CFStringRef kMIDIPropertyIsBroadcast;
/// An integer: the index of the one entity of a device that takes MIDI of the system's real-time kind.
CF_EXPORT const CFStringRef kMIDIPropertySingleRealtimeEntity;
/// An integer or data, one or several unique identifiers in big-endian order: what an external device is connected to.
CF_EXPORT const CFStringRef kMIDIPropertyConnectionUniqueID;
/// An integer: whether a device is unplugged. Its endpoints are then in no list of all sources or destinations.
CF_EXPORT const CFStringRef kMIDIPropertyOffline;
/// An integer: whether an endpoint is hidden from the lists of all sources and destinations.
CF_EXPORT const CFStringRef kMIDIPropertyPrivate;
/// A string: the driver that owns a device.
CF_EXPORT const CFStringRef kMIDIPropertyDriverOwner;
/// Data: a file of names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
CF_EXPORT const CFStringRef kMIDIPropertyFactoryPatchNameFile;
/// Data: a file of names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
CF_EXPORT const CFStringRef kMIDIPropertyUserPatchNameFile;
/// A dictionary: the names of patches. Superseded by `kMIDIPropertyNameConfigurationDictionary`.
CF_EXPORT const CFStringRef kMIDIPropertyNameConfiguration;
/// A dictionary: the names of patches, notes and controls of a device, an entity or an endpoint.
CF_EXPORT const CFStringRef kMIDIPropertyNameConfigurationDictionary;
/// A string: the path of a picture of a device.
CF_EXPORT const CFStringRef kMIDIPropertyImage;
/// An integer: the version of the driver.
CF_EXPORT const CFStringRef kMIDIPropertyDriverVersion;
/// An integer: whether a device or entity supports General MIDI.
CF_EXPORT const CFStringRef kMIDIPropertySupportsGeneralMIDI;
/// An integer: whether a device or entity supports MIDI Machine Control.
CF_EXPORT const CFStringRef kMIDIPropertySupportsMMC;
/// An integer: whether a device can pass messages on to other devices.
CF_EXPORT const CFStringRef kMIDIPropertyCanRoute;
/// An integer: whether a device or entity follows beat clock.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesClock;
/// An integer: whether a device or entity follows time code.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesMTC;
/// An integer: whether a device or entity takes notes.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesNotes;
/// An integer: whether a device or entity takes program changes.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesProgramChanges;
/// An integer: whether a device or entity takes control 0.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesBankSelectMSB;
/// An integer: whether a device or entity takes control 32.
CF_EXPORT const CFStringRef kMIDIPropertyReceivesBankSelectLSB;
/// An integer: whether a device or entity sends beat clock.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsClock;
/// An integer: whether a device or entity sends time code.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsMTC;
/// An integer: whether a device or entity sends notes.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsNotes;
/// An integer: whether a device or entity sends program changes.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsProgramChanges;
/// An integer: whether a device or entity sends control 0.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsBankSelectMSB;
/// An integer: whether a device or entity sends control 32.
CF_EXPORT const CFStringRef kMIDIPropertyTransmitsBankSelectLSB;
/// An integer: whether panning makes a stereo sound of a device mono.
CF_EXPORT const CFStringRef kMIDIPropertyPanDisruptsStereo;
/// An integer: whether a device plays samples.
CF_EXPORT const CFStringRef kMIDIPropertyIsSampler;
/// An integer: whether a device is a drum machine.
CF_EXPORT const CFStringRef kMIDIPropertyIsDrumMachine;
/// An integer: whether a device mixes sound.
CF_EXPORT const CFStringRef kMIDIPropertyIsMixer;
/// An integer: whether a device is an effect.
CF_EXPORT const CFStringRef kMIDIPropertyIsEffectUnit;
/// An integer: on how many channels a device can receive at the same time.
CF_EXPORT const CFStringRef kMIDIPropertyMaxReceiveChannels;
/// An integer: on how many channels a device can transmit at the same time.
CF_EXPORT const CFStringRef kMIDIPropertyMaxTransmitChannels;
/// A string: the path of a program that edits a driver's devices.
CF_EXPORT const CFStringRef kMIDIPropertyDriverDeviceEditorApp;
/// An integer: whether a device supports MIDI Show Control.
CF_EXPORT const CFStringRef kMIDIPropertySupportsShowControl;
/// A string, read only: the name to show for an object. For an endpoint of a device, the device's name is in front if that makes the
/// name unique.
CF_EXPORT const CFStringRef kMIDIPropertyDisplayName;
/// An integer, a `MIDIProtocolID`: the protocol of an endpoint.
CF_EXPORT const CFStringRef kMIDIPropertyProtocolID;
/// An integer: the groups that an endpoint uses, bit 0 for group 1.
CF_EXPORT const CFStringRef kMIDIPropertyUMPActiveGroupBitmap;
/// An integer: whether an endpoint can send messages without a group.
CF_EXPORT const CFStringRef kMIDIPropertyUMPCanTransmitGroupless;
/// An integer: the endpoint of the other direction that belongs to an endpoint.
CF_EXPORT const CFStringRef kMIDIPropertyAssociatedEndpoint;
/// An integer: whether an endpoint uses Universal MIDI Packets.
CF_EXPORT const CFStringRef kMIDIPropertyUMPEnabled;
#endif

// MARK: Notifications

/// What a notification reports.
typedef CF_ENUM(SInt32, MIDINotificationMessageID) {
    /// Something has changed. It follows each of the others; a program that handles those ignores it.
    kMIDIMsgSetupChanged = 1,
    /// An object was added: a `MIDIObjectAddRemoveNotification`.
    kMIDIMsgObjectAdded = 2,
    /// An object was removed: a `MIDIObjectAddRemoveNotification`.
    kMIDIMsgObjectRemoved = 3,
    /// A property has changed: a `MIDIObjectPropertyChangeNotification`.
    kMIDIMsgPropertyChanged = 4,
    /// A persistent connection was made, changed or removed.
    kMIDIMsgThruConnectionsChanged = 5,
    /// Serial ports have changed. Never sent here.
    kMIDIMsgSerialPortOwnerChanged = 6,
    /// A driver cannot send or receive: a `MIDIIOErrorNotification`.
    kMIDIMsgIOError = 7,
    /// The first of the numbers that are not for programs.
    kMIDIMsgInternalStart = 0x1000
};

/// What all notifications begin with.
struct MIDINotification {
    /// What the notification reports.
    MIDINotificationMessageID messageID;
    /// The size of the whole notification in bytes: 8, or that of the struct that `messageID` names.
    UInt32 messageSize;
};
typedef struct MIDINotification MIDINotification;

/// The notification of an object that was added or removed.
struct MIDIObjectAddRemoveNotification {
    /// `kMIDIMsgObjectAdded` or `kMIDIMsgObjectRemoved`.
    MIDINotificationMessageID messageID;
    /// Always 24 bytes.
    UInt32 messageSize;
    /// What the object is a part of; 0 for a device or a virtual endpoint.
    MIDIObjectRef parent;
    /// The type of `parent`.
    MIDIObjectType parentType;
    /// The object. One that was removed has no properties any longer.
    MIDIObjectRef child;
    /// The type of the object.
    MIDIObjectType childType;
};
typedef struct MIDIObjectAddRemoveNotification MIDIObjectAddRemoveNotification;

/// The notification of a property that has changed.
struct MIDIObjectPropertyChangeNotification {
    /// `kMIDIMsgPropertyChanged`.
    MIDINotificationMessageID messageID;
    /// Always 24 bytes.
    UInt32 messageSize;
    /// The object.
    MIDIObjectRef object;
    /// The type of the object.
    MIDIObjectType objectType;
    /// The property's name. Valid during the call.
    CFStringRef propertyName CA_REFINED_FOR_SWIFT;
};
typedef struct MIDIObjectPropertyChangeNotification MIDIObjectPropertyChangeNotification;

/// The notification of a driver that cannot send or receive.
struct MIDIIOErrorNotification {
    /// `kMIDIMsgIOError`.
    MIDINotificationMessageID messageID;
    /// Always 16 bytes.
    UInt32 messageSize;
    /// The device.
    MIDIDeviceRef driverDevice;
    /// Why it failed.
    OSStatus errorCode;
};
typedef struct MIDIIOErrorNotification MIDIIOErrorNotification;

/// Receives a notification.
///
/// Threads: Called in the run loop that was current when the program created its first client, in its common modes.
///
/// - Parameters:
///   - message: the notification. Valid during the call.
///   - refCon: the pointer that was passed to `MIDIClientCreate`.
typedef void (*MIDINotifyProc)(const MIDINotification *message, void *_Nullable refCon);

#if defined(__BLOCKS__)
/// Receives a notification.
///
/// Threads: Called on a thread of the library. Calls never overlap.
///
/// - Parameter message: the notification. Valid during the call.
typedef void (^MIDINotifyBlock)(const MIDINotification *message);
#else
typedef struct CAOpaqueBlock *MIDINotifyBlock;
#endif

// MARK: Receiving

/// Receives packets of bytes.
///
/// Threads: Called on a thread of the library with high priority, which calls all receivers of the program one after the other.
///
/// - Parameters:
///   - pktlist: the packets. Valid during the call.
///   - readProcRefCon: the pointer that was passed with the function.
///   - srcConnRefCon: the pointer that was passed to `MIDIPortConnectSource`; null for a virtual destination.
typedef void (*MIDIReadProc)(const MIDIPacketList *pktlist, void *_Nullable readProcRefCon, void *_Nullable srcConnRefCon);

#if defined(__BLOCKS__)
/// Receives packets of bytes.
///
/// Threads: Called on a thread of the library with high priority, which calls all receivers of the program one after the other.
///
/// - Parameters:
///   - pktlist: the packets. Valid during the call.
///   - srcConnRefCon: the pointer that was passed to `MIDIPortConnectSource`; null for a virtual destination.
typedef void (^MIDIReadBlock)(const MIDIPacketList *pktlist, void *_Nullable srcConnRefCon);
#else
typedef struct CAOpaqueBlock *MIDIReadBlock;
#endif

#if defined(__BLOCKS__)
/// Receives packets of words, in the protocol for which the receiver was created.
///
/// Threads: Called on a thread of the library with high priority, which calls all receivers of the program one after the other.
///
/// - Parameters:
///   - evtlist: the packets. Valid during the call.
///   - srcConnRefCon: the pointer that was passed to `MIDIPortConnectSource`; null for a virtual destination.
typedef void (^MIDIReceiveBlock)(const MIDIEventList *evtlist, void *_Nullable srcConnRefCon);
#else
typedef struct CAOpaqueBlock *MIDIReceiveBlock;
#endif

// MARK: Long messages

struct MIDISysexSendRequest;
struct MIDISysexSendRequestUMP;

/// Receives a request of `MIDISendSysex` that has ended.
///
/// Threads: Called on a thread of the library, on which requests are sent. The function may free the request.
///
/// - Parameter request: the request.
typedef void (*MIDICompletionProc)(struct MIDISysexSendRequest *request);

/// Receives a request of `MIDISendUMPSysex` or `MIDISendUMPSysex8` that has ended.
///
/// Threads: Called on a thread of the library, on which requests are sent. The function may free the request.
///
/// - Parameter request: the request.
typedef void (*MIDICompletionProcUMP)(struct MIDISysexSendRequestUMP *request);

/// A system exclusive message to be sent. The program keeps it and its data until the completion function is called.
struct MIDISysexSendRequest {
    /// Where to send.
    MIDIEndpointRef destination;
    /// The first byte that is not yet sent. Advances while the message is sent.
    const Byte *data;
    /// How many bytes are left.
    UInt32 bytesToSend;
    /// Becomes true when all is sent. The program sets it to true to end the message early.
    Boolean complete;
    /// Always 0.
    Byte reserved[3];
    /// Called when the request has ended.
    MIDICompletionProc completionProc CA_REFINED_FOR_SWIFT;
    /// A pointer of the program, which the library does not read.
    void *_Nullable completionRefCon;
};
typedef struct MIDISysexSendRequest MIDISysexSendRequest;

/// Words of system exclusive messages to be sent. The program keeps it and its words until the completion function is called.
struct MIDISysexSendRequestUMP {
    /// Where to send.
    MIDIEndpointRef destination;
    /// The first word that is not yet sent. Advances while the message is sent.
    UInt32 *words;
    /// How many words are left.
    UInt32 wordsToSend;
    /// Becomes true when all is sent. The program sets it to true to end the message early.
    Boolean complete;
    /// Called when the request has ended.
    MIDICompletionProcUMP completionProc CA_REFINED_FOR_SWIFT;
    /// A pointer of the program, which the library does not read.
    void *_Nullable completionRefCon;
};
typedef struct MIDISysexSendRequestUMP MIDISysexSendRequestUMP;

// MARK: Clients

/// Creates a client, which a program needs for everything else.
///
/// The run loop that is current when the program creates its first client is the one in which the functions of all its clients are
/// called: it must run for notifications to arrive. Release the client with `MIDIClientDispose`.
///
/// - Parameters:
///   - name: the name of the client.
///   - notifyProc: called when something changes in the system; null for never.
///   - notifyRefCon: a pointer for the function.
///   - outClient: the client, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudio_MemFullError`: no thread could be started
CF_EXPORT OSStatus MIDIClientCreate(
    CAStringParameter name,
    MIDINotifyProc _Nullable notifyProc CA_SENDABLE,
    void *_Nullable notifyRefCon,
    MIDIClientRef *outClient);

/// Creates a client whose notifications go to a block, on a thread of the library.
///
/// Release the client with `MIDIClientDispose`.
///
/// - Parameters:
///   - name: the name of the client.
///   - outClient: the client, or 0 if the call fails.
///   - notifyBlock: called when something changes in the system; null for never.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudio_MemFullError`: no thread could be started
CF_EXPORT OSStatus MIDIClientCreateWithBlock(
    CAStringParameter name,
    MIDIClientRef *outClient,
    CA_BLOCK_PARAMETER(MIDINotifyBlock) _Nullable notifyBlock) CA_REFINED_FOR_SWIFT;

/// Disposes of a client, and of its ports and virtual endpoints.
///
/// Connections without a persistent owner end with the last client of the program. A receiver that is being called is waited for, at
/// most a second, unless the caller is a receiver.
///
/// - Parameter client: the client.
/// - Returns: 0, or
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIClientDispose(MIDIClientRef client);

// MARK: Ports

/// Creates an input port that receives packets of words.
///
/// Messages of other forms are translated into the protocol of the port. Connect sources with `MIDIPortConnectSource`.
///
/// - Parameters:
///   - client: the client.
///   - portName: the name of the port.
///   - protocol: the protocol in which the port receives.
///   - outPort: the port, or 0 if the call fails.
///   - receiveBlock: called with what the connected sources send.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the block is null
///   - `kMIDIInvalidClient`: there is no such client
///   - `kMIDIUnknownError`: there is no such protocol
CF_EXPORT OSStatus MIDIInputPortCreateWithProtocol(
    MIDIClientRef client,
    CAStringParameter portName,
    MIDIProtocolID protocol,
    MIDIPortRef *outPort,
    CA_BLOCK_PARAMETER(MIDIReceiveBlock) receiveBlock) CA_REFINED_FOR_SWIFT;

/// Creates an input port that receives packets of bytes.
///
/// Messages of other forms are translated into MIDI 1.0. Connect sources with `MIDIPortConnectSource`.
///
/// - Parameters:
///   - client: the client.
///   - portName: the name of the port.
///   - readProc: called with what the connected sources send.
///   - refCon: a pointer for the function.
///   - outPort: the port, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the function is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIInputPortCreate(
    MIDIClientRef client,
    CAStringParameter portName,
    MIDIReadProc readProc CA_SENDABLE,
    void *_Nullable refCon,
    MIDIPortRef *outPort);

/// Creates an input port that receives packets of bytes by a block.
///
/// Messages of other forms are translated into MIDI 1.0. Connect sources with `MIDIPortConnectSource`.
///
/// - Parameters:
///   - client: the client.
///   - portName: the name of the port.
///   - outPort: the port, or 0 if the call fails.
///   - readBlock: called with what the connected sources send.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the block is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIInputPortCreateWithBlock(
    MIDIClientRef client,
    CAStringParameter portName,
    MIDIPortRef *outPort,
    CA_BLOCK_PARAMETER(MIDIReadBlock) readBlock) CA_REFINED_FOR_SWIFT;

/// Creates an output port, through which a program sends.
///
/// A port is one stream of messages to each destination: two system exclusive messages at the same time need two ports.
///
/// - Parameters:
///   - client: the client.
///   - portName: the name of the port.
///   - outPort: the port, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIOutputPortCreate(MIDIClientRef client, CAStringParameter portName, MIDIPortRef *outPort);

/// Disposes of a port and its connections.
///
/// A receiver that is being called is waited for, at most a second, unless the caller is a receiver.
///
/// - Parameter port: the port.
/// - Returns: 0, or
///   - `kMIDIInvalidPort`: there is no such port
CF_EXPORT OSStatus MIDIPortDispose(MIDIPortRef port);

/// Connects a source to an input port, which receives from then on what the source sends.
///
/// Connecting a source again replaces the pointer. The connection ends with the source.
///
/// - Parameters:
///   - port: the input port.
///   - source: the source.
///   - connRefCon: a pointer that the receiver of the port gets with what this source sends.
/// - Returns: 0, or
///   - `kMIDIInvalidPort`: there is no such port
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a destination
CF_EXPORT OSStatus MIDIPortConnectSource(MIDIPortRef port, MIDIEndpointRef source, void *_Nullable connRefCon);

/// Ends the connection of a source to an input port.
///
/// A receiver that is being called is waited for, at most a second, unless the caller is a receiver.
///
/// - Parameters:
///   - port: the input port.
///   - source: the source.
/// - Returns: 0, or
///   - `kMIDIInvalidPort`: there is no such port
///   - `kMIDINoConnection`: the source is not connected to the port
CF_EXPORT OSStatus MIDIPortDisconnectSource(MIDIPortRef port, MIDIEndpointRef source);

// MARK: Devices and entities

/// Returns the number of devices.
///
/// - Returns: the number of devices, those that are unplugged too.
CF_EXPORT ItemCount MIDIGetNumberOfDevices(void);

/// Returns a device by its place in the list.
///
/// - Parameter deviceIndex0: the place, from 0.
/// - Returns: the device, or 0 if there is none at this place.
CF_EXPORT MIDIDeviceRef MIDIGetDevice(ItemCount deviceIndex0);

/// Returns the number of entities of a device.
///
/// - Parameter device: the device.
/// - Returns: the number of entities; 0 if there is no such device.
CF_EXPORT ItemCount MIDIDeviceGetNumberOfEntities(MIDIDeviceRef device);

/// Returns an entity of a device by its place.
///
/// - Parameters:
///   - device: the device.
///   - entityIndex0: the place, from 0.
/// - Returns: the entity, or 0 if there is none at this place.
CF_EXPORT MIDIEntityRef MIDIDeviceGetEntity(MIDIDeviceRef device, ItemCount entityIndex0);

/// Returns the number of sources of an entity.
///
/// - Parameter entity: the entity.
/// - Returns: the number of sources; 0 if there is no such entity.
CF_EXPORT ItemCount MIDIEntityGetNumberOfSources(MIDIEntityRef entity);

/// Returns a source of an entity by its place.
///
/// - Parameters:
///   - entity: the entity.
///   - sourceIndex0: the place, from 0.
/// - Returns: the source, or 0 if there is none at this place.
CF_EXPORT MIDIEndpointRef MIDIEntityGetSource(MIDIEntityRef entity, ItemCount sourceIndex0);

/// Returns the number of destinations of an entity.
///
/// - Parameter entity: the entity.
/// - Returns: the number of destinations; 0 if there is no such entity.
CF_EXPORT ItemCount MIDIEntityGetNumberOfDestinations(MIDIEntityRef entity);

/// Returns a destination of an entity by its place.
///
/// - Parameters:
///   - entity: the entity.
///   - destIndex0: the place, from 0.
/// - Returns: the destination, or 0 if there is none at this place.
CF_EXPORT MIDIEndpointRef MIDIEntityGetDestination(MIDIEntityRef entity, ItemCount destIndex0);

/// Returns the device of an entity.
///
/// - Parameters:
///   - inEntity: the entity.
///   - outDevice: the device, or 0 if the call fails.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such object
CF_EXPORT OSStatus MIDIEntityGetDevice(MIDIEntityRef inEntity, MIDIDeviceRef *_Nullable outDevice);

// MARK: Endpoints

/// Returns the number of sources, virtual ones included.
///
/// - Returns: the number of sources that are neither unplugged nor private.
CF_EXPORT ItemCount MIDIGetNumberOfSources(void);

/// Returns a source by its place in the list of all.
///
/// - Parameter sourceIndex0: the place, from 0.
/// - Returns: the source, or 0 if there is none at this place.
CF_EXPORT MIDIEndpointRef MIDIGetSource(ItemCount sourceIndex0);

/// Returns the number of destinations, virtual ones included.
///
/// - Returns: the number of destinations that are neither unplugged nor private.
CF_EXPORT ItemCount MIDIGetNumberOfDestinations(void);

/// Returns a destination by its place in the list of all.
///
/// - Parameter destIndex0: the place, from 0.
/// - Returns: the destination, or 0 if there is none at this place.
CF_EXPORT MIDIEndpointRef MIDIGetDestination(ItemCount destIndex0);

/// Returns the entity of an endpoint.
///
/// - Parameters:
///   - inEndpoint: the endpoint.
///   - outEntity: the entity, or 0 if the call fails.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIObjectNotFound`: the endpoint is virtual, and has no entity
CF_EXPORT OSStatus MIDIEndpointGetEntity(MIDIEndpointRef inEndpoint, MIDIEntityRef *_Nullable outEntity);

/// Creates a virtual destination that receives packets of words.
///
/// All programs see it as a destination. Messages of other forms are translated into its protocol.
///
/// - Parameters:
///   - client: the client.
///   - name: the name of the endpoint.
///   - protocol: the protocol in which the destination receives.
///   - outDest: the destination, or 0 if the call fails.
///   - readBlock: called with what is sent to the destination.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the block is null
///   - `kMIDIInvalidClient`: there is no such client
///   - `kMIDIUnknownError`: there is no such protocol
CF_EXPORT OSStatus MIDIDestinationCreateWithProtocol(
    MIDIClientRef client,
    CAStringParameter name,
    MIDIProtocolID protocol,
    MIDIEndpointRef *outDest,
    CA_BLOCK_PARAMETER(MIDIReceiveBlock) readBlock) CA_REFINED_FOR_SWIFT;

/// Creates a virtual destination that receives packets of bytes.
///
/// Messages of other forms are translated into MIDI 1.0.
///
/// - Parameters:
///   - client: the client.
///   - name: the name of the endpoint.
///   - readProc: called with what is sent to the destination.
///   - refCon: a pointer for the function.
///   - outDest: the destination, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the function is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIDestinationCreate(
    MIDIClientRef client,
    CAStringParameter name,
    MIDIReadProc readProc CA_SENDABLE,
    void *_Nullable refCon,
    MIDIEndpointRef *outDest);

/// Creates a virtual destination that receives packets of bytes by a block.
///
/// Messages of other forms are translated into MIDI 1.0.
///
/// - Parameters:
///   - client: the client.
///   - name: the name of the endpoint.
///   - outDest: the destination, or 0 if the call fails.
///   - readBlock: called with what is sent to the destination.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the block is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDIDestinationCreateWithBlock(
    MIDIClientRef client,
    CAStringParameter name,
    MIDIEndpointRef *outDest,
    CA_BLOCK_PARAMETER(MIDIReadBlock) readBlock) CA_REFINED_FOR_SWIFT;

/// Creates a virtual source of a protocol.
///
/// The program sends from it with `MIDIReceivedEventList` or `MIDIReceived`.
///
/// - Parameters:
///   - client: the client.
///   - name: the name of the endpoint.
///   - protocol: the protocol of the source.
///   - outSrc: the source, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIInvalidClient`: there is no such client
///   - `kMIDIUnknownError`: there is no such protocol
CF_EXPORT OSStatus MIDISourceCreateWithProtocol(
    MIDIClientRef client,
    CAStringParameter name,
    MIDIProtocolID protocol,
    MIDIEndpointRef *outSrc);

/// Creates a virtual source of MIDI 1.0.
///
/// The program sends from it with `MIDIReceived`.
///
/// - Parameters:
///   - client: the client.
///   - name: the name of the endpoint.
///   - outSrc: the source, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIInvalidClient`: there is no such client
CF_EXPORT OSStatus MIDISourceCreate(MIDIClientRef client, CAStringParameter name, MIDIEndpointRef *outSrc);

/// Disposes of a virtual endpoint and its connections.
///
/// A receiver that is being called is waited for, at most a second, unless the caller is a receiver.
///
/// - Parameter endpt: the endpoint.
/// - Returns: 0, or
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDINotPermitted`: the endpoint is not virtual
CF_EXPORT OSStatus MIDIEndpointDispose(MIDIEndpointRef endpt);

// MARK: External devices

/// Returns the number of external devices.
///
/// - Returns: the number of external devices.
CF_EXPORT ItemCount MIDIGetNumberOfExternalDevices(void);

/// Returns an external device by its place in the list.
///
/// - Parameter deviceIndex0: the place, from 0.
/// - Returns: the device, or 0 if there is none at this place.
CF_EXPORT MIDIDeviceRef MIDIGetExternalDevice(ItemCount deviceIndex0);

// MARK: Properties of objects

/// Returns an integer property of an object, or of what the object is a part of.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - outValue: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIUnknownProperty`: neither the object nor what it is a part of has the property
///   - `kMIDIWrongPropertyType`: the property has another type
CF_EXPORT OSStatus MIDIObjectGetIntegerProperty(MIDIObjectRef obj, CAStringParameter propertyID, SInt32 *outValue);

/// Sets an integer property of an object.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - value: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIIDNotUnique`: another object has the unique identifier, or it is 0
///   - `kMIDIWrongPropertyType`: the property that the system sets has another type
///   - `kMIDINotPermitted`: the property is computed
CF_EXPORT OSStatus MIDIObjectSetIntegerProperty(MIDIObjectRef obj, CAStringParameter propertyID, SInt32 value);

/// Returns a string property of an object, or of what the object is a part of.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - str: the value, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIUnknownProperty`: neither the object nor what it is a part of has the property
///   - `kMIDIWrongPropertyType`: the property has another type
CF_EXPORT OSStatus MIDIObjectGetStringProperty(
    MIDIObjectRef obj,
    CAStringParameter propertyID,
    CAStringParameter _Nullable *_Nonnull str);

/// Sets a string property of an object.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - str: the value, which is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIWrongPropertyType`: the property that the system sets has another type
///   - `kMIDINotPermitted`: the property is computed
CF_EXPORT OSStatus MIDIObjectSetStringProperty(MIDIObjectRef obj, CAStringParameter propertyID, CAStringParameter str);

/// Returns a data property of an object, or of what the object is a part of.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - outData: the value, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIUnknownProperty`: neither the object nor what it is a part of has the property
///   - `kMIDIWrongPropertyType`: the property has another type
CF_EXPORT OSStatus MIDIObjectGetDataProperty(
    MIDIObjectRef obj,
    CAStringParameter propertyID,
    CADataParameter _Nullable *_Nonnull outData);

/// Sets a data property of an object.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - data: the value, which is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIWrongPropertyType`: the property that the system sets has another type
///   - `kMIDINotPermitted`: the property is computed
CF_EXPORT OSStatus MIDIObjectSetDataProperty(MIDIObjectRef obj, CAStringParameter propertyID, CADataParameter data);

/// Returns a dictionary property of an object, or of what the object is a part of.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - outDict: the value, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIUnknownProperty`: neither the object nor what it is a part of has the property
///   - `kMIDIWrongPropertyType`: the property has another type
CF_EXPORT OSStatus MIDIObjectGetDictionaryProperty(
    MIDIObjectRef obj,
    CAStringParameter propertyID,
    CADictionaryParameter _Nullable *_Nonnull outDict);

/// Sets a dictionary property of an object.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
///   - dict: the value, which is copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIWrongPropertyType`: the property that the system sets has another type
///   - `kMIDINotPermitted`: the property is computed
CF_EXPORT OSStatus MIDIObjectSetDictionaryProperty(MIDIObjectRef obj, CAStringParameter propertyID, CADictionaryParameter dict);

/// Returns all properties of an object, without those of what it is a part of.
///
/// With `deep`, the dictionary of a device has an array "entities", and that of an entity the arrays "sources" and "destinations".
///
/// - Parameters:
///   - obj: the object.
///   - outProperties: a dictionary, which the caller releases; null if the call fails.
///   - deep: whether the dictionary has the properties of the parts of the object too.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
CF_EXPORT OSStatus MIDIObjectGetProperties(MIDIObjectRef obj, CAPropertyListParameter _Nullable *_Nonnull outProperties, Boolean deep);

/// Removes a property of an object.
///
/// - Parameters:
///   - obj: the object.
///   - propertyID: the name of the property.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such object
///   - `kMIDIUnknownProperty`: the object itself does not have the property
///   - `kMIDINotPermitted`: the system sets the property
CF_EXPORT OSStatus MIDIObjectRemoveProperty(MIDIObjectRef obj, CAStringParameter propertyID);

/// Finds an object by its unique identifier.
///
/// - Parameters:
///   - inUniqueID: the unique identifier.
///   - outObject: the object, or 0 if the call fails.
///   - outObjectType: the type of the object, or `kMIDIObjectType_Other` if the call fails.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: no object has the identifier
CF_EXPORT OSStatus MIDIObjectFindByUniqueID(
    MIDIUniqueID inUniqueID,
    MIDIObjectRef *_Nullable outObject,
    MIDIObjectType *_Nullable outObjectType);

// MARK: Sending

/// Sends packets of words to a destination.
///
/// Packets of a time that has passed, or of the time 0, are delivered at once. Others are held until their time, unless the destination
/// has a positive `kMIDIPropertyAdvanceScheduleTimeMuSec`. Packets to one destination arrive in the order of their times.
///
/// - Parameters:
///   - port: an output port.
///   - dest: the destination.
///   - evtlist: the packets, in the order of their times.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIInvalidPort`: there is no such port
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
///   - `kMIDIMessageSendErr`: the list is malformed, or longer than 512 KiB, or too much waits to be delivered
CF_EXPORT OSStatus MIDISendEventList(MIDIPortRef port, MIDIEndpointRef dest, const MIDIEventList *evtlist);

/// Sends packets of bytes to a destination.
///
/// Packets of a time that has passed, or of the time 0, are delivered at once. Others are held until their time, unless the destination
/// has a positive `kMIDIPropertyAdvanceScheduleTimeMuSec`. Packets to one destination arrive in the order of their times.
///
/// - Parameters:
///   - port: an output port.
///   - dest: the destination.
///   - pktlist: the packets, in the order of their times.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIInvalidPort`: there is no such port
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
///   - `kMIDIMessageSendErr`: the list is malformed, or longer than 512 KiB, or too much waits to be delivered
CF_EXPORT OSStatus MIDISend(MIDIPortRef port, MIDIEndpointRef dest, const MIDIPacketList *pktlist);

/// Sends a system exclusive message, as fast as the destination takes it: `kMIDIPropertyMaxSysExSpeed`.
///
/// Messages to one destination are sent one after the other.
///
/// - Parameter request: the message. It belongs to the library until its function is called.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the function is null
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
///   - `kAudio_MemFullError`: no thread could be started
CF_EXPORT OSStatus MIDISendSysex(MIDISysexSendRequest *request);

/// Sends words of system exclusive messages of 7-bit data, as fast as the destination takes them.
///
/// Messages to one destination are sent one after the other.
///
/// - Parameter umpRequest: the words. They belong to the library until their function is called.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the function is null
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
///   - `kAudio_MemFullError`: no thread could be started
CF_EXPORT OSStatus MIDISendUMPSysex(MIDISysexSendRequestUMP *umpRequest);

/// Sends words of system exclusive messages of 8-bit data, as fast as the destination takes them.
///
/// Messages to one destination are sent one after the other. A destination of MIDI 1.0 bytes does not receive them.
///
/// - Parameter umpRequest: the words. They belong to the library until their function is called.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer or the function is null
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
///   - `kAudio_MemFullError`: no thread could be started
CF_EXPORT OSStatus MIDISendUMPSysex8(MIDISysexSendRequestUMP *umpRequest);

/// Returns the bytes of the system exclusive messages of 7-bit data in a packet, with the 0xF0 and 0xF7 that they begin and end with.
///
/// - Parameters:
///   - pkt: the packet.
///   - groupIndex: the group, 0 to 15.
///   - outData: the bytes, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or there is no such group
///   - `kMIDIObjectNotFound`: the packet has no such message of the group
CF_EXPORT OSStatus MIDIEventPacketSysexBytesForGroup(MIDIEventPacket *pkt, UInt8 groupIndex, CADataParameter _Nullable *_Nonnull outData);

/// Sends packets of words from a virtual source to all ports that are connected to it.
///
/// Packets of a later time are held until then.
///
/// - Parameters:
///   - src: the virtual source.
///   - evtlist: the packets, in the order of their times.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a destination
///   - `kMIDIMessageSendErr`: the list is malformed, or longer than 512 KiB, or too much waits to be delivered
CF_EXPORT OSStatus MIDIReceivedEventList(MIDIEndpointRef src, const MIDIEventList *evtlist);

/// Sends packets of bytes from a virtual source to all ports that are connected to it.
///
/// Packets of a later time are held until then. The time 0 arrives as 0.
///
/// - Parameters:
///   - src: the virtual source.
///   - pktlist: the packets, in the order of their times.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a destination
///   - `kMIDIMessageSendErr`: the list is malformed, or longer than 512 KiB, or too much waits to be delivered
CF_EXPORT OSStatus MIDIReceived(MIDIEndpointRef src, const MIDIPacketList *pktlist);

/// Drops what the program has sent for later.
///
/// - Parameter dest: the destination; 0 for all.
/// - Returns: 0, or
///   - `kMIDIUnknownEndpoint`: there is no such endpoint
///   - `kMIDIWrongEndpointType`: the endpoint is a source
CF_EXPORT OSStatus MIDIFlushOutput(MIDIEndpointRef dest);

/// Has drivers look for their devices again.
///
/// Each driver that the program has loaded is stopped and started again (`MIDIDriver.h`). A program without drivers changes nothing: the
/// devices of PipeWire, ALSA and the network come and go by themselves.
///
/// - Returns: 0, or
///   - `kMIDIServerStartErr`: never here
CF_EXPORT OSStatus MIDIRestart(void);

// MARK: Packet lists

/// Returns the packet after a packet of an event list.
///
/// - Parameter pkt: a packet that is not the last.
/// - Returns: the next packet.
CF_INLINE MIDIEventPacket *MIDIEventPacketNext(const MIDIEventPacket *pkt) {
    return (MIDIEventPacket *)&pkt->words[pkt->wordCount];
}

/// Returns the packet after a packet of a packet list.
///
/// On ARM, a packet begins at a multiple of 4 bytes; on other processors, it follows at once.
///
/// - Parameter pkt: a packet that is not the last.
/// - Returns: the next packet.
CF_INLINE MIDIPacket *MIDIPacketNext(const MIDIPacket *pkt) {
#if defined(__arm__) || defined(__aarch64__)
    return (MIDIPacket *)(((uintptr_t)&pkt->data[pkt->length] + 3) & ~(uintptr_t)3);
#else
    return (MIDIPacket *)&pkt->data[pkt->length];
#endif
}

/// Makes an event list empty.
///
/// - Parameters:
///   - evtlist: the list.
///   - protocol: the protocol of the messages.
/// - Returns: the first packet, for `MIDIEventListAdd`.
CF_EXPORT MIDIEventPacket *MIDIEventListInit(MIDIEventList *evtlist, MIDIProtocolID protocol);

/// Adds a message to an event list.
///
/// It goes into the current packet if that has the same time and room for the message, else into a new packet.
///
/// - Parameters:
///   - evtlist: the list.
///   - listSize: the size of the memory of the list in bytes.
///   - curPacket: what the previous call returned.
///   - time: when the message counts; not earlier than the packet before.
///   - wordCount: the number of words, at most 64.
///   - words: the words.
/// - Returns: the packet to pass to the next call; null, with the list unchanged, if there is no room.
CF_EXPORT MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *evtlist,
    ByteCount listSize,
    MIDIEventPacket *curPacket,
    MIDITimeStamp time,
    ByteCount wordCount,
    const UInt32 *words);

/// Makes a packet list empty.
///
/// - Parameter pktlist: the list.
/// - Returns: the first packet, for `MIDIPacketListAdd`.
CF_EXPORT MIDIPacket *MIDIPacketListInit(MIDIPacketList *pktlist);

/// Adds messages to a packet list.
///
/// They go into the current packet if that has the same time and neither has a part of a system exclusive message, else into a new
/// packet.
///
/// - Parameters:
///   - pktlist: the list.
///   - listSize: the size of the memory of the list in bytes, of which at most 65536 are used.
///   - curPacket: what the previous call returned.
///   - time: when the messages count; not earlier than the packet before.
///   - nData: the number of bytes, at most 65535.
///   - data: whole messages, or a system exclusive message or a part of one.
/// - Returns: the packet to pass to the next call; null, with the list unchanged, if there is no room.
CF_EXPORT MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *pktlist,
    ByteCount listSize,
    MIDIPacket *curPacket,
    MIDITimeStamp time,
    ByteCount nData,
    const Byte *data);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
