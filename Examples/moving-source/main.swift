// moving-source [--seconds N]
//
// A buzzing source flies around the listener. The program uses OpenAL as those for the first iPhones did: with an audio session and
// its interruption listener, a static buffer that loops, and a timer. The listener is not at the centre of the circle: the source
// comes nearer and goes away, and its pitch rises and falls. Without --seconds it flies until the program is interrupted.
//
// `Circle` is the way of the source, `Scene` the sound.
import AudioToolbox
import Foundation
import OpenAL

let words = Array(CommandLine.arguments.dropFirst())
let seconds = words.count == 2 && words[0] == "--seconds" ? Double(words[1]) : words.isEmpty ? .infinity : nil
guard let seconds, seconds >= 0 else {
    print("usage: moving-source [--seconds N]")
    exit(1)
}

let circle = Circle(radius: 10, centre: 7, period: 5)
guard let scene = Scene(at: circle.position(0)) else {
    print("OpenAL has no device: \(alcGetString(nil, ALC_INVALID_DEVICE).map { String(cString: $0) } ?? "")")
    exit(1)
}
scene.start()

// The interruptions come in the main run loop. The timer keeps it running.
let timer = Timer(timeInterval: 1.0 / 30, repeats: true) { _ in }
RunLoop.main.add(timer, forMode: .default)
let start = DispatchTime.now()
let isTerminal = isatty(STDOUT_FILENO) == 1
var (time, printed) = (0.0, -1.0)
while time < seconds {
    RunLoop.main.run(until: Date() + min(1.0 / 30, seconds - time))
    time = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    scene.move(to: circle.position(time), velocity: circle.velocity(time))
    // A line that is written over, or four lines a second.
    guard isTerminal || time >= printed + 0.25 else { continue }
    printed = (time * 4).rounded(.down) / 4
    print(String(format: "%6.2f s  ", time) + circle.description(time), terminator: isTerminal ? "\r" : "\n")
    fflush(nil)
}
if isTerminal { print() }
timer.invalidate()
scene.end()
