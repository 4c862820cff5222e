import AVFAudio
import AudioCore
import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// Random calls of a music player, against a model of it: after each call the item, the state, each sample of the device and each
/// notification are those of the model.
@Suite struct MusicPlayerRandomTests {
    /// `COREAUDIO_SEED` and `COREAUDIO_STEPS` ask for another run, or a longer one.
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
    private static let seeds: [UInt64] = number("COREAUDIO_SEED").map { [UInt64($0)] } ?? [1, 2, 3, 4, 5, 6]
    private static let steps = number("COREAUDIO_STEPS") ?? 250

    @Test(arguments: seeds) func theModelIsRight(seed: UInt64) throws {
        let run = try RandomRun(seed: seed)
        for step in 0..<Self.steps {
            let call = try run.step()
            guard run.problems.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(run.problems), after \(run.calls.suffix(12)) and \(call)")
                return
            }
        }
        run.finish()
        #expect(run.problems.isEmpty, "seed \(seed)")
    }
}

/// A player and its model, which get the same calls.
private final class RandomRun {
    private let stage: MusicStage
    private var model: MusicPlayerModel
    private var chance: Counter
    private let songs: [FileItem]
    private var isShuffled = false
    private var wasShuffled = false
    /// How often notifications were asked for, and those that should have come.
    private var wanted = 0
    private var expected: [String] = []
    private let log = LockedValue<[String]>([])
    private var observers: [any NSObjectProtocol] = []
    private(set) var problems: [String] = []
    private(set) var calls: [String] = []

    private static let count: Int64 = 6
    private static let damaged: Set<Int64> = [5]

    init(seed: UInt64) throws {
        let stage = try MusicStage(rate: 1000, channels: 1, cycle: 8, seed: seed)
        self.stage = stage
        (model, chance) = (MusicPlayerModel(damaged: Self.damaged), Counter(state: seed))
        songs = try (1...Self.count).map { try Self.makeSong($0, stage.folder) }
        for (name, text) in [
            (NSNotification.Name.MPMusicPlayerControllerNowPlayingItemDidChange, "item"),
            (.MPMusicPlayerControllerPlaybackStateDidChange, "state"),
            (.MPMusicPlayerControllerQueueDidChange, "queue"),
        ] {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: stage.player, queue: nil) { [log] _ in
                    log.withLock { $0.append(text) }
                })
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private static func makeSong(_ number: Int64, _ folder: ScratchFolder) throws -> FileItem {
        let place = URL(fileURLWithPath: folder.file("\(number).wav"))
        guard !damaged.contains(number) else {
            try Data("no sound".utf8).write(to: place)
            return FileItem(number, place)
        }
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: place, settings: settings)
        let frames = MusicPlayerModel.length(number)
        let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames))!
        samples.frameLength = AVAudioFrameCount(frames)
        for frame in 0..<frames { samples.floatChannelData![0][frame] = Float(number) / 16 }
        try file.write(from: samples)
        file.close()
        return FileItem(number, place)
    }

    // MARK: Chance

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
    private func song() -> Int64 { Int64(1 + below(Int(Self.count))) }
    private func list() -> [Int64] { (0..<1 + below(4)).map { _ in song() } }
    private func item(_ number: Int64) -> FileItem { songs[Int(number) - 1] }
    private func descriptor(_ numbers: [Int64]) -> MPMusicPlayerMediaItemQueueDescriptor {
        MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: numbers.map(item)))
    }

    // MARK: Calls

    /// Makes a call, of both, and compares them.
    ///
    /// - Returns: the call.
    func step() throws -> String {
        model.notified = []
        model.order = isShuffled ? { [unowned self] in self.ordered($0) } : nil
        let call = below(3) == 0 ? transport() : below(2) == 0 ? queueCall() : below(4) == 0 ? settings() : passing()
        calls.append(call)
        takeOrder()
        compare()
        return call
    }

    private func transport() -> String {
        let player = stage.player
        switch below(9) {
        case 0, 1, 2:
            player.play()
            model.play()
            return "play"
        case 3:
            player.pause()
            model.pause()
            return "pause"
        case 4:
            guard below(3) == 0 else { fallthrough }
            player.stop()
            model.end()
            return "stop"
        case 5:
            player.skipToNextItem()
            model.skip(1)
            return "next"
        case 6:
            player.skipToPreviousItem()
            model.skip(-1)
            return "previous"
        case 7:
            player.prepareToPlay()
            model.prepare()
            return "prepare"
        default:
            let frame = below(40)
            player.currentPlaybackTime = Double(frame) / 1000
            model.move(to: frame)
            return "time \(frame)"
        }
    }

    private func queueCall() -> String {
        let player = stage.player
        let numbers = list()
        // What an edit adds to an order by chance that it makes itself, the model cannot know.
        let kind = model.pending != nil && isShuffled ? below(2) : below(6)
        switch kind {
        case 0, 1:
            player.setQueue(with: MPMediaItemCollection(items: numbers.map(item)))
            model.pending = numbers
            return "queue \(numbers)"
        case 2:
            player.append(descriptor(numbers))
            model.edit { $0.insert(numbers, after: $0.entries.count - 1) }
            return "append \(numbers)"
        case 3:
            player.prepend(descriptor(numbers))
            model.edit { $0.insert(numbers, after: $0.index) }
            return "prepend \(numbers)"
        case 4:
            let number = song()
            player.nowPlayingItem = item(number)
            model.select(number)
            return "select \(number)"
        default: return transaction(numbers)
        }
    }

    private func transaction(_ numbers: [Int64]) -> String {
        let (gone, place, added) = (song(), song(), descriptor(numbers))
        let (removed, behind) = (item(gone), item(place))
        let done = DispatchSemaphore(value: 0)
        stage.player.perform { queue in
            queue.remove(removed)
            queue.insert(added, after: behind)
        } completionHandler: { _, _ in
            done.signal()
        }
        done.wait()
        model.edit { model in
            model.remove(gone)
            let at = model.entries.firstIndex { $0.item == place }
            model.insert(numbers, after: at ?? model.entries.count - 1)
        }
        return "transaction -\(gone) +\(numbers) after \(place)"
    }

    private func settings() -> String {
        let player = stage.player
        switch below(4) {
        case 0:
            let place = below(3)
            player.repeatMode = [.none, .one, .all][place]
            model.repetition = [.none, .one, .all][place]
            return "repeat \(model.repetition)"
        case 1:
            wasShuffled = isShuffled
            isShuffled.toggle()
            player.shuffleMode = isShuffled ? [.songs, .albums][below(2)] : .off
            model.notified.append("queue")
            return "shuffle \(isShuffled)"
        case 2:
            flush()
            wanted += 1
            player.beginGeneratingPlaybackNotifications()
            return "begin"
        default:
            flush()
            wanted = max(0, wanted - 1)
            player.endGeneratingPlaybackNotifications()
            return "end"
        }
    }

    /// Lets time pass.
    private func passing() -> String {
        let frames = 1 + below(60)
        if model.run == .playing { _ = eventually { stage.server.runningStreams == 1 } }
        let heard = stage.hear(frames, step: 8)
        let wanted = model.hear(frames)
        if model.run != .stopped || heard.contains(where: { $0 != 0 }), heard != wanted {
            problems.append("heard \(heard.map { Int($0 * 16) }), not \(wanted.map { Int($0 * 16) })")
        }
        // The end of the queue is known once it is heard.
        if model.isOver {
            let isOver = eventually {
                if stage.hear(8, step: 8).contains(where: { $0 != 0 }) { problems.append("heard after the end") }
                return stage.player.playbackState == .stopped
            }
            if !isOver { problems.append("does not end") }
            model.finish()
        }
        // An item that has begun is the current one once it is heard, or for the next call.
        stage.engine.work.sync { stage.engine.settle() }
        return "advance \(frames)"
    }

    /// New entries in the order of the player's.
    private func ordered(_ entries: [MusicPlayerModel.Entry]) -> [MusicPlayerModel.Entry] {
        var left = entries
        let real = stage.engine.work.sync { stage.engine.queue.entries.map(\.item.item.number) }
        guard real.sorted() == entries.map(\.item).sorted() else { return entries }
        return real.compactMap { number in left.firstIndex { $0.item == number }.map { left.remove(at: $0) } }
    }

    // MARK: Comparing

    /// Takes over an order by chance: of the same entries, the current one among them.
    private func takeOrder() {
        let real = stage.engine.work.sync { stage.engine.queue }
        let items = real.entries.map(\.item.item.number)
        // Where an item is in the queue twice, which of the two plays is seen once they are in their own order again.
        guard isShuffled || wasShuffled || items != model.entries.map(\.item) else { return }
        wasShuffled = false
        guard items.sorted() == model.entries.map(\.item).sorted() else {
            problems.append("the queue has \(items), not \(model.entries.map(\.item))")
            return
        }
        numbers(real)
    }

    /// Gives the entries of the model the order of the player's.
    private func numbers(_ real: PlayQueue<MusicPlayerEngine.Piece>) {
        var left = model.entries
        let current = model.current
        var entries: [MusicPlayerModel.Entry] = []
        for (place, entry) in real.entries.enumerated() {
            // The current entry is where the player has it, which is compared by its item; others of one item are alike.
            let number = entry.item.item.number
            let found =
                place == real.index && current?.item == number
                ? left.firstIndex { $0.id == current?.id }
                : left.firstIndex { $0.item == number && $0.id != current?.id } ?? left.firstIndex { $0.item == number }
            guard let found else { return problems.append("an entry of \(number) too many") }
            entries.append(left.remove(at: found))
        }
        model.entries = entries
        model.index = current.flatMap { current in entries.firstIndex { $0.id == current.id } }
    }

    private func compare() {
        let player = stage.player
        let item = player.nowPlayingItem?.number
        if item != model.current?.item { problems.append("plays \(item ?? 0), not \(model.current?.item ?? 0)") }
        let index = player.indexOfNowPlayingItem
        if index != model.index ?? NSNotFound { problems.append("is at \(index), not \(model.index ?? -1)") }
        let states: [MusicPlayerModel.Run: MPMusicPlaybackState] = [
            .stopped: .stopped, .playing: .playing, .paused: .paused,
        ]
        let state = player.playbackState
        if state != states[model.run] { problems.append("is \(state.rawValue), not \(model.run)") }
        if wanted > 0 { expected += model.notified }
        model.notified = []
    }

    /// Waits for the notifications so far.
    private func flush() {
        if !eventually({ log.withLock { $0.count } >= expected.count }) || log.withLock({ $0 }) != expected {
            let log = log.withLock { $0 }
            let place = zip(log, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(log.count, expected.count)
            problems.append("notified \(log.dropFirst(place).prefix(5)), not \(expected.dropFirst(place).prefix(5))")
        }
    }

    func finish() {
        flush()
        // None comes late, or twice.
        DispatchQueue.main.sync {}
        if log.withLock({ $0 }) != expected { problems.append("notified \(log.withLock { $0 }), not \(expected)") }
    }
}
