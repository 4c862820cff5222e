import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

@Suite struct ALACTests {
    /// 4096 frames, 16 bits, pb 40, mb 10, kb 14, stereo, run 255, 0x0102 bytes, 0x030405 bits/s, 44,100 Hz.
    static let cookie: [UInt8] = [
        0, 0, 0x10, 0, 0, 16, 40, 10, 14, 2, 0, 255, 0, 0, 1, 2, 0, 3, 4, 5, 0, 0, 0xAC, 0x44,
    ]

    @Test func readsAndWritesItsCookie() throws {
        let config = try ALACConfig(cookie: Self.cookie)
        #expect(config.frameLength == 4096 && config.bitDepth == 16 && config.channels == 2)
        #expect(config.historyMultiplier == 40 && config.initialHistory == 10 && config.riceLimit == 14)
        #expect(config.maximumRun == 255 && config.maximumPacketSize == 0x102)
        #expect(config.averageBitRate == 0x30405 && config.sampleRate == 44_100)
        #expect(config.cookie == Self.cookie)
    }

    @Test func readsTheOlderCookie() throws {
        let frma: [UInt8] = [0, 0, 0, 12] + Array("frmaalac".utf8)
        let atom: [UInt8] = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0]
        let terminator: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]
        #expect(try ALACConfig(cookie: frma + atom + Self.cookie + terminator).cookie == Self.cookie)
        #expect(try ALACConfig(cookie: atom + Self.cookie).cookie == Self.cookie)
    }

    @Test func refusesEveryShortCookie() {
        let frma: [UInt8] = [0, 0, 0, 12] + Array("frmaalac".utf8)
        let old = frma + [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + Self.cookie
        for cookie in [Self.cookie, old] {
            for length in 0..<cookie.count {
                #expect(throws: AudioError.self) { try ALACConfig(cookie: Array(cookie.prefix(length))) }
            }
        }
    }

    @Test(arguments: [(0, 0x7F), (2, 0), (4, 1), (5, 17), (5, 0), (8, 0), (9, 0), (9, 9)] as [(Int, UInt8)])
    func refusesAbsurdFields(place: Int, value: UInt8) {
        var cookie = Self.cookie
        cookie[place] = value
        #expect(throws: AudioError.self) { try ALACConfig(cookie: cookie) }
    }

    @Test func describesItsPackets() throws {
        let format = StreamFormat(sampleRate: 48_000, formatID: .alac, channels: 2)
        let plain = try ALAC.complete(format, magicCookie: [])
        #expect(plain.framesPerPacket == 4096 && plain.bytesPerPacket == 0 && plain.bitsPerChannel == 0)
        let known = try ALAC.complete(format, magicCookie: Self.cookie)
        #expect(known.flags.rawValue == 1 && known.sampleRate == 48_000)
        var mono = format
        mono.channels = 1
        #expect(throws: AudioError.self) { try ALAC.complete(mono, magicCookie: Self.cookie) }
        #expect(throws: AudioError.self) { try ALAC.makeDecoder(format, magicCookie: []) }
        #expect(Codecs.named("alac")?.name == "Apple Lossless")
    }

    /// Three frames in full, one channel: tag 0, 16 bits of nothing, partial, no low bytes, escape, the count, samples.
    @Test func decodesAPacketWorkedOutByHand() throws {
        var bits = "000" + String(repeating: "0", count: 16) + "1" + "00" + "1"
        bits += Self.binary(3, 32) + Self.binary(0x1234, 16) + Self.binary(0xFFFE, 16) + Self.binary(0x7FFF, 16) + "111"
        var cookie = Self.cookie
        cookie[9] = 1
        let stream = ALACStream(packet: Self.bytes(bits), channels: 1, cookie: cookie)
        #expect(try stream.decoded() == [0x34, 0x12, 0xFE, 0xFF, 0xFF, 0x7F])
    }

    /// Four frames with order 0: residuals 2, −1, 0, 1 in Rice codes of a mean that stays below 512.
    @Test func decodesRiceCodesWorkedOutByHand() throws {
        var bits = "000" + String(repeating: "0", count: 16) + "1" + "00" + "0" + Self.binary(4, 32)
        bits += Self.binary(0, 16)  // no mixing
        bits += "0000" + "1001" + "100" + "00000"  // plain, shift 9, factor 4, no taps
        // Mean 10, k 1: symbol 4 is 11110. Mean 10 + 160 = 170, k 1: symbol 1 is 10. Mean 170 + 40 − 13 = 197:
        // symbol 0 is 0. Mean 197 − 15 = 182: symbol 2 is 110.
        bits += "11110" + "10" + "0" + "110" + "111"
        var cookie = Self.cookie
        cookie[9] = 1
        let stream = ALACStream(packet: Self.bytes(bits), channels: 1, cookie: cookie)
        #expect(try stream.decoded() == [2, 0, 0xFF, 0xFF, 0, 0, 1, 0])
    }

    static func binary(_ value: Int, _ count: Int) -> String {
        let text = String(value, radix: 2)
        return String(repeating: "0", count: count - text.count) + text
    }

    static func bytes(_ bits: String) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (place, bit) in bits.enumerated() where bit == "1" { result[place / 8] |= 0x80 >> UInt8(place % 8) }
        return result
    }
}

extension ALACStream {
    init(packet: [UInt8], channels: Int, cookie: [UInt8]) {
        format = StreamFormat(sampleRate: 44_100, formatID: .alac, channels: channels)
        self.cookie = cookie
        bytes = packet
        packets = [PacketDescription(offset: 0, size: UInt32(packet.count))]
    }
}
