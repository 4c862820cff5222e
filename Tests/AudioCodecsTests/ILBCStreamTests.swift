import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Speech through iLBC and back, packets lost, and packets that no encoder made.
@Suite struct ILBCStreamTests {
    private static let speech = ILBCRunner.vowels(frames: 16_000)

    @Test(arguments: ILBCRunner.modes) func speechSurvives(mode: ILBCMode) throws {
        let decoded = try ILBCRunner.decode(try ILBCRunner.encode(Self.speech, mode), mode)
        let ratio = ILBCRunner.segmentalRatio(ILBCRunner.highPassed(Self.speech), decoded[mode.delay...])
        #expect(ratio > 9, "\(ratio) dB")
        // With any other delay it would be far less.
        for other in [mode.delay - 4, mode.delay + 4] {
            #expect(ILBCRunner.segmentalRatio(ILBCRunner.highPassed(Self.speech), decoded[other...]) < ratio - 3)
        }
    }

    @Test(arguments: ILBCRunner.modes) func cutsDoNotMatter(mode: ILBCMode) throws {
        let whole = try ILBCRunner.encode(Self.speech, mode)
        #expect(try ILBCRunner.encode(Self.speech, mode, packetsPerCall: 1) == whole)
        #expect(try ILBCRunner.encode(Self.speech, mode, packetsPerCall: 7) == whole)
        let decoded = try ILBCRunner.decode(whole, mode)
        #expect(try ILBCRunner.decode(whole, mode, packetsPerCall: 1) == decoded)
        #expect(try ILBCRunner.decode(whole, mode, packetsPerCall: 5) == decoded)
    }

    @Test(arguments: ILBCRunner.modes) func resetForgetsEverything(mode: ILBCMode) throws {
        let format = try ILBCRunner.format(mode)
        let encoder = try #require(try ILBC.makeEncoder(format, EncoderOptions()))
        let decoder = try ILBC.makeDecoder(format, magicCookie: [])
        let packets = try ILBCRunner.encode(Self.speech, mode, with: encoder)
        let decoded = try ILBCRunner.decode(packets, mode, with: decoder)
        _ = try ILBCRunner.decode(ILBCRunner.empty(mode), mode, with: decoder)
        encoder.reset()
        decoder.reset()
        #expect(try ILBCRunner.encode(Self.speech, mode, with: encoder) == packets)
        #expect(try ILBCRunner.decode(packets, mode, with: decoder) == decoded)
    }

    /// As many packets as bring all frames out of the decoder, and no more.
    @Test(arguments: ILBCRunner.modes) func theLastFramesComeOut(mode: ILBCMode) throws {
        let (frames, delay) = (mode.frames, mode.delay)
        for (count, packets) in [
            (0, 0), (1, 1), (frames - delay, 1), (frames - delay + 1, 2), (frames, 2), (2 * frames - delay, 2),
            (2 * frames, 3),
        ] {
            let made = try ILBCRunner.encode(Array(Self.speech[4000..<4000 + count]), mode)
            #expect(made.count == packets * mode.packetSize, "\(count) frames")
        }
        let encoder = try #require(try ILBC.makeEncoder(try ILBCRunner.format(mode), EncoderOptions()))
        #expect(encoder.primingFrames == delay && encoder.maximumPacketSize == mode.packetSize)
        let short = Array(Self.speech[4000..<4000 + frames + 20])
        let filled = short + [Int16](repeating: 0, count: frames - 20)
        #expect(try ILBCRunner.encode(filled, mode).starts(with: ILBCRunner.encode(short, mode)))
    }

    @Test(arguments: ILBCRunner.modes) func silenceStaysSilent(mode: ILBCMode) throws {
        let silence = [Int16](repeating: 0, count: 4000)
        let decoded = try ILBCRunner.decode(try ILBCRunner.encode(silence, mode), mode)
        #expect(decoded.allSatisfy { abs($0) <= 16 })
    }

    /// Signals that no speaker makes are encoded as well as may be.
    @Test(arguments: ILBCRunner.modes) func loudSignalsDoNotBreakIt(mode: ILBCMode) throws {
        let square = (0..<8000).map { Int16($0 / 25 % 2 == 0 ? 32_767 : -32_768) }
        let noise = CodecSignals.noise(8000)
        let constant = [Int16](repeating: -32_768, count: 8000)
        let clicks = (0..<8000).map { Int16($0 % 997 == 0 ? 32_767 : 0) }
        let highest = (0..<8000).map { Int16($0 % 2 == 0 ? 32_767 : -32_768) }
        for (index, signal) in [square, noise, constant, clicks, highest].enumerated() {
            let decoded = try ILBCRunner.decode(try ILBCRunner.encode(signal, mode), mode)
            if index < 2 {
                let (before, after) = (ILBCRunner.level(signal), ILBCRunner.level(decoded))
                #expect(after > before / 3 && after < before * 2, "signal \(index): \(before) \(after)")
            }
        }
    }

    /// A lost packet is replaced by something as loud; many by less and less, and at last by nothing.
    @Test(arguments: ILBCRunner.modes) func lostPacketsFade(mode: ILBCMode) throws {
        let packets = try ILBCRunner.encode(Self.speech, mode)
        let before = 4800 / mode.frames
        var stream = Array(packets[..<(before * mode.packetSize)])
        for _ in 0..<20 { stream += ILBCRunner.empty(mode) }
        let decoded = try ILBCRunner.decode(stream, mode)
        let levels = (0..<decoded.count / mode.frames).map { packet in
            ILBCRunner.level(decoded[packet * mode.frames..<(packet + 1) * mode.frames])
        }
        #expect(levels[before] > levels[before - 1] / 4 && levels[before] < levels[before - 1] * 2)
        #expect(levels[before + 6] < levels[before] / 2)
        #expect(levels[before + 12] < levels[before] / 20)
        #expect(levels.last! <= 2)
    }

    /// One lost packet does harm for a few packets, not longer; the loss of the first ones is no harm at all.
    @Test(arguments: ILBCRunner.modes) func soundComesBack(mode: ILBCMode) throws {
        let packets = try ILBCRunner.encode(Self.speech, mode)
        let whole = try ILBCRunner.decode(packets, mode)
        var damaged = packets
        let lost = 6400 / mode.frames
        damaged.replaceSubrange(
            lost * mode.packetSize..<(lost + 1) * mode.packetSize, with: ILBCRunner.empty(mode))
        let mended = try ILBCRunner.decode(damaged, mode)
        let from = (lost + 7) * mode.frames
        #expect(mended.prefix(lost * mode.frames) == whole.prefix(lost * mode.frames))
        #expect(zip(mended[from...], whole[from...]).allSatisfy { abs(Int($0) - Int($1)) <= 200 })
        #expect(mended != whole)
        let late = try ILBCRunner.decode(
            Array(repeating: ILBCRunner.empty(mode), count: 3).flatMap { $0 } + packets, mode)
        #expect(ILBCRunner.level(late.prefix(3 * mode.frames)) == 0)
    }

    /// After the pre-roll a decoding that begins in the middle is that of the whole.
    @Test(arguments: ILBCRunner.modes) func preRollSuffices(mode: ILBCMode) throws {
        let packets = try ILBCRunner.encode(ILBCRunner.vowels(frames: 56_000), mode)
        let whole = try ILBCRunner.decode(packets, mode)
        let preRoll = try ILBC.makeDecoder(try ILBCRunner.format(mode), magicCookie: []).preRollPackets
        let last = whole.count / mode.frames - preRoll
        #expect(preRoll * mode.frames >= 640 + mode.frames && last > 30)
        for start in stride(from: 1, to: last, by: 9) {
            let part = try ILBCRunner.decode(Array(packets[(start * mode.packetSize)...]), mode)
            let from = preRoll * mode.frames
            #expect(part[from...].elementsEqual(whole[(start * mode.frames + from)...]), "from packet \(start)")
        }
    }

    /// Bytes that no encoder made give samples, whatever they are.
    @Test(arguments: ILBCRunner.modes) func anyBytesDecode(mode: ILBCMode) throws {
        let decoder = try ILBC.makeDecoder(try ILBCRunner.format(mode), magicCookie: [])
        var random = SeededRandom(9)
        for seed in 0..<30 as Range<UInt64> {
            let noise = Signal.bytes(40 * mode.packetSize, seed: seed)
            #expect(try ILBCRunner.decode(noise, mode, with: decoder).count == 40 * mode.frames)
        }
        for byte in UInt8.min...UInt8.max {
            let same = [UInt8](repeating: byte, count: 3 * mode.packetSize)
            #expect(try ILBCRunner.decode(same, mode, with: decoder).count == 3 * mode.frames)
        }
        let whole = try ILBCRunner.encode(Array(Self.speech.prefix(4000)), mode)
        for _ in 0..<60 {
            var changed = whole
            for _ in 0..<40 {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            #expect(
                try ILBCRunner.decode(changed, mode, with: decoder).count == whole.count / mode.packetSize * mode.frames
            )
        }
    }

    @Test(arguments: ILBCRunner.modes) func refusesOtherSizes(mode: ILBCMode) throws {
        let format = try ILBCRunner.format(mode)
        let decoder = try ILBC.makeDecoder(format, magicCookie: [])
        let encoder = try #require(try ILBC.makeEncoder(format, EncoderOptions()))
        let packet = [UInt8](repeating: 0, count: mode.packetSize)
        var room = [Int16](repeating: 0, count: mode.frames)
        var sizes: [PacketDescription] = []
        func decode(_ bytes: Int, _ count: Int, room frames: Int, _ description: PacketDescription? = nil) throws {
            let list = description.map { [$0] } ?? []
            _ = try packet.withUnsafeBytes { packet in
                try room.withUnsafeMutableBytes { room in
                    try list.withUnsafeBufferPointer { list in
                        try decoder.decode(
                            .init(rebasing: packet[..<bytes]), description == nil ? nil : list, count: count,
                            into: .init(rebasing: room[..<(2 * frames)]))
                    }
                }
            }
        }
        try decode(mode.packetSize, 1, room: mode.frames)
        #expect(throws: AudioError.self) { try decode(mode.packetSize - 1, 1, room: mode.frames) }
        for count in [-1, 2, .max] {
            #expect(throws: AudioError.self) { try decode(mode.packetSize, count, room: mode.frames) }
        }
        #expect(throws: AudioError.self) { try decode(mode.packetSize, 1, room: mode.frames - 1) }
        for (offset, size) in [
            (0, 37), (0, 0), (1, UInt32(mode.packetSize)), (-1, UInt32(mode.packetSize)), (.max, 38),
        ]
            as [(Int64, UInt32)]
        {
            #expect(throws: AudioError.self) {
                try decode(mode.packetSize, 1, room: mode.frames, PacketDescription(offset: offset, size: size))
            }
        }
        let samples = [UInt8](repeating: 0, count: 2 * mode.frames)
        for (frames, bytes) in [(-1, 50), (mode.frames + 1, 100), (mode.frames, mode.packetSize - 1)] {
            #expect(throws: AudioError.self) {
                var output = [UInt8](repeating: 0, count: bytes)
                _ = try samples.withUnsafeBytes { samples in
                    try output.withUnsafeMutableBytes {
                        try encoder.encode(samples, frames: frames, into: $0, sizes: &sizes)
                    }
                }
            }
        }
    }
}
