private typealias Line = ScriptLine

extension ScriptLine {
    /// Recordings, which are silent here, and end at the frame.
    static let recorded: [ScriptLine] = [
        Line(
            "afrecord -f WAVE -d LEI16@16000 -c 1 -t 0.1 take.wav",
            makes("take.wav", "WAVE", "lpcm", 16_000, 1, 1_600, .silent)),
        Line("afrecord -t 0.1 take.aiff", makes("take.aiff", "AIFF", "lpcm", 44_100, 2, 4_410, .silent)),
        Line("afrecord -t 0.1 take", makes("take", "AIFF", "lpcm", 44_100, 2, 4_410, .silent)),
        Line(
            "afrecord -f caff -d LEF32@48000 -t 0.1 take.caf",
            makes("take.caf", "caff", "lpcm", 48_000, 2, 4_800, .silent)),
        Line(
            "afrecord -f m4af -d aac -b 64000 -c 1 -t 0.2 take.m4a",
            makes("take.m4a", "m4af", "aac ", 44_100, 1, 8_820, .silent)),
        Line(
            "afrecord -f m4af -d alac -q 127 -t 0.1 take.m4a",
            makes("take.m4a", "m4af", "alac", 44_100, 2, 4_410, .silent)),
        Line("afrecord -f caff -d ima4 -t 0.1 take.caf", makes("take.caf", "caff", "ima4", 44_100, 2, 4_410, .silent)),
        Line(
            "afrecord -f WAVE -t 0.1 - | afconvert -f m4af -d alac - take.m4a",
            makes("take.m4a", "m4af", "alac", 44_100, 2, 4_410, .silent)),
        Line(
            "afrecord -f WAVE -d LEI24@96000 -c 1 -t 0.05 take.wav",
            makes("take.wav", "WAVE", "lpcm", 96_000, 1, 4_800, .silent)),
        Line(
            "afrecord --file WAVE --data LEI16 --channels 1 --time 0.1 take.wav",
            makes("take.wav", "WAVE", "lpcm", 44_100, 1, 4_410, .silent)),
        Line("afrecord -t 0.1 take.flac", makes("take.flac", "flac", "flac", 44_100, 2, 4_410, .silent)),
        Line(
            "afrecord -f AIFC -d ulaw@8000 -c 1 -t 0.1 take.aifc",
            makes("take.aifc", "AIFC", "ulaw", 8_000, 1, 800, .silent)),
        Line(
            "afrecord -c 6 -l MPEG_5_1_A -f caff -d LEI16 -t 0.1 take.caf",
            makes("take.caf", "caff", "lpcm", 44_100, 6, 4_410, .silent)),
        Line("afrecord -t 30 take.wav & sleep 0.3; kill -INT $!; wait $!; echo $?; test -s take.wav", says: "0"),
        Line("timeout -s INT 0.4 afrecord -t 30 take.wav; afinfo take.wav | grep -c '44100 Hz'", says: "1"),
        Line("afrecord -d 16 -c 1 -r 16000 -f 'WAVE' take.wav", fails: "Error: Unknown option '-r'\n"),
    ]

    /// What plays, by the frames that the output takes at 48 kHz.
    static let heard: [ScriptLine] = [
        Line("afplay -d song.wav 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "24000"),
        Line("afplay -d -t 0.1 memo.m4a 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "4800"),
        Line(
            "afplay -v 1 -q 1 -d -t 0.1 song.mp3 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "4800"),
        Line(
            "afplay -v 0.25 -d -t 0.1 voice.aiff 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "4800"),
        Line(
            "cat song.flac | afplay -d -t 0.1 - 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "4410"),
        Line(
            "ls song.wav hires.wav >list.m3u; afplay -d list.m3u 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p' | xargs",
            says: "4800 24000"),
        Line("while :; do afplay song.wav; break; done; echo $?", says: "0"),
        Line("(afplay song.wav & kill $!; wait $!; echo $?) 2>/dev/null", says: "143"),
        Line(
            "(afplay -t 0.05 song.wav && afplay -v 0.25 -t 0.05 voice.aiff) >/dev/null 2>&1 && echo played",
            says: "played"),
    ]

    /// What only has to play, in silence here.
    static let played: [ScriptLine] = [
        Line("afplay -t 0.05 song.wav && echo played", says: "played"),
        Line("afplay -v 0.5 -t 0.05 song.wav && echo played", says: "played"),
        Line("afplay -q 1 -v 5 -t 0.05 song.mp3 && echo played", says: "played"),
        Line("nohup afplay -v 0.3 -t 0.05 song.wav >/dev/null 2>&1 & wait $! && echo played", says: "played"),
        Line("afplay -r 1.5 -t 0.05 song.wav && echo played", says: "played"),
        Line("afplay --device null -t 0.05 song.wav && echo played", says: "played"),
        Line("afplay --rate 2 --volume 1 --time 0.05 song.wav && echo played", says: "played"),
        Line("afplay -d -t 0.05 song.wav 2>&1 | grep -c 'frames played: 2400,'", says: "1"),
        Line("cat song.wav | afplay -t 0.05 /dev/stdin && echo played", says: "played"),
        Line("cat memo.m4a | afplay -d /dev/stdin 2>&1 | grep -c 'frames played'", says: "1"),
        Line("afplay -t 0.05 - <song.mp3 && echo played", says: "played"),
        Line("bash -c 'afplay -t 0.05 <(cat voice.aiff)' && echo played", says: "played"),
        Line(
            "mkfifo pipe && (cat song.wav >pipe &) && afplay -d -t 0.05 pipe 2>&1 | grep -c 'frames played'", says: "1"),
        Line("afplay -d --start 0.45 song.wav 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'", says: "2400"),
        Line(
            "afplay -d --loop 2 --start 0.4 hires.wav",
            fails: "Error: The start is not within the sound (-50): hires.wav: it lasts 0.100 s\n"),
        Line(
            "afplay -d --loop 2 --start 0.08 hires.wav 2>&1 | sed -n 's/^frames played: \\([0-9]*\\),.*/\\1/p'",
            says: "1920"),
        Line("afplay -t 0.05 song.wav 2>errors; wc -c <errors", says: "0"),
        Line("timeout 5 afplay -r 4 song.wav; echo $?", says: "0"),
        Line("(sleep 0.02; afplay -t 0.02 song.wav) & player=$!; wait $player; echo $?", says: "0"),
    ]
}
