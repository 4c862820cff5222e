import AudioCore
import AudioDevices
import AudioIO

/// The session's hold on the connection to the sound server.
final class SessionLink: Sendable {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}

extension SessionCenter.State {
    var presentRoute: SessionRoute { devices.route(session.setting.category) }

    /// Takes over the devices as they are now.
    mutating func adopt(_ new: SessionDevices) {
        devices = new.following(devices)
        session.hasInput = devices.list.contains { $0.direction == .input }
    }
}

// The route, and what happens to it.
extension SessionCenter {
    // MARK: The connection

    /// Connects where that has not been done, and learns the devices. Where no server answers, the next call tries again.
    func connect() {
        guard state.withLock({ $0.link == nil }), !DeferredWork.isNeeded else { return }
        routing.withLock { _ in
            guard state.withLock({ $0.link == nil }) else { return }
            guard let connection = try? openConnection() else {
                return state.withLock { $0.session.hasServer = false }
            }
            let link = SessionLink(connection)
            connection.observe(for: link) { [weak self] event in
                self?.work.perform { [weak self] in self?.handle(event) }
            }
            connection.wish(communicates: setting.mode.isConversation)
            let devices = present(connection)
            state.withLock { state in
                connection.setSessionGain(state.gain)
                connection.setInputMuted(state.isInputSilent)
                state.link = link
                state.session.hasServer = connection.backend != nil
                if let devices { state.adopt(devices) }
                state.route = state.presentRoute
            }
            if devices == nil { readAgain(connection) }
        }
    }

    /// The devices as they are now; nil where the server does not answer, which says nothing of them.
    func present(_ connection: Connection) -> SessionDevices? {
        guard let list = try? connection.devices(orLast: false) else { return nil }
        return SessionDevices(
            list: list, output: connection.followedDevice(.output), input: connection.followedDevice(.input))
    }

    /// Reads the devices once more, a second after a server has not answered. It may not notify of what it did not report.
    private func readAgain(_ connection: Connection) {
        let isFirst = state.withLock { state in
            defer { state.readsAgain = true }
            return !state.readsAgain
        }
        guard isFirst else { return }
        connection.after(HostTime.ticksPerSecond) { [weak self] in
            self?.work.perform { [weak self] in
                self?.state.withLock { $0.readsAgain = false }
                self?.refresh()
            }
        }
    }

    private func handle(_ event: StreamEvent) {
        switch event {
        case .lost:
            state.withLock { $0.session.hasServer = false }
            tell(.servicesLost)
        case .resumed:
            state.withLock { $0.session.hasServer = true }
            applyWishes()
            tell(.servicesReset)
        case .gap, .overload, .cyclesWished: break
        case .devicesChanged, .deviceChanged, .defaultDeviceChanged, .streamMoved: refresh()
        }
    }

    // MARK: Changes

    /// Compares the devices with those of before, and notifies of the differences.
    ///
    /// - Parameter loss: the number of a loss that has turned out to be one.
    func refresh(confirming loss: Int? = nil) {
        guard !work.takesOver({ [weak self] in self?.refresh(confirming: loss) }) else { return }
        routing.withLock { _ in look(confirming: loss) }
    }

    /// The same for a holder of the lock.
    func look(confirming loss: Int? = nil) {
        let connection = state.withLock { $0.link?.connection }
        // While the server is gone, so are its devices, which says nothing.
        guard let connection, connection.backend != nil, var devices = present(connection) else {
            // Whether the loss is one is found out once the server is back.
            state.withLock { if loss == $0.loss { $0.isLossPending = false } }
            if let connection, connection.backend != nil { readAgain(connection) }
            return
        }
        if endsDetour(devices) {
            connection.prefer(state.withLock { $0.choice?.device }, .output)
            devices = present(connection) ?? devices
        }
        if followChoice(devices, connection) { devices = present(connection) ?? devices }
        switch state.withLock({ Self.patience(&$0, devices, loss) }) {
        case .begins(let number):
            connection.after(profileTime) { [weak self] in
                self?.work.perform { [weak self] in self?.refresh(confirming: number) }
            }
        case .goesOn: break
        case .isOver:
            forgetLostChoice(devices, connection)
            change { state in
                state.isLossPending = false
                let (old, category) = (state.devices, state.session.setting.category)
                let outputs = state.route.outputs
                state.adopt(devices)
                guard let reason = state.devices.reason(since: old, category) else { return [] }
                return state.session.routeDidChange(reason, ofOutput: outputs != state.presentRoute.outputs)
            }
        }
    }

    /// Waiting for a Bluetooth device that may come back with another profile.
    private enum Patience {
        case begins(Int)
        case goesOn
        case isOver
    }

    private static func patience(_ state: inout State, _ devices: SessionDevices, _ loss: Int?) -> Patience {
        // An event of the server's arrives before a device is back.
        guard devices.mayChangeProfile(since: state.devices, state.session.setting.category) else { return .isOver }
        if let loss { return state.isLossPending && loss == state.loss ? .isOver : .goesOn }
        guard !state.isLossPending else { return .goesOn }
        state.isLossPending = true
        state.loss += 1
        return .begins(state.loss)
    }

    // MARK: What the program reads and sets

    package var route: SessionRoute {
        connect()
        return state.withLock { $0.route }
    }

    package var availableInputs: [SessionPort] {
        connect()
        return state.withLock { state in state.session.setting.category.hasInput ? state.devices.ports(.input) : [] }
    }

    package var availableOutputs: [SessionPort] {
        connect()
        return state.withLock { state in state.session.setting.category.hasOutput ? state.devices.ports(.output) : [] }
    }

    package var isInputAvailable: Bool {
        connect()
        return state.withLock { $0.session.hasInput }
    }

    package var preferredInput: SessionPort? {
        state.withLock { state in
            state.wishes.input.flatMap { id in state.devices.ports(.input).first { $0.uid == id } }
        }
    }

    /// Lets what records from the default input record from another one while the session is active, and nil from the default
    /// one again.
    ///
    /// - Throws: `sessionSetting` where the port is not one of `availableInputs`.
    package func setPreferredInput(_ port: SessionPort?) throws(AudioError) {
        becomeKnown()
        if let port, !availableInputs.contains(where: { $0.uid == port.uid }) { throw .sessionSetting }
        setWish { $0.input = port?.uid }
    }

    /// Uses another socket or built-in part of a port's device, for all programs.
    ///
    /// - Throws: `sessionSetting` for a source that the port does not have; what the server has against it.
    package func selectSource(
        _ id: Int, of port: SessionPort, _ direction: DeviceDirection
    ) throws(AudioError) {
        becomeKnown()
        let device = state.withLock { state in
            state.devices.list.first { $0.id == port.uid && $0.direction == direction }
        }
        guard let device, device.ports.indices.contains(id) else { throw .sessionSetting }
        try apply(.port(device.ports[id].id), to: device)
    }

    /// Changes a device, and waits for the server's answer, except in a callback.
    func apply(_ change: DeviceChange, to device: DeviceDescription) throws(AudioError) {
        guard !requests.takesOverInOrder({ [weak self] in try? self?.apply(change, to: device) }) else { return }
        guard let backend = state.withLock({ $0.link?.connection })?.backend else { throw .sessionServer }
        try backend.apply(change, to: device.id, device.direction)
        refresh()
    }
}
