import AudioCore
import AudioDevices
import AudioIO
import Foundation
import TestSupport
import Testing

@testable import AVFAudio
@testable import PlaybackAndRecording

/// The meters of players beside computed decibels.
@Suite struct PlayerMeterTests {
    private static let rate = 8000.0

    /// Each cycle of the device has whole periods, so that its mean square is that of the sine.
    @Test(arguments: [(1, 0.5), (0.5, 0.25), (0.25, 0.01), (0.1, 0), (0.001, 1), (0, 0.0001)] as [(Float, Float)])
    func sinesOfTwoChannels(_ left: Float, _ right: Float) throws {
        let (rate, folder) = (Self.rate, ScratchFolder())
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let sine = Signal.sine(400 / rate, frames: 16_000, amplitude: 1)
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        try file.write(from: Sample.buffer([sine.map { $0 * left }, sine.map { $0 * right }], rate: rate))
        file.close()
        let server = ManualServer()
        let output = try server.output(rate: rate, channels: 2, cycle: 80)
        let player = try AVAudioPlayer(
            data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(),
            output: { (_) throws(AudioError) in output })
        player.isMeteringEnabled = true
        // The meters stand before both.
        player.volume = 0.1
        player.pan = 1
        #expect(player.prepareToPlay() && eventually { server.runningStreams == 1 } && player.play())
        for _ in 0..<40 {
            // The player's own thread may be at it.
            _ = player.player.work()
            #expect(eventually { player.player.pipeline.withLock { $0.voice?.ring.waitingFrames ?? 0 } >= 80 })
            _ = server.advance(80)
        }
        player.updateMeters()
        for (channel, level) in [left, right].enumerated() {
            // Forty cycles of a fifth of the averaged time leave 0.8 to the power of 40 of the silence before.
            let average = level > 0 ? 20 * log10(level / Float(2).squareRoot()) : -160
            let peak = level > 0 ? 20 * log10(level) : -160
            #expect(abs(player.averagePower(forChannel: channel) - average) < 0.01)
            #expect(abs(player.peakPower(forChannel: channel) - peak) < 0.01)
        }
        #expect(player.averagePower(forChannel: 2) == -160)
    }
}
