import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// The room of the SpatialMixer: what goes into it, how loud it is, how long it lasts.
@Suite(.mustEnd) struct SpatialReverbTests {
    private static let input = kAudioUnitScope_Input
    private static let rate = 16_000.0

    /// One input, in a small room: the first reflection comes after 48 frames.
    private func mixer(
        _ blueprint: UnitBlueprint = SpatialMixerUnit.mixer, hasRoom: Bool = true, blend: Float? = nil,
        outputs: Int = 2
    ) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: Self.rate, channels: 1, interleaved: false), Self.input)
        try client.setFormat(
            .float32(sampleRate: Self.rate, channels: outputs, interleaved: false), kAudioUnitScope_Output)
        if hasRoom { try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1)) }
        if let blend { try client.setParameter(8, blend, Self.input, 0) }
        return client
    }

    private static let burst = noise(256, seed: 5)

    /// The energy of all channels from a frame on, in decibels.
    private func level(_ heard: [[Float]], from frame: Int) -> Double {
        10 * log10(heard.reduce(0) { $0 + energy($1[frame...]) })
    }

    // MARK: Blend and gain

    /// Without a part of the room, each sample is that without a room.
    @Test func aBlendOfZeroIsNoRoom() throws {
        let samples = noise(2000, seed: 3)
        let plain = try mixer(hasRoom: false, blend: 100).play(samples, frames: 4096)
        let none = try mixer(blend: 0).play(samples, frames: 4096)
        #expect(plain == none)
        #expect(plain[0][..<2000].contains { $0 != 0 } && plain[0][2000...].allSatisfy { $0 == 0 })
    }

    /// The room's part has the power that the direct one lacks.
    @Test(arguments: [Float(5), 30, 50, 80]) func theTailFollowsTheBlend(blend: Float) throws {
        let all = try mixer(blend: 100).play(Self.burst, frames: 8192)
        let heard = try mixer(blend: blend).play(Self.burst, frames: 8192)
        let angle = Double(blend) / 200 * .pi
        #expect(abs(level(heard, from: 256) - level(all, from: 256) - 20 * log10(sin(angle))) < 0.01)
        // Nothing of the room is heard before its first reflection.
        #expect(all.allSatisfy { $0[..<48].allSatisfy { $0 == 0 } })
        let direct = Float(cos(angle)) * Float(0.5).squareRoot()
        for frame in 0..<48 {
            for channel in 0..<2 { #expect(abs(heard[channel][frame] - Self.burst[frame] * direct) < 1e-6) }
        }
    }

    /// A new input has a blend of 30 percent.
    @Test func theUsualBlend() throws {
        let heard = try mixer().play(Self.burst, frames: 4096)
        #expect(try heard == mixer(blend: 30).play(Self.burst, frames: 4096))
        #expect(level(heard, from: 256).isFinite)
    }

    @Test(arguments: [Float(-40), -6, 12, 40]) func theTailFollowsTheGain(decibels: Float) throws {
        let plain = try mixer(blend: 50).play(Self.burst, frames: 8192)
        let client = try mixer(blend: 50)
        try client.setParameter(9, decibels)
        let heard = try client.play(Self.burst, frames: 8192)
        #expect(abs(level(heard, from: 256) - level(plain, from: 256) - Double(decibels)) < 0.01)
        for channel in 0..<2 { #expect(heard[channel][..<48] == plain[channel][..<48]) }
    }

    /// What the room gives has the power of what it gets, and the gain of the source with it.
    @Test func theRoomKeepsThePower() throws {
        let samples = noise(6000, seed: 7)
        let client = try mixer(blend: 100)
        try client.setParameter(3, -10, Self.input, 0)
        let heard = try client.play(samples, frames: 16_384)
        #expect(abs(level(heard, from: 0) - 10 * log10(energy(samples)) + 10) < 0.5)
    }

    /// The volume of the mixer holds for the room, too; a channel for low frequencies has nothing of it.
    @Test func allLoudspeakersHearTheRoom() throws {
        let plain = try mixer(blend: 100, outputs: 6).play(Self.burst, frames: 4096)
        for channel in 0..<6 { #expect((energy(plain[channel]) > 1e-3) == (channel != 3)) }
        let client = try mixer(blend: 100, outputs: 6)
        try client.setParameter(3, -20, kAudioUnitScope_Output, 0)
        let soft = try client.play(Self.burst, frames: 4096)
        #expect(abs(level(soft, from: 0) - level(plain, from: 0) + 20) < 0.01)
    }

    // MARK: Obstacles

    private typealias Setting = (id: UInt32, value: Float, scope: UInt32)

    /// A sine of 5 kHz, and its level in decibels.
    private func sineLevel(
        blend: Float, _ parameters: [Setting]
    ) throws -> (heard: [[Float]], decibels: Double) {
        let client = try mixer(blend: blend)
        for parameter in parameters { try client.setParameter(parameter.id, parameter.value, parameter.scope, 0) }
        let samples = (0..<12_288).map { Float(sin(2 * .pi * 5000 * Double($0) / Self.rate)) }
        let heard = try client.play(samples)
        return (heard, level(heard, from: 8192))
    }

    /// What obstructs a source leaves the room as it is, and what occludes it is heard in both.
    @Test func obstructionLeavesTheRoom() throws {
        let room = try sineLevel(blend: 100, [])
        #expect(try sineLevel(blend: 100, [(11, -40, Self.input)]).heard == room.heard)
        let occluded = try sineLevel(blend: 100, [(10, -20, Self.input)])
        #expect(abs(occluded.decibels - room.decibels + 20) < 0.05)
        let direct = try sineLevel(blend: 0, [])
        for id in [UInt32(10), 11] {
            let muffled = try sineLevel(blend: 0, [(id, -20, Self.input)])
            #expect(abs(muffled.decibels - direct.decibels + 20) < 0.05)
        }
    }

    // MARK: The filter

    @Test(arguments: [(1, 500, 0), (2, 7000, 0), (0, 5000, -12), (8, 2000, 9)] as [(Float, Float, Float)])
    func theRoomHasAFilter(kind: Float, frequency: Float, gain: Float) throws {
        let global = kAudioUnitScope_Global
        let plain = try sineLevel(blend: 100, [])
        var parameters: [Setting] = [(17, kind, global), (14, frequency, global), (16, gain, global), (15, 1, global)]
        let filtered = try sineLevel(blend: 100, parameters)
        let filter = Biquad.band(Int(kind), Double(frequency), Double(gain), 1, Self.rate)
        let wanted = 20 * log10(filter.magnitude(at: 5000, Self.rate))
        #expect(abs(filtered.decibels - plain.decibels - wanted) < 0.05)
        #expect(abs(wanted) > 3)
        // Switched off, it changes nothing.
        parameters.append((18, 0, global))
        #expect(try sineLevel(blend: 100, parameters).heard == plain.heard)
    }

    // MARK: Time

    /// The unit says how long its room lasts, and renders for so long without a source.
    @Test func theTailOutlastsTheSource() throws {
        let client = try mixer(blend: 100)
        let samples = Self.burst
        try client.feed(Feed { _, frame in frame < 256 ? samples[frame] : 0 })
        try client.unit.initialize()
        _ = try client.render(512)
        try client.unit.setSource(nil, 0)
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        let room = ReverbUnit.rooms[0].tailTime
        var (time, lastLoud) = (512, 0)
        while time < Int(3 * room * Self.rate) {
            var flags: UInt32 = 0
            for channel in 0..<2 {
                list.buffers[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 2048, mData: nil)
            }
            #expect(client.render(&flags, Double(time), 0, 512, list) == 0)
            let heard = try #require(list.samples(0))
            let isLoud = (0..<512).contains { heard[$0] != 0 }
            #expect(isLoud == (flags & 16 == 0))
            if isLoud { lastLoud = time }
            time += 512
        }
        #expect(Double(lastLoud) > room * Self.rate && Double(lastLoud) < 2.5 * room * Self.rate)
    }

    @Test func theTailTimeIsThatOfTheRoom() throws {
        let client = try mixer(hasRoom: false)
        let tail = { try client.get(kAudioUnitProperty_TailTime, as: Double.self) }
        #expect(try tail() == 0)
        let notes = Notes()
        notes.listen(to: client.unit, kAudioUnitProperty_TailTime, kAudioUnitProperty_ReverbRoomType)
        try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
        #expect(try tail() == Double(Float(0.4)) + Double(Float(0.018)))
        #expect(notes.properties.map(\.id) == [kAudioUnitProperty_TailTime])
        try client.set(kAudioUnitProperty_ReverbRoomType, to: UInt32(8))
        #expect(try tail() == 4 + Double(Float(0.12)))
        #expect(notes.properties.dropFirst().map(\.id).contains(kAudioUnitProperty_ReverbRoomType))
    }

    /// A room that is switched off fades away, and nothing of it comes back.
    @Test func whatWasSwitchedOffDoesNotComeBack() throws {
        let client = try mixer(blend: 100)
        var heard = try client.play(Self.burst, frames: 1024)[0]
        try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(0))
        let steepest = zip(heard[512...], heard[513...]).map { abs($0 - $1) }.max() ?? 0
        let behind = try client.renderAll(1024, from: 1024)[0]
        heard += behind
        #expect(zip(heard[1000...], heard[1001...]).allSatisfy { abs($0 - $1) < steepest * 1.1 })
        #expect(behind[0] != 0 && behind[256...].allSatisfy { $0 == 0 })
        try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
        #expect(try client.renderAll(4096, from: 2048).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    // MARK: Rooms

    @Test func roomsAreChosenByTypeAndByPreset() throws {
        #expect(try mixer().get(kAudioUnitProperty_ReverbRoomType, as: UInt32.self) == 0)
        let small = try mixer(blend: 100).play(Self.burst, frames: 16_384)
        let rooms = try [kAudioUnitProperty_ReverbRoomType, kAudioUnitProperty_ReverbPreset].map { id in
            let client = try mixer(blend: 100)
            try client.set(id, to: UInt32(8))
            #expect(try client.get(kAudioUnitProperty_ReverbRoomType, as: UInt32.self) == 8)
            return try client.play(Self.burst, frames: 16_384)
        }
        #expect(rooms[0] == rooms[1])
        // A second behind the burst, a cathedral sounds and a small room does not.
        #expect(level(rooms[0], from: 15_000) > level(small, from: 15_000) + 30)
        let preset = try mixer().unit.info(UnitRequest(kAudioUnitProperty_ReverbPreset))
        #expect(preset.size == 4 && preset.isWritable)
    }

    @Test(arguments: [SpatialMixerUnit.mixer, SpatialMixerUnit.first]) func takesWhatItKnows(
        blueprint: UnitBlueprint
    ) throws {
        let client = try mixer(blueprint, hasRoom: false)
        #expect(try client.get(kAudioUnitProperty_UsesInternalReverb, as: UInt32.self) == 0)
        try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
        #expect(try client.get(kAudioUnitProperty_UsesInternalReverb, as: UInt32.self) == 1)
        for id in [kAudioUnitProperty_ReverbRoomType, kAudioUnitProperty_ReverbPreset] {
            #expect(status { try client.set(id, to: UInt32(13)) } == -10851)
        }
        for id in [
            kAudioUnitProperty_ReverbRoomType, kAudioUnitProperty_ReverbPreset, kAudioUnitProperty_UsesInternalReverb,
        ] {
            #expect(status { try client.set(id, Self.input, to: UInt32(1)) } == -10866)
            #expect(status { try client.set(id, 0, 1, to: UInt32(1)) } == -10877)
            #expect(status { try client.set(id, to: UInt8(1)) } == -10851)
        }
        #expect(
            status { _ = try client.get(kAudioUnitProperty_ReverbPreset, as: UInt32.self) } == -10879)
        #expect(try client.get(kAudioUnitProperty_ReverbRoomType, as: UInt32.self) == 0)
    }

    /// Shortest and longest rates and all rooms: numbers come out.
    @Test(arguments: [1.0, 8000, 192_000]) func extremesStayFinite(rate: Double) throws {
        let client = try mixer(blend: 50)
        try client.setFormat(.float32(sampleRate: rate, channels: 1, interleaved: false), Self.input)
        try client.setFormat(.float32(sampleRate: rate, channels: 2, interleaved: false), kAudioUnitScope_Output)
        try client.setParameter(9, 40)
        try client.feed(Feed { _, frame in frame % 97 == 5 ? .nan : frame % 89 == 7 ? .infinity : 1 })
        try client.unit.initialize()
        for room in UInt32(0)..<13 {
            try client.set(kAudioUnitProperty_ReverbRoomType, to: room)
            let heard = try client.renderAll(400, from: Double(room) * 400)
            #expect(heard.allSatisfy { $0.allSatisfy(\.isFinite) })
        }
    }
}
