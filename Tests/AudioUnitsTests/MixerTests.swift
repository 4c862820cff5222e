import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// MultiChannelMixer: sums, volumes, places, meters.
@Suite struct MixerTests {
    private func mixer(inputs: Int = 2) throws -> Client {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(inputs))
        try client.setFormats(channels: 2)
        return client
    }

    @Test func sumsItsInputs() throws {
        let client = try mixer(inputs: 3)
        try client.feed(Feed(constants: [0.25, 0.5]), 0)
        try client.feed(Feed(constants: [1, 2]), 2)
        try client.setParameter(0, 0.5, kAudioUnitScope_Input, 2)
        try client.unit.initialize()
        #expect(try client.render(4) == [[0.75, 0.75, 0.75, 0.75], [1.5, 1.5, 1.5, 1.5]])
        try client.setParameter(0, 0.5, kAudioUnitScope_Output, 0)
        _ = try client.render(4, at: 4)
        #expect(try client.render(2, at: 8) == [[0.375, 0.375], [0.75, 0.75]])
    }

    @Test func aDisabledInputIsNotAsked() throws {
        let client = try mixer()
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.setParameter(1, 0, kAudioUnitScope_Input, 0)
        try client.unit.initialize()
        #expect(try client.render(2) == [[0, 0], [0, 0]])
        #expect(feed.calls.isEmpty)
        try client.setParameter(1, 1, kAudioUnitScope_Input, 0)
        #expect(try client.render(2, at: 2) == [[1, 1], [1, 1]])
    }

    @Test func placesAndConverts() throws {
        let client = try mixer(inputs: 1)
        try client.setFormat(.int16(sampleRate: 48_000, channels: 1), kAudioUnitScope_Input)
        let function: RenderCallback = { _, _, _, _, frames, list in
            let samples = BufferList(list!).buffers[0].mData!.assumingMemoryBound(to: Int16.self)
            for index in 0..<Int(frames) { samples[index] = 16384 }
            return 0
        }
        try client.set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
            to: (unsafeBitCast(function, to: UInt.self), UInt(0)))
        try client.setParameter(2, 1, kAudioUnitScope_Input, 0)
        try client.unit.initialize()
        #expect(try client.render(2) == [[0, 0], [0.5, 0.5]])
    }

    /// A volume that changes goes there in a straight line over one slice.
    @Test func aVolumeDoesNotClick() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        #expect(try client.render(4)[0] == [1, 1, 1, 1])
        try client.setParameter(0, 0, kAudioUnitScope_Input, 0)
        #expect(try client.render(4, at: 4)[0] == [1, 0.75, 0.5, 0.25])
        #expect(try client.render(2, at: 8)[0] == [0, 0])
    }

    /// A scheduled ramp is exact, frame by frame, and its last value stays.
    @Test func aScheduledRampIsExact() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (kAudioUnitScope_Input, 0, 0)
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = 2
        event.eventValues.ramp.durationInFrames = 4
        event.eventValues.ramp.startValue = 1
        event.eventValues.ramp.endValue = 0
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
        #expect(try client.render(8)[0] == [1, 1, 1, 0.75, 0.5, 0.25, 0, 0])
        #expect(try client.unit.parameter(0, kAudioUnitScope_Input, 0) == 0)
        #expect(try client.render(2, at: 8)[0] == [0, 0])
    }

    /// Events count from their frames on, in whatever order they are scheduled.
    @Test func eventsCountInTheOrderOfTheirFrames() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        let events = [(UInt32(6), Float(0.25)), (2, 0.5)].map { offset, value in
            var event = AudioUnitParameterEvent()
            (event.scope, event.element, event.parameter) = (kAudioUnitScope_Input, 0, 0)
            event.eventType = .parameterEvent_Ramped
            event.eventValues.ramp.startBufferOffset = Int32(offset)
            event.eventValues.ramp.durationInFrames = 0
            event.eventValues.ramp.startValue = value
            event.eventValues.ramp.endValue = value
            return event
        }
        try events.withUnsafeBufferPointer { try client.unit.schedule($0) }
        _ = try client.render(8)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Input, 0) == 0.25)
    }

    /// Before the volume and behind it, of inputs and of the output.
    @Test func metersHaveBothSidesOfTheVolume() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [0.5]))
        try client.setParameter(0, 0.5, kAudioUnitScope_Input, 0)
        try client.setParameter(0, 0.5, kAudioUnitScope_Output, 0)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            try client.set(kAudioUnitProperty_MeteringMode, scope, 0, to: UInt32(1))
        }
        try client.unit.initialize()
        for cycle in 0..<2 { _ = try client.render(64, at: Double(cycle * 64)) }
        for (scope, before) in [(kAudioUnitScope_Input, Float(0.5)), (kAudioUnitScope_Output, 0.25)] {
            for (id, level) in [(UInt32(1000), before), (2000, before), (3000, before / 2), (4000, before / 2)] {
                let decibels = try client.unit.parameter(id, scope, 0)
                #expect(abs(decibels - 20 * log10(level)) < 0.01)
            }
        }
    }

    /// A sample that is no number, or far too loud, does not hide the others of a cycle from a meter.
    @Test(arguments: [Float.nan, .infinity, 3e38]) func metersHaveNumbers(sample: Float) throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed { _, frame in frame == 10 ? sample : 0.5 })
        try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, to: UInt32(1))
        try client.unit.initialize()
        _ = try client.render(64)
        let mean = 10 * log10(Float(0.25) * 63 / 64)
        for (id, level) in [(UInt32(1000), mean), (2000, 20 * log10(Float(0.5)))] {
            #expect(abs(try client.unit.parameter(id, kAudioUnitScope_Input, 0) - level) < 0.001)
            #expect(abs(try client.unit.parameter(id + 2000, kAudioUnitScope_Input, 0) - level) < 0.001)
        }
    }

    /// A source that comes while another input is asked waits for the next cycle.
    @Test func aSourceThatComesInACycleIsHeardInTheNext() throws {
        let client = try mixer()
        let (first, second) = (Feed(constants: [0.25]), Feed(constants: [0.5]))
        // What the first input had before.
        try client.feed(Feed(constants: [100]), 0)
        try client.unit.initialize()
        _ = try client.render(4)
        try client.unit.setSource(nil, 0)
        second.body = { _ in try? client.feed(first, 0) }
        try client.feed(second, 1)
        #expect(try client.render(4, at: 4)[0] == [0.5, 0.5, 0.5, 0.5])
        second.body = nil
        #expect(try client.render(4, at: 8)[0] == [0.75, 0.75, 0.75, 0.75])
    }

    @Test func metersNeedTheirMode() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [0.5]))
        try client.unit.initialize()
        _ = try client.render(64)
        #expect(try client.unit.parameter(1000, kAudioUnitScope_Input, 0) == -120)
        try client.set(kAudioUnitProperty_MeteringMode, kAudioUnitScope_Input, 0, to: UInt32(1))
        _ = try client.render(64, at: 64)
        #expect(abs(try client.unit.parameter(1000, kAudioUnitScope_Input, 0) + 6.02) < 0.01)
        #expect(abs(try client.unit.parameter(2001, kAudioUnitScope_Input, 0) + 6.02) < 0.01)
    }
}
