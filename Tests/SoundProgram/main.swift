import AVFAudio
import AudioCore
import AudioSession
import Foundation

// A program that plays and uses its session, for tests: `sound-program FILE`. It does what its standard input says, a command a
// line, and writes what it has done and what happens to it, each with the host time.

/// Writes a line at once.
func report(_ line: String) {
    let bytes = Array("\(line) \(HostTime.now())\n".utf8)
    _ = write(1, bytes, bytes.count)
}

let session = SessionCenter.shared
let observation = session.observe { news in
    switch news {
    case .interruptionBegan: report("began")
    case .interruptionEnded(let shouldResume): report("ended \(shouldResume)")
    default: break
    }
}
let player = try AVAudioPlayer(contentsOf: URL(filePath: CommandLine.arguments[1]))
player.numberOfLoops = -1

/// `set CATEGORY OPTIONS`, `activate`, `deactivate`, `resume` (deactivates and lets others go on), `play`, `ask` whether others
/// play, and `exit`.
@MainActor func obey(_ words: [String]) throws {
    switch words.first {
    case "set":
        let category = SessionCategory.allCases.first { "\($0)" == words[1] } ?? .playback
        try session.set(SessionSetting(category, options: SessionOptions(rawValue: UInt(words[2]) ?? 0)))
    case "activate":
        report("activating")
        try session.activate()
        report("active")
    case "deactivate": try? session.deactivate(notifiesOthers: false)
    case "resume": try? session.deactivate(notifiesOthers: true)
    case "play": report("playing \(player.play())")
    case "ask":
        report("asking")
        report("others \(session.isOtherAudioPlaying)")
    case "exit": exit(0)
    default: break
    }
}

while let line = readLine() { try obey(line.split(separator: " ").map(String.init)) }
withExtendedLifetime(observation) {}
