import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Real files of others: what the corpus' manifest says of them, WAVE and AIFF must find out too.
@Suite(.needsCorpus) struct IFFCorpusTests {
    /// Files that are refused, or differ from the manifest, with the reason.
    static let exceptions: [String: String] = [
        "wav/Serial-ATA_lofty-rs/zero.wav": "its data chunk is empty; ffmpeg took the tags behind it for sound",
        "aiff/Serial-ATA_lofty-rs/zero.aiff": "its sound chunk is empty; the manifest has no figures",
        "wav/beetbox_mediafile/mpeglayer3.wav": "MP3 in WAVE is not read",
        "wav/ebu_libbw64/rect_24bit_nods64.wav": "RF64 without ds64: the data runs to the end; no figures",
        "wav/ebu_libbw64/rect_24bit_noriff.wav": "not a RIFF file",
        "wav/ebu_libbw64/rect_24bit_nowave.wav": "not of form WAVE",
        "wav/ebu_libbw64/rect_24bit_wrong_fmt_size.wav": "the format chunk swallows the next one's first byte",
        "wav/polyfloyd_rust-id3/tagged-end.wav": "25699 channels",
        "wav/polyfloyd_rust-id3/tagged-mid-corrupted.wav": "no data chunk",
        "wav/polyfloyd_rust-id3/tagged-mid.wav": "25699 channels",
        "wav/polyfloyd_rust-id3/tagless-corrupted-2.wav": "25699 channels",
        "wav/polyfloyd_rust-id3/tagless-corrupted.wav": "25699 channels",
        "wav/polyfloyd_rust-id3/tagless-trailing-data.wav": "25699 channels",
        "wav/polyfloyd_rust-id3/tagless.wav": "25699 channels",
        "wav/scipy_scipy/test-44100Hz-2ch-32bit-float-be.wav": "RIFX, which ffmpeg cannot read: no figures",
        "wav/scipy_scipy/test-44100Hz-be-1ch-4bytes.wav": "RIFX, which ffmpeg cannot read: no figures",
        "wav/scipy_scipy/test-44100Hz-le-1ch-4bytes-early-eof-no-data.wav": "no data chunk",
        "wav/scipy_scipy/test-44100Hz-le-1ch-4bytes-incomplete-chunk.wav": "13 bytes",
        "wav/scipy_scipy/test-8000Hz-le-3ch-5S-36bit.wav": "36 bits, which ffmpeg cannot decode: no figures",
        "wav/scipy_scipy/test-8000Hz-le-3ch-5S-45bit.wav": "45 bits, which ffmpeg cannot decode: no figures",
        "wav/scipy_scipy/test-8000Hz-le-3ch-5S-53bit.wav": "53 bits, which ffmpeg cannot decode: no figures",
    ]

    @Test func figuresAreTheManifests() throws {
        let files = try CorpusFile.all(in: ["wav", "aiff"], extensions: ["wav", "aif", "aiff", "aifc"])
        #expect(files.count > 100)
        var checked = 0
        for file in files where Self.exceptions[file.path] == nil {
            let bytes = try file.bytes
            let container = try #require(Containers.claiming(Array(bytes.prefix(Containers.headSize))), "\(file.path)")
            let read = try container.read(MemoryBytes(bytes))
            #expect(read.format.sampleRate == file.sampleRate, "\(file.path)")
            #expect(read.format.channels == file.channels, "\(file.path)")
            let frames = read.packetTable?.validFrames ?? read.packets.totalFrames
            #expect(frames == file.frames, "\(file.path)")
            checked += 1
        }
        print(
            "corpus: \(checked) WAVE and AIFF files have the manifest's figures, \(Self.exceptions.count) are exceptions"
        )
    }

    @Test(.needs("sha256sum")) func soundOf16BitsIsTheManifests() throws {
        let files = try CorpusFile.all(in: ["wav", "aiff"], extensions: ["wav", "aif", "aiff", "aifc"])
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        var expected: [CorpusFile] = []
        for file in files where ["pcm_s16le", "pcm_s16be"].contains(file.codec) && Self.exceptions[file.path] == nil {
            let bytes = try file.bytes
            guard let container = Containers.claiming(bytes) else { continue }
            let read = try container.read(MemoryBytes(bytes))
            guard !file.hash16.isEmpty else { continue }
            var data = Array(bytes[Int(read.dataOffset)...].prefix(Int(read.packets.totalBytes)))
            if read.format.isBigEndian { for i in stride(from: 0, to: data.count - 1, by: 2) { data.swapAt(i, i + 1) } }
            OtherProgram.write(data, to: "\(directory)/\(expected.count)")
            expected.append(file)
        }
        #expect(OtherProgram.run("cd '\(directory)' && sha256sum $(seq 0 \(expected.count - 1)) > sums") == 0)
        let sums = String(decoding: OtherProgram.bytes(of: directory + "/sums") ?? [], as: UTF8.self)
        let hashes = sums.split(separator: "\n").map { $0.prefix(64) }
        #expect(hashes.count == expected.count)
        for (file, hash) in zip(expected, hashes) { #expect(file.hash16 == hash, "\(file.path)") }
        print("corpus: the sound of \(expected.count) files of 16 bits has the manifest's hash")
    }

    @Test func malformedFilesAreRefusedOrRead() throws {
        let files = try CorpusFile.all(in: ["malformed"], extensions: ["wav", "aif", "aiff", "aifc"])
        for file in files {
            let bytes = try file.bytes
            #expect(ThreadClock.measure { IFFRobustnessTests.check(WAVE.self, bytes) } < .seconds(1), "\(file.path)")
            #expect(ThreadClock.measure { IFFRobustnessTests.check(AIFF.self, bytes) } < .seconds(1), "\(file.path)")
        }
    }
}
