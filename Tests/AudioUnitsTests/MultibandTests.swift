import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// MultiBandCompressor: a flat sum, bands, levels, meters.
@Suite struct MultibandTests {
    private static let rate = 48_000.0

    private func client(channels: Int = 1) throws -> Client {
        let client = try Client(MultibandUnit.compressor)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    /// No band is compressed.
    private func open(_ client: Client) throws {
        for band in UInt32(0)..<4 { try client.setParameter(5 + band, 0) }
    }

    /// Where nothing is compressed the spectrum is that of the input, wherever the bands are divided, in any order.
    @Test(arguments: [[Float(120), 700, 3000], [60, 500, 9000], [3000, 120, 700], [20, 20, 24_000]])
    func theSumOfTheBandsIsFlat(crossovers: [Float]) throws {
        let client = try client()
        try open(client)
        for (index, frequency) in crossovers.enumerated() { try client.setParameter(UInt32(2 + index), frequency) }
        let response = try client.impulse(16_384)[0]
        for frequency in thirds {
            let gain = decibels(response, at: frequency, Self.rate)
            #expect(abs(gain) < 0.05, "\(gain) dB at \(frequency) Hz")
        }
    }

    /// The gain of a band holds in its middle, and not in the others.
    @Test func eachBandHasItsGain() throws {
        let client = try client()
        try open(client)
        for (index, frequency) in [Float(100), 1000, 10_000].enumerated() {
            try client.setParameter(UInt32(2 + index), frequency)
        }
        for (index, gain) in [Float(-6), 3, -3, 6].enumerated() { try client.setParameter(UInt32(15 + index), gain) }
        let response = try client.impulse(16_384)[0]
        for (frequency, wanted) in [(20.0, -6.0), (316, 3), (3160, -3), (23_000, 6)] {
            #expect(abs(decibels(response, at: frequency, Self.rate) - wanted) < 0.5, "\(frequency) Hz")
        }
    }

    @Test func gainsHoldBeforeAndBehind() throws {
        let client = try client()
        try open(client)
        try client.setParameter(0, -20)
        try client.setParameter(1, 26)
        let response = try client.impulse(4096)[0]
        #expect(abs(decibels(response, at: 1000, Self.rate) - 6) < 0.05)
    }

    /// A level that stays comes out as the curve of its band says, and the meters show it.
    @Test(arguments: [-40.0, -22, -10, 0]) func aBandFollowsItsCurve(level: Double) throws {
        let client = try client()
        try client.setParameter(13, 0.005)
        try client.setParameter(9, 8)
        try client.feed(Feed(constants: [Float(pow(10, level / 20))]))
        try client.unit.initialize()
        let output = try client.renderAll(14_400, cycle: 1024)[0].last!
        // All of it is in the first band: threshold -22, headroom 8.
        let wanted = DynamicsUnit.level(level, threshold: -22, headroom: 8, ratio: 1, expansion: -200)
        #expect(abs(20 * log10(Double(output)) - wanted) < 0.05)
        #expect(wanted <= -14 && (level > -22 || wanted == level))
        #expect(abs(Double(try client.unit.parameter(1000, 0, 0)) - (level - wanted)) < 0.05)
        #expect(abs(Double(try client.unit.parameter(5000, 0, 0)) - level) < 0.05)
        #expect(abs(Double(try client.unit.parameter(9000, 0, 0)) - wanted) < 0.05)
        // The last band is silent.
        #expect(try client.unit.parameter(4000, 0, 0) == 0 && client.unit.parameter(8000, 0, 0) < -100)
    }

    /// The gain is down after some times of the attack, and up again after some of the release.
    @Test func attackAndReleaseTakeTheirTimes() throws {
        let client = try client()
        try client.setParameter(13, 0.02)
        try client.setParameter(14, 0.05)
        for band in UInt32(1)..<4 { try client.setParameter(5 + band, 0) }
        try client.feed(Feed { _, frame in frame < 9600 ? 1 : 0.01 })
        try client.unit.initialize()
        let output = try client.renderAll(24_000, cycle: 1000)[0]
        let settled = output[9500]
        // After the time the envelope is at 63 % of the level: the gain is on its way.
        #expect(output[960] > settled * 1.05 && abs(output[4800] / settled - 1) < 0.02)
        // From 1 to the threshold of 0.08 it takes 2.5 times the release.
        #expect(output[9600 + 2400] < 0.008 && abs(output[9600 + 9600] - 0.01) < 0.0005)
    }

    @Test func channelsHaveOneGain() throws {
        let client = try client(channels: 2)
        let input = noise(4800, seed: 8, level: 1)
        try client.feed(Feed { channel, frame in input[frame] * (channel == 0 ? 1 : -0.25) })
        try client.unit.initialize()
        let output = try client.renderAll(4800)
        for (one, two) in zip(output[0], output[1]) { #expect(abs(one * -0.25 - two) < 1e-5) }
    }

    @Test func parametersAreThoseOfTheHeader() throws {
        let client = try client()
        #expect(client.unit.parameterList(0).count == 31)
        #expect(try client.unit.parameter(4, 0, 0) == 3000 && client.unit.parameter(12, 0, 0) == 7.5)
        try client.setParameter(4, 1e6)
        #expect(try client.unit.parameter(4, 0, 0) == 24_000)
        try client.setParameter(1000, 5)
        #expect(try client.unit.parameter(1000, 0, 0) == 0)
        #expect(try client.unit.parameter(5000, 0, 0) == -120)
    }

    /// What is no number does not stay.
    @Test func recoversFromWhatIsNoNumber() throws {
        let client = try client()
        try client.feed(Feed { _, frame in frame == 10 ? .nan : frame == 20 ? .infinity : 0.001 })
        try client.unit.initialize()
        #expect(try client.renderAll(9600, cycle: 600)[0].allSatisfy(\.isFinite))
    }
}
