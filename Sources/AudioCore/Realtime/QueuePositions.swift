import Synchronization

/// Where a queue between one thread that writes and one that reads stands, without locks: what all such queues share.
///
/// Either side may be the audio thread. Positions count elements from the beginning and never wrap; each stands on a cache
/// line of its own, with the writer's or reader's memory of the other side's, so that the two do not disturb each other.
/// No type parameter: the check for real-time safety accepts no function of a generic type.
package struct QueuePositions: ~Copyable, @unchecked Sendable {
    /// Elements that fit, a power of two.
    package let capacity: Int
    private let memory: UnsafeMutableRawPointer
    private let written: UnsafeMutablePointer<Atomic<Int>>
    private let read: UnsafeMutablePointer<Atomic<Int>>
    /// The writer's memory of `read`, and the reader's of `written`.
    private let knownRead: UnsafeMutablePointer<Int>
    private let knownWritten: UnsafeMutablePointer<Int>

    /// Two lines of today's processors, which fetch lines in pairs.
    private static let line = 128

    /// - Parameter count: how many elements must fit at least.
    package init(atLeast count: Int) {
        precondition(count > 0)
        var capacity = 1
        while capacity < count { capacity *= 2 }
        self.capacity = capacity
        memory = .allocate(byteCount: 4 * Self.line, alignment: Self.line)
        written = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        knownRead = (memory + Self.line).bindMemory(to: Int.self, capacity: 1)
        read = (memory + 2 * Self.line).bindMemory(to: Atomic<Int>.self, capacity: 1)
        knownWritten = (memory + 3 * Self.line).bindMemory(to: Int.self, capacity: 1)
        written.initialize(to: Atomic(0))
        read.initialize(to: Atomic(0))
        knownRead.initialize(to: 0)
        knownWritten.initialize(to: 0)
    }

    deinit { memory.deallocate() }

    // MARK: For any thread

    /// Elements written so far.
    package var writtenCount: Int { @_noLocks get { written.pointee.load(ordering: .acquiring) } }
    /// Elements read so far.
    package var readCount: Int { @_noLocks get { read.pointee.load(ordering: .acquiring) } }

    /// Where in the queue's memory the element of a position stands.
    @_noLocks package func place(_ position: Int) -> Int { position & (capacity - 1) }

    /// How many elements stand one after the other in the memory, from a position to the memory's end.
    @_noLocks package func run(from position: Int) -> Int { capacity - place(position) }

    // MARK: For the writer

    /// The position of the next element to be written.
    package var end: Int { @_noLocks get { written.pointee.load(ordering: .relaxed) } }

    /// How many elements can be written now.
    package var room: Int { @_noLocks get { room(for: .max) } }

    /// The same, by what the writer knows already if that is room for `count` elements.
    @_noLocks package func room(for count: Int) -> Int {
        if capacity - (end - knownRead.pointee) < count { knownRead.pointee = readCount }
        return capacity - (end - knownRead.pointee)
    }

    /// Publishes elements that were written in place.
    @_noLocks package func commit(_ count: Int) { written.pointee.store(end + count, ordering: .releasing) }

    // MARK: For the reader

    /// The position of the next element to be read.
    package var start: Int { @_noLocks get { read.pointee.load(ordering: .relaxed) } }

    /// How many elements can be read now.
    package var filled: Int { @_noLocks get { filled(for: .max) } }

    /// The same, by what the reader knows already if that is `count` elements.
    @_noLocks package func filled(for count: Int) -> Int {
        if knownWritten.pointee - start < count { knownWritten.pointee = writtenCount }
        return knownWritten.pointee - start
    }

    /// Takes away elements that were read.
    @_noLocks package func advance(_ count: Int) { read.pointee.store(start + count, ordering: .releasing) }
}
