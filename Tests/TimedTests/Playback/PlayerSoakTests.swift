import AudioCore
import AudioIO
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AVFAudio
@testable import PlaybackAndRecording

/// Players, recorders and queues that are made, used and dropped again and again: the process stays as it is.
@Suite(.serialized) struct PlayerSoakTests {
    /// 10,000 in check-long.
    private static let rounds =
        ProcessInfo.processInfo.environment["COREAUDIO_PLAYER_ROUNDS"].flatMap { Int($0) } ?? 300

    /// What a process has.
    private struct Usage {
        let kilobytes: Int
        let descriptors: Int
        let threads: Int

        static var now: Usage {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            func number(_ key: String) -> Int {
                let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
                return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
            }
            return Usage(kilobytes: number("VmRSS:"), descriptors: open.count, threads: number("Threads:"))
        }

        /// What the descriptors stand for.
        static var open: [String] {
            let folder = "/proc/self/fd"
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return numbers.map { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")) ?? "?"
            }
        }
    }

    enum Kind: CaseIterable { case player, compressedPlayer, queue }

    private func output() throws -> Output {
        var configuration = OutputConfiguration()
        configuration.backend = "null"
        return try Output(configuration)
    }

    /// Makes one, plays, and drops it. Every tenth one is heard for a few cycles.
    private func round(_ number: Int, _ kind: Kind, _ output: Output, _ sound: Data) throws {
        let heard = output.renderedFrames + 1000
        let isHeard = { number % 10 != 0 || eventually { output.renderedFrames > heard } }
        guard kind == .queue else {
            let player = try AVAudioPlayer(
                data: sound, timeline: PlayerTimeline(), output: { (_) throws(AudioError) in output })
            player.isMeteringEnabled = number % 2 == 0
            player.enableRate = number % 3 == 0
            #expect(player.prepareToPlay() && player.play() && isHeard())
            if number % 4 == 0 { player.stop() }
            return
        }
        let queue = try PlayingQueue(
            .float32(sampleRate: 48_000, channels: 2), output: { (_) throws(AudioError) in output },
            callback: { _, _ in })
        _ = try queue.register()
        for _ in 0..<3 {
            let buffer = try queue.allocateBuffer(bytes: 4096, descriptions: 0)
            memset(buffer.pointee.mAudioData, 0, 4096)
            buffer.pointee.mAudioDataByteSize = 4096
            _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
        }
        try queue.start(at: nil)
        #expect(isHeard())
        try queue.dispose(immediately: number % 2 == 0)
    }

    /// Makes one, records into a file, and drops it. Every tenth one records for a few cycles.
    private func record(_ number: Int, _ input: Input, to url: URL) throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
        ]
        let recorder = try AVAudioRecorder(
            url: url, settings: settings, timeline: PlayerTimeline(), input: { (_) throws(AudioError) in input })
        recorder.isMeteringEnabled = number % 2 == 0
        #expect(recorder.prepareToRecord() && recorder.record())
        if number % 10 == 0 { #expect(eventually { recorder.currentTime > 0.02 }) }
        if number % 4 == 0 { recorder.stop() }
        if number % 8 == 0 { #expect(recorder.deleteRecording()) }
    }

    @Test(arguments: Kind.allCases) func nothingIsLeftBehind(_ kind: Kind) throws {
        let output = try output()
        let path = kind == .compressedPlayer ? "MPEGAudio/vbr-stereo.mp3" : "WAVE/s16-stereo.wav"
        let sound = Data(try Fixture.named(path).bytes())
        try check("\(kind)") { number in try round(number, kind, output, sound) }
    }

    @Test func recordersLeaveNothingBehind() throws {
        var configuration = InputConfiguration()
        configuration.backend = "null"
        let (input, folder) = (try Input(configuration), ScratchFolder())
        try check("recorder") { number in
            try record(number, input, to: URL(fileURLWithPath: folder.file("take.caf")))
        }
    }

    /// Compares the process after many rounds with the one before them.
    private func check(_ name: String, _ round: (Int) throws -> Void) throws {
        // What is made once for all of them, and the allocator's first growth.
        for number in 1...100 { try round(number) }
        let threads = { Usage.now.threads }
        var least = threads()
        // Those of the last ones may still be ending.
        _ = eventually(seconds: 2) {
            least = min(least, threads())
            return false
        }
        let before = Usage.now
        for number in 1...Self.rounds { try round(number) }
        #expect(eventually(seconds: 20) { threads() <= least + 1 }, "\(threads()) threads, \(least) before")
        // Threads that end close their descriptors, some of them late.
        #expect(eventually(seconds: 20) { Usage.now.descriptors <= before.descriptors + 2 }, "\(Usage.open)")
        let after = Usage.now
        print(
            "\(Self.rounds) rounds of \(name): memory \(before.kilobytes) KiB, then \(after.kilobytes) KiB; descriptors "
                + "\(before.descriptors), then \(after.descriptors); threads \(least), then \(after.threads)")
        // A kilobyte a round would be ten times as much in the long run.
        #expect(after.kilobytes - before.kilobytes < 6 * 1024)
    }
}
