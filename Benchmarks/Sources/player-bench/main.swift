// What `Benchmarks/player` measures.
//
//     player-bench FILE SECONDS           plays a file for so many seconds, again from its start where it ends
//     player-bench --starts FILE COUNT    starts a prepared player so often, and prints when, and when it is heard
import AVFAudio
import Foundation

func fail(_ reason: String) -> Never {
    print(reason)
    exit(1)
}

func play(_ file: String, for seconds: Double) throws {
    let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: file))
    player.numberOfLoops = -1
    player.volume = 0.01
    guard player.play() else { fail("the device does not open") }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
    player.stop()
}

let arguments = CommandLine.arguments.dropFirst()
do {
    if arguments.count == 3, arguments.first == "--starts", let count = arguments.last.flatMap(Int.init), count > 0 {
        try measureStarts(of: arguments[2], count)
    } else if arguments.count == 2, let seconds = arguments.last.flatMap(Double.init), seconds > 0 {
        try play(arguments[1], for: seconds)
    } else {
        fail("usage: player-bench FILE SECONDS | --starts FILE COUNT")
    }
} catch {
    fail("\(error)")
}
