import AudioCore
import Foundation
import MIDIDevices
import MIDIEvents

/// A conversation with a device: its profiles, and what it reports of them.
final class InquiryLink: Sendable {
    /// What a conversation reports, on the queue.
    enum Event: Sendable {
        case ready
        /// A profile has been turned on or off, about a channel, the group or the function block.
        case changed(UInt8, InquiryProfile, isEnabled: Bool)
        case added(UInt8, InquiryProfile)
        case removed(UInt8, InquiryProfile)
        case data(UInt8, InquiryProfile, [UInt8])
        case ended(AudioError)
    }

    struct Profiles: Equatable, Sendable {
        var enabled: [InquiryProfile] = []
        var disabled: [InquiryProfile] = []

        mutating func set(_ profile: InquiryProfile, isEnabled: Bool) {
            remove(profile)
            if isEnabled { enabled.append(profile) } else { disabled.append(profile) }
        }

        mutating func remove(_ profile: InquiryProfile) {
            enabled.removeAll { $0 == profile }
            disabled.removeAll { $0 == profile }
        }

        func has(_ profile: InquiryProfile) -> Bool { enabled.contains(profile) || disabled.contains(profile) }
    }

    /// Profiles that are kept for one channel, so that a device cannot fill the memory.
    private static let mostProfiles = 1024

    private struct State {
        var profiles: [UInt8: Profiles] = [:]
        var mostRequests = 0
        var isReady = false
        var isEnded = false
        var awaitsProfiles = false
        var awaitsProperties = false
        var talk: Int?
        var watch: Int?
    }

    let node: InquiryNode
    private let initiator: InquiryInitiator
    private let state = LockedValue(State())
    private let handler: @Sendable (Event) -> Void

    init(
        _ node: InquiryNode, _ initiator: InquiryInitiator = .shared, _ handler: @escaping @Sendable (Event) -> Void
    ) {
        self.node = node
        self.initiator = initiator
        self.handler = handler
    }

    deinit { close() }

    var supportsProfiles: Bool { node.device.categories & InquiryDevice.profiles != 0 }
    var supportsProperties: Bool { node.device.categories & InquiryDevice.properties != 0 }
    /// How many requests for properties the device takes at the same time; 0 before it has said so.
    var mostRequests: Int { state.withLock { $0.mostRequests } }
    var isEnded: Bool { state.withLock { $0.isEnded } }

    func profiles(about address: UInt8) -> Profiles { state.withLock { $0.profiles[address] ?? Profiles() } }
    /// All channels, and so on, that have profiles, the least first.
    var addresses: [UInt8] { state.withLock { $0.profiles.keys.sorted() } }

    // MARK: Beginning and end

    /// Asks for the profiles, and how properties are exchanged. `ready` follows when all has been answered, or after half a second.
    func begin() {
        state.withLock { $0.awaitsProfiles = supportsProfiles }
        state.withLock { $0.awaitsProperties = supportsProperties }
        do throws(AudioError) {
            let talk = try initiator.talk(with: node) { [weak self] in self?.receive($0) }
            state.withLock { $0.talk = talk }
            let watch = try initiator.watch { [weak self] in self?.look() }
            state.withLock { $0.watch = watch }
            if supportsProfiles {
                try initiator.send(MIDICIProfileMessageType.profileInquiry.rawValue, to: node, [])
            }
            if supportsProperties {
                let type = MIDICIPropertyExchangeMessageType.inquiryPropertyExchangeCapabilities.rawValue
                try initiator.send(type, to: node, node.version >= 2 ? [1, 0, 0] : [1])
            }
        } catch { end(error) }
        InquiryPort.queue.asyncAfter(deadline: .now() + InquiryInitiator.patience) { [weak self] in
            self?.becomeReady(isLate: true)
        }
        InquiryPort.queue.async { [weak self] in self?.becomeReady(isLate: false) }
    }

    private func becomeReady(isLate: Bool) {
        let isNew = state.withLock { state in
            guard !state.isReady, !state.isEnded, isLate || !(state.awaitsProfiles || state.awaitsProperties) else {
                return false
            }
            state.isReady = true
            return true
        }
        if isNew { ProgramEnd.call { handler(.ready) } }
    }

    private func look() { if !initiator.isThere(node) { end(.midiObject.because("the device has gone")) } }

    private func end(_ error: AudioError) {
        guard close() else { return }
        InquiryPort.perform { [handler] in handler(.ended(error)) }
    }

    /// Ends without a report. False where it has ended before.
    @discardableResult func close() -> Bool {
        let numbers = state.withLock { state -> (talk: Int?, watch: Int?)? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return (state.talk, state.watch)
        }
        guard let numbers else { return false }
        if let talk = numbers.talk { initiator.stopTalking(talk) }
        if let watch = numbers.watch { initiator.stopWatching(watch) }
        return true
    }

    // MARK: Asking

    /// Asks the device to turn a profile on or off. The device reports when it has done so.
    ///
    /// - Throws: `midiObject` where the device has no such profile there, `midiNoConnection` where it has gone.
    func set(_ profile: InquiryProfile, about address: UInt8, isEnabled: Bool, channels: Int) throws(AudioError) {
        try check(profile, address)
        let type: MIDICIProfileMessageType = isEnabled ? .setProfileOn : .setProfileOff
        try initiator.send(
            type.rawValue, about: address, to: node,
            profile.body(channels: isEnabled ? channels : 0, version: node.version))
    }

    /// Sends data that a profile defines, of 7 bits a byte.
    func send(_ data: [UInt8], of profile: InquiryProfile, about address: UInt8) throws(AudioError) {
        try check(profile, address)
        guard data.allSatisfy({ $0 < 0x80 }) else { throw .parameter.because("the data has bytes of 8 bits") }
        try initiator.send(
            MIDICIProfileMessageType.profileSpecificData.rawValue, about: address, to: node,
            profile.bytes + InquiryMessage.bytes(UInt32(data.count), 4) + data)
    }

    private func check(_ profile: InquiryProfile, _ address: UInt8) throws(AudioError) {
        let (isEnded, has) = state.withLock { ($0.isEnded, $0.profiles[address]?.has(profile) ?? false) }
        guard !isEnded else { throw .midiNoConnection.because("the device has gone") }
        guard has else { throw .midiObject.because("the device has no such profile there") }
    }

    // MARK: Receiving

    private func receive(_ message: InquiryMessage) {
        guard message.source == node.identifier else { return }
        if message.type == MIDICIManagementMessageType.invalidateMUID.rawValue {
            guard message.body.count >= 4, InquiryMessage.number(message.body[0..<4]) == node.identifier else { return }
            return end(.midiObject.because("the device has given up its identifier"))
        }
        if message.type == MIDICIManagementMessageType.MIDICINAK.rawValue { return noteRefusal(message) }
        if message.type == MIDICIPropertyExchangeMessageType.replyToPropertyExchangeCapabilities.rawValue {
            state.withLock { state in
                state.mostRequests = Int(message.body.first ?? 0)
                state.awaitsProperties = false
            }
            return becomeReady(isLate: false)
        }
        guard let type = MIDICIProfileMessageType(rawValue: message.type) else { return }
        if type == .replyToProfileInquiry { return noteProfiles(message) }
        guard let profile = InquiryProfile(message.body.prefix(InquiryProfile.size)) else { return }
        switch type {
        case .profileEnabledReport:
            note(message.address, profile, .changed(message.address, profile, isEnabled: true)) {
                $0.set(profile, isEnabled: true)
            }
        case .profileDisabledReport:
            note(message.address, profile, .changed(message.address, profile, isEnabled: false)) {
                $0.set(profile, isEnabled: false)
            }
        case .profileAdded:
            note(message.address, profile, .added(message.address, profile)) {
                $0.set(profile, isEnabled: false)
            }
        case .profileRemoved: note(message.address, profile, .removed(message.address, profile)) { $0.remove(profile) }
        case .profileSpecificData: noteData(message, profile)
        default: break
        }
    }

    private func note(
        _ address: UInt8, _ profile: InquiryProfile, _ event: Event, _ change: (inout Profiles) -> Void
    ) {
        state.withLock { state in
            var profiles = state.profiles[address] ?? Profiles()
            change(&profiles)
            guard profiles.enabled.count + profiles.disabled.count <= Self.mostProfiles else { return }
            state.profiles[address] = profiles
        }
        handler(event)
    }

    private func noteProfiles(_ message: InquiryMessage) {
        var place = 0
        guard let enabled = InquiryProfile.list(message.body, &place),
            let disabled = InquiryProfile.list(message.body, &place)
        else { return }
        state.withLock { state in
            state.profiles[message.address] = Profiles(
                enabled: Array(enabled.prefix(Self.mostProfiles)), disabled: Array(disabled.prefix(Self.mostProfiles)))
            // The answer about the function block is the last one.
            if message.address == InquiryMessage.block { state.awaitsProfiles = false }
        }
        becomeReady(isLate: false)
    }

    private func noteData(_ message: InquiryMessage, _ profile: InquiryProfile) {
        let body = message.body
        guard body.count >= 9 else { return }
        let count = Int(InquiryMessage.number(body[5..<9]))
        guard count <= body.count - 9 else { return }
        handler(.data(message.address, profile, Array(body[9..<9 + count])))
    }

    /// What the device does not know, it does not have.
    private func noteRefusal(_ message: InquiryMessage) {
        state.withLock { state in
            // The first version does not say what was refused.
            let refused = message.version >= 2 ? message.body.first : nil
            if refused == nil || refused == MIDICIProfileMessageType.profileInquiry.rawValue {
                state.awaitsProfiles = false
            }
            let capabilities = MIDICIPropertyExchangeMessageType.inquiryPropertyExchangeCapabilities.rawValue
            if refused == nil || refused == capabilities { state.awaitsProperties = false }
        }
        becomeReady(isLate: false)
    }
}
