import AVFoundation
import Tone

let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).caf")
defer { try? FileManager.default.removeItem(at: url) }
try Tone(frequency: 440, seconds: 1.5)!.write(to: url)
let file = try AVAudioFile(forReading: url)
let player = try AVAudioPlayer(contentsOf: url)
print(file.length, file.fileFormat.sampleRate, player.duration, player.prepareToPlay())
