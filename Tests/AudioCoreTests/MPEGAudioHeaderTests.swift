import AudioCore
import Testing

@Suite struct MPEGAudioHeaderTests {
    /// A header, what it states, and the size of its frame.
    struct Row: Sendable {
        var bytes: [UInt8]
        var layer: Int
        var sampleRate: Int
        var bitRate: Int?
        var channels: Int
        var frames: Int
        var size: Int?
    }

    static let rows = [
        Row(
            bytes: [0xFF, 0xFB, 0x92, 0x40], layer: 3, sampleRate: 44_100, bitRate: 128_000, channels: 2, frames: 1152,
            size: 418),
        Row(
            bytes: [0xFF, 0xFD, 0x84, 0xC0], layer: 2, sampleRate: 48_000, bitRate: 128_000, channels: 1, frames: 1152,
            size: 384),
        Row(
            bytes: [0xFF, 0xFF, 0x9A, 0], layer: 1, sampleRate: 32_000, bitRate: 288_000, channels: 2, frames: 384,
            size: 436),
        Row(
            bytes: [0xFF, 0xF3, 0xE4, 0], layer: 3, sampleRate: 24_000, bitRate: 160_000, channels: 2, frames: 576,
            size: 480),
        Row(
            bytes: [0xFF, 0xF7, 0xE0, 0], layer: 1, sampleRate: 22_050, bitRate: 256_000, channels: 2, frames: 384,
            size: 556),
        Row(
            bytes: [0xFF, 0xE3, 0x18, 0xC0], layer: 3, sampleRate: 8000, bitRate: 8000, channels: 1, frames: 576,
            size: 72),
        Row(
            bytes: [0xFF, 0xFA, 0x00, 0], layer: 3, sampleRate: 44_100, bitRate: nil, channels: 2, frames: 1152,
            size: nil),
    ]

    @Test(arguments: rows) func statesWhatItsBitsAre(row: Row) throws {
        let header = try #require(MPEGAudioHeader(row.bytes[0], row.bytes[1], row.bytes[2], row.bytes[3]))
        #expect(header.layer == row.layer && header.sampleRate == row.sampleRate && header.channels == row.channels)
        #expect(header.bitRate == row.bitRate && header.frames == row.frames && header.size == row.size)
        #expect(header.hasPadding == (row.bytes[2] & 2 != 0) && header.hasChecksum == (row.bytes[1] & 1 == 0))
        #expect(header.isLow == (row.sampleRate < 32_000))
        #expect(header.headSize == (header.hasChecksum ? 6 : 4))
    }

    @Test func reservedValuesAreNoHeader() {
        // No sync word, and the reserved version, layer, bit rate and sample rate.
        let wrong: [[UInt8]] = [
            [0xFE, 0xFB, 0x90, 0], [0xFF, 0xDB, 0x90, 0], [0xFF, 0xEB, 0x90, 0], [0xFF, 0xF9, 0x90, 0],
            [0xFF, 0xFB, 0xF0, 0], [0xFF, 0xFB, 0x9C, 0],
        ]
        for bytes in wrong { #expect(MPEGAudioHeader(bytes[0], bytes[1], bytes[2], bytes[3]) == nil, "\(bytes)") }
    }

    @Test(arguments: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], 1...3)
    func eachRateHasAHeader(sampleRate: Int, layer: Int) throws {
        let bytes = try #require(MPEGAudioHeader.bytes(layer: layer, sampleRate: sampleRate, bitRateIndex: 1))
        let header = try #require(MPEGAudioHeader(0xFF, bytes.second, bytes.third, 0))
        #expect(header.layer == layer && header.sampleRate == sampleRate && !header.hasPadding && !header.hasChecksum)
        let rates = MPEGAudioHeader.bitRates(layer: layer, isLow: header.isLow)
        #expect(rates.count == 14 && rates.first == header.bitRate)
        #expect(MPEGAudioHeader.bytes(layer: layer, sampleRate: sampleRate + 1, bitRateIndex: 1)?.second == nil)
    }
}
