import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioGraph

/// The meters of 3DMixer.
@Suite struct SpatialMeterTests {
    private func mixer(_ blueprint: UnitBlueprint, channels: Int = 1) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(2))
        for index in UInt32(0)..<2 {
            try client.setFormat(
                .float32(sampleRate: 48_000, channels: channels, interleaved: false), kAudioUnitScope_Input, index)
        }
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Output)
        return client
    }

    private func expect(_ client: Client, _ scope: UInt32, channel: UInt32 = 0, _ levels: [Float]) throws {
        for (index, level) in levels.enumerated() {
            let decibels = try client.unit.parameter(UInt32(index + 1) * 1000 + channel, scope, 0)
            let wanted = level == 0 ? -120 : 20 * log10(level)
            #expect(abs(decibels - wanted) < 0.01, "meter \(index + 1) of channel \(channel), scope \(scope)")
        }
    }

    /// Averages and peaks before the gain and behind it, of an input and of the output.
    @Test func metersHaveBothSidesOfTheGain() throws {
        let client = try mixer(SpatialMixerUnit.first)
        let half = 20 * log10(Float(0.5))
        // Half of the frames are silent: the average is 3 dB below the peak.
        try client.feed(Feed { _, frame in frame % 2 == 0 ? 0.5 : 0 })
        try client.setParameter(0, -90, kAudioUnitScope_Input, 0)
        try client.setParameter(3, half, kAudioUnitScope_Input, 0)
        try client.setParameter(3, half, kAudioUnitScope_Output, 0)
        try client.unit.initialize()
        _ = try client.render(64)
        try expect(client, kAudioUnitScope_Input, [0, 0, 0, 0])
        try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, to: UInt32(1))
        try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Output, 0, to: UInt32(1))
        _ = try client.render(64, at: 64)
        let average = Float(0.5).squareRoot()
        try expect(client, kAudioUnitScope_Input, [0.5 * average, 0.5, 0.25 * average, 0.25])
        try expect(client, kAudioUnitScope_Output, [0.25 * average, 0.25, 0.125 * average, 0.125])
        try expect(client, kAudioUnitScope_Output, channel: 1, [0, 0, 0, 0])
        // Distance is part of the gain.
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, kAudioUnitScope_Input, to: UInt32(4))
        try client.setParameter(2, 2, kAudioUnitScope_Input, 0)
        for cycle in 2..<4 { _ = try client.render(64, at: Double(cycle * 64)) }
        try expect(client, kAudioUnitScope_Input, [0.5 * average, 0.5, 0.125 * average, 0.125])
        try client.setParameter(5, 0, kAudioUnitScope_Input, 0)
        _ = try client.render(64, at: 256)
        try expect(client, kAudioUnitScope_Input, [0, 0, 0, 0])
    }

    /// Each channel of an input that passes has its own meters. The global scope switches all on.
    @Test func eachChannelHasItsMeters() throws {
        let client = try mixer(SpatialMixerUnit.first, channels: 2)
        try client.feed(Feed(constants: [0.5, 0.25]))
        try client.set(kAudioUnitProperty_MeteringMode, to: UInt32(1))
        #expect(try client.get(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 1, as: UInt32.self) == 1)
        #expect(try client.get(kAudioUnitProperty_MeteringMode, as: UInt32.self) == 1)
        try client.unit.initialize()
        _ = try client.render(64)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            try expect(client, scope, channel: 0, [0.5, 0.5, 0.5, 0.5])
            try expect(client, scope, channel: 1, [0.25, 0.25, 0.25, 0.25])
        }
        #expect(
            status { try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 2, to: UInt32(1)) }
                == -10877)
    }

    /// SpatialMixer has none.
    @Test func theNewerMixerHasNone() throws {
        let client = try mixer(SpatialMixerUnit.mixer)
        #expect(
            status { try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, to: UInt32(1)) }
                == -10879)
        #expect(status { _ = try client.unit.parameter(1000, kAudioUnitScope_Input, 0) } == -10878)
    }
}
