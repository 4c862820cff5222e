import AVFAudio
import AudioCore
import CoreMedia
import Foundation

/// What a session captures from now.
struct RunningSources {
    /// What a source is for: a microphone for one connection, a camera for all that lead from it.
    enum Key: Hashable {
        case sound(ObjectIdentifier)
        case pictures(ObjectIdentifier)
    }

    struct Entry {
        let source: any CaptureSource
        /// What it was made with: another value needs another source.
        let setting: AnyHashable
        var connections: [AVCaptureConnection]
    }

    var entries: [Key: Entry] = [:]

    mutating func stop(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        for connection in entry.connections {
            connection.isLive = false
            connection.setLevels(channels: 0, nil)
        }
        entry.source.stop()
        for connection in entry.connections { connection.output?.delivery.clear() }
    }

    mutating func stopAll() { for key in Array(entries.keys) { stop(key) } }
}

// Starting and stopping sources as the configuration says.
extension AVCaptureSession {
    /// A source that the configuration needs.
    private struct Plan {
        let setting: AnyHashable
        var connections: [AVCaptureConnection]
        let make: () -> any CaptureSource
    }

    private var plan: [RunningSources.Key: Plan] {
        guard state.withLock({ $0.isRunning }) else { return [:] }
        let (connections, preset) = state.withLock { ($0.connections, $0.preset) }
        var plan: [RunningSources.Key: Plan] = [:]
        for connection in connections where connection.isEnabled {
            guard let port = connection.inputPorts.first, port.isEnabled, let output = connection.output,
                let input = port.input as? AVCaptureDeviceInput
            else { continue }
            if let output = output as? AVCaptureAudioDataOutput, let settings = output.soundSettings {
                plan[.sound(ObjectIdentifier(connection))] = Plan(
                    setting: settings, connections: [connection]
                ) { [self] in microphone(input.device, settings, output, connection) }
            } else if output is AVCaptureVideoDataOutput {
                let key = RunningSources.Key.pictures(ObjectIdentifier(input))
                if plan[key] != nil {
                    plan[key]?.connections.append(connection)
                } else if let choice = CameraChoice(input.device.device, preset) {
                    plan[key] = Plan(setting: choice, connections: [connection]) { [self] in
                        camera(input.device, choice)
                    }
                }
            }
        }
        return plan
    }

    private func microphone(
        _ device: AVCaptureDevice, _ settings: NSDictionary, _ output: AVCaptureAudioDataOutput,
        _ connection: AVCaptureConnection
    ) -> MicrophoneSource {
        MicrophoneSource(device.device, device.center, settings: settings) { [weak output, weak connection] buffer in
            if let output, let connection { output.take(buffer, connection) }
        } report: { [weak self] event in
            self?.sourceReports(event)
        }
    }

    private func camera(_ device: AVCaptureDevice, _ choice: CameraChoice) -> CameraSource {
        CameraSource(device.device, device.center, choice) { [weak self] event in self?.sourceReports(event) }
    }

    /// Starts and stops sources until they are those that the configuration needs.
    ///
    /// - Returns: false where one could not be started: the session does not run then, and its observers have been notified.
    func update() -> Bool {
        watchDevices()
        allowInput()
        let failure = control.withLock { running -> AVError? in
            let plan = plan
            for (key, entry) in running.entries where plan[key]?.setting != entry.setting { running.stop(key) }
            do {
                for (key, wanted) in plan { try settle(key, wanted, &running) }
                return nil
            } catch {
                running.stopAll()
                state.withLock { ($0.isRunning, $0.isInterrupted) = (false, false) }
                return Self.error(error)
            }
        }
        guard let failure else { return true }
        didChangeRunning(false)
        post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: failure])
        return false
    }

    /// Lets the program's audio session have an input, where this session captures sound and may change the category.
    private func allowInput() {
        guard state.withLock({ $0.isRunning && $0.configuresAudioSession && $0.usesAudioSession }),
            let input = deviceInputs.first(where: { $0.device.device.mediaType == .audio })
        else { return }
        let session = input.device.center.session
        // Where it fails, the microphone's start says why.
        if !session.setting.category.hasInput { try? session.set(.playAndRecord, options: []) }
    }

    private func settle(
        _ key: RunningSources.Key, _ wanted: Plan, _ running: inout RunningSources
    ) throws {
        let isNew = running.entries[key] == nil
        let entry =
            running.entries[key]
            ?? RunningSources.Entry(
                source: wanted.make(), setting: wanted.setting, connections: [])
        for gone in entry.connections where !wanted.connections.contains(where: { $0 === gone }) {
            gone.isLive = false
            gone.output?.delivery.clear()
        }
        running.entries[key] = RunningSources.Entry(
            source: entry.source, setting: entry.setting, connections: wanted.connections)
        (entry.source as? CameraSource)?.connections = wanted.connections
        for connection in wanted.connections { connection.isLive = true }
        guard isNew else { return }
        try entry.source.start()
        if let microphone = entry.source as? MicrophoneSource {
            wanted.connections[0].setLevels(channels: microphone.channels) { [weak microphone] channel in
                microphone?.level(channel)
            }
        }
    }

    private static func error(_ error: any Error) -> AVError {
        if let error = error as? AVError { return error }
        guard let error = error as? AudioError else {
            return AVError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
        }
        return AVError(error, error == .noDevice ? .deviceNotConnected : .unknown)
    }

    // MARK: What happens by itself

    private func sourceReports(_ event: CaptureEvent) {
        switch event {
        case .failed(let error): fail(error)
        case .interrupted:
            let isNew = state.withLock { state in
                guard state.isRunning, !state.isInterrupted else { return false }
                state.isInterrupted = true
                return true
            }
            guard isNew else { return }
            didChangeInterrupted(true)
            let reason = InterruptionReason.audioDeviceInUseByAnotherClient
            post(
                .AVCaptureSessionWasInterrupted,
                [AVCaptureSessionInterruptionReasonKey: NSNumber(value: reason.rawValue)])
        case .resumed(let hasResumed):
            let (isNew, hasStopped) = state.withLock { state in
                guard state.isInterrupted else { return (false, false) }
                state.isInterrupted = false
                defer { if !hasResumed { state.isRunning = false } }
                return (true, state.isRunning && !hasResumed)
            }
            guard isNew else { return }
            // Cameras go on by themselves. Not on the audio session's thread, which waits for nobody.
            if hasStopped { DispatchQueue.global().async { [weak self] in _ = self?.update() } }
            didChangeInterrupted(false)
            if hasStopped { didChangeRunning(false) }
            post(.AVCaptureSessionInterruptionEnded)
            if hasStopped { post(.AVCaptureSessionDidStopRunning) }
        }
    }

    /// Ends capturing for a reason that the program is notified of.
    private func fail(_ error: AVError) {
        let wasRunning = state.withLock { state in
            defer { (state.isRunning, state.isInterrupted) = (false, false) }
            return state.isRunning
        }
        guard wasRunning else { return }
        _ = update()
        didChangeRunning(false)
        post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: error])
        post(.AVCaptureSessionDidStopRunning)
    }

    /// Looks at the devices of the inputs from now on.
    private func watchDevices() {
        for input in deviceInputs {
            input.device.center.watch(for: self) { [weak self] device, change in self?.deviceDid(device, change) }
        }
    }

    private func deviceDid(_ device: CaptureDevice, _ change: CaptureCenter.Change) {
        guard let input = deviceInputs.first(where: { $0.device.device === device }) else { return }
        switch change {
        case .connected: break
        case .disconnected:
            // A microphone that is followed as the user's choice has been left for the next one.
            let isFollowed =
                device.mediaType == .audio
                && control.withLock { running in
                    running.entries.values.contains { ($0.source as? MicrophoneSource)?.followsDefault == true }
                }
            guard !isFollowed else { return }
            fail(AVError(.deviceWasDisconnected, userInfo: [AVErrorDeviceKey: input.device]))
        case .configured(let format):
            if format { state.withLock { $0.preset = .inputPriority } }
            apply()
        }
    }
}
