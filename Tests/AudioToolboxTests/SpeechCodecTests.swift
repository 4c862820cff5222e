import AudioToolbox
import Foundation
import TestSupport
import Testing

/// iLBC through the public calls: formats, files, converters.
@Suite struct SpeechCodecTests {
    private static let client = AudioStreamBasicDescription.int(16, rate: 8000)

    private static func ilbc(frames: UInt32 = 0) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription.encoded(kAudioFormatiLBC, rate: 8000)
        format.mFramesPerPacket = frames
        return format
    }

    /// A tone that rises and falls, and never repeats itself.
    private static func sound(_ frames: Int) -> [Int16] {
        var turns = 0.0
        return (0..<frames).map { frame in
            let time = Double(frame) / 8000
            turns += (700 + 400 * sin(11 * time)) / 8000
            return Int16(6000 * sin(2 * .pi * turns) * (1.2 + sin(2 * .pi * 3 * time)) / 2)
        }
    }

    @Test(arguments: [(UInt32(0), UInt32(160), UInt32(38)), (160, 160, 38), (240, 240, 50)])
    func formatInfoCompletes(frames: UInt32, wantedFrames: UInt32, wantedBytes: UInt32) {
        var format = Self.ilbc(frames: frames)
        var size = UInt32(MemoryLayout.size(ofValue: format))
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == wantedFrames && format.mBytesPerPacket == wantedBytes)
        #expect(format.mBytesPerFrame == 0 && format.mBitsPerChannel == 0)
    }

    /// A file has the frames that were written, where they were, and its table states those before and behind.
    @Test(arguments: [UInt32(160), 240], [1, 119, 120, 121, 160, 161, 4000, 8123])
    func framesKeepTheirPlaces(packet: UInt32, frames: Int) throws {
        let folder = ScratchFolder()
        let sound = Self.sound(frames)
        try PublicFile.encode(
            folder.url("a.caf"), kAudioFileCAFType, Self.ilbc(frames: packet), from: Self.client,
            littleEndianBytes(sound), block: 1000)
        let delay = Int(packet == 160 ? 40 : 80)
        try PublicFile.with(folder.url("a.caf")) { id throws in
            let table = try PublicFile.property(
                id, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            let packets = (frames + delay + Int(packet) - 1) / Int(packet)
            #expect(table.mNumberValidFrames == Int64(frames) && table.mPrimingFrames == Int32(delay))
            #expect(Int(table.mRemainderFrames) == packets * Int(packet) - frames - delay)
            #expect(try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == UInt64(packets))
        }
        let decoded = values(try PublicFile.decode(folder.url("a.caf"), to: Self.client), of: Int16.self)
        #expect(decoded.count == frames)
        guard frames > 1000 else { return }
        // The best match is where the sound was; the codec's filters turn it by a frame or two.
        let best = (-30...30).max { likeness(sound, decoded, $0) < likeness(sound, decoded, $1) } ?? .max
        #expect(abs(best) <= 2, "\(best) frames late")
        #expect(likeness(sound, decoded, best) > 0.8)
    }

    private func likeness(_ first: [Int16], _ second: [Int16], _ shift: Int) -> Double {
        var (product, left, right) = (0.0, 1.0, 1.0)
        for index in max(0, -shift)..<min(first.count, second.count - shift) {
            let (a, b) = (Double(first[index]), Double(second[index + shift]))
            (product, left, right) = (product + a * b, left + a * a, right + b * b)
        }
        return product / (left * right).squareRoot()
    }

    /// After a jump the frames are nearly those of a reading from the start.
    @Test func seekingFindsTheSameSound() throws {
        let folder = ScratchFolder()
        try PublicFile.encode(
            folder.url("a.caf"), kAudioFileCAFType, Self.ilbc(), from: Self.client, littleEndianBytes(Self.sound(8000)))
        try PublicFile.withReader(folder.url("a.caf"), to: Self.client) { file throws in
            let whole = values(try PublicFile.rest(file), of: Int16.self)
            for frame in [0, 1, 333, 2400, 7999] {
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(frame)))
                let rest = values(try PublicFile.rest(file), of: Int16.self)
                #expect(rest.count == whole.count - frame)
                #expect(zip(rest, whole[frame...]).allSatisfy { abs(Int($0) - Int($1)) <= 100 }, "from \(frame)")
            }
        }
    }

    /// A converter makes packets of floats at another rate, and another makes sound of them.
    @Test(arguments: [UInt32(160), 240]) func converterGoesBothWays(packet: UInt32) throws {
        let sound = (0..<44_100).map { Float(0.25 * sin(Double($0) * 2 * .pi * 440 / 44_100)) }
        let size = packet == 160 ? 38 : 50
        let packets = try convert(
            .float(rate: 44_100), Self.ilbc(frames: packet), littleEndianBytes(sound), packetSize: 4, bytes: 8000)
        #expect(packets.count % size == 0 && packets.count / size == 8000 / Int(packet) + 1)
        let decoded = values(
            try convert(Self.ilbc(frames: packet), .float(rate: 8000), packets, packetSize: size, bytes: 4 * 9000),
            of: Float.self)
        #expect(decoded.count == packets.count / size * Int(packet))
        let level = (decoded[2000..<6000].reduce(0) { $0 + $1 * $1 } / 4000).squareRoot()
        #expect(abs(level - 0.25 / Float(2).squareRoot()) < 0.03)
    }

    private struct Supply {
        let data: UnsafeMutableRawBufferPointer
        let packetSize: Int
        var isGiven = false
    }

    private func convert(
        _ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription, _ data: [UInt8], packetSize: Int,
        bytes: Int
    ) throws -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
        defer { memory.deallocate() }
        memory.copyBytes(from: data)
        var source = Supply(data: memory, packetSize: packetSize)
        var (from, to) = (from, to)
        var made: AudioConverterRef?
        try must("AudioConverterNew", AudioConverterNew(&from, &to, &made))
        let converter = try #require(made)
        defer { AudioConverterDispose(converter) }
        var room = [UInt8](repeating: 0, count: bytes)
        var completed = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: completed))
        try must(
            "AudioConverterGetProperty",
            AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &completed))
        var packets = UInt32(bytes) / completed.mBytesPerPacket
        let written = try room.withUnsafeMutableBytes { room in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes), mData: room.baseAddress))
            try must(
                "AudioConverterFillComplexBuffer",
                AudioConverterFillComplexBuffer(
                    converter,
                    { _, count, list, _, user in
                        let source = user!.assumingMemoryBound(to: Supply.self)
                        guard !source.pointee.isGiven else {
                            count.pointee = 0
                            return noErr
                        }
                        source.pointee.isGiven = true
                        count.pointee = UInt32(source.pointee.data.count / source.pointee.packetSize)
                        list.pointee.mBuffers.mDataByteSize = UInt32(source.pointee.data.count)
                        list.pointee.mBuffers.mData = source.pointee.data.baseAddress
                        return noErr
                    }, &source, &packets, &list, nil))
            return Int(list.mBuffers.mDataByteSize)
        }
        return Array(room.prefix(written))
    }

    @Test func otherRatesAndChannelsAreRefused() {
        for format in [
            AudioStreamBasicDescription.encoded(kAudioFormatiLBC, rate: 16_000),
            .encoded(kAudioFormatiLBC, rate: 8000, channels: 2),
        ] {
            var (from, to) = (
                AudioStreamBasicDescription.int(16, rate: format.mSampleRate, channels: format.mChannelsPerFrame),
                format
            )
            var made: AudioConverterRef?
            #expect(AudioConverterNew(&from, &to, &made) == kAudioConverterErr_FormatNotSupported)
            #expect(made == nil)
        }
    }
}
