import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// What brings a sound to its player.
protocol SoundBringer: Sendable {
    /// Makes the player that packets are brought to. The head start in seconds is how much must be there before it plays.
    typealias MakePlayer = (_ sound: QueuePlayer.Sound, _ headStart: Double) throws(ToolError) -> QueuePlayer

    /// Seconds of sound, where that is known beforehand.
    var duration: Double? { get }

    /// What users know the sound by, where that is known beforehand.
    var title: String? { get }

    /// What the sound waits for, as text for the progress line; nil if it does not wait.
    var waiting: String? { get }

    /// Brings everything, on a thread of its own. What the player has when this returns, or throws, is played to its end.
    func bring(_ makePlayer: @escaping MakePlayer) throws
}

extension SoundBringer {
    var title: String? { nil }
    var waiting: String? { nil }
}

/// A sound on its way to the loudspeakers.
final class Playback: @unchecked Sendable {
    private let options: Afplay
    private let bringer: any SoundBringer
    /// The process's output, which the queue plays through.
    private let output: PlaybackOutput
    private let state = LockedValue(State())
    /// There is a player, or nothing more comes.
    private let changed = DispatchSemaphore(value: 0)

    private struct State {
        var player: QueuePlayer?
        var failure: (any Error)?
        var isOver = false
    }

    init(_ options: Afplay) throws {
        self.options = options
        if let backend = options.backend { setenv("COREAUDIO_BACKEND", backend, 1) }
        let passes = options.passes
        if HTTPSource.isAddress(options.file) {
            output = try PlaybackOutput(device: options.device)
            bringer = NetworkSound(address: options.file)
        } else if let pipe = try options.pipe {
            output = try PlaybackOutput(device: options.device)
            bringer = PipedSound(
                pipe, passes, needsWhole: !Afplay.streamRates.contains(options.rate), format: output.format)
        } else {
            let file = try SoundReader(AlertSounds.file(at: options.file) ?? options.file, passes)
            output = try PlaybackOutput(device: options.device)
            try file.convert(to: output.format)
            bringer = file
        }
    }

    /// Plays to the end, or as long as was asked for.
    func run() throws {
        Thread.detachNewThread { [self] in bring() }
        let seconds = min(bringer.duration.map { $0 / options.rate } ?? .infinity, options.time ?? .infinity)
        let line = ProgressLine(seconds: seconds.isFinite ? seconds : nil, always: options.meter)
        watch(line)
        let (player, failure) = state.withLock { ($0.player, $0.failure) }
        line.finish(at: player?.seconds ?? 0)
        if options.debug, let player {
            if options.isStream { complain("frames received: \(player.frames)") }
            complain("frames played: \(player.framesPlayed), breaks: \(output.xruns + player.breaks)")
        }
        if let failure { throw failure }
    }

    /// Waits for the end.
    private func watch(_ line: ProgressLine) {
        let step = options.meter ? 0.25 : 0.1
        var position = 0.0
        while true {
            let (player, isOver) = state.withLock { ($0.player, $0.isOver) }
            guard let player else {
                if isOver { return }
                if changed.wait(timeout: .now() + step) == .timedOut, let waiting = bringer.waiting {
                    line.show(seconds: 0, levels: [], waiting: waiting)
                }
                continue
            }
            if player.wait(seconds: step) { return }
            position = max(position, player.position)
            line.show(seconds: position, levels: player.levels, waiting: waiting(player))
        }
    }

    private func waiting(_ player: QueuePlayer) -> String? {
        if output.backendName == nil { return "waiting for the sound server" }
        return player.isBuffering ? bringer.waiting ?? "buffering" : nil
    }

    private func reportOutput() {
        // A user who chose the back end knows.
        if output.backendName == "null", options.backend == nil, getenv("COREAUDIO_BACKEND") == nil {
            complain("No sound server answers: playing silently, at real speed.")
        }
        guard options.debug else { return }
        let duration = bringer.duration.map { ", \(decimal($0, places: 3)) s" } ?? ""
        complain("file: \(options.file)\(duration)")
        complain(
            "output: \(output.backendName ?? "none"), \(decimal(output.format.mSampleRate, places: 0)) Hz, "
                + "\(output.format.mChannelsPerFrame) channels, \(output.framesPerCycle) frames a cycle")
    }

    // MARK: The bringing thread

    private func bring() {
        var failure: (any Error)?
        do { try bringer.bring(makePlayer) } catch { failure = error }
        let player = state.withLock { $0.player }
        do { try player?.finish() } catch {
            failure = failure ?? error
            // It never ends by itself.
            state.withLock { $0.player = nil }
        }
        state.withLock { state in
            state.failure = failure
            state.isOver = true
        }
        changed.signal()
    }

    private func makePlayer(_ sound: QueuePlayer.Sound, headStart: Double) throws(ToolError) -> QueuePlayer {
        var settings = QueuePlayer.Settings()
        settings.volume = options.volume
        settings.rate = options.rate
        settings.isRateCareful = options.rateQuality == 1
        settings.time = options.time
        settings.device = options.device
        settings.title = bringer.title
        settings.headStart = headStart
        settings.showsLevels = options.meter || isatty(STDERR_FILENO) == 1
        settings.countsFrames = options.debug
        let player = try QueuePlayer(sound, settings)
        reportOutput()
        state.withLock { $0.player = player }
        changed.signal()
        return player
    }
}
