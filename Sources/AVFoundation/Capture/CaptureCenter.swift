import AVFAudio
import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import CameraDevices
import Dispatch
import Foundation

/// The microphones and cameras that a program reaches, and who is notified when they come and go.
final class CaptureCenter: Sendable {
    typealias Connect = @Sendable () throws(AudioError) -> Connection

    static let shared = CaptureCenter(
        connect: { () throws(AudioError) in try Connection.shared() }, cameras: { PipeWireCameras() })

    /// Who is notified of a device.
    struct Watcher {
        weak var owner: AnyObject?
        let changed: @Sendable (CaptureDevice, Change) -> Void
    }

    enum Change: Sendable {
        case connected, disconnected
        /// The program has set something; whether that is the format.
        case configured(format: Bool)
    }

    private struct State {
        var connection: Connection?
        var cameras: (any CameraServer)?
        /// By identifier, those too that have gone.
        var devices: [String: CaptureDevice] = [:]
        /// Those that are connected, in the order of the lists.
        var listed: [AVMediaType: [CaptureDevice]] = [:]
        var watchers: [Watcher] = []
    }

    let session: SessionCenter
    private let notifications: NotificationCenter
    private let connect: Connect
    private let makeCameras: @Sendable () -> any CameraServer
    private let state = LockedValue(State())
    /// Held by who compares a list with the one before.
    private let listing = LockedValue((), .client)
    /// Where devices are listed anew after an event, and programs notified of that.
    private let work = DispatchQueue(label: "capture.devices")

    init(
        connect: @escaping Connect, session: SessionCenter = .shared, notifications: NotificationCenter = .default,
        cameras: @escaping @Sendable () -> any CameraServer
    ) {
        (self.connect, self.session, self.notifications, makeCameras) = (connect, session, notifications, cameras)
    }

    // MARK: Servers

    /// The way to the microphones, which is made at the first call that succeeds.
    func connection() throws(AudioError) -> Connection {
        if let connection = state.withLock({ $0.connection }) { return connection }
        let new = try connect()
        let (connection, isNew) = state.withLock { state -> (Connection, Bool) in
            if let connection = state.connection { return (connection, false) }
            state.connection = new
            return (new, true)
        }
        if isNew {
            connection.observe(for: self) { [weak self] event in
                switch event {
                case .devicesChanged, .defaultDeviceChanged, .resumed: self?.refresh(.audio)
                default: break
                }
            }
        }
        return connection
    }

    /// The way to the cameras, which is made at the first call.
    var cameras: any CameraServer {
        if let cameras = state.withLock({ $0.cameras }) { return cameras }
        let new = makeCameras()
        let (cameras, isNew) = state.withLock { state -> (any CameraServer, Bool) in
            if let cameras = state.cameras { return (cameras, false) }
            state.cameras = new
            return (new, true)
        }
        if isNew { cameras.watch { [weak self] in self?.refresh(.video) } }
        return cameras
    }

    // MARK: Devices

    /// The devices of a medium, or of both, that are connected.
    func devices(_ mediaType: AVMediaType?) -> [AVCaptureDevice] {
        let types: [AVMediaType] = mediaType.map { [$0] } ?? [.audio, .video]
        return types.flatMap { type in list(type) }.map { $0.object(self) }
    }

    /// The device of an identifier, that too which has gone.
    func device(_ id: String) -> CaptureDevice? {
        for type in [AVMediaType.audio, .video] { _ = list(type) }
        return state.withLock { $0.devices[id] }
    }

    private func descriptions(_ type: AVMediaType) -> [CaptureDevice] {
        switch type {
        case .audio:
            let inputs = ((try? connection().devices()) ?? []).filter { $0.direction == .input }
            return (inputs.filter(\.isDefault) + inputs.filter { !$0.isDefault }).map { CaptureDevice($0) }
        case .video: return cameras.cameras().map { CaptureDevice($0) }
        default: return []
        }
    }

    /// Lists the devices of a medium as they are now.
    ///
    /// What has changed since the list before is reported soon; nothing for the first one.
    private func list(_ type: AVMediaType) -> [CaptureDevice] {
        listing.withLock { _ in
            let found = descriptions(type)
            let (devices, before) = state.withLock { state -> ([CaptureDevice], [CaptureDevice]?) in
                let before = state.listed[type]
                let devices = found.map { new in
                    if let known = state.devices[new.id], known.mediaType == type { return known }
                    state.devices[new.id] = new
                    return new
                }
                state.listed[type] = devices
                return (devices, before)
            }
            var changes: [(CaptureDevice, Change)] = []
            for (device, new) in zip(devices, found) {
                let isBack = device.update(new.facts)
                let isNew = before.map { before in !before.contains { $0 === device } } ?? false
                if isBack || isNew { changes.append((device, .connected)) }
            }
            for device in before ?? [] where !devices.contains(where: { $0 === device }) {
                if device.disconnect() { changes.append((device, .disconnected)) }
            }
            // A program that lists devices before it is notified is notified all the same.
            let news = changes
            if !news.isEmpty { work.async { [self] in notify(news) } }
            return devices
        }
    }

    /// Lists the devices of a medium anew, soon, if a program has asked for them.
    private func refresh(_ type: AVMediaType) {
        work.async { [weak self] in
            guard let self, state.withLock({ $0.listed[type] }) != nil else { return }
            _ = list(type)
        }
    }

    private func notify(_ changes: [(CaptureDevice, Change)]) {
        for (device, change) in changes {
            tell(device, change)
            let name: NSNotification.Name
            switch change {
            case .connected: name = .AVCaptureDeviceWasConnected
            case .disconnected: name = .AVCaptureDeviceWasDisconnected
            case .configured: continue
            }
            ProgramEnd.call { notifications.post(name: name, object: device.object(self)) }
        }
    }

    /// Waits until everything that was reported before has been dealt with. For tests.
    func settle() { work.sync {} }

    // MARK: Watchers

    /// Calls `changed` with what happens to devices as long as the owner lives: on a thread of the center's, or that of a program's call.
    func watch(for owner: AnyObject, _ changed: @escaping @Sendable (CaptureDevice, Change) -> Void) {
        state.withLock { state in
            state.watchers.removeAll { $0.owner == nil || $0.owner === owner }
            state.watchers.append(Watcher(owner: owner, changed: changed))
        }
    }

    private func tell(_ device: CaptureDevice, _ change: Change) {
        let watchers = state.withLock { $0.watchers }
        for watcher in watchers where watcher.owner != nil { watcher.changed(device, change) }
    }

    func configurationDidChange(_ device: CaptureDevice, formatWasChosen: Bool) {
        tell(device, .configured(format: formatWasChosen))
    }
}
