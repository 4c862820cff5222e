import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// Reverb2: decay times, energy, delays, rooms.
@Suite struct ReverbTests {
    private static let rate = 16_000.0

    private func client(channels: Int = 1) throws -> Client {
        let client = try Client(ReverbUnit.reverb)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    /// The seconds in which a response falls by 60 dB, from its slope between -5 and -25 dB of what is left.
    private func decayTime(_ response: [Float], _ filter: Biquad) -> Double {
        var filtered = response
        for _ in 0..<2 {
            var state = Biquad.State()
            filtered.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, count: $0.count, &state) }
        }
        var left = [Double](repeating: 0, count: filtered.count + 1)
        for frame in filtered.indices.reversed() {
            left[frame] = left[frame + 1] + Double(filtered[frame] * filtered[frame])
        }
        func frame(_ decibels: Double) -> Int { left.firstIndex { $0 < left[0] * pow(10, decibels / 10) } ?? 0 }
        return Double(frame(-25) - frame(-5)) / Self.rate * 3
    }

    /// Nothing of a sample that is no number, or far too loud, stays in the room.
    @Test(arguments: [Float.nan, .infinity, 3e38]) func aSampleThatIsNoNumberDoesNotStay(sample: Float) throws {
        let client = try client()
        try client.feed(Feed { _, frame in frame == 10 ? sample : 0.1 })
        try client.unit.initialize()
        _ = try client.render(512)
        let later = try client.renderAll(8192, from: 512)[0]
        #expect(later.allSatisfy { $0.magnitude < 10 })
    }

    /// At the lowest and the highest frequencies the sound decays in the times that are set.
    @Test(arguments: [(Float(0.4), Float(0.4)), (0.6, 0.2), (0.3, 0.6)])
    func decaysInTheTimesThatAreSet(low: Float, high: Float) throws {
        let client = try client()
        try client.setParameter(4, low)
        try client.setParameter(5, high)
        let response = try client.impulse(Int(Self.rate * Double(max(low, high)) * 1.2))[0]
        let bottom = decayTime(response, .lowPass(250, decibels: 0, Self.rate))
        let top = decayTime(response, .highPass(7400, decibels: 0, Self.rate))
        #expect(abs(bottom / Double(low) - 1) < 0.15, "\(bottom) s at the bottom")
        #expect(abs(top / Double(high) - 1) < 0.15, "\(top) s at the top")
        #expect(
            try client.get(kAudioUnitProperty_TailTime, as: Double.self) == Double(max(low, high)) + Double(Float(0.05))
        )
        #expect(try client.get(kAudioUnitProperty_Latency, as: Double.self) == 0)
    }

    /// Nothing comes before the shortest delay, something before the longest one.
    @Test func reflectionsLieBetweenTheDelays() throws {
        let client = try client()
        try client.setParameter(2, 0.02)
        try client.setParameter(3, 0.04)
        let response = try client.impulse(700)[0]
        let first = try #require(response.firstIndex { $0 != 0 })
        #expect((320...345).contains(first))
        // Sixteen of them, and only then what has gone around.
        #expect(response[..<640].count { $0 != 0 } == 16)
    }

    @Test func otherNumbersHaveOtherReflections() throws {
        func response(_ seed: Float) throws -> [Float] {
            let client = try client()
            try client.setParameter(6, seed)
            return try client.impulse(2000)[0]
        }
        let one = try response(1)
        #expect(try response(1) == one)
        #expect(try response(2) != one)
    }

    /// Noise is as loud with the reverb as without it, in all rooms and with all mixes.
    @Test(arguments: [0, 3, 5, 8], [Float(0), 50, 100]) func keepsThePower(room: Int, mix: Float) throws {
        let client = try client(channels: 2)
        try client.set(kAudioUnitProperty_ReverbRoomType, to: UInt32(room))
        try client.setParameter(0, mix)
        // As long as a part of the decay, so that what comes in goes out.
        let input = noise(6000, seed: 3)
        let other = noise(6000, seed: 4)
        try client.feed(Feed { channel, frame in frame < 6000 ? (channel == 0 ? input : other)[frame] : 0 })
        try client.unit.initialize()
        let output = try client.renderAll(room == 8 ? 26_000 : 16_000)
        let change = 10 * log10(energy(output.joined()) / (energy(input) + energy(other)))
        #expect(abs(change) < (mix == 0 ? 0.0001 : 1.5), "\(change) dB")
    }

    @Test func theGainIsThatOfTheReverb() throws {
        let (plain, loud) = (try client(), try client())
        try loud.setParameter(1, 6)
        let (one, two) = (try plain.impulse(1000)[0], try loud.impulse(1000)[0])
        let gain = Float(pow(10, 6 / 20.0))
        #expect(zip(one, two).allSatisfy { abs($0 * gain - $1) < 1e-6 })
        #expect(energy(one) > 0)
    }

    /// What comes out of two channels has little in common, though the same goes in.
    @Test func channelsDiffer() throws {
        let client = try client(channels: 2)
        let output = try client.impulse(8000)
        let both = zip(output[0], output[1]).reduce(0) { $0 + Double($1.0 * $1.1) }
        let correlation = both / (energy(output[0]) * energy(output[1])).squareRoot()
        #expect(abs(correlation) < 0.3)
    }

    /// Parameters that change in the middle make no sound of their own, and a reset ends all sound.
    @Test func changesAreBlendedAndResetIsSilent() throws {
        let client = try client()
        try client.feed(Feed { _, frame in sinf(Float(frame) * 0.05) * 0.2 })
        try client.unit.initialize()
        let before = try client.renderAll(4096)[0]
        try client.setParameter(3, 0.3)
        try client.setParameter(6, 17)
        let behind = try client.renderAll(4096, from: 4096)[0]
        func steepest(_ samples: [Float]) -> Float { zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }
        #expect(steepest([before.last!] + behind) < 0.15)
        #expect(behind.allSatisfy { $0.isFinite && $0.magnitude < 2 })
        client.unit.reset()
        try client.feed(Feed(constants: [0]))
        #expect(try client.renderAll(4096, from: 8192)[0].allSatisfy { $0 == 0 })
    }

    @Test func roomsAreFactoryPresets() throws {
        let client = try client()
        guard case .presets(let presets) = try client.unit.value(UnitRequest(kAudioUnitProperty_FactoryPresets)) else {
            Issue.record("there are no presets")
            return
        }
        #expect(presets.map(\.number) == Array(0..<13))
        #expect(presets[0].name == "Small Room" && presets[8].name == "Cathedral" && presets[12].name == "Large Hall 2")
        // A new instance is a medium hall.
        #expect(try client.get(kAudioUnitProperty_ReverbRoomType, as: UInt32.self) == 3)
        try client.unit.setPreset(presets[8], hasName: true)
        #expect(try client.get(kAudioUnitProperty_ReverbRoomType, as: UInt32.self) == 8)
        #expect(try client.unit.parameter(4, 0, 0) == 4)
        let notes = Notes()
        notes.listen(to: client.unit, kAudioUnitProperty_PresentPreset, kAudioUnitProperty_ReverbRoomType)
        try client.set(kAudioUnitProperty_ReverbRoomType, to: UInt32(3))
        #expect(
            Set(notes.properties.map(\.id)) == [kAudioUnitProperty_PresentPreset, kAudioUnitProperty_ReverbRoomType])
        #expect(client.unit.state.withLock { $0.preset } == presets[3])
        for spec in ReverbUnit.reverb.parameters {
            #expect(try client.unit.parameter(spec.id, 0, 0) == spec.initial)
        }
        #expect(status { try client.set(kAudioUnitProperty_ReverbRoomType, to: UInt32(13)) } == -10851)
        #expect(status { try client.set(kAudioUnitProperty_ReverbRoomType, 1, 0, to: UInt32(1)) } == -10866)
    }

    /// The shortest and the longest times, in any order, at any rate: numbers come out.
    @Test(arguments: [1.0, 8000, 192_000]) func extremesStayFinite(rate: Double) throws {
        let client = try Client(ReverbUnit.reverb)
        try client.setFormats(rate: rate, channels: 1)
        try client.feed(Feed { _, frame in frame % 97 == 5 ? .nan : frame % 89 == 7 ? .infinity : 1 })
        try client.unit.initialize()
        var time = 0.0
        for values in [
            [0.0001, 0.0001, 0.001, 0.001], [1, 0.0001, 20, 0.001], [0.0001, 1, 0.001, 20], [1, 1, 20, 20],
        ] {
            for (index, value) in values.enumerated() { try client.setParameter(UInt32(2 + index), Float(value)) }
            #expect(try client.renderAll(400, from: time)[0].allSatisfy(\.isFinite))
            time += 400
        }
    }
}
