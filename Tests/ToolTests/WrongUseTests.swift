import Foundation
import TestSupport
import Testing

/// More than sixty wrong uses of the tools: what each prints, and that it fails.
@Suite(.needsInstallation) struct WrongUseTests {
    /// What `{}` is in a line: nothing that answers.
    private static let noServer =
        "env -u COREAUDIO_BACKEND XDG_RUNTIME_DIR=/nonexistent PIPEWIRE_RUNTIME_DIR=/nonexistent "
        + "PULSE_SERVER=unix:/nonexistent ALSA_CONFIG_PATH=/dev/null"

    static let lines = [
        // Nothing, or what is no file of sound.
        "afplay",
        "afplay missing.wav",
        "afplay nowhere/missing.wav",
        "afplay song.wav/missing.wav",
        "afplay folder",
        "afplay empty",
        "afplay page.html",
        "afplay letter.pdf",
        "afplay program",
        "afplay dangling.wav",
        "head -c 64 /dev/zero | afplay -",
        "yes | afplay -",
        "afinfo missing.wav folder notes.txt",
        "afconvert notes.txt out.wav",
        "afconvert picture.png out.wav",
        "afconvert cut.wav out.caf",
        "afconvert folder -d LEI16",
        // Values out of their range.
        "afplay --volume=50 song.wav",
        "afplay --start 9 song.wav",
        "afplay -q 300 song.wav",
        "afplay -r 100 song.wav",
        "afplay song.wav original.wav",
        "afplay --json song.wav",
        "afrecord -q 300 take.wav",
        "afrecord -t 0 take.wav",
        "afconvert song.wav out.wav --offset 99999",
        "afconvert song.wav out.wav --read-track 3",
        "afconvert song.wav out.caf -l Sterio",
        "afconvert song.wav out.caf -c 2 -l MPEG_5_1_A",
        // Places and types that do not take the sound.
        "afconvert song.wav nowhere/out.caf",
        "afconvert song.wav song.wav/out.caf",
        "afconvert song.wav folder -f caff",
        "afconvert song.wav out.xyz",
        "afconvert song.wav -",
        "afconvert song.wav out.wav -d LEI17",
        "afconvert song.wav out.wav -d aac",
        "afconvert song.wav out.caf -f abcd",
        "afconvert song.wav -f WAVE /dev/full",
        "afrecord -t 0.1 nowhere/take.wav",
        // Devices and servers that are not there.
        "afplay --device Kitchen song.wav",
        "afrecord --device Kitchen -t 0.1 take.wav",
        "{} afrecord -t 0.1 take.wav",
        "{} afrecord --list-devices",
        // What users of other tools try.
        "afplay -D default song.wav",
        "afplay -ss 1 song.wav",
        "afplay -shuffle song.wav",
        "afplay --loop -1 song.wav",
        "afinfo -show_streams song.wav",
        "afinfo http://localhost/song.mp3",
        "afinfo file:///tmp/my%20song.wav",
        "afinfo list.m3u",
        "afinfo - - <song.wav",
        "afplay outer.m3u",
        "afrecord -f S16_LE -r 44100 take.wav",
        "afrecord -f cd take.wav",
        "afrecord -t 0.1 take.mp3",
        "afrecord -t 0.1 -f m4af -b 1 take.m4a",
        "afconvert song.wav out.mp3",
        "afconvert song.wav -f mp3 out.mp3",
        "afconvert song.wav -f wav out.wav",
        "afconvert song.wav original.wav song.wav",
        "afconvert song.wav -d LEI16@1 out.wav",
        "afconvert song.wav -d alac-999 out.m4a",
        "afconvert song.wav -o out.wav -o ./out.wav",
        "afconvert song.wav -f WAVE - >&-",
        "afinfo - <&-",
        "mkdir gone; cd gone; rmdir ../gone; afconvert ../song.wav out.caf; afrecord -t 0.1 take.wav",
    ]

    @Test func eachIsExplained() throws {
        #expect(Self.lines.count >= 60)
        var shown = ""
        for line in Self.lines {
            let folder = try Self.folder()
            let before = try folder.files
            let result = try folder.run(
                "/bin/sh", ["-c", line.replacingOccurrences(of: "{}", with: Self.noServer)])
            #expect(result.status == 1, "\(line)")
            #expect(result.output == "", "\(line)")
            #expect(try folder.files == before, "\(line)")
            shown += "$ \(line.replacingOccurrences(of: "{}", with: "without-a-server"))\n"
            shown += result.errors.replacingOccurrences(of: folder.path, with: "FOLDER") + "\n"
        }
        try Snapshot.expect(shown, matches: "wrong-uses")
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["song.wav", "original.wav"] { try folder.copy("WAVE/s16-stereo.wav", as: name) }
        let script = #"""
            mkdir folder; : >empty; ln -s gone.wav dangling.wav; head -c 30 song.wav >cut.wav
            printf '<!DOCTYPE html><html>Not found</html>' >page.html; printf '%%PDF-1.7\n' >letter.pdf
            printf 'no sound\n' >notes.txt; printf '\211PNG\r\n' >picture.png; printf '\177ELF\2\1' >program
            echo song.wav >list.m3u; echo list.m3u >outer.m3u
            """#
        try folder.tool("sh", "-c", script).expectSuccess()
        return folder
    }
}
