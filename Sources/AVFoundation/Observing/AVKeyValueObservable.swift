import AudioCore
import AudioToolbox
public import Foundation
import Synchronization

// In place of key-value observing, which Linux lacks: docs/ObjectiveC.md.

/// An object whose properties programs may observe as key-value observing does: `player.observe(\.status) { player, change in … }`.
public protocol AVKeyValueObservable: NSObject {}

/// An object that reports which of its properties are read, and which have changed.
protocol ReportsProperties: AVKeyValueObservable, Sendable {
    var properties: ObservedProperties { get }
}

extension AVKeyValueObservable {
    /// Calls `changeHandler` on the main queue whenever a property has been set.
    ///
    /// A change that is made on the main thread is reported there, before the call that makes it returns. The path may go on to a property
    /// of an object that the first one gives: `\.currentItem?.status`.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - options: which values the handler gets, and whether it is called for the present one, before this returns, and before each
    ///     change.
    ///   - changeHandler: gets the object and the change.
    /// - Returns: what ends the observation, with its last reference or by `invalidate`.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation()
        let observer = PathObserver(self, keyPath, options, changeHandler)
        observation.onEnd { observer.end() }
        observer.begin()
        return observation
    }
}

/// Who observes the properties of an object.
final class ObservedProperties: Sendable {
    private struct Entry: Sendable {
        let key: String
        let observer: any PropertyObserver
    }

    private let entries = LockedValue<[Entry]>([])

    /// Notes that a property is read, for who has begun to observe it.
    func read(_ key: String) { Recording.note(self, key) }

    /// Reports that a property has another value. The observers are called by `deliveries`.
    ///
    /// - Parameter value: the new value.
    func changed(_ key: String, to value: Any, by deliveries: MainDeliveries) {
        let observers = entries.withLock { $0.filter { $0.key == key }.map(\.observer) }
        guard !observers.isEmpty else { return }
        let value = SentValue(value: value)
        for observer in observers {
            deliveries.add { [properties = self] in observer.deliver(key, of: properties, value.value) }
        }
    }

    fileprivate func add(_ observer: any PropertyObserver, for key: String) {
        entries.withLock { $0.append(Entry(key: key, observer: observer)) }
    }

    fileprivate func remove(_ observer: any PropertyObserver) {
        let old = entries.withLock { entries in
            defer { entries.removeAll { $0.observer === observer } }
            return entries
        }
        withExtendedLifetime(old) {}
    }
}

private struct SentValue: @unchecked Sendable { let value: Any }

/// Is called where a property that it has read has changed.
private protocol PropertyObserver: AnyObject, Sendable {
    func deliver(_ key: String, of properties: ObservedProperties, _ value: Any)
}

/// Observes a path of properties. What it reads shows which they are: the key path of a subclass is not equal to that of its superclass.
private final class PathObserver<Root: NSObject, Value>: PropertyObserver, @unchecked Sendable {
    private struct State {
        var last: Value?
        /// Whose properties the path has read.
        var read: [Recording.Access] = []
    }

    private weak var root: Root?
    private let path: KeyPath<Root, Value>
    private let options: NSKeyValueObservingOptions
    private let handler: (Root, NSKeyValueObservedChange<Value>) -> Void
    private let state = LockedValue(State())
    private let isOver = Atomic<Bool>(false)

    init(
        _ root: Root, _ path: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
    ) {
        (self.root, self.path, self.options, self.handler) = (root, path, options, handler)
    }

    func begin() {
        guard let root else { return }
        let value = follow(root)
        guard options.contains(.initial) else { return }
        handler(root, NSKeyValueObservedChange(newValue: options.contains(.new) ? value : nil, oldValue: nil))
    }

    func end() {
        isOver.store(true, ordering: .releasing)
        let (read, last) = state.withLock { state in
            defer { state = State() }
            return (state.read, state.last)
        }
        for access in read { access.properties.remove(self) }
        withExtendedLifetime(last) {}
    }

    /// Reads the path, and is called from now on where what it has read changes.
    @discardableResult private func follow(_ root: Root) -> Value {
        let (value, read) = Recording.of { root[keyPath: path] }
        let (before, old) = state.withLock { state in
            defer { (state.last, state.read) = (value, read) }
            return (state.read, state.last)
        }
        if !before.elementsEqual(read, by: { $0.properties === $1.properties && $0.key == $1.key }) {
            for access in before { access.properties.remove(self) }
            if !isOver.load(ordering: .acquiring) {
                for access in read { access.properties.add(self, for: access.key) }
            }
            // The end may have come meanwhile, without these.
            if isOver.load(ordering: .acquiring) {
                for access in read { access.properties.remove(self) }
            }
        }
        withExtendedLifetime(old) {}
        return value
    }

    func deliver(_ key: String, of properties: ObservedProperties, _ changed: Any) {
        guard let root, !isOver.load(ordering: .acquiring) else { return }
        let (old, read) = state.withLock { ($0.last, $0.read) }
        // Another change may have come since: the value that this one has set is the property's own alone.
        let isDirect = read.count == 1 && read[0].properties === properties && read[0].key == key
        let oldValue = options.contains(.old) ? old : nil
        if options.contains(.prior) {
            handler(root, NSKeyValueObservedChange(newValue: nil, oldValue: oldValue, isPrior: true))
        }
        var value = follow(root)
        if isDirect, let set = changed as? Value {
            let read = state.withLock { state in
                defer { state.last = set }
                return state.last
            }
            withExtendedLifetime(read) { value = set }
        }
        handler(
            root, NSKeyValueObservedChange(newValue: options.contains(.new) ? value : nil, oldValue: oldValue))
    }
}

/// Notes which properties a thread reads.
private enum Recording {
    struct Access: Sendable {
        let properties: ObservedProperties
        let key: String
    }

    private static let count = Atomic<Int>(0)
    private static let noted = LockedValue<[UInt64: [Access]]>([:])

    static func note(_ properties: ObservedProperties, _ key: String) {
        guard count.load(ordering: .relaxed) > 0 else { return }
        let thread = AudioCore.Thread.kernelID
        noted.withLock { noted in
            guard let known = noted[thread], !known.contains(where: { $0.properties === properties && $0.key == key })
            else { return }
            noted[thread]?.append(Access(properties: properties, key: key))
        }
    }

    static func of<Value>(_ body: () -> Value) -> (Value, [Access]) {
        let thread = AudioCore.Thread.kernelID
        count.wrappingAdd(1, ordering: .relaxed)
        let outer = noted.withLock { $0.updateValue([], forKey: thread) }
        let value = body()
        let accesses = noted.withLock { noted in
            defer { noted[thread] = outer }
            return noted[thread] ?? []
        }
        count.wrappingSubtract(1, ordering: .relaxed)
        return (value, accesses)
    }
}
