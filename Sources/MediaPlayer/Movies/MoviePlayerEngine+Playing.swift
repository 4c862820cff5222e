import AVFoundation
import AudioCore
import CoreMedia
import Foundation

// Has the AVPlayer do what the model says. On `work`.
extension MoviePlayerEngine {
    /// Seconds of the movie in one step of moving fast: eight times as fast with five steps a second.
    static let stepLength = 1.6

    func update() {
        let (model, asset) = inside.withLock { ($0.model, $0.asset) }
        if told.movie != model.wantedMovie { open(model, asset) }
        guard let item = told.item, model.isPrepared else { return }
        if told.end != model.wantedEnd {
            told.end = model.wantedEnd
            item.forwardPlaybackEndTime = told.end.map(CMTime.init(movieSeconds:)) ?? .invalid
        }
        if let seek = model.seek, seek.id != told.seek {
            told.seek = seek.id
            item.seek(to: CMTime(movieSeconds: seek.time), toleranceBefore: .zero, toleranceAfter: .zero) {
                [weak self] _ in
                self?.change { $0.sought(seek.id) }
            }
        }
        if told.rate != model.soundRate || told.starts != model.starts {
            (told.rate, told.starts) = (model.soundRate, model.starts)
            player.rate = told.rate
        }
        let isMoving = model.direction != nil
        guard told.isMoving != isMoving else { return }
        told.isMoving = isMoving
        told.moves += 1
        if isMoving { stepSoon(told.moves) }
    }

    // MARK: Opening

    /// Opens the movie that is wanted, in place of the one before.
    private func open(_ model: MoviePlayerModel, _ asset: AVAsset?) {
        forget()
        let movie = model.wantedMovie
        let item = movie.flatMap { _ in asset }.map { AVPlayerItem(asset: $0) }
        (told.movie, told.item, told.rate) = (movie, item, 0)
        if let item, let movie { observe(item, movie) }
        let old = inside.withLock { inside -> AVPlayerItem? in
            // Another movie may be wanted by now.
            guard inside.model.wantedMovie == movie else { return nil }
            defer { inside.item = item }
            return inside.item
        }
        withExtendedLifetime(old) {}
        player.rate = 0
        player.replaceCurrentItem(with: item)
    }

    private func forget() {
        for observation in told.observations { observation.invalidate() }
        for token in told.tokens { NotificationCenter.default.removeObserver(token) }
        let (seek, moves) = (told.seek, told.moves)
        told = Told()
        (told.seek, told.moves) = (seek, moves + 1)
    }

    private func observe(_ item: AVPlayerItem, _ movie: Int) {
        told.observations = [
            item.observe(\.status) { [weak self] item, _ in self?.noteStatus(item, movie) },
            item.observe(\.isPlaybackLikelyToKeepUp) { [weak self] item, _ in
                let keepsUp = Self.keepsUp(item)
                self?.change { $0.setKeepsUp(movie, keepsUp) }
            },
            item.observe(\.duration) { [weak self] item, _ in
                let facts = Self.facts(of: item)
                self?.change { $0.know(movie, facts) }
            },
            item.observe(\.timedMetadata) { [weak self] item, _ in self?.noteMetadata(item, movie) },
        ]
        let center = NotificationCenter.default
        told.tokens = [
            center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { [weak self] _ in
                self?.change { $0.ended(movie) }
            },
            center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil) {
                [weak self] note in
                let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                self?.change { $0.failedToPlay(movie, error ?? Self.unknown) }
            },
            center.addObserver(forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil) {
                [weak self] note in
                self?.noteRate(note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason, movie)
            },
        ]
    }

    // MARK: What is heard of it

    private static let unknown = AVError(.unknown) as NSError

    private func noteStatus(_ item: AVPlayerItem, _ movie: Int) {
        switch item.status {
        case .unknown: break
        case .readyToPlay:
            let (facts, keepsUp) = (Self.facts(of: item), Self.keepsUp(item))
            change { $0.opened(movie, facts, keepsUp: keepsUp) }
        case .failed:
            let error = item.error.map { $0 as NSError } ?? Self.unknown
            change { $0.failed(movie, error) }
        }
    }

    private func noteRate(_ reason: AVPlayer.RateDidChangeReason?, _ movie: Int) {
        switch reason {
        case .audioSessionInterrupted?:
            let comesBack = surroundings.isInterrupted()
            change { $0.interrupted(movie, comesBack: comesBack) }
        case .setRateFailed?: change { $0.failedToPlay(movie, Self.unknown) }
        default: break
        }
    }

    func noteMetadata(_ item: AVPlayerItem, _ movie: Int) {
        let seconds = item.currentTime().seconds
        guard let new = item.timedMetadata?.map({ MPTimedMetadata($0, at: seconds.isFinite ? seconds : 0) }) else {
            return
        }
        var old: [MPTimedMetadata]?
        post([Post(name: .MPMoviePlayerTimedMetadataUpdated, info: [MPMoviePlayerTimedMetadataUserInfoKey: new])]) {
            inside in
            guard inside.item === item, inside.model.generation == movie else { return false }
            (old, inside.metadata) = (inside.metadata, new)
            return true
        }
        withExtendedLifetime(old) {}
    }

    /// Whether the movie would play through. A file of this machine does, even while its first samples are decoded.
    private static func keepsUp(_ item: AVPlayerItem) -> Bool {
        item.isPlaybackLikelyToKeepUp || (item.asset as? AVURLAsset)?.url.isFileURL == true
    }

    private static func facts(of item: AVPlayerItem) -> MoviePlayerModel.Facts {
        var facts = MoviePlayerModel.Facts()
        let types = item.tracks.compactMap { $0.assetTrack?.mediaType }
        if types.contains(.video) { facts.types.insert(.video) }
        if types.contains(.audio) || types.isEmpty { facts.types.insert(.audio) }
        facts.size = item.presentationSize
        facts.duration = item.duration.isNumeric ? item.duration.seconds : 0
        let kind = item.accessLog()?.events.last?.playbackType
        facts.source = kind == "LIVE" || kind == "VOD" || item.duration.isIndefinite ? .streaming : .file
        return facts
    }

    // MARK: Moving fast

    private func stepSoon(_ move: Int) {
        surroundings.stepLater(work) { [weak self] in
            guard let self, told.isMoving, told.moves == move else { return }
            step()
            stepSoon(move)
        }
    }

    /// Moves by a step.
    func step() {
        let time = self.time
        change { $0.move(by: Self.stepLength, from: time) }
    }
}

extension CMTime {
    /// A time of a movie, to the nearest nanosecond, so that it is in the frame that is meant.
    init(movieSeconds seconds: Double) {
        if abs(seconds) < 9e9 {
            self.init(value: Int64((seconds * 1e9).rounded()), timescale: 1_000_000_000)
        } else {
            self.init(seconds: seconds, preferredTimescale: 1_000_000_000)
        }
    }
}
