// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

internal import Glibc
internal import Synchronization

/// The number of a signpost's interval, by its name in C.
public typealias os_signpost_id_t = UInt64
/// A type of a signpost, by its name in C.
public typealias os_signpost_type_t = OSSignpostType

/// What a signpost marks.
@frozen public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// The number of the type.
    public var rawValue: UInt8

    /// Makes a type of its number.
    ///
    /// - Parameter rawValue: the number.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes a type of its number.
    ///
    /// - Parameter rawValue: the number.
    @inlinable public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// A point in time.
    public static let event = Self(rawValue: 0)
    /// The begin of an interval.
    public static let begin = Self(rawValue: 1)
    /// The end of an interval.
    public static let end = Self(rawValue: 2)

    var word: StaticString { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// The number that tells an interval apart from others of the same name at the same time.
@frozen public struct OSSignpostID: Comparable, Sendable {
    /// The number.
    public let rawValue: os_signpost_id_t

    /// For an interval that no other one of its name overlaps.
    public static let exclusive = OSSignpostID(0xeeee_b0b5_b2b2_eeee)
    /// For signposts that are not written.
    public static let invalid = OSSignpostID(.max)
    /// For signposts that are not written.
    public static let null = OSSignpostID(0)

    /// Makes a number that no other call has made in this process.
    ///
    /// - Parameter log: is ignored: numbers differ in all logs.
    public init(log: OSLog) { rawValue = numbers.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Makes the number of an object: its address.
    ///
    /// - Parameters:
    ///   - log: is ignored.
    ///   - object: the object.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    /// Makes a number of the program's own.
    ///
    /// - Parameter value: the number.
    public init(_ value: UInt64) { rawValue = value }

    /// Whether a number is less than another one.
    ///
    /// - Parameters:
    ///   - a: the one.
    ///   - b: the other.
    /// - Returns: whether `a` is less.
    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

private let numbers = Atomic<UInt64>(0)

/// Begins an interval that is an animation. Here it is an interval as any other.
public enum OSSignpostAnimationBegin: Hashable, Sendable {
    /// The begin of an animation.
    case animationBegin
}

/// What the message of an animation's signpost is made of.
public enum AnimationFormatString {
    /// A format, in the form of `os_log`.
    public struct OSLogMessage: ExpressibleByStringLiteral {
        /// The type of a literal.
        public typealias StringLiteralType = String
        /// The type of a literal that is one character.
        public typealias ExtendedGraphemeClusterLiteralType = String
        /// The type of a literal that is one Unicode scalar.
        public typealias UnicodeScalarLiteralType = String

        let format: String

        /// Makes a format.
        ///
        /// - Parameter value: the format.
        public init(stringLiteral value: String) { format = value }
    }
}

/// Writes a signpost.
///
/// - Parameters:
///   - type: what it marks.
///   - dso: is ignored.
///   - log: the log. A signpost is a message of the type `debug` in it, and is written if such messages are.
///   - name: the name of the event or interval.
///   - signpostID: the number that tells intervals of the same name apart.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.writeSignpost(type, name, signpostID) { _ in }
}

/// Writes a signpost with a message.
///
/// - Parameters:
///   - type: what it marks.
///   - dso: is ignored.
///   - log: the log. A signpost is a message of the type `debug` in it, and is written if such messages are.
///   - name: the name of the event or interval.
///   - signpostID: the number that tells intervals of the same name apart.
///   - format: the format of the message, in the form of `os_log`.
///   - arguments: the arguments.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
    let failure = errno
    log.writeSignpost(type, name, signpostID) { text in
        text.append(": " as StaticString)
        text.append(format, arguments, failure: failure)
    }
}

/// Writes the begin of an animation.
///
/// - Parameters:
///   - animationBegin: that it is an animation.
///   - dso: is ignored.
///   - log: the log.
///   - name: the name of the interval.
///   - signpostID: the number that tells intervals of the same name apart.
public func os_signpost(
    _ animationBegin: OSSignpostAnimationBegin, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.writeSignpost(.begin, name, signpostID) { _ in }
}

/// Writes the begin of an animation with a message.
///
/// - Parameters:
///   - animationBegin: that it is an animation.
///   - dso: is ignored.
///   - log: the log.
///   - name: the name of the interval.
///   - signpostID: the number that tells intervals of the same name apart.
///   - format: the format of the message, in the form of `os_log`.
///   - arguments: the arguments.
public func os_signpost(
    _ animationBegin: OSSignpostAnimationBegin, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: AnimationFormatString.OSLogMessage, _ arguments: any CVarArg...
) {
    let failure = errno
    log.writeSignpost(.begin, name, signpostID) { text in
        text.append(": " as StaticString)
        var format = format.format
        format.withUTF8 {
            var format = LogFormat($0, arguments)
            format.write(to: &text, failure: failure)
        }
    }
}

extension OSLog {
    /// Writes `begin name 0x1`, and what `message` adds.
    func writeSignpost(
        _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ message: (inout LogText) -> Void
    ) {
        guard id.rawValue != 0, id.rawValue != .max, signpostsEnabled else { return }
        var text = LogText()
        text.append(type.word)
        text.append(" " as StaticString)
        text.append(name)
        text.append(" " as StaticString)
        text.append(integer: id.rawValue, IntegerStyle(radix: 16, hasPrefix: true))
        message(&text)
        write(.debug, text)
    }
}
