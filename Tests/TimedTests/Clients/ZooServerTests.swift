import Foundation
import TestSupport
import Testing

/// The recorder of the zoo where there is something to hear.
@Suite(.serialized, .needsCompiler) struct ZooServerTests {
    private static let rate = 48_000

    /// No two frames of a recording are equal, and none is silent.
    private static func sample(_ frame: Int, _ channel: Int) -> Int16 {
        Int16(1 + frame * 37 % 32_749) * (channel == 0 ? 1 : -1)
    }

    private static func wave(frames: Int) -> Data {
        var file = Data()
        func append(_ number: UInt32, _ size: Int) {
            file += withUnsafeBytes(of: number.littleEndian) { Data($0.prefix(size)) }
        }
        file += Data("RIFF".utf8)
        append(UInt32(frames * 4 + 36), 4)
        file += Data("WAVEfmt ".utf8)
        for (number, size) in [(16, 4), (1, 2), (2, 2), (rate, 4), (rate * 4, 4), (4, 2), (16, 2)] {
            append(UInt32(number), size)
        }
        file += Data("data".utf8)
        append(UInt32(frames * 4), 4)
        for frame in 0..<frames {
            for channel in 0..<2 { append(UInt32(truncatingIfNeeded: Int(sample(frame, channel))), 2) }
        }
        return file
    }

    private static func samples(_ path: String, in folder: URL) throws -> [Int16] {
        let plain = folder.path + "/copy.wav"
        let converted = try run(Installed.tool("afconvert"), ["-f", "WAVE", "-d", "LEI16", path, plain])
        try #require(converted == .success)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: plain)))
        let head = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) }) + 8
        return stride(from: head, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
    }

    /// The frames at the end of a recording that follow one another as they were played.
    private static func unbroken(_ heard: [Int16]) -> Int {
        let frames = heard.count / 2
        guard frames > 0 else { return 0 }
        let period = 32_749
        let last = (0..<period).first { sample($0, 0) == heard[frames * 2 - 2] } ?? 0
        return (0..<frames).prefix { back in
            (0..<2).allSatisfy { channel in
                heard[(frames - 1 - back) * 2 + channel] == sample((last + period * 2 - back) % period, channel)
            }
        }.count
    }

    /// A microphone at the loudspeaker hears what afplay plays; the Apple Lossless file and the WAVE file have it exactly.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theRecorderKeepsWhatItHears(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zoo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let played = folder.path + "/played.wav"
        try Self.wave(frames: Self.rate * 60).write(to: URL(fileURLWithPath: played))
        let backend = "COREAUDIO_BACKEND=\(kind.backend)"
        let player = try #require(server.launch("env", [backend, Installed.tool("afplay"), played]))
        defer { player.interrupt() }

        func record() throws -> [[Int16]] {
            let recorded = try compiler.buildAndRun(
                "zoo/recorder.c", [folder.path, "\(Self.rate)"], environment: ["COREAUDIO_BACKEND": kind.backend])
            try #require(recorded == .success)
            return try ["lossless.caf", "plain.wav"].map { try Self.samples("\(folder.path)/\($0)", in: folder) }
        }
        #expect(eventually { (try? record().first?.contains { $0 != 0 }) == true })
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recordings = try record()
            let isExact = recordings.allSatisfy { Self.unbroken($0) == $0.count / 2 }
            if !isExact, attempts.another() { continue }
            #expect(isExact)
            // Six packets of Apple Lossless, the last of which the stop may cut; six buffers of integers.
            #expect(recordings[0].count / 2 > 5 * 4096)
            #expect(recordings[1].count / 2 >= 6)
            break
        }
    }
}
