import AudioToolbox
import Testing

/// AudioConverter.h through its public functions, each for what it does.
@Suite struct AudioConverterTests {
    static func pcm16(rate: Double = 44_100, channels: UInt32 = 1) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
            mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16,
            mReserved: 0)
    }

    static func float(rate: Double = 44_100) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
            mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
    }

    static func encoded(_ id: AudioFormatID, rate: Double = 44_100) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: id, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
            mBytesPerFrame: 0, mChannelsPerFrame: 1, mBitsPerChannel: 0, mReserved: 0)
    }

    /// Makes a converter, uses it, and disposes of it.
    static func with<Result>(
        _ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription,
        _ body: (AudioConverterRef) throws -> Result
    ) throws -> Result {
        var (source, destination) = (from, to)
        var made: AudioConverterRef?
        #expect(AudioConverterNew(&source, &destination, &made) == noErr)
        let converter = try #require(made)
        defer { #expect(AudioConverterDispose(converter) == noErr) }
        return try body(converter)
    }

    /// One call of FillComplexBuffer.
    fileprivate static func fill(
        _ converter: AudioConverterRef, _ source: inout Source, packets: UInt32, bytes: Int
    ) -> (status: OSStatus, packets: UInt32, data: [UInt8]) {
        var packets = packets
        var room = [UInt8](repeating: 0, count: bytes)
        var size: UInt32 = 0
        let status = room.withUnsafeMutableBytes { room in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes), mData: room.baseAddress))
            defer { size = list.mBuffers.mDataByteSize }
            return AudioConverterFillComplexBuffer(converter, supply, &source, &packets, &list, nil)
        }
        return (status, packets, Array(room.prefix(Int(size))))
    }

    fileprivate static func withSource<Result>(
        _ samples: [Int16], run: Int, _ body: (inout Source) -> Result
    ) -> Result {
        let memory = UnsafeMutablePointer<Int16>.allocate(capacity: max(samples.count, 1))
        defer { memory.deallocate() }
        for index in samples.indices { (memory + index).initialize(to: samples[index]) }
        var source = Source(samples: memory, count: samples.count, run: run)
        return body(&source)
    }

    @Test func fillComplexBufferPullsUntilTheEnd() throws {
        try Self.with(Self.pcm16(), Self.float()) { converter in
            Self.withSource([0, 16_384, -16_384, 8192, 1], run: 2) { source in
                source.interruption = (at: 4, status: 99)
                let first = Self.fill(converter, &source, packets: 10, bytes: 40)
                #expect(first.status == 99 && first.packets == 4)
                let floats = first.data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
                #expect(floats == [0, 0.5, -0.5, 0.25])
                let second = Self.fill(converter, &source, packets: 10, bytes: 40)
                #expect(second.status == noErr && second.packets == 1 && second.data.count == 4)
                let last = Self.fill(converter, &source, packets: 10, bytes: 40)
                #expect(last.status == noErr && last.packets == 0)
                source.position = 0
                #expect(Self.fill(converter, &source, packets: 10, bytes: 40).packets == 0)
                #expect(AudioConverterReset(converter) == noErr)
                #expect(Self.fill(converter, &source, packets: 3, bytes: 12).packets == 3)
            }
        }
    }

    @Test func encodesWithDescriptionsAndDependencies() throws {
        try Self.with(Self.pcm16(), Self.encoded(kAudioFormatAppleIMA4)) { converter in
            Self.withSource([Int16](repeating: 1000, count: 200), run: 50) { source in
                var packets: UInt32 = 3
                var room = [UInt8](repeating: 0, count: 102)
                var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 3)
                var dependencies = [AudioStreamPacketDependencyDescription](repeating: .init(), count: 3)
                let status = room.withUnsafeMutableBytes { room in
                    var list = AudioBufferList(
                        mNumberBuffers: 1,
                        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 102, mData: room.baseAddress))
                    return AudioConverterFillComplexBufferWithPacketDependencies(
                        converter, supply, &source, &packets, &list, &descriptions, &dependencies)
                }
                #expect(status == noErr && packets == 3)
                #expect(descriptions.map(\.mStartOffset) == [0, 34, 68])
                #expect(descriptions.map(\.mDataByteSize) == [34, 34, 34])
                #expect(dependencies.map(\.mIsIndependentlyDecodable) == [1, 1, 1])
                let rest = Self.fill(converter, &source, packets: 3, bytes: 102)
                #expect(rest.packets == 1, "8 frames and silence")
                var info = AudioConverterPrimeInfo()
                var size = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)
                #expect(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &info) == noErr)
                #expect(info.leadingFrames == 0 && info.trailingFrames == 56)
            }
        }
    }

    @Test func realTimeSafeFillingIsForLinearPCM() throws {
        func fill(_ to: AudioStreamBasicDescription) throws -> (OSStatus, UInt32) {
            try Self.with(Self.pcm16(), to) { converter in
                Self.withSource([1, 2, 3, 4], run: 4) { source in
                    var packets: UInt32 = 2
                    var room = [Float](repeating: 0, count: 20)
                    let status = room.withUnsafeMutableBytes { room in
                        var list = AudioBufferList(
                            mNumberBuffers: 1,
                            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 80, mData: room.baseAddress))
                        return AudioConverterFillComplexBufferRealtimeSafe(
                            converter, supply, &source, &packets, &list, nil)
                    }
                    return (status, packets)
                }
            }
        }
        #expect(try fill(Self.float()) == (noErr, 2))
        #expect(try fill(Self.encoded(kAudioFormatULaw)) == (kAudioConverterErr_OperationNotSupported, 0))
    }

    @Test func fillBufferCountsInBytes() throws {
        try Self.with(Self.pcm16(), Self.float()) { converter in
            Self.withSource([16_384, -16_384, 8192], run: 2) { source in
                var size: UInt32 = 100
                var output = [Float](repeating: 0, count: 25)
                let status = AudioConverterFillBuffer(
                    converter,
                    { _, size, data, user in
                        guard let source = user?.assumingMemoryBound(to: Source.self) else { return kAudio_ParamError }
                        let count = min(2, source.pointee.count - source.pointee.position)
                        data.pointee = UnsafeMutableRawPointer(source.pointee.samples + source.pointee.position)
                        source.pointee.position += count
                        size.pointee = UInt32(count * 2)
                        return noErr
                    }, &source, &size, &output)
                #expect(status == noErr && size == 12 && Array(output.prefix(3)) == [0.5, -0.5, 0.25])
            }
        }
    }

    @Test func convertBufferConvertsOneBuffer() throws {
        try Self.with(Self.pcm16(), Self.encoded(kAudioFormatULaw)) { converter in
            let samples: [Int16] = [0, 8, -8, 32_124]
            var size: UInt32 = 4
            var codes = [UInt8](repeating: 0, count: 4)
            #expect(AudioConverterConvertBuffer(converter, 8, samples, &size, &codes) == noErr)
            #expect(size == 4 && codes == [0xFF, 0xFE, 0x7E, 0x80])
            #expect(
                AudioConverterConvertBuffer(converter, 7, samples, &size, &codes) == kAudioConverterErr_InvalidInputSize
            )
            size = 3
            #expect(
                AudioConverterConvertBuffer(converter, 8, samples, &size, &codes)
                    == kAudioConverterErr_InvalidOutputSize)
        }
        try Self.with(Self.pcm16(), Self.pcm16(rate: 48_000)) { converter in
            let samples: [Int16] = [0, 8]
            var size: UInt32 = 4
            var output: [Int16] = [0, 0]
            #expect(
                AudioConverterConvertBuffer(converter, 4, samples, &size, &output)
                    == kAudioConverterErr_OperationNotSupported)
        }
    }

    @Test func convertComplexBufferConvertsFrames() throws {
        func convert(_ to: AudioStreamBasicDescription, frames: UInt32) throws -> (OSStatus, [Float]) {
            try Self.with(Self.pcm16(), to) { converter in
                var samples: [Int16] = [16_384, -16_384]
                var output: [Float] = [0, 0]
                let status = samples.withUnsafeMutableBytes { samples in
                    output.withUnsafeMutableBytes { output in
                        var input = AudioBufferList(
                            mNumberBuffers: 1,
                            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 4, mData: samples.baseAddress))
                        var list = AudioBufferList(
                            mNumberBuffers: 1,
                            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: output.baseAddress))
                        return AudioConverterConvertComplexBuffer(converter, frames, &input, &list)
                    }
                }
                return (status, output)
            }
        }
        #expect(try convert(Self.float(), frames: 2) == (noErr, [0.5, -0.5]))
        #expect(try convert(Self.float(), frames: 3).0 == kAudioConverterErr_InvalidInputSize)
        #expect(try convert(Self.float(rate: 48_000), frames: 2).0 == kAudioConverterErr_OperationNotSupported)
        #expect(try convert(Self.encoded(kAudioFormatULaw), frames: 2).0 == kAudioConverterErr_OperationNotSupported)
    }

    /// Programs make a converter before they know their format. mpg123's output is one.
    @Test func samplesOfNoBitsFailAtTheFirstConversion() throws {
        var (from, to) = (Self.pcm16(), Self.float())
        (from.mBitsPerChannel, from.mBytesPerFrame, from.mBytesPerPacket) = (0, 0, 0)
        var made: AudioConverterRef?
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        let converter = try #require(made)
        var map: [Int32] = [0]
        #expect(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 4, &map) == noErr)
        var back = AudioStreamBasicDescription()
        var size: UInt32 = 40
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterCurrentInputStreamDescription, &size, &back) == noErr)
        #expect(back.mBitsPerChannel == 0 && back.mChannelsPerFrame == from.mChannelsPerFrame)
        var output = [Float](repeating: 7, count: 8)
        var packets: UInt32 = 8
        let status = output.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return AudioConverterFillComplexBuffer(
                converter,
                { _, packets, _, _, _ in
                    packets.pointee = 0
                    return 77
                }, nil, &packets, &list, nil)
        }
        #expect(status == kAudioConverterErr_FormatNotSupported && packets == 0 && output[0] == 7)
        for property in [
            kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMaximumInputPacketSize,
            kAudioConverterPropertyCalculateOutputBufferSize, kAudioConverterPropertyCalculateInputBufferSize,
        ] {
            var value: UInt32 = 1000
            size = 4
            _ = AudioConverterGetProperty(converter, property, &size, &value)
        }
        #expect(AudioConverterDispose(converter) == noErr)
        // Going out, and with sizes that contradict the bits, it is no format.
        #expect(AudioConverterNew(&to, &from, &made) == kAudioConverterErr_FormatNotSupported)
        from.mBytesPerFrame = 2
        #expect(AudioConverterNew(&from, &to, &made) == kAudioConverterErr_FormatNotSupported)
    }

    /// A client may count several packets of one size as one, with one description. Decoders of FFmpeg give what their container
    /// counts as a packet.
    @Test(arguments: [
        kAudioFormatALaw, kAudioFormatULaw, kAudioFormatAppleIMA4, kAudioFormatMicrosoftGSM, kAudioFormatiLBC,
    ])
    func oneDescriptionMayCoverSeveralPackets(format: AudioFormatID) throws {
        try Self.with(Self.encoded(format, rate: 8000), Self.pcm16(rate: 8000)) { converter in
            var stated = AudioStreamBasicDescription()
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            #expect(
                AudioConverterGetProperty(converter, kAudioConverterCurrentInputStreamDescription, &size, &stated)
                    == noErr)
            let single = try Self.decode(converter, stated, pieces: [Int](repeating: 1, count: 12))
            let several = try Self.decode(converter, stated, pieces: [5, 1, 6])
            #expect(single.count == 12 * Int(stated.mFramesPerPacket) && several == single)
        }
    }

    /// Decodes arbitrary bytes in pieces of so many packets, each with a count of one and a description of all of its bytes.
    private static func decode(
        _ converter: AudioConverterRef, _ format: AudioStreamBasicDescription, pieces: [Int]
    ) throws -> [Int16] {
        #expect(AudioConverterReset(converter) == noErr)
        let packets = pieces.reduce(0, +)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: packets * Int(format.mBytesPerPacket))
        let description = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)
        defer {
            bytes.deallocate()
            description.deallocate()
        }
        for index in 0..<packets * Int(format.mBytesPerPacket) { bytes[index] = UInt8(truncatingIfNeeded: index * 37) }
        var source = Pieces(
            bytes: bytes, description: description, sizes: pieces.map { $0 * Int(format.mBytesPerPacket) })
        var frames = UInt32(packets) * format.mFramesPerPacket + 1
        var output = [Int16](repeating: 0, count: Int(frames))
        let status = output.withUnsafeMutableBytes { room in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(room.count), mData: room.baseAddress))
            return withUnsafeMutablePointer(to: &source) {
                AudioConverterFillComplexBuffer(converter, supplyPiece, $0, &frames, &list, nil)
            }
        }
        #expect(status == noErr && source.sizes.isEmpty)
        return Array(output.prefix(Int(frames)))
    }

    @Test func propertiesComeAndGo() throws {
        try Self.with(Self.pcm16(channels: 2), Self.float()) { converter in
            var size: UInt32 = 0
            var isWritable = false
            #expect(AudioConverterGetPropertyInfo(converter, kAudioConverterChannelMap, &size, &isWritable) == noErr)
            #expect(size == 4 && isWritable)
            var map: [Int32] = [1]
            #expect(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 4, &map) == noErr)
            map = [9]
            #expect(AudioConverterGetProperty(converter, kAudioConverterChannelMap, &size, &map) == noErr)
            #expect(map == [1])
            size = 3
            #expect(
                AudioConverterGetProperty(converter, kAudioConverterChannelMap, &size, &map)
                    == kAudioConverterErr_BadPropertySizeError)
        }
    }

    @Test func newSpecificTakesNamedCodecsOnly() throws {
        var (from, to) = (Self.pcm16(), Self.encoded(kAudioFormatAppleIMA4))
        var made: AudioConverterRef?
        var ours = AudioClassDescription(
            mType: kAudioEncoderComponentType, mSubType: kAudioFormatAppleIMA4, mManufacturer: 0x6170_706C)
        #expect(AudioConverterNewSpecific(&from, &to, 1, &ours, &made) == noErr)
        #expect(AudioConverterDispose(try #require(made)) == noErr)
        ours.mSubType = kAudioFormatMPEG4AAC
        #expect(AudioConverterNewSpecific(&from, &to, 1, &ours, &made) == kAudioConverterErr_FormatNotSupported)
    }

    @Test func optionsAreKnownOrRefused() throws {
        var (from, to) = (Self.pcm16(), Self.float())
        var made: AudioConverterRef?
        #expect(AudioConverterNewWithOptions(&from, &to, .unbuffered, &made) == noErr)
        #expect(AudioConverterDispose(try #require(made)) == noErr)
        #expect(
            AudioConverterNewWithOptions(&from, &to, AudioConverterOptions(rawValue: 1), &made) == kAudio_ParamError)
    }

    @Test func prepareCallsBack() async {
        let status = await withCheckedContinuation { continuation in
            AudioConverterPrepare(0, nil) { continuation.resume(returning: $0) }
        }
        #expect(status == noErr)
    }

    @Test func disposedAndInventedReferencesAreErrors() throws {
        var (from, to) = (Self.pcm16(), Self.float())
        var made: AudioConverterRef?
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        let converter = try #require(made)
        #expect(AudioConverterDispose(converter) == noErr)
        var size: UInt32 = 4
        var value: UInt32 = 0
        for reference in [converter, AudioConverterRef(bitPattern: 0x1234_5678)!] {
            #expect(AudioConverterDispose(reference) == kAudio_ParamError)
            #expect(AudioConverterReset(reference) == kAudio_ParamError)
            #expect(
                AudioConverterGetPropertyInfo(reference, kAudioConverterPrimeMethod, &size, nil) == kAudio_ParamError)
            #expect(
                AudioConverterGetProperty(reference, kAudioConverterPrimeMethod, &size, &value) == kAudio_ParamError)
            #expect(AudioConverterSetProperty(reference, kAudioConverterPrimeMethod, 4, &value) == kAudio_ParamError)
        }
    }

    @Test func formatsThatCannotBeAreRefused() {
        var made: AudioConverterRef?
        var (from, to) = (Self.pcm16(), Self.float())
        from.mChannelsPerFrame = 0
        #expect(AudioConverterNew(&from, &to, &made) == kAudioConverterErr_FormatNotSupported)
        from = Self.pcm16(rate: .nan)
        #expect(AudioConverterNew(&from, &to, &made) == kAudioConverterErr_InputSampleRateOutOfRange)
        to.mSampleRate = 0
        from = Self.pcm16()
        #expect(AudioConverterNew(&from, &to, &made) == kAudioConverterErr_OutputSampleRateOutOfRange)
        #expect(made == nil)
    }
}

/// What a callback reads from: samples, handed out in runs.
private struct Source {
    var samples: UnsafeMutablePointer<Int16>
    var count: Int
    var run: Int
    var position = 0
    /// Returned instead of data when the position is reached, once.
    var interruption: (at: Int, status: OSStatus)?
}

private func supply(
    _ converter: AudioConverterRef, _ packets: UnsafeMutablePointer<UInt32>,
    _ data: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ user: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let source = user?.assumingMemoryBound(to: Source.self) else { return kAudio_ParamError }
    if let interruption = source.pointee.interruption, interruption.at == source.pointee.position {
        source.pointee.interruption = nil
        packets.pointee = 0
        return interruption.status
    }
    let count = min(source.pointee.run, source.pointee.count - source.pointee.position)
    data.pointee.mBuffers.mData = UnsafeMutableRawPointer(source.pointee.samples + source.pointee.position)
    data.pointee.mBuffers.mDataByteSize = UInt32(count * 2)
    source.pointee.position += count
    packets.pointee = UInt32(count)
    return noErr
}

/// What a callback gives piece by piece.
private struct Pieces {
    let bytes: UnsafeMutablePointer<UInt8>
    let description: UnsafeMutablePointer<AudioStreamPacketDescription>
    /// The bytes of each piece that is still to come.
    var sizes: [Int]
    var position = 0
}

/// Gives the next piece as one packet.
private func supplyPiece(
    _ converter: AudioConverterRef, _ packets: UnsafeMutablePointer<UInt32>,
    _ data: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ user: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let pieces = user?.assumingMemoryBound(to: Pieces.self) else { return kAudio_ParamError }
    guard let size = pieces.pointee.sizes.first else {
        packets.pointee = 0
        return noErr
    }
    pieces.pointee.sizes.removeFirst()
    data.pointee.mBuffers = AudioBuffer(
        mNumberChannels: 0, mDataByteSize: UInt32(size),
        mData: UnsafeMutableRawPointer(pieces.pointee.bytes + pieces.pointee.position))
    pieces.pointee.description.initialize(
        to: AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(size)))
    descriptions?.pointee = pieces.pointee.description
    pieces.pointee.position += size
    packets.pointee = 1
    return noErr
}
