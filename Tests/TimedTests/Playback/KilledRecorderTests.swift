import AVFAudio
import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What stays of a recording of `AVAudioRecorder` whose program is killed, or whose disk is full.
@Suite(.serialized) struct KilledRecorderTests {
    /// A second is recorded when the program dies.
    static let seconds = 1.0
    /// Seconds that may be lost.
    static let loss = 0.3

    @Test(arguments: [
        ("lpcm.caf", kAudioFormatLinearPCM), ("lpcm.wav", kAudioFormatLinearPCM), ("lpcm.aiff", kAudioFormatLinearPCM),
        ("alac.caf", kAudioFormatAppleLossless), ("alac.m4a", kAudioFormatAppleLossless),
        ("ima4.caf", kAudioFormatAppleIMA4), ("ulaw.caf", kAudioFormatULaw), ("alaw.wav", kAudioFormatALaw),
    ])
    func aKilledProgramKeepsAllButTheEnd(name: String, format: AudioFormatID) async throws {
        try await kill(name, format)
    }

    private static let hasAAC = { () -> Bool in
        let asked: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        ]
        return (try? AVAudioRecorder(url: URL(fileURLWithPath: "/a.m4a"), settings: asked)) != nil
    }()

    @Test(.enabled(if: hasAAC, "no encoder of AAC is installed"), arguments: ["aac.m4a", "aac.caf"])
    func aKilledProgramKeepsItsAAC(name: String) async throws { try await kill(name, kAudioFormatMPEG4AAC) }

    private final class Delegate: NSObject, AVAudioRecorderDelegate, @unchecked Sendable {
        let told = WaitableValue<[String]>([])

        func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
            told.withLock { $0.append("error \((error as NSError?)?.code ?? 0)") }
        }

        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
            // Not asked under the lock: the recorder takes its own.
            let isRecording = recorder.isRecording
            told.withLock { $0.append("finished \(flag) \(isRecording)") }
        }
    }

    /// What had room can be read, and the delegate is told of both.
    @Test(arguments: ["full.caf", "full.wav", "full.aiff"])
    func aFullDiskEndsTheRecording(name: String) async throws {
        let folder = ScratchFolder()
        let path = folder.file(name)
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("COREAUDIO_BACKEND", "null", 1)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 60_000, rlim_max: .max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let recorder = try AVAudioRecorder(
                url: URL(fileURLWithPath: path), settings: [AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1])
            let delegate = Delegate()
            recorder.delegate = delegate
            guard recorder.record() else { exit(1) }
            let told = delegate.told.wait(nanoseconds: 20_000_000_000) { $0.count == 2 ? $0 : nil }
            exit(told == ["error -34", "finished false false"] ? 0 : 2)
        }
        let length = try AVAudioFile(forReading: URL(fileURLWithPath: path)).length
        #expect(length > 20_000 && length <= 30_000)
    }

    private func kill(_ name: String, _ format: AudioFormatID) async throws {
        let folder = ScratchFolder()
        let path = folder.file(name)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, format = format as AudioFormatID] in
            setenv("COREAUDIO_BACKEND", "null", 1)
            let settings: [String: Any] = [
                AVFormatIDKey: format, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
            ]
            let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: path), settings: settings)
            guard recorder.record(), eventually({ recorder.currentTime >= Self.seconds }) else { return }
            raise(SIGKILL)
        }
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
        let frames = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: frames)
        let kept = Double(frames.frameLength) / 44_100
        #expect(kept >= Self.seconds - Self.loss && kept < Self.seconds + 5, "\(kept) s")
        // Another recorder can go on there.
        let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: path), settings: [AVFormatIDKey: format])
        #expect(recorder.deleteRecording())
    }
}
