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

    /// On three screens. That each option is there is what the tests of completions expect.
    @Test func helpIsShort() throws {
        let help = try TemporaryFolder().tool("afconvert", "--help").output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 73)
    }

    @Test func formatListStays() throws {
        let result = try TemporaryFolder().tool("afconvert", "-hf")
        #expect(result.status == 0)
        try Snapshot.expect(result.output, matches: "afconvert-formats")
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
