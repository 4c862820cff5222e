import Foundation

/// An object some of whose properties take time to be there: they are loaded by `load(_:)`.
public protocol AVAsynchronousKeyValueLoading {
    /// How far a value has been loaded.
    ///
    /// - Parameters:
    ///   - key: the name of the property.
    ///   - outError: receives why it cannot be had; nil to ignore that.
    /// - Returns: how far; `unknown` where nobody has asked for it.
    func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus
    /// Loads values.
    ///
    /// - Parameters:
    ///   - keys: the names of their properties.
    ///   - handler: called once, on any thread, when each is loaded or has failed; nil for nothing.
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

/// An object that reads its file when a property is first asked for.
protocol Inspecting: AVAsynchronousKeyValueLoading {
    var inspection: Inspection { get }
}

/// What goes to another thread and is used there alone.
struct Sent<Value>: @unchecked Sendable {
    let value: Value
}

extension AVAsynchronousKeyValueLoading {
    /// Loads values, and waits for them.
    ///
    /// - Parameter keys: the names of their properties.
    public func loadValues(forKeys keys: [String]) async {
        await withCheckedContinuation { continuation in
            loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
        }
    }

    /// Loads a property.
    ///
    /// - Parameter property: the property, such as `.duration`.
    /// - Returns: its value.
    /// - Throws: why it cannot be had.
    public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        let work = Sent<() throws -> T>(value: { try property.value(self) })
        return try await Inspection.value(work).value
    }

    /// How far a property has been loaded. It reads nothing.
    ///
    /// - Parameter property: the property.
    /// - Returns: how far, with the value or the error.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        switch (self as? any Inspecting)?.inspection.status ?? .loaded {
        case .unknown, .cancelled: return .notYetLoaded
        case .loading: return .loading
        case .loaded, .failed:
            do { return .loaded(try property.value(self)) } catch { return .failed(error as NSError) }
        }
    }

    /// Loads two properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        (try await load(propertyA), try await load(propertyB))
    }

    /// Loads three properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC))
    }

    /// Loads four properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    ///   - propertyD: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD))
    }

    /// Loads five properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    ///   - propertyD: a property.
    ///   - propertyE: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C, D, E>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>
    ) async throws -> (A, B, C, D, E) {
        (
            try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD),
            try await load(propertyE)
        )
    }

    /// Loads six properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    ///   - propertyD: a property.
    ///   - propertyE: a property.
    ///   - propertyF: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C, D, E, F>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>
    ) async throws -> (A, B, C, D, E, F) {
        (
            try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD),
            try await load(propertyE), try await load(propertyF)
        )
    }

    /// Loads seven properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    ///   - propertyD: a property.
    ///   - propertyE: a property.
    ///   - propertyF: a property.
    ///   - propertyG: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C, D, E, F, G>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>
    ) async throws -> (A, B, C, D, E, F, G) {
        (
            try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD),
            try await load(propertyE), try await load(propertyF), try await load(propertyG)
        )
    }

    /// Loads eight properties.
    ///
    /// - Parameters:
    ///   - propertyA: a property.
    ///   - propertyB: a property.
    ///   - propertyC: a property.
    ///   - propertyD: a property.
    ///   - propertyE: a property.
    ///   - propertyF: a property.
    ///   - propertyG: a property.
    ///   - propertyH: a property.
    /// - Returns: their values.
    /// - Throws: why one of them cannot be had.
    public func load<A, B, C, D, E, F, G, H>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>,
        _ propertyH: AVAsyncProperty<Self, H>
    ) async throws -> (A, B, C, D, E, F, G, H) {
        (
            try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD),
            try await load(propertyE), try await load(propertyF), try await load(propertyG), try await load(propertyH)
        )
    }
}
