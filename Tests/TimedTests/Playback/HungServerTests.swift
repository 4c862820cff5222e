import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Players and recorders while the server stands still for three seconds, and afterwards.
@Suite(.serialized, .mustEnd) struct HungServerTests {
    private let folder = ScratchFolder()

    /// Half a second of a constant, which is played again and again.
    private func player(_ level: Float) throws -> AVAudioPlayer {
        let url = URL(fileURLWithPath: folder.file("\(level).caf"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(
            forWriting: url, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: true)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 24_000))
        buffer.frameLength = 24_000
        buffer.floatChannelData?[0].update(repeating: level, count: 48_000)
        try file.write(from: buffer)
        file.close()
        let player = try AVAudioPlayer(contentsOf: url)
        player.numberOfLoops = -1
        return player
    }

    private func recorder() throws -> AVAudioRecorder {
        let recorder = try AVAudioRecorder(
            url: URL(fileURLWithPath: folder.file("take.caf")),
            settings: [
                AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 32,
                AVLinearPCMIsFloatKey: true,
            ])
        recorder.isMeteringEnabled = true
        return recorder
    }

    private func samples(_ url: URL) throws -> [Float] {
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let data = try #require(buffer.floatChannelData)
        return Array(UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength) * buffer.stride))
    }

    /// Whether the recorder hears a level in what it records from now on, within ten seconds.
    private func hears(_ level: Float, _ recorder: AVAudioRecorder) -> Bool {
        recorder.updateMeters()
        let now = recorder.currentTime
        return eventually {
            recorder.updateMeters()
            return recorder.currentTime > now + 0.1 && abs(recorder.peakPower(forChannel: 0) - 20 * log10(level)) < 0.1
        }
    }

    /// Runs what must not wait for ever, on a thread of its own. The library waits three seconds for a server, here at most for
    /// three answers.
    private func mustReturn(_ what: String, _ body: @escaping @Sendable () -> Void) throws {
        let isDone = WaitableValue(false)
        let thread = try Thread(name: "hung-server") {
            body()
            isDone.withLock { $0 = true }
        }
        thread.detach()
        let hasReturned = isDone.wait(nanoseconds: 15_000_000_000) { $0 ? true : nil } ?? false
        #expect(hasReturned, "\(what) waits for the server")
    }

    /// What the program does while the server stands still.
    enum Meanwhile: String, CaseIterable { case nothing, pauses, stops, others }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed, Meanwhile.allCases)
    func soundReturns(kind: PrivateServer.Kind, meanwhile: Meanwhile) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        nonisolated(unsafe) let (player, recorder) = (try self.player(0.25), try self.recorder())
        nonisolated(unsafe) let second = try self.player(0.5)
        #expect(recorder.record() && player.play() && hears(0.25, recorder))

        server.send(SIGSTOP)
        let stopped = HostTime.now()
        do {
            defer { server.send(SIGCONT) }
            switch meanwhile {
            case .nothing: break
            case .pauses:
                try mustReturn("pause and play") {
                    player.pause()
                    recorder.pause()
                    _ = (player.currentTime, recorder.currentTime, player.deviceCurrentTime)
                    _ = (player.play(), recorder.record())
                }
            case .stops:
                try mustReturn("stop and play") {
                    player.stop()
                    _ = player.play()
                    player.volume = 0.5
                    player.volume = 1
                }
            case .others: try mustReturn("another player") { _ = second.prepareToPlay() && second.play() }
            }
            while HostTime.now() < stopped + 3 * HostTime.ticksPerSecond { usleep(10_000) }
        }

        // What the program has stopped, or could not start, is started again.
        if !player.isPlaying { #expect(eventually { player.play() }) }
        if !recorder.isRecording { #expect(eventually { recorder.record() }) }
        if meanwhile != .others {
            #expect(hears(0.25, recorder))
        } else if !second.isPlaying {
            #expect(eventually { second.play() })
        }
        player.stop()
        #expect((second.isPlaying || second.play()) && hears(0.5, recorder))
        let end = recorder.currentTime
        #expect(eventually { recorder.currentTime > end + 0.2 })
        recorder.stop()
        second.stop()

        let heard = try samples(recorder.url)
        // Both sounds, the second one last; nothing but them, their sum and the silence of missed cycles; and all that the time
        // stands for.
        #expect(heard.count >= Int(end * 48_000) * 2)
        #expect(heard.contains(0.25) && heard.suffix(19_200).count { $0 == 0.5 } > 4800)
        #expect(!heard.suffix(19_200).contains(0.25))
        let wrong = heard.filter { ![0, 0.25, 0.5, 0.75].contains($0) }
        #expect(wrong.isEmpty, "\(wrong.prefix(8)) and so on, \(wrong.count)")
    }
}
