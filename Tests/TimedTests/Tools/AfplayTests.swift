import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// afplay against real servers of its own, heard through their monitors.
@Suite(.serialized, .needsInstallation) struct AfplayTests {
    /// A stereo Float32 WAVE file of `RenderCounter`'s signal.
    private static func makeFile(_ folder: TemporaryFolder, frames: Int) throws -> String {
        let path = folder.path + "/signal.wav"
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8, mFramesPerPacket: 1,
            mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        var file: AudioFileID?
        let url = URL(fileURLWithPath: path) as CFURL
        try #require(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
        let samples = (0..<frames * 2).map { RenderCounter.sample(Int64($0)) }
        var packets = UInt32(frames)
        let opened = try #require(file)
        #expect(AudioFileWritePackets(opened, false, packets * 8, nil, 0, &packets, samples) == noErr)
        #expect(AudioFileClose(opened) == noErr)
        return path
    }

    private static let tool = Installed.tool("afplay")

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theMonitorHearsTheFileSampleForSample(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let frames = 96_000
        let path = try Self.makeFile(folder, frames: frames)
        // A busy machine may drop a cycle: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            #expect(server.run(Self.tool, [path]) == 0)
            let heard = recorder.finish(frames: frames)
            let same = (0..<min(frames * 2, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
            if same < frames * 2, attempts.another() {
                print("\(kind): \(same) of \(frames * 2) samples equal; again")
                continue
            }
            #expect(same == frames * 2)
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theServersDeathIsSurvived(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let frames = 144_000
        let path = try Self.makeFile(folder, frames: frames)
        let before = try #require(Recorder(server))
        let player = try #require(server.launch(Self.tool, [path]))
        #expect(eventually { before.samples.contains { $0 != 0 } })
        server.crash()
        server.revive()
        let revived = HostTime.now()
        let after = try #require(Recorder(server))
        #expect(eventually(seconds: 5) { after.samples.contains { $0 != 0 } })
        let seconds = Double(HostTime.now() - revived) / 1e9
        print("\(kind): heard again \(seconds) s after the server's return, the recorder's start included")
        #expect(player.wait() == 0)
        let heard = after.finish(frames: 1000)
        let first = try #require(heard.first)
        #expect(first > RenderCounter.sample(0), "it went on where it was")
        #expect(RenderCounter.gaps(in: heard.prefix(1000)).isEmpty)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theDefaultDeviceIsFollowed(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 144_000)
        let speakers = try #require(Recorder(server))
        let headphones = try #require(Recorder(server, sink: "headphones"))
        let player = try #require(server.launch(Self.tool, [path]))
        #expect(eventually { speakers.samples.contains { $0 != 0 } })
        #expect(headphones.samples.allSatisfy { $0 == 0 })
        server.setDefault("headphones")
        #expect(eventually { headphones.samples.contains { $0 != 0 } })
        #expect(player.wait() == 0)
        #expect(headphones.finish(frames: 10_000).count >= 20_000)
    }

    @Test func withoutAServerItPlaysInSilenceAtRealSpeed() throws {
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 24_000)
        let start = HostTime.now()
        let result = try folder.run(Self.tool, "--debug", path)
        #expect(result.status == 0)
        #expect(result.errors.contains("frames played: 24000"))
        #expect(HostTime.now() - start >= 480_000_000)
    }

    /// Heard through the monitor: so many frames, each the file's times the volume, and then nothing.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed, ["file", "standard input"])
    func theTimeEndsAtTheFrame(kind: PrivateServer.Kind, way: String) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 96_000)
        let source = way == "file" ? path : "- < \(path)"
        for (volume, seconds, frames) in [(Float(2), "0.30001", 14_400), (0.5, "0.4567", 21_922)] {
            let command = "\(Self.tool) -v \(volume) -t \(seconds) \(source)"
            // A busy machine may drop a cycle: that shows, and is tried again.
            let attempts = Attempts()
            while true {
                let recorder = try #require(Recorder(server))
                #expect(server.run("/bin/sh", ["-c", command]) == 0)
                let heard = recorder.finish(frames: frames + 4800)
                let wanted = (0..<frames * 2).map { RenderCounter.sample(Int64($0)) * volume }
                let isSame = heard.starts(with: wanted) && heard.dropFirst(wanted.count).allSatisfy { $0 == 0 }
                if isSame { break }
                try #require(
                    attempts.another(), "\(kind), \(way), \(seconds) s: other samples, or of another number")
            }
        }
    }

    @Test func timeAndRateShortenIt() throws {
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 24_000)
        #expect(try folder.run(Self.tool, "-d", "-t", "0.1", path).errors.contains("frames played: 4800,"))
        #expect(try folder.run(Self.tool, "-d", "-t", "0", path).errors.contains("frames played: 0,"))
        #expect(try folder.run(Self.tool, "-d", "-r", "2", path).errors.contains("frames played: 12000,"))
    }

    @Test(arguments: [0.25, 0.4, 0.5, 0.75, 1.5, 2, 3], [0, 1]) func theRateKeepsThePitch(rate: Double, quality: Int)
        throws
    {
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 24_000)
        let result = try folder.run(Self.tool, "-d", "-r", "\(rate)", "-q", "\(quality)", "-t", "0.25", path)
        #expect(result.status == 0)
        let played = try #require(result.errors.firstMatch(of: /frames played: ([0-9]+),/)?.1)
        let wanted = 24_000 / rate
        // The time is kept to the frame.
        let tolerance = wanted > 12_000 ? 0.0 : 2
        #expect(abs(try #require(Double(played)) - min(wanted, 12_000)) <= tolerance, "\(rate)")
    }

    @Test func itBeginsWithinAndBeginsAgain() throws {
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 9_600)
        func played(_ arguments: String...) throws -> Substring? {
            let result = try folder.run(Self.tool, ["-d"] + arguments + [path])
            #expect(result.status == 0, "\(result.errors)")
            return result.errors.firstMatch(of: /frames played: ([0-9]+),/)?.1
        }
        #expect(try played("--start", "0.15") == "2400")
        #expect(try played("--loop", "3") == "28800")
        #expect(try played("--loop", "2", "--start", "0.1") == "9600")
        #expect(try played("--loop", "0", "--start", "0.1", "-t", "0.3") == "14400")
        for wrong in [["--start", "-1"], ["--loop", "-1"], ["--loop", "2", "http://localhost/x.mp3"]] {
            #expect(try folder.run(Self.tool, wrong + [path].dropLast(wrong.count > 2 ? 1 : 0)).status == 1, "\(wrong)")
        }
        // A start after the end plays nothing, so it is an error.
        for late in [["--start", "7"], ["--loop", "0", "--start", "0.2"]] {
            let result = try folder.run(Self.tool, late + [path])
            #expect(result.status == 1)
            #expect(result.errors == "Error: The start is not within the sound (-50): \(path): it lasts 0.200 s\n")
        }
    }

    /// Through the monitor: the second pass follows the first without a gap, from the frame that was asked for.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func passesFollowEachOther(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 24_000)
        let once = (12_000 * 2..<24_000 * 2).map { RenderCounter.sample(Int64($0)) }
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            #expect(server.run(Self.tool, ["--start", "0.25", "--loop", "2", path]) == 0)
            let heard = recorder.finish(frames: 24_000)
            if heard.starts(with: once + once) { break }
            try #require(attempts.another(), "\(kind): other samples")
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aNamedDevicePlays(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 48_000)
        let speakers = try #require(Recorder(server))
        let headphones = try #require(Recorder(server, sink: "headphones"))
        #expect(server.run(Self.tool, ["--device", "headphones", path]) == 0)
        #expect(headphones.samples.contains { $0 != 0 })
        #expect(speakers.samples.allSatisfy { $0 == 0 })
    }

    /// A file type whose head is at the end cannot be played as it arrives; other forms can.
    @Test(arguments: ["MPEG4/aac-stereo.m4a", "WAVE/speech.wav", "MPEGAudio/cbr-mono.mp3", "FLAC/s16-stereo.flac"])
    func pipesPlay(fixture: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy(fixture, as: "a")
        let direct = try folder.tool("afplay", "-d", "a").errors.firstMatch(of: /frames played: ([0-9]+),/)?.1
        #expect(direct != nil)
        for line in ["cat a | afplay -d /dev/stdin", "cat a | afplay -d -", "mkfifo p; (cat a >p &); afplay -d p"] {
            let result = try folder.tool("sh", "-c", line)
            #expect(result.status == 0, "\(line): \(result.errors)")
            let played = try #require(result.errors.firstMatch(of: /frames played: ([0-9]+),/)?.1, "\(line)")
            #expect(played != "0", "\(line)")
        }
        // At a rate that only a file can have, and with passes.
        let whole = try folder.tool("sh", "-c", "cat a | afplay -d -r 4 --loop 2 /dev/stdin")
        #expect(whole.status == 0 && whole.errors.contains("frames played"), "\(whole.errors)")
    }

    /// Programs that start others give them sockets.
    @Test(.needs("python3")) func aSocketPlays() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/speech.wav", as: "a.wav")
        let script = """
            from socket import socketpair; from subprocess import Popen
            ours, theirs = socketpair()
            player = Popen(['afplay', '-d', '/dev/stdin'], stdin=theirs)
            theirs.close()
            ours.sendall(open('a.wav', 'rb').read())
            ours.close()
            raise SystemExit(player.wait())
            """
        let result = try folder.tool("python3", "-c", script)
        #expect(result.status == 0 && result.errors.contains("frames played: "), "\(result.errors)")
    }

    /// A sound of the theme in the place of an alert; without a theme the file is missing.
    @Test func theAlertsOfAMacPlay() throws {
        let folder = try TemporaryFolder()
        let sounds = folder.path + "/sounds/freedesktop/stereo"
        try FileManager.default.createDirectory(atPath: sounds, withIntermediateDirectories: true)
        try folder.copy("WAVE/speech.wav", as: "sounds/freedesktop/stereo/bell.wav")
        let variables = ["XDG_DATA_HOME=/nonexistent", "XDG_DATA_DIRS=\(folder.path)"]
        let alert = "/System/Library/Sounds/Glass.aiff"
        let result = try folder.run("/usr/bin/env", variables + ["afplay", "-d", alert])
        #expect(result.status == 0, "\(result.errors)")
        let frames = try #require(result.errors.firstMatch(of: /frames played: ([0-9]+),/)?.1)
        #expect(abs(try #require(Double(frames)) - 2613 * 6) <= 2)
        for words in [["XDG_DATA_DIRS=/nonexistent", alert], ["XDG_DATA_HOME=/", "/System/Library/Sounds/No.aiff"]] {
            let missing = try folder.run("/usr/bin/env", variables + [words[0], "afplay", words[1]])
            let reason = "\(words[1]): no such file, nor a folder /System/Library/Sounds"
            #expect(missing.status == 1 && missing.errors == "Error: AudioFileOpen failed (-43): \(reason)\n")
        }
    }

    /// The line is for those who did not ask for silence.
    @Test func silenceThatWasChosenIsNotReported() throws {
        let folder = try TemporaryFolder()
        let path = try Self.makeFile(folder, frames: 480)
        #expect(try folder.run(Self.tool, path).errors == "")
        #expect(
            try folder.run("/usr/bin/env", "-u", "COREAUDIO_BACKEND", Self.tool, "--backend", "null", path).errors == ""
        )
    }

    @Test func whatIsNoSoundIsRefused() throws {
        let folder = try TemporaryFolder()
        let result = try folder.run(Self.tool, "/dev/null")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("Error: AudioFileOpen failed"))
        #expect(try folder.run(Self.tool, "-v", "-1", "x.wav").status == 1)
        #expect(try folder.run(Self.tool).status == 1)
    }
}
