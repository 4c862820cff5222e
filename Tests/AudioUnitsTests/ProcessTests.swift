import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// `AudioUnitProcess` and `AudioUnitProcessMultiple`: what keeps the number of frames is processed, and nothing else.
@Suite(.mustEnd) struct ProcessTests {
    private static let input = kAudioUnitScope_Input

    /// Buffers without interleaving, and their memory.
    private final class Sound {
        let list: BufferList
        private let frames: Int

        init(_ channels: [[Float]]) {
            frames = channels[0].count
            list = .allocate(count: channels.count)
            for (index, samples) in channels.enumerated() {
                let memory = UnsafeMutablePointer<Float>.allocate(capacity: frames)
                memory.initialize(from: samples, count: frames)
                list.buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(frames * 4), mData: memory)
            }
        }

        deinit {
            for index in 0..<list.count { list.samples(index)?.deallocate() }
            list.deallocate()
        }

        var channels: [[Float]] {
            (0..<list.count).map { Array(UnsafeBufferPointer(start: list.samples($0), count: frames)) }
        }
    }

    private func process(_ client: Client, _ inputs: [Sound], _ output: Sound, at time: Double) -> Int32 {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        var from = inputs.map { UnsafePointer($0.list.list) }
        var to = [output.list.list]
        let frames = UInt32(output.channels[0].count)
        return from.withUnsafeMutableBufferPointer { from in
            to.withUnsafeMutableBufferPointer { to in
                guard let from = from.baseAddress, let to = to.baseAddress else { return -1 }
                return Sanitizer.watch {
                    client.instance.processMultiple(nil, &stamp, frames: frames, from, UInt32(inputs.count), to, 1)
                }
            }
        }
    }

    private func inPlace(_ client: Client, _ sound: Sound, at time: Double) -> Int32 {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        let frames = UInt32(sound.channels[0].count)
        return Sanitizer.watch { client.instance.process(nil, &stamp, frames: frames, sound.list.list) }
    }

    private static func ramp(_ frames: Int, from start: Int = 0) -> [Float] {
        (0..<frames).map { Float(start + $0) / 1024 }
    }

    private func mixer(_ blueprint: UnitBlueprint, inputs: Int, rate: Double = 48_000) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(inputs))
        try client.setFormats(channels: 2)
        try client.setFormat(.float32(sampleRate: rate, channels: 2, interleaved: false), Self.input, 0)
        try client.unit.initialize()
        return client
    }

    @Test(arguments: [MultiChannelMixerUnit.mixer, StereoMixerUnit.stereoMixer])
    func aMixerAddsGivenInputsUp(blueprint: UnitBlueprint) throws {
        let client = try mixer(blueprint, inputs: 2)
        for cycle in 0..<2 {
            let first = Sound([Self.ramp(64, from: cycle * 64), Self.ramp(64)])
            let (second, output) = (Sound([Self.ramp(64), Self.ramp(64)]), Sound([Self.ramp(64), Self.ramp(64)]))
            #expect(process(client, [first, second], output, at: Double(cycle * 64)) == 0)
            let wanted: [[Float]] = [
                (0..<64).map { Float(cycle * 64 + 2 * $0) / 1024 }, (0..<64).map { Float(2 * $0) / 1024 },
            ]
            #expect(output.channels == wanted)
            // The inputs are only read.
            #expect(first.channels == [Self.ramp(64, from: cycle * 64), Self.ramp(64)])
        }
        #expect(process(client, [Sound([[0], [0]])], Sound([[0], [0]]), at: 200) == -50)
    }

    /// A disabled input is not heard, and its frames are over with the cycle.
    @Test func aDisabledInputIsNotHeard() throws {
        let client = try mixer(MultiChannelMixerUnit.mixer, inputs: 2)
        try client.setParameter(1, 0, Self.input, 0)
        let (first, second) = (Sound([[1, 1], [1, 1]]), Sound([[2, 3], [4, 5]]))
        let output = Sound([[9, 9], [9, 9]])
        #expect(process(client, [first, second], output, at: 0) == 0)
        #expect(output.channels == [[2, 3], [4, 5]])
        try client.setParameter(1, 1, Self.input, 0)
        #expect(process(client, [first, second], output, at: 2) == 0)
        #expect(output.channels == [[3, 4], [5, 6]])
    }

    /// Inputs of two channels pass a spatial mixer, while their speed is that of the output.
    @Test func aSpatialMixerAddsGivenInputsUp() throws {
        let client = try mixer(SpatialMixerUnit.mixer, inputs: 2)
        let (first, second) = (Sound([[1, 2], [3, 4]]), Sound([[0.5, 0.5], [0.25, 0.25]]))
        let output = Sound([[9, 9], [9, 9]])
        #expect(process(client, [first, second], output, at: 0) == 0)
        #expect(output.channels == [[1.5, 2.5], [3.25, 4.25]])
        try client.setParameter(4, 0.5, Self.input, 1)
        #expect(process(client, [first, second], output, at: 2) == AudioError.unitContext.status)
        // The speed of a disabled input does not matter.
        try client.setParameter(5, 0, Self.input, 1)
        #expect(process(client, [first, second], output, at: 4) == 0)
        #expect(output.channels == [[1, 2], [3, 4]])
    }

    /// One number of frames cannot be that of two rates.
    @Test func inputsOfAnotherRateAreRefused() throws {
        for blueprint in [MultiChannelMixerUnit.mixer, StereoMixerUnit.stereoMixer, SpatialMixerUnit.mixer] {
            let client = try mixer(blueprint, inputs: 1, rate: 44_100)
            let sound = Sound([[1, 2], [3, 4]])
            #expect(process(client, [sound], sound, at: 0) == AudioError.unitFormat.status)
            #expect(sound.channels == [[1, 2], [3, 4]])
            #expect(inPlace(client, sound, at: 2) == AudioError.unitFormat.status)
            // The first error is kept for the client.
            #expect(try client.get(kAudioUnitProperty_LastRenderError, as: Int32.self) == AudioError.unitFormat.status)
        }
    }

    /// At a rate of 1 frames pass in place. A refusal takes none of them, and a reset goes back to passing.
    @Test(arguments: [VarispeedUnit.varispeed, TimePitchUnit.newTimePitch, TimePitchUnit.timePitch])
    func aSpeedOfOnePasses(blueprint: UnitBlueprint) throws {
        let client = try Client(blueprint)
        try client.setFormats(channels: 1)
        let feed = Feed(constants: [0.5])
        try client.feed(feed)
        try client.unit.initialize()
        let sound = Sound([Self.ramp(300)])
        #expect(inPlace(client, sound, at: 0) == 0)
        #expect(sound.channels == [Self.ramp(300)])
        try client.setParameter(0, 2)
        #expect(inPlace(client, sound, at: 300) == AudioError.unitContext.status)
        #expect(sound.channels == [Self.ramp(300)])
        try client.setParameter(0, 1)
        #expect(inPlace(client, sound, at: 600) == 0)
        #expect(feed.calls.isEmpty)
        // What a render has begun goes on until it is reset.
        try client.setParameter(0, 2)
        _ = try client.render(300, at: 900)
        try client.setParameter(0, 1)
        #expect(inPlace(client, sound, at: 1200) == AudioError.unitContext.status)
        client.unit.reset()
        #expect(inPlace(client, sound, at: 1500) == 0)
        #expect(sound.channels == [Self.ramp(300)])
    }

    /// A rate that leaves 1 within the cycle is refused before the cycle.
    @Test func aRateThatLeavesOneInTheCycleIsRefused() throws {
        let client = try Client(VarispeedUnit.varispeed)
        try client.setFormats(channels: 1)
        try client.unit.initialize()
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (kAudioUnitScope_Global, 0, 0)
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = 100
        event.eventValues.ramp.durationInFrames = 100
        event.eventValues.ramp.startValue = 1
        event.eventValues.ramp.endValue = 2
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
        let sound = Sound([Self.ramp(300)])
        #expect(inPlace(client, sound, at: 0) == AudioError.unitContext.status)
        #expect(sound.channels == [Self.ramp(300)])
        try client.setParameter(0, 1)
        #expect(inPlace(client, sound, at: 300) == 0)
    }

    /// What has no input has nothing to process.
    @Test func aPlayerHasNoSuchFunction() throws {
        let client = try Client(ScheduledSoundUnit.player)
        try client.unit.initialize()
        let sound = Sound([[1, 2], [3, 4]])
        #expect(inPlace(client, sound, at: 0) == AudioError.unitUnimplemented.status)
    }
}
