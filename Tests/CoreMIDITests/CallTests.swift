import AudioCore
import CoreMIDI
import CoreMIDI.MIDIServices
import Foundation
import Testing

import typealias CoreMIDI.MIDIEndpointRef
import struct CoreMIDI.MIDIPacket

/// The calls as Swift programs make them, on the system of the process and its thread.
struct CallTests {
    init() { Surroundings.begin() }

    private func client() -> MIDIClientRef {
        var client = MIDIClientRef()
        #expect(MIDIClientCreateWithBlock("client" as CFString, &client, nil) == noErr && client != 0)
        return client
    }

    private func uniqueID(_ object: MIDIObjectRef) -> MIDIUniqueID {
        var id: Int32 = 0
        #expect(MIDIObjectGetIntegerProperty(object, kMIDIPropertyUniqueID, &id) == noErr)
        return id
    }

    @Test func sendsAndReceives() {
        let client = client()
        defer { #expect(MIDIClientDispose(client) == noErr) }
        let (inbox, events, all) = (Inbox(), Inbox(), Inbox())
        var (destination, second, output, source, input, legacy) = (
            MIDIEndpointRef(), MIDIEndpointRef(), MIDIPortRef(), MIDIEndpointRef(), MIDIPortRef(), MIDIPortRef()
        )
        #expect(MIDIDestinationCreateWithBlock(client, "d" as CFString, &destination) { inbox.add($0, $1) } == noErr)
        #expect(
            MIDIDestinationCreateWithProtocol(client, "e" as CFString, ._2_0, &second) { events.add($0, $1) } == noErr)
        #expect(MIDIOutputPortCreate(client, "o" as CFString, &output) == noErr)
        #expect(MIDISourceCreateWithProtocol(client, "s" as CFString, ._1_0, &source) == noErr)
        #expect(MIDIInputPortCreateWithProtocol(client, "i" as CFString, ._1_0, &input) { all.add($0, $1) } == noErr)
        #expect(MIDIInputPortCreateWithBlock(client, "l" as CFString, &legacy) { all.add($0, $1) } == noErr)
        #expect(
            MIDIPortConnectSource(input, source, nil) == noErr && MIDIPortConnectSource(legacy, source, nil) == noErr)
        withPackets([(0, [0x90, 60, 100])]) {
            #expect(MIDISend(output, destination, $0) == noErr && MIDISend(output, second, $0) == noErr)
            #expect(MIDIReceived(source, $0) == noErr && MIDIReceived(destination, $0) == kMIDIWrongEndpointType)
        }
        withEvents(._1_0, [(0, [0x2090_3D64])]) {
            #expect(MIDISendEventList(output, destination, $0) == noErr && MIDIReceivedEventList(source, $0) == noErr)
        }
        #expect(inbox.wait(for: 2).map(\.bytes) == [[0x90, 60, 100], [0x90, 61, 100]])
        #expect(events.wait(for: 1).first?.words.first == 0x4090_3C00)
        #expect(all.wait(for: 4).count == 4)
        #expect(MIDIPortDisconnectSource(input, source) == noErr && MIDIPortDispose(legacy) == noErr)
        #expect(MIDIEndpointDispose(source) == noErr && MIDIFlushOutput(0) == noErr && MIDIRestart() == noErr)
        var entity: MIDIEntityRef = 9
        #expect(MIDIEndpointGetEntity(destination, &entity) == kMIDIObjectNotFound && entity == 0)
    }

    @Test func functionsReceiveTheirPointers() {
        final class Counter: Sendable { let inbox = Inbox() }
        let counter = Counter()
        let client = client()
        defer { MIDIClientDispose(client) }
        var (destination, source, port) = (MIDIEndpointRef(), MIDIEndpointRef(), MIDIPortRef())
        let pointer = Unmanaged.passUnretained(counter).toOpaque()
        let status = MIDIDestinationCreate(
            client, "d" as CFString,
            { list, refCon, _ in Unmanaged<Counter>.fromOpaque(refCon!).takeUnretainedValue().inbox.add(list, nil) },
            pointer,
            &destination)
        #expect(status == noErr && MIDISourceCreate(client, "s" as CFString, &source) == noErr)
        let portStatus = MIDIInputPortCreate(
            client, "p" as CFString,
            { list, refCon, connection in
                Unmanaged<Counter>.fromOpaque(refCon!).takeUnretainedValue().inbox.add(list, connection)
            },
            pointer, &port)
        #expect(
            portStatus == noErr && MIDIPortConnectSource(port, source, UnsafeMutableRawPointer(bitPattern: 3)) == noErr)
        withPackets([(0, [0xFA])]) { _ = MIDIReceived(source, $0) }
        #expect(counter.inbox.wait(for: 1).map(\.refCon) == [3])
        var output = MIDIPortRef()
        #expect(MIDIOutputPortCreate(client, "o" as CFString, &output) == noErr)
        withPackets([(0, [0xFC])]) { _ = MIDISend(output, destination, $0) }
        #expect(counter.inbox.wait(for: 2).map(\.bytes) == [[0xFA], [0xFC]])
        withExtendedLifetime(counter) {}
    }

    @Test func aReceiverMayDisposeOfItself() throws {
        let client = client()
        let disposed = WaitableValue(0)
        let destination = LockedValue(MIDIEndpointRef())
        var (made, output) = (MIDIEndpointRef(), MIDIPortRef())
        MIDIDestinationCreateWithBlock(client, "d" as CFString, &made) { _, _ in
            let status = MIDIEndpointDispose(destination.withLock { $0 })
            disposed.withLock { $0 += status == noErr ? 1 : 100 }
        }
        destination.withLock { $0 = made }
        MIDIOutputPortCreate(client, "o" as CFString, &output)
        withPackets([(0, [0xFA])]) { list in for _ in 0..<3 { _ = MIDISend(output, made, list) } }
        #expect(disposed.wait(nanoseconds: 10_000_000_000) { $0 > 0 ? $0 : nil } == 1)
        #expect(MIDIClientDispose(client) == noErr)
        #expect(disposed.withLock { $0 } == 1)
    }

    @Test func disposingWaitsForTheReceiver() throws {
        let client = client()
        let state = WaitableValue((isIn: false, mayLeave: false, hasLeft: false))
        var (made, output) = (MIDIEndpointRef(), MIDIPortRef())
        MIDIDestinationCreateWithBlock(client, "d" as CFString, &made) { _, _ in
            state.withLock { $0.isIn = true }
            _ = state.wait(nanoseconds: 300_000_000) { $0.mayLeave ? () : nil }
            state.withLock { $0.hasLeft = true }
        }
        MIDIOutputPortCreate(client, "o" as CFString, &output)
        withPackets([(0, [0xFA])]) { _ = MIDISend(output, made, $0) }
        _ = state.wait(nanoseconds: 10_000_000_000) { $0.isIn ? () : nil }
        #expect(MIDIEndpointDispose(made) == noErr && state.withLock { $0.hasLeft })
        MIDIClientDispose(client)
    }

    @Test func notificationsByBlock() {
        let seen = WaitableValue<[(MIDINotificationMessageID, UInt32, MIDIObjectRef, String)]>([])
        var (client, source) = (MIDIClientRef(), MIDIEndpointRef())
        MIDIClientCreateWithBlock("c" as CFString, &client) { message in
            let raw = UnsafeRawPointer(message)
            let child = message.pointee.messageSize == 24 ? raw.load(as: MIDIObjectAddRemoveNotification.self).child : 0
            let changed =
                message.pointee.messageID == .msgPropertyChanged
                ? raw.load(as: MIDIObjectPropertyChangeNotification.self) : nil
            let entry = (
                message.pointee.messageID, message.pointee.messageSize, changed?.object ?? child,
                changed?.propertyName.takeUnretainedValue().description ?? ""
            )
            seen.withLock { $0.append(entry) }
        }
        MIDISourceCreate(client, "s" as CFString, &source)
        #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyModel, "m" as CFString) == noErr)
        MIDIEndpointDispose(source)
        // Other tests of the process change things too.
        let mine = seen.wait(nanoseconds: 10_000_000_000) { all in
            let mine = all.filter { $0.2 == source && $0.2 != 0 }
            return mine.count >= 3 ? mine : nil
        }
        #expect(mine?.map(\.0) == [.msgObjectAdded, .msgPropertyChanged, .msgObjectRemoved])
        #expect(mine?.map(\.1) == [24, 24, 24] && mine?[1].3 == "model")
        #expect(seen.withLock { $0.contains { $0.0 == .msgSetupChanged && $0.1 == 8 } })
        MIDIClientDispose(client)
    }

    @Test func closuresHaveTypes() {
        typealias Pointer = UnsafeMutableRawPointer?
        #expect(MIDINotifyBlock.self == ((UnsafePointer<MIDINotification>) -> Void).self)
        #expect(MIDIReadBlock.self == ((UnsafePointer<MIDIPacketList>, Pointer) -> Void).self)
        #expect(MIDIReceiveBlock.self == ((UnsafePointer<MIDIEventList>, Pointer) -> Void).self)
    }

    @Test func properties() throws {
        let client = client()
        defer { MIDIClientDispose(client) }
        var source = MIDIEndpointRef()
        MIDISourceCreate(client, "Näme" as CFString, &source)
        var name: Unmanaged<CFString>?
        #expect(MIDIObjectGetStringProperty(source, kMIDIPropertyName, &name) == noErr)
        #expect(name?.takeRetainedValue() as String? == "Näme")
        #expect(MIDIObjectGetStringProperty(source, kMIDIPropertyModel, &name) == kMIDIUnknownProperty && name == nil)
        #expect(MIDIObjectGetStringProperty(source, kMIDIPropertyUniqueID, &name) == kMIDIWrongPropertyType)
        let data = NSData(bytes: [1, 2, 3] as [UInt8], length: 3)
        #expect(MIDIObjectSetDataProperty(source, kMIDIPropertyConnectionUniqueID, data) == noErr)
        var found: Unmanaged<CFData>?
        #expect(MIDIObjectGetDataProperty(source, kMIDIPropertyConnectionUniqueID, &found) == noErr)
        #expect(found?.takeRetainedValue() == data)
        let dictionary = NSMutableDictionary(object: "v" as NSString, forKey: "k" as NSString)
        #expect(MIDIObjectSetDictionaryProperty(source, kMIDIPropertyNameConfigurationDictionary, dictionary) == noErr)
        dictionary.removeAllObjects()
        var names: Unmanaged<CFDictionary>?
        #expect(MIDIObjectGetDictionaryProperty(source, kMIDIPropertyNameConfigurationDictionary, &names) == noErr)
        #expect(names?.takeRetainedValue().count == 1)
        var all: Unmanaged<CFPropertyList>?
        #expect(MIDIObjectGetProperties(source, &all, true) == noErr)
        let listed = try #require(all?.takeRetainedValue() as? NSDictionary)
        #expect(
            listed["name"] as? String == "Näme" && (listed["uniqueID"] as? NSNumber)?.int32Value == uniqueID(source))
        #expect(MIDIObjectRemoveProperty(source, kMIDIPropertyConnectionUniqueID) == noErr)
        #expect(MIDIObjectSetIntegerProperty(source, kMIDIPropertyUniqueID, 987_654_321) == noErr)
        var (object, type) = (MIDIObjectRef(), MIDIObjectType.other)
        #expect(MIDIObjectFindByUniqueID(987_654_321, &object, &type) == noErr && object == source && type == .source)
        #expect(MIDIObjectFindByUniqueID(0, &object, &type) == kMIDIObjectNotFound && object == 0 && type == .other)
        #expect((0..<MIDIGetNumberOfSources()).contains { MIDIGetSource($0) == source })
        #expect(MIDIGetSource(-1) == 0 && MIDIGetDestination(1 << 40) == 0 && MIDIGetNumberOfDestinations() >= 0)
    }

    @Test func devices() {
        var (device, entity, second) = (MIDIDeviceRef(), MIDIEntityRef(), MIDIEntityRef())
        #expect(MIDIExternalDeviceCreate("n" as CFString, "m" as CFString, "o" as CFString, &device) == noErr)
        #expect(MIDIDeviceAddEntity(device, "e" as CFString, true, 1, 2, &entity) == noErr)
        #expect(MIDIDeviceNewEntity(device, "f" as CFString, ._2_0, false, 0, 0, &second) == noErr)
        #expect(MIDISetupAddExternalDevice(device) == noErr && MIDISetupAddDevice(device) == kMIDIObjectNotFound)
        #expect((0..<MIDIGetNumberOfExternalDevices()).contains { MIDIGetExternalDevice($0) == device })
        #expect(MIDIDeviceGetNumberOfEntities(device) == 2 && MIDIDeviceGetEntity(device, 1) == second)
        #expect(MIDIEntityGetNumberOfSources(entity) == 1 && MIDIEntityGetNumberOfDestinations(entity) == 2)
        #expect(
            MIDIEntityGetSource(entity, 0) != 0 && MIDIEntityGetDestination(entity, 1) != 0
                && MIDIEntityGetSource(entity, 1) == 0)
        var owner = MIDIDeviceRef()
        #expect(MIDIEntityGetDevice(entity, &owner) == noErr && owner == device)
        #expect(
            MIDIEntityAddOrRemoveEndpoints(entity, 0, 0) == noErr && MIDIDeviceRemoveEntity(device, second) == noErr)
        #expect(MIDISetupRemoveDevice(device) == kMIDIObjectNotFound && MIDISetupRemoveExternalDevice(device) == noErr)
        #expect(MIDIGetDevice(MIDIGetNumberOfDevices()) == 0)
        var (setup, xml, text, list) = (
            MIDISetupRef(), Unmanaged<CFData>?.none, Unmanaged<CFString>?.none, Unmanaged<CFArray>?.none
        )
        #expect(MIDISetupCreate(&setup) == kMIDINoCurrentSetup && MIDISetupGetCurrent(&setup) == kMIDINoCurrentSetup)
        #expect(MIDISetupDispose(1) == kMIDINoCurrentSetup && MIDISetupInstall(1) == kMIDINoCurrentSetup)
        #expect(
            MIDISetupToData(1, &xml) == kMIDINoCurrentSetup
                && MIDISetupFromData(NSData(), &setup) == kMIDINoCurrentSetup)
        #expect(
            MIDIGetSerialPortOwner("p" as CFString, &text) != noErr
                && MIDISetSerialPortOwner("p" as CFString, "d" as CFString) != noErr)
        #expect(MIDIGetSerialPortDrivers(&list) != noErr)
    }

    /// The bus is there, unplugged, and can be plugged in.
    @Test func theBusSendsWhatItGets() {
        let client = client()
        defer { MIDIClientDispose(client) }
        #expect(MIDIGetNumberOfDevices() >= 1)
        let device = MIDIGetDevice(0)
        let entity = MIDIDeviceGetEntity(device, 0)
        let (source, destination) = (MIDIEntityGetSource(entity, 0), MIDIEntityGetDestination(entity, 0))
        var (name, found) = (Unmanaged<CFString>?.none, MIDIEntityRef())
        #expect(MIDIObjectGetStringProperty(device, kMIDIPropertyName, &name) == noErr)
        #expect(name?.takeRetainedValue() as String? == "IAC Driver")
        #expect(MIDIEndpointGetEntity(source, &found) == noErr && found == entity)
        let isListed = { (0..<MIDIGetNumberOfSources()).contains { MIDIGetSource($0) == source } }
        #expect(!isListed() && MIDIObjectSetIntegerProperty(device, kMIDIPropertyOffline, 0) == noErr && isListed())
        #expect(MIDIObjectSetIntegerProperty(device, kMIDIPropertyOffline, 1) == noErr)
        let (inbox, words) = (Inbox(), Inbox())
        var (input, second, output) = (MIDIPortRef(), MIDIPortRef(), MIDIPortRef())
        MIDIInputPortCreateWithBlock(client, "i" as CFString, &input) { inbox.add($0, $1) }
        MIDIInputPortCreateWithProtocol(client, "j" as CFString, ._1_0, &second) { words.add($0, $1) }
        MIDIOutputPortCreate(client, "o" as CFString, &output)
        MIDIPortConnectSource(input, source, nil)
        MIDIPortConnectSource(second, source, nil)
        withPackets([(0, [0x90, 1, 2])]) { _ = MIDISend(output, destination, $0) }
        #expect(
            inbox.wait(for: 1).map(\.bytes) == [[0x90, 1, 2]] && words.wait(for: 1).map(\.words) == [[0x2090_0102]])
        #expect(MIDIEndpointDispose(source) == kMIDINotPermitted)
    }

    @Test func thruConnections() {
        let client = client()
        defer { MIDIClientDispose(client) }
        let inbox = Inbox()
        var (source, destination, thru) = (MIDIEndpointRef(), MIDIEndpointRef(), MIDIThruConnectionRef())
        MIDISourceCreate(client, "s" as CFString, &source)
        MIDIDestinationCreateWithBlock(client, "d" as CFString, &destination) { inbox.add($0, $1) }
        var params = MIDIThruConnectionParams()
        MIDIThruConnectionParamsInitialize(&params)
        (params.numSources, params.sources.0.endpointRef) = (1, source)
        (params.numDestinations, params.destinations.0.endpointRef) = (1, destination)
        params.channelMap.0 = 3
        let data = NSData(bytes: &params, length: 204)
        #expect(MIDIThruConnectionCreate("own" as CFString, data, &thru) == noErr && thru != 0)
        withPackets([(0, [0x90, 1, 2])]) { _ = MIDIReceived(source, $0) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0x93, 1, 2]])
        var kept: Unmanaged<CFData>?
        #expect(MIDIThruConnectionGetParams(thru, &kept) == noErr && kept?.takeRetainedValue().length == 204)
        #expect(MIDIThruConnectionFind("own" as CFString, &kept) == noErr && kept?.takeRetainedValue().length == 4)
        #expect(MIDIThruConnectionSetParams(thru, data) == noErr && MIDIThruConnectionSetParams(thru, NSData()) == -50)
        #expect(MIDIThruConnectionDispose(thru) == noErr && MIDIThruConnectionDispose(thru) == kMIDIObjectNotFound)
        #expect(MIDIThruConnectionCreate(nil, NSData(), &thru) == -50 && thru == 0)
    }

    @Test func longMessages() {
        let client = client()
        defer { MIDIClientDispose(client) }
        let inbox = Inbox()
        var destination = MIDIEndpointRef()
        MIDIDestinationCreateWithBlock(client, "d" as CFString, &destination) { inbox.add($0, $1) }
        MIDIObjectSetIntegerProperty(destination, kMIDIPropertyMaxSysExSpeed, 1_000_000)
        let message = [0xF0] + [UInt8](repeating: 3, count: 1000) + [0xF7]
        let ended = WaitableValue(0)
        let pointer = Unmanaged.passUnretained(ended).toOpaque()
        let request = UnsafeMutablePointer<MIDISysexSendRequest>.allocate(capacity: 1)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: message.count)
        bytes.initialize(from: message, count: message.count)
        request.initialize(
            to: MIDISysexSendRequest(
                destination: destination, data: bytes, bytesToSend: UInt32(message.count), complete: false,
                reserved: (0, 0, 0),
                completionProc: { request in
                    let ended = Unmanaged<WaitableValue<Int>>.fromOpaque(request.pointee.completionRefCon!)
                        .takeUnretainedValue()
                    ended.withLock { $0 += request.pointee.complete && request.pointee.bytesToSend == 0 ? 1 : 100 }
                    request.deallocate()
                }, completionRefCon: pointer))
        #expect(MIDISendSysex(request) == noErr)
        #expect(ended.wait(nanoseconds: 10_000_000_000) { $0 > 0 ? $0 : nil } == 1)
        #expect(inbox.wait(for: 5).flatMap(\.bytes) == message)
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 4)
        words.initialize(from: [0x3016_0102, 0x0304_0506, 0x3031_0700, 0], count: 4)
        var ump = MIDISysexSendRequestUMP(
            destination: destination, words: words, wordsToSend: 4, complete: false,
            completionProc: { request in
                Unmanaged<WaitableValue<Int>>.fromOpaque(request.pointee.completionRefCon!).takeUnretainedValue()
                    .withLock { $0 += 1 }
            }, completionRefCon: pointer)
        withUnsafeMutablePointer(to: &ump) { ump in
            #expect(MIDISendUMPSysex(ump) == noErr)
            #expect(ended.wait(nanoseconds: 10_000_000_000) { $0 > 1 ? $0 : nil } == 2 && ump.pointee.complete)
            ump.pointee.destination = 0
            #expect(MIDISendUMPSysex8(ump) == kMIDIUnknownEndpoint)
        }
        #expect(inbox.wait(for: 6).last?.bytes == [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
        var packet = MIDIEventPacket()
        packet.wordCount = 2
        packet.words.0 = 0x3102_0102
        var exclusive: Unmanaged<CFData>?
        #expect(
            MIDIEventPacketSysexBytesForGroup(&packet, 1, &exclusive) == noErr
                && exclusive?.takeRetainedValue().length == 4)
        #expect(MIDIEventPacketSysexBytesForGroup(&packet, 2, &exclusive) == kMIDIObjectNotFound)
        #expect(MIDIEventPacketSysexBytesForGroup(&packet, 16, &exclusive) == -50)
        withExtendedLifetime(ended) {}
        bytes.deallocate()
        words.deallocate()
    }

    @Test func nullIsRefused() {
        let client = client()
        defer { MIDIClientDispose(client) }
        func null<Pointee>(_: Pointee.Type) -> UnsafeMutablePointer<Pointee> {
            unsafeBitCast(UnsafeMutablePointer<Pointee>?.none, to: UnsafeMutablePointer<Pointee>.self)
        }
        #expect(MIDIOutputPortCreate(client, "o" as CFString, null(MIDIPortRef.self)) == -50)
        #expect(MIDISend(1, 1, UnsafePointer(null(MIDIPacketList.self))) == -50)
        #expect(MIDISendSysex(null(MIDISysexSendRequest.self)) == -50)
        #expect(UInt(bitPattern: MIDIPacketListInit(null(MIDIPacketList.self))) == 0)
        #expect(
            MIDIEndpointGetEntity(0, nil) == kMIDIObjectNotFound && MIDIEntityGetDevice(0, nil) == kMIDIObjectNotFound)
        #expect(MIDIObjectFindByUniqueID(0, nil, nil) == kMIDIObjectNotFound)
    }

    /// Calls from many threads at a time, with endpoints that come and go.
    @Test func manyThreads() async {
        let client = client()
        let inbox = Inbox()
        var destination = MIDIEndpointRef()
        MIDIDestinationCreateWithBlock(client, "d" as CFString, &destination) { inbox.add($0, $1) }
        let place = destination
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (port, source, input) = (MIDIPortRef(), MIDIEndpointRef(), MIDIPortRef())
                    MIDIOutputPortCreate(client, "o" as CFString, &port)
                    for _ in 0..<100 {
                        MIDISourceCreate(client, "s" as CFString, &source)
                        MIDIInputPortCreateWithBlock(client, "i" as CFString, &input) { _, _ in }
                        MIDIPortConnectSource(input, source, nil)
                        withPackets([(0, [0xF8])]) { list in
                            _ = MIDISend(port, place, list)
                            _ = MIDIReceived(source, list)
                        }
                        MIDIPortDispose(input)
                        MIDIEndpointDispose(source)
                    }
                }
            }
        }
        #expect(inbox.wait(for: 400).count == 400)
        #expect(MIDIClientDispose(client) == noErr)
    }
}
