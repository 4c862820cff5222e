import AudioCodecs
import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Passes of a file, one after the other without a gap.
@Suite struct PlayerLoopTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 1024 } }
    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    struct Row: Sendable, CustomTestStringConvertible {
        var id: FourCC
        var type: FourCC = "caff"
        var rate = 44_100.0
        var testDescription: String { "\(id)" }
    }

    static let rows = [
        Row(id: .linearPCM), Row(id: .linearPCM, type: "WAVE"), Row(id: "ima4"), Row(id: "ulaw"), Row(id: "alaw"),
        Row(id: "alac"), Row(id: "flac"), Row(id: "ilbc", rate: 8000), Row(id: "aac ", type: "m4af"),
        Row(id: "opus", rate: 48_000), Row(id: "samr", type: "amrf", rate: 8000),
        Row(id: "sawb", type: "amrf", rate: 16_000), Row(id: "aach", type: "m4af"), Row(id: "aacl", type: "m4af"),
        Row(id: "aace", type: "m4af"),
    ]

    /// Whether the codec is there, with the library that it may need.
    private func needs(_ id: FourCC, encoding: Bool) throws {
        guard id != .linearPCM else { return }
        guard let codec = Codecs.named(id), !encoding || codec.abilities.encodes, codec.abilities.decodes,
            codec.isInstalled(encoding: false), !encoding || codec.isInstalled(encoding: true)
        else { try Test.cancel("the library for \(id) is not installed") }
    }

    /// Each pass has the samples of the file, from the first to the last, in every codec that can be written.
    @Test(arguments: rows) func passesFollowWithoutAGap(row: Row) throws {
        try needs(row.id, encoding: true)
        let frames = Int(row.rate / 5) + 77
        let sound = Signal.sine(441 / row.rate, frames: frames).enumerated().map { $1 * Float($0 % 1000) / 1000 }
        let once = try decoded(PlayerRunner.file(sound, rate: row.rate, row.id, type: row.type))
        #expect(once.count >= frames && once.count < frames + 4096)
        let runner = try PlayerRunner(
            PlayerRunner.file(sound, rate: row.rate, row.id, type: row.type), rate: row.rate)
        runner.player.setLoops(2)
        #expect(runner.play())
        let heard = runner.hear(3 * once.count + 100, step: 512)
        let wrong = zip(heard, once + once + once + zeros(100)).count { $0 != $1 }
        #expect(wrong == 0)
        #expect(runner.events == ["finished true"])
    }

    /// The same for what is only read, and for parametric stereo.
    @Test(
        arguments: [
            "MPEGAudio/layer1.mp1", "MPEGAudio/layer2.mp2", "MPEGAudio/cbr-mono.mp3", "MPEGAudio/vbr-stereo.mp3",
            "Ogg/vorbis-stereo.ogg",
        ])
    func passesOfFixturesFollowWithoutAGap(path: String) throws {
        let fixture = Fixture.named(path)
        try needs(FourCC(padding: fixture.format) ?? .linearPCM, encoding: false)
        try check(PlayerRunner.open(fixture.bytes()), PlayerRunner.open(fixture.bytes()))
    }

    @Test func passesOfParametricStereoFollowWithoutAGap() throws {
        try needs("aacp", encoding: true)
        let sound = Signal.sine(0.01, frames: 20_000).flatMap { [$0, $0 / 2] }
        let bytes = try PlayerRunner.bytes(sound, rate: 44_100, channels: 2, "aacp", type: "m4af")
        try check(PlayerRunner.open(bytes), PlayerRunner.open(bytes))
    }

    private func check(_ first: OpenFile, _ second: OpenFile) throws {
        let once = try decoded(first)
        let reader = try PlayerReader(second)
        let (rate, channels) = (reader.format.sampleRate, reader.format.channels)
        let runner = try PlayerRunner(second, rate: rate, channels: channels)
        runner.player.setLoops(2)
        #expect(runner.play())
        let rest = zeros(100 * channels)
        let heard = runner.hear(3 * once.count / channels + 100, step: 512)
        #expect(!once.isEmpty && heard.count == 3 * once.count + rest.count)
        #expect(zip(heard, once + once + once + rest).count { $0 != $1 } == 0)
        #expect(runner.events == ["finished true"])
    }

    /// The last frame was heard, and the end behind it not: one more pass is one.
    @Test func aPassThatIsAskedForBehindTheLastFrameIsOne() throws {
        let runner = try PlayerRunner(ramp(1...400))
        #expect(runner.play())
        #expect(runner.hear(400) == ramp(1...400))
        runner.player.setLoops(1)
        #expect(runner.player.isPlaying)
        #expect(runner.hear(416) == ramp(1...400) + zeros(16))
        #expect(runner.events == ["finished true"])
    }

    /// The device has got the end, and has yet to sound the last frames: one more pass is one.
    @Test func aPassThatIsAskedForBehindTheEndIsOne() throws {
        let runner = try PlayerRunner(ramp(1...100))
        runner.server.latency = 50
        #expect(runner.play())
        #expect(runner.hear(120) == ramp(1...100) + zeros(20))
        runner.player.setLoops(0)
        #expect(runner.hear(8) == zeros(8) && runner.player.isPlaying)
        runner.player.setLoops(1)
        #expect(runner.hear(164) == ramp(1...100) + zeros(64))
        #expect(runner.events == ["finished true"])
        // Without an end it does not finish.
        #expect(runner.play())
        #expect(runner.hear(200) == ramp(1...100) + ramp(1...100))
        runner.player.setLoops(0)
        #expect(runner.hear(20) == zeros(20))
        runner.player.setLoops(-1)
        #expect(runner.hear(250) == ramp(1...100) + ramp(1...100) + ramp(1...50))
        #expect(runner.events == ["finished true"] && runner.player.isPlaying)
    }

    /// What the decoder gives is asked for once: passes of a short file do not begin it anew.
    @Test(arguments: [FourCC("ima4"), "alac", .linearPCM]) func aShortFileIsReadOnce(id: FourCC) throws {
        let source = BusyBytes(try PlayerRunner.bytes(ramp(1...320), id))
        let reads = LockedValue(0)
        source.whenRead { reads.withLock { $0 += 1 } }
        let reader = try PlayerReader(OpenFile.open(source, sink: nil, .read, hint: FourCC(0)))
        reader.passesLeft = 200
        try reader.seek(to: 0)
        var (first, pass) = ([Float](repeating: 0, count: 320), [Float](repeating: 0, count: 320))
        func read(_ samples: inout [Float]) -> Int {
            var done = 0
            while done < 320 {
                let count = samples.withUnsafeMutableBufferPointer { memory in
                    reader.read(memory.baseAddress! + done, frames: min(100, 320 - done))
                }
                guard count > 0 else { break }
                done += count
            }
            return done
        }
        #expect(read(&first) == 320)
        #expect(read(&pass) == 320 && pass == first)
        let before = reads.withLock { $0 }
        for _ in 0..<199 {
            #expect(read(&pass) == 320)
            #expect(pass == first)
        }
        #expect(reads.withLock { $0 } == before)
        #expect(read(&pass) == 0 && reader.failure == nil && reader.passesEnded == 200)
        // A seek into the file reads it, and the pass behind it does not.
        reader.passesLeft = 1
        try reader.seek(to: 300)
        #expect(pass.withUnsafeMutableBufferPointer { reader.read($0.baseAddress!, frames: 320) } == 20)
        #expect(Array(pass.prefix(20)) == Array(first.suffix(20)))
        #expect(read(&pass) == 320 && pass == first)
    }

    /// A file that another program cuts while it plays ends the sound as one that cannot be read.
    @Test(arguments: [FourCC("ima4"), "ulaw", .linearPCM]) func aFileThatIsCutEndsUnsuccessfully(id: FourCC) throws {
        let folder = ScratchFolder()
        let bytes = try PlayerRunner.bytes([Float](repeating: 0.5, count: 400_000), id)
        _ = folder.write(bytes, "cut.caf")
        let path = folder.file("cut.caf")
        let runner = try PlayerRunner(OpenFile.open(path, .read, hint: FourCC(0)))
        #expect(runner.play())
        _ = runner.hear(256, step: 64)
        #expect(truncate(path, off_t(bytes.count / 8)) == 0)
        _ = runner.hear(180_000, step: 128)
        #expect(runner.events == ["failed", "finished false"])
    }

    private func decoded(_ file: OpenFile) throws -> [Float] {
        let reader = try PlayerReader(file)
        try reader.seek(to: 0)
        let channels = reader.format.channels
        var (all, block) = ([Float](), [Float](repeating: 0, count: 1000 * channels))
        while true {
            let count = block.withUnsafeMutableBufferPointer { reader.read($0.baseAddress!, frames: 1000) }
            if count == 0 { break }
            all += block.prefix(count * channels)
        }
        #expect(reader.failure == nil)
        return all
    }

    @Test func goesOnWithoutEndUntilItIsToldToEnd() throws {
        let runner = try PlayerRunner(ramp(1...50))
        runner.player.setLoops(-1)
        #expect(runner.play())
        let four = ramp(1...50) + ramp(1...50) + ramp(1...50) + ramp(1...50)
        #expect(runner.hear(200, step: 8) == four)
        #expect(runner.hear(24, step: 8) == ramp(1...24))
        #expect(runner.frame <= 24)
        // Passes that were decoded already do not come.
        runner.player.setLoops(0)
        #expect(runner.hear(36, step: 8) == ramp(25...50) + zeros(10))
        #expect(runner.events == ["finished true"])
    }

    @Test func morePassesMayBeAskedForWhenTheLastOneIsDecoded() throws {
        let runner = try PlayerRunner(ramp(1...50))
        #expect(runner.play())
        #expect(runner.hear(24, step: 8) == ramp(1...24))
        runner.player.setLoops(1)
        #expect(runner.hear(86, step: 8) == ramp(25...50) + ramp(1...50) + zeros(10))
        #expect(runner.events == ["finished true"])
    }

    @Test func theSameNumberOfPassesChangesNothing() throws {
        let runner = try PlayerRunner(ramp(1...50))
        runner.player.setLoops(1)
        #expect(runner.play())
        #expect(runner.hear(16, step: 8) == ramp(1...16))
        let written = runner.player.pipeline.withLock { $0.voice?.ring.writtenFrames }
        runner.player.setLoops(1)
        #expect(runner.player.pipeline.withLock { $0.voice?.ring.writtenFrames } == written)
        #expect(runner.hear(84, step: 8) == ramp(17...50) + ramp(1...50))
    }

    /// As many as no sum has room for, set when passes have ended already.
    @Test func theLargestNumberOfPassesGoesOnAtAnotherSpeed() throws {
        let runner = try PlayerRunner(ramp(1...1000))
        runner.player.changesRate = true
        runner.player.setLoops(-1)
        #expect(runner.play())
        #expect(runner.hear(1104, step: 8) == ramp(1...1000) + ramp(1...104))
        runner.player.setLoops(.max)
        #expect(runner.player.loops == .max)
        runner.player.rate = 2
        #expect(eventually { runner.player.pipeline.withLock { $0.timePitch?.rate } == 2 })
        runner.player.seek(to: 500)
        _ = runner.hear(1600, step: 8)
        #expect(runner.player.isPlaying)
        runner.player.setLoops(0)
        _ = runner.hear(1600, step: 8)
        #expect(runner.events == ["finished true"])
    }

    @Test func theLargestNumberOfPassesCanBeAddedTo() throws {
        let reader = try PlayerReader(PlayerRunner.file(ramp(1...50)))
        var samples = [Float](repeating: 0, count: 50)
        func read() -> Int { samples.withUnsafeMutableBufferPointer { reader.read($0.baseAddress!, frames: 50) } }
        try reader.seek(to: 0)
        reader.passesLeft = -1
        #expect(read() == 50 && read() == 50 && reader.passesEnded == 1)
        reader.passesLeft = .max
        try reader.goOn(from: 70)
        #expect(reader.passesEnded == 1 && reader.passesLeft > 1 << 60)
        #expect(read() == 30 && Array(samples.prefix(30)) == ramp(21...50))
    }

    @Test func aSeekStaysInItsPass() throws {
        let runner = try PlayerRunner(ramp(1...50))
        runner.player.setLoops(1)
        #expect(runner.play())
        #expect(runner.hear(16, step: 8) == ramp(1...16))
        runner.player.seek(to: 40)
        #expect(runner.hear(68, step: 4) == ramp(41...50) + ramp(1...50) + zeros(8))
        #expect(runner.events == ["finished true"])
    }

    @Test func aPassMayBeShorterThanACycle() throws {
        let runner = try PlayerRunner(ramp(1...3))
        runner.player.setLoops(9)
        #expect(runner.play())
        let all = (0..<10).flatMap { _ in ramp(1...3) }
        #expect(runner.hear(40, step: 8) == all + zeros(10))
        #expect(runner.events == ["finished true"])
    }
}
