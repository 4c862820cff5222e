// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Writes messages, whose values are interpolated, to a log.
///
/// A message that is not enabled evaluates none of its values and costs a few nanoseconds. `OSLog` describes where messages go,
/// and what a thread of real-time priority may rely on.
public struct Logger: Sendable {
    let log: OSLog

    /// Makes a logger for the log without names.
    public init() { log = .default }

    /// Makes a logger for a log.
    ///
    /// - Parameter logObj: the log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Makes a logger for a log of a subsystem and a category.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or of a part of it, for example `com.example.player`.
    ///   - category: what the messages are about.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Writes a message of the type `default`.
    ///
    /// - Parameter message: the message.
    public func log(_ message: @autoclosure () -> OSLogMessage) { log.write(.default, message) }

    /// Writes a message of a type.
    ///
    /// - Parameters:
    ///   - level: the type.
    ///   - message: the message.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { log.write(level, message) }

    /// Writes a message of the type `debug`.
    ///
    /// - Parameter message: the message.
    public func trace(_ message: @autoclosure () -> OSLogMessage) { log.write(.debug, message) }

    /// Writes a message of the type `debug`.
    ///
    /// - Parameter message: the message.
    public func debug(_ message: @autoclosure () -> OSLogMessage) { log.write(.debug, message) }

    /// Writes a message of the type `info`.
    ///
    /// - Parameter message: the message.
    public func info(_ message: @autoclosure () -> OSLogMessage) { log.write(.info, message) }

    /// Writes a message of the type `default`.
    ///
    /// - Parameter message: the message.
    public func notice(_ message: @autoclosure () -> OSLogMessage) { log.write(.default, message) }

    /// Writes a message of the type `error`.
    ///
    /// - Parameter message: the message.
    public func warning(_ message: @autoclosure () -> OSLogMessage) { log.write(.error, message) }

    /// Writes a message of the type `error`.
    ///
    /// - Parameter message: the message.
    public func error(_ message: @autoclosure () -> OSLogMessage) { log.write(.error, message) }

    /// Writes a message of the type `fault`.
    ///
    /// - Parameter message: the message.
    public func critical(_ message: @autoclosure () -> OSLogMessage) { log.write(.fault, message) }

    /// Writes a message of the type `fault`.
    ///
    /// - Parameter message: the message.
    public func fault(_ message: @autoclosure () -> OSLogMessage) { log.write(.fault, message) }
}

extension OSLog {
    func write(_ type: OSLogType, _ message: () -> OSLogMessage) {
        if isEnabled(type: type) { write(type, message().interpolation.text) }
    }
}

/// Writes a message of the type `default` to the log without names.
///
/// A literal without values is a format: it calls the function that takes one.
///
/// - Parameter message: the message.
@_disfavoredOverload
public func os_log(_ message: @autoclosure () -> OSLogMessage) { OSLog.default.write(.default, message) }

/// Writes a message.
///
/// - Parameters:
///   - logLevel: the type.
///   - logObject: the log.
///   - message: the message.
@_disfavoredOverload
public func os_log(
    _ logLevel: OSLogType = .default, log logObject: OSLog = .default, _ message: @autoclosure () -> OSLogMessage
) {
    logObject.write(logLevel, message)
}
