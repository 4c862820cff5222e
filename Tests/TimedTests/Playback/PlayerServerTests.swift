import AudioCore
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// Players and recorders with real servers.
@Suite(.serialized) struct PlayerServerTests {
    private let folder = ScratchFolder()

    /// A file of Float32.
    private func write(_ samples: [Float], _ name: String, rate: Double, channels: Int) throws -> URL {
        let url = URL(fileURLWithPath: folder.file(name))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(
            forWriting: url, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: true)
        let frames = AVAudioFrameCount(samples.count / channels)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
        buffer.frameLength = frames
        buffer.floatChannelData?[0].update(from: samples, count: samples.count)
        try file.write(from: buffer)
        file.close()
        return url
    }

    private func read(_ url: URL) throws -> [Float] {
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
        let frames = AVAudioFrameCount(file.length)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
        try file.read(into: buffer)
        let data = try #require(buffer.floatChannelData)
        return Array(UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength) * buffer.stride))
    }

    /// Sample for sample, through the server's loudspeakers and its microphone.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aRecorderHearsWhatAPlayerPlays(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let samples = (0..<120_000).map { RenderCounter.sample(Int64($0)) }
        let sound = try write(samples, "sound.caf", rate: 48_000, channels: 2)
        let attempts = Attempts()
        while true {
            let recorder = try AVAudioRecorder(
                url: URL(fileURLWithPath: folder.file("take.caf")),
                settings: [
                    AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 32,
                    AVLinearPCMIsFloatKey: true,
                ])
            #expect(recorder.record() && eventually { recorder.currentTime > 0.1 })
            let player = try AVAudioPlayer(contentsOf: sound)
            #expect(player.play() && eventually { !player.isPlaying })
            let end = recorder.currentTime
            #expect(eventually { recorder.currentTime > end + 0.5 })
            recorder.stop()
            let heard = try read(recorder.url)
            let first = heard.firstIndex { $0 != 0 } ?? 0
            let same = zip(heard[first...], samples).prefix { $0 == $1 }.count
            if same < samples.count, attempts.another() { continue }
            #expect(same == samples.count && first % 2 == 0)
            break
        }
    }

    /// A player that was prepared, and a microphone that hears the loudspeakers.
    private struct PreparedPlayer {
        let player: AVAudioPlayer
        let output: Output
        let recorder: CaptureRecorder
        /// Those of the microphone.
        let channels: Int

        /// Milliseconds of a cycle.
        var period: Double { Double(output.framesPerCycle) / output.format.sampleRate * 1000 }
        /// Those of two cycles and the device's latency.
        var limit: Double { 2 * period + Double(output.latency) / output.format.sampleRate * 1000 }

        /// Starts the player at some moment of a cycle, and waits for its end.
        ///
        /// - Returns: milliseconds from the call to the moment at which the microphone brings the first sample; nil where it does not.
        func start(_ moments: inout SeededRandom) throws -> Double? {
            // The recorder wakes us just after a cycle; a finger does not.
            let moment = moments.next() % UInt64(period * 1e6)
            _ = WaitableValue(0).wait(nanoseconds: moment) { _ -> Bool? in nil }
            let before = recorder.samples.count
            let start = HostTime.now()
            #expect(player.play())
            #expect(recorder.waitForSamples(before + 12_000 * channels) && eventually { !player.isPlaying })
            guard let first = recorder.samples[before...].firstIndex(where: { abs($0) > 0.01 }) else { return nil }
            var position = 0
            let cycle = recorder.cycles.first { cycle in
                position += cycle.frames * channels
                return position > first
            }
            return Double(try #require(cycle).calledAt - start) / 1e6
        }
    }

    /// Each of 15 starts of a player that was prepared. The monitor has a cycle's sound one cycle later.
    @Test(.needs(.pipewire), arguments: [48_000.0, 44_100]) func aPreparedPlayerIsHeardWithinTwoPeriods(
        rate: Double
    ) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        var configuration = OutputConfiguration()
        configuration.backend = "pipewire"
        let output = try Output(configuration)
        var wanted = InputConfiguration()
        wanted.backend = "pipewire"
        let input = try Input(wanted)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        defer { input.remove(sink) }
        let click = [Float](repeating: 0.5, count: Int(rate / 100))
        let player = try AVAudioPlayer(
            data: Data(contentsOf: write(click, "click.caf", rate: rate, channels: 1)), timeline: PlayerTimeline(),
            output: { (_) throws(AudioError) in output })
        #expect(player.prepareToPlay() && recorder.waitForSamples(48_000))
        let prepared = PreparedPlayer(
            player: player, output: output, recorder: recorder, channels: input.format.channels)
        var (moments, delays) = (SeededRandom(4), [Double]())
        for number in 0..<15 {
            // A start is tried again only where the machine stalled while it was timed.
            let attempts = Attempts()
            while true {
                let delay = try prepared.start(&moments)
                if delay ?? .infinity > prepared.limit, attempts.another() { continue }
                guard let delay else {
                    Issue.record("start \(number) was not heard")
                    break
                }
                #expect(delay <= prepared.limit, "start \(number)")
                delays.append(delay)
                break
            }
        }
        delays.sort()
        try #require(!delays.isEmpty)
        print(
            "\(rate): from play to the microphone's first sample: median \(delays[delays.count / 2]) ms, worst "
                + "\(delays.last ?? 0) ms; a period is \(prepared.period) ms, the limit \(prepared.limit) ms")
    }
}
