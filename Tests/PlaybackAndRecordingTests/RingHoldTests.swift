import AudioCore
import AudioDSP
import CRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Frames of a ring are replaced while the audio thread reads before them.
@Suite struct RingHoldTests {
    private static let cycle = 64

    private func makeVoice(frames: Int) -> QueueVoice {
        let voice = QueueVoice(channels: 1, outputs: 1, gains: [1], sampleRate: 48000, frames: frames)
        voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        return voice
    }

    /// Renders a cycle, added to silence or not; returns the frames that the voice had.
    private func render(_ voice: QueueVoice, number: Int, adds: Bool = false) -> [Float] {
        var samples = [Float](repeating: 0, count: Self.cycle)
        var sum = samples
        let reach = samples.withUnsafeMutableBufferPointer { samples in
            sum.withUnsafeMutableBufferPointer { sum in
                let cycle = RenderCycle(
                    samples: samples.baseAddress!, frames: UInt32(Self.cycle), channels: 1, hostTime: 0, requestTime: 0,
                    sampleTime: Int64(number * Self.cycle), rateScalar: 1)
                return adds ? voice.add(cycle, to: sum.baseAddress!, gain: 1) : voice.render(cycle)
            }
        }
        return Array((adds ? sum : samples).prefix(Int(reach)))
    }

    @Test func aCycleAndAHoldLearnOfEachOther() {
        let hold = RingHold()
        #expect(hold.beginCycle(reach: 100) == .max)
        // The cycle may be reading frame 99.
        #expect(!hold.hold(from: 99))
        #expect(hold.beginCycle(reach: 100) == .max)
        #expect(hold.hold(from: 100))
        #expect(hold.beginCycle(reach: 164) == 100)
        hold.release()
        #expect(hold.beginCycle(reach: 164) == .max)
    }

    /// A cycle that found too few frames reads no longer once it is over, also where no other cycle follows it.
    @Test func aCycleThatStarvedHoldsNothingBack() {
        let voice = makeVoice(frames: 256)
        _ = voice.ring.write([Float](repeating: 1, count: 32), frames: 32)
        #expect(render(voice, number: 0).count == 32)
        _ = voice.ring.write([Float](repeating: 1, count: 100), frames: 100)
        #expect(voice.ringHold.hold(from: 40))
    }

    @Test(arguments: [false, true]) func aVoiceEndsAtHeldFramesAndGoesOnWithThem(adds: Bool) {
        let voice = makeVoice(frames: 256)
        _ = voice.ring.write([Float](repeating: 1, count: 200), frames: 200)
        #expect(render(voice, number: 0, adds: adds).count == 64)
        #expect(voice.ringHold.hold(from: 100))
        #expect(render(voice, number: 1, adds: adds) == [Float](repeating: 1, count: 36))
        #expect(render(voice, number: 2, adds: adds).isEmpty)
        #expect(voice.ring.readFrames == 100 && voice.starvedFrames.load(ordering: .relaxed) == 28 + 64)
        let (place, _) = voice.ring.writtenRun(at: 100)
        for index in 0..<100 { place[index] = 2 }
        voice.ringHold.release()
        #expect(render(voice, number: 3, adds: adds) == [Float](repeating: 2, count: 64))
    }

    /// Both threads go as fast as they can: no frame is heard that is replaced, and none while it is.
    @Test(arguments: [false, true]) func freshSoundIsHeardWholly(adds: Bool) throws {
        let (frames, overlap) = (16_384, 240)
        var (early, late) = (0, 0)
        for _ in 0..<40 {
            let voice = makeVoice(frames: frames)
            _ = voice.ring.write([Float](repeating: 0, count: frames), frames: frames)
            let unit = try TimePitch(channels: 1, sampleRate: 48000, algorithm: TimePitch.Algorithm.varispeed)
            var fresh = FreshSound(unit, channels: 1, from: 0, steps: (1, 1)) { samples, count in
                samples.update(repeating: 1, count: count)
                return count
            }
            let map = PlayerMap(ring: 0, media: 0, step: 1)
            _ = fresh.fill(to: frames, old: map) { 0 }
            let heard = LockedValue<[Float]>([])
            let isAsked = Atomic<Bool>(false)
            let isDone = Atomic<Bool>(false)
            let audio = Foundation.Thread {
                var samples: [Float] = []
                var number = 0
                while samples.count < frames {
                    samples += self.render(voice, number: number, adds: adds)
                    number += 1
                    // However busy the machine is, the other thread begins before all has been heard.
                    if samples.count >= 512, !isAsked.load(ordering: .acquiring) {
                        _ = eventually { isAsked.load(ordering: .acquiring) }
                    }
                }
                heard.withLock { $0 = samples }
                isDone.store(true, ordering: .releasing)
            }
            audio.start()
            #expect(eventually { voice.ring.readFrames >= 256 })
            let (seam, end) = fresh.replace(in: voice.ring, voice.ringHold, old: map, overlap: overlap) {
                defer { isAsked.store(true, ordering: .releasing) }
                return voice.ring.readFrames + 1
            }
            #expect(end == frames)
            #expect(eventually { isDone.load(ordering: .acquiring) })
            let expected = (0..<frames).map { $0 < seam.ring ? 0 : min(1, Float($0 - seam.ring) / Float(overlap)) }
            let first = zip(heard.withLock { $0 }, expected).enumerated().first {
                abs($0.element.0 - $0.element.1) > 1e-6
            }
            #expect(first == nil, "from frame \(seam.ring) on: \(String(describing: first))")
            if seam.ring < frames { early += 1 } else { late += 1 }
        }
        #expect(early > 0, "the audio thread was always there first: \(late)")
    }
}
