import AudioCore
import AudioDevices
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// A notification as a test compares it.
struct Posted: Sendable {
    let name: NSNotification.Name
    let isOnMain: Bool
    let values: [String: NSNumber]
    let previousRoute: AVAudioSessionRouteDescription?

    init(_ notification: Notification) {
        name = notification.name
        isOnMain = MainQueue.isCurrent
        var values: [String: NSNumber] = [:]
        for case (let key as String, let value as NSNumber) in notification.userInfo ?? [:] { values[key] = value }
        self.values = values
        let route = notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
        previousRoute = route as? AVAudioSessionRouteDescription
    }
}

/// What is posted, in order.
final class Posts: @unchecked Sendable {
    private let posted = WaitableValue<[Posted]>([])
    private let center: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []

    init(_ center: NotificationCenter, _ names: [NSNotification.Name]) {
        self.center = center
        _ = MainQueue.isCurrent
        tokens = names.map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { [posted] notification in
                let new = Posted(notification)
                posted.withLock { $0.append(new) }
            }
        }
    }

    deinit { for token in tokens { center.removeObserver(token) } }

    /// The first so many, or fewer after 20 s.
    func first(_ count: Int) -> [Posted] {
        posted.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? Array($0.prefix(count)) : nil } ?? all
    }

    var all: [Posted] { posted.withLock { $0 } }
}

/// An `AVAudioSession` of its own, on a Manual device and among sessions that the test makes up.
struct SessionStage {
    let surroundings = TestSurroundings()
    let server = ManualServer()
    let notifications = NotificationCenter()
    let center: SessionCenter
    let session: AVAudioSession

    init() throws {
        center = try TestSession.center(server, surroundings)
        session = AVAudioSession(center: center, notifications: notifications)
        // The session knows its devices from here on.
        #expect(!session.currentRoute.outputs.isEmpty)
    }
}

extension SessionStage {
    /// Sets the volume of the output as its user does.
    func setOutputVolume(_ volume: Float) throws {
        var devices = server.devices
        for index in devices.indices where devices[index].direction == .output {
            devices[index].volume = [volume, volume]
        }
        server.setDevices(devices)
        #expect(eventually { session.outputVolume == volume })
    }
}
