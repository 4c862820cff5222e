import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// StereoMixer: the cube of its volumes, its places from 0 to 1, the formats that it takes, and its meters.
@Suite struct StereoMixerTests {
    private static let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)

    private func mixer(inputs: Int = 2) throws -> Client {
        let client = try Client(StereoMixerUnit.stereoMixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(inputs))
        try client.setFormats(channels: 2)
        return client
    }

    /// An eighth of the first input, all of the second; then an eighth of both.
    @Test func theGainIsTheCubeOfTheVolume() throws {
        let client = try mixer()
        try client.feed(Feed(constants: [1, 2]), 0)
        try client.feed(Feed(constants: [0.5]), 1)
        try client.setParameter(0, 0.5, Self.input, 0)
        try client.unit.initialize()
        #expect(try client.render(2) == [[0.625, 0.625], [0.75, 0.75]])
        try client.setParameter(0, 0.5, Self.output, 0)
        _ = try client.render(2, at: 2)
        #expect(try client.render(2, at: 4) == [[0.078125, 0.078125], [0.09375, 0.09375]])
    }

    /// The gain goes in a straight line from 1 to an eighth.
    @Test func aVolumeDoesNotClick() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        #expect(try client.render(2)[0] == [1, 1])
        try client.setParameter(0, 0.5, Self.input, 0)
        #expect(try client.render(4, at: 2)[0] == [1, 0.78125, 0.5625, 0.34375])
        #expect(try client.render(2, at: 6)[0] == [0.125, 0.125])
    }

    @Test(
        arguments: [(0, [1, 0]), (0.25, [1, 0.5]), (0.5, [1, 1]), (0.75, [0.5, 1]), (1, [0, 1])] as [(Float, [Float])])
    func aPlaceMakesTheOtherSideQuieter(place: Float, gains: [Float]) throws {
        for channels in [1, 2] {
            let client = try mixer(inputs: 1)
            try client.setFormat(
                .float32(sampleRate: 48_000, channels: channels, interleaved: false), Self.input)
            try client.feed(Feed(constants: [1]))
            try client.setParameter(1, place, Self.input, 0)
            try client.unit.initialize()
            let heard = try client.render(2)
            #expect(heard[0] == [gains[0], gains[0]])
            #expect(heard[1] == [gains[1], gains[1]])
        }
    }

    /// Values outside of the ranges become the nearest ones inside: the volume is a fader, and no gain.
    @Test func valuesStayInTheirRanges() throws {
        let client = try mixer(inputs: 1)
        for (id, value, limited) in [(UInt32(0), Float(2), Float(1)), (0, -1, 0), (1, -1, 0), (1, 3, 1)] {
            try client.setParameter(id, value, Self.input, 0)
            #expect(try client.unit.parameter(id, Self.input, 0) == limited)
        }
    }

    @Test func hasNeitherSwitchesNorMatrices() throws {
        let client = try mixer()
        try client.unit.initialize()
        let wrong = AudioError.unitParameter.status
        #expect(status { _ = try client.unit.parameter(2, Self.input, 0) } == wrong)
        #expect(status { _ = try client.unit.parameter(1, Self.output, 0) } == wrong)
        let levels = UnitRequest(kAudioUnitProperty_MatrixLevels, Self.input, 0)
        #expect(status { _ = try client.unit.value(levels) } == AudioError.unitProperty.status)
        let setting = status {
            try client.set(kAudioUnitProperty_MatrixLevels, Self.input, 0, to: (Float(1), Float(1)))
        }
        #expect(setting == AudioError.unitProperty.status)
    }

    @Test func inputsAndTheOutputAreMonoOrStereo() throws {
        let client = try mixer(inputs: 1)
        func format(_ channels: Int) -> StreamFormat {
            .float32(sampleRate: 48_000, channels: channels, interleaved: false)
        }
        for scope in [Self.input, Self.output] {
            #expect(status { try client.setFormat(format(1), scope) } == 0)
            #expect(status { try client.setFormat(format(3), scope) } == AudioError.unitFormat.status)
            #expect(try client.unit.format(scope, 0) == format(1))
            #expect(status { try client.setFormat(format(2), scope) } == 0)
        }
    }

    /// As a chain from a microphone of one channel has it. The mean of both sides: in the middle a mono input is as loud as it is,
    /// and at one side half of it is left.
    @Test(arguments: [(0, 0.5), (0.25, 0.75), (0.5, 1), (0.75, 0.75), (1, 0.5)] as [(Float, Float)])
    func aMonoOutputIsTheMeanOfBothSides(place: Float, gain: Float) throws {
        let client = try mixer(inputs: 1)
        try client.setFormats(channels: 1)
        try client.feed(Feed { _, frame in Float(frame) })
        try client.setParameter(1, place, Self.input, 0)
        try client.unit.initialize()
        let wanted: [Float] = (0..<20).map { Float($0) * gain }
        #expect(try client.render(20) == [wanted])
    }

    /// A stereo input beside a mono one: half of its left channel, and half of its right one as far as the place leaves it.
    @Test func aMonoOutputTakesBothChannelsOfAnInput() throws {
        let client = try mixer()
        let mono = StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false)
        try client.setFormat(mono, Self.input, 1)
        try client.setFormat(mono, Self.output)
        try client.feed(Feed(constants: [1, 4]), 0)
        try client.feed(Feed(constants: [16]), 1)
        try client.setParameter(1, 0.25, Self.input, 0)
        try client.unit.initialize()
        #expect(try client.render(9) == [[Float](repeating: 17.5, count: 9)])
    }

    /// Left and right have meters, before the volume and behind it; there is no third channel.
    @Test func metersHaveBothSidesOfTheVolume() throws {
        let client = try mixer(inputs: 1)
        try client.feed(Feed(constants: [0.5, 0.25]))
        try client.setParameter(0, 0.5, Self.input, 0)
        try client.set(kAudioUnitProperty_MeteringMode, Self.input, 0, to: UInt32(1))
        try client.unit.initialize()
        _ = try client.render(64)
        let wanted: [(UInt32, Float)] = [
            (1000, 0.5), (1001, 0.25), (2000, 0.5), (3000, 0.0625), (3001, 0.03125), (4001, 0.03125),
        ]
        for (id, level) in wanted {
            let decibels = try client.unit.parameter(id, Self.input, 0)
            #expect(abs(decibels - 20 * log10(level)) < 0.01, "\(id)")
        }
        #expect(status { _ = try client.unit.parameter(1002, Self.input, 0) } == AudioError.unitParameter.status)
    }

    /// As a graph that plays through has it: behind a Varispeed at a rate of 1 the frames pass unchanged.
    @Test func takesTheOutputOfAVarispeed() throws {
        let (varispeed, client) = (try Client(VarispeedUnit.varispeed), try mixer(inputs: 1))
        try varispeed.setFormats(channels: 2)
        try varispeed.feed(Feed { channel, frame in Float(frame * 2 + channel) / 64 })
        try client.connect(to: varispeed)
        try varispeed.unit.initialize()
        try client.unit.initialize()
        let heard = try client.render(300)
        for channel in 0..<2 {
            let wanted: [Float] = (0..<300).map { frame in Float(frame * 2 + channel) / 64 }
            #expect(heard[channel] == wanted)
        }
        // What is connected to another unit's output has its format.
        let other = StreamFormat.float32(sampleRate: 44_100, channels: 2, interleaved: false)
        #expect(status { try client.setFormat(other, Self.input) } == AudioError.unitNotWritable.status)
    }
}
