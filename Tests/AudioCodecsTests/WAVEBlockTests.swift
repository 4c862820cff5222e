import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// Microsoft's and Intel's ADPCM, block by block.
@Suite struct WAVEBlockTests {
    static let codecs: [any Codec.Type] = [MicrosoftADPCM.self, DVIADPCM.self]

    private static func format(
        _ codec: any Codec.Type, rate: Double = 44_100, channels: Int = 1, bytes: Int = 0, frames: Int = 0
    ) -> StreamFormat {
        StreamFormat(
            sampleRate: rate, formatID: codec.formatID, bytesPerPacket: bytes, framesPerPacket: frames,
            channels: channels)
    }

    private static func decode(
        _ blocks: [UInt8], _ format: StreamFormat, by decoder: any PacketDecoder
    ) throws -> [Int16] {
        let count = blocks.count / format.bytesPerPacket
        var samples = [Int16](repeating: 0, count: count * format.framesPerPacket * format.channels)
        let frames = try blocks.withUnsafeBytes { input in
            try samples.withUnsafeMutableBytes { try decoder.decode(input, nil, count: count, into: $0) }
        }
        #expect(frames == count * format.framesPerPacket)
        return samples
    }

    /// 256 bytes a channel for each 11025 Hz; a header of 7 or 4 bytes a channel, then two samples a byte.
    @Test(arguments: [
        (8000.0, 1, 256, 500, 505), (11_025, 2, 512, 500, 505), (22_050, 1, 512, 1012, 1017),
        (44_100, 2, 2048, 2036, 2041), (48_000, 1, 1024, 2036, 2041), (96_000, 2, 4096, 4084, 4089),
    ])
    func choosesBlocksByTheRate(rate: Double, channels: Int, bytes: Int, microsoft: Int, dvi: Int) throws {
        for (codec, frames) in [(Self.codecs[0], microsoft), (Self.codecs[1], dvi)] {
            let complete = try codec.complete(Self.format(codec, rate: rate, channels: channels), magicCookie: [])
            #expect(complete.bytesPerPacket == bytes && complete.framesPerPacket == frames)
            #expect(complete.bytesPerFrame == 0 && complete.bitsPerChannel == 4)
        }
    }

    @Test func completesWhatIsLeftOpen() throws {
        let byFrames = try MicrosoftADPCM.complete(Self.format(MicrosoftADPCM.self, frames: 1012), magicCookie: [])
        #expect(byFrames.bytesPerPacket == 512)
        let byBytes = try DVIADPCM.complete(Self.format(DVIADPCM.self, channels: 2, bytes: 72), magicCookie: [])
        #expect(byBytes.framesPerPacket == 65)
        let fewer = Self.format(MicrosoftADPCM.self, bytes: 256, frames: 400)
        #expect(try MicrosoftADPCM.complete(fewer, magicCookie: []).framesPerPacket == 400)
        let cookie = try #require(WAVEBlocks(fewer)).magicCookie
        let open = Self.format(MicrosoftADPCM.self)
        let declared = try MicrosoftADPCM.complete(open, magicCookie: cookie)
        #expect(declared.bytesPerPacket == 256 && declared.framesPerPacket == 400)
    }

    @Test func refusesWhatContradictsItself() {
        let wrong: [(any Codec.Type, StreamFormat)] = [
            (MicrosoftADPCM.self, Self.format(MicrosoftADPCM.self, channels: 3)),
            (MicrosoftADPCM.self, Self.format(MicrosoftADPCM.self, bytes: 7)),
            (MicrosoftADPCM.self, Self.format(MicrosoftADPCM.self, bytes: 256, frames: 501)),
            (DVIADPCM.self, Self.format(DVIADPCM.self, channels: 9)),
            (DVIADPCM.self, Self.format(DVIADPCM.self, channels: 2, bytes: 15)),
            (DVIADPCM.self, Self.format(DVIADPCM.self, bytes: 65_536)),
            (DVIADPCM.self, Self.format(MicrosoftADPCM.self)),
        ]
        for (codec, format) in wrong {
            #expect(throws: AudioError.self, "\(format)") { try codec.complete(format, magicCookie: []) }
        }
    }

    /// Predictor 1 is 2a - b; each code moves by the step, which then changes by the table's 256ths.
    @Test func decodesMicrosoftADPCMWorkedOutByHand() throws {
        let format = try MicrosoftADPCM.complete(Self.format(MicrosoftADPCM.self, bytes: 10), magicCookie: [])
        #expect(format.framesPerPacket == 8)
        // Predictor 1, step 32, second sample 100, first sample 90, codes 1, -1, 7, -8, 0, 0.
        let block: [UInt8] = [1, 32, 0, 100, 0, 90, 0, 0x1F, 0x78, 0x00]
        let samples = try Self.decode(block, format, by: MicrosoftADPCM.makeDecoder(format, magicCookie: []))
        // 110 + 32 = 142, step 28; 184 - 28 = 156, step 25; 170 + 175 = 345, step 59; 534 - 472 = 62, step 177;
        // 62 + (62 - 345) = -221, step 159; -221 + (-221 - 62) = -504.
        #expect(samples == [90, 100, 142, 156, 345, 62, -221, -504])
    }

    /// Predictions are rounded down: -1 · 240 / 256 is -1.
    @Test func roundsPredictionsDown() throws {
        let format = try MicrosoftADPCM.complete(Self.format(MicrosoftADPCM.self, bytes: 8), magicCookie: [])
        let block: [UInt8] = [4, 16, 0, 0xFF, 0xFF, 0, 0, 0]
        let samples = try Self.decode(block, format, by: MicrosoftADPCM.makeDecoder(format, magicCookie: []))
        #expect(samples == [0, -1, -1, -1])
    }

    @Test func usesTheTableOfTheCookie() throws {
        let format = try MicrosoftADPCM.complete(Self.format(MicrosoftADPCM.self, bytes: 8), magicCookie: [])
        var blocks = try #require(WAVEBlocks(format))
        blocks.coefficients.append(WAVEBlocks.Coefficients(-256, 128))
        // -100 + 90 / 2, then 55 + 100 / 2.
        let block: [UInt8] = [7, 16, 0, 100, 0, 90, 0, 0]
        let decoder = try MicrosoftADPCM.makeDecoder(format, magicCookie: blocks.magicCookie)
        #expect(try Self.decode(block, format, by: decoder) == [90, 100, -55, 105])
        let standard = try MicrosoftADPCM.makeDecoder(format, magicCookie: [])
        #expect(
            throws: AudioError.converterUnspecified.because(
                "a block of ADPCM names a predictor that is not in the table")
        ) { try Self.decode(block, format, by: standard) }
        // The next packet works.
        #expect(try Self.decode([2] + block.dropFirst(), format, by: standard) == [90, 100, 0, 0])
    }

    @Test func refusesBrokenCookies() throws {
        let format = try MicrosoftADPCM.complete(Self.format(MicrosoftADPCM.self), magicCookie: [])
        let cookie = try #require(WAVEBlocks(format)).magicCookie
        #expect(cookie.count == 50)
        for length in 1..<14 {
            #expect(throws: AudioError.self, "\(length) bytes") {
                try MicrosoftADPCM.makeDecoder(format, magicCookie: Array(cookie.prefix(length)))
            }
        }
        // Another tag, channels, block size; no predictors, and more than there are.
        for (place, value) in [(0, 0x11), (2, 2), (12, 1), (20, 0), (20, 9), (21, 1)] as [(Int, UInt8)] {
            var broken = cookie
            broken[place] = value
            #expect(throws: AudioError.self, "byte \(place)") {
                try MicrosoftADPCM.makeDecoder(format, magicCookie: broken)
            }
        }
    }

    /// Steps 7, 8, 9…: as in IMA4, behind a first sample that stands in the block.
    @Test func decodesDVIWorkedOutByHand() throws {
        let format = try DVIADPCM.complete(Self.format(DVIADPCM.self, channels: 2, bytes: 16), magicCookie: [])
        #expect(format.framesPerPacket == 9)
        let left: [UInt8] = [0x00, 0x01, 0, 0x55]
        let right: [UInt8] = [0xFF, 0xFF, 88, 0]
        let samples = try Self.decode(
            left + right + [0x47, 0x8F, 0, 0] + [0x07, 0, 0, 0], format,
            by: DVIADPCM.makeDecoder(format, magicCookie: []))
        let first: [Int16] = [256, 267, 285, 251, 246, 250, 254, 257, 260]
        #expect(stride(from: 0, to: 18, by: 2).map { samples[$0] } == first)
        #expect(samples[1] == -1 && samples[3] == 32_767)
    }

    @Test func clampsStepIndicesThatDoNotExist() throws {
        let format = try DVIADPCM.complete(Self.format(DVIADPCM.self, bytes: 8), magicCookie: [])
        let decoder = try DVIADPCM.makeDecoder(format, magicCookie: [])
        let body: [UInt8] = [0x31, 0x75, 0x9A, 0xF2]
        let wild = try Self.decode([0, 0, 255, 0] + body, format, by: decoder)
        #expect(wild == (try Self.decode([0, 0, 88, 0] + body, format, by: decoder)))
    }

    @Test(arguments: [0, 1], [1, 2, 3, 8])
    func isTheSameInPiecesAndAtOnce(index: Int, channels: Int) throws {
        let codec = Self.codecs[index]
        guard codec.abilities.channels!.contains(channels) else {
            let error = #expect(throws: AudioError.self) { _ = try CodecRunner.format(codec, channels: channels) }
            #expect(error?.status == AudioError.converterFormat.status)
            return
        }
        let perPacket = try CodecRunner.format(codec, channels: channels).framesPerPacket
        let samples = CodecSignals.music(frames: perPacket * 7 + 13, channels: channels)
        let whole = try CodecRunner.encode(samples, with: codec, channels: channels)
        #expect(try CodecRunner.encode(samples, with: codec, channels: channels, packetsPerCall: 3) == whole)
        let decoded = try CodecRunner.decode(whole, with: codec, channels: channels)
        #expect(try CodecRunner.decode(whole, with: codec, channels: channels, packetsPerCall: 2) == decoded)
        // A block knows nothing of the others: each alone gives the same samples.
        let size = whole.count / 8
        let last = try CodecRunner.decode(Array(whole.suffix(size)), with: codec, channels: channels)
        #expect(decoded.suffix(last.count).elementsEqual(last))
    }

    /// Music within 24 dB, noise within 12 dB, a square wave of full scale without overflow, a last block filled with silence.
    @Test(arguments: [0, 1], [1, 2]) func comesBackWithinItsBound(index: Int, channels: Int) throws {
        let codec = Self.codecs[index]
        let square = (0..<8000 * channels).map { Int16($0 / channels / 50 % 2 == 0 ? 32_767 : -32_768) }
        for (samples, bound) in [
            (CodecSignals.music(frames: 20_001, channels: channels), -24.0), (square, -5),
            (CodecSignals.noise(20_001 * channels), -12), ([Int16](repeating: 0, count: 5000 * channels), -100),
        ] {
            let bytes = try CodecRunner.encode(samples, with: codec, channels: channels)
            let decoded = try CodecRunner.decode(bytes, with: codec, channels: channels)
            var (error, power) = (1e-12, 1.0)
            for (before, after) in zip(samples, decoded) {
                error += (Double(before) - Double(after)) * (Double(before) - Double(after))
                power += Double(before) * Double(before)
            }
            #expect(10 * decibels(error / power) < bound, "\(10 * decibels(error / power))")
            let rest = decoded[samples.count...]
            #expect(rest.suffix(max(0, rest.count - 120 * channels)).allSatisfy { abs(Int($0)) < 64 })
        }
    }

    private func decibels(_ ratio: Double) -> Double { log10(ratio) }

    /// Any bytes and any table of predictors: nothing overflows, and what is refused leaves the next block as it is.
    @Test func hostileBlocksDoNoHarm() throws {
        var random = CodecSignals.Random(seed: 5)
        for turn in 0..<300 {
            let channels = Int.random(in: 1...2, using: &random)
            let size = Int.random(in: 8 * channels...80 * channels, using: &random)
            for codec in Self.codecs {
                let format = try codec.complete(
                    Self.format(codec, channels: channels, bytes: size), magicCookie: [])
                var blocks = try #require(WAVEBlocks(format))
                let extremes: [Int16] = [.min, .max, -1, 0, 1]
                if codec.formatID == MicrosoftADPCM.formatID {
                    blocks.coefficients = (0..<256).map { _ in
                        WAVEBlocks.Coefficients(
                            extremes.randomElement(using: &random)!, extremes.randomElement(using: &random)!)
                    }
                }
                let decoder = try codec.makeDecoder(format, magicCookie: blocks.magicCookie)
                let block = (0..<size).map { _ in
                    turn % 3 == 0
                        ? [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                        : UInt8.random(in: 0...255, using: &random)
                }
                let once = try Self.decode(block, format, by: decoder)
                #expect(try Self.decode(block, format, by: decoder) == once)
            }
        }
    }

    @Test func tooLittleRoomIsRefused() throws {
        let format = try DVIADPCM.complete(Self.format(DVIADPCM.self, bytes: 256), magicCookie: [])
        let decoder = try DVIADPCM.makeDecoder(format, magicCookie: [])
        let block = [UInt8](repeating: 0, count: 256)
        var room = [UInt8](repeating: 0, count: 505 * 2 - 1)
        block.withUnsafeBytes { input in
            room.withUnsafeMutableBytes { output in
                #expect(throws: AudioError.converterOutputSize) {
                    try decoder.decode(input, nil, count: 1, into: output)
                }
                #expect(throws: AudioError.converterInputSize) {
                    try decoder.decode(input, nil, count: 2, into: output)
                }
            }
        }
    }
}
