import TestSupport
import Testing

/// What shells offer on the command lines of the installed tools.
@Suite(.needsInstallation) struct CompletionTests {
    /// A line, and all that is offered at its end.
    struct Line {
        let text: String
        let offered: [String]

        init(_ text: String, _ offered: [String]) { (self.text, self.offered) = (text, offered) }
    }

    static let tools = ["afconvert", "afinfo", "afplay", "afrecord", "auvalidate"]

    private static func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.tool("mkdir", "-p", "Album", ".home").expectSuccess()
        try folder.copy("WAVE/s16-stereo.wav", as: "Al bum.wav")
        try folder.copy("WAVE/s16-stereo.wav", as: "x.wav")
        return folder
    }

    /// The file types that `afconvert -hf` lists, in order, each with the data formats it holds.
    private static func formats(_ folder: TemporaryFolder) throws -> [(type: String, formats: [String])] {
        let list = try folder.tool("afconvert", "-hf")
        try #require(list.status == 0)
        var found: [(type: String, formats: [String])] = []
        for line in list.output.split(separator: "\n").dropFirst() {
            let codes = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { $0.element.split(separator: " ").joined() }
            if line.contains("' = ") { found.append((codes[0], [])) } else { found[found.count - 1].formats += codes }
        }
        return found
    }

    private static func lines(_ folder: TemporaryFolder) throws -> [Line] {
        let types = try formats(folder)
        let held = Dictionary(uniqueKeysWithValues: types.map { ($0.type, $0.formats) })
        let (files, all) = (["Al bum.wav", "Album"], ["Al bum.wav", "Album", "x.wav"])
        let every = types.flatMap(\.formats).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return [
            Line("afplay Al", files), Line("afinfo Al", files), Line("afrecord Al", files), Line("afconvert Al", files),
            Line("afplay ", all), Line("afinfo -b x.wav ", all), Line("afconvert -d ima4 x.wav -o Al", files),
            Line("afconvert -o a.caf -c 1 Al", files), Line("afplay --volume 0.5 --meter Al", files),
            Line("afconvert -u pgcm 1 Al", files), Line("afconvert --gapless-before Al", files),
            Line("afplay -- Al", files), Line("afplay Albums", []), Line("afplay he", []),
            Line("afconvert --output-directory ", ["Album"]),
            Line("afconvert --output-directory=Al", ["--output-directory=Album"]),
            Line("afconvert -f ", types.map(\.type)), Line("afrecord --file ", types.map(\.type)),
            Line("afconvert -d ", every), Line("afconvert -f m4af -d ", held["m4af"] ?? []),
            Line("afrecord --file=WAVE --data ", held["WAVE"] ?? []), Line("afconvert -f AIFC -d im", ["ima4"]),
            Line("afconvert -f caff x.wav -o a.wav -f WAVE -c 1 -d ", held["WAVE"] ?? []),
            Line("afconvert -f m4af x.wav -o a.wav -f WAVE -o a.m4a -d ", held["m4af"] ?? []),
            Line("afconvert -f none -d ", []), Line("afconvert -f caff -l Ster", ["Stereo", "StereoHeadphones"]),
            Line("afplay --backend ", ["pipewire", "pulseaudio", "alsa", "null"]),
            Line("afplay --backend p", ["pipewire", "pulseaudio"]),
            Line("afplay --device ", ["null"]), Line("afrecord --device ", ["null"]),
            Line("afplay --device=n", ["--device=null"]),
            Line("afconvert --src-complexity b", ["bats"]), Line("afconvert --progress ", ["json"]),
            Line("afplay --volume ", []), Line("afconvert -u ", []), Line("afconvert -u pgcm ", []),
            Line("afplay --me", ["--meter"]), Line("afconvert --no-f", ["--no-filler"]), Line("afinfo --x", ["--xml"]),
            Line("auvalidate aufx lp", ["lpas"]), Line("auvalidate aufx lpas ", ["appl"]),
            Line("auvalidate aufx lpas appl ", []),
        ]
    }

    private static func expectOffers(of shell: CompletingShell) throws {
        let folder = try makeFolder()
        let lines = try lines(folder)
        for (line, offered) in zip(lines, try shell.offers(lines.map(\.text), in: folder)) {
            // Fish offers words with a dot at the beginning, MPEG's layers here, only once the dot is typed.
            let expected = line.offered.filter { shell != .fish || !$0.hasPrefix(".") }
            #expect(offered.sorted() == expected.sorted(), "\(shell.rawValue): \(line.text)")
        }
    }

    @Test(.needs("bash")) func bashOffersWhatFits() throws { try Self.expectOffers(of: .bash) }

    @Test(.needs("zsh")) func zshOffersWhatFits() throws { try Self.expectOffers(of: .zsh) }

    @Test(.needs("fish")) func fishOffersWhatFits() throws { try Self.expectOffers(of: .fish) }

    /// The options of the help, and no others.
    @Test(arguments: tools) func theOptionsAreTheTools(tool: String) throws {
        let folder = try TemporaryFolder()
        let answer = try folder.tool(tool, "---complete", "1", tool, "-")
        #expect(answer.status == 0 && answer.errors == "")
        let lines = answer.output.split(separator: "\n")
        #expect(lines.first == "words")
        let offered = Set(lines.dropFirst().map { String($0.split(separator: "\t")[0]) })
        let help = try folder.tool(tool, "--help").output
        let named = help.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.filter {
            // -1 is a value.
            $0.hasPrefix("-") && $0.count > 1 && !$0.hasPrefix("---") && $0 != "-1"
        }
        #expect(offered == Set(named.map { String($0) }), "\(tool)")
    }

    /// Which back ends there are is what a wrong name is answered with; `manual` is for tests alone.
    @Test func theBackEndsAreThoseThatThereAre() throws {
        let folder = try Self.makeFolder()
        let refused = try folder.tool("afplay", "--backend", "none", "x.wav").errors
        let listed = try #require(refused.split(separator: "; there are ").last)
        let names = listed.split { !$0.isLetter }.map { String($0) }.filter { $0 != "manual" }
        let offered = try folder.tool("afplay", "---complete", "2", "afplay", "--backend", "").output
        #expect(offered.split(separator: "\n").dropFirst().map { String($0) } == names)
    }

    /// The type may be named after the cursor, and a word that is no question of a shell is an option that does not exist.
    @Test func theWholeLineCounts() throws {
        let folder = try TemporaryFolder()
        let question = ["---complete", "2", "afconvert", "-d", "", "-f", "AIFF", "-o", "a.caf", "-f", "caff"]
        let answer = try folder.run("/usr/bin/env", ["afconvert"] + question)
        #expect(answer.output == "words\nI8\nBEI16\nBEI24\nBEI32\n")
        #expect(try folder.tool("afconvert", "---complete", "9", "afconvert").output == "words\n")
        #expect(try folder.tool("afconvert", "---complete").status == 1)
    }

    @Test(arguments: tools) func theScriptsAreThoseInstalled(tool: String) throws {
        let folder = try TemporaryFolder()
        let places = [
            "bash": "bash-completion/completions/\(tool)", "zsh": "zsh/site-functions/_\(tool)",
            "fish": "fish/vendor_completions.d/\(tool).fish",
        ]
        for (shell, place) in places {
            let script = try folder.tool(tool, "--generate-completion-script", shell)
            #expect(script.status == 0)
            let path = try #require(Installed.prefix) + "/share/" + place
            #expect(script.output == (try String(contentsOfFile: path, encoding: .utf8)))
            #expect(
                try folder.tool("SHELL=/usr/bin/\(shell)", tool, "--generate-completion-script").output == script.output
            )
        }
        #expect(try folder.tool(tool, "--generate-completion-script", "tcsh").status == 1)
    }
}
