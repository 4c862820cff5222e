import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files with several tracks of sound.
@Suite struct TrackTests {
    private let folder = ScratchFolder()

    @Test(.needs("ffmpeg")) func anotherTrackIsReadWhenAskedFor() throws {
        let status = OtherProgram.run(
            "ffmpeg -nostdin -v error -y -f lavfi -i sine=440:d=0.2 -f lavfi -i sine=880:r=22050:d=0.1 -map 0 -map 1 "
                + "-c:a alac '\(folder.file("two.m4a"))'")
        try #require(status == 0)
        try PublicFile.with(folder.url("two.m4a")) { file in
            #expect(try PublicFile.property(file, kAudioFilePropertyAudioTrackCount, UInt32(0)) == 2)
            #expect(try Self.figures(file) == Figures(rate: 44_100, frames: 8820))
            let tracks = [(1, Figures(rate: 22_050, frames: 2205)), (0, Figures(rate: 44_100, frames: 8820))]
            for (track, figures) in tracks {
                var number = UInt32(track)
                try must("UseAudioTrack", AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 4, &number))
                #expect(try Self.figures(file) == figures)
                #expect(try Self.firstPacket(file).count > 0)
            }
            var number: UInt32 = 2
            #expect(AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 4, &number) != noErr)
        }
    }

    private struct Figures: Equatable {
        var rate: Double
        var frames: Int64
    }

    private static func figures(_ file: AudioFileID) throws -> Figures {
        let format = try PublicFile.property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        let packets = try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
        let none = AudioFilePacketTableInfo(
            mNumberValidFrames: Int64(packets) * Int64(format.mFramesPerPacket), mPrimingFrames: 0, mRemainderFrames: 0)
        let table = try? PublicFile.property(file, kAudioFilePropertyPacketTableInfo, none)
        return Figures(rate: format.mSampleRate, frames: (table ?? none).mNumberValidFrames)
    }

    private static func firstPacket(_ file: AudioFileID) throws -> [UInt8] {
        let bound = try PublicFile.property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
        var buffer = [UInt8](repeating: 0, count: Int(bound))
        var (bytes, packets) = (bound, UInt32(1))
        var description = AudioStreamPacketDescription()
        try must(
            "AudioFileReadPacketData",
            AudioFileReadPacketData(file, false, &bytes, &description, 0, &packets, &buffer))
        return Array(buffer[..<Int(bytes)])
    }

    /// Protected sound is refused, and the reason says so.
    @Test(arguments: ["drms", "enca"]) func protectedSoundIsRefused(code: String) throws {
        var bytes = [UInt8](
            try #require(FileManager.default.contents(atPath: Fixture.named("MPEG4/aac-stereo.m4a").file)))
        let entry = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array("mp4a".utf8) })
        bytes.replaceSubrange(entry..<entry + 4, with: code.utf8)
        let url = folder.write(bytes, "protected.m4a")
        var file: AudioFileID?
        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == kAudioFileUnsupportedDataFormatError)
    }
}
