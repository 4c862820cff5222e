import Foundation

/// The whole screen of the terminal, until it is restored.
final class Screen {
    private let before: termios
    private var lastRows: [String] = []
    let hasUnicode: Bool

    /// Takes the screen; nil where the output is no terminal.
    init?() {
        var settings = termios()
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDOUT_FILENO, &settings) == 0 else { return nil }
        before = settings
        setlocale(LC_CTYPE, "")
        hasUnicode = String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
        // Keys are not to be seen in the picture. Control-C still interrupts.
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
        // Another screen, no cursor, and no new line after the last column.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    func restore() {
        write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var settings = before
        tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    }

    /// The present size, which may change at any time.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes the rows that have changed, or all after a change of the size.
    func show(_ rows: [String]) {
        var text = ""
        if rows.count != lastRows.count || rows[0].count != lastRows[0].count { (text, lastRows) = ("\u{1B}[2J", []) }
        for (index, row) in rows.enumerated() where lastRows.isEmpty || row != lastRows[index] {
            text += "\u{1B}[\(index + 1);1H" + row
        }
        lastRows = rows
        write(text)
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
