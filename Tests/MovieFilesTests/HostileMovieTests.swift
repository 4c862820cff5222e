import AudioCore
import MovieFiles
import Testing

@testable import AudioContainers

/// Movies that ask for more than memory is given for.
@Suite struct HostileMovieTests {
    @Test func tracksShareWhatAFileMayHave() throws {
        var budget = MPEG4PictureBudget()
        (budget.samples, budget.unlisted) = (3, 5)
        var first = MPEG4PictureList(fileSize: 100, budget)
        try first.expectUnlisted(4)
        for _ in 0..<2 { #expect(try first.add(MPEG4Sample(offset: 0, size: 1, ticks: 1))) }
        var second = MPEG4PictureList(fileSize: 100, first.budget)
        #expect(throws: AudioError.self) { try second.expectUnlisted(2) }
        #expect(try second.add(MPEG4Sample(offset: 0, size: 1, ticks: 1)))
        #expect(throws: AudioError.self) { _ = try second.add(MPEG4Sample(offset: 0, size: 1, ticks: 1)) }
        #expect(first.samples.count == 2 && second.samples.count == 1)
    }

    @Test func aMovieHasNoEndlessTracks() throws {
        let movie = try MovieFile(MemoryBytes(file(tracks: 300, samples: 1, at: 8)))
        #expect(movie?.pictures.count == 256 && movie?.pictures.first?.timeline.count == 1)
    }

    /// Each track is allowed alone; the third one is too much.
    @Test func samplesThatNoTableListsAreCountedTogether() throws {
        let movie = try MovieFile(MemoryBytes(file(tracks: 3, samples: 400_000, at: 0x7FFF_FFFF, data: 400_000)))
        #expect(movie?.pictures.map(\.track.id) == [1, 2])
    }

    private func atom(_ id: FourCC, _ body: [UInt8]) -> [UInt8] {
        FourCC(UInt32(body.count + 8)).bytes + id.bytes + body
    }

    private func numbers(_ id: FourCC, _ values: [UInt32]) -> [UInt8] { atom(id, values.flatMap { FourCC($0).bytes }) }

    /// A movie whose tracks have samples of one byte each, in one chunk.
    private func file(tracks: UInt32, samples: UInt32, at offset: UInt32, data: Int = 100) -> [UInt8] {
        let stsd = atom(
            "stsd", [0, 0, 0, 0, 0, 0, 0, 1] + atom("jpeg", [UInt8](repeating: 0, count: 78)))
        let tables =
            stsd + numbers("stts", [0, 1, samples, 1]) + numbers("stsc", [0, 1, 1, samples, 1])
            + numbers("stsz", [0, 1, samples]) + numbers("stco", [0, 1, offset])
        let handler = atom(
            "hdlr", [UInt8](repeating: 0, count: 8) + FourCC("vide").bytes + [UInt8](repeating: 0, count: 13))
        let media = atom(
            "mdia", numbers("mdhd", [0, 0, 0, 100, 0, 0]) + handler + atom("minf", atom("stbl", tables)))
        var moov: [UInt8] = []
        for number in 0..<tracks {
            let header = numbers("tkhd", [1, 0, 0, number + 1] + [UInt32](repeating: 0, count: 17))
            moov += atom("trak", header + media)
        }
        return atom("mdat", [UInt8](repeating: 0, count: data)) + atom("moov", moov)
    }
}
