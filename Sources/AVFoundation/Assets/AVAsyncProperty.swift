public import Foundation

/// A property that is loaded, of any object and of any type.
public class AVAnyAsyncProperty: CustomStringConvertible {
    let key: String

    init(key: String) { self.key = key }

    /// The name of the property.
    public var description: String { key }
}

/// A property that is loaded, of objects of a type.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty {}

/// A property that is loaded: what `load(_:)` takes.
public class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root> {
    let value: (Root) throws -> Value

    init(_ key: String, _ value: @escaping (Root) throws -> Value) {
        self.value = value
        super.init(key: key)
    }

    /// How far a property has been loaded.
    public enum Status {
        /// Nobody has asked for it.
        case notYetLoaded
        /// It is being loaded.
        case loading
        /// It is there.
        case loaded(Value)
        /// It cannot be had.
        case failed(NSError)
    }
}

extension AVAsyncProperty.Status: CustomStringConvertible {
    /// The case, with its value.
    public var description: String {
        switch self {
        case .notYetLoaded: "notYetLoaded"
        case .loading: "loading"
        case .loaded(let value): "loaded(\(value))"
        case .failed(let error): "failed(\(error))"
        }
    }
}

extension AVAsyncProperty.Status: Equatable where Value: Equatable {
    /// Whether two are the same case with equal values.
    ///
    /// - Parameters:
    ///   - lhs: one.
    ///   - rhs: another.
    /// - Returns: true if they are.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.notYetLoaded, .notYetLoaded), (.loading, .loading): true
        case (.loaded(let one), .loaded(let other)): one == other
        case (.failed(let one), .failed(let other)): one == other
        default: false
        }
    }
}

/// Where an error is stored; nil to ignore it. Foundation of Linux has no such type.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// How far a value has been loaded, by its name.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody has asked for it.
    case unknown = 0
    /// It is being loaded.
    case loading = 1
    /// It is there.
    case loaded = 2
    /// It cannot be had.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}
