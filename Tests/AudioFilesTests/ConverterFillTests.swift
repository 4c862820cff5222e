import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

@Suite struct ConverterFillTests {
    @Test func changesTheFormOfSamples() throws {
        let samples: [Int16] = [0, 16_384, -32_768, 8192]
        let runner = try ConverterRunner(
            .int16(sampleRate: 8000, channels: 2), .float32(sampleRate: 8000, channels: 2, interleaved: false), samples)
        let output = try runner.run()
        #expect(output[0].samples(Float.self) == [0, -1])
        #expect(output[1].samples(Float.self) == [0.5, 0.25])
    }

    @Test func sendsFirstChannelsToFirstChannels() throws {
        let stereo: [Int16] = [1, 2, 3, 4]
        let mono = try ConverterRunner(
            .int16(sampleRate: 8000, channels: 2), .int16(sampleRate: 8000, channels: 1), stereo)
        #expect(try mono.run(as: Int16.self) == [1, 3])
        let wide = try ConverterRunner(
            .int16(sampleRate: 8000, channels: 2), .int16(sampleRate: 8000, channels: 3), stereo)
        #expect(try wide.run(as: Int16.self) == [1, 2, 0, 3, 4, 0])
    }

    @Test func obeysChannelMaps() throws {
        let stereo: [Int16] = [1, 2, 3, 4]
        let runner = try ConverterRunner(
            .int16(sampleRate: 8000, channels: 2), .int16(sampleRate: 8000, channels: 4), stereo)
        try runner.converter.set(kAudioConverterChannelMap, [1, -1, 0, 1] as [Int32])
        #expect(try runner.run(as: Int16.self) == [2, 0, 1, 2, 4, 0, 3, 4])
    }

    @Test func silenceOfUnsignedSamplesIsTheirMiddle() throws {
        let form = StreamFormat.pcm(.unsigned, bits: 8, sampleRate: 8000, channels: 1)
        let runner = try ConverterRunner(
            form, .pcm(.unsigned, bits: 8, sampleRate: 8000, channels: 2), [7, 9] as [UInt8])
        #expect(try runner.run()[0] == [7, 0x80, 9, 0x80])
    }

    @Test func keepsAllBitsWhereChannelsOnlyMove() throws {
        let samples: [Int32] = [0x7654_3211, -0x7654_3213]
        let form = StreamFormat.pcm(.signed, bits: 32, sampleRate: 8000, channels: 2)
        let runner = try ConverterRunner(form, form, samples)
        try runner.converter.set(kAudioConverterChannelMap, [1, 0] as [Int32])
        #expect(try runner.run(as: Int32.self) == [samples[1], samples[0]])
    }

    @Test func mixesByGains() throws {
        let stereo: [Float] = [0.5, 0.25, -0.5, 0.125]
        let runner = try ConverterRunner(
            .float32(sampleRate: 8000, channels: 2), .float32(sampleRate: 8000, channels: 1), stereo)
        try runner.converter.set(kAudioConverterPropertyPerformDownmix, [1] as [UInt32])
        #expect(try runner.run(as: Float.self) == [0.375, -0.1875], "half of either into one")
        let other = try ConverterRunner(
            .float32(sampleRate: 8000, channels: 2), .float32(sampleRate: 8000, channels: 2), stereo)
        try other.converter.set(kAudioConverterPropertyPerformDownmix, [1] as [UInt32])
        try other.converter.set(kAudioConverterPropertyChannelMixMap, [0, 1, 0.5, 2] as [Float])
        #expect(try other.run(as: Float.self) == [0.125, 1, 0.0625, -0.25])
    }

    @Test func movesChannelsWhereLayoutsOnlyDifferInOrder() throws {
        let samples: [Int16] = [1, 2, 3, 4, 5, 6]
        let form = StreamFormat.int16(sampleRate: 8000, channels: 6)
        let runner = try ConverterRunner(form, form, samples)
        // MPEG 5.1 A: L R C LFE Ls Rs; D: C L R Ls Rs LFE.
        let layouts = [(kAudioConverterInputChannelLayout, 121), (kAudioConverterOutputChannelLayout, 124)]
        for (property, number) in layouts {
            try runner.converter.set(property, [UInt32(number) << 16 | 6, 0, 0])
        }
        #expect(try runner.run(as: Int16.self) == [3, 1, 2, 5, 6, 4])
    }

    // MARK: The rules of the callback

    @Test func theEndIsRememberedUntilReset() throws {
        let form = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let runner = try ConverterRunner(
            form, .float32(sampleRate: 8000, channels: 1), [Int16](repeating: 1, count: 10))
        let first = try runner.ask(100)
        #expect(first.packets == 10 && first.status == 0 && first.output[0].count == 40)
        let calls = runner.calls
        #expect(try runner.ask(100).packets == 0)
        #expect(runner.calls == calls, "the callback is not asked again")
        runner.converter.reset()
        #expect(try runner.ask(100).packets == 0)
        #expect(runner.calls == calls + 1)
    }

    @Test func anInterruptionReturnsWhatThereIsAndItsStatus() throws {
        let form = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let runner = try ConverterRunner(form, form, [Int16](0..<100))
        runner.inputRun = { 30 }
        runner.interruptions = [2: 1234]
        let first = try runner.ask(50)
        #expect(first.packets == 30 && first.status == 1234 && first.output[0].count == 60)
        let second = try runner.ask(50)
        #expect(second.packets == 50 && second.status == 0)
        #expect(second.output[0].samples(Int16.self) == [Int16](30..<80))
    }

    @Test func smallBuffersAreRefusedBeforeAnythingIsTaken() throws {
        let form = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let runner = try ConverterRunner(form, form, [Int16](0..<100))
        let refused = try runner.ask(50, room: 99)
        #expect(refused.status == AudioError.converterOutputSize.status && refused.packets == 0)
        #expect(runner.calls == 0)
        #expect(try runner.ask(50).output[0].samples(Int16.self) == [Int16](0..<50))
    }

    @Test func askingForNothingIsAllowed() throws {
        let form = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let runner = try ConverterRunner(form, form, [Int16](0..<100))
        let nothing = try runner.ask(0)
        #expect(nothing.packets == 0 && nothing.status == 0 && runner.calls == 0)
    }

    @Test(arguments: ["no data", "half a packet", "a wild description", "no descriptions"])
    func refusesWhatACallbackDoesWrong(mistake: String) throws {
        var varying = StreamFormat(sampleRate: 8000, formatID: "alac", channels: 1)
        varying.framesPerPacket = 4096
        let format = mistake.contains("description") ? varying : .int16(sampleRate: 8000, channels: 1)
        let input = ConverterInput(format)
        var byte: Int16 = 0
        var wild = AudioStreamPacketDescription(mStartOffset: -1, mVariableFramesInPacket: 0, mDataByteSize: 1)
        let expected = mistake == "no descriptions" ? AudioError.requiresPacketDescriptions : .converterInputSize
        var thrown: AudioError?
        do {
            _ = try input.ask(for: 1) { count, list, descriptions in
                count.pointee = 1
                if mistake != "no data" {
                    list.pointee.mBuffers.mData = withUnsafeMutableBytes(of: &byte) { $0.baseAddress }
                }
                list.pointee.mBuffers.mDataByteSize = mistake == "half a packet" ? 1 : 2
                if mistake == "a wild description" {
                    descriptions?.pointee = withUnsafeMutablePointer(to: &wild) { $0 }
                }
                return 0
            }
        } catch { thrown = error }
        #expect(thrown?.status == expected.status)
    }

    /// At the end of its sound a client leaves the number of packets as it was asked for, and states fewer bytes, or none.
    @Test func bytesSayHowMuchAClientHas() throws {
        let form = StreamFormat.int16(sampleRate: 8000, channels: 2)
        let input = ConverterInput(form)
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 2 * 10)
        defer { samples.deallocate() }
        samples.initialize(repeating: 7)
        for frames in [10, 3, 0] {
            let outcome = try input.ask(for: 10) { _, list, _ in
                list.pointee.mBuffers.mData = frames == 0 ? nil : UnsafeMutableRawPointer(samples.baseAddress)
                list.pointee.mBuffers.mDataByteSize = UInt32(frames * 4)
                return 0
            }
            #expect(input.encoded.bytes.count == frames * 4)
            if case .packets = outcome { #expect(frames > 0) } else { #expect(frames == 0) }
            input.reset()
        }
    }

    // MARK: Codecs

    @Test(arguments: [FourCC("ima4"), "ulaw", "alaw"], [1, 2, 5])
    func encodesAndDecodes(id: FourCC, channels: Int) throws {
        let pcm = StreamFormat.int16(sampleRate: 44_100, channels: channels)
        let music = CodecSignals.music(frames: 64 * 100 + 17, channels: channels)
        let encoder = try ConverterRunner(pcm, .encoded(id, channels: channels), music)
        let bytes = try encoder.run()[0]
        let perPacket = encoder.converter.outputFormat.framesPerPacket
        let packets = (6417 + perPacket - 1) / perPacket
        #expect(bytes.count == packets * encoder.converter.outputFormat.bytesPerPacket)
        let remainder = packets * perPacket - 6417
        #expect(try encoder.converter.primeInfo() == ConverterPrimeInfo(leading: 0, trailing: remainder))

        let decoder = try ConverterRunner(.encoded(id, channels: channels), pcm, bytes)
        let all = try decoder.run(as: Int16.self)
        #expect(all.count == packets * perPacket * channels)
        let worst = zip(music, all).dropFirst(2000).map { abs(Int($0) - Int($1)) }.max()!
        #expect(worst < (id == "ima4" ? 6000 : 1100))

        let trimmed = try ConverterRunner(.encoded(id, channels: channels), pcm, bytes)
        try trimmed.converter.set(kAudioConverterPrimeInfo, [3, UInt32(remainder)])
        #expect(try trimmed.run(as: Int16.self) == Array(all[(3 * channels)..<(6417 * channels)]))
    }

    @Test func transcodes() throws {
        let codes = (0..<640).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let runner = try ConverterRunner(.encoded("ulaw", channels: 1), .encoded("ima4", channels: 1), codes)
        let direct = try runner.run()[0]
        let decoded = try ConverterRunner(
            .encoded("ulaw", channels: 1), .int16(sampleRate: 44_100, channels: 1), codes
        ).run(as: Int16.self)
        let encoded = try ConverterRunner(
            .int16(sampleRate: 44_100, channels: 1), .encoded("ima4", channels: 1), decoded
        ).run()[0]
        #expect(direct == encoded && direct.count == 340)
    }
}

extension Converter {
    func set<T: BitwiseCopyable>(_ property: UInt32, _ values: [T]) throws(AudioError) {
        let bytes = values.withUnsafeBytes { Array($0) }
        var failure: AudioError?
        bytes.withUnsafeBytes {
            do throws(AudioError) { try setProperty(property, .bytes($0)) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    func get<T: BitwiseCopyable>(_ property: UInt32, as _: T.Type = T.self) throws(AudioError) -> [T] {
        guard case .bytes(let bytes) = try self.property(property, input: .init(start: nil, count: 0)) else {
            return []
        }
        return bytes.samples()
    }
}
