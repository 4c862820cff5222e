import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// Which channels of the device players play on and recorders record.
@Suite struct ChannelAssignmentTests {
    private func channels(_ numbers: [Int]) -> [AVAudioSessionChannelDescription] {
        numbers.map { AVAudioSessionChannelDescription(device: "manual", number: $0) }
    }

    // MARK: Recorders

    private func pcm(_ rate: Double, _ channels: Int) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
    }

    /// In each channel of the device all samples are its number.
    private func sound(_ channels: Int, frames: Int) -> [Float] {
        (0..<frames * channels).map { Float($0 % channels + 1) / 16 }
    }

    /// The values of a file's channels, each of which has one value.
    private func recorded(_ stage: RecorderStage, frames: Int) throws -> [Float] {
        try AVAudioFile(forReading: stage.recorder.url).rest().map { channel in
            #expect(channel.count == frames && channel.allSatisfy { $0 == channel[0] })
            return channel[0] * 16
        }
    }

    private func record(_ stage: RecorderStage, channels: Int, frames: Int = 400) {
        #expect(stage.recorder.record() && eventually { stage.server.runningStreams == 1 })
        _ = stage.server.advance(frames, input: sound(channels, frames: frames))
    }

    private func stage(_ channels: Int, of deviceChannels: Int) throws -> RecorderStage {
        try RecorderStage("sound.caf", pcm(8000, channels), channels: deviceChannels)
    }

    @Test(arguments: [[3], [6, 2], [4, 4], [1, 2]])
    func aRecorderTakesTheChannelsThatItIsTold(numbers: [Int]) throws {
        let stage = try stage(numbers.count, of: 6)
        stage.recorder.channelAssignments = channels(numbers)
        #expect(stage.recorder.channelAssignments?.map(\.channelNumber) == numbers)
        record(stage, channels: 6)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 400) == numbers.map { Float($0) })
        // The next recording has them too.
        record(stage, channels: 6, frames: 300)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 300) == numbers.map { Float($0) })
    }

    @Test func withoutThemItTakesTheFirstOnes() throws {
        let stage = try stage(2, of: 6)
        stage.recorder.channelAssignments = channels([5, 6])
        stage.recorder.channelAssignments = nil
        #expect(stage.recorder.channelAssignments == nil)
        record(stage, channels: 6)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 400) == [1, 2])
    }

    @Test func aChannelThatTheDeviceDoesNotHaveIsSilent() throws {
        let stage = try stage(2, of: 2)
        stage.recorder.channelAssignments = channels([3, 1])
        record(stage, channels: 2)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 400) == [0, 1])
    }

    @Test func anotherNumberOfChannelsIsIgnored() throws {
        let stage = try stage(2, of: 4)
        stage.recorder.channelAssignments = channels([4, 3])
        for numbers in [[], [1], [1, 2, 3]] { stage.recorder.channelAssignments = channels(numbers) }
        #expect(stage.recorder.channelAssignments?.map(\.channelNumber) == [4, 3])
        record(stage, channels: 4)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 400) == [4, 3])
    }

    @Test func aPreparedRecorderTakesThemAndOneThatRunsDoesNot() throws {
        let stage = try stage(1, of: 4)
        #expect(stage.recorder.prepareToRecord())
        stage.recorder.channelAssignments = channels([2])
        record(stage, channels: 4, frames: 200)
        #expect(eventually { stage.recorder.currentTime >= 0.02 })
        stage.recorder.channelAssignments = channels([3])
        stage.recorder.pause()
        record(stage, channels: 4, frames: 200)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 400) == [2])
        record(stage, channels: 4, frames: 200)
        stage.recorder.stop()
        #expect(try recorded(stage, frames: 200) == [3])
    }

    @Test func theLevelsAreThoseOfTheChannels() throws {
        let stage = try stage(2, of: 4)
        stage.recorder.isMeteringEnabled = true
        stage.recorder.channelAssignments = channels([4, 7])
        record(stage, channels: 4)
        stage.recorder.updateMeters()
        #expect(abs(stage.recorder.peakPower(forChannel: 0) - 20 * log10(0.25)) < 1e-4)
        #expect(stage.recorder.peakPower(forChannel: 1) == -160)
        stage.recorder.stop()
    }

    // MARK: Players

    @Test func aPlayerPlaysOnTheChannelsThatItIsTold() throws {
        let folder = ScratchFolder()
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: pcm(1000, 2))
        let (left, right) = ((1...200).map { Float($0) / 1024 }, (1...200).map { -Float($0) / 1024 })
        try file.write(from: Sample.buffer([left, right], rate: 1000))
        file.close()
        let server = ManualServer()
        let output = try server.output(channels: 4)
        let player = try AVAudioPlayer(
            data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(),
            output: { (_) throws(AudioError) in output })
        func hears(_ numbers: [Int], _ frames: ClosedRange<Int>) -> Bool {
            let heard = server.advance(frames.count)
            return heard.count == 4 * frames.count
                && zip(frames, 0...).allSatisfy { frame, index in
                    (1...4).allSatisfy { number in
                        let sides = zip(numbers, [left, right]).filter { $0.0 == number }.map { $0.1[frame - 1] }
                        return heard[index * 4 + number - 1] == sides.reduce(0, +)
                    }
                }
        }
        player.channelAssignments = channels([4, 2])
        #expect(player.play() && eventually { server.runningStreams == 1 })
        #expect(hears([4, 2], 1...40))
        // While it plays, too, and from the next cycle on.
        player.channelAssignments = channels([1, 9])
        #expect(hears([1, 9], 41...80))
        player.channelAssignments = channels([3])
        #expect(player.channelAssignments?.map(\.channelNumber) == [1, 9] && hears([1, 9], 81...120))
        player.channelAssignments = nil
        #expect(player.channelAssignments == nil && hears([1, 2], 121...160))
    }
}
