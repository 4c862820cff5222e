import AudioCore
import Foundation
import Testing

/// Attempts at a test that a stall of the machine may spoil, for example by dropping a cycle of audio.
///
/// A failed attempt is repeated only if the machine stalled while it ran, and never if stalls cannot be observed. Each
/// repeated test adds a line to the file that COREAUDIO_RETRIES names, so that their share is known.
package final class Attempts {
    /// The stalls since the last call; nil if they cannot be observed.
    package typealias Stalls = () -> [StallWatch.Stall]?

    package static let most = 20
    /// Nanoseconds that the shortest cycles of these tests survive.
    private static let stall: UInt64 = 2_000_000
    private let stalls: Stalls
    private let log: String?
    private var made = 1

    /// - Parameter ordinary: Nanoseconds that a thread without priority may wait for a processor, where the test depends on such a thread.
    package convenience init(ordinary: UInt64? = nil) {
        let watch = LockedValue(StallWatch(shortest: Self.stall, ordinary: ordinary))
        self.init(log: ProcessInfo.processInfo.environment["COREAUDIO_RETRIES"]) {
            // A watch takes locks of its own when it starts: not under this one.
            let ended = watch.withLock { $0.take() }
            let stalls = ended?.stop()
            let next = StallWatch(shortest: Self.stall, ordinary: ordinary)
            watch.withLock { $0 = next }
            return stalls
        }
    }

    package init(log: String? = nil, stalls: @escaping Stalls) {
        self.log = log
        self.stalls = stalls
    }

    /// To be asked behind an attempt that failed: whether there is another.
    package func another() -> Bool {
        guard made < Self.most, let stalls = stalls(), !stalls.isEmpty else { return false }
        made += 1
        if made == 2, let log { note(log) }
        return true
    }

    private func note(_ path: String) {
        guard let file = fopen(path, "a") else { return }
        defer { fclose(file) }
        fputs("\(Test.current?.sourceLocation.fileName ?? "") \(Test.current?.name ?? "")\n", file)
    }
}
