import Synchronization

/// A number that one thread sets and another reads: the newest wins, older ones are lost, which is what a fader wants.
package final class Latest: Sendable {
    private let bits: Atomic<UInt32>

    package init(_ value: Float) { bits = Atomic(value.bitPattern) }

    /// Real-time safe.
    @_noLocks package func write(_ value: Float) { bits.store(value.bitPattern, ordering: .releasing) }

    /// Real-time safe.
    @_noLocks package func read() -> Float { Float(bitPattern: bits.load(ordering: .acquiring)) }

    /// Keeps the larger of what is there and `value`, which must not be negative. Real-time safe.
    @_noLocks package func raise(to value: Float) {
        // The bit patterns of floats that are not negative stand in the order of their values.
        _ = bits.max(value.bitPattern, ordering: .acquiringAndReleasing)
    }

    /// Gives the value and puts another in its place. Real-time safe.
    @_noLocks package func exchange(_ value: Float) -> Float {
        Float(bitPattern: bits.exchange(value.bitPattern, ordering: .acquiringAndReleasing))
    }
}
