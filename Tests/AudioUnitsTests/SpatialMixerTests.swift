import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// SpatialMixer: gains by distance, places by direction, ears, rates.
@Suite(.mustEnd) struct SpatialMixerTests {
    private static let input = kAudioUnitScope_Input

    private func mixer(inputs: Int = 1, channels: Int = 1, outputs: Int = 2) throws -> Client {
        let client = try Client(SpatialMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(inputs))
        for index in 0..<inputs {
            try client.setFormat(
                .float32(sampleRate: 48_000, channels: channels, interleaved: false), Self.input, UInt32(index))
        }
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
        return client
    }

    private func near(_ one: Float, _ other: Float, _ most: Float = 1e-5) -> Bool { abs(one - other) <= most }

    /// The gain of the mixer is that of the model, and none without its flag.
    @Test(arguments: [UInt32(0), 1, 2, 3]) func gainsFollowTheDistance(curve: UInt32) throws {
        let client = try mixer()
        try client.feed(Feed(constants: [1]))
        try client.set(kAudioUnitProperty_SpatialMixerAttenuationCurve, Self.input, to: curve)
        try client.set(
            kAudioUnitProperty_SpatialMixerDistanceParams, Self.input, to: (Float(2), Float(50), Float(40)))
        try client.unit.initialize()
        let model = DistanceModel(
            curve: try #require(DistanceModel.Curve(rawValue: curve)), reference: 2, maximum: 50, attenuation: 40)
        #expect(model.gain(0) == 1 && model.gain(2) == 1)
        #expect(near(model.gain(50), 0.01) && model.gain(50) == model.gain(1000))
        let distances: [Float] = [0, 1, 2, 3, 5, 10, 25, 49, 50, 200]
        for (one, other) in zip(distances, distances.dropFirst()) { #expect(model.gain(other) <= model.gain(one)) }
        for (index, distance) in distances.enumerated() {
            try client.setParameter(2, distance, Self.input)
            try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(0))
            // A gain goes to its new value over a slice.
            _ = try client.render(8, at: Double(index * 100))
            #expect(near(try client.render(1, at: Double(index * 100 + 8))[0][0], Float(0.5).squareRoot()))
            try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(4))
            _ = try client.render(8, at: Double(index * 100 + 20))
            let heard = try client.render(1, at: Double(index * 100 + 28))
            #expect(near(heard[0][0], Float(0.5).squareRoot() * model.gain(distance)))
            #expect(near(heard[1][0], heard[0][0]))
        }
    }

    /// A sample that is no number is not heard, and nothing of it stays.
    @Test(arguments: [Float.nan, .infinity, 3e38]) func whatIsNoNumberIsNotHeard(sample: Float) throws {
        let client = try mixer()
        try client.feed(Feed { _, frame in frame == 10 ? sample : 0.5 })
        try client.unit.initialize()
        let heard = try client.renderAll(1024, cycle: 256)
        #expect(heard.allSatisfy { $0.allSatisfy { $0.magnitude <= 0.5 } })
        #expect(heard.allSatisfy { near($0[1023], 0.5 * Float(0.5).squareRoot(), 1e-3) })
    }

    /// Values that a person can check.
    @Test func theCurvesAtADistance() {
        let inverse = DistanceModel(curve: .inverse, reference: 1, maximum: 100_000, attenuation: 100)
        #expect(near(inverse.gain(2), 0.5) && near(inverse.gain(10), 0.1))
        let linear = DistanceModel(curve: .linear, reference: 1, maximum: 11, attenuation: 1000)
        #expect(near(linear.gain(6), 0.5))
        let exponential = DistanceModel(curve: .exponential, reference: 1, maximum: 100, attenuation: 40)
        #expect(near(exponential.gain(4), 0.25))
        let power = DistanceModel(curve: .power, reference: 1, maximum: 100, attenuation: 20)
        #expect(near(power.gain(4), 0.5))
        #expect(DistanceModel(curve: .linear, reference: 5, maximum: 5).gain(9) == 1)
    }

    @Test(
        arguments: [(-90, 1, 0), (0, 0.7071068, 0.7071068), (90, 0, 1), (180, 0.7071068, 0.7071068)]
            as [(
                Float, Float, Float
            )])
    func placesAtAnEqualPower(azimuth: Float, left: Float, right: Float) throws {
        let client = try mixer()
        try client.feed(Feed(constants: [1]))
        try client.setParameter(0, azimuth, Self.input)
        try client.unit.initialize()
        let heard = try client.render(2)
        #expect(near(heard[0][0], left) && near(heard[1][0], right))
    }

    /// A turned head hears a source on the other side.
    @Test func theHeadTurns() throws {
        let client = try mixer()
        try client.feed(Feed(constants: [1]))
        try client.setParameter(19, 90)
        try client.unit.initialize()
        let heard = try client.render(2)
        #expect(near(heard[0][0], 1) && near(heard[1][0], 0))
        let ahead = SpatialDirection(azimuth: 0, elevation: 0)
        #expect(abs(ahead.heard(yaw: 0, pitch: 90, roll: 0).up + 1) < 1e-9)
        let beside = SpatialDirection(azimuth: 90, elevation: 0)
        #expect(abs(beside.heard(yaw: 0, pitch: 0, roll: 90).up - 1) < 1e-9)
    }

    /// More than one channel passes; a point source is the mean of its channels.
    @Test func stereoPassesUnlessItIsAPoint() throws {
        let client = try mixer(channels: 2)
        try client.feed(Feed(constants: [1, 3]))
        try client.setParameter(0, 90, Self.input)
        try client.unit.initialize()
        #expect(try client.render(2) == [[1, 1], [3, 3]])
        try client.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, to: UInt32(2))
        // It goes over from one to the other in 10 ms.
        _ = try client.render(1000, at: 2)
        let heard = try client.render(1, at: 1002)
        #expect(near(heard[0][0], 0) && near(heard[1][0], 2))
    }

    @Test func addsAndLimits() throws {
        let client = try mixer(inputs: 3)
        for (index, value) in [Float(1), 2, 4].enumerated() { try client.feed(Feed(constants: [value]), UInt32(index)) }
        for index in UInt32(0)..<3 { try client.setParameter(0, -90, Self.input, index) }
        try client.setParameter(3, 20 * log10(0.5), Self.input, 1)
        try client.setParameter(5, 0, Self.input, 2)
        try client.setParameter(7, 0.25, Self.input, 0)
        try client.unit.initialize()
        #expect(near(try client.render(1)[0][0], 0.25 + 1))
        try client.setParameter(6, 3, Self.input, 1)
        try client.setParameter(3, -20, kAudioUnitScope_Output, 0)
        _ = try client.render(8, at: 1)
        #expect(near(try client.render(1, at: 9)[0][0], 0.1 * (0.25 + 6)))
    }

    /// Each loudspeaker gets its part, and all together the power of the source.
    @Test(arguments: [2, 4, 5, 6, 8, 3]) func aSoundFieldKeepsThePower(outputs: Int) throws {
        let client = try mixer(outputs: outputs)
        try client.feed(Feed(constants: [1]))
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(3))
        try client.setParameter(0, 45, Self.input)
        try client.unit.initialize()
        let heard = try client.render(1).map { $0[0] }
        #expect(near(heard.reduce(0) { $0 + $1 * $1 }, 1))
        if outputs == 4 { #expect(heard[1] == heard.max() && near(heard[2], 0)) }
        if outputs == 6 { #expect(heard[3] == 0) }
    }

    /// An ear away from the source hears it later by the path around the head, and duller.
    @Test func theFarEarHearsLaterAndDuller() throws {
        let client = try mixer()
        try client.feed(Feed { _, frame in frame == 8 ? 1 : 0 })
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(1))
        try client.setParameter(0, 90, Self.input)
        try client.setParameter(3, 0, Self.input)
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(1))
        try client.unit.initialize()
        let heard = try client.render(256)
        let frames = 0.0875 / 343 * (Double.pi / 2 + 1) * 48_000
        let (left, right) = (heard[0], heard[1])
        #expect(right[..<8].allSatisfy { $0 == 0 } && right[8] > 1)
        let arrival = 8 + Int(frames)
        #expect(left[..<arrival].allSatisfy { abs($0) < 1e-6 } && abs(left[arrival]) > 1e-3)
        // No more is lost of what is constant.
        #expect(near(left.reduce(0, +), 1, 0.01) && near(right.reduce(0, +), 1, 0.01))
        func high(_ samples: [Float]) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
        #expect(high(left) < 0.2 * high(right))
    }

    /// The attenuation by an obstacle holds at 5 kHz.
    @Test func obstaclesMuffle() throws {
        let client = try mixer()
        try client.feed(Feed { _, frame in Float(sin(2 * .pi * 5000 * Double(frame) / 48_000)) })
        try client.setParameter(0, -90, Self.input)
        try client.setParameter(10, -6, Self.input)
        try client.setParameter(11, -14, Self.input)
        try client.unit.initialize()
        let heard = try client.renderAll(4800)[0][960...]
        let level = (heard.reduce(0) { $0 + $1 * $1 } / Float(heard.count) * 2).squareRoot()
        #expect(near(20 * log10(level), -20, 0.05))
    }

    /// A rate resamples one input: the pitch rises, and the source is asked for more.
    @Test func anInputHasARate() throws {
        let client = try mixer(inputs: 2)
        let (feed, other) = (
            Feed { _, frame in Float(sin(2 * .pi * 500 * Double(frame) / 48_000)) }, Feed(constants: [0])
        )
        try client.feed(feed, 0)
        try client.feed(other, 1)
        try client.setParameter(0, -90, Self.input, 0)
        try client.setParameter(4, 1.5, Self.input, 0)
        try client.unit.initialize()
        let heard = try client.renderAll(4800, cycle: 480)[0]
        // What keeps frequencies from folding makes it late by less than two frames, and changes it by a tenth of a decibel.
        let sound = Measure.sine(750, in: heard[192...])
        #expect(sound.rest < 2e-3 && abs(sound.amplitude - 1) < 0.013 && (0..<2).contains(sound.delay))
        #expect(abs(Double(feed.next) - 7200) < 100 && other.next == 4800)
        for (call, next) in zip(feed.calls, feed.calls.dropFirst()) {
            #expect(next.time == call.time + Double(call.frames))
        }
    }

    /// A change of an input's rate goes on where the sound is, without a click.
    @Test func aChangeOfTheRateDoesNotClick() throws {
        let client = try mixer()
        try client.feed(Feed { _, frame in Float(sin(2 * .pi * 500 * Double(frame) / 48_000)) })
        try client.setParameter(0, -90, Self.input, 0)
        try client.unit.initialize()
        var heard = try client.renderAll(1000, cycle: 250)[0]
        try client.setParameter(4, 1.5, Self.input, 0)
        heard += try client.renderAll(1000, cycle: 250, from: 1000)[0]
        for frame in 0..<1000 {
            let expected = Float(sin(2 * .pi * 500 * (1000 + 1.5 * Double(frame)) / 48_000))
            // A filter makes it late by little more than a frame.
            #expect(near(heard[1000 + frame], expected, 0.13))
        }
        // Where the rate changes, the slope goes from 0.065 to 0.098.
        #expect(Measure.mostBend(heard[...]) < 0.04)
    }

    /// At twice the rate 12,480 Hz would be 24,960 Hz, and fold back to 23,040 Hz.
    @Test(arguments: [12_480, 15_000, 21_000] as [Double]) func whatIsTooHighDoesNotFold(tone: Double) throws {
        for channels in 1...2 {
            let client = try mixer(channels: channels)
            try client.feed(Feed { _, frame in Float(sin(2 * .pi * tone * Double(frame) / 48_000)) })
            try client.setParameter(0, -90, Self.input, 0)
            try client.setParameter(4, 2, Self.input, 0)
            try client.unit.initialize()
            let heard = try client.renderAll(14_400, cycle: 512)
            #expect(heard.allSatisfy { $0[4000...].allSatisfy { $0.magnitude < 1e-3 } })
        }
    }

    /// Up to 0.4 of the sample rate an input of another rate keeps its level, and at a rate of 1 or less nothing is late.
    @Test func anInputOfAHigherRateKeepsWhatIsHeard() throws {
        for (tone, rate) in [(500, 2), (4800, 2), (9600, 2), (500, 0.5)] as [(Double, Float)] {
            let client = try mixer()
            try client.feed(Feed { _, frame in Float(sin(2 * .pi * tone * Double(frame) / 48_000)) })
            try client.setParameter(0, -90, Self.input, 0)
            try client.setParameter(4, rate, Self.input, 0)
            try client.unit.initialize()
            let heard = try client.renderAll(14_400, cycle: 480)[0]
            let frequency = tone * Double(rate)
            let sound = Measure.sine(frequency, in: heard[4800..<14_400])
            #expect(abs(20 * log10(sound.amplitude)) < 0.105 && sound.rest < 2e-3, "\(tone) Hz at \(rate)")
            if rate < 1 { #expect(abs(sound.delay) < 0.01) }
            // The phase tells delays of up to half a period apart.
            if rate > 1, frequency < 12_000 { #expect((0..<2).contains(sound.delay), "\(tone) Hz") }
        }
    }

    @Test func takesWhatItKnows() throws {
        let client = try mixer()
        for algorithm in [UInt32(4), 8, 99] {
            #expect(
                status { try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: algorithm) }
                    == -10851)
        }
        #expect(
            status { try client.set(kAudioUnitProperty_SpatialMixerAttenuationCurve, Self.input, to: UInt32(4)) }
                == -10851)
        #expect(
            status {
                try client.set(
                    kAudioUnitProperty_SpatialMixerDistanceParams, Self.input, to: (Float.nan, Float(1), Float(1)))
            } == -10851)
        #expect(status { try client.set(kAudioUnitProperty_SpatializationAlgorithm, to: UInt32(0)) } == -10866)
        #expect(
            status { try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, 5, to: UInt32(0)) }
                == -10877)
        #expect(try client.get(kAudioUnitProperty_SpatialMixerDistanceParams, Self.input, as: Float.self) == 1)
        #expect(try client.unit.info(UnitRequest(kAudioUnitProperty_SpatialMixerDistanceParams, Self.input)).size == 12)
    }

    /// What an input had before a pause is not heard behind it.
    @Test func aPauseLeavesNothingBehind() throws {
        let client = try mixer()
        try client.feed(Feed { _, frame in frame < 512 ? 1 : 0 })
        try client.unit.initialize()
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, kAudioUnitScope_Input, to: UInt32(1))
        try client.setParameter(0, 90, kAudioUnitScope_Input, 0)
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, kAudioUnitScope_Input, to: UInt32(1))
        _ = try client.render(512)
        try client.setParameter(5, 0, kAudioUnitScope_Input, 0)
        _ = try client.render(512, at: 512)
        try client.setParameter(5, 1, kAudioUnitScope_Input, 0)
        #expect(try client.render(512, at: 1024).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test func inputsWithoutASourceAreSilent() throws {
        let client = try Client(SpatialMixerUnit.mixer)
        try client.unit.initialize()
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        var flags: UInt32 = 0
        #expect(client.render(&flags, 0, 0, 64, list) == 0 && flags & 16 != 0)
    }
}
