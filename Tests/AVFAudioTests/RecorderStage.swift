import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport

@testable import AVFAudio

/// A recorder on a device that is driven by hand.
final class RecorderStage {
    let server = ManualServer()
    let folder = ScratchFolder()
    let rate: Double
    let recorder: AVAudioRecorder

    init(_ name: String, _ settings: [String: Any], rate: Double = 8000, channels: Int = 1) throws {
        self.rate = rate
        let server = server
        var configuration = InputConfiguration()
        configuration.sampleRate = rate
        configuration.framesPerCycle = 64
        configuration.channels = channels
        let input = try Input(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        recorder = try AVAudioRecorder(
            url: folder.place(name), settings: settings, timeline: PlayerTimeline(),
            input: { (_) throws(AudioError) in input })
    }

    /// Lets the device bring a sound, faster than it is written. The ring holds a second.
    func bring(_ sound: [Float]) -> Bool {
        guard eventually({ self.server.runningStreams == 1 }) else { return false }
        _ = server.advance(sound.count, input: sound)
        return true
    }

    func read() throws -> [Float] { try AVAudioFile(forReading: recorder.url).rest()[0] }
}
