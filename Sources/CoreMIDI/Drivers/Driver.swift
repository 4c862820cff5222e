import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

/// A driver, by the table of functions that its factory has made.
struct Driver: @unchecked Sendable {
    /// What distinguishes drivers: where they are.
    struct Identity: Hashable, Sendable {
        private let address: UInt
        init(_ reference: MIDIDriverRef) { address = UInt(bitPattern: reference) }
    }

    typealias Factory = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?

    let reference: MIDIDriverRef
    /// What its devices name as their driver.
    let name: String
    /// Of its interface: 1, 2 or 3.
    let version: Int

    var identity: Identity { Identity(reference) }
    private var table: MIDIDriverInterface { reference.pointee.pointee }

    /// Has a factory make a driver, with the newest interface that it has.
    ///
    /// - Throws: `midiObject` where the factory makes none, or one of no interface that is known.
    init(_ name: String, _ factory: Factory) throws(AudioError) {
        guard let made = factory(nil, DriverInterfaces.type) else { throw .midiObject }
        defer { _ = Self.table(of: made).Release(made) }
        for (version, interface) in DriverInterfaces.all {
            var found: UnsafeMutableRawPointer?
            guard Self.table(of: made).QueryInterface(made, interface, &found) == 0, let found else { continue }
            self.name = name
            self.version = version
            reference = found.assumingMemoryBound(to: UnsafeMutablePointer<MIDIDriverInterface>.self)
            return
        }
        throw .midiObject.because("the driver has no interface that is known")
    }

    private static func table(of driver: UnsafeMutableRawPointer) -> MIDIDriverInterface {
        driver.load(as: UnsafeMutablePointer<MIDIDriverInterface>.self).pointee
    }

    /// The function of a table, unless it is null: drivers leave out what is not called on a Mac.
    private func function<Function>(_ function: Function) -> Function? { try? nonnull(function: function) }

    private func check(_ status: OSStatus) throws(AudioError) {
        guard status == 0 else { throw AudioError(status: status, reason: "the driver refused") }
    }

    // MARK: Calls

    func findDevices(_ list: UInt32) throws(AudioError) {
        guard let find = function(table.FindDevices) else { return }
        try check(find(reference, list))
    }

    func start(_ list: UInt32) throws(AudioError) {
        guard let start = function(table.Start) else { throw .midiObject }
        try check(start(reference, list))
    }

    func stop() { _ = function(table.Stop)?(reference) }

    func enable(_ source: UInt32, _ isEnabled: Bool) { _ = function(table.EnableSource)?(reference, source, isEnabled) }

    func flush(_ destination: UInt32, _ pointers: EndpointPointers) {
        guard version >= 2 else { return }
        _ = function(table.Flush)?(reference, destination, pointers.first, pointers.second)
    }

    func release() { _ = table.Release(reference) }

    /// Gets what is sent to a destination, on the thread that delivers.
    func receiver(of destination: UInt32, _ host: DriverHost) -> MIDIReceiver {
        // Its types have no null, and a driver that has set no pointers gets null as on a Mac.
        typealias Send =
            @convention(c) (
                MIDIDriverRef, UnsafeRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> OSStatus
        if version >= 3, let send = function(table.SendPackets) {
            let send = unsafeBitCast(send, to: Send.self)
            return .words(1) { [self, weak host] list, _ in
                let pointers = (try? host?.pointers(of: destination)) ?? EndpointPointers()
                _ = send(reference, list, pointers.first, pointers.second)
            }
        }
        let send = function(table.Send).map { unsafeBitCast($0, to: Send.self) }
        return .bytes { [self, weak host] list, _ in
            let pointers = (try? host?.pointers(of: destination)) ?? EndpointPointers()
            _ = send?(reference, list, pointers.first, pointers.second)
        }
    }
}

/// The identifiers of CoreFoundation by which drivers are made and asked.
enum DriverInterfaces {
    /// `kMIDIDriverTypeID`.
    nonisolated(unsafe) static let type: UnsafeRawPointer? = {
        let type = CFUUIDGetConstantUUIDWithBytes(
            nil, 0xEC, 0xDE, 0x95, 0x74, 0x0F, 0xE4, 0x11, 0xD4, 0xBB, 0x1A, 0x00, 0x50, 0xE4, 0xCE, 0xA5, 0x26)
        return type.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }()
    /// Of each version, the newest first.
    static let all: [(version: Int, id: CFUUIDBytes)] = [
        (
            3,
            CFUUIDBytes(
                byte0: 0x2F, byte1: 0xD9, byte2: 0x4D, byte3: 0x0F, byte4: 0x8C, byte5: 0x2A, byte6: 0x48, byte7: 0x2A,
                byte8: 0x8A, byte9: 0xD8, byte10: 0x7D, byte11: 0x9E, byte12: 0xA3, byte13: 0x81, byte14: 0xC9,
                byte15: 0xC1)
        ),
        (
            2,
            CFUUIDBytes(
                byte0: 0x43, byte1: 0xC9, byte2: 0x8C, byte3: 0x3C, byte4: 0x30, byte5: 0x6C, byte6: 0x11, byte7: 0xD5,
                byte8: 0xAF, byte9: 0x73, byte10: 0x00, byte11: 0x30, byte12: 0x65, byte13: 0xA8, byte14: 0x30,
                byte15: 0x1E)
        ),
        (
            1,
            CFUUIDBytes(
                byte0: 0x49, byte1: 0xDF, byte2: 0xCA, byte3: 0x9E, byte4: 0x0F, byte5: 0xE5, byte6: 0x11, byte7: 0xD4,
                byte8: 0x95, byte9: 0x0D, byte10: 0x00, byte11: 0x50, byte12: 0xE4, byte13: 0xCE, byte14: 0xA5,
                byte15: 0x26)
        ),
    ]
}
