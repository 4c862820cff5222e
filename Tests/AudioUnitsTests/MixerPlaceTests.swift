import AudioCore
import AudioFiles
import CAudioToolbox
import Testing

@testable import AudioUnits

/// Where MultiChannelMixer puts the channels of an input: its place, or a matrix of gains.
@Suite struct MixerPlaceTests {
    private func mixer(_ channels: Int, to outputs: Int = 2) throws -> Client {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(1))
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: channels, interleaved: false), kAudioUnitScope_Input)
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: outputs, interleaved: false), kAudioUnitScope_Output)
        try client.feed(Feed(constants: [1, 10, 100]))
        return client
    }

    private func levels(_ client: Client) throws -> [Float] {
        let request = UnitRequest(kAudioUnitProperty_MatrixLevels, kAudioUnitScope_Input)
        guard case .bytes(let bytes) = try client.unit.value(request) else { return [] }
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func set(_ client: Client, levels: [Float], _ scope: AudioUnitScope = kAudioUnitScope_Input) throws {
        try levels.withUnsafeBytes {
            try client.unit.set(UnitRequest(kAudioUnitProperty_MatrixLevels, scope, 0, input: $0))
        }
    }

    static let places: [(pan: Float, sides: [Float])] = [
        (-1, [1, 0]), (-0.5, [1, 0.5]), (0, [1, 1]), (0.25, [0.75, 1]), (1, [0, 1]),
    ]

    /// The side that the place is away from gets quieter in a straight line, the other one stays.
    @Test(arguments: MixerPlaceTests.places)
    func aPlaceMakesTheOtherSideQuieter(pan: Float, sides: [Float]) throws {
        let mono = try mixer(1)
        try mono.setParameter(2, pan, kAudioUnitScope_Input, 0)
        #expect(try levels(mono) == sides)
        try mono.unit.initialize()
        #expect(try mono.render(1) == [[sides[0]], [sides[1]]])
        let stereo = try mixer(2)
        try stereo.setParameter(2, pan, kAudioUnitScope_Input, 0)
        #expect(try levels(stereo) == [sides[0], 0, 0, sides[1]])
        try stereo.unit.initialize()
        #expect(try stereo.render(1) == [[sides[0]], [10 * sides[1]]])
        // An output of one channel has no sides.
        let narrow = try mixer(1, to: 1)
        try narrow.setParameter(2, pan, kAudioUnitScope_Input, 0)
        #expect(try levels(narrow) == [1])
        try narrow.unit.initialize()
        #expect(try narrow.render(1) == [[1]])
    }

    @Test func aMatrixTakesThePlaceOfAPlace() throws {
        let client = try mixer(3)
        try client.setParameter(2, 1, kAudioUnitScope_Input, 0)
        try set(client, levels: [0.5, 0, 0, 1, 0.25, -2])
        #expect(try levels(client) == [0.5, 0, 0, 1, 0.25, -2])
        try client.setParameter(0, 0.5, kAudioUnitScope_Input, 0)
        try client.unit.initialize()
        #expect(try client.render(1) == [[12.75], [-95]])
        // While it renders it goes to other gains in a straight line.
        try set(client, levels: [1, 0, 0, 0, 0, 0])
        #expect(try client.render(2, at: 1)[0] == [12.75, 6.625])
        #expect(try client.render(2, at: 3) == [[0.5, 0.5], [0, 0]])
        // A place that is set holds again.
        try client.setParameter(2, -1, kAudioUnitScope_Input, 0)
        _ = try client.render(1, at: 5)
        #expect(try client.render(1, at: 6) == [[0.5], [0]])
        #expect(try levels(client) == [1, 0, 0, 0, 0, 0])
    }

    @Test func aMatrixHasTheSizeOfTheFormats() throws {
        let client = try mixer(2)
        for wrong in [[1], [1, 0, 0], [1, 0, 0, 1, 0]] as [[Float]] {
            #expect(status { try set(client, levels: wrong) } == -10851)
        }
        #expect(status { try set(client, levels: [1, 0, 0, .nan]) } == -66743)
        #expect(status { try set(client, levels: [1, 0, 0, 1], kAudioUnitScope_Output) } == -10866)
        try set(client, levels: [0, 1, 1, 0])
        try client.unit.initialize()
        #expect(try client.render(1) == [[10], [1]])
        // Another width has no gains of a client yet.
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
        #expect(try levels(client) == [1, 1])
        #expect(try client.render(1, at: 1) == [[1], [1]])
    }

    /// Volumes above 1 are louder, those below 0 turn the sound over.
    @Test func volumesHaveNoLimits() throws {
        let client = try mixer(1)
        try client.setParameter(0, 4, kAudioUnitScope_Input, 0)
        try client.setParameter(0, -0.5, kAudioUnitScope_Output, 0)
        #expect(try client.unit.parameter(0, kAudioUnitScope_Input, 0) == 4)
        try client.unit.initialize()
        #expect(try client.render(1) == [[-2], [-2]])
    }
}
