import Foundation
import TerminalScreen
import TestSupport
import Testing
import ToolSupport

/// The line that moves while a sound plays or is recorded, on terminals of all kinds.
@Suite(.needsInstallation, .needs("script")) struct ProgressLineTests {
    /// What a terminal of so many columns gets.
    private func shown(_ tool: String, columns: Int, _ environment: String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let line = "stty rows 24 cols \(columns); env \(environment) \(tool)"
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
        let rows = text.split(whereSeparator: \.isNewline).map { $0.replacingOccurrences(of: "\u{1B}[K", with: "") }
            .filter { $0.hasPrefix("0:") || $0.contains("…") }
        #expect(!rows.isEmpty)
        for row in rows { #expect(DisplayText.width(row) <= max(1, columns - 1), "\(row)") }
    }

    @Test(arguments: tools) func aTerminalThatMovesNoCursorGetsNoCommand(tool: String) throws {
        for name in ["TERM=dumb", "TERM="] {
            #expect(try !shown(tool, columns: 80, "LC_ALL=C.UTF-8 " + name).contains("\u{1B}"), "\(name)")
        }
        #expect(try shown(tool, columns: 80, "LC_ALL=C.UTF-8 TERM=xterm").contains("\u{1B}[K"))
    }

    @Test func aTerminalOfAsciiGetsAscii() throws {
        let ascii = try shown(Self.tools[0], columns: 80, "TERM=xterm LC_ALL=C")
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 } && ascii.contains("  ########"), "\(ascii)")
        #expect(try shown(Self.tools[0], columns: 80, "TERM=xterm LC_ALL=C.UTF-8").contains("  ▮▮▮▮▮▮▮▮"))
    }

    /// Keys are for the terminal, unless what is typed is the sound.
    @Test func whatIsTypedCanBeTheSound() throws {
        let folder = try TemporaryFolder()
        let line = "(sleep 0.5; printf 'hello\\n\\004') | timeout 10 script -qec 'afplay -' shown"
        let result = try folder.tool("sh", "-c", line)
        #expect(result.status == 1)
        #expect(result.output.contains("text, and no sound"), "\(result.output)")
    }
}
