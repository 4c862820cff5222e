import CoreAudioAdditions
import Dispatch
import Glibc

/// Sees to it that files of an interrupted command do not stay behind, and that its terminal is as it was.
///
/// SIGINT, SIGTERM and SIGHUP remove the files named here, call what is to be called, and end the process as the signal
/// would have; one that the process was started to ignore stays ignored. A reader that goes away and a file that may not
/// grow are errors of the writing call, not signals. `exit` removes the files too, because other threads may still have
/// theirs then.
public enum Interruption {
    private struct Files {
        var paths: Set<String> = []
        /// Whether the process ends, and the files have been removed.
        var isOver = false

        mutating func removeAll() {
            isOver = true
            for path in paths { _ = path.withFileSystemPath(unlink) }
        }
    }

    private static let files = LockedValue(Files(), .state)
    /// Held while a file is made, and by what ends the process from before it removes the files.
    private static let creation = LockedValue((), .client)
    private static let lastCall = LockedValue<(@Sendable () -> Void)?>(nil)

    /// No global queue: Dispatch looks for the threads of one in /proc, and ends the process where that is missing.
    private static let queue = DispatchQueue(label: "Interruption")

    /// The sources live as long as the process.
    private nonisolated(unsafe) static let sources: [any DispatchSourceSignal] = {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        _ = atexit { Interruption.creation.withLock { _ in Interruption.files.withLock { $0.removeAll() } } }
        let registered = DispatchSemaphore(value: 0)
        let sources = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }.map { watch($0, registered) }
        // A signal is ignored until its source is registered, so no file is begun before.
        for _ in sources { _ = registered.wait(timeout: .now() + 1) }
        return sources
    }()

    /// Whether a signal is ignored, as the hangup is in a process that `nohup` started.
    public static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
    }

    private static func watch(_ number: Int32, _ registered: DispatchSemaphore) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
            // The locks are held to the end of the process: no file is made once its name has been removed.
            creation.withLock { _ in
                files.withLock {
                    $0.removeAll()
                    lastCall.withLock { $0 }?()
                    end(by: number)
                }
            }
        }
        source.setRegistrationHandler { registered.signal() }
        source.resume()
        return source
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

    /// From now on broken pipes and file-size limits are errors, and the end of the process removes the files that are
    /// named here.
    public static func prepare() { _ = sources.count }

    /// Removes the file at `path` should a signal or `exit` end the process. Call it from the body of ``making(_:)`` that
    /// makes the file.
    public static func remove(_ path: String) {
        prepare()
        files.withLock { _ = $0.paths.insert(path) }
    }

    /// Calls `body`, which makes a file. A signal or `exit` waits for it: otherwise the file could be made between its removal
    /// and the end of the process, and stay behind.
    ///
    /// Where the files have been removed already, does not return.
    public static func making<Result>(_ body: () -> Result) -> Result {
        creation.withLock { _ in
            while files.withLock({ $0.isOver }) { pause() }
            return body()
        }
    }

    /// Has `body` called, on a thread of its own, before a signal ends the process.
    public static func beforeEnd(_ body: @escaping @Sendable () -> Void) {
        lastCall.withLock { $0 = body }
        prepare()
    }

    /// Leaves the file at `path` alone from now on.
    public static func forget(_ path: String) {
        files.withLock { _ = $0.paths.remove(path) }
    }
}
