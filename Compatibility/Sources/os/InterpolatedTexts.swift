public import Foundation

// The values of a message that describe themselves: strings, types, errors, objects.

extension OSLogInterpolation {
    /// Appends a string. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - argumentString: the string.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true, align: align) { $0.append(argumentString()) }
    }

    /// Appends a string. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - argumentString: the string.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
        attributes: String
    ) {
        append(privacy, isText: true, align: align) { $0.append(argumentString()) }
    }

    /// Appends the description of a value. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true, align: align) { $0.append(value().description) }
    }

    /// Appends the description of a value. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
        attributes: String
    ) {
        append(privacy, isText: true, align: align) { $0.append(value().description) }
    }

    /// Appends the name of a type, without its module. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - value: the type.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true, align: align) { $0.append(_typeName(value(), qualified: false)) }
    }

    /// Appends the name of a type, without its module. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - value: the type.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
        attributes: String
    ) {
        append(privacy, isText: true, align: align) { $0.append(_typeName(value(), qualified: false)) }
    }

    /// Appends the description of an error. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> any Error, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(privacy, isText: true) { $0.append(String(describing: error())) }
    }

    /// Appends the description of an error. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> (any Error)?, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(privacy, isText: true) { $0.append(error().map { String(describing: $0) } ?? "nil") }
    }

    /// Appends the description of an object. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - argumentObject: the object.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure () -> NSObject, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true) { $0.append(argumentObject().description) }
    }

    /// Appends the description of an object. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - argumentObject: the object.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure () -> NSObject, privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(privacy, isText: true) { $0.append(argumentObject().description) }
    }

    /// Appends the description of an object. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ object: @autoclosure () -> NSObject?, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(privacy, isText: true) { $0.append(object()?.description ?? "(null)") }
    }
}
