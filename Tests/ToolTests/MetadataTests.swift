import AudioContainers
import AudioCore
import Foundation
import TestSupport
import Testing

/// What afconvert takes along besides the sound, and what it adds.
@Suite(.needsInstallation) struct MetadataTests {
    private static let title = "Tïtle 音"
    /// Formats that hold texts, their pictures too where the last word says so.
    static let holders: [(suffix: String, options: String, holdsArtwork: Bool)] = [
        ("m4a", "-d alac -f m4af", true), ("wav", "-d LEI16 -f WAVE", true), ("aiff", "-d BEI16 -f AIFF", true),
        ("aifc", "-d ima4 -f AIFC", true), ("rf64", "-d LEI16 -f RF64", true), ("caf", "-d alac -f caff", false),
    ]

    /// A WAVE file with a title, an album artist, which RIFF has no word for, lyrics, and a picture.
    private func tagged(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
        try folder.copy("WAVE/s16-stereo.wav", as: ".plain.wav")
        let image = Picture.dots
        let file = try AnnotatedFile.open(folder.path + "/.plain.wav")
        try file.annotate(
            ["title": Self.title, "artist": "A", "album artist": "AA", "lyrics": "La\nla", "track number": "3/12"],
            image)
        try FileManager.default.moveItem(atPath: folder.path + "/.plain.wav", toPath: folder.path + "/" + name)
        return image
    }

    private func expectTags(_ folder: TemporaryFolder, _ name: String, _ image: [UInt8]?) throws {
        let file = try folder.description(name)
        for (key, value) in [
            ("title", Self.title), ("artist", "A"), ("album artist", "AA"), ("lyrics", "La\nla"),
            ("track number", "3/12"),
        ] { #expect(file.info[key] == value, "\(name): \(key)") }
        #expect(file.artwork == image ?? [], "\(name)")
    }

    @Test(arguments: holders.indices) func tagsSurviveAnyWay(row: Int) throws {
        let folder = try TemporaryFolder()
        let image = try tagged(folder, "a.wav")
        let from = Self.holders[row]
        try folder.convert("a.wav \(from.options) b.\(from.suffix)")
        try expectTags(folder, "b.\(from.suffix)", from.holdsArtwork ? image : nil)
        for to in Self.holders {
            try folder.convert("b.\(from.suffix) \(to.options) c.\(to.suffix)")
            try expectTags(folder, "c.\(to.suffix)", from.holdsArtwork && to.holdsArtwork ? image : nil)
            try FileManager.default.removeItem(atPath: folder.path + "/c.\(to.suffix)")
        }
    }

    /// Two artists are two in a file that can store two, and one text elsewhere, which nothing is lost from.
    @Test func severalValuesSurviveAnyWay() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -d alac -f m4af plain.m4a")
        let bytes = try folder.bytes("plain.m4a")
        var file = try MPEG4.read(MemoryBytes(bytes))
        file.info.replace(by: .init(key: "artist", values: ["A", "B"]))
        file.info.replace(by: .init(key: "genre", values: ["Rock", "Own"]))
        let enclosure = try MPEG4.enclose(file, dataOffset: nil)
        let sound = bytes[Int(file.dataOffset)...].prefix(Int(file.dataSize))
        try Data(enclosure.head + sound + enclosure.tail).write(to: URL(fileURLWithPath: folder.path + "/b.m4a"))
        for from in [("m4a", "-d alac -f m4af")] + Self.holders.map({ ($0.suffix, $0.options) }) {
            try folder.convert("b.m4a \(from.1) c.\(from.0)")
            let read = try folder.description("c.\(from.0)")
            for (key, values) in [("artist", ["A", "B"]), ("genre", ["Rock", "Own"])] {
                let entry = try #require(read.info.entries.first { $0.key == key }, "\(from.0) \(key)")
                #expect(entry.value == values.joined(separator: "; "))
                if from.0 != "caf" { #expect(entry.values == values, "\(from.0)") }
            }
            try folder.convert("c.\(from.0) -d alac -f m4af d.m4a")
            #expect(try folder.description("d.m4a").info["artist"] == "A; B", "\(from.0)")
        }
    }

    @Test func severalAtOnceKeepTheirOwn() throws {
        let folder = try TemporaryFolder()
        let image = try tagged(folder, "a.wav")
        try folder.copy("WAVE/s16-info.wav", as: "b.wav")
        try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: false)
        try folder.convert("--jobs 2 --output-directory out -f m4af -d alac a.wav b.wav")
        try expectTags(folder, "out/a.m4a", image)
        #expect(try folder.description("out/b.m4a").info["title"] == folder.description("b.wav").info["title"])
    }

    /// ffmpeg reads what we wrote, and we what it wrote.
    @Test func ffmpegAgrees() throws {
        let folder = try TemporaryFolder()
        let image = try tagged(folder, "a.wav")
        for holder in Self.holders where holder.suffix != "rf64" && holder.suffix != "caf" {
            try folder.convert("a.wav \(holder.options) b.\(holder.suffix)")
            let probe = try folder.tool(
                "ffprobe", "-v", "error", "-show_entries", "format_tags:stream=codec_type", "b.\(holder.suffix)")
            #expect(probe.output.contains("TAG:title=\(Self.title)\n"), "\(holder.suffix)")
            // ffmpeg looks for pictures in all of these but WAVE.
            if holder.suffix != "wav" { #expect(probe.output.contains("codec_type=video"), "\(holder.suffix)") }
        }
        let made = try folder.tool(
            "ffmpeg", "-v", "error", "-i", "b.m4a", "-map", "0:a", "-map", "0:v", "-c:v", "copy", "-c:a", "flac",
            "-disposition:v", "attached_pic", "b.flac")
        #expect(made.status == 0, "\(made.errors)")
        let flac = try folder.description("b.flac")
        #expect(flac.info["title"] == Self.title && flac.info["album artist"] == "AA" && flac.artwork == image)
    }

    @Test func chaptersOfFFmpegAreMarkersAndGoAlong() throws {
        let folder = try TemporaryFolder()
        let text = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=400
            title=One
            [CHAPTER]
            TIMEBASE=1/1000
            START=400
            END=1000
            title=Twö

            """
        try text.write(toFile: folder.path + "/chapters.txt", atomically: true, encoding: .utf8)
        for output in ["a.m4a", "a.mp4", "a.mov", "a.mp3"] {
            let made = try folder.tool(
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=8000:d=1", "-i", "chapters.txt", "-map", "0",
                "-map_chapters", "1", "-y", output)
            #expect(made.status == 0, "\(made.errors)")
            let markers = try folder.description(output).markers
            #expect(markers.map(\.name) == ["One", "Twö"], "\(output)")
            let rate = try folder.description(output).format.sampleRate
            #expect(markers.map(\.framePosition) == [0, 0.4 * rate], "\(output)")
        }
        try folder.copy("CAF/s16-mark-regn.caf", as: "m.caf")
        let markers = try folder.description("m.caf").markers
        try folder.convert("m.caf -d alac -f m4bf m.m4b")
        try folder.convert("m.m4b -d BEI16 -f caff n.caf")
        for name in ["m.m4b", "n.caf"] {
            #expect(try folder.description(name).markers.map(\.name) == markers.map(\.name))
            #expect(try folder.description(name).markers.map(\.framePosition) == markers.map(\.framePosition))
        }
        let probe = try folder.tool("ffprobe", "-v", "error", "-show_chapters", "m.m4b")
        for marker in markers where !marker.name.isEmpty { #expect(probe.output.contains("title=\(marker.name)\n")) }
    }
}
