internal import COSSupport
internal import Glibc

/// How an integer is written, in the words of `printf`.
struct IntegerStyle {
    var radix: UInt64 = 10
    var isUppercase = false
    var showsPlus = false
    var hasSpace = false
    var hasPrefix = false
    var isLeft = false
    var isFilledWithZeros = false
    var leastDigits = 1
    var width = 0
}

extension LogText {
    /// Appends an integer of a type. In another radix than 10 a negative number is its bits.
    mutating func append<T: FixedWidthInteger>(integer value: T, _ style: IntegerStyle = IntegerStyle()) {
        let isNegative = style.radix == 10 && value < 0
        let bits = isNegative ? UInt64(value.magnitude) : UInt64(truncatingIfNeeded: value) & Self.mask(T.bitWidth)
        append(magnitude: bits, isNegative: isNegative, style)
    }

    private static func mask(_ width: Int) -> UInt64 { width >= 64 ? .max : (1 << UInt64(width)) - 1 }

    mutating func append(magnitude: UInt64, isNegative: Bool, _ style: IntegerStyle) {
        // 22 digits are those of the largest number in radix 8.
        var digits = InlineArray<24, UInt8>(repeating: 0)
        var count = 0
        var rest = magnitude
        while rest > 0 {
            let digit = UInt8(rest % style.radix)
            digits[count] =
                digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: style.isUppercase ? "A" : "a") + digit - 10
            count += 1
            rest /= style.radix
        }
        let sign: UInt8? =
            isNegative
            ? UInt8(ascii: "-")
            : style.radix != 10 ? nil : style.showsPlus ? UInt8(ascii: "+") : style.hasSpace ? UInt8(ascii: " ") : nil
        let prefix: StaticString =
            !style.hasPrefix || magnitude == 0
            ? "" : style.radix == 16 ? (style.isUppercase ? "0X" : "0x") : style.radix == 8 ? "0" : ""
        var zeros = max(min(style.leastDigits, 256) - count, 0)
        let others = prefix.utf8CodeUnitCount + (sign == nil ? 0 : 1) + count
        if style.isFilledWithZeros && !style.isLeft { zeros = max(zeros, style.width - others) }
        let spaces = style.width - others - zeros
        if !style.isLeft { append(UInt8(ascii: " "), times: spaces) }
        if let sign { append(sign) }
        append(prefix)
        append(UInt8(ascii: "0"), times: zeros)
        while count > 0 {
            count -= 1
            append(digits[count])
        }
        if style.isLeft { append(UInt8(ascii: " "), times: spaces) }
    }

    /// Appends a real number as `printf` writes it. A negative precision is the 6 digits of `printf`.
    mutating func append(
        real value: Double, letter: Unicode.Scalar, precision: Int = -1, flags: String = "", width: Int = 0
    ) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 800) { text in
            _ = flags.withCString {
                os_support_format_double(
                    text.baseAddress!, 800, $0, Int32(clamping: width), Int32(clamping: precision),
                    CChar(truncatingIfNeeded: letter.value), value)
            }
            append(string: text.baseAddress!)
        }
    }

    /// Appends a number of bytes, or of bits a second, with the prefixes of 1,000 or of 1,024.
    mutating func append(amount: Int64, unit: StaticString, isBinary: Bool) {
        let decimal: [StaticString] = ["", "k", "M", "G", "T", "P", "E"]
        let binary: [StaticString] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
        let step = isBinary ? 1024.0 : 1000.0
        var value = Double(amount)
        var index = 0
        while abs(value) >= step && index < 6 {
            value /= step
            index += 1
        }
        if index == 0 { append(integer: amount) } else { append(real: value, letter: "f", precision: 2) }
        append(UInt8(ascii: " "))
        append(isBinary ? binary[index] : decimal[index])
        append(unit)
    }

    /// Appends a time of day in universal time, as local time would read the files of the time zones.
    mutating func append(secondsSince1970 seconds: Int, fraction: Int? = nil, digits: Int = 0) {
        var time = time_t(seconds)
        var fields = tm()
        guard gmtime_r(&time, &fields) != nil else { return append(integer: seconds) }
        let two = IntegerStyle(leastDigits: 2)
        append(integer: fields.tm_year &+ 1900, IntegerStyle(leastDigits: 4))
        append("-" as StaticString)
        append(integer: fields.tm_mon + 1, two)
        append("-" as StaticString)
        append(integer: fields.tm_mday, two)
        append(" " as StaticString)
        append(integer: fields.tm_hour, two)
        append(":" as StaticString)
        append(integer: fields.tm_min, two)
        append(":" as StaticString)
        append(integer: fields.tm_sec, two)
        if let fraction {
            append("." as StaticString)
            append(integer: fraction, IntegerStyle(leastDigits: digits))
        }
        append("Z" as StaticString)
    }

    /// Appends `[2: No such file or directory]`.
    mutating func append(errorNumber number: Int32) {
        append("[" as StaticString)
        append(integer: number)
        append(": " as StaticString)
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
            append(string: os_support_error_name(number, text.baseAddress!, 128))
        }
        append("]" as StaticString)
    }

    /// Appends `[sigsegv: Segmentation fault]`.
    mutating func append(signal number: Int32) {
        append("[" as StaticString)
        if let name = os_support_signal_name(number), let description = os_support_signal_description(number) {
            append("sig" as StaticString)
            var at = name
            while at.pointee != 0 {
                append(UInt8(truncatingIfNeeded: tolower(Int32(at.pointee))))
                at += 1
            }
            append(": " as StaticString)
            append(string: description)
        } else {
            append(integer: number)
        }
        append("]" as StaticString)
    }

    /// Appends the mode of a file as `ls -l` writes it.
    mutating func append(fileMode mode: UInt32) {
        let kinds: [(UInt32, StaticString)] = [
            (0o040000, "d"), (0o120000, "l"), (0o060000, "b"), (0o020000, "c"), (0o010000, "p"), (0o140000, "s"),
        ]
        append(kinds.first { $0.0 == mode & 0o170000 }?.1 ?? "-")
        let extra: [(UInt32, Unicode.Scalar)] = [(0o4000, "s"), (0o2000, "s"), (0o1000, "t")]
        for (place, special) in extra.enumerated() {
            let rights = mode >> UInt32(6 - 3 * place)
            append(rights & 4 != 0 ? "r" : "-" as StaticString)
            append(rights & 2 != 0 ? "w" : "-" as StaticString)
            if mode & special.0 != 0 {
                let letter = UInt8(ascii: special.1)
                append(rights & 1 != 0 ? letter : letter - 32)
            } else {
                append(rights & 1 != 0 ? "x" : "-" as StaticString)
            }
        }
    }

    /// Appends an address of the Internet, whose bytes are in the order of the network.
    mutating func append(address bytes: UnsafeRawPointer, family: Int32) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            if inet_ntop(family, bytes, text.baseAddress!, socklen_t(text.count)) != nil {
                append(string: text.baseAddress!)
            }
        }
    }
}
