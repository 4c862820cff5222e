import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What stays of a recording whose recorder is killed, or whose disk is full.
@Suite(.serialized, .needsInstallation) struct RecorderTests {
    private let folder = ScratchFolder()

    struct Kind: Sendable, CustomTestStringConvertible {
        let file: String
        let data: String
        /// Seconds that a killed recording may lose.
        let loss: Double
        var testDescription: String { "\(data) in \(file)" }
    }

    /// Where packets vary in size a table ahead of them holds where they begin.
    static let kinds = [
        Kind(file: "lpcm.caf", data: "LEI16@44100", loss: 0.2), Kind(file: "float.caf", data: "LEF32@48000", loss: 0.2),
        Kind(file: "ima4.caf", data: "ima4", loss: 0.2), Kind(file: "lpcm.wav", data: "LEI16", loss: 0.2),
        Kind(file: "lpcm.aiff", data: "BEI16", loss: 0.2), Kind(file: "float.aifc", data: "BEF32", loss: 0.2),
        Kind(file: "aac.aac", data: "aac", loss: 0.2), Kind(file: "alac.m4a", data: "alac", loss: 0.2),
        Kind(file: "aac.m4a", data: "aac", loss: 0.2), Kind(file: "aac.caf", data: "aac", loss: 0.2),
        Kind(file: "alac.caf", data: "alac", loss: 0.2), Kind(file: "flac.caf", data: "flac", loss: 0.3),
    ]

    /// Rounds, each of which kills a recorder of every kind.
    private static let rounds =
        ProcessInfo.processInfo.environment["COREAUDIO_KILLS"].flatMap(Int.init)
        .map { ($0 + kinds.count - 1) / kinds.count } ?? 1

    private func recorder(_ arguments: [String]) throws -> ChildProcess {
        let environment = ProcessInfo.processInfo.environment.merging(["COREAUDIO_BACKEND": "null"]) { $1 }
        return try #require(ChildProcess(Installed.tool("afrecord"), arguments, environment: environment))
    }

    /// The microphone of the null device has a thread of its own, which begins when the recording does.
    private func waitForStart(_ recorders: [ChildProcess]) -> [ContinuousClock.Instant?] {
        var starts = [ContinuousClock.Instant?](repeating: nil, count: recorders.count)
        _ = eventually(seconds: 20) {
            for (index, recorder) in recorders.enumerated() where starts[index] == nil {
                if recorder.hasThread(named: "null-audio") { starts[index] = .now }
            }
            return starts.allSatisfy { $0 != nil }
        }
        return starts
    }

    @Test func aKilledRecordingKeepsAllButItsEnd() throws {
        var random = SeededRandom(7)
        var losses = [[Double]](repeating: [], count: Self.kinds.count)
        for _ in 0..<Self.rounds {
            var launches: [ContinuousClock.Instant] = []
            let recorders = try Self.kinds.map { kind in
                launches.append(.now)
                return try recorder(["-d", kind.data, folder.file(kind.file)])
            }
            let starts = waitForStart(recorders)
            // One after the other at random moments of the next seconds.
            var delay = Duration.milliseconds(400)
            for index in Self.kinds.indices.shuffled(using: &random) {
                let kind = Self.kinds[index]
                let start = try #require(starts[index])
                delay += .microseconds(Int(random.next() % 250_000))
                while ContinuousClock.now < start + delay { usleep(500) }
                let length = ContinuousClock.now - start
                #expect(recorders[index].end(by: SIGKILL) == SIGKILL)
                let kept = try kept(kind)
                let lost = length / .seconds(1) - kept
                losses[index].append(lost)
                #expect(lost <= kind.loss, "\(kind.testDescription): \(kept) s of \(length) kept")
                // The start is noticed some time after it; nothing is recorded before the program runs.
                #expect(kept <= (start + length - launches[index]) / .seconds(1))
            }
        }
        for (kind, losses) in zip(Self.kinds, losses) {
            let sorted = losses.sorted().map { Int($0 * 1000) }
            print(
                "\(kind.testDescription): \(Self.rounds) recorders killed, "
                    + "\(sorted[sorted.count / 2]) ms lost in the middle, \(sorted.last ?? 0) ms at most")
        }
    }

    /// Seconds of sound in a file, all of which can be decoded.
    private func kept(_ kind: Kind) throws -> Double {
        try PublicFile.with(folder.url(kind.file)) { id in
            let format = try PublicFile.property(
                id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            let bytes = try PublicFile.decode(
                folder.url(kind.file), to: .int(16, rate: format.mSampleRate, channels: format.mChannelsPerFrame))
            return Double(bytes.count / 2 / Int(format.mChannelsPerFrame)) / format.mSampleRate
        }
    }

    /// Silence is soon encoded: a few blocks of 512 bytes are enough for seconds of AAC.
    @Test(arguments: [
        ("full.caf", "LEI16", 80), ("full.wav", "LEI16", 80), ("full.m4a", "aac", 16), ("full.aac", "aac", 4),
    ])
    func aFullDiskEndsTheRecordingWithAnError(file: String, data: String, blocks: Int) throws {
        let command = "ulimit -f \(blocks); exec \"$0\" -t 30 -d \(data) \"$1\""
        let environment = ProcessInfo.processInfo.environment.merging(["COREAUDIO_BACKEND": "null"]) { $1 }
        let recorder = try #require(
            ChildProcess(
                "/bin/sh", ["-c", command, Installed.tool("afrecord"), folder.file(file)],
                environment: environment))
        #expect(recorder.wait() == 1)
        let size = try #require(folder.bytes(file)).count
        #expect(size <= blocks * 512)
        // What had been written can be read.
        #expect(try kept(Kind(file: file, data: data, loss: 1)) > 0.1)
    }

    @Test(arguments: [
        ("whole.caf", "LEF32@48000", 0.3), ("whole.wav", "LEI16", 0.3), ("whole.m4a", "alac", 0.3),
        ("aac.m4a", "aac", 0.3), ("whole.caf", "flac", 0.3), ("whole.amr", "samr", 0.3),
    ])
    func recordsForATime(file: String, data: String, seconds: Double) throws {
        #expect(try recorder(["-t", "\(seconds)", "-d", data, folder.file(file)]).wait() == 0)
        let kept = try kept(Kind(file: file, data: data, loss: 0))
        #expect(kept >= seconds && kept < seconds + 1)
    }

    /// Types that can say so hold the time to the frame, whatever the size of their packets.
    @Test(arguments: [
        ("a.caf", "LEF32@48000", 96_000), ("a.wav", "LEI16", 88_200), ("a.aiff", "BEI16", 88_200),
        ("a.m4a", "alac", 88_200),
        ("a.m4a", "aac", 88_200), ("a.caf", "aac@48000", 96_000), ("a.caf", "ima4", 88_200), ("a.caf", "flac", 88_200),
        ("a.flac", "flac", 88_200), ("a.opus", "opus", 96_000),
    ])
    func theTimeIsKeptToTheFrame(file: String, data: String, frames: Int) throws {
        #expect(try recorder(["-t", "2", "-d", data, folder.file(file)]).wait() == 0)
        let kept = try PublicFile.with(folder.url(file)) { id in
            let format = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(
                try PublicFile.property(id, kAudioFilePropertyEstimatedDuration, Float64(0)) == 2.0)
            let bytes = try PublicFile.decode(
                folder.url(file), to: .int(16, rate: format.mSampleRate, channels: format.mChannelsPerFrame))
            return bytes.count / 2 / Int(format.mChannelsPerFrame)
        }
        #expect(kept == frames)
    }

    /// The extension chooses the type, and the type a data format that it holds.
    @Test(arguments: [
        ("rec.opus", "Oggf", "opus"), ("rec.ogg", "Oggf", "opus"), ("rec.m4a", "m4af", "aac "),
        ("rec.flac", "flac", "flac"),
        ("rec.aac", "adts", "aac "), ("rec.amr", "amrf", "samr"), ("rec.wav", "WAVE", "lpcm"),
        ("rec.caf", "caff", "lpcm"),
        ("rec.aif", "AIFF", "lpcm"), ("rec", "AIFF", "lpcm"),
    ])
    func theExtensionChoosesTheFormat(file: String, type: String, format: String) throws {
        #expect(try recorder(["-t", "0.2", folder.file(file)]).wait() == 0)
        try PublicFile.with(folder.url(file)) { id in
            let found = try PublicFile.property(id, kAudioFilePropertyFileFormat, UInt32(0))
            let description = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(Self.text(found) == type && Self.text(description.mFormatID) == format)
        }
    }

    private static func text(_ code: UInt32) -> String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
    }

    /// The file is there before anything is recorded: a script may take that as the sign that it can stop the recorder.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalAtTheStartIsNotLost(signal: Int32) throws {
        for round in 0..<10 {
            let file = folder.file("early\(round).caf")
            let start = ContinuousClock.now
            let recorder = try recorder(["-t", "60", file])
            #expect(eventually(seconds: 20) { FileManager.default.fileExists(atPath: file) })
            #expect(recorder.end(signal) == 0)
            #expect(ContinuousClock.now - start < .seconds(50))
        }
    }

    private func shell(_ command: String, _ file: String) throws -> ChildProcess {
        let environment = ProcessInfo.processInfo.environment.merging(["COREAUDIO_BACKEND": "null"]) { $1 }
        return try #require(
            ChildProcess(
                "/bin/sh", ["-c", command, Installed.tool("afrecord"), folder.file(file)], environment: environment))
    }

    @Test func aHangupThatIsIgnoredIsNoEnd() throws {
        let recorder = try shell("trap '' HUP; exec \"$0\" -t 1 -d LEI16 \"$1\"", "nohup.caf")
        #expect(waitForStart([recorder]).allSatisfy { $0 != nil })
        #expect(recorder.end(SIGHUP) == 0)
        #expect(try kept(Kind(file: "nohup.caf", data: "LEI16", loss: 0)) >= 1)
    }

    @Test func aReaderOfTheProgressMayGoAway() throws {
        let command = "{ \"$0\" --meter -t 1 -d LEI16 \"$1\" 2>&1; echo $? > \"$1.status\"; } | true; wait"
        #expect(try shell(command, "meter.caf").wait() == 0)
        #expect(eventually(seconds: 20) { folder.bytes("meter.caf.status") == Array("0\n".utf8) })
        #expect(try kept(Kind(file: "meter.caf", data: "LEI16", loss: 0)) >= 1)
    }

    @Test func theEncoderGetsItsBitRate() throws {
        let options = ["-t", "0.2", "-d", "aac", "-q", "127", "-b"]
        #expect(try recorder(options + ["64000", folder.file("rate.m4a")]).wait() == 0)
        #expect(try recorder(options + ["0", folder.file("none.m4a")]).wait() == 1)
        // Refused before a file is begun.
        #expect(folder.bytes("none.m4a") == nil)
    }

    @Test(arguments: [SIGINT, SIGTERM]) func anInterruptFinishesTheFile(signal: Int32) throws {
        let recorder = try recorder(["-d", "aac", folder.file("sound.caf")])
        #expect(waitForStart([recorder]).allSatisfy { $0 != nil })
        #expect(eventually { (folder.bytes("sound.caf")?.count ?? 0) > 4200 })
        #expect(recorder.end(signal) == 0)
        #expect(try kept(Kind(file: "sound.caf", data: "aac", loss: 1)) > 0.05)
    }
}
