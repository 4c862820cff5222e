import AVFAudio
import TestSupport
import Testing

/// Input blocks, formats and threads that do what the documentation does not expect. None of it may end the program.
@Suite struct ConverterMisuseTests {
    private static func aac() -> AVAudioFormat {
        AVAudioFormat(settings: [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ])!
    }

    private func resampler() throws -> AVAudioConverter {
        try #require(AVAudioConverter(from: Sample.format(), to: Sample.format(16_000)))
    }

    /// Converts until the stream ends, in blocks of so many frames.
    private func drain(
        _ converter: AVAudioConverter, block: AVAudioFrameCount = 700, _ input: AVAudioConverterInputBlock
    ) throws -> [Float] {
        var samples: [Float] = []
        while true {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: block))
            var error: NSError?
            let status = withoutActuallyEscaping(input) {
                converter.convert(to: output, error: &error, withInputFrom: $0)
            }
            if let error { throw error }
            samples += Sample.channels(output)[0]
            guard status == .haveData else { return samples }
        }
    }

    /// AAC packets of a sine.
    private func packets() throws -> AVAudioCompressedBuffer {
        let encoder = try #require(AVAudioConverter(from: Sample.format(), to: Self.aac()))
        let output = AVAudioCompressedBuffer(
            format: encoder.outputFormat, packetCapacity: 8, maximumPacketSize: encoder.maximumOutputPacketSize)
        let feed = Feed([Sample.buffer([Signal.sine(0.01, frames: 8192)])], then: .endOfStream)
        #expect(encoder.convert(to: output, error: nil, withInputFrom: feed.next) == .haveData)
        #expect(output.packetCount == 8)
        return output
    }

    @Test(arguments: [1, 7, 4410, 44_100])
    func theSizeOfTheInputBuffersDoesNotMatter(size: Int) throws {
        let input = Signal.sine(0.01, frames: 44_100)
        let whole = Feed([Sample.buffer([input])], then: .endOfStream)
        let expected = try drain(resampler(), block: 20_000, whole.next)
        let parts = stride(from: 0, to: 44_100, by: size).map {
            Sample.buffer([Array(input[$0..<min($0 + size, 44_100)])])
        }
        let feed = Feed(parts, then: .endOfStream)
        #expect(try drain(resampler(), feed.next) == expected)
    }

    @Test func theSameBufferForEverFillsTheOutput() throws {
        let input = Sample.buffer([[Float](repeating: 0.25, count: 100)])
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(16_000), frameCapacity: 5000))
        let status = try resampler().convert(to: output, error: nil) { _, status in
            status.pointee = .haveData
            return input
        }
        #expect(status == .haveData)
        #expect(output.frameLength == 5000)
        #expect(abs(Sample.channels(output)[0][4000] - 0.25) < 1e-4)
    }

    @Test func aConversionWithinTheBlockFails() throws {
        let converter = try resampler()
        let input = Sample.buffer([Signal.sine(0.01, frames: 4410)])
        let inner = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(16_000), frameCapacity: 10))
        var statuses: [AVAudioConverterOutputStatus] = []
        var isGiven = false
        let samples = try drain(converter) { _, status in
            statuses.append(converter.convert(to: inner, error: nil) { _, _ in nil })
            status.pointee = isGiven ? .endOfStream : .haveData
            defer { isGiven = true }
            return isGiven ? nil : input
        }
        #expect(abs(samples.count - 1600) <= 1)
        #expect(!statuses.isEmpty)
        #expect(statuses.allSatisfy { $0 == .error })
    }

    @Test func settingsMayChangeWithinTheBlock() throws {
        let converter = try resampler()
        let input = Sample.buffer([Signal.sine(0.01, frames: 4410)])
        var calls = 0
        let samples = try drain(converter) { _, status in
            calls += 1
            converter.sampleRateConverterQuality = calls * 32
            converter.channelMap = [-1]
            converter.downmix.toggle()
            converter.dither.toggle()
            converter.primeMethod = .none
            converter.bitRate = 1000 * calls
            status.pointee = calls > 3 ? .endOfStream : .haveData
            return calls > 3 ? nil : input
        }
        #expect(samples.allSatisfy { $0.isFinite })
        #expect(calls == 4)
        // A reset in the block counts after the call.
        calls = 0
        _ = try drain(try resampler()) { _, status in
            calls += 1
            converter.reset()
            status.pointee = calls > 3 ? .endOfStream : .haveData
            return calls > 3 ? nil : input
        }
        #expect(calls == 4)
    }

    @Test func theBlockMayTouchTheOutput() throws {
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(16_000), frameCapacity: 1000))
        let input = Sample.buffer([[Float](repeating: 0.25, count: 4410)])
        let status = try resampler().convert(to: output, error: nil) { _, status in
            output.frameLength = 7
            output.mutableAudioBufferList.pointee.mBuffers.mDataByteSize = 0
            status.pointee = .haveData
            return input
        }
        #expect(status == .haveData)
        #expect(output.frameLength == 1000)
        #expect(Sample.sizes(output.audioBufferList) == [4000])
        // The output as its own input.
        let same = try #require(AVAudioConverter(from: Sample.format(), to: Sample.format()))
        let both = Sample.buffer([[1, 2, 3, 4]])
        #expect(
            same.convert(to: both, error: nil) { _, status in
                both.frameLength = 2
                status.pointee = .haveData
                return both
            } == .haveData)
        #expect(both.frameLength == 4)
    }

    @Test(arguments: [
        AudioStreamPacketDescription(mStartOffset: 1 << 40, mVariableFramesInPacket: 0, mDataByteSize: 4),
        AudioStreamPacketDescription(mStartOffset: -1, mVariableFramesInPacket: 0, mDataByteSize: 4),
        AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: .max),
        AudioStreamPacketDescription(mStartOffset: .max, mVariableFramesInPacket: 0, mDataByteSize: 1),
    ])
    func packetsOutsideOfTheDataAreErrors(description: AudioStreamPacketDescription) throws {
        let decoder = try #require(AVAudioConverter(from: Self.aac(), to: Sample.format()))
        let input = try packets()
        let good = try #require(input.packetDescriptions)[3]
        input.packetDescriptions?[3] = description
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 2000))
        var error: NSError?
        let bad = Feed([input], then: .endOfStream)
        #expect(decoder.convert(to: output, error: &error, withInputFrom: bad.next) == .error)
        #expect(error?.code == Int(kAudioConverterErr_InvalidInputSize))
        #expect(output.frameLength == 0)
        input.packetDescriptions?[3] = good
        let feed = Feed([input], then: .endOfStream)
        #expect(decoder.convert(to: output, error: nil, withInputFrom: feed.next) == .haveData)
        #expect(output.frameLength == 2000)
    }

    @Test func packetsWithoutBytesOrWithNoiseDoNotTrap() throws {
        let decoder = try #require(AVAudioConverter(from: Self.aac(), to: Sample.format()))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 20_000))
        let empty = try packets()
        empty.byteLength = 0
        let none = Feed([empty], then: .endOfStream)
        #expect(decoder.convert(to: output, error: nil, withInputFrom: none.next) == .error)
        let noise = try packets()
        for place in 0..<Int(noise.byteLength) {
            let byte = UInt8(truncatingIfNeeded: place &* 167 &+ 41)
            noise.data.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        }
        decoder.reset()
        let feed = Feed([noise], then: .endOfStream)
        let status = decoder.convert(to: output, error: nil, withInputFrom: feed.next)
        #expect(status == .error || Sample.channels(output)[0].allSatisfy { $0.isFinite })
    }

    @Test func anEncoderKeepsWhatIsLessThanAPacket() throws {
        let encoder = try #require(AVAudioConverter(from: Sample.format(), to: Self.aac()))
        let output = AVAudioCompressedBuffer(
            format: encoder.outputFormat, packetCapacity: 64, maximumPacketSize: encoder.maximumOutputPacketSize)
        func packets(_ frames: Int, then last: AVAudioConverterInputStatus) -> UInt32 {
            let buffers = frames > 0 ? [Sample.buffer([Signal.sine(0.01, frames: frames)])] : []
            let status = encoder.convert(
                to: output, error: nil, withInputFrom: Feed(buffers, then: last).next)
            #expect(status == (last == .noDataNow ? .inputRanDry : .haveData))
            return output.packetCount
        }
        let first = (0..<40).map { _ in packets(100, then: .noDataNow) }.reduce(0, +)
        #expect(first < 4)
        let rest = packets(0, then: .endOfStream)
        #expect(Int(first + rest) * 1024 >= 4000 + Int(encoder.primeInfo.leadingFrames))
    }

    @Test func manyThreadsShareAConverter() async throws {
        let converter = try #require(AVAudioConverter(from: Sample.format(), to: Sample.format(48_000)))
        let frames = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let input = Sample.buffer([[Float](repeating: 0.25, count: 441)])
                    let output = AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1000)!
                    var frames = 0
                    for _ in 0..<200 {
                        let feed = Feed([input], then: .noDataNow)
                        converter.convert(to: output, error: nil, withInputFrom: feed.next)
                        frames += Int(output.frameLength)
                        _ = (converter.channelMap, converter.primeInfo, converter.dither)
                    }
                    return frames
                }
            }
            return await group.reduce(0, +)
        }
        // All but what stands in the filter.
        #expect((8 * 200 * 480 - 200...8 * 200 * 480).contains(frames))
    }
}

@Suite struct FormatMisuseTests {
    @Test func aLayoutWithoutChannelsMakesNothing() throws {
        var empty = AudioChannelLayout()
        let layout = AVAudioChannelLayout(layout: &empty)
        #expect(layout.channelCount == 0)
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout)
        #expect(format.channelCount == 0)
        #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10) == nil)
        #expect(AVAudioConverter(from: format, to: Sample.format()) == nil)
        #expect(AVAudioConverter(from: Sample.format(), to: format) == nil)
        #expect(!format.description.isEmpty)
        #expect(AVAudioFormat(settings: format.settings) == nil)
        #expect(format == AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout))
    }

    @Test(arguments: [0, -44_100, .infinity, .nan, 1e300, .leastNonzeroMagnitude])
    func strangeRatesDoNotTrap(rate: Double) throws {
        let folder = ScratchFolder()
        let format = Sample.format(rate)
        #expect(!format.description.isEmpty)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
        buffer.frameLength = 10
        if let converter = AVAudioConverter(from: format, to: Sample.format()) {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 100))
            converter.convert(to: output, error: nil, withInputFrom: Feed([buffer], then: .endOfStream).next)
        }
        if let converter = AVAudioConverter(from: Sample.format(), to: format) {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
            let feed = Feed([Sample.buffer([[1, 2, 3]])], then: .endOfStream)
            converter.convert(to: output, error: nil, withInputFrom: feed.next)
        }
        for name in ["a.wav", "b.caf", "c.m4a", "d.aiff"] {
            let file = try? AVAudioFile(forWriting: folder.place(name), settings: format.settings)
            try? file?.write(from: buffer)
        }
        let time = AVAudioTime(sampleTime: .max, atRate: rate)
        let anchor = AVAudioTime(hostTime: .max, sampleTime: .min, atRate: rate)
        _ = time.extrapolateTime(fromAnchor: anchor)
        _ = anchor.extrapolateTime(fromAnchor: anchor)
    }

    @Test(arguments: [0, 1, 3, 1024, .max] as [UInt32])
    func strangeDescriptionsDoNotTrap(number: UInt32) throws {
        for field in 0..<5 {
            var asbd = Sample.format(44_100, 2).streamDescription.pointee
            switch field {
            case 0: asbd.mBytesPerFrame = number
            case 1: asbd.mBytesPerPacket = number
            case 2: asbd.mBitsPerChannel = number
            case 3: asbd.mFramesPerPacket = number
            default: asbd.mFormatFlags = AudioFormatFlags(number)
            }
            guard let format = AVAudioFormat(streamDescription: &asbd) else { continue }
            // A format is what it was made of, and what holds it or converts it is of this format or is not made.
            #expect(format == AVAudioFormat(streamDescription: &asbd) && !format.description.isEmpty)
            #expect(format.settings[AVFormatIDKey] as? UInt32 == asbd.mFormatID)
            if let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100) {
                buffer.frameLength = 100
                #expect(buffer.frameLength == 100 && buffer.format == format)
                #expect((buffer.copy() as? AVAudioPCMBuffer)?.frameLength == 100)
            }
            let (from, to) = (
                AVAudioConverter(from: format, to: Sample.format()), AVAudioConverter(from: Sample.format(), to: format)
            )
            #expect(from.map { $0.inputFormat == format } ?? true && to.map { $0.outputFormat == format } ?? true)
        }
    }

    @Test func tooManyChannelsGiveNil() throws {
        for count in [1025, 65_535] as [UInt32] {
            let tag = kAudioChannelLayoutTag_DiscreteInOrder | count
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout)
            #expect(format.channelCount == count)
            #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10) == nil)
            #expect(AVAudioConverter(from: format, to: Sample.format()) == nil)
        }
    }
}

@Suite struct FileMisuseTests {
    private let folder = ScratchFolder()

    private func write(_ name: String, frames: Int) throws -> URL {
        let url = folder.place(name)
        let file = try AVAudioFile(forWriting: url, settings: Sample.format().settings)
        try file.write(from: Sample.buffer([Signal.sine(0.01, frames: frames)]))
        return url
    }

    @Test func aClosedFileKeepsItsNumbers() throws {
        let file = try AVAudioFile(forReading: try write("a.caf", frames: 100))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 30))
        try file.read(into: buffer)
        file.close()
        #expect(!file.isOpen)
        #expect(file.framePosition == 30)
        #expect(file.length == 100)
        file.framePosition = 5
        #expect(file.framePosition == 30)
        #expect(throws: NSError.self) { try file.read(into: buffer, frameCount: 0) }
    }

    @Test func buffersWithoutRoomOrFramesDoNothing() throws {
        let url = try write("a.caf", frames: 100)
        let reader = try AVAudioFile(forReading: url)
        let none = try #require(AVAudioPCMBuffer(pcmFormat: reader.processingFormat, frameCapacity: 0))
        try reader.read(into: none)
        #expect(reader.framePosition == 0)
        let writer = try AVAudioFile(forWriting: folder.place("b.caf"), settings: reader.fileFormat.settings)
        try writer.write(from: none)
        #expect(writer.length == 0)
    }

    @Test func aFileThatIsCutReadsToItsEnd() throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ]
        do {
            let file = try AVAudioFile(forWriting: folder.place("a.caf"), settings: settings)
            try file.write(from: Sample.buffer([Signal.sine(0.01, frames: 44_100)]))
        }
        let bytes = try #require(folder.bytes("a.caf"))
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            _ = folder.write(Array(bytes.prefix(count)), "cut.caf")
            guard let file = try? AVAudioFile(forReading: folder.place("cut.caf")),
                let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 5000)
            else { continue }
            var reads = 0
            while reads < 100, (try? file.read(into: buffer)) != nil { reads += 1 }
            #expect(reads < 100)
        }
    }

    @Test func manyThreadsShareAFile() async throws {
        let file = try AVAudioFile(forReading: try write("a.caf", frames: 100_000))
        let frames = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 37)!
                    var frames = 0
                    while (try? file.read(into: buffer)) != nil {
                        frames += Int(buffer.frameLength)
                        _ = (file.framePosition, file.length, file.isOpen)
                    }
                    return frames
                }
            }
            return await group.reduce(0, +)
        }
        #expect(frames == 100_000)
        let writer = try AVAudioFile(forWriting: folder.place("b.caf"), settings: Sample.format().settings)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    let buffer = Sample.buffer([[Float](repeating: Float(thread), count: 100)])
                    for _ in 0..<50 { try? writer.write(from: buffer) }
                    if thread == 7 { writer.close() }
                }
            }
        }
        let written = try AVAudioFile(forReading: folder.place("b.caf"))
        #expect(written.length == writer.length)
        #expect(written.length % 100 == 0)
        #expect(written.length >= 5000)
    }
}
