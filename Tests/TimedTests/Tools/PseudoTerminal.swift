import Foundation
import TestSupport
import Testing

/// A terminal of the test's own with a program in it, and the screen that the program writes.
final class PseudoTerminal {
    private let control: Int32
    /// The program's side, open as long as the test reads its settings.
    private let line: Int32
    private let pid: pid_t
    private var status: Int32?
    private(set) var screen: ScreenModel
    private let before: termios

    // What Swift's Glibc leaves out: TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID.
    private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    private static let newSession: Int32 = 0x80

    /// Starts a program of PATH, with the installed tools first, in a terminal of so many columns and rows.
    init(
        _ words: [String], in folder: TemporaryFolder, columns: Int = 80, rows: Int = 24,
        environment changes: [String: String] = [:]
    ) throws {
        control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var (lock, number) = (Int32(0), Int32(0))
        try #require(ioctl(control, Self.setLock, &lock) == 0 && ioctl(control, Self.getNumber, &number) == 0)
        let path = "/dev/pts/\(number)"
        line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(line >= 0)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(line, UInt(TIOCSWINSZ), &size) == 0)
        screen = ScreenModel(columns: columns, rows: rows)
        before = Self.settings(line)
        pid = try Self.spawn(["/usr/bin/env", "-C", folder.path] + words, path, changes)
    }

    /// The first terminal that a new session opens becomes its own.
    private static func spawn(_ words: [String], _ terminal: String, _ changes: [String: String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
        var variables = ProcessInfo.processInfo.environment
        for name in ["LC_ALL", "LC_CTYPE", "NO_COLOR"] { variables[name] = nil }
        variables["PATH"] = Installed.tools + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        variables.merge(["COREAUDIO_BACKEND": "null", "TERM": "xterm", "LANG": "C.UTF-8"]) { $1 }
        variables.merge(changes) { $1 }
        var argv = words.map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        try #require(posix_spawn(&pid, words[0], &actions, &attributes, &argv, &envp) == 0)
        return pid
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        _ = close(control)
        _ = close(line)
    }

    // MARK: What the user does

    func type(_ text: String) { _ = text.withCString { write(control, $0, strlen($0)) } }

    func send(_ signal: Int32) { kill(pid, signal) }

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        screen.resize(columns: columns, rows: rows)
        _ = ioctl(control, UInt(TIOCSWINSZ), &size)
    }

    // MARK: What the user sees

    /// Reads what comes until the screen is as described, for ten seconds at most.
    func shows(_ condition: (ScreenModel) -> Bool) -> Bool {
        eventually {
            read()
            return condition(screen)
        }
    }

    func shows(_ text: String) -> Bool { shows { $0.text.contains(text) } }

    /// Whether so many milliseconds pass without a byte.
    func isSilent(milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) == 0
    }

    func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let count = Foundation.read(control, &bytes, bytes.count), count > 0 {
            screen.take(bytes[..<count])
        }
    }

    /// Whether the program has taken all keys.
    var hasTakenKeys: Bool {
        var count: Int32 = 0
        return ioctl(line, UInt(FIONREAD), &count) == 0 && count == 0
    }

    /// Waits for the program's end: its exit status, or 128 and the signal that ended it; nil after ten seconds.
    func end(reads: Bool = true) -> Int32? {
        let isOver = eventually {
            if reads { read() }
            var found: Int32 = 0
            guard waitpid(pid, &found, WNOHANG) == pid else { return false }
            status = found & 0x7F == 0 ? found >> 8 & 0xFF : 128 + found & 0x7F
            return true
        }
        read()
        return isOver ? status : nil
    }

    /// Whether the terminal is as before the program: its settings, its screen, its cursor.
    var isRestored: Bool {
        let now = Self.settings(line)
        return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
            && now.c_cflag == before.c_cflag && now.c_cc.0 == before.c_cc.0 && now.c_cc.1 == before.c_cc.1
            && screen.isUsual
    }

    private static func settings(_ descriptor: Int32) -> termios {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return settings
    }
}
