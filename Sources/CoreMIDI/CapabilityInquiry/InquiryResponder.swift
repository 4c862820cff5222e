import AudioCore
import Foundation
import MIDIDevices
import MIDIEvents

/// Answers the questions of initiators for a device, and keeps the state of its profiles.
///
/// The device is behind a destination. Where that is a virtual destination of this process, questions come to it, and answers go out by
/// the source that belongs to it. Where it is another one, the process is the device for whoever is behind it: questions come from the
/// source that belongs to it, and answers are sent to the destination.
final class InquiryResponder: Sendable {
    /// What the owner of the device decides. It is called on the queue, without a lock.
    struct Decisions: Sendable {
        var accepts: @Sendable (UInt32, InquiryDevice) -> Bool
        var left: @Sendable (UInt32) -> Void
        var allows: @Sendable (InquiryProfile, UInt8, Bool) -> Bool
        var receives: @Sendable (InquiryProfile, UInt8, [UInt8]) -> Void
    }

    /// Initiators that are kept, so that strangers cannot fill the memory.
    private static let mostInitiators = 256

    private struct State {
        var port: InquiryPort?
        var source: UInt32 = 0
        var destination: UInt32 = 0
        var isOwn = false
        var identifier: UInt32 = 0
        /// In the order in which they came, with the version that they speak.
        var initiators: [(identifier: UInt32, version: UInt8)] = []
        var profiles: [UInt8: InquiryLink.Profiles]
    }

    private let system: MIDISystem
    private let device: InquiryDevice
    private let decisions: Decisions
    private let state: LockedValue<State>

    init(
        _ system: MIDISystem, _ device: InquiryDevice, _ profiles: [UInt8: InquiryLink.Profiles], _ decisions: Decisions
    ) {
        self.system = system
        self.device = device
        self.decisions = decisions
        state = LockedValue(State(profiles: profiles))
    }

    deinit { stop() }

    var initiators: [UInt32] { state.withLock { $0.initiators.map(\.identifier) } }

    func profiles(about address: UInt8) -> InquiryLink.Profiles {
        state.withLock { $0.profiles[address] ?? InquiryLink.Profiles() }
    }

    // MARK: Starting

    /// Listens to questions about a device.
    ///
    /// - Parameter place: its destination, or its entity.
    /// - Throws: `midiEndpoint` where there is no such destination, `midiNoConnection` where no source belongs to it.
    func start(_ place: UInt32) throws(AudioError) {
        guard state.withLock({ $0.port == nil }) else { return }
        guard let destination = system.destination(place) else { throw .midiEndpoint }
        guard let source = system.partner(of: destination) else {
            throw .midiNoConnection.because("no source belongs to the destination")
        }
        let isOwn = system.isOwnVirtual(destination)
        let port = try InquiryPort(system, change: {}, handler: { [weak self] message, _ in self?.receive(message) })
        if isOwn { try port.hear(destination: destination) } else { port.hear(source: source) }
        state.withLock { state in
            (state.port, state.source, state.destination, state.isOwn) = (port, source, destination, isOwn)
            state.identifier = InquiryMessage.newIdentifier()
            state.initiators = []
        }
    }

    /// Gives the identifier up and listens no more.
    func stop() {
        let (port, identifier, destination, isOwn) = state.withLock {
            ($0.port, $0.identifier, $0.destination, $0.isOwn)
        }
        guard let port else { return }
        send(.invalidateMUID, about: InquiryMessage.block, InquiryMessage.bytes(identifier, 4))
        state.withLock { state in
            state.port = nil
            state.initiators = []
        }
        if isOwn { port.stopHearing(destination: destination) }
        port.close()
    }

    // MARK: Telling

    /// Turns a profile on or off, and reports it. False where there is no such profile, or the responder is not started.
    func set(_ profile: InquiryProfile, about address: UInt8, isEnabled: Bool) -> Bool {
        let isThere = state.withLock { state in
            guard state.port != nil, state.profiles[address]?.has(profile) ?? false else { return false }
            state.profiles[address]?.set(profile, isEnabled: isEnabled)
            return true
        }
        guard isThere else { return false }
        let type: MIDICIProfileMessageType = isEnabled ? .profileEnabledReport : .profileDisabledReport
        return send(type.rawValue, about: address) { profile.body(channels: address < 16 ? 1 : 0, version: $0) }
    }

    /// Sends each initiator data that a profile defines. False where there is no such profile, or none that hears it.
    func send(_ data: [UInt8], of profile: InquiryProfile, about address: UInt8) -> Bool {
        let (initiators, isThere) = state.withLock { state in
            (state.initiators, state.port != nil && state.profiles[address]?.has(profile) ?? false)
        }
        guard isThere, !initiators.isEmpty, data.allSatisfy({ $0 < 0x80 }),
            data.count < ExclusiveCollector.mostBytes / 2
        else { return false }
        let body = profile.bytes + InquiryMessage.bytes(UInt32(data.count), 4) + data
        return initiators.allSatisfy { initiator in
            send(MIDICIProfileMessageType.profileSpecificData.rawValue, about: address, to: initiator) { _ in body }
        }
    }

    @discardableResult
    private func send(_ type: MIDICIManagementMessageType, about address: UInt8, _ body: [UInt8]) -> Bool {
        send(type.rawValue, about: address) { _ in body }
    }

    /// Sends a message to an initiator, or to everybody, with a body for the version of whoever gets it.
    @discardableResult
    private func send(
        _ type: UInt8, about address: UInt8, to initiator: (identifier: UInt32, version: UInt8)? = nil,
        _ body: (UInt8) -> [UInt8]
    ) -> Bool {
        let state = state.withLock { $0 }
        guard let port = state.port else { return false }
        let version = initiator?.version ?? state.initiators.map(\.version).min() ?? InquiryMessage.newestVersion
        let message = InquiryMessage(
            type, about: address, version: version, from: state.identifier,
            to: initiator?.identifier ?? InquiryMessage.everybody, body(version))
        do throws(AudioError) {
            if state.isOwn {
                try port.send(message, from: state.source)
            } else {
                try port.send(message, to: state.destination)
            }
            return true
        } catch { return false }
    }

    // MARK: Answering

    private func receive(_ message: InquiryMessage) {
        let identifier = state.withLock { $0.port == nil ? 0 : $0.identifier }
        // What the device says itself comes back where a program connects its endpoints.
        guard identifier != 0, message.source != identifier else { return }
        guard message.destination == identifier || message.destination == InquiryMessage.everybody else { return }
        let initiator = (
            identifier: message.source, version: min(max(message.version, 1), InquiryMessage.newestVersion)
        )
        switch message.type {
        case MIDICIManagementMessageType.discovery.rawValue: answerDiscovery(message, initiator)
        case MIDICIManagementMessageType.invalidateMUID.rawValue: forget(message)
        case MIDICIManagementMessageType.replyToDiscovery.rawValue, MIDICIManagementMessageType.MIDICIACK.rawValue,
            MIDICIManagementMessageType.MIDICINAK.rawValue:
            break
        default:
            guard message.destination == identifier,
                state.withLock({ $0.initiators.contains { $0.identifier == message.source } })
            else { return }
            answer(message, initiator)
        }
    }

    private func answerDiscovery(_ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8)) {
        guard let asking = InquiryDevice(message.body) else { return }
        if !state.withLock({ $0.initiators.contains { $0.identifier == message.source } }) {
            guard decisions.accepts(message.source, asking) else { return }
            let isKept = state.withLock { state in
                guard state.port != nil else { return false }
                if state.initiators.count >= Self.mostInitiators { state.initiators.removeFirst() }
                state.initiators.append(initiator)
                return true
            }
            guard isKept else { return }
        }
        send(MIDICIManagementMessageType.replyToDiscovery.rawValue, about: InquiryMessage.block, to: initiator) {
            device.body(version: $0, isAnswer: true)
        }
    }

    private func forget(_ message: InquiryMessage) {
        guard message.body.count >= 4 else { return }
        let gone = InquiryMessage.number(message.body[0..<4])
        let wasThere = state.withLock { state in
            let count = state.initiators.count
            state.initiators.removeAll { $0.identifier == gone }
            return state.initiators.count < count
        }
        if wasThere { decisions.left(gone) }
    }

    private func answer(_ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8)) {
        switch message.type {
        case MIDICIProfileMessageType.profileInquiry.rawValue: answerProfiles(message, initiator)
        case MIDICIProfileMessageType.setProfileOn.rawValue: turn(message, initiator, isEnabled: true)
        case MIDICIProfileMessageType.setProfileOff.rawValue: turn(message, initiator, isEnabled: false)
        case MIDICIProfileMessageType.profileSpecificData.rawValue: take(message, initiator)
        case MIDICIPropertyExchangeMessageType.inquiryPropertyExchangeCapabilities.rawValue
        where device.categories & InquiryDevice.properties != 0:
            let type = MIDICIPropertyExchangeMessageType.replyToPropertyExchangeCapabilities
            send(type.rawValue, about: InquiryMessage.block, to: initiator) { $0 >= 2 ? [1, 0, 0] : [1] }
        case MIDICIPropertyExchangeMessageType.inquiryGetPropertyData.rawValue
        where device.categories & InquiryDevice.properties != 0:
            answerProperty(message, initiator, .replyToGetProperty)
        case MIDICIPropertyExchangeMessageType.inquirySetPropertyData.rawValue
        where device.categories & InquiryDevice.properties != 0:
            answerProperty(message, initiator, .replyToSetPropertyData)
        default: refuse(message, initiator)
        }
    }

    /// States the profiles of what the question is about: of all, if that is the function block, which comes last.
    private func answerProfiles(_ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8)) {
        let profiles = state.withLock { $0.profiles }
        let isAll = message.address == InquiryMessage.block
        for address in isAll ? profiles.keys.filter({ $0 != InquiryMessage.block }).sorted() : [] {
            state(profiles[address], address, initiator)
        }
        state(profiles[message.address], message.address, initiator)
    }

    private func state(
        _ profiles: InquiryLink.Profiles?, _ address: UInt8, _ initiator: (identifier: UInt32, version: UInt8)
    ) {
        let profiles = profiles ?? InquiryLink.Profiles()
        send(MIDICIProfileMessageType.replyToProfileInquiry.rawValue, about: address, to: initiator) { _ in
            InquiryProfile.body(profiles.enabled) + InquiryProfile.body(profiles.disabled)
        }
    }

    private func turn(
        _ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8), isEnabled: Bool
    ) {
        guard let profile = InquiryProfile(message.body.prefix(InquiryProfile.size)),
            profiles(about: message.address).has(profile),
            decisions.allows(profile, message.address, isEnabled),
            set(profile, about: message.address, isEnabled: isEnabled)
        else { return refuse(message, initiator) }
    }

    private func take(_ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8)) {
        let body = message.body
        guard let profile = InquiryProfile(body.prefix(InquiryProfile.size)),
            profiles(about: message.address).has(profile), body.count >= 9
        else { return refuse(message, initiator) }
        let count = Int(InquiryMessage.number(body[5..<9]))
        guard count <= body.count - 9 else { return refuse(message, initiator) }
        decisions.receives(profile, message.address, Array(body[9..<9 + count]))
    }

    /// Answers that there is no such property: programs have no way to state any.
    private func answerProperty(
        _ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8),
        _ type: MIDICIPropertyExchangeMessageType
    ) {
        guard let request = message.body.first else { return refuse(message, initiator) }
        let header = Array(#"{"status":404}"#.utf8)
        send(type.rawValue, about: InquiryMessage.block, to: initiator) { _ in
            [request] + InquiryMessage.bytes(UInt32(header.count), 2) + header + InquiryMessage.bytes(1, 2)
                + InquiryMessage.bytes(1, 2) + InquiryMessage.bytes(0, 2)
        }
    }

    private func refuse(_ message: InquiryMessage, _ initiator: (identifier: UInt32, version: UInt8)) {
        send(MIDICIManagementMessageType.MIDICINAK.rawValue, about: message.address, to: initiator) {
            $0 >= 2 ? [message.type, 0, 0, 0, 0, 0, 0, 0, 0, 0] : []
        }
    }
}
