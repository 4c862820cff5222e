import Foundation
import TestSupport
import Testing

/// Why files cannot be read and written, where the machine and not the command line is the cause.
@Suite(.needsInstallation) struct ErrorCauseTests {
    /// The user root may do all: what belongs to another is tried as another user then.
    private static let asAnother = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--clear-groups"] : []

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = """
            mkdir open closed; chmod 777 . open; cp a.wav open/secret.wav; chmod 0 open/secret.wav
            cp a.wav open/kept.wav; chmod 444 open/kept.wav; cp a.wav closed; chmod 444 a.wav; chmod 0 closed
            """
        try folder.tool("sh", "-c", script).expectSuccess()
        return folder
    }

    private func errors(_ folder: TemporaryFolder, _ words: [String]) throws -> String {
        let result = try folder.run("/usr/bin/env", Self.asAnother + words)
        #expect(result.status == 1 && result.output == "", "\(words)")
        return result.errors
    }

    @Test(.needs("setpriv")) func aMissingPermissionIsNamed() throws {
        let folder = try folder()
        defer { _ = try? folder.tool("chmod", "755", "closed") }
        #expect(
            try errors(folder, ["afplay", "open/secret.wav"])
                == "Error: AudioFileOpen failed (-54): open/secret.wav: no permission to read it\n")
        #expect(
            try errors(folder, ["afinfo", "open/secret.wav"])
                == "Fail: AudioFileOpenURL failed: open/secret.wav: no permission to read it\n")
        #expect(
            try errors(folder, ["afinfo", "closed/a.wav"]).hasSuffix(
                "closed/a.wav: no permission to enter its folder\n"))
        let real = try folder.tool("pwd", "-P").output.dropLast()
        #expect(
            try errors(folder, ["afconvert", "a.wav", "-f", "WAVE", "open/kept.wav"])
                == "Error: Writing \(real)/open/kept.wav failed (-54): no permission to write it\n")
        let inside = try errors(folder, ["afconvert", "a.wav", "closed/b.caf"])
        #expect(inside.hasSuffix(": closed/b.caf: no permission to write into its folder\n"), "\(inside)")
        let recorded = try errors(folder, ["afrecord", "-t", "0.1", "closed/b.caf"])
        #expect(recorded.hasSuffix(": closed/b.caf: no permission to write into its folder\n"), "\(recorded)")
    }

    /// Runs a line in a folder with a disk of 64 KiB on `disk`.
    private func onASmallDisk(_ line: String) throws -> ProgramResult {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("mkdir", "disk").expectSuccess()
        let script = "mount -t tmpfs -o size=64k none disk && \(line); status=$?; ls -A disk; exit $status"
        return try folder.tool("unshare", "-rm", "sh", "-c", script)
    }

    @Test(.needsOwnMounts) func aFullDiskIsNamed() throws {
        let converted = try onASmallDisk("afconvert a.wav disk/b.wav -d LEF64@192000")
        #expect(converted.status == 1 && converted.output == "")
        #expect(converted.errors == "Error: ExtAudioFileWrite failed (-34): disk/b.wav: the disk is full\n")
        let recorded = try onASmallDisk("afrecord -t 30 -d LEI16 disk/b.wav")
        #expect(recorded.status == 1 && recorded.output == "b.wav\n")
        #expect(recorded.errors == "Error: AudioFileWritePackets failed (-34): disk/b.wav: the disk is full\n")
        let pipe = "cat a.wav a.wav a.wav a.wav a.wav >big; cat big big big big big big | TMPDIR=disk afinfo -"
        let kept = try onASmallDisk(pipe)
        let temporary = "Fail: Writing a temporary file failed: disk: the disk is full\n"
        #expect(kept.status == 1 && kept.errors == temporary, "\(kept.errors)")
        // What is full is not where the sound goes.
        for output in ["-", "/dev/null"] {
            let made = try onASmallDisk("TMPDIR=disk afconvert a.wav -f WAVE -d LEF64@192000 \(output) >/dev/null")
            let name = output == "-" ? "standard output" : output
            #expect(made.status == 1)
            #expect(
                made.errors
                    == "Error: ExtAudioFileWrite failed (-34): \(name): the disk of disk is full, where it is made first; "
                    + "TMPDIR names another folder\n")
        }
    }

    @Test(.needsOwnMounts) func aFolderThatIsUnmountedIsNamed() throws {
        let folder = try TemporaryFolder()
        let script =
            "mount -t tmpfs none disk && cd disk && : >a.wav && umount -l ../disk; afinfo a.wav; afrecord -t 0.1 b.wav"
        let result = try folder.tool("unshare", "-rm", "sh", "-c", "mkdir disk; " + script)
        #expect(
            result.errors
                == "Fail: AudioFileOpenURL failed: a.wav: the folder that the command runs in has been removed\n"
                + "Error: AudioFileCreateWithURL failed (-50): b.wav: the folder that the command runs in has been removed\n"
        )
    }

    /// The library's own path leads nowhere.
    @Test func aLibraryThatIsMissingIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.copy("MPEG4/aac-stereo.m4a", as: "b.m4a")
        for (line, name, way) in [
            ("afconvert b.m4a c.wav", "b.m4a", "decoding"), ("afplay b.m4a", "b.m4a", "decoding"),
            ("afconvert a.wav c.m4a", "c.m4a", "encoding"),
            ("afconvert -f m4af a.wav - | cat", "standard output", "encoding"),
        ] {
            let result = try folder.tool("sh", "-c", "export COREAUDIO_LIBAVCODEC=/nonexistent; " + line)
            let cause = "\(name): \(way) 'aac ' needs the library libavcodec, which is not installed\n"
            #expect(result.errors.hasSuffix(cause), "\(line): \(result.errors)")
        }
    }

    @Test func aPipeIsNoFileToRecordTo() throws {
        let folder = try TemporaryFolder()
        let result = try folder.tool("sh", "-c", "mkfifo p; timeout 20 afrecord -t 0.1 -f WAVE p")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "Error: Writing p failed (-54): a pipe: give - as the file, and the pipe as standard output\n")
    }

    @Test func aLimitOnFilesIsNamed() throws {
        let folder = try TemporaryFolder()
        let result = try folder.tool("sh", "-c", "ulimit -f 20; exec afrecord -t 30 -d LEI16 b.wav")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "Error: AudioFileWritePackets failed (-34): b.wav: the file reaches the limit on the size of "
                + "files (ulimit -f)\n")
    }

    @Test func severalInputsAreToldApart() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let result = try folder.tool("afconvert", "--jobs", "2", "-d", "LEI17", "a.wav", "gone.wav")
        let lines = result.errors.split(separator: "\n").sorted()
        #expect(lines.count == 2 && result.status == 1)
        #expect(lines.first == "Error: Couldn't open input file (-43): gone.wav: no such file")
        #expect(lines.last?.hasPrefix("Error: Parsing the data format LEI17 failed (-50): ") == true)
        #expect(lines.last?.hasSuffix(" (input: a.wav)") == true)
    }

    /// The version is the newest of the list of changes, which the package's configuration states too.
    @Test(arguments: ["afconvert", "afinfo", "afplay", "afrecord", "auvalidate"]) func versionsArePrinted(tool: String)
        throws
    {
        let result = try TemporaryFolder().tool(tool, "--version")
        #expect(result.status == 0 && result.errors == "")
        let changes = try String(contentsOfFile: Project.root + "CHANGELOG.md", encoding: .utf8)
        let newest = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") }).split(separator: " ")[1]
        #expect(result.output == "\(tool) \(newest) (swift-corelibs-audio)\n")
        #expect(try TemporaryFolder().tool(tool, "--help").output.contains("--version"))
    }

    @Test(arguments: [
        (["afplay", "/bin/sh"], "Error: AudioFileOpen failed ('typ?')"),
        (["afinfo", "/bin/sh"], "Fail: AudioFileOpenURL failed"),
        (["afconvert", "-f", "WAVE", "-d", "LEI16", "/bin/sh", "a.wav"], "Error: Couldn't open input file ('typ?')"),
    ])
    func programsAreNoSound(words: [String], start: String) throws {
        let folder = try TemporaryFolder()
        #expect(try errors(folder, words) == "\(start): /bin/sh: a program (ELF), and no sound\n")
        #expect(try folder.files == [])
    }
}
