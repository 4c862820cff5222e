import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// Files that are cut off or have wrong bytes, in the hands of a file and of a player: they are refused or end.
@Suite struct HostileFileTests {
    private let folder = ScratchFolder()

    @Test(arguments: Fixture.all) func cutAndChangedFilesEnd(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        var random = SeededRandom(UInt64(bytes.count))
        let server = ManualServer()
        let output = try server.output(rate: 48_000, channels: 2, cycle: 512)
        for round in 0..<3 {
            var changed = bytes
            func place(_ end: Int) -> Int { Int(random.next() % UInt64(end)) }
            switch round % 3 {
            case 0: changed.removeLast(place(bytes.count))
            case 1: for _ in 0...place(16) { changed[place(bytes.count)] ^= 1 << UInt8(place(8)) }
            default: for _ in 0...place(6) { changed[place(min(512, bytes.count))] = [0, 255, 127, 128][place(4)] }
            }
            readToTheEnd(changed, "\(fixture), round \(round)")
            try playToTheEnd(Data(changed), server, output, "\(fixture), round \(round)")
        }
    }

    private func readToTheEnd(_ bytes: [UInt8], _ name: String) {
        _ = folder.write(bytes, "sound")
        guard let file = try? AVAudioFile(forReading: folder.place("sound")),
            let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4096)
        else { return }
        var reads = 0
        while reads < 200, (try? file.read(into: buffer)) != nil {
            reads += 1
            #expect(buffer.frameLength > 0, "\(name)")
        }
        for place in [0, file.length / 2, file.length - 1, file.length + 5] {
            file.framePosition = place
            try? file.read(into: buffer, frameCount: 100)
            #expect(file.framePosition <= file.length, "\(name)")
        }
    }

    private func playToTheEnd(_ data: Data, _ server: ManualServer, _ output: Output, _ name: String) throws {
        let made = try? AVAudioPlayer(
            data: data, timeline: PlayerTimeline(), output: { (_) throws(AudioError) in output })
        guard let player = made else { return }
        player.enableRate = true
        player.rate = 1.5
        guard player.play() else { return }
        for step in 0..<8 {
            let heard = server.advance(2048)
            #expect(heard.allSatisfy { $0.isFinite }, "\(name)")
            if step == 4 { player.currentTime = player.duration / 2 }
            #expect(player.currentTime >= 0 && player.currentTime <= player.duration + 1e-6, "\(name)")
        }
        player.numberOfLoops = -1
        player.currentTime = player.duration
        player.stop()
        #expect(!player.isPlaying)
    }
}
