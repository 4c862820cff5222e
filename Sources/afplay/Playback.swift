import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// A sound on its way to the loudspeakers.
final class Playback: @unchecked Sendable {
    private let options: Afplay
    private let file: String
    /// Seconds after which it ends; nil for its own end.
    private let time: Double?
    private let device: String?
    private let bringer: any SoundBringer
    /// The process's output, which the queue plays through.
    private let output: PlaybackOutput
    private let hasReported = LockedValue(false)

    // The watching thread's own.
    private var bringing: Bringing?
    /// Seconds of playing before the player at hand, and frames that were played in them.
    private var base = (seconds: 0.0, frames: Int64(0))
    private var isPaused = false
    private let keys: PlaybackKeys?

    /// Seconds of a key.
    private static let step = 5.0
    /// Seconds after which the user is notified that nothing has come to play.
    private static let patience = 1.0

    /// - Parameters:
    ///   - file: a path, `-`, or an address.
    ///   - keys: of the terminal, where there are any.
    init(_ file: String, _ options: Afplay, device: String?, time: Double?, keys: PlaybackKeys?) throws {
        (self.file, self.options, self.device, self.time, self.keys) = (file, options, device, time, keys)
        let passes = options.passes
        if HTTPSource.isAddress(file) {
            output = try PlaybackOutput(device: device)
            bringer = NetworkSound(address: file, format: output.format)
        } else if let pipe = try InputPipe.at(file) {
            output = try PlaybackOutput(device: device)
            bringer = PipedSound(
                pipe, name: file, passes, needsWhole: !Afplay.streamRates.contains(options.rate), format: output.format)
        } else {
            let sound = try SoundReader(AlertSounds.file(at: file) ?? file, passes)
            output = try PlaybackOutput(device: device)
            try sound.convert(to: output.format)
            bringer = sound
        }
    }

    /// How it ended: by itself, or by the user's wish; and the seconds that it played.
    struct End {
        var isUsers = false
        var seconds = 0.0
    }

    /// Plays to the end, or as long as was asked for.
    func run() throws -> End {
        bring(from: 0)
        let isUsers = watch()
        let player = bringing?.player
        let end = isUsers ? position : base.seconds + (player?.seconds ?? 0)
        if isUsers { player?.cancel() }
        line.finish(at: end)
        if options.debug, let player {
            if !(bringer is SoundReader) { complain("frames received: \(player.frames)") }
            let frames = base.frames + player.framesPlayed
            complain("frames played: \(frames), breaks: \(output.xruns + player.breaks)")
        }
        if isUsers { return End(isUsers: true, seconds: end) }
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

    /// Waits for the end.
    ///
    /// - Returns: whether the user wished it.
    private func watch() -> Bool {
        let step = options.meter ? 0.25 : 0.1
        var (shown, waited) = (0.0, 0.0)
        while let bringing {
            for key in keys?.take() ?? [] {
                if key == .character("q") { return true }
                if obey(key) { shown = 0 }
            }
            // A key may have made another.
            guard self.bringing === bringing else { continue }
            guard let player = bringing.player else {
                if bringing.isOver { return false }
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
            if player.wait(seconds: step) { return false }
            shown = max(shown, position)
            line.show(seconds: shown, levels: player.levels, waiting: waiting(player))
        }
        return false
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
            guard let player = bringing?.player else { return false }
            isPaused.toggle()
            do throws(ToolError) { try player.setPaused(isPaused) } catch { complain("Error: \(error.text)") }
            return false
        case .left: return seek(to: position - Self.step)
        case .right: return seek(to: position + Self.step)
        default: return false
        }
    }

    private func seek(to seconds: Double) -> Bool {
        guard bringer.canSeek, let bringing else { return false }
        let place = min(max(0, seconds), duration ?? .infinity)
        bringing.cancel()
        base = (place, base.frames + (bringing.player?.framesPlayed ?? 0))
        bring(from: place * options.rate)
        return true
    }

    private func bring(from start: Double) {
        let time = time.map { max(0, $0 - base.seconds) }
        let isPaused = isPaused
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
        reportOutput()
        return player
    }
}
