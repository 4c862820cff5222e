import AudioContainers
import AudioCore
import Foundation
import TestSupport
import Testing

/// Names, options and what travels with the sound.
@Suite(.needsInstallation) struct AfconvertTests {
    @Test func namesAreChosenBesideTheInput() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("-f caff -d ima4 a.wav")
        #expect(try folder.files == ["a.wav", "a.caf"])
        try folder.convert("-f WAVE -d LEI16@44100 a.wav")
        try folder.convert("-f WAVE -d LEI24 a.wav")
        try folder.convert("-f WAVE -d LEI24@44100 a.wav")
        try folder.convert("-f WAVE -d LEI16 a.wav")
        #expect(
            try folder.files == ["a.wav", "a.caf", "a-44k.wav", "a-24bit.wav", "a-1.wav", "a-2.wav"])
    }

    @Test func typeFollowsTheDataFormat() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.tool("mkdir", "out").expectSuccess()
        for (format, name) in [
            ("LEI24", "a.wav"), ("BEI16", "a.aif"), ("BEF32", "a.aifc"), ("ima4", "a.caf"), ("I8", "a-8bit.aif"),
        ] {
            try folder.convert("-d \(format) a.wav --output-directory out")
            #expect(FileManager.default.fileExists(atPath: folder.path + "/out/" + name), "\(format)")
        }
    }

    @Test func severalInputsBecomeAsManyOutputs() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.copy("WAVE/s16-mono.wav", as: "b.wav")
        try folder.copy("AIFF/s16-stereo.aiff", as: "a.aiff")
        try folder.convert("--jobs 3 -f caff -d LEI16 a.wav b.wav a.aiff")
        #expect(try folder.files == ["a.wav", "b.wav", "a.aiff", "a.caf", "a-1.caf", "b.caf"])
        #expect(try folder.payload("b.caf") == folder.payload("b.wav"))
        let result = try folder.tool("afconvert", "--jobs", "2", "-f", "NeXT", "a.wav", "missing.wav", "b.wav")
        #expect(result.status == 1)
        #expect(result.errors == "Error: Couldn't open input file (-43): missing.wav: no such file\n")
        #expect(try folder.files.isSuperset(of: ["a.snd", "b.snd"]))
    }

    @Test func anInputCanBeItsOwnOutput() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let before = try folder.samples("a.wav")
        try folder.tool("chmod", "640", "a.wav").expectSuccess()
        try folder.tool("ln", "-s", "a.wav", "link.wav").expectSuccess()
        try folder.convert("link.wav link.wav -d LEF32")
        #expect(try folder.files == ["a.wav", "link.wav"])
        #expect(try folder.format("a.wav").hasSuffix("Float32, interleaved"))
        #expect(try folder.samples("a.wav") == before)
        #expect(try folder.tool("stat", "-c", "%a", "a.wav").output == "640\n")
        #expect(try folder.tool("readlink", "link.wav").output == "a.wav\n")
    }

    @Test func optionsMayStandAnywhere() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for (index, words) in [
            "a.wav 0.caf -f caff -d ima4@8000 -c 1", "-f caff -d ima4@8000 -c 1 a.wav 1.caf",
            "-f caff a.wav -d ima4@8000 2.caf -c 1", "a.wav -o 3.caf -f caff -d ima4@8000 -c 1",
            "-o 4.caf -f caff -d ima4@8000 -c 1 a.wav", "-d ima4@8000 -o 5.caf -c 1 -- a.wav",
            "--file caff --data ima4@8000 --channels 1 a.wav 6.caf", "--data=ima4@8000 a.wav -o 7.caf --channels=1",
        ].enumerated() {
            try folder.convert(words)
            #expect(try folder.bytes("\(index).caf") == folder.bytes("0.caf"), "\(words)")
        }
    }

    @Test func propertiesAreSetByTheirCode() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav line.wav -d LEI16@48000 --src-complexity line")
        try folder.convert("a.wav set.wav -d LEI16@48000 -u srca 1818848869")
        #expect(try folder.bytes("set.wav") == folder.bytes("line.wav"))
        try folder.refuse(
            "a.wav b.wav -d LEI16@48000 -u abcd 1",
            "AudioConverterSetProperty ('abcd') failed ('prop'): b.wav: it has no such property")
        try folder.refuse(
            "a.wav b.wav -d LEI24 -ue cdqu 1",
            "Finding an encoder for -ue failed ('prop'): b.wav: linear PCM has no encoder")
        try folder.refuse(
            "a.wav b.wav -d LEI24 -ud cdqu 1",
            "Finding a decoder for -ud failed ('prop'): the input is linear PCM, which has no decoder")
        try folder.refuse(
            "a.wav b.wav -d LEI16 -u abcd 1",
            "AudioConverterSetProperty ('abcd') failed ('prop'): b.wav: it has no such property")
        try folder.refuse(
            "a.wav b.caf -d ima4 -u acbf x",
            "Parsing -u failed (-50): acbf x: a code of one to four characters and a number are needed")
        try folder.convert("a.wav b.caf -d ima4 --codec-manuf appl -ue cdqu 127")
        try folder.convert("a.wav b.caf -d ima4")
        let plain = try folder.bytes("b.caf")
        for words in ["-s 3", "-b 64000", "-q 127", "-q 200", "-u pgcm 2", "-ue vbrq 100"] {
            try folder.convert("a.wav c.caf -d ima4 \(words)")
            #expect(try folder.bytes("c.caf") == plain, "\(words)")
            try folder.tool("rm", "c.caf").expectSuccess()
        }
        try folder.refuse(
            "a.wav c.caf -d ima4 --codec-manuf abcd",
            "Finding a codec made by abcd failed ('fmt?'): appl is the only maker")
    }

    /// With -v the tool reports options that have no effect.
    @Test(arguments: [
        ("-d LEI16 -b 64000 -q 127 -s 2", ["-q", "-b", "-s"].map { "\($0) has no effect with lpcm" }),
        ("-d alac -b 64000 -f m4af", ["-b has no effect with alac"]),
        ("-d ima4 -b 64000 -f caff", ["-b has no effect with ima4"]),
        ("-d aac -u pgcm 2 -f m4af", ["the property 'pgcm' has no effect with aac "]),
        ("-d LEI16 -u pgcm 2", ["the property 'pgcm' has no effect with lpcm"]),
        ("-d LEI16@8000 -r 8000", ["-r takes a quality from 0 to 127, no rate: the rate stands behind @ in -d"]),
        ("-d LEI16 -f NeXT --media-kind Audiobook", ["files of this type do not hold the media kind"]),
    ]) func whatHasNoEffectIsReported(words: String, notes: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let line = words.replacing("-d LEI16 -f NeXT", with: "-d BEI16 -f NeXT")
        let command = "afconvert \(line) a.wav b.out\(words.contains("-f ") ? "" : " -f WAVE")"
        let quiet = try folder.tool("sh", "-c", command)
        #expect(quiet.status == 0 && quiet.errors == "")
        let result = try folder.tool("sh", "-c", command + " -v")
        let printed = result.errors.split(separator: "\n").filter { $0.hasPrefix("Note: ") }
        #expect(printed.map { $0.dropFirst(6) } == notes.map { $0[...] })
    }

    /// iTunes' number for audiobooks, where the words are in the text of the file too.
    @Test func theMediaKindIsWritten() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for (output, type) in [("b.m4b", "m4bf -d alac"), ("b.caf", "caff -d alac"), ("b.wav", "WAVE -d LEI16")] {
            try folder.convert("a.wav \(output) -f \(type) --media-kind Audiobook")
            let text = try folder.tool("afinfo", "-i", output).output
            #expect(text.contains("    media kind: Audiobook\n"), "\(output)")
        }
        let item = Array("stik".utf8) + [0, 0, 0, 17] + Array("data".utf8) + [0, 0, 0, 21, 0, 0, 0, 0, 2]
        #expect(try folder.bytes("b.m4b").firstRange(of: item) != nil)
        try folder.convert("a.wav c.caf --media-kind Something")
        #expect(try folder.tool("afinfo", "-i", "c.caf").output.contains("media kind: Something\n"))
    }

    @Test func devicesAndPipesTakeTheFinishedFile() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.caf -d ima4")
        try folder.convert("a.wav -f caff -d ima4 /dev/null")
        let piped = try folder.tool("sh", "-c", "afconvert a.wav -f caff -d ima4 /dev/stdout | cmp - b.caf")
        #expect(piped.status == 0, "\(piped.output)\(piped.errors)")
        let fifo = "mkfifo p; (cat p >c.caf &); afconvert a.wav -f caff -d ima4 p; sync c.caf; rm p"
        #expect(try folder.tool("sh", "-c", fifo).status == 0)
        try folder.refuse("a.wav -f caff /dev/full", "Writing /dev/full failed ('wht?'): the disk is full")
        #expect(try folder.files == ["a.wav", "b.caf", "c.caf"])
    }

    @Test func primingIsOverridden() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.caf -d ima4 --prime-override 64 -1")
        #expect(
            try folder.tool("afinfo", "b.caf").output.contains(
                "audio 597 valid frames + 64 priming + 43 remainder = 704"))
        try folder.refuse(
            "a.wav c.caf -d ima4 --prime-override 700 100",
            "Setting --prime-override failed (-50): c.caf: it has fewer frames than that")
        try folder.refuse(
            "a.wav c.wav --prime-override 1 1",
            "Finding a packet table for --prime-override failed ('pty?'): c.wav: files of type 'WAVE' have none for this data format"
        )
    }

    @Test func fillerAlignsTheData() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for name in ["b.caf", "b.wav", "b.aiff"] {
            try folder.convert("a.wav \(name)")
            #expect(try folder.description(name).dataOffset == 4096)
            try folder.convert("a.wav \(name) --no-filler")
            #expect(try folder.description(name).dataOffset < 200)
        }
    }

    @Test func aTaggedFileBecomesWhatItWas() throws {
        let folder = try TemporaryFolder()
        try folder.copy("AIFF/s24-stereo.aiff", as: "song.aiff")
        try folder.convert("-t song.aiff kept.caf -d LEI24")
        let original = try folder.payload("song.aiff")
        try folder.tool("rm", "song.aiff").expectSuccess()
        try folder.convert("-t kept.caf")
        #expect(try folder.payload("song.aif") == original)
        #expect(try folder.format("song.aif").contains("24-bit big-endian"))
    }

    @Test func textMarkersAndLayoutTravel() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-info.wav", as: "text.wav")
        try folder.convert("text.wav text.caf -d ima4")
        let text = try folder.tool("afinfo", "-i", "text.caf").output
        #expect(text.contains("    title: Étude\n") && text.contains("    artist: Nobody\n"))

        try folder.copy("CAF/s16-mark-regn.caf", as: "marks.caf")
        let before = try folder.description("marks.caf")
        #expect(!before.markers.isEmpty && !before.regions.isEmpty)
        let double = Int(before.format.sampleRate * 2)
        try folder.convert("marks.caf double.caf -d LEI16@\(double)")
        let after = try folder.description("double.caf")
        #expect(after.markers.map(\.name) == before.markers.map(\.name))
        #expect(after.markers.map(\.framePosition) == before.markers.map { $0.framePosition * 2 })
        #expect(after.regions.map(\.name) == before.regions.map(\.name))
        #expect(
            after.regions.map { $0.markers.map(\.framePosition) }
                == before.regions.map { $0.markers.map { $0.framePosition * 2 } })
        let cut = Int(before.markers.map(\.framePosition).min()!) + 1
        try folder.convert("marks.caf cut.caf --offset \(cut)")
        #expect(
            try folder.description("cut.caf").markers.map(\.framePosition)
                == before.markers.map { $0.framePosition - Double(cut) }.filter { $0 >= 0 })

        try folder.copy("WAVE/s24-six.wav", as: "six.wav")
        try folder.convert("six.wav six.caf -d LEF32")
        #expect(try folder.description("six.caf").layout == folder.description("six.wav").layout)
    }

    @Test func layoutsAreNamed() throws {
        let folder = try TemporaryFolder()
        try folder.copy("CAF/s24le-six.caf", as: "a.caf")
        for name in ["MPEG_5_1_A", "kAudioChannelLayoutTag_MPEG_5_1_A", "mpeg_5_1_a"] {
            try folder.convert("a.caf b.caf -l \(name)")
            #expect(try folder.tool("afinfo", "b.caf").output.contains("Channel layout: 5.1 (L R C LFE Ls Rs)\n"))
        }
        try folder.convert("a.caf c.caf -l MPEG_5_1_A -l Stereo --mix")
        #expect(try folder.description("c.caf").format.channels == 2)
        try folder.refuse(
            "a.caf d.caf -l Nonsense",
            "Parsing the channel layout Nonsense failed (-50): no layout has this name; Stereo, MPEG_5_1_A and AAC_7_1 are names"
        )
        try folder.refuse(
            "a.caf d.caf -l Stereo -c 6", "Laying out 6 channels as Stereo failed (-50): this layout has 2")
    }

    @Test func progressIsJSON() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let result = try folder.tool("afconvert", "--progress", "json", "a.wav", "b.caf")
        let events = try result.errors.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(events.compactMap { $0["event"] as? String } == ["began", "progress", "finished"])
        #expect(events.last?["frames"] as? Int == 661)
        let verbose = try folder.tool("afconvert", "-v", "--profile", "--leaks", "a.wav", "c.caf").errors
        #expect(verbose.hasPrefix("Input file: a.wav, 661 frames\nOutput file: c.caf, lpcm, 22050 Hz, 2 ch\na.wav: "))
    }
}

extension ProgramResult {
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
    }
}
