import Foundation

/// The keys of the terminal, each as it is pressed; or the characters of another input.
final class Terminal {
    let isTerminal = isatty(STDIN_FILENO) == 1
    private var before = termios()

    init() {
        guard isTerminal, tcgetattr(STDIN_FILENO, &before) == 0 else { return }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    }

    /// The next key; nil at the end.
    func next() -> Character? {
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? Character(Unicode.Scalar(byte)) : nil
    }

    func restore() {
        guard isTerminal else { return }
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
}
