import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

@Suite struct ConverterRateTests {
    static let rates: [Double] = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]

    @Test(arguments: rates, rates)
    func lengthsAreExact(from: Double, to: Double) throws {
        for frames in [0, 1, 2, 147, 1000, 4801] {
            let runner = try ConverterRunner(
                .float32(sampleRate: from, channels: 1), .int16(sampleRate: to, channels: 1),
                [Float](repeating: 0.5, count: frames))
            try runner.converter.set(kAudioConverterSampleRateConverterQuality, [0] as [UInt32])
            let expected = (frames * Int(to) + Int(from) - 1) / Int(from)
            #expect(try runner.run(as: Int16.self).count == expected, "\(frames) frames")
        }
    }

    @Test func aSineStaysASine() throws {
        let frames = 44_100
        let sine = CodecSignals.sine(frames: frames, channels: 1, frequency: 1000, rate: 44_100)
        let runner = try ConverterRunner(
            .float32(sampleRate: 44_100, channels: 1), .float32(sampleRate: 48_000, channels: 1), sine)
        try runner.converter.set(kAudioConverterSampleRateConverterQuality, [0x7F] as [UInt32])
        let output = try runner.run(as: Float.self)
        let expected = CodecSignals.sine(frames: 48_000, channels: 1, frequency: 1000, rate: 48_000)
        #expect(output.count == expected.count)
        let worst = zip(output, expected).dropFirst(500).dropLast(500).map { abs($0 - $1) }.max()!
        #expect(worst < 1e-5, "output frame n stands at input frame n times 147/160")
    }

    /// Formats in, formats out: every kind of path.
    struct Path: Sendable, CustomTestStringConvertible {
        var name: String
        var from: StreamFormat
        var to: StreamFormat
        var testDescription: String { name }
    }

    static let paths = [
        Path(name: "form", from: .int16(sampleRate: 8000, channels: 2), to: .float32(sampleRate: 8000, channels: 2)),
        Path(
            name: "map", from: .int16(sampleRate: 8000, channels: 2),
            to: .float32(sampleRate: 8000, channels: 3, interleaved: false)),
        Path(
            name: "up", from: .int16(sampleRate: 8000, channels: 2), to: .int16(sampleRate: 44_100, channels: 2)),
        Path(
            name: "down", from: .float32(sampleRate: 96_000, channels: 2),
            to: .float32(sampleRate: 44_100, channels: 1, interleaved: false)),
        Path(
            name: "widen", from: .float32(sampleRate: 48_000, channels: 1),
            to: .int16(sampleRate: 44_100, channels: 2)),
        Path(name: "decode", from: .encoded("ima4", channels: 2), to: .int16(sampleRate: 44_100, channels: 2)),
        Path(
            name: "decode and resample", from: .encoded("ima4", channels: 2),
            to: .float32(sampleRate: 48_000, channels: 2)),
        Path(name: "encode", from: .float32(sampleRate: 44_100, channels: 2), to: .encoded("ima4", channels: 2)),
        Path(
            name: "resample and encode", from: .int16(sampleRate: 48_000, channels: 2),
            to: .encoded("ima4", channels: 2)),
        Path(name: "transcode", from: .encoded("alaw", channels: 2), to: .encoded("ima4", channels: 2)),
    ]

    @Test(arguments: paths)
    func samplesDoNotDependOnTheSizeOfRuns(path: Path) throws {
        let whole = try Converter(from: path.from, to: path.to).inputFormat
        let packets = whole.framesPerPacket == 64 ? 300 : 20_000
        let bytes = Self.input(packets, of: whole)
        func convert(_ configure: (ConverterRunner) -> Void) throws -> [[UInt8]] {
            let runner = ConverterRunner(try Converter(from: path.from, to: path.to), bytes)
            configure(runner)
            return try runner.run()
        }
        let expected = try convert { $0.outputRun = { 100_000 } }
        #expect(!expected[0].isEmpty)
        for seed in 1...4 as ClosedRange<UInt64> {
            let random = RandomRuns(seed: seed)
            let output = try convert {
                $0.inputRun = { random.next(upTo: seed.isMultiple(of: 2) ? 50 : 5000) }
                $0.outputRun = { random.next(upTo: seed < 3 ? 70 : 9000) }
                $0.interruptions = [3: 77, 4: 78, 9: 79]
            }
            #expect(output == expected)
        }
    }

    /// Something loud in any form: noise, but floats within range.
    static func input(_ packets: Int, of format: StreamFormat) -> [[UInt8]] {
        (0..<format.bufferCount).map { buffer in
            let noise = CodecSignals.noise(packets * format.bytesPerPacket, seed: UInt64(buffer + 1))
            guard format.isPCM, format.sampleKind == .float else {
                return noise.prefix(packets * format.bytesPerPacket).map { UInt8(truncatingIfNeeded: $0) }
            }
            let floats = noise.prefix(packets * format.bytesPerPacket / 4).map { Float($0) / 32_768 }
            return floats.withUnsafeBytes { Array($0) }
        }
    }

    final class RandomRuns {
        private var random: CodecSignals.Random
        init(seed: UInt64) { random = CodecSignals.Random(seed: seed) }
        func next(upTo limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }
    }

    @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 8000)], [2, 3])
    func threadsGiveTheSameBits(rates: (Double, Double), threads: Int) throws {
        let from = StreamFormat.int16(sampleRate: rates.0, channels: 2)
        let to = StreamFormat.float32(sampleRate: rates.1, channels: 2)
        let samples = CodecSignals.music(frames: 200_000, channels: 2)
        let alone = try ConverterRunner(from, to, samples)
        let expected = try alone.run()[0]
        let shared = try ConverterRunner(from, to, samples)
        try shared.converter.set(converterThreadsProperty, [UInt32(threads)])
        shared.outputRun = { 150_000 }
        #expect(try shared.run()[0] == expected)
        shared.converter.reset()
    }

    @Test func primingChoosesWhereTheOutputBegins() throws {
        let from = StreamFormat.float32(sampleRate: 44_100, channels: 1)
        let to = StreamFormat.float32(sampleRate: 22_050, channels: 1)
        let sine = CodecSignals.sine(frames: 8000, channels: 1, frequency: 500)
        func output(_ method: UInt32, from start: Int, threads: UInt32 = 1) throws -> [Float] {
            let runner = try ConverterRunner(from, to, Array(sine[start...]))
            try runner.converter.set(kAudioConverterPrimeMethod, [method])
            try runner.converter.set(converterThreadsProperty, [threads])
            return try runner.run(as: Float.self)
        }
        let converter = try Converter(from: from, to: to)
        let info = try converter.get(kAudioConverterPrimeInfo, as: AudioConverterPrimeInfo.self)[0]
        #expect(info.leadingFrames > 0 && info.trailingFrames > 0)
        let normal = try output(1, from: 0)
        #expect(normal.count == 4000)
        // With the frames before it given, the output at frame 2000 is what a whole conversion has there.
        let before = try output(0, from: 2000 - Int(info.leadingFrames))
        #expect(Array(before.prefix(500)) == Array(normal[1000..<1500]))
        #expect(try output(0, from: 0, threads: 2) == output(0, from: 0))
        #expect(try output(2, from: 0, threads: 2) == output(2, from: 0))
    }

    @Test func withoutPrimingTheFirstFrameNeedsOneFrame() throws {
        let samples = [Float](repeating: 0.25, count: 1000)
        let runner = try ConverterRunner(
            .float32(sampleRate: 44_100, channels: 1), .float32(sampleRate: 48_000, channels: 1), samples)
        try runner.converter.set(kAudioConverterPrimeMethod, [UInt32(2)])
        #expect(try runner.ask(1).packets == 1)
        #expect(runner.position == 1)
        let primed = try ConverterRunner(
            .float32(sampleRate: 44_100, channels: 1), .float32(sampleRate: 48_000, channels: 1), samples)
        #expect(try primed.ask(1).packets == 1)
        let info = try primed.converter.get(kAudioConverterPrimeInfo, as: AudioConverterPrimeInfo.self)[0]
        #expect(primed.position == 1 + Int(info.trailingFrames))
    }
}
