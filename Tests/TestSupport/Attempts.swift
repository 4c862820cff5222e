/// Attempts at what a busy machine may spoil, as by a cycle of audio that it drops: five, and up to twenty while it stalls.
package final class Attempts {
    private static let most = (usually: 5, ofStalls: 20)
    /// Nanoseconds that the shortest cycles of these tests survive.
    private static let stall: UInt64 = 2_000_000
    private var watch = StallWatch(shortest: stall)
    private var made = 1

    package init() {}

    deinit { _ = watch?.stop() }

    /// To be asked behind an attempt that failed: whether there is another.
    package func another() -> Bool {
        let hasStalled = watch?.stop().isEmpty == false
        watch = StallWatch(shortest: Self.stall)
        defer { made += 1 }
        return made < (hasStalled ? Self.most.ofStalls : Self.most.usually)
    }
}
