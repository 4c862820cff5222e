import AudioCore
import CoreMIDI
import CoreMIDI.MIDIBluetoothConnection
import CoreMIDI.MIDIDriver
import Foundation
import MIDIDevices
import Testing

@testable import CoreMIDI

/// Drivers, as tables of C functions, on the system of the process.
@Suite(.serialized) struct DriverTests {
    init() { Surroundings.begin() }

    /// What a driver of the tests has been asked, and how it answers. There is one at a time.
    private final class Log: @unchecked Sendable {
        struct Notes: Sendable {
            var calls: [String] = []
            var sent: [[UInt8]] = []
            var words: [[UInt32]] = []
            var pointers: [Int] = []
            var version = 2
            var startStatus: OSStatus = 0
            var references = 0
            var device: MIDIDeviceRef = 0
            var source: MIDIEndpointRef = 0
            var destination: MIDIEndpointRef = 0
        }
        static let notes = WaitableValue(Notes())
        static func note(_ call: String) { notes.withLock { $0.calls.append(call) } }
        static var calls: [String] { notes.withLock { $0.calls } }
        static func begin(_ version: Int) {
            notes.withLock { notes in
                notes = Notes()
                notes.version = version
            }
        }
    }

    /// The driver: a pointer to a pointer to the table.
    nonisolated(unsafe) private static let reference: MIDIDriverRef = {
        let table = UnsafeMutablePointer<MIDIDriverInterface>.allocate(capacity: 1)
        table.initialize(
            to: MIDIDriverInterface(
                _reserved: UnsafeMutableRawPointer(bitPattern: 8)!,
                QueryInterface: { me, id, place in
                    let version = [0x2F: 3, 0x43: 2, 0x49: 1][id.byte0]
                    guard version == Log.notes.withLock({ $0.version }) else { return -1 }
                    place?.pointee = me
                    Log.notes.withLock { $0.references += 1 }
                    return 0
                },
                AddRef: { _ in 1 },
                Release: { _ in
                    Log.notes.withLock { $0.references -= 1 }
                    return 1
                },
                FindDevices: { driver, list in
                    Log.note("find")
                    return MIDIDeviceListAddDevice(list, DriverTests.makeDevice(driver))
                },
                Start: { driver, list in
                    Log.note("start \(MIDIDeviceListGetNumberOfDevices(list))")
                    let (version, status, device) = Log.notes.withLock { ($0.version, $0.startStatus, $0.device) }
                    if version >= 2, device == 0, status == 0 {
                        _ = MIDISetupAddDevice(DriverTests.makeDevice(driver))
                    }
                    return status
                },
                Stop: { _ in
                    Log.note("stop")
                    return 0
                },
                Configure: { _, _ in -1 },
                Send: { _, list, first, second in
                    let packets = list.unsafeSequence().map { Array($0.bytes()) }
                    Log.notes.withLock { notes in
                        notes.sent += packets
                        notes.pointers = [Int(bitPattern: first), Int(bitPattern: second)]
                    }
                    return 0
                },
                EnableSource: { _, _, isEnabled in
                    Log.note("enable \(isEnabled)")
                    return 0
                },
                Flush: { _, _, first, _ in
                    Log.note("flush \(Int(bitPattern: first))")
                    return 0
                },
                Monitor: { _, _, _ in -1 },
                SendPackets: { _, list, first, second in
                    let packets = list.unsafeSequence().map { Array($0.words()) }
                    Log.notes.withLock { notes in
                        notes.words += packets
                        notes.pointers = [Int(bitPattern: first), Int(bitPattern: second)]
                    }
                    return 0
                },
                MonitorEvents: { _, _, _ in -1 }))
        let place = UnsafeMutablePointer<UnsafeMutablePointer<MIDIDriverInterface>>.allocate(capacity: 1)
        place.initialize(to: table)
        return place
    }()

    private static let factory: Driver.Factory = { _, type in
        type == nil ? nil : UnsafeMutableRawPointer(DriverTests.reference)
    }

    private static func makeDevice(_ driver: MIDIDriverRef) -> MIDIDeviceRef {
        var (device, entity) = (MIDIDeviceRef(), MIDIEntityRef())
        _ = MIDIDeviceCreate(driver, "Box" as CFString, "Maker" as CFString, "Model" as CFString, &device)
        _ = MIDIDeviceAddEntity(device, "Port" as CFString, false, 1, 1, &entity)
        let (source, destination) = (MIDIEntityGetSource(entity, 0), MIDIEntityGetDestination(entity, 0))
        _ = MIDIEndpointSetRefCons(
            destination, UnsafeMutableRawPointer(bitPattern: 3), UnsafeMutableRawPointer(bitPattern: 4))
        Log.notes.withLock { notes in
            (notes.device, notes.source, notes.destination) = (device, source, destination)
        }
        return device
    }

    private func started(_ version: Int) throws -> Driver {
        Log.begin(version)
        let driver = try Driver("test.so", Self.factory)
        #expect(
            driver.version == version && Log.notes.withLock { $0.references } == 0, "one for the driver, one given back"
        )
        try DriverHost.shared.start(driver)
        return driver
    }

    private func text(_ object: MIDIObjectRef, _ property: CFString) -> String? {
        var text: Unmanaged<CFString>?
        guard MIDIObjectGetStringProperty(object, property, &text) == noErr else { return nil }
        return text?.takeRetainedValue().description
    }

    @Test(arguments: [1, 2, 3]) func driversCarryMessages(version: Int) throws {
        let driver = try started(version)
        let notes = Log.notes.withLock { $0 }
        #expect(
            notes.calls
                == (version == 1 ? ["find", "start 1", "enable true"] : ["start 0", "enable true"]))
        #expect(
            text(notes.device, kMIDIPropertyName) == "Box" && text(notes.device, kMIDIPropertyManufacturer) == "Maker")
        #expect(text(notes.source, kMIDIPropertyDriverOwner) == "test.so")
        #expect((0..<MIDIGetNumberOfSources()).contains { MIDIGetSource($0) == notes.source })
        let list = MIDIGetDriverDeviceList(Self.reference)
        #expect(MIDIDeviceListGetNumberOfDevices(list) == 1 && MIDIDeviceListGetDevice(list, 0) == notes.device)
        #expect(MIDIDeviceListGetDevice(list, 1) == 0 && MIDIDeviceListGetDevice(list, -1) == 0)
        #expect(MIDIDeviceListDispose(list) == noErr && MIDIDeviceListDispose(list) == kMIDIObjectNotFound)
        #expect(MIDIDeviceListGetNumberOfDevices(list) == 0)

        var (client, output, input) = (MIDIClientRef(), MIDIPortRef(), MIDIPortRef())
        MIDIClientCreateWithBlock("driver" as CFString, &client, nil)
        defer { MIDIClientDispose(client) }
        MIDIOutputPortCreate(client, "out" as CFString, &output)
        let inbox = Inbox()
        MIDIInputPortCreateWithBlock(client, "in" as CFString, &input) { inbox.add($0, $1) }
        #expect(MIDIPortConnectSource(input, notes.source, nil) == noErr)
        withPackets([(0, [0x90, 60, 100])]) {
            #expect(MIDISend(output, notes.destination, $0) == noErr && MIDIReceived(notes.source, $0) == noErr)
        }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0x90, 60, 100]])
        // Tests of MIDI-CI ask all destinations who is there, also this one.
        let sent = Log.notes.wait(nanoseconds: 10_000_000_000) { notes in
            notes.words.contains([0x2090_3C64]) || notes.sent.contains([0x90, 60, 100]) ? notes : nil
        }
        #expect(
            sent?.pointers == [3, 4] && sent?.words.isEmpty == (version != 3) && sent?.sent.isEmpty == (version == 3))
        #expect(MIDIFlushOutput(notes.destination) == noErr && MIDIFlushOutput(0) == noErr)
        #expect(Log.calls.filter { $0 == "flush 3" }.count == (version == 1 ? 0 : 2))

        #expect(MIDIRestart() == noErr)
        #expect(
            Log.calls.suffix(4).contains("stop") && Log.calls.contains("start 1") && Log.calls.contains("enable false"))
        DriverHost.shared.remove(driver)
        #expect(Log.calls.last == "stop" && text(notes.device, kMIDIPropertyName) == nil)
        #expect(MIDIRestart() == noErr && Log.calls.last == "stop")
    }

    /// A driver gets what is sent to endpoints that it adds later, and nothing once it has been stopped, though its devices stay.
    @Test func laterEndpointsAreTheDriversUntilItStops() throws {
        let driver = try started(2)
        let device = Log.notes.withLock { $0.device }
        var (entity, client, output, virtual) = (MIDIEntityRef(), MIDIClientRef(), MIDIPortRef(), MIDIEndpointRef())
        #expect(MIDIDeviceAddEntity(device, "Later" as CFString, false, 1, 1, &entity) == noErr)
        #expect(Log.calls.filter { $0 == "enable true" }.count == 2)
        let destination = MIDIEntityGetDestination(entity, 0)
        MIDIClientCreateWithBlock("later" as CFString, &client, nil)
        defer { MIDIClientDispose(client) }
        MIDIOutputPortCreate(client, "out" as CFString, &output)
        let inbox = Inbox()
        MIDIDestinationCreateWithBlock(client, "after" as CFString, &virtual) { inbox.add($0, $1) }
        withPackets([(0, [0x91, 1, 2])]) { #expect(MIDISend(output, destination, $0) == noErr) }
        let isSent = { (bytes: [UInt8]) in Log.notes.withLock { $0.sent.contains(bytes) } }
        #expect(eventually { isSent([0x91, 1, 2]) })

        Log.notes.withLock { $0.startStatus = -7 }
        #expect(MIDIRestart() == noErr && Log.calls.filter { $0 == "enable false" }.count == 2)
        withPackets([(0, [0x92, 1, 2])]) { list in
            #expect(MIDISend(output, destination, list) == noErr && MIDISend(output, virtual, list) == noErr)
        }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0x92, 1, 2]] && !isSent([0x92, 1, 2]))
        DriverHost.shared.remove(driver)
    }

    @Test func driversThatFailAreLeftOut() throws {
        Log.begin(2)
        Log.notes.withLock { $0.startStatus = -7 }
        let driver = try Driver("test.so", Self.factory)
        let error = #expect(throws: AudioError.self) { try DriverHost.shared.start(driver) }
        #expect(error?.status == -7 && MIDIRestart() == noErr && Log.calls == ["start 0"])
        Log.begin(9)
        #expect(throws: AudioError.self) { try Driver("test.so", Self.factory) }
        #expect(Log.notes.withLock { $0.references } == -1, "what the factory made is given back")
        #expect(throws: AudioError.self) { try Driver("test.so") { _, _ in nil } }
    }

    @Test func devicesOutsideTheSetup() throws {
        var device: MIDIDeviceRef = 9
        #expect(
            MIDIDeviceCreate(nil, "D" as CFString, "M" as CFString, "O" as CFString, &device) == noErr && device != 0)
        #expect(text(device, kMIDIPropertyDriverOwner) == nil && text(device, kMIDIPropertyModel) == "O")
        #expect(!(0..<MIDIGetNumberOfDevices()).contains { MIDIGetDevice($0) == device })
        #expect(MIDIDeviceListAddDevice(99, device) == kMIDIObjectNotFound)
        let list = MIDIGetDriverDeviceList(Self.reference)
        #expect(
            MIDIDeviceListAddDevice(list, device) == noErr && MIDIDeviceListAddDevice(list, 1) == kMIDIObjectNotFound)
        #expect(MIDIDeviceListGetDevice(list, 0) == device && MIDIDeviceListDispose(list) == noErr)
        #expect(MIDISetupAddDevice(device) == noErr && MIDIDeviceDispose(device) == kMIDINotPermitted)
        #expect(MIDISetupRemoveDevice(device) == noErr && MIDIDeviceDispose(device) == kMIDIObjectNotFound)
        MIDIDeviceCreate(nil, "D" as CFString, "M" as CFString, "O" as CFString, &device)
        #expect(MIDIDeviceDispose(device) == noErr && MIDIDeviceDispose(device) == kMIDIObjectNotFound)
    }

    @Test func endpointsHavePointers() throws {
        var (device, entity, client, virtual) = (MIDIDeviceRef(), MIDIEntityRef(), MIDIClientRef(), MIDIEndpointRef())
        MIDIDeviceCreate(nil, "D" as CFString, "M" as CFString, "O" as CFString, &device)
        MIDIDeviceAddEntity(device, "E" as CFString, false, 1, 0, &entity)
        let source = MIDIEntityGetSource(entity, 0)
        var first = UnsafeMutableRawPointer(bitPattern: 1)!
        let second = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
        defer { second.deallocate() }
        #expect(MIDIEndpointSetRefCons(source, UnsafeMutableRawPointer(bitPattern: 5), nil) == noErr)
        #expect(MIDIEndpointGetRefCons(source, &first, nil) == noErr && Int(bitPattern: first) == 5)
        #expect(MIDIEndpointGetRefCons(source, nil, second) == noErr)
        #expect(UnsafeRawPointer(second).load(as: UInt.self) == 0, "null, which its type does not have")
        MIDIClientCreateWithBlock("pointers" as CFString, &client, nil)
        defer { MIDIClientDispose(client) }
        MIDISourceCreate(client, "s" as CFString, &virtual)
        for endpoint in [virtual, entity, 0, 99] {
            #expect(MIDIEndpointSetRefCons(endpoint, nil, nil) == kMIDIObjectNotFound)
            #expect(MIDIEndpointGetRefCons(endpoint, &first, second) == kMIDIObjectNotFound)
        }
        #expect(MIDIDeviceDispose(device) == noErr)
        #expect(MIDIEndpointGetRefCons(source, &first, nil) == kMIDIObjectNotFound)
    }

    @Test func theRunLoopOfDriversRuns() {
        let loop = MIDIGetDriverIORunLoop().takeUnretainedValue()
        #expect(loop === MIDIGetDriverIORunLoop().takeUnretainedValue())
        let ran = WaitableValue(false)
        let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in ran.withLock { $0 = true } }
        CFRunLoopAddTimer(loop, timer, CFRunLoopMode.defaultMode)
        CFRunLoopWakeUp(loop)
        #expect(ran.wait(nanoseconds: 10_000_000_000) { $0 ? true : nil } == true)
    }

    /// What stands for hardware that other programs manage says so.
    @Test func whatIsNotSupportedSaysSo() {
        #expect(MIDIDriverEnableMonitoring(Self.reference, true) == kMIDINotPermitted)
        #expect(MIDIBluetoothDriverActivateAllConnections() == kMIDINotPermitted)
        #expect(MIDIBluetoothDriverDisconnect("id" as CFString) == kMIDIObjectNotFound)
        #expect(kMIDIDriverPropertyUsesSerial.description == "MIDIDriverUsesSerial")
    }
}
