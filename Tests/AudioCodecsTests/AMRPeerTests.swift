import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Against the libraries called without us in between, and against what no encoder makes.
@Suite struct AMRPeerTests {
    /// Every mode, comfort noise, nothing, damage and foreign types, in an order of chance: the samples are the library's.
    @Test(
        .needsAMR, .needs("clang"), .enabled(if: AMRJudge.isThere, "opencore-amr's headers are not installed"),
        arguments: AMRTestBand.installed)
    func decodesLikeTheLibraryItself(band: AMRTestBand) throws {
        let voice = AMRSpeech.samples(frames: 60 * band.band.framesPerPacket, seed: 8)
        let modes = try band.modes.map { try AMRSpeech(encoding: voice, band, mode: $0).packets }
        var random = CodecSignals.Random(seed: 21)
        let packets = (0..<60).map { index in
            var packet = modes[Int(random.next() % UInt64(modes.count))][index]
            switch random.next() % 8 {
            case 0: packet[0] &= ~4
            case 1: packet = AMRPeerTests.frame(type: 15, band, &random)
            case 2: packet = AMRPeerTests.frame(type: band == .narrow ? 8 : 9, band, &random)
            case 3: packet = AMRPeerTests.frame(type: 9 + Int(random.next() % 6), band, &random)
            default: break
            }
            return packet
        }
        let stream = AMRSpeech(band, packets: packets)
        let theirs = try AMRJudge.decode(stream)
        let ours = try stream.samples(by: try band.codec.makeDecoder(band.format, magicCookie: []))
        #expect(ours.count == 60 * band.band.framesPerPacket && ours == theirs)
    }

    static func frame(type: Int, _ band: AMRTestBand, _ random: inout CodecSignals.Random) -> [UInt8] {
        var bytes = (0..<band.band.frameSizes[type]).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
        bytes[0] = UInt8(type << 3) | 4
        return bytes
    }

    /// Any bits, of any type, again and again: samples come out.
    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func survivesAnyBits(band: AMRTestBand) throws {
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        var random = CodecSignals.Random(seed: 5)
        for _ in 0..<50 {
            let packets = (0..<100).map { _ in
                var packet = AMRPeerTests.frame(type: Int(random.next() % 16), band, &random)
                packet[0] = packet[0] & ~4 | UInt8(random.next() & 0x87)
                return packet
            }
            let samples = try AMRSpeech(band, packets: packets).samples(by: decoder)
            #expect(samples.count == 100 * band.band.framesPerPacket)
        }
    }

    /// Every frame cut short by a byte or to nothing is refused, and the next one decodes as if it had not been there.
    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func refusesFramesThatAreCutShort(band: AMRTestBand) throws {
        let voice = AMRSpeech.samples(frames: 10 * band.band.framesPerPacket, seed: 8)
        let stream = try AMRSpeech(encoding: voice, band, mode: 1)
        let whole = try stream.decoded()
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        var random = CodecSignals.Random(seed: 6)
        var pieces: [Double] = []
        for packet in stream.packets {
            for type in 0..<16 {
                let cut = Array(AMRPeerTests.frame(type: type, band, &random).dropLast())
                #expect(throws: AudioError.converterUnspecified.because("a frame of AMR is cut short")) {
                    try AMRSpeech(band, packets: [packet, cut]).samples(by: decoder)
                }
            }
            pieces += try AMRSpeech(band, packets: [packet]).decoded(by: decoder)
        }
        #expect(pieces == whole)
    }

    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func refusesLyingCounts(band: AMRTestBand) throws {
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        let encoder = try band.codec.makeEncoder(band.format, EncoderOptions())!
        let input = [UInt8](repeating: 4, count: 64)
        var output = [UInt8](repeating: 0, count: 640)
        var sizes: [PacketDescription] = []
        let lies = [
            PacketDescription(offset: 60, size: 13), PacketDescription(offset: -1, size: 13),
            PacketDescription(offset: .max, size: .max), PacketDescription(offset: 0, size: 0),
        ]
        for lie in lies {
            #expect(throws: AudioError.self) {
                try input.withUnsafeBytes { input in
                    try output.withUnsafeMutableBytes { output in
                        try [lie].withUnsafeBufferPointer { try decoder.decode(input, $0, count: 1, into: output) }
                    }
                }
            }
        }
        for count in [-1, 3, Int.max] {
            #expect(throws: AudioError.self) {
                try input.withUnsafeBytes { input in
                    try output.withUnsafeMutableBytes { try decoder.decode(input, nil, count: count, into: $0) }
                }
            }
            #expect(throws: AudioError.self) {
                try input.withUnsafeBytes { input in
                    try output.withUnsafeMutableBytes {
                        try encoder.encode(input, frames: count == 3 ? 33 : count, into: $0, sizes: &sizes)
                    }
                }
            }
        }
        #expect(throws: AudioError.requiresPacketDescriptions) {
            try input.withUnsafeBytes { input in
                try output.withUnsafeMutableBytes { try decoder.decode(input, nil, count: 1, into: $0) }
            }
        }
    }
}
