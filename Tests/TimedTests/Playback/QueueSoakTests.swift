import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Queues that play for long: every sample is right, nothing is missing, memory does not grow.
@Suite(.serialized) struct QueueSoakTests {
    private static func seconds(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    /// Delivers `RenderCounter`'s signal or silence, in buffers that are filled again as soon as they come back.
    private final class Source: @unchecked Sendable {
        let queue: PlayingQueue
        private let link: Link

        /// What the callback gets.
        private final class Link: @unchecked Sendable {
            let position = LockedValue<Int64>(0)
            let isSilent: Bool
            init(isSilent: Bool) { self.isSilent = isSilent }

            func fill(_ buffer: UnsafeMutablePointer<AudioQueueBuffer>) {
                let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
                let count = Source.framesPerBuffer * 2
                position.withLock { position in
                    for index in 0..<count {
                        samples[index] = isSilent ? 0 : RenderCounter.sample(position + Int64(index))
                    }
                    position += Int64(count)
                }
                buffer.pointee.mAudioDataByteSize = UInt32(count * 4)
            }
        }

        private static let framesPerBuffer = 8192

        init(_ output: Output, rate: Double, isSilent: Bool) throws {
            let link = Link(isSilent: isSilent)
            self.link = link
            queue = try PlayingQueue(
                .float32(sampleRate: rate, channels: 2), output: { (_) throws(AudioError) in output },
                callback: { reference, buffer in
                    link.fill(buffer)
                    _ = try? AudioQueue.playing(reference).enqueue(EnqueueRequest(buffer: buffer))
                })
            _ = try queue.register()
            for _ in 0..<3 {
                let buffer = try queue.allocateBuffer(bytes: Self.framesPerBuffer * 8, descriptions: 0)
                link.fill(buffer)
                _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
            }
            try queue.start(at: nil)
        }

        var voice: QueueVoice { queue.pipelineState.withLock { $0.voice! } }
    }

    /// Bytes that the process has in memory.
    private static func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// An hour where `COREAUDIO_SOAK` is 3600, else some seconds; as fast as the queues decode.
    @Test func everySampleOfALongTimeIsPlayed() throws {
        let seconds = Self.seconds("COREAUDIO_SOAK") ?? 10
        let server = ManualServer()
        let output = try server.output(rate: 48_000, channels: 2, cycle: 512)
        let sources = try [48_000.0, 44_100, 22_050, 96_000].enumerated().map {
            try Source(output, rate: $1, isSilent: $0 > 0)
        }
        defer { for source in sources { try? source.queue.dispose(immediately: true) } }
        #expect(eventually { server.runningStreams == 1 })
        let voices = sources.map(\.voice)
        var wrong = 0
        var early = 0
        let cycles = seconds * 48_000 / 512
        for cycle in 0..<cycles {
            for (voice, source) in zip(voices, sources) {
                let deadline = HostTime.now() + 20 * HostTime.ticksPerSecond
                // A cycle of the device, in the queue's rate, and what the first one takes more.
                let needed = Int(512 * voice.sampleRate / 48_000) + 128
                while voice.ring.filled() < needed, HostTime.now() < deadline {
                    // The queue would decode at the pace of a clock.
                    source.queue.state.withLock { $0.job }?.wake()
                    usleep(20)
                }
            }
            let heard = server.advance(512)
            let first = Int64(cycle) * 1024
            for index in 0..<1024 where heard[index] != RenderCounter.sample(first + Int64(index)) { wrong += 1 }
            if cycle == cycles / 10 { early = Self.residentBytes() }
        }
        let growth = Self.residentBytes() - early
        print(
            "\(seconds) s of four queues: \(wrong) samples wrong, memory \(early >> 20) MiB, grown by \(growth >> 10) KiB"
        )
        #expect(wrong == 0)
        #expect(voices.allSatisfy { $0.starvedFrames.load(ordering: .relaxed) == 0 })
        #expect(growth < 8 << 20)
    }

    /// In real time at 256 frames, for `COREAUDIO_SOAK_REAL` seconds.
    @Test(.needs(.pipewire), .enabled(if: seconds("COREAUDIO_SOAK_REAL") != nil))
    func nothingIsMissedInRealTime() throws {
        setenv("QUANTUM", "256", 1)
        defer { unsetenv("QUANTUM") }
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        var configuration = OutputConfiguration()
        configuration.backend = "pipewire"
        configuration.framesPerCycle = 256
        let output = try Output(configuration)
        let sources = try [48_000.0, 44_100].map { try Source(output, rate: $0, isSilent: $0 != 48_000) }
        defer { for source in sources { try? source.queue.dispose(immediately: true) } }
        let length = UInt64(Self.seconds("COREAUDIO_SOAK_REAL") ?? 0) * HostTime.ticksPerSecond
        #expect(eventually { output.renderedFrames > 48_000 })
        let early = Self.residentBytes()
        let frames = output.renderedFrames
        let watch = StallWatch(shortest: Self.stall)
        if watch == nil { print("stalls of the machine cannot be detected here: every xrun counts") }
        let xruns = try Self.xruns(of: output, until: HostTime.now() + length)
        let stalls = watch?.stop() ?? []
        let starved = sources.map { $0.voice.starvedFrames.load(ordering: .relaxed) }
        let growth = Self.residentBytes() - early
        let ours = xruns.filter { xrun in !stalls.contains { $0.overlaps(xrun) } }
        let longest = stalls.map { $0.upperBound - $0.lowerBound }.max() ?? 0
        print(
            "\(output.renderedFrames - frames) frames in cycles of 256: \(xruns.count) xruns, \(ours.count) of them where "
                + "the machine had not stalled (\(stalls.count) stalls, the longest of \(longest / 1000) us), "
                + "\(starved) frames late, memory grown by \(growth >> 10) KiB")
        #expect(ours == [])
        #expect(starved == [0, 0])
        #expect(growth < 8 << 20)
    }

    /// Nanoseconds: half a cycle late is an xrun, and a stall is seen up to a millisecond shorter than it is.
    private static let stall: UInt64 = 1_600_000

    /// When xruns happened, each between two host times: from some cycles before it was not yet counted until it was.
    private static func xruns(of output: Output, until end: UInt64) throws -> [ClosedRange<UInt64>] {
        let xruns = LockedValue<[ClosedRange<UInt64>]>([])
        let thread = try AudioCore.Thread(name: "xrun-watch") {
            AudioCore.Thread.requestRealtime(isHelper: true)
            var (known, last) = (output.xruns, HostTime.now())
            while last < end {
                AudioCore.Thread.sleep(until: last + 2_000_000)
                let (count, now) = (output.xruns, HostTime.now())
                let when = last - 16_000_000...now
                if count > known { xruns.withLock { $0 += [ClosedRange](repeating: when, count: count - known) } }
                (known, last) = (count, now)
            }
        }
        thread.join()
        return xruns.withLock { $0.unshared }
    }
}
