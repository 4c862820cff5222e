import AudioContainers
import Foundation
import TestSupport
import Testing

/// Sound check, hashes, gapless encoding and short packet sizes.
@Suite(.needsInstallation) struct LoudnessToolTests {
    /// Sounds that ffmpeg makes, and what it measures of them.
    @Test(arguments: [
        "sine=997:r=48000:d=6,volume=-10dB", "anoisesrc=c=pink:r=44100:d=12:seed=4,volume=0.4",
        "anoisesrc=c=white:r=22050:d=8:seed=1,volume='if(lt(t,4),0.02,0.5)':eval=frame,aformat=channel_layouts=stereo",
        "aevalsrc='0.2*sin(300*t*t)|0.4*random(0)*gt(t,3)|0.1*sin(900*t)|0|0.3*random(1)|0.1*random(2)':s=48000:d=8:"
            + "c=5.1(side)",
    ]) func loudnessIsFFmpegS(sound: String) throws {
        let folder = try TemporaryFolder()
        let made = try folder.tool(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", sound, "-c:a", "pcm_f32le", "-rf64", "never", "a.wav")
        #expect(made.status == 0, "\(made.errors)")
        let judged = try folder.tool("ffmpeg", "-nostats", "-i", "a.wav", "-af", "ebur128", "-f", "null", "-")
        let line = try #require(judged.errors.split(separator: "\n").last { $0.contains(" I: ") })
        let expected = try #require(Double(line.split(separator: " ").dropLast().last ?? ""))
        try folder.convert("a.wav -f caff -d LEF32 --soundcheck-generate --anchor-generate b.caf")
        let info = try folder.description("b.caf").info
        let measured = try #require(info["aa itu loudness"].flatMap { Double($0) })
        #expect(abs(measured - expected) <= 0.1, "\(measured) for \(expected)")
        #expect(info["anchor loudness"] == info["aa itu loudness"])
    }

    @Test func soundCheckGoesWhereItIsAskedFor() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/speech.wav", as: "a.wav")
        let keys = SoundCheck.keys
        for (name, options) in [("b.caf", "-f caff -d LEI16"), ("b.wav", "-f WAVE -d LEI16"), ("b.m4a", "-d alac")] {
            try folder.convert("a.wav \(options) --soundcheck-generate \(name)")
            let info = try folder.description(name).info
            for key in keys { #expect(info[key] != nil, "\(name): \(key)") }
            // Not without being asked, and then as it is.
            try folder.convert("\(name) -f caff -d ima4 c.caf")
            #expect(try keys.allSatisfy { key in try folder.description("c.caf").info[key] == nil })
            try folder.convert("\(name) -d alac --soundcheck-read c.m4a")
            let copied = try folder.description("c.m4a").info
            for key in keys { #expect(words(copied[key]) == words(info[key]), "\(name): \(key)") }
            let text = try folder.tool("afinfo", name).output
            #expect(text.contains("Loudness Info:\n    sound check info                 :\n"))
            #expect(text.contains("        sc ave perceived power coeff     : \"\(info[keys[0]]!)\"\n"))
        }
        // A coefficient of 1000 needs no gain: the speech is so far from -16 LUFS.
        let info = try folder.description("b.caf").info
        let coefficient = try #require(words(info[keys[0]]).first)
        let loudness = try #require(info["aa itu loudness"].flatMap { Double($0) })
        #expect(abs(10 * log10(Double(coefficient) / 1000) - (loudness + 16)) < 0.2)
        try folder.convert("a.wav -d 0 -f caff --anchor-loudness -23.5 d.caf")
        #expect(try folder.description("d.caf").info["anchor loudness"] == "-23.5000")
        // Packets that are copied are listened to in a pass of their own.
        try folder.convert("b.m4a -d 0 -f m4af --soundcheck-generate e.m4a")
        #expect(
            words(try folder.description("e.m4a").info[keys[0]]) == words(try folder.description("b.m4a").info[keys[0]])
        )
        try folder.refuse(
            "a.wav -f NeXT -d I16 --soundcheck-generate f.au --anchor-loudness inf",
            "Parsing --anchor-loudness failed (-50): a number is needed")
    }

    /// A mono note has its channel twice.
    private func words(_ text: String?) -> [UInt32] {
        let numbers = (text ?? "").split(separator: " ").compactMap { UInt32($0) }
        return numbers.count == 2 && numbers[0] == numbers[1] ? [numbers[0]] : numbers
    }

    @Test func hashesAreOfTheAudioData() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try Data(try folder.payload("a.wav")).write(to: URL(fileURLWithPath: folder.path + "/samples"))
        let digest = String(try folder.tool("sha1sum", "samples").output.prefix(40))
        func kept(_ name: String) throws -> String? {
            guard
                case .bytes(let bytes)? = try folder.description(name).userChunks.first(where: { $0.id == "SHA1" })?
                    .body
            else { return nil }
            return bytes.map { String(format: "%02x", $0) }.joined()
        }
        for (name, options) in [("b.caf", "-d ima4 -f caff"), ("b.wav", "-d LEI24 -f WAVE"), ("b.aiff", "-d BEI16")] {
            try folder.convert("a.wav \(options) --generate-hash \(name)")
            #expect(try kept(name) == digest, "\(name)")
        }
        try folder.convert("b.wav -d LEI16 -f caff c.caf")
        #expect(try kept("c.caf") == nil)
        try folder.convert("b.wav -d LEI16 -f caff --copy-hash c.caf")
        #expect(try kept("c.caf") == digest)
        try folder.convert("a.wav -d LEI16 -f caff --copy-hash c.caf")
        #expect(try kept("c.caf") == nil)
        try folder.refuse(
            "a.wav -d alac --generate-hash d.m4a",
            "Keeping a hash in a file of this type failed ('op??'): CAF, WAVE and AIFF files hold one")
    }

    /// Cut in two and encoded with its neighbours, a sound comes back whole, with each file's own length.
    @Test func neighboursAreHeardAndLeftOut() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.copy("WAVE/f32-stereo.wav", as: "b.wav")
        let frames = try folder.description("a.wav").packets.totalFrames
        for (options, name) in [
            ("-d ima4 -f caff", "c.caf"), ("-d alac -f m4af", "c.m4a"), ("-d alac -f caff", "d.caf"),
        ] {
            try folder.convert("a.wav \(options) plain-\(name)")
            try folder.convert("a.wav \(options) --gapless-before b.wav --gapless-after b.wav \(name)")
            let (plain, joined) = (try folder.description("plain-\(name)"), try folder.description(name))
            let table = try #require(joined.packetTable)
            #expect(table.validFrames == frames && table.totalFrames == joined.packets.totalFrames)
            #expect(table.primingFrames > plain.packetTable?.primingFrames ?? 0)
            #expect(joined.packets.count >= plain.packets.count + 4)
            let samples = try folder.samples(name)
            #expect(samples.count == Int(frames) * 2)
            if name != "c.caf" { #expect(samples == (try folder.samples("a.wav"))) }
        }
        // Nothing to hear where samples are not coded.
        try folder.convert("a.wav -d LEI16 -f caff --gapless-before b.wav p.caf")
        #expect(try folder.payload("p.caf") == folder.payload("a.wav"))
        try folder.copy("WAVE/speech.wav", as: "other.wav")
        try folder.refuse(
            "a.wav -d ima4 -f caff --gapless-after other.wav q.caf",
            "Joining files of different rates or channels failed ('fmt?'): other.wav: it needs the rate and the channels of the "
                + "input")
    }

    @Test func packetSizesOfSixteenBits() throws {
        let folder = try TemporaryFolder()
        let made = try folder.tool("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=300:d=3", "-c:a", "aac", "a.m4a")
        #expect(made.status == 0, "\(made.errors)")
        try folder.convert("a.m4a -d 0 -f m4af --condensed-framing 16 b.m4a")
        #expect(try folder.description("b.m4a").packetSizeBits == 16)
        #expect(try folder.description("b.m4a").packets.count == folder.description("a.m4a").packets.count)
        func digest(_ name: String) throws -> String {
            try folder.tool("ffmpeg", "-v", "error", "-i", name, "-f", "md5", "-").output
        }
        #expect(try digest("b.m4a") == digest("a.m4a"))
        try folder.refuse(
            "a.m4a -d 0 -f m4af --condensed-framing 8 c.m4a",
            "Parsing --condensed-framing failed (-50): 16 is the only number of bits")
        try folder.refuse(
            "a.m4a -d 0 -f caff --condensed-framing 16 c.caf",
            "AudioFileSetProperty ('pkbi') failed ('op??'): c.caf: it does not allow this")
    }
}
