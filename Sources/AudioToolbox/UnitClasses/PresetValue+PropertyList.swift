import AudioUnits
import Foundation

extension PresetValue {
    /// The values of a property list's file.
    ///
    /// - Throws: what Foundation throws where the file cannot be read or parsed.
    package init(contentsOf url: URL) throws {
        self.init(try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil))
    }

    /// The value of a property list's object. More than 32 lists in one another are left out, and what is left after a million values:
    /// a binary list may name the same object any number of times.
    package init(_ object: Any) {
        var left = 1 << 20
        self.init(object, depth: 32, &left)
    }

    private init(_ object: Any, depth: Int, _ left: inout Int) {
        switch object {
        case let values as [String: Any] where depth > 0 && values.count <= left:
            left -= values.count
            self = .dictionary(values.mapValues { PresetValue($0, depth: depth - 1, &left) })
        case let values as [Any] where depth > 0 && values.count <= left:
            left -= values.count
            self = .array(values.map { PresetValue($0, depth: depth - 1, &left) })
        case let text as String: self = .text(text)
        case let flag as Bool: self = .number(flag ? 1 : 0)
        case let number as Int: self = .number(Double(number))
        case let number as Double: self = .number(number)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .other
        }
    }

    /// The value as an object of a property list.
    var object: AnyObject {
        switch self {
        case .dictionary(let values):
            let dictionary = NSMutableDictionary()
            for (key, value) in values { dictionary.setObject(value.object, forKey: key.coreFoundation) }
            return dictionary
        case .array(let values): return values.map(\.object) as NSArray
        case .text(let text): return text.coreFoundation
        case .number(let number): return NSNumber(value: number)
        case .other: return NSData()
        }
    }
}
