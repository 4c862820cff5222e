import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// Parameters whose effect other suites see in one unit or by numbers alone, on samples: the pitch of TimePitch, and how a head in the
/// SpatialMixer is tilted.
@Suite struct PlaceParameterTests {
    /// Within 30 cents, whatever the rate is.
    @Test(arguments: [(-1200, 1), (700, 1), (-500, 1.5)] as [(Float, Float)])
    func timePitchChangesThePitchAlone(cents: Float, rate: Float) throws {
        let client = try Client(TimePitchUnit.timePitch)
        try client.setFormats(channels: 1)
        let feed = Feed { _, frame in Float(sin(2 * .pi * 440 * Double(frame) / 48_000)) }
        try client.feed(feed)
        try client.setParameter(0, rate)
        try client.setParameter(1, cents)
        try client.unit.initialize()
        let heard = try client.renderAll(24_000, cycle: 512)[0]
        let wanted = 440 * exp2(Double(cents) / 1200)
        #expect(abs(1200 * log2(Measure.frequency(of: heard[6000...]) / wanted)) < 30)
        #expect(abs(Double(feed.next) - 24_000 * Double(rate)) < 8000)
    }

    private func mixer(outputs: Int) throws -> Client {
        let client = try Client(SpatialMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
        try client.feed(Feed(constants: [1]))
        // Above the head.
        try client.setParameter(1, 90, kAudioUnitScope_Input, 0)
        return client
    }

    /// A head that is tilted to one side has what is above it at the ear on the other.
    @Test(arguments: [(90, [1, 0]), (-90, [0, 1])] as [(Float, [Float])]) func aHeadIsTilted(
        roll: Float, gains: [Float]
    ) throws {
        let client = try mixer(outputs: 2)
        try client.setParameter(21, roll)
        try client.unit.initialize()
        let heard = try client.render(1).map { $0[0] }
        #expect(abs(heard[0] - gains[0]) < 1e-3 && abs(heard[1] - gains[1]) < 1e-3)
    }

    /// A head that looks up has what is above it ahead.
    @Test func aHeadLooksUp() throws {
        let client = try mixer(outputs: 4)
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, kAudioUnitScope_Input, to: UInt32(3))
        try client.setParameter(20, 90)
        try client.unit.initialize()
        let heard = try client.render(1).map { $0[0] }
        // The loudspeakers in front, then those behind.
        #expect(abs(heard[0] - heard[1]) < 1e-3 && heard[0] > 0.5)
        #expect(heard[2].magnitude < 0.2 && heard[3].magnitude < 0.2)
    }
}
