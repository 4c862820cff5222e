import AudioCore
import AudioDevices
import AudioIO

/// The output that a user has chosen for this program, until it is gone.
struct SessionChoice: Equatable, Sendable {
    var device: String
    /// That of the hardware, which a server may list by another name later; empty where the server does not report it.
    var address: String

    init(_ device: DeviceDescription) { (self.device, address) = (device.id, device.address) }

    /// The same hardware among the outputs of a list; nil where it is not there.
    func found(in list: [DeviceDescription]) -> DeviceDescription? {
        let outputs = list.filter { $0.direction == .output }
        return outputs.first { $0.id == device } ?? outputs.first { !address.isEmpty && $0.address == address }
    }
}

/// The outputs that a user can choose from, as the session last heard of them.
package struct SessionOutputs: Equatable, Sendable {
    package var all: [SessionPort] = []
    /// The one that plays, whatever the category.
    package var present: SessionPort?

    package init() {}

    /// Whether there is a choice.
    package var areSeveral: Bool { all.count > 1 }
    package var hasWireless: Bool { all.contains { $0.type.isWireless } }
    package var isWireless: Bool { present?.type.isWireless ?? false }
}

extension SessionPortType {
    /// Whether sound goes there by radio, or over the network.
    package var isWireless: Bool {
        switch self {
        case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .airPlay: true
        default: false
        }
    }
}

extension SessionDevices {
    var outputs: SessionOutputs {
        var outputs = SessionOutputs()
        outputs.all = ports(.output)
        outputs.present = device(.output).map { SessionPort($0) }
        return outputs
    }
}

extension SessionCenter.State {
    /// Whether the output has been sent to another device than the chosen one, to the loudspeaker.
    var isAwayFromChoice: Bool { if case .device = detour { true } else { false } }
}

// Outputs that users choose from, in a list of routes.
extension SessionCenter {
    /// Any thread. Does not wait once the session knows its devices.
    package var outputs: SessionOutputs {
        connect()
        return state.withLock { $0.devices.outputs }
    }

    /// What the user has chosen; nil where that is nothing, or is gone.
    package var chosenOutput: SessionPort? {
        state.withLock { state in
            state.choice.flatMap { $0.found(in: state.devices.list) }.map { SessionPort($0) }
        }
    }

    /// Lets what follows the default output play on another one, or nil: on the default one again. What names a device stays there.
    ///
    /// Ends with the loss of the device. Other programs do not learn of the session by it. Waits until what plays has moved, except
    /// in a callback.
    ///
    /// - Parameter uid: the server's lasting name of an output.
    /// - Throws: `sessionServer` where no server answers, `sessionSetting` where it has no such output.
    package func chooseOutput(_ uid: String?) throws(AudioError) {
        connect()
        guard !requests.takesOverInOrder({ [weak self] in try? self?.chooseOutput(uid) }) else { return }
        try routing.withLock { _ throws(AudioError) in
            guard let connection = state.withLock({ $0.link?.connection }), let now = present(connection) else {
                throw .sessionServer
            }
            var choice: SessionChoice?
            if let uid {
                let device = now.list.first { $0.id == uid && $0.direction == .output }
                guard let device else { throw .sessionSetting.because("there is no output \"\(uid)\"") }
                choice = SessionChoice(device)
            }
            state.withLock { $0.choice = choice }
            connection.prefer(choice?.device, .output)
            look()
        }
    }

    /// Follows the chosen output where the server lists its hardware by another name now. For a holder of `routing`.
    ///
    /// - Returns: whether what plays has been moved by that.
    func followChoice(_ devices: SessionDevices, _ connection: Connection) -> Bool {
        let (choice, isAway) = state.withLock { ($0.choice, $0.isAwayFromChoice) }
        guard let choice, let device = choice.found(in: devices.list), device.id != choice.device else { return false }
        state.withLock { $0.choice?.device = device.id }
        if !isAway { connection.prefer(device.id, .output) }
        return !isAway
    }

    /// Forgets a choice that is gone for good: what plays stays where it is now if the device comes back. For a holder of
    /// `routing`.
    func forgetLostChoice(_ devices: SessionDevices, _ connection: Connection) {
        let (choice, isAway) = state.withLock { ($0.choice, $0.isAwayFromChoice) }
        guard let choice, choice.found(in: devices.list) == nil else { return }
        state.withLock { $0.choice = nil }
        if !isAway { connection.prefer(nil, .output) }
    }
}
