import AudioCore
import AudioIO
import CoreMedia
import Foundation
import PlaybackAndRecording

// What happens to the sound. On `work`.
extension PlaybackEngine {
    func hear(_ event: Player.Event, _ id: ItemID) {
        guard let sound = sounds[id], let item = item(id) else { return }
        switch event {
        case .nearsEnd:
            sound.isNearEnd = true
            update()
        case .endIsKnown: update()
        case .ranDry:
            item.noteBuffer(isEmpty: true, keepsUp: false, by: deliveries)
            change { $0.model.stalled(id) }
            // More may have come before the player noted that it stalled.
            sourceChanged(id)
        case .failed(let error): item.noteReadingError(AVError(error))
        case .finished(let successfully):
            guard sound.staleEnds == 0 else {
                sound.staleEnds -= 1
                return
            }
            sound.run = .idle
            finish(id, item, successfully)
        case .interruptionBegan:
            guard read({ $0.model.current?.id == id }) else { return }
            change { $0.model.setRate(0, because: .interrupted) }
        // Programs start again themselves.
        case .interruptionEnded: break
        }
    }

    private func finish(_ id: ItemID, _ item: AVPlayerItem, _ successfully: Bool) {
        // The next item may have ended before the end of this one is heard of.
        let model = read { $0.model }
        if let current = model.current, current.id != id, model.items.count > 1, model.items[1].id == id {
            self.item(current.id)?.holdEnd()
            change { $0.model.ended(current.id) }
        }
        guard read({ $0.model.current?.id == id && $0.model.current?.seek == nil }) else { return }
        item.holdEnd()
        moveObservers(to: item.endSeconds)
        change { inside in
            successfully ? inside.model.ended(id) : inside.model.failedToEnd(id)
        }
    }

    func hear(_ event: SourceEvent, _ item: AVPlayerItem) {
        switch event {
        case .changed: sourceChanged(item.id)
        case .metadata(let group):
            sounds[item.id]?.metadata.append(group)
            giveMetadata(item)
        case .failed(let error, let url): item.noteFailure(error, url, by: deliveries)
        }
        deliveries.deliver()
    }

    /// The source has more, or less.
    func sourceChanged(_ id: ItemID) {
        guard let sound = sounds[id], let item = item(id) else { return }
        let keepsUp = sound.keepsUp
        item.noteRanges(sound.source, by: deliveries)
        item.noteBuffer(isEmpty: !keepsUp && item.isPlaybackBufferEmpty, keepsUp: keepsUp, by: deliveries)
        sound.player.sourceHasMore()
        change { $0.model.setKeepsUp(id, keepsUp) }
    }

    /// Gives the metadata whose time has come. That without a time holds at once.
    private func giveMetadata(_ item: AVPlayerItem) {
        guard let sound = sounds[item.id], !sound.metadata.isEmpty else { return }
        let now = item.currentTime()
        let due = sound.metadata.filter { !$0.timeRange.start.isNumeric || $0.timeRange.start <= now }
        sound.metadata.removeAll { group in due.contains { $0 === group } }
        for group in due { item.noteMetadata(group, by: deliveries) }
        deliveries.deliver()
    }

    // MARK: The time

    /// The seconds of the current item.
    private var seconds: Double { currentItem()?.currentTime().seconds ?? 0 }

    /// Calls the observers that playback has come to, and notices that the session has paused it.
    func tick() {
        let model = read { $0.model }
        guard let current = model.current, model.sounds, let sound = sounds[current.id] else { return }
        if sound.run == .playing, sound.player.isPaused { return pausedBySession(sound) }
        moveObservers(to: seconds)
        if let item = item(current.id) { giveMetadata(item) }
        schedule()
    }

    func moveObservers(to time: Double) {
        var due: [TimeObserver] = []
        setQuietly { inside in
            due = inside.observers.move(to: time).compactMap { inside.handlers[$0] }
        }
        call(due, time)
    }

    /// Calls the periodic observers at a start, a stop and a seek.
    func jump() {
        let time = seconds
        var due: [TimeObserver] = []
        setQuietly { inside in
            due = inside.observers.jump(to: time).compactMap { inside.handlers[$0] }
        }
        call(due, time)
    }

    private func call(_ observers: [TimeObserver], _ seconds: Double) {
        guard !observers.isEmpty, seconds.isFinite else { return }
        let time = currentItem()?.currentTime() ?? .zero
        for observer in observers { observer.call(time) }
    }

    /// Notices a start and a stop.
    func noteRunning(_ runs: Bool, _ item: AVPlayerItem, _ rate: Float) {
        guard runs != wasPlaying else { return item.setTimebase(runs ? rate : 0) }
        wasPlaying = runs
        item.setTimebase(runs ? rate : 0)
        jump()
    }

    /// Has `tick` called when the next observer is due, and twice a second.
    func schedule() {
        timer += 1
        let (model, next) = read { ($0.model, $0.observers.next) }
        guard model.sounds, model.rate > 0 else { return }
        var delay = 0.5
        // A frame later than the time itself, so that it has come.
        let waiting = model.current.flatMap { sounds[$0.id]?.metadata.first?.timeRange.start.seconds }
        if let next = [next, waiting].compactMap({ $0 }).min() {
            delay = min(delay, max(0.002, (next - seconds) / Double(model.rate) + 0.0005))
        }
        let turn = timer
        work.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, turn == timer else { return }
            tick()
        }
    }
}

/// What is called as the time of a player passes.
final class TimeObserver: Sendable {
    private let queue: DispatchQueue
    private let block: @Sendable (CMTime) -> Void
    private let isOver = LockedValue(false)
    let id: TimeObservers.ID
    let engine: ObjectIdentifier

    init(
        _ id: TimeObservers.ID, of engine: PlaybackEngine, _ queue: DispatchQueue?,
        _ block: @escaping @Sendable (CMTime) -> Void
    ) {
        (self.id, self.engine, self.queue, self.block) = (id, ObjectIdentifier(engine), queue ?? .main, block)
    }

    func end() { isOver.withLock { $0 = true } }

    func call(_ time: CMTime) {
        queue.async { [self] in
            guard !isOver.withLock({ $0 }) else { return }
            ProgramEnd.call { block(time) }
        }
    }
}
