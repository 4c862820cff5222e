import MediaPlayer
import PlayerModel

/// Shows what plays where the desktop shows it, and has media keys, headsets and other programs control it.
@MainActor final class NowPlaying {
    private let center = MPNowPlayingInfoCenter.default()
    private let commands = MPRemoteCommandCenter.shared()
    private let controller: PlayerController
    private var shown: Shown?
    private var artwork: (url: URL, picture: MPMediaItemArtwork?)?

    /// What the desktop shows of the song, but for its position.
    private struct Shown: Equatable {
        var url: URL
        var title: String
        var artist: String
        var album: String
        var duration: Double
        var isPlaying: Bool
        var hasArtwork: Bool
    }

    /// A position that is further than this from where the desktop takes it to be is shown anew: seconds.
    private static let jump = 0.5
    /// The position that was shown, and when that was.
    private var place = (seconds: 0.0, time: Date.distantPast)

    init(_ controller: PlayerController) {
        self.controller = controller
        addTargets()
    }

    /// Shows the song at hand; nothing where there is none.
    func show() {
        let model = controller.model
        offer(model)
        guard let song = model.currentSong, model.transport != .ended else {
            shown = nil
            center.nowPlayingInfo = nil
            center.playbackState = .stopped
            return
        }
        readArtwork(of: song)
        let picture = artwork?.picture
        let isPlaying = model.transport == .playing && !model.waitsForServer
        let now = Shown(
            url: song.url, title: song.title, artist: song.artist, album: song.album, duration: model.duration,
            isPlaying: isPlaying, hasArtwork: picture != nil)
        let position = controller.position
        let expected = place.seconds + (shown?.isPlaying == true ? Date().timeIntervalSince(place.time) : 0)
        guard now != shown || abs(position - expected) > Self.jump else { return }
        shown = now
        place = (position, Date())
        var info: [String: Any] = [
            MPMediaItemPropertyTitle: song.title,
            MPMediaItemPropertyPlaybackDuration: model.duration,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: position,
            MPNowPlayingInfoPropertyPlaybackRate: isPlaying ? 1.0 : 0.0,
            MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.audio.rawValue,
            MPNowPlayingInfoPropertyAssetURL: song.url,
            MPNowPlayingInfoPropertyExternalContentIdentifier: song.url.absoluteString,
            MPNowPlayingInfoPropertyPlaybackQueueCount: model.songs.count,
        ]
        if !song.artist.isEmpty { info[MPMediaItemPropertyArtist] = song.artist }
        if !song.album.isEmpty { info[MPMediaItemPropertyAlbumTitle] = song.album }
        info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = model.current
        info[MPMediaItemPropertyArtwork] = picture
        center.nowPlayingInfo = info
        center.playbackState = isPlaying ? .playing : .paused
    }

    // MARK: The picture

    private func readArtwork(of song: Song) {
        guard artwork?.url != song.url else { return }
        artwork = (song.url, nil)
        DispatchQueue.global(qos: .utility).async { [weak self] in
            let image = song.artwork().flatMap(MPMediaItemArtwork.Image.init(data:))
            guard let image else { return }
            DispatchQueue.main.async { self?.take(MPMediaItemArtwork(image: image), of: song.url) }
        }
    }

    private func take(_ picture: MPMediaItemArtwork, of url: URL) {
        guard artwork?.url == url else { return }
        artwork?.picture = picture
        show()
    }

    // MARK: Commands

    /// What can be asked for now.
    private func offer(_ model: PlayerModel) {
        // A player that is stopped stays so.
        commands.nextTrackCommand.isEnabled = model.isAtHand && model.hasNext
        commands.previousTrackCommand.isEnabled = model.isAtHand
        commands.changePlaybackPositionCommand.isEnabled = model.isAtHand
        for command in [commands.playCommand, commands.pauseCommand, commands.togglePlayPauseCommand] {
            command.isEnabled = !model.songs.isEmpty
        }
    }

    private func addTargets() {
        add(commands.playCommand) { $0.model.transport == .playing ? nil : .toggle }
        add(commands.pauseCommand) { $0.model.transport == .playing ? .toggle : nil }
        add(commands.togglePlayPauseCommand) { _ in .toggle }
        add(commands.nextTrackCommand) { _ in .next }
        add(commands.previousTrackCommand) { _ in .previous }
        commands.changePlaybackPositionCommand.addTarget { [weak self] event in
            guard let event = event as? MPChangePlaybackPositionCommandEvent else { return .commandFailed }
            let seconds = event.positionTime
            return MainActor.assumeIsolated { self?.perform(.seek(seconds)) ?? .commandFailed }
        }
    }

    /// Has a remote command do what a command of the player does, if it does anything now.
    private func add(
        _ remote: MPRemoteCommand, _ command: @escaping @MainActor (PlayerController) -> PlayerModel.Command?
    ) {
        // Targets are called on the main thread.
        remote.addTarget { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return .commandFailed }
                guard let wish = command(self.controller) else { return .success }
                return self.perform(wish)
            }
        }
    }

    private func perform(_ command: PlayerModel.Command) -> MPRemoteCommandHandlerStatus {
        controller.perform(command)
        return .success
    }
}
