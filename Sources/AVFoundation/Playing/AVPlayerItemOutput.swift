import AudioCore
public import CoreMedia
public import Foundation

/// Gives what an item brings beside what is heard.
///
/// `AVPlayerItemMetadataOutput` is one.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    private let suppresses = LockedValue(false)
    let item = LockedValue(AVPlayerItem.Weak<AVPlayerItem>())

    override init() { super.init() }

    /// Whether the player leaves what the output gives to it: false at first.
    ///
    /// It changes nothing for metadata.
    open var suppressesPlayerRendering: Bool {
        get { suppresses.withLock { $0 } }
        set { suppresses.withLock { $0 = newValue } }
    }

    /// The time of the item that is heard at a host time.
    ///
    /// - Parameter hostTimeInSeconds: the host time, in seconds.
    /// - Returns: the time; invalid without an item.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        guard let item = item.withLock({ $0.object }), hostTimeInSeconds.isFinite else { return .invalid }
        let rate = Double(item.engine?.read { $0.model.sounds ? $0.model.rate : 0 } ?? 0)
        let passed = hostTimeInSeconds - CMClock.hostTimeClock.time.seconds
        return item.currentTime() + CMTime(seconds: passed * rate, preferredTimescale: 1_000_000)
    }

    /// The time of the item that is heard at a host time.
    ///
    /// - Parameter machAbsoluteTime: the host time, in ticks.
    /// - Returns: the time; invalid without an item.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        itemTime(forHostTime: CMClock.convertSystemUnitsToHostTime(UInt64(max(0, machAbsoluteTime))).seconds)
    }
}

/// Is called by outputs that have something to give.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol {
    /// What follows does not continue what was given: there was a seek. It need not be implemented.
    ///
    /// - Parameter output: the output.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    /// Does nothing.
    ///
    /// - Parameter output: the output.
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Is called with the metadata of a stream.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// Metadata holds from now on, such as the title of what a radio station plays. It need not be implemented.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - groups: the metadata, with its times.
    ///   - track: the track that it is of; nil for that of the whole item.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
    /// Does nothing.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - groups: the metadata, with its times.
    ///   - track: the track that it is of; nil for that of the whole item.
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {}
}

/// Gives the metadata of a stream while it is played.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
        var queue: DispatchQueue?
        var advance: TimeInterval = 0
    }

    private let state = LockedValue(State())
    private let identifiers: Set<String>?

    /// Makes an output.
    ///
    /// - Parameter identifiers: the identifiers of the items that it gives; nil for all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map { Set($0) }
        super.init()
    }

    /// Sets who gets the metadata.
    ///
    /// - Parameters:
    ///   - delegate: who gets it; nil for nobody. The output does not keep it.
    ///   - delegateQueue: the queue on which it is called; nil for the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    /// Who gets the metadata.
    open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called; nil for the main queue.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }
    /// How many seconds before its time metadata should be given.
    ///
    /// It is kept; metadata is given at its time.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.advance } }
        set { state.withLock { $0.advance = newValue } }
    }

    /// Gives metadata to the delegate.
    func give(_ group: AVTimedMetadataGroup) {
        let wanted = identifiers.map { known in
            group.items.filter { item in item.identifier.map { known.contains($0.rawValue) } ?? false }
        }
        guard wanted?.isEmpty != true else { return }
        let group = wanted.map { AVTimedMetadataGroup(items: $0, timeRange: group.timeRange) } ?? group
        (delegateQueue ?? .main).async { [self] in
            ProgramEnd.call { delegate?.metadataOutput(self, didOutputTimedMetadataGroups: [group], from: nil) }
        }
    }
}

extension AVPlayerItem {
    /// The outputs that were added.
    public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    /// Adds an output.
    ///
    /// - Parameter output: the output. Nothing happens if it is the item's.
    public func add(_ output: AVPlayerItemOutput) {
        state.withLock { state in
            if !state.outputs.contains(where: { $0 === output }) { state.outputs.append(output) }
        }
        output.item.withLock { $0.object = self }
    }

    /// Removes an output.
    ///
    /// - Parameter output: the output. Nothing happens if it is not the item's.
    public func remove(_ output: AVPlayerItemOutput) {
        let old = state.withLock { state in
            defer { state.outputs.removeAll { $0 === output } }
            return state.outputs
        }
        guard old.contains(where: { $0 === output }) else { return }
        output.item.withLock { $0.object = nil }
    }
}
