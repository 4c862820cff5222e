import AudioCore
import Synchronization

/// Opaque references that can be checked: what the C API hands out as `AudioFileID`, `AudioConverterRef` and so on.
///
/// A reference is a number, not an address: its kind, a slot, and how often the slot has been used. A closed, foreign or
/// invented reference is therefore answered with an error and never followed. Looking one up takes no lock and allocates
/// nothing. Slots are never freed, so a stale reference cannot meet memory that has gone.
package final class HandleTable<Object: AnyObject & Sendable>: @unchecked Sendable {
    private static var slotsPerBlock: Int { 256 }
    private static var blockCount: Int { 4096 }

    /// Two words a slot: how often it was used (odd while it is taken), and the object's address.
    private struct Slot: ~Copyable {
        let generation = Atomic<UInt>(0)
        let object = Atomic<UInt>(0)
    }

    private let kind: UInt
    private let wrongReference: AudioError
    /// Blocks of slots, made on demand; 0 where not yet made. Set in `init` only; what it points to is atomic.
    private let blocks: UnsafeMutablePointer<Atomic<UInt>>
    private let free = Monitor<(released: [Int], next: Int)>(([], 0))

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
        let generation = slot.pointee.generation.wrappingAdd(1, ordering: .releasing).newValue
        return OpaquePointer(bitPattern: generation << 24 | UInt(index) << 4 | kind)!
    }

    /// The object behind a reference. The reference stays good until `remove`.
    package func object(for reference: OpaquePointer?) throws(AudioError) -> Object {
        guard let slot = takenSlot(reference) else { throw wrongReference }
        let address = slot.pointee.object.load(ordering: .acquiring)
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { throw wrongReference }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Makes a reference invalid and returns what it stood for.
    package func remove(_ reference: OpaquePointer?) throws(AudioError) -> Object {
        guard let slot = takenSlot(reference), let reference else { throw wrongReference }
        let generation = UInt(bitPattern: reference) >> 24
        guard
            slot.pointee.generation.compareExchange(
                expected: generation, desired: generation + 1, ordering: .acquiringAndReleasing
            ).exchanged
        else { throw wrongReference }
        let address = slot.pointee.object.exchange(0, ordering: .acquiringAndReleasing)
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { throw wrongReference }
        let index = Int(UInt(bitPattern: reference) >> 4 & 0xF_FFFF)
        free.withLock { $0.released.append(index) }
        return Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
    }

    private func takenSlot(_ reference: OpaquePointer?) -> UnsafeMutablePointer<Slot>? {
        let bits = UInt(bitPattern: reference)
        guard bits & 0xF == kind, let slot = slot(Int(bits >> 4 & 0xF_FFFF)) else { return nil }
        let generation = slot.pointee.generation.load(ordering: .acquiring)
        return generation == bits >> 24 && generation & 1 == 1 ? slot : nil
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
