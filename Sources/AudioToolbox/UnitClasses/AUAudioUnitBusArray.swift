import AudioCore
public import CAudioToolbox
public import Foundation

/// The inputs or the outputs of a unit.
open class AUAudioUnitBusArray: NSObject, Sequence {
    private struct Observer {
        weak var object: (any AUKeyValueObserver)?
        var key: String
        var options: NSKeyValueObservingOptions
        var context: UnsafeMutableRawPointer?
    }

    private struct Values {
        var buses: [AUAudioUnitBus] = []
        var observers: [Observer] = []
    }

    private let values = LockedValue(Values())
    private let type: AUAudioUnitBusType
    private weak var owner: AUAudioUnit?
    /// Changes how many buses a unit of version 2 has.
    var countChange: ((Int) throws -> Void)?

    /// Makes an array.
    ///
    /// - Parameters:
    ///   - owner: the unit, which has the array as long as it lives.
    ///   - busType: whether the buses are inputs or outputs.
    ///   - busArray: the buses.
    public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus]) {
        (self.owner, type) = (owner, busType)
        super.init()
        replaceBusses(busArray)
    }

    /// Makes an array without buses.
    ///
    /// - Parameters:
    ///   - owner: the unit, which has the array as long as it lives.
    ///   - busType: whether the buses are inputs or outputs.
    public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
        self.init(audioUnit: owner, busType: busType, busses: [])
    }

    /// Puts other buses in the array. For the unit.
    ///
    /// - Parameter busArray: the buses.
    open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
        for (index, bus) in busArray.enumerated() {
            bus.place.withLock { $0 = AUAudioUnitBus.Place(owner: owner, type: type, index: index) }
        }
        let old = values.withLock { values in
            defer { values.buses = busArray }
            return values.buses
        }
        withExtendedLifetime(old) {}
        owner?.busesDidChange(type)
    }

    private var buses: [AUAudioUnitBus] { values.withLock { $0.buses } }

    /// How many buses there are.
    open var count: Int { buses.count }

    /// The bus at a place. Ends the program for a place that the array does not have.
    ///
    /// - Parameter index: the place, from 0 on.
    /// - Returns: the bus.
    open subscript(index: Int) -> AUAudioUnitBus {
        let buses = buses
        require(buses.indices.contains(index), "index < count")
        return buses[index]
    }

    /// The buses in their order.
    ///
    /// - Returns: an iterator over the buses that there are now.
    public func makeIterator() -> IndexingIterator<[AUAudioUnitBus]> { buses.makeIterator() }

    /// Whether `setBusCount(_:)` changes the number; false unless a unit overrides it, and for most units of version 2.
    open var isCountChangeable: Bool { countChange != nil }

    /// Changes the number of buses.
    ///
    /// - Parameter count: the number.
    /// - Throws: `kAudioUnitErr_PropertyNotWritable` where it cannot be changed.
    open func setBusCount(_ count: Int) throws {
        guard count != self.count else { return }
        guard let countChange else { throw AudioError.unitNotWritable.unitError }
        try countChange(count)
    }

    /// The unit of the buses.
    unowned(unsafe) open var ownerAudioUnit: AUAudioUnit {
        require(owner != nil, "ownerAudioUnit != nil")
        return owner!
    }

    /// Whether the buses are inputs or outputs.
    open var busType: AUAudioUnitBusType { type }

    // MARK: Observers

    /// Adds an observer of a property of all buses, those to come as well. It is not retained.
    ///
    /// On Linux an `NSObject` does not observe by itself: the observer is called where it is an `AUKeyValueObserver`.
    ///
    /// - Parameters:
    ///   - observer: called on the thread that sets the property.
    ///   - keyPath: the name of the property: "format", "isEnabled", "name" or "contextPresentationLatency".
    ///   - options: which values the observer gets.
    ///   - context: what the observer is called with.
    open func addObserver(
        toAllBusses observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let observer = observer as? any AUKeyValueObserver else { return }
        let new = Observer(object: observer, key: keyPath, options: options, context: context)
        values.withLock { $0.observers.append(new) }
        guard options.contains(.initial) else { return }
        for bus in buses { call(new, bus) }
    }

    /// Removes an observer.
    ///
    /// - Parameters:
    ///   - observer: the observer.
    ///   - keyPath: the name of the property.
    ///   - context: what it was added with.
    open func removeObserver(
        fromAllBusses observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        // Observers that end meanwhile are freed without the lock.
        let objects = values.withLock { values in
            let objects = values.observers.map(\.object)
            let isOver = zip(values.observers, objects).map { entry, object in
                object == nil || object === observer && entry.key == keyPath && entry.context == context
            }
            values.observers = zip(values.observers, isOver).filter { !$1 }.map(\.0)
            return objects
        }
        withExtendedLifetime(objects) {}
    }

    func busDidChange(_ bus: AUAudioUnitBus, _ key: String) {
        // A Mac knows this property by both names.
        for observer in values.withLock({ $0.observers }) {
            if observer.key == key || observer.key == "enabled" && key == "isEnabled" { call(observer, bus) }
        }
    }

    private func call(_ observer: Observer, _ bus: AUAudioUnitBus) {
        var change: [NSKeyValueChangeKey: Any] = [:]
        if observer.options.contains(.new) {
            switch observer.key {
            case "format": change[.newKey] = bus.format
            case "isEnabled", "enabled": change[.newKey] = bus.isEnabled
            case "name": change[.newKey] = bus.name
            default: change[.newKey] = bus.contextPresentationLatency
            }
        }
        observer.object?.observeValue(forKeyPath: observer.key, of: bus, change: change, context: observer.context)
    }
}

/// What a change of a property has in its dictionary.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    /// The name of the key.
    public let rawValue: String

    /// Makes a key.
    ///
    /// - Parameter rawValue: the name of the key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value after the change.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
}

/// An addition: an object that observes properties of buses.
public protocol AUKeyValueObserver: NSObject {
    /// Is called with a change, on the thread that makes it.
    ///
    /// - Parameters:
    ///   - keyPath: the name of the property.
    ///   - object: the bus.
    ///   - change: the new value, where it was asked for.
    ///   - context: what the observer was added with.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}
