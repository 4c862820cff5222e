import Foundation
import TestSupport
import Testing

/// `MPMediaPickerController` in a terminal of the test's own.
@Suite(.serialized) struct TerminalPickerTests {
    /// A folder with four songs, one of which has a title that would command the terminal.
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try MusicFiles.make(folder)
    }

    private func terminal(_ words: [String] = [], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
        try PseudoTerminal(
            [Products.folder + "/picker-program"] + words, in: folder, columns: columns, rows: rows,
            environment: MusicFiles.environment(folder))
    }

    @Test func oneSongIsPicked() throws {
        let terminal = try terminal()
        #expect(terminal.shows { $0.text.contains("Songs for the journey") && $0.text.contains("Ebb") })
        #expect(terminal.shows("1 of 4") && terminal.screen.hasOtherScreen)
        terminal.type("/floo\r")
        #expect(terminal.shows("picked A Flood"))
        #expect(terminal.isRestored && !terminal.screen.hasOtherScreen)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
        // What is typed from now on is the program's.
        terminal.type("hello\n\u{4}")
        #expect(terminal.shows("read hello") && terminal.end() == 0)
    }

    @Test func severalArePicked() throws {
        let terminal = try terminal(["several"])
        #expect(terminal.shows("Ebb"))
        terminal.type("\r\u{1B}[B\r")
        #expect(terminal.shows { $0.text.contains("✓ Ebb") && $0.text.contains("2 items") })
        terminal.type("\r")
        #expect(terminal.shows { $0.text.contains("1 item ") && $0.text.contains("✓ Ebb") })
        // The second artist has two songs.
        terminal.type("2\u{1B}[B\r")
        #expect(terminal.shows("Artists › The Larks"))
        terminal.type("a")
        #expect(terminal.shows("2 items"))
        terminal.type("d")
        #expect(terminal.shows("picked Ebb+A Flood"))
    }

    @Test(arguments: ["q", "\u{1B}"]) func nothingIsPicked(key: String) throws {
        let terminal = try terminal(columns: 30, rows: 10)
        #expect(terminal.shows("Ebb"))
        terminal.type("?")
        #expect(terminal.shows("escape"))
        terminal.type(" ")
        #expect(terminal.shows { $0.text.contains("Ebb") && !$0.text.contains("tab and") })
        terminal.type(key)
        #expect(terminal.shows("cancelled") && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalGivesTheTerminalBack(signal: Int32) throws {
        let terminal = try terminal()
        #expect(terminal.shows("Ebb") && !terminal.isRestored)
        if signal == SIGINT { terminal.type("\u{3}") } else { terminal.send(signal) }
        #expect(terminal.end() == 128 + signal && terminal.isRestored)
    }

    /// After the picker, signals do what they did before.
    @Test func aSignalAfterThePickerEndsTheProgram() throws {
        let terminal = try terminal()
        #expect(terminal.shows("Ebb"))
        terminal.type("q")
        #expect(terminal.shows("cancelled"))
        terminal.send(SIGTERM)
        #expect(terminal.end() == 128 + SIGTERM)
    }
}
