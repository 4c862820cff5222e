import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

@Suite struct G711Tests {
    static let laws: [any Codec.Type] = [ULaw.self, ALaw.self]

    /// Ends and middles of the tables of ITU-T G.711, in 16 bits.
    @Test func expandsAsTheTablesSay() {
        #expect(ULaw.expand(0xFF) == 0 && ULaw.expand(0x7F) == 0)
        #expect(ULaw.expand(0x80) == 32_124 && ULaw.expand(0x00) == -32_124)
        #expect(ULaw.expand(0xFE) == 8 && ULaw.expand(0x7E) == -8)
        #expect(ULaw.expand(0xEF) == 132 && ULaw.expand(0x8F) == 16_764)
        #expect(ALaw.expand(0xD5) == 8 && ALaw.expand(0x55) == -8)
        #expect(ALaw.expand(0xAA) == 32_256 && ALaw.expand(0x2A) == -32_256)
        #expect(ALaw.expand(0xC5) == 264 && ALaw.expand(0xBA) == 16_128)
    }

    /// Where the segments begin, in 16 bits: decision values of tables 1 and 2 of G.711.
    @Test func segmentsBeginWhereTheStandardSays() {
        let microStarts: [Int16] = [124, 380, 892, 1916, 3964, 8060, 16_252]
        let aStarts: [Int16] = [256, 512, 1024, 2048, 4096, 8192, 16_384]
        for segment in 1...7 {
            let code = UInt8(segment << 4)
            #expect(ULaw.compress(microStarts[segment - 1]) == ~code)
            #expect(ULaw.compress(microStarts[segment - 1] - 1) == ~(code - 1))
            #expect(ALaw.compress(aStarts[segment - 1]) == (code | 0x80) ^ 0x55)
            #expect(ALaw.compress(aStarts[segment - 1] - 1) == (code - 1 | 0x80) ^ 0x55)
        }
    }

    /// The error is at most half a step, and steps double from segment to segment.
    @Test func errorsStayWithinHalfAStep() {
        for sample in Int16.min...Int16.max {
            let micro = ULaw.compress(sample)
            let microSegment = Int(~micro >> 4 & 7)
            let microError = abs(Int(ULaw.expand(micro)) - max(-32_635, min(32_635, Int(sample))))
            let a = ALaw.compress(sample)
            let aSegment = Int((a ^ 0x55) >> 4 & 7)
            let aError = abs(Int(ALaw.expand(a)) - Int(sample))
            guard microError > 4 << microSegment || aError > 8 << max(aSegment - 1, 0) else { continue }
            Issue.record("\(sample): off by \(microError) in µ-law, by \(aError) in A-law")
            return
        }
    }

    @Test func everyCodeSurvives() {
        for code in UInt8.min...UInt8.max {
            #expect(ALaw.compress(ALaw.expand(code)) == code)
            // µ-law has a second zero, which 16-bit samples do not.
            #expect(ULaw.compress(ULaw.expand(code)) == (code == 0x7F ? 0xFF : code))
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 513])
    func blocksAgreeWithSingleSamples(frames: Int) throws {
        for (codec, compress, expand) in [
            (ULaw.self, ULaw.compress, ULaw.expand), (ALaw.self, ALaw.compress, ALaw.expand),
        ] as [(any Codec.Type, (Int16) -> UInt8, (UInt8) -> Int16)] {
            let samples = CodecSignals.noise(frames * 3, seed: 9)
            let bytes = try CodecRunner.encode(samples, with: codec, channels: 3)
            #expect(bytes == samples.map(compress))
            #expect(try CodecRunner.decode(bytes, with: codec, channels: 3) == bytes.map(expand))
        }
    }

    @Test(.needs("ffmpeg"), arguments: [("ulaw", "mulaw"), ("alaw", "alaw")])
    func decodesLikeFFmpeg(id: String, theirName: String) throws {
        let codec = try #require(Codecs.named(FourCC(padding: id)!))
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let codes = [UInt8](UInt8.min...UInt8.max)
        OtherProgram.write(codes, to: "\(directory)/codes")
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin -f \(theirName) -ar 8000 -ac 1 -i \(directory)/codes -f s16le \(directory)/out")
        try #require(made == 0)
        let ours = try CodecRunner.decode(codes, with: codec, channels: 1)
        #expect(OtherProgram.bytes(of: "\(directory)/out") == ours.withUnsafeBytes { Array($0) })
    }
}

@Suite struct HostileCodecInputTests {
    @Test(arguments: [0, -1, 1025, Int.max, Int.min])
    func refusesAbsurdChannels(channels: Int) {
        for codec in Codecs.all {
            let format = StreamFormat(sampleRate: 8000, formatID: codec.formatID, channels: channels)
            #expect(throws: AudioError.self) { try codec.complete(format, magicCookie: []) }
            #expect(throws: AudioError.self) { try codec.makeDecoder(format, magicCookie: []) }
            #expect(throws: AudioError.self) { _ = try codec.makeEncoder(format, EncoderOptions()) }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1])
    func refusesImpossibleRates(rate: Double) {
        for codec in Codecs.all {
            let format = StreamFormat(sampleRate: rate, formatID: codec.formatID, channels: 1)
            #expect(throws: AudioError.converterFormat.because("the sample rate is not a number")) {
                try codec.complete(format, magicCookie: [])
            }
        }
    }

    @Test(arguments: [0x1p32, 9.3e18, 1e300])
    func refusesRatesOfMoreThan32Bits(rate: Double) {
        for codec in Codecs.all {
            let format = StreamFormat(sampleRate: rate, formatID: codec.formatID, channels: 1)
            let refusal = AudioError.converterFormat.because("the sample rate has more than 32 bits")
            #expect(throws: refusal) { try codec.complete(format, magicCookie: []) }
        }
    }

    @Test func refusesFieldsThatContradictTheCodec() {
        for id in [FourCC.ima4, .ulaw, .alaw] {
            let codec = Codecs.named(id)!
            for change in [\StreamFormat.framesPerPacket, \.bytesPerPacket] {
                var format = StreamFormat(sampleRate: 8000, formatID: codec.formatID, channels: 1)
                format[keyPath: change] = 33
                #expect(throws: AudioError.self) { try codec.complete(format, magicCookie: []) }
            }
        }
    }

    @Test func refusesLyingCounts() throws {
        for id in [FourCC.ima4, .ulaw, .alaw] {
            let codec = Codecs.named(id)!
            let format = try CodecRunner.format(codec, channels: 2)
            let decoder = try codec.makeDecoder(format, magicCookie: [])
            let encoder = try codec.makeEncoder(format, EncoderOptions())!
            let input = [UInt8](repeating: 0, count: 100)
            var output = [UInt8](repeating: 0, count: 100)
            var sizes: [PacketDescription] = []
            for count in [-1, 101, Int.max] {
                #expect(throws: AudioError.self) {
                    try input.withUnsafeBytes { input in
                        try output.withUnsafeMutableBytes { try decoder.decode(input, nil, count: count, into: $0) }
                    }
                }
                #expect(throws: AudioError.self) {
                    try input.withUnsafeBytes { input in
                        try output.withUnsafeMutableBytes {
                            try encoder.encode(input, frames: count, into: $0, sizes: &sizes)
                        }
                    }
                }
            }
            #expect(throws: AudioError.converterOutputSize) {
                try input.withUnsafeBytes { try decoder.decode($0, nil, count: 1, into: .init(start: nil, count: 0)) }
            }
        }
    }
}
