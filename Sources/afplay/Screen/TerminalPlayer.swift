import AVFAudio
import CoreAudioAdditions
import Foundation
import ToolSupport

/// Plays songs one after the other, shows them on the whole screen of the terminal, and obeys its keys.
///
/// Everything happens on the main queue. `PlayerModel` decides, this carries out: one `AVAudioPlayer` for the song at hand.
final class TerminalPlayer: NSObject, @unchecked Sendable {
    private let terminal = Terminal()
    private let kind: TerminalKind
    private let device: String?
    /// Whether silence may be what was asked for.
    private let mayBeSilent: Bool
    /// The process's output, which the players play through.
    private let output: PlaybackOutput

    private var model: PlayerModel
    private var screen: ScreenContent
    private var keys = KeyParser()
    private var player: AVAudioPlayer?
    /// Why the song at hand ends before its end.
    private var decodeProblem: String?
    private var sources: [any DispatchSourceProtocol] = []
    private var desktop: ScreenDesktop?
    private var willTick = false
    private var willAskForEscape = false
    private var isRunning = true

    private static let interval = 0.1
    /// How long the rest of a key's bytes may take, over a slow connection too.
    private static let escapeTime = 0.1

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
        screen = ScreenContent(hasColors: kind.hasColors)
        output = try PlaybackOutput(device: device)
    }

    /// Plays until the user or the last song ends it.
    func run() throws(ToolError) {
        Interruption.beforeEnd { [terminal] in terminal.close() }
        terminal.enter()
        defer { terminal.close() }
        watch()
        desktop = ScreenDesktop { [weak self] in
            DispatchQueue.main.async { self?.obeyDesktop() }
        } found: { [weak self] in
            DispatchQueue.main.async { self?.showDesktop() }
        }
        draw()
        describeSongs()
        perform(model.play(0))
        while isRunning { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        player?.stop()
        if model.isHopeless {
            throw ToolError(
                saying: "None of the files can be played", kAudioFileUnspecifiedError, because: model.causes(3))
        }
    }

    private func watch() {
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [unowned self] in readKeys() }
        input.resume()
        sources.append(input)
        watch(SIGWINCH) { [unowned self] in draw() }
        watch(SIGTSTP) { [unowned self] in suspend() }
        watch(SIGCONT) { [unowned self] in restoreScreen() }
    }

    private func watch(_ signal: Int32, _ handler: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler(handler: handler)
        source.resume()
        sources.append(source)
    }

    private func readKeys() {
        guard let bytes = terminal.read() else { return end() }
        for key in keys.keys(bytes) { perform(model.press(key)) }
        if keys.isWaiting { askForEscape() }
        draw()
    }

    /// Takes an escape character that nothing follows for the key of that name.
    private func askForEscape() {
        guard !willAskForEscape else { return }
        willAskForEscape = true
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.escapeTime) { [weak self] in
            guard let self else { return }
            willAskForEscape = false
            guard let key = keys.pause() else { return }
            perform(model.press(key))
            draw()
        }
    }

    private func end() { isRunning = false }

    private func obeyDesktop() {
        for command in desktop?.take() ?? [] { perform(model.obey(command)) }
        draw()
    }

    private func showDesktop() { desktop?.show(model, isHeard: output.backendName != nil) }

    /// Control-Z: gives the terminal back, and takes it again when the shell lets the process go on.
    private func suspend() {
        player?.pause()
        terminal.leave()
        stopProcess()
        if model.transport == .playing { player?.play() }
        restoreScreen()
    }

    private func restoreScreen() {
        terminal.enter()
        screen.forget()
        draw()
    }

    // MARK: The screen

    /// Shows the state, and again in a moment where it changes by itself. A terminal that is still busy with the last frame gets
    /// none.
    private func draw() {
        showDesktop()
        guard terminal.flush() else { return tickSoon() }
        let size = terminal.size
        let layout = PlayerLayout(model, size: size, isUnicode: kind.isUnicode)
        terminal.write(screen.frame(layout.lines, size: size))
        if model.transport == .playing || model.secondsLeft != nil { tickSoon() }
    }

    private func tickSoon() {
        guard !willTick else { return }
        willTick = true
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.tick() }
    }

    private func tick() {
        willTick = false
        follow()
        perform(model.pass(Self.interval))
        draw()
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
                DispatchQueue.main.async { [weak self] in self?.take(described, at: index) }
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
        tickSoon()
    }

    private func perform(_ effect: PlayerModel.Effect?) {
        var effect = effect
        while let next = effect { effect = carryOut(next) }
    }

    /// - Returns: what is to be done because of what came of it.
    private func carryOut(_ effect: PlayerModel.Effect) -> PlayerModel.Effect? {
        switch effect {
        case .play(let index):
            let song = model.songs[index]
            do { try play(song) } catch {
                return model.fail(Song.notPlayed + FileFault.causeOfReading(song.path, error.status))
            }
        case .pause: player?.pause()
        case .resume: player?.play()
        case .stop: player?.stop()
        case .seek(let seconds): player?.currentTime = seconds
        case .adjust: adjust()
        case .redraw: screen.forget()
        case .quit: end()
        }
        return nil
    }

    private func play(_ song: Song) throws(ToolError) {
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
        guard new.play() else { throw ToolError("Playing", kAudioFileUnspecifiedError) }
        model.duration = new.duration
        if let current = model.current { model.songs[current].duration = new.duration }
    }

    private func adjust() {
        player?.volume = model.isMuted ? 0 : Float(model.volume)
        player?.rate = Float(model.rate)
        player?.numberOfLoops = model.loop == .one ? -1 : 0
    }
}

extension TerminalPlayer: AVAudioPlayerDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        // One that was stopped may have ended just before.
        guard player === self.player else { return }
        perform(decodeProblem.map { model.fail($0) } ?? model.finish())
        draw()
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        guard player === self.player else { return }
        decodeProblem =
            "breaks off: \(FileFault.causeOfReading(OSStatus(truncatingIfNeeded: (error as NSError?)?.code ?? 0)))"
    }
}
