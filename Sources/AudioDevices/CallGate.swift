import AudioCore

/// Counts the calls in progress in a back end. Closing the gate waits for them and admits no more.
final class CallGate: Sendable {
    private let state = WaitableValue((inside: 0, isClosed: false))

    /// Runs a call's body, or throws where the back end is closed.
    func pass<Result>(_ body: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        try state.withLock { state throws(AudioError) in
            guard !state.isClosed else { throw .serverUnavailable }
            state.inside += 1
        }
        defer { state.withLock { $0.inside -= 1 } }
        return try body()
    }

    /// Admits no more calls, and returns when none is in progress.
    func close() {
        state.withLock { $0.isClosed = true }
        _ = state.wait { $0.inside == 0 ? true : nil }
    }
}
