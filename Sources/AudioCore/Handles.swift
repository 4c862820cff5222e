import Synchronization

/// Opaque references that can be checked: what the C API returns as `AudioFileID`, `AudioConverterRef` and so on.
///
/// A reference is a number, not an address: its kind, a slot, and how often the slot has been used. A closed, foreign or
/// invented reference is therefore answered with an error and never followed. Slots are never freed, so a stale reference
/// cannot meet memory that has gone.
///
/// A look-up neither locks, waits nor allocates, except if the object is removed meanwhile: the last thread to leave
/// the slot then releases it. A look-up counts itself in the slot while it retains the object, and the table releases
/// its own reference only when the count is zero. A look-up therefore finds a live object or fails.
package final class HandleTable<Object: AnyObject & Sendable>: @unchecked Sendable {
    private static var slotsPerBlock: Int { 256 }
    private static var blockCount: Int { 4096 }

    private let kind: UInt
    private let wrongReference: AudioError
    /// Blocks of slots, made on demand; 0 where not yet made. Set in `init` only; what it points to is atomic.
    private let blocks: UnsafeMutablePointer<Atomic<UInt>>
    private let free = LockedValue<(released: [Int], next: Int)>(([], 0))

    /// - Parameters:
    ///   - kind: 1…15, different for each type of object, so that a reference of one kind is no reference of another.
    ///   - wrongReference: what `object(for:)` throws.
    package init(kind: UInt, wrongReference: AudioError) {
        self.kind = kind
        self.wrongReference = wrongReference
        blocks = .allocate(capacity: Self.blockCount)
        for i in 0..<Self.blockCount { (blocks + i).initialize(to: Atomic(0)) }
    }

    /// Keeps `object` and returns a reference to it.
    package func insert(_ object: Object) throws(AudioError) -> OpaquePointer {
        let index: Int? = free.withLock { free in
            if let index = free.released.popLast() { return index }
            guard free.next < Self.blockCount * Self.slotsPerBlock else { return nil }
            defer { free.next += 1 }
            makeBlock(holding: free.next)
            return free.next
        }
        guard let index, let slot = slot(index) else { throw .memoryFull }
        slot.pointee.object.store(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), ordering: .relaxed)
        let state = slot.pointee.state.wrappingAdd(Slot.generation, ordering: .releasing).newValue
        return OpaquePointer(bitPattern: (state / Slot.generation) << 24 | UInt(index) << 4 | kind)!
    }

    /// The object behind a reference. The reference stays good until `remove`.
    package func object(for reference: OpaquePointer?) throws(AudioError) -> Object {
        try look(at: reference) { _ in true }
    }

    /// Makes a reference invalid and returns what it stood for.
    package func remove(_ reference: OpaquePointer?) throws(AudioError) -> Object {
        try look(at: reference) { slot in
            // Of several threads that remove it, one succeeds, regardless of threads that look at it.
            var state = slot.pointee.state.load(ordering: .acquiring)
            while state / Slot.generation == UInt(bitPattern: reference) >> 24 {
                let (exchanged, now) = slot.pointee.state.compareExchange(
                    expected: state, desired: state + Slot.generation + Slot.isLeft, ordering: .acquiringAndReleasing)
                if exchanged { return true }
                state = now
            }
            return false
        }
    }

    /// The object of a reference whose slot passes the test, retained for the caller.
    private func look(
        at reference: OpaquePointer?, _ test: (UnsafeMutablePointer<Slot>) -> Bool
    ) throws(AudioError) -> Object {
        let bits = UInt(bitPattern: reference)
        let index = Int(bits >> 4 & 0xF_FFFF)
        guard bits & 0xF == kind, bits >> 24 & 1 == 1, let slot = slot(index) else { throw wrongReference }
        let isThere = slot.pointee.enter() == bits >> 24 && test(slot)
        var object: Object?
        if isThere, let held = slot.pointee.held { object = Unmanaged<Object>.fromOpaque(held).takeUnretainedValue() }
        if slot.pointee.leave() {
            if let held = slot.pointee.held { Unmanaged<Object>.fromOpaque(held).release() }
            free.withLock { $0.released.append(index) }
        }
        guard let object else { throw wrongReference }
        return object
    }

    private func slot(_ index: Int) -> UnsafeMutablePointer<Slot>? {
        let address = blocks[index / Self.slotsPerBlock].load(ordering: .acquiring)
        guard let block = UnsafeMutablePointer<Slot>(bitPattern: address) else { return nil }
        return block + index % Self.slotsPerBlock
    }

    /// Called with the lock held.
    private func makeBlock(holding index: Int) {
        let place = blocks + index / Self.slotsPerBlock
        guard place.pointee.load(ordering: .relaxed) == 0 else { return }
        let block = UnsafeMutablePointer<Slot>.allocate(capacity: Self.slotsPerBlock)
        for i in 0..<Self.slotsPerBlock { (block + i).initialize(to: Slot()) }
        place.pointee.store(UInt(bitPattern: block), ordering: .releasing)
    }
}

/// Two words of a `HandleTable`: the state of a slot, and the object's address.
///
/// Of no generic type: a look-up would ask the runtime for the type each time.
private struct Slot: ~Copyable {
    let state = Atomic<UInt>(0)
    let object = Atomic<UInt>(0)

    /// The slot's generation, odd while it is in use. The lower bits are `isLeft` and the number of threads that
    /// look at the object.
    static var generation: UInt { 1 << 24 }
    /// Set from the object's removal until the last thread that looks at it has left.
    static var isLeft: UInt { 1 << 23 }

    /// Valid only for a thread that has entered in this generation, or that leaves last.
    var held: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: object.load(ordering: .acquiring)) }

    /// Counts the caller as a reader of the slot, and returns the slot's generation.
    func enter() -> UInt { state.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue / Self.generation }

    /// Ends what `enter` began. Returns true for the last thread to leave a removed object, which releases it.
    func leave() -> Bool {
        let now = state.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        guard now % Self.generation == Self.isLeft else { return false }
        // Threads that entered meanwhile leave later.
        return state.compareExchange(
            expected: now, desired: now - Self.isLeft, ordering: .acquiringAndReleasing
        ).exchanged
    }
}
