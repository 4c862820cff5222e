import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Elementary streams have no signature: what is taken for one by its frames alone, and what is not.
@Suite struct RecognitionTests {
    private static let mp3 = ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0], size: 417, count: 40)

    /// Forty frames of each format, or more, and the type that their name would stand for.
    private static let streams: [(type: FourCC, container: any Container.Type, bytes: [UInt8])] = [
        ("MPG3", MPEGAudio.self, mp3),
        ("MPG1", MPEGAudio.self, ElementaryStreams.mpeg([0xFF, 0xFF, 0x98, 0], size: 432, count: 40)),
        ("adts", ADTS.self, ElementaryStreams.adts(size: 190, count: 60)),
        ("loas", LOAS.self, ElementaryStreams.loas(sizes: [Int](repeating: 200, count: 60))),
        ("ac-3", AC3.self, ElementaryStreams.ac3(count: 40)),
    ]

    private func claimant(_ bytes: [UInt8], hint: FourCC = FourCC(0)) throws -> String? {
        try Containers.claiming(MemoryBytes(bytes), hint: hint).map { "\($0)" }
    }

    /// As a stream that was joined in the middle of a frame, and one with a damaged first frame.
    @Test(arguments: [1, 100, 180]) func framesInALongRowAreKnown(cut: Int) throws {
        for (_, container, bytes) in Self.streams {
            #expect(try claimant(Array(bytes[cut...])) == "\(container)")
            #expect(try claimant(ElementaryStreams.id3v2([("TIT2", "T")]) + bytes[cut...]) == "\(container)")
            var damaged = bytes
            damaged[0] = 0
            #expect(try claimant(damaged) == "\(container)")
        }
    }

    /// As bytes arrive, the same is said of them.
    @Test func arrivingFramesAreKnown() throws {
        for (type, container, bytes) in Self.streams {
            let joined = MemoryBytes(Array(bytes[50...]))
            #expect(try Containers.claiming(arriving: joined, hint: FourCC(0)).map { "\($0)" } == "\(container)")
            let few = MemoryBytes(Array(bytes[50...].prefix(1500)) + soundBytes(70_000))
            #expect(try Containers.claiming(arriving: few, hint: FourCC(0)) == nil)
            #expect(try Containers.claiming(arriving: few, hint: type).map { "\($0)" } == "\(container)")
        }
    }

    /// A few frames behind junk need tags, a name or a reader that says what they are.
    @Test func fewFramesBehindJunkNeedAHint() throws {
        for (type, container, bytes) in Self.streams {
            let few = soundBytes(40) + bytes.prefix(3072) + soundBytes(70_000)
            #expect(try claimant(few) == nil)
            #expect(try claimant(few, hint: type) == "\(container)")
            #expect(try claimant(ElementaryStreams.id3v2([("TIT2", "T")]) + few) == "\(container)")
            let far = soundBytes(9000) + bytes
            #expect(try claimant(far) == nil)
            #expect(try claimant(far, hint: type) == "\(container)")
        }
    }

    /// Entries of one size in which the same bytes stand at the same place look like small frames.
    @Test(
        arguments: [
            // In steps of 64 bytes frames of layer I; in steps of 24 and 16 bytes free formats.
            ([0xFF, 0xFF, 0x24, 0x00], 64), ([0xFF, 0xFF, 0x04, 0x00], 24), ([0xFF, 0xFF, 0x04, 0x00], 32),
            ([0xFF, 0xFB, 0x00, 0x00], 48),
        ] as [([UInt8], Int)])
    func tablesAreNoFrames(entry: [UInt8], size: Int) throws {
        let table = (0..<60).flatMap { index in entry + [UInt8](repeating: UInt8(index), count: size - entry.count) }
        #expect(try claimant(soundBytes(128) + table + soundBytes(70_000)) == nil)
    }

    /// What the first bytes tell is another file is none of sound, whatever is in it.
    @Test(
        arguments: [
            [0x50, 0x4B, 3, 4, 20, 0], [0x7F, 0x45, 0x4C, 0x46, 2, 1], [0x89, 0x50, 0x4E, 0x47, 13, 10],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], [0xFF, 0xD8, 0xFF, 0xE1, 0, 16], Array("GIF89a".utf8),
            Array("%PDF-1".utf8),
            Array("RIFF1234AVI ".utf8), Array("Rar!".utf8), Array("!<arch>".utf8), [0x4D, 0x5A, 0x90, 0],
            [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8),
        ] as [[UInt8]])
    func otherFilesAreNoSound(start: [UInt8]) throws {
        for (type, container, bytes) in Self.streams {
            let file = start + soundBytes(60) + bytes
            #expect(try claimant(file) == nil)
            #expect(try claimant(file, hint: type) == "\(container)")
        }
    }

    /// The programs of this machine, and the one that runs.
    @Test(arguments: ["/bin/sh", "/usr/bin/env", "/proc/self/exe"])
    func programsAreNoSound(path: String) throws {
        #expect(try Containers.claiming(FileBytes.open(path)) == nil)
    }

    @Test func textIsNoSound() throws {
        let text = Array(String(repeating: "Việt Nam, Vélo, ÿÿ: so geht es weiter.\n", count: 4000).utf8)
        #expect(try claimant(text) == nil)
        #expect(try claimant([0xFF, 0xFE] + text.flatMap { [$0, 0] }) == nil)
    }
}
