import AudioCore
public import CoreMedia
public import Foundation

extension AVPlayer {
    /// Goes to a time, and returns when the item is there.
    ///
    /// - Parameter time: the time. Ends the program if it is not a number.
    /// - Returns: false where another seek has come first, and without an item.
    public func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Goes to a time, and returns when the item is there.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - toleranceBefore: how much earlier it may be; it is exact.
    ///   - toleranceAfter: how much later it may be; it is exact.
    /// - Returns: false where another seek has come first, and without an item.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Goes to what was recorded at a date.
    ///
    /// Nothing happens where the stream does not say when it was recorded.
    ///
    /// - Parameter date: the date.
    public func seek(to date: Date) { engine.currentItem()?.seek(to: date, completionHandler: nil) }

    /// Goes to what was recorded at a date.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - completionHandler: called on the main queue when the item is there: with false where another seek has come first, and where
    ///     the stream does not say when it was recorded.
    @preconcurrency public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard engine.currentItem()?.seek(to: date, completionHandler: completionHandler) != true else { return }
        engine.deliveries.add { completionHandler(false) }
        engine.deliveries.deliver()
    }

    /// Goes to what was recorded at a date, and returns when the item is there.
    ///
    /// - Parameter date: the date.
    /// - Returns: false where another seek has come first, and where the stream does not say when it was recorded.
    public func seek(to date: Date) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: date) { continuation.resume(returning: $0) }
        }
    }

    func addObserver(
        _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void,
        _ body: @escaping (inout TimeObservers) -> TimeObservers.ID
    ) -> Any {
        let now = currentTime().seconds
        let engine = engine
        let made = engine.setQuietly { inside in
            // The first observer counts from now.
            if inside.observers.isEmpty { _ = inside.observers.jump(to: now) }
            let observer = TimeObserver(body(&inside.observers), of: engine, queue, block)
            inside.handlers[observer.id] = observer
            return observer
        }
        engine.work.async { engine.tick() }
        return made
    }
}
