import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// MatrixMixer: gains by channels and crosspoints, the matrix as a property, switches, meters.
@Suite struct MatrixMixerTests {
    private static let master = MatrixMixerUnit.master

    /// Inputs of 2 and 1 channels, outputs of 2 and 1 channels.
    private func mixer() throws -> Client {
        let client = try Client(MatrixMixerUnit.mixer)
        for (scope, count) in [(kAudioUnitScope_Input, UInt32(2)), (kAudioUnitScope_Output, 2)] {
            try client.set(kAudioUnitProperty_ElementCount, scope, to: count)
            for (element, channels) in [(UInt32(0), 2), (1, 1)] {
                try client.setFormat(
                    .float32(sampleRate: 48_000, channels: channels, interleaved: false), scope, element)
            }
        }
        try client.feed(Feed(constants: [1, 10]), 0)
        try client.feed(Feed(constants: [100]), 1)
        return client
    }

    private func setVolume(_ client: Client, _ scope: AudioUnitScope, _ element: UInt32, _ value: Float) throws {
        try client.setParameter(MatrixMixerUnit.volume, value, scope, element)
    }

    /// All volumes but those of the crosspoints are 1.
    private func open(_ client: Client) throws {
        for channel in UInt32(0)..<3 {
            try setVolume(client, kAudioUnitScope_Input, channel, 1)
            try setVolume(client, kAudioUnitScope_Output, channel, 1)
        }
        try setVolume(client, kAudioUnitScope_Global, Self.master, 1)
    }

    private func set(_ client: Client, levels: [Float]) throws {
        try levels.withUnsafeBytes {
            try client.unit.set(UnitRequest(kAudioUnitProperty_MatrixLevels, 0, 0, input: $0))
        }
    }

    private func levels(_ client: Client) throws -> [Float] {
        guard case .bytes(let bytes) = try client.unit.value(UnitRequest(kAudioUnitProperty_MatrixLevels)) else {
            return []
        }
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Four volumes, of which one at 0 is silence, and all of which a new instance has at 0.
    @Test func aSampleNeedsAllFourVolumes() throws {
        let client = try mixer()
        try client.unit.initialize()
        #expect(try client.render(2) == [[0, 0], [0, 0]])
        let steps: [(AudioUnitScope, UInt32)] = [
            (kAudioUnitScope_Global, 1 << 16 | 2), (kAudioUnitScope_Input, 1), (kAudioUnitScope_Output, 2),
            (kAudioUnitScope_Global, Self.master),
        ]
        for (index, step) in steps.enumerated() {
            #expect(try client.unit.parameter(MatrixMixerUnit.volume, step.0, step.1) == 0)
            try setVolume(client, step.0, step.1, 0.5)
            // One cycle goes there, the next is there.
            _ = try client.render(2, at: Double(10 * index + 2), bus: 1)
            let sound = try client.render(2, at: Double(10 * index + 4), bus: 1)
            #expect(sound == (index == 3 ? [[0.625, 0.625]] : [[0, 0]]), "step \(index)")
        }
    }

    /// Channels are counted through over the buses.
    @Test func eachCrosspointHasItsGain() throws {
        let client = try mixer()
        try open(client)
        for (input, output, gain) in [(0, 0, Float(0.5)), (1, 0, 2), (2, 1, -1), (0, 2, 1), (2, 2, 0.25)] {
            try setVolume(client, kAudioUnitScope_Global, UInt32(input << 16 | output), gain)
        }
        try client.unit.initialize()
        #expect(try client.render(2) == [[20.5, 20.5], [-100, -100]])
        // The other output is of the same cycle.
        #expect(try client.render(2, bus: 1) == [[26, 26]])
    }

    @Test func theMatrixIsAProperty() throws {
        let client = try mixer()
        let dimensions: (UInt32, UInt32) = try client.get(kAudioUnitProperty_MatrixDimensions)
        #expect(dimensions.0 == 3 && dimensions.1 == 3)
        // Rows of inputs with their volumes at the end, then the outputs and the mixer.
        let wanted: [Float] = [1, 0, 0, 0.5, 0, 1, 0, 1, 0, 0, 1, 2, 1, 0.5, 0.25, 1]
        try set(client, levels: wanted)
        #expect(try levels(client) == wanted)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Input, 2) == 2)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Output, 1) == 0.5)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Global, Self.master) == 1)
        try client.unit.initialize()
        #expect(try client.render(1) == [[0.5], [5]])
        #expect(try client.render(1, bus: 1) == [[50]])
        #expect(status { try set(client, levels: Array(wanted.dropLast())) } == -10851)
        #expect(status { try set(client, levels: Array(wanted.dropLast()) + [.infinity]) } == -66743)
        #expect(try levels(client) == wanted)
    }

    @Test func busesAreSwitchedOff() throws {
        let client = try mixer()
        let feed = Feed(constants: [1])
        try client.feed(feed, 1)
        try open(client)
        for crosspoint in [0, 2 << 16 | 1, 2 << 16 | 2] as [UInt32] {
            try setVolume(client, kAudioUnitScope_Global, crosspoint, 1)
        }
        try client.setParameter(MatrixMixerUnit.enable, 0, kAudioUnitScope_Input, 1)
        try client.unit.initialize()
        #expect(try client.render(2) == [[1, 1], [0, 0]])
        #expect(feed.calls.isEmpty)
        try client.setParameter(MatrixMixerUnit.enable, 1, kAudioUnitScope_Input, 1)
        try client.setParameter(MatrixMixerUnit.enable, 0, kAudioUnitScope_Output, 0)
        _ = try client.render(2, at: 2)
        #expect(try client.render(2, at: 4) == [[0, 0], [0, 0]])
        #expect(try client.render(2, at: 4, bus: 1) == [[1, 1]])
        // A bus without a source is silent.
        try client.unit.setSource(nil, 1)
        #expect(try client.render(2, at: 6, bus: 1) == [[0, 0]])
    }

    @Test func elementsAreChannelsOrBuses() throws {
        let client = try mixer()
        try client.unit.initialize()
        let missing: [(AudioUnitScope, UInt32)] = [
            (kAudioUnitScope_Input, 3), (kAudioUnitScope_Output, 3), (kAudioUnitScope_Global, 3 << 16),
            (kAudioUnitScope_Global, 3),
        ]
        for (scope, element) in missing {
            #expect(status { try setVolume(client, scope, element, 1) } == -10877)
        }
        #expect(status { try client.setParameter(MatrixMixerUnit.enable, 1, kAudioUnitScope_Input, 2) } == -10877)
        #expect(status { try client.setParameter(MatrixMixerUnit.enable, 1, kAudioUnitScope_Global, 0) } == -10878)
    }

    /// A gain that changes goes there in a straight line, and a scheduled one is exact.
    @Test func gainsDoNotClick() throws {
        let client = try mixer()
        try open(client)
        try setVolume(client, kAudioUnitScope_Global, 0, 1)
        try client.unit.initialize()
        _ = try client.render(4)
        try setVolume(client, kAudioUnitScope_Global, 0, 0)
        #expect(try client.render(4, at: 4)[0] == [1, 0.75, 0.5, 0.25])
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (kAudioUnitScope_Global, 1 << 16 | 1, 0)
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = 2
        event.eventValues.ramp.durationInFrames = 2
        event.eventValues.ramp.startValue = 0
        event.eventValues.ramp.endValue = 1
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
        #expect(try client.render(6, at: 8)[1] == [0, 0, 0, 5, 10, 10])
    }

    @Test func metersShowChannelsAndCrosspoints() throws {
        let client = try mixer()
        try open(client)
        try setVolume(client, kAudioUnitScope_Input, 2, 0.5)
        try setVolume(client, kAudioUnitScope_Global, 2 << 16 | 1, 0.1)
        try setVolume(client, kAudioUnitScope_Output, 1, 0.5)
        try client.unit.initialize()
        _ = try client.render(8)
        #expect(try client.unit.parameter(1000, kAudioUnitScope_Input, 2) == -120)
        #expect(try client.unit.parameter(8000, kAudioUnitScope_Input, 2) == 0)
        try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 1, to: UInt32(1))
        #expect(try client.get(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 1, as: UInt32.self) == 1)
        #expect(try client.unit.parameter(1000, kAudioUnitScope_Input, 2) == 40)
        #expect(try client.unit.parameter(5000, kAudioUnitScope_Input, 1) == 0)
        // The switch of the global scope is that of all.
        try client.set(kAudioUnitProperty_MeteringMode, to: UInt32(1))
        let rows: [(AudioUnitScope, UInt32, Float, Float)] = [
            (kAudioUnitScope_Input, 2, 100, 50), (kAudioUnitScope_Input, 1, 10, 10),
            (kAudioUnitScope_Output, 1, 5, 2.5), (kAudioUnitScope_Output, 0, 0, 0),
            (kAudioUnitScope_Global, 2 << 16 | 1, 50, 5),
        ]
        for (scope, element, before, behind) in rows {
            for (id, level) in [(UInt32(5000), before), (6000, before), (7000, behind), (8000, behind)] {
                #expect(abs(try client.unit.parameter(id, scope, element) - level) < 1e-4, "\(scope) \(element) \(id)")
                let decibels = try client.unit.parameter(id - 4000, scope, element)
                #expect(level == 0 ? decibels == -120 : abs(decibels - 20 * log10(level)) < 0.001)
            }
        }
    }

    @Test func aStateHasAllGains() throws {
        let (one, two) = (try mixer(), try mixer())
        let wanted = (0..<16).map { Float($0) / 8 - 1 }
        try set(one, levels: wanted)
        try one.setParameter(MatrixMixerUnit.enable, 0, kAudioUnitScope_Output, 1)
        try two.unit.restore(one.unit.classInfo)
        #expect(try levels(two) == wanted)
        #expect(try two.unit.parameter(MatrixMixerUnit.enable, kAudioUnitScope_Output, 1) == 0)
    }

    @Test func refusesWhatDoesNotGoTogether() throws {
        let client = try mixer()
        try client.setFormat(.float32(sampleRate: 44_100, channels: 1, interleaved: false), kAudioUnitScope_Input, 1)
        #expect(status { try client.unit.initialize() } == -10868)
        let wide = try Client(MatrixMixerUnit.mixer)
        let format = StreamFormat.float32(sampleRate: 44_100, channels: 512, interleaved: false)
        try wide.setFormat(format, kAudioUnitScope_Input)
        try wide.setFormat(format, kAudioUnitScope_Output)
        #expect(status { try wide.unit.initialize() } == -10875)
        #expect(status { _ = try levels(wide) } == -10851)
        #expect(wide.unit.classInfo.data.count < 1000)
        let info: AUChannelInfo = try wide.get(kAudioUnitProperty_SupportedNumChannels)
        #expect(info.inChannels == -1 && info.outChannels == -2)
    }
}
