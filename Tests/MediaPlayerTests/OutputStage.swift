import AudioCore
import AudioDevices
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// A session of its own on devices that a test plugs in and out, and what is posted about them.
final class OutputStage: @unchecked Sendable {
    let server = ManualServer()
    let notifications = NotificationCenter()
    let center: SessionCenter
    let session: AVAudioSession
    private let posted = WaitableValue<[(name: String, isOnMain: Bool, object: ObjectIdentifier?)]>([])
    private var tokens: [any NSObjectProtocol] = []

    static let mainKey = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    static var isOnMain: Bool { DispatchQueue.getSpecific(key: mainKey) ?? false }

    static let speaker = output("speaker", .speaker, .pci, isDefault: true)
    static let screen = output("screen", .hdmi, .hdmi)
    static let kitchen = output("kitchen", .unknown, .airPlay)
    static let ears = output("ears", .bluetoothA2DP, .bluetooth)

    static func output(
        _ id: String, _ kind: DeviceKind, _ transport: DeviceTransport, isDefault: Bool = false
    ) -> DeviceDescription {
        var device = DeviceDescription(id: id, name: id.capitalized, direction: .output, isDefault: isDefault)
        (device.kind, device.transport, device.maker) = (kind, transport, "Tests")
        (device.volume, device.isMuted) = ([0.5, 0.5], false)
        return device
    }

    init(_ devices: [DeviceDescription], names: [NSNotification.Name] = []) throws {
        _ = Self.mainKey
        server.setDevices(devices)
        center = try TestSession.center(server, TestSurroundings())
        session = AVAudioSession(center: center, notifications: notifications)
        tokens = names.map { name in
            notifications.addObserver(forName: name, object: nil, queue: nil) { [posted] note in
                let new = (note.name.rawValue, Self.isOnMain, note.object.map { ObjectIdentifier($0 as AnyObject) })
                posted.withLock { $0.append(new) }
            }
        }
    }

    deinit { for token in tokens { notifications.removeObserver(token) } }

    /// Has other devices from now on, and waits until the program knows and what is on the main queue is done.
    func have(_ devices: [DeviceDescription]) {
        server.setDevices(devices)
        #expect(eventually { center.outputs.all.map(\.uid) == devices.map(\.id) })
        settle()
    }

    func settle() {
        center.settle()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { done.signal() }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    /// What was posted since the last time, without what names have in common.
    func take() -> [String] {
        settle()
        return posted.withLock { posted in
            defer { posted = [] }
            return posted.map { ($0.isOnMain ? "" : "not on main: ") + $0.name }
        }
    }

    /// Whether all that was posted is of this object.
    func areAll(of object: AnyObject) -> Bool {
        posted.withLock { $0.allSatisfy { $0.object == ObjectIdentifier(object) } }
    }
}
