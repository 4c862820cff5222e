import AudioCore
import AudioSession
import Glibc
import MessageBus

// A program with an audio session, for tests: `session-program SESSION-BUS SYSTEM-BUS`. It does what its standard input says, a
// command a line, and writes what happens to it.

/// Writes a line at once, whatever the thread that reads the standard input holds.
func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

/// A session with its surroundings.
final class Program: Sendable {
    private let session = LockedValue(Session(), .state)
    private let surroundings: DesktopSurroundings

    init(_ session: String, _ system: String) {
        surroundings = DesktopSurroundings(session: .at(session), system: .at(system))
    }

    func begin() {
        surroundings.begin { [self] news in
            change { surroundings.isOvertaken(news) ? [] : Self.take(news, &$0) }
        }
    }

    /// Announces and reports under the lock, in the order of the changes.
    private func change(_ body: (inout Session) throws -> [Session.Effect]) rethrows {
        try session.withLock { for effect in try body(&$0) { carryOut(effect) } }
    }

    private static func take(_ news: SessionNews, _ session: inout Session) -> [Session.Effect] {
        switch news {
        case .peerActive(let peer, let setting): session.peerDidActivate(peer, setting)
        case .peerInactive(let peer, let notifies): session.peerDidDeactivate(peer, notifiesOthers: notifies)
        case .peerEnded(let peer): session.peerDidEnd(peer)
        case .callBegan: session.callDidBegin()
        case .callEnded: session.callDidEnd()
        case .screenLocked(let isLocked): session.screenDidLock(isLocked)
        case .silentSwitch(let isOn): session.silentSwitchDidMove(isOn: isOn)
        case .sleeping: []
        }
    }

    /// `set CATEGORY OPTIONS`, `activate`, `deactivate`, `resume` (deactivates and lets others go on), `exit`;
    /// `pause` and `unpause` other players; `say WORD`.
    func obey(_ words: [String]) throws {
        switch words.first {
        case "set":
            let category = SessionCategory.allCases.first { "\($0)" == words[1] } ?? .playback
            let setting = try SessionSetting(category, options: SessionOptions(rawValue: UInt(words[2]) ?? 0))
            try change { try $0.set(setting) }
        case "activate": try change { try $0.activate() }
        case "deactivate": change { $0.deactivate(notifiesOthers: false).effects }
        case "resume": change { $0.deactivate(notifiesOthers: true).effects }
        case "pause": surroundings.setPausesOtherPlayers(true)
        case "unpause": surroundings.setPausesOtherPlayers(false)
        case "say": report(words[1])
        case "exit": exit(0)
        default: break
        }
    }

    private func carryOut(_ effect: Session.Effect) {
        switch effect {
        case .announceActive(let setting): surroundings.announceActive(setting)
        case .announceInactive(let notifies): surroundings.announceInactive(notifiesOthers: notifies)
        case .gain(let gain): report("gain \(gain)")
        case .interruptionBegan: report("began")
        case .interruptionEnded(let shouldResume): report("ended \(shouldResume)")
        case .secondaryAudioHint, .routeChanged: break
        }
    }
}

let program = Program(CommandLine.arguments[1], CommandLine.arguments[2])
program.begin()
while let line = readLine() {
    // A script gives several commands in one line, so that nothing comes in between.
    for command in line.split(separator: ";") { try program.obey(command.split(separator: " ").map(String.init)) }
}
