/// A queue of small values between one thread that writes and one that reads, without locks: `Ring` for what is no sound.
///
/// Either side may be the audio thread, which goes by `places` and `elements`: the check for real-time safety accepts no
/// function of a generic type.
package struct EventQueue<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    package let elements: UnsafeMutablePointer<Element>
    package let places: QueuePositions

    /// - Parameter capacity: how many values fit, a power of two.
    package init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0)
        places = QueuePositions(atLeast: capacity)
        elements = .allocate(capacity: capacity)
    }

    deinit { elements.deallocate() }

    /// Adds a value, where there is room. For a writer that is not the audio thread.
    package func write(_ element: Element) {
        guard let place = places.free else { return }
        (elements + place).initialize(to: element)
        places.commit()
    }

    /// Copies the oldest value, where there is one, and leaves it. For a reader that is not the audio thread.
    package func next(_ element: inout Element) -> Bool {
        guard let place = places.oldest else { return false }
        element = elements[place]
        return true
    }

    /// Takes the value away that `next` gave.
    package func advance() { places.advance() }

    /// How many more can be written. For the writer alone.
    package var room: Int { places.room }
}

// One value at a time. Real-time safe.
extension QueuePositions {
    /// Where to write the next value, which `commit` then publishes; nil where there is no room. For the writer alone.
    package var free: Int? { @_noLocks get { room(for: 1) > 0 ? place(end) : nil } }

    /// Publishes the value that was written. For the writer alone.
    @_noLocks package func commit() { commit(1) }

    /// Where the oldest value is; nil where there is none. For the reader alone.
    package var oldest: Int? { @_noLocks get { filled(for: 1) > 0 ? place(start) : nil } }

    /// Takes the oldest value away. For the reader alone.
    @_noLocks package func advance() { advance(1) }
}
