import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// Hundreds of players that start at once.
@Suite(.mustEnd) struct ManyPlayersTests {
    private static let count = 400

    /// Counts what players report, each once.
    private final class Ends: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
        let ended = WaitableValue<[ObjectIdentifier: Int]>([:])

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
            #expect(flag)
            ended.withLock { $0[ObjectIdentifier(player), default: 0] += 1 }
        }
    }

    /// A sound of 100 frames of a level, as a WAVE file.
    private func sound(_ level: Float) throws -> Data {
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.wav"), settings: settings)
        try file.write(from: Sample.buffer([[Float](repeating: level, count: 100)], rate: 1000))
        file.close()
        return try Data(contentsOf: folder.place("sound.wav"))
    }

    /// They share one stream, all of them are in the sum from the first frame to the last, and each reports its end once.
    @Test func theyAreHeardTogetherOnOneStream() throws {
        let server = ManualServer()
        let output = try server.output(rate: 1000)
        let (timeline, ends, data) = (PlayerTimeline(), Ends(), try sound(1 / 512))
        let players = try (0..<Self.count).map { _ in
            let player = try AVAudioPlayer(
                data: data, timeline: timeline, output: { (_) throws(AudioError) in output })
            player.delegate = ends
            return player
        }
        for player in players { #expect(player.prepareToPlay()) }
        let moment = players[0].deviceCurrentTime + 0.5
        for player in players { #expect(player.play(atTime: moment)) }
        #expect(players.allSatisfy(\.isPlaying) && server.openStreams == 1)
        var heard: [Float] = []
        #expect(
            eventually {
                heard += server.advance(50)
                return !players.contains(where: \.isPlaying)
            })
        // Stereo or mono: each frame of the sum is that of all players, or silent.
        let sum = Float(Self.count) / 512
        let sounding = heard.filter { $0 != 0 }
        #expect(sounding.count == 100 * output.format.channels && sounding.allSatisfy { $0 == sum })
        let all = ends.ended.wait(nanoseconds: 20_000_000_000) { $0.count == Self.count ? $0 : nil }
        #expect(all?.values.allSatisfy { $0 == 1 } == true)
        #expect(players.allSatisfy { $0.currentTime == 0 })
    }
}
