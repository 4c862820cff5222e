// Command lines as people write them for a Mac, and what must come of each. The words are ours; the habits are those of build
// scripts, game tools, speech pipelines and mastering recipes. Files that go in are those of `ScriptInputs`.

/// A line for the shell.
struct ScriptLine: Sendable, CustomStringConvertible {
    /// How the sound of a file must compare with that of the file it was made from.
    enum Likeness: Sendable {
        case any
        /// Zeros alone: what is recorded without a microphone.
        case silent
        /// The same 16-bit samples.
        case exact(String)
        /// The error so many decibels below the sound.
        case close(String, Double)
        /// As loud, to the decibel: after a change of rate.
        case loud(String)
    }

    struct Made: Sendable {
        let name: String
        let type: String
        let format: String
        let rate: Double
        let channels: Int
        let frames: Int64
        var likeness = Likeness.any
    }

    let line: String
    var status: Int32 = 0
    /// What standard output has to say, without the newline at its end.
    var output = ""
    /// How standard error must begin; empty where it must be.
    var errors = ""
    var made: [Made] = []

    var description: String { line }

    /// What the line needs beside the shell and its usual programs.
    var interpreter: String? { ["python3", "perl", "make "].first(where: line.contains) }

    static func needing(_ interpreter: String?) -> [ScriptLine] { all.filter { $0.interpreter == interpreter } }

    init(_ line: String, _ made: Made...) { (self.line, self.made) = (line, made) }

    init(_ line: String, says output: String) { (self.line, self.output) = (line, output) }

    init(_ line: String, fails errors: String) { (self.line, self.errors, status) = (line, errors, 1) }
}

private typealias Line = ScriptLine

/// A file that a line makes: its name, type, data format, rate, channels and frames, and what it sounds like.
func makes(
    _ name: String, _ type: String, _ format: String, _ rate: Double, _ channels: Int, _ frames: Int64,
    _ likeness: ScriptLine.Likeness = .any
) -> ScriptLine.Made {
    ScriptLine.Made(
        name: name, type: type, format: format, rate: rate, channels: channels, frames: frames, likeness: likeness)
}

extension ScriptLine {
    static let all =
        games + speech + music + lossless + mastering + loops + refused + parsed + structured + played + built
        + published
        + recorded + heard
}

extension ScriptLine {
    /// Sounds for games and phones: CAF, mostly.
    private static let games: [ScriptLine] = [
        Line(
            "afconvert -f caff -d LEI16 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f caff -d LEI16@44100 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f caff -d LEI16@44100 -c 1 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 44_100, 1, 22_050)
        ),
        Line(
            "afconvert -f 'caff' -d LEI16@22050 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 22_050, 2, 11_025, .loud("song.wav"))),
        Line(
            "afconvert -f caff -d ima4 song.wav",
            makes("song.caf", "caff", "ima4", 44_100, 2, 22_050, .close("song.wav", 25))),
        Line(
            "/usr/bin/env afconvert -f caff -d ima4@22050 -c 1 song.wav song.caf",
            makes("song.caf", "caff", "ima4", 22_050, 1, 11_025)),
        Line(
            "afconvert -v -f caff -d ima4 -c 2 song.wav out.caf 2>log && grep -c '^Output file: out.caf' log", says: "1"
        ),
        Line("afconvert -d LEI16 -f caff song.mp3 song.caf", makes("song.caf", "caff", "lpcm", 44_100, 2, 4_999, .any)),
        Line(
            "afconvert -d ima4 -f 'caff' song.wav boom.caf",
            makes("boom.caf", "caff", "ima4", 44_100, 2, 22_050, .close("song.wav", 25))),
        Line(
            "afconvert -f caff -d aac song.wav out.caf",
            makes("out.caf", "caff", "aac ", 44_100, 2, 22_050, .close("song.wav", 20))),
        Line(
            "afconvert -f caff -d aac -b 32000 -c 1 song.wav out.caf",
            makes("out.caf", "caff", "aac ", 44_100, 1, 22_050)),
        Line(
            "afconvert -v -f 'caff' -d aac -s 1 -b 192000 song.wav out.caf 2>/dev/null",
            makes("out.caf", "caff", "aac ", 44_100, 2, 22_050, .close("song.wav", 25))),
        Line(
            "afconvert -f caff -d LEF32@48000 -c 1 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 48_000, 1, 24_000)
        ),
        Line(
            "afconvert -f caff -d BEI16 song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f caff -d I8@22050 voice.aiff out.caf",
            makes("out.caf", "caff", "lpcm", 22_050, 1, 11_025, .loud("voice.aiff"))),
        Line(
            "afconvert -f 'caff' -d LEI16 -b 44100 song.wav",
            makes("song.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line("afconvert -f caff -d ulaw@8000 -c 1 song.wav out.caf", makes("out.caf", "caff", "ulaw", 8_000, 1, 4_000)),
        Line(
            "afconvert -f caff -d alaw voice.aiff out.caf",
            makes("out.caf", "caff", "alaw", 22_050, 1, 11_025, .close("voice.aiff", 25))),
        Line("afconvert -f AIFC -d ima4 song.wav out.aifc", makes("out.aifc", "AIFC", "ima4", 44_100, 2, 22_080)),
        Line(
            "afconvert -f caff -d LEI16 beep.caf plain.caf",
            makes("plain.caf", "caff", "lpcm", 44_100, 2, 5_056, .exact("beep.caf"))),
        Line(
            "afconvert -d 0 -f caff song.wav out.caf",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f caff -d ima4 song.wav alert.caf --no-filler",
            makes("alert.caf", "caff", "ima4", 44_100, 2, 22_050)),
        Line(
            "afconvert -t -f caff -d LEI16 song.wav kept.caf && rm song.wav && afconvert -t kept.caf",
            makes("song.wav", "WAVE", "lpcm", 44_100, 2, 22_050, .exact("kept.caf"))),
        Line("afconvert song.wav alert.caf", makes("alert.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
    ]

    /// What recognizers and synthesizers take and give: 16 kHz, one channel, WAVE.
    private static let speech: [ScriptLine] = [
        Line(
            "afconvert -f WAVE -d LEI16@16000 -c 1 voice.aiff voice.wav",
            makes("voice.wav", "WAVE", "lpcm", 16_000, 1, 8_000, .loud("voice.aiff"))),
        Line(
            "afconvert -f WAVE -d LEI16@16000 voice.aiff voice.wav",
            makes("voice.wav", "WAVE", "lpcm", 16_000, 1, 8_000, .loud("voice.aiff"))),
        Line(
            "afconvert voice.aiff voice.wav -d LEI16@16000 -f WAVE -c 1 >/dev/null",
            makes("voice.wav", "WAVE", "lpcm", 16_000, 1, 8_000)),
        Line(
            "afconvert -f WAVE -d LEI16 -c 1 -r 16000 voice.aiff voice.wav",
            makes("voice.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "afconvert voice.aiff voice.wav -d LEI16@8000 -f WAVE -r 16000",
            makes("voice.wav", "WAVE", "lpcm", 8_000, 1, 4_000)),
        Line(
            "afconvert --file WAVE --data LEI16@8000 --channels 1 song.wav phone.wav",
            makes("phone.wav", "WAVE", "lpcm", 8_000, 1, 4_000)),
        Line(
            "afconvert -f WAVE -d LEF32@16000 song.wav in.wav",
            makes("in.wav", "WAVE", "lpcm", 16_000, 2, 8_000, .loud("song.wav"))),
        Line(
            "afconvert -f WAVE -d UI8@8000 -c 1 voice.aiff small.wav",
            makes("small.wav", "WAVE", "lpcm", 8_000, 1, 4_000)),
        Line("afconvert -f WAVE -d LEI16 memo.m4a memo.wav", makes("memo.wav", "WAVE", "lpcm", 44_100, 2, 4_999)),
        Line(
            "afconvert -f WAVE -d LEI16@16000 -c 1 memo.m4a memo.wav",
            makes("memo.wav", "WAVE", "lpcm", 16_000, 1, 1_814)),
        Line("afconvert -f WAVE -d LEI16 song.mp3 song2.wav", makes("song2.wav", "WAVE", "lpcm", 44_100, 2, 4_999)),
        Line("afconvert -f WAVE -d LEI16 note.opus note.wav", makes("note.wav", "WAVE", "lpcm", 48_000, 2, 5_442)),
        Line("afconvert memo.m4a -o memo.wav -d LEI16@16000", makes("memo.wav", "WAVE", "lpcm", 16_000, 2, 1_814)),
        Line(
            "afconvert -f WAVE -d LEI24@48000 float.wav in.wav",
            makes("in.wav", "WAVE", "lpcm", 48_000, 1, 4_800, .exact("float.wav"))),
        Line(
            "afconvert -f WAVE -d I16 voice.aiff in.wav",
            makes("in.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "afconvert -o song.wav -f 'WAVE' -d I16@44100 song.wav",
            makes("song.wav", "WAVE", "lpcm", 44_100, 2, 22_050, .exact("original.wav"))),
        Line(
            "cat voice.aiff | afconvert -f WAVE -d LEI16@16000 -c 1 /dev/stdin out.wav",
            makes("out.wav", "WAVE", "lpcm", 16_000, 1, 8_000)),
        Line(
            "afconvert -f WAVE -d LEI16 /dev/stdin out.wav <voice.aiff",
            makes("out.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "mkfifo pipe && (cat song.mp3 >pipe &) && afconvert -f WAVE -d LEI16 pipe out.wav",
            makes("out.wav", "WAVE", "lpcm", 44_100, 2, 4_999)),
        Line(
            "bash -c 'afconvert -f caff -d LEI16 <(cat memo.m4a) out.caf'",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 4_999)),
        Line("afconvert -f WAVE -d LEI16 song.flac /dev/stdout | wc -c", says: "24092"),
        Line("afconvert -f caff -d LEI16@16000 -c 1 memo.m4a /dev/null && echo readable", says: "readable"),
        Line(
            "afconvert -f WAVE -d LEI16@24000 -c 1 --mix -r 127 song.wav out.wav",
            makes("out.wav", "WAVE", "lpcm", 24_000, 1, 12_000)),
        Line(
            "afconvert -v -d LEI32 -c 1 --mix song.wav song.mono.wav 2>/dev/null",
            makes("song.mono.wav", "WAVE", "lpcm", 44_100, 1, 22_050)),
    ]

    /// AAC for players, ringtones and browsers.
    private static let music: [ScriptLine] = [
        Line(
            "afconvert -f m4af -d aac song.wav song.m4a",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 20))),
        Line(
            "afconvert -f m4af -d aac -b 128000 song.wav song.m4a",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 25))),
        Line(
            "afconvert -f m4af -d aac -b 256000 -q 127 -s 2 song.wav",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 30))),
        Line(
            "afconvert song.wav -o out.m4a -f m4af -d aac -b 128000 -q 127 -s 2",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -f m4af -d aac@44100 -b 128000 -s 0 -q 127 hires.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 4_410, .loud("hires.wav"))),
        Line(
            "afconvert -f m4af -d aac -s 3 -u vbrq 55 song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 15))),
        Line(
            "afconvert -f m4af -d aac -s 3 -ue vbrq 127 -q 127 song.flac out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 4_999)),
        Line(
            "afconvert -d aac -f m4af -ue vbrq 90 -s 3 lossless.m4a out.m4a",
            makes("out.m4a", "m4af", "aac ", 8_000, 1, 401)),
        Line(
            "afconvert --data aac --file m4af --quality 127 --strategy 3 song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -f m4af -d aac -s 3 -b 96000 song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -f m4af -d aac voice.aiff voice.m4a",
            makes("voice.m4a", "m4af", "aac ", 22_050, 1, 11_025, .close("voice.aiff", 20))),
        Line(
            "afconvert voice.aiff voice.m4a -f m4af -d aac -b 32000 -c 1",
            makes("voice.m4a", "m4af", "aac ", 22_050, 1, 11_025)),
        Line(
            "afconvert -f m4af -d aac -b 32000 --mix -c 1 song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 1, 22_050)),
        Line(
            "afconvert -f mp4f -d aac -b 128000 song.wav song.mp4", makes("song.mp4", "mp4f", "aac ", 44_100, 2, 22_050)
        ),
        Line("afconvert -f mp4f -d aac voice.aiff voice.mp3", makes("voice.mp3", "mp4f", "aac ", 22_050, 1, 11_025)),
        Line("afconvert -c 2 -f mp4f -d 'aac ' song.wav", makes("song.mp4", "mp4f", "aac ", 44_100, 2, 22_050)),
        Line("afconvert song.mp3 ring.m4r --file m4af", makes("ring.m4r", "m4af", "aac ", 44_100, 2, 4_999)),
        Line(
            "afconvert -o ring.m4r -q 127 -b 256000 -f m4af -d aac song.mp3",
            makes("ring.m4r", "m4af", "aac ", 44_100, 2, 4_999)),
        Line(
            "afconvert -f adts -d aac -b 96000 song.wav song.aac", makes("song.aac", "adts", "aac ", 44_100, 2, 24_576)),
        Line(
            "afconvert -f adts -d aac@24000 -c 1 song.wav tone.aac",
            makes("tone.aac", "adts", "aac ", 24_000, 1, 14_336)
        ),
        Line("afconvert -f WAVE -d LEI16 stream.aac out.wav", makes("out.wav", "WAVE", "lpcm", 44_100, 2, 6_144)),
        Line(
            "afconvert -f m4bf -d aac -q 127 -s 3 --soundcheck-read --media-kind Audiobook song.wav -o book.m4b",
            makes("book.m4b", "m4bf", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -f m4bf -d aac --media-kind \"Audiobook\" song.wav book.m4b && afinfo -i book.m4b | grep -c 'media kind: Audiobook'",
            says: "1"),
        Line(
            "afconvert -f m4af -d aac -l MPEG_5_1_A -b 320000 film.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 48_000, 6, 333)),
        Line(
            "afconvert -f m4af -d aac song.wav out.m4a && afconvert -f WAVE -d LEI16 out.m4a back.wav && afinfo back.wav | awk '/audio packets/ {print $3}'",
            says: "22050"),
        Line("afconvert -f m4af -d aac tagged.wav out.m4a && afinfo -i out.m4a | grep -c 'title: Étude'", says: "1"),
        Line(
            "afconvert -f m4af -d aac hires.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 48_000, 2, 4_800, .loud("hires.wav"))),
        Line("afconvert -f caff -d opus song.wav out.caf", makes("out.caf", "caff", "opus", 48_000, 2, 24_000)),
        Line(
            "afconvert --decode-formatid aac -f WAVE -d LEI16 memo.m4a out.wav",
            makes("out.wav", "WAVE", "lpcm", 44_100, 2, 4_999)),
        Line(
            "afconvert -b 256000 --soundcheck-generate -f m4af -d aac song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
    ]

    /// Without loss.
    private static let lossless: [ScriptLine] = [
        Line(
            "afconvert -f m4af -d alac song.wav song.m4a",
            makes("song.m4a", "m4af", "alac", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -v -f m4af -d alac song.flac out.m4a 2>/dev/null",
            makes("out.m4a", "m4af", "alac", 44_100, 2, 4_999, .exact("song.flac"))),
        Line(
            "afconvert song.wav out.caf -f caff -d alac",
            makes("out.caf", "caff", "alac", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -d alac -f m4af -q 127 -b 256000 song.wav out.m4a",
            makes("out.m4a", "m4af", "alac", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f flac -d flac song.wav song.flac",
            makes("song.flac", "flac", "flac", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f flac -d flac \"song.wav\" \"out.flac\" -q 127",
            makes("out.flac", "flac", "flac", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f WAVE -d N lossless.m4a out.wav",
            makes("out.wav", "WAVE", "lpcm", 8_000, 1, 401, .exact("lossless.m4a"))),
        Line(
            "afconvert -f AIFF -d BEI16 song.wav out.aiff",
            makes("out.aiff", "AIFF", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f AIFF -d BEI24@48000 hires.wav out.aif",
            makes("out.aif", "AIFF", "lpcm", 48_000, 2, 4_800, .loud("hires.wav"))),
        Line("afconvert -f AIFF -d I8 voice.aiff tiny.aiff", makes("tiny.aiff", "AIFF", "lpcm", 22_050, 1, 11_025)),
        Line(
            "afconvert -f WAVE -d LEI24 hires.wav out.wav",
            makes("out.wav", "WAVE", "lpcm", 96_000, 2, 9_600, .exact("hires.wav"))),
        Line(
            "afconvert hires.wav -o cd.wav -f WAVE -d LEI16@44100 --dither 2 -r 127 --src-complexity bats",
            makes("cd.wav", "WAVE", "lpcm", 44_100, 2, 4_410, .loud("hires.wav"))),
        Line("afconvert -f NeXT -d ulaw@8000 -c 1 song.wav out.au", makes("out.au", "NeXT", "ulaw", 8_000, 1, 4_000)),
        Line(
            "afconvert -f RF64 -d LEI24 song.wav big.wav",
            makes("big.wav", "RF64", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
    ]

    /// Apple's recipe for iTunes, in the ways that scripts spell it.
    private static let mastering: [ScriptLine] = [
        Line(
            "afconvert song.wav tmp.caf -d 0 -f caff --soundcheck-generate && afconvert tmp.caf -d aac -f m4af -u pgcm 2 --soundcheck-read -b 256000 -q 127 -s 2 song.m4a",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 30))),
        Line(
            "afconvert hires.wav -d LEF32@44100 -f caff --soundcheck-generate --src-complexity bats -r 127 tmp.caf && afconvert tmp.caf -d aac -f m4af -u pgcm 2 --soundcheck-read -b 256000 -q 127 -s 2 out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 4_410, .loud("hires.wav"))),
        Line(
            "afconvert -d 0 -f caff --soundcheck-generate song.wav -o song.caf; afconvert -d aac -f m4af -ue pgcm 2 --soundcheck-read -b 256000 -q 127 -s 2 song.caf -o song.aac.m4a; rm song.caf",
            makes("song.aac.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -v -d aac -f m4af -u pgcm 2 -q 127 -s 2 -b 256000 --soundcheck-generate song.wav out.m4a 2>log; grep -c \"^Note: the property 'pgcm' has no effect\" log",
            says: "1"),
        Line(
            "afconvert song.wav out.caf -d 0 -f caff && afconvert out.caf -d aac -f m4af -u pgcm 2 -b 128000 -q 127 -s 2 out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert song.wav out.m4a -d aac -f m4af -u vbrq 100 -u pgcm 2 -s 3",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert song.wav out.m4a -d aac -f m4af -u acbf 2 -u cdqu 127",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert memo.m4a out.wav -f WAVE -d LEI16 -ud mdrc 0", makes("out.wav", "WAVE", "lpcm", 44_100, 2, 4_999)
        ),
        Line(
            "afconvert song.wav out.caf -d 0 -f caff --soundcheck-generate --anchor-generate && afinfo -i out.caf | grep -c 'main loudness parameters'",
            says: "1"),
        Line(
            "afconvert song.wav out.caf -d 0 -f caff -q 127 -b 256000 -s 2",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert beep.caf out.caf -d 0 -f caff -q 127",
            makes("out.caf", "caff", "ima4", 44_100, 2, 5_056, .exact("beep.caf"))),
        Line(
            "afconvert song.wav out.m4a -f m4af -d aac -b 256000 --codec-manuf appl -q 127",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert song.wav out.caf -f caff -d LEI16 --generate-hash && afconvert out.caf copy.caf -d 0 -f caff --copy-hash",
            makes("copy.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert song.wav out.m4a -f m4af -d aac --prime-method 1 --prime-override -1 -1",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
    ]

    /// Many files at once, odd names, several outputs.
    private static let loops: [ScriptLine] = [
        Line(
            "for f in song.wav hires.wav; do afconvert -f caff -d ima4 \"$f\" \"${f%.wav}.caf\"; done",
            makes("song.caf", "caff", "ima4", 44_100, 2, 22_050), makes("hires.caf", "caff", "ima4", 96_000, 2, 9_600)),
        Line(
            "for f in *.aiff; do afconvert -f WAVE -d LEI16 $f; done",
            makes("voice.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "for i in song.wav; do base=`basename \"${i}\" .wav` && afconvert -f flac -d flac \"${i}\" \"${base}.flac\"; done",
            makes("song.flac", "flac", "flac", 44_100, 2, 22_050)),
        Line(
            "find . -name 'voice.aiff' -exec afconvert -f m4af -d aac {} {}.m4a \\;",
            makes("voice.aiff.m4a", "m4af", "aac ", 22_050, 1, 11_025)),
        Line(
            "find . -name voice.aiff -print0 | xargs -0 -I{} afconvert -f WAVE -d LEI16@16000 {} {}.wav",
            makes("voice.aiff.wav", "WAVE", "lpcm", 16_000, 1, 8_000)),
        Line(
            "cp song.wav 'My Song (live) – é.wav' && afconvert -f caff -d ima4 'My Song (live) – é.wav'",
            makes("My Song (live) – é.caf", "caff", "ima4", 44_100, 2, 22_050)),
        Line(
            "cp song.wav -- -odd.wav && afconvert -f caff -d LEI16 -- -odd.wav odd.caf",
            makes("odd.caf", "caff", "lpcm", 44_100, 2, 22_050)),
        Line(
            "afconvert song.wav -o a.caf -f caff -d ima4 -o b.m4a -f m4af -d aac -b 128000",
            makes("a.caf", "caff", "ima4", 44_100, 2, 22_050), makes("b.m4a", "m4af", "aac ", 44_100, 2, 22_050)),
        Line(
            "mkdir out && afconvert -f WAVE -d LEI16 song.flac out/song.wav",
            makes("out/song.wav", "WAVE", "lpcm", 44_100, 2, 4_999, .exact("song.flac"))),
        Line(
            "afconvert -d LEI16@22050 -f WAVE song.wav out.wav && afconvert -d LEI16@44100 -f WAVE out.wav back.wav",
            makes("back.wav", "WAVE", "lpcm", 44_100, 2, 22_050, .loud("song.wav"))),
        Line(
            "if afconvert voice.aiff voice.wav >/dev/null 2>&1; then echo converted; else mv voice.aiff voice.wav; fi",
            says: "converted"),
        Line("afconvert -f WAVE -d LEI16 missing.wav out.wav 2>/dev/null || echo failed", says: "failed"),
        Line("command -v afconvert >/dev/null 2>&1 && afconvert -h | grep -c '^USAGE: afconvert'", says: "1"),
        Line("afconvert -hf | grep -c \"'m4af' = \"", says: "1"),
        Line("afconvert -hf 2>&1 | sed -nE \"s/^ +'(.{4})' = ([^(]+) \\(.*/\\1/p\" | grep -cx 'caff'", says: "1"),
        Line("afconvert -hf | grep -A 3 \"'WAVE' =\" | grep -co \"LEI16\"", says: "1"),
        Line(
            "touch -r song.wav stamp; afconvert song.wav song.wav -f WAVE -d LEI16 && test -s song.wav && echo replaced",
            says: "replaced"),
    ]

    /// What fails, and how it is told.
    private static let refused: [ScriptLine] = [
        Line(
            "afconvert -f WAVE -d LEI16 missing.wav out.wav",
            fails: "Error: Couldn't open input file (-43): missing.wav: no such file\n"),
        Line(
            "echo 'no sound' >page.webm; afconvert -f WAVE -d LEI16@16000 -c 1 page.webm out.wav",
            fails: "Error: Couldn't open input file ('typ?'): page.webm: text, and no sound\n"),
        Line(
            "head -c 20 song.wav >cut.wav; afconvert -f caff -d LEI16 cut.wav /dev/null",
            fails: "Error: Couldn't open input file ('dta?'): cut.wav: damaged, or cut off\n"),
        Line(
            "afconvert -f MPG3 -d .mp3 song.wav out.mp3",
            fails:
                "Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?'): out.mp3: files of type 'MPG3' are read here and not written; afconvert -hf lists those that are written\n"
        ),
        Line(
            "afconvert -f MPG3 -d .mp3 -b 192000 song.wav out.mp3",
            fails:
                "Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?'): out.mp3: files of type 'MPG3' are read here and not written; afconvert -hf lists those that are written\n"
        ),
        Line(
            "afconvert -f WAVE -d ima4 song.wav out.wav",
            fails: "Error: ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("out.wav", "WAVE"))\n"),
        Line(
            "afconvert -f caff -d LE16 song.wav out.caf",
            fails: "Error: ExtAudioFileCreateWithURL failed ('fmt?'): \(notHeld("out.caf", "caff"))\n"),
        Line(
            "afconvert song.wav out.caf -d ima4 -u zzzz 1",
            fails: "Error: AudioConverterSetProperty ('zzzz') failed ('prop'): out.caf: it has no such property\n"),
        Line(
            "afconvert song.wav out.wav -d LEI16 -u zzzz 1",
            fails: "Error: AudioConverterSetProperty ('zzzz') failed ('prop'): out.wav: it has no such property\n"),
        Line("afconvert -d LEI16 44100 song.wav out.wav", fails: "Error: too many files"),
        Line("afconvert", fails: "Error: "),
        Line("afconvert song.wav", fails: "Error: no output file or data format specified\n"),
        Line("afinfo missing.wav", fails: "Fail: AudioFileOpenURL failed: missing.wav: no such file\n"),
        Line("afplay missing.wav", fails: "Error: AudioFileOpen failed (-43): missing.wav: no such file\n"),
        Line(
            "echo 'no sound' >page.mp3; afplay page.mp3",
            fails: "Error: AudioFileOpen failed ('typ?'): page.mp3: text, and no sound\n"),
        Line(
            "head -c 64 /dev/zero | afplay /dev/stdin",
            fails: "Error: AudioFileOpen failed ('typ?'): /dev/stdin: nothing but zeros, and no sound\n"),
    ]
}

extension ScriptLine {
    /// Figures that scripts cut out of afinfo's text.
    private static let parsed: [ScriptLine] = [
        Line("afinfo song.wav | awk '/estimated duration/ {print $3}'", says: "0.500000"),
        Line("afinfo song.wav | grep 'estimated duration' | awk '{print $3}'", says: "0.500000"),
        Line(
            "afinfo \"song.wav\" 2>/dev/null | awk -F': ' '/estimated duration/ {print $2}' | head -1",
            says: "0.500000 sec"),
        Line(
            "afinfo song.wav | sed -n 's/.*estimated duration: \\([0-9.][0-9.]*\\) sec.*/\\1/p' | head -1",
            says: "0.500000"),
        Line("afinfo song.wav | grep 'estimated duration' | cut -d ' ' -f 3 | cut -d '.' -f 1", says: "0"),
        Line("afinfo song.wav | grep 'estimated duration' | grep -Eo '[0-9]+\\.[0-9]+'", says: "0.500000"),
        Line("afinfo hires.wav | awk '/estimated duration/ { printf \"%d\", ($3 + 0.8) * 1000 }'", says: "900"),
        Line("afinfo -r song.mp3 | awk '/estimated duration:/ { print $3; exit }'", says: "0.113356"),
        Line("afinfo song.wav | awk -F': ' '/estimated duration/{printf \"%d\", $2*1000}'", says: "500"),
        Line(
            "find . -name 'h*.wav' -exec afinfo {} \\; | awk '/estimated duration/{s+=$3} END{printf \"%.1f\", s}'",
            says: "0.1"),
        Line("afinfo song.wav | grep 'bit rate' | awk '{print $3}'", says: "1411200"),
        Line("afinfo radio.mp2 | grep 'bit rate'", says: "bit rate: 64000 bits per second"),
        Line("afinfo song.wav | grep -c 'bit rate'", says: "1"),
        Line("afinfo song.wav | grep 'audio packets' | awk '{print $3}'", says: "22050"),
        Line("afinfo song.wav | grep 'audio bytes' | grep -Eo '[0-9]{1,15}'", says: "88200"),
        Line("afinfo memo.m4a | awk '/valid frames/ {print $2, $6, $9, $12}'", says: "4999 1024 121 6144"),
        Line("afinfo memo.m4a | awk '/valid frames/ {print $2}'", says: "4999"),
        Line("afinfo song.wav | grep 'Data format' | awk '{print $3}'", says: "2"),
        Line("afinfo song.wav | sed -nE 's/^Data format: +([0-9]+) ch, +([0-9]+) Hz, .*/\\1 \\2/p'", says: "2 44100"),
        Line("c=$(afinfo song.wav | grep 'Data format:'); echo \"$c\" | cut -c18", says: "2"),
        Line("afinfo song.wav | grep -o '[0-9]* Hz' | cut -d' ' -f1", says: "44100"),
        Line(
            "afinfo voice.aiff | grep 'Data format'",
            says: "Data format:     1 ch,  22050 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer"),
        Line("afinfo lossless.m4a | grep -c 'Data format:.*alac'", says: "1"),
        Line("afinfo memo.m4a | awk -F: '/File type ID/ {gsub(/ /, \"\", $2); print $2}'", says: "m4af"),
        Line("afinfo -b song.wav | grep -o '[0-9]\\{1,\\}\\.[0-9]\\{1,\\}'", says: "0.500"),
        Line("afinfo -b -r song.wav | tail -1 | awk '{print $1}'", says: "0.500"),
        Line("case \"$(afinfo -b voice.aiff)\" in *'1 ch,'*) echo mono;; esac", says: "mono"),
        Line("afinfo song.wav hires.wav | grep -c '^File:'", says: "2"),
        Line("afinfo film.wav | awk '/ch,/ {print $3; exit}'", says: "6"),
        Line("afinfo song.wav | grep 'source bit depth' | awk '{print $4}'", says: "I16"),
        Line("afinfo -i tagged.wav | sed -n 's/^ *title: //p'", says: "Étude"),
        Line("cat song.wav | afinfo /dev/stdin | awk '/estimated duration/ {print $3}'", says: "0.500000"),
        Line("afinfo missing.wav 2>/dev/null | grep -c 'bit rate'; true", says: "0"),
        Line("afinfo song.wav >/dev/null 2>&1 && echo ok", says: "ok"),
        Line(
            "python3 -c \"import re,subprocess; t=subprocess.run(['afinfo','song.wav'],capture_output=True,text=True).stdout; print(float(re.search(r'estimated duration:\\s*([\\d.]+) sec',t).group(1)))\"",
            says: "0.5"),
        Line(
            "python3 -c \"import re,subprocess; t=subprocess.run(['afinfo','song.mp3'],capture_output=True,text=True).stdout; print(int(re.search(r'bit rate: (\\d+) bits',t).group(1)) > 0)\"",
            says: "True"),
        Line(
            "python3 -c \"import subprocess; t=subprocess.check_output(['afinfo','song.wav'],text=True); print(t.split('estimated duration:')[1].split()[0])\"",
            says: "0.500000"),
        Line(
            "python3 -c \"import subprocess; print([l.split(':')[1].strip().split()[0] for l in subprocess.check_output(['afinfo','song.wav'],text=True).splitlines() if 'estimated duration' in l][0])\"",
            says: "0.500000"),
        Line(
            "perl -ne 'print \"$1 $2\" if /(\\d+) ch,\\s+(\\d+) Hz/' <<EOF\n$(afinfo voice.aiff)\nEOF", says: "1 22050"),
    ]

    /// The same from its XML.
    private static let structured: [ScriptLine] = [
        Line("afinfo -x song.wav | grep '<duration' | cut -f2 -d'>' | cut -f1 -d'<'", says: "0.500000"),
        Line(
            "afinfo song.wav -x | grep bit_depth -m 1 | sed -e 's/<[^>]*>//g' | sed -e 's/[[:blank:]]//g'", says: "16"),
        Line("afinfo --xml memo.m4a | sed -n 's:.*<valid_frames>\\(.*\\)</valid_frames>.*:\\1:p'", says: "4999"),
        Line("afinfo -x song.mp3 | grep -c '<audio_info '", says: "1"),
        Line("afinfo -x song.wav hires.wav | grep -c '<track '", says: "2"),
        Line(
            python(
                "r.findtext('.//a:track/a:num_channels', namespaces=n), r.findtext('.//a:track/a:sample_rate', namespaces=n)",
                "song.wav"), says: "2 44100"),
        Line(
            python(
                "r.findtext('.//a:file_type', namespaces=n), r.findtext('.//a:format_type', namespaces=n)", "song.mp3"),
            says: "'MPG3' .mp3"),
        Line(
            python(
                "r.findtext('.//a:file_type', namespaces=n), r.findtext('.//a:format_type', namespaces=n)", "song.wav"),
            says: "'WAVE' lpcm"),
        Line(
            python(
                "r.findtext('.//a:packet_table_info/a:valid_frames', namespaces=n), int(r.findtext('.//a:audio_packets', namespaces=n)) > 4",
                "memo.m4a"), says: "4999 True"),
        Line(
            python(
                "float(r.findtext('.//{*}duration')), int(r.findtext('.//{*}audio_bytes')), int(r.findtext('.//{*}bit_rate'))",
                "-r song.wav"), says: "0.5 88200 1411200"),
        Line(
            python(
                "[e.text for e in r.findall('.//a:track/a:info_dict/a:entry', n) if e.attrib['key'] == 'title'][0]",
                "-i tagged.wav"), says: "Étude"),
        Line(
            python(
                "r.find('a:audio_file', n).attrib['audio_file_id'], r.find('.//a:track', n).attrib['track_id'], r.find('.//a:duration', n).attrib['units'], r.find('.//a:sample_rate', n).attrib['units']",
                "song.wav"), says: "0 1 sec Hz"),
        Line(
            python("[e.tag.split('}')[1] for e in r.find('a:audio_file', n)]", "song.wav"),
            says: "['file_name', 'file_type', 'tracks', 'alerts']"),
        Line(
            python("r.findtext('.//a:file_name', namespaces=n)", "'a & <b>.wav'", "cp song.wav 'a & <b>.wav'; "),
            says: "a & <b>.wav"),
    ]

    private static func python(_ expression: String, _ arguments: String, _ before: String = "") -> String {
        before + "afinfo -x \(arguments) | python3 -c \"import sys, xml.etree.ElementTree as ET; "
            + "r = ET.fromstring(sys.stdin.buffer.read()); n = {'a': 'http://apple.com/core_audio/audio_info'}; "
            + "print(*((\(expression)),) if not isinstance((\(expression)), tuple) else (\(expression)))\""
    }
}
