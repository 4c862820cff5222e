import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// CAF and NeXT/Sun files made by others, where a corpus is at hand.
@Suite(.needsCorpus) struct CAFCorpusTests {
    @Test func theCorpusOpensWithTheManifestsFigures() throws {
        let files = try CorpusFile.all(in: ["caf", "au", "malformed"], extensions: ["caf", "au", "snd"])
        #expect(!files.isEmpty)
        for row in files {
            let bytes = try row.bytes
            let container = try #require(Containers.claiming(Array(bytes.prefix(Containers.headSize))), "\(row.path)")
            let file = try container.read(MemoryBytes(bytes))
            #expect(file.format.sampleRate == row.sampleRate, "\(row.path)")
            #expect(file.format.channels == row.channels, "\(row.path)")
            // The judge gives priming and remainder too, or one of them; the table states which frames are sound.
            guard let frames = row.frames else { continue }
            let valid = file.packetTable?.validFrames ?? file.packets.totalFrames
            #expect((valid...max(valid, file.packets.totalFrames)).contains(frames), "\(row.path)")
            #expect(file.isComplete, "\(row.path)")
        }
    }

    /// Every file is rewritten, and states the same again.
    @Test func theCorpusComesBack() throws {
        for row in try CorpusFile.all(in: ["caf", "au"], extensions: ["caf", "au"]) {
            let bytes = try row.bytes
            let source = MemoryBytes(bytes)
            let container = try #require(Containers.claiming(Array(bytes.prefix(Containers.headSize))))
            let file = try container.read(source).holdingChunks(of: source)
            let again = MemoryBytes(try file.laidOut(container, data: source))
            let second = try container.read(again).holdingChunks(of: again)
            #expect(second.packets == file.packets, "\(row.path)")
            #expect(second.packetTable == file.packetTable, "\(row.path)")
            // A cookie in an older wrapper is written without it.
            let cookie = CAFCookie.written(file.magicCookie, for: file.format.formatID)
            #expect(second.layout == file.layout && second.magicCookie == cookie, "\(row.path)")
            #expect(second.userChunks == file.userChunks, "\(row.path)")
            #expect(second.isOptimized, "\(row.path)")
        }
    }
}

/// Files of ours as ffmpeg reads them.
@Suite struct CAFOtherReaderTests {
    static let formats: [FileType.WritableFormat] = CAF.types[0].formats.filter {
        switch $0 {
        case .pcm: true
        case .encoded(let id): [.ulaw, .alaw, .ima4, .aac, .alac].contains(id)
        }
    }

    @Test(.needs("ffmpeg", "ffprobe")) func ffmpegFindsTheSameSound() throws {
        let folder = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(folder) }
        for writable in Self.formats {
            let sample = ContainerSamples.sample(writable)
            OtherProgram.write(try sample.file(CAF.self, "caff"), to: "\(folder)/a.caf")
            let probe = "-show_entries stream=sample_rate,channels -of csv=p=0"
            #expect(OtherProgram.run("ffprobe -v error \(probe) \(folder)/a.caf > \(folder)/probe") == 0)
            let said = String(decoding: OtherProgram.bytes(of: "\(folder)/probe") ?? [], as: UTF8.self)
            let expected = "\(Int(sample.format.sampleRate)),\(sample.format.channels)"
            #expect(said.prefix { $0 != "\n" } == expected, "\(writable)")
            let copy = "ffmpeg -nostdin -v error -y -i \(folder)/a.caf -map 0:a -c copy -f data \(folder)/data"
            #expect(OtherProgram.run(copy) == 0)
            #expect(OtherProgram.bytes(of: "\(folder)/data") == sample.data, "\(writable)")
        }
    }
}
