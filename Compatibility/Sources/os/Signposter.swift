internal import Glibc
internal import Synchronization

/// What a signpost says beside its name.
public typealias SignpostMetadata = OSLogMessage

/// Measures tasks: marks where they begin and end.
///
/// A signpost is a message of the type `debug` in the signposter's log, for example `begin decode 0x1: packet 3`, and `end
/// decode 0x1 after 0.001200 s`. It is written if such messages are. A message that is not written evaluates none of its
/// values.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Whether signposts are written.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// The signposter that writes nothing.
    public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

    /// Makes a signposter for a log of a subsystem and a category.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or of a part of it.
    ///   - category: what the signposts are about.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Makes a signposter for a log of a subsystem and a purpose.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or of a part of it.
    ///   - category: the purpose.
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }

    /// Makes a signposter for the log without names.
    public init() { log = .default }

    /// Makes a signposter for a log.
    ///
    /// - Parameter logHandle: the log.
    public init(logHandle: OSLog) { log = logHandle }

    /// Makes a signposter for the log of a logger.
    ///
    /// - Parameter logger: the logger.
    public init(logger: Logger) { log = logger.log }

    /// Makes a number that no other call has made in this process.
    ///
    /// - Returns: the number.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }

    /// Makes the number of an object: its address.
    ///
    /// - Parameter object: the object.
    /// - Returns: the number.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Marks a point in time.
    ///
    /// - Parameters:
    ///   - name: the name of the event.
    ///   - id: the number that tells it apart.
    ///   - message: what else is said.
    public func emitEvent(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> SignpostMetadata
    ) {
        log.writeSignpost(.event, name, id) { $0.append(message()) }
    }

    /// Marks a point in time.
    ///
    /// - Parameters:
    ///   - name: the name of the event.
    ///   - id: the number that tells it apart.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
        log.writeSignpost(.event, name, id) { _ in }
    }

    /// Marks the begin of an interval.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    ///   - message: what else is said.
    /// - Returns: the interval, for its end.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> SignpostMetadata
    ) -> OSSignpostIntervalState {
        log.writeSignpost(.begin, name, id) { $0.append(message()) }
        return .beginState(id: id)
    }

    /// Marks the begin of an interval.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    /// - Returns: the interval, for its end.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        log.writeSignpost(.begin, name, id) { _ in }
        return .beginState(id: id)
    }

    /// Marks the begin of an animation. Here it is an interval as any other.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    /// - Returns: the interval, for its end.
    public func beginAnimationInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        beginInterval(name, id: id)
    }

    /// Marks the begin of an animation. Here it is an interval as any other.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    ///   - message: what else is said.
    /// - Returns: the interval, for its end.
    public func beginAnimationInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> SignpostMetadata
    ) -> OSSignpostIntervalState {
        beginInterval(name, id: id, message())
    }

    /// Marks the end of an interval.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - state: what its begin returned. One that has ended already is ignored.
    ///   - message: what else is said.
    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: @autoclosure () -> SignpostMetadata
    ) {
        end(name, state) { $0.append(message()) }
    }

    /// Marks the end of an interval.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - state: what its begin returned. One that has ended already is ignored.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        end(name, state) { _ in }
    }

    private func end(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: (inout LogText) -> Void) {
        guard let seconds = state.close() else { return }
        log.writeSignpost(.end, name, state.id) { text in
            text.append(" after " as StaticString)
            text.append(real: seconds, letter: "f")
            text.append(" s" as StaticString)
            message(&text)
        }
    }

    /// Calls a function, and marks its begin and its end.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    ///   - message: what else is said at its begin.
    ///   - task: the function.
    /// - Returns: what `task` returns.
    /// - Throws: what `task` throws.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> SignpostMetadata,
        around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id, message())
        defer { endInterval(name, state) }
        return try task()
    }

    /// Calls a function, and marks its begin and its end.
    ///
    /// - Parameters:
    ///   - name: the name of the interval.
    ///   - id: the number that tells it apart.
    ///   - task: the function.
    /// - Returns: what `task` returns.
    /// - Throws: what `task` throws.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }
}

extension LogText {
    fileprivate mutating func append(_ message: SignpostMetadata) {
        append(": " as StaticString)
        message.interpolation.text.withBytes { append($0) }
    }
}

/// An interval that has begun.
///
/// It may be encoded in one process and ended in another one.
public class OSSignpostIntervalState: Codable, @unchecked Sendable {
    let id: OSSignpostID
    private let begin: UInt64
    private let isOpen: Atomic<Bool>

    init(id: OSSignpostID, begin: UInt64, isOpen: Bool) {
        self.id = id
        self.begin = begin
        self.isOpen = Atomic(isOpen)
    }

    /// Makes an interval that begins now.
    ///
    /// - Parameter id: the number that tells it apart.
    /// - Returns: the interval.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id, begin: now(), isOpen: true)
    }

    /// Ends the interval, and returns how long it was in seconds; nil if it has ended already.
    func close() -> Double? {
        isOpen.exchange(false, ordering: .relaxed) ? Double(Self.now() &- begin) / 1e9 : nil
    }

    /// Whether the interval has a number, and has begun and not ended.
    ///
    /// - Parameters:
    ///   - id: the number.
    ///   - isOpen: whether it has not ended.
    /// - Returns: whether both are so.
    public func _hasValue(id: OSSignpostID, isOpen: Bool) -> Bool {
        self.id == id && self.isOpen.load(ordering: .relaxed) == isOpen
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private enum CodingKeys: String, CodingKey {
        case id, begin, isOpen
    }

    /// Decodes an interval.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: the decoder's error.
    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = OSSignpostID(try values.decode(UInt64.self, forKey: .id))
        begin = try values.decode(UInt64.self, forKey: .begin)
        isOpen = Atomic(try values.decode(Bool.self, forKey: .isOpen))
    }

    /// Encodes the interval.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id.rawValue, forKey: .id)
        try values.encode(begin, forKey: .begin)
        try values.encode(isOpen.load(ordering: .relaxed), forKey: .isOpen)
    }
}
