import Foundation

// Moving fast, in steps.
extension MusicPlayerEngine {
    /// Seconds between two steps, and seconds of the item in one.
    private static let step = (pause: 0.2, length: 1.6)

    /// Moves fast, until `endSeeking`.
    func seek(_ direction: MPMusicPlaybackState) {
        work.sync {
            settle()
            guard player != nil, run != .stopped else { return }
            if run == .paused || run == .playing { seeksFromPause = run == .paused }
            dropUpcoming()
            set(direction)
            moveSoon()
        }
    }

    func endSeeking() {
        work.sync { if run == .seekingForward || run == .seekingBackward { endMoving() } }
    }

    private func endMoving() { if seeksFromPause { set(.paused) } else { start() } }

    private func moveFast() {
        guard let player, run == .seekingForward || run == .seekingBackward else { return }
        let time = player.currentTime + (run == .seekingForward ? Self.step.length : -Self.step.length)
        move(to: time)
        if time <= 0 { return endMoving() }
        if time < player.duration { moveSoon() }
    }

    private func moveSoon() {
        disarm()
        let timer = DispatchSource.makeTimerSource(queue: work)
        timer.setEventHandler { [weak self] in self?.moveFast() }
        timer.schedule(deadline: .now() + Self.step.pause)
        timer.resume()
        self.timer = timer
    }
}
