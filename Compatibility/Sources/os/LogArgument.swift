// swift-format-ignore-file: AvoidRetroactiveConformances

public import Foundation

/// An argument of `os_log`.
///
/// It is written by its type in Swift: the length that a format gives, as in `%ld`, does not matter, and a letter for another
/// kind of value writes the value as it is.
struct LogArgument {
    private let value: any CVarArg

    init(_ value: any CVarArg) { self.value = value }

    var integer: Int? {
        if let number = value as? any BinaryInteger { return Int(truncatingIfNeeded: number) }
        return number?.intValue
    }

    /// An object; a number of Swift does not become one.
    private var number: NSNumber? { type(of: value) is AnyClass ? value as? NSNumber : nil }

    private var real: Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        default: number?.doubleValue
        }
    }

    private var address: UnsafeRawPointer? {
        switch value {
        case let pointer as OpaquePointer: UnsafeRawPointer(pointer)
        case let pointer as UnsafePointer<UInt8>: UnsafeRawPointer(pointer)
        case let pointer as UnsafePointer<CChar>: UnsafeRawPointer(pointer)
        default: value._cVarArgEncoding.first.flatMap { UnsafeRawPointer(bitPattern: $0) }
        }
    }

    func append(to text: inout LogText, _ conversion: LogConversion) {
        switch conversion.letter {
        case "d", "i", "D", "u", "U", "x", "X", "o", "O", "c", "C": appendInteger(to: &text, conversion)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            guard let number = real ?? integer.map(Double.init) else { return append(to: &text) }
            text.append(
                real: number, letter: conversion.letter, precision: conversion.precision ?? -1, flags: conversion.flags,
                width: conversion.width ?? 0)
        case "p":
            let style = IntegerStyle(radix: 16, hasPrefix: true, width: conversion.width ?? 0)
            text.append(integer: UInt(bitPattern: address), style)
        case "P":
            let bytes = UnsafeRawBufferPointer(
                start: address, count: address == nil ? 0 : max(conversion.precision ?? 0, 0))
            text.append(bytes: bytes, meaning: Self.meaning(conversion))
        default: appendString(to: &text, conversion)
        }
    }

    private static func meaning(_ conversion: LogConversion) -> BytesMeaning {
        if conversion.has("uuid_t") { return .uuid }
        if conversion.has("network:in6_addr") { return .ipv6Address }
        if conversion.has("network:sockaddr") { return .sockaddr }
        return conversion.has("timeval") ? .timeval : conversion.has("timespec") ? .timespec : .bytes
    }

    private func appendInteger(to text: inout LogText, _ conversion: LogConversion) {
        guard let number = integer else { return append(to: &text) }
        if appendMeaning(of: number, to: &text, conversion) { return }
        var style = conversion.style
        style.width = conversion.width ?? 0
        if let precision = conversion.precision {
            style.leastDigits = precision
            style.isFilledWithZeros = false
        }
        switch conversion.letter {
        case "x": style.radix = 16
        case "X": (style.radix, style.isUppercase) = (16, true)
        case "o", "O": style.radix = 8
        case "c", "C": return text.append(String(Unicode.Scalar(UInt32(truncatingIfNeeded: number)) ?? "\u{fffd}"))
        default: break
        }
        let isUnsigned = ["u", "U", "x", "X", "o", "O"].contains(conversion.letter)
        guard let value = value as? any FixedWidthInteger else { return text.append(integer: number, style) }
        let unused = UInt64(64 - min(type(of: value).bitWidth, 64))
        let isNegative = !isUnsigned && value.description.utf8.first == UInt8(ascii: "-")
        let bits = UInt64(truncatingIfNeeded: value)
        text.append(
            magnitude: isNegative ? 0 &- bits : (bits << unused) >> unused, isNegative: isNegative, style)
    }

    /// Appends what a number means by the words in the braces, if there is such a word.
    private func appendMeaning(of number: Int, to text: inout LogText, _ conversion: LogConversion) -> Bool {
        let short = Int32(truncatingIfNeeded: number)
        if conversion.has("bool") {
            OSLogBoolFormat.truth.append(number != 0, to: &text)
        } else if conversion.has("BOOL") {
            OSLogBoolFormat.answer.append(number != 0, to: &text)
        } else if conversion.has("errno") || conversion.has("darwin.errno") {
            text.append(errorNumber: short)
        } else if conversion.has("darwin.mode") {
            text.append(fileMode: UInt32(bitPattern: short))
        } else if conversion.has("darwin.signal") {
            text.append(signal: short)
        } else if conversion.has("time_t") {
            text.append(secondsSince1970: number)
        } else if conversion.has("network:in_addr") {
            OSLogInt32ExtendedFormat.ipv4Address.append(short, to: &text)
        } else if conversion.has("bitrate") {
            OSLogIntExtendedFormat.bitrate.append(number, to: &text)
        } else if conversion.has("iec-bitrate") {
            OSLogIntExtendedFormat.bitrateIEC.append(number, to: &text)
        } else if conversion.has("bytecount") {
            OSLogIntExtendedFormat.byteCount.append(number, to: &text)
        } else if conversion.has("iec-bytecount") {
            OSLogIntExtendedFormat.byteCountIEC.append(number, to: &text)
        } else {
            return false
        }
        return true
    }

    /// Appends a string in its column. The precision is the largest number of bytes.
    private func appendString(to text: inout LogText, _ conversion: LogConversion) {
        let mark = text.count
        if let precision = conversion.precision, conversion.letter != "@" {
            var whole = LogText()
            append(to: &whole)
            whole.withBytes { bytes in
                var end = min(max(precision, 0), bytes.count)
                while end > 0 && end < bytes.count && bytes[end] & 0xc0 == 0x80 { end -= 1 }
                text.append(UnsafeBufferPointer(rebasing: bytes[..<end]))
            }
        } else {
            append(to: &text)
        }
        if let width = conversion.width { text.align(from: mark, columns: width, toTheRight: !conversion.style.isLeft) }
    }

    private func append(to text: inout LogText) {
        switch value {
        case let string as String: text.append(string)
        case let string as UnsafePointer<CChar>: text.append(string: string)
        case let string as UnsafeMutablePointer<CChar>: text.append(string: string)
        case let string as UnsafePointer<UInt8>: text.append(String(cString: string))
        default: text.append(String(describing: value))
        }
    }
}

// Objects of Foundation are arguments of `os_log` and of `String(format:)`, as on a Mac. Strings are by Foundation itself.
extension NSObject: @retroactive CVarArg {
    /// The address of the object.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}
