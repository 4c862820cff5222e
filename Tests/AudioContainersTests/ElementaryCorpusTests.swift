import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Elementary streams of others: what the corpus' manifest says of them, and what ffmpeg cuts them into.
@Suite struct ElementaryCorpusTests {
    /// Files whose frames differ from the manifest's, or that are refused, with the reason.
    static let exceptions: [String: String] = [
        "aac/androidx_media/sample.adts": "ffmpeg cannot decode its first frame",
        "aac/androidx_media/sample_cbs_truncated.adts": "ffmpeg cannot decode its first frame",
        "aac/androidx_media/sample_with_id3.adts": "ffmpeg cannot decode its first frame, before a second tag",
        "ac3/androidx_media/sample.ac3": "the last frame is cut off, and no packet",
        "amr/androidx_media/sample_nb_with_silence_frames.amr": "ffmpeg leaves out frames without speech",
        "mp3/Serial-ATA_lofty-rs/junk_between_id3_and_mp3.mp3": "the manifest counts priming and remainder",
        "mp3/Serial-ATA_lofty-rs/zero.mp3": "a tag alone",
        "mp3/androidx_media/100kB-garbage-prefix.mp3": "needs a hint; the manifest took it for AMR",
        "mp3/androidx_media/200kB-garbage-prefix.mp3": "needs a hint; the manifest took it for AMR",
        "mp3/androidx_media/1024_incrementing_bytes.mp3": "no sound",
        "mp3/androidx_media/bear-id3-numeric-genre.mp3": "the manifest counts the priming",
        "mp3/androidx_media/bear-id3.mp3": "the manifest counts the priming",
        "mp3/androidx_media/test-cbr-info-header-trailing-garbage.mp3": "the manifest counts what is read into garbage",
        "mp3/beetbox_mediafile/emptylist.mp3": "the last frame is cut off, and no packet",
        "mp3/lieff_minimp3/l1-fl1.bit": "the manifest lacks a frame",
        "mp3/lieff_minimp3/l2-fl10.bit": "the manifest lacks a frame",
        "mp3/lieff_minimp3/l3-compl.bit": "the last frame is cut off, and no packet",
        "mp3/lieff_minimp3/l3-he_free.bit": "free format, which ffmpeg cannot read",
        "mp3/lieff_minimp3/l3-nonstandard-he_44_48khz.bit": "frames of the second sample rate are passed over",
        "mp3/lieff_minimp3/l3-nonstandard-id3v2-only.bit": "a tag alone",
        "mp3/lieff_minimp3/l3-nonstandard-id3v2.bit": "one frame, which ffmpeg took for speech",
        "mp3/lieff_minimp3/l3-sin1k0db.bit": "the last frame is cut off, and no packet",
        "mp3/polyfloyd_rust-id3/multi-tags.mp3": "the manifest counts the remainder",
        "mp3/taglib_taglib/ape-id3v1.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/ape-id3v2.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/ape.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/id3v22-tda.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/lame_cbr.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/lame_vbr.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/mpeg2.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/rare_frames.mp3": "the last frame is cut off, and no packet",
        "mp3/taglib_taglib/xing.mp3": "the last frame is cut off, and no packet",
        "mp3/wader_fq/id3v1.mp3": "the manifest counts the remainder",
    ]

    @Test(.needsCorpus) func figuresAreTheManifests() throws {
        let extensions = ["mp3", "mp2", "bit", "aac", "adts", "amr", "ac3", "eac3", "ec3", "awb"]
        let files = try CorpusFile.all(in: ["mp3", "aac", "amr", "ac3"], extensions: extensions)
        #expect(files.count > 100)
        var checked = 0
        for row in files where Self.exceptions[row.path] == nil && row.frames != nil {
            let source = MemoryBytes(try row.bytes)
            let container = try #require(try Containers.claiming(source), "\(row.path)")
            let file = try container.read(source)
            #expect(file.format.sampleRate == row.sampleRate, "\(row.path)")
            #expect(file.format.channels == row.channels, "\(row.path)")
            #expect((file.packetTable?.validFrames ?? file.packets.totalFrames) == row.frames, "\(row.path)")
            checked += 1
        }
        print("corpus: \(checked) elementary streams have the manifest's figures, \(Self.exceptions.count) exceptions")
    }

    /// A file whose last frame is cut off, or whose figures the manifest has wrong, is read all the same.
    @Test(.needsCorpus) func exceptionsAreReadOrRefused() throws {
        let extensions = ["mp3", "mp2", "bit", "aac", "adts", "amr", "ac3", "eac3", "ec3", "awb"]
        let folders = ["mp3", "aac", "amr", "ac3", "malformed"]
        for row in try CorpusFile.all(in: folders, extensions: extensions) {
            let source = MemoryBytes(try row.bytes)
            let start = ThreadClock.now
            if let container = try Containers.claiming(source), let file = try? container.read(source) {
                #expect(file.packets.count > 0, "\(row.path)")
                #expect(file.packets.totalBytes <= file.dataSize, "\(row.path)")
                if Self.exceptions[row.path]?.hasPrefix("the last frame") == true {
                    let total = file.packetTable?.validFrames ?? file.packets.totalFrames
                    #expect(row.frames.map { $0 - total <= file.format.framesPerPacket } == true, "\(row.path)")
                }
            }
            #expect(ThreadClock.now - start < .seconds(1), "\(row.path)")
        }
    }

    struct Encoding: Sendable, CustomStringConvertible {
        var file: String
        var options: String
        var container: any Container.Type
        /// Bytes of each of ffmpeg's packets that are not in ours.
        var header = 0
        var description: String { "\(file) \(options)" }
    }

    static let encodings = [
        Encoding(file: "a.mp3", options: "-c:a libmp3lame -b:a 128k -id3v2_version 3", container: MPEGAudio.self),
        Encoding(file: "a.mp3", options: "-c:a libmp3lame -q:a 4 -ar 22050 -ac 1", container: MPEGAudio.self),
        Encoding(file: "a.mp3", options: "-c:a libmp3lame -ar 11025 -write_id3v1 1", container: MPEGAudio.self),
        Encoding(file: "a.mp2", options: "-c:a mp2 -b:a 192k", container: MPEGAudio.self),
        Encoding(file: "a.aac", options: "-c:a aac -b:a 96k", container: ADTS.self, header: 7),
        Encoding(file: "a.aac", options: "-c:a aac -ac 6 -b:a 300k", container: ADTS.self, header: 7),
        Encoding(file: "a.ac3", options: "-c:a ac3 -ar 44100", container: AC3.self),
        Encoding(file: "a.eac3", options: "-c:a eac3 -ac 6", container: AC3.self),
        Encoding(file: "a.flac", options: "-c:a flac", container: FLAC.self),
        Encoding(
            file: "a.flac", options: "-c:a flac -sample_fmt s32 -bits_per_raw_sample 24 -ac 1 -frame_size 500",
            container: FLAC.self),
    ]

    @Test(.needs("ffmpeg", "ffprobe"), arguments: encodings) func packetsAreFFmpegs(encoding: Encoding) throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        let path = "\(folder)/\(encoding.file)"
        let noise = "-f lavfi -i 'anoisesrc=d=1.3:c=pink:seed=3:r=48000,aformat=channel_layouts=stereo'"
        let tags = "-metadata title='A Title' -metadata artist='Näme' -metadata track=3"
        let make = "ffmpeg -nostdin -v error -y \(noise) \(tags) \(encoding.options) \(path)"
        guard OtherProgram.run(make + " 2> \(folder)/log") == 0 else {
            try Test.cancel("ffmpeg cannot encode \(encoding)")
        }
        let probe = "ffprobe -v error -select_streams a -show_entries packet=size -of csv=p=0"
        #expect(OtherProgram.run("\(probe) \(path) > \(folder)/sizes") == 0)
        let text = String(decoding: OtherProgram.bytes(of: "\(folder)/sizes") ?? [], as: UTF8.self)
        let expected = text.split(separator: "\n").compactMap { Int($0.prefix { $0 != "," }) }
        #expect(expected.count > 5)
        let source = MemoryBytes(OtherProgram.bytes(of: path) ?? [])
        #expect(try isClaimed(source.contents, by: encoding.container))
        let file = try encoding.container.read(source)
        #expect((0..<file.packets.count).map { Int(file.packets[$0].size) + encoding.header } == expected)
        if [".mp3", "flac"].contains(String(encoding.file.suffix(4))) {
            #expect(file.info["title"] == "A Title" && file.info["artist"] == "Näme")
            #expect(file.info["track number"] == "3")
            let frames = 1.3 * file.format.sampleRate
            let valid = try #require(file.packetTable).validFrames
            // The encoder of 48000 Hz input at another rate may round its length.
            #expect(abs(Double(valid) - frames) <= 32, "\(valid) of \(frames)")
        }
    }
}
