import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

@Suite struct ConverterPropertyTests {
    static let int16 = StreamFormat.int16(sampleRate: 44_100, channels: 2)
    static let float48 = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)

    static func converter(_ from: StreamFormat = int16, _ to: StreamFormat = float48) throws -> Converter {
        try Converter(from: from, to: to)
    }

    /// Properties that a conversion between forms of linear PCM has, and whether they can be set.
    @Test func reportsSizesAndWhatCanBeSet() throws {
        let converter = try Self.converter()
        let rows: [(UInt32, Int, Bool)] = [
            (kAudioConverterPropertyMinimumInputBufferSize, 4, false),
            (kAudioConverterPropertyMinimumOutputBufferSize, 4, false),
            (kAudioConverterPropertyMaximumInputPacketSize, 4, false),
            (kAudioConverterPropertyMaximumOutputPacketSize, 4, false),
            (kAudioConverterPropertyCalculateInputBufferSize, 4, false),
            (kAudioConverterPropertyCalculateOutputBufferSize, 4, false),
            (kAudioConverterSampleRateConverterComplexity, 4, true),
            (kAudioConverterSampleRateConverterQuality, 4, true),
            (kAudioConverterPrimeMethod, 4, true),
            (kAudioConverterPrimeInfo, 8, false),
            (kAudioConverterChannelMap, 8, true),
            (kAudioConverterInputChannelLayout, 0, true),
            (kAudioConverterOutputChannelLayout, 0, true),
            (kAudioConverterCurrentInputStreamDescription, 40, false),
            (kAudioConverterCurrentOutputStreamDescription, 40, false),
            (kAudioConverterPropertySettings, 8, true),
            (kAudioConverterPropertyBitDepthHint, 4, true),
            (kAudioConverterPropertyPerformDownmix, 4, true),
            (kAudioConverterPropertyDithering, 4, true),
            (kAudioConverterPropertyDitherBitDepth, 4, true),
            (converterThreadsProperty, 4, true),
        ]
        for (property, size, isWritable) in rows {
            let info = try converter.propertyInfo(property)
            #expect(info.size == size && info.isWritable == isWritable, "\(FourCC(property))")
        }
    }

    static let absent = [
        kAudioConverterPropertyInputCodecParameters, kAudioConverterPropertyOutputCodecParameters,
        kAudioConverterSampleRateConverterInitialPhase, kAudioConverterCodecQuality,
        kAudioConverterDecompressionMagicCookie, kAudioConverterCompressionMagicCookie,
        kAudioConverterEncodeBitRate, kAudioConverterEncodeAdjustableSampleRate,
        kAudioConverterApplicableEncodeBitRates, kAudioConverterAvailableEncodeBitRates,
        kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeSampleRates,
        kAudioConverterAvailableEncodeChannelLayoutTags, kAudioConverterPropertyFormatList,
        kAudioConverterPropertyMaximumInputBufferSize, kAudioConverterSampleRateConverterAlgorithm,
        kAudioConverterPropertyCanResumeFromInterruption, kAudioConverterPropertyChannelMixMap, 0, .max,
    ]

    @Test(arguments: absent)
    func saysWhichPropertiesItHasNot(property: UInt32) throws {
        let converter = try Self.converter()
        let status = AudioError.converterProperty.status
        #expect(Self.failure { _ = try converter.get(property, as: UInt8.self) } == status)
        #expect(Self.failure { _ = try converter.propertyInfo(property) } == status)
        if property != kAudioConverterPropertyChannelMixMap {
            #expect(Self.failure { try converter.set(property, [0] as [UInt32]) } == status)
        }
    }

    static func failure(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch { return (error as? AudioError)?.status ?? -1 }
    }

    /// A property has the value that was set.
    static let values: [(UInt32, UInt32)] = [
        (kAudioConverterSampleRateConverterComplexity, FourCC("bats").rawValue),
        (kAudioConverterSampleRateConverterQuality, 96), (kAudioConverterPrimeMethod, 2),
        (kAudioConverterPropertyBitDepthHint, 20), (kAudioConverterPropertyPerformDownmix, 1),
        (kAudioConverterPropertyDithering, 1), (kAudioConverterPropertyDitherBitDepth, 12),
        (converterThreadsProperty, 2),
    ]

    @Test(arguments: values)
    func remembers(property: UInt32, value: UInt32) throws {
        let converter = try Self.converter()
        #expect(try converter.get(property) != [value])
        try converter.set(property, [value])
        #expect(try converter.get(property) == [value])
    }

    static let wrongValues: [(UInt32, UInt32)] = [
        (kAudioConverterSampleRateConverterComplexity, 1), (kAudioConverterSampleRateConverterQuality, 128),
        (kAudioConverterPrimeMethod, 3), (kAudioConverterPropertyDithering, 3),
        (kAudioConverterPropertyDitherBitDepth, 65), (kAudioConverterPropertyBitDepthHint, 65),
        (converterThreadsProperty, 0), (converterThreadsProperty, 65),
    ]

    @Test(arguments: wrongValues)
    func refusesValuesOutOfRange(property: UInt32, value: UInt32) throws {
        let converter = try Self.converter()
        let before = try converter.get(property, as: UInt32.self)
        #expect(Self.failure { try converter.set(property, [value]) } == -50)
        #expect(
            Self.failure { try converter.set(property, [0, 0, 0] as [UInt16]) } == AudioError.badPropertySize.status)
        #expect(try converter.get(property) == before)
    }

    @Test func refusesToSetWhatCanOnlyBeRead() throws {
        let converter = try Self.converter()
        for property in [
            kAudioConverterCurrentInputStreamDescription, kAudioConverterPropertyMaximumOutputPacketSize,
            kAudioConverterPrimeInfo,
        ] {
            #expect(
                Self.failure { try converter.set(property, [0] as [UInt32]) } == AudioError.converterOperation.status)
        }
    }

    @Test func judgesChannelMapsAndLayouts() throws {
        let converter = try Self.converter()
        #expect(try converter.get(kAudioConverterChannelMap, as: Int32.self) == [0, 1])
        #expect(
            Self.failure { try converter.set(kAudioConverterChannelMap, [0] as [Int32]) }
                == AudioError.badPropertySize.status)
        #expect(Self.failure { try converter.set(kAudioConverterChannelMap, [0, 2] as [Int32]) } == -50)
        #expect(Self.failure { try converter.set(kAudioConverterChannelMap, [0, -2] as [Int32]) } == -50)
        try converter.set(kAudioConverterChannelMap, [-1, 0] as [Int32])
        #expect(try converter.get(kAudioConverterChannelMap, as: Int32.self) == [-1, 0])
        let mono: [UInt32] = [ChannelLayout.mono, 0, 0]
        #expect(Self.failure { try converter.set(kAudioConverterInputChannelLayout, mono) } == -50)
        #expect(
            Self.failure { try converter.set(kAudioConverterInputChannelLayout, [1] as [UInt32]) }
                == AudioError.badPropertySize.status)
        try converter.set(kAudioConverterInputChannelLayout, [ChannelLayout.stereo, 0, 0])
        #expect(try converter.get(kAudioConverterInputChannelLayout, as: UInt32.self)[0] == ChannelLayout.stereo)
    }

    @Test func mixMapsNeedDownmixing() throws {
        let converter = try Self.converter()
        let gains: [Float] = [1, 0.5, 0.25, 1]
        #expect(
            Self.failure { try converter.set(kAudioConverterPropertyChannelMixMap, gains) }
                == AudioError.converterOperation.status)
        try converter.set(kAudioConverterPropertyPerformDownmix, [1] as [UInt32])
        #expect(try converter.get(kAudioConverterPropertyChannelMixMap, as: Float.self) == [1, 0, 0, 1])
        try converter.set(kAudioConverterPropertyChannelMixMap, gains)
        #expect(try converter.get(kAudioConverterPropertyChannelMixMap, as: Float.self) == gains)
        #expect(Self.failure { try converter.set(kAudioConverterPropertyChannelMixMap, [Float.nan, 0, 0, 0]) } == -50)
        #expect(
            Self.failure { _ = try converter.get(kAudioConverterChannelMap, as: Int32.self) }
                == AudioError.converterProperty.status)
    }

    @Test func completesStreamDescriptions() throws {
        let converter = try Self.converter(Self.int16, .encoded("ima4", channels: 2))
        let output = try converter.get(
            kAudioConverterCurrentOutputStreamDescription, as: AudioStreamBasicDescription.self)
        #expect(output[0].mFramesPerPacket == 64 && output[0].mBytesPerPacket == 68 && output[0].mSampleRate == 44_100)
        let list = try converter.get(kAudioConverterPropertyFormatList, as: AudioFormatListItem.self)
        #expect(list.count == 1 && list[0].mASBD.mFormatID == FourCC.ima4.rawValue)
        #expect(list[0].mChannelLayoutTag == ChannelLayout.stereo)
    }

    @Test(arguments: [(FourCC("ima4"), 374_850.0), ("ulaw", 705_600), ("alaw", 705_600)])
    func reportsTheRatesOfItsEncoders(id: FourCC, rate: Double) throws {
        let converter = try Self.converter(Self.int16, .encoded(id, channels: 2))
        for property in [kAudioConverterApplicableEncodeBitRates, kAudioConverterAvailableEncodeBitRates] {
            let ranges = try converter.get(property, as: AudioValueRange.self)
            #expect(ranges.map(\.mMinimum) == [rate] && ranges.map(\.mMaximum) == [rate])
        }
        #expect(try converter.get(kAudioConverterEncodeBitRate, as: UInt32.self) == [UInt32(rate)])
        try converter.set(kAudioConverterEncodeBitRate, [UInt32(rate)])
        #expect(
            Self.failure { try converter.set(kAudioConverterEncodeBitRate, [1] as [UInt32]) }
                == AudioError.converterOperation.status)
        let available = try converter.get(kAudioConverterAvailableEncodeSampleRates, as: AudioValueRange.self)
        #expect(available.map(\.mMaximum) == [0], "any rate")
        let applicable = try converter.get(kAudioConverterApplicableEncodeSampleRates, as: AudioValueRange.self)
        #expect(applicable.map(\.mMinimum) == [44_100])
        #expect(try converter.get(kAudioConverterEncodeAdjustableSampleRate, as: Double.self) == [44_100])
        #expect(
            try converter.get(kAudioConverterAvailableEncodeChannelLayoutTags, as: UInt32.self).contains(
                ChannelLayout.stereo))
        try converter.set(kAudioConverterCodecQuality, [127] as [UInt32])
        #expect(try converter.get(kAudioConverterCodecQuality, as: UInt32.self) == [127])
    }

    @Test func calculatesBufferSizes() throws {
        func ask(_ converter: Converter, _ property: UInt32, _ bytes: UInt32) throws -> UInt32 {
            let question = withUnsafeBytes(of: bytes) { Array($0) }
            let answer = try question.withUnsafeBytes { try converter.property(property, input: $0) }
            guard case .bytes(let result) = answer else { return 0 }
            return result.samples(UInt32.self)[0]
        }
        let encoder = try Self.converter(Self.int16, .encoded("ima4", channels: 2))
        #expect(try ask(encoder, kAudioConverterPropertyCalculateInputBufferSize, 680) == 640 * 4)
        #expect(try ask(encoder, kAudioConverterPropertyCalculateOutputBufferSize, 65 * 4) == 2 * 68)
        #expect(try encoder.get(kAudioConverterPropertyMaximumOutputPacketSize, as: UInt32.self) == [68])
        #expect(try encoder.get(kAudioConverterPropertyMinimumInputBufferSize, as: UInt32.self) == [256])
        let rate = try Self.converter()
        // One buffer of several: 4 bytes a frame on either side.
        #expect(try ask(rate, kAudioConverterPropertyCalculateInputBufferSize, 4 * 480) == 4 * 441)
        #expect(try ask(rate, kAudioConverterPropertyCalculateOutputBufferSize, 4 * 441) == 4 * 480)
        #expect(
            Self.failure { _ = try rate.get(kAudioConverterPropertyCalculateInputBufferSize, as: UInt32.self) }
                == AudioError.badPropertySize.status)
        #expect(try ask(rate, kAudioConverterPropertyCalculateOutputBufferSize, .max) == .max, "does not overflow")
    }

    @Test func ditherKeepsTheStatedBits() throws {
        let samples = CodecSignals.sine(frames: 2000, channels: 1)
        let runner = try ConverterRunner(
            .float32(sampleRate: 44_100, channels: 1), .int16(sampleRate: 44_100, channels: 1), samples)
        try runner.converter.set(kAudioConverterPropertyDithering, [kDitherAlgorithm_TPDF])
        try runner.converter.set(kAudioConverterPropertyDitherBitDepth, [8] as [UInt32])
        let output = try runner.run(as: Int16.self)
        #expect(output.allSatisfy { $0 & 0xFF == 0 } && Set(output).count > 20)
    }

    // MARK: Formats that cannot be

    struct Malformed: Sendable, CustomTestStringConvertible {
        var name: String
        var from: StreamFormat
        var to: StreamFormat
        var status: FourCC
        var testDescription: String { name }

        init(_ name: String, _ status: FourCC, _ change: (inout StreamFormat, inout StreamFormat) -> Void) {
            self.name = name
            self.status = status
            from = int16
            to = float48
            change(&from, &to)
        }
    }

    static let malformed = [
        Malformed("no channels in", "fmt?") { from, _ in from.channels = 0 },
        Malformed("no channels out", "fmt?") { _, to in to.channels = 0 },
        Malformed("a million channels", "fmt?") { from, _ in from.channels = 1_000_000 },
        Malformed("negative sizes", "fmt?") { from, _ in from.bytesPerFrame = -4 },
        Malformed("absurd sizes", "fmt?") { _, to in (to.bytesPerFrame, to.bytesPerPacket) = (.max, .max) },
        Malformed("no bits", "fmt?") { from, _ in from.bitsPerChannel = 0 },
        Malformed("too many bits", "fmt?") { from, _ in from.bitsPerChannel = 17 },
        Malformed("float of 16 bits", "fmt?") { from, _ in from.flags = [.float, .packed] },
        Malformed("two frames per packet", "fmt?") { from, _ in from.framesPerPacket = 2 },
        Malformed("no rate in", "!isr") { from, _ in from.sampleRate = 0 },
        Malformed("no rate out", "!osr") { _, to in to.sampleRate = 0 },
        Malformed("negative rate", "!isr") { from, _ in from.sampleRate = -1 },
        Malformed("rate not a number", "!isr") { from, _ in from.sampleRate = .nan },
        Malformed("rate not a number out", "!osr") { _, to in to.sampleRate = .nan },
        Malformed("endless rate", "!osr") { _, to in to.sampleRate = .infinity },
        Malformed("rates far apart", "!osr") { _, to in to.sampleRate = 1e12 },
        Malformed("a codec that is not there", "fmt?") { from, _ in from.formatID = "????" },
        Malformed("IMA4 with other packets", "fmt?") { from, _ in
            from = .encoded("ima4", channels: 2)
            from.framesPerPacket = 63
        },
        Malformed("IMA4 without channels", "fmt?") { _, to in to = .encoded("ima4", channels: 0) },
    ]

    @Test(arguments: malformed)
    func refusesMalformedFormats(row: Malformed) {
        #expect(Self.failure { _ = try Converter(from: row.from, to: row.to) } == row.status.status)
    }

    /// Rates that cannot stand in a magic cookie, or be handed to a library.
    @Test(arguments: ["alac", "ac-3", "ima4"] as [FourCC], [0x1p32, 9.3e18, 1e300])
    func refusesCompressedFormatsOfImmenseRates(id: FourCC, rate: Double) {
        let encoded = StreamFormat.encoded(id, rate: rate, channels: 2)
        let plain = StreamFormat.int16(sampleRate: rate, channels: 2)
        #expect(Self.failure { _ = try Converter(from: plain, to: encoded) } == FourCC("fmt?").status)
        #expect(Self.failure { _ = try Converter(from: encoded, to: plain) } == FourCC("fmt?").status)
    }

    @Test func takesOnlyTheCodecsItIsAllowed() throws {
        let output = StreamFormat.encoded("ima4", channels: 2)
        let ours = CodecClass(type: "aenc", subtype: "ima4", manufacturer: "appl")
        #expect(try Converter(from: Self.int16, to: output, classes: [ours]).outputFormat.framesPerPacket == 64)
        for other in [
            CodecClass(type: "adec", subtype: "ima4", manufacturer: "appl"),
            CodecClass(type: "aenc", subtype: "aac ", manufacturer: "appl"),
            CodecClass(type: "aenc", subtype: "ima4", manufacturer: "aphw"),
        ] {
            #expect(
                Self.failure { _ = try Converter(from: Self.int16, to: output, classes: [other]) }
                    == FourCC("fmt?").status)
        }
    }
}
