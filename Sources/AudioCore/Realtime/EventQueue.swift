import Synchronization

/// A queue of small values between one thread that writes and one that reads, without locks: `Ring` for what is no sound.
///
/// Either side may be the audio thread. Of a generic function, the check for real-time safety looks into what is inlined
/// for one type.
package struct EventQueue<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline package let elements: UnsafeMutablePointer<Element>
    @usableFromInline package let capacity: Int
    @usableFromInline package let written = Atomic<Int>(0)
    @usableFromInline package let read = Atomic<Int>(0)

    /// - Parameter capacity: how many values fit, a power of two.
    package init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0)
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    deinit { elements.deallocate() }

    /// How many more can be written. For the writer alone. Real-time safe.
    @inlinable package var room: Int {
        capacity - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring))
    }

    /// Where to write the next value, which `commit` then hands over; nil where there is no room. For the writer alone.
    /// Real-time safe.
    @inlinable package func place() -> UnsafeMutablePointer<Element>? {
        let at = written.load(ordering: .relaxed)
        guard at - read.load(ordering: .acquiring) < capacity else { return nil }
        return elements + (at & (capacity - 1))
    }

    /// Hands over the value that was written. For the writer alone. Real-time safe.
    @inlinable package func commit() { written.wrappingAdd(1, ordering: .releasing) }

    /// Adds a value, where there is room. For a writer that is not the audio thread.
    package func write(_ element: Element) {
        guard let place = place() else { return }
        place.initialize(to: element)
        commit()
    }

    /// Copies the oldest value, where there is one, and leaves it. For the reader alone. Real-time safe.
    @inlinable package func next(_ element: inout Element) -> Bool {
        let at = read.load(ordering: .relaxed)
        guard at < written.load(ordering: .acquiring) else { return false }
        element = elements[at & (capacity - 1)]
        return true
    }

    /// Takes the value away that `next` gave. For the reader alone. Real-time safe.
    @inlinable package func advance() { read.wrappingAdd(1, ordering: .releasing) }
}
