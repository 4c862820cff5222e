import AudioCore
public import Foundation
import Synchronization

// In place of key-value observing, which Linux lacks: docs/ObjectiveC.md.

/// What is to be reported of a property.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// A bit for each option.
    public let rawValue: UInt

    /// Makes a set of options of their bits.
    ///
    /// - Parameter rawValue: a bit for each option.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after the change.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The present value, at once.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// The handler is called before a change too, with `isPrior` true.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// What kind of change a property has had.
public enum NSKeyValueChange: UInt, Sendable {
    /// It has been set.
    case setting = 1
    /// Objects have been added to it.
    case insertion = 2
    /// Objects have been removed from it.
    case removal = 3
    /// Objects of it have been replaced.
    case replacement = 4
}

/// A property's change.
public struct NSKeyValueObservedChange<Value> {
    /// What kind of change a property has had.
    public typealias Kind = NSKeyValueChange

    /// The kind of the change: `setting`.
    public let kind: Kind
    /// The places of objects that were added, removed or replaced: nil.
    public let indexes: IndexSet?
    /// Whether the change is about to be made.
    public let isPrior: Bool
    /// Nil where it was not asked for.
    public let newValue: Value?
    /// Nil where it was not asked for, and for the present value.
    public let oldValue: Value?

    package init(newValue: Value?, oldValue: Value?, isPrior: Bool = false) {
        (self.newValue, self.oldValue, self.isPrior) = (newValue, oldValue, isPrior)
        (kind, indexes) = (.setting, nil)
    }
}

/// Ends an observation with its last reference.
public final class NSKeyValueObservation: Sendable {
    private let ending = LockedValue<(@Sendable () -> Void)?>({})

    package init() {}

    deinit { invalidate() }

    /// Ends the observation. A call of the handler that is in progress on another thread ends as usual, and no other one begins
    /// afterwards.
    public func invalidate() {
        let end = ending.withLock { body in
            defer { body = nil }
            return body
        }
        end?()
    }

    package func onEnd(_ body: @escaping @Sendable () -> Void) { ending.withLock { $0 = body } }

    package var isOver: Bool { ending.withLock { $0 == nil } }
}

/// An object whose properties programs may observe as key-value observing does: `unit.observe(\.currentPreset) { unit, change in … }`.
public protocol AUKeyValueObservable: NSObject {
    /// Who observes the object's properties.
    var keyValueObservers: AUKeyValueObservers { get }
}

extension AUKeyValueObservable {
    /// Calls `changeHandler` whenever a property has been set, on the thread that sets it.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - options: which values the handler gets, and whether it is called for the present one, before this returns.
    ///   - changeHandler: gets the object and the change.
    /// - Returns: what ends the observation, with its last reference or by `invalidate`.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation()
        let observers = keyValueObservers
        // Reading the property shows which one it is: the key path of a subclass is not equal to that of its superclass.
        let (first, keys) = AUKeyValueObservers.recording { self[keyPath: keyPath] }
        let isOwn = keys.isEmpty
        let watch = KeyValueWatch(keys: keys) { [weak self] old in
            guard let self else { return nil }
            func prior() {
                guard options.contains(.prior) else { return }
                changeHandler(
                    self,
                    NSKeyValueObservedChange(
                        newValue: nil, oldValue: options.contains(.old) ? old as? Value : nil, isPrior: true))
            }
            let new = self[keyPath: keyPath]
            // Any change may be one of a property that a subclass has by itself.
            if isOwn, isSameValue(old, new) { return new }
            prior()
            let change = NSKeyValueObservedChange(
                newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old as? Value : nil)
            changeHandler(self, change)
            return new
        }
        watch.last.withLock { $0 = KeyValueWatch.Box(value: first) }
        observers.add(watch)
        observation.onEnd { observers.remove(watch) }
        if options.contains(.initial) {
            changeHandler(self, NSKeyValueObservedChange(newValue: options.contains(.new) ? first : nil, oldValue: nil))
        }
        return observation
    }

    /// Says that a property is about to change. It is there for programs that were written for a Mac, and does nothing.
    ///
    /// - Parameter key: the name of the property.
    public func willChangeValue(forKey key: String) {}

    /// Calls those who observe a property. For a subclass that keeps the property by itself.
    ///
    /// - Parameter key: the name of the property, such as "currentPreset".
    public func didChangeValue(forKey key: String) { keyValueObservers.changed(key) }
}

/// Whether a value is of a type that can be compared, and equal to another one.
private func isSameValue<Value>(_ old: Any?, _ new: Value) -> Bool {
    guard let old = old as? Value, let comparable = new as? any Equatable else { return false }
    func compare<Other: Equatable>(_ new: Other) -> Bool { (old as? Other) == new }
    return compare(comparable)
}

/// Who observes the properties of an object.
public final class AUKeyValueObservers: @unchecked Sendable {
    private let watches = LockedValue<[KeyValueWatch]>([])

    /// Makes the place for an object's observers.
    public init() {}

    func add(_ watch: KeyValueWatch) { watches.withLock { $0.append(watch) } }

    func remove(_ watch: KeyValueWatch) {
        watch.end()
        let removed = watches.withLock { watches -> [KeyValueWatch] in
            defer { watches.removeAll { $0 === watch } }
            return watches
        }
        withExtendedLifetime(removed) {}
    }

    /// A property has been set: calls its observers, on this thread and without a lock.
    package func changed(_ key: String) {
        for watch in watches.withLock({ $0 }) where watch.keys.isEmpty || watch.keys.contains(key) { watch.call() }
    }

    // MARK: Which property is read

    private static let recordings = Atomic<Int>(0)
    private static let recorded = LockedValue<[UInt64: Set<String>]>([:])

    /// Notes that a property is read, for who has begun to observe it.
    package static func read(_ key: String) {
        guard recordings.load(ordering: .relaxed) > 0 else { return }
        let thread = AudioCore.Thread.kernelID
        recorded.withLock { if $0[thread] != nil { $0[thread]?.insert(key) } }
    }

    /// Runs a body, and returns which observable properties it has read on this thread.
    static func recording<Value>(_ body: () -> Value) -> (Value, Set<String>) {
        let thread = AudioCore.Thread.kernelID
        recordings.wrappingAdd(1, ordering: .relaxed)
        let outer = recorded.withLock { $0.updateValue([], forKey: thread) }
        let value = body()
        let keys = recorded.withLock { recorded in
            defer { recorded[thread] = outer }
            return recorded[thread] ?? []
        }
        recordings.wrappingSubtract(1, ordering: .relaxed)
        return (value, keys)
    }
}

/// An observer of a property.
final class KeyValueWatch: @unchecked Sendable {
    struct Box: @unchecked Sendable { let value: Any? }

    /// The property; empty where a subclass has its own, and any change may be one of it.
    let keys: Set<String>
    let last = LockedValue<Box>(Box(value: nil))
    private let report: (Any?) -> Any?
    private let isOver = Atomic<Bool>(false)

    init(keys: Set<String>, _ report: @escaping (Any?) -> Any?) { (self.keys, self.report) = (keys, report) }

    func end() { isOver.store(true, ordering: .releasing) }

    func call() {
        guard !isOver.load(ordering: .acquiring) else { return }
        let new = report(last.withLock { $0 }.value)
        // The old value is freed without the lock.
        let old = last.withLock { last in
            defer { last = Box(value: new) }
            return last
        }
        withExtendedLifetime(old) {}
    }
}
