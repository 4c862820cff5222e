import AVFAudio
import AudioCore
import TestSupport
import Testing

/// Converters that several threads use.
@Suite struct ConverterThreadTests {
    /// Calls of another thread, for which a block of this one waits.
    private final class Helper: @unchecked Sendable {
        private let isDone = WaitableValue(false)
        private(set) var wasDone = false

        /// Runs `body` on another thread, and waits for that.
        func run(_ body: @escaping @Sendable () -> Void) {
            let isDone = self.isDone
            guard
                let thread = try? Thread(
                    name: "helper",
                    {
                        body()
                        isDone.withLock { $0 = true }
                    })
            else { return }
            wasDone = isDone.wait(nanoseconds: 10_000_000_000) { $0 ? true : nil } ?? false
            thread.detach()
        }
    }

    private struct Held: @unchecked Sendable { let converter: AVAudioConverter }

    private func converter(_ rate: Double = 48_000) throws -> Held {
        Held(converter: try #require(AVAudioConverter(from: Sample.format(), to: Sample.format(rate))))
    }

    private func output(_ frames: AVAudioFrameCount = 1000, rate: Double = 48_000) throws -> AVAudioPCMBuffer {
        try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(rate), frameCapacity: frames))
    }

    @Test func aBlockMayWaitForCallsOfAnotherThread() throws {
        let (held, helper) = (try converter(), Helper())
        let input = Sample.buffer([[Float](repeating: 0.5, count: 4410)])
        var calls = 0
        let output = try output()
        let status = held.converter.convert(to: output, error: nil) { _, status in
            calls += 1
            status.pointee = .haveData
            guard calls == 1 else { return input }
            helper.run {
                _ = held.converter.sampleRateConverterQuality
                held.converter.downmix = true
                held.converter.reset()
            }
            return input
        }
        #expect(helper.wasDone && status == .haveData && output.frameLength == 1000)
        #expect(held.converter.downmix)
        let middle = Sample.channels(output)[0].dropFirst(200)
        #expect(middle.allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    /// The memory of a buffer that is used up is freed without a lock, by the client's own function.
    @Test func clientsFreeTheirMemoryWithoutALock() throws {
        let (held, helper) = (try converter(44_100), Helper())
        let frames = 64
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: frames)
        memory.initialize(repeating: 0.25, count: frames)
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(frames * 4), mData: memory))
        var input = AVAudioPCMBuffer(pcmFormat: Sample.format(), bufferListNoCopy: &list) { _ in
            memory.deallocate()
            helper.run { _ = held.converter.bitRate }
        }
        let output = try output(AVAudioFrameCount(frames + 8), rate: 44_100)
        held.converter.convert(to: output, error: nil) { _, status in
            defer { input = nil }
            status.pointee = input == nil ? .endOfStream : .haveData
            return input
        }
        #expect(helper.wasDone && Sample.channels(output)[0] == [Float](repeating: 0.25, count: frames))
    }

    @Test func conversionsOfTwoThreadsComeOneAfterTheOther() throws {
        let held = try converter(44_100)
        let other = LockedValue<[Float]>([])
        let thread = LockedValue<AudioCore.Thread?>(nil)
        let input = Sample.buffer([[Float](repeating: 0.5, count: 100)])
        let output = try output(100, rate: 44_100)
        let status = held.converter.convert(to: output, error: nil) { _, status in
            let has = LockedValue(false)
            let started = try? AudioCore.Thread(name: "other") {
                has.withLock { $0 = true }
                guard let output = AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 10) else { return }
                let input = Sample.buffer([[Float](repeating: 0.25, count: 10)])
                try? held.converter.convert(to: output, from: input)
                other.withLock { $0 = Sample.channels(output)[0] }
            }
            thread.withLock { $0 = started }
            _ = eventually { has.withLock { $0 } }
            status.pointee = .haveData
            return input
        }
        thread.withLock { $0 }?.join()
        #expect(status == .haveData && Sample.channels(output)[0] == [Float](repeating: 0.5, count: 100))
        #expect(other.withLock { $0 } == [Float](repeating: 0.25, count: 10))
    }

    @Test func aConversionWithinABlockFails() throws {
        let held = try converter(44_100)
        let input = Sample.buffer([[Float](repeating: 0.5, count: 100)])
        let (output, inner) = (try output(100, rate: 44_100), try self.output(100, rate: 44_100))
        var (error, nested): (NSError?, AVAudioConverterOutputStatus?) = (nil, nil)
        let status = held.converter.convert(to: output, error: nil) { _, status in
            nested = held.converter.convert(to: inner, error: &error) { _, status in
                status.pointee = .haveData
                return input
            }
            status.pointee = .haveData
            return input
        }
        #expect(nested == .error && error != nil && status == .haveData && output.frameLength == 100)
    }
}
