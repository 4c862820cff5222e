import AudioCore
import Synchronization

/// An object that the audio thread uses while other threads replace it.
package final class Published: @unchecked Sendable {
    private let address = Atomic<UInt>(0)

    package init() {}

    /// The object, not retained. It lives until the renders that are in progress now have ended.
    package var raw: UnsafeMutableRawPointer? {
        @_noLocks get { UnsafeMutableRawPointer(bitPattern: address.load(ordering: .sequentiallyConsistent)) }
    }

    /// Puts an address in the place of another, which has to stand there. The caller sees to the references.
    @_noLocks func replace(_ old: UInt, _ new: UInt) -> Bool {
        address.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }

    /// Puts another object in its place. The old one is freed when no render uses it.
    package func publish(_ object: AnyObject?, _ gate: RenderGate) {
        let new = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        let old = address.exchange(new, ordering: .sequentiallyConsistent)
        guard let old = UnsafeRawPointer(bitPattern: old) else { return }
        gate.retire(Unmanaged<AnyObject>.fromOpaque(old).takeRetainedValue())
    }

    deinit {
        guard let last = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else { return }
        Unmanaged<AnyObject>.fromOpaque(last).release()
    }
}

/// Counts the renders of a unit that are in progress, and keeps what they may still use.
package final class RenderGate: @unchecked Sendable {
    private struct Retired { var objects: [AnyObject] = [] }

    private let renders = Atomic<Int>(0)
    private let retired = LockedValue(Retired())

    package init() {}

    @_noLocks package func enter() { renders.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    @_noLocks package func leave() { renders.wrappingSubtract(1, ordering: .sequentiallyConsistent) }

    /// Releases an object that no render that begins now can reach: at once where none is in progress, else at a later
    /// call.
    package func retire(_ object: AnyObject?) {
        let free = retired.withLock { retired -> Retired in
            if let object { retired.objects.append(object) }
            guard renders.load(ordering: .sequentiallyConsistent) == 0 else { return Retired() }
            defer { retired.objects = [] }
            return retired
        }
        // Freed here, without the lock.
        withExtendedLifetime(free) {}
    }
}
