internal import Glibc

// The values of a message that are floating-point numbers, Booleans, and integers that mean something.

extension OSLogInterpolation {
    /// Appends a floating-point number. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(Double(number()), format, align, privacy)
    }

    /// Appends a floating-point number. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(Double(number()), format, align, privacy)
    }

    /// Appends a floating-point number. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number(), format, align, privacy)
    }

    /// Appends a floating-point number. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(number(), format, align, privacy)
    }

    /// Appends an integer that means something. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: what it means.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int32, format: OSLogInt32ExtendedFormat, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false) { format.append(number(), to: &$0) }
    }

    /// Appends an integer that means something. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: what it means.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int32, format: OSLogInt32ExtendedFormat, privacy: OSLogPrivacy = .auto,
        attributes: String
    ) {
        append(privacy, isText: false) { format.append(number(), to: &$0) }
    }

    /// Appends an integer that means something. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: what it means.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int, format: OSLogIntExtendedFormat, privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(privacy, isText: false) { format.append(number(), to: &$0) }
    }

    /// Appends a Boolean. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - boolean: the Boolean.
    ///   - format: how it is written.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false) { format.append(boolean(), to: &$0) }
    }

    private mutating func append(
        _ number: @autoclosure () -> Double, _ format: OSLogFloatFormatting, _ align: OSLogStringAlignment,
        _ privacy: OSLogPrivacy
    ) {
        append(privacy, isText: false, align: align) {
            $0.append(real: number(), letter: format.letter, precision: format.precision, flags: format.flags)
        }
    }
}

extension OSLogBoolFormat {
    func append(_ value: Bool, to text: inout LogText) {
        switch self {
        case .truth: text.append(value ? "true" : "false" as StaticString)
        case .answer: text.append(value ? "YES" : "NO" as StaticString)
        }
    }
}

extension OSLogIntExtendedFormat {
    func append(_ value: Int, to text: inout LogText) {
        switch self {
        case .bitrate: text.append(amount: Int64(value), unit: "bps", isBinary: false)
        case .bitrateIEC: text.append(amount: Int64(value), unit: "bps", isBinary: true)
        case .byteCount: text.append(amount: Int64(value), unit: "B", isBinary: false)
        case .byteCountIEC: text.append(amount: Int64(value), unit: "B", isBinary: true)
        }
    }
}

extension OSLogInt32ExtendedFormat {
    func append(_ value: Int32, to text: inout LogText) {
        switch self {
        case .ipv4Address: withUnsafeBytes(of: value) { text.append(address: $0.baseAddress!, family: AF_INET) }
        case .secondsSince1970: text.append(secondsSince1970: Int(value))
        case .darwinErrno: text.append(errorNumber: value)
        case .darwinMode: text.append(fileMode: UInt32(bitPattern: value))
        case .darwinSignal: text.append(signal: value)
        case .machErrno:
            text.append("[" as StaticString)
            text.append(integer: value, IntegerStyle(radix: 16, hasPrefix: true))
            text.append("]" as StaticString)
        case .bitrate: OSLogIntExtendedFormat.bitrate.append(Int(value), to: &text)
        case .bitrateIEC: OSLogIntExtendedFormat.bitrateIEC.append(Int(value), to: &text)
        case .byteCount: OSLogIntExtendedFormat.byteCount.append(Int(value), to: &text)
        case .byteCountIEC: OSLogIntExtendedFormat.byteCountIEC.append(Int(value), to: &text)
        case .truth: OSLogBoolFormat.truth.append(value != 0, to: &text)
        case .answer: OSLogBoolFormat.answer.append(value != 0, to: &text)
        }
    }
}
