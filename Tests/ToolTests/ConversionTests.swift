import AudioCore
import Foundation
import TestSupport
import Testing

/// What afconvert does to sound.
@Suite(.needsInstallation) struct ConversionTests {
    static let exact = Fixture.all.filter { fixture in
        let codec = fixture.format
        return codec.hasPrefix("LE") || codec.hasPrefix("BE") || ["UI8", "I8", "ulaw", "alaw"].contains(codec)
    }

    /// The manifest has the digests of what ffmpeg decodes.
    @Test(arguments: exact) func everyFixtureDecodesAsFFmpegDoes(fixture: Fixture) throws {
        let folder = try TemporaryFolder()
        try folder.convert("\(fixture.file) -f WAVE -d LEI16 -o out.wav")
        var payload = try folder.payload("out.wav")
        if fixture.path.contains("rifx") {
            // ffmpeg takes the samples of RIFX for little-endian.
            for i in stride(from: 0, to: payload.count, by: 2) { payload.swapAt(i, i + 1) }
        }
        #expect(payload.count == fixture.frames * fixture.channels * 2)
        try Data(payload).write(to: URL(fileURLWithPath: folder.path + "/samples"))
        #expect(try folder.sha256("samples") == fixture.sha256)
    }

    @Test func everyTypeKeepsTheSamples() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let original = try folder.payload("a.wav")
        try folder.convert("a.wav b.caf -d LEI16")
        #expect(try folder.payload("b.caf") == original)
        var last = "b.caf"
        for (type, suffix) in [
            ("AIFF", "aiff"), ("AIFC", "aifc"), ("NeXT", "au"), ("RF64", "rf64"), ("BW64", "bw64"), ("W64f", "w64"),
            ("WAVE", "wav"),
        ] {
            try folder.convert("\(last) -f \(type) out.\(suffix)")
            last = "out.\(suffix)"
            #expect(try folder.samples(last).count == original.count / 2)
        }
        #expect(try folder.payload(last) == original)
    }

    @Test(arguments: [
        ("LEI24", "caff"), ("BEI24", "AIFF"), ("LEI32", "WAVE"), ("BEI32", "AIFC"), ("LEF32", "WAVE"), ("F64", "WAVE"),
        ("BEF32", "AIFC"), ("BEF64", "NeXT"), ("I24", "WAVE"), ("-LEI16", "WAVE"), ("I16", "AIFF"), ("N", "caff"),
        ("0", "caff"), ("0", "WAVE"), ("LEI16@0", "WAVE"), ("LEI16@22050", "WAVE"), ("LEI16/C", "WAVE"),
    ]) func widerSamplesComeBack(spelling: String, type: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("-d \(spelling) a.wav -f \(type) b")
        try folder.convert("b c.wav -d LEI16")
        #expect(try folder.payload("c.wav") == folder.payload("a.wav"))
    }

    @Test(arguments: [
        ("LEI24", "caff", " 2 ch,  22050 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer, interleaved"),
        ("BEF32", "caff", " 2 ch,  22050 Hz, lpcm (0x0000000B) 32-bit big-endian floating point, interleaved"),
        ("F32@44100", "caff", " 2 ch,  44100 Hz, Float32, interleaved"),
        ("UI8", "WAVE", " 2 ch,  22050 Hz, lpcm (0x00000008) 8-bit unsigned integer, interleaved"),
        ("I8", "AIFF", " 2 ch,  22050 Hz, lpcm (0x0000000E) 8-bit signed integer, interleaved"),
        ("I8", "AIFC", " 2 ch,  22050 Hz, lpcm (0x0000000C) 8-bit signed integer, interleaved"),
        ("LEI16,1I", "WAVE", " 1 ch,  22050 Hz, Int16"),
        ("ulaw@8000", "NeXT", " 2 ch,   8000 Hz, ulaw (0x00000000) 8 bits/channel, 2 bytes/packet, 1 frames/packet, "),
        ("ima4", "caff", " 2 ch,  22050 Hz, ima4 (0x00000000) 0 bits/channel, 68 bytes/packet, 64 frames/packet, "),
    ]) func formatIsWhatWasSpelt(spelling: String, type: String, text: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -d \(spelling) -f \(type) b")
        #expect(try folder.format("b").hasPrefix(text))
    }

    /// A file of iLBC has the frames of its source, in packets of 20 ms; other rates and channels must be asked for.
    @Test func speechGoesToILBCAndBack() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/speech.wav", as: "a.wav")
        try folder.convert("a.wav -f caff -d ilbc b.caf")
        let format = " 1 ch,   8000 Hz, ilbc (0x00000000) 0 bits/channel, 38 bytes/packet, 160 frames/packet, "
        #expect(try folder.format("b.caf").hasPrefix(format))
        try folder.convert("b.caf c.wav -d LEI16")
        #expect(try folder.payload("c.wav").count == folder.payload("a.wav").count)
        try folder.copy("WAVE/s16-stereo.wav", as: "s.wav")
        try folder.convert("s.wav -f caff -d ilbc@8000 -c 1 d.caf")
        #expect(try folder.format("d.caf").hasPrefix(format))
        try folder.refuse(
            "s.wav e.caf -d ilbc@8000",
            "ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("e.caf", "caff"))"
        )
    }

    @Test func unsignedBytesRoundWithinOneStep() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.wav -d UI8")
        for (wide, narrow) in zip(try folder.samples("a.wav"), try folder.samples("b.wav")) {
            #expect(abs(Int(wide) - Int(narrow)) <= 256)
        }
    }

    @Test(arguments: ["CAF/ima4-mono.caf", "CAF/ima4-stereo.caf", "CAF/speech-ima4.caf", "AIFF/ima4-stereo.aifc"])
    func ima4DecodesAsFFmpegDoes(fixture: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy(fixture, as: "in")
        try Self.compareWithFFmpeg(folder, "in")
    }

    @Test func ourIMA4DecodesAsFFmpegDoes() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -f caff -d ima4 b.caf")
        try folder.convert("a.wav -d ima4 b.aifc")
        #expect(try folder.samples("b.caf").count == folder.payload("a.wav").count / 2)
        try Self.compareWithFFmpeg(folder, "b.caf")
        try Self.compareWithFFmpeg(folder, "b.aifc")
    }

    private static func compareWithFFmpeg(_ folder: TemporaryFolder, _ name: String) throws {
        guard try folder.tool("sh", "-c", "command -v ffmpeg").status == 0 else {
            print("ffmpeg is missing: \(name) was not compared")
            return
        }
        let command = "ffmpeg -v error -i \(name) -f s16le -y theirs"
        #expect(try folder.tool("sh", "-c", command).status == 0)
        let theirs = try folder.bytes("theirs")
        let ours = try folder.samples(name).flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        #expect(ours.count <= theirs.count && ours.count > 0)
        #expect(ours == Array(theirs.prefix(ours.count)))
    }

    @Test(arguments: [8000, 11025, 16000, 22051, 44100, 48000, 96000, 192_000])
    func lengthFollowsTheRate(rate: Int) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav -d LEI16@\(rate) b.wav")
        #expect(try folder.description("b.wav").packets.count == Int64((661.0 * Double(rate) / 22050).rounded(.up)))
        try folder.convert("a.wav -d ima4@\(rate) -r 32 --src-complexity line b.caf")
        let info = try folder.tool("afinfo", "--json", "b.caf").output
        #expect(info.contains("\"validFrames\":\(Int((661.0 * Double(rate) / 22050).rounded(.up)))"))
    }

    @Test func channelsAreDroppedMixedAndRepeated() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let both = try folder.samples("a.wav")
        let (left, right) = (both.indices.filter { $0 % 2 == 0 }, both.indices.filter { $0 % 2 == 1 })
        try folder.convert("a.wav first.wav -c 1")
        #expect(try folder.samples("first.wav") == left.map { both[$0] })
        try folder.convert("a.wav mixed.wav -c 1 --mix")
        let mixed = try folder.samples("mixed.wav")
        #expect(mixed != left.map { both[$0] })
        for (index, sample) in mixed.enumerated() {
            let sum = Double(both[left[index]]) + Double(both[right[index]])
            #expect(abs(Double(sample) - sum / 2) <= 1)
        }
        try folder.convert("first.wav twice.wav -c 2")
        #expect(try folder.samples("twice.wav") == left.flatMap { [both[$0], both[$0]] })
    }

    @Test func severalOutputsAreWhatEachIsAlone() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert(
            "-d LEI16@8000 a.wav -o x.wav -o y.caf -f caff -d ima4 -o z.aiff -c 1 -d BEI16@8000 --no-filler")
        try folder.convert("a.wav x1.wav -d LEI16@8000")
        try folder.convert("a.wav y1.caf -d ima4")
        try folder.convert("a.wav z1.aiff -c 1 -d BEI16@8000 --no-filler")
        for (one, other) in [("x.wav", "x1.wav"), ("y.caf", "y1.caf"), ("z.aiff", "z1.aiff")] {
            #expect(try folder.bytes(one) == folder.bytes(other))
        }
    }

    @Test func copiedPacketsAreTheSame() throws {
        let folder = try TemporaryFolder()
        try folder.copy("CAF/ima4-stereo.caf", as: "a.caf")
        try folder.convert("a.caf b.aifc -d 0")
        try folder.convert("b.aifc c.caf -d 0 --no-filler")
        #expect(try folder.payload("b.aifc") == folder.payload("a.caf"))
        #expect(try folder.payload("c.caf") == folder.payload("a.caf"))
        try folder.refuse(
            "a.caf d.caf -d 0@8000",
            "Changing packets that are copied failed ('op??'): -d 0 leaves the rate, the channels and the encoder's properties as they are"
        )
        try folder.refuse(
            "a.caf d.caf -d 0 --offset 64",
            "Copying packets from an offset failed ('op??'): -d 0 copies the packets of the whole input")
        try folder.refuse(
            "a.caf d.wav -d 0",
            "AudioFileCreateWithURL failed ('fmt?'): \(notHeld("d.wav", "WAVE"))"
        )
    }

    @Test func offsetLeavesTheStartOut() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.wav --offset 100")
        #expect(try folder.samples("b.wav") == Array(folder.samples("a.wav").dropFirst(200)))
        try folder.convert("a.wav c.wav --offset 661")
        #expect(try folder.samples("c.wav") == [])
    }

    @Test func ditherChangesOnlyTheLastBits() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/f32-stereo.wav", as: "a.wav")
        try folder.convert("a.wav plain.wav -d LEI16")
        let plain = try folder.samples("plain.wav")
        for algorithm in [1, 2] {
            try folder.convert("a.wav dithered.wav -d LEI16 --dither \(algorithm)")
            let dithered = try folder.samples("dithered.wav")
            #expect(dithered != plain)
            #expect(zip(plain, dithered).allSatisfy { abs(Int($0) - Int($1)) <= 16 })
        }
    }
}
