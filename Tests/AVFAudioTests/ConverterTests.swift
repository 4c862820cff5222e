import AVFAudio
import TestSupport
import Testing

/// Gives buffers one after the other, then another status.
final class Feed {
    var buffers: [AVAudioBuffer]
    let last: AVAudioConverterInputStatus
    var calls = 0

    init(_ buffers: [AVAudioBuffer], then last: AVAudioConverterInputStatus) {
        self.buffers = buffers
        self.last = last
    }

    func next(
        _: AVAudioPacketCount, _ status: UnsafeMutablePointer<AVAudioConverterInputStatus>
    ) -> AVAudioBuffer? {
        calls += 1
        guard !buffers.isEmpty else {
            status.pointee = last
            return nil
        }
        status.pointee = .haveData
        return buffers.removeFirst()
    }
}

@Suite struct AudioConverterClassTests {
    private func converter(_ from: AVAudioFormat, _ to: AVAudioFormat) throws -> AVAudioConverter {
        try #require(AVAudioConverter(from: from, to: to))
    }

    private static func aac(_ channels: Int = 1, rate: Double = 44_100) -> AVAudioFormat {
        AVAudioFormat(settings: [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
        ])!
    }

    /// Converts until the stream ends; the statuses, and the samples of the first channel.
    private func drain(
        _ converter: AVAudioConverter, _ feed: Feed, block: AVAudioFrameCount = 1000
    ) throws -> (statuses: [AVAudioConverterOutputStatus], samples: [Float]) {
        var statuses: [AVAudioConverterOutputStatus] = []
        var samples: [Float] = []
        repeat {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: block))
            var error: NSError?
            statuses.append(converter.convert(to: output, error: &error, withInputFrom: feed.next))
            if let error { throw error }
            samples += Sample.channels(output)[0]
        } while statuses.last == .haveData
        return (statuses, samples)
    }

    @Test func formsAreConverted() throws {
        let buffer = Sample.buffer([[0.5, -0.25, 1], [0.125, 0, -1]])
        let format = Sample.format(44_100, 2, .pcmFormatInt16, interleaved: true)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 8))
        let converter = try converter(buffer.format, format)
        #expect(converter.inputFormat === buffer.format)
        #expect(converter.outputFormat === format)
        try converter.convert(to: output, from: buffer)
        #expect(output.frameLength == 3)
        #expect((0..<6).map { output.int16ChannelData![0][$0] } == [16_384, 4096, -8192, 0, 32_767, -32_768])
        try converter.convert(to: output, from: buffer)
        #expect(output.frameLength == 3)
    }

    @Test func theSimpleCallRefusesWhatItCannotDo() throws {
        let buffer = Sample.buffer([[1, 2, 3]])
        func code(_ to: AVAudioFormat, _ output: AVAudioPCMBuffer, _ input: AVAudioPCMBuffer) throws -> Int? {
            let converter = try converter(buffer.format, to)
            do {
                try converter.convert(to: output, from: input)
                return nil
            } catch let error as NSError {
                #expect(error.domain == NSOSStatusErrorDomain)
                return error.code
            }
        }
        let same = Sample.format()
        func output(_ format: AVAudioFormat, _ frames: AVAudioFrameCount) -> AVAudioPCMBuffer {
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames)!
        }
        #expect(try code(Sample.format(48_000), output(Sample.format(48_000), 100), buffer) == -50)
        #expect(try code(same, output(same, 2), buffer) == -50)
        #expect(try code(same, output(Sample.format(44_100, 2), 5), buffer) == -50)
        #expect(try code(same, output(same, 5), Sample.buffer([[1], [2]])) == -50)
        #expect(try code(same, output(same, 3), buffer) == nil)
        #expect(try code(same, output(same, 0), output(same, 5)) == nil)
    }

    @Test func aRateIsConvertedToTheEnd() throws {
        let frequency = 1000 / 44_100.0
        let input = Signal.sine(frequency, frames: 44_100)
        let blocks = stride(from: 0, to: 44_100, by: 4410).map { Sample.buffer([Array(input[$0..<$0 + 4410])]) }
        let converter = try converter(Sample.format(), Sample.format(16_000))
        let (statuses, samples) = try drain(converter, Feed(blocks, then: .endOfStream))
        #expect(abs(samples.count - 16_000) <= 1)
        #expect(statuses.last == .endOfStream)
        #expect(statuses.dropLast().allSatisfy { $0 == .haveData })
        let fit = Measure.sineFit(samples[1000..<15_000], frequency: 1000 / 16_000)
        #expect(abs(fit.amplitude - 0.5) < 0.001)
        #expect(fit.residual < -80)
        // The end stays until a reset.
        let later = Feed([Sample.buffer([input])], then: .endOfStream)
        #expect(try drain(converter, later).statuses == [.endOfStream])
        #expect(later.calls == 0)
        converter.reset()
        #expect(abs(try drain(converter, later).samples.count - 16_000) <= 1)
    }

    @Test func inputMayRunDryAndComeBack() throws {
        let input = Signal.sine(0.01, frames: 8820)
        let whole = try drain(
            converter(Sample.format(), Sample.format(48_000)), Feed([Sample.buffer([input])], then: .endOfStream))
        let converter = try converter(Sample.format(), Sample.format(48_000))
        var samples: [Float] = []
        for start in stride(from: 0, to: 8820, by: 882) {
            let feed = Feed([Sample.buffer([Array(input[start..<start + 882])])], then: .noDataNow)
            let (statuses, some) = try drain(converter, feed, block: 5000)
            #expect(statuses == [.inputRanDry])
            #expect(!some.isEmpty)
            samples += some
        }
        samples += try drain(converter, Feed([], then: .endOfStream)).samples
        #expect(Measure.largestDifference(samples, whole.samples) < 1e-6)
    }

    /// Only a buffer with `haveData` counts.
    @Test func aBufferWithAnotherStatusIsNotConverted() throws {
        let converter = try converter(Sample.format(), Sample.format(44_100, 1, .pcmFormatInt16))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
        let input = Sample.buffer([[0.5, 0.25]])
        for (status, result) in [
            (AVAudioConverterInputStatus.noDataNow, AVAudioConverterOutputStatus.inputRanDry),
            (.endOfStream, .endOfStream),
        ] {
            converter.reset()
            var calls = 0
            let found = converter.convert(to: output, error: nil) { _, told in
                calls += 1
                told.pointee = status
                return input
            }
            #expect(found == result && output.frameLength == 0 && calls == 1)
        }
    }

    @Test func aBufferIsNotConvertedInPlace() throws {
        let converter = try converter(Sample.format(), Sample.format())
        let buffer = Sample.buffer([[1, 2, 3]])
        let error = #expect(throws: NSError.self) { try converter.convert(to: buffer, from: buffer) }
        #expect(error?.domain == NSOSStatusErrorDomain && error?.code == -50)
        #expect(Sample.channels(buffer) == [[1, 2, 3]])
    }

    @Test func nothingAtAllIsTheEndOrDry() throws {
        let converter = try converter(Sample.format(), Sample.format(48_000))
        #expect(try drain(converter, Feed([], then: .noDataNow)).statuses == [.inputRanDry])
        // A buffer without frames, and none where there should be one, are nothing for now.
        let empty = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 5))
        #expect(try drain(converter, Feed([empty], then: .haveData)).statuses == [.inputRanDry])
        #expect(try drain(converter, Feed([], then: .haveData)).statuses == [.inputRanDry])
        #expect(try drain(converter, Feed([], then: .endOfStream)).statuses == [.endOfStream])
    }

    @Test func badOutputsAreErrors() throws {
        let converter = try converter(Sample.format(), Sample.format(48_000))
        let feed = Feed([Sample.buffer([[1]])], then: .endOfStream)
        for (format, capacity) in [(Sample.format(48_000), 0), (Sample.format(), 10)] as [(AVAudioFormat, UInt32)] {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity))
            var error: NSError?
            #expect(converter.convert(to: output, error: &error, withInputFrom: feed.next) == .error)
            #expect(error?.code == -50)
            #expect(error?.domain == NSOSStatusErrorDomain)
            #expect(converter.convert(to: output, error: nil, withInputFrom: feed.next) == .error)
        }
        #expect(feed.calls == 0)
    }

    @Test func aBufferOfAnotherFormatEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let converter = AVAudioConverter(from: Sample.format(), to: Sample.format(48_000))!
            let output = AVAudioPCMBuffer(pcmFormat: Sample.format(48_000), frameCapacity: 10)!
            converter.convert(to: output, error: nil) { _, status in
                status.pointee = .haveData
                return Sample.buffer([[1], [2]])
            }
        }
    }

    @Test func aacIsEncodedAndDecoded() throws {
        let input = Signal.sine(0.01, frames: 20_480)
        let encoder = try converter(Sample.format(), Self.aac())
        encoder.bitRate = 128_000
        #expect(encoder.bitRate == 128_000)
        #expect(encoder.maximumOutputPacketSize > 0)
        let feed = Feed([Sample.buffer([input])], then: .endOfStream)
        var packets: [AVAudioBuffer] = []
        var status: AVAudioConverterOutputStatus
        repeat {
            let output = AVAudioCompressedBuffer(
                format: encoder.outputFormat, packetCapacity: 8, maximumPacketSize: encoder.maximumOutputPacketSize)
            var error: NSError?
            status = encoder.convert(to: output, error: &error, withInputFrom: feed.next)
            #expect(error == nil)
            if output.packetCount > 0 {
                let descriptions = try #require(output.packetDescriptions)
                let sizes = (0..<Int(output.packetCount)).map { descriptions[$0].mDataByteSize }
                #expect(sizes.reduce(0, +) == output.byteLength)
                packets.append(output)
            }
        } while status == .haveData
        #expect(status == .endOfStream)
        let cookie = try #require(encoder.magicCookie)
        let priming = encoder.primeInfo
        let coded = Self.aac()
        coded.magicCookie = cookie
        let decoder = try converter(coded, Sample.format())
        #expect(decoder.magicCookie == cookie)
        let (_, samples) = try drain(decoder, Feed(packets, then: .endOfStream))
        let start = Int(priming.leadingFrames) - Int(decoder.primeInfo.leadingFrames)
        #expect(samples.count >= start + 20_480)
        #expect(
            Measure.largestDifference(Array(samples[start + 2048..<start + 18_432]), Array(input[2048..<18_432])) < 0.03
        )
    }

    @Test func ima4PacketsHaveNoDescriptions() throws {
        let ima = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatAppleIMA4, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
            ]))
        let encoder = try converter(Sample.format(), ima)
        let output = AVAudioCompressedBuffer(format: ima, packetCapacity: 100)
        let feed = Feed([Sample.buffer([Signal.sine(0.01, frames: 640)])], then: .endOfStream)
        #expect(encoder.convert(to: output, error: nil, withInputFrom: feed.next) == .haveData)
        #expect(output.packetCount == 10)
        #expect(output.byteLength == 340)
        let decoder = try converter(ima, Sample.format())
        let (_, samples) = try drain(decoder, Feed([output], then: .endOfStream))
        #expect(samples.count == 640)
        // The encoder starts with its smallest step.
        let (heard, sine) = (samples.dropFirst(128), Signal.sine(0.01, frames: 640).dropFirst(128))
        #expect(Measure.largestDifference(Array(heard), Array(sine)) < 0.04)
    }

    @Test func channelsAreMapped() throws {
        let converter = try converter(Sample.format(44_100, 2), Sample.format(44_100, 2))
        #expect(converter.channelMap == [0, 1])
        converter.channelMap = [1, -1]
        #expect(converter.channelMap == [1, -1])
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(44_100, 2), frameCapacity: 2))
        try converter.convert(to: output, from: Sample.buffer([[1, 2], [3, 4]]))
        #expect(Sample.channels(output) == [[3, 4], [0, 0]])
        converter.channelMap = [5]
        converter.channelMap = [7, 8]
        #expect(converter.channelMap == [1, -1])
    }

    @Test func channelsAreMixedOrDropped() throws {
        let converter = try converter(Sample.format(44_100, 2), Sample.format())
        #expect(!converter.downmix)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 2))
        try converter.convert(to: output, from: Sample.buffer([[0.5, 0.25], [0.25, 0.75]]))
        #expect(Sample.channels(output) == [[0.5, 0.25]])
        converter.downmix = true
        #expect(converter.downmix)
        try converter.convert(to: output, from: Sample.buffer([[0.5, 0.25], [0.25, 0.75]]))
        #expect(Measure.largestDifference(Sample.channels(output)[0], [0.375, 0.5]) < 1e-6)
    }

    @Test func layoutsMoveChannels() throws {
        func format(_ tag: AudioChannelLayoutTag) throws -> AVAudioFormat {
            AVAudioFormat(
                standardFormatWithSampleRate: 44_100, channelLayout: try #require(AVAudioChannelLayout(layoutTag: tag)))
        }
        // L R C LFE Ls Rs to C L R Ls Rs LFE.
        let (from, to) = (try format(kAudioChannelLayoutTag_MPEG_5_1_A), try format(kAudioChannelLayoutTag_MPEG_5_1_D))
        let input = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 1))
        input.frameLength = 1
        for index in 0..<6 { input.floatChannelData![index][0] = Float(index) }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 1))
        try converter(from, to).convert(to: output, from: input)
        #expect(Sample.channels(output) == [[2], [0], [1], [4], [5], [3]])
    }

    @Test func ditherAddsNoise() throws {
        let converter = try converter(Sample.format(), Sample.format(44_100, 1, .pcmFormatInt16))
        #expect(!converter.dither)
        let output = try #require(
            AVAudioPCMBuffer(pcmFormat: Sample.format(44_100, 1, .pcmFormatInt16), frameCapacity: 1000))
        let quiet = Sample.buffer([[Float](repeating: 0.25 / 32_768, count: 1000)])
        try converter.convert(to: output, from: quiet)
        #expect((0..<1000).allSatisfy { output.int16ChannelData![0][$0] == 0 })
        converter.dither = true
        #expect(converter.dither)
        try converter.convert(to: output, from: quiet)
        #expect((0..<1000).contains { output.int16ChannelData![0][$0] != 0 })
    }

    /// No encoder here records these, so that a program reads back that they have no effect.
    @Test func whatNoEncoderRecordsStays() throws {
        let converter = try converter(Sample.format(), Sample.format(48_000))
        for source in [AVAudioContentSource.music_Spatial, .capture_Traditional, .passthrough] {
            converter.contentSource = source
            #expect(converter.contentSource == .unspecified)
        }
        for control in [AVAudioDynamicRangeControlConfiguration.music, .speech, .movie, .capture] {
            converter.dynamicRangeControlConfiguration = control
            #expect(converter.dynamicRangeControlConfiguration == AVAudioDynamicRangeControlConfiguration.none)
        }
        converter.audioSyncPacketFrequency = 4
        #expect(converter.audioSyncPacketFrequency == 0)
    }

    @Test func rateSettingsAreKept() throws {
        let converter = try converter(Sample.format(), Sample.format(48_000))
        #expect(converter.primeMethod == .normal)
        converter.primeMethod = .none
        #expect(converter.primeMethod == .none)
        converter.primeMethod = .pre
        #expect(converter.primeMethod == .pre)
        for quality in [AVAudioQuality.min, .low, .medium, .high] {
            converter.sampleRateConverterQuality = quality.rawValue
            #expect(converter.sampleRateConverterQuality == quality.rawValue)
        }
        converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
        #expect(converter.sampleRateConverterQuality == 127)
        converter.sampleRateConverterQuality = .max
        #expect(converter.sampleRateConverterQuality == 127)
        converter.sampleRateConverterQuality = -3
        #expect(converter.sampleRateConverterQuality == 0)
        #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Normal)
        for name in [AVSampleRateConverterAlgorithm_Mastering, AVSampleRateConverterAlgorithm_MinimumPhase] {
            converter.sampleRateConverterAlgorithm = name
            #expect(converter.sampleRateConverterAlgorithm == name)
        }
        converter.sampleRateConverterAlgorithm = "none of ours"
        converter.sampleRateConverterAlgorithm = nil
        #expect(converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_MinimumPhase)
        #expect(converter.maximumOutputPacketSize == 4)
    }

    @Test func primingCanBeDroppedFromADecoder() throws {
        let decoder = try converter(Self.aac(), Sample.format())
        decoder.primeInfo = AVAudioConverterPrimeInfo(leadingFrames: 100, trailingFrames: 7)
        #expect(decoder.primeInfo.leadingFrames == 100)
        #expect(decoder.primeInfo.trailingFrames == 7)
        #expect(AVAudioConverterPrimeInfo().leadingFrames == 0)
    }

    @Test func anEncoderTellsWhatItOffers() throws {
        let encoder = try converter(Sample.format(), Self.aac())
        let rates = try #require(encoder.applicableEncodeBitRates).map(\.intValue)
        #expect(rates.contains { $0 >= 64_000 })
        #expect(try #require(encoder.availableEncodeBitRates).count >= rates.count)
        #expect(encoder.applicableEncodeSampleRates == [44_100])
        #expect(try #require(encoder.availableEncodeSampleRates).isEmpty == false)
        #expect(
            try #require(encoder.availableEncodeChannelLayoutTags).map(\.uint32Value).contains(
                kAudioChannelLayoutTag_Mono))
        encoder.bitRateStrategy = AVAudioBitRateStrategy_Constant
        #expect(encoder.bitRateStrategy == AVAudioBitRateStrategy_Constant)
        encoder.bitRate = -1
        #expect(encoder.bitRate > 0)
        #expect(encoder.contentSource == .unspecified)
        #expect(encoder.audioSyncPacketFrequency == 0)
        #expect(encoder.dynamicRangeControlConfiguration == .none)
        let pcm = try converter(Sample.format(), Sample.format(48_000))
        #expect(pcm.availableEncodeBitRates == nil)
        #expect(pcm.applicableEncodeBitRates == nil)
        #expect(pcm.availableEncodeSampleRates == nil)
        #expect(pcm.applicableEncodeSampleRates == nil)
        #expect(pcm.availableEncodeChannelLayoutTags == nil)
        #expect(pcm.bitRate == 0)
        #expect(pcm.bitRateStrategy == nil)
        #expect(pcm.magicCookie == nil)
    }

    @Test func formatsWithoutAConversionGiveNil() {
        let rateless = AVAudioFormat(settings: [
            AVFormatIDKey: kAudioFormatDVIIntelIMA, AVSampleRateKey: 0, AVNumberOfChannelsKey: 1,
        ])!
        #expect(AVAudioConverter(from: rateless, to: Sample.format()) == nil)
        #expect(AVAudioConverter(from: Sample.format(), to: Sample.format(0)) == nil)
    }
}
