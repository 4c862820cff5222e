// Sends MIDI from a port to a virtual destination, and gets notifications in the run loop, as programs written for macOS do.
#include <CoreFoundation/CFRunLoop.h>
#include <CoreMIDI/CoreMIDI.h>
#include <stdio.h>
#include <string.h>

static int failed;
static int notes, bytes;
static char changed[32];

static void check(int is_right, const char *what) {
    if (is_right) return;
    fprintf(stderr, "%s\n", what);
    failed = 1;
}

static void notify(const MIDINotification *message, void *refCon) {
    const MIDIObjectPropertyChangeNotification *change = (const MIDIObjectPropertyChangeNotification *)message;
    check(refCon == &notes, "the pointer of the notifications");
    notes++;
    if (message->messageID != kMIDIMsgPropertyChanged) return;
    check(message->messageSize == sizeof *change, "the size of a notification");
    CFStringGetCString(change->propertyName, changed, sizeof changed, kCFStringEncodingUTF8);
    CFRunLoopStop(CFRunLoopGetCurrent());
}

static void receive(const MIDIPacketList *list, void *refCon, void *connection) {
    const MIDIPacket *packet = &list->packet[0];
    (void)connection;
    for (UInt32 i = 0; i < list->numPackets; i++) {
        *(int *)refCon += packet->length;
        packet = MIDIPacketNext(packet);
    }
}

// A device, its endpoints' pointers, and lists, as a driver makes them.
static void drive(CFStringRef name) {
    MIDIDeviceRef device = 0;
    MIDIEntityRef entity = 0;
    void *first = NULL, *second = &failed;
    CFStringRef none = NULL;
    check(MIDIDeviceCreate(NULL, name, name, name, &device) == noErr && device, "MIDIDeviceCreate");
    check(MIDIDeviceCreate(NULL, none, name, name, &entity) == kAudio_ParamError, "MIDIDeviceCreate without a name");
    check(MIDIDeviceAddEntity(device, name, false, 1, 1, &entity) == noErr, "MIDIDeviceAddEntity");
    MIDIEndpointRef source = MIDIEntityGetSource(entity, 0);
    check(MIDIEndpointSetRefCons(source, &failed, NULL) == noErr, "MIDIEndpointSetRefCons");
    check(MIDIEndpointGetRefCons(source, &first, &second) == noErr && first == &failed && !second, "MIDIEndpointGetRefCons");
    check(MIDIEndpointGetRefCons(source, NULL, NULL) == noErr, "MIDIEndpointGetRefCons without places");
    check(MIDIEndpointSetRefCons(entity, NULL, NULL) == kMIDIObjectNotFound, "the pointers of an entity");
    check(MIDIDeviceListGetNumberOfDevices(77) == 0 && MIDIDeviceListGetDevice(77, 0) == 0, "a list that is none");
    check(MIDIDeviceListAddDevice(77, device) == kMIDIObjectNotFound, "MIDIDeviceListAddDevice");
    check(MIDIDeviceListDispose(77) == kMIDIObjectNotFound, "MIDIDeviceListDispose");
    check(MIDIDeviceDispose(device) == noErr && MIDIDeviceDispose(device) == kMIDIObjectNotFound, "MIDIDeviceDispose");
    check(MIDIGetDriverIORunLoop() && MIDIGetDriverIORunLoop() == MIDIGetDriverIORunLoop(), "the run loop of drivers");
    check(MIDIBluetoothDriverActivateAllConnections() == kMIDINotPermitted, "MIDIBluetoothDriverActivateAllConnections");
    check(MIDIBluetoothDriverDisconnect(name) == kMIDIObjectNotFound, "MIDIBluetoothDriverDisconnect");
    check(MIDIBluetoothDriverDisconnect(none) == kAudio_ParamError, "MIDIBluetoothDriverDisconnect without a name");
    check(sizeof(MIDICIDeviceIdentification) == 16 && MIDINetworkConnectionPolicy_Anyone == 2, "the numbers of MIDI-CI");
    check(sizeof(MIDIDriverInterface) == 14 * sizeof(void *), "the table of a driver");
    check(kMIDIDriverTypeID && kMIDIDriverInterfaceID != kMIDIDriverInterface3ID, "the identifiers of drivers");
    check(kMIDIDriverPropertyUsesSerial != NULL && kMIDIDriverInterface2ID != NULL, "the names of drivers");
}

int main(void) {
    MIDIClientRef client = 0;
    MIDIEndpointRef destination = 0;
    MIDIPortRef port = 0;
    MIDIObjectRef found = 0;
    MIDIObjectType type = kMIDIObjectType_Other;
    SInt32 identifier = 0;
    CFStringRef text = NULL;
    CFPropertyListRef properties = NULL;
    char buffer[32] = "";
    CFStringRef name = CFStringCreateWithCString(NULL, "name", kCFStringEncodingUTF8);
    check(MIDIClientCreate(name, notify, &notes, &client) == noErr, "MIDIClientCreate");
    drive(name);
    check(MIDIDestinationCreate(client, name, receive, &bytes, &destination) == noErr, "MIDIDestinationCreate");
    check(MIDIOutputPortCreate(client, name, &port) == noErr, "MIDIOutputPortCreate");
    check(MIDIObjectGetStringProperty(destination, kMIDIPropertyName, &text) == noErr, "MIDIObjectGetStringProperty");
    check(text && CFStringGetCString(text, buffer, sizeof buffer, kCFStringEncodingUTF8) && !strcmp(buffer, "name"), "the name");
    if (text) CFRelease(text);
    check(MIDIObjectGetIntegerProperty(destination, kMIDIPropertyUniqueID, &identifier) == noErr, "the identifier");
    check(
        MIDIObjectFindByUniqueID(identifier, &found, &type) == noErr && found == destination &&
            type == kMIDIObjectType_Destination,
        "MIDIObjectFindByUniqueID");
    check(MIDIObjectGetProperties(destination, &properties, true) == noErr, "MIDIObjectGetProperties");
    check(properties && CFDictionaryContainsKey((CFDictionaryRef)properties, kMIDIPropertyName), "the properties");
    if (properties) CFRelease(properties);
    check(MIDIObjectSetStringProperty(destination, kMIDIPropertyModel, name) == noErr, "MIDIObjectSetStringProperty");
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, false);
    // The destination was added, and something had changed; then the model was.
    check(notes >= 3 && !strcmp(changed, "model"), "the notifications");

    union {
        MIDIPacketList list;
        Byte bytes[512];
    } memory;
    check(
        kMIDICIManagementMessageTypeDiscovery == 0x70 && kMIDICIProfileMessageTypeSetProfileOn == 0x22 &&
            kMIDICIPropertyExchangeMessageTypeNotify == 0x3F && kMIDIUMPProtocolOptionsMIDI2 == 2 && sizeof(MIDICIProfileID) == 5,
        "MIDI-CI");
    const Byte note[3] = {0x90, 60, 100};
    MIDIPacket *packet = MIDIPacketListInit(&memory.list);
    packet = MIDIPacketListAdd(&memory.list, sizeof memory, packet, 0, sizeof note, note);
    packet = MIDIPacketListAdd(&memory.list, sizeof memory, packet, 1, sizeof note, note);
    check(packet && memory.list.numPackets == 2, "the packets");
    check(MIDISend(port, destination, &memory.list) == noErr, "MIDISend");
    for (int i = 0; i < 2000 && bytes < 6; i++) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true);
    check(MIDIEndpointDispose(destination) == noErr && bytes == 6, "what was received");
    check(MIDIClientDispose(client) == noErr && MIDIClientDispose(client) == kMIDIInvalidClient, "MIDIClientDispose");
    CFRelease(name);
    return failed;
}
