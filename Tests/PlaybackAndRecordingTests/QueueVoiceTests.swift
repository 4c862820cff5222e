import AudioCore
import CRealtime
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// A voice adds to a sum what it would render: the mix calls either in a cycle.
@Suite struct QueueVoiceTests {
    private static let channels = 2
    private static let cycle = 64

    /// What is done to a voice before one of its cycles.
    private typealias Changes = [Int: (QueueVoice) -> Void]

    private func makeVoice(_ gains: [Float] = [1, 0, 0, 1], channels: Int = Self.channels) -> QueueVoice {
        let voice = QueueVoice(
            channels: channels, outputs: Self.channels, gains: gains, sampleRate: 48000, frames: 100)
        voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        return voice
    }

    /// Calls a voice for cycles whose ring gets as many frames before each; returns sums, with `start` in them before, and how
    /// far each cycle's sound reaches.
    private func run(
        _ voice: QueueVoice, cycles: Int, frames: Int = Self.cycle, gain: Float, adds: Bool, _ changes: Changes = [:]
    ) -> (sums: [Float], reaches: [Int32]) {
        let count = Self.cycle * Self.channels
        let sound = Signal.noise(frames: cycles * frames * voice.channels, seed: 5)
        let start = Signal.noise(frames: cycles * count, seed: 6)
        var result: (sums: [Float], reaches: [Int32]) = ([], [])
        var samples = [Float](repeating: .nan, count: count)
        for number in 0..<cycles {
            sound[(number * frames * voice.channels)...].withUnsafeBufferPointer {
                _ = voice.ring.write($0.baseAddress!, frames: frames)
            }
            changes[number]?(voice)
            var sum = Array(start[number * count..<(number + 1) * count])
            let reach = samples.withUnsafeMutableBufferPointer { samples in
                sum.withUnsafeMutableBufferPointer { sum in
                    let cycle = RenderCycle(
                        samples: samples.baseAddress!, frames: UInt32(Self.cycle), channels: UInt32(Self.channels),
                        hostTime: 0, requestTime: 0, sampleTime: Int64(number * Self.cycle), rateScalar: 1)
                    if adds { return voice.add(cycle, to: sum.baseAddress!, gain: gain) }
                    let reach = voice.render(cycle)
                    for i in 0..<Int(reach) * Self.channels { sum[i] += samples[i] * gain }
                    return reach
                }
            }
            result.sums += sum
            result.reaches.append(reach)
        }
        return result
    }

    private func expectSame(
        _ make: () -> QueueVoice, cycles: Int = 8, frames: Int = Self.cycle, gain: Float = 0.7, _ changes: Changes = [:]
    ) -> [Int32] {
        let (one, other) = (make(), make())
        let rendered = run(one, cycles: cycles, frames: frames, gain: gain, adds: false, changes)
        let added = run(other, cycles: cycles, frames: frames, gain: gain, adds: true, changes)
        #expect(added.sums.map(\.bitPattern) == rendered.sums.map(\.bitPattern))
        #expect(added.reaches == rendered.reaches)
        #expect(one.ring.readFrames == other.ring.readFrames)
        #expect(one.starvedFrames.load(ordering: .relaxed) == other.starvedFrames.load(ordering: .relaxed))
        #expect(one.clock.load(ordering: .relaxed) == other.clock.load(ordering: .relaxed))
        return added.reaches
    }

    @Test(arguments: [1, 0.7, 0, -2] as [Float]) func steadyGainsGiveTheSameBits(gain: Float) {
        // The ring holds 128 frames and cycles have 64 of 48: runs end with its memory.
        let reaches = expectSame({ makeVoice() }, frames: 48, gain: gain, [1: { $0.rampTime.write(0) }])
        #expect(reaches == [Int32](repeating: 48, count: 8))
        #expect(expectSame({ makeVoice() }, gain: gain).allSatisfy { $0 == 64 })
    }

    /// Ramps, pans, meters and other channels than the output's go by way of the cycle's samples.
    @Test func whatChangesGivesTheSameBits() {
        _ = expectSame(
            { makeVoice() },
            [
                1: { $0.volume.write(0.5) }, 2: { $0.rampTime.write(0.002) }, 3: { $0.volume.write(0.9) },
                6: { $0.pan.write(-0.4) }, 7: { $0.pan.write(0) },
            ])
        _ = expectSame({ makeVoice() }, [2: { $0.isMetering.store(true, ordering: .relaxed) }])
        _ = expectSame({ makeVoice([0.5, 0.25], channels: 1) })
    }

    @Test func marksHoldInBoth() {
        let reaches = expectSame(
            { makeVoice() },
            [
                0: { voice in
                    voice.marks.write(QueueMark(frame: 70, action: .volume, value: 0.25))
                    voice.marks.write(QueueMark(frame: 80, action: .wait, value: 100))
                    voice.marks.write(QueueMark(frame: 200, action: .end))
                }
            ])
        // 200 frames, and 20 of silence.
        #expect(reaches == [64, 64, 64, 28, 0, 0, 0, 0])
    }

    @Test func aStartWithinACycleLeavesWhatIsBefore() {
        let reaches = expectSame(
            { makeVoice() }, cycles: 2,
            [
                0: { voice in
                    voice.startValue.store(30, ordering: .releasing)
                    voice.startKind.store(QueueVoice.Start.sampleTime, ordering: .releasing)
                }
            ])
        #expect(reaches == [64, 64])
    }
}
