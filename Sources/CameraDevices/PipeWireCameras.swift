import AudioCore

/// The cameras of a PipeWire server: its video sources. The connection is made when it is needed, and again after the server's end.
package final class PipeWireCameras: CameraServer {
    private struct State {
        var link: PipeWireCameraLink?
        var watchers: [@Sendable () -> Void] = []
    }

    private let state = LockedValue(State())
    /// Held by who connects.
    private let connecting = LockedValue((), .link)

    package init() {}

    deinit { state.withLock { $0.link }?.close() }

    private func link() throws(AudioError) -> PipeWireCameraLink {
        try ForkedChild.refuse(with: .serverUnavailable)
        return try connecting.withLock { _ throws(AudioError) in
            let old = state.withLock { $0.link }
            if let old, !old.isLost { return old }
            old?.close()
            let new = try PipeWireCameraLink { [weak self] in self?.didChange() }
            state.withLock { $0.link = new }
            return new
        }
    }

    private func didChange() {
        for watcher in state.withLock({ $0.watchers }) { watcher() }
    }

    package func cameras() -> [CameraDescription] { (try? link())?.cameras() ?? [] }

    package func open(
        _ camera: String, _ format: CameraFormat, rate: CameraRate?, _ receiver: CameraReceiver
    ) throws(AudioError) -> any CameraStream {
        try link().open(camera, format, rate, receiver)
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) { state.withLock { $0.watchers.append(changed) } }
}
