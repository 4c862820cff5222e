import AudioCodecs
import AudioCore
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// What input callbacks may return and call.
@Suite struct ConverterInputTests {
    private static let packets = 40

    /// Formats of three kinds, without those that have no encoder here.
    private static let encodable = [FourCC("aac "), "ima4", .linearPCM].filter { id in
        id == .linearPCM || Codecs.named(id)?.isInstalled(encoding: true) == true
    }

    /// Forty packets of IMA4.
    private static func ima4() throws -> (format: StreamFormat, bytes: [UInt8]) {
        let format = try IMA4.complete(
            StreamFormat(sampleRate: 44_100, formatID: "ima4", channels: 1), magicCookie: [])
        return (format, Signal.bytes(packets * format.bytesPerPacket, seed: 9))
    }

    /// Decodes with callbacks that give `packetsPerCall` packets each, described by `describe`.
    private static func decode(
        packetsPerCall: Int, _ describe: (Int) -> (count: Int, descriptions: [AudioStreamPacketDescription])
    ) throws -> [Int16] {
        let (format, bytes) = try ima4()
        let converter = try Converter(from: format, to: .int16(sampleRate: 44_100, channels: 1))
        var samples = [Int16](repeating: 0, count: packets * 64)
        var count = UInt32(samples.count)
        var position = 0
        var given: [AudioStreamPacketDescription] = []
        try samples.withUnsafeMutableBytes { room in
            try bytes.withUnsafeBytes { bytes in
                var list = AudioBufferList.interleaved(1, room)
                try converter.fill(&count, into: &list, descriptions: nil) { wanted, data, described in
                    let left = min(packetsPerCall, packets - position)
                    let (count, descriptions) = left > 0 ? describe(left) : (0, [])
                    given = descriptions
                    wanted.pointee = UInt32(count)
                    data.pointee.mBuffers.mData = UnsafeMutableRawPointer(
                        mutating: bytes.baseAddress! + position * format.bytesPerPacket)
                    data.pointee.mBuffers.mDataByteSize = UInt32(left * format.bytesPerPacket)
                    if !given.isEmpty {
                        described?.pointee = given.withUnsafeMutableBufferPointer { $0.baseAddress }
                    }
                    position += left
                    return 0
                }
            }
        }
        return Array(samples.prefix(Int(count)))
    }

    private static func description(_ offset: Int, _ size: Int) -> AudioStreamPacketDescription {
        AudioStreamPacketDescription(
            mStartOffset: Int64(offset), mVariableFramesInPacket: 0, mDataByteSize: UInt32(size))
    }

    /// "One packet" of many bytes is as many packets as there are.
    @Test func descriptionsMaySpanPackets() throws {
        let expected = try Self.decode(packetsPerCall: 5) { ($0, []) }
        #expect(expected.count == Self.packets * 64)
        let asOne = try Self.decode(packetsPerCall: 5) { (1, [Self.description(0, $0 * 34)]) }
        #expect(asOne == expected)
        let inPairs = try Self.decode(packetsPerCall: 6) { left in
            (left / 2, (0..<left / 2).map { Self.description($0 * 68, 68) })
        }
        #expect(inPairs.count == Self.packets * 64 && inPairs == expected)
        let apart = try Self.decode(packetsPerCall: 5) { left in
            (left, (0..<left).map { Self.description($0 * 34, 34) })
        }
        #expect(apart == expected)
    }

    /// One description of all bytes may be the client's only one, whatever the number of packets.
    @Test func noDescriptionIsReadBehindTheOneOfTheLastByte() async {
        await #expect(processExitsWith: .success) {
            let (format, bytes) = try ConverterInputTests.ima4()
            let size = Int(getpagesize())
            // The second page cannot be read.
            let pages = try #require(
                mmap(nil, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
            try #require(mprotect(pages + size, size, PROT_NONE) == 0)
            let only = (pages + size - MemoryLayout<AudioStreamPacketDescription>.stride)
                .bindMemory(to: AudioStreamPacketDescription.self, capacity: 1)
            only.pointee = ConverterInputTests.description(0, 5 * 34)
            let input = ConverterInput(format)
            try bytes.withUnsafeBytes { bytes in
                _ = try input.ask(for: 5) { wanted, data, described in
                    wanted.pointee = 5
                    data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                    data.pointee.mBuffers.mDataByteSize = 5 * 34
                    described?.pointee = only
                    return 0
                }
            }
            #expect(input.packets == 5)
        }
    }

    /// Descriptions that do not fit the data are ignored: the number of packets applies.
    @Test func descriptionsThatLieAreNotBelieved() throws {
        let expected = try Self.decode(packetsPerCall: 5) { ($0, []) }
        for lie in [Self.description(7, 34), Self.description(-1, 34), Self.description(0, 33)] {
            let reported = try Self.decode(packetsPerCall: 5) { left in
                (left, [lie] + (1..<max(left, 1)).map { Self.description($0 * 34, 34) })
            }
            #expect(reported == expected)
        }
        // No more than there are bytes.
        let large = try Self.decode(packetsPerCall: 5) { _ in (1, [Self.description(0, 34 * 1_000_000)]) }
        #expect(large == expected)
    }

    /// The stream's format replaces a cookie, at 16 bits and at 24.
    @Test(
        .enabled(if: Codecs.named("flac")?.isInstalled(encoding: true) == true),
        arguments: [16, 24]) func losslessDecodesWithoutACookie(bits: Int) throws
    {
        let source = StreamFormat.pcm(.signed, bits: bits, sampleRate: 44_100, channels: 2)
        let encoder = try Converter(from: source, to: StreamFormat(sampleRate: 44_100, formatID: "flac", channels: 2))
        let frames = 4096 * 2
        let input = Signal.bytes(frames * source.bytesPerFrame, seed: 4)
        var packets = [UInt8](repeating: 0, count: 4 * 65_536)
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 4)
        var count: UInt32 = 4
        var isGiven = false
        try packets.withUnsafeMutableBytes { room in
            try input.withUnsafeBytes { bytes in
                var list = AudioBufferList.interleaved(2, room)
                try encoder.fill(&count, into: &list, descriptions: &descriptions) { wanted, data, _ in
                    wanted.pointee = isGiven ? 0 : UInt32(frames)
                    data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                    data.pointee.mBuffers.mDataByteSize = isGiven ? 0 : UInt32(bytes.count)
                    isGiven = true
                    return 0
                }
            }
        }
        #expect(count == 2)
        var format = encoder.outputFormat
        format.flags = .init(rawValue: bits == 16 ? 0 : 3)
        let decoder = try Converter(from: format, to: source)
        var output = [UInt8](repeating: 0, count: input.count)
        var decoded = UInt32(frames)
        isGiven = false
        try output.withUnsafeMutableBytes { room in
            try packets.withUnsafeMutableBytes { bytes in
                try descriptions.withUnsafeMutableBufferPointer { given in
                    var list = AudioBufferList.interleaved(2, room)
                    try decoder.fill(&decoded, into: &list, descriptions: nil) { wanted, data, described in
                        wanted.pointee = isGiven ? 0 : count
                        data.pointee.mBuffers.mData = bytes.baseAddress
                        data.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
                        described?.pointee = given.baseAddress
                        isGiven = true
                        return 0
                    }
                }
            }
        }
        #expect(decoded == UInt32(frames) && output == input)
    }

    /// The three forms of the Apple Lossless cookie.
    @Test(arguments: 0..<3) func losslessCookiesCompleteTheFormat(form: Int) throws {
        let config: [UInt8] = [
            0, 0, 0x10, 0, 0, 24, 40, 10, 14, 2, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xBB, 0x80,
        ]
        let alac: [UInt8] = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + config
        let frma: [UInt8] = [0, 0, 0, 12] + Array("frmaalac".utf8)
        let cookie = [config, alac, frma + alac][form]
        var description = AudioStreamBasicDescription()
        description.mFormatID = FourCC("alac").rawValue
        let value = try cookie.withUnsafeBytes { cookie in
            try withUnsafeBytes(of: description) { current in
                try FormatProperties.value(of: FourCC("fmti").rawValue, specifier: cookie, current: current)
            }
        }
        guard case .bytes(let bytes) = value else { throw AudioError.parameter }
        let completed = StreamFormat(values(bytes, of: AudioStreamBasicDescription.self)[0])
        #expect(completed.sampleRate == 48_000 && completed.channels == 2)
        #expect(completed.framesPerPacket == 4096 && completed.flags.rawValue == 3)
    }

    /// A callback may make any call on its own converter: none crashes, and the conversion continues.
    @Test(arguments: encodable) func callbacksMayCallTheirConverter(id: FourCC) throws {
        let float = StreamFormat.float32(sampleRate: 44_100, channels: 2)
        let target =
            id == .linearPCM
            ? StreamFormat.int16(sampleRate: 32_000, channels: 2)
            : StreamFormat(sampleRate: 44_100, formatID: id, channels: 2)
        let samples = Signal.noise(frames: 2 * 3000, seed: 2)
        for act in 0..<5 {
            let converter = try Converter(from: float, to: target)
            var calls = 0
            var inner: AudioError?
            for _ in 0..<30 {
                var room = [UInt8](repeating: 0, count: 64 * 4096)
                var count: UInt32 = id == .linearPCM ? 5000 : 6
                try samples.withUnsafeBytes { bytes in
                    try room.withUnsafeMutableBytes { room in
                        var list = AudioBufferList.interleaved(2, room)
                        try converter.fill(&count, into: &list, descriptions: nil) { wanted, data, _ in
                            calls += 1
                            switch act {
                            case 0: converter.reset()
                            case 1:
                                let empty = UnsafeRawBufferPointer(start: nil, count: 0)
                                _ = try? converter.property(kAudioConverterPrimeInfo, input: empty)
                                _ = try? converter.property(
                                    kAudioConverterPropertyMaximumOutputPacketSize, input: empty)
                            case 2: converter.change { $0.codecQuality = UInt32(calls % 128) }
                            case 3:
                                var other: UInt32 = 1
                                var copy = AudioBufferList.interleaved(2, .init(rebasing: room[..<8192]))
                                do throws(AudioError) {
                                    try converter.fill(&other, into: &copy, descriptions: nil) { _, _, _ in 0 }
                                } catch { inner = error }
                            default: break
                            }
                            // No packets without an error mean the end, until a reset.
                            let given = act == 4 && calls % 3 == 0 ? 0 : 3000
                            wanted.pointee = UInt32(given)
                            data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                            data.pointee.mBuffers.mDataByteSize = UInt32(given * 8)
                            return 0
                        }
                    }
                }
                if act == 4, count == 0 { converter.reset() }
            }
            #expect(calls > 3)
            #expect((inner?.status == AudioError.converterOperation.status) == (act == 3))
        }
    }

    /// The list of buffers belongs to the converter: a number of buffers that a callback writes is ignored.
    @Test(arguments: [UInt32(0), 77, .max]) func numbersOfBuffersAreNotBelieved(buffers: UInt32) throws {
        let converter = try Converter(
            from: .float32(sampleRate: 44_100, channels: 2), to: .int16(sampleRate: 44_100, channels: 2))
        var samples = [Float](repeating: 0.5, count: 200)
        var room = [Int16](repeating: 0, count: 200)
        for _ in 0..<3 {
            var count: UInt32 = 100
            try samples.withUnsafeMutableBytes { bytes in
                try room.withUnsafeMutableBytes { room in
                    var list = AudioBufferList.interleaved(2, room)
                    try converter.fill(&count, into: &list, descriptions: nil) { wanted, data, _ in
                        wanted.pointee = 100
                        data.pointee.mBuffers.mData = bytes.baseAddress
                        data.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
                        data.pointee.mNumberBuffers = buffers
                        return 0
                    }
                }
            }
            #expect(count == 100 && room.allSatisfy { $0 == 16_384 })
        }
    }
}
