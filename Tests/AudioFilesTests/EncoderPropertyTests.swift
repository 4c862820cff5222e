import AudioCodecs
import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

/// What converters report of their encoders.
@Suite struct EncoderPropertyTests {
    private static let stereo = StreamFormat.int16(sampleRate: 44_100, channels: 2)

    private func encoder(_ id: FourCC, rate: Double = 44_100, channels: Int = 2) throws -> Converter {
        try Converter(
            from: .int16(sampleRate: rate, channels: channels),
            to: StreamFormat(sampleRate: rate, formatID: id, channels: channels))
    }

    private func get<T: BitwiseCopyable>(_ converter: Converter, _ id: UInt32, as _: T.Type = T.self) throws -> [T] {
        let value = try converter.property(id, input: UnsafeRawBufferPointer(start: nil, count: 0))
        guard case .bytes(let bytes) = value else { return [] }
        return values(bytes, of: T.self)
    }

    private func set<T: BitwiseCopyable>(_ converter: Converter, _ id: UInt32, _ value: T) throws {
        try withUnsafeBytes(of: value) { (bytes: UnsafeRawBufferPointer) throws in
            try converter.setProperty(id, .bytes(bytes))
        }
    }

    private func number(_ converter: Converter, _ id: UInt32) throws -> UInt32? {
        try get(converter, id, as: UInt32.self).first
    }

    @Test func aac() throws {
        let converter = try encoder("aac ")
        #expect(converter.outputFormat.framesPerPacket == 1024)
        #expect(try number(converter, kAudioConverterEncodeBitRate) == 128_000)
        let applicable = try get(converter, kAudioConverterApplicableEncodeBitRates, as: AudioValueRange.self)
        // Single values, which programs can list.
        #expect(applicable.allSatisfy { $0.mMinimum == $0.mMaximum })
        #expect(applicable.first?.mMinimum == 16_000 && applicable.last?.mMaximum == 529_200)
        for rate in [64_000.0, 96_000, 128_000, 160_000, 192_000, 256_000, 320_000] {
            #expect(applicable.contains { $0.mMinimum == rate })
        }
        #expect(try get(converter, kAudioConverterAvailableEncodeSampleRates, as: AudioValueRange.self).count == 12)
        #expect(
            try get(converter, kAudioConverterApplicableEncodeSampleRates, as: AudioValueRange.self).map(\.mMaximum)
                == [44_100])
        let prime = try get(converter, kAudioConverterPrimeInfo, as: AudioConverterPrimeInfo.self)
        #expect(prime.first?.leadingFrames == 2112)
        let cookie = try get(converter, kAudioConverterCompressionMagicCookie, as: UInt8.self)
        let config = try AudioSpecificConfig(magicCookie: cookie)
        #expect(config == AudioSpecificConfig(sampleRate: 44_100, channelConfiguration: 2))
        #expect(try ESDescriptor(cookie).averageBitRate == 128_000)
        try set(converter, kAudioConverterEncodeBitRate, UInt32(96_000))
        #expect(try number(converter, kAudioConverterEncodeBitRate) == 96_000)
        #expect(throws: AudioError.self) { try set(converter, kAudioConverterEncodeBitRate, UInt32(1_000_000)) }
        #expect(throws: AudioError.self) { try set(converter, kAudioConverterEncodeBitRate, UInt32(100)) }
        #expect(try number(converter, kAudioConverterEncodeBitRate) == 96_000)
        let largest = try #require(try number(converter, kAudioConverterPropertyMaximumOutputPacketSize))
        #expect((1536...4096).contains(largest))
    }

    @Test func rateControl() throws {
        let converter = try encoder("aac ")
        #expect(try number(converter, FourCC("acbf").rawValue) == 1)
        try set(converter, FourCC("acbf").rawValue, UInt32(3))
        #expect(try number(converter, FourCC("acbf").rawValue) == 3)
        // At a constant quality, the rate that it usually gives.
        #expect(try number(converter, kAudioConverterEncodeBitRate) == 128_000)
        try set(converter, FourCC("vbrq").rawValue, UInt32(109))
        #expect(try number(converter, FourCC("vbrq").rawValue) == 109)
        #expect(try number(converter, kAudioConverterEncodeBitRate) == 256_000)
        #expect(throws: AudioError.self) { try set(converter, FourCC("acbf").rawValue, UInt32(4)) }
        let lossless = try encoder("flac")
        #expect(throws: AudioError.self) { try number(lossless, FourCC("acbf").rawValue) }
        #expect(throws: AudioError.self) { try set(lossless, FourCC("acbf").rawValue, UInt32(0)) }
    }

    /// What codes without loss has no bit rate to set.
    @Test(arguments: [FourCC("alac"), "flac"].filter { Codecs.named($0)?.isInstalled(encoding: true) == true })
    func losslessHasNoBitRate(id: FourCC) throws {
        let converter = try encoder(id)
        let property = kAudioConverterEncodeBitRate
        #expect(throws: AudioError.converterProperty) { try set(converter, property, UInt32(96_000)) }
        #expect(throws: AudioError.converterProperty) { try number(converter, property) }
        #expect(throws: AudioError.converterProperty) { try converter.propertyInfo(property) }
        #expect(throws: AudioError.converterProperty) {
            try converter.configure([ConverterSetting(property: FourCC(property), value: 96_000)])
        }
    }

    @Test func others() throws {
        let opus = try encoder("opus", rate: 48_000)
        #expect(opus.outputFormat.framesPerPacket == 960)
        #expect(try get(opus, kAudioConverterPrimeInfo, as: AudioConverterPrimeInfo.self).first?.leadingFrames == 312)
        #expect(try get(opus, kAudioConverterCompressionMagicCookie, as: UInt8.self).starts(with: "OpusHead".utf8))
        let dolby = try encoder("ac-3", rate: 48_000)
        #expect(try number(dolby, kAudioConverterEncodeBitRate) == 192_000)
        try set(dolby, kAudioConverterEncodeBitRate, UInt32(200_000))
        #expect(try number(dolby, kAudioConverterEncodeBitRate) == 192_000)
        #expect(try get(dolby, kAudioConverterPrimeInfo, as: AudioConverterPrimeInfo.self).first?.leadingFrames == 256)
        let lossless = try encoder("flac", rate: 96_000)
        #expect(lossless.outputFormat.framesPerPacket == 4096)
        let cookie = try get(lossless, kAudioConverterCompressionMagicCookie, as: UInt8.self)
        #expect(cookie.count == 50 && cookie[4..<8].elementsEqual("dfLa".utf8))
    }

    @Test(
        arguments: [
            ("aac ", 44_101.0, 2), ("aac ", 44_100, 7), ("opus", 44_100, 2), ("ac-3", 22_050, 2), ("flac", 44_100.5, 2),
            (".mp3", 44_100, 2), (".mp2", 44_100, 2), ("aach", 8000, 2), ("aacp", 44_100, 1), ("aacl", 96_000, 2),
        ] as [(FourCC, Double, Int)])
    func refused(id: FourCC, rate: Double, channels: Int) {
        #expect { try encoder(id, rate: rate, channels: channels) } throws: {
            ($0 as? AudioError)?.status == FourCC("fmt?").status
        }
    }

    // MARK: Channel layouts

    /// L R C LFE Ls Rs, as WAVE has them.
    private static let surround = ChannelLayout(tag: 121 << 16 | 6)

    private func layout(_ converter: Converter, _ id: UInt32) throws -> ChannelLayout {
        let bytes = try get(converter, id, as: UInt8.self)
        return try bytes.withUnsafeBytes { try ChannelLayout(bytes: $0) }
    }

    /// The default order of the samples.
    @Test(
        arguments: [
            ("aac ", 124), ("ac-3", 123), ("ec-3", 123),
        ] as [(FourCC, UInt32)]) func codecsHaveTheirOrders(id: FourCC, number: UInt32) throws
    {
        let expected = ChannelLayout(tag: number << 16 | 6)
        let encoder = try encoder(id, rate: 48_000, channels: 6)
        let decoder = try Converter(from: encoder.outputFormat, to: .float32(sampleRate: 48_000, channels: 6))
        for converter in [encoder, decoder] {
            #expect(try layout(converter, kAudioConverterInputChannelLayout) == expected)
            #expect(try layout(converter, kAudioConverterOutputChannelLayout) == expected)
        }
        let stereo = try self.encoder(id, rate: 48_000)
        #expect(try layout(stereo, kAudioConverterInputChannelLayout) == ChannelLayout(tag: ChannelLayout.stereo))
    }

    /// If a client sets the order of its samples, the channels are mapped to the codec's order.
    @Test(arguments: [FourCC("aac "), "ac-3"]) func channelsGoWhereTheyBelong(id: FourCC) throws {
        let encoder = try encoder(id, rate: 48_000, channels: 6)
        try Self.surround.bytes.withUnsafeBytes {
            try encoder.setProperty(kAudioConverterInputChannelLayout, .bytes($0))
        }
        func map(_ converter: Converter) throws -> [Int32] {
            try get(converter, kAudioConverterChannelMap, as: Int32.self)
        }
        let expected: [Int32] = id == "aac " ? [2, 0, 1, 4, 5, 3] : [0, 2, 1, 4, 5, 3]
        #expect(try map(encoder) == expected)
        let decoder = try Converter(from: encoder.outputFormat, to: .float32(sampleRate: 48_000, channels: 6))
        try Self.surround.bytes.withUnsafeBytes {
            try decoder.setProperty(kAudioConverterOutputChannelLayout, .bytes($0))
        }
        #expect(try map(decoder) == (0..<6).map { place in Int32(expected.firstIndex(of: place)!) })
    }
}
