import Glibc

/// A value of a message, in each of D-Bus's types.
package enum BusValue: Equatable, Sendable {
    case byte(UInt8)
    case flag(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case text(String)
    /// The path of an object.
    case path(String)
    case signature(String)
    case descriptor(BusDescriptor)
    /// Elements, with their signature, which an empty array needs.
    case array(of: String, [BusValue])
    case structure([BusValue])
    /// A key and its value, in an array.
    indirect case entry(BusValue, BusValue)
    indirect case variant(BusValue)

    /// An array of texts with a variant each: `a{sv}`. In the order of the texts, so that equal dictionaries are equal values.
    package static func dictionary(_ values: [String: BusValue]) -> BusValue {
        .array(of: "{sv}", values.sorted { $0.key < $1.key }.map { .entry(.text($0.key), .variant($0.value)) })
    }

    /// The type, as D-Bus writes it.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .flag: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .text: "s"
        case .path: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }
}

/// What a value is, as far as its type fits; nil where it does not.
extension BusValue {
    package var flag: Bool? {
        if case .flag(let value) = self { value } else { nil }
    }

    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    package var path: String? {
        if case .path(let value) = self { value } else { nil }
    }

    package var descriptor: BusDescriptor? {
        if case .descriptor(let value) = self { value } else { nil }
    }

    /// An integer of any of the types, where it is in the range of the wanted one.
    package func integer<Wanted: FixedWidthInteger>(_ wanted: Wanted.Type = Wanted.self) -> Wanted? {
        switch self {
        case .byte(let value): Wanted(exactly: value)
        case .int16(let value): Wanted(exactly: value)
        case .uint16(let value): Wanted(exactly: value)
        case .int32(let value): Wanted(exactly: value)
        case .uint32(let value): Wanted(exactly: value)
        case .int64(let value): Wanted(exactly: value)
        case .uint64(let value): Wanted(exactly: value)
        default: nil
        }
    }

    package var elements: [BusValue]? {
        if case .array(_, let values) = self { values } else { nil }
    }

    /// What is in a variant, and in variants in each other; else the value itself.
    package var unwrapped: BusValue {
        if case .variant(let value) = self { value.unwrapped } else { self }
    }

    /// The values by their keys, without the variants around them. The last one of equal keys counts.
    package var dictionary: [String: BusValue]? {
        guard case .array(let element, let values) = self, element.hasPrefix("{s") || element.hasPrefix("{o") else {
            return nil
        }
        var result: [String: BusValue] = [:]
        for case .entry(let key, let value) in values {
            if let key = key.text ?? key.path { result[key] = value.unwrapped }
        }
        return result
    }
}

/// A file descriptor that a message brought. It is closed when its last user releases it.
package final class BusDescriptor: Equatable, Sendable {
    package let number: Int32

    /// Takes over a descriptor.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one.number == other.number }
}
