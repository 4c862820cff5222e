import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

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

    // MARK: Second numbers

    /// 3DMixer has numbers from 20 on for parameters that have older ones, too.
    @Test func secondNumbersAreTheSameParameters() throws {
        let client = try mixer(SpatialMixerUnit.first)
        let other = try mixer(SpatialMixerUnit.mixer)
        let (input, global) = (kAudioUnitScope_Input, kAudioUnitScope_Global)
        let pairs: [(second: UInt32, main: UInt32, scope: UInt32, value: Float)] = [
            (20, 5, input, 0), (23, 8, input, 70), (24, 9, global, -6), (25, 10, input, -12), (26, 11, input, -24),
        ]
        for (second, main, scope, value) in pairs {
            let initial = try client.unit.parameter(second, scope, 0)
            try client.setParameter(second, value, scope, 0)
            #expect(try client.unit.parameter(main, scope, 0) == value, "\(second)")
            try client.setParameter(main, initial, scope, 0)
            #expect(try client.unit.parameter(second, scope, 0) == initial, "\(second)")
            #expect(client.unit.spec(second, scope)?.id == second, "\(second)")
            #expect(other.unit.spec(second, scope) == nil, "\(second)")
        }
        // In their own scope, the numbers of the head are others.
        #expect(client.unit.spec(20, global)?.name == "Head Pitch")
        try client.feed(Feed(constants: [0.5]))
        try client.unit.initialize()
        _ = try client.render(64)
        #expect(try client.render(64, at: 64)[0][63] > 0.1)
        try client.setParameter(20, 0, input, 0)
        _ = try client.render(64, at: 128)
        let silent = try client.render(64, at: 192)
        #expect(silent.joined().allSatisfy { $0 == 0 })
        // An event has the second number too.
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (input, 0, 20)
        event.eventType = .parameterEvent_Immediate
        event.eventValues.immediate.value = 1
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
        _ = try client.render(64, at: 256)
        #expect(try client.render(64, at: 320)[0][63] > 0.1)
        #expect(try client.unit.parameter(5, input, 0) == 1)
    }
}
