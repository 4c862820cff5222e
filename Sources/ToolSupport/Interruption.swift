import Dispatch
import Glibc
import Synchronization

/// Sees to it that files of an interrupted command do not stay behind.
///
/// SIGINT, SIGTERM and SIGHUP remove the files named here and end the process as the signal would have.
public enum Interruption {
    private static let paths = Mutex<Set<String>>([])

    /// The sources live as long as the process.
    private nonisolated(unsafe) static let sources: [any DispatchSourceSignal] = [SIGINT, SIGTERM, SIGHUP].map {
        number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            paths.withLock { for path in $0 { _ = unlink(path) } }
            signal(number, SIG_DFL)
            raise(number)
            _exit(128 + number)
        }
        source.resume()
        return source
    }

    /// Removes the file at `path` should a signal end the process.
    public static func remove(_ path: String) {
        _ = sources.count
        paths.withLock { _ = $0.insert(path) }
    }

    /// Leaves the file at `path` alone from now on.
    public static func forget(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
    }
}
