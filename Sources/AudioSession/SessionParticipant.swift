import AudioCore

/// A player, a recorder or a queue: what stops when the session is interrupted or its device is unplugged.
///
/// The session calls these on a thread of its own, or on that of a program's call, and holds no lock meanwhile.
package protocol SessionParticipant: AnyObject, Sendable {
    /// Stops the sound, and returns when that is done. The program is notified afterwards.
    func sessionWasInterrupted()
    /// The same where the program itself makes the session inactive.
    func sessionWillDeactivate()
    func sessionMayResume(_ shouldResume: Bool)
    /// The output in use has been unplugged: what plays stops, and what records continues.
    func routeWasLost()
    /// Asked under the session's lock.
    var isRunning: Bool { get }
    /// Whether it plays recorded sound by itself, as `AVAudioPlayer` does: one that runs makes the session the one that people
    /// listen to.
    var isPlayer: Bool { get }
}

extension SessionParticipant {
    package func sessionWillDeactivate() { sessionWasInterrupted() }
    package var isPlayer: Bool { false }
}

/// Ends the notifications of an observer when it is released.
package final class SessionObservation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}

/// Who is notified, and who stops.
struct SessionAudience {
    struct Observer {
        let id: UInt64
        let body: @Sendable (SessionNotification) -> Void
    }

    private struct Member { weak var participant: (any SessionParticipant)? }

    private var members: [ObjectIdentifier: Member] = [:]
    /// Members at which those that are gone are looked for: each addition costs the same, however many there are.
    private var crowd = 16
    private(set) var observers: [Observer] = []
    private var lastID: UInt64 = 0

    var participants: [any SessionParticipant] { members.values.compactMap(\.participant) }

    /// - Returns: what may hold the last references now. To be released without the lock.
    mutating func add(_ participant: any SessionParticipant) -> [any SessionParticipant] {
        members[ObjectIdentifier(participant)] = Member(participant: participant)
        guard members.count > crowd else { return [] }
        let alive = participants
        members = Dictionary(uniqueKeysWithValues: alive.map { (ObjectIdentifier($0), Member(participant: $0)) })
        crowd = max(16, 2 * alive.count)
        return alive
    }

    mutating func remove(_ participant: any SessionParticipant) { members[ObjectIdentifier(participant)] = nil }

    mutating func add(_ body: @escaping @Sendable (SessionNotification) -> Void) -> UInt64 {
        lastID += 1
        observers.append(Observer(id: lastID, body: body))
        return lastID
    }

    mutating func removeObserver(_ id: UInt64) -> Observer? {
        observers.firstIndex { $0.id == id }.map { observers.remove(at: $0) }
    }
}
