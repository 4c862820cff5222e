import AVFAudio
import CoreAudioAdditions
import Foundation
import TerminalScreen
import ToolSupport

/// Plays songs one after the other, shows them on the whole screen of the terminal, and obeys its keys.
///
/// Everything happens on the main queue. `PlayerModel` decides, this carries out: one `AVAudioPlayer` for the song at hand. `ScreenLoop` has
/// the terminal.
@MainActor final class TerminalPlayer: NSObject {
    private let kind: TerminalKind
    private let loop: ScreenLoop
    /// The device that the user has named; nil after another output was chosen.
    private var device: String?
    /// Whether silence may be what was asked for.
    private let mayBeSilent: Bool
    /// The process's output, which the players play through.
    private let output: PlaybackOutput

    private var model: PlayerModel
    private var player: AVAudioPlayer?
    /// Why the song at hand ends before its end.
    private var decodeProblem: String?
    private var desktop: ScreenDesktop?
    private var isRunning = true
    private let session = AVAudioSession.sharedInstance()
    /// While there is a list of outputs to keep up to date.
    private var observations: [NSKeyValueObservation] = []

    /// - Throws: where there is no song, and where the device does not open.
    init(_ options: Afplay, device: String?, _ kind: TerminalKind) throws {
        self.kind = kind
        self.device = device
        mayBeSilent = getenv("COREAUDIO_BACKEND") != nil
        let songs = SongList.songs(options.files)
        guard !songs.isEmpty else {
            throw ToolError(
                saying: "No sounds in the folder", kAudioFileFileNotFoundError,
                because: options.files.map(SongList.named).joined(separator: ", "))
        }
        model = PlayerModel(
            songs, volume: Double(min(options.volume, 1)), rate: options.rate, loop: options.loop == 0 ? .all : .off,
            seed: UInt64.random(in: 0...UInt64.max))
        output = try PlaybackOutput(device: device)
        loop = ScreenLoop(kind, endsBySignals: false)
        super.init()
        loop.press = { [weak self] in self?.press($0) }
        loop.lines = { [weak self] in self?.lines($0) ?? [] }
        loop.isMoving = { [weak self] in self?.isMoving ?? false }
        loop.pass = { [weak self] in self?.pass($0) }
        loop.isGone = { [weak self] in self?.isRunning = false }
        loop.willStop = { [weak self] in self?.player?.pause() }
        loop.didContinue = { [weak self] in self?.goOn() }
    }

    /// Plays until the user or the last song ends it.
    func run() throws(ToolError) {
        Interruption.beforeEnd { [loop] in loop.giveBack() }
        loop.begin()
        defer { loop.end() }
        desktop = ScreenDesktop { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.obeyDesktop() } }
        } found: { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.showDesktop() } }
        }
        describeSongs()
        perform(model.play(0))
        draw()
        while isRunning { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        player?.stop()
        if model.isHopeless {
            throw ToolError(
                saying: "None of the files can be played", kAudioFileUnspecifiedError, because: model.causes(3))
        }
    }

    /// The loop draws after each key.
    private func press(_ key: Key) {
        perform(model.press(key))
        didChange()
    }

    private func goOn() { if model.transport == .playing { player?.play() } }

    private func obeyDesktop() {
        for command in desktop?.take() ?? [] { perform(model.obey(command)) }
        draw()
    }

    private func showDesktop() { desktop?.show(model, isHeard: output.backendName != nil) }

    // MARK: The screen

    /// Shows the state, on the desktop too.
    private func draw() {
        didChange()
        loop.draw()
    }

    private func didChange() {
        showDesktop()
        watchOutputs()
    }

    private func lines(_ size: TerminalSize) -> [ScreenLine] {
        PlayerLayout(model, size: size, isUnicode: kind.isUnicode).lines
    }

    /// Whether the state changes by itself.
    private var isMoving: Bool { model.transport == .playing || model.secondsLeft != nil }

    /// Some time has passed since the last frame.
    private func pass(_ seconds: Double) {
        follow()
        perform(model.pass(seconds))
        didChange()
    }

    /// Reads off the player where it is and how loud.
    private func follow() {
        guard let player, model.transport == .playing else { return }
        player.updateMeters()
        model.position = player.currentTime
        // Without a server those of the last moment would stay.
        let isHeard = output.backendName != nil
        model.levels = (0..<player.numberOfChannels).map { isHeard ? player.peakPower(forChannel: $0) : -160 }
        model.note = note
    }

    private var note: String? {
        switch output.backendName {
        case nil: "waiting for the sound server"
        case "null" where !mayBeSilent: "no sound server: silent"
        default: nil
        }
    }

    // MARK: The songs

    /// Looks into all songs, on a thread that has time.
    private func describeSongs() {
        let songs = model.songs
        // No global queue: where /proc is missing, Dispatch ends a process that uses one.
        DispatchQueue(label: "afplay.songs", qos: .utility).async {
            for (index, song) in songs.enumerated() {
                let described = song.described()
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated { self?.take(described, at: index) }
                }
            }
        }
    }

    private func take(_ song: Song, at index: Int) {
        // The player knows better what it has tried.
        let known = model.songs[index]
        model.songs[index] = song
        model.songs[index].duration = known.duration ?? song.duration
        model.songs[index].problem = known.problem ?? (index == model.current ? nil : song.problem)
        model.didDescribe(index)
        // Many come in a moment.
        loop.drawSoon()
    }

    private func perform(_ effect: PlayerModel.Effect?) {
        var effect = effect
        while let next = effect { effect = carryOut(next) }
    }

    /// - Returns: what is to be done because of what came of it.
    private func carryOut(_ effect: PlayerModel.Effect) -> PlayerModel.Effect? {
        switch effect {
        case .play(let index): return open(index, plays: true)
        case .open(let index): return open(index, plays: false)
        case .pause: player?.pause()
        case .resume: player?.play()
        case .stop: player?.stop()
        case .seek(let seconds): player?.currentTime = seconds
        case .adjust: adjust()
        case .listOutputs: model.outputs = OutputList(outputs, volume: outputVolume)
        case .choose(let uid): choose(uid)
        case .turn(let steps): session.stepOutputVolume(by: steps)
        case .quit: isRunning = false
        }
        return nil
    }

    /// - Returns: what is to be done where the song cannot be played.
    private func open(_ index: Int, plays: Bool) -> PlayerModel.Effect? {
        let song = model.songs[index]
        do { try open(song, plays: plays) } catch {
            return model.fail(Song.notPlayed + FileFault.causeOfReading(song.path, error.status))
        }
        return nil
    }

    private func open(_ song: Song, plays: Bool) throws(ToolError) {
        player?.delegate = nil
        player?.stop()
        (player, decodeProblem) = (nil, nil)
        guard SongList.kind(of: song.path) == .file else { throw ToolError("Opening", kAudioFileUnspecifiedError) }
        let new: AVAudioPlayer
        do { new = try AVAudioPlayer(contentsOf: fileURL(song.path) as URL) } catch {
            throw ToolError("Opening", OSStatus(truncatingIfNeeded: (error as NSError).code))
        }
        new.delegate = self
        new.currentDevice = device
        new.isMeteringEnabled = true
        new.enableRate = true
        player = new
        adjust()
        guard plays ? new.play() : new.prepareToPlay() else { throw ToolError("Playing", kAudioFileUnspecifiedError) }
        model.duration = new.duration
        if let current = model.current { model.songs[current].duration = new.duration }
    }

    private func adjust() {
        player?.volume = model.isMuted ? 0 : Float(model.volume)
        player?.rate = Float(model.rate)
        player?.numberOfLoops = model.loop == .one ? -1 : 0
    }
}

// The outputs to choose from.
extension TerminalPlayer {
    private var outputs: [OutputList.Output] {
        let present = device ?? session.outputRoute?.uid
        return session.outputRoutes.map { route in
            OutputList.Output(
                uid: route.uid, name: route.portName, kind: Self.name(of: route.portType),
                isPlaying: route.uid == present)
        }
    }

    private var outputVolume: Double? { session.isOutputVolumeSettable ? Double(session.outputVolume) : nil }

    /// Follows the outputs while they are shown.
    private func watchOutputs() {
        guard model.outputs != nil else {
            observations = []
            return
        }
        guard observations.isEmpty else { return }
        // On the main queue.
        let isNew: @Sendable () -> Void = { [weak self] in MainActor.assumeIsolated { self?.updateOutputs() } }
        observations = [
            session.observe(\.outputRoutes) { _, _ in isNew() }, session.observe(\.outputRoute) { _, _ in isNew() },
            session.observe(\.outputVolume) { _, _ in isNew() },
        ]
    }

    private func updateOutputs() {
        model.outputs?.update(outputs, volume: outputVolume)
        draw()
    }

    /// Plays on another output. One that is gone by now is not, and the list has that no more.
    private func choose(_ uid: String) {
        let route = session.outputRoutes.first { $0.uid == uid }
        guard let route, (try? session.chooseOutputRoute(route)) != nil else {
            model.outputs = OutputList(outputs, volume: outputVolume)
            return
        }
        device = nil
        player?.currentDevice = nil
    }

    private static func name(of type: AVAudioSession.Port) -> String {
        switch type {
        case .builtInSpeaker: "loudspeaker"
        case .headphones: "headphones"
        case .lineOut: "line"
        case .HDMI, .displayPort: "screen"
        case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: "Bluetooth"
        case .usbAudio: "USB"
        case .airPlay: "AirPlay"
        case .carAudio: "car"
        case .virtual: "virtual"
        default: type.rawValue
        }
    }
}

extension TerminalPlayer: AVAudioPlayerDelegate {
    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        let ended = ObjectIdentifier(player)
        MainActor.assumeIsolated { finish(ended) }
    }

    private func finish(_ ended: ObjectIdentifier) {
        // One that was stopped may have ended just before.
        guard isCurrent(ended) else { return }
        perform(decodeProblem.map { model.fail($0) } ?? model.finish())
        draw()
    }

    nonisolated func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        let (damaged, code) = (ObjectIdentifier(player), (error as NSError?)?.code ?? 0)
        MainActor.assumeIsolated {
            guard isCurrent(damaged) else { return }
            decodeProblem = "breaks off: \(FileFault.causeOfReading(OSStatus(truncatingIfNeeded: code)))"
        }
    }

    private func isCurrent(_ other: ObjectIdentifier) -> Bool { player.map { ObjectIdentifier($0) == other } ?? false }
}
