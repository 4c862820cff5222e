import AudioCore
import AudioFiles
import AudioUnits
import CAudioToolbox
import Glibc
import Testing

/// AUConverter and GenericOutput: forms, channels and rates of samples.
@Suite struct ConverterUnitTests {
    @Test func convertsIntegersToFloats() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormat(.int16(sampleRate: 48_000, channels: 2), kAudioUnitScope_Input)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Output)
        let samples: [Int16] = [16384, -16384, 8192, -8192]
        try withExtendedLifetime(samples) {
            var place = samples
            try place.withUnsafeMutableBytes { bytes in
                let callback: RenderCallback = { context, _, _, _, _, list in
                    // The callback may point elsewhere instead of filling what it gets.
                    BufferList(list!).buffers[0].mData = context
                    return 0
                }
                try client.set(
                    kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
                    to: (unsafeBitCast(callback, to: UInt.self), UInt(bitPattern: bytes.baseAddress!)))
                try client.unit.initialize()
                #expect(try client.render(2) == [[0.5, 0.25], [-0.5, -0.25]])
            }
        }
    }

    @Test func mapsChannels() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 2)
        try client.feed(Feed(constants: [1, 2]))
        try client.set(kAudioOutputUnitProperty_ChannelMap, to: (Int32(1), Int32(-1)))
        try client.unit.initialize()
        #expect(try client.render(2) == [[2, 2], [0, 0]])
        #expect(status { try client.set(kAudioOutputUnitProperty_ChannelMap, to: (Int32(1), Int32(7))) } == -10851)
    }

    /// A sine keeps its frequency and level at another rate, and the source is asked for frames one after the other.
    @Test func convertsRates() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormat(.float32(sampleRate: 44_100, channels: 1), kAudioUnitScope_Input)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1), kAudioUnitScope_Output)
        let feed = Feed { _, frame in Float(sin(2 * .pi * 441 * Double(frame) / 44_100)) }
        try client.feed(feed)
        try client.unit.initialize()
        let output = try client.renderAll(4800)[0]
        for frame in 1000..<4000 {
            let wanted = sin(2 * .pi * 441 * Double(frame) / 48_000)
            #expect(abs(Double(output[frame]) - wanted) < 1e-3)
        }
        #expect(feed.calls.allSatisfy { $0.frames <= 1156 })
        for (one, next) in zip(feed.calls, feed.calls.dropFirst()) {
            #expect(next.time == one.time + Double(one.frames))
        }
    }

    /// The input gets the times of the renders, whatever is set: two converters that share a source ask it for the same ones.
    @Test(arguments: [0, 1] as [UInt32]) func theInputHasTheTimesOfTheRenders(startsAtZero: UInt32) throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 1)
        try client.set(kAudioOutputUnitProperty_StartTimestampsAtZero, to: startsAtZero)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        for time in [1000.0, 1064, 50] { _ = try client.render(64, at: time) }
        #expect(feed.calls.map(\.time) == [1000, 1064, 50])
    }

    @Test func processesGivenSamples() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 1)
        try client.unit.initialize()
        let list = BufferList.allocate(count: 1)
        defer { list.deallocate() }
        var samples: [Float] = [1, 2, 3]
        var stamp = AudioTimeStamp()
        samples.withUnsafeMutableBytes { bytes in
            list.buffers[0].mData = bytes.baseAddress
            list.setSizes(12)
            #expect(client.instance.process(nil, &stamp, frames: 3, list.list) == 0)
            #expect(client.instance.process(nil, &stamp, frames: 4, list.list) == -50)
        }
        #expect(samples == [1, 2, 3])
    }

    @Test func genericOutputRuns() throws {
        let (client, notes) = (try Client(ConverterUnit.genericOutput), Notes())
        notes.listen(to: client.unit, kAudioOutputUnitProperty_IsRunning)
        #expect(status { try client.unit.start() } == -10867)
        try client.setFormats(channels: 2)
        try client.feed(Feed(constants: [0.5]))
        try client.unit.initialize()
        try client.unit.start()
        try client.unit.start()
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        #expect(try client.render(2) == [[0.5, 0.5], [0.5, 0.5]])
        try client.unit.stop()
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
        #expect(notes.properties.count == 2)
    }
}
