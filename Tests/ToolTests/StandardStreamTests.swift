import Foundation
import TestSupport
import Testing

/// `-` is standard input or standard output, whatever these are.
@Suite(.needsInstallation) struct StandardStreamTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        return folder
    }

    private func shell(_ folder: TemporaryFolder, _ line: String) throws {
        let result = try folder.tool("sh", "-c", line)
        #expect(result.status == 0 && result.errors == "" && result.output == "", "\(line): \(result.errors)")
    }

    @Test func afconvertReadsStandardInput() throws {
        let folder = try folder()
        try folder.convert("a.wav -f caff -d LEI16 whole.caf")
        for line in ["cat a.wav | afconvert -f caff - b.caf", "afconvert - -f caff -o b.caf <a.wav"] {
            try shell(folder, line)
            #expect(try folder.samples("b.caf") == folder.samples("whole.caf"), "\(line)")
            try shell(folder, "rm b.caf")
        }
        // Without a name the file is called as that of /dev/stdin is.
        try shell(folder, "afconvert -d ima4 - <a.wav")
        #expect(try folder.files == ["a.wav", "whole.caf", "stdin.caf"])
    }

    /// The bytes are those of the file, M4A included, whose head is written last.
    @Test(arguments: [
        "-f WAVE -d LEI16", "-f caff -d alac", "-f m4af -d alac", "-f AIFF", "-f flac", "-f Oggf -d opus@48000",
    ])
    func afconvertWritesStandardOutput(options: String) throws {
        let folder = try folder()
        try folder.convert("\(options) a.wav file")
        for line in ["afconvert \(options) a.wav - | cat >piped", "afconvert \(options) a.wav -o - >piped"] {
            try shell(folder, line)
            #expect(try folder.tool("afinfo", "piped").status == 0, "\(line)")
            #expect(try folder.samples("piped") == folder.samples("file"), "\(line)")
        }
        #expect(try folder.files == ["a.wav", "file", "piped"])
    }

    @Test func bothAtOnce() throws {
        let folder = try folder()
        try shell(folder, "cat a.wav | afconvert -f WAVE -d LEF32 - - | afconvert -f WAVE -d LEI16 - - >b.wav")
        #expect(try folder.samples("b.wav") == folder.samples("a.wav"))
        // What the shell appends to is not replaced.
        try shell(folder, "printf head >c; afconvert -f WAVE -d LEI16 a.wav - >>c; tail -c +5 c >d.wav")
        #expect(try folder.samples("d.wav") == folder.samples("a.wav"))
    }

    @Test func aReaderThatGoesAwayAndATypeThatIsMissing() throws {
        let folder = try folder()
        let gone = try folder.tool("sh", "-c", "(afconvert -f WAVE -d LEF64@192000 a.wav -; echo $? >status) | true")
        #expect(gone.errors == "Error: Writing standard output failed ('wht?'): its reader has gone away\n")
        #expect(try folder.bytes("status") == Array("1\n".utf8))
        let unnamed = try folder.tool("afconvert", "a.wav", "-")
        #expect(unnamed.status == 1 && unnamed.output == "")
        #expect(
            unnamed.errors
                == "Error: Finding a file type failed ('typ?'): standard output has no name; -f names a type\n")
        let noise = try folder.tool("sh", "-c", "echo text | afconvert -f WAVE - b.wav")
        #expect(noise.errors == "Error: Couldn't open input file ('typ?'): standard input: text, and no sound\n")
    }

    @Test func afplayTellsThatNothingHasCome() throws {
        let folder = try folder()
        let result = try folder.tool("sh", "-c", "(head -c 20 a.wav; sleep 2; tail -c +21 a.wav) | afplay --meter -")
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("0:00  waiting for the sound\n"), "\(result.errors)")
    }

    @Test func afinfoReadsStandardInput() throws {
        let folder = try folder()
        let result = try folder.tool("sh", "-c", "cat a.wav | afinfo -b -")
        #expect(result.status == 0 && result.output.hasPrefix("-, WAVE, "), "\(result.errors)")
    }

    /// A file of that name has a path.
    @Test func aFileOfThatNameHasAPath() throws {
        let folder = try folder()
        try shell(folder, "cp a.wav ./-; afconvert -f caff -d LEI16 ./- b.caf; afconvert -f WAVE -d LEI16 a.wav ./-")
        #expect(try folder.files == ["a.wav", "-", "b.caf"])
    }

    // MARK: Recording

    /// Sound of a fixed size and frames arrive while the recording lasts: the reader has them and ends it.
    @Test(arguments: [("-f WAVE -d LEI16", 8192), ("-f caff -d LEF32@48000", 8192), ("-f adts -d aac", 1024)])
    func recordingsArriveAsTheyAreMade(options: String, size: Int) throws {
        let folder = try TemporaryFolder()
        let line = "(afrecord \(options) -t 60 - 2>errors; echo $? >status) | head -c \(size) >part"
        let start = ContinuousClock.now
        #expect(try folder.tool("sh", "-c", line).status == 0)
        #expect(ContinuousClock.now - start < .seconds(50))
        #expect(try folder.bytes("part").count == size)
        #expect(try folder.bytes("status") == Array("1\n".utf8))
        let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
        #expect(errors == "Error: Writing standard output failed ('wht?'): its reader has gone away\n")
        // What has come can be played.
        #expect(try folder.tool("afinfo", "part").status == 0)
    }

    /// A stream of IMA4 in CAF has whole packets: the table that says how many of their frames count follows the sound.
    @Test(arguments: [
        ("-f WAVE -d LEI16", 22_050), ("-f caff -d LEI16", 22_050), ("-f caff -d ima4", 22_080),
        ("-f m4af -d alac", 22_050),
        ("-f AIFF", 22_050), ("-f m4af -d aac", 22_050), ("-f flac -d flac", 22_050), ("-f Oggf", 24_000),
    ])
    func recordingsAreComplete(options: String, frames: Int) throws {
        let folder = try TemporaryFolder()
        let result = try folder.tool("sh", "-c", "afrecord \(options) -t 0.5 - | cat >whole")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(try folder.samples("whole").count == frames * 2)
        #expect(try folder.files == ["whole"])
    }
}
