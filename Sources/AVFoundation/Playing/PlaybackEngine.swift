import AudioCore
import AudioFiles
import AudioIO
import AudioSession
import CoreMedia
import Foundation
import PlaybackAndRecording

/// Where players sound, and what may interrupt them.
struct PlaybackDevice: Sendable {
    var output: Player.OutputProvider = { (device) throws(AudioError) in try Output.shared(device: device) }
    var session = SessionCenter.shared
    var timeline = PlayerTimeline.shared
}

/// Plays the items of an `AVPlayer`.
///
/// `PlaybackModel` holds what the player does. Any thread changes it; `work` then sees to the sound (`update`). Each item that is open
/// has a `Player`, which plays it as it plays a file: the same mix, the same session, and one sound after another without a gap.
final class PlaybackEngine: @unchecked Sendable {
    typealias ItemID = PlaybackModel.ItemID

    typealias Listener = @Sendable (PlaybackModel.Effect) -> Void

    /// To be touched with `lock` locked.
    struct Inside {
        var model = PlaybackModel()
        var items: [ItemID: AVPlayerItem] = [:]
        var completions: [Int: @Sendable (Bool) -> Void] = [:]
        var prerolls: [@Sendable (Bool) -> Void] = []
        var lastSeek = 0
        var observers = TimeObservers()
        var handlers: [TimeObservers.ID: TimeObserver] = [:]
        var defaultRate: Float = 1
        var volume: Float = 1
        var isMuted = false
        /// The host time at which the next start is heard; nil: at once.
        var start: UInt64?
        /// Learn of effects on `work`: loopers.
        var listeners: [ObjectIdentifier: Listener] = [:]
        var isClosed = false
    }

    private let lock = NSLock()
    private var inside = Inside()
    let device: PlaybackDevice
    let properties = ObservedProperties()
    let deliveries = MainDeliveries.shared
    /// The player. To be touched with `lock` locked.
    private weak var player: AVPlayer?
    let work = DispatchQueue(label: "player", qos: .userInitiated)

    // What follows is touched on `work` alone.
    var sounds: [ItemID: ItemSound] = [:]
    var opening: Set<ItemID> = []
    /// The time at which the observers are called next counts up, so that an older timer does nothing.
    var timer = 0
    /// Whether the current item has sounded since the last start.
    var wasPlaying = false
    /// The item whose time the observers get.
    var observed: ItemID?

    init(_ device: PlaybackDevice) { self.device = device }

    var owner: AVPlayer? {
        get { lock.withLock { player } }
        set { lock.withLock { player = newValue } }
    }

    func read<Value>(_ body: (Inside) -> Value) -> Value { lock.withLock { body(inside) } }

    /// Changes what the player does, reports the effects, and has the sound follow.
    func change(_ body: (inout Inside) -> [PlaybackModel.Effect]) {
        // Its last reference must not end with the lock held.
        let player = owner
        defer { withExtendedLifetime(player) {} }
        let (removed, effects, listeners) = lock.withLock {
            guard !inside.isClosed else { return ([AVPlayerItem](), [PlaybackModel.Effect](), [Listener]()) }
            let effects = body(&inside)
            var removed: [AVPlayerItem] = []
            for effect in effects { report(effect, player, &removed) }
            return (removed, effects, effects.isEmpty ? [] : Array(inside.listeners.values))
        }
        for item in removed { item.leave(self) }
        work.async { [self] in
            for effect in effects { for listener in listeners { listener(effect) } }
            update()
        }
        deliveries.deliver()
    }

    /// Changes something that the model does not know. The sound follows.
    func set(_ body: (inout Inside) -> Void) {
        change { inside in
            body(&inside)
            return []
        }
    }

    /// Changes something that neither the sound nor programs learn of.
    func setQuietly<Value>(_ body: (inout Inside) -> Value) -> Value { lock.withLock { body(&inside) } }

    // MARK: Effects

    /// Adds what programs learn of an effect to the deliveries. With the lock.
    private func report(_ effect: PlaybackModel.Effect, _ player: AVPlayer?, _ removed: inout [AVPlayerItem]) {
        let model = inside.model
        switch effect {
        case .changed(.rate): properties.changed("rate", to: model.rate, by: deliveries)
        case .changed(.timeControl):
            properties.changed("timeControlStatus", to: model.timeControlStatus, by: deliveries)
        case .changed(.waiting):
            properties.changed("reasonForWaitingToPlay", to: model.waitingReason as Any, by: deliveries)
        case .changed(.currentItem):
            let item = model.current.flatMap { inside.items[$0.id] }
            properties.changed("currentItem", to: item as Any, by: deliveries)
        case .changed(.status): properties.changed("status", to: AVPlayer.Status.readyToPlay, by: deliveries)
        case .rateChanged(let reason):
            post(AVPlayer.rateDidChangeNotification, player, [AVPlayer.rateDidChangeReasonKey: reason.public])
        case .itemStatus(let id): inside.items[id]?.reportStatus(by: deliveries)
        case .seekEnded(let id, let finished):
            if let completion = inside.completions.removeValue(forKey: id) {
                deliveries.add { completion(finished) }
            }
        case .jumped(let id): post(AVPlayerItem.timeJumpedNotification, inside.items[id], [:])
        case .playedToEnd(let id): post(.AVPlayerItemDidPlayToEndTime, inside.items[id], [:])
        case .failedToEnd(let id):
            let item = inside.items[id]
            let error = item?.error ?? item?.readingError
            post(
                .AVPlayerItemFailedToPlayToEndTime, item,
                error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] } ?? [:])
        case .stalled(let id): post(.AVPlayerItemPlaybackStalled, inside.items[id], [:])
        case .removed(let id): if let item = inside.items.removeValue(forKey: id) { removed.append(item) }
        }
    }

    private func post(_ name: NSNotification.Name, _ object: (any NSObject & Sendable)?, _ info: [String: Any]) {
        guard let object else { return }
        let info = Sent(value: info)
        deliveries.add { NotificationCenter.default.post(name: name, object: object, userInfo: info.value) }
    }

    // MARK: Items

    /// Takes items as the player's, for a change that adds them to the model. Ends the program for an item of another player.
    func claim(_ item: AVPlayerItem) {
        requireAsset(
            item.join(self), "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
    }

    func currentItem() -> AVPlayerItem? { read { inside in inside.model.current.flatMap { inside.items[$0.id] } } }

    func seek(_ item: AVPlayerItem, to seconds: Double, _ completion: (@Sendable (Bool) -> Void)?) {
        item.holdTime()
        var isTaken = false
        defer {
            if !isTaken, let completion {
                deliveries.add { completion(false) }
                deliveries.deliver()
            }
        }
        change { inside in
            isTaken = true
            inside.lastSeek += 1
            inside.completions[inside.lastSeek] = completion
            return inside.model.seek(item.id, PlaybackModel.Seek(id: inside.lastSeek, time: seconds))
        }
    }

    // MARK: The end

    /// Ends all: the player is gone.
    func close() {
        // Blocks of the program end without the lock.
        let (items, prerolls, completions, blocks) = lock.withLock {
            defer {
                inside.isClosed = true
                (inside.items, inside.prerolls, inside.completions) = ([:], [], [:])
                (inside.handlers, inside.listeners) = ([:], [:])
            }
            return (
                Array(inside.items.values), inside.prerolls, inside.completions, (inside.handlers, inside.listeners)
            )
        }
        withExtendedLifetime(blocks) {}
        for item in items { item.leave(self) }
        for completion in prerolls + completions.values { deliveries.add { completion(false) } }
        deliveries.deliver()
        work.async { [self] in
            for sound in sounds.values { sound.close() }
            sounds = [:]
            timer += 1
        }
    }
}

extension PlaybackModel {
    var timeControlStatus: AVPlayer.TimeControlStatus { AVPlayer.TimeControlStatus(rawValue: timeControl.rawValue)! }

    var waitingReason: AVPlayer.WaitingReason? {
        switch waiting {
        case nil: nil
        case .minimizingStalls: .toMinimizeStalls
        case .evaluatingBuffering: .evaluatingBufferingRate
        case .noItem: .noItemToPlay
        }
    }
}

extension PlaybackModel.RateReason {
    var `public`: AVPlayer.RateDidChangeReason {
        switch self {
        case .set: .setRateCalled
        case .failed: .setRateFailed
        case .interrupted: .audioSessionInterrupted
        }
    }
}
