import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The bit rate of what afconvert encodes.
@Suite(.needsInstallation) struct BitRateToolTests {
    /// Within a tenth of what was asked for, over 20 seconds.
    @Test(arguments: [(22_050, 1, 32_000), (44_100, 1, 64_000), (44_100, 2, 128_000)])
    func aConstrainedRateIsKept(rate: Int, channels: Int, bitRate: Int) throws {
        let folder = try TemporaryFolder()
        let sound = Array(
            repeatElement(CodecSignals.music(frames: rate, channels: channels), count: 21).joined())
        try PublicFile.create(
            URL(fileURLWithPath: folder.path + "/a.wav") as CFURL, kAudioFileWAVEType,
            .int(16, rate: Double(rate), channels: UInt32(channels)), littleEndianBytes(sound))
        try folder.convert("a.wav b.m4a -d aac -s 2 -b \(bitRate)")
        let description = try folder.description("b.m4a")
        let seconds = Double(description.packets.count) * 1024 / Double(rate)
        let found = Double(description.dataSize) * 8 / seconds
        #expect(seconds > 20.9 && abs(found / Double(bitRate) - 1) <= 0.1, "\(found)")
    }
}
