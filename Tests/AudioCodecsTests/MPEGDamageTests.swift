import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Damaged frames of layer III: what is behind them is the same, bit for bit, from wherever decoding begins.
@Suite(.needsMPG123) struct MPEGDamageTests {
    /// Decodes a stream from each of its packets, behind as many as the decoder asks for.
    private static func expectTheSameFromAnywhere(_ packets: [[UInt8]]) throws -> [[Float]] {
        let stream = try MPEGStream(Array(packets.joined()))
        try #require(stream.packets == packets)
        let whole = FFmpegTests.decode(try stream.decoder(), packets)
        let decoder = try stream.decoder()
        var before = PacketRun()
        for (index, packet) in packets.enumerated() {
            let needed = min(try #require(decoder.memory(of: before)), index)
            let start = (index - needed) / decoder.packetsPerCycle * decoder.packetsPerCycle
            let end = min(index + 3, packets.count)
            decoder.reset()
            let part = FFmpegTests.decode(decoder, Array(packets[start..<end]))
            #expect(Array(part[(index - start)...]) == Array(whole[index..<end]), "from \(index)")
            packet.withUnsafeBytes { before.append($0) }
        }
        return whole.map { MPEGAudioTests.floats($0 ?? []) }
    }

    /// A granule whose values take more bits than it has, behind which the library gives up the frame.
    @Test(arguments: [false, true], [false, true])
    func aFrameOfShortBlocksThatIsGivenUpIsNoticed(isLow: Bool, isMixed: Bool) throws {
        var frames = MPEGFrames(isLow: isLow)
        var packets = frames.stream(count: 48)
        let damaged = [18, 29, 40]
        for index in damaged {
            var granules = frames.granules
            granules[granules.count - 1] = MPEGFrames.Granule(bits: 100, pairs: 288, isShort: true, isMixed: isMixed)
            packets[index] = frames.frame(frames.usualBegin, granules)
        }
        let whole = try Self.expectTheSameFromAnywhere(packets)
        for index in damaged {
            #expect(whole[index].suffix(576).allSatisfy { $0 == 0 })
            #expect(whole[index + 2].contains { $0 != 0 })
        }
    }

    /// The third of three short blocks is heard in the next frame alone.
    @Test(arguments: [false, true]) func aGoodFrameThatEndsInZerosKeepsItsSound(isLow: Bool) throws {
        var frames = MPEGFrames(isLow: isLow)
        let silence = try frames.silence()
        var packets = [[UInt8]](repeating: silence, count: 16)
        var granules = frames.granules.map { _ in MPEGFrames.Granule(bits: 0) }
        granules[granules.count - 1] = MPEGFrames.Granule(bits: 16, isShort: true)
        // Four zeros for each of two blocks, and four ones with their signs.
        packets[8] = frames.frame(0, granules, main: [0xFF, 0x00])
        let whole = try Self.expectTheSameFromAnywhere(packets)
        #expect(whole[8].allSatisfy { $0 == 0 })
        #expect(whole[9].contains { $0 != 0 })
    }

    /// Bits that end amid the signs of short blocks: the library then takes values for those of the granule that it read before.
    @Test(arguments: [false, true]) func whatIsLeftOfTheLastGranuleIsTheSameFromAnywhere(isLow: Bool) throws {
        var frames = MPEGFrames(isLow: isLow)
        var packets = frames.stream(count: 48, isLoud: true)
        // Four zeros for each of two blocks, four ones, and two of their signs.
        let granules = frames.granules.map { _ in MPEGFrames.Granule(bits: 14, isShort: true) }
        packets[34] = frames.frame(0, granules, main: [0b11111111, 0b000000_11, 0b111111_00, 0])
        let whole = try Self.expectTheSameFromAnywhere(packets)
        #expect(whole[34].contains { $0 != 0 })
        // Nor is anything left behind a reset.
        let stream = try MPEGStream(Array(packets[34...].joined()))
        let decoder = try stream.decoder()
        let fresh = FFmpegTests.decode(decoder, stream.packets)
        _ = FFmpegTests.decode(decoder, Array(packets.prefix(20)))
        decoder.reset()
        #expect(FFmpegTests.decode(decoder, stream.packets) == fresh)
    }

    /// Behind a frame that begins in its own bytes, one may begin before them: in bytes that the stream has, but the library does
    /// not hold any more. It would find some of frames that are three before, which not every decoding has seen.
    @Test(arguments: [false, true]) func samplesBehindMissingFramesAreTheSameFromAnywhere(isLow: Bool) throws {
        var frames = MPEGFrames(isLow: isLow)
        var packets = frames.stream(count: 48)
        let place = isLow ? 35 : 34
        packets[place] = try frames.silence()
        packets[place + 1] = frames.frame(isLow ? 220 : 300, frames.granules)
        let whole = try Self.expectTheSameFromAnywhere(packets)
        #expect(whole[place + 3].contains { $0 != 0 })
    }

    /// Frames of one channel in a stream of two: what the other one has left goes into the next frame that has it.
    @Test(arguments: [false, true], [1, 4, 28])
    func theSecondChannelComesBackTheSameFromAnywhere(isLow: Bool, count: Int) throws {
        var frames = MPEGFrames(isLow: isLow)
        let narrow = 12..<12 + count
        let packets = frames.stream(count: 56) { narrow.contains($0) ? 1 : 2 }
        let whole = try Self.expectTheSameFromAnywhere(packets)
        #expect(whole.allSatisfy { $0.count == frames.granules.count * 576 * 2 })
        // Every other one, and three of seven.
        for period in [2, 7] {
            _ = try Self.expectTheSameFromAnywhere(frames.stream(count: 56) { $0 % period > (period - 1) / 2 ? 1 : 2 })
        }
    }

    /// Short blocks are no reason to decode a whole stream, and a frame that is refused holds nothing for others.
    @Test func onlyFramesOfTheStreamAreCounted() throws {
        var frames = MPEGFrames(isLow: false)
        let decoder = try MPEGStream(Array(frames.stream(count: 4).joined())).decoder()
        func needed(_ packets: [[UInt8]]) -> Int? {
            var run = PacketRun()
            for packet in packets { packet.withUnsafeBytes { run.append($0) } }
            return decoder.memory(of: run)
        }
        let long = frames.frame(0, frames.granules)
        let short = frames.frame(0, frames.granules.map { _ in MPEGFrames.Granule(isShort: true) })
        var otherRate = long
        otherRate[2] |= 4
        #expect(needed(Array(repeating: long, count: 60)) == 3)
        #expect(needed(Array(repeating: long, count: 60) + [short, short]) == 5)
        #expect(needed(Array(repeating: short, count: 60)) == 18)
        #expect(needed(Array(repeating: long, count: 60) + Array(repeating: otherRate, count: 10)) == 12)
    }
}

/// Frames of layer III, made bit by bit, of one channel where nothing else is said. Their main data are ones and zeros in fours,
/// which any bytes are: no decoder gives them up.
struct MPEGFrames {
    struct Granule {
        /// Of its main data.
        var bits = 64
        /// Values of the tables that have larger ones, in pairs.
        var pairs = 0
        var isShort = false
        var isMixed = false
    }

    /// Whether they are of MPEG-2, with a granule each.
    let isLow: Bool
    private var random = SeededRandom(5)

    init(isLow: Bool) { self.isLow = isLow }

    /// Those of a frame that sounds.
    var granules: [Granule] { [Granule](repeating: Granule(), count: isLow ? 1 : 2) }

    /// Bytes before a frame in which it begins: more than one frame has of its own, or nearly.
    var usualBegin: Int { isLow ? 240 : 400 }

    /// A frame of 64 or 128 kbit/s.
    ///
    /// - Parameters:
    ///   - granules: the same for each channel.
    ///   - main: the first of its own main data; behind them are random bytes.
    mutating func frame(
        _ mainDataBegin: Int, _ granules: [Granule], main: [UInt8] = [], channels: Int = 1
    ) -> [UInt8] {
        var bits = BitString()
        bits.add(isLow ? 0xFFF380 : 0xFFFB90, 24)
        bits.add(channels == 1 ? 0xC0 : 0, 8)
        bits.add(mainDataBegin, isLow ? 8 : 9)
        bits.add(0, isLow ? channels : channels == 1 ? 9 : 11)
        for granule in granules.flatMap({ [Granule](repeating: $0, count: channels) }) {
            bits.add(granule.bits, 12)
            bits.add(granule.pairs, 9)
            bits.add(180, 8)
            bits.add(0, isLow ? 9 : 4)
            if granule.isShort {
                bits.add(granule.isMixed ? 0b1101 : 0b1100, 4)
                bits.add(24 << 5 | 24, 10)
                bits.add(0, 9)
            } else {
                bits.add(0, 23)
            }
            bits.add(0, isLow ? 1 : 2)
            // The table in which each value of four takes one bit, and those that are not zero one more.
            bits.add(1, 1)
        }
        var frame = bits.bytes + main
        while frame.count < (isLow ? 208 : 417) { frame.append(UInt8.random(in: 0...255, using: &random)) }
        return frame
    }

    /// - Parameters:
    ///   - isLoud: whether all of their values are ones: in this table the code of four ones is zeros.
    ///   - channelsOf: the channels of each frame.
    mutating func stream(
        count: Int, isLoud: Bool = false, channelsOf: (Int) -> Int = { _ in 1 }
    ) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var held = 0
        for index in 0..<count {
            let channels = channelsOf(index)
            let mainSize = isLow ? 208 - 4 - (channels == 1 ? 9 : 17) : 417 - 4 - (channels == 1 ? 17 : 32)
            let begin = min(usualBegin, held)
            held = min(begin + mainSize, isLow ? 255 : 511)
            let main = isLoud ? [UInt8](repeating: 0, count: mainSize) : []
            result.append(frame(begin, granules, main: main, channels: channels))
        }
        return result
    }

    /// A short frame of silence, which begins in its own bytes.
    func silence() throws -> [UInt8] {
        try #require(MPEGAudioHeader.silence(layer: 3, sampleRate: isLow ? 22_050 : 44_100, channels: 1))
    }
}
