import AudioCore
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// SpatialMixer with the responses of a measured head.
@Suite(.needs(library: "libmysofa.so.1")) struct HeadTests {
    private static let input = kAudioUnitScope_Input

    private func mixer(
        _ feed: Feed, azimuth: Float, elevation: Float = 0, rate: Double = 48_000
    ) throws -> Client {
        let client = try Client(SpatialMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: rate, channels: 1, interleaved: false), Self.input)
        try client.setFormat(.float32(sampleRate: rate, channels: 2, interleaved: false), kAudioUnitScope_Output)
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(2))
        try client.setParameter(0, azimuth, Self.input, 0)
        try client.setParameter(1, elevation, Self.input, 0)
        try client.feed(feed)
        try client.unit.initialize()
        return client
    }

    private static func noise() -> [Float] {
        var random = SeededRandom(3)
        return (0..<4096).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    }

    /// Each ear hears the source convolved with its response, in cycles of any length.
    @Test(arguments: [5, 128, 1000]) func earsHearTheirResponses(cycle: Int) throws {
        let noise = Self.noise()
        let client = try mixer(Feed { _, frame in frame < 4096 ? noise[frame] : 0 }, azimuth: 50, elevation: 20)
        let heard = try client.renderAll(4000 / cycle * cycle, cycle: cycle)
        let responses = try HeadResponses.at(48_000)
        let direction = SpatialDirection(azimuth: 50, elevation: 20)
        for (channel, isRight) in [(0, false), (1, true)] {
            let response = responses.response(direction, isRight: isRight)
            for frame in stride(from: 0, to: heard[channel].count, by: 37) {
                var wanted = 0.0
                for tap in 0...min(frame, responses.length - 1) {
                    wanted += Double(response[tap]) * Double(noise[frame - tap])
                }
                #expect(abs(Double(heard[channel][frame]) - wanted) < 1e-5)
            }
        }
    }

    /// What one ear hears of a source on its side the other one hears of a source on the other side, to the bit.
    @Test(arguments: [Float(30), 90, 137]) func theSidesAreTheSame(azimuth: Float) throws {
        let noise = Self.noise()
        let feed = { Feed { _, frame in frame < 4096 ? noise[frame] : 0 } }
        let right = try mixer(feed(), azimuth: azimuth).renderAll(2048)
        let left = try mixer(feed(), azimuth: -azimuth).renderAll(2048)
        #expect(right[0] == left[1] && right[1] == left[0])
    }

    /// The nearer ear hears a source louder and earlier; ahead and behind both hear the same.
    @Test func theNearerEarHearsMore() throws {
        func response(_ azimuth: Float, isRight: Bool) throws -> (energy: Double, first: Int) {
            let responses = try HeadResponses.at(48_000)
            let samples = responses.response(SpatialDirection(azimuth: azimuth, elevation: 0), isRight: isRight)
            let all = (0..<responses.length).map { abs(Double(samples[$0])) }
            let peak = all.max() ?? 0
            return (all.reduce(0) { $0 + $1 * $1 }, all.firstIndex { $0 > peak / 5 } ?? 0)
        }
        let (near, far) = (try response(90, isRight: true), try response(90, isRight: false))
        #expect(10 * log10(near.energy / far.energy) > 6)
        // A head delays the farther ear by 0.6 to 0.8 ms.
        #expect((25...40).contains(far.first - near.first))
        for azimuth in [Float(0), 180] {
            #expect(try response(azimuth, isRight: true) == response(azimuth, isRight: false))
        }
    }

    /// A source that jumps goes over from one response to the other in a cycle, without a step.
    @Test func aJumpDoesNotClick() throws {
        let client = try mixer(
            Feed { _, frame in Float(0.5 * sin(2 * .pi * 200 * Double(frame) / 48_000)) }, azimuth: -80)
        var heard = try client.renderAll(2048)[0]
        let usual = zip(heard[1000...], heard[1001...]).map { abs($0 - $1) }.max() ?? 0
        try client.setParameter(0, 80, Self.input, 0)
        heard += try client.renderAll(2048, from: 2048)[0]
        // The sine itself begins with a step of its slope.
        #expect(zip(heard[1000...], heard[1001...]).allSatisfy { abs($0 - $1) < usual * 1.2 })
    }

    /// The algorithm may be chosen while the unit is initialized, and responses are shared.
    @Test func theAlgorithmChangesInMidPlay() throws {
        let noise = Self.noise()
        let client = try mixer(Feed { _, frame in noise[frame % 4096] }, azimuth: 90)
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(0))
        let plain = try client.renderAll(1024)
        #expect(plain[0].allSatisfy { abs($0) < 1e-6 })
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(6))
        #expect(try client.renderAll(1024, from: 1024)[0].contains { abs($0) > 1e-3 })
        #expect(try HeadResponses.at(48_000) === HeadResponses.at(48_000))
    }

    /// Filters are those of the output's rate.
    @Test(arguments: [8000.0, 44_100, 96_000]) func responsesHaveTheOutputsRate(rate: Double) throws {
        let (one, other) = (try HeadResponses.at(rate), try HeadResponses.at(48_000))
        #expect(abs(Double(one.length) / rate - Double(other.length) / 48_000) < 0.003)
    }
}
