import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// The Doppler effect of SpatialMixer and 3DMixer.
@Suite(.mustEnd) struct DopplerTests {
    private static let input = kAudioUnitScope_Input
    private static let sound = 343.0
    private static let mixers = [SpatialMixerUnit.mixer, SpatialMixerUnit.first]

    /// An input on the left.
    private func mixer(
        _ blueprint: UnitBlueprint = SpatialMixerUnit.mixer, channels: Int = 1, distance: Float = 100,
        hasDoppler: Bool = true
    ) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: 48_000, channels: channels, interleaved: false), Self.input)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Output)
        try client.setParameter(0, -90, Self.input)
        try client.setParameter(2, distance, Self.input)
        if hasDoppler { try client.set(kAudioUnitProperty_DopplerShift, Self.input, to: UInt32(1)) }
        return client
    }

    private func sine(_ frequency: Double = 500) -> Feed {
        Feed { _, frame in Float(0.5 * sin(2 * .pi * frequency * Double(frame) / 48_000)) }
    }

    /// Renders cycles on the left, and sets a distance before each.
    private func render(
        _ client: Client, cycles: Int, of frames: Int, from start: Int = 0, _ distance: (_ seconds: Double) -> Double
    ) throws -> [Float] {
        var heard: [Float] = []
        for cycle in 0..<cycles {
            let time = Double(start + cycle * frames)
            try client.setParameter(2, Float(distance(time / 48_000)), Self.input)
            heard += try client.render(frames, at: time)[0]
        }
        return heard
    }

    /// A source that comes nearer or moves away at a constant speed has the frequency of physics.
    @Test(arguments: [34.3, 5, -5, -60, 120], mixers) func theFrequencyIsThatOfTheSpeed(
        speed: Double, blueprint: UnitBlueprint
    ) throws {
        for frames in [64, 480] {
            let client = try mixer(blueprint, distance: 500)
            try client.feed(sine())
            try client.unit.initialize()
            let heard = try render(client, cycles: 96_000 / frames, of: frames) { 500 - speed * $0 }
            let wanted = 500 * Self.sound / (Self.sound - speed)
            let found = Measure.frequency(of: heard[48_000...])
            #expect(abs(found / wanted - 1) < 1e-3, "\(found) and not \(wanted) in cycles of \(frames)")
        }
    }

    /// Distances that are set less often than cycles are rendered: the mean of the frequency is the same.
    @Test func stepsAreSmoothed() throws {
        let client = try mixer(distance: 200)
        try client.feed(sine())
        try client.unit.initialize()
        let heard = try render(client, cycles: 1500, of: 64) { 200 - 34.3 * (($0 * 60).rounded(.down) / 60) }
        let wanted = 500 * Self.sound / (Self.sound - 34.3)
        #expect(abs(Measure.frequency(of: heard[48_000...]) / wanted - 1) < 2e-3)
        for start in stride(from: 48_000, to: 90_000, by: 4800) {
            #expect(abs(Measure.frequency(of: heard[start..<start + 4800]) / wanted - 1) < 0.02)
        }
    }

    @Test func theRateCountsBeside() throws {
        let client = try mixer(distance: 200)
        try client.setParameter(4, 1.5, Self.input)
        try client.feed(sine())
        try client.unit.initialize()
        let heard = try render(client, cycles: 200, of: 480) { 200 - 34.3 * $0 }
        let wanted = 1.5 * 500 * Self.sound / (Self.sound - 34.3)
        #expect(abs(Measure.frequency(of: heard[48_000...]) / wanted - 1) < 1e-3)
    }

    /// The flag of 3DMixer does the same, to the bit.
    @Test(arguments: mixers) func theFlagDoesTheSame(blueprint: UnitBlueprint) throws {
        let clients = [try mixer(blueprint), try mixer(blueprint, hasDoppler: false)]
        try clients[1].set(kAudioUnitProperty_3DMixerRenderingFlags, Self.input, to: UInt32(2))
        let heard = try clients.map { client -> [Float] in
            try client.feed(sine())
            try client.unit.initialize()
            return try render(client, cycles: 100, of: 480) { 100 - 20 * $0 }
        }
        #expect(heard[0] == heard[1])
        #expect(abs(Measure.frequency(of: heard[0][24_000...]) - 500) > 10)
    }

    /// At rest, and in motion without the flag, nothing changes to the bit.
    @Test(arguments: [true, false]) func atRestNothingChanges(isAtRest: Bool) throws {
        let clients = [try mixer(hasDoppler: isAtRest), try mixer(hasDoppler: false)]
        let feeds = [sine(), sine()]
        let heard = try zip(clients, feeds).enumerated().map { index, pair -> [Float] in
            try pair.0.feed(pair.1)
            try pair.0.unit.initialize()
            let speed = isAtRest || index == 1 ? 0.0 : 20
            return try render(pair.0, cycles: 50, of: 480) { 100 - speed * $0 }
        }
        #expect(heard[0] == heard[1] && feeds[0].next == 24_000 && feeds[1].next == 24_000)
    }

    /// Inputs that pass, and beds, have no distance.
    @Test(arguments: [0, 3] as [UInt32]) func whatHasNoDistanceKeepsItsPitch(mode: UInt32) throws {
        let client = try mixer(channels: 2)
        try client.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, to: mode)
        let feed = sine()
        try client.feed(feed)
        try client.unit.initialize()
        _ = try render(client, cycles: 50, of: 480) { 100 - 30 * $0 }
        #expect(feed.next == 24_000)
    }

    /// The sound has no step that its frequency does not explain, wherever the source goes.
    private func expectNoClick(_ distance: (_ seconds: Double) -> Double) throws {
        let client = try mixer(distance: Float(distance(0)))
        try client.feed(sine(200))
        try client.unit.initialize()
        let heard = try render(client, cycles: 200, of: 480, distance)
        let steepest = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.max() ?? 0
        // The factor is 2 at most.
        #expect(steepest < Float(0.5 * 2 * Double.pi * 400 / 48_000) + 0.001)
        #expect(heard.allSatisfy { $0.magnitude < 0.505 })
    }

    @Test func nothingClicks() throws {
        // It flies by at 50 m/s.
        try expectNoClick { hypot(50 * ($0 - 1), 3) }
        // It starts and stops at once.
        try expectNoClick { 100 - 60 * min(max($0 - 0.5, 0), 0.5) }
        // It goes to and fro, nearly as fast as sound.
        try expectNoClick { Int($0 * 100) % 2 == 0 ? 100 : 97 }
    }

    /// There and back: the rate passes 1, where the filter against folding ends and begins.
    @Test func theFilterDoesNotClick() throws {
        let client = try mixer(distance: 50)
        try client.feed(sine(10_000))
        try client.unit.initialize()
        let heard = try render(client, cycles: 300, of: 480) { 50 + 2 * cos(2 * .pi * $0) }
        // A sine leaves x[n+1] - 2cos(w)x[n] + x[n-1] next to 0, and the changes of the rate alone 0.047.
        let twice = Float(2 * cos(2 * Double.pi * 10_000 / 48_000))
        let rests = (1..<heard.count - 1).map { index -> Float in
            let others = heard[index + 1] + heard[index - 1]
            return abs(others - twice * heard[index])
        }
        #expect(rests.dropFirst(480).max() ?? 1 < 0.05)
    }

    /// A source that is put elsewhere does not move there.
    @Test func aJumpIsNoMotion() throws {
        let client = try mixer()
        let feed = sine()
        try client.feed(feed)
        try client.unit.initialize()
        _ = try render(client, cycles: 100, of: 480) { $0 < 0.5 ? 100 : 9000 }
        #expect(feed.next == 48_000)
    }

    /// What comes nearly as fast as sound does not need more than twice the frames, with the rate four times.
    @Test func theFactorIsBounded() throws {
        let client = try mixer(distance: 1000)
        try client.setParameter(4, 2, Self.input)
        let feed = sine()
        try client.feed(feed)
        try client.unit.initialize()
        _ = try render(client, cycles: 200, of: 480) { 1000 - 330 * $0 }
        let before = feed.next
        _ = try render(client, cycles: 50, of: 480, from: 96_000) { 1000 - 330 * $0 }
        #expect(abs(feed.next - before - 4 * 24_000) < 200)
        #expect(feed.calls.allSatisfy { $0.frames <= 1156 })
    }

    /// After the motion the pitch is the source's again, and a reset forgets it.
    @Test func theMotionEnds() throws {
        let client = try mixer()
        try client.feed(sine())
        try client.unit.initialize()
        let heard = try render(client, cycles: 400, of: 480) { 100 - 50 * min($0, 1) }
        #expect(abs(Measure.frequency(of: heard[96_000 + 48_000..<192_000]) - 500) < 0.05)
        _ = try render(client, cycles: 20, of: 480, from: 192_000) { 100 - 20 * $0 }
        client.unit.reset()
        let feed = sine()
        try client.feed(feed)
        _ = try client.renderAll(4800, cycle: 480, from: 300_000)
        #expect(feed.next == 4800)
    }

    /// The mixer knows beforehand where a cycle may take another number of frames than it gives.
    @Test func aMotionIsKnownBefore() {
        var motion = SpatialMotion()
        #expect(!motion.moves(to: 5) && motion.rate == 1)
        motion.advance(to: 5, isHeard: true, seconds: 0.01)
        #expect(!motion.moves(to: 5) && motion.moves(to: 4) && motion.rate == 1)
        motion.advance(to: 4.9, isHeard: true, seconds: 0.01)
        #expect(motion.rate > 1 && motion.rate < 1.01)
        motion.advance(to: 4.9, isHeard: false, seconds: 100)
        motion.advance(to: 4.9, isHeard: false, seconds: 100)
        #expect(motion.rate == 1)
    }

    /// Processes 64 frames of silence.
    private func process(_ client: Client, at time: Double) -> Int32 {
        let (input, output) = (BufferList.allocate(count: 1), BufferList.allocate(count: 2))
        var samples = [Float](repeating: 0, count: 3 * 64)
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        defer {
            input.deallocate()
            output.deallocate()
        }
        return samples.withUnsafeMutableBufferPointer { samples -> Int32 in
            guard let start = samples.baseAddress else { return -1 }
            func buffer(_ index: Int) -> AudioBuffer {
                AudioBuffer(mNumberChannels: 1, mDataByteSize: 256, mData: UnsafeMutableRawPointer(start + index * 64))
            }
            input.buffers[0] = buffer(0)
            (output.buffers[0], output.buffers[1]) = (buffer(1), buffer(2))
            var (from, to) = (UnsafePointer(input.list), output.list)
            return client.instance.processMultiple(nil, &stamp, frames: 64, &from, 1, &to, 1)
        }
    }

    /// A source that moves takes another number of frames than the mixer gives, which what is processed cannot.
    @Test func aMovingSourceIsNotProcessed() throws {
        let client = try mixer()
        try client.unit.initialize()
        #expect(process(client, at: 0) == 0)
        try client.setParameter(2, 99, Self.input)
        #expect(process(client, at: 64) == AudioError.unitContext.status)
        // It rests where it is now.
        #expect(process(client, at: 96) == 0)
        client.unit.reset()
        #expect(process(client, at: 128) == 0)
    }

    @Test func thePropertyIsOfInputs() throws {
        let client = try mixer(hasDoppler: false)
        let id = kAudioUnitProperty_DopplerShift
        #expect(try client.get(id, Self.input, as: UInt32.self) == 0)
        try client.set(id, Self.input, to: UInt32(7))
        #expect(try client.get(id, Self.input, as: UInt32.self) == 1)
        #expect(try client.get(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, as: UInt32.self) == 0)
        #expect(status { try client.set(id, to: UInt32(1)) } == -10866)
        #expect(status { try client.set(id, Self.input, 1, to: UInt32(1)) } == -10877)
        #expect(status { try client.set(id, Self.input, to: UInt8(1)) } == -10851)
        #expect(
            status { try client.set(kAudioUnitProperty_3DMixerRenderingFlags, Self.input, to: UInt32(8)) } == -10851)
    }
}
