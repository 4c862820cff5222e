import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

@Suite struct ALACEncoderTests {
    @Test(arguments: ALACSignal.allCases, [16, 20, 24, 32])
    func isLossless(signal: ALACSignal, bits: Int) throws {
        // More channels are more elements of the same kinds: two signals are enough for them.
        let most = [ALACSignal.music, .noise].contains(signal) ? 8 : 2
        for channels in 1...most {
            let pcm = ALACSignal.bytes(signal.samples(frames: 4096 + 77, channels: channels, bits: bits), bits: bits)
            let stream = try ALACStream(encoding: pcm, channels: channels, bits: bits)
            #expect(stream.packets.count == 2 && stream.format.flags == ALAC.flags(bitDepth: bits))
            #expect(try stream.decoded() == pcm, "\(signal), \(channels) channels, \(bits) bits")
        }
    }

    @Test(arguments: [1, 2, 3, 6, 7, 8, 9, 100, 4095, 4096, 4097, 12_288])
    func keepsEveryNumberOfFrames(frames: Int) throws {
        for signal in [ALACSignal.music, .noise, .silence, .square] {
            for (channels, bits) in [(1, 16), (2, 16), (2, 24)] {
                let samples = signal.samples(frames: frames, channels: channels, bits: bits)
                let pcm = ALACSignal.bytes(samples, bits: bits)
                let stream = try ALACStream(encoding: pcm, channels: channels, bits: bits)
                #expect(try stream.decoded() == pcm)
            }
        }
    }

    @Test func isTheSameInPiecesAndAtOnce() throws {
        let samples = ALACSignal.music.samples(frames: 4096 * 5 + 99, channels: 2, bits: 16)
        let pcm = ALACSignal.bytes(samples, bits: 16)
        let whole = try ALACStream(encoding: pcm, channels: 2, bits: 16)
        let pieces = try ALACStream(encoding: pcm, channels: 2, bits: 16, packetsPerCall: 2)
        #expect(whole.bytes == pieces.bytes && whole.packets == pieces.packets && whole.cookie == pieces.cookie)
    }

    @Test func neverExceedsItsLargestPacket() throws {
        for (channels, bits) in [(1, 16), (2, 16), (2, 20), (5, 24), (8, 32)] {
            let noise = ALACSignal.noise.samples(frames: 4096 * 2 - 1, channels: channels, bits: bits)
            let stream = try ALACStream(
                encoding: ALACSignal.bytes(noise, bits: bits), channels: channels, bits: bits)
            var options = EncoderOptions()
            options.sourceBitDepth = bits
            let encoder = try #require(try ALAC.makeEncoder(stream.format, options))
            let largest = stream.packets.map { Int($0.size) }.max()!
            #expect(largest <= encoder.maximumPacketSize)
            #expect(largest < 4096 * channels * bits / 8 + 64, "as the samples are, and a little in front")
        }
    }

    @Test func reportsWhatItMade() throws {
        let samples = ALACSignal.music.samples(frames: 44_100, channels: 2, bits: 16)
        let stream = try ALACStream(encoding: ALACSignal.bytes(samples, bits: 16), channels: 2, bits: 16)
        let config = try ALACConfig(cookie: stream.cookie)
        #expect(config.maximumPacketSize == stream.packets.map { Int($0.size) }.max()!)
        #expect(config.averageBitRate == stream.bytes.count * 8)
        #expect(config.sampleRate == 44_100 && config.channels == 2 && config.bitDepth == 16)
        #expect(stream.cookie.count == 24)
    }

    /// Behind the 24 bytes, more than two channels have their layout: size, name, version, tag, two empty words.
    @Test func cookiesOfManyChannelsStateTheLayout() throws {
        for (channels, number) in [(3, 114), (4, 116), (5, 120), (6, 124), (7, 142), (8, 127)] as [(Int, UInt32)] {
            let stream = try ALACStream(encoding: [], channels: channels, bits: 16)
            let tag = number << 16 | UInt32(channels)
            var tail = ByteWriter()
            for word in [24, FourCC("chan").rawValue, 0, tag, 0, 0] { tail.big(word) }
            #expect(Array(stream.cookie.dropFirst(24)) == tail.bytes)
            #expect(ALAC.layout(magicCookie: stream.cookie) == ChannelLayout(tag: tag))
            #expect(ALAC.layout(magicCookie: Array(stream.cookie.prefix(24))) == ChannelLayout(tag: tag))
            // A layout of other channels is not believed.
            var lying = stream.cookie
            lying[39] = UInt8(channels - 1)
            #expect(ALAC.layout(magicCookie: lying) == ChannelLayout(tag: tag))
        }
    }

    @Test func silenceTakesNextToNothing() throws {
        for bits in [16, 20, 24] {
            let silence = [UInt8](repeating: 0, count: 4096 * 2 * ((bits + 7) / 8))
            let stream = try ALACStream(encoding: silence, channels: 2, bits: bits)
            #expect(stream.bytes.count < 50)
        }
    }

    @Test func followsTheFlags() throws {
        for (flags, bits) in zip(1...4 as ClosedRange<UInt32>, [16, 20, 24, 32]) {
            let format = StreamFormat(
                sampleRate: 48_000, formatID: .alac, flags: .init(rawValue: flags), channels: 2)
            let encoder = try #require(try ALAC.makeEncoder(format, EncoderOptions()))
            #expect(encoder.inputFormat.bitsPerChannel == bits && encoder.outputFormat.flags.rawValue == flags)
            #expect(encoder.inputFormat.isValidPCM)
        }
        let odd = StreamFormat(sampleRate: 48_000, formatID: .alac, framesPerPacket: 1024, channels: 2)
        #expect(throws: AudioError.self) { _ = try ALAC.makeEncoder(odd, EncoderOptions()) }
    }
}
