import Foundation
import TestSupport
import Testing

/// File names are bytes: every tool reads and writes files with any name.
@Suite(.needsInstallation) struct FilePathTests {
    /// Bytes in octal, in the syntax of `printf`.
    static let names = [
        #"\377"#, #"a\200\377b"#, #"\303\050"#, #"\355\240\200"#, #"\364\217\277\277"#, #"\364\217\276\200\377"#,
        #"\314\201 accent"#, #"100%%25 #?;&"#, #"z\303\274rich"#,
    ]

    /// Runs a script in which $n is the name. Its output need not be UTF-8.
    private func run(_ name: String, _ folder: TemporaryFolder, _ script: String) throws -> [UInt8] {
        let result = try folder.run("/bin/sh", "-ec", "exec > shown; n=$(printf '\(name)'); \(script)")
        #expect(result.status == 0, "\(result.errors)")
        return try folder.bytes("shown")
    }

    @Test(arguments: names) func theToolsReadAndWriteUnderAnyName(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -f caff -d ima4 a.caf")
        let script = """
            cp a.wav "$n.wav"
            afinfo "$n.wav" | head -n 1
            afconvert "$n.wav" -f caff -d ima4 "$n.caf" && cmp a.caf "$n.caf"
            # A name of the tool's own choice, over a file that is there, with a copy of packets, and back.
            afconvert "$n.wav" -f m4af -d alac && test -e "$n.m4a"
            afconvert "$n.caf" "$n.caf" -d 0
            afconvert -t "$n.wav" kept.caf -f caff -d ima4 && rm "$n.wav" && afconvert -t kept.caf && test -e "$n.wav"
            COREAUDIO_BACKEND=null afplay -t 0.01 "$n.caf"
            COREAUDIO_BACKEND=null afrecord -t 0.1 "$n.aiff" && test -e "$n.aiff"
            """
        let shown = try run(name, folder, script)
        let spelled = try run(name, folder, #"printf 'File:           %s.wav\n' "$n""#)
        #expect(shown == spelled)
    }

    @Test(arguments: names) func aFolderOfAnyNameIsOneToStandIn(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = """
            mkdir "$n"
            afconvert a.wav "$n/b.caf" -d ima4
            afconvert --output-directory "$n" -f caff -d LEI16 a.wav && test -e "$n/a.caf"
            cd "$n"
            afconvert ../a.wav c.caf -d ima4 && cmp b.caf c.caf
            afinfo -b b.caf | head -n 1
            """
        #expect(try run(name, folder, script) == Array("b.caf, caff, Num Tracks:     1\n".utf8))
    }

    /// What has to be text throughout has a replacement character for each byte.
    @Test func reportsForProgramsAreText() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let shown = try run(#"\377"#, folder, #"cp a.wav "$n.wav"; afinfo --json "$n.wav"; afinfo -x "$n.wav""#)
        let text = try #require(String(validating: shown, as: UTF8.self))
        #expect(text.contains("\"file\":\"\u{FFFD}.wav\""))
        #expect(text.contains("<file_name>\u{FFFD}.wav</file_name>"))
    }

    @Test func aFailureNamesTheBytesAndLeavesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = #"mkdir "$n"; ! afconvert a.wav -f caff "$n" 2> errors; cat errors; rmdir "$n"; ls -A"#
        let path = try run(#"\377"#, folder, #"printf '%s/%s' "$(pwd -P)" "$n""#)
        let shown = try run(#"\377"#, folder, script)
        let wanted =
            Array("Error: Writing ".utf8) + path
            + Array(" failed (-54): a folder, where a file is to be written; --output-directory names one\n".utf8)
        #expect(shown.starts(with: wanted))
        #expect(try folder.files == ["a.wav", "errors", "shown"])
    }
}
