import AudioToolbox
import Foundation
import TestSupport
import Testing

/// After a seek, the bytes from the offset on give the packets from there on; otherwise the seek fails at once.
@Suite struct StreamSeekTests {
    /// A sound's packets as bytes, whether their size is constant or not.
    private struct Packets: Equatable {
        var list: [[UInt8]]

        init(_ client: StreamClient) {
            let size = Int(client.record.format.mBytesPerPacket)
            var start = 0
            let sizes =
                size > 0
                ? Array(repeating: size, count: client.record.data.count / size)
                : client.record.packets.map { Int($0.size) }
            list = sizes.map { count in
                defer { start += count }
                return Array(client.record.data[start..<start + count])
            }
        }
    }

    /// Files of the corpus with features that no fixture has: AMR, also in MPEG-4, and fragments.
    private static let more = [
        "amr", "mp4/androidx_media", "mp4/alfg_mp4-rust", "mp4/wader_fq", "aac", "ac3", "mp3/taglib_taglib",
    ]

    private static let files: [String] = {
        let fixtures = Fixture.all.map(\.file)
        guard let root = Corpus.root else { return fixtures }
        return fixtures
            + more.flatMap { folder -> [String] in
                let all = FileManager.default.enumerator(atPath: root + "/" + folder)?.allObjects as? [String] ?? []
                let files = all.map { root + "/" + folder + "/" + $0 }.filter { path in
                    var isFolder: ObjCBool = false
                    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
                    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? .max
                    return !isFolder.boolValue && size < 400_000
                }
                return Array(files.sorted().prefix(12))
            }
    }()

    /// Files that no stream brings, and what they are refused with: their tables are behind the sound, or there is no sound.
    private static let refusals: [(path: String, status: String)] = [
        ("CAF/alac-stereo.caf", "'optm'"),
        ("CAF/alac24-mono.caf", "'optm'"),
        ("MPEG4/aac-stereo.m4a", "'optm'"),
        ("MPEG4/ac3-stereo.mp4", "'optm'"),
        ("mp3/taglib_taglib/compressed_id3_frame.mp3", "'typ?'"),
        ("mp3/taglib_taglib/extended-header.mp3", "'typ?'"),
        ("mp4/alfg_mp4-rust/audio_aac.m4a", "'optm'"),
        ("mp4/alfg_mp4-rust/extended_audio_object_type.mp4", "'optm'"),
        ("mp4/androidx_media/bbb_176x144_128kbps_15fps_h263.3gp", "'optm'"),
        ("mp4/androidx_media/bbb_176x144_192kbps_15fps_mpeg4.mp4", "'fmt?'"),
        ("mp4/androidx_media/bbb_1ch_16kHz_aac.mp4", "'optm'"),
        ("mp4/androidx_media/bbb_1ch_8kHz_aac_lc.m4a", "'optm'"),
        ("mp4/androidx_media/bbb_mono_16kHz_23.05kbps_amrwb.3gp", "'optm'"),
        ("mp4/androidx_media/bbb_mono_8kHz_12.2kbps_amrnb.3gp", "'optm'"),
        ("mp4/androidx_media/bt601.mov", "'optm'"),
        ("mp4/androidx_media/bt601.mp4", "'optm'"),
        ("mp4/androidx_media/edit_list_positive_shift.mp4", "'optm'"),
        ("mp4/androidx_media/fragmented_captions.mp4", "'fmt?'"),
        ("mp4/androidx_media/iibbibb_editlist_videoonly.mp4", "'optm'"),
        ("mp4/androidx_media/long_edit_list_audioonly.mp4", "'optm'"),
        ("mp4/wader_fq/aac.mp4", "'optm'"),
        ("mp4/wader_fq/av1.mp4", "'optm'"),
        ("mp4/wader_fq/avc.mp4", "'optm'"),
        ("mp4/wader_fq/cslg.mp4", "'typ?'"),
        ("mp4/wader_fq/dash_audio_init.mp4", "'fmt?'"),
        ("mp4/wader_fq/dash_in.mp4", "'optm'"),
        ("mp4/wader_fq/dash_video_init.mp4", "'fmt?'"),
        ("mp4/wader_fq/elng.mp4", "'typ?'"),
        ("mp4/wader_fq/emsg.mp4", "'typ?'"),
        ("mp4/wader_fq/file.mp4", "'optm'"),
        ("mp4/wader_fq/flac.mp4", "'optm'"),
    ]

    /// When a client seeks: as soon as it may, half way, at the end.
    enum Moment: CaseIterable { case ready, half, end }

    @Test(arguments: files) func packetsFollowASeek(path: String) throws {
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let whole = try StreamClient()
        let status = whole.parseAll(bytes, pieces: { .max })
        let expected = Self.refusals.first { path.hasSuffix("/" + $0.path) }?.status
        guard status == noErr, whole.packetCount > 0 else {
            #expect(statusText(status) == expected, "\(whole.packetCount) packets")
            return
        }
        #expect(expected == nil, "it is refused no more")
        let linear = Packets(whole).list
        for moment in Moment.allCases {
            for packet in Set([0, 1, linear.count / 2, linear.count - 1]).sorted() where packet < linear.count {
                let problem = try problem(seekingTo: packet, moment, bytes, linear)
                #expect(problem == nil, "packet \(packet) at \(moment): \(problem ?? "")")
            }
        }
    }

    private func problem(
        seekingTo packet: Int, _ moment: Moment, _ bytes: [UInt8], _ linear: [[UInt8]]
    ) throws -> String? {
        let first = try StreamClient()
        var position = 0
        while position < bytes.count, first.packetCount < (moment == .ready ? 1 : max(1, linear.count / 2)) {
            let end = min(bytes.count, position + 500)
            guard first.parse(bytes[position..<end]) == noErr else { return "the first pass failed" }
            position = end
        }
        if moment == .end {
            guard first.parse(bytes[position...]) == noErr, first.finish() == noErr else { return "no end" }
        }
        let before = Packets(first).list.count
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
        let status = AudioFileStreamSeek(try #require(first.id), Int64(packet), &offset, &flags)
        guard status == noErr else {
            // A stream can seek back to packets that it has delivered.
            return packet < before || status != kAudioFileStreamError_IllegalOperation ? statusText(status) : nil
        }
        let start = Int(try first.value(kAudioFileStreamProperty_DataOffset, Int64(0)) + offset)
        guard start <= bytes.count else {
            return flags.contains(.offsetIsEstimated) ? nil : "offset \(offset) is behind the file's end"
        }
        var isFirst = true
        for place in stride(from: start, to: bytes.count, by: 700) {
            let status = first.parse(
                bytes[place..<min(place + 700, bytes.count)], isFirst ? .discontinuity : [])
            guard status == noErr else { return "parsing: \(statusText(status))" }
            isFirst = false
        }
        guard first.finish() == noErr else { return "finishing failed" }
        let after = Array(Packets(first).list[before...])
        if !flags.contains(.offsetIsEstimated) {
            return after == Array(linear[packet...]) ? nil : "\(after.count) packets, \(linear.count - packet) expected"
        }
        // After an estimated offset, the packets are still the last ones of the sound.
        return after == Array(linear.suffix(after.count)) ? nil : "not the end of the sound"
    }

    /// A callback may make any call on its own stream: each returns a status.
    @Test(arguments: [true, false]) func callbacksMayTouchTheirStream(closes: Bool) throws {
        let bytes = try Fixture.named("MPEG4/aac-fragments.m4a").bytes()
        let client = try StreamClient()
        var statuses: [OSStatus] = []
        client.onPackets = { client in
            guard let id = client.id else { return }
            statuses.append(AudioFileStreamParseBytes(id, 4, [0, 0, 0, 0] as [UInt8], []))
            var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
            statuses.append(AudioFileStreamSeek(id, 0, &offset, &flags))
            if closes { client.close() }
        }
        _ = client.parse(bytes)
        #expect(statuses.prefix(2) == [kAudioFileStreamError_IllegalOperation, noErr])
        #expect(closes ? statuses.count == 2 : statuses.count > 2)
    }
}
