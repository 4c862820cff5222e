import Foundation
import TestSupport
import Testing

/// Tools that are started without standard streams, or whose standard output takes nothing.
@Suite(.needsInstallation) struct StandardDescriptorTests {
    /// What is written to a stream that is missing must not become part of a sound.
    @Test func filesDoNotTakeTheNumbersOfMissingStreams() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("-f caff -d LEI16 a.wav whole.caf")
        let original = try folder.bytes("a.wav")
        for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"] {
            let result = try folder.tool("sh", "-c", "afconvert -v -f caff -d LEI16 a.wav b.caf \(closed)")
            #expect(result.status == 0, "\(closed)")
            #expect(try folder.bytes("b.caf") == folder.bytes("whole.caf"), "\(closed)")
            #expect(try folder.bytes("a.wav") == original, "\(closed)")
            let recorded = try folder.tool("sh", "-c", "afrecord -v --meter -t 0.3 -f WAVE c.wav \(closed)")
            #expect(recorded.status == 0, "\(closed)")
            #expect(try folder.samples("c.wav") == [Int16](repeating: 0, count: 2 * 13_230), "\(closed)")
        }
    }

    @Test(arguments: ["afconvert", "afinfo", "afplay", "afrecord", "auvalidate"])
    func helpThatIsNotWrittenIsAFailure(tool: String) throws {
        let folder = try TemporaryFolder()
        for option in ["--help", "-h", "-help", "--version"] {
            #expect(try folder.tool(tool, option).status == 0, "\(option)")
            let status = try folder.tool("sh", "-c", "\(tool) \(option) >/dev/full").status
            #expect(status == 1, "\(option)")
        }
    }
}
