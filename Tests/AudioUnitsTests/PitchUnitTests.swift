import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// AUPitch: another pitch, the same number of frames, and one latency.
@Suite(.mustEnd) struct PitchUnitTests {
    private static let rate = 48_000.0
    /// Two pieces of 15 ms, a search of 8 ms, and four times 35 frames of the resampler.
    private static let latency = 2 * 720 + 384 + 4 * 35

    private func client(channels: Int = 1, cents: Float = 0, _ unit: UnitBlueprint = PitchUnit.pitch) throws -> Client {
        let client = try Client(unit)
        try client.setFormats(rate: Self.rate, channels: channels)
        try client.setParameter(1, cents)
        return client
    }

    private static func sine(_ frequency: Double, _ frame: Int) -> Float {
        Float(sin(2 * .pi * frequency * Double(frame) / rate))
    }

    /// A sound that differs from frame to frame.
    private static func count(_ channel: Int, _ frame: Int) -> Float { Float(frame % 1000 + channel * 2000) / 4096 }

    /// The sound as it comes out at a pitch of 0, from a frame on.
    private static func late(_ channel: Int, _ frames: Range<Int>) -> [Float] {
        frames.map { frame in frame < latency ? 0 : count(channel, frame - latency) }
    }

    @Test(arguments: [1, 200, 512, 1156]) func atNoCentsTheInputIsLate(cycle: Int) throws {
        let client = try client(channels: 2)
        let feed = Feed(Self.count)
        try client.feed(feed)
        try client.unit.initialize()
        let seconds: Double = try client.get(kAudioUnitProperty_Latency)
        #expect(seconds == Double(Self.latency) / Self.rate)
        let frames = 4000 / cycle * cycle
        let heard = try client.renderAll(frames, cycle: cycle)
        for channel in 0..<2 { #expect(heard[channel] == Self.late(channel, 0..<frames)) }
        #expect(feed.next == frames)
        #expect(feed.calls.allSatisfy { $0.frames == cycle })
    }

    /// AUNewPitch is AUPitch with the parameters of NewTimePitch.
    @Test(arguments: [-700, 0, 1200] as [Float]) func newPitchGivesTheSameSound(cents: Float) throws {
        func heard(_ unit: UnitBlueprint, _ parameters: [UInt32: Float] = [:]) throws -> [[Float]] {
            let client = try client(channels: 2, cents: cents, unit)
            for (id, value) in parameters { try client.setParameter(id, value) }
            try client.feed(Feed { channel, frame in Self.sine(440 + 300 * Double(channel), frame) })
            try client.unit.initialize()
            return try client.renderAll(9600, cycle: 480)
        }
        let plain = try heard(PitchUnit.pitch)
        #expect(try heard(PitchUnit.newPitch) == plain)
        #expect(try heard(PitchUnit.newPitch, [4: 3, 6: 0]) != plain || cents == 0)
    }

    /// Within a hundredth of a semitone, and half a decibel.
    @Test(arguments: [-2400, -1200, -500, 100, 700, 1200, 2400] as [Float])
    func changesThePitchAlone(cents: Float) throws {
        let client = try client(channels: 2, cents: cents)
        let feed = Feed { channel, frame in Self.sine(440, frame) * (channel == 0 ? 1 : 0.25) }
        try client.feed(feed)
        try client.unit.initialize()
        let heard = try client.renderAll(48_000, cycle: 512)
        #expect(feed.next == 48_000)
        let asked: [Int] = Array(repeating: 512, count: 93) + [384]
        #expect(feed.calls.map(\.frames) == asked)
        let factor = exp2(Double(cents) / 1200)
        for (channel, level) in [(0, Float(0.5)), (1, 0.03125)] {
            let sound = heard[channel][6000...]
            #expect(abs(1200 * log2(Measure.frequency(of: sound) / (440 * factor))) < 1)
            #expect(abs(10 * log10(Measure.power(of: sound) / level)) < 0.5)
        }
    }

    /// The sound stands where it does in the input: a second of it is heard for a second, as late as at another pitch.
    @Test(arguments: [-1200, 1200] as [Float]) func theSoundIsNotMoved(cents: Float) throws {
        let client = try client(cents: cents)
        try client.feed(Feed { _, frame in 9600..<19_200 ~= frame ? Self.sine(440, frame) : 0 })
        try client.unit.initialize()
        let heard = try client.renderAll(28_800, cycle: 480)[0]
        let loud = heard.indices.filter { heard[$0].magnitude > 0.1 }
        // A piece of sound is taken up to 8 ms from its place, and is 30 ms long.
        #expect(abs((loud.first ?? 0) - 9600 - Self.latency) < 1824)
        #expect(abs((loud.last ?? 0) - 19_200 - Self.latency) < 1824)
    }

    /// No frame jumps where the pitch leaves 0, or comes back: a sine of 660 Hz changes by 0.087 from frame to frame.
    @Test func changesOfThePitchDoNotClick() throws {
        let client = try client()
        try client.feed(Feed { _, frame in Self.sine(440, frame) })
        try client.unit.initialize()
        var heard = try client.renderAll(4800, cycle: 480)[0]
        try client.setParameter(1, 700)
        heard += try client.renderAll(9600, cycle: 480, from: 4800)[0]
        try client.setParameter(1, 0)
        heard += try client.renderAll(4800, cycle: 480, from: 14_400)[0]
        let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
        #expect(steps[(Self.latency + 1)...].allSatisfy { $0 < 0.1 })
        #expect(abs(Measure.frequency(of: heard[8000..<14_000]) - 440 * exp2(700.0 / 1200)) < 1)
    }

    /// A bypass fades to the input, which is not late. What ends it begins anew: nothing of what went in before is heard.
    @Test(arguments: [0, 700, -1200] as [Float]) func aBypassFadesAndItsEndBeginsAnew(cents: Float) throws {
        let client = try client(cents: cents)
        try client.feed(Feed { _, frame in Self.sine(440, frame) })
        try client.unit.initialize()
        var heard = try client.renderAll(9600, cycle: 240)[0]
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        heard += try client.renderAll(2400, cycle: 240, from: 9600)[0]
        let passed: [Float] = (11_040..<12_000).map { Self.sine(440, $0) }
        #expect(Array(heard[11_040...]) == passed)
        let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
        #expect(steps[(Self.latency + 1)...].allSatisfy { $0 < 0.1 })
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(0))
        let anew = try client.renderAll(9600, cycle: 240, from: 12_000)[0]
        #expect(anew[..<64].allSatisfy { $0.magnitude < 1e-3 })
        #expect(abs(Measure.frequency(of: anew.suffix(3600)) - 440 * exp2(Double(cents) / 1200)) < 5)
        guard cents == 0 else { return }
        let late: [Float] = (0..<9600).map { $0 < Self.latency ? 0 : Self.sine(440, 12_000 + $0 - Self.latency) }
        #expect(anew == late)
    }

    /// An octave up, 15 kHz would be 30 kHz, and fold back to 18 kHz. 9 kHz is the sound of 18 kHz.
    @Test func whatIsTooHighDoesNotFold() throws {
        for (frequency, isHeard) in [(15_000.0, false), (9000, true)] {
            let client = try client(cents: 1200)
            try client.feed(Feed { _, frame in Self.sine(frequency, frame) })
            try client.unit.initialize()
            let sound = try client.renderAll(24_000, cycle: 512)[0][6000...]
            // Less than -60 dB in all, and so at each frequency.
            if isHeard {
                #expect(abs(10 * log10(Measure.power(of: sound) / 0.5)) < 0.5)
            } else {
                #expect(sound.allSatisfy { $0.magnitude < 1e-3 })
            }
        }
    }

    /// However often the pitch changes, the latency stays: back at 0, the output is the late input to the frame.
    @Test func changesOfThePitchAddUpToNoDelay() throws {
        let client = try client(channels: 2)
        let feed = Feed(Self.count)
        try client.feed(feed)
        try client.unit.initialize()
        var (frame, seed) = (0, UInt32(1))
        for _ in 0..<200 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            try client.setParameter(1, Float(seed >> 16 % 4801) - 2400)
            let heard = try client.render(Int(seed >> 20 % 700) + 1, at: Double(frame))
            #expect(heard.allSatisfy { $0.allSatisfy { $0.isFinite && $0.magnitude < 1 } })
            frame += heard[0].count
        }
        #expect(feed.next == frame)
        try client.setParameter(1, 0)
        _ = try client.renderAll(1000, cycle: 500, from: Double(frame))
        frame += 1000
        let heard = try client.renderAll(2000, cycle: 500, from: Double(frame))
        for channel in 0..<2 { #expect(heard[channel] == Self.late(channel, frame..<frame + 2000)) }
    }

    /// Without a share of the effect the output is the late input; half of it has half of each.
    @Test func theBlendIsAShare() throws {
        let client = try client(cents: 1200)
        try client.feed(Feed(Self.count))
        try client.setParameter(2, 0)
        try client.unit.initialize()
        #expect(try client.renderAll(4000, cycle: 500)[0] == Self.late(0, 0..<4000))
        let half = try self.client(cents: 1200)
        try half.feed(Feed { _, frame in Self.sine(440, frame) })
        try half.setParameter(2, 50)
        try half.unit.initialize()
        let sound = try half.renderAll(24_000, cycle: 500)[0][6000...]
        #expect(abs(Measure.power(of: sound) - 0.25) < 0.02)
    }

    @Test func aResetForgetsTheSound() throws {
        let client = try client(cents: 300)
        try client.feed(Feed(constants: [0.5]))
        try client.unit.initialize()
        let heard = try client.renderAll(5000, cycle: 500)[0]
        #expect(abs(heard[4999] - 0.5) < 0.01)
        client.unit.reset()
        try client.setParameter(1, 0)
        let silence = try client.renderAll(Self.latency, cycle: 500, from: 5000)[0]
        #expect(silence.allSatisfy { $0 == 0 })
        #expect(try client.render(1, at: 9000)[0] == [0.5])
    }

    /// The shortest pieces, and those of a high rate.
    @Test(arguments: [1, 8000, 192_000] as [Double]) func takesAnyRate(rate: Double) throws {
        let client = try Client(PitchUnit.pitch)
        try client.setFormats(rate: rate, channels: 1)
        try client.feed(Feed(constants: [0.25]))
        try client.unit.initialize()
        for (index, cents) in [2400, -2400, 2400, -1200, 0].enumerated() {
            try client.setParameter(1, Float(cents))
            let heard = try client.renderAll(4096, cycle: 1024, from: Double(index * 4096))[0]
            #expect(heard.allSatisfy { $0.isFinite && $0.magnitude < 0.5 })
        }
    }
}
