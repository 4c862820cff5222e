import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// Calls at moments, and with values, that no program should choose.
@Suite(.mustEnd) struct HostileCallTests {
    private static let input = kAudioUnitScope_Input

    // MARK: Listeners

    /// Whoever disposes of a unit may free what its listeners are called with.
    @Test func noListenerIsCalledAfterADisposal() throws {
        let client = try Client(ConverterUnit.converter)
        let (first, second) = (Notes(), Notes())
        for notes in [first, second] {
            notes.listen(to: client.unit, kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate)
        }
        first.onProperty = { try? ComponentInstance.dispose(client.reference.pointer) }
        try client.setFormat(.float32(sampleRate: 32_000, channels: 2, interleaved: false), Self.input)
        #expect(first.properties.map(\.id) == [kAudioUnitProperty_StreamFormat])
        #expect(second.properties.isEmpty)
        first.onProperty = nil
    }

    @Test func aListenerThatIsRemovedByAnotherIsNotCalled() throws {
        let client = try Client(ConverterUnit.converter)
        let (first, second) = (Notes(), Notes())
        let id = kAudioUnitProperty_MaximumFramesPerSlice
        for notes in [first, second] { notes.listen(to: client.unit, id) }
        first.onProperty = { client.unit.removeListener(id, Notes.onProperty, second.context) }
        for frames in [UInt32(100), 200] { try client.set(id, to: frames) }
        #expect(first.properties.count == 2 && second.properties.isEmpty)
        first.onProperty = nil
    }

    // MARK: Two threads

    /// Of two callbacks that are set at once, the audio thread has the one that clients see.
    @Test func theLastSourceIsHeard() throws {
        let client = try Client(ConverterUnit.converter)
        let feeds = [Feed(constants: [1]), Feed(constants: [2])]
        for _ in 0..<100 {
            try atOnce(
                { try client.set(kAudioUnitProperty_SetRenderCallback, Self.input, to: feeds[0].callback) },
                { try client.set(kAudioUnitProperty_SetRenderCallback, Self.input, to: feeds[1].callback) })
            let element = try #require(client.unit.state.withLock { $0.inputs.first })
            let source = try #require(element.source)
            #expect(element.slot.raw == Unmanaged.passUnretained(source).toOpaque())
        }
        withExtendedLifetime(feeds) {}
    }

    /// Of two notifications that are added at once, both are called.
    @Test func eachNotificationIsCalled() throws {
        let client = try Client(ConverterUnit.converter)
        let (one, other) = (Notes(), Notes())
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        for turn in 0..<100 {
            (one.renders, other.renders) = ([], [])
            try atOnce(
                { client.unit.addNotify(Notes.onRender, one.context) },
                { client.unit.addNotify(Notes.onRender, other.context) })
            _ = try client.render(8, at: Double(turn * 100))
            #expect(one.renders.count == 2 && other.renders.count == 2)
            try atOnce(
                { client.unit.removeNotify(Notes.onRender, one.context) },
                { client.unit.removeNotify(Notes.onRender, other.context) })
            _ = try client.render(8, at: Double(turn * 100 + 50))
            #expect(one.renders.count == 2 && other.renders.count == 2)
        }
    }

    // MARK: Values

    /// Behind a sample that is no number, an effect goes on in the same cycle.
    @Test(
        arguments: Units.all.filter { $0.type == "aufx" && !["tmpt", "nutp"].contains($0.subtype) },
        [Float.nan, .infinity, -.infinity])
    func anEffectGoesOnBehindWhatIsNoNumber(blueprint: UnitBlueprint, sample: Float) throws {
        let client = try Client(blueprint)
        try client.setFormats(channels: 2)
        try client.feed(Feed { channel, frame in channel == 0 && frame == 10 ? sample : 0.25 })
        try client.unit.initialize()
        let heard = try client.renderAll(4096, cycle: 512)
        let lost = (0..<2).flatMap { channel in heard[channel].indices.filter { !heard[channel][$0].isFinite } }
        #expect(lost.allSatisfy { $0 == 10 } && lost.count <= 1, "\(blueprint.name)")
    }

    /// What follows a level, keeps sound or has a ceiling gives numbers alone.
    @Test(
        arguments: [
            DynamicsUnit.dynamics, MultibandUnit.compressor, LimiterUnit.limiter, DistortionUnit.distortion,
            ReverbUnit.reverb, DelayUnit.delay,
        ], [Float.nan, .infinity, -.infinity, 3e38])
    func anEffectGivesNumbersAlone(blueprint: UnitBlueprint, sample: Float) throws {
        let client = try Client(blueprint)
        try client.setFormats(channels: 2)
        try client.feed(Feed { channel, frame in channel == 0 && frame % 100 == 10 ? sample : 0.25 })
        try client.unit.initialize()
        for channel in try client.renderAll(4096, cycle: 512) { #expect(channel.allSatisfy { $0.isFinite }) }
    }

    /// To what follows a level a sample that is no number is silence: neither the gain nor the meters show it.
    @Test(
        arguments: [DynamicsUnit.dynamics, MultibandUnit.compressor],
        [Float.nan, .infinity, -.infinity, 3e38])
    func whatIsNoNumberIsSilenceToACompressor(blueprint: UnitBlueprint, sample: Float) throws {
        func heard(_ sample: Float) throws -> (sound: [[Float]], meters: [Float]) {
            let client = try Client(blueprint)
            try client.setFormats(channels: 2)
            try client.feed(Feed { channel, frame in channel == 0 && frame % 100 == 10 ? sample : 0.25 })
            try client.unit.initialize()
            let sound = try client.renderAll(4096, cycle: 512)
            let meters = try [UInt32(1000), 2000, 3000].map { try client.unit.parameter($0, 0, 0) }
            return (sound, meters)
        }
        let (found, wanted) = (try heard(sample), try heard(0))
        #expect(found.sound == wanted.sound && found.meters == wanted.meters)
    }

    /// A sample that is no number, or far too loud, does not come back with each echo.
    @Test(arguments: [Float.nan, .infinity, 3e38]) func aDelayForgetsWhatIsNoNumber(sample: Float) throws {
        let client = try Client(DelayUnit.delay)
        try client.setFormats(channels: 1)
        try client.setParameter(1, 0.01)
        try client.setParameter(2, 100)
        try client.feed(Feed { _, frame in frame == 10 ? sample : 0.25 })
        try client.unit.initialize()
        let heard = try client.renderAll(9600, cycle: 512)[0]
        for (frame, value) in heard.enumerated() where frame != 10 { #expect(value.magnitude < 20, "frame \(frame)") }
    }

    /// A state whose data is cut off changes nothing.
    @Test func aStateThatIsCutOffIsNotRestored() throws {
        let client = try Client(FilterUnit.lowPass)
        var info = client.unit.classInfo
        let words: [UInt32] = [0, 0, 1, 0, Float(500).bitPattern, 0, 0, 5, 1]
        info.data = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
        #expect(status { try client.unit.restore(info) } == -10851)
        #expect(try client.unit.parameter(0, 0, 0) == 6900)
        info.data.removeLast(16)
        try client.unit.restore(info)
        #expect(try client.unit.parameter(0, 0, 0) == 500)
    }

    /// A list that is missing among those of ProcessMultiple.
    @Test func aMissingListIsRefused() throws {
        let client = try Client(FilterUnit.lowPass)
        try client.setFormats(channels: 1)
        try client.unit.initialize()
        let list = BufferList.allocate(count: 1)
        defer { list.deallocate() }
        var samples = [Float](repeating: 0.5, count: 64)
        let none = unsafeBitCast(UnsafeRawPointer?.none, to: UnsafeMutablePointer<AudioBufferList>.self)
        for (from, to, wanted) in [(none, list.list, -50), (list.list, none, -50), (list.list, list.list, 0)] {
            var (stamp, inputs, outputs) = (AudioTimeStamp(), [UnsafePointer(from)], [to])
            stamp.mFlags = .sampleTimeValid
            let status = samples.withUnsafeMutableBytes { bytes -> Int32 in
                list.buffers[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 256, mData: bytes.baseAddress)
                return inputs.withUnsafeMutableBufferPointer { inputs in
                    outputs.withUnsafeMutableBufferPointer { outputs in
                        guard let inputs = inputs.baseAddress, let outputs = outputs.baseAddress else { return -1 }
                        return client.instance.processMultiple(nil, &stamp, frames: 64, inputs, 1, outputs, 1)
                    }
                }
            }
            #expect(status == Int32(wanted))
        }
    }
}
