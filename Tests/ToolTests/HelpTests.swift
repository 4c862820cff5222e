import TestSupport
import Testing

@Suite(.needsInstallation) struct HelpTests {
    @Test(arguments: ["afconvert", "afinfo"]) func helpStays(tool: String) throws {
        let folder = try TemporaryFolder()
        let result = try folder.tool(tool, "-h")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        try Snapshot.expect(result.output, matches: "\(tool)-help")
        for other in ["--help", "-help"] { #expect(try folder.tool(tool, other).output == result.output) }
    }

    /// On two screens, with each option that the shells complete.
    @Test func helpIsShortAndComplete() throws {
        let help = try TemporaryFolder().tool("afconvert", "--help").output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 49)
        let script = try String(contentsOfFile: Project.root + "Scripts/completions/afconvert.fish", encoding: .utf8)
        let words = script.split(separator: " ")
        let options = Set(
            zip(words, words.dropFirst()).filter { $0.0 == "-l" && $0.1.hasPrefix("'") }.map {
                "--" + $0.1.split(separator: "'")[0]
            })
        #expect(options.count > 30)
        #expect(options.filter { !help.contains($0) } == [])
    }

    @Test func formatListStays() throws {
        let result = try TemporaryFolder().tool("afconvert", "-hf")
        #expect(result.status == 0)
        try Snapshot.expect(result.output, matches: "afconvert-formats")
    }

    @Test(arguments: ["afconvert", "afinfo", "afplay", "afrecord", "auvalidate"]) func completionScriptsLoad(
        tool: String
    ) throws {
        let folder = try TemporaryFolder()
        for shell in ["bash", "zsh", "fish"] {
            let script = try folder.tool(tool, "--generate-completion-script", shell)
            #expect(script.status == 0)
            // Scripts/make-manuals writes those that are installed.
            let name = shell == "zsh" ? "_\(tool)" : "\(tool).\(shell)"
            #expect(
                script.output
                    == (try String(contentsOfFile: Project.root + "Scripts/completions/" + name, encoding: .utf8)))
            try script.output.write(toFile: folder.path + "/script", atomically: true, encoding: .utf8)
            guard try folder.tool("sh", "-c", "command -v \(shell)").status == 0 else {
                print("\(shell) is missing: its completion script was not loaded")
                continue
            }
            let checked = try folder.tool(shell, "-n", "script")
            #expect(checked.status == 0, "\(shell): \(checked.errors)")
        }
    }

    @Test(arguments: [
        ["afconvert"], ["afconvert", "a.wav"], ["afconvert", "--bogus", "a.wav"], ["afconvert", "a.wav", "-o"],
        ["afconvert", "a.wav", "-u", "pgcm"], ["afconvert", "a.wav", "b.caf", "-c", "two"],
        ["afconvert", "a.wav", "-o", "b.caf", "--bogus"], ["afconvert", "a.wav", "-o", "b.caf", "-o", "b.caf"],
        ["afconvert", "a.wav", "b.wav", "c.wav", "-d", "LEI16"], ["afconvert", "--jobs", "0", "a.wav", "-d", "LEI16"],
        ["afinfo"], ["afinfo", "--bogus", "a.wav"],
    ]) func wrongCommandLinesPrintTheUsage(words: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a.wav")
        let result = try folder.run("/usr/bin/env", words)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("Error: "))
        #expect(result.errors.lowercased().contains("\nusage: \(words[0]) [option ...] "))
        #expect(try folder.files == ["a.wav"])
    }

    @Test func missingFormatIsReportedInAppleSWords() throws {
        let folder = try TemporaryFolder()
        let result = try folder.tool("afconvert", "a.wav")
        #expect(result.errors.hasPrefix("Error: no output file or data format specified\n"))
    }
}
