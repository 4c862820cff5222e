import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// AAC with spectral band replication in segments, against one decoder of libavcodec for all of it.
@Suite(.enabled(if: FFmpegLibrary.isAvailable && AAC.abilities.encodes)) struct ReplicationSegmentTests {
    /// Where the one envelope of a packet begins and ends.
    enum Grid { case whole, reachesOver, continues }

    /// Steps of 3 dB; bands 9 to 9, crossover 0; then scale 2, altered, and 2 bands of noise an octave.
    private static let header: BitString = {
        var bits = BitString()
        for (value, width) in [(1, 1), (9, 4), (9, 4), (0, 3), (0, 2), (2, 2), (2, 2), (1, 1), (2, 2)] {
            bits.add(value, width)
        }
        return bits
    }()

    private static let bands: ReplicationHeader.Bands? = header.bytes.withUnsafeBytes { bytes in
        var reader = BitReader(bytes)
        return ReplicationHeader(&reader).bands(sampleRate: 48_000)
    }

    /// The replication of one channel at 48 kHz, in bands of the low resolution that all have one level.
    private static func replication(hasHeader: Bool, _ grid: Grid, level: Int, noise: Int) throws -> BitString {
        let bands = try #require(bands)
        var bits = BitString()
        bits.add(13, 4)
        bits.add(hasHeader ? 1 : 0, 1)
        if hasHeader { bits.bits += header.bits }
        bits.add(0, 1)
        switch grid {
        // Fixed borders, one envelope, the low resolution.
        case .whole: bits.add(0, 2 + 2 + 1)
        // The border that varies is two slots after the packet's; no others, no pointer; the low resolution.
        case .reachesOver:
            for (value, width) in [(1, 2), (2, 2), (0, 2), (0, 1), (0, 1)] { bits.add(value, width) }
        case .continues:
            for (value, width) in [(2, 2), (2, 2), (0, 2), (0, 1), (0, 1)] { bits.add(value, width) }
        }
        // Envelope and noise by frequency; no inverse filter.
        bits.add(0, 1 + 1 + 2 * bands.noise)
        if grid == .whole {
            bits.add(level, 7)
            bits.add(0, (bands.low - 1) * 2)
        } else {
            bits.add(level / 2, 6)
            bits.add(0, bands.low - 1)
        }
        bits.add(noise, 5)
        bits.add(0, bands.noise - 1)
        // Neither sines nor an extension.
        bits.add(0, 2)
        return bits
    }

    /// A packet of one channel with the replication before its end.
    private static func inserting(_ fill: BitString, into packet: [UInt8]) -> [UInt8] {
        var bits = BitString()
        for byte in packet { bits.add(Int(byte), 8) }
        while bits.bits.last == 0 { bits.bits.removeLast() }
        bits.bits.removeLast(3)
        let bytes = fill.bytes
        bits.add(6, 3)
        bits.add(min(bytes.count, 15), 4)
        if bytes.count >= 15 { bits.add(bytes.count - 14, 8) }
        for byte in bytes { bits.add(Int(byte), 8) }
        bits.add(7, 3)
        return bits.bytes
    }

    private static let config: AudioSpecificConfig = {
        var config = AudioSpecificConfig(sampleRate: 24_000, channelConfiguration: 1)
        config.sampleRate = 48_000
        config.signalling = .compatible
        config.signalsParametricStereo = true
        return config
    }()

    /// 700 packets of noise and a tone, the first and every seventh from the fourth on with a header.
    ///
    /// - Parameters:
    ///   - bitRate: of the core. Below 26 kbit/s the encoder substitutes noise above 4 kHz.
    ///   - overhangs: whether the packet at a place ends after its border.
    private static func packets(bitRate: Int = 48_000, _ overhangs: (Int) -> Bool) throws -> [[UInt8]] {
        var options = EncoderOptions()
        options.bitRate = bitRate
        let format = StreamFormat(sampleRate: 24_000, formatID: .aac, framesPerPacket: 1024, channels: 1)
        let encoder = try #require(try AAC.makeEncoder(format, options))
        let samples = zip(
            Signal.noise(frames: 700 * 1024, seed: 9, amplitude: 0.2),
            Signal.sine(0.05, frames: 700 * 1024, amplitude: 0.3)
        ).map { $0 + $1 }
        let core = try FDKTests.take(encoder, samples.withUnsafeBytes { Array($0) }, frames: samples.count)
        var random = CodecSignals.Random(seed: 2)
        return try core.enumerated().map { place, packet in
            let grid: Grid =
                overhangs(place) ? .reachesOver : place > 0 && overhangs(place - 1) ? .continues : .whole
            let level = 30 + Int(random.next() % 12)
            return inserting(
                try replication(
                    hasHeader: place == 0 || place % 7 == 3, grid, level: level, noise: Int(random.next() % 6)),
                into: packet)
        }
    }

    /// All samples, by one decoder of the library.
    private static func linear(_ packets: [[UInt8]], _ config: AudioSpecificConfig, channels: Int) throws -> [[UInt8]?]
    {
        let ffmpeg = FFmpegConfig(
            name: "aac", options: [("channel_order", "coded"), ("strict", "1")], sampleRate: config.coreSampleRate,
            configuration: config.bytes)
        let output = StreamFormat.float32(sampleRate: Double(config.sampleRate), channels: channels)
        return FFmpegTests.decode(
            try FFmpegDecoder(ffmpeg, output: output, preRollPackets: 2, maximumFramesPerPacket: 8192), packets)
    }

    private static func packetsThatDiffer(_ first: [[UInt8]?], _ second: [[UInt8]?]) -> [Int] {
        first.indices.filter { first[$0] != second[$0] }
    }

    /// The second segment begins with a packet 22 before it. The third begins with one 26 before it, as the one at 19 reaches
    /// over.
    @Test func segmentsAreThoseOfTheWhole() throws {
        let packets = try Self.packets { $0 == 493 || $0 % 11 == 5 && $0 % 7 != 2 && $0 % 7 != 3 }
        #expect(packets.count == 701)
        let cookie = ESDescriptor(specificInfo: Self.config.bytes).bytes
        let format = try HEAAC.complete(StreamFormat(sampleRate: 0, formatID: "aach", channels: 0), magicCookie: cookie)
        #expect(format.sampleRate == 48_000 && format.channels == 1)
        let whole = try Self.linear(packets, Self.config, channels: 1)
        let decoder = try HEAAC.makeDecoder(format, magicCookie: cookie)
        #expect(Self.packetsThatDiffer(FFmpegTests.decode(decoder, packets), whole) == [])

        // What comes before each segment alone, as for a seek.
        for segment in [1, 2] {
            var run = PacketRun()
            for packet in packets[..<(segment * 256)] { packet.withUnsafeBytes { run.append($0) } }
            let lead = try #require(decoder.memory(of: run))
            #expect(lead == (segment == 1 ? 22 : 26))
            for knowsLead in [true, false] {
                decoder.reset()
                if knowsLead { decoder.beginLead(packets: lead) }
                let start = segment * 256 - lead
                let back = FFmpegTests.decode(decoder, Array(packets[start..<start + lead + 100]))
                let same = back[lead...].elementsEqual(whole[segment * 256..<segment * 256 + 100])
                // Without the repeated packet the noise is other noise.
                #expect(same == knowsLead, "segment \(segment)")
            }
        }
    }

    /// Samples of 4 bytes as numbers.
    private static func numbers(_ parts: ArraySlice<[UInt8]?>) -> [Float] {
        parts.flatMap { part in (part ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    }

    /// The power of a sound at 48 kHz below 3 kHz and above.
    private static func powers(_ sound: [Float]) -> (low: Double, high: Double) {
        let taps = (-150...150).map { place -> Float in
            let x = Float(place) * .pi / 8
            return (place == 0 ? 1 : sin(x) / x) / 8 * (0.5 + 0.5 * cos(.pi * Float(place) / 151))
        }
        var (low, high) = (0.0, 0.0)
        for frame in stride(from: 150, to: sound.count - 150, by: 7) {
            let smooth = zip(taps, sound[(frame - 150)...]).reduce(0) { $0 + $1.0 * $1.1 }
            low += Double(smooth * smooth)
            high += Double((sound[frame] - smooth) * (sound[frame] - smooth))
        }
        return (low, high)
    }

    /// Noise that the core's decoder substitutes comes of random numbers that libavcodec draws through a whole stream. In
    /// segments they go by the place in the stream: a seek gives the samples of the whole, to the bit. One decoder of the
    /// library has other noise, of the same power, in the same bands; the rest of the sound is the same.
    @Test func substitutedNoiseGoesByThePlace() throws {
        let packets = try Self.packets(bitRate: 20_000) { _ in false }
        let cookie = ESDescriptor(specificInfo: Self.config.bytes).bytes
        let format = try HEAAC.complete(StreamFormat(sampleRate: 0, formatID: "aach", channels: 0), magicCookie: cookie)
        let decoder = try HEAAC.makeDecoder(format, magicCookie: cookie)
        let whole = FFmpegTests.decode(decoder, packets)
        for segment in [1, 2] {
            var run = PacketRun()
            for packet in packets[..<(segment * 256)] { packet.withUnsafeBytes { run.append($0) } }
            let lead = try #require(decoder.memory(of: run))
            decoder.reset()
            decoder.beginLead(packets: lead)
            let start = segment * 256 - lead
            let back = FFmpegTests.decode(decoder, Array(packets[start..<start + lead + 100]))
            #expect(back[lead...].elementsEqual(whole[segment * 256..<segment * 256 + 100]), "segment \(segment)")
        }

        let linear = try Self.linear(packets, Self.config, channels: 1)
        #expect(whole[..<256] == linear[..<256])
        let (one, other) = (Self.numbers(whole[300..<340]), Self.numbers(linear[300..<340]))
        let (own, theirs, rest) = (
            Self.powers(one), Self.powers(other), Self.powers(zip(one, other).map { $0 - $1 })
        )
        // Without noise in the core there would be no rest.
        #expect(rest.high > 0.01 * own.high && rest.high < 2.5 * own.high, "\(rest.high / own.high)")
        #expect(rest.low < 1e-4 * own.low, "\(rest.low / own.low)")
        #expect(abs(10 * log10(own.high / theirs.high)) < 0.5, "\(own.high / theirs.high)")
    }

    /// Where each header's packet reaches over, the decoder that is there goes on.
    @Test func nothingToBeginWith() throws {
        let packets = try Self.packets { $0 % 7 == 3 }
        let cookie = ESDescriptor(specificInfo: Self.config.bytes).bytes
        let format = try HEAAC.complete(StreamFormat(sampleRate: 0, formatID: "aach", channels: 0), magicCookie: cookie)
        let decoder = try HEAAC.makeDecoder(format, magicCookie: cookie)
        let whole = try Self.linear(packets, Self.config, channels: 1)
        #expect(Self.packetsThatDiffer(FFmpegTests.decode(decoder, packets), whole) == [])
    }

    /// Real streams, with parametric stereo and with several channel elements.
    @Test(.needsFDK, arguments: [("aach", 2), ("aacp", 2), ("aach", 6)] as [(FourCC, Int)])
    func streamsOfAnEncoder(id: FourCC, channels: Int) throws {
        let codec = try #require(Codecs.named(id))
        let format = StreamFormat(sampleRate: 48_000, formatID: id, framesPerPacket: 2048, channels: channels)
        let encoder = try #require(try codec.makeEncoder(format, EncoderOptions()))
        let frames = 600 * 2048
        let noise = (0..<channels).map { Signal.noise(frames: frames, seed: UInt64(20 + $0)) }
        let samples = (0..<frames).flatMap { frame -> [Int16] in
            let beat = exp2(-Double(frame % 17_000) / 3000)
            return (0..<channels).map { channel in
                let pitch = sin(Double(frame) * 0.02 * Double(1 + channel))
                return Int16(9000 * beat * (Double(noise[channel][frame]) + pitch))
            }
        }
        let packets = try FDKTests.encode(samples, encoder)
        let decoder = try codec.makeDecoder(encoder.outputFormat, magicCookie: encoder.magicCookie)
        let config = try AudioSpecificConfig(magicCookie: encoder.magicCookie)
        let whole = try Self.linear(packets, config, channels: channels)
        #expect(Self.packetsThatDiffer(FFmpegTests.decode(decoder, packets), whole) == [])
    }
}
