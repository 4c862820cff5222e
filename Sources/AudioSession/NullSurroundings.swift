/// Where there is no session bus: nobody is notified, and nothing arrives.
package final class NullSurroundings: SessionSurroundings {
    package init() {}
    package func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) {}
    package func announceActive(_ setting: SessionSetting) {}
    package func announceInactive(notifiesOthers: Bool) {}
    package func setKeepsAwake(_ keeps: Bool) {}
    package func setPausesOtherPlayers(_ pauses: Bool) {}
}
