import CoreAudioAdditions
import Glibc
import TerminalScreen
import ToolSupport

/// The keys of the terminal while sounds play in its foreground.
final class PlaybackKeys: Sendable {
    private let pressed = LockedValue<[Key]>([])
    private let terminal = LockedValue<TerminalKeys?>(nil)

    /// Nil where standard input, standard output or standard error is no terminal, or another program has that.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        guard let keys = TerminalKeys({ [pressed] keys in pressed.withLock { $0 += keys } }) else { return nil }
        terminal.withLock { $0 = keys }
        Interruption.beforeEnd { keys.close() }
    }

    /// Those that were pressed since the last call.
    func take() -> [Key] {
        pressed.withLock { keys in
            defer { keys = [] }
            return keys
        }
    }

    /// Gives the terminal back.
    func close() { terminal.withLock { $0 }?.close() }
}
