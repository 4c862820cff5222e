import Foundation
import TestSupport
import Testing
import ToolSupport

/// The line that moves while a sound plays or is recorded, on terminals of all kinds.
@Suite(.needsInstallation, .needs("script")) struct ProgressLineTests {
    /// What a terminal of so many columns gets.
    private func shown(_ tool: String, columns: Int, _ environment: String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let line = "stty cols \(columns); env \(environment) \(tool)"
        try folder.run("/usr/bin/env", "script", "-qec", line, "shown").expectSuccess()
        let text = String(decoding: try folder.bytes("shown"), as: UTF8.self)
        // The program `script` puts a line before and behind it.
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Script ") }
            .joined(separator: "\n")
    }

    private static let tools = ["afplay --loop 20 -t 0.4 a.wav", "afrecord -t 0.4 b.wav"]

    @Test(arguments: tools, [1, 2, 3, 10, 20, 40, 80])
    func itStaysInOneRow(tool: String, columns: Int) throws {
        let text = try shown(tool, columns: columns, "TERM=xterm LC_ALL=C.UTF-8")
        let rows = text.split(whereSeparator: { "\r\n".contains($0) || $0 == "\r\n" }).map {
            $0.replacingOccurrences(of: "\u{1B}[K", with: "")
        }.filter { $0.contains(":") && !$0.hasPrefix("Recording") || $0.contains("…") }
        #expect(!rows.isEmpty)
        for row in rows { #expect(DisplayText.width(row) <= max(1, columns - 1), "\(row)") }
    }

    @Test(arguments: tools) func aTerminalThatMovesNoCursorGetsNoCommand(tool: String) throws {
        for name in ["TERM=dumb", "TERM="] {
            #expect(try !shown(tool, columns: 80, "LC_ALL=C.UTF-8 " + name).contains("\u{1B}"), "\(name)")
        }
        #expect(try shown(tool, columns: 80, "LC_ALL=C.UTF-8 TERM=xterm").contains("▯\u{1B}[K"))
    }

    @Test(arguments: tools) func aTerminalOfAsciiGetsAscii(tool: String) throws {
        let text = try shown(tool, columns: 80, "TERM=xterm LC_ALL=C")
        #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.contains("  ---------"), "\(text)")
    }

    /// Keys are for the terminal, unless what is typed is the sound.
    @Test func whatIsTypedCanBeTheSound() throws {
        let folder = try TemporaryFolder()
        for name in ["-", "/dev/stdin"] {
            let line = "(sleep 0.5; printf 'hello\\n\\004') | timeout 10 script -qec 'afplay \(name)' shown"
            let result = try folder.tool("sh", "-c", line)
            #expect(result.status == 1, "\(name)")
            #expect(result.output.contains("text, and no sound"), "\(name): \(result.output)")
        }
    }
}
