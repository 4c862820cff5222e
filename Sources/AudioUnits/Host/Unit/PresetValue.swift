/// A value of a property list, without Foundation: what a face makes of a preset's file or of `kAudioUnitProperty_ClassInfo`.
package enum PresetValue: Sendable, Equatable {
    case dictionary([String: PresetValue])
    case array([PresetValue])
    case text(String)
    /// A number, or a Boolean as 0 or 1.
    case number(Double)
    /// Data, a date or what else there is.
    case other

    /// The value under a key of a dictionary; nil for anything else.
    subscript(_ key: String) -> PresetValue? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    /// The values of an array; those of a dictionary alone, as a list of one.
    var list: [PresetValue] {
        switch self {
        case .array(let values): values
        case .dictionary: [self]
        default: []
        }
    }

    /// A finite number. Some writers put numbers in texts.
    func number(_ key: String) -> Double? {
        switch self[key] {
        case .number(let value): value.isFinite ? value : nil
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A number without its fraction; nil for one that is too large.
    func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded(.towardZero)) } }

    func flag(_ key: String) -> Bool? { number(key).map { $0 != 0 } }

    func text(_ key: String) -> String? {
        guard case .text(let text) = self[key] else { return nil }
        return text
    }
}
