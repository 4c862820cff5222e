import AVFoundation

/// Short sounds of a game: a few players for each, so that one sounds again while it still does.
@MainActor final class SoundEffects {
    static let shared = SoundEffects()

    enum Failure: Error { case notPrepared(String) }
    /// Sounds whose volume a player sets together.
    enum Category: String, CaseIterable { case interface, weapons, ambience }

    var isEnabled = true
    var masterVolume: Float = 1 {
        didSet { applyVolumes() }
    }
    private var volumes: [Category: Float] = [:]
    private var pools: [String: [AVAudioPlayer]] = [:]
    private var categories: [String: Category] = [:]

    private init() {}

    func prepare() throws {
        try AVAudioSession.sharedInstance().setCategory(.ambient, options: [.mixWithOthers])
        try AVAudioSession.sharedInstance().setActive(true)
    }

    /// Loads a sound with so many players.
    func load(_ name: String, in category: Category = .interface, from url: URL, voices: Int = 3) throws {
        let data = try Data(contentsOf: url)
        categories[name] = category
        pools[name] = try (0..<voices).map { _ in
            let player = try AVAudioPlayer(data: data, fileTypeHint: AVFileType.wav.rawValue)
            guard player.prepareToPlay() else { throw Failure.notPrepared(name) }
            return player
        }
    }

    func setVolume(_ volume: Float, of category: Category) {
        volumes[category] = volume
        applyVolumes()
    }

    private func volume(of name: String) -> Float { masterVolume * (categories[name].flatMap { volumes[$0] } ?? 1) }

    private func applyVolumes() {
        for (name, pool) in pools { for player in pool { player.volume = volume(of: name) } }
    }

    /// Plays a sound with the first player that is free, and with the one that began first where none is.
    @discardableResult
    func play(_ name: String, pan: Float = 0) -> AVAudioPlayer? {
        guard isEnabled, let pool = pools[name] else { return nil }
        let player = pool.first { !$0.isPlaying } ?? pool.max { $0.currentTime < $1.currentTime }
        player?.currentTime = 0
        player?.pan = pan
        player?.volume = volume(of: name)
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
