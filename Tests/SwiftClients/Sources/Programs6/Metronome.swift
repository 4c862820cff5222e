import AVFoundation

/// Clicks at times of the device, two beats ahead, so that no timer has to be exact.
@MainActor final class Metronome {
    var beatsPerMinute: Double
    private(set) var beats: [TimeInterval] = []
    private let players: [AVAudioPlayer]
    private var task: Task<Void, Never>?

    init(click: Data, beatsPerMinute: Double) throws {
        self.beatsPerMinute = beatsPerMinute
        players = try (0..<4).map { _ in try AVAudioPlayer(data: click) }
        for player in players { player.prepareToPlay() }
    }

    /// Begins a tenth of a second from now.
    func start(beats count: Int) {
        let first = players[0].deviceCurrentTime + 0.1
        let interval = 60 / beatsPerMinute
        task = Task { [weak self] in
            for beat in 0..<count {
                guard !Task.isCancelled, let self else { return }
                let time = first + Double(beat) * interval
                let player = players[beat % players.count]
                player.stop()
                player.currentTime = 0
                player.volume = beat % 4 == 0 ? 1 : 0.5
                guard player.play(atTime: time) else { return }
                beats.append(time)
                let early = time - interval - player.deviceCurrentTime
                if early > 0 { try? await Task.sleep(nanoseconds: UInt64(early * 1e9)) }
            }
        }
    }

    func wait() async { await task?.value }

    func stop() {
        task?.cancel()
        for player in players { player.stop() }
    }
}
