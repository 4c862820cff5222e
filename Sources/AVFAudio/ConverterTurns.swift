import AudioCore
import Foundation
import Glibc

/// Whose turn it is at a converter: one thread's at a time.
///
/// While a client's block runs, the converter is free for the calls of other threads, for which the block may be waiting. Only
/// conversions come one after the other, each as a whole.
final class ConverterTurns: Sendable {
    private let lock = NSLock()
    /// The thread whose conversion is in progress.
    private let converting = WaitableValue<pthread_t?>(nil, .client)

    /// Waits for the converter, and has it while `body` runs, which calls no client.
    func use<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// The same for a conversion, which also waits for those of other threads.
    ///
    /// - Throws: `converterOperation` within a block of a conversion of the same converter.
    func convert<Result>(_ body: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        let own = pthread_self()
        let isNested = converting.wait { thread -> Bool? in
            guard thread == nil else { return thread == own ? true : nil }
            thread = own
            return false
        }
        guard isNested == false else {
            throw .converterOperation.because("the block of a conversion began another one")
        }
        defer { converting.withLock { $0 = nil } }
        return try use(body)
    }

    /// Lets others have the converter while `body`, which calls a client, runs within a conversion.
    func lend<Result>(_ body: () -> Result) -> Result {
        lock.unlock()
        defer { lock.lock() }
        return body()
    }
}
