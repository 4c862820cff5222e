import AudioContainers
import AudioCore
import TestSupport
import Testing

/// MPEG-4, QuickTime and 3GPP files made by others, where a corpus is at hand.
@Suite struct MPEG4CorpusTests {
    /// Files whose sound Core Audio has no name for, or whose movie atom is broken: refused, never guessed.
    private static let refused: Set<String> = [
        "Serial-ATA_lofty-rs/ilst_trailing_padding.m4a", "Serial-ATA_lofty-rs/mp4_codec_als.mp4",
        "alfg_mp4-rust/extended_audio_object_type.mp4", "androidx_media/sample_ac4.mp4",
        "androidx_media/sample_dthd.mp4", "androidx_media/sample_mhm1_bl_cicp1.mp4",
        "androidx_media/sample_missing_stsd.mp4", "wader_fq/vorbis.mp4",
    ]

    /// Files that the manifest's program counts or names differently, and why.
    private static let exceptions: [String: String] = [
        "androidx_media/sample_eac3.mp4": "it decodes the first of several frames of a sample",
        "androidx_media/sample_eac3_fragmented.mp4": "likewise",
        "saecki_mp4ameta/sample-multi-track.3gp": "it decodes the first of five frames of a sample",
        "mozilla_mp4parse-rust/opus_audioinit.mp4": "it cuts the decoder's delay off every fragment",
        "mozilla_mp4parse-rust/opus_audioinit_two_desc.mp4": "samples are placed 55 bytes before the data",
        "firefox-esr/whitenoise-he-aac-5s.mp4": "only the packets signal SBR: the core layer is described",
    ]

    @Test(.needsCorpus) func theCorpusOpensWithTheManifestsFigures() throws {
        let rows = try CorpusFile.all(in: ["mp4"], extensions: ["mp4", "m4a", "m4v", "mov", "3gp", "3g2"])
        #expect(!rows.isEmpty)
        var opened = 0
        for row in rows {
            let path = String(row.path.dropFirst("mp4/".count))
            let source = MemoryBytes(try row.bytes)
            let isSound = row.channels != nil && (row.sampleRate ?? 0) > 0
            let file: FileDescription
            do throws(AudioError) { file = try MPEG4.read(source) } catch {
                #expect(
                    !isSound || Self.refused.contains(path) || error.reason.contains("encrypted"),
                    "\(path): \(error.reason)")
                continue
            }
            opened += 1
            guard Self.exceptions[path] == nil, isSound else { continue }
            #expect(file.format.sampleRate == row.sampleRate && file.format.channels == row.channels, "\(path)")
            // The judge leaves out priming or its decoder's delay, a packet at most, and gives the last packet whole.
            guard let frames = row.frames, frames > 0 else { continue }
            let valid = file.packetTable?.validFrames ?? file.packets.totalFrames
            #expect((valid - 1024...file.packets.totalFrames).contains(frames), "\(path)")
        }
        print("opened \(opened) of \(rows.count) files of the corpus")
        #expect(opened >= 110)
    }

    /// Reads every packet of every file: each lies in the file, and none in two places.
    @Test(.needsCorpus) func everyPacketLiesInTheFile() throws {
        for row in try CorpusFile.all(in: ["mp4"], extensions: ["mp4", "m4a", "mov", "3gp", "3g2"]) {
            let source = MemoryBytes(try row.bytes)
            guard let file = try? MPEG4.read(source) else { continue }
            #expect(file.dataOffset >= 0 && file.dataSize <= Int64(source.contents.count) - file.dataOffset)
            for position in 0..<file.packets.count {
                let packet = file.packets[position]
                #expect(packet.offset >= 0 && packet.offset + Int64(packet.size) <= file.dataSize, "\(row.path)")
            }
        }
    }
}
