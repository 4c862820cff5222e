import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Of files that Apple's encoders made, exactly the frames that were encoded are heard.
@Suite struct AppleTrimTests {
    private let folder = ScratchFolder()

    /// What `iTunSMPB` or the packet table says, read off the bytes of the file.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let priming: Int32
        let valid: Int64
        let remainder: Int32
        var testDescription: String { path }
    }

    static let corpus = [
        Row(path: "caf/mattetti_audio/bass.caf", priming: 2112, valid: 313_600, remainder: 704),
        Row(path: "mp4/beetbox_mediafile/full.m4a", priming: 2112, valid: 44_100, remainder: 892),
        Row(path: "mp4/beetbox_mediafile/partial.m4a", priming: 2112, valid: 44_100, remainder: 892),
        Row(path: "mp4/beetbox_mediafile/t_time.m4a", priming: 2112, valid: 44_100, remainder: 892),
        Row(path: "mp4/beetbox_mediafile/soundcheck-nonascii.m4a", priming: 2112, valid: 44_100, remainder: 892),
        Row(path: "mp4/alfg_mp4-rust/audio_aac.m4a", priming: 3622, valid: 182_245, remainder: 501),
    ]

    @Test(.needsCorpus, arguments: corpus) func filesOfTheCorpus(row: Row) throws {
        try expectExactTrim(#require(Corpus.root) + "/" + row.path, row)
    }

    /// A file of our own with the same table, with a priming that is not Apple's.
    @Test func aFixture() throws {
        let row = Row(path: "CAF/aac-stereo.caf", priming: 1024, valid: 4999, remainder: 121)
        try expectExactTrim(Fixture.named(row.path).file, row)
    }

    private func expectExactTrim(_ path: String, _ row: Row) throws {
        let url = URL(fileURLWithPath: path) as CFURL
        let table = try PublicFile.with(url) {
            try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        }
        #expect(table.mPrimingFrames == row.priming && table.mNumberValidFrames == row.valid)
        #expect(table.mRemainderFrames == row.remainder)
        let record = try PublicFile.packets(url)
        let frames = Int(row.priming) + Int(row.valid) + Int(row.remainder)
        #expect(record.packets.count * Int(record.format.mFramesPerPacket) == frames)
        let channels = record.format.mChannelsPerFrame
        let client = AudioStreamBasicDescription.int(16, rate: record.format.mSampleRate, channels: channels)
        let heard = try PublicFile.decode(url, to: client)
        let length = try PublicFile.withReader(url) {
            try PublicFile.extProperty($0, kExtAudioFileProperty_FileLengthFrames, Int64(0))
        }
        #expect(length == row.valid)
        let frameSize = Int(channels) * 2
        try #require(heard.count == Int(row.valid) * frameSize)
        // ADTS has no table, so that all frames of the same packets come.
        let all = try PublicFile.decode(try bare(record), to: client)
        try #require(all.count == frames * frameSize)
        let start = Int(row.priming) * frameSize
        #expect(all[start..<start + heard.count].elementsEqual(heard))
        #expect(heard.contains { $0 != 0 })
    }

    /// The same packets in a file that states no priming.
    private func bare(_ record: PacketRecord) throws -> CFURL {
        var format = record.format
        var made: AudioFileID?
        let url = folder.url("bare.aac")
        try must(
            "AudioFileCreateWithURL", AudioFileCreateWithURL(url, kAudioFileAAC_ADTSType, &format, .eraseFile, &made))
        let file = try #require(made)
        try must(
            "AudioFileSetProperty",
            AudioFileSetProperty(
                file, kAudioFilePropertyMagicCookieData, UInt32(record.cookie.count), record.cookie))
        var offset: Int64 = 0
        let descriptions = record.packets.map { packet in
            defer { offset += Int64(packet.size) }
            return AudioStreamPacketDescription(
                mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: packet.size)
        }
        var count = UInt32(descriptions.count)
        try must(
            "AudioFileWritePackets",
            AudioFileWritePackets(file, false, UInt32(record.data.count), descriptions, 0, &count, record.data))
        try must("AudioFileClose", AudioFileClose(file))
        return url
    }
}
