import AudioCodecs
import AudioContainers
import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioFiles

private let canEncode = Codecs.named(.aac)?.isInstalled(encoding: true) == true && Codecs.named(.aac)!.abilities.encodes

/// The priming of AAC encoders, and the packet sizes of their bit rate modes.
@Suite(.enabled(if: canEncode)) struct EncoderPrimingTests {
    private static let stereo = StreamFormat.float32(sampleRate: 44_100, channels: 2)

    private static func set(_ converter: Converter, _ id: UInt32, _ value: UInt32) throws {
        try withUnsafeBytes(of: value) { try converter.setProperty(id, .bytes($0)) }
    }

    private static func primeInfo(_ converter: Converter) throws -> AudioConverterPrimeInfo {
        guard
            case .bytes(let bytes) = try converter.property(
                kAudioConverterPrimeInfo, input: UnsafeRawBufferPointer(start: nil, count: 0))
        else { throw AudioError.parameter }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: AudioConverterPrimeInfo.self) }
    }

    private static func encoder(_ settings: [(UInt32, UInt32)] = []) throws -> Converter {
        let converter = try Converter(
            from: stereo, to: StreamFormat(sampleRate: 44_100, formatID: .aac, channels: 2))
        for (id, value) in settings { try set(converter, id, value) }
        return converter
    }

    /// Encodes a sound, requesting `packets` packets at a time, with a callback that gives `run` frames.
    private static func encode(
        _ converter: Converter, _ samples: [Float], packets wanted: Int = 8, run: Int = 3000
    ) throws -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var position = 0
        var room = [UInt8](repeating: 0, count: wanted * 4096)
        var descriptions = [AudioStreamPacketDescription](
            repeating: AudioStreamPacketDescription(), count: wanted)
        while true {
            var count = UInt32(wanted)
            try room.withUnsafeMutableBytes { room in
                var list = AudioBufferList.interleaved(2, room)
                try samples.withUnsafeBytes { bytes in
                    try converter.fill(&count, into: &list, descriptions: &descriptions) { frames, data, _ in
                        let given = min(run, samples.count / 2 - position)
                        frames.pointee = UInt32(given)
                        data.pointee.mBuffers.mData = UnsafeMutableRawPointer(
                            mutating: bytes.baseAddress.map { $0 + position * 8 })
                        data.pointee.mBuffers.mDataByteSize = UInt32(given * 8)
                        position += given
                        return 0
                    }
                }
            }
            for packet in descriptions.prefix(Int(count)) {
                packets.append(Array(room[Int(packet.mStartOffset)...].prefix(Int(packet.mDataByteSize))))
            }
            if count == 0 { return packets }
        }
    }

    private static func decode(_ converter: Converter, _ packets: [[UInt8]]) throws -> [Float] {
        let decoder = try Converter(from: converter.outputFormat, to: stereo)
        guard
            case .bytes(let cookie) = try converter.property(
                kAudioConverterCompressionMagicCookie, input: UnsafeRawBufferPointer(start: nil, count: 0))
        else { throw AudioError.parameter }
        try decoder.setDecompressionCookie(cookie)
        var samples = [Float](repeating: .nan, count: packets.count * 1024 * 2)
        var count = UInt32(packets.count * 1024)
        var next = 0
        var packet: [UInt8] = []
        var description = AudioStreamPacketDescription()
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(2, bytes)
            try withUnsafeMutablePointer(to: &description) { description in
                try decoder.fill(&count, into: &list, descriptions: nil) { given, data, described in
                    guard next < packets.count else {
                        given.pointee = 0
                        return 0
                    }
                    packet = packets[next]
                    next += 1
                    given.pointee = 1
                    description.pointee.mDataByteSize = UInt32(packet.count)
                    described?.pointee = description
                    data.pointee.mBuffers.mData = packet.withUnsafeMutableBytes { $0.baseAddress }
                    data.pointee.mBuffers.mDataByteSize = UInt32(packet.count)
                    return 0
                }
            }
        }
        return Array(samples.prefix(Int(count) * 2))
    }

    /// The position in `decoded` at which the sound begins: the one that fits best.
    private static func delay(of decoded: [Float], from samples: [Float]) -> Int {
        func likeness(_ shift: Int) -> Float {
            stride(from: 4000, to: 12_000, by: 2).reduce(0) { $0 + samples[$1] * decoded[$1 + shift * 2] }
        }
        return (0..<2600).max { likeness($0) < likeness($1) } ?? 0
    }

    /// Some clients give one packet's frames, whatever is requested, and would lose frames beyond it.
    @Test(arguments: [1, 3]) func framesAreAskedForByWholePackets(packets wanted: Int) throws {
        let converter = try Self.encoder()
        let silence = [Float](repeating: 0, count: 8 * 1024 * 2)
        var asked: [UInt32] = []
        var room = [UInt8](repeating: 0, count: wanted * 4096)
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: wanted)
        for _ in 0..<8 {
            var count = UInt32(wanted)
            try room.withUnsafeMutableBytes { room in
                var list = AudioBufferList.interleaved(2, room)
                try silence.withUnsafeBytes { bytes in
                    try converter.fill(&count, into: &list, descriptions: &descriptions) { frames, data, _ in
                        asked.append(frames.pointee)
                        data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                        data.pointee.mBuffers.mDataByteSize = frames.pointee * 8
                        return 0
                    }
                }
            }
            #expect(count == wanted)
        }
        #expect(asked.allSatisfy { $0 > 0 && $0 % 1024 == 0 }, "\(asked)")
    }

    /// 2112 frames, as with Apple's encoder, or the library's own 1024 if the client asks for the least.
    @Test(arguments: [UInt32?.none, 0, 1, 2], [1, 8]) func framesComeAfterThePriming(
        method: UInt32?, packets: Int
    ) throws {
        let priming = method == kConverterPrimeMethod_None ? 1024 : 2112
        let samples = Signal.noise(frames: 20_000 * 2, seed: 3, amplitude: 0.5)
        let converter = try Self.encoder(method.map { [(kAudioConverterPrimeMethod, $0)] } ?? [])
        #expect(try Self.primeInfo(converter).leadingFrames == UInt32(priming))
        let encoded = try Self.encode(converter, samples, packets: packets)
        let prime = try Self.primeInfo(converter)
        #expect(encoded.count * 1024 == 20_000 + Int(prime.leadingFrames + prime.trailingFrames))
        #expect(prime.trailingFrames < 1024)
        #expect(Self.delay(of: try Self.decode(converter, encoded), from: samples) == priming)
        // A reset begins a new stream.
        converter.reset()
        #expect(try Self.encode(converter, samples, packets: packets) == encoded)
        // No input gives no packets.
        converter.reset()
        #expect(try Self.encode(converter, [], packets: packets).isEmpty)
    }

    /// Files store the priming, and return all frames at their positions.
    @Test(arguments: [FourCC("caff"), "m4af"], [1, 1023, 1024, 5000, 20_000]) func filesHaveTheSound(
        type: FourCC, frames: Int
    ) throws {
        let folder = ScratchFolder()
        let path = (folder.url("sound") as URL).path
        var samples = Signal.noise(frames: frames * 2, seed: 5, amplitude: 0.5)
        let file = try ExtendedFile.create(
            path, type: type, format: StreamFormat(sampleRate: 44_100, formatID: .aac, channels: 2), layout: nil,
            erasing: true, alignsAudioData: false)
        try file.setClientFormat(Self.stereo)
        func list(_ bytes: UnsafeMutableRawBufferPointer) -> AudioBufferList {
            AudioBufferList.interleaved(2, bytes)
        }
        try samples.withUnsafeMutableBytes { bytes in
            var buffers = list(bytes)
            try file.write(frames, &buffers)
        }
        try file.dispose()
        let read = try ExtendedFile.open(path)
        let table = try #require(read.file.description.packetTable)
        #expect(table.primingFrames == 2112 && table.validFrames == Int64(frames))
        try read.setClientFormat(Self.stereo)
        var decoded = [Float](repeating: .nan, count: (frames + 5000) * 2)
        let count = try decoded.withUnsafeMutableBytes { bytes in
            var buffers = list(bytes)
            return try read.read(frames + 5000, into: &buffers)
        }
        #expect(count == frames)
        try read.dispose()
        guard frames == 20_000 else { return }
        #expect(Self.delay(of: decoded, from: samples) == 0)
    }

    /// A second of noise, one of silence, one of a tone.
    private static let changing: [Float] = {
        var sound = Signal.noise(frames: 88_200, seed: 1, amplitude: 0.4)
        sound += [Float](repeating: 0, count: 88_200)
        for frame in 0..<44_100 {
            let tone = Float(0.4 * sin(2 * .pi * 440 * Double(frame) / 44_100))
            sound += [tone, tone]
        }
        return sound
    }()

    private static func sizes(_ settings: [(UInt32, UInt32)]) throws -> [Int] {
        try encode(try encoder(settings), changing).map(\.count)
    }

    @Test func modesOfBitRateDiffer() throws {
        let (mode, rate) = (FourCC("acbf").rawValue, kAudioConverterEncodeBitRate)
        let constant = try Self.sizes([(mode, 0), (rate, 128_000)])
        let average = try Self.sizes([(mode, 1), (rate, 128_000)])
        let constrained = try Self.sizes([(mode, 2), (rate, 128_000)])
        let variable = try Self.sizes([(mode, 3), (FourCC("vbrq").rawValue, 64)])
        func total(_ sizes: ArraySlice<Int>) -> Int { sizes.reduce(0, +) }
        let share = 128_000 * 1024 / 44_100 / 8
        // A constant rate continues in silence, and the total size is right.
        let silence = Array(constant[70...85])
        #expect(silence.allSatisfy { (share...share + 1).contains($0) }, "\(silence)")
        let surplus = total(constant[...]) - constant.count * share
        #expect(abs(surplus) < share * 8, "\(surplus)")
        #expect(average[70...85].allSatisfy { $0 < 50 })
        #expect(Set([constant, average, constrained]).count == 3)
        // A quality leaves what silence does not take to the tone after it, and all together keeps to the quality's rate.
        #expect(variable[70...85].allSatisfy { $0 < 50 })
        let (saved, given) = (total(variable[95..<120]), total(average[95..<120]))
        #expect(saved * 10 > given * 9, "\(saved) \(given)")
        #expect(total(variable[...]) <= variable.count * (share + 1), "\(total(variable[...]))")
        let low = total(try Self.sizes([(mode, 3), (FourCC("vbrq").rawValue, 0)])[...])
        let high = total(try Self.sizes([(mode, 3), (FourCC("vbrq").rawValue, 127)])[...])
        let middle = total(variable[...])
        #expect(low * 2 < middle && middle * 3 < high * 2, "\(low) \(middle) \(high)")
    }

    /// Filled packets decode to the same samples.
    @Test func fillingChangesNoSample() throws {
        let (mode, rate) = (FourCC("acbf").rawValue, kAudioConverterEncodeBitRate)
        for bitRate: UInt32 in [32_000, 128_000, 320_000] {
            let plain = try Self.encoder([(mode, 1), (rate, bitRate)])
            let filled = try Self.encoder([(mode, 0), (rate, bitRate)])
            let (some, more) = (try Self.encode(plain, Self.changing), try Self.encode(filled, Self.changing))
            #expect(some.count == more.count && some != more)
            #expect(try Self.decode(plain, some) == Self.decode(filled, more))
        }
    }

    @Test(arguments: [(0, 40), (45, 96), (64, 128), (91, 192), (127, 320)] as [(UInt32, UInt32)])
    func qualitiesHaveBitRates(quality: UInt32, expected: UInt32) throws {
        let converter = try Self.encoder([(FourCC("acbf").rawValue, 3), (FourCC("vbrq").rawValue, quality)])
        let value = try converter.property(
            kAudioConverterEncodeBitRate, input: UnsafeRawBufferPointer(start: nil, count: 0))
        guard case .bytes(let bytes) = value else { throw AudioError.parameter }
        #expect(values(bytes, of: UInt32.self) == [expected * 1000])
    }
}
