import AudioCore
import AudioDevices
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Playing queues to the sample, on a device that is driven by hand.
@Suite struct PlayingQueueTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 128 } }

    @Test func playsBuffersOneAfterTheOther() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let first = try runner.enqueue(ramp(1...10))
        let second = try runner.enqueue(ramp(11...15))
        try runner.start()
        #expect(runner.server.advance(20) == ramp(1...15) + [0, 0, 0, 0, 0])
        #expect(eventually { runner.returnedBuffers == [first, second] })
        #expect(eventually { runner.isRunning })
    }

    @Test func goesOnWithWhatComesLater() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...4))
        try runner.start()
        #expect(runner.server.advance(6) == ramp(1...4) + [0, 0])
        try runner.enqueue(ramp(5...8))
        #expect(runner.waitForDecoded(8))
        #expect(runner.server.advance(6) == ramp(5...8) + [0, 0])
    }

    @Test func buffersThatComeBackAreFilledAgain() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        runner.onReturn { queue, buffer in
            let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            for index in 0..<4 { samples[index] += 0.25 }
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
        }
        try runner.enqueue([0.125, 0.125, 0.125, 0.125])
        try runner.start()
        var heard: [Float] = []
        for round in 1...3 {
            #expect(runner.waitForDecoded(4 * round))
            heard += runner.server.advance(4)
        }
        #expect(
            heard == [Float](repeating: 0.125, count: 4) + .init(repeating: 0.375, count: 4)
                + .init(repeating: 0.625, count: 4))
    }

    @Test func twoQueuesStartAtOneSample() throws {
        let server = ManualServer()
        let output = try server.output()
        let one = try QueueRunner(server: server, output: output)
        let two = try QueueRunner(server: server, output: output)
        defer {
            try? one.end()
            try? two.end()
        }
        try one.enqueue([Float](repeating: 0.25, count: 8))
        try two.enqueue([Float](repeating: 0.5, count: 8))
        // The device's time begins at 1 s; a frame lasts a millisecond.
        try one.queue.start(at: .host(1_013_000_000))
        try two.start(at: .host(1_013_000_000))
        #expect(server.advance(24) == [Float](repeating: 0, count: 13) + .init(repeating: 0.75, count: 8) + [0, 0, 0])
    }

    @Test func startsAtAFrameOfTheDevice() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...3))
        try runner.start(at: .sample(5))
        #expect(runner.server.advance(10) == [0, 0, 0, 0, 0] + ramp(1...3) + [0, 0])
    }

    @Test func buffersStartAtTheirTimes() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...3))
        try runner.enqueue(ramp(4...6), startFrame: 7)
        try runner.enqueue(ramp(7...8))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...3) + [0])
        #expect(runner.server.advance(10) == [0, 0, 0] + ramp(4...8) + [0, 0])
    }

    @Test func trimsFramesAtBothEnds() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...10), trim: (2, 3))
        try runner.enqueue(ramp(11...14), trim: (0, 9))
        try runner.enqueue(ramp(15...16))
        try runner.start()
        #expect(runner.server.advance(9) == ramp(3...7) + ramp(15...16) + [0, 0])
    }

    /// Samples that are no numbers are silence, and stay in no level.
    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
    func aSampleThatIsNoNumberSpoilsNothing(sample: Float) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.queue.set(kAudioQueueProperty_EnableLevelMetering, 1)
        try runner.enqueue([0.5, sample, 0.5, 0.5] + [Float](repeating: 0.5, count: 1000))
        try runner.start()
        #expect(runner.server.advance(4) == [0.5, 0, 0.5, 0.5])
        for step in 1...8 {
            #expect(runner.waitForDecoded(4 + step * 50))
            runner.server.advance(50)
        }
        let voice = try #require(runner.queue.sound.withLock { $0.voice })
        let (average, peak) = voice.meters.level(0)
        #expect(abs(average - 0.5) < 1e-3 && peak == 0.5, "\(average), \(peak)")
    }

    @Test func parametersCountFromTheirBufferOn() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let ones = [Float](repeating: 1, count: 3)
        try runner.enqueue(ones)
        try runner.enqueue(ones, events: [(kAudioQueueParam_Volume, 0.5)])
        try runner.enqueue(ones, events: [(kAudioQueueParam_Volume, 1), (kAudioQueueParam_VolumeRampTime, 0.002)])
        try runner.start()
        #expect(runner.server.advance(9) == [1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.75, 1])
    }

    /// A setting made between the creation of a voice and its publication reaches the voice.
    @Test func settingsOfTheTimeOfConnectingCount() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        let voice = queue.makeVoice(outputs: 1, sampleRate: 1000)
        try queue.setParameter(kAudioQueueParam_Volume, 0.5)
        try queue.setParameter(kAudioQueueParam_Pan, -1)
        try withUnsafeBytes(of: UInt32(1)) {
            try queue.setProperty(kAudioQueueProperty_EnableLevelMetering, .bytes($0))
        }
        queue.publish(voice, nil, device: nil)
        let hasMetering = voice.isMetering.load(ordering: .relaxed)
        #expect(hasMetering && voice.volume.read() == 0.5 && voice.pan.read() == -1)
    }

    @Test func anUnknownPropertyOpensNoDevice() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        #expect(throws: AudioError.queueProperty) { try runner.queue.property(FourCC("none").rawValue) }
        #expect(runner.queue.pipelineState.withLock { $0.voice == nil })
    }

    @Test func aVolumeFromBeforeTheStartIsThereFromTheFirstFrame() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.queue.setParameter(kAudioQueueParam_Volume, 0.5)
        try runner.enqueue([Float](repeating: 1, count: 8))
        try runner.start()
        #expect(runner.server.advance(8) == [Float](repeating: 0.5, count: 8))
    }

    @Test func volumeMovesOverTheRampTime() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 1, count: 24))
        try runner.start()
        #expect(runner.server.advance(8) == [Float](repeating: 1, count: 8))
        try runner.queue.setParameter(kAudioQueueParam_VolumeRampTime, 0.004)
        try runner.queue.setParameter(kAudioQueueParam_Volume, 0)
        #expect(runner.server.advance(8) == [1, 0.75, 0.5, 0.25, 0, 0, 0, 0])
        #expect(try runner.queue.parameter(kAudioQueueParam_Volume) == 0)
    }

    @Test func panTurnsTheOtherSideDown() throws {
        let server = ManualServer()
        let output = try server.output(channels: 2)
        let runner = try QueueRunner(server: server, output: output)
        defer { try? runner.end() }
        try runner.queue.setParameter(kAudioQueueParam_Pan, 0.5)
        try runner.enqueue([1, 1])
        try runner.start()
        #expect(server.advance(2) == [0.5, 1, 0.5, 1])
    }

    // MARK: Stopping

    @Test func aStopThatWaitsPlaysEverything() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...10))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...4))
        #expect(eventually { runner.isRunning })
        try runner.queue.stop(immediately: false)
        #expect(runner.isRunning)
        #expect(eventually { runner.queue.pipelineState.withLock { $0.voice?.marks.room ?? 0 } == 1023 })
        #expect(runner.server.advance(10) == ramp(5...10) + [0, 0, 0, 0])
        #expect(eventually { !runner.isRunning })
        #expect(runner.returnedBuffers.count == 1)
        // It can be started again, from 0.
        try runner.enqueue(ramp(1...2))
        try runner.start()
        #expect(runner.server.advance(3) == ramp(1...2) + [0])
    }

    @Test func aStopAtOnceGivesEverythingBackFirst() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        runner.onReturn { queue, buffer in
            #expect(throws: AudioError.queueDuringReset) { try queue.enqueue(EnqueueRequest(buffer: buffer)) }
        }
        let first = try runner.enqueue([Float](repeating: 1, count: 400))
        let second = try runner.enqueue(ramp(1...4))
        try runner.start()
        _ = runner.server.advance(8)
        try runner.queue.stop(immediately: true)
        #expect(runner.returnedBuffers == [first, second])
        #expect(!runner.isRunning)
        #expect(eventually { runner.server.advance(4).allSatisfy { $0 == 0 } })
    }

    @Test func aPauseHoldsSoundAndTime() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...10))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...4))
        try runner.queue.pause()
        #expect(runner.server.advance(8) == [Float](repeating: 0, count: 8))
        #expect(try runner.queue.currentTime().mSampleTime == 4)
        try runner.start()
        #expect(runner.server.advance(8) == ramp(5...10) + [0, 0])
        #expect(try runner.queue.currentTime().mSampleTime == 12)
    }

    @Test func aResetDropsWhatWaits() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...10))
        try runner.enqueue(ramp(11...20))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...4))
        try runner.queue.reset()
        #expect(runner.returnedBuffers.count == 2)
        try runner.enqueue(ramp(21...23))
        #expect(
            eventually {
                runner.queue.pipelineState.withLock { $0.voice!.ring.writtenFrames - $0.voice!.ring.readFrames } == 3
            }
        )
        #expect(runner.server.advance(4) == ramp(21...23) + [0])
        #expect(runner.isRunning)
    }

    // MARK: Time

    @Test func tellsTheTimeBeforeAndAfterTheStart() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        #expect(throws: AudioError.queueRunState) { try runner.queue.currentTime() }
        try runner.enqueue(ramp(1...30))
        try runner.start(at: .sample(20))
        _ = runner.server.advance(8)
        #expect(try runner.queue.currentTime().mSampleTime == -12)
        _ = runner.server.advance(16)
        #expect(try runner.queue.currentTime().mSampleTime == 4)
        #expect(runner.queue.deviceTime().mSampleTime == 24)
        #expect(runner.queue.deviceTime().mHostTime == 1_024_000_000)
        let time = try runner.queue.translate(.sample(34), wanted: .hostTimeValid)
        #expect(time.mHostTime == 1_034_000_000)
        #expect(try runner.queue.translate(.host(1_034_000_000), wanted: .sampleTimeValid).mSampleTime == 34)
        #expect(try runner.queue.nearestStart(to: .sample(3)).mSampleTime == 24)
    }

    @Test func distantTimesAreClamped() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue(ramp(1...30))
        try runner.start()
        _ = runner.server.advance(8)
        for size in [9e14, 9.99e14] {
            #expect(try runner.queue.translate(.sample(size), wanted: .hostTimeValid).mHostTime == .max)
            #expect(try runner.queue.translate(.sample(-size), wanted: .hostTimeValid).mHostTime == 0)
            #expect(try runner.queue.nearestStart(to: .sample(size)).mHostTime == .max)
            #expect(try runner.queue.nearestStart(to: .sample(-size)).mSampleTime == 8)
        }
        for sample in [1e15, -1e15, 1e300, -1e300, .nan, .infinity, -.infinity] {
            #expect(throws: AudioError.parameter) {
                try runner.queue.translate(.sample(sample), wanted: .hostTimeValid)
            }
            #expect(throws: AudioError.parameter) { try runner.queue.nearestStart(to: .sample(sample)) }
        }
        for host in [0, 1 << 63, .max] as [UInt64] {
            let sample = try runner.queue.translate(.host(host), wanted: .sampleTimeValid).mSampleTime
            let back = try runner.queue.translate(.sample(sample), wanted: .hostTimeValid).mHostTime
            #expect(abs(Double(back) - Double(host)) <= 4096)
        }
    }

    @Test func timeInTheQueuesRate() throws {
        let server = ManualServer()
        let output = try server.output(rate: 2000)
        let runner = try QueueRunner(server: server, output: output)
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 200))
        try runner.start()
        _ = server.advance(100)
        #expect(try runner.queue.currentTime().mSampleTime == 50)
    }

    // MARK: Offline

    @Test func rendersOffline() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        #expect(throws: AudioError.queueOfflineMode) {
            try runner.queue.renderOffline(0, into: runner.queue.allocateBuffer(bytes: 8, descriptions: 0))
        }
        try runner.queue.setOfflineFormat(.int16(sampleRate: 1000, channels: 1), layout: nil)
        let target = try runner.queue.allocateBuffer(bytes: 40, descriptions: 0)
        try runner.queue.start(at: nil)
        #expect(try runner.queue.renderOffline(0, into: target) == 0)
        try runner.enqueue([0.5, 0.25, -0.5])
        #expect(try runner.queue.renderOffline(3, into: target) == 3)
        let samples = target.pointee.mAudioData.assumingMemoryBound(to: Int16.self)
        #expect((0..<3).map { samples[$0] } == [16384, 8192, -16384])
        #expect(target.pointee.mAudioDataByteSize == 6)
        #expect(throws: AudioError.self) { try runner.queue.renderOffline(21, into: target) }
    }

    // MARK: Taps

    @Test(arguments: [AudioQueueProcessingTapFlags.preEffects, .postEffects])
    func aTapWorksOnTheSound(flags: AudioQueueProcessingTapFlags) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let seen = LockedValue<[Float]>([])
        let tap = LockedValue<QueueTap?>(nil)
        let made = try runner.queue.addTap(flags) { frames, time, flags, delivered, data in
            guard let tap = tap.withLock({ $0 }) else { return }
            try? tap.sourceAudio(frames, time, flags, delivered, data)
            guard let samples = data.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self) else { return }
            for index in 0..<Int(delivered.pointee) {
                seen.withLock { $0.append(samples[index]) }
                samples[index] *= 2
            }
        }
        tap.withLock { $0 = made }
        #expect(throws: AudioError.queueTooManyTaps) {
            try runner.queue.addTap(.preEffects) { _, _, _, _, _ in }
        }
        #expect(throws: AudioError.queueTapContext) { try made.queueTime() }
        try runner.enqueue([0.125, 0.25, 0.375])
        try runner.start()
        #expect(runner.server.advance(4) == [0.25, 0.5, 0.75, 0])
        #expect(seen.withLock { $0 } == [0.125, 0.25, 0.375])
        #expect(throws: AudioError.queueRunState) { try made.dispose() }
        tap.withLock { $0 = nil }
    }

    // MARK: The converter

    @Test func theConvertersPropertiesAnswer() throws {
        let runner = try QueueRunner(.int16(sampleRate: 500, channels: 1))
        defer { try? runner.end() }
        let queue = runner.queue
        func value<Value: BitwiseCopyable>(_ id: UInt32, _: Value.Type) throws -> Value? {
            guard case .bytes(let bytes) = try queue.property(id) else { return nil }
            return bytes.withUnsafeBytes {
                $0.count == MemoryLayout<Value>.size ? $0.loadUnaligned(as: Value.self) : nil
            }
        }
        func set(_ id: UInt32, _ value: UInt32) throws {
            try withUnsafeBytes(of: value) { try queue.setProperty(id, .bytes($0)) }
        }
        let input = try value(kAudioConverterCurrentInputStreamDescription, AudioStreamBasicDescription.self)
        #expect(input.map { StreamFormat($0) } == .int16(sampleRate: 500, channels: 1))
        let output = try value(kAudioConverterCurrentOutputStreamDescription, AudioStreamBasicDescription.self)
        #expect(output.map { StreamFormat($0) } == .float32(sampleRate: 1000, channels: 1))
        try set(kAudioConverterSampleRateConverterQuality, 0x7F)
        #expect(try value(kAudioConverterSampleRateConverterQuality, UInt32.self) == 0x7F)
        try set(kAudioConverterSampleRateConverterComplexity, FourCC("bats").rawValue)
        #expect(try value(kAudioConverterSampleRateConverterComplexity, UInt32.self) == FourCC("bats").rawValue)
        #expect(throws: AudioError.queuePropertyValue) { try set(kAudioConverterSampleRateConverterQuality, 128) }
        #expect(throws: AudioError.queueProperty) { try set(kAudioConverterEncodeBitRate, 64_000) }
        #expect(throws: AudioError.queueProperty) { try queue.property(kAudioConverterCompressionMagicCookie) }
        try runner.start()
        #expect(throws: AudioError.queueRunState) { try set(kAudioConverterSampleRateConverterQuality, 0) }
    }

    // MARK: Wrong use

    @Test func refusesWhatCannotBe() throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        let buffer = try runner.enqueue([1, 2])
        #expect(throws: AudioError.queueEnqueuedTwice) { try queue.enqueue(EnqueueRequest(buffer: buffer)) }
        #expect(throws: AudioError.queueBufferInQueue) { try queue.freeBuffer(buffer) }
        let other = try QueueRunner()
        let foreign = try other.queue.allocateBuffer(bytes: 4, descriptions: 0)
        foreign.pointee.mAudioDataByteSize = 4
        #expect(throws: AudioError.queueBuffer) { try queue.enqueue(EnqueueRequest(buffer: foreign)) }
        #expect(throws: AudioError.queueBuffer) { try queue.freeBuffer(foreign) }
        let empty = try queue.allocateBuffer(bytes: 4, descriptions: 0)
        #expect(throws: AudioError.queueBufferEmpty) { try queue.enqueue(EnqueueRequest(buffer: empty)) }
        #expect(throws: AudioError.queueParameter) { try queue.setParameter(99, 1) }
        #expect(throws: AudioError.queuePropertyValue) { try queue.setParameter(kAudioQueueParam_Volume, 2) }
        #expect(throws: AudioError.queueRunState) { try queue.setParameter(kAudioQueueParam_PlayRate, 2) }
        #expect(throws: AudioError.queueProperty) { try queue.property(FourCC("none").rawValue) }
        var apart = StreamFormat.float32(sampleRate: 1000, channels: 2, interleaved: false)
        #expect(throws: AudioError.self) { try QueueRunner(apart) }
        apart.formatID = "none"
        #expect(throws: AudioError.queueCodec) { try QueueRunner(apart) }
        try other.end()
        try runner.end()
        #expect(throws: AudioError.queueInvalidated) { try AudioQueue.live(nil) }
    }
}
