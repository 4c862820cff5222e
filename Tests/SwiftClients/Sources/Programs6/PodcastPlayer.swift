import AVFoundation

/// Plays episodes: faster at the same pitch, in steps forwards and backwards, on from where they were left.
@MainActor final class PodcastPlayer: NSObject, ObservableEpisode {
    struct Episode: Hashable {
        let title: String
        let url: URL
    }

    static let speeds: [Float] = [0.75, 1, 1.25, 1.5, 2]

    private(set) var episode: Episode?
    private(set) var places: [Episode: TimeInterval] = [:]
    private var player: AVAudioPlayer?
    private var wasPlaying = false
    private var tokens: [any NSObjectProtocol] = []

    var speed: Float = 1 {
        didSet { player?.rate = speed }
    }
    var position: TimeInterval { player?.currentTime ?? 0 }
    var duration: TimeInterval { player?.duration ?? 0 }
    var isPlaying: Bool { player?.isPlaying ?? false }

    override init() {
        super.init()
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
            ) { [weak self] in
                let info = $0.userInfo
                let type = (info?[AVAudioSessionInterruptionTypeKey] as? UInt).flatMap(
                    AVAudioSession.InterruptionType.init)
                let options = (info?[AVAudioSessionInterruptionOptionKey] as? UInt).map(
                    AVAudioSession.InterruptionOptions.init)
                MainActor.assumeIsolated { self?.interrupt(type, options ?? []) }
            },
            center.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
            ) { [weak self] in
                let reason = ($0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt).flatMap(
                    AVAudioSession.RouteChangeReason.init)
                guard reason == .oldDeviceUnavailable else { return }
                MainActor.assumeIsolated { self?.pause() }
            },
        ]
    }

    func open(_ episode: Episode) throws {
        pause()
        let player = try AVAudioPlayer(contentsOf: episode.url)
        player.enableRate = true
        player.rate = speed
        player.currentTime = min(places[episode] ?? 0, max(0, player.duration - 0.05))
        player.prepareToPlay()
        (self.player, self.episode) = (player, episode)
    }

    func play() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        try AVAudioSession.sharedInstance().setActive(true)
        player?.play()
    }

    func pause() {
        player?.pause()
        if let episode { places[episode] = position }
    }

    func skip(_ seconds: TimeInterval) {
        guard let player else { return }
        player.currentTime = min(max(0, player.currentTime + seconds), player.duration)
    }

    func nextSpeed() {
        let index = Self.speeds.firstIndex(of: speed) ?? 0
        speed = Self.speeds[(index + 1) % Self.speeds.count]
    }

    private func interrupt(_ type: AVAudioSession.InterruptionType?, _ options: AVAudioSession.InterruptionOptions) {
        switch type {
        case .began:
            wasPlaying = isPlaying
            pause()
        case .ended where wasPlaying && options.contains(.shouldResume): try? play()
        default: break
        }
    }
}

/// What a view shows.
@MainActor protocol ObservableEpisode: AnyObject {
    var position: TimeInterval { get }
    var duration: TimeInterval { get }
    var isPlaying: Bool { get }
}
