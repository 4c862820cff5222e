import AudioCore

extension DeferredWork {
    /// How long a cycle may last before it counts as one that waits for something, how often to look, and how long to wait at all, in
    /// nanoseconds: longer than back ends wait for their servers.
    private static let patience = (cycle: UInt64(200_000_000), step: UInt64(20_000_000), end: UInt64(5_000_000_000))

    /// Does `work` on the thread, and waits for its end unless that takes the end of a cycle that itself waits.
    ///
    /// A back end may wait for the end of a callback's cycle, and the callback for a mutex of its client. A client that holds this
    /// mutex around a call would never return.
    ///
    /// - Parameter cycleTime: for how many nanoseconds the back end's present cycle has lasted.
    /// - Returns: what the work returns; nil where the call has not waited for its end.
    func performSoon<Result: Sendable>(
        cycleTime: @autoclosure () -> UInt64, _ work: @escaping @Sendable () throws(AudioError) -> Result
    ) throws(AudioError) -> Result? {
        guard !isCurrent else { return try work() }
        LockOrder.willWait()
        let outcome = WaitableValue<Swift.Result<Result, AudioError>?>(nil)
        perform {
            do throws(AudioError) {
                let result = try work()
                outcome.withLock { $0 = .success(result) }
            } catch { outcome.withLock { $0 = .failure(error) } }
        }
        let end = HostTime.now() + Self.patience.end
        while HostTime.now() < end, cycleTime() <= Self.patience.cycle {
            if let result = outcome.wait(nanoseconds: Self.patience.step, until: { $0 }) { return try result.get() }
        }
        return nil
    }
}
