import AudioToolbox
import Foundation
import TestSupport
import Testing

/// `afplay --tui` in a terminal of the test's own, on a device that keeps time in silence.
@Suite(.serialized, .needsInstallation) struct AfplayScreenTests {
    private static let tool = Installed.tool("afplay")

    /// A CAF file of half-scale samples, with a title and an artist.
    static func makeSong(
        _ folder: TemporaryFolder, _ name: String, seconds: Double, title: String, artist: String = "Nobody"
    ) throws {
        var format = AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        var file: AudioFileID?
        let url = URL(fileURLWithPath: folder.path + "/" + name) as CFURL
        try #require(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &file) == noErr)
        let opened = try #require(file)
        let samples: [Int16] = (0..<Int(seconds * 8000) * 2).map {
            $0 % 2 == 1 ? 0 : $0 / 8 % 2 == 0 ? 16384 : -16384
        }
        var packets = UInt32(samples.count / 2)
        #expect(AudioFileWritePackets(opened, false, packets * 4, nil, 0, &packets, samples) == noErr)
        let texts = NSMutableDictionary()
        texts.setObject(title as NSString, forKey: kAFInfoDictionary_Title as NSString)
        texts.setObject(artist as NSString, forKey: kAFInfoDictionary_Artist as NSString)
        var reference: UnsafeRawPointer? = UnsafeRawPointer(Unmanaged.passUnretained(texts).toOpaque())
        #expect(AudioFileSetProperty(opened, kAudioFilePropertyInfoDictionary, 8, &reference) == noErr)
        withExtendedLifetime(texts) {}
        #expect(AudioFileClose(opened) == noErr)
    }

    /// A folder with three songs of a minute.
    private static func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (index, title) in ["One", "Two", "Three"].enumerated() {
            try makeSong(folder, "\(index).caf", seconds: 90, title: title)
        }
        return folder
    }

    @Test func keysPlayTheSongs() throws {
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal([Self.tool, "--tui", "."], in: folder)
        #expect(
            terminal.shows { $0.text.contains("playing") && $0.text.contains("▸ One") && $0.text.contains("Three") })
        #expect(terminal.shows("1 of 3") && terminal.shows("One – Nobody") && terminal.shows("1:30"))
        // Half scale on the left, silence on the right.
        #expect(terminal.shows { $0.lines[21].contains("L ▮▮▮▮▮▮▮▮▮▮") && $0.lines[21].contains("R ▯") })
        #expect(terminal.shows(" 0:01 ━"), "time goes on")
        terminal.type("n")
        #expect(terminal.shows { $0.text.contains("▸ Two") && $0.text.contains("2 of 3") })
        terminal.type("\u{1B}[B\r")
        #expect(terminal.shows("▸ Three"))
        terminal.type("p")
        #expect(terminal.shows("▸ Two"))
        terminal.type("--l")
        #expect(terminal.shows { $0.text.contains("volume 90 %") && $0.text.contains("loop one") })
        terminal.type("?")
        #expect(terminal.shows("this help"))
        terminal.type("?")
        #expect(terminal.shows { !$0.text.contains("this help") })
        terminal.type(" ")
        #expect(terminal.shows("paused"))
        terminal.type("[]")
        #expect(terminal.shows(" 1:00 ━"))
        terminal.type("\u{1B}[D\u{1B}[D")
        #expect(terminal.shows(" 0:50 ━"))
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test func songsAreFoundMutedAndShuffled() throws {
        let folder = try Self.makeFolder()
        try Self.makeSong(folder, "3.caf", seconds: 90, title: "Übung")
        let terminal = try PseudoTerminal([Self.tool, "--tui", "."], in: folder)
        #expect(terminal.shows("▸ One"))
        terminal.type("/ubu")
        #expect(terminal.shows { $0.text.contains("find: ubu_") && $0.text.contains("1 of 4") })
        #expect(terminal.shows { $0.text.contains("Übung") && !$0.text.contains("Two") })
        terminal.type("\u{7F}\u{7F}\u{7F}Ü")
        #expect(terminal.shows { $0.text.contains("find: Ü_") && $0.text.contains("1 of 4") })
        terminal.type("\u{1B}")
        #expect(terminal.shows { !$0.text.contains("find:") && $0.text.contains("▸ One") && $0.text.contains("Two") })
        terminal.type("/thr\r")
        #expect(terminal.shows { $0.text.contains("▸ Three") && !$0.text.contains("find:") })
        terminal.type("m")
        // The meters are those of the sound before its volume.
        #expect(terminal.shows("muted"))
        terminal.type("s")
        #expect(terminal.shows("shuffle"))
        terminal.type("ms")
        #expect(terminal.shows { $0.text.contains("volume 100 %") && !$0.text.contains("shuffle") })
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func withoutItsServerItWaitsInSilence(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal(
            [Self.tool, "--tui", "."], in: folder, environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(terminal.shows { $0.text.contains(" 0:01 ━") && $0.lines[21].contains("L ▮") })
        server.crash()
        #expect(
            terminal.shows { $0.text.contains("waiting for the sound server") && $0.lines[21].contains("L ▯") })
        server.revive()
        #expect(terminal.shows { !$0.text.contains("waiting") && $0.lines[21].contains("L ▮") })
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
    }

    /// The program plays on the chosen output, and the default one stays. A device that was named is left for it.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed, [[], ["--device", "speakers"]])
    func anOutputIsChosen(kind: PrivateServer.Kind, options: [String]) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal(
            [Self.tool, "--tui"] + options + ["."], in: folder, environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(terminal.shows { $0.text.contains(" 0:01 ━") && $0.lines[21].contains("L ▮") })
        terminal.type("o")
        #expect(terminal.shows { $0.text.contains("▸ speakers") && $0.text.contains("  headphones") })
        #expect(terminal.shows { $0.text.contains(" outputs ") && $0.text.contains("output volume 100 %") })
        terminal.type("---")
        #expect(terminal.shows("output volume 81 %"))
        server.addSink("screen", ["device.bus": "usb"])
        #expect(terminal.shows(" USB "))
        // The row below that of the speakers, whatever came before that.
        terminal.type("\u{1B}[B\r")
        #expect(terminal.shows { !$0.text.contains(" outputs ") && $0.text.contains("▸ One") })
        terminal.type("o")
        #expect(terminal.shows { $0.text.contains("▸ headphones") && $0.text.contains("  speakers") })
        #expect(terminal.shows("output volume 100 %"))
        // It goes, and the player with it to the default one.
        server.removeSink("headphones")
        #expect(terminal.shows { $0.text.contains("▸ speakers") && !$0.text.contains("headphones") })
        terminal.type("o")
        #expect(terminal.shows { $0.text.contains("▸ One") && $0.lines[21].contains("L ▮") })
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test(.needs("setpriv")) func aFolderThatCannotBeReadSaysSo() throws {
        let folder = try TemporaryFolder()
        let made = try folder.tool("sh", "-c", "chmod 755 .; mkdir closed; touch closed/a.wav; chmod 0 closed")
        try #require(made.status == 0)
        defer { _ = try? folder.tool("chmod", "755", "closed") }
        // The user root may do all.
        let asAnother = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--clear-groups"] : []
        let terminal = try PseudoTerminal(asAnother + [Self.tool, "--tui", "closed"], in: folder)
        #expect(terminal.end() == 1)
        #expect(terminal.screen.text.contains("Error: No sounds in the folder (-43): closed: no permission to read it"))
    }

    @Test func whilePausedNothingIsWritten() throws {
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal([Self.tool, "--tui", "0.caf"], in: folder)
        #expect(terminal.shows(" 0:01 ━"))
        let erasures = terminal.screen.erasures
        #expect(erasures <= 3, "lines are written over")
        terminal.type(" ")
        #expect(terminal.shows("paused"))
        #expect(terminal.isSilent(milliseconds: 700))
        #expect(terminal.screen.erasures == erasures)
    }

    @Test(arguments: ["q", "Control-C", "SIGTERM", "SIGHUP", "the last song's end"])
    func everyEndRestoresTheTerminal(way: String) throws {
        let folder = try TemporaryFolder()
        try Self.makeSong(folder, "a.caf", seconds: way == "the last song's end" ? 0.5 : 60, title: "A")
        let terminal = try PseudoTerminal([Self.tool, "--tui", "a.caf"], in: folder)
        #expect(terminal.shows { $0.hasOtherScreen && $0.hidesCursor && $0.text.contains("A – Nobody") })
        #expect(!terminal.isRestored)
        var status: Int32 = 0
        switch way {
        case "q": terminal.type("q")
        case "Control-C": (_, status) = (terminal.type("\u{3}"), 128 + SIGINT)
        case "SIGTERM": (_, status) = (terminal.send(SIGTERM), 128 + SIGTERM)
        case "SIGHUP": (_, status) = (terminal.send(SIGHUP), 128 + SIGHUP)
        default: #expect(terminal.shows { $0.text.contains("ended") && $0.text.contains("closes in") })
        }
        #expect(terminal.end() == status)
        #expect(terminal.isRestored)
    }

    /// As a connection that hangs: frames are left out, and signals and keys count all the same.
    @Test(arguments: ["SIGTERM", "q"]) func aTerminalThatTakesNothingHoldsUpNothing(way: String) throws {
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal([Self.tool, "--tui", "."], in: folder, columns: 200, rows: 60)
        #expect(terminal.shows("playing"))
        // Each draws the whole screen: together a hundred times what a terminal holds.
        for _ in 0..<300 {
            terminal.type("\u{C}")
            try #require(eventually { terminal.hasTakenKeys })
        }
        if way == "q" { terminal.type("q") } else { terminal.send(SIGTERM) }
        #expect(terminal.end(reads: false) == (way == "q" ? 0 : 128 + SIGTERM))
    }

    @Test func aKeyKeepsWhatHasEnded() throws {
        let folder = try TemporaryFolder()
        try Self.makeSong(folder, "a.caf", seconds: 0.3, title: "A")
        let terminal = try PseudoTerminal([Self.tool, "--tui", "a.caf"], in: folder)
        #expect(terminal.shows("closes in"))
        terminal.type("-")
        #expect(terminal.shows { $0.text.contains("ended") && $0.text.contains("volume 95 %") })
        #expect(terminal.isSilent(milliseconds: 300))
        terminal.type("\r")
        #expect(terminal.shows("playing"))
    }

    /// Control-L draws the screen anew, and is a key as others are.
    @Test func drawingAnewKeepsWhatHasEnded() throws {
        let folder = try TemporaryFolder()
        try Self.makeSong(folder, "a.caf", seconds: 0.3, title: "A")
        let terminal = try PseudoTerminal([Self.tool, "--tui", "a.caf"], in: folder)
        #expect(terminal.shows("closes in"))
        terminal.type("\u{C}")
        #expect(terminal.shows { $0.text.contains("ended") && !$0.text.contains("closes in") })
        #expect(terminal.isSilent(milliseconds: 300))
        terminal.type("q")
    }

    /// As at a prompt: Control-Z gives the shell its terminal, and `fg` shows the player again.
    @Test(.needs("bash")) func theShellGetsItsTerminalMeanwhile() throws {
        let folder = try Self.makeFolder()
        let terminal = try PseudoTerminal(["bash", "--norc", "--noprofile", "-i"], in: folder)
        terminal.type("afplay --tui 0.caf\n")
        #expect(terminal.shows { $0.hasOtherScreen && $0.text.contains("playing") })
        terminal.type("\u{1A}")
        #expect(terminal.shows { $0.isUsual && $0.text.contains("Stopped") })
        terminal.type("echo lines-$(stty -a | grep -c ' icanon')\n")
        #expect(terminal.shows("lines-1"))
        terminal.type("fg\n")
        #expect(terminal.shows { $0.hasOtherScreen && $0.hidesCursor && $0.text.contains("playing") })
        terminal.type(" ")
        #expect(terminal.shows("paused"), "its keys arrive again")
        terminal.type("q")
        #expect(terminal.shows { $0.isUsual })
        terminal.type("echo $? is what it was\n")
        #expect(terminal.shows("0 is what it was"))
        terminal.type("exit\n")
        #expect(terminal.end() == 0)
    }

    @Test func brokenFilesAreShownAndSkipped() throws {
        let folder = try Self.makeFolder()
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder.path + "/broken.wav"))
        let terminal = try PseudoTerminal([Self.tool, "--tui", "broken.wav", "missing.caf", "1.caf"], in: folder)
        #expect(terminal.shows { $0.text.contains("▸ Two") && $0.text.contains("playing") })
        #expect(
            terminal.shows { screen in
                [
                    ("broken.wav", "not played: text, and no sound"),
                    ("missing.caf", "not played: no such file"),
                ].allSatisfy { name, problem in
                    screen.lines.contains { $0.contains(name) && $0.contains(problem) }
                }
            })
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
        let hopeless = try PseudoTerminal(
            [Self.tool, "--tui", "broken.wav", "missing.caf"], in: folder, columns: 120, rows: 24)
        #expect(hopeless.end() == 1 && hopeless.isRestored)
        #expect(hopeless.screen.text.contains("Error: None of the files can be played"))
        let words = hopeless.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("broken.wav: text, and no sound; missing.caf: no such file"))
    }

    /// Tags that would name the window, erase the screen, ring and colour.
    @Test func tagsControlNothing() throws {
        let folder = try TemporaryFolder()
        try Self.makeSong(
            folder, "a.caf", seconds: 60, title: "\u{1B}]0;window\u{7}\u{1B}[2J\u{1B}[?1049lNasty",
            artist: "\u{9B}31mred\u{85}\u{202E}turned\n\r\tx")
        // The name of a file, too.
        try Data().write(to: URL(fileURLWithPath: folder.path + "/\u{1B}[31mred\n.wav"))
        let terminal = try PseudoTerminal([Self.tool, "--tui", "a.caf", "."], in: folder)
        #expect(terminal.shows { $0.text.contains("Nasty") && $0.text.contains("\u{FFFD}[31mred .wav") })
        #expect(terminal.shows("\u{FFFD}31mred turned  "))
        #expect(terminal.screen.hasOtherScreen)
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(terminal.screen.strange == [])
    }

    @Test func theScreenFollowsItsSize() throws {
        let folder = try TemporaryFolder()
        for (index, title) in ["日本語の題名", "한국어", "e\u{301}\u{302} accents", "🎵👨‍👩‍👧 emoji", "plain"].enumerated() {
            try Self.makeSong(folder, "\(index).caf", seconds: 60, title: title, artist: "歌手")
        }
        let terminal = try PseudoTerminal([Self.tool, "--tui", "."], in: folder)
        for (columns, rows) in [(40, 12), (200, 50), (80, 24), (57, 9)] {
            terminal.resize(columns: columns, rows: rows)
            let isDrawn = terminal.shows { screen in
                screen.last(inRow: 0) == "┐" && screen.last(inRow: rows - 1) == "┘"
                    && (1..<rows - 1).allSatisfy { ["│", "┤"].contains(screen.last(inRow: $0)) }
                    && screen.lines[1].contains("日本語の題名") && !screen.isOverfull
            }
            #expect(isDrawn, "\(columns) by \(rows): \(terminal.screen.text)")
        }
        #expect(terminal.screen.strange == [])
    }

    @Test func plainTerminalsGetASCIIWithoutColours() throws {
        let folder = try Self.makeFolder()
        try Self.makeSong(folder, "umlaut.caf", seconds: 60, title: "Grün")
        let plain = try PseudoTerminal(
            [Self.tool, "--tui", "."], in: folder, environment: ["LANG": "C", "TERM": "vt100"])
        #expect(plain.shows { $0.text.contains("> One") && $0.text.contains("Grun") && $0.text.contains("L ####") })
        #expect(plain.screen.foreignBytes == 0 && !plain.screen.hasColors)
        let colorless = try PseudoTerminal([Self.tool, "--tui", "."], in: folder, environment: ["NO_COLOR": "1"])
        #expect(colorless.shows(" 0:01 ━") && !colorless.screen.hasColors)
        let usual = try PseudoTerminal([Self.tool, "--tui", "."], in: folder)
        #expect(usual.shows(" 0:01 ━") && usual.screen.hasColors)
    }

    @Test func withoutATerminalItSaysSo() throws {
        let folder = try Self.makeFolder()
        let result = try folder.run(Self.tool, "--tui", "0.caf")
        #expect(result.status == 1 && result.output == "")
        #expect(result.errors.hasPrefix("Error: --tui needs a terminal as standard input and standard output.\n"))
        let piped = try PseudoTerminal(["sh", "-c", "afplay --tui 0.caf | cat"], in: folder)
        #expect(piped.end() == 0)
        #expect(piped.screen.text.contains("Error: --tui needs a terminal") && piped.isRestored)
        let dumb = try PseudoTerminal([Self.tool, "--tui", "0.caf"], in: folder, environment: ["TERM": "dumb"])
        #expect(dumb.end() == 1 && dumb.screen.text.contains("TERM names none"))
        for wrong in [
            ["0.caf", "1.caf"], ["--tui"], ["--tui", "-"], ["--tui", "-t", "3", "0.caf"], ["--tui", "http://x"],
        ] {
            #expect(try folder.run(Self.tool, wrong).status == 1, "\(wrong)")
        }
        let empty = try PseudoTerminal(["sh", "-c", "mkdir empty; afplay --tui empty"], in: folder)
        #expect(empty.end() == 1 && empty.screen.text.contains("Error: No sounds in the folder"))
    }
}
