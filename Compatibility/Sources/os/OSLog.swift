// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

internal import COSSupport
public import Foundation
internal import Glibc

/// How important a message of the log is.
///
/// Messages of the types `default`, `error` and `fault` are always written. Those of `info` are written if the environment
/// variable
/// `COREAUDIO_LOG` is `info` or `debug`, those of `debug` if it is `debug`. With `COREAUDIO_LOG=off` no message is written.
@frozen public struct OSLogType: RawRepresentable, Hashable, Sendable {
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

    /// What can help to find the cause of a failure.
    public static let `default` = Self(rawValue: 0)
    /// What is useful, but not needed, to find the cause of a failure.
    public static let info = Self(rawValue: 1)
    /// What is of use only while a program is developed.
    public static let debug = Self(rawValue: 2)
    /// An error of the program.
    public static let error = Self(rawValue: 16)
    /// An error of the system, or one that several programs take part in.
    public static let fault = Self(rawValue: 17)
}

/// The type `default`.
public var OS_LOG_TYPE_DEFAULT: OSLogType { .default }
/// The type `info`.
public var OS_LOG_TYPE_INFO: OSLogType { .info }
/// The type `debug`.
public var OS_LOG_TYPE_DEBUG: OSLogType { .debug }
/// The type `error`.
public var OS_LOG_TYPE_ERROR: OSLogType { .error }
/// The type `fault`.
public var OS_LOG_TYPE_FAULT: OSLogType { .fault }

/// A log with the names that its messages carry: a subsystem and a category.
///
/// Messages go to the journal if the socket `/run/systemd/journal/socket` is there when the program writes its first message,
/// with the fields `MESSAGE`, `PRIORITY`, `SYSLOG_IDENTIFIER`, `SUBSYSTEM`, `CATEGORY` and `TID`. Otherwise, and if the journal
/// does not take a message, it goes to the standard error output in one line. A log may be used on all threads.
///
/// A thread of real-time priority (`SCHED_FIFO`, `SCHED_RR` or `SCHED_DEADLINE`) never waits for a lock, for the journal or for
/// the reader of the standard error output. If a message cannot be written at once it is dropped, and the next message that is
/// written is followed by one with the number of those that were dropped. The text of such a message is at most 1,024 bytes.
/// What the thread does for a message that is written: it formats it in its own memory, and makes one call of the system. Two
/// things remain for the program. The first message of the process and the first use of a log allocate memory. And what an
/// interpolated value does to describe itself happens on this thread: integers, floating-point numbers, Booleans and strings
/// allocate nothing.
public class OSLog: NSObject, @unchecked Sendable {
    /// A purpose that tools for measuring know.
    public struct Category: Sendable {
        /// The name of the category.
        public let rawValue: String

        /// Points of interest in a program's run.
        public static let pointsOfInterest = Self(rawValue: "PointsOfInterest")
        /// Detailed tracing that is on only while a tool measures.
        public static let dynamicTracing = Self(rawValue: "DynamicTracing")
        /// Detailed tracing with the calls that led to each message.
        public static let dynamicStackTracing = Self(rawValue: "DynamicStackTracing")
    }

    /// The log without names.
    public static let `default` = OSLog(subsystem: "", category: "")
    /// The log that writes nothing.
    public static let disabled = OSLog("", "", isDisabled: true)

    private let subsystem: UnsafeMutablePointer<CChar>
    private let category: UnsafeMutablePointer<CChar>
    private let isDisabled: Bool

    private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
        self.subsystem = Self.copy(subsystem)
        self.category = Self.copy(category)
        self.isDisabled = isDisabled
        super.init()
    }

    deinit {
        free(subsystem)
        free(category)
    }

    /// A line end in a name would end a field of the journal.
    private static func copy(_ name: String) -> UnsafeMutablePointer<CChar> {
        let plain = name.unicodeScalars.map { $0.value < 32 ? " " : String($0) }.joined()
        return strdup(plain)!
    }

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or of a part of it, for example `com.example.player`.
    ///   - category: what the messages are about.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem, category, isDisabled: false)
    }

    /// Makes a log for a purpose that tools know.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or of a part of it.
    ///   - category: the purpose.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem, category.rawValue, isDisabled: false)
    }

    /// Whether messages of a type are written.
    ///
    /// - Parameter type: the type.
    /// - Returns: false for the disabled log.
    public func isEnabled(type: OSLogType) -> Bool { !isDisabled && os_support_log_is_enabled(type.rawValue) }

    /// Whether signposts are written: they are if messages of the type `debug` are.
    public var signpostsEnabled: Bool { isEnabled(type: .debug) }

    func write(_ type: OSLogType, _ text: LogText) {
        text.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                guard let start = $0.baseAddress else { return }
                os_support_log_write(subsystem, category, type.rawValue, start, $0.count)
            }
        }
    }
}

/// A log, by its name in C.
public typealias os_log_t = OSLog
/// A type of a message, by its name in C.
public typealias os_log_type_t = OSLogType

/// Makes a log.
///
/// - Parameters:
///   - subsystem: the name of the program or of a part of it.
///   - category: what the messages are about.
/// - Returns: the log.
public func os_log_create(_ subsystem: UnsafePointer<CChar>, _ category: UnsafePointer<CChar>) -> OSLog {
    OSLog(subsystem: String(cString: subsystem), category: String(cString: category))
}

/// Whether messages of a type are written.
///
/// - Parameters:
///   - oslog: the log.
///   - type: the type.
/// - Returns: false for the disabled log.
public func os_log_type_enabled(_ oslog: OSLog, _ type: OSLogType) -> Bool { oslog.isEnabled(type: type) }
