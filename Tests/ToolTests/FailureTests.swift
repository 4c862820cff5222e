import Foundation
import TestSupport
import Testing

/// A conversion that fails says so in one line, ends with 1 and leaves nothing behind.
@Suite(.needsInstallation) struct FailureTests {
    @Test func failuresAreReported() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("sh", "-c", "mkdir d; : > empty; head -c 30 a.wav > short.wav; cp a.wav f").expectSuccess()
        try folder.refuse("missing.wav -d LEI16", "Couldn't open input file (-43): missing.wav: no such file")
        try folder.refuse("d -d LEI16", "Couldn't open input file ('wht?'): d: a folder, which holds no sound itself")
        try folder.refuse("empty -d LEI16", "Couldn't open input file ('typ?'): empty: an empty file")
        try folder.refuse("short.wav -d LEF32", "Couldn't open input file ('dta?'): short.wav: damaged, or cut off")
        try folder.refuse(
            "a.wav nowhere/b.caf", "ExtAudioFileCreateWithURL failed (-43): nowhere/b.caf: there is no folder nowhere")
        try folder.refuse("a.wav f/b.caf", "ExtAudioFileCreateWithURL failed (-43): f/b.caf: f is no folder")
        try folder.refuse(
            "a.wav -f caff d",
            "Writing \(folder.path)/d failed (-54): a folder, where a file is to be written; --output-directory names one"
        )
        try folder.refuse(
            "a.wav b.xyz",
            "Finding a file type failed ('typ?'): the extension of b.xyz is that of no file type; -f names a type")
        try folder.refuse(
            "a.wav -f abcd b",
            "ExtAudioFileCreateWithURL failed ('typ?'): b: 'abcd' is no file type; afconvert -hf lists those there are"
        )
        try folder.refuse(
            "a.wav -f toolong b",
            "Parsing the file type toolong failed (-50): a file type has one to four characters; afconvert -hf lists those there are"
        )
        try folder.refuse(
            "a.wav -d LEI17 b.wav",
            "Parsing the data format LEI17 failed (-50): a data format is LEI16, BEF32@48000, aac or another that afconvert -hf lists, with a rate after @"
        )
        try folder.refuse(
            "a.wav -d BEI16 b.wav",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("b.wav", "WAVE"))"
        )
        try folder.refuse(
            "a.wav -d LEI8.24 b.caf",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("b.caf", "caff"))"
        )
        try folder.refuse(
            "a.wav -d LEI16,4294967295I b.caf",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("b.caf", "caff"))"
        )
        try folder.refuse(
            "a.wav -c 2147483648 -d LEI16 b.caf",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("b.caf", "caff"))"
        )
        try folder.refuse(
            "a.wav -d aac b.wav",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("b.wav", "WAVE"))"
        )
        try folder.refuse("a.wav b.wav --offset 662", "ExtAudioFileSeek failed (-66568): a.wav: it has 661 frames")
        try folder.refuse(
            "a.wav b.wav --read-track 1",
            "AudioFileSetProperty ('uatk') failed (-50): a.wav: it has no track 1; the first is 0")
    }

    /// A file of frames without one frame would be a file of nothing: of no type that a program could determine.
    @Test func noFileOfFramesIsEmpty() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav empty.caf --offset 661")
        try folder.convert("a.wav last.caf --offset 660")
        try folder.convert("empty.caf empty.m4a -d aac")
        for (type, codec) in [("adts", "aac"), ("ac-3", "ac-3@48000"), ("ec-3", "ec-3@48000")] {
            // Its one frame is enough for a packet.
            try folder.convert("last.caf a.\(type) -f \(type) -d \(codec) -c 2")
            #expect(try !folder.bytes("a.\(type)").isEmpty)
            try folder.tool("sh", "-c", "echo old > b.\(type)").expectSuccess()
            let line =
                "Writing \(folder.path)/b.\(type) without a packet of sound failed ('dta?'): files of this type "
                + "begin with their first packet"
            try folder.refuse("empty.caf b.\(type) -f \(type) -d \(codec) -c 2", line)
            // Nor is another output of the same conversion put in its place.
            try folder.refuse("empty.caf -o c.wav -d LEI16 -o b.\(type) -f \(type) -d \(codec) -c 2", line)
            #expect(try folder.bytes("b.\(type)") == Array("old\n".utf8))
        }
        try folder.refuse(
            "empty.m4a d.aac -f adts -d 0",
            "Writing d.aac without a packet of sound failed ('dta?'): files of this type begin with their first packet")
        // Types with a head are whole without sound.
        for name in ["e.wav -d LEI16", "e.caf -d ima4", "e.aiff", "e.m4a -d aac", "e.flac -d flac"] {
            try folder.convert("empty.caf \(name)")
        }
    }

    /// A head, and fewer bytes than the first packet has: nothing is copied or converted, and nothing is left of an output.
    @Test func aFileWithoutAWholePacketIsAnError() throws {
        let folder = try TemporaryFolder()
        try folder.copy("CAF/ima4-mono.caf", as: "whole.caf")
        let start = try Int(folder.description("whole.caf").dataOffset)
        // A data chunk of unknown length goes to the end of the file.
        var bytes = Array(try folder.bytes("whole.caf")[..<(start + 10)])
        for place in start - 12..<start - 4 { bytes[place] = 0xFF }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/head.caf"))
        try folder.refuse(
            "head.caf b.caf -d 0",
            "Finding a packet in the file failed ('dta?'): its audio data is damaged")
        try folder.tool("sh", "-c", "echo old > b.caf").expectSuccess()
        try folder.refuse(
            "head.caf b.caf -d 0",
            "Finding a packet in the file failed ('dta?'): its audio data is damaged")
        try folder.refuse(
            "head.caf b.wav -d LEI16", "ExtAudioFileRead failed ('dta?'): head.caf: damaged, or cut off")
        #expect(try folder.bytes("b.caf") == Array("old\n".utf8))
    }

    @Test func ditherIsOneThatThereIs() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for words in ["a.wav b.wav -d UI8 --dither 9", "a.wav -o b.wav -d UI8 -o c.wav -d UI8 --dither 3"] {
            let result = try folder.run("/usr/bin/env", ["afconvert"] + words.split(separator: " ").map(String.init))
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("Error: --dither needs 0, 1 or 2\n"), "\(result.errors)")
            #expect(try folder.files == ["a.wav"])
        }
        for dither in 0...2 { try folder.convert("a.wav b\(dither).wav -d UI8 --dither \(dither)") }
        #expect(try folder.payload("b0.wav") != folder.payload("b1.wav"))
    }

    /// Refused before an existing file is changed, or a new one is begun.
    @Test func layoutsFitTheirChannels() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("sh", "-c", "echo old > b.caf").expectSuccess()
        try folder.refuse(
            "a.wav b.caf -c 2 -l MPEG_5_1_A", "Laying out 2 channels as MPEG_5_1_A failed (-50): this layout has 6")
        try folder.refuse(
            "a.wav b.caf -c 1 -l Stereo", "Laying out a channel as Stereo failed (-50): this layout has 2")
        try folder.refuse(
            "a.wav b.caf -d LEI16,1I -l Stereo", "Laying out a channel as Stereo failed (-50): this layout has 2")
        try folder.refuse(
            "a.wav b.caf -l Mono -l Stereo", "Laying out 2 channels as Mono failed (-50): this layout has 1")
        try folder.refuse(
            "a.wav b.m4a -d aac -c 2 -l AAC_5_1", "Laying out 2 channels as AAC_5_1 failed (-50): this layout has 6")
        try folder.refuse(
            "a.wav b.caf -l Sterio",
            "Parsing the channel layout Sterio failed (-50): no layout has this name; Stereo, MPEG_5_1_A and AAC_7_1 are names"
        )
        #expect(try folder.bytes("b.caf") == Array("old\n".utf8))
        try folder.convert("a.wav ima4.caf -d ima4")
        try folder.refuse(
            "ima4.caf b.caf -d 0 -l MPEG_5_1_A", "Laying out 2 channels as MPEG_5_1_A failed (-50): this layout has 6")
        try folder.convert("ima4.caf c.caf -d 0 -l Binaural")
        #expect(try folder.tool("afinfo", "c.caf").output.contains("Channel layout: Binaural"))
        let recorded = try folder.tool("afrecord", "-t", "0.1", "-c", "1", "-l", "Stereo", "d.wav")
        #expect(recorded.errors == "Error: Laying out a channel as Stereo failed (-50): this layout has 2\n")
        #expect(recorded.status == 1)
        #expect(try folder.files == ["a.wav", "b.caf", "c.caf", "ima4.caf"])
    }

    @Test func oneOutputThatFailsTakesTheOthersAlong() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.refuse(
            "a.wav -o b.wav -o nowhere/c.wav",
            "ExtAudioFileCreateWithURL failed (-43): nowhere/c.wav: there is no folder nowhere")
        try folder.refuse(
            "a.wav -o b.wav -o c.caf -d ima4 --prime-override 900 0",
            "Setting --prime-override failed (-50): c.caf: it has fewer frames than that")
    }

    @Test func fullDiskLeavesNothing() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        // A limit on the size of files gives the same answer as a disk that is full. It counts in blocks of 512 bytes.
        let result = try folder.tool("sh", "-c", "ulimit -f 20; exec afconvert a.wav b.wav -d LEF64@192000")
        #expect(result.status == 1)
        let reason = "b.wav: the file reaches the limit on the size of files (ulimit -f)"
        #expect(result.errors == "Error: ExtAudioFileWrite failed (-34): \(reason)\n")
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
        // Some signals come between the claim of a name and the creation of the file there.
        for _ in 0..<40 {
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
    }

    /// What SIGKILL leaves is removed by the next run in the folder, and the file of a run that is at work is not.
    @Test func aKilledRunIsClearedAway() throws {
        let folder = try TemporaryFolder()
        try Self.writeSilence(to: folder.path + "/big.caf")
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        func atWork(_ known: Set<String>) throws -> (ChildProcess, String) {
            let process = try #require(
                ChildProcess(
                    Installed.tool("afconvert"), [folder.path + "/big.caf", folder.path + "/out.caf", "-d", "ima4"]))
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                if let name = try folder.files.first(where: { $0.hasPrefix(".afconvert-") && !known.contains($0) }) {
                    return (process, name)
                }
                sched_yield()
            }
            throw CocoaError(.fileNoSuchFile)
        }
        let (killed, left) = try atWork([])
        #expect(killed.end(by: SIGKILL) == SIGKILL)
        #expect(try folder.files == ["a.wav", "big.caf", left])
        #expect(left.utf8.count == ".afconvert-".utf8.count + 16)
        let (live, own) = try atWork([left])
        #expect(try folder.files == ["a.wav", "big.caf", own])
        try folder.convert("a.wav b.caf -d ima4")
        #expect(try folder.files == ["a.wav", "b.caf", "big.caf", own])
        #expect(live.end(by: SIGTERM) == SIGTERM)
        #expect(try folder.files == ["a.wav", "b.caf", "big.caf"])
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
