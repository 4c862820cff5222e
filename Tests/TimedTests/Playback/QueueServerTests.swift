import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Audio queues by their public calls, with real servers of their own.
///
/// All play through the one connection of this process, which meets a new server in each test as it would meet one that was
/// started again.
@Suite(.serialized) struct QueueServerTests {
    private let folder = ScratchFolder()

    // MARK: A queue that plays

    /// A queue that plays samples, a tenth of a second a buffer.
    private final class Player: @unchecked Sendable {
        let queue: AudioQueueRef
        private let samples: [Float]
        private let state = WaitableValue((next: 0, running: [Bool]()))
        private static let run = 4800 * 2

        /// Stereo at 48 kHz.
        init(_ samples: [Float], device: String? = nil) throws {
            self.samples = samples
            var format = AudioStreamBasicDescription.float(rate: 48_000, channels: 2)
            var made: AudioQueueRef?
            let link = Link()
            let context = Unmanaged.passRetained(link).toOpaque()
            try must(
                "AudioQueueNewOutput",
                AudioQueueNewOutput(
                    &format,
                    { context, _, buffer in
                        Unmanaged<Link>.fromOpaque(context!).takeUnretainedValue().player?.fill(buffer)
                    }, context, nil, nil, 0, &made))
            queue = made!
            link.player = self
            if let device {
                let text = device as CFString
                var name = Unmanaged.passUnretained(text)
                let status = withExtendedLifetime(text) {
                    AudioQueueSetProperty(made!, kAudioQueueProperty_CurrentDevice, &name, 8)
                }
                try must("CurrentDevice", status)
            }
            try must(
                "listener",
                AudioQueueAddPropertyListener(
                    queue, kAudioQueueProperty_IsRunning,
                    { context, queue, property in
                        var isRunning: UInt32 = 0
                        var size: UInt32 = 4
                        AudioQueueGetProperty(queue, property, &isRunning, &size)
                        Unmanaged<Link>.fromOpaque(context!).takeUnretainedValue().player?
                            .state.withLock { $0.running.append(isRunning != 0) }
                    }, context))
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                try must("AllocateBuffer", AudioQueueAllocateBuffer(queue, UInt32(Self.run * 4), &buffer))
                fill(buffer!)
            }
        }

        /// What the callbacks get: lives as long as the process, as they may come late.
        private final class Link: @unchecked Sendable { weak var player: Player? }

        private func fill(_ buffer: AudioQueueBufferRef) {
            let range = state.withLock { state in
                let first = state.next
                state.next = min(samples.count, first + Self.run)
                return first..<state.next
            }
            guard !range.isEmpty else {
                AudioQueueStop(queue, false)
                return
            }
            samples[range].withUnsafeBytes {
                buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            buffer.pointee.mAudioDataByteSize = UInt32(range.count * 4)
            AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }

        func start() throws { try must("AudioQueueStart", AudioQueueStart(queue, nil)) }

        /// Waits until the queue has notified its listener of the stop.
        func waitForEnd() -> Bool {
            state.wait(nanoseconds: 20 * HostTime.ticksPerSecond) { $0.running.last == false ? true : nil } ?? false
        }

        /// The frame that is heard now.
        var position: Double {
            var time = AudioTimeStamp()
            AudioQueueGetCurrentTime(queue, nil, &time, nil)
            return time.mSampleTime
        }

        func end() { AudioQueueDispose(queue, true) }
    }

    private static func counter(_ frames: Int) -> [Float] { (0..<frames * 2).map { RenderCounter.sample(Int64($0)) } }

    /// How many samples are equal from the beginning on.
    private static func equal(_ heard: [Float], _ wanted: [Float]) -> Int {
        zip(heard, wanted).prefix { $0 == $1 }.count
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func whatIsEnqueuedIsOnTheMonitor(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let samples = Self.counter(60_000)
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let player = try Player(samples)
            defer { player.end() }
            try player.start()
            #expect(player.waitForEnd())
            let heard = recorder.finish(frames: 60_000)
            let same = Self.equal(heard, samples)
            if same < samples.count, attempts.another() {
                print("\(kind): \(same) of \(samples.count) samples equal; again")
                continue
            }
            #expect(same == samples.count)
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func encodedSoundIsHeardAsAFileIsDecoded(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let tone = Signal.noise(frames: 48_000 * 2, seed: 3, amplitude: 0.3)
        try PublicFile.encode(
            folder.url("tone.m4a"), kAudioFileM4AType, .encoded(kAudioFormatMPEG4AAC, rate: 48_000, channels: 2),
            from: .float(rate: 48_000, channels: 2), littleEndianBytes(tone))
        let decoded = values(
            try PublicFile.decode(folder.url("tone.m4a"), to: .float(rate: 48_000, channels: 2)), of: Float.self)
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            try playFile(folder.url("tone.m4a"))
            let heard = recorder.finish(frames: decoded.count / 2 - 64)
            // Both from their first sample on that is not zero.
            let first = try #require(decoded.firstIndex { $0 != 0 })
            let wanted = Array(decoded[(first / 2 * 2)...])
            let same = Self.equal(heard, wanted)
            if same < wanted.count - 200, attempts.another() {
                print("\(kind): \(same) of \(wanted.count) samples equal; again")
                continue
            }
            #expect(same >= wanted.count - 200)
            break
        }
    }

    /// Plays the packets of a file from its first audible frame to its last.
    private func playFile(_ url: CFURL) throws {
        try PublicFile.with(url) { file in
            var format = try PublicFile.property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            let table = try PublicFile.property(
                file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            let count = try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            let done = WaitableValue(false)
            var made: AudioQueueRef?
            try must(
                "AudioQueueNewOutput",
                AudioQueueNewOutput(
                    &format,
                    { _, queue, _ in AudioQueueStop(queue, false) }, nil, nil, nil, 0, &made))
            let queue = made!
            defer { AudioQueueDispose(queue, true) }
            var size: UInt32 = 0
            try must(
                "cookie", AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil))
            var cookie = [UInt8](repeating: 0, count: Int(size))
            try must("cookie", AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &cookie))
            try must("cookie", AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size))
            var buffer: AudioQueueBufferRef?
            try must(
                "AllocateBuffer",
                AudioQueueAllocateBufferWithPacketDescriptions(queue, 1 << 20, UInt32(count), &buffer))
            var bytes: UInt32 = 1 << 20
            var packets = UInt32(count)
            try must(
                "AudioFileReadPacketData",
                AudioFileReadPacketData(
                    file, false, &bytes, buffer!.pointee.mPacketDescriptions, 0, &packets, buffer!.pointee.mAudioData))
            buffer!.pointee.mAudioDataByteSize = bytes
            buffer!.pointee.mPacketDescriptionCount = packets
            try must(
                "EnqueueBufferWithParameters",
                AudioQueueEnqueueBufferWithParameters(
                    queue, buffer!, 0, nil, UInt32(table.mPrimingFrames), UInt32(table.mRemainderFrames), 0, nil, nil,
                    nil))
            try must(
                "listener",
                AudioQueueAddPropertyListener(
                    queue, kAudioQueueProperty_IsRunning,
                    { context, queue, property in
                        var isRunning: UInt32 = 1
                        var size: UInt32 = 4
                        AudioQueueGetProperty(queue, property, &isRunning, &size)
                        if isRunning == 0 {
                            Unmanaged<WaitableValue<Bool>>.fromOpaque(context!).takeUnretainedValue().withLock {
                                $0 = true
                            }
                        }
                    }, Unmanaged.passUnretained(done).toOpaque()))
            try must("AudioQueueStart", AudioQueueStart(queue, nil))
            #expect(done.wait(nanoseconds: 20 * HostTime.ticksPerSecond) { $0 ? true : nil } ?? false)
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func playsOnAfterTheServersDeath(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let player = try Player(Self.counter(120_000))
        defer { player.end() }
        var timeline: AudioQueueTimelineRef?
        try must("timeline", AudioQueueCreateTimeline(player.queue, &timeline))
        defer { AudioQueueDisposeTimeline(player.queue, timeline!) }
        try player.start()
        #expect(eventually { player.position > 24_000 })
        // A busy machine may have dropped a cycle by now, which the first call reports.
        var hasGap = true
        #expect(
            eventually {
                AudioQueueGetCurrentTime(player.queue, timeline, nil, &hasGap)
                return !hasGap
            })
        server.crash()
        #expect(
            eventually {
                AudioQueueGetCurrentTime(player.queue, timeline, nil, &hasGap)
                return hasGap
            })
        let before = player.position
        #expect(before < 110_000)
        server.revive()
        #expect(eventually { player.position > before + 12_000 })
        #expect(player.waitForEnd())
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func followsTheDefaultDevice(kind: PrivateServer.Kind) throws {
        // A busy machine may drop a cycle: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let heard = try heardOnTheNextDefaultDevice(kind)
            // What comes after the move is heard there, in order.
            let first = try #require(heard.first)
            #expect(heard.count >= 48_000 && first > RenderCounter.sample(24_000))
            let gaps = RenderCounter.gaps(in: heard.prefix(2000))
            if !gaps.isEmpty, attempts.another() {
                print("\(kind): \(gaps) in the first 2000 samples; again")
                continue
            }
            #expect(gaps.isEmpty)
            break
        }
    }

    /// What a sink plays from the moment on in which it becomes the default device of a queue that plays.
    private func heardOnTheNextDefaultDevice(_ kind: PrivateServer.Kind) throws -> [Float] {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let recorder = try #require(Recorder(server, sink: "headphones"))
        let player = try Player(Self.counter(120_000))
        defer { player.end() }
        try player.start()
        #expect(eventually { player.position > 24_000 })
        server.setDefault("headphones")
        #expect(player.waitForEnd())
        return recorder.finish(frames: 24_000)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func waitsForADeviceThatWasRemoved(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.addSink("headset-\(kind.rawValue)")
        let player = try Player(Self.counter(96_000), device: "headset-\(kind.rawValue)")
        defer { player.end() }
        var timeline: AudioQueueTimelineRef?
        try must("timeline", AudioQueueCreateTimeline(player.queue, &timeline))
        defer { AudioQueueDisposeTimeline(player.queue, timeline!) }
        try player.start()
        #expect(eventually { player.position > 12_000 })
        server.removeSink("headset-\(kind.rawValue)")
        var hasGap = false
        #expect(
            eventually {
                AudioQueueGetCurrentTime(player.queue, timeline, nil, &hasGap)
                return hasGap
            })
        let before = player.position
        #expect(before < 90_000)
        server.addSink("headset-\(kind.rawValue)")
        #expect(eventually { player.position > before + 4800 })
        #expect(player.waitForEnd())
    }

    // MARK: A queue that records

    /// A queue that records into a CAF file, and keeps the times of its buffers.
    private final class Taker: @unchecked Sendable {
        let queue: AudioQueueRef
        private let file: AudioFileID
        /// Where each buffer's first frame stands: on the device's time line, and in the file.
        private let state = LockedValue((places: [(time: Double, frame: Int64)](), frame: Int64(0)))

        private final class Link: @unchecked Sendable { weak var taker: Taker? }

        init(_ url: CFURL) throws {
            var format = AudioStreamBasicDescription.float(rate: 48_000, channels: 2)
            var id: AudioFileID?
            try must("create", AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &id))
            file = id!
            let link = Link()
            let context = Unmanaged.passRetained(link).toOpaque()
            var made: AudioQueueRef?
            try must(
                "AudioQueueNewInput",
                AudioQueueNewInput(
                    &format,
                    { context, queue, buffer, time, _, _ in
                        Unmanaged<Link>.fromOpaque(context!).takeUnretainedValue().taker?
                            .take(buffer, time.pointee.mSampleTime)
                        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
                    }, context, nil, nil, 0, &made))
            queue = made!
            link.taker = self
            for _ in 0..<8 {
                var buffer: AudioQueueBufferRef?
                try must("AllocateBuffer", AudioQueueAllocateBuffer(queue, 4800 * 8, &buffer))
                try must("EnqueueBuffer", AudioQueueEnqueueBuffer(queue, buffer!, 0, nil))
            }
            try must("AudioQueueStart", AudioQueueStart(queue, nil))
        }

        private func take(_ buffer: AudioQueueBufferRef, _ time: Double) {
            var frames = buffer.pointee.mAudioDataByteSize / 8
            guard frames > 0 else { return }
            state.withLock { state in
                state.places.append((time, state.frame))
                let status = AudioFileWritePackets(
                    file, false, buffer.pointee.mAudioDataByteSize, nil, state.frame, &frames, buffer.pointee.mAudioData
                )
                if status == noErr { state.frame += Int64(frames) }
            }
        }

        var frames: Int64 { state.withLock { $0.frame } }

        /// The jumps of the time line: before which frame of the file, and how many frames.
        var gaps: [(frame: Int64, frames: Double)] {
            let places = state.withLock { $0.places }
            return zip(places, places.dropFirst()).compactMap { one, next in
                let missing = next.time - one.time - Double(next.frame - one.frame)
                return missing == 0 ? nil : (next.frame, missing)
            }
        }

        func end() throws {
            try must("stop", AudioQueueStop(queue, true))
            try must("dispose", AudioQueueDispose(queue, true))
            try must("close", AudioFileClose(file))
        }
    }

    private func contents(_ name: String) throws -> [Float] {
        values(try PublicFile.decode(folder.url(name), to: .float(rate: 48_000, channels: 2)), of: Float.self)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theMicrophoneIsInTheFile(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let samples = Self.counter(60_000)
        let attempts = Attempts()
        while true {
            let taker = try Taker(folder.url("take.caf"))
            #expect(eventually { taker.frames > 4800 })
            let player = try Player(samples)
            try player.start()
            #expect(player.waitForEnd())
            let end = taker.frames
            #expect(eventually { taker.frames > end + 24_000 })
            player.end()
            let gaps = taker.gaps
            try taker.end()
            let heard = try contents("take.caf")
            let first = heard.firstIndex { $0 != 0 } ?? 0
            let same = Self.equal(Array(heard[first...]), samples)
            if same < samples.count, attempts.another() {
                print("\(kind): \(same) of \(samples.count) samples equal, gaps \(gaps); again")
                continue
            }
            #expect(same == samples.count)
            #expect(first % 2 == 0)
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func recordsOnAfterTheServersDeath(kind: PrivateServer.Kind) throws {
        let attempts = Attempts()
        while try !recordsOn(kind) { try #require(attempts.another(), "\(kind): not every sample before the gap") }
    }

    /// Whether everything before the server's crash was recorded.
    private func recordsOn(_ kind: PrivateServer.Kind) throws -> Bool {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let taker = try Taker(folder.url("take.caf"))
        let samples = Self.counter(200_000)
        let player = try Player(samples)
        defer { player.end() }
        try player.start()
        #expect(eventually { taker.frames > 48_000 })
        let before = taker.frames
        server.crash()
        server.revive()
        #expect(eventually { taker.frames > before + 48_000 && taker.gaps.contains { $0.frame >= before - 4800 } })
        let gaps = taker.gaps
        try taker.end()
        // The gap is reported, and everything before it is in the file, exact.
        let gap = try #require(gaps.max { $0.frames < $1.frames })
        let heard = try contents("take.caf")
        let part = heard[..<min(heard.count, Int(gap.frame) * 2)]
        let first = try #require(part.firstIndex { $0 == samples[0] })
        let same = Self.equal(Array(part[first...]), samples)
        print("\(kind): a gap of \(gap.frames) frames reported; \(same) samples before it exact")
        return gap.frame >= before - 4800 && same >= part.count - first - 2 * 2048
    }
}
