import OSLog
import os
import os.log

// What a program of Swift 5 does, in its own words.

private let log = OSLog(subsystem: "com.example.swift5", category: "client")

public func logAsInSwift5(_ value: Double) {
    Logger(log).info("value \(value, format: .fixed(precision: 2), privacy: .public), name \("x", privacy: .private)")
    os_log("value %f, name %{public}@, %d", log: log, type: .info, value, "x", 7)
    os_log(.debug, log: log, "interpolated \(7)")
}

/// What a file with `import OSLog` alone has on a Mac: Foundation.
public func programNameAsInSwift5() -> String { ProcessInfo.processInfo.processName }

public func countAsInSwift5() -> Int {
    final class Counter {
        var lock = os_unfair_lock_s()
        var count = 0
        func add() {
            os_unfair_lock_lock(&lock)
            defer { os_unfair_lock_unlock(&lock) }
            count += 1
        }
    }
    let counter = Counter()
    counter.add()
    let lock = OSAllocatedUnfairLock(initialState: counter.count)
    lock.withLock { $0 += 1 }
    return lock.withLock { $0 }
}
