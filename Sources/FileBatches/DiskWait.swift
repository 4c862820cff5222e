import Glibc
import ToolSupport

/// Tries again what failed because a disk was full, for a limited time.
package struct DiskWait: Sendable {
    /// How many seconds to wait for room in all, for each file.
    package let limit: Double
    private let pause: @Sendable (Double) -> Void
    private static let shortest = 1.0
    private static let longest = 30.0

    /// - Parameters:
    ///   - limit: in seconds; 0 tries once.
    ///   - pause: waits for some seconds.
    package init(
        limit: Double, pause: @escaping @Sendable (Double) -> Void = { usleep(useconds_t($0 * 1_000_000)) }
    ) {
        (self.limit, self.pause) = (limit, pause)
    }

    /// Does something until it succeeds, fails for another cause than a full disk, or the time is up.
    ///
    /// The pauses become longer: 1 s, 2 s, 4 s, and 30 s at most.
    package func retrying<Result>(_ body: () throws(ToolError) -> Result) throws(ToolError) -> Result {
        var (left, next) = (limit, Self.shortest)
        while true {
            do throws(ToolError) { return try body() } catch {
                guard error.isDiskFull, left > 0 else { throw error }
                let seconds = min(next, left)
                pause(seconds)
                left -= seconds
                next = min(next * 2, Self.longest)
            }
        }
    }
}
