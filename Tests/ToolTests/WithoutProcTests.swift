import Foundation
import TestSupport
import Testing
import ToolSupport

/// The tools where /proc is not mounted, as in some containers. Swift's runtime looks for the arguments there, Dispatch for the
/// threads of its global queues, and /dev/stdin and its like lead there.
@Suite(.needsInstallation, .needsOwnMounts) struct WithoutProcTests {
    /// Runs a script where /proc is empty. /dev has its links, and nothing else.
    private func run(_ folder: TemporaryFolder, _ script: String) throws -> ProgramResult {
        let mounts = """
            mount -t tmpfs none /dev
            ln -s /proc/self/fd /dev/fd
            ln -s /proc/self/fd/0 /dev/stdin
            ln -s /proc/self/fd/1 /dev/stdout
            mount -t tmpfs none /proc

            """
        return try folder.run("unshare", "-rm", "sh", "-ec", mounts + script)
    }

    @Test func theToolsHaveTheirArguments() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = """
            afinfo -b a.wav
            afconvert a.wav b.caf -f caff -d LEI16
            afplay -t 0.1 b.caf
            # Longer than it takes Dispatch to look for its threads.
            afrecord -t 1.5 c.wav
            cat a.wav | afplay -t 0.1 -
            for tool in afconvert afinfo afplay afrecord auvalidate; do
                $tool --help | grep -c "^USAGE: $tool "
            done
            """
        let result = try run(folder, script)
        result.expectSuccess()
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "a.wav, WAVE, Num Tracks:     1")
        #expect(lines.suffix(5) == ["1", "1", "1", "1", "1"])
        #expect(try folder.files == ["a.wav", "b.caf", "c.wav"])
        #expect(try folder.bytes("c.wav").count > 100_000)
    }

    @Test func descriptorsAreReadAndWritten() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = """
            mkdir temporary
            export TMPDIR=$PWD/temporary
            afconvert a.wav b.wav -f WAVE -d LEI16
            afconvert a.wav /dev/stdout -f WAVE -d LEI16 >c.wav
            cmp b.wav c.wav
            afconvert a.wav /dev/stdout -f WAVE -d LEI16 | cat >d.wav
            cmp b.wav d.wav
            afconvert a.wav /dev/fd/3 -f WAVE -d LEI16 3>e.wav
            cmp b.wav e.wav
            afinfo -b /dev/stdin <a.wav | grep -c ', WAVE, '
            cat a.wav | afinfo -b /dev/fd/0 | grep -c ', WAVE, '
            cat a.wav | afconvert /dev/stdin f.wav -f WAVE -d LEI16
            cmp b.wav f.wav
            test -L /dev/stdout
            # It ends while a thread reads the copy, again and again.
            cat a.wav | afplay --loop 0 -t 0.1 -
            rmdir temporary
            """
        let result = try run(folder, script)
        result.expectSuccess()
        #expect(result.output == "1\n1\n")
    }
}

/// Paths and the descriptors that they stand for.
struct OwnDescriptorTests {
    @Test func someStandForDescriptors() {
        let paths = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/63", "/proc/self/fd/7"]
        #expect(paths.map { ownDescriptor($0) } == [0, 1, 2, 63, 7])
    }

    @Test(arguments: [
        "", "/dev/null", "/dev/fd/", "/dev/fd/x", "/dev/fd/-1", "/dev/fd/+1", "/dev/fd/99999999999", "/proc/1/fd/0",
        "dev/stdin",
    ])
    func othersDoNot(path: String) { #expect(ownDescriptor(path) == nil) }

    /// A tool's own files have the next free numbers, among them its input.
    @Test(.needsInstallation) func aToolDoesNotWriteToItsOwnFiles() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.copy("WAVE/s16-stereo.wav", as: "b.wav")
        let script = """
            for number in 3 4 5 6 7 8 9; do
                (
                    for other in 3 4 5 6 7 8 9; do eval "exec $other>&-"; done
                    afconvert a.wav /dev/fd/$number -f AIFF -d BEI16 2>/dev/null && echo "$number was taken"
                    true
                )
            done
            cmp a.wav b.wav
            afconvert a.wav /dev/fd/9 -f WAVE -d LEI16 9>c.wav
            afinfo -b c.wav
            """
        let result = try folder.run("sh", "-ec", script)
        result.expectSuccess()
        // Nothing was taken before that.
        #expect(result.output.hasPrefix("c.wav, WAVE, "))
    }
}
