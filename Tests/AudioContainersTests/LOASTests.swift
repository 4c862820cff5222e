import AudioContainers
import AudioCore
import TestSupport
import Testing

/// LATM in LOAS: payloads at any bit.
@Suite struct LOASTests {
    private static func packets(_ bytes: [UInt8]) throws -> (file: FileDescription, packets: [[UInt8]]) {
        let source = MemoryBytes(bytes)
        let file = try LOAS.read(source)
        let pages = try #require(file.pages)
        let packets = try (0..<file.packets.count).map {
            try pages.bytes(at: file.packets[$0].offset, count: Int(file.packets[$0].size), from: source)
        }
        return (file, packets)
    }

    @Test(arguments: [0, 1], [1, 3]) func payloadsArePackets(version: Int, payloads: Int) throws {
        let sizes = [90, 40, 300, 255, 254, 7]
        let bytes = ElementaryStreams.loas(sizes: sizes, payloads: payloads, version: version)
        let (file, packets) = try Self.packets(bytes)
        #expect(packets == sizes.map { soundBytes($0) })
        #expect(file.format == StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2))
        #expect(file.layout == ChannelLayout(tag: ChannelLayout.stereo) && file.packetTable == nil)
        let config = try AudioSpecificConfig(magicCookie: file.magicCookie)
        #expect(config.objectType == 2 && config.sampleRate == 44_100 && config.channels == 2)
        #expect(config.signalling == (version == 0 ? .none : .excluded))
    }

    /// ffmpeg's frames have the same packets in ADTS.
    @Test(arguments: [("LOAS/aac-stereo.loas", "ADTS/aac-stereo.aac")])
    func packetsAreThoseOfADTS(names: (String, String)) throws {
        let (file, packets) = try Self.packets(try Fixture.named(names.0).bytes())
        let source = MemoryBytes(try Fixture.named(names.1).bytes())
        let other = try ADTS.read(source)
        let others = try (0..<other.packets.count).map {
            try source.bytes(at: other.dataOffset + other.packets[$0].offset, count: Int(other.packets[$0].size))
        }
        #expect(file.format == other.format && packets == others)
    }

    /// A stream that is joined in the middle begins where a configuration comes.
    @Test func framesBeforeAConfigurationAreLeftOut() throws {
        let lone = ElementaryStreams.loas(sizes: [90, 50, 60])
        let second = Int(lone[1] & 0x1F) << 8 + Int(lone[2]) + 3
        let (_, packets) = try Self.packets(Array(lone[second...]) + ElementaryStreams.loas(sizes: [70, 80]))
        #expect(packets.map(\.count) == [70, 80])
        #expect(throws: AudioError.self) { _ = try LOAS.read(MemoryBytes(Array(lone[second...]))) }
    }

    @Test func framesOfAnotherSoundAreLeftOut() throws {
        let first = ElementaryStreams.loas(sizes: [90, 50])
        let (file, packets) = try Self.packets(first + ElementaryStreams.loas(sizes: [60, 70], rate: 3) + first)
        #expect(packets.map(\.count) == [90, 50, 90, 50] && file.format.sampleRate == 44_100)
    }

    @Test func itIsKnownByItsFrames() {
        let bytes = ElementaryStreams.loas(sizes: [90, 40, 300, 255])
        func name(_ bytes: [UInt8]) -> String? { Containers.claiming(bytes).map { "\($0)" } }
        #expect(name(bytes) == "LOAS" && name([1, 2, 3] + bytes) == "LOAS")
        #expect(name(ElementaryStreams.adts(size: 90, count: 5)) == "ADTS")
        // A sync word alone is none.
        #expect(name([0x56, 0xE0, 0x20] + soundBytes(200)) == nil)
    }

    @Test func itIsOnlyRead() throws {
        let (file, _) = try Self.packets(ElementaryStreams.loas(sizes: [90, 40]))
        #expect(LOAS.types.allSatisfy { $0.formats.isEmpty })
        #expect(throws: AudioError.self) { _ = try LOAS.enclose(file, dataOffset: nil) }
    }
}
