import AudioCore
import Synchronization

/// The value of a parameter that was set last, in the tree or in the unit itself. Any thread reads and writes it, without a lock.
///
/// What is set in the unit arrives later, with its time.
final class StoredValue: Sendable {
    private let value: Latest
    /// What the tree has set last, and the host time of that.
    private let treeValue: Latest
    private let treeTime = Atomic<UInt64>(0)

    init(_ value: Float) { (self.value, treeValue) = (Latest(value), Latest(value)) }

    func read() -> Float { value.read() }

    func write(_ new: Float) { value.write(new) }

    func write(_ new: Float, setInTreeAt hostTime: UInt64) {
        treeValue.write(new)
        treeTime.store(hostTime, ordering: .sequentiallyConsistent)
        value.write(new)
    }

    /// Takes a value that was set in the unit, unless the tree has set one later.
    func write(_ new: Float, setInUnitAt hostTime: UInt64) {
        let last = treeTime.load(ordering: .sequentiallyConsistent)
        guard hostTime > last else { return }
        value.write(new)
        // The tree may have set one between the two lines above.
        if treeTime.load(ordering: .sequentiallyConsistent) != last { value.write(treeValue.read()) }
    }
}
