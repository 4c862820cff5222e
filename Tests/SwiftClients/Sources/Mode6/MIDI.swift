import CoreMIDI
import CoreMIDI.MIDIServices

import struct CoreMIDI.MIDIPacket

// Core MIDI as programs for a Mac write it: closures written in the call, in the code of the main actor.

private let received = Counter()
private let notified = Counter()
private let sysexEnded = Counter()

/// Sends to destinations of all kinds, and receives from a source by ports of all kinds.
@preconcurrency @MainActor func useMIDI() {
    var (client, other) = (MIDIClientRef(), MIDIClientRef())
    check(
        MIDIClientCreate("Client" as CFString, { _, counter in Counter.at(counter).add() }, notified.pointer, &client))
    check(MIDIClientCreateWithBlock("Other" as CFString, &other) { _ in notified.add() })
    var destinations = [MIDIEndpointRef](repeating: 0, count: 3)
    check(
        MIDIDestinationCreate(
            client, "One" as CFString, { _, counter, _ in Counter.at(counter).add() }, received.pointer,
            &destinations[0]))
    check(MIDIDestinationCreateWithBlock(client, "Two" as CFString, &destinations[1]) { _, _ in received.add() })
    check(
        MIDIDestinationCreateWithProtocol(client, "Three" as CFString, ._2_0, &destinations[2]) { _, _ in received.add()
        })
    var output = MIDIPortRef()
    check(MIDIOutputPortCreate(client, "Out" as CFString, &output))
    var list = MIDIPacketList()
    let packet = MIDIPacketListInit(&list)
    let bytes: [UInt8] = [0x90, 60, 100]
    _ = MIDIPacketListAdd(&list, MemoryLayout<MIDIPacketList>.size, packet, 0, bytes.count, bytes)
    for destination in destinations { check(MIDISend(output, destination, &list)) }
    received.await(3)

    var (source, second) = (MIDIEndpointRef(), MIDIEndpointRef())
    check(MIDISourceCreate(client, "Source" as CFString, &source))
    check(MIDISourceCreateWithProtocol(client, "Source 2" as CFString, ._2_0, &second))
    var ports = [MIDIPortRef](repeating: 0, count: 3)
    check(
        MIDIInputPortCreate(
            client, "In 1" as CFString, { _, counter, _ in Counter.at(counter).add() }, received.pointer, &ports[0]))
    check(MIDIInputPortCreateWithBlock(client, "In 2" as CFString, &ports[1]) { _, _ in received.add() })
    check(MIDIInputPortCreateWithProtocol(client, "In 3" as CFString, ._1_0, &ports[2]) { _, _ in received.add() })
    for port in ports { check(MIDIPortConnectSource(port, source, nil)) }
    check(MIDIReceived(source, &list))
    received.await(6)
    CFRunLoopRunInMode(.defaultMode, 0.1, false)
    notified.await(4)

    useMIDIProperties(source)
    sendLongMessage(to: destinations[0])
    connectThrough(source, destinations[0])
    describeDevices()
    askDevices()
    readEvents()
    check(MIDIClientDispose(other))
    check(MIDIClientDispose(client))
}

@MainActor private func useMIDIProperties(_ source: MIDIEndpointRef) {
    var name: Unmanaged<CFString>?
    check(MIDIObjectGetStringProperty(source, kMIDIPropertyName, &name))
    check(name!.takeRetainedValue() as String == "Source")
    check(MIDIObjectSetStringProperty(source, kMIDIPropertyModel, "Model" as CFString))
    var number: Int32 = 0
    check(MIDIObjectGetIntegerProperty(source, kMIDIPropertyUniqueID, &number))
    check(MIDIObjectSetIntegerProperty(source, kMIDIPropertyUniqueID, number))
    var data: Unmanaged<CFData>?
    check(MIDIObjectSetDataProperty(source, kMIDIPropertyConnectionUniqueID, Data([1, 2]) as CFData))
    check(MIDIObjectGetDataProperty(source, kMIDIPropertyConnectionUniqueID, &data))
    check(data!.takeRetainedValue() as Data == Data([1, 2]))
    var names: Unmanaged<CFDictionary>?
    check(MIDIObjectSetDictionaryProperty(source, kMIDIPropertyNameConfiguration, ["a": "b"] as CFDictionary))
    check(MIDIObjectGetDictionaryProperty(source, kMIDIPropertyNameConfiguration, &names))
    check(names!.takeRetainedValue().count == 1)
    var all: Unmanaged<CFPropertyList>?
    check(MIDIObjectGetProperties(source, &all, true))
    check((all!.takeRetainedValue() as? NSDictionary)?["model"] as? String == "Model")
    check(MIDIObjectRemoveProperty(source, kMIDIPropertyNameConfiguration))
}

@MainActor private func sendLongMessage(to destination: MIDIEndpointRef) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
    bytes.initialize(to: 0xF0)
    bytes[1] = 0xF7
    let request = UnsafeMutablePointer<MIDISysexSendRequest>.allocate(capacity: 1)
    request.initialize(
        to: MIDISysexSendRequest(
            destination: destination, data: bytes, bytesToSend: 2, complete: false, reserved: (0, 0, 0),
            completionProc: { Counter.at($0.pointee.completionRefCon).add() }, completionRefCon: sysexEnded.pointer))
    check(MIDISendSysex(request))
    sysexEnded.await(1)
    request.deallocate()
    bytes.deallocate()
}

@MainActor private func connectThrough(_ source: MIDIEndpointRef, _ destination: MIDIEndpointRef) {
    var parameters = MIDIThruConnectionParams()
    MIDIThruConnectionParamsInitialize(&parameters)
    (parameters.numSources, parameters.sources.0.endpointRef) = (1, source)
    (parameters.numDestinations, parameters.destinations.0.endpointRef) = (1, destination)
    let data = NSData(bytes: &parameters, length: MIDIThruConnectionParamsSize(&parameters))
    var connection = MIDIThruConnectionRef()
    check(MIDIThruConnectionCreate("owner" as CFString, data, &connection))
    var found: Unmanaged<CFData>?
    check(MIDIThruConnectionFind("owner" as CFString, &found))
    check(found!.takeRetainedValue().length == 4)
    check(MIDIThruConnectionGetParams(connection, &found))
    check(MIDIThruConnectionSetParams(connection, found!.takeRetainedValue()))
    check(MIDIThruConnectionDispose(connection))
}

@MainActor private func describeDevices() {
    var (device, entity) = (MIDIDeviceRef(), MIDIEntityRef())
    check(MIDIExternalDeviceCreate("Name" as CFString, "Maker" as CFString, "Model" as CFString, &device))
    check(MIDIDeviceAddEntity(device, "One" as CFString, false, 1, 1, &entity))
    check(MIDIDeviceNewEntity(device, "Two" as CFString, ._2_0, false, 1, 1, &entity))
    check(MIDISetupAddExternalDevice(device))
    check(MIDISetupRemoveExternalDevice(device))
    var (data, text, list, setup) = (
        Unmanaged<CFData>?.none, Unmanaged<CFString>?.none, Unmanaged<CFArray>?.none, MIDISetupRef()
    )
    check(
        MIDISetupToData(0, &data) == kMIDINoCurrentSetup && MIDISetupFromData(NSData(), &setup) == kMIDINoCurrentSetup)
    check(MIDIGetSerialPortOwner("p" as CFString, &text) != noErr && MIDIGetSerialPortDrivers(&list) != noErr)
    check(MIDISetSerialPortOwner("p" as CFString, "d" as CFString) != noErr)
}

/// Allows everything.
@MainActor private final class Owner: NSObject, @preconcurrency MIDICIProfileResponderDelegate {
    func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool { true }
    func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID) {}
}

@MainActor private func askDevices() {
    let owner = Owner()
    let information = MIDICIDeviceInfo(
        destination: 0, manufacturer: Data([0x7D]), family: Data(), model: Data(), revision: Data())
    let responder = MIDICIResponder(
        deviceInfo: information, profileDelegate: owner, profileStates: [], supportProperties: false)
    check(!responder.start())
    let answered = Counter()
    MIDICIDiscoveryManager.sharedInstance().discover { nodes in
        let sessions = nodes.map {
            MIDICISession(discoveredNode: $0, dataReadyHandler: {}, disconnectHandler: { _, _ in })
        }
        sessions.first?.profileChangedCallback = { _, _, _, _ in }
        sessions.first?.profileSpecificDataHandler = { _, _, _, _ in }
        answered.add()
    }
    answered.await(1)
    var device = MIDIDeviceRef()
    check(MIDIDeviceCreate(nil, "Name" as CFString, "Maker" as CFString, "Model" as CFString, &device))
    check(MIDIDeviceDispose(device))
    check(MIDIBluetoothDriverDisconnect("id" as CFString) == kMIDIObjectNotFound)
    CFRunLoopWakeUp(MIDIGetDriverIORunLoop().takeUnretainedValue())
}

@MainActor private func readEvents() {
    let list = MIDIEventList.Builder(inProtocol: ._2_0, wordSize: 16)
    list.append(timestamp: 1, words: [0x3102_0102, 0])
    let seen = Counter()
    list.withUnsafePointer {
        MIDIEventListForEachEvent($0, { counter, _, _ in Counter.at(counter).add() }, seen.pointer)
    }
    check(seen.value == 1)
    var packet = list.withUnsafePointer { $0.pointee.packet }
    var data: Unmanaged<CFData>?
    check(MIDIEventPacketSysexBytesForGroup(&packet, 1, &data))
    check(data!.takeRetainedValue() as Data == Data([0xF0, 1, 2, 0xF7]))
}
