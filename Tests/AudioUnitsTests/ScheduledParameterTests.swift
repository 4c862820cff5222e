import AudioCore
import CAudioToolbox
import Testing

@testable import AudioUnits

/// Scheduled values and ramps of parameters: over several cycles, behind a cycle, and where they are refused.
@Suite struct ScheduledParameterTests {
    private let input = kAudioUnitScope_Input

    private func mixer() throws -> Client {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, input, to: UInt32(1))
        try client.setFormats(channels: 1)
        try client.feed(Feed(constants: [1]))
        return client
    }

    /// A ramp of a parameter of an input, or of the unit.
    private func ramp(
        _ id: UInt32, _ scope: UInt32, _ element: UInt32 = 0, from start: Float, to end: Float, at offset: Int32,
        over frames: UInt32
    ) -> AudioUnitParameterEvent {
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (scope, element, id)
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = offset
        event.eventValues.ramp.durationInFrames = frames
        event.eventValues.ramp.startValue = start
        event.eventValues.ramp.endValue = end
        return event
    }

    private func schedule(_ event: AudioUnitParameterEvent, on client: Client) throws {
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// A client schedules it again in each cycle, by where it began.
    @Test func aRampTakesSeveralCycles() throws {
        let client = try mixer()
        try client.unit.initialize()
        var heard: [Float] = []
        for cycle in 0..<3 {
            try schedule(ramp(0, input, from: 1, to: 0, at: Int32(-4 * cycle), over: 8), on: client)
            heard += try client.render(4, at: Double(4 * cycle))[0]
        }
        #expect(heard == [1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125, 0, 0, 0, 0])
        #expect(try client.unit.parameter(0, input, 0) == 0)
    }

    /// An event at a frame that the cycle does not have is dropped, and is not there in the next one.
    @Test func whatIsBehindTheCycleIsDropped() throws {
        let client = try mixer()
        try client.unit.initialize()
        for offset in [8, 9, 1000] as [Int32] {
            try schedule(ramp(0, input, from: 0.5, to: 0.25, at: offset, over: 4), on: client)
        }
        #expect(try client.render(8)[0].allSatisfy { $0 == 1 })
        #expect(try client.unit.parameter(0, input, 0) == 1)
        #expect(try client.render(16, at: 8)[0].allSatisfy { $0 == 1 })
        // The last frame is one of the cycle.
        try schedule(ramp(0, input, from: 0.5, to: 0.5, at: 7, over: 0), on: client)
        _ = try client.render(8, at: 24)
        #expect(try client.unit.parameter(0, input, 0) == 0.5)
        #expect(try client.render(2, at: 32)[0] == [0.5, 0.5])
    }

    /// A parameter that takes no ramps keeps its value.
    @Test func aRampNeedsAParameterThatTakesRamps() throws {
        let client = try Client(LimiterUnit.limiter)
        try client.setFormats(channels: 1)
        try client.feed(Feed(constants: [0.5]))
        try client.unit.initialize()
        let attack = try client.unit.parameter(0, 0, 0)
        try schedule(ramp(0, 0, from: 0.001, to: 0.03, at: 0, over: 4), on: client)
        _ = try client.render(16)
        #expect(try client.unit.parameter(0, 0, 0) == attack)
    }

    @Test func wrongRampsAreRefused() throws {
        let client = try mixer()
        let good = ramp(0, input, from: 0, to: 1, at: 0, over: 4)
        #expect(status { try schedule(good, on: client) } == -10867)
        try client.unit.initialize()
        #expect(status { try schedule(ramp(77, input, from: 0, to: 1, at: 0, over: 4), on: client) } == -10878)
        #expect(status { try schedule(ramp(0, input, 5, from: 0, to: 1, at: 0, over: 4), on: client) } == -10877)
        for value in [Float.nan, .infinity] {
            #expect(
                status { try schedule(ramp(0, input, from: 0, to: value, at: 0, over: 4), on: client) } == -66743)
        }
        var other = good
        other.eventType = try #require(AUParameterEventType(rawValue: 7))
        #expect(status { try schedule(other, on: client) } == -50)
        // One that is wrong takes the others with it.
        let both = [good, ramp(77, input, from: 0, to: 1, at: 0, over: 4)]
        #expect(status { try both.withUnsafeBufferPointer { try client.unit.schedule($0) } } == -10878)
        #expect(try client.render(4)[0] == [1, 1, 1, 1])
        #expect(status { try schedule(good, on: client) } == 0)
    }
}
