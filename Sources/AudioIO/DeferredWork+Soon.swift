import AudioCore

extension DeferredWork {
    /// How long a cycle may last before it counts as one that waits for something, how often to look, and how long to wait at all, in
    /// nanoseconds: longer than back ends wait for one answer of their servers.
    private static let patience = (cycle: UInt64(200_000_000), step: UInt64(20_000_000), end: UInt64(5_000_000_000))

    /// Does `work` on the thread and waits until it is done, but not behind a cycle that lasts so long that it may be waiting for the
    /// caller.
    ///
    /// A back end may wait for the end of a callback's cycle, and the callback for a mutex of its client. A client that holds this
    /// mutex around a call would never return.
    ///
    /// - Parameters:
    ///   - most: the highest rank of a lock that the caller may hold, and `work` does not take.
    ///   - cycleTime: for how many nanoseconds the present cycle has lasted.
    /// - Returns: what the work returns; nil where the call has not waited for its end.
    /// - Throws: what the work throws; `serverTimeout` after five seconds.
    func performSoon<Result: Sendable>(
        under most: LockRank = .client, cycleTime: @autoclosure () -> UInt64,
        _ work: @escaping @Sendable () throws(AudioError) -> Result
    ) throws(AudioError) -> Result? {
        guard !isCurrent else { return try work() }
        LockOrder.willWait(under: most)
        let outcome = WaitableValue<Swift.Result<Result, AudioError>?>(nil)
        perform {
            do throws(AudioError) {
                let result = try work()
                outcome.withLock { $0 = .success(result) }
            } catch { outcome.withLock { $0 = .failure(error) } }
        }
        let end = HostTime.now() + Self.patience.end
        repeat {
            if let result = outcome.wait(nanoseconds: Self.patience.step, until: { $0 }) { return try result.get() }
            guard HostTime.now() < end else { throw .serverTimeout }
        } while cycleTime() <= Self.patience.cycle
        return try outcome.withLockQuietly { $0 }?.get()
    }
}
