import MessageBus

/// What a session publishes of itself, as a dictionary of D-Bus: docs/Sessions.md.
///
/// Later versions may add keys, categories and modes, which this one reads past.
struct PeerState: Equatable, Sendable {
    var isActive: Bool
    var setting: SessionSetting
    /// Host time at which the session became active with the setting, or inactive.
    var since: UInt64
    /// Whether others may go on, where the session became inactive.
    var notifiesOthers: Bool

    static let inactive = PeerState(isActive: false, setting: .standard, since: 0, notifiesOthers: false)

    var message: BusValue {
        .dictionary([
            "active": .flag(isActive), "since": .uint64(since), "resume": .flag(notifiesOthers),
            "category": .text("\(setting.category)"), "mode": .text("\(setting.mode)"),
            "options": .uint64(UInt64(setting.options.rawValue)), "policy": .text("\(setting.policy)"),
        ])
    }
}

/// When a peer became active, in an order that is the same for both sides.
struct SessionMoment: Sendable {
    let since: UInt64
    let peer: String
    /// The unique name of this session's connection.
    let own: String

    /// Whether it was before this session did so.
    func isBefore(_ ownSince: UInt64) -> Bool { (since, peer) < (ownSince, own) }
}

extension PeerState {
    /// - Parameter now: a session that claims to be of a later time is of this one.
    /// - Returns: nil for what is no state.
    init?(_ message: [BusValue], at now: UInt64) {
        guard let values = message.first?.dictionary, let isActive = values["active"]?.flag else { return nil }
        self.isActive = isActive
        since = min(now, values["since"]?.integer() ?? now)
        notifiesOthers = values["resume"]?.flag ?? false
        setting = .read(
            category: values["category"]?.text ?? "", mode: values["mode"]?.text ?? "",
            options: SessionOptions(rawValue: values["options"]?.integer() ?? 0), policy: values["policy"]?.text ?? "")
    }
}

extension SessionSetting {
    /// The setting that is nearest to what another version has written.
    ///
    /// What others are notified of by a session depends on its category and on who mixes, ducks and interrupts: those are kept longest.
    static func read(category: String, mode: String, options: SessionOptions, policy: String) -> SessionSetting {
        // Of a category that is not known it is assumed that it plays.
        let category = SessionCategory.allCases.first { "\($0)" == category } ?? .playback
        let mode = SessionMode.allCases.first { "\($0)" == mode } ?? .standard
        let policy = SessionPolicy.allCases.first { "\($0)" == policy } ?? .standard
        let known = options.intersection(.all)
        if let setting = try? SessionSetting(category, mode: mode, options: known, policy: policy) { return setting }
        let allowed = known.intersection(category.options)
        for mode in [mode, .standard] {
            if let setting = try? SessionSetting(category, mode: mode, options: allowed) { return setting }
        }
        return .standard
    }

    /// The setting without what lets it interrupt speech.
    var withoutInterrupting: SessionSetting {
        (try? SessionSetting(category, mode: mode, options: options.subtracting(.interruptSpokenAudio), policy: policy))
            ?? self
    }
}
