import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

private let input = kAudioUnitScope_Input

/// `kAudioChannelLayoutTag_…`
private enum Tag {
    static let surround50: UInt32 = 117 << 16 | 5
    static let surround51: UInt32 = 121 << 16 | 6
    /// C L R Ls Rs LFE
    static let centerFirst51: UInt32 = 124 << 16 | 6
    static let surround71: UInt32 = 128 << 16 | 8
    static let atmos714: UInt32 = 192 << 16 | 12
    static let atmos916: UInt32 = 193 << 16 | 16
    static let atmos512: UInt32 = 194 << 16 | 8
    static let atmos514: UInt32 = 195 << 16 | 10
    static let atmos712: UInt32 = 196 << 16 | 10
    static let ambisonic: UInt32 = 190 << 16 | 4
}

/// A mixer of one input, whose sound field plays on so many loudspeakers.
private func mixer(
    _ outputs: Int, _ layout: [UInt32]?, algorithm: UInt32 = 3, channels: Int = 1, mode: UInt32 = 0
) throws -> Client {
    let client = try Client(SpatialMixerUnit.mixer)
    try client.set(kAudioUnitProperty_ElementCount, input, to: UInt32(1))
    try client.setFormat(.float32(sampleRate: 48_000, channels: channels, interleaved: false), input)
    try client.setFormat(
        .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
    if let layout { try client.setLayout(layout, kAudioUnitScope_Output) }
    try client.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: algorithm)
    try client.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: mode)
    return client
}

extension Client {
    /// Sets a layout: the words of an `AudioChannelLayout`.
    fileprivate func setLayout(_ words: [UInt32], _ scope: AudioUnitScope) throws {
        try words.withUnsafeBytes {
            try unit.set(UnitRequest(kAudioUnitProperty_AudioChannelLayout, scope, 0, input: $0))
        }
    }

    fileprivate func removeLayout(_ scope: AudioUnitScope) throws {
        try unit.set(UnitRequest(kAudioUnitProperty_AudioChannelLayout, scope, 0))
    }

    /// What each channel of the output has of constants at the input.
    fileprivate func gains(_ constants: [Float] = [1], azimuth: Float = 0, elevation: Float = 0) throws -> [Float] {
        try feed(Feed(constants: constants))
        try setParameter(0, azimuth, input, 0)
        try setParameter(1, elevation, input, 0)
        try unit.initialize()
        return try render(1).map { $0[0] }
    }
}

private func power(_ gains: some Sequence<Float>) -> Float { gains.reduce(0) { $0 + $1 * $1 } }

/// The words of a layout: of labels, of which that of coordinates has an azimuth and an elevation.
private func labels(_ channels: [(UInt32, Float, Float)]) -> [UInt32] {
    var words: [UInt32] = [0, 0, UInt32(channels.count)]
    for (label, azimuth, elevation) in channels {
        words += [label, label == 100 ? 2 : 0, azimuth.bitPattern, elevation.bitPattern, Float(1).bitPattern]
    }
    return words
}

private func labels(_ names: UInt32...) -> [UInt32] { labels(names.map { ($0, 0, 0) }) }

/// SpatialMixer: the loudspeakers of its output, by the output's layout.
@Suite(.mustEnd) struct SpatialOutputTests {
    /// A layout, the azimuths around the listener, and those above; nil for low frequencies.
    struct Row: CustomTestStringConvertible {
        let tag: UInt32
        let ring: [Float?]
        let above: [Float]
        var count: Int { ring.count + above.count }
        var testDescription: String { "tag \(tag >> 16)" }
    }

    private static let five: [Float?] = [-30, 30, 0, nil, -110, 110]
    private static let seven: [Float?] = [-30, 30, 0, nil, -90, 90, -135, 135]
    static let rows = [
        Row(tag: Tag.atmos512, ring: five, above: [-90, 90]),
        Row(tag: Tag.atmos514, ring: five, above: [-45, 45, -135, 135]),
        Row(tag: Tag.atmos712, ring: seven, above: [-90, 90]),
        Row(tag: Tag.atmos714, ring: seven, above: [-45, 45, -135, 135]),
        Row(tag: Tag.atmos916, ring: seven + [-60, 60], above: [-45, 45, -90, 90, -135, 135]),
        Row(tag: Tag.surround71, ring: seven, above: []),
    ]

    /// What is at the height of the listener comes from the ring, and most of it from the loudspeaker in its direction.
    @Test(arguments: rows) func theRingPlaysWhatIsAround(row: Row) throws {
        for (channel, azimuth) in row.ring.enumerated() {
            guard let azimuth else { continue }
            let gains = try mixer(row.count, [row.tag, 0, 0]).gains(azimuth: azimuth)
            #expect(gains.count == row.count && abs(power(gains) - 1) < 1e-5)
            #expect(gains.firstIndex(of: gains.max() ?? 0) == channel)
            #expect(gains[3] == 0 && gains[row.ring.count...].allSatisfy { $0 == 0 })
        }
    }

    /// What is high comes from above alone, and what is between from both.
    @Test(arguments: rows.dropLast()) func loudspeakersAbovePlayWhatIsHigh(row: Row) throws {
        for (index, azimuth) in row.above.enumerated() {
            let gains = try mixer(row.count, [row.tag, 0, 0]).gains(azimuth: azimuth, elevation: 35)
            #expect(gains[..<row.ring.count].allSatisfy { $0 == 0 } && abs(power(gains) - 1) < 1e-5)
            #expect(gains.firstIndex(of: gains.max() ?? 0) == row.ring.count + index)
            let between = try mixer(row.count, [row.tag, 0, 0]).gains(azimuth: azimuth, elevation: 17.5)
            #expect(abs(power(between[..<row.ring.count]) - 0.5) < 1e-4 && between[3] == 0)
            #expect(abs(power(between[row.ring.count...]) - 0.5) < 1e-4)
        }
        let top = try mixer(row.count, [row.tag, 0, 0]).gains(azimuth: 20, elevation: 90)
        #expect(abs(power(top[row.ring.count...]) - 1) < 1e-5)
    }

    /// Without loudspeakers above, the ring has what is high; below, too.
    @Test(arguments: [Float(80), 35, -35, -90]) func aRingPlaysAll(elevation: Float) throws {
        let gains = try mixer(6, [Tag.surround51, 0, 0]).gains(azimuth: 30, elevation: elevation)
        #expect(abs(power(gains) - 1) < 1e-5 && gains[3] == 0)
    }

    @Test func bitmapsLabelsAndCoordinatesPlace() throws {
        // Left, right, center, low frequencies, surrounds, and two above in front.
        let bitmap = try mixer(8, [0x1_0000, 0x3F | 1 << 12 | 1 << 14, 0]).gains(azimuth: -30)
        #expect(bitmap[0] == bitmap.max() && bitmap[3] == 0 && bitmap[6] == 0 && bitmap[7] == 0)
        let named = labels(4, 3, 1, 2, 5, 6, 13, 15, 37)
        let ahead = try mixer(9, named).gains()
        #expect(ahead[1] == ahead.max() && ahead[0] == 0 && ahead[6...].allSatisfy { $0 == 0 })
        let high = try mixer(9, named).gains(azimuth: 45, elevation: 35)
        #expect(high[7] == high.max() && high[..<6].allSatisfy { $0 == 0 } && high[8] == 0)
        let places: [(UInt32, Float, Float)] =
            [(4, 0, 0), (100, 90, 0), (100, -90, 0), (100, 180, 0), (100, 0, 0)]
            + [(100, 0, 60), (100, 180, 60), (100, 0, -30), (100, 180, -30)]
        let left = try mixer(9, labels(places)).gains(azimuth: -90)
        #expect(left[2] == left.max() && left[0] == 0 && left[5...].allSatisfy { $0 == 0 })
        let below = try mixer(9, labels(places)).gains(elevation: -30)
        #expect(below[7] == below.max() && below[..<7].allSatisfy { $0 == 0 })
    }

    /// Without a layout, more than eight stand evenly around.
    @Test func channelsWithoutALayoutStandAround() throws {
        let gains = try mixer(12, nil).gains(azimuth: 90)
        #expect(gains[3] == gains.max() && abs(power(gains) - 1) < 1e-5)
    }

    /// Two loudspeakers play what has two channels: left and right by their names. No sound with a place is for low frequencies.
    @Test(arguments: [UInt32(0), 1]) func twoChannelsAreLeftAndRight(algorithm: UInt32) throws {
        for (layout, left, right) in [
            ([Tag.centerFirst51, 0, 0], 1, 2), (labels(37, 4, 7, 3, 8, 5), 2, 3),
        ] {
            let client = try mixer(6, layout, algorithm: algorithm)
            try client.feed(Feed(constants: [1]))
            try client.setParameter(0, -90, input, 0)
            try client.unit.initialize()
            let heard = try client.render(512).map { energy($0) }
            for channel in 0..<6 where channel != left && channel != right { #expect(heard[channel] == 0) }
            #expect(heard[left] > 1 && heard[left] > heard[right])
        }
    }

    /// A loudspeaker for low frequencies, wherever it is, has nothing of the room and all of a bed's low frequencies.
    @Test func lowFrequenciesHaveTheirLoudspeaker() throws {
        for (tag, low, count) in [(Tag.atmos714, 3, 12), (Tag.centerFirst51, 5, 6)] {
            let client = try mixer(count, [tag, 0, 0])
            try client.feed(Feed { _, frame in frame < 64 ? 1 : 0 })
            try client.set(kAudioUnitProperty_UsesInternalReverb, to: UInt32(1))
            try client.setParameter(8, 100, input, 0)
            try client.unit.initialize()
            let heard = try client.renderAll(8192)
            for channel in 0..<count { #expect((energy(heard[channel]) > 1e-4) == (channel != low)) }
            let bed = try mixer(count, [tag, 0, 0], channels: 6, mode: 3)
            let gains = try bed.gains([0, 0, 0, 1, 0, 0])
            #expect(gains.indices.allSatisfy { gains[$0] == ($0 == low ? 1 : 0) })
        }
    }

    /// Another layout of the output moves what is heard within a slice.
    @Test func anotherLayoutDoesNotClick() throws {
        let client = try mixer(8, nil)
        _ = try client.gains(azimuth: 135)
        let before = try client.renderAll(1024, from: 1)
        try client.setLayout([Tag.atmos512, 0, 0], kAudioUnitScope_Output)
        let behind = try client.renderAll(2048, from: 1025)
        #expect(before[7][1023] > 0.3 && behind[7][2047] == 0)
        for channel in 0..<8 {
            let all = before[channel] + behind[channel]
            #expect(zip(all, all.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
        }
    }

    /// The output keeps the layout that was set, as Apple's mixer does.
    @Test func theLayoutIsNotRemoved() throws {
        let client = try mixer(8, [Tag.atmos512, 0, 0])
        let gains = try client.gains(azimuth: 135)
        for scope in [kAudioUnitScope_Output, kAudioUnitScope_Global] {
            #expect(status { try client.removeLayout(scope) } == -10851)
        }
        let after = try client.render(1, at: 1)
        #expect((0..<8).allSatisfy { after[$0][0] == gains[$0] })
        #expect(try client.get(kAudioUnitProperty_AudioChannelLayout, kAudioUnitScope_Output) == Tag.atmos512)
    }
}

/// SpatialMixer: the loudspeakers that stand for both ears.
@Suite(.mustEnd) struct SpatialEarTests {
    /// Where another layout has the front loudspeakers on other channels, they take over within a slice.
    @Test func anotherLayoutDoesNotClick() throws {
        let client = try mixer(6, nil, algorithm: 1)
        try client.setParameter(0, 45, input, 0)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        let before = try client.renderAll(4096)
        #expect(before[0][4095] > 0.1 && before[1][4095] > before[0][4095])
        try client.setLayout([Tag.centerFirst51, 0, 0], kAudioUnitScope_Output)
        let behind = try client.renderAll(2048, from: 4096)
        for (new, old) in [(1, 0), (2, 1)] { #expect(abs(behind[new][2047] - before[old][4095]) < 1e-4) }
        #expect(behind[0][2047] == 0)
        for channel in 0..<6 {
            let all = before[channel][2048...] + behind[channel]
            #expect(zip(all, all.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 })
        }
    }
}

/// SpatialMixer: which channels pass where nothing is placed.
@Suite(.mustEnd) struct SpatialBypassTests {
    private static let bypass: UInt32 = 1

    /// The channel of the input that each one of the output has; 0 for none.
    struct Row: CustomTestStringConvertible {
        let input: [UInt32]?
        let channels: Int
        let output: [UInt32]?
        let heard: [Float]
        var testDescription: String { "\(input?.first ?? 0) to \(output?.first ?? 0)" }
    }

    static let rows = [
        Row(
            input: [Tag.surround51, 0, 0], channels: 6, output: [Tag.centerFirst51, 0, 0],
            heard: [1, 2, 3, 5, 6, 4]),
        Row(
            input: [Tag.centerFirst51, 0, 0], channels: 6, output: [Tag.surround51, 0, 0],
            heard: [1, 2, 3, 6, 4, 5]),
        Row(input: [Tag.surround50, 0, 0], channels: 5, output: [Tag.surround51, 0, 0], heard: [1, 2, 3, 0, 4, 5]),
        Row(input: [Tag.surround51, 0, 0], channels: 6, output: [Tag.surround50, 0, 0], heard: [1, 2, 3, 5, 6]),
        Row(input: nil, channels: 6, output: [Tag.surround71, 0, 0], heard: [1, 2, 3, 4, 5, 6, 0, 0]),
        Row(input: nil, channels: 4, output: nil, heard: [1, 2, 3, 0, 4, 0]),
        Row(input: nil, channels: 12, output: [Tag.atmos714, 0, 0], heard: (1...12).map { Float($0) }),
        Row(input: nil, channels: 1, output: [Tag.centerFirst51, 0, 0], heard: [0, 1, 1, 0, 0, 0]),
        Row(
            input: labels(4), channels: 1, output: [Tag.surround51, 0, 0], heard: [0, 0, 0, 1, 0, 0]),
    ]

    /// Low frequencies pass to low frequencies, and nothing else does.
    @Test(arguments: rows) func lowFrequenciesPassToTheirLoudspeaker(row: Row) throws {
        let client = try mixer(row.heard.count, row.output, algorithm: 0, channels: row.channels, mode: Self.bypass)
        if let layout = row.input { try client.setLayout(layout, input) }
        #expect(try client.gains((1...row.channels).map { Float($0) }) == row.heard)
    }

    /// Where a layout is set meanwhile, one channel goes over to another.
    @Test func anotherLayoutDoesNotClick() throws {
        let client = try mixer(6, nil, algorithm: 0, channels: 6, mode: Self.bypass)
        _ = try client.gains([1, 2, 3, 4, 5, 6])
        let before = try client.renderAll(512, from: 1)
        try client.setLayout([Tag.centerFirst51, 0, 0], kAudioUnitScope_Output)
        try client.setLayout([Tag.surround51, 0, 0], input)
        let behind = try client.renderAll(1024, from: 513)
        let heard: [Float] = [1, 2, 3, 5, 6, 4]
        for channel in 0..<6 {
            let all = before[channel] + behind[channel]
            #expect(zip(all, all.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 })
            #expect(behind[channel][1023] == heard[channel])
        }
    }
}

/// SpatialMixer: layouts that several threads set.
@Suite(.mustEnd) struct SpatialLayoutRaceTests {
    /// What is heard is what the property says, whichever thread comes last.
    @Test func theLastLayoutIsHeard() throws {
        let client = try mixer(2, nil, algorithm: 0, channels: 2, mode: 3)
        let wide = labels([(100, -90, 0), (100, 90, 0)])
        let swapped = labels([(100, 90, 0), (100, -90, 0)])
        let usual = try client.gains([1, 0.25])
        #expect(usual[0] > usual[1])
        for round in 0..<400 {
            try atOnce({ try client.setLayout(wide, input) }, { try client.setLayout(swapped, input) })
            let layout = try #require(client.unit.element(input, 0).layout)
            let isWide = layout == wide.withUnsafeBytes { Array($0) }
            _ = try client.render(8, at: Double(1 + round * 16))
            let heard = try client.render(1, at: Double(9 + round * 16))
            #expect(abs(heard[0][0] - (isWide ? 1 : 0.25)) < 1e-4, "round \(round)")
        }
    }

    /// Nor is a layout lost that is set while the unit is initialized.
    @Test func aLayoutThatComesMeanwhileIsHeard() throws {
        // It keeps the tables of filters, which all have in common.
        let other = try mixer(2, nil)
        try other.unit.initialize()
        for round in 0..<50 {
            let client = try mixer(2, nil, algorithm: 0, channels: 2, mode: 3)
            let wide = labels([(100, -90, 0), (100, 90, 0)])
            try client.feed(Feed(constants: [1, 0.25]))
            try atOnce({ try client.setLayout(wide, input) }, { try client.unit.initialize() })
            let heard = try client.render(1)
            #expect(abs(heard[0][0] - 1) < 1e-4 && abs(heard[1][0] - 0.25) < 1e-4, "round \(round)")
        }
    }

    /// What becomes a bed while it gets the layout of a sound field does not end up with both.
    @Test func aBedHasLoudspeakers() throws {
        let client = try mixer(2, nil, algorithm: 0, channels: 4)
        for _ in 0..<1000 {
            try atOnce(
                { try client.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: UInt32(3)) },
                { try client.setLayout([Tag.ambisonic, 0, 0], input) })
            let mode: UInt32 = try client.get(kAudioUnitProperty_SpatialMixerSourceMode, input)
            let layout = try client.unit.element(input, 0).layout
            #expect((mode == 3) == (layout == nil))
            try client.set(kAudioUnitProperty_SpatialMixerSourceMode, input, to: UInt32(0))
            try client.removeLayout(input)
        }
    }
}

/// SpatialMixer: the memory of measured heads.
@Suite(.mustEnd, .needs(library: "libmysofa.so.1")) struct HeadMemoryTests {
    /// A bed of 64 channels has 65 heads. Where they are too much, the algorithm stays.
    @Test func headsThatTakeTooMuchAreRefused() throws {
        let client = try mixer(2, nil, algorithm: 0, channels: 64, mode: 3)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(200_000))
        try client.unit.initialize()
        #expect(
            status { try client.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: UInt32(2)) }
                == AudioError.unitFailedInitialization.status)
        #expect(try client.get(kAudioUnitProperty_SpatializationAlgorithm, input, as: UInt32.self) == 0)
        client.unit.uninitialize()
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(1156))
        try client.unit.initialize()
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, input, to: UInt32(2))
    }
}
