import AVFoundation

/// Episodes one after the other, with the place for a slider, in the way of apps that use AVQueuePlayer.
@MainActor final class EpisodeQueue: NSObject {
    private let player: AVQueuePlayer
    private var timeObserver: Any?
    private var observations: [NSKeyValueObservation] = []
    private(set) var statuses: [AVPlayer.TimeControlStatus] = []
    private(set) var places: [Double] = []
    private(set) var ended = 0
    private(set) var isReady = false

    init(_ urls: [URL]) {
        player = AVQueuePlayer(items: urls.map { AVPlayerItem(asset: AVURLAsset(url: $0)) })
        super.init()
        let interval = CMTime(seconds: 0.1, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
        timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
            MainActor.assumeIsolated { self?.places.append(CMTimeGetSeconds(time)) }
        }
        observations.append(
            player.observe(\.timeControlStatus, options: [.initial, .new]) { [weak self] player, _ in
                let status = player.timeControlStatus
                MainActor.assumeIsolated { self?.statuses.append(status) }
            })
        observations.append(
            player.observe(\.currentItem?.status) { [weak self] player, _ in
                guard player.currentItem?.status == .readyToPlay else { return }
                MainActor.assumeIsolated { self?.isReady = true }
            })
        NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: .main
        ) { [weak self] note in
            guard note.object is AVPlayerItem else { return }
            MainActor.assumeIsolated { self?.ended += 1 }
        }
    }

    func play() { player.play() }

    func skip(to seconds: Double) async -> Bool {
        await player.seek(
            to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
    }

    var isEmpty: Bool { player.currentItem == nil }

    func stop() {
        player.pause()
        if let timeObserver { player.removeTimeObserver(timeObserver) }
        timeObserver = nil
        observations.removeAll()
        player.removeAllItems()
    }
}
