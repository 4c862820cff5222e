import AVFAudio
import CoreAudioAdditions
import Foundation
import MediaPlayer
import MediaPlayerTerminal
import TerminalScreen
import ToolSupport

/// Shows the music library on the whole screen of the terminal, and plays from it with the program's music player.
///
/// Everything happens on the main queue. `MediaLists` has the lists, `MPMusicPlayerController` plays, and shows on the desktop what it plays.
@MainActor final class LibraryScreen {
    private let kind: TerminalKind
    private let loop: ScreenLoop
    private let output: PlaybackOutput
    /// The device that the user has named.
    private let device: String?
    /// Whether silence may be what was asked for.
    private let mayBeSilent = getenv("COREAUDIO_BACKEND") != nil
    private let player = MPMusicPlayerController.applicationQueuePlayer
    private let session = AVAudioSession.sharedInstance()
    private var lists: MediaLists!
    private var showsHelp = false
    /// What the last key has done, until the next one.
    private var note: String?
    private var isRunning = true
    private var wasPlaying = false
    private var tokens: [any NSObjectProtocol] = []
    private var routes: NSKeyValueObservation?

    /// Seconds after which going back goes to the start of the song.
    private static let timeToTurnBack = 3.0

    /// - Parameters:
    ///   - search: what is looked for at first.
    ///   - device: the device's UID; nil for the default one.
    /// - Throws: where the device does not open.
    init(search: String, device: String?, _ kind: TerminalKind) throws {
        (self.kind, self.device) = (kind, device)
        output = try PlaybackOutput(device: device)
        loop = ScreenLoop(kind, endsBySignals: false)
        lists = MediaLists(MPMediaPickerController(mediaTypes: .anyAudio), search: search) { [weak self] in
            self?.loop.draw()
        }
        loop.press = { [weak self] in self?.press($0) }
        loop.lines = { [weak self] in self?.lines($0) ?? [] }
        loop.isMoving = { [weak self] in self?.player.playbackState == .playing }
        loop.isGone = { [weak self] in self?.isRunning = false }
        loop.willStop = { [weak self] in self?.pauseToStop() }
        loop.didContinue = { [weak self] in self?.goOn() }
        try takeDevice()
    }

    /// Plays on the device that the user has named. A choice of the session ends with the loss of its device, as where the server is started
    /// again: it is made anew once the device is back.
    private func takeDevice() throws {
        guard let device, session.outputRoute?.uid != device,
            let route = session.outputRoutes.first(where: { $0.uid == device })
        else { return }
        try session.chooseOutputRoute(route)
    }

    /// Plays what the user chooses until the user ends it.
    func run() {
        Interruption.beforeEnd { [loop] in loop.giveBack() }
        watch()
        loop.begin()
        while isRunning { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        loop.end()
        routes = nil
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        player.stop()
    }

    /// Draws what others do with the player, such as the desktop, and follows the device.
    private func watch() {
        // On the main queue. One that is gone again by now comes back later.
        routes = session.observe(\.outputRoutes) { [weak self] _, _ in
            MainActor.assumeIsolated { try? self?.takeDevice() }
        }
        player.beginGeneratingPlaybackNotifications()
        let names: [NSNotification.Name] = [
            .MPMusicPlayerControllerPlaybackStateDidChange, .MPMusicPlayerControllerNowPlayingItemDidChange,
        ]
        tokens = names.map { name in
            // They come on the main queue.
            NotificationCenter.default.addObserver(forName: name, object: player, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.loop.draw() }
            }
        }
    }

    private func pauseToStop() {
        wasPlaying = player.playbackState == .playing
        player.pause()
    }

    private func goOn() { if wasPlaying { player.play() } }

    // MARK: Keys

    private func press(_ key: Key) {
        note = nil
        if showsHelp, key != .character("q") {
            showsHelp = false
            return
        }
        guard !lists.press(key) else { return }
        switch key {
        case .enter: lists.whenRead { [weak self] in self?.open() }
        case .character("a"): lists.whenRead { [weak self] in self?.add() }
        case .character("?"), .character("h"): showsHelp = true
        case .character("q"): isRunning = false
        default: control(key)
        }
    }

    /// A key that is for the player.
    private func control(_ key: Key) {
        switch key {
        case .character(" "): player.playbackState == .playing ? player.pause() : player.play()
        case .character("n"): player.skipToNextItem()
        case .character("p"): goBack()
        case .left: move(by: -5)
        case .right: move(by: 5)
        case .shiftLeft, .character("["): move(by: -60)
        case .shiftRight, .character("]"): move(by: 60)
        case .character("+"), .character("="): turn(1)
        case .character("-"): turn(-1)
        case .character("s"): player.shuffleMode = player.shuffleMode == .songs ? .off : .songs
        case .character("l"): player.repeatMode = Self.mode(after: player.repeatMode)
        default: break
        }
    }

    private static func mode(after mode: MPMusicRepeatMode) -> MPMusicRepeatMode {
        switch mode {
        case .all: .none
        case .one: .all
        default: .one
        }
    }

    private func goBack() {
        if player.currentPlaybackTime > Self.timeToTurnBack {
            player.skipToBeginning()
        } else {
            player.skipToPreviousItem()
        }
    }

    private func move(by seconds: Double) {
        guard player.playbackState != .stopped else { return }
        player.currentPlaybackTime = max(0, player.currentPlaybackTime + seconds)
    }

    private func turn(_ steps: Int) {
        guard session.isOutputVolumeSettable else {
            note = "no volume to set"
            return
        }
        session.stepOutputVolume(by: steps)
    }

    /// Opens a group, or plays the list from the chosen row on.
    private func open() {
        if lists.openGroup() { return }
        let items = lists.content.items
        guard items.indices.contains(lists.chosen) else { return }
        let descriptor = MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: items))
        descriptor.startItem = items[lists.chosen]
        player.setQueue(with: descriptor)
        player.play()
        if player.playbackState == .stopped { note = "none of these can be played" }
    }

    private func add() {
        let items = lists.content.items(ofRow: lists.chosen)
        guard !items.isEmpty else { return }
        player.append(
            MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: items)))
        note = items.count == 1 ? "added to the queue" : "\(items.count) added to the queue"
    }

    // MARK: The screen

    private func lines(_ size: TerminalSize) -> [ScreenLine] {
        let frame = ScreenFrame(size, isUnicode: kind.isUnicode)
        let playing = player.nowPlayingItem?.persistentID
        let items = lists.content.items
        let list = MediaListLines(lists, frame) { [kind] row in
            let isPlaying = playing != nil && items.indices.contains(row) && items[row].persistentID == playing
            return isPlaying ? (kind.isUnicode ? "▸" : ">") : ""
        }
        let panel = LibraryPanel(frame, now).lines
        return frame.lines(
            content: { rows in showsHelp ? frame.helpLines(Self.help, rows: rows) : list.lines(rows) },
            panel: frame.isFramed && showsHelp ? [] : panel, title: " afplay ",
            place: list.place.isEmpty ? "" : " \(list.place) ",
            keys: frame.isWide ? " enter plays, a adds, / finds, ? help " : " ? help ")
    }

    private var now: LibraryPanel.Now {
        var now = LibraryPanel.Now()
        if let item = player.nowPlayingItem {
            now.title = item.title ?? item.assetURL?.lastPathComponent ?? ""
            now.artist = item.artist ?? ""
            now.duration = item.playbackDuration
        }
        let state = player.playbackState
        now.transport = state == .playing ? .playing : state == .stopped ? .ended : .paused
        now.position = player.currentPlaybackTime
        now.note = note ?? serverNote
        now.shuffles = player.shuffleMode == .songs
        now.loop = player.repeatMode == .one ? .one : player.repeatMode == .all ? .all : .off
        return now
    }

    private var serverNote: String? {
        switch output.backendName {
        case nil: "waiting for the sound server"
        case "null" where !mayBeSilent: "no sound server: silent"
        default: nil
        }
    }

    private static let help: [(keys: String, text: String)] = [
        ("enter", "play the list from here, or open the group"), ("a", "add the song or the group to the queue"),
        ("up down", "choose"), ("tab 1 to 9", "another list"), ("/", "find; escape ends it"),
        ("escape", "leave the group"), ("space", "pause, and play on"), ("n p", "next, previous"),
        ("left right", "5 seconds back, on"), ("[ ]", "a minute back, on"), ("+ -", "volume of the output"),
        ("s l", "shuffle; repeat: off, one, all"), ("? q", "this help, quit"),
    ]
}
