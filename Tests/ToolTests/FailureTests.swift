import Foundation
import TestSupport
import Testing

/// A conversion that fails says so in one line, ends with 1 and leaves nothing behind.
@Suite(.needsInstallation) struct FailureTests {
    @Test func failuresAreTold() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("sh", "-c", "mkdir d; : > empty; head -c 30 a.wav > short.wav; cp a.wav f").expectSuccess()
        try folder.refuse("missing.wav -d LEI16", "ExtAudioFileOpenURL failed (-43)")
        try folder.refuse("d -d LEI16", "ExtAudioFileOpenURL failed ('wht?')")
        try folder.refuse("empty -d LEI16", "ExtAudioFileOpenURL failed ('typ?')")
        try folder.refuse("short.wav -d LEF32", "ExtAudioFileOpenURL failed ('dta?')")
        try folder.refuse("a.wav nowhere/b.caf", "ExtAudioFileCreateWithURL failed (-43)")
        try folder.refuse("a.wav f/b.caf", "ExtAudioFileCreateWithURL failed (-43)")
        try folder.refuse("a.wav -f caff d", "Writing \(folder.path)/d failed (-54)")
        try folder.refuse("a.wav -f caff /dev/null", "Writing /dev/null failed (-54)")
        try folder.refuse("a.wav b.xyz", "Finding a file type failed ('typ?')")
        try folder.refuse("a.wav -f abcd b", "ExtAudioFileCreateWithURL failed ('typ?')")
        try folder.refuse("a.wav -f toolong b", "Parsing the file type toolong failed (-50)")
        try folder.refuse("a.wav -d LEI17 b.wav", "Parsing the data format LEI17 failed (-50)")
        try folder.refuse("a.wav -d BEI16 b.wav", "ExtAudioFileCreateWithURL failed ('fmt?')")
        try folder.refuse("a.wav -d LEI8.24 b.caf", "ExtAudioFileCreateWithURL failed ('fmt?')")
        try folder.refuse("a.wav -d aac b.wav", "ExtAudioFileCreateWithURL failed ('fmt?')")
        try folder.refuse("a.wav -d LEI16@8000 -r 128 b.wav", "AudioConverterSetProperty failed (-50)")
        try folder.refuse("a.wav b.wav --offset 662", "ExtAudioFileSeek failed (-66568)")
        try folder.refuse("a.wav b.wav --read-track 1", "AudioFileSetProperty failed (-50)")
    }

    @Test func oneOutputThatFailsTakesTheOthersAlong() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.refuse("a.wav -o b.wav -o nowhere/c.wav", "ExtAudioFileCreateWithURL failed (-43)")
        try folder.refuse(
            "a.wav -o b.wav -o c.caf -d ima4 --prime-override 900 0", "Setting --prime-override failed (-50)")
    }

    @Test func fullDiskLeavesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        // A limit on the size of files gives the same answer as a disk that is full. It counts in blocks of 512 bytes.
        let result = try folder.tool("sh", "-c", "ulimit -f 20; exec afconvert a.wav b.wav -d LEF64@192000")
        #expect(result.status == 1)
        #expect(result.errors == "Error: ExtAudioFileWrite failed (-34)\n")
        #expect(try folder.files == ["a.wav"])
    }

    @Test func aReaderThatGoesAwayDoesNoHarm() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let command = "{ afconvert --progress json a.wav b.caf; echo $? > status; } 2>&1 | true"
        try folder.tool("sh", "-c", command).expectSuccess()
        #expect(try folder.files == ["a.wav", "b.caf", "status"])
        #expect(try folder.bytes("status") == Array("0\n".utf8))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func interruptionLeavesNothing(number: Int32) throws {
        let folder = try TemporaryFolder()
        try Self.writeSilence(to: folder.path + "/big.caf")
        let process = try #require(
            ChildProcess(
                Installed.tool("afconvert"), [folder.path + "/big.caf", folder.path + "/out.caf", "-d", "ima4"]))
        // The file it writes shows that it is at work.
        var isAtWork = false
        let end = ContinuousClock.now + .seconds(60)
        while !isAtWork, ContinuousClock.now < end {
            isAtWork = try folder.files.contains { $0.hasPrefix(".afconvert-") }
            sched_yield()
        }
        #expect(isAtWork)
        #expect(process.end(by: number) == number)
        #expect(try folder.files == ["big.caf"])
    }

    /// Much work, so that it is not over before the signal comes: silence that takes no room on the disk.
    private static func writeSilence(to path: String) throws {
        var file = Data("caff".utf8) + [0, 1, 0, 0] + Data("desc".utf8)
        file += [0, 0, 0, 0, 0, 0, 0, 32]
        file += withUnsafeBytes(of: Double(44100).bitPattern.bigEndian) { Data($0) }
        // Little-endian 16-bit integers of one channel.
        file += Data("lpcm".utf8) + [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16]
        // The data go to the end of the file.
        file += Data("data".utf8) + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0]
        try file.write(to: URL(fileURLWithPath: path))
        #expect(truncate(path, 1 << 33) == 0)
    }
}
