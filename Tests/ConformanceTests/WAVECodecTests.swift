import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Microsoft's and Intel's ADPCM and GSM through the public calls: in every file type that holds them, and in other programs' eyes.
@Suite struct WAVECodecTests {
    static let microsoft: AudioFormatID = 0x6D73_0002
    static let dvi = kAudioFormatDVIIntelIMA
    static let microsoftGSM = kAudioFormatMicrosoftGSM
    static let gsm: AudioFormatID = 0x6167_736D
    private static let hasGSM = dlopen("libgsm.so.1", RTLD_LAZY) != nil
    private let folder = ScratchFolder()

    struct Kind: Sendable, CustomTestStringConvertible {
        var format: AudioFormatID
        var type: AudioFileTypeID
        var name: String
        var testDescription: String { "\(name) \(String(format, radix: 16))" }

        var isADPCM: Bool { format == WAVECodecTests.microsoft || format == WAVECodecTests.dvi }
        var channels: [UInt32] { format == WAVECodecTests.dvi ? [1, 2, 6] : isADPCM ? [1, 2] : [1] }
        /// AIFF-C has no place for how many frames of the last packet count.
        var packetFrames: Int { type == kAudioFileAIFCType ? 160 : 1 }
    }

    static let kinds: [Kind] = {
        let types: [(AudioFileTypeID, String)] = [
            (kAudioFileWAVEType, "a.wav"), (kAudioFileRF64Type, "a.rf64"), (kAudioFileBW64Type, "a.bw64"),
            (kAudioFileWave64Type, "a.w64"),
        ]
        let formats = [microsoft, dvi] + (hasGSM ? [microsoftGSM] : [])
        let wave = types.flatMap { type, name in formats.map { Kind(format: $0, type: type, name: name) } }
        let caf = [microsoft, dvi].map { Kind(format: $0, type: kAudioFileCAFType, name: "a.caf") }
        return wave + caf + (hasGSM ? [Kind(format: gsm, type: kAudioFileAIFCType, name: "a.aifc")] : [])
    }()

    private func encode(
        _ kind: Kind, _ samples: [Int16], rate: Double, channels: UInt32, threads: UInt32 = 1, name: String? = nil
    ) throws {
        try PublicFile.encode(
            folder.url(name ?? kind.name), kind.type, .encoded(kind.format, rate: rate, channels: channels),
            from: .int(16, rate: rate, channels: channels), littleEndianBytes(samples), block: 700, threads: threads)
    }

    private func decode(_ name: String, rate: Double, channels: UInt32, threads: UInt32 = 1) throws -> [Int16] {
        values(
            try PublicFile.decode(folder.url(name), to: .int(16, rate: rate, channels: channels), threads: threads),
            of: Int16.self)
    }

    private static func error(_ samples: [Int16], _ back: [Int16]) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let error = zip(samples, back).reduce(0.0) {
            $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1))
        }
        return 10 * log10(error / power)
    }

    /// Of a last block that is cut off the frames count that are there. Other programs say so too, to the sample of sox.
    @Test(
        .needs("sox"),
        arguments: [
            "WAVE/imaadpcm-mono.wav", "WAVE/imaadpcm-stereo.wav", "WAVE/msadpcm-mono.wav", "WAVE/msadpcm-stereo.wav",
        ], [90, 131, 177])
    func aBlockThatIsCutOffIsDecodedAsFarAsItGoes(path: String, missing: Int) throws {
        let fixture = Fixture.named(path)
        try Data(try fixture.bytes()).write(to: URL(fileURLWithPath: folder.file("whole.wav")))
        try Data(try fixture.bytes().dropLast(missing)).write(to: URL(fileURLWithPath: folder.file("cut.wav")))
        let (channels, rate) = (UInt32(fixture.channels), fixture.sampleRate)
        let whole = try decode("whole.wav", rate: rate, channels: channels)
        let ours = try decode("cut.wav", rate: rate, channels: channels)
        let status = OtherProgram.run("sox '\(folder.file("cut.wav"))' -t s16 '\(folder.file("theirs.raw"))' 2>&1")
        #expect(status == 0)
        let theirs = values(try #require(folder.bytes("theirs.raw")), of: Int16.self)
        // What stands behind the frames that the file counts is no sound, which sox does not look at.
        let counted = min(theirs.count, whole.count)
        #expect(counted > 0 && ours == Array(theirs.prefix(counted)))
        #expect(try decode("cut.wav", rate: rate, channels: channels, threads: 2) == ours)
    }

    /// A block more than is written behind the cut one, whose rest is silence.
    @Test func soundGoesOnBehindABlockThatIsCutOff() throws {
        let fixture = Fixture.named("WAVE/imaadpcm-stereo.wav")
        let bytes = try fixture.bytes()
        try Data(bytes.dropLast(500)).write(to: URL(fileURLWithPath: folder.file("cut.wav")))
        let data = bytes.count - 5120
        try PublicFile.with(folder.url("cut.wav"), .readWritePermission) { file in
            var count: UInt32 = 1
            let block = Array(bytes[data..<data + 1024])
            try must("AudioFileWritePackets", AudioFileWritePackets(file, false, 1024, nil, 5, &count, block))
        }
        let whole = try PublicFile.with(folder.url("cut.wav")) { file in
            try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
        }
        #expect(whole == 6)
        let written = try #require(folder.bytes("cut.wav"))
        #expect(Array(written[data + 5120..<data + 6144]) == Array(bytes[data..<data + 1024]))
        #expect(written[data + 4620..<data + 5120].allSatisfy { $0 == 0 })
    }

    @Test(arguments: kinds, [8000.0, 44_100]) func soundComesBackInItsLength(kind: Kind, rate: Double) throws {
        for channels in kind.channels {
            let samples = CodecSignals.music(frames: 5003, channels: Int(channels))
            try encode(kind, samples, rate: rate, channels: channels)
            let back = try decode(kind.name, rate: rate, channels: channels)
            let length = (5003 + kind.packetFrames - 1) / kind.packetFrames * kind.packetFrames
            #expect(back.count == length * Int(channels), "\(channels) channels")
            #expect(Self.error(samples, back) < (kind.isADPCM ? -20 : -4), "\(channels) channels")
        }
    }

    /// On several threads the bytes are those of one, and so are the samples.
    @Test(arguments: kinds.filter(\.isADPCM)) func severalThreadsAreAsOne(kind: Kind) throws {
        let samples = CodecSignals.music(frames: 300_001, channels: 2)
        try encode(kind, samples, rate: 44_100, channels: 2)
        try encode(kind, samples, rate: 44_100, channels: 2, threads: 3, name: "many")
        #expect(folder.bytes(kind.name) == folder.bytes("many"))
        let one = try decode(kind.name, rate: 44_100, channels: 2)
        #expect(try decode(kind.name, rate: 44_100, channels: 2, threads: 3) == one)
    }

    @Test(arguments: kinds) func seeksAreExact(kind: Kind) throws {
        let frames = kind.isADPCM ? 60_000 : 160_000
        let channels = kind.channels.last!
        try encode(kind, CodecSignals.music(frames: frames, channels: Int(channels)), rate: 8000, channels: channels)
        let client = AudioStreamBasicDescription.int(16, rate: 8000, channels: channels)
        try PublicFile.withReader(folder.url(kind.name), to: client) { file in
            let whole = try PublicFile.rest(file)
            let size = 2 * Int(channels)
            for place in [0, 1, 504, 505, 1012, frames / 2 + 77, frames - 900, 333] {
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(place)))
                let part = try PublicFile.rest(file, block: 250, limit: 800)
                #expect(part.elementsEqual(whole[place * size..<(place + 800) * size]), "from \(place)")
            }
        }
    }

    /// Packets are copied from one type into another, with the table of predictors, and sound the same.
    @Test(arguments: [microsoft, dvi]) func filesOfOneTypeAreThoseOfAnother(format: AudioFormatID) throws {
        let samples = CodecSignals.music(frames: 3000, channels: 2)
        let kinds = Self.kinds.filter { $0.format == format }
        for kind in kinds { try encode(kind, samples, rate: 22_050, channels: 2) }
        let data = try kinds.map { try PublicFile.data(folder.url($0.name)) }
        #expect(data.dropFirst().allSatisfy { $0 == data[0] })
        let cookies = try kinds.map { kind in
            try PublicFile.with(folder.url(kind.name)) { id throws in
                var size: UInt32 = 0
                try must("info", AudioFileGetPropertyInfo(id, kAudioFilePropertyMagicCookieData, &size, nil))
                var bytes = [UInt8](repeating: 0, count: Int(size))
                try must("get", AudioFileGetProperty(id, kAudioFilePropertyMagicCookieData, &size, &bytes))
                return bytes
            }
        }
        #expect(cookies[0].count == (format == Self.microsoft ? 50 : 20))
        #expect(cookies.dropFirst().allSatisfy { $0 == cookies[0] })
    }

    // MARK: Other programs

    private func run(_ command: String) -> Bool { OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 }

    /// How sox, libsndfile and ffmpeg decode a file.
    private func others(_ name: String) throws -> (sox: [Int16], sndfile: [Int16], ffmpeg: [Int16]) {
        #expect(run("sox -V1 -D \(name) -t raw -e signed -b 16 -L sox.raw"), "\(name)")
        #expect(run("rm -f x.au; sndfile-convert -pcm16 \(name) x.au > log 2>&1"), "\(name)")
        #expect(run("ffmpeg -nostdin -v error -y -i \(name) -f s16le ffmpeg.raw"), "\(name)")
        let file = try #require(folder.bytes("x.au"))
        let offset = file[4..<8].reduce(0) { $0 << 8 | Int($1) }
        let sndfile = stride(from: offset, to: file.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(file[$0]) << 8 | UInt16(file[$0 + 1]))
        }
        return (
            values(folder.bytes("sox.raw") ?? [], of: Int16.self), sndfile,
            values(folder.bytes("ffmpeg.raw") ?? [], of: Int16.self)
        )
    }

    /// Exactly as sox and libsndfile. FFmpeg rounds ADPCM in a way of its own and does not cut the last block.
    private func compare(_ name: String, _ kind: Kind, rate: Double, channels: UInt32) throws {
        let ours = try decode(name, rate: rate, channels: channels)
        let theirs = try others(name)
        #expect(theirs.sox.starts(with: ours) && theirs.sox.count - ours.count < 9000, "\(name): sox")
        #expect(theirs.sndfile.starts(with: ours) && theirs.sndfile.count - ours.count < 9000, "\(name): libsndfile")
        #expect(theirs.ffmpeg.count >= ours.count, "\(name): ffmpeg")
        let worst = zip(ours, theirs.ffmpeg).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= (kind.isADPCM ? 2000 : 0), "\(name): ffmpeg differs by \(worst)")
    }

    @Test(.needs("sox", "sndfile-convert", "ffmpeg"), arguments: kinds.filter { $0.type == kAudioFileWAVEType })
    func othersReadTheSameSamples(kind: Kind) throws {
        for channels in kind.channels where channels <= 2 {
            for rate in [8000.0, 44_100] {
                let samples = CodecSignals.music(frames: 7001, channels: Int(channels))
                try encode(kind, samples, rate: rate, channels: channels)
                try compare(kind.name, kind, rate: rate, channels: channels)
            }
        }
    }

    @Test(.needs("sox", "sndfile-convert", "ffmpeg"), arguments: kinds.filter { $0.type == kAudioFileWAVEType })
    func whatOthersWriteIsRead(kind: Kind) throws {
        let names: [AudioFormatID: (sox: String, sndfile: String, ffmpeg: String)] = [
            Self.microsoft: ("ms-adpcm", "ms-adpcm", "adpcm_ms"), Self.dvi: ("ima-adpcm", "ima-adpcm", "adpcm_ima_wav"),
            Self.microsoftGSM: ("gsm-full-rate", "gsm610", "libgsm_ms"),
        ]
        let name = try #require(names[kind.format])
        for channels in kind.channels where channels <= 2 {
            let client = AudioStreamBasicDescription.int(16, rate: 8000, channels: channels)
            try PublicFile.create(
                folder.url("in.wav"), kAudioFileWAVEType, client,
                littleEndianBytes(CodecSignals.music(frames: 7001, channels: Int(channels))))
            #expect(run("sox -V1 -D in.wav -e \(name.sox) sox.wav"))
            #expect(run("sndfile-convert -\(name.sndfile) in.wav sndfile.wav > log 2>&1"))
            var files = ["sox.wav", "sndfile.wav"]
            if run("ffmpeg -nostdin -v quiet -y -i in.wav -c:a \(name.ffmpeg) ffmpeg.wav") {
                files.append("ffmpeg.wav")
            }
            for file in files { try compare(file, kind, rate: 8000, channels: channels) }
        }
    }

    /// QuickTime movies with the same formats.
    @Test(.needs("ffmpeg"), arguments: [(microsoft, "adpcm_ms"), (dvi, "adpcm_ima_wav"), (gsm, "libgsm")])
    func moviesAreRead(format: AudioFormatID, codec: String) throws {
        let channels: UInt32 = format == Self.gsm ? 1 : 2
        let client = AudioStreamBasicDescription.int(16, rate: 8000, channels: channels)
        try PublicFile.create(
            folder.url("in.wav"), kAudioFileWAVEType, client,
            littleEndianBytes(CodecSignals.music(frames: 7001, channels: Int(channels))))
        guard run("ffmpeg -nostdin -v quiet -y -i in.wav -c:a \(codec) a.mov"), format != Self.gsm || Self.hasGSM else {
            try Test.cancel("ffmpeg or this machine is without libgsm")
        }
        #expect(run("ffmpeg -nostdin -v error -y -i a.mov -f s16le out.raw"))
        let theirs = values(folder.bytes("out.raw") ?? [], of: Int16.self)
        let ours = try decode("a.mov", rate: 8000, channels: channels)
        #expect(abs(ours.count - theirs.count) <= 2100 * Int(channels) && ours.count >= 7000 * Int(channels))
        let worst = zip(ours, theirs).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= (format == Self.gsm ? 0 : 2000), "differs by \(worst)")
    }

    /// What others made sounds as sox decodes it.
    @Test(.needsCorpus, .needs("sox")) func corpusIsAsSoxHasIt() throws {
        let rows = try CorpusRow.all().filter { ["adpcm_ms", "adpcm_ima_wav", "gsm", "gsm_ms"].contains($0.codec) }
        #expect(rows.count >= 2)
        for row in rows where !row.isMalformed {
            let client = AudioStreamBasicDescription.int(16, rate: row.rate, channels: UInt32(row.channels))
            let ours = try PublicFile.decode(row.url, to: client)
            #expect(run("sox -V1 -D '\(Corpus.root!)/\(row.path)' -t raw -e signed -b 16 -L out.raw"))
            let theirs = try #require(folder.bytes("out.raw"))
            #expect(theirs.starts(with: ours) && theirs.count - ours.count < 9000, "\(row.path)")
            #expect(ours.count == row.frames * row.channels * 2 || row.frames * row.channels * 2 > ours.count)
        }
    }

    // MARK: What clients can ask

    @Test func formatsAreListed() throws {
        func ids(_ property: AudioFormatPropertyID) -> [AudioFormatID] {
            var size: UInt32 = 0
            guard AudioFormatGetPropertyInfo(property, 0, nil, &size) == noErr else { return [] }
            var list = [AudioFormatID](repeating: 0, count: Int(size) / 4)
            return AudioFormatGetProperty(property, 0, nil, &size, &list) == noErr ? list : []
        }
        let wanted = [Self.microsoft, Self.dvi] + (Self.hasGSM ? [Self.microsoftGSM, Self.gsm] : [])
        for property in [kAudioFormatProperty_DecodeFormatIDs, kAudioFormatProperty_EncodeFormatIDs] {
            #expect(Set(ids(property)).isSuperset(of: wanted))
        }
        let names = [
            Self.microsoft: "Microsoft ADPCM", Self.dvi: "DVI/Intel IMA ADPCM", Self.microsoftGSM: "Microsoft GSM 6.10",
            Self.gsm: "GSM 6.10",
        ]
        for (format, name) in names {
            var description = AudioStreamBasicDescription.encoded(format)
            var (text, size): (Unmanaged<CFString>?, UInt32) = (nil, 8)
            let status = AudioFormatGetProperty(
                kAudioFormatProperty_FormatName, UInt32(MemoryLayout.size(ofValue: description)), &description, &size,
                &text)
            #expect(status == noErr && text.map { "\($0.takeRetainedValue())" } == name)
        }
    }

    @Test func wave64IsAFileType() throws {
        var type = kAudioFileWave64Type
        var (text, size): (Unmanaged<CFString>?, UInt32) = (nil, 8)
        let status = AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &text)
        #expect(status == noErr && text.map { "\($0.takeRetainedValue())" } == "Wave64")
    }
}
