import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// One input of 48 kHz at 60 degrees to the right, with the ear on the left later.
private func mixer(_ algorithm: UInt32, channels: Int = 1, outputs: Int = 2) throws -> Client {
    let input = kAudioUnitScope_Input
    let client = try Client(SpatialMixerUnit.mixer)
    try client.set(kAudioUnitProperty_ElementCount, input, to: UInt32(1))
    try client.setFormat(.float32(sampleRate: 48_000, channels: channels, interleaved: false), input)
    try client.setFormat(
        .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
    try client.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: algorithm)
    try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, input, to: UInt32(1))
    try client.setParameter(0, 60, input, 0)
    return client
}

private func largestStep(_ samples: some Collection<Float>) -> Float {
    zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
}

/// Makes a change while a source sounds: a sine, or a constant. No step is larger than before and behind it, but for a margin.
private func expectNoClick(
    _ client: Client, _ feed: Feed, margin: Float, cycle: Int = 512, _ change: (Client) throws -> Void
) throws {
    try client.feed(feed)
    try client.unit.initialize()
    let before = try client.renderAll(4096, cycle: cycle)
    try change(client)
    let behind = try client.renderAll(4096, cycle: cycle, from: 4096)
    for channel in 0..<2 {
        let steady = max(largestStep(before[channel][2048...]), largestStep(behind[channel][2048...]))
        let all = Array(before[channel][2048...]) + behind[channel]
        #expect(largestStep(all) <= steady + margin)
    }
    // Something has changed.
    let differences = (0..<2).map { channel -> Float in
        let (one, other) = (before[channel][2048...].max() ?? 0, behind[channel][2048...].max() ?? 0)
        return abs(one - other)
    }
    #expect(differences.contains { $0 > 0.02 })
}

private func sine() -> Feed { Feed { _, frame in Float(0.5 * sin(2 * .pi * 200 * Double(frame) / 48_000)) } }

/// SpatialMixer: changes of how an input is heard, while it sounds.
@Suite(.mustEnd) struct SpatialChangeTests {
    private static let input = kAudioUnitScope_Input

    /// All algorithms but those of measured heads, with the delays of the ears and without.
    @Test(arguments: [(0, 1), (1, 0), (0, 5), (5, 0), (3, 1), (1, 3), (5, 3)] as [(UInt32, UInt32)])
    func anotherAlgorithmDoesNotClick(from: UInt32, to: UInt32) throws {
        for (flags, isConstant) in [(UInt32(0), false), (0, true), (1, false), (1, true)] {
            let client = try mixer(from)
            try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: flags)
            let feed = isConstant ? Feed(constants: [1]) : sine()
            // The way over takes 480 frames.
            try expectNoClick(client, feed, margin: isConstant ? 0.004 : 0.002) {
                try $0.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: to)
            }
        }
    }

    /// The same in cycles that are shorter than the way over, and as long as two of them.
    @Test(arguments: [7, 64, 1024]) func cyclesMayHaveAnyLength(cycle: Int) throws {
        try expectNoClick(mixer(0), Feed(constants: [1]), margin: 0.004, cycle: cycle) {
            try $0.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(1))
        }
    }

    /// Behind the change, the input sounds as if it had always been heard so.
    @Test func theNewAlgorithmIsAsEver() throws {
        let (changed, other) = (try mixer(0), try mixer(1))
        for client in [changed, other] {
            try client.feed(sine())
            try client.unit.initialize()
        }
        _ = try changed.renderAll(2048)
        _ = try other.renderAll(2048)
        try changed.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: UInt32(1))
        let one = try changed.renderAll(2048, from: 2048)
        let two = try other.renderAll(2048, from: 2048)
        for channel in 0..<2 {
            for frame in 1024..<2048 { #expect(abs(one[channel][frame] - two[channel][frame]) < 1e-4) }
        }
    }

    // MARK: Inside the head

    /// A point source in the head may pass channel by channel, and is placed outside of it.
    @Test func aPointInTheHeadMayPass() throws {
        let client = try mixer(0, channels: 2)
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(0))
        try client.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, to: UInt32(2))
        try client.setParameter(0, 90, Self.input, 0)
        let mode = kAudioUnitProperty_SpatialMixerPointSourceInHeadMode
        #expect(try client.get(mode, Self.input, as: UInt32.self) == 0)
        try client.feed(Feed(constants: [1, 3]))
        try client.unit.initialize()
        func heard(at time: Double) throws -> (Float, Float) {
            let all = try client.renderAll(1024, from: time)
            return (all[0][1023], all[1][1023])
        }
        let placed = try heard(at: 0)
        #expect(abs(placed.0) < 1e-5 && abs(placed.1 - 2) < 1e-5)
        try client.set(mode, Self.input, to: UInt32(1))
        let inside = try heard(at: 1024)
        #expect(inside.0 == 1 && inside.1 == 3)
        try client.setParameter(2, 0.1, Self.input, 0)
        let outside = try heard(at: 2048)
        #expect(abs(outside.0) < 1e-5 && abs(outside.1 - 2) < 1e-5)
        #expect(status { try client.set(mode, Self.input, to: UInt32(2)) } == -10851)
        #expect(status { try client.set(mode, to: UInt32(1)) } == -10866)
    }

    @Test func theWayIntoTheHeadDoesNotClick() throws {
        let client = try mixer(0, channels: 2)
        try client.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, to: UInt32(2))
        try client.set(kAudioUnitProperty_SpatialMixerPointSourceInHeadMode, Self.input, to: UInt32(1))
        try client.setParameter(2, 1, Self.input, 0)
        try expectNoClick(client, Feed(constants: [1, 0.2]), margin: 0.004) { try $0.setParameter(2, 0, Self.input, 0) }
    }

    // MARK: Types of the output

    /// Loudspeakers are panned: two by equal power, more as a sound field.
    @Test(arguments: [2, 4], [UInt32(2), 3]) func loudspeakersArePanned(outputs: Int, type: UInt32) throws {
        let (client, other) = (try mixer(7, outputs: outputs), try mixer(outputs == 2 ? 0 : 3, outputs: outputs))
        #expect(try client.get(kAudioUnitProperty_SpatialMixerOutputType, as: UInt32.self) == 3)
        try client.set(kAudioUnitProperty_SpatialMixerOutputType, to: type)
        let samples = noise(1000, seed: 2)
        #expect(try client.play(samples) == other.play(samples))
    }

    /// A type means something for the inputs that go by it alone.
    @Test func anAlgorithmOfItsOwnStays() throws {
        let (client, other) = (try mixer(0), try mixer(0))
        try client.set(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(1))
        let samples = noise(1000, seed: 2)
        #expect(try client.play(samples) == other.play(samples))
    }

    @Test func refusesOtherTypes() throws {
        let client = try mixer(7)
        let type = kAudioUnitProperty_SpatialMixerOutputType
        for value in [UInt32(0), 4, 99] { #expect(status { try client.set(type, to: value) } == -10851) }
        #expect(status { try client.set(type, to: UInt16(1)) } == -10851)
        #expect(status { try client.set(type, Self.input, to: UInt32(1)) } == -10866)
        #expect(status { try client.set(type, 0, 1, to: UInt32(1)) } == -10877)
        #expect(try client.get(type, as: UInt32.self) == 3)
    }

    /// A factory preset says what the output is for.
    @Test func presetsSetTheType() throws {
        let client = try mixer(0)
        for (number, type) in [(Int32(1), UInt32(1)), (0, 2), (2, 1)] {
            try client.unit.setPreset(UnitPreset(number: number, name: ""), hasName: false)
            #expect(try client.get(kAudioUnitProperty_SpatialMixerOutputType, as: UInt32.self) == type)
        }
        #expect(status { try client.unit.setPreset(UnitPreset(number: 3, name: ""), hasName: false) } == -10851)
    }
}

/// The same for measured heads.
@Suite(.mustEnd, .needs(library: "libmysofa.so.1")) struct HeadChangeTests {
    private static let input = kAudioUnitScope_Input

    @Test(arguments: [(0, 2), (2, 0), (1, 6), (6, 1), (5, 2), (2, 5)] as [(UInt32, UInt32)])
    func anotherAlgorithmDoesNotClick(from: UInt32, to: UInt32) throws {
        for isConstant in [false, true] {
            let feed = isConstant ? Feed(constants: [1]) : sine()
            try expectNoClick(mixer(from), feed, margin: isConstant ? 0.008 : 0.004) {
                try $0.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: to)
            }
        }
    }

    /// Back and forth, the head begins anew each time.
    @Test func aHeadMayComeBack() throws {
        let client = try mixer(0)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        var heard = try client.renderAll(2048)
        for (index, algorithm) in [UInt32(2), 0, 2, 1, 2].enumerated() {
            try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: algorithm)
            let part = try client.renderAll(2048, from: Double(index + 1) * 2048)
            heard = zip(heard, part).map { $0 + $1 }
        }
        for channel in 0..<2 { #expect(largestStep(heard[channel][1024...]) < 0.008) }
        let responses = try HeadResponses.at(48_000)
        let direction = SpatialDirection(azimuth: 60, elevation: 0)
        for channel in 0..<2 {
            let response = responses.response(direction, isRight: channel == 1)
            let sum = (0..<responses.length).reduce(Float(0)) { $0 + response[$1] }
            #expect(abs((heard[channel].last ?? 0) - sum) < 1e-3)
        }
    }

    /// The room goes on where an input is heard by another head.
    @Test func theRoomOutlastsTheChange() throws {
        func tail(_ algorithm: UInt32?) throws -> [[Float]] {
            let client = try mixer(0)
            try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
            try client.setParameter(8, 100, Self.input, 0)
            _ = try client.play(noise(512, seed: 4), frames: 1024)
            if let algorithm {
                try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: algorithm)
            }
            return try client.renderAll(2048, from: 1024)
        }
        let plain = try tail(nil)
        #expect(try tail(2) == plain)
        #expect(energy(plain[0]) > 1e-3)
    }

    /// Headphones have the measured head, from the start and from when they are plugged in.
    @Test func headphonesHaveAHead() throws {
        let samples = noise(4096, seed: 6)
        let wanted = try mixer(2).play(samples)
        let client = try mixer(7)
        try client.set(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(1))
        #expect(try client.play(samples) == wanted)
        let later = try mixer(7)
        try later.feed(Feed { _, frame in samples[frame % 4096] })
        try later.unit.initialize()
        _ = try later.renderAll(1024)
        try later.set(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(1))
        let heard = try later.renderAll(3072, from: 1024)
        for channel in 0..<2 {
            for frame in 1500..<3072 { #expect(abs(heard[channel][frame] - wanted[channel][1024 + frame]) < 1e-4) }
        }
    }
}
