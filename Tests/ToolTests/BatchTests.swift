import Foundation
import TestSupport
import Testing

/// Conversions of many files by the installed tools.
@Suite(.needsInstallation) struct BatchTests {
    private static func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.tool("mkdir", "-p", "in/rock").expectSuccess()
        try folder.copy("WAVE/s16-stereo.wav", as: "in/a.wav")
        try folder.copy("WAVE/s16-mono.wav", as: "in/rock/b c.wav")
        try folder.tool("sh", "-c", "echo picture > in/cover.jpg; touch -d 2001-02-03T04:05:06Z in/a.wav")
            .expectSuccess()
        return folder
    }

    @Test func aFolderIsConvertedOnce() throws {
        let folder = try Self.makeFolder()
        let words = "-f caff -d ima4 --output-directory out --journal j.jsonl"
        try folder.convert(words + " in")
        #expect(
            try folder.tool("find", "out", "-type", "f").output.split(separator: "\n").sorted() == [
                "out/a.caf", "out/rock/b c.caf",
            ])
        #expect(try folder.tool("stat", "-c", "%Y", "out/a.caf").output == "981173106\n")
        try folder.convert("in/a.wav alone.caf -f caff -d ima4")
        #expect(try folder.bytes("out/a.caf") == folder.bytes("alone.caf"))
        // The order of the options is not a setting.
        let again = try folder.run(
            "/usr/bin/env",
            "afconvert -d ima4 -v --journal j.jsonl --output-directory out -f caff in".split(separator: " ").map(
                String.init))
        #expect(
            again.errors == """
                Skipped: in/a.wav: unchanged since it was converted
                Skipped: in/rock/b c.wav: unchanged since it was converted

                """)
        let summary = try folder.tool("afconvert", "--summary", "j.jsonl")
        #expect(summary.status == 0)
        #expect(summary.output == "done: 2\nfailed: 0\nnot converted yet: 0\n")
        // The hash is that of sha256sum.
        let journal = String(decoding: try folder.bytes("j.jsonl"), as: UTF8.self)
        #expect(journal.contains("\"sha256\":\"\(try folder.sha256("out/a.caf"))\""))
    }

    @Test func failuresAreNamedAndTheOthersConverted() throws {
        let folder = try Self.makeFolder()
        try folder.tool("sh", "-c", "head -c 30 in/a.wav > in/bad.wav; mkdir j").expectSuccess()
        var left = 0
        for shard in 0..<3 {
            let result = try folder.tool(
                "afconvert", "-f", "caff", "--output-directory", "out", "--journal", "j", "--shard", "\(shard)/3", "in")
            left += Int(result.status)
        }
        #expect(left == 1)
        let failure = "failed: bad.wav: Couldn't open input file ('dta?'): in/bad.wav: damaged, or cut off\n"
        let summary = try folder.tool("afconvert", "--summary", "j")
        #expect(summary.status == 1)
        #expect(summary.output == "done: 2\nfailed: 1\nnot converted yet: 0\n" + failure)
        #expect(try folder.tool("afconvert", "--summary", "--json", "j").output.hasPrefix("{\"done\":2,\"failed\":1,"))
    }

    @Test func listsHaveNamesOfAnyKind() throws {
        let folder = try Self.makeFolder()
        try folder.tool("sh", "-c", "cp in/a.wav 'in/n\nl.wav'; find in -name '*.wav' -print0 > list").expectSuccess()
        try folder.convert("-f NeXT --output-directory out --files-from list -0 --root in --jobs 2")
        #expect(try folder.bytes("out/n\nl.snd") == folder.bytes("out/a.snd"))
        let table = try folder.tool("afinfo", "--json", "--files-from", "list", "-0")
        #expect(table.status == 0)
        #expect(table.output.split(separator: "\n").count == 3)
        let halves = try (0..<2).map { try folder.tool("afinfo", "--json", "--shard", "\($0)/2", "in").output }
        #expect(
            halves.joined().split(separator: "\n").sorted() == table.output.split(separator: "\n").sorted())
        try folder.tool("sh", "-c", "echo missing.wav > other").expectSuccess()
        let missing = try folder.tool("afinfo", "--json", "--files-from", "other")
        #expect(missing.status == 1)
        #expect(missing.output.hasPrefix("{\"file\":\"missing.wav\",\"error\":\""))
    }

    @Test func collisionsAreRefusedFirst() throws {
        let folder = try Self.makeFolder()
        try folder.tool("sh", "-c", "cp in/a.wav in/A.aiff").expectSuccess()
        try folder.refuse(
            "-f caff --output-directory out --journal j in",
            "Naming the outputs failed (-50): in/A.aiff and in/a.wav would both become out/a.caf")
        try folder.refuse(
            "-f WAVE --output-directory in --root in --shard 0/1 in/a.wav",
            "Naming the outputs failed (-50): in/a.wav is an output and an input")
        try folder.refuse(
            "-d 0 --output-directory out --journal j in",
            "Naming the outputs failed (-50): -f names their file type where -d leaves it open")
        try folder.refuse(
            "-f caff --output-directory out --root out in/a.wav",
            "Finding a file's folder failed (-50): in/a.wav: it is not below out")
        // A sound is not taken for a journal.
        let before = try folder.bytes("in/a.wav")
        try folder.refuse(
            "-f caff --output-directory out --journal in/a.wav in/rock",
            "Opening the journal in/a.wav failed ('dta?'): it is no journal of afconvert")
        #expect(try folder.bytes("in/a.wav") == before)
    }

    @Test(arguments: [
        "--shard 2/2 -f caff --output-directory o a.wav", "--shard 1 -f caff --output-directory o a.wav",
        "--journal j -f caff a.wav", "--journal j --output-directory o a.wav", "-0 -f caff --output-directory o a.wav",
        "--journal j -f caff --output-directory o", "--journal j -f caff a.wav -o b.caf", "--summary", "--json a",
        "--journal j -f caff --output-directory o -", "--wait-for-disk -1 -f caff --output-directory o a.wav",
        "--journal j -f caff --output-directory o --jobs 0 a.wav",
    ]) func wrongCommandLinesAreRefused(words: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a.wav")
        let result = try folder.run("/usr/bin/env", ["afconvert"] + words.split(separator: " ").map(String.init))
        #expect(result.status == 1 && result.output == "" && result.errors.hasPrefix("Error: "), "\(words)")
        #expect(try folder.files == ["a.wav"], "\(words)")
    }
}
