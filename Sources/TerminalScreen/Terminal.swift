import AudioCore
import Glibc

/// Columns and rows of a terminal.
public struct TerminalSize: Equatable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// The terminal of standard input and output, whose whole screen a program uses for a while.
///
/// Between `enter` and `leave` keys arrive as they are pressed and are not echoed, and the text that was on the screen is kept
/// aside. All methods may be called on any thread, and none waits for the terminal: what it does not take at once is written
/// later, by `flush`.
public final class Terminal: Sendable {
    private let state = LockedValue(State())
    private let output: Int32

    private struct State {
        /// The settings from before `enter`; nil outside of it.
        var settings: termios?
        /// What the terminal has not taken yet.
        var unwritten: [UInt8] = []
        var isClosed = false
    }

    /// The other screen, without a cursor and without continuing long lines below.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    private static let leaving = "\u{1B}[?2026l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Whether standard input and standard output are a terminal.
    public static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    public init() {
        // A description of its own, so that others that write to the terminal go on waiting for it. Where the terminal
        // belongs to another user, writing may wait.
        let own = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        output = own >= 0 ? own : STDOUT_FILENO
    }

    deinit {
        leave()
        if output != STDOUT_FILENO { _ = Glibc.close(output) }
    }

    /// Takes the terminal over, again after the process was stopped, too: the shell may have used the terminal meanwhile.
    public func enter() {
        state.withLock { state in
            var settings = termios()
            guard !state.isClosed, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
            if state.settings == nil { state.settings = settings }
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
                // No key for SIGQUIT, which nobody would restore the terminal after.
                characters[Int(VQUIT)] = 0
            }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            state.unwritten = Array(Self.entering.utf8)
            flush(&state)
        }
    }

    /// Gives the terminal back as it was.
    public func leave() { state.withLock { leave(&$0) } }

    /// Gives the terminal back for good: `enter` does nothing from now on.
    public func close() {
        state.withLock { state in
            leave(&state)
            state.isClosed = true
        }
    }

    private func leave(_ state: inout State) {
        guard var settings = state.settings else { return }
        state.unwritten = Array(Self.leaving.utf8)
        flush(&state)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        (state.settings, state.unwritten) = (nil, [])
    }

    /// Writes as much as the terminal takes. Nothing outside of `enter` and `leave`.
    public func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.settings != nil else { return }
            state.unwritten += bytes
            flush(&state)
        }
    }

    /// Writes what the terminal did not take before.
    ///
    /// - Returns: whether everything is written now.
    public func flush() -> Bool { state.withLock { flush(&$0) } }

    @discardableResult private func flush(_ state: inout State) -> Bool {
        while !state.unwritten.isEmpty {
            let count = Glibc.write(output, state.unwritten, state.unwritten.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return false }
            // A terminal that is gone takes nothing any more.
            state.unwritten.removeFirst(count > 0 ? count : state.unwritten.count)
        }
        return true
    }

    /// 80 columns and 24 rows where the terminal does not say.
    public var size: TerminalSize { Self.size(of: output) }

    private static func size(of descriptor: Int32) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The columns of the terminal that a descriptor leads to; 80 where it does not say.
    public static func columns(of descriptor: Int32) -> Int { size(of: descriptor).columns }

    /// Bytes of keys that were pressed; nil where the terminal is gone.
    public func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
