import AudioCore
import AudioDevices
import AudioSession
import TestSupport

@testable import AudioIO

/// A session on devices that a test plugs in and out.
final class SessionStage: Sendable {
    let server = ManualServer()
    let center: SessionCenter
    let connection: Connection
    let neighbour: SessionNeighbour
    let neighbourhood = SessionNeighbourhood()
    let diary: SessionDiary
    let player = SessionExtra()

    init(
        _ devices: [DeviceDescription] = ManualServer.firstDevices, _ category: SessionCategory = .playAndRecord,
        profileTime: UInt64 = 3_600_000_000_000
    ) throws {
        server.setDevices(devices)
        (center, neighbour, connection) = try neighbourhood.program(on: server, profileTime: profileTime)
        try center.set(SessionSetting(category))
        try center.activate()
        center.add(player)
        center.settle()
        diary = SessionDiary(center)
    }

    /// Has other devices from now on, and waits until the program knows.
    func have(_ devices: [DeviceDescription]) throws {
        server.setDevices(devices)
        try settle()
    }

    /// Waits until the session and its program know of everything.
    func settle() throws {
        try connection.thread.perform {}
        center.settle()
    }

    var outputs: [String] { center.route.outputs.map(\.uid) }
    var inputs: [String] { center.route.inputs.map(\.uid) }
}

extension DeviceDescription {
    /// A device of a test: built in, as a computer's own are, and the default one.
    static func test(
        _ id: String, _ direction: DeviceDirection = .output, _ kind: DeviceKind = .speaker,
        _ transport: DeviceTransport = .pci, channels: Int = 2, address: String = ""
    ) -> DeviceDescription {
        var device = DeviceDescription(id: id, name: id, direction: direction, channels: channels, isDefault: true)
        device.kind = kind
        device.transport = transport
        device.address = address
        device.maker = "Tests"
        device.volume = [1, 1]
        return device
    }

    /// The same without being the default one.
    var aside: DeviceDescription {
        var device = self
        device.isDefault = false
        return device
    }

    /// The same with a loudspeaker and a socket, one of which is in use.
    func withJack(isPlugged: Bool, inUse: String) -> DeviceDescription {
        var device = self
        device.ports = [DevicePort(id: "speaker", name: "Speaker"), DevicePort(id: "jack", name: "Headphones")]
        device.ports[0].kind = .speaker
        device.ports[1].kind = .headphones
        device.ports[1].isPlugged = isPlugged
        device.port = inUse
        return device
    }
}
