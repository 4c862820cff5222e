import Foundation
import PlaybackAndRecording

// The item that follows: it is opened while the one before it plays, and begins at the sample where that ends.
extension MusicPlayerEngine {
    /// Opens the item that follows, once the end of the one that plays is near, and has it begin there.
    func prepareUpcoming() {
        guard run == .playing, isNearEnd, player != nil else { return }
        // The session may have paused both: its start is none any more.
        if let upcoming, upcoming.start != nil, !upcoming.player.isPlaying { dropUpcoming() }
        guard upcoming == nil else { return startUpcoming() }
        guard openingTurn == nil else { return }
        let pieces = piecesAhead
        guard !pieces.isEmpty else { return }
        let turn = newTurn()
        openingTurn = turn
        opening.async { [weak self] in self?.openFirst(of: pieces, turn) }
    }

    /// The entries that may follow the one that plays: the first that can be opened will.
    private var piecesAhead: [PlayQueue<Piece>.Entry] {
        var ahead = queue
        guard ahead.advance(mode) else { return [] }
        var list: [PlayQueue<Piece>.Entry] = []
        while let entry = ahead.current, list.count < queue.entries.count {
            list.append(entry)
            guard ahead.move(by: 1, .none) else { break }
        }
        return list
    }

    /// Not on `work`: a disk may be slow.
    private func openFirst(of entries: [PlayQueue<Piece>.Entry], _ turn: Int) {
        for entry in entries {
            // After a skip, a stop or an edit nobody waits for the others.
            guard work.sync(execute: { openingTurn == turn }) else { return }
            guard let player = try? open(entry.item, turn) else { continue }
            let isReady = player.prepare()
            work.async { [self] in
                // Nobody may wait for it any more.
                guard openingTurn == turn, isReady else { return player.close() }
                openingTurn = nil
                adjust(player)
                upcoming = Upcoming(player: player, turn: turn, entry: entry.number)
                startUpcoming()
            }
            return
        }
    }

    /// Has the item that follows begin where the one that plays ends, once that place is known.
    func startUpcoming() {
        guard run == .playing, let upcoming, upcoming.start == nil, let player, let end = player.end else { return }
        guard upcoming.player.play(after: end) else { return dropUpcoming() }
        // The session may have paused one of the two meanwhile.
        guard upcoming.player.isPlaying, end.isSame(as: player.end) else { return dropUpcoming() }
        self.upcoming?.start = end
    }

    /// Has the item that follows take the place of the one that has ended.
    ///
    /// - Returns: false where there is none that is ready, or where the queue continues with another one.
    func takeUpcoming() -> Bool {
        guard let upcoming,
            let place = queue.entries.firstIndex(where: { $0.number == upcoming.entry })
        else { return false }
        disarm()
        // Entries between the two could not be opened.
        queue.select(place)
        player?.close()
        (player, turn, isNearEnd, self.upcoming) = (upcoming.player, upcoming.turn, upcoming.isNearEnd, nil)
        announce()
        guard upcoming.start == nil || upcoming.player.isPlaying else {
            // Its session has paused it.
            set(.paused)
            return true
        }
        // Where the item before has ended at another place than was known, it waits for none any more.
        if upcoming.start != nil, !upcoming.player.hasBegun { upcoming.player.beginNow() }
        start()
        return true
    }

    /// Makes the item that follows the present one where the device has got its first frame, so that what is asked for now is done with that one.
    func settle() {
        guard run == .playing, let upcoming, upcoming.start != nil, upcoming.player.hasBegun else { return }
        finish(isWhole: true)
    }

    /// Opens what follows anew, after a change of the queue.
    func renewUpcoming() {
        dropUpcoming()
        prepareUpcoming()
    }

    func dropUpcoming() {
        openingTurn = nil
        upcoming?.player.close()
        upcoming = nil
    }

    /// Whether the item that follows is ready to begin. For tests.
    var isUpcomingReady: Bool { work.sync { upcoming?.start != nil } }
}
