import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import AudioSession
import CoreMedia
import Foundation
import TestSupport

@testable import AVFoundation
@testable import PlaybackAndRecording

/// Players on a Manual device, whose threads' work is done where the test says.
final class PlaybackStage: @unchecked Sendable {
    let server = ManualServer()
    let folder = ScratchFolder()
    let device: PlaybackDevice
    let session = SessionCenter()
    let rate: Double
    private let heardOf = LockedValue<[String]>([])

    init(rate: Double = 48_000, cycle: Int = 480) throws {
        let output = try server.output(rate: rate, channels: 2, cycle: cycle)
        device = PlaybackDevice(
            output: { (_) throws(AudioError) in output }, session: session, timeline: PlayerTimeline())
        self.rate = rate
    }

    func player(_ item: AVPlayerItem?) -> AVPlayer { AVPlayer(item, .pause, on: device) }

    func queue(_ items: [AVPlayerItem]) -> AVQueuePlayer {
        let player = AVQueuePlayer(nil, .advance, on: device)
        player.add(items)
        return player
    }

    /// Writes a sine of a pitch that follows from the number, and returns where it is.
    func file(_ number: Int, frames: Int, format: AudioFormatID = kAudioFormatLinearPCM) throws -> URL {
        let ending = format == kAudioFormatLinearPCM ? "wav" : "m4a"
        let place = URL(fileURLWithPath: folder.path + "/\(number).\(ending)")
        var settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2]
        if format == kAudioFormatLinearPCM { settings[AVLinearPCMBitDepthKey] = 16 }
        let file = try AVAudioFile(forWriting: place, settings: settings)
        let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames))!
        samples.frameLength = AVAudioFrameCount(frames)
        for channel in 0..<2 {
            for frame in 0..<frames {
                let pitch = Float(number) * 0.021 + Float(channel) * 0.005
                samples.floatChannelData![channel][frame] = 0.5 * sin(Float(frame) * pitch + 1)
            }
        }
        try file.write(from: samples)
        file.close()
        return place
    }

    func item(_ number: Int, frames: Int, format: AudioFormatID = kAudioFormatLinearPCM) throws -> AVPlayerItem {
        AVPlayerItem(url: try file(number, frames: frames, format: format))
    }

    /// What an item's file has, interleaved.
    func decoded(_ item: AVPlayerItem) throws -> [Float] {
        let file = try AVAudioFile(forReading: (item.asset as! AVURLAsset).url)
        let samples = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))!
        try file.read(into: samples)
        return (0..<Int(samples.frameLength)).flatMap { frame in
            (0..<2).map { samples.floatChannelData![$0][frame] }
        }
    }

    /// Does what the threads of a player would do when they are next due.
    func work(_ player: AVPlayer) {
        let engine = player.engine
        for _ in 0..<3 {
            _ = eventually { engine.work.sync { engine.opening.isEmpty } }
            let players = engine.work.sync { engine.sounds.values.map(\.player) }
            for player in players where player.state.withLock({ $0.job }) != nil {
                while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
            }
            engine.work.sync {}
            engine.work.sync { engine.tick() }
        }
    }

    /// The samples of so many frames.
    func hear(_ player: AVPlayer, _ frames: Int, step: Int = 480) -> [Float] {
        work(player)
        if player.timeControlStatus == .playing { _ = eventually { server.runningStreams == 1 } }
        var (heard, left) = ([Float](), frames)
        while left > 0 {
            work(player)
            heard += server.advance(min(step, left))
            left -= min(step, left)
        }
        work(player)
        return heard
    }

    /// Waits until the main queue has made the calls so far.
    func settleMain() {
        let isDone = LockedValue(false)
        DispatchQueue.main.async { isDone.withLock { $0 = true } }
        _ = eventually { isDone.withLock { $0 } }
    }

    // MARK: What was reported

    func note(_ text: String) { heardOf.withLock { $0.append(text) } }
    var notes: [String] { heardOf.withLock { $0 } }
}

/// The sound in what a device got: from its first sample that is not 0.
func sounding(_ heard: [Float]) -> ArraySlice<Float> { heard.drop { $0 == 0 } }

extension CMTime {
    init(frames: Int) { self.init(value: Int64(frames), timescale: 48_000) }
}
