import AVFoundation
import PlayerModel

/// Plays the songs. Everything happens on the main thread. `PlayerModel` decides, this carries out: one `AVAudioPlayer` for the song
/// at hand, and the program's session.
@MainActor final class PlayerController: NSObject {
    private(set) var model = PlayerModel()
    private var player: AVAudioPlayer?
    /// Why the song at hand ends before its end.
    private var decodeProblem: String?
    /// A sentence for each song that could not be played, until the user is told.
    private var failures: [String] = []
    /// Called after each change, but for those that `follow` makes.
    var onChange: () -> Void = {}
    /// Called with a sentence for the user.
    var onProblem: (String) -> Void = { _ in }

    private let session = AVAudioSession.sharedInstance()
    private var observers: [any NSObjectProtocol] = []

    func start() {
        try? session.setCategory(.playback)
        observeSession()
    }

    /// Silences the player, and lets other programs play on.
    func stop() {
        player?.stop()
        player = nil
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
    }

    func perform(_ command: PlayerModel.Command) {
        perform(model.perform(command))
        onChange()
    }

    /// Seconds of the song at hand.
    var position: Double { model.transport == .playing ? player?.currentTime ?? model.position : model.position }

    /// Reads off the player where it is and how loud, so many seconds after the last time.
    func follow(after seconds: Double) {
        guard let player else { return }
        player.updateMeters()
        let levels = (0..<player.numberOfChannels).map { Double(player.averagePower(forChannel: $0)) }
        model.follow(position: player.currentTime, levels: levels, after: seconds)
    }

    // MARK: The list

    private nonisolated static let songsAtOnce = 50

    /// Finds the songs of files and folders, and then what they say of themselves, while the window goes on.
    ///
    /// - Parameter found: called with the songs, and the places that are not there, before the second part.
    func add(_ places: [URL], found: @escaping @MainActor (SongList) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let list = SongList(places)
            DispatchQueue.main.async {
                guard let self else { return }
                let start = self.model.songs.count
                self.model.add(list.songs)
                found(list)
                self.onChange()
                self.describe(list.songs, from: start)
            }
        }
    }

    private func describe(_ songs: [Song], from start: Int) {
        DispatchQueue.global(qos: .utility).async { [weak self] in
            for first in stride(from: 0, to: songs.count, by: Self.songsAtOnce) {
                let described = songs[first..<min(first + Self.songsAtOnce, songs.count)].map { $0.described() }
                DispatchQueue.main.async {
                    guard let self else { return }
                    for (offset, song) in described.enumerated() { self.model.update(song, at: start + first + offset) }
                    self.onChange()
                }
            }
        }
    }

    // MARK: The sound

    private func perform(_ effect: PlayerModel.Effect?) {
        var effect = effect
        while let next = effect { effect = carryOut(next) }
        tellFailures()
    }

    /// Says one sentence, where many songs fail one after the other, as in a folder that is gone.
    private func tellFailures() {
        guard let last = failures.last else { return }
        onProblem(failures.count == 1 ? last : "\(failures.count) songs cannot be played. The last: \(last)")
        failures = []
    }

    /// - Returns: what is to be done because of what came of it.
    private func carryOut(_ effect: PlayerModel.Effect) -> PlayerModel.Effect? {
        switch effect {
        case .play(let index):
            do { try open(model.songs[index]) } catch { return fail(Song.problem(error)) }
            return resume()
        case .open(let index):
            do { try open(model.songs[index]) } catch { return fail(Song.problem(error)) }
        case .pause: player?.pause()
        case .resume: return resume()
        case .seek(let seconds): player?.currentTime = seconds
        case .adjust: player?.volume = Float(model.volume)
        case .stop: stop()
        }
        return nil
    }

    private func open(_ song: Song) throws {
        player?.delegate = nil
        player?.stop()
        (player, decodeProblem) = (nil, nil)
        let new = try song.player()
        new.delegate = self
        new.isMeteringEnabled = true
        new.volume = Float(model.volume)
        player = new
        model.start(duration: new.duration, channels: new.numberOfChannels)
    }

    private func resume() -> PlayerModel.Effect? {
        do {
            // Interrupts the music of other programs.
            try session.setActive(true)
        } catch {
            onProblem("Another program does not let music play now.")
            model.refuse()
            return nil
        }
        if player?.play() == true { return nil }
        guard model.waitsForServer else { return fail(Song.problem(nil)) }
        // Through no fault of the song's.
        model.beginInterruption()
        return nil
    }

    private func fail(_ reason: String) -> PlayerModel.Effect? {
        if let song = model.currentSong { failures.append("“\(song.title)” cannot be played: \(reason)") }
        return model.fail(reason)
    }

    fileprivate func finish(_ finished: ObjectIdentifier) {
        // One that was stopped may have ended just before.
        guard let player, ObjectIdentifier(player) == finished else { return }
        perform(decodeProblem.map { fail($0) } ?? model.finish())
        onChange()
    }

    fileprivate func breakOff(_ broken: ObjectIdentifier, _ reason: String) {
        guard let player, ObjectIdentifier(player) == broken else { return }
        decodeProblem = reason
    }

    // MARK: The session

    private func observeSession() {
        observe(AVAudioSession.interruptionNotification) { [weak self] note in
            guard let value = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
                let type = AVAudioSession.InterruptionType(rawValue: value)
            else { return }
            let options = AVAudioSession.InterruptionOptions(
                rawValue: note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
            DispatchQueue.main.async { self?.interrupt(type, shouldResume: options.contains(.shouldResume)) }
        }
        observe(AVAudioSession.routeChangeNotification) { [weak self] note in
            guard let value = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
                AVAudioSession.RouteChangeReason(rawValue: value) == .oldDeviceUnavailable
            else { return }
            DispatchQueue.main.async { self?.loseDevice() }
        }
        observeServer(AVAudioSession.mediaServicesWereLostNotification, isThere: false)
        observeServer(AVAudioSession.mediaServicesWereResetNotification, isThere: true)
    }

    private func observeServer(_ name: Notification.Name, isThere: Bool) {
        observe(name) { [weak self] _ in DispatchQueue.main.async { self?.setServer(isThere: isThere) } }
    }

    private func observe(_ name: Notification.Name, _ handler: @escaping @Sendable (Notification) -> Void) {
        observers.append(NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: handler))
    }

    private func interrupt(_ type: AVAudioSession.InterruptionType, shouldResume: Bool) {
        switch type {
        case .began: model.beginInterruption()
        case .ended: perform(model.endInterruption(shouldResume: shouldResume))
        }
        onChange()
    }

    /// The player waits for the server, and plays on when it runs again, as does what was to play meanwhile.
    private func setServer(isThere: Bool) {
        model.setServer(isThere: isThere)
        if isThere { perform(model.endInterruption(shouldResume: true)) }
        onChange()
    }

    private func loseDevice() {
        perform(model.loseDevice())
        onChange()
    }
}

/// A player calls its delegate on the main queue.
extension PlayerController: AVAudioPlayerDelegate {
    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        let player = ObjectIdentifier(player)
        MainActor.assumeIsolated { finish(player) }
    }

    nonisolated func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        let (player, reason) = (ObjectIdentifier(player), (error as NSError?)?.localizedFailureReason)
        MainActor.assumeIsolated { breakOff(player, reason ?? "its sound breaks off") }
    }
}
