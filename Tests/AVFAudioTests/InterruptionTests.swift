import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// What delegates of players and recorders are told when the session is interrupted.
@Suite struct InterruptionTests {
    private final class Delegate: NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate, @unchecked Sendable {
        private let notified = WaitableValue<[String]>([])

        private func note(_ text: String) { notified.withLock { $0.append("\(text) \(MainQueue.isCurrent)") } }

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { note("finished") }
        func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { note("began \(player.isPlaying)") }
        func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) { note("ended \(flags)") }
        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) { note("finished") }
        func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { note("began \(recorder.isRecording)") }
        func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
            note("ended \(flags)")
        }

        /// The first so many notifications.
        func first(_ count: Int) -> [String] {
            notified.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? Array($0.prefix(count)) : nil } ?? []
        }
    }

    @Test(arguments: [true, false]) func aPlayersDelegate(_ resumes: Bool) throws {
        let (server, neighbourhood, delegate) = (ManualServer(), SessionNeighbourhood(), Delegate())
        let (center, neighbour, _) = try neighbourhood.program()
        try center.set(SessionSetting(.playback))
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000.0, AVNumberOfChannelsKey: 1,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        try file.write(from: Sample.buffer([[Float](repeating: 0.5, count: 1000)], rate: 1000))
        file.close()
        let output = try server.output()
        let player = try AVAudioPlayer(
            data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(), session: center,
            output: { (_) throws(AudioError) in output })
        player.delegate = delegate
        #expect(player.play() && center.isActive)
        neighbour.receive(.peerActive("a", .standard))
        neighbour.receive(.peerInactive("a", notifiesOthers: resumes))
        neighbourhood.settle()
        #expect(delegate.first(2) == ["began false true", "ended \(resumes ? 1 : 0) true"])
        #expect(!player.isPlaying && center.isActive == resumes)
        #expect(player.play())
    }

    @Test func aRecordersDelegateAndItsFile() throws {
        let (server, neighbourhood, delegate) = (ManualServer(), SessionNeighbourhood(), Delegate())
        let (center, neighbour, _) = try neighbourhood.program()
        let folder = ScratchFolder()
        var configuration = InputConfiguration()
        (configuration.sampleRate, configuration.channels) = (8000, 1)
        let input = try Input(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        let recorder = try AVAudioRecorder(
            url: folder.place("sound.caf"),
            settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1],
            timeline: PlayerTimeline(), session: center, input: { (_) throws(AudioError) in input })
        recorder.delegate = delegate
        // In a category without input nothing is recorded.
        try center.set(SessionSetting(.playback))
        #expect(!recorder.record() && !recorder.prepareToRecord() && !recorder.isRecording)
        try center.set(SessionSetting(.record))
        let sound = Signal.sine(300.0 / 8000, frames: 1600).map { ($0 * 32_768).rounded() / 32_768 }
        func bring(_ part: ArraySlice<Float>) -> Bool {
            guard eventually({ server.runningStreams == 1 }) else { return false }
            _ = server.advance(part.count, input: Array(part))
            return true
        }
        #expect(recorder.record() && center.isActive)
        // A cycle of 512 frames counts whole, and the shorter one behind it as time goes on, which stands still.
        #expect(bring(sound[..<800]) && eventually { recorder.currentTime >= 0.064 })
        neighbour.receive(.callBegan)
        neighbourhood.settle()
        #expect(!recorder.isRecording)
        _ = server.advance(320, input: [Float](repeating: 0.75, count: 320))
        neighbour.receive(.callEnded)
        neighbourhood.settle()
        #expect(delegate.first(2) == ["began false true", "ended 1 true"])
        // What follows is appended.
        #expect(recorder.record())
        #expect(bring(sound[800...]) && eventually { recorder.currentTime >= 0.164 })
        recorder.stop()
        #expect(delegate.first(3).last == "finished true")
        #expect(try AVAudioFile(forReading: recorder.url).rest()[0] == sound)
    }
}
