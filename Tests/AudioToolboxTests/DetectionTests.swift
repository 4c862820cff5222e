import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Every elementary stream that we write is recognised, as a file and as a stream: by its bytes alone, with the type
/// hint, and by its name.
@Suite struct DetectionTests {
    struct Kind: Sendable, CustomStringConvertible {
        let type: AudioFileTypeID
        let format: AudioFormatID
        let name: String
        let rates: [Double]
        let channels: [UInt32]
        let bitRates: [UInt32]
        var description: String { name }
    }

    private static let candidates = [
        Kind(
            type: kAudioFileAAC_ADTSType, format: kAudioFormatMPEG4AAC, name: "a.aac", rates: [44_100, 48_000, 32_000],
            channels: [1, 2, 2], bitRates: [96_000, 128_000, 160_000, 192_000]),
        Kind(
            type: kAudioFileAC3Type, format: kAudioFormatAC3, name: "a.ac3", rates: [48_000, 44_100, 32_000],
            channels: [1, 2], bitRates: [128_000, 192_000, 384_000]),
        Kind(
            type: UInt32(code: "ec-3"), format: kAudioFormatEnhancedAC3, name: "a.ec3", rates: [48_000],
            channels: [2], bitRates: [128_000, 192_000]),
        Kind(
            type: kAudioFileAMRType, format: kAudioFormatAMR, name: "a.amr", rates: [8000], channels: [1],
            bitRates: []),
        Kind(
            type: kAudioFileFLACType, format: kAudioFormatFLAC, name: "a.flac", rates: [44_100, 8000],
            channels: [1, 2], bitRates: []),
    ]

    /// What has no writer here: the packets of an ADTS stream, multiplexed by the test.
    private static let multiplexed = Kind(
        type: kAudioFileLATMInLOASType, format: kAudioFormatMPEG4AAC, name: "a.aac", rates: [44_100, 48_000, 32_000],
        channels: [1, 2, 2], bitRates: [64_000, 96_000, 128_000])

    /// Those with an encoder here.
    static let kinds: [Kind] = {
        var size: UInt32 = 0
        AudioFormatGetPropertyInfo(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size)
        var encodable = [AudioFormatID](repeating: 0, count: Int(size) / MemoryLayout<AudioFormatID>.size)
        AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size, &encodable)
        return (candidates + [multiplexed]).filter { encodable.contains($0.format) }
    }()

    private static let encodes = 40
    private static let cutsPerEncode = 25

    /// Half a second of tones and noise at a level, rate and bit rate that the seed chooses.
    private static func encode(
        _ kind: Kind, _ url: CFURL, as type: AudioFileTypeID, _ random: inout SeededRandom
    ) throws {
        let rate = kind.rates.randomElement(using: &random)!
        let channels = kind.channels.randomElement(using: &random)!
        let (level, noise) = (Float.random(in: 0.01...0.7, using: &random), Float.random(in: 0...0.3, using: &random))
        let pitch = Float.random(in: 0.01...0.5, using: &random)
        let samples = (0..<Int(rate / 2) * Int(channels)).map { index in
            level * sin(pitch * Float(index)) + noise * Float.random(in: -1...1, using: &random)
        }
        var format = AudioStreamBasicDescription.encoded(kind.format, rate: rate, channels: channels)
        if kind.format == kAudioFormatFLAC { format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData }
        var made: ExtAudioFileRef?
        try must(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(url, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &made))
        let file = made!
        defer { ExtAudioFileDispose(file) }
        try PublicFile.set(
            file, kExtAudioFileProperty_ClientDataFormat,
            AudioStreamBasicDescription.float(rate: rate, channels: channels))
        if let bitRate = kind.bitRates.randomElement(using: &random) {
            var bitRate = bitRate
            let converter = try PublicFile.extProperty(
                file, kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none)
            _ = converter.map { AudioConverterSetProperty($0, kAudioConverterEncodeBitRate, 4, &bitRate) }
        }
        var bytes = littleEndianBytes(samples)
        try bytes.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(channels, bytes)
            try must("ExtAudioFileWrite", ExtAudioFileWrite(file, UInt32(samples.count) / channels, &list))
        }
    }

    @Test(.enabled(if: !kinds.isEmpty, "no encoder of an elementary stream is installed"), arguments: kinds)
    func whatWeWriteIsKnown(kind: Kind) throws {
        let folder = ScratchFolder()
        var wrong: [String] = []
        for seed in 0..<Self.encodes {
            var random = SeededRandom(UInt64(seed))
            let url = folder.url(kind.name)
            let isMultiplexed = kind.type == kAudioFileLATMInLOASType
            try Self.encode(kind, url, as: isMultiplexed ? kAudioFileAAC_ADTSType : kind.type, &random)
            var bytes = try #require(folder.bytes(kind.name))
            if isMultiplexed {
                bytes = Self.multiplex(bytes)
                try Data(bytes).write(to: url as URL)
            }
            let packets = try PublicFile.with(url) { id throws -> [AudioStreamPacketDescription] in
                let found = try PublicFile.property(id, kAudioFilePropertyFileFormat, UInt32(0))
                if found != kind.type { wrong.append("\(seed) by name: \(statusText(OSStatus(bitPattern: found)))") }
                return []
            }
            #expect(packets.isEmpty)
            wrong += Self.cuts(of: bytes, kind, &random).flatMap { cut in
                [UInt32(0), kind.type].compactMap { hint in
                    let (file, stream) = (Self.fileType(cut, hint), Self.streamType(cut, hint))
                    guard file != kind.type || stream != kind.type else { return nil }
                    let names = [file, stream].map { statusText(OSStatus(bitPattern: $0)) }
                    return "\(seed), \(cut.count) bytes, hint \(hint): \(names)"
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong: \(wrong.prefix(5))")
    }

    /// AAC frame by frame in LOAS, each with its configuration.
    private static func multiplex(_ stream: [UInt8]) -> [UInt8] {
        var (result, place) = ([UInt8](), 0)
        while place + 7 <= stream.count {
            let head = stream[place..<place + 7].map(Int.init)
            let size = (head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5
            let channels = (head[2] & 1) << 2 | head[3] >> 6
            // Own configuration, one framing, one payload, program and layer; AAC-LC; a size in bytes, and nothing else.
            var fields: [(Int, Int)] = [(0, 1), (0, 1), (1, 1), (0, 6), (0, 4), (0, 3)]
            fields += [(2, 5), (head[2] >> 2 & 15, 4), (channels, 4), (0, 3), (0, 3), (255, 8), (0, 1), (0, 1)]
            let count = size - 7
            fields += [(Int, Int)](repeating: (255, 8), count: count / 255) + [(count % 255, 8)]
            fields += stream[place + 7..<place + size].map { (Int($0), 8) }
            let bits = fields.flatMap { value, width in (0..<width).reversed().map { UInt8(value >> $0 & 1) } }
            let body = stride(from: 0, to: bits.count, by: 8).map { start in
                (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
            }
            result += [0x56, 0xE0 | UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
            place += size
        }
        return result
    }

    /// Streams cut at frame boundaries, as if the encoder had begun or ended elsewhere.
    private static func cuts(of bytes: [UInt8], _ kind: Kind, _ random: inout SeededRandom) -> [[UInt8]] {
        let isADTS = kind.type == kAudioFileAAC_ADTSType
        guard isADTS || kind.type == kAudioFileLATMInLOASType else { return [bytes] }
        var starts: [Int] = []
        var place = 0
        while place + 7 <= bytes.count {
            starts.append(place)
            place +=
                isADTS
                ? Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
                : 3 + (Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]))
        }
        return [bytes]
            + (1..<cutsPerEncode).map { _ in
                let first = Int.random(in: 0..<starts.count - 3, using: &random)
                let last = Int.random(in: first + 3..<starts.count, using: &random)
                return Array(bytes[starts[first]..<starts[last]])
            }
    }

    /// The detected type of a file without an extension; 0 if it does not open.
    private static func fileType(_ bytes: [UInt8], _ hint: AudioFileTypeID) -> AudioFileTypeID {
        bytes.withUnsafeBufferPointer { bytes -> AudioFileTypeID in
            var memory = bytes
            var id: AudioFileID?
            let status = withUnsafeMutablePointer(to: &memory) { memory in
                AudioFileOpenWithCallbacks(
                    memory,
                    { context, position, count, buffer, actual in
                        let bytes = context.load(as: UnsafeBufferPointer<UInt8>.self)
                        let part = max(0, min(Int(count), bytes.count - Int(position)))
                        if part > 0 { buffer.copyMemory(from: bytes.baseAddress! + Int(position), byteCount: part) }
                        actual.pointee = UInt32(part)
                        return noErr
                    }, nil, { Int64($0.load(as: UnsafeBufferPointer<UInt8>.self).count) }, nil, hint, &id)
            }
            guard status == noErr, let id else { return 0 }
            defer { AudioFileClose(id) }
            return (try? PublicFile.property(id, kAudioFilePropertyFileFormat, UInt32(0))) ?? 0
        }
    }

    private static func streamType(_ bytes: [UInt8], _ hint: AudioFileTypeID) -> AudioFileTypeID {
        guard let client = try? StreamClient(hint: hint), client.parseAll(bytes, pieces: { 300 }) == noErr else {
            return 0
        }
        return (try? client.value(kAudioFileStreamProperty_FileFormat, UInt32(0))) ?? 0
    }
}
