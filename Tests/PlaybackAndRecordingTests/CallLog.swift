import AudioCore
import CRealtime
import Glibc
import TestSupport

/// Which calls are under way on which thread, and since when: what is to be known of a hang.
final class CallLog: Sendable {
    private struct Call {
        let name: String
        var detail = ""
        let begin: UInt64
        /// Whether it waits for something of the test.
        var mayLast = false
    }

    private let threads = LockedValue<[UInt: [Call]]>([:])

    /// Runs `body` as a call of the calling thread, which may be in others.
    @discardableResult func run<Result>(_ name: String, _ body: () -> Result) -> Result {
        let (thread, now) = (realtime_thread(), HostTime.now())
        threads.withLock { $0[thread, default: []].append(Call(name: name, begin: now)) }
        defer {
            threads.withLock { threads in
                threads[thread]?.removeLast()
                if threads[thread]?.isEmpty == true { threads[thread] = nil }
            }
        }
        return body()
    }

    /// Notes what the calling thread's last call does.
    func note(_ detail: String, mayLast: Bool = false) {
        let thread = realtime_thread()
        threads.withLock { threads in
            guard let last = threads[thread]?.indices.last else { return }
            threads[thread]?[last].detail = detail
            threads[thread]?[last].mayLast = mayLast
        }
    }

    /// Whether a call has been under way for longer than it should be.
    func hangs(longerThan seconds: UInt64) -> Bool {
        let now = HostTime.now()
        return threads.withLock { threads in
            threads.values.contains { calls in
                guard let last = calls.last, !calls.contains(where: \.mayLast) else { return false }
                return last.begin + seconds * HostTime.ticksPerSecond < now
            }
        }
    }

    /// The calls under way, the outermost of each thread first, and the state of every thread of the process.
    var report: String {
        let now = HostTime.now()
        let calls = threads.withLock { threads in
            threads.values.map { calls in
                calls.map { "\($0.name): \($0.detail), for \((now - $0.begin) / 1_000_000) ms" }.joined(
                    separator: " > ")
            }
        }
        return (calls.sorted() + ["threads:"] + Self.tasks.sorted() + Self.stacks).joined(separator: "\n  ")
    }

    /// The functions that each thread is in, where gdb is installed. It writes a file: the process stands still meanwhile.
    private static var stacks: [String] {
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.file("stacks")
        let command = "gdb -p \(getpid()) -q -batch -ex 'thread apply all bt 24' > \(path) 2> /dev/null"
        guard system(command) == 0, let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return ["stacks:", String(decoding: bytes.prefix(count), as: UTF8.self)]
    }

    /// Each thread's name, whether it runs or sleeps, and where it sleeps in the kernel as far as that says.
    private static var tasks: [String] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var tasks: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.first != "." else { continue }
            let facts = ["comm", "stat", "wchan"].map { contents("/proc/self/task/\(name)/\($0)") }
            let state = facts[1].split(separator: ")").last?.split(separator: " ").first ?? "?"
            tasks.append("\(facts[0]) \(state) \(facts[2])")
        }
        return tasks
    }

    private static func contents(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).filter { $0 >= 32 }, as: UTF8.self)
    }
}
