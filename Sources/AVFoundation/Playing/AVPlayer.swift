import AudioCore
public import CoreMedia
public import Foundation
import PlaybackAndRecording

/// Plays an `AVPlayerItem`: the sound of a file, or of a stream.
///
/// Any thread may use a player, and any callback may call it. Its properties can be observed (`observe(_:options:changeHandler:)`): they
/// have their new value at once, and changes are reported on the main queue. The process's audio session applies to it as to
/// `AVAudioPlayer`.
open class AVPlayer: NSObject, AVKeyValueObservable, ReportsProperties, @unchecked Sendable {
    let engine: PlaybackEngine
    var properties: ObservedProperties { engine.properties }
    private let unused = LockedValue(Unused())

    /// What is kept, and does nothing for sound.
    private struct Unused {
        var allowsExternalPlayback = true
        var preventsSleep = true
        var policy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
        var appliesSelection = true
        var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    }

    init(_ item: AVPlayerItem?, _ action: PlaybackModel.EndAction, on device: PlaybackDevice) {
        engine = PlaybackEngine(device)
        super.init()
        engine.owner = self
        engine.setQuietly { $0.model.endAction = action }
        if let item { put(item) }
    }

    /// Makes a player without an item.
    public override convenience init() { self.init(playerItem: nil) }

    /// Makes a player of what is at a URL.
    ///
    /// - Parameter URL: the URL.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Makes a player of an item.
    ///
    /// - Parameter item: the item; nil for none so far. Ends the program if it is another player's.
    public init(playerItem item: AVPlayerItem?) {
        engine = PlaybackEngine(PlaybackDevice())
        super.init()
        engine.owner = self
        if let item { put(item) }
    }

    deinit { engine.close() }

    private func put(_ item: AVPlayerItem?) {
        if let item { engine.claim(item) }
        engine.change { inside in
            if let item { inside.items[item.id] = item }
            return inside.model.replaceItems(with: item?.id)
        }
    }

    func observed<Value>(_ key: String, _ body: (PlaybackEngine.Inside) -> Value) -> Value {
        properties.read(key)
        return engine.read(body)
    }

    // MARK: Its state

    /// Whether the player can play: unknown until an item is ready.
    ///
    /// Observable.
    open var status: Status { observed("status") { $0.model.isReady ? .readyToPlay : .unknown } }
    /// Why the player cannot play: nil, as players do not fail.
    ///
    /// Observable.
    open var error: (any Error)? { observed("error") { _ in nil } }
    /// The current item; nil for none.
    ///
    /// Observable.
    open var currentItem: AVPlayerItem? {
        observed("currentItem") { inside in inside.model.current.flatMap { inside.items[$0.id] } }
    }
    /// Whether the player plays.
    ///
    /// Observable.
    open var timeControlStatus: TimeControlStatus { observed("timeControlStatus") { $0.model.timeControlStatus } }
    /// What the player waits for; nil unless `timeControlStatus` says that it waits.
    ///
    /// Observable.
    open var reasonForWaitingToPlay: WaitingReason? { observed("reasonForWaitingToPlay") { $0.model.waitingReason } }

    /// Replaces the item.
    ///
    /// - Parameter item: the item; nil for none. Ends the program if it is another player's.
    open func replaceCurrentItem(with item: AVPlayerItem?) { put(item) }

    // MARK: Playing

    /// The rate that is wished for: 0 for a pause, 1 for what was recorded, from 0.5 to 2 for other ones. `timeControlStatus` says
    /// whether the player plays. Observable.
    ///
    /// A rate out of these bounds becomes the nearest one. Items do not play backward: a rate below 0 is a pause.
    open var rate: Float {
        get { observed("rate") { $0.model.rate } }
        set { engine.change { $0.model.setRate(Self.possible(newValue)) } }
    }

    /// The rate at which `play()` plays: 1 at first.
    ///
    /// Observable.
    open var defaultRate: Float {
        get { observed("defaultRate") { $0.defaultRate } }
        set {
            let rate = Self.possible(newValue)
            engine.set { $0.defaultRate = rate }
            properties.changed("defaultRate", to: rate, by: engine.deliveries)
            engine.deliveries.deliver()
        }
    }

    static func possible(_ rate: Float) -> Float { rate > 0 ? min(max(rate, 0.5), 2) : 0 }

    /// Plays at the default rate, from where the item is.
    open func play() { engine.change { $0.model.setRate($0.defaultRate == 0 ? 1 : $0.defaultRate) } }

    /// Pauses.
    open func pause() { engine.change { $0.model.setRate(0) } }

    /// Plays with what there is of a stream, though it may stall soon.
    ///
    /// - Parameter rate: the rate.
    open func playImmediately(atRate rate: Float) {
        engine.change { $0.model.setRate(Self.possible(rate), immediately: true) }
    }

    /// Plays so that a time of the item is heard at a moment.
    ///
    /// - Parameters:
    ///   - rate: the rate.
    ///   - itemTime: the time of the item; invalid for where it is.
    ///   - hostClockTime: the time of the host's clock; invalid for now. Ends the program while
    ///     `automaticallyWaitsToMinimizeStalling` is true.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        requireAsset(
            !automaticallyWaitsToMinimizeStalling,
            "-[AVPlayer setRate:time:atHostTime:] needs automaticallyWaitsToMinimizeStalling to be NO")
        if itemTime.isNumeric { currentItem?.seek(to: itemTime, toleranceBefore: .zero, toleranceAfter: .zero) }
        let start = hostClockTime.isNumeric ? CMClock.convertHostTimeToSystemUnits(hostClockTime) : nil
        engine.change { inside in
            inside.start = start
            return inside.model.setRate(Self.possible(rate))
        }
    }

    /// Whether the player waits for more of a stream, so that it does not stall soon: true at first.
    ///
    /// Where it is false, a player that has nothing to play pauses, and its rate is 0. Observable.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { observed("automaticallyWaitsToMinimizeStalling") { $0.model.waitsForStalls } }
        set {
            engine.change { $0.model.setWaitsForStalls(newValue) }
            properties.changed("automaticallyWaitsToMinimizeStalling", to: newValue, by: engine.deliveries)
            engine.deliveries.deliver()
        }
    }

    /// What the player does at the end of an item: it pauses at first.
    ///
    /// Ends the program for `advance`, unless the player has a queue. Observable.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { observed("actionAtItemEnd") { ActionAtItemEnd(rawValue: $0.model.endAction.action)! } }
        set {
            requireAsset(
                newValue != .advance || self is AVQueuePlayer,
                "AVPlayerActionAtItemEndAdvance is of use to an AVQueuePlayer alone")
            engine.set { $0.model.endAction = PlaybackModel.EndAction(newValue) }
            properties.changed("actionAtItemEnd", to: newValue, by: engine.deliveries)
            engine.deliveries.deliver()
        }
    }

    // MARK: The time

    /// Where the current item is.
    ///
    /// - Returns: the time of what is heard now; 0 without an item. While a seek is waited for, the time before it.
    open func currentTime() -> CMTime { engine.currentItem()?.currentTime() ?? .zero }

    /// Goes to a time.
    ///
    /// It may be a nearby one; items of sound go to the time itself.
    ///
    /// - Parameter time: the time. Ends the program if it is not a number.
    open func seek(to time: CMTime) { engine.currentItem()?.seek(to: time, completionHandler: nil) }

    /// Goes to a time.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - toleranceBefore: how much earlier it may be; it is exact.
    ///   - toleranceAfter: how much later it may be; it is exact.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        engine.currentItem()?.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
    }

    /// Goes to a time. It may be a nearby one; items of sound go to the time itself.
    ///
    /// - Parameters:
    ///   - time: the time. Ends the program if it is not a number.
    ///   - completionHandler: called on the main queue when the item is there: with false where another seek has come first, and
    ///     without an item. A seek of an item that is not ready waits until it is.
    @preconcurrency open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
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
    ///   - completionHandler: called on the main queue when the item is there: with false where another seek has come first, and
    ///     without an item. A seek of an item that is not ready waits until it is.
    @preconcurrency open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let item = engine.currentItem() else {
            engine.deliveries.add { completionHandler(false) }
            return engine.deliveries.deliver()
        }
        item.seek(
            to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
            completionHandler: completionHandler)
    }

    // MARK: Observers of the time

    /// Calls a block as the time passes.
    ///
    /// - Parameters:
    ///   - interval: how much of the item's time lies between two calls: at its multiples. It is called at a start, a stop and a seek too.
    ///     Ends the program unless it is above 0.
    ///   - queue: a serial queue on which the block is called; nil for the main queue.
    ///   - block: gets the time.
    /// - Returns: what `removeTimeObserver(_:)` takes. The calls end with it.
    @preconcurrency open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        requireAsset(interval.isValid && interval > .zero, "the interval of a time observer must be above 0")
        return addObserver(queue, block) { $0.add(every: interval.seconds) }
    }

    /// Calls a block when playback passes some times. A seek does not pass them.
    ///
    /// - Parameters:
    ///   - times: the times, `CMTime`s made by `NSValue(time:)`. Ends the program for none.
    ///   - queue: a serial queue on which the block is called; nil for the main queue.
    ///   - block: what is called.
    /// - Returns: what `removeTimeObserver(_:)` takes. The calls end with it.
    @preconcurrency open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        requireAsset(!times.isEmpty, "a boundary time observer needs a time")
        return addObserver(queue, { _ in block() }, { $0.add(at: times.map(\.timeValue.seconds)) })
    }

    /// Ends the calls of an observer.
    ///
    /// One that is in progress on another queue ends as usual.
    ///
    /// - Parameter observer: what was returned when it was added. Ends the program for that of another player, and for one that was
    ///   removed.
    open func removeTimeObserver(_ observer: Any) {
        var isKnown = false
        let observer = observer as? TimeObserver
        engine.setQuietly { inside in
            guard let observer, observer.engine == ObjectIdentifier(engine) else { return }
            isKnown = inside.observers.remove(observer.id)
            inside.handlers[observer.id] = nil
        }
        requireAsset(
            isKnown,
            "An instance of AVPlayer cannot remove a time observer that was added by a different instance of AVPlayer")
        observer?.end()
    }

    // MARK: Prerolling

    /// Reads what is heard first, so that a start is heard at once.
    ///
    /// - Parameters:
    ///   - rate: ignored.
    ///   - completionHandler: called on the main queue when it is read: with false where that is impossible. Ends the program unless the
    ///     rate is 0 and the player is ready.
    @preconcurrency open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        requireAsset(
            self.rate == 0 && status == .readyToPlay,
            "AVPlayer cannot service a preroll request until its status is AVPlayerStatusReadyToPlay and its rate is 0")
        engine.set { if let completionHandler { $0.prerolls.append(completionHandler) } }
    }

    /// Reads what is heard first, and returns when it is read.
    ///
    /// - Parameter rate: ignored.
    /// - Returns: false where that is impossible.
    open func preroll(atRate rate: Float) async -> Bool {
        await withCheckedContinuation { continuation in
            preroll(atRate: rate) { continuation.resume(returning: $0) }
        }
    }

    /// Ends the prerolls that are not done.
    ///
    /// Their handlers are called with false.
    open func cancelPendingPrerolls() {
        var pending: [@Sendable (Bool) -> Void] = []
        engine.setQuietly { inside in
            (pending, inside.prerolls) = (inside.prerolls, [])
        }
        for completion in pending { engine.deliveries.add { completion(false) } }
        engine.deliveries.deliver()
    }

    // MARK: Volume

    /// The volume of the player, from 0 to 1: 1 at first.
    ///
    /// Observable.
    open var volume: Float {
        get { observed("volume") { $0.volume } }
        set {
            let volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1)
            engine.set { $0.volume = volume }
            properties.changed("volume", to: volume, by: engine.deliveries)
            engine.deliveries.deliver()
        }
    }

    /// Whether the player is silent: false at first.
    ///
    /// Observable.
    open var isMuted: Bool {
        get { observed("isMuted") { $0.isMuted } }
        set {
            engine.set { $0.isMuted = newValue }
            properties.changed("isMuted", to: newValue, by: engine.deliveries)
            engine.deliveries.deliver()
        }
    }

    // MARK: Of films

    /// Whether another screen may show the player: true at first.
    ///
    /// It shows none.
    open var allowsExternalPlayback: Bool {
        get { unused.withLock { $0.allowsExternalPlayback } }
        set { unused.withLock { $0.allowsExternalPlayback = newValue } }
    }
    /// Whether another screen shows the player: false.
    open var isExternalPlaybackActive: Bool { false }
    /// Whether the display stays on while a film plays: true at first.
    ///
    /// Sound lets it go off.
    open var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { unused.withLock { $0.preventsSleep } }
        set { unused.withLock { $0.preventsSleep = newValue } }
    }
    /// What is done with films in the background: the system decides at first.
    ///
    /// Sound plays on.
    open var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { unused.withLock { $0.policy } }
        set { unused.withLock { $0.policy = newValue } }
    }
    /// Whether HDR films can be played: false.
    open class var eligibleForHDRPlayback: Bool { false }

    // MARK: Media selection

    /// Whether criteria choose among the options of items: true at first.
    ///
    /// Items of sound have no options.
    open var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { unused.withLock { $0.appliesSelection } }
        set { unused.withLock { $0.appliesSelection = newValue } }
    }

    /// Sets what chooses among the options of items.
    ///
    /// Items of sound have none.
    ///
    /// - Parameters:
    ///   - criteria: what chooses; nil for the default.
    ///   - mediaCharacteristic: the characteristic of the options.
    open func setMediaSelectionCriteria(
        _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) {
        unused.withLock { $0.criteria[mediaCharacteristic] = criteria }
    }

    /// What chooses among the options of items.
    ///
    /// - Parameter mediaCharacteristic: the characteristic of the options.
    /// - Returns: what was set; nil for the default.
    open func mediaSelectionCriteria(forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        -> AVPlayerMediaSelectionCriteria?
    {
        unused.withLock { $0.criteria[mediaCharacteristic] }
    }
}

extension PlaybackModel.EndAction {
    init(_ action: AVPlayer.ActionAtItemEnd) {
        switch action {
        case .advance: self = .advance
        case .pause: self = .pause
        case .none: self = .none
        }
    }

    var action: Int {
        switch self {
        case .advance: 0
        case .pause: 1
        case .none: 2
        }
    }
}
