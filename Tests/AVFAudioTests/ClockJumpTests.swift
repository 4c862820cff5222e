import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// The host's clock jumps while players play and recorders record. What is heard and written goes by frames: nothing is lost,
/// and no time goes back.
@Suite(.mustEnd) struct ClockJumpTests {
    /// An hour back, an hour ahead, a whole day ahead, and a little of each.
    static let jumps: [Int64] = [-3_600_000_000_000, 3_600_000_000_000, 86_400_000_000_000, -5_000_000, 40_000_000]

    private func player(_ samples: [Float], _ output: Output) throws -> AVAudioPlayer {
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        try file.write(from: Sample.buffer([samples], rate: 1000))
        file.close()
        return try AVAudioPlayer(
            data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(),
            output: { (_) throws(AudioError) in output })
    }

    @Test(arguments: jumps) func aPlayerPlaysOn(jump: Int64) throws {
        let server = ManualServer()
        server.setClock(by: 100_000_000_000_000)
        let output = try server.output(rate: 1000)
        let channels = output.format.channels
        let sound = (1...2000).map { Float($0) / 4096 }
        let player = try player(sound, output)
        player.enableRate = true
        #expect(player.prepareToPlay() && player.play())
        var (heard, times): ([Float], [Double]) = ([], [])
        func pass(_ frames: Int) {
            let played = server.advance(frames)
            heard += stride(from: 0, to: played.count, by: channels).map { played[$0] }
            times.append(player.currentTime)
        }
        while heard.count < 500 { pass(32) }
        server.setClock(by: jump)
        times.append(player.currentTime)
        while heard.count < 1000 { pass(32) }
        // Stopped and started after the jump.
        player.pause()
        server.setClock(by: -jump)
        let pausedAt = player.currentTime
        pass(32)
        #expect(player.currentTime == pausedAt && player.play())
        #expect(
            eventually {
                pass(32)
                return !player.isPlaying
            })
        // Once it has ended, it is at the beginning.
        while times.last == 0 { times.removeLast() }
        #expect(heard.filter { $0 != 0 } == sound)
        let backwards = zip(times, times.dropFirst()).filter { $0 > $1 }
        #expect(backwards.isEmpty && times.allSatisfy { (0...2).contains($0) }, "\(backwards)")
    }

    @Test(arguments: jumps) func aRecorderRecordsOn(jump: Int64) throws {
        let stage = try RecorderStage(
            "sound.caf", [AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true, AVSampleRateKey: 8000])
        stage.server.setClock(by: 100_000_000_000_000)
        #expect(stage.recorder.record())
        let sound = (1...6000).map { Float($0) / 8192 }
        var times: [Double] = []
        for (index, first) in stride(from: 0, to: sound.count, by: 500).enumerated() {
            if index == 4 { stage.server.setClock(by: jump) }
            if index == 8 { stage.server.setClock(by: -jump) }
            #expect(stage.bring(Array(sound[first..<first + 500])))
            times.append(stage.recorder.currentTime)
        }
        stage.recorder.stop()
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } && times.allSatisfy { (0...0.75).contains($0) })
        #expect(try stage.read() == sound)
    }
}
