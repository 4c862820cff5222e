import TestSupport
import Testing

/// What auvalidate prints, and how it ends.
@Suite(.needsInstallation) struct AuvalidateTests {
    @Test func listsTheUnits() throws {
        let result = try TemporaryFolder().tool("auvalidate", "-a")
        #expect(result.status == 0)
        #expect(result.output.contains("aufx lpas appl  -  Apple: AULowpass\n"))
        #expect(result.output.contains("augn afpl appl  -  Apple: AUAudioFilePlayer\n"))
    }

    @Test func reportsEachCheck() throws {
        let result = try TemporaryFolder().tool("auvalidate", "aufx", "lpas", "appl")
        #expect(result.status == 0)
        #expect(result.output.contains("\npass  a state is saved and restored\n"))
        #expect(result.output.hasSuffix("\nThe unit passes.\n"))
        let quiet = try TemporaryFolder().tool("auvalidate", "-q", "aufx", "lpas", "appl")
        #expect(quiet.status == 0 && quiet.output == "The unit passes.\n")
    }

    @Test(arguments: ["def", "ahal", "sys", "rioc", "vpio"]) func unitsOfDevicesPass(subtype: String) throws {
        let result = try TemporaryFolder().tool("auvalidate", "-q", "auou", subtype, "appl")
        #expect(result.status == 0 && result.output == "The unit passes.\n")
    }

    @Test(arguments: [
        ["aufx", "none", "appl"], ["aufx"], ["-a", "aufx", "lpas", "appl"], ["aufx", "lpas", "apple"], [],
    ])
    func failsWithoutAUnit(words: [String]) throws {
        let result = try TemporaryFolder().run("/usr/bin/env", ["auvalidate"] + words)
        #expect(result.status == 1)
        #expect(result.output == "" && result.errors.hasPrefix("Error: "))
    }
}
