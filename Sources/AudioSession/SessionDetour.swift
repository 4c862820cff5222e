import AudioCore
import AudioDevices
import AudioIO

/// How the output of a session was sent to the loudspeaker.
enum SessionDetour: Sendable {
    /// What follows the default output plays on another device. The former is the default one.
    case device(instead: String)
    /// The device plays through another of its sockets.
    case port(of: String, from: String?, to: String)

    /// The way to a loudspeaker; nil where the output is there already, or there is none.
    init?(_ devices: SessionDevices) {
        guard let present = devices.device(.output), SessionPortType(present) != .builtInSpeaker else { return nil }
        if let port = present.ports.first(where: { $0.kind == .speaker && $0.isPlugged }) {
            self = .port(of: present.id, from: present.port, to: port.id)
            return
        }
        guard devices.speaker != nil else { return nil }
        self = .device(instead: present.id)
    }
}

extension SessionDevices {
    /// A built-in loudspeaker that is not the output in use.
    var speaker: DeviceDescription? {
        list.first { $0.direction == .output && $0.id != device(.output)?.id && SessionPortType($0) == .builtInSpeaker }
    }
}

// The loudspeaker instead of what else would play.
extension SessionCenter {
    package var isOverriddenToSpeaker: Bool { state.withLock { $0.session.isOverriddenToSpeaker } }

    /// Sends the output to the loudspeaker until the route changes or the session is interrupted, or back.
    ///
    /// A device with a loudspeaker and a socket uses the other one, for all programs. Else what this program plays goes to another
    /// device. Without a loudspeaker, and where it is in use already, the route stays.
    /// - Throws: `sessionSetting` in all categories but `playAndRecord`.
    package func override(toSpeaker: Bool) throws(AudioError) {
        becomeKnown()
        guard setting.category == .playAndRecord else { throw .sessionSetting }
        guard !requests.takesOverInOrder({ [weak self] in try? self?.override(toSpeaker: toSpeaker) }) else { return }
        try routing.withLock { _ throws(AudioError) in
            let (isThere, devices, connection, old) = state.withLock {
                ($0.session.isOverriddenToSpeaker, $0.devices, $0.link?.connection, $0.detour)
            }
            guard toSpeaker != isThere else { return }
            let detour = toSpeaker ? SessionDetour(devices) : nil
            // First, so that nothing is switched where another thread has set another category. One that is set from now on ends the
            // override, and the output goes back once this is done.
            var effects: [Session.Effect] = []
            try change { state throws(AudioError) in
                effects = try state.session.override(toSpeaker: toSpeaker)
                state.detour = detour
                return []
            }
            if let connection {
                if let detour { try go(detour, devices, connection) } else { leave(connection, from: old) }
            }
            let now = connection.flatMap { present($0) }
            change { state in
                if let now { state.adopt(now) }
                return state.session.isOverriddenToSpeaker == toSpeaker ? effects : []
            }
        }
    }

    /// Sends the output to the loudspeaker. Where that fails there is no override.
    private func go(
        _ detour: SessionDetour, _ devices: SessionDevices, _ connection: Connection
    ) throws(AudioError) {
        do throws(AudioError) {
            switch detour {
            case .device: connection.prefer(devices.speaker?.id, .output)
            case .port(let device, _, let port):
                guard let backend = connection.backend else { throw .sessionServer }
                try backend.apply(.port(port), to: device, .output)
            }
        } catch {
            change { state in
                state.detour = nil
                _ = try? state.session.override(toSpeaker: false)
                return []
            }
            throw error
        }
    }

    /// Takes the output back to where it was. A device that went to another socket by itself stays there.
    private func leave(_ connection: Connection, from detour: SessionDetour?) {
        switch detour {
        case nil: break
        case .device: connection.prefer(state.withLock { $0.choice?.device }, .output)
        case .port(let id, let from, let to):
            let device = try? connection.devices().first { $0.id == id && $0.direction == .output }
            guard let device, device.port == to, let port = device.ports.first(where: { $0.id == from }),
                port.isPlugged
            else { return }
            try? connection.backend?.apply(.port(port.id), to: id, .output)
        }
    }

    /// Takes the output back after the session has ended the override.
    func endDetour() {
        routing.withLock { _ in
            let connection = state.withLock { $0.session.isOverriddenToSpeaker ? nil : $0.link?.connection }
            guard let connection else { return }
            leave(connection, from: state.withLock { $0.detour })
            state.withLock { $0.detour = nil }
            look()
        }
    }

    /// Whether what follows the default output is to go there again, as another device has become that.
    func endsDetour(_ devices: SessionDevices) -> Bool {
        let (detour, choice) = state.withLock { ($0.detour, $0.choice) }
        // What plays on a chosen output does not follow the default one.
        guard choice == nil, case .device(let instead) = detour else { return false }
        let present = devices.list.first { $0.direction == .output && $0.isDefault }?.id
        return present != nil && present != instead && present != devices.device(.output)?.id
    }
}
