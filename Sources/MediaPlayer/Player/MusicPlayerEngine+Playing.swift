import AudioCore
import Foundation
import MusicLibrary
import PlaybackAndRecording

// Starting, pausing, and going from item to item.
extension MusicPlayerEngine {
    /// Opens the item that plays first, so that `play` is heard at once.
    func prepare() throws(MPError) {
        try work.sync { () -> Result<Void, MPError> in
            settle()
            let isReplaced = next != nil && run != .stopped
            if let error = load() {
                end()
                return .failure(error)
            }
            if queue.index == nil { queue.select(0) }
            do throws(MPError) {
                if player == nil { try openCurrent(step: 1) }
            } catch {
                end()
                return .failure(error)
            }
            announce()
            if isReplaced { set(.paused) }
            guard player?.prepare() == true else {
                return .failure(MPError(.unknown, reason: "the device does not open"))
            }
            return .success(())
        }.get()
    }

    var isPrepared: Bool { work.sync { player != nil && next == nil } }

    func play() {
        work.sync {
            settle()
            let isNew = next != nil
            if load() != nil { return end() }
            if queue.index == nil { queue.select(0) }
            guard let player, !isNew else { return go(starts: true) }
            // A pause after the last frame: all of it was heard.
            if player.isPlayedOut { return finish(isWhole: true, starts: true) }
            start()
        }
    }

    func pause() {
        work.sync {
            settle()
            guard run != .stopped else { return }
            dropUpcoming()
            player?.pause()
            set(.paused)
        }
    }

    func stop() {
        work.sync {
            settle()
            end()
        }
    }

    /// - Parameter step: how many items to go on; below 0, back.
    func skip(_ step: Int) {
        work.sync {
            settle()
            // A new queue begins with its first item.
            if next != nil {
                load()
                return go()
            }
            if step > 0, let item = queue.current?.item.item { count(item) { $0.skips += 1 } }
            guard queue.move(by: step, mode == .all ? .all : .none) else { return end() }
            go(step: step)
        }
    }

    /// As `run`, but of a player that its session has paused.
    var state: MPMusicPlaybackState { work.sync { audible } }

    var audible: MPMusicPlaybackState {
        guard run == .playing, let player, !player.isPlaying, player.currentTime > 0 else { return run }
        return .paused
    }

    /// Notices that the session has paused the player.
    func followSession() {
        work.async { [self] in
            settle()
            guard audible == .paused else { return }
            dropUpcoming()
            set(.paused)
        }
    }

    var time: Double {
        get { work.sync { player?.currentTime ?? 0 } }
        set {
            work.sync {
                settle()
                guard newValue.isFinite, player != nil else { return }
                move(to: newValue)
            }
        }
    }

    /// Goes to a time of the item that plays, from which its end is perhaps far.
    func move(to seconds: Double) {
        guard let player else { return }
        dropUpcoming()
        isNearEnd = false
        player.seek(to: seconds * player.format.sampleRate)
        show()
    }

    var rate: Float {
        get { work.sync { audible == .playing ? speed : 0 } }
        set {
            guard newValue > 0 else { return newValue == 0 ? pause() : () }
            setSpeed(newValue)
            play()
        }
    }

    /// Sets how fast it plays, now or later. Does not start it.
    func setSpeed(_ rate: Float) {
        work.sync {
            settle()
            speed = min(max(rate, 0.5), 2)
            if let player { adjust(player) }
            if let upcoming { adjust(upcoming.player) }
            show()
        }
    }

    /// Plays the current item where the player plays or is to; else it is opened when it is needed.
    func go(starts: Bool = false, step: Int = 1) {
        let plays = starts || [.playing, .seekingForward, .seekingBackward].contains(run)
        close()
        if plays || run != .stopped, queue.index == nil, isQueueNew { queue.select(0) }
        guard queue.index != nil else { return end() }
        if plays { do { try openCurrent(step: step) } catch { return end() } }
        announce()
        if plays { start() }
    }

    func start() {
        guard let player else { return }
        guard player.play() else {
            dropUpcoming()
            return set(.paused)
        }
        set(.playing)
        show()
        prepareUpcoming()
    }

    /// Ends the queue: a start after this one begins with the first item.
    func end() {
        close()
        queue.select(nil)
        announce()
        set(.stopped)
    }

    /// Opens the current item, or the first one after it that can be opened.
    private func openCurrent(step: Int) throws(MPError) {
        var failure = MPError(.notFound, reason: "the queue has no item")
        for _ in queue.entries {
            guard let piece = queue.current?.item else { break }
            let turn = newTurn()
            do {
                let player = try open(piece, turn)
                adjust(player)
                (self.player, self.turn) = (player, turn)
                return
            } catch {
                failure = (error as? MPError) ?? MPError(error)
            }
            guard queue.move(by: step > 0 ? 1 : -1, .none) else { break }
        }
        throw failure
    }

    func newTurn() -> Int {
        lastTurn += 1
        return lastTurn
    }

    /// Opens an item, at the place where it is to begin. May be called on any thread.
    func open(_ piece: Piece, _ turn: Int) throws -> Player {
        let player = try open(piece) { [weak self] event in
            guard let self else { return }
            work.async { self.hear(event, turn) }
        }
        if piece.start > 0 { player.seek(to: piece.start * player.format.sampleRate) }
        return player
    }

    func adjust(_ player: Player) {
        player.changesRate = speed != 1
        player.rate = speed
    }

    func close() {
        disarm()
        dropUpcoming()
        isNearEnd = false
        turn = 0
        player?.close()
        player = nil
    }

    private func hear(_ event: Player.Event, _ turn: Int) {
        if turn == upcoming?.turn { return hearUpcoming(event, turn) }
        guard turn == self.turn else { return }
        switch event {
        case .finished(let isWhole): finish(isWhole: isWhole)
        case .nearsEnd:
            isNearEnd = true
            prepareUpcoming()
        case .endIsKnown: startUpcoming()
        case .failed, .ranDry: break
        case .interruptionBegan:
            settle()
            dropUpcoming()
            set(.interrupted)
        case .interruptionEnded(let resumes):
            guard run == .interrupted else { return }
            if player?.isPlayedOut == true, resumes { return finish(isWhole: true, starts: true) }
            if resumes { start() } else { set(.paused) }
        }
    }

    /// What happens to the item that follows happens to the one that plays, once that has ended.
    private func hearUpcoming(_ event: Player.Event, _ turn: Int) {
        switch event {
        case .nearsEnd: upcoming?.isNearEnd = true
        case .finished: goOn(to: turn, event)
        // Where it has not begun, the item that plays is interrupted as well.
        case .interruptionBegan: if upcoming?.player.hasBegun == true { goOn(to: turn, event) }
        case .endIsKnown, .failed, .ranDry, .interruptionEnded: break
        }
    }

    /// The event that the item before has ended is still to come.
    private func goOn(to turn: Int, _ event: Player.Event) {
        finish(isWhole: true)
        if turn == self.turn { hear(event, turn) }
    }

    /// - Parameters:
    ///   - isWhole: false for an item that could not be read to its end, which is neither counted nor repeated.
    ///   - starts: whether the next item plays in any case.
    func finish(isWhole: Bool, starts: Bool = false) {
        if isWhole, let item = queue.current?.item.item {
            count(item) {
                $0.plays += 1
                $0.played = Int64(Date().timeIntervalSince1970)
            }
        }
        guard isWhole ? queue.advance(mode) : queue.move(by: 1, .none) else { return end() }
        if isWhole, run == .playing, takeUpcoming() { return }
        go(starts: starts)
    }

    /// Notes it on another queue: whoever scans may write to the index meanwhile.
    private func count(_ item: MPMediaItem, _ change: @escaping @Sendable (inout ItemUsage) -> Void) {
        LibraryAccess.edits.async {
            do {
                try item.access.index?.changeUsage(of: item.number, change)
            } catch {
                Log.note("how often an item was played is not kept: \(error)")
            }
        }
    }
}
