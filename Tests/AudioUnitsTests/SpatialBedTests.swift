import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

private let input = kAudioUnitScope_Input
private let bed: UInt32 = 3

/// `kAudioChannelLayoutTag_…`
private enum Tag {
    static let quadraphonic: UInt32 = 108 << 16 | 4
    static let surround50: UInt32 = 117 << 16 | 5
    static let surround51: UInt32 = 121 << 16 | 6
    static let surround71: UInt32 = 128 << 16 | 8
    static let wave71: UInt32 = 189 << 16 | 8
    static let atmos: UInt32 = 192 << 16 | 12
    static let ambisonic: UInt32 = 190 << 16 | 4
}

/// An input that is a bed, or is to become one.
private func mixer(
    _ channels: Int, outputs: Int = 2, tag: UInt32? = nil, algorithm: UInt32 = 0, mode: UInt32 = bed,
    _ blueprint: UnitBlueprint = SpatialMixerUnit.mixer
) throws -> Client {
    let client = try Client(blueprint)
    try client.set(kAudioUnitProperty_ElementCount, input, to: UInt32(1))
    try client.setFormat(.float32(sampleRate: 48_000, channels: channels, interleaved: false), input)
    try client.setFormat(
        .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
    if let tag { try client.setLayout([tag, 0, 0]) }
    try client.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: algorithm)
    try client.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: mode)
    return client
}

extension Client {
    /// Sets the layout of the input: the words of an `AudioChannelLayout`.
    fileprivate func setLayout(_ words: [UInt32]) throws {
        try words.withUnsafeBytes {
            try unit.set(UnitRequest(kAudioUnitProperty_AudioChannelLayout, input, 0, input: $0))
        }
    }

    /// Plays samples on one channel of the input, and silence on the others.
    fileprivate func play(_ samples: [Float], on channel: Int) throws -> [[Float]] {
        try feed(Feed { place, frame in place == channel && frame < samples.count ? samples[frame] : 0 })
        try unit.initialize()
        return try renderAll(samples.count)
    }
}

/// Samples at which two mixers have the same, but for rounding.
private func expectSame(_ one: [[Float]], _ other: [[Float]], from first: Int = 0) {
    #expect(one.count == other.count)
    for (channel, (one, other)) in zip(one, other).enumerated() {
        let difference = zip(one[first...], other[first...]).map { abs($0 - $1) }.max() ?? 1
        #expect(difference < 2e-5, "channel \(channel)")
    }
}

/// The words of a layout of coordinates: flags, then three numbers for each channel.
private func coordinates(_ channels: [(flags: UInt32, x: Float, y: Float, z: Float)]) -> [UInt32] {
    var words: [UInt32] = [0, 0, UInt32(channels.count)]
    for channel in channels {
        words += [100, channel.flags, channel.x.bitPattern, channel.y.bitPattern, channel.z.bitPattern]
    }
    return words
}

private func places(_ words: [UInt32]?, channels: Int) -> SpatialLayouts {
    let layout = words.map { words in words.withUnsafeBytes { Array($0) } }
    return SpatialLayouts(layout, channels: channels, SpatialOutput(nil, channels: 2))
}

private func isNear(_ one: SpatialDirection, azimuth: Float, elevation: Float) -> Bool {
    let other = SpatialDirection(azimuth: azimuth, elevation: elevation)
    let distance = abs(one.right - other.right) + abs(one.ahead - other.ahead) + abs(one.up - other.up)
    return distance < 1e-5
}

/// SpatialMixer: where the channels of a bed are.
@Suite struct SpatialBedPlaceTests {
    /// Loudspeakers on the ground, by their degrees to the right; nil for low frequencies.
    @Test(
        arguments: [
            (Tag.quadraphonic, [-45, 45, -135, 135]), (Tag.surround50, [-30, 30, 0, -110, 110]),
            (Tag.surround51, [-30, 30, 0, nil, -110, 110]), (Tag.surround71, [-30, 30, 0, nil, -90, 90, -135, 135]),
            (Tag.wave71, [-30, 30, 0, nil, -135, 135, -90, 90]),
        ] as [(UInt32, [Float?])])
    func aTagPlacesItsChannels(tag: UInt32, azimuths: [Float?]) {
        let found = places([tag, 0, 0], channels: azimuths.count)
        for (channel, azimuth) in azimuths.enumerated() {
            let place = found.place(channel)
            guard let azimuth else {
                #expect(place.kind == .low)
                continue
            }
            #expect(place.kind == .placed)
            #expect(isNear(place.direction, azimuth: azimuth, elevation: 0), "channel \(channel)")
        }
        #expect(found.place(azimuths.count).kind == .nowhere)
    }

    @Test func loudspeakersAboveAreHigh() {
        let found = places([Tag.atmos, 0, 0], channels: 12)
        for (channel, azimuth) in [(8, Float(-45)), (9, 45), (10, -135), (11, 135)] {
            #expect(isNear(found.place(channel).direction, azimuth: azimuth, elevation: 35))
        }
    }

    /// A bitmap, degrees, and right, ahead and up.
    @Test func bitmapsAndCoordinatesPlace() {
        // Left, right, center and low frequencies.
        let bitmap = places([0x1_0000, 0xF, 0], channels: 4)
        let azimuths: [Float] = [-30, 30, 0]
        for (channel, azimuth) in azimuths.enumerated() {
            #expect(isNear(bitmap.place(channel).direction, azimuth: azimuth, elevation: 0))
        }
        #expect(bitmap.place(3).kind == .low)
        let words = coordinates([(2, 70, 20, 1), (1, 1, 1, 0), (1, 0, 0, 2), (0, 1, 0, 0), (2, .nan, 0, 0)])
        let found = places(words, channels: 5)
        #expect(isNear(found.place(0).direction, azimuth: 70, elevation: 20))
        #expect(isNear(found.place(1).direction, azimuth: 45, elevation: 0))
        #expect(isNear(found.place(2).direction, azimuth: 0, elevation: 90))
        #expect(found.place(3).kind == .nowhere && found.place(4).kind == .nowhere)
    }

    /// Without a layout that says anything, channels have the usual one of so many, or stand evenly around.
    @Test func channelsWithoutALayoutHaveTheUsualOne() {
        // No place, another number of channels, too short.
        for words in [[147 << 16 | 5, 0, 0], [Tag.surround51, 0, 0], [Tag.surround50]] as [[UInt32]] {
            let found = places(words, channels: 5)
            #expect(isNear(found.place(4).direction, azimuth: 110, elevation: 0))
        }
        let twelve = places(nil, channels: 12)
        #expect(isNear(twelve.place(3).direction, azimuth: 90, elevation: 0))
        let many = places(nil, channels: 70)
        #expect(many.place(63).kind == .placed && many.place(64).kind == .nowhere)
    }

    /// Straight ahead gets the azimuth and elevation, and what is above the head falls forwards.
    @Test func aBedTurns() {
        let ahead = SpatialDirection(azimuth: 0, elevation: 0)
        #expect(isNear(ahead.turned(azimuth: 40, elevation: 30), azimuth: 40, elevation: 30))
        let beside = SpatialDirection(azimuth: -30, elevation: 0)
        #expect(isNear(beside.turned(azimuth: 50, elevation: 0), azimuth: 20, elevation: 0))
        let above = SpatialDirection(azimuth: 0, elevation: 90)
        #expect(isNear(above.turned(azimuth: 0, elevation: 90), azimuth: 180, elevation: 0))
        let turned = beside.turned(azimuth: 90, elevation: 0).heard(yaw: 90, pitch: 0, roll: 0)
        #expect(isNear(turned, azimuth: -30, elevation: 0))
    }
}

/// SpatialMixer: what is heard of a bed.
@Suite(.mustEnd) struct SpatialBedTests {
    private static let azimuths: [Float?] = [-30, 30, 0, nil, -110, 110]

    /// Panning, a spherical head, a sound field, and what the type of the output has; with the delays of the ears and without.
    @Test(
        arguments: [(0, 2, 0), (0, 2, 1), (1, 2, 0), (1, 2, 1), (3, 6, 0), (7, 2, 0), (7, 4, 0), (1, 1, 0)]
            as [(UInt32, Int, UInt32)])
    func aChannelSoundsAsAPointInItsPlace(algorithm: UInt32, outputs: Int, flags: UInt32) throws {
        let samples = noise(1200, seed: 8)
        for (channel, azimuth) in Self.azimuths.enumerated() {
            guard let azimuth else { continue }
            let client = try mixer(6, outputs: outputs, tag: Tag.surround51, algorithm: algorithm)
            let point = try mixer(1, outputs: outputs, algorithm: algorithm, mode: 0)
            try point.setParameter(0, azimuth, input, 0)
            for client in [client, point] {
                try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, input, to: flags)
                try client.setParameter(19, 20)
                try client.setParameter(3, -6, input, 0)
            }
            let heard = try client.play(samples, on: channel)
            try expectSame(heard, point.play(samples, on: 0))
            #expect(heard.contains { energy($0) > 1 })
        }
    }

    /// The azimuth and the elevation of the input turn the whole bed; so does the head, the other way.
    @Test func theWholeBedTurns() throws {
        let samples = noise(1200, seed: 9)
        let heard = try [(Float(0), Float(0)), (70, 70), (70, 0)].map { azimuth, yaw -> [[Float]] in
            let client = try mixer(5, tag: Tag.surround50, algorithm: 1)
            try client.setParameter(0, azimuth, input, 0)
            try client.setParameter(19, yaw)
            return try client.play(samples)
        }
        expectSame(heard[0], heard[1])
        let difference = zip(heard[0][0], heard[2][0]).map { abs($0 - $1) }.max() ?? 0
        #expect(difference > 0.1)
        let high = try mixer(5, tag: Tag.surround50)
        let point = try mixer(1, mode: 0)
        for client in [high, point] {
            try client.setParameter(0, 40, input, 0)
            try client.setParameter(1, 30, input, 0)
        }
        try expectSame(high.play(samples, on: 2), point.play(samples, on: 0))
    }

    /// All channels together are the sum of each alone.
    @Test func channelsAddUp() throws {
        let samples = noise(1000, seed: 10)
        let all = try mixer(6, tag: Tag.surround51, algorithm: 1).play(samples)
        var sum = [[Float]](repeating: [Float](repeating: 0, count: 1000), count: 2)
        for channel in 0..<6 {
            let one = try mixer(6, tag: Tag.surround51, algorithm: 1).play(samples, on: channel)
            for side in 0..<2 { for frame in 0..<1000 { sum[side][frame] += one[side][frame] } }
        }
        expectSame(all, sum)
    }

    /// The distance of the input does not matter, nor does it bring a bed into the head. One channel is a bed, too.
    @Test(arguments: [1, 5]) func aBedIsFar(channels: Int) throws {
        let samples = noise(1000, seed: 11)
        let plain = try mixer(channels).play(samples)
        for distance in [Float(0), 500] {
            let client = try mixer(channels)
            try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, input, to: UInt32(4))
            try client.set(kAudioUnitProperty_SpatialMixerPointSourceInHeadMode, input, to: UInt32(1))
            try client.setParameter(2, distance, input, 0)
            #expect(try client.play(samples) == plain)
        }
        #expect(energy(plain[0]) > 1)
    }

    /// Low frequencies have no direction, and nothing of them is heard in the room.
    @Test func lowFrequenciesHaveNoDirection() throws {
        let samples = noise(1000, seed: 12)
        for (outputs, gains) in [(2, [0.5, 0.5]), (6, [0, 0, 0, 1, 0, 0]), (1, [1])] as [(Int, [Float])] {
            for algorithm in [UInt32(0), 1, 3] {
                let client = try mixer(6, outputs: outputs, tag: Tag.surround51, algorithm: algorithm)
                try client.setParameter(0, 77, input, 0)
                try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
                try client.setParameter(8, 100, input, 0)
                let wanted = gains.map { power in samples.map { $0 * power.squareRoot() } }
                try expectSame(client.play(samples, on: 3), wanted)
            }
        }
    }

    /// Each channel gives the room its part, as a point would.
    @Test func theRoomHearsEachChannel() throws {
        let samples = noise(4000, seed: 13)
        let client = try mixer(6, tag: Tag.surround51)
        let point = try mixer(1, mode: 0)
        try point.setParameter(0, -110, input, 0)
        for client in [client, point] {
            try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
            try client.setParameter(8, 60, input, 0)
        }
        try expectSame(client.play(samples, on: 4), point.play(samples, on: 0))
    }

    /// An algorithm that places nothing passes the channels of a bed.
    @Test func aBedMayPass() throws {
        let client = try mixer(2, algorithm: 5)
        try client.feed(Feed(constants: [1, 3]))
        try client.unit.initialize()
        #expect(try client.render(2) == [[1, 1], [3, 3]])
    }

    /// The meters of 3DMixer show a bed with its gain, without its distance.
    @Test func metersShowABed() throws {
        let client = try mixer(2, SpatialMixerUnit.first)
        try client.feed(Feed(constants: [0.5, 0.25]))
        try client.set(kAudioUnitProperty_MeteringMode, input, to: UInt32(1))
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, input, to: UInt32(4))
        try client.setParameter(2, 10, input, 0)
        try client.setParameter(3, 20 * log10(Float(0.5)), input, 0)
        try client.unit.initialize()
        _ = try client.render(64)
        for (id, level) in [(2000, 0.5), (2001, 0.25), (4000, 0.25), (4001, 0.125)] as [(UInt32, Float)] {
            #expect(abs(try client.unit.parameter(id, input, 0) - 20 * log10(level)) < 0.01)
        }
    }

    // MARK: Settings

    @Test func takesWhatItCanPlay() throws {
        let mode = kAudioUnitProperty_SpatialMixerSourceMode
        let client = try mixer(4, tag: Tag.ambisonic, mode: 0)
        #expect(status { try client.set(mode, input, to: UInt32(4)) } == -10851)
        // The channels of a sound field are no loudspeakers.
        #expect(status { try client.set(mode, input, to: bed) } == -10851)
        #expect(try client.get(mode, input, as: UInt32.self) == 0)
        try client.setLayout([Tag.quadraphonic, 0, 0])
        try client.set(mode, input, to: bed)
        #expect(try client.get(mode, input, as: UInt32.self) == bed)
        #expect(status { try client.setLayout([Tag.ambisonic, 0, 0]) } == -10851)
        #expect(try client.get(kAudioUnitProperty_AudioChannelLayout, input, as: UInt32.self) == Tag.quadraphonic)
        #expect(status { try client.setLayout([Tag.surround51, 0, 0]) } == -10851)
    }

    /// No headphones report how the head is turned, and all listeners have one head: wishes are kept, and have no effect.
    @Test func wishesOfTheHeadAreKept() throws {
        let samples = noise(600, seed: 14)
        let plain = try mixer(2).play(samples)
        let client = try mixer(2)
        let tracking = kAudioUnitProperty_SpatialMixerEnableHeadTracking
        let personal = kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode
        let isPersonal = kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF
        for id in [tracking, personal, isPersonal] {
            #expect(try client.get(id, as: UInt32.self) == 0)
            #expect(status { _ = try client.get(id, input, as: UInt32.self) } == -10866)
            let info = try client.unit.info(UnitRequest(id))
            #expect(info.size == 4 && info.isWritable == (id != isPersonal))
        }
        try client.set(tracking, to: UInt32(1))
        try client.set(personal, to: UInt32(2))
        #expect(try client.get(tracking, as: UInt32.self) == 1)
        #expect(try client.get(personal, as: UInt32.self) == 2)
        #expect(try client.play(samples) == plain)
        #expect(try client.get(isPersonal, as: UInt32.self) == 0)
        #expect(status { try client.set(personal, to: UInt32(3)) } == -10851)
        #expect(status { try client.set(isPersonal, to: UInt32(1)) } == -10865)
        for id in [tracking, personal] { try client.set(id, to: UInt32(0)) }
        #expect(try client.get(tracking, as: UInt32.self) == 0)
        #expect(try client.get(personal, as: UInt32.self) == 0)
    }
}

/// SpatialMixer: changes of a bed while it sounds.
@Suite(.mustEnd) struct SpatialBedChangeTests {
    private func largestStep(_ samples: some Collection<Float>) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    /// Makes a change while two constants sound. The sound goes from what it was to what it is to be, and not beyond.
    private func expectEvenChange(_ client: Client, _ change: (Client) throws -> Void) throws {
        try client.feed(Feed(constants: [1, 0.2]))
        try client.unit.initialize()
        let before = try client.renderAll(2048)
        try change(client)
        let behind = try client.renderAll(4096, from: 2048)
        for channel in 0..<2 {
            let (from, to) = (before[channel][2047], behind[channel][4095])
            let lowest = behind[channel].min() ?? -1
            let highest = behind[channel].max() ?? 9
            #expect(lowest > min(from, to) - 0.01 && highest < max(from, to) + 0.01)
            #expect(largestStep([from] + behind[channel]) < 0.004)
        }
        // Something has changed.
        let differences = (0..<2).map { abs(before[$0][2047] - behind[$0][4095]) }
        #expect(differences.contains { $0 > 0.02 })
    }

    @Test(
        arguments: [(0, 3), (3, 0), (2, 3), (3, 2), (1, 3), (3, 1)] as [(UInt32, UInt32)], [UInt32(0), 1])
    func anotherModeDoesNotClick(modes: (UInt32, UInt32), algorithm: UInt32) throws {
        for flags in [UInt32(0), 1] {
            let client = try mixer(2, algorithm: algorithm, mode: modes.0)
            try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, input, to: flags)
            try client.setParameter(0, 25, input, 0)
            try expectEvenChange(client) {
                try $0.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: modes.1)
            }
        }
    }

    /// Behind the change, the input sounds as if it had always been a bed.
    @Test func theNewModeIsAsEver() throws {
        let samples = noise(4096, seed: 15)
        let other = try mixer(2, algorithm: 1).play(samples)
        let client = try mixer(2, algorithm: 1, mode: 2)
        try client.feed(Feed { _, frame in samples[frame % 4096] })
        try client.unit.initialize()
        _ = try client.renderAll(1024)
        try client.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: bed)
        let heard = try client.renderAll(3072, from: 1024)
        expectSame(heard, other.map { Array($0[1024...]) }, from: 1024)
    }

    @Test func anotherAlgorithmDoesNotClick() throws {
        for (from, to) in [(UInt32(0), UInt32(1)), (1, 0), (0, 5), (5, 1)] {
            try expectEvenChange(mixer(2, algorithm: from)) {
                try $0.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: to)
            }
        }
    }

    /// Another layout moves the channels within a slice. None brings the usual places back.
    @Test func anotherLayoutMovesTheChannels() throws {
        let client = try mixer(2)
        try expectEvenChange(client) { try $0.setLayout(coordinates([(2, -90, 0, 1), (2, 90, 0, 1)])) }
        let heard = try client.render(1, at: 6144)
        #expect(abs(heard[0][0] - 1) < 1e-5 && abs(heard[1][0] - 0.2) < 1e-5)
        try client.unit.set(UnitRequest(kAudioUnitProperty_AudioChannelLayout, input, 0))
        _ = try client.renderAll(1024, from: 6145)
        let usual = try client.render(1, at: 7169)
        let plain = try mixer(2)
        try plain.feed(Feed(constants: [1, 0.2]))
        try plain.unit.initialize()
        expectSame(usual, try plain.render(1))
    }
}

/// The same by the responses of a measured head.
@Suite(.mustEnd, .needs(library: "libmysofa.so.1")) struct HeadBedTests {
    @Test func aChannelSoundsAsAPointInItsPlace() throws {
        let samples = noise(2000, seed: 16)
        for (channel, azimuth) in [(0, Float(-30)), (4, -110), (5, 110)] {
            let client = try mixer(6, tag: Tag.surround51, algorithm: 7)
            try client.set(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(1))
            let point = try mixer(1, algorithm: 2, mode: 0)
            try point.setParameter(0, azimuth, input, 0)
            try expectSame(client.play(samples, on: channel), point.play(samples, on: 0))
        }
    }

    /// Headphones that are plugged in while a bed sounds give each of its channels a head.
    @Test func headphonesMayComeLater() throws {
        let samples = noise(4096, seed: 17)
        let wanted = try mixer(6, tag: Tag.surround51, algorithm: 2).play(samples)
        let client = try mixer(6, tag: Tag.surround51, algorithm: 7)
        try client.feed(Feed { _, frame in samples[frame % 4096] })
        try client.unit.initialize()
        _ = try client.renderAll(1024)
        try client.set(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(1))
        let heard = try client.renderAll(3072, from: 1024)
        for channel in 0..<2 {
            for frame in 2000..<3072 { #expect(abs(heard[channel][frame] - wanted[channel][1024 + frame]) < 1e-4) }
        }
    }
}
