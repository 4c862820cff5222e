import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioContainers

/// Makes films of parts of others, with tables that no program writes.
struct FilmBuilder {
    /// An entry of an edit list: a duration in the movie's time, a start in the media's, or -1, and a rate.
    struct Edit {
        var duration: UInt32
        var start: Int32
        var rate = 1.0
    }

    /// Samples that follow each other and have the same description.
    struct Chunk {
        /// The number of the description, from 1 on.
        var description: UInt32 = 1
        var samples: [[UInt8]]
        var ticks: UInt32
    }

    struct Track {
        var kind: FourCC
        var timescale: UInt32
        var entries: [[UInt8]]
        var chunks: [Chunk]
        var edits: [Edit] = []
    }

    var movieTimescale: UInt32 = 1000
    var tracks: [Track]
    /// Whether all samples are in fragments, one for each chunk.
    var isFragmented = false

    static func atom(_ id: FourCC, _ body: [UInt8]) -> [UInt8] {
        FourCC(UInt32(body.count + 8)).bytes + id.bytes + body
    }

    static func numbers(_ values: [UInt32]) -> [UInt8] { values.flatMap { FourCC($0).bytes } }

    private static func numbers(_ id: FourCC, _ values: [UInt32]) -> [UInt8] { atom(id, numbers(values)) }

    /// An entry of linear PCM of 16 bits and one channel, lowest byte first.
    static func pcm(rate: UInt16, id: FourCC = "sowt") -> [UInt8] {
        atom(id, [0, 0, 0, 0, 0, 0, 0, 1] + numbers([0, 0, 1 << 16 | 16, 0, UInt32(rate) << 16]))
    }

    /// A chunk of linear PCM.
    static func chunk(_ samples: [Int16], description: UInt32 = 1) -> Chunk {
        Chunk(
            description: description,
            samples: samples.map { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }, ticks: 1)
    }

    /// The first track of pictures of a film: its description and its samples, in one chunk.
    static func pictures(of url: URL, description: UInt32 = 1) throws -> (
        entry: [UInt8], chunk: Chunk, timescale: UInt32
    ) {
        let bytes = [UInt8](try Data(contentsOf: url))
        let track = try #require(try MPEG4.movie(MemoryBytes(bytes)).pictures.first)
        let place = try #require(Data(bytes).range(of: Data("stsd".utf8))).upperBound + 8
        let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let samples = (0..<track.samples.count).map { number in
            let (offset, size) = track.samples.place(number)
            return Array(bytes[Int(offset)..<Int(offset) + size])
        }
        return (
            Array(bytes[place..<place + size]),
            Chunk(description: description, samples: samples, ticks: UInt32(track.samples.shortest)),
            UInt32(track.timescale)
        )
    }

    func bytes() -> [UInt8] {
        guard !isFragmented else { return fragmented() }
        let type = Self.atom("ftyp", FourCC("qt  ").bytes + [0, 0, 0, 0])
        var (data, traks) = ([UInt8](), [UInt8]())
        for (index, track) in tracks.enumerated() {
            var offsets: [UInt32] = []
            for chunk in track.chunks {
                offsets.append(UInt32(type.count + 8 + data.count))
                data += chunk.samples.flatMap { $0 }
            }
            traks += trak(track, UInt32(index) + 1, offsets)
        }
        return type + Self.atom("mdat", data) + Self.atom("moov", header + traks)
    }

    private var header: [UInt8] {
        Self.numbers("mvhd", [0, 0, 0, movieTimescale, movieTimescale] + [UInt32](repeating: 0, count: 20))
    }

    private func fragmented() -> [UInt8] {
        var (traks, extends, fragments) = ([UInt8](), [UInt8](), [UInt8]())
        for (index, track) in tracks.enumerated() {
            let number = UInt32(index) + 1
            var empty = track
            empty.chunks = []
            traks += trak(empty, number, [])
            extends += Self.numbers("trex", [0, number, 1, 0, 0, 0])
            for chunk in track.chunks {
                let rows = chunk.samples.flatMap { [chunk.ticks, UInt32($0.count)] }
                func moof(_ offset: UInt32) -> [UInt8] {
                    let run = [UInt32(0x301), UInt32(chunk.samples.count), offset] + rows
                    let traf =
                        Self.numbers("tfhd", [0x2_0002, number, chunk.description]) + Self.numbers("trun", run)
                    return Self.atom("moof", Self.numbers("mfhd", [0, 1]) + Self.atom("traf", traf))
                }
                fragments += moof(UInt32(moof(0).count + 8)) + Self.atom("mdat", chunk.samples.flatMap { $0 })
            }
        }
        return Self.atom("ftyp", FourCC("iso5").bytes + [0, 0, 0, 0])
            + Self.atom("moov", header + traks + Self.atom("mvex", extends)) + fragments
    }

    private func trak(_ track: Track, _ number: UInt32, _ offsets: [UInt32]) -> [UInt8] {
        let samples = track.chunks.flatMap(\.samples)
        let sizes = Set(samples.map(\.count))
        var stts: [UInt32] = [0, UInt32(track.chunks.count)]
        var stsc: [UInt32] = [0, UInt32(track.chunks.count)]
        for (index, chunk) in track.chunks.enumerated() {
            stts += [UInt32(chunk.samples.count), chunk.ticks]
            stsc += [UInt32(index) + 1, UInt32(chunk.samples.count), chunk.description]
        }
        let stsz: [UInt32] =
            sizes.count == 1
            ? [0, UInt32(sizes.first!), UInt32(samples.count)]
            : [0, 0, UInt32(samples.count)] + samples.map { UInt32($0.count) }
        let tables =
            Self.atom("stsd", Self.numbers([0, UInt32(track.entries.count)]) + track.entries.flatMap { $0 })
            + Self.numbers("stts", stts) + Self.numbers("stsc", stsc) + Self.numbers("stsz", stsz)
            + Self.numbers("stco", [0, UInt32(offsets.count)] + offsets)
        let handler = Self.atom("hdlr", Self.numbers([0, 0]) + track.kind.bytes + [UInt8](repeating: 0, count: 13))
        let media = Self.atom(
            "mdia",
            Self.numbers("mdhd", [0, 0, 0, track.timescale, 1, 0]) + handler
                + Self.atom("minf", Self.atom("stbl", tables)))
        let header = Self.numbers("tkhd", [1, 0, 0, number, 0, 1] + [UInt32](repeating: 0, count: 15))
        var list: [UInt8] = []
        if !track.edits.isEmpty {
            let rows = track.edits.flatMap { edit in
                [edit.duration, UInt32(bitPattern: edit.start), UInt32(bitPattern: Int32(edit.rate * 65536))]
            }
            list = Self.atom("edts", Self.numbers("elst", [0, UInt32(track.edits.count)] + rows))
        }
        return Self.atom("trak", header + list + media)
    }
}
