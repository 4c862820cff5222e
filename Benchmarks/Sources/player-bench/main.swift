// Plays a file for so many seconds, again from its start where it ends: what `Benchmarks/player` measures.
//
//     player-bench FILE SECONDS
import AVFAudio
import Foundation

guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[2]), seconds > 0 else {
    print("usage: player-bench FILE SECONDS")
    exit(1)
}
do {
    let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    player.numberOfLoops = -1
    player.volume = 0.01
    guard player.play() else {
        print("the device does not open")
        exit(1)
    }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
    player.stop()
} catch {
    print(error)
    exit(1)
}
