import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// The least and the greatest gain of 3DMixer in decibels, of an input and of the output.
@Suite struct GainLimitTests {
    private static let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)
    private static let (least, most) = (UInt32(21), UInt32(22))

    /// A source of 1 on the left that is so far away, with an attenuation of about the inverse of the distance.
    private func mixer(_ blueprint: UnitBlueprint = SpatialMixerUnit.first, distance: Float) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1, interleaved: false), Self.input)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), Self.output)
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(4))
        try client.setParameter(0, -90, Self.input)
        try client.setParameter(2, distance, Self.input)
        try client.feed(Feed(constants: [1]))
        return client
    }

    private func expect(_ client: Client, _ decibels: Float, at time: Double = 0) throws {
        // A gain goes to its new value over a cycle.
        _ = try client.render(8, at: time)
        let heard = try client.render(1, at: time + 8)[0][0]
        #expect(abs(20 * log10(heard) - decibels) < 0.01, "\(heard) at \(time)")
    }

    @Test func limitsHoldTheGainOfASource() throws {
        let client = try mixer(distance: 10)
        try client.unit.initialize()
        try expect(client, 20 * log10(DistanceModel().gain(10)))
        try client.setParameter(Self.most, -40, Self.input)
        try expect(client, -40, at: 100)
        try client.setParameter(Self.most, 20, Self.input)
        try client.setParameter(Self.least, -6, Self.input)
        try expect(client, -6, at: 200)
        // The linear limit is there, too, and is kept to first.
        try client.setParameter(7, 0.01, Self.input)
        try expect(client, -6, at: 300)
        try client.setParameter(Self.least, -120, Self.input)
        try expect(client, -40, at: 400)
        // Of two that contradict each other, the least gain counts.
        try client.setParameter(Self.most, -30, Self.input)
        try client.setParameter(Self.least, -10, Self.input)
        try expect(client, -10, at: 500)
    }

    @Test func limitsHoldTheVolumeOfTheOutput() throws {
        let client = try mixer(distance: 0)
        try client.setParameter(Self.most, -20, Self.output)
        try client.unit.initialize()
        try expect(client, -20)
        try client.setParameter(3, -30, Self.output)
        try expect(client, -30, at: 100)
        try client.setParameter(Self.least, -25, Self.output)
        try expect(client, -25, at: 200)
    }

    /// At first nothing is limited: what is quieter than -120 dB stays so, to the bit as in the SpatialMixer.
    @Test func atFirstNothingIsLimited() throws {
        let mixers = [
            try mixer(SpatialMixerUnit.mixer, distance: 5000), try mixer(SpatialMixerUnit.first, distance: 5000),
        ]
        let heard = try mixers.map { client -> [[Float]] in
            try client.setParameter(3, -110, Self.input)
            try client.setParameter(3, 12, Self.output)
            try client.unit.initialize()
            return try client.renderAll(256, cycle: 64)
        }
        #expect(heard[0] == heard[1])
        #expect(heard[0][0][100] > 0 && heard[0][0][100] < 1e-6)
    }

    /// SpatialMixer does not have them.
    @Test func theSpatialMixerHasNone() throws {
        let client = try mixer(SpatialMixerUnit.mixer, distance: 1)
        try client.unit.initialize()
        for scope in [Self.input, Self.output] {
            #expect(status { try client.setParameter(Self.least, 0, scope) } == -10878)
            #expect(status { try client.setParameter(Self.most, 0, scope) } == -10878)
        }
    }
}
