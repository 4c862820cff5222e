import AudioCore
import Foundation
import TestSupport
import Testing
import ToolSupport

/// Texts from files and names of files cannot command the terminal.
@Suite struct TerminalSafetyTests {
    /// Escape sequences of both kinds, a bell, a backspace and DEL.
    private static let hostile = "a\u{1B}]0;x\u{7}b\u{9B}2Jc\u{8}\u{7F}d\u{85}e"

    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        }
    }

    @Test func controlsAreReplacedAndLinesStay() {
        #expect(Self.hostile.withoutControls == "a\u{FFFD}]0;x\u{FFFD}b\u{FFFD}2Jc\u{FFFD}\u{FFFD}d\u{FFFD}e")
        #expect("a\r\nb\tc\rd\r".withoutControls == "a\nb\tc\u{FFFD}d\u{FFFD}")
        #expect("Tïtle 音".withoutControls == "Tïtle 音")
        #expect(JSON.string("\u{1B}\u{9B}\u{7F}é").text == "\"\\u001b\\u009b\\u007fé\"")
    }

    private func hostileFile(_ folder: TemporaryFolder) throws -> String {
        let name = Self.hostile + ".caf"
        try folder.copy("CAF/s16be-stereo.caf", as: name)
        try AnnotatedFile.open(folder.path + "/" + name).annotate(["title": Self.hostile, "artist": "B\u{F6}b\rC"])
        return name
    }

    @Test(.needsInstallation, arguments: ["", "-b", "-i", "-x", "--json", "--warnings"])
    func reportsAreHarmless(option: String) throws {
        let folder = try TemporaryFolder()
        let name = try hostileFile(folder)
        let result = try folder.run("/usr/bin/env", ["afinfo"] + (option.isEmpty ? [] : [option]) + [name])
        #expect(result.status == 0 && isHarmless(result.output) && isHarmless(result.errors))
        switch option {
        case "-i": #expect(result.output.contains("    artist: B\u{F6}b\nC\n"))
        // These are read by programs: nothing is lost.
        case "-x": #expect(result.output.contains("b&#155;2Jc"))
        case "--json": #expect(result.output.contains("\"title\":\"a\\u001b]0;x\\u0007b\\u009b2Jc"))
        default: #expect(result.output.contains("\u{FFFD}]0;x"))
        }
    }

    @Test(.needsInstallation) func otherToolsAreHarmless() throws {
        let folder = try TemporaryFolder()
        let name = try hostileFile(folder)
        for words in [
            ["afconvert", "-v", name, "-d", "ima4", "-f", "caff", name + "2"], ["afconvert", "none" + name, "b.caf"],
            ["afconvert", name, "-" + Self.hostile], ["afinfo", "none" + name], ["afinfo", "--" + Self.hostile],
            ["afplay", "none" + name], ["afplay", "-d", "-t", "0.01", name], ["afplay", "--" + Self.hostile],
            ["afrecord", "-t", "0.1", "nowhere/" + name], ["afrecord", "--" + Self.hostile, "a.wav"],
            ["auvalidate", Self.hostile],
        ] {
            let result = try folder.run("/usr/bin/env", words)
            #expect(isHarmless(result.output) && isHarmless(result.errors), "\(words[0]) \(words.count)")
        }
    }

    /// Bytes that are no UTF-8 are what they are in a pipe, and replaced on a terminal that may take them for controls.
    @Test(.needsInstallation, .needs("script")) func bytesOfNamesAreReplacedOnATerminal() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let words = #"n=$(printf 'a\2332J.wav'); cp a.wav "$n"; afinfo -b "$n" > piped; afinfo -b "$n""#
        try folder.run("/usr/bin/env", "script", "-qec", words, "shown").expectSuccess()
        #expect(try folder.bytes("piped").contains(0x9B))
        #expect(try !folder.bytes("shown").contains(0x9B))
        #expect(String(decoding: try folder.bytes("shown"), as: UTF8.self).contains("a\u{FFFD}2J.wav, WAVE"))
    }
}
