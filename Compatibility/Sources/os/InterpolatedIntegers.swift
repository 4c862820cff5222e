// The values of a message that are integers.

extension OSLogInterpolation {
    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int8, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int16, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int32, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int64, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> UInt, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> UInt8, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> UInt16, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> UInt32, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> UInt64, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }

    /// Appends an integer of any type. It is public unless its privacy says that it is private.
    ///
    /// - Parameters:
    ///   - number: the integer.
    ///   - format: how it is written.
    ///   - align: its place in a column.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(privacy, isText: false, align: align) { $0.append(integer: number(), format.style) }
    }
}
