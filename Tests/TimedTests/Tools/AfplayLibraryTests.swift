import Foundation
import TestSupport
import Testing

/// `afplay --library` in a terminal of the test's own, on a device that keeps time in silence.
@Suite(.serialized, .needsInstallation) struct AfplayLibraryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try MusicFiles.make(folder)
    }

    private func terminal(_ words: [String] = [], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
        try PseudoTerminal(
            [Installed.tool("afplay"), "--library"] + words, in: folder, columns: columns, rows: rows,
            environment: MusicFiles.environment(folder))
    }

    private func quit(_ terminal: PseudoTerminal) {
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test func enterPlaysTheListFromThere() throws {
        let terminal = try terminal()
        #expect(terminal.shows { $0.text.contains("Ebb") && $0.text.contains("1 of 4") && $0.text.contains("stopped") })
        terminal.type("\u{1B}[B\r")
        #expect(terminal.shows { $0.text.contains("▸ Élan 音楽") && $0.text.contains("playing") })
        #expect(terminal.shows(" 0:01 ━"), "time goes on")
        #expect(terminal.shows("Élan 音楽 – Anna"))
        terminal.type("n")
        #expect(terminal.shows { $0.text.contains("▸ A Flood") })
        terminal.type(" ")
        #expect(terminal.shows("paused"))
        terminal.type("[]")
        #expect(terminal.shows(" 1:00 ━"))
        terminal.type("p")
        #expect(terminal.shows(" 0:00 ─"), "back to the start first")
        terminal.type("p")
        #expect(terminal.shows("▸ Élan"))
        terminal.type("ls")
        #expect(terminal.shows { $0.text.contains("loop one") && $0.text.contains("shuffle") })
        terminal.type("?")
        #expect(terminal.shows("this help"))
        terminal.type("?")
        #expect(terminal.shows { !$0.text.contains("this help") })
        quit(terminal)
    }

    @Test func groupsAreAddedToTheQueue() throws {
        let terminal = try terminal()
        #expect(terminal.shows("Ebb"))
        terminal.type("2")
        #expect(terminal.shows { $0.text.contains("The Larks") && $0.text.contains("2 items") })
        terminal.type("\u{1B}[Ba")
        #expect(terminal.shows("2 added to the queue"))
        terminal.type(" ")
        #expect(terminal.shows { $0.text.contains("Ebb – The Larks") && $0.text.contains("playing") })
        terminal.type("\r")
        #expect(terminal.shows { $0.text.contains("Artists › The Larks") && $0.text.contains("▸ Ebb") })
        terminal.type("n")
        #expect(terminal.shows("▸ A Flood"))
        terminal.type("\u{1B}")
        #expect(terminal.shows { !$0.text.contains("›  The Larks") && $0.text.contains("Anna") })
        quit(terminal)
    }

    @Test func wordsAreLookedForAtOnceAndAsTheyAreTyped() throws {
        let terminal = try terminal(["larks", "flo"])
        #expect(terminal.shows { $0.text.contains("find: larks flo") && $0.text.contains("A Flood") })
        #expect(terminal.shows { !$0.text.contains("Ebb") && $0.text.contains("1 of 1") })
        terminal.type("\u{1B}")
        #expect(terminal.shows("Ebb"))
        terminal.type("/éla\r")
        #expect(terminal.shows { $0.text.contains("▸ Élan") && $0.text.contains("playing") })
        quit(terminal)
    }

    @Test(arguments: [(30, 10), (24, 9), (18, 6)]) func itFitsASmallScreen(size: (Int, Int)) throws {
        let terminal = try terminal(columns: size.0, rows: size.1)
        #expect(terminal.shows("Ebb"))
        terminal.type("\r")
        #expect(terminal.shows("playing"))
        quit(terminal)
    }

    @Test(arguments: ["Control-C", "SIGTERM", "SIGHUP"]) func everyEndRestoresTheTerminal(way: String) throws {
        let terminal = try terminal()
        #expect(terminal.shows { $0.hasOtherScreen && $0.text.contains("Ebb") } && !terminal.isRestored)
        var status = 128 + SIGINT
        switch way {
        case "SIGTERM": (_, status) = (terminal.send(SIGTERM), 128 + SIGTERM)
        case "SIGHUP": (_, status) = (terminal.send(SIGHUP), 128 + SIGHUP)
        default: terminal.type("\u{3}")
        }
        #expect(terminal.end() == status && terminal.isRestored)
    }

    /// The device that is named plays, and not the default one. Without the server the player waits in silence, and plays on after it.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed, [nil, "headphones"])
    func itPlaysOnAServer(kind: PrivateServer.Kind, device: String?) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        var environment = MusicFiles.environment(folder)
        environment["COREAUDIO_BACKEND"] = kind.backend
        let terminal = try PseudoTerminal(
            [Installed.tool("afplay"), "--library"] + (device.map { ["--device", $0] } ?? []), in: folder,
            environment: environment)
        #expect(terminal.shows { $0.text.contains("Ebb") && $0.text.contains("stopped") })
        let sinks = ["speakers", "headphones"]
        let wanted = device == nil ? [true, false] : [false, true]
        // Those that have played since the recorders began.
        func heard(_ recorders: [Recorder]) -> [Bool] { recorders.map { $0.samples.contains { $0 != 0 } } }
        var recorders = try sinks.map { try #require(Recorder(server, sink: $0)) }
        terminal.type("\r")
        #expect(terminal.shows { $0.text.contains(" 0:01 ━") && $0.text.contains("playing") })
        #expect(heard(recorders) == wanted)
        recorders = []
        server.crash()
        #expect(terminal.shows("waiting for the sound server"))
        server.revive()
        #expect(terminal.shows { !$0.text.contains("waiting") && $0.text.contains("playing") })
        // Until it is on its device, it may be heard on another.
        #expect(
            eventually {
                recorders = sinks.compactMap { Recorder(server, sink: $0) }
                return recorders.count == 2 && heard(recorders) == wanted
            })
        quit(terminal)
    }

    @Test func wrongUsesAreRefused() throws {
        let tool = Installed.tool("afplay")
        let piped = try folder.tool(tool, "--library")
        #expect(piped.status == 1 && piped.errors.contains("--library needs a terminal"))
        let mixed = try folder.tool(tool, "--library", "--rate", "2")
        #expect(mixed.status == 1 && mixed.errors.contains("--library goes with --device and --backend alone."))
    }
}
