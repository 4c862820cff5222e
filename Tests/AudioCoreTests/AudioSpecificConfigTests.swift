import AudioCore
import TestSupport
import Testing

@Suite struct AudioSpecificConfigTests {
    private func parse(_ bytes: [UInt8]) throws -> AudioSpecificConfig { try AudioSpecificConfig(bytes) }

    @Test func lowComplexity() throws {
        let config = try parse([0x12, 0x10])
        #expect(config.objectType == 2)
        #expect(config.sampleRate == 44_100)
        #expect(config.channels == 2)
        #expect(config.layout == ChannelLayout(tag: ChannelLayout.stereo))
        #expect(
            try config.format() == StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2))
        #expect(config.bytes == [0x12, 0x10])
        #expect(AudioSpecificConfig.lowComplexity(sampleRate: 44_100, channels: 2) == config)
        #expect(AudioSpecificConfig.lowComplexity(sampleRate: 44_101, channels: 2) == nil)
        #expect(AudioSpecificConfig.lowComplexity(sampleRate: 44_100, channels: 9) == nil)
    }

    @Test func replicationByObjectType() throws {
        // 00101 0111 0010 0100 00010 000: SBR, 22,050 Hz, stereo, 44,100 Hz, LC.
        let config = try parse([0x2B, 0x92, 0x08, 0x00])
        #expect(config.signalling == .hierarchical)
        #expect(config.coreSampleRate == 22_050)
        let expected = StreamFormat(sampleRate: 44_100, formatID: "aach", framesPerPacket: 2048, channels: 2)
        #expect(try config.format() == expected)
        let core = StreamFormat(sampleRate: 22_050, formatID: .aac, framesPerPacket: 1024, channels: 2)
        #expect(try config.formats() == [expected, core])
        #expect(try parse(config.bytes) == config)
    }

    @Test func replicationBehindTheBaseLayer() throws {
        // LC, 22,050 Hz, mono, 000; 0x2B7, 00101, 1, 0100; 0x548, 1.
        let config = try parse([0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80])
        #expect(config.signalling == .compatible)
        #expect(config.hasParametricStereo)
        #expect(config.coreChannels == 1)
        #expect(config.channels == 2)
        #expect(config.layout == ChannelLayout(tag: ChannelLayout.stereo))
        #expect(
            try config.formats().map { [$0.formatID.rawValue, UInt32($0.channels), UInt32($0.sampleRate)] } == [
                [FourCC("aacp").rawValue, 2, 44_100], [FourCC("aach").rawValue, 1, 44_100],
                [FourCC("aac ").rawValue, 1, 22_050],
            ])
        #expect(config.bytes == [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80])
    }

    @Test func replicationExcluded() throws {
        var config = AudioSpecificConfig(sampleRate: 22_050, channelConfiguration: 2)
        config.signalling = .excluded
        let parsed = try parse(config.bytes)
        #expect(parsed == config)
        #expect(!parsed.hasReplication)
        #expect(try parsed.format().formatID == .aac)
    }

    @Test func lowDelayAndOddRates() throws {
        var config = AudioSpecificConfig(sampleRate: 44_099, channelConfiguration: 1)
        #expect(try parse(config.bytes) == config)
        config.hasShortFrames = true
        #expect(try parse(config.bytes).framesPerPacket == 960)
        // 11111 000111, 0011, 0010, 1: ELD, 48 kHz, stereo, 480 frames.
        let delay = try parse([0xF8, 0xE6, 0x50])
        #expect(
            try delay.format() == StreamFormat(sampleRate: 48_000, formatID: "aace", framesPerPacket: 480, channels: 2))
    }

    @Test(arguments: [
        (1, "Mono", 1), (2, "Stereo", 2), (3, "AAC_3_0", 3), (4, "AAC_4_0", 4), (5, "AAC_5_0", 5), (6, "AAC_5_1", 6),
        (7, "AAC_7_1", 8), (11, "AAC_6_1", 7), (12, "AAC_7_1_B", 8), (13, "CICP_13", 24), (14, "AAC_7_1_C", 8),
    ])
    func configurationsHaveLayouts(configuration: Int, name: String, channels: Int) throws {
        let config = AudioSpecificConfig(sampleRate: 48_000, channelConfiguration: configuration)
        #expect(config.channels == channels)
        #expect(config.layout?.tag == ChannelLayout.tag(named: name))
        #expect(config.layout?.channels.count == channels)
    }

    @Test func programsPlaceChannels() throws {
        typealias Element = AudioProgramConfig.Element
        var program = AudioProgramConfig()
        program.front = [Element(isPair: false, tag: 0), Element(isPair: true, tag: 0)]
        program.back = [Element(isPair: true, tag: 1)]
        program.lowFrequency = [0]
        var config = AudioSpecificConfig(sampleRate: 48_000, channelConfiguration: 0)
        config.program = program
        let parsed = try parse(config.bytes)
        #expect(parsed == config)
        #expect(parsed.channels == 6)
        #expect(parsed.layout?.tag == ChannelLayout.tag(named: "AAC_5_1"))
        program.side = [Element(isPair: false, tag: 2)]
        #expect(program.layout?.tag == ChannelLayout.discreteInOrder | 7)
    }

    @Test func cookiesInAllWrappings() throws {
        let config: [UInt8] = [0x12, 0x10]
        var descriptor = ESDescriptor(specificInfo: config)
        descriptor.bufferSize = 6144
        descriptor.averageBitRate = 128_000
        descriptor.maximumBitRate = 130_000
        let bytes = descriptor.bytes
        #expect(try ESDescriptor(bytes) == descriptor)
        #expect(try ESDescriptor([0, 0, 0, 0] + bytes) == descriptor)
        let atom: [UInt8] = [0, 0, 0, UInt8(12 + bytes.count)] + Array("esds".utf8) + [0, 0, 0, 0]
        #expect(try ESDescriptor(atom + bytes) == descriptor)
        for cookie in [config, bytes, [0, 0, 0, 0] + bytes, atom + bytes] {
            #expect(try AudioSpecificConfig(magicCookie: cookie).bytes == config)
        }
        descriptor.objectType = 0x6B
        #expect(throws: AudioError.self) { try AudioSpecificConfig(magicCookie: descriptor.bytes) }
    }

    @Test func everyPrefixIsRefused() throws {
        let bytes = ESDescriptor(specificInfo: [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80]).bytes
        let whole = bytes.count - 6
        for length in 0..<whole {
            #expect(throws: AudioError.self) { try AudioSpecificConfig(magicCookie: Array(bytes.prefix(length))) }
        }
    }

    @Test func mutationsNeverTrap() {
        var random = SeededRandom(11)
        let samples: [[UInt8]] = [
            ESDescriptor(specificInfo: [0x2B, 0x92, 0x08, 0x00]).bytes, [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80],
            [0x10, 0x00, 0x04, 0xC8, 0x44, 0x00, 0x20, 0x00, 0x00, 0x00],
        ]
        var (read, refused) = (0, 0)
        for round in 0..<30_000 {
            var mutant = samples[round % samples.count]
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                mutant[Int.random(in: 0..<mutant.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let config = try? AudioSpecificConfig(magicCookie: mutant) else {
                refused += 1
                continue
            }
            read += 1
            _ = config.bytes
            _ = config.layout?.channels
            _ = try? config.formats()
        }
        #expect(read > 1000)
        #expect(refused > 1000)
    }
}
