import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Films of others, picture by picture as ffmpeg decodes them.
@Suite(.needsCorpus, .needs("ffmpeg", "ffprobe")) struct MovieCorpusTests {
    private let stage = MovieStage()
    /// Pictures of a film whose pixels are compared.
    private static let most = 30

    /// Films in which ffmpeg has its own opinion.
    static let exceptions: Set<String> = [
        // The edit begins within a picture, which ffmpeg leaves out.
        "iibbibb_editlist_videoonly.mp4",
        // No track says what it is, and ffmpeg guesses.
        "png_no_hdlr.mp4",
        // ffmpeg hides samples that are damaged.
        "no_timescale.mp4", "sample_with_invalid_nalu.mp4",
        // The pictures are encrypted.
        "av1-clearkey-cbcs-video.mp4",
    ]

    static func films(in folder: String, _ endings: Set<String>) throws -> [URL] {
        let root = URL(fileURLWithPath: try #require(Corpus.root)).appendingPathComponent(folder)
        let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var found: [URL] = []
        while let url = walk?.nextObject() as? URL {
            if endings.contains(url.pathExtension), !exceptions.contains(url.lastPathComponent) { found.append(url) }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Compares a film with ffmpeg, and returns the number of its pictures; nil for one that ffmpeg finds none in.
    private func compare(_ url: URL, _ name: String) throws -> Int? {
        let kind = stage.folder.file("kind")
        _ = OtherProgram.run(
            "ffprobe -v quiet -select_streams v:0 -show_entries stream=pix_fmt,color_range -of csv=p=0 '\(url.path)' > '\(kind)'"
        )
        let text = String(decoding: OtherProgram.bytes(of: kind) ?? [], as: UTF8.self)
        let layout = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let reference = try stage.reference(url, pixels: "nv12", most: Self.most)
        guard !reference.times.isEmpty else { return nil }
        var (times, pictures) = ([CMTime](), [Data]())
        let reader = try MovieStage.read(url, MovieStage.luma) { buffer in
            times.append(buffer.presentationTimeStamp)
            if pictures.count < Self.most { pictures.append(MovieStage.bytes(try #require(buffer.imageBuffer))) }
        }
        #expect(reader.status == .completed, "\(name): \(String(describing: reader.error))")
        #expect(times.map(\.value) == reference.times, "\(name)")
        // ffmpeg converts other arrangements, and the full range of values, in its own way.
        guard layout.hasPrefix("yuv420p,"), !layout.hasSuffix(",pc") else { return times.count }
        #expect(pictures.reduce(into: Data()) { $0.append($1) } == reference.pixels, "\(name)")
        for step in 1...3 where !pictures.isEmpty {
            let number = step * 7919 % pictures.count
            var found: Data?
            let range = CMTimeRange(
                start: times[number], duration: CMTime(value: 1, timescale: times[number].timescale))
            _ = try MovieStage.read(url, MovieStage.luma, range) { buffer in
                if found == nil { found = MovieStage.bytes(try #require(buffer.imageBuffer)) }
            }
            #expect(found == pictures[number], "\(name): picture \(number)")
        }
        return times.count
    }

    @Test func filmsAreThoseOfFFmpeg() throws {
        var compared = 0
        for url in try Self.films(in: "mp4", ["mp4", "mov", "m4v", "3gp"]) {
            do {
                let count = try compare(url, url.lastPathComponent)
                compared += (count ?? 0) > 0 ? 1 : 0
            } catch { Issue.record("\(url.lastPathComponent): \(error)") }
        }
        #expect(compared > 50)
    }

    /// Streams that show what a decoder of H.264 has to know, put into a film without being decoded.
    @Test func streamsForDecodersAreThoseOfFFmpeg() throws {
        var compared = 0
        for url in try Self.films(in: "video", ["264", "jsv"]) {
            let film = stage.folder.file("stream.mp4")
            let copy = "ffmpeg -v quiet -nostdin -y -f h264 -i '\(url.path)' -c copy '\(film)'"
            guard OtherProgram.run(copy) == 0 else { continue }
            let count = try compare(URL(fileURLWithPath: film), url.lastPathComponent)
            compared += (count ?? 0) > 0 ? 1 : 0
        }
        #expect(compared > 10)
    }
}
