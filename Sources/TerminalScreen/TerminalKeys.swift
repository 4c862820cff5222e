import AudioCore
import Dispatch
import Glibc

/// The keys of the terminal of standard input, as they are pressed and without an echo, while the program is in its foreground.
///
/// Control-C and Control-Z do what they always do, and the shell has its own settings meanwhile. `close` gives them back for good:
/// what a signal ends must call it too.
public final class TerminalKeys: Sendable {
    private struct State {
        var settings: termios?
        var isReading = false
        var isClosed = false
        var parser = KeyParser()
        var sources: [any DispatchSourceProtocol] = []
    }

    private let state = LockedValue(State())
    private let handler: @Sendable ([Key]) -> Void

    /// Nil where standard input is no terminal, or one that another program has in its foreground.
    ///
    /// - Parameter handler: called on a thread of its own with the keys; without any for those that have no name or whose sequence is not
    ///   complete, and where the terminal is gone.
    public init?(_ handler: @escaping @Sendable ([Key]) -> Void) {
        guard isatty(STDIN_FILENO) == 1, Self.isInForeground else { return nil }
        self.handler = handler
        // No global queue: Dispatch looks for the threads of one in /proc, and ends the process where that is missing.
        let queue = DispatchQueue(label: "TerminalKeys")
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        input.setEventHandler { [weak self] in self?.read() }
        let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
        stop.setEventHandler { [weak self] in self?.suspend() }
        let resume = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
        resume.setEventHandler { [weak self] in self?.enter() }
        state.withLock { $0.sources = [input, stop, resume] }
        for source in [stop, resume] { source.resume() }
        enter()
    }

    deinit { close() }

    /// Whether the terminal of standard input is this program's. Reading or changing it would stop a program in its background.
    private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    private func enter() {
        state.withLock { state in
            var settings = termios()
            guard !state.isClosed, state.settings == nil, Self.isInForeground, tcgetattr(STDIN_FILENO, &settings) == 0
            else { return }
            state.settings = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            state.isReading = true
            state.sources.first?.resume()
        }
    }

    private func leave(_ state: inout State) {
        guard var settings = state.settings else { return }
        if Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        state.settings = nil
        if state.isReading { state.sources.first?.suspend() }
        state.isReading = false
    }

    /// Control-Z: gives the terminal back, and takes it again when the shell lets the program go on in the foreground.
    private func suspend() {
        state.withLock { leave(&$0) }
        stopProcess()
        enter()
    }

    private func read() {
        guard state.withLock({ $0.isReading }) else { return }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            // A terminal that has gone is at its end for ever.
            close()
            return handler([])
        }
        handler(state.withLock { $0.parser.keys(bytes.prefix(count)) })
    }

    /// Gives the terminal back for good.
    public func close() {
        let sources = state.withLock { state -> [any DispatchSourceProtocol] in
            leave(&state)
            state.isClosed = true
            defer { state.sources = [] }
            return state.sources
        }
        for (index, source) in sources.enumerated() {
            source.cancel()
            // One that is suspended must not be released.
            if index == 0 { source.resume() }
        }
    }
}
