import AudioCodecs
import AudioCore
import AudioEngine
import CAudioToolbox
import TestSupport
import Testing

/// AAC whose packets alone tell of spectral band replication.
@Suite struct ImplicitReplicationTests {
    /// Bits put together to bytes, the first one highest.
    private struct Bits {
        var bits: [UInt8] = []

        mutating func add(_ value: Int, _ count: Int) {
            for shift in (0..<count).reversed() { bits.append(UInt8(value >> shift & 1)) }
        }

        var bytes: [UInt8] {
            stride(from: 0, to: bits.count, by: 8).map { start in
                (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
            }
        }
    }

    /// A raw data block of silence, with a fill element of type 13 (replication) or 0 (nothing).
    private static func block(channels: Int, fill: Int) -> [UInt8] {
        var bits = Bits()
        bits.add(channels - 1, 3)
        bits.add(0, 4)
        if channels == 2 { bits.add(0, 1) }
        for _ in 0..<channels {
            // The gain; one long window without a band; no pulses, noise shaping, gain control.
            bits.add(100, 8)
            bits.add(0, 11 + 3)
        }
        bits.add(6, 3)
        bits.add(2, 4)
        bits.add(fill, 4)
        bits.add(0, 12)
        bits.add(7, 3)
        return bits.bytes
    }

    /// Frames of ADTS.
    private static func stream(channels: Int, rateIndex: Int, fill: Int, count: Int = 8) -> [UInt8] {
        let block = block(channels: channels, fill: fill)
        let size = block.count + 7
        let header: [UInt8] = [
            0xFF, 0xF1, UInt8(0x40 | rateIndex << 2), UInt8(channels << 6 | size >> 11), UInt8(size >> 3 & 0xFF),
            UInt8((size & 7) << 5 | 0x1F), 0xFC,
        ]
        return Array(repeatElement(header + block, count: count).joined())
    }

    private static func open(_ bytes: [UInt8]) throws -> OpenFile {
        try OpenFile.open(MemoryBytes(bytes), sink: nil, .read, hint: FourCC(0))
    }

    private static var hasDecoder: Bool { Codecs.named("aach")?.isInstalled(encoding: false) ?? false }
    private static let noDecoder: Comment = "libavcodec is not installed"

    @Test(.enabled(if: hasDecoder, noDecoder)) func packetsTellOfReplication() throws {
        let file = try Self.open(Self.stream(channels: 2, rateIndex: 6, fill: 13))
        #expect(file.format.formatID == "aach")
        #expect(file.format.sampleRate == 48_000 && file.format.channels == 2 && file.format.framesPerPacket == 2048)
        #expect(file.description.packets.count == 8 && file.description.packets.totalFrames == 8 * 2048)
        let config = try AudioSpecificConfig(magicCookie: file.description.magicCookie)
        #expect(config.hasReplication && config.coreSampleRate == 24_000)
        #expect(try config.formats().map(\.formatID) == ["aach", .aac])

        let mono = try Self.open(Self.stream(channels: 1, rateIndex: 7, fill: 13))
        #expect(mono.format.formatID == "aacp")
        #expect(mono.format.sampleRate == 44_100 && mono.format.channels == 2)
    }

    /// Fill bits of another kind, and rates at which replication is not looked for.
    @Test(arguments: [(6, 0), (5, 13), (3, 13)]) func theCoreAloneIsTheCore(rateIndex: Int, fill: Int) throws {
        let file = try Self.open(Self.stream(channels: 2, rateIndex: rateIndex, fill: fill))
        #expect(file.format.formatID == .aac)
        #expect(Int(file.format.sampleRate) == AudioSpecificConfig.rates[rateIndex])
        #expect(file.description.packets.totalFrames == 8 * 1024)
    }

    /// A CAF file's description may be of the core alone.
    @Test(.enabled(if: hasDecoder, noDecoder)) func packetsInCAFTellToo() throws {
        for (fill, format) in [(13, FourCC("aach")), (0, .aac)] {
            let bytes = MemoryBytes()
            let file = try OpenFile.create(
                bytes, type: "caff",
                format: StreamFormat(sampleRate: 24_000, formatID: .aac, framesPerPacket: 1024, channels: 2),
                alignsAudioData: false)
            try [UInt8]([0x13, 0x10]).withUnsafeBytes { try file.setProperty(FourCC("mgic").rawValue, .bytes($0)) }
            let block = Self.block(channels: 2, fill: fill)
            for position in 0..<8 {
                try block.withUnsafeBytes {
                    try file.writePackets(
                        $0, [PacketDescription(offset: 0, size: UInt32(block.count))], at: Int64(position), count: 1)
                }
            }
            try file.close()
            let read = try Self.open(bytes.contents)
            #expect(read.format.formatID == format)
            #expect(read.format.sampleRate == (fill == 13 ? 48_000 : 24_000))
            #expect(read.description.packets.totalFrames == 8 * (fill == 13 ? 2048 : 1024))
        }
    }

    @Test(.enabled(if: hasDecoder, noDecoder)) func longStreamsAreLookedAtToo() throws {
        let file = try Self.open(Self.stream(channels: 2, rateIndex: 6, fill: 13, count: 1 << 14))
        #expect(file.format.formatID == "aach")
    }

    /// A stream tells what the file tells, however its bytes are cut up, and before it hands out packets.
    @Test(arguments: [(1, 13), (2, 13), (2, 0)]) func streamsTellToo(channels: Int, fill: Int) throws {
        let folder = ScratchFolder()
        let bytes = Self.stream(channels: channels, rateIndex: 6, fill: fill)
        let file = try PublicFile.packets(folder.write(bytes, "a.aac"))
        let isTold = fill == 13 && Codecs.named("aach")?.isInstalled(encoding: false) == true
        #expect(file.format.mSampleRate == (isTold ? 48_000 : 24_000))
        for size in [1, 5, 40, .max] {
            let client = try StreamClient()
            #expect(client.parseAll(bytes) { size } == noErr)
            #expect(client.record.difference(from: file) == nil, "\(client.record.difference(from: file) ?? "")")
            let told = client.properties.map(\.id)
            let list = try #require(told.firstIndex(of: kAudioFileStreamProperty_FormatList))
            #expect(told.last == kAudioFileStreamProperty_ReadyToProducePackets && list < told.count - 1)
            let item = MemoryLayout<AudioFormatListItem>.size
            #expect(client.properties[list].value.count == (isTold ? (channels == 1 ? 3 : 2) : 1) * item)
        }
    }

    /// The first packets decide, those that come before the end where there are fewer.
    @Test(.enabled(if: hasDecoder, noDecoder)) func streamsWaitForTheFirstPackets() throws {
        let bytes = Self.stream(channels: 2, rateIndex: 6, fill: 13)
        let client = try StreamClient()
        #expect(client.parse(bytes[..<(bytes.count / 4)]) == noErr)
        #expect(client.properties.isEmpty && client.packetCount == 0)
        #expect(client.finish() == noErr)
        #expect(client.record.format.mFormatID == kAudioFormatMPEG4AAC_HE && client.packetCount == 2)
    }
}
