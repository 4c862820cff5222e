import Foundation
import TestSupport
import Testing

/// The tools as they are installed: what they take, what they load, and where they run.
@Suite(.needsInstallation) struct InstalledTests {
    static let names = ["afconvert", "afinfo", "afplay", "afrecord"]

    @Test func theToolsTakeAtMost80MegabytesTogether() throws {
        let sizes = try Self.names.map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: Installed.tool(name))
            return try #require(attributes[.size] as? Int)
        }
        #expect(sizes.reduce(0, +) <= 80_000_000, "\(sizes)")
    }

    /// Whether AAC of 24 kHz or less replicates its spectrum is found out with libavcodec, which every tool has to load.
    @Test func everyToolLoadsALibraryWhileItRuns() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -d aac@22050 a.aac")
        try folder.tool("afinfo", "a.aac").expectSuccess()
        try folder.convert("a.aac -d LEI16 a.caf")
        #expect(try folder.tool("afplay", "a.aac").status == 0)
        #expect(try folder.tool("afrecord", "-t", "0.2", "-d", "aac", "b.m4a").status == 0)
    }

    /// No variable helps to find Swift, and the folder is not the one that was installed into.
    @Test func theyRunFromAnyPlaceWithoutSwift() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("cp", "-R", Installed.tools, "moved").expectSuccess()
        let bin = folder.path + "/moved"
        #expect(try folder.tool("-i", bin + "/afinfo", "-b", "a.wav").output.hasPrefix("a.wav, WAVE, "))
        #expect(try folder.tool("-i", bin + "/afconvert", "a.wav", "-f", "caff", "-d", "ima4", "a.caf").status == 0)
        #expect(try folder.tool("-i", "COREAUDIO_BACKEND=null", bin + "/afplay", "a.caf").status == 0)
        let recording = ["-i", "COREAUDIO_BACKEND=null", bin + "/afrecord", "-t", "0.1", "b.wav"]
        #expect(try folder.run("/usr/bin/env", recording).status == 0)
        #expect(try folder.files == ["a.wav", "a.caf", "b.wav", "moved"])
    }

    @Test(arguments: InstalledTests.names) func aLinkOfAnyNameIsTheToolItLeadsTo(tool: String) throws {
        let folder = try TemporaryFolder()
        let help = try folder.tool(tool, "-h").output
        #expect(help.contains("USAGE: \(tool) "))
        let links = "mkdir d && ln -s '\(Installed.tools)' tools && ln -s ../tools/\(tool) d/one && ln -s d/one two"
        try folder.tool("sh", "-c", links).expectSuccess()
        #expect(try folder.tool("./two", "-h").output == help)
        #expect(try folder.tool("sh", "-c", "PATH=d:$PATH; one -h").output == help)
        #expect(try folder.tool("bash", "-c", "exec -a another ./two -h").output == help)
        // A name of ours says what is meant, wherever it leads to.
        try folder.tool("ln", "-s", Installed.tool("afconvert"), tool).expectSuccess()
        #expect(try folder.tool("./\(tool)", "-h").output == help)
    }

    @Test func anotherNameIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.tool("cp", Installed.tool("afconvert"), "other").expectSuccess()
        let result = try folder.tool("./other", "-h")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("This program is afconvert, afinfo, afplay, afrecord or auvalidate"))
    }
}
