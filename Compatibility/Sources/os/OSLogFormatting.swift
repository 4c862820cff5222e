/// How an integer of a message is written.
public struct OSLogIntegerFormatting {
    let style: IntegerStyle

    /// In decimal digits.
    public static var decimal: OSLogIntegerFormatting { decimal() }
    /// In hexadecimal digits. A negative number is written as its bits.
    public static var hex: OSLogIntegerFormatting { hex() }
    /// In octal digits. A negative number is written as its bits.
    public static var octal: OSLogIntegerFormatting { octal() }

    /// In decimal digits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - minDigits: the least number of digits; zeros fill it up.
    /// - Returns: the format.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int
    ) -> OSLogIntegerFormatting {
        Self(style: IntegerStyle(showsPlus: explicitPositiveSign, leastDigits: minDigits()))
    }

    /// In decimal digits.
    ///
    /// - Parameter explicitPositiveSign: whether a number that is not negative has a plus sign.
    /// - Returns: the format.
    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        decimal(explicitPositiveSign: explicitPositiveSign, minDigits: 1)
    }

    /// In hexadecimal digits. A negative number is written as its bits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: is ignored, as bits have no sign.
    ///   - includePrefix: whether a number other than zero begins with `0x`.
    ///   - uppercase: whether the letters are capitals.
    ///   - minDigits: the least number of digits; zeros fill it up.
    /// - Returns: the format.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure () -> Int
    ) -> OSLogIntegerFormatting {
        Self(
            style: IntegerStyle(
                radix: 16, isUppercase: uppercase, hasPrefix: includePrefix, leastDigits: minDigits()))
    }

    /// In hexadecimal digits. A negative number is written as its bits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: is ignored, as bits have no sign.
    ///   - includePrefix: whether a number other than zero begins with `0x`.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        hex(includePrefix: includePrefix, uppercase: uppercase, minDigits: 1)
    }

    /// In octal digits. A negative number is written as its bits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: is ignored, as bits have no sign.
    ///   - includePrefix: whether a number other than zero begins with `0`.
    ///   - uppercase: is ignored, as octal digits have no letters.
    ///   - minDigits: the least number of digits; zeros fill it up.
    /// - Returns: the format.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure () -> Int
    ) -> OSLogIntegerFormatting {
        Self(style: IntegerStyle(radix: 8, hasPrefix: includePrefix, leastDigits: minDigits()))
    }

    /// In octal digits. A negative number is written as its bits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: is ignored, as bits have no sign.
    ///   - includePrefix: whether a number other than zero begins with `0`.
    ///   - uppercase: is ignored, as octal digits have no letters.
    /// - Returns: the format.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        octal(includePrefix: includePrefix, minDigits: 1)
    }
}

/// How a floating-point number of a message is written. Without a precision it is 6 digits, or for `hex` all digits.
public struct OSLogFloatFormatting {
    let letter: Unicode.Scalar
    let precision: Int
    let flags: String

    private init(_ letters: (Unicode.Scalar, Unicode.Scalar), _ precision: Int, _ showsPlus: Bool, _ isUppercase: Bool)
    {
        letter = isUppercase ? letters.1 : letters.0
        self.precision = precision
        flags = showsPlus ? "+" : ""
    }

    /// With a fixed number of digits after the point.
    public static var fixed: OSLogFloatFormatting { fixed() }
    /// In hexadecimal digits with an exponent of two.
    public static var hex: OSLogFloatFormatting { hex() }
    /// With an exponent of ten.
    public static var exponential: OSLogFloatFormatting { exponential() }
    /// With an exponent of ten if it is shorter.
    public static var hybrid: OSLogFloatFormatting { hybrid() }

    /// With a fixed number of digits after the point.
    ///
    /// - Parameters:
    ///   - precision: the number of digits after the point, at most 128.
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether infinity and what is not a number are in capitals.
    /// - Returns: the format.
    public static func fixed(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        Self(("f", "F"), max(precision(), 0), explicitPositiveSign, uppercase)
    }

    /// With 6 digits after the point.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether infinity and what is not a number are in capitals.
    /// - Returns: the format.
    public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        Self(("f", "F"), -1, explicitPositiveSign, uppercase)
    }

    /// In hexadecimal digits with an exponent of two.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        Self(("a", "A"), -1, explicitPositiveSign, uppercase)
    }

    /// With an exponent of ten.
    ///
    /// - Parameters:
    ///   - precision: the number of digits after the point, at most 128.
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func exponential(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        Self(("e", "E"), max(precision(), 0), explicitPositiveSign, uppercase)
    }

    /// With an exponent of ten and 6 digits after the point.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting
    {
        Self(("e", "E"), -1, explicitPositiveSign, uppercase)
    }

    /// With an exponent of ten if it is shorter.
    ///
    /// - Parameters:
    ///   - precision: the number of significant digits, at most 128.
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func hybrid(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        Self(("g", "G"), max(precision(), 0), explicitPositiveSign, uppercase)
    }

    /// With an exponent of ten if it is shorter, and 6 significant digits.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: whether a number that is not negative has a plus sign.
    ///   - uppercase: whether the letters are capitals.
    /// - Returns: the format.
    public static func hybrid(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        Self(("g", "G"), -1, explicitPositiveSign, uppercase)
    }
}

/// Where a value stands in a column of a message.
public struct OSLogStringAlignment {
    let columns: Int?
    let isRight: Bool

    /// No column: the value takes what it needs.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isRight: false) }

    /// At the right of a column. Spaces precede a shorter value; a longer one is not cut.
    ///
    /// - Parameter columns: the number of characters.
    /// - Returns: the alignment.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isRight: true)
    }

    /// At the left of a column. Spaces follow a shorter value; a longer one is not cut.
    ///
    /// - Parameter columns: the number of characters.
    /// - Returns: the alignment.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isRight: false)
    }
}

/// How a Boolean of a message is written.
public enum OSLogBoolFormat: Hashable, Sendable {
    /// `true` or `false`.
    case truth
    /// `YES` or `NO`.
    case answer
}

/// What an integer of 32 bits means.
public enum OSLogInt32ExtendedFormat: Hashable, Sendable {
    /// An address of the Internet, in the order of the network: `127.0.0.1`.
    case ipv4Address
    /// A time, in universal time: `2016-01-12 19:41:37Z`.
    case secondsSince1970
    /// An error number of the system: `[2: No such file or directory]`.
    case darwinErrno
    /// The mode of a file: `-rw-r--r--`.
    case darwinMode
    /// A signal: `[sigsegv: Segmentation fault]`.
    case darwinSignal
    /// An error of Mach, in hexadecimal digits: `[0x5]`. The texts are not known here.
    case machErrno
    /// Bits a second, with prefixes of 1,000: `4.72 kbps`.
    case bitrate
    /// Bits a second, with prefixes of 1,024: `4.61 Kibps`.
    case bitrateIEC
    /// Bytes, with prefixes of 1,000: `4.72 kB`.
    case byteCount
    /// Bytes, with prefixes of 1,024: `4.61 KiB`.
    case byteCountIEC
    /// `true`, or `false` for zero.
    case truth
    /// `YES`, or `NO` for zero.
    case answer
}

/// What an integer means.
public enum OSLogIntExtendedFormat: Hashable, Sendable {
    /// Bits a second, with prefixes of 1,000: `4.72 kbps`.
    case bitrate
    /// Bits a second, with prefixes of 1,024: `4.61 Kibps`.
    case bitrateIEC
    /// Bytes, with prefixes of 1,000: `4.72 kB`.
    case byteCount
    /// Bytes, with prefixes of 1,024: `4.61 KiB`.
    case byteCountIEC
}

/// What is at a pointer.
public enum OSLogPointerFormat: Hashable, Sendable {
    /// 16 bytes, an address of the Internet: `fe80::1`.
    case ipv6Address
    /// A `timeval`, in universal time: `2016-01-12 19:41:37.774236Z`.
    case timeval
    /// A `timespec`, in universal time: `2016-01-12 19:41:37.238238282Z`.
    case timespec
    /// 16 bytes, an identifier: `10742E39-0657-41F8-AB99-878C5EC2DCAA`.
    case uuid
    /// A `sockaddr`: `127.0.0.1:80` or `[fe80::1]:80`.
    case sockaddr
    /// Bytes in hexadecimal digits: `0A FF`.
    case none

    var meaning: BytesMeaning {
        switch self {
        case .ipv6Address: .ipv6Address
        case .timeval: .timeval
        case .timespec: .timespec
        case .uuid: .uuid
        case .sockaddr: .sockaddr
        case .none: .bytes
        }
    }
}
