import AudioCore

/// Counts the calls that are within a back end: its end waits for them, and lets no more in.
final class CallGate: Sendable {
    private let state = Monitor((inside: 0, isClosed: false))

    /// Runs a call's body, or throws where the back end is closed.
    func pass<Result>(_ body: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        try state.withLock { state throws(AudioError) in
            guard !state.isClosed else { throw .serverUnavailable }
            state.inside += 1
        }
        defer { state.withLock { $0.inside -= 1 } }
        return try body()
    }

    /// Returns when no call is within, and none will be.
    func close() {
        state.withLock { $0.isClosed = true }
        _ = state.wait { $0.inside == 0 ? true : nil }
    }
}
