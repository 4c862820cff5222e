import Foundation
import TestSupport
import Testing

/// afconvert with the codecs of libavcodec, and without the library.
@Suite(.needsInstallation) struct CompressedTests {
    @Test func compressesAndComesBack() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let frames = try folder.description("a.wav").packets.count
        for (words, output) in [
            ("-d aac -b 96000 -s 0 -q 127", "a.m4a"), ("-d aac -s 3 -u vbrq 90", "b.m4a"), ("-d aac -s 1", "c.caf"),
            ("-d flac", "d.caf"), ("-d opus@48000", "e.caf"), ("-d ac-3@48000 -b 192000", "f.caf"),
            ("-d ac-3@48000 -b 192000", "g.m4a"), ("-d ec-3@48000 -b 192000", "h.m4a"), ("-d flac", "i.flac"),
        ] {
            try folder.convert("a.wav \(words) \(output)")
            try folder.convert("\(output) -f WAVE -d LEI16 back.wav")
            let rate = words.contains("@48000") ? 48_000.0 : try folder.description("a.wav").format.sampleRate
            let expected = (Double(frames) * rate / (try folder.description("a.wav").format.sampleRate)).rounded(.up)
            #expect(try folder.description("back.wav").packets.count == Int64(expected), "\(words)")
        }
        try folder.convert("a.wav -d LEI16 plain.wav")
        try folder.convert("d.caf -f WAVE -d LEI16 lossless.wav")
        #expect(try folder.payload("lossless.wav") == folder.payload("plain.wav"))
    }

    @Test func layer3IsNotEncoded() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.refuse(
            "a.wav -f caff -d .mp3 b.caf",
            "ExtAudioFileSetProperty ('cfmt') failed ('fmt?'): \(notHeld("b.caf", "caff"))"
        )
    }

    /// What needs no library works without it; the rest says what is missing.
    @Test func worksWithoutTheLibrary() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let without = "COREAUDIO_LIBAVCODEC=/nowhere/libavcodec.so"
        let plain = try folder.tool(without, "afconvert", "a.wav", "-f", "caff", "-d", "alac", "b.caf")
        #expect(plain.status == 0, "\(plain.errors)")
        for arguments in [["a.wav", "-d", "aac", "c.m4a"], ["a.wav", "-f", "caff", "-d", "flac", "c.caf"]] {
            let refused = try folder.run("/usr/bin/env", [without, "afconvert"] + arguments)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("'fmt?'"), "\(refused.errors)")
            #expect(refused.errors.hasSuffix("' needs the library libavcodec, which is not installed\n"))
        }
        #expect(try folder.files == ["a.wav", "b.caf"])
    }
}
