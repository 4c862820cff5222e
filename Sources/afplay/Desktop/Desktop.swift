import CoreAudioAdditions

/// The player of the desktop that shows what this program plays, and what users ask of it there.
///
/// Without a session bus it does nothing. Any thread may call it, and no call waits.
final class Desktop: Sendable {
    private let asked: LockedValue<[DesktopCommand]>
    private let shown = LockedValue<DesktopState?>(nil)
    private let player: DesktopPlayer

    /// More commands are not kept.
    private static let mostAsked = 64

    /// - Parameter ask: called on a thread of the player's when there is something to take, and there was nothing before.
    init(_ ask: @escaping @Sendable () -> Void = {}) {
        let asked = LockedValue<[DesktopCommand]>([])
        self.asked = asked
        player = DesktopPlayer { command in
            let isFirst = asked.withLock { commands in
                guard commands.count < Self.mostAsked else { return false }
                commands.append(command)
                return commands.count == 1
            }
            if isFirst { ask() }
        }
    }

    /// What was asked for since the last call.
    func take() -> [DesktopCommand] {
        asked.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    /// Whether there is a bus, on which somebody may look. The first call begins to look for it.
    var isWatched: Bool {
        player.connect()
        return player.isConnected
    }

    /// Shows a state, unless it is the one that is shown, at the position that it has come to by itself.
    func show(_ new: DesktopState) {
        let news = shown.withLock { shown -> DesktopState? in
            var new = new
            if let old = shown, old.track?.identifier == new.track?.identifier,
                new.position.follows(old.position, of: new.track?.duration)
            {
                new.position = old.position
            }
            guard new != shown else { return nil }
            shown = new
            return new
        }
        if let news { player.show(news) }
    }
}
