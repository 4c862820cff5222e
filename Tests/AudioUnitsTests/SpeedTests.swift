import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// Varispeed and the time-pitch units: how much input they take, and what becomes of its pitch.
@Suite(.mustEnd) struct SpeedTests {
    private static let rate = 48_000.0

    private func client(_ blueprint: UnitBlueprint, channels: Int = 1) throws -> Client {
        let client = try Client(blueprint)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    private static func sine(_ frequency: Double, _ frame: Int) -> Float {
        Float(sin(2 * .pi * frequency * Double(frame) / rate))
    }

    @Test(arguments: [VarispeedUnit.varispeed, TimePitchUnit.newTimePitch, TimePitchUnit.timePitch])
    func atTheUsualRateTheInputPassesUnchanged(blueprint: UnitBlueprint) throws {
        let client = try client(blueprint, channels: 2)
        let feed = Feed { channel, frame in Float(frame * 2 + channel) / 7 }
        try client.feed(feed)
        try client.unit.initialize()
        let result = try client.renderAll(1000, cycle: 300, from: 50)
        for channel in 0..<2 {
            #expect(result[channel] == (0..<1000).map { Float($0 * 2 + channel) / 7 })
        }
        #expect(feed.calls.map(\.frames) == [300, 300, 300, 100])
        #expect(feed.calls.map(\.time) == [50, 350, 650, 950])
    }

    /// A slice longer than what the unit keeps of its input is rendered in parts.
    @Test func aLongSlicePassesUnchanged() throws {
        let (client, frames) = (try client(TimePitchUnit.newTimePitch), 400_000)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(frames))
        try client.feed(Feed { _, frame in Float(frame) })
        try client.unit.initialize()
        let sound = try client.render(frames)[0]
        let wrong = sound.indices.count { sound[$0] != Float($0) }
        #expect(sound.count == frames && wrong == 0)
    }

    /// One sample that is no number is heard at most for as long as its piece of sound, also where the pitch is higher.
    @Test(arguments: [Float.nan, .infinity]) func aSampleThatIsNoNumberDoesNotStay(sample: Float) throws {
        let client = try client(TimePitchUnit.newTimePitch)
        try client.setParameter(1, 700)
        try client.feed(Feed { _, frame in frame == 20_000 ? sample : Self.sine(440, frame) })
        try client.unit.initialize()
        let sound = try client.renderAll(60_000, cycle: 512)[0].suffix(20_000)
        #expect(sound.allSatisfy { $0.magnitude < 1.5 } && sound.contains { $0.magnitude > 0.5 })
    }

    /// The input advances by the rate, on a time line without gaps.
    @Test(
        arguments: [
            (VarispeedUnit.varispeed, 0.25), (VarispeedUnit.varispeed, 2), (VarispeedUnit.varispeed, 4),
            (TimePitchUnit.newTimePitch, 0.5), (TimePitchUnit.newTimePitch, 8), (TimePitchUnit.timePitch, 1.5),
        ] as [(UnitBlueprint, Double)])
    func theInputAdvancesByTheRate(blueprint: UnitBlueprint, rate: Double) throws {
        let client = try client(blueprint)
        let feed = Feed { _, frame in Self.sine(440, frame) }
        try client.feed(feed)
        try client.setParameter(0, Float(rate))
        try client.unit.initialize()
        _ = try client.renderAll(9600, cycle: 512)
        #expect(abs(Double(feed.next) / 9600 - rate) < 0.1 + 0.15 * max(1, rate))
        for (call, next) in zip(feed.calls, feed.calls.dropFirst()) {
            #expect(next.time == call.time + Double(call.frames))
        }
        #expect(feed.calls.allSatisfy { (1...1156).contains($0.frames) })
    }

    @Test(arguments: [0.5, 0.75, 1.25, 2] as [Double]) func aVarispeedChangesThePitch(rate: Double) throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.feed(Feed { _, frame in Self.sine(1000, frame) })
        try client.setParameter(0, Float(rate))
        try client.unit.initialize()
        let result = try client.renderAll(9600, cycle: 480)[0]
        #expect(abs(Measure.frequency(of: result[1000..<9000]) - 1000 * rate) < 0.5)
        // Frame by frame it is the same sine. A filter makes it late by less than two frames, and changes it by a tenth of a decibel.
        let sound = Measure.sine(1000 * rate, in: result[200..<8840])
        #expect(sound.rest < 1e-3 && abs(sound.amplitude - 1) < (rate > 1 ? 0.013 : 1e-3))
        if rate > 1 { #expect((0..<2).contains(sound.delay)) } else { #expect(abs(sound.delay) < 0.01) }
    }

    /// A change of the rate goes on where the sound is, without a click.
    @Test func aChangeOfTheRateDoesNotClick() throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.feed(Feed { _, frame in Self.sine(500, frame) })
        try client.unit.initialize()
        var result = try client.renderAll(1000, cycle: 250)[0]
        #expect(result == (0..<1000).map { Self.sine(500, $0) })
        try client.setParameter(0, 1.5)
        result += try client.renderAll(1000, cycle: 250, from: 1000)[0]
        let expected = (0..<1000).map { Float(sin(2 * .pi * 500 * (1000 + 1.5 * Double($0)) / Self.rate)) }
        // A filter makes it late by little more than a frame.
        for frame in 0..<1000 { #expect(abs(result[1000 + frame] - expected[frame]) < 0.13) }
        // Where the rate changes, the slope goes from 0.065 to 0.098.
        #expect(Measure.mostBend(result[...]) < 0.04)
    }

    /// Nor do many small changes, up to where the filter takes most away, and back.
    @Test func aRampOfTheRateDoesNotClick() throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.feed(Feed { _, frame in Self.sine(500, frame) })
        try client.unit.initialize()
        var result = try client.renderAll(960, cycle: 480)[0]
        for step in 1...96 {
            try client.setParameter(0, 1 + 3 * Float(step <= 48 ? step : 96 - step) / 48)
            result += try client.render(64, at: Double(result.count))[0]
        }
        result += try client.renderAll(4800, cycle: 480, from: Double(result.count))[0]
        // At a rate of 4 the slope changes by 0.069 from frame to frame, and by 0.016 where the rate does.
        #expect(Measure.mostBend(result[...]) < 0.1)
        #expect(abs(Measure.frequency(of: result.suffix(3840)) - 500) < 0.1)
        #expect(Measure.sine(500, in: result[(result.count - 3840)...]).rest < 1e-3)
    }

    /// Rate and cents are the same quantity: the one that is set last counts.
    @Test func centsAreTheRate() throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.setParameter(1, 1200)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Global, 0) == 2)
        try client.setParameter(0, 0.5)
        #expect(try client.unit.parameter(1, kAudioUnitScope_Global, 0) == -1200)
        let other = try self.client(VarispeedUnit.varispeed)
        try other.unit.restore(client.unit.classInfo)
        #expect(try other.unit.parameter(0, kAudioUnitScope_Global, 0) == 0.5)
        #expect(try other.unit.parameter(1, kAudioUnitScope_Global, 0) == -1200)
    }

    @Test(arguments: [0.5, 0.8, 1.5, 2] as [Double]) func aTimePitchKeepsThePitch(rate: Double) throws {
        for blueprint in [TimePitchUnit.newTimePitch, TimePitchUnit.timePitch] {
            let client = try client(blueprint)
            try client.feed(Feed { _, frame in Self.sine(440, frame) })
            try client.setParameter(0, Float(rate))
            try client.unit.initialize()
            let result = try client.renderAll(9600, cycle: 512)[0]
            #expect(abs(Measure.frequency(of: result[2000...]) - 440) < 5)
            #expect(abs(Measure.power(of: result[2000...]) - 0.5) < 0.1)
        }
    }

    @Test(arguments: [-1200, -300, 700, 1200]) func aTimePitchChangesThePitchAlone(cents: Float) throws {
        let client = try client(TimePitchUnit.newTimePitch)
        let feed = Feed { _, frame in Self.sine(440, frame) }
        try client.feed(feed)
        try client.setParameter(1, cents)
        try client.unit.initialize()
        let result = try client.renderAll(14_400, cycle: 512)[0]
        #expect(abs(Measure.frequency(of: result[4000...]) - 440 * Double(exp2(cents / 1200))) < 8)
        #expect(abs(Double(feed.next) - 14_400) < 4000)
    }

    /// Without matched periods pieces of a sine cancel each other where they meet; a coarse search finds them almost. At 0.7 times the
    /// rate a piece is taken 216 frames before what follows the last one, which is one and a half periods.
    @Test func peakLockingMatchesPeriods() throws {
        func power(locked: Bool, overlap: Float) throws -> Float {
            let client = try client(TimePitchUnit.newTimePitch)
            try client.feed(Feed { _, frame in Self.sine(48_000 / 144, frame) })
            try client.setParameter(0, 0.7)
            try client.setParameter(4, overlap)
            try client.setParameter(6, locked ? 1 : 0)
            try client.unit.initialize()
            return Measure.power(of: try client.renderAll(14_400, cycle: 512)[0][4000...])
        }
        let fine = try power(locked: true, overlap: 8)
        #expect(fine > 0.49)
        #expect(try power(locked: true, overlap: 3) > 0.45)
        #expect(try power(locked: false, overlap: 8) < fine - 0.05)
    }

    /// An octave up, 15 kHz would be 30 kHz, and fold back to 18 kHz.
    @Test(arguments: [TimePitchUnit.newTimePitch, TimePitchUnit.timePitch, VarispeedUnit.varispeed])
    func whatIsTooHighDoesNotFold(blueprint: UnitBlueprint) throws {
        let client = try client(blueprint)
        try client.feed(Feed { _, frame in Self.sine(15_000, frame) })
        try client.setParameter(1, 1200)
        try client.unit.initialize()
        let heard = try client.renderAll(14_400, cycle: 512)[0]
        #expect(heard[4000...].allSatisfy { $0.magnitude < 1e-3 })
    }

    /// Bypass passes the input unchanged, and what it ends begins anew.
    @Test(arguments: [VarispeedUnit.varispeed, TimePitchUnit.newTimePitch]) func bypasses(blueprint: UnitBlueprint)
        throws
    {
        let client = try client(blueprint)
        let feed = Feed { _, frame in Float(frame) }
        try client.feed(feed)
        try client.setParameter(0, 2)
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        try client.unit.initialize()
        #expect(try client.renderAll(600, cycle: 200)[0] == (0..<600).map { Float($0) })
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(0))
        _ = try client.render(500, at: 600)
        #expect(feed.next > 1000)
    }

    /// A bypass plays at a rate of 1 from where the sound is, and what ends it goes on from there.
    @Test(arguments: [false, true]) func aBypassOfAVarispeedDoesNotClick(startsBypassed: Bool) throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.feed(Feed { _, frame in Self.sine(500, frame) })
        try client.setParameter(0, 1.3)
        try client.unit.initialize()
        var (heard, places, place) = ([Float](), [Double](), 0.0)
        for part in 0..<5 {
            let isBypassed = startsBypassed == (part % 2 == 0)
            try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(isBypassed ? 1 : 0))
            heard += try client.renderAll(1000, cycle: 250, from: Double(part * 1000))[0]
            for _ in 0..<1000 {
                places.append(place)
                place += isBypassed ? 1 : 1.3
            }
        }
        // Behind the first frames, where a filter has the silence before the sound. At the higher rate it makes it late by a frame.
        let errors = (200..<5000).map { abs(heard[$0] - Float(sin(2 * .pi * 500 * places[$0] / Self.rate))) }
        #expect((errors.max() ?? 1) < 0.1)
        // At the rate of 1 the filter ends, and nothing is late any more.
        for part in 0..<5 where startsBypassed == (part % 2 == 0) {
            #expect(errors[(part * 1000 + 300)..<(part * 1000 + 800)].max() ?? 1 < 2e-3, "part \(part)")
        }
        // Where the rate changes, the slope goes from 0.065 to 0.085.
        #expect(Measure.mostBend(heard[200...]) < 0.03)
        // A reset goes back to passing the input as it is.
        client.unit.reset()
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        let feed = Feed { _, frame in Float(frame) }
        try client.feed(feed)
        let passed: [Float] = (0..<600).map { Float($0) }
        #expect(try client.renderAll(600, cycle: 200, from: 9000)[0] == passed)
    }

    /// No frame jumps where a bypass begins or ends, also before the last fade is over: a sine of 440 Hz changes by 0.058 from frame to
    /// frame, one of 659 Hz by 0.087.
    @Test(arguments: [(1.5, 0), (0.7, 0), (1, 700), (1, -1200)] as [(Float, Float)])
    func aBypassOfATimePitchDoesNotClick(rate: Float, cents: Float) throws {
        let factor = exp2(Double(cents) / 1200)
        for startsBypassed in [false, true] {
            let client = try client(startsBypassed ? TimePitchUnit.newTimePitch : TimePitchUnit.timePitch)
            try client.feed(Feed { _, frame in Self.sine(440, frame) })
            try client.setParameter(0, rate)
            try client.setParameter(1, cents)
            try client.unit.initialize()
            var (heard, isBypassed) = ([Float](), startsBypassed)
            for frames in [4800, 4800, 4800, 240, 480, 4800, 4800] {
                try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(isBypassed ? 1 : 0))
                heard += try client.renderAll(frames, cycle: 240, from: Double(heard.count))[0]
                let expected = isBypassed ? 440 : 440 * factor
                if frames == 4800 { #expect(abs(Measure.frequency(of: heard.suffix(3600)) - expected) < 10) }
                isBypassed.toggle()
            }
            // Behind the first frames, where a filter has the silence before the sound.
            let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
            #expect(steps[200...].allSatisfy { $0 < 0.1 })
        }
    }

    /// A bypass goes on with the frame of the input that is heard, and what the unit has pulled ahead is not late afterwards.
    @Test func aBypassGoesOnWhereTheSoundIs() throws {
        let client = try client(TimePitchUnit.newTimePitch)
        let feed = Feed { _, frame in Float(frame) }
        try client.feed(feed)
        try client.setParameter(0, 1.5)
        try client.unit.initialize()
        _ = try client.renderAll(9600, cycle: 480)
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        let heard = try client.renderAll(9600, cycle: 480, from: 9600)[0]
        // Behind the fade of 720 frames.
        let expected: [Float] = (960..<9600).map { heard[960] + Float($0 - 960) }
        #expect(Array(heard[960...]) == expected)
        #expect(abs(heard[960] - (1.5 * 9600 + 960)) <= 2)
        #expect(Int(heard[9599]) == feed.next - 1)
    }

    /// A change that leaves the usual rate fades from the input, which it goes on with.
    @Test func aChangeOfATimePitchDoesNotClick() throws {
        let client = try client(TimePitchUnit.newTimePitch)
        try client.feed(Feed { _, frame in Self.sine(440, frame) })
        try client.unit.initialize()
        var heard = try client.renderAll(1000, cycle: 250)[0]
        try client.setParameter(0, 1.25)
        heard += try client.renderAll(4000, cycle: 250, from: 1000)[0]
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.065 })
    }

    /// An error of the input is that of the render, and the next render goes on.
    @Test(arguments: [VarispeedUnit.varispeed, TimePitchUnit.newTimePitch])
    func anErrorOfTheInputPassesOn(blueprint: UnitBlueprint) throws {
        let client = try client(blueprint)
        try client.setParameter(0, 2)
        try client.unit.initialize()
        #expect(status { _ = try client.render(64) } == -10876)
        let feed = Feed { _, frame in Self.sine(440, frame) }
        try client.feed(feed)
        feed.status = -77
        #expect(status { _ = try client.render(64, at: 64) } == -77)
        feed.status = 0
        #expect(try client.render(64, at: 128)[0].contains { $0 != 0 })
    }

    /// A slice of any length up to the maximum, at the ends of the parameters' ranges.
    @Test func theEndsOfTheRanges() throws {
        for (rate, cents) in [(Float(32), Float(-2400)), (32, 2400), (1 / 32, -2400), (1 / 32, 2400)] {
            let client = try client(TimePitchUnit.newTimePitch, channels: 2)
            try client.feed(Feed { channel, frame in Self.sine(440, frame + channel) })
            try client.setParameter(0, rate)
            try client.setParameter(1, cents)
            try client.unit.initialize()
            for (index, frames) in [1156, 1, 512].enumerated() {
                let result = try client.render(frames, at: Double(index * 2000))
                #expect(result.allSatisfy { $0.allSatisfy { $0.isFinite && $0.magnitude < 4 } })
            }
        }
    }

    @Test func formatsHaveToAgree() throws {
        let client = try client(VarispeedUnit.varispeed)
        try client.setFormat(.float32(sampleRate: 44_100, channels: 1, interleaved: false), kAudioUnitScope_Output)
        #expect(status { try client.unit.initialize() } == AudioError.unitFormat.status)
    }
}
