import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

@Suite struct IMA4Tests {
    @Test func describesItsPackets() throws {
        let format = try CodecRunner.format(IMA4.self, channels: 2)
        #expect(format.framesPerPacket == 64 && format.bytesPerPacket == 68)
        #expect(format.bytesPerFrame == 0 && format.bitsPerChannel == 0)
        let codec = Codecs.named("ima4")
        #expect(codec?.name == "Apple IMA4")
    }

    /// Steps 7, 8, 9…: a nibble n moves by step·(n&4 ? 1 : 0) + step/2·… + step/8, worked out by hand.
    @Test func decodesAPacketWorkedOutByHand() throws {
        var packet = [UInt8](repeating: 0, count: 34)
        packet[0] = 0x01  // predictor 0x0100, step index 0
        packet[1] = 0x00
        packet[2] = 0x47  // low nibble first: 7, then 4
        packet[3] = 0x8F  // F, then 8
        let samples = try CodecRunner.decode(packet, with: IMA4.self, channels: 1)
        // 7 at step 7: 0 + 7 + 3 + 1 = 11, index 8 (step 16). 4: 2 + 16 = 18, index 10 (step 19).
        // F: −(2 + 19 + 9 + 4) = −34, index 18 (step 41). 8: −5, index 17.
        let first: [Int16] = [267, 285, 251, 246]
        #expect(Array(samples.prefix(4)) == first)
        // From there the nibble 0 at steps 37, 34, 31, 28 adds an eighth of each.
        let next: [Int16] = [250, 254, 257, 260]
        #expect(Array(samples[4..<8]) == next)
    }

    @Test func takesThePreambleWhereThePredictorsDisagree() throws {
        let still = [UInt8](repeating: 0, count: 32)
        // The first packet ends at 0 with index 0; 0x0080 is 0x80 away, 0xFF80 as well, but 0x0000 is not.
        let jump = try CodecRunner.decode([0, 0] + still + [0x00, 0x80] + still, with: IMA4.self, channels: 1)
        #expect(jump[63] == 0 && jump[64] == 0x80)
        let other = try CodecRunner.decode([0, 0] + still + [0x00, 0x01] + still, with: IMA4.self, channels: 1)
        #expect(other[64] == 1, "a step index of 1 (step 8) starts anew and adds 8/8")
    }

    @Test func keepsTheLowBitsOfTheRunningPredictor() throws {
        // 11 after the first nibble; the preamble of the next packet can only say 0.
        var first = [UInt8](repeating: 0, count: 34)
        first[2] = 0x07
        let whole = try CodecRunner.decode(first, with: IMA4.self, channels: 1)
        let second = [UInt8](repeating: 0, count: 34)
        let both = try CodecRunner.decode(first + second, with: IMA4.self, channels: 1)
        #expect(both[64] == whole[63])
        #expect(whole[63] > 0)
    }

    @Test func clampsStepIndicesThatDoNotExist() throws {
        let still = [UInt8](repeating: 0x77, count: 32)
        let wild = try CodecRunner.decode([0x80, 0x7F] + still, with: IMA4.self, channels: 1)
        let last = try CodecRunner.decode([0x80, 88] + still, with: IMA4.self, channels: 1)
        #expect(wild == last && wild.max() == 32_767)
    }

    @Test(arguments: [1, 2, 3, 5, 6])
    func isTheSameInPiecesAndAtOnce(channels: Int) throws {
        let samples = CodecSignals.music(frames: 64 * 50 + 13, channels: channels)
        let whole = try CodecRunner.encode(samples, with: IMA4.self, channels: channels)
        #expect(whole.count == 51 * 34 * channels)
        #expect(try CodecRunner.encode(samples, with: IMA4.self, channels: channels, packetsPerCall: 3) == whole)
        let decoded = try CodecRunner.decode(whole, with: IMA4.self, channels: channels)
        #expect(try CodecRunner.decode(whole, with: IMA4.self, channels: channels, packetsPerCall: 7) == decoded)
        // Channels do not know each other: each alone gives the same bytes.
        for channel in 0..<channels {
            let alone = stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
            let bytes = try CodecRunner.encode(alone, with: IMA4.self, channels: 1)
            let expected = (0..<51).flatMap { packet in
                let start = (packet * channels + channel) * 34
                return whole[start..<start + 34]
            }
            #expect(bytes == expected)
        }
    }

    @Test func staysCloseToASine() throws {
        let sine = CodecSignals.sine(frames: 4096, channels: 2).map { Int16($0 * 32_767) }
        let bytes = try CodecRunner.encode(sine, with: IMA4.self, channels: 2)
        let decoded = try CodecRunner.decode(bytes, with: IMA4.self, channels: 2)
        // The step needs the first packet to grow.
        let worst = zip(sine, decoded).dropFirst(128).map { abs(Int($0) - Int($1)) }.max()!
        #expect(worst < 1200, "below 0.04 of full scale")
    }

    @Test func fillsTheLastPacketWithSilence() throws {
        let short = CodecSignals.music(frames: 10, channels: 2)
        let filled = short + [Int16](repeating: 0, count: 54 * 2)
        #expect(
            try CodecRunner.encode(short, with: IMA4.self, channels: 2)
                == CodecRunner.encode(filled, with: IMA4.self, channels: 2))
    }

    @Test func resetForgetsTheHistory() throws {
        let format = try CodecRunner.format(IMA4.self, channels: 1)
        let encoder = try IMA4.makeEncoder(format, EncoderOptions())!
        let samples = CodecSignals.noise(64)
        var sizes: [PacketDescription] = []
        func packet() throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 34)
            let count = try samples.withUnsafeBytes { input in
                try bytes.withUnsafeMutableBytes { try encoder.encode(input, frames: 64, into: $0, sizes: &sizes) }
            }
            #expect(count == 1 && sizes.isEmpty)
            return bytes
        }
        let first = try packet()
        #expect(try packet() != first)
        encoder.reset()
        #expect(try packet() == first)
    }

    @Test(.needs("ffmpeg"), arguments: [1, 2])
    func agreesWithFFmpegByteForByte(channels: Int) throws {
        let samples =
            CodecSignals.music(frames: 64 * 1000, channels: channels)
            + CodecSignals.noise(64 * 1000 * channels, seed: 3)
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        OtherProgram.write(samples.withUnsafeBytes { Array($0) }, to: "\(directory)/in.raw")
        let raw = "-f s16le -ar 44100 -ac \(channels)"
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin \(raw) -i \(directory)/in.raw -c:a adpcm_ima_qt \(directory)/a.caf && "
                + "ffmpeg -v error -nostdin -i \(directory)/a.caf -f s16le \(directory)/out.raw")
        try #require(made == 0)
        let file = try #require(OtherProgram.bytes(of: "\(directory)/a.caf"))
        let ours = try CodecRunner.encode(samples, with: IMA4.self, channels: channels)
        let start = try #require(Self.dataStart(file))
        #expect(Array(file[start..<start + ours.count]) == ours)
        let theirs = try #require(OtherProgram.bytes(of: "\(directory)/out.raw"))
        let decoded = try CodecRunner.decode(ours, with: IMA4.self, channels: channels)
        #expect(decoded.withUnsafeBytes { Array($0) } == theirs)
    }

    /// Where the packets begin in a CAF file that was just written: behind "data", a size and an edit count.
    static func dataStart(_ file: [UInt8]) -> Int? {
        let mark = Array("data".utf8)
        return (0..<file.count - 16).first { Array(file[$0..<$0 + 4]) == mark }.map { $0 + 16 }
    }
}
