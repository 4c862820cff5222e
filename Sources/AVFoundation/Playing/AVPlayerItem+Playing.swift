import AudioCore
public import CoreMedia
public import Foundation

extension AVPlayerItem {
    // MARK: Seeks

    /// Goes to a time. It may be a nearby one; items of sound go to the time itself.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - completionHandler: called on the main queue when the item is there: with false where another seek, or the item's end as a
    ///     player's, has come first. A seek of an item that is not ready waits until it is.
    @preconcurrency public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Goes to a time.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - toleranceBefore: how much earlier it may be; it is exact.
    ///   - toleranceAfter: how much later it may be; it is exact.
    ///   - completionHandler: called on the main queue when the item is there: with false where another seek, or the item's end as a
    ///     player's, has come first. A seek of an item that is not ready waits until it is.
    @preconcurrency public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        requireAsset(
            time.isValid && !time.isIndefinite && isTolerance(toleranceBefore) && isTolerance(toleranceAfter),
            "Seeking is not possible to time \(time) with these tolerances")
        let end = state.withLock { $0.duration }
        var place = time.isNegativeInfinity ? .zero : max(time, .zero)
        if end.isNumeric { place = min(place, end) }
        guard place.isNumeric else { return finishSeek(false, completionHandler) }
        callPictureOutputs { $0.itemWasSought() }
        if let engine { return engine.seek(self, to: place.seconds, completionHandler) }
        state.withLock { $0.held = place }
        finishSeek(true, completionHandler)
    }

    private func isTolerance(_ time: CMTime) -> Bool { time.isValid && !time.isIndefinite && time >= .zero }

    private func finishSeek(_ finished: Bool, _ completion: (@Sendable (Bool) -> Void)?) {
        guard let completion else { return }
        MainDeliveries.shared.add { completion(finished) }
        MainDeliveries.shared.deliver()
    }

    /// Goes to a time, and returns when the item is there.
    ///
    /// - Parameter time: the time. Ends the program if it is not a number.
    /// - Returns: false where another seek has come first.
    public func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Goes to a time, and returns when the item is there.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - toleranceBefore: how much earlier it may be; it is exact.
    ///   - toleranceAfter: how much later it may be; it is exact.
    /// - Returns: false where another seek has come first.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Goes to a time that was recorded at a date.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - completionHandler: as that of a seek to a time.
    /// - Returns: false, without a call of the handler, where the stream does not say when it was recorded.
    @discardableResult public func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
        guard let start = state.withLock({ $0.startDate }) else { return false }
        let handler = Sent(value: completionHandler)
        let time = CMTime(seconds: date.timeIntervalSince(start), preferredTimescale: 1000)
        seek(to: time) { handler.value?($0) }
        return true
    }

    /// Goes to a time that was recorded at a date, and returns when the item is there.
    ///
    /// - Parameter date: the date.
    /// - Returns: false where another seek has come first, and where the stream does not say when it was recorded.
    public func seek(to date: Date) async -> Bool {
        await withCheckedContinuation { continuation in
            let begins = seek(to: date) { continuation.resume(returning: $0) }
            if !begins { continuation.resume(returning: false) }
        }
    }

    /// Ends the seeks that are not done.
    ///
    /// Their handlers are called with false.
    public func cancelPendingSeeks() {
        guard let engine else { return }
        var isCancelled = false
        engine.change { inside in
            let effects = inside.model.cancelSeeks(self.id)
            isCancelled = !effects.isEmpty
            return effects
        }
        if isCancelled { releaseTime() }
    }

    /// Advances by pictures: nothing, as items have none.
    ///
    /// - Parameter stepCount: how many; below 0, back.
    public func step(byCount stepCount: Int) {}

    // MARK: What can be done

    /// Whether rates above 1 are possible: those up to 2 are, once the item is ready.
    public var canPlayFastForward: Bool { status == .readyToPlay }
    /// Whether rates between 0 and 1 are possible: those from 0.5 on are, once the item is ready.
    public var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Whether the rate may be -1: false.
    public var canPlayReverse: Bool { false }
    /// Whether rates between 0 and -1 are possible: false.
    public var canPlaySlowReverse: Bool { false }
    /// Whether rates below -1 are possible: false.
    public var canPlayFastReverse: Bool { false }
    /// Whether the item can go on by one picture: false.
    public var canStepForward: Bool { false }
    /// Whether the item can go back by one picture: false.
    public var canStepBackward: Bool { false }

    // MARK: Buffers

    /// The times that can be played without waiting: `CMTimeRange`s, by `timeRangeValue`.
    ///
    /// Observable.
    public var loadedTimeRanges: [NSValue] { observed("loadedTimeRanges") { $0.loaded }.map { NSValue(timeRange: $0) } }
    /// The times that a seek can go to: `CMTimeRange`s, by `timeRangeValue`.
    ///
    /// Observable.
    public var seekableTimeRanges: [NSValue] {
        observed("seekableTimeRanges") { $0.seekable }.map { NSValue(timeRange: $0) }
    }
    /// Whether the item would play on without a stall, as far as is known.
    ///
    /// Observable.
    public var isPlaybackLikelyToKeepUp: Bool { observed("isPlaybackLikelyToKeepUp") { $0.keepsUp } }
    /// Whether there is nothing to play now.
    ///
    /// Observable.
    public var isPlaybackBufferEmpty: Bool { observed("isPlaybackBufferEmpty") { $0.isBufferEmpty } }
    /// Whether nothing more is read ahead now.
    ///
    /// Observable.
    public var isPlaybackBufferFull: Bool {
        observed("isPlaybackBufferFull") { state in state.source.map { !$0.waits } ?? false }
    }
    /// How many seconds of a stream are read ahead; 0, which it is at first, for the usual.
    ///
    /// It counts when the item is opened.
    public var preferredForwardBufferDuration: TimeInterval {
        get { state.withLock { $0.forwardBuffer } }
        set { state.withLock { $0.forwardBuffer = newValue } }
    }
    /// The bits a second that a stream should have at most; 0, which it is at first, for any number.
    ///
    /// It counts when the item is opened.
    public var preferredPeakBitRate: Double {
        get { state.withLock { $0.peakBitRate } }
        set { state.withLock { $0.peakBitRate = newValue } }
    }
    /// Whether a live stream is read on while the player is paused: true.
    ///
    /// Setting it changes nothing.
    public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { true }
        set {}
    }

    // MARK: Logs

    /// What was received of a server.
    ///
    /// - Returns: the log; nil for an item that was not opened.
    public func accessLog() -> AVPlayerItemAccessLog? {
        let (source, closed, start, stalls) = state.withLock { ($0.source, $0.access, $0.accessStart, $0.stalls) }
        guard let start else { return nil }
        let events = source?.accessEvents ?? closed
        return AVPlayerItemAccessLog(events.map { AVPlayerItemAccessLogEvent($0, start: start, stalls: stalls) })
    }

    /// What has failed.
    ///
    /// - Returns: the log; nil where nothing has.
    public func errorLog() -> AVPlayerItemErrorLog? {
        let events = state.withLock { $0.errorEvents }
        return events.isEmpty ? nil : AVPlayerItemErrorLog(events)
    }
}
