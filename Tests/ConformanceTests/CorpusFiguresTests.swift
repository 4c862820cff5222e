import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Every file of sound in the corpus opens and states its rate, its channels and the frames that count.
@Suite struct CorpusFiguresTests {
    /// How our figures compare with those that the manifest's program decoded.
    private enum Outcome: String, CaseIterable {
        case exact
        /// The program leaves out priming and plays the last packet whole; the file states how much of it counts.
        case lastPacketWhole = "last packet whole"
        /// The program plays priming and remainder too.
        case allFrames = "priming and remainder played"
        /// The program's decoder of AAC gives nothing for the first packet.
        case firstPacketSilent = "first packet left out"
        case named
        case refused
    }

    /// Files that differ for a reason of their own.
    private static let exceptions: [String: String] = [
        "ac3/androidx_media/sample.ac3": cutOff,
        "amr/androidx_media/sample_nb_with_silence_frames.amr": "ffmpeg leaves out frames without speech",
        "mp3/beetbox_mediafile/emptylist.mp3": cutOff,
        "mp3/lieff_minimp3/l1-fl1.bit": "the manifest lacks a frame",
        "mp3/lieff_minimp3/l2-fl10.bit": "the manifest lacks a frame",
        "mp3/lieff_minimp3/l3-compl.bit": cutOff,
        "mp3/lieff_minimp3/l3-nonstandard-he_44_48khz.bit": "frames of the second sample rate are passed over",
        "mp3/lieff_minimp3/l3-sin1k0db.bit": cutOff,
        "mp3/taglib_taglib/ape-id3v1.mp3": cutOff,
        "mp3/taglib_taglib/ape-id3v2.mp3": cutOff,
        "mp3/taglib_taglib/ape.mp3": cutOff,
        "mp3/taglib_taglib/id3v22-tda.mp3": cutOff,
        "mp3/taglib_taglib/lame_cbr.mp3": cutOff,
        "mp3/taglib_taglib/lame_vbr.mp3": cutOff,
        "mp3/taglib_taglib/mpeg2.mp3": cutOff,
        "mp3/taglib_taglib/rare_frames.mp3": cutOff,
        "mp3/taglib_taglib/xing.mp3": cutOff,
        "mp4/androidx_media/bt601.mov": editedEnd,
        "mp4/mozilla_mp4parse-rust/opus_audioinit_two_desc.mp4": "samples are placed 55 bytes early",
        "mp4/saecki_mp4ameta/sample-multi-track.3gp": "ffmpeg decodes the first of five frames of a sample",
        "wav/Serial-ATA_lofty-rs/zero.wav": "the data chunk is empty; ffmpeg takes the tags behind it for sound",
    ]
    private static let cutOff = "the last frame is cut off, and no packet; ffmpeg decodes what there is of it"
    private static let editedEnd = "the edit list ends the sound; ffmpeg plays all but the first packet"

    /// Files that Core Audio has no name for.
    private static let refused: [String: String] = [
        "mp3/androidx_media/100kB-garbage-prefix.mp3": "sound begins behind 100 kB of junk",
        "mp3/androidx_media/200kB-garbage-prefix.mp3": "sound begins behind 200 kB of junk",
        "mp4/Serial-ATA_lofty-rs/mp4_codec_als.mp4": "MPEG-4 ALS",
        "mp4/alfg_mp4-rust/extended_audio_object_type.mp4": "MPEG-4 ALS",
        "mp4/androidx_media/sample_dthd.mp4": "Dolby TrueHD",
        "produced/ilbc/front_center_20ms.lbc": "iLBC storage files are no file type of Core Audio",
        "produced/ilbc/front_center_30ms.lbc": "iLBC storage files are no file type of Core Audio",
    ]

    @Test(.needsCorpus) func everyFileStatesItsFigures() throws {
        let rows = try CorpusRow.sounds().filter { !$0.isMalformed && "ABCD".contains($0.truth) }
        #expect(rows.count > 400)
        var table: [String: [Outcome: Int]] = [:]
        for row in rows {
            let outcome = try outcome(row)
            let container = row.container.split(separator: "/").first.map(String.init) ?? row.container
            table["\(container) \(row.codec) \(row.truth)", default: [:]][outcome, default: 0] += 1
            let isNamed = Self.exceptions[row.path] != nil || Self.refused[row.path] != nil
            #expect(isNamed == (outcome == .named || outcome == .refused), "\(row.path): \(outcome.rawValue)")
        }
        for (kind, outcomes) in table.sorted(by: { $0.key < $1.key }) {
            let text = Outcome.allCases.compactMap { outcome in outcomes[outcome].map { "\(outcome.rawValue) \($0)" } }
            print("corpus: \(kind): \(text.joined(separator: ", "))")
        }
    }

    private func outcome(_ row: CorpusRow) throws -> Outcome {
        var id: AudioFileID?
        guard AudioFileOpenURL(row.url, .readPermission, 0, &id) == noErr, let id else { return .refused }
        defer { AudioFileClose(id) }
        let format = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        guard format.mSampleRate == row.rate, Int(format.mChannelsPerFrame) == row.channels else { return .named }
        let count = Int(try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0)))
        let frames = Int(format.mFramesPerPacket)
        let none = AudioFilePacketTableInfo(
            mNumberValidFrames: Int64(count * frames), mPrimingFrames: 0, mRemainderFrames: 0)
        let stated = try? PublicFile.property(id, kAudioFilePropertyPacketTableInfo, none)
        let table = stated ?? none
        let (valid, priming) = (Int(table.mNumberValidFrames), Int(table.mPrimingFrames))
        let total = valid + priming + Int(table.mRemainderFrames)
        if row.frames == valid { return .exact }
        if row.frames == total - priming { return .lastPacketWhole }
        if row.frames == total { return .allFrames }
        if row.codec.contains("aac"), row.frames == total - frames { return .firstPacketSilent }
        return .named
    }
}
