import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Enhanced AC-3 of eight channels: 5.1 in one frame, and in another the sides again, with the rear. The first frame may be one
/// of AC-3.
@Suite struct DependentSubstreamTests {
    private let folder = ScratchFolder()
    private static let fixtures = ["AC3/eac3-eight.ec3", "AC3/eac3-core.ec3"]
    private static let copies: [AudioFileTypeID] = [
        kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFileCAFType, UInt32(code: "ec-3"),
    ]
    private static let client = AudioStreamBasicDescription.float(32, rate: 48_000, channels: 8)

    private static func url(_ path: String) -> CFURL { URL(fileURLWithPath: Fixture.named(path).file) as CFURL }

    @Test(arguments: fixtures) func bothFramesAreOnePacket(path: String) throws {
        let (format, layout, count) = try PublicFile.with(Self.url(path)) { file in
            (
                try PublicFile.property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription()),
                try PublicFile.property(file, kAudioFilePropertyChannelLayout, AudioChannelLayout()),
                try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            )
        }
        #expect(format.mFormatID == kAudioFormatEnhancedAC3 && format.mChannelsPerFrame == 8)
        #expect(format.mFramesPerPacket == 1536 && format.mSampleRate == 48_000)
        #expect(layout.mChannelLayoutTag == kAudioChannelLayoutTag_EAC3_7_1_A)
        #expect(count == 3)
    }

    /// L C R Ls Rs LFE Rls Rrs: the last frame's four channels have a tone each.
    @Test(arguments: fixtures) func theDependentChannelsAreDecoded(path: String) throws {
        let samples = values(try PublicFile.decode(Self.url(path), to: Self.client), of: Float.self)
        #expect(samples.count == 4608 * 8)
        for (channel, hertz) in [(3, 800.0), (4, 900), (6, 1000), (7, 1100)] {
            let worst = (512..<4608).map { frame in
                let tone = 0.05 * sin(2 * .pi * hertz * Double(frame - 256) / 48_000)
                return abs(Double(samples[frame * 8 + channel]) - tone)
            }
            #expect(worst.max()! < 0.0001, "channel \(channel)")
        }
    }

    @Test(.needs("ffmpeg"), arguments: fixtures) func allChannelsAreThoseOfFFmpeg(path: String) throws {
        let ours = values(try PublicFile.decode(Self.url(path), to: Self.client), of: Float.self)
        let raw = folder.file("theirs.raw")
        let status = OtherProgram.run(
            "ffmpeg -nostdin -v error -y -i '\(Fixture.named(path).file)' -f f32le '\(raw)'")
        #expect(status == 0)
        let theirs = values(try #require(folder.bytes("theirs.raw")), of: Float.self)
        #expect(theirs.count == ours.count)
        // FL FR FC LFE BL BR SL SR
        let places = [0, 2, 1, 6, 7, 3, 4, 5]
        let worst = ours.indices.map { abs(ours[$0] - theirs[$0 / 8 * 8 + places[$0 % 8]]) }.max() ?? 1
        #expect(worst == 0)
    }

    @Test(arguments: fixtures, copies) func aCopyDecodesAlike(path: String, type: AudioFileTypeID) throws {
        let copy = folder.url("copy")
        try Self.copyPackets(of: path, to: copy, type)
        let layout = try PublicFile.with(copy) {
            try PublicFile.property($0, kAudioFilePropertyChannelLayout, AudioChannelLayout())
        }
        #expect(layout.mChannelLayoutTag == kAudioChannelLayoutTag_EAC3_7_1_A)
        let whole = try PublicFile.decode(Self.url(path), to: Self.client)
        #expect(try PublicFile.decode(copy, to: Self.client) == whole)
    }

    @Test(.needs("ffprobe"), arguments: fixtures) func ffmpegFindsEightChannelsInACopy(path: String) throws {
        try Self.copyPackets(of: path, to: folder.url("copy.m4a"), kAudioFileM4AType)
        let status = OtherProgram.run(
            "ffprobe -v error -show_entries stream=codec_name,channels,channel_layout -of csv=p=0 "
                + "'\(folder.file("copy.m4a"))' > '\(folder.file("probe"))'")
        #expect(status == 0)
        let probe = String(decoding: try #require(folder.bytes("probe")), as: UTF8.self)
        #expect(probe.hasPrefix("eac3,8,7.1"))
    }

    private static func copyPackets(of path: String, to copy: CFURL, _ type: AudioFileTypeID) throws {
        try PublicFile.with(url(path)) { source in
            var format = try PublicFile.property(source, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            var layout = try PublicFile.property(source, kAudioFilePropertyChannelLayout, AudioChannelLayout())
            var made: AudioFileID?
            try must("AudioFileCreateWithURL", AudioFileCreateWithURL(copy, type, &format, .eraseFile, &made))
            let target = made!
            defer { _ = AudioFileClose(target) }
            // A stream of frames has no place for a layout, and needs none.
            if type != UInt32(code: "ec-3") {
                try must(
                    "layout",
                    AudioFileSetProperty(
                        target, kAudioFilePropertyChannelLayout, UInt32(MemoryLayout<AudioChannelLayout>.size), &layout)
                )
            }
            for packet in 0..<3 {
                var buffer = [UInt8](repeating: 0, count: 8192)
                var (bytes, count) = (UInt32(buffer.count), UInt32(1))
                var description = AudioStreamPacketDescription()
                try must(
                    "read",
                    AudioFileReadPacketData(source, false, &bytes, &description, Int64(packet), &count, &buffer))
                try must(
                    "write", AudioFileWritePackets(target, false, bytes, &description, Int64(packet), &count, buffer))
            }
        }
    }
}
