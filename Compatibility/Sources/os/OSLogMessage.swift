/// The largest number of values that a message can have on Apple's systems. Here a message can have more.
public var maxOSLogArgumentCount: UInt8 { 48 }

/// A message of the log, which is written as a string literal with interpolated values.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    /// The type that takes the pieces.
    public typealias StringInterpolation = OSLogInterpolation
    /// The type of a literal without values.
    public typealias StringLiteralType = String
    /// The type of a literal that is one character.
    public typealias ExtendedGraphemeClusterLiteralType = String
    /// The type of a literal that is one Unicode scalar.
    public typealias UnicodeScalarLiteralType = String

    /// The text with its values.
    public let interpolation: OSLogInterpolation

    /// Makes a message of an interpolation.
    ///
    /// - Parameter stringInterpolation: the text with its values.
    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    /// Makes a message without values.
    ///
    /// - Parameter value: the text.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    /// The number of bytes of the message's text.
    public var bufferSize: Int { interpolation.text.count }
}

/// Takes the pieces of a message.
///
/// Each value is evaluated once, when it is appended. A private value, if `COREAUDIO_LOG_PRIVATE=0` is in the environment, is not
/// evaluated unless its mask needs it.
public struct OSLogInterpolation: StringInterpolationProtocol {
    /// The type of the literal pieces.
    public typealias StringLiteralType = String

    var text = LogText()

    /// Makes an empty interpolation.
    ///
    /// - Parameters:
    ///   - literalCapacity: the number of bytes of the literal pieces.
    ///   - interpolationCount: the number of values.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal piece.
    ///
    /// - Parameter literal: the piece.
    public mutating func appendLiteral(_ literal: String) { text.append(literal) }

    /// Appends a value, or what stands in its place if it is private.
    mutating func append(
        _ privacy: OSLogPrivacy, isText: Bool, align: OSLogStringAlignment = .none, _ value: (inout LogText) -> Void
    ) {
        let mark = text.count
        text.append(privacy, isText: isText, value)
        if let columns = align.columns { text.align(from: mark, columns: columns, toTheRight: align.isRight) }
    }
}
