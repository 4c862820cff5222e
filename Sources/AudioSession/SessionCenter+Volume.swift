import AudioCore
import AudioDevices
import AudioIO

// The volume of the output, as sliders and keys set it for all programs.
extension SessionCenter {
    /// How many presses of a key lead from silence to the full volume.
    package static let volumeSteps = 16

    /// Whether the output that plays has a volume.
    package var isOutputVolumeSettable: Bool {
        connect()
        return state.withLock { !($0.devices.device(.output)?.volume ?? []).isEmpty }
    }

    /// The volume that was asked for last and is on its way, or else the present one.
    package var wantedVolume: Float {
        connect()
        return state.withLock { $0.wantedVolume ?? SessionFacts($0).outputVolume }
    }

    /// Asks for another volume of the output that plays, as people see it. Does not wait: of many values in a moment the newest
    /// counts. A volume above 0 ends a mute; channels keep their balance.
    ///
    /// - Parameter volume: values beyond 0 and 1 count as these, and one that is no number is ignored.
    package func askForVolume(_ volume: Float) { askForVolume { _ in volume } }

    /// Asks for a volume that is some presses of a key away from the present one, at a multiple of a sixteenth.
    ///
    /// - Parameter steps: above 0 for louder.
    package func askForVolume(steps: Int) {
        let count = Float(Self.volumeSteps)
        // From between two steps the first press leads to the next one.
        askForVolume { now in
            let place = now * count
            let nearest = place.rounded()
            let isOnStep = abs(place - nearest) < 0.01
            let start = isOnStep ? nearest : steps > 0 ? place.rounded(.down) : place.rounded(.up)
            return (start + Float(max(-Self.volumeSteps, min(steps, Self.volumeSteps)))) / count
        }
    }

    private func askForVolume(_ volume: (Float) -> Float) {
        guard isOutputVolumeSettable else { return }
        let isFirst = state.withLock { state in
            let wanted = volume(state.wantedVolume ?? SessionFacts(state).outputVolume)
            guard !wanted.isNaN else { return false }
            defer { state.wantedVolume = max(0, min(wanted, 1)) }
            return state.wantedVolume == nil
        }
        if isFirst { requests.perform { [weak self] in self?.bringVolume() } }
    }

    /// Sets what was asked for last, and comes again where something else has been asked for meanwhile.
    private func bringVolume() {
        guard let wanted = state.withLock({ $0.wantedVolume }) else { return }
        let isSet = (try? set(volume: wanted)) != nil
        let isOver = state.withLock { state in
            guard !isSet || state.wantedVolume == wanted else { return false }
            state.wantedVolume = nil
            return true
        }
        // At the end of the line, so that other requests are not kept waiting.
        guard isOver else { return requests.perform { [weak self] in self?.bringVolume() } }
        // Whoever has shown what was asked for meanwhile learns what it is.
        tell(.outputVolumeSettled)
    }

    private func set(volume: Float) throws(AudioError) {
        guard let connection = state.withLock({ $0.link?.connection }), let backend = connection.backend,
            let device = present(connection)?.device(.output)
        else { throw .sessionServer }
        guard !device.volume.isEmpty else { throw .sessionUnspecified }
        // The volume first: the end of a mute must not be louder than what was asked for.
        try backend.apply(
            .volume(HardwareVolume.write(volume, device.volume, element: 0)), to: device.id, .output)
        if device.isMuted == true, volume > 0 { try backend.apply(.muted(false), to: device.id, .output) }
        refresh()
    }
}
