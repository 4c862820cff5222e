/// Attempts at what a busy machine may spoil, as by a cycle of audio that it drops: three, up to twenty while it stalls, and
/// five where its stalls cannot be told.
package final class Attempts {
    private static let most = (usually: 3, ofStalls: 20, unwatched: 5)
    /// Nanoseconds that the shortest cycles of these tests survive.
    private static let stall: UInt64 = 2_000_000
    private var watch = StallWatch(shortest: stall)
    private var made = 1

    package init() {}

    deinit { _ = watch?.stop() }

    /// To be asked behind an attempt that failed: whether there is another.
    package func another() -> Bool {
        let stalls = watch?.stop()
        watch = StallWatch(shortest: Self.stall)
        defer { made += 1 }
        return made < (stalls.map { $0.isEmpty ? Self.most.usually : Self.most.ofStalls } ?? Self.most.unwatched)
    }
}
