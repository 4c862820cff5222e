import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Files that ffmpeg, sox and libsndfile write, and what they find in ours.
@Suite struct IFFOtherProgramTests {
    struct Recipe: Sendable {
        var program: String
        var arguments: String
        var file: String
        var formatID: FourCC = .linearPCM
        var bits: Int
        var frames: Int64 = 4800
        var channels = 2
    }

    private static let ffmpeg = "ffmpeg -v error -f lavfi -i sine=frequency=440:sample_rate=48000:duration=0.1 -ac 2 -y"
    private static let sox = "sox -V1 -D -n -r 48000 -c 2"

    static let recipes: [Recipe] = [
        Recipe(program: ffmpeg, arguments: "-c:a pcm_u8", file: "f1.wav", bits: 8),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_s24le", file: "f2.wav", bits: 24),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_f64le", file: "f3.wav", bits: 64),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_alaw", file: "f4.wav", formatID: .alaw, bits: 8),
        Recipe(program: ffmpeg, arguments: "-rf64 always", file: "f5.wav", bits: 16),
        Recipe(program: ffmpeg, arguments: "-write_bext 1 -metadata title=T", file: "f6.wav", bits: 16),
        Recipe(program: ffmpeg, arguments: "-f wav - | cat >", file: "f7.wav", bits: 16),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_s16le", file: "f8.aif", bits: 16),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_mulaw", file: "f9.aif", formatID: .ulaw, bits: 8),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_f32be", file: "f10.aif", bits: 32),
        Recipe(program: sox, arguments: "-b 24", file: "s1.wav", bits: 24),
        Recipe(program: sox, arguments: "-e ms-adpcm", file: "s2.wav", formatID: "ms\u{0}\u{2}", bits: 4),
        Recipe(program: sox, arguments: "-e ima-adpcm", file: "s3.wav", formatID: "ms\u{0}\u{11}", bits: 4),
        Recipe(program: sox, arguments: "-e float -b 32", file: "s4.aifc", bits: 32),
        Recipe(program: sox, arguments: "-b 16", file: "s7.w64", bits: 16),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_s24le", file: "f11.w64", bits: 24),
        Recipe(program: ffmpeg, arguments: "-c:a pcm_f32le", file: "f12.w64", bits: 32),
        Recipe(program: sox, arguments: "-B -b 16", file: "s5.wav", bits: 16),
        Recipe(program: sox, arguments: "-b 8", file: "s6.aiff", bits: 8),
    ]

    @Test(.needs("ffmpeg", "sox"), arguments: recipes) func theirFilesAreRead(recipe: Recipe) throws {
        let name = String(recipe.program.prefix { $0 != " " })
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let path = "\(directory)/\(recipe.file)"
        let isSox = name == "sox"
        let line = "\(recipe.program) \(recipe.arguments) \(path)" + (isSox ? " synth 0.1 sine 440" : "")
        #expect(OtherProgram.run(line) == 0)
        let source = try FileBytes.open(path)
        let container = try #require(Containers.claiming(try source.prefix(at: 0, upTo: 64)))
        let read = try container.read(source)
        #expect(read.format.formatID == recipe.formatID)
        #expect(read.format.bitsPerChannel == recipe.bits)
        #expect(read.format.channels == recipe.channels)
        #expect(read.format.sampleRate == 48_000)
        #expect((read.packetTable?.validFrames ?? read.packets.totalFrames) == recipe.frames)
    }

    struct Ours: Sendable {
        var type: FourCC
        var format: FileType.WritableFormat
    }

    static let ours: [Ours] = (WAVE.types + Wave64.types + AIFF.types).flatMap { type in
        type.formats.map { Ours(type: type.id, format: $0) }
    }

    /// 1000 frames of 3 channels at 44100 Hz, closed properly and cut off, in the eyes of each program.
    @Test(.needs("ffmpeg", "soxi", "sndfile-info"), arguments: ours) func ourFilesAreReadByThem(ours: Ours) throws {
        let isCoded = ours.format.formatID != .linearPCM && ![.ulaw, .alaw].contains(ours.format.formatID)
        let format = ours.format.stream(sampleRate: 44_100, channels: isCoded ? 1 : 3)
        let container = try #require(Containers.type(ours.type)?.container)
        var file = newFile(ours.type, format)
        file.info["title"] = "ours"
        file.markers = [Marker(framePosition: 3, name: "here", id: 1)]
        let packets = isCoded ? 34 : 1000
        // Silence where not every byte is a step index or a predictor.
        let size = packets * format.bytesPerPacket
        let data = isCoded ? [UInt8](repeating: 0, count: size) : soundBytes(size)
        let frames = packets * format.framesPerPacket
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let suffixes: [FourCC: String] = ["AIFC": "aifc", "AIFF": "aiff", "W64f": "w64"]
        let suffix = suffixes[ours.type] ?? "wav"
        let path = "\(directory)/ours.\(suffix)"
        OtherProgram.write(try EnclosedFile(file, container, data: data).bytes, to: path)

        #expect(try decodedFrames(path, directory, channels: format.channels) == frames)
        file.isComplete = false
        let open = "\(directory)/open.\(suffix)"
        OtherProgram.write(try container.enclose(file, dataOffset: nil).head + data, to: open)
        #expect(try decodedFrames(open, directory, channels: format.channels) == frames, "unfinished")
        // libsndfile, which reads Wave64 for sox, knows no 64-bit floats in the extensible form.
        if ours.type == "W64f", ours.format == .pcm(.float, bits: 64, bigEndian: false) { return }
        // sox knows neither RF64 nor BW64, and libsndfile no BW64, and no blocks in RF64.
        if ours.type != "RF64", ours.type != "BW64", ours.format.isKnownToSox(ours.type) {
            let out = "\(directory)/soxi"
            #expect(OtherProgram.run("for o in r c s; do soxi -V1 -$o \(path); done > \(out)") == 0)
            let text = String(decoding: OtherProgram.bytes(of: out) ?? [], as: UTF8.self)
            #expect(text.split(separator: "\n").map(String.init) == ["44100", "\(format.channels)", "\(frames)"])
        }
        if ours.type != "BW64", !isCoded || ours.type != "RF64" {
            let out = "\(directory)/sndfile"
            #expect(OtherProgram.run("sndfile-info \(path) > \(out) 2>&1") == 0)
            let text = String(decoding: OtherProgram.bytes(of: out) ?? [], as: UTF8.self)
            let frameLine = text.split(separator: "\n").first { $0.hasPrefix("Frames ") }
            #expect(frameLine?.split(separator: " ").last.map(String.init) == "\(frames)")
        }
    }

    private func decodedFrames(_ path: String, _ directory: String, channels: Int) throws -> Int {
        let out = "\(directory)/decoded"
        _ = OtherProgram.run("ffmpeg -v quiet -i \(path) -f s16le -y \(out)")
        return try #require(OtherProgram.bytes(of: out)).count / 2 / channels
    }
}

extension FileType.WritableFormat {
    /// sox 14.4.2 has no IMA4 in AIFC, and takes its 8-bit unsigned samples for signed ones of another length.
    fileprivate func isKnownToSox(_ type: FourCC) -> Bool {
        type != "AIFC" || formatID == .linearPCM && self != .pcm(.unsigned, bits: 8, bigEndian: false)
    }
}
