import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

/// The drivers of the process, their devices, and the lists that they are given.
///
/// No driver is called under the lock.
final class DriverHost: Sendable {
    static let shared = DriverHost(.shared)

    private struct State {
        /// In the order in which they were started.
        var drivers: [Driver] = []
        /// The driver that has made a device.
        var owners: [UInt32: Driver.Identity] = [:]
        /// The endpoints whose drivers get what is sent to them, or know that their messages are wanted.
        var attached: Set<UInt32> = []
        var lists: [UInt32: [UInt32]] = [:]
        var lastList: UInt32 = 0
        var pointers: [UInt32: EndpointPointers] = [:]
        /// How many pointers there may be before those of endpoints that are gone are dropped.
        var mostPointers = 256
    }

    private let system: MIDISystem
    private let state = LockedValue(State())

    init(_ system: MIDISystem) { self.system = system }

    // MARK: Starting

    /// Starts a driver, and adds the devices of one of the first version.
    ///
    /// - Throws: what the driver's function for that returns.
    func start(_ driver: Driver) throws(AudioError) {
        state.withLock { $0.drivers.append(driver) }
        let present = devices(of: driver.identity)
        let list = makeList(present)
        defer { try? disposeList(list) }
        do throws(AudioError) {
            if driver.version == 1, present.isEmpty {
                try driver.findDevices(list)
                for device in devices(in: list) { try system.addToSetup(device, isExternal: false) }
            }
            try driver.start(list)
        } catch {
            state.withLock { $0.drivers.removeAll { $0.identity == driver.identity } }
            throw error
        }
        for device in devices(of: driver.identity) { attach(device) }
    }

    /// Stops all drivers and starts them again, so that they look for devices.
    func restart() {
        let drivers = state.withLock { state in
            defer { state.drivers = [] }
            return state.drivers
        }
        for driver in drivers {
            stop(driver)
            try? start(driver)
        }
    }

    /// Stops a driver, whose devices stay.
    private func stop(_ driver: Driver) {
        for device in devices(of: driver.identity) {
            let destinations = system.endpoints(of: device, .destination)
            let sources = system.endpoints(of: device, .source)
            state.withLock { $0.attached.subtract(destinations + sources) }
            // Nothing is sent to the driver once this returns.
            for destination in destinations { try? system.removeReceiver(of: destination) }
            for source in sources { driver.enable(source, false) }
        }
        driver.stop()
    }

    /// Stops a driver for good, and removes its devices.
    func remove(_ driver: Driver) {
        state.withLock { $0.drivers.removeAll { $0.identity == driver.identity } }
        stop(driver)
        for device in devices(of: driver.identity) { try? system.removeFromSetup(device, isExternal: false) }
        state.withLock { $0.owners = $0.owners.filter { $0.value != driver.identity } }
    }

    // MARK: Devices

    func createDevice(
        _ owner: MIDIDriverRef?, _ name: String, _ manufacturer: String, _ model: String
    ) throws(AudioError) -> UInt32 {
        let device = system.createDevice(name, manufacturer, model, isExternal: false)
        guard let owner else { return device }
        let identity = Driver.Identity(owner)
        let gone = state.withLock { Array($0.owners.keys) }.filter { !system.isDevice($0) }
        let driver = state.withLock { state in
            for device in gone { state.owners[device] = nil }
            state.owners[device] = identity
            return state.drivers.first { $0.identity == identity }
        }
        if let driver { try system.set("driver", of: device, to: .string(driver.name)) }
        return device
    }

    /// Connects the endpoints of a device in the setup with its driver, which then gets what is sent to them. Those that are connected
    /// stay so.
    func attach(_ device: UInt32) {
        guard let driver = driver(of: device), devices(of: driver.identity).contains(device) else { return }
        forgetEndpoints()
        for destination in newEndpoints(of: device, .destination) {
            try? system.setReceiver(driver.receiver(of: destination, self), of: destination)
        }
        for source in newEndpoints(of: device, .source) { driver.enable(source, true) }
    }

    private func newEndpoints(of device: UInt32, _ kind: MIDISystem.Kind) -> [UInt32] {
        let endpoints = system.endpoints(of: device, kind)
        return state.withLock { state in endpoints.filter { state.attached.insert($0).inserted } }
    }

    /// Drops what drivers hold for later; nil for all destinations.
    func flush(_ destination: UInt32?) {
        let owners = state.withLock { $0.owners }
        for device in owners.keys.sorted() {
            guard let driver = driver(of: device) else { continue }
            for endpoint in system.endpoints(of: device, .destination)
            where destination == nil || destination == endpoint {
                driver.flush(endpoint, (try? pointers(of: endpoint)) ?? EndpointPointers())
            }
        }
    }

    private func driver(of device: UInt32) -> Driver? {
        state.withLock { state in
            guard let owner = state.owners[device] else { return nil }
            return state.drivers.first { $0.identity == owner }
        }
    }

    /// The devices of a driver that are in the setup.
    private func devices(of driver: Driver.Identity) -> [UInt32] {
        let owners = state.withLock { $0.owners }
        return system.all(.device).filter { owners[$0] == driver }
    }

    // MARK: Lists

    func deviceList(of driver: MIDIDriverRef) -> UInt32 { makeList(devices(of: Driver.Identity(driver))) }

    private func makeList(_ devices: [UInt32]) -> UInt32 {
        state.withLock { state in
            state.lastList += 1
            state.lists[state.lastList] = devices
            return state.lastList
        }
    }

    func devices(in list: UInt32) -> [UInt32] { state.withLock { $0.lists[list] ?? [] } }

    func add(_ device: UInt32, to list: UInt32) throws(AudioError) {
        guard system.isDevice(device) else { throw .midiObject }
        try state.withLock { state throws(AudioError) in
            guard state.lists[list] != nil else { throw .midiObject }
            state.lists[list]?.append(device)
        }
    }

    func disposeList(_ list: UInt32) throws(AudioError) {
        guard state.withLock({ $0.lists.removeValue(forKey: list) }) != nil else { throw .midiObject }
    }

    // MARK: Endpoints

    func setPointers(_ pointers: EndpointPointers, of endpoint: UInt32) throws(AudioError) {
        _ = try system.entity(of: endpoint)
        if state.withLock({ $0.pointers.count >= $0.mostPointers }) { forgetEndpoints() }
        state.withLock { $0.pointers[endpoint] = pointers }
    }

    func pointers(of endpoint: UInt32) throws(AudioError) -> EndpointPointers {
        _ = try system.entity(of: endpoint)
        return state.withLock { $0.pointers[endpoint] } ?? EndpointPointers()
    }

    private func forgetEndpoints() {
        let known = state.withLock { $0.attached.union($0.pointers.keys) }
        let gone = known.filter { (try? system.entity(of: $0)) == nil }
        state.withLock { state in
            state.attached.subtract(gone)
            for endpoint in gone { state.pointers[endpoint] = nil }
            state.mostPointers = max(256, 2 * state.pointers.count)
        }
    }
}

/// The pointers by which a driver knows an endpoint.
struct EndpointPointers: @unchecked Sendable {
    var first: UnsafeMutableRawPointer?
    var second: UnsafeMutableRawPointer?

    /// Stores a pointer, which may be null although the type of the header has no null.
    static func store(
        _ pointer: UnsafeMutableRawPointer?, _ place: UnsafeMutablePointer<UnsafeMutableRawPointer>?
    ) {
        guard let place else { return }
        UnsafeMutableRawPointer(place).storeBytes(of: pointer, as: UnsafeMutableRawPointer?.self)
    }
}
