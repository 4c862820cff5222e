import AudioCore
public import CAudioToolbox
public import Foundation

/// A parameter of a unit: a number that hosts read, set and automate.
///
/// `AUParameterTree.createParameter(withIdentifier:name:address:min:max:unit:unitName:flags:valueStrings:dependentParameters:)`
/// makes one.
open class AUParameter: AUParameterNode, NSSecureCoding {
    private let info: Info
    /// What was set last.
    private let stored: StoredValue

    struct Info {
        var address: AUParameterAddress
        var minimum: AUValue
        var maximum: AUValue
        var unit: AudioUnitParameterUnit
        var unitName: String?
        var flags: AudioUnitParameterOptions
        var valueStrings: [String]?
        var dependents: [AUParameterAddress]?
    }

    init(identifier: String, name: String, _ info: Info, value: AUValue? = nil) {
        self.info = info
        stored = StoredValue(value ?? min(max(0, info.minimum), max(info.minimum, info.maximum)))
        super.init(identifier: identifier, name: name)
    }

    /// The same parameter at another address.
    func copy(addressOffset: AUParameterAddress) -> AUParameter {
        var moved = info
        moved.address = info.address &+ addressOffset
        moved.dependents = info.dependents?.map { $0 &+ addressOffset }
        return AUParameter(identifier: identifier, name: displayName, moved, value: storedValue)
    }

    // MARK: About the parameter

    /// The least value.
    open var minValue: AUValue { info.minimum }
    /// The greatest value.
    open var maxValue: AUValue { info.maximum }
    /// The unit of measure.
    open var unit: AudioUnitParameterUnit { info.unit }
    /// The name of the unit of measure for people: of a known one, or the unit's own; nil for none.
    open var unitName: String? { info.unitName ?? Self.names[info.unit.rawValue] }
    /// What can be done with the parameter.
    open var flags: AudioUnitParameterOptions { info.flags }
    /// The number by which the unit knows the parameter. It may be another one in another instance: programs keep the `keyPath`.
    open var address: AUParameterAddress { info.address }
    /// The names of the values from `minValue` on; nil for a parameter whose values have none.
    open var valueStrings: [String]? { info.valueStrings }
    /// The addresses of parameters that may change with this one; nil for none.
    open var dependentParameters: [NSNumber]? { info.dependents?.map { NSNumber(value: $0) } }

    private static let names: [UInt32: String] = {
        let known: [(AudioUnitParameterUnit, String)] = [
            (.percent, "%"), (.seconds, "s"), (.sampleFrames, "samples"), (.degrees, "°"), (.hertz, "Hz"),
            (.cents, "cents"), (.relativeSemiTones, "semitones"), (.decibels, "dB"), (.meters, "m"),
            (.absoluteCents, "cents"), (.octaves, "octaves"), (.BPM, "BPM"), (.beats, "beats"), (.milliseconds, "ms"),
            (.ratio, "ratio"),
        ]
        return Dictionary(uniqueKeysWithValues: known.map { ($0.0.rawValue, $0.1) })
    }()

    // MARK: The value

    package var storedValue: AUValue { stored.read() }

    /// Takes a value that the unit has by itself. No observer is called.
    package func store(_ value: AUValue) { stored.write(value) }

    /// Takes a value that was set in the unit by other ways than the tree, unless the tree has set a newer one.
    ///
    /// - Parameter hostTime: when it was set.
    func store(_ value: AUValue, setAt hostTime: UInt64) { stored.write(value, setInUnitAt: hostTime) }

    /// The value. The unit is notified of a new one at once, and then the observers are, on another thread.
    open var value: AUValue {
        get { inherited(\.valueProvider)?(self) ?? storedValue }
        set { setValue(newValue, originator: nil) }
    }

    /// Sets the value.
    ///
    /// - Parameters:
    ///   - value: the value, from `minValue` to `maxValue`.
    ///   - originator: the token of an observer that is not notified of it; nil to notify all.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        setValue(value, originator: originator, atHostTime: 0)
    }

    /// Sets the value, and gives observers the time of the gesture that it comes from.
    ///
    /// The value counts at once, whatever the time: observers record the gesture with it. `AUAudioUnit.scheduleParameterBlock` sets a
    /// value at a frame, as where automation is played.
    ///
    /// - Parameters:
    ///   - value: the value, from `minValue` to `maxValue`.
    ///   - originator: the token of an observer that is not notified of it; nil to notify all.
    ///   - hostTime: the host time of the gesture.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
        setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
    }

    /// Sets the value, or reports that the user touches or releases the parameter's control.
    ///
    /// - Parameters:
    ///   - value: the value, from `minValue` to `maxValue`.
    ///   - originator: the token of an observer that is not notified of it; nil to notify all.
    ///   - hostTime: the host time of the gesture.
    ///   - eventType: what the user does. Only observers of automation are notified of touching and releasing.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) {
        let (ancestors, isNew) = (self.ancestors, storedValue != value)
        let face = ancestors.last?.links.withLock { $0.face }
        let change = ParameterChange(
            address: address, value: value, hostTime: hostTime, type: eventType,
            origin: UInt(bitPattern: originator))
        if eventType == .touch { face?.parameterIsTouched(change) }
        stored.write(value, setInTreeAt: HostTime.now())
        inherited(\.valueObserver)?(self, value)
        face?.parameterDidChange(change, isNew: isNew)
        face?.reportValuesOfUnit()
        report(change)
    }

    /// Reports a change to the observers of the parameter and of the groups around it.
    func report(_ change: ParameterChange) {
        let observers = ancestors.flatMap { node in node.links.withLock { $0.observers } }
        if !observers.isEmpty { ParameterReports.shared.report(change, to: observers) }
    }

    // MARK: Texts

    /// A text of a value.
    ///
    /// - Parameter value: the value; nil for the present one.
    /// - Returns: what the unit makes of it: by itself a name of `valueStrings`, or the number.
    open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
        inherited(\.stringFromValue)?(self, value) ?? usualText(of: value?.pointee ?? self.value)
    }

    /// The value of a text.
    ///
    /// - Parameter string: a text that `string(fromValue:)` may have made.
    /// - Returns: what the unit makes of it: by itself the number of a name of `valueStrings`, or a number; `minValue` for others.
    open func value(from string: String) -> AUValue {
        inherited(\.valueFromString)?(self, string) ?? usualValue(of: string)
    }

    func usualText(of value: AUValue) -> String {
        if let names = valueStrings, let place = Int(exactly: (value - minValue).rounded(.towardZero)),
            names.indices.contains(place)
        {
            return names[place]
        }
        if value == value.rounded(), value.magnitude < 1e9 { return String(Int(value)) }
        return String(value)
    }

    func usualValue(of text: String) -> AUValue {
        if let place = valueStrings?.firstIndex(of: text) { return minValue + AUValue(place) }
        let number = text.drop { $0 == " " }.prefix { $0.isNumber || "+-.eE".contains($0) }
        guard let value = AUValue(number), value.isFinite else { return minValue }
        return min(max(value, minValue), max(minValue, maxValue))
    }

    // MARK: Archiving

    /// Parameters can be archived: true.
    public static var supportsSecureCoding: Bool { true }

    private enum Key {
        static let identifier = "identifier", name = "displayName", address = "address", minimum = "minValue"
        static let maximum = "maxValue", unit = "unit", unitName = "unitName", flags = "flags", value = "value"
        static let strings = "valueStrings", dependents = "dependentParameters"
    }

    /// Reads an archived parameter; nil if a part is missing.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required init?(coder: NSCoder) {
        func text(_ key: String) -> String? {
            coder.containsValue(forKey: key) ? coder.decodeObject(of: NSString.self, forKey: key)?.description : nil
        }
        func texts<T: NSObject & NSSecureCoding>(_ key: String, _: T.Type) -> [T]? {
            guard coder.containsValue(forKey: key) else { return nil }
            return coder.decodeObject(of: [NSArray.self, T.self], forKey: key) as? [T]
        }
        guard let identifier = text(Key.identifier), let name = text(Key.name), coder.containsValue(forKey: Key.address)
        else { return nil }
        let strings = texts(Key.strings, NSString.self)
        info = Info(
            address: UInt64(bitPattern: coder.decodeInt64(forKey: Key.address)),
            minimum: coder.decodeFloat(forKey: Key.minimum), maximum: coder.decodeFloat(forKey: Key.maximum),
            unit: AudioUnitParameterUnit(rawValue: UInt32(bitPattern: coder.decodeInt32(forKey: Key.unit))) ?? .generic,
            unitName: text(Key.unitName),
            flags: AudioUnitParameterOptions(rawValue: UInt32(bitPattern: coder.decodeInt32(forKey: Key.flags))),
            valueStrings: strings?.map { $0.description },
            dependents: texts(Key.dependents, NSNumber.self)?.map { $0.uint64Value })
        stored = StoredValue(coder.decodeFloat(forKey: Key.value))
        super.init(identifier: identifier, name: name)
    }

    /// Archives what the parameter is, and its value.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedArchiver`.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: Key.identifier)
        coder.encode(NSString(string: displayName), forKey: Key.name)
        coder.encode(Int64(bitPattern: address), forKey: Key.address)
        coder.encode(minValue, forKey: Key.minimum)
        coder.encode(maxValue, forKey: Key.maximum)
        coder.encode(Int32(bitPattern: unit.rawValue), forKey: Key.unit)
        coder.encode(Int32(bitPattern: flags.rawValue), forKey: Key.flags)
        coder.encode(value, forKey: Key.value)
        if let unitName = info.unitName { coder.encode(NSString(string: unitName), forKey: Key.unitName) }
        if let strings = info.valueStrings {
            coder.encode(NSArray(array: strings.map { NSString(string: $0) }), forKey: Key.strings)
        }
        if let dependents = info.dependents {
            coder.encode(NSArray(array: dependents.map { NSNumber(value: $0) }), forKey: Key.dependents)
        }
    }
}
