import AudioCore
public import Foundation

/// What a service for music in the network has said of an item, for a player of that service.
///
/// There is no such player here: a queue of them fails with `MPError.notFound`. A program can keep them, and send them on.
open class MPMusicPlayerPlayParameters: NSObject, Codable, @unchecked Sendable {
    /// The values, by their keys.
    open var dictionary: [String: Any] { values.mapValues(\.plain) }

    private let values: [String: Parameter]

    /// Keeps what a service has said.
    ///
    /// - Parameter dictionary: texts, numbers, flags, and lists and dictionaries of these. With other values the initializer returns nil.
    public init?(dictionary: [String: Any]) {
        guard let values = Parameter.values(dictionary) else { return nil }
        self.values = values
        super.init()
    }

    private init(_ values: [String: Parameter]) {
        self.values = values
        super.init()
    }

    /// Reads what a service has said.
    ///
    /// - Parameter decoder: has a dictionary.
    /// - Throws: what the decoder throws where it has something else.
    public required init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Parameter].self)
        super.init()
    }

    /// Writes the dictionary.
    ///
    /// - Parameter encoder: gets the dictionary.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    /// Whether the other has the same values.
    ///
    /// - Parameter object: any object.
    /// - Returns: true where it has.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? MPMusicPlayerPlayParameters)?.values == values
    }

    /// A number that equal parameters share.
    open override var hash: Int { values.hashValue }
}

/// A value that JSON has.
private indirect enum Parameter: Codable, Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case list([Parameter])
    case dictionary([String: Parameter])

    /// More lists and dictionaries in each other are not taken.
    private static let deepest = 64

    static func values(_ dictionary: [String: Any], _ depth: Int = 0) -> [String: Parameter]? {
        var values: [String: Parameter] = [:]
        for (key, value) in dictionary {
            guard let parameter = Parameter(value, depth) else { return nil }
            values[key] = parameter
        }
        return values
    }

    private init?(_ value: Any, _ depth: Int) {
        guard depth < Self.deepest else { return nil }
        let isObject = type(of: value) is AnyClass
        switch value {
        case let value as String: self = .text(value)
        // An NSNumber may be taken for one.
        case let value as Bool where !isObject: self = .flag(value)
        case let value as any BinaryInteger:
            guard let value = Int64(exactly: value) else { return nil }
            self = .integer(value)
        case let value as any BinaryFloatingPoint:
            guard Double(value).isFinite else { return nil }
            self = .number(Double(value))
        case let value as NSNumber:
            guard value.doubleValue.isFinite else { return nil }
            self =
                value.doubleValue == Double(value.int64Value) ? .integer(value.int64Value) : .number(value.doubleValue)
        case let value as [Any]:
            let list = value.map { Parameter($0, depth + 1) }
            guard list.allSatisfy({ $0 != nil }) else { return nil }
            self = .list(list.compactMap(\.self))
        case let value as [String: Any]:
            guard let values = Self.values(value, depth + 1) else { return nil }
            self = .dictionary(values)
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Parameter].self) {
            self = .list(value)
        } else {
            self = .dictionary(try container.decode([String: Parameter].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .dictionary(let value): try container.encode(value)
        }
    }

    var plain: Any {
        switch self {
        case .text(let value): value
        case .flag(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .list(let value): value.map(\.plain)
        case .dictionary(let value): value.mapValues(\.plain)
        }
    }
}

/// Items of a service for music in the network. There is no player of such a service here: `prepareToPlay` fails with
/// `MPError.notFound`.
open class MPMusicPlayerPlayParametersQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
    private typealias State = (
        queue: [MPMusicPlayerPlayParameters], first: MPMusicPlayerPlayParameters?,
        start: [MPMusicPlayerPlayParameters: TimeInterval], end: [MPMusicPlayerPlayParameters: TimeInterval]
    )
    private let state: LockedValue<State>

    /// Asks for items.
    ///
    /// - Parameter playParametersQueue: what the service has said of each.
    public init(playParametersQueue: [MPMusicPlayerPlayParameters]) {
        state = LockedValue((playParametersQueue, nil, [:], [:]))
        super.init()
    }

    /// What the service has said of each item.
    open var playParametersQueue: [MPMusicPlayerPlayParameters] {
        get { state.withLock(\.queue) }
        set { state.withLock { $0.queue = newValue } }
    }

    /// The item that plays first; nil for the first one.
    open var startItemPlayParameters: MPMusicPlayerPlayParameters? {
        get { state.withLock(\.first) }
        set { state.withLock { $0.first = newValue } }
    }

    /// Has an item begin later than at its beginning.
    ///
    /// - Parameters:
    ///   - startTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - playParameters: the item.
    open func setStartTime(_ startTime: TimeInterval, forItemWith playParameters: MPMusicPlayerPlayParameters) {
        guard startTime.isFinite, startTime >= 0 else { return }
        state.withLock { $0.start[playParameters] = startTime }
    }

    /// Has an item end earlier than at its end.
    ///
    /// - Parameters:
    ///   - endTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - playParameters: the item.
    open func setEndTime(_ endTime: TimeInterval, forItemWith playParameters: MPMusicPlayerPlayParameters) {
        guard endTime.isFinite, endTime >= 0 else { return }
        state.withLock { $0.end[playParameters] = endTime }
    }

    override var contents: Result<MusicPlayerEngine.Contents, MPError> {
        .failure(MPError(.notFound, reason: "there is no service for music in the network"))
    }
}
