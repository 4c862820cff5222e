/// What a session hears from outside its process.
package enum SessionNews: Equatable, Sendable {
    case peerActive(Session.PeerID, SessionSetting)
    case peerInactive(Session.PeerID, notifiesOthers: Bool)
    /// The peer's program ended, well or badly.
    case peerEnded(Session.PeerID)
    case callBegan
    case callEnded
    case screenLocked(Bool)
    case silentSwitch(Bool)
    /// The machine is about to sleep (true), or is awake again.
    case sleeping(Bool)
}

/// What comes of the question whether a program may record.
package enum SessionConsent: Sendable {
    case given, refused
    /// The question has ended without an answer of the user's: nobody has consented, and another question may follow.
    case open
    /// Nobody asks users here.
    case notNeeded
}

/// How a session reaches other programs and the desktop: the session bus, or nothing where there is none.
///
/// Methods may be called on any thread and under the session's lock, return at once, and keep the order of their calls. A
/// session that has not announced itself is unknown to others.
package protocol SessionSurroundings: AnyObject, Sendable {
    /// Begins to deliver news, one at a time and in order, on a thread of its own. Peers that are active already come
    /// first.
    ///
    /// - Parameter deliver: may take locks of the session and may call the surroundings.
    func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void)
    /// Waits until the news have been delivered of what there was at `begin`, for 100 ms at most. Not to be called under a lock
    /// or on the thread that delivers.
    func catchUp()
    /// Notifies the peers that this session is active with a setting, or has another setting.
    func announceActive(_ setting: SessionSetting)
    func announceInactive(notifiesOthers: Bool)
    /// Whether the peer that news being delivered name became active before this session did, and is interrupted by it: then the
    /// news do not count.
    ///
    /// To be asked under the lock under which the session becomes active and announces that. So two sessions that become
    /// active at once agree on which of them has the sound.
    func isOvertaken(_ news: SessionNews) -> Bool
    /// Whether the machine is to stay awake: while what plays is not meant to end with the screen.
    func setKeepsAwake(_ keeps: Bool)
    /// Pauses players of other vendors that are playing (true), each time anew, and lets those that this one has paused go on
    /// (false).
    func setPausesOtherPlayers(_ pauses: Bool)
    /// Whether a portal runs that asks users before a program records. Known after `catchUp`.
    var asksBeforeRecording: Bool { get }
    /// Has the portal ask the user.
    ///
    /// - Parameter answer: called once, on any thread.
    func askToRecord(_ answer: @escaping @Sendable (SessionConsent) -> Void)
}

extension SessionSurroundings {
    package func catchUp() {}
    package func isOvertaken(_ news: SessionNews) -> Bool { false }
    package var asksBeforeRecording: Bool { false }
    package func askToRecord(_ answer: @escaping @Sendable (SessionConsent) -> Void) { answer(.notNeeded) }
}
