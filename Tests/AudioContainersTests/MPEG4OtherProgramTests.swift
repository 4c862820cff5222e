import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Files that ffmpeg writes, packet by packet, and ours in its eyes.
@Suite(.needs("ffmpeg", "ffprobe")) struct MPEG4OtherProgramTests {
    struct Recipe: Sendable, CustomTestStringConvertible {
        var arguments: String
        var file: String
        var formatID: FourCC
        var type: FourCC = "mp4f"
        /// What edit list and packets add up to; ffmpeg gives AC-3's last packet whole and leaves MP2's out.
        var frames: Int64?
        var isOptimized = false
        var video = false

        var testDescription: String { "\(file) \(formatID) \(arguments)" }
    }

    private static let seconds = 0.5
    private static let half: Int64 = 24_000

    static let recipes: [Recipe] = [
        Recipe(arguments: "-c:a aac", file: "a.m4a", formatID: .aac, type: "m4af", frames: half),
        Recipe(
            arguments: "-c:a aac -movflags +faststart", file: "b.m4a", formatID: .aac, type: "m4af", frames: half,
            isOptimized: true),
        Recipe(arguments: "-c:a aac -movflags frag_keyframe+empty_moov", file: "c.mp4", formatID: .aac),
        Recipe(
            arguments: "-c:a aac -movflags +default_base_moof+empty_moov -frag_duration 100000", file: "d.mp4",
            formatID: .aac),
        Recipe(arguments: "-c:a aac -movflags +dash+omit_tfhd_offset -frag_size 900", file: "e.mp4", formatID: .aac),
        Recipe(arguments: "-c:a alac", file: "f.m4a", formatID: .alac, type: "m4af", frames: half),
        Recipe(arguments: "-c:a aac -c:v mpeg4", file: "g.mp4", formatID: .aac, frames: half, video: true),
        Recipe(arguments: "-c:a pcm_s16be -c:v mpeg4", file: "h.mov", formatID: .linearPCM, frames: half, video: true),
        Recipe(arguments: "-c:a pcm_s16le", file: "i.mov", formatID: .linearPCM, frames: half),
        Recipe(arguments: "-c:a pcm_s24le", file: "j.mov", formatID: .linearPCM, frames: half),
        Recipe(arguments: "-c:a pcm_f32be", file: "k.mov", formatID: .linearPCM, frames: half),
        Recipe(arguments: "-c:a pcm_f64le", file: "l.mov", formatID: .linearPCM, frames: half),
        Recipe(arguments: "-c:a pcm_u8", file: "m.mov", formatID: .linearPCM, frames: half),
        Recipe(arguments: "-c:a pcm_s24be -ar 96000", file: "n.mov", formatID: .linearPCM, frames: half * 2),
        Recipe(arguments: "-c:a pcm_mulaw", file: "o.mov", formatID: .ulaw, frames: half),
        Recipe(arguments: "-c:a adpcm_ima_qt", file: "p.mov", formatID: .ima4, frames: 24_000),
        Recipe(arguments: "-c:a aac", file: "q.mov", formatID: .aac, frames: half),
        Recipe(arguments: "-c:a alac", file: "r.mov", formatID: .alac, frames: half),
        Recipe(arguments: "-c:a ac3", file: "s.mp4", formatID: "ac-3", frames: 24_320),
        Recipe(arguments: "-c:a eac3", file: "t.mp4", formatID: "ec-3", frames: 24_320),
        Recipe(arguments: "-c:a libmp3lame", file: "u.mp4", formatID: ".mp3", frames: half),
        Recipe(arguments: "-c:a libmp3lame", file: "v.mov", formatID: ".mp3", frames: half),
        Recipe(arguments: "-c:a mp2", file: "w.mp4", formatID: ".mp2", frames: 23_711),
        Recipe(arguments: "-c:a flac -strict -2", file: "x.mp4", formatID: "flac", frames: half),
        Recipe(arguments: "-c:a libopus", file: "y.mp4", formatID: "opus", frames: half),
        // Without an edit list the head states what comes before the sound.
        Recipe(arguments: "-c:a libopus -use_editlist 0", file: "yb.mp4", formatID: "opus", frames: half),
        Recipe(arguments: "-c:a aac", file: "z.3gp", formatID: .aac, type: "3gpp", frames: half),
        Recipe(arguments: "-c:a aac", file: "za.3g2", formatID: .aac, type: "3gp2", frames: half),
        Recipe(arguments: "-c:a aac -ac 6", file: "zb.m4a", formatID: .aac, type: "m4af", frames: half),
        Recipe(arguments: "-c:a alac -ac 6", file: "zc.m4a", formatID: .alac, type: "m4af", frames: half),
    ]

    private static func make(_ recipe: Recipe, in folder: String) -> Bool {
        let sound = "-f lavfi -i sine=frequency=440:sample_rate=48000:duration=\(seconds)"
        let video = recipe.video ? "-f lavfi -i testsrc=size=64x64:rate=10:duration=\(seconds)" : ""
        let channels = recipe.arguments.contains("-ac ") ? "" : "-ac 2"
        let line =
            "ffmpeg -nostdin -v error -y \(sound) \(video) \(channels) \(recipe.arguments) \(folder)/\(recipe.file)"
        return OtherProgram.run(line) == 0
    }

    /// The bytes of all packets of the first sound track, as ffmpeg takes them out.
    private static func packets(of path: String, in folder: String, track: Int = 0) -> [UInt8]? {
        let copy = "ffmpeg -nostdin -v error -y -ignore_editlist 1 -i \(path) -map 0:a:\(track) -c copy -f data"
        guard OtherProgram.run("\(copy) \(folder)/packets") == 0 else { return nil }
        return OtherProgram.bytes(of: "\(folder)/packets")
    }

    private static func packets(of file: FileDescription, in source: any ByteSource) throws -> [UInt8] {
        if file.packets.isConstant {
            return try source.bytes(at: file.dataOffset, count: Int(file.packets.totalBytes))
        }
        var bytes: [UInt8] = []
        for position in 0..<file.packets.count {
            let packet = file.packets[position]
            bytes += try source.bytes(at: file.dataOffset + packet.offset, count: Int(packet.size))
        }
        return bytes
    }

    @Test(arguments: recipes) func theirPacketsAreFound(recipe: Recipe) throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        guard Self.make(recipe, in: folder) else { try Test.cancel("ffmpeg cannot make \(recipe.file)") }
        let path = "\(folder)/\(recipe.file)"
        let source = try FileBytes.open(path)
        let container = try #require(Containers.claiming(try source.prefix(at: 0, upTo: Containers.headSize)))
        #expect(ObjectIdentifier(container) == ObjectIdentifier(MPEG4.self))
        let file = try MPEG4.read(source)
        #expect(file.fileType == recipe.type)
        #expect(file.format.formatID == recipe.formatID)
        #expect(file.format.sampleRate == (recipe.arguments.contains("96000") ? 96_000 : 48_000))
        #expect(file.format.channels == (recipe.arguments.contains("-ac 6") ? 6 : 2))
        #expect(file.isOptimized == recipe.isOptimized)
        #expect(file.isComplete)
        #expect(try Self.packets(of: file, in: source) == Self.packets(of: path, in: folder))
        let valid = file.packetTable?.validFrames ?? file.packets.totalFrames
        if let frames = recipe.frames { #expect(valid == frames) } else { #expect(valid >= Self.half) }
    }

    /// A time scale of a thousandth of a second, into which blocks of 128 and 1024 frames do not go.
    @Test func packetsOfVorbisHaveTheirFramesInAnyTimeScale() throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        let recipe = Recipe(arguments: "-ar 44100 -c:a libvorbis", file: "a.mp4", formatID: "vorb")
        guard Self.make(recipe, in: folder) else { try Test.cancel("ffmpeg was built without libvorbis") }
        var bytes = try #require(OtherProgram.bytes(of: "\(folder)/a.mp4"))
        let exact = try MPEG4.read(MemoryBytes(bytes))
        func place(_ atom: String) throws -> Int {
            let name = Array(atom.utf8)
            return try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        }
        func scale(_ place: Int) {
            let ticks = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let coarse = (ticks * 1000 + 22_050) / 44_100
            for index in 0..<4 { bytes[place + index] = UInt8(coarse >> (24 - 8 * index) & 0xFF) }
        }
        let (header, table) = (try place("mdhd"), try place("stts"))
        scale(header + 16)
        scale(header + 20)
        let rows = Int(bytes[table + 11])
        for row in 0..<rows { scale(table + 16 + 8 * row) }
        let coarse = try MPEG4.read(MemoryBytes(bytes))
        func frames(_ file: FileDescription) -> [UInt32] { (0..<file.packets.count).map { file.packets[$0].frames } }
        #expect(frames(coarse) == frames(exact) && frames(exact).dropFirst().allSatisfy { $0 >= 128 })
        #expect(rows > 2 && frames(exact).count > 20)
    }

    @Test func severalTracksAreDistinguished() throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        let path = "\(folder)/a.mp4"
        let inputs = [440, 880].map { "-f lavfi -i sine=frequency=\($0):sample_rate=48000:duration=0.5" }
        let picture = "-f lavfi -i testsrc=size=64x64:rate=10:duration=0.5"
        let line = "ffmpeg -nostdin -v error -y \(picture) \(inputs.joined(separator: " ")) -map 0 -map 1 -map 2"
        #expect(OtherProgram.run("\(line) -c:v mpeg4 -c:a:0 aac -c:a:1 alac \(path)") == 0)
        let source = try FileBytes.open(path)
        #expect(try MPEG4.soundTracks(source) == 2)
        for (track, id) in [FourCC.aac, .alac].enumerated() {
            let file = try MPEG4.read(source, soundTrack: track)
            #expect(file.format.formatID == id)
            #expect(try Self.packets(of: file, in: source) == Self.packets(of: path, in: folder, track: track))
            #expect(!file.isRewritable)
            #expect(
                encloseStatus(MPEG4.self, file, dataOffset: file.dataOffset) == AudioError.operationNotSupported.status)
        }
        #expect(try MPEG4.read(source).format.formatID == .aac)
        #expect(throws: AudioError.self) { try MPEG4.read(source, soundTrack: 2) }
    }

    @Test func theirTagsAreRead() throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        let texts = [
            "title": "Tïtle", "artist": "Artist", "album": "Album", "comment": "Words", "genre": "Jazz",
            "composer": "C. O.", "date": "1999", "copyright": "(c)", "lyrics": "La la", "track": "3/12",
        ]
        let tags = texts.map { "-metadata \($0.key)='\($0.value)'" }.joined(separator: " ")
        let line = "ffmpeg -nostdin -v error -y -f lavfi -i sine=duration=0.2 -c:a aac \(tags) \(folder)/a.m4a"
        #expect(OtherProgram.run(line) == 0)
        let info = try MPEG4.read(try FileBytes.open("\(folder)/a.m4a")).info
        let keys = ["comment": "comments", "date": "year", "track": "track number"]
        for (key, text) in texts { #expect(info[keys[key] ?? key] == text, "\(key)") }
        #expect(info["encoding application"]?.hasPrefix("Lavf") == true)
    }

    // MARK: Ours

    /// Each format of each type, with priming and remainder where the codec has them, the movie before and behind.
    @Test(arguments: MPEG4.types.flatMap { type in type.formats.map { (type.id, $0) } }, [false, true])
    func ourFilesAreReadByThem(row: (FourCC, FileType.WritableFormat), behind: Bool) throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        let sample = ContainerSamples.sample(row.1)
        var file = sample.description(row.0)
        let data = try sample.framed(MPEG4.self, &file)
        let valid = file.packets.totalFrames - 1400
        file.packetTable =
            [.encoded("samr"), .encoded("sawb")].contains(row.1)
            ? nil : PacketTableInfo(validFrames: valid, primingFrames: 1000, remainderFrames: 400)
        file.info["title"] = "A title"
        let enclosure = try MPEG4.enclose(file, dataOffset: behind ? 100 : nil)
        #expect(enclosure.tail.isEmpty != behind)
        let path = "\(folder)/a.\(row.0 == "m4af" ? "m4a" : "mp4")"
        OtherProgram.write(enclosure.head + data + enclosure.tail, to: path)
        let entries = "stream=sample_rate,channels,duration_ts,nb_frames:format_tags=title"
        let probe = "ffprobe -v error -show_entries \(entries) -of default=nw=1 \(path) > \(folder)/probe"
        #expect(OtherProgram.run(probe) == 0)
        let said = String(decoding: OtherProgram.bytes(of: "\(folder)/probe") ?? [], as: UTF8.self)
        #expect(said.contains("sample_rate=\(Int(sample.format.sampleRate))\n"), "\(said)")
        #expect(said.contains("channels=\(sample.format.channels)\n"), "\(said)")
        #expect(said.contains("nb_frames=\(sample.packets.count)\n"), "\(said)")
        #expect(said.contains("TAG:title=A title\n"), "\(said)")
        let duration = file.packetTable.map { $0.validFrames + Int64($0.primingFrames) } ?? sample.packets.totalFrames
        let reported = said.split(separator: "\n").first { $0.hasPrefix("duration_ts=") }.flatMap {
            Int64($0.dropFirst(12))
        }
        let possible = [duration, duration - 1000, sample.packets.totalFrames]
        #expect(possible.contains(try #require(reported)), "\(said)")
        #expect(Self.packets(of: path, in: folder) == sample.data)
    }
}
