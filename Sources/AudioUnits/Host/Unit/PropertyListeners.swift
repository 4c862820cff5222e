import AudioCore
import CAudioToolbox
import Synchronization

/// The listeners of a unit's properties. An object of its own, since the audio half has it, too.
final class PropertyListeners: @unchecked Sendable {
    private let all = LockedValue<[PropertyListener]>([])
    /// How many there are: where there are none, the audio thread reports an error without a lock.
    private let count = Atomic<Int>(0)
    /// The client's reference to the unit. Set before the client gets it.
    var reference: AudioComponentInstance?

    var ids: [AudioUnitPropertyID] { all.withLock { $0.map(\.id) } }

    func add(_ listener: PropertyListener) { change { $0.append(listener) } }

    func remove(_ listener: PropertyListener) { change { all in all.removeAll { $0.isSame(listener) } } }

    /// Removes a listener, whatever contexts it was added with.
    func remove(_ id: AudioUnitPropertyID, _ function: @escaping PropertyListenerFunction) {
        change { all in all.removeAll { $0.isSame(PropertyListener(id: id, function: function, context: $0.context)) } }
    }

    func removeAll() { change { $0 = [] } }

    private func change(_ body: (inout [PropertyListener]) -> Void) {
        all.withLock { all in
            body(&all)
            count.store(all.count, ordering: .releasing)
        }
    }

    /// Calls the listeners of a property, on this thread and without a lock.
    func notify(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
        if count.load(ordering: .acquiring) > 0 {
            let listeners = all.withLock { all in all.filter { $0.id == id } }
            for listener in listeners {
                // A listener that was called before it may have removed it, or have disposed of the unit.
                guard all.withLock({ all in all.contains { $0.isSame(listener) } }) else { continue }
                LockOrder.willCallClient(under: .cycle)
                ProgramEnd.callIfOwn { listener.function(listener.context, reference, id, scope, element) }
            }
        }
        ParameterListeners.shared.propertyChanged(reference, id, scope, element)
    }
}

/// A client's listener of a property.
struct PropertyListener: @unchecked Sendable {
    let id: AudioUnitPropertyID
    let function: PropertyListenerFunction
    let context: UnsafeMutableRawPointer?

    func isSame(_ other: PropertyListener) -> Bool {
        id == other.id && context == other.context
            && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
    }
}

/// `AudioUnitPropertyListenerProc` with a context that may be null.
package typealias PropertyListenerFunction =
    @convention(c) (UnsafeMutableRawPointer?, AudioComponentInstance?, UInt32, UInt32, UInt32) -> Void
