import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The tools in a terminal of the test's own, on a device that keeps time in silence.
@Suite(.serialized, .needsInstallation) struct TerminalUseTests {
    /// A CAF file of silence with 16-bit samples at 8000 Hz.
    private static func makeSound(_ folder: TemporaryFolder, seconds: Int, name: String = "a.caf") throws {
        let samples = [UInt8](repeating: 0, count: seconds * 16_000)
        let url = URL(fileURLWithPath: folder.path + "/" + name) as CFURL
        try PublicFile.create(url, kAudioFileCAFType, .int(16, rate: 8000), samples)
    }

    // MARK: afplay

    @Test func afplayTakesKeys() throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 90)
        let terminal = try PseudoTerminal(["afplay", "a.caf"], in: folder)
        #expect(terminal.shows("a.caf") && terminal.shows("0:01 / 1:30"))
        terminal.type("\u{1B}[C\u{1B}[C")
        #expect(terminal.shows { $0.text.contains("0:11 / 1:30") || $0.text.contains("0:12 / 1:30") })
        terminal.type("\u{1B}[D")
        #expect(terminal.shows { $0.text.contains("0:06 / 1:30") || $0.text.contains("0:07 / 1:30") })
        terminal.type(" ")
        #expect(terminal.shows("paused"))
        let paused = terminal.screen.text
        // Seeking leaves it paused.
        terminal.type("\u{1B}[C")
        #expect(terminal.shows { $0.text != paused && $0.text.contains("paused") })
        terminal.type(" ")
        #expect(terminal.shows { !$0.text.contains("paused") })
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(terminal.isRestored)
    }

    /// To the start and no further; past the end it ends.
    @Test func seekingStaysWithinTheSound() throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 8)
        let terminal = try PseudoTerminal(["afplay", "-d", "a.caf"], in: folder)
        #expect(terminal.shows("0:01 / 0:08"))
        terminal.type("\u{1B}[D")
        #expect(terminal.shows("0:00 / 0:08"))
        terminal.type("\u{1B}[C\u{1B}[C")
        #expect(terminal.end() == 0)
        #expect(terminal.isRestored && terminal.screen.text.contains("0:08 / 0:08"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalRestoresTheTerminal(signal: Int32) throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 90)
        let terminal = try PseudoTerminal(["afplay", "a.caf"], in: folder)
        #expect(terminal.shows("0:01 / 1:30"))
        terminal.send(signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.isRestored)
    }

    /// Where one of the streams is no terminal, no key is taken.
    @Test(arguments: ["afplay a.caf </dev/null", "afplay a.caf | cat", "afplay a.caf 2>errors"])
    func keysAreLeftAlone(line: String) throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 2)
        let terminal = try PseudoTerminal(["sh", "-c", line], in: folder)
        terminal.type("q")
        let start = ContinuousClock.now
        #expect(terminal.end() == 0)
        #expect(ContinuousClock.now - start > .seconds(1))
        #expect(terminal.isRestored)
    }

    /// The shell's pipeline goes on in the background, where the terminal is another's.
    @Test func inTheBackgroundItPlaysOn() throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 1)
        let terminal = try PseudoTerminal(
            ["bash", "-ic", "set -m; afplay a.caf & wait $!; echo status $?"], in: folder)
        #expect(terminal.shows("status 0"))
        #expect(terminal.end() == 0)
    }

    @Test func theTitleIsShown() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-info.wav", as: "a.wav")
        let info = try folder.tool("afinfo", "-i", "a.wav").output
        let title = try #require(info.firstMatch(of: #/title: (.*)/#)?.1)
        let terminal = try PseudoTerminal(["afplay", "a.wav"], in: folder)
        #expect(terminal.end() == 0)
        #expect(terminal.screen.text.contains(title))
    }

    // MARK: afrecord

    @Test(arguments: ["x", "\r", "\u{1B}", " "]) func anyKeyEndsARecording(key: String) throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(["afrecord", "a.caf"], in: folder)
        #expect(terminal.shows("Recording, press any key to stop:") && terminal.shows("0:01"))
        terminal.type(key)
        #expect(terminal.end() == 0)
        #expect(terminal.isRestored)
        #expect(try folder.tool("afinfo", "a.caf").status == 0)
    }

    // MARK: afconvert

    /// Longer than a second: an hour of silence at a high quality. It is ended once it shows how far it is.
    @Test func longConversionsShowTheirProgress() throws {
        let folder = try TemporaryFolder()
        try Self.makeSound(folder, seconds: 3600)
        let words = ["afconvert", "a.caf", "-d", "LEF64@192000", "-f", "caff", "/dev/null"]
        let terminal = try PseudoTerminal(words, in: folder)
        #expect(terminal.shows { $0.text.contains(" %") })
        terminal.send(SIGTERM)
        #expect(terminal.end() == 128 + SIGTERM)
        let piped = try folder.tool(
            "sh", "-c", "timeout 3 afconvert a.caf -d LEF64@192000 -f caff /dev/null 2>&1 | cat")
        #expect(piped.output == "")
        // What is short shows nothing.
        let short = try PseudoTerminal(
            ["afconvert", "--offset", "28799000", "a.caf", "-f", "WAVE", "b.wav"], in: folder)
        #expect(short.end() == 0)
        #expect(short.screen.text.allSatisfy { $0.isWhitespace })
    }

    @Test func soundDoesNotGoToATerminal() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for words in [["afconvert", "-f", "WAVE", "a.wav", "-"], ["afrecord", "-f", "WAVE", "-t", "0.1", "-"]] {
            let terminal = try PseudoTerminal(words, in: folder)
            #expect(terminal.end() == 1)
            #expect(terminal.screen.text.contains("Error: Writing standard output failed (-54): a terminal"))
        }
    }
}
