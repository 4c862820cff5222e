import AudioToolbox
import CoreAudioAdditions
import Foundation
import RemoteMedia
import TerminalScreen
import ToolSupport

/// A sound on its way to the loudspeakers.
final class Playback: @unchecked Sendable {
    private let options: Afplay
    private let file: String
    /// Seconds after which it ends; nil for its own end.
    private let time: Double?
    private let device: String?
    private let bringer: any SoundBringer
    /// The path of the file that is played, where it is one.
    private let song: String?
    /// The process's output, which the queue plays through.
    private let output: PlaybackOutput
    private let hasReported = LockedValue(false)

    // The watching thread's own.
    private var bringing: Bringing?
    /// Seconds of playing before the player at hand, and frames that were played in them.
    private var base = (seconds: 0.0, frames: Int64(0))
    private let keys: PlaybackKeys?
    private let desktop: PlaybackDesktop

    /// Seconds of a key.
    private static let step = 5.0
    /// Seconds after which going back goes to the start of the sound.
    private static let timeToTurnBack = 3.0
    /// A single sound that lasts for fewer seconds is a signal, which the desktop does not show as music.
    private static let shortest = 5.0
    /// Seconds after which the user is notified that nothing has come to play.
    private static let patience = 1.0

    /// - Parameters:
    ///   - file: a path, `-`, or an address.
    ///   - keys: of the terminal, where there are any.
    ///   - desktop: which plays this entry.
    init(
        _ file: String, _ options: Afplay, device: String?, time: Double?, keys: PlaybackKeys?,
        _ desktop: PlaybackDesktop
    ) throws {
        (self.file, self.options, self.device, self.time) = (file, options, device, time)
        (self.keys, self.desktop) = (keys, desktop)
        let passes = options.passes
        if HTTPSource.isAddress(file) {
            output = try PlaybackOutput(device: device)
            song = nil
            bringer = NetworkSound(address: file, format: output.format)
        } else if let pipe = try InputPipe.at(file) {
            output = try PlaybackOutput(device: device)
            song = nil
            bringer = PipedSound(
                pipe, name: file, passes, needsWhole: !Afplay.streamRates.contains(options.rate), format: output.format)
        } else {
            let path = AlertSounds.file(at: file) ?? file
            song = path
            let sound = try SoundReader(path, passes)
            output = try PlaybackOutput(device: device)
            try sound.convert(to: output.format)
            bringer = sound
        }
    }

    /// How it ended, and the seconds that it played.
    struct End {
        /// Whether the user ends all of it.
        var isUsers = false
        /// The entry that the user wants instead.
        var next: Int?
        var seconds = 0.0
    }

    /// Plays to the end, or as long as was asked for.
    func run() throws -> End {
        bring(from: 0)
        let wish = watch()
        let player = bringing?.player
        let end = wish != nil ? position : base.seconds + (player?.seconds ?? 0)
        if wish != nil { bringing?.abandon() }
        line.finish(at: end)
        if options.debug, let player {
            if !(bringer is SoundReader) { complain("frames received: \(player.frames)") }
            let frames = base.frames + player.framesPlayed
            complain("frames played: \(frames), breaks: \(output.xruns + player.breaks)")
        }
        switch wish {
        case .end: return End(isUsers: true, seconds: end)
        case .entry(let place): return End(next: place, seconds: end)
        case nil: break
        }
        if let failure = bringing?.failure { throw failure }
        return End(seconds: end)
    }

    /// Seconds that it plays; nil where that is not known.
    private var duration: Double? {
        let seconds = min(bringer.duration.map { $0 / options.rate } ?? .infinity, time ?? .infinity)
        return seconds.isFinite ? seconds : nil
    }

    /// The sound's length may be known only when it plays.
    private var line: ProgressLine { ProgressLine(seconds: duration, always: options.meter) }

    /// Why the sound does not play to its end.
    private enum Wish: Equatable {
        case end
        case entry(Int)
    }

    /// Waits for the end.
    ///
    /// - Returns: the user's wish, where that ends it.
    private func watch() -> Wish? {
        let step = options.meter ? 0.25 : 0.1
        var (shown, waited) = (0.0, 0.0)
        while let bringing {
            for key in keys?.take() ?? [] {
                if key == .character("q") { return .end }
                if obey(key) { shown = 0 }
            }
            for command in desktop.take() {
                if let wish = obey(command) { return wish }
            }
            // A key or a command may have made another.
            guard self.bringing === bringing else {
                shown = 0
                continue
            }
            guard let player = bringing.player else {
                if bringing.isOver { return nil }
                if !bringing.waitForPlayer(seconds: step) {
                    waited += step
                    // A program or a server that brings a byte now and then is not silent, and nothing plays.
                    let isLate = waited >= Self.patience
                    if let waiting = bringer.waiting ?? (isLate ? "waiting for the sound" : nil) {
                        line.show(seconds: 0, levels: [], waiting: waiting)
                    }
                }
                continue
            }
            // It may have been made just before the user paused.
            if player.isPaused != isPaused { apply(isPaused, to: player) }
            if player.wait(seconds: step) { return nil }
            shown = max(shown, position)
            line.show(seconds: shown, levels: player.levels, waiting: waiting(player))
            showDesktop(player)
        }
        return nil
    }

    private func waiting(_ player: QueuePlayer) -> String? {
        if output.backendName == nil { return "waiting for the sound server" }
        if player.isPaused { return "paused" }
        return player.isBuffering ? bringer.waiting ?? "buffering" : nil
    }

    private func reportOutput() {
        let isNews = hasReported.withLock { hasReported in
            defer { hasReported = true }
            return !hasReported
        }
        guard isNews else { return }
        if let title = bringer.title, isatty(STDERR_FILENO) == 1 {
            complain(DisplayText.clean(title, isUnicode: TerminalKind.ofEnvironment.isUnicode))
        }
        if SoundSystem.isMissing(output.backendName) {
            complain("No sound server answers: playing silently, at real speed.")
        }
        guard options.debug else { return }
        let duration = bringer.duration.map { ", \(decimal($0, places: 3)) s" } ?? ""
        complain("file: \(file)\(duration)")
        complain(
            "output: \(output.backendName ?? "none"), \(decimal(output.format.mSampleRate, places: 0)) Hz, "
                + "\(output.format.mChannelsPerFrame) channels, \(output.framesPerCycle) frames a cycle")
    }

    // MARK: Keys

    /// Seconds of playing so far.
    private var position: Double { base.seconds + (bringing?.player?.position ?? 0) }

    /// - Returns: whether the sound continues from another place.
    private func obey(_ key: Key) -> Bool {
        switch key {
        case .character(" "):
            setPaused(!isPaused)
            return false
        case .left: return seek(to: position - Self.step)
        case .right: return seek(to: position + Self.step)
        default: return false
        }
    }

    private var isPaused: Bool { desktop.isPaused.withLock { $0 } }

    /// A player that there is not yet is made paused.
    private func setPaused(_ isPaused: Bool) {
        desktop.isPaused.withLock { $0 = isPaused }
        if let player = bringing?.player { apply(isPaused, to: player) }
    }

    private func apply(_ isPaused: Bool, to player: QueuePlayer) {
        do throws(ToolError) { try player.setPaused(isPaused) } catch { complain("Error: \(error.text)") }
    }

    @discardableResult private func seek(to seconds: Double) -> Bool {
        guard bringer.canSeek, let bringing else { return false }
        let place = min(max(0, seconds), duration ?? .infinity)
        bringing.cancel()
        base = (place, base.frames + (bringing.player?.framesPlayed ?? 0))
        bring(from: place * options.rate)
        return true
    }

    private func bring(from start: Double) {
        let time = time.map { max(0, $0 - base.seconds) }
        bringing = Bringing(bringer, from: start) { [self] (sound, headStart) throws(ToolError) in
            let player = try makePlayer(sound, headStart, time)
            if isPaused { try player.setPaused(true) }
            return player
        }
    }

    /// On the bringing thread.
    private func makePlayer(
        _ sound: QueuePlayer.Sound, _ headStart: Double, _ time: Double?
    ) throws(ToolError) -> QueuePlayer {
        var settings = QueuePlayer.Settings()
        settings.volume = options.volume
        settings.rate = options.rate
        settings.isRateCareful = options.rateQuality == 1
        settings.time = time
        settings.device = device
        settings.title = bringer.title
        settings.headStart = headStart
        settings.showsLevels = options.meter || isatty(STDERR_FILENO) == 1
        settings.countsFrames = options.debug
        let player = try QueuePlayer(sound, settings)
        let volume = desktop.volume.withLock { $0 }
        if volume != min(options.volume, 1) { try player.setVolume(volume) }
        reportOutput()
        return player
    }

    // MARK: The desktop

    /// Shows the sound to the desktop, once there is one that looks and something is known of the sound.
    private func showDesktop(_ player: QueuePlayer) {
        let isSignal = desktop.entries.count == 1 && (duration ?? .infinity) < Self.shortest
        guard !isSignal, desktop.isWatched, var track else { return }
        // The desktop counts the seconds of the sound, of which more than one may pass in a second.
        let rate = options.rate
        track.duration = duration.map { $0 * rate }
        var state = DesktopState()
        state.track = track
        state.status = player.isPaused ? .paused : .playing
        let moves = !player.isPaused && !player.isBuffering && output.backendName != nil
        state.position = .now(position * rate, rate: moves ? rate : 0)
        (state.rate, state.rates) = (rate, min(rate, 1)...max(rate, 1))
        if bringer.canSeek { state.abilities = .seek }
        desktop.show(state)
    }

    private var track: DesktopTrack? {
        if let song { return desktop.track(of: song) }
        var track = DesktopTrack([:], path: file)
        track.title = bringer.announcedTitle ?? bringer.title ?? track.title
        return track
    }

    /// - Returns: what ends the sound, if it does.
    private func obey(_ command: DesktopCommand) -> Wish? {
        switch command {
        case .play: setPaused(false)
        case .pause: setPaused(true)
        case .toggle: setPaused(!isPaused)
        case .stop, .quit: return .end
        case .next: return desktop.hasNext ? .entry(desktop.index + 1) : nil
        case .previous: return goBack()
        case .skip(let seconds): seek(to: position + seconds / options.rate)
        case .move(let seconds): seek(to: seconds / options.rate)
        case .goTo(let track):
            guard let place = desktop.place(of: track) else { return nil }
            // Of the three commands that choose an entry, only this one lets it play.
            desktop.isPaused.withLock { $0 = false }
            return .entry(place)
        case .volume(let volume): setVolume(Float(volume))
        case .rate, .repeat, .shuffle, .raise: break
        }
        return nil
    }

    private func goBack() -> Wish? {
        let isAtStart = position <= Self.timeToTurnBack || !bringer.canSeek
        if isAtStart, desktop.index > 0 { return .entry(desktop.index - 1) }
        seek(to: 0)
        return nil
    }

    private func setVolume(_ volume: Float) {
        desktop.volume.withLock { $0 = volume }
        do throws(ToolError) { try bringing?.player?.setVolume(volume) } catch { complain("Error: \(error.text)") }
    }
}
