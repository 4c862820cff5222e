import AVFAudio
import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import AudioSession
import AudioToolbox
import Foundation
import TestSupport

@testable import MediaPlayer
@testable import PlaybackAndRecording

/// An item whose file stands in a folder of a test.
class FileItem: MPMediaItem, @unchecked Sendable {
    let place: URL

    init(_ number: Int64, _ place: URL) {
        self.place = place
        super.init(number, LibraryAccess(nil))
    }

    required init?(coder: NSCoder) { nil }

    override var assetURL: URL? { place }
    override var title: String? { "song \(number)" }
    override var artist: String? { "The Larks" }
    override var albumTitle: String? { "Tides" }
    override var albumPersistentID: MPMediaEntityPersistentID { UInt64(number / 2) }
}

extension MusicPlayerEngine {
    /// Does what the threads of the players and of the engine would do when they are next due.
    func doWork() {
        for _ in 0..<2 {
            let players = work.sync { [player, upcoming?.player] }
            for case let player? in players where player.state.withLock({ $0.job }) != nil {
                while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
            }
            // Events, what they open, and what comes of it.
            work.sync {}
            opening.sync {}
            work.sync {}
        }
    }
}

/// A music player on a Manual device, whose threads' work is done where the test says.
final class MusicStage {
    let server = ManualServer()
    let folder = ScratchFolder()
    let output: Output
    let player: MPMusicPlayerApplicationController
    let session = SessionCenter()
    var engine: MusicPlayerEngine { player.engine }
    let channels: Int

    /// - Parameter opened: is told the number of each item that is opened.
    init(
        rate: Double = 48_000, channels: Int = 2, cycle: Int = 480, seed: UInt64 = 1,
        opened: @escaping @Sendable (Int64) throws -> Void = { _ in }
    ) throws {
        // Collections are of the library, which is that of the tests.
        _ = LibraryTests.folder
        let output = try server.output(rate: rate, channels: channels, cycle: cycle)
        let (timeline, session) = (PlayerTimeline(), session)
        (self.output, self.channels) = (output, channels)
        player = MPMusicPlayerApplicationController(
            open: { piece, handler in
                try opened(piece.item.number)
                let file = try OpenFile.open(path(of: piece.url! as NSURL), .read, hint: FourCC(0))
                return try Player(
                    file, until: piece.end, timeline: timeline, session: session,
                    output: { (_) throws(AudioError) in output }, handler: handler)
            }, generator: Counter(state: seed))
    }

    func work() { engine.doWork() }

    /// The samples of so many frames.
    func hear(_ frames: Int, step: Int = 480) -> [Float] {
        if player.playbackState == .playing { _ = eventually { server.runningStreams == 1 } }
        var (heard, left) = ([Float](), frames)
        while left > 0 {
            work()
            heard += server.advance(min(step, left))
            left -= min(step, left)
        }
        work()
        return heard
    }

    /// Writes a sine of `frames` frames, at a pitch that follows from the item's number, and returns the item.
    func song(
        _ number: Int64, _ format: AudioFormatID, frames: Int, rate: Double = 48_000, ending: String
    ) throws -> FileItem {
        let place = URL(fileURLWithPath: folder.file("\(number).\(ending)"))
        var settings: [String: Any] = [
            AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
        ]
        if format == kAudioFormatLinearPCM { settings[AVLinearPCMBitDepthKey] = 16 }
        let file = try AVAudioFile(forWriting: place, settings: settings)
        let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames))!
        samples.frameLength = AVAudioFrameCount(frames)
        for channel in 0..<channels {
            for frame in 0..<frames {
                let pitch = Float(number) * 0.021 + Float(channel) * 0.005
                samples.floatChannelData![channel][frame] = 0.5 * sin(Float(frame) * pitch + 1)
            }
        }
        try file.write(from: samples)
        file.close()
        return FileItem(number, place)
    }

    /// What a file has, interleaved.
    func decoded(_ item: FileItem) throws -> [Float] {
        let file = try AVAudioFile(forReading: item.place)
        let samples = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))!
        try file.read(into: samples)
        let frames = Int(samples.frameLength)
        return (0..<frames).flatMap { frame in
            (0..<channels).map { samples.floatChannelData![$0][frame] }
        }
    }
}
