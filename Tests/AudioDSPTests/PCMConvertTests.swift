import AudioCore
import TestSupport
import Testing

@testable import AudioDSP

/// Runs a converter over arrays of bytes, at an odd address where asked.
func converted(_ converter: PCMConverter, _ bytes: [UInt8], frames: Int, misaligned: Bool = false) -> [UInt8] {
    let (from, to) = (converter.source, converter.destination)
    let lead = misaligned ? 1 : 0
    let inputPlane = from.bytesPerFrame * frames
    let outputPlane = to.bytesPerFrame * frames
    let input = UnsafeMutableRawPointer.allocate(byteCount: from.bufferCount * (inputPlane + 1) + 1, alignment: 16)
    let output = UnsafeMutableRawPointer.allocate(byteCount: to.bufferCount * (outputPlane + 1) + 1, alignment: 16)
    defer {
        input.deallocate()
        output.deallocate()
    }
    // A byte stands guard after each plane.
    let sources = (0..<from.bufferCount).map { UnsafeRawPointer(input + lead + $0 * (inputPlane + lead)) }
    let targets = (0..<to.bufferCount).map { output + lead + $0 * (outputPlane + 1) }
    for buffer in 0..<from.bufferCount {
        bytes[buffer * inputPlane..<(buffer + 1) * inputPlane].withUnsafeBytes {
            UnsafeMutableRawPointer(mutating: sources[buffer]).copyMemory(
                from: $0.baseAddress ?? sources[buffer], byteCount: inputPlane)
        }
    }
    for target in targets { target.storeBytes(of: 0xA5, toByteOffset: outputPlane, as: UInt8.self) }
    converter.convert(sources, targets, frames: frames)
    for target in targets {
        #expect(target.load(fromByteOffset: outputPlane, as: UInt8.self) == 0xA5, "wrote too much")
    }
    return targets.flatMap { [UInt8](UnsafeRawBufferPointer(start: $0, count: outputPlane)) }
}

extension Array where Element == UInt8 {
    init<T>(of values: [T]) { self = values.withUnsafeBytes { [UInt8]($0) } }
    func values<T>(_: T.Type) -> [T] {
        withUnsafeBytes { raw in
            (0..<raw.count / MemoryLayout<T>.stride).map {
                raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: T.self)
            }
        }
    }
}

@Suite struct PCMConvertTests {
    static func mono(
        _ kind: StreamFormat.SampleKind, _ bits: Int, bytes: Int? = nil, big: Bool = false, high: Bool = false,
        fraction: Int = 0
    ) -> StreamFormat {
        .pcm(
            kind, bits: bits, sampleRate: 0, channels: 1, bigEndian: big, bytesPerSample: bytes, alignedHigh: high,
            fractionBits: fraction)
    }

    /// Every form in which a sample is met, mono.
    static let forms: [StreamFormat] = [
        mono(.signed, 8), mono(.unsigned, 8), mono(.signed, 16), mono(.signed, 16, big: true), mono(.unsigned, 16),
        mono(.signed, 24), mono(.signed, 24, big: true), mono(.signed, 32), mono(.signed, 32, big: true),
        mono(.unsigned, 32),
        mono(.signed, 12, bytes: 2), mono(.signed, 12, bytes: 2, high: true), mono(.signed, 18, bytes: 3, high: true),
        mono(.signed, 20, bytes: 3), mono(.signed, 20, bytes: 3, big: true, high: true), mono(.unsigned, 20, bytes: 4),
        mono(.signed, 24, bytes: 4), mono(.signed, 24, bytes: 4, big: true, high: true), mono(.signed, 24, bytes: 8),
        mono(.signed, 32, fraction: 24), mono(.signed, 48), mono(.signed, 64, big: true), mono(.float, 32),
        mono(.float, 32, big: true), mono(.float, 64), mono(.float, 64, big: true),
    ]

    static func arranged(_ form: StreamFormat, _ channels: Int, _ interleaved: Bool) -> StreamFormat {
        var format = form
        format.channels = channels
        let frame = form.bytesPerFrame * (interleaved ? channels : 1)
        (format.bytesPerFrame, format.bytesPerPacket) = (frame, frame)
        if !interleaved { format.flags.insert(.nonInterleaved) }
        return format
    }

    /// Samples of a form: noise for integers; for floats noise past full scale with the awkward values among it.
    static func samples(_ form: StreamFormat, _ count: Int) -> [UInt8] {
        guard form.sampleKind == .float else {
            // What stands around the bits is free, and a copy keeps it: begin with what the plain code writes.
            guard let plain = try? PCMConverter(from: form, to: form, kernels: nil) else { return [] }
            return converted(plain, Signal.bytes(count * form.bytesPerFrame, seed: UInt64(count)), frames: count)
        }
        var values = Signal.noise(frames: count, seed: UInt64(count), amplitude: 1.25)
        let awkward: [Float] = [
            .nan, .infinity, -.infinity, 1, -1, 0.5 / 32768, 1.5 / 32768, -2.5 / 32768, 1e30, -1e30,
            .leastNonzeroMagnitude,
        ]
        for (i, value) in awkward.enumerated() where i * 3 < count { values[i * 3] = value }
        return values.flatMap { value -> [UInt8] in
            let bytes = form.bitsPerChannel == 32 ? [UInt8](of: [value]) : [UInt8](of: [Double(value)])
            return form.isBigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: Kernels.available)
    func fastLoopsAgreeWithThePlainCode(kernels: Kernels) throws {
        for from in Self.forms {
            for to in Self.forms {
                for (channels, input, output) in [
                    (1, true, true), (2, true, false), (2, false, true), (3, true, false), (6, false, true),
                ] {
                    let source = Self.arranged(from, channels, input)
                    let target = Self.arranged(to, channels, output)
                    let plain = try PCMConverter(from: source, to: target, kernels: nil)
                    let fast = try PCMConverter(from: source, to: target, kernels: kernels)
                    for frames in channels == 1 ? [0, 1, 7, 8, 9, 33] : [9, 29] {
                        let bytes = Self.samples(from, frames * channels)
                        let expected = Self.withoutPayloads(converted(plain, bytes, frames: frames), to)
                        let actual = converted(fast, bytes, frames: frames, misaligned: frames % 2 == 1)
                        #expect(
                            Self.withoutPayloads(actual, to) == expected, "\(source) to \(target), \(frames) frames")
                    }
                }
            }
        }
    }

    /// What is not a number has many bit patterns, of which any will do.
    static func withoutPayloads(_ bytes: [UInt8], _ form: StreamFormat) -> [UInt8] {
        guard form.sampleKind == .float else { return bytes }
        let size = form.bitsPerChannel / 8
        var result = bytes
        for start in stride(from: 0, to: bytes.count, by: size) {
            let sample = Array(bytes[start..<start + size])
            let native: [UInt8] = form.isBigEndian ? sample.reversed() : sample
            let isNumber = size == 4 ? !native.values(Float.self)[0].isNaN : !native.values(Double.self)[0].isNaN
            if !isNumber { for i in start..<start + size { result[i] = 0xFF } }
        }
        return result
    }

    @Test(
        arguments: Kernels.available,
        [
            (2, true, false), (7, true, false), (7, false, true), (8, true, false), (8, false, true), (2, true, true),
            (40, true, false),
        ])
    func longRunsAgreeWithThePlainCode(kernels: Kernels, arrangement: (Int, Bool, Bool)) throws {
        let (channels, input, output) = arrangement
        let pairs: [(Int, Int)] = [
            (2, 22), (22, 2), (5, 22), (22, 5), (3, 22), (22, 6), (2, 9), (24, 7), (22, 23), (5, 5), (2, 2), (16, 0),
            (7, 22),
        ]
        for (a, b) in pairs {
            let source = Self.arranged(Self.forms[a], channels, input)
            let target = Self.arranged(Self.forms[b], channels, output)
            let bytes = Self.samples(Self.forms[a], 513 * channels)
            let plain = try PCMConverter(from: source, to: target, kernels: nil)
            let fast = try PCMConverter(from: source, to: target, kernels: kernels)
            let expected = Self.withoutPayloads(converted(plain, bytes, frames: 513), Self.forms[b])
            #expect(
                Self.withoutPayloads(converted(fast, bytes, frames: 513, misaligned: true), Self.forms[b]) == expected,
                "\(a) to \(b)")
        }
    }

    @Test func integersBecomeFloatsByTheirFullScale() throws {
        let converter = try PCMConverter(from: Self.mono(.signed, 16), to: Self.mono(.float, 32))
        let floats = converted(converter, [UInt8](of: [0, 1, -1, 16384, 32767, -32768] as [Int16]), frames: 6)
        #expect(floats.values(Float.self) == [0, 0x1p-15, -0x1p-15, 0.5, 32767.0 / 32768, -1])
    }

    @Test func floatsAreRoundedToEvenAndClamped() throws {
        let converter = try PCMConverter(from: Self.mono(.float, 32), to: Self.mono(.signed, 16))
        let floats: [Float] = [
            0.5 / 32768, 1.5 / 32768, 2.5 / 32768, -0.5 / 32768, -1.5 / 32768, 1, -1, 2, -2, .infinity, -.infinity,
            .nan,
        ]
        let expected: [Int16] = [0, 2, 2, 0, -2, 32767, -32768, 32767, -32768, 32767, -32768, 0]
        #expect(converted(converter, [UInt8](of: floats), frames: 12).values(Int16.self) == expected)
    }

    @Test func doublesKeepTheirPrecision() throws {
        let converter = try PCMConverter(from: Self.mono(.signed, 32), to: Self.mono(.float, 64))
        let back = try PCMConverter(from: Self.mono(.float, 64), to: Self.mono(.signed, 32))
        let integers: [Int32] = [.max, .min, 123_456_789, -1, 0x7FFF_FFFE]
        let doubles = converted(converter, [UInt8](of: integers), frames: 5)
        #expect(doubles.values(Double.self) == integers.map { Double($0) / 0x1p31 })
        #expect(converted(back, doubles, frames: 5).values(Int32.self) == integers)
    }

    @Test func fixedPointHasRoomAboveFullScale() throws {
        let fixed = Self.mono(.signed, 32, fraction: 24)
        let toFloat = try PCMConverter(from: fixed, to: Self.mono(.float, 32))
        #expect(
            converted(toFloat, [UInt8](of: [1 << 24, -3 << 24] as [Int32]), frames: 2).values(Float.self) == [1, -3])
        let toInt16 = try PCMConverter(from: fixed, to: Self.mono(.signed, 16))
        #expect(
            converted(toInt16, [UInt8](of: [1 << 23, 3 << 24, -3 << 24] as [Int32]), frames: 3).values(Int16.self) == [
                16384, 32767, -32768,
            ])
    }

    @Test func alignmentAndSignAreAsTheFlagsSay() throws {
        for (form, bytes) in [
            (Self.mono(.signed, 12, bytes: 2), [0xFF, 0xFF] as [UInt8]),
            (Self.mono(.signed, 12, bytes: 2, high: true), [0xF0, 0xFF]),
            (Self.mono(.unsigned, 12, bytes: 2), [0xFF, 0x07]),
            (Self.mono(.signed, 20, bytes: 3, big: true, high: true), [0xFF, 0xF0, 0x00]),
        ] {
            let fraction = form.bitsPerChannel - 1
            let input = [UInt8](of: [Float(-1) / Float(1 << (form.bitsPerChannel == 20 ? 11 : fraction))])
            let converter = try PCMConverter(from: Self.mono(.float, 32), to: form)
            #expect(converted(converter, input, frames: 1) == bytes, "\(form)")
        }
    }

    /// Widening is exact, so going there and back gives what one started with.
    @Test func wideningSurvivesTheRoundTrip() throws {
        let integers = Self.forms.filter { $0.sampleKind != .float && $0.flags.fractionBits == 0 }
        for narrow in integers {
            for wide in Self.forms where wide.flags.fractionBits == 0 && wide.bytesPerFrame <= 8 {
                let room = wide.sampleKind != .float ? wide.bitsPerChannel : wide.bitsPerChannel == 32 ? 25 : 54
                guard room >= narrow.bitsPerChannel else { continue }
                let there = try PCMConverter(from: narrow, to: wide)
                let back = try PCMConverter(from: wide, to: narrow)
                let canonical = try PCMConverter(from: narrow, to: narrow, kernels: nil)
                let start = converted(canonical, Self.samples(narrow, 65), frames: 65)
                #expect(
                    converted(back, converted(there, start, frames: 65), frames: 65) == start, "\(narrow) by \(wide)")
            }
        }
    }

    @Test func refusesWhatIsNotPCMOrHasOtherChannels() {
        let mono = Self.mono(.signed, 16)
        var broken = mono
        broken.bitsPerChannel = 99
        for (a, b) in [
            (mono, broken), (broken, mono), (mono, .int16(sampleRate: 0, channels: 2)),
            (StreamFormat(formatID: .alac, channels: 1), mono),
        ] {
            #expect { try PCMConverter(from: a, to: b) } throws: {
                ($0 as? AudioError)?.status == AudioError.converterFormat.status
            }
        }
    }
}
