import AVFoundation

/// Short sounds of a game: a few players for each, so that one sounds again while it still does.
@MainActor final class SoundEffects {
    static let shared = SoundEffects()

    enum Failure: Error { case notPrepared(String) }

    var isEnabled = true
    var masterVolume: Float = 1 {
        didSet { for player in pools.values.joined() { player.volume = masterVolume } }
    }
    private var pools: [String: [AVAudioPlayer]] = [:]

    private init() {}

    func prepare() throws {
        try AVAudioSession.sharedInstance().setCategory(.ambient, options: [.mixWithOthers])
        try AVAudioSession.sharedInstance().setActive(true)
    }

    /// Loads a sound with so many players.
    func load(_ name: String, from url: URL, voices: Int = 3) throws {
        let data = try Data(contentsOf: url)
        pools[name] = try (0..<voices).map { _ in
            let player = try AVAudioPlayer(data: data, fileTypeHint: AVFileType.wav.rawValue)
            guard player.prepareToPlay() else { throw Failure.notPrepared(name) }
            return player
        }
    }

    /// Plays a sound with the first player that is free, and with the one that began first where none is.
    @discardableResult
    func play(_ name: String, pan: Float = 0) -> AVAudioPlayer? {
        guard isEnabled, let pool = pools[name] else { return nil }
        let player = pool.first { !$0.isPlaying } ?? pool.max { $0.currentTime < $1.currentTime }
        player?.currentTime = 0
        player?.pan = pan
        player?.volume = masterVolume
        return player?.play() == true ? player : nil
    }

    func fadeAll(to volume: Float, over seconds: TimeInterval) {
        for player in pools.values.joined() where player.isPlaying { player.setVolume(volume, fadeDuration: seconds) }
    }

    func stopAll() {
        for player in pools.values.joined() {
            player.stop()
            player.currentTime = 0
        }
    }
}
