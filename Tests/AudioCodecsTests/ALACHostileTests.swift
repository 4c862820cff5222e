import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Cookies and packets of any content give samples or an error.
@Suite struct ALACHostileTests {
    /// One whole and one partial packet written by ffmpeg, checked in as a fixture.
    static func sample() throws -> ALACStream {
        try ALACStream(caf: try Fixture.named("CAF/alac-stereo.caf").bytes())
    }

    @Test func refusesEveryPrefixOfAPacket() throws {
        let whole = try Self.sample()
        let packet = try #require(whole.packets.first)
        // The end tag and the bits that fill the last byte are not needed.
        let last = Int(packet.size) - 2
        for length in Array(0...min(300, last)) + Array(stride(from: 301, through: last, by: 29)) + [last] {
            var short = whole
            short.packets = [PacketDescription(offset: packet.offset, size: UInt32(length))]
            short.bytes = Array(whole.bytes[Int(packet.offset)..<Int(packet.offset) + length])
            short.packets[0].offset = 0
            #expect(throws: AudioError.self) { try short.decoded() }
        }
    }

    @Test func survivesChangedPackets() throws {
        let whole = try Self.sample()
        let packet = try #require(whole.packets.first)
        var random = SeededRandom(11)
        var failures = 0
        for _ in 0..<600 {
            var changed = whole
            changed.packets = [packet]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Headers and coefficients are more rewarding than residuals.
                let reach = Bool.random(using: &random) ? min(40, Int(packet.size)) : Int(packet.size)
                changed.bytes[Int(packet.offset) + Int.random(in: 0..<reach, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            do {
                #expect(try changed.decoded().count <= 4096 * 4)
            } catch { failures += 1 }
        }
        #expect(failures > 50)
    }

    @Test(arguments: [1, 2, 3, 8], [16, 20, 24, 32] as [UInt8])
    func survivesNoise(channels: Int, bits: UInt8) throws {
        var random = SeededRandom(UInt64(channels) << 8 | UInt64(bits))
        for round in 0..<60 {
            var cookie = ALACTests.cookie
            cookie[5] = bits
            cookie[9] = UInt8(channels)
            for place in 6...8 where round % 2 == 1 { cookie[place] = .random(in: 1...255, using: &random) }
            var packet = Signal.bytes(.random(in: 1...3000, using: &random), seed: random.next())
            // Mostly the element that is expected, without the escape.
            packet[0] = channels == 2 ? 0x20 : 0
            if packet.count > 4 { packet[2] &= round % 3 == 0 ? 0xED : 0xE1 }
            let stream = ALACStream(packet: packet, channels: channels, cookie: cookie)
            do { _ = try stream.decoded() } catch { #expect(error is AudioError) }
        }
    }

    @Test func survivesChangedCookies() throws {
        let whole = try Self.sample()
        var random = SeededRandom(5)
        for _ in 0..<300 {
            var changed = whole
            changed.packets = [try #require(whole.packets.first)]
            let place = Int.random(in: 0..<changed.cookie.count, using: &random)
            changed.cookie[place] = .random(in: 0...255, using: &random)
            do { _ = try changed.decoded() } catch { #expect(error is AudioError) }
        }
    }

    @Test func refusesDescriptionsOutsideItsBytes() throws {
        let whole = try Self.sample()
        for description in [
            PacketDescription(offset: -1, size: 4), PacketDescription(offset: .max, size: 4),
            PacketDescription(offset: 0, size: .max), PacketDescription(offset: Int64(whole.bytes.count), size: 1),
        ] {
            var changed = whole
            changed.packets = [description]
            #expect(throws: AudioError.self) { try changed.decoded() }
        }
    }
}
