// A player beside the first index of a music library, for the benchmarks: `scanning WAVE SONGS`.
//
// It plays the file, opens the library of COREAUDIO_MUSIC a second later, and prints `whole` and how many songs there are once it has as
// many as SONGS. Then it ends when its input does.
import AVFAudio
import MediaPlayer

let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let wanted = Int(CommandLine.arguments[2]) ?? 0

func say(_ line: String) {
    print(line)
    fflush(stdout)
}

guard player.play() else { exit(1) }
say("ready")
sleep(1)
_ = await MPMediaLibrary.requestAuthorization()
while MPMediaQuery.songs().items?.count ?? 0 < wanted { sleep(1) }
say("whole \(MPMediaQuery.songs().items?.count ?? 0)")
while readLine() != nil {}
