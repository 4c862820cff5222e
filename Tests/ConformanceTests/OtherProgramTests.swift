import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What we write, read by ffmpeg, sox and libsndfile; what they write, read by us.
@Suite struct OtherProgramTests {
    private let folder = ScratchFolder()

    private func run(_ command: String) -> Bool { OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 }

    /// A file of each kind, named `0.caf`, `1.wav`, …
    private func writeAll(_ kinds: [FileKind], channels: UInt32, rate: Double) throws -> [String] {
        let samples = CodecSignals.music(frames: 1280, channels: Int(channels))
        return try kinds.enumerated().map { index, kind in
            let name = "\(index).\(kind.pathExtension)"
            try PublicFile.encode(
                folder.url(name), kind.type, kind.format(rate: rate, channels: channels),
                from: .int(16, rate: rate, channels: channels), littleEndianBytes(samples))
            return name
        }
    }

    /// All rates and channels, one run of ffmpeg each for all kinds of files.
    @Test(.needs("ffmpeg"), arguments: RoundTripTests.channels, RoundTripTests.rates)
    func ffmpegReadsTheSameSamples(channels: UInt32, rate: Double) throws {
        // Its IMA4 decoder knows one and two channels.
        let kinds = FileKind.all.filter { !$0.isIMA4 || channels <= 2 }
        let names = try writeAll(kinds, channels: channels, rate: rate)
        let inputs = names.map { "-i \($0)" }.joined(separator: " ")
        let outputs = kinds.indices.map { index in
            let codec = kinds[index].isFloat ? "f64le" : kinds[index].isIMA4 ? "s16le" : "s32le"
            return "-map \(index):a -c:a pcm_\(codec) -f \(codec) \(index).raw"
        }
        #expect(run("ffmpeg -nostdin -v error -y \(inputs) \(outputs.joined(separator: " "))"))
        for (index, kind) in kinds.enumerated() {
            let theirs = try #require(folder.bytes("\(index).raw"))
            if kind.isIMA4 {
                let ours = values(
                    try PublicFile.decode(folder.url(names[index]), to: .int(16, rate: rate, channels: channels)),
                    of: Int16.self)
                let other = values(theirs, of: Int16.self)
                #expect(other.count >= ours.count && ours.count == 1280 * Int(channels), "\(kind)")
                #expect(zip(ours, other).allSatisfy { abs(Int($0) - Int($1)) <= 127 }, "\(kind)")
                continue
            }
            let client: AudioStreamBasicDescription =
                kind.isFloat ? .float(64, rate: rate, channels: channels) : .int(32, rate: rate, channels: channels)
            #expect(try PublicFile.decode(folder.url(names[index]), to: client) == theirs, "\(kind)")
        }
    }

    /// sox holds 32 bits a sample, so floats are left out; it knows neither RF64, BW64, nor what is
    /// compressed in AIFC. It reads Wave64 by libsndfile.
    @Test(.needs("sox", "soxi"), arguments: [(UInt32(1), 8000.0), (2, 44_100), (6, 96_000)])
    func soxReadsTheSameSamples(channels: UInt32, rate: Double) throws {
        let kinds = FileKind.all.filter {
            let isSigned = $0.isPCM && $0.form.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
            return !$0.isFloat && !$0.isIMA4 && ![kAudioFileRF64Type, kAudioFileBW64Type].contains($0.type)
                && $0.isKnownToLibsndfile && (isSigned || $0.type != kAudioFileAIFCType)
        }
        let names = try writeAll(kinds, channels: channels, rate: rate)
        let all = names.joined(separator: " ")
        let convert = "sox -V1 -D $f -t raw -e signed -b 32 -L $f.raw || echo $f >> failed"
        #expect(run("for f in \(all); do \(convert); done; soxi -r \(all) > rates; soxi -c \(all) > channels"))
        #expect(folder.bytes("failed") == nil, "\(String(decoding: folder.bytes("failed") ?? [], as: UTF8.self))")
        let rates = String(decoding: folder.bytes("rates") ?? [], as: UTF8.self).split(separator: "\n")
        #expect(rates == names.map { _ in "\(Int(rate))" })
        let counts = String(decoding: folder.bytes("channels") ?? [], as: UTF8.self).split(separator: "\n")
        #expect(counts == names.map { _ in "\(channels)" })
        for (name, kind) in zip(names, kinds) {
            let ours = try PublicFile.decode(folder.url(name), to: .int(32, rate: rate, channels: channels))
            #expect(folder.bytes(name + ".raw") == ours, "\(kind)")
        }
    }

    /// libsndfile turns each into a NeXT/Sun file of as many bits, whose bytes are compared. It does not know BW64.
    @Test(.needs("sndfile-convert"), arguments: [(UInt32(1), 8000.0), (2, 44_100), (6, 96_000)])
    func libsndfileReadsTheSameSamples(channels: UInt32, rate: Double) throws {
        let kinds = FileKind.all.filter {
            !$0.isIMA4 && !($0.isFloat && $0.form.mBitsPerChannel == 64) && $0.type != kAudioFileBW64Type
                && $0.isKnownToLibsndfile
        }
        let names = try writeAll(kinds, channels: channels, rate: rate)
        var script = ""
        for (name, kind) in zip(names, kinds) {
            let option = kind.isFloat ? "-float32" : "-pcm32"
            script += "sndfile-convert \(option) \(name) \(name)-.au >> log 2>&1 || echo \(name) >> failed\n"
        }
        _ = folder.write(Array(script.utf8), "script")
        #expect(run("sh script"))
        #expect(folder.bytes("failed") == nil, "\(String(decoding: folder.bytes("failed") ?? [], as: UTF8.self))")
        for (name, kind) in zip(names, kinds) {
            let theirs = try #require(folder.bytes(name + "-.au"), "\(kind)")
            let offset = theirs[4..<8].reduce(0) { $0 << 8 | Int($1) }
            let client: AudioStreamBasicDescription =
                kind.isFloat
                ? .float(32, rate: rate, channels: channels, bigEndian: true)
                : .int(32, rate: rate, channels: channels, bigEndian: true)
            let ours = try PublicFile.decode(folder.url(name), to: client)
            #expect(Array(theirs[offset...]) == ours, "\(kind)")
        }
    }

    // MARK: What they write

    /// Codecs by ffmpeg's names, for each of its containers.
    private static let ffmpegFiles: [(name: String, codecs: [String])] = [
        ("wav", ["u8", "s16le", "s24le", "s32le", "f32le", "f64le", "mulaw", "alaw"]),
        ("aiff", ["s8", "s16be", "s16le", "s24be", "s32be", "f32be", "f64be", "mulaw", "alaw"]),
        ("au", ["s8", "s16be", "s24be", "s32be", "f32be", "f64be", "mulaw", "alaw"]),
        (
            "caf",
            [
                "s8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be",
                "mulaw", "alaw",
            ]
        ),
    ]

    @Test(.needs("ffmpeg"), arguments: [UInt32(1), 2, 6])
    func whatFFmpegWritesIsRead(channels: UInt32) throws {
        let samples = CodecSignals.music(frames: 3000, channels: Int(channels))
        _ = folder.write(littleEndianBytes(samples), "in.raw")
        let files = Self.ffmpegFiles.flatMap { file in file.codecs.map { ($0, "\($0).\(file.name)") } }
        let input = "-f s16le -ar 44100 -ac \(channels) -i in.raw"
        let outputs = files.map { "-c:a pcm_\($0.0) \($0.1)" }.joined(separator: " ")
        #expect(run("ffmpeg -nostdin -v error -y \(input) \(outputs) -c:a pcm_s16le -rf64 always rf64.wav"))
        let inputs = files.map { "-i \($0.1)" }.joined(separator: " ")
        let decoded = files.indices.map { "-map \($0):a -c:a pcm_s16le -f s16le \($0).raw" }.joined(separator: " ")
        #expect(run("ffmpeg -nostdin -v error -y \(inputs) \(decoded)"))
        let client = AudioStreamBasicDescription.int(16, channels: channels)
        for (index, file) in files.enumerated() {
            let ours = try PublicFile.decode(folder.url(file.1), to: client)
            #expect(ours == folder.bytes("\(index).raw"), "\(file.1)")
        }
        #expect(try PublicFile.decode(folder.url("rf64.wav"), to: client) == littleEndianBytes(samples))
    }

    @Test(.needs("sox")) func whatSoxWritesIsRead() throws {
        let samples = CodecSignals.music(frames: 3000, channels: 2)
        _ = folder.write(littleEndianBytes(samples), "in.raw")
        let files = [
            "16.wav", "24.wav", "32.wav", "16.aiff", "24.aiff", "32.aiff", "16.aifc", "16.au", "24.au", "32.au",
            "16.caf", "24.caf",
        ]
        let commands = files.map { "sox -D -t raw -e signed -b 16 -L -r 44100 -c 2 in.raw -b \($0.prefix(2)) \($0)" }
        #expect(run(commands.joined(separator: " && ")))
        for file in files {
            let ours = try PublicFile.decode(folder.url(file), to: .int(16, channels: 2))
            #expect(ours == littleEndianBytes(samples), "\(file)")
        }
    }

    @Test(.needs("sndfile-convert")) func whatLibsndfileWritesIsRead() throws {
        let samples = CodecSignals.music(frames: 3000, channels: 2)
        // From integers to floats it changes the loudness, so it gets floats.
        try PublicFile.encode(
            folder.url("in.wav"), kAudioFileWAVEType, .float(channels: 2), from: .int(16, channels: 2),
            littleEndianBytes(samples))
        let options = ["-pcm24", "-pcm32", "-float32"]
        let files = ["wav", "aiff", "au", "caf", "rf64"].flatMap { ending in options.map { ($0, "a\($0).\(ending)") } }
        #expect(run(files.map { "sndfile-convert \($0.0) in.wav \($0.1)" }.joined(separator: " && ")))
        for file in files {
            let ours = try PublicFile.decode(folder.url(file.1), to: .int(16, channels: 2))
            #expect(ours == littleEndianBytes(samples), "\(file.1)")
        }
    }
}

extension FileKind {
    /// libsndfile takes everything under an extensible format chunk in Wave64, as six channels have it, for integers.
    fileprivate var isKnownToLibsndfile: Bool { isPCM && !isFloat || type != kAudioFileWave64Type }
}
