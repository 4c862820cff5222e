import AVFoundation
import Testing

@testable import Tone

@Test func writtenFilesAreRead() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).caf")
    defer { try? FileManager.default.removeItem(at: url) }
    try Tone(frequency: 440, seconds: 0.25)!.write(to: url)
    #expect(try AVAudioFile(forReading: url).length == 12000)
}
