import AVFAudio
import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer
@testable import PlaybackAndRecording

/// Items of a music player follow one another without a gap: every sample of the device is that of a file.
@Suite struct GaplessTests {
    enum Kind: String, CaseIterable {
        case wave, lossless, aac, mixed

        /// Format and ending of a file; those of a mixed queue are of all kinds.
        func form(_ number: Int64) -> (AudioFormatID, String) {
            switch self {
            case .wave: (kAudioFormatLinearPCM, "wav")
            case .lossless: (kAudioFormatAppleLossless, "m4a")
            case .aac: (kAudioFormatMPEG4AAC, "m4a")
            case .mixed: [Kind.wave, .lossless, .aac][Int(number) % 3].form(number)
            }
        }
    }

    /// Frames of songs, none of which is a number of whole packets or cycles.
    private static let lengths = [31_337, 20_001, 15_000]

    private func songs(_ stage: MusicStage, _ kind: Kind, rate: Double = 48_000) throws -> [FileItem] {
        try Self.lengths.enumerated().map { index, frames in
            let (format, ending) = kind.form(Int64(index + 1))
            return try stage.song(Int64(index + 1), format, frames: frames, rate: rate, ending: ending)
        }
    }

    private func play(_ stage: MusicStage, _ songs: [FileItem]) {
        stage.player.setQueue(with: MPMediaItemCollection(items: songs))
        stage.player.play()
    }

    /// Checks that the device got these samples, and silence before and after.
    private func expect(_ heard: [Float], toBe wanted: [Float], _ note: String = "") {
        guard let first = heard.firstIndex(where: { $0 != 0 }) else {
            Issue.record("silence \(note)")
            return
        }
        // The first sample is none that is 0.
        let sound = heard[first...]
        #expect(sound.count > wanted.count)
        let place = zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(place == nil, "differs from sample \(place ?? 0) on \(note)")
        #expect(sound.dropFirst(wanted.count).allSatisfy { $0 == 0 }, "\(note)")
    }

    /// Also at a rate that the device's is not, whose sources the mix converts together: those samples are compared before that.
    @Test(arguments: Kind.allCases) func noSampleLiesBetweenTwoItems(kind: Kind) throws {
        let stage = try MusicStage()
        let songs = try songs(stage, kind)
        let wanted = try songs.flatMap { try stage.decoded($0) }
        // What an encoder adds before and after the sound is no part of it.
        #expect(wanted.count == 2 * Self.lengths.reduce(0, +))
        play(stage, songs)
        expect(stage.hear(wanted.count / 2 + 4800), toBe: wanted, kind.rawValue)
        #expect(stage.player.playbackState == .stopped && stage.player.nowPlayingItem == nil)
    }

    /// The item changes when the first frame of the next one is heard, and its time begins there.
    @Test func theItemChangesWhereTheNextOneIsHeard() throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .wave)
        play(stage, songs)
        _ = stage.hear(Self.lengths[0] - 960)
        #expect(stage.engine.isUpcomingReady && stage.player.nowPlayingItem === songs[0])
        _ = stage.hear(4800)
        #expect(stage.player.nowPlayingItem === songs[1] && stage.player.playbackState == .playing)
        let seconds = stage.player.currentPlaybackTime
        #expect(seconds > 0.04 && seconds < 0.1, "\(seconds)")
    }

    /// A queue of rates that differ: the sound goes on, and its level does not sink between them.
    @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (22_050, 44_100)])
    func itemsOfOtherRatesFollowClosely(rates: (Double, Double)) throws {
        let stage = try MusicStage()
        // Steady levels, where a gap shows.
        func level(_ number: Int64, _ rate: Double) throws -> FileItem {
            let item = try stage.song(number, kAudioFormatLinearPCM, frames: Int(rate / 2), rate: rate, ending: "wav")
            try LevelFile.write(item.place, frames: Int(rate / 2), rate: rate, level: 0.5)
            return item
        }
        play(stage, [try level(1, rates.0), try level(2, rates.1)])
        let heard = stage.hear(57_600)
        let first = try #require(heard.firstIndex { $0 > 0.4 })
        let last = try #require(heard.lastIndex { $0 > 0.4 })
        let inner = heard[(first + 256)..<(last - 256)]
        let (least, most) = (inner.min()!, inner.max()!)
        // The filters of the two rates differ. A gap of two frames would reach 0.
        #expect(least > 0.2 && most < 0.8, "\(least) to \(most)")
        #expect(abs((last - first) / 2 - 48_000) < 64)
    }

    @Test func anItemThatRepeatsHasNoGapEither() throws {
        let stage = try MusicStage()
        let song = try songs(stage, .aac)[2]
        let wanted = try stage.decoded(song)
        stage.player.repeatMode = .one
        play(stage, [song])
        let heard = stage.hear(5 * Self.lengths[2] / 2)
        let first = try #require(heard.firstIndex { $0 != 0 })
        let twice = wanted + wanted
        #expect(heard[first...].prefix(twice.count).elementsEqual(twice))
    }

    /// Parts of items end at their frame.
    @Test func partsOfItemsFollowToo() throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .wave)
        let descriptor = MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: songs))
        descriptor.setStartTime(0.1, for: songs[0])
        descriptor.setEndTime(0.3, for: songs[0])
        descriptor.setEndTime(0.2, for: songs[1])
        stage.player.setQueue(with: descriptor)
        stage.player.play()
        let (first, second) = (try stage.decoded(songs[0]), try stage.decoded(songs[1]))
        let wanted = first[(2 * 4800)..<(2 * 14_400)] + second[..<(2 * 9600)] + (try stage.decoded(songs[2]))
        expect(stage.hear(wanted.count / 2 + 4800), toBe: Array(wanted))
    }

    /// A pause near the end, or right at it, takes nothing away and adds nothing.
    @Test(arguments: [9600, 4800, 960, 480, 0, -480]) func aPauseLosesNothing(before: Int) throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .lossless)
        let wanted = try songs.flatMap { try stage.decoded($0) }
        play(stage, songs)
        var heard = stage.hear(Self.lengths[0] - before, step: 97)
        stage.player.pause()
        #expect(stage.player.playbackState == .paused)
        #expect(stage.hear(2400).allSatisfy { $0 == 0 })
        stage.player.play()
        heard += stage.hear(wanted.count / 2 - heard.count / 2 + 4800)
        expect(heard, toBe: wanted, "\(before)")
    }

    /// A pause less than a cycle before the end: where the item ends is known too late then, and the next one begins soon after it.
    @Test func aPauseWithinTheLastCycleLosesNothing() throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .lossless)
        let wanted = try songs.flatMap { try stage.decoded($0) }
        play(stage, songs)
        var heard = stage.hear(Self.lengths[0] - 97, step: 97)
        stage.player.pause()
        stage.work()
        stage.player.play()
        heard += stage.hear(wanted.count / 2 - heard.count / 2 + 4800)
        let first = try #require(heard.firstIndex { $0 != 0 })
        let border = 2 * Self.lengths[0]
        #expect(heard[first...].prefix(border).elementsEqual(wanted[..<border]))
        let rest = heard[(first + border)...].drop { $0 == 0 }
        #expect(rest.startIndex - first - border <= 2 * 4 * 480)
        #expect(rest.prefix(wanted.count - border).elementsEqual(wanted[border...]))
    }

    /// What is asked for while the next item is ready counts.
    @Test func changesCountUntilTheEnd() async throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .wave)
        let sounds = try songs.map { try stage.decoded($0) }
        play(stage, [songs[0], songs[1]])
        var heard = stage.hear(Self.lengths[0] - 2400)
        #expect(stage.engine.isUpcomingReady)
        stage.player.prepend(
            MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: [songs[2]])))
        heard += stage.hear(2400 + Self.lengths[2] - 2400)
        #expect(stage.player.nowPlayingItem === songs[2] && stage.engine.isUpcomingReady)
        stage.player.repeatMode = .one
        heard += stage.hear(2400 + Self.lengths[2] - 2400)
        let second = songs[1]
        stage.player.repeatMode = .none
        _ = try await stage.player.perform { $0.remove(second) }
        heard += stage.hear(9600)
        expect(heard, toBe: sounds[0] + sounds[2] + sounds[2])
        #expect(stage.player.playbackState == .stopped)
    }

    @Test func aFileThatCannotBeOpenedIsPassedOver() throws {
        let opened = LockedValue<[Int64]>([])
        let stage = try MusicStage(opened: { number in opened.withLock { $0.append(number) } })
        let songs = try songs(stage, .wave)
        try Data("no sound".utf8).write(to: songs[1].place)
        let wanted = try stage.decoded(songs[0]) + stage.decoded(songs[2])
        play(stage, songs)
        expect(stage.hear(wanted.count / 2 + 4800), toBe: wanted)
        #expect(opened.withLock { $0 } == [1, 2, 3])
    }

    /// A user who skips while the item that follows is looked for, among files that are broken: nobody looks on.
    @Test func aSkipEndsTheSearchForTheNextItem() throws {
        let opened = LockedValue<[Int64]>([])
        let skip = LockedValue<(@Sendable () -> Void)?>(nil)
        let stage = try MusicStage(opened: { number in
            opened.withLock { $0.append(number) }
            guard number == 2 else { return }
            let skips = skip.withLock { skip in
                defer { skip = nil }
                return skip
            }
            skips?()
        })
        let songs = try (1...6).map { number in
            try stage.song(Int64(number), kAudioFormatLinearPCM, frames: 20_000, ending: "wav")
        }
        for song in songs[1...4] { try Data("no sound".utf8).write(to: song.place) }
        let player = stage.player
        skip.withLock { $0 = { player.skipToNextItem() } }
        play(stage, songs)
        _ = stage.hear(4800)
        // The search has found the second one, then the skip has tried all after the first.
        #expect(opened.withLock { $0 } == [1, 2, 2, 3, 4, 5, 6])
        #expect(stage.player.nowPlayingItem === songs[5] && stage.player.playbackState == .playing)
    }

    /// While the next item waits for its turn, the session pauses both.
    @Test func anInterruptionPausesBoth() throws {
        let stage = try MusicStage()
        let songs = try songs(stage, .wave)
        let wanted = try songs.flatMap { try stage.decoded($0) }
        play(stage, songs)
        var heard = stage.hear(Self.lengths[0] - 960)
        #expect(stage.engine.isUpcomingReady)
        for player in [stage.engine.upcoming?.player, stage.engine.player] { player?.sessionWasInterrupted() }
        stage.work()
        #expect(stage.player.playbackState == .interrupted && !stage.engine.isUpcomingReady)
        #expect(stage.hear(2400).allSatisfy { $0 == 0 })
        stage.engine.player?.sessionMayResume(true)
        heard += stage.hear(wanted.count / 2 - heard.count / 2 + 4800)
        expect(heard, toBe: wanted)
    }
}

/// Files of one level.
enum LevelFile {
    static func write(_ place: URL, frames: Int, rate: Double, level: Float) throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: place, settings: settings)
        let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames))!
        samples.frameLength = AVAudioFrameCount(frames)
        for channel in 0..<2 {
            for frame in 0..<frames { samples.floatChannelData![channel][frame] = level }
        }
        try file.write(from: samples)
        file.close()
    }
}
