import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A stream gives what the file gives, however its bytes are cut up.
@Suite struct StreamTests {
    @Test(arguments: Fixture.all) func aStreamIsTheFile(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let file = try PublicFile.packets(URL(fileURLWithPath: fixture.file) as CFURL)
        let whole = try StreamClient()
        let status = whole.parseAll(bytes) { .max }
        if status == kAudioFileStreamError_NotOptimized { return }
        try #require(status == noErr, "\(statusText(status))")
        #expect(whole.record.difference(from: file) == nil, "\(whole.record.difference(from: file) ?? "")")
        var random = SeededRandom(UInt64(bytes.count))
        for largest in [1, 7, 300, 5000] {
            let cut = try StreamClient()
            try #require(cut.parseAll(bytes) { Int.random(in: 1...largest, using: &random) } == noErr)
            #expect(cut.record == whole.record, "in pieces of up to \(largest)")
            #expect(cut.properties.elementsEqual(whole.properties) { $0.id == $1.id && $0.value == $1.value })
        }
    }

    // MARK: Prefixes

    /// All there is to ask, and what a stream may answer besides a value.
    private static let properties: [AudioFileStreamPropertyID] = [
        kAudioFileStreamProperty_ReadyToProducePackets, kAudioFileStreamProperty_FileFormat,
        kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
        kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_AudioDataByteCount,
        kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
        kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_ChannelLayout,
        kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket,
        kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
        kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_PacketSizeUpperBound,
        kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate,
        kAudioFileStreamProperty_RestrictsRandomAccess, kAudioFileStreamProperty_PacketToRollDistance,
        kAudioFileStreamProperty_PreviousIndependentPacket, kAudioFileStreamProperty_NextIndependentPacket,
        kAudioFileStreamProperty_PacketToDependencyInfo,
    ]
    private static let excuses = [
        kAudioFileStreamError_DataUnavailable, kAudioFileStreamError_ValueUnknown,
        kAudioFileStreamError_UnsupportedProperty, kAudioFileStreamError_InvalidPacketOffset,
    ]

    /// The first property that a stream answers with what is no answer.
    private func wrongAnswer(_ client: StreamClient) -> String? {
        guard let id = client.id else { return "closed" }
        var room = [UInt8](repeating: 0, count: 1 << 10)
        for property in Self.properties {
            var size: UInt32 = 0
            var status = AudioFileStreamGetPropertyInfo(id, property, &size, nil)
            if status == noErr, size <= room.count { status = AudioFileStreamGetProperty(id, property, &size, &room) }
            guard status == noErr || Self.excuses.contains(status) else {
                return "\(statusText(OSStatus(bitPattern: property))): \(statusText(status))"
            }
        }
        let info = try? client.value(kAudioFileStreamProperty_InfoDictionary, Unmanaged<NSDictionary>?.none)
        info?.release()
        return nil
    }

    /// A stream that has got so many bytes is one whose bytes come by and by: all lengths in one pass.
    @Test(arguments: Fixture.all) func everyPrefixAnswers(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let client = try StreamClient()
        client.keepsPackets = false
        var position = 0
        for length in Prefixes.lengths(bytes.count + 1, edges: 100, step: 211) where length > 0 {
            let status = client.parse(bytes[position..<length])
            position = length
            let answer = wrongAnswer(client)
            #expect(answer == nil, "\(length) bytes: \(answer ?? "")")
            guard status == noErr else {
                // An error at some length is one at all that follow.
                #expect(client.parse(bytes[..<1]) == status)
                break
            }
            var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
            if client.packetCount > 0 { #expect(AudioFileStreamSeek(client.id!, 0, &offset, &flags) == noErr) }
        }
    }

    /// Whatever the length at which a stream ends, it has the first packets of the file, or says what is missing.
    @Test(arguments: Fixture.all) func everyPrefixEndsQuietlyOrInAnError(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let whole = try StreamClient()
        let status = whole.parseAll(bytes) { .max }
        for length in Prefixes.lengths(bytes.count, edges: 3, step: max(2999, bytes.count / 8)) {
            let client = try StreamClient()
            var cut = length > 0 ? client.parse(bytes[..<length]) : noErr
            if cut == noErr { cut = client.finish() }
            #expect(length > 0 || cut == kAudioFileStreamError_DataUnavailable)
            guard status == noErr, cut == noErr else { continue }
            // A last packet that was cut may be handed out where only the next one shows its end.
            let packets = client.record.packets.dropLast()
            #expect(packets.elementsEqual(whole.record.packets.prefix(packets.count)), "\(length) bytes")
            let size = packets.reduce(0) { $0 + Int($1.size) }
            let isSame = client.record.data[..<size] == whole.record.data.prefix(size)
            #expect(isSame, "\(length) bytes")
        }
    }

    /// Files whose streams are not the file, and why.
    private static let exceptions: [String: String] = [
        "aac/androidx_media/sample_with_id3.adts": passedOver,
        "malformed/taglib_taglib/garbage.mp3": "a few frames behind junk, which its name makes a file of",
        "malformed/lieff_minimp3/l3-nonstandard-big-iscf.bit": passedOver,
        "malformed/lieff_minimp3/l3-nonstandard-compl-sideinfo-size.bit": passedOver,
        "refs/lieff_minimp3/M2L3_bitrate_24_all.pcm": passedOver,
        "mp3/taglib_taglib/ape.mp3": cutByTag, "mp3/taglib_taglib/ape-id3v1.mp3": cutByTag,
        "mp3/taglib_taglib/ape-id3v2.mp3": cutByTag,
        "mp4/mozilla_mp4parse-rust/opus_audioinit.mp4": framesUnstated,
        "mp4/mozilla_mp4parse-rust/opus_audioinit_two_desc.mp4": framesUnstated,
    ]

    /// Files that were cut off, so that their heads promise what does not come: more packets, or a place for them.
    private static let cutOff: Set = [
        "malformed/taglib_taglib/garbage.mp3", "malformed/taglib_taglib/toc_many_children.mp3",
        "mp3/beetbox_mediafile/emptylist.mp3", "mp3/taglib_taglib/lame_cbr.mp3", "mp3/taglib_taglib/lame_vbr.mp3",
        "mp3/taglib_taglib/mpeg2.mp3", "mp3/taglib_taglib/rare_frames.mp3", "mp4/Eyevinn_mp4ff/aac_init.mp4",
        "mp4/abema_go-mp4/sample_qt.mp4", "mp4/mozilla_mp4parse-rust/bipbop_audioinit.mp4",
        "mp4/mozilla_mp4parse-rust/invalid_userdata.mp4", "mp4/mozilla_mp4parse-rust/test_case_1185230.mp4",
        "mp4/mozilla_mp4parse-rust/zero_empty_stsc.mp4", "mp4/taglib_taglib/ilst-is-last.m4a",
        "mp4/taglib_taglib/no-tags.3g2", "wav/firefox-esr/waveformatextensible.wav",
        "wav/scipy_scipy/test-44100Hz-le-1ch-4bytes-early-eof.wav",
    ]

    private static let cutByTag =
        "a tag cuts the last frame off, and when it comes it cannot be distinguished from the frame"
    private static let passedOver = "a frame whose header is damaged keeps its time in a file, and not in a stream"
    private static let framesUnstated = "only the last fragment shows that all packets have the same frames"

    /// Properties that streams and files share, by both names. A stream does not announce what it does not know yet.
    private static let shared: [(stream: AudioFileStreamPropertyID, file: AudioFilePropertyID)] = [
        (kAudioFileStreamProperty_FileFormat, kAudioFilePropertyFileFormat),
        (kAudioFileStreamProperty_DataFormat, kAudioFilePropertyDataFormat),
        (kAudioFileStreamProperty_FormatList, kAudioFilePropertyFormatList),
        (kAudioFileStreamProperty_DataOffset, kAudioFilePropertyDataOffset),
        (kAudioFileStreamProperty_ChannelLayout, kAudioFilePropertyChannelLayout),
        (kAudioFileStreamProperty_AudioDataPacketCount, kAudioFilePropertyAudioDataPacketCount),
        (kAudioFileStreamProperty_AudioDataByteCount, kAudioFilePropertyAudioDataByteCount),
        (kAudioFileStreamProperty_PacketTableInfo, kAudioFilePropertyPacketTableInfo),
    ]

    /// The first property of which the stream and the file report different values.
    private static func difference(_ client: StreamClient, from url: URL) throws -> String? {
        try PublicFile.with(url as CFURL) { id in
            for (stream, file) in shared {
                guard let announced = client.properties.first(where: { $0.id == stream }) else { continue }
                var size: UInt32 = 0
                guard AudioFileGetPropertyInfo(id, file, &size, nil) == noErr else {
                    return "\(statusText(OSStatus(bitPattern: stream))), which the file does not report"
                }
                var value = [UInt8](repeating: 0, count: Int(size))
                try must("AudioFileGetProperty", AudioFileGetProperty(id, file, &size, &value))
                guard value == announced.value else {
                    return "\(statusText(OSStatus(bitPattern: stream))): \(announced.value) and \(value)"
                }
            }
            return nil
        }
    }

    @Test(.needsCorpus) func everyFileOfTheCorpusArrives() throws {
        let root = try #require(Corpus.root)
        let names = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        var (same, notOptimized) = (0, 0)
        var random = SeededRandom(1)
        for name in names.sorted() where !name.hasPrefix("midi/") && !name.hasPrefix("LICENSES/") {
            let url = URL(fileURLWithPath: root + "/" + name)
            guard let file = try? PublicFile.packets(url as CFURL), let data = try? Data(contentsOf: url) else {
                continue
            }
            let client = try StreamClient()
            let status = client.parseAll([UInt8](data)) { Int.random(in: 1...20_000, using: &random) }
            if status == kAudioFileStreamError_NotOptimized {
                notOptimized += 1
                #expect(name.hasPrefix("m") || name.contains("caf"), "\(name) has no tables")
                continue
            }
            var difference = status == noErr ? client.record.difference(from: file) : statusText(status)
            if difference == nil {
                let property = try Self.difference(client, from: url)
                if Self.cutOff.contains(name) {
                    #expect(property != nil, "\(name) has all that it promises")
                } else {
                    difference = property
                }
            }
            #expect((difference == nil) == (Self.exceptions[name] == nil), "\(name): \(difference ?? "the same")")
            if difference == nil { same += 1 }
        }
        #expect(same > 350)
        print("streams: \(same) as the file, \(notOptimized) with tables behind the sound")
    }
}
