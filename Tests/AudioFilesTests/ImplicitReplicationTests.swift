import AudioCodecs
import AudioCore
import AudioFiles
import CAudioToolbox
import Foundation
import TestSupport
import Testing

/// AAC whose packets alone signal spectral band replication.
@Suite struct ImplicitReplicationTests {
    /// A raw data block of silence, with a fill element of type 13 (replication) or 0 (nothing).
    private static func block(channels: Int, fill: Int) -> [UInt8] {
        var element = BitString()
        element.add(fill, 4)
        element.add(0, 12)
        return block(channels: channels, element)
    }

    private static func block(channels: Int, _ fill: BitString) -> [UInt8] {
        var bits = BitString()
        bits.add(channels - 1, 3)
        bits.add(0, 4)
        if channels == 2 { bits.add(0, 1) }
        for _ in 0..<channels {
            // The gain; one long window without a band; no pulses, noise shaping, gain control.
            bits.add(100, 8)
            bits.add(0, 11 + 3)
        }
        bits.add(6, 3)
        let size = fill.bytes.count
        bits.add(min(size, 15), 4)
        if size >= 15 { bits.add(size - 14, 8) }
        for byte in fill.bytes { bits.add(Int(byte), 8) }
        bits.add(7, 3)
        return bits.bytes
    }

    /// The replication of one channel at 48 kHz: 14 bands of high and 7 of low resolution, 3 of noise, all of them flat.
    private static func replication(hasHeader: Bool, hasStereo: Bool, envelopes: Int, withChecksum: Bool) -> BitString {
        var bits = BitString()
        bits.add(withChecksum ? 14 : 13, 4)
        if withChecksum { bits.add(0, 10) }
        bits.add(hasHeader ? 1 : 0, 1)
        if hasHeader {
            // Steps of 3 dB; bands 14 to 12, crossover 0; then scale 1, altered, and 3 bands of noise an octave.
            for (value, width) in [(1, 1), (14, 4), (12, 4), (0, 3), (0, 2), (2, 2), (1, 2), (1, 1), (3, 2)] {
                bits.add(value, width)
            }
        }
        bits.add(0, 1)
        // Fixed borders, the low resolution; the first envelope and the noise by frequency, others by time.
        bits.add(0, 2)
        bits.add(envelopes.trailingZeroBitCount, 2)
        bits.add(0, 1)
        for index in 0..<envelopes { bits.add(index == 0 ? 0 : 1, 1) }
        for _ in 0..<min(envelopes, 2) { bits.add(0, 1) }
        bits.add(0, 6)
        // One envelope alone has fine steps: seven bits and six codewords 00; else six bits and codewords 0.
        bits.add(0, envelopes == 1 ? 7 + 6 * 2 : 6 + 6)
        for _ in 1..<envelopes { bits.add(0, 7) }
        for _ in 0..<min(envelopes, 2) { bits.add(0, 5 + 2) }
        bits.add(0, 1)
        bits.add(hasStereo ? 1 : 0, 1)
        if hasStereo {
            bits.add(2, 4)
            bits.add(2, 2)
            bits.add(0, 14)
        }
        return bits
    }

    /// A CAF file whose magic cookie signals replication of one channel, from 24 to 48 kHz, by the object type, and
    /// does not signal parametric stereo.
    ///
    /// - Parameter isOptimized: whether the packet table stands before the packets, as streams need.
    private static func monoFile(_ blocks: [[UInt8]], isOptimized: Bool = false) throws -> [UInt8] {
        let bytes = MemoryBytes()
        let file = try OpenFile.create(
            bytes, type: "caff",
            format: StreamFormat(sampleRate: 48_000, formatID: "aach", framesPerPacket: 2048, channels: 1),
            alignsAudioData: false)
        var config = AudioSpecificConfig(sampleRate: 24_000, channelConfiguration: 1)
        config.sampleRate = 48_000
        config.signalling = .hierarchical
        try config.bytes.withUnsafeBytes { try file.setProperty(FourCC("mgic").rawValue, .bytes($0)) }
        for (position, block) in blocks.enumerated() {
            try block.withUnsafeBytes {
                try file.writePackets(
                    $0, [PacketDescription(offset: 0, size: UInt32(block.count))], at: Int64(position), count: 1)
            }
        }
        if isOptimized { try file.optimize() }
        try file.close()
        return bytes.contents
    }

    /// The header may be in an earlier packet than the stereo.
    @Test(arguments: [1, 2, 4], [false, true]) func packetsSignalStereo(envelopes: Int, withChecksum: Bool) throws {
        func blocks(_ stereo: [Bool]) -> [[UInt8]] {
            stereo.enumerated().map { index, hasStereo in
                let fill = Self.replication(
                    hasHeader: index == 0, hasStereo: hasStereo, envelopes: envelopes, withChecksum: withChecksum)
                return Self.block(channels: 1, fill)
            }
        }
        for stereo in [[true, true, true, true], [false, true, false, false]] {
            let file = try Self.open(Self.monoFile(blocks(stereo)))
            #expect(file.format.formatID == "aacp" && file.format.channels == 2)
            #expect(file.format.sampleRate == 48_000 && file.format.framesPerPacket == 2048)
            #expect(file.description.packets.totalFrames == 4 * 2048)
            #expect(file.description.layout == ChannelLayout(tag: ChannelLayout.stereo))
            let config = try AudioSpecificConfig(magicCookie: file.description.magicCookie)
            #expect(try config.formats().map(\.formatID) == ["aacp", "aach", .aac])
        }
        let plain = try Self.open(Self.monoFile(blocks([false, false, false, false])))
        #expect(plain.format.formatID == "aach" && plain.format.channels == 1)
    }

    /// Encoders leave the stereo out as long as there is silence, or one voice in the middle.
    @Test(arguments: [(58, true), (109, true), (127, true), (128, false)]) func stereoMayBeginLate(
        first: Int, isFound: Bool
    ) throws {
        let blocks = (0..<140).map { index in
            let fill = Self.replication(
                hasHeader: index % 10 == 0, hasStereo: index >= first, envelopes: 1, withChecksum: false)
            return Self.block(channels: 1, fill)
        }
        let bytes = try Self.monoFile(blocks, isOptimized: true)
        let file = try Self.open(bytes)
        #expect(file.format.formatID == (isFound ? "aacp" : "aach") && file.format.channels == (isFound ? 2 : 1))
        let client = try StreamClient()
        #expect(client.parseAll(bytes) { 100 } == noErr)
        let found = client.record.format
        #expect(
            found.mFormatID == file.format.formatID.rawValue && Int(found.mChannelsPerFrame) == file.format.channels)
    }

    /// The converter's output follows the packets too.
    @Test(.enabled(if: Codecs.named("aacp")?.isInstalled(encoding: false) == true)) func stereoIsDecoded() throws {
        let fill = Self.replication(hasHeader: true, hasStereo: true, envelopes: 2, withChecksum: false)
        let folder = ScratchFolder()
        let url = folder.write(
            try Self.monoFile(Array(repeating: Self.block(channels: 1, fill), count: 8)), "stereo.caf")
        let file = try ExtendedFile.open((url as URL).path)
        try file.setClientFormat(StreamFormat.float32(sampleRate: 48_000, channels: 2))
        var samples = [Float](repeating: 1, count: 8 * 2048 * 2)
        let frames = try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(2, bytes)
            return try file.read(8 * 2048, into: &list)
        }
        #expect(frames == 8 * 2048 && samples.allSatisfy { abs($0) < 0.5 })
        try file.dispose()
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

    @Test func packetsSignalReplication() throws {
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
    @Test func packetsInCAFSignalItToo() throws {
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

    @Test func longStreamsAreLookedAtToo() throws {
        let file = try Self.open(Self.stream(channels: 2, rateIndex: 6, fill: 13, count: 1 << 14))
        #expect(file.format.formatID == "aach")
    }

    /// A stream reports what the file reports, however its bytes are cut up, and before it hands out packets.
    @Test(arguments: [(1, 13), (2, 13), (2, 0)]) func streamsDetectItToo(channels: Int, fill: Int) throws {
        let folder = ScratchFolder()
        let bytes = Self.stream(channels: channels, rateIndex: 6, fill: fill)
        let file = try PublicFile.packets(folder.write(bytes, "a.aac"))
        let isTold = fill == 13
        #expect(file.format.mSampleRate == (isTold ? 48_000 : 24_000))
        for size in [1, 5, 40, .max] {
            let client = try StreamClient()
            #expect(client.parseAll(bytes) { size } == noErr)
            #expect(client.record.difference(from: file) == nil, "\(client.record.difference(from: file) ?? "")")
            let notified = client.properties.map(\.id)
            let list = try #require(notified.firstIndex(of: kAudioFileStreamProperty_FormatList))
            #expect(notified.last == kAudioFileStreamProperty_ReadyToProducePackets && list < notified.count - 1)
            let item = MemoryLayout<AudioFormatListItem>.size
            #expect(client.properties[list].value.count == (isTold ? (channels == 1 ? 3 : 2) : 1) * item)
        }
    }

    /// The first packets decide, those that come before the end where there are fewer.
    @Test func streamsWaitForTheFirstPackets() throws {
        let bytes = Self.stream(channels: 2, rateIndex: 6, fill: 13)
        let client = try StreamClient()
        #expect(client.parse(bytes[..<(bytes.count / 4)]) == noErr)
        #expect(client.properties.isEmpty && client.packetCount == 0)
        #expect(client.finish() == noErr)
        #expect(client.record.format.mFormatID == kAudioFormatMPEG4AAC_HE && client.packetCount == 2)
    }
}
