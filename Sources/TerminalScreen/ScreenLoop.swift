import AudioCore
@preconcurrency import Dispatch
import Glibc

/// Shows lines on the whole screen of the terminal and takes its keys, on the main queue, for as long as the program wants.
///
/// Control-Z gives the terminal back, and the loop takes it again when the shell lets the process continue.
@MainActor public final class ScreenLoop {
    private let terminal = Terminal()
    private let kind: TerminalKind
    private let endsBySignals: Bool
    private var screen: ScreenContent
    private var keys = KeyParser()
    private var sources: [any DispatchSourceProtocol] = []
    private var ends: SignalEnds?
    private var willTick = false
    private var willAskForEscape = false
    private var mask = sigset_t()
    private var isRunning = false

    /// Called with each key. The lines are asked for after it.
    public var press: @MainActor (Key) -> Void = { _ in }
    /// Makes the lines for a screen.
    public var lines: @MainActor (TerminalSize) -> [ScreenLine] = { _ in [] }
    /// Whether the lines change by themselves, so that they are asked for again in a moment.
    public var isMoving: @MainActor () -> Bool = { false }
    /// Called before a frame of what moves, and of what ``drawSoon()`` asks for, with the seconds since such a frame was due before.
    public var pass: @MainActor (_ seconds: Double) -> Void = { _ in }
    /// Called where the terminal is gone. No key comes after this.
    public var isGone: @MainActor () -> Void = {}

    /// Seconds between two frames of what moves, and those that the rest of a key's bytes may take, over a slow connection too.
    private static let (interval, escapeTime) = (0.1, 0.1)

    /// - Parameters:
    ///   - kind: what the terminal can show.
    ///   - endsBySignals: whether the loop gives the terminal back before SIGINT, SIGTERM or SIGHUP ends the process. False in a program
    ///     that does so itself.
    public init(_ kind: TerminalKind, endsBySignals: Bool) {
        (self.kind, self.endsBySignals) = (kind, endsBySignals)
        screen = ScreenContent(hasColors: kind.hasColors)
    }

    /// Takes the terminal over.
    public func begin() {
        guard !isRunning else { return }
        isRunning = true
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        if endsBySignals { ends = SignalEnds { [terminal] in terminal.close() } }
        terminal.enter()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readKeys() } }
        input.resume()
        sources.append(input)
        watch(SIGWINCH) { $0.draw() }
        watch(SIGTSTP) { $0.suspend() }
        watch(SIGCONT) { $0.restore() }
        draw()
    }

    /// Gives the terminal back, for good.
    public func end() {
        guard isRunning else { return }
        isRunning = false
        for source in sources { source.cancel() }
        sources = []
        terminal.close()
        ends?.end()
        ends = nil
        // Dispatch has blocked the signals that it handled.
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Gives the terminal back, for good, from any thread: for a program that is about to end.
    public nonisolated func giveBack() { terminal.close() }

    private func watch(_ signal: Int32, _ body: @escaping @MainActor (ScreenLoop) -> Void) {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { if let self { body(self) } } }
        source.resume()
        sources.append(source)
    }

    /// Has before the process is stopped done what is to be done.
    public var willStop: @MainActor () -> Void = {}
    /// Called when the process continues.
    public var didContinue: @MainActor () -> Void = {}

    private func suspend() {
        guard isRunning else { return }
        willStop()
        terminal.leave()
        stopProcess()
        didContinue()
        restore()
    }

    private func restore() {
        guard isRunning else { return }
        terminal.enter()
        screen.forget()
        draw()
    }

    // MARK: Keys

    private func readKeys() {
        guard isRunning else { return }
        guard let bytes = terminal.read() else { return isGone() }
        for key in keys.keys(bytes) where isRunning { take(key) }
        if keys.isWaiting { askForEscape() }
        draw()
    }

    private func take(_ key: Key) {
        if key == .control("l") { screen.forget() }
        press(key)
    }

    /// Takes an escape character that nothing follows for the key of that name.
    private func askForEscape() {
        guard !willAskForEscape else { return }
        willAskForEscape = true
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.escapeTime) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.willAskForEscape = false
                guard self.isRunning, let key = self.keys.pause() else { return }
                self.press(key)
                self.draw()
            }
        }
    }

    // MARK: The screen

    /// Shows the lines, and again in a moment where they move. A terminal that is still busy with the last frame gets none.
    public func draw() {
        guard isRunning else { return }
        guard terminal.flush() else { return drawSoon() }
        let size = terminal.size
        terminal.write(screen.frame(lines(size), size: size))
        if isMoving() { drawSoon() }
    }

    /// Shows the lines in a moment: once, however often it is called until then.
    public func drawSoon() {
        guard !willTick else { return }
        willTick = true
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            MainActor.assumeIsolated { self?.tick() }
        }
    }

    private func tick() {
        willTick = false
        guard isRunning else { return }
        pass(Self.interval)
        draw()
    }
}

/// Has something done before a signal ends the process, as long as it lives: for signals that would end it.
private final class SignalEnds: @unchecked Sendable {
    private var sources: [(signal: Int32, source: any DispatchSourceSignal)] = []

    init(_ body: @escaping @Sendable () -> Void) {
        // No queue of the program's, which may be busy.
        let queue = DispatchQueue(label: "terminal-signals")
        let registered = DispatchSemaphore(value: 0)
        for number in [SIGINT, SIGTERM, SIGHUP] where Self.isUsual(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                body()
                Self.end(by: number)
            }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            sources.append((number, source))
        }
        // A signal is ignored until its source is registered, so the terminal is not taken over before.
        for _ in sources { _ = registered.wait(timeout: .now() + 1) }
    }

    /// The signals do again what they did before.
    func end() {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
        sources = []
    }

    private static func isUsual(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let usual = unsafeBitCast(SIG_DFL, to: Int.self)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == usual
    }

    private static func end(by number: Int32) {
        signal(number, SIG_DFL)
        // Dispatch's threads block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        _exit(128 + number)
    }
}
