import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Packets copied from file to file without a codec: nothing of them, of the cookie or of the frames that count is lost, and
/// ffmpeg and the codecs' own programs decode the copy like the original.
@Suite struct PacketCopyTests {
    struct Row: Sendable, CustomStringConvertible {
        let source: String
        let type: AudioFileTypeID
        /// Whether the type has a place for priming and remainder.
        var hasTable = true

        var description: String { "\(source) to \(statusText(Int32(bitPattern: type)))" }
        var pathExtension: String {
            let names: [AudioFileTypeID: String] = [
                kAudioFileCAFType: "caf", kAudioFileM4AType: "m4a", kAudioFileM4BType: "m4b",
                kAudioFileMPEG4Type: "mp4",
                kAudioFile3GPType: "3gp", kAudioFile3GP2Type: "3g2", kAudioFileAAC_ADTSType: "aac",
                kAudioFileAC3Type: "ac3", kAudioFileFLACType: "flac", UInt32(code: "ec-3"): "eac3",
                UInt32(code: "Oggf"): "opus",
            ]
            return names[type]!
        }
    }

    private struct Group {
        let sources: [String]
        let types: [AudioFileTypeID]
        var hasTable = true
    }

    private static let groups: [Group] = [
        Group(
            sources: ["CAF/aac-stereo.caf"],
            types: [
                kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFileCAFType, kAudioFile3GPType,
                kAudioFile3GP2Type,
            ]),
        Group(
            sources: ["CAF/aac-stereo.caf", "ADTS/aac-stereo.aac", "MPEG4/aac-fragments.m4a"],
            types: [kAudioFileAAC_ADTSType], hasTable: false),
        Group(
            sources: ["MPEG4/aac-stereo.m4a", "MPEG4/aac-fragments.m4a"], types: [kAudioFileCAFType, kAudioFileM4AType]),
        Group(
            sources: ["ADTS/aac-stereo.aac"], types: [kAudioFileCAFType, kAudioFileM4AType, kAudioFile3GPType]),
        Group(
            sources: ["CAF/alac-stereo.caf", "CAF/alac24-mono.caf", "MPEG4/alac-mono.m4a"],
            types: [kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFileCAFType]),
        Group(
            sources: ["AC3/ac3-stereo.ac3", "MPEG4/ac3-stereo.mp4"],
            types: [kAudioFileCAFType, kAudioFileM4AType, kAudioFileMPEG4Type]),
        Group(sources: ["AC3/eac3-stereo.ec3"], types: [kAudioFileCAFType, kAudioFileM4AType]),
        Group(sources: ["AC3/ac3-stereo.ac3"], types: [kAudioFileAC3Type], hasTable: false),
        Group(sources: ["AC3/eac3-stereo.ec3"], types: [UInt32(code: "ec-3")], hasTable: false),
        Group(
            sources: ["FLAC/s16-stereo.flac", "FLAC/s24-mono.flac"],
            types: [kAudioFileCAFType, kAudioFileFLACType, kAudioFileMPEG4Type]),
        Group(
            sources: [
                "MPEGAudio/vbr-stereo.mp3", "MPEGAudio/cbr-mono.mp3", "MPEGAudio/layer2.mp2", "MPEGAudio/layer1.mp1",
            ],
            types: [kAudioFileCAFType]),
        Group(
            sources: ["Ogg/opus-stereo.opus", "Ogg/opus-speech.ogg", "Ogg/opus-pages.opus"],
            types: [kAudioFileCAFType, kAudioFileMPEG4Type, UInt32(code: "Oggf")]),
    ]

    static let rows: [Row] = groups.flatMap { group in
        group.sources.flatMap { source in
            group.types.map { Row(source: source, type: $0, hasTable: group.hasTable) }
        }
    }

    private let folder = ScratchFolder()

    /// What a copy must keep.
    private struct Sound: Equatable {
        var packets: [[UInt8]] = []
        var frames: [UInt32] = []
        var cookie: [UInt8]?
        var valid: Int64 = 0
        var priming: Int32 = 0
        var remainder: Int32 = 0
    }

    private static func read(_ url: CFURL) throws -> Sound {
        try PublicFile.with(url) { file in
            var sound = Sound()
            let count = try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            let bound = try PublicFile.property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
            let format = try PublicFile.property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            var buffer = [UInt8](repeating: 0, count: Int(bound))
            for number in 0..<Int64(count) {
                var (bytes, packets) = (bound, UInt32(1))
                var description = AudioStreamPacketDescription()
                let status = AudioFileReadPacketData(
                    file, false, &bytes, &description, number, &packets, &buffer)
                if status != kAudioFileEndOfFileError { try must("AudioFileReadPacketData", status) }
                try #require(packets == 1)
                sound.packets.append(Array(buffer[..<Int(bytes)]))
                // Packets that are all alike may be described as such, or one by one.
                let frames = description.mVariableFramesInPacket
                sound.frames.append(frames > 0 ? frames : format.mFramesPerPacket)
            }
            var size: UInt32 = 0
            if AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil) == noErr {
                var cookie = [UInt8](repeating: 0, count: Int(size))
                try must(
                    "cookie", AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &cookie))
                sound.cookie = cookie
            }
            if let table = try? PublicFile.property(
                file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            {
                (sound.valid, sound.priming, sound.remainder) = (
                    table.mNumberValidFrames, table.mPrimingFrames, table.mRemainderFrames
                )
            }
            return sound
        }
    }

    private static func copy(_ source: CFURL, _ sound: Sound, to url: CFURL, _ type: AudioFileTypeID) throws {
        var format = try PublicFile.with(source) {
            try PublicFile.property($0, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        }
        var created: AudioFileID?
        try must("AudioFileCreateWithURL", AudioFileCreateWithURL(url, type, &format, .eraseFile, &created))
        let file = created!
        defer { _ = AudioFileClose(file) }
        if let cookie = sound.cookie {
            try must(
                "cookie",
                AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie))
        }
        for (number, packet) in sound.packets.enumerated() {
            var description = AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: sound.frames[number], mDataByteSize: UInt32(packet.count))
            var count: UInt32 = 1
            try must(
                "AudioFileWritePackets",
                AudioFileWritePackets(
                    file, false, UInt32(packet.count), &description, Int64(number), &count, packet))
        }
        // As programs do: a type without a table keeps all frames.
        var isWritable: UInt32 = 0
        guard sound.valid > 0,
            AudioFileGetPropertyInfo(file, kAudioFilePropertyPacketTableInfo, nil, &isWritable) == noErr,
            isWritable != 0
        else { return }
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: sound.valid, mPrimingFrames: sound.priming, mRemainderFrames: sound.remainder)
        try must("table", AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, 16, &table))
    }

    @Test(arguments: rows) func aCopyKeepsEverything(row: Row) throws {
        let source = URL(fileURLWithPath: Fixture.named(row.source).file) as CFURL
        let name = "copy." + row.pathExtension
        let sound = try Self.read(source)
        try Self.copy(source, sound, to: folder.url(name), row.type)
        let copy = try Self.read(folder.url(name))
        #expect(copy.packets == sound.packets)
        #expect(copy.frames == sound.frames)
        let isSameTable =
            copy.priming == sound.priming && copy.remainder == sound.remainder && copy.valid == sound.valid
        #expect(!row.hasTable || sound.valid == 0 || isSameTable)
        // AC-3 needs none but in MPEG-4; ADTS makes its own of the header.
        let isExempt = sound.cookie == nil || row.type == kAudioFileAC3Type || row.type == kAudioFileAAC_ADTSType
        #expect(isExempt || row.type == kAudioFileFLACType || copy.cookie == sound.cookie.map(Self.unwrapped))
    }

    /// The cookie of Apple Lossless without the atoms in which older files have it.
    private static func unwrapped(_ cookie: [UInt8]) -> [UInt8] {
        cookie.dropFirst(4).starts(with: Array("frma".utf8)) ? Array(cookie.dropFirst(24).prefix(24)) : cookie
    }

    /// All frames of both, priming and remainder too: programs differ in what they leave out of which container.
    /// ffmpeg knows no Enhanced AC-3 in CAF.
    @Test(
        .needs("ffmpeg", "flac", "faad"),
        arguments: rows.filter { !$0.source.contains("eac3") || $0.type != kAudioFileCAFType })
    func otherProgramsDecodeACopyAlike(row: Row) throws {
        let (original, copy) = (Fixture.named(row.source).file, folder.file("copy." + row.pathExtension))
        let source = URL(fileURLWithPath: original) as CFURL
        try Self.copy(source, try Self.read(source), to: folder.url("copy." + row.pathExtension), row.type)
        for (file, output) in [(original, "a.raw"), (copy, "b.raw")] {
            let status = OtherProgram.run(
                "ffmpeg -nostdin -v error -y -flags2 +skip_manual -i '\(file)' -f s16le '\(folder.file(output))' 2>&1")
            #expect(status == 0, "\(row): \(output)")
        }
        let first = try #require(folder.bytes("a.raw"))
        let second = try #require(folder.bytes("b.raw"))
        #expect(!first.isEmpty && first == second, "\(row): \(first.count) and \(second.count) bytes")
        let programs = [
            "flac": "flac -s -t", "aac": "faad -q -w -o /dev/null", "m4a": "faad -q -w -o /dev/null",
        ]
        guard let program = programs[row.pathExtension], !row.source.contains("alac"), !row.source.hasPrefix("AC3"),
            !row.source.contains("ac3")
        else { return }
        #expect(OtherProgram.run("\(program) '\(copy)' >/dev/null 2>&1") == 0, "\(row): \(program)")
    }

    @Test(.needs("sndfile-convert")) func libsndfileReadsOurLosslessCAF() throws {
        let source = URL(fileURLWithPath: Fixture.named("MPEG4/alac-mono.m4a").file) as CFURL
        try Self.copy(source, try Self.read(source), to: folder.url("a.caf"), kAudioFileCAFType)
        #expect(
            OtherProgram.run(
                "sndfile-convert -pcm16 '\(folder.file("a.caf"))' '\(folder.file("a.wav"))' >/dev/null 2>&1") == 0)
        let theirs = try PublicFile.data(folder.url("a.wav"))
        #expect(theirs.count == 401 * 2)
    }
}
