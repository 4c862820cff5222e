// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Glibc

/// Writes a message, in a format with arguments.
///
/// The format is that of `printf` with words in braces: `%{public}@`, `%{private}s`, `%{errno}d`, `%{time_t}d`,
/// `%{uuid_t}.16P`. A value is written by its type in Swift. Strings, objects and bytes are private unless the format says that
/// they are public. The array of arguments is in allocated memory: a thread of real-time priority uses a message with
/// interpolated values.
///
/// - Parameters:
///   - message: the format.
///   - dso: is ignored.
///   - log: the log.
///   - type: the type.
///   - args: the arguments.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type, message, args, failure: errno)
}

/// Writes a message, in a format with arguments, as the other function of this name does.
///
/// - Parameters:
///   - type: the type.
///   - dso: is ignored.
///   - log: the log.
///   - message: the format.
///   - args: the arguments.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type, message, args, failure: errno)
}

extension OSLog {
    func write(_ type: OSLogType, _ format: StaticString, _ arguments: [any CVarArg], failure: Int32) {
        guard isEnabled(type: type) else { return }
        var text = LogText()
        text.append(format, arguments, failure: failure)
        write(type, text)
    }
}

extension LogText {
    mutating func append(_ format: StaticString, _ arguments: [any CVarArg], failure: Int32) {
        format.withUTF8Buffer {
            var format = LogFormat($0, arguments)
            format.write(to: &self, failure: failure)
        }
    }
}
