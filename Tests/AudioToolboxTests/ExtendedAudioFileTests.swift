import AudioToolbox
import TestSupport
import Testing

/// ExtendedAudioFile.h: sound read and written in a format of the program's choice.
@Suite struct ExtendedAudioFileTests {
    private let folder = ScratchFolder()

    /// Samples that encode their place: `channels` interleaved, each a slow ramp.
    static func ramp(frames: Int, channels: Int) -> [Int16] {
        (0..<frames * channels).map { Int16(truncatingIfNeeded: $0 &* 37 &+ $0 / channels) }
    }

    private func wave(_ samples: [Int16], channels: UInt32 = 2, rate: Double = 44_100) throws -> CFURL {
        let url = folder.url("in.wav")
        try PublicFile.create(
            url, kAudioFileWAVEType, .int(16, rate: rate, channels: channels), littleEndianBytes(samples))
        return url
    }

    @Test func aFileIsReadAsItIs() throws {
        let samples = Self.ramp(frames: 5000, channels: 2)
        let url = try wave(samples)
        #expect(try values(PublicFile.decode(url, block: 777), of: Int16.self) == samples)
    }

    @Test func intsBecomeFloatsExactly() throws {
        let samples = Self.ramp(frames: 5000, channels: 2)
        let bytes = try PublicFile.decode(try wave(samples), to: .float(channels: 2), block: 333)
        #expect(values(bytes, of: Float.self) == samples.map { Float($0) / 32_768 })
    }

    @Test func channelsComeApart() throws {
        let samples = Self.ramp(frames: 1000, channels: 2)
        try PublicFile.withReader(try wave(samples), to: .float(channels: 2, interleaved: false)) { file throws in
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            defer { free(list.unsafeMutablePointer) }
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2000)
            defer { memory.deallocate() }
            for i in 0..<2 {
                list[i] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 4000, mData: memory + 1000 * i)
            }
            var frames: UInt32 = 1000
            #expect(ExtAudioFileRead(file, &frames, list.unsafeMutablePointer) == noErr && frames == 1000)
            for frame in 0..<1000 {
                #expect(memory[frame] == Float(samples[2 * frame]) / 32_768)
                #expect(memory[1000 + frame] == Float(samples[2 * frame + 1]) / 32_768)
            }
            frames = 1000
            #expect(ExtAudioFileRead(file, &frames, list.unsafeMutablePointer) == noErr && frames == 0)
        }
    }

    /// A read gives no more frames than the buffer has room for, whatever it is asked for, with and without a conversion.
    @Test(arguments: [44_100, 48_000] as [Double]) func aReadFillsTheBufferAtMost(rate: Double) throws {
        let url = try wave(Self.ramp(frames: 5000, channels: 2))
        try PublicFile.withReader(url, to: .float(rate: rate, channels: 2)) { file throws in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2000)
            defer { memory.deallocate() }
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(mNumberChannels: 2, mDataByteSize: 8000, mData: memory)
            var frames: UInt32 = 4096
            #expect(ExtAudioFileRead(file, &frames, &list) == noErr)
            #expect(frames == 1000 && list.mBuffers.mDataByteSize == 8000)
        }
    }

    @Test func channelsAreDroppedAndDoubled() throws {
        let samples = Self.ramp(frames: 1000, channels: 2)
        let url = try wave(samples)
        let mono = values(try PublicFile.decode(url, to: .int(16)), of: Int16.self)
        let left: [Int16] = stride(from: 0, to: 2000, by: 2).map { samples[$0] }
        #expect(mono == left)
        let one = Self.ramp(frames: 1000, channels: 1)
        let stereo = values(
            try PublicFile.decode(try wave(one, channels: 1), to: .int(16, channels: 2)), of: Int16.self)
        let first: [Int16] = stride(from: 0, to: stereo.count, by: 2).map { stereo[$0] }
        #expect(stereo.count == 2000 && first == one)
    }

    /// The length is that of the whole sound at the other rate, and a sine stays that sine.
    @Test func anotherRate() throws {
        let sine = Signal.sine(440 / 44_100, frames: 44_100)
        let url = folder.url("in.caf")
        try PublicFile.create(url, kAudioFileCAFType, .float(), littleEndianBytes(sine))
        let converted = values(try PublicFile.decode(url, to: .float(rate: 48_000)), of: Float.self)
        #expect(converted.count == 48_000)
        let fit = Measure.sineFit(converted[2000..<46_000], frequency: 440 / 48_000)
        #expect(abs(fit.amplitude - 0.5) < 1e-3 && Measure.decibels(fit.residual) < -80)
    }

    /// Seeking to any frame gives what a straight read gives there.
    @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatALaw])
    func seekingEqualsAStraightRead(format: AudioFormatID) throws {
        let frames = 20_000
        let samples = CodecSignals.music(frames: frames, channels: 2)
        let url = folder.url("in.caf")
        let file: AudioStreamBasicDescription =
            format == kAudioFormatLinearPCM ? .int(24, channels: 2) : .encoded(format, channels: 2)
        try PublicFile.encode(
            url, kAudioFileCAFType, file, from: .int(16, channels: 2), littleEndianBytes(samples))
        let whole = try PublicFile.decode(url, to: .int(16, channels: 2))
        #expect(whole.count == frames * 4)
        try PublicFile.withReader(url, to: .int(16, channels: 2)) { file throws in
            var random = SeededRandom(UInt64(format))
            for place in [0, 1, 63, 64, 65, frames - 1, frames]
                + (0..<60).map({ _ in Int.random(in: 0..<frames, using: &random) })
            {
                #expect(ExtAudioFileSeek(file, Int64(place)) == noErr)
                var position: Int64 = -1
                #expect(ExtAudioFileTell(file, &position) == noErr && position == place)
                let part = try PublicFile.rest(file, block: 500, limit: 1000)
                let expected = Array(whole[(place * 4)..<min(place + 1000, frames) * 4])
                // A decoder that starts in the middle has no running predictor from before: see the IMA4 bound.
                if format == kAudioFormatAppleIMA4 {
                    let pairs = zip(values(part, of: Int16.self), values(expected, of: Int16.self))
                    #expect(part.count == expected.count && pairs.allSatisfy { abs(Int($0) - Int($1)) <= 127 })
                } else {
                    #expect(part == expected, "\(place)")
                }
                #expect(ExtAudioFileTell(file, &position) == noErr && position == Int64(place + part.count / 4))
            }
            #expect(ExtAudioFileSeek(file, Int64(frames) + 1) == kExtAudioFileError_InvalidSeek)
            #expect(ExtAudioFileSeek(file, -1) == kExtAudioFileError_InvalidSeek)
        }
    }

    /// 1000 frames fill 15.6 packets: the packet table cuts the last one.
    @Test func encodedSoundHasTheLengthItHadBefore() throws {
        for frames in [1, 63, 64, 65, 1000] {
            let url = folder.url("ima.caf")
            let samples = CodecSignals.music(frames: frames, channels: 1)
            try PublicFile.encode(
                url, kAudioFileCAFType, .encoded(kAudioFormatAppleIMA4), from: .int(16), littleEndianBytes(samples))
            #expect(try PublicFile.decode(url, to: .int(16)).count == 2 * frames)
            try PublicFile.withReader(url) { file throws in
                let length = try PublicFile.extProperty(file, kExtAudioFileProperty_FileLengthFrames, Int64(0))
                let table = try PublicFile.extProperty(
                    file, kExtAudioFileProperty_PacketTable, AudioFilePacketTableInfo())
                #expect(length == Int64(frames) && table.mNumberValidFrames == Int64(frames))
                #expect((frames + Int(table.mRemainderFrames) + Int(table.mPrimingFrames)) % 64 == 0)
            }
        }
    }

    @Test func primingIsDecodedAndDropped() throws {
        let url = folder.url("ima.caf")
        let samples = CodecSignals.music(frames: 640, channels: 1)
        try PublicFile.encode(
            url, kAudioFileCAFType, .encoded(kAudioFormatAppleIMA4), from: .int(16), littleEndianBytes(samples))
        let whole = try PublicFile.decode(url, to: .int(16))
        try PublicFile.with(url, .readWritePermission) { id throws in
            var table = AudioFilePacketTableInfo(mNumberValidFrames: 500, mPrimingFrames: 100, mRemainderFrames: 40)
            #expect(AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
        }
        #expect(try PublicFile.decode(url, to: .int(16)) == Array(whole[200..<1200]))
    }

    @Test func aWrappedFileStaysOpen() throws {
        let samples = Self.ramp(frames: 100, channels: 2)
        let url = try wave(samples)
        try PublicFile.with(url, .readWritePermission) { id throws in
            var made: ExtAudioFileRef?
            #expect(ExtAudioFileWrapAudioFileID(id, false, &made) == noErr)
            let reader = try #require(made)
            #expect(try PublicFile.extProperty(reader, kExtAudioFileProperty_AudioFile, AudioFileID?.none) == id)
            #expect(try values(PublicFile.rest(reader), of: Int16.self) == samples)
            #expect(ExtAudioFileDispose(reader) == noErr)
            // Writing goes on where the file ends.
            #expect(ExtAudioFileWrapAudioFileID(id, true, &made) == noErr)
            let writer = try #require(made)
            var more: [Int16] = [1, 2, 3, 4]
            more.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 8, mData: bytes.baseAddress))
                #expect(ExtAudioFileWrite(writer, 2, &list) == noErr)
            }
            #expect(ExtAudioFileDispose(writer) == noErr)
            #expect(try values(PublicFile.data(id), of: Int16.self) == samples + [1, 2, 3, 4])
        }
        try PublicFile.with(url) { id throws in
            var made: ExtAudioFileRef?
            #expect(ExtAudioFileWrapAudioFileID(id, true, &made) == OSStatus(code: "prm?"))
        }
    }

    // MARK: Asynchronous writing

    private static func write(_ file: ExtAudioFileRef, _ samples: [Float], channels: Int, async: Bool) -> Bool {
        var random = SeededRandom(9)
        var start = 0
        let total = samples.count / channels
        return samples.withUnsafeBytes { bytes in
            while start < total {
                let count = min(Int.random(in: 1...700, using: &random), total - start)
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: UInt32(channels), mDataByteSize: UInt32(count * channels * 4),
                        mData: UnsafeMutableRawPointer(mutating: bytes.baseAddress! + start * channels * 4)))
                let status =
                    async
                    ? ExtAudioFileWriteAsync(file, UInt32(count), &list) : ExtAudioFileWrite(file, UInt32(count), &list)
                // The ring is full: the disk thread gets a chance.
                if status == kExtAudioFileError_AsyncWriteBufferOverflow {
                    sched_yield()
                    continue
                }
                guard status == noErr else { return false }
                start += count
            }
            return true
        }
    }

    @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleIMA4])
    func asynchronousWritesMakeTheSameFile(format: AudioFormatID) throws {
        let sound = Signal.noise(frames: 2 * 300_000, seed: 5, amplitude: 0.5)
        var bytes: [[UInt8]] = []
        for async in [false, true] {
            var file: AudioStreamBasicDescription =
                format == kAudioFormatLinearPCM
                ? .int(16, channels: 2, bigEndian: true) : .encoded(format, channels: 2)
            var made: ExtAudioFileRef?
            let url = folder.url("out.aifc")
            #expect(
                ExtAudioFileCreateWithURL(
                    url, kAudioFileAIFCType, &file, nil, AudioFileFlags.eraseFile.rawValue, &made) == noErr)
            let reference = try #require(made)
            try PublicFile.set(
                reference, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float(channels: 2))
            if async {
                #expect(ExtAudioFileWriteAsync(reference, 0, nil) == noErr)
                let shared = SharedReference(reference: reference)
                let done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var worked = false
                Thread.detachNewThread {
                    worked = Self.write(shared.reference, sound, channels: 2, async: true)
                    done.signal()
                }
                done.wait()
                #expect(worked)
            } else {
                #expect(Self.write(reference, sound, channels: 2, async: false))
            }
            #expect(ExtAudioFileDispose(reference) == noErr)
            bytes.append(try #require(folder.bytes("out.aifc")))
        }
        #expect(bytes[0].count > 300_000 && bytes[0] == bytes[1])
    }

    /// Some programs prepare for asynchronous writing, and then write synchronously.
    @Test func synchronousFramesFollowAsynchronousOnes() throws {
        var file = AudioStreamBasicDescription.int(16, channels: 2)
        var made: ExtAudioFileRef?
        #expect(ExtAudioFileCreateWithURL(folder.url("a.caf"), kAudioFileCAFType, &file, nil, 1, &made) == noErr)
        let reference = try #require(made)
        #expect(ExtAudioFileWriteAsync(reference, 0, nil) == noErr)
        var samples = (0..<40_000).map { Int16(truncatingIfNeeded: $0) }
        for (index, async) in [false, true, true, false].enumerated() {
            samples.withUnsafeMutableBytes { bytes in
                let part = UnsafeMutableRawBufferPointer(rebasing: bytes[(index * 20_000)..<((index + 1) * 20_000)])
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: UInt32(part.count), mData: part.baseAddress))
                if index == 1 { #expect(ExtAudioFileWriteAsync(reference, 0, nil) == noErr) }
                let status =
                    async ? ExtAudioFileWriteAsync(reference, 5000, &list) : ExtAudioFileWrite(reference, 5000, &list)
                #expect(status == noErr)
            }
        }
        #expect(ExtAudioFileDispose(reference) == noErr)
        #expect(try PublicFile.data(folder.url("a.caf")) == samples.withUnsafeBytes { Array($0) })
    }

    private struct SharedReference: @unchecked Sendable {
        let reference: ExtAudioFileRef
    }

    @Test func anAsynchronousWriteLargerThanTheRingIsRefused() throws {
        var file = AudioStreamBasicDescription.int(16, rate: 8000)
        var made: ExtAudioFileRef?
        #expect(ExtAudioFileCreateWithURL(folder.url("a.wav"), kAudioFileWAVEType, &file, nil, 1, &made) == noErr)
        let reference = try #require(made)
        #expect(ExtAudioFileWriteAsync(reference, 0, nil) == noErr)
        var sound = [UInt8](repeating: 0, count: 2 * 8000 * 60)
        sound.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            #expect(
                ExtAudioFileWriteAsync(reference, 8000 * 60, &list) == kExtAudioFileError_AsyncWriteTooLarge)
        }
        #expect(ExtAudioFileDispose(reference) == noErr)
        #expect(try PublicFile.data(folder.url("a.wav")) == [])
    }

    // MARK: Properties

    @Test func propertiesOfAReader() throws {
        let url = folder.url("ima.caf")
        try PublicFile.encode(
            url, kAudioFileCAFType, .encoded(kAudioFormatAppleIMA4, channels: 2), from: .int(16, channels: 2),
            littleEndianBytes(Self.ramp(frames: 640, channels: 2)))
        try PublicFile.withReader(url) { file throws in
            let own = try PublicFile.extProperty(
                file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            #expect(own.mFormatID == kAudioFormatAppleIMA4 && own.mBytesPerPacket == 68)
            #expect(try PublicFile.extProperty(file, kExtAudioFileProperty_FileMaxPacketSize, UInt32(0)) == 68)
            #expect(
                try PublicFile.extProperty(file, kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none) == nil)
            var list = AudioBufferList()
            var frames: UInt32 = 1
            #expect(ExtAudioFileRead(file, &frames, &list) == kExtAudioFileError_NonPCMClientFormat)

            try PublicFile.set(
                file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float(channels: 2))
            let client = try PublicFile.extProperty(
                file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription())
            #expect(client.mBitsPerChannel == 32)
            #expect(try PublicFile.extProperty(file, kExtAudioFileProperty_ClientMaxPacketSize, UInt32(0)) == 8)
            let converter = try #require(
                try PublicFile.extProperty(file, kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none))
            var (size, input): (UInt32, AudioStreamBasicDescription) = (40, .init())
            let property = kAudioConverterCurrentInputStreamDescription
            #expect(AudioConverterGetProperty(converter, property, &size, &input) == noErr)
            #expect(input.mFormatID == kAudioFormatAppleIMA4)

            try PublicFile.set(file, kExtAudioFileProperty_IOBufferSizeBytes, UInt32(100))
            #expect(try PublicFile.extProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, UInt32(0)) == 100)
            try PublicFile.set(file, kExtAudioFileProperty_ConverterConfig, UnsafeRawPointer?.none)
            #expect(try PublicFile.rest(file).count == 640 * 8)
        }
    }

    @Test func propertyInfoAndWrongProperties() throws {
        try PublicFile.withReader(try wave([1, 2, 3, 4])) { file throws in
            let writable: [ExtAudioFilePropertyID: Bool] = [
                kExtAudioFileProperty_FileDataFormat: false, kExtAudioFileProperty_ClientDataFormat: true,
                kExtAudioFileProperty_FileLengthFrames: false, kExtAudioFileProperty_AudioFile: false,
                kExtAudioFileProperty_AudioConverter: false, kExtAudioFileProperty_IOBufferSizeBytes: true,
                kExtAudioFileProperty_ConverterConfig: true, kExtAudioFileProperty_CodecManufacturer: true,
                kExtAudioFileProperty_ClientMaxPacketSize: false,
            ]
            for (property, expected) in writable {
                var (size, isWritable): (UInt32, Bool) = (0, !expected)
                #expect(ExtAudioFileGetPropertyInfo(file, property, &size, &isWritable) == noErr)
                #expect(size > 0 && isWritable == expected, "\(statusText(Int32(bitPattern: property)))")
                guard property != kExtAudioFileProperty_ConverterConfig else { continue }
                var room = [UInt8](repeating: 0, count: 64)
                size -= 1
                #expect(
                    ExtAudioFileGetProperty(file, property, &size, &room) == kExtAudioFileError_InvalidPropertySize)
            }
            var (size, room): (UInt32, UInt64) = (8, 0)
            for property in [UInt32(code: "zzzz"), kExtAudioFileProperty_PacketTable] {
                let invalid = kExtAudioFileError_InvalidProperty
                #expect(ExtAudioFileGetProperty(file, property, &size, &room) == invalid)
                #expect(ExtAudioFileGetPropertyInfo(file, property, nil, nil) == invalid)
            }
            var format = AudioStreamBasicDescription.encoded(kAudioFormatAppleIMA4)
            let client = kExtAudioFileProperty_ClientDataFormat
            #expect(ExtAudioFileSetProperty(file, client, 40, &format) == kExtAudioFileError_NonPCMClientFormat)
            #expect(ExtAudioFileSetProperty(file, client, 39, &format) == kExtAudioFileError_InvalidPropertySize)
            format = .int(16)
            format.mBytesPerFrame = 7
            #expect(ExtAudioFileSetProperty(file, client, 40, &format) == kExtAudioFileError_InvalidDataFormat)
            #expect(
                ExtAudioFileSetProperty(file, kExtAudioFileProperty_AudioFile, 8, &room)
                    == kExtAudioFileError_InvalidProperty)
        }
    }

    @Test func layoutsOfFileAndClient() throws {
        var file = AudioStreamBasicDescription.int(16, channels: 6)
        var layout = AudioChannelLayout(
            mChannelLayoutTag: kAudioChannelLayoutTag_MPEG_5_1_A, mChannelBitmap: [], mNumberChannelDescriptions: 0,
            mChannelDescriptions: AudioChannelDescription())
        var made: ExtAudioFileRef?
        let url = folder.url("a.caf")
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &file, &layout, 1, &made) == noErr)
        let writer = try #require(made)
        var size: UInt32 = 0
        #expect(ExtAudioFileGetPropertyInfo(writer, kExtAudioFileProperty_FileChannelLayout, &size, nil) == noErr)
        #expect(
            ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientChannelLayout, 32, &layout) == noErr)
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        #expect(
            ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientChannelLayout, 32, &layout)
                == kExtAudioFileError_InvalidChannelMap)
        #expect(ExtAudioFileDispose(writer) == noErr)
        // A layout for other channels costs no existing file.
        let before = folder.bytes("a.caf")
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &file, &layout, 1, &made) == kAudio_ParamError)
        #expect(folder.bytes("a.caf") == before)
    }

    @Test func theLengthOfLinearPCMCanBeSetWhileWriting() throws {
        var file = AudioStreamBasicDescription.int(16)
        var made: ExtAudioFileRef?
        let url = folder.url("a.caf")
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &file, nil, 1, &made) == noErr)
        let writer = try #require(made)
        try PublicFile.set(writer, kExtAudioFileProperty_FileLengthFrames, Int64(10))
        #expect(try PublicFile.extProperty(writer, kExtAudioFileProperty_FileLengthFrames, Int64(0)) == 10)
        #expect(ExtAudioFileDispose(writer) == noErr)
        #expect(try PublicFile.data(url) == [UInt8](repeating: 0, count: 20))
    }

    @Test func readingAndWritingAreKeptApart() throws {
        var list = AudioBufferList()
        var frames: UInt32 = 0
        try PublicFile.withReader(try wave([1, 2])) { file throws in
            #expect(ExtAudioFileWrite(file, 0, &list) == kExtAudioFileError_InvalidOperationOrder)
            #expect(ExtAudioFileWriteAsync(file, 0, nil) == kExtAudioFileError_InvalidOperationOrder)
        }
        var format = AudioStreamBasicDescription.int(16)
        var made: ExtAudioFileRef?
        #expect(ExtAudioFileCreateWithURL(folder.url("b.wav"), kAudioFileWAVEType, &format, nil, 1, &made) == noErr)
        let writer = try #require(made)
        #expect(ExtAudioFileRead(writer, &frames, &list) == kExtAudioFileError_InvalidOperationOrder)
        #expect(ExtAudioFileSeek(writer, 0) == kExtAudioFileError_InvalidSeek)
        var sample: Int16 = 5
        withUnsafeMutableBytes(of: &sample) { bytes in
            list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 2, mData: bytes.baseAddress)
            )
            // The size of the buffer counts where the number of frames is larger, and a buffer without a frame is an error.
            #expect(ExtAudioFileWrite(writer, 2, &list) == noErr)
            list.mBuffers.mDataByteSize = 1
            #expect(ExtAudioFileWrite(writer, 1, &list) == kAudio_ParamError)
            list.mBuffers.mDataByteSize = 2
            #expect(ExtAudioFileWriteAsync(writer, 0, nil) == noErr)
            #expect(ExtAudioFileWriteAsync(writer, 2, &list) == noErr)
            list.mBuffers.mDataByteSize = 1
            #expect(ExtAudioFileWriteAsync(writer, 1, &list) == kAudio_ParamError)
        }
        var position: Int64 = 0
        #expect(ExtAudioFileTell(writer, &position) == noErr && (1...2).contains(position))
        // The client's format is fixed once frames were written.
        #expect(
            ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, 40, &format)
                == kExtAudioFileError_InvalidOperationOrder)
        #expect(ExtAudioFileDispose(writer) == noErr)
        #expect(try values(PublicFile.data(folder.url("b.wav")), of: Int16.self) == [5, 5])
    }

    /// An `FSRef` that no function has made is of no file.
    @Test func aReferenceToNoFileIsRefused() {
        var file: ExtAudioFileRef?
        var place = [UInt64](repeating: 0, count: 10)
        let outcome = place.withUnsafeMutableBytes { ExtAudioFileOpen(OpaquePointer($0.baseAddress!), &file) }
        #expect(outcome == kAudio_FileNotFoundError)
    }
}
