import AudioCore
import MessageBus

/// A session among the other programs of its user and machine, by D-Bus. Without a bus it is alone, at no cost.
///
/// docs/Sessions.md says what goes over the buses.
package final class DesktopSurroundings: SessionSurroundings {
    private let addresses: (session: BusAddress, system: BusAddress)
    private let patience: UInt64
    private let inbox = DesktopInbox()
    private let hasBegun = LockedValue(false)

    /// How long a program waits for others to answer.
    private static let delay = HostTime.ticksPerSecond / 10

    /// - Parameters:
    ///   - session: the user's bus.
    ///   - system: the machine's bus.
    ///   - patience: nanoseconds for which an answer of a bus or of a service is expected.
    package init(
        session: BusAddress = .session, system: BusAddress = .system, patience: UInt64 = BusClient.patience
    ) {
        addresses = (session, system)
        self.patience = patience
    }

    /// Lets the thread leave the buses, which it does by itself.
    deinit { inbox?.change { $0.isEnding = true } }

    package func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst, let inbox else { return }
        DesktopExit.add(inbox)
        let thread = try? Thread(name: "audio-session") { [addresses, patience] in
            Desktop(addresses, patience, inbox, news: deliver).run()
        }
        if let thread { thread.detach() } else { inbox.close() }
    }

    package func catchUp() {
        LockOrder.willWait()
        inbox?.waitUntilCaughtUp(nanoseconds: Self.delay)
    }

    package func announceActive(_ setting: SessionSetting) {
        announce(PeerState(isActive: true, setting: setting, since: HostTime.now(), notifiesOthers: false))
    }

    package func announceInactive(notifiesOthers: Bool) {
        let now = HostTime.now()
        inbox?.change { wishes in
            let setting = wishes.own?.setting ?? .standard
            wishes.own = PeerState(isActive: false, setting: setting, since: now, notifiesOthers: notifiesOthers)
        }
    }

    package func isOvertaken(_ news: SessionNews) -> Bool {
        guard case .peerActive(_, let setting) = news else { return false }
        return inbox?.isOvertaken(by: setting) ?? false
    }

    private func announce(_ state: PeerState) { inbox?.change { $0.own = state } }

    package var asksBeforeRecording: Bool { inbox?.hasPortal ?? false }

    package func askToRecord(_ answer: @escaping @Sendable (SessionConsent) -> Void) {
        if let inbox { inbox.ask(answer) } else { answer(.notNeeded) }
    }

    package func setKeepsAwake(_ keeps: Bool) { inbox?.change { $0.keepsAwake = keeps } }
    package func setPausesOtherPlayers(_ pauses: Bool) {
        inbox?.change { wishes in
            wishes.pausesPlayers = pauses
            if pauses { wishes.pauses += 1 }
        }
    }
}
