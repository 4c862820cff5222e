import AudioCore
import AudioDSP
import AudioFiles
import CoreMedia
import Foundation
import PlaybackAndRecording

// Has the sound do what the model says. On `work`.
extension PlaybackEngine {
    /// What the sound is to do.
    private struct Wish {
        let model: PlaybackModel
        let items: [ItemID: AVPlayerItem]
        let volume: Float
        let start: UInt64?
        let isClosed: Bool
    }

    private var wish: Wish {
        read { inside in
            Wish(
                model: inside.model, items: inside.items, volume: inside.isMuted ? 0 : inside.volume,
                start: inside.start, isClosed: inside.isClosed)
        }
    }

    func update() {
        settle()
        let wish = wish
        guard !wish.isClosed else { return }
        // An item that was removed and put back has left its sound.
        for (id, sound) in sounds where wish.items[id]?.isPlayed(by: sound.player) != true {
            sound.close()
            sounds[id] = nil
        }
        openItems(wish.model, wish.items)
        guard let current = wish.model.current, let item = wish.items[current.id], let sound = sounds[current.id] else {
            stopUpcoming(wish.model)
            (wasPlaying, observed) = (false, nil)
            // Without an item, and for one that failed, there is nothing to read. One that is being opened is waited for.
            if wish.model.current?.status != .unknown { finishPrerolls { false } }
            return schedule()
        }
        adjust(item, sound, wish.model.rate, wish.volume)
        if let seek = current.seek {
            stopUpcoming(wish.model)
            seekNow(item, sound, seek)
            return jump()
        }
        if wish.model.sounds {
            start(sound, at: wish.start, wish.model)
        } else {
            stopUpcoming(wish.model)
            pause(sound)
        }
        if observed != current.id {
            observed = current.id
            jump()
        }
        finishPrerolls { sound.player.prepare() }
        noteRunning(wish.model.sounds, item, wish.model.rate)
        seekUpcoming(wish.model, wish.items)
        prepareUpcoming(wish.model, wish.items, wish.volume)
        schedule()
    }

    // MARK: Opening

    /// Opens the current item and the next one.
    private func openItems(_ model: PlaybackModel, _ items: [ItemID: AVPlayerItem]) {
        for state in model.items.prefix(2)
        where sounds[state.id] == nil && state.status == .unknown && !opening.contains(state.id) {
            guard let item = items[state.id] else { continue }
            opening.insert(state.id)
            Inspection.later { [weak self] in
                let result = Result { try item.asset.makePlayableSource() }
                // What the asset says may have to be read as well.
                _ = (item.asset.tracks, item.title)
                guard let self else { return }
                work.async { self.opened(item, result) }
            }
        }
    }

    private func opened(_ item: AVPlayerItem, _ result: Result<any PlayableSource, any Error>) {
        opening.remove(item.id)
        let source: any PlayableSource
        do {
            source = try result.get()
            guard read({ $0.items[item.id] != nil }) else { return source.interrupt() }
            let sound = try makeSound(item, source)
            guard item.noteOpened(sound, of: self, by: deliveries) else { return sound.close() }
            sounds[item.id] = sound
        } catch {
            item.fail(error, by: deliveries)
            return change { $0.model.opened(item.id, .failed) }
        }
        let keepsUp = sounds[item.id]?.keepsUp ?? true
        change { inside in
            inside.model.setKeepsUp(item.id, keepsUp) + inside.model.opened(item.id, .ready)
        }
    }

    private func makeSound(_ item: AVPlayerItem, _ source: any PlayableSource) throws -> ItemSound {
        let id = item.id
        source.observe { [weak self, weak item] event in
            guard let self, let item else { return }
            work.async { self.hear(event, item) }
        }
        let ahead =
            source.waits
            ? ReadAhead(source, seconds: item.preferredForwardBufferDuration) { [weak self] in
                guard let self else { return }
                work.async { self.sourceChanged(id) }
            } : nil
        let mixes = source.mixes
        let frames = ItemFrames(ahead ?? source) { [weak item] in mixes ? nil : item?.mixParameters }
        let player: Player
        do throws(AudioError) {
            player = try Player(
                frames, title: item.title, timeline: device.timeline, session: device.session, output: device.output
            ) { [weak self] event in
                guard let self else { return }
                work.async { self.hear(event, id) }
            }
        } catch { throw AVError(error) }
        player.staysAtEnd = true
        let sound = ItemSound(source, ahead, player)
        if let place = item.heldTime, place.isNumeric, place > .zero {
            player.seek(to: place.seconds * source.format.sampleRate)
        }
        return sound
    }

    // MARK: Playing

    private func start(_ sound: ItemSound, at time: UInt64?, _ model: PlaybackModel) {
        // It is that of this start alone, also where the start fails. A newer one stays.
        setQuietly { if $0.start == time { $0.start = nil } }
        if sound.run == .playing {
            // Its end is reported soon.
            if sound.hasEnded { return }
            if sound.player.isPaused { return pausedBySession(sound) }
            // Where the item before has ended at another place than was known, it waits for none any more.
            if sound.start != nil, !sound.player.hasBegun { sound.player.beginNow() }
            sound.start = nil
            return
        }
        guard sound.player.play(at: time) else {
            return change { $0.model.setRate(0, because: .failed) }
        }
        sound.run = .playing
    }

    private func pause(_ sound: ItemSound) {
        guard sound.run == .playing, !sound.hasEnded else { return }
        sound.player.pause()
        sound.run = .paused
    }

    /// The session has paused the current item.
    func pausedBySession(_ sound: ItemSound) {
        sound.run = .paused
        change { $0.model.setRate(0, because: .interrupted) }
    }

    /// Has an item sound as it is to.
    private func adjust(_ item: AVPlayerItem, _ sound: ItemSound, _ rate: Float, _ volume: Float) {
        let settings = item.settings
        let player = sound.player
        player.pitchAlgorithm = settings.algorithm.fourCC
        if rate != 0 {
            player.changesRate = rate != 1
            player.rate = rate
        }
        let mixes = sound.source.mixes
        let volume = !mixes && settings.silent.contains(item.trackID) ? 0 : volume
        if player.volume != volume { player.setVolume(volume, over: 0) }
        let end = settings.end.isNumeric ? sound.frame(at: settings.end.seconds) : nil
        if end != sound.end {
            sound.end = end
            player.setEnd(end)
        }
        if settings.mix !== sound.mix || (mixes && settings.silent != sound.silent) {
            (sound.mix, sound.silent) = (settings.mix, settings.silent)
            sound.source.setMix(settings.mix, without: settings.silent)
            if mixes { sound.ahead?.forget() }
            player.readAgain()
        }
    }

    private func seekNow(_ item: AVPlayerItem, _ sound: ItemSound, _ seek: PlaybackModel.Seek) {
        sound.isNearEnd = false
        sound.player.seek(to: max(0, seek.time) * sound.sampleRate)
        if sound.hasEnded {
            sound.staleEnds += 1
            sound.run = .idle
        }
        item.releaseTime()
        change { $0.model.sought(item.id, seek.id) }
    }

    private func finishPrerolls(_ prepare: () -> Bool) {
        guard !read({ $0.prerolls.isEmpty }) else { return }
        let isReady = prepare()
        var completions: [@Sendable (Bool) -> Void] = []
        setQuietly { inside in
            completions = inside.prerolls
            inside.prerolls = []
        }
        for completion in completions { deliveries.add { completion(isReady) } }
        deliveries.deliver()
    }

    // MARK: What follows

    /// Where the program pauses while the device has begun the next item, the current one has ended.
    private func settle() {
        let model = read { $0.model }
        guard !model.sounds, model.endAction == .advance, model.items.count > 1,
            let next = sounds[model.items[1].id], next.start != nil, next.player.hasBegun
        else { return }
        item(model.items[0].id)?.holdEnd()
        change { $0.model.ended(model.items[0].id) }
    }

    func item(_ id: ItemID) -> AVPlayerItem? { read { $0.items[id] } }

    /// Has no item wait for the end of another one.
    private func stopUpcoming(_ model: PlaybackModel) {
        for state in model.items.dropFirst() {
            guard let sound = sounds[state.id], sound.run == .playing else { continue }
            sound.stop()
        }
    }

    /// Has the next item go to where it is to begin, also while the player is paused.
    private func seekUpcoming(_ model: PlaybackModel, _ items: [ItemID: AVPlayerItem]) {
        guard let state = model.items.dropFirst().first, let seek = state.seek, let item = items[state.id],
            let next = sounds[state.id], next.run != .playing
        else { return }
        seekNow(item, next, seek)
    }

    /// Has the next item begin where the current one ends, once that place is known.
    private func prepareUpcoming(_ model: PlaybackModel, _ items: [ItemID: AVPlayerItem], _ volume: Float) {
        guard model.sounds, model.endAction == .advance, model.items.count > 1, let current = sounds[model.items[0].id],
            let next = sounds[model.items[1].id], let item = items[model.items[1].id]
        else { return stopUpcoming(model) }
        // The session may have paused it, or the queue may have another order.
        if let start = next.start, !next.player.isPlaying || !start.isSame(as: current.player.end) {
            if !next.player.hasBegun { next.stop() }
        }
        for state in model.items.dropFirst(2) where sounds[state.id]?.start != nil {
            sounds[state.id]?.stop()
        }
        guard next.start == nil, next.run != .playing, model.items[1].seek == nil else { return }
        adjust(item, next, model.rate, volume)
        guard current.isNearEnd, let end = current.player.end else { return }
        guard next.player.play(after: end), end.isSame(as: current.player.end) else { return next.stop() }
        (next.run, next.start) = (.playing, end)
    }
}

extension AVAudioTimePitchAlgorithm {
    var fourCC: FourCC {
        switch self {
        case .spectral: TimePitch.Algorithm.spectral
        case .varispeed: TimePitch.Algorithm.varispeed
        case .lowQualityZeroLatency: TimePitch.Algorithm.rough
        default: TimePitch.Algorithm.timeDomain
        }
    }
}
