import AudioCore
import AudioDevices
import AudioIO
import AudioToolbox
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// What the file says of itself, and what is in it, after a kill of the program whose `AVAudioRecorder` wrote packets into CAF.
@Suite(.serialized) struct KilledSoundTests {
    static let rate = 44_100.0
    /// Frames that the device has brought when the program dies.
    static let frames = 66_150
    /// Frames that may be lost: those of half a second.
    static let loss = 22_050

    /// Samples that 16 bits hold exactly.
    static let sound = Signal.sine(300 / rate, frames: frames).map { ($0 * 32_768).rounded() / 32_768 }

    private static let formats: [(format: AudioFormatID, error: Float)] = [
        (kAudioFormatAppleLossless, Float(0)), (kAudioFormatMPEG4AAC, Float(0.1)),
    ].filter { format, _ in
        (try? AVAudioRecorder(url: URL(fileURLWithPath: "/a.caf"), settings: settings(format))) != nil
    }

    private static func settings(_ format: AudioFormatID) -> [String: Any] {
        [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
    }

    /// Records the sound in real time, and dies.
    private static func recordAndDie(_ path: String, _ format: AudioFormatID) throws {
        let server = ManualServer()
        var configuration = InputConfiguration()
        (configuration.sampleRate, configuration.channels) = (rate, 1)
        let input = try Input(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        let recorder = try AVAudioRecorder(
            url: URL(fileURLWithPath: path), settings: settings(format), timeline: PlayerTimeline(),
            input: { (_) throws(AudioError) in input })
        guard recorder.record(), eventually({ server.runningStreams == 1 }) else { exit(1) }
        for first in stride(from: 0, to: frames, by: 882) {
            _ = server.advance(882, input: Array(sound[first..<first + 882]))
            usleep(20_000)
        }
        raise(SIGKILL)
    }

    @Test(arguments: formats.indices) func theFileTellsWhatIsInIt(index: Int) async throws {
        let (format, error) = Self.formats[index]
        let folder = ScratchFolder()
        let path = folder.file("sound.caf")
        await kill(path, format)
        // The samples are those that were recorded, from the first one on.
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
        let length = Int(file.length)
        #expect(length >= Self.frames - Self.loss && length <= Self.frames, "\(length) frames")
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(length)))
        try file.read(into: buffer)
        #expect(Int(buffer.frameLength) == length)
        let samples = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: length)
        let distance = zip(samples, Self.sound).dropFirst(error > 0 ? 1024 : 0).map { abs($0 - $1) }.max()
        #expect(distance ?? 1 <= error)
        // All that tells a length tells this one.
        try PublicFile.with(URL(fileURLWithPath: path) as CFURL) { id in
            let duration = try PublicFile.property(id, kAudioFilePropertyEstimatedDuration, 0.0)
            #expect(abs(duration - Double(length) / Self.rate) < 1e-9)
            let packets = try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            let table = try PublicFile.property(id, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            #expect(
                table.mNumberValidFrames == Int64(length) && table.mPrimingFrames >= 0 && table.mRemainderFrames >= 0)
            let all = table.mNumberValidFrames + Int64(table.mPrimingFrames + table.mRemainderFrames)
            #expect(all == Int64(packets) * (format == kAudioFormatMPEG4AAC ? 1024 : 4096))
            let bytes = try PublicFile.property(id, kAudioFilePropertyAudioDataByteCount, UInt64(0))
            #expect(bytes > packets && bytes < UInt64(folder.bytes("sound.caf")?.count ?? 0))
        }
    }

    @Test(.needsInstallation, arguments: formats.indices) func afinfoTellsTheSame(index: Int) async throws {
        let folder = ScratchFolder()
        let path = folder.file("sound.caf")
        await kill(path, Self.formats[index].format)
        let length = try AVAudioFile(forReading: URL(fileURLWithPath: path)).length
        let report = try TemporaryFolder().run("afinfo", path)
        let expected = String(format: "estimated duration: %.6f sec", Double(length) / Self.rate)
        #expect(report.status == 0 && report.output.contains(expected), "\(report)")
    }

    private func kill(_ path: String, _ format: AudioFormatID) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, format = format as AudioFormatID] in
            try Self.recordAndDie(path, format)
        }
    }
}
