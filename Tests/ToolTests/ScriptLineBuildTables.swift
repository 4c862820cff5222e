private typealias Line = ScriptLine

extension ScriptLine {
    /// Lines of makefiles and build scripts.
    static let built: [ScriptLine] = [
        Line(
            "printf '%%.caf: %%.wav\\n\\tafconvert -f caff -d ima4 -c 1 $< $@\\n' | make -s -f - song.caf hires.caf",
            makes("song.caf", "caff", "ima4", 44_100, 1, 22_050), makes("hires.caf", "caff", "ima4", 96_000, 1, 9_600)),
        Line(
            "printf 'all: $(patsubst %%.aiff,%%.m4a,$(wildcard *.aiff))\\n%%.m4a: %%.aiff\\n\\tafconvert -f m4af -d aac -b 64000 $< -o $@\\n' | make -s -f -",
            makes("voice.m4a", "m4af", "aac ", 22_050, 1, 11_025, .close("voice.aiff", 20))),
        Line(
            "AFCONVERT=$(command -v afconvert); \"$AFCONVERT\" -f WAVE -d LEF32@44100 -c 2 voice.aiff in.wav",
            makes("in.wav", "WAVE", "lpcm", 44_100, 2, 22_050)),
        Line(
            "for d in I8 BEI16 BEI24 BEI32 BEF32 BEF64 LEI16 LEI24 LEI32 LEF32 LEF64; do afconvert -f caff -d $d song.wav $d.caf || exit; done",
            makes("I8.caf", "caff", "lpcm", 44_100, 2, 22_050, .close("song.wav", 30)),
            makes("BEI16.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("BEI24.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("BEI32.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("BEF32.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("BEF64.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("LEI16.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("LEI24.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("LEI32.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("LEF32.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("LEF64.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "for d in UI8 LEI16 LEI24 LEI32 LEF32 LEF64; do afconvert -f WAVE -d $d voice.aiff gen-$d.wav || exit; done",
            makes("gen-UI8.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .close("voice.aiff", 30)),
            makes("gen-LEI16.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff")),
            makes("gen-LEI24.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff")),
            makes("gen-LEI32.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff")),
            makes("gen-LEF32.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff")),
            makes("gen-LEF64.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "printf '%s\\n' song.wav hires.wav | xargs -n 1 -P 2 afconvert -f m4af -d aac",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050), makes("hires.m4a", "m4af", "aac ", 48_000, 2, 4_800)),
        Line(
            "for file in ./voice.aiff; do afconvert -v -f WAVE -d LEI16 \"$file\" 2>/dev/null; done",
            makes("voice.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "mkdir m4a && afconvert --data aac --file m4af --quality 127 --strategy 3 \"song.wav\" \"m4a/song.m4a\"",
            makes("m4a/song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 25))),
        Line(
            "f=song.wav; afconvert --data \"aac\" --quality 127 --strategy 3 --userproperty \"vbrq\" \"80\" --file \"m4af\" \"${f}\" \"${f%.*}.m4a\"",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 20))),
        Line(
            "afconvert --jobs 2 -f caff -d ima4 song.wav voice.aiff",
            makes("song.caf", "caff", "ima4", 44_100, 2, 22_050), makes("voice.caf", "caff", "ima4", 22_050, 1, 11_025)),
        Line(
            "mkdir caf && afconvert --jobs 2 --output-directory caf -f caff -d LEI16 song.wav hires.wav",
            makes("caf/song.caf", "caff", "lpcm", 44_100, 2, 22_050, .exact("song.wav")),
            makes("caf/hires.caf", "caff", "lpcm", 96_000, 2, 9_600)),
    ]

    /// Lines of manuals, answers to questions, and posts.
    static let published: [ScriptLine] = [
        Line(
            "afconvert -f WAVE -d LEI32 memo.m4a -o memo.wav",
            makes("memo.wav", "WAVE", "lpcm", 44_100, 2, 4_999, .close("memo.m4a", 60))),
        Line(
            "afconvert -f WAVE -d LEF64 song.wav -o wide.wav",
            makes("wide.wav", "WAVE", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line("afconvert -f caff -d ima4 -c 1 song.wav", makes("song.caf", "caff", "ima4", 44_100, 1, 22_050)),
        Line(
            "afconvert -f caff -d LEI16@44100 -c 1 voice.aiff",
            makes("voice.caf", "caff", "lpcm", 44_100, 1, 22_050, .loud("voice.aiff"))),
        // The name song.wav is taken.
        Line("afconvert -d 'LEI16' -f 'WAVE' song.mp3", makes("song-16bit.wav", "WAVE", "lpcm", 44_100, 2, 4_999)),
        Line(
            "afconvert -d 'ima4' -f 'caff' song.mp3 alert.caf", makes("alert.caf", "caff", "ima4", 44_100, 2, 4_999)),
        Line(
            "afconvert -d aac -f caff -q 32 beep.caf low.caf", makes("low.caf", "caff", "aac ", 44_100, 2, 5_056)),
        Line(
            "afconvert -d BEI24 -f \"AIFF\" song.flac",
            makes("song.aif", "AIFF", "lpcm", 44_100, 2, 4_999, .exact("song.flac"))),
        Line(
            "afconvert -v -f 'mp4f' -d aac@44100 -c 4 -l Quadraphonic -b 160000 -q 64 -s 2 film.wav quad.mp4 2>/dev/null",
            makes("quad.mp4", "mp4f", "aac ", 44_100, 4, 306)),
        Line(
            "afconvert song.wav ringtone.m4r --file m4af",
            makes("ringtone.m4r", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 20))),
        Line(
            "afconvert --data aac --bitrate 32000 stream.aac out.caf --file 'caff'",
            makes("out.caf", "caff", "aac ", 44_100, 2, 6_144)),
        Line(
            "afconvert -f m4af -d aac -s 0 -b 64000 voice.aiff voice.m4a",
            makes("voice.m4a", "m4af", "aac ", 22_050, 1, 11_025, .close("voice.aiff", 20))),
        Line(
            "afconvert -f m4af -d 'aac ' song.wav out.m4a",
            makes("out.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 20))),
        Line(
            "afconvert -d aac -f m4af -b 320000 -q 127 -s 0 song.wav",
            makes("song.m4a", "m4af", "aac ", 44_100, 2, 22_050, .close("song.wav", 30))),
        Line(
            "afconvert -f WAVE -d LEI24@48000 -c 2 song.mp3 studio.wav",
            makes("studio.wav", "WAVE", "lpcm", 48_000, 2, 5_442)),
        Line(
            "afconvert voice.aiff -o speech.wav -f WAVE -d LEI16",
            makes("speech.wav", "WAVE", "lpcm", 22_050, 1, 11_025, .exact("voice.aiff"))),
        Line(
            "afconvert -f caff -d opus@48000 -c 1 hires.wav voice.caf",
            makes("voice.caf", "caff", "opus", 48_000, 1, 4_800)),
        Line(
            "afconvert -f 3gpp -d aac -b 64000 song.wav song.3gp", makes("song.3gp", "3gpp", "aac ", 44_100, 2, 22_050)),
        Line(
            "afconvert -f mp4f -d alac song.flac song.mp4",
            makes("song.mp4", "mp4f", "alac", 44_100, 2, 4_999, .exact("song.flac"))),
        Line(
            "afconvert -f caff -d LEI16@11025 -c 1 song.wav effect.caf",
            makes("effect.caf", "caff", "lpcm", 11_025, 1, 5_513)),
        Line(
            "afconvert -f WAVE -d ulaw@8000 -c 1 voice.aiff ivr.wav", makes("ivr.wav", "WAVE", "ulaw", 8_000, 1, 4_000)),
        Line(
            "afconvert -f WAVE -d alaw@8000 -c 1 voice.aiff ivr.wav", makes("ivr.wav", "WAVE", "alaw", 8_000, 1, 4_000)),
        Line(
            "afconvert -f W64f -d LEI24 song.wav song.w64",
            makes("song.w64", "W64f", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line("afconvert -f BW64 -d LEI24 film.wav master.wav", makes("master.wav", "BW64", "lpcm", 48_000, 6, 333)),
        Line(
            "afconvert -f WAVE -d LEI16 -l MPEG_5_1_A film.wav surround.wav",
            makes("surround.wav", "WAVE", "lpcm", 48_000, 6, 333)),
        Line(
            "afconvert -f AIFC -d ulaw voice.aiff voice.aifc",
            makes("voice.aifc", "AIFC", "ulaw", 22_050, 1, 11_025, .close("voice.aiff", 25))),
        Line(
            "afconvert -f NeXT -d BEI16 song.wav song.au",
            makes("song.au", "NeXT", "lpcm", 44_100, 2, 22_050, .exact("song.wav"))),
        Line(
            "afconvert -f m4bf -d aac -c 1 -b 32000 voice.aiff book.m4b",
            makes("book.m4b", "m4bf", "aac ", 22_050, 1, 11_025)),
        Line(
            "cat song.mp3 | afconvert -f m4af -d alac - out.m4a",
            makes("out.m4a", "m4af", "alac", 44_100, 2, 4_999)),
        Line(
            "afconvert -f WAVE -d LEI16@8000 -c 1 song.mp3 - >low.wav", makes("low.wav", "WAVE", "lpcm", 8_000, 1, 907)),
        Line(
            "afconvert song.wav out.caf -f caff -d LEI16 --offset 11025",
            makes("out.caf", "caff", "lpcm", 44_100, 2, 11_025)),
    ]
}
