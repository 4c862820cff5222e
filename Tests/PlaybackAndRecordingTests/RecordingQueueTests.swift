import AudioCore
import AudioDevices
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Recording queues to the sample, on a device that is driven by hand.
@Suite struct RecordingQueueTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 128 } }

    @Test func fillsBuffersAndTellsTheirTimes() throws {
        let recorder = try RecordingRunner()
        defer { try? recorder.end() }
        for _ in 0..<4 { try recorder.enqueue(frames: 4) }
        try recorder.start()
        let begin = recorder.server.hostTime
        recorder.server.advance(10, input: ramp(1...10))
        #expect(recorder.waitFor(2))
        #expect(recorder.isRunning)
        try recorder.queue.stop(immediately: true)
        #expect(!recorder.isRunning)
        let given = recorder.all
        #expect(given.map(\.samples) == [ramp(1...4), ramp(5...8), ramp(9...10), []])
        #expect(given.prefix(3).map(\.time.mSampleTime) == [0, 4, 8])
        #expect(given.prefix(3).map { $0.time.mHostTime &- begin } == [0, 4_000_000, 8_000_000])
    }

    @Test func aGapEndsABufferAndMovesTheTime() throws {
        let recorder = try RecordingRunner()
        defer { try? recorder.end() }
        for _ in 0..<4 { try recorder.enqueue(frames: 8) }
        let timeline = QueueTimeline(of: recorder.queue)
        try recorder.start()
        recorder.server.advance(4, input: ramp(1...4))
        recorder.server.skip(10)
        recorder.server.advance(4, input: ramp(5...8))
        #expect(recorder.waitFor(1))
        try recorder.queue.stop(immediately: true)
        #expect(recorder.all.map(\.samples) == [ramp(1...4), ramp(5...8), [], []])
        #expect(recorder.all.prefix(2).map(\.time.mSampleTime) == [0, 14])
        #expect(timeline.takeDiscontinuity(of: recorder.queue))
        #expect(!timeline.takeDiscontinuity(of: recorder.queue))
    }

    /// What waits to be filled comes back, empty, where the queue goes without having run again.
    @Test(arguments: [true, false]) func aDisposalGivesBackWhatWaits(immediately: Bool) throws {
        let runner = try RecordingRunner()
        try runner.start()
        try runner.queue.stop(immediately: true)
        for _ in 0..<3 { try runner.enqueue(frames: 4) }
        try runner.queue.dispose(immediately: immediately)
        #expect(runner.all.map(\.bytes.count) == [0, 0, 0])
        #expect(throws: AudioError.queueDisposalPending) { try runner.enqueue(frames: 4) }
        #expect(runner.queue.registration.withLock { $0.buffers.values.count { $0.isEnqueued } } == 0)
    }

    @Test func aPauseIsNoGap() throws {
        let recorder = try RecordingRunner()
        defer { try? recorder.end() }
        for _ in 0..<2 { try recorder.enqueue(frames: 8) }
        try recorder.start()
        recorder.server.advance(4, input: ramp(1...4))
        try recorder.queue.pause()
        // The device takes note of the change with its next cycle.
        recorder.server.advance(4)
        #expect(eventually { recorder.server.runningStreams == 0 })
        recorder.server.skip(50)
        try recorder.start()
        recorder.server.advance(4, input: ramp(5...8))
        #expect(recorder.waitFor(1))
        #expect(recorder.all[0].samples == ramp(1...8))
        #expect(recorder.all[0].time.mSampleTime == 0)
    }

    @Test func nothingIsLostWhileBuffersAreMissing() throws {
        let recorder = try RecordingRunner()
        defer { try? recorder.end() }
        try recorder.start()
        recorder.server.advance(100, input: ramp(1...100))
        try recorder.enqueue(frames: 100)
        #expect(recorder.waitFor(1))
        #expect(recorder.all[0].samples == ramp(1...100))
    }

    @Test(arguments: [
        StreamFormat.int16(sampleRate: 1000, channels: 2), .init(sampleRate: 1000, formatID: "ima4", channels: 1),
    ])
    func refusesBuffersThatNoPacketFits(format: StreamFormat) throws {
        let recorder = try RecordingRunner(format)
        defer { try? recorder.end() }
        let size = recorder.queue.format.bytesPerPacket
        #expect(throws: AudioError.parameter.because("the buffer has less room than one packet takes")) {
            try recorder.enqueue(bytes: size - 1)
        }
        try recorder.enqueue(bytes: size)
        try recorder.queue.stop(immediately: true)
    }

    /// The client enqueues what it gets back at once.
    @Test func buffersTooSmallForAPacketComeBackAtIntervals() throws {
        let alac = StreamFormat(sampleRate: 44_100, formatID: "alac", flags: .init(rawValue: 1), channels: 1)
        let recorder = try RecordingRunner(alac, rate: 44_100)
        defer { try? recorder.end() }
        recorder.onGiven { [weak recorder] queue in
            guard let buffer = recorder?.all.last?.buffer else { return }
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
        }
        try recorder.enqueue(bytes: 256)
        let begin = HostTime.now()
        try recorder.start()
        recorder.server.advance(10_000, input: Signal.noise(frames: 10_000, seed: 3))
        #expect(recorder.waitFor(6))
        // Five delays lie between six empty buffers.
        #expect(HostTime.now() - begin >= 5 * 20_000_000)
        #expect(recorder.all.prefix(6).allSatisfy { $0.bytes.isEmpty && $0.packets == 0 })
        recorder.onGiven { _ in }
        try recorder.queue.stop(immediately: true)
    }

    /// Neither a stop nor a start after a pause waits for a delay to end.
    @Test func aBufferTooSmallForAPacketHoldsNothingUp() throws {
        let alac = StreamFormat(sampleRate: 44_100, formatID: "alac", flags: .init(rawValue: 1), channels: 1)
        let recorder = try RecordingRunner(alac, rate: 44_100)
        defer { try? recorder.end() }
        try recorder.enqueue(bytes: 256)
        try recorder.start()
        recorder.server.advance(10_000, input: Signal.noise(frames: 10_000, seed: 3))
        #expect(recorder.waitFor(1))
        try recorder.queue.pause()
        try recorder.enqueue(bytes: 100_000)
        try recorder.start()
        recorder.server.advance(10_000, input: Signal.noise(frames: 10_000, seed: 4))
        try recorder.queue.stop(immediately: false)
        #expect(recorder.waitFor(2))
        #expect(recorder.all[1].packets >= 1)
        #expect(eventually { !recorder.isRunning })
    }

    @Test func oneMicrophoneIsHeardOnBothSides() throws {
        let recorder = try RecordingRunner(.int16(sampleRate: 1000, channels: 2))
        defer { try? recorder.end() }
        try recorder.enqueue(frames: 2)
        try recorder.start()
        recorder.server.advance(2, input: [0.5, -0.25])
        #expect(recorder.waitFor(1))
        let samples = recorder.all[0].bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(samples == [16384, 16384, -8192, -8192])
    }

    /// Packets of IMA4 are those that a converter makes of the same samples.
    @Test func encodes() throws {
        let ima4 = StreamFormat(
            sampleRate: 1000, formatID: .ima4, flags: [], bytesPerPacket: 34, framesPerPacket: 64, bytesPerFrame: 0,
            channels: 1, bitsPerChannel: 0)
        let recorder = try RecordingRunner(ima4)
        defer { try? recorder.end() }
        let buffer = try recorder.queue.allocateBuffer(bytes: 34 * 3 + 5, descriptions: 0)
        _ = try recorder.queue.enqueue(EnqueueRequest(buffer: buffer))
        try recorder.start()
        let sine = Signal.sine(0.02, frames: 192)
        recorder.server.advance(192, input: sine)
        #expect(recorder.waitFor(1))
        let converter = try Converter(from: .float32(sampleRate: 1000, channels: 1), to: ima4)
        var expected = [UInt8](repeating: 0, count: 34 * 3)
        var samples = sine
        try samples.withUnsafeMutableBytes { source in
            try expected.withUnsafeMutableBytes { target in
                let list = AudioBuffers.allocate(count: 1)
                defer { list.deallocate() }
                list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 102, mData: target.baseAddress)
                var packets: UInt32 = 3
                try converter.fill(&packets, into: list.list, descriptions: nil) { count, data, _ in
                    count.pointee = 192
                    data.pointee.mBuffers = AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: 768, mData: source.baseAddress)
                    return 0
                }
            }
        }
        #expect(recorder.all[0].bytes == expected)
    }

    @Test func refusesWhatOnlyAPlayingQueueCan() throws {
        let recorder = try RecordingRunner()
        let reference = recorder.queue.registration.withLock { $0.reference }
        #expect(throws: AudioError.queueType) { try AudioQueue.playing(reference) }
        #expect(throws: AudioError.queueProperty) {
            try recorder.queue.property(kAudioQueueProperty_EnableTimePitch)
        }
        try recorder.end()
        #expect(throws: AudioError.queueInvalidated) { try AudioQueue.live(reference) }
    }
}
